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
func (v View) MarshalJSON() ([]byte, error) { return v.appendJSON(nil), nil }

// viewKeys are all keys of a view.
const viewKeys = positionKeys + " setup seat " + tableKeys + " bets hand verdicts hand_sizes trick tricks lacks unseen " + resultKeys

func (v *View) appendJSON(b []byte) []byte {
	if v.phase == NoPhase {
		return appendNoView(b, v.seat)
	}
	n := int(v.players)
	b = appendPosition(b, &v.public, viewFormat)
	setup := v.Setup()
	b = append(appendOptions(append(appendKey(b, "setup"), '{'), setup.options()), '}')
	b = appendInt(appendKey(b, "seat"), v.seat)
	b = appendTable(b, &v.public)
	b = v.appendBets(appendKey(b, "bets"))
	b = appendCards(appendKey(b, "hand"), v.hand)
	verdicts := v.Verdicts()
	b = appendList(appendKey(b, "verdicts"), len(verdicts), func(b []byte, i int) []byte {
		b = appendCard(appendKey(append(b, '{'), "card"), verdicts[i].Card)
		reason, _ := enumWord(reasonWords, verdicts[i].Reason)
		return append(appendString(appendKey(b, "reason"), reason), '}')
	})
	b = appendList(appendKey(b, "hand_sizes"), n, func(b []byte, i int) []byte { return appendInt(b, v.sizes[i]) })
	b = appendPlays(appendKey(b, "trick"), v.Trick())
	b = v.appendTricks(appendKey(b, "tricks"))
	b = appendList(appendKey(b, "lacks"), n, func(b []byte, i int) []byte { return appendWords(b, v.lackWords(Seat(i))) })
	b = appendCards(appendKey(b, "unseen"), v.Unseen())
	return append(appendResult(b, &v.public, v.Scores()), '}')
}

// appendNoView appends the JSON of a view of the zero Game.
func appendNoView(b []byte, seat Seat) []byte {
	b = appendString(appendKey(append(b, '{'), "format"), viewFormat)
	b = appendWord(appendKey(b, "phase"), NoPhase)
	return append(appendInt(appendKey(b, "seat"), seat), '}')
}

// appendBets appends what is known of the bets.
func (v *View) appendBets(b []byte) []byte {
	n := int(v.players)
	if !v.betting {
		n = 0
	}
	return appendList(b, n, func(b []byte, i int) []byte { return appendWord(b, v.BetOf(Seat(i))) })
}

const trickKeys = "led plays winner fools sat_out"

// appendTricks appends the finished tricks with what came of them.
func (v *View) appendTricks(b []byte) []byte {
	b = append(b, '[')
	v.eachTrick(func(t Trick, sat Seats) {
		if b[len(b)-1] != '[' {
			b = append(b, ',')
		}
		b = appendWord(appendKey(append(b, '{'), "led"), t.Led())
		b = appendPlays(appendKey(b, "plays"), t)
		b = appendInt(appendKey(b, "winner"), t.Winner())
		fools := t.Fools(int(v.discs), v.worstTie)
		b = appendList(appendKey(b, "fools"), len(fools), func(b []byte, i int) []byte {
			return append(appendFool(append(b, '{'), fools[i]), '}')
		})
		b = append(appendSeats(appendKey(b, "sat_out"), sat), '}')
	})
	return append(b, ']')
}

// lackWords returns the words of the colors that the seat has shown to lack.
func (v *View) lackWords(s Seat) []string {
	words := []string{}
	for c := Green; c <= Blue; c++ {
		if v.Void(s, c) {
			words = append(words, c.String())
		}
	}
	return words
}

// UnmarshalJSON reads what MarshalJSON writes, with the keys of each object in any
// order, and refuses all else with a *DecodeError: it plays the round again as the
// seat has seen it, so that every play was allowed as far as the seat can tell, the
// unseen cards can be dealt to the others, and whatever follows from the plays is as
// the text says. Of earlier rounds it checks what their points tell: see
// Game.UnmarshalJSON. A View that a Game gave, or Update, is read back as it was, by
// ==.
func (v *View) UnmarshalJSON(data []byte) error {
	for s := NoSeat; s < MaxPlayers; s++ {
		if sameJSON(data, appendNoView(nil, s), "") == nil {
			*v = View{seat: s}
			return nil
		}
	}
	var read View
	if err := readJSON(data, maxJSON, func(r *jsonReader) { read = r.view() }); err != nil {
		return err
	}
	if err := sameJSON(data, read.appendJSON(nil), "variant"); err != nil {
		return err
	}
	*v = read
	return nil
}

// A viewText is what of the JSON of a View cannot be computed.
type viewText struct {
	position
	seat   Seat
	hand   Cards
	bets   [MaxPlayers]BetState
	toAct  Seats
	plays  []Play
	tricks int // how many of plays are in finished tricks
	left   []Cards
}

func (r *jsonReader) view() View {
	t := viewText{position: position{at: map[string]int{}}}
	var trick []Play
	r.object(viewKeys, func(key string) {
		if t.read(r, viewFormat, key) {
			return
		}
		switch key {
		case "seat":
			t.seat = Seat(r.int(int(NoSeat), MaxPlayers-1))
		case "hand":
			t.hand = r.cards()
		case "bets":
			r.array(MaxPlayers, func(i int) { r.text(&t.bets[i]) })
		case "to_act":
			t.toAct = r.seats(MaxPlayers)
		case "trick":
			trick = r.plays(trick)
		case "tricks":
			r.array(maxDeck, func(int) { r.part(trickKeys, "plays", func() { t.plays = r.plays(t.plays) }) })
		case "scores":
			r.array(MaxPlayers, func(int) {
				r.part("left reason bet base points", "left", func() { t.left = append(t.left, r.cards()) })
			})
		default:
			r.skip() // what can be computed is compared in the end
		}
	})
	if r.err != nil {
		return View{}
	}
	t.tricks = len(t.plays)
	t.plays = append(t.plays, trick...)
	v, f := t.view()
	if f != nil {
		t.fail(r, f)
	}
	return v
}

// part reads an object of which only one key matters.
func (r *jsonReader) part(keys, one string, read func()) {
	r.object(keys, func(key string) {
		if key == one {
			read()
		} else {
			r.skip()
		}
	})
}

// plays reads a list of plays and appends them.
func (r *jsonReader) plays(plays []Play) []Play {
	r.array(MaxPlayers, func(int) {
		var p Play
		r.object("seat card", func(key string) {
			switch key {
			case "seat":
				p.Seat = r.seat(MaxPlayers)
			case "card":
				p.Card = r.card()
			}
		})
		plays = append(plays, p)
	})
	return plays
}

// view returns the view that what the seat has seen of the round leads to.
func (t *viewText) view() (View, *fault) {
	first := NoSeat
	if len(t.plays) > 0 {
		first = t.plays[0].Seat
	}
	g, f := t.begin(first)
	if f != nil {
		return View{}, f
	}
	v := g.View(t.seat)
	if t.round == 0 {
		return v, nil
	}
	if f := t.deal(&v); f != nil {
		return v, f
	}
	if f := t.bet(&v); f != nil {
		return v, f
	}
	for i, p := range t.plays {
		if want := v.update(CardPlayed{p.Seat, p.Card, v.Trick().Follows(p.Card)}); want != "" {
			return v, t.playFault(i, want)
		}
	}
	return v, t.score(&v)
}

// deal gives the seat the cards that it holds and has played.
func (t *viewText) deal(v *View) *fault {
	deal := Dealt{Round: t.round, Dealer: v.dealer, Starter: v.starter, HandSize: int(v.handSize)}
	if v.seat != NoSeat {
		hand := t.hand
		for _, p := range t.plays {
			if p.Seat == v.seat {
				hand = hand.With(p.Card)
			}
		}
		deal.Shown = deal.Shown.With(v.seat)
		deal.Hands[v.seat] = hand
	}
	if want := v.update(deal); want != "" {
		return &fault{"hand", -1, want + ", played or in hand", nil}
	}
	return nil
}

// bet has the seats answer that have answered.
func (t *viewText) bet(v *View) *fault {
	for v.phase == BetPhase && v.todo != 0 && (t.phase != BetPhase || !t.toAct.Has(v.turn)) {
		placed := BetPlaced{Seat: v.turn}
		if v.turn == v.seat {
			placed.Bet = t.bets[v.seat]
		}
		if want := v.update(placed); want != "" {
			return &fault{"bets", int(v.seat), want, nil}
		}
	}
	if v.phase != BetPhase || t.phase == BetPhase {
		return nil
	}
	var open BetsRevealed
	for s, b := range t.bets {
		if b == BetYes {
			open.Bettors = open.Bettors.With(Seat(s))
		}
	}
	if want := v.update(open); want != "" {
		return &fault{"bets", -1, want, nil}
	}
	return nil
}

// playFault is the fault of a play, which stands in a trick of tricks or in trick.
func (t *viewText) playFault(i int, want string) *fault {
	if i >= t.tricks {
		return &fault{"trick", i - t.tricks, want, nil}
	}
	return &fault{"tricks", -1, want + " as play " + itoa(i+1) + " of the round", nil}
}

// score puts the totals into a view, after a round by laying the hands open.
func (t *viewText) score(v *View) *fault {
	past := t.now
	last := v.unscored != 0 && len(t.left) == int(v.players)
	if last {
		past = past.before(v.rules.Value().ScoreRound(t.left, v.fools, v.shown))
	}
	if f := past.leave(&v.public, t.round-1, t.phase != DealPhase); f != nil || v.unscored == 0 {
		return f
	}
	for i, left := range t.left {
		v.open[i] = left
		s := v.score(Seat(i))
		v.open[i] = Cards{}
		scored := Scored{Seat: Seat(i), Score: s, Total: v.Total(Seat(i)) + s.Points}
		if want := v.update(scored); want != "" {
			return &fault{"scores", i, want, nil}
		}
	}
	return nil
}

// GoString returns the view for %#v: the type's name and the JSON.
func (v View) GoString() string { return "foppen.View" + string(v.appendJSON(nil)) }
