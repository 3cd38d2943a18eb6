package foppen

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// A Comparison says how the same games go by several variants: see Compare. It holds a
// report for each of them, and the differences of the first from each other one. Like a
// Report it stores exact counts, so that the comparisons of parts of a run can be merged. It
// is an immutable value; the zero value compares nothing.
type Comparison struct {
	reports []Report
	pairs   []pairCounts // of the first report and each other one
}

// MaxCompared is how many variants can be compared at once.
const MaxCompared = 100

// Compare plays the games of the config and, by each of the other configs, the same games
// again, and pairs those of equal number. Of the others only Variant, Players and Bots are
// read. A zero field of these is that of the config, but for Players beside Bots: then it is
// their number. All else is the config's.
// Where the decks are the same, so are the deals (see Comparison.Paired), and chance cancels
// to some degree: a difference is known better than from runs that have nothing in common.
//
// Without Players and Bots anywhere the number of players is the smallest that all variants
// allow. The setups for other numbers of players do not matter. There are from 2 to
// MaxCompared variants, that of the config counted. An invalid config is refused with an
// *ArgError, whose Field is that of the config or "against[0]" and so on, and which wraps the
// *VariantError where a variant is at fault. The hooks OnGame and OnRecord must be nil; all else is as in Simulate.
func Compare(ctx context.Context, c SimConfig, against ...SimConfig) (Comparison, error) {
	if err := c.refuseHooks("where each game is played several times"); err != nil {
		return Comparison{}, err
	}
	if len(against) == 0 || len(against) >= MaxCompared {
		return Comparison{}, &ArgError{Field: "against", Problem: fmt.Sprintf("%d configs, want from 1 to %d", len(against), MaxCompared-1)}
	}
	sides, err := c.sides(against)
	if err != nil {
		return Comparison{}, err
	}
	l, err := newLab(c, sides...)
	if fault, ok := errors.AsType[*VariantError](err); ok && fault == err {
		err = &ArgError{Field: "Variant", Problem: strings.TrimPrefix(err.Error(), "foppen: "), Err: err}
	}
	if err != nil {
		return Comparison{}, err
	}
	err = l.run(ctx)
	compared := Comparison{pairs: l.totals.pairs}
	for i := range l.sides {
		compared.reports = append(compared.reports, l.report(i))
	}
	return compared, err
}

// sides fills in what the config leaves open, and returns the others, each with what is the
// config's.
func (c *SimConfig) sides(against []SimConfig) ([]SimConfig, error) {
	if c.Variant == (Variant{}) {
		c.Variant = Rulebook2018()
	}
	var sides []SimConfig
	for _, o := range against {
		side := *c
		if o.Variant != (Variant{}) {
			side.Variant = o.Variant
		}
		if o.Players != 0 || o.Bots != nil {
			side.Players, side.Bots = o.Players, o.Bots
		}
		if o.Bots == nil {
			side.Bots = c.Bots // which are refused where they are not as many
		}
		sides = append(sides, side)
	}
	if c.Players == 0 && c.Bots == nil {
		if err := c.shareTable(sides); err != nil {
			return nil, err
		}
	}
	return sides, nil
}

// shareTable sets the number of players to the smallest that the config and all others allow
// that do not have one.
func (c *SimConfig) shareTable(sides []SimConfig) error {
	list, open := c.Variant.Players(), []*SimConfig{c}
	for i := range sides {
		if s := &sides[i]; s.Players == 0 && s.Bots == nil {
			open = append(open, s)
			list = slices.DeleteFunc(list, func(n int) bool { return s.Variant.Setups[n] == Setup{} })
		}
	}
	for _, s := range open {
		if err := s.Variant.Validate(); err != nil {
			return nil // it will be refused in its place
		}
	}
	if len(list) == 0 {
		return &ArgError{Field: "Players", Problem: "no number of players is allowed by all variants"}
	}
	for _, s := range open {
		s.Players = list[0]
	}
	return nil
}

// Reports returns the report of each variant, in a new slice: the same that Simulate gives
// for it. The first is the config's.
func (c Comparison) Reports() []Report { return slices.Clone(c.reports) }

// String returns one line that says what is compared, such as "rulebook-2018-ja against
// rulebook-2018, 4 players, greedy random random random, seed 1, games 0-999, the same
// deals"; "no games" for the zero Comparison. The figures are Difference's.
func (c Comparison) String() string {
	if c.pairs == nil {
		return noGames
	}
	first := c.reports[0]
	var others []string
	deals := "the same deals"
	for i, r := range c.reports[1:] {
		text := r.variant.String()
		if r.players != first.players {
			text += " with " + itoa(r.players) + " players"
		}
		others = append(others, text)
		if !c.Paired(i + 1) {
			deals = "other deals"
		}
	}
	return fmt.Sprintf("%s against %s, %s, %s", first.variant, strings.Join(others, " and "), first.runText(), deals)
}

// Equal reports whether c and d hold the same counts of the same games. Comparisons
// cannot be compared with ==.
func (c Comparison) Equal(d Comparison) bool {
	return slices.EqualFunc(c.reports, d.reports, Report.Equal) &&
		slices.EqualFunc(c.pairs, d.pairs, func(a, b pairCounts) bool { return a.equal(&b) })
}

// Merge returns the comparison of all the games of both, the same, to the byte of its JSON, as
// that of one run over all of them. It refuses with an *ArgError comparisons that differ
// in their variants, players, bots or seed, and those that have a game in common.
func (c Comparison) Merge(d Comparison) (Comparison, error) {
	if len(c.reports) != len(d.reports) || c.pairs == nil || d.pairs == nil {
		return Comparison{}, &ArgError{Field: "comparison", Problem: fmt.Sprintf("%d and %d variants do not belong together", len(c.reports), len(d.reports))}
	}
	var m Comparison
	for i := range c.reports {
		r, err := c.reports[i].Merge(d.reports[i])
		if err != nil {
			return Comparison{}, err
		}
		m.reports = append(m.reports, r)
	}
	for i := range c.pairs {
		sum := newPairCounts()
		sum.plus(&c.pairs[i])
		sum.plus(&d.pairs[i])
		m.pairs = append(m.pairs, sum)
	}
	return m, nil
}

// has reports whether there is a report i beside the first.
func (c Comparison) has(i int) bool { return i > 0 && i < len(c.reports) }

// Paired reports whether report i has the same deals as the first, round by round: both
// have the same number of players, and their variants deal the same cards.
func (c Comparison) Paired(i int) bool {
	if !c.has(i) {
		return false
	}
	a, b := c.reports[0], c.reports[i]
	of, to := a.variant.Setups[a.players], b.variant.Setups[b.players]
	return a.players == b.players && of.HandSize == to.HandSize && of.deck() == to.deck()
}

// Difference returns the measure's mean in the first report less that in report i: it is
// above 0 where the first has more. Its interval is that for pairs of games. It reports false
// where one of the two has no such mean (see Report.Mean), and where i is not from 1 to the
// last report.
func (c Comparison) Difference(i int, m Measure) (Mean, bool) {
	if !c.has(i) || !c.reports[0].has(m) || !c.reports[i].has(m) {
		return Mean{}, false
	}
	q := m.rule().ratio
	a, b := c.reports[0].sample(q), c.reports[i].sample(q)
	if a.none() || b.none() {
		return Mean{}, false
	}
	x := cross{
		yy: c.product(i, q.num, q.num), yx: c.product(i, q.num, q.den), xy: c.product(i, q.den, q.num), xx: c.product(i, q.den, q.den),
	}
	if q.share {
		return shareDifference(&a, &b, x, q.den == qGames), true
	}
	return difference(&a, &b, x), true
}

// FromStarter returns the differences from report i in how a position has done (see
// Report.FromStarter), the zero SeatStats if one of both tables has no such position.
func (c Comparison) FromStarter(i, position int) SeatStats {
	if !c.has(i) || c.reports[0].Games() == 0 || position < 0 || position >= min(c.reports[0].players, c.reports[i].players) {
		return SeatStats{}
	}
	first, other := c.reports[0], c.reports[i]
	n := first.counts.sums[qGames].big()
	pa, pb := first.counts.place(MaxPlayers+position), other.counts.place(MaxPlayers+position)
	of := func(sum, square, scale int) (a, b sample, x cross) {
		a, b = first.placeSample(pa[sum], pa[square], scale), other.placeSample(pb[sum], pb[square], scale)
		return a, b, cross{yy: c.pairs[i-1].position(position)[sum].big(), yx: a.y, xy: b.y, xx: n}
	}
	wa, wb, w := of(placeWins, placeWinSquares, winUnits)
	ta, tb, t := of(placeTotal, placeTotalSquares, 1)
	return SeatStats{Wins: shareDifference(&wa, &wb, w, false), Total: difference(&ta, &tb, t)}
}

// product returns the sum of the products of a quantity in the first report and one in
// report i.
func (c Comparison) product(i int, a, b quantity) *big.Int {
	switch {
	case a == qGames:
		return c.reports[i].counts.sums[b].big()
	case b == qGames:
		return c.reports[0].counts.sums[a].big()
	}
	p := &c.pairs[i-1]
	return p.sums[slices.Index(p.products, product{a, b})].big()
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
	xa, xb = times(xa, big.NewRat(int64(a.scale), 1)), times(xb, big.NewRat(int64(b.scale), 1))
	ra, rb := a.residuals(qa), b.residuals(qb)
	if ra.Sign() == 0 && rb.Sign() == 0 {
		ra, rb = big.NewRat(1, 1), big.NewRat(1, 1)
	}
	variance := plus(over(ra, times(xa, xa)), over(rb, times(xb, xb)))
	variance = minus(variance, over(times(big.NewRat(2, 1), together), times(xa, xb)))
	return interval(minus(over(whole(a.y), xa), over(whole(b.y), xb)), variance, a.n, 1)
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
	for i := range min(a.game.Players, b.game.Players) {
		s, t := a.seatAt(i), b.seatAt(i)
		sums := p.position(i)
		sums[placeWins].add(a.wins(s) * b.wins(t))
		sums[placeTotal].add(int64(a.game.Totals[s]) * int64(b.game.Totals[t]))
	}
}

func (p *pairCounts) equal(o *pairCounts) bool { return slices.Equal(p.sums, o.sums) }

func (p *pairCounts) plus(o *pairCounts) {
	for i, v := range o.sums {
		p.sums[i].plus(v)
	}
}
