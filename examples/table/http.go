//go:build !js

package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/foppen-go/foppen"
)

//go:embed web
var webFiles embed.FS

const (
	maxBody      = 8 << 10          // the longest body of a request, in bytes
	writeTimeout = 10 * time.Second // how long a client may take for an answer or a message
	heartbeat    = 15 * time.Second // how often a stream shows that it is alive

	// The page has no inline script and no inline style, and needs nothing from elsewhere.
	policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

// A server answers requests. Who acts sends the secret of the seat in the header
// Authorization, which no other site can make a browser send; there are no cookies. The
// link to a seat has the secret after "#", which browsers never send and nobody logs.
type server struct {
	*hub
	tables  *limiter // new tables by client
	streams *limiter // new streams by client and table
	deeds   *limiter // all else that costs something, by client and table
}

func newServer(h *hub) *server {
	return &server{h, newLimiter(30, 0.5), newLimiter(maxWatchers, 20), newLimiter(60, 20)}
}

func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", page)
	mux.HandleFunc("GET /t/{id}", page)
	mux.HandleFunc("GET /web/{file}", asset)
	mux.HandleFunc("GET /api/menu", s.menu)
	mux.HandleFunc("GET /api/tables", s.list)
	mux.HandleFunc("POST /api/tables", s.post)
	mux.HandleFunc("GET /api/tables/{id}/now", s.atSeat(s.now))
	mux.HandleFunc("GET /api/tables/{id}/events", s.atSeat(s.events))
	mux.HandleFunc("POST /api/tables/{id}/do", s.atSeat(s.postDo))
	mux.HandleFunc("POST /api/tables/{id}/hint", s.atSeat(s.hint))
	mux.HandleFunc("GET /api/tables/{id}/replay/{trick}", s.atSeat(s.getReplay))
	mux.HandleFunc("GET /api/tables/{id}/record", s.atSeat(s.record))
	guard := http.NewCrossOriginProtection()
	return guard.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		mux.ServeHTTP(w, r)
	}))
}

// page answers with the page, which finds out from its address what to show.
func page(w http.ResponseWriter, _ *http.Request) {
	text, _ := webFiles.ReadFile("web/index.html")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(text)
}

func asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if name == "transport.js" {
		name = "transport-server.js" // the one difference between the two pages
	}
	file, err := fs.ReadFile(webFiles, "web/"+name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(file))
}

func (s *server) menu(w http.ResponseWriter, _ *http.Request) { sendJSON(w, 200, newMenu()) }

func (s *server) list(w http.ResponseWriter, r *http.Request) {
	if !s.deeds.allow(client(r)+" list", time.Now()) {
		refuse(w, errTooMany)
		return
	}
	sendJSON(w, 200, s.listed(50))
}

// A created is the answer to an order.
type created struct {
	ID    string        `json:"id"`
	Seats []createdSeat `json:"seats"` // those of persons
}

type createdSeat struct {
	Seat  foppen.Seat `json:"seat"`
	Token string      `json:"token"`
}

func (s *server) post(w http.ResponseWriter, r *http.Request) {
	if !s.tables.allow(client(r), time.Now()) {
		refuse(w, errTooMany)
		return
	}
	var o order
	if err := readBody(w, r, &o); err != nil {
		refuse(w, err)
		return
	}
	id, tokens, err := s.create(o)
	if err != nil {
		refuse(w, err)
		return
	}
	answer := created{ID: id, Seats: []createdSeat{}}
	for seat := range foppen.Seat(foppen.MaxPlayers) {
		if token := tokens[seat]; token != "" {
			answer.Seats = append(answer.Seats, createdSeat{seat, token})
		}
	}
	sendJSON(w, http.StatusCreated, answer)
}

// A seatHandler answers what is asked from a seat, or from a spectator.
type seatHandler func(w http.ResponseWriter, r *http.Request, room *room, seat foppen.Seat)

func (s *server) atSeat(handle seatHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		// By client and table, so that a flood at one table is no flood at the next. Tables that
		// are not open, or that do not exist, count as one.
		limit, key := s.deeds, client(r)+" "+id
		if strings.HasSuffix(r.URL.Path, "/events") {
			limit = s.streams
		}
		if !s.isOpen(id) {
			limit, key = s.deeds, client(r)+" closed"
		}
		if !limit.allow(key, time.Now()) {
			refuse(w, errTooMany)
			return
		}
		room, err := s.room(id)
		if err != nil {
			refuse(w, err)
			return
		}
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		seat, ok := room.seat(token)
		if !ok {
			refuse(w, errWrongLink)
			return
		}
		handle(w, r, room, seat)
	}
}

// client returns the address from which a request comes.
func client(r *http.Request) string {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	return host
}

// knows returns the last entry that a client says it knows, 0 if it does not say so.
func knows(r *http.Request, room *room) int {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	n, err := strconv.Atoi(text)
	rev, _ := room.latest()
	if err != nil || n < 0 || n > rev {
		return 0
	}
	return n
}

// now answers with what has happened since an entry: for clients without a stream.
func (s *server) now(w http.ResponseWriter, r *http.Request, room *room, seat foppen.Seat) {
	after := knows(r, room)
	if rev, _ := room.latest(); after == rev && rev > 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	_, text, err := room.message(seat, after, r.URL.Query().Get("lang"))
	if err != nil {
		refuse(w, err)
		return
	}
	sendText(w, 200, text)
}

// events streams messages as server-sent events. The id of each is the number of entries
// that it goes up to; a client that comes back with it gets what it has missed.
func (s *server) events(w http.ResponseWriter, r *http.Request, room *room, seat foppen.Seat) {
	if !room.watch(1) {
		refuse(w, errFull)
		return
	}
	defer room.watch(-1)
	out := http.NewResponseController(w)
	write := func(text string) error {
		if err := out.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
			return err
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
		return out.Flush()
	}
	// The time limit for reading a request would end a stream, too.
	if err := out.SetReadDeadline(time.Time{}); err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	alive := time.NewTicker(heartbeat)
	defer alive.Stop()
	sent, lang := knows(r, room), r.URL.Query().Get("lang")
	for first := true; ; first = false {
		rev, changed := room.latest()
		if rev > sent || first {
			rev, text, err := room.message(seat, sent, lang)
			if err != nil {
				return
			}
			if write(fmt.Sprintf("id: %d\ndata: %s\n\n", rev, text)) != nil {
				return
			}
			sent = rev
		}
		select {
		case <-changed:
		case <-alive.C:
			if write(": alive\n\n") != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

func (s *server) postDo(w http.ResponseWriter, r *http.Request, room *room, seat foppen.Seat) {
	var q request
	if err := readBody(w, r, &q); err != nil {
		refuse(w, err)
		return
	}
	rev, err := room.do(seat, q)
	again := errors.Is(err, errAgain)
	if err != nil && !again {
		refuse(w, err)
		return
	}
	sendJSON(w, 200, done{rev, again})
}

func (s *server) hint(w http.ResponseWriter, r *http.Request, room *room, seat foppen.Seat) {
	select {
	case s.bots <- struct{}{}:
	case <-r.Context().Done():
		return
	}
	defer func() { <-s.bots }()
	room.mu.Lock()
	g := room.game
	room.mu.Unlock()
	h, err := newHint(g.table.View(seat), nil)
	if err != nil {
		refuse(w, badRequest{err})
		return
	}
	sendJSON(w, 200, h)
}

func (s *server) getReplay(w http.ResponseWriter, r *http.Request, room *room, seat foppen.Seat) {
	trick, _ := strconv.Atoi(r.PathValue("trick"))
	room.mu.Lock()
	g := room.game
	room.mu.Unlock()
	p, err := g.replay(seat, trick, r.URL.Query().Get("lang"))
	if err != nil {
		refuse(w, badRequest{err})
		return
	}
	sendJSON(w, 200, p)
}

// record answers with the record of a game that is over, and before that with what the
// seat has seen of it.
func (s *server) record(w http.ResponseWriter, _ *http.Request, room *room, seat foppen.Seat) {
	room.mu.Lock()
	g := room.game
	room.mu.Unlock()
	w.Header().Set("Content-Disposition", `attachment; filename="foppen-`+room.id+`.json"`)
	text, err := g.export(seat)
	if err != nil {
		refuse(w, err)
		return
	}
	sendText(w, 200, text)
}

// What a client is told that asks for what it cannot have.
var (
	errTooMany   = errors.New("too many requests: wait a moment")
	errFull      = errors.New("too many people are watching this table")
	errWrongLink = errors.New("this link belongs to no seat at this table: ask for it again, or watch without it")
)

// A badRequest is the fault of who asked.
type badRequest struct{ error }

func (e badRequest) Unwrap() error { return e.error }

// status returns the HTTP status of an error.
func status(err error) int {
	var refused *foppen.MoveError
	var arg *foppen.ArgError
	var bad badRequest
	var tooBig *http.MaxBytesError
	switch {
	case errors.As(err, &tooBig):
		return http.StatusRequestEntityTooLarge
	case errors.As(err, &bad):
		return http.StatusBadRequest
	case errors.Is(err, errNoTable):
		return http.StatusNotFound
	case errors.Is(err, errTooMany), errors.Is(err, errTooOft):
		return http.StatusTooManyRequests
	case errors.Is(err, errFull), errors.Is(err, errClosing):
		return http.StatusServiceUnavailable
	case errors.Is(err, errWrongLink), errors.Is(err, errNotYou):
		return http.StatusForbidden
	case errors.Is(err, errStale), errors.As(err, &refused), errors.As(err, &arg):
		return http.StatusConflict
	case errors.Is(err, errNotStored):
		return http.StatusInsufficientStorage
	case errors.Is(err, errNoWords), errors.Is(err, errTwo):
		return http.StatusBadRequest
	}
	var decode *foppen.DecodeError
	if errors.As(err, &decode) {
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// refuse says why something is not done. The text of an error of this program or of the
// library tells nothing that the seat may not know; that of others is for the log.
func refuse(w http.ResponseWriter, err error) {
	code, text := status(err), strings.TrimPrefix(err.Error(), "foppen: ")
	if code == http.StatusInternalServerError {
		log.Print(err)
		text = "the server has a problem with this table, which its log explains"
	}
	sendJSON(w, code, map[string]string{"error": text})
}

// readBody reads a small JSON body.
func readBody(w http.ResponseWriter, r *http.Request, into any) error {
	if kind := r.Header.Get("Content-Type"); kind != "application/json" {
		return badRequest{errors.New("the body has to be application/json")}
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return badRequest{err}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(into)
	if err == nil && len(bytes.TrimSpace(text[d.InputOffset():])) > 0 {
		err = errors.New("there is something behind it")
	}
	if err != nil {
		return badRequest{fmt.Errorf("the request is not what this version of the page sends (reload it): %w", err)}
	}
	return nil
}

func sendJSON(w http.ResponseWriter, code int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		log.Print(err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	sendText(w, code, text)
}

func sendText(w http.ResponseWriter, code int, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	w.Write(text) // an error here is a client that has gone
}
