package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// open opens a file to be read, or the standard input for "-". Neither opening nor
// reading it goes on when the user wants the command to stop, be it a pipe that nobody
// writes to.
func (e *env) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(&contextReader{e.ctx, e.stdin}), nil
	}
	f, err := during(e.ctx, func() (*os.File, error) { return os.Open(name) })
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && isOutput(info, e.stdout) {
		return nil, errors.Join(fmt.Errorf("%s: this file is the standard output, too", name), f.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{&contextReader{e.ctx, f}, f}, nil
}

// readAll returns what a file holds, if that is at most so many bytes. what is what
// it should be.
func (e *env) readAll(name string, most int64, what string) ([]byte, error) {
	f, err := e.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = errors.New("too long for a " + what)
	}
	return text, err
}

// sameFile reports whether two names are those of the same file.
func sameFile(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	if errA != nil || errB != nil {
		followedA, followedB := followed(a), followed(b)
		x, errA = os.Stat(filepath.Dir(followedA))
		y, errB = os.Stat(filepath.Dir(followedB))
		return errA == nil && errB == nil && os.SameFile(x, y) && filepath.Base(followedA) == filepath.Base(followedB)
	}
	return isSame(x, y)
}

// isOutput reports whether a writer writes to a file.
func isOutput(file fs.FileInfo, w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && isSame(file, info)
}

// isSame reports whether two are the same file, and one where writing twice, or reading
// what is written, does harm: terminals and the null device take it.
func isSame(a, b fs.FileInfo) bool { return os.SameFile(a, b) && a.Mode()&os.ModeCharDevice == 0 }

// during returns what f returns, or the context's error as soon as it is done.
func during[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// A contextReader ends with the error of its context when that is over, also while
// a read is waiting for a terminal or another program.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	type result struct {
		n   int
		err error
	}
	buf := make([]byte, len(p)) // p is the caller's again when Read returns
	r, err := during(c.ctx, func() (result, error) {
		n, err := c.r.Read(buf)
		return result{n, err}, nil
	})
	if err != nil {
		return 0, err
	}
	return copy(p, buf[:r.n]), r.err
}

// grace is how long all output together may still keep a command from ending after an
// interrupt, and leastGrace how long each write may: what is finished is written, but
// nobody who reads no more is waited for.
const (
	grace      = 600 * time.Millisecond
	leastGrace = 100 * time.Millisecond
)

// waited is for how long writers have been waited for.
type waited struct{ atomic.Int64 }

// left returns how long the next may take.
func (w *waited) left() time.Duration { return max(leastGrace, grace-time.Duration(w.Load())) }

// A contextWriter fails with the error of its context when that has been over for a
// while and a write is still waiting for a terminal or another program.
type contextWriter struct {
	ctx    context.Context
	waited *waited
	w      io.Writer
}

// writer returns a writer that does not outlast an interrupt.
func (e *env) writer(w io.Writer) io.Writer { return contextWriter{e.ctx, &e.waited, w} }

func (c contextWriter) Write(p []byte) (int, error) {
	late, cancel := context.WithCancel(context.Background())
	defer cancel()
	stop := context.AfterFunc(c.ctx, func() {
		start := time.Now()
		defer time.AfterFunc(c.waited.left(), cancel).Stop()
		<-late.Done()
		c.waited.Add(int64(time.Since(start)))
	})
	defer stop()
	buf := bytes.Clone(p) // p is the caller's again when Write returns
	return during(late, func() (int, error) { return c.w.Write(buf) })
}
