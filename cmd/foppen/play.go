package main

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/signal"
	"slices"
	"strings"

	"github.com/foppen-go/foppen"
)

// play lets a person play against bots in the terminal.
func play(fs *flag.FlagSet) func(e *env, args []string) error {
	f := playFlags{FlagSet: fs, rules: rulesFlags(fs), seed: rand.Uint64N(1e9)}
	f.bots = botsFlag(fs, "greedy", "the bots by seat, your seat left out")
	numberFlag(fs, &f.seat, "seat", "`N`: your seat")
	numberFlag(fs, &f.seed, "seed", "`N`: the number that decides the deals and what the bots do (default a fresh one, which is shown)")
	fs.Lookup("seed").DefValue = ""
	nameFlag(fs, &f.save, "save", "the new `FILE` for the record of the game (default foppen-game.json or, if that exists, foppen-game-2.json and so on)")
	nameFlag(fs, &f.resume, "resume", "go on with the game saved in `FILE`, as if there had been no break, and save it there again if there is no -save")
	return func(e *env, args []string) error {
		if err := noArgs(args); err != nil {
			return err
		}
		sit := f.begin
		if f.resume != "" {
			sit = f.goOn
		}
		s, err := sit(e)
		if err == nil && f.save != "" {
			s.file, err = newSaveFile(f.save)
		}
		if err != nil {
			return err
		}
		return s.run(e)
	}
}

// playFlags is what the flags of play say.
type playFlags struct {
	*flag.FlagSet
	rules        func(e *env) (foppen.Variant, int, error)
	bots         *string
	seat         int
	seed         uint64
	save, resume string
}

// yourName is the name of the person's seat in records.
const yourName = "you"

// begin returns a new game.
func (f *playFlags) begin(e *env) (*sitting, error) {
	v, players, err := f.rules(e)
	if err != nil {
		return nil, err
	}
	if f.seat < 0 || f.seat >= players {
		return nil, usagef("-seat is %d, want 0 to %d", f.seat, players-1)
	}
	bots, err := botMakers(*f.bots, players-1)
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, bot := range bots {
		names = append(names, bot.Name)
	}
	names = slices.Insert(names, f.seat, yourName)
	g, err := foppen.New(players, foppen.WithVariant(v))
	if err != nil {
		return nil, err
	}
	record, err := foppen.NewRecord(g, names...)
	if err != nil {
		return nil, err
	}
	return newSitting(record, foppen.Seat(f.seat), f.seed), nil
}

// goOn returns a game that was saved before.
func (f *playFlags) goOn(e *env) (*sitting, error) {
	record, err := e.readSaved(f.resume)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"variant", "players", "bots", "seed"} {
		if given(f.FlagSet, name) && (name != "seed" || record.Game().Round() > 0) {
			return nil, usagef("-%s cannot be given with -resume: the saved game says it", name)
		}
	}
	seat := f.seat
	if you := slices.Index(record.Names(), yourName); you >= 0 && !given(f.FlagSet, "seat") {
		seat = you
	}
	if players := record.Game().Players(); seat < 0 || seat >= players {
		return nil, usagef("-seat is %d, want 0 to %d", seat, players-1)
	}
	s := newSitting(record, foppen.Seat(seat), f.seed)
	s.file.target, err = newTarget(f.resume)
	return s, err
}

// A sitting is a game of one person against bots as it is run: it knows all hands.
// The person looks at a screen, which is given nothing but views, and so are the bots.
//
// The seed, the rules, the bots and the person's choices decide all that happens.
// Hints, choices that were taken back and breaks change nothing, for no random source
// is kept: see deal and source. The seed decides the first deal alone. All later luck
// follows from what the record has, so that a saved game goes on as it was, and saving
// it is no way to have cards dealt again.
type sitting struct {
	record foppen.Record // of the game so far; undo is going back to an earlier one
	you    foppen.Seat
	bots   []foppen.BotMaker // by seat; that of your seat is not asked
	seed   uint64
	file   saveFile
	screen *screen
	prompt *prompt
}

func newSitting(record foppen.Record, you foppen.Seat, seed uint64) *sitting {
	s := &sitting{record: record, you: you, seed: seed}
	names := record.Names()
	for i := range record.Game().Players() {
		name := "greedy"
		if i < len(names) {
			name = names[i]
		}
		maker, err := foppen.ParseBot(name)
		if err != nil {
			maker = foppen.Must(foppen.ParseBot("greedy")) // for a seat that was not a bot's
		}
		s.bots = append(s.bots, maker)
	}
	return s
}

// view is what the person may know.
func (s *sitting) view() foppen.View { return s.record.Game().View(s.you) }

// errLeave says that the person wants to leave, or that the input has ended.
var errLeave = errors.New("leave")

// run plays until the game is over or the person leaves, then saves the game.
func (s *sitting) run(e *env) error {
	if err := s.file.prove(s.record); err != nil {
		return fmt.Errorf("the game could not be saved: %w", err)
	}
	ctx := e.ctx
	if hangups := hangups(); len(hangups) > 0 {
		var stop context.CancelFunc
		ctx, stop = signal.NotifyContext(ctx, hangups...)
		defer stop()
	}
	p := newPage(e)
	s.screen = &screen{page: p, you: s.you}
	s.prompt = newPrompt(ctx, e.stdin, p)
	s.screen.introduce(s.view(), s.botNames(), s.seed)
	err := s.playOn(ctx)
	if errors.Is(err, errLeave) {
		err = nil
	}
	if saveErr := s.save(); err == nil {
		err = saveErr
	}
	if endErr := p.end(); err == nil {
		err = endErr
	}
	return err
}

// save saves the game and says where.
func (s *sitting) save() error {
	lost, err := s.file.write(s.record)
	if err != nil {
		return fmt.Errorf("the game could not be saved: %w", err)
	}
	if lost != nil {
		s.screen.text("%s.", upperFirst(message(lost)))
	}
	s.screen.saved(s.view(), s.file.target.path)
	return nil
}

// saveTo saves the game when the person asks for it. A name is that of a new file.
func (s *sitting) saveTo(name string) {
	if name == "" {
		if err := s.save(); err != nil {
			s.screen.text("%s.", upperFirst(message(err)))
		}
		return
	}
	file, err := newSaveFile(name)
	if err == nil {
		err = file.prove(s.record)
	}
	if err != nil {
		s.screen.text("%s.", message(err))
		return
	}
	s.file = file
	s.screen.saved(s.view(), file.target.path)
}

func (s *sitting) botNames() []string {
	names := make([]string, len(s.bots))
	for i, b := range s.bots {
		names[i] = b.Name
	}
	return names
}

// playOn plays until the game is over.
func (s *sitting) playOn(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		g := s.record.Game()
		var move foppen.Move
		var err error
		switch {
		case g.Phase() == foppen.OverPhase:
			return nil
		case g.Turn() != s.you && g.Turn() != foppen.NoSeat:
			move, err = s.ask(ctx, g.Turn())
		case g.Phase() == foppen.DealPhase && g.Round() == 0:
			move = s.deal()
		default:
			move, err = s.choose(ctx)
		}
		if err != nil {
			return err
		}
		if move == nil {
			continue // the person has taken back a choice
		}
		if err := s.make(move); err != nil {
			return err
		}
	}
}

// make makes a move and shows what happens.
func (s *sitting) make(m foppen.Move) error {
	next, events, err := s.record.Apply(m)
	if err != nil {
		return err
	}
	s.record = next
	for i, e := range events {
		events[i] = foppen.Redact(e, s.you)
	}
	s.screen.show(s.view(), events)
	return nil
}

// deal returns the deal of the next round: the same whatever has been played, and
// whether the rounds before were dealt in this sitting or not. The first comes from the
// seed, the others from the cards of the first, which whoever has the record has. A
// record does not keep the seed: who is shown a hand of a game that goes on must not
// find the other hands in it.
func (s *sitting) deal() foppen.Deal {
	g := s.record.Game()
	for m := range s.record.Moves() {
		if first, ok := m.(foppen.Deal); ok {
			return g.Shuffle(foppen.SeedSource(digest(fmt.Append(nil, first.Hands)), uint64(g.Round()), foppen.NoSeat))
		}
	}
	return g.Shuffle(foppen.SeedSource(s.seed, 0, foppen.NoSeat))
}

// digest returns a number that depends on all of a text and does not give it away.
func digest(text []byte) uint64 {
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint64(sum[:])
}

// ask asks the bot of the seat for its move. Each time it is a fresh one with a source
// of its own, so that it answers in the same way after a choice was taken back and
// made again.
func (s *sitting) ask(ctx context.Context, seat foppen.Seat) (foppen.Move, error) {
	bot := s.bots[seat].New(s.source(seat, false))
	view := s.record.Game().View(seat)
	return during(ctx, func() (foppen.Move, error) { return foppen.AskBot(bot, view) })
}

// source returns the random source for the next move of a seat's bot, or for a hint to
// the seat. It depends on what the seat sees alone, so that it tells the seat nothing
// else.
func (s *sitting) source(seat foppen.Seat, hint bool) rand.Source {
	view, _ := s.record.Game().View(seat).MarshalJSON() // views of games have their JSON
	number := 2 * uint64(s.record.Len())
	if hint {
		number++
	}
	return foppen.SeedSource(digest(view), number, seat)
}

// choose asks the person for the next move. It returns no move if instead a choice
// was taken back.
func (s *sitting) choose(ctx context.Context) (foppen.Move, error) {
	s.screen.table(s.view())
	for {
		line, err := s.prompt.read(ctx, s.screen.question(s.view()))
		if err != nil {
			return nil, err
		}
		switch word, rest := splitCommand(line); word {
		case "":
			if s.view().Phase() == foppen.DealPhase {
				return s.deal(), nil
			}
			s.screen.table(s.view())
		case "help", "h":
			s.screen.help(s.view())
		case "?", "hint":
			err = s.hint(ctx)
		case "undo", "u":
			if s.undo() {
				return nil, nil
			}
		case "score", "scores":
			s.screen.scores(s.view(), s.history())
		case "tricks":
			s.screen.tricks(s.view())
		case "save":
			s.saveTo(rest)
		case "quit", "q", "exit":
			return nil, errLeave
		default:
			if move := s.answer(line); move != nil {
				return move, nil
			}
		}
		if err != nil {
			return nil, err
		}
	}
}

// splitCommand returns a line in lower case, for "save" with a name after it only the
// command, and the name.
func splitCommand(line string) (word, name string) {
	if word, name, ok := strings.Cut(line, " "); ok && strings.EqualFold(word, "save") {
		return "save", strings.TrimSpace(name)
	}
	return strings.ToLower(line), ""
}

// answer reads the move that the person has typed. If it is none, the screen says why.
func (s *sitting) answer(line string) foppen.Move {
	v := s.view()
	switch v.Phase() {
	case foppen.BetPhase:
		switch strings.ToLower(line) {
		case "yes", "y":
			return foppen.Bet{Seat: s.you, Bet: true}
		case "no", "n":
			return foppen.Bet{Seat: s.you, Bet: false}
		}
		s.screen.text("%s is no answer: type yes, no, or help for the commands.", printable(line))
	case foppen.PlayPhase:
		card, err := foppen.ParseCard(strings.ToUpper(line))
		if err != nil {
			s.screen.text("%s is no card and no command: type a card such as %s, or help.", printable(line), strings.ToLower(v.Legal().Lowest().String()))
			return nil
		}
		play := foppen.Play{Seat: s.you, Card: card}
		if err := v.Check(play); err != nil {
			s.screen.refuse(err)
			return nil
		}
		return play
	default:
		s.screen.text("%s is no command: press Enter to go on, or type help.", printable(line))
	}
	return nil
}

// undo takes back the person's last choice and all that has come of it. It reports
// whether there was one.
func (s *sitting) undo() bool {
	last, at, n := foppen.Move(nil), 0, 0
	for m := range s.record.Moves() {
		if m.Mover() == s.you {
			last, at = m, n
		}
		n++
	}
	if last == nil {
		s.screen.text("There is nothing to take back: you have not chosen anything yet.")
		return false
	}
	s.record = s.record.Prefix(at)
	s.screen.undone(last)
	return true
}

// history returns the scores of all rounds that are over.
func (s *sitting) history() (rounds [][]foppen.Scored) {
	for _, events := range s.record.All() {
		for _, e := range events {
			switch e := e.(type) {
			case foppen.RoundEnded:
				rounds = append(rounds, nil)
			case foppen.Scored:
				rounds[len(rounds)-1] = append(rounds[len(rounds)-1], e)
			}
		}
	}
	return rounds
}
