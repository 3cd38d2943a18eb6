package foppen

// The words that name the types of events in JSON.
const (
	dealtWord        = "dealt"
	betPlacedWord    = "bet-placed"
	betsRevealedWord = "bets-revealed"
	cardPlayedWord   = "card-played"
	colorLedWord     = "color-led"
	trickWonWord     = "trick-won"
	fooledWord       = "fooled"
	freedWord        = "freed"
	roundEndedWord   = "round-ended"
	scoredWord       = "scored"
	gameOverWord     = "game-over"
)

// DecodeEvent reads the JSON of an event, whole or redacted, as the MarshalJSON
// methods of the types of events write it. All else is refused with a *DecodeError.
// Whether the event can have happened at a table is for View.Update to say.
//
// The JSON of an event is an object with its type, a word such as "card-played", and its
// fields. Its MarshalJSON method shows it, and fails with an *ArgError for what could not
// be read back: a seat that is none, a card that is no card, a value that has no word. Its
// UnmarshalJSON method reads an event of that type alone.
func DecodeEvent(data []byte) (Event, error) {
	var e Event
	err := readJSON(data, maxJSON, func(r *jsonReader) { e = r.event() })
	if err != nil {
		return nil, err
	}
	return e, nil
}

// maxEvents is how long a list of events may be: longer than any move's.
const maxEvents = 1 << 16

// DecodeEvents reads the JSON of a list of events, as json.Marshal writes what Apply or
// RedactAll return: an array of what DecodeEvent reads. All else is refused with a
// *DecodeError. The slice is new.
func DecodeEvents(data []byte) ([]Event, error) {
	events := []Event{}
	err := readJSON(data, maxJSON, func(r *jsonReader) {
		r.array(maxEvents, func(int) { events = append(events, r.event()) })
	})
	if err != nil {
		return nil, err
	}
	return events, nil
}

// event reads an event: first its type, which may stand anywhere in the object.
func (r *jsonReader) event() Event {
	word := ""
	var read func(*jsonReader) Event
	r.ahead("type", func(r *jsonReader) {
		word = string(r.stringBytes())
		if read = eventReader(word); read == nil {
			r.refuse("want the type of an event, got " + quoteShort([]byte(word)))
		}
	})
	if read != nil && r.err == nil {
		return read(r)
	}
	if r.take('{', "an object") {
		r.fail(`no key "type"`)
	}
	return nil
}

// eventReader returns what reads the events of that type, nil if there is no such type.
func eventReader(word string) func(*jsonReader) Event {
	switch word {
	case dealtWord:
		return readEvent[Dealt]
	case betPlacedWord:
		return readEvent[BetPlaced]
	case betsRevealedWord:
		return readEvent[BetsRevealed]
	case cardPlayedWord:
		return readEvent[CardPlayed]
	case colorLedWord:
		return readEvent[ColorLed]
	case trickWonWord:
		return readEvent[TrickWon]
	case fooledWord:
		return readEvent[Fooled]
	case freedWord:
		return readEvent[Freed]
	case roundEndedWord:
		return readEvent[RoundEnded]
	case scoredWord:
		return readEvent[Scored]
	case gameOverWord:
		return readEvent[GameOver]
	}
	return nil
}

// readEvent reads an event of the type T.
func readEvent[T Event](r *jsonReader) Event {
	var e T
	r.value(&e)
	return e
}

// MarshalJSON returns the event as an object:
//
//	{"type":"dealt","round":1,"dealer":3,"starter":0,"hand_size":12,"hands":{"2":["G2", ...]}}
func (e Dealt) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *Dealt) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *Dealt) fields(list []field) []field {
	return append(list,
		field{"type", literal(dealtWord)},
		field{"round", (*count)(&e.Round)},
		field{"dealer", &e.Dealer},
		field{"starter", &e.Starter},
		field{"hand_size", (*count)(&e.HandSize)},
		field{"hands", (*shownHands)(e)},
	)
}

// The shownHands of a Dealt are an object: a hand that is not shown is not in it.
type shownHands Dealt

func (e *shownHands) writeJSON(w *jsonWriter) {
	w.b = append(w.b, '{')
	for s, hand := range e.Hands {
		switch {
		case e.Shown.Has(Seat(s)):
			w.b = appendCards(appendKey(w.b, itoa(s)), hand)
		case !hand.IsEmpty():
			w.refuse(&ArgError{Field: "Hands", Problem: "cards in a hand that is not shown"})
		}
	}
	w.b = append(w.b, '}')
}

func (e *shownHands) readJSON(r *jsonReader) {
	all := make(object, MaxPlayers)
	for s := range all {
		all[s] = field{itoa(s) + "?", &e.Hands[s]}
	}
	e.Shown = Seats(r.fields(all))
}

// MarshalJSON returns the event as an object: {"type":"bet-placed","seat":1,"bet":"hidden"}.
func (e BetPlaced) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *BetPlaced) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *BetPlaced) fields(list []field) []field {
	return append(list, field{"type", literal(betPlacedWord)}, field{"seat", &e.Seat}, field{"bet", &e.Bet})
}

// MarshalJSON returns the event as an object: {"type":"bets-revealed","bettors":[0,2]}.
func (e BetsRevealed) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *BetsRevealed) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *BetsRevealed) fields(list []field) []field {
	return append(list, field{"type", literal(betsRevealedWord)}, field{"bettors", &e.Bettors})
}

// MarshalJSON returns the event as an object: {"type":"card-played","seat":0,"card":"G17","follows":true}.
func (e CardPlayed) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *CardPlayed) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *CardPlayed) fields(list []field) []field {
	return append(list,
		field{"type", literal(cardPlayedWord)},
		field{"seat", &e.Seat},
		field{"card", &e.Card},
		field{"follows", &e.Follows},
	)
}

// MarshalJSON returns the event as an object: {"type":"color-led","seat":0,"color":"green"}.
func (e ColorLed) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *ColorLed) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *ColorLed) fields(list []field) []field {
	return append(list, field{"type", literal(colorLedWord)}, field{"seat", &e.Seat}, field{"color", &e.Color})
}

// MarshalJSON returns the event as an object: {"type":"trick-won","seat":0,"card":"G17"}.
func (e TrickWon) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *TrickWon) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *TrickWon) fields(list []field) []field {
	return append(list, field{"type", literal(trickWonWord)}, field{"seat", &e.Seat}, field{"card", &e.Card})
}

// MarshalJSON returns the event as an object:
//
//	{"type":"fooled","seat":2,"card":"R5","reason":"lowest-discard","tied":false}
func (e Fooled) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *Fooled) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *Fooled) fields(list []field) []field {
	return e.Fool.fieldsOf(append(list, field{"type", literal(fooledWord)}), &e.Seat, &e.Card)
}

// MarshalJSON returns the event as an object: {"type":"freed","seat":1}.
func (e Freed) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *Freed) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *Freed) fields(list []field) []field {
	return append(list, field{"type", literal(freedWord)}, field{"seat", &e.Seat})
}

// MarshalJSON returns the event as an object: {"type":"round-ended","round":1,"out":[0,2]}.
func (e RoundEnded) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *RoundEnded) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *RoundEnded) fields(list []field) []field {
	return append(list, field{"type", literal(roundEndedWord)}, field{"round", (*count)(&e.Round)}, field{"out", &e.Out})
}

// MarshalJSON returns the event as an object:
//
//	{"type":"scored","seat":0,"left":["G9","Y8"],"reason":"cards-left","bet":false,"base":-17,"points":-17,"total":-17}
func (e Scored) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *Scored) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *Scored) fields(list []field) []field {
	list = append(list, field{"type", literal(scoredWord)}, field{"seat", &e.Seat})
	return append(e.Score.fields(list), field{"total", (*points)(&e.Total)})
}

// MarshalJSON returns the event as an object:
//
//	{"type":"game-over","reasons":["minus-points"],"minus":[3],"tens":[],"winners":[1],"standings":[{"rank":1,"seat":1,"total":30}, ...]}
func (e GameOver) MarshalJSON() ([]byte, error) { return marshalJSON(&e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a *DecodeError.
func (e *GameOver) UnmarshalJSON(data []byte) error { return unmarshalJSON(data, e) }

func (e *GameOver) fields(list []field) []field {
	return append(list,
		field{"type", literal(gameOverWord)},
		field{"reasons", &e.Reasons},
		field{"minus", &e.Minus},
		field{"tens", &e.Tens},
		field{"winners", &e.Winners},
		field{"standings", &e.Standings},
	)
}
