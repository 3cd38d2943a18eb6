package foppen_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// The tests of this file exchange what a seat does not see and compare every byte
// that the seat can get.

// A hider exchanges hidden cards and bets.
type hider struct {
	random  *rand.Rand
	seat    foppen.Seat // who looks, NoSeat for a spectator
	swapped int         // how many cards have changed places
	flipped int         // how many bets have been turned round
}

// hide returns the game with cards exchanged between the hands that the seat does not
// see and the cards set aside. Who has shown to lack a color is given none of it, and
// pinned is a card that its holder keeps.
func (h *hider) hide(g foppen.Game, holder foppen.Seat, pinned foppen.Card) foppen.Game {
	hands, bets := foppen.Hidden(g)
	const aside = foppen.MaxPlayers
	places := []int{aside}
	for i := range g.Players() {
		if foppen.Seat(i) != h.seat {
			places = append(places, i)
		}
	}
	at := func(place int) []foppen.Card {
		if place == aside {
			return g.Aside().Slice()
		}
		cards := hands[place]
		if foppen.Seat(place) == holder {
			cards = cards.Without(pinned)
		}
		return cards.Slice()
	}
	lacks := func(place int, c foppen.Card) bool {
		s := foppen.Seat(place)
		return place != aside && (g.Void(s, c.Color()) ||
			s == holder && pinned != foppen.One && pinned.Color() != g.Led() && g.Led() != foppen.NoColor && c.Color() == g.Led())
	}
	for range 40 {
		from, to := places[h.random.IntN(len(places))], places[h.random.IntN(len(places))]
		a, b := at(from), at(to)
		if from == to || len(a) == 0 || len(b) == 0 {
			continue
		}
		c, d := a[h.random.IntN(len(a))], b[h.random.IntN(len(b))]
		if c == d || lacks(from, d) || lacks(to, c) {
			continue
		}
		if from != aside {
			hands[from] = hands[from].Without(c).With(d)
		}
		if to != aside {
			hands[to] = hands[to].Without(d).With(c)
		}
		g = foppen.WithHidden(g, hands, bets)
		h.swapped++
	}
	if g.Phase() == foppen.BetPhase {
		for s := range g.Players() {
			if s := foppen.Seat(s); s != h.seat && !g.ToAct().Has(s) && h.random.IntN(2) == 0 {
				bets ^= 1 << s
				h.flipped++
			}
		}
	}
	return foppen.WithHidden(g, hands, bets)
}

// hideMove returns a move that looks the same from the seat: another deal of hidden
// hands, or another answer of somebody else that is not shown yet.
func (h *hider) hideMove(g foppen.Game, m foppen.Move) foppen.Move {
	switch m := m.(type) {
	case foppen.Deal:
		dealt, _ := g.Deal(m)
		m.Hands, _ = foppen.Hidden(h.hide(dealt, foppen.NoSeat, foppen.NoCard))
		return m
	case foppen.Bet:
		if m.Seat != h.seat && g.ToAct().Len() > 1 {
			m.Bet = !m.Bet
			h.flipped++
		}
		return m
	}
	return m
}

// visible is everything that a seat can get of a game: its view in every form, the
// answers of all methods, the errors of its moves, and samples.
func visible(t require.TestingT, g foppen.Game, seat foppen.Seat) string {
	v := g.View(seat)
	data, err := json.Marshal(v)
	require.NoError(t, err)
	out := string(data) + "\n"
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x", "%T"} {
		out += fmt.Sprintf(verb, v) + "\n"
	}
	out += fmt.Sprintln(v.Legal(), v.Verdicts(), v.Unseen(), v.Hand(), v.Scores(), v.Standings(), v.Tricks(), v.ToAct(), v.WentOut(), v.Bettors())
	for s := foppen.NoSeat; s <= foppen.MaxPlayers; s++ {
		out += fmt.Sprintln(s, v.HandSize(s), v.BetOf(s), v.MayHold(s), v.SittingOut().Has(s), v.Total(s))
	}
	for _, c := range append(v.Variant().Deck(v.Players()).Slice(), foppen.Must(foppen.ParseCard("B31")), foppen.NoCard, 255) {
		out += fmt.Sprintln(v.Check(foppen.Play{Seat: seat, Card: c}), g.Check(foppen.Play{Seat: seat, Card: c}))
		out += fmt.Sprintln(v.Check(foppen.Play{Seat: v.Turn(), Card: c}))
	}
	for _, m := range []foppen.Move{foppen.Bet{Seat: seat}, foppen.Bet{Seat: seat, Bet: true}, nil} {
		out += fmt.Sprintln(g.Check(m), v.Check(m))
		_, _, err := g.Apply(m)
		out += fmt.Sprintf("%v %T", err, err)
	}
	return out + samples(v)
}

// samples are games drawn from a view with the same source.
func samples(v foppen.View) (out string) {
	source := rand.NewPCG(5, 6)
	for range 3 {
		out += v.Sample(source).String() + "\n"
	}
	return out
}

// shownEvents are the redacted events of a move in every form, up to the scores of a
// round, with which the hands lie open.
func shownEvents(t require.TestingT, events []foppen.Event, seat foppen.Seat) (out string) {
	for _, e := range events {
		if _, open := e.(foppen.Scored); open {
			break
		}
		e = foppen.Redact(e, seat)
		data, err := json.Marshal(e)
		require.NoError(t, err)
		out += fmt.Sprintf("%s %v %+v %#v %T\n", data, e, e, e, e)
	}
	return out
}

// requireSameOutput compares two outputs without printing all of them.
func requireSameOutput(t *testing.T, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	i := 0
	for i < min(len(want), len(got)) && want[i] == got[i] {
		i++
	}
	t.Fatalf("a hidden card or bet shows:\n...%.200s\n...%.200s", want[max(0, i-80):], got[max(0, i-80):])
}

// TestHiddenCardsAndBetsDoNotShow: whatever the hands of others, the cards set aside
// and the bets that are not open are, a seat gets the same bytes: before a move, of
// the move, and after it, in every phase; and so does a spectator.
func TestHiddenCardsAndBetsDoNotShow(t *testing.T) {
	h := &hider{random: rand.New(rand.NewPCG(1, 8))}
	met := map[string]int{}
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		playScene(t, s, uint64(600+i), func(s step) {
			play, isPlay := s.move.(foppen.Play)
			if isPlay && h.random.IntN(100) > 0 || !isPlay && h.random.IntN(4) > 0 {
				return
			}
			seats := viewers(s.after)
			h.seat = seats[h.random.IntN(len(seats))]
			swapped := h.swapped
			holder, pinned := foppen.NoSeat, foppen.NoCard
			if isPlay && play.Seat != h.seat {
				holder, pinned = play.Seat, play.Card
			}
			other := s.before
			if s.before.Phase() != foppen.DealPhase { // then hands lie open, or there are none
				other = h.hide(s.before, holder, pinned)
			}
			move := h.hideMove(other, s.move)
			requireSameOutput(t, visible(t, s.before, h.seat), visible(t, other, h.seat))
			if s.before.Phase() == foppen.BetPhase && s.after.Phase() != foppen.BetPhase { // the bets are opened
				hands, _ := foppen.Hidden(other)
				_, bets := foppen.Hidden(s.before)
				other = foppen.WithHidden(other, hands, bets)
			}
			after, events, err := other.Apply(move)
			require.NoError(t, err)
			requireSameOutput(t, shownEvents(t, s.events, h.seat), shownEvents(t, events, h.seat))
			if s.after.Phase() == foppen.BetPhase || s.after.Phase() == foppen.PlayPhase {
				requireSameOutput(t, visible(t, s.after, h.seat), visible(t, after, h.seat))
				require.True(t, s.after.View(h.seat) == after.View(h.seat))
			}
			if h.swapped > swapped {
				met[s.before.Phase().String()]++
				met[fmt.Sprintf("%T", s.move)]++
			}
		})
	}
	t.Logf("%d cards exchanged, %d bets turned, steps %v", h.swapped, h.flipped, met)
	require.Greater(t, h.swapped, 1000)
	require.Greater(t, h.flipped, 20)
	for _, kind := range []string{"deal", "bet", "play", "foppen.Deal", "foppen.Bet", "foppen.Play"} {
		require.NotZero(t, met[kind], kind)
	}
}

// TestSwapTestSees makes sure that the comparison would notice: the seat itself, and
// the game, do show the cards.
func TestSwapTestSees(t *testing.T) {
	g, err := foppen.New(4)
	require.NoError(t, err)
	g, err = g.Deal(g.Shuffle(rand.NewPCG(1, 1)))
	require.NoError(t, err)
	h := &hider{random: rand.New(rand.NewPCG(1, 9)), seat: 0}
	other := h.hide(g, foppen.NoSeat, foppen.NoCard)
	require.NotEqual(t, g.String(), other.String())
	require.NotEqual(t, visible(t, g, 1), visible(t, other, 1))
}
