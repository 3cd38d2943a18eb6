package foppen

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
)

// A CheckConfig says how CheckBot tries a bot. The zero value tries one game with each
// preset and number of players, in which all bots are of the maker, without a time limit.
type CheckConfig struct {
	// Games is how many games are tried with each preset and number of players; 0 or less
	// stands for one. It takes two to see the bot among other bots, and twice the number
	// of players to see it so at every seat: see CheckBot.
	Games int
	// Seed is the seed of all games.
	Seed uint64
	// MoveLimit is that of a Match; without it a bot that never answers hangs the check.
	MoveLimit time.Duration
}

// A BotCheckError says what CheckBot has found: the first error of each kind of fault,
// for each preset and number of players. errors.Is and errors.As look at all of them.
type BotCheckError struct {
	Faults []*BotError // Faults has at least one element.
}

// Error returns a line for each fault.
func (e *BotCheckError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the faults.
func (e *BotCheckError) Unwrap() []error {
	errs := make([]error, len(e.Faults))
	for i, f := range e.Faults {
		errs[i] = f
	}
	return errs
}

// CheckBot tries the bots of a maker in games of every preset with every number of
// players and returns a *BotCheckError with what they did wrong, nil if that is nothing.
// How many games, the config says. In the first, the third and so on the maker's bots play
// among themselves. In the second one of them plays with random bots, at seat 0, in the
// fourth at seat 1, and so on around the table. Each game is played
//
//   - once, to see whether a bot chooses what it may not play, chooses nothing, panics
//     or is too slow;
//   - again with fresh bots and the same sources, to see whether they make the same
//     moves;
//   - again in the same way, but move by move in turn with another game, to see whether
//     bots of different games share anything.
//
// A bot that looks at a clock, or cannot do the same thing twice for another reason, is
// reported with ErrBotUnsteady. When the context is done CheckBot returns its error.
func CheckBot(ctx context.Context, maker BotMaker, c CheckConfig) error {
	var found []*BotError
	for _, name := range Presets() {
		v, _ := Preset(name)
		for _, players := range v.Players() {
			start, err := New(players, WithVariant(v))
			if err != nil {
				return err // cannot happen: it is a preset
			}
			table, err := c.checkTable(ctx, maker, start)
			if err != nil {
				return err
			}
			found = append(found, table...)
		}
	}
	if found == nil {
		return nil
	}
	return &BotCheckError{found}
}

// checkTable plays the games of one table and returns the first fault of each kind.
func (c CheckConfig) checkTable(ctx context.Context, maker BotMaker, start Game) ([]*BotError, error) {
	var found []*BotError
	for i := range max(1, c.Games) {
		m := Match{Start: start, Bots: slices.Repeat([]BotMaker{maker}, start.Players()), Seed: c.Seed, Number: uint64(i), MoveLimit: c.MoveLimit}
		if i%2 == 1 {
			for s := range m.Bots {
				if s != i/2%len(m.Bots) {
					m.Bots[s] = Must(ParseBot("random"))
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
func (m Match) check(ctx context.Context) error {
	first, err := m.Record(ctx)
	if err != nil {
		return err
	}
	again, err := m.Record(ctx)
	if err := m.compare(first, again, ErrBotUnsteady, err); err != nil {
		return err
	}
	beside, err := m.playBeside(ctx)
	return m.compare(first, beside, ErrBotShares, err)
}

// playBeside plays the match move by move in turn with the next game of the seed.
func (m Match) playBeside(ctx context.Context) (Record, error) {
	next := m
	next.Number++
	other, err := next.recorder()
	if err != nil {
		return Record{}, err
	}
	d, err := m.recorder()
	if err != nil {
		return Record{}, err
	}
	otherErr := error(nil) // What is wrong in the other game is no fault in this one.
	for !d.over() {
		if err := ctx.Err(); err != nil {
			return d.played(), err
		}
		if otherErr == nil && !other.over() {
			otherErr = other.step(ctx)
		}
		if err := d.step(ctx); err != nil {
			return d.played(), err
		}
	}
	return d.played(), nil
}

// compare returns the fault of the seat that was the first to make another move than
// it should, nil if the records are equal. err says why the second record ends early.
func (m Match) compare(want, got Record, fault BotFault, err error) error {
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
