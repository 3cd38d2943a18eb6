package foppen

import "cmp"

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

// A moveForm has the keys of all moves.
type moveForm struct {
	deal dealForm
	seat Seat
	bet  bool
	card Card
}

// A dealForm is a Deal as the list of its hands.
type dealForm Deal

func (f *moveForm) fields(list []field) []field {
	return append(list, field{"deal?", &f.deal}, field{"seat?", &f.seat}, field{"bet?", &f.bet}, field{"play?", &f.card})
}

// move reads a move. What it returns after a fault is of no use, but never nil.
func (r *jsonReader) move() Move {
	const hasDeal, hasSeat, hasBet, hasPlay = 1, 2, 4, 8
	if r.moves == nil {
		r.moves = new(moveForm)
	}
	f := r.moves
	*f = moveForm{}
	switch r.fields(f) {
	case hasDeal:
		return Deal(f.deal)
	case hasSeat | hasBet:
		return Bet{f.seat, f.bet}
	case hasSeat | hasPlay:
		return Play{f.seat, f.card}
	}
	r.failAt(max(0, r.pos-1), "want the keys of a move: deal, or seat and bet, or seat and play", nil)
	return Deal{}
}

func (d *dealForm) readJSON(r *jsonReader) {
	n := r.array(MaxPlayers, func(i int) { d.Hands[i] = r.cards() })
	if r.err == nil && n != (*Deal)(d).players() {
		r.failAt(r.pos-1, "want no empty hand at the end", nil)
	}
}

func (d *dealForm) writeJSON(w *jsonWriter) {
	w.b = appendList(w.b, (*Deal)(d).players(), func(b []byte, i int) []byte { return appendCards(b, d.Hands[i]) })
}

// appendMove appends a move that a game can be asked for: its seat is one and its
// card a card. Records are written by it, so it allocates nothing.
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
	if err := checkSeat(b.Seat); err != nil {
		return nil, err
	}
	return appendMove(nil, b), nil
}

// MarshalJSON returns the play as in records: {"seat":0,"play":"G17"}. It fails for a
// Seat that is none and a Card that is no card.
func (p Play) MarshalJSON() ([]byte, error) {
	if err := cmp.Or(checkSeat(p.Seat), checkCard(p.Card)); err != nil {
		return nil, err
	}
	return appendMove(nil, p), nil
}

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (d *Deal) UnmarshalJSON(data []byte) error { return unmarshalMove(data, d) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (b *Bet) UnmarshalJSON(data []byte) error { return unmarshalMove(data, b) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
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

// MarshalJSON returns the verdict as an object: {"card":"G2","reason":"playable"}. It
// fails for a card that is no card and a reason that has no word.
func (v Verdict) MarshalJSON() ([]byte, error) { return marshalJSON(&v) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (v *Verdict) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, v) }

func (v *Verdict) fields(list []field) []field {
	return append(list, field{"card", (*anyCard)(&v.Card)}, field{"reason", &v.Reason})
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
func (e MoveError) MarshalJSON() ([]byte, error) { return marshalJSON((*refusedMove)(&e)) }

// A refusedMove is the JSON of a MoveError. It is only written.
type refusedMove MoveError

func (m *refusedMove) fields(list []field) []field {
	e := (*MoveError)(m)
	card := ""
	if e.Card.IsValid() {
		card = e.Card.String()
	}
	return append(list,
		field{"reason", literal(e.Reason.enum().String())},
		field{"rule", literal(e.Rule())},
		field{"seat", (*anySeat)(&e.Seat)},
		field{"card", literal(card)},
		field{"phase", literal(e.Phase.String())},
		field{"turn", (*anySeat)(&e.Turn)},
		field{"led", literal(e.Led.String())},
		field{"legal", &e.Legal},
		field{"want", literal(e.Want)},
	)
}
