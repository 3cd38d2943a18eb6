package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/foppen-go/foppen"
)

// A screen shows a game to the person at one seat. It is given the views and the
// redacted events of that seat alone, so it cannot show what the person may not see.
// It keeps nothing of the game.
type screen struct {
	*page
	you   foppen.Seat
	voice foppen.Narrator

	from, to foppen.Seat // the columns of the table that are being written, see blocks
}

// who returns "you" or "seat 3".
func (s *screen) who(seat foppen.Seat) string {
	if seat == s.you {
		return "you"
	}
	return "seat " + seat.String()
}

// everyone returns the seats in words, such as "you and seat 3".
func (s *screen) everyone(seats foppen.Seats) string {
	var names []string
	if seats.Has(s.you) {
		names = append(names, s.who(s.you))
	}
	for seat := range seats.Without(s.you).All() {
		names = append(names, s.who(seat))
	}
	return andList(names)
}

// do returns a sentence without its end, such as "Seat 3 wins" or "You and seat 3
// win", from the verb as it follows he and they.
func (s *screen) do(seats foppen.Seats, he, they string) string {
	verb := they
	if seats.Len() == 1 && !seats.Has(s.you) {
		verb = he
	}
	return upperFirst(s.everyone(seats)) + " " + verb
}

// one is do for one seat.
func (s *screen) one(seat foppen.Seat, he, you string) string {
	return s.do(foppen.SeatsOf(seat), he, you)
}

// teller returns a teller for its words. It knows what the view shows of the points.
func (s *screen) teller(v foppen.View) *teller {
	t := newTeller(s.page, v.Variant(), v.Players())
	t.voice = s.voice
	t.dealt.Round = v.Round()
	for i := range v.Players() {
		seat := foppen.Seat(i)
		t.totals[i], t.tens[i], t.minus[i] = v.Total(seat), v.Tens(seat), v.MinusPoints(seat)
	}
	return t
}

// show shows what a move has made happen. v is the view after it.
func (s *screen) show(v foppen.View, events []foppen.Event) {
	for _, e := range events {
		switch e := e.(type) {
		case foppen.Dealt:
			s.dealt(v, e)
		case foppen.BetsRevealed:
			s.blank()
			s.text("%s", upperFirst(s.voice.Tell(e)))
		case foppen.TrickWon:
			s.trickEnded(v, e, events)
		case foppen.RoundEnded:
			s.roundEnded(v, e)
		case foppen.GameOver:
			s.over(v, e)
		}
	}
}

func (s *screen) dealt(v foppen.View, e foppen.Dealt) {
	why := "the most minus points"
	switch {
	case e.Round == 1:
		why = "the seat next to the dealer"
	case v.Variant().Starter == foppen.ClockwiseStarts:
		why = "the next in turn"
	case v.Variant().StarterScore == foppen.ByRound:
		why = "the lowest score of the last round"
	case v.Variant().StarterScore == foppen.ByGross:
		why = "the most minus points, plus points left aside"
	}
	s.title("Round %d", e.Round)
	s.text("%s The lead goes to %s.", dealing(s.voice, e), why)
}

// trickEnded shows the trick just finished, who has won it, who is fooled and why.
func (s *screen) trickEnded(v foppen.View, won foppen.TrickWon, events []foppen.Event) {
	t := s.teller(v)
	t.trick = v.LastTrick()
	aside := foppen.Seats(1<<v.Players() - 1)
	for seat := range t.trick.All() {
		aside = aside.Without(seat)
	}
	s.blank()
	s.blocks(v.Players(), 0, func() { s.trickRow(fmt.Sprintf("trick %d", len(v.Tricks())), v, t.trick, aside, "") })

	t.won = won
	for _, e := range events {
		switch e := e.(type) {
		case foppen.Fooled:
			t.fools = append(t.fools, e)
		case foppen.Freed:
			if e.Seat == s.you {
				t.freed = t.freed.With(e.Seat)
			}
		}
	}
	s.hang("  ", "  ", t.outcome())
}

// roundEnded shows the scores of a round.
func (s *screen) roundEnded(v foppen.View, e foppen.RoundEnded) {
	s.blank()
	s.text("%s It had %s.", upperFirst(s.voice.Tell(e)), count(v.TrickNumber(), "trick"))
	s.roundScores(v)
}

func (s *screen) roundScores(v foppen.View) {
	t := s.teller(v)
	s.blank()
	s.line("            round   total")
	for i, score := range v.Scores() {
		seat := foppen.Seat(i)
		e := foppen.Scored{Seat: seat, Score: score, Total: v.Total(seat)}
		head := fmt.Sprintf("  %-6s    %5s   %5s   ", s.who(seat), signed(e.Points), signed(e.Total))
		s.hang(head, strings.Repeat(" ", len(head)), t.scoreText(e))
	}
}

// over shows why the game has ended and who has won.
func (s *screen) over(v foppen.View, e foppen.GameOver) {
	s.title("The end of the game")
	ends := s.teller(v).endTexts(e)
	for i, text := range ends {
		if rest, ok := strings.CutPrefix(text, "seat "+s.you.String()+" has "); ok {
			ends[i] = "you have " + rest
		}
	}
	s.text("%s.", upperFirst(andList(ends)))
	s.blank()
	for row := range e.Standings.All() {
		s.line("  %-5s %-6s  %5s   %s", ordinal(row.Rank), s.who(row.Seat), signed(row.Total), count(v.Tens(row.Seat), "ten"))
	}
	s.blank()
	e.Reasons = 0 // told above, with figures
	s.text("%s", upperFirst(s.voice.Tell(e)))
}

// The table has a column of this width for each seat.
const (
	labelWidth  = 10
	columnWidth = 7
)

// blocks has a table written: at once or, where the width does not allow that, some
// columns after the other. end is the width of what stands behind the last column.
func (s *screen) blocks(players, end int, write func()) {
	fit := max(1, (s.width-labelWidth-end)/columnWidth)
	blocks := (players + fit - 1) / fit
	size := (players + blocks - 1) / blocks
	for from := 0; from < players; from += size {
		if from > 0 {
			s.blank()
		}
		s.from, s.to = foppen.Seat(from), foppen.Seat(min(from+size, players))
		write()
	}
}

// row writes a row of the table.
func (s *screen) row(label string, players int, cell func(foppen.Seat) string, end string) {
	text := pad(label, labelWidth)
	for seat := s.from; seat < s.to; seat++ {
		text += fmt.Sprintf("%-*s", columnWidth, cell(seat))
	}
	if int(s.to) < players {
		end = ""
	}
	s.line("%s", text+end)
}

// heads writes the heads of the columns.
func (s *screen) heads(players int, end string) {
	s.row("", players, func(seat foppen.Seat) string {
		if seat == s.you {
			return " you"
		}
		return " " + seat.String()
	}, end)
}

// trickRow writes a trick, finished or not. aside is who sits it out.
func (s *screen) trickRow(label string, v foppen.View, trick foppen.Trick, aside foppen.Seats, end string) {
	turn := v.Turn()
	s.row(label, v.Players(), func(seat foppen.Seat) string {
		switch c := trick.CardOf(seat); {
		case aside.Has(seat):
			return " -"
		case c == foppen.NoCard && seat == turn:
			return " ?"
		case c == foppen.NoCard:
			return " ."
		case seat == trick.Leader():
			return ">" + c.String()
		case !trick.Follows(c):
			return " " + c.String() + "x"
		default:
			return " " + c.String()
		}
	}, end)
}

// table shows what the person has to know for the next choice.
func (s *screen) table(v foppen.View) {
	switch v.Phase() {
	case foppen.PlayPhase:
		s.blank()
		s.text("%s", s.state(v))
		s.blank()
		s.blocks(v.Players(), 0, func() { s.standing(v) })
		s.blank()
		s.hand(v)
	case foppen.BetPhase:
		s.blank()
		s.hand(v)
	}
}

// standing shows the trick and what everybody has.
func (s *screen) standing(v foppen.View) {
	s.heads(v.Players(), "")
	s.trickRow(fmt.Sprintf("trick %d", v.TrickNumber()), v, v.Trick(), v.Fools(), "")
	s.row("cards", v.Players(), func(seat foppen.Seat) string { return fmt.Sprintf(" %d", v.HandSize(seat)) }, "")
	s.row("points", v.Players(), func(seat foppen.Seat) string { return fmt.Sprintf(" %d", v.Total(seat)) }, "")
	if !v.Bettors().IsEmpty() {
		s.row("bets", v.Players(), func(seat foppen.Seat) string {
			return map[bool]string{true: " bet"}[v.Bettors().Has(seat)]
		}, "")
	}
}

// state says how the trick stands.
func (s *screen) state(v foppen.View) string {
	trick := v.Trick()
	var text string
	switch led := trick.Led(); {
	case trick.Len() == 0:
		text = "You lead."
	case led == foppen.NoColor:
		text = s.one(v.Leader(), "has led a 1:", "have led a 1:") + " no color is led yet."
	case trick.Leader() != s.you && trick.CardOf(trick.Leader()) == foppen.One:
		text = s.one(v.Leader(), "has led a 1;", "have led a 1;") + " " + led.String() + " is led."
	default:
		text = s.one(v.Leader(), "has led ", "have led ") + led.String() + "."
	}
	if aside := v.Fools(); !aside.IsEmpty() {
		text += " " + s.do(aside, "sits out.", "sit out.")
	}
	return text
}

// hand shows the hand, a line a color, and which cards may not be played and why.
func (s *screen) hand(v foppen.View) {
	may, hand := v.Legal(), v.Hand()
	if v.Phase() != foppen.PlayPhase {
		may = hand
	}
	for _, color := range []foppen.Color{foppen.Green, foppen.Red, foppen.Yellow, foppen.Blue, foppen.NoColor} {
		if cards := hand.Of(color); !cards.IsEmpty() {
			s.cardRow(color, cards, may)
		}
	}
	for _, verdict := range v.Verdicts() {
		if verdict.Reason != foppen.Playable {
			s.text("Cards in brackets may not be played: %s is led, and you hold %s (%s).", v.Led(), v.Led(), ruleText(verdict.Reason.Rule()))
			return
		}
	}
}

// cardRow shows the cards of one color, those that may not be played in brackets.
func (s *screen) cardRow(color foppen.Color, cards, may foppen.Cards) {
	label := color.String()
	if color == foppen.NoColor {
		label = "1s"
	}
	text := fmt.Sprintf("%-*s", labelWidth, label)
	at := labelWidth
	for c := range cards.All() {
		cell, shown := c.String(), ""
		if !may.Has(c) {
			cell = "(" + cell + ")"
		}
		if at+1+len(cell) > s.width {
			s.raw(text)
			text, at = strings.Repeat(" ", labelWidth), labelWidth
		}
		shown = cell
		switch {
		case s.cards == nil:
		case !may.Has(c):
			shown = "\x1b[2m" + cell + "\x1b[0m"
		case c != foppen.One:
			shown = colored(cell)
		}
		text += " " + shown
		at += 1 + len(cell)
	}
	s.raw(text)
}

// raw writes a line that has its escape codes already.
func (s *screen) raw(text string) {
	s.apart = false
	s.w.WriteString(text + "\n")
}

// question asks for the next choice.
func (s *screen) question(v foppen.View) string {
	switch v.Phase() {
	case foppen.PlayPhase:
		return "Your card:"
	case foppen.BetPhase:
		return "Do you bet (yes or no)?"
	}
	return fmt.Sprintf("Enter deals round %d:", v.Round()+1)
}

// refuse says why a card may not be played.
func (s *screen) refuse(err error) {
	var e *foppen.MoveError
	if !errors.As(err, &e) {
		s.text("%v", err)
		return
	}
	switch e.Reason {
	case foppen.ErrMustFollow:
		s.text("%s may not be played: %s is led, and you hold %s (%s). You can play %s.", e.Card, e.Led, e.Led, ruleText(e.Rule()), e.Legal)
	case foppen.ErrNotInHand:
		s.text("%s is not in your hand. You can play %s.", e.Card, e.Legal)
	case foppen.ErrNoCard:
		s.text("%s is not in the deck. You can play %s.", e.Card, e.Legal)
	default:
		s.text("%s may not be played: %s.", e.Card, e.Reason.Error())
	}
}

// undone says what was taken back.
func (s *screen) undone(m foppen.Move) {
	switch m := m.(type) {
	case foppen.Play:
		s.text("Taken back: you have not played %s.", m.Card)
	case foppen.Bet:
		s.text("Taken back: you have not answered yet whether you bet.")
	}
}

// introduce says what game it is and how to begin. seed decides the deals of a new
// game.
func (s *screen) introduce(v foppen.View, bots []string, seed uint64) {
	rules := v.Variant()
	s.title("Foppen")
	s.text("You are at seat %s. Bots: %s. Rules: %s.", s.you, s.opponents(bots), rules)
	s.text("The deck has %s.", deckText(rules.Setups[v.Players()]))
	for _, note := range notes(rules, v.Players()) {
		s.text("%s", note)
	}
	if v.Round() == 0 {
		s.text("Seed %d: the same cards are dealt again with -seed %d.", seed, seed)
	} else {
		s.text("You go on in round %d. What comes is what would have come without the break.", v.Round())
	}
	s.blank()
	s.text("Type a card such as g17 to play it, ? for a hint, or help.")
	if v.Phase() == foppen.DealPhase && v.Round() > 0 {
		s.roundScores(v)
	}
}

// opponents says which bots sit where, such as "greedy at seats 1 and 3, search at
// seat 2".
func (s *screen) opponents(bots []string) string {
	var names, texts []string
	seats := map[string]foppen.Seats{}
	for i, name := range bots {
		if seat := foppen.Seat(i); seat != s.you {
			if seats[name].IsEmpty() {
				names = append(names, name)
			}
			seats[name] = seats[name].With(seat)
		}
	}
	for _, name := range names {
		seat := "seat"
		if seats[name].Len() > 1 {
			seat = "seats"
		}
		texts = append(texts, fmt.Sprintf("%s at %s %s", name, seat, seatList(seats[name])))
	}
	return strings.Join(texts, ", ")
}

// saved says where the game was saved and what to do with it. Commands are not wrapped,
// so that they can be copied.
func (s *screen) saved(v foppen.View, path string) {
	s.blank()
	s.raw("The game is saved in " + safe(path) + ".")
	if v.Phase() == foppen.OverPhase {
		s.raw("This tells it: foppen replay " + shellFile(path))
		return
	}
	s.raw("Go on with: " + resumeText(path))
}

// resumeText returns the command that goes on with a saved game.
func resumeText(path string) string { return "foppen play -resume " + shellFile(path) }

// help explains the commands and the signs.
func (s *screen) help(v foppen.View) {
	s.blank()
	for _, c := range [][2]string{
		{"g17, 1", "play that card"},
		{"?", "a hint from a bot that thinks ahead"},
		{"undo", "take back your last choice and all that has come of it"},
		{"Enter", "show the table again; after a round, deal the next one"},
		{"tricks", "the cards played in this round"},
		{"review", "what your choices in the last round have cost"},
		{"score", "the points of all rounds"},
		{"save", "save the game and go on; \"save FILE\" saves it in a new file"},
		{"quit", "save the game and leave"},
	} {
		s.hang(fmt.Sprintf("  %-8s ", c[0]), strings.Repeat(" ", 11), c[1])
	}
	s.blank()
	s.text("In a trick > leads, x is a discard, - sits out, ? is your turn, and . plays later.")
	s.text("The deck: %s.", deckText(v.Variant().Setups[v.Players()]))
	s.text("A game ends as soon as %s. \"foppen demo\" explains the rules.", endRules(v.Variant(), v.Variant().Setups[v.Players()]))
}

// scores shows the points of all rounds that are over.
func (s *screen) scores(v foppen.View, rounds [][]foppen.Scored) {
	s.blank()
	s.blocks(v.Players(), 0, func() {
		s.heads(v.Players(), "")
		for i, scores := range rounds {
			s.row(fmt.Sprintf("round %d", i+1), v.Players(), func(seat foppen.Seat) string { return fmt.Sprintf("%4s", signed(scores[seat].Points)) }, "")
		}
		s.row("total", v.Players(), func(seat foppen.Seat) string { return fmt.Sprintf("%4s", signed(v.Total(seat))) }, "")
		s.row("tens", v.Players(), func(seat foppen.Seat) string { return fmt.Sprintf("%4d", v.Tens(seat)) }, "")
	})
	s.blank()
	s.text("The game ends as soon as %s.", endRules(v.Variant(), v.Variant().Setups[v.Players()]))
}

// tricks shows the cards played in the round.
func (s *screen) tricks(v foppen.View) {
	if v.Played().IsEmpty() {
		s.text("No card has been played in this round.")
		return
	}
	s.blank()
	s.blocks(v.Players(), len("won by"), func() { s.trickRows(v) })
	s.blank()
	for i := range v.Players() {
		seat := foppen.Seat(i)
		var colors []foppen.Color
		for c := foppen.Green; c <= foppen.Blue; c++ {
			if v.Void(seat, c) && seat != s.you {
				colors = append(colors, c)
			}
		}
		if len(colors) > 0 {
			s.line("  %s has no %s", s.who(seat), orList(colors))
		}
	}
	s.hang("  unseen: ", "          ", v.Unseen().String())
}

// trickRows shows the tricks of the round.
func (s *screen) trickRows(v foppen.View) {
	s.heads(v.Players(), "won by")
	aside := foppen.Seats(0)
	for i, trick := range v.Tricks() {
		s.trickRow(fmt.Sprintf("trick %d", i+1), v, trick, aside, s.who(trick.Winner()))
		aside = 0
		for _, f := range trick.Fools(v.Variant().Setups[v.Players()].Discs, v.Variant().WorstTie) {
			aside = aside.With(f.Seat)
		}
	}
	if trick := v.Trick(); trick.Len() > 0 {
		s.trickRow(fmt.Sprintf("trick %d", v.TrickNumber()), v, trick, aside, "")
	}
}
