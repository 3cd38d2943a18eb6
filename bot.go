package foppen

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// A Bot plays the cards of one seat in one game. It is given a View, so that it
// cannot know more than a player at that seat, and it is never asked by two
// goroutines at once. A bot that needs chance draws it from a source that it is
// given when it is made: see BotMaker.
//
// A Bot can do more by more methods: bet as a Bettor, be told what happens as an Observer,
// say as a Failer why it cannot answer. One that is an io.Closer is closed once, when its
// game is over or has stopped, whatever stopped it, and is not called after that. All of
// its methods are called by one goroutine at a time: a bot that is still thinking when
// nobody waits for it any more is closed when it returns. AskBot asks, and does no more.
type Bot interface {
	// Choose returns one of v.Legal(), which is never empty when it is called.
	Choose(v View) Card
}

// A Bettor is a Bot that also answers whether it bets that it will go out (R7.1).
// It is asked only in variants with betting; a Bot that is no Bettor never bets.
type Bettor interface {
	// Bet returns true to bet.
	Bet(v View) bool
}

// An Observer is a Bot that is told what its seat sees, from the first deal to the scores
// and the end of the game: what a bot needs that learns from what its choices came to,
// or keeps a View of its own with View.Update.
type Observer interface {
	// Observe gets the events of a move, redacted for the seat of the bot (see Redact), in
	// the order of things at the table. It is called after every move of every seat, the
	// bot's own and deals included, before anybody is asked for the next one. The slice
	// is the bot's to keep.
	Observe(events []Event)
}

// A Failer is a Bot that can be unable to answer, such as one that asks a program
// elsewhere.
type Failer interface {
	// Err returns why the bot cannot answer, nil if it can. It is called after each other
	// method but Close. An error ends the game with a *BotError, whatever the bot has
	// answered: with the BotFault that errors.As finds in the error, else with
	// ErrBotFailed.
	Err() error
}

// A BotMaker makes bots of one kind, a fresh one for each seat of each game, so that
// bots of different games share nothing. ParseBot returns those of this package;
// for bots of your own fill in both fields. The zero value makes no bot.
type BotMaker struct {
	// Name is what records and reports call the bot, such as "greedy": UTF-8 of at most
	// MaxNameLen bytes.
	Name string
	// New returns a new bot. The source is the bot's alone: what it draws changes
	// neither the deals nor what other bots draw.
	New func(src rand.Source) Bot
}

// BotNames returns the names that ParseBot accepts, the weakest bot first, in a new
// slice. "search" can be followed by a colon and a number of samples or a time.
func BotNames() []string { return []string{"random", "greedy", "search"} }

// ParseBot returns the maker of the bot of that name: "random" (NewRandomBot), "greedy"
// (NewGreedyBot), "search" (a SearchBot with 200 samples a move) or "search:" and either a
// number of samples from 1 to 1,000,000, such as "search:50", or a time for each move as
// time.ParseDuration reads it, such as "search:20ms". By time the moves depend on the
// machine. It refuses other names with a *ParseError. The maker's Name is the text given.
func ParseBot(name string) (BotMaker, error) {
	switch name {
	case "random":
		return BotMaker{name, NewRandomBot}, nil
	case "greedy":
		return BotMaker{name, func(rand.Source) Bot { return NewGreedyBot() }}, nil
	case "search":
		return BotMaker{name, SearchConfig{}.newBot}, nil
	}
	if budget, ok := strings.CutPrefix(name, "search:"); ok {
		if n := scanSamples(budget); n != 0 {
			return BotMaker{name, SearchConfig{Samples: n}.newBot}, nil
		}
		if d, err := time.ParseDuration(budget); err == nil && d > 0 && budget[0] != '+' {
			return BotMaker{name, SearchConfig{Time: d}.newBot}, nil
		}
	}
	return BotMaker{}, &ParseError{
		What: "bot", Input: name,
		Want: "one of " + strings.Join(BotNames(), ", ") + ", or search:N with 1 to " + itoa(maxSamples) + " samples or a time as in search:20ms",
	}
}

// scanSamples reads a number of samples written without sign and leading zeros; 0
// says that it is none.
func scanSamples(digits string) int {
	n := 0
	for i := range len(digits) {
		d := digits[i] - '0'
		if d > 9 || i == 0 && d == 0 {
			return 0
		}
		if n = 10*n + int(d); n > maxSamples {
			return 0
		}
	}
	return n
}

// randomBot plays by chance alone.
type randomBot struct{ src rand.Source }

// NewRandomBot returns a bot that plays each legal card with equal chance and bets every
// other time. It is the weakest of the reference bots and costs next to nothing: what
// any other must beat. A nil source is a fresh one that nobody can foresee.
func NewRandomBot(src rand.Source) Bot { return randomBot{freshSource(src)} }

// Bet tosses a coin.
func (b randomBot) Bet(View) bool { return coin(b.src) }

func coin(src rand.Source) bool { return src.Uint64()>>63 == 1 }

// Choose returns any legal card.
func (b randomBot) Choose(v View) Card {
	may := v.Legal()
	n := may.Len()
	if n <= 1 {
		return may.Lowest()
	}
	return may.At(int(below(b.src, uint64(n))))
}

// AskBot asks the bot for its move when the seat of the view is to bet or to play,
// and checks the answer. It is for apps that run a game of their own; PlayGame and
// Simulate do it for whole games. What the bot does wrong comes back as a *BotError
// without a record; a view whose seat is not to act is refused with a *MoveError,
// and the bot is not asked. AskBot asks in the goroutine that calls it and waits as long
// as the bot thinks: ask a bot that you do not trust in a goroutine of its own.
func AskBot(bot Bot, v View) (Move, error) {
	if v.seat == NoSeat || v.Turn() != v.seat {
		return nil, v.Check(Play{v.seat, NoCard})
	}
	a := answer{fault: ErrBotMissing}
	if bot != nil {
		a = ask(context.Background(), bot, v)
	}
	if v.phase == PlayPhase {
		a.check(v.Check(Play{v.seat, a.card}))
	}
	switch {
	case a.fault != BotFine:
		return nil, askFault(v, a)
	case v.phase == BetPhase:
		return Bet{v.seat, a.bet}, nil
	}
	return Play{v.seat, a.card}, nil
}

// askFault returns the error of what a bot has done that was asked by a view.
func askFault(v View, a answer) *BotError {
	m := match{start: Game{public: v.public}}
	e := m.fault(v.seat, a)
	e.asked = true
	return e
}

// An answer is what a bot says when it is asked, or its maker, or why they say nothing.
type answer struct {
	bot    Bot
	card   Card
	bet    bool
	fault  BotFault
	detail string
	stack  string
	err    error
}

// A stoppable is a bot that ends its search when the channel is closed, for the answer
// is not needed any more. A bot is told so before it is asked.
type stoppable interface{ stopOn(done <-chan struct{}) }

// ask asks a bot for a card or a bet and recovers its panics.
func ask(ctx context.Context, bot Bot, v View) (a answer) {
	defer a.recover()
	if s, ok := bot.(stoppable); ok && ctx.Done() != nil {
		s.stopOn(ctx.Done())
		defer s.stopOn(nil)
	}
	if v.phase == BetPhase {
		if b, ok := bot.(Bettor); ok {
			a.bet = b.Bet(v)
		}
	} else {
		a.card = bot.Choose(v)
	}
	a.fail(failure(bot))
	return a
}

// call calls a method of a bot that gives no answer.
func call(method func() error) (a answer) {
	defer a.recover()
	a.fail(method())
	return a
}

// failure returns why a bot cannot answer.
func failure(bot Bot) error {
	if f, ok := bot.(Failer); ok {
		return f.Err()
	}
	return nil
}

// fail takes note of why a bot cannot answer.
func (a *answer) fail(err error) {
	if err == nil {
		return
	}
	a.fault, a.err = ErrBotFailed, err
	if fault, ok := errors.AsType[BotFault](err); ok && fault != BotFine && fault <= ErrBotFailed {
		a.fault = fault
	}
	a.detail = oneLine(strings.TrimPrefix(err.Error(), a.fault.Error()+": "))
}

// oneLine returns a text of no great length without control characters.
func oneLine(text string) string {
	const most = 300
	if len(text) > most {
		text = text[:most] + "..."
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// recover turns a panic of a bot into an answer. It is deferred.
func (a *answer) recover() {
	if r := recover(); r != nil {
		*a = answer{fault: ErrBotPanic, detail: strconv.Quote(short([]byte(fmt.Sprint(r)))), stack: string(debug.Stack())}
	}
}

// check takes note of why a card chosen is refused.
func (a *answer) check(err error) {
	switch {
	case err == nil || a.fault != BotFine:
	case a.card == NoCard:
		a.fault = ErrBotSilent
	default:
		a.fault, a.err = ErrBotIllegal, err
		if e, ok := err.(*MoveError); ok {
			public := *e // The text of a BotError tells nothing of the bot's hand.
			public.Legal, public.Want = Cards{}, ""
			err = &public
		}
		a.detail = strings.TrimPrefix(err.Error(), "foppen: ")
	}
}
