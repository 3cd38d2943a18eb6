package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/foppen-go/foppen"
)

// csvHeader writes the names of the columns.
func csvHeader(b *bytes.Buffer, players int) {
	b.WriteString("game,starter,rounds,tricks,cards,ended,winners")
	for _, name := range []string{"total", "tens", "fooled"} {
		for s := range players {
			fmt.Fprintf(b, ",%s_%d", name, s)
		}
	}
	b.WriteByte('\n')
}

// csvLine writes a game. Where a column has several values there is a plus between
// two.
func csvLine(b *bytes.Buffer, r foppen.GameResult) {
	plus := func(list string) string { return strings.ReplaceAll(list, ",", "+") }
	fmt.Fprintf(b, "%d,%s,%d,%d,%d,%s,%s", r.Number, r.Starter, r.Rounds, r.Tricks, r.Cards, plus(r.Ended.String()), plus(r.Winners.String()))
	for _, list := range [...][foppen.MaxPlayers]int{r.Totals, r.Tens, r.Fooled} {
		for _, x := range list[:r.Players] {
			fmt.Fprintf(b, ",%d", x)
		}
	}
	b.WriteByte('\n')
}
