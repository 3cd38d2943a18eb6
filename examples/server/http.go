package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/foppen-go/foppen"
)

const (
	maxBody      = 1 << 10          // the longest body of a request, in bytes
	seatStreams  = 8                // the most streams of events for one seat at a time
	freeStreams  = 100              // the most streams for all spectators, who cannot take those of the seats
	writeTimeout = 10 * time.Second // how long a client may take to receive an answer or an event
	heartbeat    = 15 * time.Second // how often a stream shows that it is alive
	streamTime   = 10 * time.Minute // how long a stream lasts, also one whose client has gone unnoticed
)

// routes returns what answers the requests. A request with HEAD is answered as one with
// GET, without the body.
func (t *table) routes() http.Handler {
	streams := map[foppen.Seat]chan struct{}{foppen.NoSeat: make(chan struct{}, freeStreams)}
	for seat := range t.tokens {
		streams[foppen.Seat(seat)] = make(chan struct{}, seatStreams)
	}
	events := func(w http.ResponseWriter, r *http.Request, seat foppen.Seat) {
		select {
		case streams[seat] <- struct{}{}:
			defer func() { <-streams[seat] }()
			t.getEvents(w, r, seat)
		default:
			refuse(w, http.StatusServiceUnavailable, errors.New("too many streams"))
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /view", t.forSeat(t.getView))
	mux.HandleFunc("POST /moves", t.forSeat(t.postMove))
	mux.HandleFunc("GET /events", t.forSeat(events))
	return mux
}

// forSeat returns a handler that finds out for which seat a request is, NoSeat if it
// comes from a spectator, and turns it away if its token is wrong.
func (t *table) forSeat(handle func(http.ResponseWriter, *http.Request, foppen.Seat)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		token, given := tokenOf(r)
		seat, ok := t.seat(token)
		if !ok && given {
			refuse(w, http.StatusForbidden, errors.New("wrong token"))
			return
		}
		handle(w, r, seat)
	}
}

// tokenOf returns the token of a request, and whether it tries to give one.
func tokenOf(r *http.Request) (token string, given bool) {
	if auth := r.Header.Get("Authorization"); auth != "" {
		scheme, token, _ := strings.Cut(auth, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			token = ""
		}
		return token, true
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	return query.Get("token"), err != nil || query.Has("token")
}

func (t *table) getView(w http.ResponseWriter, _ *http.Request, seat foppen.Seat) {
	sendView(w, t.now().record, seat)
}

func (t *table) postMove(w http.ResponseWriter, r *http.Request, seat foppen.Seat) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			refuse(w, http.StatusRequestEntityTooLarge, err)
			return
		}
		refuse(w, http.StatusBadRequest, errors.New("the body ends too early or comes too slowly"))
		return
	}
	move, err := foppen.DecodeMove(body)
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	if by := move.Mover(); by != seat || by == foppen.NoSeat {
		refuse(w, http.StatusForbidden, errors.New("that is not for you to do"))
		return
	}
	record, err := t.move(move, r.Header["If-Match"])
	if err != nil {
		refuseMove(w, err)
		return
	}
	sendView(w, record, seat)
}

// getEvents follows the game. Its first message is of type "view" and has the view of
// the seat. Each of the others is of type "events" and has the list of the events of one
// move, redacted for the seat, as View.Update and DecodeEvent take them. The id of a
// message is the number of moves so far; a client that comes back with the last one it
// got, as browsers do by themselves, gets what it has missed instead of a view, also
// after a restart of the server. Every stream ends after a time, for clients to come back.
func (t *table) getEvents(w http.ResponseWriter, r *http.Request, seat foppen.Seat) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy is to pass every message on at once
	if r.Method == http.MethodHead {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), streamTime)
	defer cancel()
	s := stream{w, http.NewResponseController(w)}
	alive := time.NewTicker(heartbeat)
	defer alive.Stop()

	sent, err := s.begin(t.now().record, seat, r.Header.Get("Last-Event-ID"))
	for err == nil {
		now := t.now()
		if sent, err = s.catchUp(now.record, seat, sent); err != nil {
			return
		}
		select {
		case <-now.past:
		case <-alive.C:
			err = s.write(": alive\n\n") // a comment, which clients step over
		case <-ctx.Done():
			return
		}
	}
}

// A stream sends server-sent events. A client that does not take them ends it.
type stream struct {
	w io.Writer
	*http.ResponseController
}

// begin returns how many moves the client knows. To one that does not say so it sends a
// view.
func (s stream) begin(record foppen.Record, seat foppen.Seat, lastID string) (sent int, err error) {
	if n, err := strconv.Atoi(lastID); err == nil && 0 <= n && n <= record.Len() {
		return n, s.write("")
	}
	return record.Len(), s.send(record.Len(), "view", record.Game().View(seat))
}

// catchUp sends what the moves after the first sent ones made happen, as the seat saw it,
// and returns the number of moves that the client knows then. The record knows what each
// move made happen, so that no log of events has to be kept for clients that come back.
func (s stream) catchUp(record foppen.Record, seat foppen.Seat, sent int) (int, error) {
	for _, events := range record.From(sent) {
		for i, e := range events {
			events[i] = foppen.Redact(e, seat)
		}
		sent++
		if err := s.send(sent, "events", events); err != nil {
			return sent, err
		}
	}
	return sent, nil
}

// send sends one message. JSON has no line ends, so that it is one line of data.
func (s stream) send(id int, kind string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return s.write(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", id, kind, text))
}

func (s stream) write(text string) error {
	if err := s.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	if _, err := io.WriteString(s.w, text); err != nil {
		return err
	}
	return s.Flush()
}

// sendView answers with what the seat sees.
func sendView(w http.ResponseWriter, record foppen.Record, seat foppen.Seat) {
	w.Header().Set("ETag", etag(record))
	sendJSON(w, http.StatusOK, record.Game().View(seat))
}

// A refusal is the answer to a request that is refused.
type refusal struct {
	Error   string            `json:"error"`
	Refused *foppen.MoveError `json:"refused,omitempty"` // why the rules do not allow a move
}

func refuse(w http.ResponseWriter, status int, err error) {
	sendJSON(w, status, refusal{Error: err.Error()})
}

// refuseMove says why a move was not made. A *MoveError has nothing in it that the seat
// which tried the move may not know. Other faults are the server's own affair; whether the
// file has the move then, the view after the next start will tell.
func refuseMove(w http.ResponseWriter, err error) {
	if errors.Is(err, errStale) {
		refuse(w, http.StatusPreconditionFailed, err)
		return
	}
	if illegal, ok := errors.AsType[*foppen.MoveError](err); ok {
		sendJSON(w, http.StatusConflict, refusal{illegal.Error(), illegal})
		return
	}
	log.Print(err)
	refuse(w, http.StatusInternalServerError, errors.New("the move could not be stored"))
}

func sendJSON(w http.ResponseWriter, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		log.Print(err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(text) // an error here is a client that has gone
}
