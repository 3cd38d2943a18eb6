package foppen

import (
	"iter"
	"slices"
)

// tenPoints is what a player gets who goes out and is not fooled (R5.3).
const tenPoints = 10

// A ScoreReason says by which rule a player's points of a round were given.
type ScoreReason uint8

// The reasons of points. NoScore, the zero value, is that of no points given.
const (
	NoScore   ScoreReason = iota
	CardsLeft             // CardsLeft: minus points for the cards in hand (R5.2).
	Ten                   // Ten: out and not fooled in the last trick (R5.3).
	OutFooled             // OutFooled: out, but fooled in the last trick (R5.4).
)

// A Score is what one seat gets for a round. The zero value is no score.
type Score struct {
	Left   Cards       // Left is what the hand still holds.
	Reason ScoreReason // Reason says by which rule the points were given.
	Bet    bool        // Bet reports whether the seat had bet to go out (R7).
	Base   int         // Base is the points without the bet and without FoolPoints (R5, R8.1, R8.2).
	Points int         // Points is what the seat gets, bets (R7.3) and FoolPoints counted.

	// Fooled is how often the seat was fooled in the round, the last trick included, if the
	// variant gives points for that; else 0 (R8.3).
	Fooled int
	// FoolPoints is what that scores: Fooled times Variant.FoolPoints (R8.3).
	FoolPoints int
}

// score scores one seat for a round: the cards left in its hand, who was fooled in
// the last trick, who had bet, and how often the seat was fooled.
func (v *Variant) score(s Seat, left Cards, fools, bets Seats, fooled int) Score {
	points, reason := v.base(left, fools.Has(s))
	score := Score{Left: left, Reason: reason, Bet: bets.Has(s), Base: points, Points: points}
	if score.Bet {
		score.Points = v.withBet(points, reason, bets.Len()-1)
	}
	if v.FoolPoints != 0 {
		score.Fooled, score.FoolPoints = fooled, fooled*v.FoolPoints
		score.Points += score.FoolPoints
	}
	return score
}

// base returns what a seat gets without a bet, and why (R5.2 to R5.4, R8.1, R8.2).
func (v *Variant) base(left Cards, fooled bool) (points int, reason ScoreReason) {
	switch {
	case !left.IsEmpty():
		return -(left.values() + v.OnePenalty*left.ones()), CardsLeft
	case fooled:
		return v.SpoiledPoints, OutFooled
	}
	return tenPoints + v.TenExtra, Ten
}

// withBet returns what becomes of the points of a bettor (R7.3).
func (v *Variant) withBet(points int, reason ScoreReason, otherBets int) int {
	switch reason {
	case CardsLeft:
		return points * v.BetFactor
	case Ten:
		return points + v.BetBonus + v.BetOther*otherBets
	}
	return 0 // OutFooled
}

// ScoreRound scores a round: the cards left by seat, of at most 8 seats, the seats that
// hold a disc after the last trick and the seats that had bet (R5.2 to R5.4, R7.3).
// What is left by further seats is left out. By seat, fooled says how often each was fooled in
// the round, the last trick included (R8.3): it matters only for a variant with FoolPoints, and
// a seat without a number counts as never fooled. ScoreRound needs no Game and does not check
// the variant. The slice is new.
func (v Variant) ScoreRound(left []Cards, fools, bets Seats, fooled ...int) []Score {
	scores := make([]Score, min(len(left), MaxPlayers))
	for s := range scores {
		times := 0
		if s < len(fooled) {
			times = fooled[s]
		}
		scores[s] = v.score(Seat(s), left[s], fools, bets, times)
	}
	return scores
}

// scores scores the round just played.
func (t *public) scores(left []Cards, bets Seats) []Score {
	v := t.rules.Value()
	fooled := t.timesFooled(&v)
	return v.ScoreRound(left, t.fools, bets, fooled[:]...)
}

// timesFooled returns how often each seat has been fooled in the finished tricks of the
// round (R8.3). It does not count for a variant that gives no points for it.
func (t *public) timesFooled(v *Variant) (times [MaxPlayers]int) {
	if v.FoolPoints == 0 {
		return times
	}
	count := func(fools Seats) {
		for s := range fools.All() {
			times[s&7]++
		}
	}
	for _, sat := range t.finished() {
		count(sat) // the fools of the trick before
	}
	count(t.fools)
	return times
}

// EndReasons says which limits have ended a game (R6.1, R6.2); several can be met
// by the same round. The zero value is none: the game goes on.
type EndReasons uint8

// The limits that can end a game.
const (
	EndRounds EndReasons = 1 << iota // EndRounds: the fixed number of rounds is played (R6.2).
	EndMinus                         // EndMinus: a player has the minus points (R6.1).
	EndTens                          // EndTens: the tens have been scored (R6.1).
)

// Has reports whether all the limits in other are among those met, such as
// reasons.Has(EndTens).
func (r EndReasons) Has(other EndReasons) bool { return r&other == other }

// A Standing is the place of one seat in the order of totals (R6.3).
type Standing struct {
	Rank  int  // Rank is 1 for the highest total; equal totals share a rank.
	Seat  Seat // Seat is whose total it is.
	Total int  // Total is the points of all rounds.
}

// Standings is the order of the seats by their totals with shared ranks, such as
// 1, 2, 2, 4 (R6.3); seats that share a rank come in the order of seats. It is an
// immutable comparable value; the zero value has no seats.
type Standings struct {
	rows [MaxPlayers]Standing
	n    uint8
}

// NewStandings returns the standings for the totals by seat, of at most 8 seats;
// further totals are left out.
func NewStandings(totals ...int) Standings {
	var st Standings
	st.n = uint8(min(len(totals), MaxPlayers))
	rows := st.rows[:st.n]
	for i := range rows {
		rows[i] = Standing{Rank: 1, Seat: Seat(i), Total: totals[i]}
		for _, t := range totals[:st.n] {
			if t > totals[i] {
				rows[i].Rank++
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b Standing) int { return a.Rank - b.Rank })
	return st
}

// Len returns the number of seats.
func (st Standings) Len() int { return int(st.n) }

// At returns the i-th standing from the top, from 0; the zero Standing if i is out
// of range.
func (st Standings) At(i int) Standing {
	if i < 0 || i >= int(st.n) {
		return Standing{}
	}
	return st.rows[i]
}

// Of returns the standing of the seat. For a seat that is not in the standings it
// returns false and a Standing of no seat: rank 0, NoSeat and no points.
func (st Standings) Of(seat Seat) (Standing, bool) {
	for _, row := range st.rows[:st.n] {
		if row.Seat == seat {
			return row, true
		}
	}
	return Standing{Seat: NoSeat}, false
}

// Equal reports whether both are the same standings, as == does. It is there for
// packages that compare values by their Equal method.
func (st Standings) Equal(other Standings) bool { return st == other }

// All walks through the standings from the top.
func (st Standings) All() iter.Seq[Standing] {
	return func(yield func(Standing) bool) {
		for _, row := range st.rows[:st.n] {
			if !yield(row) {
				return
			}
		}
	}
}

// Winners returns all seats of rank 1 (R6.3: ties are not broken).
func (st Standings) Winners() Seats {
	var w Seats
	for row := range st.All() {
		if row.Rank == 1 {
			w = w.With(row.Seat)
		}
	}
	return w
}

// limits is which limits a game has met, and of those that a seat meets alone, who.
type limits struct {
	met         EndReasons
	minus, tens Seats
}

func (t *public) limits(v *Variant) (l limits) {
	tens := 0
	for s := range Seat(t.players) {
		minus := -int(t.totals[s&7])
		if v.MinusCount == GrossMinus {
			minus = int(t.minus[s&7])
		}
		if v.MinusReach == LimitPassed {
			minus--
		}
		if v.MinusLimit != 0 && minus >= v.MinusLimit {
			l.met |= EndMinus
			l.minus |= 1 << s
		}
		if v.TensLimit != 0 && v.TensCount == TensSolo && int(t.tens[s&7]) >= v.TensLimit {
			l.met |= EndTens
			l.tens |= 1 << s
		}
		tens += int(t.tens[s&7])
	}
	if v.TensLimit != 0 && v.TensCount == TensTogether && tens >= v.TensLimit {
		l.met |= EndTens
	}
	if rounds := v.Setups[t.players].Rounds; rounds != 0 && int(t.round) >= rounds || t.round >= MaxRounds {
		l.met |= EndRounds
	}
	return l
}

// gameOver returns the event of the end of a game.
func (t *public) gameOver() GameOver {
	v := t.rules.Value()
	l, st := t.limits(&v), t.Standings()
	return GameOver{Reasons: l.met, Minus: l.minus, Tens: l.tens, Winners: st.Winners(), Standings: st}
}
