package foppen_test

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The tests of this file hold View.Sample against a plain enumeration of all deals,
// which knows nothing of how Sample works, and where there are too many deals against
// exact chances of single cards.

// dealtHands are the hands of all seats; they can be a map key.
type dealtHands [foppen.MaxPlayers]foppen.Cards

func sampledHands(g foppen.Game) (h dealtHands) {
	for s := range g.Players() {
		h[s] = g.Hand(foppen.Seat(s))
	}
	return h
}

// mayLie reports whether a hand that the view does not show can hold the card.
func mayLie(v foppen.View, s foppen.Seat, c foppen.Card) bool {
	return c == foppen.One || !v.Void(s, c.Color())
}

// everyDeal deals the unseen cards in every possible way, card by card, also the 1s,
// and returns how many ways give the same hands.
func everyDeal(v foppen.View) map[dealtHands]int {
	ways := map[dealtHands]int{}
	cards := slices.Collect(v.Unseen().All())
	room, total := [foppen.MaxPlayers + 1]int{}, 0
	for s := range foppen.Seat(v.Players()) {
		if s != v.Seat() {
			room[s] = v.HandSize(s)
			total += room[s]
		}
	}
	aside := foppen.MaxPlayers
	if room[aside] = len(cards) - total; room[aside] < 0 {
		return ways
	}
	var dealt dealtHands
	if v.Seat() != foppen.NoSeat {
		dealt[v.Seat()] = v.Hand()
	}
	var deal func(i int)
	deal = func(i int) {
		if i == len(cards) {
			ways[dealt]++
			return
		}
		for p := range room {
			if room[p] == 0 || p != aside && !mayLie(v, foppen.Seat(p), cards[i]) {
				continue
			}
			before := dealt
			if room[p]--; p != aside {
				dealt[p] = dealt[p].With(cards[i])
			}
			deal(i + 1)
			room[p]++
			dealt = before
		}
	}
	deal(0)
	return ways
}

func totalWays(ways map[dealtHands]int) (n int) {
	for _, w := range ways {
		n += w
	}
	return n
}

// unlikely returns how far chi-square, from counts of draws and the ways that each
// outcome has, is above what it exceeds once in ten million times: more than 0 means
// that the draws are not by the ways. Outcomes that are expected less than five times
// count as one.
func unlikely(ways, counts map[dealtHands]int) float64 {
	total, draws := float64(totalWays(ways)), float64(totalWays(counts))
	var chi, restWant, restGot float64
	cells := 0
	add := func(want, got float64) {
		chi += (got - want) * (got - want) / want
		cells++
	}
	for h, w := range ways {
		want, got := float64(w)/total*draws, float64(counts[h])
		if want < 5 {
			restWant, restGot = restWant+want, restGot+got
			continue
		}
		add(want, got)
	}
	if restWant > 0 {
		add(restWant, restGot)
	}
	if cells < 2 {
		return -1
	}
	// Wilson and Hilferty's approximation; 5.2 is the quantile of the normal
	// distribution.
	free := float64(cells - 1)
	root := 1 - 2/(9*free) + 5.2*math.Sqrt(2/(9*free))
	return chi - free*root*root*root
}

// drawMany counts what a sampler draws.
func drawMany(n int, sample func() dealtHands) map[dealtHands]int {
	counts := map[dealtHands]int{}
	for range n {
		counts[sample()]++
	}
	return counts
}

// mostOutcomes bounds the outcomes that are drawn, twenty times each.
const mostOutcomes = 500

// checkUniform compares samples of a view with all deals.
func checkUniform(t *testing.T, v foppen.View, seed uint64) (deals int) {
	ways := everyDeal(v)
	counted, how := foppen.CountDeals(v)
	number, _ := counted.Float64()
	require.InEpsilon(t, totalWays(ways)+1, number+1, 1e-12, how)
	require.Equal(t, len(ways) > 0, foppen.CanDeal(v))
	src := rand.NewPCG(seed, 0)
	if len(ways) == 0 {
		require.Equal(t, foppen.Game{}, v.Sample(src), "no way to deal")
		return 0
	}
	require.LessOrEqual(t, len(ways), mostOutcomes, "too many to be drawn often enough")
	n := max(20*len(ways), 200)
	counts := drawMany(n, func() dealtHands { return sampledHands(v.Sample(src)) })
	for h := range counts {
		if _, can := ways[h]; !can {
			require.Fail(t, "a deal that cannot be", "%v", h)
		}
	}
	require.LessOrEqual(t, unlikely(ways, counts), 0.0)
	for h, w := range ways {
		if float64(w)*float64(n)/float64(totalWays(ways)) > 17 { // so that it is missed once in ten million times
			if _, came := counts[h]; !came {
				require.Fail(t, "a deal that never comes", "%v", h)
			}
		}
	}
	return len(ways)
}

// tinyScenes are scenes with few deals, one for each kind of constraint.
var tinyDeck = foppen.Setup{Green: 4, Red: 4, Yellow: 3, Blue: 3, Ones: 2}

func tinyScenes() map[string]foppen.Scene {
	ones := foppen.Setup{Green: 3, Red: 2, Ones: 5}
	return map[string]foppen.Scene{
		"all dealt":                    {Setup: foppen.Setup{Green: 4, Red: 4, Ones: 2}, Hand: "G2 1", Sizes: []int{2, 2, 2, 2}},
		"set aside":                    {Setup: foppen.Setup{Green: 4, Red: 4, Ones: 1}, Hand: "G2 R2", Sizes: []int{2, 2, 1}},
		"several 1s":                   {Setup: ones, Hand: "1", Sizes: []int{1, 3, 2}},
		"only 1s":                      {Setup: foppen.Setup{Ones: 5}, Hand: "1", Sizes: []int{1, 2, 1}, Lacks: "|GRYB|G"},
		"spectator":                    {Setup: foppen.Setup{Green: 4, Red: 3, Ones: 1}, Seat: foppen.NoSeat, Sizes: []int{2, 2, 2}},
		"spectator, voids":             {Setup: tinyDeck, Seat: foppen.NoSeat, Played: "G2 R2 Y2 B2", Sizes: []int{2, 2, 2, 2}, Lacks: "G|R|Y|B"},
		"spectator, aside, voids":      {Setup: tinyDeck, Seat: foppen.NoSeat, Played: "R2 Y2 B2", Sizes: []int{2, 2, 2}, Lacks: "G|R|GR"},
		"one void":                     {Setup: tinyDeck, Hand: "G2 R2", Played: "R3 Y2 B2", Sizes: []int{2, 2, 2, 2}, Lacks: "|G"},
		"one void, aside":              {Setup: tinyDeck, Hand: "G2", Played: "R2 Y2 B2", Sizes: []int{1, 2, 2}, Lacks: "|G"},
		"one seat lacks two":           {Setup: tinyDeck, Hand: "G2 R2", Played: "Y2 B2", Sizes: []int{2, 2, 2, 2}, Lacks: "||GR"},
		"one seat lacks three":         {Setup: tinyDeck, Hand: "G2 R2", Played: "Y2", Sizes: []int{2, 3, 3, 2}, Lacks: "|GRY"},
		"one seat has only 1s":         {Setup: tinyDeck, Hand: "G2 R2", Played: "Y2", Sizes: []int{2, 3, 2, 3}, Lacks: "||GRYB"},
		"two seats lack the same":      {Setup: tinyDeck, Hand: "G2 R2", Played: "Y2 B2", Sizes: []int{2, 2, 2, 2}, Lacks: "|G|G"},
		"nested":                       {Setup: tinyDeck, Hand: "G2", Played: "R2 Y2 B2", Sizes: []int{1, 2, 2, 3}, Lacks: "|GR|G"},
		"two colors":                   {Setup: tinyDeck, Hand: "G2 R2", Played: "Y2 B2", Sizes: []int{2, 2, 2, 2}, Lacks: "|G|R"},
		"two colors, aside":            {Setup: tinyDeck, Hand: "G2", Played: "R2 Y2 B2", Sizes: []int{1, 2, 2}, Lacks: "|G|R"},
		"two colors, all":              {Setup: tinyDeck, Hand: "G2 R2", Played: "Y2 B2", Sizes: []int{2, 2, 2, 2}, Lacks: "|G|R|G"},
		"two colors, one lacks both":   {Setup: tinyDeck, Hand: "G2", Played: "Y2", Sizes: []int{1, 2, 2, 3}, Lacks: "|G|R|GR"},
		"three colors":                 {Setup: tinyDeck, Hand: "G2 R2", Played: "B2 B3", Sizes: []int{2, 2, 2, 3}, Lacks: "|G|R|Y"},
		"three colors, aside":          {Setup: tinyDeck, Hand: "G2 R2", Played: "B2 B3", Sizes: []int{2, 2, 2, 1}, Lacks: "|G|R|Y"},
		"three colors, pairs":          {Setup: tinyDeck, Hand: "G2 R2", Played: "B2", Sizes: []int{2, 2, 2, 2}, Lacks: "|GR|RY|GY"},
		"four colors":                  {Setup: foppen.Setup{Green: 3, Red: 3, Yellow: 3, Blue: 2, Ones: 1}, Hand: "G2", Sizes: []int{1, 1, 1, 2, 1}, Lacks: "|G|R|Y|B"},
		"four colors, pairs":           {Setup: tinyDeck, Hand: "G2 R2 1", Sizes: []int{3, 2, 2, 2, 2}, Lacks: "|GR|RY|YB|GB"},
		"four colors, aside":           {Setup: tinyDeck, Hand: "G2 R2", Sizes: []int{2, 2, 2, 1}, Lacks: "|GY|RB|GB"},
		"all lack three":               {Setup: tinyDeck, Hand: "G2", Sizes: []int{1, 2, 2, 2, 2}, Lacks: "|RYB|GYB|GRB|GRY"},
		"all lack three, tight":        {Setup: foppen.Setup{Green: 3, Red: 3, Yellow: 3, Blue: 3, Ones: 1}, Hand: "1", Sizes: []int{1, 2, 2, 2, 2}, Lacks: "|RYB|GYB|GRB|GRY"},
		"all lack the same three":      {Setup: tinyDeck, Hand: "R2 R3 R4", Played: "Y2 Y3 B2 B3", Sizes: []int{3, 2, 2, 1}, Lacks: "|RYB|RYB|RYB"},
		"eight seats lack three":       {Setup: tinyDeck, Hand: "G2", Played: "R2 Y2 1", Sizes: []int{1, 1, 1, 1, 1, 1, 1, 1}, Lacks: "|RYB|GYB|GRB|GRY|RYB|GYB|GRB"},
		"eight seats, all kinds":       {Setup: foppen.Setup{Green: 3, Red: 3, Yellow: 2, Blue: 2, Ones: 2}, Hand: "G2", Sizes: []int{1, 1, 1, 1, 1, 1, 1, 0}, Lacks: "|G|R|Y|B|GR|YB"},
		"only one deal":                {Setup: foppen.Setup{Green: 3, Red: 3, Yellow: 3}, Hand: "G2", Sizes: []int{1, 2, 2, 1}, Lacks: "|GR|GY|RY"},
		"only one deal, 1s":            {Setup: foppen.Setup{Green: 3, Red: 3, Ones: 2}, Hand: "G2 G3", Sizes: []int{2, 2, 2}, Lacks: "|R|"},
		"void in what is played":       {Setup: tinyDeck, Hand: "G2 R2", Played: "Y2 Y3 B2", Sizes: []int{2, 2, 2, 2}, Lacks: "|Y|Y|Y"},
		"void of a seat without cards": {Setup: tinyDeck, Hand: "G2 R2", Played: "Y2 Y3 B2 B3", Sizes: []int{2, 3, 0, 3}, Lacks: "||G|"},
		"nobody has cards":             {Setup: tinyDeck, Hand: "G2 R2", Sizes: []int{2, 0, 0}, Lacks: "|G|R"},
		"too many cards":               {Setup: tinyDeck, Hand: "G2", Sizes: []int{1, 200, 200}},
		"too many cards, voids":        {Setup: tinyDeck, Hand: "G2", Sizes: []int{1, 6, 6}, Lacks: "|G|R"},
		"impossible, nested":           {Setup: tinyDeck, Hand: "G2", Played: "R2 R3 R4", Sizes: []int{1, 3, 3, 2}, Lacks: "|G|G|G"},
		"impossible, two colors":       {Setup: tinyDeck, Hand: "Y2 Y3", Played: "B2 B3 1 1", Sizes: []int{2, 4, 2}, Lacks: "|G|R"},
		"impossible, three colors":     {Setup: foppen.Setup{Green: 4, Red: 4, Yellow: 4}, Hand: "G2 G3", Sizes: []int{2, 3, 2, 2}, Lacks: "|GR|GY|RG"},
		"impossible, four colors":      {Setup: tinyDeck, Hand: "1 1", Sizes: []int{2, 3, 2, 2, 3}, Lacks: "|GRY|RYB|YBG|BGR"},
		"impossible, only 1s":          {Setup: tinyDeck, Hand: "1", Sizes: []int{1, 2, 2}, Lacks: "|GRYB|"},
	}
}

// TestSampleUniform: on scenes with few deals, Sample draws each as often as it should.
func TestSampleUniform(t *testing.T) {
	scenes := tinyScenes()
	hows := map[string]int{}
	for name, s := range scenes {
		t.Run(name, func(t *testing.T) {
			v := s.View()
			deals := checkUniform(t, v, 1)
			t.Log(name, deals)
			_, how := foppen.CountDeals(v)
			hows[how]++
			switch {
			case strings.HasPrefix(name, "impossible"), strings.HasPrefix(name, "too many"):
				require.Zero(t, deals)
			case strings.HasPrefix(name, "only one"):
				require.Equal(t, 1, deals)
			default:
				require.NotZero(t, deals)
			}
		})
	}
	for _, how := range []string{"at once", "nested", "counted"} {
		require.Greater(t, hows[how], 4, how)
	}
}

// randomScene makes any scene with few cards.
func randomScene(r *rand.Rand) foppen.Scene {
	s := foppen.Scene{
		Setup: foppen.Setup{Green: 2 + r.IntN(4), Red: 1 + r.IntN(4), Yellow: 1 + r.IntN(3), Blue: 1 + r.IntN(3), Ones: r.IntN(3)},
		Seat:  foppen.Seat(r.IntN(4) - 1),
		Sizes: make([]int, 3+r.IntN(4)),
	}
	for _, highest := range []*int{&s.Setup.Red, &s.Setup.Yellow, &s.Setup.Blue} {
		if *highest == 1 {
			*highest = 0
		}
	}
	var variant foppen.Variant
	variant.Setups[len(s.Sizes)] = s.Setup
	deck := slices.Collect(variant.Deck(len(s.Sizes)).All())
	for len(deck) < len(s.Sizes) { // what New refuses
		s.Setup.Ones++
		deck = append(deck, foppen.One)
	}
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	take := func(n int) string {
		h, _ := foppen.NewCards(deck[:n]...)
		deck = deck[n:]
		return h.String()
	}
	s.Played = take(max(len(deck)-9, 0))
	if s.Seat != foppen.NoSeat {
		s.Sizes[s.Seat] = r.IntN(min(3, len(deck)))
		s.Hand = take(s.Sizes[s.Seat])
	}
	left := len(deck)
	for i := range s.Sizes {
		if foppen.Seat(i) != s.Seat {
			s.Sizes[i] = r.IntN(min(left, 4) + 1)
			left -= s.Sizes[i]
		}
	}
	voids := 1 + r.IntN(4)
	for i := range s.Sizes {
		if i > 0 {
			s.Lacks += "|"
		}
		for _, c := range "GRYB" {
			if r.IntN(10) < voids {
				s.Lacks += string(c)
			}
		}
	}
	return s
}

// TestSampleUniformRandom: the same for random scenes, with any mixture of constraints.
func TestSampleUniformRandom(t *testing.T) {
	n := 160
	if testing.Short() {
		n = 40
	}
	hows, impossible := map[string]int{}, 0
	for i := range n {
		s := randomScene(rand.New(rand.NewPCG(uint64(i), 7)))
		v := s.View()
		if deals, how := foppen.CountDeals(v); deals.Cmp(big.NewFloat(mostOutcomes+0.5)) <= 0 {
			if checkUniform(t, v, uint64(i)) == 0 {
				impossible++
			} else {
				hows[how]++
			}
		}
		if t.Failed() {
			t.Fatalf("%+v", s)
		}
	}
	t.Log(hows, "impossible", impossible)
	require.Greater(t, hows["nested"], n/8)
	require.Greater(t, hows["counted"], n/8)
	require.Greater(t, impossible, n/20)
}

// TestSampleTestSees: the comparison with all deals refuses samplers that are nearly
// right.
func TestSampleTestSees(t *testing.T) {
	v := tinyScenes()["two colors, aside"].View()
	ways := everyDeal(v)
	r := rand.New(rand.NewPCG(1, 1))
	t.Run("hand after hand", func(t *testing.T) { // forgets what the later hands need
		counts := drawMany(4000, func() (h dealtHands) {
			h[v.Seat()] = v.Hand()
			deck := v.Unseen()
			for s := range foppen.Seat(v.Players()) {
				for s != v.Seat() && h[s].Len() < v.HandSize(s) {
					if c := deck.At(r.IntN(deck.Len())); mayLie(v, s, c) {
						h[s], deck = h[s].With(c), deck.Without(c)
					}
				}
			}
			return h
		})
		require.Greater(t, unlikely(ways, counts), 0.0)
	})
	t.Run("1s alike", func(t *testing.T) { // every outcome as often as any other
		var all []dealtHands
		for h := range ways {
			all = append(all, h)
		}
		slices.SortFunc(all, func(a, b dealtHands) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		counts := drawMany(4000, func() dealtHands { return all[r.IntN(len(all))] })
		require.Greater(t, unlikely(ways, counts), 0.0)
	})
}

// checkSample checks that a sample agrees with the view.
func checkSample(t require.TestingT, v foppen.View, g foppen.Game) {
	require.Equal(t, v, g.View(v.Seat()))
	all := g.Played().Plus(g.Aside())
	n := all.Len()
	for s := range foppen.Seat(v.Players()) {
		h := g.Hand(s)
		require.Equal(t, v.HandSize(s), h.Len())
		all, n = all.Plus(h), n+h.Len()
		for c := range h.All() {
			if s != v.Seat() && !mayLie(v, s, c) {
				require.Fail(t, "a card that cannot lie there", "seat %v has %v", s, c)
			}
		}
	}
	if v.Round() > 0 {
		deck := v.Variant().Deck(v.Players())
		require.Equal(t, deck, all)
		require.Equal(t, deck.Len(), n)
	}
}

// playThrough plays a random game of at most so many rounds and hands over every
// position.
func playThrough(t require.TestingT, variant foppen.Variant, players, rounds int, seed uint64, visit func(foppen.Game)) {
	g, err := foppen.New(players, foppen.WithVariant(variant))
	require.NoError(t, err)
	src := rand.NewPCG(seed, 3)
	for visit(g); g.Phase() != foppen.OverPhase && (g.Phase() != foppen.DealPhase || g.Round() < rounds); visit(g) {
		switch g.Phase() {
		case foppen.DealPhase:
			g, err = g.Deal(g.Shuffle(src))
		case foppen.BetPhase:
			g, _, err = g.Apply(foppen.Bet{Seat: g.Turn(), Bet: foppen.Below(src, 2) == 0})
		default:
			g, err = g.Play(g.Legal().At(int(foppen.Below(src, uint64(g.Legal().Len())))))
		}
		if err != nil {
			require.NoError(t, err)
		}
	}
}

// TestSampleAgrees: in games of all presets and odd variants, from every seat and from
// outside, a sample agrees with the view; it is the same for another truth; and the true
// deal is one of those that are counted.
func TestSampleAgrees(t *testing.T) {
	hows := map[string]int{}
	for i, s := range append(presetScenes(), oddScenes()...) {
		t.Run(s.name, func(t *testing.T) {
			step := 0
			playThrough(t, s.variant, s.players, 2, uint64(i), func(g foppen.Game) {
				step++
				seat := foppen.Seat(step%(s.players+1) - 1)
				v := g.View(seat)
				sample := v.Sample(rand.NewPCG(uint64(step), 1))
				checkSample(t, v, sample)
				require.Equal(t, sample, v.Sample(rand.NewPCG(uint64(step), 1)))
				require.Equal(t, sample, sample.View(seat).Sample(rand.NewPCG(uint64(step), 1)), "another truth")
				if p := g.Phase(); p != foppen.PlayPhase && p != foppen.BetPhase {
					require.Equal(t, g, sample)
					return
				}
				checkSample(t, v, g) // so the truth is one of the deals
				if step%8 == 0 {
					deals, how := foppen.CountDeals(v)
					require.Positive(t, deals.Sign())
					hows[how]++
				}
				if g.Phase() == foppen.PlayPhase {
					after := sample.Playout(rand.NewPCG(1, 1))
					require.NotEqual(t, foppen.PlayPhase, after.Phase(), "a sample can be played on")
				}
			})
		})
	}
	t.Log(hows)
	for _, how := range []string{"at once", "nested", "counted"} {
		require.Greater(t, hows[how], 20, how)
	}
}

// TestSampleRandomVariants: the same for random variants.
func TestSampleRandomVariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		variant := genVariant(t)
		players := rapid.SampledFrom(variant.Players()).Draw(t, "players at the table")
		seed := rapid.Uint64().Draw(t, "seed")
		every := rapid.IntRange(3, 11).Draw(t, "every")
		step := 0
		playThrough(t, variant, players, 1, seed, func(g foppen.Game) {
			if step++; step%every == 0 {
				v := g.View(foppen.Seat(step/every%(players+1) - 1))
				checkSample(t, v, v.Sample(rand.NewPCG(seed, uint64(step))))
			}
		})
	})
}

// chance returns the chance that a hidden hand has the card, by counting the deals in
// which it has.
func chance(s foppen.Scene, seat int, c foppen.Card) float64 {
	v := s.View()
	if !mayLie(v, foppen.Seat(seat), c) {
		return 0
	}
	all, _ := foppen.CountDeals(v)
	s.Played = foppen.Must(foppen.ParseCards(s.Played)).With(c).String()
	s.Sizes = slices.Clone(s.Sizes)
	s.Sizes[seat]--
	with, _ := foppen.CountDeals(s.View())
	p, _ := with.Quo(with, all).Float64()
	return p
}

// largeScenes have far more deals than can be gone through; some need numbers beyond
// 2^256.
func largeScenes() map[string]foppen.Scene {
	largest := foppen.Setup{Green: 31, Red: 31, Yellow: 31, Blue: 31, Ones: 15}
	eight := foppen.Rulebook2018().Setups[8]
	six := []int{6, 6, 6, 6, 6, 6, 6, 6}
	ten := []int{10, 10, 10, 10, 10, 10, 10, 10}
	many := []int{6, 14, 14, 14, 14, 14, 14, 14}
	own := "G2 G3 R7 R8 Y9 B4"
	gone := "G4 G5 G6 G7 G8 G9 G10 G11 G12 G13 R2 R3 R4 R5 R6 R9 R11 R12 R13 R14 Y2 Y3 Y4 Y5 Y6 Y7 Y10 Y11 Y12 B2 B3 B5 B6 B8 B9 B10 1 1"
	return map[string]foppen.Scene{
		"mid, no voids":        {Setup: foppen.Rulebook2018().Setups[4], Hand: own, Played: "G5 G7 G9 R2 R3 Y2 Y3 B5 B6 1", Sizes: []int{6, 7, 8, 8}},
		"mid, nested":          {Setup: eight, Hand: own, Played: gone, Sizes: six, Lacks: "|B|B|YB||YB||B"},
		"mid, two colors":      {Setup: eight, Hand: own, Played: gone, Sizes: six, Lacks: "|B|Y|YB||Y||B"},
		"mid, three colors":    {Setup: eight, Hand: own, Played: gone, Sizes: six, Lacks: "|B|Y|RB||YR||B"},
		"mid, four colors":     {Setup: eight, Hand: own, Played: gone, Sizes: six, Lacks: "|B|Y|R|G|YR||BG"},
		"start, three colors":  {Setup: eight, Hand: own + " 1 1 1 1", Played: "G5 G6 R3 R4 Y2 Y3 B2 B3", Sizes: ten, Lacks: "|B|Y|R|B|Y|R|"},
		"largest, nested":      {Setup: largest, Hand: own, Sizes: many, Lacks: "|B|B||G||"},
		"largest, two colors":  {Setup: largest, Hand: own, Sizes: many, Lacks: "|B|B|G|G|||"},
		"large, four colors":   {Setup: largest, Hand: own, Played: gone, Sizes: []int{6, 12, 11, 12, 11, 12, 11, 12}, Lacks: "|GRB|YR|G|RYB|||"},
		"largest, spectator":   {Setup: largest, Seat: foppen.NoSeat, Sizes: many, Lacks: "|RYB|GYB||||"},
		"largest, two players": {Setup: largest, Seat: foppen.NoSeat, Sizes: []int{67, 67}, Lacks: "G|R"},
	}
}

// TestSampleChances: where there are too many deals to go through, every hand has single
// cards as often as it should.
func TestSampleChances(t *testing.T) {
	for name, s := range largeScenes() {
		t.Run(name, func(t *testing.T) {
			v := s.View()
			_, how := foppen.CountDeals(v)
			t.Log(name, how)
			n := shorter(3000, 3)
			sampler := v.Sampler()
			var counts [foppen.MaxPlayers][128]int
			src := rand.NewPCG(3, 4)
			for range n {
				g := sampler.Sample(src)
				checkSample(t, v, g)
				for seat := range s.Sizes {
					for c := range g.Hand(foppen.Seat(seat)).All() {
						counts[seat][c]++
					}
				}
			}
			for seat := range s.Sizes {
				if foppen.Seat(seat) == s.Seat {
					continue
				}
				for _, c := range []string{"G20", "R10", "Y8", "B7"} {
					card := foppen.Must(foppen.ParseCard(c))
					if !v.Unseen().Has(card) {
						continue
					}
					p := chance(s, seat, card)
					want, got := p*float64(n), float64(counts[seat][card])
					require.LessOrEqual(t, math.Abs(got-want), 5.5*math.Sqrt(want*(1-p))+1, "seat %d has %v: %v of %d, want %.1f", seat, card, got, n, want)
				}
			}
		})
	}
}

// worstScenes take Sample the longest: all seats lack something else in four colors, or
// as many colors as can be, with large hands and nothing or everything set aside.
func worstScenes() map[string]foppen.Scene {
	largest := foppen.Setup{Green: 31, Red: 31, Yellow: 31, Blue: 31, Ones: 15}
	eight := foppen.Rulebook2018().Setups[8]
	const all, pairs = "|G|R|Y|B|GR|YB|GY", "|GR|RY|YB|GB|GY|RB|"
	const three = "|GRY|GRB|GYB|RYB|GRY|GRB|GYB"
	hand, hands := "G2 G3 G4 R2 R3 Y2 Y3 B2 B3 1 1", []int{11, 11, 11, 11, 11, 11, 11, 11}
	big := []int{11, 16, 16, 16, 16, 16, 16, 16}
	return map[string]foppen.Scene{
		"rulebook":         {Setup: eight, Hand: hand, Sizes: hands, Lacks: all},
		"rulebook, pairs":  {Setup: eight, Hand: hand, Sizes: hands, Lacks: pairs},
		"rulebook, three":  {Setup: eight, Hand: hand, Sizes: []int{11, 6, 6, 6, 6, 6, 6, 6}, Lacks: three},
		"rulebook, tight":  {Setup: eight, Hand: "1 1 1", Played: "1 1 1", Sizes: []int{3, 7, 10, 11, 26, 7, 10, 11}, Lacks: three},
		"largest":          {Setup: largest, Hand: hand, Sizes: big, Lacks: all},
		"largest, half":    {Setup: largest, Hand: hand, Sizes: []int{11, 8, 8, 8, 8, 8, 8, 8}, Lacks: all},
		"largest, pairs":   {Setup: largest, Hand: hand, Sizes: []int{11, 9, 9, 9, 9, 9, 9, 9}, Lacks: pairs},
		"largest, three":   {Setup: largest, Hand: hand, Sizes: big, Lacks: three},
		"largest, outside": {Setup: largest, Seat: foppen.NoSeat, Sizes: []int{16, 17, 17, 17, 17, 17, 17, 17}, Lacks: "G|R|Y|B|GR|YB|GY|"},
	}
}

// A lowSource gives so many zeros before it gives the numbers of another source.
type lowSource struct {
	zeros int
	src   rand.Source
}

func (s *lowSource) Uint64() uint64 {
	if s.zeros--; s.zeros >= 0 {
		return 0
	}
	return s.src.Uint64()
}

// TestSampleFromLowNumbers: the lowest number that a source can give leads to nothing that
// cannot be.
func TestSampleFromLowNumbers(t *testing.T) {
	for _, scenes := range []map[string]foppen.Scene{tinyScenes(), largeScenes(), worstScenes()} {
		for name, s := range scenes {
			v := s.View()
			if !foppen.CanDeal(v) {
				continue
			}
			for zeros := range 9 {
				checkSample(t, v, v.Sample(&lowSource{zeros, rand.NewPCG(1, 1)}))
			}
			t.Log(name)
		}
	}
}

// TestSampleWorst: Sample comes to an end on the worst scenes.
func TestSampleWorst(t *testing.T) {
	for name, s := range worstScenes() {
		t.Run(name, func(t *testing.T) {
			v := s.View()
			checkSample(t, v, v.Sample(rand.NewPCG(1, 2)))
		})
	}
}

// TestSampler: a draw from a Sampler is View.Sample, whoever draws besides.
func TestSampler(t *testing.T) {
	scenes := tinyScenes()
	maps.Copy(scenes, largeScenes())
	maps.Copy(scenes, worstScenes())
	for name, s := range scenes {
		v := s.View()
		sampler := v.Sampler()
		var wg sync.WaitGroup
		for worker := range uint64(3) {
			wg.Go(func() {
				for i := range uint64(4) {
					assert.Equal(t, v.Sample(rand.NewPCG(i, worker)), sampler.Sample(rand.NewPCG(i, worker)), name)
				}
			})
		}
		wg.Wait()
	}
	playThrough(t, foppen.Edition1995Bets(), 5, 2, 1, func(g foppen.Game) {
		for seat := foppen.NoSeat; seat < 5; seat++ {
			v := g.View(seat)
			require.Equal(t, v.Sample(rand.NewPCG(1, 1)), v.Sampler().Sample(rand.NewPCG(1, 1)))
		}
	})
	require.Equal(t, foppen.Game{}, foppen.Sampler{}.Sample(nil))
	require.Equal(t, foppen.Game{}, foppen.View{}.Sampler().Sample(nil))
}

// TestSamplerAllocs: a draw never allocates, however hard the view is.
func TestSamplerAllocs(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	src := rand.NewPCG(1, 2)
	scenes := tinyScenes()
	maps.Copy(scenes, worstScenes())
	for name, s := range scenes {
		sampler := s.View().Sampler()
		require.Zero(t, testing.AllocsPerRun(20, func() { sinkGame = sampler.Sample(src) }), name)
	}
}

// TestSampleBets: bets that a seat does not know are not placed in its samples, and all
// others as they are (R7.2).
func TestSampleBets(t *testing.T) {
	g := benchDeal(t, benchGame(t, 4, foppen.WithVariant(foppen.Edition1995Bets())), rand.NewPCG(1, 1))
	bet := func(yes bool) {
		var err error
		g, _, err = g.Apply(foppen.Bet{Seat: g.Turn(), Bet: yes})
		require.NoError(t, err)
	}
	sampled := func(seat foppen.Seat) foppen.Game {
		v := g.View(seat)
		s := v.Sample(rand.NewPCG(1, 1))
		checkSample(t, v, s)
		return s
	}
	bet(true)
	bet(true)
	require.Equal(t, foppen.BetYes, sampled(0).BetOf(0))
	require.Equal(t, foppen.BetNo, sampled(0).BetOf(1))
	require.Equal(t, foppen.BetNo, sampled(2).BetOf(0))
	require.Equal(t, foppen.BetHidden, sampled(2).BetOf(2))
	require.Equal(t, foppen.BetNo, sampled(foppen.NoSeat).BetOf(0))
	bet(false)
	bet(true)
	for seat := range foppen.Seat(4) {
		require.Equal(t, g.Bettors(), sampled(seat).Bettors())
		require.Equal(t, g.BetOf(3), sampled(seat).BetOf(3))
	}
}

// TestSampleBetween: a view that lies between the events of one move is of no game.
func TestSampleBetween(t *testing.T) {
	require.Equal(t, foppen.Game{}, foppen.View{}.Sample(nil))
	between := 0
	playThrough(t, foppen.Edition1995Bets(), 3, 2, 1, func(g foppen.Game) {
		var m foppen.Move
		switch g.Phase() {
		case foppen.BetPhase:
			m = foppen.Bet{Seat: g.Turn(), Bet: true}
		case foppen.PlayPhase:
			m = foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()}
		default:
			return
		}
		after, events, err := g.Apply(m)
		require.NoError(t, err)
		v := g.View(0)
		for i, e := range events {
			v, err = v.Update(foppen.Redact(e, 0))
			require.NoError(t, err)
			s := v.Sample(rand.NewPCG(1, 1))
			switch {
			case v == after.View(0):
				require.Equal(t, v, s.View(0))
			case v.Turn() == foppen.NoSeat && v.Phase() != foppen.DealPhase:
				between++
				require.Equal(t, foppen.Game{}, s, "after event %d", i)
				p := foppen.NewPlayout(g)
				p.Sample(v.Sampler(), rand.NewPCG(1, 1))
				require.Equal(t, foppen.Game{}, p.Game(), "wherever the Playout was before")
			}
		}
	})
	require.Greater(t, between, 5)
}

// TestSampleFresh: without a source every sample is another one.
func TestSampleFresh(t *testing.T) {
	v := benchDeal(t, benchGame(t, 4), rand.NewPCG(1, 1)).View(0)
	require.NotEqual(t, v.Sample(nil), v.Sample(nil))
	checkSample(t, v, v.Sample(nil))
}

// TestSampleDraws: several draws of one number of the source are as good as one draw of
// one number.
func TestSampleDraws(t *testing.T) {
	t.Run("exact", func(t *testing.T) {
		// The draws are the digits of the upper word of the product with all ranges.
		r := rand.New(rand.NewPCG(1, 1))
		for range 2000 {
			size := 1 + r.IntN(135)
			n := 1 + r.IntN(min(size, 6))
			x, product := r.Uint64(), uint64(1)
			for i := range n {
				product *= uint64(size - i)
			}
			all := new(big.Int).Mul(new(big.Int).SetUint64(x), new(big.Int).SetUint64(product))
			digits := new(big.Int).Rsh(all, 64).Uint64()
			want := make([]int, n)
			for i := n - 1; i >= 0; i-- {
				want[i] = int(digits % uint64(size-i))
				digits /= uint64(size - i)
			}
			require.Equal(t, want, foppen.Draws(n, size, &scriptedSource{x}), "%d of %d", n, size)
		}
	})
	t.Run("again", func(t *testing.T) {
		// 2^64 is 4 more than a multiple of 3 x 2 x 1: what leaves 0 to 3 is not used. The
		// last of these leaves 4, less than 6 and yet as good as any.
		for x, again := range map[uint64]bool{0: true, 1: false, 6148914691236517206: false} {
			src := &scriptedSource{x, 12345678901234567890}
			foppen.Draws(3, 3, src)
			require.Equal(t, again, len(*src) == 0, "%d", x)
		}
	})
	t.Run("all orders", func(t *testing.T) {
		ways, counts := map[dealtHands]int{}, map[dealtHands]int{}
		src := rand.NewPCG(1, 1)
		for a := range 4 {
			for b := range 3 {
				for c := range 2 {
					ways[dealtHands{digit(a), digit(b), digit(c)}] = 1
				}
			}
		}
		for range 2400 {
			d := foppen.Draws(4, 4, src)
			counts[dealtHands{digit(d[0]), digit(d[1]), digit(d[2]), digit(d[3])}]++
		}
		require.Len(t, ways, 24)
		require.LessOrEqual(t, unlikely(ways, counts), 0.0)
	})
}

// digit makes a hand of a digit, for counts of outcomes.
func digit(n int) (h foppen.Cards) {
	for i := range n {
		c, _ := foppen.NewCard(foppen.Green, 2+i)
		h = h.With(c)
	}
	return h
}

// TestSampleLacking: the sets of seats that lack a color are those of Lacks.
func TestSampleLacking(t *testing.T) {
	for name, s := range tinyScenes() {
		v := s.View()
		for c := foppen.Green; c <= foppen.Blue; c++ {
			var want foppen.Seats
			for seat := range foppen.Seat(foppen.MaxPlayers) {
				if v.Void(seat, c) {
					want = want.With(seat)
				}
			}
			require.Equal(t, want, foppen.Lacking(v, c), name)
		}
	}
}

// TestSampleGolden pins which numbers give which samples.
func TestSampleGolden(t *testing.T) {
	var out strings.Builder
	write := func(name string, v foppen.View) {
		_, how := foppen.CountDeals(v)
		fmt.Fprintf(&out, "%s (%s)\n", name, how)
		src := rand.NewPCG(2018, 1995)
		for range 2 {
			g := v.Sample(src)
			fmt.Fprintf(&out, "  %v\n", foppen.Deal{Hands: sampledHands(g)})
		}
	}
	for _, scenes := range []map[string]foppen.Scene{tinyScenes(), largeScenes()} {
		for _, name := range slices.Sorted(maps.Keys(scenes)) {
			write(name, scenes[name].View())
		}
	}
	for _, s := range presetScenes() {
		cards := 0
		playThrough(t, s.variant, s.players, 1, 5, func(g foppen.Game) {
			if g.Phase() != foppen.PlayPhase {
				return
			}
			if cards++; cards%20 == 0 {
				write(fmt.Sprintf("%s, card %d, seat %v", s.name, cards, g.Turn()), g.View(g.Turn()))
			}
		})
	}
	golden(t, "sample/samples.txt", []byte(out.String()))
}

// TestSampleAllocs: Sample does not allocate in play, whatever is lacked here and held
// there.
func TestSampleAllocs(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	src := rand.NewPCG(1, 2)
	for _, players := range []int{4, 8} {
		for lacks := range 5 {
			for _, v := range voidViews(t, players, lacks, 4) {
				require.Zero(t, testing.AllocsPerRun(20, func() { sinkGame = v.Sample(src) }), "%d players, %d colors", players, lacks)
			}
		}
	}
}

// voidViews returns views from the middle of rounds, in which so many colors have to be
// shared out: 0 if no hidden hand lacks a color that is unseen, 1 if what they lack is
// nested.
func voidViews(t testing.TB, players, colors, n int) (views []foppen.View) {
	for seed := uint64(1); len(views) < n; seed++ {
		playThrough(t, foppen.Rulebook2018(), players, 1, seed, func(g foppen.Game) {
			all := players * g.Variant().Setups[players].HandSize
			if g.Phase() != foppen.PlayPhase || g.Played().Len() != all/2 || len(views) == n {
				return
			}
			if v := g.View(g.Turn()); sharedColors(v) == colors {
				views = append(views, v)
			}
		})
	}
	return views
}

func sharedColors(v foppen.View) (n int) {
	_, how := foppen.CountDeals(v)
	switch how {
	case "at once":
		return 0
	case "nested":
		return 1
	}
	for c := foppen.Green; c <= foppen.Blue; c++ {
		for s := range foppen.Seat(v.Players()) {
			if s != v.Seat() && v.HandSize(s) > 0 && v.Void(s, c) && !v.Unseen().Of(c).IsEmpty() {
				n++
				break
			}
		}
	}
	return n
}

// BenchmarkSample draws samples from the middle of rounds, when half of the cards are
// played: without voids, with nested ones, and with two, three and four colors that have
// to be shared out; each again from a Sampler. "playout" is a Playout from there, to compare.
func BenchmarkSample(b *testing.B) {
	benchPlayers(b, func(b *testing.B, players int) {
		src := rand.NewPCG(1, 2)
		for colors, name := range []string{"no-voids", "nested", "colors=2", "colors=3", "colors=4"} {
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				views, i := voidViews(b, players, colors, 16), 0
				b.ResetTimer()
				for b.Loop() {
					sinkGame = views[i&15].Sample(src)
					i++
				}
			})
		}
		for colors, name := range []string{"prepared, no-voids", "prepared, nested", "prepared, colors=2", "prepared, colors=3", "prepared, colors=4"} {
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				var samplers []foppen.Sampler
				for _, v := range voidViews(b, players, colors, 16) {
					samplers = append(samplers, v.Sampler())
				}
				i := 0
				b.ResetTimer()
				for b.Loop() {
					sinkGame = samplers[i&15].Sample(src)
					i++
				}
			})
		}
		b.Run("prepare", func(b *testing.B) {
			views, i := voidViews(b, players, 4, 16), 0
			for b.Loop() {
				views[i&15].Sampler()
				i++
			}
		})
		b.Run("playout", func(b *testing.B) {
			views, i := voidViews(b, players, 0, 16), 0
			var games []foppen.Game
			for _, v := range views {
				games = append(games, v.Sample(src))
			}
			b.ResetTimer()
			for b.Loop() {
				sinkGame = games[i&15].Playout(src)
				i++
			}
		})
	})
}
