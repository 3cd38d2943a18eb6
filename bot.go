package foppen

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// A Bot plays the cards of one seat in one game. It is given a View, so that it
// cannot know more than a player at that seat, and it is never asked by two
// goroutines at once. A bot that needs chance draws it from a source that it is
// given when it is made: see BotMaker.
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
// slice. "search" can be followed by a colon and a number of samples.
func BotNames() []string { return []string{"random", "greedy", "search"} }

// ParseBot returns the maker of the bot of that name: "random" (NewRandomBot), "greedy"
// (NewGreedyBot), "search" (a SearchBot with 200 samples a move) or "search:"
// and a number of samples from 1 to 1,000,000, such as "search:50". It refuses
// other names with a *ParseError. The maker's Name is the text given.
func ParseBot(name string) (BotMaker, error) {
	switch name {
	case "random":
		return BotMaker{name, NewRandomBot}, nil
	case "greedy":
		return BotMaker{name, func(rand.Source) Bot { return NewGreedyBot() }}, nil
	case "search":
		return BotMaker{name, SearchConfig{}.newBot}, nil
	}
	if digits, ok := strings.CutPrefix(name, "search:"); ok {
		if n := scanSamples(digits); n != 0 {
			return BotMaker{name, SearchConfig{Samples: n}.newBot}, nil
		}
	}
	return BotMaker{}, &ParseError{
		What: "bot", Input: name, Want: "one of " + strings.Join(BotNames(), ", ") + ", or search:N with 1 to " + itoa(maxSamples) + " samples",
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

// SeedSource returns the random source from which the bot of the seat draws in the
// game of that number of a seed, for NoSeat the source of the game's deals. The sources
// of all seeds, games and seats are independent of each other, so that the deals depend
// on seed and number alone, and no bot can compute the deals from its own source. A bot
// that can guess the seed can, though: play with bots that you do not trust by a seed of
// 64 random bits, and keep it to yourself.
//
// The source is a PCG whose two words of state are the first 16 bytes of the SHA-256 of
// seed, number and seat, each in 8 bytes, all big-endian and NoSeat as -1. Numbers that
// are no seat have sources too. This will not change: the same three arguments give the
// same numbers in every version.
func SeedSource(seed, number uint64, seat Seat) rand.Source {
	s := newStream(seed, number, seat)
	return &s
}

// A stream hides the PCG in it, whose state everybody could read.
type stream struct{ pcg rand.PCG }

func newStream(seed, number uint64, seat Seat) (s stream) {
	var key [24]byte
	binary.BigEndian.PutUint64(key[0:], seed)
	binary.BigEndian.PutUint64(key[8:], number)
	binary.BigEndian.PutUint64(key[16:], uint64(seat))
	sum := sha256.Sum256(key[:])
	s.pcg.Seed(binary.BigEndian.Uint64(sum[0:]), binary.BigEndian.Uint64(sum[8:]))
	return s
}

// Uint64 returns the next number of the stream.
func (s *stream) Uint64() uint64 { return s.pcg.Uint64() }

// A Match is a game to be played by bots. Its fields say everything that decides the
// game: playing it again gives the same moves, if its bots keep to their sources.
type Match struct {
	// Start is where the bots begin: a game that New has returned, or any later
	// position, which they then finish.
	Start Game
	// Bots makes the bots by seat, one for each player; unlike that of a SimConfig it has
	// no default.
	Bots []BotMaker
	// Seed and Number say which random sources there are: see SeedSource.
	Seed, Number uint64
	// MoveLimit is how long a bot may think about one move, by the system's clock.
	// 0 or less is no limit, and then no clock is looked at. A bot that is too slow goes on
	// thinking in a goroutine of its own until it returns, but is not asked again.
	// Without a limit a bot is asked in the goroutine that plays the match, which it
	// can end, as t.FailNow does.
	MoveLimit time.Duration
}

// Record plays the match to the end of the game and returns the record of all its moves,
// with the names of the makers. It stops with a *BotError when a bot does what no player
// may do, and with the context's error when the context is done, which it looks at before
// every move; the record then ends before that move. A record begins before the first
// deal: from a Start that is past it only Play goes on, and Record fails with an
// *ArgError.
func (m Match) Record(ctx context.Context) (Record, error) {
	d, err := m.recorder()
	if err != nil {
		return Record{}, err
	}
	err = d.run(ctx)
	return d.played(), err
}

// Play plays the same game as Record, but keeps no record of the moves, so that it is
// faster and can begin at any position: it returns the game as it stands at the end, or
// before the move at which it stopped with the errors of Record.
func (m Match) Play(ctx context.Context) (Game, error) {
	d, err := m.driver()
	if err != nil {
		return m.Start, err
	}
	err = d.run(ctx)
	return d.game, err
}

// A BotFault says what a bot has done wrong. The faults are constants and errors, so
// that errors.Is(err, ErrBotPanic) works on a *BotError. The zero value is no fault.
type BotFault uint8

// The faults of bots.
const (
	BotFine        BotFault = iota // BotFine is the zero BotFault.
	ErrBotMissing                  // ErrBotMissing: there is no bot for the seat, or a bot for no seat.
	ErrBotIllegal                  // ErrBotIllegal: the bot chose a card that it may not play.
	ErrBotSilent                   // ErrBotSilent: the bot chose no card, or ended its goroutine.
	ErrBotPanic                    // ErrBotPanic: the bot panicked.
	ErrBotSlow                     // ErrBotSlow: the bot took longer than it may for one move.
	ErrBotUnsteady                 // ErrBotUnsteady: the same game and source gave other moves (CheckBot).
	ErrBotShares                   // ErrBotShares: games played side by side changed each other (CheckBot).
)

const botFaultWords = "fine missing illegal silent panic slow unsteady shares"

// Error returns a short sentence without details, such as "chose a card that may
// not be played".
func (f BotFault) Error() string {
	switch f {
	case BotFine:
		return "nothing wrong"
	case ErrBotMissing:
		return "no bot for the seat"
	case ErrBotIllegal:
		return "chose a card that may not be played"
	case ErrBotSilent:
		return "chose no card"
	case ErrBotPanic:
		return "panicked"
	case ErrBotSlow:
		return "took too long"
	case ErrBotUnsteady:
		return "played the same game with the same source in another way"
	case ErrBotShares:
		return "plays in another way when it plays another game too"
	}
	return enumString("BotFault", botFaultWords, f)
}

// MarshalText returns the fault as a word, such as "illegal"; it fails for other values.
func (f BotFault) MarshalText() ([]byte, error) { return enumMarshal("bot fault", botFaultWords, f) }

// UnmarshalText accepts exactly the words that MarshalText writes.
func (f *BotFault) UnmarshalText(text []byte) error {
	return enumUnmarshal("bot fault", botFaultWords, text, f)
}

// A BotError says which bot has done what wrong and in which game. errors.Is finds
// its Fault, and errors.As the *MoveError of an illegal card.
//
// Do not send it to players: the Record shows all hands, and from Seed and Number, which
// the text names, too, all future deals can be computed. Apart from that the text says
// nothing of hidden cards but what the bot itself says in a panic.
type BotError struct {
	Fault   BotFault // Fault is what the bot did.
	Seat    Seat     // Seat is where it sat.
	Bot     string   // Bot is the name of its maker, "" where it is not known.
	Variant Variant  // Variant is the rules of the game.
	Players int      // Players is the number of players.
	Seed    uint64   // Seed is the Match's; 0 from AskBot, which knows no seed.
	Number  uint64   // Number is the Match's number of the game; 0 from AskBot.
	Detail  string   // Detail says more, such as what a panic said; it may be empty.
	Stack   string   // Stack is where a panic came from, as the runtime prints it.
	Record  Record   // Record is the game up to the fault; the zero Record if none was kept: see Match.Play.

	err   error // err is the *MoveError of an illegal card
	asked bool  // asked says that it comes from AskBot, whose game has no seed and no number
}

// Error returns one line that says who did what in which game: with the seed and the
// number, unless it comes from AskBot.
func (e *BotError) Error() string {
	var b strings.Builder
	b.WriteString("foppen: bot ")
	if e.Bot != "" {
		b.WriteString(strconv.Quote(e.Bot) + " ")
	}
	b.WriteString("at seat " + e.Seat.String() + ": " + e.Fault.Error())
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	fmt.Fprintf(&b, " (%s, %d players", cmp.Or(e.Variant.Name(), "custom variant"), e.Players)
	if !e.asked {
		fmt.Fprintf(&b, ", seed %d, game %d", e.Seed, e.Number)
	}
	return b.String() + ")"
}

// Unwrap returns the Fault and, for an illegal card, the *MoveError.
func (e *BotError) Unwrap() []error {
	if e.err == nil {
		return []error{e.Fault}
	}
	return []error{e.Fault, e.err}
}

// AskBot asks the bot for its move when the seat of the view is to bet or to play,
// and checks the answer. It is for apps that run a game of their own; Match and
// Simulate do it for whole games. What the bot does wrong comes back as a *BotError
// without a record; a view whose seat is not to act is refused with a *MoveError,
// and the bot is not asked.
func AskBot(bot Bot, v View) (Move, error) {
	if v.seat == NoSeat || v.Turn() != v.seat {
		return nil, v.Check(Play{v.seat, NoCard})
	}
	a := answer{fault: ErrBotMissing}
	if bot != nil {
		a = ask(bot, v)
	}
	if v.phase == PlayPhase {
		a.check(v.Check(Play{v.seat, a.card}))
	}
	switch {
	case a.fault != BotFine:
		m := Match{Start: Game{public: v.public}}
		e := m.fault(v.seat, a)
		e.asked = true
		return nil, e
	case v.phase == BetPhase:
		return Bet{v.seat, a.bet}, nil
	}
	return Play{v.seat, a.card}, nil
}

// An answer is what a bot says when it is asked, or why it says nothing.
type answer struct {
	card   Card
	bet    bool
	fault  BotFault
	detail string
	stack  string
	err    error
}

// ask asks a bot for a card or a bet and recovers its panics.
func ask(bot Bot, v View) (a answer) {
	defer a.recover()
	if v.phase == BetPhase {
		if b, ok := bot.(Bettor); ok {
			a.bet = b.Bet(v)
		}
		return a
	}
	a.card = bot.Choose(v)
	return a
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

// A driver plays one match move by move. It is what matches, tournaments, checks and
// simulations have in common.
type driver struct {
	game   Game
	match  *Match
	bots   [MaxPlayers]Bot
	deals  stream
	keep   bool
	record Record // if keep, up to the position before the last deal and with that deal
}

// driver seats the bots.
func (m *Match) driver() (*driver, error) {
	if m.Start.phase == NoPhase {
		return nil, &ArgError{Field: "Start", Problem: "the zero Game, want one made by New"}
	}
	d := &driver{game: m.Start, match: m, deals: newStream(m.Seed, m.Number, NoSeat)}
	if n := m.Start.Players(); len(m.Bots) != n {
		detail := fmt.Sprintf("%d bots for %d players", len(m.Bots), n)
		return nil, m.fault(Seat(min(n, len(m.Bots))), answer{fault: ErrBotMissing, detail: detail})
	}
	for i := range m.Bots {
		if a := d.seat(i); a.fault != BotFine {
			return nil, m.fault(Seat(i), a)
		}
	}
	return d, nil
}

// seat makes the bot of a seat.
func (d *driver) seat(i int) (a answer) {
	defer a.recover()
	if maker := d.match.Bots[i]; maker.New != nil {
		s := newStream(d.match.Seed, d.match.Number, Seat(i))
		d.bots[i] = maker.New(&s)
	}
	if d.bots[i] == nil {
		a.fault = ErrBotMissing
	}
	return a
}

// recorder is a driver that keeps a record.
func (m *Match) recorder() (*driver, error) {
	d, err := m.driver()
	if err != nil {
		return nil, err
	}
	names := make([]string, len(m.Bots))
	for i, maker := range m.Bots {
		names[i] = maker.Name
	}
	d.keep = true
	d.record, err = NewRecord(m.Start, names...)
	return d, err
}

// fault returns the error of what the bot at the seat has done, in a game of the match.
func (m *Match) fault(s Seat, a answer) *BotError {
	e := &BotError{
		Fault: a.fault, Seat: s, Variant: m.Start.Variant(), Players: m.Start.Players(),
		Seed: m.Seed, Number: m.Number, Detail: a.detail, Stack: a.stack, err: a.err,
	}
	if s >= 0 && int(s) < len(m.Bots) {
		e.Bot = m.Bots[s].Name
	}
	return e
}

// exited returns the error of a bot that has ended the goroutine in which it was asked,
// so that it is not known which.
func (m *Match) exited() *BotError {
	return m.fault(NoSeat, answer{fault: ErrBotSilent, detail: "ended the goroutine in which it was asked"})
}

// played returns the record of all moves so far, the zero Record if none is kept.
func (d *driver) played() Record {
	r := d.record
	if d.keep {
		r.now = d.game // The rest of the round follows from its last position.
	}
	return r
}

// over reports whether there is nothing left to do.
func (d *driver) over() bool { return d.game.phase == OverPhase || d.game.phase == NoPhase }

func (d *driver) run(ctx context.Context) error {
	for !d.over() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := d.step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// step makes the next move: a deal, a bet or a card.
func (d *driver) step(ctx context.Context) error {
	if d.game.phase == DealPhase {
		deal := d.game.Shuffle(&d.deals)
		if d.keep {
			d.record = d.played()
			d.record.add(deal) // cannot fail: it is a deal of this game
		}
		d.game.deal(&deal)
		return nil
	}
	s := d.game.turn
	a, err := d.ask(ctx, d.game.View(s))
	switch {
	case err != nil:
		return err
	case a.fault != BotFine:
	case d.game.phase == BetPhase:
		d.game.bet(Bet{s, a.bet})
	default:
		if err := d.game.play(a.card); err != nil {
			a.check(err)
		}
	}
	if a.fault != BotFine {
		e := d.match.fault(s, a)
		e.Record = d.played()
		return e
	}
	return nil
}

// ask asks the bot of the view's seat.
func (d *driver) ask(ctx context.Context, v View) (answer, error) {
	bot := d.bots[v.seat]
	if d.match.MoveLimit > 0 {
		return askInTime(ctx, bot, v, d.match.MoveLimit)
	}
	return ask(bot, v), nil
}

// askInTime asks a bot in a goroutine of its own: nothing can stop a bot that does not
// return, but the game need not wait for it.
func askInTime(ctx context.Context, bot Bot, v View, limit time.Duration) (answer, error) {
	answers := make(chan answer, 1)
	go func() {
		a := answer{fault: ErrBotSilent} // if the bot ends its goroutine
		defer func() { answers <- a }()
		a = ask(bot, v)
	}()
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case a := <-answers:
		return a, nil
	case <-late.C:
		return answer{fault: ErrBotSlow, detail: "more than " + limit.String()}, nil
	case <-ctx.Done():
		return answer{}, ctx.Err()
	}
}
