package foppen_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What CheckBot is for is to be quiet about good bots.
func TestCheckBotPassesReferenceBots(t *testing.T) {
	makers := bots("random", "greedy", "search:1")
	if raceDetector || testing.Short() {
		makers = makers[:2] // It slows the search down too much.
	}
	for _, maker := range makers {
		assert.NoError(t, foppen.CheckBot(context.Background(), maker, foppen.SimConfig{Seed: 3}), maker.Name)
	}
	assert.NoError(t, foppen.CheckBot(context.Background(), foppen.Must(foppen.ParseBot("random")), foppen.SimConfig{Games: 3, MoveLimit: time.Minute}))
}

// A counter is a bot that plays by a number which it keeps, and which it may share
// with others.
type counter struct{ n *int }

func (c counter) Choose(v foppen.View) foppen.Card {
	*c.n++
	may := v.Legal()
	return may.At(*c.n * 7 % may.Len())
}

// faultsOf returns all that CheckBot has found.
func faultsOf(t *testing.T, err error) (faults []*foppen.BotError) {
	t.Helper()
	all, ok := err.(interface{ Unwrap() []error })
	require.True(t, ok, err)
	for _, one := range all.Unwrap() {
		var e *foppen.BotError
		require.ErrorAs(t, one, &e)
		faults = append(faults, e)
	}
	return faults
}

// A check can be of one variant or one number of players, and refuses what is not its own.
func TestCheckBotTables(t *testing.T) {
	tables := map[string]bool{}
	spy := making("b", func(v foppen.View) foppen.Card {
		tables[v.Variant().Name()+" "+strconv.Itoa(v.Players())] = true
		return lowest(v)
	})
	check := func(c foppen.SimConfig) error {
		clear(tables)
		return foppen.CheckBot(context.Background(), spy, c)
	}
	require.NoError(t, check(foppen.SimConfig{Variant: foppen.Edition1995()}))
	assert.Equal(t, map[string]bool{"edition-1995 3": true, "edition-1995 4": true, "edition-1995 5": true, "edition-1995 6": true}, tables)
	require.NoError(t, check(foppen.SimConfig{Variant: foppen.Rulebook2018(), Players: 5}))
	assert.Equal(t, map[string]bool{"rulebook-2018 5": true}, tables)
	require.NoError(t, check(foppen.SimConfig{Players: 3}))
	assert.Equal(t, map[string]bool{"edition-1995 3": true, "edition-1995-bets 3": true}, tables)

	var bad *foppen.VariantError
	require.ErrorAs(t, check(foppen.SimConfig{Variant: foppen.Edition1995(), Players: 8}), &bad)
	require.ErrorAs(t, check(foppen.SimConfig{Players: 2}), &bad)
	require.ErrorAs(t, check(foppen.SimConfig{Variant: foppen.Variant{OnePenalty: 1}}), &bad)
	for field, c := range map[string]foppen.SimConfig{
		"Bots": {Bots: bots("random")}, "First": {First: foppen.MaxGameNumber}, "Workers": {Workers: -1},
		"OnGame, OnRecord": {OnGame: func(foppen.GameResult) error { return nil }},
	} {
		var e *foppen.ArgError
		require.ErrorAs(t, check(c), &e)
		assert.Equal(t, field, e.Field)
	}
	assert.Empty(t, tables)
}

// Each kind of bad bot is found out, and for what it is.
func TestCheckBotFindsFaults(t *testing.T) {
	late := make(chan struct{})
	defer close(late)
	ever, game := 0, 0
	for _, c := range []struct {
		what  string
		maker foppen.BotMaker
		fault foppen.BotFault
	}{
		{"chooses cards of others", making("b", func(v foppen.View) foppen.Card { return v.Unseen().Highest() }), foppen.ErrBotIllegal},
		{"forgets to follow, late and seldom", making("b", func(v foppen.View) foppen.Card {
			if v.TrickNumber() == 9 {
				return v.Hand().Lowest()
			}
			return lowest(v)
		}), foppen.ErrBotIllegal},
		{"cannot count to eight players", making("b", func(v foppen.View) foppen.Card {
			return [8]foppen.Card{4: lowest(v), 5: lowest(v), 6: lowest(v), 7: lowest(v), 3: lowest(v)}[v.Players()]
		}), foppen.ErrBotPanic},
		{"is silent when it leads", making("b", func(v foppen.View) foppen.Card {
			if v.Trick().Len() == 0 {
				return foppen.NoCard
			}
			return lowest(v)
		}), foppen.ErrBotSilent},
		{"panics when it is to bet", foppen.BotMaker{Name: "b", New: func(rand.Source) foppen.Bot { return brokenGambler{} }}, foppen.ErrBotPanic},
		{"thinks for ever", making("b", func(v foppen.View) foppen.Card { <-late; return lowest(v) }), foppen.ErrBotSlow},
		{"is not there", foppen.BotMaker{Name: "b"}, foppen.ErrBotMissing},
		{"draws from a source of its own", foppen.BotMaker{Name: "b", New: func(rand.Source) foppen.Bot { return foppen.NewRandomBot(nil) }}, foppen.ErrBotUnsteady},
		{"keeps a number for ever", foppen.BotMaker{Name: "b", New: func(rand.Source) foppen.Bot { return counter{&ever} }}, foppen.ErrBotUnsteady},
		{"keeps a number that new games reset", foppen.BotMaker{Name: "b", New: func(rand.Source) foppen.Bot { game = 0; return counter{&game} }}, foppen.ErrBotShares},
	} {
		t.Run(c.what, func(t *testing.T) {
			check := foppen.SimConfig{Seed: 1}
			if c.fault == foppen.ErrBotSlow {
				check.MoveLimit = time.Millisecond
			}
			err := foppen.CheckBot(context.Background(), c.maker, check)
			require.ErrorIs(t, err, c.fault)
			list := faultsOf(t, err)
			var one *foppen.BotError
			require.ErrorAs(t, err, &one)
			assert.Equal(t, list[0], one)
			assert.Len(t, strings.Split(err.Error(), "\n"), len(list), "a line each")
			for _, f := range list {
				assert.Equal(t, c.fault, f.Fault, "and for nothing else: %v", f)
				assert.Equal(t, "b", f.Bot)
				assert.Equal(t, uint64(1), f.Seed)
			}
		})
	}
}

// What a fault says is enough to find the move: the record ends with what the bot did
// at first, and the text says what it did then.
func TestCheckBotShowsTheMove(t *testing.T) {
	ever := 0
	maker := foppen.BotMaker{Name: "b", New: func(rand.Source) foppen.Bot { return counter{&ever} }}
	for _, f := range faultsOf(t, foppen.CheckBot(context.Background(), maker, foppen.SimConfig{})) {
		before, after := f.Record.At(f.Record.Len()-1), f.Record.Game()
		assert.Equal(t, before.Turn(), f.Seat)
		first, then, ok := strings.Cut(f.Detail, ", then ")
		require.True(t, ok, f.Detail)
		assert.NotEqual(t, first, then)
		_, card, _ := strings.Cut(first, "plays ")
		next, err := before.Play(foppen.Must(foppen.ParseCard(card)))
		require.NoError(t, err)
		assert.Equal(t, after, next)
	}
}

// A bot that breaks down the second time is unsteady, and the error says how.
func TestCheckBotSecondTime(t *testing.T) {
	made := 0
	maker := foppen.BotMaker{Name: "b", New: func(rand.Source) foppen.Bot {
		made++
		return choice(func(v foppen.View) foppen.Card {
			if made > 4 && v.TrickNumber() == 3 {
				panic("worn out")
			}
			return lowest(v)
		})
	}}
	err := foppen.CheckBot(context.Background(), maker, foppen.SimConfig{})
	first := faultsOf(t, err)[0]
	assert.Equal(t, foppen.ErrBotUnsteady, first.Fault)
	assert.Contains(t, first.Detail, ", then panicked")
	assert.Equal(t, 3, first.Record.At(first.Record.Len()-1).TrickNumber())
	assert.ErrorIs(t, err, foppen.ErrBotPanic, "at the tables after that")
}

func TestCheckBotStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	err := foppen.CheckBot(ctx, making("b", func(v foppen.View) foppen.Card {
		if n++; n == 1000 {
			cancel()
		}
		return lowest(v)
	}), foppen.SimConfig{})
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 1000, n)
}
