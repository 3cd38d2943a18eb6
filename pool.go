package foppen

import (
	"context"
	"sync/atomic"
	"time"
)

// A pool plays many games, or deals of a tournament, with several goroutines, and adds
// them up in the order of their numbers, in the goroutine that runs it. What has been
// added never has a gap, and it does not depend on the number of workers.
type pool[T any] struct {
	first   uint64 // number of the first game
	games   int
	size    int // how many games make a batch
	workers int

	// empty returns a sum of no games, and clear makes one of another sum.
	empty func() *T
	clear func(*T)
	// worker returns a function for one goroutine that plays a game and adds it to a sum,
	// all of it or nothing.
	worker func() func(ctx context.Context, number uint64, sum *T) error
	// add adds the sum of the next games. The run ends with its error.
	add func(games int, sum *T, err error) error
	// exited returns the error of a bot that has ended the goroutine in a game.
	exited func(number uint64) error
}

const (
	maxWorkers = 256
	// spareBatches is how many batches more than two for each worker may be on their way, so
	// that workers do not have to wait when the system has put aside one of them, whose
	// batch is the next to be added.
	spareBatches = 60
	// patience is how long a run that is to end waits for the answers of bots. Those
	// that think longer are left to themselves.
	patience = 100 * time.Millisecond
)

// A batch is some games with successive numbers, and what they have come to.
type batch[T any] struct {
	first  uint64 // number of the first game
	games  int    // how many to play
	done   int    // how many have been played; less than games only with err
	err    error
	sum    *T
	filled chan struct{} // gets a value when the worker is done with the batch
}

// run plays all games. It hands out a bounded number of batches ahead of the one that
// it adds next. It returns when no worker is at work any more, but when the context is
// done it does not wait for bots that do not answer.
func (p *pool[T]) run(ctx context.Context) error {
	working, cancel := context.WithCancel(ctx)
	ahead := 2*p.workers + spareBatches
	crew := &crew[T]{pool: p, ctx: working, todo: make(chan *batch[T], ahead), idle: make(chan struct{})}
	crew.working.Store(int32(p.workers))
	for range p.workers {
		go crew.work()
	}
	defer func() { // also when a hook panics or ends the goroutine
		cancel()
		close(crew.todo)
		wait(ctx, crew.idle)
	}()

	var free, waiting []*batch[T]
	given := 0
	for given < p.games || len(waiting) > 0 {
		for len(waiting) < ahead && given < p.games {
			if len(free) == 0 {
				free = append(free, &batch[T]{sum: p.empty(), filled: make(chan struct{}, 1)})
			}
			b := free[len(free)-1]
			free = free[:len(free)-1]
			b.first, b.games = p.first+uint64(given), min(p.size, p.games-given)
			given += b.games
			waiting = append(waiting, b)
			crew.todo <- b
		}
		b := waiting[0]
		waiting = append(waiting[:0], waiting[1:]...)
		if !wait(ctx, b.filled) {
			return ctx.Err()
		}
		if err := p.add(b.done, b.sum, b.err); err != nil {
			return err
		}
		p.clear(b.sum)
		b.done, b.err = 0, nil
		free = append(free, b)
	}
	return nil
}

// wait waits for a value or for the end of the channel, but not much longer than the
// context lasts. It reports whether there was one.
func wait[T any](ctx context.Context, c <-chan T) bool {
	select {
	case <-c:
		return true
	case <-ctx.Done():
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-c:
		return true
	case <-late.C:
		return false
	}
}

// A crew is the workers of one run.
type crew[T any] struct {
	*pool[T]
	ctx     context.Context
	todo    chan *batch[T]
	working atomic.Int32
	idle    chan struct{} // is closed when nobody works any more
}

// work fills batches until there are no more. Should a bot end the goroutine, another
// takes over, since batches that come before may still have to be played.
func (c *crew[T]) work() {
	var b *batch[T] // being played
	defer func() {
		switch {
		case b != nil:
			b.err = c.exited(b.first + uint64(b.done))
			b.filled <- struct{}{}
			go c.work()
		case c.working.Add(-1) == 0:
			close(c.idle)
		}
	}()
	play := c.worker()
	for b = range c.todo {
		for b.err == nil && b.done < b.games {
			if b.err = c.ctx.Err(); b.err == nil {
				b.err = play(c.ctx, b.first+uint64(b.done), b.sum)
			}
			if b.err == nil {
				b.done++
			}
		}
		b.filled <- struct{}{}
		b = nil
	}
	b = nil
}
