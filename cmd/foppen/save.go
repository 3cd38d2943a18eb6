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

// A saveFile is where the record of a game is written. The zero value is a new file in
// the current folder whose name is still to be found.
type saveFile struct {
	path string
	ours bool // the file is this game's and may be replaced
}

// newSaveFile returns a file that does not exist yet.
func newSaveFile(path string) (saveFile, error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = &fs.PathError{Op: "save", Path: path, Err: fs.ErrExist}
		}
		return saveFile{}, err
	}
	return saveFile{path: path}, nil
}

// write writes a record to the file. It never replaces a file of somebody else.
func (f *saveFile) write(record foppen.Record) error {
	text, err := record.MarshalJSON()
	if err != nil {
		return err
	}
	text = append(text, '\n')
	switch {
	case f.ours:
		return replaceFile(f.path, text)
	case f.path != "":
		err = createFile(f.path, text)
	default:
		f.path, err = createUnused(text)
	}
	f.ours = err == nil
	return err
}

// createUnused creates a file with the first usual name that is not used.
func createUnused(text []byte) (path string, err error) {
	for n := 1; ; n++ {
		path = "foppen-game.json"
		if n > 1 {
			path = fmt.Sprintf("foppen-game-%d.json", n)
		}
		switch err = createFile(path, text); {
		case err == nil:
			return path, nil
		case !errors.Is(err, fs.ErrExist):
			return "", err
		}
	}
}

func createFile(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
	}
	return err
}

// replaceFile replaces a file at once, so that a fault on the way leaves it as it was.
func replaceFile(path string, text []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".foppen-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// readSaved reads the one game in a file.
func readSaved(path string) (record foppen.Record, err error) {
	f, err := os.Open(path)
	if err != nil {
		return record, err
	}
	defer f.Close()
	games := 0
	for r, err := range foppen.ReadRecords(f) {
		if games++; games > 1 {
			break
		}
		if err != nil {
			return record, fmt.Errorf("%s: %s", path, strings.TrimPrefix(err.Error(), "foppen: "))
		}
		record = r
	}
	switch {
	case games == 0:
		return record, fmt.Errorf("%s: no recorded game in it", path)
	case games > 1:
		return record, fmt.Errorf("%s: more than one recorded game in it", path)
	case record.Game().Phase() == foppen.OverPhase:
		return record, fmt.Errorf("%s: this game is over; \"foppen replay\" tells it", path)
	}
	return record, nil
}
