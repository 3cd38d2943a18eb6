package foppen_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The tests of this file play random games by random variants, in step with the
// oracle, and check at every move what must hold for every game.

// genVariant draws any valid variant: every field, one to three numbers of
// players, and limits that end games soon enough to play them out.
func genVariant(t *rapid.T) foppen.Variant {
	small := rapid.IntRange(0, 100)
	v := foppen.Variant{
		Starter:      foppen.StarterRule(rapid.IntRange(0, 1).Draw(t, "starter")),
		StarterScore: foppen.StarterScore(rapid.IntRange(0, 1).Draw(t, "starter score")),
		Reference:    foppen.ReferenceSeat(rapid.IntRange(0, 1).Draw(t, "reference")),
		WorstTie:     foppen.TieRule(rapid.IntRange(0, 1).Draw(t, "tie")),
		OnePenalty:   small.Draw(t, "one penalty"),
		MinusLimit:   rapid.OneOf(rapid.SampledFrom([]int{0, 30, 80, 200}), rapid.IntRange(0, 300)).Draw(t, "minus limit"),
		MinusReach:   foppen.LimitReach(rapid.IntRange(0, 1).Draw(t, "reach")),
		MinusCount:   foppen.MinusCount(rapid.IntRange(0, 1).Draw(t, "minus count")),
		TensLimit:    rapid.SampledFrom([]int{0, 0, 1, 2, 5, 6, 12, 20}).Draw(t, "tens limit"),
		TensCount:    foppen.TensCount(rapid.IntRange(0, 1).Draw(t, "tens count")),
		Betting:      rapid.Bool().Draw(t, "betting"),
		BetBonus:     small.Draw(t, "bet bonus"),
		BetOther:     small.Draw(t, "bet other"),
		BetFactor:    rapid.IntRange(1, 10).Draw(t, "bet factor"),
	}
	players := rapid.SliceOfNDistinct(rapid.SampledFrom([]int{2, 3, 4, 5, 6, 7, 8}), 1, 3, rapid.ID[int]).Draw(t, "players")
	for _, n := range players {
		v.Setups[n] = genSetup(t, n)
		s := &v.Setups[n]
		if v.TensLimit == 0 && (v.MinusLimit == 0 || s.Discs == 0 || s.HandSize == 1) {
			s.Rounds = max(s.Rounds, 1)
		}
	}
	return v
}

// genSetup draws any valid Setup for n players, small hands more often than large
// ones, and with any number of cards set aside.
func genSetup(t *rapid.T, n int) foppen.Setup {
	highest := rapid.OneOf(rapid.IntRange(1, 6), rapid.IntRange(1, 31))
	color := func(label string) int {
		if h := highest.Draw(t, label); h > 1 {
			return h
		}
		return 0
	}
	s := foppen.Setup{
		Green: color("green"), Red: color("red"), Yellow: color("yellow"), Blue: color("blue"),
		Ones: rapid.IntRange(0, 15).Draw(t, "ones"), Discs: rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5, 6}[:n-1]).Draw(t, "discs"),
		Rounds: rapid.SampledFrom([]int{0, 0, 0, 1, 2, 3, 4}).Draw(t, "rounds"),
	}
	var v foppen.Variant
	if v.Setups[n] = s; v.Deck(n).Len() < n {
		s.Green = 31 // enough for anybody
	}
	v.Setups[n] = s
	most := v.Deck(n).Len() / n
	s.HandSize = rapid.OneOf(rapid.Just(most), rapid.IntRange(1, most)).Draw(t, "hand")
	return s
}

// plainRules are the rules of a variant in the words of the oracle.
func plainRules(v foppen.Variant, n int) oracleRules {
	s := v.Setups[n]
	pick := func(code uint8, words ...string) string { return words[code] }
	return oracleRules{
		players: n, highest: map[string]int{"G": s.Green, "R": s.Red, "Y": s.Yellow, "B": s.Blue}, ones: s.Ones,
		hand: s.HandSize, discs: s.Discs, rounds: s.Rounds,
		starterMode: pick(uint8(v.Starter), "most-minus", "clockwise"),
		starterBy:   pick(uint8(v.StarterScore), "total", "round"),
		reference:   pick(uint8(v.Reference), "starter", "last-leader"),
		tie:         pick(uint8(v.WorstTie), "last", "first"),
		onePenalty:  v.OnePenalty, minusLimit: v.MinusLimit, tensLimit: v.TensLimit,
		minusPassed: v.MinusReach == foppen.LimitPassed, minusGross: v.MinusCount == foppen.GrossMinus,
		tensSolo: v.TensCount == foppen.TensSolo,
		betting:  v.Betting, betBonus: v.BetBonus, betOther: v.BetOther, betFactor: v.BetFactor,
	}
}

// A twin is a game of the library and the same game of the oracle.
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

func seatsOf(list []int) (set foppen.Seats) {
	for _, s := range list {
		set = set.With(foppen.Seat(s))
	}
	return set
}

func seatsIf(list []bool) (set foppen.Seats) {
	for s, in := range list {
		if in {
			set = set.With(foppen.Seat(s))
		}
	}
	return set
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

// A mover makes random moves in both games.
type mover struct {
	src rand.Source
	rnd *rand.Rand
}

func newMover(seed uint64) mover {
	src := rand.NewPCG(seed, 1)
	return mover{src, rand.New(src)}
}

// move makes one random move.
func (m mover) move(t failer, w twin) twin {
	switch w.g.Phase() {
	case foppen.DealPhase:
		return w.deal(t, w.g.Shuffle(m.src))
	case foppen.BetPhase:
		return w.bet(t, m.rnd.IntN(3) == 0)
	}
	legal := w.g.Legal()
	return w.play(t, legal.At(m.rnd.IntN(legal.Len())))
}

// Whole random games by random variants in step with the oracle, one after the
// other: positions, events, refusals, scores and the end.
func TestGamesAgainstOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		n := rapid.SampledFrom(v.Players()).Draw(t, "players at the table")
		m := newMover(rapid.Uint64().Draw(t, "seed"))
		var w twin
		for moves := range 200 {
			if moves == 0 || w.g.Phase() == foppen.OverPhase {
				w = newTwin(t, v, n, foppen.Seat(m.rnd.IntN(n)))
				w.same(t)
			}
			w = m.move(t, w)
			w.same(t)
			if w.g.TakingPart() == w.g.ToAct() {
				w.sameTricks(t)
			}
			if w.g.Phase() == foppen.OverPhase || m.rnd.IntN(50) == 0 {
				w.refusals(t, false)
			}
		}
	})
}

// The same for the presets and every number of players.
func TestPresetGamesAgainstOracle(t *testing.T) {
	for _, name := range foppen.Presets() {
		v, err := foppen.Preset(name)
		require.NoError(t, err)
		for _, n := range v.Players() {
			w := newTwin(t, v, n, foppen.Seat(n-1))
			m := newMover(uint64(n))
			for moves := 0; w.g.Phase() != foppen.OverPhase; moves++ {
				if moves < 2*n && moves%3 == 0 { // the deal, bets and the first tricks
					w.refusals(t, true)
				}
				w = m.move(t, w)
				w.same(t)
			}
			w.sameTricks(t)
			w.refusals(t, true)
		}
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

// A state machine of rapid: moves, refused moves and going back to any earlier
// position, always in step with the oracle. A failure shrinks to a few moves.
func TestGameMachine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		n := rapid.SampledFrom(v.Players()).Draw(t, "players at the table")
		w := newTwin(t, v, n, foppen.Seat(rapid.IntRange(0, n-1).Draw(t, "dealer")))
		var past []twin // what games were, with clones of the oracle
		step := func(phase foppen.Phase, next func() twin) {
			if w.g.Phase() != phase {
				t.Skip("another phase")
			}
			past = append(past, twin{w.g, w.o.clone()})
			w = next()
		}
		t.Repeat(map[string]func(*rapid.T){
			"deal": func(t *rapid.T) {
				step(foppen.DealPhase, func() twin {
					return w.deal(t, w.g.Shuffle(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
				})
			},
			"bet": func(t *rapid.T) {
				step(foppen.BetPhase, func() twin { return w.bet(t, rapid.Bool().Draw(t, "bet")) })
			},
			"play": func(t *rapid.T) {
				step(foppen.PlayPhase, func() twin { return w.play(t, rapid.SampledFrom(w.g.Legal().Slice()).Draw(t, "card")) })
			},
			"play on": func(t *rapid.T) {
				for range rapid.IntRange(1, 20).Draw(t, "cards") {
					if w.g.Phase() != foppen.PlayPhase {
						break
					}
					step(foppen.PlayPhase, func() twin { return w.play(t, w.g.Legal().Lowest()) })
				}
			},
			"refuse": func(t *rapid.T) {
				m := foppen.Play{Seat: foppen.Seat(rapid.Int8Range(-1, 8).Draw(t, "seat")), Card: foppen.Card(rapid.Uint8().Draw(t, "card"))}
				reason := w.plainReason(m.Seat, m.Card)
				next, events, err := w.g.Apply(m)
				if (reason == foppen.Playable) != (err == nil) || err != nil && (!errors.Is(err, reason) || next != w.g || events != nil) {
					t.Fatalf("%v: want %v, got %v", m, reason, err)
				}
			},
			"go back": func(t *rapid.T) {
				if len(past) == 0 {
					t.Skip("nothing to go back to")
				}
				i := rapid.IntRange(0, len(past)-1).Draw(t, "position")
				w, past = past[i], past[:i]
				w.o = w.o.clone()
			},
			"": func(t *rapid.T) { w.same(t) },
		})
		for _, p := range past { // old games are what they were
			p.same(t)
		}
	})
}

// R6: every game ends, by a limit of its variant or after MaxRounds, and at once
// when a limit is met.
func TestEveryGameEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		n := rapid.SampledFrom(v.Players()).Draw(t, "players at the table")
		g, err := foppen.New(n, foppen.WithVariant(v))
		require.NoError(t, err)
		src := rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2)
		for g.Phase() != foppen.OverPhase {
			before := g.Round()
			if g, err = g.Deal(g.Shuffle(src)); err != nil {
				t.Fatal(err)
			}
			for g.Phase() == foppen.BetPhase {
				g, _, err = g.Apply(foppen.Bet{Seat: g.Turn(), Bet: src.Uint64()%2 == 0})
				require.NoError(t, err)
			}
			g = g.Playout(src)
			if g.Round() != before+1 || g.Round() > foppen.MaxRounds {
				t.Fatalf("round %d after round %d", g.Round(), before)
			}
		}
		if g.EndReasons() == 0 || g.Winners().IsEmpty() || g.Turn() != foppen.NoSeat || !g.Legal().IsEmpty() {
			t.Fatalf("the end: %v, winners %v", g.EndReasons(), g.Winners())
		}
	})
}

// Playout is what calls of Legal and Play give with the same numbers.
func TestPlayoutIsPlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		v.Betting = false
		n := rapid.SampledFrom(v.Players()).Draw(t, "players at the table")
		g, err := foppen.New(n, foppen.WithVariant(v))
		require.NoError(t, err)
		seed := rapid.Uint64().Draw(t, "seed")
		if g.Playout(rand.NewPCG(seed, 0)) != g {
			t.Fatal("a game that waits for a deal is played")
		}
		g, err = g.Deal(g.Shuffle(rand.NewPCG(seed, 0)))
		require.NoError(t, err)
		want, src := g, &oddSource{src: rand.NewPCG(seed, 1)}
		for want.Phase() == foppen.PlayPhase {
			legal := want.Legal()
			want, err = want.Play(legal.At(int(foppen.Below(src, uint64(legal.Len())))))
			require.NoError(t, err)
		}
		if got := g.Playout(&oddSource{src: rand.NewPCG(seed, 1)}); got != want {
			t.Fatalf("Playout gives another round: %v, want %v", got.Tricks(), want.Tricks())
		}
		if done := g.Playout(nil); done.Phase() == foppen.PlayPhase {
			t.Fatal("Playout stops too early")
		}
	})
}

// picture is everything that can be asked of a game, as text.
func picture(g foppen.Game) string {
	var b strings.Builder
	fmt.Fprint(&b, g.Variant(), g.Players(), g.Phase(), g.Round(), g.Dealer(), g.Starter(), g.Turn(), g.Leader(), g.Led(), g.Fools(),
		g.TakingPart(), g.ToAct(), g.WentOut(), g.Bettors(), g.Trick(), g.Tricks(), g.LastTrick(), g.TrickNumber(), g.Played(), g.Aside(),
		g.Totals(), g.Standings(), g.Winners(), g.EndReasons(), g.Legal(), g.Verdicts(), g.Scores())
	for s := foppen.Seat(-1); s <= 8; s++ {
		fmt.Fprint(&b, g.Hand(s), g.HandSize(s), g.BetOf(s), g.SittingOut().Has(s), g.Total(s), g.MinusPoints(s), g.Tens(s))
		for c := range foppen.Color(6) {
			fmt.Fprint(&b, g.Void(s, c))
		}
	}
	return b.String()
}

// Old games never change, and two children of one game are independent: pictures
// taken when they were made still hold at the end.
func TestGamesAreValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant(t)
		n := rapid.SampledFrom(v.Players()).Draw(t, "players at the table")
		g, err := foppen.New(n, foppen.WithVariant(v))
		require.NoError(t, err)
		rnd := newMover(rapid.Uint64().Draw(t, "seed"))
		type taken struct {
			game    foppen.Game
			picture string
		}
		shots := []taken{{g, picture(g)}}
		for range 40 {
			parent := shots[rnd.rnd.IntN(len(shots))].game
			child := parent
			switch parent.Phase() {
			case foppen.DealPhase:
				child, _, err = parent.Apply(parent.Shuffle(rnd.src))
			case foppen.BetPhase:
				child, _, err = parent.Apply(foppen.Bet{Seat: parent.Turn(), Bet: rnd.rnd.IntN(2) == 0})
			case foppen.PlayPhase:
				child, err = parent.Play(parent.Legal().At(rnd.rnd.IntN(parent.Legal().Len())))
			}
			require.NoError(t, err)
			scribble(child)
			shots = append(shots, taken{child, picture(child)})
		}
		same := map[foppen.Game]string{}
		for _, s := range shots {
			if picture(s.game) != s.picture {
				t.Fatalf("a game has changed from\n%s\nto\n%s", s.picture, picture(s.game))
			}
			if old, ok := same[s.game]; ok && old != s.picture {
				t.Fatalf("equal games differ:\n%s\n%s", old, s.picture)
			}
			same[s.game] = s.picture
		}
	})
}

// scribble writes to every slice that a game gives away.
func scribble(g foppen.Game) {
	clear(g.Tricks())
	clear(g.Totals())
	clear(g.Scores())
	clear(g.Verdicts())
	clear(g.Hand(0).Slice())
	clear(g.Trick().Fools(2, foppen.LastPlayed))
	clear(g.Variant().Players())
	clear(g.Variant().ScoreRound(make([]foppen.Cards, 3), 0, 0))
	clear(foppen.Presets())
	_, events, _ := g.Apply(foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()})
	clear(events)
}
