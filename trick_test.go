package foppen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A trickCase is a trick with its winner and its fools, the worst first, told by
// their places in the order of play from 1, as the worked cases tell them.
type trickCase struct {
	name    string
	cards   string
	discs   int
	winner  int
	fools   []int
	reasons []foppen.FoolReason
}

const (
	byDiscard  = foppen.LowestDiscard
	byFollower = foppen.LowestFollower
)

// workedTricks are the worked cases of the rules that tell of a trick. Their
// numbers are cited elsewhere. C8 is not a trick: see TestWorkedCaseC8.
var workedTricks = []trickCase{
	{"C1", "B9 B5 B10", 1, 3, []int{2}, []foppen.FoolReason{byFollower}},
	{"C2", "Y11 R5 Y2", 1, 1, []int{2}, []foppen.FoolReason{byDiscard}},
	{"C3", "B6 B3 Y10 G5", 1, 1, []int{4}, []foppen.FoolReason{byDiscard}},
	{"C4", "B6 Y5 G5 B2", 1, 1, []int{3}, []foppen.FoolReason{byDiscard}},
	{"C5", "Y4 1 Y9", 1, 3, []int{2}, []foppen.FoolReason{byFollower}},
	{"C6", "G7 1 R12 G3", 1, 1, []int{3}, []foppen.FoolReason{byDiscard}},
	{"C7", "1 R4 1 R9", 1, 4, []int{3}, []foppen.FoolReason{byFollower}},
	{"C9", "1 1 1", 1, 1, []int{3}, []foppen.FoolReason{byFollower}},
	{"C10", "G9 G4 R2 G12 G6", 2, 4, []int{3, 2}, []foppen.FoolReason{byDiscard, byFollower}},
	{"C11", "G9 Y3 R3 B8 G2", 2, 1, []int{3, 2}, []foppen.FoolReason{byDiscard, byDiscard}},
	{"C12", "1 1 1 1 1 1", 2, 1, []int{6, 5}, []foppen.FoolReason{byFollower, byFollower}},
}

// withTies sets Tied as it is defined: an equal card of a seat that is not fooled lies in
// the trick.
func withTies(plays []oraclePlay, fools []foppen.Fool) []foppen.Fool {
	led := oracleLed(plays)
	for i := range fools {
		f := &fools[i]
		text := f.Card.String()
		for _, p := range plays {
			fooled := slices.ContainsFunc(fools, func(f foppen.Fool) bool { return f.Seat == foppen.Seat(p.seat) })
			if !fooled && oracleValue(p.card) == oracleValue(text) && oracleIsDiscard(p.card, led) == oracleIsDiscard(text, led) {
				f.Tied = true
			}
		}
	}
	return fools
}

// playsOf are the plays of a trick for the oracle.
func playsOf(trick foppen.Trick) (plays []oraclePlay) {
	for s, c := range trick.All() {
		plays = append(plays, oraclePlay{seat: int(s), card: c.String()})
	}
	return plays
}

// C1 to C12 through Trick alone, with every seat as the leader.
func TestWorkedTricks(t *testing.T) {
	for _, c := range workedTricks {
		list := cardList(c.cards)
		for n := len(list); n <= foppen.MaxPlayers; n++ {
			for leader := range n {
				trick := trickOf(t, list, leader, n)
				seat := func(place int) foppen.Seat { return foppen.Seat((leader + place - 1) % n) }
				assert.Equal(t, seat(1), trick.Leader(), c.name)
				assert.Equal(t, seat(c.winner), trick.Winner(), c.name)
				var want []foppen.Fool
				for i, place := range c.fools {
					want = append(want, foppen.Fool{Seat: seat(place), Card: list[place-1], Reason: c.reasons[i]})
				}
				assert.Equal(t, withTies(playsOf(trick), want), trick.Fools(c.discs, foppen.LastPlayed), c.name)
			}
		}
	}
}

// R3.8, R3.10: who is fooled among equal cards, under both readings, for any number of
// discs, and whoever leads. Orders are places from 1, from the worst up, without
// the winner, whom no number of discs can fool.
func TestFoolTies(t *testing.T) {
	for _, c := range []struct {
		name, cards string
		winner      int
		last, first []int
	}{
		{"equal discards", "B6 Y5 G5 R5 B9", 5, []int{4, 3, 2, 1}, []int{2, 3, 4, 1}},
		{"two 1s that follow", "B6 1 B9 1", 3, []int{4, 2, 1}, []int{2, 4, 1}},
		{"equal discards, then 1s, then followers", "B6 Y5 G5 R5 1 B9 1 B2", 6, []int{4, 3, 2, 7, 5, 8, 1}, []int{2, 3, 4, 5, 7, 8, 1}},
		{"discards of two values", "G9 R7 Y3 B7 R3 G2", 1, []int{5, 3, 4, 2, 6}, []int{3, 5, 2, 4, 6}},
		{"a led 1 followed by 1s", "1 1 G5 1 R3", 3, []int{5, 4, 2, 1}, []int{5, 1, 2, 4}},
		{"a led 1, the last card leads the color", "1 1 1 R2", 4, []int{3, 2, 1}, []int{1, 2, 3}},
		{"a high discard is worse than the lowest follower", "G2 R31 G3", 3, []int{2, 1}, []int{2, 1}},
		{"only discards after the leader", "G2 R9 Y9 B9", 1, []int{4, 3, 2}, []int{2, 3, 4}},
		{"a low leader wins against 1s", "G2 1 1", 1, []int{3, 2}, []int{2, 3}},
		{"two 1s alone", "1 1", 1, []int{2}, []int{2}},
		{"three 1s", "1 1 1", 1, []int{3, 2}, []int{2, 3}},
		{"eight 1s", "1 1 1 1 1 1 1 1", 1, []int{8, 7, 6, 5, 4, 3, 2}, []int{2, 3, 4, 5, 6, 7, 8}},
	} {
		list := cardList(c.cards)
		for leader := range foppen.MaxPlayers {
			trick := trickOf(t, list, leader, foppen.MaxPlayers)
			places := func(discs int, tie foppen.TieRule) []int {
				got := []int{}
				for _, f := range trick.Fools(discs, tie) {
					got = append(got, (int(f.Seat)-leader+foppen.MaxPlayers)%foppen.MaxPlayers+1)
					assert.Equal(t, trick.CardOf(f.Seat), f.Card, c.name)
				}
				return got
			}
			assert.Equal(t, c.winner, (int(trick.Winner())-leader+foppen.MaxPlayers)%foppen.MaxPlayers+1, c.name)
			for discs := -1; discs <= 9; discs++ {
				n := max(0, min(discs, len(list)-1))
				assert.Equal(t, c.last[:n], places(discs, foppen.LastPlayed), "%s, %d discs, last", c.name, discs)
				assert.Equal(t, c.first[:n], places(discs, foppen.FirstPlayed), "%s, %d discs, first", c.name, discs)
			}
		}
	}
}

// Every trick of up to five cards from a pool with all kinds of ties, against the
// oracle: winner, led color and fools under both readings and 0 to 6 discs.
func TestTrickExhaustive(t *testing.T) {
	pool := cardList("G2 G3 R2 R3 Y2 1 1 1")
	tricks := 0
	var walk func(trick foppen.Trick, plays []oraclePlay, left []foppen.Card)
	walk = func(trick foppen.Trick, plays []oraclePlay, left []foppen.Card) {
		checkTrick(t, trick, plays)
		tricks++
		if len(plays) == 5 {
			return
		}
		for i, c := range left {
			if slices.Contains(left[:i], c) {
				continue // the same 1
			}
			seat := 3 * (len(plays) + 1) % 8
			next, err := trick.Add(foppen.Seat(seat), c)
			require.NoError(t, err)
			rest := slices.Delete(slices.Clone(left), i, i+1)
			walk(next, append(slices.Clone(plays), oraclePlay{seat: seat, card: c.String()}), rest)
		}
	}
	walk(foppen.Trick{}, nil, pool)
	// The words of up to five letters with the 1 at most three times and the
	// five others at most once: sum over ones k and others m of C(5,m) (m+k)!/k!.
	want := 0
	for k := 0; k <= 3; k++ {
		for m := 0; m <= 5 && m+k <= 5; m++ {
			n := []int{1, 5, 10, 10, 5, 1}[m]
			for f := k + 1; f <= m+k; f++ {
				n *= f
			}
			want += n
		}
	}
	assert.Equal(t, want, tricks)
}

// Whole tricks of two to eight random cards against the oracle.
func TestTrickRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.IntRange(2, rapid.SampledFrom([]int{3, 4, 31}).Draw(t, "highest"))
		var trick foppen.Trick
		var plays []oraclePlay
		seats := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7}).Draw(t, "seats")
		for _, seat := range seats[:rapid.IntRange(0, 8).Draw(t, "plays")] {
			c := foppen.One
			if color := rapid.IntRange(0, 4).Draw(t, "color"); color > 0 {
				c, _ = foppen.NewCard(foppen.Color(color), values.Draw(t, "value"))
			}
			next, err := trick.Add(foppen.Seat(seat), c)
			if err != nil {
				continue // the card lies in the trick already
			}
			trick, plays = next, append(plays, oraclePlay{seat: seat, card: c.String()})
		}
		checkTrick(t, trick, plays)
	})
}

// checkTrick compares everything that a trick says with the oracle.
func checkTrick(t require.TestingT, trick foppen.Trick, plays []oraclePlay) {
	fail := func(what string, want, got any) {
		require.Fail(t, what, "%v: want %v, got %v", trick, want, got)
	}
	led := oracleLed(plays)
	if got := strings.TrimPrefix(string(trick.Led().Letter()), "-"); got != led {
		fail("led color", led, got)
	}
	if trick.Len() != len(plays) {
		fail("Len", len(plays), trick.Len())
	}
	winner, leader := foppen.NoSeat, foppen.NoSeat
	if len(plays) > 0 {
		winner, leader = foppen.Seat(plays[oracleWinner(plays)].seat), foppen.Seat(plays[0].seat)
	}
	if trick.Winner() != winner || trick.Leader() != leader {
		fail("winner and leader", []foppen.Seat{winner, leader}, []foppen.Seat{trick.Winner(), trick.Leader()})
	}
	for tie, word := range []string{"last", "first"} {
		for discs := range 7 {
			var want []foppen.Fool
			for _, i := range plainFools(plays, discs, word) {
				f := foppen.Fool{Seat: foppen.Seat(plays[i].seat), Card: foppen.Must(foppen.ParseCard(plays[i].card)), Reason: byFollower}
				if oracleIsDiscard(plays[i].card, led) {
					f.Reason = byDiscard
				}
				want = append(want, f)
			}
			want = withTies(plays, want)
			got := trick.Fools(discs, foppen.TieRule(tie))
			if !slices.Equal(want, got) || got == nil {
				fail(fmt.Sprintf("%d fools, %s", discs, word), want, got)
			}
			if !slices.Equal(got, trick.Fools(discs, foppen.TieRule(tie))) {
				fail("the same fools again", want, got)
			}
			if slices.ContainsFunc(got, func(f foppen.Fool) bool { return f.Seat == winner }) {
				fail("R3.10: the winner is not fooled", want, got)
			}
		}
	}
}

// plainFools is oracleFools, also for the empty trick.
func plainFools(plays []oraclePlay, discs int, tie string) []int {
	if len(plays) == 0 {
		return nil
	}
	return oracleFools(plays, discs, tie)
}

// R3.2, R3.3, R4.3: the led color is that of the first card that is not a 1.
func TestLed(t *testing.T) {
	for text, want := range map[string]foppen.Color{
		"": foppen.NoColor, "1": foppen.NoColor, "1 1 1": foppen.NoColor,
		"G2": foppen.Green, "R2 G9": foppen.Red, "1 Y2": foppen.Yellow, "1 1 B2 G3": foppen.Blue, "B2 1 1": foppen.Blue,
	} {
		assert.Equal(t, want, trickOf(t, cardList(text), 0, 8).Led(), text)
	}
}

// R3.3 to R3.5, R4.2: which cards of a hand may be played. Each is listed once.
func TestTrickLegal(t *testing.T) {
	for _, c := range []struct{ trick, hand, want string }{
		{"", "G2 G3 R5 1 1", "G2 G3 R5 1"},                   // R3.1: any card
		{"1", "G2 R5 1 1", "G2 R5 1"},                        // R3.3: no led color yet
		{"1 1", "B31", "B31"},                                //
		{"G9", "G2 R5 B3", "G2"},                             // R3.4
		{"G9", "G2 G31 R5 1 1", "G2 G31 1"},                  // R3.4: the color or a 1, R4.2
		{"G9", "R5 Y2 1 1", "R5 Y2 1"},                       // R3.5: no duty to play a 1
		{"G9", "R5 Y2", "R5 Y2"},                             // R3.5
		{"G9", "1 1 1", "1"},                                 // a 1 is not the led color
		{"1 R4", "G2 R5", "R5"},                              // R4.3
		{"1 1 Y7 G2", "G5 Y2 1", "Y2 1"},                     //
		{"B6 Y10", "Y2 G5", "G5 Y2"},                         // the discard's color does not count
		{"Y2", "", ""},                                       //
		{"R2", "R3 R4 R5 R6 R7 R8", "R3 R4 R5 R6 R7 R8"},     //
		{"B2", "G31 R31 Y31 B31 1", "B31 1"},                 //
		{"B2", "G2 R2 Y2 1", "G2 R2 Y2 1"},                   //
		{"Y31", "G2 G31 R2 R31 Y2 B2 B31", "Y2"},             //
		{"R31", "G2 G31 R2 R30 Y2 Y31 B2 B31 1", "R2 R30 1"}, //
	} {
		trick := trickOf(t, cardList(c.trick), 0, 8)
		assert.Equal(t, handOf(c.want), trick.Legal(handOf(c.hand)), "%q to %q", c.hand, c.trick)
	}
}

// R3.3 to R3.5 over every kind of hand: each color held or not, 0 to 2 ones,
// against the oracle.
func TestTrickLegalAll(t *testing.T) {
	for _, led := range []string{"", "1", "G9", "R9", "1 Y9", "1 1 B9"} {
		trick := trickOf(t, cardList(led), 0, 8)
		for held := range 1 << 4 * 3 {
			var texts []string
			for i, color := range oracleColors {
				if held>>i&1 != 0 {
					texts = append(texts, color+"2", color+"31")
				}
			}
			texts = append(texts, slices.Repeat([]string{"1"}, held>>4)...)
			want := oracleLegal(texts, strings.TrimPrefix(string(trick.Led().Letter()), "-"))
			got := trick.Legal(handOf(strings.Join(texts, " ")))
			require.Equal(t, strings.Join(want, " "), got.String(), "%q to %q", texts, led)
		}
	}
}

// R3.6, R4.1: a card of the led color or a 1 follows.
func TestFollows(t *testing.T) {
	for _, led := range []string{"", "1", "G9", "1 Y9"} {
		trick := trickOf(t, cardList(led), 0, 8)
		for code := range 256 {
			c := foppen.Card(code)
			want := c.IsValid() && (c == foppen.One || trick.Led() == foppen.NoColor || c.Color() == trick.Led())
			require.Equal(t, want, trick.Follows(c), "%v to %q", c, led)
		}
	}
}

// What can be asked of a trick, and what cannot be added to one.
func TestTrickAdd(t *testing.T) {
	trick := foppen.Must(foppen.ParseTrick("2:B9 5:1 0:B5"))
	assert.Equal(t, 3, trick.Len())
	assert.Equal(t, foppen.Seat(2), trick.Leader())
	for i, want := range []struct {
		seat foppen.Seat
		card string
	}{{2, "B9"}, {5, "1"}, {0, "B5"}} {
		s, c := trick.At(i)
		assert.Equal(t, want.seat, s)
		assert.Equal(t, want.card, c.String())
		assert.Equal(t, c, trick.CardOf(s))
	}
	for _, i := range []int{-1, 3, 8, 1000} {
		s, c := trick.At(i)
		assert.Equal(t, foppen.NoSeat, s)
		assert.Equal(t, foppen.NoCard, c)
	}
	for _, s := range []foppen.Seat{-128, foppen.NoSeat, 1, 8, 127} {
		assert.Equal(t, foppen.NoCard, trick.CardOf(s), "%v", s)
	}
	for _, bad := range []struct {
		seat foppen.Seat
		card foppen.Card
	}{
		{-1, cardList("G2")[0]}, {8, cardList("G2")[0]}, {127, foppen.One}, {-128, foppen.One}, // no seat
		{2, cardList("G2")[0]}, {5, foppen.One}, // has played
		{1, foppen.NoCard}, {1, 1}, {1, 62}, {1, 127}, {1, 255}, // no card
		{1, cardList("B9")[0]}, {1, cardList("B5")[0]}, // lies in the trick
	} {
		next, err := trick.Add(bad.seat, bad.card)
		var refused *foppen.ArgError
		require.ErrorAs(t, err, &refused, "%v %v", bad.seat, bad.card)
		assert.Equal(t, trick, next, "a refused card changes nothing")
	}
	next, err := trick.Add(1, foppen.One) // all 1s are alike, and more than one may be played
	require.NoError(t, err)
	assert.Equal(t, "2:B9 5:1 0:B5 1:1", next.String())
	assert.Equal(t, "2:B9 5:1 0:B5", trick.String(), "a trick never changes")

	n := 0
	for range trick.All() {
		if n++; n == 2 {
			break
		}
	}
	assert.Equal(t, 2, n)

	var full foppen.Trick
	for s := range foppen.Seat(foppen.MaxPlayers) {
		full, err = full.Add(s, foppen.One)
		require.NoError(t, err)
	}
	_, err = full.Add(0, foppen.One)
	assert.Error(t, err)
}

// The zero Trick is one in which nothing has been played.
func TestTrickZero(t *testing.T) {
	var trick foppen.Trick
	assert.Equal(t, 0, trick.Len())
	assert.Equal(t, foppen.NoSeat, trick.Leader())
	assert.Equal(t, foppen.NoSeat, trick.Winner())
	assert.Equal(t, foppen.NoColor, trick.Led())
	assert.Equal(t, []foppen.Fool{}, trick.Fools(2, foppen.LastPlayed))
	assert.Equal(t, "", trick.String())
	again, err := foppen.ParseTrick("")
	require.NoError(t, err)
	assert.Equal(t, trick, again)
}

// The text of tricks: every way of reading and writing agrees, and equal texts
// are equal tricks.
func TestTrickText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trick := genTrick(t)
		parsed, err := foppen.ParseTrick(trick.String())
		require.NoError(t, err)
		require.Equal(t, trick, parsed)
		require.Equal(t, trick, foppen.Must(foppen.ParseTrick(trick.String())))
		text, err := trick.MarshalText()
		require.NoError(t, err)
		require.NotNil(t, text)
		require.Equal(t, trick.String(), string(text))
		other := foppen.Must(foppen.ParseTrick("3:G2"))
		require.NoError(t, other.UnmarshalText(text))
		require.Equal(t, trick, other)
		require.Len(t, map[foppen.Trick]bool{trick: true, parsed: true, other: true}, 1)
	})
}

// genTrick draws any trick that Add allows.
func genTrick(t *rapid.T) foppen.Trick {
	var trick foppen.Trick
	all := allCards()
	seats := rapid.Permutation([]foppen.Seat{0, 1, 2, 3, 4, 5, 6, 7}).Draw(t, "seats")
	for _, s := range seats[:rapid.IntRange(0, 8).Draw(t, "plays")] {
		if next, err := trick.Add(s, rapid.SampledFrom(all).Draw(t, "card")); err == nil {
			trick = next
		}
	}
	return trick
}

// Texts of tricks are read strictly; the error tells where the play at fault
// begins.
func TestTrickRefusedText(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
	}{
		{" ", 0}, {"G2", 0}, {"0", 0}, {"0:", 0}, {":G2", 0}, {"0G2", 0}, {"00:G2", 0}, {"-1:G2", 0}, {"8:G2", 0}, {"9:G2", 0},
		{"/:G2", 0}, {"a:G2", 0}, {"0:g2", 0}, {"0:G1", 0}, {"0:G32", 0}, {"0:no card", 0}, {"0:-", 0}, {"0: G2", 0}, {"0 :G2", 0},
		{" 0:G2", 0}, {"0:G2 ", 5}, {"0:G2  1:G3", 5}, {"0:G2,1:G3", 0}, {"0:G2\n", 0}, {"0:G2 1:G3\x00", 5}, {"٠:G2", 0},
		{"0:G2 0:G3", 5}, {"0:G2 1:G2", 5}, {"0:1 1:1 0:1", 8}, {"0:B10 1:G3 2:B10", 11}, {"0:G2 1", 5},
		{"0:1 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1", 32},
	} {
		trick, err := foppen.ParseTrick(c.text)
		var parse *foppen.ParseError
		if assert.ErrorAs(t, err, &parse, "%q", c.text) {
			assert.Equal(t, c.at, parse.Pos, "%q", c.text)
		}
		assert.Equal(t, foppen.Trick{}, trick, "%q", c.text)
		before := foppen.Must(foppen.ParseTrick("1:G2"))
		assert.Error(t, before.UnmarshalText([]byte(c.text)), "%q", c.text)
		assert.Equal(t, foppen.Must(foppen.ParseTrick("1:G2")), before, "a refused text changes nothing")
		assert.Panics(t, func() { foppen.Must(foppen.ParseTrick(c.text)) }, "%q", c.text)
	}
}

func FuzzParseTrick(f *testing.F) {
	for _, seed := range []string{"", "0:G2", "0:B9 1:B5 3:B10", "7:1 0:1 1:1", "0:G2 0:G3", "8:G2", "0:G2  1:G3", "1:1 1:1", ":", "0:"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		trick, err := foppen.ParseTrick(s)
		checkParsed(t, s, trick.String(), trick != foppen.Trick{}, err)
		winner, fools := trick.Winner(), trick.Fools(2, foppen.FirstPlayed)
		if (trick.Len() > 0) != (winner != foppen.NoSeat) || len(fools) != max(0, min(2, trick.Len()-1)) {
			t.Fatalf("%v: winner %v, fools %v", trick, winner, fools)
		}
	})
}

// Seats against a plain list, for all 256 sets.
func TestSeats(t *testing.T) {
	for bits := range 256 {
		set := foppen.Seats(bits)
		var list []foppen.Seat
		var texts []string
		for s := range foppen.Seat(8) {
			if bits>>s&1 != 0 {
				list = append(list, s)
				texts = append(texts, s.String())
			}
		}
		require.Equal(t, len(list), set.Len())
		require.Equal(t, len(list) == 0, set.IsEmpty())
		require.Equal(t, list, slices.Collect(set.All()))
		require.Equal(t, set, foppen.SeatsOf(list...))
		want := strings.Join(texts, ",")
		if bits == 0 {
			want = "none"
		}
		require.Equal(t, want, set.String())
		for s := foppen.Seat(-128); ; s++ {
			in := s >= 0 && s < 8
			require.Equal(t, in, s.IsValid())
			require.Equal(t, slices.Contains(list, s), set.Has(s))
			with, without := set.With(s), set.Without(s)
			require.Equal(t, in, with.Has(s))
			require.False(t, without.Has(s))
			require.Equal(t, set.Len()+btoi(in && !set.Has(s)), with.Len())
			require.Equal(t, set.Len()-btoi(set.Has(s)), without.Len())
			require.Equal(t, set, set.With(s)&set|without&set)
			if s == 127 {
				break
			}
		}
	}
	for range foppen.SeatsOf(1, 2).All() {
		break
	}
	assert.Equal(t, foppen.SeatsOf(2), foppen.SeatsOf(-1, 2, 2, 8, 127))
	assert.Equal(t, "none", foppen.NoSeat.String())
	assert.Equal(t, "7", foppen.Seat(7).String())
	assert.Equal(t, "-2", foppen.Seat(-2).String())
}
