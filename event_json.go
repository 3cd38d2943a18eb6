package foppen

import "encoding"

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

// MarshalJSON returns the event as an object. A hand that is not shown is not in it:
//
//	{"type":"dealt","round":1,"dealer":3,"starter":0,"hand_size":12,"hands":{"2":["G2", ...]}}
//
// It fails for a seat that is none and for cards of a hand that is not shown.
func (e Dealt) MarshalJSON() ([]byte, error) { return marshalEvent(e) }

// MarshalJSON returns the event as an object; a bet is "hidden", "no" or "yes":
//
//	{"type":"bet-placed","seat":1,"bet":"hidden"}
//
// It fails for a seat that is none and a bet that has no word.
func (e BetPlaced) MarshalJSON() ([]byte, error) { return marshalEvent(e) }

// MarshalJSON returns the event as an object:
//
//	{"type":"bets-revealed","bettors":[0,2]}
func (e BetsRevealed) MarshalJSON() ([]byte, error) { return marshalEvent(e) }

// MarshalJSON returns the event as an object:
//
//	{"type":"card-played","seat":0,"card":"G17","follows":true}
//
// It fails for a seat that is none and a card that is no card.
func (e CardPlayed) MarshalJSON() ([]byte, error) { return marshalEvent(e) }

// MarshalJSON returns the event as an object:
//
//	{"type":"color-led","seat":0,"color":"green"}
//
// It fails for a seat that is none and a color that has no word.
func (e ColorLed) MarshalJSON() ([]byte, error) { return marshalEvent(e) }

// MarshalJSON returns the event as an object:
//
//	{"type":"trick-won","seat":0,"card":"G17"}
//
// It fails for a seat that is none and a card that is no card.
func (e TrickWon) MarshalJSON() ([]byte, error) { return marshalEvent(e) }

// MarshalJSON returns the event as an object:
//
//	{"type":"fooled","seat":2,"card":"R5","reason":"lowest-discard","tied":false}
//
// It fails for a seat that is none, a card that is no card and a reason that has no
// word.
func (e Fooled) MarshalJSON() ([]byte, error) { return marshalEvent(e) }

// MarshalJSON returns the event as an object:
//
//	{"type":"freed","seat":1}
//
// It fails for a seat that is none.
func (e Freed) MarshalJSON() ([]byte, error) { return marshalEvent(e) }

// MarshalJSON returns the event as an object:
//
//	{"type":"round-ended","round":1,"out":[0,2]}
func (e RoundEnded) MarshalJSON() ([]byte, error) { return marshalEvent(e) }

// MarshalJSON returns the event as an object:
//
//	{"type":"scored","seat":0,"left":["G9","Y8"],"reason":"cards-left","bet":false,"base":-17,"points":-17,"total":-17}
//
// It fails for a seat that is none and a reason that has no word.
func (e Scored) MarshalJSON() ([]byte, error) { return marshalEvent(e) }

// MarshalJSON returns the event as an object:
//
//	{"type":"game-over","reasons":["minus-points"],"minus":[3],"tens":[],"winners":[1],"standings":[{"rank":1,"seat":1,"total":30}, ...]}
//
// It fails for reasons that have no word.
func (e GameOver) MarshalJSON() ([]byte, error) { return marshalEvent(e) }

// DecodeEvent reads an event of any type; these methods read one of the type that is
// asked for.

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (e *Dealt) UnmarshalJSON(data []byte) error { return unmarshalEvent(data, e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (e *BetPlaced) UnmarshalJSON(data []byte) error { return unmarshalEvent(data, e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (e *BetsRevealed) UnmarshalJSON(data []byte) error { return unmarshalEvent(data, e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (e *CardPlayed) UnmarshalJSON(data []byte) error { return unmarshalEvent(data, e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (e *ColorLed) UnmarshalJSON(data []byte) error { return unmarshalEvent(data, e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (e *TrickWon) UnmarshalJSON(data []byte) error { return unmarshalEvent(data, e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (e *Fooled) UnmarshalJSON(data []byte) error { return unmarshalEvent(data, e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (e *Freed) UnmarshalJSON(data []byte) error { return unmarshalEvent(data, e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (e *RoundEnded) UnmarshalJSON(data []byte) error { return unmarshalEvent(data, e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (e *Scored) UnmarshalJSON(data []byte) error { return unmarshalEvent(data, e) }

// UnmarshalJSON reads what MarshalJSON writes and refuses all else with a
// *DecodeError.
func (e *GameOver) UnmarshalJSON(data []byte) error { return unmarshalEvent(data, e) }

func marshalEvent(e Event) ([]byte, error) {
	if err := checkEvent(e); err != nil {
		return nil, err
	}
	return appendEvent(nil, e), nil
}

// checkEvent returns why an event could not be read back.
func checkEvent(e Event) error {
	switch e := e.(type) {
	case Dealt:
		for s, hand := range e.Hands {
			if !hand.IsEmpty() && !e.Shown.Has(Seat(s)) {
				return &ArgError{Field: "Hands", Problem: "cards in a hand that is not shown"}
			}
		}
		return checkSeats(e.Dealer, e.Starter)
	case BetPlaced:
		return firstError(checkSeats(e.Seat), checkWord(e.Bet))
	case CardPlayed:
		return firstError(checkSeats(e.Seat), checkCard(e.Card))
	case ColorLed:
		return firstError(checkSeats(e.Seat), checkWord(e.Color))
	case TrickWon:
		return firstError(checkSeats(e.Seat), checkCard(e.Card))
	case Fooled:
		return firstError(checkSeats(e.Seat), checkCard(e.Card), checkWord(e.Reason))
	case Freed:
		return checkSeats(e.Seat)
	case Scored:
		return firstError(checkSeats(e.Seat), checkWord(e.Reason))
	case GameOver:
		if e.Reasons >= EndTens<<1 {
			return &ArgError{Field: "Reasons", Problem: itoa(int(e.Reasons)) + " are not end reasons"}
		}
	}
	return nil
}

func checkWord(v encoding.TextMarshaler) error {
	_, err := v.MarshalText()
	return err
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// appendEvent appends an event that checkEvent accepts.
func appendEvent(b []byte, e Event) []byte {
	begin := func(word string) []byte { return appendString(append(b, `{"type":`...), word) }
	switch e := e.(type) {
	case Dealt:
		b = begin(dealtWord)
		b = appendInt(appendKey(b, "round"), e.Round)
		b = appendInt(appendKey(b, "dealer"), e.Dealer)
		b = appendInt(appendKey(b, "starter"), e.Starter)
		b = appendInt(appendKey(b, "hand_size"), e.HandSize)
		b = append(appendKey(b, "hands"), '{')
		for s := range e.Shown.All() {
			b = appendCards(appendKey(b, s.String()), e.Hands[s])
		}
		b = append(b, '}')
	case BetPlaced:
		b = appendInt(appendKey(begin(betPlacedWord), "seat"), e.Seat)
		b = appendWord(appendKey(b, "bet"), e.Bet)
	case BetsRevealed:
		b = appendSeats(appendKey(begin(betsRevealedWord), "bettors"), e.Bettors)
	case CardPlayed:
		b = appendInt(appendKey(begin(cardPlayedWord), "seat"), e.Seat)
		b = appendCard(appendKey(b, "card"), e.Card)
		b = appendBool(appendKey(b, "follows"), e.Follows)
	case ColorLed:
		b = appendInt(appendKey(begin(colorLedWord), "seat"), e.Seat)
		b = appendWord(appendKey(b, "color"), e.Color)
	case TrickWon:
		b = appendInt(appendKey(begin(trickWonWord), "seat"), e.Seat)
		b = appendCard(appendKey(b, "card"), e.Card)
	case Fooled:
		b = appendFool(begin(fooledWord), e.Fool)
	case Freed:
		b = appendInt(appendKey(begin(freedWord), "seat"), e.Seat)
	case RoundEnded:
		b = appendInt(appendKey(begin(roundEndedWord), "round"), e.Round)
		b = appendSeats(appendKey(b, "out"), e.Out)
	case Scored:
		b = appendInt(appendKey(begin(scoredWord), "seat"), e.Seat)
		b = appendInt(appendKey(appendScore(b, e.Score), "total"), e.Total)
	case GameOver:
		b = appendWords(appendKey(begin(gameOverWord), "reasons"), e.Reasons.words())
		b = appendSeats(appendKey(b, "minus"), e.Minus)
		b = appendSeats(appendKey(b, "tens"), e.Tens)
		b = appendSeats(appendKey(b, "winners"), e.Winners)
		b = appendStandings(appendKey(b, "standings"), e.Standings)
	}
	return append(b, '}')
}

// appendFool appends the fields of a fool to an object.
func appendFool(b []byte, f Fool) []byte {
	b = appendInt(appendKey(b, "seat"), f.Seat)
	b = appendCard(appendKey(b, "card"), f.Card)
	b = appendWord(appendKey(b, "reason"), f.Reason)
	return appendBool(appendKey(b, "tied"), f.Tied)
}

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

// maxEvents is how long a list of events may be: longer than any move's.
const maxEvents = 1 << 16

// DecodeEvent reads the JSON of an event, whole or redacted, as the MarshalJSON
// methods of the types of events write it. All else is refused with a *DecodeError.
// Whether the event can have happened at a table is for View.Update to say.
func DecodeEvent(data []byte) (Event, error) {
	var e Event
	err := readJSON(data, maxJSON, func(r *jsonReader) { e = r.event() })
	if err != nil {
		return nil, err
	}
	return e, nil
}

// unmarshalEvent reads an event of the type T.
func unmarshalEvent[T Event](data []byte, v *T) error {
	var t T
	err := readJSON(data, maxJSON, func(r *jsonReader) {
		e, ok := r.event().(T)
		if !ok {
			r.failAt(0, "want another type of event", nil)
		}
		t = e
	})
	if err == nil {
		*v = t
	}
	return err
}

// event reads an event: first its type, which may stand anywhere in the object.
func (r *jsonReader) event() Event {
	word := ""
	r.ahead("type", func(r *jsonReader) {
		word = string(r.stringBytes())
		if !isEventWord(word) {
			r.refuse("want the type of an event, got " + quoteShort([]byte(word)))
		}
	})
	switch word {
	case dealtWord:
		return r.dealt()
	case betPlacedWord:
		var e BetPlaced
		r.typed("seat bet", func(key string) {
			switch key {
			case "seat":
				e.Seat = r.seat(MaxPlayers)
			case "bet":
				r.text(&e.Bet)
			}
		})
		return e
	case betsRevealedWord:
		var e BetsRevealed
		r.typed("bettors", func(string) { e.Bettors = r.seats(MaxPlayers) })
		return e
	case cardPlayedWord:
		var e CardPlayed
		r.typed("seat card follows", func(key string) {
			switch key {
			case "seat":
				e.Seat = r.seat(MaxPlayers)
			case "card":
				e.Card = r.card()
			case "follows":
				e.Follows = r.bool()
			}
		})
		return e
	case colorLedWord:
		var e ColorLed
		r.typed("seat color", func(key string) {
			switch key {
			case "seat":
				e.Seat = r.seat(MaxPlayers)
			case "color":
				r.text(&e.Color)
			}
		})
		return e
	case trickWonWord:
		var e TrickWon
		r.typed("seat card", func(key string) {
			switch key {
			case "seat":
				e.Seat = r.seat(MaxPlayers)
			case "card":
				e.Card = r.card()
			}
		})
		return e
	case fooledWord:
		var e Fooled
		r.typed("seat card reason tied", func(key string) {
			switch key {
			case "seat":
				e.Seat = r.seat(MaxPlayers)
			case "card":
				e.Card = r.card()
			case "reason":
				r.text(&e.Reason)
			case "tied":
				e.Tied = r.bool()
			}
		})
		return e
	case freedWord:
		var e Freed
		r.typed("seat", func(string) { e.Seat = r.seat(MaxPlayers) })
		return e
	case roundEndedWord:
		var e RoundEnded
		r.typed("round out", func(key string) {
			switch key {
			case "round":
				e.Round = r.int(0, maxNumber)
			case "out":
				e.Out = r.seats(MaxPlayers)
			}
		})
		return e
	case scoredWord:
		return r.scored()
	case gameOverWord:
		var e GameOver
		r.typed("reasons minus tens winners standings", func(key string) {
			switch key {
			case "reasons":
				e.Reasons = r.endReasons()
			case "minus":
				e.Minus = r.seats(MaxPlayers)
			case "tens":
				e.Tens = r.seats(MaxPlayers)
			case "winners":
				e.Winners = r.seats(MaxPlayers)
			case "standings":
				e.Standings = r.standings()
			}
		})
		return e
	}
	if r.take('{', "an object") {
		r.fail(`no key "type"`)
	}
	return nil
}

func isEventWord(word string) bool {
	switch word {
	case dealtWord, betPlacedWord, betsRevealedWord, cardPlayedWord, colorLedWord, trickWonWord, fooledWord,
		freedWord, roundEndedWord, scoredWord, gameOverWord:
		return true
	}
	return false
}

// typed reads an object with those keys and a type that has been looked at already.
func (r *jsonReader) typed(keys string, value func(key string)) {
	r.object("type "+keys, func(key string) {
		if key == "type" {
			r.skip()
			return
		}
		value(key)
	})
}

func (r *jsonReader) dealt() Event {
	var e Dealt
	r.typed("round dealer starter hand_size hands", func(key string) {
		switch key {
		case "round":
			e.Round = r.int(0, maxNumber)
		case "dealer":
			e.Dealer = r.seat(MaxPlayers)
		case "starter":
			e.Starter = r.seat(MaxPlayers)
		case "hand_size":
			e.HandSize = r.int(0, maxNumber)
		case "hands":
			r.object("0? 1? 2? 3? 4? 5? 6? 7?", func(key string) {
				s := Seat(key[0] - '0')
				e.Hands[s], e.Shown = r.cards(), e.Shown.With(s)
			})
		}
	})
	return e
}

func (r *jsonReader) scored() Event {
	var e Scored
	r.typed("seat left reason bet base points total", func(key string) {
		switch key {
		case "seat":
			e.Seat = r.seat(MaxPlayers)
		case "left":
			e.Left = r.cards()
		case "reason":
			r.text(&e.Reason)
		case "bet":
			e.Bet = r.bool()
		case "base":
			e.Base = r.int(-maxNumber, maxNumber)
		case "points":
			e.Points = r.int(-maxNumber, maxNumber)
		case "total":
			e.Total = r.int(-maxNumber, maxNumber)
		}
	})
	return e
}
