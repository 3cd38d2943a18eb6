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
