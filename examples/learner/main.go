// Command learner trains a bot in a minute or two, in plain Go, and lets it play against
// the greedy bot, each at half of the seats of a table of four.
//
// The bot learns where to play another card than the greedy bot would. Its lessons are
// rounds that greedy bots play, with a card now and then by chance. At every choice, each
// card that may be played is tried: the round is played to its end, and what it is worth
// is the points of the seat less the mean of the others', compared with what the greedy
// card is worth on the same hands. A small network learns to foretell that from what the
// seat can see: View.AppendVector, and which card the greedy bot would play.
//
// All it needs of the library is the number of a card (Cards.Index), the vector, and play
// in place (Playout). The same seed gives the same bot on the same kind of machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"runtime"

	"github.com/foppen-go/foppen"
)

const (
	players = 4
	hidden  = 32
	chance  = 0.15 // how often a lesson goes on with any card
	scale   = 10   // points that make 1
	doubt   = 0.05 // how much better another card has to look, in scale points
)

// A target is what a card is worth: its place in the deck, and the value in scale points.
type target struct {
	place int
	value float32
}

// An example is a choice: what the seat sees, and what the cards have turned out to be worth.
type example struct {
	x       []float32
	targets []target
}

// input appends what the network sees: the vector, and the card that greedy would play.
func input(x []float32, v foppen.View, deck foppen.Cards, greedy foppen.Card) []float32 {
	x = v.AppendVector(x)
	for i := range deck.Len() {
		one := float32(0)
		if i == deck.Index(greedy) {
			one = 1
		}
		x = append(x, one)
	}
	return x
}

// A teacher makes lessons.
type teacher struct {
	start  foppen.Game
	deck   foppen.Cards
	greedy foppen.Bot
	try    *foppen.Playout
}

func newTeacher() *teacher {
	g := foppen.Must(foppen.New(players))
	return &teacher{g, g.Variant().Deck(players), foppen.NewGreedyBot(), foppen.NewPlayout(g)}
}

// lesson returns the choices of the round of a number.
func (t *teacher) lesson(seed, number uint64) (list []example) {
	src := foppen.SeedSource(seed, number, foppen.NoSeat)
	random := rand.New(src)
	g := foppen.Must(t.start.Deal(t.start.Shuffle(src)))
	for g.Phase() == foppen.PlayPhase {
		v := g.View(g.Turn())
		card := v.Legal().Lowest()
		if n := v.Legal().Len(); n > 1 {
			card = t.greedy.Choose(v)
			list = append(list, example{input(nil, v, t.deck, card), t.worths(g, card)})
			if random.Float64() < chance {
				card = v.Legal().At(random.IntN(n))
			}
		}
		g = foppen.Must(g.Play(card))
	}
	return list
}

// worths returns what the other cards are worth, compared with the greedy one.
func (t *teacher) worths(g foppen.Game, greedy foppen.Card) (list []target) {
	base := t.worth(g, greedy)
	for c := range g.Legal().All() {
		if c != greedy {
			list = append(list, target{t.deck.Index(c), (t.worth(g, c) - base) / scale})
		}
	}
	return list
}

// worth plays the card and the rest of the round, and returns the points of the seat less
// the mean of the others'.
func (t *teacher) worth(g foppen.Game, c foppen.Card) float32 {
	seat, sum := g.Turn(), 0
	t.try.Set(g)
	if t.try.Play(c) != nil || t.try.Finish(foppen.Prudent, nil) != nil {
		return 0 // cannot be: the card is legal
	}
	for s := range foppen.Seat(players) {
		sum += t.try.Points(s)
	}
	own := t.try.Points(seat)
	return float32(own) - float32(sum-own)/(players-1)
}

// train returns a network that has had so many lessons. Several teachers make them, and
// the network takes them in the order of their numbers.
func train(seed uint64, lessons int) *net {
	teachers := runtime.GOMAXPROCS(0)
	made := make([]chan []example, teachers)
	for i := range made {
		made[i] = make(chan []example, 16)
		go func() {
			t := newTeacher()
			for k := i; k < lessons; k += teachers {
				made[i] <- t.lesson(seed, uint64(k))
			}
		}()
	}
	t := newTeacher()
	in := len(input(nil, t.start.View(0), t.deck, foppen.NoCard))
	n := newNet(in, hidden, t.deck.Len(), rand.New(rand.NewPCG(seed, 1)))
	for k := range lessons {
		rate := 0.01 * (1 - float32(k)/float32(lessons))
		for _, e := range <-made[k%teachers] {
			n.learn(e.x, e.targets, rate)
		}
	}
	return n
}

// A learned bot plays as greedy does, unless the network says that another card is worth
// more.
type learned struct {
	net    *net
	greedy foppen.Bot
	x, h   []float32
}

// Choose returns the card that is worth most.
func (b *learned) Choose(v foppen.View) foppen.Card {
	best := b.greedy.Choose(v)
	if v.Legal().Len() == 1 {
		return best
	}
	deck := v.Variant().Deck(v.Players())
	b.x = input(b.x[:0], v, deck, best)
	b.net.think(b.x, b.h)
	most, greedy := float32(doubt), best
	for c := range v.Legal().All() {
		if c == greedy {
			continue
		}
		if worth := b.net.output(b.h, deck.Index(c)); worth > most {
			best, most = c, worth
		}
	}
	return best
}

// maker returns the maker of bots with a network, which they share and do not change.
func maker(n *net) foppen.BotMaker {
	return foppen.BotMaker{Name: "learned", New: func(rand.Source) foppen.Bot {
		return &learned{net: n, greedy: foppen.NewGreedyBot(), h: make([]float32, n.hidden)}
	}}
}

func main() {
	lessons := flag.Int("lessons", 30000, "how many rounds the bot learns from")
	deals := flag.Int("deals", 3000, "how many deals it is tried on, each with the bots at all seats")
	seed := flag.Uint64("seed", 1, "decides all chance")
	flag.Parse()
	if err := learn(os.Stdout, *seed, *lessons, *deals); err != nil {
		log.Fatal(err)
	}
}

func learn(w io.Writer, seed uint64, lessons, deals int) error {
	fmt.Fprintf(w, "%s, %d lessons\n", foppen.VectorVersion, lessons)
	bot, greedy := maker(train(seed, lessons)), foppen.Must(foppen.ParseBot("greedy"))
	bots := []foppen.BotMaker{bot, greedy, bot, greedy}
	result, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: bots, Games: deals, Seed: seed + 1})
	for _, entrant := range result.Entrants {
		fmt.Fprintln(w, entrant)
	}
	return err
}
