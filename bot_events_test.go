package foppen_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A follower keeps the view of its seat by what it is told, and nothing else.
type follower struct {
	t       *testing.T
	seat    foppen.Seat
	view    foppen.View
	events  []foppen.Event
	checked int
	closed  int
	over    bool
	slow    time.Duration // of Choose
	fails   map[string]error
	err     error
	panics  string
	closes  *atomic.Int32
}

func (f *follower) must(method string) {
	if assert.Zero(f.t, f.closed, "%s of a closed bot", method); f.panics == method {
		panic("at " + method)
	}
	f.err = f.fails[method]
}

func (f *follower) Observe(events []foppen.Event) {
	f.must("observe")
	for _, e := range events {
		assert.Equal(f.t, foppen.Redact(e, f.seat), e, "told more than the seat sees")
		next, err := f.view.Update(e)
		if !assert.NoError(f.t, err, "%v", e) {
			return
		}
		f.view = next
		_, over := e.(foppen.GameOver)
		f.over = f.over || over
	}
	f.events = append(f.events, events...)
}

func (f *follower) Choose(v foppen.View) foppen.Card {
	f.must("choose")
	time.Sleep(f.slow)
	if f.slow == 0 {
		assert.Equal(f.t, v, f.view, "the events have not led to the view")
	}
	f.checked++
	return v.Legal().Lowest()
}

func (f *follower) Bet(v foppen.View) bool {
	f.must("bet")
	assert.Equal(f.t, v, f.view)
	return v.Seat() == 0
}

func (f *follower) Err() error { return f.err }

func (f *follower) Close() error {
	f.must("close")
	f.closed++
	if f.closes != nil {
		f.closes.Add(1)
	}
	return f.err
}

// followers makes a follower for each seat of a game.
func followers(t *testing.T, start foppen.Game, change func(*follower)) ([]foppen.BotMaker, *[]*follower) {
	made := &[]*follower{}
	list := makers(start.Players(), "follower", func(rand.Source) foppen.Bot {
		seat := foppen.Seat(len(*made))
		f := &follower{t: t, seat: seat, view: start.View(seat)}
		if change != nil {
			change(f)
		}
		*made = append(*made, f)
		return f
	})
	return list, made
}

// A bot that keeps what it is told has, whenever it is asked, the view that it is given:
// no event is missing, late or shown to the wrong seat. At the end all are closed.
func TestObserverFollowsTheGame(t *testing.T) {
	for _, v := range []foppen.Variant{foppen.Rulebook2018(), foppen.Edition1995Bets()} {
		for _, limit := range []time.Duration{0, time.Minute} {
			start := newGame(t, 4, v)
			bots, made := followers(t, start, nil)
			g, err := match{Start: start, Bots: bots, MoveLimit: limit}.Play(t.Context())
			require.NoError(t, err)
			for _, f := range *made {
				assert.Equal(t, g.View(f.seat), f.view)
				assert.True(t, f.over)
				assert.NotZero(t, f.checked)
				assert.Equal(t, 1, f.closed)
			}
		}
	}
}

// A game that goes on tells its bots what happened before the break, too.
func TestObserverIsToldOfAStoppedGame(t *testing.T) {
	start := newGame(t, 4, foppen.Rulebook2018())
	bots, whole := followers(t, start, nil)
	m := match{Start: start, Bots: bots, Seed: 5}
	r, err := m.Record(t.Context())
	require.NoError(t, err)
	bots, made := followers(t, start, nil)
	_, err = foppen.PlayGame(t.Context(), r.Prefix(17), foppen.SimConfig{Bots: bots, Seed: 5})
	require.NoError(t, err)
	for i, f := range *made {
		assert.Equal(t, (*whole)[i].events, f.events)
	}
}

// Every way to play games closes all the bots that it has made.
func TestBotsAreClosed(t *testing.T) {
	var made, closed atomic.Int32
	start := newGame(t, 4, foppen.Rulebook2018())
	counted := makers(4, "counted", func(rand.Source) foppen.Bot {
		made.Add(1)
		return &closer{closed: &closed}
	})
	c := foppen.SimConfig{Bots: counted, Games: 5}
	for name, play := range map[string]func() error{
		"Simulate": func() error { _, err := foppen.Simulate(t.Context(), c); return err },
		"Compare": func() error {
			_, err := foppen.Compare(t.Context(), c, foppen.SimConfig{Variant: foppen.Rulebook2018Ja()})
			return err
		},
		"PlayTournament": func() error { _, err := foppen.PlayTournament(t.Context(), c); return err },
		"PlayGame":       func() error { _, err := foppen.PlayGame(t.Context(), foppen.Record{}, c); return err },
		"CheckBot":       func() error { return foppen.CheckBot(t.Context(), counted[0], foppen.SimConfig{Players: 4}) },
		"Table": func() error {
			r, err := foppen.NewRecord(start)
			require.NoError(t, err)
			table, err := foppen.NewTable(r, foppen.TableConfig{Bots: counted})
			for range 9 {
				if err == nil {
					table, _, err = table.Step(nil)
				}
			}
			return err
		},
	} {
		made.Store(0)
		closed.Store(0)
		require.NoError(t, play(), name)
		assert.NotZero(t, made.Load(), name)
		assert.Equal(t, made.Load(), closed.Load(), name)
	}
}

// A closer counts how often it and its like are closed.
type closer struct{ closed *atomic.Int32 }

func (*closer) Choose(v foppen.View) foppen.Card { return v.Legal().Lowest() }
func (c *closer) Close() error                   { c.closed.Add(1); return nil }

// What a bot does wrong while it is told, asked or closed ends the game with the fault
// and its seat, and all bots are closed all the same.
func TestFaultsOfObservers(t *testing.T) {
	failed := errors.New("the\nline is dead")
	late := fmt.Errorf("%w: no answer in 2s", foppen.ErrBotSlow)
	for _, test := range []struct {
		method, panics string
		err            error
		fault          foppen.BotFault
		text           string
	}{
		{"choose", "", failed, foppen.ErrBotFailed, "could not answer: the line is dead"},
		{"choose", "", late, foppen.ErrBotSlow, "took too long: no answer in 2s"},
		{"observe", "", failed, foppen.ErrBotFailed, "could not answer"},
		{"close", "", failed, foppen.ErrBotFailed, "could not answer"},
		{"", "choose", nil, foppen.ErrBotPanic, `panicked: "at choose"`},
		{"", "observe", nil, foppen.ErrBotPanic, `panicked: "at observe"`},
		{"", "close", nil, foppen.ErrBotPanic, `panicked: "at close"`},
	} {
		for _, limit := range []time.Duration{0, time.Minute} {
			start := newGame(t, 4, foppen.Rulebook2018())
			bots, made := followers(t, start, func(f *follower) {
				if f.seat == 2 {
					f.panics, f.fails = test.panics, map[string]error{test.method: test.err}
				}
			})
			r, err := match{Start: start, Bots: bots, MoveLimit: limit}.Record(t.Context())
			var bad *foppen.BotError
			require.ErrorAs(t, err, &bad)
			assert.ErrorIs(t, bad, test.fault)
			assert.EqualValues(t, 2, bad.Seat)
			assert.ErrorContains(t, bad, test.text)
			assert.Equal(t, r.Len(), bad.Record.Len())
			if test.err != nil {
				assert.ErrorIs(t, bad, test.err)
			}
			for _, f := range *made {
				if f.seat != 2 || test.panics != "close" {
					assert.Equal(t, 1, f.closed)
				}
			}
		}
	}
}

// A bot for which nobody waits any more is closed, but not while it thinks.
func TestLateBotIsClosedWhenItReturns(t *testing.T) {
	var closes atomic.Int32
	start := newGame(t, 4, foppen.Rulebook2018())
	bots, _ := followers(t, start, func(f *follower) {
		f.slow, f.closes = time.Millisecond, &closes
		if f.seat == 1 {
			f.slow = 300 * time.Millisecond
		}
	})
	_, err := match{Start: start, Bots: bots, MoveLimit: 100 * time.Millisecond}.Record(context.Background())
	require.ErrorIs(t, err, foppen.ErrBotSlow)
	require.Eventually(t, func() bool { return closes.Load() == 4 }, 10*time.Second, 5*time.Millisecond)
}
