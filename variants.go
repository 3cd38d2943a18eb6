package foppen

import (
	"fmt"
	"strings"
)

// A Variant says which rules a game is played by (R1.3): for each number of
// players the deck and the discs, and which of several readings where the sources of
// the game differ. It is plain data: take a preset, change fields, and New tells
// whether the result can be played. Variants are comparable; the zero value
// allows no number of players, and its options are those of the 2018 rulebook
// with both limits off and no cost for a 1. For TenExtra, SpoiledPoints and FoolPoints, 0 is
// what the rules of the sources say.
//
// Presets are Rulebook2018 (what New uses by default), Edition1995,
// Edition1995Bets, Rulebook2018SoloTens and Rulebook2018Ja.
type Variant struct {
	// Setups holds the deck, hands and discs for each number of players; the
	// index is the number of players. A zero Setup does not allow that number;
	// so indexes 0 and 1 stay zero. (R1.4, R1.5, R1.6)
	Setups [MaxPlayers + 1]Setup

	// Starter says who deals and who leads in later rounds (R2.4, R2.5).
	Starter StarterRule
	// StarterScore says which score makes the starting player under
	// MostMinusStarts. Running totals are a ruling; no source says which (R2.4).
	StarterScore StarterScore
	// Reference says which seat deals next, and from which a tie for the starting
	// player is counted, under MostMinusStarts. That it is the previous starting
	// player is a ruling; the Japanese source reads the last leader (R2.4).
	Reference ReferenceSeat

	// WorstTie says which of equal worst cards is the worst (R3.8).
	WorstTie TieRule

	// OnePenalty is how many minus points a 1 left in hand costs, 0 to 100: 5 by
	// the 2018 rulebook, 1 by ruling in the 1995 edition (R5.2).
	OnePenalty int

	// TenExtra is what a ten scores besides the 10 points of R5.3, -10 to 990; text and JSON
	// write the sum, ten_points, from 0 to 1000. It stays a ten whatever it scores (R8.1, R8.4).
	TenExtra int
	// SpoiledPoints is what a player gets who goes out but is fooled in the last trick, -1000
	// to 1000: 0 by R5.4 (R8.2).
	SpoiledPoints int
	// FoolPoints is what a player gets for each time that it is fooled in a round, the last
	// trick included, -1000 to 1000. It is added after what bets change; no preset has it
	// (R8.3, R8.4).
	FoolPoints int

	// MinusLimit ends the game when a player has this many minus points, 1 to
	// 1,000,000; 0 is off. The 2018 rulebook has 80 (R6.1).
	MinusLimit int
	// MinusReach says whether the limit must be reached or passed (R6.1).
	MinusReach LimitReach
	// MinusCount says whether plus points make up for minus points when they are
	// compared with the limit (R6.1).
	MinusCount MinusCount
	// TensLimit ends the game when this many tens have been scored, 1 to
	// 1,000,000; 0 is off. The 2018 rulebook has 6 (R6.1).
	TensLimit int
	// TensCount says whose tens are counted (R6.1).
	TensCount TensCount

	// Betting lets players bet that they will go out (R7.1).
	Betting bool
	// BetBonus is what a bettor gets on top of a ten, 0 to 100: 10 (R7.3).
	BetBonus int
	// BetOther is what a bettor with a ten gets for each other bettor, 0 to 100:
	// 5 (R7.3).
	BetOther int
	// BetFactor multiplies the minus points of a bettor with cards left, 1 to 10:
	// 2 (R7.3). It may be 0 while Betting is off.
	BetFactor int
}

// A Setup is what a variant says for one number of players. The zero value does
// not allow that number.
type Setup struct {
	Green    int // Green is the highest green value, 2 to 31; 0: no green cards (R1.1, R1.6).
	Red      int // Red is the highest red value, as Green.
	Yellow   int // Yellow is the highest yellow value, as Green.
	Blue     int // Blue is the highest blue value, as Green.
	Ones     int // Ones is the number of 1s, 0 to 15 (R1.2).
	HandSize int // HandSize is the number of cards dealt to each player, at least 1 (R2.3); text and JSON call it hand.
	Discs    int // Discs is how many players a trick fools, 0 to players-2 (R1.6, R3.10).
	Rounds   int // Rounds ends the game after so many rounds, up to MaxRounds; 0: no fixed number, if another limit can end the game (R6.2).
}

// MaxRounds is the largest number of rounds of a game. A game that no limit of its variant
// has ended by then ends there with EndRounds, so that every game ends.
const MaxRounds = 9999

const (
	maxLimit  = 1_000_000
	maxPoints = 100
	maxScore  = 1000 // of the numbers for experiments (R8)
	maxFactor = 10
)

// A StarterRule says who deals and who leads in later rounds.
type StarterRule uint8

// MostMinusStarts (R2.4, 2018): the reference seat deals, and the player with the
// most minus points leads. ClockwiseStarts (R2.5, 1995): both move one seat on.
const (
	MostMinusStarts StarterRule = iota
	ClockwiseStarts
)

// A StarterScore says which points make the starting player (R2.4).
type StarterScore uint8

// ByTotal takes the lowest running total, ByRound the lowest score of the round
// just played, and ByGross the most gross minus points: the sum of a player's round scores
// below 0 (R8.4).
const (
	ByTotal StarterScore = iota
	ByRound
	ByGross
)

// A ReferenceSeat says which seat deals next and is the nearest in a tie (R2.4).
type ReferenceSeat uint8

// PreviousStarter is the player who led the first trick of the round just played,
// LastLeader the one who led its last trick.
const (
	PreviousStarter ReferenceSeat = iota
	LastLeader
)

// A LimitReach says when a limit of minus points ends the game (R6.1).
type LimitReach uint8

// LimitReached ends it at the limit and beyond, LimitPassed only beyond.
const (
	LimitReached LimitReach = iota
	LimitPassed
)

// A MinusCount says which points a limit of minus points is held against (R6.1).
type MinusCount uint8

// NetPoints counts a player's total. GrossMinus counts the minus points alone: the round
// scores below 0 (R8.4), so that neither tens nor what bets win is set against them.
const (
	NetPoints MinusCount = iota
	GrossMinus
)

// A TensCount says whose tens a limit of tens counts (R6.1).
type TensCount uint8

// TensTogether counts those of all players, TensSolo those of one player.
const (
	TensTogether TensCount = iota
	TensSolo
)

// Rulebook2018 returns the rules of the 2018 rulebook for 4 to 8 players (R1.4),
// with the library's ruling wherever the rulebook is silent. The deck for eight
// players is the documented one; those for four to seven are a reconstruction,
// since no available text gives the overview cards.
func Rulebook2018() Variant {
	v := Variant{OnePenalty: 5, MinusLimit: 80, TensLimit: 6, BetBonus: 10, BetOther: 5, BetFactor: 2}
	v.Setups[4] = Setup{Green: 17, Red: 13, Yellow: 11, Blue: 8, Ones: 3, HandSize: 12, Discs: 1}
	v.Setups[5] = Setup{Green: 20, Red: 16, Yellow: 14, Blue: 10, Ones: 4, HandSize: 12, Discs: 1}
	v.Setups[6] = Setup{Green: 23, Red: 19, Yellow: 17, Blue: 12, Ones: 5, HandSize: 12, Discs: 1}
	v.Setups[7] = Setup{Green: 26, Red: 22, Yellow: 20, Blue: 14, Ones: 6, HandSize: 12, Discs: 2}
	v.Setups[8] = Setup{Green: 27, Red: 23, Yellow: 21, Blue: 15, Ones: 6, HandSize: 11, Discs: 2}
	return v
}

// Edition1995 returns the rules of the 1995 edition for 3 to 6 players (R1.5):
// always the same 60 cards, all dealt out, one disc, the deal going round, and
// two rounds for each player (R2.5, R6.2). That a 1 left in hand costs 1 is a
// ruling (R5.2).
func Edition1995() Variant {
	v := Variant{Starter: ClockwiseStarts, OnePenalty: 1, BetBonus: 10, BetOther: 5, BetFactor: 2}
	for n := 3; n <= 6; n++ {
		v.Setups[n] = Setup{Green: 20, Red: 16, Yellow: 14, Blue: 10, Ones: 4, HandSize: 60 / n, Discs: 1, Rounds: 2 * n}
	}
	return v
}

// Edition1995Bets returns Edition1995 with the optional betting rule (R7).
func Edition1995Bets() Variant {
	v := Edition1995()
	v.Betting = true
	return v
}

// Rulebook2018SoloTens returns Rulebook2018 with six tens of a single player
// ending the game, as a German review and an Afrikaans rules page read it (R6.1).
func Rulebook2018SoloTens() Variant {
	v := Rulebook2018()
	v.TensCount = TensSolo
	return v
}

// Rulebook2018Ja returns Rulebook2018 as a Japanese article reads it: the game
// ends past 80 minus points (R6.1), and the player who led the last trick deals
// next and is the nearest in a tie (R2.4).
func Rulebook2018Ja() Variant {
	v := Rulebook2018()
	v.MinusReach, v.Reference = LimitPassed, LastLeader
	return v
}

// Presets returns the names of the presets, the default first, in a new slice.
// What a name stands for never changes, so that records can store it.
func Presets() []string {
	return []string{"rulebook-2018", "edition-1995", "edition-1995-bets", "rulebook-2018-solo-tens", "rulebook-2018-ja"}
}

// Preset returns the preset of that name, such as "rulebook-2018". Other names
// are refused with a *ParseError.
func Preset(name string) (Variant, error) {
	switch name {
	case "rulebook-2018":
		return Rulebook2018(), nil
	case "edition-1995":
		return Edition1995(), nil
	case "edition-1995-bets":
		return Edition1995Bets(), nil
	case "rulebook-2018-solo-tens":
		return Rulebook2018SoloTens(), nil
	case "rulebook-2018-ja":
		return Rulebook2018Ja(), nil
	}
	return Variant{}, &ParseError{What: "preset", Input: name, Want: "one of " + strings.Join(Presets(), ", ")}
}

// Name returns the name of the preset that v equals, or "" for a custom variant.
func (v Variant) Name() string {
	for _, name := range Presets() {
		if p, _ := Preset(name); p == v {
			return name
		}
	}
	return ""
}

// Players returns the numbers of players that the variant allows, upward, in a
// new slice.
func (v Variant) Players() []int {
	players := []int{}
	for n, s := range v.Setups {
		if s != (Setup{}) {
			players = append(players, n)
		}
	}
	return players
}

// Deck returns the cards for that number of players, none for a number that the
// variant does not allow. It does not check the variant: see Validate.
func (v Variant) Deck(players int) Cards {
	if players < 0 || players > MaxPlayers {
		return Cards{}
	}
	return v.Setups[players].deck()
}

// deck returns the cards of the setup, whether it can be played or not.
func (s Setup) deck() Cards {
	run := func(highest int) uint64 { return 1<<(max(MinValue-1, min(highest, MaxValue))-(MinValue-1)) - 1 }
	return Cards{
		lo: run(s.Green) | run(s.Red)<<colorBits,
		hi: run(s.Yellow) | run(s.Blue)<<colorBits | uint64(max(0, min(s.Ones, MaxOnes)))<<onesShift,
	}
}

// A FieldError says what is wrong with one field of a Variant, or with what New is
// given besides.
type FieldError struct {
	Field string // Field is the field as Go writes it, such as "Setups[4].Discs"; "players" or "dealer" of New.
	Rule  string // Rule is the number of the rule that it breaks, such as "R1.6".
	Value int    // Value is what the field says.
	Want  string // Want is what it may say.
}

// Error returns one line with the field, its value, what it may be and the rule.
func (e *FieldError) Error() string {
	return fmt.Sprintf("%s is %d, want %s %s", e.Field, e.Value, e.Want, ruleText(e.Rule))
}

// The fields of faults that are New's.
const (
	fieldPlayers = "players"
	fieldDealer  = "dealer"
)

// A VariantError says everything that is wrong with a Variant, field by field, or why
// New cannot make a game of it. errors.As also finds its first *FieldError.
type VariantError struct {
	Fields []*FieldError // Fields has at least one element.
}

// Error returns one line with all faults.
func (e *VariantError) Error() string {
	var b strings.Builder
	b.WriteString("foppen: impossible variant: ")
	for i, f := range e.Fields {
		switch {
		case i > 0:
			b.WriteString("; ")
		case f.Field == fieldPlayers, f.Field == fieldDealer:
			b.Reset()
			b.WriteString("foppen: impossible game: ")
		}
		b.WriteString(f.Error())
	}
	return b.String()
}

// Unwrap returns the faults for errors.As.
func (e *VariantError) Unwrap() []error {
	errs := make([]error, len(e.Fields))
	for i, f := range e.Fields {
		errs[i] = f
	}
	return errs
}

// Validate returns nil if every number of players that the variant allows can be
// played, else a *VariantError that names every bad field.
func (v Variant) Validate() error {
	var all faults
	for n, s := range v.Setups {
		if s == (Setup{}) {
			continue
		}
		before := len(all)
		if n < MinPlayers {
			all.add("", "R1.6", n, "no Setup: a game needs 2 to 8 players")
		} else {
			all.checkSetup(&v, n, &s)
		}
		for _, f := range all[before:] {
			f.Field = strings.TrimSuffix(fmt.Sprintf("Setups[%d].%s", n, f.Field), ".")
		}
	}
	if len(v.Players()) == 0 {
		all.add("Setups", "R1.3", 0, "a Setup for at least one number of players")
	}
	options := v.options()
	all.check(options[:])
	return all.error()
}

// faults are what is wrong with a variant. Texts are made only of what is wrong: every
// game that begins or is read checks its variant.
type faults []*FieldError

// add copies the texts: so the compiler sees that the options of a variant stay on the
// stack.
func (list *faults) add(field, rule string, value int, want string) {
	*list = append(*list, &FieldError{Field: strings.Clone(field), Rule: strings.Clone(rule), Value: value, Want: want})
}

// error returns the faults as a *VariantError, nil if there are none.
func (list faults) error() error {
	if list == nil {
		return nil
	}
	return &VariantError{Fields: list}
}

// check adds those of the options that are not what they may be.
func (list *faults) check(options []option) {
	for i := range options {
		o := &options[i]
		switch {
		case o.yes != nil:
		case o.num == nil:
			if _, ok := o.word.word(); !ok {
				list.add(o.name, o.rule, int(*o.word.value), o.word.choices())
			}
		case *o.num >= o.lo && *o.num <= o.hi, o.orZero && *o.num == 0:
		case o.orZero:
			list.add(o.name, o.rule, *o.num, fmt.Sprintf("0 or %d to %d", o.lo, o.hi))
		default:
			list.add(o.name, o.rule, *o.num, fmt.Sprintf("%d to %d", o.lo, o.hi))
		}
	}
}

// checkSetup adds what is wrong with the setup of v for n players.
func (list *faults) checkSetup(v *Variant, n int, s *Setup) {
	const hand = 5 // its place among the options
	options := s.options(n)
	list.check(options[:hand])
	if cards := s.deck().Len(); s.HandSize < 1 || s.HandSize > cards/n {
		want := fmt.Sprintf("1 to %d: %d cards for %d players", cards/n, cards, n)
		if cards < n {
			want = fmt.Sprintf("at least 1 from a deck of more than %d cards for %d players", cards, n)
		}
		list.add(options[hand].name, options[hand].rule, s.HandSize, want)
	}
	list.check(options[hand+1:])

	// Without discs, or with one card a hand, all go out in the same trick, so that
	// nobody ever has minus points, unless being fooled in it costs some.
	harmless := s.Discs == 0 || s.HandSize == 1 && v.SpoiledPoints+v.FoolPoints >= 0 && (!v.Betting || v.FoolPoints >= 0)
	endless := v.TensLimit == 0 && (v.MinusLimit == 0 || harmless)
	if s.Rounds == 0 && endless {
		list.add("Rounds", "R6.2", s.Rounds, "1 or more, as no other limit can end the game")
	}
}

// The readings of R3.8. The winner is never fooled under either: where a whole
// trick is 1s, FirstPlayed fools the players next to the leader.
const (
	LastPlayed TieRule = iota
	FirstPlayed
)

// A TieRule says which of several equal cards is the worst of a trick (R3.8): equal
// discards, or 1s. It is an option of Variant. The zero value takes the last one
// played: the sources that speak of a tie say so for equal discards and for a trick of
// nothing but 1s, and for other 1s it is a ruling.
type TieRule uint8
