package foppen

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"
)

// PlayGame has bots play one game to its end and returns its record, with the names of
// the bots. From the zero Record it plays the game of number First, as Simulate does.
// Any other record it goes on with: a new one of any game, or one that stopped on its
// way.
//
// A game that goes on is the one that was not stopped, if the seed, the number and the bots
// are the same: the bots are asked for the moves of the record, too, so that their
// sources and memories are where they were. What they answer there does not matter, since the
// record stands. A record whose cards are not those that the seed deals is refused with an
// *ArgError.
//
// Of the config it takes Variant, Players, Bots, Seed, First and MoveLimit; the record
// decides the first two if there is one. OnGame and OnRecord must be nil.
//
// PlayGame stops with a *BotError when a bot does what no player may do, and with the
// context's error soon after the context is done. The record then ends before the move
// that is missing. Without a MoveLimit and a context that ends, a bot that never answers
// keeps PlayGame waiting for ever.
func PlayGame(ctx context.Context, start Record, c SimConfig) (Record, error) {
	if start.head != nil {
		c.Variant, c.Players = start.head.start.Variant(), start.head.start.Players()
	}
	c.Games = 1
	if err := c.settle(); err != nil {
		return start, err
	}
	if err := c.refuseHooks("which play one game"); err != nil {
		return start, err
	}
	m := c.match(c.First)
	if start.head != nil {
		m.start = start.head.start
	}
	return m.play(ctx, start)
}

// A match is one game that bots play, and all that decides it.
type match struct {
	start  Game // before the first deal
	bots   []BotMaker
	seed   uint64
	number uint64
	limit  time.Duration // for a move, 0 for none
}

// play plays the match and returns its record, going on where it stopped unless the
// record is zero.
func (m *match) play(ctx context.Context, stopped Record) (Record, error) {
	d := &driver{match: m}
	err := await(ctx, d.exited, func() error { return d.run(ctx, stopped) })
	d.Lock()
	defer d.Unlock()
	d.left = true
	if d.played().Len() < stopped.Len() {
		return stopped, err
	}
	return d.played(), err
}

// await calls f, which asks bots, in a goroutine of its own, and waits for it, but not for
// bots that do not answer when the context is done. If a bot ends the goroutine, the error
// is what exited returns.
func await(ctx context.Context, exited, f func() error) error {
	result := make(chan error, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		returned := false
		defer func() {
			if !returned {
				result <- exited()
			}
		}()
		err := f()
		returned = true
		result <- err
	}()
	if !wait(ctx, done) {
		return ctx.Err()
	}
	return <-result
}

// fault returns the error of what the bot at the seat has done, in a game of the match.
func (m *match) fault(s Seat, a answer) *BotError {
	e := &BotError{
		Fault: a.fault, Seat: s, Seed: m.seed, Number: m.number, Detail: a.detail, Stack: a.stack, err: a.err,
		table: cmp.Or(m.start.Variant().Name(), "custom variant") + ", " + itoa(m.start.Players()) + " players",
	}
	if s >= 0 && int(s) < len(m.bots) {
		e.Bot = m.bots[s].Name
	}
	return e
}

// exited returns the error of a bot that has ended the goroutine in which it was asked,
// where it is not known which.
func (m *match) exited() *BotError { return m.fault(NoSeat, exit()) }

func exit() answer {
	return answer{fault: ErrBotSilent, detail: "ended the goroutine in which it was asked"}
}

// A driver plays one match move by move. It is what games, tournaments, checks and
// simulations have in common.
//
// A driver is locked while it works and unlocked while it waits for a bot, so that
// whoever does not want to wait any more can take its record and leave.
type driver struct {
	*match
	sync.Mutex
	left   bool // Nobody waits: it is to touch nothing any more.
	game   Game
	bots   [MaxPlayers]Bot
	told   Seats // the seats of bots that are told events
	deals  stream
	record Record // up to the position before the last deal and with that deal
	tally  *tally // counts the game, if it is to be counted
}

// run plays the match to its end. What has been played when it was stopped is played
// again.
func (d *driver) run(ctx context.Context, stopped Record) (err error) {
	defer d.close(&err)
	d.Lock()
	defer d.Unlock()
	if err := d.begin(ctx, stopped.Names()); err != nil {
		return err
	}
	if stopped.Len() > 0 { // or else the loop would allocate for nothing
		for m := range stopped.Moves() {
			if err := d.step(ctx, m); err != nil {
				return err
			}
		}
	}
	for !d.over() {
		if err := d.step(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// begin seats the bots and begins the record. Without names it takes those of the bots.
func (d *driver) begin(ctx context.Context, names []string) (err error) {
	if len(names) == 0 {
		for _, maker := range d.match.bots {
			names = append(names, maker.Name)
		}
	}
	d.game = d.start
	d.deals = newStream(d.seed, d.number, NoSeat)
	if d.record, err = NewRecord(d.start, names...); err != nil {
		return err
	}
	for i := range d.match.bots {
		a, err := d.seat(ctx, i)
		if err != nil {
			return err
		}
		if d.bots[i] = a.bot; a.fault != BotFine {
			return d.blame(Seat(i), a)
		}
		if _, ok := a.bot.(Observer); ok {
			d.told = d.told.With(Seat(i))
		}
	}
	return nil
}

// close closes the bots. What one of them does wrong then is the error, if there is none
// yet. Every bot is closed, also if closing another one ends the goroutine.
func (d *driver) close(err *error) {
	for i := range d.match.bots {
		if c, ok := d.bots[i].(io.Closer); ok {
			defer d.closeBot(Seat(i), c, err)
		}
	}
}

// closeBot closes one bot, whatever the context says.
func (d *driver) closeBot(s Seat, c io.Closer, err *error) {
	d.bots[s] = nil
	a, _ := d.inTime(context.Background(), s, func(context.Context) answer { return call(c.Close) })
	if a.fault == BotFine || *err != nil {
		return
	}
	d.Lock()
	defer d.Unlock()
	*err = d.blame(s, a)
}

// seat makes the bot of a seat.
func (d *driver) seat(ctx context.Context, i int) (a answer, err error) {
	d.Unlock()
	defer d.lockAgain(&err)
	maker, src := d.match.bots[i], newStream(d.seed, d.number, Seat(i))
	if d.limit > 0 {
		return d.inTime(ctx, Seat(i), func(context.Context) answer { return maker.bot(&src) })
	}
	return maker.bot(&src), nil
}

// bot makes a bot and recovers the panics of the maker.
func (m BotMaker) bot(src rand.Source) (a answer) {
	defer a.recover()
	if m.New != nil {
		a.bot = m.New(src)
	}
	if a.bot == nil {
		a.fault = ErrBotMissing
	}
	return a
}

// over reports whether there is nothing left to do.
func (d *driver) over() bool { return d.game.phase == OverPhase }

// played returns the record of all moves so far.
func (d *driver) played() Record {
	r := d.record
	if r.head != nil {
		r.now = d.game // The rest of the round follows from its last position.
	}
	return r
}

// blame returns the error of what the bot at the seat has done, with the record.
func (d *driver) blame(s Seat, a answer) error {
	e := d.fault(s, a)
	e.Record = d.played()
	return e
}

// exited returns the error when the bot to move has ended the goroutine.
func (d *driver) exited() error {
	d.Lock()
	defer d.Unlock()
	s := NoSeat // while the bots are made
	if d.game.phase == BetPhase || d.game.phase == PlayPhase {
		s = d.game.turn
	}
	return d.blame(s, exit())
}

// step makes the next move: a deal, a bet or a card. If the move has been made before, it
// is made again, whatever the bot answers now.
func (d *driver) step(ctx context.Context, made Move) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if d.game.phase == DealPhase {
		return d.deal(ctx, made)
	}
	s, phase := d.game.turn, d.game.phase
	a, err := d.ask(ctx, d.game.View(s))
	if err != nil {
		return err
	}
	switch m := made.(type) {
	case Bet:
		a.bet = m.Bet
	case Play:
		a.card = m.Card
	}
	before, choices := d.game.moment(), d.game.may.Len()
	switch {
	case a.fault != BotFine:
	case phase == BetPhase:
		d.game.bet(Bet{s, a.bet})
	default:
		a.check(d.game.play(a.card))
	}
	if d.tally != nil && phase == PlayPhase && a.fault == BotFine {
		d.tally.played(&d.game, choices)
	}
	switch {
	case a.fault != BotFine && ctx.Err() != nil:
		return ctx.Err() // It may be why the bot has not answered.
	case a.fault != BotFine:
		return d.blame(s, a)
	case d.told == 0:
		return nil
	case phase == BetPhase:
		return d.tell(ctx, d.game.betEvents(nil, Bet{s, a.bet}))
	}
	return d.tell(ctx, d.game.playEvents(nil, before, Play{s, a.card}))
}

// tell tells the bots that want to know what a move has made happen.
func (d *driver) tell(ctx context.Context, events []Event) error {
	for s := range d.told.All() {
		a, err := d.observe(ctx, s, RedactAll(events, s))
		if err != nil {
			return err
		}
		if a.fault != BotFine {
			return d.blame(s, a)
		}
	}
	return nil
}

// observe tells one bot.
func (d *driver) observe(ctx context.Context, s Seat, events []Event) (a answer, err error) {
	d.Unlock()
	defer d.lockAgain(&err)
	bot := d.bots[s]
	return d.inTime(ctx, s, func(context.Context) answer {
		return call(func() error { bot.(Observer).Observe(events); return failure(bot) })
	})
}

// deal deals the next round.
func (d *driver) deal(ctx context.Context, made Move) error {
	deal := d.game.Shuffle(&d.deals)
	if made != nil && made != Move(deal) {
		return &ArgError{Field: "start", Problem: fmt.Sprintf("round %d has other cards than seed %d deals in game %d", d.game.Round()+1, d.seed, d.number)}
	}
	d.record = d.played()
	d.record.add(deal) // cannot fail: it is a deal of this game
	d.game.deal(&deal)
	if d.told == 0 {
		return nil
	}
	return d.tell(ctx, d.game.dealEvents(nil))
}

// ask asks the bot of the view's seat.
func (d *driver) ask(ctx context.Context, v View) (a answer, err error) {
	d.Unlock()
	defer d.lockAgain(&err)
	if d.limit > 0 {
		return d.askInTime(ctx, v)
	}
	return ask(ctx, d.bots[v.seat], v), nil
}

// lockAgain locks the driver after a bot has answered. If nobody waits for the answer any
// more, that is the error.
func (d *driver) lockAgain(err *error) {
	d.Lock()
	if d.left {
		*err = context.Canceled
	}
}

// askInTime is apart from ask so that a view goes on the heap only here.
func (d *driver) askInTime(ctx context.Context, v View) (answer, error) {
	bot := d.bots[v.seat]
	return d.inTime(ctx, v.seat, func(ctx context.Context) answer { return ask(ctx, bot, v) })
}

// inTime calls f, which calls the bot at the seat or its maker. With a limit it does so in
// a goroutine of its own: nothing can stop a bot that does not return, but the game need
// not wait for it. Such a bot is closed when it does return.
func (d *driver) inTime(ctx context.Context, s Seat, f func(context.Context) answer) (answer, error) {
	if d.limit <= 0 {
		return f(ctx), nil
	}
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	answers := make(chan answer, 1)
	go func() {
		a := exit()
		defer func() { answers <- a }()
		a = f(asking)
	}()
	late := time.NewTimer(d.limit)
	defer late.Stop()
	select {
	case a := <-answers:
		return a, nil
	case <-late.C:
		d.abandon(s, answers)
		return answer{fault: ErrBotSlow, detail: "more than " + d.limit.String()}, nil
	case <-ctx.Done():
		d.abandon(s, answers)
		return answer{}, ctx.Err()
	}
}

// abandon leaves a bot to itself until it answers.
func (d *driver) abandon(s Seat, answers <-chan answer) {
	bot := d.bots[s]
	d.bots[s] = nil
	go func() {
		if made := (<-answers).bot; made != nil {
			bot = made
		}
		if c, ok := bot.(io.Closer); ok {
			call(c.Close)
		}
	}()
}
