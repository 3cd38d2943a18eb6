package foppen

import (
	"context"
	"fmt"
	"slices"
)

// A TournamentResult is what has come of a tournament. The zero value is that of
// nothing played.
type TournamentResult struct {
	Deals  int // Deals is how many games were dealt and played by all rotations.
	Games  int // Games is how many games that were.
	Rounds int // Rounds is how many rounds all games had together.
	// SkillShare is how much of the results the bots decide: the share of the variance of a
	// seat's points for each round, less those of the whole table, that lies between the bots.
	// DealShare is the share that lies between the hands, for whatever bot has them. The rest
	// is how bots and hands suit each other, and what bots do at random. A bot draws the
	// numbers of the seat, which are the same in all rotations: what it does alike with a
	// hand, though at random, counts with the hand. Where a share is near 0 its estimate may
	// be below it. With bots of one name the games of a deal are all alike: then, and without
	// deals, both are 0.
	SkillShare, DealShare Mean
	Entrants              []Entrant // Entrants holds an element for each name, in the order of the config's Bots.
}

// An Entrant is how the bots of one name have done. All intervals take a deal, with all
// its rotations, for the unit. The zero value is nobody's.
type Entrant struct {
	// Name is that of the BotMaker.
	Name string
	// SeatCount is how many of the bots at a table are of this name.
	SeatCount int
	// Points is the points for each round and seat.
	Points Mean
	// Edge is how far Points is above that of the seats of all other entrants. Without
	// others it is 0.
	Edge Mean
	// Wins is the share of the games won, from 0 to 1, by all seats together; of a win
	// that is shared every winner gets a part. Compare it with Fair.
	Wins Mean
	// Fair is the share of the seats: what Wins would be if all bots were equal.
	Fair float64
	// Tens is how many tens there are for each round and seat.
	Tens Mean
}

// String returns one line, such as "greedy: -0.012 (-0.102 to 0.078) points a round,
// edge ..., wins ...".
func (e Entrant) String() string {
	return fmt.Sprintf("%s: %s points a round, edge %s, wins %s of %.3f, tens %s", e.Name, e.Points, e.Edge, e.Wins, e.Fair, e.Tens)
}

// PlayTournament plays a duplicate tournament: every game of the config is dealt once and
// played once for each rotation of the bots around the table, with the same cards, so
// that every bot plays every hand and luck cancels. Several bots of the same Name are one
// entrant with several seats. The result is the same for any number of workers.
//
// All is as in Simulate, but that Games counts the deals, and so does OnProgress, and that in
// every game seat 0 is the first starting player. OnGame and OnRecord must be nil. When
// PlayTournament stops early, the result covers the deals before the first that is
// not finished.
func PlayTournament(ctx context.Context, c SimConfig) (TournamentResult, error) {
	if err := c.refuseHooks("where each game is played by all rotations"); err != nil {
		return TournamentResult{}, err
	}
	t, err := newTournament(c)
	if err != nil {
		return TournamentResult{}, err
	}
	p := pool[dealScore]{
		first: c.First, games: c.Games, size: 1, workers: t.Workers,
		empty:  func() *dealScore { return &dealScore{} },
		clear:  func(s *dealScore) { *s = dealScore{} },
		worker: func() func(context.Context, uint64, *dealScore) error { return t.playDeal },
		add:    t.add,
		exited: func(number uint64) error { return t.deal(number).exited() },
	}
	err = p.run(ctx)
	return t.result(), err
}

// A tournament is a tournament being played.
type tournament struct {
	SimConfig
	entrants []*entrant
	of       []int // which entrant each of the bots is
	deals    int
	rounds   int
	variance variance
}

func newTournament(c SimConfig) (*tournament, error) {
	t := &tournament{SimConfig: c}
	if err := t.settle(); err != nil {
		return nil, err
	}
	for _, b := range t.Bots {
		i := slices.IndexFunc(t.entrants, func(e *entrant) bool { return e.name == b.Name })
		if i < 0 {
			i = len(t.entrants)
			t.entrants = append(t.entrants, &entrant{b.Name, 0, newSample(), newSample(), newSample(), newSample()})
		}
		t.entrants[i].seats++
		t.of = append(t.of, i)
	}
	return t, nil
}

// A dealScore is what the games of one deal came to, by entrant.
type dealScore struct {
	rounds int64
	points [MaxPlayers]int64
	tens   [MaxPlayers]int64
	wins   [MaxPlayers]int64 // in winUnits

	results varianceSums
}

// deal returns a game of the tournament, as yet without bots.
func (t *tournament) deal(number uint64) *match {
	return &match{start: t.start(t.Variant, 0), seed: t.Seed, number: number, limit: t.MoveLimit}
}

// playDeal plays a deal in all rotations.
func (t *tournament) playDeal(ctx context.Context, number uint64, score *dealScore) error {
	var all dealScore
	n := len(t.Bots)
	results := newDealResults(t.of)
	for turn := range n {
		m := t.deal(number)
		for s := range n {
			m.bots = append(m.bots, t.Bots[(s+turn)%n])
		}
		d := driver{match: m}
		if err := d.run(ctx, Record{}); err != nil {
			return err
		}
		of := func(s int) int { return t.of[(s+turn)%n] }
		all.add(&d.game, of)
		results.add(&d.game, turn, of)
	}
	all.results = results.sums()
	*score = all
	return nil
}

// add adds a game in which the seat s is that of the entrant of(s).
func (d *dealScore) add(g *Game, of func(s int) int) {
	d.rounds += int64(g.round)
	winners := g.Winners()
	for s := range int(g.players) {
		e := of(s)
		d.points[e] += int64(g.totals[s])
		d.tens[e] += int64(g.tens[s])
		if winners.Has(Seat(s)) {
			d.wins[e] += int64(winUnits / winners.Len())
		}
	}
}

// add adds the next deal.
func (t *tournament) add(deals int, s *dealScore, err error) error {
	if deals == 0 {
		return err
	}
	n := int64(len(t.Bots))
	all := int64(0)
	for _, p := range s.points {
		all += p
	}
	for i, e := range t.entrants {
		points, seats := s.points[i], int64(e.seats)
		e.points.add(s.rounds, points)
		e.edge.add(s.rounds, points*(n-seats)-(all-points)*seats)
		e.tens.add(s.rounds, s.tens[i])
		e.wins.add(winUnits*n, s.wins[i])
	}
	t.variance.add(t.deals, s.results)
	t.deals++
	t.rounds += int(s.rounds)
	if t.OnProgress != nil {
		t.OnProgress(t.deals, t.Games)
	}
	return err
}

// An entrant is the exact sums of an Entrant.
type entrant struct {
	name                     string
	seats                    int
	points, edge, tens, wins sample
}

func (t *tournament) result() TournamentResult {
	n := len(t.Bots)
	r := TournamentResult{Deals: t.deals, Games: t.deals * n, Rounds: t.rounds}
	r.SkillShare, r.DealShare = t.variance.shares(t.of)
	for _, e := range t.entrants {
		others := n - e.seats
		e.points.scale, e.tens.scale, e.edge.scale = e.seats, e.seats, e.seats*others
		x := Entrant{Name: e.name, SeatCount: e.seats, Fair: float64(e.seats) / float64(n)}
		if t.deals > 0 {
			x.Points, x.Tens, x.Wins = e.points.mean(), e.tens.mean(), e.wins.share(false)
		}
		if t.deals > 0 && others > 0 {
			x.Edge = e.edge.mean()
		}
		r.Entrants = append(r.Entrants, x)
	}
	return r
}
