package foppen_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// Who moves is said by the move itself, whatever its seat is; a deal is no seat's.
func TestMover(t *testing.T) {
	for _, seat := range []foppen.Seat{-128, -1, 0, 3, 7, 8, 127} {
		assert.Equal(t, seat, foppen.Play{Seat: seat, Card: foppen.One}.Mover())
		assert.Equal(t, seat, foppen.Bet{Seat: seat}.Mover())
	}
	assert.Equal(t, foppen.NoSeat, foppen.Deal{}.Mover())
	played := playRecorded(foppen.Edition1995Bets(), 3, 1)
	for n, m := range played.moves {
		assert.Equal(t, played.games[n].Turn(), m.Mover(), "%v: in a game the mover is who has the turn", m)
	}
}

// refusal returns the error of a move that a game refuses.
func refusal(t *testing.T, g foppen.Game, m foppen.Move) *foppen.MoveError {
	t.Helper()
	var e *foppen.MoveError
	require.ErrorAs(t, g.Check(m), &e)
	return e
}

// R6.1, R6.2: a move after the end cites the limit that has ended the game. The number
// of rounds is cited only where it has done so alone.
func TestRuleOfGameOver(t *testing.T) {
	for _, c := range []struct {
		rounds, minus, tens int
		ended               foppen.EndReasons
		rule                string
	}{
		{1, 0, 0, foppen.EndRounds, "R6.2"},
		{1, 1, 0, foppen.EndRounds | foppen.EndMinus, "R6.1"},
		{1, 0, 1, foppen.EndRounds | foppen.EndTens, "R6.1"},
		{0, 1, 0, foppen.EndMinus, "R6.1"},
		{0, 0, 1, foppen.EndTens, "R6.1"},
	} {
		v := foppen.Variant{MinusLimit: c.minus, TensLimit: c.tens}
		v.Setups[3] = foppen.Setup{Green: 5, Red: 3, HandSize: 2, Discs: 1, Rounds: c.rounds}
		g, err := foppen.New(3, foppen.WithVariant(v))
		require.NoError(t, err)
		g, err = g.Deal(foppen.Must(foppen.ParseMove("deal G2 G3|G4 G5|R2 R3")).(foppen.Deal))
		require.NoError(t, err)
		g = g.Playout(rand.NewPCG(1, 1)) // seat 2 is fooled and keeps a card, seat 1 goes out with a ten
		require.Equal(t, c.ended, g.EndReasons())
		for _, m := range []foppen.Move{foppen.Play{Card: foppen.One}, foppen.Bet{}, foppen.Deal{}} {
			e := refusal(t, g, m)
			require.Equal(t, foppen.ErrGameOver, e.Reason)
			assert.Equal(t, c.rule, e.Rule(), "%v: %v", c.ended, m)
			assert.Contains(t, e.Error(), "(rule "+strings.TrimPrefix(c.rule, "R")+")")
			var seen *foppen.MoveError
			require.ErrorAs(t, g.View(0).Check(m), &seen)
			assert.Equal(t, c.rule, seen.Rule(), "a view knows it too")
		}
	}
	assert.Equal(t, "R6.1", (&foppen.MoveError{Reason: foppen.ErrGameOver}).Rule(), "of an error made by hand")
}

// The JSON of a refusal, to the byte: what is not there has the form that it has in
// views, and no key is ever left out.
func TestMoveErrorJSON(t *testing.T) {
	fresh := tableOf(t, 4, wide(3, 1))
	playing := dealt(t, fresh, "G9 G8 R3|R2 G4 1|G2 G3 Y9|B2 Y2 Y3")
	led, _ := played(t, playing, "0:G9")
	for _, c := range []struct {
		game foppen.Game
		move foppen.Move
		want string
	}{
		{led, foppen.Must(foppen.ParseMove("seat 1 plays R2")),
			`{"reason":"must-follow","rule":"R3.4","seat":1,"card":"R2","phase":"play","turn":1,"led":"green","legal":["G4","1"],"want":"a card"}`},
		{playing, foppen.Must(foppen.ParseMove("seat 1 plays G4")),
			`{"reason":"not-your-turn","rule":"R3.1","seat":1,"card":"G4","phase":"play","turn":0,"led":"none","legal":[],"want":"a card"}`},
		{playing, foppen.Play{Seat: 0, Card: foppen.NoCard},
			`{"reason":"no-card","rule":"R1.3","seat":0,"card":"","phase":"play","turn":0,"led":"none","legal":["G8","G9","R3"],"want":"a card"}`},
		{playing, foppen.Play{Seat: 100, Card: 255},
			`{"reason":"no-seat","rule":"R2.1","seat":100,"card":"","phase":"play","turn":0,"led":"none","legal":[],"want":"a card"}`},
		{led, foppen.Bet{Seat: 1, Bet: true},
			`{"reason":"wrong-phase","rule":"R7.1","seat":1,"card":"","phase":"play","turn":1,"led":"green","legal":[],"want":"a card"}`},
		{playing, foppen.Deal{},
			`{"reason":"wrong-phase","rule":"R2.3","seat":-1,"card":"","phase":"play","turn":0,"led":"none","legal":[],"want":"a card"}`},
		{fresh, foppen.Must(foppen.ParseMove("deal G2 G3 G4|G4 R2 R3|Y2 Y3 Y4|B2 B3 B4")),
			`{"reason":"bad-deal","rule":"R2.3","seat":1,"card":"G4","phase":"deal","turn":-1,"led":"none","legal":[],"want":"each card dealt once"}`},
		{foppen.Game{}, nil,
			`{"reason":"no-move","rule":"","seat":-1,"card":"","phase":"none","turn":-1,"led":"none","legal":[],"want":"a Deal, Bet or Play"}`},
	} {
		e := refusal(t, c.game, c.move)
		assert.Equal(t, c.want, string(mustJSON(t, e)))
		text, err := json.Marshal(map[string]any{"refused": e})
		require.NoError(t, err)
		assert.Equal(t, `{"refused":`+c.want+`}`, string(text), "json.Marshal changes nothing")
	}
	byHand := string(mustJSON(t, &foppen.MoveError{Reason: 99, Want: "<b>"}))
	assert.Equal(t, `{"reason":"Reason(99)","rule":"","seat":0,"card":"","phase":"none","turn":0,"led":"none","legal":[],"want":"<b>"}`,
		strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(byHand), "an error made by hand has a form too")
}

// Whatever the cards are that a seat has not seen, the errors of all that it can try are
// the same bytes.
func TestMoveErrorJSONHidesHands(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	others := 0
	for _, played := range recordedGames() {
		for n := random.IntN(9); n < len(played.games); n += 1 + random.IntN(40) {
			g := played.games[n]
			if g.Phase() != foppen.BetPhase && g.Phase() != foppen.PlayPhase {
				continue
			}
			seat := pickOf(random, viewers(g))
			other := g.View(seat).Sample(random)
			if other == g {
				continue
			}
			others++
			moves := []foppen.Move{nil, foppen.Deal{}, foppen.Bet{Seat: seat}, foppen.Bet{Seat: seat, Bet: true}}
			for code := range 256 {
				if testing.Short() && !g.Variant().Deck(g.Players()).Has(foppen.Card(code)) && code%16 != 0 {
					continue
				}
				moves = append(moves, foppen.Play{Seat: seat, Card: foppen.Card(code)})
			}
			for _, m := range moves {
				want, got := g.Check(m), other.Check(m)
				sameRefusal(t, want, got)
				a, err := json.Marshal(want)
				require.NoError(t, err)
				b, err := json.Marshal(got)
				require.NoError(t, err)
				if string(a) != string(b) {
					t.Fatalf("%s after %d moves: %v: %s, %s", played.name, n, m, a, b)
				}
			}
		}
	}
	require.Greater(t, others, 100)
}
