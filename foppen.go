package foppen

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"unique"
)

// A Game is one position of a game of Foppen: an immutable value. No method changes
// it; Apply and Play return the next position and leave the old one as it was, so
// that a copy is a snapshot and undo is keeping the old value. A Game can be shared
// by goroutines, compared with == (the same variant, the same position, and the
// same plays of this round) and used as a map key. It holds no random source, no
// seed and nothing of earlier rounds but totals.
//
// A Game knows all hands. Give players and bots a View.
//
// The zero Game is no game: its Phase is NoPhase, it refuses every move, and all
// its methods can be called.
type Game struct {
	public
	choice
	hands [MaxPlayers]Cards
	bets  Seats // who has bet so far; secret until public.shown
}

// An Option changes what New makes.
type Option func(*options)

type options struct {
	variant Variant
	dealer  Seat
}

// WithVariant makes the game one of the variant, instead of Rulebook2018.
func WithVariant(v Variant) Option { return func(o *options) { o.variant = v } }

// WithDealer makes that seat the dealer of the first round (R2.2), instead of the
// last seat; the seat next to it clockwise leads.
func WithDealer(seat Seat) Option { return func(o *options) { o.dealer = seat } }

// New returns a game for that number of players, by the rules of Rulebook2018
// unless an option says otherwise. It waits for the first deal: see Shuffle. A
// variant that cannot be played, a number of players that the variant does not
// allow, and a dealer who is not at the table are refused with a *VariantError and
// the zero Game.
func New(players int, opts ...Option) (Game, error) {
	o := options{variant: Rulebook2018(), dealer: NoSeat}
	for _, opt := range opts {
		if opt != nil {
			opt(&o)
		}
	}
	if err := o.variant.Validate(); err != nil {
		return Game{}, err
	}
	if o.dealer == NoSeat {
		o.dealer = Seat(players - 1)
	}
	var wrong faults
	switch {
	case players < 0 || players > MaxPlayers || o.variant.Setups[players] == Setup{}:
		wrong.add(fieldPlayers, "R1.3", players, fmt.Sprintf("one of %v", o.variant.Players()))
	case o.dealer < 0 || int(o.dealer) >= players:
		wrong.add(fieldDealer, "R2.2", int(o.dealer), fmt.Sprintf("0 to %d", players-1))
	}
	if wrong != nil {
		return Game{}, wrong.error()
	}
	var g Game
	g.rules = unique.Make(o.variant)
	setup := o.variant.Setups[players]
	g.deck, g.handSize, g.discs, g.worstTie = setup.deck(), uint8(setup.HandSize), uint8(setup.Discs), o.variant.WorstTie
	g.betting = o.variant.Betting
	g.phase, g.players, g.dealer = DealPhase, uint8(players), o.dealer
	g.starter = g.seats().after(g.dealer)
	return g, nil
}

// Equal reports whether g and h are the same, as g == h does, for packages that ask
// for such a method.
func (g Game) Equal(h Game) bool { return g == h }

// Hand returns the cards that the seat holds; after a round, until the next deal,
// those that were left. It is empty for seats that do not play.
func (g Game) Hand(seat Seat) Cards {
	if !seat.IsValid() {
		return Cards{}
	}
	return g.hands[seat]
}

// HandSize returns how many cards the seat holds (R3.13).
func (g Game) HandSize(seat Seat) int { return g.Hand(seat).Len() }

// Aside returns the cards that were not dealt (R1.6), none before the first deal.
func (g Game) Aside() Cards {
	if g.round == 0 {
		return Cards{}
	}
	aside := g.deck.minus(g.Played())
	for _, h := range g.hands {
		aside = aside.minus(h)
	}
	return aside
}

// BetOf returns what the seat has answered in this round's betting, BetHidden if it
// has not answered or there is none. Like Hand it tells the truth, not what others
// may know.
func (g Game) BetOf(seat Seat) BetState { return g.betOf(seat) }

func (g *Game) betOf(seat Seat) BetState {
	if !g.betting || g.round == 0 || !g.seats().Has(seat) || g.phase == BetPhase && g.todo.Has(seat) {
		return BetHidden
	}
	return betState(g.bets.Has(seat))
}

// Verdicts returns for each card of the hand of the seat to act, 1s once, whether it may
// be played and if not, why, in the order of the hand and in a new slice. It is empty
// outside PlayPhase.
func (g Game) Verdicts() []Verdict {
	if g.phase != PlayPhase {
		return []Verdict{}
	}
	return verdicts(g.hands[g.turn&7], g.led)
}

func verdicts(hand Cards, led Color) []Verdict {
	may := legal(hand, led)
	list := make([]Verdict, 0, hand.Len())
	for c := range hand.distinct().All() {
		v := Verdict{Card: c}
		if !may.Has(c) {
			v.Reason = ErrMustFollow
		}
		list = append(list, v)
	}
	return list
}

// Scores returns what each seat got for the round just played, with the reasons, in
// a new slice. It is empty while a round is being played and before the first; the
// Scored events of the round's last move say the same.
func (g Game) Scores() []Score {
	if !g.scored() {
		return []Score{}
	}
	return g.scores(g.hands[:g.players], g.bets)
}

// Check returns nil if Apply would make the move, else the *MoveError with which
// Apply would refuse it.
func (g Game) Check(m Move) error {
	if e := g.refusal(m); e != nil {
		return e
	}
	return nil
}

// Deal returns the game after the deal. It is Apply for a Deal, without events and
// without allocating: for bots and simulations. A deal that cannot be returns the
// unchanged game and a *MoveError.
func (g Game) Deal(d Deal) (Game, error) {
	if e := g.refuseDeal(&d); e != nil {
		return g, e
	}
	g.deal(&d)
	return g, nil
}

// Play returns the game after the seat to act has played the card. It is Apply for
// a Play, without events and without allocating: for bots and simulations. A card
// that may not be played returns the unchanged game and a *MoveError.
func (g Game) Play(card Card) (next Game, err error) {
	next = g // first of all, so that the result is not cleared before it is set
	err = next.play(card)
	return next, err
}

func (g *Game) play(card Card) error {
	if !g.may.Has(card) {
		return g.refusePlay(g.hands[g.turn&7], g.turn, card)
	}
	g.put(card)
	return nil
}

// Playout returns the game after the rest of the round has been played with cards
// drawn from the legal ones with equal chance, by the source's numbers alone: one
// Uint64 a card in all but the rarest cases. It is what calls of Legal and Play
// give, several times as fast, for it works on a copy of its own instead of
// returning one for every card. Outside PlayPhase it returns the game unchanged. A
// nil source is a fresh one that nobody can foresee.
func (g Game) Playout(src rand.Source) (end Game) {
	end = g
	src = freshSource(src)
	for end.phase == PlayPhase {
		end.put(pick(end.may, src))
	}
	return end
}

// pick draws one of the cards, of which each is held once.
func pick(cards Cards, src rand.Source) Card {
	lo := bits.OnesCount64(cards.lo)
	n := uint64(lo + bits.OnesCount64(cards.hi))
	hi, rest := bits.Mul64(src.Uint64(), n) // below, by hand
	if rest < n {
		hi = belowAgain(src, n, hi, rest)
	}
	return cards.nth(int(hi), lo)
}

// Apply makes a move: it returns the next game and what happened, in the order of
// things at a table. A move that the rules do not allow returns the unchanged game,
// no events and a *MoveError. The events are in a new slice; those of a Deal and a
// Bet hold secrets: see Redact.
func (g Game) Apply(m Move) (next Game, events []Event, err error) {
	next = g
	events, err = next.apply(nil, m)
	return next, events, err
}

// AppendApply is Apply that appends the events to a slice of the caller's, as append
// does, and returns that; a refused move returns the slice as it was. With one slice for
// all moves, cut to no events before each, it leaves little for the garbage collector:
// for programs that look at the events of many games.
func (g Game) AppendApply(events []Event, m Move) (next Game, appended []Event, err error) {
	next = g
	appended, err = next.apply(events, m)
	return next, appended, err
}

// apply appends to events; nil is replaced by a slice without room to spare.
func (g *Game) apply(events []Event, m Move) ([]Event, error) {
	if e := g.refusal(m); e != nil {
		return events, e
	}
	before := g.moment()
	g.make(m)
	switch m := m.(type) {
	case Play:
		events = g.playEvents(events, before, m)
	case Bet:
		events = g.betEvents(events, m)
	case Deal:
		events = g.dealEvents(events)
	}
	return events, nil
}

// refusal returns why the move cannot be made, nil if it can.
func (g *Game) refusal(m Move) *MoveError {
	if p, ok := m.(Play); ok && p.Seat == g.turn && g.may.Has(p.Card) {
		return nil // in PlayPhase, the only one in which something may be played
	}
	return g.public.refusal(g.hands[g.turn&7], m)
}

// deal, bet and put make moves that are known to be right.

func (g *Game) deal(d *Deal) {
	g.public.deal()
	g.hands, g.bets = d.Hands, 0
	g.choose()
}

func (g *Game) bet(b Bet) {
	if b.Bet {
		g.bets |= 1 << b.Seat
	}
	g.todo &^= 1 << b.Seat
	if g.todo == 0 {
		g.revealBets(g.bets)
		g.choose()
		return
	}
	g.turn = g.todo.after(g.turn)
}

func (g *Game) put(card Card) {
	if g.public.put(card, &g.hands[g.turn&7]) {
		g.endRound(&g.hands, g.bets)
		g.may = Cards{}
		return
	}
	g.may = legal(g.hands[g.turn&7], g.led) // choose, which is too big to be inlined
}

// choose finds what may be played next (R3.3 to R3.5).
func (g *Game) choose() {
	g.may = Cards{}
	if g.phase == PlayPhase {
		g.may = legal(g.hands[g.turn&7], g.led)
	}
}

// Shuffle returns a deal for the game's next round, drawn from all deals with equal
// chance, with the source's numbers alone: the same numbers give the same deal on
// every platform and in every version of this package. A nil source is a fresh one
// that nobody can foresee. Outside DealPhase the deal has no cards.
func (g Game) Shuffle(src rand.Source) Deal {
	if g.phase != DealPhase {
		return Deal{}
	}
	return Deal{Hands: shuffle(g.deck, int(g.players), int(g.handSize), freshSource(src))}
}

// roomFor returns a new slice with room for n events in place of nil.
func roomFor(n int, events []Event) []Event {
	if events == nil {
		return make([]Event, 0, n)
	}
	return events
}

func (g *Game) dealEvents(events []Event) []Event {
	return append(roomFor(1, events), Dealt{
		Round: g.Round(), Dealer: g.dealer, Starter: g.starter, HandSize: int(g.handSize),
		Shown: g.seats(), Hands: g.hands,
	})
}

func (g *Game) betEvents(events []Event, b Bet) []Event {
	placed := BetPlaced{Seat: b.Seat, Bet: betState(b.Bet)}
	if g.phase == BetPhase {
		return append(roomFor(1, events), placed)
	}
	return append(roomFor(2, events), placed, BetsRevealed{Bettors: g.shown})
}

// A moment is what the events of a play need to know of the game before it.
type moment struct {
	led    Color
	fools  Seats
	tricks uint8
	start  uint8
}

func (t *public) moment() moment { return moment{t.led, t.fools, t.tricks, t.start} }

// playEvents appends what the play has made happen since the moment before it.
func (g *Game) playEvents(events []Event, before moment, m Play) []Event {
	color, ready := m.Card.Color(), prepared()
	played := ready.cardPlayed(m.Seat, m.Card, color == NoColor || before.led == NoColor || color == before.led)
	leads := before.led == NoColor && color != NoColor
	if g.tricks == before.tricks {
		if leads {
			return append(roomFor(2, events), played, ready.colorLed(m.Seat, color))
		}
		return append(roomFor(1, events), played)
	}
	fools := g.fools.Len()
	events = append(roomFor(3+fools+before.fools.Len()+g.roundEventsLen(), events), played)
	if leads {
		events = append(events, ready.colorLed(m.Seat, color))
	}
	cards := g.log[before.start:g.n]
	winner := g.ranks[MaxPlayers-1]
	events = append(events, ready.trickWon(seatOf(winner), cards[playOf(winner, LastPlayed)]))
	for i := range fools {
		events = append(events, ready.fooled(g.ranks.fool(i, fools, cards, g.worstTie)))
	}
	for s := before.fools; s != 0; s &= s - 1 {
		events = append(events, ready.freed[s.after(NoSeat)&7])
	}
	if g.phase == PlayPhase {
		return events
	}
	return g.roundEvents(events)
}

// roundEventsLen returns how many events the end of a round brings, if this is one.
func (g *Game) roundEventsLen() int {
	switch g.phase {
	case DealPhase:
		return 1 + int(g.players)
	case OverPhase:
		return 2 + int(g.players)
	}
	return 0
}

// roundEvents appends what the end of a round brings.
func (g *Game) roundEvents(events []Event) []Event {
	events = append(events, RoundEnded{Round: g.Round(), Out: g.out})
	v := g.rules.Value()
	fooled := g.timesFooled(&v)
	for s := range Seat(g.players) {
		events = append(events, Scored{Seat: s, Score: v.score(s, g.hands[s&7], g.fools, g.bets, fooled[s&7]), Total: int(g.totals[s&7])})
	}
	if g.phase == OverPhase {
		events = append(events, g.gameOver())
	}
	return events
}

// moves returns the moves of the round: the deal, the bets and the plays, in order.
func (g *Game) moves() []Move {
	moves := []Move{}
	if g.round == 0 {
		return moves
	}
	deal := Deal{Hands: g.hands}
	plays := make([]Move, 0, g.n)
	for trick := range g.begun() {
		for s, c := range trick.All() {
			deal.Hands[s] = deal.Hands[s].plusCard(c)
			plays = append(plays, Play{s, c})
		}
	}
	moves = append(moves, deal)
	s := g.first
	for range g.answered() {
		moves = append(moves, Bet{s, g.bets.Has(s)})
		s = g.seats().after(s)
	}
	return append(moves, plays...)
}

// make makes a move of any kind that is known to be right.
func (g *Game) make(m Move) {
	switch m := m.(type) {
	case Play:
		g.put(m.Card)
	case Bet:
		g.bet(m)
	case Deal:
		g.deal(&m)
	}
}

// firstLeader returns who plays first, NoSeat if nobody does.
func firstLeader(moves []Move) Seat {
	for _, m := range moves {
		if p, ok := m.(Play); ok {
			return p.Seat
		}
	}
	return NoSeat
}
