package foppen

// MarshalJSON returns the result as an object whose lists by seat are as long as there
// are players. What a View has too, has the same key:
//
//	{"number":40,"players":4,"starter":0,"rounds":4,"tricks":51,"cards":157,"end_reasons":["minus-points"],
//	"winners":[2],"totals":[-62,-87,-21,-74],"tens":[1,1,2,0],"fooled":[13,16,8,14]}
func (r GameResult) MarshalJSON() ([]byte, error) {
	n := max(0, min(r.Players, MaxPlayers))
	b := appendUint(appendKey([]byte{'{'}, "number"), r.Number)
	b = appendInt(appendKey(b, "players"), r.Players)
	b = appendInt(appendKey(b, "starter"), r.Starter)
	b = appendInt(appendKey(b, "rounds"), r.Rounds)
	b = appendInt(appendKey(b, "tricks"), r.Tricks)
	b = appendInt(appendKey(b, "cards"), r.Cards)
	b = appendStrings(appendKey(b, "end_reasons"), r.Ended.words())
	b = appendSeats(appendKey(b, "winners"), r.Winners)
	b = appendInts(appendKey(b, "totals"), r.Totals[:n])
	b = appendInts(appendKey(b, "tens"), r.Tens[:n])
	return append(appendInts(appendKey(b, "fooled"), r.Fooled[:n]), '}'), nil
}
