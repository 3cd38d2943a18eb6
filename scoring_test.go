package foppen_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// S1, S2 through Score and ScoreRound (R5.2 to R5.4).
func TestWorkedScores(t *testing.T) {
	book, old := foppen.Rulebook2018(), foppen.Edition1995()
	left := []foppen.Cards{handOf("G9 Y8"), handOf("R13"), {}, {}}
	want := []foppen.Score{
		{Left: left[0], Reason: foppen.CardsLeft, Base: -17, Points: -17},
		{Left: left[1], Reason: foppen.CardsLeft, Base: -13, Points: -13},
		{Reason: foppen.Ten, Base: 10, Points: 10},
		{Reason: foppen.OutFooled},
	}
	assert.Equal(t, want, book.ScoreRound(left, foppen.SeatsOf(3), 0), "S1")
	for s, score := range want {
		assert.Equal(t, score, scoreOf(book, left[s], s == 3, false, 0), "S1, seat %d", s)
	}
	assert.Equal(t, -12, scoreOf(book, handOf("1 1 B2"), false, false, 0).Points, "S2, 2018")
	assert.Equal(t, -4, scoreOf(old, handOf("1 1 B2"), false, false, 0).Points, "S2, 1995")
	// A disc matters only to those who are out.
	assert.Equal(t, want[0], scoreOf(book, left[0], true, false, 0))
	assert.Equal(t, []foppen.Score{}, book.ScoreRound(nil, 0, 0))
}

// R7.3: every outcome of a bet, with 0 to 7 other bettors.
func TestBetScores(t *testing.T) {
	v := foppen.Edition1995Bets()
	hand := handOf("G9 R5 1")
	for others := range 8 {
		for _, c := range []struct {
			left         foppen.Cards
			fooled, bet  bool
			base, points int
			reason       foppen.ScoreReason
		}{
			{foppen.Cards{}, false, false, 10, 10, foppen.Ten},
			{foppen.Cards{}, false, true, 10, 20 + 5*others, foppen.Ten},
			{foppen.Cards{}, true, false, 0, 0, foppen.OutFooled},
			{foppen.Cards{}, true, true, 0, 0, foppen.OutFooled},
			{hand, false, false, -15, -15, foppen.CardsLeft},
			{hand, false, true, -15, -30, foppen.CardsLeft},
			{hand, true, true, -15, -30, foppen.CardsLeft},
		} {
			want := foppen.Score{Left: c.left, Reason: c.reason, Bet: c.bet, Base: c.base, Points: c.points}
			assert.Equal(t, want, scoreOf(v, c.left, c.fooled, c.bet, others), "%d others", others)
		}
	}
	v.BetBonus, v.BetOther, v.BetFactor, v.OnePenalty = 7, 3, 4, 0
	assert.Equal(t, 10+7+3*2, scoreOf(v, foppen.Cards{}, false, true, 2).Points)
	assert.Equal(t, -56, scoreOf(v, hand, false, true, 2).Points)
	assert.Equal(t, 0, scoreOf(v, handOf("1 1"), false, true, 2).Points)
}

// R7.3: each other bettor counts, whatever became of that one.
func TestBetScoreRound(t *testing.T) {
	v := foppen.Edition1995Bets()
	left := []foppen.Cards{{}, {}, handOf("G9"), {}, handOf("R5")}
	scores := v.ScoreRound(left, foppen.SeatsOf(1), foppen.SeatsOf(0, 1, 2))
	var points []int
	for s, score := range scores {
		points = append(points, score.Points)
		assert.Equal(t, s < 3, score.Bet)
	}
	assert.Equal(t, []int{30, 0, -18, 10, -5}, points)
	assert.Equal(t, []int{10, 0, -9, 10, -5}, bases(scores))
}

func bases(scores []foppen.Score) (list []int) {
	for _, s := range scores {
		list = append(list, s.Base)
	}
	return list
}

// Scores of any hand by any variant against the oracle.
func TestScoreRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		list := genCards(t, "left")
		left, err := foppen.NewCards(list...)
		require.NoError(t, err)
		fooled, bet, others := rapid.Bool().Draw(t, "fooled"), rapid.Bool().Draw(t, "bet"), rapid.IntRange(0, 7).Draw(t, "others")
		points, why := oracleScore(plainRules(v, v.Players()[0]), strings.Fields(left.String()), fooled, bet, others)
		base, _ := oracleScore(plainRules(v, v.Players()[0]), strings.Fields(left.String()), fooled, false, 0)
		want := foppen.Score{Left: left, Reason: scoreReasons[why], Bet: bet, Base: base, Points: points}
		require.Equal(t, want, scoreOf(v, left, fooled, bet, others))
	})
}

// R6.3: shared ranks, and all of rank 1 win.
func TestStandings(t *testing.T) {
	for _, c := range []struct {
		totals, ranks, seats []int
		winners              foppen.Seats
	}{
		{nil, nil, nil, 0},
		{[]int{5}, []int{1}, []int{0}, foppen.SeatsOf(0)},
		{[]int{-9, 30, 4, 4}, []int{1, 2, 2, 4}, []int{1, 2, 3, 0}, foppen.SeatsOf(1)},
		{[]int{4, 30, -9, 4}, []int{1, 2, 2, 4}, []int{1, 0, 3, 2}, foppen.SeatsOf(1)},
		{[]int{7, 1, 7, 0}, []int{1, 1, 3, 4}, []int{0, 2, 1, 3}, foppen.SeatsOf(0, 2)},
		{[]int{-5, -5, -6, -5}, []int{1, 1, 1, 4}, []int{0, 1, 3, 2}, foppen.SeatsOf(0, 1, 3)},
		{[]int{0, 0, 0}, []int{1, 1, 1}, []int{0, 1, 2}, foppen.SeatsOf(0, 1, 2)},
		{[]int{1, 2, 2, 3, 3, 3, 4, 0}, []int{1, 2, 2, 2, 5, 5, 7, 8}, []int{6, 3, 4, 5, 1, 2, 0, 7}, foppen.SeatsOf(6)},
		{[]int{math.MinInt, math.MaxInt}, []int{1, 2}, []int{1, 0}, foppen.SeatsOf(1)},
	} {
		st := foppen.NewStandings(c.totals...)
		require.Equal(t, len(c.totals), st.Len())
		var rows []foppen.Standing
		for i := range c.totals {
			row := foppen.Standing{Rank: c.ranks[i], Seat: foppen.Seat(c.seats[i]), Total: c.totals[c.seats[i]]}
			assert.Equal(t, row, st.At(i), "%v", c.totals)
			rows = append(rows, row)
		}
		assert.Equal(t, rows, slices.Collect(st.All()))
		for _, row := range rows {
			of, ok := st.Of(row.Seat)
			assert.True(t, ok)
			assert.Equal(t, row, of)
		}
		for _, seat := range []foppen.Seat{foppen.NoSeat, foppen.Seat(st.Len()), 8, 127, -128} {
			of, ok := st.Of(seat)
			assert.False(t, ok, "%v: %v", c.totals, seat)
			assert.Equal(t, foppen.Standing{Seat: foppen.NoSeat}, of)
		}
		assert.Equal(t, c.winners, st.Winners(), "%v", c.totals)
		for _, i := range []int{-1, st.Len(), 8, math.MaxInt} {
			assert.Equal(t, foppen.Standing{}, st.At(i))
		}
	}
	st := foppen.NewStandings(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	assert.Equal(t, 8, st.Len(), "more totals than seats are left out")
	assert.Equal(t, foppen.SeatsOf(7), st.Winners())
	for range st.All() {
		break
	}
	assert.Equal(t, foppen.NewStandings(3, 4), foppen.NewStandings(3, 4))
	assert.NotEqual(t, foppen.NewStandings(3, 4), foppen.NewStandings(3, 4, 5))
	all := []foppen.Standings{{}, foppen.NewStandings(0), foppen.NewStandings(0, 0), foppen.NewStandings(3, 4), foppen.NewStandings(4, 3)}
	for i, a := range all {
		for j, b := range all {
			assert.Equal(t, i == j, a.Equal(b), "%v %v", a, b)
		}
	}
}

// Standings and the reasons of the end as JSON.
func TestStandingsJSON(t *testing.T) {
	b, err := json.Marshal(foppen.NewStandings(-9, 30, 4))
	require.NoError(t, err)
	assert.Equal(t, `[{"rank":1,"seat":1,"total":30},{"rank":2,"seat":2,"total":4},{"rank":3,"seat":0,"total":-9}]`, string(b))
	b, err = json.Marshal(foppen.Standings{})
	require.NoError(t, err)
	assert.Equal(t, `[]`, string(b))
	for reasons, want := range map[foppen.EndReasons][2]string{
		0:                                     {"none", `[]`},
		foppen.EndRounds:                      {"rounds", `["rounds"]`},
		foppen.EndMinus:                       {"minus-points", `["minus-points"]`},
		foppen.EndTens | foppen.EndMinus:      {"minus-points,tens", `["minus-points","tens"]`},
		7:                                     {"rounds,minus-points,tens", `["rounds","minus-points","tens"]`},
		foppen.EndReasons(8):                  {"none", `[]`},
		foppen.EndReasons(8 | foppen.EndTens): {"tens", `["tens"]`},
	} {
		assert.Equal(t, want[0], reasons.String())
		b, err := json.Marshal(reasons)
		require.NoError(t, err)
		assert.Equal(t, want[1], string(b))
	}
}

// Has tells whether limits are among those met: all of them, if there are several.
func TestEndReasonsHas(t *testing.T) {
	const rounds, minus, tens = foppen.EndRounds, foppen.EndMinus, foppen.EndTens
	for met, want := range map[foppen.EndReasons]struct{ has, hasNot []foppen.EndReasons }{
		0:                     {[]foppen.EndReasons{0}, []foppen.EndReasons{rounds, minus, tens, rounds | tens}},
		rounds:                {[]foppen.EndReasons{0, rounds}, []foppen.EndReasons{minus, tens, rounds | tens}},
		minus | tens:          {[]foppen.EndReasons{0, minus, tens, minus | tens}, []foppen.EndReasons{rounds, rounds | tens, 7}},
		rounds | minus | tens: {[]foppen.EndReasons{0, rounds, minus, tens, 7}, []foppen.EndReasons{8, 15}},
	} {
		for _, r := range want.has {
			assert.True(t, met.Has(r), "%v has %v", met, r)
		}
		for _, r := range want.hasNot {
			assert.False(t, met.Has(r), "%v has %v", met, r)
		}
	}
}

// oneRound is a game of four whose next round gives seat 0 minus points for one
// card left of that value, seats 1 and 2 a ten each, and seat 3 nothing. Seat 0
// starts, and seat 2 leads the last trick.
func oneRound(t *testing.T, v foppen.Variant, past foppen.Past, value int) (foppen.Game, foppen.Deal, []foppen.Card) {
	t.Helper()
	v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{}
	v.Setups[4] = foppen.Setup{Green: 31, Blue: 31, HandSize: 2, Discs: 1}
	g, err := foppen.New(4, foppen.WithVariant(v))
	require.NoError(t, err)
	left, err := foppen.NewCard(foppen.Green, value)
	require.NoError(t, err)
	d := foppen.Deal{Hands: [foppen.MaxPlayers]foppen.Cards{handOf("B2").With(left), handOf("B10 B11"), handOf("B20 B21"), handOf("B3 B15")}}
	return foppen.GameAt(g, past), d, cardList("B2 B10 B20 B15 B21 B3 B11")
}

// playRound plays a round to its end and gives the events of its last move.
func playRound(t *testing.T, g foppen.Game, d foppen.Deal, plays []foppen.Card) (foppen.Game, []foppen.Event) {
	t.Helper()
	g, err := g.Deal(d)
	require.NoError(t, err)
	var events []foppen.Event
	for _, c := range plays {
		require.Equal(t, foppen.PlayPhase, g.Phase())
		g, events, err = g.Apply(foppen.Play{Seat: g.Turn(), Card: c})
		require.NoError(t, err)
	}
	require.NotEqual(t, foppen.PlayPhase, g.Phase())
	return g, events
}

// gamesOver counts the GameOver events.
func gamesOver(events []foppen.Event) (over []foppen.GameOver) {
	for _, e := range events {
		if e, ok := e.(foppen.GameOver); ok {
			over = append(over, e)
		}
	}
	return over
}

// R6.1: the limit of minus points just not reached, reached and passed, under every
// reading. Seat 0 gets -9 in the round.
func TestMinusLimit(t *testing.T) {
	for _, c := range []struct {
		reach        foppen.LimitReach
		count        foppen.MinusCount
		limit        int
		total, minus int // seat 0 before the round
		over         bool
	}{
		{foppen.LimitReached, foppen.NetPoints, 80, -70, 0, false},   // -79
		{foppen.LimitReached, foppen.NetPoints, 80, -71, 0, true},    // -80
		{foppen.LimitReached, foppen.NetPoints, 80, -72, 0, true},    // -81
		{foppen.LimitReached, foppen.NetPoints, 80, -70, 500, false}, // gross points do not count
		{foppen.LimitPassed, foppen.NetPoints, 80, -70, 0, false},
		{foppen.LimitPassed, foppen.NetPoints, 80, -71, 0, false},
		{foppen.LimitPassed, foppen.NetPoints, 80, -72, 0, true},
		{foppen.LimitReached, foppen.GrossMinus, 80, -60, 70, false},
		{foppen.LimitReached, foppen.GrossMinus, 80, -60, 71, true},
		{foppen.LimitReached, foppen.GrossMinus, 80, 50, 72, true},
		{foppen.LimitPassed, foppen.GrossMinus, 80, 50, 70, false},
		{foppen.LimitPassed, foppen.GrossMinus, 80, 50, 71, false},
		{foppen.LimitPassed, foppen.GrossMinus, 80, 50, 72, true},
		{foppen.LimitReached, foppen.NetPoints, 9, 0, 0, true},
		{foppen.LimitReached, foppen.NetPoints, 10, 0, 0, false},
		{foppen.LimitReached, foppen.NetPoints, 0, -1000, 1000, false}, // off
	} {
		v := foppen.Rulebook2018()
		v.MinusReach, v.MinusCount, v.MinusLimit = c.reach, c.count, c.limit
		g, d, plays := oneRound(t, v, foppen.Past{Round: 5, Totals: []int{c.total, 0, 0, 0}, Minus: []int{c.minus, 0, 0, 0}}, 9)
		g, events := playRound(t, g, d, plays)
		assert.Equal(t, []int{c.total - 9, 10, 10, 0}, g.Totals())
		assert.Equal(t, c.minus+9, g.MinusPoints(0))
		over := gamesOver(events)
		if !c.over {
			assert.Equal(t, foppen.DealPhase, g.Phase(), "%+v", c)
			assert.Empty(t, over)
			assert.Zero(t, g.EndReasons())
			continue
		}
		assert.Equal(t, foppen.OverPhase, g.Phase(), "%+v", c)
		want := foppen.GameOver{Reasons: foppen.EndMinus, Minus: foppen.SeatsOf(0), Winners: g.Winners(), Standings: g.Standings()}
		assert.Equal(t, []foppen.GameOver{want}, over)
		assert.Equal(t, foppen.EndMinus, g.EndReasons())
	}
}

// R6.1: any player's points can end the game, not only those of one who has just
// lost some.
func TestMinusLimitOfAnySeat(t *testing.T) {
	for seat := range 4 {
		totals := make([]int, 4)
		totals[seat] = -100
		g, d, plays := oneRound(t, foppen.Rulebook2018(), foppen.Past{Round: 1, Totals: totals}, 9)
		g, _ = playRound(t, g, d, plays)
		assert.Equal(t, foppen.EndMinus, g.EndReasons(), "seat %d", seat)
	}
}

// R6.1: five tens, six and more, of all players together and of one alone. The
// round gives seats 1 and 2 a ten each.
func TestTensLimit(t *testing.T) {
	for _, c := range []struct {
		count foppen.TensCount
		limit int
		tens  []int
		over  bool
	}{
		{foppen.TensTogether, 6, []int{1, 1, 1, 0}, false}, // 5 now
		{foppen.TensTogether, 6, []int{1, 1, 1, 1}, true},  // 6
		{foppen.TensTogether, 6, []int{5, 0, 0, 0}, true},  // 7
		{foppen.TensSolo, 6, []int{5, 4, 4, 5}, false},
		{foppen.TensSolo, 6, []int{5, 5, 4, 5}, true},
		{foppen.TensSolo, 6, []int{5, 4, 5, 5}, true},
		{foppen.TensSolo, 6, []int{6, 0, 0, 0}, true},
		{foppen.TensTogether, 2, []int{0, 0, 0, 0}, true},
		{foppen.TensSolo, 2, []int{0, 0, 0, 0}, false},
		{foppen.TensSolo, 1, []int{0, 0, 0, 0}, true},
		{foppen.TensTogether, 0, []int{99, 99, 99, 99}, false}, // off
	} {
		v := foppen.Rulebook2018()
		v.TensCount, v.TensLimit = c.count, c.limit
		g, d, plays := oneRound(t, v, foppen.Past{Round: 5, Tens: c.tens}, 9)
		g, events := playRound(t, g, d, plays)
		for s, n := range c.tens {
			assert.Equal(t, n+btoi(s == 1 || s == 2), g.Tens(foppen.Seat(s)))
		}
		if over := gamesOver(events); c.over {
			require.Len(t, over, 1, "%+v", c)
			assert.Equal(t, foppen.EndTens, over[0].Reasons)
		} else {
			assert.Empty(t, over, "%+v", c)
		}
		assert.Equal(t, c.over, g.Phase() == foppen.OverPhase, "%+v", c)
	}
}

// R6.1, R6.2: one round can meet all limits; the game ends once, for all reasons.
func TestLimitsMetTogether(t *testing.T) {
	v := foppen.Rulebook2018()
	past := foppen.Past{Round: foppen.MaxRounds - 1, Totals: []int{-71, 0, 0, 0}, Tens: []int{4, 0, 0, 0}}
	g, d, plays := oneRound(t, v, past, 9)
	g, events := playRound(t, g, d, plays)
	over := gamesOver(events)
	require.Len(t, over, 1)
	assert.Equal(t, foppen.EndMinus|foppen.EndTens|foppen.EndRounds, over[0].Reasons)
	assert.Equal(t, over[0], events[len(events)-1], "the end is the last thing that happens")
	assert.Equal(t, over[0].Reasons, g.EndReasons())

	past.Round = 3
	g, d, plays = oneRound(t, v, past, 9)
	_, events = playRound(t, g, d, plays)
	assert.Equal(t, foppen.EndMinus|foppen.EndTens, gamesOver(events)[0].Reasons)
}

// R6.2: a fixed number of rounds; and no game is longer than MaxRounds.
func TestRoundsLimit(t *testing.T) {
	for _, c := range []struct {
		rounds, played int
		over           bool
	}{{0, 3, false}, {5, 3, false}, {5, 4, true}, {1, 0, true}, {2, 0, false},
		{0, foppen.MaxRounds - 2, false}, {0, foppen.MaxRounds - 1, true},
		{foppen.MaxRounds, foppen.MaxRounds - 2, false}, {foppen.MaxRounds, foppen.MaxRounds - 1, true}} {
		v := foppen.Variant{MinusLimit: 1000}
		v.Setups[4] = foppen.Setup{Green: 31, Blue: 31, HandSize: 2, Discs: 1, Rounds: c.rounds}
		g, err := foppen.New(4, foppen.WithVariant(v))
		require.NoError(t, err)
		_, d, plays := oneRound(t, foppen.Rulebook2018(), foppen.Past{}, 9)
		g, events := playRound(t, foppen.GameAt(g, foppen.Past{Round: c.played}), d, plays)
		assert.Equal(t, c.played+1, g.Round())
		assert.Equal(t, c.over, g.Phase() == foppen.OverPhase, "%+v", c)
		assert.Equal(t, c.over, len(gamesOver(events)) == 1, "%+v", c)
		if c.over {
			assert.Equal(t, foppen.EndRounds, g.EndReasons())
		}
	}
}

// A game that no limit ends is played to MaxRounds and ends there.
func TestMaxRoundsPlayed(t *testing.T) {
	v := foppen.Variant{TensLimit: 1_000_000}
	v.Setups[2] = foppen.Setup{Green: 3, HandSize: 1}
	g, err := foppen.New(2, foppen.WithVariant(v))
	require.NoError(t, err)
	d := foppen.Deal{Hands: [foppen.MaxPlayers]foppen.Cards{handOf("G2"), handOf("G3")}}
	for g.Phase() != foppen.OverPhase {
		g, err = g.Deal(d)
		require.NoError(t, err)
		for g.Phase() == foppen.PlayPhase {
			g, err = g.Play(g.Legal().Lowest())
			require.NoError(t, err)
		}
	}
	assert.Equal(t, foppen.MaxRounds, g.Round())
	assert.Equal(t, foppen.EndRounds, g.EndReasons())
	assert.Equal(t, []int{10 * foppen.MaxRounds, 10 * foppen.MaxRounds}, g.Totals())
	assert.Equal(t, foppen.MaxRounds, g.Tens(1))
	assert.Equal(t, foppen.SeatsOf(0, 1), g.Winners())
}

// The largest points that a variant can give over the longest game fit.
func TestLargestPoints(t *testing.T) {
	v := foppen.Variant{OnePenalty: 100, Betting: true, BetBonus: 100, BetOther: 100, BetFactor: 10}
	worst := scoreOf(v, foppen.Must(foppen.ParseCards(fullDeck())), false, true, 7).Points
	assert.Equal(t, -10*(4*(31*32/2-1)+15*100), worst)
	assert.Less(t, -worst*foppen.MaxRounds, math.MaxInt32)
	best := scoreOf(v, foppen.Cards{}, false, true, 7).Points
	assert.Less(t, best*foppen.MaxRounds, math.MaxInt32)
}

// R8: neither do the largest numbers for experiments overflow: each card of the largest deck
// costs what it costs in hand, or its player is fooled with it.
func TestLargestExperiments(t *testing.T) {
	v := foppen.Variant{OnePenalty: 100, Betting: true, BetBonus: 100, BetOther: 100, BetFactor: 10, TenExtra: 990, SpoiledPoints: -1000, FoolPoints: -1000}
	const cards = 139
	worst := v.ScoreRound([]foppen.Cards{foppen.Must(foppen.ParseCards(fullDeck()))}, 0, foppen.SeatsOf(0), cards)[0].Points
	assert.Less(t, -worst*foppen.MaxRounds, math.MaxInt32)
	v.FoolPoints = 1000
	best := v.ScoreRound(make([]foppen.Cards, 1), 0, foppen.SeatsOf(0, 1, 2, 3, 4, 5, 6, 7), cards)[0].Points
	assert.Equal(t, 1000+100+7*100+cards*1000, best)
	assert.Less(t, best*foppen.MaxRounds, math.MaxInt32)
}

// fullDeck is the text of the largest deck.
func fullDeck() string {
	var texts []string
	for _, c := range allCards() {
		texts = append(texts, c.String())
	}
	return strings.Join(append(texts, slices.Repeat([]string{"1"}, foppen.MaxOnes-1)...), " ")
}

// scoreOf is the score of one seat in a round, with the last seats as the other bettors.
func scoreOf(v foppen.Variant, left foppen.Cards, fooled, bet bool, otherBets int) foppen.Score {
	var fools, bets foppen.Seats
	if fooled {
		fools = fools.With(0)
	}
	if bet {
		bets = bets.With(0)
	}
	for i := range otherBets {
		bets = bets.With(foppen.Seat(foppen.MaxPlayers - 1 - i))
	}
	return v.ScoreRound([]foppen.Cards{left, handOf("G2")}, fools, bets)[0]
}

// R5: what further seats have left is left out, and what is left is not kept.
func TestScoreRoundBounds(t *testing.T) {
	v := foppen.Rulebook2018()
	left := make([]foppen.Cards, 12)
	assert.Len(t, v.ScoreRound(left, 0, 0), foppen.MaxPlayers)
	assert.Equal(t, []foppen.Score{}, v.ScoreRound(nil, 255, 255))
}

// atLimit is who has -80 or less after a round.
func atLimit(totals []int, points ...int) (set foppen.Seats) {
	for s, p := range points {
		if totals[s]+p <= -80 {
			set = set.With(foppen.Seat(s))
		}
	}
	return set
}

// R6.3: two and three players share the first place of a game.
func TestSharedWin(t *testing.T) {
	for _, c := range []struct {
		totals  []int // before the round, which gives -9, 10, 10, 0
		winners foppen.Seats
		ranks   []int // from the top
	}{
		{[]int{-80, 0, 0, 0}, foppen.SeatsOf(1, 2), []int{1, 1, 3, 4}},
		{[]int{-80, 0, 0, 10}, foppen.SeatsOf(1, 2, 3), []int{1, 1, 1, 4}},
		{[]int{-80, 0, 0, 30}, foppen.SeatsOf(3), []int{1, 2, 2, 4}},
		{[]int{-80, -99, -99, -89}, foppen.SeatsOf(0, 1, 2, 3), []int{1, 1, 1, 1}},
	} {
		g, d, plays := oneRound(t, foppen.Rulebook2018(), foppen.Past{Round: 1, Totals: c.totals}, 9)
		g, events := playRound(t, g, d, plays)
		assert.Equal(t, c.winners, g.Winners(), "%v", c.totals)
		var ranks []int
		for row := range g.Standings().All() {
			ranks = append(ranks, row.Rank)
		}
		assert.Equal(t, c.ranks, ranks)
		assert.Equal(t, []foppen.GameOver{{Reasons: foppen.EndMinus, Minus: atLimit(c.totals, -9, 10, 10, 0), Winners: c.winners, Standings: g.Standings()}}, gamesOver(events))
	}
}
