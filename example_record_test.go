package foppen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/foppen-go/foppen"
)

// tinyGame is a game of two short rounds for three players: eight cards, two a
// hand.
func tinyGame() foppen.Game {
	v := foppen.Edition1995()
	v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{3: {Green: 4, Red: 3, Blue: 2, Ones: 2, HandSize: 2, Discs: 1, Rounds: 2}}
	g, err := foppen.New(3, foppen.WithVariant(v))
	if err != nil {
		log.Fatal(err)
	}
	return g
}

// tinyRecord is the first round of such a game.
func tinyRecord() foppen.Record {
	r, err := foppen.NewRecord(tinyGame(), "Ann", "Ben", "Eve")
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range []string{
		"deal G2 R2|G3 R3|G4 1",
		"seat 0 plays G2", "seat 1 plays G3", "seat 2 plays G4",
		"seat 2 plays 1", "seat 1 plays R3",
	} {
		if r, err = r.Append(foppen.Must(foppen.ParseMove(m))); err != nil {
			log.Fatal(err)
		}
	}
	return r
}

func ExampleRecord() {
	g, err := foppen.New(4)
	if err != nil {
		log.Fatal(err)
	}
	r, err := foppen.NewRecord(g, "Ann", "Ben", "Eve", "Tom")
	if err != nil {
		log.Fatal(err)
	}
	deal := foppen.Must(foppen.ParseMove("deal G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12 G13|R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13|" +
		"Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 B7 B8|G14 G15 G16 G17 B2 B3 B4 B5 B6 1 1 1"))
	if r, err = r.Append(deal); err != nil {
		log.Fatal(err)
	}
	if r, err = r.Append(foppen.Play{Seat: 0, Card: foppen.Must(foppen.ParseCard("G7"))}); err != nil {
		log.Fatal(err)
	}
	line, err := json.Marshal(r)
	if err != nil {
		log.Fatal(err)
	}
	var same foppen.Record
	if err := json.Unmarshal(line, &same); err != nil {
		log.Fatal(err)
	}
	fmt.Println(same.Equal(r), same.Len(), same.Game().Turn())
	fmt.Println(string(line[:100]))
	// Output:
	// true 2 1
	// {"format":"foppen/1","variant":"rulebook-2018","players":4,"dealer":3,"seats":["Ann","Ben","Eve","To
}

func ExampleNewRecord() {
	g, err := foppen.New(4)
	if err != nil {
		log.Fatal(err)
	}
	_, err = foppen.NewRecord(g, "Ann", "Ben")
	fmt.Println(err)
	// Output: foppen: names: have 2 for 4 seats, want one for each or none at all
}

func ExampleRecord_Append() {
	r := tinyRecord()
	longer, err := r.Append(foppen.Must(foppen.ParseMove("deal G2 G3|R2 1|R3 B2")))
	fmt.Println(longer.Len(), err)
	same, err := r.Append(foppen.Must(foppen.ParseMove("seat 2 bets")))
	fmt.Println(same.Len(), err)
	fmt.Println(r.Len(), "moves, as before")
	// Output:
	// 7 <nil>
	// 6 foppen: seat 2: not in this phase (rule 7.1); want a deal
	// 6 moves, as before
}

// An app shows what a move makes happen and keeps the longer record.
func ExampleRecord_Apply() {
	r := tinyRecord().Prefix(3)
	longer, events, err := r.Apply(foppen.Must(foppen.ParseMove("seat 2 plays G4")))
	for _, e := range events {
		fmt.Println(e)
	}
	fmt.Println(r.Len(), longer.Len(), err)
	// Output:
	// seat 2 plays G4
	// seat 2 wins the trick with G4
	// seat 0 is fooled for following low with G2
	// 3 4 <nil>
}

func ExampleRecord_All() {
	for g, events := range tinyRecord().All() {
		for _, e := range events {
			fmt.Println(e)
		}
		if g.Phase() == foppen.PlayPhase && g.Trick().Len() == 0 {
			fmt.Println("--")
		}
	}
	// Output:
	// round 1 is dealt by seat 2, 2 cards each, and seat 0 leads; seat 0 has G2 R2; seat 1 has G3 R3; seat 2 has G4 1
	// --
	// seat 0 plays G2
	// the led color is green, set by seat 0
	// seat 1 plays G3
	// seat 2 plays G4
	// seat 2 wins the trick with G4
	// seat 0 is fooled for following low with G2
	// --
	// seat 2 plays 1
	// seat 1 plays R3
	// the led color is red, set by seat 1
	// seat 1 wins the trick with R3
	// seat 2 is fooled for following low with 1
	// seat 0 takes part again
	// round 1 ends: seats 1,2 went out
	// seat 0 has R2 left: -2, total -2
	// seat 1 went out: +10, total 10
	// seat 2 went out but is fooled: 0, total 0
}

// A client that knows the first four moves is sent what it has missed.
func ExampleRecord_From() {
	r, known := tinyRecord(), 4
	for _, events := range r.From(known) {
		known++
		fmt.Println(known, events[0])
	}
	// Output:
	// 5 seat 2 plays 1
	// 6 seat 1 plays R3
}

func ExampleRecord_At() {
	r := tinyRecord()
	for n := range r.Len() + 1 {
		fmt.Printf("%d: %s, trick %q\n", n, r.At(n).Phase(), r.At(n).Trick())
	}
	// Output:
	// 0: deal, trick ""
	// 1: play, trick ""
	// 2: play, trick "0:G2"
	// 3: play, trick "0:G2 1:G3"
	// 4: play, trick ""
	// 5: play, trick "2:1"
	// 6: deal, trick ""
}

func ExampleRecord_Moves() {
	for m := range tinyRecord().Moves() {
		fmt.Println(m)
	}
	// Output:
	// deal G2 R2|G3 R3|G4 1
	// seat 0 plays G2
	// seat 1 plays G3
	// seat 2 plays G4
	// seat 2 plays 1
	// seat 1 plays R3
}

// Undo is keeping the old record, or going back to a shorter one.
func ExampleRecord_Prefix() {
	r := tinyRecord()
	undone := r.Prefix(r.Len() - 1)
	again, err := undone.Append(foppen.Must(foppen.ParseMove("seat 1 plays R3")))
	fmt.Println(undone.Len(), again.Equal(r), err)
	// Output: 5 true <nil>
}

func ExampleRecord_WriteTo() {
	if _, err := tinyRecord().Prefix(2).WriteTo(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output: {"format":"foppen/1","variant":{"setups":{"3":{"green":4,"red":3,"yellow":0,"blue":2,"ones":2,"hand":2,"discs":1,"rounds":2}},"starter":"clockwise","starter_score":"total","reference":"previous-starter","worst_tie":"last-played","one_penalty":1,"minus_limit":0,"minus_reach":"reached","minus_count":"net","tens_limit":0,"tens_count":"together","betting":false,"bet_bonus":10,"bet_other":5,"bet_factor":2},"players":3,"dealer":2,"seats":["Ann","Ben","Eve"],"moves":[{"deal":[["G2","R2"],["G3","R3"],["G4","1"]]},{"seat":0,"play":"G2"}]}
}

func ExampleRecord_String() {
	fmt.Println(tinyRecord())
	// Output:
	// foppen/1 players 3 dealer 2 variant edition-1995 3.green=4 3.red=3 3.yellow=0 3.blue=2 3.ones=2 3.hand=2 3.rounds=2 4=off 5=off 6=off
	// seats ["Ann","Ben","Eve"]
	// deal G2 R2|G3 R3|G4 1
	// play G2 G3 G4/1 R3
}

func ExampleParseRecord() {
	text := tinyRecord().String()
	r, err := foppen.ParseRecord(text)
	fmt.Println(r.Len(), r.Names(), err)
	_, err = foppen.ParseRecord(strings.Replace(text, "play G2 G3", "play G2 R3", 1))
	fmt.Println(err)
	// Output:
	// 6 [Ann Ben Eve] <nil>
	// foppen: round 1: trick 1: move 3: seat 1: R3: must follow the led color green (rule 3.4); could play G3
}

func ExampleRecordError() {
	line, err := json.Marshal(tinyRecord())
	if err != nil {
		log.Fatal(err)
	}
	wrong := bytes.Replace(line, []byte(`"play":"G3"`), []byte(`"play":"R3"`), 1)
	err = new(foppen.Record).UnmarshalJSON(wrong)
	var fault *foppen.RecordError
	if errors.As(err, &fault) {
		fmt.Println(fault.Round, fault.Trick, fault.Move, fault.Rule)
	}
	fmt.Println(errors.Is(err, foppen.ErrMustFollow))
	fmt.Println(err)
	// Output:
	// 1 1 3 R3.4
	// true
	// foppen: round 1: trick 1: move 3: seat 1: R3: must follow the led color green (rule 3.4); could play G3
}

func ExampleReadRecords() {
	var file bytes.Buffer
	for range 2 {
		if _, err := tinyRecord().WriteTo(&file); err != nil {
			log.Fatal(err)
		}
		file.WriteString(`{"format":"foppen/2"}` + "\n")
	}
	for r, err := range foppen.ReadRecords(&file) {
		if err != nil {
			fmt.Println(err)
			continue // or stop at the first fault
		}
		fmt.Println(r.Len(), "moves")
	}
	// Output:
	// 6 moves
	// foppen: line 2: game 2: format at byte 10: want "foppen/1", got "foppen/2"
	// 6 moves
	// foppen: line 4: game 4: format at byte 10: want "foppen/1", got "foppen/2"
}

// A player's app keeps what its seat has seen, a game a line.
func ExampleReadSeatRecords() {
	var file bytes.Buffer
	for _, n := range []int{3, 6} {
		if _, err := tinyRecord().Prefix(n).For(1).WriteTo(&file); err != nil {
			log.Fatal(err)
		}
	}
	for s, err := range foppen.ReadSeatRecords(&file) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("seat", s.Seat(), "has seen", s.Len(), "moves and holds", s.View().Hand().Len(), "cards")
	}
	// Output:
	// seat 1 has seen 3 moves and holds 1 cards
	// seat 1 has seen 6 moves and holds 0 cards
}

func ExampleDecodeError() {
	var r foppen.Record
	err := r.UnmarshalJSON([]byte(`{"format":"foppen/1","variant":"rulebook-2018","Players":4}`))
	var fault *foppen.DecodeError
	if errors.As(err, &fault) {
		fmt.Println(fault.Offset)
		fmt.Println(fault.Problem)
	}
	// Output:
	// 47
	// unknown key "Players", want one of format, variant, players, dealer, seats, moves, result
}

func ExampleSeatRecord() {
	r := tinyRecord()
	for _, n := range []int{3, r.Len()} {
		line, err := json.Marshal(r.Prefix(n).For(1))
		if err != nil {
			log.Fatal(err)
		}
		_, moves, _ := strings.Cut(string(line), `"moves":`)
		fmt.Println(moves)
	}
	// Output:
	// [{"deal":[2,["G3","R3"],2]},{"seat":0,"play":"G2"},{"seat":1,"play":"G3"}]}
	// [{"deal":[2,["G3","R3"],2]},{"seat":0,"play":"G2"},{"seat":1,"play":"G3"},{"seat":2,"play":"G4"},{"seat":2,"play":"1"},{"seat":1,"play":"R3"},{"left":[["R2"],[],[]]}]}
}

func ExampleSeatRecord_All() {
	for v, events := range tinyRecord().Prefix(3).For(1).All() {
		fmt.Println(events[0], "- own hand:", v.Hand())
	}
	// Output:
	// round 1 is dealt by seat 2, 2 cards each, and seat 0 leads; seat 1 has G3 R3 - own hand: G3 R3
	// seat 0 plays G2 - own hand: G3 R3
	// seat 1 plays G3 - own hand: R3
}

func ExampleSeatRecord_From() {
	for v, events := range tinyRecord().Prefix(3).For(1).From(2) {
		fmt.Println(events[0], "- own hand:", v.Hand())
	}
	// Output:
	// seat 1 plays G3 - own hand: R3
}

func ExampleRecord_For() {
	s := tinyRecord().For(foppen.NoSeat)
	fmt.Println(s.Len(), s.View().Phase(), s.View().Total(0), s.String()[:50])
	// Output: 6 deal -2 {"format":"foppen-seat/1","view":"spectator","vari
}

// A client keeps what its seat has seen: it gets each move as redacted events.
func ExampleNewSeatRecord() {
	s, err := foppen.NewSeatRecord(tinyGame().View(1), "Ann", "Ben", "Eve")
	if err != nil {
		log.Fatal(err)
	}
	for _, events := range tinyRecord().All() {
		if s, err = s.Append(foppen.RedactAll(events, s.Seat())...); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(s.Len(), s.Equal(tinyRecord().For(1)))
	// Output: 6 true
}

func ExampleSeatRecord_Append() {
	s := tinyRecord().Prefix(3).For(1)
	longer, err := s.Append(foppen.CardPlayed{Seat: 2, Card: foppen.Must(foppen.ParseCard("G4")), Follows: true})
	fmt.Println(longer.Len(), err)
	same, err := s.Append(foppen.CardPlayed{Seat: 2, Card: foppen.Must(foppen.ParseCard("G3")), Follows: true})
	fmt.Println(same.Len(), err)
	// Output:
	// 4 <nil>
	// 3 foppen: cannot follow here: seat 2 plays G3; want a card that seat 2 may hold
}
