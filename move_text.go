package foppen

import "strings"

// String returns the hands by seat with a bar between two, such as "deal G2 R5|B3 1".
func (d Deal) String() string {
	hands := make([]string, d.players())
	for i := range hands {
		hands[i] = d.Hands[i].String()
	}
	return "deal " + strings.Join(hands, "|")
}

// String returns "seat 2 bets" or "seat 2 does not bet".
func (b Bet) String() string {
	if b.Bet {
		return "seat " + b.Seat.String() + " bets"
	}
	return "seat " + b.Seat.String() + " does not bet"
}

// String returns the play in words, such as "seat 0 plays G17".
func (p Play) String() string { return "seat " + p.Seat.String() + " plays " + p.Card.String() }

// ParseMove reads a move as String writes it, such as "seat 0 plays G17", "seat 2
// bets", "seat 2 does not bet" or "deal G2 R5|B3 1". It refuses everything else with
// a *ParseError.
func ParseMove(s string) (Move, error) {
	if hands, ok := strings.CutPrefix(s, "deal "); ok {
		return parseDeal(s, hands)
	}
	const want = "a move such as seat 0 plays G17, seat 2 bets, seat 2 does not bet or deal G2 R5|B3 1"
	rest, ok := strings.CutPrefix(s, "seat ")
	digits := min(1, len(rest))
	seat, isSeat := parseSeat(rest[:digits])
	if !ok || !isSeat {
		return nil, &ParseError{What: "move", Input: s, Want: want}
	}
	verb := rest[digits:]
	switch verb {
	case " bets":
		return Bet{seat, true}, nil
	case " does not bet":
		return Bet{seat, false}, nil
	}
	text, ok := strings.CutPrefix(verb, " plays ")
	if !ok {
		return nil, &ParseError{What: "move", Input: s, Pos: len("seat 0"), Want: want}
	}
	card, err := ParseCard(text)
	if err != nil {
		return nil, &ParseError{What: "move", Input: s, Pos: len("seat 0 plays "), Want: "a card"}
	}
	return Play{seat, card}, nil
}

func parseDeal(s, hands string) (Move, error) {
	var d Deal
	pos := len(s) - len(hands)
	i := 0
	for text := range strings.SplitSeq(hands, "|") {
		if i == MaxPlayers {
			return nil, &ParseError{What: "move", Input: s, Pos: pos - 1, Want: "at most 8 hands"}
		}
		hand, err := ParseCards(text)
		if err != nil {
			if p, ok := err.(*ParseError); ok {
				pos += p.Pos
			}
			return nil, &ParseError{What: "move", Input: s, Pos: pos, Want: "a card in the order of a hand"}
		}
		d.Hands[i] = hand
		pos += len(text) + 1
		i++
	}
	if i > 1 && d.players() < i {
		return nil, &ParseError{What: "move", Input: s, Pos: len(s), Want: "a hand that is not empty"}
	}
	return d, nil
}

func (r *Reason) enum() enum {
	return enum{(*uint8)(r), "Reason", "playable no-move game-over wrong-phase no-seat sitting-out not-your-turn no-card not-in-hand must-follow bad-deal hidden-hand"}
}

// MarshalText returns the reason as a word, such as "must-follow"; it fails for
// other values.
func (r Reason) MarshalText() ([]byte, error) { return r.enum().MarshalText() }

// UnmarshalText accepts exactly the words that MarshalText writes.
func (r *Reason) UnmarshalText(text []byte) error { return r.enum().UnmarshalText(text) }
