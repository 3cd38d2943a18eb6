package foppen_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Tests of the oracle itself.

// oraclePlays makes a trick of the cards, in play order; the seats are the positions 0, 1, 2, ...
func oraclePlays(cards string) []oraclePlay {
	plays := []oraclePlay{}
	for seat, card := range strings.Fields(cards) {
		plays = append(plays, oraclePlay{seat: seat, card: card})
	}
	return plays
}

// oracleHands reads hands as "G2 G3 | R2 1 | ...".
func oracleHands(text string) [][]string {
	hands := [][]string{}
	for _, hand := range strings.Split(text, "|") {
		hands = append(hands, strings.Fields(hand))
	}
	return hands
}

// oracleShuffled deals at random; cards left over are set aside (R1.6).
func oracleShuffled(rules oracleRules, random *rand.Rand) [][]string {
	deck := rules.deck()
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	hands := [][]string{}
	for seat := range rules.players {
		hands = append(hands, deck[seat*rules.hand:(seat+1)*rules.hand])
	}
	return hands
}

// oracleTiny is a small custom variant on the 2018 rules, for hand-made cases.
func oracleTiny(players, hand, discs int) oracleRules {
	return oracleRules{
		players: players, hand: hand, discs: discs, ones: 4,
		highest:     map[string]int{"G": 9, "R": 9, "Y": 9, "B": 9},
		starterMode: "most-minus", starterBy: "total", reference: "starter", tie: "last",
		onePenalty: 5, ten: 10, minusLimit: 80, tensLimit: 6,
	}
}

func oracleMust(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func oracleRefused(t *testing.T, err error, rule string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), rule) {
		t.Fatalf("got %v, want a refusal that cites %s", err, rule)
	}
}

// oraclePlayAll plays "seat:card seat:card ..." and fails on the first refusal.
func oraclePlayAll(t *testing.T, g *oracleGame, moves string) {
	t.Helper()
	for _, move := range strings.Fields(moves) {
		text, card, _ := strings.Cut(move, ":")
		seat, err := strconv.Atoi(text)
		oracleMust(t, err)
		oracleMust(t, g.play(seat, card))
	}
}

// The worked cases of section 8: tricks. Positions count from 0 here.
func TestOracleWorkedTricks(t *testing.T) {
	cases := []struct {
		name, cards string
		discs       int
		winner      int
		fools       []int
	}{
		{"C1", "B9 B5 B10", 1, 2, []int{1}},
		{"C2", "Y11 R5 Y2", 1, 0, []int{1}},
		{"C3", "B6 B3 Y10 G5", 1, 0, []int{3}},
		{"C4", "B6 Y5 G5 B2", 1, 0, []int{2}},
		{"C5", "Y4 1 Y9", 1, 2, []int{1}},
		{"C6", "G7 1 R12 G3", 1, 0, []int{2}},
		{"C7", "1 R4 1 R9", 1, 3, []int{2}},
		{"C9", "1 1 1", 1, 0, []int{2}},
		{"C10", "G9 G4 R2 G12 G6", 2, 3, []int{2, 1}},
		{"C11", "G9 Y3 R3 B8 G2", 2, 0, []int{2, 1}},
		{"C12", "1 1 1 1 1 1", 2, 0, []int{5, 4}},
	}
	for _, c := range cases {
		plays := oraclePlays(c.cards)
		if winner := oracleWinner(plays); winner != c.winner {
			t.Errorf("%s %s: position %d wins, want %d", c.name, c.cards, winner, c.winner)
		}
		if fools := oracleFools(plays, c.discs, "last"); !slices.Equal(fools, c.fools) {
			t.Errorf("%s %s: positions %v fooled, want %v", c.name, c.cards, fools, c.fools)
		}
	}
}

// C8: B16 is in no deck of the 2018 game.
func TestOracleWorkedNoSuchCard(t *testing.T) {
	for players := 4; players <= 8; players++ {
		rules, err := oracleRulebook2018(players)
		oracleMust(t, err)
		hands := oracleShuffled(rules, rand.New(rand.NewPCG(8, uint64(players))))
		hands[1][0] = "B16"
		oracleRefused(t, oracleNew(rules, 0).deal(hands), "R1.1")
	}
}

// S1 and S2.
func TestOracleWorkedScores(t *testing.T) {
	rules2018, err := oracleRulebook2018(4)
	oracleMust(t, err)
	rules1995, err := oracleEdition1995(4)
	oracleMust(t, err)
	cases := []struct {
		name, left string
		rules      oracleRules
		fooled     bool
		points     int
		why        string
	}{
		{"S1", "G9 Y8", rules2018, false, -17, oracleCardsLeft},
		{"S1", "R13", rules2018, false, -13, oracleCardsLeft},
		{"S1", "", rules2018, false, 10, oracleTen},
		{"S1", "", rules2018, true, 0, oracleFooledOut},
		{"S2", "1 1 B2", rules2018, false, -12, oracleCardsLeft},
		{"S2", "1 1 B2", rules1995, false, -4, oracleCardsLeft},
	}
	for _, c := range cases {
		points, why := oracleScore(c.rules, strings.Fields(c.left), c.fooled, false, 0)
		if points != c.points || why != c.why {
			t.Errorf("%s {%s}: %d %s, want %d %s", c.name, c.left, points, why, c.points, c.why)
		}
	}
}

// S3: numbers for experiments (R8.1, R8.2), before R8.3 is added.
func TestOracleExperiments(t *testing.T) {
	rules, err := oracleRulebook2018(4)
	oracleMust(t, err)
	rules.ten, rules.spoiled, rules.fool = 12, -3, -1
	for i, c := range []struct {
		left          string
		fooled        bool
		times, points int
	}{{"G9 Y8", false, 2, -19}, {"R13", false, 0, -13}, {"", false, 1, 11}, {"", true, 3, -6}} {
		points, _ := oracleScore(rules, strings.Fields(c.left), c.fooled, false, 0)
		if points += rules.fool * c.times; points != c.points {
			t.Errorf("S3, seat %d: %d, want %d", i, points, c.points)
		}
	}
}

// More discs than the trick can bear, no discs, and the other reading of equal cards (R3.8, R3.10).
func TestOracleFools(t *testing.T) {
	cases := []struct {
		cards string
		discs int
		tie   string
		fools []int
	}{
		{"G2 G3", 2, "last", []int{0}},         // never more than the cards less one
		{"1 1", 3, "last", []int{1}},           // likewise, in a trick of 1s
		{"G2 R3 Y3", 0, "last", []int{}},       // no disc, no fool
		{"B6 Y5 G5 B2", 1, "first", []int{1}},  // C4 with the first of equal discards
		{"1 R4 1 R9", 1, "first", []int{0}},    // C7 with the first of two 1s
		{"1 R4 1 R9", 2, "first", []int{0, 2}}, //
		{"1 1 1", 1, "first", []int{1}},        // the leader wins and is not fooled: the next one is
		{"1 1 1 1", 2, "first", []int{1, 2}},   //
		{"1 G5 R5 Y5", 2, "last", []int{3, 2}}, // discards go before the 1
		{"1 G5 R5 Y5", 3, "last", []int{3, 2, 0}},
		{"1 G5 R5 Y5", 3, "first", []int{2, 3, 0}},
	}
	for _, c := range cases {
		if fools := oracleFools(oraclePlays(c.cards), c.discs, c.tie); !slices.Equal(fools, c.fools) {
			t.Errorf("%s, %d discs, tie %s: positions %v fooled, want %v", c.cards, c.discs, c.tie, fools, c.fools)
		}
	}
}

// R3.3 to R3.5, R4.2, R4.3.
func TestOracleLegal(t *testing.T) {
	cases := []struct{ hand, trick, legal string }{
		{"R5 G2 1 1", "", "R5 G2 1"},           // R3.3: leading
		{"R5 G2 1", "1 1", "R5 G2 1"},          // R3.3, R4.3: only 1s so far
		{"R5 R9 G2 1", "1 R7", "R5 R9 1"},      // R3.4, R4.2, R4.3
		{"R5 G2", "R7 G9", "R5"},               // R3.4
		{"G2 B3 1", "R7", "G2 B3 1"},           // R3.5
		{"1 1", "R7", "1"},                     // R3.5
		{"G10 G2 Y3 R4", "B2", "G10 G2 Y3 R4"}, // R3.5
	}
	for _, c := range cases {
		legal := oracleLegal(strings.Fields(c.hand), oracleLed(oraclePlays(c.trick)))
		if strings.Join(legal, " ") != c.legal {
			t.Errorf("hand %s, trick %s: legal %v, want %s", c.hand, c.trick, legal, c.legal)
		}
	}
}

// The decks of R1.4 and R1.5 have the sizes that the page documents, and nobody else may play.
func TestOraclePresets(t *testing.T) {
	sizes2018 := map[int]int{4: 48, 5: 60, 6: 72, 7: 84, 8: 88} // cards of the deck by players
	sizes1995 := map[int]int{3: 60, 4: 60, 5: 60, 6: 60}
	for _, name := range oraclePresetNames {
		for players := range 12 {
			rules, err := oraclePreset(name, players)
			size := sizes2018[players]
			if strings.HasPrefix(name, "edition-1995") {
				size = sizes1995[players]
			}
			if size == 0 {
				if err == nil {
					t.Errorf("%s for %d players is not refused", name, players)
				}
				continue
			}
			oracleMust(t, err)
			oracleMust(t, rules.check())
			if len(rules.deck()) != size || players*rules.hand != size {
				t.Errorf("%s for %d: %d cards, %d dealt, want %d", name, players, len(rules.deck()), players*rules.hand, size)
			}
		}
	}
}

// The decks of R1.4: five players have the deck of 1995; from there each player more or less is 3 green, 3 red,
// 3 yellow, 2 blue and one 1; eight players have the full box, less which four cards the sevens have.
func TestOracleDeckSteps(t *testing.T) {
	deck := func(build func(int) (oracleRules, error), players int) [5]int {
		rules, err := build(players)
		oracleMust(t, err)
		h := rules.highest
		return [5]int{h["G"], h["R"], h["Y"], h["B"], rules.ones}
	}
	if deck(oracleRulebook2018, 5) != deck(oracleEdition1995, 5) {
		t.Error("five players do not have the deck of 1995")
	}
	for players := 4; players < 7; players++ {
		fewer, more := deck(oracleRulebook2018, players), deck(oracleRulebook2018, players+1)
		for i, step := range []int{3, 3, 3, 2, 1} {
			if more[i]-fewer[i] != step {
				t.Errorf("from %d to %d players: %v, %v", players, players+1, fewer, more)
			}
		}
	}
	if deck(oracleRulebook2018, 8) != [5]int{27, 23, 21, 15, 6} {
		t.Error("eight players do not have the full box")
	}
}

// What the presets say beside the deck.
func TestOraclePresetOptions(t *testing.T) {
	want := map[string]string{ // starter; equal cards, a 1 left; limits; bets
		"rulebook-2018":           "most-minus total starter; last 5; 80 false false, 6 false, 0; false 0 0 0",
		"edition-1995":            "clockwise total starter; last 1; 0 false false, 0 false, 10; false 0 0 0",
		"edition-1995-bets":       "clockwise total starter; last 1; 0 false false, 0 false, 10; true 10 5 2",
		"rulebook-2018-solo-tens": "most-minus total starter; last 5; 80 false false, 6 true, 0; false 0 0 0",
		"rulebook-2018-ja":        "most-minus total last-leader; last 5; 80 true false, 6 false, 0; false 0 0 0",
	}
	for _, name := range oraclePresetNames {
		r, err := oraclePreset(name, 5)
		oracleMust(t, err)
		got := fmt.Sprintf("%s %s %s; %s %d; %d %t %t, %d %t, %d; %t %d %d %d",
			r.starterMode, r.starterBy, r.reference, r.tie, r.onePenalty,
			r.minusLimit, r.minusPassed, r.minusGross, r.tensLimit, r.tensSolo, r.rounds,
			r.betting, r.betBonus, r.betOther, r.betFactor)
		if got != want[name] {
			t.Errorf("%s: %s, want %s", name, got, want[name])
		}
	}
}

// R1.6: impossible rules.
func TestOracleImpossibleRules(t *testing.T) {
	for i, change := range []func(*oracleRules){
		func(r *oracleRules) { r.highest["G"] = 1 },
		func(r *oracleRules) { r.highest["G"] = 32 },
		func(r *oracleRules) { r.hand = 13 },
		func(r *oracleRules) { r.hand = 0 },
		func(r *oracleRules) { r.discs = 3 },
		func(r *oracleRules) { r.discs = -1 },
		func(r *oracleRules) { r.ones = -1 },
		func(r *oracleRules) { r.players = 1 },
		func(r *oracleRules) { r.minusLimit = -80 },
		func(r *oracleRules) { r.tie = "" },
	} {
		rules, err := oracleRulebook2018(4)
		oracleMust(t, err)
		change(&rules)
		if rules.check() == nil {
			t.Errorf("change %d is not refused: %+v", i, rules)
		}
	}
}

// R2.4: ties of the most minus points.
func TestOracleNextStarter(t *testing.T) {
	cases := []struct {
		points    []int
		reference int
		starter   int
	}{
		{[]int{-5, -9, 10, 0}, 3, 1},
		{[]int{-9, -9, 10, -9}, 3, 3}, // the reference seat itself, distance 0
		{[]int{-9, -9, 10, -9}, 1, 1},
		{[]int{-9, -9, 10, -9}, 2, 3}, // distance 1 before distances 2 and 3
		{[]int{-9, 0, 10, -9}, 1, 3},  // distance 2 before distance 3
		{[]int{-9, -9, 10, 0}, 3, 0},  // over the end of the table
		{[]int{10, 20, 10, 30}, 3, 0}, // the lowest total may be positive
	}
	for _, c := range cases {
		if starter := oracleNextStarter(c.points, c.reference); starter != c.starter {
			t.Errorf("points %v, reference %d: seat %d starts, want %d", c.points, c.reference, starter, c.starter)
		}
	}
}

// R6.1 and R6.2.
func TestOracleEnds(t *testing.T) {
	none := []int{0, 0, 0}
	cases := []struct {
		name                string
		rules               oracleRules
		rounds              int
		totals, minus, tens []int
		ends                string
	}{
		{"all off", oracleRules{}, 999, []int{-999, 0, 0}, []int{999, 0, 0}, []int{99, 0, 0}, ""},
		{"79", oracleRules{minusLimit: 80}, 1, []int{5, -79, 0}, []int{0, 99, 0}, none, ""},
		{"80", oracleRules{minusLimit: 80}, 1, []int{5, -80, 0}, []int{0, 99, 0}, none, "minus"},
		{"80 passed", oracleRules{minusLimit: 80, minusPassed: true}, 1, []int{5, -80, 0}, none, none, ""},
		{"81 passed", oracleRules{minusLimit: 80, minusPassed: true}, 1, []int{5, -81, 0}, none, none, "minus"},
		{"79 gross", oracleRules{minusLimit: 80, minusGross: true}, 1, []int{0, 0, -69}, []int{0, 0, 79}, none, ""},
		{"80 gross", oracleRules{minusLimit: 80, minusGross: true}, 1, []int{0, 0, -70}, []int{0, 0, 80}, none, "minus"},
		{"80 gross passed", oracleRules{minusLimit: 80, minusGross: true, minusPassed: true}, 1, none, []int{0, 0, 80}, none, ""},
		{"5 tens", oracleRules{tensLimit: 6}, 1, none, none, []int{1, 1, 3}, ""},
		{"6 tens", oracleRules{tensLimit: 6}, 1, none, none, []int{1, 2, 3}, "tens"},
		{"7 tens", oracleRules{tensLimit: 6}, 1, none, none, []int{1, 2, 4}, "tens"},
		{"6 tens, none solo", oracleRules{tensLimit: 6, tensSolo: true}, 1, none, none, []int{5, 5, 5}, ""},
		{"6 tens solo", oracleRules{tensLimit: 6, tensSolo: true}, 1, none, none, []int{0, 6, 0}, "tens"},
		{"5 rounds", oracleRules{rounds: 6}, 5, none, none, none, ""},
		{"6 rounds", oracleRules{rounds: 6}, 6, none, none, none, "rounds"},
		{"all at once", oracleRules{rounds: 6, minusLimit: 80, tensLimit: 6}, 6, []int{-90, 0, 0}, none, []int{0, 2, 4}, "rounds minus tens"},
	}
	for _, c := range cases {
		ends := oracleEnds(c.rules, c.rounds, c.totals, c.minus, c.tens)
		if strings.Join(ends, " ") != c.ends {
			t.Errorf("%s: ends %v, want %q", c.name, ends, c.ends)
		}
	}
}

// R6.3: shared ranks.
func TestOracleStandings(t *testing.T) {
	got := oracleStandings([]int{-20, 5, 30, 5})
	want := []oracleStanding{{1, 2, 30}, {2, 1, 5}, {2, 3, 5}, {4, 0, -20}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A whole small round, followed by hand: turns, refusals, sitting out, void knowledge, scores, next deal.
func TestOracleSmallRound(t *testing.T) {
	g := oracleNew(oracleTiny(4, 3, 1), 3)
	oracleRefused(t, g.play(0, "G2"), "R3.1")
	oracleRefused(t, g.bet(0, true), "R7.1")
	oracleRefused(t, g.deal(oracleHands("G2 G9 B2 | G3 R5 B3 | R2 R3 1")), "R2.3")
	oracleRefused(t, g.deal(oracleHands("G2 G9 B2 | G3 R5 B3 | R2 R3 1 | G4 Y2")), "R2.3")
	oracleRefused(t, g.deal(oracleHands("G2 G9 B2 | G3 R5 B3 | R2 R3 1 | G4 Y2 G2")), "R1.1")
	oracleRefused(t, g.deal(oracleHands("G2 G9 B2 | G3 R5 B3 | R2 R3 1 | G4 Y2 G04")), "R1.1")
	if g.phase() != "deal" || g.turn() != -1 || len(g.legal()) != 0 {
		t.Fatalf("before the deal: %+v", g)
	}
	oracleMust(t, g.deal(oracleHands("B2 G9 G2 | G3 R5 B3 | R2 R3 1 | G4 Y2 Y3")))
	if g.phase() != "play" || g.turn() != 0 || strings.Join(g.legal(), " ") != "G2 G9 B2" {
		t.Fatalf("after the deal: %+v", g)
	}

	// Trick 1: seat 0 leads green. Seat 1 must follow; seat 2 holds no green.
	oracleRefused(t, g.play(1, "G3"), "R3.1")
	oracleRefused(t, g.play(0, "G3"), "R3.1")
	oracleMust(t, g.play(0, "G9"))
	oracleRefused(t, g.play(1, "R5"), "R3.4")
	oraclePlayAll(t, g, "1:G3 2:R3 3:G4")
	trick := g.round.tricks[0]
	if trick.winner != 0 || !slices.Equal(trick.fools, []oracleFool{{2, "R3", true}}) || len(trick.satOut) != 0 {
		t.Fatalf("trick 1: %+v", trick)
	}
	if !slices.Equal(g.shown(2), []string{"G"}) || len(g.shown(1)) != 0 {
		t.Fatalf("voids: %v", g.voids)
	}

	// Trick 2: seat 2 sits out. Seat 3 holds no blue. Seat 1 wins.
	oraclePlayAll(t, g, "0:B2 1:B3")
	oracleRefused(t, g.play(2, "1"), "R3.9")
	oraclePlayAll(t, g, "3:Y3")
	trick = g.round.tricks[1]
	if trick.winner != 1 || !slices.Equal(trick.fools, []oracleFool{{3, "Y3", true}}) || !slices.Equal(trick.satOut, []int{2}) {
		t.Fatalf("trick 2: %+v", trick)
	}

	// Trick 3: seat 3 sits out, seat 1 leads its last card, a red one. Seat 2 plays the 1 although it holds
	// red, which proves nothing. Seat 0 discards green and is out but fooled; seat 1 has a ten.
	oraclePlayAll(t, g, "1:R5 2:1 0:G2")
	round := g.rounds[0]
	if oracleOutcome(round.points) != "0,10,-2,-2" || strings.Join(round.why, " ") != "fooled-out ten cards-left cards-left" {
		t.Fatalf("round: %+v", round)
	}
	if len(round.tricks) != 3 || !slices.Equal(round.tens, []int{0, 1, 0, 0}) || !slices.Equal(round.minus, []int{0, 0, 2, 2}) {
		t.Fatalf("round: %+v", round)
	}
	if !slices.Equal(g.shown(2), []string{"G"}) || !slices.Equal(g.shown(0), []string{"R"}) || !slices.Equal(g.shown(3), []string{"B"}) {
		t.Fatalf("voids: %v", g.voids)
	}

	// R2.4: seat 0 started, so it deals; seats 2 and 3 tie for most minus, seat 2 is closer.
	if g.phase() != "deal" || round.nextDealer != 0 || round.nextStarter != 2 {
		t.Fatalf("next round: %+v", round)
	}
	oracleMust(t, g.deal(oracleHands("G2 G9 B2 | G3 R5 B3 | R2 R3 1 | G4 Y2 Y3")))
	if g.turn() != 2 || len(g.shown(2)) != 0 || g.round.number != 2 {
		t.Fatalf("second deal: %+v", g)
	}
}

// The same round under the options of R2.4 and R2.5.
func TestOracleNextDealer(t *testing.T) {
	cases := []struct {
		name            string
		change          func(*oracleRules)
		dealer, starter int
	}{
		{"2018", func(*oracleRules) {}, 0, 2},
		{"last leader", func(r *oracleRules) { r.reference = "last-leader" }, 1, 2}, // seat 1 led the last trick
		{"by round", func(r *oracleRules) { r.starterBy = "round" }, 0, 2},
		{"gross", func(r *oracleRules) { r.starterBy = "gross" }, 0, 2},
		{"clockwise", func(r *oracleRules) { r.starterMode = "clockwise" }, 0, 1}, // from dealer 3, starter 0
	}
	for _, c := range cases {
		rules := oracleTiny(4, 3, 1)
		c.change(&rules)
		g := oracleNew(rules, 3)
		oracleMust(t, g.deal(oracleHands("B2 G9 G2 | G3 R5 B3 | R2 R3 1 | G4 Y2 Y3")))
		oraclePlayAll(t, g, "0:G9 1:G3 2:R3 3:G4 0:B2 1:B3 3:Y3 1:R5 2:1 0:G2")
		if g.dealer != c.dealer || g.starter != c.starter {
			t.Errorf("%s: dealer %d, starter %d, want %d, %d", c.name, g.dealer, g.starter, c.dealer, c.starter)
		}
	}

	// The reference is who led the last trick, not who won it. Trick 1: seat 1 wins, seat 0 is fooled. Trick 2:
	// seat 1 leads, seat 2 wins, seat 3 discards and is fooled. Only seat 0 has a card left.
	for reference, dealer := range map[string]int{"starter": 0, "last-leader": 1} {
		rules := oracleTiny(4, 2, 1)
		rules.reference = reference
		g := oracleNew(rules, 3)
		oracleMust(t, g.deal(oracleHands("G2 Y7 | G9 R6 | G5 R7 | G3 B2")))
		oraclePlayAll(t, g, "0:G2 1:G9 2:G5 3:G3 1:R6 2:R7 3:B2")
		if g.dealer != dealer || g.starter != 0 {
			t.Errorf("reference %s: dealer %d, starter %d, want %d, 0", reference, g.dealer, g.starter, dealer)
		}
	}

	// Totals and round scores disagree: seat 0 has the lowest score of the round, seat 3 the lowest total.
	for by, starter := range map[string]int{"total": 3, "round": 0} {
		rules := oracleTiny(4, 3, 1)
		rules.starterBy = by
		g := oracleNew(rules, 3)
		g.totals = []int{0, 0, 0, -20} // as if an earlier round had been so
		oracleMust(t, g.deal(oracleHands("G2 G3 B8 | G9 R9 Y9 | G8 R8 Y8 | G4 Y5 B9")))
		// Trick 1: seat 1 wins, seat 0 is fooled. Trick 2: seats 1, 2, 3; seat 3 discards and is fooled.
		// Trick 3: seats 1, 2, 0; seats 1 and 2 go out, seat 0 discards and is fooled.
		oraclePlayAll(t, g, "0:G2 1:G9 2:G8 3:G4 1:R9 2:R8 3:B9 1:Y9 2:Y8 0:G3")
		if got := oracleOutcome(g.rounds[0].points); got != "-8,10,10,-5" {
			t.Fatalf("by %s: points %s", by, got)
		}
		if g.starter != starter {
			t.Errorf("by %s: seat %d starts, want %d", by, g.starter, starter)
		}
	}
}

// R7: bets.
func TestOracleBets(t *testing.T) {
	rules, err := oracleEdition1995Bets(4)
	oracleMust(t, err)
	cases := []struct {
		left        string
		fooled, bet bool
		others      int
		points      int
		why         string
	}{
		{"", false, true, 0, 20, oracleTen},
		{"", false, true, 3, 35, oracleTen},
		{"", false, false, 3, 10, oracleTen},
		{"", true, true, 3, 0, oracleFooledOut},
		{"G9 1", false, true, 1, -20, oracleCardsLeft},
		{"G9 1", true, false, 1, -10, oracleCardsLeft},
	}
	for _, c := range cases {
		points, why := oracleScore(rules, strings.Fields(c.left), c.fooled, c.bet, c.others)
		if points != c.points || why != c.why {
			t.Errorf("%+v: %d %s", c, points, why)
		}
	}

	// The small round again with bets: seats 1 (a ten), 0 (fooled out) and 3 (cards left) bet.
	tiny := oracleTiny(4, 3, 1)
	tiny.betting, tiny.betBonus, tiny.betOther, tiny.betFactor = true, 10, 5, 2
	g := oracleNew(tiny, 3)
	oracleMust(t, g.deal(oracleHands("B2 G9 G2 | G3 R5 B3 | R2 R3 1 | G4 Y2 Y3")))
	if g.phase() != "bet" || g.turn() != 0 || len(g.legal()) != 0 {
		t.Fatalf("after the deal: %+v", g)
	}
	oracleRefused(t, g.play(0, "G9"), "R3.1")
	oracleRefused(t, g.bet(1, true), "R7.2")
	for seat, bet := range []bool{true, true, false, true} {
		oracleMust(t, g.bet(seat, bet))
	}
	oraclePlayAll(t, g, "0:G9 1:G3 2:R3 3:G4 0:B2 1:B3 3:Y3 1:R5 2:1 0:G2")
	round := g.rounds[0]
	if oracleOutcome(round.points) != "0,30,-2,-4" || !slices.Equal(round.tens, []int{0, 1, 0, 0}) || !slices.Equal(round.minus, []int{0, 0, 2, 4}) {
		t.Fatalf("round: %+v", round)
	}
}

// Deals that are small enough to count by hand.
func TestOracleCountByHand(t *testing.T) {
	cases := []struct {
		name     string
		rules    oracleRules
		hands    string
		outcomes map[string]int
	}{
		// One card each: nothing to choose, seat 0 is fooled.
		{"one card", oracleTiny(3, 1, 1), "G2 | G3 | G4", map[string]int{"0,10,10": 1}},
		// Seat 0 always wins and each seat chooses once between two cards.
		{"no discs", oracleTiny(2, 2, 0), "G2 G3 | R2 R3", map[string]int{"10,10": 4}},
		// Seat 0 has two 1s, which are one move; seat 1 chooses.
		{"ones", oracleTiny(2, 2, 0), "1 1 | G2 1", map[string]int{"10,10": 2}},
		// G2: all follow, seat 0 is fooled and keeps the 1. The 1: seat 1 names green or red, seat 0 is
		// fooled either way and keeps G2. Then seat 2 leads, seat 1 is out but fooled.
		{"one disc", oracleTiny(3, 2, 1), "G2 1 | G3 R2 | G4 R3", map[string]int{"-5,0,10": 1, "-2,0,10": 2}},
	}
	for _, c := range cases {
		sequences, outcomes, err := oracleCount(c.rules, oracleHands(c.hands))
		oracleMust(t, err)
		want := 0
		for _, times := range c.outcomes {
			want += times
		}
		if sequences != want || fmt.Sprint(outcomes) != fmt.Sprint(c.outcomes) {
			t.Errorf("%s: %d sequences %v, want %d %v", c.name, sequences, outcomes, want, c.outcomes)
		}
	}
	if _, _, err := oracleCount(oracleTiny(3, 1, 1), oracleHands("G2 | G3 | G2")); err == nil {
		t.Error("a bad deal is counted")
	}
}

// The counter clones games; here the same count is made without clones, by playing every sequence from the
// deal again.
func TestOracleCountAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(95, 18))
	for i := range shorter(30, 3) {
		rules := oracleTiny(3+i%2, 3, i%3)
		if rules.discs > rules.players-2 {
			rules.discs = 1
		}
		rules.highest = map[string]int{"G": 5, "R": 4, "Y": 3}
		rules.betting = i%5 == 0
		rules.tie = []string{"last", "first"}[i%2]
		hands := oracleShuffled(rules, random)

		count, tally := 0, map[string]int{}
		todo := [][]string{{}} // prefixes of play sequences
		for len(todo) > 0 {
			prefix := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			g := oracleNew(rules, rules.players-1)
			oracleMust(t, g.deal(hands))
			for g.phase() == "bet" {
				oracleMust(t, g.bet(g.turn(), false))
			}
			for _, card := range prefix {
				oracleMust(t, g.play(g.turn(), card))
			}
			if len(g.rounds) == 1 {
				count++
				tally[oracleOutcome(g.rounds[0].points)]++
			}
			for _, card := range g.legal() {
				todo = append(todo, append(slices.Clone(prefix), card))
			}
		}

		sequences, outcomes, err := oracleCount(rules, hands)
		oracleMust(t, err)
		if sequences != count || fmt.Sprint(outcomes) != fmt.Sprint(tally) {
			t.Errorf("hands %v: %d %v, want %d %v", hands, sequences, outcomes, count, tally)
		}
	}
}

// A move on a clone leaves the original alone, and the other way round.
func TestOracleClone(t *testing.T) {
	for _, name := range oraclePresetNames {
		rules, err := oraclePreset(name, 5)
		oracleMust(t, err)
		random := rand.New(rand.NewPCG(2, 18))
		text := func(g *oracleGame) string { return fmt.Sprintf("%+v", *g) }
		move := func(g *oracleGame) { // any right move
			switch g.phase() {
			case "deal":
				oracleMust(t, g.deal(oracleShuffled(rules, random)))
			case "bet":
				oracleMust(t, g.bet(g.turn(), random.IntN(2) == 0))
			case "play":
				legal := g.legal()
				oracleMust(t, g.play(g.turn(), legal[random.IntN(len(legal))]))
			}
		}
		g := oracleNew(rules, 4)
		for moves := 0; g.phase() != "over"; moves++ {
			if len(g.rounds) > 2 && moves%10 != 0 { // the more rounds, the longer the texts
				move(g)
				continue
			}
			before := text(g)
			one, two := g.clone(), g.clone()
			move(one)
			afterOne := text(one)
			move(two)
			if text(g) != before || text(two) == before || text(one) != afterOne {
				t.Fatalf("%s: a clone shares what a move changes, at %s", name, g.where())
			}
			move(g)
			if text(one) != afterOne {
				t.Fatalf("%s: a clone shares what a move changes, at %s", name, one.where())
			}
		}
	}
}

// oracleCheckTrick checks what must hold for every finished trick.
func oracleCheckTrick(t *testing.T, g *oracleGame, trick oracleTrick) {
	t.Helper()
	rules := g.rules
	took := []int{}
	for _, p := range trick.plays {
		took = append(took, p.seat)
	}
	fooled := []int{}
	for _, fool := range trick.fools {
		fooled = append(fooled, fool.seat)
	}
	switch {
	case len(trick.plays)+len(trick.satOut) != rules.players || len(trick.plays) < 2:
		t.Fatalf("not everyone played or sat out: %+v", trick)
	case took[0] != trick.leader || !slices.Contains(took, trick.winner):
		t.Fatalf("leader or winner did not take part: %+v", trick)
	case slices.Contains(fooled, trick.winner):
		t.Fatalf("R3.10: the winner is fooled: %+v", trick)
	case len(fooled) != min(rules.discs, len(trick.plays)-1):
		t.Fatalf("R3.10: the number of fools: %+v", trick)
	}
	for _, seat := range fooled {
		if !slices.Contains(took, seat) || slices.Contains(trick.satOut, seat) {
			t.Fatalf("R3.9: a fool did not take part: %+v", trick)
		}
	}
	// R3.7, said in another way: exactly one card beats every other card of the trick.
	winners := 0
	for i, p := range trick.plays {
		beatsAll := true
		for j, q := range trick.plays {
			if trick.led == "" {
				beatsAll = beatsAll && i <= j
			} else if i != j && oracleColor(q.card) == trick.led {
				beatsAll = beatsAll && oracleColor(p.card) == trick.led && oracleValue(p.card) > oracleValue(q.card)
			} else if i != j {
				beatsAll = beatsAll && oracleColor(p.card) == trick.led
			}
		}
		if beatsAll {
			winners++
			if p.seat != trick.winner {
				t.Fatalf("R3.7: seat %d should have won: %+v", p.seat, trick)
			}
		}
	}
	if winners != 1 {
		t.Fatalf("R3.7: %d winners: %+v", winners, trick)
	}
	// R3.10, said in another way: no other card but the winner's is worse than a fool's.
	for _, fool := range trick.fools {
		for _, p := range trick.plays {
			if p.seat == trick.winner || slices.Contains(fooled, p.seat) {
				continue
			}
			if p.discard && !fool.discard || p.discard == fool.discard && oracleValue(p.card) < oracleValue(fool.card) {
				t.Fatalf("R3.10: seat %d was spared: %+v", p.seat, trick)
			}
		}
	}
}

// oracleCheckRound checks what must hold for every finished round.
func oracleCheckRound(t *testing.T, g *oracleGame, round oracleRound) {
	t.Helper()
	last := round.tricks[len(round.tricks)-1]
	for i, trick := range round.tricks {
		leader, fools := round.starter, []int{}
		if i > 0 {
			leader = round.tricks[i-1].winner // R3.12
			for _, fool := range round.tricks[i-1].fools {
				fools = append(fools, fool.seat)
			}
		}
		slices.Sort(fools)
		if trick.leader != leader || !slices.Equal(trick.satOut, fools) {
			t.Fatalf("R3.12: leader %d, out %v: %+v", leader, fools, trick)
		}
	}
	out := 0
	for seat := range g.rules.players {
		cards := slices.Clone(round.left[seat]) // dealt = played and left
		wentOutIn := -1
		for i, trick := range round.tricks {
			for _, p := range trick.plays {
				if p.seat == seat {
					cards = append(cards, p.card)
					if len(cards)-len(round.left[seat]) == g.rules.hand {
						wentOutIn = i
					}
				}
			}
		}
		if !slices.Equal(oracleSorted(cards), round.hands[seat]) {
			t.Fatalf("seat %d was dealt %v, played and left %v", seat, round.hands[seat], cards)
		}
		isOut := len(round.left[seat]) == 0
		isFool := slices.ContainsFunc(last.fools, func(fool oracleFool) bool { return fool.seat == seat })
		switch why := round.why[seat]; {
		case isOut && wentOutIn != len(round.tricks)-1:
			t.Fatalf("R5.1: seat %d went out before the last trick: %+v", seat, round)
		case isOut && isFool && (why != oracleFooledOut || round.points[seat] != 0):
			t.Fatalf("R5.4: seat %d: %+v", seat, round)
		case isOut && !isFool && (why != oracleTen || round.points[seat] < 10):
			t.Fatalf("R5.3: seat %d: %+v", seat, round)
		case !isOut && (why != oracleCardsLeft || round.points[seat] > -len(round.left[seat])):
			t.Fatalf("R5.2: seat %d: %+v", seat, round)
		}
		if isOut {
			out++
		}
	}
	if out == 0 {
		t.Fatalf("R5.1: the round ended with nobody out: %+v", round)
	}
}

// oracleRandomGame plays a random game to its end, tries illegal moves on the way and checks all that must hold.
func oracleRandomGame(t *testing.T, rules oracleRules, random *rand.Rand) *oracleGame {
	t.Helper()
	g := oracleNew(rules, random.IntN(rules.players))
	for g.phase() != "over" {
		switch g.phase() {
		case "deal":
			if len(g.rounds) >= 1000 {
				t.Fatal("the game does not end")
			}
			oracleMust(t, g.deal(oracleShuffled(rules, random)))
		case "bet":
			oracleMust(t, g.bet(g.turn(), random.IntN(3) == 0))
		case "play":
			seat, legal := g.turn(), g.legal()
			if len(legal) == 0 {
				t.Fatalf("seat %d cannot play: %+v", seat, g)
			}
			for _, color := range g.shown(seat) { // what a seat has shown to lack, it lacks
				for _, card := range g.hands[seat] {
					if oracleColor(card) == color {
						t.Fatalf("seat %d holds %s after showing it lacks it", seat, card)
					}
				}
			}
			if card := g.hands[seat][random.IntN(len(g.hands[seat]))]; !slices.Contains(legal, card) {
				oracleRefused(t, g.play(seat, card), "R3.4")
			}
			tricks := len(g.round.tricks)
			oracleMust(t, g.play(seat, legal[random.IntN(len(legal))]))
			if len(g.round.tricks) > tricks {
				oracleCheckTrick(t, g, g.round.tricks[tricks])
			}
		}
	}

	totals := make([]int, rules.players)
	tens := make([]int, rules.players)
	for i, round := range g.rounds {
		oracleCheckRound(t, g, round)
		for seat, points := range round.points {
			totals[seat] += points
			if points > 0 {
				tens[seat]++
			}
		}
		if !slices.Equal(totals, round.totals) || !slices.Equal(tens, round.tens) || round.number != i+1 {
			t.Fatalf("round %d: totals %v, tens %v: %+v", i+1, totals, tens, round)
		}
		if i > 0 {
			before := g.rounds[i-1]
			if round.dealer != before.nextDealer || round.starter != before.nextStarter {
				t.Fatalf("R2.4, R2.5: round %d: %+v", i+1, round)
			}
			lowest := slices.Min(before.totals)
			if rules.starterMode == "most-minus" && rules.starterBy == "total" && before.totals[round.starter] != lowest {
				t.Fatalf("R2.4: round %d: seat %d starts after %v", i+1, round.starter, before.totals)
			}
		}
	}
	if len(g.ends) == 0 || len(g.winners) == 0 || g.turn() != -1 || len(g.legal()) != 0 {
		t.Fatalf("the end: %+v", g)
	}
	for _, line := range g.standings {
		if (line.rank == 1) != slices.Contains(g.winners, line.seat) || line.total != totals[line.seat] {
			t.Fatalf("R6.3: standings %v, winners %v, totals %v", g.standings, g.winners, totals)
		}
	}
	return g
}

func oracleGames() int {
	if testing.Short() {
		return 5
	}
	return 80
}

// Random games of every preset and number of players; each is written as a record and replayed.
func TestOracleRandomPresets(t *testing.T) {
	for index, name := range oraclePresetNames {
		for players := 3; players <= 8; players++ {
			rules, err := oraclePreset(name, players)
			if err != nil {
				continue // not a number of players of this preset, see TestOraclePresets
			}
			t.Run(fmt.Sprintf("%s/%d", name, players), func(t *testing.T) {
				t.Parallel()
				for i := range oracleGames() {
					random := rand.New(rand.NewPCG(uint64(index*100+players), uint64(i)))
					g := oracleRandomGame(t, rules, random)
					if rules.rounds > 0 && len(g.rounds) != 2*players {
						t.Fatalf("R6.2: %d rounds", len(g.rounds))
					}
					if i < 20 {
						oracleMust(t, oracleReplay(oracleRecord(g, name)))
					}
				}
			})
		}
	}
}

// Random games of custom variants that use the options which no preset uses.
func TestOracleRandomOptions(t *testing.T) {
	options := map[string]func(*oracleRules){
		"first of equals": func(r *oracleRules) { r.tie = "first" },
		"no discs":        func(r *oracleRules) { r.discs = 0 },
		"two discs":       func(r *oracleRules) { r.discs = 2 },
		"by round":        func(r *oracleRules) { r.starterBy, r.reference = "round", "last-leader" },
		"gross":           func(r *oracleRules) { r.minusGross, r.minusPassed, r.tensLimit = true, true, 0 },
		"cards aside":     func(r *oracleRules) { r.hand = 9 },
		"many ones":       func(r *oracleRules) { r.ones, r.hand = 24, 10 },
		"one color":       func(r *oracleRules) { r.highest, r.hand = map[string]int{"R": 31}, 7 },
		"ones only":       func(r *oracleRules) { r.highest, r.ones, r.hand = nil, 12, 3 },
		"bets":            func(r *oracleRules) { r.betting, r.betBonus, r.betOther, r.betFactor = true, 7, 3, 3 },
		"rounds":          func(r *oracleRules) { r.rounds, r.minusLimit, r.tensLimit = 3, 0, 0 },
	}
	for name, change := range options {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rules, err := oracleRulebook2018(4)
			oracleMust(t, err)
			change(&rules)
			for i := range oracleGames() {
				oracleRandomGame(t, rules, rand.New(rand.NewPCG(1995, uint64(i))))
			}
		})
	}
}

// A record with a fault is refused, and the right one is named.
func TestOracleReplayFaults(t *testing.T) {
	rules, err := oracleEdition1995Bets(3)
	oracleMust(t, err)
	right := oracleRecord(oracleRandomGame(t, rules, rand.New(rand.NewPCG(7, 3))), "edition-1995-bets")
	oracleMust(t, oracleReplay(right))

	cases := []struct {
		name   string
		change func(record map[string]any)
		want   string
	}{
		{"format", func(r map[string]any) { r["format"] = "foppen/2" }, "format"},
		{"unknown key", func(r map[string]any) { r["seed"] = 1 }, `unknown key "seed"`},
		{"missing key", func(r map[string]any) { delete(r, "dealer") }, `no key "dealer"`},
		{"variant", func(r map[string]any) { r["variant"] = "edition-1996" }, "R1.3"},
		{"players", func(r map[string]any) { r["players"] = 7 }, "R1.5"},
		{"dealer", func(r map[string]any) { r["dealer"] = 3 }, "R2.2"},
		{"seats", func(r map[string]any) { r["seats"] = []any{"a", "b"} }, "seats"},
		{"fewer moves", func(r map[string]any) { r["moves"] = r["moves"].([]any)[:50] }, "in phase play"},
		{"no deal", func(r map[string]any) { r["moves"] = r["moves"].([]any)[1:] }, "R7.1"},
		{"no bets", func(r map[string]any) {
			moves := r["moves"].([]any)
			r["moves"] = slices.Concat(moves[:1], moves[4:])
		}, "R3.1: no card may be played in phase bet"},
		{"a move too many", func(r map[string]any) {
			r["moves"] = append(r["moves"].([]any), map[string]any{"seat": 0, "play": "1"})
		}, "in phase over"},
		{"a move's key", func(r map[string]any) { r["moves"].([]any)[4].(map[string]any)["why"] = "" }, `unknown key "why"`},
		{"totals", func(r map[string]any) { r["result"].(map[string]any)["totals"] = []any{0, 0, 0} }, "R6.3: totals"},
		{"winners", func(r map[string]any) { r["result"].(map[string]any)["winners"] = []any{} }, "R6.3: winners"},
		{"twice the same card", func(r map[string]any) {
			hands := r["moves"].([]any)[0].(map[string]any)["deal"].([]any)
			hands[0].([]any)[0] = hands[1].([]any)[0]
		}, "R1.1"},
	}
	for _, c := range cases {
		var record map[string]any
		oracleMust(t, json.Unmarshal(right, &record))
		c.change(record)
		line, err := json.Marshal(record)
		oracleMust(t, err)
		if err := oracleReplay(line); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}

	// The errors that can be told apart.
	for want, change := range map[error]func(record map[string]any){
		oracleVariantObject: func(r map[string]any) { r["variant"] = map[string]any{} },
		oracleNoResult:      func(r map[string]any) { delete(r, "result") },
		oracleUnsorted: func(r map[string]any) {
			slices.Reverse(r["moves"].([]any)[0].(map[string]any)["deal"].([]any)[0].([]any))
		},
	} {
		var record map[string]any
		oracleMust(t, json.Unmarshal(right, &record))
		change(record)
		line, err := json.Marshal(record)
		oracleMust(t, err)
		if err := oracleReplay(line); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	for _, line := range []string{"", "null", "[]", "{", string(right) + "{}"} {
		if oracleReplay([]byte(line)) == nil {
			t.Errorf("%.20q is accepted", line)
		}
	}

	// A game in progress is fine after any number of moves.
	var record map[string]any
	oracleMust(t, json.Unmarshal(right, &record))
	delete(record, "result")
	moves := record["moves"].([]any)
	for n := range 30 {
		record["moves"] = moves[:n]
		line, err := json.Marshal(record)
		oracleMust(t, err)
		oracleMust(t, oracleReplay(line))
	}
}
