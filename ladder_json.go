package foppen

import (
	"math"
	"strings"
)

// ladderFormat names the JSON form of a ladder and its version.
const ladderFormat = "foppen-ladder/1"

const ladderKeys = "format variant players bots seed deals ranges ratings exact versions?"

// maxLadder bounds the length of a ladder that is read, in bytes.
const maxLadder = 1 << 22

// MarshalJSON returns the result as one JSON object: what was played, the ratings, and under
// "exact" the counts from which they follow. Equal results give equal bytes. The zero
// LadderResult has no JSON form and is refused with an *ArgError.
func (r LadderResult) MarshalJSON() ([]byte, error) {
	if r.groups == nil {
		return nil, &ArgError{Field: "ladder", Problem: "is of no deals"}
	}
	run := &r.run
	b := appendString(appendKey([]byte{'{'}, "format"), ladderFormat)
	b = appendVariant(appendKey(b, "variant"), run.variant)
	b = appendInt(appendKey(b, "players"), run.players)
	b = appendStrings(appendKey(b, "bots"), run.bots)
	b = appendSafe(appendKey(b, "seed"), run.seed)
	b = appendUint(appendKey(b, "deals"), r.Deals())
	b = appendList(appendKey(b, "ranges"), len(run.ranges), func(b []byte, i int) []byte { return run.ranges[i].append(b) })
	entries := r.Entries()
	b = appendList(appendKey(b, "ratings"), len(entries), func(b []byte, i int) []byte { return entries[i].append(b) })
	n := len(run.bots)
	b = appendList(appendKey(b, "exact"), len(r.groups), func(b []byte, i int) []byte {
		return appendList(b, n, func(b []byte, row int) []byte {
			counts := r.groups[i][row*n : row*n+n]
			return appendList(b, n, func(b []byte, k int) []byte { return appendSafe(b, counts[k]) })
		})
	})
	if run.versions != nil {
		b = appendStrings(appendKey(b, "versions"), run.versions)
	}
	return append(b, '}'), nil
}

func (e LadderEntry) append(b []byte) []byte {
	b = appendString(appendKey(append(b, '{'), "name"), e.Name)
	b = e.Rating.append(appendKey(b, "rating"))
	b = appendFloat(appendKey(b, "score"), e.Score)
	return append(appendSafe(appendKey(b, "comparisons"), e.Comparisons), '}')
}

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError,
// also counts that cannot be those of one ladder. The ratings are stepped over: they
// follow from the counts.
func (r *LadderResult) UnmarshalJSON(data []byte) error {
	var f ladderForm
	err := readJSON(data, maxLadder, f.read)
	if err == nil {
		*r = f.result
	}
	return err
}

// A ladderForm is a ladder being read. It is checked when all keys are known, for they
// may come in any order.
type ladderForm struct {
	result LadderResult
	deals  uint64
	groups [][][]uint64
}

func (f *ladderForm) read(r *jsonReader) {
	run := &f.result.run
	r.object(ladderKeys, func(key string) {
		switch key {
		case "format":
			r.word(ladderFormat)
		case "variant":
			run.variant = r.variant()
		case "players":
			run.players = r.int(MinPlayers, MaxPlayers)
		case "bots":
			r.array(MaxLadderBots, func(int) { run.bots = append(run.bots, r.string(MaxNameLen)) })
		case "seed":
			run.seed = r.uint(math.MaxUint64)
		case "versions":
			r.array(maxVersions, func(int) { run.versions = append(run.versions, r.string(maxVersion)) })
		case "deals":
			f.deals = r.uint(MaxGameNumber)
		case "ranges":
			r.array(maxRanges, func(int) { run.ranges = append(run.ranges, r.gameRange()) })
		case "exact":
			r.array(ladderGroups, func(int) { f.groups = append(f.groups, r.countRows()) })
		default:
			r.skip()
		}
	})
	if r.err == nil {
		f.finish(r)
	}
}

// countRows reads rows of counts, one for each bot.
func (r *jsonReader) countRows() (rows [][]uint64) {
	r.array(MaxLadderBots, func(int) {
		var row []uint64
		r.array(MaxLadderBots, func(int) { row = append(row, r.uint(maxHalves)) })
		rows = append(rows, row)
	})
	return rows
}

// maxHalves bounds what is counted: a deal is played 8 times at most and has two halves
// for each of at most 28 pairs each time.
const maxHalves = MaxGameNumber * 8 * 2 * 28

// finish checks that what has been read is a ladder, and completes it.
func (f *ladderForm) finish(r *jsonReader) {
	run := &f.result.run
	_, err := New(run.players, WithVariant(run.variant))
	if err == nil {
		err = checkEntrants(run.bots)
	}
	if err != nil {
		r.err = &DecodeError{Problem: strings.TrimPrefix(err.Error(), "foppen: "), Err: err}
		return
	}
	if problem := rangesProblem(run.ranges, f.deals); problem != "" {
		r.err = &DecodeError{Path: "ranges", Problem: problem}
		return
	}
	run.versions = joinVersions(run.versions)
	f.result = newLadderResult(*run)
	if problem := f.fill(); problem != "" {
		r.err = &DecodeError{Path: "exact", Problem: problem}
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
				if halves > left {
					return "want as many comparisons as the deals have"
				}
				left -= halves
				m.groups[i][a*n+b] = halves
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
