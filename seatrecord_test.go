package foppen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// What a seat has seen is what its views and redacted events are, and it is written
// and read without loss, at any time of any game.
func TestSeatRecordRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, played := range recordedGames() {
		for n := random.IntN(3); n < len(played.records); n += 1 + random.IntN(rarer(12, 3)) {
			r := played.records[n]
			seat := pickOf(random, viewers(r.Game()))
			s := r.For(seat)
			require.Equal(t, seat, s.Seat())
			require.Equal(t, n, s.Len())
			require.Equal(t, r.Names(), s.Names())
			require.True(t, r.Game().View(seat) == s.View(), "%s after %d moves", played.name, n)

			line := mustJSON(t, s)
			require.Equal(t, string(line), s.String())
			var back foppen.SeatRecord
			require.NoError(t, back.UnmarshalJSON(line), "%s", line)
			require.True(t, back.Equal(s))
			require.Equal(t, string(line), back.String())
		}
	}
}

func TestSeatRecordWalks(t *testing.T) {
	for i, played := range recordedGames() {
		r := played.records[len(played.records)*(i%4+1)/4-1]
		seat := foppen.Seat(i%(r.Game().Players()+1) - 1)
		s := r.For(seat)
		require.Equal(t, played.games[0].View(seat), s.At(0))
		n := 0
		for v, events := range s.All() {
			_, want, err := played.games[n].Apply(played.moves[n])
			require.NoError(t, err)
			for i, e := range want {
				want[i] = foppen.Redact(e, seat)
			}
			require.Equal(t, want, events, "%s: move %d, seat %d", played.name, n+1, seat)
			n++
			require.True(t, played.games[n].View(seat) == v)
			require.True(t, v == s.At(n))
		}
		require.Equal(t, r.Len(), n)
		require.Equal(t, r.Result(), s.Result())

		for _, from := range []int{-1, 0, 1, n / 2, n - 1, n, n + 1} {
			i := min(max(from, 0), n)
			for v, events := range s.From(from) {
				i++
				require.True(t, s.At(i) == v)
				_, want, err := played.games[i-1].Apply(played.moves[i-1])
				require.NoError(t, err)
				for i, e := range want {
					want[i] = foppen.Redact(e, seat)
				}
				require.Equal(t, want, events)
				if i > from+60 {
					i = n
					break
				}
			}
			require.Equal(t, n, i, "from %d", from)
		}
		require.Equal(t, foppen.Game{}.View(foppen.NoSeat), s.At(n+1))
	}
}

// A client that gets redacted events makes the record that the server's gives.
func TestSeatRecordFromEvents(t *testing.T) {
	for i, played := range recordedGames() {
		if testing.Short() && i%3 != 0 {
			continue
		}
		whole := played.whole()
		seat := foppen.Seat(i%(whole.Game().Players()+1) - 1)
		s, err := foppen.NewSeatRecord(played.games[0].View(seat), whole.Names()...)
		require.NoError(t, err)
		var kept []foppen.SeatRecord
		var all []foppen.Event
		for _, events := range whole.All() {
			kept = append(kept, s)
			events = foppen.RedactAll(events, seat)
			all = append(all, events...)
			if len(events) > 1 {
				same, err := s.Append(events[:1]...)
				if s.Len()%7 == 0 && err == nil {
					require.True(t, same.Equal(whole.Prefix(s.Len()+1).For(seat)), "what only follows may be missing")
				}
			}
			s, err = s.Append(events...)
			require.NoError(t, err)
		}
		require.True(t, s.Equal(whole.For(seat)))
		for n, old := range kept {
			if n%11 == 0 {
				require.True(t, old.Equal(whole.Prefix(n).For(seat)), "an old value stays as it was")
			}
		}
		again, err := kept[0].Append(all...)
		require.NoError(t, err)
		require.True(t, again.Equal(s), "of many moves at once")
	}
}

// What cannot follow, and a move that is not whole, change nothing.
func TestSeatRecordAppendRefuses(t *testing.T) {
	played := playRecorded(smallVariant(), 4, 1)
	refused := 0
	for n, r := range played.records[:len(played.moves)] {
		s := r.For(1)
		_, events, err := played.games[n].Apply(played.moves[n])
		require.NoError(t, err)
		events = foppen.RedactAll(events, 1)
		for cut := range events {
			same, err := s.Append(events[:cut]...)
			if err == nil {
				continue
			}
			refused++
			var e *foppen.EventError
			require.ErrorAs(t, err, &e)
			require.Nil(t, e.Event)
			require.True(t, same.Equal(s))
		}
		same, err := s.Append(append(events, events[0])...)
		require.Error(t, err)
		require.True(t, same.Equal(s))
		_, err = s.Append(nil)
		require.Error(t, err)
	}
	require.Greater(t, refused, 20)
}

func TestNewSeatRecordRefuses(t *testing.T) {
	g, err := foppen.New(4)
	require.NoError(t, err)
	begun, err := g.Deal(g.Shuffle(rand.NewPCG(1, 1)))
	require.NoError(t, err)
	for _, c := range []struct {
		view  foppen.View
		names []string
		want  string
	}{
		{foppen.View{}, nil, "foppen: view: that of the zero Game, want one of a game made by New"},
		{begun.View(1), nil, "foppen: view: has seen a deal, want one that waits for the first"},
		{begun.Playout(rand.NewPCG(1, 1)).View(1), nil, "foppen: view: has seen a deal, want one that waits for the first"},
		{g.View(1), []string{"a"}, "foppen: names: have 1 for 4 seats, want one for each or none at all"},
	} {
		s, err := foppen.NewSeatRecord(c.view, c.names...)
		var refused *foppen.ArgError
		require.ErrorAs(t, err, &refused)
		require.EqualError(t, err, c.want)
		require.True(t, s.Equal(foppen.SeatRecord{}))
	}
	var zero foppen.SeatRecord
	same, err := zero.Append(foppen.Dealt{})
	require.Error(t, err)
	require.True(t, same.Equal(zero))
	same, err = zero.Append()
	require.NoError(t, err)
	require.True(t, same.Equal(zero))
}

// Who is not at the table is a spectator.
func TestSeatRecordOfNobody(t *testing.T) {
	r := playRecorded(smallVariant(), 4, 1).whole()
	for _, seat := range []foppen.Seat{4, 7, 8, -2, 127, -128} {
		require.True(t, r.For(seat).Equal(r.For(foppen.NoSeat)))
	}
	require.Contains(t, r.For(9).String(), `"view":"spectator"`)
}

// Exchange cards that a seat has not seen, and bets that are not revealed: every
// byte that the seat gets stays the same.
func TestSeatRecordHidesHands(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	swapped := map[foppen.Phase]int{}
	for _, played := range recordedGames() {
		for n := random.IntN(5); n < len(played.records); n += 1 + random.IntN(rarer(35, 3)) {
			r := played.records[n]
			for range 4 {
				seat := pickOf(random, viewers(r.Game()))
				other, ok := swapHidden(t, random, r, seat)
				if !ok || other.Equal(r) {
					continue
				}
				swapped[r.Game().Phase()]++
				a, b := r.For(seat), other.For(seat)
				require.True(t, a.Equal(b))
				require.Equal(t, string(mustJSON(t, a)), string(mustJSON(t, b)))
				for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
					require.Equal(t, fmt.Sprintf(verb, a), fmt.Sprintf(verb, b), verb)
				}
			}
		}
	}
	require.Greater(t, swapped[foppen.PlayPhase], shorter(200, 3))
	require.Greater(t, swapped[foppen.BetPhase], shorter(20, 3))
}

// On a small deck, all that can be seen is known: a record is accepted if and only
// if some deal explains it.
func TestSeatRecordAcceptsJustWhatCanBe(t *testing.T) {
	for name, setup := range map[string]foppen.Setup{
		"one disc":  {Green: 4, Red: 3, Ones: 1, HandSize: 2, Discs: 1, Rounds: 1},
		"set aside": {Green: 3, Red: 3, Ones: 2, HandSize: 1, Rounds: 1},
	} {
		v := foppen.Rulebook2018()
		v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{3: setup}
		g, err := foppen.New(3, foppen.WithVariant(v))
		require.NoError(t, err)
		start, err := foppen.NewRecord(g)
		require.NoError(t, err)
		for _, seat := range []foppen.Seat{foppen.NoSeat, 1} {
			possible := map[string]foppen.View{}
			for _, d := range allDeals(g.Variant().Deck(3), setup.HandSize) {
				r, err := start.Append(d)
				require.NoError(t, err)
				allSeen(t, r, seat, possible)
			}
			accepted, refused := 0, 0
			for line, view := range possible {
				if view.Phase() != foppen.PlayPhase {
					continue
				}
				for c := range g.Variant().Deck(3).All() {
					next := strings.TrimSuffix(line, "]}") + fmt.Sprintf(`,{"seat":%d,"play":%q}]}`, view.Turn(), c)
					err := new(foppen.SeatRecord).UnmarshalJSON([]byte(next))
					_, can := possible[next]
					require.Equal(t, can, err == nil, "%s: %s: %v", name, next, err)
					if can {
						accepted++
					} else {
						refused++
					}
				}
			}
			require.Greater(t, accepted, 20)
			require.Greater(t, refused, 20)
		}
	}
}

// allDeals returns every way to deal three hands.
func allDeals(deck foppen.Cards, size int) (deals []foppen.Deal) {
	var hand func(d foppen.Deal, s int, from, rest foppen.Cards)
	hand = func(d foppen.Deal, s int, from, rest foppen.Cards) {
		if s == 3 {
			deals = append(deals, d)
			return
		}
		if d.Hands[s].Len() == size {
			hand(d, s+1, rest, rest)
			return
		}
		for c := range from.All() {
			next := d
			next.Hands[s] = d.Hands[s].With(c)
			from = from.Without(c) // each hand once, not once for each order
			hand(next, s, from, rest.Without(c))
		}
	}
	hand(foppen.Deal{}, 0, deck, deck)
	return deals
}

// allSeen collects what the seat sees in every course that the game can take.
func allSeen(t *testing.T, r foppen.Record, seat foppen.Seat, seen map[string]foppen.View) {
	s := r.For(seat)
	seen[s.String()] = s.View()
	for c := range r.Game().Legal().All() {
		next, err := r.Append(foppen.Play{Seat: r.Game().Turn(), Card: c})
		require.NoError(t, err)
		allSeen(t, next, seat, seen)
	}
}

// What contradicts itself is refused, with the rule where there is one.
func TestSeatRecordRefuses(t *testing.T) {
	v := foppen.Edition1995Bets()
	v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{3: {Green: 4, Red: 3, Ones: 1, HandSize: 2, Discs: 1, Rounds: 2}}
	g, err := foppen.New(3, foppen.WithVariant(v))
	require.NoError(t, err)
	r, err := foppen.NewRecord(g)
	require.NoError(t, err)
	for _, m := range []string{
		"deal G2 R2|G3 R3|G4 1", "seat 0 bets", "seat 1 does not bet", "seat 2 bets",
		"seat 0 plays G2", "seat 1 plays G3", "seat 2 plays G4", "seat 2 plays 1", "seat 1 plays R3",
	} {
		r, err = r.Append(foppen.Must(foppen.ParseMove(m)))
		require.NoError(t, err, m)
	}
	line := r.For(1).String()
	_, moves, _ := strings.Cut(line, `"moves":`)
	require.Equal(t, `[{"deal":[2,["G3","R3"],2]},{"seat":0,"bet":"hidden"},{"seat":1,"bet":false},{"seat":2,"bet":"hidden"},{"bets":[0,2]},`+
		`{"seat":0,"play":"G2"},{"seat":1,"play":"G3"},{"seat":2,"play":"G4"},{"seat":2,"play":"1"},{"seat":1,"play":"R3"},{"left":[["R2"],[],[]]}]}`, moves)

	for _, c := range []struct {
		old, new string
		move     int
		rule     string
		problem  string
	}{
		{`foppen-seat/1`, `foppen/1`, 0, "", `want "foppen-seat/1"`},
		{`"view":1,`, ``, 0, "", `no key "view"`},
		{`"view":1`, `"view":3`, 0, "", "want a seat at this table"},
		{`"view":1`, `"view":-1`, 0, "", "view at byte"},
		{`"view":1`, `"view":"nobody"`, 0, "", `want "spectator"`},
		{`"view":1`, `"view":"spectator"`, 1, "R2.3", "the hand of this record's seat and no other"},
		{`"view":1`, `"view":0`, 1, "R2.3", "the hand of this record's seat and no other"},
		{`[2,["G3","R3"],2]`, `[2,["G3","R3"],3]`, 1, "R2.3", "for each of 3 seats the number 2"},
		{`[2,["G3","R3"],2]`, `[2,["G3","R3"],2,2]`, 1, "R2.3", "for each of 3 seats the number 2"},
		{`[2,["G3","R3"],2]`, `[2,["G3","R3"]]`, 1, "R2.3", "for each of 3 seats the number 2"},
		{`[2,["G3","R3"],2]`, `[2,["G3"],2]`, 1, "R2.3", "for each of 3 seats the number 2"},
		{`[2,["G3","R3"],2]`, `[2,["G3","R3"],["G4","1"]]`, 1, "R2.3", "the hand of this record's seat and no other"},
		{`[2,["G3","R3"],2]`, `[2,["G3","R4"],2]`, 1, "R2.3", "R4"},
		{`[2,["G3","R3"],2]`, `[0,["G3","R3"],2]`, 1, "", "from 1 to"},
		{`{"seat":0,"bet":"hidden"}`, `{"seat":0,"bet":true}`, 2, "", "a hidden bet of another seat"},
		{`{"seat":1,"bet":false}`, `{"seat":1,"bet":"hidden"}`, 3, "", "want the own bet"},
		{`{"seat":1,"bet":false}`, `{"seat":1,"bet":true}`, 4, "", "want the answer that seat 1 gave"},
		{`{"seat":1,"bet":false}`, `{"seat":1,"bet":"no"}`, 3, "", `want "hidden"`},
		{`{"bets":[0,2]},`, ``, 4, "R3.1", "want the bets revealed"},
		{`{"bets":[0,2]}`, `{"bets":[0,1,2]}`, 4, "", "want the answer that seat 1 gave"},
		{`{"bets":[0,2]}`, `{"bets":[2,3]}`, 4, "", "want only seats of the table"},
		{`{"bets":[0,2]}`, `{"bets":[0,2]},{"bets":[0,2]}`, 5, "", "want a card of seat 0"},
		{`{"seat":0,"play":"G2"}`, `{"seat":0,"play":"G3"}`, 5, "R3.1", "want a card that seat 0 may hold"},
		{`{"seat":0,"play":"G2"}`, `{"seat":0,"play":"1"}`, 8, "R3.1", "want a card that seat 2 may hold"},
		{`{"seat":0,"play":"G2"}`, `{"seat":0,"play":"G9"}`, 5, "R1.3", "G9"},
		{`{"seat":0,"play":"G2"}`, `{"seat":2,"play":"G2"}`, 5, "R3.1", "not this seat's turn"},
		{`{"seat":1,"play":"G3"}`, `{"seat":1,"play":"R3"}`, 6, "R3.4", "must follow"},
		{`,{"left":[["R2"],[],[]]}`, ``, 9, "", "want the hands that are left"},
		{`[["R2"],[],[]]`, `[["R2"],[]]`, 9, "", "want the hands that are left"},
		{`[["R2"],[],[]]`, `[["1"],[],[]]`, 9, "R2.3", "want 1 cards that seat 0 may hold"},
		{`[["R2"],[],[]]`, `[[],[],[]]`, 9, "R2.3", "want 1 cards that seat 0 may hold"},
		{`[["R2"],[],[]]`, `[["R2"],["R3"],[]]`, 9, "R2.3", "want 0 cards that seat 1 may hold"},
		{`[["R2"],[],[]]`, `[["R2"],0,[]]`, 9, "", "from 1 to"},
		{`[["R2"],[],[]]`, `[1,[],[]]`, 9, "", "want the hands that are left"},
		{`[["R2"],[],[]]`, `[["R2"],[],[],[]]`, 9, "", "want the hands that are left"},
		{`{"left":[["R2"],[],[]]}`, `{"left":[["R2"],[],[]]},{"seat":0,"play":"R2"}`, 10, "R3.1", "not in this phase"},
		{`{"left":[["R2"],[],[]]}`, `{"left":[["R2"],[],[]]},{"deal":[["G3","R3"],2,2]}`, 10, "R2.3", "the hand of this record's seat"},
		{`{"seat":0,"play":"G2"}`, `{"left":[["R2"],[],[]]}`, 5, "R2.3", "want a card of seat 0"},
		{`{"left"`, `{"right"`, 9, "", "unknown key"},
		{`{"deal":`, `{"seat":1,"play":"G3"},{"deal":`, 1, "R3.1", "not in this phase"},
		{`{"left":[["R2"],[],[]]}]`, `{"left":[["R2"],[],[]]}],"result":{"totals":[0,0,0],"winners":[0]}`, 0, "R6.2", "want no result"},
	} {
		text := strings.Replace(line, c.old, c.new, 1)
		require.NotEqual(t, line, text, c.old)
		var e *foppen.RecordError
		err := new(foppen.SeatRecord).UnmarshalJSON([]byte(text))
		require.ErrorAs(t, err, &e, c.new)
		require.Contains(t, err.Error(), c.problem)
		if c.problem != "" {
			require.Equal(t, c.move, e.Move, err.Error())
			require.Equal(t, c.rule, e.Rule, err.Error())
		}
	}
}

// An error about the play of another seat does not show the cards that were made up
// for it.
func TestSeatRecordErrorsShowNoHands(t *testing.T) {
	r := playRecorded(foppen.Rulebook2018(), 4, 1).records[3]
	turn := r.Game().Turn()
	line := r.For((turn + 2) % 4).String()
	seen := 0
	for c := range r.Game().Variant().Deck(4).All() {
		for d := range r.Game().Variant().Deck(4).All() {
			text := strings.TrimSuffix(line, "]}") + fmt.Sprintf(`,{"seat":%d,"play":%q},{"seat":%d,"play":%q}]}`, turn, c, turn, d)
			err := new(foppen.SeatRecord).UnmarshalJSON([]byte(text))
			require.Error(t, err)
			if strings.Contains(err.Error(), "could play") {
				t.Fatal(err)
			}
			seen++
		}
	}
	require.Positive(t, seen)
}

func TestSeatRecordInJSON(t *testing.T) {
	r := playRecorded(smallVariant(), 4, 2, "<a>", "b", "c", "d").whole()
	var list []foppen.SeatRecord
	for _, seat := range viewers(r.Game()) {
		list = append(list, r.For(seat))
	}
	text, err := json.MarshalIndent(list, "", "\t")
	require.NoError(t, err)
	var back []foppen.SeatRecord
	require.NoError(t, json.Unmarshal(text, &back))
	require.Len(t, back, len(list))
	for i, s := range back {
		require.True(t, s.Equal(list[i]))
		var line bytes.Buffer
		n, err := s.WriteTo(&line)
		require.NoError(t, err)
		require.Equal(t, s.String()+"\n", line.String())
		require.EqualValues(t, line.Len(), n)
	}
	require.ErrorContains(t, new(foppen.Record).UnmarshalJSON(mustJSON(t, list[0])), "foppen/1")
}

// A stream of seats' records is read back; a line at fault is told and stepped over, and
// a long one is not held.
func TestReadSeatRecords(t *testing.T) {
	whole := playRecorded(smallVariant(), 4, 1, "a", "b", "c", "d").whole()
	var stream bytes.Buffer
	var want []foppen.SeatRecord
	for _, seat := range viewers(whole.Game()) {
		s := whole.Prefix(20).For(seat)
		want = append(want, s)
		_, err := s.WriteTo(&stream)
		require.NoError(t, err)
	}
	good := stream.String()
	longest := 0
	for line := range strings.Lines(good) {
		longest = max(longest, len(line)-len("\n"))
	}
	stream.WriteString("\n \t\r\n" + string(mustJSON(t, whole)) + "\n")  // 6 to 8: a Record
	stream.WriteString(strings.Repeat(" ", longest+1) + "\n")            // 9
	stream.WriteString(strings.Replace(want[1].String(), `"G`, `"X`, 1)) // 10, without an end

	for name, src := range map[string]io.Reader{
		"whole":        bytes.NewReader(stream.Bytes()),
		"byte by byte": iotest.OneByteReader(bytes.NewReader(stream.Bytes())),
	} {
		records := foppen.ReadShortSeatRecords(src, longest)
		var got []foppen.SeatRecord
		var faults [][2]int
		for s, err := range records {
			if err == nil {
				got = append(got, s)
				continue
			}
			var e *foppen.RecordError
			require.ErrorAs(t, err, &e, name)
			require.True(t, s.Equal(foppen.SeatRecord{}))
			faults = append(faults, [2]int{e.Line, e.Number})
		}
		require.True(t, slices.EqualFunc(want, got, foppen.SeatRecord.Equal), name)
		require.Equal(t, [][2]int{{8, 6}, {9, 7}, {10, 8}}, faults, name)
		for range records {
			t.Fatal("all has been read")
		}
	}
	n := 0
	for _, err := range foppen.ReadSeatRecords(strings.NewReader(good)) {
		require.NoError(t, err)
		n++
	}
	require.Equal(t, 5, n)
}

// The golden file of seats' records is read back whole.
func TestSeatRecordGoldenIsRead(t *testing.T) {
	stored, err := os.ReadFile("testdata/records/seat.jsonl")
	require.NoError(t, err)
	var again bytes.Buffer
	for s, err := range foppen.ReadSeatRecords(bytes.NewReader(stored)) {
		require.NoError(t, err)
		_, err = s.WriteTo(&again)
		require.NoError(t, err)
	}
	require.Equal(t, string(stored), again.String())
}

func TestReadSeatRecordsPassesErrorsOn(t *testing.T) {
	broken := errors.New("broken pipe")
	line := playRecorded(smallVariant(), 4, 1).records[5].For(2).String() + "\n"
	records := foppen.ReadSeatRecords(io.MultiReader(strings.NewReader(line+line[:100]), iotest.ErrReader(broken)))
	var errs []error
	for _, err := range records {
		errs = append(errs, err)
	}
	require.Equal(t, []error{nil, broken}, errs)
}

// Where nothing is given to read from, there is nothing to read.
func TestReadRecordsOfNothing(t *testing.T) {
	for range foppen.ReadRecords(nil) {
		t.Fatal("a record")
	}
	for range foppen.ReadSeatRecords(nil) {
		t.Fatal("a record")
	}
}
