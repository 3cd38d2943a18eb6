package foppen

import (
	"errors"
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
	for _, end := range r.ends(0) {
		b = end.appendRound(b)
	}
	if r.now.phase == OverPhase {
		b = r.now.appendTotals(append(b, "\nresult"...))
	}
	return string(b)
}

// appendRound appends the lines of a round.
func (g *Game) appendRound(b []byte) []byte {
	sep := "\nbets "
	for _, m := range g.moves() {
		switch m := m.(type) {
		case Deal:
			b = append(b, "\n"+m.String()...)
		case Bet:
			b = append(append(b, sep...), yesNo(m.Bet))
			sep = ""
		}
	}
	return g.appendPlays(b)
}

func yesNo(bet bool) byte {
	if bet {
		return 'y'
	}
	return 'n'
}

// appendTotals appends the totals by seat, each after a space.
func (t *public) appendTotals(b []byte) []byte {
	for _, total := range t.Totals() {
		b = appendInt(append(b, ' '), total)
	}
	return b
}

// appendPlays appends the line of a round's plays, if there are any.
func (t *public) appendPlays(b []byte) []byte {
	sep := "\nplay "
	for trick := range t.begun() {
		for _, c := range trick.All() {
			b = c.append(append(b, sep...))
			sep = " "
		}
		sep = "/"
	}
	return b
}

// ParseRecord reads a record as String writes it, of at most MaxRecordLen bytes, and
// replays it. It refuses everything else with a *RecordError.
func ParseRecord(s string) (Record, error) {
	if len(s) > MaxRecordLen {
		return Record{}, &RecordError{Err: &ParseError{What: "record", Input: short([]byte(s[:maxQuoted+1])), Pos: MaxRecordLen, Want: "at most " + itoa(MaxRecordLen) + " bytes"}}
	}
	p := recordParser{text: s}
	if err := p.read(); err != nil {
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
	return unmarshalText(text, r, ParseRecord)
}

// A recordParser reads the text of a record. What it does not look at, such as where lines
// and tricks end, is compared with what String writes once all moves are made.
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
	want := p.rec.String()
	if i := commonLen(p.text, want); i < max(len(p.text), len(want)) {
		e := &RecordError{Err: p.wrong(i, quoteOr(want[i:], "the end"))}
		if result := strings.LastIndex(want, "\nresult"); result >= 0 && i >= result {
			e.Round, e.Rule = p.rec.now.Round(), "R6.3"
		}
		return e
	}
	return nil
}

func (p *recordParser) line(n int, line string) error {
	word, text, _ := strings.Cut(line, " ")
	at := p.pos + min(len(word)+1, len(line))
	switch {
	case n == 0:
		return p.head(line)
	case n == 1 && word == "seats":
		return p.seats(at, text)
	case word == "deal":
		return p.deal(at, line)
	case word == "bets":
		return p.bets(at, text)
	case word == "play":
		return p.plays(at, text)
	case word == "result":
		return nil
	}
	return p.fault(p.pos, "a line that begins with deal, bets, play or result")
}

// fault says what is wanted at a place of the text instead of the next move.
func (p *recordParser) fault(pos int, want string) error {
	return p.rec.now.fault(p.rec.len()+1, p.wrong(pos, want))
}

func (p *recordParser) wrong(pos int, want string) *ParseError {
	return &ParseError{What: "record", Input: short([]byte(p.text[pos:])), Pos: pos, Want: want}
}

func (p *recordParser) head(line string) error {
	f := strings.SplitN(line, " ", 7)
	if len(f) < 7 {
		return &RecordError{Err: p.wrong(0, recordFormat+" players N dealer N variant V")}
	}
	players, ok1 := parseInt(f[2])
	dealer, ok2 := parseInt(f[4])
	if !ok1 || !ok2 || dealer < 0 || dealer >= MaxPlayers {
		return &RecordError{Err: p.wrong(min(len(f[0])+1, len(line)), "a number of players and a seat that deals")}
	}
	v, err := ParseVariant(f[6])
	if e := (*ParseError)(nil); errors.As(err, &e) {
		e.Pos += len(line) - len(f[6])
	}
	if err == nil {
		var g Game
		if g, err = New(players, WithVariant(v), WithDealer(Seat(dealer))); err == nil {
			p.rec, err = NewRecord(g)
		}
	}
	if err != nil {
		return &RecordError{Rule: ruleOf(err), Err: err}
	}
	return nil
}

func (p *recordParser) seats(at int, text string) error {
	var names nameList
	err := readJSON([]byte(text), MaxRecordLen, names.readJSON)
	if err == nil {
		p.rec, err = NewRecord(p.rec.now, names...)
	}
	if err != nil {
		want := `a list of names such as ["Ann","Ben"]: ` + strings.TrimPrefix(err.Error(), "foppen: ")
		return &RecordError{Err: p.wrong(at, want)}
	}
	return nil
}

func (p *recordParser) deal(at int, line string) error {
	m, err := ParseMove(line)
	if err != nil {
		return p.fault(at, "hands of cards, each in the order of a hand, with | between two")
	}
	return p.add(m)
}

func (p *recordParser) bets(at int, text string) error {
	for i := range len(text) {
		if text[i] != 'y' && text[i] != 'n' {
			return p.fault(at+i, "y or n for each seat that has answered")
		}
		if err := p.add(Bet{p.rec.now.Turn(), text[i] == 'y'}); err != nil {
			return err
		}
	}
	return nil
}

func (p *recordParser) plays(at int, text string) error {
	for i := 0; i < len(text); i++ { // after a card, over what separates it from the next
		card, n := scanCard(text[i:])
		if n == 0 {
			return p.fault(at+i, "a card")
		}
		if err := p.add(Play{p.rec.now.Turn(), card}); err != nil {
			return err
		}
		i += n
	}
	return nil
}

func (p *recordParser) add(m Move) error {
	if err := p.rec.add(m); err != nil {
		return p.rec.now.fault(p.rec.len()+1, err)
	}
	return nil
}

// commonLen returns how many bytes both begin with.
func commonLen[T string | []byte](a, b T) int {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return i
}

func quoteOr(text, none string) string {
	if text == "" {
		return none
	}
	return quoteShort([]byte(text))
}
