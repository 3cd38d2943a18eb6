package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/foppen-go/foppen"
)

// A saveFile is where the record of a game is written. The zero value is a new file
// whose name is still to be found.
type saveFile struct {
	target *target // replaced by this game alone; nil for none yet
}

// saveName is the name of files that nobody has named.
const saveName = "foppen-game.json"

// newSaveFile returns a file that does not exist yet.
func newSaveFile(path string) (saveFile, error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = &fs.PathError{Op: "save", Path: path, Err: fs.ErrExist}
		}
		return saveFile{}, err
	}
	return saveFile{&target{path: path}}, nil
}

// prove saves a game that begins, so that it is known whether that can be done. A file
// that the user has named is not exchanged for another one.
func (f *saveFile) prove(record foppen.Record) error {
	text, err := savedText(record)
	switch {
	case err != nil:
		return err
	case f.target == nil:
		return f.elsewhere(saveName, text)
	}
	return f.target.put(text)
}

// write saves the game. If its file cannot be written any more, another one takes its
// place; lost then says why.
func (f *saveFile) write(record foppen.Record) (lost, err error) {
	text, err := savedText(record)
	if err == nil {
		lost = f.target.put(text)
	}
	if lost != nil {
		err = f.elsewhere(f.target.path, text)
	}
	return lost, err
}

func savedText(record foppen.Record) ([]byte, error) {
	text, err := record.MarshalJSON()
	return append(text, '\n'), err
}

// elsewhere writes a new file with a name like that of path: in its folder, or else in
// the user's or, if need be, in the one for temporary files.
func (f *saveFile) elsewhere(path string, text []byte) error {
	folders := []string{filepath.Dir(path)}
	if home, err := os.UserHomeDir(); err == nil {
		folders = append(folders, home)
	}
	var faults []error
	for _, folder := range append(folders, os.TempDir()) {
		t := &target{path: filepath.Join(folder, filepath.Base(path))}
		t, err := t.beside()
		if err == nil {
			err = t.put(text)
		}
		if err == nil {
			f.target = t
			return nil
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// readSaved reads the one game in a file.
func (e *env) readSaved(path string) (record foppen.Record, err error) {
	f, err := e.open(path)
	if err != nil {
		return record, err
	}
	defer f.Close()
	games := 0
	for r, err := range foppen.ReadRecords(f) {
		if games++; games > 1 {
			break
		}
		if e.ctx.Err() != nil {
			return record, e.ctx.Err()
		}
		if err != nil {
			return record, fmt.Errorf("%s: %s", path, strings.TrimPrefix(err.Error(), "foppen: "))
		}
		record = r
	}
	switch {
	case games == 0:
		return record, fmt.Errorf("%s: %w", path, errNoRecord)
	case games > 1:
		return record, fmt.Errorf("%s: more than one recorded game in it", path)
	case record.Game().Phase() == foppen.OverPhase:
		return record, fmt.Errorf("%s: this game is over; \"foppen replay\" tells it", path)
	}
	return record, nil
}
