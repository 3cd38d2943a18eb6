package foppen_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/foppen-go/foppen"
)

// A Game can be stored at any moment.
func ExampleGame_MarshalJSON() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(1, 2)))
	stored, _ := json.Marshal(g)

	var again foppen.Game
	err := json.Unmarshal(stored, &again)
	fmt.Println(again == g, err)
	// Output: true <nil>
}

// Whatever does not agree with the rules is refused, with the place and the rule.
func ExampleGame_UnmarshalJSON() {
	var g foppen.Game
	err := json.Unmarshal([]byte(`{"format":"foppen-game/1","variant":"rulebook-2018","players":9}`), &g)
	fmt.Println(err)
	// Output: foppen: players at byte 62: want a whole number from 2 to 8, got 9
}

// A View as JSON is what a client needs to draw the table.
func ExampleView_MarshalJSON() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(1, 2)))
	g, _ = g.Play(g.Legal().Lowest())
	data, _ := json.Marshal(g.View(1))
	var table struct {
		Turn     int
		Led      string
		Hand     []string
		Trick    []struct{ Card string }
		Verdicts []struct{ Card, Reason string }
	}
	_ = json.Unmarshal(data, &table)
	fmt.Println(table.Turn, table.Led, table.Trick, table.Hand[:3], table.Verdicts[0])
	// Output: 1 green [{G4}] [G6 G7 G8] {G6 playable}
}

func ExampleDecodeMove() {
	m, err := foppen.DecodeMove([]byte(`{"seat":0,"play":"G17"}`))
	fmt.Println(m, err)
	_, err = foppen.DecodeMove([]byte(`{"seat":0,"play":"G32"}`))
	fmt.Println(err)
	// Output:
	// seat 0 plays G17 <nil>
	// foppen: play at byte 17: "G32" is not a valid card: at 0 want 1, or G, R, Y or B and a value from 2 to 31
}

func ExampleDecodeEvent() {
	data, _ := json.Marshal(foppen.TrickWon{Seat: 2, Card: foppen.Must(foppen.ParseCard("G17"))})
	fmt.Println(string(data))
	e, _ := foppen.DecodeEvent(data)
	fmt.Println(e)
	// Output:
	// {"type":"trick-won","seat":2,"card":"G17"}
	// seat 2 wins the trick with G17
}

func ExampleParseMove() {
	m, _ := foppen.ParseMove("seat 2 does not bet")
	data, _ := json.Marshal(m)
	fmt.Println(string(data))
	// Output: {"seat":2,"bet":false}
}

// The text of a Game fits on one line of a bug report.
func ExampleParseGame() {
	small := foppen.Must(foppen.ParseVariant("edition-1995 2.green=5 2.ones=1 2.hand=2 2.rounds=1"))
	g, _ := foppen.New(2, foppen.WithVariant(small))
	g, _ = g.Deal(foppen.Must(foppen.ParseMove("deal G2 G4|G3 1")).(foppen.Deal))
	g, _ = g.Play(foppen.Must(foppen.ParseCard("G4")))
	fmt.Println(g)

	again, err := foppen.ParseGame(g.String())
	fmt.Println(again == g, err)
	// Output:
	// variant edition-1995 2.green=5 2.ones=1 2.hand=2 2.rounds=1; players 2; phase play; round 1; dealer 1; starter 0; totals 0 0; minus 0 0; tens 0 0; dealt G2 G4|G3 1; tricks 0:G4
	// true <nil>
}

func ExampleParseVariant() {
	v, err := foppen.ParseVariant("rulebook-2018 one_penalty=1 4.discs=2")
	fmt.Println(v.OnePenalty, v.Setups[4].Discs, err)

	_, err = foppen.ParseVariant("rulebook-2018 4.discs=3")
	fmt.Println(err)
	// Output:
	// 1 2 <nil>
	// foppen: impossible variant: Setups[4].Discs is 3, want 0 to 2 (rule 1.6)
}

func ExampleVariant_UnmarshalJSON() {
	var v foppen.Variant
	err := json.Unmarshal([]byte(`{"base": "rulebook-2018", "minus_limit": 100, "setups": {"4": {"discs": 2}}}`), &v)
	fmt.Println(v, err)

	err = json.Unmarshal([]byte(`{"base": "rulebook-2018", "setups": {"4": {"discs": 3}}}`), &v)
	var why *foppen.VariantError
	if errors.As(err, &why) {
		fmt.Println(why.Fields[0])
	}
	// Output:
	// rulebook-2018 minus_limit=100 4.discs=2 <nil>
	// Setups[4].Discs is 3, want 0 to 2 (rule 1.6)
}

func ExampleDecodeEvents() {
	g, _ := foppen.New(4)
	g, _ = g.Deal(g.Shuffle(rand.NewPCG(1, 2)))
	_, events, _ := g.Apply(foppen.Play{Seat: 0, Card: g.Legal().Lowest()})
	data, _ := json.Marshal(foppen.RedactAll(events, 2)) // what a server sends to seat 2
	fmt.Println(string(data))
	events, err := foppen.DecodeEvents(data)
	fmt.Println(len(events), events[0], err)
	// Output:
	// [{"type":"card-played","seat":0,"card":"G4","follows":true},{"type":"color-led","seat":0,"color":"green"}]
	// 2 seat 0 plays G4 <nil>
}
