package foppen

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A jsonReader reads JSON as strictly as untrusted input wants it, where
// encoding/json is lenient: it refuses unknown and doubled keys, keys in another
// case, missing keys, null, fractions, invalid UTF-8 and anything after the value.
// Keys may come in any order and there may be white space, as JSON has it.
//
// The caller asks for what it wants, value by value, in the order of the text. The
// first fault is kept in err; from then on every method returns a zero value, so
// that callers look at the error once, at the end. Depth and memory are bounded by
// what the caller asks for: nothing is ever read that nobody asked for.
type jsonReader struct {
	data []byte
	pos  int
	last int // where the string or number last read begins
	path []jsonStep
	err  *DecodeError

	table []field   // the fields of the objects being read, the outermost first
	moves *moveForm // the move being read, so that not each of many needs a new one
}

// A jsonStep leads from a value to one inside it: to a key's or, without a key, to
// an element.
type jsonStep struct {
	key   string
	index int
}

// readJSON has read take the one value of a text of at most limit bytes and returns
// the first fault, a *DecodeError, or nil.
func readJSON(data []byte, limit int, read func(*jsonReader)) error {
	r := &jsonReader{data: data}
	if len(data) > limit {
		r.pos = limit
		r.fail("more than the " + itoa(limit) + " bytes allowed")
		return r.err
	}
	read(r)
	if r.peek() != 0 || r.pos < len(data) {
		r.fail("want nothing more, got " + r.found())
	}
	if r.err != nil {
		return r.err
	}
	return nil
}

// fail says what is wrong with the text at the reader's place. Only the
// first fault counts.
func (r *jsonReader) fail(problem string) { r.failAt(r.pos, problem, nil) }

// refuse says what is wrong with the value just read.
func (r *jsonReader) refuse(problem string) { r.failAt(r.last, problem, nil) }

// refuseFor refuses the value just read for the reason that err gives, if it gives one.
func (r *jsonReader) refuseFor(err error) {
	if err == nil {
		return
	}
	r.failAt(r.last, strings.TrimPrefix(err.Error(), "foppen: "), err)
}

func (r *jsonReader) failAt(pos int, problem string, err error) {
	if r.err == nil {
		r.err = &DecodeError{Path: r.pathText(), Offset: pos, Problem: problem, Err: err}
	}
}

// wrong refuses what was read at a path below the value at hand, if there is a problem.
func (r *jsonReader) wrong(path, problem string) {
	if at := r.pathText(); r.err == nil && problem != "" {
		if at != "" {
			path = at + "." + path
		}
		r.err = &DecodeError{Path: path, Offset: -1, Problem: problem}
	}
}

func (r *jsonReader) pathText() string {
	var b strings.Builder
	for _, step := range r.path {
		switch {
		case step.key == "":
			b.WriteString("[" + itoa(step.index) + "]")
		case b.Len() > 0:
			b.WriteString("." + step.key)
		default:
			b.WriteString(step.key)
		}
	}
	return b.String()
}

// peek returns the first byte of what comes next, after white space; 0 at the end
// of the text and after a fault.
func (r *jsonReader) peek() byte {
	if r.err != nil {
		return 0
	}
	for ; r.pos < len(r.data); r.pos++ {
		switch c := r.data[r.pos]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// found describes what comes next.
func (r *jsonReader) found() string {
	switch c := r.peek(); {
	case r.pos >= len(r.data):
		return "the end"
	case c == '{':
		return "an object"
	case c == '[':
		return "an array"
	case c == '"':
		return "a string"
	case c == '-' || c-'0' <= 9:
		return "a number"
	case bytes.HasPrefix(r.data[r.pos:], []byte("\ufeff")):
		return "a byte order mark"
	case bytes.HasPrefix(r.data[r.pos:], []byte("null")):
		return "null"
	case bytes.HasPrefix(r.data[r.pos:], []byte("true")), bytes.HasPrefix(r.data[r.pos:], []byte("false")):
		return "a boolean"
	default:
		_, n := utf8.DecodeRune(r.data[r.pos:])
		return strconv.QuoteToASCII(string(r.data[r.pos : r.pos+n]))
	}
}

// take steps over the byte c if it comes next and otherwise fails.
func (r *jsonReader) take(c byte, want string) bool {
	if r.peek() != c || r.err != nil {
		r.fail("want " + want + ", got " + r.found())
		return false
	}
	r.pos++
	return true
}

// more reports whether another element of an object or array comes next. It steps
// over the comma before it, or over the end.
func (r *jsonReader) more(n int, end byte) bool {
	switch c := r.peek(); {
	case r.err != nil:
		return false
	case c == end:
		r.pos++
		return false
	case n > 0 && c != ',':
		r.fail("want a comma or " + strconv.Quote(string(rune(end))) + ", got " + r.found())
		return false
	case n > 0:
		r.pos++
	}
	return true
}

// fields reads an object with the fields of v. It returns a bit for each that was there.
func (r *jsonReader) fields(v jsonObject) uint64 {
	from := len(r.table)
	r.table = v.fields(r.table)
	return r.read(from)
}

// fieldsOver reads an object with the fields of v, which need not all be there if v has
// values already.
func (r *jsonReader) fieldsOver(v jsonObject, hasValues bool) {
	from := len(r.table)
	r.table = v.fields(r.table)
	for i := range r.table[from:] {
		if f := &r.table[from+i]; hasValues {
			f.key = f.name() + "?"
		}
	}
	r.read(from)
}

// read reads an object that has the fields of r.table after the first ones, and takes
// them off. It returns a bit for each that was there.
func (r *jsonReader) read(from int) (seen uint64) {
	if !r.take('{', "an object") {
		return 0
	}
	for n := 0; r.more(n, '}'); n++ {
		text := r.stringBytes()
		if r.err != nil {
			return 0
		}
		i := findField(r.table[from:], n, text)
		switch {
		case i < 0:
			r.refuse("unknown key " + quoteShort(text) + ", want " + keyChoices(r.table[from:]))
		case seen>>i&1 != 0:
			r.refuse("second key " + quoteShort(text))
		}
		if !r.take(':', "a colon") {
			return 0
		}
		seen |= 1 << i
		r.path = append(r.path, jsonStep{key: r.table[from+i].name()})
		r.value(r.table[from+i].at)
		if r.err != nil {
			return 0
		}
		r.path = r.path[:len(r.path)-1]
	}
	for i, f := range r.table[from:] {
		if f.name() == f.key && seen>>i&1 == 0 {
			r.failAt(max(0, r.pos-1), "no key "+strconv.Quote(f.key), nil)
		}
	}
	r.table = r.table[:from]
	return seen
}

// name returns the key without its question mark.
func (f *field) name() string { return strings.TrimSuffix(f.key, "?") }

// findField returns the place of a key in a table, -1 if it has none. It looks first
// at the place where the key is in what this package writes.
func findField(table []field, likely int, key []byte) int {
	if likely < len(table) && table[likely].name() == string(key) {
		return likely
	}
	return slices.IndexFunc(table, func(f field) bool { return f.name() == string(key) })
}

func keyChoices(table []field) string {
	s := "one of "
	for i, f := range table {
		if i > 0 {
			s += ", "
		}
		s += f.name()
	}
	return s
}

// value reads what at points to: see field.
func (r *jsonReader) value(at any) {
	switch p := at.(type) {
	case literal:
		r.word(string(p))
	case *int, *count, *points, *rank, *playerCount, *roundCount:
		n, lo, hi := numberAt(p)
		*n = r.int(lo, hi)
	case *bool:
		*p = r.bool()
	case *uint64:
		*p = r.uint(MaxGameNumber)
	case *float64:
		*p = r.float()
	case *Seat:
		*p = r.seat(MaxPlayers)
	case *anySeat:
		*p = anySeat(r.int(int(NoSeat), MaxPlayers-1))
	case *Card:
		*p = r.card()
	case *anyCard:
		if text := r.stringBytes(); r.err == nil {
			r.refuseFor((*Card)(p).UnmarshalText(text))
		}
	case *Cards:
		*p = r.cards()
	case *Seats:
		*p = r.seats(MaxPlayers)
	case *Move:
		*p = r.move()
	case jsonWord:
		if text := r.stringBytes(); r.err == nil {
			r.refuseFor(p.enum().UnmarshalText(text))
		}
	case jsonObject:
		r.fields(p)
	case jsonList:
		r.array(maxList, func(int) { r.value(p.add()) })
	case jsonForm:
		p.readJSON(r)
	}
}

// array reads an array of at most limit elements and calls element for each, which
// has to read it. It returns how many there were.
func (r *jsonReader) array(limit int, element func(i int)) (n int) {
	if !r.take('[', "an array") {
		return 0
	}
	r.path = append(r.path, jsonStep{})
	step := len(r.path) - 1
	for ; r.more(n, ']'); n++ {
		if n == limit {
			r.path = r.path[:step]
			r.fail("want at most " + itoa(limit) + " elements")
			return n
		}
		element(n)
		if r.err != nil {
			return n
		}
		r.path[step].index = n + 1 // a missing comma is a fault of the next element
	}
	if r.err == nil {
		r.path = r.path[:step]
	}
	return n
}

// int reads a whole number from lo to hi.
func (r *jsonReader) int(lo, hi int) int {
	text := r.number()
	if r.err != nil {
		return 0
	}
	// Atoi also takes "+1", "-0" and "007"; no number of this package is longer
	// than 9 digits.
	n, err := 0, error(nil)
	if len(text) <= 10 {
		n, err = strconv.Atoi(string(text))
	}
	if err != nil || len(text) > 10 || n < lo || n > hi || itoa(n) != string(text) {
		r.refuse("want a whole number from " + itoa(lo) + " to " + itoa(hi) + ", got " + short(text))
		return 0
	}
	return n
}

// number reads what looks like a number.
func (r *jsonReader) number() []byte {
	c := r.peek()
	r.last = r.pos
	if c != '-' && c-'0' > 9 {
		r.fail("want a whole number, got " + r.found())
		return nil
	}
	for ; r.pos < len(r.data); r.pos++ {
		switch c := r.data[r.pos]; {
		case c-'0' <= 9, c == '-', c == '+', c == '.', c == 'e', c == 'E':
		default:
			return r.data[r.last:r.pos]
		}
	}
	return r.data[r.last:]
}

// bool reads true or false.
func (r *jsonReader) bool() bool {
	r.peek()
	for _, word := range [...]string{"true", "false"} {
		if r.err == nil && bytes.HasPrefix(r.data[r.pos:], []byte(word)) {
			r.pos += len(word)
			return word == "true"
		}
	}
	r.fail("want true or false, got " + r.found())
	return false
}

// string reads a string of at most limit bytes.
func (r *jsonReader) string(limit int) string {
	text := r.stringBytes()
	if len(text) > limit {
		r.refuse("want at most " + itoa(limit) + " bytes")
		return ""
	}
	return string(text)
}

// word reads a string that must be this one.
func (r *jsonReader) word(want string) {
	if text := r.stringBytes(); string(text) != want {
		r.refuse("want " + strconv.Quote(want) + ", got " + quoteShort(text))
	}
}

// seat reads the number of one of the first n seats.
func (r *jsonReader) seat(n int) Seat { return Seat(r.int(0, n-1)) }

// seats reads a list of some of the first n seats, upward.
func (r *jsonReader) seats(n int) Seats {
	var set Seats
	last := NoSeat
	r.array(n, func(int) {
		s := r.seat(n)
		if s <= last {
			r.refuse("want each seat after the one before it, upward")
		}
		set, last = set.With(s), s
	})
	return set
}

// card reads the text of a card.
func (r *jsonReader) card() Card {
	text := r.stringBytes()
	if r.err != nil {
		return NoCard
	}
	c, n := scanCard(string(text))
	if n == 0 || n != len(text) {
		_, err := ParseCard(string(text))
		r.refuseFor(err)
		return NoCard
	}
	return c
}

// cards reads a list of cards in the order of a hand.
func (r *jsonReader) cards() Cards {
	var h Cards
	last := NoCard
	r.array(maxDeck, func(int) {
		c := r.card()
		if c < last || !h.canTake(c) {
			r.refuse("want each card once and after the one before it: green, red, yellow, blue, 1s, values upward")
		}
		h, last = h.With(c), c
	})
	return h
}

// maxSkip is how deep the values may be nested that skip steps over; nothing in this
// package is as deep.
const maxSkip = 16

// skip steps over any value, to look for a key further on. It checks the form only
// as far as it must: what is skipped is read again.
func (r *jsonReader) skip() { r.skipValue(maxSkip) }

func (r *jsonReader) skipValue(depth int) {
	c := r.peek()
	switch {
	case depth == 0:
		r.fail("nested too deep")
	case c == '{' || c == '[':
		r.pos++
		for n := 0; r.more(n, c+2); n++ { // } and ] are two after { and [
			if c == '{' {
				r.stringBytes()
				r.take(':', "a colon")
			}
			r.skipValue(depth - 1)
		}
	case c == '"':
		r.stringBytes()
	case c == 't' || c == 'f':
		r.bool()
	default:
		if text := r.number(); r.err == nil && !json.Valid(text) {
			r.refuse("want a number, got " + short(text))
		}
	}
}

// stringBytes reads a string. What it returns may be a part of the input.
func (r *jsonReader) stringBytes() []byte {
	if !r.take('"', "a string") {
		return nil
	}
	start := r.pos
	r.last = start - 1
	for r.pos < len(r.data) {
		switch c := r.data[r.pos]; {
		case c == '"':
			r.pos++
			return r.data[start : r.pos-1]
		case c == '\\' || c < ' ' || c >= utf8.RuneSelf:
			return r.longString(r.data[start:r.pos:r.pos])
		}
		r.pos++
	}
	r.fail("want the end of the string, got the end")
	return nil
}

// longString reads the rest of a string in which something is escaped or not ASCII.
func (r *jsonReader) longString(text []byte) []byte {
	for r.pos < len(r.data) {
		switch c := r.data[r.pos]; {
		case c == '"':
			r.pos++
			return text
		case c == '\\':
			text = r.escape(text)
		case c < ' ':
			r.fail("control character in a string")
		default:
			_, n := utf8.DecodeRune(r.data[r.pos:])
			if c >= utf8.RuneSelf && n == 1 {
				r.fail("invalid UTF-8")
			}
			text = append(text, r.data[r.pos:r.pos+n]...)
			r.pos += n
		}
		if r.err != nil {
			return nil
		}
	}
	r.fail("want the end of the string, got the end")
	return nil
}

// escape reads what begins with a backslash.
func (r *jsonReader) escape(text []byte) []byte {
	const escapes, meaning = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	rest := r.data[r.pos+1:]
	if len(rest) > 0 {
		if i := strings.IndexByte(escapes, rest[0]); i >= 0 {
			r.pos += 2
			return append(text, meaning[i])
		}
	}
	c, n := hexRune(r.data[r.pos:]), 6
	if utf16.IsSurrogate(c) {
		c, n = utf16.DecodeRune(c, hexRune(r.data[r.pos+6:])), 12
		if c == utf8.RuneError {
			c = -1 // half a character: encoding/json would silently replace it
		}
	}
	if c < 0 {
		r.fail("invalid escape in a string")
		return nil
	}
	r.pos += n
	return utf8.AppendRune(text, c)
}

// hexRune returns the number after \u at the beginning of b, -1 if there is none.
func hexRune(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	c, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(c)
}

// short returns a text for an error, cut if it is long.
func short(text []byte) string {
	if len(text) > maxQuoted {
		return string(text[:maxQuoted]) + "..."
	}
	return string(text)
}

func quoteShort(text []byte) string { return strconv.QuoteToASCII(short(text)) }

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
			return
		default:
			a.skip()
		}
	}
}

// wordAhead returns the string that a key of the object that comes next has for a value,
// "" if there is no such key.
func (r *jsonReader) wordAhead(key string) (word string) {
	r.ahead(key, func(r *jsonReader) { word = string(r.stringBytes()) })
	return word
}

// place returns where the value of a key stands in the object that begins at pos.
func (r *jsonReader) place(pos int, key string) (at int) {
	object := &jsonReader{data: r.data, pos: pos}
	object.ahead(key, func(r *jsonReader) {
		r.peek()
		at = r.pos
	})
	return at
}

// compare refuses the object got, which begins at pos, if it does not say what want does.
func (r *jsonReader) compare(pos int, got, want jsonObject) {
	w := jsonWriter{b: make([]byte, 0, r.pos-pos), table: r.table}
	if w.object(want); bytes.Equal(r.data[pos:r.pos], w.b) {
		return
	}
	inside := len(r.path)
	if r.same(got, want); r.err != nil {
		r.err.Offset = r.place(pos, r.path[inside].key)
	}
}

// same refuses what got points to if it is not written as what want points to is. Both are
// of one type.
func (r *jsonReader) same(got, want any) {
	switch v := got.(type) {
	case jsonObject:
		fields := want.(jsonObject).fields(nil)
		for i, f := range v.fields(nil) {
			r.inside(jsonStep{key: f.name()}, func() { r.same(f.at, fields[i].at) })
		}
		return
	case jsonList:
		other := want.(jsonList)
		for i := range min(v.len(), other.len()) {
			r.inside(jsonStep{index: i}, func() { r.same(v.at(i), other.at(i)) })
		}
		if v.len() != other.len() {
			r.fail("want " + itoa(other.len()) + " elements, got " + itoa(v.len()))
		}
		return
	}
	var v, other jsonWriter
	v.value(got)
	other.value(want)
	if !bytes.Equal(v.b, other.b) {
		i := bytes.LastIndexByte(v.b[:commonLen(v.b, other.b)], ',') + 1 // a long list from where it differs
		r.fail("want " + short(other.b[i:]) + ", got " + short(v.b[i:]))
	}
}

// inside has read take a value inside the one that is being read.
func (r *jsonReader) inside(step jsonStep, read func()) {
	if r.err != nil {
		return
	}
	r.path = append(r.path, step)
	if read(); r.err == nil {
		r.path = r.path[:len(r.path)-1]
	}
}
