package foppen

// Compare is compare, for the tests in package foppen_test.
func (b *SearchBot) Compare(v View, card, other Card) Mean { return b.compare(v, card, other) }
