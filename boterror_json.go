package foppen

// MarshalJSON returns the error as an object for logs, which nothing reads back. The fault
// is a word, and the record is left out where there is none:
//
//	{"fault":"illegal","seat":1,"bot":"mine","seed":4,"number":0,"detail":"...","stack":"","record":{...}}
func (e *BotError) MarshalJSON() ([]byte, error) {
	b := appendString(appendKey([]byte{'{'}, "fault"), e.Fault.enum().String())
	b = appendInt(appendKey(b, "seat"), e.Seat)
	b = appendString(appendKey(b, "bot"), e.Bot)
	b = appendSafe(appendKey(b, "seed"), e.Seed)
	b = appendSafe(appendKey(b, "number"), e.Number)
	b = appendString(appendKey(b, "detail"), e.Detail)
	b = appendString(appendKey(b, "stack"), e.Stack)
	if record, err := e.Record.MarshalJSON(); err == nil {
		b = append(appendKey(b, "record"), record...)
	}
	return append(b, '}'), nil
}
