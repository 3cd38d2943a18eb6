package foppen

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

// A Comparison says how the same games go by two variants: see Compare. It holds a
// report for each of them, and the differences. It is an immutable value; the zero value
// compares nothing.
type Comparison struct {
	a, b  Report
	pairs *pairCounts
}

// Compare plays the games of the config twice, by the variant of the config and by
// another one, and pairs the games of equal number. Where the decks are the same, so
// are the deals of both (see Paired), and chance cancels to some degree: a difference
// is known better than from two runs that have nothing in common.
//
// The zero Variant stands for Rulebook2018 on both sides, and 0 Players without Bots for
// the smallest number that both variants allow. Only the setups of that number of players
// matter, and a number that one variant lacks cannot be compared. A variant that cannot be, or does not allow the
// number of players, is refused with an *ArgError that wraps the *VariantError; its Field
// is "Variant" for that of the config and "against" for the other. The config's OnGame and
// OnRecord must be nil; all else is as in Simulate.
func Compare(ctx context.Context, c SimConfig, against Variant) (Comparison, error) {
	if err := c.refuseHooks("where each game is played twice"); err != nil {
		return Comparison{}, err
	}
	if err := c.fitSides(&against); err != nil {
		return Comparison{}, err
	}
	l, err := newLab(c, against)
	if err != nil {
		return Comparison{}, err
	}
	err = l.run(ctx)
	return Comparison{l.report(0), l.report(1), &l.totals.pairs}, err
}

// fitSides fills in what the config and the other variant leave open, and says which of
// the two variants cannot be played.
func (c *SimConfig) fitSides(against *Variant) error {
	fields := [...]string{"Variant", "against"}
	refuse := func(i int, err error) error {
		return &ArgError{Field: fields[i], Problem: strings.TrimPrefix(err.Error(), "foppen: "), Err: err}
	}
	sides := [...]*Variant{&c.Variant, against}
	for i, v := range sides {
		if *v == (Variant{}) {
			*v = Rulebook2018()
		}
		if err := v.Validate(); err != nil {
			return refuse(i, err)
		}
	}
	if c.Players == 0 {
		c.Players = len(c.Bots)
	}
	if c.Players == 0 {
		both := slices.DeleteFunc(c.Variant.Players(), func(n int) bool { return against.Setups[n] == Setup{} })
		if len(both) == 0 {
			return &ArgError{Field: "Players", Problem: fmt.Sprintf("Variant allows %v and against %v, want a number that both allow", c.Variant.Players(), against.Players())}
		}
		c.Players = both[0]
	}
	for i, v := range sides {
		if _, err := New(c.Players, WithVariant(*v)); err != nil {
			return refuse(i, err)
		}
	}
	return nil
}

// Report returns the report of the games by the variant of the config, the same that
// Simulate gives for it.
func (c Comparison) Report() Report { return c.a }

// Against returns the report of the games by the other variant.
func (c Comparison) Against() Report { return c.b }

// String returns one line that says what is compared, such as "rulebook-2018-ja against
// rulebook-2018, 4 players, greedy random random random, seed 1, games 0-999, the same
// deals"; "no games" for the zero Comparison. The figures are Difference's.
func (c Comparison) String() string {
	if c.pairs == nil {
		return noGames
	}
	deals := "other deals"
	if c.Paired() {
		deals = "the same deals"
	}
	return fmt.Sprintf("%s against %s, %s, %s", c.a.variant, c.b.variant, c.a.runText(), deals)
}

// Equal reports whether c and d hold the same counts of the same games. Comparisons
// cannot be compared with ==.
func (c Comparison) Equal(d Comparison) bool {
	return c.a.Equal(d.a) && c.b.Equal(d.b) && c.pairs.equal(d.pairs)
}

// Paired reports whether both variants deal the same cards, so that the games that
// are compared have the same deals, round by round.
func (c Comparison) Paired() bool {
	a, b := c.a.variant.Setups[c.a.players], c.b.variant.Setups[c.b.players]
	return c.pairs != nil && a.HandSize == b.HandSize && a.deck() == b.deck()
}

// Difference returns the measure's mean by the config's variant less that by the other
// one, with the interval for pairs of games. It reports false where one of the two
// reports has no such mean: see Report.Mean.
func (c Comparison) Difference(m Measure) (Mean, bool) {
	if !c.a.has(m) || !c.b.has(m) {
		return Mean{}, false
	}
	q := m.rule().ratio
	a, b := c.a.sample(q), c.b.sample(q)
	if a.none() || b.none() {
		return Mean{}, false
	}
	x := cross{
		yy: c.product(q.num, q.num), yx: c.product(q.num, q.den), xy: c.product(q.den, q.num), xx: c.product(q.den, q.den),
	}
	if q.share {
		return shareDifference(&a, &b, x, q.den == qGames), true
	}
	return difference(&a, &b, x), true
}

// FromStarter returns the differences in how a position has done (see Report.FromStarter),
// the zero SeatStats if the table has no such position.
func (c Comparison) FromStarter(i int) SeatStats {
	if c.a.Games() == 0 || i < 0 || i >= c.a.players {
		return SeatStats{}
	}
	n := c.a.counts.sums[qGames].big()
	pa, pb := c.a.counts.place(MaxPlayers+i), c.b.counts.place(MaxPlayers+i)
	of := func(sum, square, scale int) (a, b sample, x cross) {
		a, b = c.a.placeSample(pa[sum], pa[square], scale), c.b.placeSample(pb[sum], pb[square], scale)
		return a, b, cross{yy: c.pairs.position(i)[sum].big(), yx: a.y, xy: b.y, xx: n}
	}
	wa, wb, w := of(placeWins, placeWinSquares, winUnits)
	ta, tb, t := of(placeTotal, placeTotalSquares, 1)
	return SeatStats{Wins: shareDifference(&wa, &wb, w, false), Total: difference(&ta, &tb, t)}
}

// product returns the sum of the products of a quantity by the config's variant and
// one by the other.
func (c Comparison) product(a, b quantity) *big.Int {
	switch {
	case a == qGames:
		return c.b.counts.sums[b].big()
	case b == qGames:
		return c.a.counts.sums[a].big()
	}
	return c.pairs.sums[slices.Index(c.pairs.products, product{a, b})].big()
}

// A cross holds the sums of the products of the quantities of two samples, those of
// the first sample named first.
type cross struct{ yy, yx, xy, xx *big.Int }

// covariance returns the sum over the games of the products of the residuals of two samples.
func (c cross) covariance(qa, qb *big.Rat) *big.Rat {
	return plus(
		minus(whole(c.yy), times(qb, whole(c.yx))),
		minus(times(times(qa, qb), whole(c.xx)), times(qa, whole(c.xy))),
	)
}

// shrunk returns a covariance that the games of few pairs show, less what chance may have
// added. Pairs that differ seldom seem to be the same as long as there are few of them.
// So a positive correlation counts for 2 / n of it less, which is what Newcombe takes from that of
// shares of one half.
func shrunk(covariance *big.Rat, n *big.Int) *big.Rat {
	if covariance.Sign() <= 0 {
		return covariance
	}
	return times(covariance, fraction(new(big.Int).Sub(n, big.NewInt(min(2, n.Int64()))), n))
}

// difference returns the difference of the quotients of two samples of the same
// games. Where no game of either differs from the others, the residuals know no doubt, but
// there is, above all of few games: then one of each counts as if it differed by one.
func difference(a, b *sample, c cross) Mean {
	qa, qb := a.quotient(), b.quotient()
	together := shrunk(c.covariance(qa, qb), a.n)
	xa, xb := whole(a.x), whole(b.x)
	ra, rb := a.residuals(qa), b.residuals(qb)
	if ra.Sign() == 0 && rb.Sign() == 0 {
		ra, rb = big.NewRat(1, 1), big.NewRat(1, 1)
	}
	variance := plus(over(ra, times(xa, xa)), over(rb, times(xb, xb)))
	variance = minus(variance, over(times(big.NewRat(2, 1), together), times(xa, xb)))
	return interval(minus(qa, qb), variance, a.n, a.scale)
}

// shareDifference returns the difference of two shares of the same games. trials says that
// each game is one trial.
//
// The interval is Newcombe's for paired shares (1998, method 10): it is put together from
// those of both shares and their correlation. So it never leaves -1 to 1, and has a width
// where the residuals know no doubt, but there is. His correction of the correlation takes
// half a trial from the covariance; where games are no trials, shrunk does the like.
func shareDifference(a, b *sample, c cross, trials bool) Mean {
	qa, qb := a.quotient(), b.quotient()
	covariance := c.covariance(qa, qb)
	if half := big.NewRat(1, 2); !trials {
		covariance = shrunk(covariance, a.n)
	} else if covariance.Sign() > 0 {
		if covariance = minus(covariance, half); covariance.Sign() < 0 {
			covariance = new(big.Rat)
		}
	}
	r := new(big.Rat)
	if both := times(a.residuals(qa), b.residuals(qb)); both.Sign() > 0 {
		r.SetFrac(rootMillionths(over(times(covariance, covariance), both)), big.NewInt(1_000_000))
		if covariance.Sign() < 0 {
			r.Neg(r)
		}
	}
	return newcombe(a.share(trials), b.share(trials), r)
}

// newcombe returns the difference of two shares from the interval of each and their
// correlation.
func newcombe(a, b Mean, r *big.Rat) Mean {
	in := func(f float64) *big.Rat { return big.NewRat(int64(math.Round(f*1_000_000)), 1_000_000) }
	reach := func(x, y *big.Rat) *big.Rat {
		together := times(big.NewRat(2, 1), times(r, times(x, y)))
		return new(big.Rat).SetFrac(rootMillionths(minus(plus(times(x, x), times(y, y)), together)), big.NewInt(1_000_000))
	}
	out := func(r *big.Rat) float64 { return float(millionths(r)) }
	value := minus(in(a.Value), in(b.Value))
	low := minus(value, reach(minus(in(a.Value), in(a.Low)), minus(in(b.High), in(b.Value))))
	high := plus(value, reach(minus(in(a.High), in(a.Value)), minus(in(b.Value), in(b.Low))))
	return Mean{Value: out(value), Low: max(out(low), -1), High: min(out(high), 1)}
}

// pairCounts holds what has been counted of pairs of games: the sums of the products
// of their quantities, then for each position those of its wins and totals.
type pairCounts struct {
	products []product
	sums     []wide
}

func newPairCounts() pairCounts {
	p := pairCounts{products: measureProducts(true)}
	p.sums = make([]wide, len(p.products)+MaxPlayers*placeSums)
	return p
}

// position returns the sums of a position, at the same places as in place.
func (p *pairCounts) position(i int) []wide {
	at := len(p.products) + i*placeSums
	return p.sums[at : at+placeSums]
}

// addGame adds a game played by two variants.
func (p *pairCounts) addGame(a, b *tally) {
	for i, q := range p.products {
		p.sums[i].add(a.q[q.a] * b.q[q.b])
	}
	for i := range a.game.Players {
		s := a.seatAt(i) // the same by both
		sums := p.position(i)
		sums[placeWins].add(a.wins(s) * b.wins(s))
		sums[placeTotal].add(int64(a.game.Totals[s]) * int64(b.game.Totals[s]))
	}
}

func (p *pairCounts) equal(o *pairCounts) bool {
	if p == nil || o == nil {
		return p == o
	}
	return slices.Equal(p.sums, o.sums)
}

func (p *pairCounts) plus(o *pairCounts) {
	for i, v := range o.sums {
		p.sums[i].plus(v)
	}
}
