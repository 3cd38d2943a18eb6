package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// mustNew returns a game that waits for its first deal.
func mustNew(t *testing.T, variant string, players int) foppen.Game {
	t.Helper()
	g, err := foppen.New(players, foppen.WithVariant(foppen.Must(foppen.ParseVariant(variant))))
	require.NoError(t, err)
	return g
}

// recorded returns the record of a game of random bots.
func recorded(t *testing.T, variant string, players int, seed uint64) foppen.Record {
	t.Helper()
	start := foppen.Must(foppen.NewRecord(mustNew(t, variant, players)))
	record, err := foppen.PlayGame(context.Background(), start, foppen.SimConfig{Seed: seed})
	require.NoError(t, err)
	return record
}

// lines returns records as the lines of a file.
func lines(t *testing.T, records ...foppen.Record) string {
	t.Helper()
	var b bytes.Buffer
	for _, r := range records {
		_, err := r.WriteTo(&b)
		require.NoError(t, err)
	}
	return b.String()
}

// Small games, so that golden files can be read: whole, of one seat's view and of a
// spectator's, with bets, and unfinished ones.
func TestReplayGolden(t *testing.T) {
	whole := recorded(t, tiny+" tens_limit=2", 3, 1)
	bets := recorded(t, "edition-1995-bets 3.hand=5 3.rounds=2", 3, 2)
	text := lines(t, whole, bets, bets.Prefix(2), bets.Prefix(8), bets.Prefix(0))
	golden(t, "replay.txt", foppenIn(text, "replay", "-").out)
	golden(t, "replay_seat.txt", foppenIn(text, "replay", "-view", "1", "-").out)
	golden(t, "replay_spectator.txt", foppenIn(text, "replay", "-view", "none", "-").out)
}

// Everything told keeps to 80 columns without escape codes, for all presets and
// numbers of players.
func TestReplayWidth(t *testing.T) {
	var records []foppen.Record
	for _, name := range foppen.Presets() {
		v, err := foppen.Preset(name)
		require.NoError(t, err)
		for _, players := range v.Players() {
			records = append(records, recorded(t, name, players, 3))
		}
	}
	// The longest names that records can have, and names that try to give orders.
	g, err := foppen.New(4)
	require.NoError(t, err)
	named, err := foppen.NewRecord(g, strings.Repeat("W", foppen.MaxNameLen), strings.Repeat("\x1b", foppen.MaxNameLen), "a\r\nb", "Jürgen")
	require.NoError(t, err)
	records = append(records, named)

	for _, args := range [][]string{{}, {"-view", "2"}, {"-view", "none"}} {
		got := foppenIn(lines(t, records...), append([]string{"replay", "-"}, args...)...)
		require.Equal(t, exitFine, got.status, got.errors)
		assertPlain(t, got.out)
		assert.Contains(t, got.out, "  seat 3  Jürgen\n")
	}
}

// assertPlain checks that a text is made of lines of at most 80 columns, without
// codes.
func assertPlain(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		n := columns(line)
		if n > width {
			t.Errorf("%d columns: %s", n, line)
		}
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) || strings.HasSuffix(line, " ") && !questions.MatchString(line) {
			t.Errorf("control codes or spaces at the end: %q", line)
		}
	}
}

// -quiet says in one line how much was verified; a file and the standard input do the
// same.
func TestReplayQuiet(t *testing.T) {
	record := recorded(t, tiny, 3, 1)
	rounds := record.Game().Round()
	for text, want := range map[string]string{
		lines(t, record.Prefix(0)):                           "1 game, 0 rounds: all valid (1 game is not over)\n",
		lines(t, record, record):                             fmt.Sprintf("2 games, %d rounds: all valid\n", 2*rounds),
		"\n" + lines(t, record) + "  \n":                     fmt.Sprintf("1 game, %d rounds: all valid\n", rounds),
		lines(t, record.Prefix(1), record.Prefix(1), record): fmt.Sprintf("3 games, %d rounds: all valid (2 games are not over)\n", rounds+2),
	} {
		assert.Equal(t, result{exitFine, want, ""}, foppenIn(text, "replay", "-quiet", "-"))
		assert.Equal(t, result{exitFine, want, ""}, call("replay", write(t, "games.jsonl", text), "-quiet"))
		assert.True(t, strings.HasSuffix(foppenIn(text, "replay", "-").out, want))
	}
}

// Each fault is told with its place, in a line of its own, and counted in the end; the
// games before and after it are told, and the status is 1.
func TestReplayFaults(t *testing.T) {
	good := recorded(t, tiny, 3, 1)
	text, total := lines(t, good), good.Game().Total(0)
	require.Contains(t, text, `{"seat":0,"play":"`)
	for name, tt := range map[string]struct {
		bad  string
		says []string
	}{
		"no JSON":       {"G17\n", []string{"line 4: game 3: "}},
		"cut off":       {text[:len(text)/2] + "\n", []string{"line 4: game 3: "}},
		"other seat":    {strings.Replace(text, `{"seat":0,"play":"`, `{"seat":2,"play":"`, 1), []string{"line 4: game 3: round 1: trick 1: move 2: ", "rule 3.1"}},
		"no such":       {strings.Replace(text, `{"seat":0,"play":"`, `{"seat":0,"play":"B31","x":"`, 1), []string{"line 4: game 3: "}},
		"two results":   {strings.Replace(text, `"winners":[`, `"winners":[0,1,2],"winners":[`, 1), []string{"line 4: game 3: "}},
		"totals":        {strings.Replace(text, fmt.Sprintf(`"totals":[%d`, total), fmt.Sprintf(`"totals":[%d`, total+1), 1), []string{"line 4: game 3: ", "totals", "rule 6.3"}},
		"a control\x1b": {"\x1b[2J\n", []string{"line 4: game 3: "}},
	} {
		t.Run(name, func(t *testing.T) {
			require.NotEqual(t, text, tt.bad)
			file := write(t, "games.jsonl", text+"\n"+text+tt.bad+text+"?\n"+text)
			for _, arg := range []string{"-quiet=true", "-quiet=false", "-view=1"} {
				got := call("replay", arg, file)
				assert.Equal(t, exitInput, got.status)
				faults := strings.Split(got.errors, "\n")
				require.Len(t, faults, 4, got.errors)
				assert.NotContains(t, got.errors, "\x1b")
				for _, says := range append(tt.says, "foppen replay: "+file+": line") {
					assert.Contains(t, faults[0], says)
				}
				assert.Contains(t, faults[1], "foppen replay: "+file+": line 6: game 5: ")
				assert.Equal(t, "foppen replay: "+file+": 2 of 6 games at fault", faults[2])
				assert.True(t, strings.HasSuffix(got.out, fmt.Sprintf("4 games, %d rounds: valid\n", 4*good.Game().Round())), got.out)
				assert.NotContains(t, got.out, "Game 3")
				assert.NotContains(t, got.out, "Game 5")
				assert.Equal(t, arg != "-quiet=true", strings.Contains(got.out, "Game 2") && strings.Contains(got.out, "Game 6"))
			}
		})
	}
	got := foppenIn("{}", "replay", "-")
	assert.Contains(t, got.errors, "foppen replay: standard input: line 1: game 1: ")
}

// Verified on all processors, a stream gives what it gives one record after the other:
// the same records and faults, in the same order and with the same places.
func TestReplayInParallel(t *testing.T) {
	text := lines(t, recorded(t, "rulebook-2018", 4, 1))
	short := lines(t, recorded(t, tiny, 3, 1))
	var spread bytes.Buffer
	require.NoError(t, json.Indent(&spread, []byte(short), "", "  "))
	random := rand.New(rand.NewPCG(4, 4))
	var stream bytes.Buffer
	stream.WriteString("\ufeff")
	for stream.Len() < 3*pieceLen {
		stream.WriteString([]string{text, text, short, "\n", " \t\r\n", "{}\n", "{\n", "nonsense\n", spread.String(), text[:len(text)/2] + "\n"}[random.IntN(10)])
	}
	broken := errors.New("broken pipe")
	for name, reader := range map[string]func() io.Reader{
		"many":     func() io.Reader { return bytes.NewReader(stream.Bytes()) },
		"broken":   func() io.Reader { return io.MultiReader(bytes.NewReader(stream.Bytes()), iotest.ErrReader(broken)) },
		"no lines": func() io.Reader { return strings.NewReader(strings.Repeat("x", maxPiece+10) + "\n" + text + "?") },
		"no start": func() io.Reader { return strings.NewReader(strings.Repeat("\n", maxPiece+10) + text + "?") },
		"nothing":  func() io.Reader { return strings.NewReader("") },
	} {
		next, stop := iter.Pull2(readParallel(reader()))
		n := 0
		for want, wantErr := range foppen.ReadRecords(reader()) {
			got, err, ok := next()
			require.True(t, ok, name)
			require.True(t, want.Equal(got))
			require.Equal(t, wantErr, err, name)
			n++
		}
		_, _, ok := next()
		require.False(t, ok, name)
		stop()
		require.Equal(t, name == "nothing", n == 0)
		for range readParallel(reader()) {
			break // ends its goroutines, which the race detector and the runtime would tell
		}
	}
}

// Wrong usage is told from faults of the input.
func TestReplayUsage(t *testing.T) {
	four := lines(t, recorded(t, "rulebook-2018", 4, 1).Prefix(1))
	for _, tt := range []struct {
		status int
		says   string
		args   []string
	}{
		{exitUsage, "want one file", []string{}},
		{exitUsage, "want one file", []string{"-", "-"}},
		{exitUsage, `-view is "8"`, []string{"-view", "8", "-"}},
		{exitUsage, `-view is "-1"`, []string{"-view", "-1", "-"}},
		{exitUsage, `-view is "x"`, []string{"-view", "x", "-"}},
		{exitInput, "nowhere.jsonl", []string{"nowhere.jsonl"}},
		{exitInput, "", []string{t.TempDir()}},
		{exitInput, "game 1 has no seat 4: it has 4 players", []string{"-view", "4", "-"}},
	} {
		got := foppenIn(four, append([]string{"replay"}, tt.args...)...)
		assert.Equal(t, tt.status, got.status, "%q", tt.args)
		assert.Contains(t, got.errors, tt.says)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), got.errors)
	}
}

// otherwise returns a record in which the others hold other cards in the last round:
// the seat cannot know which of the two is true.
func otherwise(t *testing.T, record foppen.Record, seat foppen.Seat, src rand.Source) foppen.Record {
	t.Helper()
	moves := slices.Collect(record.Moves())
	first := len(moves) - 1
	for ; ; first-- {
		if _, ok := moves[first].(foppen.Deal); ok {
			break
		}
	}
	sample := record.Game().View(seat).Sample(src)
	var deal foppen.Deal
	for i := range record.Game().Players() {
		deal.Hands[i] = sample.Hand(foppen.Seat(i))
	}
	for _, m := range moves[first+1:] {
		if play, ok := m.(foppen.Play); ok {
			deal.Hands[play.Seat] = deal.Hands[play.Seat].With(play.Card)
		}
	}
	other := record.Prefix(first)
	for i, m := range append([]foppen.Move{deal}, moves[first+1:]...) {
		var err error
		other, err = other.Append(m)
		require.NoError(t, err, "move %d", i)
	}
	return other
}

// What -view tells does not depend on cards that the seat has not seen.
func TestReplayHidesHands(t *testing.T) {
	src, differ := rand.NewPCG(1, 2), 0
	for _, name := range []string{"rulebook-2018", "edition-1995-bets"} {
		whole := recorded(t, name, 4, 5)
		for n := whole.Len() - 60; n < whole.Len()-5; n += 7 {
			record := whole.Prefix(n)
			if record.Game().Phase() != foppen.PlayPhase {
				continue
			}
			for seat := range foppen.Seat(4) {
				other := otherwise(t, record, seat, src)
				if record.Equal(other) {
					continue
				}
				differ++
				view := []string{"replay", "-", "-view", seat.String()}
				assert.Equal(t, foppenIn(lines(t, record), view...), foppenIn(lines(t, other), view...))
				assert.NotEqual(t, call("replay", write(t, "a", lines(t, record))), call("replay", write(t, "b", lines(t, other))))
			}
		}
	}
	assert.Greater(t, differ, 20)
}

// A stream is told while it is read: memory holds one game, not the file.
func TestReplayStreams(t *testing.T) {
	text := lines(t, recorded(t, "rulebook-2018", 5, 1))
	in, feed := io.Pipe()
	var out syncBuffer
	done := make(chan int)
	go func() {
		done <- run([]string{"replay", "-"}, &env{ctx: context.Background(), stdin: in, stdout: &out, stderr: io.Discard, getenv: func(string) string { return "" }})
	}()
	for n := 1; n <= 20; n++ {
		// A write to a pipe returns when all of it has been read, so the games before
		// this one have been told by then, all but what the page still holds.
		_, err := io.WriteString(feed, text)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, strings.Count(out.String(), "\nGame "), n-2, "when game %d has been read", n)
	}
	feed.Close()
	assert.Equal(t, exitFine, <-done)
	assert.Contains(t, out.String(), "20 games")
}

// A syncBuffer is a buffer for two goroutines.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// Interrupted, it stops with the status that shells give.
func TestReplayInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errors bytes.Buffer
	status := run([]string{"replay", "-quiet", "-"}, &env{
		ctx: ctx, stdin: strings.NewReader(lines(t, recorded(t, tiny, 3, 1))), stdout: &out, stderr: &errors,
		getenv: func(string) string { return "" },
	})
	assert.Equal(t, exitInterrupted, status)
	assert.Empty(t, out.String())
	assert.Equal(t, "foppen replay: interrupted; no game is read\n", errors.String())
}

// What has no record is no success: whoever has it read expects one.
func TestNoRecords(t *testing.T) {
	for _, text := range []string{"", "\n", " \n\n\t"} {
		for _, args := range [][]string{{"replay"}, {"replay", "-quiet"}, {"analyze"}, {"analyze", "-json"}} {
			file := write(t, "empty.jsonl", text)
			want := result{exitInput, "", "foppen " + args[0] + ": " + file + ": no recorded game in it\n"}
			assert.Equal(t, want, call(append(args, file)...))
			want.errors = "foppen " + args[0] + ": standard input: no recorded game in it\n"
			assert.Equal(t, want, foppenIn(text, append(args, "-")...))
		}
	}
}
