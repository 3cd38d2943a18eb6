//go:build js

package main

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/foppen-go/foppen"
)

// The page without a server runs this in a worker. It calls foppenCall with the name of
// an operation and JSON, and gets JSON back; what happens by itself is pushed to
// foppenPush.
func main() {
	t := &local{pace: pace{700 * time.Millisecond, 1800 * time.Millisecond}}
	js.Global().Set("foppenCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return t.call(args[0].String(), []byte(args[1].String()))
	}))
	js.Global().Call("foppenReady")
	select {}
}

// A local is the one table of a page without a server.
type local struct {
	pace pace
	seed uint64 // of a new table; 0 for one that nobody can guess

	mu    sync.Mutex
	game  game
	open  bool
	lang  string
	timer *time.Timer
}

// A save is a table as it is kept in the browser.
type save struct {
	Setup   setup   `json:"setup"`
	Entries []entry `json:"entries"`
}

func (t *local) call(op string, text []byte) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	answer, err := t.do(op, text)
	if err != nil {
		answer = map[string]string{"error": strings.TrimPrefix(err.Error(), "foppen: ")}
	}
	out, err := json.Marshal(answer)
	if err != nil {
		return `{"error":"the answer cannot be written"}`
	}
	return string(out)
}

func (t *local) do(op string, text []byte) (any, error) {
	switch op {
	case "menu":
		return newMenu(), nil
	case "pace":
		var ms struct{ Bot, Trick int }
		err := json.Unmarshal(text, &ms)
		t.pace = pace{time.Duration(ms.Bot) * time.Millisecond, time.Duration(ms.Trick) * time.Millisecond}
		return nil, err
	case "seed":
		var seed string
		err := json.Unmarshal(text, &seed)
		if err == nil {
			t.seed, err = strconv.ParseUint(seed, 10, 64)
		}
		return nil, err
	case "new":
		var o order
		if err := json.Unmarshal(text, &o); err != nil {
			return nil, err
		}
		seed := t.seed
		if seed == 0 {
			seed = randomSeed()
		}
		set, err := o.check(seed)
		if err != nil {
			return nil, err
		}
		return nil, t.start(save{Setup: set})
	case "load":
		var s save
		if err := json.Unmarshal(text, &s); err != nil {
			return nil, err
		}
		return nil, t.start(s)
	}
	if !t.open {
		return nil, errors.New("there is no game")
	}
	switch op {
	case "open":
		var lang string
		err := json.Unmarshal(text, &lang)
		t.lang = lang
		return t.message(0), err
	case "do":
		var q request
		if err := json.Unmarshal(text, &q); err != nil {
			return nil, err
		}
		e, err := t.game.entryFor(t.seat(), q)
		if errors.Is(err, errAgain) {
			return done{t.game.rev(), true}, nil
		}
		if err != nil {
			return nil, err
		}
		next, err := t.game.next(e)
		if err != nil {
			return nil, err
		}
		t.set(next)
		return done{next.rev(), false}, nil
	case "hint":
		return newHint(t.game.table.View(t.seat()), nil)
	case "replay":
		var k int
		if err := json.Unmarshal(text, &k); err != nil {
			return nil, err
		}
		return t.game.replay(t.seat(), k, t.lang)
	case "record":
		out, err := t.game.export(t.seat())
		return json.RawMessage(out), err
	}
	return nil, errNoWords
}

// message tells the person what has happened after an entry.
func (t *local) message(after int) message {
	m := t.game.message(t.seat(), after, t.lang)
	m.State.HoldMS = t.pace.trick.Milliseconds()
	return m
}

// seat is the person's.
func (t *local) seat() foppen.Seat {
	for seat := range t.game.table.Persons().All() {
		return seat
	}
	return foppen.NoSeat
}

func (t *local) start(s save) error {
	g, err := newGame(s.Setup)
	for i := 0; err == nil && i < len(s.Entries); i++ {
		g, err = g.next(s.Entries[i])
	}
	if err != nil {
		return err
	}
	t.game, t.open = g, true
	if g.rev() == 0 {
		for seat := range g.table.Persons().All() {
			if g, err = g.next(entry{Do: "arrive", Seat: seat}); err != nil {
				return err
			}
		}
	}
	t.set(g)
	return nil
}

// set makes next the game, and tells and keeps what is new in it.
func (t *local) set(next game) {
	rev := t.game.rev()
	t.game = next
	if next.rev() > rev {
		push("message", t.message(rev))
	}
	push("save", save{next.setup, next.entries})
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	wait, ok := next.wait(t.pace)
	if !ok {
		return
	}
	var timer *time.Timer
	timer = time.AfterFunc(wait, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.timer != timer {
			return
		}
		if next, err := t.game.step(); err == nil {
			t.set(next)
		}
	})
	t.timer = timer
}

func push(kind string, what any) {
	text, err := json.Marshal(what)
	if err == nil {
		js.Global().Call("foppenPush", kind, string(text))
	}
}
