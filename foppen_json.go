package foppen

const gameFormat = "foppen-game/1"

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
// the rules: turn, leader, led, trick_number, to_act, fools, sits_out (SittingOut),
// out (WentOut) and bettors as Game's methods have them (-1 for NoSeat), hands (what
// each seat holds now), aside (the cards not dealt), and after a round scores,
// end_reasons, winners and standings. The zero Game is
// {"format":"foppen-game/1","phase":"none"}.
func (g Game) MarshalJSON() ([]byte, error) { return marshalJSON(&g) }

// UnmarshalJSON reads what MarshalJSON writes, with the keys of each object in any
// order, and refuses all else with a *DecodeError: it plays the round again, so that
// every card is in the deck and held once, every move was allowed, and whatever
// follows from the moves is as the text says. It checks what the points tell of
// earlier rounds: that so many rounds can have brought them, that no limit had ended
// the game, and that the right seat starts. A Game that was played is read back as
// it was, by ==.
func (g *Game) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, g) }

// A gameForm is the JSON of a Game.
type gameForm struct {
	tableForm
	moves list[Move]
	hands list[Cards]
	aside Cards
}

func (f *gameForm) fields(list []field) []field {
	list = append(f.beginning(list, gameFormat), field{"moves", &f.moves})
	list = append(f.trick(list), field{"hands", &f.hands}, field{"aside", &f.aside})
	return f.result(list)
}

// A noGame is the JSON of the zero Game.
type noGame struct{}

func (noGame) fields(list []field) []field {
	return append(list, field{"format", literal(gameFormat)}, field{"phase", literal(noPhaseWord)})
}

func (g *Game) form() *gameForm {
	return &gameForm{tableForm: g.public.form(g.Scores()), moves: g.moves(), hands: g.hands[:g.players], aside: g.Aside()}
}

func (g *Game) writeJSON(w *jsonWriter) {
	w.makeRoom()
	if g.phase == NoPhase {
		w.object(noGame{})
		return
	}
	w.object(g.form())
}

func (g *Game) readJSON(r *jsonReader) {
	if r.wordAhead("phase") == noPhaseWord {
		r.fields(noGame{})
		return
	}
	var form gameForm
	readWhole(r, g, &form, form.game, (*Game).form)
}

// game returns the game that the moves of the round lead to.
func (f *gameForm) game() (Game, *fault) {
	p := f.given()
	return p.game(f.moves)
}

// GoString returns the game for %#v: the type's name and the JSON.
func (g Game) GoString() string {
	text, _ := g.MarshalJSON()
	return "foppen.Game" + string(text)
}
