package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/foppen-go/foppen"
)

// A begun outcome is that of a part of a run, which can be gone on with.
type begun interface {
	drawn
	part
}

// asked returns the games that the run is for.
func (s *simulation) asked() foppen.GameRange {
	return foppen.GameRange{First: s.config.First, Games: uint64(s.config.Games)}
}

// readBegun reads the report that the run goes on with, nil if there is none. It refuses
// one of another run, and one of games that are not asked for. Nothing is played.
func (s *simulation) readBegun(e *env) (begun, error) {
	if s.resume == "" {
		return nil, nil
	}
	refuse := func(err error) error { return fmt.Errorf("%s: %s", s.resume, message(err)) }
	had, err := readPart(e, s.resume)
	if e.ctx.Err() != nil {
		return nil, interruptedf("nothing is played: %s was not read to its end", s.resume)
	}
	if err != nil {
		return nil, refuse(err)
	}
	// A run that is over before its first game has a report that says which run it is.
	over, cancel := context.WithCancel(e.ctx)
	cancel()
	none, err := s.playRange(over, s.asked())
	if !errors.Is(err, context.Canceled) {
		return nil, err
	}
	if _, err := had.merge(none.(part)); err != nil {
		return nil, refuse(err)
	}
	if more := outside(s.asked(), had.Ranges()); more != nil {
		return nil, refuse(fmt.Errorf("%s not among those asked for, %s", gamesAre(more), s.asked()))
	}
	return had.(begun), nil
}

// play plays the games that the report that the run goes on with lacks, all without
// one. It returns the report of all.
func (s *simulation) play(ctx context.Context, had begun, show func(done, all int)) (drawn, error) {
	if had == nil {
		s.config.OnProgress = show
		return s.playRange(ctx, s.asked())
	}
	left := missing(s.asked(), had.Ranges())
	all, done := int(countGames(left)), 0
	for _, r := range left {
		s.config.OnProgress = func(n, _ int) { show(done+n, all) }
		more, err := s.playRange(ctx, r)
		if more.done() > 0 {
			sum, fault := had.merge(more.(part))
			if fault != nil {
				return had, fault
			}
			had = sum.(begun)
		}
		if err != nil {
			return had, err
		}
		done += int(r.Games)
	}
	return had, nil
}

// playRange plays some games.
func (s *simulation) playRange(ctx context.Context, games foppen.GameRange) (drawn, error) {
	c := s.config
	c.First, c.Games = games.First, int(games.Games)
	if s.sides != nil {
		r, err := foppen.Compare(ctx, c, s.sides...)
		return newComparedPart(r), err
	}
	if s.duplicate {
		return playDuplicate(ctx, c)
	}
	r, err := foppen.Simulate(ctx, c)
	return report{r}, err
}
