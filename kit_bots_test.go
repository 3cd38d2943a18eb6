package foppen_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/foppen-go/foppen"
)

// A choice is a bot made of a function.
type choice func(v foppen.View) foppen.Card

func (f choice) Choose(v foppen.View) foppen.Card { return f(v) }

// making is a maker of such bots.
func making(name string, f choice) foppen.BotMaker {
	return foppen.BotMaker{Name: name, New: func(rand.Source) foppen.Bot { return f }}
}

func lowest(v foppen.View) foppen.Card { return v.Legal().Lowest() }

// bots are the makers of the names given.
func bots(names ...string) []foppen.BotMaker {
	makers := make([]foppen.BotMaker, len(names))
	for i, name := range names {
		makers[i] = foppen.Must(foppen.ParseBot(name))
	}
	return makers
}

// A match is a game for bots from a start.
type match struct {
	Start        foppen.Game
	Bots         []foppen.BotMaker
	Seed, Number uint64
	MoveLimit    time.Duration
}

// Record plays it.
func (m match) Record(ctx context.Context) (foppen.Record, error) {
	r, err := foppen.NewRecord(m.Start)
	if err != nil {
		return r, err
	}
	return foppen.PlayGame(ctx, r, foppen.SimConfig{Bots: m.Bots, Seed: m.Seed, First: m.Number, MoveLimit: m.MoveLimit})
}

// Play plays it, for the end alone.
func (m match) Play(ctx context.Context) (foppen.Game, error) {
	r, err := m.Record(ctx)
	return r.Game(), err
}

// after wraps a choice that is made only from the n-th on; before, it is lowest.
func after(n int, f choice) foppen.BotMaker {
	return foppen.BotMaker{Name: "bad", New: func(rand.Source) foppen.Bot {
		left := n
		return choice(func(v foppen.View) foppen.Card {
			if left--; left >= 0 {
				return lowest(v)
			}
			return f(v)
		})
	}}
}

// dealsOf are the deals of a record.
func dealsOf(r foppen.Record) (deals []foppen.Deal) {
	for m := range r.Moves() {
		if d, ok := m.(foppen.Deal); ok {
			deals = append(deals, d)
		}
	}
	return deals
}

// shyBot is a bot of another type that plays like the one in it.
type shyBot struct{ foppen.Bot }

func (b shyBot) Bet(v foppen.View) bool { return b.Bot.(foppen.Bettor).Bet(v) }

// shyRandom makes random bots that Simulate cannot know for such.
func shyRandom(src rand.Source) foppen.Bot { return shyBot{foppen.NewRandomBot(src)} }

func makers(players int, name string, make func(rand.Source) foppen.Bot) []foppen.BotMaker {
	return slices.Repeat([]foppen.BotMaker{{Name: name, New: make}}, players)
}
