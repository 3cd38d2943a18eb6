package main

import (
	"fmt"

	"github.com/foppen-go/foppen"
)

// missing returns which games of a range are in none of some others, which are in order
// and do not overlap.
func missing(all foppen.GameRange, have []foppen.GameRange) (list []foppen.GameRange) {
	next, end := all.First, all.First+all.Games
	for _, r := range have {
		if to := min(r.First, end); next < to {
			list = append(list, foppen.GameRange{First: next, Games: to - next})
		}
		next = max(next, r.First+r.Games)
	}
	if next < end {
		list = append(list, foppen.GameRange{First: next, Games: end - next})
	}
	return list
}

// outside returns which games of some ranges are not in a range.
func outside(all foppen.GameRange, have []foppen.GameRange) (list []foppen.GameRange) {
	for _, r := range have {
		list = append(list, missing(r, []foppen.GameRange{all})...)
	}
	return list
}

// countGames returns how many games are in some ranges.
func countGames(ranges []foppen.GameRange) (n uint64) {
	for _, r := range ranges {
		n += r.Games
	}
	return n
}

// gamesAre returns the subject and the verb of a sentence about some games.
func gamesAre(ranges []foppen.GameRange) string {
	if countGames(ranges) == 1 {
		return fmt.Sprintf("game %s is", ranges[0])
	}
	return fmt.Sprintf("games %s are", andList(ranges))
}
