package foppen

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// A Report says what has happened in many games: see Simulate. It is an immutable
// value. What it stores are exact counts, so that the reports of parts of a run can be
// merged exactly, and all its numbers are the same on every machine. The zero
// value is a report of no games that can be merged with no other.
type Report struct {
	variant Variant
	players int
	bots    []string
	seed    uint64
	// versions are those of the library that played the games, in order; nil stands for one
	// that is not known.
	versions []string
	ranges   []GameRange
	counts   *counts
}

// A GameRange is some games with successive numbers. The zero value is no games.
type GameRange struct {
	First uint64 // First is the number of the first game.
	Games uint64 // Games is how many games there are.
}

// String returns the numbers of the first and the last game, such as "0-999"; that of the
// one game where there is one; "none" for no games.
func (r GameRange) String() string {
	switch r.Games {
	case 0:
		return "none"
	case 1:
		return strconv.FormatUint(r.First, 10)
	}
	return fmt.Sprintf("%d-%d", r.First, r.First+r.Games-1)
}

// Variant returns the rules of the games.
func (r Report) Variant() Variant { return r.variant }

// Players returns the number of players.
func (r Report) Players() int { return r.players }

// Bots returns the names of the bots by seat, in a new slice.
func (r Report) Bots() []string { return slices.Clone(r.bots) }

// Seed returns the seed of the games.
func (r Report) Seed() uint64 { return r.seed }

// Versions returns which versions of this library have played the games, in order, in a
// new slice: several if reports of different versions have been merged, whose bots may differ. A
// version that is not known, such as that of a copy under development, is "(devel)".
func (r Report) Versions() []string {
	if r.versions == nil {
		return []string{unknownVersion}
	}
	return slices.Clone(r.versions)
}

// unknownVersion is what the go command calls a version that it does not know.
const unknownVersion = "(devel)"

// libraryVersion returns the version of this module in the program that runs.
func libraryVersion() string {
	const path = "github.com/foppen-go/foppen"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknownVersion
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == path && m.Replace != nil {
			m = m.Replace
		} else if m.Path != path {
			continue
		}
		return cmp.Or(m.Version, unknownVersion)
	}
	return unknownVersion
}

// joinVersions returns all versions in order, nil if none is known.
func joinVersions(versions []string) []string {
	slices.Sort(versions)
	versions = slices.Compact(versions)
	if len(versions) == 0 || len(versions) == 1 && versions[0] == unknownVersion {
		return nil
	}
	return versions
}

// Ranges returns which games were played, in order and without overlap, in a new
// slice.
func (r Report) Ranges() []GameRange { return slices.Clone(r.ranges) }

// Games returns the number of games played, which can be beyond an int where many
// reports have been merged.
func (r Report) Games() uint64 {
	if r.counts == nil {
		return 0
	}
	return r.counts.games()
}

// noGames is the text of reports and comparisons that are zero.
const noGames = "no games"

// String returns one line that says which games the report is about, such as
// "rulebook-2018, 4 players, greedy random random random, seed 1, games 0-999"; "no
// games" for the zero Report.
func (r Report) String() string {
	if r.counts == nil {
		return noGames
	}
	return r.variant.String() + ", " + r.runText()
}

// runText says which games were played, but not by which rules.
func (r Report) runText() string {
	ranges := make([]string, len(r.ranges))
	for i, g := range r.ranges {
		ranges[i] = g.String()
	}
	noun := "games"
	if r.Games() == 1 {
		noun = "game"
	}
	return fmt.Sprintf("%d players, %s, seed %d, %s %s", r.players, strings.Join(r.bots, " "), r.seed, noun, cmp.Or(strings.Join(ranges, " "), "none"))
}

// Equal reports whether r and o hold the same counts of the same games, so that their
// JSON is the same to the byte. Reports cannot be compared with ==.
func (r Report) Equal(o Report) bool {
	if r.counts == nil || o.counts == nil {
		return r.counts == o.counts
	}
	return r.sameRun(o) == nil && slices.Equal(r.ranges, o.ranges) && slices.Equal(r.versions, o.versions) && r.counts.equal(o.counts)
}

// Merge returns the report of all the games of both: the same, to the byte of its JSON, as
// that of one run over all of them. It refuses with an *ArgError reports that do
// not belong together, which differ in variant, players, bots or seed, and reports
// that have a game in common. Those of different versions of this library it merges: see
// Versions. There may be gaps between them. Bots are told apart
// by their names alone.
func (r Report) Merge(o Report) (Report, error) {
	if r.counts == nil || o.counts == nil {
		return Report{}, &ArgError{Field: "report", Problem: "is of no games"}
	}
	if err := r.sameRun(o); err != nil {
		return Report{}, err
	}
	m := r
	var err error
	if m.ranges, err = joinRanges(slices.Concat(r.ranges, o.ranges)); err != nil {
		return Report{}, err
	}
	shapes := m.variant.shapes(m.players)
	c := newCounts(&shapes)
	c.plus(r.counts)
	c.plus(o.counts)
	m.counts, m.versions = &c, joinVersions(slices.Concat(r.Versions(), o.Versions()))
	return m, nil
}

// sameRun returns in what another report is not of the same run, nil if it is.
func (r Report) sameRun(o Report) error {
	differ := func(field string, a, b any) error {
		return &ArgError{Field: field, Problem: fmt.Sprintf("%q and %q do not belong together", fmt.Sprint(a), fmt.Sprint(b))}
	}
	switch {
	case r.variant != o.variant:
		return differ("variant", r.variant, o.variant)
	case r.players != o.players:
		return differ("players", r.players, o.players)
	case !slices.Equal(r.bots, o.bots):
		return differ("bots", strings.Join(r.bots, ","), strings.Join(o.bots, ","))
	case r.seed != o.seed:
		return differ("seed", r.seed, o.seed)
	}
	return nil
}

// joinRanges sorts ranges and joins those without a gap. It refuses overlaps.
func joinRanges(ranges []GameRange) ([]GameRange, error) {
	slices.SortFunc(ranges, func(a, b GameRange) int { return cmp.Compare(a.First, b.First) })
	var joined []GameRange
	for _, g := range ranges {
		if len(joined) == 0 {
			joined = append(joined, g)
			continue
		}
		last := &joined[len(joined)-1]
		switch end := last.First + last.Games; {
		case g.First < end:
			return nil, &ArgError{Field: "games", Problem: fmt.Sprintf("%s and %s overlap", *last, g)}
		case g.First == end:
			last.Games += g.Games
		default:
			joined = append(joined, g)
		}
	}
	return joined, nil
}

// Mean returns the mean of the measure. It reports false if there is none, because
// there are no games, or the rules have no such thing, such as bets without betting or
// an end by rounds where their number is not fixed, or there is nothing to take a share
// of, such as 1s played.
func (r Report) Mean(m Measure) (Mean, bool) {
	if !r.has(m) {
		return Mean{}, false
	}
	q := m.rule().ratio
	s := r.sample(q)
	if s.none() {
		return Mean{}, false
	}
	if q.share {
		return s.share(q.den == qGames), true
	}
	return s.mean(), true
}

// has reports whether the measure makes sense by the rules of the games.
func (r Report) has(m Measure) bool {
	if r.counts == nil || m >= measures {
		return false
	}
	needs := m.rule().needs
	return needs == nil || needs(&r)
}

// A SeatStats is how one seat or one position at the table has done. The zero value is
// that of a place where nobody sits.
type SeatStats struct {
	Wins  Mean // Wins is the share of the games won; players who win together share the win.
	Total Mean // Total is the final points.
}

// Seat returns how the seat has done, the zero SeatStats if nobody sits there.
func (r Report) Seat(s Seat) SeatStats { return r.place(int(s), 0) }

// FromStarter returns how the players have done who sat so many places clockwise from
// the first starting player of the game, 0 being that player: the zero SeatStats if the
// table has no such position.
func (r Report) FromStarter(i int) SeatStats { return r.place(i, MaxPlayers) }

func (r Report) place(i, from int) SeatStats {
	if r.Games() == 0 || i < 0 || i >= r.players {
		return SeatStats{}
	}
	p := r.counts.place(from + i)
	wins := r.placeSample(p[placeWins], p[placeWinSquares], winUnits)
	total := r.placeSample(p[placeTotal], p[placeTotalSquares], 1)
	return SeatStats{Wins: wins.share(false), Total: total.mean()}
}

func (r Report) placeSample(y, yy wide, scale int) sample {
	n := r.counts.sums[qGames].big()
	return sample{n: n, x: n, y: y.big(), xx: n, xy: y.big(), yy: yy.big(), scale: scale}
}

func (r Report) sample(q ratio) sample {
	c := r.counts
	s := sample{
		n: c.sums[qGames].big(), x: c.sums[q.den].big(), y: c.sums[q.num].big(),
		xx: c.product(q.den, q.den).big(), xy: c.product(q.num, q.den).big(), yy: c.product(q.num, q.num).big(), scale: 1,
	}
	if q.each {
		s.scale = r.players
	}
	return s
}

// Distribution returns the distribution of the values whose mean is the measure.
// It reports false where there is none. There is one of the rounds of a game
// (MeasureRoundsPerGame), the tricks of a round (MeasureTricksPerRound), the points of a
// player in a round (MeasurePointsPerRound) and the final points of all players, of the
// winner and of the last (MeasureTotalPerGame, MeasureWinnerTotal, MeasureLastTotal).
func (r Report) Distribution(m Measure) (Distribution, bool) {
	i := slices.Index(spreads(), m)
	if i < 0 || r.Games() == 0 {
		return Distribution{}, false
	}
	return Distribution{&r.counts.hist[i]}, true
}
