package foppen

import (
	"strconv"
	"strings"
)

// An option is one field of a Variant or a Setup by the name that text and JSON
// give it. One of the pointers is set: num, yes, or for an enumeration enum and its
// words.
type option struct {
	key   string
	num   *int
	yes   *bool
	enum  *uint8
	words string
}

// options returns the fields of v but Setups, in the order in which they are
// written.
func (v *Variant) options() []option {
	return []option{
		{key: "starter", enum: (*uint8)(&v.Starter), words: starterWords},
		{key: "starter_score", enum: (*uint8)(&v.StarterScore), words: starterScoreWords},
		{key: "reference", enum: (*uint8)(&v.Reference), words: referenceWords},
		{key: "worst_tie", enum: (*uint8)(&v.WorstTie), words: tieWords},
		{key: "one_penalty", num: &v.OnePenalty},
		{key: "minus_limit", num: &v.MinusLimit},
		{key: "minus_reach", enum: (*uint8)(&v.MinusReach), words: reachWords},
		{key: "minus_count", enum: (*uint8)(&v.MinusCount), words: minusWords},
		{key: "tens_limit", num: &v.TensLimit},
		{key: "tens_count", enum: (*uint8)(&v.TensCount), words: tensWords},
		{key: "betting", yes: &v.Betting},
		{key: "bet_bonus", num: &v.BetBonus},
		{key: "bet_other", num: &v.BetOther},
		{key: "bet_factor", num: &v.BetFactor},
	}
}

// options returns the fields of s in the order in which they are written.
func (s *Setup) options() []option {
	return []option{
		{key: "green", num: &s.Green},
		{key: "red", num: &s.Red},
		{key: "yellow", num: &s.Yellow},
		{key: "blue", num: &s.Blue},
		{key: "ones", num: &s.Ones},
		{key: "hand", num: &s.HandSize},
		{key: "discs", num: &s.Discs},
		{key: "rounds", num: &s.Rounds},
	}
}

// text returns the value as text. An enumeration's value that has no word, which
// only an impossible variant has, is its number, so that nothing is lost.
func (o option) text() string {
	switch {
	case o.num != nil:
		return itoa(*o.num)
	case o.yes != nil && *o.yes:
		return "true"
	case o.yes != nil:
		return "false"
	}
	if w, ok := enumWord(o.words, *o.enum); ok {
		return w
	}
	return itoa(int(*o.enum))
}

// parse sets the value from what text writes and reports whether s is such a text.
func (o option) parse(s string) bool {
	n, isNumber := parseInt(s)
	switch {
	case o.num != nil:
		*o.num = n
		return isNumber
	case o.yes != nil:
		*o.yes = s == "true"
		return s == "true" || s == "false"
	case enumUnmarshal("", o.words, []byte(s), o.enum) == nil:
		return true
	}
	*o.enum = uint8(n)
	return isNumber && int(*o.enum) == n && o.text() == s
}

// want says in words what parse accepts.
func (o option) want() string {
	switch {
	case o.num != nil:
		return "a whole number"
	case o.yes != nil:
		return "true or false"
	}
	return enumChoices(o.words)
}

// setupOff stands for a number of players that a variant does not allow and the
// preset before it does.
const setupOff = "off"

// String returns the variant as text: the name of a preset and then, with a space
// before each, every field in which the variant differs from it, such as
// "rulebook-2018 one_penalty=1 4.discs=2". Of the presets it takes the one with the
// fewest differences. "6=off" says that the variant does not allow six players. Fields
// have the names of their keys in JSON, those of a Setup after its number of players and
// a dot: 4.green, 4.red, 4.yellow, 4.blue, 4.ones, 4.hand, 4.discs, 4.rounds.
// ParseVariant reads it back, also for a variant that Validate refuses.
func (v Variant) String() string {
	best := ""
	fewest := -1
	for _, name := range Presets() {
		base, _ := Preset(name)
		if diff, n := v.differences(base); fewest < 0 || n < fewest {
			best, fewest = name+diff, n
		}
	}
	return best
}

// differences returns what makes v of base, and how many fields that are.
func (v Variant) differences(base Variant) (diff string, n int) {
	var b strings.Builder
	write := func(key, value string) {
		b.WriteString(" " + key + "=" + value)
		n++
	}
	compare := func(prefix string, mine, theirs []option) {
		for i, o := range mine {
			if text := o.text(); text != theirs[i].text() {
				write(prefix+o.key, text)
			}
		}
	}
	compare("", v.options(), base.options())
	for i := range v.Setups {
		mine, theirs := &v.Setups[i], &base.Setups[i]
		if *mine == (Setup{}) && *theirs != (Setup{}) {
			write(itoa(i), setupOff)
			continue
		}
		compare(itoa(i)+".", mine.options(), theirs.options())
	}
	return b.String(), n
}

// ParseVariant reads a variant from text: the name of a preset and then, with a
// space before each, the fields that differ from it, as String writes them. Unlike
// String it takes any preset to start from and the fields in any order, each once.
//
// Other texts are refused with a *ParseError and the zero Variant. A text that says
// an impossible variant gives that variant together with the *VariantError of
// Validate.
func ParseVariant(s string) (Variant, error) {
	v, err := scanVariant(s)
	if err != nil {
		return Variant{}, err
	}
	return v, v.Validate()
}

// scanVariant is ParseVariant without Validate.
func scanVariant(s string) (Variant, error) {
	refuse := func(pos int, want string) (Variant, error) {
		return Variant{}, &ParseError{What: "variant", Input: s, Pos: pos, Want: want}
	}
	name, rest, more := strings.Cut(s, " ")
	v, err := Preset(name)
	if err != nil {
		return refuse(0, "a preset, one of "+strings.Join(Presets(), ", "))
	}
	seen := map[string]bool{}
	for pos := len(name) + 1; more; {
		var item string
		item, rest, more = strings.Cut(rest, " ")
		key, value, _ := strings.Cut(item, "=")
		players, _, _ := strings.Cut(key, ".")
		if seen[key] || seen[players+"="+setupOff] || value == setupOff && seen[players] {
			return refuse(pos, "each field once")
		}
		seen[key], seen[players] = true, true
		switch o, ok := v.option(key); {
		case value == setupOff && len(key) == 1 && key[0]-'0' <= MaxPlayers:
			v.Setups[key[0]-'0'] = Setup{}
			seen[item] = true
		case !ok:
			return refuse(pos, "a field such as one_penalty=1, 4.discs=2 or 6=off: "+v.optionNames(key))
		case !o.parse(value):
			return refuse(pos+len(key), "= and "+o.want())
		}
		pos += len(item) + 1
	}
	return v, nil
}

// optionNames returns the names of the fields that could have been meant.
func (v *Variant) optionNames(key string) string {
	options, names := v.options(), "one of"
	if strings.Contains(key, ".") {
		options, names = v.Setups[0].options(), "after the number of players and a dot one of"
	}
	for i, o := range options {
		if i > 0 {
			names += ","
		}
		names += " " + o.key
	}
	return names
}

// option returns the field of that name; those of a Setup begin with its number of
// players and a dot.
func (v *Variant) option(key string) (option, bool) {
	options := v.options()
	if len(key) > 2 && key[1] == '.' && key[0]-'0' <= MaxPlayers {
		options = v.Setups[key[0]-'0'].options()
		key = key[2:]
	}
	for _, o := range options {
		if o.key == key {
			return o, true
		}
	}
	return option{}, false
}

// MarshalText returns the same text as String.
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads what ParseVariant reads. It changes nothing when it fails,
// also for an impossible variant.
func (v *Variant) UnmarshalText(text []byte) error {
	w, err := ParseVariant(string(text))
	if err == nil {
		*v = w
	}
	return err
}

// parseInt reads a whole number exactly as itoa writes it.
func parseInt(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && itoa(n) == s
}

// String returns "most-minus" or "clockwise".
func (r StarterRule) String() string { return enumString("StarterRule", starterWords, r) }

const starterWords = "most-minus clockwise"

// MarshalText returns the same text as String; it fails for other values.
func (r StarterRule) MarshalText() ([]byte, error) { return enumMarshal("starter", starterWords, r) }

// UnmarshalText accepts exactly the words that String writes.
func (r *StarterRule) UnmarshalText(text []byte) error {
	return enumUnmarshal("starter", starterWords, text, r)
}

const starterScoreWords = "total round"

// String returns "total" or "round".
func (s StarterScore) String() string { return enumString("StarterScore", starterScoreWords, s) }

// MarshalText returns the same text as String; it fails for other values.
func (s StarterScore) MarshalText() ([]byte, error) {
	return enumMarshal("starter score", starterScoreWords, s)
}

// UnmarshalText accepts exactly the words that String writes.
func (s *StarterScore) UnmarshalText(text []byte) error {
	return enumUnmarshal("starter score", starterScoreWords, text, s)
}

const referenceWords = "previous-starter last-leader"

// String returns "previous-starter" or "last-leader".
func (r ReferenceSeat) String() string { return enumString("ReferenceSeat", referenceWords, r) }

// MarshalText returns the same text as String; it fails for other values.
func (r ReferenceSeat) MarshalText() ([]byte, error) {
	return enumMarshal("reference seat", referenceWords, r)
}

// UnmarshalText accepts exactly the words that String writes.
func (r *ReferenceSeat) UnmarshalText(text []byte) error {
	return enumUnmarshal("reference seat", referenceWords, text, r)
}

const reachWords = "reached passed"

// String returns "reached" or "passed".
func (r LimitReach) String() string { return enumString("LimitReach", reachWords, r) }

// MarshalText returns the same text as String; it fails for other values.
func (r LimitReach) MarshalText() ([]byte, error) { return enumMarshal("limit reach", reachWords, r) }

// UnmarshalText accepts exactly the words that String writes.
func (r *LimitReach) UnmarshalText(text []byte) error {
	return enumUnmarshal("limit reach", reachWords, text, r)
}

const minusWords = "net gross"

// String returns "net" or "gross".
func (m MinusCount) String() string { return enumString("MinusCount", minusWords, m) }

// MarshalText returns the same text as String; it fails for other values.
func (m MinusCount) MarshalText() ([]byte, error) { return enumMarshal("minus count", minusWords, m) }

// UnmarshalText accepts exactly the words that String writes.
func (m *MinusCount) UnmarshalText(text []byte) error {
	return enumUnmarshal("minus count", minusWords, text, m)
}

const tensWords = "together solo"

// String returns "together" or "solo".
func (t TensCount) String() string { return enumString("TensCount", tensWords, t) }

// MarshalText returns the same text as String; it fails for other values.
func (t TensCount) MarshalText() ([]byte, error) { return enumMarshal("tens count", tensWords, t) }

// UnmarshalText accepts exactly the words that String writes.
func (t *TensCount) UnmarshalText(text []byte) error {
	return enumUnmarshal("tens count", tensWords, text, t)
}

const tieWords = "last-played first-played"

// String returns "last-played" or "first-played".
func (t TieRule) String() string { return enumString("TieRule", tieWords, t) }

// MarshalText returns the same text as String; it fails for other values.
func (t TieRule) MarshalText() ([]byte, error) { return enumMarshal("tie", tieWords, t) }

// UnmarshalText accepts exactly the words that String writes.
func (t *TieRule) UnmarshalText(text []byte) error { return enumUnmarshal("tie", tieWords, text, t) }
