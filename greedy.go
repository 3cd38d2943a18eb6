package foppen

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// NewGreedyBot returns a bot that plays by the rules of thumb of a good player, looking
// at one trick at a time:
//
//   - It counts cards. From what is unseen, and from what others have shown to lack
//     (R3.4), it estimates for each card it may play how likely the card is to be
//     among the worst of the trick, and so to fool it.
//   - Where it is safe, above all once somebody has discarded, it gets rid of what
//     will be dangerous later: cards of which few lower ones are still out, and 1s.
//     It keeps its high cards, which win tricks without risk. The nearer the end of
//     the round, the less that counts and the more the points that a card costs.
//   - It plays from its long colors, so as to keep some of each: who cannot follow has to
//     discard.
//   - It likes to win the trick, above all one that it leads, and so to lead the next.
//   - In the last trick of a round, when it cannot go out itself, it does not mind
//     being fooled and throws the card that costs most.
//   - It bets (R7.1) with a hand of few dangerous cards.
//
// It needs no chance and keeps nothing from one choice to the next, so that one bot
// can play at many tables at once.
func NewGreedyBot() Bot { return greedyBot{} }

type greedyBot struct{}

// Choose returns the card that is worth most to play now, the first of equal ones.
func (greedyBot) Choose(v View) Card {
	may := v.Legal()
	if may.Len() <= 1 {
		return may.Lowest()
	}
	r := reading{
		table: &v.public, hand: v.hand, unseen: v.Unseen(),
		penalty: v.Variant().OnePenalty, fewest: v.fewest(&v.sizes),
	}
	return r.choose(may)
}

// Bet reports whether the cards of the hand are safe enough on average: the more
// players there are, the more likely somebody else goes out first.
func (greedyBot) Bet(v View) bool {
	r := reading{table: &v.public, hand: v.hand, unseen: v.Unseen()}
	danger := chance(v.hand.ones()) * sure * 2 / 3
	for c := Green; c <= Blue; c++ {
		r.look(c)
		for card := range v.hand.Of(c).All() {
			danger += r.danger(card)
		}
	}
	safe := chance(50-3*v.Players()) * sure / 100
	return danger < safe*chance(v.hand.Len())
}

// GreedyPolicy is the Policy that plays as NewGreedyBot does: by rules of thumb, from
// the seat's own hand, what has been played and the sizes of the hands, without chance. It
// costs about twice as much as RandomPolicy, and playouts by it tell far more: against seats
// that play any card, no risk seems too great. If nobody is to play it returns NoCard.
func GreedyPolicy(p *Playout, _ rand.Source) Card {
	may := p.Legal()
	if bits.OnesCount64(may.lo)+bits.OnesCount64(may.hi) <= 1 {
		return may.Lowest()
	}
	hand := p.game.hands[p.game.turn&7]
	r := reading{
		table: &p.game.public, hand: hand, unseen: p.left.minus(hand),
		penalty: p.variant.OnePenalty, fewest: int(p.fewest),
	}
	return r.choose(may)
}

// What matters to the rules of thumb, in hundredths of a point. The numbers were found
// by playing against other numbers, at tables of 4 and 8.
const (
	fooledCost   = 750 // Being fooled keeps a card in hand and loses ground in the race.
	fooledEarly  = -60 // The same for each card that the smallest hand will have: there is time to make up for it.
	dangerWorth  = 120 // To be rid of a card that is sure to be dangerous, at the beginning of a round or while ahead.
	shedWorth    = 2   // For each point that a card would cost at the end. High cards are of use until then.
	discardWorth = 4   // The same for a discard.
	winWorth     = 30  // To win the trick.
	leadWinWorth = 240 // To win it as its leader.
	longWorth    = 50  // For each card of the same color in hand.
	longEarly    = 72  // The same, at the beginning of a round on top of it.

	oneDanger = sure * 12 / 5 // A 1 is nearly always the lowest of its trick, but safe as soon as somebody discards.
)

// A chance is a probability in units of 1/sure. Whole numbers give the same choices
// on every platform.
type chance int

const (
	sureBits        = 12
	sure     chance = 1 << sureBits
)

func (p chance) and(q chance) chance { return p * q >> sureBits }
func (p chance) not() chance         { return sure - p }

// part returns the n-th part. Short numbers are divided faster.
func (p chance) part(n int) chance { return chance(uint32(p) / uint32(n)) }

// power returns the chance that all of n independent things happen.
func (p chance) power(n int) chance {
	all := sure
	for range n {
		all = all.and(p)
	}
	return all
}

// A card's place in a trick is its value, with followPlace more if it follows: see
// ranking.
const (
	followPlace = followBit >> valueShift
	maxPlace    = 2 * followPlace
)

// A reading is what the rules of thumb go by: what a player sees, and what follows from
// it for one color at a time. It is meant to be read by the hundred million: see GreedyPolicy.
type reading struct {
	table   *public
	hand    Cards
	unseen  Cards
	penalty int // what a 1 left in hand costs
	fewest  int // how many cards the smallest hand will have after this trick

	ones   int    // how many of the unseen cards are 1s
	share  chance // how likely a seat is to have one certain unseen card, a sixteenth of it
	low    int    // the place of the lowest card in the trick, above all places if there is none
	high   int    // that of the highest
	later  Seats  // who plays after this seat in the trick
	others int    // how many seats that are
	rid    chance // what it is worth to be rid of a sure danger
	fooled chance // what being fooled costs
	long   int    // what a card more of the same color is worth

	color  Color
	of     Cards  // the unseen cards of the color
	n      int    // how many there are
	each   chance // how much of them a card is, counting halves of cards and 1s
	void   chance // how likely a later seat is to have none
	length int    // how many the hand has

	ledVoid     chance // void of the led color
	discards    Cards  // the unseen cards that would be discards
	eachDiscard chance // how much of them a card is
	best        Card
	most        int
}

// fewest returns how many cards the smallest hand will have after the trick.
func (t *public) fewest(sizes *[MaxPlayers]uint8) int {
	fewest := maxDeck
	for s := range Seat(t.players) {
		n := int(sizes[s&7])
		if t.todo.Has(s) {
			n--
		}
		fewest = min(fewest, n)
	}
	return max(fewest, 0)
}

// choose returns the best of several cards that may be played.
func (r *reading) choose(may Cards) Card {
	if r.fewest == 0 {
		return r.dearest(may) // Somebody else goes out in this trick.
	}
	r.weigh()
	r.best, r.most = NoCard, math.MinInt
	led := r.table.led
	if led != NoColor {
		r.look(led)
		r.ledVoid = r.void
	}
	if may.ones() > 0 {
		r.tryOne()
	}
	switch {
	case led == NoColor:
		r.tryColors(may, false)
	case may.and(ofColor[led&7]):
		for follow := may.Of(led); !follow.IsEmpty(); {
			c := follow.Lowest()
			r.tryFollow(c)
			follow = follow.minusCard(c)
		}
	default:
		r.discards = r.unseen.colored().minus(r.of)
		r.eachDiscard = sure.part(max(1, r.discards.Len()))
		r.tryColors(may, true)
	}
	return r.best
}

// weigh finds what depends on the trick and the hand alone.
func (r *reading) weigh() {
	t := r.table
	size, early := r.hand.Len(), max(1, int(t.handSize)-1)
	r.ones = r.unseen.ones()
	r.share = (chance(r.fewest) * sure >> 4).part(max(1, r.unseen.Len()))
	r.low, r.high = maxPlace, 0
	for _, key := range t.ranks[:min(t.n-t.start, MaxPlayers)] {
		place := int(key >> valueShift)
		r.low, r.high = min(r.low, place), max(r.high, place)
	}
	r.later = t.todo.Without(t.turn)
	r.others = r.later.Len()
	switch {
	case size-1 <= r.fewest: // ahead
		r.rid = dangerWorth
	case t.n == t.start: // What is led is to win.
		r.rid = 0
	default:
		r.rid = chance(dangerWorth * r.fewest / early)
	}
	r.fooled = chance(fooledCost + fooledEarly*r.fewest)
	r.long = longWorth + longEarly*r.fewest/early
}

// tryColors tries the highest card of each color and, as a discard, the lowest: what is
// between them is hardly ever better than both, and a low lead hardly ever better than a
// high one.
func (r *reading) tryColors(may Cards, discard bool) {
	for c := Green; c <= Blue; c++ {
		h := may.Of(c)
		if h.IsEmpty() {
			continue
		}
		r.look(c)
		high := h.Highest()
		if !discard {
			r.tryFollow(high)
			continue
		}
		r.tryDiscard(high)
		if low := h.Lowest(); low != high {
			r.tryDiscard(low)
		}
	}
}

// look turns to a color.
func (r *reading) look(c Color) {
	if r.color == c {
		return
	}
	r.color, r.of = c, r.unseen.Of(c)
	r.n, r.length = r.of.Len(), r.hand.Of(c).Len()
	r.each = (sure << 4).part(2*r.n + r.ones + 2)
	switch {
	case r.n == 0:
		r.void = sure
		return
	case r.others == 0:
		return
	}
	// As if every seat had its cards of the color by chance, so many on average:
	// (1-x/16)^16 is nearly e^-x.
	p := sure - min(sure, chance(r.n)*r.share)
	p = p.and(p)
	p = p.and(p)
	p = p.and(p)
	p = p.and(p)
	r.void = p
	if known := (r.table.lacking(c) & r.later).Len(); known > 0 {
		r.void = (chance(known)*sure + chance(r.others-known)*p).part(r.others)
	}
}

// offer takes the card if it is worth more than the best so far: points for what it costs
// in the end, and worth besides in units of 1/sure.
func (r *reading) offer(c Card, points int, worth chance) {
	if w := points + int(worth>>sureBits); w > r.most {
		r.best, r.most = c, w
	}
}

func (r *reading) tryOne() {
	worse := sure * 3 / 8 // A 1 on 1s: somebody may discard, or play one more 1.
	if r.table.led != NoColor {
		worse = r.ledVoid
	}
	r.offer(One, r.penalty*shedWorth, r.rid*oneDanger-r.fooled*r.risk(followPlace, worse))
}

func (r *reading) tryFollow(c Card) {
	value := int(c.codedValue())
	follow := (chance(2*lower(r.of, value)+r.ones) * r.each) >> 4
	worse := r.void + r.void.not().and(follow)*5/16 // Who can follow mostly takes care not to be the lowest.
	place := followPlace + value
	worth := r.rid*r.danger(c) - r.fooled*r.risk(place, worse) + chance(r.long*r.length)<<sureBits
	if t := r.table; t.n == t.start {
		worth += leadWinWorth * r.wins(c)
	} else if r.high < place {
		worth += winWorth * r.wins(c)
	}
	r.offer(c, value*shedWorth, worth)
}

func (r *reading) tryDiscard(c Card) {
	value := int(c.codedValue())
	worse := r.ledVoid.and(chance(lower(r.discards, value+1)) * r.eachDiscard)
	worth := r.rid*r.danger(c) - r.fooled*r.risk(value, worse) + chance(r.long*r.length)<<sureBits
	r.offer(c, value*discardWorth, worth)
}

// danger returns how likely a card of the color is to be the lowest of it in a trick: the
// share of the unseen cards of that color that are higher.
func (r *reading) danger(c Card) chance {
	return (chance(2*lower(r.of, int(c.codedValue()))+1) * r.each >> 4).not()
}

// wins returns how likely no later seat plays a higher card of the color.
func (r *reading) wins(c Card) chance {
	return r.void.not().and(r.danger(c)).not().power(r.others)
}

// risk returns how likely a card is to be among the worst of the trick (R3.8, R3.10) at
// its place, if each later seat plays a worse one with that chance.
func (r *reading) risk(place int, worse chance) chance {
	safe := int(r.table.discs) // with so many worse cards
	if r.low < place {
		safe -= r.lower(place)
	}
	switch {
	case safe <= 0:
		return 0
	case r.others == 0:
		return sure
	}
	none := worse.not().power(r.others - 1) // of all but one
	if safe == 1 {
		return none.and(worse.not())
	}
	// None or one are worse; more than two discs are rare.
	return min(sure, none.and(worse.not()+chance(r.others)*worse))
}

// lower returns how many cards of the trick have a lower place, or some if there is one
// disc: then one is enough.
func (r *reading) lower(place int) int {
	t := r.table
	if t.discs == 1 {
		return 1
	}
	n := 0
	for _, key := range t.ranks[:min(t.n-t.start, MaxPlayers)] {
		if int(key>>valueShift) < place {
			n++
		}
	}
	return n
}

// dearest returns the card that costs most if it is left in hand.
func (r *reading) dearest(cards Cards) Card {
	best, most := NoCard, 0
	if cards.ones() > 0 {
		best, most = One, r.penalty
	}
	for c := Green; c <= Blue; c++ {
		if high := cards.Of(c).Highest(); high != NoCard && int(high.codedValue()) > most {
			best, most = high, int(high.codedValue())
		}
	}
	if best == NoCard {
		return cards.Lowest()
	}
	return best
}

// lower returns how many of the colored cards have a lower value.
func lower(h Cards, value int) int {
	low := uint64(1)<<max(0, value-MinValue) - 1
	low |= low << colorBits
	return bits.OnesCount64(h.lo&low) + bits.OnesCount64(h.colored().hi&low)
}
