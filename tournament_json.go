package foppen

import "encoding/json"

// MarshalJSON returns the result as an object with the keys "deals", "games", "rounds"
// and "entrants", which is a list, also when it is empty.
func (r TournamentResult) MarshalJSON() ([]byte, error) {
	type plain TournamentResult // without this method
	if r.Entrants == nil {
		r.Entrants = []Entrant{}
	}
	return json.Marshal(plain(r))
}
