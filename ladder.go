package foppen

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// MaxLadderBots is how many bots a ladder can rate at most.
const MaxLadderBots = 64

// ladderGroups is into how many groups the deals of a ladder go: what differs between
// them says how sure the ratings are.
const ladderGroups = 40

// A LadderResult says how the bots of a ladder have done against each other: see Ladder. It is an
// immutable value. What it stores are exact counts, so that parts of a run can be merged
// exactly. The zero value is that of nothing played.
type LadderResult struct {
	run    Report     // what was played; it has no counts
	groups [][]uint64 // by group, a row for each bot: how often it was placed above each bot, in halves
}

// A LadderEntry is how one bot of a ladder has done. The zero value is nobody's.
type LadderEntry struct {
	// Name is that of the BotMaker.
	Name string
	// Rating is how strong the bot is, 0 being the mean of all bots of the ladder and 400
	// points the odds of ten to one to be placed above another bot, rounded to hundredths.
	Rating Mean
	// Score is the share of its Comparisons in which it was placed above the other bot; half
	// of those with equal places count.
	Score float64
	// Comparisons is how often its place in a game was compared with that of another bot.
	Comparisons uint64
}

// String returns one line, such as "greedy: rating 210.42 (195.10 to 225.74), score 0.812".
func (e LadderEntry) String() string {
	r := e.Rating
	return fmt.Sprintf("%s: rating %.2f (%.2f to %.2f), score %.3f", e.Name, r.Value, r.Low, r.High, e.Score)
}

// Ladder rates bots that may be more or fewer than a table has seats. Each deal is for a table of
// some of the bots, drawn so that all play equally often, and is played once for each rotation
// of them around the table, with the same cards, so that luck cancels to a degree. The result
// is the same for any number of workers.
//
// All is as in Simulate, but that Bots are from 2 to MaxLadderBots with different names, that
// Players says how large the tables are, 0 being the smallest number that the variant allows,
// and that Games and OnProgress count the deals. Of fewer bots than Players some have several
// seats. Who sits at the table of a deal depends on Seed, the deal's number, Players and the number of bots alone.
// OnGame and OnRecord must be nil. When Ladder stops early, the result covers the deals
// before the first that is not finished.
//
// Ratings follow the model of Bradley and Terry (1952) for the final places of each two
// different bots in a game, where equal places are half a win of each. Under the model of
// Plackett and Luce for the order of a whole table, such pairs tell the same strengths
// (Azari Soufiani and others 2013). They are fitted by Hunter's algorithm (2004), with one
// tie added between each two bots, so that they are finite. The intervals are those
// of the jackknife over 40 groups of deals, so that games of one deal need not be
// independent. They hold for each rating on its own.
func Ladder(ctx context.Context, c SimConfig) (LadderResult, error) {
	l, err := newLadder(c)
	if err != nil {
		return LadderResult{}, err
	}
	p := pool[tableScore]{
		first: l.First, games: l.Games, size: 1, workers: l.Workers,
		empty:  func() *tableScore { return &tableScore{} },
		clear:  func(s *tableScore) { *s = tableScore{} },
		worker: func() func(context.Context, uint64, *tableScore) error { return l.playDeal },
		add:    l.add,
		exited: func(number uint64) error { return l.table(number).exited() },
	}
	err = p.run(ctx)
	if l.done > 0 {
		l.result.run.ranges = []GameRange{{First: l.First, Games: uint64(l.done)}}
	}
	return l.result, err
}

// A ladder is a ladder being played.
type ladder struct {
	SimConfig // Bots is those of the ladder
	result    LadderResult
	done      int
}

func newLadder(c SimConfig) (*ladder, error) {
	if err := c.refuseHooks("where each game is played by all rotations"); err != nil {
		return nil, err
	}
	bots := c.Bots
	c.Bots = nil
	if err := c.settle(); err != nil {
		return nil, err
	}
	c.Bots = slices.Clone(bots)
	if err := checkEntrants(c.names()); err != nil {
		return nil, err
	}
	run := Report{variant: c.Variant, players: c.Players, bots: c.names(), seed: c.Seed, versions: joinVersions([]string{libraryVersion()})}
	return &ladder{SimConfig: c, result: newLadderResult(run)}, nil
}

func newLadderResult(run Report) LadderResult {
	r := LadderResult{run: run, groups: make([][]uint64, ladderGroups)}
	for i := range r.groups {
		r.groups[i] = make([]uint64, len(run.bots)*len(run.bots))
	}
	return r
}

// checkEntrants refuses names that are not those of the bots of a ladder.
func checkEntrants(names []string) error {
	if n := len(names); n < 2 || n > MaxLadderBots {
		return &ArgError{Field: "Bots", Problem: fmt.Sprintf("%d bots, want from 2 to %d", n, MaxLadderBots)}
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return &ArgError{Field: "Bots", Problem: fmt.Sprintf("%q twice, want each bot once", name)}
		}
	}
	_, err := newCourse(Game{}, len(names), names)
	return err
}

// A tableScore is what the games of one deal came to: how often each place of the table
// came out above each other, in halves.
type tableScore struct {
	number uint64
	above  [MaxPlayers][MaxPlayers]uint64
}

// table returns a game of the ladder, as yet without bots.
func (l *ladder) table(number uint64) *match {
	return &match{start: l.start(l.Variant, 0), seed: l.Seed, number: number, limit: l.MoveLimit}
}

// block is how many deals in a row give all bots equally many seats.
func (r *LadderResult) block() uint64 {
	n, players := len(r.run.bots), r.run.players
	return uint64(n / gcd(n, players))
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// seats returns which bots sit at the table of a deal: the next ones of a list of all bots,
// which is shuffled anew for each block of deals.
func (r *LadderResult) seats(deal uint64) []int {
	n, block := len(r.run.bots), r.block()
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	src := newStream(r.run.seed, deal/block, MaxPlayers) // that of no seat
	for i := n - 1; i > 0; i-- {
		j := int(below(&src, uint64(i+1)))
		list[i], list[j] = list[j], list[i]
	}
	seats := make([]int, r.run.players)
	for i := range seats {
		seats[i] = list[(int(deal%block)*len(seats)+i)%n]
	}
	return seats
}

// playDeal plays a deal in all rotations.
func (l *ladder) playDeal(ctx context.Context, number uint64, score *tableScore) error {
	seats := l.result.seats(number)
	all := tableScore{number: number}
	for turn := range seats {
		m := l.table(number)
		for s := range seats {
			m.bots = append(m.bots, l.Bots[seats[(s+turn)%len(seats)]])
		}
		d := driver{match: m}
		if err := d.run(ctx, Record{}); err != nil {
			return err
		}
		all.add(d.game.Standings(), turn)
	}
	*score = all
	return nil
}

// add adds a game in which the places of the table sit turn seats on.
func (t *tableScore) add(places Standings, turn int) {
	n := places.Len()
	for a := range places.All() {
		for b := range places.All() {
			x, y := (int(a.Seat)+turn)%n, (int(b.Seat)+turn)%n
			t.above[x][y] += uint64(1 + cmp.Compare(b.Rank, a.Rank))
		}
	}
}

// add adds the next deal.
func (l *ladder) add(deals int, s *tableScore, err error) error {
	if deals == 0 {
		return err
	}
	l.result.add(s)
	l.done++
	if l.OnProgress != nil {
		l.OnProgress(l.done, l.Games)
	}
	return err
}

func (r *LadderResult) add(s *tableScore) {
	seats := r.seats(s.number)
	group := r.groups[s.number/r.block()%ladderGroups]
	for i, a := range seats {
		for j, b := range seats {
			if a != b {
				group[a*len(r.run.bots)+b] += s.above[i][j]
			}
		}
	}
}

// Deals returns how many deals have been played.
func (r LadderResult) Deals() (n uint64) {
	for _, g := range r.run.ranges {
		n += g.Games
	}
	return n
}

// Ranges returns which deals have been played, in order and without overlap, in a new
// slice.
func (r LadderResult) Ranges() []GameRange { return r.run.Ranges() }

// Versions returns which versions of this library have played the deals: see
// Report.Versions.
func (r LadderResult) Versions() []string { return r.run.Versions() }

// String returns one line that says what was played, such as "rulebook-2018, 4 players, random
// greedy, seed 1, games 0-99, each played 4 times"; "no games" for the zero LadderResult.
func (r LadderResult) String() string {
	if r.groups == nil {
		return noGames
	}
	return fmt.Sprintf("%s, %s, each played %d times", r.run.variant, r.run.runText(), r.run.players)
}

// Merge returns the result of all the deals of both, the same, to the byte of its JSON, as
// that of one run over all of them. It refuses with an *ArgError results that differ in
// variant, players, bots or seed, and those that have a deal in common.
func (r LadderResult) Merge(o LadderResult) (LadderResult, error) {
	if r.groups == nil || o.groups == nil {
		return LadderResult{}, &ArgError{Field: "ladder", Problem: "is of no deals"}
	}
	if err := r.run.sameRun(o.run); err != nil {
		return LadderResult{}, err
	}
	m := newLadderResult(r.run)
	for i, group := range m.groups {
		for k := range group {
			group[k] = r.groups[i][k] + o.groups[i][k]
		}
	}
	m.run.versions = joinVersions(append(r.Versions(), o.Versions()...))
	var err error
	m.run.ranges, err = joinRanges(slices.Concat(r.run.ranges, o.run.ranges))
	if err != nil {
		return LadderResult{}, err
	}
	return m, nil
}

// Entries returns how the bots have done, the best first, in a new slice.
func (r LadderResult) Entries() []LadderEntry {
	list := []LadderEntry{}
	if r.groups == nil {
		return list
	}
	all := r.total()
	ratings := r.ratings(all)
	for i, name := range r.run.bots {
		e := LadderEntry{Name: name, Rating: ratings[i]}
		won, both := new(big.Int), new(big.Int)
		for j := range r.run.bots {
			won.Add(won, new(big.Int).SetUint64(all.above(i, j)))
			both.Add(both, new(big.Int).SetUint64(all.both(i, j)))
		}
		if both.Sign() > 0 {
			e.Score = float(millionths(fraction(won, both)))
		}
		e.Comparisons = both.Rsh(both, 1).Uint64()
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b LadderEntry) int { return cmp.Compare(b.Rating.Value, a.Rating.Value) })
	return list
}

// A pairTally is how often each of n bots was placed above each other, in halves.
type pairTally struct {
	n      int
	halves []uint64
}

func (t pairTally) above(i, j int) uint64 { return t.halves[i*t.n+j] }
func (t pairTally) both(i, j int) uint64  { return t.above(i, j) + t.above(j, i) }

// total returns the sum of all groups.
func (r *LadderResult) total() pairTally {
	all := pairTally{len(r.run.bots), make([]uint64, len(r.groups[0]))}
	for _, group := range r.groups {
		for k, halves := range group {
			all.halves[k] += halves
		}
	}
	return all
}

// without returns the tally less that of a group, which is part of it.
func (t pairTally) without(group []uint64) pairTally {
	rest := pairTally{t.n, slices.Clone(t.halves)}
	for k, halves := range group {
		rest.halves[k] -= halves
	}
	return rest
}

// ratings returns the ratings by bot with their intervals, by the jackknife: the ratings
// are fitted again without each group of deals. Groups that have no deals do not count.
func (r *LadderResult) ratings(all pairTally) []Mean {
	start := slices.Repeat([]float64{1}, all.n)
	best := all.fit(start)
	var others [][]float64
	for _, group := range r.groups {
		if slices.Max(group) > 0 {
			others = append(others, eloPoints(all.without(group).fit(best)))
		}
	}
	list := make([]Mean, all.n)
	for i, x := range eloPoints(best) {
		half := jackknifeHalf(others, i)
		list[i] = Mean{Value: hundredths(x), Low: hundredths(x - half), High: hundredths(x + half)}
	}
	return list
}

// jackknifeHalf returns half the width of the interval of rating i, from the ratings
// without each group.
func jackknifeHalf(ratings [][]float64, i int) float64 {
	n := float64(len(ratings))
	if n < 2 {
		return math.Inf(1)
	}
	sum, squares := 0.0, 0.0
	for _, r := range ratings {
		sum += r[i]
	}
	for _, r := range ratings {
		d := r[i] - sum/n
		squares += float64(d * d)
	}
	t, _ := studentT(big.NewInt(int64(len(ratings) - 1))).Float64()
	return float64(t * math.Sqrt(float64((n-1)/n*squares)))
}

// Ratings are computed with additions, multiplications, divisions and roots of float64
// alone, each rounded on its own: a conversion keeps compilers from making one operation
// of a product and a sum. So they are the same everywhere.

// fit returns the strengths of the model of Bradley and Terry, from a start: the chance
// that i is placed above j is that of i in the sum of both. See Hunter, MM algorithms for
// generalized Bradley-Terry models, 2004.
func (t pairTally) fit(start []float64) []float64 {
	const (
		near  = 1e-12
		steps = 10_000 // more than enough; a bound all the same
	)
	s := slices.Clone(start)
	for range steps {
		change := 0.0
		for i := range s {
			won, expected := 0.0, 0.0
			for j := range s {
				if i != j { // and a tie besides
					won += float64(t.above(i, j) + 1)
					expected += float64(t.both(i, j)+2) / (s[i] + s[j])
				}
			}
			next := won / expected
			change = max(change, math.Abs(next/s[i]-1))
			s[i] = next
		}
		if change < near {
			break
		}
	}
	return s
}

// eloPoints returns the ratings for strengths.
func eloPoints(strengths []float64) []float64 {
	const perE = 173.7177927613007 // 400 points for a factor of 10
	list := make([]float64, len(strengths))
	mean := 0.0
	for i, s := range strengths {
		list[i] = float64(perE * ln(s))
		mean += list[i] / float64(len(strengths))
	}
	for i := range list {
		list[i] -= mean
	}
	return list
}

// ln is math.Log, which is not the same on all platforms.
func ln(x float64) float64 {
	fraction, exponent := math.Frexp(x)
	z := (fraction - 1) / (fraction + 1)
	sum, power := 0.0, z
	for k := 1.0; k < 40; k += 2 { // z is at most a third
		sum += power / k
		power = float64(power * float64(z*z))
	}
	return float64(2*sum) + float64(float64(exponent)*math.Ln2)
}

// roundMillionths rounds to millionths, and never to minus zero.
func roundMillionths(x float64) float64 { return math.Round(float64(x*1e6))/1e6 + 0 }

// hundredths rounds to hundredths, and never to minus zero.
func hundredths(x float64) float64 { return math.Round(float64(x*100))/100 + 0 }
