package foppen

import "strings"

// String returns the card's text: the letter of the color and the value, such as
// "G17", or "1". NoCard is "no card".
func (c Card) String() string {
	switch {
	case c == One:
		return "1"
	case c.isColored():
		var buf [3]byte
		return string(c.append(buf[:0]))
	case c == NoCard:
		return "no card"
	}
	return "Card(" + itoa(int(c)) + ")"
}

// append appends the text of a valid card.
func (c Card) append(b []byte) []byte {
	if c == One {
		return append(b, '1')
	}
	v := c.codedValue()
	b = append(b, c.codedColor().Letter())
	if v >= 10 {
		b = append(b, '0'+v/10)
	}
	return append(b, '0'+v%10)
}

// ParseCard reads the text of one card, exactly as String writes it. It refuses
// everything else, also "no card", with a *ParseError.
func ParseCard(s string) (Card, error) {
	c, n := scanCard(s)
	if n == 0 || n != len(s) {
		return NoCard, &ParseError{What: "card", Input: s, Pos: n, Want: "1, or G, R, Y or B and a value from 2 to 31"}
	}
	return c, nil
}

// scanCard reads a card at the beginning of s and says how long its text is, 0
// if there is none.
func scanCard(s string) (Card, int) {
	if s == "" {
		return NoCard, 0
	}
	if s[0] == '1' {
		return One, 1
	}
	color := Color(strings.IndexByte(colorLetters[1:], s[0]) + 1)
	v, n := 0, 1
	for n < len(s) && n < 3 && s[n]-'0' <= 9 {
		v = 10*v + int(s[n]-'0')
		n++
	}
	if color == NoColor || v < MinValue || v > MaxValue || s[1] == '0' {
		return NoCard, 0
	}
	return cardOf(color, v), n
}

// MarshalText returns the text that String writes, and no text for NoCard. It
// fails for values that are no cards.
func (c Card) MarshalText() ([]byte, error) {
	switch {
	case c == NoCard:
		return []byte{}, nil
	case c.IsValid():
		return c.append(nil), nil
	}
	return nil, &ArgError{Field: "card", Problem: c.String() + " is not a card"}
}

// UnmarshalText reads what MarshalText writes; no text is NoCard.
func (c *Card) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*c = NoCard
		return nil
	}
	return unmarshalText(text, c, ParseCard)
}

// String returns the cards' texts in the order of a hand, with a space between
// two, such as "G2 G17 R5 1 1", in a new string. No cards are the empty text.
func (h Cards) String() string {
	var buf [128]byte // enough for all hands but the largest, whose text moves to the heap
	return string(h.append(buf[:0]))
}

func (h Cards) append(b []byte) []byte {
	n := len(b)
	for c := range h.All() {
		if len(b) > n {
			b = append(b, ' ')
		}
		b = c.append(b)
	}
	return b
}

// ParseCards reads cards as String writes them: in the order of a hand, one space
// between two. It refuses everything else with a *ParseError.
func ParseCards(s string) (Cards, error) {
	var h Cards
	last := NoCard
	for pos := 0; pos < len(s); {
		if last != NoCard {
			if s[pos] != ' ' {
				return Cards{}, &ParseError{What: "list of cards", Input: s, Pos: pos, Want: "a space between two cards"}
			}
			pos++
		}
		c, n := scanCard(s[pos:])
		if n == 0 {
			return Cards{}, &ParseError{What: "list of cards", Input: s, Pos: pos, Want: "a card such as G17, or 1"}
		}
		if c < last || !h.canTake(c) {
			return Cards{}, &ParseError{What: "list of cards", Input: s, Pos: pos, Want: "each card after the one before it in the order green, red, yellow, blue, 1s, values upward"}
		}
		h, last, pos = h.plusCard(c), c, pos+n
	}
	return h, nil
}

// MarshalText returns the text that String writes.
func (h Cards) MarshalText() ([]byte, error) { return h.append([]byte{}), nil }

// UnmarshalText reads what MarshalText writes.
func (h *Cards) UnmarshalText(text []byte) error { return unmarshalText(text, h, ParseCards) }

func (c *Color) enum() enum { return enum{(*uint8)(c), "Color", "none green red yellow blue"} }

// String returns "green", "red", "yellow", "blue" or "none".
func (c Color) String() string { return c.enum().String() }

// MarshalText returns the same text as String. It fails for values above Blue.
func (c Color) MarshalText() ([]byte, error) { return c.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (c *Color) UnmarshalText(text []byte) error { return c.enum().UnmarshalText(text) }
