package foppen_test

import (
	"context"
	"fmt"

	"github.com/foppen-go/foppen"
)

func ExampleAnalyze() {
	game, err := foppen.PlayGame(context.Background(), foppen.Record{}, foppen.SimConfig{Players: 4, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	config := foppen.AnalyzeConfig{Bot: foppen.Must(foppen.ParseBot("search:20")), Round: 1}
	analysis, err := foppen.Analyze(context.Background(), game, config)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range analysis.Seats {
		fmt.Println("seat", s.Seat, "had", s.Choices, "choices; any of them better done otherwise:", s.Errors > 0)
	}
	worst := analysis.Choices[0]
	fmt.Println("The worst cost something:", worst.Cost.Value > 0)
	// Output:
}
