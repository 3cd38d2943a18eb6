package foppen

import (
	"iter"
)

// A FoolReason says why a card was among the worst of its trick (R3.8, R3.10).
type FoolReason uint8

// Discards are worse than cards that follow; among either the lowest are worst.
// NotFooled, the zero value, is the reason of nobody.
const (
	NotFooled FoolReason = iota
	LowestDiscard
	LowestFollower
)

// A Fool is a seat that is fooled by a trick, with the card that did it (R3.9).
// The zero value is nobody's: its Reason is NotFooled.
type Fool struct {
	Seat   Seat       // Seat is the seat that takes a disc.
	Card   Card       // Card is what it played.
	Reason FoolReason // Reason says why that card was so bad.

	// Tied is true if an equal card of a seat that is not fooled lies in the trick, so
	// that only the order of play has decided (R3.8). In a trick of 1s it is true of every
	// fool: the leader's 1 is equal to theirs, and is spared because it was played first
	// (R3.7).
	Tied bool
}

// A Trick is a trick or the beginning of one: who played which card, in order. It
// is an immutable comparable value that needs no Game, so that it can also teach
// and test the rules of sections 3 and 4. The zero value is a trick in which
// nothing has been played.
type Trick struct {
	cards [MaxPlayers]Card
	seats [MaxPlayers]Seat
	n     uint8
	led   Color
}

// Add returns the trick with one more card. It refuses with an *ArgError what
// can never happen: a seat that is none or has played already, what is not a
// card, and a colored card that lies in the trick already. Whether the seat's
// hand allows the card is for Legal to say.
func (t Trick) Add(seat Seat, card Card) (Trick, error) {
	if e := t.refuse(seat, card); e != nil {
		return t, e
	}
	t.add(seat, card)
	return t, nil
}

func (t *Trick) refuse(seat Seat, card Card) *ArgError {
	switch {
	case !seat.IsValid():
		return &ArgError{Field: "seat", Problem: seat.String() + " is not a seat from 0 to 7"}
	case t.CardOf(seat) != NoCard:
		return &ArgError{Field: "seat", Problem: seat.String() + " has played in this trick"}
	case !card.IsValid():
		return &ArgError{Field: "card", Problem: card.String() + " is not a card"}
	case card != One && t.holds(card):
		return &ArgError{Field: "card", Problem: card.String() + " lies in the trick already"}
	}
	return nil
}

func (t *Trick) add(seat Seat, card Card) {
	t.cards[t.n], t.seats[t.n] = card, seat
	t.n++
	if t.led == NoColor {
		t.led = card.Color()
	}
}

func (t Trick) holds(card Card) bool {
	for _, c := range t.cards {
		if c == card {
			return true
		}
	}
	return false
}

// Equal reports whether t and u are the same, as t == u does, for packages that ask for
// such a method.
func (t Trick) Equal(u Trick) bool { return t == u }

// Len returns the number of cards played.
func (t Trick) Len() int { return int(t.n) }

// At returns who played the i-th card of the trick, from 0, and which it was;
// NoSeat and NoCard if i is out of range.
func (t Trick) At(i int) (Seat, Card) {
	if i < 0 || i >= int(t.n) {
		return NoSeat, NoCard
	}
	return t.seats[i], t.cards[i]
}

// All walks through the seats and their cards in the order of play.
func (t Trick) All() iter.Seq2[Seat, Card] {
	return func(yield func(Seat, Card) bool) {
		for i := range int(t.n) {
			if !yield(t.seats[i], t.cards[i]) {
				return
			}
		}
	}
}

// CardOf returns what the seat has played, NoCard if it has not.
func (t Trick) CardOf(seat Seat) Card {
	for s, c := range t.All() {
		if s == seat {
			return c
		}
	}
	return NoCard
}

// Leader returns the seat that played first (R3.1), NoSeat for an empty trick.
func (t Trick) Leader() Seat {
	s, _ := t.At(0)
	return s
}

// Led returns the led color, that of the first card that is not a 1 (R3.2, R4.3).
// It is NoColor while nothing or only 1s have been played.
func (t Trick) Led() Color { return t.led }

// Follows reports whether the card follows in this trick (R3.6): it is a 1 (R4.1)
// or of the led color, or there is no led color yet. Any other card is a discard.
func (t Trick) Follows(card Card) bool {
	return card == One || card.isColored() && (t.led == NoColor || card.codedColor() == t.led)
}

// Legal returns the cards of the hand that may be played next (R3.3, R3.4, R3.5,
// R4.2): all, unless the hand holds the led color; then that color and the 1s. Each
// card that may be played is in it once, so a 1 at most once.
func (t Trick) Legal(hand Cards) Cards { return legal(hand, t.led) }

func legal(hand Cards, led Color) Cards {
	color := ofColor[led&7]
	lo, hi := hand.lo&color.lo, hand.hi&color.hi
	none := lo|hi == 0
	// Two conditional moves instead of a jump, as in pick: whether a seat can follow
	// cannot be foreseen.
	if none {
		lo = hand.lo
	}
	if none {
		hi = hand.hi
	}
	return Cards{lo, hi&(oneUnit-1) | min(hand.hi>>onesShift, 1)<<onesShift}
}

// Winner returns the seat that wins the trick as it lies (R3.7): that of the
// highest card of the led color, or the leader's if all are 1s. It is NoSeat for
// an empty trick.
func (t Trick) Winner() Seat {
	if t.n == 0 {
		return NoSeat
	}
	r := t.ranking()
	return seatOf(r.best(int(t.n)))
}

// Fools returns the seats that the trick fools as it lies, the worst first (R3.8,
// R3.10). There are as many as discs, but never the winner and so never more than
// the cards of the trick less one. The slice is new.
func (t Trick) Fools(discs int, tie TieRule) []Fool {
	r := t.ranking()
	_, set := r.judge(int(t.n), discs, tie)
	fools := make([]Fool, set.Len(), MaxPlayers)
	for i := range fools {
		fools[i] = r.fool(i, set.Len(), t.cards[:], tie)
	}
	return fools
}

func (t *Trick) ranking() (r ranking) {
	for i := range int(t.n) {
		r[i] = playKey(t.cards[i], t.led, i, t.seats[i])
	}
	return r
}

// A ranking holds a key for each play of a trick, in the order of play: the higher
// the better (R3.7, R3.8). From the lowest bits up a key tells the seat, then how
// early it played, then the value, with 32 more for a card that follows.
type ranking [MaxPlayers]uint16

const (
	orderShift = 3
	valueShift = 6
	followBit  = 32 << valueShift
)

// playKey returns the key of the i-th play of a trick. The code of a 1 gives the
// value 32, which is the lowest that follows, so that followBit is set in its key
// whatever is led.
func playKey(c Card, led Color, i int, s Seat) uint16 {
	key := uint16(c.codedValue())<<valueShift | uint16(MaxPlayers-1-i)<<orderShift | uint16(s)
	if c.suit() == led {
		key |= followBit
	}
	return key
}

func seatOf(key uint16) Seat { return Seat(key % MaxPlayers) }

// playOf returns which play of the trick the key is of. Where worstFirst has turned
// the order round, keys tell it forward.
func playOf(key uint16, tie TieRule) int {
	i := int(key >> orderShift % MaxPlayers)
	if tie == LastPlayed {
		i = MaxPlayers - 1 - i
	}
	return i
}

// tied reports whether only the order of play makes one of two plays worse. Above what
// tells the value, worstFirst may have set a bit.
func tied(a, b uint16) bool { return (a^b)&(2*followBit-1)>>valueShift == 0 }

// fool returns the i-th of so many fools of a trick that is judged.
func (r *ranking) fool(i, fools int, cards []Card, tie TieRule) Fool {
	key := r[i%MaxPlayers]
	return Fool{Seat: seatOf(key), Card: cards[playOf(key, tie)], Reason: foolReason(key), Tied: tied(key, r[fools%MaxPlayers])}
}

func foolReason(key uint16) FoolReason {
	if key < followBit {
		return LowestDiscard
	}
	return LowestFollower
}

// best returns the key of the winner (R3.7). Only 1s can be equal and best; then
// all are 1s, and the first played has the highest key.
func (r *ranking) best(n int) uint16 {
	best := uint16(0)
	for _, k := range r[:n] {
		best = max(best, k)
	}
	return best
}

// next returns the lowest key above the one given; 0 is below all.
func (r *ranking) next(n int, key uint16) uint16 {
	next := ^uint16(0)
	for _, k := range r[:n] {
		if k > key {
			next = min(next, k)
		}
	}
	return next
}

// judge returns who wins the n plays and whom they fool (R3.7 to R3.10), and puts the keys
// in order: those of the fools, the worst first, then that of the next better play, and
// last of all the winner's.
func (r *ranking) judge(n, discs int, tie TieRule) (winner Seat, fools Seats) {
	discs = max(0, min(discs, n-1))
	if discs > 2 || tie == FirstPlayed {
		r.judgeSlowly(n, discs, tie)
	} else { // nearly all tricks: one pass without a jump
		best, least, second, third := uint16(0), ^uint16(0), ^uint16(0), ^uint16(0)
		for _, k := range r[:n] {
			best = max(best, k)
			third = min(third, max(second, k))
			second = min(second, max(least, k))
			least = min(least, k)
		}
		r[0], r[1], r[2] = least, second, third
		r[MaxPlayers-1] = best
	}
	for _, key := range r[:discs] {
		fools |= 1 << seatOf(key)
	}
	return seatOf(r[MaxPlayers-1]), fools
}

// judgeSlowly is judge for any number of discs and either rule for ties.
func (r *ranking) judgeSlowly(n, discs int, tie TieRule) {
	keys, key := *r, uint16(0)
	best := keys.best(n)
	if tie == FirstPlayed {
		keys.worstFirst(n, best)
	}
	for i := range discs + 1 {
		key = keys.next(n, key)
		r[i%MaxPlayers] = key
	}
	r[MaxPlayers-1] = best
}

// worstFirst prepares the keys for a walk up from the worst where of equal cards the
// first played is the worst (R3.8): the bits of the order of play are turned round.
func (r *ranking) worstFirst(n int, best uint16) {
	for i, k := range r[:n] {
		if k == best {
			r[i] = 2*followBit | k // never fooled, even if all are equal
		} else {
			r[i] = k ^ (MaxPlayers-1)<<orderShift
		}
	}
}
