package foppen

import (
	"slices"
	"strings"
)

// A Measure is something of which a Report has the mean. A share is between 0 and 1.
type Measure uint8

// The measures. Those per game take the mean over the games. The others are a sum
// over all games divided by another one, such as all tricks by all rounds, so that
// a long game counts for more than a short one.
const (
	MeasureRoundsPerGame   Measure = iota // MeasureRoundsPerGame is the number of rounds of a game.
	MeasureCardsPerGame                   // MeasureCardsPerGame is the number of cards played in a game.
	MeasureTricksPerRound                 // MeasureTricksPerRound is the number of tricks of a round.
	MeasureCardsPerRound                  // MeasureCardsPerRound is the number of cards played in a round.
	MeasureChoicesPerCard                 // MeasureChoicesPerCard is how many cards the player to play could play (R3.3 to R3.5), 1s counted once.
	MeasureForcedCards                    // MeasureForcedCards is the share of the cards played of which the player had no choice.
	MeasureFooledPerRound                 // MeasureFooledPerRound is how often a player is fooled in a round (R3.9).
	MeasureTensPerRound                   // MeasureTensPerRound is how often a player scores a ten in a round (R5.3).
	MeasurePointsPerRound                 // MeasurePointsPerRound is the points of a player in a round (R5, R7.3).
	MeasureTotalPerGame                   // MeasureTotalPerGame is the final points of a player.
	MeasureWinnerTotal                    // MeasureWinnerTotal is the final points of the winner (R6.3).
	MeasureLastTotal                      // MeasureLastTotal is the final points of the player in last place.
	MeasureWinnerBelowZero                // MeasureWinnerBelowZero is the share of the games whose winner has less than 0 points.
	MeasureTiedGames                      // MeasureTiedGames is the share of the games with several winners (R6.3).
	MeasureEndedByRounds                  // MeasureEndedByRounds is the share of the games that their number of rounds has ended (R6.2).
	MeasureEndedByMinus                   // MeasureEndedByMinus is the share of the games that minus points have ended (R6.1).
	MeasureEndedByTens                    // MeasureEndedByTens is the share of the games that tens have ended (R6.1).
	MeasureOutPerRound                    // MeasureOutPerRound is the share of the players that have no cards left after a round (R5.1).
	MeasureOutSpoiled                     // MeasureOutSpoiled is the share of these that are fooled in the last trick (R5.4).
	MeasureStarterOut                     // MeasureStarterOut is the share of the rounds in which the starting player has no cards left.
	MeasureOnesLed                        // MeasureOnesLed is the share of the 1s played that were led (R4.3).
	MeasureOnesWon                        // MeasureOnesWon is the share of the 1s played that won their trick (R3.7).
	MeasureOnesFooled                     // MeasureOnesFooled is the share of the 1s played that made their player a fool (R3.8).
	MeasureOnesKept                       // MeasureOnesKept is how many 1s all players have left after a round.
	MeasureBetsPerRound                   // MeasureBetsPerRound is how often a player bets in a round (R7.1).
	MeasureBetsWon                        // MeasureBetsWon is the share of the bets of players who score a ten (R7.3).
)

const measures = MeasureBetsWon + 1

// A measureRule is what there is to know of a measure.
type measureRule struct {
	word string // its name in reports
	ratio
	spread string               // the name of its distribution in reports, "" without one
	needs  func(r *Report) bool // whether the rules of the games have such a thing; nil if all have
}

// A ratio is how a measure is computed: a sum divided by another.
type ratio struct {
	num, den quantity
	each     bool // and by the number of players
	share    bool // between 0 and 1
}

// rule returns the rule of one of the constants. Here is all that makes a measure:
// what is written, summed, merged and told follows from this table.
func (m Measure) rule() measureRule {
	return [measures]measureRule{
		MeasureRoundsPerGame:   {word: "rounds_per_game", ratio: ratio{num: qRounds, den: qGames}, spread: "rounds"},
		MeasureCardsPerGame:    {word: "cards_per_game", ratio: ratio{num: qCards, den: qGames}},
		MeasureTricksPerRound:  {word: "tricks_per_round", ratio: ratio{num: qTricks, den: qRounds}, spread: "tricks"},
		MeasureCardsPerRound:   {word: "cards_per_round", ratio: ratio{num: qCards, den: qRounds}},
		MeasureChoicesPerCard:  {word: "choices_per_card", ratio: ratio{num: qChoices, den: qCards}},
		MeasureForcedCards:     {word: "forced_cards", ratio: ratio{num: qForced, den: qCards, share: true}},
		MeasureFooledPerRound:  {word: "fooled_per_round", ratio: ratio{num: qFooled, den: qRounds, each: true}},
		MeasureTensPerRound:    {word: "tens_per_round", ratio: ratio{num: qTens, den: qRounds, each: true}},
		MeasurePointsPerRound:  {word: "points_per_round", ratio: ratio{num: qPoints, den: qRounds, each: true}, spread: "points"},
		MeasureTotalPerGame:    {word: "total_per_game", ratio: ratio{num: qPoints, den: qGames, each: true}, spread: "totals"},
		MeasureWinnerTotal:     {word: "winner_total", ratio: ratio{num: qWinning, den: qGames}, spread: "winning"},
		MeasureLastTotal:       {word: "last_total", ratio: ratio{num: qLowest, den: qGames}, spread: "lowest"},
		MeasureWinnerBelowZero: {word: "winner_below_zero", ratio: ratio{num: qBelowZero, den: qGames, share: true}},
		MeasureTiedGames:       {word: "tied_games", ratio: ratio{num: qTied, den: qGames, share: true}},
		MeasureEndedByRounds:   {word: "ended_by_rounds", ratio: ratio{num: qEndedRounds, den: qGames, share: true}, needs: (*Report).endsByRounds},
		MeasureEndedByMinus:    {word: "ended_by_minus", ratio: ratio{num: qEndedMinus, den: qGames, share: true}, needs: func(r *Report) bool { return r.variant.MinusLimit != 0 }},
		MeasureEndedByTens:     {word: "ended_by_tens", ratio: ratio{num: qEndedTens, den: qGames, share: true}, needs: func(r *Report) bool { return r.variant.TensLimit != 0 }},
		MeasureOutPerRound:     {word: "out_per_round", ratio: ratio{num: qOuts, den: qRounds, each: true, share: true}},
		MeasureOutSpoiled:      {word: "out_spoiled", ratio: ratio{num: qSpoiled, den: qOuts, share: true}},
		MeasureStarterOut:      {word: "starter_out", ratio: ratio{num: qStarterOuts, den: qRounds, share: true}},
		MeasureOnesLed:         {word: "ones_led", ratio: ratio{num: qOnesLed, den: qOnesPlayed, share: true}},
		MeasureOnesWon:         {word: "ones_won", ratio: ratio{num: qOnesWon, den: qOnesPlayed, share: true}},
		MeasureOnesFooled:      {word: "ones_fooled", ratio: ratio{num: qOnesFooled, den: qOnesPlayed, share: true}},
		MeasureOnesKept:        {word: "ones_kept", ratio: ratio{num: qOnesKept, den: qRounds}, needs: func(r *Report) bool { return r.variant.Setups[r.players].Ones != 0 }},
		MeasureBetsPerRound:    {word: "bets_per_round", ratio: ratio{num: qBets, den: qRounds, each: true, share: true}, needs: func(r *Report) bool { return r.variant.Betting }},
		MeasureBetsWon:         {word: "bets_won", ratio: ratio{num: qBetsWon, den: qBets, share: true}},
	}[m]
}

// endsByRounds reports whether the games had a fixed number of rounds, or one was so
// long that MaxRounds has ended it.
func (r *Report) endsByRounds() bool {
	return r.variant.Setups[r.players].Rounds != 0 || r.counts.sums[qEndedRounds] != wide{}
}

// measureWords returns the names of all measures, a space between two.
func measureWords() string {
	words := make([]string, measures)
	for _, m := range Measures() {
		words[m] = m.rule().word
	}
	return strings.Join(words, " ")
}

func (m *Measure) enum() enum { return enum{(*uint8)(m), "Measure", measureWords()} }

// String returns the measure's name in reports, such as "tricks_per_round".
func (m Measure) String() string { return m.enum().String() }

// MarshalText returns the same text as String; it fails for other values.
func (m Measure) MarshalText() ([]byte, error) { return m.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (m *Measure) UnmarshalText(text []byte) error { return m.enum().UnmarshalText(text) }

// IsShare reports whether the measure is a share, between 0 and 1.
func (m Measure) IsShare() bool { return m < measures && m.rule().share }

// Measures returns all measures, in the order of reports, in a new slice.
func Measures() []Measure {
	all := make([]Measure, measures)
	for i := range all {
		all[i] = Measure(i)
	}
	return all
}

// measureProducts returns the products that the intervals of the measures need. Those of
// two games, whose factors are not of the same game, need both orders.
func measureProducts(ofTwo bool) []product {
	var list []product
	for _, m := range Measures() {
		r := m.rule()
		for i, p := range []product{{r.num, r.num}, {r.num, r.den}, {r.den, r.num}, {r.den, r.den}} {
			if i == 2 && !ofTwo {
				continue
			}
			if p.a != qGames && p.b != qGames && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// A quantity is a number that each game has. A report holds the sums of all
// quantities over its games, and the sums of the products that its means need.
type quantity uint8

const (
	qGames       quantity = iota // 1 for every game
	qRounds                      // rounds
	qTricks                      // tricks in all rounds
	qCards                       // cards played
	qChoices                     // cards that could have been played, for each card played
	qForced                      // cards played without a choice
	qFooled                      // times somebody was fooled
	qTens                        // tens of all players
	qPoints                      // final points of all players
	qWinning                     // final points of the winner
	qLowest                      // final points of the last
	qBelowZero                   // 1 if the winner ends below zero
	qTied                        // 1 if several players win
	qEndedRounds                 // 1 if the number of rounds has ended the game
	qEndedMinus                  // 1 if minus points have
	qEndedTens                   // 1 if tens have
	qOuts                        // times somebody had no cards left after a round
	qSpoiled                     // of these, times that somebody was fooled in the last trick
	qStarterOuts                 // of these, times that it was the starting player of the round
	qOnesPlayed                  // 1s played
	qOnesLed                     // of these, 1s led
	qOnesWon                     // of these, 1s that won the trick
	qOnesFooled                  // of these, 1s that made the player a fool
	qOnesKept                    // 1s left in hands
	qBets                        // bets
	qBetsWon                     // bets of players who scored a ten

	quantities = iota
)

const quantityWords = "games rounds tricks cards choices forced fooled tens points winning lowest below_zero tied " +
	"ended_rounds ended_minus ended_tens outs spoiled starter_outs ones_played ones_led ones_won ones_fooled ones_kept bets bets_won"

func (q quantity) String() string { return enum{(*uint8)(&q), "quantity", quantityWords}.String() }
