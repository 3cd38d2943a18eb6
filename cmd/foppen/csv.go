package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/foppen-go/foppen"
)

// Files with a line for each game are written by whole lines, so that whenever a run
// ends, every line is whole.

// A lineFile is a file that is written by whole lines.
type lineFile struct {
	f    *os.File
	text bytes.Buffer
}

// lineBuffer is how much is held back, in bytes, before it is written.
const lineBuffer = 1 << 16

// lineFiles are the files of a run.
type lineFiles []*lineFile

// openFiles creates the files that the run is to write while it goes on.
func (s *simulation) openFiles() (files lineFiles, err error) {
	open := func(name string) *lineFile {
		var f *os.File
		if err == nil {
			f, err = os.Create(name)
		}
		file := &lineFile{f: f}
		files = append(files, file)
		return file
	}
	if s.records != "" {
		file := open(s.records)
		s.config.OnRecord = func(r foppen.Record) error { return file.record(r) }
	}
	if s.csv != "" {
		file := open(s.csv)
		csvHeader(&file.text, s.config.Players)
		s.config.OnGame = func(r foppen.GameResult) error { return file.game(r) }
	}
	if err != nil {
		files.close()
	}
	return files, err
}

// close writes what is left.
func (files lineFiles) close() error {
	var errs []error
	for _, file := range files {
		if file.f != nil {
			errs = append(errs, file.flush(0), file.f.Close())
		}
	}
	return errors.Join(errs...)
}

// flush writes what is held back, if that is more than so many bytes.
func (file *lineFile) flush(most int) error {
	if file.text.Len() <= most {
		return nil
	}
	_, err := file.text.WriteTo(file.f)
	return err
}

func (file *lineFile) record(r foppen.Record) error {
	if _, err := r.WriteTo(&file.text); err != nil {
		return err
	}
	return file.flush(lineBuffer)
}

func (file *lineFile) game(r foppen.GameResult) error {
	csvLine(&file.text, r)
	return file.flush(lineBuffer)
}

// csvHeader writes the names of the columns.
func csvHeader(b *bytes.Buffer, players int) {
	b.WriteString("game,starter,rounds,tricks,cards,ended,winners")
	for _, name := range []string{"total", "tens", "fooled"} {
		for s := range players {
			fmt.Fprintf(b, ",%s_%d", name, s)
		}
	}
	b.WriteByte('\n')
}

// csvLine writes a game. Where a column has several values there is a plus between
// two.
func csvLine(b *bytes.Buffer, r foppen.GameResult) {
	plus := func(list string) string { return strings.ReplaceAll(list, ",", "+") }
	fmt.Fprintf(b, "%d,%s,%d,%d,%d,%s,%s", r.Number, r.Starter, r.Rounds, r.Tricks, r.Cards, plus(r.Ended.String()), plus(r.Winners.String()))
	for _, list := range [...][foppen.MaxPlayers]int{r.Totals, r.Tens, r.Fooled} {
		for _, x := range list[:r.Players] {
			fmt.Fprintf(b, ",%d", x)
		}
	}
	b.WriteByte('\n')
}
