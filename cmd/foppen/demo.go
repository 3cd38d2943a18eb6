package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/foppen-go/foppen"
)

// demoSeed gives a short game in which nearly all rules come up.
const demoSeed = 103

// demo tells one whole game of bots so that a newcomer learns the rules from it.
func demo(fs *flag.FlagSet) func(e *env, args []string) error {
	rules := rulesFlags(fs)
	seed := uint64(demoSeed)
	numberFlag(fs, &seed, "seed", "`N`: the number that decides the game")
	return func(e *env, args []string) error {
		if err := noArgs(args); err != nil {
			return err
		}
		v, players, err := rules(e)
		if err != nil {
			return err
		}
		record, err := foppen.PlayGame(e.ctx, foppen.Record{}, demoGame(v, players, seed))
		if err != nil {
			return err
		}

		p := newPage(e)
		introduce(p, v, players)
		p.text("The players are bots. This is the game of seed %d: with another -seed they play another one.", seed)
		t := newTeller(p, v, players)
		t.teach, t.full = true, 1
		for _, events := range record.All() {
			t.tell(events)
		}
		t.rest()
		return p.end()
	}
}

// demoGame is the game of a seed that bots play by rules of thumb.
func demoGame(v foppen.Variant, players int, seed uint64) foppen.SimConfig {
	bots := slices.Repeat([]foppen.BotMaker{foppen.Must(foppen.ParseBot("greedy"))}, players)
	return foppen.SimConfig{Variant: v, Bots: bots, Seed: seed}
}

// introduce says what the game is about and what is on the table.
func introduce(p *page, v foppen.Variant, players int) {
	s := v.Setups[players]
	p.title("Foppen")
	p.text("Foppen is a trick-taking card game by Friedemann Friese. The player of the worst card in a trick is fooled and has to sit out the next one. That hurts, for a round is a race: it ends when somebody has played the last card of a hand, and then the cards that others still hold cost points.")
	p.blank()

	name := v.Name()
	if name == "" {
		name = "a custom variant, " + v.String()
	}
	p.text("The rules of this game are those of %s. Rule 1.1 is R1.1 in docs/rules.md, and so on.", name)
	p.blank()
	p.hang("  players  ", "           ", fmt.Sprintf("%d, at seats 0 to %d clockwise", players, players-1))
	p.hang("  deck     ", "           ", deckText(s)+" ("+ruleText("R1.1, R1.2")+")")
	p.line("  hands    %s to every player", count(s.HandSize, "card"))
	p.hang("  discs    ", "           ", fmt.Sprintf("%d: how many players a trick fools", s.Discs))
	p.hang("  end      ", "           ", "as soon as "+endRules(v, s))
	p.blank()
	for _, note := range notes(v, players) {
		p.text("%s", note)
		p.blank()
	}
}

// deckText describes a deck, such as "48 cards: green 2 to 17 and 3 1s".
func deckText(s foppen.Setup) string {
	v := foppen.Variant{}
	v.Setups[foppen.MaxPlayers] = s
	deck := v.Deck(foppen.MaxPlayers)
	var parts []string
	for c := foppen.Green; c <= foppen.Blue; c++ {
		if cards := deck.Of(c); !cards.IsEmpty() {
			parts = append(parts, c.String()+" 2 to "+strings.TrimPrefix(cards.Highest().String(), string(c.Letter())))
		}
	}
	if s.Ones > 0 {
		parts = append(parts, count(s.Ones, "1"))
	}
	return count(deck.Len(), "card") + ": " + andList(parts)
}

// notes says what a reader of the rules or the figures of a game should know.
func notes(v foppen.Variant, players int) (all []string) {
	if note := deckNote(v, players); note != "" {
		all = append(all, note)
	}
	if note := endNote(v, players); note != "" {
		all = append(all, note)
	}
	return all
}

// endNote says where no rule of the variant ends a game, "" where one does.
func endNote(v foppen.Variant, players int) string {
	if ends(v, players) {
		return ""
	}
	return fmt.Sprintf("Note: with %d players nothing but the limit of %d rounds ends a game of this variant.", players, foppen.MaxRounds)
}

// ends reports whether a rule of the variant ever ends a game (R6.1, R6.2), and not
// only the limit for all games.
func ends(v foppen.Variant, players int) bool {
	s := v.Setups[players]
	if s.Rounds != 0 {
		return s.Rounds < foppen.MaxRounds
	}
	mostTens := foppen.MaxRounds - 1
	if v.TensCount == foppen.TensTogether {
		mostTens *= players
	}
	if v.TensLimit != 0 && v.TensLimit <= mostTens {
		return true
	}
	most := worstRound(v, players) * (foppen.MaxRounds - 1)
	if v.MinusReach == foppen.LimitPassed {
		most--
	}
	return s.Discs > 0 && v.MinusLimit != 0 && v.MinusLimit <= most
}

// worstRound bounds the minus points that a player can get in a round (R5.2, R8.2, R8.3). Whoever
// goes out plays a card in as many tricks as a hand has cards, and who is fooled sits out one
// trick only: so at most half a hand is left, and each card of it stands for having been fooled.
func worstRound(v foppen.Variant, players int) int {
	s, factor := v.Setups[players], 1
	if v.Betting {
		factor = max(1, v.BetFactor)
	}
	left := 0
	for _, cost := range costs(v, players)[:s.HandSize/2] {
		left += max(0, cost*factor-max(0, v.FoolPoints))
	}
	return max(left, -v.SpoiledPoints-max(0, v.FoolPoints)) + s.HandSize*max(0, -v.FoolPoints)
}

// costs returns what each card of a deck costs in a hand, the costliest first.
func costs(v foppen.Variant, players int) (all []int) {
	for c := range v.Deck(players).All() {
		if c == foppen.One {
			all = append(all, v.OnePenalty)
		} else {
			all = append(all, c.Value())
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all
}

// deckNote says where a deck is not documented (R1.4).
func deckNote(v foppen.Variant, players int) string {
	if players < 4 || players > 7 || v.Setups[players] != foppen.Rulebook2018().Setups[players] {
		return ""
	}
	return "Note: this deck is a reconstruction. The 2018 rulebook gives the whole box of 88 cards, but the cards for 4 to 7 players stand on an overview card that no available text repeats."
}
