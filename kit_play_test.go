package foppen_test

import (
	"github.com/foppen-go/foppen"
)

func seatsOf(list []int) (set foppen.Seats) {
	for _, s := range list {
		set = set.With(foppen.Seat(s))
	}
	return set
}

func seatsIf(list []bool) (set foppen.Seats) {
	for s, in := range list {
		if in {
			set = set.With(foppen.Seat(s))
		}
	}
	return set
}
