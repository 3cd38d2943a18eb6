package foppen_test

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
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

// A comparison of nothing with nothing is refused, by play and in JSON.
func TestCompareNeedsAnother(t *testing.T) {
	_, err := foppen.Compare(context.Background(), foppen.SimConfig{Games: 1})
	var e *foppen.ArgError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "against", e.Field)

	var c foppen.Comparison
	report := reportJSON(t, simulate(t, foppen.SimConfig{Games: 1}))
	var fault *foppen.DecodeError
	require.ErrorAs(t, c.UnmarshalJSON([]byte(`{"format":"foppen-comparison/2","reports":[`+report+`],"differences":[]}`)), &fault)
	assert.Equal(t, "differences", fault.Path)
}

// The bots of the config are never replaced by random ones where a table is larger.
func TestCompareKeepsBots(t *testing.T) {
	c := foppen.SimConfig{Games: 1, Bots: slices.Repeat([]foppen.BotMaker{foppen.Must(foppen.ParseBot("greedy"))}, 4)}
	_, err := foppen.Compare(context.Background(), c, foppen.SimConfig{Players: 5})
	assert.EqualError(t, err, "foppen: against[0]: Bots: 4 bots for 5 players")
	five := append(c.Bots, foppen.Must(foppen.ParseBot("random")))
	assert.Equal(t, 5, compare(t, c, foppen.SimConfig{Bots: five}).Reports()[1].Players())
}

func TestCheckBotRefusesGamesBelowZero(t *testing.T) {
	err := foppen.CheckBot(context.Background(), foppen.Must(foppen.ParseBot("random")), foppen.SimConfig{Games: -1, Players: 4})
	var e *foppen.ArgError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "Games", e.Field)
}

// Both keys of what being fooled has brought are written, or neither, so that no reader finds
// one of them alone.
func TestScoreJSONHasBothOrNeither(t *testing.T) {
	for _, s := range []foppen.Score{{Reason: foppen.Ten, Fooled: 3}, {Reason: foppen.Ten, FoolPoints: -3}} {
		text := string(encoded(t, s))
		assert.Contains(t, text, `"fooled":`)
		assert.Contains(t, text, `"fool_points":`)
		var back foppen.Score
		require.NoError(t, back.UnmarshalJSON([]byte(text)))
		assert.Equal(t, s, back)
	}
	assert.NotContains(t, string(encoded(t, foppen.Score{Reason: foppen.Ten})), "fool")
}

// Each number that a report has counted agrees with the others: where one of them alone is another
// one, the report is refused.
func TestReportCountsAgree(t *testing.T) {
	good := reportJSON(t, simulate(t, foppen.SimConfig{Games: 7}))
	wide := reportJSON(t, simulate(t, foppen.SimConfig{Games: 7, Variant: foppen.Must(foppen.ParseVariant("rulebook-2018 fool_points=3"))}))
	require.Contains(t, wide, `"width":32`)
	number := func(text, key, value string) string {
		i := strings.LastIndex(text[:strings.LastIndex(text, `"`+key+`":`)+1], `"`) + len(key) + 3
		return text[:i] + value + text[i+strings.IndexAny(text[i:], ",}"):]
	}
	for _, key := range []string{
		"forced", "outs", "spoiled", "tens", "starter_outs", "ones_led", "ones_won", "ones_fooled", "bets", "bets_won",
		"below_zero", "tied", "ended_rounds", "ended_minus", "ended_tens",
		"rounds*rounds", "winning*winning", "lowest*lowest", "tied*tied", "ended_tens*ended_tens", "cards*rounds", "choices*cards", "points*rounds",
		"win_squares", "total_squares", "squares",
	} {
		for _, text := range []string{good, wide} {
			for _, value := range []string{"99999999", "999999999999999"} {
				var r foppen.Report
				var e *foppen.DecodeError
				require.ErrorAs(t, r.UnmarshalJSON([]byte(number(text, key, value))), &e, "%s %s", key, value)
			}
		}
	}
	// Counts that add up to the right number only beyond 64 bits.
	i := strings.Index(wide, `"totals":{"width":32`)
	i += strings.Index(wide[i:], `"counts":[`) + len(`"counts":[`)
	var r foppen.Report
	assert.Error(t, r.UnmarshalJSON([]byte(wide[:i]+`"9223372036854775808","9223372036854775808",`+wide[i:])))
}

// What a long tournament comes to can be read back; what none can is not written.
func TestTournamentJSONOfManyGames(t *testing.T) {
	r := foppen.TournamentResult{Deals: math.MaxInt32, Games: math.MaxInt, Rounds: math.MaxInt, Entrants: []foppen.Entrant{{Name: "a", SeatCount: 4}}}
	var back foppen.TournamentResult
	require.NoError(t, back.UnmarshalJSON(encoded(t, r)))
	assert.Equal(t, r, back)
	for _, bad := range []json.Marshaler{foppen.TournamentResult{Deals: -1}, foppen.Entrant{SeatCount: -1}} {
		_, err := bad.MarshalJSON()
		var e *foppen.ArgError
		assert.ErrorAs(t, err, &e)
	}
	assert.Error(t, back.UnmarshalJSON([]byte(strings.Replace(string(encoded(t, r)), `"seats":4`, `"seats":-4`, 1))))
}

// Where going out fooled scores 500 and nothing else is left to chance, points beside the tens and
// the minus points are 0, 500, 1000 and so on.
func TestPastsOfSpoiledPoints(t *testing.T) {
	src := rand.NewPCG(3, 4)
	g := foppen.Must(foppen.New(4, foppen.WithVariant(foppen.Must(foppen.ParseVariant("rulebook-2018 spoiled_points=500")))))
	for range 2 {
		g = foppen.Must(g.Deal(g.Shuffle(src))).Playout(src)
	}
	g = foppen.Must(g.Deal(g.Shuffle(src)))
	text := g.String()
	require.Contains(t, text, "totals -26 20 483 -21; minus 26 0 17 21;")
	for _, now := range []string{
		"totals -25 20 483 -21; minus 26 0 17 21;", "totals -26 20 482 -21; minus 26 0 17 21;",
		"totals -26 20 483 -21; minus 27 0 17 21;", "totals -26 20 983 -21; minus 26 0 17 21;",
	} {
		_, err := foppen.ParseGame(strings.Replace(text, "totals -26 20 483 -21; minus 26 0 17 21;", now, 1))
		assert.ErrorContains(t, err, "what so many rounds can have brought", now)
	}
}
