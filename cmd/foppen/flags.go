package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/foppen-go/foppen"
)

// parse parses flags wherever they stand among the arguments, and returns what is
// no flag. After "--" nothing is. A flag that is given twice is refused, unless it takes a
// list: the first value would be lost without a word.
func parse(fs *flag.FlagSet, args []string) (rest []string, err error) {
	fs.VisitAll(func(f *flag.Flag) {
		if _, ok := f.Value.(*textList); !ok {
			f.Value = &once{Value: f.Value}
		}
	})
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, usageError{err.Error() + flagSuggestion(fs, err)}
		}
		left := fs.Args()
		if n := len(args) - len(left); n > 0 && args[n-1] == "--" {
			return append(rest, left...), nil
		}
		if len(left) == 0 {
			break
		}
		rest, args = append(rest, left[0]), left[1:]
	}
	return rest, nil
}

// once is a value that can be set once.
type once struct {
	flag.Value
	given bool
}

func (o *once) Set(text string) error {
	if o.given {
		return errors.New("the flag is given twice")
	}
	o.given = true
	err := o.Value.Set(text)
	if err != nil && isSwitch(o.Value) {
		return errors.New("want true or false")
	}
	return err
}

func (o *once) IsBoolFlag() bool { return isSwitch(o.Value) }

// isSwitch reports whether a flag needs no value.
func isSwitch(v flag.Value) bool {
	b, ok := v.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// given reports whether a flag was given, be it with its default value.
func given(fs *flag.FlagSet, name string) (yes bool) {
	fs.Visit(func(f *flag.Flag) { yes = yes || f.Name == name })
	return yes
}

// A decimal is the value of a flag that takes a whole number: 010 is ten.
type decimal[T int | uint64] struct{ to *T }

// numberFlag declares a flag that takes a whole number; *to is the default.
func numberFlag[T int | uint64](fs *flag.FlagSet, to *T, name, usage string) {
	fs.Var(decimal[T]{to}, name, usage)
}

func (n decimal[T]) String() string {
	if n.to == nil {
		return ""
	}
	return fmt.Sprint(*n.to)
}

func (n decimal[T]) Set(text string) (err error) {
	switch to := any(n.to).(type) {
	case *int:
		*to, err = strconv.Atoi(text)
	case *uint64:
		*to, err = strconv.ParseUint(text, 10, 64)
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return errors.New("the number is too large")
	case err != nil && strings.HasPrefix(text, "-"):
		return errors.New("want a whole number from 0 up")
	case err != nil:
		return errors.New("want a whole number")
	}
	return nil
}

// decimals returns a text such as "search:050" or "4.discs=02" as the package reads it: with
// its numbers as the flags take them, decimal whatever zeros they begin with.
func decimals(text string) string {
	return regexp.MustCompile(`([=:])0+([0-9])`).ReplaceAllString(text, "$1$2")
}

// A duration is the value of a flag that takes a time.
type duration struct{ to *time.Duration }

func (d duration) String() string {
	if d.to == nil {
		return ""
	}
	return d.to.String()
}

func (d duration) Set(text string) (err error) {
	if *d.to, err = time.ParseDuration(text); err != nil {
		return fmt.Errorf("want a time with its unit, such as 2s or 500ms, up to %dh", time.Duration(math.MaxInt64)/time.Hour)
	}
	return nil
}

// A nonEmpty is the value of a flag that takes a name. There is no empty one.
type nonEmpty struct{ to *string }

// nameFlag declares a flag that takes a name; without it *to stays as it is.
func nameFlag(fs *flag.FlagSet, to *string, flag, usage string) { fs.Var(nonEmpty{to}, flag, usage) }

func (n nonEmpty) String() string {
	if n.to == nil {
		return ""
	}
	return *n.to
}

func (n nonEmpty) Set(text string) error {
	if text == "" {
		return errors.New("the name is empty")
	}
	*n.to = text
	return nil
}

// help explains the command.
func (c command) help(e *env, fs *flag.FlagSet) error {
	p := newPage(e)
	usage := []string{}
	fs.VisitAll(func(f *flag.Flag) {
		usage = append(usage, "[-"+flagHead(f)+"]")
	})
	if c.args != "" {
		usage = append(usage, c.args)
	}
	p.words("usage: foppen "+c.name, strings.Repeat(" ", len("usage: foppen")), usage)
	p.blank()
	p.text("%s.", upperFirst(c.about))
	fs.VisitAll(func(f *flag.Flag) {
		_, text := flag.UnquoteUsage(f)
		switch f.DefValue {
		case "", "0", "false":
		default:
			text += " (default " + f.DefValue + ")"
		}
		p.blank()
		p.line("  -%s", flagHead(f))
		p.hang("      ", "      ", text)
		p.apart = true // no empty lines between flags
	})
	return p.end()
}

// flagHead returns a flag as it is typed, such as "games N".
func flagHead(f *flag.Flag) string {
	if value, _ := flag.UnquoteUsage(f); value != "" && !isSwitch(f.Value) {
		return f.Name + " " + value
	}
	return f.Name
}

// flagSuggestion names the flag that was meant where there is none of the name given.
func flagSuggestion(fs *flag.FlagSet, err error) string {
	typed, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return ""
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	return suggestion("-"+typed, names)
}

// suggestion names what was probably meant, if anything.
func suggestion(typed string, names []string) string {
	best, least := "", 3
	for _, name := range names {
		if d := distance(typed, name); d > 0 && d < least && d < len(name)-1 {
			best, least = name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// textSuggestion is suggestion for the word at which a text is refused, of those that the
// error says are wanted there.
func textSuggestion(err error) string {
	bad, ok := errors.AsType[*foppen.ParseError](err)
	if !ok || bad.Pos > len(bad.Input) {
		return ""
	}
	word := strings.TrimPrefix(bad.Input[bad.Pos:], "=")
	if key, setup, ok := strings.Cut(word, "."); ok && len(key) == 1 {
		word = setup // what is wanted is a field of a setup
	}
	if end := strings.IndexAny(word, " =:"); end >= 0 {
		word = word[:end]
	}
	var names []string
	for _, name := range strings.FieldsFunc(bad.Want, func(r rune) bool { return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(name) > 2 { // not "or" and the like
			names = append(names, name)
		}
	}
	return suggestion(word, names)
}

// distance counts the letters to add, remove, change or swap with their neighbor to
// make one text of the other.
func distance(a, b string) int {
	const most = 40 // longer ones are no misspelling
	if len(a) > most || len(b) > most {
		return most
	}
	var d [most + 1][most + 1]int
	for i := range len(a) + 1 {
		for j := range len(b) + 1 {
			if i == 0 || j == 0 {
				d[i][j] = i + j
				continue
			}
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
