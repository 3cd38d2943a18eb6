package foppen

// Events in words. Each sentence says what the event says and no more, so that the
// sentences of redacted events can be shown to the seat they are for.

// seatsText returns the seats in words, such as "seat 3", "seats 0,2" or "nobody".
func seatsText(set Seats) string {
	switch set.Len() {
	case 0:
		return "nobody"
	case 1:
		return "seat " + set.String()
	}
	return "seats " + set.String()
}

// pointsText returns points with their sign, such as "+10", "-17" or "0".
func pointsText(n int) string {
	if n > 0 {
		return "+" + itoa(n)
	}
	return itoa(n)
}

// String returns the event in words, with the hands that it shows, such as "round 1
// is dealt by seat 3, 12 cards each, and seat 0 leads".
func (e Dealt) String() string {
	s := "round " + itoa(e.Round) + " is dealt by seat " + e.Dealer.String() + ", " + itoa(e.HandSize) +
		" cards each, and seat " + e.Starter.String() + " leads"
	for seat := range e.Shown.All() {
		s += "; seat " + seat.String() + " has " + e.Hands[seat].String()
	}
	return s
}

// String returns the event in words, such as "seat 1 bets to go out", or for a hidden
// bet "seat 1 has answered".
func (e BetPlaced) String() string {
	switch e.Bet {
	case BetNo:
		return "seat " + e.Seat.String() + " does not bet"
	case BetYes:
		return "seat " + e.Seat.String() + " bets to go out"
	}
	return "seat " + e.Seat.String() + " has answered"
}

// String returns the event in words, such as "the bets are open: seats 0,2 bet to go
// out".
func (e BetsRevealed) String() string {
	verb := " bet to go out"
	if e.Bettors.Len() < 2 {
		verb = " bets to go out"
	}
	return "the bets are open: " + seatsText(e.Bettors) + verb
}

// String returns the event in words, such as "seat 2 plays R5: a discard".
func (e CardPlayed) String() string {
	s := Play{e.Seat, e.Card}.String()
	if !e.Follows {
		s += ": a discard"
	}
	return s
}

// String returns the event in words, such as "the led color is green, set by seat 0".
func (e ColorLed) String() string {
	return "the led color is " + e.Color.String() + ", set by seat " + e.Seat.String()
}

// String returns the event in words, such as "seat 2 wins the trick with G17".
func (e TrickWon) String() string {
	return "seat " + e.Seat.String() + " wins the trick with " + e.Card.String()
}

// String returns the event in words, such as "seat 1 is fooled for the discard R5" or
// "seat 1 is fooled for following low with 1, by the order of play".
func (e Fooled) String() string {
	s := "seat " + e.Seat.String() + " is fooled for "
	switch e.Reason {
	case LowestDiscard:
		s += "the discard "
	case LowestFollower:
		s += "following low with "
	}
	s += e.Card.String()
	if e.Tied {
		s += ", by the order of play"
	}
	return s
}

// String returns the event in words: "seat 1 takes part again".
func (e Freed) String() string { return "seat " + e.Seat.String() + " takes part again" }

// String returns the event in words, such as "round 1 ends: seats 0,2 went out".
func (e RoundEnded) String() string {
	return "round " + itoa(e.Round) + " ends: " + seatsText(e.Out) + " went out"
}

func timesText(n int) string {
	if n == 1 {
		return "once"
	}
	return itoa(n) + " times"
}

// String returns the event in words, such as "seat 0 has G9 Y8 left: -17, total -17" or,
// by a variant that gives points for being fooled, "seat 3 went out but is fooled, fooled 3
// times (-3): -6, total -6".
func (e Scored) String() string {
	s := "seat " + e.Seat.String()
	switch e.Reason {
	case CardsLeft:
		s += " has " + e.Left.String() + " left"
	case Ten:
		s += " went out"
	case OutFooled:
		s += " went out but is fooled"
	default:
		s += " is scored"
	}
	if e.Bet {
		s += ", after a bet"
	}
	if e.Fooled != 0 || e.FoolPoints != 0 {
		s += ", fooled " + timesText(e.Fooled) + " (" + pointsText(e.FoolPoints) + ")"
	}
	return s + ": " + pointsText(e.Points) + ", total " + itoa(e.Total)
}

// String returns the event in words, such as "the game ends (tens): seat 1 wins with
// 30" or "the game ends (rounds): seats 0,2 win with 12".
func (e GameOver) String() string {
	verb := " wins with "
	if e.Winners.Len() > 1 {
		verb = " win with "
	}
	return "the game ends (" + e.Reasons.String() + "): " + seatsText(e.Winners) + verb + itoa(e.Standings.At(0).Total)
}

func (b *BetState) enum() enum { return enum{(*uint8)(b), "BetState", "hidden no yes"} }

// String returns "hidden", "no" or "yes".
func (b BetState) String() string { return b.enum().String() }

// MarshalText returns the same text as String; it fails for other values.
func (b BetState) MarshalText() ([]byte, error) { return b.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (b *BetState) UnmarshalText(text []byte) error { return b.enum().UnmarshalText(text) }
