package foppen_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/foppen-go/foppen"
)

// A server sends each seat the redacted events of every move, and the client keeps
// its View up to date with them.
func ExampleView_Update() {
	g, _ := foppen.New(4)
	client := g.View(2)

	for _, m := range []func(foppen.Game) foppen.Move{
		func(g foppen.Game) foppen.Move { return g.Shuffle(rand.NewPCG(1, 2)) },
		func(g foppen.Game) foppen.Move { return foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()} },
	} {
		next, events, _ := g.Apply(m(g))
		for _, e := range events {
			e = foppen.Redact(e, 2) // on the server
			fmt.Println(e)
			client, _ = client.Update(e) // on the client
		}
		g = next
	}
	fmt.Println(client == g.View(2))
	// Output:
	// round 1 is dealt by seat 3, 12 cards each, and seat 0 leads; seat 2 has G3 G9 G12 G13 G14 R2 R5 R13 B3 B7 1 1
	// seat 0 plays G4
	// the led color is green, set by seat 0
	// true
}

func ExampleView_Verdicts() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(1, 2)))
	g, _ = g.Play(g.Legal().Lowest())
	for _, v := range g.View(1).Verdicts() {
		fmt.Println(v.Card, v.Reason)
	}
	// Output:
	// G6 may be played
	// G7 may be played
	// G8 may be played
	// G10 may be played
	// G16 may be played
	// R6 must follow the led color
	// R7 must follow the led color
	// Y9 must follow the led color
	// Y11 must follow the led color
	// B4 must follow the led color
	// B5 must follow the led color
	// B6 must follow the led color
}

func ExampleView_Equal() {
	g, _ := foppen.New(4)
	a, _ := g.Deal(g.Shuffle(rand.NewPCG(1, 2)))
	b, _ := g.Deal(g.Shuffle(rand.NewPCG(3, 4)))
	fmt.Println("seats:", a.View(0).Equal(b.View(0)))
	fmt.Println("spectators:", a.View(foppen.NoSeat).Equal(b.View(foppen.NoSeat)))
	// Output:
	// seats: false
	// spectators: true
}

func ExampleEventError() {
	g, _ := foppen.New(4)
	v := g.View(2)
	_, err := v.Update(foppen.CardPlayed{Seat: 1, Card: foppen.Must(foppen.ParseCard("G2")), Follows: true})
	fmt.Println(err)
	// Output: foppen: cannot follow here: seat 1 plays G2; want a deal
}
