package foppen

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// A SimConfig says which games Simulate plays. The zero value but for Games plays
// them by Rulebook2018 with random bots.
//
// The game of number k depends on Variant, Players, Bots, Seed and k alone: its
// deals and the chance of its bots come from the streams that SeedSource gives for
// Seed and k, and its first starting player is the seat k modulo Players, so that
// every seat starts equally often. First, Games and Workers do not change it.
type SimConfig struct {
	// Variant is the rules; the zero Variant stands for Rulebook2018.
	Variant Variant
	// Players is the number of players; 0 stands for as many as there are Bots, and
	// without Bots for the smallest number that the variant allows.
	Players int
	// Bots makes the bots by seat, one for each player; nil stands for random bots.
	Bots []BotMaker
	// Games is how many games to play, at least 1.
	Games int
	// Seed is what all chance comes from, together with a game's number.
	Seed uint64
	// First is the number of the first game, so that a run can be split: see Merge.
	// The numbers of all games are below MaxGameNumber.
	First uint64
	// Workers is how many goroutines play, 256 at most; 0 stands for GOMAXPROCS.
	Workers int

	// OnGame, if not nil, is called after each game, in the order of their numbers. Its
	// error ends the simulation before that game. One call is over before the next
	// begins, and all before Simulate returns, so that it needs no locks.
	OnGame func(GameResult) error
	// OnRecord is like OnGame, with the record of the game; it is called before OnGame.
	// Random bots are several times slower with it.
	OnRecord func(Record) error
	// OnProgress, if not nil, is called now and then with the number of games played
	// and to be played.
	OnProgress func(done, games int)
}

// MaxGameNumber bounds the numbers of simulated games, so that every reader of JSON
// gets them right.
const MaxGameNumber = 1 << 53

// A GameResult is what one simulated game came to. It is comparable; the zero value
// is that of no game. The arrays are by seat, with zeros where nobody sits.
type GameResult struct {
	Number  uint64          `json:"number"`      // Number is the number of the game.
	Players int             `json:"players"`     // Players is the number of players.
	Starter Seat            `json:"starter"`     // Starter is who led the first trick of the game.
	Rounds  int             `json:"rounds"`      // Rounds is how many rounds were played.
	Tricks  int             `json:"tricks"`      // Tricks is how many tricks were played in all rounds.
	Cards   int             `json:"cards"`       // Cards is how many cards were played in all rounds.
	Ended   EndReasons      `json:"end_reasons"` // Ended says which limits ended the game (R6.1, R6.2).
	Winners Seats           `json:"winners"`     // Winners is who has won (R6.3).
	Totals  [MaxPlayers]int `json:"totals"`      // Totals holds the final points.
	Tens    [MaxPlayers]int `json:"tens"`        // Tens holds how often each scored a ten (R5.3).
	Fooled  [MaxPlayers]int `json:"fooled"`      // Fooled holds how often each was fooled (R3.9).
}

// Simulate lets bots play many games and counts what happens in them. The report is
// the same to the byte for any number of workers, and what memory it takes does not
// grow with the number of games.
//
// When the context is done, when a bot does what no player may do (a *BotError), and
// when a hook of the config fails, Simulate stops with that error. The report then
// covers the games from First up to the one that was not finished, without gaps. A
// variant that cannot be, or does not allow the number of players, is refused with a
// *VariantError, all else in the config that cannot be with an *ArgError.
func Simulate(ctx context.Context, c SimConfig) (Report, error) {
	l, err := newLab(c, c.Variant)
	if err != nil {
		return Report{}, err
	}
	err = l.run(ctx)
	return l.report(0), err
}

// A lab plays each game of a config by the rules of all its sides: of one for
// Simulate, of two for Compare.
type lab struct {
	SimConfig
	sides  []side
	names  []string // of the bots
	random bool     // all bots seem to be random bots
	done   int      // games finished without a gap
	totals *batch
}

// A side is the rules of a game, where it begins for each first starting player, and
// the shapes of its histograms.
type side struct {
	variant Variant
	starts  [MaxPlayers]Game
	shapes  [histograms]shape
}

func newLab(c SimConfig, variants ...Variant) (*lab, error) {
	l := &lab{SimConfig: c}
	for _, v := range variants {
		if err := l.addSide(v); err != nil {
			return nil, err
		}
	}
	if l.Bots == nil {
		l.Bots = slices.Repeat([]BotMaker{Must(ParseBot("random"))}, l.Players)
	}
	switch {
	case len(l.Bots) != l.Players:
		return nil, &ArgError{Field: "Bots", Problem: fmt.Sprintf("%d bots for %d players", len(l.Bots), l.Players)}
	case l.Games < 1:
		return nil, &ArgError{Field: "Games", Problem: fmt.Sprintf("%d games, want 1 or more", l.Games)}
	case l.First > MaxGameNumber || uint64(l.Games) > MaxGameNumber-l.First:
		return nil, &ArgError{Field: "First", Problem: fmt.Sprintf("games from number %d on, want all numbers below %d", l.First, uint64(MaxGameNumber))}
	case l.Workers < 0:
		return nil, &ArgError{Field: "Workers", Problem: fmt.Sprintf("%d workers, want 0 or more", l.Workers)}
	case l.Workers == 0:
		l.Workers = runtime.GOMAXPROCS(0)
	}
	l.Workers = min(l.Workers, l.Games, maxWorkers)
	for _, b := range l.Bots {
		l.names = append(l.names, b.Name)
	}
	if _, err := NewRecord(l.sides[0].starts[0], l.names...); err != nil {
		return nil, err
	}
	l.random = l.randomBots()
	l.totals = l.newBatch()
	return l, nil
}

// randomBots reports whether the makers make random bots for the first game. Workers
// look at the bots of every game; this only spares them to try in vain.
func (l *lab) randomBots() bool {
	w := worker{lab: l}
	return w.seatRandomBots(l.First)
}

func (l *lab) addSide(v Variant) error {
	if v == (Variant{}) {
		v = Rulebook2018()
	}
	if l.Players == 0 {
		l.Players = len(l.Bots)
	}
	if l.Players == 0 && v.Validate() == nil {
		l.Players = v.Players()[0]
	}
	if _, err := New(l.Players, WithVariant(v)); err != nil {
		return err
	}
	s := side{variant: v, shapes: v.shapes(l.Players)}
	for i := range l.Players {
		s.starts[i], _ = New(l.Players, WithVariant(v), WithDealer(Seat((i+l.Players-1)%l.Players)))
	}
	l.sides = append(l.sides, s)
	return nil
}

// bigBatch is the number of games in a batch of random games, which take microseconds
// each, so that handing them out one by one would be felt. Other games take their time,
// and a hook is to be called before the next game counts: these go one by one.
const bigBatch = 256

// spareBatches is how many batches more than two for each worker may be on their way, so
// that workers do not have to wait when the system has put aside one of them, whose
// batch is the next to be added.
const spareBatches = 60

// A batch is some games in the order of their numbers, and what they have come to.
// Workers fill batches; the lab adds them up in order, so that what has been added
// never has a gap.
type batch struct {
	first  uint64 // number of the first game
	games  int    // how many to play
	done   int    // how many have been played; less than games only with err
	err    error
	counts []counts // by side
	pairs  pairCounts
	result GameResult // of the last game; its record
	record Record
	filled chan struct{} // gets a value when the worker is done with the batch
}

func (l *lab) newBatch() *batch {
	b := &batch{filled: make(chan struct{}, 1)}
	for i := range l.sides {
		b.counts = append(b.counts, newCounts(&l.sides[i].shapes))
	}
	if len(l.sides) == 2 {
		b.pairs = newPairCounts()
	}
	return b
}

func (b *batch) reset() {
	b.done, b.err = 0, nil
	for i := range b.counts {
		b.counts[i].reset()
	}
	clear(b.pairs.sums)
}

// run plays all games. It hands out a bounded number of batches ahead of the one
// that it adds next.
func (l *lab) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	ahead := 2*l.Workers + spareBatches
	todo := make(chan *batch, ahead)
	for range l.Workers {
		wg.Go(func() { l.work(ctx, &wg, todo) })
	}
	defer wg.Wait()
	defer close(todo)
	defer cancel()

	size := l.batchSize()
	var free, waiting []*batch
	for given := 0; l.done < l.Games; {
		for len(waiting) < ahead && given < l.Games {
			if len(free) == 0 {
				free = append(free, l.newBatch())
			}
			b := free[len(free)-1]
			free = free[:len(free)-1]
			b.first, b.games = l.First+uint64(given), min(size, l.Games-given)
			given += b.games
			waiting = append(waiting, b)
			todo <- b
		}
		b := waiting[0]
		waiting = append(waiting[:0], waiting[1:]...)
		<-b.filled
		if err := l.add(b); err != nil {
			return err
		}
		b.reset()
		free = append(free, b)
	}
	return nil
}

// work plays batches until there are no more. Should a bot end the goroutine, another
// takes over, since batches that come before may still have to be played.
func (l *lab) work(ctx context.Context, wg *sync.WaitGroup, todo chan *batch) {
	w := worker{lab: l}
	var b *batch // being played
	defer func() {
		if b != nil {
			m := Match{Start: l.sides[0].starts[0], Seed: l.Seed, Number: b.first + uint64(b.done)}
			b.err = m.exited()
			b.filled <- struct{}{}
			wg.Go(func() { l.work(ctx, wg, todo) })
		}
	}()
	for b = range todo {
		w.fill(ctx, b)
		b.filled <- struct{}{}
		b = nil
	}
	b = nil
}

func (l *lab) batchSize() int {
	if !l.random || l.OnGame != nil || l.OnRecord != nil {
		return 1
	}
	return max(1, min(bigBatch, l.Games/(8*l.Workers)))
}

// add adds the next batch to the totals and tells the hooks.
func (l *lab) add(b *batch) error {
	if l.OnRecord != nil && b.err == nil {
		b.err = l.OnRecord(b.record)
	}
	if l.OnGame != nil && b.err == nil {
		b.err = l.OnGame(b.result)
	}
	if b.err != nil && (l.OnGame != nil || l.OnRecord != nil) {
		return b.err // no game counts that its hook has not seen
	}
	for i := range b.counts {
		l.totals.counts[i].plus(&b.counts[i])
	}
	l.totals.pairs.plus(&b.pairs)
	l.done += b.done
	if l.OnProgress != nil {
		l.OnProgress(l.done, l.Games)
	}
	return b.err
}

// report returns what has been counted for a side.
func (l *lab) report(i int) Report {
	r := Report{variant: l.sides[i].variant, players: l.Players, bots: l.names, seed: l.Seed, counts: &l.totals.counts[i]}
	if l.done > 0 {
		r.ranges = []GameRange{{First: l.First, Games: uint64(l.done)}}
	}
	return r
}

// A worker plays games one after the other.
type worker struct {
	*lab
	tallies [2]tally // of the game being played, by side
	record  Record   // likewise, if records are wanted
	deals   stream
	chances [MaxPlayers]stream
}

// fill plays the games of a batch. It stops before the first that it cannot finish.
func (w *worker) fill(ctx context.Context, b *batch) {
	for b.done < b.games {
		game := b.first + uint64(b.done)
		for i := range w.sides {
			if b.err = w.play(ctx, i, game); b.err != nil {
				return
			}
		}
		for i := range w.sides {
			w.tallies[i].addTo(&b.counts[i])
		}
		if len(w.sides) == 2 {
			b.pairs.addGame(&w.tallies[0], &w.tallies[1])
		}
		if w.OnGame != nil {
			b.result = w.tallies[0].result(game)
		}
		b.record = w.record
		b.done++
	}
}

// play plays one game by the rules of a side, into the tally of that side.
func (w *worker) play(ctx context.Context, side int, game uint64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g, t := w.sides[side].starts[game%uint64(w.Players)], &w.tallies[side]
	t.begin(&g)
	if w.random && w.seatRandomBots(game) {
		w.playRandom(t, &g, game)
	} else if err := w.playBots(ctx, t, &g, game); err != nil {
		return err
	}
	t.end(&g)
	return nil
}

// playBots has the bots play a game to its end.
func (w *worker) playBots(ctx context.Context, t *tally, g *Game, game uint64) error {
	m := Match{Start: *g, Bots: w.Bots, Seed: w.Seed, Number: game}
	d, err := m.recorder()
	if err != nil {
		return err
	}
	for !d.over() {
		if err := ctx.Err(); err != nil {
			return err
		}
		playing, choices := d.game.phase == PlayPhase, d.game.Legal().Len()
		if err := d.step(ctx); err != nil {
			return err
		}
		if playing {
			t.played(&d.game, choices)
		}
	}
	*g, w.record = d.game, d.played()
	return nil
}

// seatRandomBots makes the bots of a game and reports whether all are random bots. If
// not, and if a maker panics, it is for playBots to make them.
func (w *worker) seatRandomBots(game uint64) (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	for i, maker := range w.Bots {
		src := &w.chances[i]
		*src = newStream(w.Seed, game, Seat(i))
		if bot, ok := maker.New(src).(randomBot); !ok || bot.src != rand.Source(src) {
			return false
		}
	}
	return true
}

// playRandom is playBots for random bots, which draw the same numbers and make the
// same moves, without views and checks.
func (w *worker) playRandom(t *tally, g *Game, game uint64) {
	w.deals = newStream(w.Seed, game, NoSeat)
	if w.OnRecord != nil {
		w.record, _ = NewRecord(*g, w.names...) // cannot fail: newLab has tried
	}
	for g.phase != OverPhase {
		deal := g.Shuffle(&w.deals)
		if w.OnRecord != nil {
			w.record.now = *g
			w.record.add(deal) // cannot fail: it is a deal of this game
		}
		g.deal(&deal)
		for g.phase == BetPhase {
			g.bet(Bet{Seat: g.turn, Bet: coin(&w.chances[g.turn&7])})
		}
		for g.phase == PlayPhase {
			seat := g.turn & 7
			may := legal(g.hands[seat], g.led)
			choices := may.Len()
			g.put(randomCard(may, choices, &w.chances[seat]))
			t.played(g, choices)
		}
	}
	w.record.now = *g // the rest of the last round follows from its end
}

// randomCard is what a randomBot chooses of its legal cards.
func randomCard(may Cards, n int, src *stream) Card {
	if n <= 1 {
		return may.Lowest()
	}
	return pick(may, src)
}
