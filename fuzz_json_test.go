package foppen_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foppen-go/foppen"
)

// Every decoder must refuse or accept any input without a crash; what it accepts, it
// must write and read again as the same value, and whatever the library can do with
// the value must work.

// fuzzSteps are a few steps of games of some variants.
func fuzzSteps(f *testing.F) (steps []step) {
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		random := rand.New(rand.NewPCG(uint64(i), 7))
		playScene(f, s, uint64(800+i), func(s step) {
			if random.IntN(400) == 0 || s.after.Phase() != foppen.PlayPhase && random.IntN(10) == 0 {
				steps = append(steps, s)
			}
		})
	}
	return steps
}

// add adds a seed and a corruption of it.
func addSeed(f *testing.F, v json.Marshaler) {
	data := encoded(f, v)
	f.Add(data)
	tree := parseNode(f, data)
	if len(tree.kids) > 0 {
		tree.corrupt(rand.New(rand.NewPCG(uint64(len(data)), 8)))
		f.Add([]byte(tree.String()))
	}
}

// tryJSON decodes data and checks what comes of it.
func tryJSON[T interface {
	comparable
	json.Marshaler
}, P interface {
	*T
	json.Unmarshaler
}](t *testing.T, data []byte) (v T, ok bool) {
	if err := P(&v).UnmarshalJSON(data); err != nil {
		var zero T
		if v != zero {
			t.Fatal("a refused text changes the value")
		}
		if len(err.Error()) > 2000 {
			t.Fatalf("an error of %d bytes", len(err.Error()))
		}
		return v, false
	}
	again, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var w T
	if err := P(&w).UnmarshalJSON(again); err != nil || w != v {
		t.Fatalf("%s is read back as another value: %v", again, err)
	}
	return v, true
}

func FuzzDecodeGame(f *testing.F) {
	for _, s := range fuzzSteps(f) {
		addSeed(f, s.after)
	}
	f.Add([]byte(`{"format":"foppen-game/1","phase":"none"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if g, ok := tryJSON[foppen.Game](t, data); ok {
			useGame(t, g)
		}
	})
}

// useGame does with a game what can be done with it.
func useGame(t *testing.T, g foppen.Game) {
	if text := g.String(); foppen.Must(foppen.ParseGame(text)) != g {
		t.Fatalf("%s is read back as another game", text)
	}
	for seat := foppen.NoSeat; seat < foppen.MaxPlayers; seat++ {
		useView(t, g.View(seat))
	}
	source := rand.NewPCG(1, 1)
	end := g.Playout(source)
	if end.Phase() == foppen.DealPhase {
		if _, err := end.Deal(end.Shuffle(source)); err != nil {
			t.Fatal(err)
		}
	}
}

// useView does with a view what can be done with it.
func useView(t *testing.T, v foppen.View) {
	_ = v.String() + v.GoString() + samples(v)
	_, _, _, _ = v.Scores(), v.Standings(), v.Unseen(), v.Tricks()
	for c := range v.Legal().All() {
		if v.Check(foppen.Play{Seat: v.Seat(), Card: c}) != nil {
			t.Fatalf("%v is legal and refused", c)
		}
	}
	if len(v.Verdicts()) == 0 && !v.Legal().IsEmpty() {
		t.Fatal("no verdicts")
	}
}

func FuzzDecodeView(f *testing.F) {
	for i, s := range fuzzSteps(f) {
		addSeed(f, s.after.View(foppen.Seat(i%(s.after.Players()+1)-1)))
	}
	f.Add([]byte(`{"format":"foppen-view/1","phase":"none","seat":0}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if v, ok := tryJSON[foppen.View](t, data); ok {
			useView(t, v)
		}
	})
}

func FuzzDecodeMove(f *testing.F) {
	g := foppen.Game{}
	for _, s := range fuzzSteps(f) {
		addSeed(f, s.move.(json.Marshaler))
		g = s.after
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := foppen.DecodeMove(data)
		if err != nil {
			return
		}
		again, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := foppen.DecodeMove(again); err != nil || n != m {
			t.Fatalf("%s is read back as another move", again)
		}
		if n, err := foppen.ParseMove(m.String()); err != nil || n != m {
			t.Fatalf("%v is read back as another move", m)
		}
		_ = g.Check(m)
	})
}

func FuzzDecodeEvent(f *testing.F) {
	var views []foppen.View
	for i, s := range fuzzSteps(f) {
		seat := foppen.Seat(i%(s.after.Players()+1) - 1)
		for _, e := range s.events {
			addSeed(f, foppen.Redact(e, seat).(json.Marshaler))
		}
		if i%4 == 0 {
			views = append(views, s.before.View(seat))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := foppen.DecodeEvent(data)
		if err != nil {
			return
		}
		again, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := foppen.DecodeEvent(again); err != nil || n != e {
			t.Fatalf("%s is read back as another event", again)
		}
		_ = e.String()
		for _, v := range views {
			if next, err := v.Update(e); err == nil {
				useView(t, next)
			}
		}
	})
}

// FuzzUpdate applies any events, one a line, to a view.
func FuzzUpdate(f *testing.F) {
	views := []foppen.View{{}}
	for i, s := range slices.Concat(presetScenes(), oddScenes()) {
		var all []byte
		moves := 0
		seat := foppen.Seat(i%(s.players+1) - 1)
		playScene(f, s, uint64(900+i), func(s step) {
			if moves == 0 {
				views = append(views, s.before.View(seat))
			}
			if moves++; moves < 150 {
				for _, e := range s.events {
					all = append(append(all, encoded(f, foppen.Redact(e, seat).(json.Marshaler))...), '\n')
				}
			}
		})
		f.Add(uint8(i+1), all)
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		v := views[int(which)%len(views)]
		for line := range bytes.Lines(data) {
			e, err := foppen.DecodeEvent(line)
			if err != nil {
				continue
			}
			v, _ = v.Update(e)
		}
		useView(t, v)
		text, err := v.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var again foppen.View
		if err := again.UnmarshalJSON(text); err != nil || again != v {
			t.Fatalf("%s is read back as another view: %v", text, err)
		}
	})
}

func FuzzDecodeVariant(f *testing.F) {
	for _, s := range slices.Concat(presetScenes(), oddScenes()) {
		addSeed(f, s.variant)
	}
	f.Add([]byte(`{"base":"rulebook-2018","setups":{"4":{"discs":2}},"one_penalty":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, ok := tryJSON[foppen.Variant](t, data)
		if !ok {
			return
		}
		if err := v.Validate(); err != nil {
			t.Fatal(err)
		}
		if w, err := foppen.ParseVariant(v.String()); err != nil || w != v {
			t.Fatalf("%v is read back as another variant", v)
		}
	})
}

func FuzzParseVariant(f *testing.F) {
	for _, s := range slices.Concat(presetScenes(), oddScenes()) {
		f.Add(s.variant.String())
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := foppen.ScanVariant(s)
		if err != nil {
			return
		}
		if w, err := foppen.ScanVariant(v.String()); err != nil || w != v {
			t.Fatalf("%v is read back as another variant", v)
		}
	})
}

func FuzzParseGame(f *testing.F) {
	for _, s := range fuzzSteps(f) {
		f.Add(s.after.String())
	}
	f.Add("no game")
	f.Fuzz(func(t *testing.T, s string) {
		g, err := foppen.ParseGame(s)
		if err != nil {
			return
		}
		if g.String() != s {
			t.Fatalf("%q is written as %q", s, g.String())
		}
		data, _ := g.MarshalJSON()
		var again foppen.Game
		if err := again.UnmarshalJSON(data); err != nil || again != g {
			t.Fatalf("%s is read back as another game: %v", data, err)
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, s := range fuzzSteps(f) {
		f.Add(s.move.String())
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := foppen.ParseMove(s)
		if err == nil && m.String() != s {
			t.Fatalf("%q is written as %q", s, m.String())
		}
	})
}
