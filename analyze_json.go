package foppen

// MarshalJSON returns the analysis as an object with the lists "choices" and "seats". It fails
// with an *ArgError for choices that could not be read back.
func (a Analysis) MarshalJSON() ([]byte, error) { return marshalJSON(&a) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (a *Analysis) UnmarshalJSON(data []byte) error { return unmarshalLong(data, MaxRecordLen, a) }

func (a *Analysis) fields(list []field) []field {
	const most = MaxRecordLen / 100 // a choice has more bytes
	return append(list,
		field{"choices", &longList[Choice]{&a.Choices, most}},
		field{"seats", &longList[SeatAnalysis]{&a.Seats, MaxPlayers}},
	)
}

// MarshalJSON returns the sums as an object with the keys "seat", "choices", "best", "errors",
// "accuracy" and "cost".
func (s SeatAnalysis) MarshalJSON() ([]byte, error) { return marshalJSON(&s) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (s *SeatAnalysis) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, s) }

func (s *SeatAnalysis) fields(list []field) []field {
	return append(list,
		field{"seat", &s.Seat},
		field{"choices", (*count)(&s.Choices)},
		field{"best", (*count)(&s.Best)},
		field{"errors", (*count)(&s.Errors)},
		field{"accuracy", &s.Accuracy},
		field{"cost", &s.Cost},
	)
}

// MarshalJSON returns the choice as an object with the keys "number", "round", "trick", "made",
// "best" and "cost"; moves are as in records. It fails with an *ArgError for what could not be
// read back, such as the zero Choice.
func (c Choice) MarshalJSON() ([]byte, error) {
	if problem := c.problem(); problem != "" {
		return nil, &ArgError{Field: "Choice", Problem: problem}
	}
	return marshalJSON(&c)
}

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (c *Choice) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, c) }

// A choiceForm is the JSON of a Choice.
type choiceForm Choice

func (c *choiceForm) fields(list []field) []field {
	return append(list,
		field{"number", (*count)(&c.Number)},
		field{"round", (*count)(&c.Round)},
		field{"trick", (*count)(&c.Trick)},
		field{"made", &c.Made},
		field{"best", &c.Best},
		field{"cost", &c.Cost},
	)
}

func (c *Choice) writeJSON(w *jsonWriter) { w.object((*choiceForm)(c)) }

func (c *Choice) readJSON(r *jsonReader) {
	r.peek()
	start := r.pos
	r.fields((*choiceForm)(c))
	if problem := c.problem(); problem != "" {
		r.failAt(start, "want the choice of one seat: "+problem, nil)
	}
}

// problem says why a choice cannot be one, "" if it can.
func (c *Choice) problem() string {
	switch made := c.Made.(type) {
	case Play:
		if best, ok := c.Best.(Play); ok && best.Seat == made.Seat {
			return ""
		}
	case Bet:
		if best, ok := c.Best.(Bet); ok && best.Seat == made.Seat {
			return ""
		}
	}
	return "made and best are two plays or two bets of one seat"
}
