package foppen_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// TestViewTellsWhatTheSeatKnows compares views with the game they were taken of.
func TestViewTellsWhatTheSeatKnows(t *testing.T) {
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		random := rand.New(rand.NewPCG(uint64(i), 1))
		playScene(t, s, uint64(i), func(s step) {
			if random.IntN(rarer(16, 3)) > 0 && s.after.Phase() == foppen.PlayPhase {
				return
			}
			for _, seat := range viewers(s.after) {
				checkView(t, s.after, s.after.View(seat), seat)
			}
		})
	}
}

func checkView(t require.TestingT, g foppen.Game, v foppen.View, seat foppen.Seat) {
	require.Equal(t, seat, v.Seat())
	require.Equal(t, g.Variant(), v.Variant())
	require.Equal(t, g.Tricks(), v.Tricks())
	require.Equal(t, g.Trick(), v.Trick())
	require.Equal(t, g.Scores(), v.Scores())
	open := g.Round() > 0 && (g.Phase() == foppen.DealPhase || g.Phase() == foppen.OverPhase)
	unseen := g.Aside()
	if g.Round() == 0 {
		unseen = g.Variant().Deck(g.Players())
	}
	for i := range g.Players() {
		other := foppen.Seat(i)
		require.Equal(t, g.HandSize(other), v.HandSize(other))
		if other != seat && !open {
			unseen = unseen.Plus(g.Hand(other))
		}
		// Lacks may say no more than is true, MayHold no less (R3.4).
		for c := foppen.Green; c <= foppen.Blue; c++ {
			if v.Void(other, c) && g.Phase() == foppen.PlayPhase {
				require.True(t, g.Hand(other).Of(c).IsEmpty(), "seat %v lacks %v", other, c)
			}
		}
		require.True(t, v.MayHold(other).Contains(g.Hand(other)))
		if other == seat || open {
			require.Equal(t, g.Hand(other), v.MayHold(other))
		}
		switch {
		case other == seat:
			require.Equal(t, g.BetOf(other), v.BetOf(other))
		case g.Phase() == foppen.BetPhase:
			require.Equal(t, foppen.BetHidden, v.BetOf(other))
		default:
			require.Equal(t, g.BetOf(other), v.BetOf(other), "bets are open")
		}
	}
	require.Equal(t, unseen, v.Unseen())

	myTurn := g.Phase() == foppen.PlayPhase && g.Turn() == seat
	if seat == foppen.NoSeat {
		require.Empty(t, v.Hand())
	} else {
		require.Equal(t, g.Hand(seat), v.Hand())
	}
	if myTurn {
		require.Equal(t, g.Legal(), v.Legal())
		require.Equal(t, g.Verdicts(), v.Verdicts())
	} else {
		require.Empty(t, v.Legal())
		require.Equal(t, []foppen.Verdict{}, v.Verdicts())
	}
	for c := range g.Variant().Deck(g.Players()).All() {
		sameRefusal(t, g.Check(foppen.Play{Seat: seat, Card: c}), v.Check(foppen.Play{Seat: seat, Card: c}))
	}
	for s := foppen.NoSeat; s <= foppen.MaxPlayers; s++ {
		for _, m := range []foppen.Move{foppen.Bet{Seat: s}, foppen.Bet{Seat: s, Bet: true}, &foppen.Bet{Seat: s}} {
			sameRefusal(t, g.Check(m), v.Check(m))
		}
		require.Equal(t, errors.Is(g.Check(foppen.Play{Seat: s}), foppen.ErrNoCard), errors.Is(v.Check(foppen.Play{Seat: s}), foppen.ErrNoCard))
		own := s == seat || s != g.Turn() || g.Phase() != foppen.PlayPhase
		for c := range g.Variant().Deck(g.Players()).All() {
			if err := v.Check(foppen.Play{Seat: s, Card: c}); own {
				sameRefusal(t, g.Check(foppen.Play{Seat: s, Card: c}), err)
			} else {
				require.ErrorIs(t, err, foppen.ErrHiddenHand) // R3.13
			}
		}
	}
	for _, m := range []foppen.Move{nil, foppen.Deal{}, foppen.Deal{Hands: [foppen.MaxPlayers]foppen.Cards{handOf("B31")}}, g.Shuffle(rand.NewPCG(1, 2))} {
		sameRefusal(t, g.Check(m), v.Check(m))
	}
}

// sameRefusal checks that two errors say the same: equal values do, others are asked.
func sameRefusal(t require.TestingT, want, got error) {
	a, _ := want.(*foppen.MoveError)
	b, _ := got.(*foppen.MoveError)
	if want == got || a != nil && b != nil && *a == *b {
		return
	}
	require.Equal(t, want == nil, got == nil)
	require.Equal(t, want.Error(), got.Error())
}

// TestMayHoldAgainstBruteForce deals the unseen cards in every way and plays the
// round again with each. Then MayHold and Lacks must say exactly this: a seat may hold
// a card if some hand of its size, made of unseen cards, allows all that the seat has
// played (R3.4); and whatever hands the seats can have together, MayHold has all
// their cards.
func TestMayHoldAgainstBruteForce(t *testing.T) {
	small := foppen.Rulebook2018()
	small.Setups = [foppen.MaxPlayers + 1]foppen.Setup{}
	small.Setups[3] = foppen.Setup{Green: 4, Red: 4, Yellow: 3, Ones: 2, HandSize: 3, Discs: 1}
	small.Setups[4] = foppen.Setup{Green: 4, Red: 4, Blue: 4, Ones: 1, HandSize: 2, Discs: 2}
	deals, void, together := 0, 0, 0
	for seed := range uint64(12) {
		players := 3 + int(seed%2)
		playScene(t, scene{"small", small, players}, 700+seed, func(s step) {
			g := s.after
			if g.Phase() != foppen.PlayPhase || g.Played().Len() < 2 {
				return
			}
			seat := viewers(g)[1+int(seed)%players]
			v := g.View(seat)
			alone, all := bruteHands(t, v)
			deals += all.n
			void += len(lacking(v))
			for i := range players {
				if s := foppen.Seat(i); s != seat && v.HandSize(s) > 0 {
					require.Equal(t, alone[i], v.MayHold(s), "seat %v of\n%v", s, v)
					require.True(t, v.MayHold(s).Contains(all.hands[i]))
					if all.hands[i] != alone[i] {
						together++ // what others lack leaves this seat fewer cards: MayHold does not say so
					}
				}
			}
		})
	}
	t.Logf("%d deals, %d colors lacked, %d times counting would have told more", deals, void, together)
	require.Greater(t, deals, 1000)
	require.NotZero(t, void)
	require.NotZero(t, together)
}

// A union is the cards of many hands, by seat.
type union struct {
	n     int
	hands [foppen.MaxPlayers]foppen.Cards
}

func (u *union) add(seat int, h foppen.Cards) { u.hands[seat] = cup(u.hands[seat], h) }

// cup is every card of either, 1s once.
func cup(a, b foppen.Cards) foppen.Cards {
	for c := range b.All() {
		if !a.Has(c) {
			a = a.With(c)
		}
	}
	return a
}

// bruteHands returns the cards of all hands that each seat can hold by what it has
// played itself, with all 1s, and those of all deals that explain everything.
func bruteHands(t *testing.T, v foppen.View) (alone [foppen.MaxPlayers]foppen.Cards, all union) {
	unseen := v.Unseen()
	// Each seat alone.
	var one union
	for i := range v.Players() {
		eachHand(unseen, v.HandSize(foppen.Seat(i)), func(h foppen.Cards) {
			if explains(v, foppen.Seat(i), h) {
				one.add(i, h)
			}
		})
		for c := range one.hands[i].All() {
			alone[i] = alone[i].With(c)
		}
		alone[i] = ones(alone[i], unseen)
	}
	// All together, played again by the engine.
	var hands [foppen.MaxPlayers]foppen.Cards
	var assign func(i int, left foppen.Cards)
	assign = func(i int, left foppen.Cards) {
		switch {
		case i == v.Players():
			if replays(t, v, hands) {
				all.n++
				for j := range i {
					all.add(j, hands[j])
				}
			}
		case foppen.Seat(i) == v.Seat():
			hands[i] = v.Hand()
			assign(i+1, left)
		default:
			eachHand(left, v.HandSize(foppen.Seat(i)), func(h foppen.Cards) {
				hands[i] = h
				assign(i+1, left.Minus(h))
			})
		}
	}
	assign(0, unseen)
	return alone, all
}

// ones gives a collection that holds a 1 all those of the deck that are unseen.
func ones(h, unseen foppen.Cards) foppen.Cards {
	if !h.Has(foppen.One) {
		return h
	}
	for h.Count(foppen.One) < unseen.Count(foppen.One) {
		h = h.With(foppen.One)
	}
	return h
}

// eachHand visits all hands of n of the cards.
func eachHand(cards foppen.Cards, n int, visit func(foppen.Cards)) {
	seen := map[foppen.Cards]bool{}
	list := slices.Collect(cards.All())
	var choose func(i int, h foppen.Cards)
	choose = func(i int, h foppen.Cards) {
		if h.Len() == n {
			if !seen[h] {
				seen[h] = true
				visit(h)
			}
			return
		}
		if len(list)-i < n-h.Len() {
			return
		}
		choose(i+1, h.With(list[i]))
		choose(i+1, h)
	}
	choose(0, foppen.Cards{})
}

// explains reports whether a seat that holds the hand now could have played what it
// has played.
func explains(v foppen.View, seat foppen.Seat, hand foppen.Cards) bool {
	for _, trick := range append(v.Tricks(), v.Trick()) {
		hand = hand.Plus(foppen.Cards{}.With(trick.CardOf(seat)))
	}
	for _, trick := range append(v.Tricks(), v.Trick()) {
		var lying foppen.Trick
		for s, c := range trick.All() {
			if s == seat {
				if !lying.Legal(hand).Has(c) {
					return false
				}
				hand = hand.Without(c)
			}
			lying, _ = lying.Add(s, c)
		}
	}
	return true
}

// replays reports whether the round can have been played if these are the hands now.
func replays(t *testing.T, v foppen.View, hands [foppen.MaxPlayers]foppen.Cards) bool {
	var plays []foppen.Play
	for _, trick := range append(v.Tricks(), v.Trick()) {
		for s, c := range trick.All() {
			hands[s] = hands[s].With(c)
			plays = append(plays, foppen.Play{Seat: s, Card: c})
		}
	}
	dealer := v.Starter() - 1
	if dealer < 0 {
		dealer += foppen.Seat(v.Players())
	}
	g, err := foppen.New(v.Players(), foppen.WithVariant(v.Variant()), foppen.WithDealer(dealer))
	require.NoError(t, err)
	g, err = g.Deal(foppen.Deal{Hands: hands})
	require.NoError(t, err)
	for _, p := range plays {
		if g, err = g.Play(p.Card); err != nil {
			require.ErrorIs(t, err, foppen.ErrMustFollow)
			return false
		}
	}
	return true
}
