package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/foppen-go/foppen"
)

// simulate has bots play many games and reports what happens in them.
func simulate(fs *flag.FlagSet) func(e *env, args []string) error {
	s := &simulation{flags: fs, config: foppen.SimConfig{Games: 1000, Seed: 1}}
	rules := rulesFlags(fs)
	check := runFlags(fs, &s.config, "game", "how many games are played")
	bots := botsFlag(fs, "random", "the bots by seat")
	nameFlag(fs, &s.records, "records", "write the record of each game to `FILE`, one line a game")
	nameFlag(fs, &s.csv, "csv", "write a table to `FILE`, one line a game")
	nameFlag(fs, &s.svg, "svg", "write plots to `FILE`, an SVG picture")
	nameFlag(fs, &s.html, "html", "write tables and plots to `FILE`, one HTML page that needs no network")
	against := ""
	nameFlag(fs, &against, "against", "play each game by the variant `V`, too, with the same deals where the decks are the same, and report the differences")
	fs.BoolVar(&s.duplicate, "duplicate", false, "play each deal once for each rotation of the bots around the table, so that luck cancels, and compare the bots")
	fs.BoolVar(&s.json, "json", false, "write JSON instead of tables")
	return func(e *env, args []string) error {
		if err := noArgs(args); err != nil {
			return err
		}
		var err error
		if s.config.Variant, s.config.Players, err = rules(e); err != nil {
			return err
		}
		if s.config.Bots, err = bots.makers(e, s.config.Players); err != nil {
			return err
		}
		s.config.MoveLimit = moveLimit(fs, bots.moveTime, s.config.Bots...)
		if against != "" {
			v, err := e.loadVariant(against)
			if err != nil {
				return err
			}
			s.against = &v
		}
		if err := check(); err != nil {
			return err
		}
		if err := s.check(); err != nil {
			return err
		}
		return s.run(e)
	}
}

// runFlags declares the flags of a run of games or deals. What it returns refuses values
// that cannot be.
func runFlags(fs *flag.FlagSet, c *foppen.SimConfig, unit, games string) (check func() error) {
	units := unit + "s"
	numberFlag(fs, &c.Games, units, "`N`: "+games)
	numberFlag(fs, &c.Seed, "seed", "`N`: the number that decides all games, together with the number of each "+unit)
	numberFlag(fs, &c.First, "first", "`N`: the number of the first "+unit+", to share a run among machines: see \"foppen merge\"")
	numberFlag(fs, &c.Workers, "workers", "`N`: how many "+units+" are played at the same time, which changes nothing but the time (default one for each core)")
	return func() error {
		switch {
		case c.Games < 1:
			return usagef("-%s is %d, want 1 or more", units, c.Games)
		case c.First > foppen.MaxGameNumber || uint64(c.Games) > foppen.MaxGameNumber-c.First:
			return usagef("-first is %d, want all %s to have numbers below %d", c.First, units, uint64(foppen.MaxGameNumber))
		case c.Workers < 0 || c.Workers == 0 && given(fs, "workers"):
			return usagef("-workers is %d, want 1 or more", c.Workers)
		}
		return nil
	}
}

// A simulation is what the flags of the command ask for.
type simulation struct {
	flags                   *flag.FlagSet
	config                  foppen.SimConfig
	against                 *foppen.Variant
	duplicate               bool
	json                    bool
	records, csv, svg, html string // names of files, "" for none
}

// check refuses flags that do not go together.
func (s *simulation) check() error {
	switch {
	case s.duplicate && s.against != nil:
		return usagef("-duplicate compares bots and -against variants; want one of them")
	case s.duplicate && s.svg != "":
		return usagef("-svg has no plots for -duplicate")
	case (s.records != "" || s.csv != "") && (s.against != nil || s.duplicate):
		return usagef("-records and -csv are for games that are played once, without -against and -duplicate")
	}
	if s.against != nil {
		if err := checkPlayers(*s.against, s.config.Players); err != nil {
			return usagef("-against: %v", err)
		}
	}
	return nil
}

// run plays the games and writes what was asked for, also when it is interrupted or
// one of the files cannot be written.
func (s *simulation) run(e *env) error {
	files, pictures, err := s.open(e)
	defer files.discard()
	if err != nil {
		return err
	}
	p := newProgress(e, s.noun())
	s.config.OnProgress = p.show
	result, err := s.play(e.ctx)
	p.end()
	if pictures.svg != nil {
		pictures.svg.text.Write(result.svg())
	}
	if pictures.html != nil {
		text, fault := webPage(result, s.command())
		if fault != nil {
			return fault
		}
		pictures.html.text.Write(text)
	}
	if err != nil && result.done() == 0 {
		files.discard() // there is nothing to write
		files = nil
	}
	return ending{"simulate", s.json, s.config.Games, s.rest(result.done()), err}.write(e, result, &files)
}

// An ending is how a run has ended.
type ending struct {
	command string // whose run it is
	json    bool
	asked   int    // how many games were to be played
	rest    string // the command for the rest
	err     error
}

// write puts the files of the run in their places and tells what has come of it.
func (x ending) write(e *env, o outcome, files *outputs) error {
	notes, faults := files.finish(x.err == nil)
	if _, ok := errors.AsType[*foppen.BotError](x.err); x.err != nil && !ok && faults == nil && e.ctx.Err() == nil {
		return x.err // no game was played
	}
	var written error
	if x.json {
		written = writeJSON(e, o)
	} else {
		written = writePage(e, o, x.asked)
	}
	for _, note := range notes {
		fmt.Fprintf(e.stderr, "foppen %s: note: %s\n", x.command, note)
	}
	stopped := x.err
	if x.rest != "" && e.ctx.Err() != nil {
		stopped = interruptedf("the rest: %s", x.rest)
	}
	switch faults = errors.Join(faults, written); {
	case faults == nil:
		return stopped
	case stopped == nil || !errors.Is(stopped, context.Canceled):
		return faults
	case errors.Is(faults, context.Canceled):
		fmt.Fprintf(e.stderr, "foppen %s: note: %s\n", x.command, message(faults))
		return stopped
	}
	e.status(x.command, stopped)
	return faults
}

// pictures are the files that are written at the end; nil for those that are not asked for.
type pictures struct{ svg, html *output }

// open gets the files of the run ready.
func (s *simulation) open(e *env) (files outputs, p pictures, err error) {
	open := func(flag, name string) (o *output) {
		if err == nil && name != "" {
			o, err = files.open(e, flag, name, s.inputs()...)
		}
		return o
	}
	if o := open("-records", s.records); o != nil {
		s.config.OnRecord = func(r foppen.Record) error {
			if _, err := r.WriteTo(&o.text); err != nil {
				return err
			}
			return o.flush(heldBack)
		}
	}
	if o := open("-csv", s.csv); o != nil {
		csvHeader(&o.text, s.config.Players)
		s.config.OnGame = func(r foppen.GameResult) error {
			csvLine(&o.text, r)
			return o.flush(heldBack)
		}
	}
	p.svg, p.html = open("-svg", s.svg), open("-html", s.html)
	return files, p, err
}

// inputs returns what may be names of files that were read.
func (s *simulation) inputs() (names []string) {
	for _, flag := range []string{"variant", "against"} {
		names = append(names, s.flags.Lookup(flag).Value.String())
	}
	return names
}

// command returns the command that plays the run again.
func (s *simulation) command() string {
	return restOf(s.flags, s.config, "games", 0)
}

// rest returns the command that plays what is left of the run.
func (s *simulation) rest(done int) string { return restOf(s.flags, s.config, "games", done) }

// restOf returns the command that plays what is left of a run, when so many games are
// done, or "" if nothing is left. Its files have names of their own. counted is the flag that
// says how many games there are.
func restOf(fs *flag.FlagSet, c foppen.SimConfig, counted string, done int) string {
	if done >= c.Games {
		return ""
	}
	first := strconv.FormatUint(c.First+uint64(done), 10)
	words := []string{"foppen " + fs.Name(), "-first", first, "-" + counted, strconv.Itoa(c.Games - done)}
	fs.Visit(func(f *flag.Flag) {
		value := f.Value.String()
		switch f.Name {
		case "first", counted:
			return
		case "records", "csv", "svg", "html":
			if done > 0 {
				ext := filepath.Ext(value)
				value = strings.TrimSuffix(value, ext) + "-from-" + first + ext
			}
		}
		switch words = append(words, "-"+f.Name); {
		case !isSwitch(f.Value):
			words = append(words, shellWord(value))
		case value != "true":
			words[len(words)-1] += "=" + value
		}
	})
	return strings.Join(words, " ")
}

// An outcome is a report of any kind.
type outcome interface {
	json.Marshaler
	// tell tells it to people. games is how many games were to be played.
	tell(p *page, games int)
	// done returns how many of them were.
	done() int
}

// A documented outcome can be a page for a browser.
type documented interface {
	outcome
	document() document
}

// A drawn outcome can be plots, too.
type drawn interface {
	documented
	svg() []byte
}

// noun says what -games counts.
func (s *simulation) noun() string {
	if s.duplicate {
		return "deals"
	}
	return "games"
}

func (s *simulation) play(ctx context.Context) (drawn, error) {
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

func writeJSON(e *env, o outcome) error {
	text, err := o.MarshalJSON()
	if err == nil {
		_, err = e.writer(e.stdout).Write(append(text, '\n'))
	}
	return err
}

func writePage(e *env, o outcome, games int) error {
	p := newPage(e)
	o.tell(p, games)
	return p.end()
}

// A progress is a line on the terminal that says how far a run has come. Elsewhere it
// is nothing.
type progress struct {
	w     io.Writer // nil if there is no terminal
	width int
	noun  string
	start time.Time
	shown time.Time
}

// progressEvery is how often progress is shown at most.
const progressEvery = 100 * time.Millisecond

func newProgress(e *env, noun string) *progress {
	p := &progress{noun: noun, start: time.Now()}
	if isTerminal(e.stderr) {
		p.w, p.width = e.stderr, e.width(e.stderr)-1
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
	fmt.Fprintf(p.w, "\r%s", pad(fmt.Sprintf("%d of %d %s, %s left", done, all, p.noun, timeText(left)), p.width))
}

// end takes the line away.
func (p *progress) end() {
	if p.w != nil && !p.shown.IsZero() {
		fmt.Fprintf(p.w, "\r%s\r", pad("", p.width))
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
