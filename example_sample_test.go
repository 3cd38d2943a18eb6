package foppen_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/foppen-go/foppen"
)

// A sample is a whole game that looks the same from the seat.
func ExampleView_Sample() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(20, 18)))
	g, _ = g.Play(foppen.Must(foppen.ParseCard("B7")))

	v := g.View(1) // what seat 1 knows
	sample := v.Sample(rand.NewPCG(1, 2))
	fmt.Println("seat 1 has  ", sample.Hand(1))
	fmt.Println("0 might have", sample.Hand(0))
	fmt.Println("in truth has", g.Hand(0))
	fmt.Println(sample.View(1) == v)
	// Output:
	// seat 1 has   G2 G4 G11 G12 G13 G14 G15 R2 R4 Y9 B2 B6
	// 0 might have G8 G16 R6 R8 R12 Y4 Y5 Y10 B3 1 1
	// in truth has G3 G6 G8 R3 R7 Y2 Y6 B3 B4 B5 1
	// true
}

// Many samples tell how likely something is, here that the player to the left has a 1.
// A Sampler draws them faster than View.Sample, since it looks at the view just once.
func ExampleSampler() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(20, 18)))
	v := g.View(0)
	sampler := v.Sampler()

	src := rand.NewPCG(1, 2)
	n := 0
	for range 1000 {
		if sampler.Sample(src).Hand(1).Has(foppen.One) {
			n++
		}
	}
	fmt.Printf("%v 1s are unseen; seat 1 has one in %d of 1000 samples\n", v.Unseen().Count(foppen.One), n)
	// Output:
	// 2 1s are unseen; seat 1 has one in 569 of 1000 samples
}

// A draw from a Sampler is what View.Sample gives with the same numbers.
func ExampleView_Sampler() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(20, 18)))
	v := g.View(1)
	fmt.Println(v.Sampler().Sample(rand.NewPCG(1, 2)) == v.Sample(rand.NewPCG(1, 2)))
	// Output:
	// true
}

// Goroutines can share a Sampler, each with a source of its own.
func ExampleSampler_Sample() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(20, 18)))
	sampler := g.View(0).Sampler()
	fmt.Println(sampler.Sample(rand.NewPCG(1, 2)).Hand(0))
	fmt.Println(sampler.Sample(rand.NewPCG(3, 4)).Hand(0) == g.Hand(0))
	// Output:
	// G3 G6 G8 R3 R7 Y2 Y6 B3 B4 B5 B7 1
	// true
}
