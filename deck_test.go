package foppen_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// R1.1, R1.2: what is a card, its color and its value, over all 256 codes.
func TestCardCodes(t *testing.T) {
	cards := allCards()
	require.Len(t, cards, 4*30+1)
	for code := range 256 {
		c := foppen.Card(code)
		i := slices.Index(cards, c)
		switch {
		case i < 0:
			assert.False(t, c.IsValid(), "code %d", code)
			assert.Equal(t, foppen.NoColor, c.Color(), "code %d", code)
			assert.Equal(t, 0, c.Value(), "code %d", code)
		case i == 120:
			assert.Equal(t, foppen.One, c)
			assert.True(t, c.IsValid())
			assert.Equal(t, foppen.NoColor, c.Color())
			assert.Equal(t, 1, c.Value())
		default:
			assert.True(t, c.IsValid(), "code %d", code)
			assert.Equal(t, foppen.Color(1+i/30), c.Color(), "code %d", code)
			assert.Equal(t, 2+i%30, c.Value(), "code %d", code)
		}
	}
	assert.False(t, foppen.NoCard.IsValid())
	assert.Equal(t, "no card", foppen.NoCard.String())
	assert.Equal(t, "Card(1)", foppen.Card(1).String())
	assert.Equal(t, "Card(255)", foppen.Card(255).String())
}

// Cards compare in the order in which hands are written.
func TestCardOrder(t *testing.T) {
	cards := append([]foppen.Card{foppen.NoCard}, allCards()...)
	for i, c := range cards {
		for j, d := range cards {
			require.Equal(t, i < j, c < d, "%v %v", c, d)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// NewCard accepts each card by its color and value and nothing else.
func TestNewCard(t *testing.T) {
	values := []int{math.MinInt, math.MinInt + 1, -256, -1, 0, 1, 2, 3, 30, 31, 32, 33, 255, 256, 257, 258, math.MaxInt}
	for color := range 256 {
		for _, value := range values {
			c, err := foppen.NewCard(foppen.Color(color), value)
			one := color == 0 && value == 1
			if one || 1 <= color && color <= 4 && 2 <= value && value <= 31 {
				require.NoError(t, err)
				assert.Equal(t, foppen.Color(color), c.Color())
				assert.Equal(t, value, c.Value())
				assert.Equal(t, one, c == foppen.One)
				continue
			}
			var arg *foppen.ArgError
			require.ErrorAs(t, err, &arg, "color %d value %d", color, value)
			field := "value"
			if color > 4 {
				field = "color"
			}
			assert.Equal(t, field, arg.Field)
			assert.Equal(t, foppen.NoCard, c)
		}
	}
}

// What NewCard refuses it names in words.
func TestNewCardSaysWhy(t *testing.T) {
	for want, c := range map[string]struct {
		color foppen.Color
		value int
	}{
		"foppen: value: there is no red 1, want 2 to 31":                                      {foppen.Red, 1},
		"foppen: value: there is no blue 32, want 2 to 31":                                    {foppen.Blue, 32},
		"foppen: value: there is no 2 without a color, want 1":                                {foppen.NoColor, 2},
		"foppen: color: Color(9) is no color, want green, red, yellow, blue, or none for a 1": {9, 2},
	} {
		_, err := foppen.NewCard(c.color, c.value)
		assert.EqualError(t, err, want)
	}
}

// Cards are equal by Equal when they are by ==, for packages that ask for the method.
func TestCardsEqual(t *testing.T) {
	hands := []foppen.Cards{{}, handOf("1"), handOf("1 1"), handOf("G2"), handOf("G2 1"), handOf("G3"), handOf("B31"), handOf("G2 G3 R5 B31 1")}
	for i, a := range hands {
		for j, b := range hands {
			assert.Equal(t, i == j, a.Equal(b), "%v %v", a, b)
			assert.Equal(t, a == b, a.Equal(b))
		}
	}
	assert.True(t, handOf("G3").With(foppen.One).Without(foppen.One).Equal(handOf("G3")))
}

// Color: order, letters and what is a color.
func TestColors(t *testing.T) {
	for code := range 256 {
		c := foppen.Color(code)
		assert.Equal(t, code >= 1 && code <= 4, c.IsValid(), "color %d", code)
		letter := byte('-')
		if c.IsValid() {
			letter = "GRYB"[code-1]
		}
		assert.Equal(t, letter, c.Letter(), "color %d", code)
	}
	assert.True(t, foppen.NoColor < foppen.Green && foppen.Green < foppen.Red &&
		foppen.Red < foppen.Yellow && foppen.Yellow < foppen.Blue)
}

// String, Parse, MarshalText and UnmarshalText agree for every card.
func TestCardText(t *testing.T) {
	for _, c := range allCards() {
		text := c.String()
		want := "1"
		if c != foppen.One {
			want = fmt.Sprintf("%c%d", c.Color().Letter(), c.Value())
		}
		assert.Equal(t, want, text)

		parsed, err := foppen.ParseCard(text)
		require.NoError(t, err)
		assert.Equal(t, c, parsed)
		assert.Equal(t, c, foppen.Must(foppen.ParseCard(text)))
		marshaled, err := c.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, text, string(marshaled))
		var d foppen.Card
		require.NoError(t, d.UnmarshalText(marshaled))
		assert.Equal(t, c, d)
	}
	// NoCard is the empty text, in fields of JSON for example; it is no card to Parse.
	text, err := foppen.NoCard.MarshalText()
	require.NoError(t, err)
	assert.NotNil(t, text)
	assert.Empty(t, text)
	c := foppen.One
	require.NoError(t, c.UnmarshalText(nil))
	assert.Equal(t, foppen.NoCard, c)
	for _, code := range []foppen.Card{1, 62, 65, 127, 255} {
		_, err := code.MarshalText()
		assert.Error(t, err, "code %d", code)
	}
}

// refusals are texts that are no card and no cards. At is where ParseCards says
// that the fault is; ParseCard refuses all of them.
var refusals = []struct {
	text string
	at   int
}{
	{"g2", 0}, {"G", 0}, {"G0", 0}, {"G1", 0}, {"G32", 0}, {"G99", 0}, {"G02", 0}, {"G002", 0},
	{"G-2", 0}, {"G+2", 0}, {"G 2", 0}, {"2", 0}, {"0", 0}, {"2G", 0}, {"-", 0}, {"-1", 0}, {"-2", 0}, {"X5", 0},
	{" ", 0}, {" 1", 0}, {"1 ", 2}, {"1  1", 2}, {"11", 1}, {"1G2", 1}, {"G2 ", 3}, {"G2  G3", 3}, {"G2,G3", 2}, {"G2G3", 2},
	{"G171", 3}, {"G2\n", 2}, {"G2\t1", 2}, {"\tG2", 0}, {"G2\x00", 2}, {"\x00", 0}, {"\xff", 0}, {"G\xff", 0},
	{"G２", 0}, {"Ｇ2", 0}, {"G2\u00a0G3", 2}, {"no card", 0}, {"Card(2)", 0}, {"G1 ", 0},
	{"G3 G2", 3}, {"G2 G2", 3}, {"R2 G2", 3}, {"B9 Y10", 3}, {"1 G2", 2}, {"1 1 G2", 4}, {"G2 R5 G17 1", 6},
	{strings.TrimSuffix(strings.Repeat("1 ", 16), " "), 30},
}

// Text is read strictly: one form, and an error with the place of the fault.
func TestCardsRefusedText(t *testing.T) {
	for _, r := range refusals {
		before := foppen.Must(foppen.ParseCards("G5 1"))
		h, err := foppen.ParseCards(r.text)
		var parse *foppen.ParseError
		if assert.ErrorAs(t, err, &parse, "%q", r.text) {
			assert.Equal(t, r.at, parse.Pos, "%q", r.text)
			assert.Equal(t, r.text, parse.Input)
			assert.Contains(t, err.Error(), parse.Want)
		}
		assert.Equal(t, foppen.Cards{}, h, "%q", r.text)
		assert.Error(t, before.UnmarshalText([]byte(r.text)), "%q", r.text)
		assert.Equal(t, "G5 1", before.String(), "a refused text changes nothing")
		assert.Panics(t, func() { foppen.Must(foppen.ParseCards(r.text)) }, "%q", r.text)

		c, err := foppen.ParseCard(r.text)
		assert.ErrorAs(t, err, &parse, "%q", r.text)
		assert.Equal(t, foppen.NoCard, c, "%q", r.text)
		c = foppen.One
		assert.Error(t, c.UnmarshalText([]byte(r.text)), "%q", r.text)
		assert.Equal(t, foppen.One, c, "a refused text changes nothing")
		assert.Panics(t, func() { foppen.Must(foppen.ParseCard(r.text)) }, "%q", r.text)
	}
	_, err := foppen.ParseCard("")
	assert.Error(t, err)
}

// The place in the errors of ParseCard: where the card ends, or where it begins
// if there is none.
func TestParseCardPosition(t *testing.T) {
	for text, at := range map[string]int{"": 0, "G32": 0, "G171": 3, "1 ": 1, "G2 G3": 2, "B9x": 2} {
		var parse *foppen.ParseError
		_, err := foppen.ParseCard(text)
		require.ErrorAs(t, err, &parse, "%q", text)
		assert.Equal(t, at, parse.Pos, "%q", text)
	}
}

// What comes from outside must not make errors grow.
func TestParseErrorIsShort(t *testing.T) {
	_, err := foppen.ParseCards(strings.Repeat("\xff", 1_000_000))
	assert.Less(t, len(err.Error()), 500)
}

// The hands that decks allow: each colored card once, at most 15 1s.
func TestNewCards(t *testing.T) {
	all := allCards()
	h, err := foppen.NewCards(slices.Concat(all, slices.Repeat([]foppen.Card{foppen.One}, 14))...)
	require.NoError(t, err)
	assert.Equal(t, 120+15, h.Len())
	for _, c := range all[:120] {
		_, err := foppen.NewCards(foppen.One, c, foppen.One, c)
		var arg *foppen.ArgError
		require.ErrorAs(t, err, &arg, "%v twice", c)
		assert.Equal(t, foppen.ArgError{Field: "cards[3]", Problem: c.String() + " is there twice"}, *arg)
	}
	for code := range 256 {
		c := foppen.Card(code)
		h, err := foppen.NewCards(c)
		assert.Equal(t, c.IsValid(), err == nil, "code %d", code)
		assert.Equal(t, btoi(c.IsValid()), h.Len(), "code %d", code)
	}
	_, err = foppen.NewCards(slices.Repeat([]foppen.Card{foppen.One}, 16)...)
	assert.EqualError(t, err, "foppen: cards[15]: want at most 15 1s")
	_, err = foppen.NewCards(foppen.One, foppen.NoCard)
	assert.EqualError(t, err, "foppen: cards[1]: no card, want a card")
	_, err = foppen.NewCards(255)
	assert.EqualError(t, err, "foppen: cards[0]: Card(255), want a card")
	h, err = foppen.NewCards()
	require.NoError(t, err)
	assert.Equal(t, foppen.Cards{}, h)
}

// genCards draws cards as a multiset that a deck may have, each colored card and
// number of 1s possible, in the order of hands.
func genCards(t *rapid.T, label string) []foppen.Card {
	all := allCards()
	// Words with the bits of cards: sparse, dense and anything between.
	word := rapid.OneOf(rapid.Just(uint32(0)), rapid.Just(^uint32(0)), rapid.Uint32(),
		rapid.Map(rapid.IntRange(0, 31), func(i int) uint32 { return 1 << i }))
	var cards []foppen.Card
	for i := range 4 {
		w := word.Draw(t, label)
		for j := range 30 {
			if w>>j&1 != 0 {
				cards = append(cards, all[30*i+j])
			}
		}
	}
	return append(cards, slices.Repeat([]foppen.Card{foppen.One}, rapid.IntRange(0, 15).Draw(t, label+" 1s"))...)
}

// checkCards compares everything that can be asked of h with a plain list in the
// order of hands.
func checkCards(t require.TestingT, want []foppen.Card, h foppen.Cards) {
	same := func(what string, want, got any) {
		if want != got {
			require.Fail(t, what, "want %v, got %v, for %v", want, got, want)
		}
	}
	same("Len", len(want), h.Len())
	same("IsEmpty", len(want) == 0, h.IsEmpty())
	lowest, highest, values, texts := foppen.NoCard, foppen.NoCard, 0, make([]string, len(want))
	for i, c := range want {
		if i == 0 {
			lowest = c
		}
		highest = c
		values += c.Value()
		texts[i] = c.String()
		same("At", c, h.At(i))
	}
	for _, i := range []int{-1, len(want), len(want) + 1, 63, 64, 1000, math.MaxInt, math.MinInt} {
		if i < 0 || i >= len(want) {
			same("At out of range", foppen.NoCard, h.At(i))
		}
	}
	same("Lowest", lowest, h.Lowest())
	same("Highest", highest, h.Highest())
	same("Values", values, h.Sum())
	same("String", strings.Join(texts, " "), h.String())
	if all := slices.Collect(h.All()); !slices.Equal(want, all) {
		require.Fail(t, "All", "want %v, got %v", want, all)
	}
	again, err := foppen.NewCards(want...)
	require.NoError(t, err)
	same("==", again, h)
}

// Cards against a plain sorted list, for every method.
func TestCardsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genCards(t, "a"), genCards(t, "b")
		h, err := foppen.NewCards(a...)
		require.NoError(t, err)
		d, err := foppen.NewCards(b...)
		require.NoError(t, err)
		checkCards(t, a, h)

		count := func(list []foppen.Card, c foppen.Card) (n int) {
			for _, e := range list {
				n += btoi(e == c)
			}
			return n
		}
		var plus, minus []foppen.Card
		contains := true
		for _, c := range allCards() {
			na, nb := count(a, c), count(b, c)
			most := 1
			if c == foppen.One {
				most = foppen.MaxOnes
			}
			plus = append(plus, slices.Repeat([]foppen.Card{c}, min(na+nb, most))...)
			minus = append(minus, slices.Repeat([]foppen.Card{c}, max(na-nb, 0))...)
			contains = contains && nb <= na
			if h.Count(c) != na || h.Has(c) != (na > 0) {
				t.Fatalf("%v in %v: Has %v, Count %d", c, a, h.Has(c), h.Count(c))
			}
		}
		checkCards(t, plus, h.Plus(d))
		checkCards(t, minus, h.Minus(d))
		require.Equal(t, contains, h.Contains(d))
		require.True(t, h.Plus(d).Contains(h) && h.Contains(h.Minus(d)) && h.Contains(foppen.Cards{}))
		require.Equal(t, a == nil, foppen.Cards{}.Contains(h))

		for color := range 256 {
			of := foppen.Color(color)
			var want []foppen.Card
			for _, c := range a {
				if c.Color() == of {
					want = append(want, c)
				}
			}
			if color > 4 {
				want = nil // what is no color has no cards
			}
			checkCards(t, want, h.Of(of))
		}
		for code := range 256 {
			c := foppen.Card(code)
			n := count(a, c)
			with, without := slices.Clone(a), slices.Clone(a)
			if c.IsValid() && n < 1 || c == foppen.One && n < foppen.MaxOnes {
				with = append(with, c)
				slices.Sort(with)
			}
			if n > 0 {
				i := slices.Index(without, c)
				without = slices.Delete(without, i, i+1)
			}
			if !c.IsValid() && (h.Has(c) || h.Count(c) != 0) {
				t.Fatalf("holds code %d", code)
			}
			if got := slices.Collect(h.With(c).All()); !slices.Equal(with, got) {
				t.Fatalf("%v with %v: %v", a, c, got)
			}
			if got := slices.Collect(h.Without(c).All()); !slices.Equal(without, got) {
				t.Fatalf("%v without %v: %v", a, c, got)
			}
		}
		checkCards(t, a, h) // no method has changed it
	})
}

// The text of cards, through every way of reading and writing it.
func TestCardsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, err := foppen.NewCards(genCards(t, "hand")...)
		require.NoError(t, err)
		parsed, err := foppen.ParseCards(h.String())
		require.NoError(t, err)
		require.Equal(t, h, parsed)
		require.Equal(t, h, foppen.Must(foppen.ParseCards(h.String())))
		text, err := h.MarshalText()
		require.NoError(t, err)
		require.Equal(t, h.String(), string(text))
		require.NotNil(t, text)
		other := foppen.Must(foppen.ParseCards("G2 1"))
		require.NoError(t, other.UnmarshalText(text))
		require.Equal(t, h, other)
	})
}

// The walks stop when they are told to.
func TestCardsAllStops(t *testing.T) {
	n := 0
	for range foppen.Must(foppen.ParseCards("G2 R2 1 1")).All() {
		if n++; n == 2 {
			break
		}
	}
	assert.Equal(t, 2, n)
}

func FuzzParseCard(f *testing.F) {
	for _, seed := range []string{"", "1", "G2", "B31", "R10", "G02", "Y32", "g2", "1 ", "G2 G3", "Ｇ2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := foppen.ParseCard(s)
		checkParsed(t, s, c.String(), c != foppen.NoCard, err)
		if err == nil && !c.IsValid() {
			t.Fatalf("%q is no valid card: %d", s, c)
		}
	})
}

func FuzzParseCards(f *testing.F) {
	for _, seed := range []string{"", "1", "G2", "G2 G17 R5 1 1", "G3 G2", "1 G2", "G2  G3", " 1", "1 ", "B31 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		h, err := foppen.ParseCards(s)
		checkParsed(t, s, h.String(), !h.IsEmpty(), err)
	})
}

// checkParsed checks what every Parse function promises: what it reads is what
// String writes, and what it refuses gives the zero value and a ParseError that
// points into the text.
func checkParsed(t *testing.T, s, again string, nonzero bool, err error) {
	t.Helper()
	if err == nil {
		if again != s {
			t.Fatalf("%q is read, but written as %q", s, again)
		}
		return
	}
	var parse *foppen.ParseError
	if nonzero || !errors.As(err, &parse) || parse.Pos < 0 || parse.Pos > len(s) || parse.Input != s {
		t.Fatalf("%q: a value beside the error, or a bad error: %#v", s, err)
	}
	if len(err.Error()) > 500 {
		t.Fatalf("an error of %d bytes", len(err.Error()))
	}
}

// goldenKey is the key of the ChaCha8 source of the golden deals.
var goldenKey = [32]byte([]byte("the golden deals of foppen, v1.0"))

// A seed gives the same cards for ever: users store seeds. This file must never
// change; a new way to shuffle needs a new name.
func TestGoldenDeals(t *testing.T) {
	var b strings.Builder
	for _, s := range presetScenes() {
		g, err := foppen.New(s.players, foppen.WithVariant(s.variant))
		require.NoError(t, err)
		fmt.Fprintf(&b, "%s %d pcg %v\n", s.variant.Name(), s.players, g.Shuffle(rand.NewPCG(1, 2)))
		fmt.Fprintf(&b, "%s %d chacha8 %v\n", s.variant.Name(), s.players, g.Shuffle(rand.NewChaCha8(goldenKey)))
	}
	golden(t, "deals.txt", []byte(b.String()))
}

// The golden deals by hand: Fisher and Yates from the front, eight draws a number.
// The number times the product of the eight bounds is, above 2^64, the draws as the
// digits of a number whose bases are the bounds; below it, what tells whether the
// draws would be more likely than others, so that another number is taken. Numbers
// are whole and unbounded here, so that nothing depends on how words overflow.
func plainShuffle(deck []foppen.Card, players, size int, src rand.Source) foppen.Deal {
	deck = slices.Clone(deck)
	drawn := players * size
	if drawn == len(deck) {
		drawn -= size // the last hand is what is left
	}
	for i := 0; i < drawn; i += 8 {
		bound := func(k int) *big.Int { return big.NewInt(int64(max(len(deck)-i-k, 1))) }
		product := big.NewInt(1)
		for k := range 8 {
			product.Mul(product, bound(k))
		}
		two64 := new(big.Int).Lsh(big.NewInt(1), 64)
		draws, rest := new(big.Int), big.NewInt(-1)
		for rest.Cmp(new(big.Int).Mod(two64, product)) < 0 {
			x := new(big.Int).SetUint64(src.Uint64())
			draws.DivMod(x.Mul(x, product), two64, rest)
		}
		var digits [8]int
		for k := 7; k >= 0; k-- {
			digit := new(big.Int)
			draws.DivMod(draws, bound(k), digit)
			digits[k] = int(digit.Int64())
		}
		for k := 0; k < 8 && i+k < drawn; k++ {
			j := i + k + digits[k]
			deck[i+k], deck[j] = deck[j], deck[i+k]
		}
	}
	var d foppen.Deal
	for s := range players {
		d.Hands[s], _ = foppen.NewCards(deck[s*size : (s+1)*size]...)
	}
	return d
}

// Shuffle gives the deal that plainShuffle gives from the same numbers, and takes
// as many of them: for the presets and for random decks, with cards set aside.
func TestShuffleByHand(t *testing.T) {
	check := func(t require.TestingT, v foppen.Variant, n int, seed uint64) {
		g, err := foppen.New(n, foppen.WithVariant(v))
		require.NoError(t, err)
		got, want := &countingSource{src: &oddSource{src: rand.NewPCG(seed, 0)}}, &countingSource{src: &oddSource{src: rand.NewPCG(seed, 0)}}
		require.Equal(t, plainShuffle(slices.Collect(v.Deck(n).All()), n, v.Setups[n].HandSize, want), g.Shuffle(got))
		require.Equal(t, want.n, got.n, "numbers taken from the source")
	}
	for _, s := range presetScenes() {
		check(t, s.variant, s.players, uint64(s.players))
	}
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		check(t, v, rapid.SampledFrom(v.Players()).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
	})
}

// Every combination of eight draws comes from the same number of source numbers:
// only the lowest of those that give it can be one too many, and then another
// number is taken. Largest and smaller decks, first, last and random combinations.
func TestShuffleRejects(t *testing.T) {
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	rejected := 0
	for _, setup := range []foppen.Setup{
		{Green: 31, Red: 31, Yellow: 31, Blue: 31, Ones: 15, HandSize: 4, Rounds: 1},
		{Green: 17, Red: 13, Yellow: 11, Blue: 8, Ones: 3, HandSize: 4, Rounds: 1},
		{Green: 9, HandSize: 4, Rounds: 1},
	} {
		var v foppen.Variant
		v.Setups[2] = setup
		g, err := foppen.New(2, foppen.WithVariant(v))
		require.NoError(t, err)
		deck := slices.Collect(v.Deck(2).All())
		product := big.NewInt(1)
		for k := range 8 {
			product.Mul(product, big.NewInt(int64(len(deck)-k)))
		}
		share := new(big.Int).Div(two64, product)
		lowest := func(k *big.Int) *big.Int { // the lowest number that gives combination k
			x := new(big.Int).Mul(k, two64)
			return x.Add(x, product).Sub(x, big.NewInt(1)).Div(x, product)
		}
		rnd := rand.New(rand.NewPCG(uint64(len(deck)), 0))
		for i := range 500 {
			k := new(big.Int).SetUint64(rnd.Uint64N(product.Uint64()))
			switch i {
			case 0:
				k.SetUint64(0)
			case 1:
				k.Sub(product, big.NewInt(1))
			}
			first, next := lowest(k), lowest(new(big.Int).Add(k, big.NewInt(1)))
			spare := new(big.Int).Sub(next, first)
			spare.Sub(spare, share)
			require.True(t, spare.IsUint64() && spare.Uint64() <= 1)
			src := &scriptedSource{first.Uint64(), math.MaxUint64}
			want := &scriptedSource{first.Uint64(), math.MaxUint64}
			if spare.Uint64() == 1 {
				want = &scriptedSource{math.MaxUint64}
				rejected++
			}
			require.Equal(t, plainShuffle(deck, 2, 4, want), g.Shuffle(src), "combination %v of %v", k, product)
			require.Len(t, *src, 1-int(spare.Uint64()))
		}
	}
	require.NotZero(t, rejected)
}

type countingSource struct {
	src rand.Source
	n   int
}

func (s *countingSource) Uint64() uint64 { s.n++; return s.src.Uint64() }

// An oddSource gives a 0 for every fourth number, since 0 is the number most often
// drawn again.
type oddSource struct {
	src rand.Source
	n   int
}

func (s *oddSource) Uint64() uint64 {
	if s.n++; s.n%4 == 0 {
		return 0
	}
	return s.src.Uint64()
}

// Shuffle gives every deal with equal chance, with cards set aside and with 1s
// alike: chi-square against the exact chances. The seed is fixed, so the test
// gives the same every time; a biased shuffle, shuffled with the same numbers, has to
// fail it.
func TestShuffleUnbiased(t *testing.T) {
	const deals = 60_000
	for _, c := range []struct {
		players int
		setup   foppen.Setup
		cells   map[string]int // deal and its weight
	}{
		{2, foppen.Setup{Green: 3, Ones: 2, HandSize: 2, Rounds: 1}, map[string]int{
			"G2 G3|1 1": 1, "1 1|G2 G3": 1, "G2 1|G3 1": 2, "G3 1|G2 1": 2}},
		{3, foppen.Setup{Green: 3, Red: 2, HandSize: 1, Rounds: 1}, map[string]int{
			"G2|G3|R2": 1, "G2|R2|G3": 1, "G3|G2|R2": 1, "G3|R2|G2": 1, "R2|G2|G3": 1, "R2|G3|G2": 1}},
		{2, foppen.Setup{Green: 3, Blue: 3, HandSize: 1, Rounds: 1}, map[string]int{
			"G2|G3": 1, "G2|B2": 1, "G2|B3": 1, "G3|G2": 1, "G3|B2": 1, "G3|B3": 1,
			"B2|G2": 1, "B2|G3": 1, "B2|B3": 1, "B3|G2": 1, "B3|G3": 1, "B3|B2": 1}},
	} {
		v := foppen.Variant{}
		v.Setups[c.players] = c.setup
		g, err := foppen.New(c.players, foppen.WithVariant(v))
		require.NoError(t, err)
		src := rand.NewPCG(7, uint64(c.players))
		fair, biased := map[string]int{}, map[string]int{}
		for range deals {
			fair[strings.TrimPrefix(g.Shuffle(src).String(), "deal ")]++
			biased[biasedDeal(slices.Collect(v.Deck(c.players).All()), c.players, c.setup.HandSize, src)]++
		}
		p := chiSquareP(t, fair, c.cells, deals)
		assert.Greater(t, p, 1e-3, "an unlikely result for an unbiased shuffle: %v", fair)
		assert.Less(t, chiSquareP(t, biased, c.cells, deals), 1e-9, "the test must see a bias")
	}
}

// biasedDeal deals after the classic faulty shuffle, which swaps every card with
// any other.
func biasedDeal(deck []foppen.Card, players, size int, src rand.Source) string {
	for i := range deck {
		j := src.Uint64() % uint64(len(deck))
		deck[i], deck[j] = deck[j], deck[i]
	}
	var d foppen.Deal
	for s := range players {
		d.Hands[s], _ = foppen.NewCards(deck[s*size : (s+1)*size]...)
	}
	return strings.TrimPrefix(d.String(), "deal ")
}

// chiSquareP returns the chance of counts that fit the weights no better than
// these.
func chiSquareP(t *testing.T, counts, weights map[string]int, n int) float64 {
	t.Helper()
	sum, found := 0, 0
	for _, w := range weights {
		sum += w
	}
	x := 0.0
	for cell, w := range weights {
		want := float64(n) * float64(w) / float64(sum)
		d := float64(counts[cell]) - want
		x += d * d / want
		found += counts[cell]
	}
	require.Equal(t, n, found, "deals that should not be possible: %v", counts)
	return chiSquareTail(x, len(weights)-1)
}

// chiSquareTail returns the chance that a chi-square variable of k degrees of
// freedom is at least x, by the recurrence for the incomplete gamma function
// in steps of two degrees.
func chiSquareTail(x float64, k int) float64 {
	q, i := math.Exp(-x/2), 2
	if k%2 == 1 {
		q, i = math.Erfc(math.Sqrt(x/2)), 1
	}
	for ; i < k; i += 2 {
		a := float64(i) / 2
		q += math.Exp(a*math.Log(x/2) - x/2 - lgamma(a+1))
	}
	return q
}

func lgamma(x float64) float64 { l, _ := math.Lgamma(x); return l }

// The tail against values from tables of the chi-square distribution.
func TestChiSquareTail(t *testing.T) {
	for _, c := range []struct {
		x float64
		k int
		p float64
	}{{3.841, 1, 0.05}, {5.991, 2, 0.05}, {11.345, 3, 0.01}, {18.307, 10, 0.05}, {24.725, 11, 0.01}} {
		assert.InDelta(t, c.p, chiSquareTail(c.x, c.k), 1e-4, "x %v, %d degrees", c.x, c.k)
	}
}

// below gives each of its n results for exactly the same number of source
// numbers: of those that give a result, only the lowest can be one too many, and
// then it is drawn again.
func TestBelowRejects(t *testing.T) {
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	check := func(n, r uint64) {
		bigN := new(big.Int).SetUint64(n)
		// The numbers x with x*n/2^64 = r run from first to before next.
		ceil := func(r uint64) *big.Int {
			x := new(big.Int).Mul(new(big.Int).SetUint64(r), two64)
			x.Add(x, bigN).Sub(x, big.NewInt(1))
			return x.Div(x, bigN)
		}
		first, next := ceil(r), new(big.Int).Mul(ceil(r), big.NewInt(1))
		if r+1 == n {
			next.Set(two64)
		} else {
			next = ceil(r + 1)
		}
		share := new(big.Int).Div(two64, bigN)
		spare := new(big.Int).Sub(next, first)
		spare.Sub(spare, share) // 0, or 1 number too many
		require.True(t, spare.IsUint64() && spare.Uint64() <= 1)

		const other = math.MaxUint64 // the highest number gives the highest result and is never too many
		src := &scriptedSource{first.Uint64(), other}
		want, left := r, 1
		if spare.Uint64() == 1 {
			want, left = n-1, 0
		}
		require.Equal(t, want, foppen.Below(src, n), "below %d of %d", n, first)
		require.Len(t, *src, left, "below %d of %d", n, first)
		if last := new(big.Int).Sub(next, big.NewInt(1)); last.Cmp(first) > 0 {
			require.Equal(t, r, foppen.Below(&scriptedSource{last.Uint64()}, n))
			require.Equal(t, r, foppen.Below(&scriptedSource{first.Uint64() + 1}, n))
		}
	}
	for n := uint64(1); n <= 135; n++ {
		for r := range n {
			check(n, r)
		}
	}
	for _, n := range []uint64{1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<63 + 1, 3 << 62, math.MaxUint64} {
		for _, r := range []uint64{0, 1, 2, 3, n / 3, n / 2, n - 2, n - 1} {
			check(n, r)
		}
	}
}

// A scriptedSource gives the numbers it holds.
type scriptedSource []uint64

func (s *scriptedSource) Uint64() uint64 {
	x := (*s)[0]
	*s = (*s)[1:]
	return x
}

// Without a source the deal cannot be foreseen: two of them differ.
func TestShuffleFresh(t *testing.T) {
	g, err := foppen.New(4)
	require.NoError(t, err)
	a, b := g.Shuffle(nil), g.Shuffle(nil)
	assert.NotEqual(t, a, b, "the chance of that is 1 in 10^25")
	for _, d := range []foppen.Deal{a, b} {
		_, _, err := g.Apply(d)
		assert.NoError(t, err)
	}
}
