package main

import (
	"flag"
	"fmt"
	"io"

	"github.com/foppen-go/foppen"
)

// merge makes one report of the reports of parts of a run.
func merge(fs *flag.FlagSet) func(e *env, args []string) error {
	text := fs.Bool("text", false, "write tables instead of JSON")
	return func(e *env, args []string) error {
		if len(args) == 0 {
			return usagef("want the files with the reports")
		}
		var merged foppen.Report
		for i, name := range args {
			r, err := readReport(e, name)
			if err == nil && i > 0 {
				r, err = foppen.Merge(merged, r)
			}
			if err != nil {
				if e.ctx.Err() != nil {
					return e.ctx.Err()
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
			return writePage(e, report{merged}, 0)
		}
		return writeJSON(e, report{merged})
	}
}

// maxReportFile bounds what is read: no report comes near it.
const maxReportFile = 1 << 23

// readReport reads the report in a file, or from the standard input for "-".
func readReport(e *env, name string) (r foppen.Report, err error) {
	text, err := e.readAll(name, maxReportFile, "report")
	if err == nil {
		err = r.UnmarshalJSON(text)
	}
	return r, err
}

// tellGaps says which games lie between those of a report and are not in it.
func tellGaps(w io.Writer, ranges []foppen.GameRange) {
	for i := 1; i < len(ranges); i++ {
		end := ranges[i-1].First + ranges[i-1].Games
		gap := foppen.GameRange{First: end, Games: ranges[i].First - end}
		fmt.Fprintf(w, "foppen merge: note: games %s are missing\n", gap)
	}
}
