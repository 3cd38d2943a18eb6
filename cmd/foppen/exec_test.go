package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBotProgram is no test of its own: other tests start it as a bot, with what is wrong
// with it as the last argument.
func TestBotProgram(t *testing.T) {
	if os.Getenv("FOPPEN_TEST_BOT") == "" {
		t.Skip("is a bot of other tests")
	}
	playBot(os.Args[len(os.Args)-1], os.Stdin, os.Stdout, os.Stderr)
	os.Exit(0)
}

// playBot speaks foppen-bot/1, or does not: see the faults.
func playBot(fault string, in io.Reader, out, log io.Writer) {
	end := "\n"
	say := func(format string, args ...any) { fmt.Fprintf(out, format+end, args...) }
	input := bufio.NewReader(in)
	asked := 0
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			if fault == "stays" {
				time.Sleep(time.Minute)
			}
			return
		}
		var m struct {
			Protocol, Ask string
			ID            int
			Legal         []string
			Events        []json.RawMessage
		}
		if err := json.Unmarshal(line, &m); err != nil {
			fmt.Fprintln(log, err)
			return
		}
		if fault == "keeps what it gets" {
			keep(os.Getenv("FOPPEN_TEST_LOG"), line)
		}
		if fault == "crlf" {
			end = "\r\n"
		}
		switch {
		case m.Protocol != "":
			switch fault {
			case "no start":
				time.Sleep(time.Minute)
			case "slow start":
				time.Sleep(700 * time.Millisecond)
			case "stranger":
				say(`{"hello":1}`)
				continue
			}
			say(`{"protocol":"foppen-bot/1","name":"test"}`)
		case m.Ask == "bet":
			say(`{"bet":true}`)
		case m.Ask == "play":
			if asked++; asked == 3 {
				misbehave(fault, m.ID, m.Legal[0], out, log)
			}
			switch fault {
			case "without id":
				say(`{"play":%q}`, m.Legal[0])
			case "byte by byte":
				for _, b := range fmt.Appendf(nil, "{\"id\":%d,\"play\":%q}\n", m.ID, m.Legal[0]) {
					out.Write([]byte{b})
				}
			case "old answers":
				fmt.Fprintf(out, "{\"id\":%d,\"play\":\"G2\"}\n{\"id\":%d,\"play\":%q}\n{\"id\":%d,\"play\":\"G2\"}\n", m.ID-1, m.ID, m.Legal[0], m.ID)
			default:
				say(`{"id":%d,"play":%q,"why":"it is the first"}`, m.ID, m.Legal[0])
			}
		}
	}
}

// keep adds a line to a file.
func keep(file string, line []byte) {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		f.Write(line)
		f.Close()
	}
}

// misbehave does what is wrong once, before an answer.
func misbehave(fault string, id int, card string, out, log io.Writer) {
	switch fault {
	case "silent":
		time.Sleep(time.Minute)
	case "dies":
		fmt.Fprintln(log, "Traceback:\x1b[2J boom")
		os.Exit(3)
	case "half a line":
		fmt.Fprintf(out, `{"id":%d,`, id)
		os.Exit(0)
	case "no line end":
		fmt.Fprintf(out, `{"id":%d,"play":%q}`, id, card)
		time.Sleep(time.Minute)
	case "nonsense":
		fmt.Fprintln(out, "I play", card)
	case "empty line":
		fmt.Fprintln(out)
	case "no object":
		fmt.Fprintln(out, "null")
	case "no card":
		fmt.Fprintln(out, `{"play":"G99"}`)
	case "number":
		fmt.Fprintln(out, `{"play":17}`)
	case "two objects":
		fmt.Fprintln(out, `{"play":"G2"}{"play":"G2"}`)
	case "not held":
		fmt.Fprintln(out, `{"play":"G31"}`)
	case "two answers":
		fmt.Fprintf(out, "{\"play\":%q}\n{\"play\":%q}\n", card, card)
	case "flood":
		for range 1 << 12 {
			io.WriteString(out, strings.Repeat("x", 1<<12))
		}
	case "flood of lines":
		for range 1 << 20 {
			io.WriteString(out, "{\"id\":0}\n")
		}
	case "talks":
		for i := range 10 << 10 {
			fmt.Fprintf(log, "%1023d\n", i)
		}
	case "closes":
		os.Stdout.Close()
		time.Sleep(time.Minute)
	}
}

// program returns an env and the maker of a bot that is this test's program.
func programBot(t *testing.T, fault string, first, limit time.Duration) (*env, foppen.BotMaker) {
	t.Helper()
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("no programs can be started here")
	}
	t.Setenv("FOPPEN_TEST_BOT", "1")
	self, err := os.Executable()
	require.NoError(t, err)
	e := &env{ctx: t.Context(), programs: newPrograms()}
	t.Cleanup(e.programs.end)
	return e, foppen.BotMaker{Name: "exec:test", New: func(rand.Source) foppen.Bot {
		return &execBot{e: e, words: []string{self, "-test.run=^TestBotProgram$", fault}, first: first, limit: limit}
	}}
}

// A limitedBot is a program that is given another time for each question.
type limitedBot struct {
	*execBot
	of    func(asked int) time.Duration
	asked int
}

// limited returns a maker of such bots; question 0 is whether the program has started.
func limited(maker foppen.BotMaker, of func(asked int) time.Duration) foppen.BotMaker {
	return foppen.BotMaker{Name: maker.Name, New: func(src rand.Source) foppen.Bot {
		return &limitedBot{execBot: maker.New(src).(*execBot), of: of}
	}}
}

func (b *limitedBot) next(v foppen.View) {
	if b.limit = b.of(b.asked); b.asked == 0 {
		b.start()
		if b.err == nil && !b.greeted {
			b.greet(v)
		}
	}
	b.asked++
	b.limit = b.of(b.asked)
}

func (b *limitedBot) Choose(v foppen.View) foppen.Card { b.next(v); return b.execBot.Choose(v) }
func (b *limitedBot) Bet(v foppen.View) bool           { b.next(v); return b.execBot.Bet(v) }

// playWith has the bot play a game at seat 1 with bots that play at random.
func playWith(ctx context.Context, maker foppen.BotMaker, v foppen.Variant) (foppen.Record, error) {
	bots := slices.Repeat([]foppen.BotMaker{foppen.Must(foppen.ParseBot("random"))}, v.Players()[0])
	bots[1] = maker
	return foppen.PlayGame(ctx, foppen.Record{}, foppen.SimConfig{Variant: v, Bots: bots, Seed: 4})
}

// P40, P43, P46: what a program may do: CRLF, answers with and without an id, byte by byte or
// together with old ones in one write, a slow start, and ten megabytes on its standard
// error. And no process is left.
func TestExecBotPlays(t *testing.T) {
	for _, fault := range []string{"none", "crlf", "without id", "byte by byte", "old answers", "talks", "stays", "slow start"} {
		t.Run(fault, func(t *testing.T) {
			e, maker := programBot(t, fault, time.Minute, time.Minute)
			if fault == "slow start" { // which the limit for a move must not cut short
				maker = limited(maker, func(asked int) time.Duration {
					return map[bool]time.Duration{true: time.Millisecond, false: time.Minute}[asked == 0]
				})
			}
			r, err := playWith(t.Context(), maker, foppen.Edition1995Bets())
			require.NoError(t, err)
			assert.Equal(t, foppen.OverPhase, r.Game().Phase())
			assert.Empty(t, e.programs.list())
		})
	}
}

// What a program gets in a game is a promise: every message, to the byte. A later version may
// add keys and messages.
func TestExecBotProtocol(t *testing.T) {
	e, maker := programBot(t, "keeps what it gets", time.Minute, time.Minute)
	file := filepath.Join(t.TempDir(), "messages.jsonl")
	t.Setenv("FOPPEN_TEST_LOG", file)
	v := foppen.Must(foppen.ParseVariant("edition-1995-bets 3.hand=4 3.rounds=1"))
	v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{3: v.Setups[3]}
	plain := foppen.BotMaker{Name: "plain", New: func(rand.Source) foppen.Bot { return plainBot{} }}
	_, err := foppen.PlayGame(t.Context(), foppen.Record{}, foppen.SimConfig{Variant: v, Bots: []foppen.BotMaker{plain, maker, plain}, Seed: 4})
	require.NoError(t, err)
	e.programs.end()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	golden(t, "bot-protocol.jsonl", string(text))
}

// A plainBot does the same in every version: it plays its lowest card, and bets at seat 2.
type plainBot struct{}

func (plainBot) Choose(v foppen.View) foppen.Card { return v.Legal().Lowest() }
func (plainBot) Bet(v foppen.View) bool           { return v.Seat() == 2 }

// P40 to P46: what a program does wrong is an error with the record, in time, and names what
// it was. What it said is kept, up to a cap. And no process is left.
func TestExecBotFaults(t *testing.T) {
	const long = time.Minute
	for _, test := range []struct {
		fault        string
		first, limit time.Duration
		want         foppen.BotFault
		text         string
		moves        int // that it makes before
	}{
		{"no start", 300 * time.Millisecond, long, foppen.ErrBotSlow, "no first answer within 300ms, the time to start: no complete line came; is the output flushed?", 0},
		{"stranger", long, long, foppen.ErrBotFailed, `its first line is {"hello":1}`, 0},
		{"silent", long, 300 * time.Millisecond, foppen.ErrBotSlow, "no answer within 300ms: no complete line came", 2},
		{"no line end", long, 300 * time.Millisecond, foppen.ErrBotSlow, "is the output flushed?", 2},
		{"dies", long, long, foppen.ErrBotFailed, "the program ended: exit status 3", 2},
		{"half a line", long, long, foppen.ErrBotFailed, "ended in the middle of a line", 2},
		{"nonsense", long, long, foppen.ErrBotFailed, "wrote a line that is no JSON object: \"I play", 2},
		{"empty line", long, long, foppen.ErrBotFailed, "wrote a line that is no JSON object: \"\"", 2},
		{"no object", long, long, foppen.ErrBotFailed, "no JSON object", 2},
		{"no card", long, long, foppen.ErrBotIllegal, "G99 is no card", 2},
		{"number", long, long, foppen.ErrBotFailed, "without a card in \"play\"", 2},
		{"two objects", long, long, foppen.ErrBotFailed, "no JSON object", 2},
		{"not held", long, long, foppen.ErrBotIllegal, "seat 1", 2},
		{"two answers", long, long, foppen.ErrBotFailed, "answered without being asked", 3},
		{"flood", long, long, foppen.ErrBotFailed, "wrote a line of more than 65536 bytes", 2},
		{"flood of lines", long, long, foppen.ErrBotFailed, "more than 1000 answers to other questions", 2},
		{"closes", long, long, foppen.ErrBotFailed, "the program closed its output", 2},
	} {
		t.Run(test.fault, func(t *testing.T) {
			e, maker := programBot(t, test.fault, test.first, long)
			if test.limit != long { // for the move that does not come; the others may take their time
				maker = limited(maker, func(asked int) time.Duration { return map[bool]time.Duration{true: test.limit, false: long}[asked > 2] })
			}
			start := time.Now()
			_, err := playWith(t.Context(), maker, foppen.Rulebook2018())
			bad := &foppen.BotError{}
			require.ErrorAs(t, err, &bad)
			assert.ErrorIs(t, bad, test.want, "%v", bad)
			assert.ErrorContains(t, bad, test.text)
			assert.EqualValues(t, 1, bad.Seat)
			moves := 0
			for m := range bad.Record.Moves() {
				if m.Mover() == 1 {
					moves++
				}
			}
			assert.Equal(t, test.moves, moves)
			assert.Less(t, time.Since(start), long-10*time.Second) // without load below one
			assert.Empty(t, e.programs.list())
			if test.fault == "dies" {
				say(bad, func(line string) { assert.Equal(t, `seat 1: "Traceback:\x1b[2J boom"`, line) })
			}
		})
	}
}

// P40: of a long standard error the end is kept.
func TestTailKeepsTheEnd(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	said := tail{done: make(chan struct{})}
	go said.fill(r)
	for i := range 3000 {
		fmt.Fprintf(w, "line %d\n", i)
	}
	w.Close()
	said.wait(time.Minute)
	lines := said.lines()
	assert.Regexp(t, `^\(\d+ bytes before are left out\)$`, lines[0])
	assert.Equal(t, "line 2999", lines[len(lines)-1])
	assert.Less(t, len(strings.Join(lines, "\n")), keptLast+50)
}

// P42: an interrupt ends a program that is being waited for, and the run.
func TestExecBotIsInterrupted(t *testing.T) {
	e, maker := programBot(t, "silent", time.Minute, time.Minute)
	ctx, cancel := context.WithCancel(t.Context())
	e.ctx = ctx
	defer context.AfterFunc(ctx, e.programs.kill)()
	time.AfterFunc(500*time.Millisecond, cancel)
	_, err := playWith(ctx, maker, foppen.Rulebook2018())
	require.ErrorIs(t, err, context.Canceled)
	assert.Eventually(t, func() bool { return len(e.programs.list()) == 0 }, 10*time.Second, time.Millisecond)
}

// P44: a bot at fault ends its own game; its error is one line, and what it said and the
// record follow.
func TestSimulateWithProgramAtFault(t *testing.T) {
	_, _ = programBot(t, "", 0, 0)
	self, _ := os.Executable()
	name := "exec:" + self + " -test.run=^TestBotProgram$ dies"
	got := call("simulate", "-games", "2", "-json", "-bots", "greedy,"+name+",greedy,greedy")
	assert.Equal(t, exitInput, got.status)
	lines := strings.Split(strings.TrimSpace(got.errors), "\n")
	require.Len(t, lines, 3, got.errors)
	assert.Contains(t, lines[0], "at seat 1: could not answer: the program ended: exit status 3")
	assert.Equal(t, `seat 1: "Traceback:\x1b[2J boom"`, lines[1])
	text, ok := strings.CutPrefix(lines[2], "the record of the game: ")
	require.True(t, ok)
	var r foppen.Record
	assert.NoError(t, json.Unmarshal([]byte(text), &r))
}

// What cannot be a bot is said in one line, before anything is played.
func TestBotNames(t *testing.T) {
	for _, test := range []struct {
		args   []string
		status int
		text   string
	}{
		{[]string{"-bots", "exec:"}, exitUsage, "names no program"},
		{[]string{"-bots", "exec:   "}, exitUsage, "names no program"},
		{[]string{"-bots", "exec:/no/such/program"}, exitInput, "cannot be started"},
		{[]string{"-bots", "search:-1ms"}, exitUsage, "search:20ms"},
		{[]string{"-bots", "search:0s"}, exitUsage, "search:20ms"},
		{[]string{"-bots", "greedy", "-move-time", "0s"}, exitUsage, "-move-time is 0s"},
		{[]string{"-bots", "greedy", "-move-time", "-1s"}, exitUsage, "-move-time is -1s"},
		{[]string{"-bots", "greedy", "-move-time", "soon"}, exitUsage, "move-time"},
	} {
		got := call(append([]string{"simulate"}, test.args...)...)
		assert.Equal(t, test.status, got.status, "%q", test.args)
		assert.Contains(t, got.errors, test.text)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), got.errors)
		assert.Empty(t, got.out)
	}
	for _, bot := range []string{"search:1ms", "search:1h"} {
		maker, err := (&env{}).botMaker(bot, time.Second)
		require.NoError(t, err)
		assert.Equal(t, bot, maker.Name)
	}
}

// checkbot is quiet about good bots, and tells the faults of others with the record.
func TestCheckbot(t *testing.T) {
	got := call("checkbot", "greedy")
	assert.Equal(t, result{exitFine, "No fault at 23 tables with 1 game each.\n", ""}, got)
	got = call("checkbot", "greedy", "random")
	assert.Equal(t, exitUsage, got.status)
	got = call("checkbot", "-games", "0", "greedy")
	assert.Equal(t, exitUsage, got.status)
	if testing.Short() {
		t.Skip("takes long")
	}
	_, _ = programBot(t, "", 0, 0)
	self, _ := os.Executable()
	got = call("checkbot", "exec:"+self+" -test.run=^TestBotProgram$ nonsense")
	assert.Equal(t, exitInput, got.status)
	assert.Contains(t, got.out, "wrote a line that is no JSON object")
	assert.Contains(t, got.out, `{"format":"foppen/1"`)
	assert.Contains(t, got.errors, "23 faults of the bot")
}

// exampleBots are the bots of examples/exec-bot that this system can start.
func exampleBots(t *testing.T) (list []string) {
	dir := filepath.Join("..", "..", "examples", "exec-bot")
	for program, file := range map[string]string{"python3": "bot.py", "sh": "bot.sh"} {
		if _, err := exec.LookPath(program); err == nil {
			list = append(list, "exec:"+program+" "+filepath.Join(dir, file))
		}
	}
	if len(list) == 0 {
		t.Skip("neither python3 nor sh")
	}
	return list
}

// The examples keep to the rules for a round of small hands, with bets and at the smallest and
// the largest table. checkbot tries them at all tables, which takes minutes.
func TestExampleExecBots(t *testing.T) {
	for _, bot := range exampleBots(t) {
		e := &env{ctx: t.Context(), programs: newPrograms()}
		maker, err := e.botMaker(bot, time.Minute)
		require.NoError(t, err)
		for players, text := range map[int]string{3: "edition-1995-bets 3.rounds=1 3.hand=3", 4: "rulebook-2018 4.rounds=1 4.hand=3", 8: "rulebook-2018-ja 8.rounds=1 8.hand=2"} {
			v := foppen.Must(foppen.ParseVariant(text))
			err := foppen.CheckBot(t.Context(), maker, foppen.SimConfig{Variant: v, Players: players, Seed: 1})
			assert.NoError(t, err, "%s, %d players", bot, players)
		}
		assert.Empty(t, e.programs.list())
	}
}

// A move of a program costs little more than the program thinks: two pipes, and the JSON
// of a view.
func BenchmarkExecBot(b *testing.B) {
	b.Setenv("FOPPEN_TEST_BOT", "1")
	self, err := os.Executable()
	require.NoError(b, err)
	e := &env{ctx: b.Context(), programs: newPrograms()}
	defer e.programs.end()
	bot := &execBot{e: e, words: []string{self, "-test.run=^TestBotProgram$", "none"}, first: time.Minute, limit: time.Minute}
	g, err := foppen.New(4)
	require.NoError(b, err)
	g, err = g.Deal(g.Shuffle(foppen.SeedSource(1, 0, foppen.NoSeat)))
	for range 20 {
		require.NoError(b, err)
		g, err = g.Play(g.Legal().Lowest())
	}
	v := g.View(g.Turn())
	bot.Choose(v)
	for b.Loop() {
		bot.Choose(v)
	}
	require.NoError(b, bot.Err())
	require.NoError(b, bot.Close())
}

// A limit that is given holds for every bot, where without one a bot has all the time.
func TestMoveTimeOfAnyBot(t *testing.T) {
	for _, args := range []string{
		"simulate -games 1 -bots search:1000000", "simulate -games 1 -duplicate -bots search:1000000", "simulate -games 1 -against rulebook-2018-ja -bots search:1000000",
		"ladder -deals 1 -bots random,search:1000000", "checkbot search:1000000",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		var out, errs strings.Builder
		status := run(append(strings.Fields(args), "-move-time", "20ms"), &env{ctx: ctx, stdout: &out, stderr: &errs, getenv: func(string) string { return "" }})
		cancel()
		assert.Equal(t, exitInput, status, "%s: %s", args, errs.String())
		assert.Contains(t, out.String()+errs.String(), foppen.ErrBotSlow.Error(), args)
	}
}
