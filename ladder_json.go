package foppen

import "strings"

// ladderFormat names the JSON form of a ladder and its version.
const ladderFormat = "foppen-ladder/1"

// maxLadder bounds the length of a ladder that is read, in bytes.
const maxLadder = 1 << 22

// MarshalJSON returns the result as one JSON object: what was played, the ratings, and under
// "exact" the counts from which they follow. Equal results give equal bytes. The zero
// LadderResult has no JSON form and is refused with an *ArgError.
func (r LadderResult) MarshalJSON() ([]byte, error) { return marshalJSON(&r) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError,
// also counts that cannot be those of one ladder. The ratings are stepped over: they
// follow from the counts.
func (r *LadderResult) UnmarshalJSON(data []byte) error { return unmarshalLong(data, maxLadder, r) }

func (r *LadderResult) writeJSON(w *jsonWriter) {
	if r.groups == nil {
		w.refuse(&ArgError{Field: "ladder", Problem: "is of no deals"})
		return
	}
	f := ladderForm{result: *r, deals: r.Deals(), entries: r.Entries()}
	n := len(r.run.bots)
	for _, group := range r.groups {
		var rows list[list[anyNumber]]
		for i, halves := range group {
			if i%n == 0 {
				rows = append(rows, nil)
			}
			rows[i/n] = append(rows[i/n], anyNumber(halves))
		}
		f.groups = append(f.groups, rows)
	}
	w.object(&f)
}

func (r *LadderResult) readJSON(j *jsonReader) {
	var f ladderForm
	if j.fields(&f); j.err == nil {
		f.finish(j)
	}
	*r = f.result
}

// A ladderForm is the JSON of a LadderResult. What has been read is checked when all keys
// are known, for they may come in any order.
type ladderForm struct {
	result  LadderResult
	deals   uint64
	entries list[LadderEntry] // only to write
	groups  list[list[list[anyNumber]]]
}

func (f *ladderForm) fields(list []field) []field {
	r := &f.result.run
	return append(list,
		field{"format", literal(ladderFormat)},
		field{"variant", &r.variant},
		field{"players", (*playerCount)(&r.players)},
		field{"bots", &textList{&r.bots, MaxLadderBots, MaxNameLen}},
		field{"seed", (*anyNumber)(&r.seed)},
		field{"deals", &f.deals},
		field{"ranges", &longList[GameRange]{&r.ranges, maxRanges}},
		field{"ratings", derived{&f.entries}},
		field{"exact", &f.groups},
		r.versionField(),
	)
}

// MarshalJSON returns the entry as an object with the keys "name", "rating", "score" and
// "comparisons".
func (e LadderEntry) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *LadderEntry) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *LadderEntry) fields(list []field) []field {
	return append(list,
		field{"name", (*botName)(&e.Name)},
		field{"rating", &e.Rating},
		field{"score", &e.Score},
		field{"comparisons", (*anyNumber)(&e.Comparisons)},
	)
}

// finish checks that what has been read is a ladder, and completes it.
func (f *ladderForm) finish(r *jsonReader) {
	run := &f.result.run
	_, err := New(run.players, WithVariant(run.variant))
	if err == nil {
		err = checkEntrants(run.bots)
	}
	if err != nil {
		r.err = &DecodeError{Offset: -1, Problem: strings.TrimPrefix(err.Error(), "foppen: "), Err: err}
		return
	}
	if problem := rangesProblem(run.ranges, f.deals); problem != "" {
		r.err = &DecodeError{Path: "ranges", Offset: -1, Problem: problem}
		return
	}
	run.versions = joinVersions(run.versions)
	f.result = newLadderResult(*run)
	if problem := f.fill(); problem != "" {
		r.err = &DecodeError{Path: "exact", Offset: -1, Problem: problem}
	}
}

// fill fills the groups of the result, or says what is wrong with what was read.
func (f *ladderForm) fill() string {
	n, m := len(f.result.run.bots), &f.result
	if len(f.groups) != ladderGroups {
		return "want " + itoa(ladderGroups) + " groups"
	}
	left := f.deals * m.halvesOfDeal()
	for i, rows := range f.groups {
		if len(rows) != n {
			return "want a row for each bot in each group"
		}
		for a, row := range rows {
			if len(row) != n || row[a] != 0 {
				return "want a number for each bot in each row, 0 for itself"
			}
			for b, halves := range row {
				if uint64(halves) > left {
					return "want as many comparisons as the deals have"
				}
				left -= uint64(halves)
				m.groups[i][a*n+b] = uint64(halves)
			}
		}
		for a := range n {
			for b := range a {
				if (rows[a][b]+rows[b][a])%2 != 0 {
					return "want two halves for each comparison"
				}
			}
		}
	}
	if left != 0 {
		return "want as many comparisons as the deals have"
	}
	return ""
}

// halvesOfDeal returns how many halves there are for each deal.
func (r *LadderResult) halvesOfDeal() (halves uint64) {
	seats := r.seats(0) // the bots are others in each deal, how many there are of each is not
	for _, a := range seats {
		for _, b := range seats {
			if a != b {
				halves += uint64(len(seats))
			}
		}
	}
	return halves
}
