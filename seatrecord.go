package foppen

import (
	"fmt"
	"iter"
)

// A SeatRecord is what one seat has seen of a game, or what a spectator has: a
// record to send to players and to keep without secrets. The cards of others are in
// it once they have been played or, at the end of a round, laid open; bets once all
// are in. Whatever the hidden cards are, it is the same to the last byte, and there
// is no way from it to a Record or a Game. It is an immutable value; compare with
// Equal.
//
// Record.For makes one. A stored one is replayed when it is read, and refused unless
// hands exist with which the game could have gone that way.
//
// The zero SeatRecord is one of the zero Game.
type SeatRecord struct {
	// rec is a game that the seat cannot tell from the true one: in a round that is
	// still being played, the others hold cards that were made up from what the
	// seat has seen, and from that alone. So everything that the seat may see of
	// rec is true, and what it may not see is not in it.
	rec  Record
	seat Seat
}

// For returns what the seat has seen of the game. For NoSeat, and for seats that are
// not at the table, it is what a spectator has seen.
func (r Record) For(seat Seat) SeatRecord {
	if r.head == nil {
		return SeatRecord{seat: NoSeat}
	}
	if !r.game.seats().Has(seat) {
		seat = NoSeat
	}
	f := seatForm{seat: seat, start: r.Prefix(0)}
	for e := range r.seen(seat) {
		f.entries = append(f.entries, e)
	}
	s, _ := f.replay() // cannot fail: the true hands explain what was seen
	return s
}

// Seat returns whose record it is, NoSeat for a spectator's.
func (s SeatRecord) Seat() Seat {
	if s.rec.head == nil {
		return NoSeat
	}
	return s.seat
}

// Len returns the number of moves: deals, bets and plays.
func (s SeatRecord) Len() int { return s.rec.Len() }

// Result returns the standings at the end of the game, the zero Standings while it
// is not over.
func (s SeatRecord) Result() Standings { return s.rec.Result() }

// Names returns the names of the seats in a new slice, empty if the record has none.
func (s SeatRecord) Names() []string { return s.rec.Names() }

// View returns what the seat sees after the last move.
func (s SeatRecord) View() View { return s.At(s.Len()) }

// At returns what the seat saw after n moves, from 0 to Len; the zero Game's View
// for other numbers.
func (s SeatRecord) At(n int) View { return s.rec.At(n).View(s.seat) }

// All walks through the game as the seat saw it: its view after each move, and what
// the move made happen, redacted. The view before the first move is At(0).
func (s SeatRecord) All() iter.Seq2[View, []Event] { return s.From(0) }

// From walks as All does, but without the first n moves, as Record.From does: for n of
// 0 or less it is All, for n of Len or more it is empty.
func (s SeatRecord) From(n int) iter.Seq2[View, []Event] {
	return func(yield func(View, []Event) bool) {
		for g, events := range s.rec.From(n) {
			for i, e := range events {
				events[i] = Redact(e, s.seat)
			}
			if !yield(g.View(s.seat), events) {
				return
			}
		}
	}
}

// Equal reports whether both are what the same seat has seen of the same game.
func (s SeatRecord) Equal(other SeatRecord) bool {
	return s.Seat() == other.Seat() && s.rec.Equal(other.rec)
}

// String returns the JSON of the record, which is its only text form: what MarshalJSON
// writes and UnmarshalJSON reads back. There is no shorter one for people, as a Record
// has: print the events of All instead. The zero SeatRecord is the empty text.
func (s SeatRecord) String() string {
	if s.rec.head == nil {
		return ""
	}
	return string(s.appendJSON(nil))
}

// GoString returns the same as String: printing a SeatRecord shows what it says and
// not how it is kept.
func (s SeatRecord) GoString() string { return s.String() }

// What a seat sees is a list of entries. An own bet and every play are entries as
// they are, a Bet and a Play; the others follow.

// A seatDeal is a deal: the sizes of the hands, and the own hand.
type seatDeal struct {
	players int
	sizes   [MaxPlayers]int
	hand    Cards
	shown   Seat // whose hand is in hand, NoSeat if none is
}

// A hiddenBet says that another seat has answered.
type hiddenBet struct{ seat Seat }

// A betsShown follows the last bet, with all who have bet.
type betsShown struct{ bettors Seats }

// A handsLeft follows the last play of a round, with what is left of all hands.
type handsLeft struct {
	players int
	hands   [MaxPlayers]Cards
}

// seen walks through what the seat sees of the record. This is the one place that
// decides what goes into a SeatRecord.
func (r *Record) seen(seat Seat) iter.Seq[any] {
	return func(yield func(any) bool) {
		for _, round := range r.list(0) {
			end := round.end
			for m := range round.moves() {
				if !yield(seenMove(m, seat, int(end.players))) {
					return
				}
				if b, ok := m.(Bet); ok && end.phase != BetPhase && end.betsLast(b.Seat) {
					if !yield(betsShown{end.shown}) {
						return
					}
				}
			}
			if end.scored() && !yield(handsLeft{int(end.players), end.hands}) {
				return
			}
		}
	}
}

func seenMove(m Move, seat Seat, players int) any {
	switch m := m.(type) {
	case Deal:
		d := seatDeal{players: players, shown: NoSeat}
		for i := range players {
			d.sizes[i] = m.Hands[i].Len()
			if Seat(i) == seat {
				d.shown, d.hand = seat, m.Hands[i]
			}
		}
		return d
	case Bet:
		if m.Seat != seat {
			return hiddenBet{m.Seat}
		}
	}
	return m
}

// betsLast reports whether the seat is the last to be asked for its bet.
func (t *public) betsLast(s Seat) bool { return t.seats().after(s) == t.first }

// A seatForm is what a SeatRecord says, before it is replayed.
type seatForm struct {
	seat    Seat
	start   Record // without moves
	entries []any
}

// replay makes the record up: round by round, since the hands of a round follow
// from all that is seen in it.
func (f *seatForm) replay() (SeatRecord, error) {
	rec := f.start
	for i := 0; i < len(f.entries); {
		n := roundLen(f.entries[i:])
		if at, err := f.round(&rec, f.entries[i:i+n]); err != nil {
			fault := rec.fault(err)
			fault.Move = i + at + 1
			return SeatRecord{}, fault
		}
		i += n
	}
	return SeatRecord{rec: rec, seat: f.seat}, nil
}

// roundLen returns how many entries there are before the second deal.
func roundLen(entries []any) int {
	for i, e := range entries {
		if _, ok := e.(seatDeal); ok && i > 0 {
			return i
		}
	}
	return len(entries)
}

// round replays the entries of a round. If one is at fault it says which and why.
func (f *seatForm) round(rec *Record, entries []any) (at int, err error) {
	var deal Deal
	var bettors Seats
	if d, ok := entries[0].(seatDeal); ok && rec.game.phase == DealPhase {
		if deal, err = f.hands(&rec.game, d, entries); err != nil {
			return 0, err
		}
	}
	for _, e := range entries {
		if b, ok := e.(betsShown); ok {
			bettors = b.bettors
		}
	}
	var due any // what has to be shown next
	for i, e := range entries {
		if shown := isShown(e); shown || due != nil {
			if e != due {
				return i, f.wantShown(rec, due)
			}
			due = nil
			continue
		}
		before := rec.game.phase
		m, err := f.move(e, deal, bettors)
		if err == nil {
			err = rec.add(m)
		}
		if err != nil {
			return i, f.hide(err)
		}
		due = dueAfter(before, &rec.game)
	}
	if due != nil {
		return len(entries), f.wantShown(rec, due)
	}
	return 0, nil
}

// isShown reports whether an entry only shows what was hidden.
func isShown(e any) bool {
	switch e.(type) {
	case betsShown, handsLeft:
		return true
	}
	return false
}

// dueAfter returns what a move shows to all, nil if nothing.
func dueAfter(before Phase, g *Game) any {
	switch {
	case before == BetPhase && g.phase == PlayPhase:
		return betsShown{g.shown}
	case before == PlayPhase && g.scored():
		return handsLeft{int(g.players), g.hands}
	}
	return nil
}

// wantShown is the error of an entry that shows something else than what is due.
func (f *seatForm) wantShown(rec *Record, due any) error {
	switch due := due.(type) {
	case betsShown:
		return &DecodeError{Path: "moves", Offset: -1, Problem: "want the bets of this round, all of seats " + due.bettors.String()}
	case handsLeft:
		return &DecodeError{Path: "moves", Offset: -1, Problem: "want the hands that are left, of all seats"}
	}
	return &DecodeError{Path: "moves", Offset: -1, Problem: "want a move, nothing is to be shown in phase " + rec.game.phase.String()}
}

// move returns the move of an entry.
func (f *seatForm) move(e any, deal Deal, bettors Seats) (Move, error) {
	switch e := e.(type) {
	case seatDeal:
		return deal, nil
	case hiddenBet:
		if e.seat == f.seat {
			return nil, &DecodeError{Path: "moves", Offset: -1, Problem: "want the own bet, true or false"}
		}
		return Bet{e.seat, bettors.Has(e.seat)}, nil
	case Bet:
		if e.Seat != f.seat {
			return nil, &DecodeError{Path: "moves", Offset: -1, Problem: "want a hidden bet, as it is not the own one"}
		}
		return e, nil
	case Play:
		return e, nil
	}
	return nil, nil
}

// hide takes out of an error the cards that were made up.
func (f *seatForm) hide(err error) error {
	if e, ok := err.(*MoveError); ok && e.Seat != f.seat && !e.Legal.IsEmpty() {
		e.Legal, e.Want = Cards{}, "a card that follows, or no such card of this seat later in the round"
	}
	return err
}

// hands returns hands with which the round can go as its entries say. For a round
// that has been played they are known; in one that is being played, the other seats
// are given cards that have not been seen.
func (f *seatForm) hands(before *Game, d seatDeal, entries []any) (Deal, error) {
	if err := f.checkDeal(before, d); err != nil {
		return Deal{}, err
	}
	t := before.public
	played := f.walk(&t, int(t.handSize), entries)
	if left, ok := entries[len(entries)-1].(handsLeft); ok {
		deal := Deal{}
		for i := range d.players {
			deal.Hands[i] = played[i].Plus(left.hands[i])
		}
		if f.seat != NoSeat {
			deal.Hands[f.seat] = d.hand
		}
		return deal, nil
	}
	deck := t.deck
	p := puzzle{players: d.players, pool: deck, hands: played}
	for i := range d.players {
		s := Seat(i)
		if s == f.seat {
			p.hands[i] = d.hand
		}
		p.pool = p.pool.Minus(p.hands[i])
		for c := Green; c <= Blue; c++ {
			if t.Void(s, c) {
				p.lacks[i] = p.lacks[i].Plus(deck.Of(c))
			}
		}
	}
	if !p.solve(int(t.handSize)) {
		e := before.refuse(ErrBadDeal, NoSeat, nil)
		e.Want = "plays that leave to every seat the cards which it can still hold"
		return Deal{}, e
	}
	return Deal{Hands: p.hands}, nil
}

// checkDeal refuses a deal whose hands are not those that this record can show.
func (f *seatForm) checkDeal(before *Game, d seatDeal) error {
	size := int(before.handSize)
	for i := range MaxPlayers {
		want := 0
		if i < before.Players() {
			want = size
		}
		if d.sizes[i] != want {
			e := before.refuse(ErrBadDeal, Seat(i), nil)
			e.Want = fmt.Sprintf("%d cards for this seat, not %d", want, d.sizes[i])
			return e
		}
	}
	if d.shown != f.seat {
		e := before.refuse(ErrBadDeal, d.shown, nil)
		e.Want = "the hand of this record's seat and no other"
		return e
	}
	return nil
}

// walk plays the cards of a round on the bare table, as far as the order of the
// seats is right, and returns the cards played by seat.
func (f *seatForm) walk(t *public, size int, entries []any) (played [MaxPlayers]Cards) {
	t.deal()
	t.revealBets(0) // play begins, whatever the bets
	var seen Cards
	var count [MaxPlayers]int
	for _, e := range entries {
		p, ok := e.(Play)
		if !ok {
			continue
		}
		if p.Seat != t.turn || count[p.Seat] == size || !seen.canTake(p.Card) {
			return played
		}
		seen = seen.plusCard(p.Card)
		count[p.Seat]++
		played[p.Seat] = played[p.Seat].plusCard(p.Card)
		hand := p.Card.bit() // stands for one that may hold more
		if count[p.Seat] < size {
			hand = hand.plus(One.bit())
		}
		if t.put(p.Card, &hand) {
			return played
		}
	}
	return played
}

// A puzzle is to find cards for hands of which some are known.
type puzzle struct {
	players int
	pool    Cards             // cards that nobody has been given
	hands   [MaxPlayers]Cards // cards given, by seat
	lacks   [MaxPlayers]Cards // cards that a seat cannot be given
	given   [MaxPlayers]Cards // cards of hands that could as well be another seat's
}

// solve fills every hand up to size, always in the same way. It reports whether that
// is possible.
func (p *puzzle) solve(size int) bool {
	for i := range p.players {
		for p.hands[i].Len() < size {
			var tried Seats
			if !p.give(i, &tried) {
				return false
			}
		}
	}
	return true
}

// give gives a seat one more card: from the pool or, if it may hold none of those,
// from a seat that can be given another instead. This is how an augmenting path is
// found, so that give fails only if there is no solution.
func (p *puzzle) give(i int, tried *Seats) bool {
	*tried = tried.With(Seat(i))
	if c := p.pool.Minus(p.lacks[i]).Lowest(); c != NoCard {
		p.pool = p.pool.minusCard(c)
		p.take(i, c)
		return true
	}
	for j := range p.players {
		c := p.given[j].Minus(p.lacks[i]).Lowest()
		if c == NoCard || tried.Has(Seat(j)) || !p.give(j, tried) {
			continue
		}
		p.hands[j], p.given[j] = p.hands[j].minusCard(c), p.given[j].minusCard(c)
		p.take(i, c)
		return true
	}
	return false
}

func (p *puzzle) take(i int, c Card) {
	p.hands[i], p.given[i] = p.hands[i].plusCard(c), p.given[i].plusCard(c)
}
