//go:build !js

package main

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"log"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/foppen-go/foppen"
)

const (
	maxRooms    = 2000             // how many tables are taken up again after a start
	retry       = 5 * time.Second  // when a step that could not be stored is tried again
	maxWatchers = 500              // the streams of one table
	idleAfter   = 30 * time.Minute // when a table that nobody looks at is put away
)

// A hub has the tables that are open.
type hub struct {
	store *store
	pace  pace
	seed  func() uint64 // of a new table; tests have their own
	bots  chan struct{} // holds an element for each bot or hint that is thinking

	mu     sync.Mutex
	rooms  map[string]*room
	closed bool
}

func newHub(s *store, p pace) *hub {
	return &hub{store: s, pace: p, seed: randomSeed, bots: make(chan struct{}, runtime.NumCPU()), rooms: map[string]*room{}}
}

// resume takes up the tables that were made last where they were left. A person's time
// for a move begins anew, because nobody could move while the server was down.
func (h *hub) resume() error {
	ids, err := h.store.recent(maxRooms)
	for _, id := range ids {
		if _, err := h.room(id); err != nil {
			log.Print(err) // the other tables go on
		}
	}
	return err
}

// create opens a new table and returns the secret of each person's seat.
func (h *hub) create(o order) (id string, tokens map[foppen.Seat]string, err error) {
	set, err := o.check(h.seed())
	if err != nil {
		return "", nil, badRequest{err}
	}
	id = strings.ToLower(rand.Text()[:12])
	tokens = map[foppen.Seat]string{}
	secrets := map[foppen.Seat]secret{}
	for i, bot := range set.Bots {
		if bot == "" {
			token := rand.Text()
			tokens[foppen.Seat(i)], secrets[foppen.Seat(i)] = token, sha256.Sum256([]byte(token))
		}
	}
	if err := h.store.create(id, set, secrets); err != nil {
		log.Printf("a new table: %v", err)
		return "", nil, errNotStored
	}
	_, err = h.room(id)
	return id, tokens, err
}

// room returns the table with the id, from the store if it is not open.
func (h *hub) room(id string) (*room, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.rooms[id]; r != nil {
		return r, nil
	}
	if h.closed {
		return nil, errClosing
	}
	g, secrets, err := h.store.load(id)
	if err != nil {
		return nil, err
	}
	r := &room{id: id, hub: h, game: g, secrets: secrets, changed: make(chan struct{}), used: time.Now(), since: time.Now()}
	h.rooms[id] = r
	r.mu.Lock()
	defer r.mu.Unlock()
	r.schedule()
	return r, nil
}

// isOpen reports whether the table need not be loaded.
func (h *hub) isOpen(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rooms[id] != nil
}

// close ends all tables: when it returns, nothing happens at them any more, and the store
// can be closed.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, r := range h.rooms {
		r.mu.Lock()
		r.closed = true
		r.schedule()
		r.mu.Unlock()
	}
}

// putAway closes the tables that wait for persons or are over and that nobody has looked
// at for long. They are opened again when somebody comes.
func (h *hub) putAway(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, r := range h.rooms {
		r.mu.Lock()
		if r.watchers == 0 && r.timer == nil && now.Sub(r.used) > idleAfter {
			delete(h.rooms, id)
		}
		r.mu.Unlock()
	}
}

// A listing is a table in the lobby.
type listing struct {
	ID      string   `json:"id"`
	Names   []string `json:"names"`
	Variant string   `json:"variant"`
	Round   int      `json:"round"`
	Over    bool     `json:"over"`
}

// listed returns tables that may be shown to everybody.
func (h *hub) listed(limit int) []listing {
	list := []listing{}
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, r := range h.rooms {
		r.mu.Lock()
		if g := r.game; g.Listed && len(list) < limit {
			list = append(list, listing{id, g.Names, variantName(g.Variant), g.table.Record().Game().Round(), g.over()})
		}
		r.mu.Unlock()
	}
	return list
}

// A room is a table that is open: a game with a clock, its watchers and its store.
type room struct {
	id      string
	hub     *hub
	secrets map[foppen.Seat]secret

	mu       sync.Mutex
	game     game
	changed  chan struct{} // closed when there is a newer game
	closed   bool
	since    time.Time   // when the wait for the next move began
	shifts   int         // how often it has begun anew for the same move
	deadline time.Time   // of the person who is to act; zero if there is none
	timer    *time.Timer // of the next thing that happens by itself
	watchers int
	used     time.Time
	messages map[messageKey][]byte // of this game, for those who ask alike
}

type messageKey struct {
	seat  foppen.Seat
	after int
	lang  string
}

// seat returns whose token it is. Nobody's, "", is that of a spectator.
func (r *room) seat(token string) (foppen.Seat, bool) {
	if token == "" {
		return foppen.NoSeat, true
	}
	sum := sha256.Sum256([]byte(token))
	for seat, secret := range r.secrets {
		if subtle.ConstantTimeCompare(secret[:], sum[:]) == 1 {
			return seat, true
		}
	}
	return foppen.NoSeat, false
}

// do does what a seat asks for, and stores it before anybody can see it.
func (r *room) do(seat foppen.Seat, q request) (rev int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	next := r.game
	if q.Do == "start" {
		switch {
		case !next.table.Persons().Has(seat):
			return next.rev(), errNotYou
		case len(q.Move) > 0:
			return next.rev(), errTwo
		}
		for s := range next.missing().All() {
			if next, err = next.next(entry{Do: "leave", Seat: s}); err != nil {
				return r.game.rev(), err
			}
		}
	} else {
		e, err := next.entryFor(seat, q)
		if err != nil {
			return next.rev(), err
		}
		if next.table.Away().Has(seat) && e.Do == "arrive" {
			if next, err = next.next(entry{Do: "return", Seat: seat}); err != nil {
				return r.game.rev(), err
			}
		}
		if next, err = next.next(e); err != nil {
			return r.game.rev(), err
		}
	}
	err = r.commit(next)
	return r.game.rev(), err
}

// commit makes next the game, once its new entries are stored.
func (r *room) commit(next game) error {
	if r.closed {
		return errClosing
	}
	if rev := r.game.rev(); next.rev() > rev {
		if err := r.hub.store.add(r.id, rev+1, next.entries[rev:]...); err != nil {
			log.Printf("table %s: %v", r.id, err)
			return errNotStored
		}
		close(r.changed)
		r.changed = make(chan struct{})
	}
	r.begin(next)
	r.game, r.messages = next, nil
	r.schedule()
	return nil
}

var (
	errNotStored = errors.New("the server could not store this, so it has not been done: try again later")
	errClosing   = errors.New("the server is being stopped, so this has not been done")
)

// begin notes when the wait for the next move began. Who leaves and who returns begins it
// anew, so that all can see it, but only once each: nobody may hold up a table for ever.
func (r *room) begin(next game) {
	was, is := r.game.table, next.table
	switch {
	case was.Record().Len() != is.Record().Len() || was.Held() != is.Held():
		r.since, r.shifts = time.Now(), 0
	case was.Away() != is.Away() && r.shifts < 2:
		r.since, r.shifts = time.Now(), r.shifts+1
	}
}

// schedule sets the clock to the next thing that happens by itself.
func (r *room) schedule() {
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
	r.deadline = time.Time{}
	if r.closed {
		return
	}
	g := r.game
	if wait, ok := g.wait(r.hub.pace); ok {
		r.in(time.Until(r.since.Add(wait)), game.step)
	}
	if person := g.table.Person(); person != foppen.NoSeat && g.begun() && g.MoveSeconds > 0 && !g.table.Held() {
		limit := time.Duration(g.MoveSeconds) * time.Second
		r.deadline = r.since.Add(limit)
		r.in(time.Until(r.deadline), func(g game) (game, error) { return g.next(entry{Do: "leave", Seat: person}) })
	}
}

// in goes on with the game after a time, unless something has happened before.
func (r *room) in(wait time.Duration, step func(game) (game, error)) {
	var timer *time.Timer
	timer = time.AfterFunc(wait, func() {
		r.hub.bots <- struct{}{}
		defer func() { <-r.hub.bots }()
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.timer != timer {
			return
		}
		next, err := step(r.game)
		if err == nil {
			err = r.commit(next)
		}
		if err == nil || r.closed {
			return
		}
		if !errors.Is(err, errNotStored) { // commit has told why
			log.Printf("table %s: %v", r.id, err)
		}
		r.in(retry, step)
	})
	r.timer = timer
}

// latest returns the number of entries and what tells when there are more.
func (r *room) latest() (rev int, changed <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used = time.Now()
	return r.game.rev(), r.changed
}

// message returns what a seat is told that knows the entries up to one, as JSON.
func (r *room) message(seat foppen.Seat, after int, lang string) (rev int, text []byte, err error) {
	r.mu.Lock()
	g, left := r.game, int64(-1)
	if !r.deadline.IsZero() {
		left = max(time.Until(r.deadline).Milliseconds(), 0)
	}
	key := messageKey{seat, after, lang}
	text, changed := r.messages[key], r.changed
	r.mu.Unlock()
	if text != nil && left < 0 {
		return g.rev(), text, nil
	}
	m := g.message(seat, after, lang)
	m.State.LeftMS, m.State.HoldMS = left, r.hub.pace.trick.Milliseconds()
	if text, err = json.Marshal(m); err != nil {
		return 0, nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.changed == changed && r.game.table.Held() == g.table.Held() {
		if r.messages == nil {
			r.messages = map[messageKey][]byte{}
		}
		if len(r.messages) < 64 {
			r.messages[key] = text
		}
	}
	return g.rev(), text, nil
}

// watch counts a stream, or says that there are too many.
func (r *room) watch(n int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.watchers+n > maxWatchers {
		return false
	}
	r.watchers += n
	return true
}
