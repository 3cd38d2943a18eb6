package foppen

// MarshalJSON returns the seats as a list from 0 upward, such as [0,3]; no seats are
// [].
func (set Seats) MarshalJSON() ([]byte, error) { return appendSeats(nil, set), nil }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (set *Seats) UnmarshalJSON(data []byte) error {
	var s Seats
	err := readJSON(data, maxJSON, func(r *jsonReader) { s = r.seats(MaxPlayers) })
	if err == nil {
		*set = s
	}
	return err
}
