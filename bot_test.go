package foppen_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Names are part of records: what they mean must not drift, and nothing else may
// be taken for one.
func TestParseBot(t *testing.T) {
	for _, name := range append(foppen.BotNames(), "search:1", "search:50", "search:1000000", "search:20ms", "search:1m30s") {
		maker, err := foppen.ParseBot(name)
		require.NoError(t, err, name)
		assert.Equal(t, name, maker.Name)
		assert.NotNil(t, maker.New(rand.NewPCG(1, 2)))
	}
	for _, name := range []string{
		"", "Random", "random ", " greedy", "greed", "search:", "search:0", "search:007", "search:+5", "search:-5", "search: 5",
		"search:5 ", "search:1e3", "search:1000001", "search:99999999999999999999", "search:50:1", "greedy:5", "random:1", "search:५",
	} {
		maker, err := foppen.ParseBot(name)
		var e *foppen.ParseError
		require.ErrorAs(t, err, &e, "%q", name)
		assert.Equal(t, foppen.BotMaker{}.Name, maker.Name)
		assert.Nil(t, maker.New)
	}
	assert.Panics(t, func() { foppen.Must(foppen.ParseBot("nobody")) })
}

// Seeds are kept by users: the streams are those that the documentation says, and
// no two of them are alike.
func TestSeedSource(t *testing.T) {
	seen := map[uint64]bool{}
	for _, seed := range []uint64{0, 1, 1 << 63, 1<<64 - 1} {
		for _, game := range []uint64{0, 1, 2, 1 << 40} {
			for stream := foppen.NoSeat; stream < foppen.MaxPlayers; stream++ {
				key := binary.BigEndian.AppendUint64(nil, seed)
				key = binary.BigEndian.AppendUint64(key, game)
				key = binary.BigEndian.AppendUint64(key, uint64(stream))
				sum := sha256.Sum256(key)
				want := rand.NewPCG(binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:]))
				got := foppen.SeedSource(seed, game, stream)
				for range 3 {
					n := got.Uint64()
					assert.Equal(t, want.Uint64(), n)
					assert.False(t, seen[n])
					seen[n] = true
				}
			}
		}
	}
}

// A bot must not be able to copy its source, and so to see into its own future.
func TestSeedSourceIsOpaque(t *testing.T) {
	src := foppen.SeedSource(1, 2, 3)
	_, readable := src.(interface{ MarshalBinary() ([]byte, error) })
	assert.False(t, readable)
	_, settable := src.(interface{ Seed(a, b uint64) })
	assert.False(t, settable)
}

// The same seed gives the same games in every version: this pins the deals, the
// streams and the choices of the random bot and the greedy bot.
func TestMatchGolden(t *testing.T) {
	var b bytes.Buffer
	for _, c := range []struct {
		preset  string
		players int
		bots    string
	}{
		{"rulebook-2018", 4, "random random random random"},
		{"rulebook-2018", 4, "greedy random greedy random"},
		{"rulebook-2018", 8, "greedy greedy greedy greedy greedy greedy greedy greedy"},
		{"edition-1995-bets", 3, "greedy random greedy"},
	} {
		v, err := foppen.Preset(c.preset)
		require.NoError(t, err)
		m := match{Start: newGame(t, c.players, v), Bots: bots(strings.Fields(c.bots)...), Seed: 2018, Number: 1}
		r, err := m.Record(context.Background())
		require.NoError(t, err)
		line, err := r.MarshalJSON()
		require.NoError(t, err)
		fmt.Fprintf(&b, "%s\n", line)
	}
	golden(t, "bots/matches.jsonl", b.Bytes())
}

// P18: whoever plays, the cards of a game's rounds are the same.
func TestBotsDoNotChangeDeals(t *testing.T) {
	start := newGame(t, 4, foppen.Rulebook2018())
	var first []foppen.Deal
	for _, names := range []string{"random random random random", "greedy greedy greedy greedy", "random greedy search:2 random"} {
		r, err := match{Start: start, Bots: bots(strings.Fields(names)...), Seed: 7, Number: 3}.Record(context.Background())
		require.NoError(t, err)
		deals := dealsOf(r)
		for i := range min(len(first), len(deals)) {
			assert.Equal(t, first[i], deals[i], names)
		}
		if len(deals) > len(first) {
			first = deals
		}
	}
	other, err := match{Start: start, Bots: bots("random", "random", "random", "random"), Seed: 7, Number: 4}.Record(context.Background())
	require.NoError(t, err)
	assert.NotEqual(t, first[0], dealsOf(other)[0], "another game of the seed has other cards")
}

// P18: what one bot draws does not change what another draws.
func TestBotsDoNotShareStreams(t *testing.T) {
	drawn := func(greedy bool) (numbers []uint64) {
		listener := foppen.BotMaker{Name: "listener", New: func(src rand.Source) foppen.Bot {
			for range 5 {
				numbers = append(numbers, src.Uint64())
			}
			return choice(lowest)
		}}
		others := bots("random", "random", "random")
		if greedy {
			others = bots("greedy", "search:1", "greedy")
		}
		_, err := match{Start: newGame(t, 4, foppen.Rulebook2018()), Bots: append(others, listener), Seed: 5}.Play(context.Background())
		require.NoError(t, err)
		return numbers
	}
	assert.Equal(t, drawn(false), drawn(true))
}

// A match and its record are the same game, with and without a time limit, and the
// same when they are played again.
func TestMatchRecordAndPlay(t *testing.T) {
	for _, preset := range foppen.Presets() {
		v, err := foppen.Preset(preset)
		require.NoError(t, err)
		n := v.Players()[0]
		m := match{Start: newGame(t, n, v), Bots: bots(slices.Repeat([]string{"random", "greedy"}, 4)[:n]...), Seed: 3, Number: 9}
		r, err := m.Record(context.Background())
		require.NoError(t, err)
		g, err := m.Play(context.Background())
		require.NoError(t, err)
		assert.Equal(t, foppen.OverPhase, g.Phase())
		assert.Equal(t, g, r.Game())
		assert.Equal(t, n, len(r.Names()))

		again, err := foppen.NewRecord(m.Start, r.Names()...)
		require.NoError(t, err)
		for move := range r.Moves() {
			again, err = again.Append(move)
			require.NoError(t, err)
		}
		assert.True(t, again.Equal(r), "every move is one that the game allows")

		m.MoveLimit = time.Hour
		limited, err := m.Record(context.Background())
		require.NoError(t, err)
		assert.True(t, limited.Equal(r))
	}
}

// A game that was stopped anywhere goes on as if it had not been: the same cards, the same
// draws and the same memory of the bots.
func TestPlayGameGoesOn(t *testing.T) {
	memory := foppen.BotMaker{Name: "memory", New: func(src rand.Source) foppen.Bot {
		seen := 0
		return choice(func(v foppen.View) foppen.Card {
			seen++
			return v.Legal().At(int(src.Uint64()%uint64(seen)) % v.Legal().Len())
		})
	}}
	for _, preset := range foppen.Presets() {
		v := foppen.Must(foppen.Preset(preset))
		n := v.Players()[0]
		makers := append(bots("search:1", "greedy"), slices.Repeat([]foppen.BotMaker{memory}, n-2)...)
		c := foppen.SimConfig{Variant: v, Bots: makers, Seed: 5, First: 7}
		whole, err := foppen.PlayGame(context.Background(), foppen.Record{}, c)
		require.NoError(t, err)
		require.Greater(t, whole.Game().Round(), 2)
		assert.Equal(t, foppen.Seat(7%n), whole.At(0).Starter())
		for at := 0; at <= whole.Len(); at += 37 {
			part := whole.Prefix(at)
			if at%2 == 0 { // Stored and read again, it is the same.
				text, err := json.Marshal(part)
				require.NoError(t, err)
				part = foppen.Record{}
				require.NoError(t, json.Unmarshal(text, &part))
			}
			got, err := foppen.PlayGame(context.Background(), part, c)
			require.NoError(t, err)
			require.True(t, got.Equal(whole), "stopped after %d moves", at)
		}
		end, err := foppen.PlayGame(context.Background(), whole, c)
		require.NoError(t, err)
		assert.True(t, end.Equal(whole), "nothing is left to do")

		// Stopped by its context.
		ctx, cancel := context.WithCancel(context.Background())
		asked := 0
		c.Bots = slices.Clone(makers)
		c.Bots[1] = making("greedy", func(v foppen.View) foppen.Card {
			if asked++; asked == 30 {
				cancel()
			}
			return foppen.NewGreedyBot().Choose(v)
		})
		part, err := foppen.PlayGame(ctx, foppen.Record{}, c)
		require.ErrorIs(t, err, context.Canceled)
		require.Positive(t, part.Len())
		same, err := foppen.PlayGame(ctx, part, c)
		require.ErrorIs(t, err, context.Canceled)
		assert.True(t, same.Equal(part), "nothing is lost")
		c.Bots = makers
		got, err := foppen.PlayGame(context.Background(), part, c)
		require.NoError(t, err)
		assert.True(t, got.Equal(whole))

		// What is no game of the seed is refused and comes back.
		c.Seed++
		other, err := foppen.PlayGame(context.Background(), part, c)
		var e *foppen.ArgError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "start", e.Field)
		assert.True(t, other.Equal(part))
	}
}

// A record without names gets those of the bots, and keeps its own.
func TestPlayGameNames(t *testing.T) {
	g := newGame(t, 4, foppen.Rulebook2018())
	r, err := foppen.PlayGame(context.Background(), foppen.Must(foppen.NewRecord(g)), foppen.SimConfig{Bots: bots("greedy", "random", "greedy", "random")})
	require.NoError(t, err)
	assert.Equal(t, []string{"greedy", "random", "greedy", "random"}, r.Names())
	r, err = foppen.PlayGame(context.Background(), foppen.Must(foppen.NewRecord(g, "a", "b", "c", "d")), foppen.SimConfig{})
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b", "c", "d"}, r.Names())
}

// A bot is asked when it is its turn, with the view of its own seat, and never for
// a card that it does not hold.
func TestBotsAreAskedInTurn(t *testing.T) {
	v := foppen.Edition1995Bets()
	asked := 0
	var makers []foppen.BotMaker
	for seat := range foppen.Seat(3) {
		makers = append(makers, making("watcher", func(v foppen.View) foppen.Card {
			asked++
			assert.Equal(t, seat, v.Seat())
			assert.Equal(t, seat, v.Turn())
			assert.Equal(t, foppen.PlayPhase, v.Phase())
			assert.False(t, v.Legal().IsEmpty())
			assert.Zero(t, v.Bettors(), "a bot that is no Bettor never bets")
			return lowest(v)
		}))
	}
	r, err := match{Start: newGame(t, 3, v), Bots: makers}.Record(context.Background())
	require.NoError(t, err)
	plays := 0
	for m := range r.Moves() {
		if _, ok := m.(foppen.Play); ok {
			plays++
		}
	}
	assert.Equal(t, plays, asked)
}

// Whatever a bot does wrong comes back as an error that says who, what and where,
// with the record of all that was right.
func TestBotFaults(t *testing.T) {
	late := make(chan struct{})
	defer close(late)
	notHeld := func(v foppen.View) foppen.Card { return v.Unseen().Lowest() }
	cases := []struct {
		what  string
		maker foppen.BotMaker
		limit time.Duration
		fault foppen.BotFault
		text  string
	}{
		{"a card not held", after(3, notHeld), 0, foppen.ErrBotIllegal, "card not in hand (rule 3.1)"},
		{"no such card", after(3, func(foppen.View) foppen.Card { return foppen.Must(foppen.ParseCard("B31")) }), 0, foppen.ErrBotIllegal, "no such card"},
		{"no card at all", after(3, func(foppen.View) foppen.Card { return foppen.Card(200) }), 0, foppen.ErrBotIllegal, ""},
		{"nothing", after(3, func(foppen.View) foppen.Card { return foppen.NoCard }), 0, foppen.ErrBotSilent, "chose no card"},
		{"a panic", after(3, func(foppen.View) foppen.Card { panic("tilt\nand more") }), 0, foppen.ErrBotPanic, `panicked: "tilt\nand more"`},
		{"a panic of the runtime", after(3, func(v foppen.View) foppen.Card { return slices.Collect(v.Legal().All())[99] }), 0, foppen.ErrBotPanic, "index out of range"},
		{"a panic in time", after(3, func(foppen.View) foppen.Card { panic("tilt") }), time.Hour, foppen.ErrBotPanic, `panicked: "tilt"`},
		{"the end of its goroutine", after(3, func(foppen.View) foppen.Card { runtime.Goexit(); return 0 }), time.Hour, foppen.ErrBotSilent, ""},
		{"thinking for ever", after(3, func(v foppen.View) foppen.Card { <-late; return lowest(v) }), 20 * time.Millisecond, foppen.ErrBotSlow, "took too long: more than 20ms"},
	}
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			makers := bots("greedy", "greedy", "greedy", "greedy")
			makers[2] = c.maker
			m := match{Start: newGame(t, 4, foppen.Rulebook2018()), Bots: makers, Seed: 11, Number: 22, MoveLimit: c.limit}
			r, err := m.Record(context.Background())
			var e *foppen.BotError
			require.ErrorAs(t, err, &e)
			assert.ErrorIs(t, err, c.fault)
			assert.Equal(t, c.fault, e.Fault)
			assert.Equal(t, foppen.Seat(2), e.Seat)
			assert.Equal(t, "bad", e.Bot)
			assert.Equal(t, uint64(11), e.Seed)
			assert.Equal(t, uint64(22), e.Number)
			assert.True(t, r.Equal(e.Record))
			assert.Equal(t, foppen.Seat(2), r.Game().Turn(), "the record ends before the fault")
			plays := 0
			for m := range r.Moves() {
				if p, ok := m.(foppen.Play); ok && p.Seat == 2 {
					plays++
				}
			}
			assert.Equal(t, 3, plays)
			assert.Contains(t, err.Error(), `bot "bad" at seat 2`)
			assert.Contains(t, err.Error(), c.text)
			assert.Contains(t, err.Error(), "(rulebook-2018, 4 players, seed 11, game 22)")
			assert.NotContains(t, err.Error(), "\n")
			var illegal *foppen.MoveError
			assert.Equal(t, c.fault == foppen.ErrBotIllegal, errors.As(err, &illegal))
			assert.Equal(t, c.fault == foppen.ErrBotPanic, strings.Contains(e.Stack, "bot_test.go"))

			text, err := json.Marshal(e)
			require.NoError(t, err)
			assert.Contains(t, string(text), `"seat":2,"bot":"bad","seed":11,"number":22,`)
			assert.Contains(t, string(text), `"record":{"format":"foppen/1",`)
		})
	}
}

// The same, for the bots that are not there and those that panic when they are made
// or asked to bet.
func TestMissingBots(t *testing.T) {
	start := newGame(t, 4, foppen.Edition1995Bets())
	four := bots("greedy", "greedy", "greedy", "greedy")
	with := func(seat int, maker foppen.BotMaker) []foppen.BotMaker {
		list := slices.Clone(four)
		list[seat] = maker
		return list
	}
	for _, c := range []struct {
		bots  []foppen.BotMaker
		fault foppen.BotFault
		seat  foppen.Seat
		text  string
	}{
		{with(1, foppen.BotMaker{Name: "nobody"}), foppen.ErrBotMissing, 1, `"nobody" at seat 1: no bot for the seat`},
		{with(1, foppen.BotMaker{Name: "nil", New: func(rand.Source) foppen.Bot { return nil }}), foppen.ErrBotMissing, 1, `"nil" at seat 1`},
		{with(3, foppen.BotMaker{Name: "broken", New: func(rand.Source) foppen.Bot { panic("no") }}), foppen.ErrBotPanic, 3, `panicked: "no"`},
		{with(2, foppen.BotMaker{Name: "gambler", New: func(rand.Source) foppen.Bot { return brokenGambler{} }}), foppen.ErrBotPanic, 2, `panicked: "all in"`},
	} {
		m := match{Start: start, Bots: c.bots}
		_, err := m.Record(context.Background())
		var e *foppen.BotError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, c.fault, e.Fault)
		assert.Equal(t, c.seat, e.Seat)
		assert.Contains(t, err.Error(), c.text)
		m.MoveLimit = time.Minute
		_, err = m.Record(context.Background())
		assert.ErrorIs(t, err, c.fault)
	}
	for _, list := range [][]foppen.BotMaker{{}, four[:3], append(slices.Clone(four), four...)} {
		_, err := match{Start: start, Bots: list}.Record(context.Background())
		var e *foppen.ArgError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "Bots", e.Field)
	}
}

type brokenGambler struct{}

func (brokenGambler) Choose(v foppen.View) foppen.Card { return lowest(v) }
func (brokenGambler) Bet(foppen.View) bool             { panic("all in") }

// The error of a bot's wrong choice says the same whatever the hidden cards are.
func TestBotErrorHidesHands(t *testing.T) {
	texts := map[string]bool{}
	for _, others := range []string{"G5 R6|Y5 Y6|B5 B6", "B5 B6|G5 R6|Y5 Y6", "Y5 Y6|B5 B6|G5 R6"} {
		g := dealt(t, tableOf(t, 4, wide(2, 1)), "G9 R9|"+others)
		for _, c := range []foppen.Card{foppen.NoCard, foppen.One, foppen.Must(foppen.ParseCard("G5")), 255} {
			_, err := foppen.AskBot(choice(func(foppen.View) foppen.Card { return c }), g.View(0))
			require.Error(t, err)
			texts[err.Error()] = true
		}
	}
	assert.Len(t, texts, 4)
}

// A match stops when its context is done: before a move, and while a bot thinks.
func TestMatchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	start := newGame(t, 4, foppen.Rulebook2018())
	makers := bots("greedy", "greedy", "greedy", "greedy")
	makers[1] = after(2, func(v foppen.View) foppen.Card { cancel(); return lowest(v) })
	r, err := match{Start: start, Bots: makers}.Record(ctx)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, foppen.PlayPhase, r.Game().Phase())

	_, err = match{Start: start, Bots: makers}.Record(ctx)
	require.ErrorIs(t, err, context.Canceled)

	ctx, cancel = context.WithCancel(context.Background())
	defer cancel()
	late := make(chan struct{})
	defer close(late)
	makers[1] = after(2, func(v foppen.View) foppen.Card { cancel(); <-late; return lowest(v) })
	_, err = match{Start: start, Bots: makers, MoveLimit: time.Hour}.Record(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// AskBot gives the move of a bot, or why there is none.
func TestAskBot(t *testing.T) {
	g := dealt(t, tableOf(t, 4, wide(2, 1)), "G9 R9|G5 R6|Y5 Y6|B5 B6")
	g, _ = played(t, g, "0:G9")
	m, err := foppen.AskBot(choice(lowest), g.View(1))
	require.NoError(t, err)
	assert.Equal(t, foppen.Play{Seat: 1, Card: foppen.Must(foppen.ParseCard("G5"))}, m)

	_, err = foppen.AskBot(choice(func(foppen.View) foppen.Card { return foppen.Must(foppen.ParseCard("R6")) }), g.View(1))
	assert.ErrorIs(t, err, foppen.ErrBotIllegal)
	assert.ErrorIs(t, err, foppen.ErrMustFollow)
	_, err = foppen.AskBot(choice(func(foppen.View) foppen.Card { panic(0) }), g.View(1))
	assert.ErrorIs(t, err, foppen.ErrBotPanic)
	_, err = foppen.AskBot(nil, g.View(1))
	assert.ErrorIs(t, err, foppen.ErrBotMissing)
	assert.EqualError(t, err, "foppen: bot at seat 1: no bot for the seat (custom variant, 4 players)", "there is no seed, no number and no name to tell")

	for _, v := range []foppen.View{g.View(0), g.View(2), g.View(foppen.NoSeat), {}, tableOf(t, 4, wide(2, 1)).View(0)} {
		m, err = foppen.AskBot(choice(func(foppen.View) foppen.Card { t.Error("asked"); return 0 }), v)
		var e *foppen.MoveError
		assert.ErrorAs(t, err, &e)
		assert.Nil(t, m)
	}

	g = newGame(t, 3, foppen.Edition1995Bets())
	g, err = g.Deal(g.Shuffle(rand.NewPCG(1, 2)))
	require.NoError(t, err)
	m, err = foppen.AskBot(choice(lowest), g.View(0))
	require.NoError(t, err)
	assert.Equal(t, foppen.Bet{Seat: 0}, m, "no Bettor, no bet")
	_, err = foppen.AskBot(choice(lowest), g.View(1))
	assert.Error(t, err)
	_, err = foppen.AskBot(brokenGambler{}, g.View(0))
	assert.ErrorIs(t, err, foppen.ErrBotPanic)
}

func TestBotFaultText(t *testing.T) {
	texts := map[string]bool{}
	for f := foppen.BotFine; f <= foppen.ErrBotFailed; f++ {
		texts[f.Error()] = true
	}
	assert.Len(t, texts, int(foppen.ErrBotFailed)+1)
	assert.Equal(t, "BotFault(99)", foppen.BotFault(99).Error())
}

// A random bot plays each legal card equally often.
func TestRandomBotIsFair(t *testing.T) {
	g := dealt(t, tableOf(t, 4, wide(5, 1)), "G9 R9 B4 1 1|G5 R6 G6 G7 G8|Y5 Y6 Y7 Y8 Y9|B5 B6 B7 B8 B9")
	bot := foppen.NewRandomBot(rand.NewPCG(1, 2))
	const n = 4000
	counts := map[foppen.Card]int{}
	for range n {
		counts[bot.Choose(g.View(0))]++
	}
	require.Len(t, counts, 4, "two 1s are one choice")
	chi := 0.0
	for _, k := range counts {
		d := float64(k) - n/4
		chi += d * d / (n / 4)
	}
	assert.Less(t, chi, 16.27, "chi-square with 3 degrees of freedom, 0.1 %")
}

// The reference bots never choose what they may not play, whatever the variant, and
// choose the same for the same source and view; a fresh bot chooses like one that has
// been at the table all the time, if it is given the source as it is now.
func TestBotsAreLegalAndSteady(t *testing.T) {
	makers := bots("random", "greedy", "search:2")
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		n := rapid.SampledFrom(v.Players()).Draw(t, "players")
		g, err := foppen.New(n, foppen.WithVariant(v))
		require.NoError(t, err)
		seed := rapid.Uint64().Draw(t, "seed")
		deals := foppen.SeedSource(seed, 0, foppen.NoSeat)
		for move := 0; g.Phase() != foppen.OverPhase && move < 150; move++ {
			if g.Phase() == foppen.DealPhase {
				g, err = g.Deal(g.Shuffle(deals))
				require.NoError(t, err)
				continue
			}
			maker := makers[move%len(makers)]
			view := g.View(g.Turn())
			m, err := foppen.AskBot(maker.New(rand.NewPCG(seed, uint64(move))), view)
			require.NoError(t, err, maker.Name)
			again, err := foppen.AskBot(maker.New(rand.NewPCG(seed, uint64(move))), view)
			require.NoError(t, err, maker.Name)
			require.Equal(t, m, again, maker.Name)
			g, _, err = g.Apply(m)
			require.NoError(t, err)
		}
	})
}

// A game of quick bots allocates next to nothing: Simulate plays millions.
func TestGameAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	c := foppen.SimConfig{Games: 1, Workers: 1, Bots: bots("random", "greedy", "random", "greedy")}
	allocs := func(games int) float64 {
		c.Games = games
		return testing.AllocsPerRun(2, func() { simulate(t, c) })
	}
	assert.LessOrEqual(t, (allocs(120)-allocs(20))/100, 24.0, "for a whole game")
}
