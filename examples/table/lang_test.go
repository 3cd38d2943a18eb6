package main

import (
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
)

// Every event reads as a sentence in every language, to each person: right in the person
// and without a hole.
func TestLanguages(t *testing.T) {
	green := foppen.Must(foppen.ParseCard("G17"))
	for code, want := range map[string][]string{
		"de": {
			"Du spielst Grün 17.", "Ben spielt Grün 17.", "Den Stich gewinnst du mit Grün 17.", "Den Stich gewinnt Ben mit Grün 17.",
			"Du, Ben und Platz 2 habt gewettet.", "Ben und Platz 2 haben gewettet.", "Du bekommst +1 Punkt, zusammen 5.", "Ben bekommt -2 Punkte, zusammen 5.",
		},
		"ja": {
			"あなたは緑の17を出します。", "Benは緑の17を出します。", "緑の17であなたがトリックを取ります。", "緑の17でBenがトリックを取ります。",
			"あなた、Ben、2番席が賭けました。", "Ben、2番席が賭けました。", "あなたは+1点、合計5点。", "Benは-2点、合計5点。",
		},
	} {
		n := foppen.Must(foppen.NewNarrator(0, []string{"Anna", "Ben"}, phrases(code).Phrases))
		for i, e := range []foppen.Event{
			foppen.CardPlayed{Seat: 0, Card: green, Follows: true}, foppen.CardPlayed{Seat: 1, Card: green, Follows: true},
			foppen.TrickWon{Seat: 0, Card: green}, foppen.TrickWon{Seat: 1, Card: green},
			foppen.BetsRevealed{Bettors: foppen.SeatsOf(0, 1, 2)}, foppen.BetsRevealed{Bettors: foppen.SeatsOf(1, 2)},
			foppen.Scored{Seat: 0, Score: foppen.Score{Points: 1}, Total: 5}, foppen.Scored{Seat: 1, Score: foppen.Score{Points: -2}, Total: 5},
		} {
			if got := n.Tell(e); !strings.HasSuffix(got, want[i]) {
				t.Errorf("%s: %q, want %q", code, got, want[i])
			}
		}
		for _, e := range []entry{{Do: "undo"}, {Do: "leave", Seat: 1}, {Do: "return"}, {Do: "arrive", Seat: 1}} {
			if text := phrases(code).deed(n, 0, e); text == "" || strings.Contains(text, "{") {
				t.Errorf("%s: %q for %v", code, text, e.Do)
			}
		}
	}
}

// What is stored of an entry is read again as it was.
func TestEntries(t *testing.T) {
	for _, text := range []string{`{"undo":2}`, `{"leave":0}`, `{"return":3}`, `{"arrive":1}`, `{"seat":0,"play":"G17"}`, `{"seat":1,"bet":true}`, `{"deal":[["G2"],["1"]]}`} {
		var e entry
		if err := e.UnmarshalJSON([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := e.MarshalJSON(); err != nil || string(got) != text {
			t.Errorf("%s became %s, %v", text, got, err)
		}
	}
}
