package foppen_test

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func ladder(t *testing.T, c foppen.SimConfig) foppen.LadderResult {
	t.Helper()
	r, err := foppen.Ladder(context.Background(), c)
	require.NoError(t, err)
	return r
}

func ladderJSON(t *testing.T, r foppen.LadderResult) string {
	t.Helper()
	text, err := json.Marshal(r)
	require.NoError(t, err)
	return string(text)
}

// renamed are bots of one kind under several names.
func renamed(bot string, names ...string) (makers []foppen.BotMaker) {
	for _, name := range names {
		makers = append(makers, foppen.BotMaker{Name: name, New: foppen.Must(foppen.ParseBot(bot)).New})
	}
	return makers
}

// A ladder counts the places of its games as a plain loop over them does, every bot plays
// every hand of its deals, all play equally often, and the ratings are where the likelihood
// has its maximum.
func TestLadderCounts(t *testing.T) {
	for _, players := range []int{4, 5, 6} {
		makers := append(bots("random", "greedy"), renamed("random", "a", "b")...)
		var seated []string // the bots of all games, by seat
		spies := make([]foppen.BotMaker, len(makers))
		for i, m := range makers {
			spies[i] = foppen.BotMaker{Name: m.Name, New: func(src rand.Source) foppen.Bot {
				seated = append(seated, m.Name)
				return m.New(src)
			}}
		}
		c := foppen.SimConfig{Bots: spies, Players: players, Games: 12, First: 60, Seed: 3, Workers: 1}
		r := ladder(t, c)
		require.Len(t, seated, players*players*c.Games)
		assert.EqualValues(t, c.Games, r.Deals())

		above := map[[2]string]float64{}
		seats, hands := map[string]int{}, map[string]map[int]int{}
		for game := range players * c.Games {
			names := seated[game*players : (game+1)*players]
			g, err := match{Start: newGame(t, players, foppen.Rulebook2018()), Bots: pick(makers, names), Seed: 3, Number: 60 + uint64(game/players)}.Play(context.Background())
			require.NoError(t, err)
			for i, a := range names {
				seats[a]++
				if hands[a] == nil {
					hands[a] = map[int]int{}
				}
				hands[a][game/players*players+i]++
				for j, b := range names {
					switch ti, tj := g.Total(foppen.Seat(i)), g.Total(foppen.Seat(j)); {
					case a == b:
					case ti > tj:
						above[[2]string{a, b}]++
					case ti == tj:
						above[[2]string{a, b}] += 0.5
					}
				}
			}
		}
		for name, n := range seats {
			assert.Equal(t, players*players*c.Games/len(makers), n, "games of %s", name)
			for hand := range players * c.Games {
				assert.Equal(t, hands[name][hand/players*players], hands[name][hand], "%s and the hands of deal %d", name, hand/players)
			}
		}
		entries := r.Entries()
		require.Len(t, entries, len(makers))
		for _, a := range entries {
			won, compared, expected, prior := 0.0, 0.0, 0.0, 0.0
			for _, b := range entries {
				if a.Name == b.Name {
					continue
				}
				n := above[[2]string{a.Name, b.Name}] + above[[2]string{b.Name, a.Name}]
				won += above[[2]string{a.Name, b.Name}]
				compared += n
				prior += 0.5
				expected += (n + 1) / (1 + math.Pow(10, (b.Rating.Value-a.Rating.Value)/400))
			}
			assert.Equal(t, compared, float64(a.Comparisons), a.Name)
			assert.InDelta(t, won/compared, a.Score, 1e-6, a.Name)
			assert.InDelta(t, won+prior, expected, 0.01, a.Name)
		}
	}
}

func pick(makers []foppen.BotMaker, names []string) (list []foppen.BotMaker) {
	for _, name := range names {
		for _, m := range makers {
			if m.Name == name {
				list = append(list, m)
			}
		}
	}
	return list
}

// The number of workers changes nothing, and parts that are merged, in any order and
// through JSON, are one run to the byte.
func TestLadderParts(t *testing.T) {
	c := foppen.SimConfig{Bots: bots("random", "greedy", "search:1"), Players: 4, Games: 11, First: 5, Seed: 8}
	want := ladderJSON(t, ladder(t, c))
	for _, workers := range []int{1, 4} {
		c.Workers = workers
		assert.Equal(t, want, ladderJSON(t, ladder(t, c)))
	}
	var parts []foppen.LadderResult
	for _, games := range []int{2, 8, 1} {
		c.Games = games
		var part foppen.LadderResult
		require.NoError(t, json.Unmarshal([]byte(ladderJSON(t, ladder(t, c))), &part))
		parts = append(parts, part)
		c.First += uint64(games)
	}
	ends, err := parts[2].Merge(parts[0])
	require.NoError(t, err)
	assert.Len(t, ends.Ranges(), 2)
	all, err := ends.Merge(parts[1])
	require.NoError(t, err)
	assert.Equal(t, want, ladderJSON(t, all))
	assert.Equal(t, "rulebook-2018, 4 players, random greedy search:1, seed 8, games 5-15, each played 4 times", all.String())

	for _, other := range []foppen.LadderResult{
		parts[1],
		{},
		ladder(t, foppen.SimConfig{Bots: bots("random", "greedy"), Players: 4, Games: 1, First: 50, Seed: 8}),
		ladder(t, foppen.SimConfig{Bots: bots("random", "greedy", "search:1"), Players: 5, Games: 1, First: 50, Seed: 8}),
		ladder(t, foppen.SimConfig{Bots: bots("random", "greedy", "search:1"), Players: 4, Games: 1, First: 50}),
	} {
		_, err := all.Merge(other)
		var e *foppen.ArgError
		assert.ErrorAs(t, err, &e)
	}
}

// The intervals hold what they promise: over many ladders of the same bots, 95 % of them hold
// the ratings of a very long one, also when the games of a deal hang together.
func TestLadderIntervalsCover(t *testing.T) {
	const ladders = 150
	strengths := []float64{150, 60, 0, -40, -170}
	src := rand.New(rand.NewPCG(1, 2))
	for _, luck := range []float64{0, 0.7} {
		rate := func(deals int, seed uint64) []foppen.LadderEntry {
			games, cards := 0, make([]float64, 4)
			c := foppen.SimConfig{Bots: renamed("random", "a", "b", "c", "d", "e"), Players: len(cards), Games: deals, Seed: seed}
			r, err := foppen.LadderOf(c, func(bots []int) []int {
				if games++; games%len(cards) == 1 {
					for s := range cards { // A seat has good or bad cards in all games of the deal.
						cards[s] = luck * src.NormFloat64()
					}
				}
				points := make([]int, len(bots))
				for s, b := range bots { // The order is that of Plackett and Luce: who has the least time in a race.
					points[s] = -int(1e6 * src.ExpFloat64() / math.Pow(10, strengths[b]/400) * math.Exp(-cards[s]))
				}
				return points
			})
			require.NoError(t, err)
			return r.Entries()
		}
		truth := map[string]float64{}
		for _, e := range rate(20_000, 0) {
			truth[e.Name] = e.Rating.Value
			if want := strengths[e.Name[0]-'a']; luck == 0 {
				assert.InDelta(t, want, e.Rating.Value, 5, "without luck the strengths are those of the model")
			}
		}
		inside := 0.0
		for n := range ladders {
			for _, e := range rate(200, uint64(n)) {
				if e.Rating.Low <= truth[e.Name] && truth[e.Name] <= e.Rating.High {
					inside++
				}
			}
		}
		assert.InDelta(t, 0.95, inside/(ladders*5), 0.03, "luck %g", luck)
	}
}

// The JSON of a ladder reads back, and what is no ladder is refused with the place.
func TestLadderJSON(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 4)) // in place of bots, which may play otherwise in a new version
	r, err := foppen.LadderOf(foppen.SimConfig{Bots: bots("random", "greedy"), Variant: foppen.Edition1995(), Players: 3, Games: 3}, func(bots []int) []int {
		return []int{src.IntN(20) + 9*bots[0], src.IntN(20) + 9*bots[1], src.IntN(20) + 9*bots[2]}
	})
	require.NoError(t, err)
	text := ladderJSON(t, r)
	golden(t, "json/ladder.json", []byte(text+"\n"))
	var back foppen.LadderResult
	require.NoError(t, json.Unmarshal([]byte(text), &back))
	assert.Equal(t, text, ladderJSON(t, back))

	for _, change := range []struct{ old, new string }{
		{`foppen-ladder/1`, `foppen-ladder/2`},
		{`"players":3`, `"players":9`},
		{`"players":3`, `"players":2`},
		{`["random","greedy"]`, `["random","random"]`},
		{`["random","greedy"]`, `["random"]`},
		{`["random","greedy"]`, `["random","greedy","search"]`},
		{`"deals":3`, `"deals":4`},
		{`"games":3}`, `"games":4}`},
		{`"exact":[[[0,`, `"exact":[[[2,`},
		{`"exact":[[[0,`, `"exact":[[[0,1`},
		{`"exact":[[[0,`, `"exact":[[[0],[`},
		{`"exact":[`, `"exact":[[],`},
		{`"seed":0,`, ``},
	} {
		bad := strings.Replace(text, change.old, change.new, 1)
		require.NotEqual(t, text, bad, change.old)
		var e *foppen.DecodeError
		assert.ErrorAs(t, json.Unmarshal([]byte(bad), &back), &e, change.new)
		assert.Equal(t, text, ladderJSON(t, back), "unchanged")
	}
	_, err = json.Marshal(foppen.LadderResult{})
	assert.Error(t, err)
}

// What cannot be played is refused, and the zero result is harmless.
func TestLadderRefuses(t *testing.T) {
	good := foppen.SimConfig{Bots: bots("random", "greedy"), Games: 1}
	for name, spoil := range map[string]func(*foppen.SimConfig){
		"one bot":     func(c *foppen.SimConfig) { c.Bots = bots("random") },
		"no bots":     func(c *foppen.SimConfig) { c.Bots = nil },
		"a bot twice": func(c *foppen.SimConfig) { c.Bots = bots("random", "greedy", "random") },
		"65 bots":     func(c *foppen.SimConfig) { c.Bots = renamed("random", strings.Fields(strings.Repeat("x ", 65))...) },
		"a long name": func(c *foppen.SimConfig) {
			c.Bots = append(bots("random"), renamed("random", strings.Repeat("x", 65))...)
		},
		"no deals": func(c *foppen.SimConfig) { c.Games = 0 },
		"a hook":   func(c *foppen.SimConfig) { c.OnGame = func(foppen.GameResult) error { return nil } },
	} {
		c := good
		spoil(&c)
		_, err := foppen.Ladder(context.Background(), c)
		var e *foppen.ArgError
		assert.ErrorAs(t, err, &e, name)
	}
	c := good
	c.Players = 9
	_, err := foppen.Ladder(context.Background(), c)
	assert.Error(t, err)

	var zero foppen.LadderResult
	assert.Empty(t, zero.Entries())
	assert.Empty(t, zero.Ranges())
	assert.Zero(t, zero.Deals())
	assert.Equal(t, "no games", zero.String())

	one := ladder(t, good).Entries()
	assert.True(t, math.IsInf(one[0].Rating.High, 1), "one deal tells nothing of how sure it is")
}

// A ladder that is stopped tells what came before, without a gap.
func TestLadderStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := foppen.SimConfig{Bots: bots("greedy", "random"), Players: 4, Games: 1000, Workers: 3}
	c.OnProgress = func(done, _ int) {
		if done == 5 {
			cancel()
		}
	}
	got, err := foppen.Ladder(ctx, c)
	require.ErrorIs(t, err, context.Canceled)
	require.GreaterOrEqual(t, got.Deals(), uint64(5))
	c.OnProgress, c.Games = nil, int(got.Deals())
	assert.Equal(t, ladderJSON(t, ladder(t, c)), ladderJSON(t, got))
}
