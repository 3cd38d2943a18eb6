package foppen

import (
	"fmt"
	"strconv"
	"strings"
)

// A BotFault says what a bot has done wrong. The faults are constants and errors, so
// that errors.Is(err, ErrBotPanic) works on a *BotError. The zero value is no fault.
type BotFault uint8

// The faults of bots.
const (
	BotFine        BotFault = iota // BotFine is the zero BotFault.
	ErrBotMissing                  // ErrBotMissing: the maker has made no bot for the seat.
	ErrBotIllegal                  // ErrBotIllegal: the bot chose a card that it may not play.
	ErrBotSilent                   // ErrBotSilent: the bot chose no card, or ended its goroutine.
	ErrBotPanic                    // ErrBotPanic: the bot panicked.
	ErrBotSlow                     // ErrBotSlow: the bot took longer than it may for one move.
	ErrBotUnsteady                 // ErrBotUnsteady: the same game and source gave other moves (CheckBot).
	ErrBotShares                   // ErrBotShares: games played side by side changed each other (CheckBot).
	ErrBotFailed                   // ErrBotFailed: the bot said that it cannot answer (Failer), or could not be closed.
)

func (f *BotFault) enum() enum {
	return enum{(*uint8)(f), "BotFault", "fine missing illegal silent panic slow unsteady shares failed"}
}

// Error returns a short sentence without details, such as "chose a card that may
// not be played".
func (f BotFault) Error() string {
	texts := [...]string{
		BotFine:        "nothing wrong",
		ErrBotMissing:  "no bot for the seat",
		ErrBotIllegal:  "chose a card that may not be played",
		ErrBotSilent:   "chose no card",
		ErrBotPanic:    "panicked",
		ErrBotSlow:     "took too long",
		ErrBotUnsteady: "played the same game with the same source in another way",
		ErrBotShares:   "plays in another way when it plays another game too",
		ErrBotFailed:   "could not answer",
	}
	if int(f) < len(texts) {
		return texts[f]
	}
	return f.enum().String()
}

// A BotError says which bot has done what wrong and in which game. errors.Is finds
// its Fault, and errors.As the *MoveError of an illegal card.
//
// Do not send it to players: the Record shows all hands, and from Seed and Number, which
// the text names, too, all future deals can be computed. The text also says why a card
// was refused, and with it whether the bot holds it and what it had to follow.
type BotError struct {
	Fault  BotFault // Fault is what the bot did.
	Seat   Seat     // Seat is where it sat, NoSeat where that is not known.
	Bot    string   // Bot is the name of its maker, "" where it is not known.
	Seed   uint64   // Seed is that of the game; 0 from AskBot, which knows no seed.
	Number uint64   // Number is that of the game: see SimConfig; 0 from AskBot.
	Detail string   // Detail says more, such as what a panic said; it may be empty.
	Stack  string   // Stack is where a panic came from, as the runtime prints it.
	Record Record   // Record is the game up to the fault; the zero Record where there is none.

	table string // table names the rules and the number of players
	err   error  // err is the *MoveError of an illegal card, or what a Failer returned
	asked bool   // asked says that it comes from AskBot, whose game has no seed and no number
}

// Error returns one line that says who did what in which game: with the seed and the
// number, unless it comes from AskBot.
func (e *BotError) Error() string {
	var b strings.Builder
	b.WriteString("foppen: bot ")
	if e.Bot != "" {
		b.WriteString(strconv.Quote(e.Bot) + " ")
	}
	b.WriteString("at seat " + e.Seat.String() + ": " + e.Fault.Error())
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	where := e.table
	if !e.asked {
		where = strings.TrimPrefix(where+", ", ", ") + fmt.Sprintf("seed %d, game %d", e.Seed, e.Number)
	}
	return b.String() + " (" + where + ")"
}

// Unwrap returns the Fault and, for an illegal card, the *MoveError, for a Failer its error.
func (e *BotError) Unwrap() []error {
	if e.err == nil {
		return []error{e.Fault}
	}
	return []error{e.Fault, e.err}
}
