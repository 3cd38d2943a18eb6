package foppen

// A View is what one seat may know of a game, or what a spectator may (R3.13): what
// is public, and the seat's own hand and bet. It is plain data, copied in when it
// is made: no method leads back to the Game, and whatever the hidden cards are, the
// View is the same to the last byte. Views are immutable, comparable with ==, and
// can be shared by goroutines.
//
// The zero View is one of the zero Game.
type View struct {
	public
	choice
	seat  Seat
	bet   BetState
	hand  Cards
	sizes [MaxPlayers]uint8
	open  [MaxPlayers]Cards // the hands after a round, when they lie open to be scored (R5.2)

	// unscored is whose Scored event is still to come after the last card of a
	// round. Only Update gives views in which it is not empty.
	unscored Seats
}

// View returns what the seat may know. For NoSeat, and for seats that are not at
// the table, it is the view of a spectator.
func (g Game) View(seat Seat) (v View) {
	v.public, v.seat = g.public, NoSeat
	for i := range g.players {
		v.sizes[i] = uint8(g.hands[i].Len())
	}
	if g.seats().Has(seat) {
		v.seat, v.hand, v.bet = seat, g.hands[seat], g.betOf(seat)
	}
	if v.toPlay() {
		v.choice = g.choice
	}
	if g.scored() {
		v.open = g.hands
	}
	return v
}

// Equal reports whether v and w are the same, as v == w does, for packages that ask
// for such a method.
func (v View) Equal(w View) bool { return v == w }

// Seat returns whose view it is, NoSeat for a spectator's.
func (v View) Seat() Seat { return v.seat }

// Hand returns the seat's own cards, none for a spectator.
func (v View) Hand() Cards { return v.hand }

// HandSize returns how many cards a seat holds (R3.13).
func (v View) HandSize(seat Seat) int {
	if !seat.IsValid() {
		return 0
	}
	return int(v.sizes[seat])
}

// BetOf returns what is known of a seat's bet: one's own as soon as it is made, those
// of others once all are in (R7.2).
func (v View) BetOf(seat Seat) BetState {
	switch {
	case !v.seats().Has(seat):
		return BetHidden
	case seat == v.seat:
		return v.bet
	case v.round == 0 || v.phase == BetPhase || !v.betting:
		return BetHidden
	}
	return betState(v.shown.Has(seat))
}

// choose finds what the seat may play now, if it is to play.
func (v *View) choose() {
	v.may = Cards{}
	if v.toPlay() {
		v.may = legal(v.hand, v.led)
	}
}

func (v *View) toPlay() bool { return v.phase == PlayPhase && v.turn == v.seat }

// Verdicts returns for each card of the hand, 1s once, whether it may be played now and
// if not, why, in the order of the hand and in a new slice. It is empty unless the seat
// is to play a card; why it may not play at all, Check says of any card.
func (v View) Verdicts() []Verdict {
	if !v.toPlay() {
		return []Verdict{}
	}
	return verdicts(v.hand, v.led)
}

// Check returns nil if the game would make the move, else the *MoveError with which it
// would refuse it. Whether a card may be played that another seat is to play depends on
// a hand that the view does not show: then the Reason is ErrHiddenHand.
func (v View) Check(m Move) error {
	if e := v.check(m); e != nil {
		return e
	}
	return nil
}

func (v *View) check(m Move) *MoveError {
	play, isPlay := m.(Play)
	switch {
	case v.between() && isMove(m):
		e := v.refuse(ErrWrongPhase, m.Mover(), m)
		if isPlay {
			e.Card, e.move = play.Card, nil
		}
		e.Want = v.waitsFor()
		return e
	case isPlay && play.Seat != v.seat && v.turnReason(PlayPhase, play.Seat) == Playable:
		e := v.refuse(ErrHiddenHand, play.Seat, nil)
		if e.Card = play.Card; !v.deck.Has(play.Card) {
			e.Reason = ErrNoCard
		}
		return e
	}
	return v.refusal(v.hand, m)
}

// between reports whether the view is one between the events of a move, in which it
// waits for no seat: no game is ever there.
func (v *View) between() bool {
	return v.turn == NoSeat && (v.phase == BetPhase || v.phase == PlayPhase)
}

// Unseen returns the cards of the deck that the seat has not seen this round: those
// in the hands of others and those set aside (R1.6). Before the first deal that is
// the deck.
func (v View) Unseen() Cards {
	unseen := v.deck.minus(v.Played()).minus(v.hand)
	for i, h := range v.open {
		if Seat(i) != v.seat {
			unseen = unseen.minus(h)
		}
	}
	return unseen
}

// MayHold returns the unseen cards that the seat can hold as far as its own plays
// tell: those of the colors that it has not shown to lack (R3.4), and the 1s. What can
// be counted out from what the others lack is not taken into account; Sample does. Of
// one's own seat, and of a hand that lies open after a round, it is the hand.
func (v View) MayHold(seat Seat) Cards {
	switch {
	case !v.seats().Has(seat):
		return Cards{}
	case seat == v.seat:
		return v.hand
	case !v.hidden(seat):
		return v.open[seat]
	case v.sizes[seat] == 0:
		return Cards{}
	}
	may := v.Unseen()
	for c := Green; c <= Blue; c++ {
		if v.Void(seat, c) {
			may = may.Minus(ofColor[c])
		}
	}
	return may
}

// Scores returns what each seat got for the round just played, with the reasons, in
// a new slice. It is empty while a round is being played and before the first. Where
// Update has not been given all scores yet, it has those of the first seats.
func (v View) Scores() []Score {
	n := int(v.players)
	switch {
	case v.unscored != 0:
		n = int(v.unscored.after(NoSeat))
	case !v.scored():
		return []Score{}
	}
	return v.scores(v.open[:n], v.shown)
}
