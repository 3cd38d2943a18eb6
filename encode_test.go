package foppen_test

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// encoded is the JSON of a value, straight from its method and through json.Marshal:
// both must be the same, since users do either.
func encoded(t require.TestingT, v json.Marshaler) []byte {
	data, err := v.MarshalJSON()
	require.NoError(t, err)
	again, err := json.Marshal(v)
	require.NoError(t, err)
	require.Equal(t, string(data), string(again))
	return data
}

// sameAfterJSON checks that a value is read back as it was.
func sameAfterJSON[T interface {
	comparable
	json.Marshaler
}, P interface {
	*T
	json.Unmarshaler
}](t require.TestingT, v T) {
	data := encoded(t, v)
	require.NotContains(t, string(data), "null")
	var got T
	require.NoError(t, P(&got).UnmarshalJSON(data), "%s", data)
	if got != v {
		require.FailNow(t, "another value", "%s\n%s", data, encoded(t, got))
	}
}

// sameAfterText checks that a value is read back from its text as it was.
func sameAfterText[T interface {
	comparable
	encoding.TextMarshaler
	fmt.Stringer
}, P interface {
	*T
	encoding.TextUnmarshaler
}](t require.TestingT, v T) {
	text, err := v.MarshalText()
	require.NoError(t, err)
	require.Equal(t, v.String(), string(text))
	var got T
	require.NoError(t, P(&got).UnmarshalText(text), "%s", text)
	require.True(t, got == v, "%s", text)
}

// TestRoundTrips: Game, View, Move and Event are read back from JSON and text as they
// were, at every step of games of all presets and numbers of players and of odd
// variants; views also between the events of a move.
func TestRoundTrips(t *testing.T) {
	met := tally{}
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		random := rand.New(rand.NewPCG(uint64(i), 3))
		playScene(t, s, uint64(300+i), func(s step) {
			if random.IntN(12) > 0 && s.after.Phase() == foppen.PlayPhase && s.before.Phase() == foppen.PlayPhase {
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

// A node is a JSON value with its keys in order, so that what was changed in it can
// be written as the library would write it.
type node struct {
	text string   // a string, number or word as it is written
	keys []string // the keys of an object
	kids []*node  // the values of an object or array
	kind byte     // '{', '[' or 0
}

func parseNode(t require.TestingT, data []byte) *node {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var parse func() *node
	parse = func() *node {
		token, err := d.Token()
		require.NoError(t, err)
		n := &node{}
		switch token := token.(type) {
		case json.Delim:
			n.kind = byte(token)
			for d.More() {
				if n.kind == '{' {
					key, err := d.Token()
					require.NoError(t, err)
					n.keys = append(n.keys, key.(string))
				}
				n.kids = append(n.kids, parse())
			}
			_, err = d.Token()
			require.NoError(t, err)
		default:
			text, err := json.Marshal(token)
			require.NoError(t, err)
			n.text = string(text)
		}
		return n
	}
	return parse()
}

func (n *node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	if n.kind == 0 {
		b.WriteString(n.text)
		return
	}
	b.WriteByte(n.kind)
	for i, kid := range n.kids {
		if i > 0 {
			b.WriteByte(',')
		}
		if n.kind == '{' {
			b.WriteString(`"` + n.keys[i] + `":`)
		}
		kid.write(b)
	}
	b.WriteByte(n.kind + 2) // } and ] come two after { and [
}

// clone is a copy that shares nothing, so that no value can be put into itself.
func (n *node) clone() *node {
	c := *n
	c.keys, c.kids = slices.Clone(n.keys), nil
	for _, kid := range n.kids {
		c.kids = append(c.kids, kid.clone())
	}
	return &c
}

// all are n and all values below it.
func (n *node) all() []*node {
	list := []*node{n}
	for _, kid := range n.kids {
		list = append(list, kid.all()...)
	}
	return list
}

// pathTo is the path to a value below n, without the numbers of elements.
func (n *node) pathTo(m *node) (path string, ok bool) {
	if n == m {
		return "", true
	}
	for i, kid := range n.kids {
		if path, ok := kid.pathTo(m); ok {
			if n.kind == '[' {
				return "[]" + path, true
			}
			return "." + n.keys[i] + path, true
		}
	}
	return "", false
}

// corrupt changes one value, key or element of the tree.
func (n *node) corrupt(random *rand.Rand) (path, how string) {
	if random.IntN(30) == 0 {
		return "(object)", n.corruptList(random, n)
	}
	// First choose a field, so that short ones are corrupted as often as long ones.
	nodes := n.kids[random.IntN(len(n.kids))].all()
	chosen := nodes[random.IntN(len(nodes))]
	path, _ = n.pathTo(chosen)
	return strings.TrimPrefix(path, "."), chosen.change(random, n)
}

// change changes one value.
func (n *node) change(random *rand.Rand, root *node) string {
	if random.IntN(12) == 0 {
		others := root.all()
		*n = *others[1+random.IntN(len(others)-1)].clone()
		return "another value of the text"
	}
	if random.IntN(20) == 0 {
		*n = node{text: []string{"null", `""`, "0", "-1", "true", "{}", "[]", `"none"`, "1.0", "1e0", "99999999999999999999"}[random.IntN(11)]}
		return "another type"
	}
	switch {
	case n.kind != 0:
		return n.corruptList(random, root)
	case n.text == "true" || n.text == "false":
		n.text = map[string]string{"true": "false", "false": "true"}[n.text]
		return "flipped"
	case n.text[0] == '"':
		words := []string{"G2", "R5", "B8", "1", "G31", "Y11", "B16", "none", "green", "yes", "no", "hidden", "deal", "play", "over", "rulebook-2018", "ten"}
		n.text = `"` + words[random.IntN(len(words))] + `"`
		return "another word"
	}
	x, _ := strconv.Atoi(n.text)
	x += []int{-1, 1, -2, 2, 5, -5, 10, -10, 100, -2 * x}[random.IntN(10)]
	n.text = strconv.Itoa(x)
	return "another number"
}

// corruptList changes what an object or array consists of.
func (n *node) corruptList(random *rand.Rand, root *node) string {
	pick := func() int { return random.IntN(len(n.kids)) }
	how := random.IntN(4)
	if len(n.kids) == 0 {
		how = 0
	}
	switch how {
	case 0:
		others := root.all()
		n.kids = append(n.kids, others[random.IntN(len(others))].clone())
		if n.kind == '{' {
			n.keys = append(n.keys, append(slices.Clone(n.keys), "extra")[random.IntN(len(n.keys)+1)])
		}
		return "one more"
	case 1:
		i := pick()
		n.kids = slices.Delete(n.kids, i, i+1)
		if n.kind == '{' {
			n.keys = slices.Delete(n.keys, i, i+1)
		}
		return "one less"
	case 2:
		i, j := pick(), pick()
		n.kids[i], n.kids[j] = n.kids[j], n.kids[i]
		return "two exchanged"
	}
	n.kids[pick()] = n.kids[pick()].clone()
	return "one doubled"
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
	n := 10500
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
	n := 3000
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
