package main

import (
	"flag"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// Numbers are decimal, for all flags of all commands.
func TestNumbersAreDecimal(t *testing.T) {
	numbers := 0
	for _, c := range commands() {
		fs, _ := c.flags()
		fs.VisitAll(func(f *flag.Flag) {
			if value, _ := flag.UnquoteUsage(f); value != "N" {
				return
			}
			numbers++
			require.NoError(t, f.Value.Set("010"))
			assert.Equal(t, "10", f.Value.String(), "%s -%s", c.name, f.Name)
			for _, text := range []string{"", "0x10", "0b1", "0o7", "1_000", "1e3", "1.0", " 1", "99999999999999999999", "٣"} {
				assert.Error(t, f.Value.Set(text), "%s -%s %q", c.name, f.Name, text)
				assert.Equal(t, exitUsage, call(c.name, "-"+f.Name, text).status)
			}
		})
	}
	assert.Equal(t, 20, numbers)
	assert.Contains(t, fine(t, "simulate", "-games", "010"), "10 games of Foppen")
	assert.Contains(t, fine(t, "simulate", "-games", "1", "-seed", "18446744073709551615"), "of seed 18446744073709551615")
}

// A flag that is given is not taken for one that is not: nothing that it says is
// dropped.
func TestGivenFlagsCount(t *testing.T) {
	for _, name := range []string{"demo", "play", "simulate"} {
		got := call(name, "-players", "0")
		assert.Equal(t, exitUsage, got.status)
		assert.Contains(t, got.errors, "4, 5, 6, 7 or 8 players, not 0", name)
	}
	assert.Contains(t, call("simulate", "-workers", "0").errors, "-workers is 0, want 1 or more")

	values := map[string]string{"V": "edition-1995", "N": "3", "B,...": "random", "FILE": "x", "SEAT": "1", "T": "2s"}
	for _, c := range commands() {
		fs, _ := c.flags()
		fs.VisitAll(func(f *flag.Flag) {
			value, _ := flag.UnquoteUsage(f)
			arg := "-" + f.Name + "=" + values[value]
			if isSwitch(f.Value) {
				arg = "-" + f.Name
			} else {
				got := call(c.name, "-"+f.Name, "")
				assert.Equal(t, exitUsage, got.status, "%s -%s with nothing", c.name, f.Name)
			}
			if _, ok := f.Value.(*textList); ok {
				return // it takes a list
			}
			got := call(c.name, arg, arg)
			assert.Equal(t, exitUsage, got.status, "%s %s twice", c.name, arg)
			assert.Contains(t, got.errors, "given twice", "%s %s", c.name, arg)
		})
	}
}

func TestSuggestions(t *testing.T) {
	for typed, want := range map[string]string{
		"dmo": "demo", "Replay": "replay", "simualte": "simulate", "ply": "play", "varient": "variants", "mrege": "merge", "hlep": "",
		"x": "", "": "", "dance": "", strings.Repeat("simulate", 100): "",
	} {
		got := call(typed)
		assert.Equal(t, exitUsage, got.status)
		if want == "" {
			assert.NotContains(t, got.errors, "did you mean", typed)
		} else {
			assert.Contains(t, got.errors, "(did you mean "+want+"?)", typed)
		}
	}
	assert.Contains(t, call("simulate", "--varaint", "x").errors, "(did you mean -variant?)")
	assert.Contains(t, call("simulate", "-game", "3").errors, "(did you mean -games?)")
	assert.NotContains(t, call("simulate", "-quiet").errors, "did you mean")
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "abcd", 1}, {"abc", "bc", 1}, {"abc", "axc", 1}, {"abc", "xyz", 3}, {"", "ab", 2}} {
		assert.Equal(t, tt.want, distance(tt.a, tt.b), "%q %q", tt.a, tt.b)
		assert.Equal(t, tt.want, distance(tt.b, tt.a), "%q %q", tt.b, tt.a)
	}
}

func TestVersion(t *testing.T) {
	out := fine(t, "version")
	assert.Regexp(t, `^foppen \S.*, go1\.\d+\S* \w+/\w+\n$`, strings.ReplaceAll(out, " of unknown origin", " x"))
	assert.Equal(t, out, fine(t, "-version"))
	assert.Equal(t, out, fine(t, "--version"))
	assert.Equal(t, exitUsage, call("version", "1").status)
}

// The scripts have all commands, flags and presets, and the shells can read them.
func TestCompletion(t *testing.T) {
	for _, shell := range shells() {
		script := fine(t, "completion", shell)
		for _, c := range commands() {
			assert.Contains(t, script, c.name)
			fs, _ := c.flags()
			fs.VisitAll(func(f *flag.Flag) {
				assert.Regexp(t, `(-| -o )`+f.Name+`\b`, script, "%s: %s", shell, c.name)
			})
		}
		for _, preset := range foppen.Presets() {
			assert.Contains(t, script, preset)
		}
		if program, err := exec.LookPath(shell); err == nil {
			out, err := exec.Command(program, "-n", write(t, "script", script)).CombinedOutput()
			assert.NoError(t, err, "%s: %s", shell, out)
		}
	}
	for _, args := range [][]string{{}, {"csh"}, {"bash", "zsh"}} {
		got := call(append([]string{"completion"}, args...)...)
		assert.Equal(t, exitUsage, got.status)
		assert.Contains(t, got.errors, "bash, zsh or fish")
	}
}

// What bash completes, asked of bash.
func TestBashCompletes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	script := write(t, "script", fine(t, "completion", "bash"))
	for typed, want := range map[string]string{
		"foppen si":            "simulate",
		"foppen help ver":      "version",
		"foppen simulate -rec": "-records",
		"foppen simulate -json -variant rulebook-2018-j": "rulebook-2018-ja",
		"foppen play -bots gr":                           "greedy",
		"foppen completion f":                            "fish",
		"foppen variants edition-1995-":                  "edition-1995-bets",
		"foppen demo x":                                  "",
	} {
		words := strings.Fields(typed)
		line := "source " + script + "; COMP_WORDS=(" + typed + "); COMP_CWORD=" + string(rune('0'+len(words)-1)) + "; _foppen; echo \"${COMPREPLY[*]}\""
		out, err := exec.Command(bash, "--norc", "-c", line).CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Equal(t, want+"\n", string(out), typed)
	}
}

// A misspelt variant, field, value, bot, shell or view names the nearest that there is.
func TestValueSuggestions(t *testing.T) {
	for _, test := range []struct {
		args string
		want string
	}{
		{"variants rulebok-2018", "rulebook-2018"},
		{"demo -variant edition1995", "edition-1995"},
		{"simulate -against edition-1995-bet", "edition-1995-bets"},
		{"variants|rulebook-2018 one_penality=2", "one_penalty"},
		{"variants|rulebook-2018 4.disks=2", "discs"},
		{"variants|rulebook-2018 worst_tie=frist-played", "first-played"},
		{"simulate -bots greddy", "greedy"},
		{"simulate -bots serach:50", "search"},
		{"play -bots rnadom", "random"},
		{"checkbot greeedy", "greedy"},
		{"ladder -bots greedy,serch", "search"},
		{"analyze -bot seach:5 x", "search"},
		{"completion bsh", "bash"},
		{"replay -view nne x", "none"},
		{"variants xyz", ""},
		{"simulate -bots x", ""},
		{"variants|rulebook-2018 4.hand=x", ""},
		{"completion", ""},
		{"completion bash x", ""},
	} {
		args := strings.Fields(test.args)
		if command, text, ok := strings.Cut(test.args, "|"); ok {
			args = []string{command, text}
		}
		got := call(args...)
		assert.Equal(t, exitUsage, got.status, test.args)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), got.errors)
		if test.want == "" {
			assert.NotContains(t, got.errors, "did you mean", test.args)
		} else {
			assert.Contains(t, got.errors, "(did you mean "+test.want+"?)", test.args)
		}
	}
}

// Every number of an argument is decimal, whatever zeros it begins with, and what is no number
// is refused with what is wanted.
func TestTextsAreDecimal(t *testing.T) {
	for _, args := range [][2]string{
		{"simulate -games 010 -seed 007", "simulate -games 10 -seed 7"},
		{"simulate -games 1 -bots search:010", "simulate -games 1 -bots search:10"},
		{"simulate -games 1 -bots search:010", "simulate -games 1 -bots search:10 -move-time 010s"},
		{"demo -seed 08", "demo -seed 8"},
	} {
		assert.Equal(t, fine(t, strings.Fields(args[1])...), fine(t, strings.Fields(args[0])...))
	}
	assert.Equal(t, fine(t, "variants", "rulebook-2018 4.discs=2"), fine(t, "variants", "rulebook-2018 4.discs=002"))
	for args, want := range map[string]string{
		"simulate -move-time 010":          "want a time with its unit, such as 2s or 500ms",
		"simulate -move-time soon":         "want a time with its unit, such as 2s or 500ms",
		"simulate -move-time 99999999999h": "up to 2562047h",
		"simulate -seed -1":                "want a whole number from 0 up",
		"simulate -json=maybe":             "want true or false",
		"simulate -games ten":              "want a whole number",
		"simulate -bots search:00":         "1 to 1000000 samples or a time as in search:20ms",
		"simulate -bots search:x":          "1 to 1000000 samples or a time as in search:20ms",
	} {
		got := call(strings.Fields(args)...)
		assert.Equal(t, exitUsage, got.status, args)
		assert.Contains(t, got.errors, want)
		assert.NotContains(t, got.errors, "parse error")
	}
}
