package foppen

import (
	"context"
	"io"
	"math/rand/v2"
	"slices"
)

// A Table is a game with those who play it: a Record, who of them is a person and who a
// bot, and what is waited for. It is what an app drives. The app calls Step as long as
// CanStep says so, with as much time between two steps as its users like to have, then
// gets the choice of the Person and makes it with Apply. All time is the app's: a Table
// looks at no clock and starts no goroutine.
//
// A Table is an immutable value: its methods return the next one and leave the old one
// as it was. It knows all hands. What goes to a seat is View, and events that have been
// through Redact.
//
// To store a Table, store its Record; NewTable goes on from there.
//
// The zero Table is one of the zero Record: it waits for nobody.
type Table struct {
	record  Record
	seating *seating // never changes
	away    Seats
	seen    int // up to this many moves a finished trick is no longer held
}

// A seating is what a table was made with.
type seating struct {
	bots     [MaxPlayers]BotMaker // of the seats that are persons', the stand-in
	persons  Seats
	freeUndo bool
}

// A TableConfig says who sits at a Table. In the zero value all are persons.
type TableConfig struct {
	// Bots makes the bots by seat. A seat is a person's if its maker is the zero BotMaker
	// or if the list is too short for it.
	//
	// A bot is made afresh for every move, with a source of its own. So tables with one
	// past have one future, and no bot remembers what has been taken back. A bot that
	// remembers, or takes long to start, is asked by the app: see Apply.
	Bots []BotMaker
	// StandIn makes the bot that plays for persons who are away. The zero value is greedy.
	StandIn BotMaker
	// FreeUndo lets a person who plays with bots alone take back any choice, whatever
	// has been seen since.
	FreeUndo bool
}

// NewTable returns a table that goes on with the game of a record. Nobody is away. It
// refuses the zero Record, bots for more seats than there are, a maker with a name but
// no bot, and FreeUndo where several persons play, with an *ArgError.
func NewTable(r Record, c TableConfig) (Table, error) {
	players := r.Game().Players()
	s := seating{freeUndo: c.FreeUndo}
	switch {
	case r.Game().Phase() == NoPhase:
		return Table{}, &ArgError{Field: "record", Problem: "is the zero Record, want one made by NewRecord"}
	case len(c.Bots) > players:
		return Table{}, &ArgError{Field: "Bots", Problem: "are " + itoa(len(c.Bots)) + " for " + itoa(players) + " players"}
	}
	standIn := c.StandIn
	if standIn.New == nil {
		standIn = BotMaker{"greedy", func(rand.Source) Bot { return NewGreedyBot() }}
	}
	for i := range players {
		switch {
		case i >= len(c.Bots) || c.Bots[i].New == nil && c.Bots[i].Name == "":
			s.bots[i] = standIn
			s.persons = s.persons.With(Seat(i))
		case c.Bots[i].New == nil:
			return Table{}, &ArgError{Field: "Bots[" + itoa(i) + "]", Problem: "has a name, but makes no bot"}
		default:
			s.bots[i] = c.Bots[i]
		}
	}
	if s.freeUndo && s.persons.Len() > 1 {
		return Table{}, &ArgError{Field: "FreeUndo", Problem: "is for one person, not for " + itoa(s.persons.Len())}
	}
	return Table{record: r, seating: &s}, nil
}

// Record returns the game so far.
func (t Table) Record() Record { return t.record }

// View returns what the seat may know, and so what it may do: see View.Legal and
// View.Verdicts. For NoSeat it is what a spectator may know.
func (t Table) View(seat Seat) View { return t.record.Game().View(seat) }

// Persons returns the seats that are persons', those who are away included.
func (t Table) Persons() Seats {
	if t.seating == nil {
		return 0
	}
	return t.seating.persons
}

// Away returns the persons for whom a bot plays: see Leave.
func (t Table) Away() Seats { return t.away }

// Person returns the seat of the person who is to act, also while a trick is held, or
// NoSeat if a deal, a bot or nobody is waited for.
func (t Table) Person() Seat {
	if turn := t.record.Game().Turn(); t.Persons().Has(turn) && !t.away.Has(turn) {
		return turn
	}
	return NoSeat
}

// Held reports whether the last move has finished a trick that is still to be looked
// at: View.LastTrick. It lies on the table until the next Step or Apply, and nothing is
// played by bots or dealt before that.
func (t Table) Held() bool {
	g := t.record.Game()
	return t.record.Len() > t.seen && g.Phase() != BetPhase && g.Trick().Len() == 0 && g.LastTrick().Len() > 0
}

// CanStep reports whether the table can go on without a person: to take away a trick
// that is held, to deal, or to let a bot act.
func (t Table) CanStep() bool {
	switch t.record.Game().Phase() {
	case DealPhase:
		return true
	case BetPhase, PlayPhase:
		return t.Held() || t.Person() == NoSeat
	}
	return false
}

// Step does the next thing for which no person is needed. A trick that is held is taken
// away, without an event. Else a deal is made with the source, or the bot whose turn it
// is makes one move and draws from it. A nil source is a fresh one; from that of Source
// come the same moves again. The events are all seats': see Redact.
//
// Where CanStep is false the table stays as it is, with a *MoveError. What a bot does
// wrong is a *BotError with the record; then too the table stays as it is, and the app
// can make another move for the seat with Apply.
func (t Table) Step(src rand.Source) (Table, []Event, error) {
	g := t.record.Game()
	switch {
	case t.CanStep() && t.Held():
		t.seen = t.record.Len()
		return t, nil, nil
	case g.Phase() == DealPhase:
		return t.make(g.Shuffle(src))
	case !t.CanStep():
		return t, nil, g.Check(nil)
	}
	move, err := t.ask(g.Turn(), freshSource(src))
	if err != nil {
		return t, nil, err
	}
	return t.make(move)
}

// ask makes a bot for the seat and asks it for its move.
func (t *Table) ask(seat Seat, src rand.Source) (Move, error) {
	maker := t.seating.bots[seat]
	view := t.View(seat)
	var move Move
	err := await(context.Background(), func() error { return askFault(view, exit()) }, func() (err error) {
		bot := &madeBot{maker: maker, src: src}
		defer bot.close()
		move, err = AskBot(bot, view)
		return err
	})
	if e, ok := err.(*BotError); ok {
		e.Bot, e.Record = maker.Name, t.record
	}
	return move, err
}

// A madeBot makes its bot when it is asked, so that a panic of the maker is caught as one
// of the bot.
type madeBot struct {
	maker BotMaker
	src   rand.Source
	Bot
}

func (b *madeBot) Choose(v View) Card {
	b.Bot = b.maker.New(b.src)
	return b.Bot.Choose(v)
}

func (b *madeBot) Bet(v View) bool {
	b.Bot = b.maker.New(b.src)
	bettor, ok := b.Bot.(Bettor)
	return ok && bettor.Bet(v)
}

func (b *madeBot) Err() error { return failure(b.Bot) }

func (b *madeBot) close() {
	if c, ok := b.Bot.(io.Closer); ok {
		call(c.Close)
	}
}

// Source returns the random source for the next Step of a table that is played by a
// seed. The source of a deal depends on seed and round alone, whatever has been played
// and taken back, so that nobody gets other cards by starting again. That of a bot's
// move depends on the number of moves, too. Whoever knows the seed knows all deals: draw
// 64 random bits, and keep them to yourself.
func (t Table) Source(seed uint64) rand.Source {
	g := t.record.Game()
	if g.Phase() == DealPhase {
		return SeedSource(seed, uint64(g.Round()), NoSeat)
	}
	return SeedSource(seed, uint64(t.record.Len()), g.Turn())
}

// Apply makes a move: the choice of a person, a Deal from outside, or the move of a bot
// that the app has asked itself. It is for the app to find out whether the move comes
// from whom it says. A person for whom a move is made is no longer away. The events are
// all seats': see Redact. A move that the rules do not allow leaves the table as it is,
// with a *MoveError.
func (t Table) Apply(m Move) (Table, []Event, error) {
	next, events, err := t.make(m)
	if err == nil {
		next.away = next.away.Without(m.Mover())
	}
	return next, events, err
}

func (t Table) make(m Move) (Table, []Event, error) {
	var events []Event
	var err error
	t.record, events, err = t.record.Apply(m)
	return t, events, err
}

// Undo takes back the last choice of a person, with what bots have done since. Nobody may
// have learned anything by it or since: a bet can be taken back until the bets are
// revealed or another person has answered; a card until the next one is played or the
// round is scored, and only if no other person has seen it. With TableConfig.FreeUndo all
// this does not matter. What cannot be taken back leaves the table as it is, with an
// *ArgError that says why.
func (t Table) Undo(seat Seat) (Table, error) {
	moves := slices.Collect(t.record.Moves())
	last := len(moves) - 1
	for last >= 0 && moves[last].Mover() != seat {
		last--
	}
	problem := ""
	switch {
	case !t.Persons().Has(seat):
		problem = seat.String() + " is not a person's"
	case last < 0:
		problem = seat.String() + " has not chosen anything yet"
	case !t.seating.freeUndo:
		problem = t.learned(moves[last:])
	}
	if problem != "" {
		return t, &ArgError{Field: "seat", Problem: problem}
	}
	t.record, t.seen = t.record.Prefix(last), last
	return t, nil
}

// learned says what somebody has learned by the moves, the choice of a person and all
// since; "" if nobody has learned anything.
func (t *Table) learned(moves []Move) string {
	_, isBet := moves[0].(Bet)
	others := t.seating.persons.Without(moves[0].Mover())
	switch phase := t.record.Game().Phase(); {
	case isBet && phase != BetPhase:
		return "the bets have been revealed"
	case isBet && slices.ContainsFunc(moves, func(m Move) bool { return others.Has(m.Mover()) }):
		return "another person has answered since"
	case isBet:
		return ""
	case phase != PlayPhase:
		return "the round has been scored"
	case len(moves) > 1:
		return "other cards have been played since"
	case !others.IsEmpty():
		return "other persons have seen the card"
	}
	return ""
}

// Leave hands the turns of a person to a bot, from the next Step on: of somebody who is
// late, or who has gone. For other seats it changes nothing.
func (t Table) Leave(seat Seat) Table {
	if t.Persons().Has(seat) {
		t.away = t.away.With(seat)
	}
	return t
}

// Return gives a person the seat back, from the next turn on, and at once if the bot
// has not played yet. For other seats it changes nothing.
func (t Table) Return(seat Seat) Table {
	t.away = t.away.Without(seat)
	return t
}
