package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/foppen-go/foppen"
)

// rulesFlags declares the flags -variant and -players, which say by which rules a
// command plays. The function that it returns reads them once they are parsed.
func rulesFlags(flags *flag.FlagSet) func() (foppen.Variant, int, error) {
	name := flags.String("variant", foppen.Presets()[0], "`V`: a variant by its name (see \"foppen variants\"), also with changes as in\n\"edition-1995 4.discs=2\", or a JSON file with one")
	players := flags.Int("players", 0, "the `number` of players (default 4, or the smallest that the variant allows)")
	return func() (foppen.Variant, int, error) {
		v, err := loadVariant(*name)
		if err != nil {
			return v, 0, err
		}
		n, err := playersOf(v, *players)
		return v, n, err
	}
}

// playersOf checks a number of players; 0 is the default one.
func playersOf(v foppen.Variant, n int) (int, error) {
	allowed := v.Players()
	switch {
	case slices.Contains(allowed, n):
		return n, nil
	case n != 0:
		return 0, usagef("the variant allows %s players, not %d", orList(allowed), n)
	case slices.Contains(allowed, 4):
		return 4, nil
	}
	return allowed[0], nil
}

// maxVariantFile bounds what is read: a variant's JSON is below 3 kB.
const maxVariantFile = 1 << 16

// loadVariant returns the variant that the text stands for, or else the one in the
// JSON file of that name.
func loadVariant(name string) (foppen.Variant, error) {
	v, err := foppen.ParseVariant(name)
	var noText *foppen.ParseError
	if !errors.As(err, &noText) {
		return v, err
	}
	v, fileErr := readVariant(name)
	// What looks like no file is more likely a misspelled preset.
	// An empty name is none on every system, though some say so in another way.
	if name == "" || errors.Is(fileErr, fs.ErrNotExist) && !strings.ContainsAny(strings.Split(name, " ")[0], `./\`) {
		return v, usageError{err.Error()}
	}
	return v, fileErr
}

func readVariant(file string) (foppen.Variant, error) {
	f, err := os.Open(file)
	if err != nil {
		return foppen.Variant{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxVariantFile+1))
	if err == nil && len(text) > maxVariantFile {
		err = errors.New("too long for a variant")
	}
	var v foppen.Variant
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err == nil {
		err = v.Validate()
	}
	if err != nil {
		return foppen.Variant{}, fmt.Errorf("%s: %s", file, message(err))
	}
	return v, nil
}
