// Package foppen plays Foppen, the trick-taking card game by Friedemann Friese in
// which the player of the worst card is fooled and sits out the next trick. It
// implements the rules of the 2018 rulebook and of the 1995 edition, for 3 to 8
// players, and every reading on which the sources of these rules differ.
//
// # Start
//
// A whole game in which everybody plays the first card that may be played:
//
//	g, err := foppen.New(4)
//	for err == nil && g.Phase() != foppen.OverPhase {
//		if g.Phase() == foppen.DealPhase {
//			g, err = g.Deal(g.Shuffle(nil))
//		} else {
//			g, err = g.Play(g.Legal().Lowest())
//		}
//	}
//	fmt.Println(g.Totals(), "winners:", g.Winners(), err)
//
// What you may rely on: a [Game] is an immutable value. Every move is checked, and a
// refused one changes nothing and says why. What a seat may not know is in nothing
// that is made for that seat. The same seed gives the same cards everywhere. The
// package has no state of its own and imports the standard library only.
//
// The words of the game: players sit at seats, numbered from 0 clockwise. A game has
// rounds, a round has tricks. Who plays the worst card of a trick is its fool, takes a
// disc and sits out the next trick. Who has no cards left has gone out; that is a ten,
// worth ten points, unless the last trick has fooled the player.
//
// The library is unofficial. Its rules are numbered; "R3.4" in a comment or an error
// is such a number. The page docs/rules.md of the repository has them all, with
// their sources and tests.
//
// # Rules and variants
//
// A [Variant] is plain data: decks, hands and discs for each number of players, and
// a field for every option. [Rulebook2018] is the default of [New]; [Edition1995],
// [Edition1995Bets], [Rulebook2018SoloTens] and [Rulebook2018Ja] are the other
// presets, and [Preset] finds them by name. To play by rules of your own, change
// fields and hand the result to [WithVariant]; [Variant.Validate] names everything
// that cannot be played. [ParseVariant] reads the same from a line of text, such as
// "rulebook-2018 one_penalty=1 4.discs=2"; a Variant also works with flag.TextVar.
//
// The decks of the 2018 presets for four to seven players are a reconstruction: no
// available text gives the cards that are left out then. The deck for eight players
// and that of 1995 are documented. Should the other decks become known, they get a
// preset of their own, so that what is stored keeps its meaning.
//
// A single trick or a single round can be judged without a game: see [Trick] and
// [Variant.ScoreRound].
//
// # Playing
//
// A game goes through phases: it waits for a [Deal], in variants with betting for a
// [Bet] of every seat, then for a [Play] at a time until the round is over; after the
// last round it is over. [Game.Apply] makes a [Move] and returns the next game and
// the [Event] list of what happened, in the order of things at a table.
// [Game.Deal] and [Game.Play] do the same without events and without allocating;
// [Game.Playout] finishes a round by chance. [Game.Legal] says which cards may be
// played, [Game.Check] why a move may not be made, and [Game.Verdicts] why each card
// of the hand may or may not.
//
// Chance is outside: deals come from [Game.Shuffle] and a random source of yours,
// such as rand.NewPCG(1, 2) of math/rand/v2, or from a real table. To undo, keep the
// old game. An app should take a move back only as long as nobody else has learned
// anything by it.
//
// # Views
//
// A Game knows all hands and tells them, for dealers, records and analysis. What one
// seat may know, or a spectator, is a [View], which has no way back to the game it came
// from, and of an event what [Redact] leaves of it. A View remembers what a careful
// player does: the cards played, those unseen, and the colors that each seat has shown
// to lack. [View.Update] applies redacted events to a View, so that a client can follow
// a game without being sent views. [View.Sample] draws a game that agrees with a View,
// all deals with equal chance.
//
// # Text and records
//
// Cards, tricks, moves, games and variants have one text form each, which String
// writes and Parse reads, strictly, and a JSON form for storage and clients. A
// [Record] is a whole game, from its first deal to its result. It is built move by
// move with [Record.Apply], stored as a line of JSON or as text that fits in a bug
// report, and replayed and verified when it is read. [ReadRecords] reads many from
// a stream. A [SeatRecord] is a record without secrets: what one seat saw.
//
// # Bots
//
// A [Bot] has one method, which takes a View and returns a card. [NewRandomBot],
// [NewGreedyBot], which plays by rules of thumb, and [NewSearchBot] make bots that are
// ready to play. [PlayGame] lets bots play a game, each with its own random source, so
// that no bot can disturb the deals or foresee them. [PlayTournament] plays the same
// deals with the bots at every seat, so that luck cancels, and [CheckBot] says what a
// bot of yours does wrong.
//
// # Lab
//
// [Simulate] plays many games and counts what happens in them, with intervals that say
// how far to trust each figure; [Compare] does so by two variants over the same deals.
// The result depends on the seed, never on the number of workers, and [Merge] joins the
// parts of a run that was split.
//
// # Errors
//
// Errors are values with types: a [MoveError] for a refused move, which works with
// errors.Is and the [Reason] constants such as [ErrMustFollow]; an [EventError] for an
// event that a view cannot follow; a [VariantError] for rules that cannot be played,
// with a [FieldError] for each fault; an [ArgError] for another argument or field of a
// config that cannot be; a [ParseError] or a [DecodeError] for bad text or JSON, with
// the place of the fault; a [RecordError] for a stored game, with round, trick and move;
// a [BotError] for a bot that does what no player may do, or several of them from
// CheckBot. No text of an error tells a seat what it may not know; a
// BotError holds the record of the game and is for whoever runs the bots.
//
// Nothing in this package panics but the Must functions, given pointers, contexts,
// readers, writers, functions and bots that are not nil and keep to their contracts. A
// random source must not give the same number for ever: drawing from it need not end.
//
// # Concurrency
//
// All values but bots and readers are immutable and can be shared by goroutines. Most
// of them are comparable with == and can be map keys. Those that are not, and those that
// packages such as go-cmp cannot look into, have a method Equal.
//
// # Stability
//
// From version 1.0 on a minor version breaks neither programs nor what is stored:
// exported names, text and JSON forms, the record format "foppen/1", the presets and the
// deal that a seed gives. The page docs/stability.md of the repository has the whole
// promise and what is not promised: the texts of errors and the choices of bots, for
// instance. Before 1.0 the API may still change, and CHANGELOG.md says how.
//
// Write struct literals of this package with field names, since structs may get fields,
// and store the words of constants such as [ErrMustFollow], not their numbers.
package foppen
