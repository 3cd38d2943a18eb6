package foppen

// MarshalJSON returns the name of the preset that v equals, as a string, and
// otherwise the whole variant as an object:
//
//	{"setups":{"4":{"green":17,"red":13,"yellow":11,"blue":8,"ones":3,"hand":12,"discs":1,"rounds":0}},
//	 "starter":"most-minus","starter_score":"total","reference":"previous-starter","worst_tie":"last-played",
//	 "one_penalty":5,"minus_limit":80,"minus_reach":"reached","minus_count":"net","tens_limit":6,"tens_count":"together",
//	 "betting":false,"bet_bonus":10,"bet_other":5,"bet_factor":2}
//
// The keys are always all there; behind one_penalty the object also has ten_points,
// spoiled_points and fool_points where they are not 10, 0 and 0 (R8). It fails for a Variant
// with an option that has no word; other impossible variants are written, but not read back.
func (v Variant) MarshalJSON() ([]byte, error) { return marshalJSON(&v) }

// UnmarshalJSON reads the name of a preset, or an object as MarshalJSON writes it.
// An object may also begin from a preset and give only what differs:
//
//	{"base":"rulebook-2018","one_penalty":1,"setups":{"4":{"discs":2},"3":{"green":14, ...}}}
//
// Then every key may be left out, also in a setup that the base has; a setup of
// zeros takes its number of players away. Without a base every key must be
// there, but for the three of R8.
// What cannot be read is refused with a *DecodeError; for a variant that cannot be
// played it wraps the *VariantError that names the fields.
func (v *Variant) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, v) }

func (v *Variant) writeJSON(w *jsonWriter) {
	if name := v.Name(); name != "" {
		w.b = appendString(w.b, name)
		return
	}
	w.object((*wholeVariant)(v))
}

// readJSON reads a variant that can be played.
func (v *Variant) readJSON(r *jsonReader) {
	switch r.peek() {
	case '"':
		*v = r.preset()
		return
	case '{':
	default:
		r.fail("want the name of a preset or an object, got " + r.found())
		return
	}
	start := r.pos
	hasBase := false
	r.ahead("base", func(r *jsonReader) { *v, hasBase = r.preset(), true })
	r.fieldsOver((*wholeVariant)(v), hasBase)
	r.last = start
	r.refuseFor(v.Validate())
}

// preset reads the name of a preset.
func (r *jsonReader) preset() Variant {
	text := r.stringBytes()
	if r.err != nil {
		return Variant{}
	}
	v, err := Preset(string(text))
	r.refuseFor(err)
	return v
}

// A wholeVariant is the JSON of a Variant as an object. Its base has been read before
// the object is.
type wholeVariant Variant

func (v *wholeVariant) fields(list []field) []field {
	list = append(list, field{"base?", skipped{}}, field{"setups", (*setups)(&v.Setups)})
	options := (*Variant)(v).options()
	return optionFields(list, options[:])
}

// optionFields appends the fields of options.
func optionFields(list []field, options []option) []field {
	for i := range options {
		o := &options[i]
		f := field{o.key, &o.word}
		if o.late && *o.num == 0 {
			f.key += "?"
		}
		switch {
		case o.plus != 0:
			f.at = &shifted{o.num, o.plus}
		case o.num != nil:
			f.at = o.num
		case o.yes != nil:
			f.at = o.yes
		}
		list = append(list, f)
	}
	return list
}

// A shifted number is one to which JSON adds another.
type shifted struct {
	num  *int
	plus int
}

func (s *shifted) writeJSON(w *jsonWriter) { w.b = appendInt(w.b, *s.num+s.plus) }
func (s *shifted) readJSON(r *jsonReader)  { *s.num = r.int(-maxNumber, maxNumber) - s.plus }

// setups are an object: a number of players that is not allowed is not in it.
type setups [MaxPlayers + 1]Setup

func (list *setups) writeJSON(w *jsonWriter) {
	w.b = append(w.b, '{')
	for n := range list {
		if list[n] != (Setup{}) {
			w.b = appendKey(w.b, itoa(n))
			w.object(&list[n])
		}
	}
	w.b = append(w.b, '}')
}

// readJSON reads the setups that a variant gives over those of its base.
func (list *setups) readJSON(r *jsonReader) {
	var all object
	for n := MinPlayers; n <= MaxPlayers; n++ {
		all = append(all, field{itoa(n) + "?", (*setupOver)(&list[n])})
	}
	r.fields(all)
}

// A setupOver is a Setup that is read over one that may be there.
type setupOver Setup

func (s *setupOver) writeJSON(w *jsonWriter) { w.object((*Setup)(s)) }
func (s *setupOver) readJSON(r *jsonReader)  { r.fieldsOver((*Setup)(s), *s != setupOver{}) }

// MarshalJSON returns the setup as an object:
//
//	{"green":17,"red":13,"yellow":11,"blue":8,"ones":3,"hand":12,"discs":1,"rounds":0}
func (s Setup) MarshalJSON() ([]byte, error) { return marshalJSON(&s) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
// Whether the setup can be played, Variant.Validate says.
func (s *Setup) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, s) }

func (s *Setup) fields(list []field) []field {
	options := s.options(0)
	return optionFields(list, options[:])
}
