package foppen

import (
	"cmp"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"
)

// A Distribution says how often each value of something has occurred. It is an
// immutable value; the zero value is that of nothing.
//
// Its percentiles are exact, unless values can differ so much that several had to
// share a bucket, which no preset needs: see Width.
type Distribution struct{ h *histogram }

// Count returns how many values there are.
func (d Distribution) Count() uint64 { return d.counted().n }

// counted returns what has been counted, also for the zero Distribution.
func (d Distribution) counted() *histogram { return cmp.Or(d.h, &histogram{}) }

// Width returns how many successive values are not told apart and count as the lowest
// of them: 1 unless the variant makes an enormous range of values possible.
func (d Distribution) Width() int { return d.counted().width() }

// Mean returns the mean of the values, 0 if there are none.
func (d Distribution) Mean() float64 {
	if d.Count() == 0 {
		return 0
	}
	return float(millionths(fraction(d.h.sum.big(), new(big.Int).SetUint64(d.h.n))))
}

// SD returns the standard deviation of the values, the root of the mean square of
// their distance from the mean; 0 if there are none.
func (d Distribution) SD() float64 {
	if d.Count() == 0 {
		return 0
	}
	n := new(big.Int).SetUint64(d.h.n)
	mean := fraction(d.h.sum.big(), n)
	return float(rootMillionths(minus(fraction(d.h.squares.big(), n), times(mean, mean))))
}

// Percentile returns the smallest value that at least so many percent of the values do
// not exceed: for 0 the lowest value, for 50 the median, for 100 the highest. It
// returns 0 if there are no values; percentages below 0 count as 0, those above 100
// as 100.
func (d Distribution) Percentile(percent int) int {
	if d.Count() == 0 {
		return 0
	}
	hi, lo := bits.Mul64(d.h.n, uint64(max(0, min(percent, 100))))
	rank, rest := bits.Div64(hi, lo, 100)
	if rest > 0 || rank == 0 {
		rank++
	}
	var seen uint64
	for i := d.h.from; i < d.h.to; i++ {
		if seen += d.h.buckets[i]; seen >= rank {
			return d.h.value(i)
		}
	}
	return d.h.value(d.h.to - 1)
}

// All walks through the values that have occurred, upward, and how often each has.
func (d Distribution) All() iter.Seq2[int, uint64] {
	return func(yield func(int, uint64) bool) {
		h := d.counted()
		for i := h.from; i < h.to; i++ {
			if n := h.buckets[i]; n > 0 && !yield(h.value(i), n) {
				return
			}
		}
	}
}

// String returns one line with the mean, the standard deviation, the lowest value, the
// median and the highest value.
func (d Distribution) String() string {
	return fmt.Sprintf("mean %s, sd %.3f, %d to %d, median %d", decimals(d.Mean()), d.SD(), d.Percentile(0), d.Percentile(100), d.Percentile(50))
}

// The histograms of a report, in the order of spreads.
const (
	hRounds  = iota // rounds of a game
	hTricks         // tricks of a round
	hPoints         // points of a player in a round
	hTotals         // final points of a player
	hWinning        // final points of the winner
	hLowest         // final points of the last
	histograms
)

// spreads returns the measures that have a histogram.
func spreads() []Measure {
	return slices.DeleteFunc(Measures(), func(m Measure) bool { return m.rule().spread == "" })
}

// A shape says which values a histogram can hold, and how many of them share a
// bucket: as many as it takes to need no more than maxBuckets. That is 1 in every
// preset.
type shape struct {
	lo, hi int
	shift  uint8 // two to the power of shift values share a bucket
}

const maxBuckets = 1 << 14

func newShape(lo, hi int) shape {
	s := shape{lo: lo, hi: hi}
	for s.buckets() > maxBuckets {
		s.shift++
	}
	return s
}

func (s shape) buckets() int { return (s.hi-s.lo)>>s.shift + 1 }

// width returns how many values share a bucket, value the lowest of them.
func (s shape) width() int           { return 1 << s.shift }
func (s shape) value(bucket int) int { return s.lo + bucket<<s.shift }

// shapes returns the shapes of the histograms for games by the variant, from bounds
// that no game can leave.
func (v *Variant) shapes(players int) [histograms]shape {
	s := &v.Setups[players]
	loss, gain := v.worstRound(s), tenPoints+v.TenExtra
	if v.Betting {
		loss *= v.BetFactor
		gain += v.BetBonus + v.BetOther*(players-1)
	}
	onlyTens := true // bring points
	if s.Discs > 0 {
		// Each time a seat is fooled it plays another card.
		loss = max(loss, -v.SpoiledPoints) + s.HandSize*max(0, -v.FoolPoints)
		gain = max(gain, v.SpoiledPoints) + s.HandSize*max(0, v.FoolPoints)
		onlyTens = v.SpoiledPoints <= 0 && v.FoolPoints <= 0
	}
	rounds := s.Rounds
	if rounds == 0 {
		rounds = MaxRounds
	}
	lo, hi := -rounds*loss, rounds*gain
	if v.MinusLimit != 0 {
		lo = max(lo, -v.MinusLimit-loss)
	}
	if v.TensLimit != 0 && onlyTens {
		hi = min(hi, v.TensLimit*gain)
	}
	totals := newShape(lo, hi)
	return [histograms]shape{
		hRounds:  newShape(1, rounds),
		hTricks:  newShape(1, maxDeck),
		hPoints:  newShape(-loss, gain),
		hTotals:  totals,
		hWinning: totals,
		hLowest:  totals,
	}
}

// worstRound returns what the dearest hand of a deck costs (R5.2).
func (v *Variant) worstRound(s *Setup) int {
	var costs []int
	for c := range s.deck().All() {
		cost := c.Value()
		if c == One {
			cost = v.OnePenalty
		}
		costs = append(costs, cost)
	}
	slices.Sort(costs)
	sum := 0
	for _, cost := range costs[len(costs)-s.HandSize:] {
		sum += cost
	}
	return sum
}

// A histogram counts how often values occur, and sums them and their squares.
type histogram struct {
	shape
	n            uint64
	sum, squares wide
	from, to     int // the buckets in use: those outside hold nothing
	buckets      []uint64
}

func newHistogram(s shape) histogram {
	return histogram{shape: s, from: s.buckets(), buckets: make([]uint64, s.buckets())}
}

func (h *histogram) add(x int) {
	i := (x - h.lo) >> h.shift
	h.n++
	h.sum.add(int64(x))
	h.squares.add(int64(x) * int64(x))
	h.from, h.to = min(h.from, i), max(h.to, i+1)
	h.buckets[i]++
}

// equal compares histograms of the same shape.
func (h *histogram) equal(d *histogram) bool {
	return h.n == d.n && h.sum == d.sum && h.squares == d.squares && slices.Equal(h.buckets, d.buckets)
}

func (h *histogram) plus(d *histogram) {
	h.n += d.n
	h.sum.plus(d.sum)
	h.squares.plus(d.squares)
	h.from, h.to = min(h.from, d.from), max(h.to, d.to)
	for i := d.from; i < d.to; i++ {
		h.buckets[i] += d.buckets[i]
	}
}

func (h *histogram) reset() {
	if h.n > 0 {
		clear(h.buckets[h.from:h.to])
	}
	*h = histogram{shape: h.shape, from: len(h.buckets), buckets: h.buckets}
}
