package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/foppen-go/foppen"
)

const simulateArgs = `[-variant V] [-players N] [-games G] [-seed S] [-first K]
                       [-workers W] [-bots B,...] [-records FILE] [-csv FILE]
                       [-svg FILE] [-against V] [-duplicate] [-json]`

// simulate has bots play many games and reports what happens in them.
func simulate(fs *flag.FlagSet) func(e *env, args []string) error {
	s := &simulation{}
	rules := rulesFlags(fs)
	fs.IntVar(&s.config.Games, "games", 1000, "the `number` of games")
	fs.Uint64Var(&s.config.Seed, "seed", 1, "the `number` that decides all games, together with the number of each")
	fs.Uint64Var(&s.config.First, "first", 0, "the `number` of the first game, to share a run among machines: see \"foppen merge\"")
	fs.IntVar(&s.config.Workers, "workers", 0, "the `number` of games played at the same time; it changes nothing but the time\n(default one for each core)")
	bots := fs.String("bots", "random", "`B,...`: the bots by seat; one name stands for all.\nThere are "+andList(foppen.BotNames())+", also with a number of samples as in search:50")
	fs.StringVar(&s.records, "records", "", "write the record of each game to `FILE`, one line a game")
	fs.StringVar(&s.csv, "csv", "", "write a table to `FILE`, one line a game")
	fs.StringVar(&s.svg, "svg", "", "write plots to `FILE`, an SVG picture")
	against := fs.String("against", "", "play each game by the variant `V`, too, with the same deals where the decks are\nthe same, and report the differences")
	fs.BoolVar(&s.duplicate, "duplicate", false, "play each deal once for each rotation of the bots around the table, so that luck\ncancels, and compare the bots")
	fs.BoolVar(&s.json, "json", false, "write JSON instead of tables")
	return func(e *env, args []string) error {
		if err := noArgs(args); err != nil {
			return err
		}
		var err error
		if s.config.Variant, s.config.Players, err = rules(); err != nil {
			return err
		}
		if s.config.Bots, err = botMakers(*bots, s.config.Players); err != nil {
			return err
		}
		if *against != "" {
			v, err := loadVariant(*against)
			if err != nil {
				return err
			}
			s.against = &v
		}
		if err := s.check(); err != nil {
			return err
		}
		return s.run(e)
	}
}

// A simulation is what the flags of the command ask for.
type simulation struct {
	config            foppen.SimConfig
	against           *foppen.Variant
	duplicate         bool
	json              bool
	records, csv, svg string // names of files, "" for none
}

// botMakers returns the bots that a list names for n seats.
func botMakers(list string, n int) ([]foppen.BotMaker, error) {
	var makers []foppen.BotMaker
	for name := range strings.SplitSeq(list, ",") {
		maker, err := foppen.ParseBot(name)
		if err != nil {
			return nil, usageError{message(err)}
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

// check refuses what the flags cannot ask for.
func (s *simulation) check() error {
	c := &s.config
	switch {
	case c.Games < 1:
		return usagef("-games is %d, want 1 or more", c.Games)
	case c.First > foppen.MaxGameNumber || uint64(c.Games) > foppen.MaxGameNumber-c.First:
		return usagef("-first is %d, want all games to have numbers below %d", c.First, uint64(foppen.MaxGameNumber))
	case c.Workers < 0:
		return usagef("-workers is %d, want 0 or more", c.Workers)
	case s.duplicate && s.against != nil:
		return usagef("-duplicate compares bots and -against variants; want one of them")
	case s.duplicate && s.svg != "":
		return usagef("-svg has no plots for -duplicate")
	case (s.records != "" || s.csv != "") && (s.against != nil || s.duplicate):
		return usagef("-records and -csv are for games that are played once, without -against and -duplicate")
	case s.csv != "" && (s.csv == s.records || s.csv == s.svg) || s.svg != "" && s.svg == s.records:
		return usagef("-records, -csv and -svg want a file each")
	}
	if s.against != nil {
		if _, err := playersOf(*s.against, c.Players); err != nil {
			return usagef("-against: %v", err)
		}
	}
	return nil
}

// run plays the games and writes what was asked for, also when it is interrupted.
func (s *simulation) run(e *env) error {
	files, err := s.openFiles()
	if err != nil {
		return err
	}
	p := newProgress(e, s.noun())
	s.config.OnProgress = p.show
	result, err := s.play(e.ctx)
	p.end()
	if closed := files.close(); err == nil {
		err = closed
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if s.svg != "" {
		if err := writeFile(s.svg, result.svg()); err != nil {
			return err
		}
	}
	var written error
	if s.json {
		written = writeJSON(e.stdout, result)
	} else {
		written = writePage(e, result, s.config.Games)
	}
	return errors.Join(err, written)
}

// An outcome is a report of any kind.
type outcome interface {
	json.Marshaler
	// tell tells it to people. games is how many games were to be played.
	tell(p *page, games int)
	// svg returns it as plots.
	svg() []byte
}

// noun says what -games counts.
func (s *simulation) noun() string {
	if s.duplicate {
		return "deals"
	}
	return "games"
}

func (s *simulation) play(ctx context.Context) (outcome, error) {
	if s.against != nil {
		c, err := foppen.Compare(ctx, s.config, *s.against)
		return comparison{c}, err
	}
	if s.duplicate {
		return s.playDuplicate(ctx)
	}
	r, err := foppen.Simulate(ctx, s.config)
	return report{r}, err
}

func writeJSON(w io.Writer, o outcome) error {
	text, err := o.MarshalJSON()
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	return err
}

func writePage(e *env, o outcome, games int) error {
	p := newPage(e)
	o.tell(p, games)
	return p.end()
}

func writeFile(name string, text []byte) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// A progress is a line on the terminal that says how far a run has come. Elsewhere it
// is nothing.
type progress struct {
	w     io.Writer // nil if there is no terminal
	noun  string
	start time.Time
	shown time.Time
}

// progressEvery is how often progress is shown at most.
const progressEvery = 100 * time.Millisecond

func newProgress(e *env, noun string) *progress {
	p := &progress{noun: noun, start: time.Now()}
	if isTerminal(e.stderr) {
		p.w = e.stderr
	}
	return p
}

// show shows how many of all are done, and how long the rest will take.
func (p *progress) show(done, all int) {
	now := time.Now()
	if p.w == nil || done == 0 || now.Sub(p.shown) < progressEvery {
		return
	}
	p.shown = now
	left := time.Duration(float64(now.Sub(p.start)) * float64(all-done) / float64(done))
	fmt.Fprintf(p.w, "\r%-*s", width-1, fmt.Sprintf("%d of %d %s, %s left", done, all, p.noun, timeText(left)))
}

// end takes the line away.
func (p *progress) end() {
	if p.w != nil && !p.shown.IsZero() {
		fmt.Fprintf(p.w, "\r%-*s\r", width-1, "")
	}
}

// timeText returns a time in words, rounded up.
func timeText(d time.Duration) string {
	s := int((d + time.Second - 1) / time.Second)
	switch {
	case s < 100:
		return fmt.Sprintf("%d s", s)
	case s < 100*60:
		return fmt.Sprintf("%d min", (s+59)/60)
	}
	return fmt.Sprintf("%d h", (s+3599)/3600)
}
