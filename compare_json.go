package foppen

// comparisonFormat names the JSON form of a comparison and its version.
const comparisonFormat = "foppen-comparison/1"

// MarshalJSON returns the comparison as one JSON object: the differences, and both
// reports. The zero Comparison has no JSON form and is refused with an *ArgError.
func (c Comparison) MarshalJSON() ([]byte, error) {
	if c.pairs == nil {
		return nil, &ArgError{Field: "comparison", Problem: "nothing compared"}
	}
	paired, positions := c.Paired(), places(c.a.players, c.FromStarter)
	return marshalJSON(object{
		{"format", literal(comparisonFormat)},
		{"paired", &paired},
		{"differences", means(c.Difference)},
		{"positions", &positions},
		{"variant", &c.a},
		{"against", &c.b},
	})
}
