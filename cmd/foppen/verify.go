package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"runtime"

	"github.com/foppen-go/foppen"
)

// What is read at once: a piece is as many records as pieceLen bytes have. Where no record
// begins within maxPiece bytes, the rest of the stream is one piece.
const (
	pieceLen = 256 << 10
	maxPiece = 4 << 20
)

// readParallel gives what foppen.ReadRecords gives, in the same order. It reads some pieces
// of the stream at once, one for each processor, and holds no more than those.
func readParallel(in io.Reader) iter.Seq2[foppen.Record, error] {
	return func(yield func(foppen.Record, error) bool) {
		stop := make(chan struct{})
		defer close(stop)
		line, number := 0, 0 // of the record before the piece
		for p := range split(in, stop) {
			n := 0
			for read := range p.read {
				n++
				if fault := (*foppen.RecordError)(nil); errors.As(read.err, &fault) {
					fault.Line += line
					fault.Number += number
				}
				if !yield(read.record, read.err) {
					return
				}
			}
			line += p.lines
			number += n
		}
	}
}

// A piece is a part of a stream that is being read.
type piece struct {
	lines int
	read  chan readRecord
}

type readRecord struct {
	record foppen.Record
	err    error
}

// split returns the pieces of a stream in order. Those that nobody has taken are few; on
// stop there come no more.
func split(in io.Reader, stop <-chan struct{}) <-chan piece {
	pieces := make(chan piece, max(1, runtime.GOMAXPROCS(0)-1))
	go func() {
		defer close(pieces)
		r := bufio.NewReader(in)
		for more := true; more; {
			var p piece
			var text io.Reader
			text, p.lines, more = nextPiece(r)
			p.read = make(chan readRecord, 16)
			select {
			case pieces <- p:
				go p.records(text, stop)
			case <-stop:
				return
			}
		}
	}()
	return pieces
}

func (p piece) records(text io.Reader, stop <-chan struct{}) {
	defer close(p.read)
	for record, err := range foppen.ReadRecords(text) {
		select {
		case p.read <- readRecord{record, err}:
		case <-stop:
			return
		}
	}
}

// nextPiece returns the next piece with its number of lines, and whether there are more.
// A piece ends before a line that begins with {, which is where a record begins.
func nextPiece(r *bufio.Reader) (text io.Reader, lines int, more bool) {
	var piece []byte
	for len(piece) < maxPiece {
		part, err := r.ReadSlice('\n')
		piece = append(piece, part...)
		if err == bufio.ErrBufferFull {
			continue
		}
		var next []byte
		if err == nil {
			next, err = r.Peek(1)
		}
		if err != nil {
			return io.MultiReader(bytes.NewReader(piece), failed{err}), 0, false
		}
		if len(piece) >= pieceLen && next[0] == '{' {
			return bytes.NewReader(piece), bytes.Count(piece, []byte("\n")), true
		}
	}
	return io.MultiReader(bytes.NewReader(piece), r), 0, false
}

// failed is what is left of a reader that has returned an error.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }
