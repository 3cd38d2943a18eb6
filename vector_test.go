package foppen_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The number of a card and the card at a number are each other's inverse.
func TestCardsIndex(t *testing.T) {
	for _, s := range slices.Concat(presetScenes(), oddScenes()) {
		deck := s.variant.Deck(s.players)
		for i := range deck.Len() {
			c := deck.At(i)
			require.Equal(t, c, deck.At(deck.Index(c)))
			if c != foppen.One {
				require.Equal(t, i, deck.Index(c))
			} else {
				require.Equal(t, deck.Len()-deck.Count(foppen.One), deck.Index(c))
			}
		}
	}
	hand := handOf("G5 R2 Y31 B7 1 1")
	for _, c := range []foppen.Card{foppen.NoCard, 255, foppen.Must(foppen.ParseCard("G4"))} {
		assert.Equal(t, -1, hand.Index(c))
	}
	assert.Equal(t, -1, foppen.Cards{}.Index(foppen.One))
}

// A vectorReader reads a vector entry by entry, as its documentation says.
type vectorReader struct {
	t       *testing.T
	view    foppen.View
	entries []float32
}

func (r *vectorReader) next() (x float32) {
	if len(r.entries) == 0 {
		require.Fail(r.t, "too few entries")
	}
	x, r.entries = r.entries[0], r.entries[1:]
	return x
}

func (r *vectorReader) flag() bool {
	x := r.next()
	if x != 0 && x != 1 {
		require.Fail(r.t, "neither 0 nor 1", "%v", x)
	}
	return x == 1
}

// cards reads a block of D as a list of the deck's cards.
func (r *vectorReader) cards() (list []foppen.Card) {
	deck := r.view.Variant().Deck(r.view.Players())
	ones := deck.Index(foppen.One)
	for i, c := range slices.Collect(deck.All()) {
		if r.flag() {
			list = append(list, c)
			if c == foppen.One && i > ones {
				require.Equal(r.t, foppen.One, list[max(0, len(list)-2)], "1s that do not begin at the first place")
			}
		}
	}
	return list
}

func (r *vectorReader) seats() (list []foppen.Seat) {
	n := r.view.Players()
	for i := range n {
		list = append(list, foppen.Seat((max(0, int(r.view.Seat()))+i)%n))
	}
	return list
}

func (r *vectorReader) seatFlags() (set foppen.Seats) {
	for _, s := range r.seats() {
		if r.flag() {
			set = set.With(s)
		}
	}
	return set
}

// read compares all entries with what the view says.
func (r *vectorReader) read() {
	v, t := r.view, r.t
	cut := func(x float32) float32 { return min(max(x, -10), 10) }
	same := func(want foppen.Cards, what string) {
		require.Equal(t, want, foppen.Must(foppen.NewCards(r.cards()...)), what)
	}
	same(v.Hand(), "hand")
	same(v.Legal(), "legal")
	same(v.Unseen(), "unseen")
	for _, s := range r.seats() {
		var played foppen.Cards
		for _, trick := range v.Tricks() {
			played = played.With(trick.CardOf(s))
		}
		same(played, "played")
	}
	for _, s := range r.seats() {
		same(foppen.Cards{}.With(v.Trick().CardOf(s)), "trick")
	}
	for _, s := range r.seats() {
		for c := foppen.Green; c <= foppen.Blue; c++ {
			require.Equal(t, v.Void(s, c), r.flag())
		}
	}
	require.Equal(t, v.Fools(), r.seatFlags())
	require.Equal(t, v.ToAct(), r.seatFlags())
	require.Equal(t, foppen.SeatsOf(v.Leader()), r.seatFlags())
	require.Equal(t, foppen.SeatsOf(v.Turn()), r.seatFlags())
	require.Equal(t, foppen.SeatsOf(v.Starter()), r.seatFlags())
	for _, bet := range []foppen.BetState{foppen.BetYes, foppen.BetNo} {
		for _, s := range r.seats() {
			require.Equal(t, v.BetOf(s) == bet, r.flag())
		}
	}
	full := float32(v.Variant().Setups[v.Players()].HandSize)
	for _, s := range r.seats() {
		require.Equal(t, float32(v.HandSize(s))/full, r.next())
	}
	for _, s := range r.seats() {
		require.Equal(t, cut(float32(v.Total(s))/100), r.next())
	}
	for _, s := range r.seats() {
		require.Equal(t, cut(float32(v.MinusPoints(s))/100), r.next())
	}
	for _, s := range r.seats() {
		require.Equal(t, cut(float32(v.Tens(s))/8), r.next())
	}
	for c := foppen.NoColor; c <= foppen.Blue; c++ {
		require.Equal(t, v.Led() == c, r.flag())
	}
	for p := foppen.DealPhase; p <= foppen.OverPhase; p++ {
		require.Equal(t, v.Phase() == p, r.flag())
	}
	require.Equal(t, cut(float32(v.Round())/16), r.next())
	require.Equal(t, cut(float32(v.TrickNumber())/full), r.next())
	require.Empty(t, r.entries)
}

// Every entry of a vector is what its documentation says, in every phase and for every
// seat, and there are as many as it says.
func TestVectorIsAsDocumented(t *testing.T) {
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		deck, players := s.variant.Deck(s.players).Len(), s.players
		n := 0
		playScene(t, s, uint64(700+i), func(s step) {
			if n++; n > 15 && n%97 != 0 && s.after.Phase() == foppen.PlayPhase {
				return
			}
			for _, seat := range viewers(s.after) {
				v := s.after.View(seat)
				vector := v.AppendVector(nil)
				require.Len(t, vector, deck*(3+2*players)+15*players+11)
				(&vectorReader{t, v, vector}).read()
				mask := v.AppendMask(nil)
				require.Len(t, mask, deck)
				var may foppen.Cards
				for i, yes := range mask {
					if yes {
						may = may.With(v.Variant().Deck(players).At(i))
					}
				}
				require.Equal(t, v.Legal(), may)
				require.Equal(t, may.Len(), len(slices.DeleteFunc(mask, func(yes bool) bool { return !yes })))
			}
		})
	}
	for _, v := range []foppen.View{{}, foppen.Game{}.View(1)} {
		assert.Empty(t, v.AppendVector(nil))
		assert.Empty(t, v.AppendMask(nil))
	}
	v := exampleView()
	assert.Equal(t, append([]float32{7}, v.AppendVector(nil)...), v.AppendVector([]float32{7}))
	assert.Equal(t, append([]bool{true}, v.AppendMask(nil)...), v.AppendMask([]bool{true}))
}

// The layout of a version never changes, on no platform: the entries that are not 0, by
// their places.
func TestVectorGolden(t *testing.T) {
	var out bytes.Buffer
	fmt.Fprintln(&out, foppen.VectorVersion)
	for i, s := range goldenSteps(t) {
		v := s.after.View(foppen.Seat(i % s.after.Players()))
		fmt.Fprintf(&out, "\n%s, seat %d\n", v.Variant(), v.Seat())
		for i, x := range v.AppendVector(nil) {
			if x != 0 {
				fmt.Fprintf(&out, " %d:%v", i, x)
			}
		}
		fmt.Fprintln(&out)
	}
	golden(t, "vector.txt", out.Bytes())
}

// A learner asks for a vector at every choice.
func TestVectorAllocatesNothing(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	v := exampleView()
	vector, mask := v.AppendVector(nil), v.AppendMask(nil)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		vector, mask = v.AppendVector(vector[:0]), v.AppendMask(mask[:0])
	}))
}

func BenchmarkVector(b *testing.B) {
	g, err := foppen.New(4)
	require.NoError(b, err)
	g, err = g.Deal(g.Shuffle(foppen.SeedSource(1, 0, foppen.NoSeat)))
	for range 20 {
		require.NoError(b, err)
		g, err = g.Play(g.Legal().Lowest())
	}
	v := g.View(g.Turn())
	vector := v.AppendVector(nil)
	for b.Loop() {
		vector = v.AppendVector(vector[:0])
	}
}

func ExampleCards_Index() {
	deck := foppen.Rulebook2018().Deck(4)
	for _, text := range []string{"G2", "B2", "1"} {
		i := deck.Index(foppen.Must(foppen.ParseCard(text)))
		fmt.Println(text, "is number", i, "and number", i, "is", deck.At(i))
	}
	// Output:
	// G2 is number 0 and number 0 is G2
	// B2 is number 38 and number 38 is B2
	// 1 is number 45 and number 45 is 1
}

func ExampleView_AppendMask() {
	v := exampleView() // it may play G3, G17 and a 1
	deck := v.Variant().Deck(v.Players())
	for i, may := range v.AppendMask(nil) {
		if may {
			fmt.Println(i, deck.At(i))
		}
	}
	// Output:
	// 1 G3
	// 15 G17
	// 45 1
}

func ExampleView_AppendVector() {
	v := exampleView()
	vector := v.AppendVector(nil)
	fmt.Println(foppen.VectorVersion, len(vector))
	hand := vector[:v.Variant().Deck(v.Players()).Len()]
	for i, x := range hand {
		if x == 1 {
			fmt.Println(i, v.Variant().Deck(4).At(i))
		}
	}
	// Output:
	// foppen-vector/1 599
	// 1 G3
	// 15 G17
	// 45 1
}
