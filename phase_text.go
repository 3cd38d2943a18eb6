package foppen

const (
	noPhaseWord = "none"
	phaseWords  = noPhaseWord + " deal bet play over"
)

func (p *Phase) enum() enum { return enum{(*uint8)(p), "Phase", phaseWords} }

// String returns "deal", "bet", "play", "over" or "none".
func (p Phase) String() string { return p.enum().String() }

// MarshalText returns the same text as String; it fails for other values.
func (p Phase) MarshalText() ([]byte, error) { return p.enum().MarshalText() }

// UnmarshalText accepts exactly the words that String writes.
func (p *Phase) UnmarshalText(text []byte) error { return p.enum().UnmarshalText(text) }
