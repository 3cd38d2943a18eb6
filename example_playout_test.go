package foppen_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/foppen-go/foppen"
)

// A flat is a search of one's own: it plays each card on the same samples to the end of
// the round, and chooses the one with the most points above the others'.
type flat struct {
	samples int
	src     rand.Source
}

func (b flat) Choose(v foppen.View) foppen.Card {
	var deal, trial foppen.Playout
	sampler := v.Sampler()
	sums := make([]int, v.Legal().Len())
	for range b.samples {
		deal.Sample(sampler, b.src)
		i := 0
		for card := range v.Legal().All() {
			trial.CopyFrom(&deal)
			if trial.Play(card) != nil || trial.Finish(foppen.GreedyPolicy, b.src) != nil {
				return foppen.NoCard // cannot happen: all cards are legal
			}
			sums[i] += v.Players() * trial.Points(v.Seat())
			for seat := range v.Seats().All() {
				sums[i] -= trial.Points(seat)
			}
			i++
		}
	}
	best := 0
	for i, sum := range sums {
		if sum > sums[best] {
			best = i
		}
	}
	return v.Legal().At(best)
}

// A search of one's own needs no more than this.
func ExamplePlayout() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(20, 18)))
	bot := flat{samples: 100, src: rand.NewPCG(1, 2)}
	fmt.Println("hand", g.Hand(0))
	fmt.Println("lead", bot.Choose(g.View(0)))
	// Output:
	// hand G3 G6 G8 R3 R7 Y2 Y6 B3 B4 B5 B7 1
	// lead B5
}

// A Playout plays a round in place, and gives a Game at any time.
func ExampleNewPlayout() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(20, 18)))

	p := foppen.NewPlayout(g)
	for p.TrickNumber() == 1 {
		if err := p.Play(p.Legal().Highest()); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(p.Game().LastTrick(), "fools", p.Fools())
	fmt.Println(g.LastTrick().Len(), "cards in the game that it came from")
	// Output:
	// 0:1 1:B6 2:1 3:Y11 fools 3
	// 0 cards in the game that it came from
}

// A Policy of one's own: the highest card that may be played.
func ExamplePolicy() {
	highest := func(p *foppen.Playout, _ rand.Source) foppen.Card { return p.Legal().Highest() }
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(20, 18)))
	for _, policy := range []foppen.Policy{highest, foppen.RandomPolicy, foppen.GreedyPolicy} {
		p := foppen.NewPlayout(g)
		if err := p.Finish(policy, rand.NewPCG(1, 2)); err != nil {
			fmt.Println(err)
		}
		fmt.Println(p.Points(0), p.Points(1), p.Points(2), p.Points(3))
	}
	// Output:
	// -3 -2 10 10
	// -10 -17 -29 10
	// -9 -6 0 -9
}

func ExampleGreedyPolicy() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(20, 18)))
	fmt.Println(foppen.GreedyPolicy(foppen.NewPlayout(g), nil), "is what the greedy bot leads:", foppen.NewGreedyBot().Choose(g.View(0)))
	// Output:
	// B7 is what the greedy bot leads: B7
}

func ExampleRandomPolicy() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(20, 18)))
	p := foppen.NewPlayout(g)
	err := p.Finish(foppen.RandomPolicy, rand.NewPCG(1, 2))
	fmt.Println(p.Game() == g.Playout(rand.NewPCG(1, 2)), err)
	// Output:
	// true <nil>
}
