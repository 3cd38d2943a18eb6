package foppen

import (
	"iter"
	"unique"
)

// public is what everybody at the table sees (R3.13): all of a game but the hands
// and the bets that are not revealed yet. Game and View both embed it, so that
// what is public is decided here, by type, and in no other place. Its exported
// methods are methods of both.
type public struct {
	rules  unique.Handle[Variant] // interned, so that a game carries its variant in one word and == compares it
	deck   Cards                  // Variant.Deck, at hand without a look at rules, which copies the variant
	totals [MaxPlayers]int32
	minus  [MaxPlayers]int32  // minus points alone (R8.4)
	tens   [MaxPlayers]uint16 // tens scored
	voids  uint32             // four bits a seat: the colors it has shown to lack this round
	round  uint16             // rounds dealt

	ranks ranking       // the plays of the trick, once it has ended in the order of judge; behind them, remains of earlier tricks
	log   [maxDeck]Card // the cards of the round in the order of play; who played follows from the rules
	n     uint8         // cards in log
	start uint8         // where the trick begins in log

	discs    uint8   // Setup.Discs, at hand like deck
	handSize uint8   // Setup.HandSize, likewise
	worstTie TieRule // Variant.WorstTie, likewise
	betting  bool    // Variant.Betting, likewise
	tricks   uint8   // tricks finished this round
	dealer   Seat    // of this round; in DealPhase of the next
	starter  Seat    // of this round; in DealPhase of the next
	first    Seat    // who led the first trick in log
	leader   Seat    // who leads the trick; after a round who led its last
	fools    Seats   // who holds a disc, and so sits out the trick
	todo     Seats   // who is still to act in the trick or in the bets
	out      Seats   // who has no cards left
	shown    Seats   // who has bet, once all bets are in

	status // behind the rest, where it needs no padding
}

// A status is what a loop asks a game for at every card. It is a struct of its own
// because a method copies its receiver, and four small fields travel in registers:
// Phase and Turn cost an instruction instead of a copy of the game.
type status struct {
	phase   Phase
	players uint8
	turn    Seat  // who is to act, in BetPhase and PlayPhase
	led     Color // led color of the trick
}

// A choice is the same for Legal: what the seat to act may play, found once by the
// move before. A View has it only if its seat is to act.
type choice struct{ may Cards }

// seats returns the set of all seats of the table.
func (t *status) seats() Seats { return Seats(1<<t.players - 1) }

// scored reports whether a round has just been played and its hands lie open.
func (t *public) scored() bool {
	return t.phase == OverPhase || t.phase == DealPhase && t.round > 0
}

// Variant returns the rules that the game is played by; the zero Variant for the
// zero Game.
func (t public) Variant() Variant {
	if t.phase == NoPhase {
		return Variant{}
	}
	return t.rules.Value()
}

// Players returns the number of players, 0 for the zero Game.
func (t status) Players() int { return int(t.players) }

// Seats returns the seats at the table, from 0 to one less than there are players; no
// seats for the zero Game.
func (t status) Seats() Seats { return t.seats() }

// Phase returns what the game waits for.
func (t status) Phase() Phase { return t.phase }

// Round returns how many rounds have been dealt: the number of the round being
// played, or between two rounds of the one just played. It is 0 before the first
// deal.
func (t public) Round() int { return int(t.round) }

// Dealer returns who deals this round or, in DealPhase, the next (R2.2, R2.4,
// R2.5).
func (t public) Dealer() Seat { return t.seatOrNone(t.dealer) }

// Starter returns who leads the first trick of this round or, in DealPhase, of the
// next (R2.2, R2.4, R2.5).
func (t public) Starter() Seat { return t.seatOrNone(t.starter) }

func (t *public) seatOrNone(s Seat) Seat {
	if t.phase == NoPhase {
		return NoSeat
	}
	return s
}

// Turn returns the seat that is to bet or to play, NoSeat in other phases.
func (t status) Turn() Seat {
	if t.phase == BetPhase || t.phase == PlayPhase {
		return t.turn
	}
	return NoSeat
}

// playing reports whether a trick is being played. It is in PlayPhase, but for a View
// to which Update has given the last card of a round and not all scores yet.
func (t *public) playing() bool { return t.phase == PlayPhase && t.turn != NoSeat }

// Leader returns who leads the trick (R3.12), NoSeat outside PlayPhase.
func (t public) Leader() Seat {
	if !t.playing() {
		return NoSeat
	}
	return t.leader
}

// Led returns the led color of the trick, NoColor if there is none yet (R3.2).
func (t status) Led() Color { return t.led }

// Legal returns the cards that may be played now, each once, so a 1 at most once (R3.3
// to R3.5). A Game always has some in PlayPhase, a View only if its seat is to play; in
// all other phases there are none.
func (c choice) Legal() Cards { return c.may }

// Fools returns who holds a disc (R3.11): the fools of the last finished trick of
// this round. In PlayPhase they sit out the trick; after a round they are those
// fooled in its last trick.
func (t public) Fools() Seats { return t.fools }

// SittingOut returns who sits out the trick being played (R3.9), no seats outside
// PlayPhase.
func (t public) SittingOut() Seats {
	if !t.playing() {
		return 0
	}
	return t.fools
}

// TakingPart returns who takes part in the trick being played (R3.12), no seats
// outside PlayPhase.
func (t public) TakingPart() Seats {
	if !t.playing() {
		return 0
	}
	return t.seats() &^ t.fools
}

// ToAct returns who is still to play in this trick, or in BetPhase to bet.
func (t public) ToAct() Seats { return t.todo }

// WentOut returns who has no cards left, no seats before the first deal.
func (t public) WentOut() Seats { return t.out }

// Bettors returns who has bet this round, once all bets are in (R7.2); before that
// and without betting it returns no seats.
func (t public) Bettors() Seats { return t.shown }

// Trick returns the trick being played. It is empty between tricks and so never
// complete: see LastTrick.
func (t public) Trick() Trick {
	var trick Trick
	taking, s := t.seats()&^t.fools, t.leader
	for _, c := range t.log[t.start:t.n] {
		trick.add(s, c)
		s = taking.after(s)
	}
	return trick
}

// Tricks returns the finished tricks of the round in order, in a new slice. After
// a round they can be looked at until the next deal.
func (t public) Tricks() []Trick {
	tricks := make([]Trick, 0, t.tricks)
	for trick := range t.finished() {
		tricks = append(tricks, trick)
	}
	return tricks
}

// LastTrick returns the last finished trick of the round, the empty trick if there
// is none.
func (t public) LastTrick() Trick {
	var last Trick
	for trick := range t.finished() {
		last = trick
	}
	return last
}

// finished walks through the finished tricks of the round, each with the seats that sat
// it out. Only cards are logged: who played them follows from the rules.
func (t *public) finished() iter.Seq2[Trick, Seats] {
	return func(yield func(Trick, Seats) bool) {
		leader, fools := t.first, Seats(0)
		for i := 0; i < int(t.start); {
			var trick Trick
			taking := t.seats() &^ fools
			for s := leader; int(trick.n) < taking.Len(); s = taking.after(s) {
				trick.add(s, t.log[i])
				i++
			}
			if !yield(trick, fools) {
				return
			}
			r := trick.ranking()
			leader, fools = r.judge(int(trick.n), int(t.discs), t.worstTie)
		}
	}
}

// begun walks as finished does, and then through the trick being played if it has cards.
func (t *public) begun() iter.Seq2[Trick, Seats] {
	return func(yield func(Trick, Seats) bool) {
		for trick, sat := range t.finished() {
			if !yield(trick, sat) {
				return
			}
		}
		if t.start < t.n {
			yield(t.Trick(), t.fools)
		}
	}
}

// TrickNumber returns the number of the trick being played in its round, from 1;
// outside PlayPhase how many tricks the round had, 0 before its first.
func (t public) TrickNumber() int {
	if t.playing() {
		return int(t.tricks) + 1
	}
	return int(t.tricks)
}

// Played returns all cards played this round.
func (t public) Played() Cards {
	var played Cards
	for _, c := range t.log[:t.n] {
		played = played.plusCard(c)
	}
	return played
}

// Void reports whether the seat has shown that it holds no card of the color:
// whoever discards has none of the led color for the rest of the round (R3.4). A 1,
// a card that follows and sitting out show nothing, and a deal wipes everything.
func (t public) Void(seat Seat, color Color) bool {
	return seat.IsValid() && color.IsValid() && t.voids>>(4*uint8(seat)+uint8(color)-1)&1 != 0
}

// Total returns the points of the seat in all rounds so far, 0 for seats that do
// not play.
func (t public) Total(seat Seat) int {
	if !seat.IsValid() {
		return 0
	}
	return int(t.totals[seat])
}

// Totals returns the points by seat in all rounds so far, in a new slice.
func (t public) Totals() []int {
	totals := make([]int, t.players)
	for i := range totals {
		totals[i] = int(t.totals[i])
	}
	return totals
}

// MinusPoints returns the gross minus points of the seat, as a positive number: the sum of
// its round scores below 0 (R8.4), without tens and what bets have won.
func (t public) MinusPoints(seat Seat) int {
	if !seat.IsValid() {
		return 0
	}
	return int(t.minus[seat])
}

// Tens returns how many tens the seat has scored (R5.3).
func (t public) Tens(seat Seat) int {
	if !seat.IsValid() {
		return 0
	}
	return int(t.tens[seat])
}

// Standings returns the order of the seats by their totals so far (R6.3).
func (t public) Standings() Standings { return NewStandings(t.Totals()...) }

// Winners returns who has won (R6.3), no seats before the game is over.
func (t public) Winners() Seats {
	if t.phase != OverPhase {
		return 0
	}
	return t.Standings().Winners()
}

// EndReasons returns which limits have ended the game (R6.1, R6.2), none before it
// is over.
func (t public) EndReasons() EndReasons {
	if t.phase != OverPhase {
		return 0
	}
	v := t.rules.Value()
	return t.limits(&v).met
}

// deal begins a round, all but the hands (R2.3).
func (t *public) deal() {
	t.round++
	t.log, t.n, t.start, t.tricks = [maxDeck]Card{}, 0, 0, 0
	t.ranks = ranking{}
	t.first, t.leader, t.turn = t.starter, t.starter, t.starter
	t.led, t.voids = NoColor, 0
	t.fools, t.out, t.shown, t.todo = 0, 0, 0, t.seats()
	t.phase = PlayPhase
	if t.betting {
		t.phase = BetPhase
	}
}

// revealBets begins the play once all bets are in (R7.2).
func (t *public) revealBets(bets Seats) {
	t.shown, t.todo, t.turn, t.phase = bets, t.seats(), t.starter, PlayPhase
}

// put plays a card for the seat whose turn it is, takes it out of the hand and
// reports whether that ends the round. It checks nothing.
func (t *public) put(c Card, hand *Cards) (roundEnds bool) {
	s := t.turn & 7
	*hand = hand.minusCard(c)
	led := t.led
	if led == NoColor {
		led = c.suit()
		t.led = led
	}
	i := t.n - t.start
	key := playKey(c, led, int(i), s)
	t.ranks[i%MaxPlayers] = key
	// A discard shows a void. It cannot be foreseen, so that no jump depends on it.
	discard := uint32(key)/followBit&1 ^ 1
	t.voids |= discard << ((4*uint8(s) + uint8(led) - 1) & 31)
	t.log[t.n] = c
	t.n++
	if hand.IsEmpty() {
		t.out |= 1 << s
	}
	t.todo &^= 1 << s
	if t.todo != 0 {
		t.turn = t.todo.after(s)
		return false
	}
	return t.endTrick()
}

// endTrick hands out the discs (R3.11) and begins the next trick (R3.12), unless
// the round ends with this one (R5.1): then leader stays who led it.
func (t *public) endTrick() (roundEnds bool) {
	winner, fools := t.ranks.judge(min(int(t.n-t.start), MaxPlayers), int(t.discs), t.worstTie)
	t.fools = fools
	t.start, t.led = t.n, NoColor
	t.tricks++
	if t.out != 0 {
		return true
	}
	t.leader, t.turn, t.todo = winner, winner, t.seats()&^fools
	return false
}

// endRound scores the round (R5), then ends the game (R6) or finds who deals and who
// starts next (R2.4, R2.5).
func (t *public) endRound(left *[MaxPlayers]Cards, bets Seats) {
	v := t.rules.Value()
	fooled := t.timesFooled(&v)
	var points [MaxPlayers]int
	for s := range Seat(t.players) {
		score := v.score(s, left[s&7], t.fools, bets, fooled[s&7])
		points[s&7] = score.Points
		t.totals[s&7] += int32(score.Points)
		t.minus[s&7] -= int32(min(0, score.Points))
		if score.Reason == Ten {
			t.tens[s&7]++
		}
	}
	if t.limits(&v).met != 0 {
		t.phase = OverPhase
		return
	}
	t.phase = DealPhase
	if v.Starter == ClockwiseStarts {
		t.dealer, t.starter = t.seats().after(t.dealer), t.seats().after(t.starter)
		return
	}
	t.dealer = t.starter
	if v.Reference == LastLeader {
		t.dealer = t.leader
	}
	t.starter = t.mostMinus(&v, &points)
}

// mostMinus returns the seat with the most minus points, of equal ones the nearest
// clockwise to the dealer of the next round, who is the nearest of all (R2.4).
func (t *public) mostMinus(v *Variant, points *[MaxPlayers]int) Seat {
	most := t.dealer
	for s := t.seats().after(most); s != t.dealer; s = t.seats().after(s) {
		if t.startScore(v, points, s) < t.startScore(v, points, most) {
			most = s
		}
	}
	return most
}

// startScore returns the score of the seat of which the lowest makes the starting player
// (R2.4).
func (t *public) startScore(v *Variant, points *[MaxPlayers]int, s Seat) int {
	switch v.StarterScore {
	case ByRound:
		return points[s&7]
	case ByGross:
		return -int(t.minus[s&7])
	}
	return int(t.totals[s&7])
}
