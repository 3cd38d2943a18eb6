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
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/foppen-go/foppen"
)

// A table is a game that many goroutines read and change.
type table struct {
	path   string   // where the record is stored
	tokens []string // by seat

	moving sync.Mutex // held by whoever makes the next state
	state  atomic.Pointer[state]

	streams chan struct{} // holds an element for each stream of events being sent
}

// A state is the game at some time. It never changes.
type state struct {
	record foppen.Record
	past   chan struct{} // closed when there is a newer state
}

// errStale says that a client did not know the state that it wanted to change.
var errStale = errors.New("the game has moved on")

// openTable returns a table with the game in the file or, if there is no such file, with
// a new one.
func openTable(path string, players int, variant foppen.Variant) (*table, error) {
	record, err := loadRecord(path)
	if errors.Is(err, fs.ErrNotExist) {
		record, err = newRecord(players, variant)
	}
	if err == nil {
		record, err = deal(record) // should the file end before a deal
	}
	if err != nil {
		return nil, err
	}
	tokens, err := openTokens(path+".tokens", record.Game().Players())
	if err != nil {
		return nil, err
	}
	t := &table{path: path, tokens: tokens, streams: make(chan struct{}, maxStreams)}
	return t, t.store(record)
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
	switch {
	case errors.Is(err, fs.ErrNotExist):
		for range players {
			tokens = append(tokens, rand.Text())
		}
		text, err = json.Marshal(tokens)
		if err == nil {
			err = writeFile(path, text)
		}
	case err == nil:
		err = json.Unmarshal(text, &tokens)
		if err == nil && (len(tokens) != players || slices.Contains(tokens, "")) {
			err = fmt.Errorf("%s: has to be a list of a token for each of %d players", path, players)
		}
	}
	return tokens, err
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

// move makes a move, if the state is still the one with that tag or the tag is "", and
// returns the record with it. A move that is refused or cannot be stored changes nothing.
func (t *table) move(m foppen.Move, tag string) (foppen.Record, error) {
	t.moving.Lock()
	defer t.moving.Unlock()
	record := t.now().record
	if tag != "" && tag != etag(record) {
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
func deal(record foppen.Record) (foppen.Record, error) {
	game := record.Game()
	if game.Phase() != foppen.DealPhase {
		return record, nil
	}
	return record.Append(game.Shuffle(nil))
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

// writeFile replaces a file, which only its owner can read, in one step: whenever the
// machine stops, the file is the old one or the new one.
func writeFile(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".foppen-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
