package foppen

// MarshalJSON returns the cards as a list in the order of a hand, such as
// ["G2","G17","R5","1"]; no cards are [].
func (h Cards) MarshalJSON() ([]byte, error) { return marshalJSON(&h) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (h *Cards) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, h) }
