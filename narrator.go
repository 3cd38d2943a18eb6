package foppen

import (
	"maps"
	"slices"
	"strings"
)

// A Narrator tells events in sentences with the players' names, to one of them, who is
// "you", or to a spectator: "Anna plays green 17." and "You win the trick with green
// 17.". It has no words of its own: all are in its Phrases, so that an app can tell a game
// in another language.
//
// It tells what its listener may see and no more: every event goes through Redact first.
// Names are put in as they are. An app that puts the text on a page escapes it.
//
// A Narrator is immutable and can be shared by goroutines. The zero Narrator tells
// nothing.
type Narrator struct {
	you     Seat
	names   []string
	phrases Phrases
}

// NewNarrator returns a narrator that tells a game to the seat, or to a spectator for
// NoSeat. The names are by seat; a seat without one, or with "", is called by its number.
// It refuses phrases that are not complete, or that do not have the form described at
// Phrases, with an *ArgError that names the first key at fault in alphabetical order.
func NewNarrator(you Seat, names []string, p Phrases) (Narrator, error) {
	if err := p.check(); err != nil {
		return Narrator{}, err
	}
	p.Text = maps.Clone(p.Text)
	return Narrator{you, slices.Clone(names), p}, nil
}

// Name returns what the narrator calls a seat: its name or, without one, its number. For
// the listener's own seat too it is the name.
func (n Narrator) Name(seat Seat) string {
	if seat.IsValid() && int(seat) < len(n.names) && n.names[seat] != "" {
		return n.names[seat]
	}
	return n.phrase("seat", args{"n": seat.String()})
}

// Card returns a card in words, such as "green 17" or "a 1".
func (n Narrator) Card(c Card) string {
	switch {
	case c == One:
		return n.phrase("one", args{"code": c.String()})
	case !c.IsValid():
		return n.phrase("no_card", nil)
	}
	return n.phrase("card", args{"code": c.String(), "color": n.color(c.Color()), "value": itoa(c.Value())})
}

// Tell returns an event in one or more sentences; "" for what is no event and for what
// the listener may not see at all.
func (n Narrator) Tell(e Event) string {
	if n.phrases.Text == nil {
		return ""
	}
	var s []string
	switch e := Redact(e, n.you).(type) {
	case Dealt:
		s = n.dealt(e)
	case BetPlaced:
		s = n.one(e.Seat, "bet_"+e.Bet.String(), nil)
	case BetsRevealed:
		s = append([]string{n.phrase("bets_open", nil)}, n.about(e.Bettors, "bettors", nil)...)
	case CardPlayed:
		key := "discard"
		if e.Follows {
			key = "follow"
		}
		s = n.one(e.Seat, key, args{"card": n.Card(e.Card)})
	case ColorLed:
		s = n.one(e.Seat, "led", args{"color": n.color(e.Color)})
	case TrickWon:
		s = n.one(e.Seat, "trick_won", args{"card": n.Card(e.Card)})
	case Fooled:
		s = n.one(e.Seat, fooledKey(e), args{"card": n.Card(e.Card)})
	case Freed:
		s = n.one(e.Seat, "freed", nil)
	case RoundEnded:
		s = n.about(e.Out, "round_ended", args{"round": itoa(e.Round)})
	case Scored:
		s = n.one(e.Seat, scoredKey(e), args{
			"left": n.cards(e.Left), "points": n.counted("points", e.Points, pointsText(e.Points)), "total": itoa(e.Total),
		})
		if e.Fooled != 0 || e.FoolPoints != 0 {
			s = append(s, n.phrase("scored_fools", args{
				"points": n.counted("points", e.FoolPoints, pointsText(e.FoolPoints)), "times": n.counted("times", e.Fooled, itoa(e.Fooled)),
			}))
		}
	case GameOver:
		s = n.over(e)
	}
	return n.join("sentences", "sentences", s)
}

func (n Narrator) dealt(e Dealt) []string {
	s := n.one(e.Dealer, "dealt", args{"round": itoa(e.Round), "cards": n.counted("cards", e.HandSize, itoa(e.HandSize))})
	s = append(s, n.one(e.Starter, "leads", nil)...)
	for seat := range e.Shown.All() {
		s = append(s, n.one(seat, "hand", args{"cards": n.cards(e.Hands[seat])})...)
	}
	return s
}

func fooledKey(e Fooled) string {
	key := "fooled_follower"
	if e.Reason == LowestDiscard {
		key = "fooled_discard"
	}
	if e.Tied {
		key += "_tied"
	}
	return key
}

func scoredKey(e Scored) string {
	key := "scored"
	switch e.Reason {
	case CardsLeft:
		key = "scored_left"
	case Ten:
		key = "scored_ten"
	case OutFooled:
		key = "scored_fooled"
	}
	if e.Bet {
		key += "_bet"
	}
	return key
}

// over tells each limit that was met, and then who wins.
func (n Narrator) over(e GameOver) []string {
	var s []string
	if e.Reasons.Has(EndRounds) {
		s = append(s, n.phrase("end_rounds", nil))
	}
	if e.Reasons.Has(EndMinus) {
		s = append(s, n.about(e.Minus, "end_minus", nil)...)
	}
	if e.Reasons.Has(EndTens) {
		s = append(s, n.about(e.Tens, "end_tens", nil)...)
	}
	total := e.Standings.At(0).Total
	return append(s, n.about(e.Winners, "wins", args{"points": n.counted("points", total, itoa(total))})...)
}

// one tells something about one seat.
func (n Narrator) one(seat Seat, key string, a args) []string {
	if seat == n.you && seat != NoSeat {
		return []string{n.phrase(key+"_you", a.with("who", n.phrase("you", nil)))}
	}
	return []string{n.phrase(key, a.with("who", n.Name(seat)))}
}

// about tells something about several seats. The listener stands first among them.
func (n Narrator) about(seats Seats, key string, a args) []string {
	you := seats.Has(n.you)
	others := seats.Without(n.you)
	switch {
	case seats.IsEmpty():
		return []string{n.phrase(key+"_none", a)}
	case seats.Len() == 1 && you:
		return n.one(n.you, key, a)
	case seats.Len() == 1:
		for seat := range seats.All() {
			return n.one(seat, key, a)
		}
	}
	var names []string
	form := "_many"
	if you {
		names, form = append(names, n.phrase("you", nil)), "_many_you"
	}
	for seat := range others.All() {
		names = append(names, n.Name(seat))
	}
	return []string{n.phrase(key+form, a.with("who", n.join("list", "list_last", names)))}
}

// join makes one text of several: the last two are joined by the phrase last, those
// before them by the phrase key.
func (n Narrator) join(key, last string, texts []string) string {
	text := ""
	for i, t := range texts {
		switch {
		case i == 0:
			text = t
		case i < len(texts)-1:
			text = n.phrase(key, args{"a": text, "b": t})
		default:
			text = n.phrase(last, args{"a": text, "b": t})
		}
	}
	return text
}

func (n Narrator) cards(cards Cards) string {
	var words []string
	for c := range cards.All() {
		words = append(words, n.Card(c))
	}
	if len(words) == 0 {
		return n.phrase("no_card", nil)
	}
	return n.join("list", "list_last", words)
}

func (n Narrator) color(c Color) string { return n.phrase(c.String(), nil) }

// counted returns a number with its noun in the form that goes with it.
func (n Narrator) counted(key string, number int, text string) string {
	form := "other"
	if n.phrases.Plural != nil {
		form = n.phrases.Plural(max(number, -number))
	} else if number == 1 || number == -1 {
		form = "one"
	}
	return n.phrase(key+"_"+form, args{"n": text})
}

// args is what is put into a phrase.
type args map[string]string

// with returns the args with one more. A nil args can be added to.
func (a args) with(key, text string) args {
	b := args{key: text}
	maps.Copy(b, a)
	return b
}

// phrase returns the phrase of the key, or else of the nearest one with fewer endings,
// with the args in it.
func (n Narrator) phrase(key string, a args) string {
	text, ok := n.phrases.find(key)
	if !ok {
		return ""
	}
	var b strings.Builder
	for part := range phraseParts(text) {
		if part.isArg {
			b.WriteString(a[part.text])
		} else {
			b.WriteString(part.text)
		}
	}
	return b.String()
}
