//go:build !js

package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"github.com/foppen-go/foppen"
)

func TestMain(m *testing.M) {
	// The tests start this program again as a server, to kill it.
	if args := os.Getenv("FOPPEN_TEST_SERVER"); args != "" {
		addr, path, _ := strings.Cut(args, " ")
		if err := run(context.Background(), addr, path, pace{}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// testSeeds gives the tables of a test the same cards every time. FOPPEN_SEED takes other
// ones: a test has to hold with all.
func testSeeds(t *testing.T) func() uint64 {
	t.Helper()
	var seed atomic.Uint64
	if text := os.Getenv("FOPPEN_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			t.Fatal(err)
		}
		seed.Store(n)
	}
	return func() uint64 { return seed.Add(1) * 0x9e3779b97f4a7c15 }
}

// startServer serves an empty database until the test ends.
func startServer(t *testing.T, p pace) (url string, h *hub) {
	t.Helper()
	return serveFile(t, filepath.Join(t.TempDir(), "tables.db"), p)
}

func serveFile(t *testing.T, path string, p pace) (url string, h *hub) {
	t.Helper()
	s, err := openStore(path)
	if err != nil {
		t.Fatal(err)
	}
	h = newHub(s, p)
	h.seed = testSeeds(t)
	if err := h.resume(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.close()
		s.close()
	})
	return serveHub(t, h, func(handler http.Handler) http.Handler { return handler }).URL, h
}

// serveHub serves tables without limits, behind what may lose requests and answers.
func serveHub(t *testing.T, h *hub, behind func(http.Handler) http.Handler) *httptest.Server {
	t.Helper()
	web := newServer(h)
	web.deeds, web.tables, web.streams = newLimiter(1e6, 1e6), newLimiter(1e6, 1e6), newLimiter(1e6, 1e6)
	srv := httptest.NewUnstartedServer(nil)
	srv.Config = newHTTPServer(behind(web.handler()))
	srv.Start()
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv
}

// setPace changes how long things stay as they are, from now on.
func (h *hub) setPace(p pace) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.rooms {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	h.pace = p
	for _, r := range h.rooms {
		r.schedule()
	}
}

// newTestTable makes a table and returns the tokens by seat.
func newTestTable(t *testing.T, h *hub, o order) (id string, tokens map[foppen.Seat]string) {
	t.Helper()
	if o.Variant == "" {
		o.Variant = "rulebook-2018"
	}
	id, tokens, err := h.create(o)
	if err != nil {
		t.Fatal(err)
	}
	return id, tokens
}

// A client is somebody at a table.
type client1 struct {
	t          testing.TB
	url, token string
}

func at(t testing.TB, url, id, token string) client1 {
	return client1{t, url + "/api/tables/" + id + "/", token}
}

// ask sends a request and returns the status and the answer.
func (c client1) ask(method, path, body string, header ...string) (int, string) {
	req, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.t.Error(err)
		return 0, ""
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err.Error()
	}
	return answer.StatusCode, string(text)
}

// seen is what a client needs of a message.
type seen struct {
	Rev    int             `json:"rev"`
	Say    []string        `json:"say"`
	Events json.RawMessage `json:"events"`
	State  struct {
		View    foppen.View `json:"view"`
		Person  foppen.Seat `json:"person"`
		Away    []int       `json:"away"`
		Missing []int       `json:"missing"`
		Held    bool        `json:"held"`
		Undo    bool        `json:"undo"`
		LeftMS  int64       `json:"left_ms"`

		Labels map[string]string `json:"labels"`
	} `json:"state"`
}

func (c client1) now() (m seen) {
	c.t.Helper()
	status, text := c.ask("GET", "now", "")
	if status != 200 {
		c.t.Fatalf("now: %d %s", status, text)
	}
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		c.t.Fatal(err)
	}
	return m
}

func (c client1) do(body string) (int, string) { return c.ask("POST", "do", body) }

func (c client1) arrive() {
	c.t.Helper()
	if status, text := c.do(`{"do":"arrive"}`); status != 200 {
		c.t.Fatalf("arrive: %d %s", status, text)
	}
}

// until waits until the table is as it should be.
func (c client1) until(ok func(seen) bool) seen {
	c.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		m := c.now()
		if ok(m) {
			return m
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("it never happened: %+v", m.State)
		}
	}
}

// newOrder asks for a new table.
func newOrder(t testing.TB, url string, o order) (int, string) {
	o.Variant = "rulebook-2018"
	return client1{t, url + "/api/", ""}.ask("POST", "tables", jsonOf(t, o))
}

func toPlay(m seen) bool { return m.State.View.Legal().Len() > 0 && !m.State.Held }

// play is the body of a move: the lowest legal card.
func play(m seen) string {
	v := m.State.View
	return fmt.Sprintf(`{"rev":%d,"move":{"seat":%d,"play":"%v"}}`, m.Rev, v.Seat(), v.Legal().Lowest())
}

var fourOfOne = order{Names: make([]string, 4), Bots: []string{"", "greedy", "greedy", "greedy"}}
var fourOfTwo = order{Names: make([]string, 4), Bots: []string{"", "greedy", "", "greedy"}}

// P31: bots that answer in 0 ms leave a finished trick and its winner in sight for the
// time that is set.
func TestFinishedTrickStays(t *testing.T) {
	const trick = 200 * time.Millisecond
	url, h := startServer(t, pace{trick: trick})
	id, tokens := newTestTable(t, h, fourOfOne)
	c := at(t, url, id, tokens[0])
	c.arrive()
	next := c.follow(t, "")
	for tricks := 0; tricks < 6; {
		m := next()
		if m.State.Held {
			tricks = len(m.State.View.Tricks())
			if m.State.View.LastTrick().Winner() == foppen.NoSeat {
				t.Fatal("no winner in sight")
			}
		}
		if m.State.View.Legal().Len() > 0 {
			c.do(play(m))
		}
	}
	// The journal knows the times; how long a message takes does not matter to it.
	times := journalTimes(t, h, id)
	room, err := h.room(id)
	if err != nil {
		t.Fatal(err)
	}
	room.mu.Lock()
	entries := room.game.entries
	g, err := newGame(room.game.setup)
	room.mu.Unlock()
	stays := 0
	for i := 0; err == nil && i+1 < min(len(entries), len(times)); i++ {
		if g, err = g.next(entries[i]); err != nil || !g.table.Held() || entries[i+1].Seat == 0 {
			continue // a person need not wait
		}
		stays++
		if stayed := times[i+1].Sub(times[i]); stayed < trick {
			t.Errorf("a trick stayed for %v, want %v", stayed, trick)
		}
	}
	if err != nil || stays == 0 {
		t.Errorf("%d tricks that a bot goes on after, %v", stays, err)
	}
}

// journalTimes returns when the entries of a table were stored.
func journalTimes(t *testing.T, h *hub, id string) (times []time.Time) {
	t.Helper()
	rows, err := h.store.db.Query("SELECT at FROM journal WHERE table_id = ? ORDER BY rev", id)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		at, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, at)
	}
	return times
}

// A trick that has been taken away is not said to lie there still, though nothing new has
// happened.
func TestHeldTrickIsTakenAway(t *testing.T) {
	url, h := startServer(t, pace{trick: time.Hour})
	id, tokens := newTestTable(t, h, order{Names: make([]string, 4), Bots: make([]string, 4)})
	for _, token := range tokens {
		at(t, url, id, token).arrive()
	}
	watcher := at(t, url, id, "")
	for range 4 {
		turn := watcher.until(func(m seen) bool { return m.State.Person != foppen.NoSeat }).State.Person
		c := at(t, url, id, tokens[turn])
		c.do(play(c.now()))
	}
	if m := watcher.now(); !m.State.Held {
		t.Fatal("the trick is not held")
	}
	h.setPace(pace{})
	watcher.until(func(m seen) bool { return !m.State.Held })
}

// follow opens a stream. What it returns waits for the next message.
func (c client1) follow(t testing.TB, lastID string) func() seen {
	t.Helper()
	req, err := http.NewRequest("GET", c.url+"events", nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	if lastID != "" {
		req.Header.Set("Last-Event-ID", lastID)
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	if answer.StatusCode != 200 {
		t.Fatalf("the stream has status %d", answer.StatusCode)
	}
	lines := bufio.NewReader(answer.Body)
	return func() (m seen) {
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return m
			}
			if text, ok := strings.CutPrefix(line, "data: "); ok {
				if err := json.Unmarshal([]byte(text), &m); err != nil {
					t.Error(err)
				}
				return m
			}
		}
	}
}

// P32: who comes back after some moves gets all of them, and then sees what the server has.
func TestComingBack(t *testing.T) {
	url, h := startServer(t, pace{})
	id, tokens := newTestTable(t, h, fourOfOne)
	c := at(t, url, id, tokens[0])
	c.arrive()
	m := c.until(toPlay)
	first := m
	for range 3 {
		if status, text := c.do(play(m)); status != 200 {
			t.Fatal(text)
		}
		m = c.until(func(n seen) bool { return toPlay(n) && n.Rev > m.Rev })
	}
	back := c.follow(t, strconv.Itoa(first.Rev))()
	if back.Rev != m.Rev || back.State.View != m.State.View {
		t.Errorf("back at %d with %v, the server is at %d with %v", back.Rev, back.State.View, m.Rev, m.State.View)
	}
	events, err := foppen.DecodeEvents(back.Events)
	if err != nil {
		t.Fatal(err)
	}
	v := first.State.View
	for _, e := range events {
		if v, err = v.Update(e); err != nil {
			t.Fatal(err)
		}
	}
	if v != m.State.View {
		t.Error("the events that were missed do not lead to the view of the server")
	}
}

// P33: a move that is sent twice is made once. Two tabs that move at once make one move.
func TestMoveSentTwice(t *testing.T) {
	url, h := startServer(t, pace{bot: time.Hour})
	id, tokens := newTestTable(t, h, order{Names: make([]string, 4), Bots: make([]string, 4)})
	h.setPace(pace{})
	for _, token := range tokens {
		at(t, url, id, token).arrive()
	}
	c := at(t, url, id, tokens[0])
	m := c.until(toPlay)
	if status, text := c.do(play(m)); status != 200 {
		t.Fatal(text)
	}
	status, text := c.do(play(m))
	if status != 200 || !strings.Contains(text, `"again":true`) {
		t.Errorf("the second time: %d %s", status, text)
	}
	v := m.State.View
	other := fmt.Sprintf(`{"rev":%d,"move":{"seat":0,"play":"%v"}}`, m.Rev, v.Legal().Highest())
	if status, text := c.do(other); status != 409 || !strings.Contains(text, "moved on") {
		t.Errorf("another card from an old tab: %d %s", status, text)
	}
	if n := c.now().State.View.Hand().Len(); n != v.Hand().Len()-1 {
		t.Errorf("%d cards are left", n)
	}

	d := at(t, url, id, tokens[1])
	m = d.until(toPlay)
	var done atomic.Int32
	var tabs sync.WaitGroup
	for card := range m.State.View.Legal().All() {
		tabs.Go(func() {
			if status, _ := d.do(fmt.Sprintf(`{"rev":%d,"move":{"seat":1,"play":"%v"}}`, m.Rev, card)); status == 200 {
				done.Add(1)
			}
		})
	}
	tabs.Wait()
	if done.Load() != 1 || d.now().State.View.Hand().Len() != 11 {
		t.Errorf("%d moves were made at once", done.Load())
	}
}

// In practice a choice is taken back with what bots have answered, known to the page or not;
// but only the choice that the page knew of.
func TestUndoOfAnOldChoice(t *testing.T) {
	practice := fourOfOne
	practice.Practice = true
	url, h := startServer(t, pace{})
	id, tokens := newTestTable(t, h, practice)
	c := at(t, url, id, tokens[0])
	c.arrive()
	m := c.until(toPlay)
	undo := func(rev int) int {
		status, _ := c.do(fmt.Sprintf(`{"rev":%d,"do":"undo"}`, rev))
		return status
	}
	c.do(play(m))
	if status := undo(m.Rev); status != 409 {
		t.Errorf("a card that the page did not know of was taken back: %d", status)
	}
	c.until(func(n seen) bool { return n.Rev > m.Rev+1 && toPlay(n) })
	if status := undo(m.Rev + 1); status != 200 {
		t.Errorf("a card that bots have answered was not taken back: %d", status)
	}
	if status := undo(m.Rev + 1); status != 200 {
		t.Errorf("the second time: %d", status)
	}
	if got := c.until(toPlay); got.State.View != m.State.View {
		t.Error("the view is another one after undo")
	}
}

// P35: what others have seen is not taken back, and the cards of a deal are those of the
// journal, whatever happens to the server.
func TestUndoAndRestartAfterADeal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables.db")
	url, h := serveFile(t, path, pace{})
	id, tokens := newTestTable(t, h, fourOfTwo)
	for _, token := range tokens {
		at(t, url, id, token).arrive()
	}
	c := at(t, url, id, tokens[0])
	m := c.until(toPlay)
	h.setPace(pace{bot: time.Hour})
	again, _ := serveFile(t, path, pace{bot: time.Hour})
	if got := at(t, again, id, tokens[0]).now(); got.State.View != m.State.View {
		t.Error("a restart right after the deal gives another hand")
	}
	c.do(play(m))
	if status, text := c.do(fmt.Sprintf(`{"rev":%d,"do":"undo"}`, m.Rev+1)); status != 409 || !strings.Contains(text, "seen") {
		t.Errorf("a card that another person has seen was taken back: %d %s", status, text)
	}

	h.setPace(pace{})
	alone, tokens := newTestTable(t, h, fourOfOne)
	c = at(t, url, alone, tokens[0])
	c.arrive()
	m = c.until(toPlay)
	h.setPace(pace{bot: time.Hour})
	c.do(play(m))
	now := c.now()
	if !now.State.Undo {
		t.Error("a card that nobody has answered cannot be taken back")
	}
	if status, text := c.do(fmt.Sprintf(`{"rev":%d,"do":"undo"}`, now.Rev)); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	if got := c.now(); got.State.View != m.State.View {
		t.Error("the view is another one after undo")
	}
}

// P36: a bot takes the turn of who is late, in sight of all; who is back plays the next.
func TestLatePerson(t *testing.T) {
	url, h := startServer(t, pace{})
	o := fourOfTwo
	o.MoveSeconds = 1
	id, tokens := newTestTable(t, h, o)
	for _, token := range tokens {
		at(t, url, id, token).arrive()
	}
	c, watcher := at(t, url, id, tokens[0]), at(t, url, id, "")
	m := c.until(toPlay)
	if m.State.LeftMS < 0 || m.State.LeftMS > 1000 {
		t.Errorf("%d ms are left", m.State.LeftMS)
	}
	gone := watcher.until(func(n seen) bool {
		return len(n.State.Away) > 0 && n.State.Away[0] == 0 && n.State.View.HandSize(0) < 12
	})
	if !strings.Contains(strings.Join(gone.Say, " "), "Player 1 is away: a bot plays.") {
		t.Error("nobody is told that a bot plays")
	}
	if status, text := c.do(play(m)); status != 409 {
		t.Errorf("the move that came too late was made: %d %s", status, text)
	}
	if status, text := c.do(`{"do":"return"}`); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	for tries := 0; ; tries++ { // the test may be late itself
		m = c.until(toPlay)
		status, text := c.do(play(m))
		if status == 200 {
			break
		}
		if tries == 20 {
			t.Fatalf("the seat was not given back: %d %s", status, text)
		}
		c.do(`{"do":"return"}`)
	}
}

// P38: the link of a seat leads to the same seat, again and again, also after the start;
// without it one watches; a wrong one is told so.
func TestLinks(t *testing.T) {
	url, h := startServer(t, pace{})
	id, tokens := newTestTable(t, h, fourOfTwo)
	c := at(t, url, id, tokens[2])
	c.arrive()
	if got := c.now(); got.State.View.Seat() != 2 || len(got.State.Missing) != 1 {
		t.Errorf("%+v", got.State)
	}
	if status, text := c.do(`{"do":"arrive"}`); status != 200 || !strings.Contains(text, `"again":true`) {
		t.Errorf("the second time: %d %s", status, text)
	}
	at(t, url, id, tokens[0]).arrive()
	c.until(func(m seen) bool { return m.State.View.Hand().Len() == 12 })
	if got := at(t, url, id, "").now(); got.State.View.Seat() != foppen.NoSeat || !got.State.View.Hand().IsEmpty() {
		t.Error("who has no link does not watch")
	}
	if status, text := at(t, url, id, "WRONG").ask("GET", "now", ""); status != 403 || !strings.Contains(text, "no seat at this table") {
		t.Errorf("%d %s", status, text)
	}
	if status, text := at(t, url, "nosuchtable", "").ask("GET", "now", ""); status != 404 || !strings.Contains(text, "no table with this address") {
		t.Errorf("%d %s", status, text)
	}
}

// Who does not wait for the others lets bots play for them; they take their seats when
// they come.
func TestStartWithoutOthers(t *testing.T) {
	url, h := startServer(t, pace{})
	id, tokens := newTestTable(t, h, fourOfTwo)
	c := at(t, url, id, tokens[0])
	c.arrive()
	if status, text := at(t, url, id, "").do(`{"do":"start"}`); status != 403 {
		t.Errorf("%d %s", status, text)
	}
	if status, text := c.do(`{"do":"start"}`); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	if m := c.until(toPlay); len(m.State.Away) != 1 {
		t.Errorf("%+v", m.State)
	}
	late := at(t, url, id, tokens[2])
	late.arrive()
	if m := late.now(); len(m.State.Away) != 0 {
		t.Error("who comes late does not get the seat")
	}
}

// P37: the server is killed twenty times while cards are played; no move that it has
// acknowledged is lost, and the hands, the turn and the scores are as they were.
func TestKilledServerLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills programs")
	}
	path := filepath.Join(t.TempDir(), "tables.db")
	s, err := openStore(path)
	if err != nil {
		t.Fatal(err)
	}
	h := newHub(s, pace{bot: time.Hour})
	id, tokens := newTestTable(t, h, order{Names: make([]string, 4), Bots: make([]string, 4)})
	h.close()
	s.close()

	acknowledged := []string{}
	for life := range 20 {
		cmd, url := startProcess(t, path, "127.0.0.1:0")
		if life == 0 {
			for _, token := range tokens {
				at(t, url, id, token).arrive()
			}
		}
		killed, enough := make(chan struct{}), make(chan struct{})
		go func() {
			select {
			case <-enough:
			case <-time.After(20 * time.Second):
			}
			time.Sleep(time.Duration(life) * time.Millisecond) // in the middle of what comes then
			cmd.Process.Kill()
			close(killed)
		}()
		for made := 0; ; {
			status, text := at(t, url, id, "").ask("GET", "now", "")
			if status != 200 {
				break
			}
			var m seen
			if err := json.Unmarshal([]byte(text), &m); err != nil {
				t.Fatal(err)
			}
			turn := m.State.View.Turn()
			if turn == foppen.NoSeat {
				continue // a deal
			}
			c := at(t, url, id, tokens[turn])
			status, text = c.ask("GET", "now", "")
			if status != 200 {
				break
			}
			var mine seen
			if err := json.Unmarshal([]byte(text), &mine); err != nil {
				t.Fatal(err)
			}
			if mine.State.View.Turn() != turn {
				continue
			}
			if status, _ := c.do(play(mine)); status == 200 {
				acknowledged = append(acknowledged, fmt.Sprint(foppen.Play{Seat: turn, Card: mine.State.View.Legal().Lowest()}))
				if made++; made == 2 {
					close(enough)
				}
			}
		}
		<-killed
		cmd.Wait()

		s, err := openStore(path)
		if err != nil {
			t.Fatal(err)
		}
		g, _, err := s.load(id)
		if err != nil {
			t.Fatal(err)
		}
		s.close()
		stored := []string{}
		for m := range g.table.Record().Moves() {
			if _, ok := m.(foppen.Play); ok {
				stored = append(stored, fmt.Sprint(m))
			}
		}
		// A move may have been stored whose answer did not arrive any more: one at the end.
		if len(stored) > len(acknowledged) {
			acknowledged = append(acknowledged, stored[len(acknowledged)])
		}
		if got, want := strings.Join(stored, "\n"), strings.Join(acknowledged, "\n"); got != want {
			t.Fatalf("after %d lives %d moves are stored, and %d were acknowledged", life+1, len(stored), len(acknowledged))
		}
	}
	t.Logf("%d moves in 20 lives, none lost", len(acknowledged))
	if len(acknowledged) < 40 {
		t.Errorf("only %d moves in 20 lives", len(acknowledged))
	}
}

// P37: after a restart a person's time for a move begins anew, and who was away still is.
func TestClockAfterRestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables.db")
	url, h := serveFile(t, path, pace{})
	o := fourOfTwo
	o.MoveSeconds = 100
	id, tokens := newTestTable(t, h, o)
	for _, token := range tokens {
		at(t, url, id, token).arrive()
	}
	at(t, url, id, tokens[0]).until(toPlay)
	at(t, url, id, tokens[2]).do(`{"do":"leave"}`)
	room, err := h.room(id)
	if err != nil {
		t.Fatal(err)
	}
	room.mu.Lock()
	room.since = room.since.Add(-60 * time.Second) // as if a minute had gone by
	room.schedule()
	room.mu.Unlock()
	before := at(t, url, id, tokens[0]).now()
	again, _ := serveFile(t, path, pace{})
	after := at(t, again, id, tokens[0]).now()
	if after.State.View != before.State.View || fmt.Sprint(after.State.Away) != "[2]" {
		t.Errorf("before %+v, after %+v", before.State, after.State)
	}
	if before.State.LeftMS > 40_000 || after.State.LeftMS < 60_000 {
		t.Errorf("%d ms were left, and are %d", before.State.LeftMS, after.State.LeftMS)
	}
}

// startProcess runs the server as a program of its own.
func startProcess(t *testing.T, path, addr string) (*exec.Cmd, string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "FOPPEN_TEST_SERVER="+addr+" "+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return cmd, strings.TrimSpace(strings.TrimPrefix(line, "open "))
}

// Nothing that is sent to a seat or a spectator depends on cards that it does not see:
// two tables that differ in hidden cards alone send the same bytes.
func TestWireHidesCards(t *testing.T) {
	set := setup{Variant: foppen.Rulebook2018(), Names: []string{"A", "B", "C", "D"}, Bots: make([]string, 4), Seed: 1}
	base, err := newGame(set)
	if err != nil {
		t.Fatal(err)
	}
	for s := range foppen.Seat(4) {
		base, _ = base.next(entry{Do: "arrive", Seat: s})
	}
	deal := base.table.Record().Game().Shuffle(foppen.SeedSource(3, 0, foppen.NoSeat))
	swaps := 0
	for _, seat := range []foppen.Seat{0, 1, 2, 3, foppen.NoSeat} {
		a, err := base.next(entry{"move", foppen.NoSeat, deal})
		if err != nil {
			t.Fatal(err)
		}
		played := []foppen.Move{}
		for range 24 {
			g := a.table.Record().Game()
			if g.Phase() != foppen.PlayPhase {
				break
			}
			m := foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()}
			if a, err = a.next(entry{"move", m.Seat, m}); err != nil {
				t.Fatal(err)
			}
			played = append(played, m)
			// Another deal that looks the same from the seat: the sample holds what others may.
			other := deal
			now := a.table.View(seat).Sample(foppen.SeedSource(uint64(len(played)), 0, seat))
			for s := range foppen.Seat(4) {
				hand := now.Hand(s)
				for _, m := range played {
					if p := m.(foppen.Play); p.Seat == s {
						hand = hand.With(p.Card)
					}
				}
				other.Hands[s] = hand
			}
			if other == deal {
				continue
			}
			b, err := base.next(entry{"move", foppen.NoSeat, other})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range played {
				if b, err = b.next(entry{"move", m.Mover(), m}); err != nil {
					t.Fatal(err)
				}
			}
			swaps++
			for _, lang := range []string{"en", "de", "ja"} {
				for _, after := range []int{0, a.rev() - 1} {
					x, y := jsonOf(t, a.message(seat, after, lang)), jsonOf(t, b.message(seat, after, lang))
					if x != y {
						t.Fatalf("seat %v, after %d: %s\n%s", seat, after, x, y)
					}
				}
			}
			x, _ := a.export(seat)
			y, _ := b.export(seat)
			if !bytes.Equal(x, y) {
				t.Fatalf("seat %v: the records differ", seat)
			}
			hx, ex := newHint(a.table.View(seat), foppen.SeedSource(1, 1, 1))
			hy, ey := newHint(b.table.View(seat), foppen.SeedSource(1, 1, 1))
			if jsonOf(t, hx) != jsonOf(t, hy) || fmt.Sprint(ex) != fmt.Sprint(ey) {
				t.Fatal("the hints differ")
			}
		}
	}
	if swaps < 50 {
		t.Errorf("only %d swaps", swaps)
	}
}

func jsonOf(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The seed never leaves the server, nor does a token that somebody else has.
func TestWireHasNoSecrets(t *testing.T) {
	url, h := startServer(t, pace{})
	id, tokens := newTestTable(t, h, fourOfTwo)
	for _, token := range tokens {
		at(t, url, id, token).arrive()
	}
	room, err := h.room(id)
	if err != nil {
		t.Fatal(err)
	}
	at(t, url, id, tokens[0]).until(toPlay)
	for _, path := range []string{"now", "record"} {
		_, text := at(t, url, id, tokens[0]).ask("GET", path, "")
		for _, secret := range []string{strconv.FormatUint(room.game.Seed, 10), tokens[0], tokens[2], `"seed"`} {
			if strings.Contains(text, secret) {
				t.Errorf("%s has %s in it", path, secret)
			}
		}
	}
	file, err := os.ReadFile(filepath.Join(dbDir(t, h), "tables.db-wal"))
	if err == nil && bytes.Contains(file, []byte(tokens[0])) {
		t.Error("the token of a link is in the database")
	}
}

func dbDir(t *testing.T, h *hub) string {
	t.Helper()
	var seq int
	var name, file string
	if err := h.store.db.QueryRow("PRAGMA database_list").Scan(&seq, &name, &file); err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(file)
}

func TestRefusals(t *testing.T) {
	url, h := startServer(t, pace{})
	id, tokens := newTestTable(t, h, fourOfTwo)
	for _, token := range tokens {
		at(t, url, id, token).arrive()
	}
	c, watcher := at(t, url, id, tokens[0]), at(t, url, id, "")
	m := c.until(toPlay)
	before := c.now().Rev
	for _, x := range []struct {
		who    client1
		body   string
		status int
		part   string
	}{
		{watcher, play(m), 403, "not for you"},
		{at(t, url, id, tokens[2]), play(m), 403, "not for you"},
		{c, `{"rev":1,"move":{"deal":[["G2"],["G3"],["G4"],["G5"]]}}`, 403, "not for you"},
		{c, `{"rev":999,"move":{"seat":0,"play":"G2"}}`, 409, "moved on"},
		{c, `{"move":{"seat":0,"play":"G2"}}`, 409, "moved on"},
		{c, `{"rev":-1,"move":{"seat":0,"play":"G2"}}`, 409, "moved on"},
		{c, fmt.Sprintf(`{"rev":%d,"move":{"seat":0,"play":"%v"}}`, m.Rev, m.State.View.Unseen().Minus(m.State.View.Hand()).Lowest()), 409, "hand"},
		{c, fmt.Sprintf(`{"rev":%d,"move":{"seat":0,"bet":true}}`, m.Rev), 409, "7.1"},
		{c, `{"rev":1,"move":{"seat":0,"play":"X99"}}`, 400, "X99"},
		{c, `{"do":"nonsense"}`, 400, "what to do"},
		{c, `{"rev":0,"do":"leave","move":{"seat":0,"play":"G2"}}`, 400, "two things"},
		{c, `{"rev":0,"do":"start","move":{"seat":0,"play":"G2"}}`, 400, "two things"},
		{c, `{"do":"leave"}{"do":"leave"}`, 400, "behind it"},
		{c, `{"do":"leave"`, 400, "reload"},
		{c, strings.Repeat("[", maxBody-1), 400, "reload"},
		{c, `{"rev":1e99,"do":"undo"}`, 400, "reload"},
		{c, `{"rev":"1","do":"undo"}`, 400, "reload"},
		{c, `{"rev":1,"move":{"seat":-1,"play":"G2"}}`, 400, "seat"},
		{c, `{"rev":1,"move":[]}`, 400, ""},
		{c, `{"rev":1,"move":null}`, 400, ""},
		{c, `{}`, 400, "what to do"},
		{c, `{"rev":1,"from":"an old page"}`, 400, "reload"},
		{c, `no JSON`, 400, "reload"},
		{c, `{"do":"` + strings.Repeat("x", maxBody) + `"}`, 413, "too large"},
		{c, `{"do":"return"}`, 200, `"again":true`},
	} {
		if status, text := x.who.do(x.body); status != x.status || !strings.Contains(text, x.part) {
			t.Errorf("%.80s: %d %s, want %d and %q", x.body, status, text, x.status, x.part)
		}
	}
	if after := c.now().Rev; after != before {
		t.Error("what was refused has changed the table")
	}
	if status, _ := c.ask("POST", "do", play(m), "Content-Type", "text/plain"); status != 400 {
		t.Errorf("a form of another site could be sent: %d", status)
	}
	if status, _ := c.ask("POST", "do", play(m), "Sec-Fetch-Site", "cross-site"); status != 403 {
		t.Errorf("a request of another site is answered with %d", status)
	}
}

func TestOrders(t *testing.T) {
	url, _ := startServer(t, pace{})
	c := client1{t, url + "/api/", ""}
	for body, part := range map[string]string{
		`{"variant":"chess","names":["","","",""],"bots":["","","",""]}`:                                                "chess",
		`{"variant":"rulebook-2018","names":["","",""],"bots":["","",""]}`:                                              "players",
		`{"variant":"rulebook-2018","names":["","",""],"bots":["","","",""]}`:                                           "3 names for 4 seats",
		`{"variant":"rulebook-2018","names":["","","",""],"bots":["","","","deep"]}`:                                    "deep",
		`{"variant":"rulebook-2018","names":["","","",""],"bots":["","","","search:24h"]}`:                              "no bot",
		`{"variant":"rulebook-2018","names":["","","",""],"bots":["","","","search:1000000"]}`:                          "no bot",
		`{"variant":"rulebook-2018","names":["\ud800","","",""],"bots":["","","","` + strings.Repeat("x", 3000) + `"]}`: "no bot",
		`{"variant":"` + strings.Repeat("x", 3000) + `","names":["","","",""],"bots":["","","",""]}`:                    "rules",
		`{"variant":"rulebook-2018","names":null,"bots":null}`:                                                          "players",
		`{"variant":"rulebook-2018","names":["","","",""],"bots":["","","",""],"practice":true}`:                        "one person",
		`{"variant":"rulebook-2018","names":["","","",""],"bots":["","","",""],"move_seconds":-1}`:                      "-1 seconds",
		`{"variant":"rulebook-2018","names":["` + strings.Repeat("x", 5000) + `","","",""],"bots":["","","",""]}`:       "5000 characters, want at most 30",
	} {
		if status, text := c.ask("POST", "tables", body); status != 400 || !strings.Contains(text, part) {
			t.Errorf("%.90s: %d %s, want %q", body, status, text, part)
		}
	}
	if status, text := c.ask("POST", "tables", `{"variant":"rulebook-2018","names":["`+strings.Repeat("x", 10000)+`"]}`); status != 413 {
		t.Errorf("10,000 characters: %d %s", status, text)
	}
	status, text := c.ask("POST", "tables", `{"variant":"rulebook-2018","names":["<img src=x onerror=alert(1)>"," a\u0000\u202eb ","",""],"bots":["","greedy","random","search:20"]}`)
	if status != 201 {
		t.Fatalf("%d %s", status, text)
	}
	var made created
	if err := json.Unmarshal([]byte(text), &made); err != nil || len(made.Seats) != 1 {
		t.Fatal(err, text)
	}
	_, text = at(t, url, made.ID, "").ask("GET", "now", "")
	var got struct{ State struct{ Names []string } }
	if err := json.Unmarshal([]byte(text), &got); err != nil || fmt.Sprintf("%q", got.State.Names) != `["<img src=x onerror=alert(1)>" "a b" "Player 3" "Player 4"]` {
		t.Errorf("%q %v", got.State.Names, err)
	}
}

func TestHeaders(t *testing.T) {
	url, _ := startServer(t, pace{})
	for _, path := range []string{"/", "/t/abc", "/web/app.js", "/web/transport.js", "/web/style.css", "/api/menu"} {
		answer, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		csp := answer.Header.Get("Content-Security-Policy")
		if answer.StatusCode != 200 || !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: %d, policy %q", path, answer.StatusCode, csp)
		}
		if answer.Header.Get("Set-Cookie") != "" || answer.Header.Get("Referrer-Policy") != "no-referrer" || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, answer.Header)
		}
		if strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") && (bytes.Contains(text, []byte("<script>")) || bytes.Contains(text, []byte("style=")) || bytes.Contains(text, []byte("onclick"))) {
			t.Errorf("%s has inline script or style", path)
		}
	}
	for _, path := range []string{"/web/", "/web/..%2fmain.go", "/web/transport-none.js", "/t/", "/api/"} {
		answer, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != 404 {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
}

// A full disk refuses a move, with a clear message, and nothing else: when there is room
// again the game goes on.
func TestFullDisk(t *testing.T) {
	url, h := startServer(t, pace{})
	id, tokens := newTestTable(t, h, order{Names: make([]string, 4), Bots: make([]string, 4)})
	for _, token := range tokens {
		at(t, url, id, token).arrive()
	}
	at(t, url, id, tokens[0]).until(toPlay)
	// What lies in the same page of the file leaves room for a few moves.
	for _, text := range []string{`INSERT INTO tables VALUES ('zz', '', '{}')`, `INSERT INTO journal SELECT 'zz', column1, '', hex(zeroblob(400)) FROM (VALUES (1), (2), (3))`} {
		if _, err := h.store.db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	var pages int
	if err := h.store.db.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	limit := func(pages int) {
		if err := h.store.db.QueryRow(fmt.Sprintf("PRAGMA max_page_count = %d", pages)).Scan(&pages); err != nil {
			t.Fatal(err)
		}
	}
	limit(pages)
	for n := 0; ; n++ {
		turn := at(t, url, id, "").until(func(m seen) bool { return m.State.Person != foppen.NoSeat && !m.State.Held }).State.Person
		c := at(t, url, id, tokens[turn])
		m := c.now()
		status, text := c.do(play(m))
		if status == 200 && n < 30 {
			continue
		}
		if status != 507 || !strings.Contains(text, "could not store") {
			t.Fatalf("after %d moves: %d %s", n, status, text)
		}
		if got := c.now(); got.Rev != m.Rev || got.State.View != m.State.View {
			t.Error("a move that was not stored can be seen")
		}
		h.store.db.Exec("PRAGMA query_only = 1") // a small table may still fit in
		if status, text := newOrder(t, url, fourOfOne); status != 507 || !strings.Contains(text, "could not store") {
			t.Errorf("a new table: %d %s", status, text)
		}
		h.store.db.Exec("PRAGMA query_only = 0")
		limit(10 * pages)
		if status, text := c.do(play(m)); status != 200 {
			t.Errorf("%d %s", status, text)
		}
		return
	}
}

// The database has the cards of games that go on: nobody else may read it, nor what SQLite
// puts beside it, from the first moment on.
func TestDatabaseIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no modes")
	}
	dir := t.TempDir()
	s, err := openStore(filepath.Join(dir, "tables.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if err := s.reserve(); err != nil {
		t.Fatal(err)
	}
	h := newHub(s, pace{bot: time.Hour})
	newTestTable(t, h, fourOfOne)
	defer h.close()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", f.Name(), info.Mode())
		}
	}
}

// A second server would have games of its own at the same tables: it is refused, also by
// another name of the file. The record of a table can be read all the same, and a server
// that was killed is in nobody's way.
func TestSecondServerIsRefused(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "tables.db"), filepath.Join(dir, "link.db")
	if err := os.Symlink("tables.db", link); err != nil {
		t.Skip(err)
	}
	cmd, url := startProcess(t, path, "127.0.0.1:0")
	_, text := newOrder(t, url, fourOfOne)
	var made created
	if err := json.Unmarshal([]byte(text), &made); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		err := run(t.Context(), "127.0.0.1:0", name, pace{})
		if err == nil || !strings.Contains(err.Error(), "in use by another server") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	s, err := openStore(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.load(made.ID); err != nil {
		t.Error(err)
	}
	s.close()
	cmd.Process.Kill()
	cmd.Wait()
	cmd, _ = startProcess(t, path, "127.0.0.1:0")
	cmd.Process.Kill()
	cmd.Wait()
}

// A server that is told to stop while bots play ends in order and says nothing.
func TestStopIsQuiet(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs cannot be interrupted")
	}
	logged := captureLog(t)
	for range 5 {
		ctx, stop := context.WithCancel(t.Context())
		s, err := openStore(filepath.Join(t.TempDir(), "tables.db"))
		if err != nil {
			t.Fatal(err)
		}
		h := newHub(s, pace{})
		for range 20 {
			newTestTable(t, h, order{Names: make([]string, 4), Bots: []string{"greedy", "random", "greedy", "random"}})
		}
		h.close()
		s.close()
		ended := make(chan error)
		go func() { ended <- run(ctx, "127.0.0.1:0", s.path, pace{}) }()
		time.Sleep(20 * time.Millisecond)
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if text := logged(); text != "" {
		t.Errorf("the log says %q", text)
	}
}

// captureLog keeps what is logged until the test ends.
func captureLog(t *testing.T) (text func() string) {
	t.Helper()
	var mu sync.Mutex
	var kept bytes.Buffer
	log.SetOutput(writerFunc(func(p []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return kept.Write(p)
	}))
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	return func() string {
		mu.Lock()
		defer mu.Unlock()
		return kept.String()
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// The log tells of what goes wrong without a link's secret and without a card.
func TestLogHasNoSecrets(t *testing.T) {
	logged := captureLog(t)
	path := filepath.Join(t.TempDir(), "tables.db")
	url, h := serveFile(t, path, pace{})
	id, tokens := newTestTable(t, h, fourOfTwo)
	for _, token := range tokens {
		at(t, url, id, token).arrive()
	}
	c := at(t, url, id, tokens[0])
	m := c.until(toPlay)
	hand := m.State.View.Hand()
	wrong := m.State.View.Unseen().Minus(hand).Lowest()
	c.do(fmt.Sprintf(`{"rev":%d,"move":{"seat":0,"play":"%v"}}`, m.Rev, wrong))
	at(t, url, id, tokens[0]+"X").ask("GET", "now", "")
	c.ask("GET", "now?token="+tokens[0], "")
	c.ask("GET", "replay/1", "")
	// The disk is full, the database is damaged, and it is gone.
	h.store.db.Exec("PRAGMA query_only = 1")
	if status, _ := c.do(play(m)); status != 507 {
		t.Errorf("the move was stored: %d", status)
	}
	h.store.db.Exec("PRAGMA query_only = 0")
	h.close()
	entry := fmt.Sprintf(`{"seat":0,"play":"%v"}`, wrong)
	if _, err := h.store.db.Exec("INSERT INTO journal VALUES (?, ?, '', ?)", id, m.Rev+1, entry); err != nil {
		t.Fatal(err)
	}
	again, h := serveFile(t, path, pace{})
	if status, _ := at(t, again, id, tokens[0]).ask("GET", "now", ""); status != 500 {
		t.Errorf("a damaged table: %d", status)
	}
	h.store.db.Close()
	if status, _ := at(t, again, id, tokens[0]).ask("GET", "now", ""); status != 500 {
		t.Errorf("without a database: %d", status)
	}
	text := logged()
	if strings.Count(text, "\n") < 4 || !strings.Contains(text, "is damaged") {
		t.Errorf("the log says only %q", text)
	}
	for _, token := range tokens {
		if strings.Contains(text, token) {
			t.Errorf("a token is in the log: %s", text)
		}
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for card := range foppen.Rulebook2018().Deck(4).All() {
		if slices.Contains(words, card.String()) && card.String() != "1" {
			t.Errorf("card %v is in the log: %s", card, text)
		}
	}
}

// Who leaves and returns, or starts a game that goes on, holds up nobody, and the journal
// does not grow by it without end.
func TestRestlessPersonHoldsUpNobody(t *testing.T) {
	url, h := startServer(t, pace{bot: 50 * time.Millisecond})
	o := fourOfTwo
	o.MoveSeconds = 100
	id, tokens := newTestTable(t, h, o)
	for _, token := range tokens {
		at(t, url, id, token).arrive()
	}
	c := at(t, url, id, tokens[0])
	m := c.until(toPlay)
	h.setPace(pace{bot: time.Hour})
	room, err := h.room(id)
	if err != nil {
		t.Fatal(err)
	}
	room.mu.Lock()
	room.since = room.since.Add(-90 * time.Second)
	room.schedule()
	room.mu.Unlock()
	if status, _ := c.do(`{"do":"start"}`); status != 200 {
		t.Fatal(status)
	}
	if left := c.now().State.LeftMS; left > 11_000 {
		t.Errorf("after a start there are %d ms", left)
	}
	refused := 0
	for i := range 20 {
		status, _ := c.do([]string{`{"do":"leave"}`, `{"do":"return"}`}[i%2])
		if status == 429 {
			refused++
		}
		if i == 1 { // back for the first time: it has the time of a turn, once
			room.mu.Lock()
			room.since = room.since.Add(-90 * time.Second)
			room.schedule()
			room.mu.Unlock()
		}
	}
	now := c.now()
	if refused != (20-maxDeeds)/2 || now.Rev != m.Rev+maxDeeds || now.State.LeftMS > 11_000 {
		t.Errorf("%d refused, %d entries, %d ms are left", refused, now.Rev-m.Rev, now.State.LeftMS)
	}
	if status, text := c.do(play(now)); status != 200 {
		t.Errorf("%d %s", status, text)
	}
}

// A file that is no database of this program, or a damaged one, is left as it is.
func TestDatabasesThatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.db")
	s, err := openStore(good)
	if err != nil {
		t.Fatal(err)
	}
	h := newHub(s, pace{bot: time.Hour})
	id, _ := newTestTable(t, h, fourOfOne)
	h.close()
	sqlText := func(path, text string) {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	sqlText(good, fmt.Sprintf(`INSERT INTO journal VALUES ('%s', 1, '', '{"arrive":0}'), ('%s', 3, '', '{"seat":0,"play":"G2"}')`, id, id))
	s.close()
	if s, err = openStore(good); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.load(id); err == nil || !strings.Contains(err.Error(), "is damaged: entry 2") {
		t.Error(err)
	}
	s.close()

	write := func(name string, text []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	broken := bytes.Clone(text)
	for i := 4096; i < len(broken); i++ {
		broken[i] ^= 0x5a
	}
	newer := write("newer.db", text)
	sqlText(newer, "PRAGMA user_version = 2")
	foreign := filepath.Join(dir, "foreign.db")
	sqlText(foreign, "CREATE TABLE other (x)")
	for path, part := range map[string]string{
		write("text.db", []byte(strings.Repeat("this is no database ", 500))): "not a database",
		write("broken.db", broken):               "",
		write("short.db", text[:len(text)-5000]): "",
		newer:                                    "version 2, this program reads version 1",
		foreign:                                  "another program",
	} {
		before, _ := os.ReadFile(path)
		s, err := openStore(path)
		if err == nil {
			s.close()
			t.Errorf("%s was opened", path)
			continue
		}
		if !strings.Contains(err.Error(), part) || !strings.Contains(err.Error(), "left as they are") {
			t.Errorf("%s: %v", path, err)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) && part != "another program" {
			t.Errorf("%s was changed", path)
		}
	}
}

// One table's flood does not stop another: who floods is told to wait, and those at the
// next table notice nothing.
func TestFloodStaysAtItsTable(t *testing.T) {
	s, err := openStore(filepath.Join(t.TempDir(), "tables.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := newHub(s, pace{})
	srv := httptest.NewServer(newServer(h).handler())
	t.Cleanup(func() { srv.CloseClientConnections(); srv.Close(); h.close(); s.close() })
	flooded, _ := newTestTable(t, h, fourOfOne)
	calm, tokens := newTestTable(t, h, fourOfOne)
	var refused, served atomic.Int32
	began := time.Now()
	stop := make(chan struct{})
	var flood sync.WaitGroup
	for range 8 {
		flood.Go(func() {
			c := at(t, srv.URL, flooded, "")
			for {
				select {
				case <-stop:
					return
				default:
				}
				if status, _ := c.do(`{"do":"arrive"}`); status == 429 {
					refused.Add(1)
				} else {
					served.Add(1)
				}
			}
		})
	}
	c := at(t, srv.URL, calm, tokens[0])
	c.arrive()
	next := c.follow(t, "")
	for range 5 {
		m := next()
		for ; !toPlay(m); m = next() {
			if m.Rev == 0 {
				t.Fatal("the stream of the calm table has ended")
			}
		}
		if status, text := c.do(play(m)); status != 200 {
			t.Errorf("at the calm table: %d %s", status, text)
		}
	}
	for deadline := time.Now().Add(20 * time.Second); refused.Load() < 100 && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	close(stop)
	flood.Wait()
	most := 60 + 20*int32(time.Since(began).Seconds()+1)
	t.Logf("the flood: %d refused, %d served of at most %d", refused.Load(), served.Load(), most)
	if refused.Load() < 100 || served.Load() > most {
		t.Errorf("the flood: %d refused, %d served, want at most %d", refused.Load(), served.Load(), most)
	}
	made, began := 0, time.Now()
	for range 100 {
		if status, _ := (client1{t, srv.URL + "/api/", ""}).ask("POST", "tables", jsonOf(t, order{Variant: "rulebook-2018", Names: make([]string, 4), Bots: make([]string, 4)})); status == 201 {
			made++
		}
	}
	if made > 31+int(time.Since(began).Seconds()/2) {
		t.Errorf("one client made %d tables at once", made)
	}
}

func TestLimiterForgets(t *testing.T) {
	l, now := newLimiter(2, 1), time.Now()
	for i := range 3 * maxKeys {
		l.allow(strconv.Itoa(i), now.Add(time.Duration(i)*time.Millisecond))
	}
	if len(l.keys) > maxKeys {
		t.Errorf("%d keys are kept", len(l.keys))
	}
}

// 200 spectators of one table and 100 tables with bots at once: all see the same end, and
// all tables come to theirs.
func TestManyTablesAndSpectators(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a hundred games")
	}
	url, h := startServer(t, pace{bot: time.Millisecond, trick: time.Millisecond})
	bots := order{Names: make([]string, 4), Bots: []string{"greedy", "random", "greedy", "random"}}
	began := time.Now()
	var ids []string
	for range 100 {
		id, _ := newTestTable(t, h, bots)
		ids = append(ids, id)
	}
	var watching sync.WaitGroup
	ends := make(chan string, 200)
	for range 200 {
		watching.Go(func() {
			next := at(t, url, ids[0], "").follow(t, "")
			for m := next(); m.Rev > 0; m = next() {
				if m.State.View.Phase() == foppen.OverPhase {
					ends <- fmt.Sprint(m.Rev, m.State.View.Totals())
					return
				}
			}
		})
	}
	watching.Wait()
	close(ends)
	want := ""
	n := 0
	for end := range ends {
		if n++; want == "" {
			want = end
		}
		if end != want {
			t.Errorf("one sees %s, another %s", want, end)
		}
	}
	if n != 200 {
		t.Errorf("%d of 200 saw the end", n)
	}
	moves := 0
	for _, id := range ids {
		m := at(t, url, id, "").until(func(m seen) bool { return m.State.View.Phase() == foppen.OverPhase })
		moves += m.Rev
	}
	t.Logf("100 games of %d moves in all, with 200 spectators at one of them: %v", moves, time.Since(began))
}

// A finished game is replayed trick by trick and exported as a record that verifies.
func TestReplayAndExport(t *testing.T) {
	url, h := startServer(t, pace{})
	id, _ := newTestTable(t, h, order{Names: []string{"A", "B", "C", "D"}, Bots: []string{"greedy", "greedy", "greedy", "greedy"}})
	c := at(t, url, id, "")
	c.until(func(m seen) bool { return m.State.View.Phase() == foppen.OverPhase })
	_, text := c.ask("GET", "record", "")
	var record foppen.Record
	if err := json.Unmarshal([]byte(text), &record); err != nil {
		t.Fatal(err)
	}
	if record.Result().Len() != 4 || record.Names()[0] != "A" {
		t.Error("the record is not that of the game")
	}
	tricks := 0
	for _, events := range record.All() {
		for _, e := range events {
			if _, ok := e.(foppen.TrickWon); ok {
				tricks++
			}
		}
	}
	for k := 1; k <= tricks; k++ {
		status, text := c.ask("GET", "replay/"+strconv.Itoa(k), "")
		var p replayedSeen
		if err := json.Unmarshal([]byte(text), &p); err != nil || status != 200 {
			t.Fatal(status, text, err)
		}
		if p.Number != k || p.Of != tricks || p.State.View.LastTrick().Len() == 0 || len(p.Say) == 0 {
			t.Errorf("trick %d: %s", k, text)
		}
	}
	if status, text := c.ask("GET", "replay/"+strconv.Itoa(tricks+1), ""); status != 400 || !strings.Contains(text, "tricks") {
		t.Errorf("%d %s", status, text)
	}
}

type replayedSeen struct {
	Number int      `json:"number"`
	Of     int      `json:"of"`
	Say    []string `json:"say"`
	State  struct {
		View foppen.View `json:"view"`
	} `json:"state"`
}

// A stream lives longer than the server's time limits for requests.
func TestStreamOutlivesTimeLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for more than ten seconds")
	}
	t.Parallel()
	url, h := startServer(t, pace{})
	id, tokens := newTestTable(t, h, fourOfTwo)
	next := at(t, url, id, "").follow(t, "")
	next()
	time.Sleep(writeTimeout + time.Second)
	at(t, url, id, tokens[0]).arrive()
	if m := next(); m.Rev != 1 {
		t.Errorf("the stream has ended")
	}
}
