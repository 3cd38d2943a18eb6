package foppen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
)

// The benchmarks come for 4 and 8 players. docs/performance.md says how to run and
// read them; BenchmarkRatios gives what does not depend on the machine.

func benchPlayers(b *testing.B, f func(b *testing.B, players int)) {
	for _, players := range []int{4, 8} {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			b.ReportAllocs()
			f(b, players)
		})
	}
}

// benchPositions returns positions of random games in which a card is to be played, as
// they follow each other.
func benchPositions(b *testing.B, players, n int) []foppen.Game {
	src := rand.NewPCG(1, 2)
	list := make([]foppen.Game, 0, n)
	g := benchGame(b, players)
	for len(list) < n {
		switch g.Phase() {
		case foppen.DealPhase:
			g = benchDeal(b, g, src)
		case foppen.OverPhase:
			g = benchGame(b, players)
		default:
			list = append(list, g)
			g = benchPlay(b, g, benchCard(g.Legal(), src))
		}
	}
	return list
}

// benchMidRounds returns the n positions from the middle of a round: a third of the
// cards are played.
func benchMidRounds(b *testing.B, players, n int) []foppen.Game {
	var list []foppen.Game
	for _, g := range benchPositions(b, players, 100*n) {
		if all := players * g.Variant().Setups[players].HandSize; len(list) < n && g.Played().Len() == all/3 {
			list = append(list, g)
		}
	}
	return list
}

func benchDeal(t testing.TB, g foppen.Game, src rand.Source) foppen.Game {
	g, err := g.Deal(g.Shuffle(src))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func benchPlay(t testing.TB, g foppen.Game, c foppen.Card) foppen.Game {
	g, err := g.Play(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func benchCard(legal foppen.Cards, src rand.Source) foppen.Card {
	return legal.At(int(src.Uint64() >> 32 * uint64(legal.Len()) >> 32))
}

func BenchmarkPlay(b *testing.B) {
	benchPlayers(b, func(b *testing.B, players int) {
		games := benchPositions(b, players, 1024)
		cards := make([]foppen.Card, len(games))
		for i, g := range games {
			cards[i] = benchCard(g.Legal(), rand.NewPCG(uint64(i), 0))
		}
		i := 0
		for b.Loop() {
			if _, err := games[i&1023].Play(cards[i&1023]); err != nil {
				b.Fatal(err)
			}
			i++
		}
	})
}

func BenchmarkLegal(b *testing.B) {
	benchPlayers(b, func(b *testing.B, players int) {
		games, i := benchPositions(b, players, 1024), 0
		for b.Loop() {
			if games[i&1023].Legal().IsEmpty() {
				b.Fatal("nothing to play")
			}
			i++
		}
	})
}

// BenchmarkRefusedPlay is Play of a card that is not in the hand.
func BenchmarkRefusedPlay(b *testing.B) {
	benchPlayers(b, func(b *testing.B, players int) {
		games := benchPositions(b, players, 1024)
		cards := make([]foppen.Card, len(games))
		for i, g := range games {
			cards[i] = g.Variant().Deck(players).Minus(g.Hand(g.Turn())).Lowest()
		}
		i := 0
		for b.Loop() {
			if _, err := games[i&1023].Play(cards[i&1023]); err == nil {
				b.Fatal("played")
			}
			i++
		}
	})
}

// benchMoves returns a random move for each of the games.
func benchMoves(games []foppen.Game) []foppen.Play {
	moves := make([]foppen.Play, len(games))
	for i, g := range games {
		moves[i] = foppen.Play{Seat: g.Turn(), Card: benchCard(g.Legal(), rand.NewPCG(uint64(i), 0))}
	}
	return moves
}

// BenchmarkApply is Play with events.
func BenchmarkApply(b *testing.B) {
	benchPlayers(b, func(b *testing.B, players int) {
		games := benchPositions(b, players, 1024)
		moves := benchMoves(games)
		i := 0
		for b.Loop() {
			if _, events, err := games[i&1023].Apply(moves[i&1023]); err != nil || len(events) == 0 {
				b.Fatal(err)
			}
			i++
		}
	})
}

// BenchmarkAppendApply is Play with events in a slice that is used again.
func BenchmarkAppendApply(b *testing.B) {
	benchPlayers(b, func(b *testing.B, players int) {
		games := benchPositions(b, players, 1024)
		moves := benchMoves(games)
		var events []foppen.Event
		i := 0
		for b.Loop() {
			var err error
			if _, events, err = games[i&1023].AppendApply(events[:0], moves[i&1023]); err != nil || len(events) == 0 {
				b.Fatal(err)
			}
			i++
		}
	})
}

func BenchmarkDeal(b *testing.B) {
	benchPlayers(b, func(b *testing.B, players int) {
		g, src := benchGame(b, players), rand.NewPCG(1, 2)
		for b.Loop() {
			benchDeal(b, g, src)
		}
	})
}

// BenchmarkPlayout is the random playout of a round, the deal apart.
func BenchmarkPlayout(b *testing.B) {
	benchPlayers(b, func(b *testing.B, players int) {
		src := rand.NewPCG(1, 2)
		games := make([]foppen.Game, 256)
		for i := range games {
			games[i] = benchDeal(b, benchGame(b, players), src)
		}
		i := 0
		for b.Loop() {
			games[i&255].Playout(src)
			i++
		}
	})
}

// BenchmarkGame is a whole random game of many rounds.
func BenchmarkGame(b *testing.B) {
	benchPlayers(b, func(b *testing.B, players int) {
		start, src := benchGame(b, players), rand.NewPCG(1, 2)
		for b.Loop() {
			for g := start; g.Phase() != foppen.OverPhase; {
				g = benchDeal(b, g, src).Playout(src)
			}
		}
	})
}

func BenchmarkView(b *testing.B) {
	benchPlayers(b, func(b *testing.B, players int) {
		games, i := benchPositions(b, players, 1024), 0
		for b.Loop() {
			if games[i&1023].View(foppen.Seat(i%players)).Seat() == foppen.NoSeat {
				b.Fatal("a spectator")
			}
			i++
		}
	})
}

// benchRounds plays n rounds through the checked API: deal, Legal, a random card,
// Play. It returns the cards played.
func benchRounds(t testing.TB, start foppen.Game, n int, src rand.Source) (cards int) {
	for range n {
		g := benchDeal(t, start, src)
		for g.Phase() == foppen.PlayPhase {
			var err error
			if g, err = g.Play(benchCard(g.Legal(), src)); err != nil {
				t.Fatal(err)
			}
			cards++
		}
	}
	return cards
}

// BenchmarkRatios reports what the calls cost per card as ratios to the yardstick's
// cost per card, measured by turns in short slices, so that a slow spell of the
// machine hits all of them. Each figure is the median of the ratios.
func BenchmarkRatios(b *testing.B) {
	for _, players := range []int{4, 8} {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			r := newBenchRatios(b, players)
			for b.Loop() {
				r.slice()
			}
			r.report(b)
		})
	}
}

// BenchmarkGrowth reports how the cost of a card grows: with the players, as ratios to
// the cost with 4, and with the rounds played before.
func BenchmarkGrowth(b *testing.B) {
	long := foppen.Rulebook2018()
	long.MinusLimit, long.TensLimit = 9999, 0
	src := rand.NewPCG(1, 2)
	r := &benchRatios{}
	r.add("players=4", func() int { return benchRounds(b, benchGame(b, 4), 200, src) })
	for players := 5; players <= foppen.MaxPlayers; players++ {
		start := benchGame(b, players)
		r.add(fmt.Sprintf("players=%d", players), func() int { return benchRounds(b, start, 200, src) })
	}
	late := benchGame(b, 4, foppen.WithVariant(long))
	for late.Round() < 50 {
		late = benchDeal(b, late, src).Playout(src)
	}
	r.add("round-51", func() int { return benchRounds(b, late, 200, src) })
	for b.Loop() {
		r.slice()
	}
	r.report(b)
}

type benchRatios struct {
	names []string
	run   []func() (cards int)
	costs [][]float64
}

func newBenchRatios(b *testing.B, players int) *benchRatios {
	const rounds = 200
	start, y, src := benchGame(b, players), newYardstick(players), rand.NewPCG(1, 2)
	r := &benchRatios{}
	add := r.add
	add("yardstick", func() (cards int) {
		for range rounds {
			d := start.Shuffle(src)
			y.deal(&d)
			y.round(src, int(start.Starter()))
			cards += y.cards
		}
		return cards
	})
	add("play", func() int { return benchRounds(b, start, rounds, src) })
	add("view-play", func() (cards int) {
		for range rounds {
			g := benchDeal(b, start, src)
			for g.Phase() == foppen.PlayPhase {
				v := g.View(g.Turn())
				var err error
				if g, err = g.Play(benchCard(v.Legal(), src)); err != nil {
					b.Fatal(err)
				}
				cards++
			}
		}
		return cards
	})
	add("view-sample-play", func() (cards int) {
		for range rounds / 4 {
			g := benchDeal(b, start, src)
			for g.Phase() == foppen.PlayPhase {
				v := g.View(g.Turn())
				sinkGame = v.Sample(src)
				var err error
				if g, err = g.Play(benchCard(v.Legal(), src)); err != nil {
					b.Fatal(err)
				}
				cards++
			}
		}
		return cards
	})
	add("playout", func() (cards int) {
		for range rounds {
			g := benchDeal(b, start, src).Playout(src)
			cards += g.Played().Len()
		}
		return cards
	})
	add("apply", func() (cards int) {
		for range rounds {
			g := benchDeal(b, start, src)
			for g.Phase() == foppen.PlayPhase {
				var err error
				if g, _, err = g.Apply(foppen.Play{Seat: g.Turn(), Card: benchCard(g.Legal(), src)}); err != nil {
					b.Fatal(err)
				}
				cards++
			}
		}
		return cards
	})
	add("append-apply", func() (cards int) {
		var events []foppen.Event
		for range rounds {
			g := benchDeal(b, start, src)
			for g.Phase() == foppen.PlayPhase {
				var err error
				if g, events, err = g.AppendApply(events[:0], foppen.Play{Seat: g.Turn(), Card: benchCard(g.Legal(), src)}); err != nil {
					b.Fatal(err)
				}
				cards++
			}
		}
		return cards
	})
	games, k := benchPositions(b, players, 1024), 0
	add("one-play", func() int {
		for range 4096 {
			g := &games[k&1023]
			benchPlay(b, *g, g.Legal().Lowest())
			k++
		}
		return 4096
	})
	add("one-view", func() int {
		for range 4096 {
			games[k&1023].View(foppen.Seat(k % players))
			k++
		}
		return 4096
	})
	mid := benchMidRounds(b, players, 64)
	add("one-sample", func() int {
		for range 1024 {
			g := &mid[k%len(mid)]
			g.View(g.Turn()).Sample(src)
			k++
		}
		return 1024
	})
	return r
}

func (r *benchRatios) add(name string, run func() (cards int)) {
	r.names, r.run, r.costs = append(r.names, name), append(r.run, run), append(r.costs, nil)
}

func (r *benchRatios) slice() {
	for i, run := range r.run {
		from := time.Now()
		cards := run()
		r.costs[i] = append(r.costs[i], float64(time.Since(from))/float64(cards))
	}
}

func (r *benchRatios) report(b *testing.B) {
	for i, name := range r.names[1:] {
		of := make([]float64, len(r.costs[0]))
		for k := range of {
			of[k] = r.costs[i+1][k] / r.costs[0][k]
		}
		slices.Sort(of)
		b.ReportMetric(of[len(of)/2], name+"/"+r.names[0])
	}
}
