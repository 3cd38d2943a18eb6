package foppen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// The tests of this file exchange what a seat does not see and compare every byte
// that the seat can get.

// TestHiddenCardsAndBetsDoNotShow: whatever the hands of others, the cards set aside
// and the bets that are not open are, a seat gets the same bytes: before a move, of
// the move, and after it, in every phase; and so does a spectator.
func TestHiddenCardsAndBetsDoNotShow(t *testing.T) {
	h := &hider{random: rand.New(rand.NewPCG(1, 8))}
	met := map[string]int{}
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		h.playHidden(t, s, uint64(600+i), met)
	}
	t.Logf("%d cards exchanged, %d bets turned, steps %v", h.swapped, h.flipped, met)
	require.Greater(t, h.swapped, 1000)
	require.Greater(t, h.flipped, 20)
	for _, kind := range []string{"deal", "bet", "play", "foppen.Deal", "foppen.Bet", "foppen.Play"} {
		require.NotZero(t, met[kind], kind)
	}
}

// playHidden plays a game, and at some of its moves exchanges what a seat does not see: that
// seat must get the same bytes before the move, of it, and after it. It counts the steps.
func (h *hider) playHidden(t failer, s scene, seed uint64, met map[string]int) {
	playScene(t, s, seed, func(s step) {
		play, isPlay := s.move.(foppen.Play)
		if isPlay && h.random.IntN(rarer(100, 3)) > 0 || !isPlay && h.random.IntN(4) > 0 {
			return
		}
		seats := viewers(s.after)
		h.seat = seats[h.random.IntN(len(seats))]
		swapped := h.swapped
		holder, pinned := foppen.NoSeat, foppen.NoCard
		if isPlay && play.Seat != h.seat {
			holder, pinned = play.Seat, play.Card
		}
		other := s.before
		if s.before.Phase() != foppen.DealPhase { // then hands lie open, or there are none
			other = h.hide(s.before, holder, pinned)
		}
		move := h.hideMove(other, s.move)
		requireSameOutput(t, visible(t, s.before, h.seat), visible(t, other, h.seat))
		if s.before.Phase() == foppen.BetPhase && s.after.Phase() != foppen.BetPhase { // the bets are opened
			hands, _ := foppen.Hidden(other)
			_, bets := foppen.Hidden(s.before)
			other = foppen.WithHidden(other, hands, bets)
		}
		after, events, err := other.Apply(move)
		require.NoError(t, err)
		requireSameOutput(t, shownEvents(t, s.events, h.seat), shownEvents(t, events, h.seat))
		if s.after.Phase() == foppen.BetPhase || s.after.Phase() == foppen.PlayPhase {
			requireSameOutput(t, visible(t, s.after, h.seat), visible(t, after, h.seat))
			require.True(t, s.after.View(h.seat) == after.View(h.seat))
		}
		if h.swapped > swapped {
			met[s.before.Phase().String()]++
			met[fmt.Sprintf("%T", s.move)]++
		}
	})
}

// TestSwapTestSees makes sure that the comparison would notice: the seat itself, and
// the game, do show the cards.
func TestSwapTestSees(t *testing.T) {
	g, err := foppen.New(4)
	require.NoError(t, err)
	g, err = g.Deal(g.Shuffle(rand.NewPCG(1, 1)))
	require.NoError(t, err)
	h := &hider{random: rand.New(rand.NewPCG(1, 9)), seat: 0}
	other := h.hide(g, foppen.NoSeat, foppen.NoCard)
	require.NotEqual(t, g.String(), other.String())
	require.NotEqual(t, visible(t, g, 1), visible(t, other, 1))
}
