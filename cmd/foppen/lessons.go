package main

import (
	"fmt"
	"strings"

	"github.com/foppen-go/foppen"
)

// A lesson explains a rule to somebody who has never played. It is given when the
// rule first matters.
type lesson struct {
	rule string // its numbers
	text string // "" if the variant has no use for it
}

// A lessonID names a lesson. The order is that of the rules.
type lessonID int

const (
	lessonFirstStarter lessonID = iota
	lessonHands
	lessonBet
	lessonLead
	lessonOneLed
	lessonFollow
	lessonDiscard
	lessonOne
	lessonOneChoice
	lessonKeepOne
	lessonWin
	lessonAllOnes
	lessonFooled
	lessonLowestFollower
	lessonLowestDiscard
	lessonEqualDiscards
	lessonOneFooled
	lessonEqualOnes
	lessonSeveralDiscs
	lessonTooFewDiscards
	lessonFree
	lessonLastCard
	lessonRoundEnd
	lessonSeveralOut
	lessonCardsLeft
	lessonOneLeft
	lessonTen
	lessonOutFooled
	lessonFoolPoints
	lessonBetWon
	lessonBetLost
	lessonBetSpoiled
	lessonStarter
	lessonStarterTie
	lessonEnd
	lessonWinners
	lessonCount int = iota
)

// lessonsFor returns all lessons, worded for the variant.
func lessonsFor(v foppen.Variant, s foppen.Setup) (l [lessonCount]lesson) {
	last := "last"
	if v.WorstTie == foppen.FirstPlayed {
		last = "first"
	}
	l[lessonFirstStarter] = lesson{"R2.2", "The players choose who deals first. The seat to the left of the dealer, which is the next one clockwise, starts."}
	l[lessonHands] = lesson{"R3.13", "At a table nobody sees the cards of others, but everybody can see how many each has left. They lie open here so that you can follow."}
	l[lessonLead] = lesson{"R3.1, R3.2", "Whoever leads may play any card. Its color is the led color of this trick. The others answer clockwise, one card each."}
	l[lessonFollow] = lesson{"R3.4, R3.6", "A player who holds the led color must play a card of it" + if1s(s, " or a 1") + ". Such a card follows."}
	l[lessonDiscard] = lesson{"R3.5, R3.6", "A player without the led color may play anything. A card of another color is a discard: it cannot win, and it is worse than any card that follows."}
	l[lessonWin] = lesson{"R3.7, R3.12", "The highest card of the led color wins the trick. Tricks score nothing, but the winner leads the next one."}

	if s.Ones > 0 {
		l[lessonOneLed] = lesson{"R4.3, R3.3", "A 1 has no color. As long as only 1s lie in the trick everybody is free to play any card, and the first card that is not a 1 sets the led color."}
		l[lessonOne] = lesson{"R4.1", "A 1 takes on whatever color is led. So it always follows, as the lowest card of that color, and is better than every discard."}
		l[lessonOneChoice] = lesson{"R4.2", "A 1 may be played even by somebody who holds the led color."}
		l[lessonKeepOne] = lesson{"R3.5", "Nobody ever has to play a 1, not even a player who has no other card that follows."}
		if s.Ones > 1 {
			l[lessonAllOnes] = lesson{"R3.7, R3.8", fmt.Sprintf("If a whole trick is 1s, its leader wins%s.", ifDiscs(s, " and the player who was "+last+" of the others is fooled"))}
		}
		l[lessonOneLeft] = lesson{"R5.2", fmt.Sprintf("A 1 left in hand costs %s.", count(v.OnePenalty, "point"))}
	}

	if s.Discs > 0 {
		l[lessonFooled] = lesson{"R3.9", "The player of the worst card is fooled, takes " + discWord(s) + " and sits out the next trick. As everybody wants to get rid of cards, that is a loss."}
		l[lessonLowestFollower] = lesson{"R3.8", "If all have followed, the lowest card of the led color is the worst."}
		l[lessonLowestDiscard] = lesson{"R3.8", "If anybody has discarded, the lowest discard is the worst card, however low the cards that followed are."}
		l[lessonEqualDiscards] = lesson{"R3.8", "Of discards with the same value, the one played " + last + " is the worst."}
		l[lessonFree] = lesson{"R3.9, R3.11", "A fool sits out one trick only, and hands the disc on at its end."}
		l[lessonOutFooled] = lesson{"R5.4", "A player who has gone out but is fooled in the last trick gets nothing."}
		if v.SpoiledPoints != 0 {
			l[lessonOutFooled] = lesson{"R8.2", fmt.Sprintf("A player who has gone out but is fooled in the last trick gets %s.", count(v.SpoiledPoints, "point"))}
		}
		if v.FoolPoints != 0 {
			l[lessonFoolPoints] = lesson{"R8.3", fmt.Sprintf("Each time that a player is fooled scores %s at the end of the round, the last trick included.", count(v.FoolPoints, "point"))}
		}
		if s.Ones > 0 {
			l[lessonOneFooled] = lesson{"R3.8, R4.1", "A 1 follows with the value 1. So if all have followed, nothing is worse."}
		}
		if s.Ones > 1 {
			l[lessonEqualOnes] = lesson{"R3.8", "Of several 1s that are the lowest, the one played " + last + " is the worst."}
		}
	}
	if s.Discs > 1 {
		l[lessonSeveralDiscs] = lesson{"R3.10", fmt.Sprintf("There are %d discs, so the players of the %d worst cards are fooled.", s.Discs, s.Discs)}
		l[lessonTooFewDiscards] = lesson{"R3.10", "There are fewer discards than discs, so the lowest cards that followed come next. The winner is never fooled."}
	}

	l[lessonLastCard] = lesson{"R5.1", "Somebody has gone out. The trick is still played to its end, and then the round is over."}
	l[lessonRoundEnd] = lesson{"R5.1", "A round ends with the trick in which somebody goes out" + ifDiscs(s, ", and that trick fools, too") + "."}
	l[lessonSeveralOut] = lesson{"R5.5", "Several players can go out in the same trick. Each is scored alone."}
	l[lessonCardsLeft] = lesson{"R5.2", "Every card left in hand costs its value."}
	ten := "R5.3"
	if v.TenExtra != 0 {
		ten = "R5.3, R8.1"
	}
	l[lessonTen] = lesson{ten, fmt.Sprintf("A player who has gone out%s gets %s: a ten.", ifDiscs(s, " and is not fooled"), count(tenPoints(v), "point"))}
	l[lessonWinners] = lesson{"R6.3", "The highest total wins. Nobody breaks a tie: players with the same total share a place."}
	l[lessonEnd] = lesson{"R6.1, R6.2", "A game ends after a round, as soon as " + endRules(v, s) + "."}

	most := "most minus points"
	if v.StarterScore == foppen.ByGross {
		most = "most minus points, rounds above 0 left aside,"
	}
	switch {
	case v.Starter == foppen.ClockwiseStarts:
		l[lessonStarter] = lesson{"R2.5", "From round to round, the deal and the lead move on by one seat clockwise."}
	case v.Reference == foppen.LastLeader:
		l[lessonStarter] = lesson{"R2.4", "The player with the " + most + " starts the next round; the one who led the last trick deals it."}
		l[lessonStarterTie] = lesson{"R2.4", "Of several with the most minus points, the first clockwise from the leader of the last trick starts; that leader comes first of all."}
	default:
		l[lessonStarter] = lesson{"R2.4", "The player with the " + most + " starts the next round; the one who started the last round deals it."}
		l[lessonStarterTie] = lesson{"R2.4", "Of several with the most minus points, the first clockwise from the one who started the last round starts; that one comes first of all."}
	}
	if v.Betting {
		l[lessonBet] = lesson{"R7.1, R7.2", "Having seen their cards, players may bet that they will go out. Nobody learns the bets of others before all are made."}
		l[lessonBetWon] = lesson{"R7.3", fmt.Sprintf("A ten with a bet brings %d points more, and %d more for every other player who has bet.", v.BetBonus, v.BetOther)}
		l[lessonBetLost] = lesson{"R7.3", fmt.Sprintf("A player who has bet and has cards left pays for them %s.", times(v.BetFactor))}
		if s.Discs > 0 {
			l[lessonBetSpoiled] = lesson{"R7.3", "A player who has bet, goes out and is fooled neither gains nor loses anything."}
		}
	}
	return l
}

func if1s(s foppen.Setup, text string) string {
	if s.Ones == 0 {
		return ""
	}
	return text
}

func ifDiscs(s foppen.Setup, text string) string {
	if s.Discs == 0 {
		return ""
	}
	return text
}

func discWord(s foppen.Setup) string {
	if s.Discs == 1 {
		return "the disc"
	}
	return "a disc"
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// endRules says what ends a game of the variant (R6.1, R6.2).
func endRules(v foppen.Variant, s foppen.Setup) string {
	var rules []string
	switch passed := v.MinusReach == foppen.LimitPassed; {
	case v.MinusLimit == 0:
	case v.MinusCount == foppen.GrossMinus && passed:
		rules = append(rules, fmt.Sprintf("a player has more than %d minus points, rounds above 0 left aside", v.MinusLimit))
	case v.MinusCount == foppen.GrossMinus:
		rules = append(rules, fmt.Sprintf("a player has %d minus points or more, rounds above 0 left aside", v.MinusLimit))
	case passed:
		rules = append(rules, fmt.Sprintf("a player's total is below %d", -v.MinusLimit))
	default:
		rules = append(rules, fmt.Sprintf("a player's total is %d or lower", -v.MinusLimit))
	}
	switch {
	case v.TensLimit != 0 && v.TensCount == foppen.TensSolo:
		rules = append(rules, fmt.Sprintf("one player has scored %s", count(v.TensLimit, "ten")))
	case v.TensLimit != 0:
		rules = append(rules, fmt.Sprintf("all players together have scored %s", count(v.TensLimit, "ten")))
	}
	if s.Rounds != 0 {
		rules = append(rules, roundsPlayed(s.Rounds))
	}
	return strings.Join(rules, ", or ")
}

// roundsPlayed returns "1 round has been played", "2 rounds have been played".
func roundsPlayed(n int) string {
	if n == 1 {
		return "1 round has been played"
	}
	return count(n, "round") + " have been played"
}

// learn notes that a rule matters now.
func (t *teller) learn(ids ...lessonID) {
	for _, id := range ids {
		if t.teach && !t.told[id] && t.lessons[id].text != "" {
			t.told[id] = true
			t.pending = append(t.pending, id)
		}
	}
}

// explain writes the lessons noted since the last call.
func (t *teller) explain() {
	for _, id := range t.pending {
		t.lesson(id)
	}
	t.pending = t.pending[:0]
}

func (t *teller) lesson(id lessonID) {
	l := t.lessons[id]
	head := "    | " + ruleText(l.rule) + ": "
	indent := len(head) - 6
	if len(head) > t.width/3 {
		indent = 2
	}
	t.hang(head, "    | "+strings.Repeat(" ", indent), l.text)
}

// rest writes the lessons that the game has given no occasion for.
func (t *teller) rest() {
	none := true
	for i := range lessonCount {
		if id := lessonID(i); !t.told[id] && t.lessons[id].text != "" {
			if none {
				t.title("What this game did not show")
			}
			none = false
			t.lesson(id)
		}
	}
}

// learnCard notes the rules that a card shows. before and hand are the trick and the
// hand as they were.
func (t *teller) learnCard(before foppen.Trick, hand foppen.Cards, e foppen.CardPlayed) {
	led, isOne := before.Led(), e.Card == foppen.One
	switch {
	case isOne && led == foppen.NoColor:
		t.learn(lessonOneLed)
	case isOne:
		t.learn(lessonOne)
		if !hand.Of(led).IsEmpty() {
			t.learn(lessonOneChoice)
		}
	case led == foppen.NoColor:
		t.learn(lessonLead)
	case e.Follows:
		t.learn(lessonFollow)
	default:
		t.learn(lessonDiscard)
		if hand.Has(foppen.One) {
			t.learn(lessonKeepOne)
		}
	}
	if t.sizes[e.Seat] == 0 {
		t.learn(lessonLastCard)
	}
}

// learnTrick notes the rules that the end of a trick shows.
func (t *teller) learnTrick() {
	allOnes := t.trick.Led() == foppen.NoColor
	if allOnes {
		t.learn(lessonAllOnes)
	} else {
		t.learn(lessonWin)
	}
	for i, f := range t.fools {
		t.learn(lessonFooled)
		if i > 0 {
			t.learn(lessonSeveralDiscs)
		}
		switch {
		case allOnes:
		case f.Reason == foppen.LowestDiscard:
			t.learn(lessonLowestDiscard)
			if f.Tied {
				t.learn(lessonEqualDiscards)
			}
		case i > 0 && t.fools[i-1].Reason == foppen.LowestDiscard:
			t.learn(lessonTooFewDiscards)
		case f.Card == foppen.One:
			t.learn(lessonLowestFollower, lessonOneFooled)
			if f.Tied {
				t.learn(lessonEqualOnes)
			}
		default:
			t.learn(lessonLowestFollower)
		}
	}
	if !t.freed.IsEmpty() {
		t.learn(lessonFree)
	}
}

// learnScore notes the rules that a score shows.
func (t *teller) learnScore(e foppen.Scored) {
	if e.FoolPoints != 0 {
		t.learn(lessonFoolPoints)
	}
	switch e.Reason {
	case foppen.CardsLeft:
		t.learn(lessonCardsLeft)
		if e.Left.Has(foppen.One) {
			t.learn(lessonOneLeft)
		}
		if e.Bet {
			t.learn(lessonBetLost)
		}
	case foppen.Ten:
		t.learn(lessonTen)
		if e.Bet {
			t.learn(lessonBetWon)
		}
	case foppen.OutFooled:
		t.learn(lessonOutFooled)
		if e.Bet {
			t.learn(lessonBetSpoiled)
		}
	}
}
