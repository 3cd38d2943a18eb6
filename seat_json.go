package foppen

// MarshalJSON returns the seats as a list from 0 upward, such as [0,3]; no seats are
// [].
func (set Seats) MarshalJSON() ([]byte, error) { return marshalJSON(&set) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (set *Seats) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, set) }
