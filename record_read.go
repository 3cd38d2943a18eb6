package foppen

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
)

// MaxRecordLen is how long a stored record may be, in bytes: thousands of times a usual
// game. A RecordReader can be told to take longer ones.
const MaxRecordLen = 16 << 20

// A RecordReader reads records from JSON Lines: one record a line, as WriteTo writes
// them. It holds one line at a time. The zero value reads nothing.
type RecordReader struct {
	// MaxLine is how long a line may be, in bytes up to 2^30; 0 stands for MaxRecordLen. A longer
	// line is a bad record, and is not held.
	MaxLine int

	lines lineReader
}

// NewRecordReader returns a reader of the records in r. If r is nil there are none.
func NewRecordReader(r io.Reader) *RecordReader { return &RecordReader{lines: newLineReader(r)} }

// All walks through the records that are still to be read. A record that is at
// fault gives the zero Record and a *RecordError with its line; the walk then goes
// on with the next line, if the caller does. Lines of nothing but white space are
// no records. An error of the underlying reader is given as it is and ends the
// walk. Ranging over All again goes on where the last walk stopped.
func (rr *RecordReader) All() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) { readRecords(&rr.lines, rr.MaxLine, decodeRecord, yield) }
}

// readRecords walks through the records of type T that are still to be read.
func readRecords[T any](lines *lineReader, maxLine int, decode func(line []byte, limit int) (T, error), yield func(T, error) bool) {
	limit := MaxRecordLen
	if maxLine > 0 {
		limit = min(maxLine, 1<<30)
	}
	for {
		line, end := lines.next(limit)
		if end != nil && end != io.EOF {
			yield(*new(T), end)
			return
		}
		if len(line) > limit || len(bytes.TrimSpace(line)) > 0 {
			lines.records++
			record, err := decode(line, limit)
			if fault := (*RecordError)(nil); errors.As(err, &fault) {
				fault.Line, fault.Number = lines.line, lines.records
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

// A lineReader reads lines of a bounded length and counts them.
type lineReader struct {
	r       *bufio.Reader // nil if there is nothing to read
	line    int           // read so far
	records int           // among the lines
	buf     []byte
}

func newLineReader(r io.Reader) lineReader {
	if r == nil {
		return lineReader{}
	}
	return lineReader{r: bufio.NewReader(r)}
}

// next returns the next line without its end; of one that is too long only so much
// that it still is.
func (l *lineReader) next(limit int) ([]byte, error) {
	l.line++
	l.buf = l.buf[:0]
	if l.r == nil {
		return nil, io.EOF
	}
	for {
		part, err := l.r.ReadSlice('\n')
		keep := min(len(part), limit+1+len("\r\n")-len(l.buf))
		l.buf = append(l.buf, part[:keep]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			line := bytes.TrimSuffix(l.buf, []byte("\n"))
			return bytes.TrimSuffix(line, []byte("\r")), err
		}
	}
}

// A SeatRecordReader reads what seats have seen from JSON Lines: one SeatRecord a line,
// as WriteTo writes them. It holds one line at a time. The zero value reads nothing.
type SeatRecordReader struct {
	// MaxLine is how long a line may be, in bytes up to 2^30; 0 stands for MaxRecordLen. A longer
	// line is a bad record, and is not held.
	MaxLine int

	lines lineReader
}

// NewSeatRecordReader returns a reader of the records in r. If r is nil there are none.
func NewSeatRecordReader(r io.Reader) *SeatRecordReader {
	return &SeatRecordReader{lines: newLineReader(r)}
}

// All walks through the records that are still to be read, as RecordReader.All does: a
// record that is at fault gives the zero SeatRecord and a *RecordError with its line, and
// the walk can go on after it.
func (rr *SeatRecordReader) All() iter.Seq2[SeatRecord, error] {
	return func(yield func(SeatRecord, error) bool) {
		readRecords(&rr.lines, rr.MaxLine, decodeSeatRecord, yield)
	}
}
