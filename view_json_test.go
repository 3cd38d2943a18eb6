package foppen_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// A table is what Game and View have in common.
type table interface {
	Variant() foppen.Variant
	Players() int
	Phase() foppen.Phase
	Round() int
	Dealer() foppen.Seat
	Starter() foppen.Seat
	Totals() []int
	MinusPoints(foppen.Seat) int
	Tens(foppen.Seat) int
	Turn() foppen.Seat
	Leader() foppen.Seat
	Led() foppen.Color
	TrickNumber() int
	ToAct() foppen.Seats
	Fools() foppen.Seats
	SittingOut() foppen.Seats
	WentOut() foppen.Seats
	Bettors() foppen.Seats
	Scores() []foppen.Score
	EndReasons() foppen.EndReasons
	Winners() foppen.Seats
	Standings() foppen.Standings
}

// bySeat lists what f says of each seat.
func bySeat[T any](t table, f func(foppen.Seat) T) []T {
	values := make([]T, t.Players())
	for i := range values {
		values[i] = f(foppen.Seat(i))
	}
	return values
}

// tableKeys is what the methods say for each key that a Game and a View have in common.
func tableKeys(t table) map[string]any {
	return map[string]any{
		"variant": t.Variant(), "players": t.Players(), "phase": t.Phase(), "round": t.Round(), "dealer": t.Dealer(), "starter": t.Starter(),
		"totals": t.Totals(), "minus_points": bySeat(t, t.MinusPoints), "tens": bySeat(t, t.Tens),
		"turn": t.Turn(), "leader": t.Leader(), "led": t.Led(), "trick_number": t.TrickNumber(), "to_act": t.ToAct(),
		"fools": t.Fools(), "sits_out": t.SittingOut(), "out": t.WentOut(), "bettors": t.Bettors(),
		"scores": t.Scores(), "end_reasons": t.EndReasons(), "winners": t.Winners(), "standings": t.Standings(),
	}
}

func gameMethods(g foppen.Game) map[string]any {
	keys := tableKeys(g)
	keys["format"] = "foppen-game/1"
	keys["hands"] = bySeat(g, g.Hand)
	keys["aside"] = g.Aside()
	return keys
}

func viewMethods(v foppen.View) map[string]any {
	keys := tableKeys(v)
	keys["format"] = "foppen-view/1"
	keys["setup"], keys["seat"] = v.Variant().Setups[v.Players()], v.Seat()
	keys["bets"] = []foppen.BetState{}
	if v.Variant().Betting {
		keys["bets"] = bySeat(v, v.BetOf)
	}
	keys["hand"], keys["verdicts"], keys["hand_sizes"] = v.Hand(), v.Verdicts(), bySeat(v, v.HandSize)
	keys["trick"], keys["unseen"] = v.Trick(), v.Unseen()
	keys["lacks"] = bySeat(v, func(s foppen.Seat) []foppen.Color {
		colors := []foppen.Color{}
		for c := foppen.Green; c <= foppen.Blue; c++ {
			if v.Void(s, c) {
				colors = append(colors, c)
			}
		}
		return colors
	})
	type finished struct {
		Led    foppen.Color  `json:"led"`
		Plays  foppen.Trick  `json:"plays"`
		Winner foppen.Seat   `json:"winner"`
		Fools  []foppen.Fool `json:"fools"`
		SatOut foppen.Seats  `json:"sat_out"`
	}
	tricks := []finished{}
	for _, t := range v.Tricks() {
		sat := v.Seats()
		for s := range t.All() {
			sat = sat.Without(s)
		}
		tricks = append(tricks, finished{t.Led(), t, t.Winner(), t.Fools(v.Variant().Setups[v.Players()].Discs, v.Variant().WorstTie), sat})
	}
	keys["tricks"] = tricks
	return keys
}

// requireMethods compares every key of an object with the JSON of what the method of that
// name returns. except is a key that no method stands for.
func requireMethods(t *testing.T, v json.Marshaler, methods map[string]any, except string) {
	t.Helper()
	var got map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(encoded(t, v), &got))
	delete(got, except)
	require.Len(t, got, len(methods))
	for key, value := range methods {
		want, err := json.Marshal(value)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got[key]), "%s of %v", key, v)
	}
}

// TestJSONSaysWhatMethodsSay: each key of a Game and of a View is what the method of its
// name returns, in all phases and also between the events of a move.
func TestJSONSaysWhatMethodsSay(t *testing.T) {
	between := 0
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		random := rand.New(rand.NewPCG(uint64(i), 8))
		playScene(t, s, uint64(700+i), func(s step) {
			if s.after.Phase() == foppen.PlayPhase && random.IntN(rarer(60, 3)) > 0 || random.IntN(2) > 0 {
				return
			}
			requireMethods(t, s.after, gameMethods(s.after), "moves")
			seats := viewers(s.after)
			seat := seats[random.IntN(len(seats))]
			requireMethods(t, s.after.View(seat), viewMethods(s.after.View(seat)), "")
			v := s.before.View(seat)
			for _, e := range s.events {
				v = foppen.Must(v.Update(foppen.Redact(e, seat)))
				requireMethods(t, v, viewMethods(v), "")
				if v.Turn() == foppen.NoSeat && v.Phase() == foppen.PlayPhase {
					between++
					require.True(t, v.SittingOut().IsEmpty())
				}
			}
		})
	}
	require.Positive(t, between, "views between the last card of a round and its scores")
}

// TestJSONAllocs: reading a View allocates for what it reads, not for trials.
func TestJSONAllocs(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	g := lateGame(t)
	v := g.View(1)
	game, view := encoded(t, g), encoded(t, v)
	for what, c := range map[string]struct {
		most float64
		f    func() error
	}{
		"write a game": {45, func() error { _, err := g.MarshalJSON(); return err }},
		"read a game":  {100, func() error { return g.UnmarshalJSON(game) }},
		"write a view": {23, func() error { _, err := v.MarshalJSON(); return err }},
		"read a view":  {80, func() error { return v.UnmarshalJSON(view) }},
	} {
		n := testing.AllocsPerRun(100, func() { require.NoError(t, c.f()) })
		require.LessOrEqual(t, n, c.most, what)
	}
}

func BenchmarkJSON(b *testing.B) {
	g := lateGame(b)
	v := g.View(1)
	game, view := encoded(b, g), encoded(b, v)
	for _, c := range []struct {
		name string
		f    func() error
	}{
		{"WriteGame", func() error { _, err := g.MarshalJSON(); return err }},
		{"ReadGame", func() error { return g.UnmarshalJSON(game) }},
		{"WriteView", func() error { _, err := v.MarshalJSON(); return err }},
		{"ReadView", func() error { return v.UnmarshalJSON(view) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := c.f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestPartsRoundTrip: what a Game or View returns is read back from JSON as it was, and the
// zero values are too.
func TestPartsRoundTrip(t *testing.T) {
	playScene(t, scene{"", foppen.Edition1995Bets(), 4}, 3, func(s step) {
		sameAfterJSON(t, s.after.Variant().Setups[s.after.Players()])
		for _, v := range s.after.Verdicts() {
			sameAfterJSON(t, v)
		}
		for _, score := range s.after.Scores() {
			sameAfterJSON(t, score)
		}
		for standing := range s.after.Standings().All() {
			sameAfterJSON(t, standing)
		}
		for _, fool := range s.after.LastTrick().Fools(1, foppen.LastPlayed) {
			sameAfterJSON(t, fool)
		}
	})
	none, _ := foppen.Standings{}.Of(3)
	sameAfterJSON(t, none)
	sameAfterJSON(t, foppen.Fool{})
	sameAfterJSON(t, foppen.Score{})
	sameAfterJSON(t, foppen.Standing{})
	sameAfterJSON(t, foppen.Verdict{})
	sameAfterJSON(t, foppen.Setup{})
	require.JSONEq(t, `{"seat":0,"card":"","reason":"none","tied":false}`, string(encoded(t, foppen.Fool{})))
	for _, v := range []json.Marshaler{
		foppen.Fool{Card: 255}, foppen.Fool{Reason: 9}, foppen.Score{Reason: 9}, foppen.Verdict{Card: 255}, foppen.Verdict{Reason: 99},
	} {
		_, err := v.MarshalJSON()
		require.Error(t, err, "%#v", v)
	}
	var s foppen.Score
	for text, want := range map[string]string{
		`{}`: `no key "left"`, `null`: "want an object, got null", `{"Left":[]}`: `unknown key "Left"`,
		`{"left":[],"reason":"ten","bet":false,"base":1.5,"points":0}`: "base at byte 45: want a whole number",
	} {
		require.ErrorContains(t, s.UnmarshalJSON([]byte(text)), want)
	}
}
