package foppen_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

// A recordedGame is a game with the record that was built while playing.
type recordedGame struct {
	name    string
	records []foppen.Record // after 0, 1, 2, ... moves
	games   []foppen.Game   // likewise, played without a record
	moves   []foppen.Move
}

func (g recordedGame) whole() foppen.Record { return g.records[len(g.records)-1] }

// Record returns the record of the first moves.
func (g recordedGame) Record(n int) foppen.Record { return g.records[min(n, len(g.records)-1)] }

// playRecorded plays a game with random legal moves.
func playRecorded(v foppen.Variant, players int, seed uint64, names ...string) recordedGame {
	random := rand.New(rand.NewPCG(seed, uint64(players)))
	g := foppen.Must(foppen.New(players, foppen.WithVariant(v), foppen.WithDealer(foppen.Seat(seed%uint64(players)))))
	r := foppen.Must(foppen.NewRecord(g, names...))
	played := recordedGame{name: fmt.Sprintf("%s/%d players", v, players), records: []foppen.Record{r}, games: []foppen.Game{g}}
	for g.Phase() != foppen.OverPhase {
		m := randomMove(g, random)
		next, _, err := g.Apply(m)
		g, r = foppen.Must(next, err), foppen.Must(r.Append(m))
		played.records = append(played.records, r)
		played.games = append(played.games, g)
		played.moves = append(played.moves, m)
	}
	return played
}

// recordedGames are games of every preset and number of players and of custom
// variants. They are played once: records and games are values.
var recordedGames = sync.OnceValue(func() (games []recordedGame) {
	for _, s := range presetScenes() {
		games = append(games, playRecorded(s.variant, s.players, uint64(s.players)))
	}
	names := []string{"greedy", "<b>Ömer & \"Co\"</b>", "", "\u2028\x00😀"}
	for seed := range uint64(20) {
		games = append(games, playRecorded(smallVariant(), 4, seed, names...))
	}
	tens := foppen.Rulebook2018()
	tens.MinusLimit = 0
	for seed := range uint64(6) {
		games = append(games, playRecorded(smallVariant(), 2, seed))
	}
	return append(games, playRecorded(tens, 4, 2))
})

// recordOf writes a record of any moves.
func recordOf(t testing.TB, start foppen.Game, moves []foppen.Move) []byte {
	t.Helper()
	list, err := json.Marshal(moves)
	require.NoError(t, err)
	return fmt.Appendf(nil, `{"format":"foppen/1","variant":%q,"players":%d,"dealer":%d,"moves":%s}`,
		start.Variant().Name(), start.Players(), start.Dealer(), list)
}

// The sample is worth its name only if the hard cases are in it.
func TestRecordSampleHasTheHardCases(t *testing.T) {
	seen := map[string]int{}
	for _, played := range recordedGames() {
		for i, g := range played.games {
			count := func(what string, is bool) {
				if is {
					seen[what]++
				}
			}
			trick := g.Trick()
			playing := g.Phase() == foppen.PlayPhase
			count("before the first deal", i == 0)
			count("between two rounds", g.Phase() == foppen.DealPhase && g.Round() > 0)
			count("some bets in", g.Phase() == foppen.BetPhase && g.ToAct().Len() < g.Players())
			count("bets of some, not of all", playing && !g.Bettors().IsEmpty() && g.Bettors().Len() < g.Players())
			count("middle of a trick", playing && trick.Len() > 0)
			count("middle of a trick without a led color", playing && trick.Len() > 0 && trick.Led() == foppen.NoColor)
			count("last trick", playing && !g.WentOut().IsEmpty())
			count("several out", !playing && g.WentOut().Len() > 1)
			count("out but fooled", !playing && g.WentOut()&g.Fools() != 0)
			count("two fools", g.Fools().Len() == 2)
			count("cards set aside", !g.Aside().IsEmpty())
			count("tie for the first place", g.Winners().Len() > 1)
			for _, limit := range []foppen.EndReasons{foppen.EndRounds, foppen.EndMinus, foppen.EndTens} {
				count("over by "+limit.String(), g.EndReasons() == limit)
			}
			count("over by two limits", g.EndReasons()&foppen.EndMinus != 0 && g.EndReasons()&foppen.EndTens != 0)
		}
	}
	for _, what := range []string{
		"before the first deal", "between two rounds", "some bets in", "bets of some, not of all", "middle of a trick",
		"middle of a trick without a led color", "last trick", "several out", "out but fooled", "two fools", "cards set aside",
		"tie for the first place", "over by rounds", "over by minus-points", "over by tens", "over by two limits",
	} {
		require.Positive(t, seen[what], what)
	}
	t.Log(seen)
}
