package foppen

const viewFormat = "foppen-view/1"

// MarshalJSON returns the view as a client needs it to draw the table. The object
// has these keys, always all and in this order; seats are numbers, and -1 is NoSeat:
//
//	format        "foppen-view/1"
//	variant       a preset's name or the whole variant: see Variant.MarshalJSON
//	players       the number of players
//	phase         "deal", "bet", "play" or "over"
//	round         rounds dealt so far
//	dealer        who deals the round; in "deal" the next one
//	starter       who leads the round; in "deal" the next one
//	totals        points by seat, with those of the round just played
//	minus_points  minus points alone by seat, as positive numbers
//	tens          tens scored by seat
//	setup         the variant's deck, hand and discs for this number of players
//	seat          whose view it is
//	turn          who is to bet or to play
//	leader        who leads the trick
//	led           the led color: "none", "green", "red", "yellow" or "blue"
//	trick_number  the number of the trick in the round, from 1
//	to_act        who is still to play in the trick, or to bet
//	fools         who holds a disc
//	sits_out      who sits out the trick
//	out           who has no cards left
//	bettors       who has bet, once all bets are in
//	bets          by seat "hidden", "no" or "yes"; [] in variants without betting
//	hand          one's own cards
//	verdicts      when it is one's turn, for each card {"card":"G2","reason":"playable"}
//	hand_sizes    how many cards each seat holds
//	trick         the trick as it lies: [{"seat":0,"card":"G9"}, ...]
//	tricks        the finished tricks of the round, each with led, plays, winner,
//	              fools [{"seat":2,"card":"R5","reason":"lowest-discard","tied":false}] and sat_out
//	lacks         by seat, the colors that it has shown to lack
//	unseen        the cards that are in others' hands or set aside
//	scores        after a round, by seat: left, reason, bet, base and points
//	end_reasons   which limits have ended the game
//	winners       who has won
//	standings     [{"rank":1,"seat":1,"total":30}, ...]
//
// Reasons are the words of Reason, FoolReason, ScoreReason and EndReasons. A view of
// the zero Game has only format, phase ("none") and seat.
func (v View) MarshalJSON() ([]byte, error) { return marshalJSON(&v) }

// UnmarshalJSON reads what MarshalJSON writes, with the keys of each object in any
// order, and refuses all else with a *DecodeError: it plays the round again as the
// seat has seen it, so that every play was allowed as far as the seat can tell, the
// unseen cards can be dealt to the others, and whatever follows from the plays is as
// the text says. It checks what the points tell of earlier rounds: see
// Game.UnmarshalJSON. A View that a Game or Update gave is read back as it was, by ==.
func (v *View) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, v) }

// A viewForm is the JSON of a View.
type viewForm struct {
	tableForm
	setup    Setup
	seat     anySeat
	bets     list[BetState]
	hand     Cards
	verdicts list[Verdict]
	sizes    list[int]
	lies     Trick
	tricks   list[trickForm]
	lacks    list[list[Color]]
	unseen   Cards
}

func (f *viewForm) fields(list []field) []field {
	list = append(f.beginning(list, viewFormat), field{"setup", &f.setup}, field{"seat", &f.seat})
	list = append(f.trick(list),
		field{"bets", &f.bets},
		field{"hand", &f.hand},
		field{"verdicts", &f.verdicts},
		field{"hand_sizes", &f.sizes},
		field{"trick", &f.lies},
		field{"tricks", &f.tricks},
		field{"lacks", &f.lacks},
		field{"unseen", &f.unseen},
	)
	return f.result(list)
}

// A trickForm is a finished trick with what came of it.
type trickForm struct {
	led    Color
	plays  Trick
	winner anySeat
	fools  list[Fool]
	satOut Seats
}

func (f *trickForm) fields(list []field) []field {
	return append(list,
		field{"led", &f.led},
		field{"plays", &f.plays},
		field{"winner", &f.winner},
		field{"fools", &f.fools},
		field{"sat_out", &f.satOut},
	)
}

// A noView is the JSON of a view of the zero Game.
type noView struct{ seat anySeat }

func (f *noView) fields(list []field) []field {
	return append(list, field{"format", literal(viewFormat)}, field{"phase", literal(noPhaseWord)}, field{"seat", &f.seat})
}

func (v *View) form() *viewForm {
	f := &viewForm{
		tableForm: v.public.form(v.Scores()), setup: v.rules.Value().Setups[v.players], seat: anySeat(v.seat), hand: v.hand, verdicts: v.Verdicts(),
		sizes: make([]int, v.players), lies: v.Trick(), lacks: make(list[list[Color]], v.players), unseen: v.Unseen(),
	}
	colors := make([]Color, 0, MaxPlayers*int(Blue))
	for i := range f.sizes {
		s := Seat(i)
		f.sizes[i] = v.HandSize(s)
		if v.betting {
			f.bets = append(f.bets, v.BetOf(s))
		}
		from := len(colors)
		for c := Green; c <= Blue; c++ {
			if v.Void(s, c) {
				colors = append(colors, c)
			}
		}
		f.lacks[i] = colors[from:]
	}
	f.tricks = make(list[trickForm], 0, v.tricks)
	for t, sat := range v.finished() {
		f.tricks = append(f.tricks, trickForm{
			led: t.Led(), plays: t, winner: anySeat(t.Winner()), fools: t.Fools(int(v.discs), v.worstTie), satOut: sat,
		})
	}
	return f
}

func (v *View) writeJSON(w *jsonWriter) {
	w.makeRoom()
	if v.phase == NoPhase {
		w.object(&noView{anySeat(v.seat)})
		return
	}
	w.object(v.form())
}

func (v *View) readJSON(r *jsonReader) {
	if r.wordAhead("phase") == noPhaseWord {
		var none noView
		r.fields(&none)
		*v = View{seat: Seat(none.seat)}
		return
	}
	var form viewForm
	readWhole(r, v, &form, form.view, (*View).form)
}

// view returns the view that what the seat has seen of the round leads to.
func (f *viewForm) view() (View, *fault) {
	p := f.given()
	first := f.lies.Leader()
	if len(f.tricks) > 0 {
		first = f.tricks[0].plays.Leader()
	}
	g, wrong := p.begin(first)
	if wrong != nil {
		return View{}, wrong
	}
	v := g.View(Seat(f.seat))
	if p.round == 0 {
		return v, nil
	}
	if wrong := f.deal(&v); wrong != nil {
		return v, wrong
	}
	if wrong := f.bet(&v); wrong != nil {
		return v, wrong
	}
	v.choose()
	if wrong := f.play(&v); wrong != nil {
		return v, wrong
	}
	wrong = f.score(&v, p.now)
	v.choose()
	return v, wrong
}

// deal gives the seat the cards that it holds and has played.
func (f *viewForm) deal(v *View) *fault {
	hand := f.hand.With(f.lies.CardOf(v.seat))
	for i := range f.tricks {
		hand = hand.With(f.tricks[i].plays.CardOf(v.seat))
	}
	if want := v.updateDealt(v.nextDeal(hand)); want != "" {
		return &fault{"hand", -1, want + ", played or in hand", nil}
	}
	return nil
}

// bet has the seats answer that have answered.
func (f *viewForm) bet(v *View) *fault {
	var bettors Seats
	for i, b := range f.bets {
		if b == BetYes {
			bettors = bettors.With(Seat(i))
		}
	}
	for v.phase == BetPhase && v.todo != 0 && (f.phase != BetPhase || !f.toAct.Has(v.turn)) {
		placed := BetPlaced{Seat: v.turn}
		if v.turn == v.seat && int(v.seat) < len(f.bets) {
			placed.Bet = f.bets[v.seat]
		}
		if want := v.updateBet(placed); want != "" {
			return &fault{"bets", int(v.seat), want, nil}
		}
	}
	if v.phase != BetPhase || f.phase == BetPhase {
		return nil
	}
	if want := v.updateBets(BetsRevealed{bettors}); want != "" {
		return &fault{"bets", -1, want, nil}
	}
	return nil
}

// play plays the cards of the round. Whether the unseen cards can be dealt is checked
// once: if they can at the end, they could all along. If they cannot, the cards are played
// again to find the first that makes it so.
func (f *viewForm) play(v *View) *fault {
	before := *v
	if wrong := f.playTricks(v, (*View).playCard); wrong != nil || v.checkPossible() == "" {
		return wrong
	}
	*v = before
	return f.playTricks(v, (*View).updateCard)
}

func (f *viewForm) playTricks(v *View, update func(*View, CardPlayed) string) *fault {
	for i := range f.tricks {
		if n, want := v.playTrick(f.tricks[i].plays, update); want != "" {
			return &fault{"tricks", i, want + " as play " + itoa(n+1) + " of the trick", nil}
		}
	}
	if n, want := v.playTrick(f.lies, update); want != "" {
		return &fault{"trick", n, want, nil}
	}
	return nil
}

// playTrick plays the cards of a trick. It says which is the first that cannot be played, and
// what could be.
func (v *View) playTrick(t Trick, update func(*View, CardPlayed) string) (i int, want string) {
	for i := range t.Len() {
		s, c := t.At(i)
		want := update(v, CardPlayed{s, c, v.follows(c)})
		if v.choose(); want != "" {
			return i, want
		}
	}
	return 0, ""
}

// score puts the totals into a view, after a round by laying the hands open.
func (f *viewForm) score(v *View, past past) *fault {
	if v.unscored != 0 && len(f.scores) == int(v.players) {
		left := make([]Cards, len(f.scores))
		for i := range left {
			left[i] = f.scores[i].Left
		}
		past = past.before(v.scores(left, v.shown))
	}
	if wrong := past.leave(&v.public, f.round-1, f.phase != DealPhase); wrong != nil || v.unscored == 0 {
		return wrong
	}
	for i := range f.scores {
		if want := v.updateScore(v.scoreOf(Seat(i), f.scores[i].Left)); want != "" {
			return &fault{"scores", i, want, nil}
		}
	}
	return nil
}

// GoString returns the view for %#v: the type's name and the JSON.
func (v View) GoString() string {
	text, _ := v.MarshalJSON()
	return "foppen.View" + string(text)
}
