package foppen_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// strengthVariable is the environment variable that asks for the full figures, which
// take most of an hour on two cores:
//
//	FOPPEN_STRENGTH=1 go test -run Strength -v -timeout 3h .
//
// Without it the same tournaments are played with fewer deals and samples, enough to
// see at once when a change has made a bot dull.
const strengthVariable = "FOPPEN_STRENGTH"

// A contest is a duplicate tournament in which the first bot has to do well.
type contest struct {
	preset    string
	bots      string
	deals     int
	quickBots string // for the short version; the same if empty
	quick     int    // deals of the short version, 0: none
}

// play plays the contest and returns how the first bot has done.
func (c contest) play(t *testing.T) (e foppen.Entrant, full bool) {
	t.Helper()
	if raceDetector {
		t.Skip("there is nothing to see here for the race detector, and it takes its time")
	}
	full = os.Getenv(strengthVariable) != ""
	if !full && testing.Short() && strings.Contains(c.bots, "search") {
		t.Skip("a search takes its time")
	}
	names, deals := c.bots, c.deals
	if !full {
		if c.quick == 0 {
			t.Skip("set " + strengthVariable + " for this one")
		}
		deals = c.quick
		if c.quickBots != "" {
			names = c.quickBots
		}
	}
	v, err := foppen.Preset(c.preset)
	require.NoError(t, err)
	var makers []foppen.BotMaker
	for _, name := range strings.Fields(names) {
		if name == oldGreedy.Name {
			makers = append(makers, oldGreedy)
		} else {
			makers = append(makers, bots(name)...)
		}
	}
	r, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Variant: v, Bots: makers, Games: deals, Seed: 1995})
	require.NoError(t, err)
	e = r.Entrants[0]
	t.Logf("%s, %s: %d deals, %d games, %d rounds\n%s", c.preset, names, r.Deals, r.Games, r.Rounds, e)
	return e, full
}

// oldGreedy makes the greedy bots of before version 1, by which others are measured.
var oldGreedy = foppen.BotMaker{Name: "old-greedy", New: func(rand.Source) foppen.Bot { return foppen.OldGreedy() }}

// oneAmong is a table of one bot and others.
func oneAmong(one, others string, players int) string {
	return one + strings.Repeat(" "+others, players-1)
}

// One greedy bot among random bots wins at least twice its fair share of the games.
func TestStrengthOfGreedy(t *testing.T) {
	for _, c := range []contest{
		{"rulebook-2018", oneAmong("greedy", "random", 4), 2000, "", 40},
		{"rulebook-2018", oneAmong("greedy", "random", 5), 2000, "", 30},
		{"rulebook-2018", oneAmong("greedy", "random", 6), 2000, "", 20},
		{"rulebook-2018", oneAmong("greedy", "random", 8), 2000, "", 20},
		{"edition-1995", oneAmong("greedy", "random", 4), 2000, "", 20},
	} {
		t.Run(fmt.Sprint(c.preset, " ", len(strings.Fields(c.bots))), func(t *testing.T) {
			e, _ := c.play(t)
			assert.GreaterOrEqual(t, e.Wins.Low, 2*e.Fair)
		})
	}
}

// One searching bot among greedy bots of before version 1 scores at least one point a round
// more. Those of today play better; among them it is ahead.
func TestStrengthOfSearch(t *testing.T) {
	for _, c := range []contest{
		{"rulebook-2018", oneAmong("search:200", "old-greedy", 4), 200, oneAmong("search:20", "old-greedy", 4), 6},
		{"rulebook-2018", oneAmong("search:200", "old-greedy", 6), 100, oneAmong("search:20", "old-greedy", 6), 3},
		{"rulebook-2018", oneAmong("search:200", "greedy", 4), 400, "", 0},
		{"rulebook-2018", oneAmong("search:200", "greedy", 6), 200, "", 0},
	} {
		t.Run(fmt.Sprint(c.preset, " ", c.bots), func(t *testing.T) {
			e, full := c.play(t)
			if strings.Contains(c.bots, oldGreedy.Name) {
				assert.GreaterOrEqual(t, e.Edge.Value, 1.0)
			}
			if full {
				assert.Positive(t, e.Edge.Low)
			}
		})
	}
}

// Of two searching bots the one with more samples is never the weaker.
func TestStrengthOfSamples(t *testing.T) {
	for _, c := range []contest{
		{"rulebook-2018", "search:50 search:1 search:50 search:1", 100, "search:20 search:1 search:20 search:1", 4},
		{"rulebook-2018", "search:200 search:50 search:200 search:50", 200, "", 0},
		{"rulebook-2018", "search:800 search:200 search:800 search:200", 60, "", 0},
	} {
		t.Run(c.bots, func(t *testing.T) {
			e, _ := c.play(t)
			assert.Positive(t, e.Edge.Value)
		})
	}
}

// The greedy bot is ahead of what it was before version 1: by more than a point a round at
// tables of four and eight.
func TestStrengthAgainstOldGreedy(t *testing.T) {
	for _, players := range []int{4, 6, 8} {
		e := halfTable(t, players, 800, 30, foppen.Must(foppen.ParseBot("greedy")), oldGreedy)
		if os.Getenv(strengthVariable) != "" {
			assert.Greater(t, e.Edge.Low, map[int]float64{4: 1, 6: 0, 8: 1}[players])
		}
		assert.Greater(t, e.Edge.High, 0.5)
	}
}

// The search is ahead of what it was before version 1 by a point a round when both have the
// same time for a choice: that of so many samples of the old one.
func TestStrengthAgainstOldSearch(t *testing.T) {
	if os.Getenv(strengthVariable) == "" {
		t.Skip("set " + strengthVariable + " for this one")
	}
	for _, samples := range []int{50, 200} {
		for _, players := range []int{4, 8} {
			n := sameTime(t, players, samples)
			old := foppen.BotMaker{Name: fmt.Sprint("old search:", samples), New: func(src rand.Source) foppen.Bot { return foppen.OldSearch(samples, src) }}
			e := halfTable(t, players, 64000/samples/players, 0, foppen.Must(foppen.ParseBot(fmt.Sprint("search:", n))), old)
			assert.Greater(t, e.Edge.Value, 1.0)
			assert.Greater(t, e.Edge.Low, 0.5)
		}
	}
}

// halfTable plays a duplicate tournament in which two bots have every other seat.
func halfTable(t *testing.T, players, deals, quick int, one, other foppen.BotMaker) foppen.Entrant {
	if os.Getenv(strengthVariable) == "" {
		deals = quick
	}
	var list []foppen.BotMaker
	for i := range players {
		list = append(list, []foppen.BotMaker{one, other}[i%2])
	}
	r, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: list, Games: deals, Seed: 2018})
	require.NoError(t, err)
	e := r.Entrants[0]
	t.Logf("%d players, %s and %s: %d deals, %d rounds\n%s", players, one.Name, other.Name, r.Deals, r.Rounds, e)
	return e
}

// sameTime returns with how many samples the search takes as long for a choice as the old
// search with the samples given. Both choose by turns at the positions of rounds that the
// old search plays; of several times for a choice the shortest counts, since others tell what
// else the machine had to do.
func sameTime(t *testing.T, players, samples int) int {
	var times [2]time.Duration
	for i := range uint64(3) {
		g := benchDeal(t, benchGame(t, players), rand.NewPCG(i, 1))
		for g.Phase() == foppen.PlayPhase {
			v := g.View(g.Turn())
			best, card := [2]time.Duration{time.Hour, time.Hour}, foppen.NoCard
			for range 3 {
				for side, bot := range []foppen.Bot{
					foppen.NewSearchBot(foppen.SearchConfig{Samples: samples}, rand.NewPCG(1, 1)), foppen.OldSearch(samples, rand.NewPCG(1, 1)),
				} {
					begin := time.Now()
					card = bot.Choose(v)
					best[side] = min(best[side], time.Since(begin))
				}
			}
			if v.Legal().Len() > 1 {
				times[0] += best[0]
				times[1] += best[1]
			}
			g = benchPlay(t, g, card)
		}
	}
	n := int(float64(samples) * times[1].Seconds() / times[0].Seconds())
	t.Logf("%d players: %d samples of the search take as long as %d of the old one", players, n, samples)
	return n
}

// Who bets well does better than who plays the same cards and never bets (R7).
func TestStrengthOfBets(t *testing.T) {
	for _, name := range []string{"greedy", "search:50"} {
		t.Run(name, func(t *testing.T) {
			if os.Getenv(strengthVariable) == "" {
				t.Skip("set " + strengthVariable + " for this one")
			}
			bettor := foppen.Must(foppen.ParseBot(name))
			shy := foppen.BotMaker{Name: "shy", New: func(src rand.Source) foppen.Bot { return choice(bettor.New(src).Choose) }}
			r, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Variant: foppen.Edition1995Bets(), Bots: []foppen.BotMaker{bettor, shy, shy, shy}, Games: 200, Seed: 7})
			require.NoError(t, err)
			t.Log(r.Entrants[0])
			assert.Positive(t, r.Entrants[0].Edge.Value)
		})
	}
}
