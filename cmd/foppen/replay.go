package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/foppen-go/foppen"
)

// errNoRecord says that a file has no record, be it empty: whoever has it read expects one.
var errNoRecord = errors.New("no recorded game in it")

// replay verifies recorded games and tells them.
func replay(fs *flag.FlagSet) func(e *env, args []string) error {
	quiet := fs.Bool("quiet", false, "only verify the games, on all processors")
	view := ""
	nameFlag(fs, &view, "view", "tell only what that `SEAT` saw: 0 to 7, or \"none\" for a spectator")
	return func(e *env, args []string) error {
		if len(args) != 1 {
			return usagef("want one file with recorded games, or - for the standard input")
		}
		r := replayer{page: newPage(e), quiet: *quiet}
		var err error
		if r.redact, r.seat, err = parseView(view); err != nil {
			return err
		}
		in, err := e.open(args[0])
		if err != nil {
			return err
		}
		defer in.Close()
		name := args[0]
		if name == "-" {
			name = "standard input"
		}
		err = r.all(e.ctx, in, func(fault *foppen.RecordError) {
			fmt.Fprintf(e.stderr, "foppen replay: %s\n", message(fmt.Errorf("%s: %s", name, r.faultText(fault))))
		})
		if endErr := r.end(); err == nil {
			err = endErr
		}
		if e.ctx.Err() != nil { // what was cut off is no fault of the input
			if r.games+r.bad == 0 {
				return interruptedf("no game is read")
			}
			return interruptedf("so far %s", r.result())
		}
		if err == errNoRecord {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err == nil && r.bad > 0 {
			return fmt.Errorf("%s: %d of %s at fault", name, r.bad, count(r.games+r.bad, "game"))
		}
		return err
	}
}

// parseView reads the flag -view: whether events are to be redacted, and for whom.
func parseView(text string) (redact bool, seat foppen.Seat, err error) {
	n, numErr := strconv.Atoi(text)
	switch {
	case text == "":
		return false, foppen.NoSeat, nil
	case text == foppen.NoSeat.String():
		return true, foppen.NoSeat, nil
	case numErr == nil && n >= 0 && n < foppen.MaxPlayers:
		return true, foppen.Seat(n), nil
	}
	return false, foppen.NoSeat, usagef("-view is %q, want a seat from 0 to %d, or none%s", text, foppen.MaxPlayers-1, suggestion(text, []string{foppen.NoSeat.String()}))
}

// A replayer tells games as they are read, so that it never holds more than one.
type replayer struct {
	*page
	quiet  bool
	redact bool        // whether seat's view is told instead of everything
	seat   foppen.Seat // if redact: NoSeat is a spectator

	games, open, rounds int // told so far; open games are not over
	bad                 int // games at fault so far
}

// all tells all games that are valid, and reports the others as they come.
func (r *replayer) all(ctx context.Context, in io.Reader, report func(*foppen.RecordError)) error {
	records := foppen.ReadRecords(in)
	if r.quiet {
		records = readParallel(in)
	}
	for record, err := range records {
		var fault *foppen.RecordError
		switch {
		case ctx.Err() != nil:
			err = ctx.Err()
		case err == nil:
			err = r.game(record)
		case errors.As(err, &fault):
			r.bad++
			err = r.end() // what was told before comes before
			report(fault)
		}
		if err != nil {
			return err
		}
	}
	if r.games+r.bad == 0 {
		return errNoRecord
	}
	r.blank()
	r.text("%s", r.result())
	return nil
}

// result says what was found.
func (r *replayer) result() string {
	if r.games == 0 {
		return "no game is valid"
	}
	all := "all "
	if r.bad > 0 {
		all = ""
	}
	return fmt.Sprintf("%s, %s: %svalid%s", count(r.games, "game"), count(r.rounds, "round"), all, r.openText())
}

// faultText says what is wrong with a record. What could have been played instead
// is the hand of a seat, and a refused card may be in another: who looks from one
// seat is told the place and the rule alone.
func (r *replayer) faultText(fault *foppen.RecordError) string {
	if move := (*foppen.MoveError)(nil); r.redact && errors.As(fault, &move) {
		f := *fault
		f.Err = move.Reason
		fault = &f
	}
	return strings.TrimPrefix(fault.Error(), "foppen: ")
}

func (r *replayer) openText() string {
	switch r.open {
	case 0:
		return ""
	case 1:
		return " (1 game is not over)"
	}
	return fmt.Sprintf(" (%d games are not over)", r.open)
}

func (r *replayer) game(record foppen.Record) error {
	g := record.Game()
	r.games++
	r.rounds += g.Round()
	if g.Phase() != foppen.OverPhase {
		r.open++
	}
	if r.quiet {
		return nil
	}
	if r.redact && int(r.seat) >= g.Players() {
		return fmt.Errorf("game %d has no seat %s: it has %d players", r.games+r.bad, r.seat, g.Players())
	}
	r.introduce(record)
	t := newTeller(r.page, g.Variant(), g.Players())
	for _, events := range record.All() {
		if r.redact {
			for i, e := range events {
				events[i] = foppen.Redact(e, r.seat)
			}
		}
		t.tell(events)
	}
	r.rest(g.View(foppen.NoSeat))
	return nil
}

// introduce says what game it is.
func (r *replayer) introduce(record foppen.Record) {
	g := record.Game()
	r.title("Game %d", r.games+r.bad)
	r.hang("", "  ", fmt.Sprintf("%d players, %s", g.Players(), g.Variant()))
	for i, name := range record.Names() {
		r.hang(fmt.Sprintf("  seat %d  ", i), "          ", printable(name))
	}
	if note := endNote(g.Variant(), g.Players()); note != "" {
		r.text("%s", note)
	}
	switch {
	case r.redact && r.seat == foppen.NoSeat:
		r.text("What a spectator saw.")
	case r.redact:
		r.text("What seat %s saw.", r.seat)
	}
}

// rest says how far a game has come that is not over.
func (r *replayer) rest(v foppen.View) {
	if v.Phase() == foppen.OverPhase {
		return
	}
	r.blank()
	switch trick := v.Trick(); {
	case v.Phase() == foppen.BetPhase:
		r.text("The record ends here: seat %s is to bet.", v.Turn())
	case v.Phase() == foppen.DealPhase:
		r.text("The record ends here: seat %s is to deal round %d.", v.Dealer(), v.Round()+1)
	case trick.Len() == 0:
		r.text("The record ends here: seat %s is to lead.", v.Turn())
	default:
		r.text("The record ends here: seat %s is to play. In the trick lie %s.", v.Turn(), plays(trick))
	}
}

// plays returns the plays of a trick in words, such as "G5 of seat 0 and 1 of seat 1".
func plays(trick foppen.Trick) string {
	var list []string
	for s, c := range trick.All() {
		list = append(list, fmt.Sprintf("%s of seat %s", c, s))
	}
	return andList(list)
}
