package foppen_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// A scene is a variant and a number of players that the tests of views, events and
// encodings play games in.
type scene struct {
	name    string
	variant foppen.Variant
	players int
}

// presetScenes are all presets with all numbers of players.
func presetScenes() []scene {
	var list []scene
	for _, name := range foppen.Presets() {
		v, _ := foppen.Preset(name)
		for _, n := range v.Players() {
			list = append(list, scene{fmt.Sprintf("%s-%d", name, n), v, n})
		}
	}
	return list
}

// oddScenes are custom variants that between them use every option, and have cards
// set aside, no discs, many discs, one card a hand, no colors and the largest deck.
func oddScenes() []scene {
	custom := func(name string, n int, s foppen.Setup, change func(*foppen.Variant)) scene {
		v := foppen.Rulebook2018()
		v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{}
		v.Setups[n] = s
		change(&v)
		return scene{name, v, n}
	}
	return []scene{
		custom("aside", 4, foppen.Setup{Green: 5, Red: 5, Yellow: 4, Blue: 3, Ones: 2, HandSize: 3, Discs: 1}, func(v *foppen.Variant) {
			v.MinusLimit, v.TensLimit, v.StarterScore = 20, 5, foppen.ByRound
		}),
		custom("two players", 2, foppen.Setup{Green: 9, Blue: 4, Ones: 3, HandSize: 4, Rounds: 3}, func(v *foppen.Variant) {
			v.MinusLimit, v.TensLimit = 0, 0
		}),
		custom("one card", 3, foppen.Setup{Green: 4, Red: 4, Ones: 1, HandSize: 1, Discs: 1, Rounds: 4}, func(v *foppen.Variant) {
			v.Starter, v.TensLimit = foppen.ClockwiseStarts, 0
		}),
		custom("bets", 5, foppen.Setup{Green: 9, Red: 8, Yellow: 7, Blue: 6, Ones: 3, HandSize: 5, Discs: 2}, func(v *foppen.Variant) {
			v.Betting, v.BetBonus, v.BetOther, v.BetFactor = true, 7, 3, 3
			v.WorstTie, v.Reference, v.MinusCount, v.MinusReach = foppen.FirstPlayed, foppen.LastLeader, foppen.GrossMinus, foppen.LimitPassed
			v.OnePenalty, v.MinusLimit, v.TensLimit, v.TensCount = 0, 150, 4, foppen.TensSolo
		}),
		custom("only ones", 3, foppen.Setup{Ones: 10, HandSize: 3, Discs: 1, Rounds: 2}, func(*foppen.Variant) {}),
		custom("largest deck", 8, foppen.Setup{Green: 31, Red: 31, Yellow: 31, Blue: 31, Ones: 15, HandSize: 16, Discs: 6, Rounds: 2}, func(v *foppen.Variant) {
			v.MinusLimit = 0
		}),
	}
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
		require.NoError(t, err)
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

// TestViewTellsWhatTheSeatKnows compares views with the game they were taken of.
func TestViewTellsWhatTheSeatKnows(t *testing.T) {
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		random := rand.New(rand.NewPCG(uint64(i), 1))
		playScene(t, s, uint64(i), func(s step) {
			if random.IntN(16) > 0 && s.after.Phase() == foppen.PlayPhase {
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

func sameRefusal(t require.TestingT, want, got error) {
	require.Equal(t, want == nil, got == nil)
	if want != nil {
		require.Equal(t, want.Error(), got.Error())
	}
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
	list := cards.Slice()
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
