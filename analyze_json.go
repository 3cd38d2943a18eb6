package foppen

import (
	"bytes"
	"encoding/json"
)

// UnmarshalJSON reads a choice as it is written: an object with the keys "number", "round",
// "trick", "made", "best" and "cost", whose moves are as in records. It refuses other keys.
func (c *Choice) UnmarshalJSON(data []byte) error {
	type plain Choice // without this method
	var f struct {
		plain
		Made json.RawMessage `json:"made"`
		Best json.RawMessage `json:"best"`
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return err
	}
	var err error
	if f.plain.Made, err = DecodeMove(f.Made); err == nil {
		f.plain.Best, err = DecodeMove(f.Best)
	}
	if err == nil {
		*c = Choice(f.plain)
	}
	return err
}
