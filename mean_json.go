package foppen

import (
	"math"
	"strconv"
)

// MarshalJSON returns the mean as an object with its keys "mean", "low" and "high"; the
// last two are left out where they are infinite.
func (m Mean) MarshalJSON() ([]byte, error) { return marshalJSON(&m) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (m *Mean) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, m) }

func (m *Mean) writeJSON(w *jsonWriter) {
	list := object{{"mean", &m.Value}, {"low", &m.Low}, {"high", &m.High}}
	if math.IsInf(m.Low, 0) || math.IsInf(m.High, 0) {
		list = list[:1]
	}
	w.object(list)
}

func (m *Mean) readJSON(r *jsonReader) {
	m.Low, m.High = math.Inf(-1), math.Inf(1)
	r.fields(object{{"mean", &m.Value}, {"low?", &m.Low}, {"high?", &m.High}})
	if math.IsInf(m.Low, 0) != math.IsInf(m.High, 0) || m.Low > m.High {
		r.failAt(0, "want low and high, not above it, or neither", nil)
	}
}

// float reads a number as it is written, of at most six decimals for a Mean.
func (r *jsonReader) float() float64 {
	text := r.number()
	if r.err != nil {
		return 0
	}
	f, err := strconv.ParseFloat(short(text), 64)
	if err != nil || strconv.FormatFloat(f, 'f', -1, 64) != string(text) {
		r.refuse("want a number without exponent and needless digits, got " + short(text))
		return 0
	}
	return f
}
