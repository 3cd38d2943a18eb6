package foppen

import "strings"

// DecodeMove reads the JSON of a move as it stands in records: one of
//
//	{"deal":[["G2","G17","R5","1"], ...]}
//	{"seat":0,"bet":true}
//	{"seat":0,"play":"G17"}
//
// All else is refused with a *DecodeError. Whether the move can be made is for
// Game.Check to say.
func DecodeMove(data []byte) (Move, error) {
	var m Move
	err := readJSON(data, maxJSON, func(r *jsonReader) { m = r.move() })
	if err != nil {
		return nil, err
	}
	return m, nil
}

// move reads a move. What it returns after a fault is of no use, but never nil.
func (r *jsonReader) move() Move {
	const hasDeal, hasSeat, hasBet, hasPlay = 1, 2, 4, 8
	var deal Deal
	var seat Seat
	var bet bool
	var card Card
	has := 0
	r.object("deal? seat? bet? play?", func(key string) {
		switch key {
		case "deal":
			has |= hasDeal
			r.array(MaxPlayers, func(i int) { deal.Hands[i] = r.cards() })
		case "seat":
			has |= hasSeat
			seat = r.seat(MaxPlayers)
		case "bet":
			has |= hasBet
			bet = r.bool()
		case "play":
			has |= hasPlay
			card = r.card()
		}
	})
	switch has {
	case hasDeal:
		return deal
	case hasSeat | hasBet:
		return Bet{seat, bet}
	case hasSeat | hasPlay:
		return Play{seat, card}
	}
	r.failAt(max(0, r.pos-1), "want the keys of a move: deal, or seat and bet, or seat and play", nil)
	return deal
}

// appendMove appends a move that a game can be asked for: its seat is one and its
// card a card.
func appendMove(b []byte, m Move) []byte {
	b = append(b, '{')
	switch m := m.(type) {
	case Deal:
		b = appendList(appendKey(b, "deal"), m.players(), func(b []byte, i int) []byte { return appendCards(b, m.Hands[i]) })
	case Bet:
		b = appendInt(appendKey(b, "seat"), m.Seat)
		b = appendBool(appendKey(b, "bet"), m.Bet)
	case Play:
		b = appendInt(appendKey(b, "seat"), m.Seat)
		b = appendCard(appendKey(b, "play"), m.Card)
	}
	return append(b, '}')
}

// players returns how many hands the deal has up to the last that is not empty.
func (d *Deal) players() int {
	n := MaxPlayers
	for n > 0 && d.Hands[n-1].IsEmpty() {
		n--
	}
	return n
}

// MarshalJSON returns the deal as in records: {"deal":[["G2","G17","R5","1"], ...]},
// with the hands up to the last that is not empty.
func (d Deal) MarshalJSON() ([]byte, error) { return appendMove(nil, d), nil }

// MarshalJSON returns the bet as in records: {"seat":0,"bet":true}. It fails for a
// Seat that is none.
func (b Bet) MarshalJSON() ([]byte, error) {
	if err := checkSeats(b.Seat); err != nil {
		return nil, err
	}
	return appendMove(nil, b), nil
}

// MarshalJSON returns the play as in records: {"seat":0,"play":"G17"}. It fails for a
// Seat that is none and a Card that is no card.
func (p Play) MarshalJSON() ([]byte, error) {
	if err := checkSeats(p.Seat); err != nil {
		return nil, err
	}
	if err := checkCard(p.Card); err != nil {
		return nil, err
	}
	return appendMove(nil, p), nil
}

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (d *Deal) UnmarshalJSON(data []byte) error { return unmarshalMove(data, d) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (b *Bet) UnmarshalJSON(data []byte) error { return unmarshalMove(data, b) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (p *Play) UnmarshalJSON(data []byte) error { return unmarshalMove(data, p) }

// unmarshalMove reads a move of the type T.
func unmarshalMove[T Move](data []byte, v *T) error {
	var t T
	err := readJSON(data, maxJSON, func(r *jsonReader) {
		m, ok := r.move().(T)
		if !ok {
			r.failAt(0, "want another kind of move", nil)
		}
		t = m
	})
	if err == nil {
		*v = t
	}
	return err
}

// checkSeats and checkCard refuse what only a mistake in a program can have put into
// a move or an event, and what could not be read back.

func checkSeats(seats ...Seat) error {
	for _, s := range seats {
		if !s.IsValid() {
			return &ArgError{Field: "Seat", Problem: s.String() + " is not a seat from 0 to 7"}
		}
	}
	return nil
}

func checkCard(c Card) error {
	if !c.IsValid() {
		return &ArgError{Field: "Card", Problem: c.String() + " is not a card"}
	}
	return nil
}

// ParseMove reads a move as String writes it, such as "seat 0 plays G17", "seat 2
// bets", "seat 2 does not bet" or "deal G2 R5|B3 1". It refuses everything else with
// a *ParseError.
func ParseMove(s string) (Move, error) {
	if hands, ok := strings.CutPrefix(s, "deal "); ok {
		return parseDeal(s, hands)
	}
	const want = "a move such as seat 0 plays G17, seat 2 bets, seat 2 does not bet or deal G2 R5|B3 1"
	rest, ok := strings.CutPrefix(s, "seat ")
	if !ok || rest == "" || rest[0]-'0' >= MaxPlayers {
		return nil, &ParseError{What: "move", Input: s, Want: want}
	}
	seat, verb := Seat(rest[0]-'0'), rest[1:]
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

// MustParseMove is ParseMove for texts known to be right; it panics on others.
func MustParseMove(s string) Move { return must(ParseMove(s)) }

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
