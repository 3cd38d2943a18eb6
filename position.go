package foppen

import "slices"

// A Game and a View are read back by playing: from what earlier rounds have left
// behind, the moves of the round lead to the position through the same code that led
// there at first. So nothing can be read that cannot be reached within the round,
// and what can be told of earlier rounds from what they left is checked here.

// A position holds what a Game's and a View's texts have in common and cannot be
// computed.
type position struct {
	variant         Variant
	players, round  int
	phase           Phase
	dealer, starter Seat
	now             past
}

// A past is what the rounds played have left behind, by seat.
type past struct {
	totals, minus, tens [MaxPlayers]int
}

// A fault says which field of a position is wrong.
type fault struct {
	field string // field is the key in JSON.
	index int    // index is the element of the field, -1 for all of it.
	want  string // want says what the field may be.
	err   error  // err is the reason behind it, if there is one.
}

// begin returns the game before its round is dealt, without totals. first is who
// leads the round, NoSeat if that is not known.
func (p *position) begin(first Seat) (Game, *fault) {
	g, err := New(p.players, WithVariant(p.variant))
	switch {
	case err != nil:
		return g, &fault{"players", -1, "a number of players that the variant allows", err}
	case !g.seats().Has(p.dealer):
		return g, &fault{"dealer", -1, "a seat of the table", nil}
	case !g.seats().Has(p.starter):
		return g, &fault{"starter", -1, "a seat of the table", nil}
	case p.round == 0 && p.starter != g.seats().after(p.dealer):
		return g, &fault{"starter", -1, "the seat next to the dealer (rule 2.2)", nil}
	}
	g.dealer, g.starter = p.dealer, p.starter
	if p.round == 0 {
		return g, nil
	}
	g.round = uint16(p.round - 1)
	if p.phase == DealPhase {
		// Between rounds dealer and starter are those of the next. Who dealt the
		// last one matters only where the deal goes round.
		if !g.seats().Has(first) {
			return g, &fault{"round", -1, "0 before the first deal; the plays of the round are missing", nil}
		}
		g.starter = first
		g.dealer = first - 1
		if g.dealer < 0 {
			g.dealer += Seat(p.players)
		}
	}
	return g, nil
}

// before returns what was left behind before a round with these scores.
func (p past) before(scores []Score) past {
	for i, s := range scores {
		p.totals[i] -= s.Points
		p.minus[i] += min(0, s.Points)
		if s.Reason == Ten {
			p.tens[i]--
		}
	}
	return p
}

// leave puts the past into t, a table before or during a round, and says what no
// number of rounds could have left behind. dealt says whether t's dealer is the one
// who dealt the round.
func (p *past) leave(t *public, rounds int, dealt bool) *fault {
	v := t.rules.Value()
	h := newHistory(&v, int(t.players), rounds)
	sum := past{}
	for i := range int(t.players) {
		if f := h.checkSeat(&v, i, p); f != nil {
			return f
		}
		t.totals[i], t.minus[i], t.tens[i] = int32(p.totals[i]), int32(p.minus[i]), uint16(p.tens[i])
		sum.minus[0] += p.minus[i]
		sum.tens[0] += p.tens[i]
	}
	switch {
	case sum.tens[0] < rounds*h.leastTens || sum.tens[0] > rounds*h.mostTens:
		return &fault{"tens", -1, "as many tens as the rounds can have brought (rule 5.3)", nil}
	case sum.minus[0] < rounds*h.leastMinus:
		return &fault{"minus_points", -1, "minus points for the cards left in every round (rule 5.2)", nil}
	}
	before := *t
	before.round = uint16(rounds)
	if met := before.limits(&v).met; met != 0 {
		return &fault{"round", -1, "a game that earlier rounds have not ended; its limits are met: " + met.String() + " (rules 6.1, 6.2)", nil}
	}
	return before.checkStarter(&v, dealt)
}

// checkStarter says whether the starter of a round is one whom the past can have
// made so.
func (t *public) checkStarter(v *Variant, dealt bool) *fault {
	switch {
	case t.round == 0 || v.Starter == ClockwiseStarts:
		if t.starter != t.seats().after(t.dealer) {
			return &fault{"starter", -1, "the seat next to the dealer (rules 2.2, 2.5)", nil}
		}
	case v.StarterScore == ByRound && t.round > 1:
		// The scores of the round before are not known.
	case dealt:
		var points [MaxPlayers]int
		for i := range points {
			points[i] = int(t.totals[i]) // after one round they are the same
		}
		if want := t.mostMinus(v, &points); t.starter != want {
			return &fault{"starter", -1, itoa(int(want)) + ", who has the most minus points (rule 2.4)", nil}
		}
	default:
		var points [MaxPlayers]int
		for i := range points {
			points[i] = int(t.totals[i])
		}
		for s := range t.seats().All() {
			if t.startScore(v, &points, s) < t.startScore(v, &points, t.starter) {
				return &fault{"round", -1, "a round led by the seat that had the most minus points (rule 2.4)", nil}
			}
		}
	}
	return nil
}

// A history bounds what a number of rounds can leave behind.
type history struct {
	rounds     int
	mostMinus  int // by one seat in one round
	leastMinus int // by all seats in one round
	leastTens  int // of all seats in one round
	mostTens   int
	others     int // how many other players there are
	mostFooled int // how often one seat in one round
}

func newHistory(v *Variant, players, rounds int) history {
	s := v.Setups[players]
	h := history{rounds: rounds, others: players - 1}
	if s.Discs > 0 {
		h.mostFooled = s.HandSize // each time by another card
	}
	// The fools of the last trick but one sit out the last, so that they keep
	// cards; those of the last get no ten. One card a hand is just one trick.
	fools := min(s.Discs, players-s.Discs-1)
	if s.HandSize == 1 || s.Discs == 0 {
		h.leastTens, h.mostTens = players-s.Discs, players-s.Discs
		return h
	}
	h.mostTens = players - 2*fools
	costs := cardCosts(v, s.deck())
	h.leastMinus = fools * costs[0]
	for _, c := range costs[len(costs)-s.HandSize+1:] { // everybody plays at least one card
		h.mostMinus += c
	}
	if v.Betting {
		h.mostMinus *= v.BetFactor
	}
	if v.FoolPoints > 0 {
		h.leastMinus = 0 // what being fooled brings can make up for the cards left
	}
	return h
}

// cardCosts returns the minus points for each card of the deck, upward.
func cardCosts(v *Variant, deck Cards) []int {
	list := make([]int, 0, maxDeck)
	for c := range deck.All() {
		list = append(list, -v.score(0, Cards{}.With(c), 0, 0, 0).Base)
	}
	slices.Sort(list)
	return list
}

// checkSeat says what is wrong with one seat's part of a past.
func (h *history) checkSeat(v *Variant, i int, p *past) *fault {
	total, minus, tens := p.totals[i], p.minus[i], p.tens[i]
	ten := tenPoints + v.TenExtra
	bonus := total - ten*tens + minus // what bets have won
	if v.SpoiledPoints != 0 || v.FoolPoints != 0 {
		return h.checkExperiment(v, i, p)
	}
	switch {
	case tens < 0 || tens > h.rounds:
		return &fault{"tens", i, "at most one ten a round (rule 5.3)", nil}
	case minus < 0 || minus > (h.rounds-tens)*h.mostMinus:
		return &fault{"minus_points", i, "what cards left in the rounds without a ten can cost (rule 5.2)", nil}
	case !v.Betting && bonus != 0:
		return &fault{"totals", i, itoa(ten*tens-minus) + ", " + itoa(ten) + " for each ten less the minus points (rule 5)", nil}
	case !h.canWin(v, bonus, tens):
		return &fault{"totals", i, itoa(ten) + " for each ten less the minus points, and what bets can have won (rules 5, 7.3)", nil}
	}
	return nil
}

// checkExperiment is checkSeat for a variant that gives points for being fooled, in the last
// trick (R8.2) or in any (R8.3). What came of which round cannot be told, but how many rounds
// it takes at least for the minus points and for the rest.
func (h *history) checkExperiment(v *Variant, i int, p *past) *fault {
	total, minus, tens := p.totals[i], p.minus[i], p.tens[i]
	plus := total + minus // what the rounds with plus points have brought
	ten, spoiled := tenPoints+v.TenExtra, v.SpoiledPoints
	if v.Betting {
		ten += v.BetBonus + v.BetOther*h.others
	}
	if h.mostFooled == 0 {
		spoiled = 0
	}
	gain, loss := h.mostFooled*max(0, v.FoolPoints), h.mostFooled*max(0, -v.FoolPoints)
	other := max(0, gain, gain+spoiled) // the most that a round without a ten brings
	worst := loss + max(0, h.mostMinus, -spoiled)
	rest := h.rounds - tens // the rounds that can have brought minus points
	if v.FoolPoints < 0 {
		rest = h.rounds
	}
	switch {
	case tens < 0 || tens > h.rounds:
		return &fault{"tens", i, "at most one ten a round (rule 5.3)", nil}
	case minus < 0 || minus > rest*worst:
		return &fault{"minus_points", i, "what cards left and being fooled in the rounds can cost (rules 5.2, 8.2, 8.3)", nil}
	case plus < 0 || plus > tens*(ten+gain)+(h.rounds-tens)*other:
		return &fault{"totals", i, "what the rounds can bring less the minus points (rules 5, 7.3, 8)", nil}
	case v.FoolPoints >= 0 && plus < tens*(tenPoints+v.TenExtra):
		return &fault{"totals", i, "no less than the tens bring less the minus points (rules 5.3, 8.1)", nil}
	case rounds(minus, worst)+rounds(plus, max(ten+gain, other)) > h.rounds,
		v.FoolPoints == 0 && !v.Betting && !h.canSpoil(plus-ten*tens, spoiled, tens+rounds(minus, worst)):
		return &fault{"totals", i, "what so many rounds can have brought (rule 5)", nil}
	}
	return nil
}

// canSpoil reports whether going out fooled can have brought the points, in other rounds than
// so many.
func (h *history) canSpoil(points, spoiled, others int) bool {
	if spoiled <= 0 {
		return points == 0
	}
	return points%spoiled == 0 && others+points/spoiled <= h.rounds
}

// rounds returns how many rounds it takes at least for so many points, of which one brings
// at most so many.
func rounds(points, most int) int {
	if points == 0 {
		return 0
	}
	return (points + most - 1) / max(1, most)
}

// canWin reports whether bets on some of the tens can have won a bonus.
func (h *history) canWin(v *Variant, bonus, tens int) bool {
	for bets := 0; bets <= tens && bets*v.BetBonus <= bonus; bets++ {
		rest := bonus - bets*v.BetBonus
		if rest == 0 || v.BetOther > 0 && rest%v.BetOther == 0 && rest/v.BetOther <= bets*h.others {
			return true
		}
	}
	return false
}

// seatInts returns the numbers of the first n seats.
func seatInts[T ~int32 | ~uint16](a [MaxPlayers]T, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = int(a[i])
	}
	return list
}

// game returns the game that the moves of its last round lead to.
func (p *position) game(moves []Move) (Game, *fault) {
	g, f := p.begin(firstLeader(moves))
	if f != nil || p.round == 0 {
		return g, f
	}
	before := g
	for i, m := range moves {
		if _, isDeal := m.(Deal); isDeal != (i == 0) {
			return g, &fault{"moves", i, "first the deal, then bets and plays of one round", nil}
		}
		if e := g.refusal(m); e != nil {
			return g, &fault{"moves", i, "a move that can be made: " + e.Error()[len("foppen: "):], e}
		}
		before = g
		g.make(m)
	}
	if len(moves) == 0 {
		return g, &fault{"moves", -1, "the moves of the round", nil}
	}
	past := p.now
	if g.scored() {
		past = past.before(g.Scores())
	}
	rounds := p.round - 1
	if !g.scored() {
		return g, past.leave(&g.public, rounds, true)
	}
	// Now that the scores are known, make the last move from the right totals.
	if f := past.leave(&before.public, rounds, p.phase != DealPhase); f != nil {
		return g, f
	}
	before.make(moves[len(moves)-1])
	return before, nil
}
