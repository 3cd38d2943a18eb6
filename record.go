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
	_ [0]func() // == would compare pointers
	course[Game]
}

// A course is what records keep. A position holds the bets and plays of its round, also
// after the round until the next deal: so the positions before the deals and the last one
// tell all moves.
type course[P state[P]] struct {
	head   *recordHead[P]
	rounds *recordRound[P] // the rounds that have been dealt, the newest first
	now    P               // the position after the last move
}

// A state is a position: a Game or a View.
type state[P any] interface {
	comparable
	roundMoves() int                     // how many moves the round has
	replay(end *P) iter.Seq2[P, []Event] // walks to the end of the round, move by move
}

// A recordHead is what stands before the moves.
type recordHead[P any] struct {
	start P        // before the first deal
	names []string // by seat, or none
}

// A recordRound begins a round.
type recordRound[P any] struct {
	prev   *recordRound[P]
	before P   // the position before the deal
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
	}
	h, err := newCourse(g, g.Players(), names)
	return Record{course: h}, err
}

// newCourse returns a course without moves, or says what is wrong with the names.
func newCourse[P state[P]](start P, players int, names []string) (course[P], error) {
	if n := len(names); n != 0 && n != players {
		return course[P]{}, &ArgError{Field: "names", Problem: "have " + itoa(n) + " for " + itoa(players) + " seats, want one for each or none at all"}
	}
	for i, name := range names {
		problem := ""
		switch {
		case len(name) > MaxNameLen:
			problem = "has " + itoa(len(name)) + " bytes, want at most " + itoa(MaxNameLen)
		case !utf8.ValidString(name):
			problem = "is not valid UTF-8"
		default:
			continue
		}
		return course[P]{}, &ArgError{Field: "names[" + itoa(i) + "]", Problem: problem}
	}
	return course[P]{head: &recordHead[P]{start, slices.Clone(names)}, now: start}, nil
}

// Apply makes a move: it returns the record with one more move and what happened, as
// Game.Apply does for a game. A move that the rules do not allow returns the unchanged
// record, no events and a *MoveError. The events are in a new slice; those of a Deal
// and a Bet hold secrets: see Redact.
func (r Record) Apply(m Move) (Record, []Event, error) {
	next := r
	events, err := next.now.apply(nil, m)
	if _, ok := m.(Deal); ok && err == nil {
		next.rounds = r.newRound()
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
	if err := r.now.Check(m); err != nil {
		return err
	}
	if _, ok := m.(Deal); ok {
		r.rounds = r.newRound()
	}
	r.now.make(m)
	return nil
}

// Game returns the position after the last move.
func (r Record) Game() Game { return r.now }

// Names returns the names of the seats in a new slice, empty if the record has
// none.
func (r Record) Names() []string { return r.names() }

// Result returns the standings at the end of the game, the zero Standings while it
// is not over.
func (r Record) Result() Standings { return r.now.result() }

// result returns the standings at the end of a game.
func (t *public) result() Standings {
	if t.phase != OverPhase {
		return Standings{}
	}
	return t.Standings()
}

// Len returns the number of moves: deals, bets and plays.
func (r Record) Len() int { return r.len() }

// Moves walks through the moves.
func (r Record) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for _, end := range r.ends(0) {
			for _, m := range end.moves() {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// All walks through the game: the position after each move, and what the move has
// made happen. The position before the first move is At(0).
func (r Record) All() iter.Seq2[Game, []Event] { return r.from(0) }

// From walks as All does, but without the first n moves: it begins with the position
// after move n+1, counted from 1, and what that move has made happen. It is what has
// been missed by somebody who knows n moves. For n of 0 or less it is All; for n of
// Len or more it is empty. A walk that begins in the middle takes as long as playing one
// round, however many rounds are before it.
func (r Record) From(n int) iter.Seq2[Game, []Event] { return r.from(n) }

// At returns the position after n moves, from 0 to Len; the zero Game for other
// numbers.
func (r Record) At(n int) Game { return r.prefix(n).now }

// Prefix returns the record of the first n moves, from 0 to Len; the zero Record
// for other numbers.
func (r Record) Prefix(n int) Record { return Record{course: r.prefix(n)} }

// Equal reports whether both are records of the same game, with the same names and
// moves.
func (r Record) Equal(other Record) bool { return r.equal(&other.course) }

// replay makes the moves again that lead from g to the end of the round.
func (g Game) replay(end *Game) iter.Seq2[Game, []Event] {
	return func(yield func(Game, []Event) bool) {
		for _, m := range end.moves() {
			events, _ := g.apply(nil, m) // cannot fail: it was made before
			if !yield(g, events) {
				return
			}
		}
	}
}

// roundMoves returns how many moves the round has, its deal among them.
func (t public) roundMoves() int { return 1 + t.answered() + int(t.n) }

// answered returns how many seats have answered whether they bet.
func (t *public) answered() int {
	switch {
	case !t.betting:
		return 0
	case t.phase == BetPhase:
		return int(t.players) - t.todo.Len()
	}
	return int(t.players)
}

// newRound returns the round that a deal begins now.
func (h *course[P]) newRound() *recordRound[P] { return &recordRound[P]{h.rounds, h.now, h.len()} }

func (h *course[P]) len() int {
	if h.rounds == nil {
		return 0
	}
	return h.rounds.first + h.now.roundMoves()
}

func (h *course[P]) names() []string {
	if h.head == nil {
		return []string{}
	}
	return append([]string{}, h.head.names...)
}

// ends walks through the rounds, the first first, each with the last position of the
// record in it. It begins with the round of the move that follows the first n.
func (h *course[P]) ends(n int) iter.Seq2[*recordRound[P], *P] {
	type played struct {
		*recordRound[P]
		end *P
	}
	var rounds []played
	end := &h.now
	for round := h.rounds; round != nil; round = round.prev {
		rounds = append(rounds, played{round, end})
		if round.first <= n {
			break
		}
		end = &round.before
	}
	return func(yield func(*recordRound[P], *P) bool) {
		for _, p := range slices.Backward(rounds) {
			if !yield(p.recordRound, p.end) {
				return
			}
		}
	}
}

// from walks through the positions after each move but the first n.
func (h course[P]) from(n int) iter.Seq2[P, []Event] {
	return func(yield func(P, []Event) bool) {
		if n >= h.len() {
			return
		}
		for round, end := range h.ends(max(n, 0)) {
			at := round.first
			for p, events := range round.before.replay(end) {
				if at++; at > n && !yield(p, events) {
					return
				}
			}
		}
	}
}

// prefix returns the course of the first n moves, the zero course if there are fewer.
func (h course[P]) prefix(n int) course[P] {
	if n < 0 || n > h.len() || h.head == nil {
		return course[P]{}
	}
	if n == h.len() {
		return h
	}
	for p := range h.from(n - 1) {
		h.now = p
		break
	}
	for h.rounds != nil && n <= h.rounds.first {
		h.rounds = h.rounds.prev
	}
	if n == 0 {
		h.now = h.head.start
	}
	return h
}

// equal reports whether both have the same names and moves.
func (h *course[P]) equal(other *course[P]) bool {
	if h.head == nil || other.head == nil {
		return h.head == other.head
	}
	if !slices.Equal(h.head.names, other.head.names) || h.now != other.now {
		return false
	}
	a, b := h.rounds, other.rounds
	for a != b {
		if a == nil || b == nil || a.before != b.before {
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
	if rule := ruleText(e.Rule); e.Rule != "" && !strings.Contains(cause, rule) {
		b.WriteString(" " + rule)
	}
	return b.String()
}

// Unwrap returns Err for errors.Is and errors.As.
func (e *RecordError) Unwrap() error { return e.Err }

// fault returns the error of a move that cannot follow, the nth.
func (t *public) fault(n int, err error) *RecordError {
	e := &RecordError{Round: t.Round(), Move: n, Rule: ruleOf(err), Err: err}
	switch t.phase {
	case DealPhase:
		e.Round++
	case PlayPhase:
		e.Trick = t.TrickNumber()
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
	if e := (*EventError)(nil); errors.As(err, &e) {
		switch e.Event.(type) {
		case Dealt, Scored:
			return "R2.3"
		case CardPlayed:
			return "R3.1"
		}
	}
	return ""
}
