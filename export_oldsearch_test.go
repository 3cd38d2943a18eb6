package foppen

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// The search as it was before searches played in place and sampled by a Sampler, to measure later
// ones by. It stays as it is.

// OldSearch makes a search as it was, with so many samples.
func OldSearch(samples int, src rand.Source) Bot {
	return newOldSearchBot(SearchConfig{Samples: samples}, src)
}

// An oldSearchBot is a Bot and a Bettor that thinks ahead by chance: information-set Monte
// Carlo search. For each choice it draws deals that agree with all it has seen
// (View.Sample), plays every card that it may play on each of them, and has all seats
// play the round to its end by a rough and fast policy. It chooses the card after which
// its points of the round are on average the farthest above the mean of the other
// seats' points. It bets when that has won more than it has lost on the deals drawn.
//
// It uses nothing of this package that is not exported, so its hand is all it knows.
// The cost of a choice grows with the samples, the cards that may be played and the cards
// left to play. More samples make it stronger.
//
// Without a time limit its choices depend on the views and its source alone. It keeps
// nothing from one choice to the next but the source, from which every call of Choose,
// Estimates or Bet draws new deals: two calls with the same view can disagree. To play
// what was shown, play Estimates(v)[0].Card.
//
// Calls change the source, so goroutines must not share a oldSearchBot. Its Workers are its
// own business.
//
// The zero oldSearchBot searches as the zero SearchConfig says, with a fresh source for
// each choice.
type oldSearchBot struct {
	config SearchConfig
	src    rand.Source
}

// newOldSearchBot returns a bot that searches as the config says; no config is refused. A nil
// source is a fresh one that nobody can foresee.
func newOldSearchBot(c SearchConfig, src rand.Source) *oldSearchBot {
	c.Workers = min(max(c.Workers, 1), maxWorkers)
	switch {
	case c.Samples > 0:
		c.Samples = min(c.Samples, maxSamples)
	case c.Time > 0:
		c.Samples = maxSamples
	default:
		c.Samples = defaultSamples
	}
	return &oldSearchBot{c, freshSource(src)}
}

// Choose returns the card with the best Edge, the first of equal ones in the order of
// the hand. It does not search for the only card that may be played.
func (b *oldSearchBot) Choose(v View) Card {
	may := v.Legal()
	if may.Len() <= 1 {
		return may.Lowest()
	}
	return b.ready().search(&v, may)[0].card
}

// ready returns the bot, or a new one for a oldSearchBot that newOldSearchBot has not made.
func (b *oldSearchBot) ready() *oldSearchBot {
	if b == nil || b.src == nil {
		return newOldSearchBot(SearchConfig{}, nil)
	}
	return b
}

// An oldOutcome is the exact sums over the deals drawn, for one card.
type oldOutcome struct {
	card    Card
	samples int
	points  int // own points
	lead    int // own points less those of each other seat
	tens    int
	fooled  int // by the trick being played
}

// search returns what comes of each of the cards, the best first.
func (b *oldSearchBot) search(v *View, may Cards) []oldOutcome {
	if may.IsEmpty() {
		return nil
	}
	sums := b.sample(may.Len(), func(src rand.Source, sums []oldOutcome) {
		g := v.Sample(src)
		i := 0
		for c := range may.All() {
			sums[i].card = c
			if next, err := g.Play(c); err == nil {
				end, fools := oldPlayOut(next, g.TrickNumber(), src)
				sums[i].add(v, end)
				if fools.Has(v.Seat()) {
					sums[i].fooled++
				}
			}
			i++
		}
	})
	slices.SortStableFunc(sums, func(x, y oldOutcome) int { return cmp.Compare(y.lead, x.lead) })
	return sums
}

// add adds what the seat of the view has got by the end of the round.
func (o *oldOutcome) add(v *View, end Game) {
	seat := v.Seat()
	own := end.Total(seat) - v.Total(seat)
	o.samples++
	o.points += own
	o.lead += v.Players() * own
	for s := range Seat(v.Players()) {
		o.lead -= end.Total(s) - v.Total(s)
	}
	o.tens += end.Tens(seat) - v.Tens(seat)
}

// sample has all workers call draw until there are enough samples or the time is up.
// It returns the sums of what the calls have added, at least of one.
//
// Each sample has a source of its own, which depends on its number and on two numbers
// drawn from the bot's source. So it does not matter who draws which.
func (b *oldSearchBot) sample(oldOutcomes int, draw func(src rand.Source, sums []oldOutcome)) []oldOutcome {
	key, step := b.src.Uint64(), b.src.Uint64()
	var deadline time.Time
	if b.config.Time > 0 {
		deadline = time.Now().Add(b.config.Time)
	}
	work := func(first int) []oldOutcome {
		sums := make([]oldOutcome, oldOutcomes)
		src := new(rand.PCG)
		for i := first; i < b.config.Samples; i += b.config.Workers {
			if i > 0 && i/b.config.Workers%8 == 0 && !deadline.IsZero() && time.Now().After(deadline) {
				break
			}
			src.Seed(key, step+uint64(i))
			draw(src, sums)
		}
		return sums
	}
	if b.config.Workers == 1 {
		return work(0)
	}
	parts := make([][]oldOutcome, b.config.Workers)
	var wg sync.WaitGroup
	for w := range parts {
		wg.Go(func() { parts[w] = work(w) })
	}
	wg.Wait()
	for _, part := range parts[1:] {
		for i, o := range part {
			parts[0][i].plus(o)
		}
	}
	return parts[0]
}

func (o *oldOutcome) plus(p oldOutcome) {
	o.samples += p.samples
	o.points += p.points
	o.lead += p.lead
	o.tens += p.tens
	o.fooled += p.fooled
}

// oldPlayOut plays the round to its end with every seat playing prudently. It also returns
// whom the trick of that number has fooled, the one being played or just finished.
func oldPlayOut(g Game, trick int, src rand.Source) (end Game, fools Seats) {
	var t oldLying
	open := true // the trick is not finished
	for _, c := range g.Trick().All() {
		t.add(c, g.Led())
	}
	for g.Phase() == PlayPhase {
		if open && g.TrickNumber() != trick {
			open, fools = false, g.Fools()
		}
		card, led, number := t.prudent(&g, src), g.Led(), g.TrickNumber()
		next, err := g.Play(card)
		if err != nil {
			return g, fools // cannot happen: the card is legal
		}
		g = next
		if t.add(card, led); g.TrickNumber() != number {
			t = oldLying{}
		}
	}
	if open {
		fools = g.Fools() // It was the last of the round.
	}
	return g, fools
}

// A oldLying is what lies in the trick, as far as it tells what is safe.
type oldLying struct {
	lowest   int  // the value of the lowest card that follows, 0 if there is none
	discards bool // somebody has discarded
}

func (t *oldLying) add(c Card, led Color) {
	switch {
	case c != One && led != NoColor && c.Color() != led:
		t.discards = true
	case t.lowest == 0 || c.Value() < t.lowest:
		t.lowest = c.Value()
	}
}

// prudent returns a card that a player might choose who thinks little but does not
// want to be fooled. With playouts of any legal cards, which would be faster, the
// search takes the others for so careless that it finds no risk too great.
func (t oldLying) prudent(g *Game, src rand.Source) Card {
	may := g.Legal()
	if may.Len() == 1 {
		return may.Lowest()
	}
	led := g.Led()
	if led == NoColor {
		return higher(pick(may, src), pick(may, src))
	}
	follow := may.Of(led)
	switch {
	case t.discards && may.Has(One):
		return One
	case follow.IsEmpty():
		return oldDearest(may)
	case t.discards:
		return pick(may, src)
	}
	safe := follow
	for !safe.IsEmpty() && safe.Lowest().Value() < t.lowest {
		safe = safe.Without(safe.Lowest())
	}
	if safe.IsEmpty() {
		return pick(may, src)
	}
	return pick(safe, src)
}

// oldDearest returns the card of the highest value.
func oldDearest(cards Cards) Card {
	best := One
	for c := Green; c <= Blue; c++ {
		best = higher(best, cards.Of(c).Highest())
	}
	return best
}

func higher(a, b Card) Card {
	if b.Value() > a.Value() {
		return b
	}
	return a
}
