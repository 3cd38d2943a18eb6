package foppen

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
)

// A Sampler draws games that a View could be of, many from one view: what depends on
// the view alone is found once, by View.Sampler. It is an immutable value that
// goroutines can share. The zero Sampler gives the zero Game.
type Sampler struct{ from *sampled }

// A sampled is what a Sampler draws from.
type sampled struct {
	view View
	plan plan
}

// Sampler returns the sampler of the view, from which a draw is the same as v.Sample:
// the same numbers give the same game. It allocates some kilobytes at most in play, and a
// megabyte for the worst view there is, eight large hands from the largest deck that each
// lack something else of four colors; that one takes about a millisecond.
func (v View) Sampler() Sampler {
	s := &sampled{view: v}
	if n := s.plan.begin(&s.view); n > 0 {
		s.plan.census.numbers = make([]float64, n)
		s.plan.census.count()
	}
	return Sampler{s}
}

// Sample draws a game: see View.Sample. It does not allocate, and takes some
// microseconds at most for any view. A nil source is a fresh one that nobody can
// foresee, and does allocate.
func (s Sampler) Sample(src rand.Source) Game {
	var g Game
	if s.from != nil {
		s.from.view.sample(&s.from.plan, &g, src)
	}
	return g
}

// Sample returns a game that the view could be of: the position that it shows, with
// hidden hands drawn with equal chance from all ways to deal the unseen cards that
// agree with it. A way agrees if every hand has its size and no card of a color that
// its seat has shown to lack (R3.4); in it each card of the deck is a card of its
// own, the 1s too. Cards that were not dealt (R1.6) are drawn along. Where ways have to
// be counted, that is done in floating point: chances are equal to at least nine digits.
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
// Sample also counts the ways to share these colors out by numbers; for more than one
// sample of a view that is better done once, by a Sampler. It never draws a deal on
// trial, so that its time is bounded. It does not allocate but for very many cards in
// large hands.
func (v View) Sample(src rand.Source) Game {
	var g Game
	var p plan
	switch n := p.begin(&v); { // off the heap as long as there are not very many numbers
	case n == 0:
		v.sample(&p, &g, src)
	case n <= 256:
		v.sampleFew(p, &g, src)
	case n <= 2048:
		v.sampleMany(p, &g, src)
	default:
		return v.Sampler().Sample(src)
	}
	return g
}

// sampleFew and sampleMany are apart so that only they clear the room for numbers.
//
//go:noinline
func (v *View) sampleFew(p plan, g *Game, src rand.Source) {
	var numbers [256]float64
	p.census.numbers = numbers[:]
	p.census.count()
	v.sample(&p, g, src)
}

//go:noinline
func (v *View) sampleMany(p plan, g *Game, src rand.Source) {
	var numbers [2048]float64
	p.census.numbers = numbers[:]
	p.census.count()
	v.sample(&p, g, src)
}

// hidesHands reports whether there are hands that a sample has to fill.
func (v *View) hidesHands() bool { return v.phase == BetPhase || v.phase == PlayPhase }

// sample draws a game by the plan into g, which may be any.
func (v *View) sample(p *plan, g *Game, src rand.Source) {
	switch {
	case !v.hidesHands():
		g.public, g.hands, g.bets = v.public, v.open, v.shown
		return
	case v.turn == NoSeat || !p.possible:
		*g = Game{}
		return
	}
	var d redeal
	d.deal(p, freshSource(src))
	g.public, g.bets = v.public, v.shown
	g.hands = [MaxPlayers]Cards(d.places[:MaxPlayers])
	if v.seat.IsValid() {
		g.hands[v.seat] = v.hand
	}
	if v.phase == BetPhase && v.bet == BetYes {
		g.bets = 1 << v.seat
	}
	g.choose()
}

// A plan is what a view says about where its unseen cards can be. Sets of places have a
// bit for each place: the hands that are not seen, by seat, and aside.
type plan struct {
	possible bool
	nested   bool             // see nest
	room     [aside + 1]uint8 // how many cards go to a place
	open     uint16           // the places that have room
	groups   [4]group         // the first count of them, in the order in which they are dealt
	count    int
	rest     Cards // the unseen cards of no group
	census   census
}

// aside is the place of the cards that were not dealt (R1.6).
const aside = MaxPlayers

// A group is the unseen cards of a color that some hidden hands cannot hold.
type group struct {
	cards  Cards
	n      int
	barred uint16 // the places where they cannot lie
	key    int    // what groups are sorted by, upward
	end    int    // where the places for them end in the order
}

// begin makes the plan all but the census, and returns how many numbers that has to
// find, 0 if there is nothing to count.
func (p *plan) begin(v *View) (numbers int) {
	if !v.hidesHands() {
		return 0
	}
	cards := v.unseen()
	left := cards.Len()
	for i, n := range v.sizes[:v.players&15] {
		if n > 0 && Seat(i) != v.seat {
			p.room[i] = n
			p.open |= 1 << i
			left -= int(n)
		}
	}
	if p.possible = left >= 0; !p.possible {
		return 0
	}
	if left > 0 {
		p.room[aside] = uint8(left)
		p.open |= 1 << aside
	}
	p.rest = cards
	if v.voids == 0 {
		return 0
	}
	p.group(v)
	if p.count > 0 {
		p.possible = canDeal(cards, (*[MaxPlayers]uint8)(p.room[:MaxPlayers]), v.voids)
	}
	if !p.possible || p.nest() {
		return 0
	}
	p.sortByCards()
	return p.census.begin(p)
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

// canDeal reports whether the cards can be dealt so that every seat gets as many as it
// needs and none of a color that it is void in, four bits a seat (Hall's condition):
// whatever colors are left out, the seats that can hold none of them need no more cards
// than there are without them.
func canDeal(cards Cards, need *[MaxPlayers]uint8, voids uint32) bool {
	// Both have a number of 16 bits for each set of colors that are not left out.
	var room, needs [4]uint64
	for s, n := range need {
		kept := ^voids >> (4 * s) & 15
		needs[kept>>2] += uint64(n) << (16 * (kept & 3))
	}
	// Seats that need colors of a set need them of every larger set, too.
	for i := range needs {
		needs[i] += needs[i] << 16 & 0xFFFF_0000_FFFF_0000
		needs[i] += needs[i] << 32
	}
	needs[1] += needs[0]
	needs[2] += needs[0]
	needs[3] += needs[1] + needs[2] - needs[0]
	green, red := uint64(cards.Of(Green).Len()), uint64(cards.Of(Red).Len())
	yellow, blue := uint64(cards.Of(Yellow).Len()), uint64(cards.Of(Blue).Len())
	const all, notNegative = 0x0001_0001_0001_0001, 0x8000_8000_8000_8000
	room[0] = uint64(cards.ones())*all + green*0x0001_0000_0001_0000 + red*0x0001_0001_0000_0000
	room[1] = room[0] + yellow*all
	room[2] = room[0] + blue*all
	room[3] = room[1] + blue*all
	enough := uint64(notNegative)
	for i := range room {
		enough &= room[i] + notNegative - needs[i]
	}
	return enough == notNegative
}

// group takes the groups out of the rest.
func (p *plan) group(v *View) {
	for c := Green; c <= Blue; c++ {
		barred := uint16(v.lacking(c)) & p.open
		if of := p.rest.Of(c); barred != 0 && !of.IsEmpty() {
			p.groups[p.count] = group{cards: of, n: of.Len(), barred: barred}
			p.rest = p.rest.minus(of)
			p.count++
		}
	}
}

// lacking returns the seats that have shown to lack the color.
func (t *public) lacking(c Color) Seats {
	x := t.voids >> (c - 1) & 0x11111111 // every fourth bit
	x = (x | x>>3) & 0x03030303
	x = (x | x>>6) & 0x000F000F
	return Seats(x | x>>12)
}

// nest sorts the groups, those with the fewest places first, and reports whether
// each can lie wherever those before it can. Then they can be dealt one after the
// other: however the first lie, the others have equally many ways.
func (p *plan) nest() bool {
	groups := p.groups[:p.count]
	for i := range groups {
		groups[i].key = -bits.OnesCount16(groups[i].barred)
	}
	sortGroups(groups)
	for i := 1; i < len(groups); i++ {
		if groups[i].barred&^groups[i-1].barred != 0 {
			return false
		}
	}
	p.nested = true
	return true
}

// sortByCards sorts the groups, those with the fewest cards first: so the census has
// the least to go through.
func (p *plan) sortByCards() {
	groups, end := p.groups[:p.count], 0
	for i := range groups {
		groups[i].key = groups[i].n
	}
	sortGroups(groups)
	for i := range groups {
		groups[i].end = end // until scatter moves it on
		end += groups[i].n
	}
}

// sortGroups sorts by key. Equal groups keep their order.
func sortGroups(groups []group) {
	for i := 1; i < len(groups); i++ {
		for j := i; j > 0 && groups[j].key < groups[j-1].key; j-- {
			groups[j], groups[j-1] = groups[j-1], groups[j]
		}
	}
}

// A redeal deals the unseen cards by a plan.
//
// Each group of cards takes its places from the front of the order, by the shuffle of
// Fisher and Yates. So the order must be such that the places in which the group can
// lie come first: see lineUp and share.
type redeal struct {
	room   [aside + 1]uint8 // the room that is left outside the order
	places [aside + 1]Cards // what has gone to a place
	groups [4]group

	// A byte is always an index of these: there are fewer than 256 cards.
	order [256]uint8 // places; the first are those of the cards dealt, in their order
	draws [256]uint8 // how far on in the order a card draws its place
	at    int        // how many cards are dealt
}

// deal deals all unseen cards.
func (d *redeal) deal(p *plan, src rand.Source) {
	d.room = p.room
	if p.count == 0 {
		end := d.fill(0, p.open)
		d.give(p.rest, end, end, src)
		return
	}
	d.groups = p.groups
	var end int
	if p.nested {
		end = d.lineUp(p)
	} else {
		end = d.share(p, src)
	}
	for i := range p.count {
		g := &d.groups[i&3]
		d.give(g.cards, g.n, g.end, src)
	}
	d.give(p.rest, end-d.at, end, src)
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

// lineUp orders the places for nested groups, and returns where the order ends.
func (d *redeal) lineUp(p *plan) (end int) {
	todo := p.open
	for i := range p.count {
		g := &d.groups[i&3]
		end = d.fill(end, todo&^g.barred)
		todo &= g.barred
		g.end = end
	}
	return d.fill(end, todo)
}

// share orders the places for groups that are not nested: each group gets places of
// its own, by numbers that are drawn with the chance that they have among all ways. It
// returns where the order ends.
func (d *redeal) share(p *plan, src rand.Source) (end int) {
	c := &p.census
	var t taking
	c.draw(&t, src)
	var none group
	g := [4]*group{&none, &none, &none, &none}
	for i := range p.count {
		g[4-p.count+i] = &d.groups[i]
		end += d.groups[i].n
	}
	for k := range c.places {
		of := &c.places[k]
		d.scatter(g[0], of[both], t.shared[k], src)
		d.scatter(g[0], of[firstOnly], t.first[k]-t.shared[k], src)
		d.scatter(g[1], of[both]|of[secondOnly], t.taken[k]-t.first[k], src)
	}
	of := func(k int) uint16 { return c.places[k][0] | c.places[k][1] | c.places[k][2] | c.places[k][3] }
	d.scatter(g[2], of(both), t.last, src)
	d.scatter(g[2], of(firstOnly), c.n[2]-t.last, src)
	d.scatter(g[3], of(both)|of(secondOnly), c.n[3], src)
	return d.fill(end, p.open)
}

// scatter draws n of the room that is left in some places for a group.
func (d *redeal) scatter(g *group, places uint16, n int, src rand.Source) {
	if n == 0 {
		return
	}
	if places&(places-1) == 0 { // one place: there is nothing to draw
		p := uint8(bits.TrailingZeros16(places))
		d.room[p] -= uint8(n)
		for range n {
			d.order[uint8(g.end)] = p
			g.end++
		}
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
// many of which places they take. It never goes through single ways.
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
//
// Ways are counted in floating point. Each number is a sum of products without any
// difference, and so right to at least nine digits. The largest, 135 cards in nine
// places, is below 9^135, which is far from too large. Products are rounded (by
// conversion) before they are added up, so that all platforms count alike.
type census struct {
	n      [4]int       // the cards of the groups
	first  int          // the cards of groups 0 and 1
	room   kinds        // room for groups 2 and 3
	most   kinds        // how many places groups 0 and 1 can take at most
	within [4]kinds     // by kind for groups 2 and 3, the room for groups 0 and 1
	places [4][4]uint16 // the places that it is in

	numbers []float64 // the numbers of alone, lower and sums
}

// alone holds for each kind and a cards of group 0 and b cards of group 1 in how many
// ways they can take places of that kind alone.
func (c *census) alone() []float64 { return c.numbers[:4*(c.n[0]+1)*(c.n[1]+1)] }

// lower holds for each number of places that groups 0 and 1 take of the two kinds
// secondOnly and neither, in how many ways they can with a cards of group 0.
func (c *census) lower() []float64 {
	return c.numbers[4*(c.n[0]+1)*(c.n[1]+1):][:(c.most[secondOnly]+1)*(c.most[neither]+1)*(c.n[0]+1)]
}

// sums holds the ways of all groups by how many places groups 0 and 1 take of the two
// kinds both and firstOnly, each number added to those before it.
func (c *census) sums() []float64 {
	n := len(c.alone()) + len(c.lower())
	return c.numbers[n:][:(c.most[both]+1)*(c.most[firstOnly]+1)]
}

// kinds is how many cards go to the four kinds of places that there are for a pair.
type kinds [4]int

const (
	neither    = 0
	secondOnly = 1
	firstOnly  = 2
	both       = firstOnly | secondOnly
)

// A taking is what the groups take in one sample.
type taking struct {
	taken  kinds  // by kind for groups 2 and 3, what groups 0 and 1 take of it
	first  kinds  // of that, what group 0 takes
	shared [4]int // of that, what it takes where group 1 could lie too
	last   int    // what group 2 takes where group 3 could lie too
}

// begin sets the census up, and returns how many numbers count has to find.
func (c *census) begin(p *plan) (numbers int) {
	missing := 4 - p.count
	for i := range p.count {
		c.n[missing+i] = p.groups[i].n
	}
	for set := p.open; set != 0; set &= set - 1 {
		place := bits.TrailingZeros16(set)
		can := uint16(15) // from the left, for groups 0 to 3
		for i := range p.count {
			can &^= p.groups[i].barred >> place & 1 << (p.count - 1 - i)
		}
		k, within, n := can&3, can>>2, int(p.room[place])
		c.room[k] += n
		c.within[k][within] += n
		c.places[k][within] |= 1 << place
	}
	if c.first = c.n[0] + c.n[1]; c.first == 0 {
		return 0
	}
	for k, room := range c.room {
		c.most[k] = min(room, c.first)
	}
	return 4*(c.n[0]+1)*(c.n[1]+1) + (c.most[secondOnly]+1)*(c.most[neither]+1)*(c.n[0]+1) + (c.most[both]+1)*(c.most[firstOnly]+1)
}

// count finds the numbers, for which there must be room.
func (c *census) count() {
	table, alone, lower, sums := binomials(), c.alone(), c.lower(), c.sums()
	i := 0
	for k := range c.within {
		for a := range c.n[0] + 1 {
			for b := range c.n[1] + 1 {
				alone[i] = table.pair(&c.within[k], a, b)
				i++
			}
		}
	}
	i = 0
	for s := range c.most[secondOnly] + 1 {
		for n := range c.most[neither] + 1 {
			c.together(lower[i:][:c.n[0]+1], secondOnly, s, neither, n)
			i += c.n[0] + 1
		}
	}
	sum := 0.0
	var buf [MaxValue]float64
	upper := buf[:c.n[0]+1]
	for b := range c.most[both] + 1 {
		for f := range c.most[firstOnly] + 1 {
			c.together(upper, both, b, firstOnly, f)
			for s := range c.most[secondOnly] + 1 {
				sum += c.ways(table, upper, b, f, s)
			}
			sums[b*(c.most[firstOnly]+1)+f] = sum
		}
	}
}

// together finds, for each number of cards of group 0, the ways in which groups 0 and 1
// take i places of the kind k and j of the kind l.
func (c *census) together(ways []float64, k, i, l, j int) {
	for a := range ways {
		ways[a] = 0
	}
	if i+j > c.first {
		return
	}
	width := c.n[1] + 1
	here, there := c.alone()[k*len(ways)*width:][:len(ways)*width], c.alone()[l*len(ways)*width:][:len(ways)*width]
	for a := max(0, i-c.n[1]); a <= min(i, c.n[0]); a++ {
		x := here[a*width+i-a]
		if x == 0 {
			continue
		}
		for b := max(0, j-c.n[1]); b <= min(j, c.n[0]-a); b++ {
			ways[a+b] += float64(x * there[b*width+j-b])
		}
	}
}

// ways returns the ways of all groups in which groups 0 and 1 take b places of the kind
// both, f of firstOnly and s of secondOnly, for which upper are the ways of b and f.
func (c *census) ways(table *binomialTable, upper []float64, b, f, s int) float64 {
	n := c.first - b - f - s
	if n < 0 || n > c.most[neither] {
		return 0
	}
	lower := c.lower()[(s*(c.most[neither]+1)+n)*len(upper):][:len(upper)]
	sum := 0.0
	for a, x := range upper {
		sum += float64(x * lower[len(lower)-1-a])
	}
	if sum == 0 {
		return 0
	}
	left := kinds{0, c.room[secondOnly] - s, c.room[firstOnly] - f, c.room[both] - b}
	return float64(sum * table.pair(&left, c.n[2], c.n[3]))
}

// draw draws what the groups take.
func (c *census) draw(t *taking, src rand.Source) {
	table := binomials()
	if c.first > 0 {
		c.drawTaken(table, t, src)
	}
	left := c.room
	for k, n := range t.taken {
		left[k] -= n
		t.shared[k] = table.drawPair(&c.within[k], t.first[k], n-t.first[k], src)
	}
	t.last = table.drawPair(&left, c.n[2], c.n[3], src)
}

// drawTaken draws what groups 0 and 1 take.
func (c *census) drawTaken(table *binomialTable, t *taking, src rand.Source) {
	// The first of the sums that is above a number drawn below the last.
	sums := c.sums()
	x := unit(src) * sums[len(sums)-1]
	row, _ := slices.BinarySearchFunc(sums, x, func(sum, x float64) int {
		if sum > x {
			return 1
		}
		return -1
	})
	b, f := row/(c.most[firstOnly]+1), row%(c.most[firstOnly]+1)
	var buf [MaxValue]float64
	upper := buf[:c.n[0]+1]
	c.together(upper, both, b, firstOnly, f)
	s := drawWeighted(0, c.most[secondOnly], src, func(s int) float64 { return c.ways(table, upper, b, f, s) })
	n := c.first - b - f - s
	t.taken = kinds{n, s, f, b}
	lower := c.lower()[(s*(c.most[neither]+1)+n)*len(upper):][:len(upper)]
	a := drawWeighted(0, c.n[0], src, func(a int) float64 { return upper[a] * lower[c.n[0]-a] })
	t.first[both] = c.drawFirst(a, both, b, firstOnly, f, src)
	t.first[firstOnly] = a - t.first[both]
	t.first[secondOnly] = c.drawFirst(c.n[0]-a, secondOnly, s, neither, n, src)
	t.first[neither] = c.n[0] - a - t.first[secondOnly]
}

// drawFirst draws how many of a cards of group 0 are of the kind k if groups 0 and 1 take
// i places of it and j of the kind l.
func (c *census) drawFirst(a, k, i, l, j int, src rand.Source) int {
	width := c.n[1] + 1
	here, there := c.alone()[k*(c.n[0]+1)*width:], c.alone()[l*(c.n[0]+1)*width:]
	lo, hi := max(0, i-c.n[1], a-j), min(a, i, a-j+c.n[1])
	return drawWeighted(lo, hi, src, func(m int) float64 { return here[m*width+i-m] * there[(a-m)*width+j-a+m] })
}

// drawWeighted draws a number from lo to hi, each with the chance of its weight. Some
// weight is above 0.
func drawWeighted(lo, hi int, src rand.Source, weight func(int) float64) int {
	if lo >= hi {
		return lo
	}
	all := 0.0
	for i := lo; i <= hi; i++ {
		all += float64(weight(i))
	}
	x, sum := unit(src)*all, 0.0
	for i := lo; i < hi; i++ {
		if sum += float64(weight(i)); sum > x {
			return i
		}
	}
	return hi
}

// unit returns a number from 0 to below 1. It has 52 bits: one more, and its product
// with a number could be rounded up to that.
func unit(src rand.Source) float64 { return float64(src.Uint64()>>12) / (1 << 52) }

// A binomialTable holds n over k at [n][k]; no color has more than 30 cards.
type binomialTable [maxDeck + 1][32]float64

// binomials returns a constant table. It is made when it is needed first.
var binomials = sync.OnceValue(func() *binomialTable {
	var t binomialTable
	for n := range t {
		t[n][0] = 1
		for k := 1; n > 0 && k < len(t[n]); k++ {
			t[n][k] = t[n-1][k-1] + t[n-1][k]
		}
	}
	return &t
})

// pair returns in how many ways a pair with n and m cards can take places.
func (t *binomialTable) pair(room *kinds, n, m int) (sum float64) {
	lo, hi := pairRange(room, n, m)
	for i := lo; i <= hi; i++ {
		sum += t.share(room, n, m, i)
	}
	return sum
}

// share returns the ways of a pair in which i cards of the first group lie where the
// second could lie too.
func (t *binomialTable) share(room *kinds, n, m, i int) float64 {
	return float64(t[room[both]][i&31] * t[room[firstOnly]][(n-i)&31] * t[room[both]+room[secondOnly]-i][m&31])
}

// drawPair draws how many of the n cards of the first group lie where the second could
// lie too.
func (t *binomialTable) drawPair(room *kinds, n, m int, src rand.Source) int {
	lo, hi := pairRange(room, n, m)
	return drawWeighted(lo, hi, src, func(i int) float64 { return t.share(room, n, m, i) })
}

// pairRange returns how few and how many of the n cards of the first group can lie where
// the second could lie too; no number is between them if there is no way.
func pairRange(room *kinds, n, m int) (lo, hi int) {
	if m > room[both]+room[secondOnly] {
		return 1, 0
	}
	return max(0, n-room[firstOnly]), min(n, room[both], room[both]+room[secondOnly]-m)
}
