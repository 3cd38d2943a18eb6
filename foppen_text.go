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
func (g *Game) UnmarshalText(text []byte) error { return unmarshalText(text, g, ParseGame) }

// ParseGame reads a game exactly as String writes it. It refuses everything else
// with a *ParseError, and checks the position as Game.UnmarshalJSON does.
func ParseGame(s string) (Game, error) {
	if s == noGameText {
		return Game{}, nil
	}
	p := gameText{at: map[string]int{}}
	refuse := func(pos int, want string) (Game, error) {
		return Game{}, &ParseError{What: "game", Input: s, Pos: pos, Want: want}
	}
	if pos, want := p.read(s); want != "" {
		return refuse(pos, want)
	}
	g, f := p.game(p.moves)
	if f != nil {
		return refuse(p.at[f.field], f.want)
	}
	again := g.String()
	if i := commonLen(s, again); i < max(len(s), len(again)) {
		return refuse(i, quoteOr(again[i:], "nothing more")+", which follows from the rest of the text")
	}
	return g, nil
}

// A gameText is the text of a game being read. Fields have the names that position gives
// them. That no part is missing, and that each is in its place, ParseGame sees when it
// compares the text with what String writes.
type gameText struct {
	position
	at    map[string]int // where the fields are
	moves []Move
}

// read reads all parts. It says where the first is that cannot be read, and what is wanted there.
func (p *gameText) read(s string) (pos int, want string) {
	for part := range strings.SplitSeq(s, partSep) {
		name, value, _ := strings.Cut(part, " ")
		if want := p.part(name, value, pos); want != "" {
			return min(pos+len(name)+1, len(s)), want
		}
		pos += len(part) + len(partSep)
	}
	if p.round == 0 {
		if p.starter = p.dealer + 1; int(p.starter) >= p.players {
			p.starter = 0
		}
	}
	return 0, ""
}

// part reads a part that begins at pos, or says what is wanted as its value.
func (p *gameText) part(name, value string, pos int) (want string) {
	field, ok := name, false
	number := func(highest int) int {
		var n [1]int
		want = "a number up to " + itoa(highest)
		ok = readNumbers(value, 0, highest, n[:])
		return n[0]
	}
	numbers := func(list *[MaxPlayers]int) {
		want = "a number for each seat"
		ok = readNumbers(value, -maxNumber, maxNumber, list[:p.players])
	}
	switch name {
	case textVariant:
		v, err := ParseVariant(value)
		p.variant, ok, want = v, err == nil, "a variant that can be played"
	case textPlayers:
		p.players = number(MaxPlayers)
	case textPhase:
		ok, want = p.phase.UnmarshalText([]byte(value)) == nil, "a phase"
	case textRound:
		p.round = number(MaxRounds)
	case textDealer:
		p.dealer = Seat(number(MaxPlayers - 1))
	case textStarter:
		p.starter = Seat(number(MaxPlayers - 1))
	case textTotals:
		numbers(&p.now.totals)
	case textMinus:
		field = "minus_points"
		numbers(&p.now.minus)
	case textTens:
		numbers(&p.now.tens)
	case textDealt:
		d, err := parseDeal(value, value)
		p.moves = append(p.moves, d)
		field, ok, want = "moves", err == nil, "the hands dealt"
	case textBets:
		ok, want = p.readBets(value), "bets such as 0:yes 1:no"
	case textTricks:
		ok, want = p.readTricks(value), "tricks such as 0:G9 1:B5 / 0:1"
	default:
		return "after the name of a part such as " + textVariant
	}
	if p.at[field] = pos; ok {
		return ""
	}
	return want
}

// readNumbers reads numbers from lo to hi with a space between two.
func readNumbers(s string, lo, hi int, list []int) (ok bool) {
	texts := strings.SplitN(s, " ", MaxPlayers+1)
	if len(texts) != len(list) {
		return false
	}
	for i, text := range texts {
		if list[i], ok = parseInt(text); !ok || list[i] < lo || list[i] > hi {
			return false
		}
	}
	return true
}

func (p *gameText) readBets(s string) bool {
	for text := range strings.FieldsSeq(s) {
		number, word, _ := strings.Cut(text, ":")
		seat, ok := parseSeat(number)
		if !ok {
			return false
		}
		p.moves = append(p.moves, Bet{seat, word == BetYes.String()})
	}
	return true
}

func (p *gameText) readTricks(s string) bool {
	for text := range strings.SplitSeq(s, trickSep) {
		t, err := ParseTrick(text)
		if err != nil {
			return false
		}
		for seat, card := range t.All() {
			p.moves = append(p.moves, Play{seat, card})
		}
	}
	return true
}
