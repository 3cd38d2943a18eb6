package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/foppen-go/foppen"
)

// A measureText is what people are told that a measure is.
type measureText struct {
	measure foppen.Measure
	text    string
}

// A measureGroup is some measures under a heading.
type measureGroup struct {
	title    string
	column   string // stands before each where there is no heading
	measures []measureText
}

// measureGroups returns all measures, as tables show them.
func measureGroups() []measureGroup {
	return []measureGroup{
		{"A game", "", []measureText{
			{foppen.MeasureRoundsPerGame, "rounds"},
			{foppen.MeasureCardsPerGame, "cards played"},
			{foppen.MeasureEndedByMinus, "ended by minus points"},
			{foppen.MeasureEndedByTens, "ended by tens"},
			{foppen.MeasureEndedByRounds, "ended by rounds played"},
			{foppen.MeasureTotalPerGame, "final points of a player"},
			{foppen.MeasureWinnerTotal, "final points, winner"},
			{foppen.MeasureLastTotal, "final points, last"},
			{foppen.MeasureWinnerBelowZero, "won with less than 0"},
			{foppen.MeasureTiedGames, "won by several players"},
		}},
		{"A round", "a round: ", []measureText{
			{foppen.MeasureTricksPerRound, "tricks"},
			{foppen.MeasureCardsPerRound, "cards played"},
			{foppen.MeasureStarterOut, "first leader goes out"},
			{foppen.MeasureOnesKept, "1s left in hands"},
		}},
		{"A player in a round", "a round: ", []measureText{
			{foppen.MeasureFooledPerRound, "times fooled"},
			{foppen.MeasureTensPerRound, "tens"},
			{foppen.MeasurePointsPerRound, "points"},
			{foppen.MeasureOutPerRound, "goes out"},
			{foppen.MeasureOutSpoiled, "going out, but fooled"},
			{foppen.MeasureBetsPerRound, "bets"},
			{foppen.MeasureBetsWon, "bets won"},
		}},
		{"A card played", "", []measureText{
			{foppen.MeasureChoicesPerCard, "cards to choose from"},
			{foppen.MeasureForcedCards, "played without a choice"},
			{foppen.MeasureOnesLed, "a 1: led"},
			{foppen.MeasureOnesWon, "a 1: won its trick"},
			{foppen.MeasureOnesFooled, "a 1: fooled its player"},
		}},
	}
}

// A report is a foppen.Report to be told.
type report struct{ foppen.Report }

func (r report) done() int { return int(r.Games()) }

func (r report) tell(p *page, games int) {
	p.title("%s of Foppen by bots", count(int(r.Games()), "game"))
	tellRun(p, r.Report, games)
	tellNotes(p, r.Report)
	if r.Games() == 0 {
		return
	}
	p.blank()
	p.text("%s", unitText)
	for _, g := range measureGroups() {
		p.blank()
		p.line("%-32s %10s    %s", g.title, "mean", "95 % interval")
		for _, m := range g.measures {
			if mean, ok := r.Mean(m.measure); ok {
				p.line("  %-30s %10s    %s", m.text, number(m.measure, mean.Value), intervalText(m.measure, mean))
			}
		}
	}
	tellDistributions(p, r.Report)
	tellWins(p, "Wins by seat", r.Report, r.seats())
	tellWins(p, "Wins by starting position", r.Report, r.positions())
	tellTotals(p, totals(r.Report))
}

// tellRun says which games a report is about.
func tellRun(p *page, r foppen.Report, games int) {
	p.hang("  variant   ", "            ", r.Variant().String())
	p.line("  players   %d", r.Players())
	p.hang("  bots      ", "            ", safe(strings.Join(r.Bots(), ", ")))
	p.hang("  games     ", "            ", fmt.Sprintf("%s of seed %d", rangesText(r.Ranges()), r.Seed()))
	if uint64(games) > r.Games() {
		p.hang("            ", "            ", fmt.Sprintf("interrupted: %d games were asked for", games))
	}
}

// tellNotes tells the notes on variants, each once.
func tellNotes(p *page, reports ...foppen.Report) {
	var told []string
	for _, r := range reports {
		for _, note := range notes(r.Variant(), r.Players()) {
			if !slices.Contains(told, note) {
				told = append(told, note)
				p.blank()
				p.text("%s", note)
			}
		}
	}
}

// number returns the value of a measure as people read it: shares in percent.
func number(m foppen.Measure, x float64) string {
	if math.IsInf(x, 0) {
		return "?"
	}
	if m.IsShare() {
		return percent(x)
	}
	return fixed(x, 3)
}

// percent returns a share in percent.
func percent(x float64) string { return fixed(float64(100*x), 2) + " %" }

// intervalText returns the interval of a mean.
func intervalText(m foppen.Measure, mean foppen.Mean) string {
	low, high := number(m, mean.Low), number(m, mean.High)
	return strings.TrimSuffix(low, " %") + " to " + high
}

func tellDistributions(p *page, r foppen.Report) {
	heads := spreadHeads()
	p.blank()
	if p.width < defaultWidth {
		p.line("Spread")
	} else {
		p.line("%-25s %8s %7s %5s %5s %5s %6s %5s %5s", "Spread", heads[0], heads[1], heads[2], heads[3], heads[4], heads[5], heads[6], heads[7])
	}
	for _, row := range spreadRows() {
		cells := spreadCells(r, row.measure)
		if p.width < defaultWidth {
			for i := range cells {
				cells[i] = heads[i] + " " + cells[i]
			}
			p.hang("  "+row.text+": ", "    ", strings.Join(cells, ", "))
			continue
		}
		p.line("  %-23s %8s %7s %5s %5s %5s %6s %5s %5s", row.text, cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7])
	}
}

// spreadHeads are the headings of what is told of a distribution.
func spreadHeads() []string {
	return []string{"mean", "sd", "min", "5 %", "25 %", "median", "75 %", "max"}
}

// spreadRows are the distributions that are told.
func spreadRows() []measureText {
	return []measureText{
		{foppen.MeasureRoundsPerGame, "rounds of a game"},
		{foppen.MeasureTricksPerRound, "tricks of a round"},
		{foppen.MeasurePointsPerRound, "points in a round"},
		{foppen.MeasureTotalPerGame, "final points"},
		{foppen.MeasureWinnerTotal, "  of the winner"},
		{foppen.MeasureLastTotal, "  of the last"},
	}
}

// spreadCells are the figures of a distribution, as the headings say.
func spreadCells(r foppen.Report, m foppen.Measure) []string {
	d, _ := r.Distribution(m)
	cells := []string{fixed(d.Mean(), 2), fixed(d.SD(), 2)}
	for _, percent := range []int{0, 5, 25, 50, 75, 100} {
		cells = append(cells, strconv.Itoa(d.Percentile(percent)))
	}
	return cells
}

// totals returns the distribution of the final points of all players.
func totals(r foppen.Report) foppen.Distribution {
	d, _ := r.Distribution(foppen.MeasureTotalPerGame)
	return d
}

// A placeRow is a seat or a position with its text.
type placeRow struct {
	text  string
	place foppen.SeatStats
}

func (r report) seats() []placeRow {
	var rows []placeRow
	for i, bot := range r.Bots() {
		rows = append(rows, placeRow{fmt.Sprintf("seat %d, %s", i, bot), r.Seat(foppen.Seat(i))})
	}
	return rows
}

func (r report) positions() []placeRow {
	var rows []placeRow
	for i := range r.Players() {
		text := ordinal(i+1) + " player"
		if i == 0 {
			text = "first starting player"
		}
		rows = append(rows, placeRow{text, r.FromStarter(i)})
	}
	return rows
}

// tellWins tells the shares of wins, with a bar for each.
func tellWins(p *page, title string, r foppen.Report, rows []placeRow) {
	most := 0.0
	for _, row := range rows {
		most = max(most, row.place.Wins.Value)
	}
	p.blank()
	p.line("%-25s %9s    %-18s %s", title, "won", "95 % interval", "final points")
	for _, row := range rows {
		w := row.place.Wins
		p.line("  %s %9s    %-18s %7s %s", pad(safe(row.text), 23), percent(w.Value), intervalText(foppen.MeasureTiedGames, w), fixed(row.place.Total.Value, 2), bar(w.Value, most, 12))
	}
	p.line("  %-23s %9s", "a fair share", percent(1/float64(r.Players())))
}

// bar returns a bar of n characters for the most, and shorter ones for less.
func bar(x, most float64, n int) string {
	if most <= 0 || n <= 0 {
		return ""
	}
	return strings.Repeat("#", int(math.Round(float64(x/most*float64(n)))))
}

// tellTotals draws the distribution of the final points.
func tellTotals(p *page, d foppen.Distribution) {
	bins := binsOf(d, 20)
	most := 0.0
	for _, b := range bins {
		most = max(most, b.share)
	}
	p.blank()
	p.line("%s", "Final points of all players")
	for _, b := range bins {
		p.line("  %5d to %5d  %8s  %s", b.from, b.to, percent(b.share), bar(b.share, most, min(45, p.width-28)))
	}
}

// A bin is a range of values and the share of all values in it.
type bin struct {
	from, to int // both are in it
	share    float64
}

// binsOf returns bins of equal and round width, not more than most of them.
func binsOf(d foppen.Distribution, most int) []bin {
	if d.Count() == 0 {
		return nil
	}
	low, high := d.Percentile(0), d.Percentile(100)
	width := roundUp(high-low+1, most)
	first := floorDiv(low, width)
	bins := make([]bin, floorDiv(high, width)-first+1)
	for i := range bins {
		bins[i].from = (first + i) * width
		bins[i].to = bins[i].from + width - 1
	}
	for x, n := range d.All() {
		bins[floorDiv(x, width)-first].share += float64(n) / float64(d.Count())
	}
	return bins
}

// roundUp returns 1, 2 or 5 times a power of ten, so that a length is at most n of it.
func roundUp(length, n int) int {
	for unit := 1; ; unit *= 10 {
		for _, k := range []int{1, 2, 5} {
			if k*unit*(n-1) >= length {
				return k * unit
			}
		}
	}
}

// floorDiv returns a / b, rounded down.
func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// A comparison is a foppen.Comparison to be told.
type comparison struct{ foppen.Comparison }

func (c comparison) done() int { return int(c.Reports()[0].Games()) }

func (c comparison) tell(p *page, games int) {
	a, b := c.Reports()[0], c.Reports()[1]
	p.title("%s of Foppen by two variants", count(int(a.Games()), "game"))
	tellRun(p, a, games)
	p.hang("  against   ", "            ", b.Variant().String())
	tellNotes(p, a, b)
	if a.Games() == 0 {
		return
	}
	p.blank()
	p.text("%s", differenceWords(c))
	for _, g := range measureGroups() {
		c.tellGroup(p, g)
	}
	p.blank()
	p.line("%-26s %9s %9s %9s    %s", "Wins by starting position", "variant", "against", "differ by", "95 % interval")
	for i, row := range (report{a}).positions() {
		d := c.FromStarter(1, i).Wins
		p.line("  %-24s %9s %9s %9s %s", row.text, percent(row.place.Wins.Value), percent(b.FromStarter(i).Wins.Value), percent(d.Value), differenceText(foppen.MeasureTiedGames, d))
	}
}

func (c comparison) tellGroup(p *page, g measureGroup) {
	p.blank()
	p.line("%-26s %9s %9s %9s    %s", g.title, "variant", "against", "differ by", "95 % interval")
	for _, m := range g.measures {
		if x, ok := c.cells(m.measure); ok {
			p.line("  %-24s %9s %9s %9s %1s  %s", m.text, x[0], x[1], x[2], x[3], x[4])
		}
	}
}

// differenceWords says what the differences are.
func differenceWords(c comparison) string {
	deals := "The variants deal different cards, so that the games have nothing but their numbers in common."
	if c.Paired(1) {
		deals = "Both variants play the same deals."
	}
	return deals + " Each difference, the variant less the other, comes with its 95 % interval for such pairs of games. A star marks those whose interval does not hold 0; where there is no difference, one in twenty has a star by chance."
}

// cells are the measure by both variants, their difference, its star and its interval; false
// where neither has it.
func (c comparison) cells(m foppen.Measure) ([]string, bool) {
	a, okA := c.Reports()[0].Mean(m)
	b, okB := c.Reports()[1].Mean(m)
	d, ok := c.Difference(1, m)
	one := func(x foppen.Mean, ok bool) string {
		if !ok {
			return "-"
		}
		return number(m, x.Value)
	}
	star, span := "", ""
	if ok {
		star, span = starOf(d), intervalText(m, d)
	}
	return []string{one(a, okA), one(b, okB), one(d, ok), star, span}, okA || okB
}

// starOf returns a star if 0 is not in the interval of a difference.
func starOf(d foppen.Mean) string {
	if d.Low > 0 || d.High < 0 {
		return "*"
	}
	return ""
}

// differenceText returns the interval of a difference, with a star if 0 is not in it.
func differenceText(m foppen.Measure, d foppen.Mean) string {
	return fmt.Sprintf("%1s  %s", starOf(d), intervalText(m, d))
}
