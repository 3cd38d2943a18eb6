package foppen

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

// Phrases are the words of a Narrator in one language. English returns those of this
// package; a translation has the same keys.
//
// A phrase is plain text with names in braces, such as "{who} plays {card}.", in whose
// places the narrator puts what is meant. A phrase may use the names that the English one
// uses, or fewer, in any order; "card" and "one" also {code}, such as G17.
//
// A key may have an ending that says for whom the phrase is: "_you" for the listener
// alone, "_many" for several players, "_many_you" for several with the listener among
// them. Where a language makes no difference the key with the ending is left out, and the
// one without it stands for both; {who} is then the word of "you", or begins with it.
// Nobody is the key with "_none". A phrase for "you" may also speak in the first person.
//
// Counted nouns have the endings of Plural. The zero value has no phrases, and
// NewNarrator refuses it.
type Phrases struct {
	// Text is the phrases by key.
	Text map[string]string
	// Plural returns the ending of the noun that goes with a number from 0 up, such as
	// "one", "few" or "other": "cards_one" is "{n} card". Without such a key that of
	// "other" is used. nil is "one" for 1 and "other" for all else.
	Plural func(n int) string
}

// English returns the English phrases, in a new map.
func English() Phrases {
	return Phrases{Text: map[string]string{
		// Words.
		"you":          "You",
		"seat":         "Seat {n}",
		"green":        "green",
		"red":          "red",
		"yellow":       "yellow",
		"blue":         "blue",
		"none":         "no color",
		"card":         "{color} {value}",
		"one":          "a 1",
		"no_card":      "no card",
		"cards_one":    "{n} card",
		"cards_other":  "{n} cards",
		"points_one":   "{n} point",
		"points_other": "{n} points",
		"times_one":    "once",
		"times_other":  "{n} times",
		"list":         "{a}, {b}",
		"list_last":    "{a} and {b}",
		"sentences":    "{a} {b}",

		// A round begins.
		"dealt":             "{who} deals round {round}: {cards} for everybody.",
		"dealt_you":         "You deal round {round}: {cards} for everybody.",
		"leads":             "{who} leads.",
		"leads_you":         "You lead.",
		"hand_you":          "You hold {cards}.",
		"bet_hidden":        "{who} has answered.",
		"bet_hidden_you":    "You have answered.",
		"bet_no_you":        "You do not bet.",
		"bet_yes_you":       "You bet to go out.",
		"bets_open":         "The bets are open.",
		"bettors":           "{who} bets to go out.",
		"bettors_you":       "You bet to go out.",
		"bettors_many":      "{who} bet to go out.",
		"bettors_none":      "Nobody bets.",
		"follow":            "{who} plays {card}.",
		"follow_you":        "You play {card}.",
		"discard":           "{who} discards {card}.",
		"discard_you":       "You discard {card}.",
		"led":               "{who} sets the led color: {color}.",
		"led_you":           "You set the led color: {color}.",
		"trick_won":         "{who} wins the trick with {card}.",
		"trick_won_you":     "You win the trick with {card}.",
		"freed":             "{who} takes part again.",
		"freed_you":         "You take part again.",
		"round_ended":       "{who} has no cards left: round {round} ends.",
		"round_ended_you":   "You have no cards left: round {round} ends.",
		"round_ended_many":  "{who} have no cards left: round {round} ends.",
		"round_ended_none":  "Round {round} ends.",
		"scored":            "{who} gets {points}, and has {total}.",
		"scored_you":        "You get {points}, and have {total}.",
		"scored_bet":        "{who} gets {points} after a bet, and has {total}.",
		"scored_bet_you":    "You get {points} after a bet, and have {total}.",
		"scored_left":       "{who} has {left} left: {points}, {total} in all.",
		"scored_left_you":   "You have {left} left: {points}, {total} in all.",
		"scored_ten":        "{who} goes out: {points}, {total} in all.",
		"scored_ten_you":    "You go out: {points}, {total} in all.",
		"scored_fooled":     "{who} goes out, but is fooled: {points}, {total} in all.",
		"scored_fooled_you": "You go out, but are fooled: {points}, {total} in all.",

		// The same after a bet.
		"scored_left_bet":       "{who} bet and has {left} left: {points}, {total} in all.",
		"scored_left_bet_you":   "You bet and have {left} left: {points}, {total} in all.",
		"scored_ten_bet":        "{who} bet and goes out: {points}, {total} in all.",
		"scored_ten_bet_you":    "You bet and go out: {points}, {total} in all.",
		"scored_fooled_bet":     "{who} bet and goes out, but is fooled: {points}, {total} in all.",
		"scored_fooled_bet_you": "You bet and go out, but are fooled: {points}, {total} in all.",

		// Where being fooled scores points.
		"scored_fools": "Of that, {points} for being fooled {times}.",

		// Fools.
		"fooled_discard":           "{who} is fooled for the discard {card}.",
		"fooled_discard_you":       "You are fooled for the discard {card}.",
		"fooled_discard_tied":      "{who} is fooled for the discard {card}, by the order of play.",
		"fooled_discard_tied_you":  "You are fooled for the discard {card}, by the order of play.",
		"fooled_follower":          "{who} is fooled for following low with {card}.",
		"fooled_follower_you":      "You are fooled for following low with {card}.",
		"fooled_follower_tied":     "{who} is fooled for following low with {card}, by the order of play.",
		"fooled_follower_tied_you": "You are fooled for following low with {card}, by the order of play.",

		// The end of the game.
		"end_rounds":     "All rounds have been played.",
		"end_minus":      "{who} has met the limit of minus points.",
		"end_minus_you":  "You have met the limit of minus points.",
		"end_minus_many": "{who} have met the limit of minus points.",
		"end_minus_none": "The limit of minus points has been met.",
		"end_tens":       "{who} has met the limit of tens.",
		"end_tens_you":   "You have met the limit of tens.",
		"end_tens_many":  "{who} have met the limit of tens.",
		"end_tens_none":  "All players together have met the limit of tens.",
		"wins":           "{who} wins the game with {points}.",
		"wins_you":       "You win the game with {points}.",
		"wins_many":      "{who} win the game together with {points}.",
		"wins_none":      "Nobody wins the game.",
	}}
}

// personEnding returns a key without its last ending for whom the phrase is, and whether it
// had one.
func personEnding(key string) (string, bool) {
	for _, ending := range [...]string{"_you", "_many"} {
		if base, ok := strings.CutSuffix(key, ending); ok {
			return base, true
		}
	}
	return key, false
}

// noun returns the key of the form "other" of a counted noun, and whether the key is
// that of one.
func noun(key string) (string, bool) {
	base, _, ok := strings.Cut(key, "_")
	return base + "_other", ok && (base == "cards" || base == "points" || base == "times")
}

// find returns the phrase of a key, or the one that stands for it.
func (p Phrases) find(key string) (text string, ok bool) {
	other, isNoun := noun(key)
	for more := true; more; key, more = personEnding(key) {
		if text, ok = p.Text[key]; ok {
			return text, true
		}
	}
	if isNoun {
		text, ok = p.Text[other]
	}
	return text, ok
}

// check returns what is wrong with the phrases, nil if nothing is.
func (p Phrases) check() error {
	english := English()
	for _, key := range slices.Sorted(maps.Keys(english.Text)) {
		if _, ok := p.find(key); !ok {
			return phraseError(key, "is missing")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(p.Text)) {
		model, ok := english.find(key)
		if !ok {
			return phraseError(key, "is not the key of a phrase")
		}
		if strings.Count(p.Text[key], "{") != strings.Count(p.Text[key], "}") {
			return phraseError(key, "has braces that do not match")
		}
		for part := range phraseParts(p.Text[key]) {
			switch {
			case part.isArg && part.text == "code" && (key == "card" || key == "one"):
			case part.isArg && !strings.Contains(model, "{"+part.text+"}"):
				return phraseError(key, "has {"+short([]byte(part.text))+"} in it, which the English phrase does not have")
			}
		}
	}
	return nil
}

func phraseError(key, problem string) error {
	return &ArgError{Field: "phrase " + short([]byte(key)), Problem: problem}
}

// A phrasePart is a piece of a phrase: text, or the name of what is put in there.
type phrasePart struct {
	text  string
	isArg bool
}

// phraseParts walks through the pieces of a phrase.
func phraseParts(text string) iter.Seq[phrasePart] {
	return func(yield func(phrasePart) bool) {
		for text != "" {
			before, rest, found := strings.Cut(text, "{")
			if before != "" && !yield(phrasePart{before, false}) || !found {
				return
			}
			name, after, _ := strings.Cut(rest, "}")
			if !yield(phrasePart{name, true}) {
				return
			}
			text = after
		}
	}
}
