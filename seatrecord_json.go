package foppen

import "io"

const seatRecordFormat = "foppen-seat/1"

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
	if s.head == nil {
		return nil, &ArgError{Field: "record", Problem: "the zero SeatRecord, want one made by Record.For or NewSeatRecord"}
	}
	return s.appendJSON(nil), nil
}

// WriteTo writes the record as one line of JSON with its line end, so that records
// written one after the other are what ReadSeatRecords reads.
func (s SeatRecord) WriteTo(w io.Writer) (int64, error) { return writeLine(w, s) }

func (s *SeatRecord) appendJSON(b []byte) []byte {
	f := s.head.form(seatRecordFormat, &s.head.start.public, &s.now.public)
	f.view.seat, f.write = s.now.seat, s.appendMoves
	return f.append(b)
}

// appendMoves appends the elements of "moves", each with a comma.
func (s *SeatRecord) appendMoves(b []byte) []byte {
	for round, end := range s.ends(0) {
		for _, e := range round.before.seen(end) {
			b = end.appendSeen(b, e)
		}
	}
	return b
}

// appendSeen appends an event of seen and a comma. The hands of all Scored events are one
// element.
func (v *View) appendSeen(b []byte, e Event) []byte {
	switch e := e.(type) {
	case Dealt:
		b = appendList(append(b, `{"deal":`...), v.Players(), func(b []byte, i int) []byte {
			if e.Shown.Has(Seat(i)) {
				return appendCards(b, e.Hands[i])
			}
			return appendInt(b, e.HandSize)
		})
	case BetPlaced:
		b = append(appendInt(append(b, `{"seat":`...), e.Seat), `,"bet":`...)
		if e.Bet == BetHidden {
			b = appendString(b, e.Bet.String())
		} else {
			b = appendBool(b, e.Bet == BetYes)
		}
	case BetsRevealed:
		b = appendSeats(append(b, `{"bets":`...), e.Bettors)
	case CardPlayed:
		return append(appendMove(b, Play{e.Seat, e.Card}), ',')
	case Scored:
		if e.Seat == 0 {
			b = append(b, `{"left":[`...)
		}
		if b = appendCards(b, e.Left); int(e.Seat) < v.Players()-1 {
			return append(b, ',')
		}
		b = append(b, ']')
	}
	return append(b, "},"...)
}

// UnmarshalJSON reads a record as MarshalJSON writes it, of at most MaxRecordLen bytes,
// with the same freedom as Record.UnmarshalJSON, and replays it by View.Update. Everything
// else is refused with a *RecordError, and s stays as it was.
func (s *SeatRecord) UnmarshalJSON(data []byte) error {
	t, err := decodeSeatRecord(data, MaxRecordLen)
	if err == nil {
		*s = t
	}
	return err
}

func decodeSeatRecord(data []byte, limit int) (SeatRecord, error) {
	var m seatRecordMaker
	f := recordForm{format: seatRecordFormat, maker: &m}
	if err := f.read(data, limit); err != nil {
		return SeatRecord{}, err
	}
	m.head.names = f.names // they may have come last
	return m.SeatRecord, nil
}

// A seatRecordMaker makes a SeatRecord of what is read.
type seatRecordMaker struct {
	SeatRecord
	read seenForm // the element of "moves" that is being read
}

// A seenForm has the keys of all elements of "moves".
type seenForm struct {
	deal, left handsForm
	seat       Seat
	bet        betForm
	card       Card
	bettors    Seats
}

// A handsForm is a list of hands of which some are only counted.
type handsForm struct {
	n     int // how many hands
	sizes [MaxPlayers]int
	shown Seats // whose hands are in hands
	hands [MaxPlayers]Cards
}

// A betForm is an answer, or the word for one that is hidden.
type betForm BetState

func (f *seenForm) fields(list []field) []field {
	return append(list, field{"deal?", &f.deal}, field{"seat?", &f.seat}, field{"bet?", &f.bet},
		field{"play?", &f.card}, field{"bets?", &f.bettors}, field{"left?", &f.left})
}

func (h *handsForm) writeJSON(*jsonWriter) {} // only read

func (h *handsForm) readJSON(r *jsonReader) {
	h.n = r.array(MaxPlayers, func(i int) {
		if r.peek() != '[' {
			h.sizes[i] = r.int(1, maxDeck)
			return
		}
		h.hands[i], h.shown = r.cards(), h.shown.With(Seat(i))
		h.sizes[i] = h.hands[i].Len()
	})
}

func (f *betForm) writeJSON(*jsonWriter) {} // only read

func (f *betForm) readJSON(r *jsonReader) {
	if *f = betForm(BetHidden); r.peek() == '"' {
		r.word(BetHidden.String())
	} else {
		*f = betForm(betState(r.bool()))
	}
}

func (s *seatRecordMaker) begin(g Game, f *recordForm) (err error) {
	s.SeatRecord, err = NewSeatRecord(g.View(f.view.seat), f.names...)
	return err
}

// next counts what is shown after a move as a part of that move.
func (s *seatRecordMaker) next() (t *public, number int, due string) {
	switch {
	case !s.now.between():
		return &s.now.public, s.len() + 1, ""
	case s.now.phase == BetPhase:
		due = "the bets of this round"
	default:
		due = "the hands that are left"
	}
	return &s.now.public, s.len(), due
}

func (s *seatRecordMaker) readMove(r *jsonReader) error {
	const hasDeal, hasSeat, hasBet, hasPlay, hasBets, hasLeft = 1, 2, 4, 8, 16, 32
	f := &s.read
	*f = seenForm{}
	has := r.fields(f)
	if r.err != nil {
		return nil
	}
	switch has {
	case hasDeal:
		return s.addDeal(&f.deal)
	case hasSeat | hasBet:
		return s.addBet(r, BetPlaced{f.seat, BetState(f.bet)})
	case hasBets:
		return s.add(BetsRevealed{f.bettors})
	case hasSeat | hasPlay:
		return s.addPlay(Play{f.seat, f.card})
	case hasLeft:
		return s.addLeft(r, &f.left)
	}
	r.failAt(max(0, r.pos-1), "want the keys deal, or seat and bet, or bets, or seat and play, or left", nil)
	return nil
}

func (s *SeatRecord) addDeal(h *handsForm) error {
	v := &s.now
	if v.phase != DealPhase {
		return v.Check(Deal{})
	}
	deal := v.nextDeal(Cards{})
	deal.Hands = h.hands
	want := handsForm{n: v.Players(), shown: deal.Shown, hands: h.hands}
	for i := range want.n {
		want.sizes[i] = deal.HandSize
	}
	if *h != want {
		e := v.refuse(ErrBadDeal, NoSeat, nil)
		e.Want = "for each of " + itoa(want.n) + " seats the number " + itoa(deal.HandSize) + ", but the hand of this record's seat and no other"
		return e
	}
	return s.add(deal)
}

func (s *SeatRecord) addBet(r *jsonReader, e BetPlaced) error {
	if err := s.now.Check(Bet{Seat: e.Seat}); err != nil {
		return err
	}
	if hidden, own := e.Bet == BetHidden, e.Seat == s.now.seat; hidden == own {
		r.failAt(r.pos-1, "want the own bet, true or false, or a hidden bet of another seat", nil)
		return nil
	}
	return s.add(e)
}

func (s *SeatRecord) addPlay(p Play) error {
	err := s.add(CardPlayed{p.Seat, p.Card, s.now.follows(p.Card)})
	if err == nil {
		return nil
	}
	if e := s.now.check(p); e != nil && e.Reason != ErrHiddenHand {
		return e
	}
	return err
}

func (s *SeatRecord) addLeft(r *jsonReader, h *handsForm) error {
	v := &s.now
	if h.n != v.Players() || h.shown != v.seats() {
		r.failAt(r.pos-1, "want the hands that are left, of all seats", nil)
		return nil
	}
	for seat, left := range h.hands[:h.n] {
		if err := s.add(v.scoreOf(Seat(seat), left)); err != nil {
			return err
		}
	}
	return nil
}
