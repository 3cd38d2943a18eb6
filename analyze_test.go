package foppen_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func analyze(t *testing.T, r foppen.Record, c foppen.AnalyzeConfig) foppen.Analysis {
	t.Helper()
	a, err := foppen.Analyze(context.Background(), r, c)
	require.NoError(t, err)
	return a
}

func judge(name string) foppen.BotMaker { return foppen.Must(foppen.ParseBot(name)) }

// shortGame is the first rounds of a game of the bots.
func shortGame(t *testing.T, v foppen.Variant, rounds int, names ...string) foppen.Record {
	t.Helper()
	r, err := match{Start: newGame(t, len(names), v), Bots: bots(names...), Seed: 5}.Record(context.Background())
	require.NoError(t, err)
	for n, round := 1, 0; n <= r.Len(); n++ {
		if g := r.At(n); g.Phase() == foppen.DealPhase || g.Phase() == foppen.OverPhase {
			if round++; round == rounds {
				return r.Prefix(n)
			}
		}
	}
	return r
}

// Every choice of a game is judged once, the worst first, and nothing else; what the bot
// would have done costs nothing; and the sums are those of the choices.
func TestAnalyzeJudgesEveryChoice(t *testing.T) {
	for _, v := range []foppen.Variant{foppen.Rulebook2018(), foppen.Edition1995Bets()} {
		r := shortGame(t, v, 1, "greedy", "random", "random", "greedy")
		a := analyze(t, r, foppen.AnalyzeConfig{Bot: judge("search:4")})
		want := map[int]foppen.Move{}
		n := 0
		for m := range r.Moves() {
			if g := r.At(n); g.Phase() == foppen.BetPhase || g.Legal().Len() > 1 {
				want[n+1] = m
			}
			n++
		}
		sums := map[foppen.Seat]foppen.SeatAnalysis{}
		for i, c := range a.Choices {
			require.Equal(t, want[c.Number], c.Made)
			delete(want, c.Number)
			_, isBet := c.Made.(foppen.Bet)
			assert.Equal(t, isBet, c.Trick == 0)
			assert.Equal(t, 1, c.Round)
			assert.NoError(t, r.At(c.Number-1).Check(c.Best))
			sum := sums[c.Seat()]
			sum.Choices++
			if c.Made == c.Best {
				assert.Equal(t, foppen.Mean{}, c.Cost)
				sum.Best++
			}
			if c.Cost.Low > 0 {
				sum.Errors++
			}
			sum.Cost.Value += c.Cost.Value
			sums[c.Seat()] = sum
			assert.True(t, i == 0 || c.Cost.Value <= a.Choices[i-1].Cost.Value)
		}
		assert.Empty(t, want)
		require.Len(t, a.Seats, len(sums))
		for _, s := range a.Seats {
			assert.Equal(t, sums[s.Seat].Choices, s.Choices)
			assert.Equal(t, sums[s.Seat].Best, s.Best)
			assert.Equal(t, sums[s.Seat].Errors, s.Errors)
			assert.InDelta(t, sums[s.Seat].Cost.Value, s.Cost.Value, 1e-4)
			assert.InDelta(t, float64(s.Best)/float64(s.Choices), s.Accuracy, 1e-6)
		}
	}
}

// A game of the bot that judges costs little, other than one by chance: costs are not the
// larger for being those of the best of many estimates.
func TestAnalyzeOwnGame(t *testing.T) {
	r := shortGame(t, foppen.Rulebook2018(), 2, "search:100", "random", "search:100", "random")
	a := analyze(t, r, foppen.AnalyzeConfig{Bot: judge("search:100"), Seed: 77})
	require.Len(t, a.Seats, 4)
	for _, s := range a.Seats {
		each := s.Cost.Value / float64(s.Choices)
		if s.Seat%2 == 0 {
			assert.Less(t, each, 0.75)
		} else {
			assert.Greater(t, each, 1.0)
			assert.Positive(t, s.Errors)
		}
	}
}

// The number of workers changes nothing, and a choice that is judged without the others is
// judged alike.
func TestAnalyzeWorkers(t *testing.T) {
	r := shortGame(t, foppen.Edition1995Bets(), 2, "random", "random", "random")
	c := foppen.AnalyzeConfig{Bot: judge("search:3"), Seed: 9, Workers: 1}
	all := analyze(t, r, c)
	want, err := json.Marshal(all)
	require.NoError(t, err)
	var back foppen.Analysis
	require.NoError(t, json.Unmarshal(want, &back))
	assert.Equal(t, all, back)

	c.Workers = 4
	steps := 0
	c.OnProgress = func(done, choices int) {
		steps++
		assert.Equal(t, steps, done)
		assert.Len(t, all.Choices, choices)
	}
	got, err := json.Marshal(analyze(t, r, c))
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
	assert.Len(t, all.Choices, steps)

	part := analyze(t, r, foppen.AnalyzeConfig{Bot: judge("search:3"), Seed: 9, Round: 2, Seats: foppen.Seats(0).With(1)})
	require.NotEmpty(t, part.Choices)
	for _, choice := range part.Choices {
		assert.Equal(t, 2, choice.Round)
		assert.EqualValues(t, 1, choice.Seat())
		assert.Contains(t, all.Choices, choice)
	}
}

// The hands of others change nothing: what could not be known does not count.
func TestAnalyzeKnowsTheViewAlone(t *testing.T) {
	v := foppen.Edition1995Bets()
	start := newGame(t, 4, v)
	src := rand.New(rand.NewPCG(1, 1))
	dealt, _, err := start.Apply(start.Shuffle(src))
	require.NoError(t, err)
	var want []byte
	for range 5 {
		r, err := foppen.NewRecord(start)
		require.NoError(t, err)
		same := dealt.View(dealt.Turn()).Sample(src)
		var hands foppen.Deal
		for s := range foppen.Seat(4) {
			hands.Hands[s] = same.Hand(s)
		}
		for _, m := range []foppen.Move{hands, foppen.Bet{Seat: dealt.Turn(), Bet: true}} {
			r, err = r.Append(m)
			require.NoError(t, err)
		}
		got, err := json.Marshal(analyze(t, r, foppen.AnalyzeConfig{Bot: judge("search:50")}))
		require.NoError(t, err)
		if want == nil {
			want = got
		}
		assert.Equal(t, string(want), string(got))
	}
}

// The interval of a cost holds the difference that many more deals show, 95 times in 100.
func TestAnalyzeIntervalsCover(t *testing.T) {
	r := shortGame(t, foppen.Rulebook2018(), 1, "random", "random", "random", "random")
	g := r.At(r.Len() - 9)
	for n := r.Len() - 9; g.Legal().Len() < 2; n-- {
		g = r.At(n)
	}
	v := g.View(g.Turn())
	low, high := v.Legal().At(0), v.Legal().At(1)
	compare := func(samples int, seed uint64) foppen.Mean {
		return foppen.NewSearchBot(foppen.SearchConfig{Samples: samples}, rand.NewPCG(seed, 1)).Compare(v, low, high)
	}
	truth := compare(20_000, 0)
	inside := 0
	const times = 400
	for i := range times {
		if m := compare(40, 1+uint64(i)); m.Low <= truth.Value && truth.Value <= m.High {
			inside++
		}
	}
	assert.InDelta(t, 0.95, float64(inside)/times, 0.035)

	// It is the difference of the estimates.
	var edges [2]float64
	for _, e := range foppen.NewSearchBot(foppen.SearchConfig{Samples: 20_000}, rand.NewPCG(3, 3)).Estimates(v) {
		switch e.Card {
		case low:
			edges[0] = e.Edge
		case high:
			edges[1] = e.Edge
		}
	}
	assert.InDelta(t, edges[0]-edges[1], truth.Value, 2*(truth.High-truth.Low))
}

// A bet is worth what it wins: who bets always pays for it, and the same choice the other way
// round costs the same with the other sign.
func TestAnalyzeBets(t *testing.T) {
	start := newGame(t, 4, foppen.Edition1995Bets())
	deal := start.Shuffle(rand.NewPCG(4, 4))
	costs := map[bool]foppen.Choice{}
	for _, bet := range []bool{false, true} {
		r, err := foppen.NewRecord(start)
		require.NoError(t, err)
		r, err = r.Append(deal)
		require.NoError(t, err)
		r, err = r.Append(foppen.Bet{Seat: r.Game().Turn(), Bet: bet})
		require.NoError(t, err)
		a := analyze(t, r, foppen.AnalyzeConfig{})
		require.Len(t, a.Choices, 1)
		costs[bet] = a.Choices[0]
	}
	assert.Equal(t, costs[false].Best, costs[true].Best)
	assert.NotEqual(t, costs[false].Cost, costs[true].Cost)
	for _, c := range costs {
		assert.Equal(t, c.Made != c.Best, c.Cost != foppen.Mean{})
		assert.GreaterOrEqual(t, c.Cost.Value, 0.0, "a clear case")
	}
}

// An analysis that is stopped tells what came before, without a gap.
func TestAnalyzeStops(t *testing.T) {
	r := shortGame(t, foppen.Rulebook2018(), 99, "random", "random", "random", "random")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := foppen.AnalyzeConfig{Bot: judge("search:4"), Workers: 3}
	all := analyze(t, r, c)
	c.OnProgress = func(done, _ int) {
		if done == 5 {
			cancel()
		}
	}
	got, err := foppen.Analyze(ctx, r, c)
	require.ErrorIs(t, err, context.Canceled)
	assert.GreaterOrEqual(t, len(got.Choices), 5)
	last := 0
	for _, choice := range got.Choices {
		assert.Contains(t, all.Choices, choice)
		last = max(last, choice.Number)
	}
	n := 0
	for _, choice := range all.Choices {
		if choice.Number <= last {
			n++
		}
	}
	assert.Len(t, got.Choices, n)
}

// What cannot be is refused, and what has no choices has an analysis without any.
func TestAnalyzeRefuses(t *testing.T) {
	r := shortGame(t, foppen.Rulebook2018(), 1, "random", "random", "random", "random")
	for name, c := range map[string]foppen.AnalyzeConfig{
		"workers":            {Workers: -1},
		"round":              {Round: -1},
		"another bot":        {Bot: judge("greedy")},
		"no maker":           {Bot: foppen.BotMaker{Name: "none"}},
		"a maker that fails": {Bot: foppen.BotMaker{Name: "bad", New: func(rand.Source) foppen.Bot { panic("no bot") }}},
	} {
		_, err := foppen.Analyze(context.Background(), r, c)
		var e *foppen.ArgError
		assert.ErrorAs(t, err, &e, name)
	}
	for _, r := range []foppen.Record{{}, r.Prefix(0), r.Prefix(1)} {
		text, err := json.Marshal(analyze(t, r, foppen.AnalyzeConfig{}))
		require.NoError(t, err)
		assert.Equal(t, `{"choices":[],"seats":[]}`, string(text))
	}
	assert.Equal(t, foppen.NoSeat, foppen.Choice{}.Seat())
	for _, bad := range []string{`{`, `{"more":1}`, `{"made":{"seat":0,"play":"G3"},"best":{"seat":0,"play":"X3"}}`, `{"number":1}`} {
		assert.Error(t, json.Unmarshal([]byte(bad), new(foppen.Choice)), bad)
	}
}

// An analysis and the estimates of a search are read as strictly as all else.
func TestAnalysisJSON(t *testing.T) {
	text := string(encoded(t, foppen.Analysis{}))
	assert.Equal(t, `{"choices":[],"seats":[]}`, text)
	record := playRecorded(foppen.Rulebook2018(), 4, 3).Record(60)
	a, err := foppen.Analyze(t.Context(), record, foppen.AnalyzeConfig{Bot: foppen.Must(foppen.ParseBot("search:5")), Seed: 1})
	require.NoError(t, err)
	require.NotEmpty(t, a.Choices)
	text = string(encoded(t, a))
	var back foppen.Analysis
	require.NoError(t, back.UnmarshalJSON([]byte(text)))
	assert.Equal(t, a, back)
	for _, bad := range []string{
		strings.Replace(text, `"seats":`, `"seat":`, 1), strings.Replace(text, `{"seat":0`, `{"seat":9`, 1),
		strings.Replace(text, `"accuracy":`, `"extra":1,"accuracy":`, 1), strings.Replace(text, `"best":`, `"best":-1,"best":`, 1), `{}`, `null`,
	} {
		var e *foppen.DecodeError
		require.ErrorAs(t, back.UnmarshalJSON([]byte(bad)), &e, bad)
	}
	g := record.Game()
	for _, e := range foppen.NewSearchBot(foppen.SearchConfig{Samples: 7}, nil).Estimates(g.View(g.Turn())) {
		var back foppen.Estimate
		require.NoError(t, back.UnmarshalJSON(encoded(t, e)))
		assert.Equal(t, e, back)
		require.Error(t, back.UnmarshalJSON([]byte(strings.Replace(string(encoded(t, e)), "{", `{"x":1,`, 1))))
	}
}
