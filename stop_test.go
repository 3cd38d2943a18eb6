package foppen_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runs are the functions that have bots play.
func runs() map[string]func(ctx context.Context, c foppen.SimConfig) error {
	return map[string]func(ctx context.Context, c foppen.SimConfig) error{
		"Simulate": func(ctx context.Context, c foppen.SimConfig) error {
			_, err := foppen.Simulate(ctx, c)
			return err
		},
		"Compare": func(ctx context.Context, c foppen.SimConfig) error {
			_, err := foppen.Compare(ctx, c, foppen.SimConfig{Variant: c.Variant})
			return err
		},
		"PlayTournament": func(ctx context.Context, c foppen.SimConfig) error {
			_, err := foppen.PlayTournament(ctx, c)
			return err
		},
		"PlayGame": func(ctx context.Context, c foppen.SimConfig) error {
			_, err := foppen.PlayGame(ctx, foppen.Record{}, c)
			return err
		},
		"CheckBot": func(ctx context.Context, c foppen.SimConfig) error {
			maker := c.Bots[0]
			c.Bots = nil
			return foppen.CheckBot(ctx, maker, c)
		},
	}
}

// settled waits until there are no more goroutines than before.
func settled(t *testing.T, before int) {
	t.Helper()
	for range 5000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines are left behind", runtime.NumGoroutine()-before)
}

// hangs are bots and makers that do not answer before release is closed; asked gets a value
// when one is asked.
func hangs(asked chan<- bool, release <-chan struct{}) map[string]foppen.BotMaker {
	wait := func() {
		select {
		case asked <- true:
		default:
		}
		<-release
	}
	return map[string]foppen.BotMaker{
		"Choose": after(2, func(v foppen.View) foppen.Card { wait(); return lowest(v) }),
		"Bet":    {Name: "bad", New: func(rand.Source) foppen.Bot { return hangingBettor{wait} }},
		"New":    {Name: "bad", New: func(rand.Source) foppen.Bot { wait(); return choice(lowest) }},
	}
}

type hangingBettor struct{ wait func() }

func (hangingBettor) Choose(v foppen.View) foppen.Card { return lowest(v) }
func (b hangingBettor) Bet(foppen.View) bool           { b.wait(); return false }

// A bot that never answers holds nobody up: neither when the context ends nor with a limit.
// Nothing is left behind but the bot, until it answers.
func TestBotsThatNeverAnswer(t *testing.T) {
	for name, run := range runs() {
		for what := range hangs(nil, nil) {
			if testing.Short() && what == "Bet" {
				continue
			}
			t.Run(name+"/"+what, func(t *testing.T) {
				before := runtime.NumGoroutine()
				asked, release := make(chan bool, 1), make(chan struct{})
				maker := hangs(asked, release)[what]
				c := foppen.SimConfig{Variant: foppen.Edition1995Bets(), Players: 3, Bots: makers(3, maker.Name, maker.New), Games: 20, Workers: 2}

				ctx, cancel := context.WithCancel(context.Background())
				go func() {
					select {
					case <-asked:
						cancel()
					case <-release:
					}
				}()
				assert.ErrorIs(t, run(ctx, c), context.Canceled)

				c.MoveLimit = time.Millisecond
				assert.ErrorIs(t, run(context.Background(), c), foppen.ErrBotSlow)
				c.MoveLimit = time.Hour
				ctx, cancel = context.WithTimeout(context.Background(), 10*time.Millisecond)
				defer cancel()
				assert.ErrorIs(t, run(ctx, c), context.DeadlineExceeded)
				close(release)
				settled(t, before)
			})
		}
	}
}

// A search that would take minutes ends when nobody wants its answer any more.
func TestSearchStopsWithItsContext(t *testing.T) {
	before := runtime.NumGoroutine()
	for name, run := range runs() {
		for _, limit := range []time.Duration{0, time.Hour} {
			c := foppen.SimConfig{Players: 8, Games: 4, Workers: 2, MoveLimit: limit}
			c.Bots = makers(8, "search", func(src rand.Source) foppen.Bot {
				return foppen.NewSearchBot(foppen.SearchConfig{Samples: 1_000_000, Workers: 2}, src)
			})
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
			assert.ErrorIs(t, run(ctx, c), context.DeadlineExceeded, name)
			cancel()
			settled(t, before)
		}
	}
	// It is told of a limit, too, and plays on as ever when it is asked again.
	search := foppen.NewSearchBot(foppen.SearchConfig{Samples: 1_000_000}, nil)
	c := foppen.SimConfig{Players: 8, MoveLimit: time.Millisecond, Bots: makers(8, "search", func(rand.Source) foppen.Bot { return search })}
	_, err := foppen.PlayGame(context.Background(), foppen.Record{}, c)
	require.ErrorIs(t, err, foppen.ErrBotSlow)
	settled(t, before)
}

// Whatever a callback does, no goroutine is left behind: it panics, or ends its goroutine.
func TestCallbacksThatEndLeaveNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	for end, f := range map[string]func(){"panic": func() { panic("stop") }, "Goexit": runtime.Goexit} {
		fatal := makers(4, "bad", func(rand.Source) foppen.Bot { f(); return nil })
		bad := slow(4, func(v foppen.View) foppen.Card { f(); return 0 })
		for name, run := range runs() {
			for what, c := range map[string]foppen.SimConfig{
				"OnProgress": {OnProgress: func(int, int) { f() }},
				"OnGame":     {OnGame: func(foppen.GameResult) error { f(); return nil }},
				"OnRecord":   {OnRecord: func(foppen.Record) error { f(); return nil }},
				"New":        {Bots: fatal}, "Choose": {Bots: bad},
				"Bet": {Variant: foppen.Edition1995Bets(), Bots: makers(3, "bad", func(rand.Source) foppen.Bot { return hangingBettor{f} })},
			} {
				c.Games, c.Workers = shorter(50, 3), 3
				if c.Bots == nil {
					c.Bots = slow(4, lowest)
				}
				done := make(chan bool)
				go func() {
					defer close(done)
					defer func() { recover() }()
					err := run(context.Background(), c)
					switch {
					case what == "OnProgress": // not called by all
					case what == "New" || what == "Choose" || what == "Bet":
						var e *foppen.BotError
						assert.ErrorAs(t, err, &e, name)
					default:
						var e *foppen.ArgError
						assert.ErrorAs(t, err, &e, name)
					}
				}()
				<-done
				settled(t, before)
			}
		}
		t.Log(end)
	}
}

// A loop over a record or a file of them can end in any way, and be begun again: no goroutine
// and no state is left behind.
func TestLoopsThatEndLeaveNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	r, err := foppen.PlayGame(context.Background(), foppen.Record{}, foppen.SimConfig{Players: 4})
	require.NoError(t, err)
	seat := r.For(1)
	var file, seatFile bytes.Buffer
	for range 3 {
		_, err = r.WriteTo(&file)
		require.NoError(t, err)
		_, err = seat.WriteTo(&seatFile)
		require.NoError(t, err)
	}
	n := r.Len()
	loops := map[string]struct {
		steps int
		walk  func(step func())
	}{
		"Moves": {n, func(step func()) {
			for range r.Moves() {
				step()
			}
		}},
		"Record.All": {n, func(step func()) {
			for range r.All() {
				step()
			}
		}},
		"Record.From": {n - 7, func(step func()) {
			for range r.From(7) {
				step()
			}
		}},
		"SeatRecord.All": {seat.Len(), func(step func()) {
			for range seat.All() {
				step()
			}
		}},
		"SeatRecord.From": {seat.Len() - 7, func(step func()) {
			for range seat.From(7) {
				step()
			}
		}},
		"ReadRecords": {3, func(step func()) {
			for range foppen.ReadRecords(bytes.NewReader(file.Bytes())) {
				step()
			}
		}},
		"ReadSeatRecords": {3, func(step func()) {
			for range foppen.ReadSeatRecords(bytes.NewReader(seatFile.Bytes())) {
				step()
			}
		}},
	}
	for name, loop := range loops {
		for _, end := range []func(){func() { panic("stop") }, runtime.Goexit} {
			done := make(chan bool)
			go func() {
				defer close(done)
				defer func() { recover() }()
				steps := 0
				loop.walk(func() {
					if steps++; steps == 2 {
						end()
					}
				})
			}()
			<-done
			settled(t, before)
		}
		steps := 0
		loop.walk(func() { steps++ })
		assert.Equal(t, loop.steps, steps, name)
	}
}

// slow makes bots that let others run before they answer.
func slow(players int, f choice) []foppen.BotMaker {
	return makers(players, "slow", func(rand.Source) foppen.Bot {
		return choice(func(v foppen.View) foppen.Card { runtime.Gosched(); return f(v) })
	})
}

// A fault tells who it was, whatever way the game was played, and its JSON never fails.
func TestBotErrorJSON(t *testing.T) {
	for _, e := range []*foppen.BotError{
		{}, {Fault: 200, Seat: -5, Bot: "\xff", Detail: "a\nb\x00", Seed: 1<<64 - 1, Number: 1 << 60},
	} {
		text, err := e.MarshalJSON()
		require.NoError(t, err)
		assert.NotEmpty(t, text)
	}
	_, err := foppen.PlayGame(context.Background(), foppen.Record{}, foppen.SimConfig{Players: 4, Bots: quitters(3)})
	var e *foppen.BotError
	require.True(t, errors.As(err, &e))
	assert.Equal(t, e.Record.Game().Turn(), e.Seat, "where one game is played it is known who ended the goroutine")
	text, err := e.MarshalJSON()
	require.NoError(t, err)
	assert.Regexp(t, `^{"fault":"silent","seat":[0-3],"bot":"quitter","seed":0,"number":0,"detail":"ended the goroutine`, string(text))
}
