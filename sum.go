package foppen

import (
	"math"
	"math/big"
	"math/bits"
)

// A wide is a sum of whole numbers that cannot overflow, in 128 bits: a number is
// below 2^31 and a product below 2^62, and there are fewer than 2^53 games.
type wide struct {
	lo uint64
	hi int64
}

func (w *wide) add(v int64) {
	lo, carry := bits.Add64(w.lo, uint64(v), 0)
	w.lo, w.hi = lo, w.hi+v>>63+int64(carry)
}

func (w *wide) plus(v wide) {
	lo, carry := bits.Add64(w.lo, v.lo, 0)
	w.lo, w.hi = lo, w.hi+v.hi+int64(carry)
}

// product128 returns n times v; n is below 2^62.
func product128(n uint64, v int64) wide {
	hi, lo := bits.Mul64(n, uint64(v))
	if v < 0 {
		hi -= n
	}
	return wide{lo, int64(hi)}
}

// exceeds reports whether the sum is out of reach for so many numbers up to limit.
func (w wide) exceeds(n uint64, limit int64) bool {
	most, least := product128(n, limit), product128(n, -limit)
	return w.less(least) || most.less(w)
}

func (w wide) less(v wide) bool { return w.hi < v.hi || w.hi == v.hi && w.lo < v.lo }

// append appends the sum as a decimal number, as text if other programs could round it.
func (w wide) append(b []byte) []byte {
	if w.exceeds(1, MaxGameNumber) {
		return appendString(b, w.big().String())
	}
	return w.big().Append(b, 10)
}

// parseWide reads what append writes, if it has at most 35 digits.
func parseWide(text []byte) (wide, bool) {
	n, ok := new(big.Int).SetString(short(text), 10)
	if !ok || len(text) > 36 || n.String() != string(text) {
		return wide{}, false
	}
	lo := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	return wide{lo, n.Rsh(n, 64).Int64()}, true
}

func (w wide) big() *big.Int {
	n := big.NewInt(w.hi)
	return n.Add(n.Lsh(n, 64), new(big.Int).SetUint64(w.lo))
}
