package foppen

// MarshalJSON returns the error as an object for logs, which nothing reads back. The fault
// is a word, and the record is left out where there is none:
//
//	{"fault":"illegal","seat":1,"bot":"mine","seed":4,"number":0,"detail":"...","stack":"","record":{...}}
func (e *BotError) MarshalJSON() ([]byte, error) {
	b, err := marshalJSON(object{
		{"fault", literal(e.Fault.enum().String())},
		{"seat", (*anySeat)(&e.Seat)},
		{"bot", literal(e.Bot)},
		{"seed", (*anyNumber)(&e.Seed)},
		{"number", (*anyNumber)(&e.Number)},
		{"detail", literal(e.Detail)},
		{"stack", literal(e.Stack)},
	})
	if record, none := e.Record.MarshalJSON(); none == nil {
		b = append(append(appendKey(b[:len(b)-1], "record"), record...), '}')
	}
	return b, err
}
