package foppen_test

import (
	"context"
	"fmt"

	"github.com/foppen-go/foppen"
)

func ExampleLadder() {
	config := foppen.SimConfig{Players: 4, Games: 60, Seed: 1}
	for _, name := range []string{"random", "greedy"} {
		config.Bots = append(config.Bots, foppen.Must(foppen.ParseBot(name)))
	}
	result, err := foppen.Ladder(context.Background(), config)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result)
	for _, e := range result.Entries() {
		fmt.Println(e.Name, e.Comparisons)
	}
	// Output:
	// rulebook-2018, 4 players, random greedy, seed 1, games 0-59, each played 4 times
	// greedy 960
	// random 960
}

func ExampleLadderResult_Merge() {
	config := foppen.SimConfig{Players: 4, Games: 10, Bots: []foppen.BotMaker{
		foppen.Must(foppen.ParseBot("random")), foppen.Must(foppen.ParseBot("greedy")),
	}}
	var merged foppen.LadderResult
	for part := range 2 {
		config.First = uint64(10 * part)
		result, err := foppen.Ladder(context.Background(), config)
		if err == nil && part > 0 {
			result, err = merged.Merge(result)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		merged = result
	}
	fmt.Println(merged.Deals(), "deals", merged.Ranges())
	// Output:
	// 20 deals [0-19]
}

func ExampleLadderEntry() {
	e := foppen.LadderEntry{Name: "greedy", Rating: foppen.Mean{Value: 210.42, Low: 195.1, High: 225.74}, Score: 0.812}
	fmt.Println(e)
	// Output:
	// greedy: rating 210.42 (195.10 to 225.74), score 0.812
}
