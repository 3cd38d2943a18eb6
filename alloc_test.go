package foppen_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Sinks keep results, so that the compiler cannot leave a call out.
var (
	sinkGame  foppen.Game
	sinkCards foppen.Cards
	sinkCard  foppen.Card
	sinkSeats foppen.Seats
	sinkView  foppen.View
	sinkTrick foppen.Trick
	sinkDeal  foppen.Deal
	sinkScore foppen.Score
	sinkInt   int
	sinkBool  bool
	sinkErr   error
)

// What bots call in their inner loops does not allocate; a refusal is its error and
// no more.
func TestAllocs(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	g := dealt(t, tableOf(t, 4, wide(5, 1)), "G9 G8 R3 1 1|R2 G4 G5 1 1|G2 G3 Y9 Y8 Y7|B2 Y2 Y3 B3 B4")
	g, _ = played(t, g, "0:G9 1:G4 2:G2 3:B2 0:G8")
	lastCard, _ := played(t, g, "1:1")
	endOfRound := dealt(t, tableOf(t, 4, wide(1, 1)), "G9|R2|G2|B2")
	endOfRound, _ = played(t, endOfRound, "0:G9 1:R2 2:G2")
	bets, err := foppen.New(4, foppen.WithVariant(foppen.Edition1995Bets()))
	require.NoError(t, err)
	fresh := tableOf(t, 8, wide(12, 2))
	src := rand.NewPCG(1, 2)
	deal := fresh.Shuffle(src)
	full, _ := fresh.Deal(deal)
	hand, other := handOf("G2 G17 R5 Y9 B3 1 1"), handOf("G2 R6 1")
	seats := foppen.SeatsOf(1, 4, 7)
	one, g17, b31 := foppen.One, foppen.Must(foppen.ParseCard("G17")), foppen.Must(foppen.ParseCard("B31"))
	trick := foppen.Must(foppen.ParseTrick("0:G5 1:1 2:R9 3:G7"))
	v := foppen.Rulebook2018()

	buf := make([]foppen.Event, 0, 16)
	for _, c := range []struct {
		name string
		most float64
		f    func()
	}{
		{"Game.Play", 0, func() { sinkGame, sinkErr = g.Play(one) }},
		{"Game.Play, end of a trick", 0, func() { sinkGame, sinkErr = lastCard.Play(foppen.Must(foppen.ParseCard("G3"))) }},
		{"Game.Play, end of a round", 0, func() { sinkGame, sinkErr = endOfRound.Play(foppen.Must(foppen.ParseCard("B2"))) }},
		{"Game.Play, refused", 1, func() { sinkGame, sinkErr = g.Play(b31) }},
		{"Game.Play, refused, must follow", 1, func() { sinkGame, sinkErr = g.Play(foppen.Must(foppen.ParseCard("R2"))) }},
		{"Game.Play, refused, wrong phase", 1, func() { sinkGame, sinkErr = bets.Play(b31) }},
		{"Game.Legal", 0, func() { sinkCards = g.Legal() }},
		{"Game.Apply", 1, func() { sinkGame, _, sinkErr = g.Apply(foppen.Play{Seat: g.Turn(), Card: one}) }},
		{"Game.Apply, end of a trick", 1, func() {
			sinkGame, _, sinkErr = lastCard.Apply(foppen.Play{Seat: lastCard.Turn(), Card: foppen.Must(foppen.ParseCard("G3"))})
		}},
		{"Game.AppendApply", 0, func() { sinkGame, buf, sinkErr = g.AppendApply(buf[:0], foppen.Play{Seat: g.Turn(), Card: one}) }},
		{"Game.AppendApply, end of a trick", 0, func() {
			sinkGame, buf, sinkErr = lastCard.AppendApply(buf[:0], foppen.Play{Seat: lastCard.Turn(), Card: foppen.Must(foppen.ParseCard("G3"))})
		}},
		{"Game.Deal", 0, func() { sinkGame, sinkErr = fresh.Deal(deal) }},
		{"Game.Shuffle", 0, func() { sinkDeal = fresh.Shuffle(src) }},
		{"Game.Playout", 0, func() { sinkGame = full.Playout(src) }},
		{"Game.View", 0, func() { sinkView = g.View(1) }},
		{"Game.Hand", 0, func() { sinkCards = g.Hand(1) }},
		{"Game.Trick", 0, func() { sinkTrick = g.Trick() }},
		{"Game.LastTrick", 0, func() { sinkTrick = g.LastTrick() }},
		{"Game.Played", 0, func() { sinkCards = g.Played() }},
		{"Game.Aside", 0, func() { sinkCards = g.Aside() }},
		{"Game queries", 0, func() {
			sinkSeats = g.Fools() | g.TakingPart() | g.ToAct() | g.WentOut() | g.Bettors() | g.Winners()
			sinkInt = g.Total(1) + g.Tens(1) + g.MinusPoints(1) + g.Round() + g.TrickNumber() + g.HandSize(1) + int(g.Turn()) + int(g.EndReasons())
			sinkBool = g.Void(1, foppen.Green) || g.SittingOut().Has(1) || g.Led() == foppen.Red
		}},
		{"View.Legal", 0, func() { sinkCards = sinkView.Legal() }},
		{"View.Unseen", 0, func() { sinkCards = sinkView.Unseen() }},
		{"View.MayHold", 0, func() { sinkCards = sinkView.MayHold(2) }},

		{"Trick.Add", 0, func() { sinkTrick, sinkErr = trick.Add(5, g17) }},
		{"Trick.At and Len", 0, func() { _, sinkCard = trick.At(trick.Len() - 1) }},
		{"Trick.CardOf", 0, func() { sinkCard = trick.CardOf(3) }},
		{"Trick.Winner", 0, func() { sinkInt = int(trick.Winner()) + int(trick.Leader()) + int(trick.Led()) }},
		{"Trick.Legal", 0, func() { sinkCards = trick.Legal(hand) }},
		{"Trick.Follows", 0, func() { sinkBool = trick.Follows(g17) }},
		{"Trick.All", 0, func() {
			for s := range trick.All() {
				sinkInt = int(s)
			}
		}},

		{"Card", 0, func() {
			sinkBool = g17.IsValid()
			sinkInt = int(g17.Color()) + g17.Value() + btoi(g17 < one) + int(g17.Color().Letter())
			sinkCard, sinkErr = foppen.NewCard(foppen.Green, 17)
		}},
		{"ParseCard", 0, func() { sinkCard, sinkErr = foppen.ParseCard("G17") }},
		{"ParseCards", 0, func() { sinkCards, sinkErr = foppen.ParseCards("G2 G17 R5 1 1") }},
		{"NewCards", 0, func() { sinkCards, sinkErr = foppen.NewCards(one, g17, b31) }},
		{"Cards.With and Without", 0, func() { sinkCards = hand.With(b31).Without(g17) }},
		{"Cards.Plus and Minus", 0, func() { sinkCards = hand.Plus(other).Minus(other) }},
		{"Cards.Of", 0, func() { sinkCards = hand.Of(foppen.Red) }},
		{"Cards.Lowest, Highest and At", 0, func() { sinkCard = max(hand.Lowest(), hand.Highest(), hand.At(3)) }},
		{"Cards queries", 0, func() {
			sinkInt = hand.Len() + hand.Count(one) + hand.Sum()
			sinkBool = hand.IsEmpty() || hand.Has(g17) && hand.Contains(other)
		}},
		{"Cards.All", 0, func() {
			for c := range hand.All() {
				sinkCard = c
			}
		}},
		{"Seats", 0, func() {
			sinkSeats = seats.With(3).Without(4) | foppen.SeatsOf(1, 2)
			sinkInt = seats.Len()
			sinkBool = seats.Has(4) || seats.IsEmpty()
			for s := range seats.All() {
				sinkInt = int(s)
			}
		}},
		{"Variant.ScoreRound", 1, func() { sinkScore = v.ScoreRound([]foppen.Cards{hand, {}}, seats, seats)[0] }},
		{"NewStandings", 0, func() { sinkInt = foppen.NewStandings(1, 2, 3, 4).Len() }},

		{"Card.String", 1, func() { sinkInt = len(g17.String()) }},
		{"Cards.String", 1, func() { sinkInt = len(hand.String()) }},
		{"Trick.Fools", 1, func() { sinkInt = len(trick.Fools(2, foppen.LastPlayed)) }},
	} {
		if got := testing.AllocsPerRun(100, c.f); got > c.most {
			t.Errorf("%s: %v allocations, want at most %v", c.name, got, c.most)
		}
	}
	assert.Error(t, foppen.ErrMustFollow) // the refusals above were refused for what their names say
	_, err = g.Play(foppen.Must(foppen.ParseCard("R2")))
	assert.ErrorIs(t, err, foppen.ErrMustFollow)
	_, err = g.Play(b31)
	assert.ErrorIs(t, err, foppen.ErrNotInHand)
}

// A Game is at most 512 bytes, so that keeping old ones is cheap.
func TestGameSize(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeFor[foppen.Game](), reflect.TypeFor[foppen.View](), reflect.TypeFor[foppen.Trick](), reflect.TypeFor[foppen.Cards]()} {
		t.Logf("%v: %d bytes", typ, typ.Size())
	}
	assert.LessOrEqual(t, reflect.TypeFor[foppen.Game]().Size(), uintptr(512))
	assert.LessOrEqual(t, reflect.TypeFor[foppen.Cards]().Size(), uintptr(16))
	assert.Equal(t, uintptr(1), reflect.TypeFor[foppen.Card]().Size())
	for _, typ := range []reflect.Type{reflect.TypeFor[foppen.Game](), reflect.TypeFor[foppen.View](), reflect.TypeFor[foppen.Variant](), reflect.TypeFor[foppen.Deal]()} {
		assert.True(t, typ.Comparable(), "%v", typ)
	}
}
