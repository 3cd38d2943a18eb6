//go:build !js

package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/foppen-go/foppen"
	_ "modernc.org/sqlite"
)

const (
	schemaVersion = 1          // PRAGMA user_version of the schema below
	schemaID      = 0x666f7070 // PRAGMA application_id: "fopp"
)

// The journal has a row for all that was done at a table: see entry. Rows are only added,
// each in a transaction of its own before anybody sees what it says, so that a game is as
// it was seen however the program ends.
const schema = `
CREATE TABLE tables (
	id      TEXT PRIMARY KEY,
	created TEXT NOT NULL,
	setup   TEXT NOT NULL -- JSON
) STRICT;
CREATE TABLE seats (
	table_id TEXT NOT NULL REFERENCES tables (id),
	seat     INTEGER NOT NULL,
	token    BLOB NOT NULL, -- SHA-256 of the secret in the link
	PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
	table_id TEXT NOT NULL REFERENCES tables (id),
	rev      INTEGER NOT NULL, -- from 1 on
	at       TEXT NOT NULL,
	entry    TEXT NOT NULL, -- JSON
	PRIMARY KEY (table_id, rev)
) STRICT, WITHOUT ROWID;
`

var errNoTable = errors.New("there is no table with this address")

// A store keeps tables in an SQLite database.
type store struct {
	path string
	db   *sql.DB
	lock *sql.DB // of a server; see reserve
}

// openStore opens the database in the file, or makes a new one. A file that is damaged, or
// of another program or a newer version of this one, is left as it is.
func openStore(path string) (*store, error) {
	db, err := openSQLite(path, "_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	s := &store{path: path, db: db}
	if err := s.prepare(); err != nil {
		db.Close()
		return nil, fmt.Errorf("the tables in %s cannot be used, and are left as they are: %w", path, err)
	}
	for _, part := range []string{"", "-wal", "-shm"} {
		if err := os.Chmod(path+part, 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) {
			s.close()
			return nil, err
		}
	}
	return s, nil
}

// openSQLite opens a database. A new one is for nobody else to read from its first byte on,
// as it has the cards of games that go on; the files that SQLite puts beside it get the
// same mode.
func openSQLite(path, options string) (*sql.DB, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+options)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // a write waits for the disk anyway, and so reads see what was written
	return db, nil
}

// reserve keeps other servers away from the tables until the store is closed: two servers
// would each have a game of their own at the same table. The lock is that of SQLite on an
// empty file, which the system gives back however the program ends.
func (s *store) reserve() error {
	path, err := filepath.EvalSymlinks(s.path)
	if err != nil {
		return err
	}
	if s.lock, err = openSQLite(path+"-lock", "_pragma=busy_timeout(0)"); err != nil {
		return err
	}
	if _, err = s.lock.Exec("BEGIN EXCLUSIVE"); err != nil {
		return fmt.Errorf("the tables in %s are in use by another server: %w", s.path, err)
	}
	return nil
}

func (s *store) prepare() error {
	var check string
	if err := s.db.QueryRow("PRAGMA quick_check(1)").Scan(&check); err != nil {
		return err
	}
	if check != "ok" {
		return fmt.Errorf("the file is damaged: %s", check)
	}
	var version, id, objects int
	err := errors.Join(
		s.db.QueryRow("PRAGMA user_version").Scan(&version),
		s.db.QueryRow("PRAGMA application_id").Scan(&id),
		s.db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&objects),
	)
	switch {
	case err != nil:
		return err
	case objects == 0 && version == 0 && id == 0:
		return s.transact(func(tx *sql.Tx) error {
			_, err := tx.Exec(schema + fmt.Sprintf("PRAGMA user_version = %d; PRAGMA application_id = %d;", schemaVersion, schemaID))
			return err
		})
	case id != schemaID:
		return errors.New("the file is a database of another program")
	case version != schemaVersion:
		return fmt.Errorf("the file has version %d, this program reads version %d", version, schemaVersion)
	}
	return nil
}

func (s *store) close() error {
	err := s.db.Close()
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	return err
}

// transact runs f in a transaction.
func (s *store) transact(f func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		tx.Rollback() // fails if SQLite has done so itself, as for a full disk
		return err
	}
	return tx.Commit()
}

func now() string { return time.Now().UTC().Format(time.RFC3339Nano) }

// A secret is the SHA-256 of the token of a seat. The token itself is not kept.
type secret = [sha256.Size]byte

// create stores a new table.
func (s *store) create(id string, set setup, secrets map[foppen.Seat]secret) error {
	text, err := json.Marshal(set)
	if err != nil {
		return err
	}
	return s.transact(func(tx *sql.Tx) error {
		if _, err := tx.Exec("INSERT INTO tables VALUES (?, ?, ?)", id, now(), string(text)); err != nil {
			return err
		}
		for seat, secret := range secrets {
			if _, err := tx.Exec("INSERT INTO seats VALUES (?, ?, ?)", id, int(seat), secret[:]); err != nil {
				return err
			}
		}
		return nil
	})
}

// add stores entries, of which the first is entry number rev of its table.
func (s *store) add(id string, rev int, entries ...entry) error {
	return s.transact(func(tx *sql.Tx) error {
		for i, e := range entries {
			text, err := json.Marshal(e)
			if err != nil {
				return err
			}
			if _, err := tx.Exec("INSERT INTO journal VALUES (?, ?, ?, ?)", id, rev+i, now(), string(text)); err != nil {
				return err
			}
		}
		return nil
	})
}

// load returns a table as it was left.
func (s *store) load(id string) (g game, secrets map[foppen.Seat]secret, err error) {
	var text string
	err = s.db.QueryRow("SELECT setup FROM tables WHERE id = ?", id).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return g, nil, errNoTable
	}
	var set setup
	if err == nil {
		err = json.Unmarshal([]byte(text), &set)
	}
	if err == nil {
		g, err = newGame(set)
	}
	if err == nil {
		secrets, err = s.secrets(id)
	}
	if err != nil {
		return g, nil, err
	}
	rows, err := s.db.Query("SELECT rev, entry FROM journal WHERE table_id = ? ORDER BY rev", id)
	if err != nil {
		return g, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var rev int
		var e entry
		if err = rows.Scan(&rev, &text); err == nil {
			err = json.Unmarshal([]byte(text), &e)
		}
		if err == nil && rev != g.rev()+1 {
			err = errors.New("is missing")
		}
		if err == nil {
			g, err = g.next(e)
		}
		if err != nil {
			// What is wrong with it may name a card, and this is for the log.
			return g, nil, fmt.Errorf("table %s is damaged: entry %d does not follow from those before it", id, g.rev()+1)
		}
	}
	return g, secrets, rows.Err()
}

func (s *store) secrets(id string) (map[foppen.Seat]secret, error) {
	rows, err := s.db.Query("SELECT seat, token FROM seats WHERE table_id = ?", id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	secrets := map[foppen.Seat]secret{}
	for rows.Next() {
		var seat int
		var token []byte
		if err := rows.Scan(&seat, &token); err != nil {
			return nil, err
		}
		if len(token) != len(secret{}) || !foppen.Seat(seat).IsValid() {
			return nil, fmt.Errorf("table %s is damaged: the link of seat %d", id, seat)
		}
		secrets[foppen.Seat(seat)] = secret(token)
	}
	return secrets, rows.Err()
}

// recent returns the tables that were made last, the newest first.
func (s *store) recent(limit int) (ids []string, err error) {
	rows, err := s.db.Query("SELECT id FROM tables ORDER BY created DESC LIMIT ?", limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}
