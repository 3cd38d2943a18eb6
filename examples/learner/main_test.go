package main

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
)

// The network learns: what it has been told often it foretells, and what it was not told
// stays apart.
func TestNetLearns(t *testing.T) {
	n := newNet(3, 8, 2, rand.New(rand.NewPCG(1, 1)))
	xor := [][]float32{{1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}}
	h := make([]float32, n.hidden)
	for range 20000 {
		for i, x := range xor {
			n.learn(x, []target{{1, float32(i%2 ^ i/2)}}, 0.02)
		}
	}
	for i, x := range xor {
		n.think(x, h)
		if got, want := n.output(h, 1), float32(i%2^i/2); got < want-0.3 || got > want+0.3 {
			t.Errorf("%v: got %.2f, want %v", x, got, want)
		}
	}
}

// Lessons compare the legal cards with the greedy one on the same hands, and are the same
// for the same number.
func TestLesson(t *testing.T) {
	one, again := newTeacher().lesson(1, 7), newTeacher().lesson(1, 7)
	if len(one) == 0 || len(one) != len(again) {
		t.Fatalf("%d and %d choices", len(one), len(again))
	}
	for i, e := range one {
		if len(e.targets) == 0 {
			t.Errorf("choice %d has one card", i)
		}
		for j, a := range e.targets {
			if a != again[i].targets[j] {
				t.Errorf("choice %d: %v, then %v", i, a, again[i].targets[j])
			}
		}
	}
}

// A learned bot keeps to the rules.
func TestLearnedBotIsFair(t *testing.T) {
	bot := maker(train(1, 20))
	if err := foppen.CheckBot(context.Background(), bot, foppen.SimConfig{Variant: foppen.Rulebook2018(), Players: players}); err != nil {
		t.Error(err)
	}
}

func TestLearn(t *testing.T) {
	var out strings.Builder
	if err := learn(&out, 1, 5, 2); err != nil || strings.Count(out.String(), "\n") != 3 {
		t.Errorf("got %q, %v", out.String(), err)
	}
}
