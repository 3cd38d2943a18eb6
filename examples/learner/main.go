// Command learner trains a bot in a minute or two, in plain Go, and lets it play against
// the greedy bot, each at half of the seats of a table of four.
//
// Its lessons are rounds that greedy bots play, with a card now and then by chance. At every
// choice, each card that may be played is tried: the round is played to its end (Playout),
// and what the card is worth is the points of the seat less the mean of the others',
// compared with the other cards on the same hands. A small network learns to foretell that
// from what a player would look at, and from which card the greedy bot would play. The bot
// plays the card that the network likes best.
//
// The features here are made by hand, since that needs few lessons. With many more, a
// network can find its own in View.AppendVector. The same seed gives the same bot on the same
// kind of machine.
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
)

// An example is a card that may be played: what the seat sees of it, and what it has
// turned out to be worth, in scale points above the mean of the cards that may be played.
type example struct {
	x     []float32
	worth float32
}

// features appends what the network sees of a card that may be played: numbers from about
// -1 to 2 by which a player would judge it.
func features(x []float32, v foppen.View, c, greedy foppen.Card) []float32 {
	flag := func(yes bool) {
		if yes {
			x = append(x, 1)
		} else {
			x = append(x, 0)
		}
	}
	share := func(n, of int) { x = append(x, float32(n)/float32(of)) }
	trick, unseen, hand := v.Trick(), v.Unseen(), v.Hand().Without(c)
	later := v.ToAct().Without(v.Seat())
	led := v.Led()
	if led == foppen.NoColor {
		led = c.Color()
	}
	follows := c == foppen.One || c.Color() == led
	worse, discards := 0, 0
	for _, d := range trick.All() {
		dFollows := trick.Follows(d)
		if !dFollows {
			discards++
		}
		if dFollows == follows && d.Value() <= c.Value() || !dFollows && follows {
			worse++
		}
	}
	void, least, holding := 0, 99, 0
	for s := range v.Seats().All() {
		if later.Has(s) && v.Void(s, led) {
			void++
		}
		if s != v.Seat() {
			left := v.HandSize(s)
			if later.Has(s) {
				left--
			}
			least = min(least, left)
			if left == 0 {
				holding++
			}
		}
	}
	lower := func(h foppen.Cards) (n int) {
		for d := range h.Of(c.Color()).All() {
			if d.Value() < c.Value() {
				n++
			}
		}
		return n
	}
	flag(c == greedy)
	flag(c == foppen.One)
	flag(trick.Len() == 0)
	flag(follows)
	flag(follows && worse == 0)
	flag(!follows && worse == 0)
	flag(later.IsEmpty())
	flag(least == 0)
	flag(hand.IsEmpty())
	share(c.Value(), 15)
	share(worse, 2)
	share(discards, 2)
	share(later.Len(), 3)
	share(void, 2)
	share(hand.Len(), 10)
	share(least, 10)
	share(hand.Len()-least, 4)
	share(holding, 2)
	color := unseen.Of(c.Color())
	share(color.Len(), 10)
	share(lower(color), 8)
	share(color.Len()-lower(color), 8)
	share(2*lower(color)+1, 2*color.Len()+2)
	share(unseen.Of(led).Len(), 10)
	share(unseen.Count(foppen.One), 3)
	share(hand.Count(foppen.One), 2)
	share(hand.Of(c.Color()).Len(), 4)
	share(lower(hand), 4)
	share(hand.Sum(), 60)
	return x
}

// A teacher makes lessons.
type teacher struct {
	start  foppen.Game
	greedy foppen.Bot
	try    *foppen.Playout
}

func newTeacher() *teacher {
	g := foppen.Must(foppen.New(players))
	return &teacher{g, foppen.NewGreedyBot(), foppen.NewPlayout(g)}
}

// lesson returns the examples of the round of a number.
func (t *teacher) lesson(seed, number uint64) (list []example) {
	src := foppen.SeedSource(seed, number, foppen.NoSeat)
	random := rand.New(src)
	g := foppen.Must(t.start.Deal(t.start.Shuffle(src)))
	for g.Phase() == foppen.PlayPhase {
		v := g.View(g.Turn())
		card := v.Legal().Lowest()
		if n := v.Legal().Len(); n > 1 {
			card = t.greedy.Choose(v)
			list = t.judge(list, g, v, card)
			if random.Float64() < chance {
				card = v.Legal().At(random.IntN(n))
			}
		}
		g = foppen.Must(g.Play(card))
	}
	return list
}

// judge appends an example for each card that may be played, all on the same hands.
func (t *teacher) judge(list []example, g foppen.Game, v foppen.View, greedy foppen.Card) []example {
	first, mean := len(list), float32(0)
	for c := range v.Legal().All() {
		e := example{features(nil, v, c, greedy), t.worth(g, c) / scale}
		list, mean = append(list, e), mean+e.worth/float32(v.Legal().Len())
	}
	for i := range list[first:] {
		list[first+i].worth -= mean
	}
	return list
}

// worth plays the card and the rest of the round, and returns the points of the seat less
// the mean of the others'.
func (t *teacher) worth(g foppen.Game, c foppen.Card) float32 {
	seat, sum := g.Turn(), 0
	t.try.Set(g)
	if t.try.Play(c) != nil || t.try.Finish(foppen.GreedyPolicy, nil) != nil {
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
	in := len(features(nil, t.start.View(0), foppen.One, foppen.One))
	n := newNet(in, hidden, rand.New(rand.NewPCG(seed, 1)))
	for k := range lessons {
		rate := 0.01 * (1 - float32(k)/float32(lessons))
		for _, e := range <-made[k%teachers] {
			n.learn(e.x, e.worth, rate)
		}
	}
	return n
}

// A learned bot plays the card that the network likes best.
type learned struct {
	net    *net
	greedy foppen.Bot
	x, h   []float32
}

// Choose returns the card that is worth most.
func (b *learned) Choose(v foppen.View) foppen.Card {
	best, most := foppen.NoCard, float32(0)
	greedy := b.greedy.Choose(v)
	for c := range v.Legal().All() {
		b.x = features(b.x[:0], v, c, greedy)
		if worth := b.net.think(b.x, b.h); best == foppen.NoCard || worth > most {
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
	fmt.Fprintf(w, "%d lessons\n", lessons)
	bot, greedy := maker(train(seed, lessons)), foppen.Must(foppen.ParseBot("greedy"))
	bots := []foppen.BotMaker{bot, greedy, bot, greedy}
	result, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: bots, Games: deals, Seed: seed + 1})
	for _, entrant := range result.Entrants {
		fmt.Fprintln(w, entrant)
	}
	return err
}
