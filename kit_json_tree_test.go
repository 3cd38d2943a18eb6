package foppen_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

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

// at returns the value at a path such as "moves.0.deal.1".
func (n *node) at(path string) *node {
	for key := range strings.SplitSeq(path, ".") {
		if n.kind == '[' {
			i, _ := strconv.Atoi(key)
			n = n.kids[i]
			continue
		}
		for i, k := range n.keys {
			if k == key {
				n = n.kids[i]
				break
			}
		}
	}
	return n
}

// shuffleKeys puts the keys of all objects in another order.
func (n *node) shuffleKeys(random *rand.Rand) {
	for _, n := range n.all() {
		if n.kind == '{' {
			random.Shuffle(len(n.keys), func(i, j int) {
				n.keys[i], n.keys[j] = n.keys[j], n.keys[i]
				n.kids[i], n.kids[j] = n.kids[j], n.kids[i]
			})
		}
	}
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

// walk calls f for the value and everything in it, with a label: the key under which
// a value stands, and [] for each array around it there.
func (n *node) walk(label string, f func(label string, n *node)) {
	f(label, n)
	inner := label + "[]"
	for i, child := range n.kids {
		if n.kind == '{' {
			inner = n.keys[i]
		}
		child.walk(inner, f)
	}
}

// nodes returns every value in the tree with this label.
func (n *node) nodes(label string) (nodes []*node) {
	n.walk("", func(l string, n *node) {
		if l == label {
			nodes = append(nodes, n)
		}
	})
	return nodes
}

// variations are other ways to write a value, and values that are much like it.
func variations(n *node) (texts []string) {
	text := n.String()
	switch {
	case n.kind == '[' || n.kind == '{':
		inner, ends := text[1:len(text)-1], string(n.kind)+string(n.kind+2)
		texts = append(texts, "null", "[]", "{}", "0", `""`, "["+text+"]", ends)
		for _, more := range []string{"[]", "{}", "0", `""`, "null", "12", "false", `"1"`} {
			if n.kind == '{' {
				more = `"x":` + more
			}
			texts = append(texts, ends[:1]+inner+","+more+ends[1:], ends[:1]+more+","+inner+ends[1:])
		}
		texts = append(texts, ends[:1]+inner+","+ends[1:], ends[:1]+","+inner+ends[1:], ends[:1]+inner+","+inner+ends[1:])
	case text[0] == '"':
		inner := text[1 : len(text)-1]
		texts = append(texts, "null", `""`, inner, `" `+inner+`"`, `"`+inner+` "`, strings.ToLower(text), strings.ToUpper(text), "["+text+"]",
			`"`+inner+`\u0000"`, `"0`+inner+`"`, `"\ufeff`+inner+`"`)
		if inner != "" && inner[0] < 0x80 && inner[0] != '\\' {
			texts = append(texts, fmt.Sprintf(`"\u%04x%s"`, inner[0], inner[1:]), fmt.Sprintf(`"\u%04X%s"`, inner[0], inner[1:]))
		}
		texts = append(texts, `"`+strings.ReplaceAll(inner, "/", `\/`)+`"`)
	case text == "true" || text == "false":
		texts = append(texts, "0", "1", "null", `"`+text+`"`, `"hidden"`, strings.ToUpper(text), map[string]string{"true": "false", "false": "true"}[text])
	default:
		texts = append(texts, "null", "true", "0"+text, "+"+text, "-"+text, text+".0", text+"e0", text+"E0", "1"+text, `"`+text+`"`, "["+text+"]", "-0", "0", "1", "2", "3")
	}
	for _, space := range []string{" ", "\t\r\n", "\u00a0", "\u2028", "\v", "\f", "\ufeff", "\x00", "/**/"} {
		texts = append(texts, space+text, text+space)
	}
	return texts
}

// jsonValue returns what a text says, whatever the order of its keys, its white space and
// the way in which the characters of its strings are written. The variant is left out:
// it has forms of its own.
func jsonValue(t testing.TB, text []byte) (value map[string]any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	require.NoError(t, d.Decode(&value), "%s", text)
	delete(value, "variant")
	return value
}

func pickOf[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }
