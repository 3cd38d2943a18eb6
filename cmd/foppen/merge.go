package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/foppen-go/foppen"
)

// merge makes one report of the reports of parts of a run.
func merge(fs *flag.FlagSet) func(e *env, args []string) error {
	text := fs.Bool("text", false, "write tables instead of JSON")
	var games uint64
	numberFlag(fs, &games, "games", "`N`: fail if games from 0 to N - 1 are missing, or there are others")
	file := ""
	reportFlag(fs, &file, "write the report to `FILE` instead of the standard output")
	return func(e *env, args []string) error {
		if len(args) == 0 {
			return usagef("want the files with the reports")
		}
		if games == 0 && given(fs, "games") || games > foppen.MaxGameNumber {
			return usagef("-games is %d, want from 1 to %d", games, uint64(foppen.MaxGameNumber))
		}
		var merged part
		for i, name := range args {
			r, err := readPart(e, name)
			if err == nil && i > 0 {
				r, err = merged.merge(r)
			}
			if err != nil {
				if e.ctx.Err() != nil {
					return interruptedf("nothing is merged: %s was not read to its end", name)
				}
				return fmt.Errorf("%s: %s", name, message(err))
			}
			merged = r
		}
		if err := checkGames(merged.Ranges(), games); err != nil {
			return err
		}
		tellGaps(e.stderr, merged.Ranges())
		warnVersions(e.stderr, "merge", merged)
		return writeMerged(e, merged, file, args, *text)
	}
}

// writeMerged writes the report of all parts.
func writeMerged(e *env, merged part, file string, parts []string, text bool) error {
	var files outputs
	defer func() { files.discard() }()
	if file != "" {
		o, err := files.open(e, "-report", file, parts...)
		if err == nil {
			err = o.putJSON(merged)
		}
		if err != nil {
			return err
		}
	}
	_, err := files.finish(true)
	switch {
	case err != nil:
		return err
	case text:
		return writePage(e, merged, 0)
	case file != "":
		return nil
	}
	return writeJSON(e, merged)
}

// checkGames refuses ranges that are not those of the games from 0 on, so many. 0 stands
// for any number.
func checkGames(have []foppen.GameRange, games uint64) error {
	all := foppen.GameRange{Games: games}
	if games == 0 {
		return nil
	}
	var faults []error
	if list := missing(all, have); list != nil {
		faults = append(faults, fmt.Errorf("%s missing", gamesAre(list)))
	}
	if list := outside(all, have); list != nil {
		faults = append(faults, fmt.Errorf("%s beyond the %d of -games", gamesAre(list), games))
	}
	return errors.Join(faults...)
}

// warnVersions says that a report is of games by different versions.
func warnVersions(w io.Writer, command string, p part) {
	if v := p.Versions(); len(v) > 1 {
		fmt.Fprintf(w, "foppen %s: warning: the games were played by different versions, whose bots may differ: %s\n", command, andList(v))
	}
}

// A part is the report of a part of a run, of any kind that can be merged.
type part interface {
	outcome
	merge(other part) (part, error)
	Ranges() []foppen.GameRange
	Versions() []string
}

// errOtherKind says that two parts are not of one kind.
var errOtherKind = errors.New("reports, comparisons and ladders do not belong together")

func (r report) merge(other part) (part, error) {
	o, ok := other.(report)
	if !ok {
		return nil, errOtherKind
	}
	m, err := r.Report.Merge(o.Report)
	return report{m}, err
}

func (l ladderReport) merge(other part) (part, error) {
	o, ok := other.(ladderReport)
	if !ok {
		return nil, errOtherKind
	}
	m, err := l.Merge(o.LadderResult)
	return ladderReport{m}, err
}

// A comparedPart is a part of a comparison.
type comparedPart struct {
	drawn
	foppen.Comparison
}

func newComparedPart(c foppen.Comparison) comparedPart { return comparedPart{comparisonOf(c), c} }

func (c comparedPart) MarshalJSON() ([]byte, error) { return c.Comparison.MarshalJSON() }
func (c comparedPart) Ranges() []foppen.GameRange   { return c.Reports()[0].Ranges() }
func (c comparedPart) Versions() []string           { return c.Reports()[0].Versions() }

func (c comparedPart) csv() string { return sweepReport{c.Comparison}.csv() }

func (c comparedPart) merge(other part) (part, error) {
	o, ok := other.(comparedPart)
	if !ok {
		return nil, errOtherKind
	}
	m, err := c.Comparison.Merge(o.Comparison)
	if err != nil {
		return nil, err
	}
	return newComparedPart(m), nil
}

// maxReportFile bounds what is read: no report comes near it.
const maxReportFile = 1 << 26

// readPart reads the report in a file, or from the standard input for "-".
func readPart(e *env, name string) (part, error) {
	text, err := e.readAll(name, maxReportFile, "report")
	if err != nil {
		return nil, err
	}
	var kind struct {
		Format string `json:"format"`
	}
	if json.Unmarshal(text, &kind); strings.HasPrefix(kind.Format, "foppen-ladder/") {
		var l ladderReport
		err = l.UnmarshalJSON(text)
		return l, err
	}
	if strings.HasPrefix(kind.Format, "foppen-comparison/") {
		var c foppen.Comparison
		if err = c.UnmarshalJSON(text); err != nil {
			return nil, err
		}
		return newComparedPart(c), nil
	}
	var r report
	err = r.UnmarshalJSON(text)
	return r, err
}

// tellGaps says which games lie between those of a report and are not in it.
func tellGaps(w io.Writer, have []foppen.GameRange) {
	if len(have) < 2 {
		return
	}
	first, last := have[0].First, have[len(have)-1]
	for _, gap := range missing(foppen.GameRange{First: first, Games: last.First - first}, have) {
		fmt.Fprintf(w, "foppen merge: note: %s missing\n", gamesAre([]foppen.GameRange{gap}))
	}
}
