package foppen_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// countWays walks through all ways to play the rest of the round, with Legal and Play,
// and counts them by the points that they give.
func countWays(t *testing.T, g foppen.Game, outcomes map[string]int) (sequences int) {
	if g.Phase() != foppen.PlayPhase {
		outcomes[oracleOutcome(g.Totals())]++
		return 1
	}
	for c := range g.Legal().All() {
		next, err := g.Play(c)
		if err != nil {
			t.Fatal(err)
		}
		sequences += countWays(t, next, outcomes)
	}
	return sequences
}

// Every way to play every one of many tiny deals: as many as the oracle counts, with
// the same outcomes. Two to four players, hands of two to four cards, no disc, one
// and two, both readings of ties, and cards set aside.
func TestExhaustiveCounts(t *testing.T) {
	decks := []foppen.Setup{
		{Green: 5, Red: 4, Ones: 3},
		{Green: 3, Red: 3, Yellow: 3, Blue: 3},
		{Green: 4, Red: 3, Yellow: 2, Ones: 4},
		{Blue: 7, Ones: 2},
		{Green: 2, Ones: 11},
		{Green: 4, Red: 4, Yellow: 4, Blue: 4},
	}
	sizes := map[int]int{2: 4, 3: 3, 4: 2} // the hand for each number of players
	total, kinds := 0, map[string]bool{}
	for i, setup := range decks {
		for n, hand := range sizes {
			for discs := 0; discs <= n-2; discs++ {
				for tie := range foppen.TieRule(2) {
					v := foppen.Rulebook2018()
					v.WorstTie = tie
					setup.HandSize, setup.Discs = hand, discs
					v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{}
					v.Setups[n] = setup
					if v.Deck(n).Len() < n*hand {
						continue
					}
					g, err := foppen.New(n, foppen.WithVariant(v))
					require.NoError(t, err)
					src := rand.NewPCG(uint64(i), uint64(100*n+10*discs))
					for range 6 {
						sequences := countDeal(t, g, g.Shuffle(src), plainRules(v, n))
						total += sequences
						kinds[fmt.Sprint(n, discs, tie)] = true
					}
				}
			}
		}
	}
	assert.Len(t, kinds, 2*(1+2+3), "every number of players, of discs and reading")
	t.Logf("%d sequences", total)
}

// countDeal counts one deal in both implementations.
func countDeal(t *testing.T, g foppen.Game, d foppen.Deal, rules oracleRules) int {
	t.Helper()
	next, err := g.Deal(d)
	require.NoError(t, err)
	outcomes := map[string]int{}
	sequences := countWays(t, next, outcomes)
	var hands [][]string
	for s := range rules.players {
		hand := []string{}
		for c := range d.Hands[s].All() {
			hand = append(hand, c.String())
		}
		hands = append(hands, hand)
	}
	want, wantOutcomes, err := oracleCount(rules, hands)
	require.NoError(t, err)
	require.Equal(t, want, sequences, "%v", d)
	require.Equal(t, wantOutcomes, outcomes, "%v", d)
	return sequences
}

// Two deals counted by hand, so that the two counters cannot be wrong together.
func TestExhaustiveByHand(t *testing.T) {
	// Two players, one color, no discs: each plays each of two cards in any order.
	// Seat 0 leads 2 cards, seat 1 answers with 2: 4 first tricks, then one way.
	v := foppen.Rulebook2018()
	v.Setups[2] = foppen.Setup{Green: 5, HandSize: 2}
	g, err := foppen.New(2, foppen.WithVariant(v))
	require.NoError(t, err)
	d := foppen.Deal{Hands: [foppen.MaxPlayers]foppen.Cards{handOf("G2 G3"), handOf("G4 G5")}}
	assert.Equal(t, 4, countDeal(t, g, d, plainRules(v, 2)))

	// Three players, one disc, 1s alike: seat 0 leads one of {G2, 1}, seat 1 has to
	// play its G3 to a green lead but may play either card to a 1, seat 2 holds
	// two 1s, which are one choice.
	v.Setups[3] = foppen.Setup{Green: 3, Red: 2, Ones: 3, HandSize: 2, Discs: 1}
	g, err = foppen.New(3, foppen.WithVariant(v))
	require.NoError(t, err)
	d.Hands = [foppen.MaxPlayers]foppen.Cards{handOf("G2 1"), handOf("G3 R2"), handOf("1 1")}
	// G2 G3 1: seat 1 wins, seat 2 is fooled. Seat 1 leads R2, seat 0 plays 1: one way.
	// 1 G3 1: seat 1 wins, seat 2 is fooled (the later 1). R2, then G2: one way.
	// 1 R2 1: seat 1 wins, seat 2 is fooled. G3, then G2: one way.
	assert.Equal(t, 3, countDeal(t, g, d, plainRules(v, 3)))
}
