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
	b = appendPosition(b, &g.public, gameFormat)
	moves := g.moves()
	b = appendList(appendKey(b, "moves"), len(moves), func(b []byte, i int) []byte { return appendMove(b, moves[i]) })
	b = appendTable(b, &g.public)
	b = appendList(appendKey(b, "hands"), int(g.players), func(b []byte, i int) []byte { return appendCards(b, g.hands[i]) })
	b = appendCards(appendKey(b, "aside"), g.Aside())
	return append(appendResult(b, &g.public, g.Scores()), '}')
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

// GoString returns the game for %#v: the type's name and the JSON.
func (g Game) GoString() string { return "foppen.Game" + string(g.appendJSON(nil)) }
