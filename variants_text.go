package foppen

import (
	"strconv"
	"strings"
)

// An option is one field of a Variant or a Setup: what text, JSON and Validate say of it.
// Its value is a number, yes or no, or else a word.
type option struct {
	key        string // in text and JSON
	name, rule string // in Go, and the rule that says what it may be
	num        *int
	plus       int  // what text and JSON add to num
	late       bool // younger than stored variants, in which it is 0: JSON has it only where it is not
	lo, hi     int  // what num may be
	orZero     bool // num may also be 0
	yes        *bool
	word       enum
}

// options returns the fields of v but Setups, in the order in which they are written.
func (v *Variant) options() [17]option {
	leastFactor := 0
	if v.Betting {
		leastFactor = 1
	}
	return [...]option{
		{key: "starter", name: "Starter", rule: "R2.4", word: v.Starter.enum()},
		{key: "starter_score", name: "StarterScore", rule: "R2.4", word: v.StarterScore.enum()},
		{key: "reference", name: "Reference", rule: "R2.4", word: v.Reference.enum()},
		{key: "worst_tie", name: "WorstTie", rule: "R3.8", word: v.WorstTie.enum()},
		{key: "one_penalty", name: "OnePenalty", rule: "R5.2", num: &v.OnePenalty, hi: maxPoints},
		{key: "ten_points", name: "TenExtra", rule: "R8.1", num: &v.TenExtra, plus: tenPoints, late: true, lo: -tenPoints, hi: maxScore - tenPoints},
		{key: "spoiled_points", name: "SpoiledPoints", rule: "R8.2", num: &v.SpoiledPoints, late: true, lo: -maxScore, hi: maxScore},
		{key: "fool_points", name: "FoolPoints", rule: "R8.3", num: &v.FoolPoints, late: true, lo: -maxScore, hi: maxScore},
		{key: "minus_limit", name: "MinusLimit", rule: "R6.1", num: &v.MinusLimit, hi: maxLimit},
		{key: "minus_reach", name: "MinusReach", rule: "R6.1", word: v.MinusReach.enum()},
		{key: "minus_count", name: "MinusCount", rule: "R6.1", word: v.MinusCount.enum()},
		{key: "tens_limit", name: "TensLimit", rule: "R6.1", num: &v.TensLimit, hi: maxLimit},
		{key: "tens_count", name: "TensCount", rule: "R6.1", word: v.TensCount.enum()},
		{key: "betting", name: "Betting", rule: "R7.1", yes: &v.Betting},
		{key: "bet_bonus", name: "BetBonus", rule: "R7.3", num: &v.BetBonus, hi: maxPoints},
		{key: "bet_other", name: "BetOther", rule: "R7.3", num: &v.BetOther, hi: maxPoints},
		{key: "bet_factor", name: "BetFactor", rule: "R7.3", num: &v.BetFactor, lo: leastFactor, hi: maxFactor},
	}
}

// options returns the fields of s, a setup for that number of players, in the order in
// which they are written.
func (s *Setup) options(players int) [8]option {
	return [...]option{
		{key: "green", name: "Green", rule: "R1.6", num: &s.Green, lo: MinValue, hi: MaxValue, orZero: true},
		{key: "red", name: "Red", rule: "R1.6", num: &s.Red, lo: MinValue, hi: MaxValue, orZero: true},
		{key: "yellow", name: "Yellow", rule: "R1.6", num: &s.Yellow, lo: MinValue, hi: MaxValue, orZero: true},
		{key: "blue", name: "Blue", rule: "R1.6", num: &s.Blue, lo: MinValue, hi: MaxValue, orZero: true},
		{key: "ones", name: "Ones", rule: "R1.6", num: &s.Ones, hi: MaxOnes},
		{key: "hand", name: "HandSize", rule: "R1.6", num: &s.HandSize},
		{key: "discs", name: "Discs", rule: "R1.6", num: &s.Discs, hi: players - 2},
		{key: "rounds", name: "Rounds", rule: "R6.2", num: &s.Rounds, hi: MaxRounds},
	}
}

// text returns the value as text. An enumeration's value that has no word, which
// only an impossible variant has, is its number, so that nothing is lost.
func (o *option) text() string {
	switch {
	case o.num != nil:
		return itoa(*o.num + o.plus)
	case o.yes != nil:
		return strconv.FormatBool(*o.yes)
	}
	if w, ok := o.word.word(); ok {
		return w
	}
	return itoa(int(*o.word.value))
}

// parse sets the value from what text writes and reports whether s is such a text.
func (o *option) parse(s string) bool {
	n, isNumber := parseInt(s)
	switch {
	case o.num != nil:
		*o.num = n - o.plus
		return isNumber
	case o.yes != nil:
		*o.yes = s == "true"
	case o.word.UnmarshalText([]byte(s)) != nil:
		*o.word.value = uint8(n)
	}
	return o.text() == s
}

// want says in words what parse accepts.
func (o *option) want() string {
	switch {
	case o.num != nil:
		return "a whole number"
	case o.yes != nil:
		return "true or false"
	}
	return o.word.choices()
}

// setupOff stands for a number of players that a variant does not allow and the
// preset before it does.
const setupOff = "off"

// String returns the variant as text: the name of a preset and then, with a space
// before each, every field in which the variant differs from it, such as
// "rulebook-2018 one_penalty=1 4.discs=2". It takes the preset with the
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
		for i := range mine {
			if text := mine[i].text(); text != theirs[i].text() {
				write(prefix+mine[i].key, text)
			}
		}
	}
	mine, theirs := v.options(), base.options()
	compare("", mine[:], theirs[:])
	for i := range v.Setups {
		if v.Setups[i] == (Setup{}) && base.Setups[i] != (Setup{}) {
			write(itoa(i), setupOff)
			continue
		}
		mine, theirs := v.Setups[i].options(i), base.Setups[i].options(i)
		compare(itoa(i)+".", mine[:], theirs[:])
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
		switch o, choices := v.option(key); {
		case value == setupOff && len(key) == 1 && key[0]-'0' <= MaxPlayers:
			v.Setups[key[0]-'0'] = Setup{}
			seen[item] = true
		case choices != "":
			return refuse(pos, "a field such as one_penalty=1, 4.discs=2 or 6=off: "+choices)
		case !o.parse(value):
			return refuse(pos+len(key), "= and "+o.want())
		}
		pos += len(item) + 1
	}
	return v, nil
}

// option returns the field of that name, or else the names that there are. Those of a Setup
// begin with its number of players and a dot.
func (v *Variant) option(name string) (found option, choices string) {
	all := v.options()
	options, choices := all[:], "one of"
	if n, key, ok := strings.Cut(name, "."); ok {
		setup := new(Setup)
		if name = ""; len(n) == 1 && n[0]-'0' <= MaxPlayers {
			setup, name = &v.Setups[n[0]-'0'], key
		}
		of := setup.options(0)
		options, choices = of[:], "after the number of players and a dot one of"
	}
	for i, o := range options {
		if o.key == name {
			return o, ""
		}
		if i > 0 {
			choices += ","
		}
		choices += " " + o.key
	}
	return option{}, choices
}

// MarshalText returns the same text as String.
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads what ParseVariant reads. It changes nothing when it fails,
// also for an impossible variant.
func (v *Variant) UnmarshalText(text []byte) error { return unmarshalText(text, v, ParseVariant) }

// parseInt reads a whole number exactly as itoa writes it.
func parseInt(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && itoa(n) == s
}

// String returns "most-minus" or "clockwise".
func (r StarterRule) String() string { return r.enum().String() }

func (r *StarterRule) enum() enum { return enum{(*uint8)(r), "StarterRule", "most-minus clockwise"} }

// MarshalText returns the same text as String; it fails for other values.
func (r StarterRule) MarshalText() ([]byte, error) { return r.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (r *StarterRule) UnmarshalText(text []byte) error { return r.enum().UnmarshalText(text) }

func (s *StarterScore) enum() enum { return enum{(*uint8)(s), "StarterScore", "total round gross"} }

// String returns "total", "round" or "gross".
func (s StarterScore) String() string { return s.enum().String() }

// MarshalText returns the same text as String; it fails for other values.
func (s StarterScore) MarshalText() ([]byte, error) { return s.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (s *StarterScore) UnmarshalText(text []byte) error { return s.enum().UnmarshalText(text) }

func (r *ReferenceSeat) enum() enum {
	return enum{(*uint8)(r), "ReferenceSeat", "previous-starter last-leader"}
}

// String returns "previous-starter" or "last-leader".
func (r ReferenceSeat) String() string { return r.enum().String() }

// MarshalText returns the same text as String; it fails for other values.
func (r ReferenceSeat) MarshalText() ([]byte, error) { return r.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (r *ReferenceSeat) UnmarshalText(text []byte) error { return r.enum().UnmarshalText(text) }

func (r *LimitReach) enum() enum { return enum{(*uint8)(r), "LimitReach", "reached passed"} }

// String returns "reached" or "passed".
func (r LimitReach) String() string { return r.enum().String() }

// MarshalText returns the same text as String; it fails for other values.
func (r LimitReach) MarshalText() ([]byte, error) { return r.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (r *LimitReach) UnmarshalText(text []byte) error { return r.enum().UnmarshalText(text) }

func (m *MinusCount) enum() enum { return enum{(*uint8)(m), "MinusCount", "net gross"} }

// String returns "net" or "gross".
func (m MinusCount) String() string { return m.enum().String() }

// MarshalText returns the same text as String; it fails for other values.
func (m MinusCount) MarshalText() ([]byte, error) { return m.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (m *MinusCount) UnmarshalText(text []byte) error { return m.enum().UnmarshalText(text) }

func (t *TensCount) enum() enum { return enum{(*uint8)(t), "TensCount", "together solo"} }

// String returns "together" or "solo".
func (t TensCount) String() string { return t.enum().String() }

// MarshalText returns the same text as String; it fails for other values.
func (t TensCount) MarshalText() ([]byte, error) { return t.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (t *TensCount) UnmarshalText(text []byte) error { return t.enum().UnmarshalText(text) }

func (t *TieRule) enum() enum { return enum{(*uint8)(t), "TieRule", "last-played first-played"} }

// String returns "last-played" or "first-played".
func (t TieRule) String() string { return t.enum().String() }

// MarshalText returns the same text as String; it fails for other values.
func (t TieRule) MarshalText() ([]byte, error) { return t.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (t *TieRule) UnmarshalText(text []byte) error { return t.enum().UnmarshalText(text) }
