package foppen

import (
	"cmp"
	"context"
	"iter"
	"math"
	"math/big"
	"runtime"
	"slices"
)

// An AnalyzeConfig says how Analyze looks at a game. The zero value has the bot "search" look
// at all choices.
type AnalyzeConfig struct {
	// Bot makes the bot that judges, a *SearchBot; the zero BotMaker stands for "search".
	Bot BotMaker
	// Seats are those whose choices are judged; none stands for all.
	Seats Seats
	// Round is the round whose choices are judged, from 1; 0 stands for all rounds.
	Round int
	// Seed is what all chance comes from, together with the number of a move.
	Seed uint64
	// Workers is how many choices are judged at the same time, 256 at most; 0 stands for
	// GOMAXPROCS.
	Workers int
	// OnProgress, if not nil, is called now and then with the number of choices that are
	// judged and that are to be judged.
	OnProgress func(done, choices int)
}

// An Analysis says what the choices of a game have cost: see Analyze. The zero value is that of
// no choices.
type Analysis struct {
	Choices []Choice       // Choices holds all choices, the worst first.
	Seats   []SeatAnalysis // Seats holds an element for each seat that has chosen, in order.
}

// A Choice is a card or a bet that a seat has chosen where it had a choice. The zero value
// is nobody's.
type Choice struct {
	Number int  // Number is the number of the move in the record, from 1.
	Round  int  // Round is the number of the round, from 1.
	Trick  int  // Trick is the number of the trick in the round, from 1; 0 for a bet.
	Made   Move // Made is what the seat did, a Play or a Bet.
	Best   Move // Best is what the bot would have done.
	// Cost is how many points of the round ahead of the mean of the other seats Best brings
	// more than Made, for a bet how many points; 0 where they are the same. It is below 0 where
	// Made has done better.
	Cost Mean
}

// Seat returns who chose, NoSeat for the zero Choice.
func (c Choice) Seat() Seat {
	switch m := c.Made.(type) {
	case Play:
		return m.Seat
	case Bet:
		return m.Seat
	}
	return NoSeat
}

// A SeatAnalysis sums up the choices of a seat. The zero value is that of a seat that had
// no choice.
type SeatAnalysis struct {
	Seat     Seat    // Seat is who chose.
	Choices  int     // Choices is how many choices it had.
	Best     int     // Best is how often it did what the bot would have done.
	Errors   int     // Errors is how often that was surely better: all of the interval of Cost is above 0.
	Accuracy float64 // Accuracy is the share of Best, from 0 to 1.
	Cost     Mean    // Cost is the sum of what the choices cost.
}

// Analyze judges the choices of a recorded game, which need not be over: each bet, and each card where
// the seat could have played another one. The bot is asked what it would do. Where
// that differs, both are compared on deals that it draws anew, the same for both. So a
// cost is not too large for being the best of many estimates, and the costs of a seat can be
// added up. Intervals are of 95 % and say how much chance of the draw is in a cost; they do not
// say how well the bot plays a round to its end.
//
// All comes from what the seat could know when it chose (View), never from the true hands of
// others: a choice is not bad for having bad luck. The analysis of a choice depends on the
// view, on Bot, on Seed and on the number of the move alone, so it is the same for any number of
// workers, unless the bot has a time limit.
//
// When the context is done, Analyze stops with its error; the result then has the choices
// before the first that is not judged. A config that cannot be is refused with an
// *ArgError.
func Analyze(ctx context.Context, r Record, c AnalyzeConfig) (Analysis, error) {
	a := analyst{AnalyzeConfig: c, record: r}
	if err := a.settle(); err != nil {
		return Analysis{}, err
	}
	if err := await(ctx, errNoSearch, a.try); err != nil {
		return Analysis{}, err
	}
	if a.findChoices(); len(a.choices) == 0 {
		return a.analysis(), nil
	}
	p := pool[Choice]{
		games: len(a.choices), size: 1, workers: min(a.Workers, len(a.choices)),
		empty:  func() *Choice { return &Choice{} },
		clear:  func(c *Choice) { *c = Choice{} },
		worker: func() func(context.Context, uint64, *Choice) error { return a.judge },
		add:    a.add,
		exited: func(uint64) error { return errNoSearch() },
	}
	err := p.run(ctx)
	return a.analysis(), err
}

// An analyst is an analysis being made.
type analyst struct {
	AnalyzeConfig
	record  Record
	choices []madeMove
	done    []Choice
}

// A madeMove is a move to be judged, and its number.
type madeMove struct {
	number int
	move   Move
}

func (a *analyst) settle() error {
	if a.Bot.New == nil && a.Bot.Name == "" {
		a.Bot = Must(ParseBot("search"))
	}
	switch {
	case a.Workers < 0:
		return &ArgError{Field: "Workers", Problem: itoa(a.Workers) + " workers, want 0 or more"}
	case a.Round < 0:
		return &ArgError{Field: "Round", Problem: "is " + itoa(a.Round) + ", want 0 or more"}
	}
	a.Workers = min(cmp.Or(a.Workers, runtime.GOMAXPROCS(0)), maxWorkers)
	return nil
}

// findChoices finds the choices that are to be judged.
func (a *analyst) findChoices() {
	next, stop := iter.Pull2(a.record.All())
	defer stop()
	before, number := a.record.At(0), 0
	for m := range a.record.Moves() {
		number++
		had := before.Phase() == BetPhase || before.Legal().Len() > 1
		if had && (a.Seats == 0 || a.Seats.Has(before.Turn())) && (a.Round == 0 || a.Round == before.Round()) {
			a.choices = append(a.choices, madeMove{number, m})
		}
		before, _, _ = next()
	}
}

func errNoSearch() error {
	return &ArgError{Field: "Bot", Problem: "makes no SearchBot, want one such as that of \"search:200\""}
}

// try finds out whether the maker makes a bot that can judge.
func (a *analyst) try() error {
	if a.bot(0, NoSeat) == nil {
		return errNoSearch()
	}
	return nil
}

// bot returns the bot for the move of that number, nil if its maker does not make one.
func (a *analyst) bot(number int, s Seat) *SearchBot {
	src := newStream(a.Seed, uint64(number), s)
	b, ok := a.Bot.bot(&src).bot.(*SearchBot)
	if ok && (b == nil || b.src == nil) { // not made by NewSearchBot
		b = NewSearchBot(SearchConfig{}, &src)
	}
	return b
}

// judge judges the i-th choice.
func (a *analyst) judge(ctx context.Context, i uint64, c *Choice) error {
	made := a.choices[i]
	g := a.record.At(made.number - 1)
	v := g.View(g.Turn())
	b := a.bot(made.number, v.Seat())
	if b == nil {
		return errNoSearch()
	}
	b.stopOn(ctx.Done())
	*c = Choice{Number: made.number, Round: v.Round(), Made: made.move}
	switch m := made.move.(type) {
	case Play:
		c.judgePlay(b, v, m)
	case Bet:
		c.judgeBet(b, v, m)
	}
	return ctx.Err() // A search that was stopped early does not count.
}

func (c *Choice) judgePlay(b *SearchBot, v View, made Play) {
	c.Trick = v.TrickNumber()
	best := Play{v.Seat(), b.Choose(v)}
	if c.Best = best; best != made {
		c.Cost = b.compare(v, best.Card, made.Card)
	}
}

func (c *Choice) judgeBet(b *SearchBot, v View, made Bet) {
	best := Bet{v.Seat(), b.Bet(v)}
	if c.Best = best; best == made {
		return
	}
	c.Cost = b.compareBet(v)
	if made.Bet {
		c.Cost = Mean{0 - c.Cost.Value, 0 - c.Cost.High, 0 - c.Cost.Low}
	}
}

// compare returns how much more Edge one card has than another, on the same deals.
func (b *SearchBot) compare(v View, card, other Card) Mean {
	s := b.begin(v)
	s.add(outcome{card: card})
	s.add(outcome{card: other})
	s.draw(b.config.Samples, (*trier).tryAll)
	squares := s.products[0][0] + s.products[1][1] - 2*s.products[1][0]
	return meanOf(s.outcomes[0].samples, s.outcomes[0].lead-s.outcomes[1].lead, squares, v.Players()-1)
}

// compareBet returns how many points a bet wins.
func (b *SearchBot) compareBet(v View) Mean {
	s := b.begin(v)
	s.add(outcome{})
	s.draw(b.config.Samples, (*trier).tryBet)
	return meanOf(s.outcomes[0].samples, s.outcomes[0].points, s.products[0][0], 1)
}

// meanOf returns the mean of n numbers, from their sum and that of their squares, divided by
// scale.
func meanOf(n, sum int, squares int64, scale int) Mean {
	count, y := big.NewInt(int64(n)), big.NewInt(int64(sum))
	x := sample{n: count, x: count, y: y, xx: count, xy: y, yy: big.NewInt(squares), scale: scale}
	return x.mean()
}

// add adds the next choice.
func (a *analyst) add(choices int, c *Choice, err error) error {
	if choices == 0 {
		return err
	}
	a.done = append(a.done, *c)
	if a.OnProgress != nil {
		a.OnProgress(len(a.done), len(a.choices))
	}
	return err
}

func (a *analyst) analysis() Analysis {
	r := Analysis{Choices: append([]Choice{}, a.done...), Seats: []SeatAnalysis{}}
	for s := range Seat(MaxPlayers) {
		if sum := sumUp(s, a.done); sum.Choices > 0 {
			r.Seats = append(r.Seats, sum)
		}
	}
	slices.SortStableFunc(r.Choices, func(x, y Choice) int { return cmp.Compare(y.Cost.Value, x.Cost.Value) })
	return r
}

// sumUp sums up the choices of a seat.
func sumUp(s Seat, choices []Choice) SeatAnalysis {
	sum := SeatAnalysis{Seat: s}
	cost, squares := 0.0, 0.0
	for _, c := range choices {
		if c.Seat() != s {
			continue
		}
		sum.Choices++
		if c.Made == c.Best {
			sum.Best++
		}
		if c.Cost.Low > 0 {
			sum.Errors++
		}
		cost += c.Cost.Value
		half := (c.Cost.High - c.Cost.Low) / 2
		squares += float64(half * half) // The conversion has it rounded everywhere.
	}
	if sum.Choices > 0 {
		sum.Accuracy = inMillionths(float64(sum.Best) / float64(sum.Choices))
	}
	half := math.Sqrt(squares) // The draws of different choices are independent.
	sum.Cost = Mean{inMillionths(cost), inMillionths(cost - half), inMillionths(cost + half)}
	return sum
}

// inMillionths rounds to millionths.
func inMillionths(x float64) float64 { return math.Round(float64(x*1e6)) / 1e6 }
