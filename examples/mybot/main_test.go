package main

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
)

// CheckBot finds out whether a bot keeps to the rules at every table of every preset. A
// bot of yours deserves the same test.
func TestCarefulBotKeepsToTheRules(t *testing.T) {
	maker := foppen.BotMaker{Name: "careful", New: func(rand.Source) foppen.Bot { return carefulBot{} }}
	if err := foppen.CheckBot(t.Context(), maker, foppen.SimConfig{Seed: 1}); err != nil {
		t.Error(err)
	}
}

func TestChoose(t *testing.T) {
	for _, test := range []struct {
		name  string
		moves []string
		want  string
	}{
		{"leads high", []string{"deal G5 G9|R2 R3|Y2 Y3|B2 B3"}, "G9"},
		{"beats the worst by little", []string{"deal G4 R2|G6 G9|Y2 Y3|B2 B3", "seat 0 plays G4"}, "G6"},
		{"plays high when nothing is safe", []string{"deal G17 R2|G2 G6|Y2 Y3|B2 B3", "seat 0 plays G17"}, "G6"},
		{"is safe behind a discard", []string{"deal G17 R2|R5 R6|G3 G6|B2 B3", "seat 0 plays G17", "seat 1 plays R5"}, "G3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			game, err := foppen.New(4, foppen.WithVariant(foppen.Must(foppen.ParseVariant("rulebook-2018 4.hand=2"))))
			for _, move := range test.moves {
				if err == nil {
					game, _, err = game.Apply(foppen.Must(foppen.ParseMove(move)))
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := (carefulBot{}).Choose(game.View(game.Turn())).String(); got != test.want {
				t.Errorf("the bot plays %s, want %s", got, test.want)
			}
		})
	}
}

func TestCompete(t *testing.T) {
	var out strings.Builder
	if err := compete(&out, 2); err != nil {
		t.Fatal(err)
	}
	if want := regexp.MustCompile(`^careful: .*\ngreedy: .*\n$`); !want.MatchString(out.String()) {
		t.Errorf("got\n%s\nwant a line for each bot", out.String())
	}
}
