package foppen

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
