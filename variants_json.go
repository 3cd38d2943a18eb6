package foppen

import "strings"

const variantKeys = "setups starter starter_score reference worst_tie one_penalty minus_limit minus_reach " +
	"minus_count tens_limit tens_count betting bet_bonus bet_other bet_factor"

const setupKeys = "green red yellow blue ones hand discs rounds"

// MarshalJSON returns the name of the preset that v equals, as a string, and
// otherwise the whole variant as an object:
//
//	{"setups":{"4":{"green":17,"red":13,"yellow":11,"blue":8,"ones":3,"hand":12,"discs":1,"rounds":0}},
//	 "starter":"most-minus","starter_score":"total","reference":"previous-starter","worst_tie":"last-played",
//	 "one_penalty":5,"minus_limit":80,"minus_reach":"reached","minus_count":"net","tens_limit":6,"tens_count":"together",
//	 "betting":false,"bet_bonus":10,"bet_other":5,"bet_factor":2}
//
// The keys are always all there. It fails for a Variant with an option that has no
// word; other impossible variants are written, but not read back.
func (v Variant) MarshalJSON() ([]byte, error) {
	for _, o := range v.options() {
		if o.enum != nil {
			if _, err := enumMarshal(o.key, o.words, *o.enum); err != nil {
				return nil, err
			}
		}
	}
	return appendVariant(nil, v), nil
}

// appendVariant appends the JSON of a variant whose options all have a word.
func appendVariant(b []byte, v Variant) []byte {
	if name := v.Name(); name != "" {
		return appendString(b, name)
	}
	b = append(b, `{"setups":{`...)
	for n := range v.Setups {
		s := &v.Setups[n]
		if *s == (Setup{}) {
			continue
		}
		if b[len(b)-1] != '{' {
			b = append(b, ',')
		}
		b = append(appendString(b, itoa(n)), ':', '{')
		b = append(appendOptions(b, s.options()), '}')
	}
	b = append(b, '}', ',')
	return append(appendOptions(b, v.options()), '}')
}

func appendOptions(b []byte, options []option) []byte {
	for i, o := range options {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, o.key), ':')
		if o.enum != nil {
			b = appendString(b, o.text())
		} else {
			b = append(b, o.text()...)
		}
	}
	return b
}

// UnmarshalJSON reads the name of a preset, or an object as MarshalJSON writes it.
// An object may also begin from a preset and give only what differs:
//
//	{"base":"rulebook-2018","one_penalty":1,"setups":{"4":{"discs":2},"3":{"green":14, ...}}}
//
// Then every key may be left out, also in a setup that the base has; a setup of
// zeros takes its number of players away. Without a base every key must be there.
// What cannot be read is refused with a *DecodeError; for a variant that cannot be
// played it wraps the *VariantError that names the fields.
func (v *Variant) UnmarshalJSON(data []byte) error {
	var w Variant
	err := readJSON(data, maxJSON, func(r *jsonReader) { w = r.variant() })
	if err == nil {
		*v = w
	}
	return err
}

// variant reads a variant that can be played.
func (r *jsonReader) variant() Variant {
	if r.peek() == '"' {
		return r.preset()
	}
	start := r.pos
	v, keys := r.variantBase()
	r.object(keys, func(key string) {
		switch key {
		case "base":
			r.skip()
		case "setups":
			r.setups(&v)
		default:
			o, _ := v.option(key)
			r.option(o)
		}
	})
	if err := v.Validate(); err != nil {
		r.last = start
		r.refuseFor(err)
	}
	if r.err != nil {
		return Variant{}
	}
	return v
}

// preset reads the name of a preset.
func (r *jsonReader) preset() Variant {
	text := r.stringBytes()
	if r.err != nil {
		return Variant{}
	}
	v, err := Preset(string(text))
	if err != nil {
		r.refuseFor(err)
	}
	return v
}

// variantBase looks ahead for the base of a variant, which may stand anywhere in
// its object. It returns the variant to start from and the keys to expect.
func (r *jsonReader) variantBase() (v Variant, keys string) {
	keys = "base? " + variantKeys
	r.ahead("base", func(r *jsonReader) {
		v = r.preset()
		keys = optionalKeys(keys)
	})
	return v, keys
}

// setups reads the setups that a variant gives over those of its base.
func (r *jsonReader) setups(v *Variant) {
	r.object("2? 3? 4? 5? 6? 7? 8?", func(players string) {
		s := &v.Setups[players[0]-'0']
		keys := setupKeys
		if *s != (Setup{}) {
			keys = optionalKeys(keys)
		}
		r.object(keys, func(key string) {
			for _, o := range s.options() {
				if o.key == key {
					r.option(o)
				}
			}
		})
	})
}

// option reads the value of one field.
func (r *jsonReader) option(o option) {
	switch {
	case o.num != nil:
		*o.num = r.int(-maxNumber, maxNumber)
	case o.yes != nil:
		*o.yes = r.bool()
	default:
		text := r.stringBytes()
		if err := enumUnmarshal(o.key, o.words, text, o.enum); err != nil && r.err == nil {
			r.refuseFor(err)
		}
	}
}

// optionalKeys returns the list of keys with none that must be there.
func optionalKeys(keys string) string {
	return strings.ReplaceAll(strings.ReplaceAll(keys, "?", ""), " ", "? ") + "?"
}
