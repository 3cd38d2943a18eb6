package foppen_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/foppen-go/foppen"
)

func ExampleSimulate() {
	r, err := foppen.Simulate(context.Background(), foppen.SimConfig{Players: 4, Games: 1000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r)
	rounds, _ := r.Mean(foppen.MeasureRoundsPerGame)
	fooled, _ := r.Mean(foppen.MeasureFooledPerRound)
	fmt.Println("rounds of a game:", rounds)
	fmt.Println("times fooled, each player in a round:", fooled)
	// Output:
	// rulebook-2018, 4 players, random random random random, seed 1, games 0-999
	// rounds of a game: 5.513 (5.436 to 5.590)
	// times fooled, each player in a round: 3.438 (3.433 to 3.444)
}

func ExampleSimConfig() {
	c := foppen.SimConfig{
		Variant: foppen.Edition1995(),
		Players: 3,
		Bots:    []foppen.BotMaker{foppen.Must(foppen.ParseBot("greedy")), foppen.Must(foppen.ParseBot("random")), foppen.Must(foppen.ParseBot("random"))},
		Games:   200,
		Seed:    7,
	}
	r, err := foppen.Simulate(context.Background(), c)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r)
	fmt.Println("greedy wins more than its share:", r.Seat(0).Wins.Low > 1.0/3)
	// Output:
	// edition-1995, 3 players, greedy random random, seed 7, games 0-199
	// greedy wins more than its share: true
}

func ExampleGameResult() {
	c := foppen.SimConfig{Games: 3, Seed: 1, First: 40}
	c.OnGame = func(r foppen.GameResult) error {
		fmt.Println("game", r.Number, "seat", r.Starter, "starts,", r.Rounds, "rounds, ended by", r.Ended, "winners", r.Winners, r.Totals[:r.Players])
		return nil
	}
	if _, err := foppen.Simulate(context.Background(), c); err != nil {
		fmt.Println(err)
	}
	// Output:
	// game 40 seat 0 starts, 4 rounds, ended by minus-points winners 2 [-62 -87 -21 -74]
	// game 41 seat 1 starts, 5 rounds, ended by tens winners 0 [10 -4 -50 -62]
	// game 42 seat 2 starts, 6 rounds, ended by tens winners 0 [-6 -15 -20 -49]
}

func ExampleArgError() {
	_, err := foppen.Simulate(context.Background(), foppen.SimConfig{Games: -5})
	fmt.Println(err)
	var e *foppen.ArgError
	fmt.Println(errors.As(err, &e), e.Field)
	// Output:
	// foppen: Games: -5 games, want 1 or more
	// true Games
}

func ExampleReport() {
	r, _ := foppen.Simulate(context.Background(), foppen.SimConfig{Games: 100, Seed: 3})
	fmt.Println(r.Variant().Name(), r.Players(), r.Bots(), r.Seed(), r.Games(), r.Ranges())
	// A report can be stored, and read again for Merge.
	text, err := json.Marshal(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	var again foppen.Report
	fmt.Println(json.Unmarshal(text, &again), again)
	// Output:
	// rulebook-2018 4 [random random random random] 3 100 [0-99]
	// <nil> rulebook-2018, 4 players, random random random random, seed 3, games 0-99
}

func ExampleGameRange() {
	fmt.Println(foppen.GameRange{First: 1000, Games: 500})
	// Output: 1000-1499
}

func ExampleReport_Merge() {
	// Two machines play one half each of a run of 200 games.
	ctx := context.Background()
	a, _ := foppen.Simulate(ctx, foppen.SimConfig{Games: 100, Seed: 3})
	b, _ := foppen.Simulate(ctx, foppen.SimConfig{Games: 100, Seed: 3, First: 100})
	merged, err := a.Merge(b)
	fmt.Println(merged, err)

	whole, _ := foppen.Simulate(ctx, foppen.SimConfig{Games: 200, Seed: 3})
	fmt.Println("the same as one run:", merged.Equal(whole))

	_, err = a.Merge(a)
	fmt.Println(err)
	// Output:
	// rulebook-2018, 4 players, random random random random, seed 3, games 0-199 <nil>
	// the same as one run: true
	// foppen: games: 0-99 and 0-99 overlap
}

func ExampleReport_Equal() {
	// The number of workers does not change what happens.
	ctx := context.Background()
	a, _ := foppen.Simulate(ctx, foppen.SimConfig{Games: 100, Seed: 3, Workers: 1})
	b, _ := foppen.Simulate(ctx, foppen.SimConfig{Games: 100, Seed: 3, Workers: 4})
	fmt.Println(a.Equal(b), a.Equal(foppen.Report{}))
	// Output: true false
}

func ExampleMeasure() {
	m := foppen.MeasureTricksPerRound
	fmt.Println(m, m.IsShare())
	fmt.Println(foppen.MeasureOutSpoiled, foppen.MeasureOutSpoiled.IsShare())
	// Output:
	// tricks_per_round false
	// out_spoiled true
}

func ExampleMeasures() {
	r, _ := foppen.Simulate(context.Background(), foppen.SimConfig{Games: 100, Seed: 3})
	for _, m := range foppen.Measures()[:4] {
		mean, ok := r.Mean(m)
		fmt.Println(m, mean, ok)
	}
	// Output:
	// rounds_per_game 5.590 (5.346 to 5.834) true
	// cards_per_game 237.310 (226.497 to 248.123) true
	// tricks_per_round 13.818 (13.761 to 13.875) true
	// cards_per_round 42.453 (42.282 to 42.624) true
}

func ExampleMean() {
	m := foppen.Mean{Value: 5.5, Low: 5.25, High: 5.75}
	fmt.Println(m)
	text, _ := json.Marshal(m)
	fmt.Println(string(text))
	// Output:
	// 5.500 (5.250 to 5.750)
	// {"mean":5.5,"low":5.25,"high":5.75}
}

func ExampleSeatStats() {
	r, _ := foppen.Simulate(context.Background(), foppen.SimConfig{Games: 2000, Seed: 3})
	for i := range r.Players() {
		p := r.FromStarter(i)
		fmt.Printf("%d places after the first starting player: wins %s, total %s\n", i, p.Wins, p.Total)
	}
	// Output:
	// 0 places after the first starting player: wins 0.253 (0.234 to 0.272), total -47.380 (-48.744 to -46.016)
	// 1 places after the first starting player: wins 0.244 (0.225 to 0.262), total -47.222 (-48.602 to -45.843)
	// 2 places after the first starting player: wins 0.251 (0.232 to 0.270), total -46.776 (-48.156 to -45.397)
	// 3 places after the first starting player: wins 0.252 (0.233 to 0.271), total -46.775 (-48.156 to -45.394)
}

func ExampleDistribution() {
	r, _ := foppen.Simulate(context.Background(), foppen.SimConfig{Games: 1000, Seed: 3})
	totals, _ := r.Distribution(foppen.MeasureTotalPerGame)
	fmt.Println(totals)
	fmt.Println("half of all players end between", totals.Percentile(25), "and", totals.Percentile(75))
	all, _ := r.Distribution(foppen.MeasureRoundsPerGame)
	for rounds, games := range all.All() {
		fmt.Println(rounds, "rounds:", games, "games")
	}
	// Output:
	// mean -46.902, sd 31.316, -123 to 50, median -47
	// half of all players end between -73 and -24
	// 2 rounds: 4 games
	// 3 rounds: 47 games
	// 4 rounds: 148 games
	// 5 rounds: 271 games
	// 6 rounds: 328 games
	// 7 rounds: 153 games
	// 8 rounds: 42 games
	// 9 rounds: 3 games
	// 10 rounds: 4 games
}

func ExampleCompare() {
	// What does it change if a 1 left in hand costs 1 point instead of 5?
	cheap := foppen.Rulebook2018()
	cheap.OnePenalty = 1
	c, err := foppen.Compare(context.Background(), foppen.SimConfig{Variant: cheap, Players: 4, Games: 1000, Seed: 1}, foppen.SimConfig{Variant: foppen.Rulebook2018()})
	if err != nil {
		fmt.Println(err)
		return
	}
	points, _ := c.Difference(1, foppen.MeasurePointsPerRound)
	rounds, _ := c.Difference(1, foppen.MeasureRoundsPerGame)
	fmt.Println("points a round:", points)
	fmt.Println("rounds of a game:", rounds)
	// Output:
	// points a round: 0.221 (0.171 to 0.271)
	// rounds of a game: 0.067 (0.036 to 0.098)
}

func ExampleComparison() {
	c, _ := foppen.Compare(context.Background(), foppen.SimConfig{Variant: foppen.Rulebook2018Ja(), Games: 500}, foppen.SimConfig{Variant: foppen.Rulebook2018()})
	fmt.Println(c)
	for _, m := range []foppen.Measure{foppen.MeasureRoundsPerGame, foppen.MeasureLastTotal} {
		a, _ := c.Reports()[0].Mean(m)
		b, _ := c.Reports()[1].Mean(m)
		d, _ := c.Difference(1, m)
		fmt.Printf("%s: %.3f and %.3f, difference %s\n", m, a.Value, b.Value, d)
	}
	// Output:
	// rulebook-2018-ja against rulebook-2018, 4 players, random random random random, seed 0, games 0-499, the same deals
	// rounds_per_game: 5.568 and 5.522, difference 0.046 (0.014 to 0.078)
	// last_total: -82.058 and -81.556, difference -0.502 (-1.045 to 0.041)
}
