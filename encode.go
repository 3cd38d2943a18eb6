package foppen

import "slices"

// What every JSON form of this package has in common: cards are texts and hands are
// lists of them in the order of a hand; sets of seats are lists, upward;
// enumerations are words; numbers are whole; nothing is ever null, and where there
// is no seat its number is -1. All keys are always written, in the same order.
//
// Reading is strict: see jsonReader. A Game and a View are read from the fields
// that cannot be computed, and then everything is compared with what the value read
// would write, so that no field can say anything else than the others.

// maxNumber bounds the numbers in JSON. No rule can bring a larger one about.
const maxNumber = 999_999_999

// appendKey appends a key and its colon to an object being written, and before it a
// comma unless it is the first.
func appendKey(b []byte, key string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(appendString(b, key), ':')
}

// appendBool appends true or false.
func appendBool(b []byte, v bool) []byte {
	if v {
		return append(b, "true"...)
	}
	return append(b, "false"...)
}

// appendWord appends the word of an enumeration's value.
func appendWord(b []byte, v interface{ String() string }) []byte {
	return appendString(b, v.String())
}

// ahead reads the value of one key of the object that comes next, if it has the key,
// and then goes back to where the object begins. It reports no faults but those of
// that value: the others are found when the object is read.
func (r *jsonReader) ahead(key string, read func(*jsonReader)) {
	a := *r
	a.path = append(slices.Clone(r.path), jsonStep{key: key})
	if !a.take('{', "an object") {
		return
	}
	for n := 0; a.more(n, '}'); n++ {
		k := a.stringBytes()
		switch {
		case !a.take(':', "a colon"):
			return
		case string(k) == key:
			read(&a)
			if a.err != nil {
				r.err = a.err
			}
		default:
			a.skip()
		}
	}
}

// same reads a value that must be the one that want reads: want is written by this
// package. In objects the order of the keys does not matter; except is a key of the
// outermost object whose value may be any.
func (r *jsonReader) same(want *jsonReader, except string) {
	switch c := want.peek(); c {
	case '{':
		r.sameObject(want, except)
	case '[':
		r.sameArray(want)
	case '"':
		r.word(string(want.stringBytes()))
	case 't', 'f':
		if v := want.bool(); r.bool() != v {
			r.refuse("want " + string(appendBool(nil, v)))
		}
	default:
		n := want.int(-maxNumber, maxNumber)
		if got := r.int(-maxNumber, maxNumber); got != n {
			r.refuse("want " + itoa(n) + ", got " + itoa(got))
		}
	}
}

func (r *jsonReader) sameObject(want *jsonReader, except string) {
	var keys []byte
	values := map[string]int{} // where the values begin
	want.take('{', "an object")
	for n := 0; want.more(n, '}'); n++ {
		if n > 0 {
			keys = append(keys, ' ')
		}
		key := want.stringBytes()
		want.take(':', "a colon")
		keys = append(keys, key...)
		values[string(key)] = want.pos
		want.skip()
	}
	r.object(string(keys), func(key string) {
		if key == except {
			r.skip()
			return
		}
		at := jsonReader{data: want.data, pos: values[key]}
		r.same(&at, "")
	})
}

func (r *jsonReader) sameArray(want *jsonReader) {
	want.take('[', "an array")
	n := r.array(maxNumber, func(i int) {
		if !want.more(i, ']') {
			r.fail("want only " + itoa(i) + " elements")
			return
		}
		r.same(want, "")
	})
	if r.err == nil && want.more(n, ']') {
		r.failAt(r.pos-1, "want more than "+itoa(n)+" elements", nil)
	}
}

// sameJSON compares a text with one written by this package, but for the value of
// one key.
func sameJSON(data, want []byte, except string) error {
	return readJSON(data, maxJSON, func(r *jsonReader) { r.same(&jsonReader{data: want}, except) })
}

// MarshalJSON returns the cards as a list in the order of a hand, such as
// ["G2","G17","R5","1"]; no cards are [].
func (h Cards) MarshalJSON() ([]byte, error) { return appendCards(nil, h), nil }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (h *Cards) UnmarshalJSON(data []byte) error {
	var d Cards
	err := readJSON(data, maxJSON, func(r *jsonReader) { d = r.cards() })
	if err == nil {
		*h = d
	}
	return err
}

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

// MarshalJSON returns the seats as a list from 0 upward, such as [0,3]; no seats are
// [].
func (set Seats) MarshalJSON() ([]byte, error) { return appendSeats(nil, set), nil }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (set *Seats) UnmarshalJSON(data []byte) error {
	var s Seats
	err := readJSON(data, maxJSON, func(r *jsonReader) { s = r.seats(MaxPlayers) })
	if err == nil {
		*set = s
	}
	return err
}

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (r *EndReasons) UnmarshalJSON(data []byte) error {
	var e EndReasons
	err := readJSON(data, maxJSON, func(r *jsonReader) { e = r.endReasons() })
	if err == nil {
		*r = e
	}
	return err
}

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError: the ranks and the order must be those of the totals.
func (st *Standings) UnmarshalJSON(data []byte) error {
	var s Standings
	err := readJSON(data, maxJSON, func(r *jsonReader) { s = r.standings() })
	if err == nil {
		*st = s
	}
	return err
}
