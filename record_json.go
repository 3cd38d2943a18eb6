package foppen

import (
	"bytes"
	"errors"
	"io"
)

const recordFormat = "foppen/1"

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
// written one after the other are what ReadRecords reads.
func (r Record) WriteTo(w io.Writer) (int64, error) { return writeLine(w, r) }

func (r *Record) appendJSON(b []byte) []byte {
	f := r.head.form(recordFormat, &r.head.start.public, &r.now.public)
	f.write = r.appendMoves
	return f.append(b)
}

// appendMoves appends the moves, each with a comma.
func (r *Record) appendMoves(b []byte) []byte {
	for m := range r.Moves() {
		b = append(appendMove(b, m), ',')
	}
	return b
}

// UnmarshalJSON reads a record as MarshalJSON writes it, of at most MaxRecordLen
// bytes, and replays it. The keys may be in any order, with white space between them,
// and strings may be escaped in any way. Whatever else is not as MarshalJSON writes it,
// every move that the rules do not allow and a result that is not that of the game are
// refused with a *RecordError, and r stays as it was.
func (r *Record) UnmarshalJSON(data []byte) error {
	s, err := decodeRecord(data, MaxRecordLen)
	if err == nil {
		*r = s
	}
	return err
}

func decodeRecord(data []byte, limit int) (Record, error) {
	var rec Record
	f := recordForm{format: recordFormat, maker: &rec}
	if err := f.read(data, limit); err != nil {
		return Record{}, err
	}
	rec.head.names = f.names // they may have come last
	return rec, nil
}

func (r *Record) begin(g Game, f *recordForm) (err error) {
	*r, err = NewRecord(g, f.names...)
	return err
}

func (r *Record) readMove(j *jsonReader) error {
	m := j.move()
	if j.err != nil {
		return nil
	}
	return r.add(m)
}

func (r *Record) next() (t *public, number int, due string) { return &r.now.public, r.len() + 1, "" }

// A recordForm is the JSON object of a Record or a SeatRecord.
type recordForm struct {
	format  literal
	view    seatOrNone // whose record it is; only in that of a SeatRecord
	variant Variant
	players int
	dealer  Seat
	names   nameList
	result  recordResult

	write func(b []byte) []byte // appends the moves, each with a comma
	maker recordMaker           // what reads the moves, nil to write
	later int                   // where the moves begin, if they come before the head
	fault *RecordError          // the fault in a move
}

// A recordMaker makes every move as soon as it is read, so that nothing has to be kept.
type recordMaker interface {
	begin(g Game, f *recordForm) error // makes a record without moves
	readMove(r *jsonReader) error      // reads a move and makes it
	// next returns where the record has come to, the number of the move that comes, and
	// what of the last move must still be shown, "" for nothing.
	next() (t *public, number int, due string)
}

type (
	nameList    []string
	recordMoves recordForm

	recordResult struct {
		given   bool
		totals  list[int]
		winners Seats
	}

	// A seatOrNone is a seat or the word for a spectator.
	seatOrNone struct {
		seat  Seat
		known bool
	}
)

func (f *recordForm) fields(list []field) []field {
	list = append(list, field{"format", f.format})
	if f.format == seatRecordFormat {
		list = append(list, field{"view", &f.view})
	}
	list = append(list, field{"variant", &f.variant}, field{"players", (*playerCount)(&f.players)}, field{"dealer", &f.dealer})
	list = f.optional(list, "seats", &f.names, f.names != nil)
	list = append(list, field{"moves", (*recordMoves)(f)})
	return f.optional(list, "result", &f.result, f.result.given)
}

// optional appends a field that is written if it is there.
func (f *recordForm) optional(list []field, key string, at any, there bool) []field {
	switch {
	case f.maker != nil:
		return append(list, field{key + "?", at})
	case there:
		return append(list, field{key, at})
	}
	return list
}

func (res *recordResult) fields(list []field) []field {
	res.given = true // as there is something to read or write
	return append(list, field{"totals", &res.totals}, field{"winners", &res.winners})
}

func (n *nameList) writeJSON(w *jsonWriter) { w.b = appendStrings(w.b, *n) }

func (n *nameList) readJSON(r *jsonReader) {
	r.array(MaxPlayers, func(int) { *n = append(*n, r.string(MaxNameLen)) })
	if len(*n) == 0 {
		r.fail("want a name for each seat")
	}
}

const spectator = "spectator"

func (s *seatOrNone) writeJSON(w *jsonWriter) {
	if s.seat == NoSeat {
		w.b = appendString(w.b, spectator)
	} else {
		w.b = appendInt(w.b, s.seat)
	}
}

func (s *seatOrNone) readJSON(r *jsonReader) {
	*s = seatOrNone{NoSeat, true}
	if r.peek() == '"' {
		r.word(spectator)
	} else {
		s.seat = r.seat(MaxPlayers)
	}
}

// form returns the object of a record, but for its moves.
func (h *recordHead[P]) form(format literal, start, end *public) recordForm {
	f := recordForm{format: format, variant: start.Variant(), players: start.Players(), dealer: start.dealer}
	if len(h.names) > 0 {
		f.names = h.names
	}
	if end.phase == OverPhase {
		f.result = recordResult{true, end.Totals(), end.Winners()}
	}
	return f
}

func (f *recordForm) append(b []byte) []byte {
	w := jsonWriter{b: b}
	w.object(f)
	return w.b
}

func (m *recordMoves) writeJSON(w *jsonWriter) {
	w.b = append(bytes.TrimSuffix(m.write(append(w.b, '[')), []byte(",")), ']')
}

// readJSON reads the moves if it is known of what game they are, and else keeps where
// they begin.
func (m *recordMoves) readJSON(r *jsonReader) {
	headKnown := m.players != 0 && m.dealer != NoSeat && m.variant != (Variant{}) && (m.view.known || m.format == recordFormat)
	if headKnown {
		(*recordForm)(m).readMoves(r)
		return
	}
	r.peek()
	m.later = r.pos
	r.skip()
}

// read reads a text of at most limit bytes.
func (f *recordForm) read(data []byte, limit int) error {
	f.dealer = NoSeat
	err := readJSON(data, limit, func(r *jsonReader) {
		r.fields(f)
		if f.later > 0 && r.err == nil {
			again := jsonReader{data: r.data, pos: f.later, path: []jsonStep{{key: "moves"}}}
			f.readMoves(&again)
			r.err = again.err
		}
	})
	switch {
	case f.fault != nil:
		return f.fault
	case err != nil:
		return &RecordError{Rule: ruleOf(err), Err: err}
	}
	if _, err := f.start(); err != nil { // again, for names that came after the moves
		return &RecordError{Rule: ruleOf(err), Err: err}
	}
	t, _, _ := f.maker.next()
	return f.result.check(t)
}

func (f *recordForm) readMoves(r *jsonReader) {
	g, err := f.start()
	if err == nil {
		err = f.maker.begin(g, f)
	}
	if err != nil {
		f.fault = &RecordError{Rule: ruleOf(err), Err: err}
		r.fail("")
		return
	}
	n := 0
	r.array(MaxRecordLen, func(i int) {
		f.check(r, f.maker.readMove(r))
		n = i + 1
	})
	if r.err != nil && f.fault == nil && n > 0 {
		f.check(r, nil) // a fault between two moves is one of the next
	}
	if _, _, due := f.maker.next(); r.err == nil && due != "" {
		r.failAt(r.pos-1, "want "+due+", got the end", nil)
		f.check(r, nil)
	}
}

// check keeps the fault of a move, be it one of form or err.
func (f *recordForm) check(r *jsonReader, err error) {
	if r.err != nil {
		err = r.err
	}
	if err != nil {
		t, n, _ := f.maker.next()
		f.fault = t.fault(n, err)
		r.fail("") // read no further
	}
}

// start returns the game before its first deal.
func (f *recordForm) start() (Game, error) {
	g, err := New(f.players, WithVariant(f.variant), WithDealer(f.dealer))
	if err != nil {
		return Game{}, err
	}
	_, err = NewRecord(g, f.names...)
	if e := (*ArgError)(nil); errors.As(err, &e) {
		return Game{}, &DecodeError{Path: "seats", Offset: -1, Problem: e.Problem, Err: err}
	}
	if f.view.known && int(f.view.seat) >= f.players {
		return Game{}, &DecodeError{Path: "view", Offset: -1, Problem: "want a seat at this table or " + spectator}
	}
	return g, err
}

// check compares the result with the end of the game.
func (res *recordResult) check(t *public) error {
	fault := func(path, rule, problem string) error {
		return &RecordError{Round: t.Round(), Rule: rule, Err: &DecodeError{Path: path, Offset: -1, Problem: problem}}
	}
	switch over := t.phase == OverPhase; {
	case res.given && !over:
		return fault("result", t.endRule(), "want no result, the game is not over: it waits in phase "+t.phase.String())
	case !res.given && over:
		return fault("result", "R6.3", "want the result, the game is over")
	case !over:
		return nil
	case len(res.totals) != int(t.players):
		return fault("result.totals", "R6.3", "want "+itoa(t.Players())+" totals, got "+itoa(len(res.totals)))
	case res.winners != t.Winners():
		return fault("result.winners", "R6.3", "want "+t.Winners().String()+", got "+res.winners.String())
	}
	for i, got := range res.totals {
		if want := t.Total(Seat(i)); want != got {
			return fault("result.totals["+itoa(i)+"]", "R6.3", "want "+itoa(want)+", got "+itoa(got))
		}
	}
	return nil
}

// endRule returns the rule by which the game will end: that of its number of rounds if
// nothing else can end it.
func (t *public) endRule() string {
	if v := t.rules.Value(); v.MinusLimit == 0 && v.TensLimit == 0 {
		return "R6.2"
	}
	return "R6.1"
}
