package main

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/foppen-go/foppen"
)

// A table is a game that many goroutines read and change.
type table struct {
	path   string       // where the record is stored
	unlock func() error // lets another server have the file
	tokens []string     // by seat

	moving sync.Mutex // held by whoever makes the next state
	state  atomic.Pointer[state]
}

// A state is the game at some time. It never changes.
type state struct {
	record foppen.Record
	past   chan struct{} // closed when there is a newer state
}

// errStale says that a client did not know the state that it wanted to change.
var errStale = errors.New("the game has moved on")

// openTable returns a table with the game in the file or, if there is no such file, with
// a new one. No other table can have the file until this one is closed.
func openTable(path string, players int, variant foppen.Variant) (*table, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a file has one lock, whatever names lead to it
	}
	unlock, err := lock(path + ".lock")
	if err != nil {
		return nil, err
	}
	t := &table{path: path, unlock: unlock}
	if err := t.load(players, variant); err != nil {
		return nil, errors.Join(err, t.close())
	}
	return t, nil
}

func (t *table) close() error { return t.unlock() }

// load sets the game and the tokens.
func (t *table) load(players int, variant foppen.Variant) error {
	record, err := loadRecord(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		record, err = newRecord(players, variant)
	}
	if err == nil {
		record, err = deal(record) // should the file end before a deal
	}
	if err != nil {
		return err
	}
	if t.tokens, err = openTokens(t.path+".tokens", record.Game().Players()); err != nil {
		return err
	}
	return t.store(record)
}

// loadRecord reads a record, which verifies every move of it.
func loadRecord(path string) (record foppen.Record, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return record, err
	}
	if err := json.Unmarshal(text, &record); err != nil {
		return record, fmt.Errorf("%s: %w", path, err)
	}
	return record, nil
}

// newRecord returns a game that waits for its first deal.
func newRecord(players int, variant foppen.Variant) (foppen.Record, error) {
	game, err := foppen.New(players, foppen.WithVariant(variant))
	if err != nil {
		return foppen.Record{}, err
	}
	return foppen.NewRecord(game)
}

// openTokens reads the tokens of the seats or, if there is no such file, draws new ones.
func openTokens(path string, players int) (tokens []string, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return newTokens(path, players)
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &tokens); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	different := slices.Compact(slices.Sorted(slices.Values(tokens)))
	if len(tokens) != players || len(different) != players || different[0] == "" {
		return nil, fmt.Errorf("%s: want a list of %d tokens, all different and none empty", path, players)
	}
	return tokens, nil
}

// newTokens draws tokens and stores them.
func newTokens(path string, players int) (tokens []string, err error) {
	for range players {
		tokens = append(tokens, rand.Text())
	}
	text, err := json.Marshal(tokens)
	if err != nil {
		return nil, err
	}
	return tokens, writeFile(path, text)
}

// seat returns whose token it is.
func (t *table) seat(token string) (seat foppen.Seat, ok bool) {
	for i, secret := range t.tokens {
		// In the same time however much of it is right, so that it cannot be guessed by bits.
		if subtle.ConstantTimeCompare([]byte(secret), []byte(token)) == 1 {
			return foppen.Seat(i), true
		}
	}
	return foppen.NoSeat, false
}

// now returns the latest state.
func (t *table) now() *state { return t.state.Load() }

// move makes a move, if the state is one that the lines of a header If-Match allow, and
// returns the record with it. A move that is refused or cannot be stored changes nothing.
func (t *table) move(m foppen.Move, ifMatch []string) (foppen.Record, error) {
	t.moving.Lock()
	defer t.moving.Unlock()
	record := t.now().record
	if !matches(ifMatch, etag(record)) {
		return record, errStale
	}
	record, err := record.Append(m)
	if err != nil {
		return record, err
	}
	record, err = deal(record)
	if err != nil {
		return record, err
	}
	return record, t.store(record)
}

// deal returns the record with a deal, which nobody can foresee, if its game waits for one.
// With bots in the TableConfig the same loop would let them act, too.
func deal(record foppen.Record) (foppen.Record, error) {
	t, err := foppen.NewTable(record, foppen.TableConfig{})
	for err == nil && t.CanStep() {
		t, _, err = t.Step(nil)
	}
	return t.Record(), err
}

// store writes the record to the file and only then lets all see it.
func (t *table) store(record foppen.Record) error {
	var text bytes.Buffer
	if _, err := record.WriteTo(&text); err != nil {
		return err
	}
	if err := writeFile(t.path, text.Bytes()); err != nil {
		return err
	}
	old := t.state.Swap(&state{record: record, past: make(chan struct{})})
	if old != nil {
		close(old.past)
	}
	return nil
}

// etag returns the tag of the state with that record: the number of its moves, of which
// none is ever taken back.
func etag(record foppen.Record) string { return strconv.Quote(strconv.Itoa(record.Len())) }

// matches says whether the lines of a header If-Match allow the tag. As in RFC 9110 no
// line allows all, "*" too, and a list the tags in it. A weak tag (W/"1") never does.
func matches(ifMatch []string, tag string) bool {
	list := strings.Join(ifMatch, ",")
	if ifMatch == nil || strings.TrimSpace(list) == "*" {
		return true
	}
	for member := range strings.SplitSeq(list, ",") {
		if strings.Trim(member, " \t") == tag { // a tag of ours has no comma in it
			return true
		}
	}
	return false
}

// writeFile replaces a file, which only its owner can read, in one step: whenever the
// machine stops, the file is the old one or the new one. The temporary file has the same
// name each time and is removed first, so that none with all hands in it is left for good.
func writeFile(path string, text []byte) error {
	temp := path + ".new"
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		os.Remove(temp)
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes sure that the names in a folder outlast a loss of power.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // which cannot be asked for it
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
