package foppen_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A quitter plays some cards and then ends the goroutine that asks it, as t.FailNow in
// a bot does.
type quitter struct{ left *int }

func (q quitter) Choose(v foppen.View) foppen.Card {
	if *q.left--; *q.left < 0 {
		runtime.Goexit()
	}
	return v.Legal().Lowest()
}

func quitters(after int) []foppen.BotMaker {
	return makers(4, "quitter", func(rand.Source) foppen.Bot {
		left := after
		return quitter{&left}
	})
}

// A bot that ends its goroutine neither stops a simulation or a tournament for ever nor
// lets it pass for finished.
func TestBotEndsGoroutine(t *testing.T) {
	for _, after := range []int{0, 40} {
		for _, workers := range []int{1, 2, 7} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			var bad *foppen.BotError
			report, err := foppen.Simulate(ctx, foppen.SimConfig{Games: 50, Workers: workers, Bots: quitters(after)})
			require.ErrorAs(t, err, &bad)
			assert.ErrorIs(t, bad, foppen.ErrBotSilent)
			assert.Equal(t, foppen.NoSeat, bad.Seat)
			assert.Zero(t, report.Games())

			result, err := foppen.PlayTournament(ctx, foppen.SimConfig{Games: 50, Workers: workers, Bots: quitters(after)})
			require.ErrorAs(t, err, &bad)
			assert.ErrorIs(t, bad, foppen.ErrBotSilent)
			assert.Zero(t, result.Deals)
			cancel()
		}
	}
	m := match{Bots: quitters(0), MoveLimit: time.Minute}
	m.Start, _ = foppen.New(4)
	_, err := m.Play(t.Context())
	assert.ErrorIs(t, err, foppen.ErrBotSilent)
}

// The text of a BotError can be shown to all: it does not tell the bot's hand.
func TestBotErrorTellsNoHand(t *testing.T) {
	g, err := foppen.New(4)
	require.NoError(t, err)
	g, err = g.Deal(g.Shuffle(rand.NewPCG(1, 2)))
	require.NoError(t, err)
	_, err = foppen.AskBot(liar{}, g.View(0))
	assert.ErrorIs(t, err, foppen.ErrBotIllegal)
	assert.ErrorIs(t, err, foppen.ErrNoCard)
	for c := range g.Hand(0).All() {
		assert.NotContains(t, err.Error(), c.String()+" ")
	}
	var refused *foppen.MoveError
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, g.Legal(), refused.Legal)
}

// A liar plays a card that is in no deck of the 2018 rules.
type liar struct{}

func (liar) Choose(foppen.View) foppen.Card { return foppen.Must(foppen.ParseCard("B31")) }

// A view between the events of a move waits for nobody, and no bot is asked then.
func TestBetweenBets(t *testing.T) {
	g, err := foppen.New(3, foppen.WithVariant(foppen.Edition1995Bets()))
	require.NoError(t, err)
	g, err = g.Deal(g.Shuffle(rand.NewPCG(1, 2)))
	require.NoError(t, err)
	for range 2 {
		g, _, err = g.Apply(foppen.Bet{Seat: g.Turn()})
		require.NoError(t, err)
	}
	for _, seat := range []foppen.Seat{foppen.NoSeat, 0, 2} {
		bet := foppen.BetPlaced{Seat: 2}
		if seat == 2 {
			bet.Bet = foppen.BetNo
		}
		v, err := g.View(seat).Update(bet)
		require.NoError(t, err)
		for s := foppen.NoSeat; s <= 3; s++ {
			for _, m := range []foppen.Move{foppen.Bet{Seat: s}, foppen.Bet{Seat: s, Bet: true}, foppen.Play{Seat: s, Card: foppen.One}} {
				var e *foppen.MoveError
				require.ErrorAs(t, v.Check(m), &e)
				assert.Equal(t, foppen.ErrWrongPhase, e.Reason)
				assert.Equal(t, s, e.Seat)
				assert.Equal(t, m, e.Move())
				assert.ErrorContains(t, e, "want the bets revealed")
			}
		}
		assert.ErrorIs(t, v.Check(nil), foppen.ErrNoMove)
		assert.ErrorIs(t, v.Check(&foppen.Bet{}), foppen.ErrNoMove)
		var search foppen.SearchBot
		assert.False(t, search.Bet(v))
		assert.Equal(t, foppen.NoCard, search.Choose(v))
		_, err = foppen.AskBot(&search, v)
		assert.ErrorIs(t, err, foppen.ErrWrongPhase)
	}
}

// stuck gives the number 0 very often before it goes on.
type stuck struct {
	zeros int
	src   rand.Source
}

func (s *stuck) Uint64() uint64 {
	if s.zeros > 0 {
		s.zeros--
		return 0
	}
	return s.src.Uint64()
}

// A source that gives one number many times costs time and nothing else.
func TestShuffleFromStuckSource(t *testing.T) {
	g, err := foppen.New(4)
	require.NoError(t, err)
	assert.Equal(t, g.Shuffle(rand.NewPCG(1, 2)), g.Shuffle(&stuck{20_000_000, rand.NewPCG(1, 2)}))
}
