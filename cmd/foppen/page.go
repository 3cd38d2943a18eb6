package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// defaultWidth is the number of columns that text for people keeps to where nothing
// says how many there are; maxWidth is the most that are used, for long lines are hard
// to read, and minWidth the least.
const (
	defaultWidth = 80
	maxWidth     = 100
	minWidth     = 20
)

// A page is text for people on its way out: lines of at most width columns, with
// colored cards where the reader's terminal shows colors.
type page struct {
	w       *bufio.Writer
	width   int
	measure func() int     // returns the width that there is now
	apart   bool           // nothing or an empty line stands above
	cards   *regexp.Regexp // nil without colors
}

// newPage returns a page on the standard output.
func newPage(e *env) *page { return newPageOn(e, e.stdout) }

// newPageOn returns a page on a writer. It has escape codes only on a terminal, and
// never if NO_COLOR is set.
func newPageOn(e *env, w io.Writer) *page {
	p := &page{w: bufio.NewWriter(e.writer(w)), measure: func() int { return e.width(w) }, apart: true}
	p.width = p.measure()
	if isTerminal(w) && e.getenv("NO_COLOR") == "" && e.getenv("TERM") != "dumb" {
		p.cards = regexp.MustCompile(`\b[GRYB][1-9][0-9]?x?\b`) // an x marks a discard
	}
	return p
}

// width returns how many columns text on a writer may take: what COLUMNS says, or else
// the terminal.
func (e *env) width(w io.Writer) int {
	n, err := strconv.Atoi(e.getenv("COLUMNS"))
	if err != nil || n <= 0 {
		n = defaultWidth
		if f, ok := w.(*os.File); ok {
			if columns := terminalColumns(f); columns > 0 {
				n = columns
			}
		}
	}
	return min(max(n, minWidth), maxWidth)
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

// line writes one line as it is if the width allows it. Else it goes on in the next
// lines, which it does rather between columns than between words.
func (p *page) line(format string, args ...any) {
	text := strings.TrimRight(fmt.Sprintf(format, args...), " ")
	for columns(text) > p.width {
		indent := len(text) - len(strings.TrimLeft(text, " "))
		at := breakOf(text, indent, p.width)
		if at == 0 {
			break
		}
		p.put(strings.TrimRight(text[:at], " "))
		text = strings.Repeat(" ", min(indent, 4)+2) + strings.TrimLeft(text[at:], " ")
		if indent >= 4 {
			text = text[2:]
		}
	}
	p.put(text)
}

// breakOf returns where to break a line that is too wide: the last gap between columns
// that fits or, if there is none, the last one between words or, if there is none, the
// first. 0 stands for no gap.
func breakOf(text string, indent, width int) (at int) {
	wide, at := 0, 0
	for i := indent; i < len(text); i++ {
		if text[i] != ' ' {
			continue
		}
		if fits := columns(text[:i]) <= width; !fits && (at > 0 || wide > 0) {
			break
		} else if !fits {
			return i
		}
		at = i
		if text[i+1] == ' ' {
			wide = i
			for text[i+1] == ' ' {
				i++
			}
		}
	}
	if wide > 0 {
		return wide
	}
	return at
}

// put writes a line.
func (p *page) put(text string) {
	if p.cards != nil {
		text = p.cards.ReplaceAllStringFunc(text, colored)
	}
	p.apart = text == ""
	p.w.WriteString(text + "\n")
}

// colored returns the text of a card in its color.
func colored(card string) string {
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

// text writes a paragraph, filled to the width.
func (p *page) text(format string, args ...any) { p.hang("", "", fmt.Sprintf(format, args...)) }

// hang writes a paragraph whose first line begins with first and whose other lines
// begin with rest.
func (p *page) hang(first, rest, text string) { p.words(first, rest, strings.Fields(text)) }

// words is hang for words that are not torn at their spaces. Where the width leaves no
// room for words behind first or rest, these get a line of their own or shrink.
func (p *page) words(first, rest string, words []string) {
	longest := 0
	for _, word := range words {
		longest = max(longest, columns(word))
	}
	if longest+columns(rest) > p.width {
		rest = cut(rest, max(2, p.width-longest))
	}
	line, empty := first, strings.HasSuffix(first, " ") || first == ""
	for _, word := range words {
		if !empty && columns(line)+1+columns(word) > p.width || empty && columns(line)+columns(word) > p.width && line == first && first != "" {
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
	p.text("%s", text)
	p.line("%s", strings.Repeat("=", min(columns(text), p.width)))
	p.blank()
}

// The words of numbers and lists.

// ruleText returns numbers of rules such as "R3.8, R4.1" as people read them: "rules 3.8
// and 4.1". The R stays away, for it would look like a red card.
func ruleText(numbers string) string {
	list := strings.Split(strings.ReplaceAll(numbers, "R", ""), ", ")
	if len(list) == 1 {
		return "rule " + list[0]
	}
	return "rules " + andList(list)
}

// fixed returns a number with so many digits behind the point, and never minus zero.
func fixed(x float64, digits int) string {
	if math.IsInf(x, 0) {
		return "?"
	}
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}

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
