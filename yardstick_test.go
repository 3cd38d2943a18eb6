package foppen_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// A yardstick plays rounds of the 2018 rules as a simple fast program does: one state
// that it writes over, bit sets, no checks, no history, no events, no options. It is not
// the fastest that could be written: docs/performance.md says what is. It draws the same random numbers as Game.Playout, and so must
// come to the same scores. Benchmarks give the library's times as ratios to its
// times in the same run, which say the same on every machine.
type yardstick struct {
	players int
	discs   int
	hands   [8]yardHand
	points  [8]int
	cards   int // played in the round
}

// A yardHand is a set of cards: a bit for each colored card, two colors a word, and
// how many 1s.
type yardHand struct {
	word [2]uint64
	ones int
}

func newYardstick(players int) *yardstick {
	return &yardstick{players: players, discs: foppen.Rulebook2018().Setups[players].Discs}
}

// deal takes over the hands of a deal.
func (y *yardstick) deal(d *foppen.Deal) {
	for i := range y.players {
		h := yardHand{ones: d.Hands[i].Count(foppen.One)}
		for c := range d.Hands[i].All() {
			if c != foppen.One {
				n := int(c.Color()) - 1
				h.word[n>>1] |= 1 << (30*(n&1) + c.Value() - 2)
			}
		}
		y.hands[i] = h
	}
}

// below is a number below n, as likely as any other.
func (y *yardstick) below(src rand.Source, n uint64) int {
	hi, lo := bits.Mul64(src.Uint64(), n)
	for lo < n && lo < -n%n {
		hi, lo = bits.Mul64(src.Uint64(), n)
	}
	return int(hi)
}

// round plays a round at random from the seat that leads, and scores it.
func (y *yardstick) round(src rand.Source, leader int) {
	const half = 1<<30 - 1
	sitting := 0 // a bit for each seat
	y.cards = 0
	for {
		var keys [8]int // of the plays, the better the higher
		n, led, out := 0, -1, false
		for i := range y.players {
			seat := leader + i
			if seat >= y.players {
				seat -= y.players
			}
			if sitting>>seat&1 != 0 {
				continue
			}
			h := &y.hands[seat]
			may := h.word
			if led >= 0 {
				if f := h.word[led>>1] & (half << (30 * (led & 1))); f != 0 {
					may = [2]uint64{}
					may[led>>1] = f
				}
			}
			one := min(h.ones, 1)
			a, b := bits.OnesCount64(may[0]), bits.OnesCount64(may[1])
			k := y.below(src, uint64(a+b+one))
			key := 32
			if k == a+b {
				h.ones--
			} else {
				w := 0
				if k >= a {
					w, k = 1, k-a
				}
				m := may[w]
				for ; k > 0; k-- {
					m &= m - 1
				}
				bit := bits.TrailingZeros64(m)
				h.word[w] &^= m & -m
				color := 2 * w
				if bit >= 30 {
					color, bit = color+1, bit-30
				}
				if led < 0 {
					led = color
				}
				key = bit + 2
				if color == led {
					key += 32
				}
			}
			keys[n] = key<<6 | (7-i)<<3 | seat
			n++
			out = out || h.word[0]|h.word[1] == 0 && h.ones == 0
		}
		y.cards += n
		sitting = 0
		for range min(y.discs, n-1) {
			worst := 0
			for k := range n {
				if keys[k] < keys[worst] {
					worst = k
				}
			}
			sitting |= 1 << (keys[worst] & 7)
			keys[worst] += 1 << 12 // behind all
		}
		best := 0
		for _, k := range keys[:n] {
			if k < 1<<12 {
				best = max(best, k)
			}
		}
		leader = best & 7
		if out {
			break
		}
	}
	for seat := range y.players {
		h := &y.hands[seat]
		p := -5 * h.ones
		for w, m := range h.word {
			for ; m != 0; m &= m - 1 {
				bit := bits.TrailingZeros64(m)
				if bit >= 30 {
					bit -= 30
				}
				p -= bit + 2
			}
			_ = w
		}
		if h.word[0]|h.word[1] == 0 && h.ones == 0 && sitting>>seat&1 == 0 {
			p = 10
		}
		y.points[seat] = p
	}
}

// TestYardstick protects the ratios: the yardstick and the library play the same
// rounds from the same numbers.
func TestYardstick(t *testing.T) {
	for players := 4; players <= 8; players++ {
		y, start := newYardstick(players), benchGame(t, players)
		for i := range uint64(300) {
			a, b := rand.NewPCG(i, 1), rand.NewPCG(i, 1)
			deal := start.Shuffle(a)
			g, err := start.Deal(deal)
			require.NoError(t, err)
			g = g.Playout(a)

			d := start.Shuffle(b)
			y.deal(&d)
			y.round(b, int(start.Starter()))
			require.Equal(t, g.Totals(), y.points[:players])
			require.Equal(t, g.Played().Len(), y.cards)
		}
	}
}

func benchGame(t testing.TB, players int, opts ...foppen.Option) foppen.Game {
	t.Helper()
	g, err := foppen.New(players, opts...)
	require.NoError(t, err)
	return g
}
