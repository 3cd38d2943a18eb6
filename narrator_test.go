package foppen_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// oneOfEach returns events of all types and forms that are about the seats 0 and 1.
func oneOfEach() []foppen.Event {
	c := func(s string) foppen.Card { return foppen.Must(foppen.ParseCard(s)) }
	set := foppen.SeatsOf
	dealt := foppen.Dealt{Round: 2, Dealer: 0, Starter: 1, HandSize: 12, Shown: set(0, 1)}
	dealt.Hands[0] = foppen.Must(foppen.ParseCards("G2 R5 1 1"))
	dealt.Hands[1] = foppen.Must(foppen.ParseCards("B2"))
	list := []foppen.Event{
		dealt, foppen.Dealt{Round: 1, Dealer: 1, Starter: 0, HandSize: 1},
		foppen.BetPlaced{Seat: 0}, foppen.BetPlaced{Seat: 0, Bet: foppen.BetNo}, foppen.BetPlaced{Seat: 0, Bet: foppen.BetYes}, foppen.BetPlaced{Seat: 1, Bet: foppen.BetYes},
		foppen.BetsRevealed{}, foppen.BetsRevealed{Bettors: set(0)}, foppen.BetsRevealed{Bettors: set(1)},
		foppen.BetsRevealed{Bettors: set(0, 1, 2)}, foppen.BetsRevealed{Bettors: set(1, 2)},
		foppen.CardPlayed{Seat: 0, Card: c("G17"), Follows: true}, foppen.CardPlayed{Seat: 0, Card: c("R5")}, foppen.CardPlayed{Seat: 1, Card: c("R5")}, foppen.CardPlayed{Seat: 1, Card: foppen.One, Follows: true},
		foppen.ColorLed{Seat: 0, Color: foppen.Green}, foppen.ColorLed{Seat: 1, Color: foppen.Blue},
		foppen.TrickWon{Seat: 0, Card: c("G17")}, foppen.TrickWon{Seat: 1, Card: foppen.One},
		foppen.Freed{Seat: 0}, foppen.Freed{Seat: 1},
		foppen.RoundEnded{Round: 2, Out: set(0)}, foppen.RoundEnded{Round: 2, Out: set(1)}, foppen.RoundEnded{Round: 2, Out: set(0, 1)}, foppen.RoundEnded{Round: 2},
	}
	for seat := range foppen.Seat(2) {
		for _, reason := range []foppen.FoolReason{foppen.LowestDiscard, foppen.LowestFollower} {
			for _, tied := range []bool{false, true} {
				list = append(list, foppen.Fooled{Fool: foppen.Fool{Seat: seat, Card: c("Y4"), Reason: reason, Tied: tied}})
			}
		}
		for _, score := range []foppen.Score{
			{Reason: foppen.CardsLeft, Left: foppen.Must(foppen.ParseCards("G9 Y8 1")), Points: -22},
			{Reason: foppen.Ten, Points: 10}, {Reason: foppen.OutFooled}, {Points: 1},
		} {
			for _, bet := range []bool{false, true} {
				score.Bet = bet
				list = append(list, foppen.Scored{Seat: seat, Score: score, Total: -3})
			}
		}
	}
	for _, who := range []foppen.Seats{0, set(0), set(1), set(0, 1), set(1, 2)} {
		list = append(list, foppen.GameOver{
			Reasons: foppen.EndRounds | foppen.EndMinus | foppen.EndTens,
			Minus:   who, Tens: who, Winners: who, Standings: foppen.NewStandings(1, 1),
		})
	}
	return list
}

func tellAll(n foppen.Narrator, events []foppen.Event) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteString(n.Tell(e) + "\n")
	}
	return b.String()
}

// Every sentence there is, to a player and to a spectator.
func TestNarratorSentences(t *testing.T) {
	var out string
	for _, you := range []foppen.Seat{0, foppen.NoSeat} {
		n, err := foppen.NewNarrator(you, []string{"Anna", "Ben"}, foppen.English())
		require.NoError(t, err)
		out += tellAll(n, oneOfEach()) + "\n"
	}
	golden(t, "narrator.txt", []byte(out))
	for _, wrong := range []string{"You plays", "You is", "You has", "you you", "  ", "{", "}", "1 points", " ."} {
		require.NotContains(t, out, wrong)
	}
}

// foolScores are scores by a variant that gives points for being fooled.
func foolScores() []foppen.Event {
	return []foppen.Event{
		foppen.Scored{Seat: 0, Score: foppen.Score{Reason: foppen.Ten, Base: 12, Points: 11, Fooled: 1, FoolPoints: -1}, Total: 11},
		foppen.Scored{Seat: 1, Score: foppen.Score{Reason: foppen.OutFooled, Base: -3, Points: -6, Fooled: 3, FoolPoints: -3}, Total: -6},
	}
}

// R8.3: what being fooled scores is told behind the score.
func TestNarratorTellsFoolPoints(t *testing.T) {
	n, err := foppen.NewNarrator(0, []string{"Anna", "Ben"}, foppen.English())
	require.NoError(t, err)
	var told []string
	for _, e := range foolScores() {
		told = append(told, n.Tell(e))
	}
	require.Equal(t, []string{
		"You go out: +11 points, 11 in all. Of that, -1 point for being fooled once.",
		"Ben goes out, but is fooled: -6 points, -6 in all. Of that, -3 points for being fooled 3 times.",
	}, told)
}

// Each phrase of the table is told by some event, so that no translation is in vain and
// the sentences above are all.
func TestNarratorUsesEveryPhrase(t *testing.T) {
	english := foppen.English().Text
	unused := maps.Clone(english)
	for key := range english {
		p := foppen.English()
		p.Text[key] = "#" + p.Text[key]
		var out string
		for _, you := range []foppen.Seat{0, foppen.NoSeat} {
			n, err := foppen.NewNarrator(you, []string{"Anna"}, p)
			require.NoError(t, err)
			out += tellAll(n, append(oneOfEach(), foolScores()...)) + n.Card(foppen.NoCard) + n.Card(foppen.Must(foppen.ParseCard("R2")))
		}
		if strings.Contains(out, "#") {
			delete(unused, key)
		}
	}
	delete(unused, "none") // no event of a game is without a color
	require.Empty(t, slices.Sorted(maps.Keys(unused)))
}

// A table with the required keys alone is enough, in any order of words.
func TestNarratorOfABareTable(t *testing.T) {
	p := foppen.Phrases{Text: map[string]string{}, Plural: func(int) string { return "other" }}
	for key, text := range foppen.English().Text {
		base, _ := strings.CutSuffix(key, "_you")
		base, _ = strings.CutSuffix(base, "_many")
		if _, ok := foppen.English().Text[base]; (base == key || !ok) && key != "cards_one" && key != "points_one" {
			p.Text[key] = strings.ReplaceAll(text, " ", "")
		}
	}
	p.Text["trick_won"] = "with {card} wins {who}"
	n, err := foppen.NewNarrator(0, []string{"Anna"}, p)
	require.NoError(t, err)
	require.Equal(t, "with green17 wins You", n.Tell(foppen.TrickWon{Seat: 0, Card: foppen.Must(foppen.ParseCard("G17"))}))
}

func TestNarratorPlural(t *testing.T) {
	p := foppen.English()
	p.Text["cards_few"] = "{n} cardy"
	p.Plural = func(n int) string {
		if 2 <= n%10 && n%10 <= 4 {
			return "few"
		}
		return "many"
	}
	n, err := foppen.NewNarrator(foppen.NoSeat, nil, p)
	require.NoError(t, err)
	require.Contains(t, n.Tell(foppen.Dealt{HandSize: 22}), "22 cardy")
	require.Contains(t, n.Tell(foppen.Dealt{HandSize: 12}), "12 cardy")
	require.Contains(t, n.Tell(foppen.Dealt{HandSize: 11}), "11 cards")
}

func TestNarratorRefusesPhrases(t *testing.T) {
	change := func(key, text string) foppen.Phrases {
		p := foppen.English()
		if text == "" {
			delete(p.Text, key)
		} else {
			p.Text[key] = text
		}
		return p
	}
	for _, c := range []struct {
		phrases foppen.Phrases
		want    string
	}{
		{foppen.Phrases{}, "phrase bet_hidden: is missing"},
		{change("wins", ""), "phrase wins: is missing"},
		{change("wins_none", ""), "phrase wins_none: is missing"},
		{change("winz", "x"), "phrase winz: is not the key of a phrase"},
		{change("follow", "{who} plays {hand}"), "phrase follow: has {hand} in it, which the English phrase does not have"},
		{change("follow", "{who plays {card}"), "phrase follow: has braces that do not match"},
		{change("follow", "{who} plays {card"), "phrase follow: has braces that do not match"},
		{change("follow", "{who} plays card}"), "phrase follow: has braces that do not match"},
		{change("follow", "{}"), "phrase follow: has {} in it, which the English phrase does not have"},
	} {
		_, err := foppen.NewNarrator(0, nil, c.phrases)
		require.EqualError(t, err, "foppen: "+c.want)
		require.ErrorAs(t, err, new(*foppen.ArgError))
	}
}

// A name stays what it is, and nothing of the caller's is kept.
func TestNarratorKeepsNamesAsTheyAre(t *testing.T) {
	p, names := foppen.English(), []string{"{card} <b>", ""}
	n, err := foppen.NewNarrator(foppen.NoSeat, names, p)
	require.NoError(t, err)
	names[0], p.Text["freed"] = "x", "x"
	require.Equal(t, "{card} <b> takes part again.", n.Tell(foppen.Freed{Seat: 0}))
	require.Equal(t, "Seat 1 takes part again.", n.Tell(foppen.Freed{Seat: 1}))
	require.Equal(t, "Seat 7 takes part again.", n.Tell(foppen.Freed{Seat: 7}))
}

// A narrator tells events that have not been redacted as if they had been.
func TestNarratorRedacts(t *testing.T) {
	for _, seat := range []foppen.Seat{0, 1, 2, foppen.NoSeat} {
		n, err := foppen.NewNarrator(seat, nil, foppen.English())
		require.NoError(t, err)
		for _, e := range oneOfEach() {
			require.Equal(t, n.Tell(foppen.Redact(e, seat)), n.Tell(e))
		}
	}
	var zero foppen.Narrator
	require.Empty(t, zero.Tell(foppen.Freed{}))
	require.Empty(t, foppen.Must(foppen.NewNarrator(0, nil, foppen.English())).Tell(nil))
	require.Empty(t, zero.Name(0)+zero.Card(foppen.One))
}
