package main

import (
	"runtime"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// columns returns how many columns of a terminal a text takes.
func columns(s string) (n int) {
	for _, r := range s {
		n += runeColumns(r)
	}
	return n
}

// runeColumns returns 0 for what is drawn over the character before it, 2 for the wide
// characters of East Asia and pictures, and 1 for all others.
func runeColumns(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) || r >= 0x1160 && r <= 0x11ff: // the latter are parts of Korean syllables
		return 0
	case r >= 0xff61 && r <= 0xffdc: // half width
		return 1
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Yi):
		return 2
	}
	// The wide characters that belong to no script of their own.
	for _, wide := range [...][2]rune{
		{0x231a, 0x231b}, {0x23e9, 0x23ec}, {0x2614, 0x2615}, {0x2648, 0x2653}, {0x26a1, 0x26a1}, {0x26bd, 0x26be}, {0x2705, 0x2705},
		{0x274c, 0x274c}, {0x2753, 0x2755}, {0x2795, 0x2797}, {0x2b1b, 0x2b1c}, {0x2b50, 0x2b50}, {0x2b55, 0x2b55},
		{0x2ff0, 0x303e}, {0x3099, 0x33ff}, {0xfe30, 0xfe6f}, {0xff01, 0xff60}, {0xffe0, 0xffe6},
		{0x16fe0, 0x18cff}, {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f19a}, {0x1f200, 0x1f64f}, {0x1f680, 0x1f6ff},
		{0x1f7e0, 0x1f9ff}, {0x1fa70, 0x1faff},
	} {
		if r >= wide[0] && r <= wide[1] {
			return 2
		}
	}
	return 1
}

// pad returns a text, shortened or filled to n columns.
func pad(s string, n int) string {
	s = cut(s, n)
	return s + strings.Repeat(" ", n-columns(s))
}

// cut returns a text, shortened to n columns.
func cut(s string, n int) string {
	for i, r := range s {
		if n -= runeColumns(r); n < 0 {
			return s[:i]
		}
	}
	return s
}

// safe returns a text from outside without what a terminal would take for orders.
func safe(text string) string {
	unsafe := func(r rune) bool { return !strconv.IsPrint(r) }
	if utf8.ValidString(text) && !strings.ContainsFunc(text, unsafe) {
		return text
	}
	return strconv.Quote(text)
}

// maxShown is how much of a text from outside is shown, in columns.
const maxShown = 60

// printable is safe for texts that may be long.
func printable(text string) string {
	text = safe(text)
	if cut(text, maxShown) != text {
		text = cut(text, maxShown-3) + "..."
	}
	return text
}

// shellWord returns an argument as it must be typed in a shell: between quotes if it
// has characters that mean something to one.
func shellWord(s string) string {
	special := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_./,:=+@%", r)
	}
	switch {
	case s != "" && !strings.ContainsFunc(s, special):
		return s
	case runtime.GOOS == "windows":
		return `"` + s + `"` // no name has such quotes there
	case safe(s) != s:
		// With escape sequences, which a terminal must not be shown.
		quoted := strconv.Quote(s)
		return "$'" + strings.NewReplacer(`\"`, `"`, `'`, `\'`).Replace(quoted[1:len(quoted)-1]) + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// shellFile is shellWord for the name of a file, which must not pass for a flag.
func shellFile(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return shellWord(path)
}
