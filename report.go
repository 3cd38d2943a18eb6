package foppen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Report says what has happened in many games: see Simulate. It is an immutable
// value. What it stores are exact counts, so that the reports of parts of a run can be
// merged without a trace, and all its numbers are the same on every machine. The zero
// value is a report of no games that can be merged with no other.
type Report struct {
	variant Variant
	players int
	bots    []string
	seed    uint64
	ranges  []GameRange
	counts  *counts
}

// A GameRange is some games with successive numbers. The zero value is no games.
type GameRange struct {
	First uint64 `json:"first"` // First is the number of the first game.
	Games uint64 `json:"games"` // Games is how many games there are.
}

// String returns the numbers of the first and the last game, such as "0-999", or
// "none".
func (r GameRange) String() string {
	if r.Games == 0 {
		return "none"
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
	return fmt.Sprintf("%d players, %s, seed %d, games %s", r.players, strings.Join(r.bots, " "), r.seed, cmp.Or(strings.Join(ranges, " "), "none"))
}

// Equal reports whether r and o hold the same counts of the same games, so that their
// JSON is the same to the byte. Reports cannot be compared with ==.
func (r Report) Equal(o Report) bool {
	if r.counts == nil || o.counts == nil {
		return r.counts == o.counts
	}
	return r.sameRun(o) == nil && slices.Equal(r.ranges, o.ranges) && r.counts.equal(o.counts)
}

// Merge returns the report of all the games of the reports: the same, to the byte,
// as that of one run over all of them. It refuses with an *ArgError reports that do
// not belong together, which differ in variant, players, bots or seed, and reports
// that have a game in common. There may be gaps between them. Bots are told apart
// by their names alone.
func Merge(reports ...Report) (Report, error) {
	if len(reports) == 0 {
		return Report{}, &ArgError{Field: "reports", Problem: "nothing to merge"}
	}
	for i, r := range reports {
		if r.counts == nil {
			return Report{}, &ArgError{Field: "reports[" + itoa(i) + "]", Problem: "is of no games"}
		}
	}
	m := reports[0]
	shapes := m.variant.shapes(m.players)
	c := newCounts(&shapes)
	m.counts, m.ranges = &c, nil
	for _, r := range reports {
		if err := m.sameRun(r); err != nil {
			return Report{}, err
		}
		c.plus(r.counts)
		m.ranges = append(m.ranges, r.ranges...)
	}
	var err error
	m.ranges, err = joinRanges(m.ranges)
	if err != nil {
		return Report{}, err
	}
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

// A Measure is something of which a Report has the mean. A share is between 0 and 1.
type Measure uint8

// The measures. Those per game take the mean over the games. The others are a sum
// over all games divided by another one, such as all tricks by all rounds, so that
// a long game counts for more than a short one.
const (
	MeasureRoundsPerGame   Measure = iota // MeasureRoundsPerGame is the number of rounds of a game.
	MeasureCardsPerGame                   // MeasureCardsPerGame is the number of cards played in a game.
	MeasureTricksPerRound                 // MeasureTricksPerRound is the number of tricks of a round.
	MeasureCardsPerRound                  // MeasureCardsPerRound is the number of cards played in a round.
	MeasureChoicesPerCard                 // MeasureChoicesPerCard is how many cards the player to play could play (R3.3 to R3.5), 1s counted once.
	MeasureForcedCards                    // MeasureForcedCards is the share of the cards played of which the player had no choice.
	MeasureFooledPerRound                 // MeasureFooledPerRound is how often a player is fooled in a round (R3.9).
	MeasureTensPerRound                   // MeasureTensPerRound is how often a player scores a ten in a round (R5.3).
	MeasurePointsPerRound                 // MeasurePointsPerRound is the points of a player in a round (R5, R7.3).
	MeasureTotalPerGame                   // MeasureTotalPerGame is the final points of a player.
	MeasureWinnerTotal                    // MeasureWinnerTotal is the final points of the winner (R6.3).
	MeasureLastTotal                      // MeasureLastTotal is the final points of the player in last place.
	MeasureWinnerBelowZero                // MeasureWinnerBelowZero is the share of the games whose winner has less than 0 points.
	MeasureTiedGames                      // MeasureTiedGames is the share of the games with several winners (R6.3).
	MeasureEndedByRounds                  // MeasureEndedByRounds is the share of the games that their number of rounds has ended (R6.2).
	MeasureEndedByMinus                   // MeasureEndedByMinus is the share of the games that minus points have ended (R6.1).
	MeasureEndedByTens                    // MeasureEndedByTens is the share of the games that tens have ended (R6.1).
	MeasureOutPerRound                    // MeasureOutPerRound is the share of the players that have no cards left after a round (R5.1).
	MeasureOutSpoiled                     // MeasureOutSpoiled is the share of these that are fooled in the last trick (R5.4).
	MeasureStarterOut                     // MeasureStarterOut is the share of the rounds in which the starting player has no cards left.
	MeasureOnesLed                        // MeasureOnesLed is the share of the 1s played that were led (R4.3).
	MeasureOnesWon                        // MeasureOnesWon is the share of the 1s played that won their trick (R3.7).
	MeasureOnesFooled                     // MeasureOnesFooled is the share of the 1s played that made their player a fool (R3.8).
	MeasureOnesKept                       // MeasureOnesKept is how many 1s all players have left after a round.
	MeasureBetsPerRound                   // MeasureBetsPerRound is how often a player bets in a round (R7.1).
	MeasureBetsWon                        // MeasureBetsWon is the share of the bets of players who score a ten (R7.3).
)

const measures = MeasureBetsWon + 1

const measureWords = "rounds_per_game cards_per_game tricks_per_round cards_per_round choices_per_card forced_cards " +
	"fooled_per_round tens_per_round points_per_round total_per_game winner_total last_total winner_below_zero tied_games " +
	"ended_by_rounds ended_by_minus ended_by_tens out_per_round out_spoiled starter_out " +
	"ones_led ones_won ones_fooled ones_kept bets_per_round bets_won"

// String returns the measure's name in reports, such as "tricks_per_round".
func (m Measure) String() string { return enumString("Measure", measureWords, m) }

// MarshalText returns the same text as String; it fails for other values.
func (m Measure) MarshalText() ([]byte, error) { return enumMarshal("measure", measureWords, m) }

// UnmarshalText accepts exactly the words that String writes.
func (m *Measure) UnmarshalText(text []byte) error {
	return enumUnmarshal("measure", measureWords, text, m)
}

// IsShare reports whether the measure is a share, between 0 and 1.
func (m Measure) IsShare() bool { return m < measures && m.ratio().share }

// Measures returns all measures, in the order of reports, in a new slice.
func Measures() []Measure {
	all := make([]Measure, measures)
	for i := range all {
		all[i] = Measure(i)
	}
	return all
}

// A ratio is how a measure is computed: a sum divided by another.
type ratio struct {
	num, den quantity
	each     bool // and by the number of players
	share    bool
}

// ratio returns how the measure is computed; m is one of the constants.
func (m Measure) ratio() ratio {
	return [measures]ratio{
		MeasureRoundsPerGame:   {num: qRounds, den: qGames},
		MeasureCardsPerGame:    {num: qCards, den: qGames},
		MeasureTricksPerRound:  {num: qTricks, den: qRounds},
		MeasureCardsPerRound:   {num: qCards, den: qRounds},
		MeasureChoicesPerCard:  {num: qChoices, den: qCards},
		MeasureForcedCards:     {num: qForced, den: qCards, share: true},
		MeasureFooledPerRound:  {num: qFooled, den: qRounds, each: true},
		MeasureTensPerRound:    {num: qTens, den: qRounds, each: true},
		MeasurePointsPerRound:  {num: qPoints, den: qRounds, each: true},
		MeasureTotalPerGame:    {num: qPoints, den: qGames, each: true},
		MeasureWinnerTotal:     {num: qWinning, den: qGames},
		MeasureLastTotal:       {num: qLowest, den: qGames},
		MeasureWinnerBelowZero: {num: qBelowZero, den: qGames, share: true},
		MeasureTiedGames:       {num: qTied, den: qGames, share: true},
		MeasureEndedByRounds:   {num: qEndedRounds, den: qGames, share: true},
		MeasureEndedByMinus:    {num: qEndedMinus, den: qGames, share: true},
		MeasureEndedByTens:     {num: qEndedTens, den: qGames, share: true},
		MeasureOutPerRound:     {num: qOuts, den: qRounds, each: true, share: true},
		MeasureOutSpoiled:      {num: qSpoiled, den: qOuts, share: true},
		MeasureStarterOut:      {num: qStarterOuts, den: qRounds, share: true},
		MeasureOnesLed:         {num: qOnesLed, den: qOnesPlayed, share: true},
		MeasureOnesWon:         {num: qOnesWon, den: qOnesPlayed, share: true},
		MeasureOnesFooled:      {num: qOnesFooled, den: qOnesPlayed, share: true},
		MeasureOnesKept:        {num: qOnesKept, den: qRounds},
		MeasureBetsPerRound:    {num: qBets, den: qRounds, each: true, share: true},
		MeasureBetsWon:         {num: qBetsWon, den: qBets, share: true},
	}[m]
}

// measureProducts returns the products that the intervals of the measures need.
func measureProducts() []product {
	var list []product
	for m := range measures {
		r := m.ratio()
		for _, p := range []product{{r.num, r.num}, {r.num, r.den}, {r.den, r.den}} {
			if p.a != qGames && p.b != qGames && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// Mean returns the mean of the measure. It reports false if there is none, because
// there are no games, or the rules have no such thing, such as bets without betting or
// an end by rounds where their number is not fixed, or there is nothing to take a share
// of, such as 1s played.
func (r Report) Mean(m Measure) (Mean, bool) {
	if !r.has(m) {
		return Mean{}, false
	}
	s := r.sample(m.ratio())
	if s.none() {
		return Mean{}, false
	}
	if m.ratio().den == qGames && m.ratio().share {
		return s.proportion(), true
	}
	return s.mean(m.IsShare()), true
}

// has reports whether the measure makes sense by the rules of the games.
func (r Report) has(m Measure) bool {
	v := &r.variant
	switch {
	case r.counts == nil || m >= measures:
		return false
	case m == MeasureEndedByRounds:
		// Without a fixed number of rounds MaxRounds ends a game, if nothing else does.
		return v.Setups[r.players].Rounds != 0 || r.counts.sums[qEndedRounds] != wide{}
	case m == MeasureEndedByMinus:
		return v.MinusLimit != 0
	case m == MeasureEndedByTens:
		return v.TensLimit != 0
	case m == MeasureOnesKept:
		return v.Setups[r.players].Ones != 0
	case m == MeasureBetsPerRound:
		return v.Betting
	}
	return true
}

// A SeatStats is how one seat or one position at the table has done. The zero value is
// that of a place where nobody sits.
type SeatStats struct {
	Wins  Mean `json:"wins"`  // Wins is the share of the games won; players who win together share the win.
	Total Mean `json:"total"` // Total is the final points.
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
	return SeatStats{Wins: wins.mean(true), Total: total.mean(false)}
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

// Rounds returns how many rounds the games had.
func (r Report) Rounds() Distribution { return r.distribution(hRounds) }

// Tricks returns how many tricks the rounds had.
func (r Report) Tricks() Distribution { return r.distribution(hTricks) }

// RoundPoints returns the points of all players in all rounds.
func (r Report) RoundPoints() Distribution { return r.distribution(hPoints) }

// Totals returns the final points of all players.
func (r Report) Totals() Distribution { return r.distribution(hTotals) }

// WinnerTotals returns the final points of the winners.
func (r Report) WinnerTotals() Distribution { return r.distribution(hWinning) }

// LastTotals returns the final points of the player in last place of each game.
func (r Report) LastTotals() Distribution { return r.distribution(hLowest) }

func (r Report) distribution(i int) Distribution {
	if r.Games() == 0 {
		return Distribution{}
	}
	return Distribution{&r.counts.hist[i]}
}
