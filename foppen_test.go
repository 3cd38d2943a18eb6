package foppen_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// R2.1, R2.2: a new game, and who deals and starts.
func TestNew(t *testing.T) {
	for n := 4; n <= 8; n++ {
		g, err := foppen.New(n)
		require.NoError(t, err)
		assert.Equal(t, foppen.Rulebook2018(), g.Variant(), "the 2018 rulebook is the default")
		assert.Equal(t, n, g.Players())
		assert.Equal(t, foppen.DealPhase, g.Phase())
		assert.Equal(t, 0, g.Round())
		assert.Equal(t, foppen.Seat(n-1), g.Dealer(), "the last seat deals")
		assert.Equal(t, foppen.Seat(0), g.Starter())
		assert.Equal(t, foppen.NoSeat, g.Turn())
		assert.Equal(t, make([]int, n), g.Totals())
		for dealer := range foppen.Seat(n) {
			g, err := foppen.New(n, foppen.WithDealer(dealer))
			require.NoError(t, err)
			assert.Equal(t, dealer, g.Dealer())
			assert.Equal(t, (dealer+1)%foppen.Seat(n), g.Starter(), "the seat to the dealer's left")
			g, err = g.Deal(g.Shuffle(rand.NewPCG(1, 1)))
			require.NoError(t, err)
			assert.Equal(t, g.Starter(), g.Turn(), "R3.1")
			assert.Equal(t, dealer, g.Dealer())
		}
	}
	for n := -2; n <= 12; n++ {
		_, err := foppen.New(n)
		assert.Equal(t, n >= 4 && n <= 8, err == nil, "%d players", n)
		_, err = foppen.New(n, foppen.WithVariant(foppen.Edition1995()))
		assert.Equal(t, n >= 3 && n <= 6, err == nil, "%d players", n)
	}
	for _, dealer := range []foppen.Seat{-128, -2, 4, 7, 8, 127} {
		g, err := foppen.New(4, foppen.WithDealer(dealer))
		assert.Equal(t, []string{"dealer"}, faultyFields(err), "%v", dealer)
		assert.Equal(t, foppen.Game{}, g)
	}
}

// C1 to C12 through a whole Game, in the first trick, with every seat as the
// leader, and in the second trick of a larger table, with every set of seats that
// sits out: two adjacent seats across the end of the table among them.
func TestWorkedTricksInGames(t *testing.T) {
	for _, c := range workedTricks {
		n := len(strings.Fields(c.cards))
		for leader := range n {
			playWorked(t, c, n, leader, 0)
		}
		if n += c.discs; n > foppen.MaxPlayers {
			continue
		}
		for set := range foppen.Seats(1) << n {
			for leader := range n {
				if set.Len() == c.discs && !set.Has(foppen.Seat(leader)) {
					playWorked(t, c, n, leader, set)
				}
			}
		}
	}
}

// playWorked plays a worked case at a table of n, as a second trick if there are seats
// that sit out. Every seat holds the card of the case and one that cannot follow,
// so that all plays are legal; those who sit out get there by a first trick in blue.
func playWorked(t *testing.T, c trickCase, n, leader int, sitsOut foppen.Seats) {
	t.Helper()
	list := cardList(c.cards)
	led := trickOf(t, list, 0, 8).Led()
	var taking []foppen.Seat
	for i := range n {
		if s := foppen.Seat((leader + i) % n); !sitsOut.Has(s) {
			taking = append(taking, s)
		}
	}
	color := "G"
	if led == foppen.Green {
		color = "R"
	}
	var d foppen.Deal
	for s := range foppen.Seat(n) {
		texts := fmt.Sprintf("%s%d", color, 20+s)
		if i := slices.Index(taking, s); i >= 0 {
			texts += " " + list[i].String()
		} else {
			texts += fmt.Sprintf(" Y%d", 20+s)
		}
		if sitsOut != 0 {
			texts += " " + firstCard(int(s), leader, sitsOut)
		}
		d.Hands[s] = handOf(texts)
	}
	g := tableOf(t, n, wide(2+btoi(sitsOut != 0), c.discs), foppen.WithDealer(foppen.Seat((leader+n-1)%n)))
	g, err := g.Deal(d)
	require.NoError(t, err)
	if sitsOut != 0 {
		for i := range n {
			s := (leader + i) % n
			g, _ = played(t, g, fmt.Sprintf("%d:%s", s, firstCard(s, leader, sitsOut)))
		}
	}
	require.Equal(t, sitsOut, g.Fools(), c.name)
	require.Equal(t, n-sitsOut.Len(), g.TakingPart().Len(), c.name)

	var events []foppen.Event
	for i, card := range list {
		require.Equal(t, taking[i], g.Turn(), "%s, led by %d, without %v", c.name, leader, sitsOut)
		require.True(t, g.Legal().Has(card))
		g, events, err = g.Apply(foppen.Play{Seat: g.Turn(), Card: card})
		require.NoError(t, err)
	}
	winner := taking[c.winner-1]
	want := []foppen.Event{foppen.TrickWon{Seat: winner, Card: list[c.winner-1]}}
	var fools foppen.Seats
	var fooled []foppen.Fool
	for i, place := range c.fools {
		fooled = append(fooled, foppen.Fool{Seat: taking[place-1], Card: list[place-1], Reason: c.reasons[i]})
		fools = fools.With(taking[place-1])
	}
	for _, f := range withTies(playsOf(g.LastTrick()), fooled) {
		want = append(want, foppen.Fooled{Fool: f})
	}
	for s := range sitsOut.All() {
		want = append(want, foppen.Freed{Seat: s})
	}
	assert.Equal(t, want, events[len(events)-len(want):], c.name)
	assert.Equal(t, fools, g.Fools(), c.name)
	assert.Equal(t, winner, g.Leader(), "R3.12: %s", c.name)
	assert.Equal(t, winner, g.Turn(), c.name)
	for s := range foppen.Seat(n) {
		assert.Equal(t, fools.Has(s), g.SittingOut().Has(s), c.name)
	}
}

// firstCard is the card of a first trick in which exactly those who are to sit out
// play low and the leader of the second trick plays high.
func firstCard(seat, leader int, sitsOut foppen.Seats) string {
	switch {
	case seat == leader:
		return "B31"
	case sitsOut.Has(foppen.Seat(seat)):
		return fmt.Sprintf("B%d", 11+seat)
	}
	return fmt.Sprintf("B%d", 20+seat)
}

// C8: there is no B16 in any 2018 game: not in a deal and not as a play. In a
// deck that has it, it can be dealt and played.
func TestWorkedCaseC8(t *testing.T) {
	b16 := foppen.Must(foppen.ParseCard("B16"))
	for n := 4; n <= 8; n++ {
		g, err := foppen.New(n)
		require.NoError(t, err)
		deal := g.Shuffle(rand.NewPCG(8, 16))
		bad := deal
		bad.Hands[1] = bad.Hands[1].Without(bad.Hands[1].Lowest()).With(b16)
		next, events, err := g.Apply(bad)
		var refused *foppen.MoveError
		require.ErrorAs(t, err, &refused)
		assert.ErrorIs(t, err, foppen.ErrNoCard)
		assert.Equal(t, foppen.Seat(1), refused.Seat)
		assert.Equal(t, b16, refused.Card)
		assert.Equal(t, "R1.3", refused.Rule())
		assert.Equal(t, g, next)
		assert.Nil(t, events)
		_, err = g.Deal(bad)
		assert.ErrorIs(t, err, foppen.ErrNoCard)

		g, err = g.Deal(deal)
		require.NoError(t, err)
		next, err = g.Play(b16)
		assert.ErrorIs(t, err, foppen.ErrNoCard)
		assert.Equal(t, g, next)
	}
	v := foppen.Rulebook2018()
	v.Setups[8].Blue, v.Setups[8].Green = 16, 26
	g, err := foppen.New(8, foppen.WithVariant(v))
	require.NoError(t, err)
	g, err = g.Deal(g.Shuffle(rand.NewPCG(1, 2)))
	require.NoError(t, err)
	_, err = g.Play(b16)
	assert.NotErrorIs(t, err, foppen.ErrNoCard)
}

// S1 through a whole round: two players go out in the same trick, one of them
// fooled, and the others hold {G9 Y8} and {R13} (R5.1 to R5.5).
func TestWorkedScoreS1(t *testing.T) {
	g := tableOf(t, 4, wide(4, 1))
	g = dealt(t, g, "B2 B4 G9 Y8|B10 B3 B11 R13|B20 B21 B22 B23|B15 B16 B17 B5")
	g, _ = played(t, g, "0:B2 1:B10 2:B20 3:B15"+" 2:B21 3:B16 1:B3"+" 2:B22 3:B17 0:B4"+" 2:B23")
	assert.Equal(t, foppen.SeatsOf(2), g.WentOut(), "R5.1: the leader is out,")
	assert.Equal(t, foppen.PlayPhase, g.Phase(), "but the trick is played to its end")
	g, events := played(t, g, "3:B5 1:B11")
	assert.Equal(t, foppen.SeatsOf(2, 3), g.WentOut())
	assert.Equal(t, foppen.SeatsOf(3), g.Fools())
	assert.Equal(t, foppen.DealPhase, g.Phase())
	assert.Equal(t, []int{-17, -13, 10, 0}, g.Totals())
	assert.Equal(t, g.Variant().ScoreRound([]foppen.Cards{handOf("G9 Y8"), handOf("R13"), {}, {}}, foppen.SeatsOf(3), 0), g.Scores())
	assert.Equal(t, []foppen.Event{
		foppen.CardPlayed{Seat: 1, Card: foppen.Must(foppen.ParseCard("B11")), Follows: true},
		foppen.TrickWon{Seat: 2, Card: foppen.Must(foppen.ParseCard("B23"))},
		foppen.Fooled{Fool: foppen.Fool{Seat: 3, Card: foppen.Must(foppen.ParseCard("B5")), Reason: foppen.LowestFollower}},
		foppen.Freed{Seat: 0},
		foppen.RoundEnded{Round: 1, Out: foppen.SeatsOf(2, 3)},
		foppen.Scored{Seat: 0, Score: foppen.Score{Left: handOf("G9 Y8"), Reason: foppen.CardsLeft, Base: -17, Points: -17}, Total: -17},
		foppen.Scored{Seat: 1, Score: foppen.Score{Left: handOf("R13"), Reason: foppen.CardsLeft, Base: -13, Points: -13}, Total: -13},
		foppen.Scored{Seat: 2, Score: foppen.Score{Reason: foppen.Ten, Base: 10, Points: 10}, Total: 10},
		foppen.Scored{Seat: 3, Score: foppen.Score{Reason: foppen.OutFooled}},
	}, events)
}

// S2 through a whole round: {1 1 B2} is left, by the 2018 and the 1995 rules.
func TestWorkedScoreS2(t *testing.T) {
	for penalty, want := range map[int]int{5: -12, 1: -4} {
		v := foppen.Rulebook2018()
		v.OnePenalty = penalty
		v.Setups[4] = wide(6, 1)
		g, err := foppen.New(4, foppen.WithVariant(v))
		require.NoError(t, err)
		g = dealt(t, g, "B3 B5 B7 1 1 B2|B10 B4 B6 B9 R5 R6|B20 B21 B22 B23 B24 B25|B15 B16 B17 B18 B19 B8")
		g, _ = played(t, g, "0:B3 1:B10 2:B20 3:B15"+" 2:B21 3:B16 1:B4"+" 2:B22 3:B17 0:B5"+" 2:B23 3:B18 1:B6"+" 2:B24 3:B19 0:B7"+" 2:B25 3:B8 1:B9")
		assert.Equal(t, handOf("1 1 B2"), g.Hand(0), "what is left can be seen until the next deal")
		assert.Equal(t, []int{want, -11, 10, 0}, g.Totals())
		g, err = g.Deal(g.Shuffle(rand.NewPCG(2, 2)))
		require.NoError(t, err)
		assert.Equal(t, 6, g.HandSize(0))
		assert.Empty(t, g.Scores())
		assert.Equal(t, []int{want, -11, 10, 0}, g.Totals())
	}
}

// S3 (R8.1 to R8.4): 12 for going out, -3 for going out fooled, -1 each time fooled, before
// any bet. A ten stays a ten, and gross minus points are the round scores below 0.
func TestWorkedScoreS3(t *testing.T) {
	v := foppen.Must(foppen.ParseVariant("rulebook-2018 ten_points=12 spoiled_points=-3 fool_points=-1"))
	left := []foppen.Cards{handOf("G9 Y8"), handOf("R13"), {}, {}}
	scores := v.ScoreRound(left, foppen.SeatsOf(3), 0, 2, 0, 1, 3)
	for i, want := range []foppen.Score{
		{Left: left[0], Reason: foppen.CardsLeft, Base: -17, Points: -19, Fooled: 2, FoolPoints: -2},
		{Left: left[1], Reason: foppen.CardsLeft, Base: -13, Points: -13},
		{Reason: foppen.Ten, Base: 12, Points: 11, Fooled: 1, FoolPoints: -1},
		{Reason: foppen.OutFooled, Base: -3, Points: -6, Fooled: 3, FoolPoints: -3},
	} {
		assert.Equal(t, want, scores[i], "seat %d", i)
	}
	bets := v.ScoreRound(left, foppen.SeatsOf(3), foppen.SeatsOf(0, 2, 3), 2, 0, 1, 3)
	assert.Equal(t, -17*2-2, bets[0].Points, "R8.4: the bet doubles what R5.2 gives, not what R8.3 adds")
	assert.Equal(t, 12+10+5*2-1, bets[2].Points, "R8.4: the bet adds to what R8.1 gives")
	assert.Equal(t, 0-3, bets[3].Points, "R7.3: a bettor who went out but was fooled gets 0, and what R8.3 adds")
	assert.Equal(t, -3, bets[3].Base, "R8.2")
}

// R8 through the round of S1: in four tricks seat 0 is fooled once, seat 1 once, and seat 3 in
// the last.
func TestExperimentsThroughARound(t *testing.T) {
	v := foppen.Must(foppen.ParseVariant("rulebook-2018 ten_points=12 spoiled_points=-3 fool_points=-1 tens_limit=1"))
	v.Setups[4] = wide(4, 1)
	g, err := foppen.New(4, foppen.WithVariant(v))
	require.NoError(t, err)
	g = dealt(t, g, "B2 B4 G9 Y8|B10 B3 B11 R13|B20 B21 B22 B23|B15 B16 B17 B5")
	g, _ = played(t, g, "0:B2 1:B10 2:B20 3:B15"+" 2:B21 3:B16 1:B3"+" 2:B22 3:B17 0:B4"+" 2:B23")
	p := foppen.NewPlayout(g)
	g, events := played(t, g, "3:B5 1:B11")
	assert.Equal(t, []int{-19, -14, 12, -4}, g.Totals())
	assert.Contains(t, events, foppen.Event(foppen.Scored{Seat: 0, Total: -19,
		Score: foppen.Score{Left: handOf("G9 Y8"), Reason: foppen.CardsLeft, Base: -17, Points: -19, Fooled: 2, FoolPoints: -2}}))
	assert.Equal(t, "seat 3 went out but is fooled, fooled once (-1): -4, total -4", foppen.Scored{Seat: 3, Score: g.Scores()[3], Total: -4}.String())
	assert.Equal(t, 4, g.MinusPoints(3), "R8.4: the round's score is below 0")
	assert.Equal(t, 1, g.Tens(2), "R8.4: a ten")
	assert.Equal(t, foppen.EndTens, g.EndReasons(), "R8.4: the limit of tens counts it")
	require.NoError(t, p.Play(foppen.Must(foppen.ParseCard("B5"))))
	require.NoError(t, p.Play(foppen.Must(foppen.ParseCard("B11"))))
	for s, want := range g.Totals() {
		assert.Equal(t, want, p.Points(foppen.Seat(s)), "a Playout counts the same")
	}
	text, err := json.Marshal(g.Scores()[3])
	require.NoError(t, err)
	assert.Equal(t, `{"left":[],"reason":"out-fooled","bet":false,"base":-3,"fooled":1,"fool_points":-1,"points":-4}`, string(text))
	var back foppen.Score
	require.NoError(t, json.Unmarshal(text, &back))
	assert.Equal(t, g.Scores()[3], back)
}

// R8.1: with 0 for going out a ten still counts for the limit.
func TestTenOfNoPoints(t *testing.T) {
	v := foppen.Rulebook2018()
	v.TenExtra, v.TensLimit = -10, 1
	g := foppen.Must(foppen.New(4, foppen.WithVariant(v)))
	for g.Phase() != foppen.OverPhase {
		var err error
		g, err = g.Deal(g.Shuffle(rand.NewPCG(1, uint64(g.Round()))))
		require.NoError(t, err)
		g = g.Playout(rand.NewPCG(3, 4))
	}
	assert.True(t, g.EndReasons().Has(foppen.EndTens))
	for _, total := range g.Totals() {
		assert.LessOrEqual(t, total, 0)
	}
}

// R5.3 to R5.5, R3.10: with one card a hand all go out in the same trick, and as
// many as there are discs get nothing, but never the winner.
func TestAllOutAtOnce(t *testing.T) {
	for n := 2; n <= 8; n++ {
		for discs := 0; discs <= n-2; discs++ {
			g := tableOf(t, n, wide(1, discs))
			var d foppen.Deal
			var plays []string
			for s := range n {
				d.Hands[s] = handOf(fmt.Sprintf("G%d", 2+s)) // the highest is played last
				plays = append(plays, fmt.Sprintf("%d:G%d", s, 2+s))
			}
			g, err := g.Deal(d)
			require.NoError(t, err)
			g, events := played(t, g, strings.Join(plays, " "))
			var want []int
			for s := range n {
				want = append(want, 10*btoi(s >= discs))
			}
			assert.Equal(t, want, g.Totals(), "%d players, %d discs", n, discs)
			assert.Contains(t, events, foppen.RoundEnded{Round: 1, Out: foppen.Seats(1<<n - 1)})
		}
	}
}

// R3.10: more discs than a trick of few can hand out: with four players and two
// discs every second trick has two players, and then one fool.
func TestFewerFoolsThanDiscs(t *testing.T) {
	g := tableOf(t, 4, wide(5, 2))
	g = dealt(t, g, "B31 B30 B29 B5 B6|B20 B21 B22 B23 B24|B3 B4 R7 R8 R9|B2 B7 B8 B9 B10")
	g, _ = played(t, g, "0:B31 1:B20 2:B3 3:B2")
	assert.Equal(t, foppen.SeatsOf(2, 3), g.Fools())
	g, _ = played(t, g, "0:B30 1:B21")
	assert.Equal(t, foppen.SeatsOf(1), g.Fools(), "never the winner")
	g, _ = played(t, g, "0:B29 2:B4 3:B7")
	assert.Equal(t, foppen.SeatsOf(2, 3), g.Fools())
	assert.Equal(t, 2+3+4, g.Played().Len())
}

// R3.7, R3.8 in a Game: a whole trick of 1s, under both readings of ties.
func TestTrickOfOnesInGame(t *testing.T) {
	for tie, want := range map[foppen.TieRule]foppen.Seats{foppen.LastPlayed: foppen.SeatsOf(1, 0), foppen.FirstPlayed: foppen.SeatsOf(3, 4)} {
		v := foppen.Rulebook2018()
		v.WorstTie = tie
		v.Setups[5] = wide(2, 2)
		g, err := foppen.New(5, foppen.WithVariant(v), foppen.WithDealer(1))
		require.NoError(t, err)
		g = dealt(t, g, "1 1|1 1|1 1|1 1|1 1")
		g, _ = played(t, g, "2:1 3:1 4:1 0:1 1:1")
		assert.Equal(t, want, g.Fools(), "%v", tie)
		assert.Equal(t, foppen.Seat(2), g.Leader())
	}
}

// R3.4 to R3.6: what a discard proves, and what proves nothing.
func TestLacks(t *testing.T) {
	g := tableOf(t, 4, wide(4, 1))
	g = dealt(t, g, "G9 G8 R3 1|R2 R4 R6 R8|G2 1 1 G3|1 Y2 Y3 R9")
	shown := func(g foppen.Game) (list []string) {
		for s := range foppen.Seat(4) {
			for c := foppen.Green; c <= foppen.Blue; c++ {
				if g.Void(s, c) {
					list = append(list, fmt.Sprint(s, " ", c))
				}
			}
		}
		return list
	}
	g, _ = played(t, g, "0:G9 1:R2")
	assert.Equal(t, []string{"1 green"}, shown(g), "a discard proves that the led color is lacking")
	g, _ = played(t, g, "2:1 3:1")
	assert.Equal(t, []string{"1 green"}, shown(g), "a 1 proves nothing")
	g, _ = played(t, g, "0:R3 2:1 3:R9")
	assert.Equal(t, []string{"1 green"}, shown(g), "who follows or sits out proves nothing")
	assert.False(t, g.Void(8, foppen.Green) || g.Void(-1, foppen.Green) || g.Void(1, foppen.NoColor) || g.Void(0, 5))
	g = g.Playout(rand.NewPCG(1, 1))
	g, err := g.Deal(g.Shuffle(rand.NewPCG(1, 1)))
	require.NoError(t, err)
	assert.Empty(t, shown(g), "a deal wipes everything")
}

// turned gives the seats of a scripted round other numbers: seat s becomes s+r.
func turned(d foppen.Deal, n, r int) (rotated foppen.Deal) {
	for s := range n {
		rotated.Hands[(s+r)%n] = d.Hands[s]
	}
	return rotated
}

func turnedInts(list []int, r int) []int {
	rotated := make([]int, len(list))
	for s, x := range list {
		rotated[(s+r)%len(list)] = x
	}
	return rotated
}

// R2.4, R2.5: who deals and who starts after a round that seat 0 has started, whose
// last trick seat 2 has led, and that gives -9, 10, 10 and 0, at every rotation of
// the table.
func TestNextStarter(t *testing.T) {
	const (
		total, round   = foppen.ByTotal, foppen.ByRound
		starter, leads = foppen.PreviousStarter, foppen.LastLeader
		most, clock    = foppen.MostMinusStarts, foppen.ClockwiseStarts
	)
	for _, c := range []struct {
		rule                 foppen.StarterRule
		score                foppen.StarterScore
		reference            foppen.ReferenceSeat
		before               []int
		wantDealer, wantSeat int
	}{
		{most, total, starter, []int{0, 0, 0, 0}, 0, 0},
		{most, total, starter, []int{0, 0, 0, -50}, 0, 3},
		{most, total, starter, []int{100, 90, 50, 0}, 0, 3}, // the lowest total, though nobody has minus points but seat 0
		{most, total, starter, []int{0, -19, 0, 0}, 0, 0},   // a tie that the previous starter is part of
		{most, total, starter, []int{0, 0, 0, -9}, 0, 0},    // the same
		{most, total, starter, []int{0, -30, -30, 0}, 0, 1}, // ties without him
		{most, total, starter, []int{0, 0, -30, -20}, 0, 2},
		{most, total, starter, []int{0, -30, 0, -20}, 0, 1},
		{most, total, starter, []int{0, -30, -30, -20}, 0, 1},
		{most, total, starter, []int{0, -19, -19, -9}, 0, 0}, // all are tied
		{most, total, leads, []int{0, 0, 0, 0}, 2, 0},
		{most, total, leads, []int{0, -19, 0, 0}, 2, 0},
		{most, total, leads, []int{0, -30, 0, -20}, 2, 3},
		{most, total, leads, []int{0, 0, -30, -20}, 2, 2},
		{most, total, leads, []int{0, -30, -30, 0}, 2, 2},
		{most, total, leads, []int{0, -19, -19, -9}, 2, 2},
		{most, total, leads, []int{0, -60, 0, 0}, 2, 1},
		{most, round, starter, []int{100, -500, -500, -500}, 0, 0}, // totals do not count
		{most, round, leads, []int{100, -500, -500, -500}, 2, 0},
		{clock, total, starter, []int{0, 0, 0, -50}, 0, 1},
		{clock, round, leads, []int{0, 0, 0, -50}, 0, 1}, // the options are those of the other rule
	} {
		for r := range 4 {
			v := foppen.Rulebook2018()
			v.Starter, v.StarterScore, v.Reference, v.MinusLimit = c.rule, c.score, c.reference, 0
			_, d, plays := oneRound(t, v, foppen.Past{}, 9)
			v.Setups[4] = foppen.Setup{Green: 31, Blue: 31, HandSize: 2, Discs: 1}
			g, err := foppen.New(4, foppen.WithVariant(v), foppen.WithDealer(foppen.Seat((3+r)%4)))
			require.NoError(t, err)
			g = foppen.GameAt(g, foppen.Past{Round: 1, Totals: turnedInts(c.before, r)})
			g, _ = playRound(t, g, turned(d, 4, r), plays)
			assert.Equal(t, foppen.DealPhase, g.Phase())
			assert.Equal(t, foppen.Seat((c.wantDealer+r)%4), g.Dealer(), "%+v turned by %d", c, r)
			assert.Equal(t, foppen.Seat((c.wantSeat+r)%4), g.Starter(), "%+v turned by %d", c, r)
			next, err := g.Deal(g.Shuffle(rand.NewPCG(0, 0)))
			require.NoError(t, err)
			assert.Equal(t, g.Starter(), next.Turn(), "who starts leads the first trick")
			assert.Equal(t, g.Dealer(), next.Dealer())
		}
	}
}

// R2.4: ties of round scores. Seats 1 and 3 get -9; seat 0 has started and seat 2 has
// led the last trick.
func TestNextStarterByRound(t *testing.T) {
	for reference, want := range map[foppen.ReferenceSeat][2]int{foppen.PreviousStarter: {0, 1}, foppen.LastLeader: {2, 3}} {
		for r := range 5 {
			v := foppen.Rulebook2018()
			v.StarterScore, v.Reference = foppen.ByRound, reference
			v.Setups[5] = wide(2, 2)
			g, err := foppen.New(5, foppen.WithVariant(v), foppen.WithDealer(foppen.Seat((4+r)%5)))
			require.NoError(t, err)
			d := foppen.Deal{Hands: [foppen.MaxPlayers]foppen.Cards{handOf("B10 B12"), handOf("B2 G9"), handOf("B31 B30"), handOf("B3 R9"), handOf("B20 B11")}}
			g = foppen.GameAt(g, foppen.Past{Round: 1, Totals: turnedInts([]int{-40, 0, 0, 0, -50}, r)})
			g, _ = playRound(t, g, turned(d, 5, r), cardList("B10 B2 B31 B3 B20 B30 B11 B12"))
			assert.Equal(t, turnedInts([]int{-40, -9, 10, -9, -50}, r), g.Totals())
			assert.Equal(t, foppen.Seat((want[0]+r)%5), g.Dealer(), "%v turned by %d", reference, r)
			assert.Equal(t, foppen.Seat((want[1]+r)%5), g.Starter(), "%v turned by %d", reference, r)
		}
	}
}

// R2.4, R8.4: by gross minus points, tens are not set against them. Seat 3 has the lowest
// total, seat 1 the most gross minus points.
func TestNextStarterByGross(t *testing.T) {
	for r := range 5 {
		v := foppen.Rulebook2018()
		v.StarterScore = foppen.ByGross
		v.Setups[5] = wide(2, 2)
		g, err := foppen.New(5, foppen.WithVariant(v), foppen.WithDealer(foppen.Seat((4+r)%5)))
		require.NoError(t, err)
		d := foppen.Deal{Hands: [foppen.MaxPlayers]foppen.Cards{handOf("B10 B12"), handOf("B2 G9"), handOf("B31 B30"), handOf("B3 R9"), handOf("B20 B11")}}
		g = foppen.GameAt(g, foppen.Past{Round: 5, Totals: turnedInts([]int{0, 10, 0, -20, 0}, r), Minus: turnedInts([]int{0, 30, 0, 20, 0}, r), Tens: turnedInts([]int{0, 4, 0, 0, 0}, r)})
		g, _ = playRound(t, g, turned(d, 5, r), cardList("B10 B2 B31 B3 B20 B30 B11 B12"))
		v.TensLimit = 0
		assert.Equal(t, 39, g.MinusPoints(foppen.Seat((1+r)%5)))
		assert.Equal(t, foppen.Seat((1+r)%5), g.Starter(), "turned by %d", r)
	}
}

// R2.5, R6.2: the 1995 game: everyone starts twice, in turn.
func TestClockwiseGame(t *testing.T) {
	for n := 3; n <= 6; n++ {
		g, err := foppen.New(n, foppen.WithVariant(foppen.Edition1995()), foppen.WithDealer(1))
		require.NoError(t, err)
		src := rand.NewPCG(19, 95)
		for round := range 2 * n {
			assert.Equal(t, foppen.DealPhase, g.Phase())
			assert.Equal(t, foppen.Seat((1+round)%n), g.Dealer())
			assert.Equal(t, foppen.Seat((2+round)%n), g.Starter())
			g, err = g.Deal(g.Shuffle(src))
			require.NoError(t, err)
			g = g.Playout(src)
		}
		assert.Equal(t, foppen.OverPhase, g.Phase())
		assert.Equal(t, foppen.EndRounds, g.EndReasons())
	}
}

// R7: all sixteen ways for four seats to bet, at every rotation of the public: who
// is asked in which order, what is known when, and what it scores.
func TestBetting(t *testing.T) {
	for bets := range foppen.Seats(16) {
		for r := range 4 {
			v := foppen.Edition1995Bets()
			v.Setups[4] = foppen.Setup{Green: 31, Blue: 31, HandSize: 2, Discs: 1, Rounds: 9}
			_, d, plays := oneRound(t, foppen.Rulebook2018(), foppen.Past{}, 9)
			g, err := foppen.New(4, foppen.WithVariant(v), foppen.WithDealer(foppen.Seat((3+r)%4)))
			require.NoError(t, err)
			g, err = g.Deal(turned(d, 4, r))
			require.NoError(t, err)

			var bettors foppen.Seats
			for i := range 4 {
				seat := foppen.Seat((i + r) % 4)
				assert.Equal(t, foppen.BetPhase, g.Phase())
				assert.Equal(t, seat, g.Turn(), "R7.2: asked in turn from the starting player")
				assert.Equal(t, 4-i, g.ToAct().Len())
				assert.Equal(t, foppen.BetHidden, g.BetOf(seat))
				assert.Zero(t, g.Bettors(), "nobody sees a bet before the last one is in")
				assert.True(t, g.Legal().IsEmpty())
				assert.Equal(t, foppen.NoSeat, g.Leader())
				bet := bets.Has(foppen.Seat(i))
				if bet {
					bettors = bettors.With(seat)
				}
				before := g
				var events []foppen.Event
				g, events, err = g.Apply(foppen.Bet{Seat: seat, Bet: bet})
				require.NoError(t, err)
				want := []foppen.Event{foppen.BetPlaced{Seat: seat, Bet: foppen.BetState(1 + btoi(bet))}}
				if i == 3 {
					want = append(want, foppen.BetsRevealed{Bettors: bettors})
				}
				assert.Equal(t, want, events)
				assert.Equal(t, foppen.BetState(1+btoi(bet)), g.BetOf(seat))
				assert.Equal(t, foppen.BetHidden, before.BetOf(seat))
				for other := range foppen.Seat(4) {
					if other != seat && i < 3 {
						assert.Equal(t, foppen.BetHidden, g.View(other).BetOf(seat))
					}
				}
			}
			assert.Equal(t, foppen.PlayPhase, g.Phase())
			assert.Equal(t, bettors, g.Bettors())
			assert.Equal(t, g.Starter(), g.Turn())
			for _, c := range plays {
				g, err = g.Play(c)
				require.NoError(t, err)
			}
			n := bets.Len()
			points := []int{-9, 10, 10, 0}
			if bets.Has(0) {
				points[0] = -18
			}
			for s := 1; s <= 2; s++ {
				if bets.Has(foppen.Seat(s)) {
					points[s] = 10 + 10 + 5*(n-1)
				}
			}
			assert.Equal(t, turnedInts(points, r), g.Totals(), "bets %v turned by %d", bets, r)
			assert.Equal(t, bettors, g.Bettors(), "until the next deal")
			assert.Equal(t, 1, g.Tens(foppen.Seat((1+r)%4)), "a ten is one ten, however many points it brings")
			assert.Equal(t, -points[0], g.MinusPoints(foppen.Seat(r)), "doubled minus points are minus points")
			g, err = g.Deal(g.Shuffle(rand.NewPCG(0, 0)))
			require.NoError(t, err)
			assert.Zero(t, g.Bettors())
			assert.Equal(t, foppen.BetPhase, g.Phase())
		}
	}
}

// Every reason for which a move can be refused, with its rule and its details.
func TestRefusals(t *testing.T) {
	fresh := tableOf(t, 4, wide(3, 1))
	playing := dealt(t, fresh, "G9 G8 R3|R2 G4 1|G2 G3 Y9|B2 Y2 Y3")
	led, _ := played(t, playing, "0:G9")
	fooled, _ := played(t, led, "1:G4 2:G2 3:B2")
	v := foppen.Edition1995Bets()
	v.Setups[4] = wide(3, 1)
	v.Setups[4].Rounds = 1
	bets, err := foppen.New(4, foppen.WithVariant(v))
	require.NoError(t, err)
	bets = dealt(t, bets, "G9 G8 R3|R2 G4 1|G2 G3 Y9|B2 Y2 Y3")
	over := bets
	for range 4 {
		over, _, err = over.Apply(foppen.Bet{Seat: over.Turn()})
		require.NoError(t, err)
	}
	over = over.Playout(rand.NewPCG(1, 1))
	require.Equal(t, foppen.OverPhase, over.Phase())
	play := func(s foppen.Seat, c string) foppen.Play {
		return foppen.Play{Seat: s, Card: foppen.Must(foppen.ParseCard(c))}
	}

	for _, c := range []struct {
		name   string
		game   foppen.Game
		move   foppen.Move
		reason foppen.Reason
		rule   string
		legal  string
		text   []string
	}{
		{"nil", fresh, nil, foppen.ErrNoMove, "", "", []string{"no move", "Deal, Bet or Play"}},
		{"zero game", foppen.Game{}, play(0, "G2"), foppen.ErrWrongPhase, "R3.1", "", []string{"New"}},
		{"zero game, bet", foppen.Game{}, foppen.Bet{}, foppen.ErrWrongPhase, "R7.1", "", []string{"New"}},
		{"zero game, deal", foppen.Game{}, foppen.Deal{}, foppen.ErrWrongPhase, "R2.3", "", []string{"New"}},
		{"play before the deal", fresh, play(0, "G2"), foppen.ErrWrongPhase, "R3.1", "", []string{"a deal"}},
		{"play of nobody", fresh, play(-1, "G2"), foppen.ErrWrongPhase, "R3.1", "", []string{"a deal"}},
		{"bet before the deal", fresh, foppen.Bet{}, foppen.ErrWrongPhase, "R7.1", "", []string{"a deal"}},
		{"second deal", playing, foppen.Deal{}, foppen.ErrWrongPhase, "R2.3", "", []string{"a card of seat 0"}},
		{"bet without betting", playing, foppen.Bet{}, foppen.ErrWrongPhase, "R7.1", "", []string{"a card of seat 0"}},
		{"play before the bets", bets, play(0, "G9"), foppen.ErrWrongPhase, "R3.1", "", []string{"a bet of seat 0"}},
		{"bet out of turn", bets, foppen.Bet{Seat: 1}, foppen.ErrNotYourTurn, "R7.2", "", []string{"a bet of seat 0"}},
		{"bet of nobody", bets, foppen.Bet{Seat: -1}, foppen.ErrNoSeat, "R2.1", "", []string{"no such seat"}},
		{"bet of a seat too many", bets, foppen.Bet{Seat: 4}, foppen.ErrNoSeat, "R2.1", "", []string{"seat 4", "no such seat"}},
		{"deal before the bets", bets, foppen.Deal{}, foppen.ErrWrongPhase, "R2.3", "", []string{"a bet of seat 0"}},
		{"no seat", playing, play(4, "G9"), foppen.ErrNoSeat, "R2.1", "", []string{"seat 4"}},
		{"no seat", playing, play(-1, "G9"), foppen.ErrNoSeat, "R2.1", "", nil},
		{"out of turn", playing, play(1, "G4"), foppen.ErrNotYourTurn, "R3.1", "", []string{"seat 1", "seat 0"}},
		{"out of turn, with a card of another", playing, play(1, "G9"), foppen.ErrNotYourTurn, "R3.1", "", nil},
		{"sits out", fooled, play(3, "Y2"), foppen.ErrSittingOut, "R3.9", "", []string{"sits out"}},
		{"not in hand", playing, play(0, "G10"), foppen.ErrNotInHand, "R3.1", "G8 G9 R3", []string{"G10", "could play G8 G9 R3"}},
		{"no 1 in hand", playing, play(0, "1"), foppen.ErrNotInHand, "R3.1", "G8 G9 R3", nil},
		{"no card", playing, foppen.Play{Seat: 0}, foppen.ErrNoCard, "R1.3", "G8 G9 R3", []string{"no such card in the deck"}},
		{"no card", playing, foppen.Play{Seat: 0, Card: 255}, foppen.ErrNoCard, "R1.3", "G8 G9 R3", []string{"Card(255)"}},
		{"must follow", led, play(1, "R2"), foppen.ErrMustFollow, "R3.4", "G4 1", []string{"seat 1", "R2", "must follow the led color green", "(rule 3.4)", "could play G4 1"}},
		{"game over", over, play(0, "G9"), foppen.ErrGameOver, "R6.2", "", []string{"over"}},
		{"game over", over, play(-1, "G9"), foppen.ErrGameOver, "R6.2", "", nil},
		{"game over, bet", over, foppen.Bet{}, foppen.ErrGameOver, "R6.2", "", nil},
		{"game over, deal", over, foppen.Deal{}, foppen.ErrGameOver, "R6.2", "", nil},
	} {
		err := c.game.Check(c.move)
		var refused *foppen.MoveError
		require.ErrorAs(t, err, &refused, c.name)
		assert.ErrorIs(t, err, c.reason, c.name)
		assert.Equal(t, c.rule, refused.Rule(), c.name)
		assert.Equal(t, c.legal, refused.Legal.String(), c.name)
		assert.Equal(t, c.move, refused.Move(), c.name)
		assert.Equal(t, c.game.Phase(), refused.Phase, c.name)
		assert.Equal(t, c.game.Turn(), refused.Turn, c.name)
		assert.Equal(t, c.game.Led(), refused.Led, c.name)
		for _, text := range append(c.text, strings.Replace(c.rule, "R", "rule ", 1)) {
			assert.Contains(t, err.Error(), text, c.name)
		}
		assert.NotContains(t, err.Error(), "\n", c.name)
		next, events, applied := c.game.Apply(c.move)
		assert.Equal(t, err, applied, c.name)
		assert.True(t, next == c.game && events == nil, c.name)
		assert.False(t, errors.Is(err, foppen.Playable), c.name)
	}
}

// R2.3, R1.6: deals that cannot be, with whose hand and which card is at fault.
func TestBadDeals(t *testing.T) {
	v := foppen.Rulebook2018()
	v.Setups[3] = foppen.Setup{Green: 5, Red: 4, Ones: 2, HandSize: 2, Discs: 1}
	g, err := foppen.New(3, foppen.WithVariant(v))
	require.NoError(t, err)
	for _, c := range []struct {
		hands  []string
		reason foppen.Reason
		seat   foppen.Seat
		card   string
	}{
		{[]string{"G2 G3", "G4 G5", "R2 R3"}, foppen.Playable, 0, ""},
		{[]string{"1 1", "G4 G5", "R2 R3"}, foppen.Playable, 0, ""},
		{[]string{"1 G2", "1 G5", "R2 R3"}, foppen.Playable, 0, ""},
		{nil, foppen.ErrBadDeal, 0, ""},
		{[]string{"G2", "G4 G5", "R2 R3"}, foppen.ErrBadDeal, 0, ""},
		{[]string{"G2 G3 1", "G4 G5", "R2 R3"}, foppen.ErrBadDeal, 0, ""},
		{[]string{"G2 G3", "G4 G5"}, foppen.ErrBadDeal, 2, ""},
		{[]string{"G2 G3", "G4 G5", "R2 R3", "1"}, foppen.ErrBadDeal, 3, ""},
		{[]string{"G2 G3", "G4 G5", "R2 R3", "", "", "", "", "1 1"}, foppen.ErrBadDeal, 7, ""},
		{[]string{"G2 G3", "G4 G2", "R2 R3"}, foppen.ErrBadDeal, 1, "G2"},
		{[]string{"G2 G3", "G3 G2", "R2 R3"}, foppen.ErrBadDeal, 1, "G2"},
		{[]string{"G2 1", "G4 1", "R2 1"}, foppen.ErrBadDeal, 2, "1"},
		{[]string{"G2 G6", "G4 G5", "R2 R3"}, foppen.ErrNoCard, 0, "G6"},
		{[]string{"G2 G3", "G4 G5", "R2 Y3"}, foppen.ErrNoCard, 2, "Y3"},
		{[]string{"G2 G3", "G4 G5", "B31 Y3"}, foppen.ErrNoCard, 2, "Y3"},
	} {
		var d foppen.Deal
		for s, text := range c.hands {
			d.Hands[s] = handOf(text)
		}
		next, events, err := g.Apply(d)
		dealt, dealErr := g.Deal(d)
		if c.reason == foppen.Playable {
			require.NoError(t, err, "%v", c.hands)
			require.NoError(t, dealErr)
			assert.True(t, dealt == next && next != g)
			assert.Equal(t, 3, next.Aside().Len(), "R1.6: what is not dealt is set aside")
			continue
		}
		var refused *foppen.MoveError
		require.ErrorAs(t, err, &refused, "%v", c.hands)
		assert.ErrorIs(t, err, c.reason, "%v", c.hands)
		assert.Equal(t, c.seat, refused.Seat, "%v", c.hands)
		want := foppen.NoCard
		if c.card != "" {
			want = foppen.Must(foppen.ParseCard(c.card))
		}
		assert.Equal(t, want, refused.Card, "%v", c.hands)
		assert.NotEmpty(t, refused.Want)
		assert.Contains(t, err.Error(), fmt.Sprintf("seat %v", c.seat))
		assert.Equal(t, err, dealErr)
		assert.True(t, next == g && dealt == g && events == nil)
	}
}

// A refused move appends nothing, and gives back the slice of the caller.
func TestAppendApplyRefused(t *testing.T) {
	g, err := foppen.New(4)
	require.NoError(t, err)
	for _, events := range [][]foppen.Event{nil, {}, {foppen.Freed{Seat: 1}}} {
		for _, m := range []foppen.Move{nil, foppen.Deal{}, foppen.Bet{}, foppen.Play{Card: foppen.One}} {
			next, got, err := g.AppendApply(events, m)
			assert.ErrorAs(t, err, new(*foppen.MoveError))
			assert.Equal(t, events, got)
			assert.True(t, next == g)
		}
	}
}

// Reasons are errors with a sentence, a word and a rule; unknown ones have none.
func TestReasons(t *testing.T) {
	sentences := map[string]bool{}
	for code := range 256 {
		r := foppen.Reason(code)
		text, err := r.MarshalText()
		assert.Equal(t, code <= int(foppen.ErrHiddenHand), err == nil)
		assert.NotEmpty(t, r.Error())
		assert.False(t, sentences[r.Error()], "two reasons with one sentence")
		sentences[r.Error()] = true
		hasRule := r > foppen.ErrNoMove && r <= foppen.ErrHiddenHand
		assert.Equal(t, hasRule, strings.HasPrefix(r.Rule(), "R"), "%s", text)
		if !hasRule {
			assert.Empty(t, r.Rule())
		}
	}
	assert.Equal(t, foppen.Playable, foppen.Reason(0))
}

// For each card of a hand, whether it may be played and why not.
func TestVerdicts(t *testing.T) {
	g := tableOf(t, 4, wide(4, 1))
	g = dealt(t, g, "G9 G8 R3 1|R2 G4 1 1|G2 G3 Y9 Y8|B2 Y2 Y3 R5")
	assert.Len(t, g.Verdicts(), 4)
	g, _ = played(t, g, "0:G9")
	verdict := func(c string, r foppen.Reason) foppen.Verdict {
		return foppen.Verdict{Card: foppen.Must(foppen.ParseCard(c)), Reason: r}
	}
	want := []foppen.Verdict{verdict("G4", foppen.Playable), verdict("R2", foppen.ErrMustFollow), verdict("1", foppen.Playable)}
	assert.Equal(t, want, g.Verdicts(), "two 1s are listed once")
	g, _ = played(t, g, "1:1 2:G2")
	for _, v := range g.Verdicts() {
		assert.Equal(t, foppen.Playable, v.Reason, "R3.5: %v", v.Card)
	}
}

// Moves print in words.
func TestMoveText(t *testing.T) {
	for want, m := range map[string]foppen.Move{
		"deal ":                foppen.Deal{},
		"deal G2 R5|B3 1":      foppen.Deal{Hands: [foppen.MaxPlayers]foppen.Cards{handOf("G2 R5"), handOf("1 B3")}},
		"deal |1":              foppen.Deal{Hands: [foppen.MaxPlayers]foppen.Cards{{}, handOf("1")}},
		"seat 2 bets":          foppen.Bet{Seat: 2, Bet: true},
		"seat 2 does not bet":  foppen.Bet{Seat: 2},
		"seat 0 plays G17":     foppen.Play{Card: foppen.Must(foppen.ParseCard("G17"))},
		"seat none plays 1":    foppen.Play{Seat: foppen.NoSeat, Card: foppen.One},
		"seat 7 plays no card": foppen.Play{Seat: 7},
	} {
		assert.Equal(t, want, m.String())
	}
}

// Games are equal when variant, position and the plays of the round are, and serve
// as map keys.
func TestGameEquality(t *testing.T) {
	deal := "G9 G8 R3|R2 R4 1|G2 G3 Y9|B2 Y2 Y3"
	one, _ := played(t, dealt(t, tableOf(t, 4, wide(3, 1)), deal), "0:G9 1:R2")
	two, _ := played(t, dealt(t, tableOf(t, 4, wide(3, 1)), deal), "0:G9 1:R2")
	assert.True(t, one == two, "made twice")
	other, _ := played(t, dealt(t, tableOf(t, 4, wide(3, 1)), deal), "0:G9 1:R4")
	swapped := dealt(t, tableOf(t, 4, wide(3, 1)), "G9 G8 R3|R2 R4 1|G2 G3 Y8|B2 Y2 Y3")
	swapped, _ = played(t, swapped, "0:G9 1:R2")
	v := one.Variant()
	v.BetOther++
	g, err := foppen.New(4, foppen.WithVariant(v))
	require.NoError(t, err)
	variant, _ := played(t, dealt(t, g, deal), "0:G9 1:R2")
	assert.Len(t, map[foppen.Game]bool{one: true, two: true, other: true, swapped: true, variant: true}, 4)

	// The same cards gone in another order are another round so far.
	a, _ := played(t, dealt(t, tableOf(t, 2, wide(3, 0)), "G9 G8 G7|G2 G3 G4"), "0:G9 1:G2 0:G8 1:G3")
	b, _ := played(t, dealt(t, tableOf(t, 2, wide(3, 0)), "G9 G8 G7|G2 G3 G4"), "0:G8 1:G2 0:G9 1:G3")
	assert.Equal(t, a.Hand(0), b.Hand(0))
	assert.True(t, a != b)
}

// A round between two others: its tricks can be looked at until the next deal.
func TestTricksOfRound(t *testing.T) {
	g := dealt(t, tableOf(t, 4, wide(3, 1)), "G9 G8 R3|R2 G4 1|G2 G3 Y9|B2 Y2 Y3")
	assert.Equal(t, []foppen.Trick{}, g.Tricks())
	assert.Equal(t, foppen.Trick{}, g.LastTrick())
	assert.Equal(t, 1, g.TrickNumber())
	g, _ = played(t, g, "0:G9 1:G4 2:G2 3:B2 0:R3")
	assert.Equal(t, "0:R3", g.Trick().String())
	assert.Equal(t, foppen.Red, g.Led())
	assert.Equal(t, 2, g.TrickNumber())
	assert.Equal(t, foppen.SeatsOf(1, 2), g.ToAct())
	g, _ = played(t, g, "1:1 2:Y9")
	tricks := []foppen.Trick{foppen.Must(foppen.ParseTrick("0:G9 1:G4 2:G2 3:B2")), foppen.Must(foppen.ParseTrick("0:R3 1:1 2:Y9"))}
	assert.Equal(t, tricks, g.Tricks())
	assert.Equal(t, tricks[1], g.LastTrick())
	assert.Equal(t, foppen.Trick{}, g.Trick())
	g = g.Playout(rand.NewPCG(3, 3))
	assert.Equal(t, tricks, g.Tricks()[:2])
	assert.Equal(t, len(g.Tricks()), g.TrickNumber())
	assert.Equal(t, foppen.NoSeat, g.Leader())
	assert.Zero(t, g.TakingPart())
	g, err := g.Deal(g.Shuffle(rand.NewPCG(3, 3)))
	require.NoError(t, err)
	assert.Empty(t, g.Tricks())
	assert.Equal(t, 2, g.Round())
}

// The zero Game, the zero View and the zero values of all other types answer every
// method with any arguments, and so do their largest and odd values.
func TestZeroValuesNeverPanic(t *testing.T) {
	over := dealt(t, tableOf(t, 2, wide(1, 0)), "G2|G3")
	over, _ = played(t, over, "0:G2 1:G3")
	playing := dealt(t, tableOf(t, 4, wide(3, 1)), "G9 G8 R3|R2 G4 1|G2 G3 Y9|B2 Y2 Y3")
	values := []any{foppen.Game{}, foppen.Game{}.View(0), foppen.View{}, over, playing, playing.View(0), playing.View(-1), over.View(-5),
		foppen.Variant{}, foppen.Setup{}, foppen.Trick{}, foppen.Cards{}, foppen.Deal{}, foppen.Bet{}, foppen.Play{Seat: -9, Card: 200}, foppen.Standings{},
		foppen.Score{}, foppen.Standing{}, foppen.Verdict{}, foppen.Fool{}, &foppen.MoveError{}, &foppen.ParseError{}, &foppen.FieldError{},
		foppen.Dealt{}, foppen.BetPlaced{}, foppen.BetsRevealed{}, foppen.CardPlayed{}, foppen.ColorLed{}, foppen.TrickWon{}, foppen.Fooled{},
		foppen.Freed{}, foppen.RoundEnded{}, foppen.Scored{}, foppen.GameOver{}, &foppen.VariantError{}}
	for code := range 256 {
		values = append(values, foppen.Card(code), foppen.Color(code), foppen.Seat(int8(code)), foppen.Seats(code), foppen.TieRule(code), foppen.FoolReason(code),
			foppen.StarterRule(code), foppen.StarterScore(code), foppen.ReferenceSeat(code), foppen.LimitReach(code), foppen.MinusCount(code),
			foppen.TensCount(code), foppen.ScoreReason(code), foppen.EndReasons(code), foppen.Phase(code), foppen.BetState(code), foppen.Reason(code))
	}
	for _, value := range values {
		// A pointer has the methods of the value and those that decode.
		p := reflect.New(reflect.TypeOf(value))
		p.Elem().Set(reflect.ValueOf(value))
		if p.Elem().Kind() == reflect.Pointer {
			p = p.Elem()
		}
		for i := range p.NumMethod() {
			for round := range 6 {
				callAnything(t, p.Method(i), fmt.Sprintf("%T.%s", value, p.Type().Method(i).Name), round)
			}
		}
	}
}

// callAnything calls a function with the round's odd arguments; what it returns is
// walked through if it is an iterator.
func callAnything(t *testing.T, f reflect.Value, name string, round int) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s panics: %v", name, r)
		}
	}()
	var args []reflect.Value
	for i := range f.Type().NumIn() {
		args = append(args, anything(f.Type().In(i), round))
	}
	results := f.Call
	if f.Type().IsVariadic() {
		results = f.CallSlice
	}
	for _, r := range results(args) {
		if r.Kind() == reflect.Func && r.Type().NumIn() == 1 { // an iterator
			yield := r.Type().In(0)
			r.Call([]reflect.Value{reflect.MakeFunc(yield, func([]reflect.Value) []reflect.Value {
				return []reflect.Value{reflect.ValueOf(round%2 == 0)}
			})})
		}
	}
}

// anything is an argument of the type, another for each round.
func anything(typ reflect.Type, round int) reflect.Value {
	v := reflect.New(typ).Elem()
	switch {
	case typ == reflect.TypeFor[foppen.Move]():
		moves := []foppen.Move{nil, foppen.Play{}, foppen.Bet{Seat: -1}, foppen.Deal{}, foppen.Play{Seat: 127, Card: 255}, foppen.Bet{Seat: 8, Bet: true}}
		if m := moves[round]; m != nil {
			v.Set(reflect.ValueOf(m))
		}
	case typ == reflect.TypeFor[rand.Source]():
		v.Set(reflect.ValueOf(rand.NewPCG(uint64(round), 0)))
	case typ.Kind() >= reflect.Int && typ.Kind() <= reflect.Int64:
		v.SetInt([]int64{0, -1, 7, 8, -128, 127}[round])
	case typ.Kind() >= reflect.Uint && typ.Kind() <= reflect.Uint64:
		v.SetUint([]uint64{0, 1, 126, 127, 200, 255}[round])
	case typ.Kind() == reflect.Slice && typ.Elem().Kind() == reflect.Uint8:
		v.SetBytes([]byte([]string{"", "1", "G2", `"x"`, "{}", "\xff"}[round]))
	case typ.Kind() == reflect.Bool:
		v.SetBool(round%2 == 1)
	}
	return v
}

// What the zero Game says: nobody plays, nothing is known, every move is refused.
func TestZeroGame(t *testing.T) {
	var g foppen.Game
	assert.Equal(t, foppen.NoPhase, g.Phase())
	assert.Equal(t, foppen.Variant{}, g.Variant())
	for _, s := range []foppen.Seat{g.Turn(), g.Dealer(), g.Starter(), g.Leader()} {
		assert.Equal(t, foppen.NoSeat, s)
	}
	for _, n := range []int{g.Players(), g.Round(), g.TrickNumber(), g.Total(0), g.Tens(0), g.MinusPoints(0), g.HandSize(0), g.Standings().Len(),
		g.Played().Len(), g.Aside().Len(), g.Legal().Len(), len(g.Verdicts()), len(g.Scores()), len(g.Totals()), len(g.Tricks())} {
		assert.Zero(t, n)
	}
	for _, set := range []foppen.Seats{g.Fools(), g.TakingPart(), g.ToAct(), g.WentOut(), g.Bettors(), g.Winners()} {
		assert.Zero(t, set)
	}
	assert.Equal(t, foppen.Deal{}, g.Shuffle(nil))
	assert.Equal(t, g, g.Playout(nil))
	for _, m := range []foppen.Move{nil, foppen.Deal{}, foppen.Bet{}, foppen.Play{}} {
		next, events, err := g.Apply(m)
		assert.Error(t, err)
		assert.Equal(t, g, next)
		assert.Nil(t, events)
	}
	_, err := g.Play(foppen.One)
	assert.ErrorIs(t, err, foppen.ErrWrongPhase)
}

// Random moves of any content never panic, and only the right ones are made.
func TestRandomMoves(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 6))
	for _, s := range presetScenes() {
		g, err := foppen.New(s.players, foppen.WithVariant(s.variant))
		require.NoError(t, err)
		for range 2000 {
			var m foppen.Move
			switch rnd.IntN(8) {
			case 0:
				m = foppen.Bet{Seat: foppen.Seat(rnd.IntN(256) - 128), Bet: rnd.IntN(2) == 0}
			case 1:
				m = foppen.Bet{Seat: g.Turn(), Bet: rnd.IntN(2) == 0}
			case 2:
				m = g.Shuffle(rnd)
			case 3:
				d := g.Shuffle(rnd)
				d.Hands[rnd.IntN(8)] = d.Hands[rnd.IntN(8)].With(foppen.Card(rnd.IntN(256)))
				m = d
			case 4:
				m = foppen.Play{Seat: foppen.Seat(rnd.IntN(256) - 128), Card: foppen.Card(rnd.IntN(256))}
			default:
				m = foppen.Play{Seat: g.Turn(), Card: foppen.Card(rnd.IntN(256))}
			}
			next, events, err := g.Apply(m)
			if (err == nil) != (len(events) > 0) || (err == nil) != (next != g) {
				t.Fatalf("%v: %v, events %v", m, err, events)
			}
			g = next
		}
	}
}

// One Game used by many goroutines at once: with the race detector this shows that
// no method writes to what games share.
func TestSharedGame(t *testing.T) {
	g, err := foppen.New(5, foppen.WithVariant(foppen.Rulebook2018Ja()))
	require.NoError(t, err)
	g, err = g.Deal(g.Shuffle(rand.NewPCG(5, 5)))
	require.NoError(t, err)
	for range 7 {
		g, err = g.Play(g.Legal().Lowest())
		require.NoError(t, err)
	}
	want, view := picture(g), fmt.Sprint(g.View(1))
	end := picture(g.Playout(rand.NewPCG(9, 9)))
	var wg sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for range 20 {
				scribble(g)
				next, events, err := g.Apply(foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()})
				if err != nil || len(events) == 0 || next == g {
					t.Errorf("Apply: %v", err)
				}
				if _, err := g.Play(foppen.NoCard); err == nil {
					t.Error("no card is played")
				}
				if picture(g) != want || fmt.Sprint(g.View(1)) != view {
					t.Error("the game has changed")
				}
				if picture(g.Playout(rand.NewPCG(9, 9))) != end {
					t.Error("another playout")
				}
				again, err := foppen.New(5, foppen.WithVariant(g.Variant()))
				if err != nil || again.Shuffle(rand.NewPCG(5, 5)) == (foppen.Deal{}) {
					t.Errorf("New: %v", err)
				}
			}
		})
	}
	wg.Wait()
}
