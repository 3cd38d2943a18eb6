package foppen

import (
	"cmp"
	"context"
	"errors"
	"slices"
)

// CheckBot tries the bots of a maker in games of every preset with every number of
// players. It returns what they did wrong, nil if that is nothing: the first *BotError of each
// kind of fault, for each preset and number of players, put together by errors.Join.
//
// Of the config it takes Games, Seed, First and MoveLimit; Variant and Players, unless they are
// zero, say that it is to try only that variant or that number of players. Bots and the hooks
// must be nil. Games is how many games are tried at each table; 0 stands for one. In the
// first, the third and so on the maker's bots play among themselves. In the second one of
// them plays with random bots, at seat 0, in the fourth at seat 1, and so on around the
// table. Each game is played
//
//   - once, to see whether a bot chooses what it may not play, chooses nothing, panics
//     or is too slow;
//   - again with fresh bots and the same sources, to see whether they make the same
//     moves;
//   - again in the same way, but move by move in turn with another game, to see whether
//     bots of different games share anything.
//
// A bot that looks at a clock, or cannot do the same thing twice for another reason, is
// reported with ErrBotUnsteady. When the context is done CheckBot returns its error. Without a
// MoveLimit a bot that never answers keeps CheckBot waiting until then.
func CheckBot(ctx context.Context, maker BotMaker, c SimConfig) error {
	if c.Bots != nil {
		return &ArgError{Field: "Bots", Problem: "want none, for the bots are those of the maker"}
	}
	if err := c.refuseHooks("where each game is played three times"); err != nil {
		return err
	}
	c.Games = cmp.Or(c.Games, 1)
	var found []error
	for _, table := range c.tables() {
		faults, err := table.check(ctx, maker)
		if err != nil {
			return err
		}
		for _, e := range faults {
			found = append(found, e)
		}
	}
	return errors.Join(found...)
}

// tables returns a config for each variant and number of players that is to be tried.
func (c SimConfig) tables() []SimConfig {
	variants := []Variant{c.Variant}
	if c.Variant == (Variant{}) {
		variants = nil
		for _, name := range Presets() {
			variants = append(variants, Must(Preset(name)))
		}
	}
	var list []SimConfig
	for _, c.Variant = range variants {
		for _, n := range c.Variant.Players() {
			if c.Players == 0 || n == c.Players {
				one := c
				one.Players = n
				list = append(list, one)
			}
		}
	}
	if list == nil {
		return []SimConfig{c} // which settle refuses
	}
	return list
}

// check plays the games of one table and returns the first fault of each kind.
func (c SimConfig) check(ctx context.Context, maker BotMaker) (found []*BotError, err error) {
	c.Bots = slices.Repeat([]BotMaker{maker}, max(c.Players, 0))
	if err := c.settle(); err != nil {
		return nil, err
	}
	for i := range c.Games {
		m := &match{start: c.start(c.Variant, 0), bots: slices.Clone(c.Bots), seed: c.Seed, number: c.First + uint64(i), limit: c.MoveLimit}
		if i%2 == 1 {
			for s := range m.bots {
				if s != i/2%len(m.bots) {
					m.bots[s] = Must(ParseBot("random"))
				}
			}
		}
		err := m.check(ctx)
		var e *BotError
		switch {
		case err == nil:
		case !errors.As(err, &e):
			return nil, err
		case !slices.ContainsFunc(found, func(f *BotError) bool { return f.Fault == e.Fault }):
			found = append(found, e)
		}
	}
	return found, nil
}

// check plays the match three times and returns the first fault, or the error of the
// context.
func (m *match) check(ctx context.Context) error {
	first, err := m.play(ctx, Record{})
	if err != nil {
		return err
	}
	again, err := m.play(ctx, Record{})
	if err := m.compare(first, again, ErrBotUnsteady, err); err != nil {
		return err
	}
	beside, err := m.playBeside(ctx)
	return m.compare(first, beside, ErrBotShares, err)
}

// playBeside plays the match move by move in turn with the next game of the seed.
func (m *match) playBeside(ctx context.Context) (Record, error) {
	next := *m
	next.number++
	d, other := &driver{match: m}, &driver{match: &next}
	err := await(ctx, d.exited, func() error { return d.runBeside(ctx, other) })
	var e *BotError
	if err != nil && !errors.As(err, &e) {
		return Record{}, err
	}
	return d.played(), err
}

// runBeside plays to the end, and after each move one of the other game.
func (d *driver) runBeside(ctx context.Context, other *driver) (err error) {
	var otherErr error // What is wrong in the other game is no fault in this one.
	defer d.close(&err)
	defer other.close(&otherErr)
	d.Lock()
	defer d.Unlock()
	other.Lock()
	defer other.Unlock()
	otherErr = other.begin(ctx, nil)
	if err := d.begin(ctx, nil); err != nil {
		return err
	}
	for !d.over() {
		if otherErr == nil && !other.over() {
			otherErr = other.step(ctx, nil)
		}
		if err := d.step(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// compare returns the fault of the seat that was the first to make another move than
// it should, nil if the records are equal. err says why the second record ends early.
func (m *match) compare(want, got Record, fault BotFault, err error) error {
	var broken *BotError
	if err != nil && !errors.As(err, &broken) {
		return err
	}
	others := slices.Collect(got.Moves())
	i := 0
	for move := range want.Moves() {
		if i == len(others) || others[i] != move {
			then := "nothing"
			if i < len(others) {
				then = others[i].String()
			} else if broken != nil {
				then = broken.Fault.Error()
			}
			e := m.fault(want.At(i).Turn(), answer{fault: fault, detail: move.String() + ", then " + then})
			e.Record = want.Prefix(i + 1)
			return e
		}
		i++
	}
	return nil
}
