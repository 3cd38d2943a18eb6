package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/foppen-go/foppen"
)

// A teller tells a game from its rules and its events alone. Whoever may see the
// events may read the story: from redacted events it is what one seat has seen.
type teller struct {
	*page
	voice   foppen.Narrator // for what an event says by itself
	rules   foppen.Variant
	setup   foppen.Setup
	players int
	full    int // rounds up to this one are told card by card, later ones a line a trick

	legend bool // whether the lines of tricks have been explained

	// A teller that teaches explains each rule when it first matters.
	teach   bool
	lessons [lessonCount]lesson
	told    [lessonCount]bool
	pending []lessonID

	// What the events have said of the game,
	dealt  foppen.Dealt
	totals [foppen.MaxPlayers]int
	tens   [foppen.MaxPlayers]int
	minus  [foppen.MaxPlayers]int
	scores []foppen.Scored // of the round just played

	// of the round,
	hands  [foppen.MaxPlayers]foppen.Cards // of the seats in dealt.Shown
	sizes  [foppen.MaxPlayers]int
	bets   foppen.Seats
	tricks int          // finished
	leader foppen.Seat  // of the trick to come
	aside  foppen.Seats // who sits out the trick to come

	// and of the trick.
	trick foppen.Trick
	won   foppen.TrickWon
	fools []foppen.Fooled
	freed foppen.Seats
}

func newTeller(p *page, rules foppen.Variant, players int) *teller {
	setup := rules.Setups[players]
	return &teller{page: p, voice: voice(foppen.NoSeat), rules: rules, setup: setup, players: players, lessons: lessonsFor(rules, setup)}
}

// voice returns the narrator that speaks to a seat, or to a spectator for NoSeat. It
// writes seats as the rest of the command does: "seat 1" within a sentence.
func voice(you foppen.Seat) foppen.Narrator {
	p := foppen.English()
	maps.Copy(p.Text, map[string]string{
		"seat": "seat {n}", "you": "you", "card": "{code}",
		"dealt": "{who} deals {cards} to everybody.", "dealt_you": "you deal {cards} to everybody.",
		"leads": "{who} leads the first trick.", "leads_you": "you lead the first trick.",
		"bets_open": "the bets are open:", "bettors_none": "nobody bets.", "bettors_you": "you bet to go out.",
		"bet_hidden": "{who} has made up its mind about a bet.",
		"trick_won":  "{who} wins with {card}.", "trick_won_you": "you win with {card}.",
		"freed": "{who} is free again.", "freed_you": "you are free again.",
	})
	for _, key := range []string{"fooled_discard", "fooled_discard_tied", "fooled_follower", "fooled_follower_tied"} { // the reasons are told with figures
		p.Text[key], p.Text[key+"_you"] = "{who} is fooled with {card}.", "you are fooled with {card}."
	}
	return foppen.Must(foppen.NewNarrator(you, nil, p))
}

// tell tells the events of one move.
func (t *teller) tell(events []foppen.Event) {
	for _, e := range events {
		switch e := e.(type) {
		case foppen.Dealt:
			t.deal(e)
		case foppen.BetPlaced:
			t.bet(e)
		case foppen.BetsRevealed:
			t.revealBets(e)
		case foppen.CardPlayed:
			t.card(e)
		case foppen.TrickWon:
			t.won = e
		case foppen.Fooled:
			t.fools = append(t.fools, e)
		case foppen.Freed:
			t.freed = t.freed.With(e.Seat)
		case foppen.RoundEnded:
			t.endTrick()
			t.endRound(e)
		case foppen.Scored:
			t.score(e)
		case foppen.GameOver:
			t.over(e)
		}
	}
	if t.won.Card != foppen.NoCard {
		t.endTrick()
		t.startTrick()
	}
}

func (t *teller) cardByCard() bool { return t.dealt.Round <= t.full }

// deal tells who deals and who leads, and the hands that the events show.
func (t *teller) deal(e foppen.Dealt) {
	t.title("Round %d", e.Round)
	t.text("%s %s", dealing(t.voice, e), t.starterText(e))
	t.explain()
	t.dealt, t.hands, t.bets, t.scores = e, e.Hands, 0, nil
	t.tricks, t.leader, t.aside = 0, e.Starter, 0
	t.trick, t.won, t.fools, t.freed = foppen.Trick{}, foppen.TrickWon{}, nil, 0
	for i := range t.sizes {
		t.sizes[i] = e.HandSize
	}
	if e.Shown.Len() > 0 {
		t.blank()
	}
	for s := range e.Shown.All() {
		t.hang(fmt.Sprintf("  seat %s  ", s), "          ", e.Hands[s].String())
	}
	if e.Shown.Len() > 1 {
		t.learn(lessonHands)
		t.explain()
	}
	t.blank()
	if !t.rules.Betting {
		t.startTrick()
	}
}

// saying returns what a narrator says of an event, with sentences that begin in capitals.
func saying(n foppen.Narrator, e foppen.Event) string {
	sentences := strings.SplitAfter(n.Tell(e), ". ")
	for i := range sentences {
		sentences[i] = upperFirst(sentences[i])
	}
	return strings.Join(sentences, "")
}

// dealing says who deals and who leads. The hands have lines of their own.
func dealing(n foppen.Narrator, e foppen.Dealt) string {
	e.Shown, e.Hands = 0, [foppen.MaxPlayers]foppen.Cards{}
	return saying(n, e)
}

// starterText says why that seat leads the round's first trick (R2.2, R2.4, R2.5).
func (t *teller) starterText(e foppen.Dealt) string {
	switch {
	case e.Round == 1:
		t.learn(lessonFirstStarter)
		return "It sits to the left of the dealer."
	case t.rules.Starter == foppen.ClockwiseStarts:
		t.learn(lessonStarter)
		return "It is the next seat's turn to begin a round."
	}
	t.learn(lessonStarter)
	points, what := t.totals[:t.players], "total"
	switch t.rules.StarterScore {
	case foppen.ByRound:
		points, what = t.roundPoints(), "score of the last round"
	case foppen.ByGross:
		points, what = t.grossPoints(), "sum of minus points alone"
	}
	low := slices.Min(points)
	var lowest foppen.Seats
	for i, p := range points {
		if p == low {
			lowest = lowest.With(foppen.Seat(i))
		}
	}
	why := fmt.Sprintf("Its %s is the lowest: %s", what, signed(low))
	if lowest.Len() == 1 {
		return why + "."
	}
	t.learn(lessonStarterTie)
	return why + fmt.Sprintf(". Of seats %s it is the first clockwise from seat %s.", seatList(lowest), e.Dealer)
}

// grossPoints returns the minus points alone of each seat, as negative numbers.
func (t *teller) grossPoints() []int {
	points := make([]int, t.players)
	for i := range points {
		points[i] = -t.minus[i]
	}
	return points
}

func (t *teller) roundPoints() []int {
	points := make([]int, len(t.scores))
	for i, s := range t.scores {
		points[i] = s.Points
	}
	return points
}

func (t *teller) bet(e foppen.BetPlaced) {
	switch e.Bet { // a narrator keeps bets to itself that its listener must not know yet
	case foppen.BetYes:
		t.text("Seat %s bets that it will go out.", e.Seat)
	case foppen.BetNo:
		t.line("Seat %s does not bet.", e.Seat)
	default:
		t.text("%s", saying(t.voice, e))
	}
}

func (t *teller) revealBets(e foppen.BetsRevealed) {
	t.bets = e.Bettors
	t.text("%s", upperFirst(t.voice.Tell(e)))
	t.learn(lessonBet)
	t.explain()
	t.blank()
	t.startTrick()
}

// startTrick heads a trick that is told card by card, or the table of a round that
// is told a line a trick.
func (t *teller) startTrick() {
	switch {
	case t.cardByCard() && t.aside.IsEmpty():
		t.text("Trick %d: seat %s leads.", t.tricks+1, t.leader)
	case t.cardByCard() && t.aside.Len() == 1:
		t.text("Trick %d: seat %s leads, seat %s sits out.", t.tricks+1, t.leader, t.aside)
	case t.cardByCard():
		t.text("Trick %d: seat %s leads, seats %s sit out.", t.tricks+1, t.leader, seatList(t.aside))
	case t.tricks == 0:
		if !t.legend {
			t.text("A trick is a line from here on: > leads, x is a discard, - sits out.")
			t.blank()
			t.legend = true
		}
		var cells []string
		for s := range t.players {
			cells = append(cells, fmt.Sprintf("  %d  ", s))
		}
		t.words("seat    ", "        ", cells)
	}
}

// card tells a card and what it does.
func (t *teller) card(e foppen.CardPlayed) {
	before, hand := t.trick, t.hands[e.Seat]
	t.trick, _ = before.Add(e.Seat, e.Card) // a game's events never make it fail
	t.hands[e.Seat] = hand.Without(e.Card)
	t.sizes[e.Seat]--
	t.learnCard(before, hand, e)
	if t.cardByCard() {
		t.hang(fmt.Sprintf("  seat %s  %-3s  ", e.Seat, e.Card), "               ", t.cardText(before, hand, e))
		t.explain()
	}
}

// cardText says what a card does in its trick and, if the hand is known, what else
// could have been played.
func (t *teller) cardText(before foppen.Trick, hand foppen.Cards, e foppen.CardPlayed) string {
	led, known := before.Led(), t.dealt.Shown.Has(e.Seat)
	var text string
	switch {
	case before.Len() == 0 && e.Card == foppen.One:
		text = "leads a 1: no color is led yet"
	case before.Len() == 0:
		text = "leads " + e.Card.Color().String()
	case led == foppen.NoColor && e.Card == foppen.One:
		text = "still no color is led"
	case led == foppen.NoColor:
		text = "sets the led color: " + e.Card.Color().String()
	case !e.Follows && known:
		text = "discards, having no " + led.String()
	case !e.Follows:
		text = "discards"
	default:
		text = "follows"
		if others := before.Legal(hand).Without(e.Card); known && !others.IsEmpty() {
			text += "; could also play " + others.String()
		}
	}
	if t.sizes[e.Seat] == 0 {
		text += "; this was its last card"
	}
	return text
}

// endTrick tells how the trick ended; without cardByCard, the whole trick.
func (t *teller) endTrick() {
	t.learnTrick()
	if t.cardByCard() {
		t.hang("  ", "  ", t.outcome())
		t.explain()
		t.blank()
	} else {
		t.row()
		t.explain()
	}
	t.tricks, t.leader, t.aside = t.tricks+1, t.won.Seat, 0
	for _, f := range t.fools {
		t.aside = t.aside.With(f.Seat)
	}
	t.trick, t.won, t.fools, t.freed = foppen.Trick{}, foppen.TrickWon{}, t.fools[:0], 0
}

// outcome says who wins, who is fooled and why, and who is free again.
func (t *teller) outcome() string {
	text := saying(t.voice, t.won)
	if led := t.trick.Led(); led == foppen.NoColor {
		text += " It is the first of nothing but 1s."
	} else {
		text += fmt.Sprintf(" It is the highest %s.", led)
	}
	for i, f := range t.fools {
		text += fmt.Sprintf(" %s It is %s%s.", saying(t.voice, f), t.foolText(i), t.tieText(f))
	}
	for s := range t.freed.All() {
		text += " " + saying(t.voice, foppen.Freed{Seat: s})
	}
	return text
}

// foolText says why the card of the i-th fool was so bad (R3.8, R3.10).
func (t *teller) foolText(i int) string {
	f, led := t.fools[i], t.trick.Led()
	next := ""
	if i > 0 && t.fools[i-1].Reason == f.Reason {
		next = "next "
	}
	switch {
	case led == foppen.NoColor && t.rules.WorstTie == foppen.FirstPlayed:
		return "the " + next + "first of the other 1s"
	case led == foppen.NoColor:
		return "the " + next + "last of the 1s"
	case f.Reason == foppen.LowestFollower:
		return "the " + next + "lowest " + led.String()
	case t.alike(f.Reason) == 1:
		return "the only discard"
	}
	return "the " + next + "lowest discard"
}

// tieText says by what the fool's card is worse than an equal one.
func (t *teller) tieText(f foppen.Fooled) string {
	switch {
	case t.trick.Led() == foppen.NoColor || !f.Tied:
		return ""
	case t.rules.WorstTie == foppen.FirstPlayed:
		return ", of equal cards the first played"
	}
	return ", of equal cards the last played"
}

// alike counts the cards of the trick that follow, or those that do not.
func (t *teller) alike(r foppen.FoolReason) (n int) {
	for _, c := range t.trick.All() {
		if t.trick.Follows(c) == (r == foppen.LowestFollower) {
			n++
		}
	}
	return n
}

// row is a trick in one line, a column a seat.
func (t *teller) row() {
	const cellWidth = 5
	var cells []string
	for s := range foppen.Seat(t.players) {
		c := t.trick.CardOf(s)
		cell := " " + c.String()
		switch {
		case c == foppen.NoCard:
			cell = " -"
		case s == t.trick.Leader():
			cell = ">" + c.String()
		case !t.trick.Follows(c):
			cell += "x"
		}
		cells = append(cells, pad(cell, cellWidth))
	}
	// Why somebody is fooled is said where there is room for it.
	end := fmt.Sprintf("%s wins", t.won.Seat)
	long, short := end, end+", fooled:"
	for i, f := range t.fools {
		long += fmt.Sprintf(", %s fooled: %s, %s", f.Seat, t.voice.Card(f.Card), t.foolText(i))
		short += fmt.Sprintf(" %s", f.Seat)
	}
	head := fmt.Sprintf("trick %-2d ", t.tricks+1)
	if len(t.fools) == 0 || len(head)+(cellWidth+1)*len(cells)+len(long) <= t.width {
		short = long
	}
	t.words(head, strings.Repeat(" ", len(head)), append(cells, strings.Fields(short)...))
}

// endRound heads the scores of a round.
func (t *teller) endRound(e foppen.RoundEnded) {
	if !t.cardByCard() {
		t.blank()
	}
	if e.Out.Len() > 1 {
		t.learn(lessonSeveralOut)
	}
	t.text("%s It had %s.", upperFirst(t.voice.Tell(e)), count(t.tricks, "trick"))
	t.learn(lessonRoundEnd)
	t.explain()
	t.blank()
	t.line("            round   total")
}

// score tells what a seat gets for the round, and why.
func (t *teller) score(e foppen.Scored) {
	t.scores = append(t.scores, e)
	t.totals[e.Seat] = e.Total
	t.minus[e.Seat] -= min(0, e.Points)
	if e.Reason == foppen.Ten {
		t.tens[e.Seat]++
	}
	head := fmt.Sprintf("  seat %s    %5s   %5s   ", e.Seat, signed(e.Points), signed(e.Total))
	t.hang(head, strings.Repeat(" ", len(head)), t.scoreText(e))
	t.learnScore(e)
	if int(e.Seat) == t.players-1 {
		t.explain()
		t.blank()
	}
}

// scoreText says what a score is made of.
func (t *teller) scoreText(e foppen.Scored) string {
	text := t.baseText(e)
	if e.FoolPoints != 0 {
		text += fmt.Sprintf("; fooled %s: %s", times(e.Fooled), signed(e.FoolPoints))
	}
	return text
}

func (t *teller) baseText(e foppen.Scored) string {
	switch {
	case e.Reason == foppen.Ten && e.Bet:
		return fmt.Sprintf("out and not fooled: a ten, and %d for the bet", e.Points-e.FoolPoints-e.Base)
	case e.Reason == foppen.Ten:
		return "out and not fooled: a ten"
	case e.Reason == foppen.OutFooled:
		return "out, but fooled in the last trick"
	case e.Bet:
		return fmt.Sprintf("left: %s; times %d for the bet", e.Left, t.rules.BetFactor)
	}
	return "left: " + e.Left.String()
}

// over tells why the game has ended and who has won.
func (t *teller) over(e foppen.GameOver) {
	t.title("The end of the game")
	t.text("%s", upperFirst(andList(t.endTexts(e))+"."))
	t.learn(lessonEnd)
	t.explain()
	t.blank()
	for row := range e.Standings.All() {
		t.line("  %-5s seat %s  %5s   %s", ordinal(row.Rank), row.Seat, signed(row.Total), count(t.tens[row.Seat], "ten"))
	}
	t.blank()
	e.Reasons = 0 // told above, with figures
	t.text("%s", upperFirst(t.voice.Tell(e)))
	t.learn(lessonWinners)
	t.explain()
}

// endTexts says for each limit that was met by whom.
func (t *teller) endTexts(e foppen.GameOver) (texts []string) {
	if e.Reasons.Has(foppen.EndRounds) {
		texts = append(texts, roundsPlayed(t.dealt.Round))
	}
	for seat := range foppen.Seat(t.players) {
		if e.Minus.Has(seat) {
			minus := -t.totals[seat]
			if t.rules.MinusCount == foppen.GrossMinus {
				minus = t.minus[seat]
			}
			texts = append(texts, fmt.Sprintf("seat %d has %d minus points", seat, minus))
		}
		if e.Tens.Has(seat) {
			texts = append(texts, fmt.Sprintf("seat %d has scored %s", seat, count(t.tens[seat], "ten")))
		}
	}
	if e.Reasons.Has(foppen.EndTens) && t.rules.TensCount == foppen.TensTogether {
		all := 0
		for _, n := range t.tens {
			all += n
		}
		texts = append(texts, fmt.Sprintf("all players together have scored %s", count(all, "ten")))
	}
	return texts
}

// seatList returns "1", "1 and 2", "1, 2 and 3".
func seatList(seats foppen.Seats) string { return andList(slices.Collect(seats.All())) }
