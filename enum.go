package foppen

import (
	"strings"
)

// The enumerations of this package are written as words. Each has one constant
// with its words in the order of its values, a space between two.

func enumString[T ~uint8](name, words string, v T) string {
	if w, ok := enumWord(words, v); ok {
		return w
	}
	return name + "(" + itoa(int(v)) + ")"
}

func enumWord[T ~uint8](words string, v T) (string, bool) {
	for ; ; v-- {
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

func enumMarshal[T ~uint8](what, words string, v T) ([]byte, error) {
	if w, ok := enumWord(words, v); ok {
		return []byte(w), nil
	}
	return nil, &ArgError{Field: what, Problem: itoa(int(v)) + " is not " + enumChoices(words)}
}

func enumUnmarshal[T ~uint8](what, words string, text []byte, v *T) error {
	i := 0
	for w := range strings.SplitSeq(words, " ") {
		if w == string(text) {
			*v = T(i)
			return nil
		}
		i++
	}
	return &ParseError{What: what, Input: string(text), Want: enumChoices(words)}
}

func enumChoices(words string) string {
	return "one of " + strings.ReplaceAll(words, " ", ", ")
}
