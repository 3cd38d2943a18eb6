package foppen_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestVariantText(t *testing.T) {
	change := func(f func(*foppen.Variant)) foppen.Variant {
		v := foppen.Rulebook2018()
		f(&v)
		return v
	}
	for _, name := range foppen.Presets() {
		v, _ := foppen.Preset(name)
		require.Equal(t, name, v.String())
	}
	for text, v := range map[string]foppen.Variant{
		"rulebook-2018 one_penalty=1 4.discs=2": change(func(v *foppen.Variant) { v.OnePenalty, v.Setups[4].Discs = 1, 2 }),
		"rulebook-2018 8=off":                   change(func(v *foppen.Variant) { v.Setups[8] = foppen.Setup{} }),
		"rulebook-2018 3.green=9 3.ones=2 3.hand=3 3.discs=1": change(func(v *foppen.Variant) {
			v.Setups[3] = foppen.Setup{Green: 9, Ones: 2, HandSize: 3, Discs: 1}
		}),
		"rulebook-2018-ja betting=true": change(func(v *foppen.Variant) {
			v.MinusReach, v.Reference, v.Betting = foppen.LimitPassed, foppen.LastLeader, true
		}),
		"edition-1995-bets bet_bonus=0": func() foppen.Variant {
			v := foppen.Edition1995Bets()
			v.BetBonus = 0
			return v
		}(),
	} {
		require.Equal(t, text, v.String())
		sameAfterText(t, v)
		require.Equal(t, v, foppen.Must(foppen.ParseVariant(text)))
	}
	// Any preset, any order and even differences that are none may be written.
	require.Equal(t, foppen.Edition1995Bets(), foppen.Must(foppen.ParseVariant("edition-1995 one_penalty=1 betting=true")))
	require.Panics(t, func() { foppen.Must(foppen.ParseVariant("")) })
}

func TestVariantRefusedText(t *testing.T) {
	for text, pos := range map[string]int{
		"": 0, "rulebook": 0, "Rulebook-2018": 0, " rulebook-2018": 0, "rulebook-2018 ": 14, "rulebook-2018  betting=true": 14,
		"rulebook-2018 betting": 21, "rulebook-2018 betting=": 21, "rulebook-2018 betting=yes": 21, "rulebook-2018 betting=true ": 27,
		"rulebook-2018 one_penalty=01": 25, "rulebook-2018 one_penalty=+1": 25, "rulebook-2018 one_penalty=1.0": 25,
		"rulebook-2018 one_penalty=1 one_penalty=1": 28, "rulebook-2018 starter=first": 21, "rulebook-2018 starter=0": 21,
		"rulebook-2018 9.green=2": 14, "rulebook-2018 44.green=2": 14, "rulebook-2018 4.=2": 14, "rulebook-2018 4.purple=2": 14,
		"rulebook-2018 green=2": 14, "rulebook-2018 9=off": 14, "rulebook-2018 4=on": 14, "rulebook-2018 44=off": 14,
		"rulebook-2018 4=off 4.green=9": 20, "rulebook-2018 4.green=9 4=off": 24, "rulebook-2018 =off": 14,
		"rulebook-2018 one_penalty=99999999999999999999": 25, "rulebook-2018\tbetting=true": 0,
	} {
		v, err := foppen.ParseVariant(text)
		var why *foppen.ParseError
		require.True(t, errors.As(err, &why), "%q: %v", text, err)
		require.Equal(t, "variant", why.What)
		require.Equal(t, pos, why.Pos, "%q", text)
		require.Equal(t, foppen.Variant{}, v)
	}
}

// TestImpossibleVariantText: the text of a variant that cannot be played loses
// nothing, and ParseVariant says so with the variant.
func TestImpossibleVariantText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		spoil(t, &v, v.Players()[0])
		got, err := foppen.ScanVariant(v.String())
		require.NoError(t, err, "%v", v)
		require.Equal(t, v, got)
		got, err = foppen.ParseVariant(v.String())
		require.Equal(t, v, got)
		require.Equal(t, v.Validate(), err)
		var same foppen.Variant
		if err != nil {
			require.Error(t, same.UnmarshalText([]byte(v.String())))
			require.Equal(t, foppen.Variant{}, same)
		}
	})
	var zero foppen.Variant
	got, err := foppen.ParseVariant(zero.String())
	require.Equal(t, zero, got)
	var why *foppen.VariantError
	require.True(t, errors.As(err, &why))
	odd := foppen.Variant{Starter: 200, OnePenalty: -5, WorstTie: 2}
	odd.Setups[0].HandSize, odd.Setups[1].Ones = 3, -1
	got, err = foppen.ParseVariant(odd.String())
	require.Equal(t, odd, got, "%v", odd)
	require.Error(t, err)
}

func TestVariantJSON(t *testing.T) {
	for _, name := range foppen.Presets() {
		v, _ := foppen.Preset(name)
		require.Equal(t, `"`+name+`"`, string(encoded(t, v)))
		sameAfterJSON(t, v)
	}
	v := foppen.Rulebook2018()
	v.OnePenalty, v.Setups[4].Discs = 1, 2
	sameAfterJSON(t, v)

	for text, want := range map[string]foppen.Variant{
		`{"base":"rulebook-2018"}`: foppen.Rulebook2018(),
		` { "setups" : {"4":{"discs":2}} , "one_penalty" : 1 , "base" : "rulebook-2018" } `:      v,
		`{"base":"edition-1995","betting":true}`:                                                 foppen.Edition1995Bets(),
		`{"base":"rulebook-2018","setups":{"8":` + zeroSetup + `}}`:                              foppen.Must(foppen.ParseVariant("rulebook-2018 8=off")),
		`{"base":"rulebook-2018","setups":{"3":` + strings.Replace(zeroSetup, "0", "9", 2) + `}`: {},
	} {
		var got foppen.Variant
		err := got.UnmarshalJSON([]byte(text))
		if want == (foppen.Variant{}) {
			require.Error(t, err)
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
}

const zeroSetup = `{"green":0,"red":0,"yellow":0,"blue":0,"ones":0,"hand":0,"discs":0,"rounds":0}`

// TestVariantRefusedJSON: the error says where and what.
func TestVariantRefusedJSON(t *testing.T) {
	whole := func(old, new string) string {
		v := foppen.Rulebook2018()
		v.OnePenalty = 1
		s := string(encoded(t, v))
		require.Equal(t, 1, strings.Count(s, old), old)
		return strings.Replace(s, old, new, 1)
	}
	for text, want := range map[string]string{
		`null`:                          "at byte 0: want the name of a preset or an object, got null",
		`17`:                            "at byte 0: want the name of a preset or an object, got a number",
		`"rulebook"`:                    `at byte 0: "rulebook" is not a valid preset`,
		`{}`:                            `at byte 1: no key "setups"`,
		`{"base":"x"}`:                  `base at byte 8: "x" is not a valid preset`,
		`{"base":null}`:                 "base at byte 8: want a string, got null",
		`{"base":"edition-1995","a":1}`: `at byte 23: unknown key "a"`,
		`{"base":"edition-1995"}{}`:     "at byte 23: want nothing more, got an object",
		`{"base":"edition-1995","base":"edition-1995"}`:          `at byte 23: second key "base"`,
		`{"base":"edition-1995","Betting":true}`:                 `at byte 23: unknown key "Betting"`,
		`{"base":"edition-1995","betting":1}`:                    "betting at byte 33: want true or false, got a number",
		`{"base":"edition-1995","one_penalty":"1"}`:              "one_penalty at byte 37: want a whole number, got a string",
		`{"base":"edition-1995","one_penalty":1.5}`:              "one_penalty at byte 37: want a whole number",
		`{"base":"edition-1995","one_penalty":1000}`:             "at byte 0: impossible variant: OnePenalty is 1000, want 0 to 100 (rule 5.2)",
		`{"base":"edition-1995","starter":"x"}`:                  `starter at byte 33: "x" is not a valid starter`,
		`{"base":"edition-1995","setups":{"9":{}}}`:              `setups at byte 33: unknown key "9"`,
		`{"base":"edition-1995","setups":{"4":{"purple":1}}}`:    `setups.4 at byte 38: unknown key "purple"`,
		`{"base":"edition-1995","setups":{"8":{"green":9}}}`:     `setups.8 at byte 47: no key "red"`,
		`{"base":"edition-1995","setups":{"4":{"discs":3}}}`:     "at byte 0: impossible variant: Setups[4].Discs is 3, want 0 to 2 (rule 1.6)",
		`{"base":"edition-1995","setups":[]}`:                    "setups at byte 32: want an object, got an array",
		whole(`"one_penalty":1,`, ""):                            `no key "one_penalty"`,
		whole(`,"rounds":0},"5"`, `},"5"`):                       `no key "rounds"`,
		whole(`"most-minus"`, `"Most-Minus"`):                    "starter at byte",
		whole(`"bet_factor":2`, `"bet_factor":2,"bet_factor":2`): `second key "bet_factor"`,
		strings.Repeat(" ", 1<<20) + `"rulebook-2018"`:           "at byte 1048576: more than the 1048576 bytes allowed",
	} {
		v := foppen.Edition1995()
		err := v.UnmarshalJSON([]byte(text))
		require.ErrorContains(t, err, want)
		require.Equal(t, foppen.Edition1995(), v, "a refused text changes nothing")
		var why *foppen.DecodeError
		require.True(t, errors.As(err, &why))
		var fields *foppen.VariantError
		require.Equal(t, strings.Contains(want, "impossible"), errors.As(err, &fields))
	}
	_, err := json.Marshal(foppen.Variant{Starter: 9})
	require.ErrorContains(t, err, "starter rule: 9 is not one of")
}

// R8: a variant stored before there were numbers for experiments reads as it was, and one
// that says what was always so is the same variant. Only numbers that differ are written.
func TestVariantWithoutExperiments(t *testing.T) {
	v := foppen.Rulebook2018()
	v.OnePenalty = 6
	old, err := json.Marshal(v)
	require.NoError(t, err)
	for _, key := range []string{"ten_points", "spoiled_points", "fool_points"} {
		require.NotContains(t, string(old), key)
	}
	const said = `"one_penalty":6,"ten_points":10,"spoiled_points":0,"fool_points":0,`
	for _, text := range []string{string(old), strings.Replace(string(old), `"one_penalty":6,`, said, 1)} {
		got := foppen.Variant{TenExtra: 3, SpoiledPoints: 4, FoolPoints: 5}
		require.NoError(t, json.Unmarshal([]byte(text), &got))
		require.Equal(t, v, got)
	}
	v.TenExtra, v.SpoiledPoints, v.FoolPoints = -10, -3, 1000
	text, err := json.Marshal(v)
	require.NoError(t, err)
	require.Contains(t, string(text), `"one_penalty":6,"ten_points":0,"spoiled_points":-3,"fool_points":1000,"minus_limit":80,`)
	var got foppen.Variant
	require.NoError(t, json.Unmarshal(text, &got))
	require.Equal(t, v, got)
	require.Equal(t, "rulebook-2018 one_penalty=6 ten_points=0 spoiled_points=-3 fool_points=1000", v.String())
	require.ErrorContains(t, json.Unmarshal([]byte(`{"base":"rulebook-2018","ten_points":1001}`), &got), "rule 8.1")
}
