package foppen

// MarshalJSON returns the cards as a list in the order of a hand, such as
// ["G2","G17","R5","1"]; no cards are [].
func (h Cards) MarshalJSON() ([]byte, error) { return appendCards(nil, h), nil }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (h *Cards) UnmarshalJSON(data []byte) error {
	var d Cards
	err := readJSON(data, maxJSON, func(r *jsonReader) { d = r.cards() })
	if err == nil {
		*h = d
	}
	return err
}
