package foppen_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
)

// A whole game by the 2018 rulebook in ten lines. Here every player plays the
// first card that may be played.
func Example() {
	src := rand.NewPCG(1, 2) // of math/rand/v2; with nil nobody can foresee the cards
	g, err := foppen.New(4)  // the 2018 rulebook
	for err == nil && g.Phase() != foppen.OverPhase {
		if g.Phase() == foppen.DealPhase {
			g, err = g.Deal(g.Shuffle(src))
		} else {
			g, err = g.Play(g.Legal().Lowest()) // the choice of seat g.Turn()
		}
	}
	fmt.Println(g.Round(), "rounds, totals", g.Totals(), "winners", g.Winners(), err)
	// Output:
	// 5 rounds, totals [25 -31 -53 -25] winners 0 <nil>
}

// TestReadme: the README shows the code of Example, to the letter.
func TestReadme(t *testing.T) {
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		unreadable(t, err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		unreadable(t, err)
	}
	_, body, _ := strings.Cut(string(source), "func Example() {\n")
	body, _, _ = strings.Cut(body, "\t// Output:")
	var block strings.Builder
	block.WriteString("```go\n")
	for line := range strings.Lines(body) {
		block.WriteString(strings.TrimPrefix(line, "\t"))
	}
	block.WriteString("```\n")
	if !strings.Contains(string(readme), block.String()) {
		t.Errorf("README.md does not have this block:\n%s", block.String())
	}
}

// A round of the 1995 edition, with what happens at the table.
func Example_edition1995() {
	g, err := foppen.New(3, foppen.WithVariant(foppen.Edition1995()), foppen.WithDealer(0))
	if err != nil {
		fmt.Println(err)
		return
	}
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	for g.Phase() == foppen.PlayPhase {
		var events []foppen.Event
		g, events, err = g.Apply(foppen.Play{Seat: g.Turn(), Card: g.Legal().Highest()})
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, e := range events {
			switch e := e.(type) {
			case foppen.RoundEnded:
				fmt.Println("round", e.Round, "ends after", len(g.Tricks()), "tricks; out:", e.Out)
			case foppen.Scored:
				fmt.Printf("seat %s: %+d, %s, left %q\n", e.Seat, e.Points, e.Reason, e.Left)
			}
		}
	}
	fmt.Println("next dealer", g.Dealer(), "and starter", g.Starter())
	// Output:
	// round 1 ends after 26 tricks; out: 1
	// seat 0: -30, cards-left, left "G2 G7 G9 G12"
	// seat 1: +0, out-fooled, left ""
	// seat 2: -13, cards-left, left "G3 G4 G6"
	// next dealer 1 and starter 2
}

// A custom variant: five players, two discs, a short game.
func Example_customVariant() {
	v := foppen.Rulebook2018()
	v.Setups[5].Discs = 2
	v.MinusLimit = 60
	v.OnePenalty = 10

	src := rand.NewPCG(3, 4)
	g, err := foppen.New(5, foppen.WithVariant(v))
	for err == nil && g.Phase() != foppen.OverPhase {
		if g.Phase() == foppen.DealPhase {
			g, err = g.Deal(g.Shuffle(src))
		}
		g = g.Playout(src) // the rest of the round by chance
	}
	fmt.Println(v)
	fmt.Println("rounds:", g.Round(), "ended by:", g.EndReasons())
	for row := range g.Standings().All() {
		fmt.Println(row.Rank, "seat", row.Seat, row.Total)
	}
	// Output:
	// rulebook-2018 one_penalty=10 minus_limit=60 5.discs=2
	// rounds: 2 ended by: minus-points
	// 1 seat 4 -7
	// 2 seat 0 -22
	// 3 seat 1 -24
	// 4 seat 2 -49
	// 5 seat 3 -74
}

// A refused move changes nothing and says why.
func Example_errors() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	g, _ = g.Play(foppen.Must(foppen.ParseCard("G4")))

	same, err := g.Play(foppen.Must(foppen.ParseCard("R6")))
	fmt.Println(err)
	fmt.Println(errors.Is(err, foppen.ErrMustFollow), same == g)

	var refused *foppen.MoveError
	if errors.As(err, &refused) {
		fmt.Println(refused.Reason, refused.Rule(), refused.Led, refused.Legal)
	}
	// Output:
	// foppen: seat 1: R6: must follow the led color green (rule 3.4); could play G6 G7 G8 G10 G16
	// true true
	// must follow the led color R3.4 green G6 G7 G8 G10 G16
}

// Cards

func ExampleColor() {
	fmt.Println(foppen.Green, foppen.NoColor, string(foppen.Green.Letter()))
	fmt.Println(foppen.Green < foppen.Blue, foppen.NoColor.IsValid())

	var c foppen.Color
	err := c.UnmarshalText([]byte("blue"))
	fmt.Println(c, err)
	// Output:
	// green none G
	// true false
	// blue <nil>
}

func ExampleCard() {
	c := foppen.Must(foppen.ParseCard("G17"))
	fmt.Println(c, c.Color(), c.Value())
	fmt.Println(foppen.One, foppen.One.Color(), foppen.One.Value())
	fmt.Println(foppen.NoCard, foppen.NoCard.IsValid())
	// Output:
	// G17 green 17
	// 1 none 1
	// no card false
}

func ExampleNewCard() {
	fmt.Println(foppen.NewCard(foppen.Red, 5))
	fmt.Println(foppen.NewCard(foppen.NoColor, 1))
	fmt.Println(foppen.NewCard(foppen.Red, 1))
	// Output:
	// R5 <nil>
	// 1 <nil>
	// no card foppen: value: there is no red 1, want 2 to 31
}

func ExampleParseCard() {
	fmt.Println(foppen.ParseCard("Y11"))
	fmt.Println(foppen.ParseCard("y11"))
	// Output:
	// Y11 <nil>
	// no card foppen: "y11" is not a valid card: at 0 want 1, or G, R, Y or B and a value from 2 to 31
}

func ExampleMust() {
	fmt.Println(foppen.Must(foppen.ParseCard("1")) == foppen.One)
	// Output:
	// true
}

func ExampleCards() {
	hand := foppen.Must(foppen.ParseCards("G2 G17 R5 1 1"))
	fmt.Println(hand.Len(), hand.Sum(), hand.Count(foppen.One))
	fmt.Println(hand.Has(foppen.Must(foppen.ParseCard("R5"))), hand.Lowest(), hand.Highest(), hand.At(2))
	fmt.Println(hand.Of(foppen.Green))

	less := hand.Without(foppen.One)
	fmt.Println(less, "of", hand)
	// Output:
	// 5 26 2
	// true G2 1 R5
	// G2 G17
	// G2 G17 R5 1 of G2 G17 R5 1 1
}

func ExampleCards_All() {
	for c := range foppen.Must(foppen.ParseCards("G2 R5 1 1")).All() {
		fmt.Print(c, ";")
	}
	// Output:
	// G2;R5;1;1;
}

func ExampleCards_Plus() {
	a, b := foppen.Must(foppen.ParseCards("G2 R5 1")), foppen.Must(foppen.ParseCards("G2 B3 1"))
	fmt.Println(a.Plus(b))
	fmt.Println(a.Minus(b))
	fmt.Println(a.Plus(b).Contains(a), a.Minus(a).IsEmpty())
	// Output:
	// G2 R5 B3 1 1
	// R5
	// true true
}

func ExampleNewCards() {
	hand, err := foppen.NewCards(foppen.One, foppen.Must(foppen.ParseCard("R5")), foppen.One)
	fmt.Println(hand, err)

	r5 := foppen.Must(foppen.ParseCard("R5"))
	_, err = foppen.NewCards(r5, r5)
	fmt.Println(err)
	// Output:
	// R5 1 1 <nil>
	// foppen: cards[1]: R5 is there twice
}

func ExampleParseCards() {
	fmt.Println(foppen.ParseCards("G2 R5 1"))

	_, err := foppen.ParseCards("G2 R5 G3")
	fmt.Println(err)
	// Output:
	// G2 R5 1 <nil>
	// foppen: "G2 R5 G3" is not a valid list of cards: at 6 want each card after the one before it in the order green, red, yellow, blue, 1s, values upward
}

// Seats and tricks

func ExampleSeat() {
	fmt.Println(foppen.Seat(3), foppen.NoSeat)
	fmt.Println(foppen.Seat(7).IsValid(), foppen.Seat(8).IsValid(), foppen.NoSeat.IsValid())
	// Output:
	// 3 none
	// true false false
}

func ExampleSeats() {
	set := foppen.SeatsOf(3).With(0)
	fmt.Println(set, set.Len(), set.Has(3), set.Without(3))
	for s := range set.All() {
		fmt.Println("seat", s)
	}
	fmt.Println(foppen.Seats(0), foppen.Seats(0).IsEmpty())
	// Output:
	// 0,3 2 true 0
	// seat 0
	// seat 3
	// none true
}

func ExampleSeatsOf() {
	fmt.Println(foppen.SeatsOf(5, 1, 5, foppen.NoSeat))
	// Output:
	// 1,5
}

// The trick of four cards in which two players discard cards of the same value.
func ExampleTrick() {
	t := foppen.Must(foppen.ParseTrick("0:B6 1:Y5 2:G5 3:B2"))
	fmt.Println("led", t.Led(), "by", t.Leader())
	fmt.Println("won by", t.Winner())
	for _, f := range t.Fools(1, foppen.LastPlayed) {
		fmt.Println("fooled", f.Seat, "with", f.Card, f.Reason)
	}
	// Output:
	// led blue by 0
	// won by 0
	// fooled 2 with G5 lowest-discard
}

// A trick is built card by card. A 1 that is led leaves the led color open.
func ExampleTrick_Add() {
	var t foppen.Trick
	t, _ = t.Add(2, foppen.One)
	fmt.Println(t, t.Led())
	t, _ = t.Add(3, foppen.Must(foppen.ParseCard("R4")))
	fmt.Println(t, t.Led())

	_, err := t.Add(3, foppen.Must(foppen.ParseCard("R9")))
	fmt.Println(err)
	// Output:
	// 2:1 none
	// 2:1 3:R4 red
	// foppen: seat: 3 has played in this trick
}

func ExampleTrick_All() {
	for seat, card := range foppen.Must(foppen.ParseTrick("2:G9 3:G4 0:1")).All() {
		fmt.Println(seat, card)
	}
	// Output:
	// 2 G9
	// 3 G4
	// 0 1
}

// With two discs the players of the two worst cards are fooled: the one who
// discarded, then the one who followed with the lowest card.
func ExampleTrick_Fools() {
	t := foppen.Must(foppen.ParseTrick("0:G9 1:G4 2:R2 3:G12 4:G6"))
	for _, f := range t.Fools(2, foppen.LastPlayed) {
		fmt.Println(f.Seat, f.Card, f.Reason)
	}
	// Output:
	// 2 R2 lowest-discard
	// 1 G4 lowest-follower
}

// Who holds the led color must follow, but may do so with a 1.
func ExampleTrick_Legal() {
	t := foppen.Must(foppen.ParseTrick("0:G9"))
	fmt.Println(t.Legal(foppen.Must(foppen.ParseCards("G2 G17 R5 1 1"))))
	fmt.Println(t.Legal(foppen.Must(foppen.ParseCards("R5 Y3 1 1"))))
	fmt.Println(t.Follows(foppen.One), t.Follows(foppen.Must(foppen.ParseCard("R5"))))
	// Output:
	// G2 G17 1
	// R5 Y3 1
	// true false
}

func ExampleParseTrick() {
	t, err := foppen.ParseTrick("2:Y4 3:1 0:Y9")
	fmt.Println(t.Winner(), err)

	_, err = foppen.ParseTrick("2:Y4 2:Y9")
	fmt.Println(err)
	// Output:
	// 0 <nil>
	// foppen: "2:Y4 2:Y9" is not a valid trick: at 5 want a seat and a card that are not in the trick yet
}

// Of two 1s that are the lowest, the sources have the later one fooled. The option
// FirstPlayed is the other way round.
func ExampleTieRule() {
	t := foppen.Must(foppen.ParseTrick("0:1 1:R4 2:1 3:R9"))
	for _, tie := range []foppen.TieRule{foppen.LastPlayed, foppen.FirstPlayed} {
		fmt.Println(tie, t.Fools(1, tie)[0].Seat)
	}
	// Output:
	// last-played 2
	// first-played 0
}

func ExampleFool() {
	f := foppen.Must(foppen.ParseTrick("0:Y11 1:R5 2:Y2")).Fools(1, foppen.LastPlayed)[0]
	fmt.Println(f.Seat, f.Card, f.Reason)
	// Output:
	// 1 R5 lowest-discard
}

func ExampleFoolReason() {
	fmt.Println(foppen.NotFooled, foppen.LowestDiscard, foppen.LowestFollower)
	// Output:
	// none lowest-discard lowest-follower
}

// Variants

func ExampleVariant() {
	v := foppen.Edition1995()
	fmt.Println(v.Name(), v.Players(), v.Deck(3).Len(), "cards")

	v.OnePenalty = 5
	fmt.Printf("%q %v\n", v.Name(), v.Validate())

	g, err := foppen.New(3, foppen.WithVariant(v))
	fmt.Println(g.Variant() == v, err)
	// Output:
	// edition-1995 [3 4 5 6] 60 cards
	// "" <nil>
	// true <nil>
}

func ExampleVariant_Deck() {
	deck := foppen.Rulebook2018().Deck(4)
	fmt.Println(deck.Len(), deck)
	// Output:
	// 48 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12 G13 G14 G15 G16 G17 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 B2 B3 B4 B5 B6 B7 B8 1 1 1
}

// An impossible variant is refused with everything that is wrong with it.
func ExampleVariant_Validate() {
	v := foppen.Rulebook2018()
	v.Setups[4].Discs = 3
	v.Setups[4].HandSize = 13
	err := v.Validate()
	var impossible *foppen.VariantError
	if errors.As(err, &impossible) {
		for _, f := range impossible.Fields {
			fmt.Println(f)
		}
	}
	// Output:
	// Setups[4].HandSize is 13, want 1 to 12: 48 cards for 4 players (rule 1.6)
	// Setups[4].Discs is 3, want 0 to 2 (rule 1.6)
}

func ExampleVariant_ScoreRound() {
	left := []foppen.Cards{foppen.Must(foppen.ParseCards("G9 Y8")), foppen.Must(foppen.ParseCards("R13")), {}, {}}
	for i, s := range foppen.Rulebook2018().ScoreRound(left, foppen.SeatsOf(3), 0) {
		fmt.Printf("seat %d: %+d %s\n", i, s.Points, s.Reason)
	}
	// Output:
	// seat 0: -17 cards-left
	// seat 1: -13 cards-left
	// seat 2: +10 ten
	// seat 3: +0 out-fooled
}

// With points for being fooled, ScoreRound is told how often each seat was (R8.3).
func ExampleVariant_ScoreRound_fooled() {
	v := foppen.Must(foppen.ParseVariant("rulebook-2018 ten_points=12 spoiled_points=-3 fool_points=-1"))
	left := []foppen.Cards{foppen.Must(foppen.ParseCards("G9 Y8")), foppen.Must(foppen.ParseCards("R13")), {}, {}}
	for i, s := range v.ScoreRound(left, foppen.SeatsOf(3), 0, 2, 0, 1, 3) {
		fmt.Printf("seat %d: %+d, fooled %d times: %+d, together %+d\n", i, s.Base, s.Fooled, s.FoolPoints, s.Points)
	}
	// Output:
	// seat 0: -17, fooled 2 times: -2, together -19
	// seat 1: -13, fooled 0 times: +0, together -13
	// seat 2: +12, fooled 1 times: -1, together +11
	// seat 3: -3, fooled 3 times: -3, together -6
}

func ExampleVariantError() {
	_, err := foppen.New(3)
	fmt.Println(err)

	var impossible *foppen.VariantError
	fmt.Println(errors.As(err, &impossible), len(impossible.Fields))
	// Output:
	// foppen: impossible game: players is 3, want one of [4 5 6 7 8] (rule 1.3)
	// true 1
}

func ExampleFieldError() {
	v := foppen.Rulebook2018()
	v.OnePenalty = -1
	var field *foppen.FieldError
	if errors.As(v.Validate(), &field) {
		fmt.Println(field.Field, field.Value, field.Want, field.Rule)
	}
	// Output:
	// OnePenalty -1 0 to 100 R5.2
}

// A variant for three players, of two colors and three rounds.
func ExampleSetup() {
	var v foppen.Variant
	v.Setups[3] = foppen.Setup{Green: 9, Red: 7, Ones: 2, HandSize: 5, Discs: 1, Rounds: 3}
	fmt.Println(v.Deck(3))
	fmt.Println(v.Players(), v.Validate())
	// Output:
	// G2 G3 G4 G5 G6 G7 G8 G9 R2 R3 R4 R5 R6 R7 1 1
	// [3] <nil>
}

func ExamplePreset() {
	v, err := foppen.Preset("edition-1995-bets")
	fmt.Println(v.Betting, err)

	_, err = foppen.Preset("edition-1996")
	fmt.Println(err)
	// Output:
	// true <nil>
	// foppen: "edition-1996" is not a valid preset: at 0 want one of rulebook-2018, edition-1995, edition-1995-bets, rulebook-2018-solo-tens, rulebook-2018-ja
}

func ExamplePresets() {
	for _, name := range foppen.Presets() {
		v, _ := foppen.Preset(name)
		fmt.Println(name, v.Players())
	}
	// Output:
	// rulebook-2018 [4 5 6 7 8]
	// edition-1995 [3 4 5 6]
	// edition-1995-bets [3 4 5 6]
	// rulebook-2018-solo-tens [4 5 6 7 8]
	// rulebook-2018-ja [4 5 6 7 8]
}

func ExampleRulebook2018() {
	v := foppen.Rulebook2018()
	fmt.Println(v.Setups[8].HandSize, v.Setups[8].Discs, v.OnePenalty, v.MinusLimit, v.TensLimit)
	// Output:
	// 11 2 5 80 6
}

func ExampleEdition1995() {
	v := foppen.Edition1995()
	fmt.Println(v.Starter, v.Setups[4].HandSize, v.Setups[4].Rounds)
	// Output:
	// clockwise 15 8
}

func ExampleEdition1995Bets() {
	v := foppen.Edition1995Bets()
	left := []foppen.Cards{{}, foppen.Must(foppen.ParseCards("R13")), foppen.Must(foppen.ParseCards("B5"))}
	s := v.ScoreRound(left, 0, foppen.SeatsOf(0, 1, 2))[0] // a ten, a bet, two other bettors
	fmt.Println(s.Base, s.Points)
	// Output:
	// 10 30
}

func ExampleRulebook2018SoloTens() {
	fmt.Println(foppen.Rulebook2018().TensCount, foppen.Rulebook2018SoloTens().TensCount)
	// Output:
	// together solo
}

func ExampleRulebook2018Ja() {
	v := foppen.Rulebook2018Ja()
	fmt.Println(v.MinusReach, v.Reference)
	// Output:
	// passed last-leader
}

func ExampleStarterRule() {
	fmt.Println(foppen.Rulebook2018().Starter, foppen.Edition1995().Starter)
	// Output:
	// most-minus clockwise
}

func ExampleStarterScore() {
	fmt.Println(foppen.ByTotal, foppen.ByRound, foppen.ByGross)
	// Output:
	// total round gross
}

func ExampleReferenceSeat() {
	fmt.Println(foppen.PreviousStarter, foppen.LastLeader)
	// Output:
	// previous-starter last-leader
}

func ExampleLimitReach() {
	fmt.Println(foppen.LimitReached, foppen.LimitPassed)
	// Output:
	// reached passed
}

func ExampleMinusCount() {
	fmt.Println(foppen.NetPoints, foppen.GrossMinus)
	// Output:
	// net gross
}

func ExampleTensCount() {
	fmt.Println(foppen.TensTogether, foppen.TensSolo)
	// Output:
	// together solo
}

// Scores

func ExampleScore() {
	left := []foppen.Cards{foppen.Must(foppen.ParseCards("G9 Y8"))}
	s := foppen.Rulebook2018().ScoreRound(left, 0, 0)[0]
	fmt.Println(s.Left, s.Reason, s.Points)
	// Output:
	// G9 Y8 cards-left -17
}

func ExampleScoreReason() {
	fmt.Println(foppen.CardsLeft, foppen.Ten, foppen.OutFooled)
	// Output:
	// cards-left ten out-fooled
}

// A round can meet several limits at once.
func ExampleEndReasons() {
	met := foppen.EndMinus | foppen.EndTens
	fmt.Println(met, met.Has(foppen.EndTens), foppen.EndReasons(0))
	// Output:
	// minus-points,tens true none
}

func ExampleStanding() {
	row := foppen.NewStandings(-12, 30).At(0)
	fmt.Println(row.Rank, row.Seat, row.Total)
	// Output:
	// 1 1 30
}

// Equal totals share a rank, and who shares the first one has won.
func ExampleStandings() {
	st := foppen.NewStandings(10, -5, 10, -80)
	for row := range st.All() {
		fmt.Println(row.Rank, "seat", row.Seat, row.Total)
	}
	fmt.Println("winners", st.Winners())
	// Output:
	// 1 seat 0 10
	// 1 seat 2 10
	// 3 seat 1 -5
	// 4 seat 3 -80
	// winners 0,2
}

func ExampleStandings_Of() {
	st := foppen.NewStandings(10, -5, 10, -80)
	row, ok := st.Of(1)
	fmt.Println(row.Rank, row.Total, ok)

	_, ok = st.Of(4)
	fmt.Println(ok)
	// Output:
	// 3 -5 true
	// false
}

func ExampleNewStandings() {
	fmt.Println(foppen.NewStandings(3, 1, 2).Winners())
	// Output:
	// 0
}

// Games

func ExampleNew() {
	g, err := foppen.New(6, foppen.WithVariant(foppen.Edition1995()), foppen.WithDealer(2))
	fmt.Println(g.Phase(), g.Players(), "dealer", g.Dealer(), "starter", g.Starter(), err)

	_, err = foppen.New(9)
	fmt.Println(err)
	// Output:
	// deal 6 dealer 2 starter 3 <nil>
	// foppen: impossible game: players is 9, want one of [4 5 6 7 8] (rule 1.3)
}

func ExampleOption() {
	options := []foppen.Option{foppen.WithDealer(0)}
	g, _ := foppen.New(4, options...)
	fmt.Println(g.Starter())
	// Output:
	// 1
}

func ExampleWithVariant() {
	g, _ := foppen.New(3, foppen.WithVariant(foppen.Edition1995()))
	fmt.Println(g.Variant().Name())
	// Output:
	// edition-1995
}

func ExampleWithDealer() {
	g, _ := foppen.New(4, foppen.WithDealer(1))
	fmt.Println(g.Dealer(), g.Starter())
	// Output:
	// 1 2
}

// A game is a value: the old one stays as it was, so undo is keeping it.
func ExampleGame() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	before := g
	g, _ = g.Play(g.Legal().Lowest())
	fmt.Println(before.Trick().Len(), g.Trick().Len(), g == before)

	g = before
	fmt.Println(g.Trick().Len(), g == before)
	// Output:
	// 0 1 false
	// 0 true
}

func ExampleGame_Apply() {
	g, _ := foppen.New(4)
	g, events, _ := g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	fmt.Println(len(events), g.Phase())
	for range 4 {
		g, events, _ = g.Apply(foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()})
		for _, e := range events {
			fmt.Println(e)
		}
	}
	// Output:
	// 1 play
	// seat 0 plays G4
	// the led color is green, set by seat 0
	// seat 1 plays G6
	// seat 2 plays G3
	// seat 3 plays G2
	// seat 1 wins the trick with G6
	// seat 3 is fooled for following low with G2
}

// Check tells without playing what Apply would say.
func ExampleGame_AppendApply() {
	src := rand.NewPCG(1, 2)
	g, _ := foppen.New(4)
	events := make([]foppen.Event, 0, 16)
	fooled := 0
	for g.Phase() != foppen.OverPhase {
		var m foppen.Move = foppen.Play{Seat: g.Turn(), Card: g.Legal().Highest()}
		if g.Phase() == foppen.DealPhase {
			m = g.Shuffle(src)
		}
		g, events, _ = g.AppendApply(events[:0], m)
		for _, e := range events {
			if e, ok := e.(foppen.Fooled); ok && e.Seat == 0 {
				fooled++
			}
		}
	}
	fmt.Println("seat 0 was fooled", fooled, "times in", g.Round(), "rounds")
	// Output:
	// seat 0 was fooled 6 times in 3 rounds
}

func ExampleGame_Check() {
	g, _ := foppen.New(4)
	fmt.Println(g.Check(foppen.Play{Seat: 0, Card: foppen.One}))
	fmt.Println(g.Check(g.Shuffle(nil)))
	// Output:
	// foppen: seat 0: 1: not in this phase (rule 3.1); want a deal
	// <nil>
}

func ExampleGame_Legal() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	g, _ = g.Play(foppen.Must(foppen.ParseCard("G4")))
	fmt.Println("hand ", g.Hand(g.Turn()))
	fmt.Println("legal", g.Legal())
	// Output:
	// hand  G6 G7 G8 G10 G16 R6 R7 Y9 Y11 B4 B5 B6
	// legal G6 G7 G8 G10 G16
}

// What an app needs to draw a table, in the middle of a trick.
func ExampleGame_Trick() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	for range 5 {
		g, _ = g.Play(g.Legal().Lowest())
	}
	fmt.Println("trick", g.TrickNumber(), "so far", g.Trick(), "led", g.Led())
	fmt.Println("turn", g.Turn(), "to act", g.ToAct(), "takes part", g.TakingPart(), "sits out", g.Fools())
	fmt.Println("finished", g.Tricks())
	// Output:
	// trick 2 so far 1:G7 led green
	// turn 2 to act 0,2 takes part 0,1,2 sits out 3
	// finished [0:G4 1:G6 2:G3 3:G2]
}

func ExampleGame_Playout() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	g = g.Playout(rand.NewPCG(3, 4))
	fmt.Println(g.Phase(), g.Round(), g.Totals())
	// Output:
	// deal 1 [10 -7 -42 -26]
}

func ExampleGame_Scores() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	g = g.Playout(rand.NewPCG(3, 4))
	for i, s := range g.Scores() {
		fmt.Printf("seat %d: %+d, %s, left %q\n", i, s.Points, s.Reason, s.Left)
	}
	// Output:
	// seat 0: +10, ten, left ""
	// seat 1: -7, cards-left, left "G7"
	// seat 2: -42, cards-left, left "G3 G12 G13 G14"
	// seat 3: -26, cards-left, left "R3 R11 R12"
}

// The same numbers give the same cards, on every platform and in every version.
func ExampleGame_Shuffle() {
	g, _ := foppen.New(4)
	deal := g.Shuffle(rand.NewPCG(1, 2))
	for _, hand := range deal.Hands[:4] {
		fmt.Println(hand)
	}
	fmt.Println(deal == g.Shuffle(rand.NewPCG(1, 2)))
	// Output:
	// G4 G11 G15 R8 R9 R10 Y4 Y5 Y6 Y8 Y10 B8
	// G6 G7 G8 G10 G16 R6 R7 Y9 Y11 B4 B5 B6
	// G3 G9 G12 G13 G14 R2 R5 R13 B3 B7 1 1
	// G2 G5 G17 R3 R4 R11 R12 Y2 Y3 Y7 B2 1
	// true
}

// For each card of the hand, whether it may be played: what an app shows in gray,
// and why.
func ExampleGame_Verdicts() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	g, _ = g.Play(foppen.Must(foppen.ParseCard("G4")))
	for _, v := range g.Verdicts()[3:7] {
		fmt.Println(v.Card, v.Reason)
	}
	// Output:
	// G10 may be played
	// G16 may be played
	// R6 must follow the led color
	// R7 must follow the led color
}

func ExamplePhase() {
	g, _ := foppen.New(4)
	fmt.Println(foppen.Game{}.Phase(), g.Phase())
	// Output:
	// none deal
}

// Moves

// Who gets moves from a network tells them apart by type.
func ExampleMove() {
	moves := []foppen.Move{
		foppen.Bet{Seat: 2, Bet: true},
		foppen.Play{Seat: 0, Card: foppen.Must(foppen.ParseCard("G17"))},
	}
	for _, m := range moves {
		fmt.Println(m)
	}
	// Output:
	// seat 2 bets
	// seat 0 plays G17
}

// A server asks whether a move is for that player to make.
func ExampleMove_Mover() {
	for _, text := range []string{"seat 2 bets", "seat 0 plays G17", "deal G2|R2"} {
		fmt.Println(foppen.Must(foppen.ParseMove(text)).Mover())
	}
	// Output:
	// 2
	// 0
	// none
}

// A deal need not come from Shuffle: here it comes from a real table.
func ExampleDeal() {
	v := foppen.Variant{TensLimit: 1}
	v.Setups[3] = foppen.Setup{Green: 5, Red: 4, Ones: 2, HandSize: 3, Discs: 1}
	g, _ := foppen.New(3, foppen.WithVariant(v))

	deal := foppen.Deal{}
	deal.Hands[0] = foppen.Must(foppen.ParseCards("G2 R3 1"))
	deal.Hands[1] = foppen.Must(foppen.ParseCards("G3 G4 1"))
	deal.Hands[2] = foppen.Must(foppen.ParseCards("G5 R2 R4"))
	g, _, err := g.Apply(deal)
	fmt.Println(g.Phase(), g.Hand(1), err)

	deal.Hands[2] = foppen.Must(foppen.ParseCards("G4 R2 R4"))
	fmt.Println(deal)
	again, _ := foppen.New(3, foppen.WithVariant(v))
	fmt.Println(again.Check(deal))
	// Output:
	// play G3 G4 1 <nil>
	// deal G2 R3 1|G3 G4 1|G4 R2 R4
	// foppen: seat 2: G4: not a deal of this deck (rule 2.3); want each card dealt once
}

// Nobody learns of a bet before all are in.
func ExampleBet() {
	g, _ := foppen.New(3, foppen.WithVariant(foppen.Edition1995Bets()))
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	for _, bet := range []bool{true, false, true} {
		g, _, _ = g.Apply(foppen.Bet{Seat: g.Turn(), Bet: bet})
		fmt.Println(g.Phase(), "seat 0 sees of itself", g.View(0).BetOf(0), "and seat 1 of it", g.View(1).BetOf(0))
	}
	fmt.Println("bettors", g.Bettors())
	// Output:
	// bet seat 0 sees of itself yes and seat 1 of it hidden
	// bet seat 0 sees of itself yes and seat 1 of it hidden
	// play seat 0 sees of itself yes and seat 1 of it yes
	// bettors 0,2
}

func ExamplePlay() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	_, _, err := g.Apply(foppen.Play{Seat: 3, Card: foppen.One})
	fmt.Println(err)
	// Output:
	// foppen: seat 3: 1: not this seat's turn (rule 3.1); want a card of seat 0
}

func ExampleReason() {
	fmt.Println(foppen.ErrMustFollow, foppen.ErrMustFollow.Rule())

	word, _ := foppen.ErrMustFollow.MarshalText()
	fmt.Println(string(word))
	// Output:
	// must follow the led color R3.4
	// must-follow
}

func ExampleMoveError() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	_, err := g.Play(foppen.Must(foppen.ParseCard("B16")))

	var refused *foppen.MoveError
	if errors.As(err, &refused) {
		fmt.Println(refused.Reason, "/", refused.Rule(), "/", refused.Move())
	}
	// Output:
	// no such card in the deck / R1.3 / seat 0 plays B16
}

// A server sends the error to the player whose move it was.
func ExampleMoveError_MarshalJSON() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	err := g.Check(foppen.Must(foppen.ParseMove("seat 3 plays G4")))

	text, _ := json.Marshal(err)
	fmt.Println(string(text))
	// Output:
	// {"reason":"not-your-turn","rule":"R3.1","seat":3,"card":"G4","phase":"play","turn":0,"led":"none","legal":[],"want":"a card"}
}

func ExampleVerdict() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	v := g.Verdicts()[0]
	fmt.Println(v.Card, v.Reason == foppen.Playable)
	// Output:
	// G4 true
}

// Events

// An app tells events apart by type.
func ExampleEvent() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	var events []foppen.Event
	for g.Trick().Len() > 0 || len(g.Tricks()) == 0 {
		var more []foppen.Event
		g, more, _ = g.Apply(foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()})
		events = append(events, more...)
	}
	for _, e := range events {
		switch e := e.(type) {
		case foppen.CardPlayed:
			fmt.Println("seat", e.Seat, "plays", e.Card)
		case foppen.ColorLed:
			fmt.Println("led color:", e.Color)
		case foppen.TrickWon:
			fmt.Println("seat", e.Seat, "wins with", e.Card)
		case foppen.Fooled:
			fmt.Println("seat", e.Seat, "is fooled by", e.Card, "as", e.Reason)
		}
	}
	// Output:
	// seat 0 plays G4
	// led color: green
	// seat 1 plays G6
	// seat 2 plays G3
	// seat 3 plays G2
	// seat 1 wins with G6
	// seat 3 is fooled by G2 as lowest-follower
}

// Each seat gets its own hand, spectators get none.
func ExampleRedact() {
	g, _ := foppen.New(4)
	_, events, _ := g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	for _, seat := range []foppen.Seat{2, foppen.NoSeat} {
		dealt := foppen.Redact(events[0], seat).(foppen.Dealt)
		fmt.Printf("seat %s sees the hands of %s: %q\n", seat, dealt.Shown, dealt.Hands[2])
	}
	// Output:
	// seat 2 sees the hands of 2: "G3 G9 G12 G13 G14 R2 R5 R13 B3 B7 1 1"
	// seat none sees the hands of none: ""
}

func ExampleRedactAll() {
	g, _ := foppen.New(4)
	view := g.View(1) // which a client of seat 1 has
	g, events, _ := g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	for _, e := range foppen.RedactAll(events, 1) { // what it is sent
		view, _ = view.Update(e)
	}
	fmt.Println(view.Hand(), view == g.View(1))
	// Output:
	// G6 G7 G8 G10 G16 R6 R7 Y9 Y11 B4 B5 B6 true
}

func ExampleDealt() {
	g, _ := foppen.New(4)
	_, events, _ := g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	dealt := events[0].(foppen.Dealt)
	fmt.Println("round", dealt.Round, "dealer", dealt.Dealer, "starter", dealt.Starter, "cards", dealt.HandSize)
	// Output:
	// round 1 dealer 3 starter 0 cards 12
}

func ExampleBetPlaced() {
	e := foppen.BetPlaced{Seat: 0, Bet: foppen.BetYes}
	fmt.Println(e)
	fmt.Println(foppen.Redact(e, 1))
	// Output:
	// seat 0 bets to go out
	// seat 0 has answered
}

func ExampleBetsRevealed() {
	e := foppen.BetsRevealed{Bettors: foppen.SeatsOf(0, 2)}
	fmt.Println(e)
	// Output:
	// the bets are open: seats 0,2 bet to go out
}

func ExampleCardPlayed() {
	e := foppen.CardPlayed{Seat: 2, Card: foppen.Must(foppen.ParseCard("R5")), Follows: false}
	fmt.Println(e)
	// Output:
	// seat 2 plays R5: a discard
}

func ExampleColorLed() {
	e := foppen.ColorLed{Seat: 1, Color: foppen.Green}
	fmt.Println(e)
	// Output:
	// the led color is green, set by seat 1
}

func ExampleTrickWon() {
	e := foppen.TrickWon{Seat: 1, Card: foppen.Must(foppen.ParseCard("B4"))}
	fmt.Println(e)
	// Output:
	// seat 1 wins the trick with B4
}

func ExampleFooled() {
	e := foppen.Fooled{Fool: foppen.Fool{Seat: 0, Card: foppen.Must(foppen.ParseCard("Y10")), Reason: foppen.LowestDiscard}}
	fmt.Println(e)
	// Output:
	// seat 0 is fooled for the discard Y10
}

func ExampleFreed() {
	e := foppen.Freed{Seat: 2}
	fmt.Println(e)
	// Output:
	// seat 2 takes part again
}

func ExampleRoundEnded() {
	e := foppen.RoundEnded{Round: 1, Out: foppen.SeatsOf(0, 3)}
	fmt.Println(e)
	// Output:
	// round 1 ends: seats 0,3 went out
}

// What the last card of a round has made happen.
func ExampleScored() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	var events []foppen.Event
	for g.Phase() == foppen.PlayPhase {
		g, events, _ = g.Apply(foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()})
	}
	for _, e := range events {
		if s, ok := e.(foppen.Scored); ok {
			fmt.Printf("seat %s: %+d, %s, left %q\n", s.Seat, s.Points, s.Reason, s.Left)
		}
	}
	// Output:
	// seat 0: +0, out-fooled, left ""
	// seat 1: -11, cards-left, left "B5 B6"
	// seat 2: -10, cards-left, left "1 1"
	// seat 3: -35, cards-left, left "R11 R12 Y7 1"
}

func ExampleGameOver() {
	st := foppen.NewStandings(-12, 30, 4, -85)
	e := foppen.GameOver{Reasons: foppen.EndMinus, Minus: foppen.SeatsOf(3), Winners: st.Winners(), Standings: st}
	fmt.Println(e)
	fmt.Println("too many minus points:", e.Minus)
	// Output:
	// the game ends (minus-points): seat 1 wins with 30
	// too many minus points: 3
}

func ExampleBetState() {
	fmt.Println(foppen.BetHidden, foppen.BetNo, foppen.BetYes)
	// Output:
	// hidden no yes
}

// Views

// What seat 1 may know, and what it can tell about the others.
func ExampleView() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	g, _ = g.Play(g.Legal().Lowest())

	v := g.View(1)
	fmt.Println("hand  ", v.Hand())
	fmt.Println("legal ", v.Legal())
	fmt.Println("unseen", v.Unseen().Len(), "cards; seat 0 holds", v.HandSize(0))
	// Output:
	// hand   G6 G7 G8 G10 G16 R6 R7 Y9 Y11 B4 B5 B6
	// legal  G6 G7 G8 G10 G16
	// unseen 35 cards; seat 0 holds 11
}

// A spectator's view shows no hand.
func ExampleGame_View() {
	g, _ := foppen.New(4)
	g, _, _ = g.Apply(g.Shuffle(rand.NewPCG(1, 2)))
	v := g.View(foppen.NoSeat)
	fmt.Println(v.Seat(), v.Hand().Len(), v.HandSize(2), v.Unseen().Len())
	// Output:
	// none 0 12 48
}

// Who discards has none of the led color, and everybody knows it.
func ExampleView_MayHold() {
	v := foppen.Variant{TensLimit: 1}
	v.Setups[3] = foppen.Setup{Green: 5, Red: 4, Ones: 2, HandSize: 3, Discs: 1}
	g, _ := foppen.New(3, foppen.WithVariant(v))
	var deal foppen.Deal
	deal.Hands[0] = foppen.Must(foppen.ParseCards("G2 R3 1"))
	deal.Hands[1] = foppen.Must(foppen.ParseCards("R2 R4 1"))
	deal.Hands[2] = foppen.Must(foppen.ParseCards("G3 G4 G5"))
	g, _, _ = g.Apply(deal)
	g, _ = g.Play(foppen.Must(foppen.ParseCard("G2")))
	g, _ = g.Play(foppen.Must(foppen.ParseCard("R2"))) // seat 1 discards

	view := g.View(0)
	fmt.Println("unseen by seat 0: ", view.Unseen())
	fmt.Println("lacks green:      ", view.Void(1, foppen.Green), view.Void(2, foppen.Green))
	fmt.Println("seat 1 may hold   ", view.MayHold(1))
	fmt.Println("seat 2 may hold   ", view.MayHold(2))
	// Output:
	// unseen by seat 0:  G3 G4 G5 R4 1
	// lacks green:       true false
	// seat 1 may hold    R4 1
	// seat 2 may hold    G3 G4 G5 R4 1
}

// Text

func ExampleParseError() {
	_, err := foppen.ParseCards("G2 G99")
	var bad *foppen.ParseError
	if errors.As(err, &bad) {
		fmt.Printf("%s at %d: want %s\n", bad.What, bad.Pos, bad.Want)
	}
	// Output:
	// list of cards at 3: want a card such as G17, or 1
}
