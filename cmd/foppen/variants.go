package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"strconv"

	"github.com/foppen-go/foppen"
)

// variants lists the presets, or explains one variant field by field.
func variants(fs *flag.FlagSet) func(e *env, args []string) error {
	asJSON := fs.Bool("json", false, "print the variant as a JSON object, or all presets as an object of them")
	return func(e *env, args []string) error {
		p := newPage(e)
		switch {
		case len(args) > 1:
			return usagef("unwanted argument %q", args[1])
		case len(args) == 0 && *asJSON:
			all := map[string]variantObject{}
			for _, name := range foppen.Presets() {
				v, _ := foppen.Preset(name)
				all[name] = newVariantObject(v)
			}
			return p.json(all)
		case len(args) == 0:
			listPresets(p)
			return p.end()
		}
		v, err := e.loadVariant(args[0])
		if err != nil {
			return err
		}
		if *asJSON {
			return p.json(newVariantObject(v))
		}
		explainVariant(p, v)
		return p.end()
	}
}

func listPresets(p *page) {
	about := map[string]string{
		"rulebook-2018":           "the 2018 rulebook; the default",
		"edition-1995":            "the 1995 edition, two rounds for each",
		"edition-1995-bets":       "the 1995 edition with bets",
		"rulebook-2018-solo-tens": "2018, six tens of one player end it",
		"rulebook-2018-ja":        "2018 as read in Japan",
	}
	for _, name := range foppen.Presets() {
		v, _ := foppen.Preset(name)
		n := v.Players()
		p.hang(fmt.Sprintf("%-24s %d to %d players  ", name, n[0], n[len(n)-1]), "    ", about[name])
	}
	p.blank()
	p.text("\"foppen variants NAME\" explains one of them; with -json it prints a file to start a variant of your own from.")
}

// explainVariant shows all fields of a variant with their rules.
func explainVariant(p *page, v foppen.Variant) {
	p.title("%s", v)
	tellSetups(p, v)
	for _, n := range v.Players() {
		if deckNote(v, n) != "" {
			p.blank()
			p.text("The decks for 4 to 7 players are a reconstruction (%s): only the full box for 8 is documented.", ruleText("R1.4"))
			break
		}
	}
	for _, n := range v.Players() {
		if note := endNote(v, n); note != "" {
			p.blank()
			p.text("%s", note)
		}
	}
	for _, f := range fieldsOf(v) {
		p.blank()
		p.line("%s = %v (%s)", f.key, f.value, ruleText(f.rule))
		p.hang("    ", "    ", f.about)
	}
}

// tellSetups tells what is on the table for each number of players, in a table where
// there is room for one.
func tellSetups(p *page, v foppen.Variant) {
	const head = "players  cards  green  red   yellow  blue   1s  hand  discs  rounds"
	if len(head) <= p.width {
		p.line(head)
	}
	for _, n := range v.Players() {
		s := v.Setups[n]
		if len(head) > p.width {
			text := fmt.Sprintf("%s, %s, %s", deckText(s), "a hand of "+strconv.Itoa(s.HandSize), count(s.Discs, "disc"))
			if s.Rounds != 0 {
				text += ", " + count(s.Rounds, "round")
			}
			p.hang(fmt.Sprintf("%d players: ", n), "  ", text)
			continue
		}
		rounds := "-"
		if s.Rounds != 0 {
			rounds = strconv.Itoa(s.Rounds)
		}
		p.line("   %d      %3d   %-6s %-6s %-6s %-6s %2d   %2d     %d     %3s",
			n, v.Deck(n).Len(), span(s.Green), span(s.Red), span(s.Yellow), span(s.Blue), s.Ones, s.HandSize, s.Discs, rounds)
	}
}

// span is the range of a color in a deck.
func span(highest int) string {
	if highest == 0 {
		return "-"
	}
	return fmt.Sprintf("%d-%d", foppen.MinValue, highest)
}

// A field is one option of a variant, as its JSON names it.
type field struct {
	key   string
	value any
	rule  string
	about string
}

// fieldsOf returns the options of a variant. The numbers for experiments (R8) are among them
// only if the variant uses them.
func fieldsOf(v foppen.Variant) []field {
	o := newVariantObject(v)
	list := []field{
		{"starter", v.Starter, "R2.4, R2.5", "Who starts later rounds. most-minus: the player with the most minus points. clockwise: the next seat."},
		{"starter_score", v.StarterScore, "R2.4", "What the most minus points are, with most-minus. total: the lowest total of the game. round: the lowest score of the round just played."},
		{"reference", v.Reference, "R2.4", "Who deals the next round, with most-minus, and where the counting begins in a tie. previous-starter: the player who started the last round. last-leader: the one who led its last trick."},
		{"worst_tie", v.WorstTie, "R3.8", "Which of equal worst cards is the worst: last-played or first-played."},
		{"one_penalty", v.OnePenalty, "R5.2", "How many points a 1 left in hand costs."},
		{"minus_limit", v.MinusLimit, "R6.1", "How many minus points of a player end the game; 0: none."},
		{"minus_reach", v.MinusReach, "R6.1", "Whether this limit must be reached or passed."},
		{"minus_count", v.MinusCount, "R6.1", "What is held against it. net: the total. gross: the minus points alone."},
		{"tens_limit", v.TensLimit, "R6.1", "How many tens end the game; 0: none."},
		{"tens_count", v.TensCount, "R6.1", "Whose tens count: those of all players together, or solo those of one."},
		{"betting", v.Betting, "R7.1", "Whether players may bet that they will go out."},
		{"bet_bonus", v.BetBonus, "R7.3", "What a bettor gets on top of a ten."},
		{"bet_other", v.BetOther, "R7.3", "What a bettor gets on top of a ten for each other bettor."},
		{"bet_factor", v.BetFactor, "R7.3", "By how much the minus points of a bettor are multiplied."},
	}
	if v.StarterScore == foppen.ByGross {
		list[1].about += " gross: the most minus points of the game, plus points left aside."
	}
	if o.TenPoints != nil {
		list = append(list, field{"ten_points", *o.TenPoints, "R8.1", "What going out scores. It stays a ten."})
	}
	if o.SpoiledPoints != 0 {
		list = append(list, field{"spoiled_points", o.SpoiledPoints, "R8.2", "What going out scores if the last trick fools."})
	}
	if o.FoolPoints != 0 {
		list = append(list, field{"fool_points", o.FoolPoints, "R8.3", "What each time fooled in a round scores, the last trick included."})
	}
	return list
}

// A variantObject has the JSON form of a variant in full, where the package writes
// no more than the name of a preset.
type variantObject struct {
	Setups       map[int]foppen.Setup `json:"setups"`
	Starter      foppen.StarterRule   `json:"starter"`
	StarterScore foppen.StarterScore  `json:"starter_score"`
	Reference    foppen.ReferenceSeat `json:"reference"`
	WorstTie     foppen.TieRule       `json:"worst_tie"`
	OnePenalty   int                  `json:"one_penalty"`

	// The package writes these only where they are not what the rules say.
	TenPoints     *int `json:"ten_points,omitempty"`
	SpoiledPoints int  `json:"spoiled_points,omitempty"`
	FoolPoints    int  `json:"fool_points,omitempty"`

	MinusLimit int               `json:"minus_limit"`
	MinusReach foppen.LimitReach `json:"minus_reach"`
	MinusCount foppen.MinusCount `json:"minus_count"`
	TensLimit  int               `json:"tens_limit"`
	TensCount  foppen.TensCount  `json:"tens_count"`
	Betting    bool              `json:"betting"`
	BetBonus   int               `json:"bet_bonus"`
	BetOther   int               `json:"bet_other"`
	BetFactor  int               `json:"bet_factor"`
}

func newVariantObject(v foppen.Variant) variantObject {
	o := variantObject{
		Setups:  map[int]foppen.Setup{},
		Starter: v.Starter, StarterScore: v.StarterScore, Reference: v.Reference, WorstTie: v.WorstTie, OnePenalty: v.OnePenalty,
		MinusLimit: v.MinusLimit, MinusReach: v.MinusReach, MinusCount: v.MinusCount, TensLimit: v.TensLimit, TensCount: v.TensCount,
		Betting: v.Betting, BetBonus: v.BetBonus, BetOther: v.BetOther, BetFactor: v.BetFactor,
		SpoiledPoints: v.SpoiledPoints, FoolPoints: v.FoolPoints,
	}
	if v.TenExtra != 0 {
		o.TenPoints = new(tenPoints(v))
	}
	for _, n := range v.Players() {
		o.Setups[n] = v.Setups[n]
	}
	return o
}

// tenPoints returns what a ten scores by the variant (R5.3, R8.1).
func tenPoints(v foppen.Variant) int { return v.ScoreRound(make([]foppen.Cards, 1), 0, 0)[0].Points }

// json writes a value as JSON for people and programs, and ends the page.
func (p *page) json(v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	p.w.Write(append(text, '\n'))
	return p.end()
}
