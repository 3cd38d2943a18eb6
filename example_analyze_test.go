package foppen_test

import (
	"context"
	"encoding/json"
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
	worst := analysis.Choices[0]
	fmt.Println("A choice that cost something:", worst.Cost.Value > 0)
	fmt.Println("Seats with choices:", len(analysis.Seats))
	// Output:
	// A choice that cost something: true
	// Seats with choices: 4
}

// One seat's choices in one round, as an app shows them after the round.
func ExampleAnalyzeConfig() {
	game, err := foppen.PlayGame(context.Background(), foppen.Record{}, foppen.SimConfig{Players: 4, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	analysis, err := foppen.Analyze(context.Background(), game, foppen.AnalyzeConfig{
		Bot: foppen.Must(foppen.ParseBot("search:5")), Seats: foppen.Seats(0).With(2), Round: 3,
	})
	for _, c := range analysis.Choices {
		if c.Seat() != 2 || c.Round != 3 {
			fmt.Println("not asked for:", c)
		}
	}
	fmt.Println(len(analysis.Seats), "seat,", err)
	// Output:
	// 1 seat, <nil>
}

func ExampleAnalysis() {
	text, err := json.Marshal(foppen.Analysis{
		Choices: []foppen.Choice{},
		Seats:   []foppen.SeatAnalysis{{Seat: 2, Choices: 40, Best: 30, Errors: 3, Accuracy: 0.75, Cost: foppen.Mean{Value: 12.5, Low: 8, High: 17}}},
	})
	fmt.Println(string(text), err)
	// Output:
	// {"choices":[],"seats":[{"seat":2,"choices":40,"best":30,"errors":3,"accuracy":0.75,"cost":{"mean":12.5,"low":8,"high":17}}]} <nil>
}

func ExampleSeatAnalysis() {
	s := foppen.SeatAnalysis{Seat: 2, Choices: 40, Best: 30, Errors: 3, Accuracy: 0.75}
	fmt.Printf("seat %s: %.0f %% of %d choices the best, %d surely not\n", s.Seat, 100*s.Accuracy, s.Choices, s.Errors)
	// Output:
	// seat 2: 75 % of 40 choices the best, 3 surely not
}

func ExampleChoice() {
	var c foppen.Choice
	err := json.Unmarshal([]byte(`{"number":6,"round":1,"trick":2,"made":{"seat":0,"play":"G17"},"best":{"seat":0,"play":"G3"},
		"cost":{"mean":4.5,"low":2.1,"high":6.9}}`), &c)
	fmt.Println(err)
	fmt.Printf("trick %d: %v, where %v is better by %s\n", c.Trick, c.Made, c.Best, c.Cost)
	// Output:
	// <nil>
	// trick 2: seat 0 plays G17, where seat 0 plays G3 is better by 4.500 (2.100 to 6.900)
}
