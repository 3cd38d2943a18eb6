package foppen

import (
	"bytes"
	"io"
)

const seatRecordFormat = "foppen-seat/1"

const spectator = "spectator"

// MarshalJSON returns the record as one line in the format "foppen-seat/1", which is
// like that of Record but for these:
//
//	"view":2                          whose record it is, or "spectator"
//	{"deal":[12,12,["G2",...],12]}    of other hands only the number of cards
//	{"seat":1,"bet":"hidden"}         the answer of another seat
//	{"bets":[0,2]}                    after the last answer: who has bet
//	{"left":[["G2"],[],...]}          after the last play of a round: all hands
//
// It fails with an *ArgError for the zero SeatRecord.
func (s SeatRecord) MarshalJSON() ([]byte, error) {
	if s.rec.head == nil {
		return nil, &ArgError{Field: "record", Problem: "the zero SeatRecord, want one made by Record.For"}
	}
	return s.appendJSON(nil), nil
}

// WriteTo writes the record as one line of JSON with its line end, so that records
// written one after the other are what ReadSeatRecords reads.
func (s SeatRecord) WriteTo(w io.Writer) (int64, error) {
	line, err := s.MarshalJSON()
	if err != nil {
		return 0, err
	}
	n, err := w.Write(append(line, '\n'))
	return int64(n), err
}

func (s *SeatRecord) appendJSON(b []byte) []byte {
	b = append(b, `{"format":"`+seatRecordFormat+`","view":`...)
	if s.seat == NoSeat {
		b = appendString(b, spectator)
	} else {
		b = appendInt(b, s.seat)
	}
	b = append(s.rec.head.append(b), `,"moves":[`...)
	for e := range s.rec.seen(s.seat) {
		b = append(appendEntry(b, e), ',')
	}
	b = append(bytes.TrimSuffix(b, []byte(",")), ']')
	return append(s.rec.appendResult(b), '}')
}

func appendEntry(b []byte, e any) []byte {
	switch e := e.(type) {
	case Move:
		return appendMove(b, e)
	case seatDeal:
		b = appendList(append(b, `{"deal":`...), e.players, func(b []byte, i int) []byte {
			if e.shown == Seat(i) {
				return appendCards(b, e.hand)
			}
			return appendInt(b, e.sizes[i])
		})
	case hiddenBet:
		b = appendInt(append(b, `{"seat":`...), e.seat)
		b = append(b, `,"bet":"hidden"`...)
	case betsShown:
		b = appendSeats(append(b, `{"bets":`...), e.bettors)
	case handsLeft:
		b = appendList(append(b, `{"left":`...), e.players, func(b []byte, i int) []byte {
			return appendCards(b, e.hands[i])
		})
	}
	return append(b, '}')
}

// UnmarshalJSON reads a record as MarshalJSON writes it, of at most MaxRecordLen bytes,
// with the keys in any order, and replays it. Everything else is refused with a
// *RecordError, and s stays as it was. Its Move counts the entries of "moves". What
// contradicts a hidden hand can only be seen from the whole round, and is reported
// for its deal.
func (s *SeatRecord) UnmarshalJSON(data []byte) error {
	t, err := decodeSeatRecord(data, MaxRecordLen)
	if err == nil {
		*s = t
	}
	return err
}

func decodeSeatRecord(data []byte, limit int) (SeatRecord, error) {
	d := seatDecoder{view: NoSeat}
	if err := readJSON(data, limit, d.read); err != nil {
		fault := &RecordError{Rule: ruleOf(err), Err: err}
		if d.head.inMoves {
			fault.Move = len(d.entries) + 1
		}
		return SeatRecord{}, fault
	}
	return d.seatRecord()
}

// A seatDecoder collects what the JSON of a SeatRecord says.
type seatDecoder struct {
	head    recordForm
	view    Seat
	entries []any
	large   int // deals and hands left, which take more memory than they may take text
}

func (d *seatDecoder) read(r *jsonReader) {
	r.object("format view variant players dealer seats? moves result?", func(key string) {
		switch key {
		case "format":
			r.word(seatRecordFormat)
		case "view":
			if r.peek() == '"' {
				r.word(spectator)
			} else {
				d.view = r.seat(MaxPlayers)
			}
		case "moves":
			d.head.inMoves = true
			r.array(MaxRecordLen, func(int) {
				if e := d.entry(r); r.err == nil {
					d.entries = append(d.entries, e)
				}
			})
			d.head.inMoves = r.err != nil
		default:
			d.head.readHead(r, key)
		}
	})
}

func (d *seatDecoder) entry(r *jsonReader) any {
	var (
		keys string
		seat Seat
		bet  any
		e    any
		card Card
	)
	r.object("deal? seat? bet? play? bets? left?", func(key string) {
		keys += key + " "
		switch key {
		case "deal":
			e = d.deal(r)
		case "seat":
			seat = r.seat(MaxPlayers)
		case "bet":
			if r.peek() == '"' {
				r.word(BetHidden.String())
			} else {
				bet = r.bool()
			}
		case "play":
			card = r.card()
		case "bets":
			e = betsShown{r.seats(MaxPlayers)}
		case "left":
			e = d.left(r)
		}
	})
	switch keys {
	case "deal ", "bets ", "left ":
		return e
	case "seat play ", "play seat ":
		return Play{seat, card}
	case "seat bet ", "bet seat ":
		if bet, ok := bet.(bool); ok {
			return Bet{seat, bet}
		}
		return hiddenBet{seat}
	}
	r.fail("want the keys deal, or seat and bet, or bets, or seat and play, or left")
	return nil
}

func (d *seatDecoder) deal(r *jsonReader) seatDeal {
	d.count(r)
	deal := seatDeal{shown: NoSeat}
	deal.players = r.array(MaxPlayers, func(i int) {
		if r.peek() != '[' {
			deal.sizes[i] = r.int(1, maxDeck)
			return
		}
		if deal.shown != NoSeat {
			r.fail("want only one hand")
		}
		deal.shown, deal.hand = Seat(i), r.cards()
		deal.sizes[i] = deal.hand.Len()
	})
	return deal
}

func (d *seatDecoder) left(r *jsonReader) handsLeft {
	d.count(r)
	var left handsLeft
	left.players = r.array(MaxPlayers, func(i int) { left.hands[i] = r.cards() })
	return left
}

func (d *seatDecoder) count(r *jsonReader) {
	if d.large++; d.large > 2*MaxRounds {
		r.fail("want at most " + itoa(MaxRounds) + " rounds")
	}
}

func (d *seatDecoder) seatRecord() (SeatRecord, error) {
	start, err := d.head.start()
	if err == nil && int(d.view) >= start.game.Players() {
		err = &DecodeError{Path: "view", Offset: -1, Problem: "want a seat at this table or " + spectator}
	}
	if err != nil {
		return SeatRecord{}, &RecordError{Rule: ruleOf(err), Err: err}
	}
	f := seatForm{seat: d.view, start: start, entries: d.entries}
	s, err := f.replay()
	if err == nil {
		err = d.head.result.check(&s.rec.game)
	}
	if err != nil {
		return SeatRecord{}, err
	}
	return s, nil
}
