package foppen_test

import (
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Misuse of the package: what it refuses, outlives and tells in time.

// A SearchBot that NewSearchBot has not made judges, too.
func TestAnalyzeByZeroSearchBot(t *testing.T) {
	r, err := foppen.PlayGame(t.Context(), foppen.Record{}, foppen.SimConfig{Players: 4, Seed: 3})
	require.NoError(t, err)
	for _, bot := range []*foppen.SearchBot{{}, nil} {
		c := foppen.AnalyzeConfig{Bot: foppen.BotMaker{Name: "zero", New: func(rand.Source) foppen.Bot { return bot }}, Seed: 1}
		a, err := foppen.Analyze(t.Context(), r.Prefix(8), c)
		require.NoError(t, err)
		c.Workers = 1
		b, err := foppen.Analyze(t.Context(), r.Prefix(8), c)
		require.NoError(t, err)
		assert.Equal(t, a, b)
		assert.NotEmpty(t, a.Choices)
	}
}

// A maker that hangs or ends its goroutine keeps Analyze neither from its context nor from
// returning.
func TestAnalyzeOutlivesMakers(t *testing.T) {
	r, err := foppen.PlayGame(t.Context(), foppen.Record{}, foppen.SimConfig{Players: 4, Seed: 3})
	require.NoError(t, err)
	hang := make(chan struct{})
	defer close(hang)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = foppen.Analyze(ctx, r, foppen.AnalyzeConfig{Bot: foppen.BotMaker{Name: "hangs", New: func(rand.Source) foppen.Bot { <-hang; return nil }}})
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = foppen.Analyze(t.Context(), r, foppen.AnalyzeConfig{Bot: foppen.BotMaker{Name: "exits", New: func(rand.Source) foppen.Bot { runtime.Goexit(); return nil }}})
	assert.Error(t, err)
}

// A number of players that cannot be is refused by CheckBot as by others.
func TestCheckBotRefusesPlayers(t *testing.T) {
	for _, players := range []int{-1, 1, 99} {
		err := foppen.CheckBot(t.Context(), foppen.Must(foppen.ParseBot("random")), foppen.SimConfig{Players: players})
		assert.Error(t, err, players)
	}
}

// An exiting bot ends its goroutine, when it is asked or when it is closed.
type exiting struct{ foppen.Bot }

func (b exiting) Choose(v foppen.View) foppen.Card {
	if b.Bot == nil {
		runtime.Goexit()
	}
	return b.Bot.Choose(v)
}

func (exiting) Close() error { runtime.Goexit(); return nil }

// A bot that ends its goroutine does not end that of the app.
func TestTableOutlivesItsBots(t *testing.T) {
	for _, bot := range []foppen.Bot{exiting{}, exiting{foppen.NewGreedyBot()}} {
		maker := foppen.BotMaker{Name: "exits", New: func(rand.Source) foppen.Bot { return bot }}
		r := foppen.Must(foppen.NewRecord(foppen.Must(foppen.New(4))))
		table := foppen.Must(foppen.NewTable(r, foppen.TableConfig{Bots: []foppen.BotMaker{maker, maker, maker, maker}}))
		table, _, err := table.Step(rand.NewPCG(1, 1))
		require.NoError(t, err)
		after, events, err := table.Step(rand.NewPCG(1, 2))
		fault := &foppen.BotError{}
		require.ErrorAs(t, err, &fault)
		assert.ErrorIs(t, err, foppen.ErrBotSilent)
		assert.Equal(t, foppen.Seat(0), fault.Seat)
		assert.Equal(t, "exits", fault.Bot)
		assert.Empty(t, events)
		assert.True(t, after.Record().Equal(table.Record()))
	}
}

// A line without end is told as soon as it is too long.
func TestReadRecordsTellsEndlessLines(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 64 MiB")
	}
	n := 0
	for _, err := range foppen.ReadRecords(endless('a')) {
		fault := &foppen.RecordError{}
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, 1, fault.Line)
		if n++; n == 1 {
			break
		}
	}
	assert.Equal(t, 1, n)
	good := string(foppen.Must(foppen.Must(foppen.NewRecord(foppen.Must(foppen.New(4)))).MarshalJSON()))
	var lines []int
	read := 0
	for _, err := range foppen.ReadRecords(strings.NewReader(strings.Repeat("x", foppen.MaxRecordLen+9999) + "\n" + good + "\n")) {
		if fault := (*foppen.RecordError)(nil); err != nil {
			require.ErrorAs(t, err, &fault)
			lines = append(lines, fault.Line)
		} else {
			read++
		}
	}
	assert.Equal(t, []int{1}, lines)
	assert.Equal(t, 1, read)
}

type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

var _ io.Reader = endless(0)

// The JSON of a choice is read as strictly as other JSON.
func TestChoiceJSONIsStrict(t *testing.T) {
	good := `{"number":3,"round":1,"trick":1,"made":{"seat":0,"play":"G2"},"best":{"seat":0,"play":"G3"},"cost":{"mean":1,"low":0,"high":2}}`
	var c foppen.Choice
	require.NoError(t, json.Unmarshal([]byte(good), &c))
	assert.Equal(t, good, string(foppen.Must(json.Marshal(c))))
	for _, change := range [][2]string{
		{`"number"`, `"Number"`}, {`"number":3`, `"number":3,"number":3`}, {`"number":3`, `"number":-1`}, {`"number":3,`, ``},
		{`"best":{"seat":0,`, `"best":{"seat":1,`}, {`"best":{"seat":0,"play":"G3"}`, `"best":{"seat":0,"bet":true}`},
		{`"made":{"seat":0,"play":"G2"}`, `"made":{"deal":[]}`}, {`"made":{"seat":0,"play":"G2"}`, `"made":null`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		fault := &foppen.DecodeError{}
		require.ErrorAs(t, json.Unmarshal([]byte(bad), &c), &fault, bad)
	}
	_, err := json.Marshal(foppen.Choice{})
	assert.Error(t, err)
}

// What is stepped over in a report is JSON all the same.
func TestReportStepsOverJSONOnly(t *testing.T) {
	good := string(foppen.Must(simulate(t, foppen.SimConfig{Players: 4, Games: 3}).MarshalJSON()))
	var r foppen.Report
	require.NoError(t, r.UnmarshalJSON([]byte(good)))
	i := strings.Index(good, `"mean":`) + len(`"mean":`)
	require.Greater(t, i, 20)
	for _, number := range []string{"1..2", "1e", "-", "01", "3e97.35"} {
		j := i + strings.IndexAny(good[i:], ",}")
		assert.Error(t, r.UnmarshalJSON([]byte(good[:i]+number+good[j:])), number)
	}
}

// An event with a number that cannot be read back is not written.
func TestEventsOutOfRangeAreNotWritten(t *testing.T) {
	for _, e := range []foppen.Event{
		foppen.Dealt{Round: -1}, foppen.Dealt{HandSize: -1}, foppen.RoundEnded{Round: -2},
		foppen.Scored{Total: 1_000_000_000}, foppen.Scored{Score: foppen.Score{Reason: foppen.Ten, Points: -1_000_000_000}},
	} {
		_, err := json.Marshal(e)
		fault := &foppen.ArgError{}
		assert.ErrorAs(t, err, &fault, "%v", e)
	}
}
