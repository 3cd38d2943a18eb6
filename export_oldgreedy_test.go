package foppen

import "math/bits"

// The greedy bot as it was before GreedyPolicy, to measure later ones by. It stays as it is.

// OldGreedy makes a greedy bot as it was.
func OldGreedy() Bot { return newOldGreedyBot() }

// newOldGreedyBot returns a bot that plays by the rules of thumb of a good player, looking
// at one trick at a time:
//
//   - It counts cards. From what is unseen, and from what others have shown to lack
//     (R3.4), it estimates for each card it may play how likely the card is to be
//     among the worst of the trick, and so to fool it.
//   - Where it is safe, above all once somebody has discarded, it gets rid of what
//     will be dangerous later: cards of which few lower ones are still out, and 1s.
//     It keeps its high cards, which win tricks without risk. The nearer the end of
//     the round, the less that counts and the more the points that a card costs.
//   - Ahead of all others in the race to go out, it keeps a safe card for the last
//     trick, in which being fooled would spoil the ten (R5.4).
//   - In the last trick of a round, when it cannot go out itself, it does not mind
//     being fooled and throws the card that costs most.
//   - It bets (R7.1) with a hand of few dangerous cards.
//
// It needs no chance and keeps nothing from one choice to the next, so that one bot
// can play at many tables at once.
func newOldGreedyBot() Bot { return oldGreedyBot{} }

type oldGreedyBot struct{}

// What matters to a greedy bot, in hundredths of a point. The numbers were found by
// playing against other numbers.
const (
	oldFooledCost  = 1000 // Being fooled keeps a card in hand and loses ground in the race.
	oldDangerWorth = 200  // To be rid of a card that is sure to be dangerous, at the beginning of a round or while ahead.
	oldLeadWorth   = 130  // The same for a card that is led.
	oldShedWorth   = 5    // For each point that a card would cost at the end.
	oldKeepWorth   = 2    // The same while leading or ahead: a high card is of more use then.

	oldOneDanger = sure * 2 / 3 // A 1 is nearly always the lowest of its trick, but safe as soon as somebody discards.
)

// Choose returns the card that is worth most to play now, the first of equal ones in
// the order of the hand.
func (oldGreedyBot) Choose(v View) Card {
	may := v.Legal()
	if may.Len() <= 1 {
		return may.Lowest()
	}
	r := oldRead(&v)
	best, most := NoCard, 0
	for c := range may.All() {
		if w := r.worth(c); best == NoCard || w > most {
			best, most = c, w
		}
	}
	return best
}

// Bet reports whether the cards of the hand are safe enough on average: the more
// players there are, the more likely somebody else goes out first.
func (oldGreedyBot) Bet(v View) bool {
	r := oldRead(&v)
	danger := chance(0)
	for c := range v.Hand().All() {
		danger += r.danger(c)
	}
	safe := in(50-3*v.Players(), 100)
	return danger < safe*chance(v.Hand().Len())
}

// A reading is what a greedy bot makes of a view before it looks at its cards.
type oldReading struct {
	view    *View
	trick   Trick
	unseen  Cards
	later   Seats // who plays after the bot in this trick
	penalty int   // what a 1 left in hand costs
	last    bool  // the round ends with this trick
	rid     int   // what it is worth to be rid of a sure danger
	shed    int   // what it is worth to be rid of a point
}

func oldRead(v *View) oldReading {
	r := oldReading{
		view: v, trick: v.Trick(), unseen: v.Unseen(), later: v.ToAct().Without(v.Seat()),
		penalty: v.Variant().OnePenalty, last: !v.WentOut().IsEmpty(),
	}
	own := v.HandSize(v.Seat()) - 1 // after this trick, like those of the others
	least := own
	for s := range v.seats().Without(v.Seat()).All() {
		left := v.HandSize(s)
		if r.later.Has(s) {
			left--
			r.last = r.last || left == 0
		}
		least = min(least, left)
	}
	r.weigh(own == least, least)
	return r
}

// weigh says what it is worth to be rid of a card, by how many cards the player with
// the fewest will have after this trick and whether that is the bot.
func (r *oldReading) weigh(ahead bool, least int) {
	r.rid, r.shed = oldDangerWorth, oldShedWorth
	if r.trick.Len() == 0 {
		r.rid, r.shed = oldLeadWorth, oldKeepWorth
	}
	r.rid = r.rid * least / max(1, int(r.view.handSize)-1)
	if ahead {
		r.rid, r.shed = oldDangerWorth, oldKeepWorth
	}
}

// worth returns how good it is to play the card now, in hundredths of a point.
func (r *oldReading) worth(c Card) int {
	cost := c.Value()
	if c == One {
		cost = r.penalty
	}
	if r.last {
		return cost
	}
	return cost*r.shed + (r.rid*int(r.danger(c))-oldFooledCost*int(r.risk(c)))/int(sure)
}

// danger returns how likely the card is to be the lowest of its color in a trick: the
// share of the unseen cards of that color that are higher.
func (r *oldReading) danger(c Card) chance {
	if c == One {
		return oldOneDanger
	}
	color := r.unseen.Of(c.Color())
	return in(2*oldLower(color, c.Value())+1, 2*color.Len()+2).not()
}

// risk returns how likely the card is to be among the worst of the trick (R3.8,
// R3.10).
func (r *oldReading) risk(c Card) chance {
	worse := r.worseNow(c)
	safe := int(r.view.discs)
	// few[k] is the chance that just k of those who play later are worse, too.
	few := [MaxPlayers + 1]chance{sure}
	n := 0
	for s := range r.later.All() {
		p := r.worseLater(c, s)
		n++
		for k := n; k >= 0; k-- {
			few[k] = few[k].and(p.not())
			if k > 0 {
				few[k] += few[k-1].and(p)
			}
		}
	}
	fooled := chance(0)
	for k := 0; k <= n && worse+k < safe; k++ {
		fooled += few[k]
	}
	return fooled
}

// worseNow returns how many cards of the trick are worse than c would be.
func (r *oldReading) worseNow(c Card) int {
	worse := 0
	for _, d := range r.trick.All() {
		switch follows := r.trick.Follows(d); {
		case follows != r.trick.Follows(c):
			if !follows {
				worse++
			}
		case d.Value() < c.Value(), d.Value() == c.Value() && r.view.worstTie == FirstPlayed:
			worse++
		}
	}
	return worse
}

// worseLater returns how likely a seat that plays later is to play a worse card. It is
// taken to follow with any card, and to discard any if it cannot follow, but for one
// time in ten that it has a 1.
func (r *oldReading) worseLater(c Card, s Seat) chance {
	led := r.trick.Led()
	if led == NoColor {
		led = c.Color()
	}
	if led == NoColor {
		return sure * 3 / 8 // A 1 on 1s: somebody may discard, or play one more 1.
	}
	color := r.unseen.Of(led)
	void := r.void(s, led)
	if !r.trick.Follows(c) {
		others := r.unseen.Minus(color).colored()
		limit := c.Value()
		if r.view.worstTie == LastPlayed {
			limit++
		}
		return void.and(in(oldLower(others, limit), others.Len()))
	}
	ones := r.unseen.Count(One)
	follow := in(2*oldLower(color, c.Value())+ones, 2*color.Len()+ones)
	if c == One {
		follow = in(min(ones, 1), 7)
	}
	return void*9/10 + void.not().and(follow)
}

// void returns how likely the seat is to hold no card of the color: as likely as that
// none is among so many cards drawn from the unseen ones.
func (r *oldReading) void(s Seat, color Color) chance {
	if r.view.Void(s, color) {
		return sure
	}
	total := r.unseen.Len()
	others := total - r.unseen.Of(color).Len()
	p := sure
	for i := range r.view.HandSize(s) {
		p = p.and(in(max(0, others-i), total-i))
	}
	return p
}

// lower returns how many of the colored cards have a lower value.
func oldLower(h Cards, value int) int {
	low := uint64(1)<<max(0, value-MinValue) - 1
	low |= low << colorBits
	return bits.OnesCount64(h.lo&low) + bits.OnesCount64(h.colored().hi&low)
}

func in(n, total int) chance {
	if total <= 0 {
		return 0
	}
	return chance(n) * sure / chance(total)
}
