package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strings"

	"github.com/foppen-go/foppen"
)

// Plots are SVG pictures that need nothing else: no fonts, no style sheets, no
// scripts.

// A series is what a plot draws in one color.
type series struct {
	name   string
	color  string
	totals foppen.Distribution
	wins   []placeRow
}

// The measures of a picture, in pixels.
const (
	svgWidth   = 760
	plotLeft   = 70
	plotRight  = svgWidth - 30
	plotHeight = 240
	plotGap    = 110 // between two plots: the texts below one and above the next
)

// Two colors that also color-blind people tell apart.
const (
	firstColor  = "#0072b2"
	secondColor = "#d55e00"
)

func (r report) svg() []byte {
	return picture(r.Report, []series{{"", firstColor, totals(r.Report), r.seats()}})
}

func (c comparison) svg() []byte {
	a, b := report{c.Reports()[0]}, report{c.Reports()[1]}
	return picture(a.Report, []series{
		{a.Variant().String(), firstColor, totals(a.Report), a.seats()},
		{b.Variant().String(), secondColor, totals(b.Report), b.seats()},
	})
}

// picture returns the plots of a run.
func picture(r foppen.Report, all []series) []byte {
	c := &canvas{}
	y := 30
	c.text(plotLeft, y, "start", 17, "Foppen: %s, %d players", count(int(r.Games()), "game"), r.Players())
	if len(all) == 1 {
		y += 20
		c.text(plotLeft, y, "start", 12, "%s; seed %d", cut(r.Variant().String(), 90), r.Seed())
	}
	for i, s := range all {
		if s.name != "" {
			y += 20
			c.box(plotLeft, float64(y-10), 12, 12, s.color, 0.8)
			c.text(plotLeft+20, y, "start", 12, "%s%s", map[bool]string{true: "against "}[i > 0], cut(s.name, 90))
		}
	}
	if r.Games() == 0 {
		c.text(plotLeft, y+40, "start", 12, "no games")
		return c.end(y + 80)
	}
	top := y + 60
	c.plotTotals(top, all)
	top += plotHeight + plotGap
	c.plotWins(top, all, r.Players())
	return c.end(top + plotHeight + 70)
}

// plotTotals draws the distributions of the final points.
func (c *canvas) plotTotals(top int, all []series) {
	c.text(plotLeft, top-18, "start", 14, "Final points of all players")
	var bins [][]bin
	low, high, most := math.MaxInt, math.MinInt, 0.0
	for _, s := range all {
		b := binsOf(s.totals, 48)
		bins = append(bins, b)
		low, high = min(low, b[0].from), max(high, b[len(b)-1].to+1)
		for i := range b {
			most = max(most, b[i].density())
		}
	}
	x := axis{float64(low), float64(high), plotLeft, plotRight}
	y := axis{0, most * 1.05, float64(top + plotHeight), float64(top)}
	c.grid(y, percentTick, "players at each number of points")
	for i, s := range all {
		for _, b := range bins[i] {
			left, right := x.at(float64(b.from)), x.at(float64(b.to+1))
			at := y.at(b.density())
			c.box(left+0.5, at, right-left-1, y.at(0)-at, s.color, 0.8/float64(len(all)))
		}
	}
	c.ticks(x, top+plotHeight)
	for i, s := range all {
		median := x.at(float64(s.totals.Percentile(50)))
		c.line(median, float64(top), median, float64(top+plotHeight), s.color, "6 4", 1.5)
		c.text(int(median)+5, top+10+14*i, "start", 11, "median %d", s.totals.Percentile(50))
	}
}

// density is the share of all values for each value of the bin.
func (b bin) density() float64 { return b.share / float64(b.to-b.from+1) }

// plotWins draws the shares of wins with their intervals.
func (c *canvas) plotWins(top int, all []series, players int) {
	c.text(plotLeft, top-18, "start", 14, "Share of wins by seat, with 95 %% intervals")
	most := 1 / float64(players)
	for _, s := range all {
		for _, row := range s.wins {
			most = max(most, row.place.Wins.High)
		}
	}
	y := axis{0, min(1, most*1.1), float64(top + plotHeight), float64(top)}
	c.grid(y, percentTick, "games won")
	step := float64(plotRight-plotLeft) / float64(players)
	for i := range players {
		middle := plotLeft + float64(step*(float64(i)+0.5))
		for k, s := range all {
			x := middle + float64(24*(float64(k)-float64(len(all)-1)/2))
			c.whisker(x, y, s.wins[i].place.Wins, s.color)
		}
		seat, bot, _ := strings.Cut(all[0].wins[i].text, ", ")
		c.text(int(middle), top+plotHeight+18, "middle", 12, "%s", seat)
		c.text(int(middle), top+plotHeight+33, "middle", 11, "%s", cut(bot, 90/players))
	}
	fair := y.at(1 / float64(players))
	c.line(plotLeft, fair, plotRight, fair, "#555555", "2 3", 1)
	c.text(plotRight, int(fair)-5, "end", 11, "fair share")
}

// sweepPlots is how many measures of many variants are drawn.
const sweepPlots = 6

// sweepPicture returns the means of the measures that differ most, by variant.
func sweepPicture(s sweepReport) []byte {
	c := &canvas{}
	c.text(plotLeft, 30, "start", 17, "Foppen: %s by %s", count(s.done(), "game"), count(len(s.Reports()), "variant"))
	c.text(plotLeft, 50, "start", 12, "means with their 95 %% intervals; the first variant is the line")
	top := 90
	if s.done() > 0 {
		list := s.measures()
		for _, m := range list[:min(sweepPlots, len(list))] {
			top = c.plotMeasure(top, s, m)
		}
	}
	return c.end(top + 20)
}

// plotMeasure draws a measure by variant, one below the other, and returns where the next
// plot begins.
func (c *canvas) plotMeasure(top int, s sweepReport, m measureText) int {
	const row, left = 18, 230
	x := axis{math.Inf(1), math.Inf(-1), left, plotRight}
	var means []foppen.Mean
	for _, r := range s.Reports() {
		mean, ok := r.Mean(m.measure)
		if !ok {
			mean = foppen.Mean{Value: math.NaN()}
		} else if low, high := finite(mean); true {
			x.low, x.high = min(x.low, low), max(x.high, high)
		}
		means = append(means, mean)
	}
	if x.high <= x.low {
		x.low, x.high = x.low-1, x.high+1
	}
	c.text(plotLeft, top, "start", 14, "%s", m.text)
	bottom := top + 12 + row*len(means)
	if !math.IsNaN(means[0].Value) {
		at := x.at(means[0].Value)
		c.line(at, float64(top+8), at, float64(bottom), firstColor, "6 4", 1)
	}
	for i, mean := range means {
		y := float64(top + 20 + row*i)
		c.text(left-10, int(y)+4, "end", 11, "%s", cut(s.labels()[i], 26))
		if math.IsNaN(mean.Value) {
			continue
		}
		low, high := finite(mean)
		c.line(x.at(low), y, x.at(high), y, firstColor, "", 2)
		c.box(x.at(mean.Value)-4, y-4, 8, 8, firstColor, 1)
	}
	c.ticks(x, bottom)
	return bottom + 60
}

// finite returns the bounds of an interval; where they are not known, the mean.
func finite(m foppen.Mean) (low, high float64) {
	if math.IsInf(m.Low, 0) || math.IsInf(m.High, 0) {
		return m.Value, m.Value
	}
	return m.Low, m.High
}

// whisker draws a share and its interval.
func (c *canvas) whisker(x float64, y axis, m foppen.Mean, color string) {
	at, low, high := y.at(m.Value), y.at(m.Low), y.at(m.High)
	c.box(x-9, at, 18, y.at(0)-at, color, 0.35)
	c.line(x, low, x, high, color, "", 2)
	c.line(x-6, low, x+6, low, color, "", 2)
	c.line(x-6, high, x+6, high, color, "", 2)
	c.line(x-9, at, x+9, at, color, "", 3)
}

// An axis maps values from low to high to pixels.
type axis struct{ low, high, from, to float64 }

// at returns the pixel of a value. The conversion keeps machines that multiply and add
// at once from drawing another picture.
func (a axis) at(x float64) float64 {
	return a.from + float64((x-a.low)/(a.high-a.low)*(a.to-a.from))
}

// steps returns round values on the axis, about n.
func (a axis) steps(n int) []float64 {
	unit := math.Pow10(int(math.Floor(math.Log10((a.high - a.low) / float64(n)))))
	for _, k := range []float64{1, 2, 5, 10} {
		step := float64(k * unit)
		if float64(step*float64(n)) < a.high-a.low {
			continue
		}
		var all []float64
		for i := math.Ceil(a.low / step); float64(i*step) <= a.high; i++ {
			all = append(all, float64(i*step))
		}
		return all
	}
	return nil
}

// percentTick writes a share at an axis.
func percentTick(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", float64(100*x)), "0"), ".") + " %"
}

// A canvas is a picture being drawn.
type canvas struct{ b bytes.Buffer }

// grid draws the lines and values of a vertical axis, and its title.
func (c *canvas) grid(y axis, tick func(float64) string, title string) {
	for _, v := range y.steps(6) {
		at := y.at(v)
		c.line(plotLeft, at, plotRight, at, "#dddddd", "", 1)
		c.text(plotLeft-8, int(at)+4, "end", 11, "%s", tick(v))
	}
	c.text(plotRight, int(y.to)-18, "end", 11, "%s", title)
}

// ticks draws the values of a horizontal axis.
func (c *canvas) ticks(x axis, bottom int) {
	c.line(plotLeft, float64(bottom), plotRight, float64(bottom), "#555555", "", 1)
	for _, v := range x.steps(12) {
		at := x.at(v)
		c.line(at, float64(bottom), at, float64(bottom+5), "#555555", "", 1)
		c.text(int(math.Round(at)), bottom+19, "middle", 11, "%g", v)
	}
}

func (c *canvas) box(x, y, w, h float64, color string, opacity float64) {
	fmt.Fprintf(&c.b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" fill-opacity="%.2f"/>`+"\n", x, y, max(w, 0), max(h, 0), color, opacity)
}

func (c *canvas) line(x1, y1, x2, y2 float64, color, dashes string, width float64) {
	if dashes != "" {
		dashes = ` stroke-dasharray="` + dashes + `"`
	}
	fmt.Fprintf(&c.b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"%s/>`+"\n", x1, y1, x2, y2, color, width, dashes)
}

func (c *canvas) text(x, y int, anchor string, size int, format string, args ...any) {
	fmt.Fprintf(&c.b, `<text x="%d" y="%d" text-anchor="%s" font-size="%d" paint-order="stroke" stroke="#ffffff" stroke-width="3">`, x, y, anchor, size)
	xml.EscapeText(&c.b, fmt.Appendf(nil, format, args...))
	c.b.WriteString("</text>\n")
}

// end returns the picture of that height.
func (c *canvas) end(height int) []byte {
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" fill="#222222">`+"\n",
		svgWidth, height, svgWidth, height)
	head += "<title>Final points and wins in simulated games of Foppen</title>\n"
	return []byte(head + `<rect width="100%" height="100%" fill="#ffffff"/>` + "\n" + c.b.String() + "</svg>\n")
}
