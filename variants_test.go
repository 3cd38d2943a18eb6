package foppen_test

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// R1.4, R1.5: the decks, hands and discs of the presets, row by row.
func TestPresetSetups(t *testing.T) {
	type row struct {
		preset                            string
		players                           int
		green, red, yellow, blue, ones    int
		cards, hand, discs, rounds, aside int
	}
	var rows []row
	for _, name := range []string{"rulebook-2018", "rulebook-2018-solo-tens", "rulebook-2018-ja"} {
		rows = append(rows,
			row{name, 4, 17, 13, 11, 8, 3, 48, 12, 1, 0, 0},
			row{name, 5, 20, 16, 14, 10, 4, 60, 12, 1, 0, 0},
			row{name, 6, 23, 19, 17, 12, 5, 72, 12, 1, 0, 0},
			row{name, 7, 26, 22, 20, 14, 6, 84, 12, 2, 0, 0},
			row{name, 8, 27, 23, 21, 15, 6, 88, 11, 2, 0, 0})
	}
	for _, name := range []string{"edition-1995", "edition-1995-bets"} {
		rows = append(rows,
			row{name, 3, 20, 16, 14, 10, 4, 60, 20, 1, 6, 0},
			row{name, 4, 20, 16, 14, 10, 4, 60, 15, 1, 8, 0},
			row{name, 5, 20, 16, 14, 10, 4, 60, 12, 1, 10, 0},
			row{name, 6, 20, 16, 14, 10, 4, 60, 10, 1, 12, 0})
	}
	players := map[string][]int{}
	for _, r := range rows {
		v, err := foppen.Preset(r.preset)
		require.NoError(t, err)
		require.NoError(t, v.Validate())
		players[r.preset] = append(players[r.preset], r.players)
		assert.Equal(t, foppen.Setup{Green: r.green, Red: r.red, Yellow: r.yellow, Blue: r.blue,
			Ones: r.ones, HandSize: r.hand, Discs: r.discs, Rounds: r.rounds}, v.Setups[r.players], "%+v", r)
		deck := v.Deck(r.players)
		assert.Equal(t, r.cards, deck.Len(), "%+v", r)
		assert.Equal(t, r.ones, deck.Count(foppen.One), "%+v", r)
		for i, highest := range []int{r.green, r.red, r.yellow, r.blue} {
			of := deck.Of(foppen.Color(i + 1))
			assert.Equal(t, highest-1, of.Len(), "%+v", r)
			assert.Equal(t, 2, of.Lowest().Value(), "%+v", r)
			assert.Equal(t, highest, of.Highest().Value(), "%+v", r)
		}
		assert.Equal(t, r.cards, r.players*r.hand, "all cards are dealt out: %+v", r)
	}
	require.Len(t, players, len(foppen.Presets()))
	for name, want := range players {
		v, _ := foppen.Preset(name)
		assert.Equal(t, want, v.Players(), name)
	}
}

// The options of the presets (R2.4, R2.5, R3.8, R5.2, R6, R7), and their names.
func TestPresetOptions(t *testing.T) {
	assert.Equal(t, []string{"rulebook-2018", "edition-1995", "edition-1995-bets", "rulebook-2018-solo-tens", "rulebook-2018-ja"}, foppen.Presets())
	book, old := foppen.Rulebook2018(), foppen.Edition1995()
	assert.Equal(t, foppen.Variant{Setups: book.Setups, Starter: foppen.MostMinusStarts, StarterScore: foppen.ByTotal,
		Reference: foppen.PreviousStarter, WorstTie: foppen.LastPlayed, OnePenalty: 5,
		MinusLimit: 80, MinusReach: foppen.LimitReached, MinusCount: foppen.NetPoints, TensLimit: 6, TensCount: foppen.TensTogether,
		BetBonus: 10, BetOther: 5, BetFactor: 2}, book)
	assert.Equal(t, foppen.Variant{Setups: old.Setups, Starter: foppen.ClockwiseStarts, OnePenalty: 1,
		BetBonus: 10, BetOther: 5, BetFactor: 2}, old)

	bets, solo, ja := old, book, book
	bets.Betting = true
	solo.TensCount = foppen.TensSolo
	ja.MinusReach, ja.Reference = foppen.LimitPassed, foppen.LastLeader
	for name, want := range map[string]foppen.Variant{"rulebook-2018": book, "edition-1995": old, "edition-1995-bets": bets,
		"rulebook-2018-solo-tens": solo, "rulebook-2018-ja": ja} {
		v, err := foppen.Preset(name)
		require.NoError(t, err)
		assert.Equal(t, want, v, name)
		assert.Equal(t, name, v.Name())
	}
	assert.Equal(t, foppen.Edition1995Bets(), bets)
	assert.Equal(t, foppen.Rulebook2018SoloTens(), solo)
	assert.Equal(t, foppen.Rulebook2018Ja(), ja)

	for _, name := range []string{"", "rulebook", "Rulebook-2018", "rulebook-2018 ", "edition-1996"} {
		v, err := foppen.Preset(name)
		var parse *foppen.ParseError
		require.ErrorAs(t, err, &parse, "%q", name)
		assert.Contains(t, err.Error(), "rulebook-2018-solo-tens", "the error says what there is")
		assert.Equal(t, foppen.Variant{}, v)
	}
	custom := book
	custom.OnePenalty = 4
	assert.Equal(t, "", custom.Name())
	assert.Equal(t, "", foppen.Variant{}.Name())
}

// A deck by its highest values, also where they make no sense: Deck never
// checks and never fails.
func TestDeck(t *testing.T) {
	odd := []int{math.MinInt, math.MinInt + 1, -32, -1, 0, 1, 2, 3, 30, 31, 32, 63, 64, 65, 256, math.MaxInt - 1, math.MaxInt}
	for _, x := range odd {
		for _, y := range odd {
			var v foppen.Variant
			v.Setups[4] = foppen.Setup{Green: x, Red: y, Yellow: x, Blue: y, Ones: x, HandSize: y, Discs: x}
			deck := v.Deck(4)
			run := func(highest int) int { return max(min(highest, 31), 1) - 1 }
			assert.Equal(t, []int{run(x), run(y), run(x), run(y), max(0, min(x, 15))},
				[]int{deck.Of(foppen.Green).Len(), deck.Of(foppen.Red).Len(), deck.Of(foppen.Yellow).Len(), deck.Of(foppen.Blue).Len(), deck.Count(foppen.One)},
				"highest %d and %d", x, y)
			for _, n := range []int{math.MinInt, -1, 0, 3, 5, 8, 9, math.MaxInt} {
				assert.True(t, v.Deck(n).IsEmpty())
			}
		}
	}
}

// Validate: one wrong field at a time. Each is named, with its value and the rule
// it breaks, and no other field is.
func TestValidateFields(t *testing.T) {
	type change func(*foppen.Variant)
	setup := func(n int, f func(*foppen.Setup)) change {
		return func(v *foppen.Variant) { f(&v.Setups[n]) }
	}
	for _, c := range []struct {
		field, rule string
		value       int
		change      change
	}{
		{"Setups", "R1.3", 0, func(v *foppen.Variant) { v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{} }},
		{"Setups[0]", "R1.6", 0, setup(0, func(s *foppen.Setup) { s.HandSize = 1 })},
		{"Setups[1]", "R1.6", 1, setup(1, func(s *foppen.Setup) { *s = foppen.Setup{Green: 9, HandSize: 1} })},
		{"Setups[4].Green", "R1.6", 1, setup(4, func(s *foppen.Setup) { s.Green, s.HandSize = 1, 1 })},
		{"Setups[4].Green", "R1.6", -1, setup(4, func(s *foppen.Setup) { s.Green, s.HandSize = -1, 1 })},
		{"Setups[4].Green", "R1.6", 32, setup(4, func(s *foppen.Setup) { s.Green = 32 })},
		{"Setups[5].Red", "R1.6", 1, setup(5, func(s *foppen.Setup) { s.Red, s.HandSize = 1, 1 })},
		{"Setups[5].Red", "R1.6", 32, setup(5, func(s *foppen.Setup) { s.Red = 32 })},
		{"Setups[6].Yellow", "R1.6", 1, setup(6, func(s *foppen.Setup) { s.Yellow, s.HandSize = 1, 1 })},
		{"Setups[6].Yellow", "R1.6", 32, setup(6, func(s *foppen.Setup) { s.Yellow = 32 })},
		{"Setups[7].Blue", "R1.6", 1, setup(7, func(s *foppen.Setup) { s.Blue, s.HandSize = 1, 1 })},
		{"Setups[7].Blue", "R1.6", 1000, setup(7, func(s *foppen.Setup) { s.Blue = 1000 })},
		{"Setups[8].Ones", "R1.6", -1, setup(8, func(s *foppen.Setup) { s.Ones, s.HandSize = -1, 1 })},
		{"Setups[8].Ones", "R1.6", 16, setup(8, func(s *foppen.Setup) { s.Ones = 16 })},
		{"Setups[4].HandSize", "R1.6", 0, setup(4, func(s *foppen.Setup) { s.HandSize = 0 })},
		{"Setups[4].HandSize", "R1.6", -1, setup(4, func(s *foppen.Setup) { s.HandSize = -1 })},
		{"Setups[4].HandSize", "R1.6", 13, setup(4, func(s *foppen.Setup) { s.HandSize = 13 })},
		{"Setups[8].HandSize", "R1.6", 12, setup(8, func(s *foppen.Setup) { s.HandSize = 12 })},
		{"Setups[4].Discs", "R1.6", -1, setup(4, func(s *foppen.Setup) { s.Discs = -1 })},
		{"Setups[4].Discs", "R1.6", 3, setup(4, func(s *foppen.Setup) { s.Discs = 3 })},
		{"Setups[8].Discs", "R1.6", 7, setup(8, func(s *foppen.Setup) { s.Discs = 7 })},
		{"Setups[2].Discs", "R1.6", 1, setup(2, func(s *foppen.Setup) { *s = foppen.Setup{Green: 9, HandSize: 2, Discs: 1} })},
		{"Setups[6].Rounds", "R6.2", -1, setup(6, func(s *foppen.Setup) { s.Rounds = -1 })},
		{"Setups[6].Rounds", "R6.2", foppen.MaxRounds + 1, setup(6, func(s *foppen.Setup) { s.Rounds = foppen.MaxRounds + 1 })},
		// Games that no limit could end.
		{"Setups[3].Rounds", "R6.2", 0, func(v *foppen.Variant) {
			v.Setups = foppen.Edition1995().Setups
			v.MinusLimit, v.TensLimit, v.Setups[3].Rounds = 0, 0, 0
		}},
		{"Setups[5].Rounds", "R6.2", 0, func(v *foppen.Variant) { v.TensLimit = 0; v.Setups[5].Discs = 0 }},
		{"Setups[5].Rounds", "R6.2", 0, func(v *foppen.Variant) { v.TensLimit = 0; v.Setups[5].HandSize = 1 }},

		{"Starter", "R2.4", 2, func(v *foppen.Variant) { v.Starter = 2 }},
		{"StarterScore", "R2.4", 255, func(v *foppen.Variant) { v.StarterScore = 255 }},
		{"Reference", "R2.4", 2, func(v *foppen.Variant) { v.Reference = 2 }},
		{"WorstTie", "R3.8", 2, func(v *foppen.Variant) { v.WorstTie = 2 }},
		{"OnePenalty", "R5.2", -1, func(v *foppen.Variant) { v.OnePenalty = -1 }},
		{"OnePenalty", "R5.2", 101, func(v *foppen.Variant) { v.OnePenalty = 101 }},
		{"MinusLimit", "R6.1", -80, func(v *foppen.Variant) { v.MinusLimit = -80 }},
		{"MinusLimit", "R6.1", 1_000_001, func(v *foppen.Variant) { v.MinusLimit = 1_000_001 }},
		{"MinusReach", "R6.1", 2, func(v *foppen.Variant) { v.MinusReach = 2 }},
		{"MinusCount", "R6.1", 2, func(v *foppen.Variant) { v.MinusCount = 2 }},
		{"TensLimit", "R6.1", -1, func(v *foppen.Variant) { v.TensLimit = -1 }},
		{"TensLimit", "R6.1", 1_000_001, func(v *foppen.Variant) { v.TensLimit = 1_000_001 }},
		{"TensCount", "R6.1", 2, func(v *foppen.Variant) { v.TensCount = 2 }},
		{"BetBonus", "R7.3", -1, func(v *foppen.Variant) { v.BetBonus = -1 }},
		{"BetBonus", "R7.3", 101, func(v *foppen.Variant) { v.BetBonus = 101 }},
		{"BetOther", "R7.3", -1, func(v *foppen.Variant) { v.BetOther = -1 }},
		{"BetOther", "R7.3", 101, func(v *foppen.Variant) { v.BetOther = 101 }},
		{"BetFactor", "R7.3", -1, func(v *foppen.Variant) { v.BetFactor = -1 }},
		{"BetFactor", "R7.3", 11, func(v *foppen.Variant) { v.BetFactor = 11 }},
		{"BetFactor", "R7.3", 0, func(v *foppen.Variant) { v.Betting, v.BetFactor = true, 0 }},
	} {
		v := foppen.Rulebook2018()
		c.change(&v)
		err := v.Validate()
		var all *foppen.VariantError
		if !assert.ErrorAs(t, err, &all, "%s %d", c.field, c.value) {
			continue
		}
		require.Len(t, all.Fields, 1, "%v", err)
		got := all.Fields[0]
		assert.Equal(t, []any{c.field, c.rule, c.value}, []any{got.Field, got.Rule, got.Value}, "%v", err)
		var first *foppen.FieldError
		require.ErrorAs(t, err, &first)
		assert.Same(t, got, first)
		for _, part := range []string{c.field, strconv.Itoa(c.value), got.Want, strings.Replace(c.rule, "R", "rule ", 1)} {
			assert.Contains(t, err.Error(), part)
		}
		for n := -1; n <= 9; n++ {
			g, err := foppen.New(n, foppen.WithVariant(v))
			assert.Error(t, err, "%s %d, %d players", c.field, c.value, n)
			assert.Equal(t, foppen.Game{}, g)
		}
	}
}

// Validate: the extreme values that are allowed.
func TestValidateAccepts(t *testing.T) {
	for i, change := range []func(*foppen.Variant){
		func(v *foppen.Variant) {
			v.Setups[8] = foppen.Setup{Green: 31, Red: 31, Yellow: 31, Blue: 31, Ones: 15, HandSize: 16, Discs: 6}
		},
		func(v *foppen.Variant) { v.Setups[2] = foppen.Setup{Ones: 2, HandSize: 1} },
		func(v *foppen.Variant) { v.Setups[2] = foppen.Setup{Blue: 3, HandSize: 1, Rounds: foppen.MaxRounds} },
		func(v *foppen.Variant) { v.OnePenalty, v.MinusLimit, v.TensLimit = 0, 1, 1 },
		func(v *foppen.Variant) { v.OnePenalty, v.MinusLimit, v.TensLimit = 100, 1_000_000, 1_000_000 },
		func(v *foppen.Variant) { v.MinusLimit = 0 },
		func(v *foppen.Variant) { v.TensLimit = 0 },
		func(v *foppen.Variant) { v.BetBonus, v.BetOther, v.BetFactor = 0, 0, 0 },
		func(v *foppen.Variant) { v.Betting, v.BetBonus, v.BetOther, v.BetFactor = true, 100, 100, 10 },
		func(v *foppen.Variant) { v.Betting, v.BetBonus, v.BetOther, v.BetFactor = true, 0, 0, 1 },
	} {
		v := foppen.Rulebook2018()
		change(&v)
		assert.NoError(t, v.Validate(), "change %d", i)
		for _, n := range v.Players() {
			_, err := foppen.New(n, foppen.WithVariant(v))
			assert.NoError(t, err)
		}
	}
}

// Validate names every bad field at once, in the order of the struct.
func TestValidateAll(t *testing.T) {
	v := foppen.Variant{Starter: 9, StarterScore: 9, Reference: 9, WorstTie: 9, OnePenalty: -1,
		TenExtra: -11, SpoiledPoints: -1001, FoolPoints: 1001, MinusLimit: -1, MinusReach: 9,
		MinusCount: 9, TensLimit: -1, TensCount: 9, BetBonus: -1, BetOther: -1, BetFactor: -1}
	v.Setups[0].HandSize = 1
	v.Setups[4] = foppen.Setup{Green: 1, Red: 1, Yellow: 1, Blue: 1, Ones: 16, HandSize: 9, Discs: 9, Rounds: -1}
	v.Setups[5] = foppen.Setup{Discs: 4}
	want := []string{"Setups[0]", "Setups[4].Green", "Setups[4].Red", "Setups[4].Yellow", "Setups[4].Blue", "Setups[4].Ones",
		"Setups[4].HandSize", "Setups[4].Discs", "Setups[4].Rounds", "Setups[5].HandSize", "Setups[5].Discs",
		"Starter", "StarterScore", "Reference", "WorstTie", "OnePenalty", "TenExtra", "SpoiledPoints", "FoolPoints", "MinusLimit", "MinusReach", "MinusCount",
		"TensLimit", "TensCount", "BetBonus", "BetOther", "BetFactor"}
	err := v.Validate()
	assert.Equal(t, want, faultyFields(err))
	for _, field := range want {
		assert.Contains(t, err.Error(), field)
	}
	assert.Equal(t, []string{"Setups"}, faultyFields(foppen.Variant{}.Validate()))

	two := foppen.Rulebook2018()
	two.OnePenalty, two.WorstTie = 101, 2
	assert.EqualError(t, two.Validate(), "foppen: impossible variant: "+
		"WorstTie is 2, want one of last-played, first-played (rule 3.8); OnePenalty is 101, want 0 to 100 (rule 5.2)")
}

// faultyFields lists the fields that an error of Validate or New names.
func faultyFields(err error) []string {
	var all *foppen.VariantError
	if !errors.As(err, &all) {
		return nil
	}
	var fields []string
	for _, f := range all.Fields {
		fields = append(fields, f.Field)
	}
	return fields
}

// plainFaults lists the bad fields of a variant by the words of its documentation.
func plainFaults(v foppen.Variant) []string {
	var bad []string
	check := func(ok bool, field string) {
		if !ok {
			bad = append(bad, field)
		}
	}
	highest := func(value int, field string) { check(value == 0 || 2 <= value && value <= 31, field) }
	none := true
	for n, s := range v.Setups {
		if s == (foppen.Setup{}) {
			continue
		}
		none = false
		name := fmt.Sprintf("Setups[%d]", n)
		if n < 2 {
			check(false, name)
			continue
		}
		highest(s.Green, name+".Green")
		highest(s.Red, name+".Red")
		highest(s.Yellow, name+".Yellow")
		highest(s.Blue, name+".Blue")
		check(0 <= s.Ones && s.Ones <= 15, name+".Ones")
		check(1 <= s.HandSize && s.HandSize <= 135 && n*s.HandSize <= v.Deck(n).Len(), name+".HandSize")
		check(0 <= s.Discs && s.Discs <= n-2, name+".Discs")
		check(0 <= s.Rounds && s.Rounds <= 9999, name+".Rounds")
		lastTrick := v.SpoiledPoints+v.FoolPoints < 0 || v.Betting && v.FoolPoints < 0 // costs points
		someMinus := s.Discs != 0 && (s.HandSize != 1 || lastTrick)
		if s.Rounds == 0 && v.TensLimit == 0 && (v.MinusLimit == 0 || !someMinus) {
			check(false, name+".Rounds")
		}
	}
	check(!none, "Setups")
	check(v.Starter <= foppen.ClockwiseStarts, "Starter")
	check(v.StarterScore <= foppen.ByGross, "StarterScore")
	check(v.Reference <= foppen.LastLeader, "Reference")
	check(v.WorstTie <= foppen.FirstPlayed, "WorstTie")
	check(0 <= v.OnePenalty && v.OnePenalty <= 100, "OnePenalty")
	check(-10 <= v.TenExtra && v.TenExtra <= 990, "TenExtra")
	check(-1000 <= v.SpoiledPoints && v.SpoiledPoints <= 1000, "SpoiledPoints")
	check(-1000 <= v.FoolPoints && v.FoolPoints <= 1000, "FoolPoints")
	check(0 <= v.MinusLimit && v.MinusLimit <= 1_000_000, "MinusLimit")
	check(v.MinusReach <= foppen.LimitPassed, "MinusReach")
	check(v.MinusCount <= foppen.GrossMinus, "MinusCount")
	check(0 <= v.TensLimit && v.TensLimit <= 1_000_000, "TensLimit")
	check(v.TensCount <= foppen.TensSolo, "TensCount")
	check(0 <= v.BetBonus && v.BetBonus <= 100, "BetBonus")
	check(0 <= v.BetOther && v.BetOther <= 100, "BetOther")
	check(btoi(v.Betting) <= v.BetFactor && v.BetFactor <= 10, "BetFactor")
	return bad
}

// Variants with anything in their fields: Validate names exactly the bad ones, a
// bad one never yields a Game, and a good one yields one for its players.
func TestValidateRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		spoil(t, &v, rapid.IntRange(0, 4).Draw(t, "spoiled fields"))
		want := plainFaults(v)
		err := v.Validate()
		require.Equal(t, want, faultyFields(err))
		require.Equal(t, want == nil, err == nil)

		players := rapid.OneOf(rapid.IntRange(-1, 9), rapid.SampledFrom(append(v.Players(), math.MinInt, 300, math.MaxInt))).Draw(t, "players")
		dealer := rapid.OneOf(rapid.Int8Range(-1, 8), rapid.Int8()).Draw(t, "dealer")
		g, err := foppen.New(players, foppen.WithVariant(v), foppen.WithDealer(foppen.Seat(dealer)), nil)
		allowed := slices.Contains(v.Players(), players)
		atTable := dealer == -1 || dealer >= 0 && int(dealer) < players
		switch {
		case want != nil:
			require.Equal(t, want, faultyFields(err))
		case !allowed:
			require.Equal(t, []string{"players"}, faultyFields(err))
		case !atTable:
			require.Equal(t, []string{"dealer"}, faultyFields(err))
		default:
			require.NoError(t, err)
			require.Equal(t, v, g.Variant())
			require.Equal(t, players, g.Players())
			return
		}
		require.Equal(t, foppen.Game{}, g)
		require.NotEmpty(t, err.Error())
	})
}

// spoil sets some fields of a variant to anything.
func spoil(t *rapid.T, v *foppen.Variant, n int) {
	ints := []*int{&v.OnePenalty, &v.MinusLimit, &v.TensLimit, &v.BetBonus, &v.BetOther, &v.BetFactor, &v.TenExtra, &v.SpoiledPoints, &v.FoolPoints}
	for i := range v.Setups {
		s := &v.Setups[i]
		ints = append(ints, &s.Green, &s.Red, &s.Yellow, &s.Blue, &s.Ones, &s.HandSize, &s.Discs, &s.Rounds)
	}
	number := rapid.OneOf(rapid.IntRange(-2, 33), rapid.Int(),
		rapid.SampledFrom([]int{math.MinInt, math.MaxInt, 100, 101, 9999, 10_000, 1_000_000, 1_000_001}))
	for range n {
		*rapid.SampledFrom(ints).Draw(t, "field") = number.Draw(t, "value")
		switch code := rapid.Uint8().Draw(t, "option value"); rapid.IntRange(0, 9).Draw(t, "option") {
		case 0:
			v.Starter = foppen.StarterRule(code)
		case 1:
			v.StarterScore = foppen.StarterScore(code)
		case 2:
			v.Reference = foppen.ReferenceSeat(code)
		case 3:
			v.WorstTie = foppen.TieRule(code)
		case 4:
			v.MinusReach = foppen.LimitReach(code)
		case 5:
			v.MinusCount = foppen.MinusCount(code)
		case 6:
			v.TensCount = foppen.TensCount(code)
		case 7:
			v.Betting = !v.Betting
		}
	}
}

// A word is an enumeration that is written as a word.
type word interface {
	~uint8
	fmt.Stringer
	encoding.TextMarshaler
}

// checkWords checks the texts of an enumeration: all 256 values, and words that
// are none.
func checkWords[T word, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, name, words string) {
	t.Helper()
	list := strings.Fields(words)
	for code := range 256 {
		v := T(code)
		text, err := v.MarshalText()
		if code >= len(list) {
			var bad *foppen.ArgError
			assert.ErrorAs(t, err, &bad, "%s %d", name, code)
			assert.Equal(t, fmt.Sprintf("%s(%d)", name, code), v.String())
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, list[code], string(text), name)
		assert.Equal(t, list[code], v.String(), name)
		again := T(255)
		require.NoError(t, P(&again).UnmarshalText(text))
		assert.Equal(t, v, again, name)
	}
	for _, text := range []string{"", " ", strings.ToUpper(list[0]), " " + list[1], list[1] + " ", words, "0", list[0] + "\x00", "\xff", strings.Repeat("x", 1000)} {
		v := T(7)
		err := P(&v).UnmarshalText([]byte(text))
		var parse *foppen.ParseError
		if assert.ErrorAs(t, err, &parse, "%s %q", name, text) {
			assert.Contains(t, err.Error(), list[len(list)-1], "the error says what there is")
			assert.Less(t, len(err.Error()), 500)
		}
		assert.Equal(t, T(7), v, "a refused text changes nothing")
	}
}

// Enumerations are written as words and read back; the words are part of the
// formats and never change.
func TestWords(t *testing.T) {
	checkWords[foppen.Color](t, "Color", "none green red yellow blue")
	checkWords[foppen.TieRule](t, "TieRule", "last-played first-played")
	checkWords[foppen.FoolReason](t, "FoolReason", "none lowest-discard lowest-follower")
	checkWords[foppen.StarterRule](t, "StarterRule", "most-minus clockwise")
	checkWords[foppen.StarterScore](t, "StarterScore", "total round gross")
	checkWords[foppen.ReferenceSeat](t, "ReferenceSeat", "previous-starter last-leader")
	checkWords[foppen.LimitReach](t, "LimitReach", "reached passed")
	checkWords[foppen.MinusCount](t, "MinusCount", "net gross")
	checkWords[foppen.TensCount](t, "TensCount", "together solo")
	checkWords[foppen.ScoreReason](t, "ScoreReason", "none cards-left ten out-fooled")
	checkWords[foppen.Phase](t, "Phase", "none deal bet play over")
	checkWords[foppen.BetState](t, "BetState", "hidden no yes")
	checkWords[reasonWord, *reasonWord](t, "Reason", "playable no-move game-over wrong-phase no-seat sitting-out not-your-turn no-card not-in-hand must-follow bad-deal hidden-hand")
}

// A reasonWord is a Reason with its word as String: a Reason itself is an error
// and prints as a sentence.
type reasonWord foppen.Reason

func (r reasonWord) MarshalText() ([]byte, error) { return foppen.Reason(r).MarshalText() }

func (r *reasonWord) UnmarshalText(text []byte) error {
	return (*foppen.Reason)(r).UnmarshalText(text)
}

func (r reasonWord) String() string {
	if text, err := r.MarshalText(); err == nil {
		return string(text)
	}
	return foppen.Reason(r).Error()
}
