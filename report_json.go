package foppen

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// reportFormat names the JSON form of a report and its version.
const reportFormat = "foppen-report/1"

// What bounds the reading of a report: its length in bytes, and its ranges.
const (
	maxReport = 1 << 22
	maxRanges = 1 << 16
	// The same for versions, and the length of each.
	maxVersions = 1 << 8
	maxVersion  = 1 << 8
)

// MarshalJSON returns the report as one JSON object: what it is about, its means and
// distributions for people and programs, and under "exact" the counts from which
// all that follows. Equal reports give equal bytes. The zero Report has no JSON form
// and is refused with an *ArgError.
func (r Report) MarshalJSON() ([]byte, error) { return marshalJSON(&r) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError, also counts that cannot be those of one run. The means and
// distributions are stepped over: they follow from the counts.
func (r *Report) UnmarshalJSON(data []byte) error { return unmarshalLong(data, maxReport, r) }

func (r *Report) writeJSON(w *jsonWriter) {
	if r.counts == nil {
		w.refuse(&ArgError{Field: "report", Problem: "no report of a run"})
		return
	}
	c := r.counts
	f := reportForm{report: *r, games: r.Games(), exact: exactForm{sums: c.sums}}
	for i := range r.players {
		f.exact.seats = append(f.exact.seats, placeForm(c.place(i)))
		f.exact.positions = append(f.exact.positions, placeForm(c.place(MaxPlayers+i)))
	}
	for i := range c.hist {
		f.exact.hist[i] = c.hist[i].form()
	}
	w.object(&f)
}

func (r *Report) readJSON(j *jsonReader) {
	f := reportForm{exact: exactForm{sums: make([]wide, quantities+len(measureProducts(false)))}}
	if j.fields(&f); j.err == nil {
		f.finish(j)
	}
	*r = f.report
}

// A reportForm is the JSON of a Report. What has been read is checked and put together
// when all keys are known, for they may come in any order.
type reportForm struct {
	report Report
	games  uint64
	exact  exactForm
}

func (f *reportForm) fields(list []field) []field {
	r := &f.report
	seats, positions := places(r.players, func(i int) SeatStats { return r.Seat(Seat(i)) }), places(r.players, r.FromStarter)
	return append(list,
		field{"format", literal(reportFormat)},
		field{"variant", &r.variant},
		field{"players", (*playerCount)(&r.players)},
		field{"bots", (*nameList)(&r.bots)},
		field{"seed", (*anyNumber)(&r.seed)},
		field{"games", &f.games},
		field{"ranges", &longList[GameRange]{&r.ranges, maxRanges}},
		field{"means", derived{means(r.Mean)}},
		field{"seats", derived{&seats}},
		field{"positions", derived{&positions}},
		field{"distributions", derived{r.distributions()}},
		field{"exact", &f.exact},
		r.versionField(),
	)
}

// versionField is written only if a version is known.
func (r *Report) versionField() field {
	f := field{"versions?", &textList{&r.versions, maxVersions, maxVersion}}
	if r.versions != nil {
		f.key = f.name()
	}
	return f
}

// An exactForm is all that a report has counted.
type exactForm struct {
	sums             []wide // in the order of counts.sums, but without places
	seats, positions list[placeForm]
	hist             [histograms]histogramForm
}

func (f *exactForm) fields(list []field) []field {
	var sums, products, spread object
	for q := range quantity(quantities) {
		sums = append(sums, field{q.String(), &f.sums[q]})
	}
	for i, p := range measureProducts(false) {
		products = append(products, field{p.a.String() + "*" + p.b.String(), &f.sums[quantities+i]})
	}
	for i, m := range spreads() {
		spread = append(spread, field{m.rule().spread, &f.hist[i]})
	}
	return append(list, field{"sums", sums}, field{"products", products}, field{"seats", &f.seats}, field{"positions", &f.positions}, field{"histograms", spread})
}

// A placeForm is the sums of a place.
type placeForm [placeSums]wide

func (f *placeForm) fields(list []field) []field {
	return append(list,
		field{"wins", &f[placeWins]},
		field{"win_squares", &f[placeWinSquares]},
		field{"total", &f[placeTotal]},
		field{"total_squares", &f[placeTotalSquares]},
	)
}

type histogramForm struct {
	width, from  int
	counts       []uint64
	sum, squares wide
}

func (f *histogramForm) fields(list []field) []field {
	return append(list,
		field{"width", &f.width},
		field{"from", &f.from},
		field{"counts", &longList[uint64]{&f.counts, maxBuckets}},
		field{"sum", &f.sum},
		field{"squares", &f.squares},
	)
}

func (h *histogram) form() histogramForm {
	from, to := h.from, h.to
	if h.n == 0 {
		from, to = 0, 0
	}
	return histogramForm{h.width(), h.value(from), h.buckets[from:to], h.sum, h.squares}
}

// places returns how n seats or positions have done.
func places(n int, place func(int) SeatStats) (list list[SeatStats]) {
	for i := range n {
		list = append(list, place(i))
	}
	return list
}

// distributions returns an object with all distributions.
func (r *Report) distributions() (list object) {
	for _, m := range spreads() {
		d, _ := r.Distribution(m)
		list = append(list, field{m.rule().spread, &d})
	}
	return list
}

// The means that there are make an object.
type means func(Measure) (Mean, bool)

func (mean means) fields(list []field) []field {
	for _, m := range Measures() {
		if v, ok := mean(m); ok {
			list = append(list, field{m.String(), &v})
		}
	}
	return list
}

// MarshalJSON returns the range as an object: {"first":0,"games":1000}.
func (g GameRange) MarshalJSON() ([]byte, error) { return marshalJSON(&g) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (g *GameRange) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, g) }

func (g *GameRange) fields(list []field) []field {
	return append(list, field{"first", &g.First}, field{"games", &g.Games})
}

// MarshalJSON returns the figures as an object with two means:
//
//	{"wins":{"mean":0.25,"low":0.24,"high":0.26},"total":{"mean":-47.1,"low":-47.5,"high":-46.7}}
func (s SeatStats) MarshalJSON() ([]byte, error) { return marshalJSON(&s) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (s *SeatStats) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, s) }

func (s *SeatStats) fields(list []field) []field {
	return append(list, field{"wins", &s.Wins}, field{"total", &s.Total})
}

// A textList is a list of at most so many texts, none longer than so many bytes.
type textList struct {
	texts         *[]string
	most, longest int
}

func (l *textList) writeJSON(w *jsonWriter) { w.b = appendStrings(w.b, *l.texts) }

func (l *textList) readJSON(r *jsonReader) {
	r.array(l.most, func(int) { *l.texts = append(*l.texts, r.string(l.longest)) })
}

// A longList is a list of at most so many elements.
type longList[T any] struct {
	elements *[]T
	most     int
}

func (l *longList[T]) writeJSON(w *jsonWriter) { w.value((*list[T])(l.elements)) }

func (l *longList[T]) readJSON(r *jsonReader) {
	r.array(l.most, func(int) { r.value((*list[T])(l.elements).add()) })
}

// A derived value follows from other fields: a reader steps over it.
type derived struct{ at any }

func (d derived) writeJSON(w *jsonWriter) { w.value(d.at) }
func (derived) readJSON(r *jsonReader)    { r.skip() }

// An anyNumber is a whole number. It is text if other programs could round it.
type anyNumber uint64

func (n *anyNumber) writeJSON(w *jsonWriter) {
	text := strconv.FormatUint(uint64(*n), 10)
	if w.b = append(w.b, text...); *n > MaxGameNumber {
		w.b = appendString(w.b[:len(w.b)-len(text)], text)
	}
}

func (n *anyNumber) readJSON(r *jsonReader) { *n = anyNumber(r.uint(math.MaxUint64)) }

// digits reads a number, or the text of one.
func (r *jsonReader) digits() []byte {
	if r.peek() == '"' {
		return []byte(r.string(40))
	}
	return r.number()
}

// uint reads a whole number from 0 to hi.
func (r *jsonReader) uint(hi uint64) uint64 {
	text := string(r.digits())
	if r.err != nil {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > hi || strconv.FormatUint(n, 10) != text {
		r.refuse("want a whole number from 0 to " + strconv.FormatUint(hi, 10) + ", got " + short([]byte(text)))
		return 0
	}
	return n
}

// A wide is text, too, if other programs could round it.
func (w *wide) writeJSON(j *jsonWriter) {
	if w.exceeds(1, MaxGameNumber) {
		j.b = appendString(j.b, w.big().String())
	} else {
		j.b = w.big().Append(j.b, 10)
	}
}

func (w *wide) readJSON(r *jsonReader) {
	text := r.digits()
	n, ok := new(big.Int).SetString(short(text), 10)
	if r.err == nil && (!ok || len(text) > 36 || n.String() != string(text)) {
		r.refuse("want a whole number of at most 35 digits, got " + short(text))
	}
	if r.err == nil {
		lo := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
		*w = wide{lo, n.Rsh(n, 64).Int64()}
	}
}

// finish checks that what has been read is the report of a run, and completes it.
func (f *reportForm) finish(r *jsonReader) {
	m, refuse := &f.report, r.wrong
	g, err := New(m.players, WithVariant(m.variant))
	if err == nil {
		_, err = NewRecord(g, m.bots...)
	}
	if err == nil && len(m.bots) != m.players {
		err = &ArgError{Field: "bots", Problem: "want one name for each player"}
	}
	if err != nil {
		r.err = &DecodeError{Path: r.pathText(), Offset: -1, Problem: strings.TrimPrefix(err.Error(), "foppen: "), Err: err}
		return
	}
	shapes := m.variant.shapes(m.players)
	c := newCounts(&shapes)
	copy(c.sums, f.exact.sums)
	for k, places := range [...]list[placeForm]{f.exact.seats, f.exact.positions} {
		if len(places) != m.players {
			refuse("exact", "want as many seats and positions as players")
			return
		}
		for i, sums := range places {
			copy(c.place(k*MaxPlayers+i), sums[:])
		}
	}
	for i, m := range spreads() {
		refuse("exact.histograms."+m.rule().spread, c.hist[i].fill(&f.exact.hist[i]))
	}
	refuse("ranges", rangesProblem(m.ranges, f.games))
	refuse("exact", c.problem(f.games, m.players))
	m.counts, m.versions = &c, joinVersions(m.versions)
}

// rangesProblem says what is wrong with ranges for so many games.
func rangesProblem(ranges []GameRange, games uint64) string {
	var sum uint64
	for _, g := range ranges {
		if g.Games == 0 || g.First+g.Games > MaxGameNumber {
			return "want 1 game or more in each range, with numbers below " + strconv.FormatUint(MaxGameNumber, 10)
		}
		sum += g.Games
	}
	if joined, err := joinRanges(slices.Clone(ranges)); err != nil || !slices.Equal(joined, ranges) {
		return "want each range after the one before it and not next to it"
	}
	if sum != games {
		return "want as many games as games says"
	}
	return ""
}

// fill fills an empty histogram, or says what is wrong with what was read.
func (h *histogram) fill(f *histogramForm) string {
	from := (f.from - h.lo) >> h.shift
	switch n := len(f.counts); {
	case f.width != h.width():
		return "want a width of " + itoa(h.width())
	case f.from < h.lo || h.value(from) != f.from || from+n > len(h.buckets):
		return "want values that the variant makes possible"
	case n == 0 && from != 0:
		return "want no counts from " + itoa(h.lo)
	case n == 0:
	case f.counts[0] == 0 || f.counts[n-1] == 0:
		return "want no zeros at the ends"
	default:
		h.from, h.to = from, from+n
	}
	h.sum, h.squares = f.sum, f.squares
	var sum, sumTo, squares, squaresTo wide // what the values come to, from and to
	for i, n := range f.counts {
		if n > MaxGameNumber-h.n {
			return "want smaller counts"
		}
		h.buckets[from+i] = n
		h.n += n
		x := int64(h.value(from + i))
		to := x + int64(h.width()) - 1
		sum.plus(product128(n, x))
		sumTo.plus(product128(n, to))
		squares.plus(product128(n, max(0, x, -to)*max(0, x, -to)))
		squaresTo.plus(product128(n, max(-x, to)*max(-x, to)))
	}
	if !h.sum.between(sum, sumTo) || !h.squares.between(squares, squaresTo) {
		return "want the sum and the squares of what is counted"
	}
	return ""
}

// problem says what in the counts cannot be of so many games, "" if nothing.
func (c *counts) problem(games uint64, players int) string {
	for i, w := range c.sums {
		if i < quantities && w.exceeds(games, 1<<31) || w.exceeds(games, 1<<62) {
			return "want smaller sums"
		}
	}
	for q := range quantity(quantities) {
		if c.sums[q].hi < 0 && q != qPoints && q != qWinning && q != qLowest {
			return "want sums that are not negative"
		}
	}
	if problem := c.unlikeGames(players); problem != "" {
		return problem
	}
	n := uint64(players)
	rounds := c.sums[qRounds].lo
	same := func(a wide, b uint64) bool { return a == wide{lo: b} }
	switch {
	case !same(c.sums[qGames], games):
		return "want sums.games to be games"
	case c.hist[hRounds].n != games || c.hist[hRounds].sum != c.sums[qRounds],
		c.hist[hTricks].n != rounds || c.hist[hTricks].sum != c.sums[qTricks],
		c.hist[hPoints].n != n*rounds || c.hist[hPoints].sum != c.sums[qPoints],
		c.hist[hTotals].n != n*games || c.hist[hTotals].sum != c.sums[qPoints],
		c.hist[hWinning].n != games || c.hist[hWinning].sum != c.sums[qWinning],
		c.hist[hLowest].n != games || c.hist[hLowest].sum != c.sums[qLowest]:
		return "want histograms that agree with the sums"
	case c.hist[hRounds].squares != c.product(qRounds, qRounds),
		c.hist[hWinning].squares != c.product(qWinning, qWinning),
		c.hist[hLowest].squares != c.product(qLowest, qLowest):
		return "want histograms that agree with the products"
	}
	for _, from := range [...]int{0, MaxPlayers} {
		var all [placeSums]wide
		for i := range players {
			p := c.place(from + i)
			if tooLarge(p[placeWins], p[placeWinSquares], c.sums[qGames]) || tooLarge(p[placeTotal], p[placeTotalSquares], c.sums[qGames]) ||
				!p[placeWinSquares].between(wide{}, p[placeWins].times(winUnits)) {
				return "want squares that the sums allow"
			}
			for k := range all {
				all[k].plus(p[k])
			}
		}
		if all[placeWins] != product128(games, winUnits) || all[placeTotal] != c.sums[qPoints] || all[placeTotalSquares] != c.hist[hTotals].squares {
			return "want seats and positions that agree with the sums"
		}
	}
	return ""
}

// unlikeGames says what in the sums and products cannot come of numbers that games
// have, "" if nothing: a share is at most 1, and is 0 or 1 for each game where the games are
// what it is a share of; and the square of a sum of products is at most the product of the sums of
// the squares (Cauchy and Schwarz), with one factor for each game also that of a sum.
func (c *counts) unlikeGames(players int) string {
	for _, m := range Measures() {
		r := m.rule().ratio
		most := c.sums[r.den]
		if r.each {
			most = most.times(players)
		}
		if r.share && !c.sums[r.num].between(wide{}, most) {
			return "want no more " + r.num.String() + " than there can be"
		}
		if r.share && r.den == qGames && c.product(r.num, r.num) != c.sums[r.num] {
			return "want products that the sums allow"
		}
	}
	for _, p := range c.products {
		sum, a, b := c.product(p.a, p.b), c.product(p.a, p.a), c.product(p.b, p.b)
		if p.a == p.b {
			sum, b = c.sums[p.a], c.sums[qGames]
		}
		if tooLarge(sum, a, b) {
			return "want products that the sums allow"
		}
	}
	if tens := c.sums[qTens]; c.sums[qOuts] != tens.and(c.sums[qSpoiled]) {
		return "want each that is out to have a ten or to be spoiled"
	}
	return ""
}
