// Command server lets people play one game of Foppen over HTTP: every seat has a secret
// token and sees what a player at that seat may see, and nothing else.
//
//	go run ./examples/server -players 4 -record game.json
//
// It prints the tokens. A client sends its token with every request, in the header
// "Authorization: Bearer TOKEN" or, since the EventSource of a browser sends no headers
// of one's choice, as ?token=TOKEN. Without a token it is a spectator; a token that is
// wrong gets 403.
//
//	GET /view      the table as the seat sees it: the JSON of foppen.View
//	POST /moves    makes a move: {"seat":0,"play":"G17"} or {"seat":0,"bet":true}
//	GET /events    follows the game: server-sent events, described at table.getEvents
//
// A move is answered with the view after it or, if it is refused, with the reason as
// JSON: 403 for the seat of another, 409 for what the rules do not allow. The server
// shuffles and deals. Every view has an ETag. A move with that ETag in If-Match is made
// only if nothing has happened since, and else gets 412, so that a client which is in
// doubt whether its move has arrived can send it again. Each seat has streams of its own,
// as many as seatStreams says; the next one gets 503. Spectators share others.
//
// What makes this short is that a foppen.Record is an immutable value that holds the
// whole game. The state of the server is one such value. Whoever reads takes it and needs
// no lock; whoever moves stores the next one in the file before anybody can see it, so
// that a restart goes on where the last answer left off. All that is sent is a foppen.View
// or has gone through foppen.Redact: what a seat may not see is not in it.
//
// The file main.go has the life of the server, table.go the game, http.go the requests.
// For the open internet put it behind a proxy that speaks TLS and limits the requests of
// one client.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/foppen-go/foppen"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "the `address` to listen on")
	path := flag.String("record", "game.json", "the `file` of the game; the tokens are in the one with .tokens after its name")
	players := flag.Int("players", 4, "the number of players of a new game")
	variant := foppen.Rulebook2018()
	flag.TextVar(&variant, "variant", variant, "the `rules` of a new game")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // so that a second Ctrl-C does not wait
	if err := run(ctx, *addr, *path, *players, variant); err != nil {
		log.Fatal(err)
	}
}

// run serves the game in the file until the context is done.
func run(ctx context.Context, addr, path string, players int, variant foppen.Variant) error {
	t, err := openTable(path, players, variant)
	if err != nil {
		return err
	}
	defer t.close()
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("listening on http://%s\n", ln.Addr())
	for seat, token := range t.tokens {
		fmt.Printf("seat %d has the token %s\n", seat, token)
	}
	return serve(ctx, ln, newServer(t))
}

// newServer returns a server that no client can hold up: it bounds the time and the size
// of all that comes in and goes out. Streams of events set a deadline of their own for
// each message.
func newServer(t *table) *http.Server {
	return &http.Server{
		Handler:           t.routes(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    8 << 10,
	}
}

// serve answers requests until the context is done. Then it gives those under way some
// seconds; the streams of events end at once, because their contexts descend from ctx.
func serve(ctx context.Context, ln net.Listener, srv *http.Server) error {
	srv.BaseContext = func(net.Listener) context.Context { return ctx }
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if srv.Shutdown(grace) == nil {
		return nil
	}
	return srv.Close() // a client that dawdles is no fault of the server
}
