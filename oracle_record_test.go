package foppen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// Records as the oracle reads them: one JSON object per game (the format "foppen/1").

// oracleFault is an error that callers can tell from others with errors.Is.
type oracleFault string

func (f oracleFault) Error() string { return string(f) }

const (
	// oracleVariantObject: the variant is an object, not a preset's name; the oracle does not read those.
	oracleVariantObject = oracleFault("the variant is an object, which the oracle does not read")
	// oracleNoResult: the game is over, all its moves are right, but the record has no result.
	oracleNoResult = oracleFault("the game is over but the record has no result")
	// oracleUnsorted: all is right but that a hand is not written in the order of the format.
	oracleUnsorted = oracleFault("a hand is not written green, red, yellow, blue, 1s, values upward")
)

// oracleReplay plays a record from its JSON alone and returns the first disagreement: a fault of form, an
// illegal move, a wrong result. A game that is not over yet is fine. The three faults above can be told
// apart with errors.Is; the last two are only returned when nothing else is wrong.
func oracleReplay(line []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	var record map[string]any
	if err := decoder.Decode(&record); err != nil {
		return fmt.Errorf("record: not a JSON object: %w", err)
	}
	if record == nil {
		return errors.New("record: null instead of an object")
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("record: more text after the object")
	}
	needed := []string{"format", "variant", "players", "dealer", "moves"}
	if err := oracleKeys(record, needed, []string{"seats", "result"}); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if record["format"] != "foppen/1" {
		return fmt.Errorf("record: format %v", record["format"])
	}

	players, err := oracleInt(record["players"])
	if err != nil {
		return fmt.Errorf("record: players: %w", err)
	}
	var rules oracleRules
	switch variant := record["variant"].(type) {
	case string:
		if rules, err = oraclePreset(variant, players); err != nil {
			return fmt.Errorf("record: variant: %w", err)
		}
	case map[string]any:
		return fmt.Errorf("record: %w", oracleVariantObject)
	default:
		return fmt.Errorf("record: variant %v", variant)
	}
	dealer, err := oracleInt(record["dealer"])
	if err != nil || dealer < 0 || dealer >= players {
		return fmt.Errorf("record: R2.2: dealer %v", record["dealer"])
	}
	if seats, given := record["seats"]; given {
		names, err := oracleStrings(seats)
		if err != nil || len(names) != players {
			return fmt.Errorf("record: seats %v are not %d names", seats, players)
		}
	}
	moves, isList := record["moves"].([]any)
	if !isList {
		return errors.New("record: moves are not a list")
	}

	g := oracleNew(rules, dealer)
	sorted := true
	for i, move := range moves {
		inOrder, err := oracleReplayMove(g, move)
		if err != nil {
			return fmt.Errorf("record: move %d (%s): %w", i+1, g.where(), err)
		}
		sorted = sorted && inOrder
	}

	result, given := record["result"]
	switch {
	case given && g.phase() != "over":
		return fmt.Errorf("record: a result, but the game is in phase %s", g.phase())
	case given:
		if err := oracleReplayResult(g, result); err != nil {
			return fmt.Errorf("record: result: %w", err)
		}
	case g.phase() == "over":
		return fmt.Errorf("record: %w", oracleNoResult)
	}
	if !sorted {
		return fmt.Errorf("record: %w", oracleUnsorted)
	}
	return nil
}

// oracleReplayMove makes one move of a record. inOrder is false for a deal with an unsorted hand.
func oracleReplayMove(g *oracleGame, move any) (inOrder bool, err error) {
	object, isObject := move.(map[string]any)
	if !isObject {
		return false, fmt.Errorf("%v is not an object", move)
	}

	if hands, isDeal := object["deal"]; isDeal {
		if err := oracleKeys(object, []string{"deal"}, nil); err != nil {
			return false, err
		}
		list, isList := hands.([]any)
		if !isList {
			return false, errors.New("the deal is not a list of hands")
		}
		dealt := [][]string{}
		inOrder = true
		for _, item := range list {
			hand, err := oracleStrings(item)
			if err != nil {
				return false, err
			}
			dealt = append(dealt, hand)
		}
		if err := g.deal(dealt); err != nil {
			return false, err
		}
		for seat, hand := range dealt {
			if !slices.Equal(hand, g.round.hands[seat]) {
				inOrder = false
			}
		}
		return inOrder, nil
	}

	if bet, isBet := object["bet"]; isBet {
		if err := oracleKeys(object, []string{"seat", "bet"}, nil); err != nil {
			return false, err
		}
		seat, err := oracleInt(object["seat"])
		if err != nil {
			return false, err
		}
		yes, isBool := bet.(bool)
		if !isBool {
			return false, fmt.Errorf("bet %v is not true or false", bet)
		}
		return true, g.bet(seat, yes)
	}

	if err := oracleKeys(object, []string{"seat", "play"}, nil); err != nil {
		return false, err
	}
	seat, err := oracleInt(object["seat"])
	if err != nil {
		return false, err
	}
	card, isString := object["play"].(string)
	if !isString {
		return false, fmt.Errorf("play %v is not a card text", object["play"])
	}
	return true, g.play(seat, card)
}

// oracleReplayResult compares the result of a record with the end of the game. Winners go by seat, upward.
func oracleReplayResult(g *oracleGame, result any) error {
	object, isObject := result.(map[string]any)
	if !isObject {
		return fmt.Errorf("%v is not an object", result)
	}
	if err := oracleKeys(object, []string{"totals", "winners"}, nil); err != nil {
		return err
	}
	totals, err := oracleInts(object["totals"])
	if err != nil {
		return err
	}
	if !slices.Equal(totals, g.totals) {
		return fmt.Errorf("R6.3: totals %v instead of %v", totals, g.totals)
	}
	winners, err := oracleInts(object["winners"])
	if err != nil {
		return err
	}
	if !slices.Equal(winners, g.winners) {
		return fmt.Errorf("R6.3: winners %v instead of %v", winners, g.winners)
	}
	return nil
}

// oracleKeys says whether an object has all needed keys and no unknown one.
func oracleKeys(object map[string]any, needed, optional []string) error {
	for _, key := range needed {
		if _, has := object[key]; !has {
			return fmt.Errorf("no key %q", key)
		}
	}
	for key := range object {
		if !slices.Contains(needed, key) && !slices.Contains(optional, key) {
			return fmt.Errorf("unknown key %q", key)
		}
	}
	return nil
}

func oracleInt(value any) (int, error) {
	number, isNumber := value.(json.Number)
	if !isNumber {
		return 0, fmt.Errorf("%v is not a number", value)
	}
	return strconv.Atoi(number.String())
}

func oracleInts(value any) ([]int, error) {
	list, isList := value.([]any)
	if !isList {
		return nil, fmt.Errorf("%v is not a list of numbers", value)
	}
	numbers := []int{}
	for _, item := range list {
		number, err := oracleInt(item)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}

func oracleStrings(value any) ([]string, error) {
	list, isList := value.([]any)
	if !isList {
		return nil, fmt.Errorf("%v is not a list of texts", value)
	}
	texts := []string{}
	for _, item := range list {
		text, isString := item.(string)
		if !isString {
			return nil, fmt.Errorf("%v is not a text", item)
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// oracleRecord writes a game of a preset as one line of JSON, without a line end.
func oracleRecord(g *oracleGame, preset string) []byte {
	moves := []any{}
	addPlays := func(trick oracleTrick) {
		for _, p := range trick.plays {
			moves = append(moves, map[string]any{"seat": p.seat, "play": p.card})
		}
	}
	addRound := func(round oracleRound) {
		moves = append(moves, map[string]any{"deal": round.hands})
		for i := range round.betsIn {
			seat := (round.starter + i) % g.rules.players
			moves = append(moves, map[string]any{"seat": seat, "bet": round.bets[seat]})
		}
		for _, trick := range round.tricks {
			addPlays(trick)
		}
	}
	for _, round := range g.rounds {
		addRound(round)
	}
	if g.stage == "bet" || g.stage == "play" { // a round in progress
		addRound(g.round)
	}
	if g.stage == "play" {
		addPlays(g.trick)
	}
	record := map[string]any{
		"format": "foppen/1", "variant": preset, "players": g.rules.players, "dealer": g.firstDealer, "moves": moves,
	}
	if g.stage == "over" {
		record["result"] = map[string]any{"totals": g.totals, "winners": g.winners}
	}
	line, err := json.Marshal(record)
	if err != nil {
		panic("oracle: " + err.Error())
	}
	return line
}

// TestRefereeReplaysRecords has the independent referee replay the records of random
// games of every preset and number of players: 10 each, or 1,000 each if FOPPEN_LONG
// is set.
func TestRefereeReplaysRecords(t *testing.T) {
	games := 10
	if os.Getenv("FOPPEN_LONG") != "" {
		games = 1000
	}
	everyTable(t, func(t *testing.T, v foppen.Variant, players int) {
		replayed := 0
		simulate(t, foppen.SimConfig{Variant: v, Players: players, Games: games, Seed: 1995, OnRecord: func(r foppen.Record) error {
			line, err := r.MarshalJSON()
			require.NoError(t, err)
			require.NoError(t, oracleReplay(line), "%s", line)
			replayed++
			return nil
		}})
		require.Equal(t, games, replayed)
	})
}
