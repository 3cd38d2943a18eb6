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
			return slices.Collect(g.Aside().All())
		}
		cards := hands[place]
		if foppen.Seat(place) == holder {
			cards = cards.Without(pinned)
		}
		return slices.Collect(cards.All())
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

// swappedRecord returns a record whose hidden cards are exchanged with those of another
// seat, as far as the seat cannot see it: the same moves from another deal.
func (h *hider) swappedRecord(t require.TestingT, r foppen.Record) foppen.Record {
	var before, round foppen.Record
	for n := range r.Len() + 1 {
		if m := r.Prefix(n); m.Game().Phase() == foppen.DealPhase {
			before = m
		}
	}
	game := h.hide(r.Game(), foppen.NoSeat, foppen.NoCard)
	hands, _ := foppen.Hidden(game)
	var deal foppen.Deal
	copy(deal.Hands[:], hands[:])
	played := r.Game().Tricks()
	for _, trick := range append(played, r.Game().Trick()) {
		for s, c := range trick.All() {
			deal.Hands[s] = deal.Hands[s].With(c)
		}
	}
	round, err := before.Append(deal)
	require.NoError(t, err)
	n := 0
	for m := range r.Moves() {
		if n++; n > before.Len()+1 {
			if r.Game().Phase() == foppen.BetPhase {
				m = h.hideMove(round.Game(), m)
			}
			round, err = round.Append(m)
			require.NoError(t, err)
		}
	}
	return round
}

// swapHidden returns a record that looks the same to the seat, with two unseen cards
// exchanged and unrevealed bets turned round, if the rules allow that.
func swapHidden(t *testing.T, random *rand.Rand, r foppen.Record, seat foppen.Seat) (foppen.Record, bool) {
	g := r.Game()
	if g.Phase() != foppen.BetPhase && g.Phase() != foppen.PlayPhase {
		return r, false
	}
	moves := slices.Collect(r.Moves())
	at := len(moves) - 1
	for ; ; at-- {
		if _, ok := moves[at].(foppen.Deal); ok {
			break
		}
	}
	// Two owners other than the seat; NoSeat has the cards set aside.
	owners := slices.DeleteFunc(viewers(g), func(s foppen.Seat) bool { return s == seat && s != foppen.NoSeat })
	unseen := func(s foppen.Seat) foppen.Cards {
		if s == foppen.NoSeat {
			return g.Aside()
		}
		return g.Hand(s)
	}
	a, b := pickOf(random, owners), pickOf(random, owners)
	if a == b || unseen(a).IsEmpty() || unseen(b).IsEmpty() {
		return r, false
	}
	x, y := unseen(a).At(random.IntN(unseen(a).Len())), unseen(b).At(random.IntN(unseen(b).Len()))
	deal := moves[at].(foppen.Deal)
	if a != foppen.NoSeat {
		deal.Hands[a] = deal.Hands[a].Without(x).With(y)
	}
	if b != foppen.NoSeat {
		deal.Hands[b] = deal.Hands[b].Without(y).With(x)
	}
	other, err := r.Prefix(at).Append(deal)
	if err != nil {
		return r, false // the hand held both already, as 1s are alike
	}
	for _, m := range moves[at+1:] {
		if bet, ok := m.(foppen.Bet); ok && g.Phase() == foppen.BetPhase && bet.Seat != seat {
			m = foppen.Bet{Seat: bet.Seat, Bet: !bet.Bet}
		}
		if other, err = other.Append(m); err != nil {
			return r, false // a discard of before would not have been allowed
		}
	}
	return other, true
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
	for _, c := range append(slices.Collect(v.Variant().Deck(v.Players()).All()), foppen.Must(foppen.ParseCard("B31")), foppen.NoCard, 255) {
		out += fmt.Sprintln(v.Check(foppen.Play{Seat: seat, Card: c}), g.Check(foppen.Play{Seat: seat, Card: c}))
		out += fmt.Sprintln(v.Check(foppen.Play{Seat: v.Turn(), Card: c}))
	}
	for _, m := range []foppen.Move{foppen.Bet{Seat: seat}, foppen.Bet{Seat: seat, Bet: true}, nil} {
		out += fmt.Sprintln(g.Check(m), v.Check(m))
		_, _, err := g.Apply(m)
		out += fmt.Sprintf("%v %T", err, err)
	}
	out += fmt.Sprintln(v.AppendVector(nil), v.AppendMask(nil))
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
func requireSameOutput(t failer, want, got string) {
	if want == got {
		return
	}
	i := 0
	for i < min(len(want), len(got)) && want[i] == got[i] {
		i++
	}
	t.Fatalf("a hidden card or bet shows:\n...%.200s\n...%.200s", want[max(0, i-80):], got[max(0, i-80):])
}
