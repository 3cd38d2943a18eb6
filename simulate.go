package foppen

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A SimConfig says which games bots play: many with Simulate, Compare, PlayTournament and
// CheckBot, one with PlayGame. The zero value but for Games plays them by Rulebook2018
// with random bots.
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
	// First is the number of the first game, so that a run can be split: see Report.Merge.
	// The numbers of all games are below MaxGameNumber.
	First uint64
	// Workers is how many goroutines play, 256 at most; 0 stands for GOMAXPROCS.
	Workers int
	// MoveLimit is how long a bot may think about one move, and a maker about its bot, by
	// the system's clock; one that is too slow ends the run with a *BotError. It goes on
	// thinking in a goroutine of its own until it returns, but is not asked again.
	//
	// 0 or less is no limit, and then no clock is looked at, and random bots play several
	// times faster. A bot that never answers then
	// keeps the run waiting until the context is done, and for ever if it never is.
	MoveLimit time.Duration

	// OnGame, if not nil, is called after each game, in the order of their numbers. Its
	// error ends the simulation before that game. One call is over before the next
	// begins, and all before Simulate returns, so that it needs no locks. The hooks are
	// called in the goroutine that called Simulate: when one panics or ends the goroutine,
	// no worker is left behind.
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
	Number  uint64          // Number is the number of the game.
	Players int             // Players is the number of players.
	Starter Seat            // Starter is who led the first trick of the game.
	Rounds  int             // Rounds is how many rounds were played.
	Tricks  int             // Tricks is how many tricks were played in all rounds.
	Cards   int             // Cards is how many cards were played in all rounds.
	Ended   EndReasons      // Ended says which limits ended the game (R6.1, R6.2).
	Winners Seats           // Winners is who has won (R6.3).
	Totals  [MaxPlayers]int // Totals holds the final points.
	Tens    [MaxPlayers]int // Tens holds how often each scored a ten (R5.3).
	Fooled  [MaxPlayers]int // Fooled holds how often each was fooled (R3.9).
}

// Simulate lets bots play many games and counts what happens in them. The report is
// the same to the byte for any number of workers, and what memory it takes does not
// grow with the number of games.
//
// When the context is done, when a bot does what no player may do (a *BotError), and
// when a hook of the config fails, Simulate stops with that error. The report then
// covers the games from First up to the first that is not finished, without gaps; after
// the context is done, unfinished games end at once or are left to bots that do not
// answer. Without a MoveLimit a bot that never answers keeps Simulate waiting until then.
//
// A variant that cannot be, or does not allow the number of players, is refused with a
// *VariantError, all else in the config that cannot be with an *ArgError.
func Simulate(ctx context.Context, c SimConfig) (Report, error) {
	l, err := newLab(c)
	if err != nil {
		return Report{}, err
	}
	err = l.run(ctx)
	return l.report(0), err
}

// settle fills in what the config leaves open, and refuses what cannot be.
func (c *SimConfig) settle() error {
	if c.Variant == (Variant{}) {
		c.Variant = Rulebook2018()
	}
	if c.Players == 0 {
		c.Players = len(c.Bots)
	}
	if c.Players == 0 && c.Variant.Validate() == nil {
		c.Players = c.Variant.Players()[0]
	}
	g, err := New(c.Players, WithVariant(c.Variant))
	if err != nil {
		return err
	}
	if c.Bots == nil {
		c.Bots = slices.Repeat([]BotMaker{Must(ParseBot("random"))}, c.Players)
	}
	refuse := func(field, problem string, args ...any) error {
		return &ArgError{Field: field, Problem: fmt.Sprintf(problem, args...)}
	}
	switch {
	case len(c.Bots) != c.Players:
		return refuse("Bots", "%d bots for %d players", len(c.Bots), c.Players)
	case c.Games < 1:
		return refuse("Games", "%d games, want 1 or more", c.Games)
	case c.First > MaxGameNumber || uint64(c.Games) > MaxGameNumber-c.First:
		return refuse("First", "games from number %d on, want all numbers below %d", c.First, uint64(MaxGameNumber))
	case c.Workers < 0:
		return refuse("Workers", "%d workers, want 0 or more", c.Workers)
	}
	c.Workers = min(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)), c.Games, maxWorkers)
	_, err = NewRecord(g, c.names()...)
	return err
}

// names returns the names of the bots.
func (c *SimConfig) names() []string {
	names := make([]string, len(c.Bots))
	for i, b := range c.Bots {
		names[i] = b.Name
	}
	return names
}

// refuseHooks refuses hooks where there is no place for them.
func (c *SimConfig) refuseHooks(where string) error {
	if c.OnGame != nil || c.OnRecord != nil {
		return &ArgError{Field: "OnGame, OnRecord", Problem: "are for simulations; want none here, " + where}
	}
	return nil
}

// start returns the game of a number before its first deal; the config is settled.
func (c *SimConfig) start(v Variant, number uint64) Game {
	last := int((number + uint64(c.Players) - 1) % uint64(c.Players))
	g, _ := New(c.Players, WithVariant(v), WithDealer(Seat(last)))
	return g
}

// match returns the game of a number, to be played by the bots of the config.
func (c *SimConfig) match(number uint64) *match {
	return &match{start: c.start(c.Variant, number), bots: c.Bots, seed: c.Seed, number: number, limit: c.MoveLimit}
}

// A lab plays each game of a config by all its sides: by one for Simulate, by several for
// Compare.
type lab struct {
	SimConfig
	sides  []side
	done   int // games finished without a gap
	totals *labSum
}

// A side is a config by which each game is played, where the games begin for each first
// starting player, and the shapes of its histograms.
type side struct {
	SimConfig
	starts [MaxPlayers]Game
	shapes [histograms]shape
	random bool // all bots seem to be random bots
}

// newLab returns the lab of a config, which also plays by the others.
func newLab(c SimConfig, others ...SimConfig) (*lab, error) {
	if err := c.settle(); err != nil {
		return nil, err
	}
	l := &lab{SimConfig: c}
	for i, side := range append([]SimConfig{c}, others...) {
		if err := side.settle(); err != nil {
			return nil, &ArgError{Field: "against[" + itoa(i-1) + "]", Problem: strings.TrimPrefix(err.Error(), "foppen: "), Err: err}
		}
		l.sides = append(l.sides, newSide(side))
	}
	l.totals = l.newSum()
	return l, nil
}

func newSide(c SimConfig) side {
	s := side{SimConfig: c, shapes: c.Variant.shapes(c.Players)}
	for i := range c.Players {
		s.starts[i] = c.start(c.Variant, uint64(i))
	}
	return s
}

// A labSum is what some games have come to.
type labSum struct {
	counts []counts     // by side
	pairs  []pairCounts // of the first side and each other one
	result GameResult   // of the last game, if a hook wants it; its record
	record Record
}

func (l *lab) newSum() *labSum {
	s := &labSum{}
	for i := range l.sides {
		s.counts = append(s.counts, newCounts(&l.sides[i].shapes))
	}
	for range l.sides[1:] {
		s.pairs = append(s.pairs, newPairCounts())
	}
	return s
}

func (s *labSum) clear() {
	for i := range s.counts {
		s.counts[i].reset()
	}
	for i := range s.pairs {
		clear(s.pairs[i].sums)
	}
}

// run plays all games.
func (l *lab) run(ctx context.Context) error {
	if l.MoveLimit <= 0 { // With a limit even the makers are watched.
		// Workers look at the bots of every game; this only spares them to try in vain.
		probe := func() error {
			w := newWorker(l)
			for i := range l.sides {
				l.sides[i].random = w.seatRandomBots(&l.sides[i], l.First)
			}
			return nil
		}
		if err := await(ctx, func() error { return nil }, probe); err != nil {
			return err
		}
	}
	p := pool[labSum]{
		first: l.First, games: l.Games, size: l.batchSize(), workers: l.Workers, empty: l.newSum, clear: (*labSum).clear,
		worker: func() func(context.Context, uint64, *labSum) error { return newWorker(l).playGame },
		add:    l.add,
		exited: func(number uint64) error { return l.match(number).exited() },
	}
	return p.run(ctx)
}

// bigBatch is the number of games in a batch of random games, which take microseconds
// each, so that handing them out one by one would be felt. Other games take their time,
// and a hook is to be called before the next game counts: these go one by one.
const bigBatch = 256

func (l *lab) batchSize() int {
	slow := func(s side) bool { return !s.random }
	if slices.ContainsFunc(l.sides, slow) || l.OnGame != nil || l.OnRecord != nil {
		return 1
	}
	return max(1, min(bigBatch, l.Games/(8*l.Workers)))
}

// add adds the next games to the totals and tells the hooks.
func (l *lab) add(games int, s *labSum, err error) error {
	if l.OnRecord != nil && err == nil {
		err = l.OnRecord(s.record)
	}
	if l.OnGame != nil && err == nil {
		err = l.OnGame(s.result)
	}
	if err != nil && (l.OnGame != nil || l.OnRecord != nil) {
		return err // no game counts that its hook has not seen
	}
	for i := range s.counts {
		l.totals.counts[i].plus(&s.counts[i])
	}
	for i := range s.pairs {
		l.totals.pairs[i].plus(&s.pairs[i])
	}
	l.done += games
	if l.OnProgress != nil {
		l.OnProgress(l.done, l.Games)
	}
	return err
}

// report returns what has been counted for a side.
func (l *lab) report(i int) Report {
	s := &l.sides[i]
	r := Report{variant: s.Variant, players: s.Players, bots: s.names(), seed: l.Seed, versions: joinVersions([]string{libraryVersion()}), counts: &l.totals.counts[i]}
	if l.done > 0 {
		r.ranges = []GameRange{{First: l.First, Games: uint64(l.done)}}
	}
	return r
}

// A worker plays games one after the other.
type worker struct {
	*lab
	tallies []tally // of the game being played, by side
	record  Record  // likewise, if records are wanted
	deals   stream
	chances [MaxPlayers]stream
}

func newWorker(l *lab) *worker { return &worker{lab: l, tallies: make([]tally, len(l.sides))} }

// playGame plays a game by all sides.
func (w *worker) playGame(ctx context.Context, number uint64, sum *labSum) error {
	for i := range w.sides {
		if err := w.play(ctx, &w.sides[i], &w.tallies[i], number); err != nil {
			return err
		}
	}
	for i := range w.sides {
		w.tallies[i].addTo(&sum.counts[i])
	}
	for i := range sum.pairs {
		sum.pairs[i].addGame(&w.tallies[0], &w.tallies[i+1])
	}
	if w.OnGame != nil {
		sum.result = w.tallies[0].game
	}
	sum.record = w.record
	return nil
}

// play plays one game by a side, into a tally.
func (w *worker) play(ctx context.Context, s *side, t *tally, game uint64) error {
	g := s.starts[game%uint64(s.Players)]
	t.begin(&g, game)
	if s.random && w.seatRandomBots(s, game) {
		w.playRandom(s, t, &g, game)
	} else if err := w.playBots(ctx, s, t, &g, game); err != nil {
		return err
	}
	t.end(&g)
	return nil
}

// playBots has the bots play a game to its end.
func (w *worker) playBots(ctx context.Context, s *side, t *tally, g *Game, game uint64) error {
	d := driver{match: &match{start: *g, bots: s.Bots, seed: s.Seed, number: game, limit: s.MoveLimit}, tally: t}
	err := d.run(ctx, Record{})
	*g, w.record = d.game, d.played()
	return err
}

// seatRandomBots makes the bots of a game and reports whether all are random bots. If
// not, and if a maker panics, it is for playBots to make them.
func (w *worker) seatRandomBots(s *side, game uint64) (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	for i, maker := range s.Bots {
		src := &w.chances[i]
		*src = newStream(s.Seed, game, Seat(i))
		bot := maker.New(src)
		if random, ok := bot.(randomBot); !ok || random.src != rand.Source(src) {
			if c, ok := bot.(io.Closer); ok {
				c.Close()
			}
			return false
		}
	}
	return true
}

// playRandom is playBots for random bots, which draw the same numbers and make the
// same moves, without views and checks.
func (w *worker) playRandom(s *side, t *tally, g *Game, game uint64) {
	w.deals = newStream(s.Seed, game, NoSeat)
	if w.OnRecord != nil {
		w.record, _ = NewRecord(*g, s.names()...) // cannot fail: settle has tried
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
			card, choices := g.may.Lowest(), g.may.Len()
			if choices > 1 { // as a randomBot does
				card = pick(g.may, &w.chances[g.turn&7])
			}
			g.put(card)
			t.played(g, choices)
		}
	}
	w.record.now = *g // the rest of the last round follows from its end
}
