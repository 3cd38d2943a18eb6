//go:build !js

package main

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// The pages of foppen simulate -html need nothing but themselves: no request, no error in the
// console, no fault that axe finds, on wide screens and narrow ones.
func TestBrowserReports(t *testing.T) {
	b := newBrowser(t)
	dir := t.TempDir()
	for name, args := range map[string]string{
		"simulate":  "-games 200 -players 5",
		"against":   "-games 50 -variant edition-1995 -against rulebook-2018",
		"sweep":     "-games 40 -sweep fool_points=-1,0,1 -sweep 4.discs=1,2",
		"duplicate": "-games 20 -duplicate -bots greedy,random,greedy,random",
	} {
		cmd := exec.Command("go", append([]string{"run", "../../cmd/foppen", "simulate", "-html", filepath.Join(dir, name+".html")}, strings.Fields(args)...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	var requests atomic.Int64
	files := http.FileServer(http.Dir(dir))
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	pages, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil || len(pages) != 4 {
		t.Fatal(pages, err)
	}
	for i, page := range pages {
		p := b.open(srv.URL + "/" + filepath.Base(page))
		p.until("document.querySelectorAll('tbody tr').length > 3")
		p.shoot(strings.TrimSuffix(filepath.Base(page), ".html"))
		if n := requests.Load(); n != int64(i+1) {
			t.Errorf("%s: %d requests, want the page alone", page, n-int64(i))
		}
		p.clean()
	}
}
