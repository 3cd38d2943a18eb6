package foppen

// WithHidden returns the game with other hands and bets, for tests of what a View
// hides. Nothing is checked.
func WithHidden(g Game, hands [MaxPlayers]Cards, bets Seats) Game {
	g.hands, g.bets = hands, bets
	return g
}

// Hidden returns the hands and bets.
func Hidden(g Game) ([MaxPlayers]Cards, Seats) { return g.hands, g.bets }

// ScanVariant is ParseVariant without Validate.
func ScanVariant(s string) (Variant, error) { return scanVariant(s) }
