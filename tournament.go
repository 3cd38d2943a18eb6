package foppen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// A Tournament is a duplicate tournament: every game is played once for each rotation
// of the bots around the table, with the same cards, so that every bot plays every
// hand and luck cancels. Its fields decide its result; Workers does not.
type Tournament struct {
	// Variant is the rules; the zero Variant stands for Rulebook2018.
	Variant Variant
	// Bots makes the bots, one for each seat of the table, and with that the number of
	// players; unlike that of a SimConfig it has no default. Several of the same Name are
	// one entrant with several seats.
	Bots []BotMaker
	// Deals is how many games are dealt, at least 1. Each is played len(Bots) times.
	Deals int
	// Seed is where all chance comes from, together with a game's number.
	Seed uint64
	// First is the number of the first game dealt.
	First uint64
	// Workers is how many goroutines play, 256 at most; 0 stands for GOMAXPROCS.
	Workers int
	// OnProgress, if not nil, is called after each deal with the number of deals played
	// and to be played, by one goroutine.
	OnProgress func(done, deals int)
}

// A TournamentResult is what has come of a tournament. The zero value is that of
// nothing played.
type TournamentResult struct {
	Deals    int       `json:"deals"`    // Deals is how many games were dealt and played by all rotations.
	Games    int       `json:"games"`    // Games is how many games that were.
	Rounds   int       `json:"rounds"`   // Rounds is how many rounds all games had together.
	Entrants []Entrant `json:"entrants"` // Entrants holds an element for each name, in the order of Tournament.Bots.
}

// An Entrant is how the bots of one name have done. All intervals take a deal, with all
// its rotations, for the unit. The zero value is nobody's.
type Entrant struct {
	// Name is that of the BotMaker.
	Name string `json:"name"`
	// SeatCount is how many of the bots at a table are of this name.
	SeatCount int `json:"seats"`
	// Points is the points for each round and seat.
	Points Mean `json:"points"`
	// Edge is how far Points is above that of the seats of all other entrants. Without
	// others it is 0.
	Edge Mean `json:"edge"`
	// Wins is the share of the games won, from 0 to 1, by all seats together; of a win
	// that is shared every winner gets a part. Compare it with Fair.
	Wins Mean `json:"wins"`
	// Fair is the share of the seats: what Wins would be if all bots were equal.
	Fair float64 `json:"fair"`
	// Tens is how many tens there are for each round and seat.
	Tens Mean `json:"tens"`
}

// String returns one line, such as "greedy: -0.012 (-0.102 to 0.078) points a round,
// edge ..., wins ...".
func (e Entrant) String() string {
	return fmt.Sprintf("%s: %s points a round, edge %s, wins %s of %.3f, tens %s", e.Name, e.Points, e.Edge, e.Wins, e.Fair, e.Tens)
}

// Play plays the tournament. The result is the same for any number of workers.
//
// When the context is done, or a bot does what no player may do (a *BotError), Play
// stops with that error; the result then covers the deals before the first that was
// not finished. A tournament that cannot be is refused with an *ArgError or a
// *VariantError.
func (t Tournament) Play(ctx context.Context) (TournamentResult, error) {
	run, err := newTournamentRun(t)
	if err != nil {
		return TournamentResult{}, err
	}
	err = run.play(ctx)
	return run.result(), err
}

// A tournamentRun is a tournament being played.
type tournamentRun struct {
	Tournament
	start    Game
	entrants []*entrant
	of       []int // which entrant each of the bots is
	deals    int
	rounds   int
}

func newTournamentRun(t Tournament) (*tournamentRun, error) {
	r := &tournamentRun{Tournament: t}
	var err error
	if r.Variant == (Variant{}) {
		r.Variant = Rulebook2018()
	}
	if r.start, err = New(len(r.Bots), WithVariant(r.Variant)); err != nil {
		return nil, err
	}
	switch {
	case r.Deals < 1:
		return nil, &ArgError{Field: "Deals", Problem: fmt.Sprintf("%d deals, want 1 or more", r.Deals)}
	case r.First > MaxGameNumber || uint64(r.Deals) > MaxGameNumber-r.First:
		return nil, &ArgError{Field: "First", Problem: fmt.Sprintf("games from number %d on, want all numbers below %d", r.First, uint64(MaxGameNumber))}
	case r.Workers < 0:
		return nil, &ArgError{Field: "Workers", Problem: fmt.Sprintf("%d workers, want 0 or more", r.Workers)}
	}
	r.Workers = min(cmp.Or(r.Workers, runtime.GOMAXPROCS(0)), r.Deals, maxWorkers)
	for _, b := range r.Bots {
		i := slices.IndexFunc(r.entrants, func(e *entrant) bool { return e.name == b.Name })
		if i < 0 {
			i = len(r.entrants)
			r.entrants = append(r.entrants, &entrant{name: b.Name})
		}
		r.entrants[i].seats++
		r.of = append(r.of, i)
	}
	return r, nil
}

// play plays all deals and adds them up in order, so that what has been added never has
// a gap.
func (r *tournamentRun) play(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	var next atomic.Int64
	scores := make(chan dealScore)
	for range r.Workers {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= r.Deals {
					return
				}
				func() {
					m := Match{Start: r.start, Seed: r.Seed, Number: r.First + uint64(i)}
					score := dealScore{deal: i, err: m.exited()} // if a bot ends the goroutine
					defer func() { scores <- score }()
					score = r.playDeal(ctx, i)
				}()
			}
		})
	}
	go func() {
		wg.Wait()
		close(scores)
	}()

	var failed error
	early := map[int]dealScore{}
	for s := range scores {
		early[s.deal] = s
		for failed == nil {
			s, ok := early[r.deals]
			if !ok {
				break
			}
			delete(early, r.deals)
			if failed = s.err; failed != nil {
				cancel()
				break
			}
			r.add(&s)
		}
	}
	if failed == nil && r.deals < r.Deals {
		failed = ctx.Err()
	}
	return failed
}

// A dealScore is what the games of one deal came to, by entrant.
type dealScore struct {
	deal   int
	err    error
	rounds int64
	points [MaxPlayers]int64
	tens   [MaxPlayers]int64
	wins   [MaxPlayers]int64 // in winUnits
}

// playDeal plays a deal in all rotations.
func (r *tournamentRun) playDeal(ctx context.Context, deal int) dealScore {
	score := dealScore{deal: deal}
	n := len(r.Bots)
	m := Match{Start: r.start, Bots: make([]BotMaker, n), Seed: r.Seed, Number: r.First + uint64(deal)}
	for turn := range n {
		for s := range n {
			m.Bots[s] = r.Bots[(s+turn)%n]
		}
		g, err := m.Play(ctx)
		if err != nil {
			score.err = m.withRecord(ctx, err)
			return score
		}
		score.rounds += int64(g.round)
		winners := g.Winners()
		for s := range n {
			e := r.of[(s+turn)%n]
			score.points[e] += int64(g.totals[s])
			score.tens[e] += int64(g.tens[s])
			if winners.Has(Seat(s)) {
				score.wins[e] += int64(winUnits / winners.Len())
			}
		}
	}
	return score
}

// withRecord plays a match again, in which a bot has done something wrong, to get the
// error with a record.
func (m Match) withRecord(ctx context.Context, err error) error {
	var e *BotError
	if !errors.As(err, &e) {
		return err
	}
	_, again := m.Record(ctx)
	if errors.As(again, &e) {
		return e
	}
	return err
}

// add adds the next deal.
func (r *tournamentRun) add(s *dealScore) {
	n := int64(len(r.Bots))
	all := int64(0)
	for _, p := range s.points {
		all += p
	}
	for i, e := range r.entrants {
		points, seats := s.points[i], int64(e.seats)
		e.points.add(s.rounds, points)
		e.edge.add(s.rounds, points*(n-seats)-(all-points)*seats)
		e.tens.add(s.rounds, s.tens[i])
		e.wins.add(winUnits*n, s.wins[i])
	}
	r.deals++
	r.rounds += int(s.rounds)
	if r.OnProgress != nil {
		r.OnProgress(r.deals, r.Deals)
	}
}

// An entrant is the exact sums of an Entrant.
type entrant struct {
	name                     string
	seats                    int
	points, edge, tens, wins pairSums
}

// pairSums is the sums over the deals that the mean of a quotient y / x needs.
type pairSums struct{ n, x, y, xx, xy, yy wide }

func (p *pairSums) add(x, y int64) {
	p.n.add(1)
	p.x.add(x)
	p.y.add(y)
	p.xx.add(x * x)
	p.xy.add(x * y)
	p.yy.add(y * y)
}

// mean returns the mean of y / (x * scale).
func (p *pairSums) mean(scale int, share bool) Mean {
	s := sample{n: p.n.big(), x: p.x.big(), y: p.y.big(), xx: p.xx.big(), xy: p.xy.big(), yy: p.yy.big(), scale: scale}
	return s.mean(share)
}

func (r *tournamentRun) result() TournamentResult {
	n := len(r.Bots)
	t := TournamentResult{Deals: r.deals, Games: r.deals * n, Rounds: r.rounds}
	for _, e := range r.entrants {
		x := Entrant{Name: e.name, SeatCount: e.seats, Fair: float64(e.seats) / float64(n)}
		if r.deals > 0 {
			x.Points, x.Tens, x.Wins = e.points.mean(e.seats, false), e.tens.mean(e.seats, false), e.wins.mean(1, true)
		}
		if r.deals > 0 && e.seats < n {
			x.Edge = e.edge.mean(e.seats*(n-e.seats), false)
		}
		t.Entrants = append(t.Entrants, x)
	}
	return t
}
