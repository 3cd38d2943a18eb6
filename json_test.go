package foppen

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// A jsonSample has a value of each kind that a jsonReader reads.
type jsonSample struct {
	Name  string `json:"name"`
	Num   int    `json:"num"`
	Yes   bool   `json:"yes"`
	List  []int  `json:"list"`
	Card  string `json:"card,omitempty"`
	Inner *struct {
		Color string `json:"color"`
	} `json:"inner,omitempty"`
}

// readSample reads a sample as strictly as all JSON of this package is read.
func readSample(data []byte) (s jsonSample, err error) {
	err = readJSON(data, 1000, func(r *jsonReader) {
		r.fields(object{
			{"name", readBy(func() { s.Name = r.string(20) })},
			{"num", readBy(func() { s.Num = r.int(-5, 999_999_999) })},
			{"yes", &s.Yes},
			{"list", readBy(func() { r.array(3, func(int) { s.List = append(s.List, r.int(0, 9)) }) })},
			{"card?", readBy(func() { s.Card = r.card().String() })},
			{"inner?", readBy(func() {
				var c Color
				r.fields(object{{"color", &c}})
				s.Inner = &struct {
					Color string `json:"color"`
				}{c.String()}
			})},
		})
	})
	return s, err
}

// A readBy is the form of a value that a function reads.
type readBy func()

func (readBy) writeJSON(*jsonWriter)    {}
func (f readBy) readJSON(r *jsonReader) { f() }

const sampleJSON = `{"name":"Ann","num":7,"yes":true,"list":[1,2],"card":"G17","inner":{"color":"red"}}`

func TestJSONReaderReads(t *testing.T) {
	want, err := readSample([]byte(sampleJSON))
	require.NoError(t, err)
	require.Equal(t, "Ann", want.Name)
	require.Equal(t, 7, want.Num)
	require.True(t, want.Yes)
	require.Equal(t, []int{1, 2}, want.List)
	require.Equal(t, "G17", want.Card)
	require.Equal(t, "red", want.Inner.Color)

	for _, same := range []string{
		" { \"inner\" :\t{ \"color\"\n: \"red\" }\r\n, \"card\":\"\\u004717\",\"list\":[ 1 , 2 ],\"yes\":true,\"num\":7,\"name\":\"\\u0041nn\" } ",
		strings.Replace(sampleJSON, `"num"`, `"\u006eum"`, 1),
	} {
		got, err := readSample([]byte(same))
		require.NoError(t, err, same)
		require.Equal(t, want, got)
	}
}

// What encoding/json lets pass in silence is refused, with its place.
func TestJSONReaderRefuses(t *testing.T) {
	for _, c := range []struct {
		old, new string // the change to the sample
		path     string
		at       string // the fault is where this begins in the changed text
		problem  string
	}{
		{`"num":7`, `"num":7,"num":7`, "", `"num":7,"yes"`, `second key "num"`},
		{`"num":7`, `"num":7,"\u006eum":7`, "", `"\u006eum"`, `second key "num"`},
		{`"num"`, `"Num"`, "", `"Num"`, `unknown key "Num", want one of name, num, yes, list, card, inner`},
		{`"num"`, `"num "`, "", `"num "`, `unknown key "num "`},
		{`"num"`, `""`, "", `"":7`, `unknown key ""`},
		{`"color":"red"`, `"color":"red","x":1`, "inner", `"x":1`, `unknown key "x"`},
		{`"num":7,`, ``, "", "", `no key "num"`},
		{`"color":"red"`, ``, "inner", `}}`, `no key "color"`},
		{`7`, `7.0`, "num", `7.0`, "want a whole number from -5 to 999999999, got 7.0"},
		{`7`, `7e0`, "num", `7e0`, "want a whole number"},
		{`7`, `-0`, "num", `-0`, "want a whole number"},
		{`7`, `07`, "num", `07`, "want a whole number"},
		{`7`, `+7`, "num", `+7`, `want a whole number, got "+"`},
		{`7`, `-6`, "num", `-6`, "from -5 to"},
		{`7`, `1000000000`, "num", `10`, "to 999999999"},
		{`7`, `18446744073709551623`, "num", `18`, "to 999999999"}, // 7 in 64 bits
		{`7`, `null`, "num", `null`, "want a whole number, got null"},
		{`7`, `"7"`, "num", `"7"`, "want a whole number, got a string"},
		{`true`, `1`, "yes", `1,"list`, "want true or false, got a number"},
		{`true`, `truex`, "", `x,`, "want a comma"},
		{`true`, `TRUE`, "yes", `TRUE`, `want true or false, got "T"`},
		{`"Ann"`, `null`, "name", `null`, "want a string, got null"},
		{`"Ann"`, `Ann`, "name", `Ann`, `want a string, got "A"`},
		{`"Ann"`, `"` + strings.Repeat("x", 21) + `"`, "name", `"xx`, "want at most 20 bytes"},
		{`"Ann"`, "\"A\xffn\"", "name", "\xff", "invalid UTF-8"},
		{`"Ann"`, "\"A\xed\xa0\x80n\"", "name", "\xed", "invalid UTF-8"}, // half a surrogate pair
		{`"Ann"`, `"\ud800"`, "name", `\ud800`, "invalid escape"},
		{`"Ann"`, `"\udc00\ud800"`, "name", `\udc00`, "invalid escape"},
		{`"Ann"`, `"\u12"`, "name", `\u12`, "invalid escape"},
		{`"Ann"`, `"\x41"`, "name", `\x41`, "invalid escape"},
		{`"Ann"`, "\"A\nn\"", "name", "\nn", "control character"},
		{`[1,2]`, `[1,2,]`, "list[2]", `],"card`, "want a whole number, got"},
		{`[1,2]`, `[1 2]`, "list[1]", `2]`, `want a comma or "]", got a number`},
		{`[1,2]`, `[1,2,3,4]`, "list", `4]`, "want at most 3 elements"},
		{`[1,2]`, `[1,10]`, "list[1]", `10]`, "from 0 to 9"},
		{`[1,2]`, `null`, "list", `null`, "want an array, got null"},
		{`[1,2]`, `{}`, "list", `{}`, "want an array, got an object"},
		{`"G17"`, `"g17"`, "card", `"g17"`, `"g17" is not a valid card`},
		{`"G17"`, `"G17 "`, "card", `"G17 "`, `is not a valid card`},
		{`"G17"`, `"G32"`, "card", `"G32"`, `is not a valid card`},
		{`7`, `é7`, "num", "é7", `got "\u00e9"`},
		{`"red"`, `"Red"`, "inner.color", `"Red"`, `"Red" is not a valid color`},
		{`{"color":"red"}`, `[]`, "inner", `[]`, "want an object, got an array"},
		{`"num":7`, `"num"7`, "", `7,`, "want a colon, got a number"},
		{`"yes":`, `yes:`, "", `yes:`, `want a string, got "y"`},
		{`,"yes"`, `;"yes"`, "", `;`, `want a comma or "}", got ";"`},
		{`"red"}}`, `"red"}} x`, "", `x`, `want nothing more, got "x"`},
		{`"red"}}`, `"red"}},`, "", "", `want nothing more, got ","`},
		{`"red"}}`, "\"red\"}}\x00", "", "\x00", `want nothing more`},
		{`"red"}}`, `"red"}`, "", "", `got the end`},
		{sampleJSON, ``, "", "", "want an object, got the end"},
		{sampleJSON, `null`, "", "null", "want an object, got null"},
		{sampleJSON, "\xef\xbb\xbf" + sampleJSON, "", "\xef", "want an object"},
		{sampleJSON, strings.Repeat("[", 900), "", "[", "want an object, got an array"},
		{sampleJSON, strings.Repeat(" ", 1001), "", "", "more than the 1000 bytes allowed"},
	} {
		text := strings.Replace(sampleJSON, c.old, c.new, 1)
		require.NotEqual(t, sampleJSON, text)
		_, err := readSample([]byte(text))
		var e *DecodeError
		require.ErrorAs(t, err, &e, text)
		require.Contains(t, e.Problem, c.problem, text)
		require.Equal(t, c.path, e.Path, text)
		if c.at != "" {
			require.Equal(t, strings.Index(text, c.at), e.Offset, "%s: %v", text, err)
		}
		require.Less(t, len(err.Error()), 300, "errors stay short")
		require.True(t, strings.HasPrefix(err.Error(), "foppen: "), err.Error())
		require.NotContains(t, err.Error()[1:], "foppen: ", "said once")
	}
}

func TestDecodeErrorWraps(t *testing.T) {
	_, err := readSample([]byte(strings.Replace(sampleJSON, "G17", "G99", 1)))
	var e *ParseError
	require.True(t, errors.As(err, &e))
	require.Equal(t, "G99", e.Input)
}

// Every way to cut or to change one byte of a good text gives an error or a value,
// never a panic, and what is accepted is what encoding/json reads.
func TestJSONReaderAgreesWithEncodingJSON(t *testing.T) {
	accepted := 0
	check := func(text []byte) {
		s, err := readSample(text)
		if err != nil {
			return
		}
		accepted++
		sameAsStdlib(t, text, s)
	}
	for i := range sampleJSON {
		check([]byte(sampleJSON[:i]))
		for b := range 256 {
			text := []byte(sampleJSON)
			text[i] = byte(b)
			check(text)
		}
	}
	require.Greater(t, accepted, len(sampleJSON), "the sample itself and some other values")
}

func sameAsStdlib(t *testing.T, text []byte, s jsonSample) {
	t.Helper()
	var want jsonSample
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&want), "%q", text)
	_, err := d.Token()
	require.ErrorIs(t, err, io.EOF)
	if len(want.List) == 0 {
		want.List = nil
	}
	require.Equal(t, want, s, "%q", text)
}

func FuzzJSONReader(f *testing.F) {
	f.Add([]byte(sampleJSON))
	f.Add([]byte(`{"name":"\ud83d\ude00\"\\\/\b\f\n\r\t\u0000é","num":-5,"yes":false,"list":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if s, err := readSample(text); err == nil {
			sameAsStdlib(t, text, s)
		}
	})
}

// Whatever string is written is what json.Marshal writes, and stays the same when
// json.Marshal compacts it as part of a larger value.
func TestAppendString(t *testing.T) {
	for c := range rune(0x3000) {
		sameString(t, "a"+string(c)+"b")
	}
	for _, s := range []string{"", "<a href='x'>&amp;</a>", "\u2027\u2028\u2029\u202a", "😀", "\ufffd", "\uffff\U0010ffff"} {
		sameString(t, s)
	}
}

func sameString(t *testing.T, s string) {
	t.Helper()
	want, err := json.Marshal(s)
	require.NoError(t, err)
	got := appendString(nil, s)
	require.Equal(t, string(want), string(got))
	var back string
	require.NoError(t, readJSON(got, 1000, func(r *jsonReader) { back = r.string(1000) }))
	require.Equal(t, s, back)
}

func FuzzAppendString(f *testing.F) {
	f.Add("a\u2028<\x7f\x00é😀")
	f.Fuzz(func(t *testing.T, s string) {
		if utf8.ValidString(s) && len(s) < 100 {
			sameString(t, s)
		}
	})
}

func TestAppendNumbers(t *testing.T) {
	require.Equal(t, "[-5,0,7]", string(appendInts(nil, []int{-5, 0, 7})))
	require.Equal(t, "[]", string(appendInts(nil, nil)))
	require.Equal(t, "-2147483648", string(appendInt(nil, int32(math.MinInt32))))
	require.Equal(t, "[0,3,7]", string(appendSeats(nil, SeatsOf(7, 3, 0))))
	require.Equal(t, "[]", string(appendSeats(nil, 0)))
	require.Equal(t, `["G2","B31","1","1"]`, string(appendCards(nil, Must(ParseCards("G2 B31 1 1")))))
	require.Equal(t, "[]", string(appendCards(nil, Cards{})))
	require.Equal(t, `["a",""]`, string(appendStrings(nil, []string{"a", ""})))
}

// Skipping is bounded in depth, so that a text of brackets cannot use up the stack.
func TestJSONReaderSkips(t *testing.T) {
	skip := func(text string) error { return readJSON([]byte(text), 1<<20, (*jsonReader).skip) }
	require.NoError(t, skip(`{"a":[1,{"b":"}]"},true,[]],"c":-2}`))
	require.NoError(t, skip(strings.Repeat("[", maxSkip-1)+"1"+strings.Repeat("]", maxSkip-1)))
	for _, bad := range []string{
		strings.Repeat("[", 1<<19) + strings.Repeat("]", 1<<19), strings.Repeat(`{"a":`, 1000), "", "null", "]", "{", "[1,]", `{"a"}`, `{"a":}`, `["a]`, "nul", "[1}",
	} {
		require.Error(t, skip(bad))
	}
}
