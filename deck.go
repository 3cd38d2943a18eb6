package foppen

import (
	"iter"
	"math/bits"
	"math/rand/v2"
)

// A Color is one of the four colors of the deck (R1.1), or NoColor. The zero
// value is NoColor: the color of a 1 (R1.2), and the led color of a trick in
// which nothing or only 1s have been played (R3.2). Colors are ordered as hands
// are written: green, red, yellow, blue.
type Color uint8

// The colors, in the order in which hands are written.
const (
	NoColor Color = iota
	Green
	Red
	Yellow
	Blue
)

const colorLetters = "-GRYB"

// IsValid reports whether c is one of the four colors. NoColor is not.
func (c Color) IsValid() bool { return c-1 < Blue }

// Letter returns the letter that stands for the color in card text: 'G', 'R',
// 'Y' or 'B'. For NoColor and for values that are no colors it returns '-'.
func (c Color) Letter() byte {
	if c > Blue {
		return '-'
	}
	return colorLetters[c]
}

// The bounds of a deck (R1.1, R1.6).
const (
	MinValue = 2  // MinValue is the lowest value of a colored card.
	MaxValue = 31 // MaxValue is the highest value that a custom deck may have.
	MaxOnes  = 15 // MaxOnes is the largest number of 1s that a custom deck may have.

	maxDeck = 4*(MaxValue-MinValue+1) + MaxOnes
)

// A Card is one card of the game: a colored card with a value from 2 to 31, or a
// 1, which has no color (R1.1, R1.2). All 1s are equal. A Card is comparable,
// can be a map key, and compares with <, as slices.Sort does, in the order in which
// hands are written: green, red, yellow, blue, then 1s, values upward.
//
// The zero value is NoCard, which is not a card and stands for "none" and, in
// views and records of one seat, for "not known".
type Card uint8

// NoCard is the zero Card: no card, or one that is not known. One is a 1.
const (
	NoCard Card = 0
	One    Card = 126
)

// A colored card is its place in Cards plus 2, so that making a bit of it takes
// no table; the first color's code is then the value itself.

// valueBase holds, a byte a color, what separates a card's code from its value.
const valueBase uint32 = 0x5E_40_1E_00

// NewCard returns the card of that color and value, or the 1 for NoColor and 1.
// Anything else is refused with an *ArgError.
func NewCard(color Color, value int) (Card, error) {
	switch {
	case color == NoColor && value == 1:
		return One, nil
	case color.IsValid() && value >= MinValue && value <= MaxValue:
		return cardOf(color, value), nil
	}
	return NoCard, noCard(color, value)
}

// noCard says why there is no card of that color and value.
func noCard(color Color, value int) error {
	switch {
	case color == NoColor:
		return &ArgError{Field: "value", Problem: "there is no " + itoa(value) + " without a color, want 1"}
	case !color.IsValid():
		return &ArgError{Field: "color", Problem: color.String() + " is no color, want green, red, yellow, blue, or none for a 1"}
	}
	return &ArgError{Field: "value", Problem: "there is no " + color.String() + " " + itoa(value) + ", want 2 to 31"}
}

// cardOf is NewCard for a color and a value that are known to be right.
func cardOf(color Color, value int) Card {
	return Card(valueBase>>(8*(color-1))) + Card(value)
}

// IsValid reports whether c is a card: a colored one from 2 to 31, or a 1.
func (c Card) IsValid() bool { return c == One || c.isColored() }

func (c Card) isColored() bool {
	v := c.codedValue()
	return c < One && v >= MinValue && v <= MaxValue
}

// codedValue is the value of a colored card.
func (c Card) codedValue() uint8 { return uint8(c) - uint8(valueBase>>(c>>5*8&31)) }

// Color returns the color of the card, NoColor for a 1 and for NoCard.
func (c Card) Color() Color {
	if !c.isColored() {
		return NoColor
	}
	return c.codedColor()
}

// suit is Color for a valid card, without a jump.
func (c Card) suit() Color {
	one := (c + 128 - One) >> 7
	return c.codedColor() &^ Color(-one)
}

// codedColor is the color of a colored card.
func (c Card) codedColor() Color { return Color(c>>5) + 1 }

// Value returns the value of the card: 2 to 31, 1 for a 1, 0 for NoCard.
func (c Card) Value() int {
	switch {
	case c == One:
		return 1
	case c.isColored():
		return int(c.codedValue())
	}
	return 0
}

// Cards is a collection of cards such as a hand or a deck: every colored card at
// most once, and 0 to MaxOnes 1s. It is a small immutable value: methods return
// changed copies, == compares contents, and it can be a map key. The zero value
// holds no cards. Cards are listed in the order in which hands are written:
// green, red, yellow, blue, 1s, values upward. No method allocates unless its
// comment says so.
type Cards struct {
	// Bit i of the two words together is the colored card of code i+2: 30 bits
	// a color and two colors a word. The top four bits of hi count the 1s, so
	// that adding and taking away disjoint cards is plain arithmetic.
	lo, hi uint64
}

const (
	colorBits = MaxValue - MinValue + 1
	colorMask = 1<<colorBits - 1
	onesShift = 2 * colorBits
	oneUnit   = 1 << onesShift
)

// NewCards returns the cards given. It refuses what is not a card, a colored card
// given twice and more than MaxOnes 1s with an *ArgError.
func NewCards(cards ...Card) (Cards, error) {
	var h Cards
	for i, c := range cards {
		if !h.canTake(c) {
			return Cards{}, &ArgError{Field: "cards[" + itoa(i) + "]", Problem: noRoom(c)}
		}
		h = h.plusCard(c)
	}
	return h, nil
}

// noRoom says why cards cannot take c.
func noRoom(c Card) string {
	switch {
	case c == One:
		return "want at most " + itoa(MaxOnes) + " 1s"
	case c.IsValid():
		return c.String() + " is there twice"
	}
	return c.String() + ", want a card"
}

// canTake reports whether c is a card of which h can hold one more.
func (h Cards) canTake(c Card) bool {
	if c == One {
		return h.ones() < MaxOnes
	}
	return c.isColored() && !h.Has(c)
}

// bit returns the Cards that hold just c, for a valid card. The word is chosen with
// a mask instead of a jump.
func (c Card) bit() Cards {
	i := uint8(c) - 2
	bit, inHi := uint64(1)<<(i&63), -uint64(i>>6)
	return Cards{bit &^ inHi, bit & inHi}
}

// ofColor holds the cards of each color, none for NoColor.
var ofColor = [8]Cards{
	Green:  {lo: colorMask},
	Red:    {lo: colorMask << colorBits},
	Yellow: {hi: colorMask},
	Blue:   {hi: colorMask << colorBits},
}

func (h Cards) plusCard(c Card) Cards  { return h.plus(c.bit()) }
func (h Cards) minusCard(c Card) Cards { return h.minus(c.bit()) }

// plus and minus are for disjoint cards, and for cards that h holds.
func (h Cards) plus(d Cards) Cards  { return Cards{h.lo + d.lo, h.hi + d.hi} }
func (h Cards) minus(d Cards) Cards { return Cards{h.lo - d.lo, h.hi - d.hi} }

func (h Cards) ones() int        { return int(h.hi >> onesShift) }
func (h Cards) colored() Cards   { return Cards{h.lo, h.hi & (oneUnit - 1)} }
func (h Cards) and(d Cards) bool { return h.lo&d.lo|h.hi&d.hi != 0 }

// Len returns the number of cards.
func (h Cards) Len() int {
	return bits.OnesCount64(h.lo) + bits.OnesCount64(h.hi&(oneUnit-1)) + h.ones()
}

// IsEmpty reports whether there are no cards.
func (h Cards) IsEmpty() bool { return h.lo|h.hi == 0 }

// Has reports whether the card is held. NoCard is not.
func (h Cards) Has(c Card) bool {
	if c-2 >= One-2 {
		return c == One && h.ones() > 0
	}
	return h.and(c.bit())
}

// Count returns how many of the card are held: 0 or 1 for a colored card, 0 to
// MaxOnes for a 1.
func (h Cards) Count(c Card) int {
	switch {
	case c == One:
		return h.ones()
	case h.Has(c):
		return 1
	}
	return 0
}

// Equal reports whether both hold the same cards, as == does. It is there for packages
// that compare values by their Equal method.
func (h Cards) Equal(d Cards) bool { return h == d }

// Contains reports whether all of d are held, 1s counted.
func (h Cards) Contains(d Cards) bool {
	return d.lo&^h.lo == 0 && d.colored().hi&^h.hi == 0 && d.ones() <= h.ones()
}

// Of returns the cards of that color; for NoColor, the 1s.
func (h Cards) Of(color Color) Cards {
	if color == NoColor {
		return Cards{hi: h.hi &^ (oneUnit - 1)}
	}
	if !color.IsValid() {
		return Cards{}
	}
	m := ofColor[color]
	return Cards{h.lo & m.lo, h.hi & m.hi}
}

// Lowest returns the first card in the order of a hand, NoCard if there is none.
// It has the lowest value if all are of one color.
func (h Cards) Lowest() Card {
	switch {
	case h.lo != 0:
		return Card(bits.TrailingZeros64(h.lo) + 2)
	case h.colored().hi != 0:
		return Card(bits.TrailingZeros64(h.hi) + 66)
	case h.hi != 0:
		return One
	}
	return NoCard
}

// Highest returns the last card in the order of a hand, NoCard if there is none.
// It has the highest value if all are of one color.
func (h Cards) Highest() Card {
	switch {
	case h.ones() > 0:
		return One
	case h.hi != 0:
		return Card(bits.Len64(h.hi) + 65)
	case h.lo != 0:
		return Card(bits.Len64(h.lo) + 1)
	}
	return NoCard
}

// At returns the i-th card in the order of a hand, from 0; NoCard if i is out of
// range.
func (h Cards) At(i int) Card {
	one := h.distinct()
	lo := bits.OnesCount64(one.lo)
	switch {
	case uint(i) < uint(lo+bits.OnesCount64(one.hi)):
		return one.nth(i, lo)
	case uint(i) < uint(h.Len()):
		return One
	}
	return NoCard
}

// nth is At for cards of which each is held once, and so has a bit; there are more than
// i, lo of them in the lower word. In which word the card is and which of its bits it is
// cannot be foreseen where speed counts, so no jump depends on it: a mask chooses the
// word, and of the words with up to seven lower bits cleared, all made, one is taken.
func (h Cards) nth(i, lo int) Card {
	inHi := ^((i - lo) >> (bits.UintSize - 1)) // all bits if the card is in the upper word, else none
	w, skip := h.lo^(h.lo^h.hi)&uint64(inHi), i-lo&inHi
	for ; skip >= 8; skip-- {
		w &= w - 1
	}
	w1 := w & (w - 1)
	w2 := w1 & (w1 - 1)
	w3 := w2 & (w2 - 1)
	w4 := w3 & (w3 - 1)
	w5 := w4 & (w4 - 1)
	w6 := w5 & (w5 - 1)
	w7 := w6 & (w6 - 1)
	cleared := [8]uint64{w, w1, w2, w3, w4, w5, w6, w7}
	return Card(bits.TrailingZeros64(cleared[skip&7]) + 2 + 64&inHi)
}

// With returns the cards and c. A colored card that is held already, what is not
// a card, and a 1 beyond MaxOnes add nothing.
func (h Cards) With(c Card) Cards {
	if !h.canTake(c) {
		return h
	}
	return h.plusCard(c)
}

// Without returns the cards less one c. A card that is not held takes nothing
// away.
func (h Cards) Without(c Card) Cards {
	if !h.Has(c) {
		return h
	}
	return h.minusCard(c)
}

// Plus returns the cards of both. A colored card in both is held once; the 1s add
// up to at most MaxOnes.
func (h Cards) Plus(d Cards) Cards {
	ones := min(h.ones()+d.ones(), MaxOnes)
	return Cards{h.lo | d.lo, h.colored().hi | d.colored().hi | uint64(ones)<<onesShift}
}

// Minus returns the cards that remain when those of d are taken away, 1s counted.
func (h Cards) Minus(d Cards) Cards {
	ones := max(h.ones()-d.ones(), 0)
	return Cards{h.lo &^ d.lo, h.colored().hi&^d.hi | uint64(ones)<<onesShift}
}

// distinct returns the cards with at most one 1.
func (h Cards) distinct() Cards {
	return Cards{h.lo, h.colored().hi | min(h.hi>>onesShift, 1)<<onesShift}
}

// Sum returns the sum of the values, a 1 counting as 1. What a hand costs at
// the end of a round depends on the variant: see Variant.ScoreRound.
func (h Cards) Sum() int { return h.values() + h.ones() }

// values is the sum over the colored cards. Each bit of the values is one mask
// over both colors of a word, so the sum takes ten population counts and no loop
// over cards.
func (h Cards) values() int {
	return bits.OnesCount64(h.lo&valueBit0) + bits.OnesCount64(h.hi&valueBit0) +
		2*(bits.OnesCount64(h.lo&valueBit1)+bits.OnesCount64(h.hi&valueBit1)) +
		4*(bits.OnesCount64(h.lo&valueBit2)+bits.OnesCount64(h.hi&valueBit2)) +
		8*(bits.OnesCount64(h.lo&valueBit3)+bits.OnesCount64(h.hi&valueBit3)) +
		16*(bits.OnesCount64(h.lo&valueBit4)+bits.OnesCount64(h.hi&valueBit4))
}

// valueBitK has a bit for each card of two colors whose value has bit K: value v
// stands at bit v-2 of its color.
const (
	valueBit0 = (0xAAAAAAAA >> 2) * (1 + 1<<colorBits)
	valueBit1 = (0xCCCCCCCC >> 2) * (1 + 1<<colorBits)
	valueBit2 = (0xF0F0F0F0 >> 2) * (1 + 1<<colorBits)
	valueBit3 = (0xFF00FF00 >> 2) * (1 + 1<<colorBits)
	valueBit4 = (0xFFFF0000 >> 2) * (1 + 1<<colorBits)
)

// All walks through the cards in the order of a hand; 1s come as often as they
// are held.
func (h Cards) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for !h.IsEmpty() {
			c := h.Lowest()
			if !yield(c) {
				return
			}
			h = h.minusCard(c)
		}
	}
}

// below returns a number from 0 to n-1, each as likely as the others, for n > 0.
// The number is the upper word of a 128-bit product. It is drawn again if the lower word
// would make some numbers more likely (Lemire 2019).
func below(src rand.Source, n uint64) uint64 {
	hi, lo := bits.Mul64(src.Uint64(), n)
	if lo < n {
		return belowAgain(src, n, hi, lo)
	}
	return hi
}

// belowAgain is the rare rest of below, apart so that below can be inlined.
//
//go:noinline
func belowAgain(src rand.Source, n, hi, lo uint64) uint64 {
	for t := -n % n; lo < t; {
		hi, lo = bits.Mul64(src.Uint64(), n)
	}
	return hi
}

// shuffle deals hands of the size given from the deck, by Fisher and Yates from
// the front: the i-th card dealt is drawn from those not dealt yet. Which numbers
// give which cards is part of the library's promise, since users store seeds:
// golden tests pin it.
func shuffle(deck Cards, players, size int, src rand.Source) (hands [MaxPlayers]Cards) {
	var order [256]Card // more than a deck holds, so that no index needs a check
	n := deck.list(&order)
	draws, dealt := uint64(0), 0
	for seat := range players {
		if n-dealt == size { // what is left needs no draw
			hands[seat&(MaxPlayers-1)] = deck
			break
		}
		var hand Cards
		for range size {
			if dealt&(drawsPerWord-1) == 0 {
				draws = draw(src, n-dealt)
			}
			j := (dealt + int(draws&255)) & 255
			draws >>= 8
			hand = hand.plusCard(order[j])
			order[j] = order[dealt&255]
			dealt++
		}
		hands[seat&(MaxPlayers-1)] = hand
		deck = deck.minus(hand)
	}
	return hands
}

// list writes the cards in the order of a hand, and says how many they are.
func (h Cards) list(cards *[256]Card) (n int) {
	for w := h.lo; w != 0; w &= w - 1 {
		cards[n&255] = Card(bits.TrailingZeros64(w) + 2)
		n++
	}
	for w := h.colored().hi; w != 0; w &= w - 1 {
		cards[n&255] = Card(bits.TrailingZeros64(w) + 66)
		n++
	}
	for range h.ones() {
		cards[n&255] = One
		n++
	}
	return n
}

// drawsPerWord is how many draws one random number serves: with decks of at most
// 135 cards the product of so many bounds fits into a word.
const drawsPerWord = 8

// draw returns a number below n, one below n-1 and so on, a byte each from the
// lowest up, all combinations with the same chance. It takes one Uint64 in all but
// rare cases. It is below for the product of the bounds: the upper word of each
// product is a number, the lower word serves the next (Brackett-Rozinsky and Lemire
// 2024). Bounds below 1 count as 1.
func draw(src rand.Source, n int) uint64 {
	for {
		draws, rest := uint64(0), src.Uint64()
		for i := range drawsPerWord {
			hi, lo := bits.Mul64(rest, bound(n, i))
			draws, rest = draws|hi<<(8*i&63), lo
		}
		if rest>>58 != 0 || !drawnUnfairly(n, rest) {
			return draws
		}
	}
}

func bound(n, i int) uint64 { return uint64(max(n-i, 1)) }

// drawnUnfairly reports whether the last lower word is one of those that some
// combinations have more of than others. The product of eight bounds up to 135 is
// below 2^58, and so is every such word.
func drawnUnfairly(n int, rest uint64) bool {
	product := uint64(1)
	for i := range drawsPerWord {
		product *= bound(n, i)
	}
	return rest < -product%product
}
