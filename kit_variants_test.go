package foppen_test

import (
	"fmt"
	"testing"

	"github.com/foppen-go/foppen"
	"pgregory.net/rapid"
)

// genVariant draws any valid variant: every field, one to three numbers of
// players, and limits that end games soon enough to play them out.
func genVariant(t *rapid.T) foppen.Variant {
	small := rapid.IntRange(0, 100)
	v := foppen.Variant{
		Starter:      foppen.StarterRule(rapid.IntRange(0, 1).Draw(t, "starter")),
		StarterScore: foppen.StarterScore(rapid.IntRange(0, 2).Draw(t, "starter score")),
		Reference:    foppen.ReferenceSeat(rapid.IntRange(0, 1).Draw(t, "reference")),
		WorstTie:     foppen.TieRule(rapid.IntRange(0, 1).Draw(t, "tie")),
		OnePenalty:   small.Draw(t, "one penalty"),
		MinusLimit:   rapid.OneOf(rapid.SampledFrom([]int{0, 30, 80, 200}), rapid.IntRange(0, 300)).Draw(t, "minus limit"),
		MinusReach:   foppen.LimitReach(rapid.IntRange(0, 1).Draw(t, "reach")),
		MinusCount:   foppen.MinusCount(rapid.IntRange(0, 1).Draw(t, "minus count")),
		TensLimit:    rapid.SampledFrom([]int{0, 0, 1, 2, 5, 6, 12, 20}).Draw(t, "tens limit"),
		TensCount:    foppen.TensCount(rapid.IntRange(0, 1).Draw(t, "tens count")),
		Betting:      rapid.Bool().Draw(t, "betting"),
		BetBonus:     small.Draw(t, "bet bonus"),
		BetOther:     small.Draw(t, "bet other"),
		BetFactor:    rapid.IntRange(1, 10).Draw(t, "bet factor"),

		TenExtra:      rapid.OneOf(rapid.SampledFrom([]int{0, 0, 2, -10, 990}), rapid.IntRange(-10, 990)).Draw(t, "ten extra"),
		SpoiledPoints: rapid.OneOf(rapid.SampledFrom([]int{0, 0, -3, 5, 1000, -1000}), rapid.IntRange(-30, 30)).Draw(t, "spoiled"),
		FoolPoints:    rapid.OneOf(rapid.SampledFrom([]int{0, 0, -1, 1, 1000, -1000}), rapid.IntRange(-30, 30)).Draw(t, "fool"),
	}
	players := rapid.SliceOfNDistinct(rapid.SampledFrom([]int{2, 3, 4, 5, 6, 7, 8}), 1, 3, rapid.ID[int]).Draw(t, "players")
	for _, n := range players {
		v.Setups[n] = genSetup(t, n)
		s := &v.Setups[n]
		if v.TensLimit == 0 && (v.MinusLimit == 0 || s.Discs == 0 || s.HandSize == 1) {
			s.Rounds = max(s.Rounds, 1)
		}
	}
	return v
}

// genSetup draws any valid Setup for n players, small hands more often than large
// ones, and with any number of cards set aside.
func genSetup(t *rapid.T, n int) foppen.Setup {
	highest := rapid.OneOf(rapid.IntRange(1, 6), rapid.IntRange(1, 31))
	color := func(label string) int {
		if h := highest.Draw(t, label); h > 1 {
			return h
		}
		return 0
	}
	s := foppen.Setup{
		Green: color("green"), Red: color("red"), Yellow: color("yellow"), Blue: color("blue"),
		Ones: rapid.IntRange(0, 15).Draw(t, "ones"), Discs: rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5, 6}[:n-1]).Draw(t, "discs"),
		Rounds: rapid.SampledFrom([]int{0, 0, 0, 1, 2, 3, 4}).Draw(t, "rounds"),
	}
	var v foppen.Variant
	if v.Setups[n] = s; v.Deck(n).Len() < n {
		s.Green = 31 // enough for anybody
	}
	v.Setups[n] = s
	most := v.Deck(n).Len() / n
	s.HandSize = rapid.OneOf(rapid.Just(most), rapid.IntRange(1, most)).Draw(t, "hand")
	return s
}

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

// smallVariant has short games with betting, two discs, cards set aside and the
// reading of every option that no preset has. It ends by any limit.
func smallVariant() foppen.Variant {
	v := foppen.Edition1995Bets()
	v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{
		4: {Green: 7, Yellow: 5, Blue: 4, Ones: 4, HandSize: 3, Discs: 2, Rounds: 6},
		2: {Green: 3, Ones: 2, HandSize: 2, Rounds: 2},
	}
	v.Starter, v.StarterScore, v.Reference = foppen.MostMinusStarts, foppen.ByRound, foppen.LastLeader
	v.WorstTie = foppen.FirstPlayed
	v.MinusLimit, v.MinusCount, v.TensLimit = 30, foppen.GrossMinus, 3
	return v
}

// everyTable calls f for every preset and every number of players that it allows, in
// short runs for every other.
func everyTable(t *testing.T, f func(t *testing.T, v foppen.Variant, players int)) {
	for i, s := range presetScenes() {
		if testing.Short() && i%2 != 0 {
			continue
		}
		t.Run(s.name, func(t *testing.T) { f(t, s.variant, s.players) })
	}
}

func drawVariant(t *rapid.T) (foppen.Variant, int) {
	players := rapid.IntRange(2, 8).Draw(t, "players")
	highest := rapid.SampledFrom([]int{0, 2, 5, 12, 31})
	v := foppen.Variant{
		Starter:    rapid.SampledFrom([]foppen.StarterRule{foppen.MostMinusStarts, foppen.ClockwiseStarts}).Draw(t, "starter"),
		OnePenalty: rapid.SampledFrom([]int{0, 1, 5, 100}).Draw(t, "penalty"),
		MinusLimit: rapid.SampledFrom([]int{0, 1, 80, 1000, 1_000_000}).Draw(t, "minus"),
		MinusReach: rapid.SampledFrom([]foppen.LimitReach{foppen.LimitReached, foppen.LimitPassed}).Draw(t, "reach"),
		MinusCount: rapid.SampledFrom([]foppen.MinusCount{foppen.NetPoints, foppen.GrossMinus}).Draw(t, "count"),
		TensLimit:  rapid.SampledFrom([]int{0, 1, 6, 50}).Draw(t, "tens"),
		TensCount:  rapid.SampledFrom([]foppen.TensCount{foppen.TensTogether, foppen.TensSolo}).Draw(t, "tens count"),
		Betting:    rapid.Bool().Draw(t, "betting"),
		BetBonus:   rapid.SampledFrom([]int{0, 10, 100}).Draw(t, "bonus"),
		BetOther:   rapid.SampledFrom([]int{0, 5, 100}).Draw(t, "other"),
		BetFactor:  rapid.IntRange(1, 10).Draw(t, "factor"),

		TenExtra:      rapid.SampledFrom([]int{0, 2, -10, 990}).Draw(t, "ten extra"),
		SpoiledPoints: rapid.SampledFrom([]int{0, -3, 5, 1000, -1000}).Draw(t, "spoiled"),
		FoolPoints:    rapid.SampledFrom([]int{0, -1, 1, 1000, -1000}).Draw(t, "fool"),
	}
	v.Setups[players] = foppen.Setup{
		Green: highest.Draw(t, "green"), Red: highest.Draw(t, "red"), Yellow: highest.Draw(t, "yellow"), Blue: 31,
		Ones: rapid.IntRange(0, 15).Draw(t, "ones"), Discs: rapid.IntRange(0, players-2).Draw(t, "discs"),
		Rounds: rapid.IntRange(1, 30).Draw(t, "rounds"),
	}
	v.Setups[players].HandSize = rapid.IntRange(1, v.Deck(players).Len()/players).Draw(t, "hand")
	return v, players
}
