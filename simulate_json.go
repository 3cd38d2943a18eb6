package foppen

// MarshalJSON returns the result as an object whose lists by seat are as long as there
// are players. What a View has too, has the same key:
//
//	{"number":40,"players":4,"starter":0,"rounds":4,"tricks":51,"cards":157,"end_reasons":["minus-points"],
//	"winners":[2],"totals":[-62,-87,-21,-74],"tens":[1,1,2,0],"fooled":[13,16,8,14]}
func (r GameResult) MarshalJSON() ([]byte, error) { return marshalJSON(&r) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (r *GameResult) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, r) }

// A resultForm is the JSON of a GameResult.
type resultForm struct {
	result               GameResult
	totals, tens, fooled list[int]
}

func (f *resultForm) fields(list []field) []field {
	r := &f.result
	return append(list,
		field{"number", &r.Number},
		field{"players", &r.Players},
		field{"starter", (*anySeat)(&r.Starter)},
		field{"rounds", &r.Rounds},
		field{"tricks", &r.Tricks},
		field{"cards", &r.Cards},
		field{"end_reasons", &r.Ended},
		field{"winners", &r.Winners},
		field{"totals", &f.totals},
		field{"tens", &f.tens},
		field{"fooled", &f.fooled},
	)
}

func (r *GameResult) writeJSON(w *jsonWriter) {
	n := max(0, min(r.Players, MaxPlayers))
	w.object(&resultForm{*r, r.Totals[:n], r.Tens[:n], r.Fooled[:n]})
}

func (r *GameResult) readJSON(j *jsonReader) {
	var f resultForm
	j.fields(&f)
	*r = f.result
	rows := [...]list[int]{f.totals, f.tens, f.fooled}
	for i, to := range [...]*[MaxPlayers]int{&r.Totals, &r.Tens, &r.Fooled} {
		if copy(to[:], rows[i]) != r.Players || len(rows[i]) != r.Players {
			j.failAt(0, "want as many totals, tens and fooled as players", nil)
		}
	}
}
