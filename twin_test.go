package foppen_test

import (
	"errors"
	"slices"
	"strings"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// A twin is a game of the library and the same game of the oracle, kept in step and
// compared.
type twin struct {
	g foppen.Game
	o *oracleGame
}

// A failer is a *testing.T or a *rapid.T.
type failer interface {
	require.TestingT
	Fatalf(format string, args ...any)
}

func newTwin(t failer, v foppen.Variant, n int, dealer foppen.Seat) twin {
	g, err := foppen.New(n, foppen.WithVariant(v), foppen.WithDealer(dealer))
	require.NoError(t, err)
	return twin{g, oracleNew(plainRules(v, n), int(dealer))}
}

// plainRules are the rules of a variant in the words of the oracle.
func plainRules(v foppen.Variant, n int) oracleRules {
	s := v.Setups[n]
	pick := func(code uint8, words ...string) string { return words[code] }
	return oracleRules{
		players: n, highest: map[string]int{"G": s.Green, "R": s.Red, "Y": s.Yellow, "B": s.Blue}, ones: s.Ones,
		hand: s.HandSize, discs: s.Discs, rounds: s.Rounds,
		starterMode: pick(uint8(v.Starter), "most-minus", "clockwise"),
		starterBy:   pick(uint8(v.StarterScore), "total", "round", "gross"),
		reference:   pick(uint8(v.Reference), "starter", "last-leader"),
		tie:         pick(uint8(v.WorstTie), "last", "first"),
		ten:         10 + v.TenExtra, spoiled: v.SpoiledPoints, fool: v.FoolPoints,
		onePenalty: v.OnePenalty, minusLimit: v.MinusLimit, tensLimit: v.TensLimit,
		minusPassed: v.MinusReach == foppen.LimitPassed, minusGross: v.MinusCount == foppen.GrossMinus,
		tensSolo: v.TensCount == foppen.TensSolo,
		betting:  v.Betting, betBonus: v.BetBonus, betOther: v.BetOther, betFactor: v.BetFactor,
	}
}

// legalTexts are the texts of the cards that the oracle lets the seat to act play.
func (w twin) legalTexts() string { return strings.Join(w.o.legal(), " ") }

// deal deals in both games, and gives the next pair. The oracle's games are
// changed in place.
func (w twin) deal(t failer, d foppen.Deal) twin {
	var hands [][]string
	for s := range w.g.Players() {
		hands = append(hands, strings.Fields(d.Hands[s].String()))
	}
	require.NoError(t, w.o.deal(hands))
	next := w.apply(t, d)
	want := foppen.Dealt{Round: w.o.round.number, Dealer: foppen.Seat(w.o.round.dealer), Starter: foppen.Seat(w.o.round.starter),
		HandSize: w.o.rules.hand, Shown: foppen.Seats(1<<w.o.rules.players - 1), Hands: d.Hands}
	next.sameEvents(t, w.g, d, []foppen.Event{want})
	if g, err := w.g.Deal(d); err != nil || g != next.g {
		t.Fatalf("Deal and Apply differ: %v", err)
	}
	return next
}

func (w twin) bet(t failer, bet bool) twin {
	seat := w.g.Turn()
	require.NoError(t, w.o.bet(int(seat), bet))
	m := foppen.Bet{Seat: seat, Bet: bet}
	next := w.apply(t, m)
	placed := foppen.BetPlaced{Seat: seat, Bet: foppen.BetNo}
	if bet {
		placed.Bet = foppen.BetYes
	}
	want := []foppen.Event{placed}
	if w.o.phase() != "bet" {
		want = append(want, foppen.BetsRevealed{Bettors: seatsIf(w.o.round.bets)})
	}
	next.sameEvents(t, w.g, m, want)
	return next
}

func (w twin) play(t failer, c foppen.Card) twin {
	seat, led := w.g.Turn(), oracleLed(w.o.trick.plays)
	tricks := len(w.o.round.tricks)
	require.NoError(t, w.o.play(int(seat), c.String()))
	m := foppen.Play{Seat: seat, Card: c}
	next := w.apply(t, m)
	played, err := w.g.Play(c)
	if err != nil || played != next.g {
		t.Fatalf("Play and Apply differ: %v", err)
	}

	trick := w.o.trick
	if len(w.o.round.tricks) > tricks {
		trick = w.o.round.tricks[tricks]
	}
	last := trick.plays[slices.IndexFunc(trick.plays, func(p oraclePlay) bool { return p.seat == int(seat) })]
	want := []foppen.Event{foppen.CardPlayed{Seat: seat, Card: c, Follows: !last.discard}}
	if led == "" && c != foppen.One {
		want = append(want, foppen.ColorLed{Seat: seat, Color: c.Color()})
	}
	if len(w.o.round.tricks) > tricks {
		want = append(want, trickEvents(trick)...)
		if w.o.phase() != "play" {
			want = append(want, w.roundEvents()...)
		}
	}
	next.sameEvents(t, w.g, m, want)
	return next
}

// apply makes a move that both games must take.
func (w twin) apply(t failer, m foppen.Move) twin {
	if err := w.g.Check(m); err != nil {
		t.Fatalf("%v is refused: %v", m, err)
	}
	next, _, err := w.g.Apply(m)
	if err != nil {
		t.Fatalf("%v is refused: %v", m, err)
	}
	return twin{next, w.o}
}

// trickEvents are the events of a finished trick, from the oracle's trace (R3.7 to
// R3.11).
func trickEvents(trick oracleTrick) []foppen.Event {
	var card string
	for _, p := range trick.plays {
		if p.seat == trick.winner {
			card = p.card
		}
	}
	events := []foppen.Event{foppen.TrickWon{Seat: foppen.Seat(trick.winner), Card: foppen.Must(foppen.ParseCard(card))}}
	var fools []foppen.Fool
	for _, f := range trick.fools {
		fool := foppen.Fool{Seat: foppen.Seat(f.seat), Card: foppen.Must(foppen.ParseCard(f.card)), Reason: foppen.LowestFollower}
		if f.discard {
			fool.Reason = foppen.LowestDiscard
		}
		fools = append(fools, fool)
	}
	for _, f := range withTies(trick.plays, fools) {
		events = append(events, foppen.Fooled{Fool: f})
	}
	for _, s := range trick.satOut {
		events = append(events, foppen.Freed{Seat: foppen.Seat(s)})
	}
	return events
}

// roundEvents are the events of a finished round (R5, R6).
func (w twin) roundEvents() []foppen.Event {
	round := w.o.rounds[len(w.o.rounds)-1]
	out := foppen.Seats(0)
	for s, left := range round.left {
		if len(left) == 0 {
			out = out.With(foppen.Seat(s))
		}
	}
	events := []foppen.Event{foppen.RoundEnded{Round: round.number, Out: out}}
	for s := range round.points {
		base, _ := oracleScore(w.o.rules, round.left[s], round.why[s] == oracleFooledOut, false, 0)
		score := foppen.Score{Left: foppen.Must(foppen.ParseCards(strings.Join(round.left[s], " "))), Reason: scoreReasons[round.why[s]],
			Bet: round.bets[s], Base: base, Points: round.points[s]}
		if fool := w.o.rules.fool; fool != 0 {
			score.Fooled, score.FoolPoints = round.fooled[s], fool*round.fooled[s]
		}
		events = append(events, foppen.Scored{Seat: foppen.Seat(s), Score: score, Total: round.totals[s]})
	}
	if w.o.phase() == "over" {
		minus, tens := w.atLimits()
		events = append(events, foppen.GameOver{Reasons: w.endReasons(), Minus: minus, Tens: tens, Winners: seatsOf(w.o.winners),
			Standings: foppen.NewStandings(w.o.totals...)})
	}
	return events
}

// scoreReasons and endReasons translate the oracle's words.
var (
	scoreReasons = map[string]foppen.ScoreReason{oracleTen: foppen.Ten, oracleFooledOut: foppen.OutFooled, oracleCardsLeft: foppen.CardsLeft}
	endReasons   = map[string]foppen.EndReasons{oracleEndRounds: foppen.EndRounds, oracleEndMinus: foppen.EndMinus, oracleEndTens: foppen.EndTens}
)

func (w twin) endReasons() (met foppen.EndReasons) {
	for _, word := range w.o.ends {
		met |= endReasons[word]
	}
	return met
}

// atLimits asks the oracle about each seat alone who has met the limits that one seat
// can meet.
func (w twin) atLimits() (minus, tens foppen.Seats) {
	for i := range w.o.totals {
		rules := w.o.rules
		rules.rounds = 0
		if !rules.tensSolo {
			rules.tensLimit = 0
		}
		for _, word := range oracleEnds(rules, 1, w.o.totals[i:i+1], w.o.minus[i:i+1], w.o.tens[i:i+1]) {
			switch endReasons[word] {
			case foppen.EndMinus:
				minus = minus.With(foppen.Seat(i))
			case foppen.EndTens:
				tens = tens.With(foppen.Seat(i))
			}
		}
	}
	return minus, tens
}

// sameEvents checks the events of the move that has led from before to w.
func (w twin) sameEvents(t failer, before foppen.Game, m foppen.Move, want []foppen.Event) {
	mark := foppen.Freed{Seat: 7}
	appended, list, err := before.AppendApply([]foppen.Event{mark}, m)
	if err != nil || appended != w.g || !slices.Equal(list, append([]foppen.Event{mark}, want...)) {
		t.Fatalf("%v: AppendApply gives other events: %v", m, list)
	}
	next, got, err := before.Apply(m)
	if err != nil || next != w.g {
		t.Fatalf("%v: a second time it is another game", m)
	}
	if !slices.Equal(want, got) {
		t.Fatalf("%v: events\n\twant %+v\n\tgot  %+v", m, want, got)
	}
}

// phaseWords are the oracle's phases.
var phaseWords = map[string]foppen.Phase{"deal": foppen.DealPhase, "bet": foppen.BetPhase, "play": foppen.PlayPhase, "over": foppen.OverPhase}

// same compares everything that can be asked of a game with the oracle.
func (w twin) same(t failer) {
	g, o, n := w.g, w.o, w.o.rules.players
	check := func(what string, want, got any) {
		if want != got {
			t.Fatalf("%s: want %v, got %v\nat %s of %+v", what, want, got, o.where(), o.rules)
		}
	}
	playing := o.stage == "play"
	check("Phase", phaseWords[o.stage], g.Phase())
	check("Players", n, g.Players())
	check("Turn", foppen.Seat(o.turn()), g.Turn())
	check("Round", o.round.number, g.Round())
	check("Dealer", foppen.Seat(o.dealer), g.Dealer())
	check("Starter", foppen.Seat(o.starter), g.Starter())
	check("Legal", w.legalTexts(), g.Legal().String())
	check("Legal is never empty in play", playing, !g.Legal().IsEmpty())

	fools := seatsIf(o.sitting)
	check("Fools", fools, g.Fools())
	taking, toAct := foppen.Seats(0), foppen.Seats(0)
	for s := range n {
		switch {
		case playing && !o.sitting[s]:
			taking = taking.With(foppen.Seat(s))
			if !slices.ContainsFunc(o.trick.plays, func(p oraclePlay) bool { return p.seat == s }) {
				toAct = toAct.With(foppen.Seat(s))
			}
		case o.stage == "bet" && (s-o.starter+n)%n >= o.round.betsIn:
			toAct = toAct.With(foppen.Seat(s))
		}
	}
	check("TakingPart", taking, g.TakingPart())
	check("ToAct", toAct, g.ToAct())

	leader, led, trick, number := foppen.NoSeat, foppen.NoColor, foppen.Trick{}, len(o.round.tricks)
	if playing {
		leader, trick, number = foppen.Seat(o.trick.leader), plainTrick(o.trick.plays), number+1
		led = trick.Led()
	}
	check("Leader", leader, g.Leader())
	check("Led", led, g.Led())
	check("Trick", trick, g.Trick())
	check("TrickNumber", number, g.TrickNumber())
	last := foppen.Trick{}
	if k := len(o.round.tricks); k > 0 {
		last = plainTrick(o.round.tricks[k-1].plays)
	}
	check("LastTrick", last, g.LastTrick())

	var dealt, played foppen.Cards
	tricks := slices.Clone(o.round.tricks)
	if playing {
		tricks = append(tricks, o.trick)
	}
	for _, trick := range tricks {
		for _, p := range trick.plays {
			played = played.With(foppen.Must(foppen.ParseCard(p.card)))
		}
	}
	check("Played", played, g.Played())
	out, cards := foppen.Seats(0), played.Len()
	dealt = played
	for s := range foppen.Seat(foppen.MaxPlayers) {
		text, total, tens, minus := "", 0, 0, 0
		if int(s) < n {
			text = strings.Join(o.hands[s], " ")
			total, tens, minus = o.totals[s], o.tens[s], o.minus[s]
		}
		check("Hand", text, g.Hand(s).String())
		check("HandSize", g.Hand(s).Len(), g.HandSize(s))
		check("Total", total, g.Total(s))
		check("Tens", tens, g.Tens(s))
		check("MinusPoints", minus, g.MinusPoints(s))
		check("SittingOut", playing && fools.Has(s), g.SittingOut().Has(s))
		for i, color := range oracleColors {
			check("Lacks", int(s) < n && o.voids[s][color], g.Void(s, foppen.Color(i+1)))
		}
		check("Bet", w.plainBet(int(s)), g.BetOf(s))
		dealt = dealt.Plus(g.Hand(s))
		cards += g.HandSize(s)
		if int(s) < n && o.round.number > 0 && len(o.hands[s]) == 0 {
			out = out.With(s)
		}
	}
	check("Out", out, g.WentOut())
	if o.round.number > 0 { // R1.6: no card comes or goes
		deck := g.Variant().Deck(n)
		check("cards in hands and played", n*o.rules.hand, cards)
		check("Aside", deck.Minus(dealt), g.Aside())
		check("all cards of the deck", deck.Len(), cards+g.Aside().Len())
	} else {
		check("Aside", foppen.Cards{}, g.Aside())
	}

	bettors := foppen.Seats(0)
	if o.stage != "bet" {
		bettors = seatsIf(o.round.bets)
	}
	check("Bettors", bettors, g.Bettors())
	check("EndReasons", w.endReasons(), g.EndReasons())
	check("Winners", seatsOf(o.winners), g.Winners())
	for i, row := range oracleStandings(o.totals) {
		check("Standings", foppen.Standing{Rank: row.rank, Seat: foppen.Seat(row.seat), Total: row.total}, g.Standings().At(i))
	}
	w.sameScores(t)
	w.sameVerdicts(t)
}

// plainTrick is a trick of the oracle.
func plainTrick(plays []oraclePlay) (trick foppen.Trick) {
	for _, p := range plays {
		trick, _ = trick.Add(foppen.Seat(p.seat), foppen.Must(foppen.ParseCard(p.card)))
	}
	return trick
}

// plainBet is the truth about a seat's bet, by the oracle.
func (w twin) plainBet(seat int) foppen.BetState {
	o := w.o
	n := o.rules.players
	asked := seat < n && o.round.number > 0 && o.rules.betting && (seat-o.round.starter+n)%n < o.round.betsIn
	switch {
	case !asked:
		return foppen.BetHidden
	case o.round.bets[seat]:
		return foppen.BetYes
	}
	return foppen.BetNo
}

// sameScores checks the scores of the round just played, which are counted again
// from the hands (R5).
func (w twin) sameScores(t failer) {
	scores := w.g.Scores()
	if w.g.Phase() != foppen.OverPhase && (w.g.Phase() != foppen.DealPhase || w.g.Round() == 0) {
		if len(scores) > 0 || scores == nil {
			t.Fatalf("scores outside the end of a round: %v", scores)
		}
		return
	}
	round := w.o.rounds[len(w.o.rounds)-1]
	if len(scores) != len(round.points) {
		t.Fatalf("%d scores", len(scores))
	}
	for i, s := range scores {
		base, _ := oracleScore(w.o.rules, w.o.hands[i], w.o.sitting[i], false, 0)
		want := foppen.Score{Left: w.g.Hand(foppen.Seat(i)), Reason: scoreReasons[round.why[i]], Bet: round.bets[i], Base: base, Points: round.points[i]}
		if fool := w.o.rules.fool; fool != 0 {
			want.Fooled, want.FoolPoints = round.fooled[i], fool*round.fooled[i]
		}
		if s != want {
			t.Fatalf("seat %d: score %+v, want %+v", i, s, want)
		}
	}
}

// sameVerdicts checks that Verdicts and Check agree for the hand of the seat to
// act.
func (w twin) sameVerdicts(t failer) {
	verdicts := w.g.Verdicts()
	if w.g.Phase() != foppen.PlayPhase {
		if len(verdicts) > 0 || verdicts == nil {
			t.Fatalf("verdicts outside play: %v", verdicts)
		}
		return
	}
	seat, i := w.g.Turn(), 0
	for _, text := range slices.Compact(slices.Clone(w.o.hands[seat])) {
		c := foppen.Must(foppen.ParseCard(text))
		var reason foppen.Reason
		var refused *foppen.MoveError
		if errors.As(w.g.Check(foppen.Play{Seat: seat, Card: c}), &refused) {
			reason = refused.Reason
		}
		if want := (foppen.Verdict{Card: c, Reason: reason}); i >= len(verdicts) || verdicts[i] != want {
			t.Fatalf("verdicts %v: want %v at %d", verdicts, want, i)
		}
		if (reason == foppen.Playable) != slices.Contains(w.o.legal(), text) {
			t.Fatalf("%v is %v", c, reason)
		}
		i++
	}
	if len(verdicts) != i {
		t.Fatalf("verdicts for cards that are not held: %v", verdicts)
	}
}

// sameTricks compares the finished tricks of the round with the oracle's, and
// checks what must hold for them: the arithmetic of tricks and cards among it.
func (w twin) sameTricks(t failer) {
	tricks, o := w.g.Tricks(), w.o
	if tricks == nil || len(tricks) != len(o.round.tricks) {
		t.Fatalf("%d tricks, want %d", len(tricks), len(o.round.tricks))
	}
	n, discs := o.rules.players, o.rules.discs
	cards, taking := 0, n
	var sitting foppen.Seats
	for i, trick := range tricks {
		if trick != plainTrick(o.round.tricks[i].plays) {
			t.Fatalf("trick %d: %v", i+1, trick)
		}
		// R3.9, R3.11, R3.12: exactly the fools of the trick before sit out.
		if trick.Len() != taking {
			t.Fatalf("trick %d has %d cards, want %d", i+1, trick.Len(), taking)
		}
		for s := range foppen.Seat(n) {
			if sitting.Has(s) == (trick.CardOf(s) != foppen.NoCard) {
				t.Fatalf("trick %d: %v sat out, but %v", i+1, sitting, trick)
			}
		}
		if i > 0 && trick.Leader() != tricks[i-1].Winner() {
			t.Fatalf("trick %d is led by %v", i+1, trick.Leader())
		}
		cards += taking
		sitting = 0
		for _, f := range trick.Fools(discs, w.g.Variant().WorstTie) {
			sitting = sitting.With(f.Seat)
		}
		if sitting.Len() != min(discs, taking-1) || sitting.Has(trick.Winner()) {
			t.Fatalf("trick %d: fools %v, winner %v", i+1, sitting, trick.Winner())
		}
		taking = n - sitting.Len()
		// While the winner can spare every disc a fool, the cards follow from the tricks.
		if n-discs > discs && cards != n+i*(n-discs) {
			t.Fatalf("%d cards after %d tricks", cards, i+1)
		}
	}
	if w.g.Phase() == foppen.OverPhase || w.g.Phase() == foppen.DealPhase && w.g.Round() > 0 {
		// R5.1: the round ends with the first trick that empties a hand; no hand can be
		// empty sooner than after as many tricks as it has cards.
		if len(tricks) < o.rules.hand || w.g.WentOut().IsEmpty() || w.g.Played().Len() != cards || sitting != w.g.Fools() {
			t.Fatalf("the round ends after %d tricks with %v out and %v fooled", len(tricks), w.g.WentOut(), w.g.Fools())
		}
		outBefore := false
		last := tricks[len(tricks)-1]
		for s := range w.g.WentOut().All() {
			outBefore = outBefore || last.CardOf(s) == foppen.NoCard
		}
		if outBefore {
			t.Fatalf("the round went on though %v had no cards", w.g.WentOut())
		}
	} else if w.g.Round() > 0 && !w.g.WentOut().IsEmpty() && w.g.Trick().Len() == 0 {
		t.Fatalf("%v have no cards and the round goes on", w.g.WentOut())
	}
}

// plainReason is why a play is refused, in the order in which the reasons are
// documented.
func (w twin) plainReason(seat foppen.Seat, c foppen.Card) foppen.Reason {
	o, s := w.o, int(seat)
	switch {
	case o.stage == "over":
		return foppen.ErrGameOver
	case o.stage != "play":
		return foppen.ErrWrongPhase
	case s < 0 || s >= o.rules.players:
		return foppen.ErrNoSeat
	case o.sitting[s]:
		return foppen.ErrSittingOut
	case s != o.toAct:
		return foppen.ErrNotYourTurn
	case !slices.Contains(o.rules.deck(), c.String()):
		return foppen.ErrNoCard
	case !slices.Contains(o.hands[s], c.String()):
		return foppen.ErrNotInHand
	case !slices.Contains(o.legal(), c.String()):
		return foppen.ErrMustFollow
	}
	return foppen.Playable
}

// plainRule is the rule that a refused move breaks.
func (w twin) plainRule(m foppen.Move, r foppen.Reason) string {
	_, deal := m.(foppen.Deal)
	_, bet := m.(foppen.Bet)
	switch {
	case r == foppen.ErrGameOver && w.g.EndReasons() == foppen.EndRounds:
		return "R6.2"
	case r == foppen.ErrWrongPhase && deal:
		return "R2.3"
	case r == foppen.ErrWrongPhase && bet:
		return "R7.1"
	case r == foppen.ErrNotYourTurn && bet:
		return "R7.2"
	}
	return r.Rule()
}

// refusals tries moves of every kind that the game does not wait for: all 256 cards
// for the seat to act, and for the other seats all or, to save time, a few. Apply,
// Play and Check agree on what is refused and why, and a refused move gives the same
// game and no events.
func (w twin) refusals(t failer, all bool) {
	g := w.g
	refused := func(m foppen.Move, want foppen.Reason) {
		next, events, err := g.Apply(m)
		var e *foppen.MoveError
		if next != g || events != nil || !errors.As(err, &e) || e.Reason != want || !errors.Is(err, want) {
			t.Fatalf("%v: want %v, got %v, events %v, game changed: %v", m, want, err, events, next != g)
		}
		var c *foppen.MoveError
		if !errors.As(g.Check(m), &c) || *c != *e {
			t.Fatalf("%v: Check says %v, Apply %v", m, c, e)
		}
		if e.Move() != m || e.Phase != g.Phase() || e.Turn != g.Turn() || e.Led != g.Led() || e.Rule() != w.plainRule(m, want) || err.Error() == "" {
			t.Fatalf("%v: details %+v", m, e)
		}
		play, isPlay := m.(foppen.Play)
		if legal := isPlay && g.Phase() == foppen.PlayPhase && play.Seat == g.Turn(); legal && e.Legal != g.Legal() || !legal && !e.Legal.IsEmpty() {
			t.Fatalf("%v: Legal %v", m, e.Legal)
		}
	}
	for _, seat := range []foppen.Seat{-128, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 127} {
		for code := range 256 {
			m := foppen.Play{Seat: seat, Card: foppen.Card(code)}
			if seat != g.Turn() && !all && code%50 != 0 {
				continue
			}
			want := w.plainReason(seat, m.Card)
			if want != foppen.Playable {
				refused(m, want)
			} else if next, _, err := g.Apply(m); err != nil || next == g || g.Check(m) != nil {
				t.Fatalf("%v is refused: %v", m, err)
			}
			if seat == g.Turn() {
				next, err := g.Play(m.Card)
				if (err == nil) != (want == foppen.Playable) || err != nil && (next != g || !errors.Is(err, want)) {
					t.Fatalf("Play %v: %v", m.Card, err)
				}
			}
		}
		for _, bet := range []bool{false, true} {
			if m := (foppen.Bet{Seat: seat, Bet: bet}); w.o.stage == "over" {
				refused(m, foppen.ErrGameOver)
			} else if w.o.stage != "bet" {
				refused(m, foppen.ErrWrongPhase)
			} else if seat < 0 || int(seat) >= w.o.rules.players {
				refused(m, foppen.ErrNoSeat)
			} else if int(seat) != w.o.toAct {
				refused(m, foppen.ErrNotYourTurn)
			}
		}
	}
	if _, err := g.Play(foppen.NoCard); err == nil {
		t.Fatalf("no card is played")
	}
	refused(nil, foppen.ErrNoMove)
	switch w.o.stage {
	case "over":
		refused(foppen.Deal{}, foppen.ErrGameOver)
	case "deal":
		refused(foppen.Deal{}, foppen.ErrBadDeal)
	default:
		refused(foppen.Deal{Hands: [foppen.MaxPlayers]foppen.Cards{g.Hand(0)}}, foppen.ErrWrongPhase)
	}
}

// move makes a move in both games.
func (w twin) move(t failer, m foppen.Move) twin {
	switch m := m.(type) {
	case foppen.Deal:
		return w.deal(t, m)
	case foppen.Bet:
		return w.bet(t, m.Bet)
	}
	return w.play(t, m.(foppen.Play).Card)
}
