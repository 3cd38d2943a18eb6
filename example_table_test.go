package foppen_test

import (
	"fmt"

	"github.com/foppen-go/foppen"
)

// A person at seat 0 plays against three bots: here one round of always the lowest card.
func ExampleTable() {
	record := foppen.Must(foppen.NewRecord(foppen.Must(foppen.New(4)), "Anna", "Ben", "Cem", "Dora"))
	bot := foppen.Must(foppen.ParseBot("greedy"))
	table := foppen.Must(foppen.NewTable(record, foppen.TableConfig{Bots: []foppen.BotMaker{{}, bot, bot, bot}}))
	narrator := foppen.Must(foppen.NewNarrator(0, record.Names(), foppen.English()))
	const seed = 1 // a server draws 64 random bits and keeps them to itself

	for range 8 {
		var events []foppen.Event
		var err error
		switch {
		case table.Held():
			fmt.Println("(The trick is shown for a while.)")
			fallthrough
		case table.CanStep():
			table, events, err = table.Step(table.Source(seed))
		default:
			seat := table.Person()
			card := table.View(seat).Legal().Lowest()
			table, events, err = table.Apply(foppen.Play{Seat: seat, Card: card})
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, e := range events {
			fmt.Println(narrator.Tell(e))
		}
	}
	// Output:
	// Dora deals round 1: 12 cards for everybody. You lead. You hold green 2, green 13, green 14, green 15, green 16, red 9, yellow 2, yellow 4, yellow 6, yellow 10, blue 5 and a 1.
	// You play green 2.
	// You set the led color: green.
	// Ben plays green 4.
	// Cem plays green 7.
	// Dora plays green 3.
	// Cem wins the trick with green 7.
	// You are fooled for following low with green 2.
	// (The trick is shown for a while.)
	// Cem plays red 13.
	// Cem sets the led color: red.
	// Dora plays a 1.
}

func ExampleNewTable() {
	record := foppen.Must(foppen.NewRecord(foppen.Must(foppen.New(4))))
	bot := foppen.Must(foppen.ParseBot("greedy"))
	table, err := foppen.NewTable(record, foppen.TableConfig{Bots: []foppen.BotMaker{{}, bot, {}, bot}})
	fmt.Println(table.Persons(), err)
	// Output:
	// 0,2 <nil>
}

func ExampleTableConfig() {
	record := foppen.Must(foppen.NewRecord(foppen.Must(foppen.New(4))))
	_, err := foppen.NewTable(record, foppen.TableConfig{FreeUndo: true})
	fmt.Println(err)
	// Output:
	// foppen: FreeUndo: is for one person, not for 4
}

// What nobody else has learned anything from can be taken back.
func ExampleTable_Undo() {
	record := foppen.Must(foppen.NewRecord(foppen.Must(foppen.New(4))))
	bot := foppen.Must(foppen.ParseBot("greedy"))
	table := foppen.Must(foppen.NewTable(record, foppen.TableConfig{Bots: []foppen.BotMaker{{}, bot, bot, bot}}))
	table, _, _ = table.Step(table.Source(1)) // the deal
	table, _, _ = table.Apply(foppen.Play{Seat: 0, Card: table.View(0).Legal().Lowest()})
	back, err := table.Undo(0)
	fmt.Println(back.Record().Len(), err)

	table, _, _ = table.Step(table.Source(1)) // a bot plays
	_, err = table.Undo(0)
	fmt.Println(err)
	// Output:
	// 1 <nil>
	// foppen: seat: other cards have been played since
}

// The turn of a person who is late is a bot's until the person is back.
func ExampleTable_Leave() {
	record := foppen.Must(foppen.NewRecord(foppen.Must(foppen.New(4))))
	table := foppen.Must(foppen.NewTable(record, foppen.TableConfig{}))
	table, _, _ = table.Step(table.Source(1))
	fmt.Println(table.Person())
	table, _, _ = table.Leave(0).Step(table.Source(1))
	fmt.Println(table.Person(), table.Away())
	// Output:
	// 0
	// 1 0
}

func ExampleNarrator() {
	names := []string{"Anna", "Ben"}
	won := foppen.TrickWon{Seat: 0, Card: foppen.Must(foppen.ParseCard("G17"))}
	for _, you := range []foppen.Seat{0, 1} {
		n := foppen.Must(foppen.NewNarrator(you, names, foppen.English()))
		fmt.Println(n.Tell(won))
	}
	// Output:
	// You win the trick with green 17.
	// Anna wins the trick with green 17.
}

func ExampleNewNarrator() {
	_, err := foppen.NewNarrator(foppen.NoSeat, nil, foppen.Phrases{Text: map[string]string{"you": "Du"}})
	fmt.Println(err)
	// Output:
	// foppen: phrase bet_hidden: is missing
}

// Words are put in the order that a language wants.
func ExamplePhrases() {
	p := foppen.English()
	p.Text["card"] = "{value} of {color}"
	p.Text["fooled_discard"] = "A disc goes to {who}, for {card}."
	n := foppen.Must(foppen.NewNarrator(foppen.NoSeat, []string{"Anna"}, p))
	fmt.Println(n.Tell(foppen.Fooled{Fool: foppen.Fool{Seat: 0, Card: foppen.Must(foppen.ParseCard("R5")), Reason: foppen.LowestDiscard}}))
	// Output:
	// A disc goes to Anna, for 5 of red.
}

func ExampleEnglish() {
	fmt.Println(foppen.English().Text["trick_won_you"])
	// Output:
	// You win the trick with {card}.
}
