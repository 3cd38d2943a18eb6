package foppen_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func simulate(t testing.TB, c foppen.SimConfig) foppen.Report {
	t.Helper()
	r, err := foppen.Simulate(context.Background(), c)
	require.NoError(t, err)
	return r
}

func reportJSON(t testing.TB, r foppen.Report) string {
	t.Helper()
	text, err := r.MarshalJSON()
	require.NoError(t, err)
	return string(text)
}

// spread returns the distribution of what the measure is the mean of.
func spread(t testing.TB, r foppen.Report, m foppen.Measure) foppen.Distribution {
	t.Helper()
	d, ok := r.Distribution(m)
	require.True(t, ok, m)
	return d
}

// The same games give the same report to the byte, however many workers there are
// and however the run is split (P17).

func TestSimulateWorkers(t *testing.T) {
	const games = 300
	everyTable(t, func(t *testing.T, v foppen.Variant, players int) {
		c := foppen.SimConfig{Variant: v, Players: players, Games: games, Seed: 7, First: 11, Workers: 1}
		want := reportJSON(t, simulate(t, c))
		for _, workers := range []int{2, 7, 0} {
			c.Workers = workers
			assert.Equal(t, want, reportJSON(t, simulate(t, c)), "%d workers", workers)
		}
	})
}

func TestSimulateBatches(t *testing.T) {
	c := foppen.SimConfig{Games: 130, Seed: 3}
	want := reportJSON(t, simulate(t, c))
	// A hook makes batches of one game.
	n := 0
	c.OnGame = func(foppen.GameResult) error { n++; return nil }
	assert.Equal(t, want, reportJSON(t, simulate(t, c)))
	assert.Equal(t, c.Games, n)
}

func TestMergeParts(t *testing.T) {
	everyTable(t, func(t *testing.T, v foppen.Variant, players int) {
		c := foppen.SimConfig{Variant: v, Players: players, Games: 200, Seed: 5, First: 1}
		want := reportJSON(t, simulate(t, c))
		var parts []foppen.Report
		for i, games := range []int{1, 64, 90, 2, 43} {
			c.Games = games
			part := simulate(t, c)
			c.First += uint64(games)
			if i%2 == 0 { // Through JSON or not, it is the same.
				require.NoError(t, json.Unmarshal([]byte(reportJSON(t, part)), &part))
			}
			parts = append(parts, part)
		}
		for _, order := range [][]int{{0, 1, 2, 3, 4}, {4, 2, 0, 3, 1}} {
			var list []foppen.Report
			for _, i := range order {
				list = append(list, parts[i])
			}
			merged, err := mergeAll(list...)
			require.NoError(t, err)
			assert.Equal(t, want, reportJSON(t, merged), "order %v", order)
		}
		half, err := mergeAll(parts[:3]...)
		require.NoError(t, err)
		whole, err := mergeAll(half, parts[3], parts[4])
		require.NoError(t, err)
		assert.Equal(t, want, reportJSON(t, whole), "in two steps")
	})
}

// mergeAll merges reports one after the other.
func mergeAll(list ...foppen.Report) (m foppen.Report, err error) {
	m = list[0]
	for _, r := range list[1:] {
		if m, err = m.Merge(r); err != nil {
			return m, err
		}
	}
	return m, nil
}

func TestMergeGap(t *testing.T) {
	a := simulate(t, foppen.SimConfig{Games: 3, First: 0})
	b := simulate(t, foppen.SimConfig{Games: 2, First: 7})
	m, err := b.Merge(a)
	require.NoError(t, err)
	assert.Equal(t, []foppen.GameRange{{First: 0, Games: 3}, {First: 7, Games: 2}}, m.Ranges())
	assert.EqualValues(t, 5, m.Games())
	assert.Equal(t, "rulebook-2018, 4 players, random random random random, seed 0, games 0-2 7-8", m.String())
}

func TestMergeRefuses(t *testing.T) {
	base := foppen.SimConfig{Games: 3}
	custom, other := foppen.Rulebook2018(), foppen.Rulebook2018()
	custom.OnePenalty, other.OnePenalty = 1, 2
	tests := []struct {
		name  string
		a, b  foppen.SimConfig
		field string
	}{
		{"variant", base, foppen.SimConfig{Games: 3, First: 3, Variant: foppen.Rulebook2018Ja(), Players: 4}, "variant"},
		{"custom variants", foppen.SimConfig{Games: 3, Variant: custom}, foppen.SimConfig{Games: 3, First: 3, Variant: other}, "variant"},
		{"players", base, foppen.SimConfig{Games: 3, First: 3, Players: 5}, "players"},
		{"bots", base, foppen.SimConfig{Games: 3, First: 3, Bots: makers(4, "shy", shyRandom)}, "bots"},
		{"seed", base, foppen.SimConfig{Games: 3, First: 3, Seed: 1}, "seed"},
		{"the same games", base, base, "games"},
		{"a game twice", base, foppen.SimConfig{Games: 3, First: 2}, "games"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := simulate(t, tt.a).Merge(simulate(t, tt.b))
			var e *foppen.ArgError
			require.ErrorAs(t, err, &e)
			assert.Equal(t, tt.field, e.Field, e)
			assert.Zero(t, m.Games())
		})
	}
	for _, two := range [][2]foppen.Report{{}, {simulate(t, base), {}}, {{}, simulate(t, base)}} {
		_, err := two[0].Merge(two[1])
		var e *foppen.ArgError
		assert.ErrorAs(t, err, &e)
	}
}

func TestMergeLeavesPartsAlone(t *testing.T) {
	a, b := simulate(t, foppen.SimConfig{Games: 3}), simulate(t, foppen.SimConfig{Games: 3, First: 3})
	before := reportJSON(t, a)
	_, err := a.Merge(b)
	require.NoError(t, err)
	assert.Equal(t, before, reportJSON(t, a))
}

// The short cut for random bots plays the same games as the way that all bots take.

func TestSimulateRandomBots(t *testing.T) {
	everyTable(t, func(t *testing.T, v foppen.Variant, players int) {
		c := foppen.SimConfig{Variant: v, Players: players, Games: 12, Seed: 9, First: 5}
		fast := simulate(t, c)
		c.Bots = makers(players, "random", shyRandom)
		assert.Equal(t, reportJSON(t, simulate(t, c)), reportJSON(t, fast))
	})
}

func TestSimulateRandomRecords(t *testing.T) {
	v := foppen.Edition1995Bets()
	records := func(bots []foppen.BotMaker) (list []foppen.Record) {
		c := foppen.SimConfig{Variant: v, Players: 4, Bots: bots, Games: 4, Seed: 2, Workers: 2}
		c.OnRecord = func(r foppen.Record) error { list = append(list, r); return nil }
		simulate(t, c)
		return list
	}
	fast, slow := records(nil), records(makers(4, "random", shyRandom))
	require.Len(t, fast, 4)
	for i := range fast {
		require.True(t, fast[i].Equal(slow[i]), "game %d", i)
	}
	// And both are what a match plays.
	g, err := foppen.New(4, foppen.WithVariant(v), foppen.WithDealer(1))
	require.NoError(t, err)
	want, err := match{Start: g, Bots: makers(4, "random", shyRandom), Seed: 2, Number: 2}.Record(context.Background())
	require.NoError(t, err)
	assert.True(t, want.Equal(fast[2]))
}

func TestSimulateMixedBots(t *testing.T) {
	// A maker that makes random bots at first and then others must not be taken for
	// one of random bots.
	fickle := func(src rand.Source) foppen.Bot {
		if src.Uint64()%2 == 0 {
			return foppen.NewRandomBot(src)
		}
		return shyBot{foppen.NewRandomBot(src)}
	}
	shy := func(src rand.Source) foppen.Bot {
		src.Uint64()
		return shyBot{foppen.NewRandomBot(src)}
	}
	c := foppen.SimConfig{Games: 40, Bots: makers(4, "x", fickle)}
	got := reportJSON(t, simulate(t, c))
	c.Bots = makers(4, "x", shy)
	assert.Equal(t, reportJSON(t, simulate(t, c)), got)
}

// A simulation that ends early reports the games before the first that is missing.

func TestSimulateCancel(t *testing.T) {
	for _, bots := range [][]foppen.BotMaker{nil, makers(4, "random", shyRandom)} {
		ctx, cancel := context.WithCancel(context.Background())
		c := foppen.SimConfig{Games: math.MaxInt32, First: 4, Bots: bots, Workers: 3}
		var last foppen.GameResult
		c.OnGame = func(r foppen.GameResult) error {
			last = r
			if r.Number == 4+20 {
				cancel()
			}
			return nil
		}
		part, err := foppen.Simulate(ctx, c)
		require.ErrorIs(t, err, context.Canceled)
		require.GreaterOrEqual(t, part.Games(), uint64(21))
		assert.Equal(t, []foppen.GameRange{{First: 4, Games: part.Games()}}, part.Ranges())
		assert.Equal(t, 4+part.Games()-1, last.Number, "the hook has seen what the report counts")
		c.Games, c.OnGame = int(part.Games()), nil
		assert.Equal(t, reportJSON(t, simulate(t, c)), reportJSON(t, part))
	}
}

func TestSimulateCancelBatches(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := foppen.SimConfig{Games: math.MaxInt32, Workers: 2}
	c.OnProgress = func(done, games int) {
		assert.Equal(t, math.MaxInt32, games)
		if done > 100 {
			cancel()
		}
	}
	part, err := foppen.Simulate(ctx, c)
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, part.Ranges(), 1)
	c = foppen.SimConfig{Games: int(part.Games())}
	assert.Equal(t, reportJSON(t, simulate(t, c)), reportJSON(t, part))

	none, err := foppen.Simulate(ctx, c)
	require.ErrorIs(t, err, context.Canceled)
	assert.Zero(t, none.Games())
	assert.Empty(t, none.Ranges())
	merged, err := none.Merge(part)
	require.NoError(t, err)
	assert.Equal(t, reportJSON(t, part), reportJSON(t, merged), "no games add nothing")
}

func TestSimulateHookError(t *testing.T) {
	stop := errors.New("stop")
	for name, set := range map[string]func(*foppen.SimConfig, func() error){
		"OnGame":   func(c *foppen.SimConfig, f func() error) { c.OnGame = func(foppen.GameResult) error { return f() } },
		"OnRecord": func(c *foppen.SimConfig, f func() error) { c.OnRecord = func(foppen.Record) error { return f() } },
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			c := foppen.SimConfig{Games: 50, Workers: 2}
			set(&c, func() error {
				if calls++; calls == 8 {
					return stop
				}
				return nil
			})
			part, err := foppen.Simulate(context.Background(), c)
			require.ErrorIs(t, err, stop)
			assert.Equal(t, 8, calls)
			assert.EqualValues(t, 7, part.Games())
		})
	}
}

// cheat plays its last card when it may not, in the game whose source begins so.
type cheat struct {
	foppen.Bot
	bad bool
}

func (c cheat) Choose(v foppen.View) foppen.Card {
	if c.bad {
		return foppen.NoCard
	}
	return c.Bot.Choose(v)
}

func TestSimulateBotError(t *testing.T) {
	const badGame = 17
	first := foppen.SeedSource(0, badGame, 2).Uint64()
	bots := makers(4, "cheat", func(src rand.Source) foppen.Bot {
		return cheat{foppen.NewRandomBot(src), src.Uint64() == first}
	})
	for _, workers := range []int{1, 4} {
		part, err := foppen.Simulate(context.Background(), foppen.SimConfig{Games: 100, Bots: bots, Workers: workers})
		var e *foppen.BotError
		require.ErrorAs(t, err, &e)
		assert.EqualValues(t, badGame, e.Number)
		assert.EqualValues(t, 2, e.Seat)
		assert.EqualValues(t, badGame, part.Games())
	}
}

func TestSimulateRefuses(t *testing.T) {
	bad := foppen.Rulebook2018()
	bad.OnePenalty = -1
	tests := []struct {
		name   string
		config foppen.SimConfig
		text   string
	}{
		{"no games", foppen.SimConfig{}, "Games"},
		{"fewer than no games", foppen.SimConfig{Games: -1}, "Games"},
		{"players", foppen.SimConfig{Games: 1, Players: 3}, "players"},
		{"no players", foppen.SimConfig{Games: 1, Players: -1}, "players"},
		{"many players", foppen.SimConfig{Games: 1, Players: 100}, "players"},
		{"variant", foppen.SimConfig{Games: 1, Variant: bad}, "OnePenalty"},
		{"bots", foppen.SimConfig{Games: 1, Players: 4, Bots: makers(3, "random", foppen.NewRandomBot)}, "Bots"},
		{"as many players as bots", foppen.SimConfig{Games: 1, Bots: makers(3, "random", foppen.NewRandomBot)}, "players is 3"},
		{"empty bots", foppen.SimConfig{Games: 1, Bots: []foppen.BotMaker{}}, "Bots"},
		{"bot without maker", foppen.SimConfig{Games: 1, Bots: make([]foppen.BotMaker, 4)}, "bot"},
		{"long name", foppen.SimConfig{Games: 1, Bots: makers(4, strings.Repeat("x", 100), foppen.NewRandomBot)}, "name"},
		{"first", foppen.SimConfig{Games: 2, First: foppen.MaxGameNumber - 1}, "First"},
		{"very first", foppen.SimConfig{Games: 2, First: math.MaxUint64}, "First"},
		{"workers", foppen.SimConfig{Games: 1, Workers: -1}, "Workers"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := foppen.Simulate(context.Background(), tt.config)
			require.ErrorContains(t, err, tt.text)
			assert.Zero(t, r.Games())
		})
	}
	r, err := foppen.Simulate(context.Background(), foppen.SimConfig{Games: 1, First: foppen.MaxGameNumber - 1})
	require.NoError(t, err, "the last game there is")
	assert.EqualValues(t, 1, r.Games())
}

// The counts are those that simple code finds in the records of the same games.

func TestSimulateCounts(t *testing.T) {
	everyTable(t, func(t *testing.T, v foppen.Variant, players int) {
		checkCounts(t, foppen.SimConfig{Variant: v, Players: players, Games: 25, Seed: 1, First: 3})
	})
	t.Run("betting", func(t *testing.T) {
		checkCounts(t, foppen.SimConfig{Variant: foppen.Edition1995Bets(), Players: 4, Games: 25, Bots: makers(4, "bold", func(src rand.Source) foppen.Bot {
			return bold{foppen.NewRandomBot(src), src}
		})})
	})
	t.Run("only ones", func(t *testing.T) {
		var v foppen.Variant
		v.Setups[3] = foppen.Setup{Blue: 3, Ones: 13, HandSize: 5, Discs: 1, Rounds: 3}
		checkCounts(t, foppen.SimConfig{Variant: v, Games: 200})
	})
	t.Run("many discs", func(t *testing.T) {
		v := foppen.Rulebook2018()
		v.Setups[8].Discs = 6
		v.WorstTie = foppen.FirstPlayed
		checkCounts(t, foppen.SimConfig{Variant: v, Players: 8, Games: 25})
	})
}

// bold bets by chance.
type bold struct {
	foppen.Bot
	src rand.Source
}

func (b bold) Bet(foppen.View) bool { return b.src.Uint64()%3 == 0 }

// naive is what the test counts, game by game.
type naive struct {
	games                                                      float64
	rounds, tricks, cards, choices, forced, fooled, tens, outs []float64
	spoiled, starterOuts, ones, led, won, onesFooled, kept     []float64
	points, winner, last, below, tied, bets, betsWon           []float64
	byRounds, byMinus, byTens                                  []float64
	wins, totals                                               [foppen.MaxPlayers][]float64
	roundTricks, roundPoints, allTotals                        []int
}

func checkCounts(t *testing.T, c foppen.SimConfig) {
	var n naive
	var results []foppen.GameResult
	c.OnRecord = func(r foppen.Record) error { n.count(r); return nil }
	c.OnGame = func(r foppen.GameResult) error { results = append(results, r); return nil }
	report := simulate(t, c)

	each := float64(report.Players())
	ones := slices.Repeat([]float64{1}, c.Games)
	for m, want := range map[foppen.Measure]float64{
		foppen.MeasureRoundsPerGame:   quotient(n.rounds, ones),
		foppen.MeasureCardsPerGame:    quotient(n.cards, ones),
		foppen.MeasureTricksPerRound:  quotient(n.tricks, n.rounds),
		foppen.MeasureCardsPerRound:   quotient(n.cards, n.rounds),
		foppen.MeasureChoicesPerCard:  quotient(n.choices, n.cards),
		foppen.MeasureForcedCards:     quotient(n.forced, n.cards),
		foppen.MeasureFooledPerRound:  quotient(n.fooled, n.rounds) / each,
		foppen.MeasureTensPerRound:    quotient(n.tens, n.rounds) / each,
		foppen.MeasurePointsPerRound:  quotient(n.points, n.rounds) / each,
		foppen.MeasureTotalPerGame:    quotient(n.points, ones) / each,
		foppen.MeasureWinnerTotal:     quotient(n.winner, ones),
		foppen.MeasureLastTotal:       quotient(n.last, ones),
		foppen.MeasureWinnerBelowZero: quotient(n.below, ones),
		foppen.MeasureTiedGames:       quotient(n.tied, ones),
		foppen.MeasureEndedByRounds:   quotient(n.byRounds, ones),
		foppen.MeasureEndedByMinus:    quotient(n.byMinus, ones),
		foppen.MeasureEndedByTens:     quotient(n.byTens, ones),
		foppen.MeasureOutPerRound:     quotient(n.outs, n.rounds) / each,
		foppen.MeasureOutSpoiled:      quotient(n.spoiled, n.outs),
		foppen.MeasureStarterOut:      quotient(n.starterOuts, n.rounds),
		foppen.MeasureOnesLed:         quotient(n.led, n.ones),
		foppen.MeasureOnesWon:         quotient(n.won, n.ones),
		foppen.MeasureOnesFooled:      quotient(n.onesFooled, n.ones),
		foppen.MeasureOnesKept:        quotient(n.kept, n.rounds),
		foppen.MeasureBetsPerRound:    quotient(n.bets, n.rounds) / each,
		foppen.MeasureBetsWon:         quotient(n.betsWon, n.bets),
	} {
		got, ok := report.Mean(m)
		if !ok {
			assert.True(t, want == 0 || math.IsNaN(want), "%v: no mean, want %v", m, want)
			continue
		}
		assert.InDelta(t, want, got.Value, 1e-6, m)
		assert.LessOrEqual(t, got.Low, got.Value, m)
		assert.GreaterOrEqual(t, got.High, got.Value, m)
	}
	checkHalf(t, report, foppen.MeasureRoundsPerGame, n.rounds, ones, 1)
	checkHalf(t, report, foppen.MeasureTricksPerRound, n.tricks, n.rounds, 1)
	checkHalf(t, report, foppen.MeasureFooledPerRound, n.fooled, n.rounds, each)
	checkHalf(t, report, foppen.MeasureChoicesPerCard, n.choices, n.cards, 1)
	checkHalf(t, report, foppen.MeasureTotalPerGame, n.points, ones, each)

	positions := [foppen.MaxPlayers]float64{}
	for i := range report.Players() {
		s := foppen.Seat(i)
		assert.InDelta(t, quotient(n.wins[i], ones), report.Seat(s).Wins.Value, 1e-6)
		assert.InDelta(t, quotient(n.totals[i], ones), report.Seat(s).Total.Value, 1e-6)
		for k := range n.wins[i] {
			starter := (c.First + uint64(k)) % uint64(report.Players())
			positions[(uint64(i+report.Players())-starter)%uint64(report.Players())] += n.wins[i][k]
		}
	}
	for i, wins := range positions[:report.Players()] {
		assert.InDelta(t, wins/float64(c.Games), report.FromStarter(i).Wins.Value, 1e-6)
	}
	assert.Equal(t, foppen.SeatStats{}, report.Seat(foppen.Seat(report.Players())))
	assert.Equal(t, foppen.SeatStats{}, report.FromStarter(-1))

	checkValues(t, spread(t, report, foppen.MeasureTricksPerRound), n.roundTricks)
	checkValues(t, spread(t, report, foppen.MeasurePointsPerRound), n.roundPoints)
	checkValues(t, spread(t, report, foppen.MeasureTotalPerGame), n.allTotals)
	checkValues(t, spread(t, report, foppen.MeasureRoundsPerGame), ints(n.rounds))
	checkValues(t, spread(t, report, foppen.MeasureWinnerTotal), ints(n.winner))
	checkValues(t, spread(t, report, foppen.MeasureLastTotal), ints(n.last))

	require.Len(t, results, c.Games)
	for k, r := range results {
		assert.Equal(t, c.First+uint64(k), r.Number)
		assert.Equal(t, int(n.rounds[k]), r.Rounds)
		assert.Equal(t, int(n.tricks[k]), r.Tricks)
		assert.Equal(t, int(n.cards[k]), r.Cards)
		assert.Equal(t, foppen.Seat(r.Number%uint64(r.Players)), r.Starter)
		assert.Equal(t, n.tied[k] == 1, r.Winners.Len() > 1)
		fooled, tens := 0, 0
		for i := range r.Players {
			assert.Equal(t, int(n.totals[i][k]), r.Totals[i])
			fooled += r.Fooled[i]
			tens += r.Tens[i]
		}
		assert.Equal(t, int(n.fooled[k]), fooled)
		assert.Equal(t, int(n.tens[k]), tens)
	}
}

// count adds a game from its events.
func (n *naive) count(r foppen.Record) {
	g := r.At(0)
	n.games++
	var rounds, tricks, cards, choices, forced, fooled, tens, outs, spoiled, starterOuts, ones, led, won, onesFooled, kept, bets, betsWon float64
	var starter foppen.Seat
	var out, bettors foppen.Seats
	var trick []foppen.CardPlayed
	var over foppen.GameOver
	totals := make([]float64, g.Players())
	inRound := 0
	for next, events := range r.All() {
		for _, e := range events {
			switch e := e.(type) {
			case foppen.Dealt:
				rounds, starter, inRound = rounds+1, e.Starter, 0
				bettors = 0
			case foppen.BetsRevealed:
				bettors = e.Bettors
				bets += float64(e.Bettors.Len())
			case foppen.CardPlayed:
				cards++
				may := g.Legal().Len()
				choices += float64(may)
				if may == 1 {
					forced++
				}
				trick = append(trick, e)
			case foppen.TrickWon:
				tricks, inRound = tricks+1, inRound+1
				for i, p := range trick {
					if p.Card != foppen.One {
						continue
					}
					ones++
					if i == 0 {
						led++
					}
					if p.Seat == e.Seat {
						won++
					}
				}
				trick = nil
			case foppen.Fooled:
				fooled++
				if e.Card == foppen.One {
					onesFooled++
				}
			case foppen.RoundEnded:
				out = e.Out
				n.roundTricks = append(n.roundTricks, inRound)
				outs += float64(out.Len())
				if out.Has(starter) {
					starterOuts++
				}
			case foppen.Scored:
				n.roundPoints = append(n.roundPoints, e.Points)
				kept += float64(e.Left.Count(foppen.One))
				totals[e.Seat] += float64(e.Points)
				switch e.Reason {
				case foppen.Ten:
					tens++
					if bettors.Has(e.Seat) {
						betsWon++
					}
				case foppen.OutFooled:
					spoiled++
				}
			case foppen.GameOver:
				over = e
			}
		}
		g = next
	}
	flag := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	sum := 0.0
	for i, total := range totals {
		sum += total
		n.allTotals = append(n.allTotals, int(total))
		n.totals[i] = append(n.totals[i], total)
		share := 0.0
		if over.Winners.Has(foppen.Seat(i)) {
			share = 1 / float64(over.Winners.Len())
		}
		n.wins[i] = append(n.wins[i], share)
	}
	for list, x := range map[*[]float64]float64{
		&n.rounds: rounds, &n.tricks: tricks, &n.cards: cards, &n.choices: choices, &n.forced: forced, &n.fooled: fooled,
		&n.tens: tens, &n.outs: outs, &n.spoiled: spoiled, &n.starterOuts: starterOuts, &n.ones: ones, &n.led: led, &n.won: won,
		&n.onesFooled: onesFooled, &n.kept: kept, &n.points: sum, &n.winner: slices.Max(totals), &n.last: slices.Min(totals),
		&n.below: flag(slices.Max(totals) < 0), &n.tied: flag(over.Winners.Len() > 1), &n.bets: bets, &n.betsWon: betsWon,
		&n.byRounds: flag(over.Reasons&foppen.EndRounds != 0), &n.byMinus: flag(over.Reasons&foppen.EndMinus != 0),
		&n.byTens: flag(over.Reasons&foppen.EndTens != 0),
	} {
		*list = append(*list, x)
	}
}

func quotient(y, x []float64) float64 { return total(y) / total(x) }

func total(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum
}

// checkHalf checks the width of an interval against the residuals, computed the
// textbook way.
func checkHalf(t *testing.T, r foppen.Report, m foppen.Measure, y, x []float64, each float64) {
	t.Helper()
	n, q := float64(len(y)), quotient(y, x)
	sum := 0.0
	for i := range y {
		d := y[i] - q*x[i]
		sum += d * d
	}
	half := studentFloat(t, len(y)-1) * math.Sqrt(sum/(n-1)*n) / total(x) / each
	got, ok := r.Mean(m)
	require.True(t, ok)
	assert.InDelta(t, half, (got.High-got.Low)/2, 2e-6, m)
}

func studentFloat(t *testing.T, free int) float64 {
	f, err := strconv.ParseFloat(foppen.StudentT(int64(free)), 64)
	require.NoError(t, err)
	return f
}

func ints(list []float64) []int {
	var all []int
	for _, x := range list {
		all = append(all, int(x))
	}
	return all
}

// checkValues compares a distribution with all its values.
func checkValues(t *testing.T, d foppen.Distribution, values []int) {
	t.Helper()
	values = slices.Sorted(slices.Values(values))
	require.EqualValues(t, len(values), d.Count())
	var got []int
	for x, n := range d.All() {
		for range n {
			got = append(got, x)
		}
	}
	assert.Equal(t, values, got)
	sum, squares := 0.0, 0.0
	for _, x := range values {
		sum += float64(x)
	}
	mean := sum / float64(len(values))
	for _, x := range values {
		squares += (float64(x) - mean) * (float64(x) - mean)
	}
	assert.InDelta(t, mean, d.Mean(), 1e-6)
	assert.InDelta(t, math.Sqrt(squares/float64(len(values))), d.SD(), 1e-6)
	for _, p := range []int{-1, 0, 1, 5, 33, 50, 95, 99, 100, 101} {
		assert.Equal(t, nearestRank(values, p), d.Percentile(p), "percentile %d", p)
	}
}

// nearestRank returns the smallest of the sorted values that p percent do not exceed.
func nearestRank(values []int, p int) int {
	for i, x := range values {
		if 100*(i+1) >= p*len(values) {
			return x
		}
	}
	return values[len(values)-1]
}

// Known figures.

func TestMeanInterval(t *testing.T) {
	one := func(n int) []int64 { return slices.Repeat([]int64{1}, n) }
	tests := []struct {
		name string
		y, x []int64
		want string
	}{
		// The standard deviation of 1 to 10 is 3.0277, t with 9 degrees 2.2622.
		{"1 to 10", []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, one(10), "5.500 (3.334 to 7.666)"},
		{"two", []int64{1, 3}, one(2), "2.000 (-10.706 to 14.706)"},
		{"one", []int64{7}, one(1), "7.000 (-Inf to +Inf)"},
		{"equal", []int64{-4, -4, -4}, one(3), "-4.000 (-4.000 to -4.000)"},
		// q = 12/6 = 2; residuals 0, -1, 1; (2/2 * 3) ^ 0.5 / 6 * 4.3027
		{"quotient", []int64{2, 3, 7}, []int64{1, 2, 3}, "2.000 (0.758 to 3.242)"},
		{"proportional", []int64{2, 4, 6}, []int64{1, 2, 3}, "2.000 (2.000 to 2.000)"},
		// The points of seven seats in eight games of 9999 rounds, each fooled eleven times for 1000 points.
		{"squares beyond 64 bits", []int64{6_100_000_000, 6_200_000_000, 6_300_000_000}, []int64{80000, 80000, 80000}, "77500.000 (74394.794 to 80605.206)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, foppen.MeanOf(tt.y, tt.x).String()) })
	}
}

// No figure is shown as minus zero.
func TestNoMinusZero(t *testing.T) {
	assert.Equal(t, "0.000 (-0.001 to 0.000)", foppen.Mean{Value: -0.0004, Low: -0.0006, High: math.Copysign(0, -1)}.String())
	assert.Contains(t, foppen.DistributionOf(-1, 2, append([]int{-1}, make([]int, 2999)...)...).String(), "mean 0.000,")
}

func TestMeanShift(t *testing.T) {
	// A large offset must not eat the digits of the spread.
	const offset = 100_000_000
	y := []int64{offset + 1, offset + 2, offset + 3, offset + 4, offset + 5, offset + 6, offset + 7, offset + 8, offset + 9, offset + 10}
	m := foppen.MeanOf(y, slices.Repeat([]int64{1}, len(y)))
	assert.Equal(t, "100000005.500 (100000003.334 to 100000007.666)", m.String())
}

func TestProportionInterval(t *testing.T) {
	// Wilson's interval, as textbooks give it; but the lower bound of 1 of 29 is
	// -log(0.95) / 29, as Brown, Cai and DasGupta have it.
	for _, tt := range []struct {
		y, n int64
		want string
	}{
		{15, 50, "0.300 (0.191 to 0.438)"},
		{81, 263, "0.308 (0.255 to 0.366)"},
		{1, 29, "0.034 (0.002 to 0.172)"},
		{28, 29, "0.966 (0.828 to 0.998)"},
		{3, 50, "0.060 (0.021 to 0.162)"},
		{3, 100, "0.030 (0.008 to 0.085)"},
		{0, 20, "0.000 (0.000 to 0.161)"},
		{20, 20, "1.000 (0.839 to 1.000)"},
		{1, 1, "1.000 (0.207 to 1.000)"},
	} {
		assert.Equal(t, tt.want, foppen.ProportionOf(tt.y, tt.n).String(), "%d of %d", tt.y, tt.n)
	}
}

func TestStudentT(t *testing.T) {
	// From printed tables of the 97.5 % quantile.
	for free, want := range map[int64]float64{
		1: 12.7062, 2: 4.3027, 5: 2.5706, 10: 2.2281, 20: 2.0860, 21: 2.0796, 25: 2.0595, 30: 2.0423, 40: 2.0211,
		60: 2.0003, 120: 1.9799, 1000: 1.9623, 1 << 50: 1.95996,
	} {
		got, err := strconv.ParseFloat(foppen.StudentT(free), 64)
		require.NoError(t, err)
		assert.InDelta(t, want, got, 1e-4, "%d degrees of freedom", free)
	}
}

func TestDifferenceInterval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "n")
		list := func(lo int64, name string) []int64 {
			return rapid.SliceOfN(rapid.Int64Range(lo, 50), n, n).Draw(t, name)
		}
		ya, xa, yb, xb := list(-50, "ya"), list(1, "xa"), list(-50, "yb"), list(1, "xb")
		got := foppen.DifferenceOf(ya, xa, yb, xb)
		qa, qb := quotient(floats(ya), floats(xa)), quotient(floats(yb), floats(xb))
		sum := squaresOfPairs(floats(ya), floats(xa), floats(yb), floats(xb))
		free, _ := strconv.ParseFloat(foppen.StudentT(int64(n-1)), 64)
		assert.InDelta(t, qa-qb, got.Value, 1e-6)
		assert.InDelta(t, free*math.Sqrt(sum*float64(n)/float64(n-1)), (got.High-got.Low)/2, 3e-6)
	})
}

func floats(list []int64) []float64 {
	var all []float64
	for _, x := range list {
		all = append(all, float64(x))
	}
	return all
}

func TestPercentile(t *testing.T) {
	d := foppen.DistributionOf(0, 100, 15, 20, 35, 40, 50)
	for p, want := range map[int]int{0: 15, 5: 15, 20: 15, 21: 20, 30: 20, 40: 20, 50: 35, 100: 50} {
		assert.Equal(t, want, d.Percentile(p), "percentile %d", p)
	}
	assert.Equal(t, "mean 32.000, sd 12.884, 15 to 50, median 35", d.String())
	assert.Equal(t, 1, d.Width())

	var none foppen.Distribution
	assert.Zero(t, none.Percentile(50))
	assert.Zero(t, none.Mean())
	assert.Zero(t, none.SD())
	for range none.All() {
		t.Error("no values")
	}

	wide := foppen.DistributionOf(-100_000, 100_000, -100_000, -99_999, 7, 100_000)
	assert.Equal(t, 16, wide.Width())
	assert.Equal(t, -100_000, wide.Percentile(0))
	assert.Equal(t, 0, wide.Percentile(75), "the lowest value of the bucket")
	assert.InDelta(t, -24998, wide.Mean(), 1e-6, "means stay exact")
}

func TestWideSum(t *testing.T) {
	text, ok := foppen.WideSum([]int64{1 << 31, 1 << 31, 1 << 31, 1 << 31, 1 << 31}, []int64{1 << 31, 1 << 31, 1 << 31, 1 << 31, 1 << 31})
	assert.Equal(t, "23058430092136939520", text)
	assert.True(t, ok)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 20).Draw(t, "n")
		a := rapid.SliceOfN(rapid.Int64Range(-1<<31, 1<<31), n, n).Draw(t, "a")
		b := rapid.SliceOfN(rapid.Int64Range(-1<<31, 1<<31), n, n).Draw(t, "b")
		want := new(big.Int)
		for i := range a {
			want.Add(want, new(big.Int).Mul(big.NewInt(a[i]), big.NewInt(b[i])))
		}
		text, ok := foppen.WideSum(a, b)
		assert.Equal(t, want.String(), text)
		assert.True(t, ok)
	})
}

// Any variant that can be played can be simulated: no value leaves its histogram.
func TestSimulateAnyVariant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, players := drawVariant(t)
		c := foppen.SimConfig{Variant: v, Players: players, Games: 3, Workers: 1, Bots: makers(players, "bold", func(src rand.Source) foppen.Bot {
			return bold{foppen.NewRandomBot(src), src}
		})}
		r, err := foppen.Simulate(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		text, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var back foppen.Report
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		again, _ := back.MarshalJSON()
		assert.Equal(t, string(text), string(again))
	})
}

// Comparisons.

func TestComparePairs(t *testing.T) {
	a := foppen.Rulebook2018()
	a.OnePenalty = 1
	c := foppen.SimConfig{Variant: a, Players: 4, Games: 150, Seed: 4, First: 2}
	cmp, err := foppen.Compare(context.Background(), c, foppen.SimConfig{Variant: foppen.Rulebook2018()})
	require.NoError(t, err)
	assert.True(t, cmp.Paired(1))

	var left, right []foppen.GameResult
	c.OnGame = func(r foppen.GameResult) error { left = append(left, r); return nil }
	assert.Equal(t, reportJSON(t, simulate(t, c)), reportJSON(t, cmp.Reports()[0]))
	c.Variant = foppen.Rulebook2018()
	c.OnGame = func(r foppen.GameResult) error { right = append(right, r); return nil }
	assert.Equal(t, reportJSON(t, simulate(t, c)), reportJSON(t, cmp.Reports()[1]))

	// The differences, from the results of both.
	quantities := map[foppen.Measure]func(foppen.GameResult) (y, x float64){
		foppen.MeasureRoundsPerGame:  func(r foppen.GameResult) (y, x float64) { return float64(r.Rounds), 1 },
		foppen.MeasureTricksPerRound: func(r foppen.GameResult) (y, x float64) { return float64(r.Tricks), float64(r.Rounds) },
		foppen.MeasureTotalPerGame:   func(r foppen.GameResult) (y, x float64) { return sumOf(r.Totals), 4 },
		foppen.MeasureFooledPerRound: func(r foppen.GameResult) (y, x float64) { return sumOf(r.Fooled), 4 * float64(r.Rounds) },
	}
	for m, f := range quantities {
		want := naiveDifference(t, left, right, f)
		got, ok := cmp.Difference(1, m)
		require.True(t, ok)
		assert.InDelta(t, want.Value, got.Value, 2e-6, m)
		assert.InDelta(t, want.Low, got.Low, 3e-6, m)
		assert.InDelta(t, want.High, got.High, 3e-6, m)
	}
	for i := range 4 {
		at := func(r foppen.GameResult) foppen.Seat { return (r.Starter + foppen.Seat(i)) % 4 }
		wins := naiveDifference(t, left, right, func(r foppen.GameResult) (y, x float64) {
			if r.Winners.Has(at(r)) {
				return 1 / float64(r.Winners.Len()), 1
			}
			return 0, 1
		})
		assert.InDelta(t, wins.High, cmp.FromStarter(1, i).Wins.High, 6e-6, "no bound is near, so Newcombe's is the plain interval")
		totals := naiveDifference(t, left, right, func(r foppen.GameResult) (y, x float64) { return float64(r.Totals[at(r)]), 1 })
		assert.InDelta(t, totals.Low, cmp.FromStarter(1, i).Total.Low, 3e-6)
	}
	assert.Equal(t, foppen.SeatStats{}, cmp.FromStarter(1, 4))
}

func sumOf(list [foppen.MaxPlayers]int) float64 {
	sum := 0
	for _, x := range list {
		sum += x
	}
	return float64(sum)
}

func naiveDifference(t *testing.T, a, b []foppen.GameResult, f func(foppen.GameResult) (y, x float64)) foppen.Mean {
	require.Equal(t, len(a), len(b))
	var ya, xa, yb, xb []float64
	for i := range a {
		y, x := f(a[i])
		ya, xa = append(ya, y), append(xa, x)
		y, x = f(b[i])
		yb, xb = append(yb, y), append(xb, x)
	}
	qa, qb, sum := quotient(ya, xa), quotient(yb, xb), squaresOfPairs(ya, xa, yb, xb)
	n := float64(len(a))
	half := studentFloat(t, len(a)-1) * math.Sqrt(sum*n/(n-1))
	return foppen.Mean{Value: qa - qb, Low: qa - qb - half, High: qa - qb + half}
}

// squaresOfPairs returns the sum of the squares of the differences of two residuals, of
// whose covariance 2 / n does not count if it is positive.
func squaresOfPairs(ya, xa, yb, xb []float64) float64 {
	qa, qb, squares, together := quotient(ya, xa), quotient(yb, xb), 0.0, 0.0
	for i := range ya {
		a, b := (ya[i]-qa*xa[i])/total(xa), (yb[i]-qb*xb[i])/total(xb)
		squares += a*a + b*b
		together += a * b
	}
	if together > 0 {
		together *= 1 - 2/float64(len(ya))
	}
	return squares - 2*together
}

func TestCompareWithItself(t *testing.T) {
	cmp, err := foppen.Compare(context.Background(), foppen.SimConfig{Games: 20}, foppen.SimConfig{})
	require.NoError(t, err)
	for _, m := range foppen.Measures() {
		d, ok := cmp.Difference(1, m)
		if !ok {
			continue
		}
		// Twenty games do not prove that others are the same by both variants.
		assert.Zero(t, d.Value, m)
		assert.Negative(t, d.Low, m)
		assert.Positive(t, d.High, m)
	}
}

func TestCompareExtremes(t *testing.T) {
	// 56 of 70 and 48 of 80, from Newcombe's paper of 1998; then none against some.
	for _, tt := range []struct {
		a, b foppen.Mean
		want string
	}{
		{foppen.ProportionOf(56, 70), foppen.ProportionOf(48, 80), "0.200 (0.052 to 0.334)"},
		{foppen.ProportionOf(10, 10), foppen.ProportionOf(0, 20), "1.000 (0.679 to 1.000)"},
		{foppen.ProportionOf(0, 10), foppen.ProportionOf(0, 10), "0.000 (-0.278 to 0.278)"},
	} {
		assert.Equal(t, tt.want, foppen.ApartDifference(tt.a, tt.b).String())
	}
	// Paired shares, method 10 of his other paper of that year, computed with floating point by its formula.
	for _, c := range [][4]int64{{36, 12, 2, 0}, {20, 12, 2, 16}, {53, 1, 0, 0}, {53, 0, 1, 0}, {0, 30, 0, 0}, {2, 0, 0, 2}, {30, 0, 0, 0}, {0, 0, 0, 3}, {1, 1, 1, 0}} {
		want, got := newcombePaired(c), foppen.ProportionDifference(c[0], c[1], c[2], c[3])
		assert.InDelta(t, want.Value, got.Value, 3e-6, c)
		assert.InDelta(t, want.Low, got.Low, 3e-6, c)
		assert.InDelta(t, want.High, got.High, 3e-6, c)
		assert.GreaterOrEqual(t, got.Low, -1.0)
		assert.LessOrEqual(t, got.High, 1.0)
		assert.Less(t, got.Low, got.High, "never without doubt")
	}
}

// newcombePaired is the interval as the paper has it, of pairs with both, only the first,
// only the second and neither.
func newcombePaired(count [4]int64) foppen.Mean {
	e, f, g, h := float64(count[0]), float64(count[1]), float64(count[2]), float64(count[3])
	n := e + f + g + h
	a, b := foppen.ProportionOf(count[0]+count[1], int64(n)), foppen.ProportionOf(count[0]+count[2], int64(n))
	phi := 0.0
	if d := (e + f) * (g + h) * (e + g) * (f + h); d > 0 {
		x := e*h - f*g
		if x > 0 {
			x = max(x-n/2, 0)
		}
		phi = x / math.Sqrt(d)
	}
	reach := func(x, y float64) float64 { return math.Sqrt(x*x - 2*phi*x*y + y*y) }
	d := (f - g) / n
	return foppen.Mean{Value: d, Low: d - reach(a.Value-a.Low, b.High-b.Value), High: d + reach(a.High-a.Value, b.Value-b.Low)}
}

func TestComparePairing(t *testing.T) {
	// The same deals make a difference better known.
	v := foppen.Rulebook2018()
	v.OnePenalty = 1
	c := foppen.SimConfig{Variant: v, Games: 400}
	cmp, err := foppen.Compare(context.Background(), c, foppen.SimConfig{Variant: foppen.Rulebook2018()})
	require.NoError(t, err)
	a, _ := cmp.Reports()[0].Mean(foppen.MeasurePointsPerRound)
	b, _ := cmp.Reports()[1].Mean(foppen.MeasurePointsPerRound)
	d, _ := cmp.Difference(1, foppen.MeasurePointsPerRound)
	apart := math.Hypot(a.High-a.Low, b.High-b.Low)
	assert.Less(t, d.High-d.Low, 0.8*apart)
	assert.Positive(t, d.Low, "a cheaper 1 costs fewer points")

	other, err := foppen.Compare(context.Background(), foppen.SimConfig{Games: 5, Players: 4}, foppen.SimConfig{Variant: foppen.Edition1995()})
	require.NoError(t, err)
	assert.False(t, other.Paired(1))
	_, ok := other.Difference(1, foppen.MeasureEndedByTens)
	assert.False(t, ok, "the 1995 edition counts no tens")
}

func TestCompareRefuses(t *testing.T) {
	hook := foppen.SimConfig{Games: 1, OnGame: func(foppen.GameResult) error { return nil }}
	_, err := foppen.Compare(context.Background(), hook, foppen.SimConfig{Variant: foppen.Rulebook2018Ja()})
	var e *foppen.ArgError
	require.ErrorAs(t, err, &e)
	var none foppen.Comparison
	_, ok := none.Difference(1, foppen.MeasureRoundsPerGame)
	assert.False(t, ok)
	assert.Equal(t, foppen.SeatStats{}, none.FromStarter(1, 0))
	assert.False(t, none.Paired(1))
}

// Without a number of players both variants are played by the fewest that both allow;
// and what one of them does not allow is said of that one.
func TestComparePlayers(t *testing.T) {
	threes := foppen.Rulebook2018() // with a setup for three more than its preset
	threes.Setups[3] = foppen.Setup{Green: 20, Red: 20, Yellow: 20, HandSize: 12, Discs: 1}
	only3, none, bad := threes, foppen.Variant{OnePenalty: 5}, foppen.Rulebook2018()
	only3.Setups = [foppen.MaxPlayers + 1]foppen.Setup{3: threes.Setups[3]}
	bad.OnePenalty = -1
	for _, tt := range []struct {
		variant, against foppen.Variant
		players, want    int
		field, text      string
	}{
		{threes, foppen.Rulebook2018(), 0, 4, "", ""},
		{threes, foppen.Variant{}, 0, 3, "", ""},
		{foppen.Variant{}, threes, 0, 4, "", ""},
		{threes, only3, 0, 3, "", ""},
		{threes, threes, 0, 3, "", ""},
		{foppen.Edition1995(), foppen.Rulebook2018(), 0, 4, "", ""},
		{threes, foppen.Rulebook2018(), 5, 5, "", ""},
		{only3, foppen.Rulebook2018(), 0, 0, "Players", "foppen: Players: no number of players is allowed by all variants"},
		{threes, foppen.Rulebook2018(), 3, 0, "against[0]", "foppen: against[0]: impossible game: players is 3, want one of [4 5 6 7 8] (rule 1.3)"},
		{foppen.Rulebook2018(), threes, 3, 0, "Variant", "foppen: Variant: impossible game: players is 3, want one of [4 5 6 7 8] (rule 1.3)"},
		{threes, foppen.Rulebook2018(), -1, 0, "Variant", ""},
		{threes, none, 0, 0, "against[0]", ""},
		{none, threes, 0, 0, "Variant", ""},
		{threes, bad, 0, 0, "against[0]", ""},
	} {
		c, err := foppen.Compare(context.Background(), foppen.SimConfig{Variant: tt.variant, Players: tt.players, Games: 1}, foppen.SimConfig{Variant: tt.against})
		if tt.field == "" {
			require.NoError(t, err)
			assert.Equal(t, tt.want, c.Reports()[0].Players())
			assert.Equal(t, tt.want, c.Reports()[1].Players())
			continue
		}
		var e *foppen.ArgError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, tt.field, e.Field)
		if tt.text != "" {
			assert.EqualError(t, err, tt.text)
		}
		var v *foppen.VariantError
		assert.Equal(t, tt.field != "Players", errors.As(err, &v), "the fault itself is within: %v", err)
		assert.True(t, c.Equal(foppen.Comparison{}))
	}
	// The zero Variant is Rulebook2018, and of another side that of the config.
	c, err := foppen.Compare(context.Background(), foppen.SimConfig{Games: 1}, foppen.SimConfig{})
	require.NoError(t, err)
	assert.Equal(t, foppen.Rulebook2018(), c.Reports()[0].Variant())
	assert.Equal(t, foppen.Rulebook2018(), c.Reports()[1].Variant())
}

// Where the number of rounds is not fixed, no game ends by it: there is no mean, no
// difference and no key in the JSON. But where MaxRounds ended a game, it is told.
func TestEndedByRounds(t *testing.T) {
	const m = foppen.MeasureEndedByRounds
	c, err := foppen.Compare(context.Background(), foppen.SimConfig{Games: 10}, foppen.SimConfig{Variant: foppen.Rulebook2018Ja()})
	require.NoError(t, err)
	_, ok := c.Difference(1, m)
	assert.False(t, ok)
	_, ok = c.Reports()[0].Mean(m)
	assert.False(t, ok)
	text, err := c.MarshalJSON()
	require.NoError(t, err)
	assert.NotContains(t, string(text), "ended_by_rounds")
	assert.Contains(t, string(text), "ended_by_minus")

	mean, ok := simulate(t, foppen.SimConfig{Games: 10, Variant: foppen.Edition1995()}).Mean(m)
	assert.True(t, ok)
	assert.Equal(t, 1.0, mean.Value)

	c, err = foppen.Compare(context.Background(), foppen.SimConfig{Games: 10}, foppen.SimConfig{Variant: foppen.Edition1995()})
	require.NoError(t, err)
	_, ok = c.Difference(1, m)
	assert.False(t, ok, "only one of them has it")
	_, ok = c.Reports()[1].Mean(m)
	assert.True(t, ok)

	endless := foppen.Rulebook2018()
	endless.MinusLimit, endless.TensLimit = 0, foppen.MaxRounds
	mean, ok = simulate(t, foppen.SimConfig{Games: 2, Variant: endless}).Mean(m)
	assert.True(t, ok)
	assert.Equal(t, 1.0, mean.Value)
}

// Reports and comparisons are equal if they hold the same counts of the same games, and
// only then: they have the same JSON.
func TestReportEqual(t *testing.T) {
	base := foppen.SimConfig{Variant: foppen.Rulebook2018(), Players: 4, Games: 20, Seed: 3}
	same, workers := base, base
	workers.Workers = 3
	named := base
	named.Bots = makers(4, "other", foppen.NewRandomBot)
	greedy := base // in the name of random bots
	greedy.Bots = makers(4, "random", func(rand.Source) foppen.Bot { return foppen.NewGreedyBot() })
	configs := []foppen.SimConfig{base, same, workers, named, greedy}
	for i := range 5 {
		c := base
		switch i {
		case 0:
			c.Variant = foppen.Rulebook2018Ja()
		case 1:
			c.Players = 5
		case 2:
			c.Games = 21
		case 3:
			c.Seed = 4
		case 4:
			c.First = 1
		}
		configs = append(configs, c)
	}
	reports := []foppen.Report{{}}
	comparisons := []foppen.Comparison{{}}
	for _, c := range configs {
		reports = append(reports, simulate(t, c))
		cmp, err := foppen.Compare(context.Background(), c, foppen.SimConfig{Variant: foppen.Rulebook2018SoloTens()})
		require.NoError(t, err)
		comparisons = append(comparisons, cmp)
	}
	var texts, comparisonTexts []string
	for i := range reports {
		text, _ := reports[i].MarshalJSON() // none for the empty one
		texts = append(texts, string(text))
		text, _ = comparisons[i].MarshalJSON()
		comparisonTexts = append(comparisonTexts, string(text))
	}
	for i, a := range reports {
		for k, b := range reports {
			assert.Equal(t, texts[i] == texts[k], a.Equal(b), "%v and %v", a, b)
			assert.Equal(t, comparisonTexts[i] == comparisonTexts[k], comparisons[i].Equal(comparisons[k]), "%v and %v", a, b)
		}
	}
	assert.True(t, reports[1].Equal(reports[2]))
	assert.True(t, comparisons[1].Equal(comparisons[3]))
	assert.False(t, reports[1].Equal(reports[5]), "the counts alone differ")

	// A report that has been read is equal, and one that has been merged.
	var back foppen.Report
	require.NoError(t, json.Unmarshal([]byte(reportJSON(t, reports[1])), &back))
	assert.True(t, back.Equal(reports[1]))
	first, rest := base, base
	first.Games, rest.Games, rest.First = 7, 13, 7
	merged, err := simulate(t, rest).Merge(simulate(t, first))
	require.NoError(t, err)
	assert.True(t, merged.Equal(reports[1]))
	assert.False(t, merged.Equal(simulate(t, rest)))
}

// A comparison prints as one line that says what it is about, with any verb.
func TestComparisonString(t *testing.T) {
	v := foppen.Rulebook2018()
	v.OnePenalty = 1
	c, err := foppen.Compare(context.Background(), foppen.SimConfig{Variant: v, Games: 2, Seed: 7}, foppen.SimConfig{Variant: foppen.Rulebook2018Ja()})
	require.NoError(t, err)
	const want = "rulebook-2018 one_penalty=1 against rulebook-2018-ja, 4 players, random random random random, seed 7, games 0-1, the same deals"
	assert.Equal(t, want, fmt.Sprint(c))
	assert.Equal(t, want, fmt.Sprintf("%+v", c))
	c, err = foppen.Compare(context.Background(), foppen.SimConfig{Games: 1}, foppen.SimConfig{Variant: foppen.Edition1995()})
	require.NoError(t, err)
	assert.Equal(t, "rulebook-2018 against edition-1995, 4 players, random random random random, seed 0, game 0, other deals", c.String())
	assert.Equal(t, "no games", foppen.Comparison{}.String())
	assert.Equal(t, "no games", foppen.Report{}.String())
}

func TestCompareWorkers(t *testing.T) {
	c := foppen.SimConfig{Games: 200, Workers: 1}
	want, err := foppen.Compare(context.Background(), c, foppen.SimConfig{Variant: foppen.Rulebook2018Ja()})
	require.NoError(t, err)
	text, err := want.MarshalJSON()
	require.NoError(t, err)
	c.Workers = 5
	got, err := foppen.Compare(context.Background(), c, foppen.SimConfig{Variant: foppen.Rulebook2018Ja()})
	require.NoError(t, err)
	assert.True(t, want.Equal(got))
	again, err := got.MarshalJSON()
	require.NoError(t, err)
	assert.Equal(t, string(text), string(again))
}

// Reports as JSON.

func TestReportGolden(t *testing.T) {
	c := foppen.SimConfig{Variant: foppen.Edition1995Bets(), Players: 3, Games: 40, Seed: 1 << 60, First: 100, Bots: makers(3, "bold", func(src rand.Source) foppen.Bot {
		return bold{foppen.NewRandomBot(src), src}
	})}
	part := simulate(t, c)
	c.First = 200
	r, err := part.Merge(simulate(t, c))
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, json.Indent(&b, []byte(reportJSON(t, r)), "", "  "))
	b.WriteByte('\n')
	golden(t, "report-text.json", b.Bytes())

	// What was written when big numbers were no text is read, and says the same.
	old, err := os.ReadFile("testdata/report.json")
	require.NoError(t, err)
	var back foppen.Report
	require.NoError(t, json.Unmarshal(old, &back))
	assert.True(t, back.Equal(r))
}

// A distribution is written in its own right as it is within a report: never {}.
func TestDistributionJSON(t *testing.T) {
	const empty = `{"n":0,"mean":0,"sd":0,"percentiles":{"0":0,"5":0,"25":0,"50":0,"75":0,"95":0,"100":0}}`
	for _, tt := range []struct {
		d    foppen.Distribution
		want string
	}{
		{foppen.Distribution{}, empty},
		{foppen.DistributionOf(-9, 9), empty},
		{foppen.DistributionOf(-9, 9, -4, 2, 2, 8), `{"n":4,"mean":2,"sd":4.242641,"percentiles":{"0":-4,"5":-4,"25":-4,"50":2,"75":2,"95":8,"100":8}}`},
	} {
		text, err := json.Marshal(tt.d)
		require.NoError(t, err)
		assert.Equal(t, tt.want, string(text))
	}

	r := simulate(t, foppen.SimConfig{Games: 20, Seed: 1})
	var form struct {
		Distributions map[string]json.RawMessage `json:"distributions"`
	}
	require.NoError(t, json.Unmarshal([]byte(reportJSON(t, r)), &form))
	for name, d := range map[string]foppen.Distribution{
		"rounds": spread(t, r, foppen.MeasureRoundsPerGame), "tricks": spread(t, r, foppen.MeasureTricksPerRound), "points": spread(t, r, foppen.MeasurePointsPerRound), "totals": spread(t, r, foppen.MeasureTotalPerGame), "winning": spread(t, r, foppen.MeasureWinnerTotal), "lowest": spread(t, r, foppen.MeasureLastTotal),
	} {
		text, err := json.Marshal(d)
		require.NoError(t, err)
		assert.Equal(t, string(form.Distributions[name]), string(text), name)
	}
	assert.Len(t, form.Distributions, 6)
	for _, m := range append(foppen.Measures(), 200) {
		d, ok := r.Distribution(m)
		assert.Equal(t, ok, slices.Contains([]foppen.Measure{
			foppen.MeasureRoundsPerGame, foppen.MeasureTricksPerRound, foppen.MeasurePointsPerRound,
			foppen.MeasureTotalPerGame, foppen.MeasureWinnerTotal, foppen.MeasureLastTotal,
		}, m), m)
		assert.Equal(t, ok, d.Count() > 0, m)
		_, ok = foppen.Report{}.Distribution(m)
		assert.False(t, ok)
	}
}

// A game's result has lists as long as there are players, and reads back.
func TestGameResultJSON(t *testing.T) {
	for _, tt := range []struct {
		r    foppen.GameResult
		want string
	}{
		{foppen.GameResult{}, `{"number":0,"players":0,"starter":0,"rounds":0,"tricks":0,"cards":0,"end_reasons":[],"winners":[],"totals":[],"tens":[],"fooled":[]}`},
		{
			foppen.GameResult{
				Number: 1 << 52, Players: 3, Starter: 2, Rounds: 4, Tricks: 50, Cards: 120, Ended: foppen.EndRounds | foppen.EndTens, Winners: foppen.SeatsOf(0, 2),
				Totals: [8]int{10, -3, 10}, Tens: [8]int{3, 0, 1}, Fooled: [8]int{9, 14, 7},
			},
			`{"number":4503599627370496,"players":3,"starter":2,"rounds":4,"tricks":50,"cards":120,"end_reasons":["rounds","tens"],"winners":[0,2],` +
				`"totals":[10,-3,10],"tens":[3,0,1],"fooled":[9,14,7]}`,
		},
	} {
		text, err := json.Marshal(tt.r)
		require.NoError(t, err)
		assert.Equal(t, tt.want, string(text))
	}
	for _, players := range []int{-1, 9, math.MaxInt} { // No number that somebody makes up is too much for it.
		_, err := json.Marshal(foppen.GameResult{Players: players})
		assert.NoError(t, err)
	}

	c := foppen.SimConfig{Players: 7, Games: 10, Seed: 3}
	c.OnGame = func(r foppen.GameResult) error {
		text, err := json.Marshal(r)
		require.NoError(t, err)
		var back foppen.GameResult
		require.NoError(t, json.Unmarshal(text, &back))
		assert.Equal(t, r, back)
		assert.Equal(t, 7, strings.Count(strings.SplitAfter(string(text), `"fooled":`)[1], ",")+1)
		return nil
	}
	simulate(t, c)
}

// How a seat has done is written as within a report, and reads back.
func TestSeatStatsJSON(t *testing.T) {
	one, many := simulate(t, foppen.SimConfig{Games: 1}), simulate(t, foppen.SimConfig{Games: 30})
	for _, s := range []foppen.SeatStats{{}, one.Seat(1), many.Seat(2), many.FromStarter(3)} {
		text, err := json.Marshal(s)
		require.NoError(t, err)
		var back foppen.SeatStats
		require.NoError(t, json.Unmarshal(text, &back))
		assert.Equal(t, s, back)
	}
	text, err := json.Marshal(many.Seat(2))
	require.NoError(t, err)
	assert.Contains(t, reportJSON(t, many), string(text))
	text, err = json.Marshal(foppen.SeatStats{})
	require.NoError(t, err)
	assert.Equal(t, `{"wins":{"mean":0,"low":0,"high":0},"total":{"mean":0,"low":0,"high":0}}`, string(text))
}

// A mean is read as it is written and in no other way.
func TestMeanJSON(t *testing.T) {
	for _, m := range []foppen.Mean{
		{}, {Value: 0.25, Low: 0.249999, High: 0.250001}, {Value: -47.1, Low: -1e8, High: 3}, {Value: 2, Low: math.Inf(-1), High: math.Inf(1)},
	} {
		text, err := json.Marshal(m)
		require.NoError(t, err)
		back := foppen.Mean{Value: 9, Low: 9, High: 9}
		require.NoError(t, json.Unmarshal(text, &back), string(text))
		assert.Equal(t, m, back)
	}
	for _, text := range []string{
		`null`, `{}`, `5`, `{"mean":1,"low":0}`, `{"mean":1,"high":2}`, `{"low":0,"high":2}`, `{"mean":1,"low":3,"high":2}`, `{"mean":"1"}`, `{"mean":1e3}`,
		`{"mean":1.50}`, `{"mean":01}`, `{"mean":1,"Low":0,"High":2}`, `{"mean":1,"mean":1}`, `{"mean":1,"sd":1}`, `{"mean":1}}`,
		`{"mean":` + strings.Repeat("1", 400) + `}`,
	} {
		kept := foppen.Mean{Value: 9, Low: 8, High: 10}
		m := kept
		var e *foppen.DecodeError
		require.ErrorAs(t, m.UnmarshalJSON([]byte(text)), &e, text)
		assert.Equal(t, kept, m, "unchanged")
	}
}

// A report says which versions of the library have played; one that is not known is not
// written, so that old reports are as good as new ones.
func TestReportVersions(t *testing.T) {
	a, b := simulate(t, foppen.SimConfig{Games: 3}), simulate(t, foppen.SimConfig{Games: 3, First: 3})
	assert.Len(t, a.Versions(), 1)
	old := foppen.OfVersion(a, "(devel)")
	assert.NotContains(t, reportJSON(t, old), "versions")
	first, second := foppen.OfVersion(a, "v1.2.0"), foppen.OfVersion(b, "v1.0.0")
	assert.False(t, first.Equal(old))
	assert.True(t, strings.HasSuffix(reportJSON(t, first), `},"versions":["v1.2.0"]}`))
	for _, tt := range []struct {
		a, b foppen.Report
		want []string
	}{
		{first, second, []string{"v1.0.0", "v1.2.0"}},
		{old, second, []string{"(devel)", "v1.0.0"}},
		{foppen.OfVersion(a, "v1.0.0"), second, []string{"v1.0.0"}},
		{old, foppen.OfVersion(b, "(devel)"), []string{"(devel)"}},
	} {
		m, err := tt.a.Merge(tt.b)
		require.NoError(t, err)
		assert.Equal(t, tt.want, m.Versions())
		var back foppen.Report
		require.NoError(t, json.Unmarshal([]byte(reportJSON(t, m)), &back))
		assert.True(t, back.Equal(m))
	}
}

// Numbers that other programs round are written as text, and read in both forms.
func TestReportBigNumbers(t *testing.T) {
	for seed, want := range map[uint64]string{1 << 53: `"seed":9007199254740992,`, 1<<53 + 1: `"seed":"9007199254740993",`, math.MaxUint64: `"seed":"18446744073709551615",`} {
		r := simulate(t, foppen.SimConfig{Games: 1, Seed: seed})
		text := reportJSON(t, r)
		require.Contains(t, text, want)
		for _, form := range []string{text, strings.Replace(text, want, strings.ReplaceAll(strings.ReplaceAll(want, `:"`, ":"), `",`, ","), 1)} {
			var back foppen.Report
			require.NoError(t, json.Unmarshal([]byte(form), &back))
			assert.True(t, back.Equal(r))
		}
	}
}

func TestReportJSONRoundTrip(t *testing.T) {
	everyTable(t, func(t *testing.T, v foppen.Variant, players int) {
		want := reportJSON(t, simulate(t, foppen.SimConfig{Variant: v, Players: players, Games: 7}))
		var r foppen.Report
		require.NoError(t, json.Unmarshal([]byte(want), &r))
		assert.Equal(t, want, reportJSON(t, r))
	})
}

func TestReportJSONRefuses(t *testing.T) {
	good := reportJSON(t, simulate(t, foppen.SimConfig{Games: 7}))
	change := func(old, new string) string {
		require.Contains(t, good, old)
		return strings.Replace(good, old, new, 1)
	}
	cut := func(key string) string {
		i := strings.Index(good, `"`+key+`":`)
		require.Positive(t, i)
		return good[:i] + `"` + key + `":{}` + "}"
	}
	tests := map[string]string{
		"nothing":             "",
		"null":                "null",
		"a number":            "7",
		"cut":                 good[:len(good)/2],
		"more":                good + "{}",
		"format":              change("foppen-report/1", "foppen-report/2"),
		"variant":             change(`"rulebook-2018"`, `"rulebook-2019"`),
		"players":             change(`"players":4`, `"players":5`),
		"no such players":     change(`"players":4`, `"players":3`),
		"bots":                change(`["random",`, `[`),
		"long bot":            change(`["random",`, `["`+strings.Repeat("r", 100)+`",`),
		"seed":                change(`"seed":0`, `"seed":-1`),
		"big seed":            change(`"seed":0`, `"seed":18446744073709551616`),
		"seed as float":       change(`"seed":0`, `"seed":0.0`),
		"games":               change(`"games":7`, `"games":8`),
		"range":               change(`"first":0,"games":7`, `"first":0,"games":6`),
		"two ranges":          change(`{"first":0,"games":7}`, `{"first":0,"games":3},{"first":3,"games":4}`),
		"overlap":             change(`{"first":0,"games":7}`, `{"first":0,"games":3},{"first":2,"games":4}`),
		"no range":            change(`[{"first":0,"games":7}]`, `[]`),
		"empty range":         change(`{"first":0,"games":7}`, `{"first":0,"games":7},{"first":9,"games":0}`),
		"range beyond":        change(`"first":0,`, `"first":9007199254740992,`),
		"unknown key":         change(`"seed"`, `"sead":0,"seed"`),
		"key twice":           change(`"seed"`, `"seed":0,"seed"`),
		"no exact":            cut("exact"),
		"no distributions":    cut("distributions"),
		"sum":                 change(`"sums":{"games":7`, `"sums":{"games":6`),
		"more cards":          change(`"cards":`, `"cards":9999999999999999999999999`),
		"negative":            change(`"forced":`, `"forced":-`),
		"very long number":    change(`"forced":`, `"forced":`+strings.Repeat("9", 1000)),
		"wins":                change(`"wins":840,"win_squares"`, `"wins":841,"win_squares"`),
		"width":               change(`"width":1`, `"width":2`),
		"histogram elsewhere": change(`"width":1,"from":`, `"width":1,"from":1`),
		"count":               change(`"counts":[`, `"counts":[1,`),
		"count of nothing":    change(`"counts":[`, `"counts":[0,`),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			r := simulate(t, foppen.SimConfig{Games: 1})
			before := reportJSON(t, r)
			err := r.UnmarshalJSON([]byte(text))
			var e *foppen.DecodeError
			require.ErrorAs(t, err, &e)
			assert.Less(t, len(err.Error()), 500)
			assert.NotContains(t, err.Error(), "\n")
			assert.Equal(t, before, reportJSON(t, r), "a refused text changes nothing")
		})
	}
	var zero foppen.Report
	_, err := zero.MarshalJSON()
	assert.Error(t, err)
}

// What is computed from the counts is not read.
func TestReportJSONDerived(t *testing.T) {
	want := simulate(t, foppen.SimConfig{Games: 7})
	text := strings.Replace(reportJSON(t, want), `"means":{`, `"means":{"x":[{"y":"}"}],`, 1)
	var r foppen.Report
	require.NoError(t, json.Unmarshal([]byte(text), &r))
	assert.Equal(t, reportJSON(t, want), reportJSON(t, r))
}

func FuzzReportJSON(f *testing.F) {
	for _, c := range []foppen.SimConfig{{Games: 3}, {Games: 2, Variant: foppen.Edition1995Bets(), Players: 3, First: 9}} {
		f.Add([]byte(reportJSON(f, simulate(f, c))))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var r foppen.Report
		if r.UnmarshalJSON(data) != nil {
			return
		}
		// Whatever has been read is written again, in canonical form, and can be
		// merged.
		text := reportJSON(t, r)
		var again foppen.Report
		require.NoError(t, again.UnmarshalJSON([]byte(text)))
		require.Equal(t, text, reportJSON(t, again))
		_, err := r.Merge(again)
		require.Error(t, err, "they have all games in common")
	})
}

// A random game costs no memory that lasts, however many are played.
func TestSimulateMemory(t *testing.T) {
	allocated := func(games int) float64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		simulate(t, foppen.SimConfig{Games: games, Workers: 1})
		runtime.ReadMemStats(&after)
		return float64(after.Mallocs - before.Mallocs)
	}
	allocated(100)
	few, many := allocated(100), allocated(1100)
	// The bots themselves: one a seat.
	assert.LessOrEqual(t, (many-few)/1000, 4.5, "allocations a game")
}

// BenchmarkSimulate says what a random game costs, and what it costs to count in it:
// the games as such are the bare ones.
func BenchmarkSimulate(b *testing.B) {
	for _, players := range []int{4, 8} {
		c := foppen.SimConfig{Players: players, Workers: 1}
		b.Run(fmt.Sprintf("players=%d/bare", players), func(b *testing.B) {
			c.Games = 1
			play, err := foppen.BareGames(c)
			require.NoError(b, err)
			game := uint64(0)
			for b.Loop() {
				play(game)
				game++
			}
		})
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("players=%d/workers=%d", players, workers), func(b *testing.B) {
				c.Games, c.Workers = b.N, workers
				simulate(b, c)
			})
		}
	}
}

// No difference of few games is known for certain, not even where all games of each variant
// go alike, as rounds do that one variant fixes and the other has happened to play.
func TestDifferencesHaveWidth(t *testing.T) {
	for _, against := range []foppen.Variant{foppen.Rulebook2018(), foppen.Edition1995(), foppen.Rulebook2018Ja()} {
		for seed := range uint64(4) {
			for games := 2; games <= 4; games++ {
				c := foppen.SimConfig{Variant: foppen.Edition1995(), Players: 4, Games: games, Seed: seed}
				cmp, err := foppen.Compare(t.Context(), c, foppen.SimConfig{Variant: against})
				require.NoError(t, err)
				for m := range foppen.Measure(100) {
					if d, ok := cmp.Difference(1, m); ok {
						assert.Less(t, d.Low, d.High, "%v of %d games, seed %d", m, games, seed)
					}
				}
				for i := range 4 {
					assert.Less(t, cmp.FromStarter(1, i).Total.Low, cmp.FromStarter(1, i).Total.High)
				}
				if d, _ := cmp.Difference(1, foppen.MeasureRoundsPerGame); games == 2 {
					assert.LessOrEqual(t, d.Low, 0.0, "two games prove nothing")
				}
			}
		}
	}
}

// One game is no range.
func TestGameRangeOfOne(t *testing.T) {
	for text, r := range map[string]foppen.GameRange{"none": {First: 3}, "3": {First: 3, Games: 1}, "3-4": {First: 3, Games: 2}} {
		assert.Equal(t, text, r.String())
	}
}
