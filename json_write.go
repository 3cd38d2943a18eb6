package foppen

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// JSON is written by appending, so that the order of keys is the one in the code
// and the bytes are the same in every version of Go.

// A jsonWriter appends JSON to b. It keeps in err why a value cannot be written: then
// it could not be read back.
type jsonWriter struct {
	b     []byte
	table []field // the fields of the objects being written, the outermost first
	err   error

	plays    list[trickPlay] // those of the trick being written
	playRoom [MaxPlayers]trickPlay
}

// makeRoom makes room at once for what a Game or a View writes.
func (w *jsonWriter) makeRoom() {
	w.b = slices.Grow(w.b, 4<<10)
	w.table = slices.Grow(w.table, maxFields)
}

// value appends what at points to: see field.
func (w *jsonWriter) value(at any) {
	switch p := at.(type) {
	case literal:
		w.b = appendString(w.b, string(p))
	case *int, *rank, *playerCount, *roundCount:
		n, _, _ := numberAt(p)
		w.b = appendInt(w.b, *n)
	case *count, *points:
		n, lo, hi := numberAt(p)
		if *n < lo || *n > hi {
			w.refuse(&ArgError{Field: "number", Problem: itoa(*n) + " is not from " + itoa(lo) + " to " + itoa(hi)})
		}
		w.b = appendInt(w.b, *n)
	case *bool:
		w.b = appendBool(w.b, *p)
	case *uint64:
		w.b = strconv.AppendUint(w.b, *p, 10)
	case *float64:
		w.b = strconv.AppendFloat(w.b, *p, 'f', -1, 64)
	case *Seat:
		w.refuse(checkSeat(*p))
		w.b = appendInt(w.b, *p)
	case *anySeat:
		w.b = appendInt(w.b, *p)
	case *Card:
		w.card(*p)
	case *anyCard:
		if Card(*p) == NoCard {
			w.b = append(w.b, `""`...)
		} else {
			w.card(Card(*p))
		}
	case *Cards:
		w.b = appendCards(w.b, *p)
	case *Seats:
		w.b = appendSeats(w.b, *p)
	case *Move:
		w.b = appendMove(w.b, *p)
	case jsonWord:
		word, ok := p.enum().word()
		if !ok {
			_, err := p.enum().MarshalText()
			w.refuse(err)
		}
		w.b = appendString(w.b, word)
	case jsonObject:
		w.object(p)
	case jsonList:
		w.b = append(w.b, '[')
		for i := range p.len() {
			w.b = appendComma(w.b)
			w.value(p.at(i))
		}
		w.b = append(w.b, ']')
	case jsonForm:
		p.writeJSON(w)
	}
}

// object appends an object.
func (w *jsonWriter) object(v jsonObject) {
	from := len(w.table)
	w.table = v.fields(w.table)
	w.b = append(w.b, '{')
	for i := from; i < len(w.table); i++ {
		if f := w.table[i]; f.name() == f.key {
			w.b = appendKey(w.b, f.key)
			w.value(f.at)
		}
	}
	w.b = append(w.b, '}')
	w.table = w.table[:from]
}

func (w *jsonWriter) card(c Card) {
	if err := checkCard(c); err != nil {
		w.refuse(err)
		return
	}
	w.b = appendCard(w.b, c)
}

// refuse keeps the first reason why a value cannot be written.
func (w *jsonWriter) refuse(err error) {
	if w.err == nil {
		w.err = err
	}
}

// checkSeat and checkCard refuse what only a mistake in a program can have put into
// a move or an event, and what could not be read back.

func checkSeat(s Seat) error {
	if !s.IsValid() {
		return &ArgError{Field: "Seat", Problem: s.String() + " is not a seat from 0 to 7"}
	}
	return nil
}

func checkCard(c Card) error {
	if !c.IsValid() {
		return &ArgError{Field: "Card", Problem: c.String() + " is not a card"}
	}
	return nil
}

// appendString appends a string. It escapes what json.Marshal escapes, < > & and
// the line separators among it, because json.Marshal does that to the output of
// every MarshalJSON: so the bytes are the same with and without it.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c == '\b':
			b = append(b, `\b`...)
		case c == '\f':
			b = append(b, `\f`...)
		case c < ' ' || c == '<' || c == '>' || c == '&':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c == '\u2028' || c == '\u2029':
			b = append(b, '\\', 'u', '2', '0', '2', hex[c&15])
		default:
			b = utf8.AppendRune(b, c)
		}
	}
	return append(b, '"')
}

// appendInt appends a number.
func appendInt[T ~int | ~int8 | ~int32 | ~uint8 | ~uint16](b []byte, n T) []byte {
	return strconv.AppendInt(b, int64(n), 10)
}

// appendList appends a list of n elements, each appended by element.
func appendList(b []byte, n int, element func(b []byte, i int) []byte) []byte {
	b = append(b, '[')
	for i := range n {
		b = element(appendComma(b), i)
	}
	return append(b, ']')
}

// appendInts appends a list of numbers.
func appendInts(b []byte, list []int) []byte {
	return appendList(b, len(list), func(b []byte, i int) []byte { return appendInt(b, list[i]) })
}

// appendStrings appends a list of strings.
func appendStrings(b []byte, list []string) []byte {
	return appendList(b, len(list), func(b []byte, i int) []byte { return appendString(b, list[i]) })
}

// appendSeats appends the list of the seats of a set, upward.
func appendSeats(b []byte, set Seats) []byte {
	b = append(b, '[')
	for s := range set.All() {
		b = appendInt(appendComma(b), s)
	}
	return append(b, ']')
}

// appendCard appends a card as a string.
func appendCard(b []byte, c Card) []byte {
	return append(c.append(append(b, '"')), '"')
}

// appendCards appends the list of the cards in the order of a hand.
func appendCards(b []byte, h Cards) []byte {
	b = append(b, '[')
	for c := range h.All() {
		b = appendCard(appendComma(b), c)
	}
	return append(b, ']')
}

// appendKey appends a key and its colon to an object being written, and before it a
// comma unless it is the first. No key has anything to escape.
func appendKey(b []byte, key string) []byte {
	return append(append(append(appendComma(b), '"'), key...), '"', ':')
}

// appendComma appends a comma, unless what comes next is the first in its object or list.
func appendComma(b []byte) []byte {
	if last := b[len(b)-1]; last == '{' || last == '[' {
		return b
	}
	return append(b, ',')
}

func appendBool(b []byte, v bool) []byte { return strconv.AppendBool(b, v) }
