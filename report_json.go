package foppen

import (
	"math"
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

const (
	reportKeys    = "format variant players bots seed games ranges means seats positions distributions exact versions?"
	exactKeys     = "sums products seats positions histograms"
	placeKeys     = "wins win_squares total total_squares"
	histogramKeys = "width from counts sum squares"
)

// MarshalJSON returns the report as one JSON object: what it is about, its means and
// distributions for people and programs, and under "exact" the counts from which
// all that follows. Equal reports give equal bytes. The zero Report has no JSON form
// and is refused with an *ArgError.
func (r Report) MarshalJSON() ([]byte, error) {
	if r.counts == nil {
		return nil, &ArgError{Field: "report", Problem: "no report of a run"}
	}
	return r.appendJSON(nil), nil
}

func (r *Report) appendJSON(b []byte) []byte {
	b = appendString(appendKey(append(b, '{'), "format"), reportFormat)
	b = appendVariant(appendKey(b, "variant"), r.variant)
	b = appendInt(appendKey(b, "players"), r.players)
	b = appendList(appendKey(b, "bots"), len(r.bots), func(b []byte, i int) []byte { return appendString(b, r.bots[i]) })
	b = appendSafe(appendKey(b, "seed"), r.seed)
	b = appendUint(appendKey(b, "games"), r.Games())
	b = appendList(appendKey(b, "ranges"), len(r.ranges), func(b []byte, i int) []byte { return r.ranges[i].append(b) })
	b = appendMeans(appendKey(b, "means"), r.Mean)
	b = appendPlaces(appendKey(b, "seats"), r.players, func(i int) SeatStats { return r.Seat(Seat(i)) })
	b = appendPlaces(appendKey(b, "positions"), r.players, r.FromStarter)
	b = append(appendKey(b, "distributions"), '{')
	for _, m := range spreads() {
		d, _ := r.Distribution(m)
		b = d.append(appendKey(b, m.rule().spread))
	}
	b = append(b, '}')
	b = r.appendExact(appendKey(b, "exact"))
	if r.versions != nil {
		b = appendStrings(appendKey(b, "versions"), r.versions)
	}
	return append(b, '}')
}

func (g GameRange) append(b []byte) []byte {
	b = appendUint(appendKey(append(b, '{'), "first"), g.First)
	return append(appendUint(appendKey(b, "games"), g.Games), '}')
}

func appendUint(b []byte, n uint64) []byte { return strconv.AppendUint(b, n, 10) }

// appendSafe appends a number, as text if other programs could round it.
func appendSafe(b []byte, n uint64) []byte {
	if n > MaxGameNumber {
		return appendString(b, strconv.FormatUint(n, 10))
	}
	return appendUint(b, n)
}

// appendMeans appends an object with the means that there are.
func appendMeans(b []byte, mean func(Measure) (Mean, bool)) []byte {
	b = append(b, '{')
	for _, m := range Measures() {
		if v, ok := mean(m); ok {
			b = v.append(appendKey(b, m.String()))
		}
	}
	return append(b, '}')
}

// appendPlaces appends a list of places.
func appendPlaces(b []byte, n int, place func(int) SeatStats) []byte {
	return appendList(b, n, func(b []byte, i int) []byte {
		p := place(i)
		b = p.Wins.append(appendKey(append(b, '{'), "wins"))
		return append(p.Total.append(appendKey(b, "total")), '}')
	})
}

// appendExact appends all that a report has counted.
func (r *Report) appendExact(b []byte) []byte {
	c := r.counts
	b = append(appendKey(append(b, '{'), "sums"), '{')
	for q := range quantity(quantities) {
		b = c.sums[q].append(appendKey(b, q.String()))
	}
	b = append(appendKey(append(b, '}'), "products"), '{')
	for i, p := range c.products {
		b = c.sums[quantities+i].append(appendKey(b, p.String()))
	}
	b = c.appendPlaces(appendKey(append(b, '}'), "seats"), 0, r.players)
	b = c.appendPlaces(appendKey(b, "positions"), MaxPlayers, r.players)
	b = append(appendKey(b, "histograms"), '{')
	for i, name := range strings.Fields(spreadWords()) {
		b = c.hist[i].append(appendKey(b, name))
	}
	return append(b, "}}"...)
}

func (p product) String() string { return p.a.String() + "*" + p.b.String() }

func (c *counts) appendPlaces(b []byte, from, n int) []byte {
	return appendList(b, n, func(b []byte, i int) []byte {
		b = append(b, '{')
		for k, key := range strings.Fields(placeKeys) {
			b = c.place(from + i)[k].append(appendKey(b, key))
		}
		return append(b, '}')
	})
}

func (h *histogram) append(b []byte) []byte {
	from, to := h.from, h.to
	if h.n == 0 {
		from, to = 0, 0
	}
	b = appendInt(appendKey(append(b, '{'), "width"), h.width())
	b = appendInt(appendKey(b, "from"), h.value(from))
	used := h.buckets[from:to]
	b = appendList(appendKey(b, "counts"), len(used), func(b []byte, i int) []byte { return appendUint(b, used[i]) })
	b = h.sum.append(appendKey(b, "sum"))
	return append(h.squares.append(appendKey(b, "squares")), '}')
}

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError, also counts that cannot be those of one run. The means and
// distributions are stepped over: they follow from the counts.
func (r *Report) UnmarshalJSON(data []byte) error {
	var f reportForm
	err := readJSON(data, maxReport, f.read)
	if err == nil {
		*r = f.report
	}
	return err
}

// A reportForm is a report being read. Its counts are checked and put together when
// all keys are known, for they may come in any order.
type reportForm struct {
	report    Report
	games     uint64
	sums      []wide // in the order of counts.sums
	places    [2 * MaxPlayers][placeSums]wide
	seats     int
	positions int
	hist      [histograms]histogramForm
}

type histogramForm struct {
	width, from  int
	counts       []uint64
	sum, squares wide
}

func (f *reportForm) read(r *jsonReader) {
	m := &f.report
	r.object(reportKeys, func(key string) {
		switch key {
		case "format":
			r.word(reportFormat)
		case "variant":
			m.variant = r.variant()
		case "players":
			m.players = r.int(MinPlayers, MaxPlayers)
		case "bots":
			r.array(MaxPlayers, func(int) { m.bots = append(m.bots, r.string(MaxNameLen)) })
		case "seed":
			m.seed = r.uint(math.MaxUint64)
		case "versions":
			r.array(maxVersions, func(int) { m.versions = append(m.versions, r.string(maxVersion)) })
		case "games":
			f.games = r.uint(MaxGameNumber)
		case "ranges":
			r.array(maxRanges, func(int) { m.ranges = append(m.ranges, r.gameRange()) })
		case "exact":
			f.readExact(r)
		default:
			r.skip()
		}
	})
	if r.err == nil {
		f.finish(r)
	}
}

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

func (r *jsonReader) gameRange() (g GameRange) {
	r.object("first games", func(key string) {
		if key == "first" {
			g.First = r.uint(MaxGameNumber)
			return
		}
		g.Games = r.uint(MaxGameNumber)
	})
	return g
}

func (f *reportForm) readExact(r *jsonReader) {
	products := measureProducts()
	f.sums = make([]wide, quantities+len(products))
	keys := make([]string, len(products))
	for i, p := range products {
		keys[i] = p.String()
	}
	r.object(exactKeys, func(key string) {
		switch key {
		case "sums":
			r.wides(quantityWords, f.sums[:quantities])
		case "products":
			r.wides(strings.Join(keys, " "), f.sums[quantities:])
		case "seats":
			f.seats = r.array(MaxPlayers, func(i int) { r.wides(placeKeys, f.places[i][:]) })
		case "positions":
			f.positions = r.array(MaxPlayers, func(i int) { r.wides(placeKeys, f.places[MaxPlayers+i][:]) })
		case "histograms":
			r.object(spreadWords(), func(key string) {
				_, i := findKey(spreadWords(), []byte(key))
				f.hist[i].read(r)
			})
		}
	})
}

// wides reads an object of sums into the places that its keys have in the list.
func (r *jsonReader) wides(keys string, into []wide) {
	r.object(keys, func(key string) {
		_, i := findKey(keys, []byte(key))
		into[i] = r.wide()
	})
}

// wide reads a sum.
func (r *jsonReader) wide() wide {
	text := r.digits()
	if r.err != nil {
		return wide{}
	}
	w, ok := parseWide(text)
	if !ok {
		r.refuse("want a whole number of at most 35 digits, got " + short(text))
	}
	return w
}

func (h *histogramForm) read(r *jsonReader) {
	r.object(histogramKeys, func(key string) {
		switch key {
		case "width":
			h.width = r.int(1, maxNumber)
		case "from":
			h.from = r.int(-maxNumber, maxNumber)
		case "counts":
			r.array(maxBuckets, func(int) { h.counts = append(h.counts, r.uint(MaxGameNumber)) })
		case "sum":
			h.sum = r.wide()
		case "squares":
			h.squares = r.wide()
		}
	})
}

// finish checks that what has been read is the report of a run, and completes it.
func (f *reportForm) finish(r *jsonReader) {
	m := &f.report
	refuse := func(path, problem string) {
		if r.err == nil {
			r.err = &DecodeError{Path: path, Problem: problem}
		}
	}
	g, err := New(m.players, WithVariant(m.variant))
	if err == nil {
		_, err = NewRecord(g, m.bots...)
	}
	if err == nil && len(m.bots) != m.players {
		err = &ArgError{Field: "bots", Problem: "want one name for each player"}
	}
	if err != nil {
		r.err = &DecodeError{Problem: strings.TrimPrefix(err.Error(), "foppen: "), Err: err}
		return
	}
	shapes := m.variant.shapes(m.players)
	c := newCounts(&shapes)
	copy(c.sums, f.sums)
	for i := range f.places {
		copy(c.place(i), f.places[i][:])
	}
	for i, name := range strings.Fields(spreadWords()) {
		if problem := c.hist[i].fill(&f.hist[i]); problem != "" {
			refuse("exact.histograms."+name, problem)
		}
	}
	if problem := rangesProblem(m.ranges, f.games); problem != "" {
		refuse("ranges", problem)
	}
	if f.seats != m.players || f.positions != m.players {
		refuse("exact", "want as many seats and positions as players")
	}
	if problem := c.problem(f.games, m.players); problem != "" {
		refuse("exact", problem)
	}
	m.counts, m.versions = &c, joinVersions(m.versions)
}

// rangesProblem says what is wrong with ranges for so many games.
func rangesProblem(ranges []GameRange, games uint64) string {
	var end, sum uint64
	for i, g := range ranges {
		switch {
		case i > 0 && g.First <= end:
			return "want each range after the one before it and not next to it"
		case g.Games == 0 || g.First+g.Games > MaxGameNumber:
			return "want 1 game or more in each range, with numbers below " + strconv.FormatUint(MaxGameNumber, 10)
		}
		end = g.First + g.Games
		sum += g.Games
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
	var sum, squares wide
	for i, n := range f.counts {
		h.buckets[from+i] = n
		h.n += n
		x := int64(h.value(from + i))
		sum.plus(product128(n, x))
		squares.plus(product128(n, x*x))
	}
	if h.n > MaxGameNumber {
		return "want smaller counts"
	}
	if h.shift == 0 && (sum != h.sum || squares != h.squares) {
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
	}
	for _, from := range [...]int{0, MaxPlayers} {
		var wins, total wide
		for i := range players {
			wins.plus(c.place(from + i)[placeWins])
			total.plus(c.place(from + i)[placeTotal])
		}
		if wins != product128(games, winUnits) || total != c.sums[qPoints] {
			return "want seats and positions that agree with the sums"
		}
	}
	return ""
}
