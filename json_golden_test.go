package foppen_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// The golden files of this file freeze every JSON and text form: names of keys, words,
// their order. What users have stored must stay readable, so each line is also read
// back.

// goldenSteps are steps of a few games that between them hold every phase, every type
// of move and event, and every kind of scores.
func goldenSteps(t *testing.T) (list []step) {
	seen := map[string]bool{}
	for _, s := range []scene{
		{"", foppen.Rulebook2018(), 4}, {"", foppen.Edition1995Bets(), 3}, oddScenes()[0], {"", foppen.Rulebook2018(), 7},
	} {
		playScene(t, s, 2018, func(s step) {
			g := s.after
			kind := fmt.Sprintf("%v %v %v %v %v %T", g.Players(), g.Phase(), g.Trick().Len() > 2, g.Led() != 0, g.TrickNumber() > 3, s.move)
			for _, e := range s.events {
				kind += fmt.Sprintf(" %T", e)
				if e, ok := e.(foppen.Scored); ok {
					kind += e.Reason.String()
				}
			}
			if !seen[kind] {
				seen[kind] = true
				list = append(list, s)
			}
		})
	}
	return list
}

// lines collects one line for each different value.
type lines struct {
	b    bytes.Buffer
	seen map[string]bool
}

func (l *lines) add(line []byte) {
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	if !l.seen[string(line)] {
		l.seen[string(line)] = true
		l.b.Write(line)
		l.b.WriteByte('\n')
	}
}

func TestGoldenJSON(t *testing.T) {
	var games, views, moves, events, words lines
	for i, s := range goldenSteps(t) {
		if i%3 == 0 {
			games.add(encoded(t, s.after))
			seat := foppen.Seat(i%(s.after.Players()+1) - 1)
			views.add(encoded(t, s.after.View(seat)))
		}
		moves.add(encoded(t, s.move.(json.Marshaler)))
		for _, e := range s.events {
			seat := foppen.Seat(i % 3)
			for _, e := range []foppen.Event{e, foppen.Redact(e, seat), foppen.Redact(e, foppen.NoSeat)} {
				if line := encoded(t, e.(json.Marshaler)); i%3 == 0 || !events.seen[kindOf(e)] {
					events.add(line)
					words.add([]byte(e.String()))
					events.seen[kindOf(e)] = true
				}
			}
		}
	}
	games.add(encoded(t, foppen.Game{}))
	views.add(encoded(t, foppen.View{}))
	golden(t, "json/games.jsonl", games.b.Bytes())
	golden(t, "json/views.jsonl", views.b.Bytes())
	golden(t, "json/moves.jsonl", moves.b.Bytes())
	golden(t, "json/events.jsonl", events.b.Bytes())
	golden(t, "json/events.txt", words.b.Bytes())

	eachLine(games.b.Bytes(), func(line []byte) {
		var g foppen.Game
		require.NoError(t, json.Unmarshal(line, &g))
	})
	eachLine(views.b.Bytes(), func(line []byte) {
		var v foppen.View
		require.NoError(t, json.Unmarshal(line, &v))
	})
	eachLine(moves.b.Bytes(), func(line []byte) {
		_, err := foppen.DecodeMove(line)
		require.NoError(t, err)
	})
	eachLine(events.b.Bytes(), func(line []byte) {
		_, err := foppen.DecodeEvent(line)
		require.NoError(t, err)
	})
}

func eachLine(data []byte, visit func(line []byte)) {
	for line := range bytes.Lines(data) {
		visit(bytes.TrimSuffix(line, []byte("\n")))
	}
}

func TestGoldenTexts(t *testing.T) {
	var games, views lines
	for i, s := range goldenSteps(t) {
		if i%4 == 0 {
			games.add([]byte(s.after.String()))
			views.add([]byte(s.after.View(foppen.Seat(i%(s.after.Players()+1) - 1)).String()))
		}
	}
	games.add([]byte(foppen.Game{}.String()))
	views.add([]byte(foppen.View{}.String()))
	golden(t, "json/games.txt", games.b.Bytes())
	golden(t, "json/views.txt", views.b.Bytes())
	eachLine(games.b.Bytes(), func(line []byte) {
		_, err := foppen.ParseGame(string(line))
		require.NoError(t, err)
	})
}

// TestGoldenVariants freezes the presets field by field: records name them, so what
// they stand for can never change.
func TestGoldenVariants(t *testing.T) {
	var b lines
	for _, name := range foppen.Presets() {
		v, _ := foppen.Preset(name)
		v.OnePenalty++ // so that the fields are written
		b.add(encoded(t, v))
		b.add([]byte(`"` + v.String() + `"`))
	}
	for _, s := range oddScenes() {
		b.add(encoded(t, s.variant))
		b.add([]byte(`"` + s.variant.String() + `"`))
	}
	golden(t, "json/variants.jsonl", b.b.Bytes())
	eachLine(b.b.Bytes(), func(line []byte) {
		var v foppen.Variant
		if line[0] == '"' {
			var text string
			require.NoError(t, json.Unmarshal(line, &text))
			_ = foppen.Must(foppen.ParseVariant(text))
			return
		}
		require.NoError(t, json.Unmarshal(line, &v))
	})
}

// TestGoldenValues freezes the JSON of the small values.
func TestGoldenValues(t *testing.T) {
	v := foppen.Edition1995Bets()
	trick := foppen.Must(foppen.ParseTrick("0:B6 1:B3 2:Y10 3:G5"))
	var b lines
	for _, value := range []any{
		foppen.Must(foppen.ParseCard("G17")), foppen.One, foppen.Must(foppen.ParseCards("G2 G17 R5 1 1")), foppen.Cards{}, foppen.SeatsOf(0, 3),
		foppen.Seats(0), foppen.Seat(2), foppen.NoSeat, foppen.Green, foppen.NoColor, trick, foppen.Trick{}, trick.Fools(2, foppen.LastPlayed),
		scoreOf(v, foppen.Must(foppen.ParseCards("G9 Y8")), false, true, 1), scoreOf(v, foppen.Cards{}, false, true, 1), scoreOf(v, foppen.Cards{}, true, false, 0),
		foppen.NewStandings(4, -2, 4), foppen.Standings{}, foppen.EndMinus | foppen.EndTens, foppen.EndReasons(0),
		foppen.Verdict{Card: foppen.One}, foppen.Verdict{Card: foppen.Must(foppen.ParseCard("R5")), Reason: foppen.ErrMustFollow},
		map[foppen.Card]int{foppen.One: 2}, map[foppen.Color]int{foppen.Green: 2}, map[foppen.Cards]int{foppen.Must(foppen.ParseCards("B2 1")): 1},
		foppen.DealPhase, foppen.BetHidden, foppen.LowestDiscard, foppen.CardsLeft, foppen.Rulebook2018().Setups[8],
	} {
		line, err := json.Marshal(value)
		require.NoError(t, err)
		b.add(line)
	}
	golden(t, "json/values.jsonl", b.b.Bytes())
}

func TestSmallValuesRoundTrip(t *testing.T) {
	for _, cards := range []string{"", "1", "G2 G17 R5 1 1", "G31 R31 Y31 B31"} {
		sameAfterJSON(t, foppen.Must(foppen.ParseCards(cards)))
	}
	for set := range foppen.Seats(255) {
		sameAfterJSON(t, set)
	}
	for met := range foppen.EndReasons(8) {
		sameAfterJSON(t, met)
	}
	for _, totals := range [][]int{{}, {5}, {1, 2, 3}, {3, 3, 1, 3}, {-80, 0, 80, 1, 1, 1, 0, 0}} {
		sameAfterJSON(t, foppen.NewStandings(totals...))
	}
}
