package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/foppen-go/foppen"
)

// A hint is what the search bot thinks of the choice that a view asks for.
type hint struct {
	bet   bool              // in BetPhase: to bet
	cards []foppen.Estimate // in PlayPhase: the cards that may be played, the best first
}

// hintDeals is how many deals are drawn to find out which choice is best.
const hintDeals = 200

// hint has the search bot look at what the person sees.
func (s *sitting) hint(ctx context.Context) error {
	v, src := s.view(), s.luck(s.you)
	h, err := during(ctx, func() (hint, error) { return newHint(v, src), nil })
	if err == nil {
		s.screen.hint(v, h)
	}
	return err
}

func newHint(v foppen.View, src rand.Source) (h hint) {
	bot := foppen.NewSearchBot(foppen.SearchConfig{Samples: hintDeals}, src)
	switch v.Phase() {
	case foppen.BetPhase:
		h.bet = bot.Bet(v)
	case foppen.PlayPhase:
		h.cards = bot.Estimates(v)
	}
	return h
}

// fooledPercent returns in how many of 100 deals the card is fooled in this trick.
func fooledPercent(e foppen.Estimate) int { return int(math.Round(float64(100 * e.Fooled))) }

// hint shows a hint and why it is one.
func (s *screen) hint(v foppen.View, h hint) {
	s.blank()
	switch v.Phase() {
	case foppen.BetPhase:
		answer, why := "do not bet", "would have lost more than it won"
		if h.bet {
			answer, why = "bet", "would have won more than it lost"
		}
		s.text("Hint: %s. On %d deals that fit what you see a bet %s, as bots play them.", answer, hintDeals, why)
	case foppen.PlayPhase:
		s.cardHint(v, h)
	default:
		s.text("There is nothing to choose now.")
	}
}

func (s *screen) cardHint(v foppen.View, h hint) {
	if len(h.cards) == 1 {
		s.text("Hint: %s is the only card that you may play.", h.cards[0].Card)
		return
	}
	s.text("Hint: play %s. On %d deals that fit what you see, played to the end of the round:", h.cards[0].Card, h.cards[0].Samples)
	s.blank()
	heads := []string{"card", "fooled now", "your points", "ahead of others", "a ten"}
	if s.width < 60 {
		heads = []string{"card", "fooled", "points", "ahead", "ten"}
	}
	row := func(cells ...string) {
		text := fmt.Sprintf("  %-5s", cells[0])
		for i, cell := range cells[1:] {
			text += fmt.Sprintf("  %*s", max(6, len(heads[i+1])), cell)
		}
		s.line("%s", text)
	}
	row(heads...)
	for _, e := range h.cards {
		row(e.Card.String(), fmt.Sprintf("%d %%", fooledPercent(e)), plus(e.Points), plus(e.Edge), fixed(float64(100*e.Tens), 0)+" %")
	}
	s.blank()
	s.text("%s", s.fears(v, h))
}

// plus returns a number of points with its sign.
func plus(x float64) string {
	text := fixed(x, 1)
	if text[0] != '-' && text != "0.0" {
		text = "+" + text
	}
	return text
}

// fears says how safe the best card is, what could be worse in the trick, and which
// card is the most dangerous.
func (s *screen) fears(v foppen.View, h hint) string {
	best, after := h.cards[0].Card, v.ToAct().Without(s.you)
	text := fmt.Sprintf("%s fools you in %d of 100 deals.", best, fooledPercent(h.cards[0]))
	switch lower := lowerUnseen(v, best); {
	case after.IsEmpty():
		text += " You are the last to play, so this is certain."
	case !v.Trick().Follows(best):
		text += fmt.Sprintf(" It is a discard: only a discard as low or lower can save you. %s.", s.do(after, "plays after you", "play after you"))
	case best == foppen.One:
		text += " A 1 is the lowest that follows, so it needs a discard to be safe."
	case lower.IsEmpty():
		text += fmt.Sprintf(" No lower %s is out, so it needs a discard to be safe.", best.Color())
	default:
		text += fmt.Sprintf(" Lower and still out: %s.", lower)
	}
	worst := h.cards[0]
	for _, e := range h.cards {
		if e.Fooled > worst.Fooled {
			worst = e
		}
	}
	if worst.Card != best {
		text += fmt.Sprintf(" Most to be feared is %s: %d of 100.", worst.Card, fooledPercent(worst))
	}
	return text
}

// lowerUnseen returns the unseen cards that are lower than a colored card and follow
// where it does.
func lowerUnseen(v foppen.View, card foppen.Card) foppen.Cards {
	unseen := v.Unseen()
	lower := unseen.Of(foppen.NoColor)
	for c := range unseen.Of(card.Color()).All() {
		if c < card {
			lower = lower.With(c)
		}
	}
	return lower
}
