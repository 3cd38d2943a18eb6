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
	bots         *botFlags
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
	bots, err := f.bots.makers(e, players-1)
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
	return newSitting(record, foppen.Seat(f.seat), f.seed, slices.Insert(bots, f.seat, foppen.BotMaker{})...)
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
	s, err := newSitting(record, foppen.Seat(seat), f.seed)
	if err == nil {
		s.file.target, err = newTarget(f.resume)
	}
	return s, err
}

// A sitting is a game of one person against bots as it is run: it knows all hands.
// The person looks at a screen, which is given nothing but views, and so are the bots.
//
// The seed, the rules, the bots and the person's choices decide all that happens.
// Hints, choices that were taken back and breaks change nothing, for no random source
// is kept: see luck. The seed decides the first deal alone. All later luck follows from
// what the record has, so that a saved game goes on as it was, and saving it is no way
// to have cards dealt again.
type sitting struct {
	table  foppen.Table
	you    foppen.Seat
	bots   []string // the names of the bots by seat; that of your seat does not count
	seed   uint64
	file   saveFile
	screen *screen
	prompt *prompt

	programs []*lastingBot
}

// newSitting returns a sitting that goes on with a record. Without bots it takes those that
// the record names, but no programs: whoever has written a file is not to say what is run.
func newSitting(record foppen.Record, you foppen.Seat, seed uint64, given ...foppen.BotMaker) (*sitting, error) {
	s := &sitting{you: you, seed: seed}
	names := record.Names()
	bots := make([]foppen.BotMaker, record.Game().Players())
	for i := range bots {
		name := "greedy"
		if i < len(names) {
			name = names[i]
		}
		maker, err := foppen.ParseBot(name)
		if i < len(given) && given[i].New != nil {
			maker, err = s.lasting(foppen.Seat(i), given[i]), nil
		}
		if err != nil {
			maker = foppen.Must(foppen.ParseBot("greedy")) // for a seat that was not a bot's
		}
		bots[i] = maker
		s.bots = append(s.bots, maker.Name)
	}
	bots[you] = foppen.BotMaker{}
	var err error
	s.table, err = foppen.NewTable(record, foppen.TableConfig{Bots: bots, FreeUndo: true})
	return s, err
}

// view is what the person may know.
func (s *sitting) view() foppen.View { return s.table.View(s.you) }

// errLeave says that the person wants to leave, or that the input has ended.
var errLeave = errors.New("leave")

// run plays until the game is over or the person leaves, then saves the game.
func (s *sitting) run(e *env) error {
	if err := s.file.prove(s.table.Record()); err != nil {
		return fmt.Errorf("the game could not be saved: %w", err)
	}
	ctx := e.ctx
	if hangups := hangups(); len(hangups) > 0 {
		var stop context.CancelFunc
		ctx, stop = signal.NotifyContext(ctx, hangups...)
		defer stop()
	}
	p := newPage(e)
	s.screen = &screen{page: p, you: s.you, voice: voice(s.you)}
	s.prompt = newPrompt(ctx, e.stdin, p)
	s.screen.introduce(s.view(), s.bots, s.seed)
	err := s.playOn(ctx)
	if errors.Is(err, errLeave) {
		err = nil
	}
	if saveErr := s.save(); err == nil {
		err = saveErr
	}
	if errors.Is(err, context.Canceled) && s.file.target != nil {
		err = interruptedf("go on with: %s", resumeText(s.file.target.path))
	}
	if endErr := p.end(); err == nil {
		err = endErr
	}
	for _, p := range s.programs {
		p.bot.Close()
	}
	return err
}

// save saves the game and says where.
func (s *sitting) save() error {
	lost, err := s.file.write(s.table.Record())
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
		err = file.prove(s.table.Record())
	}
	if err != nil {
		s.screen.text("%s.", message(err))
		return
	}
	s.file = file
	s.screen.saved(s.view(), file.target.path)
}

// playOn plays until the game is over.
func (s *sitting) playOn(ctx context.Context) error {
	for s.view().Phase() != foppen.OverPhase {
		err := ctx.Err()
		switch v := s.view(); {
		case err != nil:
		case s.table.CanStep() && (s.table.Held() || v.Phase() != foppen.DealPhase || v.Round() == 0):
			err = s.step(ctx)
		default:
			err = s.choose(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// step lets the table go on: a deal, or a bot's move.
func (s *sitting) step(ctx context.Context) error {
	src := s.luck(s.table.Record().Game().Turn())
	var events []foppen.Event
	next, err := during(ctx, func() (next foppen.Table, err error) {
		next, events, err = s.table.Step(src)
		return next, err
	})
	if err == nil {
		s.happened(next, events)
	}
	return err
}

// happened shows what has happened.
func (s *sitting) happened(next foppen.Table, events []foppen.Event) {
	s.table = next
	for _, p := range s.programs {
		p.bot.Observe(foppen.RedactAll(events, p.seat))
	}
	s.screen.show(s.view(), foppen.RedactAll(events, s.you))
}

// luck returns the random source for what comes next: for the move of a seat's bot or,
// if it is your turn, for a hint. It depends on what that seat sees alone, so that it
// tells the seat nothing else.
//
// For NoSeat it is that of a deal, which is the same whatever has been played. The first
// comes from the seed, the others from the cards of the first, which whoever has the
// record has. A record does not keep the seed: who is shown one hand of a game that goes
// on must not find the others in it.
func (s *sitting) luck(seat foppen.Seat) rand.Source {
	record := s.table.Record()
	if seat != foppen.NoSeat {
		view, _ := s.table.View(seat).MarshalJSON() // views of games have their JSON
		return foppen.SeedSource(digest(view), uint64(record.Len()), seat)
	}
	for m := range record.Moves() {
		if first, ok := m.(foppen.Deal); ok {
			return foppen.SeedSource(digest(fmt.Append(nil, first.Hands)), uint64(record.Game().Round()), seat)
		}
	}
	return foppen.SeedSource(s.seed, 0, seat)
}

// digest returns a number that depends on all of a text and does not give it away.
func digest(text []byte) uint64 {
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint64(sum[:])
}

// choose has the person choose, until there is something else to be done.
func (s *sitting) choose(ctx context.Context) error {
	s.screen.table(s.view())
	for {
		line, err := s.prompt.read(ctx, s.screen.question(s.view()))
		if err != nil {
			return err
		}
		switch word, rest := splitCommand(line); word {
		case "":
			if s.view().Phase() == foppen.DealPhase {
				return s.step(ctx)
			}
			s.screen.table(s.view())
		case "help", "h":
			s.screen.help(s.view())
		case "?", "hint":
			err = s.hint(ctx)
		case "undo", "u":
			if s.undo() {
				return nil
			}
		case "score", "scores":
			s.screen.scores(s.view(), s.history())
		case "tricks":
			s.screen.tricks(s.view())
		case "review", "r":
			err = s.review(ctx)
		case "save":
			s.saveTo(rest)
		case "quit", "q", "exit":
			return errLeave
		default:
			if move := s.answer(line); move != nil {
				next, events, err := s.table.Apply(move)
				if err == nil {
					s.happened(next, events)
				}
				return err
			}
		}
		if err != nil {
			return err
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
	next, err := s.table.Undo(s.you)
	if err != nil {
		s.screen.text("There is nothing to take back: you have not chosen anything yet.")
		return false
	}
	taken := next.Record().Len()
	for m := range s.table.Record().Moves() {
		if taken--; taken < 0 {
			s.screen.undone(m)
			break
		}
	}
	s.table = next
	for _, p := range s.programs { // What they remember has not happened.
		p.renew()
	}
	return true
}

// history returns the scores of all rounds that are over.
func (s *sitting) history() (rounds [][]foppen.Scored) {
	for _, events := range s.table.Record().All() {
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
