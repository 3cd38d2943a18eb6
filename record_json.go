package foppen

import (
	"bytes"
	"errors"
	"io"
)

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
// written one after the other are what ReadRecords reads.
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
	b = appendHead(b, &r.head.start.public, r.head.names)
	b = append(b, `,"moves":[`...)
	for m := range r.Moves() {
		b = append(appendMove(b, m), ',')
	}
	b = append(bytes.TrimSuffix(b, []byte(",")), ']')
	return append(r.now.appendResult(b), '}')
}

// appendHead appends what stands before the moves.
func appendHead(b []byte, start *public, names []string) []byte {
	b = appendVariant(append(b, `,"variant":`...), start.Variant())
	b = appendInt(append(b, `,"players":`...), start.players)
	b = appendInt(append(b, `,"dealer":`...), start.dealer)
	if len(names) > 0 {
		b = appendStrings(append(b, `,"seats":`...), names)
	}
	return b
}

func (t *public) appendResult(b []byte) []byte {
	if t.phase != OverPhase {
		return b
	}
	b = appendInts(append(b, `,"result":{"totals":`...), t.Totals())
	b = appendSeats(append(b, `,"winners":`...), t.Winners())
	return append(b, '}')
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
	f := recordForm{format: recordFormat, keys: recordKeys, dealer: NoSeat, view: NoSeat, viewed: true}
	f.begin = func(g Game) (err error) {
		rec, err = NewRecord(g, f.names...)
		return err
	}
	f.move = func(r *jsonReader) (err error) {
		if m := r.move(); r.err == nil {
			err = rec.add(m)
		}
		return err
	}
	f.place = func() (*public, int) { return &rec.now.public, rec.len() + 1 }
	f.due = func() string { return "" }
	if err := f.read(data, limit); err != nil {
		return Record{}, err
	}
	rec.head.names = f.names // they may have come last
	return rec, nil
}

// A recordForm reads what the formats of a Record and a SeatRecord have in common. It
// has every move made as soon as it is read, so that nothing has to be kept.
type recordForm struct {
	format string
	keys   string
	begin  func(Game) error               // makes a record without moves
	move   func(*jsonReader) error        // reads a move and makes it
	place  func() (t *public, number int) // where the record has come to, and the number of the move that comes
	due    func() string                  // says what must not be missing at the end of the moves, "" if nothing is

	variant Variant
	players int
	dealer  Seat
	view    Seat // whose record it is
	viewed  bool // view is known
	names   []string
	result  recordResult
	later   int          // where the moves begin, if they come before the head
	fault   *RecordError // the fault in a move or in what follows from the text
}

type recordResult struct {
	given   bool
	totals  []int
	winners Seats
}

// read reads a text of at most limit bytes.
func (f *recordForm) read(data []byte, limit int) error {
	err := readJSON(data, limit, func(r *jsonReader) {
		r.object(f.keys, func(key string) { f.readKey(r, key) })
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
	t, _ := f.place()
	return f.result.check(t)
}

func (f *recordForm) readKey(r *jsonReader, key string) {
	switch key {
	case "format":
		r.word(f.format)
	case "view":
		if f.viewed = true; r.peek() == '"' {
			r.word(spectator)
		} else {
			f.view = r.seat(MaxPlayers)
		}
	case "moves":
		if f.viewed && f.players != 0 && f.dealer != NoSeat && f.variant != (Variant{}) {
			f.readMoves(r)
			return
		}
		r.peek()
		f.later = r.pos
		r.skip()
	case "result":
		f.result.read(r)
	default:
		f.readHead(r, key)
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
	}
}

func (f *recordForm) readMoves(r *jsonReader) {
	g, err := f.start()
	if err == nil {
		err = f.begin(g)
	}
	if err != nil {
		f.fault = &RecordError{Rule: ruleOf(err), Err: err}
		r.fail("")
		return
	}
	n := 0
	r.array(MaxRecordLen, func(i int) {
		f.check(r, f.move(r))
		n = i + 1
	})
	if r.err != nil && f.fault == nil && n > 0 {
		f.check(r, nil) // a fault between two moves is one of the next
	}
	if r.err == nil && f.due() != "" {
		r.failAt(r.pos-1, "want "+f.due()+", got the end", nil)
		f.check(r, nil)
	}
}

// check keeps the fault of a move, be it one of form or err.
func (f *recordForm) check(r *jsonReader, err error) {
	if r.err != nil {
		err = r.err
	}
	if err != nil {
		t, n := f.place()
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
	if f.view != NoSeat && int(f.view) >= f.players {
		return Game{}, &DecodeError{Path: "view", Offset: -1, Problem: "want a seat at this table or " + spectator}
	}
	return g, err
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
