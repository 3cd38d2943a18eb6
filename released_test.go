package foppen_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A folder testdata/vX.Y.Z holds what version X.Y.Z wrote in every stored form. It is made
// at the release, with .ci/freeze, and no file of it is ever changed: every later version
// reads all of it. (The golden files beside it are of the version at hand.)

// releasedForms are the files of such a folder, each with what a later version has to do
// with its text.
var releasedForms = map[string]func(t *testing.T, text string){
	"games.jsonl":       eachLineJSON(decoded[foppen.Game]),
	"views.jsonl":       eachLineJSON(decoded[foppen.View]),
	"variants.jsonl":    eachLineJSON(decodedVariant),
	"moves.jsonl":       eachLineJSON(func(line []byte) (any, error) { return foppen.DecodeMove(line) }),
	"events.jsonl":      eachLineJSON(func(line []byte) (any, error) { return foppen.DecodeEvent(line) }),
	"report.json":       wholeJSON(decoded[foppen.Report]),
	"comparison.json":   wholeJSON(decoded[foppen.Comparison]),
	"ladder.json":       wholeJSON(decoded[foppen.LadderResult]),
	"records.jsonl":     eachLineJSON(decoded[foppen.Record]),
	"seatrecords.jsonl": eachLineJSON(decoded[foppen.SeatRecord]),
	"games.txt": func(t *testing.T, text string) {
		for line := range strings.Lines(text) {
			g, err := foppen.ParseGame(strings.TrimSuffix(line, "\n"))
			require.NoError(t, err)
			assert.Equal(t, strings.TrimSuffix(line, "\n"), g.String())
		}
	},
	"records.txt": func(t *testing.T, text string) {
		for text := range strings.SplitSeq(strings.TrimSuffix(text, "\n\n"), "\n\n") {
			r, err := foppen.ParseRecord(text)
			require.NoError(t, err)
			assert.Equal(t, text, r.String())
		}
	},
	"bot-protocol.jsonl": sameMessages("cmd/foppen/testdata/bot-protocol.jsonl"),
	"deals.txt":          sameLines("testdata/deals.txt"),
	"vector.txt":         sameLines("testdata/vector.txt"),
}

// TestReleasedForms reads everything that a released version wrote.
func TestReleasedForms(t *testing.T) {
	folders, err := filepath.Glob("testdata/v[0-9]*")
	require.NoError(t, err)
	for _, folder := range folders {
		for name, check := range releasedForms {
			t.Run(path.Join(filepath.Base(folder), name), func(t *testing.T) {
				text, err := os.ReadFile(filepath.Join(folder, name))
				require.NoError(t, err)
				check(t, string(text))
			})
		}
	}
}

// TestReleasedFormsAreSeen makes sure that the comparison would notice a key that is gone, a
// value that differs and a list that is shorter, and lets a new key pass.
func TestReleasedFormsAreSeen(t *testing.T) {
	const old = `{"a":[1,{"b":"x"}],"c":null}`
	for now, want := range map[string]string{
		old: "",
		`{"c":null,"new":1,"a":[1,{"b":"x","new":2}]}`: "",
		`{"a":[1,{"b":"x"}]}`:                          `key "c" is gone`,
		`{"a":[1,{"b":"y"}],"c":null}`:                 `a[1].b: was x, is y`,
		`{"a":[1],"c":null}`:                           `a: was a list of 2, is a list of 1`,
	} {
		assert.Equal(t, want, lost("", value(t, old), value(t, now)))
	}
}

func decoded[T any](data []byte) (any, error) {
	var v T
	err := json.Unmarshal(data, &v)
	return v, err
}

// decodedVariant reads a variant: the whole, or its text.
func decodedVariant(data []byte) (any, error) {
	var text string
	if json.Unmarshal(data, &text) != nil {
		return decoded[foppen.Variant](data)
	}
	v, err := foppen.ParseVariant(text)
	return v.String(), err
}

// wholeJSON reads the text and writes it again: nothing of it may be lost. New keys may
// come.
func wholeJSON(read func(text []byte) (any, error)) func(t *testing.T, text string) {
	return func(t *testing.T, text string) {
		v, err := read([]byte(text))
		require.NoError(t, err, text)
		now, err := json.Marshal(v)
		require.NoError(t, err)
		assert.Empty(t, lost("", value(t, text), value(t, string(now))), text)
	}
}

// eachLineJSON does the same with each line.
func eachLineJSON(read func(line []byte) (any, error)) func(t *testing.T, text string) {
	return func(t *testing.T, text string) {
		for line := range strings.Lines(text) {
			wholeJSON(read)(t, line)
		}
	}
}

// sameLines finds each line in the golden file of the version at hand.
func sameLines(golden string) func(t *testing.T, text string) {
	return func(t *testing.T, text string) {
		now, err := os.ReadFile(filepath.FromSlash(golden))
		require.NoError(t, err)
		lines := map[string]bool{}
		for line := range strings.Lines(string(now)) {
			lines[line] = true
		}
		for line := range strings.Lines(text) {
			assert.True(t, lines[line], "%s no longer gives %q", golden, line)
		}
	}
}

// sameMessages finds each message in the golden file of the version at hand, in its order and
// with nothing lost. There may be more.
func sameMessages(golden string) func(t *testing.T, text string) {
	return func(t *testing.T, text string) {
		now, err := os.ReadFile(filepath.FromSlash(golden))
		require.NoError(t, err)
		messages := strings.Split(strings.TrimSpace(string(now)), "\n")
		for line := range strings.Lines(text) {
			old := value(t, line)
			i := slices.IndexFunc(messages, func(m string) bool { return lost("", old, value(t, m)) == "" })
			if !assert.GreaterOrEqual(t, i, 0, "no message has all of %s", line) {
				return
			}
			messages = messages[i+1:]
		}
	}
}

func value(t *testing.T, text string) (v any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	require.NoError(t, d.Decode(&v))
	return v
}

// lost says what of a JSON value is gone or different in another one, which may have more
// keys; "" if nothing is.
func lost(where string, old, now any) string {
	switch old := old.(type) {
	case map[string]any:
		now, ok := now.(map[string]any)
		if !ok {
			return where + ": was an object"
		}
		for key, v := range old {
			if _, ok := now[key]; !ok {
				return strings.TrimPrefix(fmt.Sprintf("%s: key %q is gone", where, key), ": ")
			}
			if what := lost(strings.TrimPrefix(where+"."+key, "."), v, now[key]); what != "" {
				return what
			}
		}
		return ""
	case []any:
		now, ok := now.([]any)
		if !ok || len(now) != len(old) {
			return fmt.Sprintf("%s: was a list of %d, is a list of %d", where, len(old), len(now))
		}
		for i, v := range old {
			if what := lost(fmt.Sprintf("%s[%d]", where, i), v, now[i]); what != "" {
				return what
			}
		}
		return ""
	}
	if old != now {
		return fmt.Sprintf("%s: was %v, is %v", where, old, now)
	}
	return ""
}
