// Command mybot shows how to write a bot and how to find out what it is worth: it enters
// a duplicate tournament against greedy bots, in which every deal is played with the bots
// at every seat, so that luck with the cards cancels. A bot is one method that takes a
// View, all that a player at that seat may know, and returns a card that may be played.
// This one beats random bots and loses to greedy ones: make it better.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/foppen-go/foppen"
)

// A carefulBot plays its lowest card that is better than the worst of the trick as it lies,
// else its highest. It keeps nothing and needs no chance.
type carefulBot struct{}

func (carefulBot) Choose(v foppen.View) foppen.Card {
	cards := slices.SortedFunc(v.Legal().All(), func(a, b foppen.Card) int { return a.Value() - b.Value() })
	for _, card := range cards {
		if !fools(v, card) {
			return card
		}
	}
	return cards[len(cards)-1]
}

// fools reports whether the card would fool its player if the trick ended with it. No
// card is safe when it is the first.
func fools(v foppen.View, card foppen.Card) bool {
	trick, err := v.Trick().Add(v.Seat(), card)
	discs := v.Variant().Setups[v.Players()].Discs
	worst := trick.Fools(discs, v.Variant().WorstTie)
	mine := func(f foppen.Fool) bool { return f.Seat == v.Seat() }
	return err != nil || trick.Len() == 1 || slices.ContainsFunc(worst, mine)
}

func main() {
	if err := compete(os.Stdout, 500); err != nil {
		log.Fatal(err)
	}
}

func compete(w io.Writer, deals int) error {
	careful := foppen.BotMaker{Name: "careful", New: func(rand.Source) foppen.Bot { return carefulBot{} }}
	greedy := foppen.Must(foppen.ParseBot("greedy"))
	bots := []foppen.BotMaker{careful, greedy, careful, greedy}
	result, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: bots, Games: deals, Seed: 1})
	for _, entrant := range result.Entrants {
		fmt.Fprintln(w, entrant)
	}
	return err
}
