package foppen

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
)

// Everything that a simulation counts is a whole number, and every sum is exact.
// So sums do not depend on the order in which games are added, on the number of
// workers or on the machine, and parts of a run can be added as if they had been one.

// A quantity is a number that each game has. A report holds the sums of all
// quantities over its games, and the sums of the products that its means need.
type quantity uint8

const (
	qGames       quantity = iota // 1 for every game
	qRounds                      // rounds
	qTricks                      // tricks in all rounds
	qCards                       // cards played
	qChoices                     // cards that could have been played, for each card played
	qForced                      // cards played without a choice
	qFooled                      // times somebody was fooled
	qTens                        // tens of all players
	qPoints                      // final points of all players
	qWinning                     // final points of the winner
	qLowest                      // final points of the last
	qBelowZero                   // 1 if the winner ends below zero
	qTied                        // 1 if several players win
	qEndedRounds                 // 1 if the number of rounds has ended the game
	qEndedMinus                  // 1 if minus points have
	qEndedTens                   // 1 if tens have
	qOuts                        // times somebody had no cards left after a round
	qSpoiled                     // of these, times that somebody was fooled in the last trick
	qStarterOuts                 // of these, times that it was the starting player of the round
	qOnesPlayed                  // 1s played
	qOnesLed                     // of these, 1s led
	qOnesWon                     // of these, 1s that won the trick
	qOnesFooled                  // of these, 1s that made the player a fool
	qOnesKept                    // 1s left in hands
	qBets                        // bets
	qBetsWon                     // bets of players who scored a ten

	quantities = iota
)

const quantityWords = "games rounds tricks cards choices forced fooled tens points winning lowest below_zero tied " +
	"ended_rounds ended_minus ended_tens outs spoiled starter_outs ones_played ones_led ones_won ones_fooled ones_kept bets bets_won"

func (q quantity) String() string { return enumString("quantity", quantityWords, q) }

// winUnits is what a win counts in wins: it can be shared by any number of players.
const winUnits = 840

// A tally counts one game while it is played.
type tally struct {
	q       [quantities]int64
	players uint8
	starter Seat
	ended   EndReasons
	winners Seats
	totals  [MaxPlayers]int32
	tens    [MaxPlayers]uint16
	fooled  [MaxPlayers]int32
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
	points [MaxPlayers]int32
}

// begin begins a game that waits for its first deal.
func (t *tally) begin(g *Game) {
	*t = tally{players: g.players, starter: g.starter, rounds: t.rounds[:0]}
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
		t.fooled[bits.TrailingZeros8(uint8(s))&7]++
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
		r.points[i] = g.totals[i] - t.totals[i]
		t.q[qOnesKept] += int64(g.hands[i].ones())
	}
	t.rounds = append(t.rounds, r)
	t.totals = g.totals
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
	t.tens = g.tens
	t.ended = g.EndReasons()
	highest, lowest := g.totals[0], g.totals[0]
	for i := range g.players {
		total := g.totals[i]
		highest, lowest = max(highest, total), min(lowest, total)
		t.q[qPoints] += int64(total)
		t.q[qTens] += int64(g.tens[i])
		t.q[qFooled] += int64(t.fooled[i])
	}
	for i := range g.players {
		if g.totals[i] == highest {
			t.winners |= 1 << i
		}
	}
	t.q[qWinning], t.q[qLowest] = int64(highest), int64(lowest)
	t.q[qBelowZero] = flag(highest < 0)
	t.q[qTied] = flag(t.winners.Len() > 1)
	t.q[qEndedRounds] = flag(t.ended.Has(EndRounds))
	t.q[qEndedMinus] = flag(t.ended.Has(EndMinus))
	t.q[qEndedTens] = flag(t.ended.Has(EndTens))
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// wins returns the seat's part of the game's win.
func (t *tally) wins(s Seat) int64 {
	if !t.winners.Has(s) {
		return 0
	}
	return int64(winUnits / t.winners.Len())
}

// seatAt returns the seat in a position: so many places clockwise from the first
// starting player.
func (t *tally) seatAt(position int) Seat {
	return Seat((int(t.starter) + position) % int(t.players))
}

func (t *tally) result(game uint64) GameResult {
	r := GameResult{
		Number: game, Players: int(t.players), Starter: t.starter, Rounds: int(t.q[qRounds]), Tricks: int(t.q[qTricks]),
		Cards: int(t.q[qCards]), Ended: t.ended, Winners: t.winners,
	}
	for i := range t.players {
		r.Totals[i], r.Tens[i], r.Fooled[i] = int(t.totals[i]), int(t.tens[i]), int(t.fooled[i])
	}
	return r
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
	for i := range int(t.players) {
		s := Seat(i)
		c.place(i).add(t.wins(s), int64(t.totals[s]))
		at := t.seatAt(i)
		c.place(MaxPlayers+i).add(t.wins(at), int64(t.totals[at]))
		c.hist[hTotals].add(int(t.totals[s]))
	}
	for i := range t.rounds {
		c.hist[hTricks].add(int(t.rounds[i].tricks))
		for _, points := range t.rounds[i].points[:t.players] {
			c.hist[hPoints].add(int(points))
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
	c := counts{products: measureProducts()}
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

// The histograms of a report.
const (
	hRounds  = iota // rounds of a game
	hTricks         // tricks of a round
	hPoints         // points of a player in a round
	hTotals         // final points of a player
	hWinning        // final points of the winner
	hLowest         // final points of the last
	histograms
)

const histogramWords = "rounds tricks points totals winning lowest"

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
	loss, gain := v.worstRound(s), tenPoints
	if v.Betting {
		loss *= v.BetFactor
		gain += v.BetBonus + v.BetOther*(players-1)
	}
	rounds := s.Rounds
	if rounds == 0 {
		rounds = MaxRounds
	}
	lo, hi := -rounds*loss, rounds*gain
	if v.MinusLimit != 0 {
		lo = max(lo, -v.MinusLimit-loss)
	}
	if v.TensLimit != 0 {
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
	for c := range s.Deck().All() {
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

// append appends the sum as a decimal number.
func (w wide) append(b []byte) []byte { return w.big().Append(b, 10) }

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
