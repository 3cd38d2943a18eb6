package foppen

import "strings"

// words returns the words of the reasons that hold.
func (r EndReasons) words() []string {
	words := []string{}
	i := 0
	for w := range strings.SplitSeq(endWords, " ") {
		if r>>i&1 != 0 {
			words = append(words, w)
		}
		i++
	}
	return words
}

// String returns the reasons' words, "rounds", "minus-points" and "tens", with a
// comma between two, or "none".
func (r EndReasons) String() string {
	words := r.words()
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ",")
}

// String returns the standings from the top with their ranks, such as
// "1. seat 2: 13, 2. seat 0: -5".
func (st Standings) String() string {
	var b strings.Builder
	for i, row := range st.rows[:st.n] {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(itoa(row.Rank) + ". seat " + row.Seat.String() + ": " + itoa(row.Total))
	}
	return b.String()
}

func (r *ScoreReason) enum() enum {
	return enum{(*uint8)(r), "ScoreReason", "none cards-left ten out-fooled"}
}

// String returns "cards-left", "ten", "out-fooled" or "none".
func (r ScoreReason) String() string { return r.enum().String() }

// MarshalText returns the same text as String; it fails for other values.
func (r ScoreReason) MarshalText() ([]byte, error) { return r.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (r *ScoreReason) UnmarshalText(text []byte) error { return r.enum().UnmarshalText(text) }

const endWords = "rounds minus-points tens"
