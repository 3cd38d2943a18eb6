package foppen

// MarshalJSON returns the estimate as an object with the keys "card", "samples", "points",
// "edge", "tens" and "fooled".
func (e Estimate) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *Estimate) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *Estimate) fields(list []field) []field {
	return append(list,
		field{"card", &e.Card},
		field{"samples", (*count)(&e.Samples)},
		field{"points", &e.Points},
		field{"edge", &e.Edge},
		field{"tens", &e.Tens},
		field{"fooled", &e.Fooled},
	)
}
