// Command foppen plays, tells, checks and counts games of Foppen.
//
//	foppen COMMAND [ARGUMENTS]
//
// "foppen help" lists the commands, "foppen COMMAND -h" explains one. The exit
// status is 0 if all went well, 1 if the input is at fault, which one line on the
// standard error says, and 2 for wrong usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"unicode"
)

// A command is one of the things that foppen does. Each has a file of its own and
// a row in the table that commands returns.
type command struct {
	name  string
	args  string // what comes after the name in the usage line
	about string
	setup setup
}

// A setup declares the flags of a command and returns what runs it once they are
// parsed. args are the arguments that are not flags.
type setup func(fs *flag.FlagSet) func(e *env, args []string) error

// commands returns the table of commands, in the order of the help.
func commands() []command {
	return []command{
		{"demo", "[-variant V] [-players N] [-seed S]", "tell one whole game, so that a newcomer learns the rules", demo},
		{"play", "[-variant V] [-players N] [-seed S] [-bots B,...]\n                   [-seat N] [-save FILE] [-resume FILE]", "play against bots in the terminal", play},
		{"replay", "[-quiet] [-view SEAT] FILE|-", "verify recorded games and tell them", replay},
		{"simulate", simulateArgs, "let bots play many games and count what happens", simulate},
		{"merge", "[-text] FILE...", "make one report of the JSON reports of parts of a run", merge},
		{"variants", "[NAME|FILE] [-json]", "list the rule variants, or explain one of them", variants},
	}
}

// An env is what a command has of the world.
type env struct {
	ctx            context.Context // cancelled when the user wants the command to stop
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
}

// The exit statuses.
const (
	exitFine  = 0
	exitInput = 1
	exitUsage = 2
	// exitInterrupted is what shells report for a program that ctrl-C has ended.
	exitInterrupted = 130
)

// A usageError says that a command was called in a wrong way; every other error
// is one of its input or output.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(os.Args[1:], &env{
		ctx:    ctx,
		stdin:  os.Stdin,
		stdout: os.Stdout,
		stderr: os.Stderr,
		getenv: os.Getenv,
	}))
}

// run does what the arguments say and returns the exit status.
func run(args []string, e *env) int {
	if len(args) == 0 {
		help(e.stderr)
		return exitUsage
	}
	name, args := args[0], args[1:]
	switch name {
	case "help", "-h", "-help", "--help":
		if len(args) == 0 {
			help(e.stdout)
			return exitFine
		}
		name, args = args[0], []string{"-h"}
	}
	for _, c := range commands() {
		if c.name == name {
			return c.run(e, args)
		}
	}
	fmt.Fprintf(e.stderr, "foppen: there is no command %q; \"foppen help\" lists them\n", name)
	return exitUsage
}

func help(w io.Writer) {
	fmt.Fprint(w, "Foppen, the trick-taking card game of fooling and being fooled.\n\nusage: foppen COMMAND [ARGUMENTS]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-9s %s\n", c.name, c.about)
	}
	fmt.Fprint(w, "\n\"foppen COMMAND -h\" explains a command.\n")
}

// run parses the arguments, runs the command and reports its error.
func (c command) run(e *env, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are reported below, in one line
	do := c.setup(fs)
	rest, err := parse(fs, args)
	if err == nil {
		err = do(e, rest)
	}
	var usage usageError
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, flag.ErrHelp):
		c.help(e.stdout, fs)
		return exitFine
	case errors.As(err, &usage):
		fmt.Fprintf(e.stderr, "foppen %s: %s; \"foppen %s -h\" explains it\n", c.name, message(err), c.name)
		return exitUsage
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	fmt.Fprintf(e.stderr, "foppen %s: %s\n", c.name, message(err))
	return exitInput
}

// message returns what an error says, in one line whatever arguments and file names
// it repeats.
func message(err error) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.TrimPrefix(err.Error(), "foppen: "))
}

func (c command) help(w io.Writer, fs *flag.FlagSet) {
	fmt.Fprintf(w, "usage: foppen %s %s\n\n%s\n\n", c.name, c.args, upperFirst(c.about+"."))
	fs.SetOutput(w)
	fs.PrintDefaults()
}

// parse parses flags wherever they stand among the arguments, and returns what is
// no flag. After "--" nothing is.
func parse(fs *flag.FlagSet, args []string) (rest []string, err error) {
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, usageError{err.Error()}
		}
		left := fs.Args()
		if n := len(args) - len(left); n > 0 && args[n-1] == "--" {
			return append(rest, left...), nil
		}
		if len(left) == 0 {
			break
		}
		rest, args = append(rest, left[0]), left[1:]
	}
	return rest, nil
}

// noArgs refuses arguments where a command takes flags only.
func noArgs(args []string) error {
	if len(args) > 0 {
		return usagef("unwanted argument %q", args[0])
	}
	return nil
}
