package foppen_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/foppen-go/foppen"
)

// The seeds are short games, whole and in the middle, so that a fuzzer gets far with
// few changes.
func seedRecords(f *testing.F) []foppen.Record {
	f.Helper()
	var seeds []foppen.Record
	for seed := range uint64(4) {
		played := playRecorded(smallVariant(), 4, seed, "a", "<b>", "", "é")
		seeds = append(seeds, played.whole(), played.Record(1), played.Record(3), played.Record(8), played.Record(25))
		played = playRecorded(smallVariant(), 2, seed)
		seeds = append(seeds, played.whole(), played.Record(0), played.Record(4))
	}
	for _, name := range foppen.Presets() {
		v, err := foppen.Preset(name)
		if err != nil {
			f.Fatal(err)
		}
		n := v.Players()[len(v.Players())-1]
		seeds = append(seeds, playRecorded(v, n, 1).Record(70))
	}
	return seeds
}

// checkRefusal checks what holds for every error of a decoder.
func checkRefusal(t *testing.T, err error) {
	t.Helper()
	var e *foppen.RecordError
	if !errors.As(err, &e) {
		t.Fatalf("%T, want a *RecordError: %v", err, err)
	}
	if len(err.Error()) > 2000 {
		t.Fatalf("an error of %d bytes", len(err.Error()))
	}
}

// checkRecord checks what holds for every record that a decoder accepts.
func checkRecord(t *testing.T, r foppen.Record) {
	t.Helper()
	line, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var same foppen.Record
	if err := same.UnmarshalJSON(line); err != nil || !same.Equal(r) {
		t.Fatalf("%s is not read back: %v", line, err)
	}
	if text, err := foppen.ParseRecord(r.String()); err != nil || !text.Equal(r) {
		t.Fatalf("%q is not read back: %v", r.String(), err)
	}
	g := r.At(0)
	for m := range r.Moves() {
		if g, _, err = g.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	if g != r.Game() {
		t.Fatalf("the moves lead to %v, not to %v", g, r.Game())
	}
	if r.Game().Variant().Name() != "" {
		if err := oracleReplay(line); err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzDecodeRecord(f *testing.F) {
	for _, r := range seedRecords(f) {
		f.Add(mustJSON(f, r))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var r foppen.Record
		if err := r.UnmarshalJSON(line); err != nil {
			checkRefusal(t, err)
			return
		}
		checkRecord(t, r)
	})
}

// recordTexts splits a stream as ReadRecords is to do it.
func recordTexts(stream []byte) (texts [][]byte) {
	lines := bytes.Split(bytes.TrimPrefix(stream, []byte("\ufeff")), []byte("\n"))
	for i := 0; i < len(lines); i++ {
		text := lines[i]
		for spread := string(bytes.Trim(text, " \t\r")) == "{"; spread && i+1 < len(lines) && len(lines[i+1]) > 0; {
			next := lines[i+1]
			if next[0] != ' ' && next[0] != '\t' && next[0] != '}' {
				break
			}
			text, spread = slices.Concat(text, []byte("\n"), next), next[0] != '}'
			i++
		}
		texts = append(texts, text)
	}
	return texts
}

func FuzzReadRecords(f *testing.F) {
	var stream []byte
	for _, r := range seedRecords(f)[:6] {
		stream = append(mustJSON(f, r), '\n')
		f.Add(append(stream, "\r\n \nx\n"...))
	}
	f.Add(bytes.Repeat([]byte("{\n"), 100))
	f.Add([]byte("\ufeff{\n  \"format\": \"foppen/1\"\n}\n \u00a0\n{\n\t\r\n}}\n{}\n"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		const limit = 20_000
		n := 0
		for r, err := range foppen.ReadShortRecords(bytes.NewReader(stream), limit) {
			n++
			if err != nil {
				checkRefusal(t, err)
			} else {
				checkRecord(t, r)
			}
		}
		want := 0
		for _, text := range recordTexts(stream) {
			if len(bytes.Trim(text, " \t\r\n")) > 0 || len(bytes.TrimSuffix(text, []byte("\r"))) > limit {
				want++
			}
		}
		if n != want {
			t.Fatalf("%d records of %d lines", n, want)
		}
	})
}

func FuzzParseRecordText(f *testing.F) {
	for _, r := range seedRecords(f) {
		f.Add(r.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := foppen.ParseRecord(text)
		if err != nil {
			checkRefusal(t, err)
			return
		}
		if r.String() != text {
			t.Fatalf("%q is read as %q", text, r.String())
		}
		checkRecord(t, r)
	})
}

func FuzzDecodeSeatRecord(f *testing.F) {
	for i, r := range seedRecords(f) {
		f.Add(mustJSON(f, r.For(foppen.Seat(i%4-1))))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var s foppen.SeatRecord
		if err := s.UnmarshalJSON(line); err != nil {
			checkRefusal(t, err)
			return
		}
		again, err := s.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var same foppen.SeatRecord
		if err := same.UnmarshalJSON(again); err != nil || !same.Equal(s) || same.View() != s.View() {
			t.Fatalf("%s is not read back: %v", again, err)
		}
		n := 0
		for v, events := range s.All() {
			n++
			if v.Seat() != s.Seat() || len(events) == 0 {
				t.Fatalf("move %d: the view of %v, %d events", n, v.Seat(), len(events))
			}
		}
		if n != s.Len() {
			t.Fatalf("%d moves of %d", n, s.Len())
		}
	})
}
