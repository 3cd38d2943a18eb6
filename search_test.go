package foppen_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// midRounds are some positions from the middle of rounds, with the seat to play.
func midRounds(t testing.TB) (games []foppen.Game) {
	t.Helper()
	for i, n := range []int{4, 6, 8} {
		g := newGame(t, n, foppen.Rulebook2018())
		g, err := g.Deal(g.Shuffle(rand.NewPCG(uint64(i), 1)))
		require.NoError(t, err)
		for range 4*n + i {
			g, err = g.Play(foppen.NewGreedyBot().Choose(g.View(g.Turn())))
			require.NoError(t, err)
		}
		require.Equal(t, foppen.PlayPhase, g.Phase())
		games = append(games, g)
	}
	return games
}

// The number of workers changes nothing, to the last bit of every estimate, nor do
// fresh bots with the same source differ.
func TestSearchIsSteady(t *testing.T) {
	for _, g := range midRounds(t) {
		view := g.View(g.Turn())
		var first []foppen.Estimate
		for _, workers := range []int{0, 1, 2, 7, 64} {
			bot := foppen.NewSearchBot(foppen.SearchConfig{Samples: 21, Workers: workers}, rand.NewPCG(1, 2))
			list := bot.Estimates(view)
			if first == nil {
				first = list
			}
			assert.Equal(t, first, list, "%d workers", workers)
			assert.NotEqual(t, first, bot.Estimates(view), "the source has moved on")
		}
	}
}

// The same holds where cards are given up on the way.
func TestSearchGivesUpSteadily(t *testing.T) {
	for _, g := range midRounds(t) {
		view := g.View(g.Turn())
		var first []foppen.Card
		for _, workers := range []int{1, 2, 5} {
			bot := foppen.NewSearchBot(foppen.SearchConfig{Samples: 150, Workers: workers}, rand.NewPCG(1, 2))
			cards := []foppen.Card{bot.Choose(view), bot.Choose(view)}
			if first == nil {
				first = cards
			}
			assert.Equal(t, first, cards, "%d workers", workers)
		}
		best := foppen.NewSearchBot(foppen.SearchConfig{Samples: 150}, rand.NewPCG(1, 2)).Estimates(view)[0]
		assert.Equal(t, best.Card, first[0], "what is given up is not the best of all deals here")
	}
}

// Choose and Estimates are the same search as long as no card is given up.
func TestSearchChoosesTheBestEstimate(t *testing.T) {
	for _, g := range midRounds(t) {
		view := g.View(g.Turn())
		list := foppen.NewSearchBot(foppen.SearchConfig{Samples: 7}, rand.NewPCG(3, 4)).Estimates(view)
		card := foppen.NewSearchBot(foppen.SearchConfig{Samples: 7}, rand.NewPCG(3, 4)).Choose(view)
		require.Len(t, list, view.Legal().Len())
		assert.Equal(t, list[0].Card, card)
		seen := foppen.Cards{}
		for i, e := range list {
			seen = seen.With(e.Card)
			assert.Equal(t, 7, e.Samples)
			assert.GreaterOrEqual(t, e.Tens, 0.0)
			assert.LessOrEqual(t, e.Tens, 1.0)
			assert.GreaterOrEqual(t, e.Fooled, 0.0)
			assert.LessOrEqual(t, e.Fooled, 1.0)
			assert.InDelta(t, math.Round(e.Fooled*7), e.Fooled*7, 1e-9, "a share of the deals")
			assert.LessOrEqual(t, e.Points, 10.0)
			assert.InDelta(t, math.Round(e.Points*7), e.Points*7, 1e-9, "a mean of whole points")
			if i > 0 {
				assert.GreaterOrEqual(t, list[i-1].Edge, e.Edge, "the best first")
			}
		}
		assert.Equal(t, view.Legal(), seen)
	}
}

// When the cards of all others are known and the round ends with this trick, there
// is nothing to guess: the estimates are what happens.
func TestSearchIsExactAtTheEnd(t *testing.T) {
	v := foppen.Rulebook2018()
	v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{}
	v.Setups[3] = foppen.Setup{Green: 4, Red: 4, Yellow: 4, HandSize: 3, Discs: 1} // all cards are dealt
	g := dealt(t, newGame(t, 3, v), "G4 R4 Y2|G3 R3 G2|R2 Y3 Y4")
	g, _ = played(t, g, "0:G4 1:G3 2:R2 0:R4 1:R3 0:Y2") // seats 2 and 1 are fooled
	require.Equal(t, foppen.Seat(2), g.Turn())
	list := foppen.NewSearchBot(foppen.SearchConfig{Samples: 5}, rand.NewPCG(1, 1)).Estimates(g.View(2))
	require.Len(t, list, 2)
	for i, card := range []string{"Y4", "Y3"} {
		end, err := g.Play(foppen.Must(foppen.ParseCard(card)))
		require.NoError(t, err)
		require.Equal(t, foppen.DealPhase, end.Phase())
		assert.Equal(t, foppen.Estimate{
			Card: foppen.Must(foppen.ParseCard(card)), Samples: 5, Points: float64(end.Total(2)),
			Edge:   float64(end.Total(2)) - float64(end.Total(0)+end.Total(1))/2,
			Fooled: map[bool]float64{true: 1}[end.Fools().Has(2)],
		}, list[i], "the dearer card goes first")
	}
}

// It sees what no player could miss.
func TestSearchPositions(t *testing.T) {
	for _, c := range []struct{ rule, hands, plays, want string }{
		{
			"throws the card that costs most in the last trick, if it cannot go out",
			"G20 Y20 B2|G21 Y21 B9|G22 Y5 B8|G2 B4 1", "0:G20 1:G21 2:G22 3:G2 2:Y5 0:Y20 1:Y21 1:B9", "1",
		},
		{
			"does not get fooled in its last trick",
			"G20 R2|G21 R3|G22 R4|G2 G31", "0:G20 1:G21 2:G22", "G31",
		},
	} {
		t.Run(c.rule, func(t *testing.T) {
			first, _, _ := strings.Cut(c.hands, "|")
			g := tableOf(t, 4, wide(len(strings.Fields(first)), 1))
			g, _ = played(t, dealt(t, g, c.hands), c.plays)
			bot := foppen.NewSearchBot(foppen.SearchConfig{Samples: 100}, rand.NewPCG(1, 2))
			assert.Equal(t, c.want, bot.Choose(g.View(g.Turn())).String())
		})
	}
}

// A search ends when its time is up, with at least one deal drawn by each worker's
// share, and without a clock when no time is set.
func TestSearchTime(t *testing.T) {
	view := midRounds(t)[0].View(midRounds(t)[0].Turn())
	for _, workers := range []int{1, 2} {
		begin := time.Now()
		list := foppen.NewSearchBot(foppen.SearchConfig{Time: 20 * time.Millisecond, Workers: workers}, rand.NewPCG(1, 2)).Estimates(view)
		assert.Less(t, time.Since(begin), 10*time.Second)
		assert.GreaterOrEqual(t, list[0].Samples, 1)
		assert.Less(t, list[0].Samples, 1_000_000)
	}
	list := foppen.NewSearchBot(foppen.SearchConfig{Samples: 9, Time: time.Hour, Workers: 3}, rand.NewPCG(1, 2)).Estimates(view)
	assert.Equal(t, 9, list[0].Samples, "whatever ends first")
	list = foppen.NewSearchBot(foppen.SearchConfig{Samples: 50, Time: 1}, rand.NewPCG(1, 2)).Estimates(view)
	assert.GreaterOrEqual(t, list[0].Samples, 1)
}

// Numbers out of range are taken for others, as SearchConfig says.
func TestSearchConfig(t *testing.T) {
	view := midRounds(t)[0].View(midRounds(t)[0].Turn())
	for _, c := range []foppen.SearchConfig{{}, {Samples: -1}, {Workers: -1}, {Workers: 1 << 30}, {Samples: 200}} {
		bot := foppen.NewSearchBot(c, rand.NewPCG(1, 2))
		assert.Equal(t, 200, bot.Estimates(view)[0].Samples)
	}
	bot := foppen.NewSearchBot(foppen.SearchConfig{Samples: 3, Time: -time.Hour}, rand.NewPCG(1, 2))
	assert.Equal(t, 3, bot.Estimates(view)[0].Samples, "a time below 0 is no limit")
}

// The last player of a trick knows whom it fools.
func TestSearchFooledLast(t *testing.T) {
	for _, tt := range []struct {
		trick, hand string
		fooled      map[string]float64 // cards that may be played
	}{
		{"G5 G4 G9", "G3 G17", map[string]float64{"G3": 1, "G17": 0}},
		{"G5 G4 G9", "R3 Y2", map[string]float64{"R3": 1, "Y2": 1}},
		{"G5 R4 R9", "R3 Y4", map[string]float64{"R3": 1, "Y4": 1}},
		{"G5 Y3 R9", "R3 Y4", map[string]float64{"R3": 1, "Y4": 0}},
		{"G5 R3 R9", "R4 1", map[string]float64{"R4": 0, "1": 0}},
	} {
		hands, plays := "", ""
		for i, card := range strings.Fields(tt.trick) {
			hands += card + " B" + string(rune('2'+i)) + "|"
			plays += " " + string(rune('0'+i)) + ":" + card
		}
		g, _ := played(t, dealt(t, tableOf(t, 4, wide(2, 1)), hands+tt.hand), strings.TrimSpace(plays))
		list := foppen.NewSearchBot(foppen.SearchConfig{Samples: 7}, rand.NewPCG(1, 2)).Estimates(g.View(3))
		got := map[string]float64{}
		for _, e := range list {
			got[e.Card.String()] = e.Fooled
		}
		assert.Equal(t, tt.fooled, got, "%s on %s", tt.hand, tt.trick)
	}
}

// Fooled is about the trick being played and no later one, whether others still play in
// it or it ends the round.
func TestSearchFooled(t *testing.T) {
	v := foppen.Rulebook2018()
	v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{}
	v.Setups[3] = foppen.Setup{Green: 7, Red: 7, HandSize: 4, Discs: 1} // all cards are dealt
	deal := func(hands string) foppen.View {
		g := dealt(t, newGame(t, 3, v), hands)
		return g.View(0)
	}
	fooled := func(v foppen.View, workers int) map[string]float64 {
		shares := map[string]float64{}
		for _, e := range foppen.NewSearchBot(foppen.SearchConfig{Samples: 400, Workers: workers}, rand.NewPCG(1, 2)).Estimates(v) {
			shares[e.Card.String()] = e.Fooled
		}
		return shares
	}
	view := deal("G7 G3 R3 R2|G2 G4 R4 R5|G5 G6 R6 R7")
	got := fooled(view, 1)
	assert.Len(t, got, 4)
	assert.Zero(t, got["G7"], "the highest card led fools somebody else")
	assert.Positive(t, got["G3"])
	assert.Less(t, got["G3"], got["R2"], "a lower one is still out, or somebody discards")
	assert.Less(t, got["R2"], 1.0)
	assert.Equal(t, got, fooled(view, 3), "the workers change nothing")

	// With one card each the trick is the round: who leads the lowest is fooled unless
	// somebody discards.
	v.Setups[3] = foppen.Setup{Green: 4, HandSize: 1, Discs: 1}
	assert.Equal(t, map[string]float64{"G2": 1}, fooled(deal("G2|G3|G4"), 1))
	assert.Equal(t, map[string]float64{"G3": 0}, fooled(deal("G3|G2|G4"), 1))
}

// A bot that is not to act expects nothing.
func TestSearchOutOfTurn(t *testing.T) {
	bot := foppen.NewSearchBot(foppen.SearchConfig{Samples: 3}, nil)
	g := midRounds(t)[0]
	for seat := foppen.NoSeat; seat < 4; seat++ {
		if seat != g.Turn() {
			assert.Equal(t, []foppen.Estimate{}, bot.Estimates(g.View(seat)))
			assert.Equal(t, foppen.NoCard, bot.Choose(g.View(seat)))
		}
	}
	assert.Equal(t, []foppen.Estimate{}, bot.Estimates(foppen.View{}))
	assert.Equal(t, foppen.NoCard, bot.Choose(foppen.View{}))
	assert.False(t, bot.Bet(foppen.View{}))
}

// R7: it bets with a hand that can hardly fail, and not with a hopeless one.
func TestSearchBets(t *testing.T) {
	v := foppen.Edition1995Bets()
	v.Setups[3].HandSize = 3
	for hands, want := range map[string]bool{
		"G20 R16 Y14|G3 R3 Y3|G4 R4 Y4":   true,
		"G2 R2 1|G19 R15 Y13|G20 R16 Y14": false,
	} {
		g := dealt(t, newGame(t, 3, v), hands)
		for workers := range 3 {
			bot := foppen.NewSearchBot(foppen.SearchConfig{Workers: workers}, rand.NewPCG(5, 6))
			assert.Equal(t, want, bot.Bet(g.View(0)), hands)
		}
	}
}

// P5: what it chooses does not depend on the hidden hands.
func TestSearchDoesNotSeeHands(t *testing.T) {
	var first []foppen.Estimate
	for _, others := range []string{"G20 R2|G21 R3|G22 R4", "G20 R4|G21 R2|G22 B2", "G20 1|G21 Y31|G22 1"} {
		g, _ := played(t, dealt(t, tableOf(t, 4, wide(2, 1)), others+"|G2 G31"), "0:G20 1:G21 2:G22")
		list := foppen.NewSearchBot(foppen.SearchConfig{Samples: 20}, rand.NewPCG(1, 2)).Estimates(g.View(3))
		if first == nil {
			first = list
		}
		assert.Equal(t, first, list)
	}
}

// The search knows a game by what the package exports and by nothing else, so that no
// change can let it look at hidden cards, and every user could write it.
func TestSearchUsesExportedAPI(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "search.go", nil, 0)
	require.NoError(t, err)
	own := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			own[n.Name.Name] = true
		case *ast.TypeSpec:
			own[n.Name.Name] = true
		case *ast.Field:
			for _, name := range n.Names {
				own[name.Name] = true
			}
		}
		return true
	})
	selectors := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			selectors++
			assert.True(t, sel.Sel.IsExported() || own[sel.Sel.Name], "%s is neither exported nor of search.go", sel.Sel.Name)
		}
		return true
	})
	assert.Greater(t, selectors, 50)
}
