package foppen

import "slices"

// String returns the view in one line, such as "seat 0 of 4, rulebook-2018, round 1,
// play: seat 0 to act, hand G2 G17 R5, trick 3:G9, cards 3,4,4,3, fools 1, totals
// 0,0,0,0". It is for people: MarshalJSON says all.
func (v View) String() string {
	if v.phase == NoPhase {
		return "no game"
	}
	s := "seat " + v.seat.String()
	if v.seat == NoSeat {
		s = "spectator"
	}
	s += " of " + itoa(v.Players()) + ", " + v.Variant().String() + ", round " + itoa(v.Round()) + ", " + v.phase.String()
	if v.Turn() != NoSeat {
		s += ": seat " + v.Turn().String() + " to act"
	}
	if !v.hand.IsEmpty() {
		s += ", hand " + v.hand.String()
	}
	if t := v.Trick(); t.Len() > 0 {
		s += ", trick " + t.String()
	}
	sizes := make([]int, v.players)
	for i := range sizes {
		sizes[i] = int(v.sizes[i])
	}
	return s + ", cards " + commaInts(sizes) + ", fools " + v.fools.String() + ", totals " + commaInts(v.Totals())
}

// commaInts returns the numbers with a comma between two.
func commaInts(list []int) string {
	b := appendInts(nil, list)
	return string(slices.Clip(b[1 : len(b)-1]))
}
