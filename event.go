package foppen

// An Event is something that a move made happen, in the order of things at a
// table. The interface is sealed; its types are Dealt, BetPlaced, BetsRevealed,
// CardPlayed, ColorLed, TrickWon, Fooled, Freed, RoundEnded, Scored and GameOver,
// all of them comparable values. Redact gives what one seat may see of an event.
type Event interface {
	isEvent()
	// String returns the event in words, such as "seat 2 plays R5: a discard".
	String() string
}

// Dealt says that a round has been dealt (R2.3).
type Dealt struct {
	Round    int               // Round is the number of the round, from 1.
	Dealer   Seat              // Dealer is who deals it.
	Starter  Seat              // Starter is who leads its first trick.
	HandSize int               // HandSize is how many cards every seat has.
	Shown    Seats             // Shown is whose hands are in Hands: one or none once redacted.
	Hands    [MaxPlayers]Cards // Hands holds the shown cards by seat.
}

// BetPlaced says that a seat has answered whether it bets (R7.1).
type BetPlaced struct {
	Seat Seat     // Seat is who has answered.
	Bet  BetState // Bet is the answer: BetHidden for the other seats until all have answered.
}

// BetsRevealed says that the last bet is in and all are open (R7.2).
type BetsRevealed struct {
	Bettors Seats // Bettors is who has bet.
}

// CardPlayed says that a seat has played a card (R3.1).
type CardPlayed struct {
	Seat    Seat // Seat is who played.
	Card    Card // Card is what it played.
	Follows bool // Follows is true for a card that follows, false for a discard (R3.6).
}

// ColorLed says that the card just played has set the led color (R3.2).
type ColorLed struct {
	Seat  Seat  // Seat is who played the card: not the leader if the leader played a 1 (R4.3).
	Color Color // Color is the led color.
}

// TrickWon says that all who take part have played and who wins the trick (R3.7).
type TrickWon struct {
	Trick int  // Trick is the number of the trick in its round, from 1.
	Seat  Seat // Seat is the winner.
	Card  Card // Card is the card that wins.
}

// Fooled says that a seat takes a disc and why (R3.8 to R3.10). The worst comes
// first.
type Fooled struct {
	Seat   Seat       // Seat is the fool.
	Card   Card       // Card is what it played.
	Reason FoolReason // Reason says why that card was so bad.
}

// Freed says that a seat which has sat out takes part again (R3.9, R3.11).
type Freed struct {
	Seat Seat // Seat is who is free again.
}

// RoundEnded says that the last trick of a round has been played (R5.1).
type RoundEnded struct {
	Round int   // Round is the number of the round, from 1.
	Out   Seats // Out is who has no cards left.
}

// Scored says what a seat gets for the round (R5.2 to R5.4, R7.3). There is one for
// each seat, from seat 0 on. All hands lie open now.
type Scored struct {
	Seat  Seat // Seat is whose points they are.
	Score      // Score is the points, the cards left and the reason.
	Total int  // Total is the seat's total after this round.
}

// GameOver says that the game has ended, once, however many limits were met (R6).
type GameOver struct {
	Reasons   EndReasons // Reasons says which limits were met.
	Winners   Seats      // Winners is who has the highest total; ties are not broken (R6.3).
	Standings Standings  // Standings is the order of all seats.
}

func (Dealt) isEvent()        {}
func (BetPlaced) isEvent()    {}
func (BetsRevealed) isEvent() {}
func (CardPlayed) isEvent()   {}
func (ColorLed) isEvent()     {}
func (TrickWon) isEvent()     {}
func (Fooled) isEvent()       {}
func (Freed) isEvent()        {}
func (RoundEnded) isEvent()   {}
func (Scored) isEvent()       {}
func (GameOver) isEvent()     {}

// A BetState is what is known of a seat's bet. The zero value is BetHidden: not
// asked yet, not answered, or not shown.
type BetState uint8

// BetNo and BetYes are bets that are known.
const (
	BetHidden BetState = iota
	BetNo
	BetYes
)

const betWords = "hidden no yes"

func betState(bet bool) BetState {
	if bet {
		return BetYes
	}
	return BetNo
}

// String returns "hidden", "no" or "yes".
func (b BetState) String() string { return enumString("BetState", betWords, b) }

// MarshalText returns the same text as String; it fails for other values.
func (b BetState) MarshalText() ([]byte, error) { return enumMarshal("bet", betWords, b) }

// UnmarshalText accepts exactly the words that String writes.
func (b *BetState) UnmarshalText(text []byte) error { return enumUnmarshal("bet", betWords, text, b) }

// Redact returns what the seat may see of the event: of a deal its own hand, of a
// bet its own answer, of everything else all. For NoSeat, the spectator, no hand
// and no answer is shown. A redacted event can be redacted again.
func Redact(e Event, seat Seat) Event {
	switch e := e.(type) {
	case Dealt:
		hands, shown := e.Hands, e.Shown
		e.Hands, e.Shown = [MaxPlayers]Cards{}, 0
		if shown.Has(seat) {
			e.Hands[seat], e.Shown = hands[seat], Seats(0).With(seat)
		}
		return e
	case BetPlaced:
		if e.Seat != seat {
			e.Bet = BetHidden
		}
		return e
	}
	return e
}

// freed and colorLed hold the events of which there are few, so that making one of
// them an Event does not allocate.
var (
	freed    = [MaxPlayers]Event{Freed{0}, Freed{1}, Freed{2}, Freed{3}, Freed{4}, Freed{5}, Freed{6}, Freed{7}}
	colorLed = [MaxPlayers][8]Event{
		{Green: ColorLed{0, Green}, Red: ColorLed{0, Red}, Yellow: ColorLed{0, Yellow}, Blue: ColorLed{0, Blue}},
		{Green: ColorLed{1, Green}, Red: ColorLed{1, Red}, Yellow: ColorLed{1, Yellow}, Blue: ColorLed{1, Blue}},
		{Green: ColorLed{2, Green}, Red: ColorLed{2, Red}, Yellow: ColorLed{2, Yellow}, Blue: ColorLed{2, Blue}},
		{Green: ColorLed{3, Green}, Red: ColorLed{3, Red}, Yellow: ColorLed{3, Yellow}, Blue: ColorLed{3, Blue}},
		{Green: ColorLed{4, Green}, Red: ColorLed{4, Red}, Yellow: ColorLed{4, Yellow}, Blue: ColorLed{4, Blue}},
		{Green: ColorLed{5, Green}, Red: ColorLed{5, Red}, Yellow: ColorLed{5, Yellow}, Blue: ColorLed{5, Blue}},
		{Green: ColorLed{6, Green}, Red: ColorLed{6, Red}, Yellow: ColorLed{6, Yellow}, Blue: ColorLed{6, Blue}},
		{Green: ColorLed{7, Green}, Red: ColorLed{7, Red}, Yellow: ColorLed{7, Yellow}, Blue: ColorLed{7, Blue}},
	}
)
