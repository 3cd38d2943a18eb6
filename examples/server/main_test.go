package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
)

// A client plays at a table over HTTP with a token, or watches with none.
type client struct {
	t          *testing.T
	url, token string
}

// start serves the table until the test ends and returns where.
func start(t *testing.T, table *table) (url string) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	server.Config = newServer(table)
	server.Start()
	t.Cleanup(server.Close)
	return server.URL
}

// newTable returns a table with a new game in a temporary folder.
func newTable(t *testing.T) *table {
	t.Helper()
	if runtime.GOARCH == "wasm" {
		t.Skip("this host has no network")
	}
	table, err := openTable(filepath.Join(t.TempDir(), "game.json"), 4, foppen.Rulebook2018())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.close() })
	return table
}

// do sends a request and returns the answer. It may be called by any goroutine.
func (c client) do(method, path, body string, header ...string) *http.Response {
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.t.Error(err)
		return &http.Response{Body: http.NoBody}
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Error(err)
		return &http.Response{Body: http.NoBody}
	}
	return resp
}

// ask sends a request and returns the status and the body of the answer.
func (c client) ask(method, path, body string, header ...string) (status int, answer string) {
	resp := c.do(method, path, body, header...)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Error(err)
	}
	return resp.StatusCode, string(text)
}

// want sends a request and checks the status and a part of the answer.
func (c client) want(status int, part, method, path, body string, header ...string) {
	c.t.Helper()
	got, answer := c.ask(method, path, body, header...)
	if got != status || !strings.Contains(answer, part) {
		c.t.Errorf("%s %s %s: got %d %s, want %d and %q", method, path, body, got, answer, status, part)
	}
}

// message is one server-sent event.
type message struct{ id, event, data string }

// follow opens a stream of events. What it returns reads the next message, the zero one at
// the end.
func (c client) follow(lastID string) (next func() message) {
	c.t.Helper()
	resp := c.do("GET", "/events", "", "Last-Event-ID", lastID)
	c.t.Cleanup(func() { resp.Body.Close() })
	if got := resp.Header.Get("Content-Type"); got != "text/event-stream" {
		c.t.Fatalf("the stream is %q with status %d", got, resp.StatusCode)
	}
	lines := bufio.NewReader(resp.Body)
	return func() (m message) {
		for {
			line, err := lines.ReadString('\n')
			key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			switch {
			case err != nil || line == "\n":
				return m
			case key == "id":
				m.id = value
			case key == "event":
				m.event = value
			case key == "data":
				m.data = value
			}
		}
	}
}

// play is the body of a move: the first card that may be played.
func play(g foppen.Game) string {
	text, _ := json.Marshal(foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()})
	return string(text)
}

// playOn makes moves at the table without HTTP.
func playOn(t *testing.T, table *table, moves int) {
	t.Helper()
	for range moves {
		g := table.now().record.Game()
		if _, err := table.move(foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()}, nil); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSeatSeesItsViewAlone(t *testing.T) {
	table := newTable(t)
	url := start(t, table)
	game := table.now().record.Game()
	for seat, token := range table.tokens {
		want, _ := json.Marshal(game.View(foppen.Seat(seat)))
		client{t, url, token}.want(200, string(want), "GET", "/view", "")
		client{t, url, ""}.want(200, string(want), "GET", "/view?token="+token, "")
	}
	want, _ := json.Marshal(game.View(foppen.NoSeat))
	client{t, url, ""}.want(200, string(want), "GET", "/view", "")
}

func TestRefusals(t *testing.T) {
	table := newTable(t)
	url := start(t, table)
	game := table.now().record.Game()
	turn, other := game.Turn(), (game.Turn()+1)%4
	mover, waiting := client{t, url, table.tokens[turn]}, client{t, url, table.tokens[other]}
	stranger, spectator := client{t, url, "wrong"}, client{t, url, ""}

	for _, path := range []string{"GET /view", "GET /events", "POST /moves"} {
		method, path, _ := strings.Cut(path, " ")
		stranger.want(403, "wrong token", method, path, play(game))
		spectator.want(403, "wrong token", method, path+"?token=wrong", play(game))
	}
	for _, query := range []string{"?token", "?token=", "?token=%zz", "?x=1;y=2"} {
		spectator.want(403, "wrong token", "GET", "/view"+query, "")
	}
	for _, auth := range []string{"Bearer", "Bearer ", "Basic " + mover.token, mover.token, "Bearer  " + mover.token} {
		spectator.want(403, "wrong token", "GET", "/view", "", "Authorization", auth)
	}
	spectator.want(200, `"seat":`+turn.String(), "GET", "/view", "", "Authorization", "bearer "+mover.token)
	spectator.want(403, "not for you", "POST", "/moves", play(game))
	waiting.want(403, "not for you", "POST", "/moves", play(game))
	mover.want(403, "not for you", "POST", "/moves", `{"deal":[["G2"],["G3"],["G4"],["G5"]]}`)
	waiting.want(409, `"refused":{"reason":"not-your-turn","rule":"R3.1",`, "POST", "/moves", fmt.Sprintf(`{"seat":%d,"play":"G2"}`, other))
	mover.want(409, "not-in-hand", "POST", "/moves",
		fmt.Sprintf(`{"seat":%d,"play":"%v"}`, turn, game.Hand(other).Minus(game.Hand(turn)).Lowest()))
	mover.want(400, "error", "POST", "/moves", "no JSON")
	mover.want(413, "too large", "POST", "/moves", strings.Repeat(" ", maxBody+1))
	for _, stale := range []string{`"0"`, `W/"1"`, `"0", W/"1"`, `1`, `""`, ``, `,`, `"0", *`} {
		mover.want(412, "moved on", "POST", "/moves", play(game), "If-Match", stale)
	}
	for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"} {
		mover.want(405, "", method, "/moves", "")
	}
	for _, path := range []string{"/", "/view/", "/moves/..", "/%2e%2e/view", "/game.json", "/game.json.tokens"} {
		mover.want(404, "", "GET", path, "")
	}
	if got := table.now().record.Game(); got != game {
		t.Error("a refused request has changed the game")
	}
}

// Run with -race. Two goroutines make the same move at once: one of them is too late.
func TestMovesAtOnce(t *testing.T) {
	table := newTable(t)
	url := start(t, table)
	spectator := client{t, url, ""}
	for range 60 {
		record := table.now().record
		game := record.Game()
		if game.Phase() != foppen.PlayPhase {
			break
		}
		var statuses [2]int
		var both sync.WaitGroup
		for i := range statuses {
			both.Go(func() {
				mover := client{t, url, table.tokens[game.Turn()]}
				statuses[i], _ = mover.ask("POST", "/moves", play(game), "If-Match", etag(record))
				spectator.want(200, "", "GET", "/view", "")
			})
		}
		both.Wait()
		if statuses != [2]int{200, 412} && statuses != [2]int{412, 200} {
			t.Fatalf("got %v, want one 200 and one 412", statuses)
		}
	}
	stored, err := loadRecord(table.path)
	if err != nil || !stored.Equal(table.now().record) {
		t.Errorf("the file does not have the game (%v)", err)
	}
}

// The views that clients make from events are those that the server would send them.
func TestEvents(t *testing.T) {
	table := newTable(t)
	url := start(t, table)
	clients := make([]client, 0, 5)
	for _, token := range append(table.tokens[:4:4], "") {
		clients = append(clients, client{t, url, token})
	}
	var first message
	views := make([]foppen.View, len(clients))
	streams := make([]func() message, len(clients))
	for i, c := range clients {
		streams[i] = c.follow("")
		first = streams[i]()
		if err := json.Unmarshal([]byte(first.data), &views[i]); err != nil || first.event != "view" {
			t.Fatalf("the stream begins with %+v: %v", first, err)
		}
	}
	playOn(t, table, 50) // more than a round, so that there is a deal among the messages
	now := table.now().record
	for i, c := range clients {
		for m := (message{}); m.id != strconv.Itoa(now.Len()); {
			m = streams[i]()
			views[i] = update(t, views[i], m)
		}
		if want := now.Game().View(views[i].Seat()); views[i] != want {
			t.Errorf("client %d has come to\n%v\nwant\n%v", i, views[i], want)
		}
		if again := c.follow(first.id)(); again.event != "events" || again.id != "2" {
			t.Errorf("a client that comes back after message %s gets %+v", first.id, again)
		}
	}
}

// update applies a message with events to a view.
func update(t *testing.T, view foppen.View, m message) foppen.View {
	t.Helper()
	var events []json.RawMessage
	if err := json.Unmarshal([]byte(m.data), &events); err != nil || m.event != "events" {
		t.Fatalf("%+v is no list of events: %v", m, err)
	}
	for _, text := range events {
		event, err := foppen.DecodeEvent(text)
		if err == nil {
			view, err = view.Update(event)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return view
}

// Two games differ in nothing but cards that seat 1 has not seen. Every byte that seat 1
// gets is the same in both, and so is every byte of a spectator, who has seen no hand.
func TestHiddenCardsStayHidden(t *testing.T) {
	start0 := newTable(t).now().record.At(0)
	deal := start0.Shuffle(rand.NewPCG(1, 2))
	dealt, err := start0.Deal(deal)
	if err != nil {
		t.Fatal(err)
	}
	leader := dealt.Turn()
	var other foppen.Deal
	sampled := dealt.View(leader).Sample(rand.NewPCG(3, 4))
	for seat := range foppen.Seat(4) {
		other.Hands[seat] = sampled.Hand(seat)
	}
	if other == deal {
		t.Fatal("the sampled deal is the same")
	}
	a, b := received(t, start0, deal, leader), received(t, start0, other, leader)
	if a != b {
		t.Errorf("with other hidden cards a client gets\n%s\ninstead of\n%s", b, a)
	}
	for seat := range foppen.Seat(4) {
		if hand, _ := json.Marshal(deal.Hands[seat]); strings.Contains(a, string(hand)) != (seat == leader) {
			t.Errorf("the hand of seat %d shows or, if it is the leader's, does not", seat)
		}
	}
}

// received returns all that the leader and a spectator get until the first card is played,
// also by moves that are refused.
func received(t *testing.T, g foppen.Game, deal foppen.Deal, leader foppen.Seat) string {
	t.Helper()
	record, err := foppen.NewRecord(g)
	if err != nil {
		t.Fatal(err)
	}
	if record, err = record.Append(deal); err != nil {
		t.Fatal(err)
	}
	table := newTable(t)
	if err := table.store(record); err != nil {
		t.Fatal(err)
	}
	url := start(t, table)
	var all strings.Builder
	note := func(status int, answer string) { fmt.Fprintln(&all, status, answer) }
	hand := deal.Hands[leader]
	absent := g.Variant().Deck(4).Minus(hand).Lowest()
	for _, move := range []foppen.Play{{Seat: leader, Card: absent}, {Seat: leader, Card: hand.Lowest()}} {
		for _, c := range []client{{t, url, table.tokens[leader]}, {t, url, ""}} {
			body, _ := json.Marshal(move)
			fmt.Fprintln(&all, c.follow("")())
			fmt.Fprintln(&all, c.follow("0")()) // the deal
			note(c.ask("GET", "/view", ""))
			note(c.ask("POST", "/moves", string(body)))
			note(c.ask("GET", "/view", ""))
		}
	}
	return all.String()
}

// The context of serve ends the server and its streams; a new one goes on from the file,
// and clients of the old one follow it without a gap.
func TestShutdownAndResume(t *testing.T) {
	table := newTable(t)
	playOn(t, table, 5)
	ctx, stop := context.WithCancel(t.Context())
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, ln, newServer(table)) }()
	next := client{t, "http://" + ln.Addr().String(), table.tokens[2]}.follow("")
	first := next()
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if m := next(); m != (message{}) {
		t.Errorf("after the end the stream has %+v", m)
	}

	table.close()
	again, err := openTable(table.path, 7, foppen.Edition1995()) // these are for new games only
	if err != nil {
		t.Fatal(err)
	}
	if !again.now().record.Equal(table.now().record) {
		t.Error("the game is not the same after a restart")
	}
	t.Cleanup(func() { again.close() })
	c := client{t, start(t, again), table.tokens[2]} // the old token
	playOn(t, again, 1)
	if m := c.follow(first.id)(); m.id != "7" || m.event != "events" {
		t.Errorf("a client that comes back gets %+v, want the events of the 7th move", m)
	}
}

// A stream goes on when the time is up in which a request has to be read.
func TestStreamOutlivesReadTimeout(t *testing.T) {
	table := newTable(t)
	server := httptest.NewUnstartedServer(nil)
	server.Config = newServer(table)
	server.Config.ReadTimeout = 50 * time.Millisecond
	server.Config.WriteTimeout = 50 * time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	next := client{t, server.URL, ""}.follow("")
	next()
	time.Sleep(200 * time.Millisecond)
	playOn(t, table, 1)
	if m := next(); m.event != "events" {
		t.Errorf("got %+v, want events", m)
	}
}

// A file that ends before a deal goes on with one.
func TestDealOnLoad(t *testing.T) {
	table := newTable(t)
	record := table.now().record.Prefix(0)
	if err := table.store(record); err != nil {
		t.Fatal(err)
	}
	table.close()
	again, err := openTable(table.path, 4, foppen.Rulebook2018())
	if err == nil {
		defer again.close()
	}
	if err != nil || again.now().record.Game().Phase() != foppen.PlayPhase {
		t.Errorf("phase %v, %v", again.now().record.Game().Phase(), err)
	}
}

// What cannot be stored has not happened, and a file at fault is refused and kept.
func TestFiles(t *testing.T) {
	table := newTable(t)
	game := table.now().record.Game()
	path := table.path
	table.path = filepath.Join(t.TempDir(), "no such folder", "game.json")
	mover := client{t, start(t, table), table.tokens[game.Turn()]}
	mover.want(500, "not be stored", "POST", "/moves", play(game))
	if table.now().record.Game() != game {
		t.Error("a move that could not be stored was made")
	}

	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != fs.FileMode(0o600) {
		t.Errorf("others may read the record: %v %v", info.Mode(), err)
	}
	table.close()
	open := func(bad string, part string) {
		t.Helper()
		table, err := openTable(path, 4, foppen.Rulebook2018())
		if err == nil {
			table.close()
		}
		if err == nil || !strings.Contains(err.Error(), bad) || !strings.Contains(err.Error(), part) {
			t.Errorf("%s is at fault, but the error is %v", bad, err)
		}
	}
	for _, file := range []struct{ path, text, part string }{
		{path, ``, "end of JSON"},
		{path, `["",""]`, ""},
		{path + ".tokens", ``, "end of JSON"},
		{path + ".tokens", `["A","B`, "end of JSON"},
		{path + ".tokens", `["A","B","C"]`, "4 tokens"},
		{path + ".tokens", `["A","B","C",""]`, "none empty"},
		{path + ".tokens", `["A","B","C","A"]`, "all different"},
		{path + ".tokens", `null`, "4 tokens"},
	} {
		good, err := os.ReadFile(file.path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file.path, []byte(file.text), 0o600); err != nil {
			t.Fatal(err)
		}
		open(file.path, file.part)
		if kept, err := os.ReadFile(file.path); err != nil || string(kept) != file.text {
			t.Errorf("%s was changed to %s, %v", file.path, kept, err)
		}
		if err := os.WriteFile(file.path, good, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// One server at a time has a file, whatever names lead to it, and a server that was killed
// while it stored a game leaves no copy of the hands behind for long.
func TestOneServerForAFile(t *testing.T) {
	table := newTable(t)
	other := filepath.Join(t.TempDir(), "other.json")
	names := []string{table.path}
	if os.Symlink(table.path, other) == nil {
		names = append(names, other)
	}
	for _, name := range names {
		if _, err := openTable(name, 4, foppen.Rulebook2018()); err == nil || !strings.Contains(err.Error(), "another server") {
			t.Errorf("a second table with %s: %v", name, err)
		}
	}
	temp := table.path + ".new"
	if err := os.WriteFile(temp, []byte("all hands"), 0o644); err != nil {
		t.Fatal(err)
	}
	table.close()
	for _, name := range names {
		again, err := openTable(name, 4, foppen.Rulebook2018())
		if err != nil {
			t.Fatal(err)
		}
		again.close()
	}
	files, err := os.ReadDir(filepath.Dir(table.path))
	for _, file := range files {
		if name := file.Name(); name != "game.json" && name != "game.json.tokens" && name != "game.json.lock" {
			t.Errorf("%s is left", name)
		}
	}
	if err != nil || len(files) < 2 {
		t.Errorf("the folder has %v, %v", files, err)
	}
}

// Any number of clients without a token leaves the streams of the seats free, and one seat
// those of the others. A request with HEAD ends with the headers of the stream.
func TestStreamsAreReservedForSeats(t *testing.T) {
	table := newTable(t)
	url := start(t, table)
	var held []*http.Response
	hold := func(token string, most int) {
		t.Helper()
		c := client{t, url, token}
		for range seatStreams + 1 {
			c.want(200, "", "HEAD", "/events", "")
		}
		for range most {
			resp := c.do("GET", "/events", "")
			held = append(held, resp)
			if resp.StatusCode != 200 || resp.Header.Get("X-Accel-Buffering") != "no" {
				t.Fatalf("got %d %v", resp.StatusCode, resp.Header)
			}
		}
		c.want(503, "too many", "GET", "/events", "")
	}
	hold("", freeStreams)
	for _, token := range table.tokens {
		hold(token, seatStreams)
	}
	for _, resp := range held {
		resp.Body.Close()
	}
	for _, token := range append(table.tokens[:4:4], "") { // the streams that have ended count no more
		for c := (client{t, url, token}); ; time.Sleep(time.Millisecond) {
			if resp := c.do("GET", "/events", ""); resp.StatusCode == 200 {
				resp.Body.Close()
				break
			}
		}
	}
}

// A move whose If-Match has the tag of the state in any way that RFC 9110 allows is made.
func TestIfMatch(t *testing.T) {
	table := newTable(t)
	url := start(t, table)
	for _, format := range []string{`%s`, `*`, ` * `, `"0",%s`, `W/"0" , %s , "99"`, `"a,b",%s`} {
		record := table.now().record
		mover := client{t, url, table.tokens[record.Game().Turn()]}
		header := strings.ReplaceAll(format, "%s", etag(record))
		mover.want(200, "", "POST", "/moves", play(record.Game()), "If-Match", header)
	}
	if !matches([]string{`"1"`, `"2"`}, `"2"`) {
		t.Error("the second line of a header is not read")
	}
}

// A client that sends its request or reads its answer as slowly as it can holds up nobody,
// and neither does one that says nothing at all.
func TestSlowClients(t *testing.T) {
	table := newTable(t)
	server := httptest.NewUnstartedServer(nil)
	server.Config = newServer(table)
	server.Config.ReadTimeout = 100 * time.Millisecond
	server.Config.ReadHeaderTimeout = 100 * time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	var slow []net.Conn
	for _, text := range []string{
		"",
		"GET /view HTTP/1.1\r\nHost: x\r\n",
		"POST /moves HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{",
		"POST /moves HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
		"POST /moves HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000000\r\nExpect: 100-continue\r\n\r\n",
	} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
		slow = append(slow, conn)
	}
	for range 3 {
		game := table.now().record.Game()
		client{t, server.URL, table.tokens[game.Turn()]}.want(200, "", "POST", "/moves", play(game))
	}
	for i, conn := range slow {
		conn.SetReadDeadline(time.Now().Add(time.Minute))
		answer, err := io.ReadAll(conn) // ends when the server hangs up
		if errors.Is(err, os.ErrDeadlineExceeded) || strings.Contains(string(answer), "127.0.0.1") {
			t.Errorf("client %d: %v, and the answer is %s", i, err, answer)
		}
	}
}
