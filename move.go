package foppen

import "strings"

// A Move is what takes a Game from one position to the next: a Deal, a Bet or a
// Play. The interface is sealed; the three types are comparable values.
type Move interface {
	isMove()
	// Mover returns the seat that moves, NoSeat for a Deal.
	Mover() Seat
	// String returns the move in words, such as "seat 0 plays G17".
	String() string
}

// A Deal gives every seat its cards for a round. Chance is outside the game: take
// Game.Shuffle's deal, or any other. The seats that do not play have no cards.
type Deal struct {
	Hands [MaxPlayers]Cards // Hands holds the cards by seat.
}

// A Bet is a seat's answer whether it bets that it will go out (R7.1). It is a
// move only in variants with betting.
type Bet struct {
	Seat Seat // Seat is who answers.
	Bet  bool // Bet is true to bet, false to decline.
}

// A Play is a seat's card for the trick (R3.1).
type Play struct {
	Seat Seat // Seat is who plays.
	Card Card // Card is what it plays.
}

func (Deal) isMove() {}
func (Bet) isMove()  {}
func (Play) isMove() {}

// Mover returns NoSeat: no seat makes a deal.
func (Deal) Mover() Seat { return NoSeat }

// Mover returns the seat that answers.
func (b Bet) Mover() Seat { return b.Seat }

// Mover returns the seat that plays.
func (p Play) Mover() Seat { return p.Seat }

// isMove reports whether m is of a type that moves have: nil and pointers are not.
func isMove(m Move) bool {
	switch m.(type) {
	case Deal, Bet, Play:
		return true
	}
	return false
}

// A Reason says why a move is refused. The reasons are constants and errors, so
// that errors.Is(err, ErrMustFollow) works on what Apply, Play and Check return.
// The zero value is no reason: the move may be made.
type Reason uint8

// The reasons, each with the rule behind it. When several hold, the first of this
// list is given; of a bad deal the fault of the first seat that has one, the number of
// its cards before the cards.
const (
	Playable       Reason = iota // Playable is the zero Reason.
	ErrNoMove                    // ErrNoMove: the move is nil or of a type from elsewhere.
	ErrGameOver                  // ErrGameOver: the game has ended (R6.1, R6.2).
	ErrWrongPhase                // ErrWrongPhase: the game waits for another kind of move (R2.3, R3.1, R7.1).
	ErrNoSeat                    // ErrNoSeat: there is no such seat at this table (R2.1).
	ErrSittingOut                // ErrSittingOut: the seat is fooled and sits out this trick (R3.9).
	ErrNotYourTurn               // ErrNotYourTurn: another seat is to act (R3.1, R7.2).
	ErrNoCard                    // ErrNoCard: there is no such card in the deck (R1.3).
	ErrNotInHand                 // ErrNotInHand: the seat does not hold the card (R3.1).
	ErrMustFollow                // ErrMustFollow: the seat holds the led color (R3.4).
	ErrBadDeal                   // ErrBadDeal: the hands cannot have been dealt from the deck (R2.3).
	ErrHiddenHand                // ErrHiddenHand: the View that was asked does not show the seat's hand (R3.13).
)

// Error returns a short sentence without details, such as "must follow the led
// color".
func (r Reason) Error() string {
	switch r {
	case Playable:
		return "may be played"
	case ErrNoMove:
		return "no move"
	case ErrGameOver:
		return "the game is over"
	case ErrWrongPhase:
		return "not in this phase"
	case ErrNoSeat:
		return "no such seat"
	case ErrSittingOut:
		return "fooled, sits out this trick"
	case ErrNotYourTurn:
		return "not this seat's turn"
	case ErrNoCard:
		return "no such card in the deck"
	case ErrNotInHand:
		return "card not in hand"
	case ErrMustFollow:
		return "must follow the led color"
	case ErrBadDeal:
		return "not a deal of this deck"
	case ErrHiddenHand:
		return "the hand is hidden"
	}
	return r.enum().String()
}

// Rule returns the number of the main rule behind the reason, such as "R3.4", and ""
// where there is none. MoveError.Rule knows more of the case: which limit has ended
// the game, and what kind of move was out of place.
func (r Reason) Rule() string {
	switch r {
	case ErrGameOver:
		return "R6.1"
	case ErrWrongPhase, ErrNotYourTurn, ErrNotInHand:
		return "R3.1"
	case ErrNoSeat:
		return "R2.1"
	case ErrSittingOut:
		return "R3.9"
	case ErrNoCard:
		return "R1.3"
	case ErrMustFollow:
		return "R3.4"
	case ErrBadDeal:
		return "R2.3"
	case ErrHiddenHand:
		return "R3.13"
	}
	return ""
}

// A MoveError says why a move was refused and what would have been accepted. It
// says nothing that the seat which tried the move may not know. errors.Is finds
// its Reason. Reason.Error and Want are its text without the seat and the card, for user
// interfaces.
type MoveError struct {
	Reason Reason // Reason is why.
	Seat   Seat   // Seat is who tried the move, or for a bad deal whose hand is at fault; NoSeat if neither.
	Card   Card   // Card is what was to be played, or for a bad deal the card at fault; NoCard if neither.
	Phase  Phase  // Phase is what the game waits for.
	Turn   Seat   // Turn is the seat that the game waits for, NoSeat for a deal.
	Led    Color  // Led is the led color of the trick.
	Legal  Cards  // Legal is what Seat could have played: empty unless the move was a Play and it was its turn to play.
	Want   string // Want says in words what would have been accepted.

	ended EndReasons // why the game is over, for ErrGameOver
	move  Move       // nil for a Play that Seat and Card describe
}

// Move returns the move that was refused.
func (e *MoveError) Move() Move {
	if e.move == nil && e.Reason != ErrNoMove {
		return Play{e.Seat, e.Card}
	}
	return e.move
}

// Rule returns the number of the rule that the move breaks, such as "R3.4", and ""
// where there is none. For a move that the game does not wait for it is the rule that
// says when such a move is made: R2.3 for a Deal, R7.1 for a Bet, R3.1 for a Play. For
// a game that is over it is R6.2 if the number of rounds alone has ended it, else R6.1.
func (e *MoveError) Rule() string {
	switch e.Reason {
	case ErrGameOver:
		if e.ended == EndRounds {
			return "R6.2"
		}
	case ErrWrongPhase:
		switch e.move.(type) {
		case Deal:
			return "R2.3"
		case Bet:
			return "R7.1"
		}
	case ErrNotYourTurn:
		if _, ok := e.move.(Bet); ok {
			return "R7.2"
		}
	}
	return e.Reason.Rule()
}

// Unwrap returns the Reason for errors.Is.
func (e *MoveError) Unwrap() error { return e.Reason }

// Error returns one line: the seat, the card, the reason, the rule and what would
// have been accepted.
func (e *MoveError) Error() string {
	var b strings.Builder
	b.WriteString("foppen: ")
	if e.Seat != NoSeat {
		b.WriteString("seat " + e.Seat.String() + ": ")
	}
	if e.Card != NoCard {
		b.WriteString(e.Card.String() + ": ")
	}
	b.WriteString(e.Reason.Error())
	if e.Reason == ErrMustFollow {
		b.WriteString(" " + e.Led.String())
	}
	if rule := e.Rule(); rule != "" {
		b.WriteString(" " + ruleText(rule))
	}
	switch {
	case !e.Legal.IsEmpty():
		b.WriteString("; could play " + e.Legal.String())
	case e.Want == wantBet, e.Want == wantCard:
		b.WriteString("; want " + e.Want + " of seat " + e.Turn.String())
	case e.Want != "":
		b.WriteString("; want " + e.Want)
	}
	return b.String()
}

// A Verdict says of one card of a hand whether it may be played now.
type Verdict struct {
	Card   Card   // Card is the card; a 1 comes once, however many are held.
	Reason Reason // Reason is Playable, or why not.
}
