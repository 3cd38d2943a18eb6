package foppen_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func compare(t *testing.T, c foppen.SimConfig, against ...foppen.SimConfig) foppen.Comparison {
	t.Helper()
	r, err := foppen.Compare(context.Background(), c, against...)
	require.NoError(t, err)
	return r
}

// severalSides are variants with the same deals and with others, at a smaller and a larger
// table, and with other bots.
func severalSides() (c foppen.SimConfig, against []foppen.SimConfig) {
	cheap := foppen.Rulebook2018()
	cheap.OnePenalty = 1
	return foppen.SimConfig{Players: 4, Games: 30, Seed: 4, First: 2}, []foppen.SimConfig{
		{Variant: cheap}, {Variant: foppen.Edition1995()}, {Players: 6}, {Variant: foppen.Edition1995Bets(), Players: 3},
		{Bots: bots("greedy", "random", "greedy", "random")},
	}
}

// Each report of a comparison is that of a simulation, and each difference that of a
// comparison of two.
func TestCompareSeveral(t *testing.T) {
	c, against := severalSides()
	all := compare(t, c, against...)
	reports := all.Reports()
	require.Len(t, reports, len(against)+1)
	assert.Equal(t, reportJSON(t, simulate(t, c)), reportJSON(t, reports[0]))
	for i, o := range against {
		i++
		alone := c
		alone.Variant, alone.Players, alone.Bots = reports[i].Variant(), reports[i].Players(), o.Bots
		assert.Equal(t, reportJSON(t, simulate(t, alone)), reportJSON(t, reports[i]))
		two := compare(t, c, o)
		assert.Equal(t, two.Paired(1), all.Paired(i))
		for _, m := range foppen.Measures() {
			want, wantOK := two.Difference(1, m)
			got, ok := all.Difference(i, m)
			assert.Equal(t, wantOK, ok)
			assert.Equal(t, want, got)
		}
		for k := range foppen.MaxPlayers {
			assert.Equal(t, two.FromStarter(1, k), all.FromStarter(i, k))
		}
	}
	assert.Equal(t, []bool{false, true, false, false, false, true, false}, []bool{
		all.Paired(0), all.Paired(1), all.Paired(2), all.Paired(3), all.Paired(4), all.Paired(5), all.Paired(6),
	})
	for _, i := range []int{-1, 0, 6} {
		_, ok := all.Difference(i, foppen.MeasureRoundsPerGame)
		assert.False(t, ok)
		assert.Zero(t, all.FromStarter(i, 0))
	}
	assert.Zero(t, all.FromStarter(4, 3), "a table of three has no fourth position")
	assert.NotZero(t, all.FromStarter(4, 2))
}

// A difference between tables that have different deals has the interval of two runs that
// have nothing in common, but for chance.
func TestCompareTables(t *testing.T) {
	c := foppen.SimConfig{Players: 4, Games: 400, Seed: 9}
	r := compare(t, c, foppen.SimConfig{Players: 6})
	for _, m := range []foppen.Measure{foppen.MeasureRoundsPerGame, foppen.MeasurePointsPerRound, foppen.MeasureWinnerTotal} {
		a, _ := r.Reports()[0].Mean(m)
		b, _ := r.Reports()[1].Mean(m)
		d, ok := r.Difference(1, m)
		require.True(t, ok)
		assert.InDelta(t, a.Value-b.Value, d.Value, 2e-6)
		assert.InEpsilon(t, math.Hypot(a.High-a.Low, b.High-b.Low), d.High-d.Low, 0.15, m)
	}
}

// Any workers and any parts give the comparison of one run, to the byte.
func TestCompareParts(t *testing.T) {
	c, against := severalSides()
	whole := encoded(t, compare(t, c, against...))
	parts := func(order ...int) (merged foppen.Comparison) {
		first := []uint64{2, 13, 14}
		games := []int{11, 1, 18}
		for k, i := range order {
			part := c
			part.First, part.Games, part.Workers = first[i], games[i], i+1
			r := compare(t, part, against...)
			if k == 0 {
				merged = r
				continue
			}
			var err error
			merged, err = merged.Merge(r)
			require.NoError(t, err)
		}
		return merged
	}
	for _, order := range [][]int{{0, 1, 2}, {2, 0, 1}} {
		assert.Equal(t, string(whole), string(encoded(t, parts(order...))))
	}
	_, err := parts(0).Merge(parts(0, 1))
	assert.ErrorContains(t, err, "overlap")
	_, err = parts(0).Merge(compare(t, c, against[0]))
	assert.ErrorContains(t, err, "do not belong together")
	_, err = parts(0).Merge(foppen.Comparison{})
	assert.Error(t, err)
	other := slices.Clone(against)
	other[1].Variant = foppen.Rulebook2018Ja()
	_, err = parts(0).Merge(compare(t, foppen.SimConfig{Players: 4, Games: 1, Seed: 4}, other...))
	assert.ErrorContains(t, err, "variant")
}

// A comparison that is read is one that a run can give, and the place of a fault is named.
func TestCompareJSON(t *testing.T) {
	c, against := severalSides()
	r := compare(t, c, against...)
	text := string(encoded(t, r))
	var back foppen.Comparison
	require.NoError(t, back.UnmarshalJSON([]byte(text)))
	assert.True(t, back.Equal(r))
	assert.Equal(t, text, string(encoded(t, back)))
	for name, change := range map[string]struct{ old, now, path string }{
		"another seed":      {`"seed":4`, `"seed":5`, "reports[1]"},
		"another format":    {"foppen-comparison/2", "foppen-comparison/1", "format"},
		"a product too big": {`"exact":{"products":{"rounds*rounds":`, `"exact":{"products":{"rounds*rounds":99999`, "differences[0].exact"},
		"a word":            {`"differences":[{"paired":true`, `"differences":[1,{"paired":true`, "differences[0]"},
	} {
		require.Contains(t, text, change.old, name)
		err := back.UnmarshalJSON([]byte(strings.Replace(text, change.old, change.now, 1)))
		var e *foppen.DecodeError
		require.ErrorAs(t, err, &e, name)
		assert.Equal(t, change.path, e.Path, name)
		assert.True(t, back.Equal(r), "a refused text changes nothing")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		tree := parseNode(t, []byte(text))
		path, how := tree.corrupt(random)
		var v foppen.Comparison
		if err := v.UnmarshalJSON([]byte(tree.String())); err == nil {
			_, err = v.MarshalJSON()
			require.NoError(t, err, "%s at %s", how, path)
		}
	}
	_, err := foppen.Comparison{}.MarshalJSON()
	assert.Error(t, err)
}

// What a comparison is stored as is a promise.
func TestCompareGolden(t *testing.T) {
	v := foppen.Rulebook2018()
	v.FoolPoints = -1
	r := compare(t, foppen.SimConfig{Bots: steady(4), Games: 5, Seed: 2}, foppen.SimConfig{Variant: v}, foppen.SimConfig{Players: 5, Bots: steady(5)})
	golden(t, "json/comparison.json", append(encoded(t, r), '\n'))
}

// steady makes bots that play the same in every version.
func steady(players int) []foppen.BotMaker {
	return slices.Repeat([]foppen.BotMaker{making("lowest", lowest)}, players)
}

func TestCompareRefusesTooMany(t *testing.T) {
	_, err := foppen.Compare(context.Background(), foppen.SimConfig{Games: 1}, make([]foppen.SimConfig, foppen.MaxCompared)...)
	var e *foppen.ArgError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "against", e.Field)
	assert.Len(t, compare(t, foppen.SimConfig{Games: 1}, make([]foppen.SimConfig, foppen.MaxCompared-1)...).Reports(), foppen.MaxCompared)
	_, err = foppen.Compare(context.Background(), foppen.SimConfig{Games: 1, Players: 4}, foppen.SimConfig{}, foppen.SimConfig{Players: 3})
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "against[1]", e.Field)
}

// Of means that are looked at together each has to be clearer.
func TestSignificant(t *testing.T) {
	m := foppen.Mean{Value: 1, Low: 0.2, High: 1.8}
	for n, want := range map[int]bool{-1: true, 0: true, 1: true, 2: true, 3: true, 4: false, 1000: false} {
		assert.Equal(t, want, m.Significant(n), n) // 1/0.8*1.96 = 2.45 standard errors: 0.0143, so 3 of them
	}
	inf := math.Inf(1)
	for _, m := range []foppen.Mean{{}, {Value: 1, Low: -inf, High: inf}, {Value: -1, Low: -2, High: 0.1}, {Value: 1, Low: 0, High: 2}} {
		assert.False(t, m.Significant(1), m)
	}
	for _, m := range []foppen.Mean{{Value: -1, Low: -1.01, High: -0.99}, {Value: 1, Low: 1, High: 1}} {
		assert.True(t, m.Significant(2500), m)
	}
}

// Where nothing differs in truth, all differences of a run of many variants together are
// taken for significant in less than one run of twenty. FOPPEN_COVERAGE asks for as many runs.
func TestFamilyOfDifferences(t *testing.T) {
	runs := coverageRuns(t)
	var against []foppen.SimConfig
	// No rule tells the colors apart: with their lengths exchanged the deals are others, the game is the same.
	for _, order := range [][4]int{{1, 0, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}, {3, 1, 2, 0}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 0, 2}} {
		v := foppen.Rulebook2018()
		s := &v.Setups[4]
		long := [4]int{s.Green, s.Red, s.Yellow, s.Blue}
		s.Green, s.Red, s.Yellow, s.Blue = long[order[0]], long[order[1]], long[order[2]], long[order[3]]
		against = append(against, foppen.SimConfig{Variant: v})
	}
	c := foppen.SimConfig{Players: 4, Games: 200}
	bad, plain := 0, 0
	for seed := range runs {
		c.Seed = uint64(seed)
		r := compare(t, c, against...)
		var list []foppen.Mean
		for i := range against {
			for _, m := range foppen.Measures() {
				if d, ok := r.Difference(i+1, m); ok {
					list = append(list, d)
				}
			}
		}
		if slices.ContainsFunc(list, func(m foppen.Mean) bool { return m.Significant(len(list)) }) {
			bad++
		}
		if slices.ContainsFunc(list, func(m foppen.Mean) bool { return m.Significant(1) }) {
			plain++
		}
	}
	t.Logf("of %d runs, %d have a difference that is significant, %d one whose own interval does not hold 0", runs, bad, plain)
	most := 1 - leastCovered(0.95, float64(runs))
	assert.LessOrEqual(t, float64(bad)/float64(runs), most, fmt.Sprint(bad))
	assert.Greater(t, float64(plain)/float64(runs), most, "without the correction there would be too many")
}
