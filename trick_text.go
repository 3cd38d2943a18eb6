package foppen

import "strings"

// String returns the plays in order, such as "0:B9 1:B5 3:B10"; the empty text for
// an empty trick.
func (t Trick) String() string { return string(t.append(nil)) }

func (t Trick) append(b []byte) []byte {
	for i := range int(t.n) {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, '0'+byte(t.seats[i]), ':')
		b = t.cards[i].append(b)
	}
	return b
}

// ParseTrick reads a trick as String writes it. It refuses everything else, and
// what Add refuses, with a *ParseError.
func ParseTrick(s string) (Trick, error) {
	var t Trick
	if s == "" {
		return t, nil
	}
	pos := 0
	for play := range strings.SplitSeq(s, " ") {
		number, text, _ := strings.Cut(play, ":")
		seat, ok := parseSeat(number)
		card, err := ParseCard(text)
		if !ok || err != nil {
			return Trick{}, &ParseError{What: "trick", Input: s, Pos: pos, Want: "a seat, a colon and a card such as 0:G17"}
		}
		if t, err = t.Add(seat, card); err != nil {
			return Trick{}, &ParseError{What: "trick", Input: s, Pos: pos, Want: "a seat and a card that are not in the trick yet"}
		}
		pos += len(play) + 1
	}
	return t, nil
}

// MarshalText returns the text that String writes.
func (t Trick) MarshalText() ([]byte, error) { return t.append([]byte{}), nil }

// UnmarshalText reads what MarshalText writes.
func (t *Trick) UnmarshalText(text []byte) error { return unmarshalText(text, t, ParseTrick) }

func (r *FoolReason) enum() enum {
	return enum{(*uint8)(r), "FoolReason", "none lowest-discard lowest-follower"}
}

// String returns "lowest-discard", "lowest-follower" or "none".
func (r FoolReason) String() string { return r.enum().String() }

// MarshalText returns the same text as String; it fails for other values.
func (r FoolReason) MarshalText() ([]byte, error) { return r.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (r *FoolReason) UnmarshalText(text []byte) error { return r.enum().UnmarshalText(text) }
