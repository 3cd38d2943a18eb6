package foppen

import "math"

// MarshalJSON returns the result as an object with the keys "deals", "games", "rounds",
// "skill_share", "deal_share" and "entrants", which is a list, also when it is empty.
func (r TournamentResult) MarshalJSON() ([]byte, error) { return marshalJSON(&r) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (r *TournamentResult) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, r) }

func (r *TournamentResult) fields(list []field) []field {
	return append(list,
		field{"deals", (*gameCount)(&r.Deals)},
		field{"games", (*gameCount)(&r.Games)},
		field{"rounds", (*gameCount)(&r.Rounds)},
		field{"skill_share", &r.SkillShare},
		field{"deal_share", &r.DealShare},
		field{"entrants", &longList[Entrant]{&r.Entrants, MaxPlayers}},
	)
}

// MarshalJSON returns the entrant as an object with the keys "name", "seats", "points",
// "edge", "wins", "fair" and "tens".
func (e Entrant) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *Entrant) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *Entrant) fields(list []field) []field {
	return append(list,
		field{"name", (*botName)(&e.Name)},
		field{"seats", (*count)(&e.SeatCount)},
		field{"points", &e.Points},
		field{"edge", &e.Edge},
		field{"wins", &e.Wins},
		field{"fair", &e.Fair},
		field{"tens", &e.Tens},
	)
}

// A gameCount is a number of games, deals or rounds, which can be more than other numbers.
type gameCount int

func (n *gameCount) writeJSON(w *jsonWriter) {
	if *n < 0 {
		w.refuse(&ArgError{Field: "number", Problem: itoa(int(*n)) + " is below 0"})
		return
	}
	all := anyNumber(*n)
	all.writeJSON(w)
}

func (n *gameCount) readJSON(r *jsonReader) { *n = gameCount(r.uint(math.MaxInt)) }

// A botName is the name of a BotMaker.
type botName string

func (n *botName) writeJSON(w *jsonWriter) { w.b = appendString(w.b, string(*n)) }
func (n *botName) readJSON(r *jsonReader)  { *n = botName(r.string(MaxNameLen)) }
