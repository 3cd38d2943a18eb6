package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// A story is a small game whose deals and plays are written by hand.
type story struct {
	variant string
	players int
	full    int
	// A round is its hands, then in variants with betting the seats that bet, then
	// the cards in the order of play.
	rounds [][3]string
}

// told returns the story as the teller tells it, and the teller.
func (s story) told(t *testing.T) (string, *teller) {
	t.Helper()
	v := foppen.Must(foppen.ParseVariant(s.variant))
	g, err := foppen.New(s.players, foppen.WithVariant(v))
	require.NoError(t, err)
	var out bytes.Buffer
	tell := newTeller(pageOn(&out), v, s.players)
	tell.teach, tell.full = true, s.full
	move := func(m foppen.Move) {
		t.Helper()
		next, events, err := g.Apply(m)
		require.NoError(t, err)
		tell.tell(events)
		g = next
	}
	for _, round := range s.rounds {
		var deal foppen.Deal
		for i, hand := range strings.Split(round[0], "|") {
			deal.Hands[i] = foppen.Must(foppen.ParseCards(hand))
		}
		move(deal)
		for g.Phase() == foppen.BetPhase {
			move(foppen.Bet{Seat: g.Turn(), Bet: strings.Contains(round[1], g.Turn().String())})
		}
		for card := range strings.FieldsSeq(round[2]) {
			move(foppen.Play{Seat: g.Turn(), Card: foppen.Must(foppen.ParseCard(card))})
		}
	}
	require.NoError(t, tell.end())
	return out.String(), tell
}

// Variants with decks that show much in few cards.
const (
	tiny  = "rulebook-2018 3.green=6 3.red=5 3.yellow=4 3.ones=3 3.hand=4 3.discs=1"
	short = "rulebook-2018 3.green=6 3.red=5 3.yellow=4 3.ones=3 3.hand=2 3.discs=1"
	discs = "rulebook-2018 4.green=6 4.red=6 4.yellow=6 4.blue=6 4.ones=0 4.hand=2 4.discs=2"
	none  = "rulebook-2018 3.green=6 3.red=5 3.hand=1 3.rounds=1"
)

// Every lesson is given when, and only when, its rule has mattered.
func TestLessons(t *testing.T) {
	const (
		abc    = "G2 G3 R2 1|G4 G5 R3 1|G6 R4 Y2 1"
		bVoid  = "G2 G3 R2 1|R3 R5 Y3 1|G6 R4 Y2 1"
		bcVoid = "G2 G3 Y3 1|R3 R4 R5 1|R2 Y2 Y4 1"
	)
	trick := []lessonID{lessonLead, lessonWin, lessonFooled}
	follow := append(trick, lessonFollow, lessonLowestFollower)
	end := append(follow, lessonLastCard, lessonRoundEnd, lessonSeveralOut, lessonFree, lessonCardsLeft, lessonOneLeft, lessonOutFooled, lessonTen)
	// Seat 0 keeps a 1, seat 1 goes out but is fooled, seat 2 scores a ten.
	round := [3]string{"G2 1|G3 G4|G5 G6", "", "G2 G3 G5 G6 G4"}
	betted := [3]string{round[0], "012", round[2]}
	for name, tt := range map[string]struct {
		variant string
		rounds  [][3]string
		want    [][]lessonID
	}{
		"nothing played":           {tiny, [][3]string{{abc, "", ""}}, nil},
		"led":                      {tiny, [][3]string{{abc, "", "G2"}}, [][]lessonID{{lessonLead}}},
		"all follow":               {tiny, [][3]string{{abc, "", "G2 G4 G6"}}, [][]lessonID{follow}},
		"a 1 by choice":            {tiny, [][3]string{{abc, "", "G2 1 G6"}}, [][]lessonID{follow, {lessonOne, lessonOneChoice, lessonOneFooled}}},
		"a 1 instead of a discard": {tiny, [][3]string{{bVoid, "", "G2 1 G6"}}, [][]lessonID{follow, {lessonOne, lessonOneFooled}}},
		"a 1 kept":                 {tiny, [][3]string{{bVoid, "", "G2 R5 G6"}}, [][]lessonID{trick, {lessonFollow, lessonDiscard, lessonKeepOne, lessonLowestDiscard}}},
		"a 1 saves":                {tiny, [][3]string{{bcVoid, "", "G2 R5 1"}}, [][]lessonID{trick, {lessonOne, lessonDiscard, lessonKeepOne, lessonLowestDiscard}}},
		"equal discards":           {tiny, [][3]string{{bcVoid, "", "G2 R4 Y4"}}, [][]lessonID{trick, {lessonDiscard, lessonKeepOne, lessonLowestDiscard, lessonEqualDiscards}}},
		"a 1 led":                  {tiny, [][3]string{{abc, "", "1 G4"}}, [][]lessonID{{lessonOneLed, lessonLead}}},
		"several 1s":               {tiny, [][3]string{{abc, "", "1 1 G6"}}, [][]lessonID{trick, {lessonOneLed, lessonLowestFollower, lessonOneFooled, lessonEqualOnes}}},
		"all 1s":                   {tiny, [][3]string{{abc, "", "1 1 1"}}, [][]lessonID{{lessonOneLed, lessonAllOnes, lessonFooled}}},
		"free again":               {tiny, [][3]string{{abc, "", "G2 G4 G6 R4 R3"}}, [][]lessonID{follow, {lessonFree}}},
		"two discs":                {discs, [][3]string{{"G2 R2|G3 R3|G4 R4|Y2 Y3", "", "G2 G3 G4 Y2"}}, [][]lessonID{trick, {lessonFollow, lessonDiscard, lessonLowestDiscard, lessonSeveralDiscs, lessonTooFewDiscards}}},
		"a round":                  {short, [][3]string{round}, [][]lessonID{end}},
		"bets":                     {short + " betting=true", [][3]string{betted}, [][]lessonID{end, {lessonBet, lessonBetWon, lessonBetLost, lessonBetSpoiled}}},
		"all out, no discs":        {none, [][3]string{{"G2|G3|R2", "", "G2 G3 R2"}}, [][]lessonID{{lessonLead, lessonFollow, lessonDiscard, lessonWin, lessonLastCard, lessonRoundEnd, lessonSeveralOut, lessonTen, lessonEnd, lessonWinners}}},
		"two rounds":               {short, [][3]string{round, {round[0], "", ""}}, [][]lessonID{end, {lessonStarter}}},
		"two rounds, 1995":         {short + " starter=clockwise", [][3]string{round, {round[0], "", ""}}, [][]lessonID{end, {lessonStarter}}},
		"a tie of starters": {discs, [][3]string{{"G2 R3|G3 R4|G5 R5|Y2 Y3", "", "G2 G3 G5 Y2 R5 R4"}, {"G2 R3|G3 R4|G5 R5|Y2 Y3", "", ""}}, [][]lessonID{
			follow, {lessonDiscard, lessonLowestDiscard, lessonSeveralDiscs, lessonTooFewDiscards, lessonFree, lessonLastCard, lessonRoundEnd},
			{lessonSeveralOut, lessonCardsLeft, lessonTen, lessonOutFooled, lessonStarter, lessonStarterTie},
		}},
	} {
		out, tell := story{tt.variant, strings.Count(tt.rounds[0][0], "|") + 1, 99, tt.rounds}.told(t)
		out = strings.Join(strings.Fields(strings.ReplaceAll(out, "|", "")), " ")
		want := [lessonCount]bool{lessonFirstStarter: true, lessonHands: true}
		for _, ids := range tt.want {
			for _, id := range ids {
				want[id] = true
			}
		}
		for i, l := range tell.lessons {
			assert.Equal(t, want[i], l.text != "" && strings.Contains(out, l.text), "%s: %s", name, l.text)
		}
		assert.Equal(t, want, tell.told, name)
	}
}

// Whole games to the letter, with what is rare in others: bets of all kinds, several
// winners, equal cards, tricks of 1s, ends for several reasons.
func TestStories(t *testing.T) {
	round := [3]string{"G2 1|G3 G4|G5 G6", "012", "G2 G3 G5 G6 G4"}
	tie := [3]string{"G2 R3|G3 R4|G5 R5|Y2 Y3", "", "G2 G3 G5 Y2 R5 R4"}
	for name, s := range map[string]story{
		"bets": {short + " betting=true 3.rounds=2", 3, 1, [][3]string{round, {round[0], "2", round[2]}}},
		"ties": {discs + " minus_limit=3 tens_limit=1 reference=last-leader", 4, 0, [][3]string{tie}},
		"ties first": {"rulebook-2018 4.green=6 4.red=6 4.yellow=6 4.blue=6 4.ones=8 4.hand=2 4.discs=2 worst_tie=first-played " +
			"minus_limit=3 minus_reach=passed minus_count=gross tens_limit=2 tens_count=solo starter_score=round", 4, 2, [][3]string{
			{"G2 1|R2 1|Y2 1|B2 1", "", "1 1 1 1 G2 B2"},
			{"R2 1|G3 1|Y2 1|B2 1", "", "G3 Y2 B2 R2 1 1"},
		}},
		"clockwise": {"edition-1995 3.green=6 3.red=5 3.yellow=4 3.ones=3 3.hand=2 3.rounds=2 tens_limit=2 tens_count=solo", 3, 0, [][3]string{
			round, {round[0], "", "G3 G5 G2 G6 G4"},
		}},
		"shared win": {none, 3, 1, [][3]string{{"G2|G3|R2", "", "G2 G3 R2"}}},
	} {
		out, tell := s.told(t)
		assert.Contains(t, out, "The end of the game", name)
		tell.rest()
		require.NoError(t, tell.end())
		golden(t, "story-"+strings.ReplaceAll(name, " ", "-")+".txt", out)
	}
}

// What a seat may see is told of redacted events, and no more.
func TestTellRedacted(t *testing.T) {
	g, err := foppen.New(3, foppen.WithVariant(foppen.Edition1995Bets()))
	require.NoError(t, err)
	var out bytes.Buffer
	tell := newTeller(pageOn(&out), g.Variant(), 3)
	tell.full = 99
	deal := g.Shuffle(foppen.SeedSource(1, 2, foppen.NoSeat))
	for _, m := range []foppen.Move{deal, foppen.Bet{Seat: 0, Bet: true}, foppen.Bet{Seat: 1}, foppen.Bet{Seat: 2}} {
		var events []foppen.Event
		g, events, err = g.Apply(m)
		require.NoError(t, err)
		for i, e := range events {
			events[i] = foppen.Redact(e, 1)
		}
		tell.tell(events)
	}
	for range 3 {
		m := foppen.Play{Seat: g.Turn(), Card: g.Legal().Lowest()}
		var events []foppen.Event
		g, events, err = g.Apply(m)
		require.NoError(t, err)
		tell.tell(events)
	}
	require.NoError(t, tell.end())
	text := out.String()
	assert.Contains(t, text, "seat 1  "+deal.Hands[1].At(0).String()+" ")
	assert.NotContains(t, text, deal.Hands[0].String()[:12])
	assert.NotContains(t, text, deal.Hands[2].String()[:12])
	assert.Contains(t, text, "Seat 0 has made up its mind about a bet.\nSeat 1 does not bet.\n")
	assert.Contains(t, text, "The bets are open: seat 0 bets to go out.")
	assert.Equal(t, 1, strings.Count(text, "could also play"), text) // by seat 1 alone
}
