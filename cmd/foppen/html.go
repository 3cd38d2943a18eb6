package main

import (
	"bytes"
	"html/template"
	"strconv"
	"strings"

	"github.com/foppen-go/foppen"
)

// A document is a report of any kind as one HTML page that needs nothing else: no script,
// no font, no network.
type document struct {
	Title   string
	Facts   []fact
	Notes   []string
	Parts   []section
	Command string // plays the run again
	Version string // of the program
}

// A fact is a line of what a run is about.
type fact struct{ Term, Text string }

// A section is a table or a picture with its heading.
type section struct {
	Title   string
	Text    string
	Head    []string
	Rows    [][]string // the first cell of a row is its heading
	Picture template.HTML
}

// webPage returns an outcome as an HTML page.
func webPage(o documented, command string) ([]byte, error) {
	d := o.document()
	d.Command, d.Version = command, buildVersion()
	var b bytes.Buffer
	t, err := template.New("page").Parse(webTemplate)
	if err == nil {
		err = t.Execute(&b, d)
	}
	return b.Bytes(), err
}

// webTemplate has a policy that forbids the page to load anything at all.
const webTemplate = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>{{.Title}}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fdfdfb; --line: #c9c9c4; --band: #f0f0ec; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececea; --paper: #17181a; --line: #4b4d52; --band: #222428; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child { text-align: left; white-space: normal; min-width: 12rem; }
@media (max-width: 40rem) { th, td { padding: .25rem .35rem; } th:first-child { min-width: 7rem; } }
tbody th { font-weight: 400; }
thead th { background: var(--band); }
figure { margin: 1rem 0; background: #fff; padding: .5rem; overflow-x: auto; }
pre { background: var(--band); padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
footer { margin-top: 2rem; border-top: 1px solid var(--line); font-size: .9rem; }
@media screen and (prefers-color-scheme: dark) { figure { background: none; } figure svg { filter: invert(.92) hue-rotate(180deg); } }
@media print { :root { --ink: #000; --paper: #fff; --line: #999; --band: #eee; } body { max-width: none; } h2, thead { break-after: avoid; } tr, figure { break-inside: avoid; } .wide, figure { overflow: visible; } }
</style>
</head>
<body>
<main>
<h1>{{.Title}}</h1>
<dl>
{{range .Facts}}<dt>{{.Term}}</dt><dd>{{.Text}}</dd>
{{end}}</dl>
{{range .Notes}}<p>{{.}}</p>
{{end}}{{range $i, $part := .Parts}}<section aria-labelledby="part-{{$i}}">
<h2 id="part-{{$i}}">{{.Title}}</h2>
{{with .Text}}<p>{{.}}</p>
{{end}}{{if .Rows}}<div class="wide" tabindex="0" role="region" aria-labelledby="part-{{$i}}">
<table>
<thead><tr>{{range .Head}}<th scope="col">{{.}}</th>{{end}}</tr></thead>
<tbody>
{{range .Rows}}<tr>{{range $k, $cell := .}}{{if $k}}<td>{{$cell}}</td>{{else}}<th scope="row">{{$cell}}</th>{{end}}{{end}}</tr>
{{end}}</tbody>
</table>
</div>
{{end}}{{with .Picture}}<figure tabindex="0" role="region" aria-labelledby="part-{{$i}}">
{{.}}</figure>
{{end}}</section>
{{end}}{{with .Command}}<section aria-labelledby="again">
<h2 id="again">The same again</h2>
<pre>{{.}}</pre>
</section>
{{end}}</main>
<footer>
<p>Made by foppen {{.Version}}, an unofficial implementation of Foppen, a game by Friedemann Friese (2F-Spiele).</p>
</footer>
</body>
</html>
`

// pictureOf returns plots as a part of a page, which says in its tables what they show.
func pictureOf(title string, svg []byte) section {
	text := strings.Replace(string(svg), "<svg ", `<svg role="img" aria-label="`+template.HTMLEscapeString(title)+`; the tables say the same in numbers" `, 1)
	return section{Title: title, Picture: template.HTML(text)}
}

// meanText returns a mean and its interval, each a cell.
func meanText(m foppen.Measure, mean foppen.Mean) []string {
	return []string{number(m, mean.Value), intervalText(m, mean)}
}

// runFacts says which games a report is about.
func runFacts(r foppen.Report) []fact {
	return []fact{
		{"variant", r.Variant().String()},
		{"players", strconv.Itoa(r.Players())},
		{"bots", strings.Join(r.Bots(), ", ")},
		{"games", rangesText(r.Ranges()) + " of seed " + strconv.FormatUint(r.Seed(), 10)},
	}
}

// rangesText lists ranges of games.
func rangesText(ranges []foppen.GameRange) string {
	var list []string
	for _, g := range ranges {
		list = append(list, g.String())
	}
	if len(list) == 0 {
		return "none"
	}
	return andList(list)
}

const (
	unitText    = "Every mean comes with its 95 % interval, the game being the unit."
	dealText    = "Every bot plays every hand. The means come with their 95 % intervals, the deal with all its games being the unit."
	meanHead    = "mean"
	spanHead    = "95 % interval"
	plotsHead   = "Plots"
	ladderWords = "Ratings by the model of Bradley and Terry for the places of each two bots in a game: 0 is the mean of all bots, and 400 points more are the odds of ten to one. The deal with all its games is the unit of the 95 % intervals."
)

func (r report) document() document {
	d := document{Title: count(int(r.Games()), "game") + " of Foppen by bots", Facts: runFacts(r.Report), Notes: notes(r.Variant(), r.Players())}
	if r.Games() == 0 {
		return d
	}
	d.Notes = append(d.Notes, unitText)
	for _, g := range measureGroups() {
		s := section{Title: g.title, Head: []string{"", meanHead, spanHead}}
		for _, m := range g.measures {
			if mean, ok := r.Mean(m.measure); ok {
				s.Rows = append(s.Rows, append([]string{m.text}, meanText(m.measure, mean)...))
			}
		}
		d.Parts = append(d.Parts, s)
	}
	spread := section{Title: "Spread", Head: append([]string{""}, spreadHeads()...)}
	for _, row := range spreadRows() {
		spread.Rows = append(spread.Rows, append([]string{strings.TrimSpace(row.text)}, spreadCells(r.Report, row.measure)...))
	}
	d.Parts = append(d.Parts, spread, winsSection("Wins by seat", r.seats()), winsSection("Wins by starting position", r.positions()), pictureOf(plotsHead, r.svg()))
	return d
}

func winsSection(title string, rows []placeRow) section {
	s := section{Title: title, Head: []string{"", "won", spanHead, "final points"}}
	for _, row := range rows {
		cells := append([]string{row.text}, meanText(foppen.MeasureTiedGames, row.place.Wins)...)
		s.Rows = append(s.Rows, append(cells, fixed(row.place.Total.Value, 2)))
	}
	s.Rows = append(s.Rows, []string{"a fair share", percent(1 / float64(len(rows))), "", ""})
	return s
}

func (d duplicate) document() document {
	r, c := d.result, d.config
	page := document{
		Title: "Duplicate tournament: " + count(r.Deals, "deal") + ", each played " + strconv.Itoa(c.Players) + " times",
		Facts: []fact{
			{"variant", c.Variant.String()}, {"players", strconv.Itoa(c.Players)},
			{"deals", rangesText([]foppen.GameRange{{First: c.First, Games: uint64(r.Deals)}}) + " of seed " + strconv.FormatUint(c.Seed, 10)},
		},
	}
	if r.Deals == 0 {
		return page
	}
	page.Notes = []string{dealText}
	for _, rows := range []struct {
		title string
		mean  func(e foppen.Entrant) foppen.Mean
	}{
		{"Points of a seat in a round", func(e foppen.Entrant) foppen.Mean { return e.Points }},
		{edge, func(e foppen.Entrant) foppen.Mean { return e.Edge }},
		{"Tens of a seat in a round", func(e foppen.Entrant) foppen.Mean { return e.Tens }},
	} {
		s := section{Title: rows.title, Head: []string{"", meanHead, spanHead}}
		for _, e := range r.Entrants {
			if rows.title != edge || e.SeatCount < c.Players {
				s.Rows = append(s.Rows, append([]string{e.Name + " (" + count(e.SeatCount, "seat") + ")"}, meanText(foppen.MeasurePointsPerRound, rows.mean(e))...))
			}
		}
		if s.Rows != nil {
			page.Parts = append(page.Parts, s)
		}
	}
	wins := section{Title: "Games won", Head: []string{"", meanHead, spanHead, "fair share"}}
	for _, e := range r.Entrants {
		cells := append([]string{e.Name}, meanText(foppen.MeasureTiedGames, e.Wins)...)
		wins.Rows = append(wins.Rows, append(cells, percent(e.Fair)))
	}
	page.Parts = append(page.Parts, wins)
	if len(r.Entrants) > 1 {
		s := section{Title: decides, Head: []string{"", "share", spanHead}}
		for _, row := range shareRows(r) {
			s.Rows = append(s.Rows, append([]string{row.what}, meanText(foppen.MeasureTiedGames, row.m)...))
		}
		page.Parts = append(page.Parts, s)
	}
	return page
}

func (l ladderReport) document() document {
	d := document{Title: "Ladder: " + count(l.done(), "deal"), Facts: []fact{{"run", l.String()}}}
	if l.done() == 0 {
		return d
	}
	s := section{Title: "Ratings", Text: ladderWords, Head: []string{"bot", "rating", spanHead, "score", "comparisons"}}
	for _, r := range l.Entries() {
		s.Rows = append(s.Rows, []string{r.Name, fixed(r.Rating.Value, 1), ratingSpan(r.Rating), percent(r.Score), strconv.FormatUint(r.Comparisons, 10)})
	}
	d.Parts = []section{s}
	return d
}

func (c comparison) document() document {
	a, b := c.Reports()[0], c.Reports()[1]
	d := document{Title: count(int(a.Games()), "game") + " of Foppen by two variants", Facts: append(runFacts(a), fact{"against", b.Variant().String()})}
	d.Notes = append(notes(a.Variant(), a.Players()), notes(b.Variant(), b.Players())...)
	if a.Games() == 0 {
		return d
	}
	d.Notes = append(d.Notes, differenceWords(c))
	for _, g := range measureGroups() {
		s := section{Title: g.title, Head: []string{"", "variant", "against", "differ by", "", spanHead}}
		for _, m := range g.measures {
			if cells, ok := c.cells(m.measure); ok {
				s.Rows = append(s.Rows, append([]string{m.text}, cells...))
			}
		}
		d.Parts = append(d.Parts, s)
	}
	d.Parts = append(d.Parts, pictureOf(plotsHead, c.svg()))
	return d
}
