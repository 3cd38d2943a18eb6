package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/foppen-go/foppen"
)

// This file has the bots that are programs: see docs/bot-protocol.md.

const (
	botProtocol = "foppen-bot/1"
	execPrefix  = "exec:"
	// firstLimit is how long a program may take to start and to say so.
	firstLimit = 30 * time.Second
	// maxDropped is how many answers to other questions are dropped before one comes.
	maxDropped = 1000
)

// botFlags is what the flags about bots say.
type botFlags struct {
	list     *string
	moveTime time.Duration
}

// botsFlag declares the flags -bots and -move-time.
func botsFlag(fs *flag.FlagSet, bot, what string) *botFlags {
	b := &botFlags{}
	b.list = fs.String("bots", bot, "`B,...`: "+what+"; one name stands for all. There are "+botsHelp())
	moveTimeFlag(fs, &b.moveTime)
	return b
}

// botsHelp says which bots there are.
func botsHelp() string {
	return andList(foppen.BotNames()) + ", also with a number of samples as in search:50 or a time for each move as in search:20ms, and \"exec:PROGRAM ARG ARG\", a program that speaks foppen-bot/1"
}

func moveTimeFlag(fs *flag.FlagSet, to *time.Duration) {
	*to = 10 * time.Second
	fs.Var(duration{to}, "move-time", "`T`: how long a bot may think about a move, as in 2s or 500ms; a program has longer for its first answer. Bots of this package have no limit unless this is given, nor in \"foppen play\"; beside a program they have its time to start")
}

// moveLimit returns the limit for all bots of a run, 0 for none. Programs keep to a limit of
// their own, and are only not to be cut short when they start.
func moveLimit(fs *flag.FlagSet, moveTime time.Duration, bots ...foppen.BotMaker) time.Duration {
	switch {
	case !given(fs, "move-time"):
		return 0
	case slices.ContainsFunc(bots, func(m foppen.BotMaker) bool { return strings.HasPrefix(m.Name, execPrefix) }):
		return max(firstLimit, moveTime) + firstLimit
	}
	return moveTime
}

// makers returns the bots that the flags name for n seats.
func (b *botFlags) makers(e *env, n int) ([]foppen.BotMaker, error) {
	var makers []foppen.BotMaker
	for name := range strings.SplitSeq(*b.list, ",") {
		maker, err := e.botMaker(name, b.moveTime)
		if err != nil {
			return nil, err
		}
		makers = append(makers, maker)
	}
	switch len(makers) {
	case 1:
		return slices.Repeat(makers, n), nil
	case n:
		return makers, nil
	}
	return nil, usagef("-bots names %d bots, want 1 or %d", len(makers), n)
}

// parseBot returns the bot of that name among those of the package.
func parseBot(name string) (foppen.BotMaker, error) { return foppen.ParseBot(decimals(name)) }

// botMaker returns the maker of the bot of that name, which can be a program.
func (e *env) botMaker(name string, moveTime time.Duration) (foppen.BotMaker, error) {
	if moveTime <= 0 {
		return foppen.BotMaker{}, usagef("-move-time is %v, want more than 0", moveTime)
	}
	command, ok := strings.CutPrefix(name, execPrefix)
	if !ok {
		maker, err := parseBot(name)
		if err != nil {
			return maker, usageError{message(err) + ", or exec:PROGRAM" + textSuggestion(err)}
		}
		return maker, nil
	}
	words := strings.Fields(command)
	if len(words) == 0 || !utf8.ValidString(name) {
		return foppen.BotMaker{}, usagef("%s names no program, want exec:PROGRAM ARG ARG", printable(name))
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return foppen.BotMaker{}, fmt.Errorf("the bot %s cannot be started: %w", printable(name), err)
	}
	words[0] = path
	first := max(firstLimit, moveTime)
	return foppen.BotMaker{Name: shortName(name), New: func(rand.Source) foppen.Bot {
		return &execBot{e: e, words: words, first: first, limit: moveTime}
	}}, nil
}

// shortName returns a name that is no longer than records allow.
func shortName(name string) string {
	if len(name) <= foppen.MaxNameLen {
		return name
	}
	const dots = "..."
	return strings.ToValidUTF8(name[:foppen.MaxNameLen-len(dots)], "") + dots
}

// The messages to a program, each one line.
type (
	startMessage struct {
		Protocol string         `json:"protocol"`
		Variant  foppen.Variant `json:"variant"`
		Players  int            `json:"players"`
		Seat     foppen.Seat    `json:"seat"`
	}
	askMessage struct {
		Ask   string        `json:"ask"`
		ID    int           `json:"id"`
		MS    int64         `json:"ms"`
		View  foppen.View   `json:"view"`
		Legal *foppen.Cards `json:"legal,omitempty"`
	}
	eventsMessage struct {
		Events []foppen.Event `json:"events"`
	}
	endMessage struct {
		End bool `json:"end"`
	}
)

// An execBot is a bot that is a program. The program is started when the bot is told the
// first deal, so that those of all seats start side by side, and hears all else when the
// bot is asked.
type execBot struct {
	e            *env
	words        []string
	first, limit time.Duration

	program *program
	greeted bool
	asked   int           // the id of the last question
	sent    chan struct{} // closed when all before unsent has been sent
	unsent  []byte        // lines that the program has not been sent yet
	early   [][]byte      // lines that it wrote after its answer, in one go with it
	err     error
}

// Observe keeps the events for the program.
func (b *execBot) Observe(events []foppen.Event) {
	b.start()
	b.queue(eventsMessage{events})
}

// Choose asks the program for a card.
func (b *execBot) Choose(v foppen.View) foppen.Card {
	legal := v.Legal()
	a := b.ask(v, "play", &legal)
	if b.err != nil {
		return foppen.NoCard
	}
	var text string
	if err := json.Unmarshal(a["play"], &text); err != nil {
		b.fail(foppen.ErrBotFailed, "answered without a card in \"play\": %s", shown(a))
		return foppen.NoCard
	}
	card, err := foppen.ParseCard(text)
	if err != nil {
		b.fail(foppen.ErrBotIllegal, "%s is no card", printable(text))
		return foppen.NoCard
	}
	if bad, ok := v.Check(foppen.Play{Seat: v.Seat(), Card: card}).(*foppen.MoveError); ok {
		bad.Legal, bad.Want = foppen.Cards{}, "" // The text tells nothing of the hand.
		b.fail(foppen.ErrBotIllegal, "%s", message(bad))
	}
	return card
}

// Bet asks the program whether it bets.
func (b *execBot) Bet(v foppen.View) (bet bool) {
	a := b.ask(v, "bet", nil)
	if b.err == nil && (string(a["bet"]) != "true" && string(a["bet"]) != "false") {
		b.fail(foppen.ErrBotFailed, "answered without true or false in \"bet\": %s", shown(a))
	}
	return b.err == nil && string(a["bet"]) == "true"
}

// Err returns why the program does not answer.
func (b *execBot) Err() error { return b.err }

// Close tells the program that the game is over, and waits until it has ended.
func (b *execBot) Close() error {
	if b.program != nil && b.err == nil {
		b.queue(endMessage{true})
		b.send()
		select {
		case <-b.sent:
		case <-time.After(farewell):
		case <-b.e.ctx.Done():
		}
	}
	b.end(farewell)
	return nil
}

// end ends the program, if there is one.
func (b *execBot) end(grace time.Duration) {
	if b.program != nil {
		b.program.end(grace)
	}
}

// A programError says what a program did wrong, and has the end of what it said on its
// standard error.
type programError struct {
	fault foppen.BotFault
	text  string
	said  []string
}

func (e *programError) Error() string { return e.fault.Error() + ": " + e.text }
func (e *programError) Unwrap() error { return e.fault }

// fail ends the program and takes note of what it did wrong.
func (b *execBot) fail(fault foppen.BotFault, format string, args ...any) {
	if b.err != nil {
		return
	}
	e := &programError{fault: fault, text: fmt.Sprintf(format, args...)}
	b.err = e
	if b.program != nil {
		b.end(0)
		e.said = b.program.said.lines()
	}
}

// explain writes what the program said that has ended a game, and the record of the game:
// a program need not do the same thing again.
func explain(w io.Writer, err error) {
	bad, ok := errors.AsType[*foppen.BotError](err)
	if !ok || !say(bad, func(line string) { fmt.Fprintln(w, line) }) {
		return
	}
	if text, err := bad.Record.MarshalJSON(); err == nil {
		fmt.Fprintf(w, "the record of the game: %s\n", text)
	}
}

// say shows what a program at fault said, line by line with its seat. It reports whether
// the bot was a program.
func say(bad *foppen.BotError, show func(line string)) bool {
	e, ok := errors.AsType[*programError](bad)
	if ok {
		for _, line := range e.said {
			show("seat " + bad.Seat.String() + ": " + line)
		}
	}
	return ok
}

// start starts the program if that has not been tried yet.
func (b *execBot) start() {
	if b.program != nil || b.err != nil {
		return
	}
	program, err := b.e.programs.start(b.words)
	if err != nil {
		b.fail(foppen.ErrBotFailed, "cannot be started: %v", err)
		return
	}
	b.program = program
}

// queue adds a message to what is to be sent.
func (b *execBot) queue(message any) {
	text, err := json.Marshal(message)
	if err != nil { // Views, cards and events of games have their JSON.
		b.fail(foppen.ErrBotFailed, "cannot be asked: %v", err)
		return
	}
	b.unsent = append(append(b.unsent, text...), '\n')
}

// An answer is the keys of an object that a program has written.
type answer map[string]json.RawMessage

// ask asks the program and returns its answer.
func (b *execBot) ask(v foppen.View, what string, legal *foppen.Cards) answer {
	b.start()
	if b.err == nil && !b.greeted {
		b.greet(v)
	}
	b.asked++
	b.queue(askMessage{what, b.asked, b.limit.Milliseconds(), v, legal})
	if b.err == nil {
		b.dropEarly()
	}
	if b.err != nil {
		return nil
	}
	dropped := 0
	return b.exchange(b.limit, "no answer within "+b.limit.String(), func(a answer) bool {
		id, other := a["id"]
		if !other || string(id) == fmt.Sprint(b.asked) {
			return true
		}
		if dropped++; dropped > maxDropped {
			b.fail(foppen.ErrBotFailed, "has sent more than %d answers to other questions", maxDropped)
		}
		return false
	})
}

// greet tells the program which game it plays, and waits until it is there.
func (b *execBot) greet(v foppen.View) {
	b.greeted = true
	events := b.unsent
	b.unsent = nil
	b.queue(startMessage{botProtocol, v.Variant(), v.Players(), v.Seat()})
	late := fmt.Sprintf("no first answer within %v, the time to start", b.first)
	a := b.exchange(b.first, late, func(answer) bool { return true })
	b.unsent = append(b.unsent, events...)
	if b.err == nil && string(a["protocol"]) != `"`+botProtocol+`"` {
		b.fail(foppen.ErrBotFailed, "its first line is %s, want {\"protocol\":%q}", shown(a), botProtocol)
	}
}

// exchange sends what is to be sent and returns the first answer that is wanted.
func (b *execBot) exchange(limit time.Duration, late string, wanted func(answer) bool) answer {
	if b.err != nil {
		return nil
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	b.send()
	for {
		select {
		case a, ok := <-b.program.answers:
			if !ok {
				a.err = io.EOF
			}
			if found := b.find(a, wanted); found != nil || b.err != nil {
				return found
			}
		case <-timer.C:
			b.fail(foppen.ErrBotSlow, "%s: no complete line came; is the output flushed?", late)
			return nil
		case <-b.e.ctx.Done():
			b.fail(foppen.ErrBotFailed, "%v", b.e.ctx.Err())
			return nil
		}
	}
}

// send sends what is to be sent, in a goroutine, for the program may not read it.
func (b *execBot) send() {
	text, before, sent := b.unsent, b.sent, make(chan struct{})
	b.unsent, b.sent = nil, sent
	to := b.program.stdin
	go func() {
		defer close(sent)
		if before != nil {
			<-before
		}
		to.Write(text) // If that fails, the program is gone, which its output says.
	}()
}

// find returns the first answer that is wanted among those that a program has written,
// nil if there is none, and keeps what follows.
func (b *execBot) find(a answers, wanted func(answer) bool) answer {
	for i, line := range a.lines {
		one := b.parse(line)
		if b.err != nil {
			return nil
		}
		if wanted(one) {
			b.early = a.lines[i+1:]
			return one
		}
		if b.err != nil {
			return nil
		}
	}
	switch {
	case a.err == io.EOF:
		b.fail(foppen.ErrBotFailed, "%s", b.program.howEnded())
	case a.err != nil:
		b.fail(foppen.ErrBotFailed, "%v", a.err)
	}
	return nil
}

// parse reads a line that a program has written.
func (b *execBot) parse(line []byte) (a answer) {
	if err := json.Unmarshal(line, &a); err != nil || a == nil {
		b.fail(foppen.ErrBotFailed, "wrote a line that is no JSON object: %q", printable(string(line)))
	}
	return a
}

// dropEarly looks at what the program has written before it is asked. Answers with an id
// are late ones to other questions. Without one they would be taken for the answer.
func (b *execBot) dropEarly() {
	early := answers{lines: b.early}
	b.early = nil
	for dropped := 0; b.err == nil; {
		b.find(early, func(a answer) bool {
			if _, other := a["id"]; !other {
				b.fail(foppen.ErrBotFailed, "answered without being asked: %s", shown(a))
			} else if dropped++; dropped > maxDropped {
				b.fail(foppen.ErrBotFailed, "has sent more than %d answers to other questions", maxDropped)
			}
			return false
		})
		select {
		case early = <-b.program.answers:
		default:
			return
		}
	}
}

// shown returns an answer for an error.
func shown(a answer) string {
	text, _ := json.Marshal(a) // it has been read
	return printable(string(text))
}

// A lastingBot is a program that plays a whole game at a table which makes its bots afresh
// for every move.
type lastingBot struct {
	seat  foppen.Seat
	maker foppen.BotMaker
	bot   *execBot
}

// lasting returns a maker that gives the same program at every move, and any other bot as
// the maker does.
func (s *sitting) lasting(seat foppen.Seat, maker foppen.BotMaker) foppen.BotMaker {
	bot, ok := maker.New(nil).(*execBot)
	if !ok {
		return maker
	}
	l := &lastingBot{seat, maker, bot}
	s.programs = append(s.programs, l)
	return foppen.BotMaker{Name: maker.Name, New: func(rand.Source) foppen.Bot { return unclosed{l.bot} }}
}

// renew ends the program, so that the next question starts another.
func (l *lastingBot) renew() {
	l.bot.Close()
	l.bot = l.maker.New(nil).(*execBot)
}

// An unclosed bot does not end with the move for which it was made.
type unclosed struct{ bot *execBot }

func (u unclosed) Choose(v foppen.View) foppen.Card { return u.bot.Choose(v) }
func (u unclosed) Bet(v foppen.View) bool           { return u.bot.Bet(v) }
func (u unclosed) Err() error                       { return u.bot.Err() }
