package foppen

// MarshalJSON returns the plays of the trick as a list in their order, such as
// [{"seat":0,"card":"G17"},{"seat":1,"card":"1"}]; an empty trick is [].
func (t Trick) MarshalJSON() ([]byte, error) { return appendPlays(nil, t), nil }

// UnmarshalJSON reads what MarshalJSON writes. It refuses everything else, and what Add
// refuses, with a *DecodeError.
func (t *Trick) UnmarshalJSON(data []byte) error {
	var trick Trick
	err := readJSON(data, maxJSON, func(r *jsonReader) {
		start := r.pos
		for i, p := range r.plays(nil) {
			if e := trick.refuse(p.Seat, p.Card); e != nil {
				r.failAt(start, "want plays of one trick; of play "+itoa(i+1)+" "+e.Field+" "+e.Problem, nil)
				return
			}
			trick.add(p.Seat, p.Card)
		}
	})
	if err == nil {
		*t = trick
	}
	return err
}

// appendPlays appends the plays of a trick.
func appendPlays(b []byte, t Trick) []byte {
	return appendList(b, t.Len(), func(b []byte, i int) []byte {
		s, c := t.At(i)
		b = appendInt(appendKey(append(b, '{'), "seat"), s)
		return append(appendCard(appendKey(b, "card"), c), '}')
	})
}
