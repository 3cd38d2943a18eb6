package foppen

// A Phase says what a game waits for. The zero value is NoPhase, that of the zero
// Game.
type Phase uint8

// A game starts in DealPhase. Each round goes through BetPhase (with betting, R7)
// and PlayPhase, then back to DealPhase or to OverPhase.
const (
	NoPhase   Phase = iota
	DealPhase       // DealPhase: the game waits for a Deal.
	BetPhase        // BetPhase: the game waits for the Bet of the seat to act.
	PlayPhase       // PlayPhase: the game waits for the Play of the seat to act.
	OverPhase       // OverPhase: the game has ended.
)
