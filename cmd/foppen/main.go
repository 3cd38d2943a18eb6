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
	"time"
	"unicode"
)

// A command is one of the things that foppen does. Each has a file of its own and
// a row in the table that commands returns, from which all else comes: parsing,
// help, completion and the names suggested for misspelt ones.
type command struct {
	name  string
	args  string // the arguments that are not flags, as the usage line shows them
	about string
	setup setup
}

// A setup declares the flags of a command and returns what runs it once they are
// parsed. args are the arguments that are not flags.
type setup func(fs *flag.FlagSet) func(e *env, args []string) error

// commands returns the table of commands, in the order of the help.
func commands() []command {
	return []command{
		{"demo", "", "tell one whole game, so that a newcomer learns the rules", demo},
		{"play", "", "play against bots in the terminal", play},
		{"replay", "FILE|-", "verify recorded games and tell them", replay},
		{"analyze", "FILE|-", "judge the choices of recorded games and say what each has cost", analyze},
		{"simulate", "", "let bots play many games and count what happens", simulate},
		{"ladder", "", "rate many bots by games at mixed tables", ladder},
		{"checkbot", "BOT", "find out what a bot does wrong, at the tables of all variants", checkbot},
		{"merge", "FILE...", "make one report of the JSON reports of parts of a run", merge},
		{"variants", "[NAME|FILE]", "list the rule variants, or explain one of them", variants},
		{"completion", "SHELL", "print a script that completes commands and flags in bash, zsh or fish", completion},
		{"version", "", "say which version this is", version},
	}
}

// flags returns the flags of a command, and what runs it once they are parsed.
func (c command) flags() (*flag.FlagSet, func(e *env, args []string) error) {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are reported in one line, see command.run
	return fs, c.setup(fs)
}

// An env is what a command has of the world.
type env struct {
	ctx            context.Context // cancelled when the user wants the command to stop
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	programs       *programs // the bots that are programs; run makes it
	waited         waited    // by writers since ctx is done
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

// An interruption says that the user has stopped a command, and about what is there of
// its work: what the output covers, or how to go on.
type interruption struct{ about string }

func (i interruption) Error() string { return "interrupted; " + i.about }
func (i interruption) Unwrap() error { return context.Canceled }

func interruptedf(format string, args ...any) error {
	return interruption{fmt.Sprintf(format, args...)}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the program at once, but not if it comes with the first one:
	// some programs send theirs to the process and to its group.
	context.AfterFunc(ctx, func() { time.AfterFunc(300*time.Millisecond, stop) })
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
		help(e, e.stderr)
		return exitUsage
	}
	name, args := args[0], args[1:]
	switch name {
	case "-version", "--version":
		name = "version"
	case "help", "-h", "-help", "--help":
		if len(args) == 0 {
			return e.status("help", help(e, e.stdout))
		}
		name, args = args[0], []string{"-h"}
	}
	var names []string
	for _, c := range commands() {
		if c.name == name {
			return e.do(c, args)
		}
		names = append(names, c.name)
	}
	fmt.Fprintf(e.stderr, "foppen: there is no command %q%s; \"foppen help\" lists them\n", name, suggestion(name, names))
	return exitUsage
}

func help(e *env, w io.Writer) error {
	p := newPageOn(e, w)
	p.text("Foppen, the trick-taking card game of fooling and being fooled.")
	p.blank()
	p.line("usage: foppen COMMAND [ARGUMENTS]")
	p.blank()
	for _, c := range commands() {
		p.hang(fmt.Sprintf("  %-11s ", c.name), strings.Repeat(" ", 14), c.about)
	}
	p.blank()
	p.text("\"foppen COMMAND -h\" explains a command.")
	return p.end()
}

// do runs the command and returns the exit status. No program that it has started is left.
func (e *env) do(c command, args []string) int {
	e.programs = newPrograms()
	defer e.programs.end()
	defer context.AfterFunc(e.ctx, e.programs.kill)()
	err := c.run(e, args)
	defer explain(e.stderr, err)
	return e.status(c.name, err)
}

// run parses the arguments and runs the command.
func (c command) run(e *env, args []string) error {
	fs, do := c.flags()
	rest, err := parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		return c.help(e, fs)
	}
	if err != nil {
		return err
	}
	return do(e, rest)
}

// status reports the error of a command and returns the exit status.
func (e *env) status(name string, err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &usage):
		fmt.Fprintf(e.stderr, "foppen %s: %s; \"foppen %s -h\" explains it\n", name, message(err), name)
		return exitUsage
	case errors.Is(err, context.Canceled):
		stopped, ok := errors.AsType[interruption](err)
		if !ok {
			stopped.about = "what is printed, if anything, is not all"
		}
		fmt.Fprintf(e.stderr, "foppen %s: %s\n", name, message(stopped))
		return exitInterrupted
	}
	fmt.Fprintf(e.stderr, "foppen %s: %s\n", name, message(err))
	return exitInput
}

// message returns what an error says, in one line whatever arguments and file names
// it repeats.
func message(err error) string {
	text := err.Error()
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var texts, parts []string
		for _, err := range joined.Unwrap() {
			texts, parts = append(texts, err.Error()), append(parts, message(err))
		}
		if text == strings.Join(texts, "\n") { // by errors.Join; others have a text of their own
			text = strings.Join(parts, "; ")
		}
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.TrimPrefix(text, "foppen: "))
}

// noArgs refuses arguments where a command takes flags only.
func noArgs(args []string) error {
	if len(args) > 0 {
		return usagef("unwanted argument %q", args[0])
	}
	return nil
}
