package foppen

import (
	"strings"
	"unicode"
)

// The enumerations of this package are written as words. An enum is a value of one of
// them: its type, and the words of all values in their order, a space between two.
type enum struct {
	value       *uint8
	name, words string
}

func (e *enum) enum() enum { return *e }

// word returns the value's word, and false if it has none.
func (e enum) word() (string, bool) {
	words := e.words
	for v := *e.value; ; v-- {
		word, rest, more := strings.Cut(words, " ")
		if v == 0 {
			return word, true
		}
		if !more {
			return "", false
		}
		words = rest
	}
}

// choices returns all words.
func (e enum) choices() string { return "one of " + strings.ReplaceAll(e.words, " ", ", ") }

// what returns the name of the type in words, such as "tens count".
func (e enum) what() string {
	var b strings.Builder
	for i, c := range e.name {
		if i > 0 && unicode.IsUpper(c) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

func (e enum) String() string {
	if w, ok := e.word(); ok {
		return w
	}
	return e.name + "(" + itoa(int(*e.value)) + ")"
}

func (e enum) MarshalText() ([]byte, error) {
	if w, ok := e.word(); ok {
		return []byte(w), nil
	}
	return nil, &ArgError{Field: e.what(), Problem: itoa(int(*e.value)) + " is not " + e.choices()}
}

func (e enum) UnmarshalText(text []byte) error {
	i := uint8(0)
	for w := range strings.SplitSeq(e.words, " ") {
		if w == string(text) {
			*e.value = i
			return nil
		}
		i++
	}
	return &ParseError{What: e.what(), Input: string(text), Want: e.choices()}
}
