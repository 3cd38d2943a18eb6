package foppen

import "math/big"

// A variance is how the results of a tournament differ, by groups of deals: see
// TournamentResult.SkillShare.
//
// A result is what a seat has for each round, less the mean of its table. A deal has one for
// each seat and rotation, and so there are two factors, the hand and the bot, with one
// result for each pair of them: the classical decomposition of the sum of squares, with the
// intervals of the jackknife over groups of deals.
type variance struct {
	groups [varianceGroups]varianceSums
}

// varianceGroups is how many groups of deals the jackknife leaves out one of.
const varianceGroups = 40

// resultUnits is how finely the points for each round are divided.
const resultUnits = 16

// A varianceSums is the sums over some deals.
type varianceSums struct {
	deals   int64
	squares wide             // of all results
	hands   wide             // of the squares of the sums over all bots that have had a hand
	bots    [MaxPlayers]wide // of the results, by entrant
}

// A dealResults is the results of one deal.
type dealResults struct {
	rotations int // how many of the rotations differ, if several bots are of one entrant
	hands     [MaxPlayers]int64
	bots      [MaxPlayers]int64
	squares   int64
}

func newDealResults(of []int) dealResults { return dealResults{rotations: period(of)} }

// period returns after how many rotations a table is the same again.
func period(of []int) int {
	for p := 1; ; p++ {
		same := true
		for i := range of {
			same = same && of[i] == of[(i+p)%len(of)]
		}
		if same {
			return p
		}
	}
}

// add adds a game of the deal in which the seat s is that of the entrant of(s).
func (d *dealResults) add(g *Game, turn int, of func(s int) int) {
	if turn >= d.rotations {
		return
	}
	n, all := int64(g.players), int64(0)
	for _, points := range g.totals[:n] {
		all += int64(points)
	}
	for s, points := range g.totals[:n] {
		result := (n*int64(points) - all) * resultUnits / int64(g.round)
		d.hands[s] += result
		d.bots[of(s)] += result
		d.squares += result * result
	}
}

func (d *dealResults) sums() (v varianceSums) {
	v.deals = 1
	v.squares.add(d.squares)
	for s := range d.hands {
		v.hands.add(d.hands[s] * d.hands[s])
		v.bots[s].add(d.bots[s])
	}
	return v
}

// add adds the sums of the deal of this number.
func (v *variance) add(deal int, sums varianceSums) {
	v.groups[deal%varianceGroups].plus(sums)
}

func (s *varianceSums) plus(o varianceSums) {
	s.deals += o.deals
	s.squares.plus(o.squares)
	s.hands.plus(o.hands)
	for i := range s.bots {
		s.bots[i].plus(o.bots[i])
	}
}

// shares returns the shares of the variance between bots and between hands, at a table where
// of holds the entrant of each bot.
func (v *variance) shares(of []int) (skill, deal Mean) {
	all := v.without(-1)
	theta, ok := all.shares(of)
	if !ok {
		return Mean{}, Mean{}
	}
	var others [][]float64
	for i, group := range v.groups {
		rest := v.without(i)
		if x, ok := rest.shares(of); ok && group.deals > 0 {
			others = append(others, x)
		}
	}
	return jackknife(theta, others, 0), jackknife(theta, others, 1)
}

// without returns the sums of all groups but one; of all if there is none of that number.
func (v *variance) without(group int) (all varianceSums) {
	for i := range v.groups {
		if i != group {
			all.plus(v.groups[i])
		}
	}
	return all
}

// shares returns both shares; false if there is nothing to share out. Of the sum of squares,
// that between bots is what their means would have alone. What is left beside that and the
// means of the hands is the error, with as many degrees of freedom for each hand as rotations, less
// one; and the means of the hands have their part of it, too.
func (s *varianceSums) shares(of []int) (shares []float64, ok bool) {
	n := int64(period(of))
	if s.deals == 0 || n == 1 || s.squares == (wide{}) {
		return nil, false
	}
	all, bots := whole(s.squares.big()), new(big.Rat)
	for i := range s.bots {
		seats := int64(0)
		for _, entrant := range of {
			if entrant == i {
				seats++
			}
		}
		if sum := s.bots[i].big(); seats > 0 {
			bots = plus(bots, over(whole(sum.Mul(sum, sum)), big.NewRat(s.deals*n*seats, 1)))
		}
	}
	rest := minus(all, bots)
	noise := times(minus(times(big.NewRat(n, 1), rest), whole(s.hands.big())), big.NewRat(1, n-1))
	for _, part := range []*big.Rat{bots, minus(rest, noise)} {
		x, _ := over(part, all).Float64()
		shares = append(shares, x)
	}
	return shares, true
}

// jackknife returns estimate i with its interval, from the estimates without each group. What
// they say of its bias is taken off.
func jackknife(all []float64, others [][]float64, i int) Mean {
	sum, n := 0.0, float64(len(others))
	for _, x := range others {
		sum += x[i]
	}
	x := all[i]
	if n > 1 {
		x = float64(n*x) - float64((n-1)*float64(sum/n))
	}
	half := jackknifeHalf(others, i)
	return Mean{Value: roundMillionths(x), Low: roundMillionths(x - half), High: roundMillionths(x + half)}
}
