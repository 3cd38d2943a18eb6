package foppen

import (
	"cmp"
	"strings"
)

// An EventError says why an event cannot be the next one at the table that a View
// shows.
type EventError struct {
	Event Event  // Event is what was refused, redacted for the seat of the View; nil for no event.
	Want  string // Want says in words what could have come instead.
}

// Error returns one line with the event and what could have come instead.
func (e *EventError) Error() string {
	event := "no event"
	if e.Event != nil {
		event = e.Event.String()
	}
	return "foppen: cannot follow here: " + event + "; want " + e.Want
}

// Update returns the view after the event. A client that applies the events of a
// move one by one, as Redact gives them to its seat, comes from its View before the
// move to its View after it, so that a server need not send views.
//
// A client begins with a View that the server has sent, at any time, or with
// New(players).View(seat) before the first deal.
//
// Between the events of one move the View shows the table as it lies between them.
// When the last answer is in and the bets are not open yet, and when the last card of
// a round is played and its scores are still to come, Turn is NoSeat, and Sample gives
// the zero Game, since no Game is ever in between. With each Scored event one hand lies
// open; the totals change with the last of them.
//
// The CardPlayed that completes a trick does all at once: then Trick is empty, LastTrick
// is the complete trick, and Turn, TrickNumber and SittingOut are those of the next one.
// To show a whole trick, draw LastTrick when TrickWon comes.
//
// Events that only tell what follows from others (ColorLed, TrickWon, Fooled, Freed,
// RoundEnded, GameOver) are compared with what the View knows and change nothing.
// Of an event that has not been redacted, Update takes no more than the seat may
// know. An event that cannot follow returns the unchanged View and an *EventError.
// So does one that leaves no way to deal the unseen cards: what a server sends needs
// no trust.
func (v View) Update(e Event) (View, error) {
	next := v
	if want := next.update(e); want != "" {
		return v, &EventError{Event: Redact(e, v.seat), Want: want}
	}
	return next, nil
}

// update changes v by an event that can follow, and says of another what could.
func (v *View) update(e Event) (want string) {
	want = v.follow(e)
	v.choose()
	return want
}

func (v *View) follow(e Event) (want string) {
	switch e := e.(type) {
	case Dealt:
		return v.updateDealt(e)
	case BetPlaced:
		return v.updateBet(e)
	case BetsRevealed:
		return v.updateBets(e)
	case CardPlayed:
		return v.updateCard(e)
	case Scored:
		return v.updateScore(e)
	case ColorLed, TrickWon, Fooled, Freed, RoundEnded, GameOver:
		return v.told(e)
	}
	return "an event"
}

// told returns "" for an event that only tells what the last play has brought about.
func (v *View) told(told Event) (want string) {
	events := v.lastPlayEvents()
	if v.unscored != 0 {
		events = append(events, RoundEnded{Round: v.Round(), Out: v.out})
	}
	for _, e := range events {
		switch e.(type) {
		case CardPlayed, Scored:
			continue
		}
		if e == told {
			return ""
		}
		want += " or that " + e.String()
	}
	if want == "" {
		return v.waitsFor()
	}
	return strings.TrimPrefix(want, " or ")
}

// lastPlayEvents returns what the last play of the round has made happen; nothing before
// the first. It is the same as at the table of the game: nothing of it depends on a hand
// that is not open.
func (v *View) lastPlayEvents() []Event {
	if v.n == 0 {
		return nil
	}
	before := moment{fools: v.fools, tricks: v.tricks, start: v.start}
	trick := v.Trick()
	if trick.Len() == 0 {
		for trick, before.fools = range v.finished() {
		}
		before.tricks, before.start = v.tricks-1, v.n-trick.n
	}
	s, c := trick.At(trick.Len() - 1)
	for _, other := range trick.cards[:trick.n-1] {
		before.led = cmp.Or(before.led, other.Color())
	}
	g := Game{public: v.public, hands: v.open, bets: v.shown}
	return g.playEvents(nil, before, Play{s, c})
}

// waitsFor says what the next event must be about.
func (v *View) waitsFor() string {
	switch {
	case v.phase == DealPhase:
		return "a deal"
	case v.phase == BetPhase && v.todo == 0:
		return "the bets revealed"
	case v.phase == BetPhase:
		return "an answer of seat " + v.turn.String()
	case v.phase == PlayPhase && v.unscored != 0:
		return "the score of seat " + v.unscored.after(NoSeat).String()
	case v.phase == PlayPhase:
		return "a card of seat " + v.turn.String()
	case v.phase == OverPhase:
		return "no event: the game is over"
	}
	return "no event: there is no game"
}

func (v *View) updateDealt(e Dealt) string {
	if v.phase != DealPhase {
		return v.waitsFor()
	}
	size := int(v.handSize)
	want := v.nextDeal(Cards{})
	want.Shown, want.Hands = e.Shown, e.Hands
	if e != want {
		want.Shown = 0
		return want.String()
	}
	var hand Cards
	if v.seat != NoSeat {
		hand = e.Hands[v.seat]
		if !e.Shown.Has(v.seat) || hand.Len() != size || !v.deck.Contains(hand) {
			return itoa(size) + " cards of the deck for seat " + v.seat.String()
		}
	}
	v.public.deal()
	v.hand, v.bet, v.open = hand, BetHidden, [MaxPlayers]Cards{}
	for i := range v.players {
		v.sizes[i] = uint8(size)
	}
	return ""
}

// nextDeal returns the deal that v waits for, with the seat's own hand.
func (v *View) nextDeal(hand Cards) Dealt {
	d := Dealt{Round: v.Round() + 1, Dealer: v.dealer, Starter: v.starter, HandSize: int(v.handSize)}
	if v.seat != NoSeat {
		d.Shown = d.Shown.With(v.seat)
		d.Hands[v.seat] = hand
	}
	return d
}

func (v *View) updateBet(e BetPlaced) string {
	switch {
	case v.phase != BetPhase || v.todo == 0 || e.Seat != v.turn:
		return v.waitsFor()
	case e.Bet > BetYes || e.Bet == BetHidden && e.Seat == v.seat:
		return "its answer"
	}
	if e.Seat == v.seat {
		v.bet = e.Bet
	}
	v.todo &^= 1 << e.Seat
	v.turn = NoSeat
	if v.todo != 0 {
		v.turn = v.todo.after(e.Seat)
	}
	return ""
}

func (v *View) updateBets(e BetsRevealed) string {
	switch {
	case v.phase != BetPhase || v.todo != 0:
		return v.waitsFor()
	case e.Bettors&^v.seats() != 0:
		return "only seats of the table"
	case v.seat != NoSeat && e.Bettors.Has(v.seat) != (v.bet == BetYes):
		return "the answer that seat " + v.seat.String() + " gave"
	}
	v.revealBets(e.Bettors)
	return ""
}

func (v *View) updateCard(e CardPlayed) string {
	if want := v.playCard(e); want != "" {
		return want
	}
	if e.Seat == v.seat || v.voids == 0 {
		return "" // what the others can hold is what it was, less the card
	}
	return v.checkPossible()
}

// playCard is updateCard without the check that the unseen cards can still be dealt.
func (v *View) playCard(e CardPlayed) string {
	if v.phase != PlayPhase || v.unscored != 0 || e.Seat != v.turn {
		return v.waitsFor()
	}
	if e.Seat == v.seat {
		if v.playReason(v.hand, e.Seat, e.Card) != Playable {
			return "one of " + v.Legal().String()
		}
	} else if v.Void(e.Seat, e.Card.Color()) || !v.Unseen().Has(e.Card) {
		return "a card that seat " + e.Seat.String() + " may hold"
	}
	if want := (CardPlayed{e.Seat, e.Card, v.follows(e.Card)}); e != want {
		return "this: " + want.String()
	}
	v.sizes[e.Seat]--
	hand := &v.hand
	if e.Seat != v.seat {
		// Of a hand that is not seen, put has to know just whether it is empty then.
		hand = &Cards{}
		*hand = e.Card.bit()
		if v.sizes[e.Seat] > 0 {
			*hand = hand.plusCard(One)
		}
	}
	if v.put(e.Card, hand) {
		v.turn, v.unscored = NoSeat, v.seats()
	}
	return ""
}

// follows reports whether a card played now follows (R3.6).
func (v *View) follows(c Card) bool { return v.led == NoColor || c == One || c.Color() == v.led }

func (v *View) updateScore(e Scored) string {
	if v.unscored == 0 || e.Seat != v.unscored.after(NoSeat) {
		return v.waitsFor()
	}
	if n := v.HandSize(e.Seat); e.Left.Len() != n || !v.MayHold(e.Seat).Contains(e.Left) {
		return itoa(n) + " cards that seat " + e.Seat.String() + " may hold"
	}
	if want := v.scoreOf(e.Seat, e.Left); e != want {
		return want.String()
	}
	v.open[e.Seat] = e.Left
	v.unscored &^= 1 << e.Seat
	if v.unscored == 0 {
		v.endRound()
	}
	return v.checkPossible()
}

// scoreOf returns the event of a seat that has those cards left after the last trick.
func (v *View) scoreOf(s Seat, left Cards) Scored {
	score := v.score(s, left)
	return Scored{Seat: s, Score: score, Total: v.Total(s) + score.Points}
}

func (v *View) score(s Seat, left Cards) Score {
	rules := v.rules.Value()
	return rules.score(s, left, v.fools, v.shown, v.timesFooled(&rules)[s&7])
}

// endRound does what a Game does with the last card of a round, once the scores are
// in.
func (v *View) endRound() {
	last := v.LastTrick()
	v.turn, _ = last.At(last.Len() - 1)
	v.public.endRound(&v.open, v.shown)
}

// checkPossible returns "" if the unseen cards can be dealt to the hands that are not
// seen.
func (v *View) checkPossible() string {
	var need [MaxPlayers]uint8
	for s := range v.seats().All() {
		if v.hidden(s) {
			need[s] = v.sizes[s]
		}
	}
	if !canDeal(v.Unseen(), &need, v.voids) {
		return "what leaves a way to deal the unseen cards"
	}
	return ""
}

// hidden reports whether the seat's hand is not seen.
func (v *View) hidden(s Seat) bool {
	return s != v.seat && !v.scored() && (v.unscored == 0 || v.unscored.Has(s))
}
