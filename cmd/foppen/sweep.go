package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/foppen-go/foppen"
)

// A textList is the value of a flag that can be given several times.
type textList []string

func (l *textList) String() string { return strings.Join(*l, " and ") }

func (l *textList) Set(text string) error {
	if text == "" {
		return errors.New("the text is empty")
	}
	*l = append(*l, text)
	return nil
}

// A sweep is the values that a field takes.
type sweep struct {
	field  string
	values []string
}

// parseSweeps reads the values of -sweep. Nothing is combined as yet.
func parseSweeps(texts []string) ([]sweep, error) {
	var list []sweep
	sides := 1
	for _, text := range texts {
		field, values, ok := strings.Cut(text, "=")
		if !ok || field == "" || values == "" {
			return nil, usagef("-sweep %s: want FIELD=A,B,C", brief(text))
		}
		// Counted first, so that nothing is done for each of very many.
		if sides *= strings.Count(values, ",") + 1; sides > foppen.MaxCompared {
			return nil, usagef("-sweep makes more than %d variants", foppen.MaxCompared)
		}
		s := sweep{field, strings.Split(values, ",")}
		if slices.ContainsFunc(list, func(o sweep) bool { return o.field == field }) {
			return nil, usagef("-sweep has %s twice; want all values of a field in one", brief(field))
		}
		for i, v := range s.values {
			s.values[i] = strings.TrimPrefix(decimals("="+v), "=")
			if slices.Contains(s.values[:i], s.values[i]) {
				return nil, usagef("-sweep %s: has %q twice", brief(field), brief(s.values[i]))
			}
		}
		list = append(list, s)
	}
	return list, nil
}

// brief returns a text that an error repeats, cut if it is long.
func brief(text string) string { return cut(safe(text), 60) }

// playersField is the field of a sweep that is none of a variant.
const playersField = "players"

// sweepsPlayers reports whether a sweep says how many play.
func sweepsPlayers(texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(text, playersField+"=") })
}

// A table is a variant with a number of players.
type table struct {
	variant foppen.Variant
	players int
	set     string // the fields that sweeps have set, a space before each
}

// with returns the table with a field set to a value, which is a text as in a variant's. The
// variant can be impossible as long as other fields are to be set: see checkSweeps.
func (t table) with(field, value string) (table, error) {
	t.set += " " + field + "=" + value
	if field == playersField {
		n := 0
		if err := (decimal[int]{&n}).Set(value); err != nil {
			return t, usagef("-sweep %s=%s: %v", field, brief(value), err)
		}
		t.players = n
		return t, nil
	}
	// The text of the variant without the field, and then with it.
	words := slices.DeleteFunc(strings.Split(t.variant.String(), " "), func(w string) bool { return strings.HasPrefix(w, field+"=") })
	v, err := foppen.ParseVariant(strings.Join(append(words, field+"="+value), " "))
	if bad, ok := errors.AsType[*foppen.ParseError](err); ok {
		meant := textSuggestion(err)
		if meant == "" {
			meant = suggestion(field, []string{playersField})
		}
		return t, usagef("-sweep %s=%s: want %s%s", brief(field), brief(value), strings.TrimPrefix(bad.Want, "= and "), meant)
	}
	t.variant = v
	return t, nil
}

// combine returns the table with all combinations of the values, the last field turning
// fastest.
func (t table) combine(sweeps []sweep) ([]table, error) {
	all := []table{t}
	for _, s := range sweeps {
		var next []table
		for _, t := range all {
			for _, value := range s.values {
				with, err := t.with(s.field, value)
				if err != nil {
					return nil, err
				}
				next = append(next, with)
			}
		}
		all = next
	}
	return all, nil
}

// checkSweeps refuses tables that cannot be, and fields that change none of them.
func checkSweeps(tables []table, sweeps []sweep) error {
	for _, t := range tables {
		if err := t.variant.Validate(); err != nil {
			return usagef("-sweep%s: %s", t.set, message(err))
		}
		if err := checkPlayers(t.variant, t.players); err != nil {
			return fmt.Errorf("%s with %d players: %w", t.variant, t.players, err)
		}
	}
	for _, s := range sweeps {
		if n, _, ok := strings.Cut(s.field, "."); ok && !slices.ContainsFunc(tables, func(t table) bool { return n == fmt.Sprint(t.players) }) {
			return usagef("-sweep %s: nobody plays with %s players", s.field, n)
		}
	}
	return nil
}

// comparisonOf returns a comparison to be told: in full if it is of two variants at the same
// table, and else with a line for each.
func comparisonOf(c foppen.Comparison) drawn {
	if r := c.Reports(); len(r) == 2 && r[0].Players() == r[1].Players() {
		return comparison{c}
	}
	return sweepReport{c}
}

// A sweepReport is a foppen.Comparison of any number of variants to be told: a line for each.
type sweepReport struct{ foppen.Comparison }

func (s sweepReport) done() int {
	if len(s.Reports()) == 0 {
		return 0
	}
	return int(s.Reports()[0].Games())
}

// labels returns a short text for each variant: what it does not have in common with all
// others.
func (s sweepReport) labels() []string {
	reports := s.Reports()
	var words [][]string
	for _, r := range reports {
		w := strings.Split(r.Variant().String(), " ")
		if slices.ContainsFunc(reports, func(o foppen.Report) bool { return o.Players() != r.Players() }) {
			w = append(w, fmt.Sprintf("%d players", r.Players()))
		}
		words = append(words, w)
	}
	var labels []string
	for _, w := range words {
		own := slices.DeleteFunc(slices.Clone(w), func(word string) bool {
			return !slices.ContainsFunc(words, func(o []string) bool { return !slices.Contains(o, word) })
		})
		if len(own) == 0 {
			own = w[:1]
		}
		labels = append(labels, strings.Join(own, " "))
	}
	return labels
}

// measures returns the measures that some variant has, those first in which the variants
// differ most clearly from the first.
func (s sweepReport) measures() []measureText {
	clear := map[foppen.Measure]float64{}
	var list []measureText
	for _, g := range measureGroups() {
		for _, m := range g.measures {
			if !slices.ContainsFunc(s.Reports(), func(r foppen.Report) bool { _, ok := r.Mean(m.measure); return ok }) {
				continue
			}
			m.text = g.column + m.text
			list = append(list, m)
			for i := range s.Reports() {
				if d, ok := s.Difference(i, m.measure); ok {
					clear[m.measure] = max(clear[m.measure], clearness(d))
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b measureText) int {
		switch x, y := clear[a.measure], clear[b.measure]; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return list
}

// clearness is how many times the half of its interval a difference is.
func clearness(d foppen.Mean) float64 {
	half := max(d.High-d.Value, d.Value-d.Low)
	switch {
	case d.Value == 0:
		return 0
	case half == 0:
		return 1e9
	}
	return max(d.Value, -d.Value) / half
}

// count returns how many differences there are.
func (s sweepReport) count() (n int) {
	for i := range s.Reports() {
		for _, m := range foppen.Measures() {
			if _, ok := s.Difference(i, m); ok {
				n++
			}
		}
	}
	return n
}

// enoughGames is of how many games on the corrected threshold holds: with fewer, more than one run of twenty
// has a star where nothing differs in truth.
const enoughGames = 50

// significant reports whether a difference is significant among so many.
func (s sweepReport) significant(d foppen.Mean, count int) bool {
	return s.done() >= enoughGames && d.Significant(count)
}

// cell is a mean with a mark for a difference from the first variant: a star for one that
// stays significant among all of them, a plus for one that is so alone.
func (s sweepReport) cell(i int, m foppen.Measure, count int) string {
	mean, ok := s.Reports()[i].Mean(m)
	if !ok {
		return "- "
	}
	mark := " "
	if d, ok := s.Difference(i, m); ok && s.significant(d, count) {
		mark = "*"
	} else if ok && d.Significant(1) {
		mark = "+"
	}
	return number(m, mean.Value) + mark
}

// words says how to read the table.
func (s sweepReport) words() string {
	n := s.count()
	deals := "All play the same deals as the first."
	for i := range s.Reports() {
		if i > 0 && !s.Paired(i) {
			deals = "Some play other deals than the first."
		}
	}
	text := fmt.Sprintf("%s The measures come first in which a variant differs most clearly from the first. There are %s: where nothing differs in truth, one in twenty has an interval without 0 by chance (+). A star (*) marks those that are significant among all of them together, with 95 %% confidence by Bonferroni's correction.", deals, count(n, "difference"))
	if s.done() < enoughGames {
		text += fmt.Sprintf(" Fewer than %d games are too few for a star.", enoughGames)
	}
	return text
}

// sweepColumn is how wide a column of the table is, and sweepLabel at least the first, where there is
// room.
const (
	sweepColumn = 11
	sweepLabel  = 22
)

func (s sweepReport) tell(p *page, games int) {
	p.title("%s of Foppen by %s", count(s.done(), "game"), count(len(s.Reports()), "variant"))
	tellRun(p, s.Reports()[0], games)
	tellNotes(p, s.Reports()...)
	if s.done() == 0 {
		return
	}
	p.blank()
	p.text("%s", s.words())
	labels, list, n := s.labels(), s.measures(), s.count()
	label := sweepLabel
	for _, text := range labels {
		label = max(label, columns(text)+1)
	}
	label = min(label, max(p.width/3, p.width-3*sweepColumn))
	for each := max(1, (p.width-label)/sweepColumn); len(list) > 0; list = list[min(each, len(list)):] {
		block := list[:min(each, len(list))]
		p.blank()
		for _, line := range headLines(block) {
			p.line("%s%s", pad("", label), line)
		}
		for i := range s.Reports() {
			cells := ""
			for _, m := range block {
				cells += fmt.Sprintf("%*s", sweepColumn, s.cell(i, m.measure, n))
			}
			p.line("%s%s", pad(cut(labels[i], label-1), label), cells)
		}
	}
	p.blank()
	for i, r := range s.Reports() {
		p.hang(pad(cut(labels[i], label-1), label), pad("", min(label, 4)), r.Variant().String()+", "+count(r.Players(), "player"))
	}
}

// headLines returns the headings of columns, each broken into lines.
func headLines(block []measureText) []string {
	var columns [][]string
	high := 0
	for _, m := range block {
		var lines []string
		for _, word := range strings.Fields(m.text) {
			if last := len(lines) - 1; last >= 0 && len(lines[last])+1+len(word) < sweepColumn {
				lines[last] += " " + word
			} else {
				lines = append(lines, word)
			}
		}
		columns = append(columns, lines)
		high = max(high, len(lines))
	}
	heads := make([]string, high)
	for _, lines := range columns {
		for i := range heads {
			word := ""
			if k := i - (high - len(lines)); k >= 0 {
				word = lines[k] + " "
			}
			heads[i] += fmt.Sprintf("%*s", sweepColumn, word)
		}
	}
	return heads
}

func (s sweepReport) document() document {
	reports := s.Reports()
	d := document{Title: count(s.done(), "game") + " of Foppen by " + count(len(reports), "variant"), Facts: runFacts(reports[0])}
	for _, r := range reports {
		for _, note := range notes(r.Variant(), r.Players()) {
			if !slices.Contains(d.Notes, note) {
				d.Notes = append(d.Notes, note)
			}
		}
	}
	if s.done() == 0 {
		return d
	}
	d.Notes = append(d.Notes, s.words())
	labels, list, n := s.labels(), s.measures(), s.count()
	all := section{Title: "All variants", Head: []string{"variant"}}
	for _, m := range list {
		all.Head = append(all.Head, m.text)
	}
	names := section{Title: "The variants", Head: []string{"", "players", "variant"}}
	for i, r := range reports {
		row := []string{labels[i]}
		for _, m := range list {
			row = append(row, s.cell(i, m.measure, n))
		}
		all.Rows = append(all.Rows, row)
		names.Rows = append(names.Rows, []string{labels[i], fmt.Sprint(r.Players()), r.Variant().String()})
	}
	d.Parts = []section{names, all, pictureOf(plotsHead, s.svg())}
	return d
}

// svg draws the measures that differ most.
func (s sweepReport) svg() []byte { return sweepPicture(s) }

// csv returns a line for each variant and measure.
func (s sweepReport) csv() string {
	var b strings.Builder
	b.WriteString("variant,players,measure,mean,low,high,difference,difference_low,difference_high,same_deals,significant\n")
	n := s.count()
	for i, r := range s.Reports() {
		for _, m := range foppen.Measures() {
			mean, ok := r.Mean(m)
			if !ok {
				continue
			}
			fmt.Fprintf(&b, "%s,%d,%s,%s,", r.Variant(), r.Players(), m, csvMean(mean))
			if d, ok := s.Difference(i, m); ok {
				fmt.Fprintf(&b, "%s,%t,%t\n", csvMean(d), s.Paired(i), s.significant(d, n))
			} else {
				b.WriteString(",,,,\n")
			}
		}
	}
	return b.String()
}

func csvMean(m foppen.Mean) string { return fmt.Sprintf("%.6f,%.6f,%.6f", m.Value, m.Low, m.High) }
