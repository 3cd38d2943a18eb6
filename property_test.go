package foppen_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The tests of this file play random games by random variants, in step with the
// oracle, and check at every move what must hold for every game.

// Whole random games by random variants in step with the oracle, one after the
// other: positions, events, refusals, scores and the end.
func TestGamesAgainstOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		n := rapid.SampledFrom(v.Players()).Draw(t, "players at the table")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		var w twin
		for moves := range 200 {
			if moves == 0 || w.g.Phase() == foppen.OverPhase {
				w = newTwin(t, v, n, foppen.Seat(random.IntN(n)))
				w.same(t)
			}
			w = w.move(t, randomMove(w.g, random))
			w.same(t)
			if w.g.TakingPart() == w.g.ToAct() {
				w.sameTricks(t)
			}
			if w.g.Phase() == foppen.OverPhase || random.IntN(50) == 0 {
				w.refusals(t, false)
			}
		}
	})
}

// The same for the presets and every number of players.
func TestPresetGamesAgainstOracle(t *testing.T) {
	for _, s := range presetScenes() {
		w := newTwin(t, s.variant, s.players, foppen.Seat(s.players-1))
		random := rand.New(rand.NewPCG(uint64(s.players), 1))
		for moves := 0; w.g.Phase() != foppen.OverPhase; moves++ {
			if moves < 2*s.players && moves%3 == 0 { // the deal, bets and the first tricks
				w.refusals(t, true)
			}
			w = w.move(t, randomMove(w.g, random))
			w.same(t)
		}
		w.sameTricks(t)
		w.refusals(t, true)
	}
}

// A state machine of rapid: moves, refused moves and going back to any earlier
// position, always in step with the oracle. A failure shrinks to a few moves.
func TestGameMachine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		n := rapid.SampledFrom(v.Players()).Draw(t, "players at the table")
		w := newTwin(t, v, n, foppen.Seat(rapid.IntRange(0, n-1).Draw(t, "dealer")))
		var past []twin // what games were, with clones of the oracle
		step := func(phase foppen.Phase, next func() twin) {
			if w.g.Phase() != phase {
				t.Skip("another phase")
			}
			past = append(past, twin{w.g, w.o.clone()})
			w = next()
		}
		t.Repeat(map[string]func(*rapid.T){
			"deal": func(t *rapid.T) {
				step(foppen.DealPhase, func() twin {
					return w.deal(t, w.g.Shuffle(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
				})
			},
			"bet": func(t *rapid.T) {
				step(foppen.BetPhase, func() twin { return w.bet(t, rapid.Bool().Draw(t, "bet")) })
			},
			"play": func(t *rapid.T) {
				step(foppen.PlayPhase, func() twin { return w.play(t, rapid.SampledFrom(slices.Collect(w.g.Legal().All())).Draw(t, "card")) })
			},
			"play on": func(t *rapid.T) {
				for range rapid.IntRange(1, 20).Draw(t, "cards") {
					if w.g.Phase() != foppen.PlayPhase {
						break
					}
					step(foppen.PlayPhase, func() twin { return w.play(t, w.g.Legal().Lowest()) })
				}
			},
			"refuse": func(t *rapid.T) {
				m := foppen.Play{Seat: foppen.Seat(rapid.Int8Range(-1, 8).Draw(t, "seat")), Card: foppen.Card(rapid.Uint8().Draw(t, "card"))}
				reason := w.plainReason(m.Seat, m.Card)
				next, events, err := w.g.Apply(m)
				if (reason == foppen.Playable) != (err == nil) || err != nil && (!errors.Is(err, reason) || next != w.g || events != nil) {
					t.Fatalf("%v: want %v, got %v", m, reason, err)
				}
			},
			"go back": func(t *rapid.T) {
				if len(past) == 0 {
					t.Skip("nothing to go back to")
				}
				i := rapid.IntRange(0, len(past)-1).Draw(t, "position")
				w, past = past[i], past[:i]
				w.o = w.o.clone()
			},
			"": func(t *rapid.T) { w.same(t) },
		})
		for _, p := range past { // old games are what they were
			p.same(t)
		}
	})
}

// R6: every game ends, by a limit of its variant or after MaxRounds, and at once
// when a limit is met.
func TestEveryGameEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		n := rapid.SampledFrom(v.Players()).Draw(t, "players at the table")
		g, err := foppen.New(n, foppen.WithVariant(v))
		require.NoError(t, err)
		src := rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2)
		for g.Phase() != foppen.OverPhase {
			before := g.Round()
			if g, err = g.Deal(g.Shuffle(src)); err != nil {
				t.Fatal(err)
			}
			for g.Phase() == foppen.BetPhase {
				g, _, err = g.Apply(foppen.Bet{Seat: g.Turn(), Bet: src.Uint64()%2 == 0})
				require.NoError(t, err)
			}
			g = g.Playout(src)
			if g.Round() != before+1 || g.Round() > foppen.MaxRounds {
				t.Fatalf("round %d after round %d", g.Round(), before)
			}
		}
		if g.EndReasons() == 0 || g.Winners().IsEmpty() || g.Turn() != foppen.NoSeat || !g.Legal().IsEmpty() {
			t.Fatalf("the end: %v, winners %v", g.EndReasons(), g.Winners())
		}
	})
}

// Playout is what calls of Legal and Play give with the same numbers.
func TestPlayoutIsPlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		v.Betting = false
		n := rapid.SampledFrom(v.Players()).Draw(t, "players at the table")
		g, err := foppen.New(n, foppen.WithVariant(v))
		require.NoError(t, err)
		seed := rapid.Uint64().Draw(t, "seed")
		if g.Playout(rand.NewPCG(seed, 0)) != g {
			t.Fatal("a game that waits for a deal is played")
		}
		g, err = g.Deal(g.Shuffle(rand.NewPCG(seed, 0)))
		require.NoError(t, err)
		want, src := g, &oddSource{src: rand.NewPCG(seed, 1)}
		for want.Phase() == foppen.PlayPhase {
			legal := want.Legal()
			want, err = want.Play(legal.At(int(foppen.Below(src, uint64(legal.Len())))))
			require.NoError(t, err)
		}
		if got := g.Playout(&oddSource{src: rand.NewPCG(seed, 1)}); got != want {
			t.Fatalf("Playout gives another round: %v, want %v", got.Tricks(), want.Tricks())
		}
		if done := g.Playout(nil); done.Phase() == foppen.PlayPhase {
			t.Fatal("Playout stops too early")
		}
	})
}

// picture is everything that can be asked of a game, as text.
func picture(g foppen.Game) string {
	var b strings.Builder
	fmt.Fprint(&b, g.Variant(), g.Players(), g.Phase(), g.Round(), g.Dealer(), g.Starter(), g.Turn(), g.Leader(), g.Led(), g.Fools(),
		g.TakingPart(), g.ToAct(), g.WentOut(), g.Bettors(), g.Trick(), g.Tricks(), g.LastTrick(), g.TrickNumber(), g.Played(), g.Aside(),
		g.Totals(), g.Standings(), g.Winners(), g.EndReasons(), g.Legal(), g.Verdicts(), g.Scores())
	for s := foppen.Seat(-1); s <= 8; s++ {
		fmt.Fprint(&b, g.Hand(s), g.HandSize(s), g.BetOf(s), g.SittingOut().Has(s), g.Total(s), g.MinusPoints(s), g.Tens(s))
		for c := range foppen.Color(6) {
			fmt.Fprint(&b, g.Void(s, c))
		}
	}
	return b.String()
}

// Old games never change, and two children of one game are independent: pictures
// taken when they were made still hold at the end.
func TestGamesAreValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		n := rapid.SampledFrom(v.Players()).Draw(t, "players at the table")
		g, err := foppen.New(n, foppen.WithVariant(v))
		require.NoError(t, err)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		type taken struct {
			game    foppen.Game
			picture string
		}
		shots := []taken{{g, picture(g)}}
		for range 40 {
			parent := shots[random.IntN(len(shots))].game
			child := parent
			if parent.Phase() != foppen.OverPhase {
				child, _, err = parent.Apply(randomMove(parent, random))
				require.NoError(t, err)
			}
			scribble(child)
			shots = append(shots, taken{child, picture(child)})
		}
		same := map[foppen.Game]string{}
		for _, s := range shots {
			if picture(s.game) != s.picture {
				t.Fatalf("a game has changed from\n%s\nto\n%s", s.picture, picture(s.game))
			}
			if old, ok := same[s.game]; ok && old != s.picture {
				t.Fatalf("equal games differ:\n%s\n%s", old, s.picture)
			}
			same[s.game] = s.picture
		}
	})
}

// scribble writes to every slice that a game gives away.
func scribble(g foppen.Game) {
	clear(g.Tricks())
	clear(g.Totals())
	clear(g.Scores())
	clear(g.Verdicts())
	clear(g.Trick().Fools(2, foppen.LastPlayed))
	clear(g.Variant().Players())
	clear(g.Variant().ScoreRound(make([]foppen.Cards, 3), 0, 0))
	clear(foppen.Presets())
	_, events, _ := g.Apply(foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()})
	clear(events)
}
