package foppen_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A whole round, event by event, in the order of things at a table (R2.3 to R5.5).
// TestGamesAgainstOracle compares the events of random games with the oracle.
func TestEventsOfRound(t *testing.T) {
	g := tableOf(t, 4, wide(3, 1), foppen.WithDealer(2))
	d := foppen.Deal{Hands: [foppen.MaxPlayers]foppen.Cards{handOf("G9 R3 Y4"), handOf("R2 G4 1"), handOf("G2 G3 Y9"), handOf("1 Y2 Y3")}}
	g, events, err := g.Apply(d)
	require.NoError(t, err)
	assert.Equal(t, []foppen.Event{foppen.Dealt{Round: 1, Dealer: 2, Starter: 3, HandSize: 3, Shown: foppen.SeatsOf(0, 1, 2, 3), Hands: d.Hands}}, events)

	card := func(s string) foppen.Card { return foppen.Must(foppen.ParseCard(s)) }
	play := func(s foppen.Seat, c string, follows bool) foppen.CardPlayed {
		return foppen.CardPlayed{Seat: s, Card: card(c), Follows: follows}
	}
	for _, step := range []struct {
		play   string
		events []foppen.Event
	}{
		{"3:1", []foppen.Event{play(3, "1", true)}}, // a led 1 sets no color
		{"0:G9", []foppen.Event{play(0, "G9", true), foppen.ColorLed{Seat: 0, Color: foppen.Green}}},
		{"1:1", []foppen.Event{play(1, "1", true)}},
		{"2:G3", []foppen.Event{play(2, "G3", true), foppen.TrickWon{Seat: 0, Card: card("G9")},
			foppen.Fooled{Fool: foppen.Fool{Seat: 1, Card: card("1"), Reason: foppen.LowestFollower, Tied: true}}}}, // of two 1s the later
		{"0:Y4", []foppen.Event{play(0, "Y4", true), foppen.ColorLed{Seat: 0, Color: foppen.Yellow}}},
		{"2:Y9", []foppen.Event{play(2, "Y9", true)}},
		{"3:Y2", []foppen.Event{play(3, "Y2", true), foppen.TrickWon{Seat: 2, Card: card("Y9")},
			foppen.Fooled{Fool: foppen.Fool{Seat: 3, Card: card("Y2"), Reason: foppen.LowestFollower}}, foppen.Freed{Seat: 1}}},
		{"2:G2", []foppen.Event{play(2, "G2", true), foppen.ColorLed{Seat: 2, Color: foppen.Green}}},
		{"0:R3", []foppen.Event{play(0, "R3", false)}},
		{"1:G4", []foppen.Event{play(1, "G4", true), foppen.TrickWon{Seat: 1, Card: card("G4")},
			foppen.Fooled{Fool: foppen.Fool{Seat: 0, Card: card("R3"), Reason: foppen.LowestDiscard}}, foppen.Freed{Seat: 3},
			foppen.RoundEnded{Round: 1, Out: foppen.SeatsOf(0, 2)},
			foppen.Scored{Seat: 0, Score: foppen.Score{Reason: foppen.OutFooled}},
			foppen.Scored{Seat: 1, Score: foppen.Score{Left: handOf("R2"), Reason: foppen.CardsLeft, Base: -2, Points: -2}, Total: -2},
			foppen.Scored{Seat: 2, Score: foppen.Score{Reason: foppen.Ten, Base: 10, Points: 10}, Total: 10},
			foppen.Scored{Seat: 3, Score: foppen.Score{Left: handOf("Y3"), Reason: foppen.CardsLeft, Base: -3, Points: -3}, Total: -3}}},
	} {
		g, events = played(t, g, step.play)
		assert.Equal(t, step.events, events, step.play)
	}
	assert.Equal(t, foppen.DealPhase, g.Phase())
}

// The worst is fooled first; former fools are freed after that, upward.
func TestEventsOfTwoDiscs(t *testing.T) {
	g := dealt(t, tableOf(t, 6, wide(3, 2)), "B31 B30 G2|B2 B3 G3|B20 B21 B22|B4 B5 G4|B23 B24 B25|B6 B26 B27")
	g, events := played(t, g, "0:B31 1:B3 2:B20 3:B4 4:B23 5:B6")
	card := func(s string) foppen.Card { return foppen.Must(foppen.ParseCard(s)) }
	assert.Equal(t, []foppen.Event{
		foppen.CardPlayed{Seat: 5, Card: card("B6"), Follows: true},
		foppen.TrickWon{Seat: 0, Card: card("B31")},
		foppen.Fooled{Fool: foppen.Fool{Seat: 1, Card: card("B3"), Reason: foppen.LowestFollower}},
		foppen.Fooled{Fool: foppen.Fool{Seat: 3, Card: card("B4"), Reason: foppen.LowestFollower}},
	}, events)
	_, events = played(t, g, "0:G2 2:B21 4:B24 5:B26")
	assert.Equal(t, []foppen.Event{
		foppen.CardPlayed{Seat: 5, Card: card("B26")},
		foppen.TrickWon{Seat: 0, Card: card("G2")},
		foppen.Fooled{Fool: foppen.Fool{Seat: 2, Card: card("B21"), Reason: foppen.LowestDiscard}},
		foppen.Fooled{Fool: foppen.Fool{Seat: 4, Card: card("B24"), Reason: foppen.LowestDiscard}},
		foppen.Freed{Seat: 1}, foppen.Freed{Seat: 3},
	}, events)
}

// Redact shows a seat its own hand and answer, a spectator none, and everybody all
// else; what is redacted twice shows no more than the stricter of the two.
func TestRedact(t *testing.T) {
	hands := [foppen.MaxPlayers]foppen.Cards{handOf("G2"), handOf("G3"), handOf("1")}
	all := foppen.Dealt{Round: 2, Dealer: 1, Starter: 2, HandSize: 1, Shown: foppen.SeatsOf(0, 1, 2), Hands: hands}
	for s := foppen.Seat(-2); s <= 9; s++ {
		want := all
		want.Hands, want.Shown = [foppen.MaxPlayers]foppen.Cards{}, 0
		if s >= 0 && s < 3 {
			want.Hands[s], want.Shown = hands[s], foppen.SeatsOf(s)
		}
		assert.Equal(t, foppen.Event(want), foppen.Redact(all, s))
		assert.Equal(t, foppen.Event(want), foppen.Redact(foppen.Redact(all, s), s))
		none := foppen.Redact(all, foppen.NoSeat)
		assert.Equal(t, none, foppen.Redact(none, s), "what is hidden stays hidden")
		if s != 1 {
			assert.Equal(t, none, foppen.Redact(foppen.Redact(all, 1), s))
		}

		for _, bet := range []foppen.BetState{foppen.BetHidden, foppen.BetNo, foppen.BetYes} {
			placed := foppen.BetPlaced{Seat: 1, Bet: bet}
			want := foppen.BetPlaced{Seat: 1}
			if s == 1 {
				want.Bet = bet
			}
			assert.Equal(t, foppen.Event(want), foppen.Redact(placed, s))
		}
		for _, e := range []foppen.Event{nil, foppen.BetsRevealed{Bettors: 5}, foppen.CardPlayed{Seat: 1, Card: 9}, foppen.ColorLed{Seat: 1, Color: foppen.Red},
			foppen.TrickWon{Seat: 2, Card: 8}, foppen.Fooled{Fool: foppen.Fool{Seat: 2, Card: 8}}, foppen.Freed{Seat: 1}, foppen.RoundEnded{Round: 1, Out: 4},
			foppen.Scored{Seat: 1, Score: foppen.Score{Left: handOf("G2")}}, foppen.GameOver{Reasons: 1, Standings: foppen.NewStandings(1, 2)}} {
			assert.Equal(t, e, foppen.Redact(e, s))
			assert.NotContains(t, foppen.RedactAll([]foppen.Event{e}, s), nil)
		}
	}
}

// Whatever the hidden hands and bets are, the redacted events are the same: two
// games that differ only in what a seat does not see.
// embedded is an event for the compiler, and not one of the package.
type embedded struct{ foppen.Dealt }

// What Redact does not know could hold anything, and so is not shown.
func TestRedactShowsNothingUnknown(t *testing.T) {
	dealt := foppen.Dealt{Shown: foppen.SeatsOf(0, 1), Hands: [foppen.MaxPlayers]foppen.Cards{handOf("G2"), handOf("G3")}}
	placed := foppen.BetPlaced{Seat: 1, Bet: foppen.BetYes}
	for _, e := range []foppen.Event{nil, &dealt, (*foppen.Dealt)(nil), &placed, embedded{dealt}, &embedded{dealt}, &foppen.Freed{Seat: 1}} {
		assert.Nil(t, foppen.Redact(e, 0))
		assert.Equal(t, []foppen.Event{foppen.Freed{Seat: 2}}, foppen.RedactAll([]foppen.Event{e, foppen.Freed{Seat: 2}}, 0))
	}
	assert.Equal(t, []foppen.Event{}, foppen.RedactAll(nil, 0))
	assert.Equal(t, []foppen.Event{foppen.Redact(dealt, 1), foppen.Redact(placed, 1)}, foppen.RedactAll([]foppen.Event{dealt, placed}, 1))
}

func TestRedactedEventsHideAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		n := rapid.SampledFrom(v.Players()).Draw(t, "players at the table")
		g, err := foppen.New(n, foppen.WithVariant(v))
		require.NoError(t, err)
		seat := foppen.Seat(rapid.IntRange(-1, n-1).Draw(t, "seat"))
		d := g.Shuffle(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		other := d
		// The other hands go round by one place, the seat's own stays.
		var hidden []foppen.Seat
		for s := range foppen.Seat(n) {
			if s != seat {
				hidden = append(hidden, s)
			}
		}
		for i, s := range hidden {
			other.Hands[s] = d.Hands[hidden[(i+1)%len(hidden)]]
		}
		a, one, err := g.Apply(d)
		require.NoError(t, err)
		b, two, err := g.Apply(other)
		require.NoError(t, err)
		same := func() {
			for i := range one {
				one[i], two[i] = foppen.Redact(one[i], seat), foppen.Redact(two[i], seat)
			}
			if !slices.Equal(one, two) {
				t.Fatalf("seat %v can tell\n%+v from\n%+v", seat, one, two)
			}
		}
		same()
		for a.Phase() == foppen.BetPhase && a.ToAct().Len() > 1 {
			bet := rapid.Bool().Draw(t, "bet")
			m := foppen.Bet{Seat: a.Turn(), Bet: bet}
			a, one, err = a.Apply(m)
			require.NoError(t, err)
			m.Bet = bet == (m.Seat == seat) // the seat's own bet is the same, others are not
			b, two, err = b.Apply(m)
			require.NoError(t, err)
			same()
		}
	})
}
