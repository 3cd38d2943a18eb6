package foppen_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// resultTable plays the games of a tournament one by one: the points for each round above the
// table's mean by deal, hand and bot.
func resultTable(t *testing.T, c foppen.SimConfig) (table [][][]float64) {
	n := len(c.Bots)
	start := newGame(t, n, foppen.Rulebook2018())
	for deal := range c.Games {
		hands := make([][]float64, n)
		for s := range hands {
			hands[s] = make([]float64, n)
		}
		for turn := range n {
			g, err := match{Start: start, Bots: append(slices.Clone(c.Bots[turn:]), c.Bots[:turn]...), Seed: c.Seed, Number: uint64(deal)}.Play(context.Background())
			require.NoError(t, err)
			mean := 0.0
			for s := range n {
				mean += float64(g.Total(foppen.Seat(s))) / float64(n)
			}
			for s := range n {
				hands[s][(s+turn)%n] = (float64(g.Total(foppen.Seat(s))) - mean) / float64(g.Round())
			}
		}
		table = append(table, hands)
	}
	return table
}

// textbookShares are those of the two-way analysis of variance without replication.
func textbookShares(table [][][]float64) (skill, deal float64) {
	n := len(table[0])
	bots, levels := make([]float64, n), float64(len(table)*n)
	all, ofHands, ofBots := 0.0, 0.0, 0.0
	for _, hands := range table {
		for _, hand := range hands {
			mean := 0.0
			for b, x := range hand {
				all += x * x
				mean += x / float64(n)
				bots[b] += x / levels
			}
			ofHands += float64(n) * mean * mean
		}
	}
	for _, mean := range bots {
		ofBots += levels * mean * mean
	}
	noise := (all - ofHands - ofBots) * float64(n) / float64(n-1)
	return ofBots / all, (all - ofBots - noise) / all
}

// The shares of a tournament are those of the textbook, with the jackknife of groups of
// deals.
func TestTournamentShares(t *testing.T) {
	c := foppen.SimConfig{Bots: bots("greedy", "random", "search:2"), Games: 25, Seed: 5, Variant: foppen.Rulebook2018()}
	c.Bots = append(c.Bots, making("lowest", lowest))
	r, err := foppen.PlayTournament(context.Background(), c)
	require.NoError(t, err)
	table := resultTable(t, c)
	skill, deal := textbookShares(table)
	var skills, deals []float64 // without one deal each
	for i := range table {
		s, d := textbookShares(slices.Delete(slices.Clone(table), i, i+1))
		skills, deals = append(skills, s), append(deals, d)
	}
	check := func(m foppen.Mean, x float64, others []float64) {
		n, mean, ss := float64(len(others)), 0.0, 0.0
		for _, o := range others {
			mean += o / n
		}
		for _, o := range others {
			ss += (o - mean) * (o - mean)
		}
		half := 2.0639 * math.Sqrt((n-1)/n*ss) // Student's t for 24 degrees of freedom
		const near = 0.002                     // the points of a game are divided by its rounds in whole numbers
		assert.InDelta(t, n*x-(n-1)*mean, m.Value, near)
		assert.InDelta(t, half, (m.High-m.Low)/2, near)
		assert.InDelta(t, m.Value, (m.Low+m.High)/2, 2e-6)
	}
	check(r.SkillShare, skill, skills)
	check(r.DealShare, deal, deals)
	assert.Greater(t, r.SkillShare.Low, 0.1)
}

// Where the same table comes round again after some rotations, those that repeat others tell
// nothing; and where all bots are of one name, none does.
func TestTournamentSharesOfHalfTables(t *testing.T) {
	play := func(names ...string) foppen.TournamentResult {
		r, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: bots(names...), Games: 300, Seed: 3})
		require.NoError(t, err)
		return r
	}
	half := play("greedy", "random", "greedy", "random")
	assert.Greater(t, half.SkillShare.Low, 0.5)
	assert.Less(t, half.SkillShare.High+half.DealShare.High, 1.0)
	assert.Greater(t, half.DealShare.Low, 0.0)
	same := play("random", "random", "random", "random")
	assert.Zero(t, same.SkillShare)
	assert.Zero(t, same.DealShare)
}
