package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/foppen-go/foppen"
)

// completion prints a script that completes the commands and flags in a shell.
func completion(*flag.FlagSet) func(e *env, args []string) error {
	return func(e *env, args []string) error {
		scripts := map[string]func(p *page){"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
		if len(args) != 1 || scripts[args[0]] == nil {
			meant := ""
			if len(args) == 1 {
				meant = suggestion(args[0], shells())
			}
			return usagef("want one shell: %s%s", orList(shells()), meant)
		}
		p := newPage(e)
		scripts[args[0]](p)
		return p.end()
	}
}

// shells returns the shells that have a script.
func shells() []string { return []string{"bash", "zsh", "fish"} }

// A word is what can stand at a place of the command line: some words, names of files
// or both. The zero value is what nobody can guess, such as a number.
type word struct {
	words []string
	files bool
}

// valueOf returns what the value of a flag can be.
func valueOf(f *flag.Flag) word {
	switch value, _ := flag.UnquoteUsage(f); value {
	case "FILE":
		return word{files: true}
	case "V":
		return word{foppen.Presets(), true}
	case "B,...":
		return word{words: foppen.BotNames()}
	}
	return word{}
}

// arguments returns what the arguments of a command can be that are no flags.
func (c command) arguments() (w word) {
	w.files = strings.Contains(c.args, "FILE")
	switch {
	case strings.Contains(c.args, "NAME"):
		w.words = foppen.Presets()
	case strings.Contains(c.args, "SHELL"):
		w.words = shells()
	}
	return w
}

// helpCommand is the command that is in no table, see run.
func helpCommand() command { return command{name: "help", about: "explain a command"} }

// A completionCase is a place of the command line, and what can stand there.
type completionCase struct {
	place string // the command and the word before, or the command
	word
}

// completionCases returns what can follow each flag, each command when a flag begins,
// and each command else.
func completionCases() (values, flags, args []completionCase) {
	help := completionCase{place: "help"}
	for _, c := range commands() {
		help.words = append(help.words, c.name)
		fs, _ := c.flags()
		all := completionCase{place: c.name, word: word{words: []string{"-h"}}}
		fs.VisitAll(func(f *flag.Flag) {
			all.words = append(all.words, "-"+f.Name)
			if !isSwitch(f.Value) {
				values = append(values, completionCase{c.name + " -" + f.Name, valueOf(f)})
			}
		})
		flags = append(flags, all)
		args = append(args, completionCase{c.name, c.arguments()})
	}
	return values, flags, append(args, help)
}

// names returns the names of all commands.
func names() []string {
	names := []string{helpCommand().name}
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return slices.Sorted(slices.Values(names))
}

func bashCompletion(p *page) {
	cases := func(list []completionCase) {
		for _, c := range list {
			if len(c.words) > 0 || c.files {
				action := fmt.Sprintf("words='%s'", strings.Join(c.words, " "))
				if c.files {
					action += " files=1"
				}
				p.put(fmt.Sprintf("\t'%s') %s ;;", c.place, action))
			} else {
				p.put(fmt.Sprintf("\t'%s') return ;;", c.place))
			}
		}
	}
	values, flags, args := completionCases()
	p.put("# bash completion for foppen; put this into .bashrc:  source <(foppen completion bash)")
	p.put("_foppen() {")
	p.put(`	local cur=${COMP_WORDS[COMP_CWORD]} words= files=`)
	p.put("	COMPREPLY=()")
	p.put(`	if [ "$COMP_CWORD" -eq 1 ]; then`)
	p.put("		words='" + strings.Join(names(), " ") + "'")
	p.put(`	else case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in`)
	cases(values)
	p.put(`	*) case "$cur" in`)
	p.put(`	-*) case "${COMP_WORDS[1]}" in`)
	cases(flags)
	p.put("	esac ;;")
	p.put(`	*) case "${COMP_WORDS[1]}" in`)
	cases(args)
	p.put("	esac ;;")
	p.put("	esac ;;")
	p.put("	esac; fi")
	p.put(`	COMPREPLY=($(compgen -W "$words" -- "$cur") $([ -n "$files" ] && compgen -f -- "$cur"))`)
	p.put("}")
	p.put("complete -o filenames -F _foppen foppen")
}

func zshCompletion(p *page) {
	cases := func(list []completionCase) {
		for _, c := range list {
			var actions []string
			if len(c.words) > 0 {
				actions = append(actions, "compadd -- "+strings.Join(c.words, " "))
			}
			if c.files {
				actions = append(actions, "_files")
			}
			p.put(fmt.Sprintf("\t('%s') %s ;;", c.place, strings.Join(actions, "; ")))
		}
	}
	values, flags, args := completionCases()
	p.put("#compdef foppen")
	p.put("# zsh completion for foppen; put this into .zshrc:  source <(foppen completion zsh)")
	p.put("_foppen() {")
	p.put("	if (( CURRENT == 2 )); then compadd -- " + strings.Join(names(), " ") + "; return; fi")
	p.put(`	case "$words[2] $words[CURRENT-1]" in`)
	cases(values)
	p.put(`	(*) case "$PREFIX" in`)
	p.put(`	(-*) case "$words[2]" in`)
	cases(flags)
	p.put("	esac ;;")
	p.put(`	(*) case "$words[2]" in`)
	cases(args)
	p.put("	esac ;;")
	p.put("	esac ;;")
	p.put("	esac")
	p.put("}")
	p.put("compdef _foppen foppen")
}

func fishCompletion(p *page) {
	quote := func(s string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(strings.Join(strings.Fields(s), " ")) + "'"
	}
	options := func(w word) (text string) {
		if !w.files {
			text = " -f"
		}
		if len(w.words) > 0 {
			text += " -a " + quote(strings.Join(w.words, " "))
		}
		return text
	}
	p.put("# fish completion for foppen; put this into config.fish:  foppen completion fish | source")
	p.put("complete -c foppen -e")
	for _, c := range append(commands(), helpCommand()) {
		p.put(fmt.Sprintf("complete -c foppen -n __fish_use_subcommand -f -a %s -d %s", c.name, quote(c.about)))
	}
	_, _, args := completionCases()
	for _, a := range args {
		p.put(fmt.Sprintf("complete -c foppen -n '__fish_seen_subcommand_from %s'%s", a.place, options(a.word)))
	}
	for _, c := range commands() {
		fs, _ := c.flags()
		fs.VisitAll(func(f *flag.Flag) {
			_, about := flag.UnquoteUsage(f)
			value := ""
			if !isSwitch(f.Value) {
				value = " -r" + options(valueOf(f))
			}
			p.put(fmt.Sprintf("complete -c foppen -n '__fish_seen_subcommand_from %s' -o %s%s -d %s", c.name, f.Name, value, quote(about)))
		})
	}
}
