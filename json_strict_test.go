package foppen_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// TestGameRefusedJSON: the error says where and what is wrong.
func TestGameRefusedJSON(t *testing.T) {
	g := midGame(t)
	data := encoded(t, g)
	revoke := func(n *node) {
		// Exchange a card that followed for one of another color from the same hand.
		for i, move := range n.at("moves").kids {
			if i == 0 || move.keys[1] != "play" {
				continue
			}
			seat, _ := strconv.Atoi(move.at("seat").text)
			for _, c := range n.at("moves.0.deal").kids[seat].kids {
				move.at("play").text = c.text
				var got foppen.Game
				if errors.Is(got.UnmarshalJSON([]byte(n.String())), foppen.ErrMustFollow) {
					return
				}
			}
			*n = *parseNode(t, data)
		}
		t.Fatal("no play to revoke")
	}
	other := func(text string) string { // another seat
		return map[string]string{"0": "1", "1": "2", "2": "3", "3": "0", "-1": "0"}[text]
	}
	for what, c := range map[string]struct {
		change func(n *node)
		want   string
	}{
		"a doubled card":        {func(n *node) { n.at("moves.0.deal.1.3").text = n.at("moves.0.deal.1.2").text }, "moves[0].deal[1][3] at byte"},
		"a card of two hands":   {func(n *node) { *n.at("moves.0.deal.1") = *n.at("moves.0.deal.0") }, "each card dealt once"},
		"a hand too small":      {func(n *node) { h := n.at("moves.0.deal.2"); h.kids = h.kids[1:] }, "12 cards for this seat, not 11"},
		"a card of no deck":     {func(n *node) { n.at("moves.0.deal.0").kids[11].text = `"B31"` }, "no such card in the deck"},
		"another turn":          {func(n *node) { n.at("turn").text = other(n.at("turn").text) }, "turn at byte"},
		"another leader":        {func(n *node) { n.at("leader").text = other(n.at("leader").text) }, "leader at byte"},
		"another led color":     {func(n *node) { n.at("led").text = `"none"` }, "led at byte"},
		"a shifted disc":        {func(n *node) { n.at("fools").kids[0].text = other(n.at("fools").kids[0].text) }, "fools at byte"},
		"no disc":               {func(n *node) { n.at("fools").kids = nil }, "fools at byte"},
		"another to sit out":    {func(n *node) { n.at("sits_out").kids[0].text = other(n.at("sits_out").kids[0].text) }, "sits_out at byte"},
		"another total":         {func(n *node) { n.at("totals.1").text = "-7" }, "totals[1] at byte"},
		"another ten":           {func(n *node) { n.at("tens.1").text = "0" }, "totals[1] at byte"},
		"two tens in one round": {func(n *node) { n.at("tens.1").text = "2" }, "tens[1] at byte"},
		"other minus points":    {func(n *node) { n.at("minus_points.1").text = "1" }, "at byte"},
		"another dealer":        {func(n *node) { n.at("dealer").text = "7" }, "dealer at byte"},
		"another starter":       {func(n *node) { n.at("starter").text = other(n.at("starter").text) }, "moves[1] at byte"},
		"another round":         {func(n *node) { n.at("round").text = "1" }, "at byte"},
		"a round too many":      {func(n *node) { n.at("round").text = "10000" }, "round at byte"},
		"another phase":         {func(n *node) { n.at("phase").text = `"over"` }, "phase at byte"},
		"another hand":          {func(n *node) { *n.at("hands.0") = *n.at("hands.1") }, "hands[0]"},
		"a play too many":       {func(n *node) { m := n.at("moves"); m.kids = append(m.kids, m.kids[len(m.kids)-1]) }, "moves[" + fmt.Sprint(len(parseNode(t, data).at("moves").kids)) + "] at byte"},
		"a second deal":         {func(n *node) { m := n.at("moves"); m.kids = append(m.kids, m.kids[0]) }, "one round"},
		"no deal":               {func(n *node) { m := n.at("moves"); m.kids = m.kids[1:] }, "moves[0] at byte"},
		"no moves":              {func(n *node) { n.at("moves").kids = nil }, "moves at byte"},
		"a play out of turn":    {func(n *node) { n.at("moves.1.seat").text = other(n.at("moves.1.seat").text) }, "moves[1] at byte"},
		"a play not in hand":    {func(n *node) { n.at("moves.2.play").text = n.at("moves.1.play").text }, "card not in hand (rule 3.1)"},
		"a revoke":              {revoke, "must follow the led color"},
		"other standings":       {func(n *node) { n.at("standings.0.rank").text = "2" }, "standings[0].rank at byte"},
		"a winner too early":    {func(n *node) { n.at("winners").kids = []*node{{text: "1"}} }, "winners at byte"},
		"another format":        {func(n *node) { n.at("format").text = `"foppen-game/2"` }, `format at byte 10: want "foppen-game/1", got "foppen-game/2"`},
		"another variant":       {func(n *node) { n.at("variant").text = `"edition-1995"` }, "moves[0] at byte"},
		"too many players":      {func(n *node) { n.at("players").text = "3" }, "players at byte"},
		"an unknown key":        {func(n *node) { n.keys[3] = "Phase" }, `unknown key "Phase"`},
		"a key too few":         {func(n *node) { n.keys, n.kids = n.keys[1:], n.kids[1:] }, `no key "format"`},
		"null":                  {func(n *node) { n.at("led").text = "null" }, "led at byte 738: want a string, got null"},
		"a fraction":            {func(n *node) { n.at("round").text = "2.0" }, "round at byte"},
		"a number as text":      {func(n *node) { n.at("turn").text = `"2"` }, "turn at byte"},
	} {
		tree := parseNode(t, data)
		c.change(tree)
		require.NotEqual(t, string(data), tree.String(), what)
		got := g
		err := got.UnmarshalJSON([]byte(tree.String()))
		require.ErrorContains(t, err, c.want, what)
		require.True(t, got == g)
		t.Logf("%-22s %v", what, err)
	}
	for _, text := range []string{"", " ", "null", "[]", "{}", `"x"`, string(data) + "{}", string(data[:len(data)-1]), "\xef\xbb\xbf" + string(data)} {
		got := g
		require.Error(t, got.UnmarshalJSON([]byte(text)), text)
		require.True(t, got == g)
	}
}

// TestKeysInAnyOrder: a database may store objects with their keys in another order,
// and an editor adds white space. That is the same game.
func TestKeysInAnyOrder(t *testing.T) {
	g := midGame(t)
	random := rand.New(rand.NewPCG(1, 2))
	for _, data := range [][]byte{encoded(t, g), encoded(t, g.View(1))} {
		tree := parseNode(t, data)
		tree.shuffleKeys(random)
		text := []byte(strings.ReplaceAll(strings.ReplaceAll(tree.String(), ":", " :\t"), ",", " ,\n"))
		require.NotEqual(t, string(data), string(text))
		var got foppen.Game
		var view foppen.View
		if got.UnmarshalJSON(text) == nil {
			require.True(t, got == g)
			continue
		}
		require.NoError(t, view.UnmarshalJSON(text))
		require.True(t, view == g.View(1))
	}
}

// TestImpossiblePasts: a text can agree with itself and still tell of earlier rounds
// that no game can have.
func TestImpossiblePasts(t *testing.T) {
	type past = foppen.Past
	bets := foppen.Edition1995Bets()
	clockwise := foppen.Edition1995()
	noDiscs := foppen.Rulebook2018()
	noDiscs.Setups[4].Discs, noDiscs.Starter = 0, foppen.ClockwiseStarts
	gross := foppen.Rulebook2018()
	gross.MinusCount = foppen.GrossMinus
	fools := foppen.Must(foppen.ParseVariant("rulebook-2018 ten_points=12 spoiled_points=-3 fool_points=-1"))
	gains := foppen.Must(foppen.ParseVariant("rulebook-2018 fool_points=5"))
	grossStarts := foppen.Must(foppen.ParseVariant("rulebook-2018 starter_score=gross"))
	for _, c := range []struct {
		variant foppen.Variant
		past    past
		want    string // what the error begins with, "" for a past that can be
	}{
		{foppen.Rulebook2018(), past{0, []int{0, 0, 0, 0}, []int{0, 0, 0, 0}, []int{0, 0, 0, 0}}, ""},
		{foppen.Rulebook2018(), past{1, []int{-9, 10, -5, 0}, []int{9, 0, 5, 0}, []int{0, 1, 0, 0}}, ""},
		{foppen.Rulebook2018(), past{0, []int{-9, 10, -5, 0}, []int{9, 0, 5, 0}, []int{0, 1, 0, 0}}, "minus_points[0]"},
		{foppen.Rulebook2018(), past{0, []int{10, 0, 0, 0}, []int{0, 0, 0, 0}, []int{1, 0, 0, 0}}, "tens[0]"},
		{foppen.Rulebook2018(), past{1, []int{-9, 20, -5, 0}, []int{9, 0, 5, 0}, []int{0, 2, 0, 0}}, "tens[1]"},
		{foppen.Rulebook2018(), past{1, []int{-9, 7, -5, 0}, []int{9, 3, 5, 0}, []int{0, 1, 0, 0}}, "minus_points[1]"},
		{foppen.Rulebook2018(), past{1, []int{-9, 10, -5, 1}, []int{9, 0, 5, 0}, []int{0, 1, 0, 0}}, "totals[3]"},
		{foppen.Rulebook2018(), past{1, []int{-9, 10, -5, 0}, []int{9, 0, 5, -1}, []int{0, 1, 0, 0}}, "minus_points[3]"},
		{foppen.Rulebook2018(), past{1, []int{-9, 10, 10, 10}, []int{9, 0, 0, 0}, []int{0, 1, 1, 1}}, "tens at"},
		{foppen.Rulebook2018(), past{2, []int{0, 10, 0, 0}, []int{0, 0, 0, 0}, []int{0, 1, 0, 0}}, "minus_points at"},
		{foppen.Rulebook2018(), past{1, []int{-160, 10, -5, 0}, []int{160, 0, 5, 0}, []int{0, 1, 0, 0}}, "minus_points[0]"},
		{foppen.Rulebook2018(), past{1, []int{-80, 10, -5, 0}, []int{80, 0, 5, 0}, []int{0, 1, 0, 0}}, "round"},
		{foppen.Rulebook2018(), past{1, []int{-79, 10, -5, 0}, []int{79, 0, 5, 0}, []int{0, 1, 0, 0}}, ""},
		{foppen.Rulebook2018Ja(), past{1, []int{-80, 10, -5, 0}, []int{80, 0, 5, 0}, []int{0, 1, 0, 0}}, ""},
		{foppen.Rulebook2018(), past{4, []int{11, 20, 11, 15}, []int{9, 0, 9, 5}, []int{2, 2, 2, 2}}, "round"},
		{foppen.Rulebook2018(), past{4, []int{-9, 30, 1, 5}, []int{9, 0, 9, 5}, []int{0, 3, 1, 1}}, ""},
		{gross, past{5, []int{-70, 20, 1, 5}, []int{80, 0, 9, 5}, []int{1, 2, 1, 1}}, "round"},
		{gross, past{5, []int{-69, 20, 1, 5}, []int{79, 0, 9, 5}, []int{1, 2, 1, 1}}, ""},
		{foppen.Rulebook2018(), past{1, []int{-9, 10, -15, 0}, []int{9, 0, 15, 0}, []int{0, 1, 0, 0}}, "starter"},
		{noDiscs, past{1, []int{10, 10, 10, 10}, []int{0, 0, 0, 0}, []int{1, 1, 1, 1}}, ""},
		{noDiscs, past{1, []int{10, 10, 10, 0}, []int{0, 0, 0, 0}, []int{1, 1, 1, 0}}, "tens at"},
		{clockwise, past{2, []int{-9, 10, -15, 0}, []int{9, 0, 15, 0}, []int{0, 1, 0, 0}}, ""},
		{clockwise, past{8, []int{-9, 10, -15, 0}, []int{9, 0, 15, 0}, []int{0, 1, 0, 0}}, "round"},
		{bets, past{2, []int{-9, 20, -15, 0}, []int{9, 0, 15, 0}, []int{0, 1, 0, 0}}, ""},
		{bets, past{2, []int{-9, 35, -15, 0}, []int{9, 0, 15, 0}, []int{0, 1, 0, 0}}, ""},
		{bets, past{2, []int{-9, 40, -15, 0}, []int{9, 0, 15, 0}, []int{0, 1, 0, 0}}, "totals[1]"},
		{bets, past{2, []int{-9, 15, -15, 0}, []int{9, 0, 15, 0}, []int{0, 1, 0, 0}}, "totals[1]"},
		{bets, past{2, []int{-9, 9, -15, 0}, []int{9, 0, 15, 0}, []int{0, 1, 0, 0}}, "totals[1]"},
		{bets, past{2, []int{-9, 10, -15, 10}, []int{9, 0, 15, 0}, []int{0, 1, 0, 0}}, "totals[3]"},
		{fools, past{1, []int{-19, -13, 11, -6}, []int{19, 13, 0, 6}, []int{0, 0, 1, 0}}, ""},
		{fools, past{1, []int{-19, -13, 13, -6}, []int{19, 13, 0, 6}, []int{0, 0, 1, 0}}, "totals[2]"},
		{fools, past{1, []int{-19, -13, 11, 5}, []int{19, 13, 0, 0}, []int{0, 0, 1, 0}}, "totals[3]"},
		{fools, past{1, []int{-19, -13, 1, -6}, []int{19, 13, 10, 6}, []int{0, 0, 1, 0}}, "totals[2]"},
		{fools, past{1, []int{-9999, -13, 11, -6}, []int{9999, 13, 0, 6}, []int{0, 0, 1, 0}}, "minus_points[0]"},
		{gains, past{1, []int{-9, 20, 5, 15}, []int{9, 0, 0, 0}, []int{0, 1, 0, 0}}, ""},
		{gains, past{1, []int{-9, 9, 5, 15}, []int{9, 0, 0, 0}, []int{0, 1, 0, 0}}, "totals[1]"},
		{gains, past{1, []int{-9, 20, 5, 999}, []int{9, 0, 0, 0}, []int{0, 1, 0, 0}}, "totals[3]"},
		{grossStarts, past{3, []int{-5, 10, -15, 0}, []int{25, 0, 15, 0}, []int{2, 1, 0, 0}}, ""},
		{grossStarts, past{3, []int{-15, 10, -5, 0}, []int{15, 0, 25, 0}, []int{0, 1, 2, 0}}, "starter"},
	} {
		// The starter is seat 0.
		g, err := foppen.New(4, foppen.WithVariant(c.variant), foppen.WithDealer(3))
		require.NoError(t, err)
		g = foppen.GameAt(g, c.past)
		if g, err = g.Deal(g.Shuffle(rand.NewPCG(1, 1))); err != nil {
			require.NoError(t, err)
		}
		for name, decode := range map[string]func() error{
			"game":      func() error { return new(foppen.Game).UnmarshalJSON(encoded(t, g)) },
			"view":      func() error { return new(foppen.View).UnmarshalJSON(encoded(t, g.View(1))) },
			"spectator": func() error { return new(foppen.View).UnmarshalJSON(encoded(t, g.View(foppen.NoSeat))) },
		} {
			err := decode()
			if c.want == "" {
				require.NoError(t, err, "%s %+v", name, c.past)
				continue
			}
			require.ErrorContains(t, err, "foppen: "+c.want, "%s %+v", name, c.past)
		}
		_, err = foppen.ParseGame(g.String())
		require.Equal(t, c.want == "", err == nil)
	}
}

// TestUndealableViews: a view is refused when no deal of the unseen cards agrees with
// what the others have shown to lack.
func TestUndealableViews(t *testing.T) {
	v := foppen.Rulebook2018()
	v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{}
	v.Setups[2] = foppen.Setup{Green: 3, Red: 3, HandSize: 2, Rounds: 1}
	g, err := foppen.New(2, foppen.WithVariant(v))
	require.NoError(t, err)
	g, err = g.Deal(foppen.Must(foppen.ParseMove("deal G2 R2|G3 R3")).(foppen.Deal))
	require.NoError(t, err)
	view := g.View(0)
	view, err = view.Update(foppen.CardPlayed{Seat: 0, Card: foppen.Must(foppen.ParseCard("G2")), Follows: true})
	require.NoError(t, err)
	// Seat 1 must hold G3 and R3, so that it cannot discard.
	_, err = view.Update(foppen.CardPlayed{Seat: 1, Card: foppen.Must(foppen.ParseCard("R3"))})
	require.ErrorContains(t, err, "a way to deal the unseen cards")
	next, err := view.Update(foppen.CardPlayed{Seat: 1, Card: foppen.Must(foppen.ParseCard("G3")), Follows: true})
	require.NoError(t, err)
	// A text that says so names the play.
	text := strings.Replace(string(encoded(t, next)), `{"seat":1,"card":"G3"}`, `{"seat":1,"card":"R3"}`, 1)
	require.ErrorContains(t, new(foppen.View).UnmarshalJSON([]byte(text)), "tricks[0] at byte")
	require.ErrorContains(t, new(foppen.View).UnmarshalJSON([]byte(text)), "a way to deal the unseen cards as play 2 of the trick")
}

// TestMovesAndEventsRefusedJSON: decoders say where and what.
func TestMovesAndEventsRefusedJSON(t *testing.T) {
	for text, want := range map[string]string{
		`null`:                                  "at byte 0: want an object, got null",
		`{}`:                                    "want the keys of a move",
		`{"seat":0}`:                            "want the keys of a move",
		`{"play":"G2"}`:                         "want the keys of a move",
		`{"seat":0,"bet":true,"play":"G2"}`:     "want the keys of a move",
		`{"deal":[],"seat":0}`:                  "want the keys of a move",
		`{"seat":0,"play":"G1"}`:                `play at byte 17: "G1" is not a valid card`,
		`{"seat":0,"play":""}`:                  "play at byte 17",
		`{"seat":8,"play":"G2"}`:                "seat at byte 8: want a whole number from 0 to 7, got 8",
		`{"seat":-1,"play":"G2"}`:               "seat at byte 8",
		`{"seat":0,"bet":1}`:                    "bet at byte 16: want true or false",
		`{"seat":0,"seat":0,"bet":true}`:        `second key "seat"`,
		`{"Seat":0,"bet":true}`:                 `unknown key "Seat"`,
		`{"deal":{}}`:                           "deal at byte 8: want an array",
		`{"deal":[["R5","G2"]]}`:                "deal[0][1] at byte 15",
		`{"deal":[[],[],[],[],[],[],[],[],[]]}`: "deal at byte 33: want at most 8 elements",
		`{"seat":0,"play":"G2"} 1`:              "at byte 23: want nothing more",
		// A missing comma or bracket is a fault of the list or of its next element.
		`{"deal":[["G2" "G5"]]}`:  `foppen: deal[0][1] at byte 15: want a comma or "]", got a string`,
		`{"deal":[["G2"]["G5"]]}`: `foppen: deal[1] at byte 15: want a comma or "]", got an array`,
		`{"deal":[["G2"]}`:        `foppen: deal[1] at byte 15: want a comma or "]", got "}"`,
		`{"seat":0 "play":"G2"}`:  `foppen: at byte 10: want a comma or "}", got a string`,
		"\ufeff{\"seat\":0}":      `foppen: at byte 0: want an object, got a byte order mark`,
	} {
		m, err := foppen.DecodeMove([]byte(text))
		require.ErrorContains(t, err, want, text)
		require.Nil(t, m)
	}
	for text, want := range map[string]string{
		`null`:                                  "at byte 0: want an object, got null",
		`{}`:                                    `no key "type"`,
		`{"type":"x"}`:                          `type at byte 8: want the type of an event, got "x"`,
		`{"type":1}`:                            "type at byte 8: want a string",
		`{"seat":0,"card":"G2","follows":true}`: `no key "type"`,
		`{"type":"freed"}`:                      `no key "seat"`,
		`{"type":"freed","seat":1,"card":"G2"}`: `unknown key "card"`,
		`{"type":"freed","type":"freed","seat":1}`:                                                                        `second key "type"`,
		`{"type":"freed","seat":null}`:                                                                                    "seat at byte 23: want a whole number, got null",
		`{"type":"color-led","seat":1,"color":"pink"}`:                                                                    "color at byte 37",
		`{"type":"bet-placed","seat":1,"bet":true}`:                                                                       "bet at byte 36: want a string",
		`{"type":"dealt","round":1,"dealer":0,"starter":1,"hand_size":2,"hands":{"8":[]}}`:                                `unknown key "8"`,
		`{"type":"round-ended","round":1,"out":[2,1]}`:                                                                    "out[1] at byte 41",
		`{"type":"game-over","reasons":["tens","rounds"],"minus":[],"tens":[],"winners":[],"standings":[]}`:               "reasons[1] at byte 38",
		`{"type":"game-over","reasons":[],"minus":[],"tens":[],"winners":[],"standings":[{"rank":1,"seat":1,"total":0}]}`: "standings at byte 79: want the ranks",
		`{"type":"scored","seat":0,"left":["1","G2"],"reason":"ten","bet":false,"base":0,"points":0,"total":0}`:           "left[1] at byte 38",
		`{"type":"freed","seat":1}x`:                                                                                      `want nothing more, got "x"`,
	} {
		e, err := foppen.DecodeEvent([]byte(text))
		require.ErrorContains(t, err, want, text)
		require.Nil(t, e)
	}
	var bet foppen.Bet
	require.ErrorContains(t, bet.UnmarshalJSON([]byte(`{"seat":0,"play":"G2"}`)), "want another kind of move")
	require.NoError(t, bet.UnmarshalJSON([]byte(`{"bet":true,"seat":3}`)))
	require.Equal(t, foppen.Bet{Seat: 3, Bet: true}, bet)
	var freed foppen.Freed
	require.ErrorContains(t, freed.UnmarshalJSON([]byte(`{"type":"bets-revealed","bettors":[]}`)), `type at byte 8: want "freed", got "bets-revealed"`)
	require.NoError(t, freed.UnmarshalJSON([]byte(`{"seat":3,"type":"freed"}`)))
	require.Equal(t, foppen.Freed{Seat: 3}, freed)
}

// TestWhatCannotBeReadIsNotWritten: values that only a mistake can make fail to be
// written, instead of failing their reader.
func TestWhatCannotBeReadIsNotWritten(t *testing.T) {
	for _, v := range []interface{ MarshalJSON() ([]byte, error) }{
		foppen.Bet{Seat: -1}, foppen.Play{Seat: 8, Card: foppen.One}, foppen.Play{}, foppen.Play{Card: 255},
		foppen.Dealt{Dealer: -1}, foppen.Dealt{Hands: [8]foppen.Cards{foppen.Must(foppen.ParseCards("G2"))}}, foppen.BetPlaced{Bet: 3},
		foppen.CardPlayed{}, foppen.ColorLed{Color: 5}, foppen.TrickWon{Seat: 9, Card: foppen.One}, foppen.Fooled{Fool: foppen.Fool{Card: foppen.One, Reason: 7}},
		foppen.Freed{Seat: -1}, foppen.Scored{Score: foppen.Score{Reason: 9}}, foppen.GameOver{Reasons: 8},
	} {
		data, err := v.MarshalJSON()
		require.Error(t, err, "%#v", v)
		require.Nil(t, data)
	}
}

// TestMoveRefusedText: ParseMove takes what String writes and nothing else.
// A trick in JSON is the list that a View has; what Trick.Add refuses, it refuses.
func TestTrickJSON(t *testing.T) {
	for _, text := range []string{"", "3:1", "0:B6 1:B3 2:Y10 3:G5", "7:1 0:1 1:R2"} {
		sameAfterJSON(t, foppen.Must(foppen.ParseTrick(text)))
	}
	for text, want := range map[string]string{
		`"0:B6"`:                  "at byte 0: want an array",
		`[{"seat":8,"card":"1"}]`: "[0].seat at byte 9",
		`[{"seat":0,"card":"1"},{"seat":0,"card":"G2"}]`:  "[1] at byte 23: want plays of one trick; seat 0 has played in this trick",
		`[{"seat":0,"card":"G2"},{"seat":1,"card":"G2"}]`: "[1] at byte 24: want plays of one trick; card G2 lies in the trick already",
		`[{"seat":0}]`: `[0] at byte 10: no key "card"`,
	} {
		trick := foppen.Must(foppen.ParseTrick("3:1"))
		err := json.Unmarshal([]byte(text), &trick)
		var decode *foppen.DecodeError
		require.ErrorAs(t, err, &decode, text)
		require.ErrorContains(t, err, want)
		require.Equal(t, foppen.Must(foppen.ParseTrick("3:1")), trick)
	}
}

// A list of events is read as it was written, and refused as a whole.
func TestDecodeEvents(t *testing.T) {
	list := []foppen.Event{foppen.Freed{Seat: 1}, foppen.CardPlayed{Seat: 2, Card: foppen.One, Follows: true}}
	data, err := json.Marshal(list)
	require.NoError(t, err)
	got, err := foppen.DecodeEvents(data)
	require.NoError(t, err)
	require.Equal(t, list, got)
	got, err = foppen.DecodeEvents([]byte(" [ ] "))
	require.NoError(t, err)
	require.Equal(t, []foppen.Event{}, got)
	for text, want := range map[string]string{
		`null`: "want an array, got null", `{}`: "want an array", `[null]`: "[0] at byte 1: want an object", `[{"type":"freed","seat":1},]`: "[1] at byte 27",
		`[{"type":"freed","seat":1},{"type":"freed","seat":9}]`:                                  "[1].seat at byte 50",
		`[{"type":"freed","seat":1}{"type":"freed","seat":2}]`:                                   `foppen: [1] at byte 26: want a comma or "]"`,
		`[{"type":"freed","seat":1}`:                                                             `foppen: [1] at byte 26: want a comma or "]", got the end`,
		"[" + strings.Repeat(`{"type":"freed","seat":1},`, 1<<16) + `{"type":"freed","seat":1}]`: "at byte",
	} {
		got, err := foppen.DecodeEvents([]byte(text))
		var decode *foppen.DecodeError
		require.ErrorAs(t, err, &decode)
		require.ErrorContains(t, err, want)
		require.Nil(t, got)
	}
}

func TestMoveRefusedText(t *testing.T) {
	for text, pos := range map[string]int{
		"": 0, "seat": 0, "seat ": 0, "seat 8 bets": 0, "seat 0": 6, "seat 0 bet": 6, "Seat 0 bets": 0, "seat 00 bets": 6,
		"seat 0 plays ": 13, "seat 0 plays g2": 13, "seat 0 plays G2 ": 13, "seat 0 plays no card": 13, "deal": 0,
		"deal G2 R1": 8, "deal G2|": 8, "deal G2|R5||": 12, "deal R5|R5 G2": 11, "deal |||||||": 12, "deal 1|1|1|1|1|1|1|1|1": 20,
	} {
		m, err := foppen.ParseMove(text)
		var why *foppen.ParseError
		require.True(t, errors.As(err, &why), "%q", text)
		require.Equal(t, pos, why.Pos, "%q", text)
		require.Nil(t, m)
	}
	require.Panics(t, func() { foppen.Must(foppen.ParseMove("")) })
	require.Equal(t, foppen.Deal{}, foppen.Must(foppen.ParseMove("deal ")))
}

// TestGameRefusedText: ParseGame takes what String writes and nothing else.
func TestGameRefusedText(t *testing.T) {
	g := midGame(t)
	text := g.String()
	require.True(t, foppen.Must(foppen.ParseGame(text)) == g)
	replace := func(old, new string) string {
		require.Contains(t, text, old)
		return strings.Replace(text, old, new, 1)
	}
	for _, bad := range []string{
		"", " ", "No game", "no game ", text + " ", " " + text, text + ";", text + "; x 1", strings.TrimSuffix(text, text[len(text)-3:]),
		replace("variant rulebook-2018", "variant edition-1995"), replace("variant rulebook-2018", "variant rulebook-2018 one_penalty=5"),
		replace("players 4", "players 04"), replace("players 4", "players 5"), replace("players 4", "players -4"), replace("players 4", "players 99999999999"),
		replace("phase play", "phase deal"), replace("phase play", "phase bet"), replace("phase play", "phase none"),
		replace("round 2", "round 1"), replace("round 2", "round 10000"), replace("round 2", "round -2"),
		replace("; dealer", ";dealer"), replace("; dealer", " ; dealer"), replace("totals ", "totals 0 "), replace("totals ", "totals  "),
		replace("tens ", "tens 9 "), replace("|", " "), replace("|", "||"), replace(" / ", "/"), replace(" / ", " "), replace("tricks", "plays"),
		replace("dealt", "bets 0:yes; dealt"), replace("tricks ", "bets 0:yes; tricks "),
	} {
		got, err := foppen.ParseGame(bad)
		var why *foppen.ParseError
		require.True(t, errors.As(err, &why), "%q: %v", bad, err)
		require.Equal(t, "game", why.What)
		require.True(t, got == foppen.Game{})
		require.LessOrEqual(t, why.Pos, len(bad))
	}
	require.Panics(t, func() { foppen.Must(foppen.ParseGame("")) })
	same := g
	require.Error(t, same.UnmarshalText([]byte("x")))
	require.True(t, same == g)
}
