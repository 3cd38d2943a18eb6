package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// webText runs a command that writes a page, and returns the page after a look at its elements.
func webText(t *testing.T, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	fine(t, append(args, "-html", file)...)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	d := xml.NewDecoder(strings.NewReader(string(text)))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return string(text)
		}
		require.NoError(t, err)
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		assert.NotContains(t, []string{"script", "img", "iframe", "object", "form"}, start.Name.Local)
		for _, a := range start.Attr {
			if a.Name.Local == "src" || a.Name.Local == "href" {
				assert.Equal(t, "data:,", a.Value, "a page needs nothing else")
			}
		}
	}
}

// A page has the figures of the tables, the plots, and the command that plays the run again.
func TestHTML(t *testing.T) {
	page := webText(t, "simulate", "-games", "20", "-players", "5", "-seed", "3")
	for _, want := range []string{"20 games of Foppen by bots", "<dd>rulebook-2018</dd>", "<th scope=\"row\">tricks</th>", "reconstruction", "<svg role=\"img\"", "foppen simulate -first 0 -games 20", "-players 5 -seed 3"} {
		assert.Contains(t, page, want)
	}
	page = webText(t, "simulate", "-games", "20", "-variant", "edition-1995", "-against", "rulebook-2018")
	assert.Contains(t, page, "<dt>against</dt><dd>rulebook-2018</dd>")
	page = webText(t, "simulate", "-games", "5", "-duplicate", "-bots", "greedy,random,greedy,random")
	for _, want := range []string{"5 deals, each played 4 times", "What decides the points", "greedy (2 seats)"} {
		assert.Contains(t, page, want)
	}
	page = webText(t, "ladder", "-deals", "8", "-bots", "greedy,random")
	assert.Contains(t, page, "Ladder: 8 deals")
}

// Names from outside are text and nothing else.
func TestHTMLEscapes(t *testing.T) {
	page, err := webPage(ladderReport{}, `foppen ladder -bots "<b>&"`)
	require.NoError(t, err)
	assert.Contains(t, string(page), "&lt;b&gt;&amp;")
	assert.NotContains(t, string(page), "<b>")
}
