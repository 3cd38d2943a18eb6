//go:build !js

// Command table lets people play Foppen in their browsers: against each other, against
// bots, or both, at as many tables as they like.
//
//	cd examples/table
//	go run .
//
// It prints an address to open. The lobby makes a table and a link for each seat, to send
// to friends. All is kept in an SQLite database; after a restart every game goes on.
//
//	go run . -site DIR      write the same page for playing against bots without a server
//	go run . -export ID     print the record of a game
//
// The files: core.go has a game and what is sent to a seat, lang.go the languages of its
// story; store.go, room.go, http.go and limit.go are the server, site.go and wasm.go the page
// without one; web has the page. Read ../../docs/apps.md first.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "the `address` to listen on")
	path := flag.String("db", "tables.db", "the `file` of the database")
	site := flag.String("site", "", "write the page without a server to the folder `DIR` and stop")
	export := flag.String("export", "", "print the record of the table `ID` and stop")
	p := pace{}
	flag.DurationVar(&p.bot, "bot-pause", 700*time.Millisecond, "how long a bot waits before it acts")
	flag.DurationVar(&p.trick, "trick-pause", 1800*time.Millisecond, "how long a finished trick stays on the table")
	flag.Parse()
	log.SetFlags(0)

	var err error
	switch {
	case flag.NArg() > 0:
		err = fmt.Errorf("%q is not understood: there are only flags", flag.Arg(0))
	case *site != "":
		err = writeSite(*site)
	case *export != "":
		err = printRecord(*path, *export)
	default:
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		err = run(ctx, *addr, *path, p)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// run serves the tables in the file until the context is done.
func run(ctx context.Context, addr, path string, p pace) error {
	s, err := openStore(path)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.reserve(); err != nil {
		return err
	}
	h := newHub(s, p)
	defer h.close()
	if err := h.resume(); err != nil {
		return err
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("open http://%s\n", ln.Addr())
	go func() {
		for range time.Tick(idleAfter) {
			h.putAway(time.Now())
		}
	}()
	return serve(ctx, ln, newHTTPServer(newServer(h).handler()))
}

// newHTTPServer returns a server that no client can hold up.
func newHTTPServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      writeTimeout, // streams set one for each message
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    8 << 10,
	}
}

func serve(ctx context.Context, ln net.Listener, srv *http.Server) error {
	srv.BaseContext = func(net.Listener) context.Context { return ctx }
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := srv.Shutdown(grace); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return srv.Close()
}

func printRecord(path, id string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	s, err := openStore(path)
	if err != nil {
		return err
	}
	defer s.close()
	g, _, err := s.load(id)
	if err != nil {
		return err
	}
	_, err = g.table.Record().WriteTo(os.Stdout)
	return err
}
