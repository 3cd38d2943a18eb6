package foppen

import (
	"strconv"
	"strings"
)

// A ParseError says why a text is not what it should be. Every Parse function
// and UnmarshalText method of this package fails with one, or with an error that wraps
// one. Where the text is right and what it says is not, variants fail with a VariantError
// and games and records with the errors of their moves.
type ParseError struct {
	What  string // What the text should have been, such as "card".
	Input string // Input is the text. Error shortens it if it is long.
	Pos   int    // Pos is the place of the fault in the whole text, in bytes from 0.
	Want  string // Want says what would have been accepted there.
}

// maxQuoted is how much of a refused text an error repeats: what comes from
// outside must not make errors and logs grow.
const maxQuoted = 60

// Error returns one line that quotes the text and says what was expected where.
func (e *ParseError) Error() string {
	in := e.Input
	if len(in) > maxQuoted {
		in = in[:maxQuoted] + "..."
	}
	return "foppen: " + strconv.Quote(in) + " is not a valid " + e.What + ": at " + itoa(e.Pos) + " want " + e.Want
}

// An ArgError says which argument of a function, or which field of a value such as a
// SimConfig, cannot be used and why. Moves, variants and texts have errors of their own.
type ArgError struct {
	Field   string // Field is what is at fault, such as "Games" or "seed".
	Problem string // Problem says what is wrong with it.
	Err     error  // Err is the error that Problem tells, such as a *VariantError; nil if there is none.
}

// Error returns one line with the field and the problem.
func (e *ArgError) Error() string { return "foppen: " + e.Field + ": " + e.Problem }

// Unwrap returns Err for errors.As, nil if there is none.
func (e *ArgError) Unwrap() error { return e.Err }

// Must returns v, and panics if err is not nil. It wraps a call whose arguments are
// known to be right, such as Must(ParseCard("G17")) or Must(New(4)).
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// unmarshalText reads *v as parse does, for an UnmarshalText method. It changes nothing when
// it fails.
func unmarshalText[T any](text []byte, v *T, parse func(s string) (T, error)) error {
	read, err := parse(string(text))
	if err == nil {
		*v = read
	}
	return err
}

// ruleText returns the number of a rule as the texts of errors have it: "(rule 3.4)" for
// R3.4, which could be taken for a card.
func ruleText(rule string) string { return "(rule " + strings.TrimPrefix(rule, "R") + ")" }

func itoa(n int) string { return strconv.Itoa(n) }
