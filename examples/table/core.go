package main

import (
	crand "crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/foppen-go/foppen"
)

// What the server and the page without a server have in common: a game, how it goes on,
// and what is sent to a seat. Nothing here knows a clock, a network or a disk.

const (
	maxName        = 30   // the longest name of a player, in characters
	maxMoveSeconds = 3600 // the longest time for a move
	hintSamples    = 100  // how many deals a hint is found from
	maxDeeds       = 12   // how often persons may leave and return between two moves
	maxEntries     = 5000 // the longest journal in which choices may be taken back
)

// A setup is what a table is made with.
type setup struct {
	Variant     foppen.Variant `json:"variant"`
	Names       []string       `json:"names"`        // by seat; their number is that of the players
	Bots        []string       `json:"bots"`         // by seat, "" for a person
	MoveSeconds int            `json:"move_seconds"` // the time for a move, 0 for any time
	Practice    bool           `json:"practice"`     // the only person may take back every choice
	Listed      bool           `json:"listed"`       // the lobby shows the table to those who want to watch
	Seed        uint64         `json:"seed,string"`  // decides deals and bots; never sent to anybody
}

// An order is a setup as a client asks for it.
type order struct {
	Variant     string   `json:"variant"`
	Names       []string `json:"names"`
	Bots        []string `json:"bots"`
	MoveSeconds int      `json:"move_seconds"`
	Practice    bool     `json:"practice"`
	Listed      bool     `json:"listed"`
}

// check turns an order into a setup with names that can be shown, or says what is wrong
// with it.
func (o order) check(seed uint64) (setup, error) {
	v, err := foppen.ParseVariant(o.Variant)
	if err != nil {
		return setup{}, fmt.Errorf("rules: %w", err)
	}
	s := setup{
		Variant: v, Bots: o.Bots, MoveSeconds: o.MoveSeconds,
		Practice: o.Practice, Listed: o.Listed, Seed: seed,
	}
	if len(o.Names) != len(o.Bots) {
		return setup{}, fmt.Errorf("there are %d names for %d seats", len(o.Names), len(o.Bots))
	}
	if o.MoveSeconds < 0 || o.MoveSeconds > maxMoveSeconds {
		return setup{}, fmt.Errorf("the time for a move is %d seconds, want 0 to %d", o.MoveSeconds, maxMoveSeconds)
	}
	for _, bot := range o.Bots {
		if bot != "" && !slices.Contains(menuBots(), bot) { // others may think for hours
			return setup{}, fmt.Errorf("there is no bot %.20q here", bot)
		}
	}
	for i, name := range o.Names {
		if name, err = cleanName(name); err != nil {
			return setup{}, fmt.Errorf("seat %d: %w", i+1, err)
		}
		if name == "" {
			name = "Player " + strconv.Itoa(i+1)
		}
		s.Names = append(s.Names, name)
	}
	_, err = newGame(s)
	return s, err
}

// randomSeed returns a seed that nobody can guess.
func randomSeed() uint64 {
	var seed [8]byte
	crand.Read(seed[:])
	return binary.LittleEndian.Uint64(seed[:])
}

// cleanName returns a name without spaces around it and characters that cannot be seen.
// Markup stays what it is: the page shows names as text.
func cleanName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", errors.New("the name is not valid text")
	}
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if n := utf8.RuneCountInString(name); n > maxName || len(name) > foppen.MaxNameLen {
		return "", fmt.Errorf("the name has %d characters, want at most %d", n, maxName)
	}
	return name, nil
}

// An entry is something that was done at a table: a row of the journal.
type entry struct {
	Do   string      // "move", "undo", "leave", "return" or "arrive"
	Seat foppen.Seat // whose entry it is; NoSeat for a deal
	Move foppen.Move // of a "move"
}

// The JSON of an entry is the move's, or such as {"undo":2}.
func (e entry) MarshalJSON() ([]byte, error) {
	if e.Do == "move" {
		return json.Marshal(e.Move)
	}
	return json.Marshal(map[string]foppen.Seat{e.Do: e.Seat})
}

func (e *entry) UnmarshalJSON(text []byte) error {
	var deed map[string]foppen.Seat
	if json.Unmarshal(text, &deed) == nil && len(deed) == 1 {
		for do, seat := range deed {
			*e = entry{Do: do, Seat: seat}
		}
		return nil
	}
	move, err := foppen.DecodeMove(text)
	if err == nil {
		*e = entry{"move", move.Mover(), move}
	}
	return err
}

// A game is a table with its journal. Its methods return the next game and leave the old
// one as it is; only the latest may be continued.
type game struct {
	setup
	table   foppen.Table
	arrived foppen.Seats // the persons who have opened their link
	entries []entry
	events  [][]foppen.Event // by entry, with everything in them
	rounds  [][]foppen.Scored
}

func newGame(s setup) (game, error) {
	start, err := foppen.New(len(s.Names), foppen.WithVariant(s.Variant))
	if err != nil {
		return game{}, err
	}
	record, err := foppen.NewRecord(start, s.Names...)
	if err != nil {
		return game{}, err
	}
	config := foppen.TableConfig{FreeUndo: s.Practice}
	for _, name := range s.Bots {
		maker := foppen.BotMaker{}
		if name != "" {
			if maker, err = foppen.ParseBot(name); err != nil {
				return game{}, err
			}
		}
		config.Bots = append(config.Bots, maker)
	}
	table, err := foppen.NewTable(record, config)
	return game{setup: s, table: table}, err
}

// rev is the number of entries, and the id of the last one.
func (g game) rev() int { return len(g.entries) }

func (g game) over() bool { return g.table.Record().Game().Phase() == foppen.OverPhase }

// missing returns the persons who have not come yet and for whom nobody plays.
func (g game) missing() (seats foppen.Seats) {
	for s := range g.table.Persons().All() {
		if !g.arrived.Has(s) && !g.table.Away().Has(s) {
			seats = seats.With(s)
		}
	}
	return seats
}

// begun reports whether the first cards have been dealt.
func (g game) begun() bool { return g.table.Record().Len() > 0 }

// next returns the game with one more entry.
func (g game) next(e entry) (game, error) {
	var events []foppen.Event
	var err error
	switch e.Do {
	case "move":
		g.table, events, err = g.table.Apply(e.Move)
	case "undo":
		g.table, err = g.table.Undo(e.Seat)
	case "leave":
		g.table = g.table.Leave(e.Seat)
	case "return":
		g.table = g.table.Return(e.Seat)
	case "arrive":
		g.arrived = g.arrived.With(e.Seat)
	default:
		err = fmt.Errorf("%q is not an entry of a journal", e.Do)
	}
	if err != nil {
		return g, err
	}
	g.keep(e, events)
	return g, nil
}

// keep adds an entry to the journal.
func (g *game) keep(e entry, events []foppen.Event) {
	g.entries = append(g.entries, e)
	g.events = append(g.events, events)
	if e.Do == "undo" {
		g.rounds = nil
		for _, events := range g.table.Record().All() {
			g.score(events)
		}
	}
	g.score(events)
}

func (g *game) score(events []foppen.Event) {
	for _, e := range events {
		switch e := e.(type) {
		case foppen.RoundEnded:
			g.rounds = append(slices.Clone(g.rounds), nil)
		case foppen.Scored:
			last := &g.rounds[len(g.rounds)-1]
			*last = append(slices.Clone(*last), e)
		}
	}
}

// canStep reports whether the table goes on by itself.
func (g game) canStep() bool { return g.table.CanStep() && (g.begun() || g.missing().IsEmpty()) }

// A pace is how long things stay as they are for people to see.
type pace struct {
	bot   time.Duration // before a bot acts and before a deal
	trick time.Duration // that a finished trick stays on the table
}

// wait returns how long it is to the next step, and whether there is one.
func (g game) wait(p pace) (time.Duration, bool) {
	if g.table.Held() {
		return p.trick, g.canStep()
	}
	return p.bot, g.canStep()
}

// step lets the table go on by itself. If it has taken away a trick there is no new entry.
func (g game) step() (game, error) {
	table, events, err := g.table.Step(g.table.Source(g.Seed))
	if err != nil {
		return g, err
	}
	g.table = table
	if len(events) > 0 {
		move := moveOf(events[0])
		g.keep(entry{"move", move.Mover(), move}, events)
	}
	return g, nil
}

// moveOf returns the move of which an event is the first.
func moveOf(e foppen.Event) foppen.Move {
	switch e := e.(type) {
	case foppen.Dealt:
		return foppen.Deal{Hands: e.Hands}
	case foppen.BetPlaced:
		return foppen.Bet{Seat: e.Seat, Bet: e.Bet == foppen.BetYes}
	case foppen.CardPlayed:
		return foppen.Play{Seat: e.Seat, Card: e.Card}
	}
	return nil
}

// A request is what a client wants to be done at its seat.
type request struct {
	Rev  *int            `json:"rev"`  // the last entry that the client knows, for a move and for "undo"
	Move json.RawMessage `json:"move"` // a bet or a card
	Do   string          `json:"do"`   // instead: "undo", "leave", "return", "arrive" or "start"
}

// A done is the answer to a request.
type done struct {
	Rev   int  `json:"rev"`             // the last entry
	Again bool `json:"again,omitempty"` // it had been done already, and was not done again
}

var (
	errStale   = errors.New("the table has moved on since you chose")
	errNotYou  = errors.New("that is not for you to do")
	errAgain   = errors.New("this has been done already")
	errNoWords = errors.New("the request does not say what to do")
	errTwo     = errors.New("the request wants two things at once")
	errTooOft  = errors.New("this has been done too often: wait until the game goes on")
)

// entryFor returns what a request of the seat adds to the journal. A request that was
// sent twice gets errAgain, and one whose sender did not know the table as it is
// errStale; so it never does more than was meant.
func (g game) entryFor(seat foppen.Seat, r request) (entry, error) {
	if !g.table.Persons().Has(seat) {
		return entry{}, errNotYou
	}
	if r.Do != "" && len(r.Move) > 0 {
		return entry{}, errTwo
	}
	e := entry{Do: r.Do, Seat: seat}
	switch r.Do {
	case "undo", "leave", "return", "arrive":
	case "":
		move, err := foppen.DecodeMove(r.Move)
		if len(r.Move) == 0 {
			err = errNoWords
		}
		if err != nil {
			return entry{}, err
		}
		if move.Mover() != seat {
			return entry{}, errNotYou
		}
		e = entry{"move", seat, move}
	default:
		return entry{}, errNoWords
	}
	switch {
	case e.Do == "arrive" && g.arrived.Has(seat), e.Do == "leave" && g.table.Away().Has(seat), e.Do == "return" && !g.table.Away().Has(seat):
		return e, errAgain
	case e.Do != "move" && g.deeds() >= maxDeeds, e.Do == "undo" && g.rev() >= maxEntries:
		return e, errTooOft
	case e.Do == "move" || e.Do == "undo":
		return e, g.fresh(e, r.Rev)
	}
	return e, nil
}

// deeds returns how often persons have left and returned since the last move, so that a
// journal does not grow without end.
func (g game) deeds() (n int) {
	for _, e := range slices.Backward(g.entries) {
		switch e.Do {
		case "leave", "return":
			n++
		case "move":
			return n
		}
	}
	return n
}

// fresh returns nil if a move or an undo means the same now as it did at the entry that
// the client knows. A move does if nothing has been played or taken back since. An undo is
// of the seat's last choice, so it does if the seat has not chosen since: what bots do in
// the meantime is no reason to refuse it, or it could never be clicked at a fast table.
func (g game) fresh(e entry, rev *int) error {
	if rev == nil || *rev < 0 || *rev > g.rev() {
		return errStale
	}
	for _, since := range g.entries[*rev:] {
		switch {
		case since == e:
			return errAgain
		case e.Do == "undo" && since.Seat != e.Seat:
		case since.Do == "move" || since.Do == "undo":
			return errStale
		}
	}
	return nil
}

// A message is what a seat is told about one entry or several.
type message struct {
	Rev    int            `json:"rev"`
	Events []foppen.Event `json:"events"`          // as the seat may see them
	Say    []string       `json:"say"`             // the same in words
	State  *state         `json:"state,omitempty"` // how the table stands after it
}

// A state is the table as a seat sees it.
type state struct {
	View     foppen.View       `json:"view"`
	Names    []string          `json:"names"`
	Bots     []string          `json:"bots"`
	Away     foppen.Seats      `json:"away"`    // for whom a bot plays
	Missing  foppen.Seats      `json:"missing"` // who has not come yet
	Person   foppen.Seat       `json:"person"`  // who is to act, if it is a person
	Held     bool              `json:"held"`
	Undo     bool              `json:"undo"` // whether the last choice can be taken back
	Rounds   [][]foppen.Scored `json:"rounds"`
	Practice bool              `json:"practice"`
	Seconds  int               `json:"seconds"` // the time for a move
	LeftMS   int64             `json:"left_ms"` // of the time for this move; -1 if there is no limit
	HoldMS   int64             `json:"hold_ms"` // how long the page shows a finished trick at least
	Variant  string            `json:"variant_name"`
	Labels   map[string]string `json:"labels,omitempty"` // the cards in words, in the first message
}

func (g game) narrator(seat foppen.Seat, lang string) foppen.Narrator {
	n, err := foppen.NewNarrator(seat, g.Names, phrases(lang).Phrases)
	if err != nil {
		panic(err) // a test tries all languages
	}
	return n
}

// message tells a seat what has happened after an entry, 0 for all, and how the table
// stands now.
func (g game) message(seat foppen.Seat, after int, lang string) message {
	n := g.narrator(seat, lang)
	m := message{Rev: g.rev(), Events: []foppen.Event{}, Say: []string{}, State: g.state(seat)}
	for i := max(after, 0); i < g.rev(); i++ {
		if text := phrases(lang).deed(n, seat, g.entries[i]); text != "" {
			m.Say = append(m.Say, text)
		}
		for _, e := range foppen.RedactAll(g.events[i], seat) {
			m.Events = append(m.Events, e)
			m.Say = append(m.Say, n.Tell(e))
		}
	}
	if after <= 0 {
		m.State.Labels = map[string]string{}
		for c := range g.Variant.Deck(len(g.Names)).All() {
			m.State.Labels[c.String()] = n.Card(c)
		}
	}
	return m
}

func (g game) state(seat foppen.Seat) *state {
	v := g.table.View(seat)
	_, undo := g.table.Undo(seat)
	return &state{
		View: v, Names: g.Names, Bots: g.Bots, Away: g.table.Away(), Missing: g.missing(), Person: g.table.Person(),
		Held: g.table.Held(), Undo: undo == nil, Rounds: append([][]foppen.Scored{}, g.rounds...), Practice: g.Practice,
		Seconds: g.MoveSeconds, LeftMS: -1, Variant: variantName(g.Variant),
	}
}

func variantName(v foppen.Variant) string {
	if name := v.Name(); name != "" {
		return name
	}
	return "rules of your own"
}

// A replayed is a finished game at the end of one of its tricks.
type replayed struct {
	Number int      `json:"number"` // of the trick, from 1
	Of     int      `json:"of"`
	State  *state   `json:"state"`
	Say    []string `json:"say"`
}

// replay returns the game at the end of its k-th trick, as the seat saw it then.
func (g game) replay(seat foppen.Seat, k int, lang string) (replayed, error) {
	if !g.over() {
		return replayed{}, errors.New("the game is not over yet")
	}
	n, r := g.narrator(seat, lang), replayed{Number: k}
	var say []string
	for position, events := range g.table.Record().All() {
		won := false
		for _, e := range foppen.RedactAll(events, seat) {
			say = append(say, n.Tell(e))
			_, is := e.(foppen.TrickWon)
			won = won || is
		}
		if !won {
			continue
		}
		if r.Of++; r.Of == k {
			r.State, r.Say = g.state(seat), say
			r.State.View, r.State.Held, r.State.Undo = position.View(seat), true, false
			r.State.Rounds = g.rounds[:position.Round()-1]
			if position.Phase() != foppen.PlayPhase {
				r.State.Rounds = g.rounds[:position.Round()]
			}
		}
		say = nil
	}
	if r.State == nil {
		return r, fmt.Errorf("the game has %d tricks", r.Of)
	}
	return r, nil
}

// A hint is what a bot that searches thinks of each choice, the best first.
type hint struct {
	Bet   *bool      `json:"bet,omitempty"`
	Cards []hintCard `json:"cards,omitempty"`
}

type hintCard struct {
	Card   foppen.Card `json:"card"`
	Points float64     `json:"points"` // on average, at the end of the round
	Fooled float64     `json:"fooled"` // in this trick, from 0 to 1
}

// newHint looks at nothing but what the seat sees.
func newHint(v foppen.View, src rand.Source) (h hint, err error) {
	if v.Turn() == foppen.NoSeat || v.Turn() != v.Seat() {
		return h, errors.New("it is not your turn")
	}
	bot := foppen.NewSearchBot(foppen.SearchConfig{Samples: hintSamples}, src)
	if v.Phase() == foppen.BetPhase {
		bet := bot.Bet(v)
		return hint{Bet: &bet}, nil
	}
	for _, e := range bot.Estimates(v) {
		h.Cards = append(h.Cards, hintCard{e.Card, e.Points, e.Fooled})
	}
	return h, nil
}

// export returns the record of a game that is over, and before that what the seat has
// seen of it.
func (g game) export(seat foppen.Seat) ([]byte, error) {
	if g.over() {
		return json.Marshal(g.table.Record())
	}
	return json.Marshal(g.table.Record().For(seat))
}

// A menu is what an order can be made of.
type menu struct {
	Variants []menuVariant `json:"variants"`
	Bots     []string      `json:"bots"`
	MaxName  int           `json:"max_name"`
}

type menuVariant struct {
	Name    string `json:"name"`
	Players []int  `json:"players"`
}

func menuBots() []string { return append(foppen.BotNames(), "search:20") }

func newMenu() menu {
	m := menu{Bots: menuBots(), MaxName: maxName}
	for _, name := range foppen.Presets() {
		v, err := foppen.Preset(name)
		if err == nil {
			m.Variants = append(m.Variants, menuVariant{name, v.Players()})
		}
	}
	return m
}
