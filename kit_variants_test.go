package foppen_test

import (
	"github.com/foppen-go/foppen"
	"pgregory.net/rapid"
)

// genVariant draws any valid variant: every field, one to three numbers of
// players, and limits that end games soon enough to play them out.
func genVariant(t *rapid.T) foppen.Variant {
	small := rapid.IntRange(0, 100)
	v := foppen.Variant{
		Starter:      foppen.StarterRule(rapid.IntRange(0, 1).Draw(t, "starter")),
		StarterScore: foppen.StarterScore(rapid.IntRange(0, 1).Draw(t, "starter score")),
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
