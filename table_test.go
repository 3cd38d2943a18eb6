package foppen_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// newTable returns a table of a new game at which the seats given are persons'.
func newTable(t require.TestingT, v foppen.Variant, players int, persons ...foppen.Seat) foppen.Table {
	g, err := foppen.New(players, foppen.WithVariant(v))
	require.NoError(t, err)
	r, err := foppen.NewRecord(g)
	require.NoError(t, err)
	bots := make([]foppen.BotMaker, players)
	for i := range bots {
		bots[i] = foppen.Must(foppen.ParseBot("random"))
	}
	for _, s := range persons {
		bots[s] = foppen.BotMaker{}
	}
	table, err := foppen.NewTable(r, foppen.TableConfig{Bots: bots})
	require.NoError(t, err)
	return table
}

// stepAll lets the table go on by itself until a person has to act or the game is over.
func stepAll(t require.TestingT, table foppen.Table, seed uint64) foppen.Table {
	for table.CanStep() {
		next, _, err := table.Step(table.Source(seed))
		require.NoError(t, err)
		table = next
	}
	return table
}

// actLowest makes the lowest move that the person may make.
func actLowest(t require.TestingT, table foppen.Table) foppen.Table {
	seat := table.Person()
	var m foppen.Move = foppen.Play{Seat: seat, Card: table.View(seat).Legal().Lowest()}
	if table.View(seat).Phase() == foppen.BetPhase {
		m = foppen.Bet{Seat: seat, Bet: true}
	}
	next, _, err := table.Apply(m)
	require.NoError(t, err)
	return next
}

func TestTablePlaysToTheEnd(t *testing.T) {
	for _, v := range []foppen.Variant{foppen.Rulebook2018(), foppen.Edition1995Bets()} {
		table := newTable(t, v, 4, 1, 3)
		for table = stepAll(t, table, 7); table.Person() != foppen.NoSeat; table = stepAll(t, table, 7) {
			require.True(t, table.Persons().Has(table.Person()))
			require.Equal(t, table.Person(), table.Record().Game().Turn())
			table = actLowest(t, table)
		}
		require.Equal(t, foppen.OverPhase, table.Record().Game().Phase())
		require.False(t, table.CanStep())
		_, _, err := table.Step(nil)
		require.ErrorAs(t, err, new(*foppen.MoveError))
	}
}

// P31: bots that answer at once still leave each trick on the table for one step.
func TestTableHoldsEveryTrick(t *testing.T) {
	table, held, won := newTable(t, foppen.Rulebook2018(), 4), 0, 0
	for table.CanStep() {
		before := table
		next, events, err := table.Step(table.Source(1))
		require.NoError(t, err)
		if before.Held() {
			held++
			require.Empty(t, events)
			require.Equal(t, before.Record().Len(), next.Record().Len(), "nothing is played while a trick is held")
			require.False(t, next.Held())
			require.NotZero(t, before.View(foppen.NoSeat).LastTrick().Len())
		}
		for _, e := range events {
			if _, ok := e.(foppen.TrickWon); ok {
				won++
				require.True(t, next.Held())
			}
		}
		table = next
	}
	require.NotZero(t, won)
	require.True(t, table.Held(), "the last trick of the game stays")
	require.Equal(t, won, held+1)
}

// A person who leads while a trick is held takes it away.
func TestTablePersonMayActWhileATrickIsHeld(t *testing.T) {
	table := stepAll(t, newTable(t, foppen.Rulebook2018(), 4, 0, 1, 2, 3), 3)
	for !table.Held() {
		table = actLowest(t, table)
	}
	require.NotEqual(t, foppen.NoSeat, table.Person())
	table = actLowest(t, table)
	require.False(t, table.Held())
	require.False(t, table.CanStep())
}

// The same seed gives the same game, whatever has been stored and read again between
// two moves (P37), and a table that has gone on does not change the one before.
func TestTableIsItsRecordAndItsSeed(t *testing.T) {
	config := foppen.TableConfig{Bots: []foppen.BotMaker{
		foppen.Must(foppen.ParseBot("random")), foppen.Must(foppen.ParseBot("greedy")), foppen.Must(foppen.ParseBot("search:2")), foppen.Must(foppen.ParseBot("random")),
	}}
	g := foppen.Must(foppen.New(4, foppen.WithVariant(foppen.Edition1995Bets())))
	a := foppen.Must(foppen.NewTable(foppen.Must(foppen.NewRecord(g)), config))
	b := a
	for a.Record().Game().Round() < 3 {
		before := a.Record().Len()
		next, _, err := a.Step(a.Source(5))
		require.NoError(t, err)
		require.Equal(t, before, a.Record().Len())
		a = next

		var stored foppen.Record
		require.NoError(t, json.Unmarshal(mustJSON(t, b.Record()), &stored))
		b = foppen.Must(foppen.NewTable(stored, config))
		for b.Record().Len() < a.Record().Len() {
			b, _, err = b.Step(b.Source(5))
			require.NoError(t, err)
		}
		require.True(t, a.Record().Equal(b.Record()))
	}
}

// P35: who starts again right after a deal, or takes back a round, gets the same cards.
func TestTableDealsTheSameAgain(t *testing.T) {
	table := newTable(t, foppen.Rulebook2018(), 4)
	var waiting []foppen.Table // for the deals
	var dealt []foppen.Game
	for len(dealt) < 3 {
		if table.Record().Game().Phase() == foppen.DealPhase && !table.Held() {
			waiting = append(waiting, table)
		}
		next, _, err := table.Step(table.Source(9))
		require.NoError(t, err)
		if table = next; table.Record().Game().Played().IsEmpty() {
			dealt = append(dealt, table.Record().Game())
		}
	}
	for i, table := range waiting {
		again, _, err := table.Step(table.Source(9))
		require.NoError(t, err)
		require.Equal(t, dealt[i], again.Record().Game())
	}
	require.NotEqual(t, dealt[0].Hand(0), dealt[1].Hand(0))

	// The cards of the second round do not depend on how long the first one was.
	other := newTable(t, foppen.Rulebook2018(), 4, 0, 1, 2, 3)
	other = stepAll(t, other, 9)
	for other.Record().Game().Round() < 2 {
		other = stepAll(t, actLowest(t, other), 9)
	}
	require.NotEqual(t, waiting[1].Record().Len()+1, other.Record().Len())
	require.Equal(t, dealt[1].Hand(0), other.Record().Game().Hand(0))
}

// P35: a card can be taken back until the next one is seen.
func TestTableUndoOnlyWhileNobodyHasLearned(t *testing.T) {
	alone := stepAll(t, newTable(t, foppen.Rulebook2018(), 4, 0), 2)
	_, err := alone.Undo(0)
	require.EqualError(t, err, "foppen: seat: 0 has not chosen anything yet")
	_, err = alone.Undo(1)
	require.EqualError(t, err, "foppen: seat: 1 is not a person's")

	played := actLowest(t, alone)
	back, err := played.Undo(0)
	require.NoError(t, err)
	require.True(t, alone.Record().Equal(back.Record()))
	require.Equal(t, foppen.Seat(0), back.Person())
	require.False(t, back.Held())

	answered, _, err := played.Step(played.Source(2))
	require.NoError(t, err)
	same, err := answered.Undo(0)
	require.EqualError(t, err, "foppen: seat: other cards have been played since")
	require.True(t, answered.Record().Equal(same.Record()))

	two := actLowest(t, stepAll(t, newTable(t, foppen.Rulebook2018(), 4, 0, 2), 2))
	_, err = two.Undo(0)
	require.EqualError(t, err, "foppen: seat: other persons have seen the card")

	for alone.Record().Game().Round() == 1 {
		alone = actLowest(t, alone)
		for alone.CanStep() && alone.Record().Game().Phase() == foppen.PlayPhase {
			alone, _, err = alone.Step(alone.Source(2))
			require.NoError(t, err)
		}
		if alone.Record().Game().Phase() == foppen.DealPhase {
			break
		}
	}
	_, err = alone.Undo(0)
	require.EqualError(t, err, "foppen: seat: the round has been scored")
}

func TestTableUndoOfABet(t *testing.T) {
	table := stepAll(t, newTable(t, foppen.Edition1995Bets(), 4, 0, 3), 2)
	bet := stepAll(t, actLowest(t, table), 2)
	require.Equal(t, foppen.Seat(3), bet.Person())
	back, err := bet.Undo(0)
	require.NoError(t, err, "the bots' answers are hidden")
	require.True(t, table.Record().Equal(back.Record()))
	open := actLowest(t, bet)
	for _, seat := range []foppen.Seat{0, 3} {
		_, err = open.Undo(seat)
		require.EqualError(t, err, "foppen: seat: the bets have been revealed")
	}
	two := stepAll(t, newTable(t, foppen.Edition1995Bets(), 4, 0, 1), 2)
	_, err = actLowest(t, actLowest(t, two)).Undo(0)
	require.EqualError(t, err, "foppen: seat: another person has answered since")
}

func TestTableFreeUndo(t *testing.T) {
	record := foppen.Must(foppen.NewRecord(foppen.Must(foppen.New(4))))
	greedy := foppen.Must(foppen.ParseBot("greedy"))
	table := foppen.Must(foppen.NewTable(record, foppen.TableConfig{Bots: []foppen.BotMaker{{}, greedy, greedy, greedy}, FreeUndo: true}))
	table = stepAll(t, table, 4)
	first := table
	n := 0
	for ; table.Record().Game().Round() < 2; n++ {
		table = stepAll(t, actLowest(t, table), 4)
	}
	for range n {
		back, err := table.Undo(0)
		require.NoError(t, err)
		table = back
	}
	require.True(t, first.Record().Equal(table.Record()))
	_, err := table.Undo(0)
	require.ErrorAs(t, err, new(*foppen.ArgError))
}

// P36: a bot takes the turn of who is away; who is back has the next turn, and nothing is
// played twice.
func TestTableBotStandsIn(t *testing.T) {
	table := stepAll(t, newTable(t, foppen.Rulebook2018(), 4, 2), 6)
	require.Equal(t, foppen.Seat(2), table.Person())
	late := table.Leave(2).Leave(0).Leave(foppen.NoSeat)
	require.Equal(t, foppen.SeatsOf(2), late.Away())
	require.Zero(t, table.Away(), "the table before is as it was")
	require.Equal(t, foppen.NoSeat, late.Person())
	require.Equal(t, foppen.Seat(2), late.Return(2).Person(), "back before the bot has played")

	played, _, err := late.Step(late.Source(6))
	require.NoError(t, err)
	require.Equal(t, table.View(2).Hand().Len()-1, played.View(2).Hand().Len())
	require.Equal(t, foppen.SeatsOf(2), played.Away())
	back := stepAll(t, played.Return(2), 6)
	require.Equal(t, foppen.Seat(2), back.Person())

	byHand := actLowest(t, table)
	require.Zero(t, byHand.Away())
	m := foppen.Play{Seat: 2, Card: late.View(2).Legal().Lowest()}
	returned, _, err := late.Apply(m)
	require.NoError(t, err)
	require.Zero(t, returned.Away(), "who plays is back")
	_, _, err = played.Apply(m)
	require.Error(t, err, "what the bot has played is not played again")
}

func TestTableRefusals(t *testing.T) {
	record := foppen.Must(foppen.NewRecord(foppen.Must(foppen.New(4))))
	for _, c := range []struct {
		record foppen.Record
		config foppen.TableConfig
		want   string
	}{
		{foppen.Record{}, foppen.TableConfig{}, "foppen: record: is the zero Record, want one made by NewRecord"},
		{record, foppen.TableConfig{Bots: make([]foppen.BotMaker, 5)}, "foppen: Bots: are 5 for 4 players"},
		{record, foppen.TableConfig{Bots: []foppen.BotMaker{{Name: "x"}}}, "foppen: Bots[0]: has a name, but makes no bot"},
		{record, foppen.TableConfig{FreeUndo: true}, "foppen: FreeUndo: is for one person, not for 4"},
	} {
		_, err := foppen.NewTable(c.record, c.config)
		require.EqualError(t, err, c.want)
		require.ErrorAs(t, err, new(*foppen.ArgError))
	}
}

func TestTableZeroValue(t *testing.T) {
	var table foppen.Table
	require.False(t, table.CanStep())
	require.False(t, table.Held())
	require.Equal(t, foppen.NoSeat, table.Person())
	require.Zero(t, table.Persons())
	_, _, err := table.Step(nil)
	require.Error(t, err)
	_, _, err = table.Apply(nil)
	require.Error(t, err)
	_, err = table.Undo(0)
	require.Error(t, err)
	require.Zero(t, table.Leave(0).Return(0).Away())
	require.NotNil(t, table.Source(1))
	require.Equal(t, foppen.Game{}.View(0), table.View(0))
	require.Zero(t, table.Record().Len())
}

// What a bot does wrong leaves the table as it is, and the app can go on.
func TestTableBotAtFault(t *testing.T) {
	record := foppen.Must(foppen.NewRecord(foppen.Must(foppen.New(4))))
	bad := foppen.Must(foppen.ParseBot("greedy"))
	for name, maker := range map[string]func(rand.Source) foppen.Bot{
		"panics":   func(rand.Source) foppen.Bot { panic("no") },
		"is none":  func(rand.Source) foppen.Bot { return nil },
		"is silly": func(rand.Source) foppen.Bot { return sillyBot{} },
	} {
		bad.Name, bad.New = name, maker
		table := foppen.Must(foppen.NewTable(record, foppen.TableConfig{Bots: []foppen.BotMaker{bad}}))
		table, _, err := table.Step(table.Source(1))
		require.NoError(t, err)
		same, _, err := table.Step(table.Source(1))
		var fault *foppen.BotError
		require.True(t, errors.As(err, &fault), "%v", err)
		require.Equal(t, name, fault.Bot)
		require.True(t, fault.Record.Equal(table.Record()))
		require.True(t, same.Record().Equal(table.Record()))
		_, _, err = same.Apply(foppen.Play{Seat: 0, Card: same.View(0).Legal().Lowest()})
		require.NoError(t, err)
	}
}

type sillyBot struct{}

func (sillyBot) Choose(foppen.View) foppen.Card { return foppen.NoCard }

// tableText is everything that a table and its narrator show a seat.
func tableText(t require.TestingT, table foppen.Table, seat foppen.Seat) string {
	_, undo := table.Undo(seat)
	out := fmt.Sprintln(table.Person(), table.Held(), table.CanStep(), table.Away(), table.Persons(), undo)
	out += string(mustJSON(t, table.View(seat)))
	narrator, err := foppen.NewNarrator(seat, nil, foppen.English())
	require.NoError(t, err)
	for _, events := range table.Record().All() {
		for _, e := range events {
			out += narrator.Tell(e) + "\n"
		}
	}
	return out
}

// A seat is shown the same whatever the hidden cards and bets are.
func TestTableAndNarratorHideCards(t *testing.T) {
	for _, seat := range []foppen.Seat{0, 2, foppen.NoSeat} {
		h := &hider{random: rand.New(rand.NewPCG(1, uint64(seat))), seat: seat}
		for _, v := range []foppen.Variant{foppen.Rulebook2018(), foppen.Edition1995Bets()} {
			config := foppen.TableConfig{}
			table := newTable(t, v, 4, 0, 2)
			for n := 0; n < shorter(90, 2) && (table.CanStep() || table.Person() != foppen.NoSeat); n++ {
				if phase := table.Record().Game().Phase(); phase == foppen.BetPhase || phase == foppen.PlayPhase {
					true1 := foppen.Must(foppen.NewTable(table.Record(), config))
					false1 := foppen.Must(foppen.NewTable(h.swappedRecord(t, table.Record()), config))
					require.Equal(t, tableText(t, true1, seat), tableText(t, false1, seat))
				}
				if table.CanStep() {
					table, _, _ = table.Step(table.Source(3))
				} else {
					table = actLowest(t, table)
				}
			}
		}
		require.NotZero(t, h.swapped)
		if seat == foppen.NoSeat {
			require.NotZero(t, h.flipped)
		}
	}
}
