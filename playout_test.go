package foppen_test

import (
	"math/rand/v2"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The same cards give the same game, card by card, whether they are played in place or by
// Game.Play; going to a position and back changes nothing; and what a Playout tells is what
// the game tells.
func TestPlayoutInPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		variant := genVariant(t)
		players := rapid.SampledFrom(variant.Players()).Draw(t, "players at the table")
		var p foppen.Playout // one for all positions
		playThrough(t, variant, players, 2, rapid.Uint64().Draw(t, "seed"), func(g foppen.Game) {
			if p.Turn() != foppen.NoSeat {
				// It still is where the game was before.
				trick := g.Trick()
				if trick.Len() == 0 {
					trick = g.LastTrick()
				}
				_, c := trick.At(trick.Len() - 1)
				require.NoError(t, p.Play(c))
				require.Equal(t, g, p.Game())
				checkPlayout(t, &p, g)
			}
			p.Set(g)
			require.Equal(t, g, p.Game())
			checkPlayout(t, &p, g)
			var q foppen.Playout
			q.CopyFrom(&p)
			require.Equal(t, p, q)
		})
	})
}

func checkPlayout(t require.TestingT, p *foppen.Playout, g foppen.Game) {
	over := g.Phase() != foppen.PlayPhase
	require.Equal(t, !over, p.Turn() != foppen.NoSeat)
	require.Equal(t, g.Legal(), p.Legal())
	require.Equal(t, g.Led(), p.Led())
	require.Equal(t, g.Fools(), p.Fools())
	require.Equal(t, g.TrickNumber(), p.TrickNumber())
	require.Equal(t, g.ToAct(), p.ToAct())
	if !over {
		require.Equal(t, g.Turn(), p.Turn())
	}
	for s := foppen.NoSeat; s <= foppen.MaxPlayers; s++ {
		require.Equal(t, g.Hand(s), p.Hand(s))
	}
}

// What each seat gets for the round is what the game gives it, bets included.
func TestPlayoutPoints(t *testing.T) {
	for i, s := range append(presetScenes(), oddScenes()...) {
		t.Run(s.name, func(t *testing.T) {
			playThrough(t, s.variant, s.players, 1, uint64(i), func(g foppen.Game) {
				if g.Phase() != foppen.PlayPhase {
					return
				}
				p := foppen.NewPlayout(g)
				assert.Zero(t, p.Points(g.Turn()), "before the end")
				for _, policy := range []foppen.Policy{nil, foppen.GreedyPolicy, foppen.RandomPolicy} {
					p.Set(g)
					require.NoError(t, p.Finish(policy, rand.NewPCG(1, 2)))
					end := p.Game()
					require.NotEqual(t, foppen.PlayPhase, end.Phase())
					for seat, score := range end.Scores() {
						require.Equal(t, score.Points, p.Points(foppen.Seat(seat)))
					}
					assert.Zero(t, p.Points(foppen.NoSeat))
					assert.Zero(t, p.Points(foppen.MaxPlayers))
				}
				require.Equal(t, g.Playout(rand.NewPCG(1, 2)), p.Game(), "Random is Game.Playout")
			})
		})
	}
}

// A Playout filled by a Sampler is at the same position as one set to its sample.
func TestPlayoutSample(t *testing.T) {
	playThrough(t, foppen.Edition1995Bets(), 4, 2, 3, func(g foppen.Game) {
		for seat := foppen.NoSeat; seat < 4; seat++ {
			var p, q foppen.Playout
			p.Set(benchGame(t, 8)) // wherever it was before
			sampler := g.View(seat).Sampler()
			p.Sample(sampler, rand.NewPCG(1, 2))
			q.Set(sampler.Sample(rand.NewPCG(1, 2)))
			require.Equal(t, q.Game(), p.Game())
			require.Equal(t, q.Legal(), p.Legal())
		}
	})
	p := foppen.NewPlayout(benchGame(t, 4))
	p.Sample(foppen.Sampler{}, nil)
	assert.Equal(t, foppen.Game{}, p.Game())
}

// What may not be played is refused with the error of Game.Play, and nothing changes: in
// play, before a deal, after a round and at the zero Playout.
func TestPlayoutRefuses(t *testing.T) {
	check := func(p *foppen.Playout) {
		before := p.Game()
		for c := foppen.Card(0); c < 255; c++ {
			if before.Legal().Has(c) {
				continue
			}
			_, want := before.Play(c)
			require.Equal(t, want, p.Play(c))
			require.Equal(t, before, p.Game())
		}
	}
	check(new(foppen.Playout))
	start := benchGame(t, 4)
	check(foppen.NewPlayout(start))
	g := benchDeal(t, start, rand.NewPCG(1, 1))
	p := foppen.NewPlayout(g)
	check(p)
	require.NoError(t, p.Finish(nil, nil))
	check(p)
	require.NoError(t, p.Finish(nil, nil), "nothing is left to play")
	bets := benchDeal(t, benchGame(t, 4, foppen.WithVariant(foppen.Edition1995Bets())), rand.NewPCG(1, 1))
	p.Set(bets)
	check(p)
	assert.Equal(t, foppen.NoSeat, p.Turn())
	for _, policy := range []foppen.Policy{foppen.RandomPolicy, foppen.GreedyPolicy} {
		assert.Equal(t, foppen.NoCard, policy(p, rand.NewPCG(1, 1)))
		assert.Equal(t, foppen.NoCard, policy(new(foppen.Playout), rand.NewPCG(1, 1)))
	}
	p.Set(g)
	illegal := func(*foppen.Playout, rand.Source) foppen.Card { return foppen.NoCard }
	assert.ErrorIs(t, p.Finish(illegal, nil), foppen.ErrNoCard)
	assert.Equal(t, g, p.Game())
}

// GreedyPolicy is what NewGreedyBot plays, from the seat's own hand: the other hands change
// nothing.
func TestGreedyPolicyIsGreedy(t *testing.T) {
	bot := foppen.NewGreedyBot()
	for i, s := range append(presetScenes(), oddScenes()...) {
		playThrough(t, s.variant, s.players, 2, uint64(i), func(g foppen.Game) {
			if g.Phase() != foppen.PlayPhase {
				return
			}
			v := g.View(g.Turn())
			want := bot.Choose(v)
			require.Equal(t, want, foppen.GreedyPolicy(foppen.NewPlayout(g), nil), s.name)
			require.Equal(t, want, foppen.GreedyPolicy(foppen.NewPlayout(v.Sample(rand.NewPCG(1, 2))), nil), s.name)
		})
	}
}

// Nothing in a search's inner loop allocates.
func TestPlayoutAllocs(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	for _, players := range []int{4, 8} {
		g := benchDeal(t, benchGame(t, players), rand.NewPCG(1, 1))
		sampler := g.View(1).Sampler()
		var deal, p foppen.Playout
		src := rand.NewPCG(1, 2)
		for name, policy := range map[string]foppen.Policy{"random": foppen.RandomPolicy, "prudent": foppen.GreedyPolicy} {
			assert.Zero(t, testing.AllocsPerRun(20, func() {
				deal.Sample(sampler, src)
				p.CopyFrom(&deal)
				sinkErr = p.Play(p.Legal().Lowest())
				sinkErr = p.Finish(policy, src)
				sinkInt = p.Points(0) + p.TrickNumber() + int(p.Turn()) + p.Hand(1).Len()
				sinkGame = p.Game()
				p.Set(g)
			}), name)
		}
	}
}

// BenchmarkPlayoutInPlace is the playout of a round in place, per card.
func BenchmarkPlayoutInPlace(b *testing.B) {
	for name, policy := range map[string]foppen.Policy{"random": foppen.RandomPolicy, "prudent": foppen.GreedyPolicy} {
		b.Run(name, func(b *testing.B) {
			benchPlayers(b, func(b *testing.B, players int) {
				src := rand.NewPCG(1, 2)
				g := benchDeal(b, benchGame(b, players), src)
				var p foppen.Playout
				cards := 0
				for b.Loop() {
					p.Set(g)
					if err := p.Finish(policy, src); err != nil {
						b.Fatal(err)
					}
					cards += p.Game().Played().Len()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(cards), "ns/card")
			})
		})
	}
}
