package main

import (
	"flag"
	"fmt"
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
	html := ""
	nameFlag(fs, &html, "html", "write the table to `FILE`, one HTML page that needs no network")
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
		c.MoveLimit = moveLimit(fs, bots.moveTime, c.Bots...)
		if err := check(); err != nil {
			return err
		}
		return runLadder(e, fs, c, html, *asJSON)
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
func runLadder(e *env, fs *flag.FlagSet, c foppen.SimConfig, html string, asJSON bool) error {
	var files outputs
	var page *output
	defer func() { files.discard() }()
	if html != "" {
		var err error
		if page, err = files.open(e, "-html", html, fs.Lookup("variant").Value.String()); err != nil {
			return err
		}
	}
	if note := endNote(c.Variant, c.Players); note != "" {
		fmt.Fprintf(e.stderr, "foppen ladder: %s\n", note)
	}
	asked := foppen.GameRange{First: c.First, Games: uint64(c.Games)}
	p := newProgress(e, "deals")
	c.OnProgress = p.show
	result, err := foppen.Ladder(e.ctx, c)
	p.end()
	l := ladderReport{result}
	if err != nil && l.done() == 0 {
		files.discard() // there is nothing to write
		files = nil
	}
	if page != nil {
		text, fault := webPage(l, commandOf(fs, "deals", asked, nil))
		if fault != nil {
			return fault
		}
		page.text.Write(text)
	}
	rest := func() string {
		if l.done() == 0 {
			return commandOf(fs, "deals", asked, nil)
		}
		left := missing(asked, l.Ranges())[0]
		return commandOf(fs, "deals", left, filesFrom(fs, left.First, "html"))
	}
	return ending{"ladder", asJSON, c.Games, l.done(), rest, err}.write(e, l, &files)
}

// A ladderReport is a foppen.LadderResult to be told.
type ladderReport struct{ foppen.LadderResult }

func (l ladderReport) done() int { return int(l.Deals()) }

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
	p.text("%s", ladderWords)
	p.blank()
	p.line("%-24s %8s    %-20s %8s %12s", "bot", "rating", "95 % interval", "score", "comparisons")
	for _, r := range l.Entries() {
		p.line("%s %8s    %-20s %8s %12d", pad(cut(safe(r.Name), 24), 24), fixed(r.Rating.Value, 1), ratingSpan(r.Rating), percent(r.Score), r.Comparisons)
	}
}

// ratingSpan returns the interval of a rating.
func ratingSpan(m foppen.Mean) string {
	return fixed(m.Low, 1) + " to " + fixed(m.High, 1)
}
