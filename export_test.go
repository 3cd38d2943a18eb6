package foppen

import (
	"io"
	"iter"
	"math/rand/v2"
)

// Below is below, for the tests in package foppen_test.
func Below(src rand.Source, n uint64) uint64 { return below(src, n) }

// A Past is what earlier rounds leave behind: all that GameAt sets.
type Past struct {
	Round  int   // Round is how many rounds have been played.
	Totals []int // Totals holds the points by seat.
	Minus  []int // Minus holds the minus points alone, as positive numbers.
	Tens   []int // Tens holds the tens by seat.
}

// GameAt returns the game, which waits for its first deal, as if the past lay
// behind it. Dealer and starter stay. There is no way to say this outside tests:
// a Game's past is always one that was played.
func GameAt(g Game, past Past) Game {
	g.round = uint16(past.Round)
	for i, n := range past.Totals {
		g.totals[i] = int32(n)
	}
	for i, n := range past.Minus {
		g.minus[i] = int32(n)
	}
	for i, n := range past.Tens {
		g.tens[i] = uint16(n)
	}
	return g
}

// ReadShortRecords and ReadShortSeatRecords are ReadRecords and ReadSeatRecords with
// another limit than MaxRecordLen.

func ReadShortRecords(r io.Reader, limit int) iter.Seq2[Record, error] {
	return readRecords(r, limit, decodeRecord)
}

func ReadShortSeatRecords(r io.Reader, limit int) iter.Seq2[SeatRecord, error] {
	return readRecords(r, limit, decodeSeatRecord)
}
