package foppen_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/foppen-go/foppen"
)

// Who moves is said by the move itself, whatever its seat is; a deal is no seat's.
func TestMover(t *testing.T) {
	for _, seat := range []foppen.Seat{-128, -1, 0, 3, 7, 8, 127} {
		assert.Equal(t, seat, foppen.Play{Seat: seat, Card: foppen.One}.Mover())
		assert.Equal(t, seat, foppen.Bet{Seat: seat}.Mover())
	}
	assert.Equal(t, foppen.NoSeat, foppen.Deal{}.Mover())
	played := playRecorded(t, foppen.Edition1995Bets(), 3, 1)
	for n, m := range played.moves {
		assert.Equal(t, played.games[n].Turn(), m.Mover(), "%v: in a game the mover is who has the turn", m)
	}
}
