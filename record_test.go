package foppen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// ---------------------------------------------------------------------------
// Games to record

// ---------------------------------------------------------------------------
// Building and walking

// Every prefix of every game is written and read without loss, as JSON and as text.
func TestRecordRoundTrip(t *testing.T) {
	for i, played := range recordedGames() {
		whole := played.whole()
		for n, r := range played.records {
			require.Equal(t, n, r.Len())
			require.True(t, played.games[n] == r.Game())
			if testing.Short() && (n+i)%5 != 0 {
				continue
			}
			require.True(t, whole.Prefix(n).Equal(r), "%s: prefix of %d moves", played.name, n)

			line, err := r.MarshalJSON()
			require.NoError(t, err)
			var back foppen.Record
			require.NoError(t, back.UnmarshalJSON(line), "%s after %d moves: %s", played.name, n, line)
			require.True(t, back.Equal(r))
			if n%10 == 0 && !bytes.Equal(line, mustJSON(t, back)) {
				t.Fatalf("%s after %d moves: written again it is\n%s\nnot\n%s", played.name, n, mustJSON(t, back), line)
			}

			text := r.String()
			back, err = foppen.ParseRecord(text)
			require.NoError(t, err, "%s after %d moves:\n%s", played.name, n, text)
			require.True(t, back.Equal(r))
		}
	}
}

// The independent referee replays every line that is written.
func TestRecordAgainstOracle(t *testing.T) {
	for i, played := range recordedGames() {
		if played.games[0].Variant().Name() == "" {
			continue // the referee does not read variants
		}
		for n := i % 7; n < len(played.records); n += 1 + len(played.records)/shorter(20, 4) {
			require.NoError(t, oracleReplay(mustJSON(t, played.records[n])), "%s after %d moves", played.name, n)
		}
		require.NoError(t, oracleReplay(mustJSON(t, played.whole())), played.name)
	}
}

// And what the referee writes, with the keys in another order, is read.
func TestRecordOfOracle(t *testing.T) {
	for _, s := range presetScenes() {
		rules, err := oraclePreset(s.variant.Name(), s.players)
		require.NoError(t, err)
		line := oracleRecord(oracleRandomGame(t, rules, rand.New(rand.NewPCG(uint64(s.players), 1))), s.variant.Name())
		var r foppen.Record
		require.NoError(t, json.Unmarshal(line, &r), "%s", line)
		require.JSONEq(t, string(line), string(mustJSON(t, r)))
	}
}

// json.Marshal, which compacts and escapes, gives the same bytes as MarshalJSON.
func TestRecordInLargerJSON(t *testing.T) {
	r := playRecorded(smallVariant(), 4, 3, "<i>", "&", "\u2029", "ü").whole()
	line, err := json.Marshal(r)
	require.NoError(t, err)
	require.Equal(t, string(mustJSON(t, r)), string(line))

	s := r.For(2)
	line, err = json.Marshal([]any{r, s})
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf("[%s,%s]", mustJSON(t, r), mustJSON(t, s)), string(line))

	text, err := r.MarshalText()
	require.NoError(t, err)
	var back foppen.Record
	require.NoError(t, back.UnmarshalText(text))
	require.True(t, back.Equal(r))
	require.Error(t, back.UnmarshalText(text[1:]))
	require.True(t, back.Equal(r), "a refused text changes nothing")
}

func TestRecordWalks(t *testing.T) {
	for _, played := range recordedGames() {
		r := played.whole()
		n := 0
		for m := range r.Moves() {
			require.Equal(t, played.moves[n], m)
			n++
		}
		require.Equal(t, len(played.moves), n)

		n = 0
		for g, events := range r.All() {
			before, want := played.games[n], played.games[n+1]
			require.True(t, want == g)
			_, wantEvents, err := before.Apply(played.moves[n])
			require.NoError(t, err)
			require.Equal(t, wantEvents, events)
			n++
		}
		require.Equal(t, len(played.moves), n)

		for n, g := range played.games {
			require.True(t, g == r.At(n))
		}
		for _, n := range []int{-1, r.Len() + 1} {
			require.Equal(t, foppen.Game{}, r.At(n))
			require.True(t, r.Prefix(n).Equal(foppen.Record{}))
		}
		require.Equal(t, r.Game().Standings(), r.Result())
		require.Zero(t, r.Prefix(r.Len()-1).Result())
	}
}

// A walk that is broken off ends at once, wherever it is.
func TestRecordWalksEndEarly(t *testing.T) {
	r := playRecorded(foppen.Edition1995Bets(), 3, 1).whole()
	for stop := range r.Len() {
		n := 0
		for range r.Moves() {
			if n == stop {
				break
			}
			n++
		}
		require.Equal(t, stop, n)
		n = 0
		for range r.All() {
			if n == stop%50 {
				break
			}
			n++
		}
		n = 0
		for range r.For(0).All() {
			if n = 1; stop%100 != 0 {
				break
			}
		}
	}
}

// Two continuations of one record do not disturb each other or it, also when several
// goroutines continue it at once.
func TestRecordContinuationsAreIndependent(t *testing.T) {
	played := playRecorded(foppen.Edition1995Bets(), 4, 5)
	for n := 0; n < len(played.moves); n += 7 {
		base := played.records[n]
		line := mustJSON(t, base)
		want := played.records[min(n+40, len(played.moves))]

		var group sync.WaitGroup
		for seed := range uint64(4) {
			group.Go(func() {
				src := rand.NewPCG(seed, 9)
				other := base
				for range 20 {
					if other.Game().Phase() == foppen.OverPhase {
						break
					}
					other, _ = other.Append(randomMove(other.Game(), rand.New(src)))
				}
			})
		}
		same := base
		for _, m := range played.moves[n:want.Len()] {
			var err error
			same, err = same.Append(m)
			require.NoError(t, err)
		}
		group.Wait()
		require.True(t, same.Equal(want))
		require.Equal(t, line, mustJSON(t, base))
	}
}

// Apply returns the record that Append returns and the events of Game.Apply.
func TestRecordApply(t *testing.T) {
	for _, played := range recordedGames() {
		r := played.records[0]
		for n, m := range played.moves {
			next, events, err := r.Apply(m)
			require.NoError(t, err)
			_, want, err := played.games[n].Apply(m)
			require.NoError(t, err)
			require.Equal(t, want, events, "%s: move %d", played.name, n+1)
			require.Equal(t, played.games[n+1], next.Game())
			require.Equal(t, n+1, next.Len())
			if n%20 == 0 {
				require.True(t, next.Equal(played.records[n+1]))
				require.True(t, r.Equal(played.records[n]), "the record before stays as it was")
			}
			r = next
		}
		require.True(t, r.Equal(played.whole()))
	}
}

// From is All without its first moves, wherever they end.
func TestRecordFrom(t *testing.T) {
	type step struct {
		game   foppen.Game
		events []foppen.Event
	}
	random := rand.New(rand.NewPCG(3, 3))
	for _, played := range recordedGames() {
		r := played.whole()
		var all []step
		for g, events := range r.All() {
			all = append(all, step{g, events})
		}
		from := []int{math.MinInt, -1, 0, 1, 2, len(all) - 1, len(all), len(all) + 1, math.MaxInt}
		for n, m := range played.moves { // where rounds begin
			if _, ok := m.(foppen.Deal); ok && len(from) < 20 {
				from = append(from, n-1, n, n+1)
			}
		}
		for range 5 {
			from = append(from, random.IntN(len(all)))
		}
		for _, n := range from {
			i := min(max(n, 0), len(all))
			for g, events := range r.From(n) {
				require.True(t, all[i].game == g && slices.Equal(all[i].events, events), "%s from %d", played.name, n)
				if i++; i%97 == 96 {
					i = len(all)
					break // which is allowed, and keeps the test short
				}
			}
			require.Equal(t, len(all), i, "%s from %d", played.name, n)
		}
	}
	for range (foppen.Record{}).From(0) {
		t.Fatal("a move of no game")
	}
}

func TestRecordRefusesMoves(t *testing.T) {
	played := playRecorded(smallVariant(), 4, 2)
	for n, r := range played.records {
		g := played.games[n]
		for _, m := range []foppen.Move{
			nil, foppen.Deal{}, foppen.Play{Seat: 0, Card: foppen.NoCard}, foppen.Play{Seat: foppen.NoSeat, Card: foppen.One},
			foppen.Bet{Seat: 9, Bet: true}, foppen.Play{Seat: g.Turn(), Card: foppen.Must(foppen.ParseCard("B31"))},
		} {
			same, err := r.Append(m)
			_, _, want := g.Apply(m)
			require.Error(t, want)
			require.Equal(t, want, err, "the same error as from Apply")
			require.True(t, same.Equal(r))
			require.Equal(t, r.Len(), same.Len())
			same, events, err := r.Apply(m)
			require.Equal(t, want, err)
			require.Nil(t, events)
			require.True(t, same.Equal(r))
			require.Equal(t, r.Len(), same.Len())
		}
	}
}

func TestNewRecordRefuses(t *testing.T) {
	g, err := foppen.New(4)
	require.NoError(t, err)
	begun, err := g.Deal(g.Shuffle(rand.NewPCG(1, 1)))
	require.NoError(t, err)
	between := begun.Playout(rand.NewPCG(1, 1))
	require.Equal(t, foppen.DealPhase, between.Phase())
	for _, c := range []struct {
		g     foppen.Game
		names []string
		want  string
	}{
		{foppen.Game{}, nil, "foppen: game: the zero Game, want one made by New"},
		{begun, nil, "foppen: game: has been dealt, want one that waits for its first deal"},
		{between, nil, "foppen: game: has been dealt, want one that waits for its first deal"},
		{g, []string{"a"}, "foppen: names: have 1 for 4 seats, want one for each or none at all"},
		{g, make([]string, 5), "foppen: names: have 5 for 4 seats, want one for each or none at all"},
		{g, []string{"a", "b", "c", strings.Repeat("x", foppen.MaxNameLen+1)}, "foppen: names[3]: has 65 bytes, want at most 64"},
		{g, []string{"a", "\xff", "c", "d"}, "foppen: names[1]: is not valid UTF-8"},
	} {
		r, err := foppen.NewRecord(c.g, c.names...)
		var refused *foppen.ArgError
		require.ErrorAs(t, err, &refused)
		require.EqualError(t, err, c.want)
		require.True(t, r.Equal(foppen.Record{}))
	}
}

// A record neither keeps the slice of names nor hands out its own.
func TestRecordNamesAreCopies(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	g, err := foppen.New(4)
	require.NoError(t, err)
	r, err := foppen.NewRecord(g, names...)
	require.NoError(t, err)
	names[0] = "x"
	r.Names()[1] = "x"
	r.For(0).Names()[2] = "x"
	require.Equal(t, []string{"a", "b", "c", "d"}, r.Names())
	require.Equal(t, r.Names(), r.For(1).Names())
}

func TestZeroRecord(t *testing.T) {
	var r foppen.Record
	require.Zero(t, r.Len())
	require.Equal(t, foppen.Game{}, r.Game())
	require.Equal(t, foppen.Game{}, r.At(0))
	require.Equal(t, []string{}, r.Names())
	require.Zero(t, r.Result())
	require.True(t, r.Equal(r.Prefix(0)))
	require.Empty(t, r.String())
	_, err := r.MarshalJSON()
	require.Error(t, err)
	_, err = r.WriteTo(io.Discard)
	require.Error(t, err)
	same, err := r.Append(foppen.Deal{})
	require.ErrorIs(t, err, foppen.ErrWrongPhase)
	require.True(t, same.Equal(r))
	same, events, err := r.Apply(foppen.Deal{})
	require.ErrorIs(t, err, foppen.ErrWrongPhase)
	require.Nil(t, events)
	require.True(t, same.Equal(r))
	for range r.All() {
		t.Fatal("a move of no game")
	}
	text, err := r.MarshalText()
	require.NoError(t, err)
	require.NoError(t, r.UnmarshalText(text))

	s := r.For(1)
	require.Equal(t, foppen.NoSeat, s.Seat())
	require.True(t, s.Equal(foppen.SeatRecord{}))
	require.Equal(t, foppen.NoSeat, foppen.SeatRecord{}.Seat())
	require.Zero(t, s.Len())
	require.Zero(t, s.Result())
	for range s.From(-1) {
		t.Fatal("a move of no game")
	}
	require.Empty(t, s.String())
	require.Equal(t, foppen.Game{}.View(foppen.NoSeat), s.View())
	_, err = s.MarshalJSON()
	require.Error(t, err)
}

func TestRecordEqual(t *testing.T) {
	played := playRecorded(smallVariant(), 4, 1)
	other := playRecorded(smallVariant(), 4, 1, "a", "b", "c", "d")
	longer := playRecorded(smallVariant(), 4, 5)
	for n, r := range played.records {
		require.True(t, r.Equal(r.Prefix(n)))
		require.False(t, r.Equal(other.records[n]), "other names")
		require.False(t, r.Equal(foppen.Record{}))
		require.False(t, r.For(0).Equal(r.For(1)))
		if n > 0 {
			require.False(t, r.Equal(played.records[n-1]))
			require.False(t, r.Equal(longer.Record(n)), "another game")
		}
	}
}

// Two games may reach the same position in different ways.
func TestRecordEqualSeesEarlierRounds(t *testing.T) {
	v := foppen.Edition1995()
	v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{2: {Green: 5, HandSize: 2, Rounds: 2}}
	g, err := foppen.New(2, foppen.WithVariant(v))
	require.NoError(t, err)
	start, err := foppen.NewRecord(g)
	require.NoError(t, err)
	play := func(moves ...string) foppen.Record {
		r := start
		for _, m := range moves {
			r, err = r.Append(foppen.Must(foppen.ParseMove(m)))
			require.NoError(t, err)
		}
		return r
	}
	const deal = "deal G2 G3|G4 G5"
	a := play(deal, "seat 0 plays G2", "seat 1 plays G4", "seat 1 plays G5", "seat 0 plays G3", deal)
	b := play(deal, "seat 0 plays G3", "seat 1 plays G4", "seat 1 plays G5", "seat 0 plays G2", deal)
	require.Equal(t, a.Game(), b.Game())
	require.False(t, a.Equal(b))
	require.NotEqual(t, a.String(), b.String())
}

// ---------------------------------------------------------------------------
// Golden files

// A record's JSON and text are a promise: what was stored can be read for ever.
func TestRecordGolden(t *testing.T) {
	write := func(name string, played recordedGame, at ...int) {
		var lines, texts bytes.Buffer
		for _, n := range append(at, played.whole().Len()) {
			_, err := played.records[n].WriteTo(&lines)
			require.NoError(t, err)
			fmt.Fprintf(&texts, "%s\n\n", played.records[n])
		}
		golden(t, "records/"+name+".jsonl", lines.Bytes())
		golden(t, "records/"+name+".txt", texts.Bytes())
	}
	for _, name := range foppen.Presets() {
		v, err := foppen.Preset(name)
		require.NoError(t, err)
		n := v.Players()[0]
		write(name, playRecorded(v, n, 7), 0, 1, 3, 30)
	}
	custom := playRecorded(smallVariant(), 4, 1, "Ann", "<Ben>", "", "Zoë")
	write("custom", custom, 0, 1, 2, 3, 5, 9)

	var lines bytes.Buffer
	for seat := foppen.NoSeat; seat < 4; seat++ {
		for _, n := range []int{0, 1, 3, 5, 9, custom.whole().Len()} {
			_, err := custom.records[n].For(seat).WriteTo(&lines)
			require.NoError(t, err)
		}
	}
	golden(t, "records/seat.jsonl", lines.Bytes())
}

// The golden files are read back whole.
func TestRecordGoldenIsRead(t *testing.T) {
	files, err := filepath.Glob("testdata/records/*.jsonl")
	require.NoError(t, err)
	require.Len(t, files, 7)
	for _, file := range files {
		if strings.HasSuffix(file, "seat.jsonl") {
			continue
		}
		stored, err := os.ReadFile(file)
		require.NoError(t, err)
		var again bytes.Buffer
		for r, err := range foppen.ReadRecords(bytes.NewReader(stored)) {
			require.NoError(t, err, file)
			_, err = r.WriteTo(&again)
			require.NoError(t, err)
		}
		require.Equal(t, string(stored), again.String())
	}
}

// ---------------------------------------------------------------------------
// Faults

// The place of a fault, and the rule.
func TestRecordErrorSaysWhere(t *testing.T) {
	played := playRecorded(foppen.Rulebook2018(), 4, 3)
	// The first discard of the second round becomes a card of the same hand that is
	// not there any more.
	var at, trick int
	for n, g := range played.games {
		if g.Round() == 2 && g.TrickNumber() == 4 && g.Trick().Len() == 2 && g.Phase() == foppen.PlayPhase {
			at, trick = n, g.TrickNumber()
			break
		}
	}
	require.Positive(t, at)
	moves := slices.Clone(played.moves)
	play := moves[at].(foppen.Play)
	gone := played.games[at].Played().Lowest()
	moves[at] = foppen.Play{Seat: play.Seat, Card: gone}
	line := recordOf(t, played.games[0], moves)

	var e *foppen.RecordError
	require.ErrorAs(t, new(foppen.Record).UnmarshalJSON(line), &e)
	require.Equal(t, foppen.RecordError{Round: 2, Trick: trick, Move: at + 1, Rule: "R3.1", Err: e.Err}, *e)
	require.ErrorIs(t, e, foppen.ErrNotInHand)
	require.Equal(t, fmt.Sprintf("foppen: round 2: trick 4: move %d: seat %d: %s: card not in hand (rule 3.1); could play %s", at+1, play.Seat, gone, played.games[at].Legal()), e.Error())

	text := played.whole().String()
	_, err := foppen.ParseRecord(strings.Replace(text, "\nplay ", "\nplay B2 ", 1))
	require.ErrorAs(t, err, &e)
	require.Equal(t, 1, e.Round)

	stream := fmt.Sprintf("%s\n\n%s\n", mustJSON(t, played.whole()), line)
	for r, err := range foppen.ReadRecords(strings.NewReader(stream)) {
		if err == nil {
			require.True(t, r.Equal(played.whole()))
			continue
		}
		require.ErrorAs(t, err, &e)
		require.Equal(t, []int{3, 2, 2, trick, at + 1}, []int{e.Line, e.Number, e.Round, e.Trick, e.Move})
		require.Contains(t, err.Error(), "line 3: game 2: round 2: trick 4: move")
	}
}

// Faults of form and of the head have their place too, and of two faults the first
// one counts.
func TestRecordFaults(t *testing.T) {
	line := string(mustJSON(t, playRecorded(smallVariant(), 4, 1, "a", "b", "c", "d").whole()))
	preset := string(mustJSON(t, playRecorded(foppen.Edition1995(), 3, 1).records[30]))
	card := `{"seat":0,"play":"B4"}`
	require.Equal(t, 1, strings.Count(preset, `"dealer":1,"moves"`))
	for _, c := range []struct {
		base, old, new string
		move           int
		rule           string
		problem        string
	}{
		{line, `foppen/1`, `foppen/2`, 0, "", `format at byte 10: want "foppen/1", got "foppen/2"`},
		{line, `"players":4`, `"players":3`, 0, "R1.3", "players is 3, want one of [2 4]"},
		{line, `"players":4`, `"players":9`, 0, "", "players at byte"},
		{line, `"dealer":1`, `"dealer":4`, 0, "R2.2", "dealer is 4, want 0 to 3"},
		{line, `["a","b","c","d"]`, `["a","b","c"]`, 0, "", "foppen: seats: have 3 for 4 seats, want one for each or none at all"},
		{line, `["a","b","c","d"]`, `[]`, 0, "", "want a name for each seat"},
		{line, `["a","b","c","d"]`, `null`, 0, "", "seats at byte"},
		{line, `"discs":2`, `"discs":3`, 0, "R1.6", "Setups[4].Discs is 3"},
		{line, `"green":7`, `"green":1e1`, 0, "", "variant.setups.4.green at byte"},
		{preset, `"edition-1995"`, `"edition-1996"`, 0, "", "edition-1996"},
		{preset, `"seat":2`, `"seat":7`, 2, "R2.1", "seat 7: "},
		{preset, `"seat":2`, `"seat":1`, 2, "R3.1", "not this seat's turn"},
		{preset, `"dealer":1`, `"dealer":0`, 2, "R3.1", "not this seat's turn"},
		{preset, `{"seat":2`, card + `,{"seat":2`, 2, "R3.1", "seat 0: "},
		{preset, `{"seat":2`, `{"deal":[]},{"seat":2`, 2, "R2.3", "not in this phase"},
		{preset, `{"seat":2`, `{"seat":2,"bet":true},{"seat":2`, 2, "R7.1", "not in this phase"},
		{preset, `{"seat":2`, `{"seats":2`, 2, "", `moves[1] at byte`},
		{preset, `"moves":[`, `"moves":[{"seat":1,"play":"G2"},`, 1, "R3.1", "not in this phase"},
	} {
		text := strings.Replace(c.base, c.old, c.new, 1)
		require.NotEqual(t, c.base, text, c.old)
		var r foppen.Record
		err := r.UnmarshalJSON([]byte(text))
		var e *foppen.RecordError
		require.ErrorAs(t, err, &e, c.new)
		require.Contains(t, err.Error(), c.problem)
		require.Equal(t, c.move, e.Move, err.Error())
		require.Equal(t, c.rule, e.Rule, err.Error())
		require.True(t, r.Equal(foppen.Record{}), "a refused record changes nothing")
	}
	two := strings.Replace(preset, `{"seat":2,"play":"`, `{"seat":2,"play":"X`, 1)
	two = strings.Replace(two, `"G2","`, `"G2","G2","`, 1)
	require.ErrorContains(t, new(foppen.Record).UnmarshalJSON([]byte(two)), "move 1: ")
}

// A fault in the names of a text is a fault of its head, not of a move.
func TestParseRecordNames(t *testing.T) {
	const head = "foppen/1 players 4 dealer 0 variant rulebook-2018\nseats "
	for names, want := range map[string]string{
		`["a"]`:                 "have 1 for 4 seats, want one for each",
		`["a","b","c","d","e"]`: "have 5 for 4 seats, want one for each",
		`[]`:                    "want a name for each seat",
		`["a`:                   "want a list of names",
		`["a","b","c","` + strings.Repeat("d", foppen.MaxNameLen+1) + `"]`: "want at most 64 bytes",
	} {
		_, err := foppen.ParseRecord(head + names)
		var e *foppen.RecordError
		var p *foppen.ParseError
		require.ErrorAs(t, err, &e)
		require.ErrorAs(t, err, &p)
		require.Equal(t, foppen.RecordError{Err: p}, *e)
		require.Equal(t, len(head), p.Pos)
		require.ErrorContains(t, err, want)
	}
}

// The result is there exactly when the game is over, and it is the right one.
func TestRecordResult(t *testing.T) {
	r := playRecorded(foppen.Edition1995(), 3, 1).whole()
	line := string(mustJSON(t, r))
	at := strings.Index(line, `,"result"`)
	result := line[at : len(line)-1]
	totals := r.Game().Totals()
	for _, c := range []struct{ text, path, rule string }{
		{line[:at] + "}", "result", "R6.3"},
		{strings.TrimSuffix(string(mustJSON(t, r.Prefix(r.Len()-1))), "}") + result + "}", "result", "R6.2"},
		{strings.TrimSuffix(string(mustJSON(t, r.Prefix(9))), "}") + `,"result":{"totals":[],"winners":[]}}`, "result", "R6.2"},
		{strings.Replace(line, fmt.Sprintf(`"totals":[%d,`, totals[0]), fmt.Sprintf(`"totals":[%d,`, totals[0]+1), 1), "result.totals[0]", "R6.3"},
		{strings.Replace(line, fmt.Sprintf(`"totals":[%d,`, totals[0]), `"totals":[`, 1), "result.totals", "R6.3"},
		{strings.Replace(line, `"winners":[`, `"winners":[0,1,2],"x":[`, 1), "result", ""},
		{line[:strings.Index(line, `"winners"`)] + `"winners":[]}}`, "result.winners", "R6.3"},
	} {
		var e *foppen.RecordError
		var d *foppen.DecodeError
		err := new(foppen.Record).UnmarshalJSON([]byte(c.text))
		require.ErrorAs(t, err, &e)
		require.ErrorAs(t, err, &d)
		require.Equal(t, c.path, d.Path)
		require.Equal(t, c.rule, e.Rule)
	}
}

// ---------------------------------------------------------------------------
// Streams

func TestReadRecords(t *testing.T) {
	a := playRecorded(smallVariant(), 4, 1).whole()
	b := playRecorded(foppen.Edition1995Bets(), 3, 2).whole()
	good := func(r foppen.Record) string { return string(mustJSON(t, r)) }
	bad := strings.Replace(good(a), `"play":"`, `"play":"x`, 1)
	stream := strings.Join([]string{
		good(a), "", "  \t\r", bad, good(b) + "\r", "nonsense", good(b) + good(b), strings.Repeat("x", len(good(b))+100), "{", good(a.Prefix(7)),
	}, "\n")
	want := []struct {
		r    foppen.Record
		line int // of the error
	}{{a, 0}, {line: 4}, {b, 0}, {line: 6}, {line: 7}, {line: 8}, {line: 9}, {a.Prefix(7), 0}}

	for name, src := range map[string]io.Reader{
		"whole":        strings.NewReader(stream),
		"final line":   strings.NewReader(stream + "\n"),
		"byte by byte": iotest.OneByteReader(strings.NewReader(stream)),
		"data and EOF": iotest.DataErrReader(strings.NewReader(stream)),
	} {
		records := foppen.ReadShortRecords(src, len(good(b))+10)
		i := 0
		for r, err := range records {
			require.True(t, r.Equal(want[i].r), "%s: %d", name, i)
			if want[i].line == 0 {
				require.NoError(t, err)
			} else {
				var e *foppen.RecordError
				require.ErrorAs(t, err, &e)
				require.Equal(t, want[i].line, e.Line, err.Error())
				require.Equal(t, i+1, e.Number)
				require.Less(t, len(err.Error()), 400)
			}
			i++
		}
		require.Equal(t, len(want), i, name)
		for range records {
			t.Fatal("all has been read")
		}
	}
}

// A walk that was broken off goes on with the next line.
func TestReadRecordsGoesOn(t *testing.T) {
	line := string(mustJSON(t, playRecorded(smallVariant(), 4, 1).whole()))
	records := foppen.ReadRecords(strings.NewReader(line + "\n?\n" + line))
	for want := 1; want <= 3; want++ {
		for _, err := range records {
			require.Equal(t, want == 2, err != nil)
			break
		}
	}
	for range records {
		t.Fatal("all has been read")
	}
}

// What follows the part of a line that is held is not overlooked.
func TestReadRecordsSeesTheEndOfLongLines(t *testing.T) {
	line := string(mustJSON(t, playRecorded(smallVariant(), 4, 1).whole()))
	for _, space := range []string{" ", "\r", "\t"} {
		for _, n := range []int{0, 1, 2, 3, 4, 5, 100} {
			for _, text := range []string{line, strings.Repeat(" ", len(line))} {
				stream := strings.NewReader(text + strings.Repeat(space, n) + "x\n")
				bad := 0
				for _, err := range foppen.ReadShortRecords(stream, len(line)) {
					require.Error(t, err)
					bad++
				}
				require.Equal(t, 1, bad)
			}
		}
	}
}

// A formatter, or an editor that formats what it saves, spreads a record over lines.
func TestReadRecordsSpreadOverLines(t *testing.T) {
	r := playRecorded(smallVariant(), 4, 1, "a", "b", "c", "d").whole()
	line := string(mustJSON(t, r))
	bad := strings.Replace(line, `"play":"`, `"play":"x`, 1)
	for _, indent := range []string{"  ", "\t", "    "} {
		spread := func(text string) string {
			var b bytes.Buffer
			require.NoError(t, json.Indent(&b, []byte(text), "", indent))
			return b.String()
		}
		n := strings.Count(spread(line), "\n") + 1
		for _, end := range []string{"\n", "\r\n"} {
			stream := strings.ReplaceAll(strings.Join([]string{spread(line), line, spread(bad), spread(line), "{", line, spread(line) + "}", spread(line)}, "\n"), "\n", end)
			want := []int{0, 0, n + 2, 0, 3*n + 2, 0, 3*n + 4, 0} // lines of the faults
			i := 0
			for got, err := range foppen.ReadRecords(strings.NewReader(stream)) {
				require.Equal(t, want[i] == 0, err == nil, "%d: %v", i, err)
				if err == nil {
					require.True(t, got.Equal(r))
				} else {
					var e *foppen.RecordError
					require.ErrorAs(t, err, &e)
					require.Equal(t, []int{want[i], i + 1}, []int{e.Line, e.Number}, err.Error())
				}
				i++
			}
			require.Equal(t, len(want), i)
		}
		for s, err := range foppen.ReadSeatRecords(strings.NewReader(spread(r.For(1).String()))) {
			require.NoError(t, err)
			require.True(t, s.Equal(r.For(1)))
		}
	}
}

// A stream may begin with a byte order mark, as some editors write it. White space between
// records is that of JSON and no other.
func TestReadRecordsSkips(t *testing.T) {
	line := string(mustJSON(t, playRecorded(smallVariant(), 4, 1).records[9]))
	const mark = "\ufeff"
	for stream, want := range map[string][]bool{
		mark + line:                      {true},
		mark:                             {},
		mark + "\r\n" + line:             {true},
		mark + "{\n " + line[1:] + "\n":  {true},
		line + "\n" + mark + line:        {true, false},
		mark + mark + line:               {false},
		"":                               {},
		" \t\r\n\n\r\n":                  {},
		"\u00a0\n" + line:                {false, true},
		"\u2028\n\v\n" + line + "\n\f":   {false, false, true, false},
		line + "\u0085\n" + line + "\n ": {false, true},
	} {
		got := []bool{}
		for _, err := range foppen.ReadRecords(strings.NewReader(stream)) {
			got = append(got, err == nil)
		}
		require.Equal(t, want, got, "%q", stream)
	}
}

func TestReadRecordsPassesErrorsOn(t *testing.T) {
	broken := errors.New("broken pipe")
	line := string(mustJSON(t, playRecorded(smallVariant(), 4, 1).whole())) + "\n"
	for text, want := range map[string][]error{
		line + line[:100]:     {nil, broken},
		line + "{\n":          {nil, broken}, // a record spread over lines
		line + "{\n \"format": {nil, broken},
		"":                    {broken},
	} {
		var errs []error
		for _, err := range foppen.ReadRecords(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))) {
			errs = append(errs, err)
		}
		require.Equal(t, want, errs, "%q", text)
	}
}

// A line without an end takes no more memory than the longest line allowed.
func TestReadRecordsBoundsMemory(t *testing.T) {
	records := foppen.ReadShortRecords(io.LimitReader(zeros{}, 64<<20), 10_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	for _, err := range records {
		require.ErrorContains(t, err, "10000 bytes allowed")
		n++
	}
	runtime.ReadMemStats(&after)
	require.Equal(t, 1, n)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
}

// zeros reads as '0' without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

// What the longest text can ask for stays in bounds: moves are made as they are read.
func TestRecordBoundsMemory(t *testing.T) {
	if testing.Short() || raceDetector { // which puts on the heap what stays on the stack else
		t.Skip("long texts")
	}
	first := `{"format":"foppen/1","variant":"rulebook-2018","players":4,"dealer":3,"moves":[`
	for _, head := range []string{first, strings.Replace(first, "foppen/1", `foppen-seat/1","view":"spectator`, 1), `{"moves":[`} {
		for name, repeat := range map[string]string{
			"deals":   `{"deal":[]},`,
			"plays":   `{"seat":0,"play":"1"},`,
			"strings": `"`,
			"names":   `],"seats":["`,
		} {
			text := append([]byte(head), bytes.Repeat([]byte(repeat), (foppen.MaxRecordLen-len(head))/len(repeat))...)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			require.Error(t, new(foppen.Record).UnmarshalJSON(text), name)
			require.Error(t, new(foppen.SeatRecord).UnmarshalJSON(text), name)
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), "%.10s: %s", head, name)
		}
	}
	_, err := foppen.ParseRecord(strings.Repeat("x", foppen.MaxRecordLen+1))
	require.ErrorContains(t, err, "at most")
}

// Every record that play can write is read: the longest has MaxRounds rounds, in each of
// which all cards of the largest deck are dealt and played.
func TestMaxRecordLenIsEnough(t *testing.T) {
	card, seats := `"G30",`, foppen.MaxPlayers
	deck := 4*(foppen.MaxValue-foppen.MinValue+1) + foppen.MaxOnes
	hands := len(`{"left":[]},`) + seats*len(`[],`) + deck*len(card)
	round := 2*hands + seats*len(`{"seat":0,"bet":"hidden"},`) + len(`{"bets":[0,1,2,3,4,5,6,7]},`) + deck*len(`{"seat":0,"play":"G30"},`)
	names := seats * (len(`"",`) + 6*foppen.MaxNameLen) // each byte may be escaped as \u001b
	variant := 4096
	require.Less(t, foppen.MaxRounds*round+names+variant, foppen.MaxRecordLen)
}

// Keys may stand in any order, the moves before what they need to be made as well.
func TestRecordKeysInAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	r := playRecorded(smallVariant(), 4, 1, "a", "b", "c", "d").whole()
	for range 50 {
		for _, line := range []string{string(mustJSON(t, r)), r.For(2).String()} {
			shuffled := parseNode(t, []byte(line))
			shuffled.shuffleKeys(random)
			text := []byte(shuffled.String())
			if strings.Contains(line, "foppen/1") {
				var back foppen.Record
				require.NoError(t, back.UnmarshalJSON(text), "%s", text)
				require.True(t, back.Equal(r))
				require.Error(t, back.UnmarshalJSON(bytes.Replace(text, []byte(`"a"`), []byte(`"a","e"`), 1)), "names that come last are counted too")
			} else {
				var back foppen.SeatRecord
				require.NoError(t, back.UnmarshalJSON(text), "%s", text)
				require.True(t, back.Equal(r.For(2)))
			}
		}
	}
}

// A record that is stored and read at any time goes on as the one that was not.
func TestRecordGoesOn(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for _, played := range recordedGames() {
		n := random.IntN(len(played.records))
		var r foppen.Record
		require.NoError(t, r.UnmarshalJSON(mustJSON(t, played.records[n])))
		seat := foppen.Seat(random.IntN(r.Game().Players()))
		var s foppen.SeatRecord
		require.NoError(t, s.UnmarshalJSON(mustJSON(t, r.For(seat))))
		for _, m := range played.moves[n:] {
			next, events, err := r.Apply(m)
			require.NoError(t, err)
			r = next
			s, err = s.Append(foppen.RedactAll(events, seat)...)
			require.NoError(t, err)
		}
		require.True(t, r.Equal(played.whole()))
		require.Equal(t, mustJSON(t, played.whole()), mustJSON(t, r))
		require.True(t, s.Equal(r.For(seat)))
	}
}

// Reading a record allocates less than three objects a move, whatever its length.
func TestReadingRecordsAllocatesLittle(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates too")
	}
	r := playRecorded(foppen.Rulebook2018(), 4, 1).whole()
	line, text, seen := mustJSON(t, r), r.String(), mustJSON(t, r.For(1))
	for name, read := range map[string]func() error{
		"JSON": func() error { return new(foppen.Record).UnmarshalJSON(line) },
		"text": func() (err error) { _, err = foppen.ParseRecord(text); return err },
		"seat": func() error { return new(foppen.SeatRecord).UnmarshalJSON(seen) },
	} {
		n := testing.AllocsPerRun(20, func() {
			if read() != nil {
				t.Fail()
			}
		})
		t.Logf("%s: %.2f objects a move", name, n/float64(r.Len()))
		require.Less(t, n, 3*float64(r.Len()), name)
	}
}

type failingWriter struct{}

func (failingWriter) Write(p []byte) (int, error) { return 3, io.ErrShortWrite }

func TestRecordWriteTo(t *testing.T) {
	r := playRecorded(smallVariant(), 4, 1).whole()
	var b bytes.Buffer
	n, err := r.WriteTo(&b)
	require.NoError(t, err)
	require.Equal(t, string(mustJSON(t, r))+"\n", b.String())
	require.EqualValues(t, b.Len(), n)
	n, err = r.WriteTo(failingWriter{})
	require.ErrorIs(t, err, io.ErrShortWrite)
	require.EqualValues(t, 3, n)
}

// ---------------------------------------------------------------------------
// Speed

// manyRecords returns n recorded games as JSON Lines.
func manyRecords(b *testing.B, n int) ([]foppen.Record, []byte) {
	b.Helper()
	var records []foppen.Record
	var lines bytes.Buffer
	for seed := range n {
		r := playRecorded(foppen.Rulebook2018(), 4, uint64(seed), "greedy", "random", "random", "random").whole()
		records = append(records, r)
		if _, err := r.WriteTo(&lines); err != nil {
			b.Fatal(err)
		}
	}
	return records, lines.Bytes()
}

func BenchmarkRecordVerify(b *testing.B) {
	const games = 50
	_, lines := manyRecords(b, games)
	file := filepath.Join(b.TempDir(), "games.jsonl")
	if err := os.WriteFile(file, lines, 0o666); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(lines)))
	b.ReportAllocs()
	for b.Loop() {
		f, err := os.Open(file)
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range foppen.ReadRecords(f) {
			if err != nil {
				b.Fatal(err)
			}
		}
		f.Close()
	}
	b.ReportMetric(60*games*float64(b.N)/b.Elapsed().Seconds(), "games/min")
}

func BenchmarkRecordWrite(b *testing.B) {
	const games = 50
	records, lines := manyRecords(b, games)
	b.SetBytes(int64(len(lines)))
	b.ReportAllocs()
	for b.Loop() {
		for _, r := range records {
			if _, err := r.WriteTo(io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(60*games*float64(b.N)/b.Elapsed().Seconds(), "games/min")
}

func BenchmarkRecordAppend(b *testing.B) {
	played := playRecorded(foppen.Rulebook2018(), 4, 1)
	b.ReportAllocs()
	for b.Loop() {
		r := played.records[0]
		for _, m := range played.moves {
			r, _ = r.Append(m)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(played.moves)), "ns/move")
}
