package foppen

import (
	"errors"
	"strconv"
	"strings"
)

// String returns the record as text of a few lines, short enough for a bug report:
//
//	foppen/1 players 4 dealer 3 variant rulebook-2018
//	seats ["greedy","random","random","random"]
//	deal G2 G17 R5 1|G4 Y8 B2 B3|...|...
//	bets yn
//	play G17 G4 G9 B5/G2 ...
//	result -12 30 4 -85
//
// The variant is written as Variant.String writes it. The seats are there if the
// record has names. Each round has a line with the hands by seat, in games with
// betting one with the answers in the order of asking, and one with the plays, a
// slash between two tricks; who plays follows from the rules. The result is the
// totals by seat, when the game is over. ParseRecord reads it back. The zero Record
// is the empty text.
func (r Record) String() string {
	if r.head == nil {
		return ""
	}
	start := &r.head.start
	b := []byte(recordFormat)
	b = appendInt(append(b, " players "...), start.players)
	b = appendInt(append(b, " dealer "...), start.dealer)
	b = append(b, " variant "+start.Variant().String()...)
	if len(r.head.names) > 0 {
		b = appendStrings(append(b, "\nseats "...), r.head.names)
	}
	for _, round := range r.list(0) {
		b = append(b, "\n"+round.deal.String()...)
		b = round.end.appendBets(b)
		b = round.end.appendPlays(b)
	}
	if r.game.phase == OverPhase {
		b = append(b, "\nresult"...)
		for _, total := range r.game.Totals() {
			b = appendInt(append(b, ' '), total)
		}
	}
	return string(b)
}

func (g *Game) appendBets(b []byte) []byte {
	n := g.answered()
	if n == 0 {
		return b
	}
	b = append(b, "\nbets "...)
	s := g.first
	for range n {
		b = append(b, "ny"[g.bets>>s&1])
		s = g.seats().after(s)
	}
	return b
}

func (g *Game) appendPlays(b []byte) []byte {
	sep := "\nplay "
	each := func(trick Trick, _ Seats) {
		for _, c := range trick.All() {
			b = c.append(append(b, sep...))
			sep = " "
		}
		sep = "/"
	}
	g.eachTrick(each)
	each(g.Trick(), 0)
	return b
}

// ParseRecord reads a record as String writes it, of at most MaxRecordLen bytes, and
// replays it. It refuses everything else with a *RecordError.
func ParseRecord(s string) (Record, error) {
	if len(s) > MaxRecordLen {
		return Record{}, &RecordError{Err: &ParseError{What: "record", Input: short([]byte(s[:maxQuoted+1])), Pos: MaxRecordLen, Want: "at most " + itoa(MaxRecordLen) + " bytes"}}
	}
	p := recordParser{text: s}
	err := p.read()
	if err == nil {
		err = p.same()
	}
	if err != nil {
		return Record{}, err
	}
	return p.rec, nil
}

// MarshalText returns the text that String writes.
func (r Record) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what ParseRecord reads; the empty text is the zero Record.
func (r *Record) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*r = Record{}
		return nil
	}
	s, err := ParseRecord(string(text))
	if err == nil {
		*r = s
	}
	return err
}

// A recordParser reads the text of a record. It need not see every fault: in the
// end the record read is written and compared with the text.
type recordParser struct {
	text string
	pos  int // where the line begins
	rec  Record
}

func (p *recordParser) read() error {
	for n, rest, more := 0, p.text, true; more; n++ {
		var line string
		line, rest, more = strings.Cut(rest, "\n")
		if err := p.line(n, line); err != nil {
			return err
		}
		p.pos += len(line) + 1
	}
	return nil
}

func (p *recordParser) line(n int, line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch at := len(word) + 1; {
	case n == 0:
		return p.head(line)
	case n == 1 && word == "seats":
		return p.seats(at, rest)
	case word == "deal":
		return p.deal(line)
	case word == "bets":
		return p.bets(at, rest)
	case word == "play":
		return p.plays(at, rest)
	case word == "result":
		return nil // only compared
	}
	return p.fault(0, "a line that begins with deal, bets, play or result")
}

// fault says what is wanted at a place of the line, which has moves.
func (p *recordParser) fault(at int, want string) error { return p.rec.fault(p.wrong(at, want)) }

// headFault says what is wanted at a place of the line, which stands before the moves.
func (p *recordParser) headFault(at int, want string) error {
	return &RecordError{Err: p.wrong(at, want)}
}

func (p *recordParser) wrong(at int, want string) *ParseError {
	pos := min(p.pos+at, len(p.text))
	return &ParseError{What: "record", Input: short([]byte(p.text[pos:])), Pos: pos, Want: want}
}

func (p *recordParser) head(line string) error {
	f := strings.SplitN(line, " ", 7)
	if len(f) < 7 || f[0] != recordFormat || f[1] != "players" || f[3] != "dealer" || f[5] != "variant" {
		return p.headFault(0, recordFormat+" players N dealer N variant V")
	}
	players, ok1 := parseInt(f[2])
	dealer, ok2 := parseInt(f[4])
	if !ok1 || !ok2 || dealer < 0 || dealer >= MaxPlayers {
		return p.headFault(len(recordFormat)+1, "a number of players and a seat that deals")
	}
	v, err := ParseVariant(f[6])
	if err == nil {
		var g Game
		if g, err = New(players, WithVariant(v), WithDealer(Seat(dealer))); err == nil {
			p.rec, err = NewRecord(g)
		}
	}
	if e := (*ParseError)(nil); errors.As(err, &e) {
		e.Pos += len(line) - len(f[6])
	}
	if err != nil {
		return &RecordError{Rule: ruleOf(err), Err: err}
	}
	return nil
}

func (p *recordParser) seats(at int, text string) error {
	var f recordForm
	err := readJSON([]byte(text), MaxRecordLen, func(r *jsonReader) { f.readHead(r, "seats") })
	if err != nil {
		return p.headFault(at, "a list of names such as "+`["Ann","Ben"]`+": "+strings.TrimPrefix(err.Error(), "foppen: "))
	}
	g := p.rec.game
	if p.rec, err = NewRecord(g, f.names...); err != nil {
		return p.headFault(at, "a name for each of "+itoa(g.Players())+" seats")
	}
	return nil
}

func (p *recordParser) deal(line string) error {
	m, err := ParseMove(line)
	if err != nil {
		return p.fault(len("deal "), "hands of cards, each in the order of a hand, with | between two")
	}
	return p.add(m)
}

func (p *recordParser) bets(at int, text string) error {
	for i := range len(text) {
		if text[i] != 'y' && text[i] != 'n' {
			return p.fault(at+i, "y or n for each seat that has answered")
		}
		if err := p.add(Bet{p.rec.game.Turn(), text[i] == 'y'}); err != nil {
			return err
		}
	}
	return nil
}

func (p *recordParser) plays(at int, text string) error {
	for text != "" {
		card, n := scanCard(text)
		if n == 0 || n < len(text) && text[n] != ' ' && text[n] != '/' {
			return p.fault(at, "a card, and a space or a slash before the next")
		}
		if err := p.add(Play{p.rec.game.Turn(), card}); err != nil {
			return err
		}
		n = min(n+1, len(text))
		at, text = at+n, text[n:]
	}
	return nil
}

func (p *recordParser) add(m Move) error {
	if err := p.rec.add(m); err != nil {
		return p.rec.fault(err)
	}
	return nil
}

// same compares the text with that of the record read from it: so that there is one
// text for each record.
func (p *recordParser) same() error {
	want := p.rec.String()
	if want == p.text {
		return nil
	}
	i := 0
	for i < min(len(want), len(p.text)) && want[i] == p.text[i] {
		i++
	}
	p.pos = 0
	if i == len(want) {
		return p.fault(i, "the end")
	}
	return p.fault(i, strconv.Quote(short([]byte(want[i:]))))
}
