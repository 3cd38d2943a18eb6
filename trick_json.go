package foppen

// MarshalJSON returns the plays of the trick as a list in their order, such as
// [{"seat":0,"card":"G17"},{"seat":1,"card":"1"}]; an empty trick is [].
func (t Trick) MarshalJSON() ([]byte, error) { return marshalJSON(&t) }

// UnmarshalJSON reads what MarshalJSON writes. It refuses everything else, and what Add
// refuses, with a *DecodeError.
func (t *Trick) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, t) }

// A trickPlay is one play of a trick.
type trickPlay struct {
	seat Seat
	card Card
}

func (p *trickPlay) fields(list []field) []field {
	return append(list, field{"seat", &p.seat}, field{"card", &p.card})
}

func (t *Trick) writeJSON(w *jsonWriter) {
	w.plays = w.playRoom[:0]
	for i := range t.Len() {
		s, c := t.At(i)
		w.plays = append(w.plays, trickPlay{s, c})
	}
	w.value(&w.plays)
}

func (t *Trick) readJSON(r *jsonReader) {
	var p trickPlay
	r.array(MaxPlayers, func(int) {
		r.peek()
		start := r.pos
		r.fields(&p)
		if r.err != nil {
			return
		}
		if e := t.refuse(p.seat, p.card); e != nil {
			r.failAt(start, "want plays of one trick; "+e.Field+" "+e.Problem, nil)
			return
		}
		t.add(p.seat, p.card)
	})
}

// MarshalJSON returns the fool as an object:
//
//	{"seat":2,"card":"R5","reason":"lowest-discard","tied":false}
//
// It fails for a card that is no card and a reason that has no word.
func (f Fool) MarshalJSON() ([]byte, error) { return marshalJSON(&f) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (f *Fool) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, f) }

// fields lets seat and card be none, as in the zero Fool.
func (f *Fool) fields(list []field) []field {
	return f.fieldsOf(list, (*anySeat)(&f.Seat), (*anyCard)(&f.Card))
}

func (f *Fool) fieldsOf(list []field, seat, card any) []field {
	return append(list, field{"seat", seat}, field{"card", card}, field{"reason", &f.Reason}, field{"tied", &f.Tied})
}
