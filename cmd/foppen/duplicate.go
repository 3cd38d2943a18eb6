package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/foppen-go/foppen"
)

// A duplicate is a duplicate tournament to be told.
type duplicate struct {
	config foppen.SimConfig
	result foppen.TournamentResult
}

func playDuplicate(ctx context.Context, c foppen.SimConfig) (drawn, error) {
	result, err := foppen.PlayTournament(ctx, c)
	return duplicate{c, result}, err
}

func (d duplicate) done() int { return d.result.Deals }

// svg has nothing to draw: the flags do not ask for it.
func (d duplicate) svg() []byte { return nil }

// MarshalJSON returns the result with what it is about.
func (d duplicate) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Format     string           `json:"format"`
		Variant    foppen.Variant   `json:"variant"`
		Players    int              `json:"players"`
		Seed       any              `json:"seed"`
		First      uint64           `json:"first"`
		Deals      int              `json:"deals"`
		Games      int              `json:"games"`
		Rounds     int              `json:"rounds"`
		SkillShare foppen.Mean      `json:"skill_share"`
		DealShare  foppen.Mean      `json:"deal_share"`
		Entrants   []foppen.Entrant `json:"entrants"`
	}{
		Format: "foppen-duplicate/1", Variant: d.config.Variant, Players: d.config.Players, Seed: seedJSON(d.config.Seed), First: d.config.First,
		Deals: d.result.Deals, Games: d.result.Games, Rounds: d.result.Rounds, SkillShare: d.result.SkillShare, DealShare: d.result.DealShare, Entrants: append([]foppen.Entrant{}, d.result.Entrants...),
	})
}

// seedJSON returns a seed as it stands in JSON: a number, or a text where other programs
// could round it.
func seedJSON(seed uint64) any {
	if seed > foppen.MaxGameNumber {
		return strconv.FormatUint(seed, 10)
	}
	return seed
}

func (d duplicate) tell(p *page, deals int) {
	r, c := d.result, d.config
	p.title("Duplicate tournament: %s, each played %d times", count(r.Deals, "deal"), c.Players)
	p.hang("  variant   ", "            ", c.Variant.String())
	p.line("  players   %d", c.Players)
	last := foppen.GameRange{First: c.First, Games: uint64(r.Deals)}
	p.line("  deals     %s of seed %d", last, c.Seed)
	if deals > r.Deals {
		p.line("            interrupted: %d deals were asked for", deals)
	}
	if note := endNote(c.Variant, c.Players); note != "" {
		p.blank()
		p.text("%s", note)
	}
	if r.Deals == 0 {
		return
	}
	p.blank()
	p.text("%s", dealText)
	rows := func(title string, width int, mean func(e foppen.Entrant) foppen.Mean) {
		if title == edge && len(r.Entrants) < 2 {
			return
		}
		p.blank()
		p.line("%-26s %*s    %s", title, width, "mean", "95 % interval")
		for _, e := range r.Entrants {
			if m := mean(e); title != edge || e.SeatCount < c.Players {
				p.line("  %s %10s    %s", nameText(e), fixed(m.Value, 3), fixed(m.Low, 3)+" to "+fixed(m.High, 3))
			}
		}
	}
	rows("Points of a seat in a round", 10, func(e foppen.Entrant) foppen.Mean { return e.Points })
	rows(edge, 10, func(e foppen.Entrant) foppen.Mean { return e.Edge })
	p.blank()
	p.line("%-26s %11s    %-20s %s", "Games won", "mean", "95 % interval", "fair share")
	for _, e := range r.Entrants {
		p.line("  %s %10s    %-20s %s", nameText(e), percent(e.Wins.Value), intervalText(foppen.MeasureTiedGames, e.Wins), percent(e.Fair))
	}
	rows("Tens of a seat in a round", 11, func(e foppen.Entrant) foppen.Mean { return e.Tens })
	if len(r.Entrants) > 1 {
		tellShares(p, r)
	}
}

// tellShares says what decides the results.
func tellShares(p *page, r foppen.TournamentResult) {
	p.blank()
	p.line("%-26s %11s    %s", decides, "share", "95 % interval")
	for _, row := range shareRows(r) {
		p.line("  %-25s %10s    %s", row.what, percent(row.m.Value), intervalText(foppen.MeasureTiedGames, row.m))
	}
}

// decides is the title of the shares of the variance.
const decides = "What decides the points"

// A shareRow is a share of the variance with what it is.
type shareRow struct {
	what string
	m    foppen.Mean
}

// shareRows returns the shares of the variance as people are told them. An estimate and its
// interval can reach beyond 0 and 1, what is estimated cannot: it is not lost where they are cut.
func shareRows(r foppen.TournamentResult) []shareRow {
	within := func(m foppen.Mean) foppen.Mean {
		part := func(x float64) float64 { return min(max(x, 0), 1) }
		m.Value = part(m.Value)
		if !math.IsInf(m.Low, 0) {
			m.Low, m.High = part(m.Low), part(m.High)
		}
		return m
	}
	return []shareRow{{"who plays", within(r.SkillShare)}, {"the cards", within(r.DealShare)}}
}

// edge is the title of the figures that bots have only where there are others.
const edge = "Better than the others by"

// nameText returns a bot's name and how many seats it has, in 25 columns.
func nameText(e foppen.Entrant) string {
	seats := fmt.Sprintf(" (%s)", count(e.SeatCount, "seat"))
	return pad(cut(safe(e.Name), 25-len(seats))+seats, 25)
}
