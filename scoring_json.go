package foppen

// MarshalJSON returns the score as an object:
//
//	{"left":["G9","Y8"],"reason":"cards-left","bet":false,"base":-17,"points":-17}
//
// Where being fooled has brought points (R8.3), "fooled" and "fool_points" stand before
// "points". It fails for a reason that has no word.
func (s Score) MarshalJSON() ([]byte, error) { return marshalJSON(&s) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (s *Score) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, s) }

func (s *Score) fields(list []field) []field {
	fooled, foolPoints := "fooled", "fool_points"
	if s.Fooled == 0 && s.FoolPoints == 0 {
		fooled, foolPoints = "fooled?", "fool_points?"
	}
	return append(list,
		field{"left", &s.Left},
		field{"reason", &s.Reason},
		field{"bet", &s.Bet},
		field{"base", (*points)(&s.Base)},
		field{fooled, (*count)(&s.Fooled)},
		field{foolPoints, (*points)(&s.FoolPoints)},
		field{"points", (*points)(&s.Points)},
	)
}

// MarshalJSON returns the reasons' words as a list.
func (r EndReasons) MarshalJSON() ([]byte, error) {
	r &= EndRounds | EndMinus | EndTens
	return marshalJSON(&r)
}

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (r *EndReasons) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, r) }

func (r *EndReasons) writeJSON(w *jsonWriter) {
	if *r >= EndTens<<1 {
		w.refuse(&ArgError{Field: "Reasons", Problem: itoa(int(*r)) + " are not end reasons"})
	}
	w.b = appendStrings(w.b, r.words())
}

func (r *EndReasons) readJSON(reader *jsonReader) {
	reader.array(3, func(int) {
		word := string(reader.stringBytes())
		for i, w := range (EndRounds | EndMinus | EndTens).words() {
			if w == word && *r>>i == 0 {
				*r |= 1 << i
				return
			}
		}
		reader.refuse("want the end reasons in their order: " + enum{words: endWords}.choices() + ", got " + quoteShort([]byte(word)))
	})
}

// MarshalJSON returns the standing as an object: {"rank":1,"seat":1,"total":30}.
func (s Standing) MarshalJSON() ([]byte, error) { return marshalJSON(&s) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (s *Standing) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, s) }

func (s *Standing) fields(list []field) []field {
	return append(list, field{"rank", (*rank)(&s.Rank)}, field{"seat", (*anySeat)(&s.Seat)}, field{"total", (*points)(&s.Total)})
}

// MarshalJSON returns the standings from the top as a list.
func (st Standings) MarshalJSON() ([]byte, error) { return marshalJSON(&st) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError: the ranks and the order must be those of the totals.
func (st *Standings) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, st) }

func (st *Standings) writeJSON(w *jsonWriter) {
	rows := list[Standing](st.rows[:st.n])
	w.value(&rows)
}

func (st *Standings) readJSON(r *jsonReader) {
	start := r.pos
	var totals [MaxPlayers]int
	r.array(MaxPlayers, func(i int) {
		row := &st.rows[i]
		r.fields(row)
		totals[row.Seat&7] = row.Total
		st.n++
	})
	if *st != NewStandings(totals[:st.n]...) {
		r.failAt(start, "want the ranks of all seats, the highest total first, equal totals in the order of seats", nil)
	}
}
