package foppen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// A corrupter spoils records in one place.
type corrupter struct {
	t    testing.TB
	rand *rand.Rand
	deck []foppen.Card
	tree *node
}

// pick returns one of the values with this label, nil if there is none.
func (c corrupter) pick(label string) *node {
	nodes := c.tree.nodes(label)
	if len(nodes) == 0 {
		return nil
	}
	return pickOf(c.rand, nodes)
}

// set replaces the text of a value.
func (c corrupter) set(label string, texts ...string) {
	if n := c.pick(label); n != nil {
		n.kind, n.keys, n.kids = 0, nil, nil
		n.text = pickOf(c.rand, texts)
	}
}

func (c corrupter) cardText() string { return `"` + pickOf(c.rand, c.deck).String() + `"` }

// change adds or takes away a little from a number.
func (c corrupter) change(label string) {
	if n := c.pick(label); n != nil {
		var v int
		require.NoError(c.t, json.Unmarshal([]byte(n.text), &v))
		n.text = fmt.Sprint(v + pickOf(c.rand, []int{-10, -2, -1, 1, 2, 10}))
	}
}

// edit changes the list of a value.
func (c corrupter) edit(label string, f func(list []*node, i int) []*node) {
	if n := c.pick(label); n != nil && len(n.kids) > 0 && n.kind == '[' {
		n.kids = f(n.kids, c.rand.IntN(len(n.kids)))
	}
}

func remove(list []*node, i int) []*node { return slices.Delete(slices.Clone(list), i, i+1) }
func double(list []*node, i int) []*node {
	return slices.Insert(slices.Clone(list), i, list[i])
}
func swapNext(list []*node, i int) []*node {
	list = slices.Clone(list)
	j := (i + 1) % len(list)
	list[i], list[j] = list[j], list[i]
	return list
}

// object returns some object of the tree that has keys.
func (c corrupter) object() *node {
	return pickOf(c.rand, slices.DeleteFunc(c.tree.all(), func(n *node) bool { return n.kind != '{' || len(n.keys) == 0 }))
}

// corruptions are the ways to spoil a record, by name.
func (c corrupter) corruptions() map[string]func() {
	return map[string]func(){
		"another card dealt":  func() { c.set("deal[][]", c.cardText()) },
		"a card dealt doubly": func() { c.edit("deal[]", double) },
		"a card not dealt":    func() { c.edit("deal[]", remove) },
		"a hand out of order": func() { c.edit("deal[]", swapNext) },
		"a 1 too many":        func() { c.set("deal[][]", `"1"`) },
		"no card of the deck": func() {
			c.set("deal[][]", `"G31"`, `"B31"`, `"G1"`, `"X5"`, `"g5"`, `"G05"`, `""`, `"no card"`, `"11"`)
		},
		"two cards swapped":     func() { c.swapCards() },
		"two hands swapped":     func() { c.edit("deal", swapNext) },
		"a hand too many":       func() { c.edit("deal", double) },
		"a hand missing":        func() { c.edit("deal", remove) },
		"an empty hand":         func() { c.set("deal[]", "[]") },
		"another card played":   func() { c.set("play", c.cardText()) },
		"no card played":        func() { c.set("play", `""`, `"G31"`, `"1 "`, `"red"`) },
		"another seat":          func() { c.change("seat") },
		"another bet":           func() { c.set("bet", "true", "false") },
		"a move missing":        func() { c.edit("moves", remove) },
		"a move made twice":     func() { c.edit("moves", double) },
		"two moves swapped":     func() { c.edit("moves", swapNext) },
		"another total":         func() { c.change("totals[]") },
		"a total missing":       func() { c.edit("totals", remove) },
		"a total too many":      func() { c.edit("totals", double) },
		"another winner":        func() { c.change("winners[]") },
		"a winner missing":      func() { c.edit("winners", remove) },
		"a winner too many":     func() { c.edit("winners", double) },
		"no result":             func() { c.drop("result") },
		"another dealer":        func() { c.change("dealer") },
		"other players":         func() { c.change("players") },
		"another preset":        func() { c.set("variant", `"`+pickOf(c.rand, foppen.Presets())+`"`) },
		"no preset":             func() { c.set("variant", `"rulebook"`, `"Rulebook-2018"`, `""`, `{}`) },
		"another number":        func() { c.variantNumber() },
		"another format":        func() { c.set("format", `"foppen/2"`, `"foppen"`, `"Foppen/1"`, `""`) },
		"a name too many":       func() { c.edit("seats", double) },
		"a name missing":        func() { c.edit("seats", remove) },
		"an unknown key":        func() { c.addKey(pickOf(c.rand, []string{"note", "_", "", "deals"})) },
		"a key twice":           func() { o := c.object(); c.insert(o, pickOf(c.rand, o.keys)) },
		"a key missing":         func() { o := c.object(); c.removeKey(o, c.rand.IntN(len(o.keys))) },
		"a key in another case": func() { o := c.object(); i := c.rand.IntN(len(o.keys)); o.keys[i] = strings.ToUpper(o.keys[i]) },
		"another key":           func() { o := c.object(); o.keys[c.rand.IntN(len(o.keys))] = "seat" },
		"another type":          func() { c.retype() },
	}
}

func (c corrupter) swapCards() {
	if a, b := c.pick("deal[][]"), c.pick("deal[][]"); a != nil {
		a.text, b.text = b.text, a.text
	}
}

func (c corrupter) variantNumber() {
	if c.tree.nodes("variant")[0].kind == '{' {
		c.change(pickOf(c.rand, []string{"green", "ones", "hand", "discs", "rounds", "one_penalty", "minus_limit", "bet_factor", "bet_other"}))
	}
}

func (c corrupter) drop(key string) {
	if i := slices.Index(c.tree.keys, key); i >= 0 {
		c.removeKey(c.tree, i)
	}
}

func (c corrupter) removeKey(o *node, i int) {
	o.keys = slices.Delete(o.keys, i, i+1)
	o.kids = remove(o.kids, i)
}

func (c corrupter) addKey(key string) { c.insert(c.object(), key) }

func (c corrupter) insert(o *node, key string) {
	i := c.rand.IntN(len(o.keys) + 1)
	o.keys = slices.Insert(o.keys, i, key)
	o.kids = slices.Insert(o.kids, i, pickOf(c.rand, append(o.kids, &node{text: "1"})))
}

// retype makes some value one of another type.
func (c corrupter) retype() {
	n := pickOf(c.rand, c.tree.all())
	old := n.String()
	choices := []string{"null", "[" + old + "]", `{"0":` + old + "}", "1.5", "1e0", `""`, "0", "true", "{}"}
	if n.kind == 0 {
		choices = append(choices, strings.Trim(old, `"`), `"`+strings.Trim(old, `"`)+`"`, old+".0")
	}
	*n = node{text: pickOf(c.rand, choices)}
}

// A record that is spoiled in one place is refused, or it is by chance the record of
// another game by the rules. Then the independent referee agrees, and it is written
// again as it was read.
func TestRecordCorruptions(t *testing.T) {
	rounds := 27
	if testing.Short() {
		rounds = 3
	}
	var lines [][]byte
	for _, played := range recordedGames() {
		lines = append(lines, mustJSON(t, played.Record(300))) // many of them to the end
	}
	random := rand.New(rand.NewPCG(1, 2))
	tried, accepted := map[string]int{}, map[string]int{}
	total, sum := 0, 0
	count := func(name string, spoiled []byte) {
		total++
		tried[name]++
		if acceptsOtherGame(t, spoiled, name) {
			sum++
			accepted[name]++
		}
	}
	for _, line := range lines {
		whole := parseNode(t, line)
		c := corrupter{t: t, rand: random, deck: deckOf(t, line), tree: whole}
		names := slices.Sorted(maps.Keys(c.corruptions()))
		for range rounds {
			for range 8 {
				name := pickOf(random, names)
				c.tree = whole.clone()
				c.corruptions()[name]()
				spoiled := []byte(c.tree.String())
				if bytes.Equal(spoiled, line) {
					continue
				}
				count(name, spoiled)
			}
			cut := line[:random.IntN(len(line))]
			require.False(t, acceptsOtherGame(t, cut, "cut off"))
			i := random.IntN(len(line) + 1)
			count("a character too many", slices.Insert(slices.Clone(line), i, pickOf(random, []byte("{}[],:\"1-x\x00\xff"))))
		}
	}
	if !testing.Short() {
		require.Greater(t, total, 10_000)
	}
	for _, name := range slices.Sorted(maps.Keys(accepted)) {
		t.Logf("%d of %d are the record of another game: %s", accepted[name], tried[name], name)
	}
	t.Logf("%d corruptions, %d accepted", total, sum)
	require.Less(t, sum, total/20)
}

// deckOf returns all cards of the game of a record.
func deckOf(t testing.TB, line []byte) []foppen.Card {
	var r foppen.Record
	require.NoError(t, r.UnmarshalJSON(line))
	g := r.Game()
	return slices.Collect(g.Variant().Deck(g.Players()).All())
}

// acceptsOtherGame reports whether a spoiled record is accepted, and checks what is
// to be said of it either way.
func acceptsOtherGame(t *testing.T, spoiled []byte, how string) bool {
	t.Helper()
	var r foppen.Record
	err := r.UnmarshalJSON(spoiled)
	if err == nil {
		require.Equal(t, string(spoiled), string(mustJSON(t, r)), how)
		if r.Game().Variant().Name() != "" {
			require.NoError(t, oracleReplay(spoiled), "%s: %s", how, spoiled)
		}
		return true
	}
	var fault *foppen.RecordError
	require.ErrorAs(t, err, &fault, how)
	require.Less(t, len(err.Error()), 1000, how)
	require.True(t, r.Equal(foppen.Record{}), "a refused record changes nothing")
	return false
}

// The same for what a seat has seen. Here more can be another game, for most of the
// cards are not known.
func TestSeatRecordCorruptions(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	total, accepted := 0, 0
	for _, played := range recordedGames() {
		if len(played.moves) < 10 {
			continue
		}
		r := played.records[len(played.moves)/3]
		line := mustJSON(t, r.For(foppen.Seat(random.IntN(r.Game().Players()+1)-1)))
		whole := parseNode(t, line)
		c := corrupter{t: t, rand: random, deck: slices.Collect(r.Game().Variant().Deck(r.Game().Players()).All()), tree: whole}
		for range 2 {
			for _, name := range slices.Sorted(maps.Keys(c.corruptions())) {
				c.tree = whole.clone()
				c.corruptions()[name]()
				spoiled := []byte(c.tree.String())
				if bytes.Equal(spoiled, line) {
					continue
				}
				total++
				var s foppen.SeatRecord
				err := s.UnmarshalJSON(spoiled)
				if err == nil {
					accepted++
					require.Equal(t, string(spoiled), string(mustJSON(t, s)), name)
					continue
				}
				var fault *foppen.RecordError
				require.ErrorAs(t, err, &fault)
				require.Less(t, len(err.Error()), 1000)
				require.True(t, s.Equal(foppen.SeatRecord{}))
			}
		}
	}
	t.Logf("%d corruptions, %d accepted", total, accepted)
	require.Greater(t, total, 1000)
	require.Less(t, accepted, total/4)
}

// Of the text form, too, every change of a character is refused or another game.
func TestRecordTextCorruptions(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	total, accepted := 0, 0
	for i, played := range recordedGames() {
		if i%3 != 0 {
			continue
		}
		text := played.whole().String()
		for range 100 {
			spoiled := []byte(text)
			spoiled[random.IntN(len(spoiled))] = pickOf(random, []byte("0123456789GRYB |/\n-yn"))
			if string(spoiled) == text {
				continue
			}
			total++
			r, err := foppen.ParseRecord(string(spoiled))
			if err == nil {
				accepted++
				require.Equal(t, string(spoiled), r.String())
				continue
			}
			var fault *foppen.RecordError
			require.ErrorAs(t, err, &fault)
			require.Less(t, len(err.Error()), 1000)
		}
	}
	t.Logf("%d corruptions, %d accepted", total, accepted)
	require.Less(t, accepted, total/10)
}

// Whatever is read says the same as what is written for it: each value of a record, written
// in other ways and replaced by others much like it, is refused, or written back.
func TestRecordAcceptsOnlyWhatIsWritten(t *testing.T) {
	played := playRecorded(smallVariant(), 4, 1, "ann", "b/c", "", "é")
	bets := 5 // the deal and all answers
	total, accepted := 0, 0
	try := func(line []byte, read func([]byte) ([]byte, error)) {
		whole := parseNode(t, line)
		variant := whole.nodes("variant")[0].all()
		nodes := slices.DeleteFunc(whole.all(), func(n *node) bool { return slices.Contains(variant, n) })
		for i, n := range nodes {
			if testing.Short() && i%4 != len(nodes)%4 {
				continue
			}
			old := *n
			for _, text := range variations(n) {
				*n = node{text: text}
				spoiled := []byte(whole.String())
				*n = old
				total++
				again, err := read(spoiled)
				if err != nil {
					var fault *foppen.RecordError
					require.ErrorAs(t, err, &fault)
					continue
				}
				accepted++
				require.Equal(t, jsonValue(t, again), jsonValue(t, spoiled), "%s is read as %s", spoiled, again)
			}
		}
	}
	for _, n := range []int{0, 1, 3, bets, bets + 2, len(played.moves)} {
		r := played.records[n]
		if n > 20 {
			r = playRecorded(smallVariant(), 2, 1).whole() // a whole game, and a short one
		}
		try(mustJSON(t, r), func(text []byte) ([]byte, error) {
			var r foppen.Record
			if err := r.UnmarshalJSON(text); err != nil {
				return nil, err
			}
			return r.MarshalJSON()
		})
		for _, seat := range []foppen.Seat{foppen.NoSeat, 1} {
			try(mustJSON(t, r.For(seat)), func(text []byte) ([]byte, error) {
				var s foppen.SeatRecord
				if err := s.UnmarshalJSON(text); err != nil {
					return nil, err
				}
				return s.MarshalJSON()
			})
		}
	}
	t.Logf("%d variations, %d accepted", total, accepted)
	require.Greater(t, total, 4000)
	require.Greater(t, accepted, 400)
}

// A deal has a hand for each player and no more, be they empty.
func TestRecordDealHasNoEmptyHandMore(t *testing.T) {
	played := playRecorded(foppen.Rulebook2018(), 4, 1)
	for _, line := range [][]byte{mustJSON(t, played.Record(9)), mustJSON(t, played.Record(9).For(1)), mustJSON(t, played.Record(9).For(foppen.NoSeat))} {
		whole := parseNode(t, line)
		deal := whole.nodes("deal")[0]
		for range foppen.MaxPlayers - 4 {
			deal.kids = append(deal.kids, &node{text: "[]"})
			require.Error(t, new(foppen.Record).UnmarshalJSON([]byte(whole.String())))
			require.Error(t, new(foppen.SeatRecord).UnmarshalJSON([]byte(whole.String())))
		}
	}
}

// Messages number in one way: moves, tricks, rounds, lines and records from 1, elements of
// JSON from 0. A fault is that of the move in which it is, and of no other.
func TestRecordFaultsAreNumberedInOneWay(t *testing.T) {
	played := playRecorded(foppen.Edition1995Bets(), 3, 3)
	const moves = 120 // a whole round and more
	r := played.Record(moves)
	require.Greater(t, r.Game().Round(), 1)
	check := func(text []byte, element, move int) {
		t.Helper()
		seat := bytes.Contains(text, []byte("foppen-seat"))
		var err error
		if seat {
			err = new(foppen.SeatRecord).UnmarshalJSON(text)
		} else {
			err = new(foppen.Record).UnmarshalJSON(text)
		}
		var e *foppen.RecordError
		require.ErrorAs(t, err, &e, "%s", text)
		require.Equal(t, move, e.Move, err.Error())
		if move > 0 {
			before := played.games[move-1]
			round, trick := before.Round(), before.TrickNumber()
			switch before.Phase() {
			case foppen.DealPhase:
				round, trick = round+1, 0
			case foppen.BetPhase:
				trick = 0
			}
			if e.Round != round || e.Trick != trick {
				// Of what a move shows, the place is that after the move.
				require.True(t, seat, err.Error())
				require.Equal(t, played.games[move].Round(), e.Round, err.Error())
			}
		}
		if d := (*foppen.DecodeError)(nil); errors.As(err, &d) {
			path, _, _ := strings.Cut(d.Path, "]")
			if element < 0 {
				require.False(t, strings.HasPrefix(path, "moves["), err.Error())
			} else {
				require.Equal(t, fmt.Sprintf("moves[%d", element), path, err.Error())
			}
		}
	}
	for _, line := range [][]byte{mustJSON(t, r), mustJSON(t, r.For(1)), mustJSON(t, r.For(foppen.NoSeat))} {
		whole := parseNode(t, line)
		list := whole.nodes("moves")[0]
		n := 0 // the move of the element
		for i, element := range list.kids {
			if text := element.String(); !strings.HasPrefix(text, `{"bets"`) && !strings.HasPrefix(text, `{"left"`) {
				n++
			}
			for j, bad := range []string{
				"null", "[]", "{}", "7", `{"seat":0}`, `{"seat":8,"play":"G2"}`, `{"seat":0,"play":"X"}`, `{"play":1}`, `{"x":1}`, `{"seat":0,"bet":0}`,
				`{"seat":7,"play":"G2"}`, `{"seat":7,"bet":true}`, `{"deal":[]}`, `{"deal":[["G2","G2"]]}`, `{"deal":[[],[],[]]}`,
			} {
				if testing.Short() && (i+j)%3 != 0 {
					continue
				}
				old := *element
				*element = node{text: bad}
				spoiled := []byte(whole.String())
				*element = old
				check(spoiled, i, n)
			}
		}
		require.Equal(t, moves, n)
		for _, bad := range []string{"null", "{}", `""`, "0"} {
			old := *list
			*list = node{text: bad}
			spoiled := []byte(whole.String())
			*list = old
			check(spoiled, -1, 0)
		}
		check(bytes.Replace(line, []byte(`"players":3`), []byte(`"players":9`), 1), -1, 0)
		check(bytes.Replace(line, []byte(`"dealer":0`), []byte(`"dealer":3`), 1), -1, 0)
		check(append(line[:len(line)-1:len(line)-1], `,"result":{"totals":[0,0,0],"winners":[0]}}`...), -1, 0)
		check(append(line[:len(line)-1:len(line)-1], `,"x":0}`...), -1, 0)
	}
	// After five moves a bracket is missing: the fault is where the sixth would be.
	five := mustJSON(t, played.Record(5))
	check(append(bytes.TrimSuffix(five, []byte("]}")), '}'), 5, 6)
	five = mustJSON(t, played.Record(5))
	check(bytes.Replace(five, []byte(`},{"seat"`), []byte(`}{"seat"`), 2), 1, 2)
	check(bytes.Replace(five, []byte(`"moves":[{`), []byte(`"moves":[,{`), 1), 0, 1)

	// In the text form each card stands in its place.
	text, move := r.String(), 0
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		at := len(strings.Join(lines[:i], "\n")) + len("\n") + len(word) + len(" ")
		spoil := func(from, to int) {
			t.Helper()
			move++
			_, err := foppen.ParseRecord(text[:at+from] + "?" + text[at+to:])
			var e *foppen.RecordError
			var p *foppen.ParseError
			require.ErrorAs(t, err, &e)
			require.ErrorAs(t, err, &p)
			require.Equal(t, []int{move, at + from}, []int{e.Move, p.Pos}, err.Error())
		}
		switch word {
		case "deal":
			spoil(0, 2)
		case "bets":
			for j := range rest {
				spoil(j, j+1)
			}
		case "play":
			from := 0
			for j := 1; j <= len(rest); j++ {
				if j == len(rest) || rest[j] == ' ' || rest[j] == '/' {
					spoil(from, j)
					from = j + 1
				}
			}
		}
	}
	require.Equal(t, moves, move)
}
