package foppen

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// defaultSamples is how many deals a SearchBot draws for a choice if it is not told
// otherwise, maxSamples how many at most.
const (
	defaultSamples = 200
	maxSamples     = 1_000_000
)

// A SearchConfig says how long a SearchBot thinks. The zero value is 200 deals for each
// choice, by one goroutine.
type SearchConfig struct {
	// Samples is how many deals are drawn for each choice; more than 1,000,000 stand for
	// that. 0 or less stands for 200, or with a Time for 1,000,000.
	Samples int
	// Time ends a search early, by the system's clock; 0 or less is no limit, and then
	// no clock is looked at. With a limit the choices depend on the machine.
	Time time.Duration
	// Workers is how many goroutines share a search; 0 or less stands for one, more than
	// 256 for that. They change how long it takes and nothing else.
	Workers int
}

const (
	// perLook is how many deals are drawn between two looks at the clock.
	perLook = 8
)

func (c SearchConfig) newBot(src rand.Source) Bot { return NewSearchBot(c, src) }

// A SearchBot is a Bot and a Bettor that thinks ahead by chance: information-set Monte
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
// Calls change the source, so goroutines must not share a SearchBot. Its Workers are its
// own business.
//
// The zero SearchBot searches as the zero SearchConfig says, with a fresh source for
// each choice.
type SearchBot struct {
	config SearchConfig
	src    rand.Source
	done   <-chan struct{} // closed when nobody wants the answer any more
}

// NewSearchBot returns a bot that searches as the config says; no config is refused. A nil
// source is a fresh one that nobody can foresee.
func NewSearchBot(c SearchConfig, src rand.Source) *SearchBot {
	c.Workers = min(max(c.Workers, 1), maxWorkers)
	switch {
	case c.Samples > 0:
		c.Samples = min(c.Samples, maxSamples)
	case c.Time > 0:
		c.Samples = maxSamples
	default:
		c.Samples = defaultSamples
	}
	return &SearchBot{config: c, src: freshSource(src)}
}

// An Estimate is what a SearchBot expects if it plays a card: means over the deals
// that it has drawn. The zero value is that of no card.
type Estimate struct {
	Card    Card    `json:"card"`    // Card is the card.
	Samples int     `json:"samples"` // Samples is how many deals were drawn.
	Points  float64 `json:"points"`  // Points is what the seat gets for the round.
	Edge    float64 `json:"edge"`    // Edge is how far that is above the mean of the other seats.
	Tens    float64 `json:"tens"`    // Tens is how often the seat scores a ten (R5.3), from 0 to 1.
	Fooled  float64 `json:"fooled"`  // Fooled is how often the trick being played fools the seat (R3.8), from 0 to 1.
}

// Choose returns the card with the best Edge, the first of equal ones in the order of
// the hand. It does not search for the only card that may be played.
func (b *SearchBot) Choose(v View) Card {
	may := v.Legal()
	if may.Len() <= 1 {
		return may.Lowest()
	}
	return b.ready().search(&v, may)[0].card
}

// Estimates returns what the bot expects of each card that it may play, the best
// first, in a new slice; it is what Choose chooses by, for hints and analysis. It is
// empty when the view's seat is not to play.
func (b *SearchBot) Estimates(v View) []Estimate {
	list := []Estimate{}
	for _, o := range b.ready().search(&v, v.Legal()) {
		n := float64(o.samples)
		list = append(list, Estimate{
			Card: o.card, Samples: o.samples, Tens: float64(o.tens) / n, Fooled: float64(o.fooled) / n,
			Points: float64(o.points) / n, Edge: float64(o.lead) / float64(o.samples*(v.Players()-1)),
		})
	}
	return list
}

// ready returns the bot, or a new one for a SearchBot that NewSearchBot has not made.
func (b *SearchBot) ready() *SearchBot {
	if b != nil && b.src != nil {
		return b
	}
	fresh := NewSearchBot(SearchConfig{}, nil)
	if b != nil {
		fresh.done = b.done
	}
	return fresh
}

// An outcome is the exact sums over the deals drawn, for one card.
type outcome struct {
	card    Card
	samples int
	points  int // own points
	lead    int // own points less those of each other seat
	tens    int
	fooled  int // by the trick being played
}

// search returns what comes of each of the cards, the best first.
func (b *SearchBot) search(v *View, may Cards) []outcome {
	if may.IsEmpty() {
		return nil
	}
	sums := b.sample(may.Len(), func(src rand.Source, sums []outcome) {
		g := v.Sample(src)
		i := 0
		for c := range may.All() {
			sums[i].card = c
			if next, err := g.Play(c); err == nil {
				end, fools := playOut(next, g.TrickNumber(), src)
				sums[i].add(v, end)
				if fools.Has(v.Seat()) {
					sums[i].fooled++
				}
			}
			i++
		}
	})
	slices.SortStableFunc(sums, func(x, y outcome) int { return cmp.Compare(y.lead, x.lead) })
	return sums
}

// add adds what the seat of the view has got by the end of the round.
func (o *outcome) add(v *View, end Game) {
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

// Bet reports whether a bet has won more than it has lost on the deals drawn, when no
// other seat bets.
func (b *SearchBot) Bet(v View) bool {
	if v.Phase() != BetPhase || v.Turn() != v.Seat() || v.Seat() == NoSeat {
		return false
	}
	rules := v.Variant()
	sums := b.ready().sample(1, func(src rand.Source, sums []outcome) {
		g := v.Sample(src)
		for g.Phase() == BetPhase {
			next, _, err := g.Apply(Bet{Seat: g.Turn()})
			if err != nil {
				return
			}
			g = next
		}
		end, _ := playOut(g, g.TrickNumber(), src)
		left := make([]Cards, v.Players())
		for s := range left {
			left[s] = end.Hand(Seat(s))
		}
		with := rules.ScoreRound(left, end.Fools(), Seats(0).With(v.Seat()))
		sums[0].points += with[v.Seat()].Points - end.Scores()[v.Seat()].Points
	})
	return sums[0].points > 0
}

// sample has all workers call draw until there are enough samples or the time is up.
// It returns the sums of what the calls have added, at least of one.
//
// Each sample has a source of its own, which depends on its number and on two numbers
// drawn from the bot's source. So it does not matter who draws which.
func (b *SearchBot) sample(outcomes int, draw func(src rand.Source, sums []outcome)) []outcome {
	key, step := b.src.Uint64(), b.src.Uint64()
	var deadline time.Time
	if b.config.Time > 0 {
		deadline = time.Now().Add(b.config.Time)
	}
	work := func(first int) []outcome {
		sums := make([]outcome, outcomes)
		src := new(rand.PCG)
		for i := first; i < b.config.Samples; i += b.config.Workers {
			if i > 0 && i/b.config.Workers%perLook == 0 && b.over(deadline) {
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
	parts := make([][]outcome, b.config.Workers)
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

// stopOn makes searches end when the channel is closed.
func (b *SearchBot) stopOn(done <-chan struct{}) {
	if b != nil {
		b.done = done
	}
}

// over reports whether a search is to end, by the deadline if there is one.
func (b *SearchBot) over(deadline time.Time) bool {
	select {
	case <-b.done:
		return true
	default:
		return !deadline.IsZero() && time.Now().After(deadline)
	}
}

func (o *outcome) plus(p outcome) {
	o.samples += p.samples
	o.points += p.points
	o.lead += p.lead
	o.tens += p.tens
	o.fooled += p.fooled
}

// playOut plays the round to its end with every seat playing prudently. It also returns
// whom the trick of that number has fooled, the one being played or just finished.
func playOut(g Game, trick int, src rand.Source) (end Game, fools Seats) {
	var t lying
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
			t = lying{}
		}
	}
	if open {
		fools = g.Fools() // It was the last of the round.
	}
	return g, fools
}

// A lying is what lies in the trick, as far as it tells what is safe.
type lying struct {
	lowest   int  // the value of the lowest card that follows, 0 if there is none
	discards bool // somebody has discarded
}

func (t *lying) add(c Card, led Color) {
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
func (t lying) prudent(g *Game, src rand.Source) Card {
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
		return dearest(may)
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

func higher(a, b Card) Card {
	if b.Value() > a.Value() {
		return b
	}
	return a
}

// dearest returns the card of the highest value.
func dearest(cards Cards) Card {
	best := One
	for c := Green; c <= Blue; c++ {
		best = higher(best, cards.Of(c).Highest())
	}
	return best
}
