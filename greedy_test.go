package foppen_test

import (
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each rule of thumb of the greedy bot in a position that calls for it.
func TestGreedyRulesOfThumb(t *testing.T) {
	for _, c := range []struct {
		rule  string
		discs int
		hands string // of seats 0 to 3
		plays string
		want  string // what the seat to act should play
	}{
		{
			"does not play the lowest card of the trick with a higher one in hand",
			1, "G20 Y2 Y3 Y4|G21 Y5 Y6 Y7|G22 Y8 Y9 Y10|G2 G25 R5 R6", "0:G20 1:G21 2:G22", "G25",
		},
		{
			"gets rid of a low card once somebody has discarded",
			1, "G20 Y2 Y3 Y4|R2 Y5 Y6 Y7|G22 Y8 Y9 Y10|G2 G31 R5 R6", "0:G20 1:R2 2:G22", "G2",
		},
		{
			"is not safe behind one discard when two are fooled",
			2, "G20 Y2 Y3 Y4|R2 Y5 Y6 Y7|G22 Y8 Y9 Y10|G2 G31 R5 R6", "0:G20 1:R2 2:G22", "G31",
		},
		{
			"plays a 1 in the trick in which others discard",
			1, "G20 Y2 Y3 Y4|R2 Y5 Y6 Y7|G22 Y8 Y9 Y10|G30 R5 R6 1", "0:G20 1:R2 2:G22", "1",
		},
		{
			"keeps a 1 while nobody has discarded",
			1, "G20 Y2 Y3 Y4|G21 Y5 Y6 Y7|G22 Y8 Y9 Y10|G30 R5 R6 1", "0:G20 1:G21 2:G22", "G30",
		},
		{
			"discards above a discard that lies there",
			1, "G20 Y2 Y3 Y4|R6 Y5 Y6 Y7|G22 Y8 Y9 Y10|R2 R31 B2 B3", "0:G20 1:R6 2:G22", "R31",
		},
		{
			"plays a 1 rather than make the lowest discard",
			1, "G20 Y2 Y3 Y4|R6 Y5 Y6 Y7|G22 Y8 Y9 Y10|R3 R4 B2 1", "0:G20 1:R6 2:G22", "1",
		},
		{
			"keeps a high card for its last trick when nobody is ahead of it",
			1, "G20 Y2|R2 Y5|G22 Y8|G2 G31", "0:G20 1:R2 2:G22", "G2",
		},
		{
			"throws the card that costs most in the last trick, if it cannot go out",
			1, "G20 Y20 B2|G21 Y21 B9|G22 Y5 B8|G2 B4 1", "0:G20 1:G21 2:G22 3:G2 2:Y5 0:Y20 1:Y21 1:B9", "1",
		},
	} {
		t.Run(c.rule, func(t *testing.T) {
			first, _, _ := strings.Cut(c.hands, "|")
			g := tableOf(t, 4, wide(len(strings.Fields(first)), c.discs))
			g, _ = played(t, dealt(t, g, c.hands), c.plays)
			got := foppen.NewGreedyBot().Choose(g.View(g.Turn()))
			assert.Equal(t, c.want, got.String())
		})
	}
}

// What it counts: in the same hand and with the same led color another card is best,
// for what others have shown in an earlier trick.
func TestGreedyCountsCards(t *testing.T) {
	v := foppen.Rulebook2018()
	v.Setups = [foppen.MaxPlayers + 1]foppen.Setup{}
	v.Setups[4] = foppen.Setup{Green: 9, Red: 9, Yellow: 9, HandSize: 6, Discs: 1}
	second := func(first string, hands string) string {
		g, _ := played(t, dealt(t, newGame(t, 4, v), hands), first)
		return foppen.NewGreedyBot().Choose(g.View(g.Turn())).String()
	}
	// In the first trick seat 0 leads green, seat 1 wins it. Then seat 1 leads.
	assert.Equal(t, "G2", second("0:G8 1:G9 2:R4 3:Y3", "G8 G3 G4 G5 G6 G7|G2 G9 R2 R3 Y2 Y7|R4 R5 R6 R7 R8 R9|Y3 Y4 Y5 Y6 Y8 Y9"),
		"two of the others lack green and have to discard, so the lowest green is safe")
	assert.Equal(t, "Y7", second("0:G8 1:G9 2:G3 3:G4", "G8 G7 R4 R5 R6 R7|G2 G9 R2 R3 Y2 Y7|G3 G5 R8 R9 Y3 Y4|G4 G6 Y5 Y6 Y8 Y9"),
		"nobody has shown to lack green, so the lowest green is likely to be the worst")
}

// R7: it bets with the best hand and not with the worst, and not for others' cards.
func TestGreedyBets(t *testing.T) {
	v := foppen.Edition1995Bets()
	v.Setups[3].HandSize = 3
	good, bad := "G20 R16 Y14", "G2 R2 1"
	for hands, want := range map[string]bool{
		good + "|G19 G18 G17|" + bad:   true,
		bad + "|" + good + "|G3 G4 R3": false,
		bad + "|G3 G4 R3|" + good:      false,
	} {
		g := dealt(t, newGame(t, 3, v), hands)
		bettor, ok := foppen.NewGreedyBot().(foppen.Bettor)
		require.True(t, ok)
		assert.Equal(t, want, bettor.Bet(g.View(0)), hands)
	}
}

// A choice costs no memory, and nothing is kept from one to the next.
func TestGreedyAllocations(t *testing.T) {
	g := dealt(t, tableOf(t, 4, wide(4, 1)), "G20 Y2 Y3 Y4|R6 Y5 Y6 Y7|G22 Y8 Y9 Y10|R3 R4 B2 1")
	g, _ = played(t, g, "0:G20 1:R6")
	bot, view := foppen.NewGreedyBot(), g.View(g.Turn())
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	assert.Zero(t, testing.AllocsPerRun(100, func() { sinkCard = bot.Choose(view) }))
}
