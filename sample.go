package foppen

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"math/rand/v2"
)

// Sample returns a game that the view could be of: the position that it shows, with
// hidden hands drawn with equal chance from all ways to deal the unseen cards that
// agree with it. A way agrees if every hand has its size and no card of a color that
// its seat has shown to lack (R3.4); in it each card of the deck is a card of its
// own, the 1s too. Cards that were not dealt (R1.6) are drawn along.
//
// The game's View from the same seat is v again. It comes from v and the source's
// numbers alone and so tells no more than v: the same view and the same numbers give
// the same game on every platform, whatever the true hands are. A nil source is a
// fresh one that nobody can foresee.
//
// Bets of others that are not revealed yet (R7.2) are taken as not placed. Before a
// deal no hands are hidden, so that Sample gives the game itself. A view between the
// events of one move (see View.Update) is of no game: it gives the zero Game, as does
// the zero View, and as would a view that leaves no way to deal.
//
// The time grows with the number of unseen cards. Where seats lack different colors,
// Sample also counts the ways to share these colors out by numbers. It never draws a
// deal on trial, so that its time is bounded: some microseconds in play, and a tenth of
// a second for the worst there is, eight large hands from the largest deck that each
// lack something else of four colors. As long as this concerns at most three colors and
// not very many cards, it does not allocate.
func (v View) Sample(src rand.Source) Game {
	if v.phase != BetPhase && v.phase != PlayPhase {
		return Game{public: v.public, hands: v.open, bets: v.shown}
	}
	var d redeal
	if v.turn == NoSeat || !d.deal(&v, freshSource(src)) {
		return Game{}
	}
	g := Game{public: v.public, hands: [MaxPlayers]Cards(d.places[:MaxPlayers]), bets: v.shown}
	if v.seat.IsValid() {
		g.hands[v.seat] = v.hand
	}
	if v.phase == BetPhase && v.bet == BetYes {
		g.bets = 1 << v.seat
	}
	g.choose()
	return g
}

// A redeal deals the unseen cards of a View to nine places: the hands that are not
// seen, by seat, and aside. Sets of places have a bit for each.
//
// Each group of cards takes its places from the front of the order, by the shuffle of
// Fisher and Yates. So the order must be such that the places in which the group can
// lie come first: see lineUp and share.
type redeal struct {
	room   [aside + 1]uint8 // how many cards go to a place
	open   uint16           // the places that have room
	places [aside + 1]Cards // what has gone to a place

	// A byte is always an index of these: there are fewer than 256 cards.
	order [256]uint8 // places; the first are those of the cards dealt, in their order
	draws [256]uint8 // how far on in the order a card draws its place
	at    int        // how many cards are dealt
}

// aside is the place of the cards that were not dealt (R1.6).
const aside = MaxPlayers

// deal deals all unseen cards. It reports false if that cannot be done.
func (d *redeal) deal(v *View, src rand.Source) bool {
	cards, ok := d.begin(v)
	switch {
	case !ok:
		return false
	case v.voids == 0:
		end := d.fill(0, d.open)
		d.give(cards, end, end, src)
		return true
	}
	var buf [4]group
	groups, rest := d.groups(v, cards, &buf)
	var end int
	if nested(groups) {
		end, ok = d.lineUp(groups)
	} else {
		end, ok = d.share(groups, src)
	}
	if !ok {
		return false
	}
	for i := range groups {
		d.give(groups[i].cards, groups[i].n, groups[i].end, src)
	}
	d.give(rest, end-d.at, end, src)
	return true
}

// begin finds the unseen cards and where they go. It reports false if there are not
// enough.
func (d *redeal) begin(v *View) (cards Cards, ok bool) {
	cards = v.unseen()
	left := cards.Len()
	for i, n := range v.sizes[:v.players&15] {
		if n > 0 && Seat(i) != v.seat {
			d.room[i] = n
			d.open |= 1 << i
			left -= int(n)
		}
	}
	if left > 0 {
		d.room[aside] = uint8(left)
		d.open |= 1 << aside
	}
	return cards, left >= 0
}

// unseen is Unseen while no hand lies open.
func (v *View) unseen() Cards {
	// Card.bit without its two wide shifts: all bits are added up as if they were of
	// one word, and then those that are not of lo are taken out.
	var lo, hi uint64
	for _, c := range v.log[:v.n] {
		i := c - 2
		bit := uint64(1) << (i & 63)
		lo += bit
		hi += bit * uint64(i>>6)
	}
	return v.deck.minus(Cards{lo - hi, hi}).minus(v.hand)
}

// fill puts the room of some places into the order from i on, and returns where it
// ends.
func (d *redeal) fill(i int, places uint16) int {
	for ; places != 0; places &= places - 1 {
		p := bits.TrailingZeros16(places)
		n := int(d.room[p])
		// Eight at a time. What gets behind the end is written over or never used.
		for j := i; j < i+n; j += 8 {
			binary.LittleEndian.PutUint64(d.order[j&0xFF:][:8], uint64(p)*0x01_01_01_01_01_01_01_01)
		}
		i += n
	}
	return i
}

// give deals n cards to places drawn from the free ones before end.
func (d *redeal) give(cards Cards, n, end int, src rand.Source) {
	d.draw(d.at, d.at+n, end, src)
	i := uint8(d.at)
	for w := cards.lo; w != 0; i++ {
		rest := w & (w - 1)
		d.places[d.take(i)].lo += w - rest
		w = rest
	}
	for w := cards.colored().hi; w != 0; i++ {
		rest := w & (w - 1)
		d.places[d.take(i)].hi += w - rest
		w = rest
	}
	for range cards.ones() {
		d.places[d.take(i)].hi += oneUnit
		i++
	}
	d.at += n
}

// take returns the place of the i-th card.
func (d *redeal) take(i uint8) uint8 {
	j := i + d.draws[i]
	place := d.order[j]
	d.order[j] = d.order[i]
	return place
}

// draw draws the draws from first up to last: each is below the number of places from
// its own up to end. One number of the source is enough for several draws: each takes
// the upper word of a product and leaves the lower to the next. That is below for the
// product of all ranges, without dividing its result up (Brackett-Rozinsky and Lemire
// 2024).
func (d *redeal) draw(first, last, end int, src rand.Source) {
	for i := first; i < last; {
		x, product := src.Uint64(), uint64(1)
		from := i
		for ; i < last && product < 1<<48; i++ {
			n := uint64(end - i)
			var draw uint64
			draw, x = bits.Mul64(x, n)
			d.draws[uint8(i)] = uint8(draw)
			product *= n
		}
		if x < product && x < -product%product {
			i = from // as in below: this number would make some draws more likely
		}
	}
}

// A group is the unseen cards of a color that some hidden hands cannot hold.
type group struct {
	cards  Cards
	n      int
	barred uint16 // the places where they cannot lie
	key    int    // what groups are sorted by, upward
	end    int    // where the places for them end in the order
}

// groups returns the groups, and all other cards.
func (d *redeal) groups(v *View, cards Cards, buf *[4]group) (groups []group, rest Cards) {
	n := 0
	for c := Green; c <= Blue; c++ {
		barred := uint16(v.lacking(c)) & d.open
		if of := cards.Of(c); barred != 0 && !of.IsEmpty() {
			buf[n] = group{cards: of, n: of.Len(), barred: barred}
			cards = cards.minus(of)
			n++
		}
	}
	return buf[:n], cards
}

// lacking returns the seats that have shown to lack the color.
func (t *public) lacking(c Color) Seats {
	x := t.voids >> (c - 1) & 0x11111111 // every fourth bit
	x = (x | x>>3) & 0x03030303
	x = (x | x>>6) & 0x000F000F
	return Seats(x | x>>12)
}

// nested sorts the groups, those with the fewest places first, and reports whether
// each can lie wherever those before it can. Then they can be dealt one after the
// other: however the first lie, the others have equally many ways.
func nested(groups []group) bool {
	for i := range groups {
		groups[i].key = -bits.OnesCount16(groups[i].barred)
	}
	sortGroups(groups)
	for i := 1; i < len(groups); i++ {
		if groups[i].barred&^groups[i-1].barred != 0 {
			return false
		}
	}
	return true
}

// sortGroups sorts by key. Equal groups keep their order.
func sortGroups(groups []group) {
	for i := 1; i < len(groups); i++ {
		for j := i; j > 0 && groups[j].key < groups[j-1].key; j-- {
			groups[j], groups[j-1] = groups[j-1], groups[j]
		}
	}
}

// sortByCards sorts the groups, those with the fewest cards first: so the census has
// the least to go through.
func sortByCards(groups []group) {
	for i := range groups {
		groups[i].key = groups[i].n
	}
	sortGroups(groups)
}

// lineUp orders the places for nested groups, and returns where the order ends. It
// reports false if some groups have more cards than places.
func (d *redeal) lineUp(groups []group) (end int, ok bool) {
	todo, cards := d.open, 0
	for i := range groups {
		g := &groups[i]
		end = d.fill(end, todo&^g.barred)
		todo &= g.barred
		g.end = end
		if cards += g.n; cards > end {
			return end, false
		}
	}
	return d.fill(end, todo), true
}

// share orders the places for groups that are not nested: each group gets places of
// its own, by numbers that are drawn with the chance that they have among all ways. It
// returns where the order ends, and reports false if there is no way.
func (d *redeal) share(groups []group, src rand.Source) (end int, ok bool) {
	sortByCards(groups)
	for i := range groups {
		groups[i].end = end // until scatter moves it on
		end += groups[i].n
	}
	var c census
	switch n := c.begin(d, groups); { // off the heap as long as there are not very many
	case n <= 256:
		var few [256]u128
		c.binomials = few[:n]
	case n <= 1024:
		var many [1024]u128
		c.binomials = many[:n]
	default:
		c.binomials = make([]u128, n)
	}
	var one [6]natural
	if c.ways = one[:]; c.n[0] > 0 {
		c.ways = make([]natural, 6*(c.n[0]+1))
	}
	if !c.draw(src) {
		return 0, false
	}
	var none group
	g := [4]*group{&none, &none, &none, &none}
	for i := range groups {
		g[4-len(groups)+i] = &groups[i]
	}
	for k := range c.places {
		of := &c.places[k]
		d.scatter(g[0], of[both], c.shared[k], src)
		d.scatter(g[0], of[firstOnly], c.first[k]-c.shared[k], src)
		d.scatter(g[1], of[both]|of[secondOnly], c.taken[k]-c.first[k], src)
	}
	of := func(k int) uint16 { return c.places[k][0] | c.places[k][1] | c.places[k][2] | c.places[k][3] }
	d.scatter(g[2], of(both), c.last, src)
	d.scatter(g[2], of(firstOnly), c.n[2]-c.last, src)
	d.scatter(g[3], of(both)|of(secondOnly), c.n[3], src)
	return d.fill(end, d.open), true
}

// scatter draws n of the room that is left in some places for a group.
func (d *redeal) scatter(g *group, places uint16, n int, src rand.Source) {
	if n == 0 {
		return
	}
	left := 0
	for set := places; set != 0; set &= set - 1 {
		left += int(d.room[bits.TrailingZeros16(set)])
	}
	d.draw(0, n, left, src)
	for _, x := range d.draws[:n] {
		set := places
		p := bits.TrailingZeros16(set)
		for x >= d.room[p] {
			x -= d.room[p]
			set &= set - 1
			p = bits.TrailingZeros16(set)
		}
		d.room[p]--
		d.order[uint8(g.end)] = uint8(p)
		g.end++
	}
}

// A census counts in how many ways up to four groups can take places, and draws how
// many of which places they take. It counts exactly, and never goes through single
// ways.
//
// Two groups are a pair. For a pair there are four kinds of places: those where both
// groups can lie, only the first, only the second, or neither. How many cards of the
// first group lie where the second could lie too is all that matters for the second,
// so that the ways of a pair are a short sum of products of binomials.
//
// Of two pairs, groups 0 and 1 come first. How many places they take of each kind for
// groups 2 and 3 is all that matters for these, so that the ways of both pairs are a sum
// over four such numbers, of which three are free. With fewer than four groups, the
// first ones have no cards.
type census struct {
	n      [4]int       // the cards of the groups
	room   kinds        // room for groups 2 and 3, less what groups 0 and 1 take
	within [4]kinds     // by kind for groups 2 and 3, the room for groups 0 and 1
	places [4][4]uint16 // the places that it is in

	taken  [4]int // by kind for groups 2 and 3, what groups 0 and 1 take of it
	first  [4]int // of that, what group 0 takes
	shared [4]int // of that, what it takes where group 1 could lie too
	last   int    // what group 2 takes where group 3 could lie too

	// ways holds n[0]+1 numbers for each kind for groups 2 and 3, the i-th for i cards
	// of group 0: in how many ways groups 0 and 1 take what they take of this kind and
	// those above it. Then come the numbers for no kind, and those for one kind alone.
	ways []natural

	sum, stop natural // visit adds up to sum, and with stopping set until it is above stop
	stopping  bool

	binomials []u128 // binomials[n*stride+k] is n over k
	stride    int
	narrow    bool // no pair has 2^128 ways or more
}

// Kinds is how many cards go to the four kinds of places that there are for a pair.
type kinds [4]int

const (
	secondOnly = 1
	firstOnly  = 2
	both       = firstOnly | secondOnly
)

// begin sets the census up, and returns how many binomials it needs.
func (c *census) begin(d *redeal, groups []group) (binomials int) {
	missing := len(c.n) - len(groups)
	for i := range groups {
		c.n[missing+i] = groups[i].n
	}
	room := 0
	for p, n := range d.room {
		can := both<<2 | both // for groups 0 and 1, and for groups 2 and 3
		for i := range groups {
			if groups[i].barred>>p&1 != 0 {
				can &^= 8 >> (missing + i)
			}
		}
		k := can & both
		c.room[k] += int(n)
		c.within[k][can>>2] += int(n)
		c.places[k][can>>2] |= 1 << p
		room += int(n)
	}
	c.stride = c.n[3] + 1
	return (room + 1) * c.stride
}

// draw draws what the groups take. It reports false if there is no way.
func (c *census) draw(src rand.Source) bool {
	c.pascal()
	if c.n[1] > 0 {
		if c.count(); c.sum.isZero() {
			return false
		}
		c.stop, c.stopping = c.sum.below(src), true
		c.count()
		c.divide(src)
	} else if lo, hi := pairRange(&c.room, c.n[2], c.n[3]); lo > hi {
		return false
	}
	for k := range c.within {
		c.shared[k] = c.drawPair(&c.within[k], c.first[k], c.taken[k]-c.first[k], src)
	}
	c.last = c.drawPair(&c.room, c.n[2], c.n[3], src)
	return true
}

// count adds up the ways of all groups, or enough of them to be above stop.
func (c *census) count() {
	c.sum, c.ways[(both+1)*(c.n[0]+1)] = natural{}, natural{lo: 1}
	c.visit(both, c.n[0]+c.n[1])
}

// visit goes through all that groups 0 and 1 can take of the kinds from k down if they
// take n in all. It adds up the ways of all groups, and returns true as soon as they
// are above stop: then taken, room and ways are those of a draw.
func (c *census) visit(k, n int) bool {
	if k < 0 {
		c.sum = c.sum.plus(c.ways[c.n[0]].times(c.pair(&c.room, c.n[2], c.n[3])))
		return c.stopping && c.stop.less(c.sum)
	}
	below := 0
	for _, room := range c.room[:k] {
		below += room
	}
	for taken := max(0, n-below); taken <= min(n, c.room[k]); taken++ {
		c.taken[k] = taken
		if !c.extend(k) {
			continue
		}
		c.room[k] -= taken
		if c.visit(k-1, n-taken) {
			return true
		}
		c.room[k] += taken
	}
	return false
}

// extend finds the ways of kind k and those above it from those above it alone. It
// reports false if there are none.
func (c *census) extend(k int) (any bool) {
	n := c.n[0] + 1
	here, above, alone := c.ways[k*n:][:n], c.ways[(k+1)*n:][:n], c.ways[5*n:][:n]
	for i := range alone {
		alone[i] = c.alone(k, i)
	}
	for a := range here {
		here[a] = natural{}
		if k == 0 && a < c.n[0] {
			continue // no kind is left for the rest of group 0
		}
		for i, w := range alone[:a+1] {
			if !w.isZero() {
				here[a] = here[a].plus(w.times(above[a-i]))
			}
		}
		any = any || !here[a].isZero()
	}
	return any
}

// alone returns the ways of groups 0 and 1 to take what they take of kind k, i of it
// cards of group 0.
func (c *census) alone(k, i int) natural {
	if m := c.taken[k] - i; m >= 0 && m <= c.n[1] {
		return c.pair(&c.within[k], i, m)
	}
	return natural{}
}

// divide draws which part of taken is of group 0. It undoes what extend has done, kind
// by kind.
func (c *census) divide(src rand.Source) {
	n, a := c.n[0]+1, c.n[0]
	for k := range c.taken {
		i := 0
		if a > 0 {
			x := c.ways[k*n+a].below(src)
			for ; ; i++ {
				w := c.alone(k, i).times(c.ways[(k+1)*n+a-i])
				if x.less(w) {
					break
				}
				x = x.minus(w)
			}
		}
		c.first[k] = i
		a -= i
	}
}

// pair returns in how many ways a pair with n and m cards can take places.
func (c *census) pair(room *kinds, n, m int) (sum natural) {
	lo, hi := pairRange(room, n, m)
	if c.narrow {
		var sum u128
		for i := lo; i <= hi; i++ {
			sum = sum.plus(c.over(room[both], i).times(c.over(room[firstOnly], n-i)).times(c.over(room[both]+room[secondOnly]-i, m)))
		}
		return sum.natural()
	}
	for i := lo; i <= hi; i++ {
		sum = sum.plus(c.pairShare(room, n, m, i))
	}
	return sum
}

// drawPair draws how many of the n cards of the first group lie where the second could
// lie too.
func (c *census) drawPair(room *kinds, n, m int, src rand.Source) int {
	i, hi := pairRange(room, n, m)
	if i >= hi {
		return i
	}
	x := c.pair(room, n, m).below(src)
	for ; ; i++ {
		w := c.pairShare(room, n, m, i)
		if x.less(w) {
			return i
		}
		x = x.minus(w)
	}
}

// pairRange returns how few and how many of the n cards of the first group can lie where
// the second could lie too; no number is between them if there is no way.
func pairRange(room *kinds, n, m int) (lo, hi int) {
	if m > room[both]+room[secondOnly] {
		return 1, 0
	}
	return max(0, n-room[firstOnly]), min(n, room[both], room[both]+room[secondOnly]-m)
}

// pairShare returns the ways of a pair in which i cards do.
func (c *census) pairShare(room *kinds, n, m, i int) natural {
	w := c.over(room[both], i).natural().times(c.over(room[firstOnly], n-i).natural())
	return w.times(c.over(room[both]+room[secondOnly]-i, m).natural())
}

// over returns n over k.
func (c *census) over(n, k int) u128 { return c.binomials[n*c.stride+k] }

// pascal fills in the binomials by Pascal's triangle. The largest are below 2^100, as
// a group has at most 30 cards, and 135 are all.
func (c *census) pascal() {
	rows := len(c.binomials) / c.stride
	c.binomials[0] = u128{lo: 1}
	for n := 1; n < rows; n++ {
		above, here := c.binomials[(n-1)*c.stride:][:c.stride], c.binomials[n*c.stride:][:c.stride]
		here[0] = u128{lo: 1}
		for k := 1; k < len(here) && k < len(above); k++ {
			here[k] = above[k-1].plus(above[k])
		}
	}
	most := func(n int) natural { return c.over(rows-1, min(n, (rows-1)/2)).natural() }
	c.narrow = most(c.n[0]).times(most(c.n[1])).big == nil && most(c.n[2]).times(most(c.n[3])).big == nil
}

// A u128 is a whole number below 2^128. Sums and products are right if they are, too.
type u128 struct{ lo, hi uint64 }

func (x u128) plus(y u128) u128 {
	lo, carry := bits.Add64(x.lo, y.lo, 0)
	return u128{lo, x.hi + y.hi + carry}
}

func (x u128) times(y u128) u128 {
	hi, lo := bits.Mul64(x.lo, y.lo)
	return u128{lo, hi + x.hi*y.lo + x.lo*y.hi}
}

func (x u128) natural() natural { return natural{lo: x.lo, hi: x.hi} }

// A natural is a whole number from 0 up, of any size. Below 2^128 it takes no memory of
// its own, and above is needed only for the largest custom decks.
type natural struct {
	lo, hi uint64
	big    *big.Int // the number if it is 2^128 or more, else nil
}

func (x natural) isZero() bool { return x.lo|x.hi == 0 && x.big == nil }

func (x natural) plus(y natural) natural {
	lo, carry := bits.Add64(x.lo, y.lo, 0)
	hi, carry := bits.Add64(x.hi, y.hi, carry)
	if carry != 0 || x.big != nil || y.big != nil {
		return naturalOf(new(big.Int).Add(x.int(), y.int()))
	}
	return natural{lo: lo, hi: hi}
}

// minus returns x less y, which is not more than x.
func (x natural) minus(y natural) natural {
	if x.big != nil {
		return naturalOf(new(big.Int).Sub(x.int(), y.int()))
	}
	lo, borrow := bits.Sub64(x.lo, y.lo, 0)
	return natural{lo: lo, hi: x.hi - y.hi - borrow}
}

func (x natural) times(y natural) natural {
	if x.hi != 0 {
		x, y = y, x
	}
	if x.hi == 0 && x.big == nil && y.big == nil {
		hi, lo := bits.Mul64(x.lo, y.lo)
		over, mid := bits.Mul64(x.lo, y.hi)
		hi, carry := bits.Add64(hi, mid, 0)
		if over|carry == 0 {
			return natural{lo: lo, hi: hi}
		}
	}
	return naturalOf(new(big.Int).Mul(x.int(), y.int()))
}

func (x natural) less(y natural) bool {
	switch {
	case x.big != nil || y.big != nil:
		return x.int().Cmp(y.int()) < 0
	case x.hi != y.hi:
		return x.hi < y.hi
	}
	return x.lo < y.lo
}

// below returns a number less than x, each as likely as the others.
func (x natural) below(src rand.Source) natural {
	if x.hi == 0 && x.big == nil {
		return natural{lo: below(src, x.lo)}
	}
	// As many bits as x has, the lowest word first, until they are below x: at least
	// every second time they are.
	if x.big != nil {
		return x.bigBelow(src)
	}
	for {
		y := natural{lo: src.Uint64(), hi: src.Uint64() >> bits.LeadingZeros64(x.hi)}
		if y.less(x) {
			return y
		}
	}
}

func (x natural) bigBelow(src rand.Source) natural {
	n := x.big.BitLen()
	for {
		y, word := new(big.Int), new(big.Int)
		for i := 0; i < n; i += 64 {
			word.SetUint64(src.Uint64() >> max(0, 64-(n-i)))
			y.Or(y, word.Lsh(word, uint(i)))
		}
		if y.Cmp(x.big) < 0 {
			return naturalOf(y)
		}
	}
}

func (x natural) int() *big.Int {
	if x.big != nil {
		return x.big
	}
	n := new(big.Int).SetUint64(x.hi)
	return n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(x.lo))
}

func naturalOf(n *big.Int) natural {
	if n.BitLen() > 128 {
		return natural{big: n}
	}
	var b [16]byte
	n.FillBytes(b[:])
	return natural{lo: binary.BigEndian.Uint64(b[8:]), hi: binary.BigEndian.Uint64(b[:8])}
}
