package foppen

import (
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

// and returns the sum of both.
func (w wide) and(v wide) wide {
	w.plus(v)
	return w
}

// times returns n times the sum, for a small n.
func (w wide) times(n int) wide {
	hi, lo := bits.Mul64(w.lo, uint64(n))
	return wide{lo, int64(hi) + w.hi*int64(n)}
}

// between reports whether the sum is from lo to hi.
func (w wide) between(lo, hi wide) bool { return !w.below(lo) && !hi.below(w) }

func (w wide) below(v wide) bool { return w.hi < v.hi || w.hi == v.hi && w.lo < v.lo }

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
	return w.big().CmpAbs(product128(n, limit).big()) > 0
}

func (w wide) big() *big.Int {
	n := big.NewInt(w.hi)
	return n.Add(n.Lsh(n, 64), new(big.Int).SetUint64(w.lo))
}
