package foppen

const gameFormat = "foppen-game/1"

// gameKeys are all keys of a game.
const gameKeys = positionKeys + " moves " + tableKeys + " hands aside " + resultKeys

// noGame is the JSON of the zero Game.
const noGame = `{"format":"` + gameFormat + `","phase":"none"}`

// MarshalJSON returns the whole game, for storage: hidden hands and all. For what a
// player may see, marshal a View. The object has these keys, always all and in this
// order:
//
//	format        "foppen-game/1"
//	variant       a preset's name or the whole variant: see Variant.MarshalJSON
//	players       the number of players
//	phase         "deal", "bet", "play" or "over"
//	round         rounds dealt so far
//	dealer        who deals the round; in "deal" the next one
//	starter       who leads the round; in "deal" the next one
//	totals        points by seat, with those of the round just played
//	minus_points  minus points alone by seat, as positive numbers
//	tens          tens scored by seat
//	moves         the deal, bets and plays of the round as in records
//
// They say all; the others follow from them, and spare readers in other languages
// the rules: turn, leader, led, trick_number, to_act, fools, sits_out, out and
// bettors as Game's methods of these names have them (-1 for NoSeat), hands (what
// each seat holds now), aside (the cards not dealt), and after a round scores,
// end_reasons, winners and standings. The zero Game is
// {"format":"foppen-game/1","phase":"none"}.
func (g Game) MarshalJSON() ([]byte, error) { return g.appendJSON(nil), nil }

func (g *Game) appendJSON(b []byte) []byte {
	if g.phase == NoPhase {
		return append(b, noGame...)
	}
	b = appendPosition(b, &g.table, gameFormat)
	moves := g.moves()
	b = appendList(appendKey(b, "moves"), len(moves), func(b []byte, i int) []byte { return appendMove(b, moves[i]) })
	b = appendTable(b, &g.table)
	b = appendList(appendKey(b, "hands"), int(g.players), func(b []byte, i int) []byte { return appendCards(b, g.hands[i]) })
	b = appendCards(appendKey(b, "aside"), g.Aside())
	return append(appendResult(b, &g.table, g.Scores()), '}')
}

// moves returns the moves of the round: the deal, the bets and the plays, in order.
func (g *Game) moves() []Move {
	moves := []Move{}
	if g.round == 0 {
		return moves
	}
	deal := Deal{Hands: g.hands}
	plays := g.roundPlays()
	for _, p := range plays {
		deal.Hands[p.Seat] = deal.Hands[p.Seat].plusCard(p.Card)
	}
	moves = append(moves, deal)
	if g.betting {
		for s, n := g.roundStarter(), g.players; n > 0 && g.BetOf(s) != BetHidden; n-- {
			moves = append(moves, Bet{s, g.bets.Has(s)})
			s = g.seats().after(s)
		}
	}
	for _, p := range plays {
		moves = append(moves, p)
	}
	return moves
}

// roundStarter returns who led the round that was dealt last.
func (t *table) roundStarter() Seat {
	if t.n == 0 {
		return t.starter
	}
	return t.first
}

// roundPlays returns the plays of the round in order.
func (t *table) roundPlays() []Play {
	plays := make([]Play, 0, t.n)
	add := func(trick Trick) {
		for s, c := range trick.All() {
			plays = append(plays, Play{s, c})
		}
	}
	t.eachTrick(func(trick Trick, _ Seats) { add(trick) })
	add(t.Trick())
	return plays
}

// UnmarshalJSON reads what MarshalJSON writes, with the keys of each object in any
// order, and refuses all else with a *DecodeError: it plays the round again, so that
// every card is in the deck and held once, every move was allowed, and whatever
// follows from the moves is as the text says. Of earlier rounds it checks what their
// points tell: that so many rounds can have brought them, that no limit had ended
// the game, and that the right seat starts. A Game that was played is read back as
// it was, by ==.
func (g *Game) UnmarshalJSON(data []byte) error {
	if sameJSON(data, []byte(noGame), "") == nil {
		*g = Game{}
		return nil
	}
	var read Game
	if err := readJSON(data, maxJSON, func(r *jsonReader) { read = r.game() }); err != nil {
		return err
	}
	if err := sameJSON(data, read.appendJSON(nil), "variant"); err != nil {
		return err
	}
	*g = read
	return nil
}

func (r *jsonReader) game() Game {
	p := position{at: map[string]int{}}
	var moves []Move
	r.object(gameKeys, func(key string) {
		switch {
		case p.read(r, gameFormat, key):
		case key == "moves":
			r.array(1+MaxPlayers+maxDeck, func(int) { moves = append(moves, r.move()) })
		default:
			r.skip() // what can be computed is compared in the end
		}
	})
	if r.err != nil {
		return Game{}
	}
	g, f := p.game(moves)
	if f != nil {
		p.fail(r, f)
	}
	return g
}

// game returns the game that the moves of its last round lead to.
func (p *position) game(moves []Move) (Game, *fault) {
	g, f := p.begin(firstLeader(moves))
	if f != nil || p.round == 0 {
		return g, f
	}
	before := g
	for i, m := range moves {
		if _, isDeal := m.(Deal); isDeal != (i == 0) {
			return g, &fault{"moves", i, "first the deal, then bets and plays of one round", nil}
		}
		if e := g.refusal(g.hands[g.turn&7], m); e != nil {
			return g, &fault{"moves", i, "a move that can be made: " + e.Error()[len("foppen: "):], e}
		}
		before = g
		g.make(m)
	}
	if len(moves) == 0 {
		return g, &fault{"moves", -1, "the moves of the round", nil}
	}
	past := p.now
	if g.scored() {
		past = past.before(g.Scores())
	}
	rounds := p.round - 1
	if !g.scored() {
		return g, past.leave(&g.table, rounds, true)
	}
	// Now that the scores are known, make the last move from the right totals.
	if f := past.leave(&before.table, rounds, p.phase != DealPhase); f != nil {
		return g, f
	}
	before.make(moves[len(moves)-1])
	return before, nil
}

// make makes a move that is known to be right.
func (g *Game) make(m Move) {
	switch m := m.(type) {
	case Deal:
		g.deal(&m)
	case Bet:
		g.bet(m)
	case Play:
		g.put(m.Card)
	}
}

// firstLeader returns who plays first, NoSeat if nobody does.
func firstLeader(moves []Move) Seat {
	for _, m := range moves {
		if p, ok := m.(Play); ok {
			return p.Seat
		}
	}
	return NoSeat
}

// GoString returns the game for %#v: the type's name and the JSON.
func (g Game) GoString() string { return "foppen.Game" + string(g.appendJSON(nil)) }
