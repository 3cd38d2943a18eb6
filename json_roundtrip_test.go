package foppen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestRoundTrips: Game, View, Move and Event are read back from JSON and text as they
// were, at every step of games of all presets and numbers of players and of odd
// variants; views also between the events of a move.
func TestRoundTrips(t *testing.T) {
	met := tally{}
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		random := rand.New(rand.NewPCG(uint64(i), 3))
		playScene(t, s, uint64(300+i), func(s step) {
			if random.IntN(rarer(12, 4)) > 0 && s.after.Phase() == foppen.PlayPhase && s.before.Phase() == foppen.PlayPhase {
				return
			}
			met.count(s)
			sameAfterJSON(t, s.after)
			sameAfterText(t, s.after)
			seats := viewers(s.after)
			seat := seats[random.IntN(len(seats))]
			sameAfterJSON(t, s.after.View(seat))
			v := s.before.View(seat)
			for _, e := range s.events {
				v, _ = v.Update(foppen.Redact(e, seat))
				sameAfterJSON(t, v)
				for _, e := range []foppen.Event{e, foppen.Redact(e, seat)} {
					got, err := foppen.DecodeEvent(encoded(t, e.(json.Marshaler)))
					require.NoError(t, err)
					require.True(t, got == e)
				}
			}
			move, err := foppen.DecodeMove(encoded(t, s.move.(json.Marshaler)))
			require.NoError(t, err)
			require.True(t, move == s.move)
			move, err = foppen.ParseMove(s.move.String())
			require.NoError(t, err)
			require.True(t, move == s.move)
		})
	}
	met.requireAll(t)
	sameAfterJSON(t, foppen.Game{})
	sameAfterText(t, foppen.Game{})
	sameAfterJSON(t, foppen.View{})
	sameAfterJSON(t, foppen.Game{}.View(3))
}

// TestRoundTripsOfAnyVariant: so it is in any variant.
func TestRoundTripsOfAnyVariant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		sameAfterJSON(t, v)
		sameAfterText(t, v)
		players := v.Players()
		s := scene{"any", v, players[len(players)-1]}
		seed := rapid.Uint64().Draw(t, "seed")
		random := rand.New(rand.NewPCG(seed, 4))
		moves := 0
		playScene(t, s, seed, func(s step) {
			if moves++; moves%19 == 1 && moves < 400 || s.after.Phase() == foppen.OverPhase {
				sameAfterJSON(t, s.after)
				sameAfterText(t, s.after)
				seats := viewers(s.after)
				sameAfterJSON(t, s.after.View(seats[random.IntN(len(seats))]))
			}
		})
	})
}

// corruptions corrupts the JSON of values, one field at a time, has decode read them,
// and returns the accepted ones by kind. Whatever is accepted must be another value
// that is written exactly like the corrupted text.
func corruptions(t *testing.T, n int, originals [][]byte, decode func([]byte) ([]byte, error)) map[string]int {
	accepted := map[string]int{}
	random := rand.New(rand.NewPCG(1, 1))
	trees := make([]*node, len(originals))
	for i, data := range originals {
		trees[i] = parseNode(t, data)
		require.Equal(t, string(data), trees[i].String())
	}
	done := 0
	for done < n {
		i := random.IntN(len(trees))
		tree := trees[i].clone()
		path, how := tree.corrupt(random)
		corrupted := []byte(tree.String())
		if bytes.Equal(originals[i], corrupted) {
			continue
		}
		done++
		again, err := decode(corrupted)
		if err != nil {
			var why *foppen.DecodeError
			if !errors.As(err, &why) || why.Offset > len(corrupted) || len(err.Error()) > 600 {
				t.Fatalf("%T: %v", err, err)
			}
			continue
		}
		require.Equal(t, string(corrupted), string(again), "%s: %s was accepted", path, how)
		accepted[path+": "+how]++
	}
	return accepted
}

// requireExplained logs what was accepted and fails for kinds that nobody has
// explained.
func requireExplained(t *testing.T, n int, counts map[string]int, why map[string]string) {
	total := 0
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		field, _, _ := strings.Cut(kind, ":")
		require.Contains(t, why, field, kind)
		t.Logf("%4d  %s (%s)", counts[kind], kind, why[field])
		total += counts[kind]
	}
	t.Logf("%d of %d corruptions are other positions that a game can reach", total, n)
}

// TestCorruptedGamesAreRefused changes one field at a time of encoded games of all
// presets. Every change is refused, or it leads to another position that a game can
// reach, which is then written exactly so; the log says which and why.
func TestCorruptedGamesAreRefused(t *testing.T) {
	var originals [][]byte
	for i, s := range presetScenes() {
		random := rand.New(rand.NewPCG(uint64(i), 5))
		playScene(t, s, uint64(400+i), func(s step) {
			if random.IntN(20) == 0 || s.after.Phase() != foppen.PlayPhase {
				originals = append(originals, encoded(t, s.after))
			}
		})
	}
	n := shorter(10_500, 4)
	accepted := corruptions(t, n, originals, func(data []byte) ([]byte, error) {
		var g foppen.Game
		if err := g.UnmarshalJSON(data); err != nil {
			if g != (foppen.Game{}) {
				t.Fatal("a refused text changes something")
			}
			return nil, err
		}
		return g.MarshalJSON()
	})
	requireExplained(t, n, accepted, map[string]string{
		"round":          "more or fewer rounds can have brought the same points",
		"dealer":         "with one seat that has the most minus points, it leads whoever deals (R2.4)",
		"variant":        "the position is the same by rules that differ elsewhere",
		"moves[].bet":    "a bet that is not open yet is written nowhere else (R7.2)",
		"minus_points[]": "bets can have won more or less in earlier rounds (R7.3)",
		"tens[]":         "bets can have won more or less in earlier rounds (R7.3)",
	})
	require.Less(t, sum(accepted), n/50)
}

// TestCorruptedViewsAreRefused does so with the views of all seats and spectators.
func TestCorruptedViewsAreRefused(t *testing.T) {
	var originals [][]byte
	for i, s := range presetScenes() {
		random := rand.New(rand.NewPCG(uint64(i), 6))
		playScene(t, s, uint64(500+i), func(s step) {
			if random.IntN(30) == 0 || s.after.Phase() != foppen.PlayPhase && random.IntN(3) == 0 {
				seats := viewers(s.after)
				originals = append(originals, encoded(t, s.after.View(seats[random.IntN(len(seats))])))
			}
		})
	}
	n := shorter(3000, 3)
	accepted := corruptions(t, n, originals, func(data []byte) ([]byte, error) {
		var v foppen.View
		if err := v.UnmarshalJSON(data); err != nil {
			if v != (foppen.View{}) {
				t.Fatal("a refused text changes something")
			}
			return nil, err
		}
		return v.MarshalJSON()
	})
	requireExplained(t, n, accepted, map[string]string{
		"round":          "more or fewer rounds can have brought the same points",
		"dealer":         "with one seat that has the most minus points, it leads whoever deals (R2.4)",
		"variant":        "the position is the same by rules that differ elsewhere",
		"minus_points[]": "bets can have won more or less in earlier rounds (R7.3)",
		"tens[]":         "bets can have won more or less in earlier rounds (R7.3)",
		"seat":           "before a deal, two seats that hold nothing see the same",
	})
	require.Less(t, sum(accepted), n/50)
}

func sum(counts map[string]int) (n int) {
	for _, k := range counts {
		n += k
	}
	return n
}
