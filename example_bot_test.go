package foppen_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/foppen-go/foppen"
)

// cautious is a bot that plays its highest card. It bets with a hand of high cards.
type cautious struct{}

func (cautious) Choose(v foppen.View) foppen.Card {
	best := foppen.NoCard
	for c := range v.Legal().All() {
		if c.Value() > best.Value() {
			best = c
		}
	}
	return best
}

func (cautious) Bet(v foppen.View) bool {
	return v.Hand().Sum() > 10*v.Hand().Len()
}

// newCautious makes cautious bots. They leave nothing to chance, so the source is not
// used.
var newCautious = foppen.BotMaker{Name: "cautious", New: func(rand.Source) foppen.Bot { return cautious{} }}

// exampleView is what seat 1 sees when seat 0 has led the G9.
func exampleView() foppen.View {
	v := foppen.Rulebook2018()
	v.Setups[4].HandSize = 3
	g, _ := foppen.New(4, foppen.WithVariant(v))
	g, _ = g.Deal(foppen.Deal{Hands: [foppen.MaxPlayers]foppen.Cards{
		foppen.Must(foppen.ParseCards("G9 R5 Y2")), foppen.Must(foppen.ParseCards("G3 G17 1")), foppen.Must(foppen.ParseCards("R2 R3 B8")), foppen.Must(foppen.ParseCards("G2 Y5 B2")),
	}})
	g, _ = g.Play(foppen.Must(foppen.ParseCard("G9")))
	return g.View(1)
}

func ExampleBot() {
	var bot foppen.Bot = cautious{}
	v := exampleView()
	fmt.Println("may play:", v.Legal())
	fmt.Println("plays:", bot.Choose(v))
	// Output:
	// may play: G3 G17 1
	// plays: G17
}

func ExampleBettor() {
	var bettor foppen.Bettor = cautious{}
	g, _ := foppen.New(3, foppen.WithVariant(foppen.Edition1995Bets()))
	g, _ = g.Deal(g.Shuffle(foppen.SeedSource(1, 0, foppen.NoSeat)))
	fmt.Println(g.Hand(0))
	fmt.Println(bettor.Bet(g.View(0)))
	// Output:
	// G2 G5 G6 G7 G10 G11 G13 G20 R2 R3 R4 R6 R11 Y2 Y12 Y13 B2 B4 1 1
	// false
}

// A scorer is a cautious bot that adds up its points as it is told them.
type scorer struct {
	cautious
	seat   foppen.Seat
	points int
}

func (s *scorer) Observe(events []foppen.Event) {
	for _, e := range events {
		if scored, ok := e.(foppen.Scored); ok && scored.Seat == s.seat {
			s.points += scored.Points
		}
	}
}

func ExampleObserver() {
	var made []*scorer
	maker := foppen.BotMaker{Name: "scorer", New: func(rand.Source) foppen.Bot {
		made = append(made, &scorer{seat: foppen.Seat(len(made))})
		return made[len(made)-1]
	}}
	c := foppen.SimConfig{Bots: []foppen.BotMaker{maker, maker, maker, maker}}
	r, err := foppen.PlayGame(context.Background(), foppen.Record{}, c)
	fmt.Println(r.Game().Totals(), err)
	for _, s := range made {
		fmt.Println(s.seat, s.points)
	}
	// Output:
	// [-47 -26 0 -26] <nil>
	// 0 -47
	// 1 -26
	// 2 0
	// 3 -26
}

// A remote is a bot whose answers come from elsewhere, and sometimes do not come.
type remote struct{ err error }

func (r *remote) Choose(foppen.View) foppen.Card {
	r.err = fmt.Errorf("%w: nothing heard for 5s", foppen.ErrBotSlow)
	return foppen.NoCard
}

func (r *remote) Err() error { return r.err }

func ExampleFailer() {
	_, err := foppen.AskBot(&remote{}, exampleView())
	fmt.Println(err)
	fmt.Println(errors.Is(err, foppen.ErrBotSlow))
	// Output:
	// foppen: bot at seat 1: took too long: nothing heard for 5s (custom variant, 4 players)
	// true
}

func ExampleBotMaker() {
	greedy := foppen.Must(foppen.ParseBot("greedy"))
	c := foppen.SimConfig{Bots: []foppen.BotMaker{newCautious, greedy, newCautious, greedy}}
	r, err := foppen.PlayGame(context.Background(), foppen.Record{}, c)
	fmt.Println(r.Names(), err)
	// Output: [cautious greedy cautious greedy] <nil>
}

func ExampleBotNames() {
	fmt.Println(foppen.BotNames())
	// Output: [random greedy search]
}

func ExampleParseBot() {
	maker, err := foppen.ParseBot("search:50")
	fmt.Println(maker.Name, err)
	_, err = foppen.ParseBot("genius")
	fmt.Println(err)
	// Output:
	// search:50 <nil>
	// foppen: "genius" is not a valid bot: at 0 want one of random, greedy, search, or search:N with 1 to 1000000 samples or a time as in search:20ms
}

func ExampleNewRandomBot() {
	bot := foppen.NewRandomBot(foppen.SeedSource(1, 0, 1))
	v := exampleView()
	for range 8 {
		fmt.Print(bot.Choose(v), " ")
	}
	// Output: 1 1 1 1 G3 G3 1 1
}

func ExampleNewGreedyBot() {
	fmt.Println(foppen.NewGreedyBot().Choose(exampleView()))
	// Output: G17
}

func ExampleSeedSource() {
	g, _ := foppen.New(4)
	d := g.Shuffle(foppen.SeedSource(2018, 7, foppen.NoSeat)) // the first deal of the game of number 7
	fmt.Println(d.Hands[0])
	// Output: G2 G4 G9 G10 G14 G17 R3 R4 Y7 B4 B8 1
}

func ExamplePlayGame() {
	greedy, random := foppen.Must(foppen.ParseBot("greedy")), foppen.Must(foppen.ParseBot("random"))
	c := foppen.SimConfig{Bots: []foppen.BotMaker{greedy, random, random, random}, Seed: 2018}
	for c.First = range 3 {
		r, err := foppen.PlayGame(context.Background(), foppen.Record{}, c)
		fmt.Println(r.Len(), "moves, totals", r.Game().Totals(), err)
	}
	// Output:
	// 167 moves, totals [8 -36 -77 -107] <nil>
	// 217 moves, totals [3 -48 -91 -3] <nil>
	// 358 moves, totals [-5 -44 -40 -94] <nil>
}

func ExamplePlayGame_goOn() {
	c := foppen.SimConfig{Players: 4, Seed: 2018, MoveLimit: time.Minute}
	whole, _ := foppen.PlayGame(context.Background(), foppen.Record{}, c)
	stopped := whole.Prefix(100) // such as one whose context was done
	r, err := foppen.PlayGame(context.Background(), stopped, c)
	fmt.Println("the same game:", r.Equal(whole), err)
	// Output: the same game: true <nil>
}

func ExampleBotFault() {
	_, err := foppen.PlayGame(context.Background(), foppen.Record{}, foppen.SimConfig{Bots: make([]foppen.BotMaker, 4)})
	fmt.Println(errors.Is(err, foppen.ErrBotMissing), foppen.ErrBotMissing)
	// Output: true no bot for the seat
}

func ExampleBotError() {
	stubborn := foppen.BotMaker{Name: "stubborn", New: func(rand.Source) foppen.Bot { return alwaysGreen17{} }}
	greedy := foppen.Must(foppen.ParseBot("greedy"))
	c := foppen.SimConfig{Bots: []foppen.BotMaker{greedy, stubborn, greedy, greedy}, Seed: 4}
	_, err := foppen.PlayGame(context.Background(), foppen.Record{}, c)
	var e *foppen.BotError
	if errors.As(err, &e) {
		fmt.Println(e.Bot, e.Seat, e.Fault, "after", e.Record.Len(), "moves")
	}
	fmt.Println(errors.Is(err, foppen.ErrNotInHand))
	// Output:
	// stubborn 1 chose a card that may not be played after 2 moves
	// true
}

// alwaysGreen17 does not look at what it holds.
type alwaysGreen17 struct{}

func (alwaysGreen17) Choose(foppen.View) foppen.Card { return foppen.Must(foppen.ParseCard("G17")) }

func ExampleAskBot() {
	m, err := foppen.AskBot(cautious{}, exampleView())
	fmt.Println(m, err)
	// Output: seat 1 plays G17 <nil>
}

func ExampleCheckBot() {
	fmt.Println(foppen.CheckBot(context.Background(), newCautious, foppen.SimConfig{}))
	// Output: <nil>
}

func ExampleCheckBot_faults() {
	// This bot draws from a source of its own, so no game of it can be played again.
	dicey := foppen.BotMaker{Name: "dicey", New: func(rand.Source) foppen.Bot { return foppen.NewRandomBot(nil) }}
	err := foppen.CheckBot(context.Background(), dicey, foppen.SimConfig{Variant: foppen.Edition1995(), Games: 2, Seed: 99, MoveLimit: time.Minute})
	var first *foppen.BotError
	if errors.As(err, &first) {
		fmt.Println(first.Fault)
	}
	// All of them:
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		fmt.Println(len(all.Unwrap()), "tables")
	}
	// Output:
	// played the same game with the same source in another way
	// 4 tables
}

func ExampleSearchConfig() {
	// As many samples as two goroutines get done in a tenth of a second.
	config := foppen.SearchConfig{Time: time.Second / 10, Workers: 2}
	bot := foppen.NewSearchBot(config, nil)
	v := exampleView()
	fmt.Println(v.Legal().Has(bot.Choose(v)))
	// Output: true
}

func ExampleNewSearchBot() {
	bot := foppen.NewSearchBot(foppen.SearchConfig{Samples: 100}, foppen.SeedSource(1, 0, 1))
	fmt.Println(bot.Choose(exampleView()))
	// Output: G17
}

func ExampleSearchBot_Estimates() {
	bot := foppen.NewSearchBot(foppen.SearchConfig{}, foppen.SeedSource(1, 0, 1))
	for _, e := range bot.Estimates(exampleView()) {
		fmt.Printf("%s: %+.1f points, a ten in %.0f %% of %d rounds\n", e.Card, e.Points, 100*e.Tens, e.Samples)
	}
	// Output:
	// G17: +4.4 points, a ten in 50 % of 200 rounds
	// 1: -1.4 points, a ten in 21 % of 200 rounds
	// G3: -2.7 points, a ten in 28 % of 200 rounds
}

func ExampleSearchBot() {
	// Four goroutines search faster than one on a machine with as many processors, and
	// choose the same.
	bot := foppen.NewSearchBot(foppen.SearchConfig{Samples: 100, Workers: 4}, foppen.SeedSource(1, 0, 1))
	fmt.Println(bot.Choose(exampleView()))
	// Output: G17
}

func ExampleEstimate() {
	bot := foppen.NewSearchBot(foppen.SearchConfig{}, foppen.SeedSource(1, 0, 1))
	best := bot.Estimates(exampleView())[0]
	fmt.Printf("%s: %+.1f points more than the others\n", best.Card, best.Edge)
	fmt.Printf("fooled by this trick in %.0f of 100 deals\n", 100*best.Fooled)
	// Output:
	// G17: +4.9 points more than the others
	// fooled by this trick in 0 of 100 deals
}

func ExamplePlayTournament() {
	greedy, random := foppen.Must(foppen.ParseBot("greedy")), foppen.Must(foppen.ParseBot("random"))
	c := foppen.SimConfig{Bots: []foppen.BotMaker{greedy, random, random, random}, Games: 50, Seed: 2018}
	r, err := foppen.PlayTournament(context.Background(), c)
	fmt.Println(r.Games, "games", err)
	for _, e := range r.Entrants {
		fmt.Println(e.Name, "wins", e.Wins)
	}
	// Output:
	// 200 games <nil>
	// greedy wins 0.915 (0.876 to 0.954)
	// random wins 0.085 (0.046 to 0.124)
}

func ExamplePlayTournament_entrants() {
	c := foppen.SimConfig{Bots: []foppen.BotMaker{newCautious, foppen.Must(foppen.ParseBot("greedy")), newCautious, newCautious}, Games: 25}
	r, err := foppen.PlayTournament(context.Background(), c)
	for _, e := range r.Entrants {
		fmt.Println(e)
	}
	fmt.Println(err)
	// Output:
	// cautious: -5.276 (-5.574 to -4.978) points a round, edge -7.069 (-7.685 to -6.453), wins 0.120 (0.053 to 0.187) of 0.750, tens 0.128 (0.117 to 0.140)
	// greedy: 1.793 (1.159 to 2.427) points a round, edge 7.069 (6.453 to 7.685), wins 0.880 (0.813 to 0.947) of 0.250, tens 0.451 (0.408 to 0.494)
	// <nil>
}

func ExampleTournamentResult() {
	greedy, random := foppen.Must(foppen.ParseBot("greedy")), foppen.Must(foppen.ParseBot("random"))
	r, _ := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: []foppen.BotMaker{greedy, random, random, random, random}, Games: 10})
	fmt.Println(r.Deals, "deals were played in", r.Games, "games")
	// Output: 10 deals were played in 50 games
}

func ExampleEntrant() {
	greedy, random := foppen.Must(foppen.ParseBot("greedy")), foppen.Must(foppen.ParseBot("random"))
	r, _ := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: []foppen.BotMaker{greedy, random, greedy, random}, Games: 5})
	e := r.Entrants[0]
	fmt.Printf("%s has %d seats and a fair share of %.2f\n", e.Name, e.SeatCount, e.Fair)
	fmt.Println("better than the others:", e.Edge.Low > 0)
	// Output:
	// greedy has 2 seats and a fair share of 0.50
	// better than the others: true
}
