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
//
// oracle_record_test.go reads recorded games with it, from their JSON alone. Its own tests are in
// oracle_self_test.go: the worked cases of the rules page, hand-made cases, random games.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
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
	starterBy   string // "most-minus" only: lowest running "total", lowest score of the last "round", or most "gross" minus points
	reference   string // "most-minus" only: "starter" of the previous round, or "last-leader"

	tie string // of equal worst cards the "last" or the "first" played is the worst (R3.8)

	onePenalty int // minus points for a 1 left in hand (R5.2)

	ten     int // points for going out (R8.1): 10 by R5.3
	spoiled int // points for going out fooled (R8.2): 0 by R5.4
	fool    int // points for each time fooled in a round (R8.3): 0 in all presets

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
		{r.starterBy, "total", "round", "gross"},
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
		ten:         10,     // R5.3
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
		ten:         10,          // R5.3
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

// oracleScore is what one seat gets for a round, and why, before R8.3 is added. others is the number of other bettors.
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
		if bet {
			return 0, oracleFooledOut // R7.3: a bettor who went out but was fooled gets 0
		}
		return rules.spoiled, oracleFooledOut // R5.4, R8.2
	}
	points = rules.ten // R5.3, R8.1
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
	fooled []int      // by seat: how often in this round, the last trick included
	points []int      // by seat
	why    []string   // by seat: oracleTen, oracleFooledOut or oracleCardsLeft
	totals []int      // running totals after the round
	tens   []int      // tens so far by seat; a ten with bonuses is one ten
	minus  []int      // gross minus points so far by seat, as positive numbers: the rounds' scores below 0 (R8.4)

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
		times := 0
		for _, trick := range g.round.tricks {
			for _, fool := range trick.fools {
				if fool.seat == seat {
					times++
				}
			}
		}
		points += g.rules.fool * times // R8.3, R8.4: after the bet
		g.round.fooled = append(g.round.fooled, times)

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
		if g.rules.starterBy == "gross" { // the most gross minus points are the lowest when they count down
			points = nil
			for _, minus := range g.minus {
				points = append(points, -minus)
			}
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
