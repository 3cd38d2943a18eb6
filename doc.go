// Package foppen plays Foppen, the trick-taking card game by Friedemann Friese in
// which the player of the worst card is fooled and sits out the next trick. It
// implements the rules of the 2018 rulebook and of the 1995 edition, for 3 to 8
// players (and 2 in variants of your own), with options where the sources of these rules differ.
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
// The package makes these promises. A [Game] is an immutable value. Every move is
// checked; a refused move changes nothing, and its error says why. Nothing that is made
// for a seat tells what the seat may not know. The same seed gives the same cards on
// every platform. The package has no state of its own and imports the standard library
// only.
//
// The game uses these words. Players sit at seats, numbered clockwise from 0. A game has
// rounds, and a round has tricks. The player of the worst card of a trick is its fool:
// the fool takes a disc and sits out the next trick. A player without cards has gone
// out. Going out scores a ten, which is ten points, unless the last trick has fooled the
// player.
//
// The library is unofficial. Its rules have numbers, such as "R3.4" in a comment or an
// error. The page docs/rules.md of the repository lists them with their sources and
// tests.
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
// Chance comes from outside. [Game.Shuffle] makes a deal from your random source, such
// as rand.NewPCG(1, 2) of math/rand/v2; a deal can also come from a real table. To undo
// a move, keep the game before it. An app should take a move back only if nobody else
// has learned anything by it.
//
// # Views
//
// A Game knows all hands and tells them: it is for dealers, records and analysis. A
// [View] holds what one seat or a spectator may know, and has no way back to its game.
// [Redact] does the same for an event. A View remembers what a careful player remembers:
// the cards played, the cards unseen, and the colors that each seat has shown to lack.
// [View.Update] applies redacted events to a View, so that a client can follow a game by
// events alone. [View.Sample] draws a game that agrees with a View; all possible deals
// have the same chance.
//
// # Text and records
//
// Cards, tricks, moves, games and variants have one text form each: String writes it,
// and a Parse function reads it strictly. They also have a JSON form for storage and
// clients. A [Record] is a whole game, from its first deal to its result. [Record.Apply]
// adds a move. A record is stored as a line of JSON, or as text that fits in a bug
// report, and reading it replays and verifies it. [ReadRecords] reads many from
// a stream. A [SeatRecord] is a record without secrets: what one seat saw.
//
// # Apps
//
// A [Table] is a game with persons and bots: it deals, lets bots act one step at a time,
// holds a finished trick, takes back what nobody has learned from, and hands the turn of who
// is late to a bot. A [Narrator] tells events in sentences with names, in the language of its
// [Phrases]. See docs/apps.md and examples/table.
//
// # Bots
//
// A [Bot] has one method, which takes a View and returns a card. [NewRandomBot],
// [NewGreedyBot], which plays by rules of thumb, and [NewSearchBot] make bots that are
// ready to play. [PlayGame] lets bots play a game. Each has its own random source, so
// that no bot can disturb the deals or foresee them. [PlayTournament] plays each deal
// in every rotation of the bots, so that all get the same cards. [CheckBot] says what a
// bot of yours does wrong.
//
// # Lab
//
// [Simulate] plays many games and counts what happens in them, with intervals that say
// how far to trust each figure; [Compare] does so by several variants over the same deals.
// The result depends on the seed, never on the number of workers, and [Report.Merge] joins the
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
// CheckBot. The text of an error that a seat gets tells nothing that the seat may not
// know. A BotError holds the record of the game; it is for those who run the bots.
//
// Only the Must functions panic, as long as pointers, contexts, readers, writers,
// functions and bots are not nil and keep their contracts. A random source must not give
// the same number for ever, because drawing from it might never end.
//
// # Concurrency
//
// All values but bots, readers, random sources and a [Playout] are immutable and can be
// shared by goroutines. Most
// of them are comparable with == and can be map keys. Those that are not, and those that
// packages such as go-cmp cannot look into, have a method Equal.
//
// # Stability
//
// No version 1.x breaks programs or stored data. Exported names, text and JSON forms, the
// record format "foppen/1", the presets and the deal that a seed gives stay as they are.
// Texts of errors and choices of bots may change, for instance. The page docs/stability.md of
// the repository has the whole promise.
//
// Write struct literals of this package with field names, since structs may get fields,
// and store the words of constants such as [ErrMustFollow], not their numbers.
package foppen
