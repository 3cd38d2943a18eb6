package foppen_test

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The result of a tournament is what a plain loop over its games finds, with
// intervals by the textbook formula.
func TestTournamentCounts(t *testing.T) {
	makers := bots("greedy", "random", "greedy", "random", "random")
	tour := foppen.SimConfig{Bots: makers, Games: 12, Seed: 5, First: 100}
	got, err := foppen.PlayTournament(context.Background(), tour)
	require.NoError(t, err)

	start := newGame(t, 5, foppen.Rulebook2018())
	var rounds, games []float64
	points, wins, tens := map[string][]float64{}, map[string][]float64{}, map[string][]float64{}
	for deal := range tour.Games {
		r, p, w, x := 0.0, map[string]float64{}, map[string]float64{}, map[string]float64{}
		for turn := range makers {
			seated := append(slices.Clone(makers[turn:]), makers[:turn]...)
			g, err := match{Start: start, Bots: seated, Seed: 5, Number: 100 + uint64(deal)}.Play(context.Background())
			require.NoError(t, err)
			r += float64(g.Round())
			for s, maker := range seated {
				p[maker.Name] += float64(g.Total(foppen.Seat(s)))
				x[maker.Name] += float64(g.Tens(foppen.Seat(s)))
				if g.Winners().Has(foppen.Seat(s)) {
					w[maker.Name] += 1 / float64(g.Winners().Len())
				}
			}
		}
		rounds, games = append(rounds, r), append(games, float64(len(makers)))
		for _, name := range []string{"greedy", "random"} {
			points[name] = append(points[name], p[name])
			wins[name] = append(wins[name], w[name])
			tens[name] = append(tens[name], x[name])
		}
	}

	sum := func(list []float64) (s float64) {
		for _, x := range list {
			s += x
		}
		return s
	}
	check := func(what string, m foppen.Mean, y, x []float64, scale float64) {
		q := sum(y) / sum(x)
		ss := 0.0
		for i := range y {
			ss += (y[i] - q*x[i]) * (y[i] - q*x[i])
		}
		n := float64(len(y))
		const t95 = 2.200985 // Student's t, 11 degrees of freedom
		half := t95 * math.Sqrt(ss*n/(n-1)) / sum(x) / scale
		assert.InDelta(t, q/scale, m.Value, 2e-6, what)
		low, high := q/scale-half, q/scale+half
		if what == "wins" {
			low, high = max(low, 0), min(high, 1)
		}
		assert.InDelta(t, low, m.Low, 1e-4, what)
		assert.InDelta(t, high, m.High, 1e-4, what)
	}
	assert.Equal(t, 12, got.Deals)
	assert.Equal(t, 60, got.Games)
	assert.Equal(t, sum(rounds), float64(got.Rounds))
	require.Len(t, got.Entrants, 2)
	edge := make([]float64, tour.Games)
	for i := range edge {
		edge[i] = points["greedy"][i]/2 - points["random"][i]/3
	}
	for i, name := range []string{"greedy", "random"} {
		e := got.Entrants[i]
		seats := []float64{2, 3}[i]
		assert.Equal(t, name, e.Name)
		assert.Equal(t, int(seats), e.SeatCount)
		assert.Equal(t, seats/5, e.Fair)
		check("points", e.Points, points[name], rounds, seats)
		check("tens", e.Tens, tens[name], rounds, seats)
		check("wins", e.Wins, wins[name], games, 1)
	}
	check("edge", got.Entrants[0].Edge, edge, rounds, 1)
	assert.Equal(t, got.Entrants[0].Edge.Value, -got.Entrants[1].Edge.Value)
	assert.Equal(t, got.Entrants[0].Edge.Low, -got.Entrants[1].Edge.High)
}

// The number of workers changes nothing.
func TestTournamentWorkers(t *testing.T) {
	tour := foppen.SimConfig{Bots: bots("greedy", "random", "search:1", "random"), Games: 7, Seed: 1}
	var first foppen.TournamentResult
	for _, workers := range []int{1, 2, 7, 0, 100} {
		tour.Workers = workers
		var steps []int
		tour.OnProgress = func(done, deals int) {
			steps = append(steps, done)
			assert.Equal(t, 7, deals)
		}
		r, err := foppen.PlayTournament(context.Background(), tour)
		require.NoError(t, err)
		if first.Deals == 0 {
			first = r
		}
		assert.Equal(t, first, r, "%d workers", workers)
		assert.Equal(t, []int{1, 2, 3, 4, 5, 6, 7}, steps)
	}
}

// Luck cancels: equal bots under two names come out equal to the last bit, whatever
// the deals, if they leave nothing to chance.
func TestTournamentCancelsLuck(t *testing.T) {
	other := foppen.BotMaker{Name: "twin", New: func(rand.Source) foppen.Bot { return foppen.NewGreedyBot() }}
	greedy := foppen.Must(foppen.ParseBot("greedy"))
	r, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: []foppen.BotMaker{greedy, other, other, other, other, greedy}, Games: 5})
	require.NoError(t, err)
	a, b := r.Entrants[0], r.Entrants[1]
	assert.Equal(t, a.Points, b.Points)
	assert.Equal(t, foppen.Mean{}, a.Edge, "no difference and no doubt about it")
	assert.Equal(t, foppen.Mean{}, b.Edge)
	assert.InDelta(t, a.Fair, a.Wins.Value, 1e-6)
	assert.InDelta(t, b.Fair, b.Wins.Value, 1e-6)

	alone, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: slices.Repeat([]foppen.BotMaker{greedy}, 4), Games: 3})
	require.NoError(t, err)
	require.Len(t, alone.Entrants, 1)
	assert.Equal(t, foppen.Mean{}, alone.Entrants[0].Edge, "there are no others")
	assert.Equal(t, 1.0, alone.Entrants[0].Wins.Value)
}

// A tournament that is stopped tells what came before, without a gap.
func TestTournamentStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	tour := foppen.SimConfig{Bots: bots("greedy", "random", "greedy", "random"), Games: 1000, Workers: 3, Seed: 9}
	tour.OnProgress = func(done, _ int) {
		if done == 5 {
			cancel()
		}
	}
	got, err := foppen.PlayTournament(ctx, tour)
	require.ErrorIs(t, err, context.Canceled)
	assert.GreaterOrEqual(t, got.Deals, 5)
	assert.Less(t, got.Deals, 1000)

	tour.OnProgress, tour.Games = nil, got.Deals
	want, err := foppen.PlayTournament(context.Background(), tour)
	require.NoError(t, err)
	assert.Equal(t, want, got)

	none, err := foppen.PlayTournament(ctx, tour)
	require.ErrorIs(t, err, context.Canceled)
	assert.Zero(t, none.Deals)
	assert.Equal(t, foppen.Mean{}, none.Entrants[0].Points)
}

// A bot that breaks the rules ends the tournament with an error that has the whole
// game in it, the same for any number of workers.
func TestTournamentReportsFaults(t *testing.T) {
	bad := making("bad", func(v foppen.View) foppen.Card {
		if v.TrickNumber() == 15 && v.Round() > 6 {
			return foppen.NoCard
		}
		return lowest(v)
	})
	var first string
	for _, workers := range []int{1, 2, 5} {
		r, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: append(bots("greedy", "greedy", "greedy"), bad), Games: 500, Workers: workers, Seed: 2})
		var e *foppen.BotError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, foppen.ErrBotSilent, e.Fault)
		assert.Equal(t, "bad", e.Bot)
		assert.Positive(t, r.Deals)
		assert.Equal(t, uint64(r.Deals), e.Number, "the deal after those that count")
		assert.Equal(t, 15, e.Record.Game().TrickNumber())
		if first == "" {
			first = err.Error()
		}
		assert.Equal(t, first, err.Error())
	}
}

// A result is written with the keys of foppen-duplicate/1, never with null, and reads
// back.
func TestTournamentJSON(t *testing.T) {
	text, err := json.Marshal(foppen.TournamentResult{})
	require.NoError(t, err)
	assert.Equal(t, `{"deals":0,"games":0,"rounds":0,"skill_share":{"mean":0,"low":0,"high":0},"deal_share":{"mean":0,"low":0,"high":0},"entrants":[]}`, string(text))

	mean := foppen.Mean{Value: 1.5, Low: 1, High: 2}
	r := foppen.TournamentResult{Deals: 1, Games: 4, Rounds: 21, Entrants: []foppen.Entrant{
		{Name: "greedy", SeatCount: 1, Points: mean, Edge: mean, Wins: mean, Fair: 0.25, Tens: mean},
	}}
	text, err = json.Marshal(r)
	require.NoError(t, err)
	const m = `{"mean":1.5,"low":1,"high":2}`
	assert.Equal(t, `{"deals":1,"games":4,"rounds":21,"skill_share":{"mean":0,"low":0,"high":0},"deal_share":{"mean":0,"low":0,"high":0},"entrants":[{"name":"greedy","seats":1,"points":`+m+`,"edge":`+m+`,"wins":`+m+`,"fair":0.25,"tens":`+m+`}]}`, string(text))

	for _, deals := range []int{1, 3} {
		r, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: bots("greedy", "random", "random"), Variant: foppen.Edition1995(), Games: deals})
		require.NoError(t, err)
		text, err := json.Marshal(r)
		require.NoError(t, err)
		var back foppen.TournamentResult
		require.NoError(t, json.Unmarshal(text, &back))
		assert.Equal(t, r, back)
	}
}

func TestTournamentRefusals(t *testing.T) {
	four := bots("random", "random", "random", "random")
	for field, tour := range map[string]foppen.SimConfig{
		"Games":   {Bots: four},
		"First":   {Bots: four, Games: 2, First: foppen.MaxGameNumber - 1},
		"Workers": {Bots: four, Games: 1, Workers: -1},
	} {
		_, err := foppen.PlayTournament(context.Background(), tour)
		var e *foppen.ArgError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, field, e.Field)
	}
	for _, tour := range []foppen.SimConfig{
		{Bots: four[:3], Games: 1}, {Bots: slices.Repeat(four, 3), Games: 1}, {Bots: four, Games: 1, Variant: foppen.Variant{OnePenalty: 5}},
	} {
		_, err := foppen.PlayTournament(context.Background(), tour)
		var e *foppen.VariantError
		require.ErrorAs(t, err, &e)
	}
}
