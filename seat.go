package foppen

import (
	"iter"
	"math/bits"
)

// MinPlayers and MaxPlayers bound the number of players that a variant may allow.
const (
	MinPlayers = 2
	MaxPlayers = 8
)

// A Seat is a place at the table, from 0 clockwise (R2.1); NoSeat is nobody. The
// zero value is the first seat.
type Seat int8

// NoSeat is nobody: the Turn of a game that waits for no seat, and the seat from
// which spectators look.
const NoSeat Seat = -1

// IsValid reports whether s is a seat of some table: 0 to 7.
func (s Seat) IsValid() bool { return s >= 0 && s < MaxPlayers }

// String returns the seat's number, or "none" for NoSeat.
func (s Seat) String() string {
	if s == NoSeat {
		return "none"
	}
	return itoa(int(s))
}

// parseSeat reads the number of a seat.
func parseSeat(s string) (Seat, bool) {
	if len(s) != 1 || s[0]-'0' >= MaxPlayers {
		return NoSeat, false
	}
	return Seat(s[0] - '0'), true
}

// Seats is a set of seats, such as those that sit out. It is comparable; the zero
// value is the empty set. Bit i is seat i.
type Seats uint8

// SeatsOf returns the set of the seats given; what is no seat is left out.
func SeatsOf(seats ...Seat) Seats {
	var set Seats
	for _, s := range seats {
		set = set.With(s)
	}
	return set
}

// Has reports whether s is in the set.
func (set Seats) Has(s Seat) bool { return s.IsValid() && set>>s&1 != 0 }

// Len returns the number of seats.
func (set Seats) Len() int { return bits.OnesCount8(uint8(set)) }

// IsEmpty reports whether there are no seats in the set.
func (set Seats) IsEmpty() bool { return set == 0 }

// With returns the set with s in it; NoSeat and other numbers change nothing.
func (set Seats) With(s Seat) Seats {
	if !s.IsValid() {
		return set
	}
	return set | 1<<s
}

// Without returns the set without s.
func (set Seats) Without(s Seat) Seats { return set &^ Seats(0).With(s) }

// All walks through the seats from 0 upward.
func (set Seats) All() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(Seat(bits.TrailingZeros8(uint8(set)))) {
				return
			}
		}
	}
}

// String returns the seats from 0 upward with a comma between two, such as "0,3",
// or "none".
func (set Seats) String() string {
	if set == 0 {
		return "none"
	}
	b := make([]byte, 0, 2*MaxPlayers)
	for s := range set.All() {
		if len(b) > 0 {
			b = append(b, ',')
		}
		b = append(b, '0'+byte(s))
	}
	return string(b)
}

// Masks and remainders such as s&7, i%MaxPlayers and shift&63 change nothing, here and in
// other files: the values are in range. They prove it to the compiler, which then leaves
// out the check of an index or the code for a long shift.

// after returns the first seat of the set clockwise after s; the set is not empty.
// Going round a table of eight serves every table, since seats that do not exist
// are in no set.
func (set Seats) after(s Seat) Seat {
	s++
	round := uint16(set) * 0x101 >> (s & 7)
	return (s + Seat(bits.TrailingZeros16(round))) & 7
}
