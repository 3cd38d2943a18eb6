package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
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
	nameFlag(fs, &s.csv, "csv", "write a table to `FILE`, one line a game; where there are several variants, one line a variant and measure")
	nameFlag(fs, &s.svg, "svg", "write plots to `FILE`, an SVG picture")
	nameFlag(fs, &s.html, "html", "write tables and plots to `FILE`, one HTML page that needs no network")
	reportFlag(fs, &s.report, "write the report, as JSON, to `FILE`, too")
	nameFlag(fs, &s.resume, "resume", "go on with the report in `FILE`: play only those of the games that it lacks, and report all of them; -records and the -csv of one variant take only those that are played now, and replace no others")
	fs.Var(&s.against, "against", "play each game by the variant `V`, too, with the same deals where the decks are the same, and report the differences; can be repeated")
	fs.Var(&s.sweep, "sweep", "`FIELD=A,B,...`: play each game by the variant with each of these values of a field (see \"foppen variants\"), such as one_penalty=0,5,10, 4.discs=1,2 or players=4,5,6; with several sweeps by all combinations")
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
		if err := check(); err != nil {
			return err
		}
		if err := s.check(); err != nil {
			return err
		}
		if err := s.setSides(e, bots); err != nil {
			return err
		}
		s.config.MoveLimit = moveLimit(fs, bots.moveTime, s.config.Bots...)
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
	against, sweep          textList
	sides                   []foppen.SimConfig // by which the games are played besides
	duplicate               bool
	json                    bool
	records, csv, svg, html string // names of files, "" for none
	report, resume          string // likewise
	had                     begun  // the report that the run goes on with, nil for none
	files                   outputs
}

// check refuses flags that do not go together.
func (s *simulation) check() error {
	several := s.against != nil || s.sweep != nil
	switch {
	case s.duplicate && several:
		return usagef("-duplicate compares bots, -against and -sweep compare variants; want one of them")
	case s.duplicate && s.resume != "":
		return usagef("-resume is for reports, which can be merged; -duplicate has none")
	case s.duplicate && s.svg != "":
		return usagef("-svg has no plots for -duplicate")
	case s.duplicate && s.csv != "":
		return usagef("-csv has no table for -duplicate")
	case s.against == nil && given(s.flags, "players") && sweepsPlayers(s.sweep):
		return usagef("-players and -sweep %s both say how many play; want one of them", playersField)
	case s.records != "" && (several || s.duplicate):
		return usagef("-records is for games that are played once, without -against, -sweep and -duplicate")
	}
	return nil
}

// setSides sets by what the games are played besides, and with -sweep also what they are
// played by first.
func (s *simulation) setSides(e *env, bots *botFlags) error {
	sweeps, err := parseSweeps(s.sweep)
	if err != nil {
		return err
	}
	first := table{variant: s.config.Variant, players: s.config.Players}
	tables, err := first.combine(sweeps)
	if err != nil {
		return err
	}
	for _, text := range s.against {
		v, err := e.loadVariant(text)
		if err != nil {
			return err
		}
		if err := checkPlayers(v, first.players); err != nil {
			return usagef("-against %s: %v", text, err)
		}
		tables = append(tables, table{variant: v, players: first.players})
	}
	if len(tables) > foppen.MaxCompared {
		return usagef("%d variants, want at most %d", len(tables), foppen.MaxCompared)
	}
	if err := checkSweeps(tables, sweeps); err != nil {
		return err
	}
	for i, t := range tables {
		c := foppen.SimConfig{Variant: t.variant, Players: t.players}
		if c.Bots, err = bots.makers(e, t.players); err != nil {
			return err
		}
		if i == 0 {
			s.config.Variant, s.config.Players, s.config.Bots = c.Variant, c.Players, c.Bots
		} else {
			s.sides = append(s.sides, c)
		}
	}
	return nil
}

// run plays the games and writes what was asked for, also when it is interrupted or
// one of the files cannot be written.
func (s *simulation) run(e *env) error {
	had, err := s.readBegun(e)
	if err != nil {
		return err
	}
	s.had = had
	files, last, err := s.open(e)
	defer func() { files.discard() }()
	if err != nil {
		return err
	}
	s.files = slices.Clone(files)
	p := newProgress(e, s.noun())
	result, err := s.play(e.ctx, had, p.show)
	p.end()
	if fault := last.fill(result, s.command()); fault != nil {
		return fault
	}
	if err != nil && result.done() == 0 {
		files.discard() // there is nothing to write
		files, last.report = nil, nil
	}
	if had != nil {
		warnVersions(e.stderr, "simulate", result.(part))
	}
	rest := func() string { return s.rest(result, last.report) }
	return ending{"simulate", s.json, s.config.Games, result.done(), rest, err}.write(e, result, &files)
}

// An ending is how a run has ended.
type ending struct {
	command string // whose run it is
	json    bool
	asked   int           // how many games were to be played
	done    int           // how many of them were
	rest    func() string // returns the command for the rest, once the files are in their places
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
	if x.done < x.asked {
		switch {
		case e.ctx.Err() != nil:
			stopped = interruptedf("the rest: %s", x.rest())
		case x.done > 0:
			fmt.Fprintf(e.stderr, "foppen %s: note: the rest: %s\n", x.command, x.rest())
		}
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

// lasts are the files that are written at the end; nil for those that are not asked for.
type lasts struct{ svg, csv, html, report *output }

// fill writes an outcome. command is the one that plays the run.
func (l lasts) fill(o drawn, command string) error {
	if l.svg != nil {
		l.svg.text.Write(o.svg())
	}
	if c, ok := o.(interface{ csv() string }); ok && l.csv != nil {
		l.csv.text.WriteString(c.csv())
	}
	if l.html != nil {
		text, err := webPage(o, command)
		if err != nil {
			return err
		}
		l.html.text.Write(text)
	}
	if l.report != nil {
		return l.report.putJSON(o)
	}
	return nil
}

// open gets the files of the run ready.
func (s *simulation) open(e *env) (files outputs, l lasts, err error) {
	inputs := append(s.inputs("variant", "resume"), s.against...)
	open := func(flag, name string) (o *output) {
		if err == nil && name != "" {
			o, err = files.open(e, flag, name, inputs...)
		}
		return o
	}
	if o := open("-records", s.records); o != nil {
		o.partial = s.had != nil
		s.config.OnRecord = func(r foppen.Record) error {
			if _, err := r.WriteTo(&o.text); err != nil {
				return err
			}
			return o.flush(heldBack)
		}
	}
	if s.sides != nil {
		l.csv = open("-csv", s.csv)
	} else if o := open("-csv", s.csv); o != nil {
		o.partial = s.had != nil
		csvHeader(&o.text, s.config.Players)
		s.config.OnGame = func(r foppen.GameResult) error {
			csvLine(&o.text, r)
			return o.flush(heldBack)
		}
	}
	l.svg, l.html = open("-svg", s.svg), open("-html", s.html)
	// The report that the run goes on with may be replaced, even by one of a part: that holds it.
	inputs = append(s.inputs("variant"), s.against...)
	if l.report = open("-report", s.report); l.report != nil {
		l.report.grows = s.resume != "" && sameFile(s.report, s.resume)
	}
	return files, l, err
}

// inputs returns what may be names of files that were read, those of some flags.
func (s *simulation) inputs(flags ...string) (names []string) {
	for _, flag := range flags {
		names = append(names, s.flags.Lookup(flag).Value.String())
	}
	return names
}

// command returns the command that plays the run again.
func (s *simulation) command() string {
	return commandOf(s.flags, "games", s.asked(), map[string]string{"resume": ""})
}

// rest returns the command for what is left of the run. If the report is in a file, the rest
// goes on with it. Games that are played but whose files are lost are played again for those.
func (s *simulation) rest(result outcome, file *output) string {
	left := []foppen.GameRange{s.asked()}
	if p, ok := result.(part); ok {
		left = missing(s.asked(), p.Ranges())
	} else {
		done := uint64(result.done())
		left[0].First, left[0].Games = left[0].First+done, left[0].Games-done
	}
	if _, ok := result.(begun); ok && file != nil && file.at != "" {
		var flags []string
		if s.sides == nil { // else -csv is of all games
			flags = []string{"records", "csv"}
		}
		changes := filesFrom(s.flags, left[0].First, flags...)
		changes["resume"] = file.at
		return strings.Join(append(s.again(left, flags), commandOf(s.flags, "games", s.asked(), changes)), " && ")
	}
	if result.done() == 0 {
		return commandOf(s.flags, "games", s.asked(), nil)
	}
	commands := s.again(left, runFiles())
	for _, r := range left {
		changes := filesFrom(s.flags, r.First, runFiles()...)
		changes["resume"] = ""
		commands = append(commands, commandOf(s.flags, "games", r, changes))
	}
	return strings.Join(commands, " && ")
}

// runFiles returns the flags that name the files of a run.
func runFiles() []string { return []string{"records", "csv", "svg", "html", "report"} }

// again returns the commands that write those files anew that could not be written, of some
// flags. left are the games that are not played.
func (s *simulation) again(left []foppen.GameRange, flags []string) (commands []string) {
	var lost []string
	for _, o := range s.files {
		if flag := strings.TrimPrefix(o.flag, "-"); o.lost() && slices.Contains(flags, flag) {
			lost = append(lost, flag)
		}
	}
	if lost == nil {
		return nil
	}
	before := left
	if s.had != nil {
		before = append(slices.Clone(left), s.had.Ranges()...)
		slices.SortFunc(before, func(a, b foppen.GameRange) int { return cmp.Compare(a.First, b.First) })
	}
	for i, r := range missing(s.asked(), before) {
		changes := map[string]string{}
		if i > 0 {
			changes = filesFrom(s.flags, r.First, lost...)
		}
		for _, flag := range append(runFiles(), "resume") {
			if !slices.Contains(lost, flag) {
				changes[flag] = ""
			}
		}
		commands = append(commands, commandOf(s.flags, "games", r, changes))
	}
	return commands
}

// filesFrom returns names for files of the games from a number on, like those that some
// flags give. Devices and pipes keep their names.
func filesFrom(fs *flag.FlagSet, first uint64, flags ...string) map[string]string {
	names := map[string]string{}
	for _, flag := range flags {
		if name := fs.Lookup(flag).Value.String(); given(fs, flag) && !isDevice(name) {
			ext := filepath.Ext(name)
			names[flag] = fmt.Sprintf("%s-from-%d%s", strings.TrimSuffix(name, ext), first, ext)
		}
	}
	return names
}

// commandOf returns the command with the flags that were given, for some games, which the
// flag counted counts. changes holds other values for some flags, "" for one to be left out.
func commandOf(fs *flag.FlagSet, counted string, games foppen.GameRange, changes map[string]string) string {
	words := []string{"foppen " + fs.Name(), "-first", strconv.FormatUint(games.First, 10), "-" + counted, strconv.FormatUint(games.Games, 10)}
	fs.VisitAll(func(f *flag.Flag) {
		if list, ok := f.Value.(*textList); ok {
			for _, text := range *list {
				words = append(words, "-"+f.Name, shellWord(text))
			}
			return
		}
		value, changed := changes[f.Name]
		if !changed {
			value = f.Value.String()
		}
		if f.Name == "first" || f.Name == counted || value == "" || !changed && !given(fs, f.Name) {
			return
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

// reportFlag declares the flag for the file that takes the report.
func reportFlag(fs *flag.FlagSet, to *string, usage string) {
	nameFlag(fs, to, "report", usage+"; it is never there in part")
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
