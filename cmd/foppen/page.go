package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// width is the number of columns that text for people keeps to.
const width = 80

// A page is text for people on its way out: lines of at most width columns, with
// colored cards where the reader's terminal shows colors.
type page struct {
	w     *bufio.Writer
	apart bool           // nothing or an empty line stands above
	cards *regexp.Regexp // nil without colors
}

// newPage returns a page on the standard output. It has escape codes only on a
// terminal, and never if NO_COLOR is set.
func newPage(e *env) *page {
	p := &page{w: bufio.NewWriter(e.stdout), apart: true}
	if isTerminal(e.stdout) && e.getenv("NO_COLOR") == "" && e.getenv("TERM") != "dumb" {
		// Numbers of rules look like cards, but go on; an x marks a discard.
		p.cards = regexp.MustCompile(`\b[GRYB][1-9][0-9]?(\.[0-9]+|x)?\b`)
	}
	return p
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// end writes out what is left and returns the first error of all writing.
func (p *page) end() error { return p.w.Flush() }

// line writes one line as it is.
func (p *page) line(format string, args ...any) {
	text := strings.TrimRight(fmt.Sprintf(format, args...), " ")
	if p.cards != nil {
		text = p.cards.ReplaceAllStringFunc(text, colored)
	}
	p.apart = text == ""
	p.w.WriteString(text + "\n")
}

// colored returns the text of a card in its color.
func colored(card string) string {
	if strings.Contains(card, ".") {
		return card
	}
	codes := map[byte]string{'G': "32", 'R': "31", 'Y': "33", 'B': "34"}
	card, mark := strings.CutSuffix(card, "x")
	text := "\x1b[1;" + codes[card[0]] + "m" + card + "\x1b[0m"
	if mark {
		text += "x"
	}
	return text
}

// blank sets what comes next apart by an empty line, if it is not already.
func (p *page) blank() {
	if !p.apart {
		p.line("")
	}
}

// columns returns how many columns a text takes. It counts all characters from the
// scripts of East Asia on as wide: better a column too few in a line than one too many.
func columns(s string) (n int) {
	for _, r := range s {
		if n++; r >= 0x1100 {
			n++
		}
	}
	return n
}

// text writes a paragraph, filled to the width.
func (p *page) text(format string, args ...any) { p.hang("", "", fmt.Sprintf(format, args...)) }

// hang writes a paragraph whose first line begins with first and whose other lines
// begin with rest.
func (p *page) hang(first, rest, text string) {
	line, empty := first, true
	for word := range strings.FieldsSeq(text) {
		if !empty && columns(line)+1+columns(word) > width {
			p.line("%s", line)
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	p.line("%s", line)
}

// title writes a heading.
func (p *page) title(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	p.blank()
	p.line("%s", text)
	p.line("%s", strings.Repeat("=", columns(text)))
	p.blank()
}

// The words of numbers and lists.

// count returns "1 card", "2 cards" and so on.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// signed returns points with their sign: "+10", "-3", "0".
func signed(points int) string {
	if points == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", points)
}

// ordinal returns "1st", "2nd" and so on.
func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, suffix)
}

// andList returns "a", "a and b", "a, b and c".
func andList[T any](items []T) string { return list(items, "and") }

// orList returns "a", "a or b", "a, b or c".
func orList[T any](items []T) string { return list(items, "or") }

func list[T any](items []T, last string) string {
	var b strings.Builder
	for i, item := range items {
		switch {
		case i == 0:
		case i == len(items)-1:
			b.WriteString(" " + last + " ")
		default:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, item)
	}
	return b.String()
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
