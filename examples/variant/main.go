// Command variant tries out house rules: those of the 2018 rulebook for four players, but
// every trick fools two of them and a 1 left in hand costs 1. It plays the same games by
// both rules and prints by how much each figure has changed, with the interval in which
// the truth lies. A change whose interval does not hold 0 is more than chance.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"slices"

	"github.com/foppen-go/foppen"
)

func main() {
	if err := compare(os.Stdout, 2000); err != nil {
		log.Fatal(err)
	}
}

func compare(w io.Writer, games int) error {
	house := foppen.Rulebook2018()
	house.Setups[4].Discs, house.OnePenalty = 2, 1
	bots := slices.Repeat([]foppen.BotMaker{foppen.Must(foppen.ParseBot("greedy"))}, 4)
	config := foppen.SimConfig{Variant: house, Players: 4, Bots: bots, Games: games, Seed: 1}
	result, err := foppen.Compare(context.Background(), config, foppen.SimConfig{Variant: foppen.Rulebook2018()})
	if err != nil {
		return err
	}
	for _, m := range foppen.Measures() {
		if change, ok := result.Difference(1, m); ok {
			fmt.Fprintf(w, "%-18v %v\n", m, change)
		}
	}
	return nil
}
