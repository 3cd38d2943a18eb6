package foppen

import (
	"cmp"
	"math"
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
	// Samples is how many deals are drawn for each choice at most, up to 1,000,000; larger
	// values count as that. 0 or less stands for 200, or with a Time for 1,000,000.
	Samples int
	// Time ends a search early, by the system's clock; 0 or less is no limit, and then
	// no clock is looked at. With a limit the choices depend on the machine.
	Time time.Duration
	// Workers is how many goroutines share a search; 0 or less stands for one, and
	// values above 256 count as that. They change how long it takes and nothing else.
	Workers int
}

// A search drops cards that are far behind: first after so many deals, and then whenever
// half as many more are drawn.
const (
	firstLook = 8
	farErrors = 2 // in standard errors of the difference to the best card
)

func (c SearchConfig) newBot(src rand.Source) Bot { return NewSearchBot(c, src) }

// A SearchBot is a Bot and a Bettor that thinks ahead by chance: information-set Monte
// Carlo search. For each choice it draws deals that agree with all it has seen (Sampler),
// plays every card that it may play on each of them, and has all seats play the round to
// its end by rules of thumb (GreedyPolicy). It chooses the card after which its points of the
// round are on average the farthest above the mean of the other seats' points. All cards
// are tried on the same deals, and a card that is so far behind the best on them that it
// will hardly catch up is tried no longer. It bets when that has won more than it has
// lost on the deals drawn.
//
// It knows a game by what this package exports and by nothing else, so its hand is all it
// knows, and a search like it can be written elsewhere: see
// the example of Playout. The cost of a choice grows with the samples, the cards that may be
// played and the cards left to play. More samples make it stronger.
//
// Without a time limit its choices depend on the views and its source alone. It keeps
// nothing from one choice to the next but the source, from which every call of Choose,
// Estimates or Bet draws new deals: two calls with the same view can disagree. To play
// what was shown, play Estimates(v)[0].Card.
//
// Calls change the source, so goroutines must not share a SearchBot. With several
// Workers it starts and ends goroutines of its own.
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
	Card    Card    // Card is the card.
	Samples int     // Samples is how many deals were drawn.
	Points  float64 // Points is what the seat gets for the round.
	Edge    float64 // Edge is how far that is above the mean of the other seats.
	Tens    float64 // Tens is how often the seat scores a ten (R5.3), from 0 to 1.
	Fooled  float64 // Fooled is how often the trick being played fools the seat (R3.8), from 0 to 1.
}

// Choose returns the card with the best Edge of those that it has not given up, the first
// of equal ones in the order of the hand. It does not search for the only card that may be
// played.
func (b *SearchBot) Choose(v View) Card {
	may := v.Legal()
	if may.Len() <= 1 {
		return may.Lowest()
	}
	return b.ready().search(v, true)[0].card
}

// Estimates returns what the bot expects of each card that it may play, the best
// first, in a new slice, for hints and analysis. Unlike Choose it tries every card on
// all deals. It is empty when the view's seat is not to play.
func (b *SearchBot) Estimates(v View) []Estimate {
	list := []Estimate{}
	for _, o := range b.ready().search(v, false) {
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

// search returns what comes of each of the cards that may be played, the best first;
// with drop, of those that are not far behind.
func (b *SearchBot) search(v View, drop bool) []outcome {
	s := b.begin(v)
	for c := range v.Legal().All() {
		s.add(outcome{card: c})
	}
	if len(s.outcomes) == 0 {
		return nil
	}
	for look := firstLook; s.more(); look += look / 2 {
		if !drop {
			look = b.config.Samples
		}
		s.draw(look, (*trier).tryAll)
		if drop && s.drop() {
			break
		}
	}
	slices.SortStableFunc(s.outcomes, func(x, y outcome) int { return cmp.Compare(y.lead, x.lead) })
	return s.outcomes
}

// Bet reports whether a bet has won more than it has lost on the deals drawn, when no
// other seat bets.
func (b *SearchBot) Bet(v View) bool {
	if v.Phase() != BetPhase || v.Turn() != v.Seat() || v.Seat() == NoSeat {
		return false
	}
	s := b.ready().begin(v)
	s.add(outcome{})
	s.draw(s.bot.config.Samples, (*trier).tryBet)
	return s.outcomes[0].points > 0
}

// A search is what one search has come to.
//
// Each sample has a source of its own, which depends on its number and on two numbers
// drawn from the bot's source. So it does not matter which worker draws which.
type search struct {
	sums
	bot       *SearchBot
	view      View
	rules     Variant
	sampler   Sampler
	key, step uint64
	deadline  time.Time // no time if there is none
	at        int       // how many samples are drawn
	late      bool
}

// Sums are exact sums over the same samples for some outcomes.
type sums struct {
	outcomes []outcome
	products [][]int64 // for each two of them, the products of their leads in a sample
}

func (b *SearchBot) begin(v View) *search {
	s := &search{bot: b, view: v, rules: v.Variant(), key: b.src.Uint64(), step: b.src.Uint64()}
	if b.config.Time > 0 {
		s.deadline = time.Now().Add(b.config.Time)
	}
	s.sampler = v.Sampler()
	return s
}

func (s *sums) add(o outcome) {
	s.outcomes = append(s.outcomes, o)
	s.products = append(s.products, make([]int64, len(s.outcomes)))
}

// more reports whether there are samples to be drawn.
func (s *search) more() bool { return !s.late && s.at < s.bot.config.Samples }

// draw has all workers try samples up to that number, or until the time is up. At least
// one is tried.
func (s *search) draw(upTo int, try func(*trier)) {
	upTo = min(upTo, s.bot.config.Samples)
	workers := make([]*trier, min(s.bot.config.Workers, upTo-s.at))
	var wg sync.WaitGroup
	for i := range workers {
		w := &trier{search: s}
		for _, o := range s.outcomes {
			w.add(outcome{card: o.card})
		}
		workers[i] = w
		if i > 0 {
			wg.Go(func() { w.draw(s.at+i, upTo, len(workers), try) })
		}
	}
	workers[0].draw(s.at, upTo, len(workers), try)
	wg.Wait()
	for _, w := range workers {
		s.plus(&w.sums)
		s.late = s.late || w.late
	}
	s.at = upTo
}

func (s *sums) plus(t *sums) {
	for i, o := range t.outcomes {
		sum := &s.outcomes[i]
		sum.samples += o.samples
		sum.points += o.points
		sum.lead += o.lead
		sum.tens += o.tens
		sum.fooled += o.fooled
		for j, product := range t.products[i] {
			s.products[i][j] += product
		}
	}
}

// drop gives up the cards that are so far behind the best that chance alone hardly
// explains it. It reports whether one card is left.
func (s *search) drop() bool {
	best := 0
	for i, o := range s.outcomes {
		if o.lead > s.outcomes[best].lead {
			best = i
		}
	}
	var kept sums
	var from []int
	for i, o := range s.outcomes {
		if s.farBehind(i, best) {
			continue
		}
		from = append(from, i)
		kept.add(o)
		for j, f := range from {
			kept.products[len(from)-1][j] = s.products[i][f]
		}
	}
	s.sums = kept
	return len(kept.outcomes) == 1
}

// farBehind reports whether the mean of the differences between two leads is more than
// farErrors times its standard error.
func (s *search) farBehind(i, best int) bool {
	n := float64(s.outcomes[i].samples)
	mean := float64(s.outcomes[best].lead-s.outcomes[i].lead) / n
	squares := s.products[i][i] + s.products[best][best] - 2*s.products[max(i, best)][min(i, best)]
	variance := (float64(squares)/n - mean*mean) / n
	return mean > farErrors*math.Sqrt(max(0, variance)) && mean > 0
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

// A trier tries samples.
type trier struct {
	*search
	sums  // of its samples alone
	late  bool
	src   rand.PCG
	deal  Playout // the sample
	trial Playout
	leads []int // of the sample, by outcome
}

// draw tries every step-th sample from the first up to the last.
func (w *trier) draw(first, last, step int, try func(*trier)) {
	for i := first; i < last; i += step {
		if i > 0 && w.bot.over(w.deadline) {
			w.late = true
			return
		}
		w.src.Seed(w.key, w.search.step+uint64(i))
		try(w)
	}
}

// tryAll plays each of the cards on a deal, and the round to its end.
func (w *trier) tryAll() {
	w.deal.Sample(w.sampler, &w.src)
	w.leads = w.leads[:0]
	for i := range w.sums.outcomes {
		o := &w.sums.outcomes[i]
		w.trial.CopyFrom(&w.deal)
		trick := w.trial.TrickNumber()
		w.trial.Play(o.card)
		for w.trial.TrickNumber() == trick && w.trial.Turn() != NoSeat {
			w.trial.Play(GreedyPolicy(&w.trial, nil))
		}
		if w.trial.Fools().Has(w.view.Seat()) {
			o.fooled++
		}
		w.trial.Finish(GreedyPolicy, &w.src)
		w.leads = append(w.leads, o.add(&w.trial, w.view.Seat(), w.view.Players()))
		for j, lead := range w.leads {
			w.sums.products[i][j] += int64(w.leads[i]) * int64(lead)
		}
	}
}

// add adds what the seat has got by the end of the round, and returns its lead.
func (o *outcome) add(p *Playout, seat Seat, players int) int {
	own := p.Points(seat)
	lead := players * own
	for s := range Seat(players) {
		lead -= p.Points(s)
	}
	o.samples++
	o.points += own
	o.lead += lead
	if p.Hand(seat).IsEmpty() && !p.Fools().Has(seat) {
		o.tens++
	}
	return lead
}

// tryBet plays a deal to its end and finds what a bet would have won.
func (w *trier) tryBet() {
	g := w.sampler.Sample(&w.src)
	for g.Phase() == BetPhase {
		next, _, err := g.Apply(Bet{Seat: g.Turn()})
		if err != nil {
			return
		}
		g = next
	}
	w.trial.Set(g)
	w.trial.Finish(GreedyPolicy, &w.src)
	left := make([]Cards, w.view.Players())
	for s := range left {
		left[s] = w.trial.Hand(Seat(s))
	}
	with := w.rules.ScoreRound(left, w.trial.Fools(), Seats(0).With(w.view.Seat()))
	own := with[w.view.Seat()]
	won := own.Points - own.Base
	w.sums.outcomes[0].samples++
	w.sums.outcomes[0].points += won
	w.sums.products[0][0] += int64(won) * int64(won)
}
