package foppen

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
)

// MaxRecordLen is how long a stored record may be, in bytes: thousands of times a usual
// game. A RecordReader can be told to take longer ones.
const MaxRecordLen = 16 << 20

const recordFormat = "foppen/1"

const recordKeys = "format variant players dealer seats? moves result?"

// MarshalJSON returns the record as one line in the format "foppen/1":
//
//	{"format":"foppen/1","variant":"rulebook-2018","players":4,"dealer":3,
//	 "seats":["greedy","random","random","random"],
//	 "moves":[{"deal":[["G2","G17","R5","1"],...]},{"seat":0,"bet":true},{"seat":0,"play":"G17"},...],
//	 "result":{"totals":[-12,30,4,-85],"winners":[1]}}
//
// The dealer is that of the first round, seats are the names if the record has
// any, and the result is there when the game is over. Equal records give equal
// bytes. It fails with an *ArgError for the zero Record.
func (r Record) MarshalJSON() ([]byte, error) {
	if r.head == nil {
		return nil, &ArgError{Field: "record", Problem: "the zero Record, want one made by NewRecord"}
	}
	return r.appendJSON(nil), nil
}

// WriteTo writes the record as one line of JSON with its line end, so that records
// written one after the other are what RecordReader reads.
func (r Record) WriteTo(w io.Writer) (int64, error) {
	line, err := r.MarshalJSON()
	if err != nil {
		return 0, err
	}
	n, err := w.Write(append(line, '\n'))
	return int64(n), err
}

func (r *Record) appendJSON(b []byte) []byte {
	b = append(b, `{"format":"`+recordFormat+`"`...)
	b = r.head.append(b)
	b = append(b, `,"moves":[`...)
	for m := range r.Moves() {
		b = appendMove(b, m)
		b = append(b, ',')
	}
	b = append(bytes.TrimSuffix(b, []byte(",")), ']')
	return append(r.appendResult(b), '}')
}

func (h *recordHead) append(b []byte) []byte {
	b = appendVariant(append(b, `,"variant":`...), h.start.Variant())
	b = appendInt(append(b, `,"players":`...), h.start.players)
	b = appendInt(append(b, `,"dealer":`...), h.start.dealer)
	if len(h.names) > 0 {
		b = appendStrings(append(b, `,"seats":`...), h.names)
	}
	return b
}

func (r *Record) appendResult(b []byte) []byte {
	if r.game.phase != OverPhase {
		return b
	}
	b = appendInts(append(b, `,"result":{"totals":`...), r.game.Totals())
	b = appendSeats(append(b, `,"winners":`...), r.game.Winners())
	return append(b, '}')
}

// UnmarshalJSON reads a record as MarshalJSON writes it, of at most MaxRecordLen
// bytes, and replays it. The keys may be in any order, with white space between
// them; whatever else is not as MarshalJSON writes it, every move that the rules do
// not allow and a result that is not that of the game are refused with a
// *RecordError, and r stays as it was.
func (r *Record) UnmarshalJSON(data []byte) error {
	s, err := decodeRecord(data, MaxRecordLen)
	if err == nil {
		*r = s
	}
	return err
}

func decodeRecord(data []byte, limit int) (Record, error) {
	var f recordForm
	err := readJSON(data, limit, f.read)
	return f.record(err)
}

// A recordForm is what a record's JSON says, before it is replayed. The head may
// come after the moves, so they are kept until all is read.
type recordForm struct {
	variant Variant
	players int
	dealer  Seat
	names   []string
	moves   []Move
	deals   int
	inMoves bool // the fault of form, if there is one, lies in the moves
	result  recordResult
}

type recordResult struct {
	given   bool
	totals  []int
	winners Seats
}

func (f *recordForm) read(r *jsonReader) {
	r.object(recordKeys, func(key string) {
		switch key {
		case "format":
			r.word(recordFormat)
		case "moves":
			f.inMoves = true
			r.array(MaxRecordLen, func(int) { f.readMove(r) })
			f.inMoves = r.err != nil
		default:
			f.readHead(r, key)
		}
	})
}

func (f *recordForm) readMove(r *jsonReader) {
	m := r.move()
	if _, ok := m.(Deal); ok {
		f.deals++ // counted because a deal takes more memory than it may take text
	}
	if f.deals > MaxRounds {
		r.fail("want at most " + itoa(MaxRounds) + " deals")
	}
	if r.err == nil {
		f.moves = append(f.moves, m)
	}
}

func (f *recordForm) readHead(r *jsonReader, key string) {
	switch key {
	case "variant":
		f.variant = r.variant()
	case "players":
		f.players = r.int(MinPlayers, MaxPlayers)
	case "dealer":
		f.dealer = r.seat(MaxPlayers)
	case "seats":
		r.array(MaxPlayers, func(int) { f.names = append(f.names, r.string(MaxNameLen)) })
		if len(f.names) == 0 {
			r.fail("want a name for each seat")
		}
	case "result":
		f.result.read(r)
	}
}

func (res *recordResult) read(r *jsonReader) {
	res.given = true
	r.object("totals winners", func(key string) {
		switch key {
		case "totals":
			r.array(MaxPlayers, func(int) { res.totals = append(res.totals, r.int(-maxNumber, maxNumber)) })
		case "winners":
			res.winners = r.seats(MaxPlayers)
		}
	})
}

// record replays the form. err is its fault of form, if it has one: then the fault
// of a move before it comes first.
func (f *recordForm) record(err error) (Record, error) {
	if err != nil && !f.inMoves {
		return Record{}, &RecordError{Rule: ruleOf(err), Err: err}
	}
	r, start := f.start()
	if start != nil && err == nil {
		return Record{}, &RecordError{Rule: ruleOf(start), Err: start}
	}
	if start != nil {
		return Record{}, &RecordError{Move: len(f.moves) + 1, Err: err}
	}
	for _, m := range f.moves {
		if err := r.add(m); err != nil {
			return Record{}, r.fault(err)
		}
	}
	if err != nil {
		return Record{}, r.fault(err)
	}
	if err := f.result.check(&r.game); err != nil {
		return Record{}, err
	}
	return r, nil
}

// start returns the record without moves.
func (f *recordForm) start() (Record, error) {
	g, err := New(f.players, WithVariant(f.variant), WithDealer(f.dealer))
	if err != nil {
		return Record{}, err
	}
	r, err := NewRecord(g, f.names...)
	if e := (*ArgError)(nil); errors.As(err, &e) {
		return Record{}, &DecodeError{Path: "seats", Offset: -1, Problem: e.Problem, Err: err}
	}
	return r, err
}

// check compares the result with the end of the game.
func (res *recordResult) check(g *Game) error {
	fault := func(path, rule, problem string) error {
		return &RecordError{Round: g.Round(), Rule: rule, Err: &DecodeError{Path: path, Offset: -1, Problem: problem}}
	}
	switch over := g.phase == OverPhase; {
	case res.given && !over:
		return fault("result", "R6.1", "want no result, the game is not over: it waits in phase "+g.phase.String())
	case !res.given && over:
		return fault("result", "R6.3", "want the result, the game is over")
	case !over:
		return nil
	case len(res.totals) != int(g.players):
		return fault("result.totals", "R6.3", "want "+itoa(g.Players())+" totals, got "+itoa(len(res.totals)))
	case res.winners != g.Winners():
		return fault("result.winners", "R6.3", "want "+g.Winners().String()+", got "+res.winners.String())
	}
	for i, got := range res.totals {
		if want := g.Total(Seat(i)); want != got {
			return fault("result.totals["+itoa(i)+"]", "R6.3", "want "+itoa(want)+", got "+itoa(got))
		}
	}
	return nil
}

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

// A RecordError says where a stored record is at fault for the first time, and why.
// Numbers count from 1; 0 says that the number does not apply.
type RecordError struct {
	Line   int    // Line is the line of the stream from which the record was read.
	Number int    // Number is the number of the record in that stream, records at fault counted too.
	Round  int    // Round is the number of the round in the game.
	Trick  int    // Trick is the number of the trick in the round.
	Move   int    // Move is the number of the move in the record.
	Rule   string // Rule is the number of the rule that is broken, such as "R3.4"; "" for a fault of form.
	Err    error  // Err is what is wrong, such as a *MoveError, *DecodeError, *ParseError or *VariantError.
}

// Error returns one line with the place, the fault and the rule.
func (e *RecordError) Error() string {
	var b strings.Builder
	b.WriteString("foppen: ")
	for _, place := range [...]struct {
		name string
		n    int
	}{{"line", e.Line}, {"game", e.Number}, {"round", e.Round}, {"trick", e.Trick}, {"move", e.Move}} {
		if place.n != 0 {
			b.WriteString(place.name + " " + itoa(place.n) + ": ")
		}
	}
	cause := "no fault"
	if e.Err != nil {
		cause = strings.TrimPrefix(e.Err.Error(), "foppen: ")
	}
	b.WriteString(cause)
	if e.Rule != "" && !strings.Contains(cause, e.Rule) {
		b.WriteString(" (" + e.Rule + ")")
	}
	return b.String()
}

// Unwrap returns Err for errors.Is and errors.As.
func (e *RecordError) Unwrap() error { return e.Err }

// fault returns the error of a move that cannot follow.
func (r *Record) fault(err error) *RecordError {
	e := &RecordError{Round: r.game.Round(), Move: r.Len() + 1, Rule: ruleOf(err), Err: err}
	switch r.game.phase {
	case DealPhase:
		e.Round++
	case PlayPhase:
		e.Trick = r.game.TrickNumber()
	}
	return e
}

// ruleOf returns the rule that an error names, "" if it names none.
func ruleOf(err error) string {
	if e := (*MoveError)(nil); errors.As(err, &e) {
		return e.Rule()
	}
	if e := (*FieldError)(nil); errors.As(err, &e) {
		return e.Rule
	}
	return ""
}
