package foppen

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
