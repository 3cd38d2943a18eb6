package foppen_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A coverage counts intervals, and those that hold the truth.
type coverage struct{ inside, all float64 }

func (c *coverage) add(truth, got foppen.Mean) {
	c.all++
	if got.Low <= truth.Value && truth.Value <= got.High {
		c.inside++
	}
}

// The intervals hold the truth as often as they say, for few games, too, and a difference
// of shares is never without doubt and never out of reach.
//
// FOPPEN_COVERAGE=2000 plays so many samples of each size at each table, which takes minutes.
func TestIntervalsCover(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	runs, full := 25, false
	if n, err := strconv.Atoi(os.Getenv("FOPPEN_COVERAGE")); err == nil {
		runs, full = n, true
	}
	ja, old := foppen.Rulebook2018Ja(), foppen.Edition1995()
	tables := []struct {
		variant, against foppen.Variant
		players          int
	}{
		{foppen.Rulebook2018(), ja, 4},  // paired
		{foppen.Rulebook2018(), old, 4}, // not paired
		{foppen.Rulebook2018(), ja, 8},
		{foppen.Edition1995Bets(), old, 3},
	}
	if !full {
		tables = tables[:3]
	}
	all := map[string]*coverage{}
	for i, table := range tables {
		c := foppen.SimConfig{Variant: table.variant, Players: table.players, Games: 10_000, Seed: 99}
		truth, err := foppen.Compare(context.Background(), c, foppen.SimConfig{Variant: table.against})
		require.NoError(t, err)
		for _, n := range []int{3, 5, 10, 20, 100} {
			here := map[string]*coverage{}
			c.Seed, c.Workers, c.Games = uint64(i), 1, n
			for range runs {
				part, err := foppen.Compare(context.Background(), c, foppen.SimConfig{Variant: table.against})
				require.NoError(t, err)
				c.First += uint64(n)
				addCoverage(t, here, truth, part)
			}
			for name, x := range here {
				if all[name] == nil {
					all[name] = &coverage{}
				}
				all[name].inside += x.inside
				all[name].all += x.all
				if n >= 10 && x.all > float64(runs)/2 {
					assert.GreaterOrEqual(t, x.inside/x.all, leastCovered(0.88, x.all), "%s of %d games, %s, %d players", name, n, table.variant.Name(), table.players)
				}
			}
		}
	}
	for name, x := range all {
		t.Logf("%-30s %.3f", name, x.inside/x.all)
		assert.GreaterOrEqual(t, x.inside/x.all, leastCovered(0.93, x.all), name)
	}
}

// leastCovered is the share that so many intervals reach nearly always if each holds the
// truth with that chance.
func leastCovered(p, n float64) float64 { return p - 3*math.Sqrt(p*(1-p)/n) }

// addCoverage counts the intervals of all means and differences.
func addCoverage(t *testing.T, list map[string]*coverage, truth, part foppen.Comparison) {
	for _, m := range foppen.Measures() {
		add := func(what string, f func(foppen.Comparison) (foppen.Mean, bool)) (foppen.Mean, bool) {
			want, known := f(truth)
			got, ok := f(part)
			if !ok || !known {
				return got, false
			}
			name := fmt.Sprintf("%s of %v", what, m)
			if list[name] == nil {
				list[name] = &coverage{}
			}
			list[name].add(want, got)
			return got, true
		}
		add("mean", func(c foppen.Comparison) (foppen.Mean, bool) { return c.Reports()[0].Mean(m) })
		d, ok := add("difference", func(c foppen.Comparison) (foppen.Mean, bool) { return c.Difference(1, m) })
		if ok && m.IsShare() {
			assert.Less(t, d.Low, d.High, m)
			assert.GreaterOrEqual(t, d.Low, -1.0, m)
			assert.LessOrEqual(t, d.High, 1.0, m)
		}
	}
}

// The intervals of what decides the results hold the truth as often as they say. FOPPEN_COVERAGE asks
// for as many tournaments.
func TestShareIntervalsCover(t *testing.T) {
	runs := coverageRuns(t)
	for _, names := range [][]string{{"greedy", "random", "greedy", "random"}, {"greedy", "random", "random", "random"}, {"greedy", "random"}} {
		c := foppen.SimConfig{Bots: bots(names...), Games: 20_000, Seed: 99}
		if len(names) == 2 {
			c.Variant = smallVariant()
		}
		truth, err := foppen.PlayTournament(context.Background(), c)
		require.NoError(t, err)
		for _, n := range []int{10, 40, 200} {
			var skill, deal coverage
			c.Seed, c.First, c.Games = 7, 0, n
			for range runs {
				r, err := foppen.PlayTournament(context.Background(), c)
				require.NoError(t, err)
				skill.add(truth.SkillShare, r.SkillShare)
				deal.add(truth.DealShare, r.DealShare)
				c.First += uint64(n)
			}
			t.Logf("%v, %d deals: skill %.3f, deal %.3f; truth %v and %v", names, n, skill.inside/skill.all, deal.inside/deal.all, truth.SkillShare, truth.DealShare)
			assert.GreaterOrEqual(t, skill.inside/skill.all, leastCovered(0.9, skill.all))
			assert.GreaterOrEqual(t, deal.inside/deal.all, leastCovered(0.9, deal.all))
		}
	}
}

// coverageRuns is how many runs the environment asks for; it skips the test if none.
func coverageRuns(t *testing.T) int {
	runs, err := strconv.Atoi(os.Getenv("FOPPEN_COVERAGE"))
	if err != nil {
		t.Skip("FOPPEN_COVERAGE=200 asks for it")
	}
	return runs
}
