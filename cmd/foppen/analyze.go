package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strconv"

	"github.com/foppen-go/foppen"
)

// analyze says what the choices of recorded games have cost.
func analyze(fs *flag.FlagSet) func(e *env, args []string) error {
	a := analyzer{config: foppen.AnalyzeConfig{Seed: 1}}
	bot := fs.String("bot", "search:200", "`B`: the bot that judges, search with a number of samples; more of them judge better and take longer")
	numberFlag(fs, &a.config.Seed, "seed", "`N`: the number that decides which deals the bot draws")
	numberFlag(fs, &a.config.Workers, "workers", "`N`: how many choices are judged at the same time, which changes nothing but the time (default one for each core)")
	fs.BoolVar(&a.json, "json", false, "write JSON instead of tables, a line for each game")
	return func(e *env, args []string) error {
		if len(args) != 1 {
			return usagef("want one file with recorded games, or - for the standard input")
		}
		if a.config.Workers < 0 || a.config.Workers == 0 && given(fs, "workers") {
			return usagef("-workers is %d, want 1 or more", a.config.Workers)
		}
		maker, err := parseBot(*bot)
		if err != nil {
			return usageError{message(err) + textSuggestion(err)}
		}
		if _, ok := maker.New(nil).(*foppen.SearchBot); !ok {
			return usagef("-bot is %s, want a bot that thinks ahead, such as search:200", *bot)
		}
		a.config.Bot = maker
		return a.run(e, args[0])
	}
}

// An analyzer analyzes games as they are read, so that it never holds more than one.
type analyzer struct {
	config foppen.AnalyzeConfig
	json   bool
	games  int // told or at fault so far
	bad    int // of them at fault
}

func (a *analyzer) run(e *env, name string) error {
	in, err := e.open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	if name == "-" {
		name = "standard input"
	}
	for record, err := range foppen.ReadRecords(in) {
		a.games++
		var fault *foppen.RecordError
		switch {
		case e.ctx.Err() != nil: // what was cut off is no fault of the input
			return interruptedf("what is printed covers %s", count(a.games-1-a.bad, "game"))
		case errors.As(err, &fault):
			a.bad++
			fmt.Fprintf(e.stderr, "foppen analyze: %s\n", message(fmt.Errorf("%s: %s", name, message(fault))))
		case err != nil:
			return err
		default:
			if err := a.game(e, record); err != nil {
				return err
			}
		}
	}
	if a.bad > 0 {
		return fmt.Errorf("%s: %d of %s at fault", name, a.bad, count(a.games, "game"))
	}
	switch {
	case e.ctx.Err() != nil:
		return interruptedf("what is printed covers %s", count(a.games, "game"))
	case a.games == 0:
		return fmt.Errorf("%s: %w", name, errNoRecord)
	}
	return nil
}

// game analyzes a game and tells what is finished, also when it is interrupted.
func (a *analyzer) game(e *env, record foppen.Record) error {
	p, asked := newProgress(e, "choices"), 0
	a.config.OnProgress = func(done, all int) {
		asked = all
		p.show(done, all)
	}
	result, err := foppen.Analyze(e.ctx, record, a.config)
	p.end()
	if err != nil && e.ctx.Err() == nil {
		return err
	}
	if err != nil {
		of := ""
		if asked > 0 {
			of = fmt.Sprintf(" of %d", asked)
		}
		err = interruptedf("what is printed covers %s and %d%s choices of game %d", count(a.games-1-a.bad, "game"), len(result.Choices), of, a.games)
		if len(result.Choices) == 0 {
			return err
		}
	}
	g := analyzed{game: a.games, bot: a.config.Bot.Name, seed: a.config.Seed, record: record, asked: asked, cut: err != nil, Analysis: result}
	var written error
	if a.json {
		written = writeJSON(e, g)
	} else {
		written = writePage(e, g, 0)
	}
	if written != nil {
		return written
	}
	return err
}

// An analyzed is an analysis of a game to be told.
type analyzed struct {
	game   int // its number in the file
	bot    string
	seed   uint64
	record foppen.Record
	asked  int  // how many choices were to be judged
	cut    bool // whether it was interrupted
	foppen.Analysis
}

func (a analyzed) done() int { return len(a.Choices) }

// MarshalJSON returns the analysis with what it is about.
func (a analyzed) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Format   string                `json:"format"`
		Game     int                   `json:"game"`
		Variant  foppen.Variant        `json:"variant"`
		Names    []string              `json:"names"`
		Bot      string                `json:"bot"`
		Seed     any                   `json:"seed"`
		Complete bool                  `json:"complete"`
		Choices  []foppen.Choice       `json:"choices"`
		Seats    []foppen.SeatAnalysis `json:"seats"`
	}{"foppen-analysis/1", a.game, a.record.Game().Variant(), a.record.Names(), a.bot, seedJSON(a.seed), !a.cut, a.Choices, a.Seats})
}

func (a analyzed) tell(p *page, _ int) {
	g := a.record.Game()
	p.title("Game %d", a.game)
	p.hang("", "  ", fmt.Sprintf("%d players, %s", g.Players(), g.Variant()))
	if a.cut {
		p.text("Interrupted: %d of %d choices are judged.", a.done(), a.asked)
	}
	if a.done() == 0 {
		p.text("Nobody had a choice.")
		return
	}
	p.text("%s judged by %s from what the seat could know, not from the true hands. A cost is how many points of the round, ahead of the others, the better choice brings more, with its 95 %% interval.", count(a.done(), "choice"), a.bot)
	p.blank()
	names := a.record.Names()
	p.line("%-20s %7s %6s %6s %8s  %s", "by seat", "choices", "best", "errors", "cost", "95 % interval")
	for _, s := range a.Seats {
		name := "seat " + s.Seat.String()
		if int(s.Seat) < len(names) {
			name = s.Seat.String() + "  " + safe(names[s.Seat])
		}
		p.line("%s %7d %6s %6d %8s  %s", pad(cut(name, 20), 20), s.Choices, fixed(100*s.Accuracy, 0)+" %", s.Errors, fixed(s.Cost.Value, 1), costSpan(s.Cost))
	}
	tellCosts(p, a.Choices)
}

// tellCosts lists what the choices have cost, the worst first, and says how often
// the best was chosen.
func tellCosts(p *page, choices []foppen.Choice) {
	best := 0
	for _, c := range choices {
		if c.Made == c.Best {
			best++
		}
	}
	if best < len(choices) {
		p.blank()
		p.line("%8s  %-16s %5s %5s %4s  %-6s %s", "cost", "95 % interval", "round", "trick", "seat", "chosen", "better")
	}
	for _, c := range choices {
		if c.Made == c.Best {
			continue
		}
		trick := "bets"
		if c.Trick > 0 {
			trick = strconv.Itoa(c.Trick)
		}
		p.line("%8s  %-16s %5d %5s %4s  %-6s %s", fixed(c.Cost.Value, 1), costSpan(c.Cost), c.Round, trick, c.Seat(), moveText(c.Made), moveText(c.Best))
	}
	p.blank()
	p.text("The best was chosen in %d of %s.", best, count(len(choices), "choice"))
}

// costSpan returns the interval of a cost.
func costSpan(m foppen.Mean) string {
	if m.Low < -1e9 {
		return "? to ?"
	}
	return fixed(m.Low, 1) + " to " + fixed(m.High, 1)
}

// moveText returns a card or a bet in a word.
func moveText(m foppen.Move) string {
	switch m := m.(type) {
	case foppen.Play:
		return m.Card.String()
	case foppen.Bet:
		if m.Bet {
			return "bet"
		}
		return "no bet"
	}
	return ""
}

// review tells the person what the choices of the last finished round have cost.
func (s *sitting) review(ctx context.Context) error {
	v := s.view()
	round := v.Round()
	if v.Phase() != foppen.DealPhase && v.Phase() != foppen.OverPhase {
		round--
	}
	s.screen.blank()
	if round < 1 {
		s.screen.text("There is nothing to review: no round is over yet.")
		return nil
	}
	a, err := foppen.Analyze(ctx, s.table.Record(), foppen.AnalyzeConfig{Seats: foppen.Seats(0).With(s.you), Round: round})
	if err != nil {
		return err
	}
	if len(a.Choices) == 0 {
		s.screen.text("You had no choice in round %d.", round)
		return nil
	}
	s.screen.text("Round %d, judged by a bot that thinks ahead from what you could see. A cost is how many points ahead of the others the better choice brings more.", round)
	tellCosts(s.screen.page, a.Choices)
	return nil
}
