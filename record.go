package foppen

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxNameLen is how long the name of a seat in a Record may be, in bytes.
const MaxNameLen = 64

// A Record is a game from before its first deal up to some position: who sat there,
// the cards dealt and every move. It is an immutable value that is built while
// playing: Apply and Append return a longer record and leave the old one as it was, so
// that undo is keeping the old record, and two continuations of one record do not
// disturb each other. A move takes the same short time however long the record is.
// Records can be shared by goroutines; compare them with Equal.
//
// Every Record is a game played by the rules: Apply and Append refuse what the rules
// do not allow, and reading a stored record replays it and compares its result.
//
// Store one with WriteTo and read it with json.Unmarshal of the whole file, or several in
// one file with ReadRecords. Either way what has been read is verified.
//
// A Record holds all hands. What one seat saw is a SeatRecord: see For.
//
// The zero Record is one of the zero Game: it has no moves and takes none.
type Record struct {
	_      [0]func() // == would compare pointers
	head   *recordHead
	rounds *recordRound // the rounds that have been dealt, the newest first
	game   Game         // the position after the last move
}

// A recordHead is what stands before the moves.
type recordHead struct {
	start Game     // before the first deal
	names []string // by seat, or none
}

// A recordRound begins a round. A Game holds the bets and plays of its round, also
// after the round until the next deal; so all that a record has to keep is the
// position before each deal, and the deal.
type recordRound struct {
	prev   *recordRound
	before Game
	deal   Deal
	first  int // how many moves the record has before the deal
}

// NewRecord returns a record without moves of a game that waits for its first deal.
// The names of the seats, one for each or none at all, say who played, such as
// "greedy"; each is valid UTF-8 of at most MaxNameLen bytes. It refuses everything
// else with an *ArgError.
func NewRecord(g Game, names ...string) (Record, error) {
	switch {
	case g.phase == NoPhase:
		return Record{}, &ArgError{Field: "game", Problem: "the zero Game, want one made by New"}
	case g.round > 0:
		return Record{}, &ArgError{Field: "game", Problem: "has been dealt, want one that waits for its first deal"}
	case len(names) != 0 && len(names) != g.Players():
		return Record{}, &ArgError{Field: "names", Problem: "have " + itoa(len(names)) + " for " + itoa(g.Players()) + " seats, want one for each or none at all"}
	}
	for i, name := range names {
		if problem := nameProblem(name); problem != "" {
			return Record{}, &ArgError{Field: "names[" + itoa(i) + "]", Problem: problem}
		}
	}
	return Record{head: &recordHead{start: g, names: slices.Clone(names)}, game: g}, nil
}

// nameProblem says why a name cannot be that of a seat, "" if it can.
func nameProblem(name string) string {
	switch {
	case len(name) > MaxNameLen:
		return "has " + itoa(len(name)) + " bytes, want at most " + itoa(MaxNameLen)
	case !utf8.ValidString(name):
		return "is not valid UTF-8"
	}
	return ""
}

// Apply makes a move: it returns the record with one more move and what happened, as
// Game.Apply does for a game. A move that the rules do not allow returns the unchanged
// record, no events and a *MoveError. The events are in a new slice; those of a Deal
// and a Bet hold secrets: see Redact.
func (r Record) Apply(m Move) (Record, []Event, error) {
	next := r
	events, err := next.game.apply(nil, m)
	if d, ok := m.(Deal); ok && err == nil {
		next.rounds = r.round(d)
	}
	return next, events, err
}

// Append returns the record with one more move. It is Apply without events: for games
// that nobody watches, such as those read from a file. A move that the rules do not
// allow returns the unchanged record and a *MoveError.
func (r Record) Append(m Move) (Record, error) {
	err := r.add(m)
	return r, err
}

func (r *Record) add(m Move) error {
	if err := r.game.Check(m); err != nil {
		return err
	}
	switch m := m.(type) {
	case Deal:
		r.rounds = r.round(m)
		r.game.deal(&m)
	case Bet:
		r.game.bet(m)
	case Play:
		r.game.put(m.Card)
	}
	return nil
}

// round returns the round that a deal begins.
func (r *Record) round(d Deal) *recordRound {
	return &recordRound{prev: r.rounds, before: r.game, deal: d, first: r.Len()}
}

// Game returns the position after the last move.
func (r Record) Game() Game { return r.game }

// Names returns the names of the seats in a new slice, empty if the record has
// none.
func (r Record) Names() []string {
	if r.head == nil {
		return []string{}
	}
	return append([]string{}, r.head.names...)
}

// Result returns the standings at the end of the game, the zero Standings while it
// is not over.
func (r Record) Result() Standings {
	if r.game.phase != OverPhase {
		return Standings{}
	}
	return r.game.Standings()
}

// Len returns the number of moves: deals, bets and plays.
func (r Record) Len() int {
	if r.rounds == nil {
		return 0
	}
	return r.rounds.first + r.game.roundMoves()
}

// roundMoves returns how many moves the round has, its deal among them.
func (g *Game) roundMoves() int { return 1 + g.answered() + int(g.n) }

// answered returns how many seats have answered whether they bet.
func (g *Game) answered() int {
	if !g.betting {
		return 0
	}
	if g.phase == BetPhase {
		return int(g.players) - g.todo.Len()
	}
	return int(g.players)
}

// Moves walks through the moves.
func (r Record) Moves() iter.Seq[Move] { return r.movesFrom(0) }

// movesFrom walks through the moves after the first n.
func (r Record) movesFrom(n int) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		rounds := r.list(n)
		if len(rounds) == 0 {
			return
		}
		skip := n - rounds[0].first
		for _, round := range rounds {
			for m := range round.moves() {
				if skip--; skip < 0 && !yield(m) {
					return
				}
			}
		}
	}
}

// A playedRound is a round with the position of its last move in the record.
type playedRound struct {
	*recordRound
	end *Game
}

// list returns the rounds, the first first, from that of the move on that follows the
// first n: for 0 all rounds.
func (r *Record) list(n int) []playedRound {
	var rounds []playedRound
	end := &r.game
	for round := r.rounds; round != nil; round = round.prev {
		rounds = append(rounds, playedRound{round, end})
		if round.first <= n {
			break
		}
		end = &round.before
	}
	slices.Reverse(rounds)
	return rounds
}

// moves walks through the moves of a round.
func (round playedRound) moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		end := round.end
		if !yield(round.deal) {
			return
		}
		s := end.first
		for range end.answered() {
			if !yield(Bet{s, end.bets.Has(s)}) {
				return
			}
			s = end.seats().after(s)
		}
		for s, c := range end.plays() {
			if !yield(Play{s, c}) {
				return
			}
		}
	}
}

// plays walks through the plays of the round.
func (g *Game) plays() iter.Seq2[Seat, Card] {
	return func(yield func(Seat, Card) bool) {
		more := true
		each := func(trick Trick, _ Seats) {
			for s, c := range trick.All() {
				more = more && yield(s, c)
			}
		}
		g.eachTrick(each)
		each(g.Trick(), 0)
	}
}

// All walks through the game: the position after each move, and what the move has
// made happen. The position before the first move is At(0).
func (r Record) All() iter.Seq2[Game, []Event] { return r.From(0) }

// From walks as All does, but without the first n moves: it begins with the position
// after move n+1, counted from 1, and what that move has made happen. It is what has
// been missed by somebody who knows n moves. For n of 0 or less it is All; for n of
// Len or more it is empty. To begin in the middle takes no longer than to play one
// round, however many rounds are before it.
func (r Record) From(n int) iter.Seq2[Game, []Event] {
	n = max(n, 0)
	return func(yield func(Game, []Event) bool) {
		g := r.At(n)
		for m := range r.movesFrom(n) {
			next, events, _ := g.Apply(m)
			if !yield(next, events) {
				return
			}
			g = next
		}
	}
}

// At returns the position after n moves, from 0 to Len; the zero Game for other
// numbers.
func (r Record) At(n int) Game { return r.Prefix(n).game }

// Prefix returns the record of the first n moves, from 0 to Len; the zero Record
// for other numbers.
func (r Record) Prefix(n int) Record {
	if n < 0 || n > r.Len() || r.head == nil {
		return Record{}
	}
	round, end := r.rounds, &r.game
	for round != nil && n <= round.first {
		round, end = round.prev, &round.before
	}
	if round == nil {
		return Record{head: r.head, game: r.head.start}
	}
	prefix := Record{head: r.head, rounds: round, game: *end}
	if n == prefix.Len() {
		return prefix
	}
	prefix.rounds, prefix.game = round.prev, round.before
	for m := range (playedRound{round, end}).moves() {
		if prefix.Len() == n {
			break
		}
		prefix.add(m) // cannot fail: it is part of a record
	}
	return prefix
}

// Equal reports whether both are records of the same game, with the same names and
// moves.
func (r Record) Equal(other Record) bool {
	if r.head == nil || other.head == nil {
		return r.head == other.head
	}
	if r.head.start != other.head.start || !slices.Equal(r.head.names, other.head.names) || r.game != other.game {
		return false
	}
	a, b := r.rounds, other.rounds
	for a != b {
		if a == nil || b == nil || a.before != b.before || a.deal != b.deal {
			return false
		}
		a, b = a.prev, b.prev
	}
	return true
}

// A RecordError says where a stored record is at fault for the first time, and why.
// Numbers count from 1; 0 says that the number does not apply.
type RecordError struct {
	Line   int    // Line is the line of the stream from which the record was read.
	Number int    // Number is the number of the record in that stream, records at fault counted too.
	Round  int    // Round is the number of the round in the game.
	Trick  int    // Trick is the number of the trick in the round.
	Move   int    // Move is the number of the move in the record.
	Rule   string // Rule is the number of the rule that is broken, such as "R3.4"; "" for a fault of form.
	Err    error  // Err is what is wrong, such as a *MoveError, *DecodeError, *ParseError or *VariantError.
}

// Error returns one line with the place, the fault and the rule.
func (e *RecordError) Error() string {
	var b strings.Builder
	b.WriteString("foppen: ")
	for _, place := range [...]struct {
		name string
		n    int
	}{{"line", e.Line}, {"game", e.Number}, {"round", e.Round}, {"trick", e.Trick}, {"move", e.Move}} {
		if place.n != 0 {
			b.WriteString(place.name + " " + itoa(place.n) + ": ")
		}
	}
	cause := "no fault"
	if e.Err != nil {
		cause = strings.TrimPrefix(e.Err.Error(), "foppen: ")
	}
	b.WriteString(cause)
	if e.Rule != "" && !strings.Contains(cause, e.Rule) {
		b.WriteString(" (" + e.Rule + ")")
	}
	return b.String()
}

// Unwrap returns Err for errors.Is and errors.As.
func (e *RecordError) Unwrap() error { return e.Err }

// fault returns the error of a move that cannot follow.
func (r *Record) fault(err error) *RecordError {
	e := &RecordError{Round: r.game.Round(), Move: r.Len() + 1, Rule: ruleOf(err), Err: err}
	switch r.game.phase {
	case DealPhase:
		e.Round++
	case PlayPhase:
		e.Trick = r.game.TrickNumber()
	}
	return e
}

// ruleOf returns the rule that an error names, "" if it names none.
func ruleOf(err error) string {
	if e := (*MoveError)(nil); errors.As(err, &e) {
		return e.Rule()
	}
	if e := (*FieldError)(nil); errors.As(err, &e) {
		return e.Rule
	}
	return ""
}
