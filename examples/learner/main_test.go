package main

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
)

// The network learns: what it has been told often it foretells.
func TestNetLearns(t *testing.T) {
	n := newNet(3, 8, rand.New(rand.NewPCG(1, 1)))
	xor := [][]float32{{1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}}
	h := make([]float32, n.hidden)
	for range 20000 {
		for i, x := range xor {
			n.learn(x, float32(i%2^i/2), 0.02)
		}
	}
	for i, x := range xor {
		if got, want := n.think(x, h), float32(i%2^i/2); got < want-0.3 || got > want+0.3 {
			t.Errorf("%v: got %.2f, want %v", x, got, want)
		}
	}
}

// Lessons are the same for the same number, and about what they say: the worths of the
// cards of a choice have the mean 0.
func TestLesson(t *testing.T) {
	one, again := newTeacher().lesson(1, 7), newTeacher().lesson(1, 7)
	if len(one) == 0 || len(one) != len(again) {
		t.Fatalf("%d and %d examples", len(one), len(again))
	}
	sum := float32(0)
	for i, e := range one {
		if sum += e.worth; e.worth != again[i].worth || len(e.x) != len(one[0].x) {
			t.Errorf("example %d: %v, then %v", i, e, again[i])
		}
	}
	if sum > 0.01 || sum < -0.01 {
		t.Errorf("the worths have the sum %v", sum)
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
