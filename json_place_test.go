package foppen_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// Wherever in the JSON of a game or a view a value is not what it should be, the error
// names just that value, by its path and by its place in the text.
func TestJSONFaultsNameTheirPlace(t *testing.T) {
	played := playRecorded(smallVariant(), 4, 1)
	random := rand.New(rand.NewPCG(1, 1))
	tried := 0
	for _, n := range []int{0, 3, 6, 12, random.IntN(played.whole().Len()), played.whole().Len()} {
		g := played.whole().At(n)
		for name, read := range map[string]func([]byte) error{
			string(mustJSON(t, g)):                     func(b []byte) error { return new(foppen.Game).UnmarshalJSON(b) },
			string(mustJSON(t, g.View(1))):             func(b []byte) error { return new(foppen.View).UnmarshalJSON(b) },
			string(mustJSON(t, g.View(foppen.NoSeat))): func(b []byte) error { return new(foppen.View).UnmarshalJSON(b) },
		} {
			whole := parseNode(t, []byte(name))
			eachPath(whole, "", func(path string, value *node) {
				if strings.HasPrefix(path, "variant") {
					return // whose base is read first
				}
				old := *value
				*value = node{text: "null"}
				text := whole.String()
				*value = old
				var e *foppen.DecodeError
				require.ErrorAs(t, read([]byte(text)), &e, path)
				require.Equal(t, path, e.Path, e.Error())
				require.Equal(t, strings.Index(text, "null"), e.Offset, e.Error())
				tried++
			})
		}
	}
	require.Greater(t, tried, 1000)
}

// eachPath walks through all values of a tree but the whole, with their paths.
func eachPath(n *node, path string, see func(path string, value *node)) {
	for i, value := range n.kids {
		inside := fmt.Sprintf("%s[%d]", path, i)
		if n.kind == '{' {
			inside = strings.TrimPrefix(path+"."+n.keys[i], ".")
		}
		see(inside, value)
		eachPath(value, inside, see)
	}
}
