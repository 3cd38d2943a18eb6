package foppen

const (
	noPhaseWord = "none"
	phaseWords  = noPhaseWord + " deal bet play over"
)

// String returns "deal", "bet", "play", "over" or "none".
func (p Phase) String() string { return enumString("Phase", phaseWords, p) }

func (p Phase) word() (string, bool) { return enumWord(phaseWords, p) }

// MarshalText returns the same text as String; it fails for other values.
func (p Phase) MarshalText() ([]byte, error) { return enumMarshal("phase", phaseWords, p) }

// UnmarshalText accepts exactly the words that String writes.
func (p *Phase) UnmarshalText(text []byte) error {
	return enumUnmarshal("phase", phaseWords, text, p)
}
