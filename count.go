package foppen

import (
	"math/bits"
	"slices"
)

// Everything that a simulation counts is a whole number, and every sum is exact.
// So sums do not depend on the order in which games are added, on the number of
// workers or on the machine, and parts of a run can be added as if they had been one.

// winUnits is what a win counts in wins: it can be shared by any number of players.
const winUnits = 840

// A tally counts one game while it is played.
type tally struct {
	q       [quantities]int64
	game    GameResult // Totals are those before the round being played
	rounds  []roundTally
	choices int // until the end qChoices, and likewise forced
	forced  int

	// Of the round being played.
	tricks  uint8 // tricks finished
	start   uint8 // cards in them
	leader  Seat  // who leads the trick, but for the first
	sitting Seats // who sits it out
}

// A roundTally is what a round adds to the histograms.
type roundTally struct {
	tricks uint8
	points [MaxPlayers]int
}

// begin begins the game of a number, which waits for its first deal.
func (t *tally) begin(g *Game, number uint64) {
	*t = tally{game: GameResult{Number: number, Players: g.Players(), Starter: g.starter}, rounds: t.rounds[:0]}
	t.q[qGames] = 1
}

// played counts a card that has just been played, one of so many that could have
// been. It is called for every card, so everything else waits for the trick's end.
func (t *tally) played(g *Game, choices int) {
	t.choices += choices
	if choices == 1 {
		t.forced++
	}
	if g.tricks != t.tricks {
		t.endTrick(g)
	}
}

func (t *tally) endTrick(g *Game) {
	for s := g.fools; s != 0; s &= s - 1 {
		t.game.Fooled[bits.TrailingZeros8(uint8(s))&7]++
	}
	if cards := g.log[t.start:g.n]; slices.Contains(cards, One) {
		t.countOnes(g, cards)
	}
	t.tricks, t.start, t.leader, t.sitting = g.tricks, g.n, g.leader, g.fools
	if g.phase != PlayPhase {
		t.endRound(g)
	}
}

// countOnes counts the 1s of a trick: there are some.
func (t *tally) countOnes(g *Game, cards []Card) {
	s := t.leader
	if t.start == 0 {
		s = g.first
	}
	taking := g.seats() &^ t.sitting
	var ones Seats
	for _, c := range cards {
		if c == One {
			ones = ones.With(s)
		}
		s = taking.after(s)
	}
	t.q[qOnesPlayed] += int64(ones.Len())
	t.q[qOnesFooled] += int64((ones & g.fools).Len())
	if cards[0] == One {
		t.q[qOnesLed]++
	}
	if ones == taking { // only then does a 1 win (R3.7)
		t.q[qOnesWon]++
	}
}

func (t *tally) endRound(g *Game) {
	r := roundTally{tricks: g.tricks}
	for i := range g.players {
		total := int(g.totals[i])
		r.points[i] = total - t.game.Totals[i]
		t.game.Totals[i] = total
		t.q[qOnesKept] += int64(g.hands[i].ones())
	}
	t.rounds = append(t.rounds, r)
	t.q[qTricks] += int64(g.tricks)
	t.q[qCards] += int64(g.n)
	t.q[qOuts] += int64(g.out.Len())
	t.q[qSpoiled] += int64((g.out & g.fools).Len())
	if g.out.Has(g.first) {
		t.q[qStarterOuts]++
	}
	t.q[qBets] += int64(g.shown.Len())
	t.q[qBetsWon] += int64((g.shown & g.out &^ g.fools).Len())
	t.tricks, t.start, t.sitting = 0, 0, 0
}

// end counts what is known when the game is over.
func (t *tally) end(g *Game) {
	t.q[qRounds], t.q[qChoices], t.q[qForced] = int64(g.round), int64(t.choices), int64(t.forced)
	r := &t.game
	r.Rounds, r.Tricks, r.Cards, r.Ended = g.Round(), int(t.q[qTricks]), int(t.q[qCards]), g.EndReasons()
	totals := r.Totals[:r.Players]
	highest, lowest := slices.Max(totals), slices.Min(totals)
	for i, total := range totals {
		r.Tens[i] = int(g.tens[i])
		t.q[qPoints] += int64(total)
		t.q[qTens] += int64(r.Tens[i])
		t.q[qFooled] += int64(r.Fooled[i])
		if total == highest {
			r.Winners |= 1 << i
		}
	}
	t.q[qWinning], t.q[qLowest] = int64(highest), int64(lowest)
	t.q[qBelowZero] = flag(highest < 0)
	t.q[qTied] = flag(r.Winners.Len() > 1)
	t.q[qEndedRounds] = flag(r.Ended.Has(EndRounds))
	t.q[qEndedMinus] = flag(r.Ended.Has(EndMinus))
	t.q[qEndedTens] = flag(r.Ended.Has(EndTens))
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// wins returns the seat's part of the game's win.
func (t *tally) wins(s Seat) int64 {
	if !t.game.Winners.Has(s) {
		return 0
	}
	return int64(winUnits / t.game.Winners.Len())
}

// seatAt returns the seat in a position: so many places clockwise from the first
// starting player.
func (t *tally) seatAt(position int) Seat {
	return Seat((int(t.game.Starter) + position) % t.game.Players)
}

// addTo adds the game to what has been counted.
func (t *tally) addTo(c *counts) {
	for q, v := range t.q {
		c.sums[q].add(v)
	}
	products := c.sums[quantities:]
	for i, p := range c.products {
		products[i].add(t.q[p.a] * t.q[p.b])
	}
	totals := t.game.Totals[:t.game.Players]
	for i, total := range totals {
		c.place(i).add(t.wins(Seat(i)), int64(total))
		at := t.seatAt(i)
		c.place(MaxPlayers+i).add(t.wins(at), int64(totals[at]))
		c.hist[hTotals].add(total)
	}
	for i := range t.rounds {
		c.hist[hTricks].add(int(t.rounds[i].tricks))
		for _, points := range t.rounds[i].points[:len(totals)] {
			c.hist[hPoints].add(points)
		}
	}
	c.hist[hRounds].add(int(t.q[qRounds]))
	c.hist[hWinning].add(int(t.q[qWinning]))
	c.hist[hLowest].add(int(t.q[qLowest]))
}

// A product is two quantities whose product is summed over the games.
type product struct{ a, b quantity }

// counts holds what has been counted in a set of games: the sums of all quantities,
// then those of the products, then those of the places, which are the seats and the
// positions.
type counts struct {
	products []product
	sums     []wide
	hist     [histograms]histogram
}

// A place has four sums: its wins and final points, and their squares.
type place []wide

const (
	placeWins = iota
	placeWinSquares
	placeTotal
	placeTotalSquares
	placeSums
)

func (p place) add(wins, total int64) {
	p[placeWins].add(wins)
	p[placeWinSquares].add(wins * wins)
	p[placeTotal].add(total)
	p[placeTotalSquares].add(total * total)
}

func newCounts(shapes *[histograms]shape) counts {
	c := counts{products: measureProducts(false)}
	c.sums = make([]wide, quantities+len(c.products)+2*MaxPlayers*placeSums)
	for i, s := range shapes {
		c.hist[i] = newHistogram(s)
	}
	return c
}

// games returns the number of games, which is below MaxGameNumber.
func (c *counts) games() uint64 { return c.sums[qGames].lo }

// product returns the sum of the products of two quantities that some measure has.
func (c *counts) product(a, b quantity) wide {
	switch {
	case a == qGames:
		return c.sums[b]
	case b == qGames:
		return c.sums[a]
	}
	return c.sums[quantities+slices.Index(c.products, product{a, b})]
}

// place returns the sums of a seat, or after all seats those of a position.
func (c *counts) place(i int) place {
	at := quantities + len(c.products) + i*placeSums
	return place(c.sums[at : at+placeSums])
}

// equal reports whether d has counted the same.
func (c *counts) equal(d *counts) bool {
	for i := range c.hist {
		if !c.hist[i].equal(&d.hist[i]) {
			return false
		}
	}
	return slices.Equal(c.sums, d.sums)
}

// plus adds what d has counted in other games.
func (c *counts) plus(d *counts) {
	for i := range d.sums {
		c.sums[i].plus(d.sums[i])
	}
	for i := range d.hist {
		c.hist[i].plus(&d.hist[i])
	}
}

func (c *counts) reset() {
	clear(c.sums)
	for i := range c.hist {
		c.hist[i].reset()
	}
}
