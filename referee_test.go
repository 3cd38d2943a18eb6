package foppen_test

import (
	"os"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/require"
)

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
