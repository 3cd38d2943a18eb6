package foppen

import (
	"math/rand/v2"
	"unique"
)

// A Playout is a position of a round that is played on in place: the mutable companion
// of Game for searches and other programs that play very many cards. It takes a position
// from a Game or a Sampler, plays cards by the same rules through the same code, and
// gives the position back as a Game at any time. Nothing is copied in between, there are
// no events, and no method allocates but for the error of a refused card.
//
// Like a Game it knows all hands. It makes no deals and places no bets: outside
// PlayPhase nobody is to play. It never panics and can be used again for any number of
// positions. The zero Playout is at the zero Game. Goroutines must not share one.
type Playout struct {
	game   Game              // without its choice, and without the end of the round while ended is set
	ended  bool              // the last card of the round is played, and the round is still to be scored
	fewest uint8             // how many cards the smallest hand will have after the trick
	fooled [MaxPlayers]uint8 // by seat, how often in this round, if the variant gives points for it
	left   Cards             // the cards of the deck that have not been played in this round

	rules unique.Handle[Variant] // of which variant is a copy
	// variant is at hand since a look at rules copies it.
	variant Variant
}

// NewPlayout returns a Playout at the position of the game.
func NewPlayout(g Game) *Playout {
	p := new(Playout)
	p.Set(g)
	return p
}

// Set goes to the position of the game, wherever p was before.
func (p *Playout) Set(g Game) {
	p.game = g
	p.begin()
}

// CopyFrom goes to the position of q. It is p.Set(q.Game()), but faster.
func (p *Playout) CopyFrom(q *Playout) {
	p.game, p.ended, p.left = q.game, q.ended, q.left
	p.fewest, p.fooled = q.fewest, q.fooled
	p.know()
}

// Sample goes to a position drawn by the sampler: it is p.Set(s.Sample(src)), but faster.
func (p *Playout) Sample(s Sampler, src rand.Source) {
	if s.from == nil {
		p.game = Game{}
	} else {
		s.from.view.sample(&s.from.plan, &p.game, src)
	}
	p.begin()
}

func (p *Playout) begin() {
	p.ended, p.left = false, p.game.deck.minus(p.game.Played())
	p.newTrick()
	p.know()
	for s, n := range p.game.timesFooled(&p.variant) {
		p.fooled[s] = uint8(n)
	}
}

// know looks up the variant.
func (p *Playout) know() {
	if p.rules != p.game.rules {
		p.rules, p.variant = p.game.rules, p.game.Variant()
	}
}

// Game returns the position as a Game: the one that Play would have led to.
func (p *Playout) Game() Game {
	g := p.game
	if p.ended {
		g.endRound(&g.hands, g.bets)
	}
	g.choose()
	return g
}

// Turn returns the seat that is to play a card, NoSeat outside PlayPhase and once the
// round is over.
func (p *Playout) Turn() Seat {
	if p.ended || p.game.phase != PlayPhase {
		return NoSeat
	}
	return p.game.turn
}

// Hand returns the cards that the seat holds, none for seats that do not play.
func (p *Playout) Hand(seat Seat) Cards {
	if !seat.IsValid() {
		return Cards{}
	}
	return p.game.hands[seat]
}

// Led returns the led color of the trick, NoColor if there is none yet (R3.2).
func (p *Playout) Led() Color { return p.game.led }

// ToAct returns who is still to play in this trick, no seats between rounds.
func (p *Playout) ToAct() Seats { return p.game.todo }

// Fools returns who holds a disc (R3.11): the fools of the last finished trick of this
// round.
func (p *Playout) Fools() Seats { return p.game.fools }

// TrickNumber returns the number of the trick being played in its round, from 1, once
// the round is over how many tricks it had.
func (p *Playout) TrickNumber() int {
	if p.Turn() == NoSeat {
		return int(p.game.tricks)
	}
	return int(p.game.tricks) + 1
}

// Legal returns the cards that the seat to act may play (R3.3 to R3.5), each once,
// so a 1 at most once. It is empty if nobody is to play, else never.
func (p *Playout) Legal() Cards {
	if p.Turn() == NoSeat {
		return Cards{}
	}
	return legal(p.game.hands[p.game.turn&7], p.game.led)
}

// Play plays a card for the seat to act. A card that may not be played is refused with
// the *MoveError of Game.Play and changes nothing.
func (p *Playout) Play(card Card) error {
	if !p.Legal().Has(card) {
		return p.refuse(card)
	}
	g := &p.game
	p.left = p.left.minusCard(card)
	p.ended = g.public.put(card, &g.hands[g.turn&7])
	if g.n == g.start {
		p.newTrick()
		if p.variant.FoolPoints != 0 {
			for s := range g.fools.All() {
				p.fooled[s&7]++
			}
		}
	}
	return nil
}

func (p *Playout) refuse(card Card) error {
	_, err := p.Game().Play(card)
	return err
}

// newTrick finds what stays so until the trick ends.
func (p *Playout) newTrick() {
	var sizes [MaxPlayers]uint8
	for s := range Seat(p.game.players) {
		sizes[s&7] = uint8(p.game.hands[s&7].Len())
	}
	p.fewest = uint8(p.game.fewest(&sizes))
}

// Points returns what the seat gets for the round (R5, R7.3, R8) once it is over; before
// that, and for seats that do not play, 0.
func (p *Playout) Points(seat Seat) int {
	g := &p.game
	if !p.ended || !g.seats().Has(seat) {
		return 0
	}
	return p.variant.score(seat, g.hands[seat&7], g.fools, g.bets, int(p.fooled[seat&7])).Points
}

// Finish plays the round to its end with cards chosen by the policy, nil for GreedyPolicy. It
// stops with the error of Play when the policy chooses a card that may not be played. A
// nil source is a fresh one that nobody can foresee.
func (p *Playout) Finish(policy Policy, src rand.Source) error {
	if policy == nil {
		policy = GreedyPolicy
	}
	src = freshSource(src)
	for p.Turn() != NoSeat {
		if err := p.Play(policy(p, src)); err != nil {
			return err
		}
	}
	return nil
}

// A Policy chooses a legal card for the seat to act of a Playout in which it is some
// seat's turn. A good one for a search is fast, and looks at no hand but that of the
// seat: players do not see each other's cards.
type Policy func(p *Playout, src rand.Source) Card

// RandomPolicy is the Policy of legal cards drawn with equal chance, as in Game.Playout.
func RandomPolicy(p *Playout, src rand.Source) Card {
	may := p.Legal()
	if may.IsEmpty() {
		return NoCard
	}
	return pick(may, src)
}
