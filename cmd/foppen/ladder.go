package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/foppen-go/foppen"
)

// ladder has many bots play at mixed tables and rates them.
func ladder(fs *flag.FlagSet) func(e *env, args []string) error {
	c := foppen.SimConfig{Games: 200, Seed: 1}
	rules := rulesFlags(fs)
	check := runFlags(fs, &c, "deal", "how many deals there are; each is for a table of some of the bots, and is played once for each rotation of them around the table")
	bots := &botFlags{list: fs.String("bots", "random,greedy,search:20", fmt.Sprintf("`B,...`: the bots to be rated, from 2 to %d. There are %s", foppen.MaxLadderBots, botsHelp()))}
	moveTimeFlag(fs, &bots.moveTime)
	asJSON := fs.Bool("json", false, "write JSON instead of a table")
	return func(e *env, args []string) error {
		if err := noArgs(args); err != nil {
			return err
		}
		var err error
		if c.Variant, c.Players, err = rules(e); err != nil {
			return err
		}
		if c.Bots, err = ladderBots(e, bots); err != nil {
			return err
		}
		if err := check(); err != nil {
			return err
		}
		return runLadder(e, fs, c, *asJSON)
	}
}

// ladderBots returns the bots that a list names.
func ladderBots(e *env, bots *botFlags) ([]foppen.BotMaker, error) {
	names := strings.Split(*bots.list, ",")
	if len(names) < 2 || len(names) > foppen.MaxLadderBots {
		return nil, usagef("-bots names %s, want from 2 to %d", count(len(names), "bot"), foppen.MaxLadderBots)
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, usagef("-bots names %q twice, want each bot once", name)
		}
	}
	return bots.makers(e, len(names))
}

// runLadder plays the ladder and writes what was asked for, also when it is interrupted.
func runLadder(e *env, fs *flag.FlagSet, c foppen.SimConfig, asJSON bool) error {
	p := newProgress(e, "deals")
	c.OnProgress = p.show
	result, err := foppen.Ladder(e.ctx, c)
	p.end()
	if _, ok := errors.AsType[*foppen.BotError](err); err != nil && !ok && e.ctx.Err() == nil {
		return err // no game was played
	}
	l := ladderReport{result}
	var written error
	if asJSON {
		written = writeJSON(e, l)
	} else {
		written = writePage(e, l, c.Games)
	}
	if rest := restOf(fs, c, "deals", l.done()); rest != "" && e.ctx.Err() != nil {
		fmt.Fprintf(e.stderr, "foppen ladder: interrupted; the rest: %s\n", rest)
	}
	if written != nil {
		return written
	}
	return err
}

// A ladderReport is a foppen.LadderResult to be told.
type ladderReport struct{ foppen.LadderResult }

func (l ladderReport) done() int { return int(l.Deals()) }

// svg has nothing to draw: the flags do not ask for it.
func (l ladderReport) svg() []byte { return nil }

func (l ladderReport) tell(p *page, deals int) {
	p.title("Ladder: %s", count(l.done(), "deal"))
	p.hang("", "  ", safe(l.String()))
	if deals > l.done() {
		p.text("Interrupted: %d deals were asked for.", deals)
	}
	if l.done() == 0 {
		return
	}
	p.blank()
	p.text("Ratings by the model of Bradley and Terry for the places of each two bots in a game: 0 is the mean of all bots, and 400 points more are the odds of ten to one. The deal with all its games is the unit of the 95 %% intervals.")
	p.blank()
	p.line("%-24s %8s    %-20s %8s %12s", "bot", "rating", "95 % interval", "score", "comparisons")
	for _, r := range l.Entries() {
		span := fixed(r.Rating.Low, 1) + " to " + fixed(r.Rating.High, 1)
		if math.IsInf(r.Rating.Low, 0) {
			span = "? to ?"
		}
		p.line("%s %8s    %-20s %8s %12d", pad(cut(safe(r.Name), 24), 24), fixed(r.Rating.Value, 1), span, percent(r.Score), r.Comparisons)
	}
}
