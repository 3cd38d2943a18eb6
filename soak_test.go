package foppen_test

import (
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The soak before a release is the tests of everyday on another scale. It takes hours on
// two cores; .ci/soak runs it, and every fuzz target for ten minutes. A share of it can be
// asked for:
//
//	FOPPEN_SOAK=0.01 go test -run '^TestSoak' -v -timeout 0 .

// soakShare returns n times the share that the environment asks for, and skips the test if
// it asks for none.
func soakShare(t *testing.T, n int) int {
	text := os.Getenv("FOPPEN_SOAK")
	if text == "" {
		t.Skip("FOPPEN_SOAK=1 asks for the soak before a release")
	}
	share, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return int(float64(n) * share)
}

// soak calls f with the numbers from 0 to n-1 on all cores, until a call fails the test.
func soak(t *testing.T, n int, f func(t failer, i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1) - 1); i < n && !t.Failed(); i = int(next.Add(1) - 1) {
				f(t, i)
			}
		})
	}
	wg.Wait()
}

// soakScenes are the presets at all tables and 1,000 variants drawn at random.
func soakScenes() (presets, drawn []scene) {
	variants := rapid.Custom(genVariant)
	for i := range 1000 {
		v := variants.Example(i)
		drawn = append(drawn, scene{"drawn " + strconv.Itoa(i), v, v.Players()[i%len(v.Players())]})
	}
	return presetScenes(), drawn
}

// Games in step with the oracle: events, scores, legal cards and who is to act at each
// move, and everything else that can be asked of a position at every twentieth. Half of
// them are by presets.
func TestSoakOracle(t *testing.T) {
	n := soakShare(t, 1_000_000)
	presets, drawn := soakScenes()
	var moves atomic.Int64
	soak(t, n, func(t failer, i int) {
		s := presets[i/2%len(presets)]
		if i%2 == 1 {
			s = drawn[i/2%len(drawn)]
		}
		random := rand.New(rand.NewPCG(uint64(i), 2018))
		w := newTwin(t, s.variant, s.players, foppen.Seat(random.IntN(s.players)))
		for made := 0; w.g.Phase() != foppen.OverPhase && made < 5000; made++ {
			w = w.move(t, randomMove(w.g, random))
			if random.IntN(20) == 0 {
				w.same(t)
			}
			moves.Add(1)
		}
		w.same(t)
	})
	t.Logf("%d games of %d presets' tables and %d drawn variants: %d moves", n, len(presets), len(drawn), moves.Load())
}

// Plays at random, with what holds in every position: a card that is legal, held and
// played goes to the trick, all others stay where they are, and of a whole trick one card
// wins and the discs' number of players is fooled.
func TestSoakPlays(t *testing.T) {
	n := soakShare(t, 100_000_000)
	presets, drawn := soakScenes()
	scenes := append(presets, drawn...)
	const each = 10_000
	soak(t, n/each, func(t failer, i int) {
		s := scenes[i%len(scenes)]
		random := rand.New(rand.NewPCG(uint64(i), 1995))
		g, err := foppen.New(s.players, foppen.WithVariant(s.variant))
		require.NoError(t, err)
		start := g
		for range each {
			if g.Phase() == foppen.OverPhase {
				g = start
			}
			m := randomMove(g, random)
			play, isPlay := m.(foppen.Play)
			if !isPlay {
				g, _, err = g.Apply(m)
				require.NoError(t, err)
				continue
			}
			before := g
			if g, err = g.Play(play.Card); err != nil {
				t.Fatalf("%v of %v: %v", m, before.Legal(), err)
			}
			soakPlay(t, before, play, g)
		}
	})
	t.Logf("%d plays in %d tables' games", n/each*each, len(scenes))
}

// soakPlay checks what one play has changed.
func soakPlay(t failer, before foppen.Game, m foppen.Play, after foppen.Game) {
	if after.Hand(m.Seat) != before.Hand(m.Seat).Without(m.Card) {
		t.Fatalf("%v: the hand %v became %v", m, before.Hand(m.Seat), after.Hand(m.Seat))
	}
	held := 0
	for s := range after.Players() {
		s := foppen.Seat(s)
		held += after.Hand(s).Len()
		if s != m.Seat && after.Hand(s) != before.Hand(s) {
			t.Fatalf("%v: the hand of %v changed", m, s)
		}
	}
	if after.Phase() != foppen.PlayPhase {
		return
	}
	if after.Legal().IsEmpty() || !after.ToAct().Has(after.Turn()) {
		t.Fatalf("%v: nobody can go on in %v", m, after)
	}
	if after.TrickNumber() > before.TrickNumber() { // the trick is whole
		trick := after.LastTrick()
		winner, fools := trick.Winner(), after.Fools()
		if trick.CardOf(winner) == foppen.NoCard || fools.Has(winner) {
			t.Fatalf("%v: %v is won by %v, and %v are fooled", m, trick, winner, fools)
		}
	}
}

// Hidden cards exchanged: the outputs for a seat stay the same to the byte.
func TestSoakHidden(t *testing.T) {
	n := soakShare(t, 100_000)
	presets, drawn := soakScenes()
	scenes := append(presets, drawn...)
	var swapped, games atomic.Int64
	soak(t, n, func(t failer, i int) { // far fewer games are needed
		if int(swapped.Load()) >= n {
			return
		}
		h := &hider{random: rand.New(rand.NewPCG(uint64(i), 8))}
		h.playHidden(t, scenes[i%len(scenes)], uint64(i), map[string]int{})
		swapped.Add(int64(h.swapped))
		games.Add(1)
	})
	t.Logf("%d hidden cards exchanged in %d games", swapped.Load(), games.Load())
}
