package foppen

import "fmt"

// Why a move is refused is found from what is public and the hand of the seat to
// act alone. Its errors go to that seat or to the dealer, so that no error can tell
// a seat about hands it does not see.

// refusal returns why the move cannot be made, nil if it can. hand is that of the
// seat to act.
func (t *public) refusal(hand Cards, m Move) *MoveError {
	switch m := m.(type) {
	case Play:
		if t.playReason(hand, m.Seat, m.Card) != Playable {
			return t.refusePlay(hand, m.Seat, m.Card)
		}
		return nil
	case Bet:
		if r := t.turnReason(BetPhase, m.Seat); r != Playable {
			return t.refuse(r, m.Seat, m)
		}
		return nil
	case Deal:
		return t.refuseDeal(&m)
	}
	e := t.refuse(ErrNoMove, NoSeat, nil)
	e.Want = "a Deal, Bet or Play"
	return e
}

// turnReason returns why the seat may not act in the phase that its move is for.
func (t *public) turnReason(phase Phase, s Seat) Reason {
	switch {
	case t.phase == phase && t.turn == s:
		return Playable
	case t.phase == OverPhase:
		return ErrGameOver
	case t.phase != phase:
		return ErrWrongPhase
	case !t.seats().Has(s):
		return ErrNoSeat
	case phase == PlayPhase && t.fools.Has(s):
		return ErrSittingOut
	}
	return ErrNotYourTurn
}

// playReason returns why the seat may not play the card. hand is that of the seat
// to act, and is not looked at for other seats.
func (t *public) playReason(hand Cards, s Seat, c Card) Reason {
	if r := t.turnReason(PlayPhase, s); r != Playable {
		return r
	}
	if !hand.Has(c) {
		if !t.deck.Has(c) {
			return ErrNoCard
		}
		return ErrNotInHand
	}
	if c != One && t.led != NoColor && c.codedColor() != t.led && hand.and(ofColor[t.led]) {
		return ErrMustFollow
	}
	return Playable
}

// The game waits for these when it waits for a seat. Error adds whose turn it is: a
// text made for every refused play would be a second allocation.
const (
	wantBet  = "a bet"
	wantCard = "a card"
)

// refuse returns the error of a move refused, with what the game waits for.
func (t *public) refuse(r Reason, s Seat, m Move) *MoveError {
	e := &MoveError{Reason: r, Seat: s, Phase: t.phase, Turn: t.Turn(), Led: t.led, move: m}
	if r == ErrGameOver {
		e.ended = t.EndReasons()
	}
	switch t.phase {
	case NoPhase:
		e.Want = "a game made by New"
	case DealPhase:
		e.Want = "a deal"
	case BetPhase:
		e.Want = wantBet
	case PlayPhase:
		e.Want = wantCard
	}
	return e
}

func (t *public) refusePlay(hand Cards, s Seat, c Card) *MoveError {
	e := t.refuse(t.playReason(hand, s, c), s, nil)
	e.Card = c
	if t.phase == PlayPhase && s == t.turn {
		e.Legal = legal(hand, t.led)
	}
	return e
}

// refuseDeal returns what is wrong with a deal, nil if nothing (R2.3).
func (t *public) refuseDeal(d *Deal) *MoveError {
	if t.phase != DealPhase {
		return t.refuse(t.turnReason(DealPhase, NoSeat), NoSeat, *d)
	}
	left, size := t.deck, int(t.handSize)
	bad := func(s Seat, c Card, r Reason, want string) *MoveError {
		e := t.refuse(r, s, *d)
		e.Card, e.Want = c, want
		return e
	}
	for i := range d.Hands { // by index: a range over the array would copy it first
		s, hand := Seat(i), d.Hands[i]
		if !t.seats().Has(s) {
			size = 0
		}
		if n := hand.Len(); n != size {
			return bad(s, NoCard, ErrBadDeal, fmt.Sprintf("%d cards for this seat, not %d", size, n))
		}
		if !left.Contains(hand) {
			c := hand.Minus(left).Lowest()
			if !t.deck.Has(c) {
				return bad(s, c, ErrNoCard, "cards of the deck")
			}
			return bad(s, c, ErrBadDeal, "each card dealt once")
		}
		left = left.minus(hand)
	}
	return nil
}
