package foppen_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// TestUpdateFollowsTheGame: a client that applies the redacted events of every move
// to its last view reaches exactly the next view. From every seat and the
// spectator's, in all presets and the odd variants.
func TestUpdateFollowsTheGame(t *testing.T) {
	met := tally{}
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		playScene(t, s, uint64(100+i), func(s step) {
			met.count(s)
			for _, seat := range viewers(s.after) {
				v := s.before.View(seat)
				for _, e := range s.events {
					next, err := v.Update(foppen.Redact(e, seat))
					require.NoError(t, err, "%v", e)
					whole, err := v.Update(e)
					require.NoError(t, err)
					require.True(t, whole == next, "an event that is not redacted tells no more")
					v = next
				}
				if v != s.after.View(seat) {
					t.Fatalf("after %v seat %v has\n%#v\nwant\n%#v", s.move, seat, v, s.after.View(seat))
				}
			}
		})
	}
	met.requireAll(t)
}

// TestUpdateRefuses: an event that cannot follow leaves the view as it was. At
// random points of games every event of the game and every mutation of the right one
// is tried.
func TestUpdateRefuses(t *testing.T) {
	refused, accepted := 0, map[string]int{}
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		random := rand.New(rand.NewPCG(uint64(i), 2))
		var past []foppen.Event
		playScene(t, s, uint64(200+i), func(s step) {
			past = append(past, s.events...)
			if random.IntN(8) > 0 && s.after.Phase() == foppen.PlayPhase && s.before.Phase() == foppen.PlayPhase {
				return
			}
			seat := foppen.Seat(random.IntN(s.after.Players()+1) - 1)
			v := s.before.View(seat)
			for _, e := range s.events {
				e = foppen.Redact(e, seat)
				wrong := append(mutations(e, random), foppen.Redact(past[random.IntN(len(past))], seat))
				for _, w := range wrong {
					if w == e {
						continue
					}
					got, err := v.Update(w)
					if err == nil {
						accepted[kindOf(w)]++
						_ = got.String()
						continue
					}
					refused++
					require.True(t, got == v)
					var why *foppen.EventError
					require.True(t, errors.As(err, &why))
					require.True(t, why.Event == foppen.Redact(w, v.Seat()))
					require.NotEmpty(t, why.Want)
					require.NotEmpty(t, err.Error())
				}
				v, _ = v.Update(e)
			}
		})
	}
	// What can follow instead is another card of the hidden hands or one's own,
	// another answer or bet of others, other cards left of the hidden hands, other
	// cards dealt; and what has just been told can be told again.
	t.Logf("refused %d, accepted %v", refused, accepted)
	require.Greater(t, refused, 5000)
	for _, kind := range []string{"scored", "game-over", "round-ended", "trick-won"} {
		require.Less(t, accepted[kind], refused/20, kind)
	}
}

// mutations are events near an event.
func mutations(e foppen.Event, random *rand.Rand) []foppen.Event {
	var list []foppen.Event
	seats := []foppen.Seat{-128, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 127}
	seat := func() foppen.Seat { return seats[random.IntN(len(seats))] }
	cards := allCards()
	card := func() foppen.Card { return append(cards, foppen.NoCard, 127, 255)[random.IntN(len(cards)+3)] }
	add := func(e foppen.Event) { list = append(list, e) }
	for range 3 {
		switch e := e.(type) {
		case foppen.Dealt:
			f := e
			f.Round += 1 - 2*random.IntN(2)
			add(f)
			f = e
			f.Dealer = seat()
			add(f)
			f = e
			f.Starter = seat()
			add(f)
			f = e
			f.HandSize++
			add(f)
			f = e
			f.Shown ^= 1 << random.IntN(8)
			add(f)
			f = e
			f.Hands[random.IntN(8)] = e.Hands[random.IntN(8)].With(card())
			add(f)
		case foppen.BetPlaced:
			add(foppen.BetPlaced{Seat: seat(), Bet: e.Bet})
			add(foppen.BetPlaced{Seat: e.Seat, Bet: foppen.BetState(random.IntN(5))})
		case foppen.BetsRevealed:
			add(foppen.BetsRevealed{Bettors: foppen.Seats(random.IntN(256))})
		case foppen.CardPlayed:
			add(foppen.CardPlayed{Seat: seat(), Card: e.Card, Follows: e.Follows})
			add(foppen.CardPlayed{Seat: e.Seat, Card: card(), Follows: e.Follows})
			add(foppen.CardPlayed{Seat: e.Seat, Card: card(), Follows: !e.Follows})
			add(foppen.CardPlayed{Seat: e.Seat, Card: e.Card, Follows: !e.Follows})
		case foppen.ColorLed:
			add(foppen.ColorLed{Seat: seat(), Color: e.Color})
			add(foppen.ColorLed{Seat: e.Seat, Color: foppen.Color(random.IntN(7))})
		case foppen.TrickWon:
			add(foppen.TrickWon{Seat: seat(), Card: e.Card})
			add(foppen.TrickWon{Seat: e.Seat, Card: card()})
		case foppen.Fooled:
			add(foppen.Fooled{Fool: foppen.Fool{Seat: seat(), Card: e.Card, Reason: e.Reason, Tied: e.Tied}})
			add(foppen.Fooled{Fool: foppen.Fool{Seat: e.Seat, Card: card(), Reason: e.Reason, Tied: e.Tied}})
			add(foppen.Fooled{Fool: foppen.Fool{Seat: e.Seat, Card: e.Card, Reason: foppen.FoolReason(random.IntN(5)), Tied: e.Tied}})
			add(foppen.Fooled{Fool: foppen.Fool{Seat: e.Seat, Card: e.Card, Reason: e.Reason, Tied: !e.Tied}})
		case foppen.Freed:
			add(foppen.Freed{Seat: seat()})
		case foppen.RoundEnded:
			add(foppen.RoundEnded{Round: e.Round + 1, Out: e.Out})
			add(foppen.RoundEnded{Round: e.Round, Out: e.Out ^ 1<<random.IntN(8)})
		case foppen.Scored:
			f := e
			f.Seat = seat()
			add(f)
			f = e
			f.Points++
			add(f)
			f = e
			f.Total--
			add(f)
			f = e
			f.Bet = !f.Bet
			add(f)
			f = e
			f.Reason = foppen.ScoreReason(random.IntN(6))
			add(f)
			f = e
			f.Left = f.Left.With(card())
			add(f)
			f = e
			f.Left = f.Left.Without(f.Left.Lowest()).With(card())
			add(f)
		case foppen.GameOver:
			for _, change := range []func(e *foppen.GameOver){
				func(e *foppen.GameOver) { e.Reasons ^= 1 << random.IntN(8) },
				func(e *foppen.GameOver) { e.Minus ^= 1 << random.IntN(8) },
				func(e *foppen.GameOver) { e.Tens ^= 1 << random.IntN(8) },
				func(e *foppen.GameOver) { e.Winners ^= 1 << random.IntN(8) },
				func(e *foppen.GameOver) { e.Standings = foppen.Standings{} },
			} {
				wrong := e
				change(&wrong)
				add(wrong)
			}
		}
	}
	return append(list, nil)
}

// kindOf is the word of an event's type.
func kindOf(e foppen.Event) string {
	switch e.(type) {
	case foppen.Dealt:
		return "dealt"
	case foppen.BetPlaced:
		return "bet-placed"
	case foppen.BetsRevealed:
		return "bets-revealed"
	case foppen.CardPlayed:
		return "card-played"
	case foppen.ColorLed:
		return "color-led"
	case foppen.TrickWon:
		return "trick-won"
	case foppen.Fooled:
		return "fooled"
	case foppen.Freed:
		return "freed"
	case foppen.RoundEnded:
		return "round-ended"
	case foppen.Scored:
		return "scored"
	case foppen.GameOver:
		return "game-over"
	}
	return "none"
}

// TestNoTrickAfterTheLast: between the last card of a round and its scores a view shows
// no trick, since none will be played.
func TestNoTrickAfterTheLast(t *testing.T) {
	between := 0
	playScene(t, scene{"rulebook-2018", foppen.Rulebook2018(), 4}, 77, func(s step) {
		if len(s.events) == 0 || s.after.Phase() == foppen.PlayPhase {
			return
		}
		v := s.before.View(1)
		for _, e := range foppen.RedactAll(s.events, 1) {
			if _, scored := e.(foppen.Scored); scored {
				between++
				require.Equal(t, len(v.Tricks()), v.TrickNumber())
				require.Equal(t, foppen.NoSeat, v.Leader())
				require.Equal(t, foppen.NoSeat, v.Turn())
				require.Zero(t, v.TakingPart())
				require.Zero(t, v.SittingOut())
				sameAfterJSON(t, v)
			}
			var err error
			v, err = v.Update(e)
			require.NoError(t, err)
		}
	})
	require.NotZero(t, between)
}

// TestUpdateSaysWhatItWants: who sends a wrong event is told those that the last play has
// brought about, or else what comes next.
func TestUpdateSaysWhatItWants(t *testing.T) {
	met := map[string]int{}
	playScene(t, scene{"", foppen.Rulebook2018(), 7}, 5, func(s step) { // two discs
		if s.before.Phase() != foppen.PlayPhase {
			return
		}
		v := s.before.View(2)
		wants := func(told string) {
			t.Helper()
			if told == "" {
				told = " or a card of seat " + v.Turn().String()
			}
			var e *foppen.EventError
			_, err := v.Update(foppen.Freed{Seat: 7})
			require.ErrorAs(t, err, &e)
			require.Equal(t, strings.TrimPrefix(told, " or "), e.Want)
		}
		told, over := "", ""
		for _, e := range s.events {
			switch e.(type) {
			case foppen.ColorLed, foppen.TrickWon, foppen.Fooled, foppen.Freed, foppen.RoundEnded:
				told += " or that " + e.String()
			case foppen.GameOver:
				over = " or that " + e.String()
			}
			met[kindOf(e)]++
		}
		for i, e := range s.events {
			v = foppen.Must(v.Update(foppen.Redact(e, 2)))
			if i == 0 { // the card
				wants(told)
			}
		}
		wants(told + over)
	})
	for _, kind := range []string{"color-led", "trick-won", "fooled", "freed", "round-ended", "game-over"} {
		require.NotZero(t, met[kind], kind)
	}
}
