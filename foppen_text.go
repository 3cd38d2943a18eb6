package foppen

import "strings"

// The names of the parts of a Game's text, in order, and what separates them.
const (
	textVariant = "variant"
	textPlayers = "players"
	textPhase   = "phase"
	textRound   = "round" // this and all but the dealer only once a round has been dealt
	textDealer  = "dealer"
	textStarter = "starter"
	textTotals  = "totals"
	textMinus   = "minus"
	textTens    = "tens"
	textDealt   = "dealt"
	textBets    = "bets" // only with betting
	textTricks  = "tricks"

	partSep    = "; "
	trickSep   = " / "
	noGameText = "no game"
)

// String returns the whole game in one line, hidden hands and all, short enough to
// paste and exact enough for ParseGame to read it back. It names the parts, with a
// semicolon after each but the last:
//
//	variant rulebook-2018; players 4; phase play; round 2; dealer 0; starter 3;
//	totals 10 -4 -9 -30; minus 0 4 9 30; tens 1 0 0 0;
//	dealt G2 G5 ...|...|...|...; tricks 3:G9 0:G4 1:B2 2:G17 / 2:Y11 3:1
//
// (without the line breaks). The hands are those dealt, the last trick is the one being
// played, and with betting bets such as "bets 3:yes 0:no" come before the tricks.
// Before the first deal there are just variant, players, phase and dealer. The zero
// Game is "no game".
func (g Game) String() string {
	if g.phase == NoPhase {
		return noGameText
	}
	var b strings.Builder
	part := func(name, text string) {
		if b.Len() > 0 {
			b.WriteString(partSep)
		}
		b.WriteString(strings.TrimSuffix(name+" "+text, " "))
	}
	n := int(g.players)
	part(textVariant, g.Variant().String())
	part(textPlayers, itoa(n))
	part(textPhase, g.phase.String())
	if g.round == 0 {
		part(textDealer, g.dealer.String())
		return b.String()
	}
	part(textRound, itoa(g.Round()))
	part(textDealer, g.dealer.String())
	part(textStarter, g.starter.String())
	part(textTotals, spaceInts(g.Totals()))
	part(textMinus, spaceInts(seatInts(g.minus, n)))
	part(textTens, spaceInts(seatInts(g.tens, n)))
	var bets []string
	for _, m := range g.moves() {
		switch m := m.(type) {
		case Deal:
			part(textDealt, strings.TrimPrefix(m.String(), "deal "))
		case Bet:
			bets = append(bets, m.Seat.String()+":"+betState(m.Bet).String())
		}
	}
	if g.betting {
		part(textBets, strings.Join(bets, " "))
	}
	var tricks []string
	for _, t := range append(g.Tricks(), g.Trick()) {
		if t.Len() > 0 {
			tricks = append(tricks, t.String())
		}
	}
	part(textTricks, strings.Join(tricks, trickSep))
	return b.String()
}

// spaceInts returns the numbers with a space between two.
func spaceInts(list []int) string { return strings.ReplaceAll(commaInts(list), ",", " ") }

// MarshalText returns the same text as String.
func (g Game) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads what ParseGame reads. It changes nothing when it fails.
func (g *Game) UnmarshalText(text []byte) error {
	read, err := ParseGame(string(text))
	if err == nil {
		*g = read
	}
	return err
}

// ParseGame reads a game exactly as String writes it. It refuses everything else
// with a *ParseError, and checks the position as Game.UnmarshalJSON does.
func ParseGame(s string) (Game, error) {
	if s == noGameText {
		return Game{}, nil
	}
	p := gameText{text: s, at: map[string]int{}}
	p.read()
	if p.err != nil {
		return Game{}, p.err
	}
	g, f := p.game(p.moves)
	if f != nil {
		return Game{}, p.refuse(p.at[f.field], f.want)
	}
	if again := g.String(); again != s {
		i := 0
		for i < min(len(s), len(again)) && s[i] == again[i] {
			i++
		}
		return Game{}, p.refuse(i, "what follows from the rest of the text")
	}
	return g, nil
}

// A gameText is the text of a game being read, part by part. Fields have the names
// that position gives them.
type gameText struct {
	position
	text  string
	pos   int
	at    map[string]int // where the fields are
	moves []Move
	err   error
}

func (p *gameText) refuse(pos int, want string) error {
	if p.err == nil {
		p.err = &ParseError{What: "game", Input: p.text, Pos: pos, Want: want}
	}
	return p.err
}

func (p *gameText) read() {
	p.part(textVariant, "variant", "a variant that can be played", func(s string) (ok bool) {
		v, err := ParseVariant(s)
		p.variant = v
		return err == nil
	})
	p.number(textPlayers, "players", MaxPlayers, &p.players)
	p.part(textPhase, "phase", "a phase", func(s string) bool { return p.phase.UnmarshalText([]byte(s)) == nil })
	if p.pos < len(p.text) && strings.HasPrefix(p.text[p.pos:], textDealer+" ") {
		p.seat(textDealer, "dealer", &p.dealer)
		p.starter = p.nextSeat(p.dealer)
		p.end()
		return
	}
	p.number(textRound, "round", MaxRounds, &p.round)
	p.seat(textDealer, "dealer", &p.dealer)
	p.seat(textStarter, "starter", &p.starter)
	p.numbers(textTotals, "totals", &p.now.totals)
	p.numbers(textMinus, "minus_points", &p.now.minus)
	p.numbers(textTens, "tens", &p.now.tens)
	p.part(textDealt, "moves", "the hands dealt", p.readDeal)
	if p.variant.Betting {
		p.part(textBets, "bets", "bets such as 0:yes 1:no", p.readBets)
	}
	p.part(textTricks, "tricks", "tricks such as 0:G9 1:B5 / 0:1", p.readTricks)
	p.end()
}

// part reads a part of that name, and keeps its place as that of the field.
func (p *gameText) part(name, field, want string, read func(string) bool) {
	if p.err != nil {
		return
	}
	if p.pos > len(p.text) {
		p.refuse(len(p.text), "more: "+name)
		return
	}
	text, _, _ := strings.Cut(p.text[p.pos:], partSep)
	p.at[field] = p.pos
	got, value, _ := strings.Cut(text, " ")
	switch {
	case got != name:
		p.refuse(p.pos, name)
	case !read(value):
		p.refuse(min(p.pos+len(name)+1, len(p.text)), want)
	}
	p.pos += len(text) + len(partSep)
}

// end refuses what comes after the last part.
func (p *gameText) end() {
	if p.err == nil && p.pos <= len(p.text) {
		p.refuse(p.pos, "nothing more")
	}
}

func (p *gameText) number(name, field string, highest int, n *int) {
	p.part(name, field, "a number up to "+itoa(highest), func(s string) (ok bool) {
		*n, ok = parseInt(s)
		return ok && *n >= 0 && *n <= highest
	})
}

func (p *gameText) seat(name, field string, seat *Seat) {
	p.part(name, field, "a seat", func(s string) bool {
		n, ok := parseInt(s)
		*seat = Seat(n & 7)
		return ok && n >= 0 && n < MaxPlayers
	})
}

func (p *gameText) numbers(name, field string, list *[MaxPlayers]int) {
	p.part(name, field, "a number for each seat", func(s string) bool {
		texts := strings.SplitN(s, " ", MaxPlayers+1)
		if len(texts) != p.players {
			return false
		}
		for i, text := range texts {
			n, ok := parseInt(text)
			if !ok || n < -maxNumber || n > maxNumber {
				return false
			}
			list[i] = n
		}
		return true
	})
}

// nextSeat returns the seat next to s at a table of as many seats.
func (p *gameText) nextSeat(s Seat) Seat {
	if int(s)+1 >= p.players {
		return 0
	}
	return s + 1
}

func (p *gameText) readDeal(s string) bool {
	m, err := parseDeal(s, s)
	if err == nil {
		p.moves = append(p.moves, m)
	}
	return err == nil
}

func (p *gameText) readBets(s string) bool {
	for text := range strings.SplitSeq(s, " ") {
		if s == "" {
			break
		}
		seat, word, _ := strings.Cut(text, ":")
		n, ok := parseInt(seat)
		var bet BetState
		if !ok || n < 0 || n >= MaxPlayers || bet.UnmarshalText([]byte(word)) != nil || bet == BetHidden || len(p.moves) > MaxPlayers {
			return false
		}
		p.moves = append(p.moves, Bet{Seat(n), bet == BetYes})
	}
	return true
}

func (p *gameText) readTricks(s string) bool {
	for text := range strings.SplitSeq(s, trickSep) {
		if s == "" {
			break
		}
		t, err := ParseTrick(text)
		if err != nil || t.Len() == 0 || len(p.moves) > 1+MaxPlayers+maxDeck {
			return false
		}
		for seat, card := range t.All() {
			p.moves = append(p.moves, Play{seat, card})
		}
	}
	return true
}
