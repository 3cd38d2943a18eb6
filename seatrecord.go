package foppen

import "iter"

// A SeatRecord is what one seat has seen of a game, or what a spectator has: a
// record to send to players and to keep without secrets. The cards of others are in
// it once they have been played or, at the end of a round, laid open; bets once all
// are in. Whatever the hidden cards are, it is the same to the last byte, and there
// is no way from it to a Record or a Game. It is an immutable value, as a Record is;
// compare with Equal.
//
// Record.For makes one of a whole game. A client that follows a game makes one by
// NewSeatRecord and Append. A stored one is replayed when it is read, and refused unless
// hands exist with which the game could have gone that way.
//
// The zero SeatRecord is one of the zero Game.
type SeatRecord struct {
	_ [0]func() // == would compare pointers
	course[View]
}

// NewSeatRecord returns a record without moves of a game that waits for its first deal,
// as the seat of the view sees it: New(players).View(seat). The names are as those of
// NewRecord. It refuses everything else with an *ArgError.
func NewSeatRecord(v View, names ...string) (SeatRecord, error) {
	switch {
	case v.phase == NoPhase:
		return SeatRecord{}, &ArgError{Field: "view", Problem: "that of the zero Game, want one of a game made by New"}
	case v.round > 0:
		return SeatRecord{}, &ArgError{Field: "view", Problem: "has seen a deal, want one that waits for the first"}
	}
	h, err := newCourse(v, v.Players(), names)
	return SeatRecord{course: h}, err
}

// For returns what the seat has seen of the game. For NoSeat, and for seats that are
// not at the table, it is what a spectator has seen.
func (r Record) For(seat Seat) SeatRecord {
	if r.head == nil {
		return SeatRecord{}
	}
	s, _ := NewSeatRecord(r.head.start.View(seat), r.head.names...) // cannot fail: the record has begun so
	for round := range r.ends(0) {
		s.rounds = &recordRound[View]{s.rounds, round.before.View(seat), round.first}
	}
	s.now = r.now.View(seat)
	return s
}

// Append returns the record with the events of one more move, or of several, as the
// seat gets them from Redact. It takes them by View.Update: events that cannot follow
// return the unchanged record and an *EventError, and so does a move of which events are
// missing that show something: BetsRevealed after the last bet, Scored after a round.
func (s SeatRecord) Append(events ...Event) (SeatRecord, error) {
	next := s
	for _, e := range events {
		if err := next.add(e); err != nil {
			return s, err
		}
	}
	if next.now.between() {
		return s, &EventError{Want: next.now.waitsFor()}
	}
	return next, nil
}

func (s *SeatRecord) add(e Event) error {
	v := s.now
	if want := v.update(e); want != "" {
		return &EventError{Event: Redact(e, v.seat), Want: want}
	}
	if _, ok := e.(Dealt); ok {
		s.rounds = s.newRound()
	}
	s.now = v
	return nil
}

// Seat returns whose record it is, NoSeat for a spectator's.
func (s SeatRecord) Seat() Seat {
	if s.head == nil {
		return NoSeat
	}
	return s.now.seat
}

// View returns what the seat sees after the last move.
func (s SeatRecord) View() View { return s.At(s.Len()) }

// Names returns the names of the seats in a new slice, empty if the record has none.
func (s SeatRecord) Names() []string { return s.names() }

// Result returns the standings at the end of the game, the zero Standings while it
// is not over.
func (s SeatRecord) Result() Standings { return s.now.result() }

// Len returns the number of moves: deals, bets and plays.
func (s SeatRecord) Len() int { return s.len() }

// All walks through the game as the seat saw it: its view after each move, and what
// the move made happen, redacted. The view before the first move is At(0).
func (s SeatRecord) All() iter.Seq2[View, []Event] { return s.from(0) }

// From walks as All does, but without the first n moves, as Record.From does: for n of
// 0 or less it is All, for n of Len or more it is empty.
func (s SeatRecord) From(n int) iter.Seq2[View, []Event] { return s.from(n) }

// At returns what the seat saw after n moves, from 0 to Len; the zero Game's View
// for other numbers.
func (s SeatRecord) At(n int) View {
	h := s.prefix(n)
	if h.head == nil {
		return Game{}.View(NoSeat)
	}
	return h.now
}

// Equal reports whether both are what the same seat has seen of the same game.
func (s SeatRecord) Equal(other SeatRecord) bool { return s.equal(&other.course) }

// String returns the JSON of the record, which is its only text form: what MarshalJSON
// writes and UnmarshalJSON reads back. There is no shorter one for people, as a Record
// has: print the events of All instead. The zero SeatRecord is the empty text.
func (s SeatRecord) String() string {
	if s.head == nil {
		return ""
	}
	return string(s.appendJSON(nil))
}

// GoString returns the same as String: printing a SeatRecord shows what it says and
// not how it is kept.
func (s SeatRecord) GoString() string { return s.String() }

// replay follows again what happens from v to the end of the round.
func (v View) replay(end *View) iter.Seq2[View, []Event] {
	return func(yield func(View, []Event) bool) {
		var events []Event
		for _, e := range v.seen(end) {
			events = append(events, e)
			v.update(e) // cannot fail: it was taken before
			if v.between() {
				continue
			}
			if v.n > 0 {
				events = v.lastPlayEvents()
			}
			if !yield(v, events) {
				return
			}
			events = nil
		}
	}
}

// seen returns the events of the round that v begins and end ends, but for those that only
// tell what follows: it returns Dealt, BetPlaced, BetsRevealed, CardPlayed and Scored.
func (v *View) seen(end *View) []Event {
	events := make([]Event, 1, 2+int(end.n)+2*MaxPlayers)
	s := v.starter
	for range end.answered() {
		placed := BetPlaced{Seat: s}
		if s == v.seat {
			placed.Bet = end.bet
		}
		events = append(events, placed)
		s = v.seats().after(s)
	}
	if v.betting && end.phase != BetPhase {
		events = append(events, BetsRevealed{end.shown})
	}
	hand := end.hand
	for t := range end.begun() {
		for s, c := range t.All() {
			events = append(events, CardPlayed{s, c, c == One || c.Color() == t.Led()})
			if s == v.seat {
				hand = hand.plusCard(c)
			}
		}
	}
	events[0] = v.nextDeal(hand)
	if end.scored() {
		for s := range end.seats().All() {
			events = append(events, Scored{Seat: s, Score: end.score(s, end.open[s]), Total: end.Total(s)})
		}
	}
	return events
}
