package foppen

import (
	"math/big"
	"math/rand/v2"
)

// A Scene is what View.Sample goes by, in any combination: also in such as no game
// leads to, and in such as leave no way to deal.
type Scene struct {
	Setup  Setup
	Seat   Seat   // Seat is who looks.
	Hand   string // Hand is its cards.
	Played string // Played is the cards played.
	Sizes  []int  // Sizes are those of all hands.
	Lacks  string // Lacks has, with a bar between two seats, the letters of the colors that they lack.
}

// View returns the view of the scene, in PlayPhase.
func (s Scene) View() View {
	var variant Variant
	s.Setup.HandSize, s.Setup.Rounds = 1, 1
	variant.Setups[len(s.Sizes)] = s.Setup
	g, err := New(len(s.Sizes), WithVariant(variant))
	if err != nil {
		panic(err)
	}
	g.public.deal()
	v := View{public: g.public, seat: s.Seat, hand: Must(ParseCards(s.Hand))}
	for c := range Must(ParseCards(s.Played)).All() {
		v.log[v.n] = c
		v.n++
	}
	for i, n := range s.Sizes {
		v.sizes[i] = uint8(n)
	}
	seat := 0
	for _, letter := range s.Lacks {
		if letter == '|' {
			seat++
			continue
		}
		for c := Green; c <= Blue; c++ {
			if rune(c.Letter()) == letter {
				v.voids |= 1 << (4*seat + int(c) - 1)
			}
		}
	}
	v.choose()
	return v
}

// CountDeals returns in how many ways the unseen cards can be dealt, counted as Sample
// counts, and how that is: "at once", "nested", "counted", or "counted big" if it takes
// numbers of 2^128 and more. With wide, the census never relies on small numbers.
func CountDeals(v View, wide bool) (deals *big.Int, how string) {
	var d redeal
	cards, ok := d.begin(&v)
	if !ok {
		return new(big.Int), "at once"
	}
	factorial := func(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }
	var buf [4]group
	groups, rest := d.groups(&v, cards, &buf)
	deals, how = factorial(rest.Len()), "at once"
	switch {
	case len(groups) == 0:
	case nested(groups):
		how = "nested"
		dealt := 0
		for _, g := range groups {
			room := -dealt
			for p, n := range d.room {
				if g.barred>>p&1 == 0 {
					room += int(n)
				}
			}
			if g.n > room {
				return new(big.Int), how
			}
			deals.Mul(deals, new(big.Int).MulRange(int64(room-g.n+1), int64(room)))
			dealt += g.n
		}
	default:
		how = "counted"
		sortByCards(groups)
		var c census
		c.binomials = make([]u128, c.begin(&d, groups))
		c.ways = make([]natural, 6*(c.n[0]+1))
		c.pascal()
		c.narrow = c.narrow && !wide
		c.count()
		if c.sum.big != nil {
			how = "counted big"
		}
		deals.Mul(deals, c.sum.int())
		for _, g := range groups {
			deals.Mul(deals, factorial(g.n))
		}
	}
	for _, n := range d.room {
		deals.Quo(deals, factorial(int(n)))
	}
	return deals, how
}

// Naturals gives the tests what naturals do: sum, product, the greater less the smaller
// one, whether x is less than y, and a number below the sum.
func Naturals(x, y *big.Int, src rand.Source) (sum, product, difference *big.Int, less bool, below *big.Int) {
	a, b := naturalOf(x), naturalOf(y)
	greater, smaller := a, b
	if a.less(b) {
		greater, smaller = b, a
	}
	s := a.plus(b)
	return s.int(), a.times(b).int(), greater.minus(smaller).int(), a.less(b), s.below(src).int()
}

// Draws returns n draws: the i-th is below size less i.
func Draws(n, size int, src rand.Source) []int {
	var d redeal
	d.draw(0, n, size, src)
	draws := make([]int, n)
	for i := range draws {
		draws[i] = int(d.draws[i])
	}
	return draws
}

// Lacking returns the seats that have shown to lack the color, as a set.
func Lacking(v View, c Color) Seats { return v.lacking(c) }
