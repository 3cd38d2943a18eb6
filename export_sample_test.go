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
// counts, and how that is: "at once", "nested" or "counted", the last in floating point.
func CountDeals(v View) (deals *big.Float, how string) {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(x) }
	factorial := func(n int) *big.Float {
		return number(0).SetInt(new(big.Int).MulRange(1, int64(n)))
	}
	var p plan
	numbers := p.begin(&v)
	switch {
	case p.count == 0:
		how = "at once"
	case p.nested:
		how = "nested"
	default:
		how = "counted"
	}
	if !p.possible {
		return number(0), how
	}
	deals = factorial(p.rest.Len())
	switch how {
	case "nested":
		dealt := 0
		for _, g := range p.groups[:p.count] {
			room := -dealt
			for place, n := range p.room {
				if g.barred>>place&1 == 0 {
					room += int(n)
				}
			}
			deals.Mul(deals, number(0).Quo(factorial(room), factorial(room-g.n)))
			dealt += g.n
		}
	case "counted":
		c := &p.census
		if numbers > 0 {
			c.numbers = make([]float64, numbers)
			c.count()
			deals.Mul(deals, number(c.sums()[len(c.sums())-1]))
		} else {
			deals.Mul(deals, number(binomials().pair(&c.room, c.n[2], c.n[3])))
		}
		for _, g := range p.groups[:p.count] {
			deals.Mul(deals, factorial(g.n))
		}
	}
	for _, n := range p.room {
		deals.Quo(deals, factorial(int(n)))
	}
	return deals, how
}

// CanDeal reports whether the unseen cards of a view that hides hands can be dealt.
func CanDeal(v View) bool { return v.checkPossible() == "" }

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
