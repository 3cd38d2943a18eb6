package foppen

import (
	"math"
	"strconv"
)

// MarshalJSON returns the mean as an object with its keys "mean", "low" and "high"; the
// last two are left out where they are infinite.
func (m Mean) MarshalJSON() ([]byte, error) { return m.append(nil), nil }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (m *Mean) UnmarshalJSON(data []byte) error {
	read := Mean{Low: math.Inf(-1), High: math.Inf(1)}
	bounds := 0
	err := readJSON(data, maxJSON, func(r *jsonReader) {
		r.object("mean low? high?", func(key string) {
			switch key {
			case "mean":
				read.Value = r.float()
			case "low":
				read.Low = r.float()
				bounds++
			case "high":
				read.High = r.float()
				bounds++
			}
		})
		if bounds == 1 || read.Low > read.High {
			r.failAt(0, "want low and high, not above it, or neither", nil)
		}
	})
	if err == nil {
		*m = read
	}
	return err
}

// float reads a number that appendFloat writes.
func (r *jsonReader) float() float64 {
	text := r.number()
	if r.err != nil {
		return 0
	}
	f, err := strconv.ParseFloat(short(text), 64)
	if err != nil || string(appendFloat(nil, f)) != string(text) {
		r.refuse("want a number without exponent and needless digits, got " + short(text))
		return 0
	}
	return f
}

func (m Mean) append(b []byte) []byte {
	b = appendFloat(appendKey(append(b, '{'), "mean"), m.Value)
	if !math.IsInf(m.Low, 0) && !math.IsInf(m.High, 0) {
		b = appendFloat(appendKey(b, "low"), m.Low)
		b = appendFloat(appendKey(b, "high"), m.High)
	}
	return append(b, '}')
}

// appendFloat appends a number of at most six decimals.
func appendFloat(b []byte, f float64) []byte { return strconv.AppendFloat(b, f, 'f', -1, 64) }
