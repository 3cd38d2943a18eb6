package foppen

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

// MarshalJSON returns what a client needs to show why its move was refused. It says
// nothing that the seat which tried the move may not know. The object has these keys,
// always all and in this order; seats are numbers, and -1 is NoSeat:
//
//	reason  the word of the Reason, such as "must-follow"
//	rule    the number of the rule that the move breaks, "" if there is none
//	seat    who tried the move, or for a bad deal whose hand is at fault
//	card    what was to be played, or for a bad deal the card at fault; "" for no card
//	phase   what the game waits for: "deal", "bet", "play", "over" or "none"
//	turn    the seat that the game waits for
//	led     the led color: "none", "green", "red", "yellow" or "blue"
//	legal   the cards that the seat could have played
//	want    in words, what would have been accepted
func (e MoveError) MarshalJSON() ([]byte, error) {
	b := appendString(appendKey([]byte{'{'}, "reason"), enumString("Reason", reasonWords, e.Reason))
	b = appendString(appendKey(b, "rule"), e.Rule())
	b = appendInt(appendKey(b, "seat"), e.Seat)
	b = appendKey(b, "card")
	if e.Card.IsValid() {
		b = appendCard(b, e.Card)
	} else {
		b = append(b, `""`...)
	}
	b = appendWord(appendKey(b, "phase"), e.Phase)
	b = appendInt(appendKey(b, "turn"), e.Turn)
	b = appendWord(appendKey(b, "led"), e.Led)
	b = appendCards(appendKey(b, "legal"), e.Legal)
	return append(appendString(appendKey(b, "want"), e.Want), '}'), nil
}
