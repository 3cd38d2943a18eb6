package foppen

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
)

// MaxRecordLen is how long a stored record may be, in bytes. No game is longer, as
// a test shows. A usual one has a few thousand bytes.
const MaxRecordLen = 64 << 20

// ReadRecords reads records from a stream, one a line, as WriteTo writes them. A record
// that a formatter has spread over lines is read too, if the first line is { alone, the
// last begins with } and those between are indented. A byte order mark at the start of
// the stream is skipped, and so are blank lines.
//
// A record that is at fault gives the zero Record and a *RecordError with its line; the
// walk then goes on with the next record, if the caller does. An error of r is given as
// it is and ends the walk. Ranging over the sequence again goes on where the last walk
// stopped. It holds one record at a time. If r is nil there are no records.
func ReadRecords(r io.Reader) iter.Seq2[Record, error] {
	return readRecords(r, MaxRecordLen, decodeRecord)
}

// ReadSeatRecords reads what seats have seen from a stream, one SeatRecord a line, as
// ReadRecords reads records: one at fault gives the zero SeatRecord and a *RecordError
// with its line, and the walk can go on after it.
func ReadSeatRecords(r io.Reader) iter.Seq2[SeatRecord, error] {
	return readRecords(r, MaxRecordLen, decodeSeatRecord)
}

// readRecords walks through records of type T of at most limit bytes.
func readRecords[T any](r io.Reader, limit int, decode func(text []byte, limit int) (T, error)) iter.Seq2[T, error] {
	if r == nil {
		return func(func(T, error) bool) {}
	}
	lines := lineReader{r: bufio.NewReader(r), limit: limit}
	return func(yield func(T, error) bool) {
		for {
			text, end := lines.next()
			if end != nil && end != io.EOF {
				yield(*new(T), end)
				return
			}
			if len(text) > limit || len(bytes.Trim(text, jsonSpace)) > 0 {
				lines.records++
				record, err := decode(text, limit)
				if fault := (*RecordError)(nil); errors.As(err, &fault) {
					fault.Line, fault.Number = lines.first, lines.records
				}
				if !yield(record, err) {
					return
				}
			}
			if end != nil {
				return
			}
		}
	}
}

// jsonSpace is what JSON calls white space.
const jsonSpace = " \t\r\n"

const byteOrderMark = "\ufeff"

// A lineReader reads the texts of records and counts lines.
type lineReader struct {
	r       *bufio.Reader
	limit   int // how long a text may be
	buf     []byte
	line    int  // lines read
	first   int  // the line in which the text begins
	records int  // texts that are no white space
	cut     bool // the rest of a line that was too long is still to be skipped
}

// next returns the next line without its end, or all lines of a record that is spread
// over several. It returns only the beginning of a text that is too long, which is too long
// still.
func (l *lineReader) next() ([]byte, error) {
	l.buf = l.buf[:0]
	err := l.read()
	l.first = l.line
	if err == nil && string(bytes.Trim(l.buf, jsonSpace)) == "{" {
		err = l.readSpread()
	}
	text := bytes.TrimSuffix(l.buf, []byte("\n"))
	return bytes.TrimSuffix(text, []byte("\r")), err
}

// read appends the next line to buf. It reads only the beginning of one that is too long, and the
// rest when the next is asked for, so that the fault is told also where the line has no end.
func (l *lineReader) read() error {
	if l.cut {
		l.cut = false
		if err := l.skip(); err != nil {
			return err
		}
	}
	l.line++
	for {
		part, err := l.r.ReadSlice('\n')
		if l.line == 1 && len(l.buf) == 0 {
			part = bytes.TrimPrefix(part, []byte(byteOrderMark))
		}
		keep := min(len(part), l.limit+1+len("\r\n")-len(l.buf))
		l.buf = append(l.buf, part[:keep]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		if len(l.buf) > l.limit+len("\r\n") {
			l.cut = true
			return nil
		}
	}
}

// skip reads to the end of the line.
func (l *lineReader) skip() error {
	for {
		if _, err := l.r.ReadSlice('\n'); !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// readSpread appends the lines that follow one with { alone: those that are indented, and
// then one that begins with }.
func (l *lineReader) readSpread() error {
	for {
		next, err := l.r.Peek(1)
		if err != nil || next[0] != ' ' && next[0] != '\t' && next[0] != '}' {
			return err
		}
		last := next[0] == '}'
		if err := l.read(); err != nil || last || l.cut {
			return err
		}
	}
}
