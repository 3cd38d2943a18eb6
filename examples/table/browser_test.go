//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// The tests of this file play in a real browser. They need chromium, and axe-core for
// checks of accessibility:
//
//	apt-get install chromium
//	npm install --prefix /tmp/axe axe-core@4.14.1
//	FOPPEN_AXE=/tmp/axe/node_modules/axe-core/axe.min.js FOPPEN_SHOTS=/tmp/shots go test .
//
// Without chromium they are skipped, unless FOPPEN_BROWSER is "must".

// skip skips a test that needs something, or fails if it may not be skipped.
func skip(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("FOPPEN_BROWSER") == "must" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// A browser is a chromium with a profile of its own.
type browser struct {
	t   *testing.T
	ctx context.Context
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("plays whole games in a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		skip(t, "no chromium: apt-get install chromium")
	}
	opts := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true),
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return &browser{t, ctx}
}

// A tab is a page in a browser. What goes wrong in it fails the test: errors in its
// console, and requests that fail or are refused.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	faults []string
	calm   bool // the server is away: faults of the network are expected
}

func (b *browser) open(url string) *tab {
	b.t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	b.t.Cleanup(cancel)
	p := &tab{t: b.t, ctx: ctx}
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			p.fault("exception: " + jsonOf(b.t, e.ExceptionDetails))
		case *runtime.EventConsoleAPICalled:
			if e.Type == "error" || e.Type == "warning" {
				p.fault("console: " + jsonOf(b.t, e.Args))
			}
		case *cdplog.EventEntryAdded:
			if e.Entry.Level == "error" {
				p.fault("log: " + e.Entry.Text + " " + e.Entry.URL)
			}
		case *network.EventResponseReceived:
			if e.Response.Status >= 400 {
				p.fault(fmt.Sprintf("%d %s", e.Response.Status, e.Response.URL))
			}
		case *network.EventLoadingFailed:
			if !e.Canceled && e.ErrorText != "net::ERR_ABORTED" {
				p.fault("request failed: " + e.ErrorText)
			}
		}
	})
	if err == nil {
		_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, cdplog.Enable, cdp.Empty{})
	}
	if err != nil {
		b.t.Fatal(err)
	}
	p.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(url))
	return p
}

func (p *tab) fault(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.calm || !strings.Contains(text, "net::ERR_") {
		p.faults = append(p.faults, text)
	}
}

// outage says whether the tab has to do without the server.
func (p *tab) outage(yes bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calm = yes
}

// agrees waits until the tab shows the hand of the seat as the server has it, once it has
// one.
func (p *tab) agrees(c client1) {
	p.t.Helper()
	want := ""
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		m := c.now()
		var labels []string
		for card := range m.State.View.Hand().All() {
			labels = append(labels, m.State.Labels[card.String()])
		}
		slices.Sort(labels)
		want = strings.Join(labels, ",")
		ctx, cancel := p.limited()
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](`[...document.querySelectorAll("#hand button")].map((e) => e.getAttribute("aria-label")).sort().join()`))
		cancel()
		if err == nil && got == want && want != "" {
			return
		}
	}
	p.t.Fatalf("the server has the hand %s, the page says %q", want, js[string](p, "document.body.innerText.slice(0, 600)"))
}

// clean fails the test if something has gone wrong in the tab.
func (p *tab) clean() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.faults {
		p.t.Error(f)
	}
}

// limited returns the context of the tab for one step.
func (p *tab) limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(p.ctx, 30*time.Second)
}

func (p *tab) run(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := p.limited()
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// js returns the value of an expression in the page, or of its promise.
func js[T any](p *tab, expression string) T {
	p.t.Helper()
	return get(p, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

func get[T any](p *tab, step chromedp.Action[T]) T {
	p.t.Helper()
	ctx, cancel := p.limited()
	defer cancel()
	value, err := chromedp.Run(ctx, step)
	if err != nil {
		p.t.Fatal(err)
	}
	return value
}

// reload loads the page again, as a user does.
func (p *tab) reload() {
	p.t.Helper()
	p.run(chromedp.Evaluate[chromedp.Void]("window.isOld = true; setTimeout(() => location.reload(), 0)"))
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		ctx, cancel := p.limited()
		old, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!window.isOld"))
		cancel()
		if err == nil && !old {
			return
		}
	}
	p.t.Fatal("the page cannot be loaded again")
}

// media sets what the page is told of its screen and its user's wishes.
func (p *tab) media(features ...*emulation.MediaFeature) {
	p.t.Helper()
	ctx, cancel := p.limited()
	defer cancel()
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		p.t.Fatal(err)
	}
}

// until waits for an expression to be true, also while the page is being loaded.
func (p *tab) until(expression string) {
	p.t.Helper()
	expression = "(() => { try { return !!(" + expression + ") } catch { return false } })()"
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		ctx, cancel := p.limited()
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
		cancel()
		if err == nil && ok {
			return
		}
	}
	p.t.Fatalf("%s never came true; the page says %q", expression, js[string](p, "document.body.innerText.slice(0, 300)"))
}

const (
	playable = "document.querySelector('#hand button:not([aria-disabled])')"
	gameOver = "document.querySelector('#status').textContent.startsWith('The game is over')"
)

const handSize = "document.querySelectorAll('#hand button').length"

// turn plays a card if the tab may, and waits until the hand shows that. It reports whether
// a card was played. To find a card that can be hit and to click it is one step of the
// page, so that nothing can move in between.
func (p *tab) turn() bool {
	p.t.Helper()
	size := js[int](p, `(() => {
		const card = `+playable+`;
		if (!card) return 0;
		card.scrollIntoView({block: "center", behavior: "instant"});
		const box = card.getBoundingClientRect();
		const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
		if (!hit || hit.closest("button") !== card) return -1;
		const size = `+handSize+`;
		card.click();
		return size;
	})()`)
	if size < 0 {
		p.t.Fatal("something lies on the card that may be played")
	}
	if size > 0 {
		p.until(fmt.Sprintf("%s !== %d", handSize, size))
	}
	return size > 0
}

// mustTurn plays a card when the tab may.
func (p *tab) mustTurn() {
	p.t.Helper()
	p.until(playable)
	if !p.turn() {
		p.t.Fatal("the card that could be played no longer can")
	}
}

// press clicks something as soon as it can be seen.
func (p *tab) press(selector string) {
	p.t.Helper()
	p.until("(e => e.checkVisibility() && (e.click(), true))(document.querySelector('" + selector + "'))")
}

// axe checks the page against the rules of WCAG levels A and AA.
func (p *tab) axe(what string) {
	p.t.Helper()
	path := os.Getenv("FOPPEN_AXE")
	if path == "" {
		if os.Getenv("FOPPEN_BROWSER") == "must" {
			p.t.Fatal("FOPPEN_AXE does not say where axe.min.js is")
		}
		return
	}
	script, err := os.ReadFile(path)
	if err != nil {
		p.t.Fatal(err)
	}
	p.run(chromedp.Evaluate[chromedp.Void](string(script)))
	found := js[string](p, `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}).then(r => JSON.stringify(r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html.slice(0, 160) + " " + n.failureSummary).join(" | "))))`)
	var violations []string
	if err := json.Unmarshal([]byte(found), &violations); err != nil {
		p.t.Fatal(err)
	}
	for _, v := range violations {
		p.t.Errorf("%s: %s", what, v)
	}
}

// shoot takes pictures of the page, narrow and wide, light and dark, and checks each for
// accessibility and for what is wider than the window.
func (p *tab) shoot(name string) {
	p.t.Helper()
	for _, width := range []int64{360, 1600} {
		for _, scheme := range []string{"light", "dark"} {
			what := fmt.Sprintf("%s-%d-%s", name, width, scheme)
			p.run(chromedp.EmulateViewport(width, 900))
			p.media(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme}, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
			if over := js[int](p, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				p.t.Errorf("%s: the page is %d pixels wider than the window", what, over)
			}
			p.axe(what)
			if dir := os.Getenv("FOPPEN_SHOTS"); dir != "" {
				png := get(p, chromedp.FullScreenshot(100))
				if err := os.WriteFile(filepath.Join(dir, what+".png"), png, 0o644); err != nil {
					p.t.Fatal(err)
				}
			}
		}
	}
	p.run(chromedp.EmulateViewport(1280, 900))
	p.media()
}

// A whole game of four with two persons in two tabs, from the lobby to the replay; one
// reloads in the middle.
func TestBrowserWholeGame(t *testing.T) {
	b := newBrowser(t)
	url, _ := startServer(t, pace{})
	anna := b.open(url)
	anna.until("document.querySelectorAll('#seats li').length === 4")
	anna.shoot("lobby")
	anna.run(chromedp.Evaluate[chromedp.Void](`{
		const rows = document.querySelectorAll("#seats li");
		rows[0].querySelector("input").value = "Mia <b>";
		rows[2].querySelector("select").value = "";
	}`), chromedp.Click(chromedp.CSS("#order .primary")))
	anna.until("document.querySelector('#links a')")
	anna.shoot("invite")
	ben := b.open(js[string](anna, "document.querySelector('#links a').href"))
	ben.until("document.querySelectorAll('#hand button').length === 12")
	anna.until("document.querySelectorAll('#hand button').length === 12")
	if got := js[bool](anna, "document.querySelectorAll('#players-list b, #story b').length === 0 && document.body.textContent.includes('Mia <b>')"); !got {
		t.Error("a name with markup is not shown as it is")
	}

	choices, shot, reloaded := 0, false, false
	for deadline := time.Now().Add(2 * time.Minute); !js[bool](anna, gameOver); {
		if time.Now().After(deadline) {
			t.Fatalf("the game does not end: %d choices, %s", choices, js[string](anna, "document.body.innerText"))
		}
		if choices > 4 && !shot && js[bool](anna, "!!("+playable+" && document.querySelector('#hand [aria-disabled]') && !document.querySelector('#trick .won'))") {
			shot = true
			anna.shoot("table")
			anna.press("#hint")
			anna.until("document.querySelector('#hints li')")
		}
		for _, p := range []*tab{anna, ben} {
			if p.turn() {
				choices++
			}
		}
		if choices > 20 && !reloaded {
			reloaded = true
			ben.reload()
			ben.until("document.querySelectorAll('#hand button').length > 0 || document.querySelector('#story p')")
			if story, all := js[int](ben, "document.querySelectorAll('#story p').length"), js[int](anna, "document.querySelectorAll('#story p').length"); story < all/2 {
				t.Errorf("after reloading the story has %d sentences of about %d", story, all)
			}
		}
	}
	ben.until(gameOver)
	if !shot || !reloaded || choices < 40 {
		t.Errorf("only %d choices, picture %v, reloaded %v", choices, shot, reloaded)
	}
	totals := "[...document.querySelectorAll('#scores tfoot td')].map(e => e.textContent).join()"
	if a, c := js[string](anna, totals), js[string](ben, totals); a != c {
		t.Errorf("the totals are %s in one tab and %s in the other", a, c)
	}
	anna.press("#replay-next")
	anna.until("document.querySelector('#status').textContent.startsWith('Replay: trick 2 of')")
	anna.shoot("replay")
	anna.clean()
	ben.clean()
}

// picture takes the picture of the README. It is written where FOPPEN_PICTURE says, or
// nowhere.
func (p *tab) picture() {
	p.t.Helper()
	name := os.Getenv("FOPPEN_PICTURE")
	if name == "" {
		return
	}
	p.run(chromedp.EmulateViewport(1240, 770, chromedp.EmulateScale(0.75)), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 5, 5))
	p.media(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "light"}, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	time.Sleep(300 * time.Millisecond)
	png := get(p, chromedp.CaptureScreenshot())
	p.run(chromedp.EmulateViewport(1280, 900))
	p.media()
	if len(png) > 100_000 {
		p.t.Errorf("the picture has %d bytes, want less than 100,000", len(png))
	}
	if err := os.WriteFile(name, png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// A round against bots on the page without a server: with a hint that does not stop the
// page, a choice taken back, a reload in the middle, and a record at the end.
func TestBrowserSite(t *testing.T) {
	b := newBrowser(t)
	dir := t.TempDir()
	if err := writeSite(dir); err != nil {
		t.Fatal(err)
	}
	size := siteSize(t, dir)
	t.Logf("the site has %d bytes, compressed", size)
	if size > 1_500_000 {
		t.Errorf("the site has %d bytes", size)
	}
	srv := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(srv.Close)
	p := b.open(fmt.Sprintf("%s/?pause=0&seed=%d", srv.URL, testSeeds(t)()))
	p.until("document.querySelectorAll('#seats li').length === 4")
	p.shoot("site-lobby")
	p.run(chromedp.Click(chromedp.CSS("#practice")), chromedp.Click(chromedp.CSS("#order .primary")))
	p.until(playable)
	p.shoot("site-table")

	// While the worker searches, the page goes on doing other things: how many depends on the
	// machine, but without a worker there would be none.
	p.run(chromedp.Evaluate[chromedp.Void](`window.meanwhile = 0; { const count = () => { if (document.querySelector("#hints").textContent.startsWith("Thinking")) meanwhile++; setTimeout(count, 0); }; count(); }`),
		chromedp.Click(chromedp.CSS("#hint")))
	p.until("document.querySelectorAll('#hints li').length > 0")
	n := js[int](p, "meanwhile")
	t.Logf("while the hint was found the page did %d other things", n)
	if n == 0 || js[bool](p, "'Go' in window") {
		t.Error("the page stood still while the hint was found")
	}

	hand := "[...document.querySelectorAll('#hand button')].map(e => e.getAttribute('aria-label')).join()"
	before := js[string](p, hand)
	for range 5 { // at once, while the card is on its way and bots answer
		p.mustTurn()
		p.press("#undo")
		p.until("document.querySelectorAll('#hand button').length === 12")
		if after := js[string](p, hand); after != before {
			t.Errorf("the hand was %s and is %s", before, after)
		}
	}
	reloaded, pictured := false, false
	deadline := time.Now().Add(2 * time.Minute)
	for choices := 0; !js[bool](p, "!!document.querySelector('#scores tbody tr')"); {
		if time.Now().After(deadline) {
			t.Fatalf("the round does not end: %d choices, %s", choices, js[string](p, "document.body.innerText"))
		}
		if choices > 2 && !pictured && js[bool](p, "!!("+playable+" && document.querySelector('#hand [aria-disabled]') && document.querySelectorAll('#trick li:not(.won)').length >= 2)") {
			pictured = true
			p.picture()
		}
		if p.turn() {
			choices++
		}
		if choices == 4 && !reloaded {
			reloaded = true
			p.until(playable)
			before := js[string](p, hand)
			p.reload()
			p.until(playable)
			if after := js[string](p, hand); after != before {
				t.Errorf("after reloading the hand was %s and is %s", before, after)
			}
		}
	}
	record := js[string](p, `import("./web/transport.js").then(t => t.open({lang: "en", onMessage() {}, onStatus() {}}).record()).then(r => r.format)`)
	if record != "foppen-seat/1" {
		t.Errorf("the record of a game that goes on is a %q", record)
	}
	p.clean()
}

// No click on a button that can be clicked is lost, though the answer to the one before is
// still on its way; and what is clicked twice is done once.
func TestBrowserClicksWhileAnAnswerIsLate(t *testing.T) {
	b := newBrowser(t)
	url, h := startServer(t, pace{})
	o := fourOfOne
	o.Practice = true
	id, tokens := newTestTable(t, h, o)
	p := b.open(url + "/t/" + id + "#" + tokens[0])
	p.until(playable)
	p.run(chromedp.Evaluate[chromedp.Void](`{
		const real = fetch;
		window.answers = 0;
		const late = new Promise((done) => { window.deliver = done; });
		window.fetch = async (path, ...rest) => {
			const answer = await real(path, ...rest);
			if (path.endsWith("/do")) {
				await late;
				answers++;
			}
			return answer;
		};
	}`))
	p.turn()
	p.press("#undo")
	p.press("#undo")
	p.run(chromedp.Evaluate[chromedp.Void]("deliver()"))
	p.until("answers === 2")
	p.until(handSize + " === 12")
	if said := js[string](p, "document.querySelector('#alert').textContent"); said != "" {
		t.Errorf("the page says %q", said)
	}
	p.clean()
}

// siteSize returns how many bytes a browser loads, if the host compresses what is text.
func siteSize(t *testing.T, dir string) int {
	var size bytes.Buffer
	err := filepath.WalkDir(dir, func(name string, f os.DirEntry, err error) error {
		if err != nil || f.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil || strings.HasSuffix(name, ".gz") {
			size.Write(text)
			return err
		}
		z := gzip.NewWriter(&size)
		z.Write(text)
		return z.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
	return size.Len()
}

// P34: eight tabs of one browser are all brought up to date, though it opens six
// connections at a time.
func TestBrowserEightTabs(t *testing.T) {
	b := newBrowser(t)
	url, h := startServer(t, pace{})
	id, tokens := newTestTable(t, h, order{Names: make([]string, 4), Bots: []string{"", "greedy", "greedy", "greedy"}})
	var tabs []*tab
	for range 8 {
		p := b.open(url + "/t/" + id + "#" + tokens[0])
		p.until("document.querySelectorAll('#hand button').length === 12")
		tabs = append(tabs, p)
	}
	told := 0
	for _, p := range tabs {
		if strings.Contains(js[string](p, "document.querySelector('#note').textContent"), "every second") {
			told++
		}
	}
	if told != 4 {
		t.Errorf("%d of 8 tabs are told why they are slow, want 4", told)
	}
	tabs[0].mustTurn()
	for _, p := range tabs {
		p.until("document.querySelectorAll('#hand button').length === 11")
		p.clean()
	}
}

// P39: each card is a button with a name, updates keep the focus and what is selected, and
// color and outcome have letters and shapes.
func TestBrowserKeyboardAndNames(t *testing.T) {
	b := newBrowser(t)
	url, h := startServer(t, pace{})
	id, tokens := newTestTable(t, h, order{Names: make([]string, 4), Bots: []string{"", "greedy", "", "greedy"}})
	link := url + "/t/" + id + "#"
	p, other := b.open(link+tokens[0]), b.open(link+tokens[2])
	p.until(playable)
	if n := js[int](p, `[...document.querySelectorAll('#hand button')].filter(e => /^(green|red|yellow|blue) \d+$|^a 1$/.test(e.getAttribute('aria-label')) && /[▲●■◆★]/.test(getComputedStyle(e.querySelector('.pip'), '::before').content)).length`); n != 12 {
		t.Errorf("%d of 12 cards have a name and a shape", n)
	}
	// By keyboard alone: focus the first card and play it with Enter.
	p.run(chromedp.Evaluate[chromedp.Void]("document.querySelector('#hand button').focus()"), chromedp.KeyEvent("\r"))
	p.until("document.querySelectorAll('#hand button').length === 11")
	if !js[bool](p, "document.activeElement.closest('#hand') !== null") {
		t.Error("the focus is not in the hand after a card was played")
	}
	// The focus and a selection stay while others play.
	p.run(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('#hand button')[4].focus(); window.focused = document.activeElement;
		getSelection().selectAllChildren(document.querySelector('#story p')); window.selected = String(getSelection())`))
	rounds := js[int](p, "document.querySelectorAll('#story p').length")
	other.mustTurn()
	p.until(fmt.Sprintf("document.querySelectorAll('#story p').length > %d", rounds))
	if !js[bool](p, "document.activeElement === focused && String(getSelection()) === selected && selected !== ''") {
		t.Error("an update has taken away the focus or the selection")
	}
	// A trick that is won may lie there for a moment only: what is drawn is watched.
	p.run(chromedp.Evaluate[chromedp.Void](`new MutationObserver(() => {
		const mark = document.querySelector("#trick .won .mark");
		if (mark && mark.textContent.startsWith("✓ wins")) window.marked = true;
	}).observe(document.querySelector("#trick"), {childList: true, subtree: true, attributes: true, characterData: true})`))
	for deadline := time.Now().Add(time.Minute); !js[bool](p, "!!window.marked"); {
		if time.Now().After(deadline) {
			t.Fatal("the winner of a trick has no mark")
		}
		p.turn()
		other.turn()
	}
	p.clean()
	other.clean()
}

// A server that goes away in the middle of a click, and comes back: the page says so, finds
// it again by itself, and the card is played once. Then the lobby and the back button.
func TestBrowserServerGoesAway(t *testing.T) {
	b := newBrowser(t)
	path := filepath.Join(t.TempDir(), "tables.db")
	cmd, url := startProcess(t, path, "127.0.0.1:0")
	status, text := client1{t, url + "/api/", ""}.ask("POST", "tables", jsonOf(t, order{Variant: "rulebook-2018", Names: make([]string, 4), Bots: []string{"", "greedy", "greedy", "greedy"}}))
	var made created
	if err := json.Unmarshal([]byte(text), &made); err != nil {
		t.Fatal(status, text, err)
	}
	p := b.open(url + "/t/" + made.ID + "#" + made.Seats[0].Token)
	p.until(playable)
	p.outage(true)
	cmd.Process.Kill()
	cmd.Wait()
	p.press("#hand button:not([aria-disabled])")
	p.until("/cannot be reached|connection is lost/.test(document.querySelector('#alert').textContent)")
	if n := js[int](p, handSize); n != 12 {
		t.Errorf("%d cards are shown, but nothing was stored", n)
	}
	cmd, _ = startProcess(t, path, strings.TrimPrefix(url, "http://"))
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	p.until("document.querySelector('#alert').hidden && document.querySelector('#table').dataset.connection === 'stream'")
	p.outage(false)
	p.mustTurn()
	p.until(handSize + " === 11")

	p.press("#home")
	p.until("!document.querySelector('#lobby').hidden")
	p.run(chromedp.Evaluate[chromedp.Void]("setTimeout(() => history.back(), 0)"))
	p.until("!document.querySelector('#table').hidden && " + handSize + " > 0 && document.querySelector('#table').dataset.connection === 'stream'")
	p.mustTurn()
	for _, size := range [][2]int64{{360, 640}, {640, 360}} { // a phone, in both directions
		p.run(chromedp.EmulateViewport(size[0], size[1]))
		if over := js[int](p, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			t.Errorf("on %v the page is %d pixels wider than the window", size, over)
		}
		p.until(playable)
		p.mustTurn()
	}
	p.agrees(at(t, url, made.ID, made.Seats[0].Token))
	p.clean()
}

// A server that goes away in the middle of a click: whether the request or its answer is
// lost, the page says so, the card is played at most once, and then the game goes on.
func TestBrowserClickIsCutOff(t *testing.T) {
	b := newBrowser(t)
	_, h := startServer(t, pace{})
	var lost atomic.Value
	lost.Store("")
	url := serveHub(t, h, func(handler http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			what := lost.Load()
			if r.Method != "POST" || what == "" {
				handler.ServeHTTP(w, r)
				return
			}
			if what == "answer" {
				handler.ServeHTTP(httptest.NewRecorder(), r)
			}
			panic(http.ErrAbortHandler) // the browser may try again by itself
		})
	}).URL
	id, tokens := newTestTable(t, h, fourOfOne)
	p, c := b.open(url+"/t/"+id+"#"+tokens[0]), at(t, url, id, tokens[0])
	plays := func() (n int) {
		room, err := h.room(id)
		if err != nil {
			t.Fatal(err)
		}
		room.mu.Lock()
		defer room.mu.Unlock()
		for _, e := range room.game.entries {
			if e.Do == "move" && e.Seat == 0 {
				n++
			}
		}
		return n
	}
	for i, what := range []string{"request", "answer"} {
		p.until(playable)
		p.outage(true)
		lost.Store(what)
		p.press("#hand button:not([aria-disabled])")
		p.until("document.querySelector('#alert').textContent.includes('cannot be reached')")
		lost.Store("")
		if n := plays(); n != 2*i {
			t.Errorf("the %s was lost: %d cards were played, want %d", what, n, 2*i)
		}
		p.agrees(c)
		p.outage(false)
		p.mustTurn()
		p.until("document.querySelector('#alert').hidden")
		p.agrees(c)
		if n := plays(); n != 2*i+1 {
			t.Errorf("the %s was lost, and a card was played: %d cards were played, want %d", what, n, 2*i+1)
		}
	}
	p.clean()
}

// A tab that is put to sleep, and whose stream is cut meanwhile, catches up when it wakes.
func TestBrowserSleepingTab(t *testing.T) {
	b := newBrowser(t)
	_, h := startServer(t, pace{})
	srv := serveHub(t, h, func(handler http.Handler) http.Handler { return handler })
	id, tokens := newTestTable(t, h, fourOfOne)
	p, c := b.open(srv.URL+"/t/"+id+"#"+tokens[0]), at(t, srv.URL, id, tokens[0])
	lifecycle := func(state cdppage.SetWebLifecycleStateState) {
		t.Helper()
		ctx, cancel := p.limited()
		defer cancel()
		if _, err := chromedp.Call(ctx, cdppage.SetWebLifecycleState, cdppage.SetWebLifecycleStateParams{State: state}); err != nil {
			t.Fatal(err)
		}
	}
	for _, cut := range []bool{false, true} {
		p.until(playable)
		p.agrees(c)
		lifecycle(cdppage.SetWebLifecycleStateStateFrozen)
		p.outage(cut)
		if cut {
			srv.CloseClientConnections()
		}
		for range 3 { // in another tab
			if status, text := c.do(play(c.until(toPlay))); status != 200 {
				t.Fatal(status, text)
			}
		}
		c.until(toPlay)
		lifecycle(cdppage.SetWebLifecycleStateStateActive)
		p.agrees(c)
		p.until("document.querySelector('#alert').hidden && document.querySelector('#table').dataset.connection === 'stream'")
		p.outage(false)
		p.mustTurn()
		p.agrees(c)
	}
	p.clean()
}

// The back button leads to the table as it is now, at the same seat, and so does the one
// forward.
func TestBrowserBackButton(t *testing.T) {
	b := newBrowser(t)
	url, h := startServer(t, pace{})
	var links []string
	var seats []client1
	for range 2 {
		id, tokens := newTestTable(t, h, fourOfOne)
		links = append(links, url+"/t/"+id+"#"+tokens[0])
		seats = append(seats, at(t, url, id, tokens[0]))
	}
	p := b.open(links[0])
	p.mustTurn()
	p.agrees(seats[0])
	p.run(chromedp.Evaluate[chromedp.Void]("setTimeout(() => location.assign(" + jsonOf(t, links[1]) + "), 0)"))
	p.agrees(seats[1])
	for i, step := range []string{"back", "forward", "back"} {
		next := seats[i%2]
		// Meanwhile somebody plays there in another tab.
		if status, text := next.do(play(next.until(toPlay))); status != 200 {
			t.Fatal(status, text)
		}
		p.run(chromedp.Evaluate[chromedp.Void]("setTimeout(() => history." + step + "(), 0)"))
		p.agrees(next)
		if at := js[string](p, "location.href"); at != links[i%2] {
			t.Errorf("%s leads to %s", step, at)
		}
		p.mustTurn()
		p.agrees(next)
	}
	p.clean()
}
