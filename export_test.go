package foppen

import (
	"bytes"
	"io"
	"iter"
	"math/big"
	"math/rand/v2"
)

// Below is below, for the tests in package foppen_test.
func Below(src rand.Source, n uint64) uint64 { return below(src, n) }

// A Past is what earlier rounds leave behind: all that GameAt sets.
type Past struct {
	Round  int   // Round is how many rounds have been played.
	Totals []int // Totals holds the points by seat.
	Minus  []int // Minus holds the minus points alone, as positive numbers.
	Tens   []int // Tens holds the tens by seat.
}

// GameAt returns the game, which waits for its first deal, as if the past lay
// behind it. Dealer and starter stay. There is no way to say this outside tests:
// a Game's past is always one that was played.
func GameAt(g Game, past Past) Game {
	g.round = uint16(past.Round)
	for i, n := range past.Totals {
		g.totals[i] = int32(n)
	}
	for i, n := range past.Minus {
		g.minus[i] = int32(n)
	}
	for i, n := range past.Tens {
		g.tens[i] = uint16(n)
	}
	return g
}

// ReadShortRecords and ReadShortSeatRecords are ReadRecords and ReadSeatRecords with
// another limit than MaxRecordLen.

func ReadShortRecords(r io.Reader, limit int) iter.Seq2[Record, error] {
	return readRecords(r, limit, decodeRecord)
}

func ReadShortSeatRecords(r io.Reader, limit int) iter.Seq2[SeatRecord, error] {
	return readRecords(r, limit, decodeSeatRecord)
}

// WithHidden returns the game with other hands and bets, for tests of what a View
// hides. Nothing is checked.
func WithHidden(g Game, hands [MaxPlayers]Cards, bets Seats) Game {
	g.hands, g.bets = hands, bets
	return g
}

// Hidden returns the hands and bets.
func Hidden(g Game) ([MaxPlayers]Cards, Seats) { return g.hands, g.bets }

// ScanVariant is ParseVariant without Validate.
func ScanVariant(s string) (Variant, error) { return scanVariant(s) }

// LadderOf returns the result of a ladder whose games are not played: points gives the totals
// by seat for the bots that sit there.
func LadderOf(c SimConfig, points func(bots []int) []int) (LadderResult, error) {
	l, err := newLadder(c)
	if err != nil {
		return LadderResult{}, err
	}
	for deal := range uint64(l.Games) {
		seats, score := l.result.seats(deal), tableScore{number: deal}
		for turn := range seats {
			var bots []int
			for s := range seats {
				bots = append(bots, seats[(s+turn)%len(seats)])
			}
			score.add(NewStandings(points(bots)...), turn)
		}
		l.result.add(&score)
	}
	l.result.run.ranges = []GameRange{{Games: uint64(l.Games)}}
	return l.result, nil
}

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
	s := newSample()
	for i := range y {
		s.add(x[i], y[i])
	}
	return s
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
	text, _ := marshalJSON(&sum)
	var back wide
	err := unmarshalJSON(text, &back)
	return string(bytes.Trim(text, `"`)), err == nil && back == sum
}

// BareGames returns a function that plays a game of a simulation with random bots and
// counts nothing but its cards: what a simulation is measured against.
func BareGames(c SimConfig) (func(game uint64) (cards int), error) {
	l, err := newLab(c)
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
			card := g.may.Lowest()
			if g.may.Len() > 1 {
				card = pick(g.may, &b.chances[g.turn&7])
			}
			g.put(card)
		}
		cards += int(g.n)
	}
	return cards
}

// Compare is compare, for the tests in package foppen_test.
func (b *SearchBot) Compare(v View, card, other Card) Mean { return b.compare(v, card, other) }
