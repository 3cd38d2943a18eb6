package foppen

import "encoding/json"

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (r *EndReasons) UnmarshalJSON(data []byte) error {
	var e EndReasons
	err := readJSON(data, maxJSON, func(r *jsonReader) { e = r.endReasons() })
	if err == nil {
		*r = e
	}
	return err
}

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError: the ranks and the order must be those of the totals.
func (st *Standings) UnmarshalJSON(data []byte) error {
	var s Standings
	err := readJSON(data, maxJSON, func(r *jsonReader) { s = r.standings() })
	if err == nil {
		*st = s
	}
	return err
}

// MarshalJSON returns the reasons' words as a list.
func (r EndReasons) MarshalJSON() ([]byte, error) { return json.Marshal(r.words()) }

// MarshalJSON returns the standings from the top as a list.
func (st Standings) MarshalJSON() ([]byte, error) { return json.Marshal(st.rows[:st.n]) }

func appendStandings(b []byte, st Standings) []byte {
	return appendList(b, st.Len(), func(b []byte, i int) []byte {
		row := st.At(i)
		b = appendInt(appendKey(append(b, '{'), "rank"), row.Rank)
		b = appendInt(appendKey(b, "seat"), row.Seat)
		return append(appendInt(appendKey(b, "total"), row.Total), '}')
	})
}

func appendWords(b []byte, words []string) []byte {
	return appendList(b, len(words), func(b []byte, i int) []byte { return appendString(b, words[i]) })
}

// endReasons reads a list of the words of end reasons, in their order.
func (r *jsonReader) endReasons() (met EndReasons) {
	r.array(3, func(int) {
		word := string(r.stringBytes())
		for i, w := range (EndRounds | EndMinus | EndTens).words() {
			if w == word && met>>i == 0 {
				met |= 1 << i
				return
			}
		}
		r.refuse("want the end reasons in their order: " + enumChoices(endWords) + ", got " + quoteShort([]byte(word)))
	})
	return met
}

// standings reads the rows of standings, which follow from the totals in them.
func (r *jsonReader) standings() Standings {
	var st Standings
	var totals [MaxPlayers]int
	start := r.pos
	r.array(MaxPlayers, func(i int) {
		row := &st.rows[i]
		r.object("rank seat total", func(key string) {
			switch key {
			case "rank":
				row.Rank = r.int(1, MaxPlayers)
			case "seat":
				row.Seat = r.seat(MaxPlayers)
			case "total":
				row.Total = r.int(-maxNumber, maxNumber)
			}
		})
		totals[row.Seat] = row.Total
		st.n++
	})
	if st != NewStandings(totals[:st.n]...) {
		r.failAt(start, "want the ranks of all seats, the highest total first, equal totals in the order of seats", nil)
	}
	return st
}

// appendScore appends the fields of a score to an object.
func appendScore(b []byte, s Score) []byte {
	b = appendCards(appendKey(b, "left"), s.Left)
	b = appendWord(appendKey(b, "reason"), s.Reason)
	b = appendBool(appendKey(b, "bet"), s.Bet)
	b = appendInt(appendKey(b, "base"), s.Base)
	return appendInt(appendKey(b, "points"), s.Points)
}
