package foppen

import (
	"bytes"
	"math/big"
)

// MeanOf returns the quotient of the sums of two quantities with its interval, for the
// tests in package foppen_test.
func MeanOf(y, x []int64) Mean {
	s := sampleOf(y, x)
	return s.mean()
}

// ProportionOf returns the share of y in n games, each a trial, with its interval.
func ProportionOf(y, n int64) Mean {
	s := sample{n: big.NewInt(n), x: big.NewInt(n), y: big.NewInt(y), scale: 1}
	return s.proportion()
}

// ProportionDifference returns the difference of two shares of n pairs of trials from
// how many have both, the first, the second and neither.
func ProportionDifference(both, first, second, neither int64) Mean {
	n := big.NewInt(both + first + second + neither)
	of := func(y int64) sample {
		return sample{n: n, x: n, y: big.NewInt(y), xx: n, xy: big.NewInt(y), yy: big.NewInt(y), scale: 1}
	}
	a, b := of(both+first), of(both+second)
	return shareDifference(&a, &b, cross{yy: big.NewInt(both), yx: a.y, xy: b.y, xx: n}, true)
}

// ApartDifference returns the difference of two shares that have nothing in common.
func ApartDifference(a, b Mean) Mean { return newcombe(a, b, new(big.Rat)) }

// DifferenceOf returns the difference of two quotients of the same games.
func DifferenceOf(ya, xa, yb, xb []int64) Mean {
	a, b := sampleOf(ya, xa), sampleOf(yb, xb)
	return difference(&a, &b, cross{yy: dot(ya, yb), yx: dot(ya, xb), xy: dot(xa, yb), xx: dot(xa, xb)})
}

func sampleOf(y, x []int64) sample {
	ones := make([]int64, len(y))
	for i := range ones {
		ones[i] = 1
	}
	return sample{
		n: big.NewInt(int64(len(y))), x: dot(x, ones), y: dot(y, ones), xx: dot(x, x), xy: dot(x, y), yy: dot(y, y), scale: 1,
	}
}

func dot(a, b []int64) *big.Int {
	var sum wide
	for i := range a {
		sum.add(a[i] * b[i])
	}
	return sum.big()
}

// OfVersion returns the report as if that version of the library had played the games.
func OfVersion(r Report, version string) Report {
	r.versions = joinVersions([]string{version})
	return r
}

// StudentT returns what studentT gives, as text.
func StudentT(free int64) string { return studentT(big.NewInt(free)).FloatString(9) }

// DistributionOf returns the distribution of values between two bounds.
func DistributionOf(lo, hi int, values ...int) Distribution {
	h := newHistogram(newShape(lo, hi))
	for _, x := range values {
		h.add(x)
	}
	return Distribution{&h}
}

// WideSum returns the sum of products, as text, and whether it reads back.
func WideSum(a, b []int64) (string, bool) {
	var sum wide
	for i := range a {
		sum.add(a[i] * b[i])
	}
	text := bytes.Trim(sum.append(nil), `"`)
	back, ok := parseWide(text)
	return string(text), ok && back == sum
}

// BareGames returns a function that plays a game of a simulation with random bots and
// counts nothing but its cards: what a simulation is measured against.
func BareGames(c SimConfig) (func(game uint64) (cards int), error) {
	l, err := newLab(c, c.Variant)
	if err != nil {
		return nil, err
	}
	b := &bareWorker{l: l}
	return b.play, nil
}

type bareWorker struct {
	l       *lab
	deals   stream
	chances [MaxPlayers]stream
}

func (b *bareWorker) play(game uint64) (cards int) {
	b.deals = newStream(b.l.Seed, game, NoSeat)
	for i := range b.l.Players {
		b.chances[i] = newStream(b.l.Seed, game, Seat(i))
	}
	g := b.l.sides[0].starts[game%uint64(b.l.Players)]
	for g.phase != OverPhase {
		deal := g.Shuffle(&b.deals)
		g.deal(&deal)
		for g.phase == BetPhase {
			g.bet(Bet{Seat: g.turn, Bet: coin(&b.chances[g.turn&7])})
		}
		for g.phase == PlayPhase {
			seat := g.turn & 7
			may := legal(g.hands[seat], g.led)
			g.put(randomCard(may, may.Len(), &b.chances[seat]))
		}
		cards += int(g.n)
	}
	return cards
}
