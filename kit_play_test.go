package foppen_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

func seatsOf(list []int) (set foppen.Seats) {
	for _, s := range list {
		set = set.With(foppen.Seat(s))
	}
	return set
}

func seatsIf(list []bool) (set foppen.Seats) {
	for s, in := range list {
		if in {
			set = set.With(foppen.Seat(s))
		}
	}
	return set
}

// A step is one move of a game with what came of it.
type step struct {
	before foppen.Game
	move   foppen.Move
	after  foppen.Game
	events []foppen.Event
}

// playScene plays a whole game at random and visits every step.
func playScene(t require.TestingT, s scene, seed uint64, visit func(step)) {
	random := rand.New(rand.NewPCG(seed, 7))
	g, err := foppen.New(s.players, foppen.WithVariant(s.variant), foppen.WithDealer(foppen.Seat(random.IntN(s.players))))
	require.NoError(t, err)
	for g.Phase() != foppen.OverPhase {
		m := randomMove(g, random)
		next, events, err := g.Apply(m)
		if err != nil {
			require.NoError(t, err)
		}
		visit(step{g, m, next, events})
		g = next
	}
}

// randomMove is any move that can be made.
func randomMove(g foppen.Game, random *rand.Rand) foppen.Move {
	switch g.Phase() {
	case foppen.DealPhase:
		return g.Shuffle(random)
	case foppen.BetPhase:
		return foppen.Bet{Seat: g.Turn(), Bet: random.IntN(2) == 0}
	}
	legal := g.Legal()
	return foppen.Play{Seat: g.Turn(), Card: legal.At(random.IntN(legal.Len()))}
}

// viewers are the seats that views are taken from: those of the table and the
// spectator's.
func viewers(g foppen.Game) []foppen.Seat {
	list := []foppen.Seat{foppen.NoSeat}
	for s := range g.Players() {
		list = append(list, foppen.Seat(s))
	}
	return list
}

// A tally counts the hard cases that a sample of positions holds, so that a test can
// say that it has met them all.
type tally map[string]int

// count counts the kinds that a step's end is of.
func (c tally) count(s step) {
	g := s.after
	is := func(kind string, yes bool) {
		if yes {
			c[kind]++
		}
	}
	trick, plays := g.Trick(), g.Phase() == foppen.PlayPhase
	is("betting, some answers in", g.Phase() == foppen.BetPhase && g.ToAct().Len() < g.Players())
	is("bets open", plays && !g.Bettors().IsEmpty())
	is("trick of 1s with no led color", trick.Len() > 0 && g.Led() == foppen.NoColor)
	is("between tricks", plays && trick.Len() == 0 && g.TrickNumber() > 1)
	is("two sit out", plays && g.Fools().Len() == 2)
	is("a color lacked", plays && len(lacking(g.View(foppen.NoSeat))) > 0)
	is("somebody out, the trick goes on", plays && !g.WentOut().IsEmpty())
	is("between rounds", g.Phase() == foppen.DealPhase && g.Round() > 0)
	is("several out at once", g.Phase() != foppen.PlayPhase && g.WentOut().Len() > 1)
	is("over by minus points", g.EndReasons()&foppen.EndMinus != 0)
	is("over by tens", g.EndReasons()&foppen.EndTens != 0)
	is("over by rounds", g.EndReasons()&foppen.EndRounds != 0)
	is("several winners", g.Winners().Len() > 1)
	is("cards set aside", !g.Aside().IsEmpty())
	for _, e := range s.events {
		if e, ok := e.(foppen.Scored); ok {
			is("out but fooled", e.Reason == foppen.OutFooled)
			is("a bet won", e.Bet && e.Reason == foppen.Ten)
			is("a bet lost", e.Bet && e.Reason == foppen.CardsLeft)
		}
	}
}

// requireAll fails unless every hard case was met.
func (c tally) requireAll(t *testing.T) {
	t.Helper()
	for _, kind := range []string{
		"betting, some answers in", "bets open", "trick of 1s with no led color", "between tricks", "two sit out",
		"a color lacked", "somebody out, the trick goes on", "between rounds", "several out at once", "over by minus points",
		"over by tens", "over by rounds", "several winners", "cards set aside", "out but fooled", "a bet won", "a bet lost",
	} {
		require.NotZero(t, c[kind], "the sample has no position of the kind: %s", kind)
	}
}

// lacking are the seats and colors of a view for which Lacks is true.
func lacking(v foppen.View) []string {
	var list []string
	for s := range v.Players() {
		for c := foppen.Green; c <= foppen.Blue; c++ {
			if v.Void(foppen.Seat(s), c) {
				list = append(list, fmt.Sprint(s, c))
			}
		}
	}
	return list
}

func newGame(t testing.TB, n int, v foppen.Variant) foppen.Game {
	t.Helper()
	g, err := foppen.New(n, foppen.WithVariant(v))
	require.NoError(t, err)
	return g
}

// wide is the largest deck, for tests that deal the cards they need.
func wide(hand, discs int) foppen.Setup {
	return foppen.Setup{Green: 31, Red: 31, Yellow: 31, Blue: 31, Ones: 15, HandSize: hand, Discs: discs}
}

// tableOf is a game of n by the 2018 rules with another Setup.
func tableOf(t testing.TB, n int, s foppen.Setup, opts ...foppen.Option) foppen.Game {
	t.Helper()
	v := foppen.Rulebook2018()
	v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{}
	v.Setups[n] = s
	g, err := foppen.New(n, append([]foppen.Option{foppen.WithVariant(v)}, opts...)...)
	require.NoError(t, err)
	return g
}

// dealt deals hands written as "G2 R5|B3 1|...".
func dealt(t testing.TB, g foppen.Game, hands string) foppen.Game {
	t.Helper()
	var d foppen.Deal
	for s, text := range strings.Split(hands, "|") {
		d.Hands[s] = handOf(text)
	}
	g, err := g.Deal(d)
	require.NoError(t, err)
	return g
}

// played plays "2:G5 3:G7", checks whose turn it is, and gives the events of the
// last play.
func played(t testing.TB, g foppen.Game, plays string) (foppen.Game, []foppen.Event) {
	t.Helper()
	var events []foppen.Event
	for _, text := range strings.Fields(plays) {
		seat, card := foppen.Must(foppen.ParseTrick(text)).At(0)
		require.Equal(t, seat, g.Turn(), "before %s of %s", text, plays)
		var err error
		g, events, err = g.Apply(foppen.Play{Seat: seat, Card: card})
		require.NoError(t, err)
	}
	return g, events
}

// cardList parses cards in the order given, which need not be that of a hand.
func cardList(text string) []foppen.Card {
	var list []foppen.Card
	for _, s := range strings.Fields(text) {
		list = append(list, foppen.Must(foppen.ParseCard(s)))
	}
	return list
}

// handOf parses the cards of a hand in any order.
func handOf(text string) foppen.Cards {
	h, err := foppen.NewCards(cardList(text)...)
	if err != nil {
		panic(err)
	}
	return h
}

// trickOf is the trick of those cards, led by that seat at a table of n.
func trickOf(t require.TestingT, list []foppen.Card, leader, n int) foppen.Trick {
	var trick foppen.Trick
	for i, c := range list {
		var err error
		trick, err = trick.Add(foppen.Seat((leader+i)%n), c)
		require.NoError(t, err)
	}
	return trick
}

// midGame is a game in the middle of a trick of its second round, with seat 2 to play
// and a fool.
func midGame(t *testing.T) foppen.Game {
	g, err := foppen.New(4)
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(4, 4))
	for g.Round() < 2 || g.TrickNumber() < 4 || g.Trick().Len() != 1 {
		g, _, err = g.Apply(randomMove(g, random))
		require.NoError(t, err)
	}
	return g
}

// lateGame is a game with eight tricks played.
func lateGame(tb testing.TB) foppen.Game {
	g := foppen.Must(foppen.New(4))
	g = foppen.Must(g.Deal(g.Shuffle(rand.NewPCG(1, 1))))
	for g.TrickNumber() < 9 {
		g = foppen.Must(g.Play(g.Legal().Lowest()))
	}
	return g
}

// allCards lists every card that a deck can have, in the order of hands. It is
// made from texts, so that it does not depend on how cards are coded.
func allCards() []foppen.Card {
	var cards []foppen.Card
	for _, letter := range "GRYB" {
		for value := 2; value <= 31; value++ {
			cards = append(cards, foppen.Must(foppen.ParseCard(fmt.Sprintf("%c%d", letter, value))))
		}
	}
	return append(cards, foppen.Must(foppen.ParseCard("1")))
}

// shorter is n, or a part of it in short runs, which take a smaller sample; rarer is n, or a
// multiple of it.
func shorter(n, by int) int {
	if testing.Short() {
		return n / by
	}
	return n
}

func rarer(n, by int) int {
	if testing.Short() {
		return n * by
	}
	return n
}
