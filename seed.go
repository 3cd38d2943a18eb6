package foppen

import (
	crand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// SeedSource returns the random source from which the bot of the seat draws in the
// game of that number of a seed, for NoSeat the source of the game's deals. The sources
// of all seeds, games and seats are independent of each other, so that the deals depend
// on seed and number alone, and no bot can compute the deals from its own source. A bot
// that can guess the seed can, though: play with bots that you do not trust by a seed of
// 64 random bits, and keep it to yourself.
//
// The source is a PCG whose two words of state are the first 16 bytes of the SHA-256 of
// seed, number and seat, each in 8 bytes, all big-endian and NoSeat as -1. Numbers that
// are no seat have sources too. This will not change: the same three arguments give the
// same numbers in every version.
func SeedSource(seed, number uint64, seat Seat) rand.Source {
	s := newStream(seed, number, seat)
	return &s
}

// A stream hides the PCG in it, whose state everybody could read.
type stream struct{ pcg rand.PCG }

func newStream(seed, number uint64, seat Seat) (s stream) {
	var key [24]byte
	binary.BigEndian.PutUint64(key[0:], seed)
	binary.BigEndian.PutUint64(key[8:], number)
	binary.BigEndian.PutUint64(key[16:], uint64(seat))
	sum := sha256.Sum256(key[:])
	s.pcg.Seed(binary.BigEndian.Uint64(sum[0:]), binary.BigEndian.Uint64(sum[8:]))
	return s
}

// Uint64 returns the next number of the stream.
func (s *stream) Uint64() uint64 { return s.pcg.Uint64() }

// freshSource returns src, or for nil a ChaCha8 keyed by the system.
func freshSource(src rand.Source) rand.Source {
	if src != nil {
		return src
	}
	var key [32]byte
	crand.Read(key[:]) // never fails: the program is ended if the system has no randomness
	return rand.NewChaCha8(key)
}
