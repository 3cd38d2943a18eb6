package foppen

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// Sample doc
func (v View) Sample(src rand.Source) (g Game) {
	if v.phase != BetPhase && v.phase != PlayPhase {
		g.table, g.hands, g.bets = v.table, v.open, v.shown
		return g
	}
	d := redeal{unseen: v.unseen(), room: v.hiddenRoom()}
	if v.turn == NoSeat || !d.deal(&v, freshSource(src)) {
		return Game{}
	}
	g.table, g.bets = v.table, v.shown
	g.hands = [MaxPlayers]Cards(d.places[:MaxPlayers])
	if v.seat.IsValid() {
		g.hands[v.seat] = v.hand
	}
	if v.phase == BetPhase && v.bet == BetYes {
		g.bets = 1 << v.seat
	}
	return g
}

// unseen is Unseen while hands are hidden.
func (v *View) unseen() Cards {
	lo, hi := v.hand.lo, v.hand.hi
	for _, c := range v.log[:v.n] {
		i := c - 2
		bit := uint64(1) << (i & 63)
		lo += bit
		hi += bit * uint64(i>>6)
	}
	lo -= hi - v.hand.hi
	return v.setup().Deck().minus(Cards{lo, hi})
}

// A room says how many cards can go to each of nine places: the hands that are not
// seen, and the cards set aside. A hand is a lane of 16 bits; the cards set aside are
// what the lanes leave of total.
type room struct {
	low, high uint64 // the lanes of seats 0 to 3 and of seats 4 to 7
	total     int
}

const (
	aside    = MaxPlayers
	laneBits = 16
	laneOnes = 0x0001_0001_0001_0001
	laneTops = 0x8000_8000_8000_8000
)

func (v *View) hiddenRoom() room {
	sizes := binary.LittleEndian.Uint64(v.sizes[:])
	if v.seat.IsValid() {
		sizes &^= 0xFF << (8 * v.seat)
	}
	return room{low: lanes(sizes & 0xFFFFFFFF), high: lanes(sizes >> 32)}
}

// lanes spreads four bytes out to lanes.
func lanes(bytes uint64) uint64 {
	x := (bytes | bytes<<16) & 0x0000FFFF_0000FFFF
	return (x | x<<8) & 0x00FF00FF_00FF00FF
}

// hands returns how many cards the hands take.
func (r room) hands() int { return int((r.low + r.high) * laneOnes >> 48) }

// only returns the room in some of the places.
func (r room) only(places uint16) (s room) {
	for p := range aside + 1 {
		if places>>p&1 != 0 {
			s = s.with(p, r.at(p))
		}
	}
	return s
}

func (r room) minus(s room) room { return room{r.low - s.low, r.high - s.high, r.total - s.total} }
func (r room) plus(s room) room  { return room{r.low + s.low, r.high + s.high, r.total + s.total} }

// at returns the room in one place.
func (r room) at(place int) int {
	switch {
	case place < 4:
		return int(r.low >> (laneBits * place) & 0xFFFF)
	case place < aside:
		return int(r.high >> (laneBits * (place - 4)) & 0xFFFF)
	}
	return r.total - r.hands()
}

// with returns the room with n more cards in a place.
func (r room) with(place, n int) room {
	switch {
	case place < 4:
		r.low += uint64(n) << (laneBits * place)
	case place < aside:
		r.high += uint64(n) << (laneBits * (place - 4))
	}
	r.total += n
	return r
}

// ends tells where the hands end if they are laid one after the other, with the top
// bit of every lane set so that lanes can be compared all at once.
type ends struct{ low, high uint64 }

func (r room) ends() ends {
	low := r.low * laneOnes
	return ends{low | laneTops, (r.high+low>>48)*laneOnes | laneTops}
}

// take returns the place in which x lies and the ends without it. It looks at all
// places at once: a loop over them would end where nobody can foresee.
func (e ends) take(x uint8) (place int, rest ends) {
	next := (uint64(x) + 1) * laneOnes
	low, high := (e.low-next)&laneTops, (e.high-next)&laneTops // hands that end after x
	return aside - bits.OnesCount64(low|high>>1), ends{e.low - low>>15, e.high - high>>15}
}

// room is the opposite of room.ends.
func (e ends) room(total int) room {
	low, high := e.low&^laneTops, e.high&^laneTops
	return room{low - low<<16, high - high<<16 - low>>48, total}
}

// A redeal deals the unseen cards of a View.
type redeal struct {
	unseen Cards
	room   room
	places [16]Cards // the deal
	draws  [256]uint8
}

// A group is the unseen cards of a color that some hidden hands cannot hold.
type group struct {
	cards  Cards
	n      int
	barred Seats // the hidden hands that cannot hold them
	key    int   // what groups are sorted by, upward
	room   room
}

func (d *redeal) deal(v *View, src rand.Source) bool {
	d.room.total = d.unseen.Len()
	if d.room.hands() > d.room.total {
		return false
	}
	rest := d.unseen
	if v.voids != 0 {
		var ok bool
		if rest, ok = d.dealGroups(v, src); !ok {
			return false
		}
	}
	d.give(rest, d.room, src)
	return true
}

func (d *redeal) dealGroups(v *View, src rand.Source) (rest Cards, ok bool) {
	var buf [4]group
	groups := d.group(v, &buf)
	rest = d.unseen
	if nested(groups) {
		for i := range groups {
			g := &groups[i]
			free := d.room.only(^uint16(g.barred))
			if free.total < g.n {
				return rest, false
			}
			d.room = d.room.minus(free).plus(d.give(g.cards, free, src))
			rest = rest.minus(g.cards)
		}
	} else {
		if !d.share(groups, src) {
			return rest, false
		}
		for i := range groups {
			g := &groups[i]
			d.give(g.cards, g.room, src)
			rest = rest.minus(g.cards)
		}
	}
	return rest, true
}

func (d *redeal) group(v *View, buf *[4]group) []group {
	hidden := Seats(0)
	for s := range Seat(MaxPlayers) {
		if d.room.at(int(s)) > 0 {
			hidden |= 1 << s
		}
	}
	n := 0
	for c := Green; c <= Blue; c++ {
		cards, barred := d.unseen.Of(c), v.lacking(c)&hidden
		if barred != 0 && !cards.IsEmpty() {
			buf[n] = group{cards: cards, n: cards.Len(), barred: barred}
			n++
		}
	}
	return buf[:n]
}

// lacking returns the seats that have shown to lack the color.
func (t *table) lacking(c Color) Seats {
	x := t.voids >> (c - 1) & 0x11111111 // every fourth bit
	x = (x | x>>3) & 0x03030303
	x = (x | x>>6) & 0x000F000F
	return Seats(x | x>>12)
}

// give deals cards to places with room, and returns the room that is left.
func (d *redeal) give(cards Cards, r room, src rand.Source) room {
	n := cards.Len()
	d.draw(n, r.total, src)
	ends := r.ends()
	var place int
	i := uint8(0)
	for w := cards.lo; w != 0; w &= w - 1 {
		place, ends = ends.take(d.draws[i])
		d.places[place&15].lo |= w & -w
		i++
	}
	for w := cards.colored().hi; w != 0; w &= w - 1 {
		place, ends = ends.take(d.draws[i])
		d.places[place&15].hi |= w & -w
		i++
	}
	for range cards.ones() {
		place, ends = ends.take(d.draws[i])
		d.places[place&15].hi += oneUnit
		i++
	}
	return ends.room(r.total - n)
}

// draw draws n numbers, the first below size and each next below one less.
// One number of the source is enough for several:
// each takes the upper word of a product and leaves the lower to the next. What
// below does for one range, this does for the product
// (Brackett-Rozinsky and Lemire 2024).
func (d *redeal) draw(n, size int, src rand.Source) {
	for i := 0; i < n; {
		x, product := src.Uint64(), uint64(1)
		from := i
		for ; i < n && product < 1<<48; i++ {
			var draw uint64
			s := uint64(size - i)
			draw, x = bits.Mul64(x, s)
			d.draws[uint8(i)] = uint8(draw)
			product *= s
		}
		if x < product && x < -product%product {
			i = from
		}
	}
}

func nested(groups []group) bool {
	for i := range groups {
		groups[i].key = -groups[i].barred.Len()
	}
	sortGroups(groups)
	for i := 1; i < len(groups); i++ {
		if groups[i].barred&^groups[i-1].barred != 0 {
			return false
		}
	}
	return true
}

// sortGroups sorts by key; groups with equal keys keep their order.
func sortGroups(groups []group) {
	for i := 1; i < len(groups); i++ {
		for j := i; j > 0 && groups[j].key < groups[j-1].key; j-- {
			groups[j], groups[j-1] = groups[j-1], groups[j]
		}
	}
}

// scatter moves n of the room in a set of places from d.room to the room of a group.
func (d *redeal) scatter(g *group, places uint16, n int, src rand.Source) {
	if n == 0 {
		return
	}
	free := d.room.only(places)
	d.draw(n, free.total, src)
	ends := free.ends()
	for _, x := range d.draws[:n] {
		_, ends = ends.take(x)
	}
	taken := free.minus(ends.room(free.total - n))
	d.room = d.room.minus(taken)
	g.room = g.room.plus(taken)
}

// share draws how many cards of each group go to each place.
func (d *redeal) share(groups []group, src rand.Source) bool {
	for i := range groups {
		groups[i].key = groups[i].n
	}
	sortGroups(groups)
	var c census
	// The common cases stay off the heap.
	var binomials [640]u128
	var ways [5]natural
	c.binomials, c.ways = binomials[:], ways[:]
	c.begin(d, groups)
	if !c.draw(src) {
		return false
	}
	var none group
	g := [4]*group{&none, &none, &none, &none}
	for i := range groups {
		g[4-len(groups)+i] = &groups[i]
	}
	for p := range 4 {
		at := &c.places[p]
		i := c.drawPair(&c.room[p], c.first[p], c.second[p], src)
		d.scatter(g[0], at[3], i, src)
		d.scatter(g[0], at[2], c.first[p]-i, src)
		d.scatter(g[1], at[3]|at[1], c.second[p], src)
	}
	all := func(p int) uint16 { return c.places[p][0] | c.places[p][1] | c.places[p][2] | c.places[p][3] }
	i := c.drawPair(&c.left, c.n[2], c.n[3], src)
	d.scatter(g[2], all(3), i, src)
	d.scatter(g[2], all(2), c.n[2]-i, src)
	d.scatter(g[3], all(3)|all(1), c.n[3], src)
	return true
}

// A census counts in how many ways up to four groups can choose their places. For
// one pair of groups that is a short sum, as the second group has equally many ways
// wherever those of the first lie that it could have taken. With four groups, the
// first pair is counted apart for each of the four kinds of places that there are for
// the second pair; what it leaves of each kind then tells the ways of the second.
//
// A kind is two bits: 2 if the pair's first group may lie there, 1 for its second.
type census struct {
	n         [4]int       // cards of the groups; the first ones may be missing
	places    [4][4]uint16 // places by kind for groups 2 and 3, then by kind for groups 0 and 1
	room      [4][4]int    // how many cards go there
	left      [4]int       // room by kind for groups 2 and 3, less what groups 0 and 1 take
	taken     [4]int       // what they take
	first     [4]int       // what group 0 takes of it
	second    [4]int       // what group 1 takes
	ways      []natural    // ways[p*(n[0]+1)+a]: ways of groups 0 and 1 in kinds p and up with a cards of group 0
	binomials []u128
	stride    int
	small     bool
	sum, stop natural
}

// begin sets up the census of one to four groups.
func (c *census) begin(d *redeal, groups []group) {
	first := len(c.n) - len(groups)
	most := 0
	for i := range groups {
		c.n[first+i] = groups[i].n
		most = max(most, groups[i].n)
	}
	for p := range aside + 1 {
		room := d.room.at(p)
		if room == 0 {
			continue
		}
		kind := 15
		for i := range groups {
			if p < aside && groups[i].barred>>p&1 != 0 {
				kind -= 8 >> (first + i)
			}
		}
		c.places[kind&3][kind>>2] |= 1 << p
		c.room[kind&3][kind>>2] += room
		c.left[kind&3] += room
	}
	if n := 5 * (c.n[0] + 1); n > len(c.ways) {
		c.ways = make([]natural, n)
	}
	c.ways[4*(c.n[0]+1)] = natural{n: 1, words: [5]uint64{1}}
	rows := max(c.left[3]+c.left[1], c.left[2], c.left[0])
	c.pascal(rows, most)
	bound := natural{n: 1, words: [5]uint64{1}}
	for i := range groups {
		k := min(groups[i].n, rows/2)
		b := c.choose(rows, k)
		bound = bound.times128(*b)
	}
	c.small = bound.n <= 2
}

// draw finds out how many places groups 0 and 1 take of each kind. It reports false
// if there is no way.
func (c *census) draw(src rand.Source) bool {
	outer := c.n[0] + c.n[1]
	if outer == 0 {
		lo, hi := pairRange(&c.left, c.n[2], c.n[3])
		return lo <= hi
	}
	c.stop = natural{n: len(c.stop.words)} // more than there can be
	c.stop.words[4] = 1 << 63
	c.visit(3, outer)
	if c.sum.n == 0 {
		return false
	}
	c.stop = c.sum.below(src)
	c.sum = natural{}
	c.visit(3, outer)
	c.divide(src)
	return true
}

// visit goes through the ways in which groups 0 and 1 can take n places of the kinds
// 0 to p. It adds up their ways, and returns true as soon as they are more than stop.
func (c *census) visit(p, n int) bool {
	for taken := max(0, n-c.below(p)); taken <= min(n, c.left[p]); taken++ {
		c.taken[p] = taken
		if !c.extend(p) {
			continue
		}
		c.left[p] -= taken
		if p > 0 {
			if c.visit(p-1, n-taken) {
				return true
			}
		} else {
			ways := c.pair(&c.left, c.n[2], c.n[3])
			ways = ways.times(&c.ways[c.n[0]])
			c.sum.add(&ways)
			if c.stop.less(&c.sum) {
				return true
			}
		}
		c.left[p] += taken
	}
	return false
}

func (c *census) below(p int) (room int) {
	for _, r := range c.left[:p] {
		room += r
	}
	return room
}

// extend finds the ways down to kind p from those above it. It reports false if
// there are none.
func (c *census) extend(p int) (any bool) {
	n := c.n[0] + 1
	for a := range n {
		var sum natural
		for i := 0; i <= a; i++ {
			w := c.step(p, a, i)
			sum.add(&w)
		}
		c.ways[p*n+a] = sum
		any = any || sum.n != 0
	}
	return any
}

// step returns the ways in which kind p brings the cards of group 0 from a-i to a.
func (c *census) step(p, a, i int) natural {
	above, j := &c.ways[(p+1)*(c.n[0]+1)+a-i], c.taken[p]-i
	if above.n == 0 || j < 0 || j > c.n[1] {
		return natural{}
	}
	w := c.pair(&c.room[p], i, j)
	return w.times(above)
}

// divide draws how many of the places taken are for group 0.
func (c *census) divide(src rand.Source) {
	a := c.n[0]
	for p := range c.taken {
		i := 0
		if a > 0 {
			x := c.ways[p*(c.n[0]+1)+a].below(src)
			for w := c.step(p, a, i); !x.less(&w); w = c.step(p, a, i) {
				x.subtract(&w)
				i++
			}
		}
		c.first[p], c.second[p] = i, c.taken[p]-i
		a -= i
	}
}

// pair returns in how many ways two groups of n and m cards can choose from room of
// the four kinds.
func (c *census) pair(room *[4]int, n, m int) (sum natural) {
	lo, hi := pairRange(room, n, m)
	if c.small {
		var s u128
		for i := lo; i <= hi; i++ {
			s = s.plus(c.choose(room[3], i).times(*c.choose(room[2], n-i)).times(*c.choose(room[3]+room[1]-i, m)))
		}
		return s.natural()
	}
	for i := lo; i <= hi; i++ {
		w := c.pairStep(room, n, m, i)
		sum.add(&w)
	}
	return sum
}

// pairRange returns the least and the greatest number of cards of the first group
// that can lie where the second might.
func pairRange(room *[4]int, n, m int) (lo, hi int) {
	if m > room[3]+room[1] {
		return 1, 0
	}
	return max(0, n-room[2]), min(n, room[3], room[3]+room[1]-m)
}

func (c *census) pairStep(room *[4]int, n, m, i int) natural {
	a, b, d := c.choose(room[3], i), c.choose(room[2], n-i), c.choose(room[3]+room[1]-i, m)
	if c.small {
		return a.times(*b).times(*d).natural()
	}
	w := a.natural()
	w = w.times128(*b)
	return w.times128(*d)
}

// drawPair draws that number with the chance that it has among all ways.
func (c *census) drawPair(room *[4]int, n, m int, src rand.Source) int {
	lo, hi := pairRange(room, n, m)
	if lo >= hi {
		return lo
	}
	sum := c.pair(room, n, m)
	x := sum.below(src)
	i := lo
	for w := c.pairStep(room, n, m, i); !x.less(&w); w = c.pairStep(room, n, m, i) {
		x.subtract(&w)
		i++
	}
	return i
}

// pascal fills in the binomials of up to k of n.
func (c *census) pascal(n, k int) {
	c.stride = k + 1
	if size := (n + 1) * c.stride; size > len(c.binomials) {
		c.binomials = make([]u128, size)
	}
	c.binomials[0].lo = 1
	for row := 1; row <= n; row++ {
		above, here := c.binomials[(row-1)*c.stride:row*c.stride], c.binomials[row*c.stride:(row+1)*c.stride]
		here[0].lo = 1
		for i := 1; i < len(here) && i < len(above); i++ {
			here[i] = above[i-1].plus(above[i])
		}
	}
}

func (c *census) choose(n, k int) *u128 { return &c.binomials[n*c.stride+k] }

// A u128 is a number below 2^128.
type u128 struct{ lo, hi uint64 }

func (x u128) plus(y u128) u128 {
	lo, carry := bits.Add64(x.lo, y.lo, 0)
	return u128{lo, x.hi + y.hi + carry}
}

func (x u128) times(y u128) u128 {
	hi, lo := bits.Mul64(x.lo, y.lo)
	return u128{lo, hi + x.hi*y.lo + x.lo*y.hi}
}

func (x u128) natural() (z natural) {
	z.words[0], z.words[1] = x.lo, x.hi
	if x.hi != 0 {
		z.n = 2
	} else if x.lo != 0 {
		z.n = 1
	}
	return z
}

// A natural is a number below 2^320, the lowest word first. There are less than
// 2^297 ways to arrange the colors of 135 cards, 30 of each color.
type natural struct {
	words [5]uint64
	n     int // words in use; the highest of them is not 0
}

func (x *natural) add(y *natural) {
	var carry uint64
	n := max(x.n, y.n)
	for i := range n {
		x.words[i], carry = bits.Add64(x.words[i], y.words[i], carry)
	}
	if carry != 0 {
		x.words[n] = 1
		n++
	}
	x.n = n
}

// subtract takes y away from x, which is not less.
func (x *natural) subtract(y *natural) {
	var borrow uint64
	for i := range x.n {
		x.words[i], borrow = bits.Sub64(x.words[i], y.words[i], borrow)
	}
	for x.n > 0 && x.words[x.n-1] == 0 {
		x.n--
	}
}

func (x *natural) less(y *natural) bool {
	if x.n != y.n {
		return x.n < y.n
	}
	for i := x.n - 1; i >= 0; i-- {
		if x.words[i] != y.words[i] {
			return x.words[i] < y.words[i]
		}
	}
	return false
}

func (x *natural) times(y *natural) natural { return x.timesWords(y.words[:y.n]) }

func (x *natural) times128(y u128) natural { z := y.natural(); return x.times(&z) }

func (x *natural) timesWords(y []uint64) (z natural) {
	for i, a := range x.words[:x.n] {
		var carry uint64
		for j, b := range y {
			hi, lo := bits.Mul64(a, b)
			var c uint64
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			z.words[i+j], c = bits.Add64(z.words[i+j], lo, 0)
			carry = hi + c
		}
		if carry != 0 {
			z.words[i+len(y)] = carry
		}
	}
	z.n = min(x.n+len(y), len(z.words))
	for z.n > 0 && z.words[z.n-1] == 0 {
		z.n--
	}
	return z
}

// below returns a number less than x, each as likely as the others.
func (x *natural) below(src rand.Source) natural {
	top := x.n - 1
	mask := uint64(1)<<bits.Len64(x.words[top]) - 1
	for {
		var y natural
		for i := range x.n {
			y.words[i] = src.Uint64()
		}
		y.words[top] &= mask
		y.n = x.n
		for y.n > 0 && y.words[y.n-1] == 0 {
			y.n--
		}
		if y.less(x) {
			return y
		}
	}
}
