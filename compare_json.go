package foppen

// comparisonFormat names the JSON form of a comparison and its version.
const comparisonFormat = "foppen-comparison/1"

// MarshalJSON returns the comparison as one JSON object: the differences, and both
// reports. The zero Comparison has no JSON form and is refused with an *ArgError.
func (c Comparison) MarshalJSON() ([]byte, error) {
	if c.pairs == nil {
		return nil, &ArgError{Field: "comparison", Problem: "nothing compared"}
	}
	b := appendString(appendKey([]byte{'{'}, "format"), comparisonFormat)
	b = appendBool(appendKey(b, "paired"), c.Paired())
	b = appendMeans(appendKey(b, "differences"), c.Difference)
	b = appendPlaces(appendKey(b, "positions"), c.a.players, c.FromStarter)
	b = c.a.appendJSON(appendKey(b, "variant"))
	return append(c.b.appendJSON(appendKey(b, "against")), '}'), nil
}
