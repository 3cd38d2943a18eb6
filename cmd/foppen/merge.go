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
	return func(e *env, args []string) error {
		if len(args) == 0 {
			return usagef("want the files with the reports")
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
		tellGaps(e.stderr, merged.Ranges())
		if v := merged.Versions(); len(v) > 1 {
			fmt.Fprintf(e.stderr, "foppen merge: warning: the games were played by different versions, whose bots may differ: %s\n", andList(v))
		}
		if *text {
			return writePage(e, merged, 0)
		}
		return writeJSON(e, merged)
	}
}

// A part is the report of a part of a run, of any kind that can be merged.
type part interface {
	outcome
	merge(other part) (part, error)
	Ranges() []foppen.GameRange
	Versions() []string
}

// errOtherKind says that a report and a ladder cannot be merged.
var errOtherKind = errors.New("a report and a ladder do not belong together")

func (r report) merge(other part) (part, error) {
	o, ok := other.(report)
	if !ok {
		return nil, errOtherKind
	}
	m, err := foppen.Merge(r.Report, o.Report)
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

// maxReportFile bounds what is read: no report comes near it.
const maxReportFile = 1 << 23

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
	var r report
	err = r.UnmarshalJSON(text)
	return r, err
}

// tellGaps says which games lie between those of a report and are not in it.
func tellGaps(w io.Writer, ranges []foppen.GameRange) {
	for i := 1; i < len(ranges); i++ {
		end := ranges[i-1].First + ranges[i-1].Games
		gap := foppen.GameRange{First: end, Games: ranges[i].First - end}
		what := fmt.Sprintf("games %s are", gap)
		if gap.Games == 1 {
			what = fmt.Sprintf("game %s is", gap)
		}
		fmt.Fprintf(w, "foppen merge: note: %s missing\n", what)
	}
}
