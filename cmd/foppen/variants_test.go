package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// The list has a line for each preset, and each of them can be explained.
func TestVariantsListed(t *testing.T) {
	list := call("variants")
	require.Equal(t, result{exitFine, list.out, ""}, list)
	for i, line := range strings.Split(list.out, "\n")[:len(foppen.Presets())] {
		assert.Equal(t, foppen.Presets()[i], strings.Fields(line)[0])
		assert.LessOrEqual(t, len(line), width)
	}
	golden(t, "variants.txt", list.out)
	golden(t, "variants-rulebook-2018.txt", call("variants", "rulebook-2018").out)
}

// All options of a variant are explained: each that ParseVariant knows, with its
// value and the rule that Validate names for it.
func TestVariantExplained(t *testing.T) {
	for _, name := range foppen.Presets() {
		got := call("variants", name)
		require.Equal(t, result{exitFine, got.out, ""}, got)
		for line := range strings.Lines(got.out) {
			assert.LessOrEqual(t, len(line), width+1, line)
		}
	}

	// The text of this variant has all options but those that the nearest preset has.
	v := foppen.Variant{
		Starter: foppen.ClockwiseStarts, StarterScore: foppen.ByRound, Reference: foppen.LastLeader, WorstTie: foppen.FirstPlayed,
		OnePenalty: 7, MinusLimit: 77, MinusReach: foppen.LimitPassed, MinusCount: foppen.GrossMinus, TensLimit: 7, TensCount: foppen.TensSolo,
		Betting: true, BetBonus: 7, BetOther: 7, BetFactor: 7,
	}
	v.Setups[2] = foppen.Setup{Green: 31, Red: 9, Ones: 3, HandSize: 20, Rounds: 11}
	text := v.String()
	got := call("variants", text)
	require.Equal(t, result{exitFine, got.out, ""}, got)
	options := 0
	for item := range strings.FieldsSeq(text) {
		key, value, ok := strings.Cut(item, "=")
		if ok && value != "off" && !strings.Contains(key, ".") {
			assert.Contains(t, got.out, "\n"+key+" = "+value+" (rule")
			options++
		}
	}
	assert.GreaterOrEqual(t, options, 12)
	assert.Equal(t, len(fieldsOf(v)), strings.Count(got.out, " (rule"))
	assert.Contains(t, got.out, "\n   2       41   2-31   2-9    -      -       3   20     0      11\n")

	for _, f := range fieldsOf(v) {
		_, err := foppen.ParseVariant("edition-1995 " + f.key + "=99999999")
		if impossible, ok := err.(*foppen.VariantError); ok {
			assert.Contains(t, f.rule, impossible.Fields[0].Rule, f.key)
		}
	}
}

// The JSON is what the package reads, in full: it names every field, also of a
// preset, and a file with it is the same variant again.
func TestVariantsJSON(t *testing.T) {
	var all map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(call("variants", "-json").out), &all))
	assert.Len(t, all, len(foppen.Presets()))
	for _, name := range foppen.Presets() {
		got := call("variants", name, "-json")
		require.Equal(t, result{exitFine, got.out, ""}, got)
		assert.Equal(t, got, call("variants", "-json", name))
		assert.JSONEq(t, got.out, string(all[name]))
		assert.Greater(t, len(got.out), 1000)

		var v foppen.Variant
		require.NoError(t, json.Unmarshal([]byte(got.out), &v))
		assert.Equal(t, name, v.Name())
		file := write(t, "v.json", got.out)
		assert.Equal(t, call("variants", name), call("variants", file))
		assert.Equal(t, got, call("variants", file, "-json"))
	}

	// Of a custom variant it is the package's own JSON.
	v := foppen.Must(foppen.ParseVariant("edition-1995-bets one_penalty=3 4.discs=0 5=off"))
	want, err := json.Marshal(v)
	require.NoError(t, err)
	assert.JSONEq(t, string(want), call("variants", "-json", v.String()).out)
}
