package foppen

import (
	"math/big"
	"slices"
)

// comparisonFormat names the JSON form of a comparison and its version.
const comparisonFormat = "foppen-comparison/2"

// maxComparison bounds the JSON of a comparison that is read, in bytes.
const maxComparison = 1 << 26

// MarshalJSON returns the comparison as one JSON object: a report for each variant, and how the
// first differs from each other one, with the counts from which that follows under "exact". Equal
// comparisons give equal bytes. The zero Comparison has no JSON form and is refused with
// an *ArgError.
func (c Comparison) MarshalJSON() ([]byte, error) { return marshalJSON(&c) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError, also
// counts that cannot be those of one run. The differences are stepped over: they follow
// from the counts.
func (c *Comparison) UnmarshalJSON(data []byte) error { return unmarshalLong(data, maxComparison, c) }

func (c *Comparison) writeJSON(w *jsonWriter) {
	if c.pairs == nil {
		w.refuse(&ArgError{Field: "comparison", Problem: "nothing compared"})
		return
	}
	f := comparisonForm{reports: c.reports}
	for i := range c.pairs {
		f.pairs = append(f.pairs, c.pairForm(i+1))
	}
	w.object(&f)
}

func (c *Comparison) readJSON(r *jsonReader) {
	var f comparisonForm
	if r.fields(&f); r.err == nil {
		f.finish(r, c)
	}
}

// A comparisonForm is the JSON of a Comparison.
type comparisonForm struct {
	reports []Report
	pairs   []pairForm
}

func (f *comparisonForm) fields(list []field) []field {
	return append(list,
		field{"format", literal(comparisonFormat)},
		field{"reports", &longList[Report]{&f.reports, MaxCompared}},
		field{"differences", &longList[pairForm]{&f.pairs, MaxCompared - 1}},
	)
}

// A pairForm is how one report differs from the first.
type pairForm struct {
	paired      bool
	differences means
	positions   list[SeatStats]
	exact       pairExact
}

func (c Comparison) pairForm(i int) pairForm {
	f := pairForm{paired: c.Paired(i), differences: func(m Measure) (Mean, bool) { return c.Difference(i, m) }}
	p := &c.pairs[i-1]
	f.exact.products = p.sums[:len(p.products)]
	players := min(c.reports[0].players, c.reports[i].players)
	f.positions = places(players, func(k int) SeatStats { return c.FromStarter(i, k) })
	for k := range players {
		f.exact.positions = append(f.exact.positions, pairPlace(p.position(k)))
	}
	return f
}

func (f *pairForm) fields(list []field) []field {
	return append(list,
		field{"paired", derived{&f.paired}},
		field{"differences", derived{f.differences}},
		field{"positions", derived{&f.positions}},
		field{"exact", &f.exact},
	)
}

// A pairExact is the counts of pairs of games.
type pairExact struct {
	products  []wide
	positions list[pairPlace]
}

func (f *pairExact) fields(list []field) []field {
	if f.products == nil {
		f.products = make([]wide, len(measureProducts(true)))
	}
	var products object
	for i, p := range measureProducts(true) {
		products = append(products, field{p.a.String() + "*" + p.b.String(), &f.products[i]})
	}
	return append(list, field{"products", products}, field{"positions", &f.positions})
}

// A pairPlace is the sums of a position, as in pairCounts.
type pairPlace [placeSums]wide

func (f *pairPlace) fields(list []field) []field {
	return append(list, field{"wins", &f[placeWins]}, field{"total", &f[placeTotal]})
}

// finish checks that what has been read is the comparison of a run, and completes it.
func (f *comparisonForm) finish(r *jsonReader, c *Comparison) {
	if len(f.pairs) == 0 || len(f.pairs) != len(f.reports)-1 {
		r.wrong("differences", "want one for each report but the first, and one at least")
		return
	}
	*c = Comparison{reports: f.reports, pairs: []pairCounts{}}
	for i := range f.pairs {
		r.wrong("reports["+itoa(i+1)+"]", c.reports[0].otherRun(c.reports[i+1]))
		r.wrong("differences["+itoa(i)+"].exact", c.addPair(&f.pairs[i].exact))
	}
}

// otherRun says what makes a report one of other games, "" if nothing does.
func (r Report) otherRun(o Report) string {
	if r.seed != o.seed || !slices.Equal(r.ranges, o.ranges) || !slices.Equal(r.versions, o.versions) {
		return "want the seed, the games and the versions of the first report"
	}
	return ""
}

// addPair adds the counts of the next pair, or says what is wrong with them: the square of a sum
// of products is at most the product of the sums of the squares (Cauchy and Schwarz).
func (c *Comparison) addPair(f *pairExact) string {
	p, i := newPairCounts(), len(c.pairs)+1
	a, b := c.reports[0].counts, c.reports[i].counts
	if len(f.positions) != min(c.reports[0].players, c.reports[i].players) {
		return "want a position for each player"
	}
	copy(p.sums, f.products)
	for i, x := range p.products {
		if tooLarge(p.sums[i], a.product(x.a, x.a), b.product(x.b, x.b)) {
			return "want products that the squares allow"
		}
	}
	for k, place := range f.positions {
		copy(p.position(k), place[:])
		pa, pb := a.place(MaxPlayers+k), b.place(MaxPlayers+k)
		if tooLarge(place[placeWins], pa[placeWinSquares], pb[placeWinSquares]) || tooLarge(place[placeTotal], pa[placeTotalSquares], pb[placeTotalSquares]) {
			return "want positions that the squares allow"
		}
	}
	c.pairs = append(c.pairs, p)
	return ""
}

// tooLarge reports whether a sum of products is more than those of the squares allow.
func tooLarge(sum, a, b wide) bool {
	x := sum.big()
	return x.Mul(x, x).Cmp(new(big.Int).Mul(a.big(), b.big())) > 0
}
