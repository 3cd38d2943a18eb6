package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"github.com/foppen-go/foppen"
)

// checkbot plays games with a bot at the tables of all presets and tells what it does
// wrong.
func checkbot(fs *flag.FlagSet) func(e *env, args []string) error {
	c := foppen.SimConfig{Games: 1, Seed: 1}
	var moveTime time.Duration
	numberFlag(fs, &c.Games, "games", "`N`: how many games are tried at each table, each of them three times")
	numberFlag(fs, &c.Seed, "seed", "`N`: the number that decides the deals")
	moveTimeFlag(fs, &moveTime)
	return func(e *env, args []string) error {
		switch {
		case len(args) != 1:
			return usagef("want one bot: %s", botsHelp())
		case c.Games < 1:
			return usagef("-games is %d, want 1 or more", c.Games)
		}
		maker, err := e.botMaker(args[0], moveTime)
		if err != nil {
			return err
		}
		c.MoveLimit = moveLimit(fs, moveTime, maker)
		k := botCheck{maker: maker, config: c, clock: runsByClock(args[0])}
		return k.run(e)
	}
}

// runsByClock reports whether a bot is one that nobody can expect to play a game twice in
// the same way: a program, which gets no seed, or a search by time.
func runsByClock(name string) bool {
	_, program := strings.CutPrefix(name, execPrefix)
	_, err := time.ParseDuration(strings.TrimPrefix(name, "search:"))
	return program || err == nil
}

// A botCheck is one run of checkbot.
type botCheck struct {
	maker  foppen.BotMaker
	config foppen.SimConfig
	clock  bool // the bot need not do the same thing twice

	tables, faults int
	unsteady       bool
}

// run plays at one table after the other and tells the faults at once.
func (k *botCheck) run(e *env) error {
	var list []foppen.SimConfig
	for _, name := range foppen.Presets() {
		for _, n := range foppen.Must(foppen.Preset(name)).Players() {
			c := k.config
			c.Variant, c.Players = foppen.Must(foppen.Preset(name)), n
			list = append(list, c)
		}
	}
	p := newPage(e)
	shown := newProgress(e, "tables")
	for i, c := range list {
		shown.show(i, len(list))
		err := foppen.CheckBot(e.ctx, k.maker, c)
		if e.ctx.Err() != nil {
			break
		}
		if err != nil {
			shown.end()
			if err := k.tell(p, err); err != nil {
				return err
			}
		}
		k.tables++
	}
	shown.end()
	if k.unsteady {
		p.text("The bot does not play the same game twice in the same way, as programs and searches by time may. Games with it cannot be repeated by their seed.")
	}
	if k.faults == 0 && k.tables > 0 {
		p.text("No fault at %s with %s each.", count(k.tables, "table"), count(k.config.Games, "game"))
	}
	if k.tables < len(list) {
		return errors.Join(p.end(), interruptedf("what is printed covers %d of %d tables: %s", k.tables, len(list), count(k.faults, "fault")))
	}
	if err := p.end(); err != nil || k.faults == 0 {
		return err
	}
	return fmt.Errorf("%s of the bot %s", count(k.faults, "fault"), printable(k.maker.Name))
}

// tell tells what CheckBot has found at a table; other errors it returns.
func (k *botCheck) tell(p *page, err error) error {
	found, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return err
	}
	for _, err := range found.Unwrap() {
		bad, ok := errors.AsType[*foppen.BotError](err)
		switch {
		case !ok:
			return err
		case k.clock && bad.Fault == foppen.ErrBotUnsteady:
			k.unsteady = true
			continue
		}
		k.faults++
		p.text("%s", upperFirst(message(bad)))
		say(bad, p.put)
		if text, err := bad.Record.MarshalJSON(); err == nil {
			p.put(string(text))
		}
	}
	return p.end()
}
