package foppen

import (
	"encoding/json"
	"io"
)

// What every JSON form of this package has in common: cards are texts and hands are
// lists of them in the order of a hand; sets of seats are lists, upward;
// enumerations are words; numbers are whole; nothing is ever null, and where there
// is no seat its number is -1. All keys are always written, in the same order.
//
// A type has one list of fields. It drives the writing, the strict reading and the
// list of keys in errors.
//
// A Game and a View are read from the fields that cannot be computed. Then every field
// is compared with what the value read would write, so that no field can contradict
// the others.

// maxJSON bounds a JSON text that holds one value other than a record, in bytes.
const maxJSON = 1 << 20

// maxNumber bounds the numbers in JSON. No rule can bring a larger one about.
const maxNumber = 999_999_999

// maxList bounds the lists in forms. The longest are the moves of a round.
const maxList = 1 + MaxPlayers + maxDeck

// maxFields bounds the fields of an object: a jsonReader has a bit for each.
const maxFields = 64

// A DecodeError says where and why a JSON text was refused. Every UnmarshalJSON
// method of this package that reads more than one word fails with one, or with an
// error that wraps one; those of records fail with a RecordError, which wraps another
// error where the text is right and the game that it tells is not. Its text is short
// however long the input is.
type DecodeError struct {
	Path    string // Path is the value at fault, such as "moves[12].play"; "" for the whole text.
	Offset  int    // Offset is the place of the fault in the text, in bytes from 0; of a value that contradicts others, that of the outermost key in Path; -1 if only Path tells it.
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

// A field is one key of a JSON object and its value.
type field struct {
	key string // key ends in a question mark if the object need not have it; then it is only read.
	at  any    // at points to the value, whose type says how it is written and read; or it is a literal.
}

// What field.at can be, besides pointers to the types below and to bool, float64, uint64
// (the number of a game, or how many there are), Seat, Card, Cards and Seats.
type (
	// A jsonObject is an object. fields appends its fields to a list.
	jsonObject interface {
		fields(list []field) []field
	}
	// A jsonList is an array.
	jsonList interface {
		len() int
		at(i int) any // at returns a pointer to an element.
		add() any     // add appends an element and returns a pointer to it.
	}
	// A jsonWord is the word of an enumeration.
	jsonWord interface{ enum() enum }
	// A jsonForm has a form of its own.
	jsonForm interface {
		writeJSON(w *jsonWriter)
		readJSON(r *jsonReader)
	}
)

// An object is a jsonObject made of its fields.
type object []field

func (o object) fields(list []field) []field { return append(list, o...) }

// A literal is a string that is always the same, such as the name of a format.
type literal string

// anySeat and anyCard are a seat and a card that may be none: -1 and "".
type (
	anySeat Seat
	anyCard Card
)

// A skipped value is read elsewhere.
type skipped struct{}

func (skipped) writeJSON(*jsonWriter)  {}
func (skipped) readJSON(r *jsonReader) { r.skip() }

// The kinds of whole numbers besides int, by their bounds.
type (
	count       int
	points      int
	rank        int
	playerCount int
	roundCount  int
)

// numberAt returns the number that at points to, of one of these kinds, and its bounds.
func numberAt(at any) (n *int, lo, hi int) {
	switch p := at.(type) {
	case *int:
		return p, -maxNumber, maxNumber
	case *points:
		return (*int)(p), -maxNumber, maxNumber
	case *count:
		return (*int)(p), 0, maxNumber
	case *rank:
		return (*int)(p), 0, MaxPlayers
	case *playerCount:
		return (*int)(p), MinPlayers, MaxPlayers
	case *roundCount:
		return (*int)(p), 0, MaxRounds
	}
	return nil, 0, 0
}

// A list is the jsonList of a slice.
type list[T any] []T

func (l *list[T]) len() int     { return len(*l) }
func (l *list[T]) at(i int) any { return &(*l)[i] }

func (l *list[T]) add() any {
	if *l == nil {
		*l = make([]T, 0, MaxPlayers) // many lists have an element for each seat
	}
	*l = append(*l, *new(T))
	return &(*l)[len(*l)-1]
}

// marshalJSON returns the JSON of what at points to, for a MarshalJSON method.
func marshalJSON(at any) ([]byte, error) {
	var w jsonWriter
	w.value(at)
	if w.err != nil {
		return nil, w.err
	}
	return w.b, nil
}

// writeLine writes the JSON of v and a line end.
func writeLine(w io.Writer, v json.Marshaler) (int64, error) {
	line, err := v.MarshalJSON()
	if err != nil {
		return 0, err
	}
	n, err := w.Write(append(line, '\n'))
	return int64(n), err
}

// unmarshalJSON reads *v, for an UnmarshalJSON method. It changes nothing when it fails.
func unmarshalJSON[T any](data []byte, v *T) error { return unmarshalLong(data, maxJSON, v) }

// unmarshalLong is unmarshalJSON for a text of at most limit bytes.
func unmarshalLong[T any](data []byte, limit int, v *T) error {
	var read T
	err := readJSON(data, limit, func(r *jsonReader) { r.value(&read) })
	if err == nil {
		*v = read
	}
	return err
}
