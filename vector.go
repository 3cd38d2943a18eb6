package foppen

// VectorVersion names the layout that AppendVector writes. A layout never changes under
// its name; what a learner has learned with another one is of no use.
const VectorVersion = "foppen-vector/1"

// Index returns the place of the first such card in the order of a hand, from 0, so
// that At(Index(c)) is c; -1 for a card that is not held. In Variant.Deck it is a number
// for each card that stays the same throughout all games of that variant and number of
// players: what a learner calls an action. All 1s have the number of the first.
func (h Cards) Index(c Card) int {
	if !h.Has(c) {
		return -1
	}
	before := c.bit()
	if before.lo != 0 {
		return Cards{lo: h.lo & (before.lo - 1)}.Len()
	}
	return Cards{lo: h.lo, hi: h.colored().hi & (before.hi - 1)}.Len()
}

// AppendMask appends to dst, for each place of the deck, whether the card there may be
// played now: Legal by the numbers that Index gives in Variant.Deck. Of the 1s, the
// first alone can be true. It allocates only if dst has no room.
func (v View) AppendMask(dst []bool) []bool {
	for i := range v.places() {
		dst = append(dst, v.may.Has(v.deck.At(i)) && (i == 0 || v.deck.At(i) != v.deck.At(i-1)))
	}
	return dst
}

// places returns how many cards the deck has, 0 for a view of the zero Game.
func (v *View) places() int { return v.deck.Len() }

// AppendVector appends the view to dst as numbers for a learner, in the layout
// VectorVersion. It has nothing but what the seat may know, and the same view gives the same
// numbers on every platform. It allocates only if dst has no room.
//
// How many entries there are follows from variant and number of players. D is the size
// of the deck (Variant.Deck), P the number of players; a block of D has an entry for each
// place of the deck. Seats are counted clockwise from the view's own, which is 0, for
// NoSeat from seat 0: a block of P has an entry for each. Entries are 0 or 1 where there
// is no other range.
//
//	D    own hand; k 1s are the first k places of the 1s
//	D    what may be played now, as AppendMask
//	D    unseen cards, 1s as in the hand
//	P*D  by seat, the cards that it has played in this round before this trick, 1s likewise
//	P*D  by seat, the card that it has played in this trick, a 1 at the first place of the 1s
//	P*4  by seat, whether it has shown that it has no green, red, yellow and blue (R3.4)
//	P    by seat, whether it sits out this trick or, after a round, was fooled last (R3.9)
//	P    by seat, whether it is still to play in this trick, or to bet
//	P    by seat, whether it leads this trick
//	P    by seat, whether it is to bet or to play now
//	P    by seat, whether it leads the first trick of the round; in DealPhase of the next
//	P    by seat, whether it is known to have bet (R7)
//	P    by seat, whether it is known not to have bet
//	P    by seat, the cards that it holds, as a share of a full hand: 0 to 1
//	P    by seat, its points in all rounds so far, in hundreds: -10 to 10, cut there
//	P    by seat, its minus points alone, as a positive number in hundreds: 0 to 10, cut there
//	P    by seat, how many tens it has scored, in eighths: 0 to 10, cut there
//	5    led color: none, green, red, yellow, blue
//	4    phase: deal, bet, play, over
//	1    round, in sixteenths: 0 to 10, cut there
//	1    number of the trick, as a share of the cards in a full hand: 0 to 10, cut there
//
// That is D*(3+2*P) + 15*P + 11 entries; none for a view of the zero Game.
func (v View) AppendVector(dst []float32) []float32 {
	if v.phase == NoPhase {
		return dst
	}
	w := vectorWriter{deck: v.deck, players: int(v.players), to: dst}
	for i := range w.order {
		w.order[i] = Seat((max(int(v.seat), 0) + i) % v.Players())
	}
	w.cards(v.hand)
	w.cards(v.may)
	w.cards(v.Unseen())
	var before [MaxPlayers]Cards // the cards of finished tricks
	for trick := range v.finished() {
		for i := range trick.Len() {
			s, c := trick.At(i)
			before[s&7] = before[s&7].plusCard(c)
		}
	}
	for _, s := range w.seats() {
		w.cards(before[s&7])
	}
	now := v.Trick()
	for _, s := range w.seats() {
		w.cards(Cards{}.With(now.CardOf(s)))
	}
	for _, s := range w.seats() {
		for c := Green; c <= Blue; c++ {
			w.flag(v.Void(s, c))
		}
	}
	w.flags(v.fools)
	w.flags(v.todo)
	w.flags(SeatsOf(v.Leader()))
	w.flags(SeatsOf(v.Turn()))
	w.flags(SeatsOf(v.starter))
	w.flags(v.known(BetYes))
	w.flags(v.known(BetNo))
	full := int(v.handSize)
	for _, s := range w.seats() {
		w.share(v.HandSize(s), full)
	}
	for _, s := range w.seats() {
		w.share(v.Total(s), 100)
	}
	for _, s := range w.seats() {
		w.share(v.MinusPoints(s), 100)
	}
	for _, s := range w.seats() {
		w.share(v.Tens(s), 8)
	}
	for c := NoColor; c <= Blue; c++ {
		w.flag(v.led == c)
	}
	for p := DealPhase; p <= OverPhase; p++ {
		w.flag(v.phase == p)
	}
	w.share(v.Round(), 16)
	w.share(v.TrickNumber(), full)
	return w.to
}

// known returns the seats whose bet is known to be that one.
func (v *View) known(bet BetState) (seats Seats) {
	for s := range v.seats().All() {
		if v.BetOf(s) == bet {
			seats = seats.With(s)
		}
	}
	return seats
}

// A vectorWriter writes the entries of a vector.
type vectorWriter struct {
	deck    Cards
	players int
	order   [MaxPlayers]Seat // the seats as the vector counts them
	to      []float32
}

func (w *vectorWriter) seats() []Seat { return w.order[:w.players] }

func (w *vectorWriter) flag(yes bool) {
	x := float32(0)
	if yes {
		x = 1
	}
	w.to = append(w.to, x)
}

func (w *vectorWriter) flags(set Seats) {
	for _, s := range w.seats() {
		w.flag(set.Has(s))
	}
}

// share writes n of all, cut at 10 and -10. A division of two floats is rounded alike
// everywhere.
func (w *vectorWriter) share(n, all int) {
	w.to = append(w.to, min(max(float32(n)/float32(all), -10), 10))
}

// cards writes a block with an entry for each place of the deck.
func (w *vectorWriter) cards(h Cards) {
	begin := len(w.to)
	w.to = append(w.to, make([]float32, w.deck.Len())...)
	for ; !h.IsEmpty(); h = h.minusCard(h.Lowest()) {
		place := w.deck.Index(h.Lowest())
		if h.Lowest() == One {
			place += h.ones() - 1
		}
		w.to[begin+place] = 1
	}
}
