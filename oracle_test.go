package foppen_test

// The oracle: a second implementation of the rules of Foppen, a referee for the library.
//
// It shares no code and no types with the library. Cards are strings ("G17", "R5", "Y11", "B2",
// "1"), hands are lists of strings, seats are ints, and every rule is an obvious loop with its number from
// the rules page beside it. Read it next to that page: if a step here does not say what the page says, the
// oracle is wrong; if the library disagrees with the oracle, one of the two is.
//
// The parts, in order:
//
//	cards            color, value and order of a card text, decks
//	oracleRules      what a variant says for one number of players; the presets
//	tricks           led color, legal plays, winner, fools          (sections 3 and 4)
//	scores and ends  points of a round, end of game, ranks, starter (sections 2, 5, 6 and 7)
//	oracleGame       a whole game, move by move, with a trace of everything that happened
//	oracleCount      all ways to play a given deal
//	oracleReplay     a recorded game, checked from its JSON alone
//	tests            the worked cases of the rules page, hand-made cases, random games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ---------------------------------------------------------------------------------------------------------
// Cards (section 1)

// oracleColors are the four colors in the order in which cards are written (R1.1).
var oracleColors = []string{"G", "R", "Y", "B"}

// oracleColor is the color letter of a card, or "" for a 1, which has no color (R1.2).
func oracleColor(card string) string {
	if card == "1" {
		return ""
	}
	return card[:1]
}

// oracleValue is the number on a card.
func oracleValue(card string) int {
	digits := card
	if card != "1" {
		digits = card[1:]
	}
	value, err := strconv.Atoi(digits)
	if err != nil {
		panic("oracle: not a card: " + card)
	}
	return value
}

// oracleSorted returns the cards in the order of the record format: green, red, yellow, blue, 1s, and
// values upward.
func oracleSorted(cards []string) []string {
	sorted := []string{}
	for _, color := range append(slices.Clone(oracleColors), "") {
		suit := []string{}
		for _, card := range cards {
			if oracleColor(card) == color {
				suit = append(suit, card)
			}
		}
		slices.SortStableFunc(suit, func(a, b string) int { return oracleValue(a) - oracleValue(b) })
		sorted = append(sorted, suit...)
	}
	return sorted
}

// oracleWithout returns the hand without one copy of the card, as a new list.
func oracleWithout(hand []string, card string) []string {
	rest := []string{}
	removed := false
	for _, c := range hand {
		if c == card && !removed {
			removed = true
			continue
		}
		rest = append(rest, c)
	}
	return rest
}

// ---------------------------------------------------------------------------------------------------------
// Rules of a variant for one number of players (R1.3 and every option of the page)

type oracleRules struct {
	players int
	highest map[string]int // highest value by color letter; 0 or missing: the color is absent (R1.6)
	ones    int            // number of 1s
	hand    int            // cards dealt to each seat
	discs   int            // number of discs

	starterMode string // "most-minus" (R2.4) or "clockwise" (R2.5)
	starterBy   string // "most-minus" only: lowest running "total", or lowest score of the last "round"
	reference   string // "most-minus" only: "starter" of the previous round, or "last-leader"

	tie string // of equal worst cards the "last" or the "first" played is the worst (R3.8)

	onePenalty int // minus points for a 1 left in hand (R5.2)

	minusLimit  int  // the game ends at so many minus points, a positive number; 0: off (R6.1)
	minusPassed bool // the limit must be passed, not only reached
	minusGross  bool // count minus points only, tens and bonuses not set against them
	tensLimit   int  // the game ends at so many tens; 0: off (R6.1)
	tensSolo    bool // so many tens of one seat instead of all seats together
	rounds      int  // the game ends after so many rounds; 0: no limit (R6.2)

	betting   bool // R7.1
	betBonus  int  // extra points of a bettor who scores a ten (R7.3)
	betOther  int  // and for each other bettor
	betFactor int  // minus points of a bettor with cards left are multiplied by this
}

// deck returns every card of the deck, in order (R1.1, R1.2).
func (r oracleRules) deck() []string {
	cards := []string{}
	for _, color := range oracleColors {
		for value := 2; value <= r.highest[color]; value++ {
			cards = append(cards, color+strconv.Itoa(value))
		}
	}
	for range r.ones {
		cards = append(cards, "1")
	}
	return cards
}

// check says whether these rules are possible (R1.6).
func (r oracleRules) check() error {
	for color, high := range r.highest {
		if !slices.Contains(oracleColors, color) {
			return fmt.Errorf("R1.1: no color %q", color)
		}
		if high != 0 && (high < 2 || high > 31) {
			return fmt.Errorf("R1.6: highest value %d of %s is neither 0 nor 2 to 31", high, color)
		}
	}
	if r.ones < 0 || r.discs < 0 || r.hand < 1 {
		return fmt.Errorf("R1.6: ones %d, discs %d, hand %d", r.ones, r.discs, r.hand)
	}
	if r.players*r.hand > len(r.deck()) {
		return fmt.Errorf("R1.6: %d players x %d cards exceed the deck of %d", r.players, r.hand, len(r.deck()))
	}
	if r.discs > r.players-2 {
		return fmt.Errorf("R1.6: %d discs are too many for %d players", r.discs, r.players)
	}
	if r.minusLimit < 0 || r.tensLimit < 0 || r.rounds < 0 {
		return fmt.Errorf("R6.1, R6.2: limits %d, %d, %d", r.minusLimit, r.tensLimit, r.rounds)
	}
	for _, option := range [][]string{
		{r.starterMode, "most-minus", "clockwise"},
		{r.starterBy, "total", "round"},
		{r.reference, "starter", "last-leader"},
		{r.tie, "last", "first"},
	} {
		if !slices.Contains(option[1:], option[0]) {
			return fmt.Errorf("oracle: option %q is none of %q", option[0], option[1:])
		}
	}
	return nil
}

// oraclePresetNames lists the five presets.
var oraclePresetNames = []string{
	"rulebook-2018", "edition-1995", "edition-1995-bets", "rulebook-2018-solo-tens", "rulebook-2018-ja",
}

// oraclePreset builds a preset by name for a number of players.
func oraclePreset(name string, players int) (oracleRules, error) {
	switch name {
	case "rulebook-2018":
		return oracleRulebook2018(players)
	case "edition-1995":
		return oracleEdition1995(players)
	case "edition-1995-bets":
		return oracleEdition1995Bets(players)
	case "rulebook-2018-solo-tens":
		return oracleRulebook2018SoloTens(players)
	case "rulebook-2018-ja":
		return oracleRulebook2018Ja(players)
	}
	return oracleRules{}, fmt.Errorf("R1.3: no preset %q", name)
}

// oracleRulebook2018 is R1.4 with the rulings of R2.4, R3.8, R5.2 and R6.1.
func oracleRulebook2018(players int) (oracleRules, error) {
	type row struct{ green, red, yellow, blue, ones, cards, hand, discs int }
	table := map[int]row{ // the table of R1.4, line by line
		4: {17, 13, 11, 8, 3, 48, 12, 1},
		5: {20, 16, 14, 10, 4, 60, 12, 1},
		6: {23, 19, 17, 12, 5, 72, 12, 1},
		7: {26, 22, 20, 14, 6, 84, 12, 2},
		8: {27, 23, 21, 15, 6, 88, 11, 2},
	}
	line, ok := table[players]
	if !ok {
		return oracleRules{}, fmt.Errorf("R1.4: the 2018 game is for 4 to 8 players, not %d", players)
	}
	return oracleRules{
		players:     players,
		highest:     map[string]int{"G": line.green, "R": line.red, "Y": line.yellow, "B": line.blue},
		ones:        line.ones,
		hand:        line.hand,
		discs:       line.discs,
		starterMode: "most-minus", // R2.4
		starterBy:   "total",
		reference:   "starter",
		tie:         "last", // R3.8
		onePenalty:  5,      // R5.2
		minusLimit:  80,     // R6.1: -80 or lower
		tensLimit:   6,      // R6.1: six or more by all players together
	}, nil
}

// oracleRulebook2018SoloTens is the 2018 game with six tens by one single player (R6.1, option).
func oracleRulebook2018SoloTens(players int) (oracleRules, error) {
	rules, err := oracleRulebook2018(players)
	rules.tensSolo = true
	return rules, err
}

// oracleRulebook2018Ja is the Japanese reading of the 2018 game: the limit of 80 must be passed (R6.1), and
// the player who led the last trick is the reference (R2.4).
func oracleRulebook2018Ja(players int) (oracleRules, error) {
	rules, err := oracleRulebook2018(players)
	rules.minusPassed = true
	rules.reference = "last-leader"
	return rules, err
}

// oracleEdition1995 is R1.5 with R2.5, R5.2 and R6.2.
func oracleEdition1995(players int) (oracleRules, error) {
	hands := map[int]int{3: 20, 4: 15, 5: 12, 6: 10} // R1.5: all 60 cards are dealt out
	hand, ok := hands[players]
	if !ok {
		return oracleRules{}, fmt.Errorf("R1.5: the 1995 game is for 3 to 6 players, not %d", players)
	}
	return oracleRules{
		players:     players,
		highest:     map[string]int{"G": 20, "R": 16, "Y": 14, "B": 10},
		ones:        4,
		hand:        hand,
		discs:       1,
		starterMode: "clockwise", // R2.5
		starterBy:   "total",     // without meaning here
		reference:   "starter",   // without meaning here
		tie:         "last",      // R3.8
		onePenalty:  1,           // R5.2
		rounds:      2 * players, // R6.2
	}, nil
}

// oracleEdition1995Bets is the 1995 game with betting (R7).
func oracleEdition1995Bets(players int) (oracleRules, error) {
	rules, err := oracleEdition1995(players)
	rules.betting = true
	rules.betBonus = 10 // R7.3
	rules.betOther = 5
	rules.betFactor = 2
	return rules, err
}

// ---------------------------------------------------------------------------------------------------------
// Tricks (sections 3 and 4)

// oraclePlay is one card of a trick.
type oraclePlay struct {
	seat    int
	card    string
	discard bool // R3.6: neither of the led color nor a 1
}

// oracleFool is a fooled seat with the card that made it so.
type oracleFool struct {
	seat    int
	card    string
	discard bool
}

// oracleLed is the led color of a trick so far, or "" while there is none.
func oracleLed(plays []oraclePlay) string {
	for _, p := range plays {
		if p.card != "1" {
			return oracleColor(p.card) // R3.2: the first card that is not a 1
		}
	}
	return "" // R3.3: nothing played, or only 1s
}

// oracleIsDiscard says whether a card of a trick with this led color is a discard (R3.6).
func oracleIsDiscard(card, led string) bool {
	if card == "1" {
		return false // R4.1: a 1 always follows
	}
	return oracleColor(card) != led
}

// oracleLegal returns the distinct cards of the hand that may be played to a trick with this led color ("":
// none), in the order of the hand.
func oracleLegal(hand []string, led string) []string {
	holdsLed := false
	for _, card := range hand {
		if led != "" && oracleColor(card) == led {
			holdsLed = true
		}
	}
	legal := []string{}
	for _, card := range hand {
		allowed := false
		switch {
		case led == "":
			allowed = true // R3.1, R3.3, R4.3: any card
		case !holdsLed:
			allowed = true // R3.5: any card, no duty to play a 1
		case oracleColor(card) == led:
			allowed = true // R3.4
		case card == "1":
			allowed = true // R3.4, R4.2: a 1 even with the led color in hand
		}
		if allowed && !slices.Contains(legal, card) {
			legal = append(legal, card)
		}
	}
	return legal
}

// oracleWinner is the position in the trick of the winning card (R3.7).
func oracleWinner(plays []oraclePlay) int {
	led := oracleLed(plays)
	if led == "" {
		return 0 // R3.7: the whole trick is 1s, the leader wins
	}
	winner := -1
	for i, p := range plays {
		if oracleColor(p.card) != led {
			continue // a discard or a 1
		}
		if winner == -1 || oracleValue(p.card) > oracleValue(plays[winner].card) {
			winner = i
		}
	}
	return winner
}

// oracleFools returns the positions in the trick of the fooled players, from the worst card on.
func oracleFools(plays []oraclePlay, discs int, tie string) []int {
	led := oracleLed(plays)

	// R3.10: the winner is never fooled. So under tie "first" in a trick of 1s, the fools are the next
	// players after the leader.
	candidates := []int{}
	for i := range plays {
		if i != oracleWinner(plays) {
			candidates = append(candidates, i)
		}
	}

	fools := []int{}
	for len(fools) < discs && len(candidates) > 0 {
		// R3.8, R3.10: discards are worse than cards that followed. So while there are discards left,
		// look among them only.
		pool := []int{}
		for _, i := range candidates {
			if oracleIsDiscard(plays[i].card, led) {
				pool = append(pool, i)
			}
		}
		if len(pool) == 0 {
			pool = candidates
		}

		// The lowest value is the worst, a 1 counting as 1. The pool is in play order, so an equal card
		// met later was played later: it is worse under tie "last", and not under tie "first" (R3.8).
		worst := pool[0]
		for _, i := range pool[1:] {
			mine, best := oracleValue(plays[i].card), oracleValue(plays[worst].card)
			if mine < best || (mine == best && tie == "last") {
				worst = i
			}
		}

		fools = append(fools, worst)
		rest := []int{}
		for _, i := range candidates {
			if i != worst {
				rest = append(rest, i)
			}
		}
		candidates = rest
	}
	return fools
}

// ---------------------------------------------------------------------------------------------------------
// Scores, the next starting player and the end of the game (sections 2, 5, 6 and 7)

// Why a seat got its points.
const (
	oracleTen       = "ten"        // R5.3: out and not fooled
	oracleFooledOut = "fooled-out" // R5.4: out but fooled
	oracleCardsLeft = "cards-left" // R5.2
)

// oracleScore is what one seat gets for a round, and why. others is the number of other bettors.
func oracleScore(rules oracleRules, left []string, fooled, bet bool, others int) (points int, why string) {
	if len(left) > 0 {
		for _, card := range left { // R5.2
			if card == "1" {
				points -= rules.onePenalty
			} else {
				points -= oracleValue(card)
			}
		}
		if bet {
			points *= rules.betFactor // R7.3
		}
		return points, oracleCardsLeft
	}
	if fooled {
		return 0, oracleFooledOut // R5.4; with a bet as well (R7.3)
	}
	points = 10 // R5.3
	if bet {
		points += rules.betBonus + rules.betOther*others // R7.3
	}
	return points, oracleTen
}

// oracleNextStarter is the starting player of the next round in mode "most-minus": the seat with the lowest
// points, ties to the tied seat at the smallest clockwise distance from the reference seat (R2.4).
func oracleNextStarter(points []int, reference int) int {
	lowest := slices.Min(points)
	for distance := range len(points) { // distance 0 is the reference seat itself
		seat := (reference + distance) % len(points)
		if points[seat] == lowest {
			return seat
		}
	}
	panic("oracle: nobody has the lowest points")
}

// Why a game ended. Several may hold at once.
const (
	oracleEndRounds = "rounds" // R6.2
	oracleEndMinus  = "minus"  // R6.1
	oracleEndTens   = "tens"   // R6.1
)

// oracleEnds lists the limits that a game has met after so many rounds, none if it goes on. minus holds the
// gross minus points of each seat, as positive numbers.
func oracleEnds(rules oracleRules, roundsPlayed int, totals, minus, tens []int) []string {
	ends := []string{}
	if rules.rounds > 0 && roundsPlayed >= rules.rounds { // R6.2
		ends = append(ends, oracleEndRounds)
	}
	if rules.minusLimit > 0 { // R6.1
		met := false
		for seat := range totals {
			points := -totals[seat] // 80 for a total of -80
			if rules.minusGross {
				points = minus[seat]
			}
			if points > rules.minusLimit || (points == rules.minusLimit && !rules.minusPassed) {
				met = true
			}
		}
		if met {
			ends = append(ends, oracleEndMinus)
		}
	}
	if rules.tensLimit > 0 { // R6.1
		together, most := 0, 0
		for _, n := range tens {
			together += n
			most = max(most, n)
		}
		if (!rules.tensSolo && together >= rules.tensLimit) || (rules.tensSolo && most >= rules.tensLimit) {
			ends = append(ends, oracleEndTens)
		}
	}
	return ends
}

// oracleStanding is one line of the final standings.
type oracleStanding struct {
	rank  int
	seat  int
	total int
}

// oracleStandings ranks the seats by total, shared ranks for equal totals (R6.3). Lines go from the best
// total down, equal totals by seat.
func oracleStandings(totals []int) []oracleStanding {
	standings := []oracleStanding{}
	for seat, total := range totals {
		better := 0
		for _, other := range totals {
			if other > total {
				better++
			}
		}
		standings = append(standings, oracleStanding{rank: 1 + better, seat: seat, total: total})
	}
	slices.SortStableFunc(standings, func(a, b oracleStanding) int { return a.rank - b.rank })
	return standings
}

// ---------------------------------------------------------------------------------------------------------
// A game, move by move

// oracleTrick is a trick; winner (-1) and fools are set when it is finished.
type oracleTrick struct {
	leader int
	satOut []int // seats that sat out this trick, upward
	plays  []oraclePlay
	led    string // "" while there is none, and for a trick of 1s only
	winner int
	fools  []oracleFool // from the worst card on
}

// oracleRound is a round; everything from left on is set when it is finished.
type oracleRound struct {
	number  int // from 1
	dealer  int
	starter int
	hands   [][]string    // as dealt, sorted
	bets    []bool        // by seat; all false without betting
	betsIn  int           // how many seats have been asked
	tricks  []oracleTrick // the finished ones

	left   [][]string // cards left by seat, sorted
	points []int      // by seat
	why    []string   // by seat: oracleTen, oracleFooledOut or oracleCardsLeft
	totals []int      // running totals after the round
	tens   []int      // tens so far by seat; a ten with bonuses is one ten
	minus  []int      // gross minus points so far by seat, as positive numbers, after doubling

	nextDealer  int // -1 when the game is over
	nextStarter int // -1 when the game is over
}

// oracleGame is a game in progress with the trace of all that happened in it.
type oracleGame struct {
	rules       oracleRules
	firstDealer int

	stage   string // "deal", "bet", "play" or "over"
	dealer  int    // of this round, or in stage "deal" of the coming one
	starter int    // likewise
	toAct   int    // seat to bet or play, -1 when nobody

	hands   [][]string        // by seat, now, sorted
	sitting []bool            // by seat: sits out the current trick
	voids   []map[string]bool // by seat: colors shown to be lacking this round

	round  oracleRound // the current one, from its deal on
	trick  oracleTrick // the current one, in stage "play"
	totals []int
	tens   []int
	minus  []int

	rounds    []oracleRound // the finished ones
	ends      []string      // why the game ended: oracleEndRounds, oracleEndMinus, oracleEndTens
	winners   []int         // upward
	standings []oracleStanding
}

// oracleNew starts a game with the dealer of the first round. It panics on impossible rules.
func oracleNew(rules oracleRules, dealer int) *oracleGame {
	if err := rules.check(); err != nil {
		panic("oracle: " + err.Error())
	}
	if dealer < 0 || dealer >= rules.players {
		panic(fmt.Sprintf("oracle: R2.1: no seat %d", dealer))
	}
	n := rules.players
	g := &oracleGame{
		rules:       rules,
		firstDealer: dealer,
		stage:       "deal",
		dealer:      dealer,
		starter:     (dealer + 1) % n, // R2.2: the dealer's left
		toAct:       -1,
		totals:      make([]int, n),
		tens:        make([]int, n),
		minus:       make([]int, n),
	}
	g.clear()
	return g
}

// clear is the table before the first card of a round: no hands, nobody fooled, nothing known.
func (g *oracleGame) clear() {
	g.hands = make([][]string, g.rules.players)
	g.sitting = make([]bool, g.rules.players)
	g.voids = make([]map[string]bool, g.rules.players)
	for seat := range g.voids {
		g.voids[seat] = map[string]bool{}
	}
}

// phase is "deal", "bet", "play" or "over".
func (g *oracleGame) phase() string { return g.stage }

// turn is the seat that must bet or play, -1 when nobody must.
func (g *oracleGame) turn() int { return g.toAct }

// legal lists the distinct cards that the seat to play may play, in order; empty unless in phase "play".
func (g *oracleGame) legal() []string {
	if g.stage != "play" {
		return []string{}
	}
	return oracleLegal(g.hands[g.toAct], oracleLed(g.trick.plays))
}

// where says where the game stands, for messages.
func (g *oracleGame) where() string {
	switch g.stage {
	case "deal":
		return fmt.Sprintf("deal of round %d", len(g.rounds)+1)
	case "bet":
		return fmt.Sprintf("bets of round %d", g.round.number)
	case "play":
		return fmt.Sprintf("round %d, trick %d", g.round.number, len(g.round.tricks)+1)
	}
	return fmt.Sprintf("game over after round %d", g.round.number)
}

// shown lists the colors that the seat has shown to lack in this round. Only a discard proves it (R3.4, R3.6).
func (g *oracleGame) shown(seat int) []string {
	colors := []string{}
	for _, color := range oracleColors {
		if g.voids[seat][color] {
			colors = append(colors, color)
		}
	}
	return colors
}

// deal begins a round (R2.3).
func (g *oracleGame) deal(hands [][]string) error {
	if g.stage != "deal" {
		return fmt.Errorf("R2.3: no deal in phase %s", g.stage)
	}
	if len(hands) != g.rules.players {
		return fmt.Errorf("R2.3: %d hands for %d players", len(hands), g.rules.players)
	}
	stock := map[string]int{} // copies of each card that are not dealt yet
	for _, card := range g.rules.deck() {
		stock[card]++
	}
	for seat, hand := range hands {
		if len(hand) != g.rules.hand {
			return fmt.Errorf("R2.3: seat %d gets %d cards instead of %d", seat, len(hand), g.rules.hand)
		}
		for _, card := range hand {
			if stock[card] == 0 {
				return fmt.Errorf("R1.1, R1.2: %q is not in the deck, or dealt more often than it is", card)
			}
			stock[card]--
		}
	} // R1.6: what is left of the stock is set aside unseen

	g.clear() // R2.3: nobody begins a round fooled
	g.round = oracleRound{
		number:      len(g.rounds) + 1,
		dealer:      g.dealer,
		starter:     g.starter,
		bets:        make([]bool, g.rules.players),
		nextDealer:  -1,
		nextStarter: -1,
	}
	for seat, hand := range hands {
		g.hands[seat] = oracleSorted(hand)
		g.round.hands = append(g.round.hands, oracleSorted(hand))
	}
	if g.rules.betting {
		g.stage, g.toAct = "bet", g.starter // R7.2: asked from the starting player on
	} else {
		g.startTrick(g.starter) // R3.1
	}
	return nil
}

// bet takes a bet, or the word that there is none, from the seat in turn (R7.1, R7.2).
func (g *oracleGame) bet(seat int, bet bool) error {
	if g.stage != "bet" {
		return fmt.Errorf("R7.1: no bets in phase %s", g.stage)
	}
	if seat != g.toAct {
		return fmt.Errorf("R7.2: seat %d is asked, not %d", g.toAct, seat)
	}
	g.round.bets[seat] = bet
	g.round.betsIn++
	g.toAct = (seat + 1) % g.rules.players
	if g.round.betsIn == g.rules.players {
		g.startTrick(g.starter) // R7.1: bets come before the first trick
	}
	return nil
}

// startTrick lets the leader begin a trick.
func (g *oracleGame) startTrick(leader int) {
	g.stage, g.toAct = "play", leader
	g.trick = oracleTrick{leader: leader, winner: -1}
	for seat, sits := range g.sitting {
		if sits {
			g.trick.satOut = append(g.trick.satOut, seat)
		}
	}
}

// play plays a card from the hand of the seat in turn.
func (g *oracleGame) play(seat int, card string) error {
	if g.stage != "play" {
		return fmt.Errorf("R3.1: no card may be played in phase %s", g.stage)
	}
	if seat < 0 || seat >= g.rules.players {
		return fmt.Errorf("R2.1: no seat %d", seat)
	}
	if g.sitting[seat] {
		return fmt.Errorf("R3.9: seat %d sits out", seat)
	}
	if seat != g.toAct {
		return fmt.Errorf("R3.1: it is the turn of seat %d, not %d", g.toAct, seat)
	}
	if !slices.Contains(g.hands[seat], card) {
		return fmt.Errorf("R3.1: seat %d does not hold %q", seat, card)
	}
	if !slices.Contains(g.legal(), card) {
		return fmt.Errorf("R3.4: seat %d holds %s and must follow it or play a 1, not %s",
			seat, oracleLed(g.trick.plays), card)
	}

	g.hands[seat] = oracleWithout(g.hands[seat], card)
	g.trick.plays = append(g.trick.plays, oraclePlay{seat: seat, card: card})
	g.trick.led = oracleLed(g.trick.plays)
	last := &g.trick.plays[len(g.trick.plays)-1]
	last.discard = oracleIsDiscard(card, g.trick.led) // R3.6
	if last.discard {
		g.voids[seat][g.trick.led] = true // R3.4: else it would have had to follow
	}

	// R3.1, R3.9: clockwise to the next seat that takes part; back at the leader the trick is complete.
	next := (seat + 1) % g.rules.players
	for g.sitting[next] {
		next = (next + 1) % g.rules.players
	}
	g.toAct = next
	if next == g.trick.leader {
		g.finishTrick()
	}
	return nil
}

// finishTrick finds winner and fools, moves the discs and begins the next trick or ends the round.
func (g *oracleGame) finishTrick() {
	plays := g.trick.plays
	g.trick.winner = plays[oracleWinner(plays)].seat                   // R3.7
	for _, i := range oracleFools(plays, g.rules.discs, g.rules.tie) { // R3.8 to R3.10
		g.trick.fools = append(g.trick.fools, oracleFool{
			seat: plays[i].seat, card: plays[i].card, discard: plays[i].discard,
		})
	}
	g.sitting = make([]bool, g.rules.players) // R3.11: former fools are free again,
	for _, fool := range g.trick.fools {
		g.sitting[fool.seat] = true // and the new ones sit out
	}
	g.round.tricks = append(g.round.tricks, g.trick)

	for _, hand := range g.hands {
		if len(hand) == 0 { // R5.1: some hand became empty in this trick, and the discs are taken
			g.finishRound()
			return
		}
	}
	g.startTrick(g.trick.winner) // R3.12
}

// finishRound scores the round and ends the game or waits for the next deal.
func (g *oracleGame) finishRound() {
	n := g.rules.players
	bettors := 0
	for _, bet := range g.round.bets {
		if bet {
			bettors++
		}
	}
	for seat := range n {
		bet := g.round.bets[seat]
		others := bettors
		if bet {
			others-- // R7.3: each other bettor, whatever became of that one
		}
		fooled := g.sitting[seat] // R5.3, R5.4: fooled in the last trick, as the discs lie now
		points, why := oracleScore(g.rules, g.hands[seat], fooled, bet, others)

		g.round.left = append(g.round.left, slices.Clone(g.hands[seat]))
		g.round.points = append(g.round.points, points)
		g.round.why = append(g.round.why, why)
		g.totals[seat] += points
		if why == oracleTen {
			g.tens[seat]++
		}
		if points < 0 {
			g.minus[seat] += -points
		}
	}
	g.round.totals = slices.Clone(g.totals)
	g.round.tens = slices.Clone(g.tens)
	g.round.minus = slices.Clone(g.minus)
	g.toAct = -1

	g.ends = oracleEnds(g.rules, g.round.number, g.totals, g.minus, g.tens)
	if len(g.ends) > 0 {
		g.stage = "over"
		g.standings = oracleStandings(g.totals)
		for seat, total := range g.totals { // R6.3: all players with the highest total win together
			if total == slices.Max(g.totals) {
				g.winners = append(g.winners, seat)
			}
		}
		g.rounds = append(g.rounds, g.round)
		return
	}

	g.stage = "deal"
	switch g.rules.starterMode {
	case "clockwise": // R2.5
		g.dealer = (g.round.dealer + 1) % n
		g.starter = (g.round.starter + 1) % n
	case "most-minus": // R2.4
		reference := g.round.starter
		if g.rules.reference == "last-leader" {
			reference = g.trick.leader // the trick just finished is the last of the round
		}
		points := g.totals
		if g.rules.starterBy == "round" {
			points = g.round.points
		}
		g.dealer = reference
		g.starter = oracleNextStarter(points, reference)
	}
	g.round.nextDealer, g.round.nextStarter = g.dealer, g.starter
	g.rounds = append(g.rounds, g.round)
}

// clone copies the game, so that a move on the copy does not touch the original. Hands and finished tricks
// and rounds may be shared: a move replaces or appends them and never changes them.
func (g *oracleGame) clone() *oracleGame {
	c := *g
	c.hands = slices.Clone(g.hands)
	c.sitting = slices.Clone(g.sitting)
	c.voids = nil
	for _, void := range g.voids {
		colors := map[string]bool{}
		for color := range void {
			colors[color] = true
		}
		c.voids = append(c.voids, colors)
	}
	c.round.bets = slices.Clone(g.round.bets)
	c.round.tricks = slices.Clone(g.round.tricks)
	c.trick.plays = slices.Clone(g.trick.plays)
	c.totals = slices.Clone(g.totals)
	c.tens = slices.Clone(g.tens)
	c.minus = slices.Clone(g.minus)
	c.rounds = slices.Clone(g.rounds)
	return &c
}

// ---------------------------------------------------------------------------------------------------------
// Counting: every way to play a deal

// oracleOutcome writes the points of a round by seat, as "-5,0,10".
func oracleOutcome(points []int) string {
	texts := []string{}
	for _, p := range points {
		texts = append(texts, strconv.Itoa(p))
	}
	return strings.Join(texts, ",")
}

// oracleCount counts the distinct ways to play the first round of a game from a given deal to its end, and
// how many of them lead to each outcome (oracleOutcome). Identical 1s in a hand are one move. The dealer is
// the last seat, so seat 0 starts; where the rules have betting, nobody bets.
func oracleCount(rules oracleRules, hands [][]string) (sequences int, outcomes map[string]int, err error) {
	g := oracleNew(rules, rules.players-1)
	if err := g.deal(hands); err != nil {
		return 0, nil, err
	}
	for g.phase() == "bet" {
		if err := g.bet(g.turn(), false); err != nil {
			return 0, nil, err
		}
	}
	sequences, outcomes = oracleCountFrom(g)
	return sequences, outcomes, nil
}

// oracleCountFrom is oracleCount from any position in phase "play" to the end of that round.
func oracleCountFrom(g *oracleGame) (sequences int, outcomes map[string]int) {
	outcomes = map[string]int{}
	if g.phase() != "play" { // the round is finished: one complete sequence
		outcomes[oracleOutcome(g.rounds[len(g.rounds)-1].points)] = 1
		return 1, outcomes
	}
	for _, card := range g.legal() {
		next := g.clone()
		if err := next.play(next.turn(), card); err != nil {
			panic("oracle: refuses its own legal play: " + err.Error())
		}
		n, below := oracleCountFrom(next)
		sequences += n
		for outcome, times := range below {
			outcomes[outcome] += times
		}
	}
	return sequences, outcomes
}

// ---------------------------------------------------------------------------------------------------------
// Records: one JSON object per game (the format "foppen/1")

// oracleFault is an error that callers can tell from others with errors.Is.
type oracleFault string

func (f oracleFault) Error() string { return string(f) }

const (
	// oracleVariantObject: the variant is an object, not a preset's name; the oracle does not read those.
	oracleVariantObject = oracleFault("the variant is an object, which the oracle does not read")
	// oracleNoResult: the game is over, all its moves are right, but the record has no result.
	oracleNoResult = oracleFault("the game is over but the record has no result")
	// oracleUnsorted: all is right but that a hand is not written in the order of the format.
	oracleUnsorted = oracleFault("a hand is not written green, red, yellow, blue, 1s, values upward")
)

// oracleReplay plays a record from its JSON alone and returns the first disagreement: a fault of form, an
// illegal move, a wrong result. A game that is not over yet is fine. The three faults above can be told
// apart with errors.Is; the last two are only returned when nothing else is wrong.
func oracleReplay(line []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	var record map[string]any
	if err := decoder.Decode(&record); err != nil {
		return fmt.Errorf("record: not a JSON object: %w", err)
	}
	if record == nil {
		return errors.New("record: null instead of an object")
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("record: more text after the object")
	}
	needed := []string{"format", "variant", "players", "dealer", "moves"}
	if err := oracleKeys(record, needed, []string{"seats", "result"}); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if record["format"] != "foppen/1" {
		return fmt.Errorf("record: format %v", record["format"])
	}

	players, err := oracleInt(record["players"])
	if err != nil {
		return fmt.Errorf("record: players: %w", err)
	}
	var rules oracleRules
	switch variant := record["variant"].(type) {
	case string:
		if rules, err = oraclePreset(variant, players); err != nil {
			return fmt.Errorf("record: variant: %w", err)
		}
	case map[string]any:
		return fmt.Errorf("record: %w", oracleVariantObject)
	default:
		return fmt.Errorf("record: variant %v", variant)
	}
	dealer, err := oracleInt(record["dealer"])
	if err != nil || dealer < 0 || dealer >= players {
		return fmt.Errorf("record: R2.2: dealer %v", record["dealer"])
	}
	if seats, given := record["seats"]; given {
		names, err := oracleStrings(seats)
		if err != nil || len(names) != players {
			return fmt.Errorf("record: seats %v are not %d names", seats, players)
		}
	}
	moves, isList := record["moves"].([]any)
	if !isList {
		return errors.New("record: moves are not a list")
	}

	g := oracleNew(rules, dealer)
	sorted := true
	for i, move := range moves {
		inOrder, err := oracleReplayMove(g, move)
		if err != nil {
			return fmt.Errorf("record: move %d (%s): %w", i+1, g.where(), err)
		}
		sorted = sorted && inOrder
	}

	result, given := record["result"]
	switch {
	case given && g.phase() != "over":
		return fmt.Errorf("record: a result, but the game is in phase %s", g.phase())
	case given:
		if err := oracleReplayResult(g, result); err != nil {
			return fmt.Errorf("record: result: %w", err)
		}
	case g.phase() == "over":
		return fmt.Errorf("record: %w", oracleNoResult)
	}
	if !sorted {
		return fmt.Errorf("record: %w", oracleUnsorted)
	}
	return nil
}

// oracleReplayMove makes one move of a record. inOrder is false for a deal with an unsorted hand.
func oracleReplayMove(g *oracleGame, move any) (inOrder bool, err error) {
	object, isObject := move.(map[string]any)
	if !isObject {
		return false, fmt.Errorf("%v is not an object", move)
	}

	if hands, isDeal := object["deal"]; isDeal {
		if err := oracleKeys(object, []string{"deal"}, nil); err != nil {
			return false, err
		}
		list, isList := hands.([]any)
		if !isList {
			return false, errors.New("the deal is not a list of hands")
		}
		dealt := [][]string{}
		inOrder = true
		for _, item := range list {
			hand, err := oracleStrings(item)
			if err != nil {
				return false, err
			}
			dealt = append(dealt, hand)
		}
		if err := g.deal(dealt); err != nil {
			return false, err
		}
		for seat, hand := range dealt {
			if !slices.Equal(hand, g.round.hands[seat]) {
				inOrder = false
			}
		}
		return inOrder, nil
	}

	if bet, isBet := object["bet"]; isBet {
		if err := oracleKeys(object, []string{"seat", "bet"}, nil); err != nil {
			return false, err
		}
		seat, err := oracleInt(object["seat"])
		if err != nil {
			return false, err
		}
		yes, isBool := bet.(bool)
		if !isBool {
			return false, fmt.Errorf("bet %v is not true or false", bet)
		}
		return true, g.bet(seat, yes)
	}

	if err := oracleKeys(object, []string{"seat", "play"}, nil); err != nil {
		return false, err
	}
	seat, err := oracleInt(object["seat"])
	if err != nil {
		return false, err
	}
	card, isString := object["play"].(string)
	if !isString {
		return false, fmt.Errorf("play %v is not a card text", object["play"])
	}
	return true, g.play(seat, card)
}

// oracleReplayResult compares the result of a record with the end of the game. Winners go by seat, upward.
func oracleReplayResult(g *oracleGame, result any) error {
	object, isObject := result.(map[string]any)
	if !isObject {
		return fmt.Errorf("%v is not an object", result)
	}
	if err := oracleKeys(object, []string{"totals", "winners"}, nil); err != nil {
		return err
	}
	totals, err := oracleInts(object["totals"])
	if err != nil {
		return err
	}
	if !slices.Equal(totals, g.totals) {
		return fmt.Errorf("R6.3: totals %v instead of %v", totals, g.totals)
	}
	winners, err := oracleInts(object["winners"])
	if err != nil {
		return err
	}
	if !slices.Equal(winners, g.winners) {
		return fmt.Errorf("R6.3: winners %v instead of %v", winners, g.winners)
	}
	return nil
}

// oracleKeys says whether an object has all needed keys and no unknown one.
func oracleKeys(object map[string]any, needed, optional []string) error {
	for _, key := range needed {
		if _, has := object[key]; !has {
			return fmt.Errorf("no key %q", key)
		}
	}
	for key := range object {
		if !slices.Contains(needed, key) && !slices.Contains(optional, key) {
			return fmt.Errorf("unknown key %q", key)
		}
	}
	return nil
}

func oracleInt(value any) (int, error) {
	number, isNumber := value.(json.Number)
	if !isNumber {
		return 0, fmt.Errorf("%v is not a number", value)
	}
	return strconv.Atoi(number.String())
}

func oracleInts(value any) ([]int, error) {
	list, isList := value.([]any)
	if !isList {
		return nil, fmt.Errorf("%v is not a list of numbers", value)
	}
	numbers := []int{}
	for _, item := range list {
		number, err := oracleInt(item)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}

func oracleStrings(value any) ([]string, error) {
	list, isList := value.([]any)
	if !isList {
		return nil, fmt.Errorf("%v is not a list of texts", value)
	}
	texts := []string{}
	for _, item := range list {
		text, isString := item.(string)
		if !isString {
			return nil, fmt.Errorf("%v is not a text", item)
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// oracleRecord writes a game of a preset as one line of JSON, without a line end.
func oracleRecord(g *oracleGame, preset string) []byte {
	moves := []any{}
	addPlays := func(trick oracleTrick) {
		for _, p := range trick.plays {
			moves = append(moves, map[string]any{"seat": p.seat, "play": p.card})
		}
	}
	addRound := func(round oracleRound) {
		moves = append(moves, map[string]any{"deal": round.hands})
		for i := range round.betsIn {
			seat := (round.starter + i) % g.rules.players
			moves = append(moves, map[string]any{"seat": seat, "bet": round.bets[seat]})
		}
		for _, trick := range round.tricks {
			addPlays(trick)
		}
	}
	for _, round := range g.rounds {
		addRound(round)
	}
	if g.stage == "bet" || g.stage == "play" { // a round in progress
		addRound(g.round)
	}
	if g.stage == "play" {
		addPlays(g.trick)
	}
	record := map[string]any{
		"format": "foppen/1", "variant": preset, "players": g.rules.players, "dealer": g.firstDealer, "moves": moves,
	}
	if g.stage == "over" {
		record["result"] = map[string]any{"totals": g.totals, "winners": g.winners}
	}
	line, err := json.Marshal(record)
	if err != nil {
		panic("oracle: " + err.Error())
	}
	return line
}

// ---------------------------------------------------------------------------------------------------------
// Tests of the oracle itself

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
		onePenalty: 5, minusLimit: 80, tensLimit: 6,
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
	for i := range 30 {
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
		for g.phase() != "over" {
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
		return 20
	}
	return 200
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
