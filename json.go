package foppen

import (
	"bytes"
	"encoding"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// What every JSON form of this package has in common: cards are texts and hands are
// lists of them in the order of a hand; sets of seats are lists, upward;
// enumerations are words; numbers are whole; nothing is ever null, and where there
// is no seat its number is -1. All keys are always written, in the same order.
//
// Reading is strict: see jsonReader. A Game and a View are read from the fields
// that cannot be computed, and then everything is compared with what the value read
// would write, so that no field can say anything else than the others.

// A DecodeError says where and why a JSON text was refused. Every UnmarshalJSON
// method of this package that reads more than one word fails with one, or with an
// error that wraps one; those of records fail with a RecordError, which wraps another
// error where the text is right and the game that it tells is not. Its text is short
// however long the input is.
type DecodeError struct {
	Path    string // Path is the value at fault, such as "moves[12].play"; "" for the whole text.
	Offset  int    // Offset is the place of the fault in the text, in bytes from 0; -1 if only Path tells it.
	Problem string // Problem says what is wrong there and what would have been accepted.
	Err     error  // Err is the fault of a value in good form, such as a *ParseError or *MoveError, else nil.
}

// Error returns one line with the place and the problem.
func (e *DecodeError) Error() string {
	s := "foppen:"
	if e.Path != "" {
		s += " " + e.Path
	}
	if e.Offset >= 0 {
		s += " at byte " + itoa(e.Offset)
	}
	return s + ": " + e.Problem
}

// Unwrap returns Err for errors.Is and errors.As.
func (e *DecodeError) Unwrap() error { return e.Err }

// maxJSON bounds a JSON text that holds one value other than a record, in bytes.
const maxJSON = 1 << 20

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

// fail says what is wrong with the text at the reader's place. Of several faults
// the first counts.
func (r *jsonReader) fail(problem string) { r.failAt(r.pos, problem, nil) }

// refuse says what is wrong with the value just read.
func (r *jsonReader) refuse(problem string) { r.failAt(r.last, problem, nil) }

// refuseFor refuses the value just read for the reason that err gives.
func (r *jsonReader) refuseFor(err error) {
	r.failAt(r.last, strings.TrimPrefix(err.Error(), "foppen: "), err)
}

func (r *jsonReader) failAt(pos int, problem string, err error) {
	if r.err == nil {
		r.err = &DecodeError{Path: r.pathText(), Offset: pos, Problem: problem, Err: err}
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
	case bytes.HasPrefix(r.data[r.pos:], []byte("null")):
		return "null"
	case bytes.HasPrefix(r.data[r.pos:], []byte("true")), bytes.HasPrefix(r.data[r.pos:], []byte("false")):
		return "a boolean"
	default:
		return strconv.QuoteToASCII(string(rune(c)))
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

// object reads an object and calls value for each of its keys, which has to read
// the key's value. keys are the names that the object must have, with a space
// between two; those that end in a question mark it may have.
func (r *jsonReader) object(keys string, value func(key string)) {
	if !r.take('{', "an object") {
		return
	}
	var seen uint64
	for n := 0; r.more(n, '}'); n++ {
		text := r.stringBytes()
		if r.err != nil {
			return
		}
		key, i := findKey(keys, text)
		switch {
		case key == "":
			r.refuse("unknown key " + quoteShort(text) + ", want " + keyChoices(keys))
		case seen>>i&1 != 0:
			r.refuse("second key " + quoteShort(text))
		}
		if !r.take(':', "a colon") {
			return
		}
		seen |= 1 << i
		r.path = append(r.path, jsonStep{key: key})
		value(key)
		if r.err != nil {
			return
		}
		r.path = r.path[:len(r.path)-1]
	}
	r.require(keys, seen)
}

// require fails for the first key that must be there and has not been seen.
func (r *jsonReader) require(keys string, seen uint64) {
	for i := 0; keys != ""; i++ {
		var key string
		key, keys, _ = strings.Cut(keys, " ")
		if !strings.HasSuffix(key, "?") && seen>>i&1 == 0 {
			r.failAt(max(0, r.pos-1), "no key "+strconv.Quote(key), nil)
			return
		}
	}
}

// findKey returns the key of the list that is written so, and its place in the
// list.
func findKey(keys string, text []byte) (key string, i int) {
	for ; keys != ""; i++ {
		key, keys, _ = strings.Cut(keys, " ")
		if key = strings.TrimSuffix(key, "?"); key == string(text) {
			return key, i
		}
	}
	return "", 0
}

func keyChoices(keys string) string {
	return "one of " + strings.ReplaceAll(strings.ReplaceAll(keys, "?", ""), " ", ", ")
}

// array reads an array of at most limit elements and calls element for each, which
// has to read it. It returns how many there were.
func (r *jsonReader) array(limit int, element func(i int)) (n int) {
	if !r.take('[', "an array") {
		return 0
	}
	r.path = append(r.path, jsonStep{})
	for ; r.more(n, ']'); n++ {
		if n == limit {
			r.path = r.path[:len(r.path)-1]
			r.fail("want at most " + itoa(limit) + " elements")
			return n
		}
		r.path[len(r.path)-1].index = n
		element(n)
		if r.err != nil {
			return n
		}
	}
	if r.err == nil {
		r.path = r.path[:len(r.path)-1]
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
	for r.pos < len(r.data) && strings.IndexByte("+-.0123456789Ee", r.data[r.pos]) >= 0 {
		r.pos++
	}
	return r.data[r.last:r.pos]
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

// text reads a string into a value that reads itself from text.
func (r *jsonReader) text(v encoding.TextUnmarshaler) {
	text := r.stringBytes()
	if r.err != nil {
		return
	}
	if err := v.UnmarshalText(text); err != nil {
		r.refuseFor(err)
	}
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
		r.number()
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
	var c rune
	for _, d := range b[2:6] {
		i := strings.IndexByte("0123456789abcdefABCDEF", d)
		if i < 0 {
			return -1
		}
		if i >= 16 {
			i -= 6
		}
		c = c<<4 | rune(i)
	}
	return c
}

// short returns a text for an error, cut if it is long.
func short(text []byte) string {
	if len(text) > maxQuoted {
		return string(text[:maxQuoted]) + "..."
	}
	return string(text)
}

func quoteShort(text []byte) string { return strconv.QuoteToASCII(short(text)) }

// JSON is written by appending, so that the order of keys is the one in the code
// and the bytes are the same in every version of Go.

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
		if i > 0 {
			b = append(b, ',')
		}
		b = element(b, i)
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
		if b[len(b)-1] != '[' {
			b = append(b, ',')
		}
		b = appendInt(b, s)
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
		if b[len(b)-1] != '[' {
			b = append(b, ',')
		}
		b = appendCard(b, c)
	}
	return append(b, ']')
}

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
