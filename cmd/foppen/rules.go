package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/foppen-go/foppen"
)

// rulesFlags declares the flags -variant and -players, which say by which rules a
// command plays. The function that it returns reads them once they are parsed.
func rulesFlags(flags *flag.FlagSet) func(e *env) (foppen.Variant, int, error) {
	name, players := flags.String("variant", foppen.Presets()[0], "`V`: a variant by its name (see \"foppen variants\"), also with changes as in \"edition-1995 4.discs=2\", or a JSON file with one"), 0
	numberFlag(flags, &players, "players", "`N`: how many play (default 4, or the smallest that the variant allows)")
	return func(e *env) (foppen.Variant, int, error) {
		v, err := e.loadVariant(*name)
		if err != nil {
			return v, 0, err
		}
		if !given(flags, "players") {
			return v, defaultPlayers(v), nil
		}
		return v, players, checkPlayers(v, players)
	}
}

// defaultPlayers returns how many play where nothing says it.
func defaultPlayers(v foppen.Variant) int {
	if allowed := v.Players(); !slices.Contains(allowed, 4) {
		return allowed[0]
	}
	return 4
}

func checkPlayers(v foppen.Variant, n int) error {
	if allowed := v.Players(); !slices.Contains(allowed, n) {
		return usagef("the variant allows %s players, not %d", orList(allowed), n)
	}
	return nil
}

// maxVariantFile bounds what is read: a variant's JSON is below 3 kB.
const maxVariantFile = 1 << 16

// loadVariant returns the variant that the text stands for, or else the one in the
// JSON file of that name.
func (e *env) loadVariant(name string) (foppen.Variant, error) {
	v, err := foppen.ParseVariant(decimals(name))
	var noText *foppen.ParseError
	if !errors.As(err, &noText) {
		return v, err
	}
	v, fileErr := e.readVariant(name)
	// What looks like no file is more likely a misspelled preset.
	// An empty name is none on every system, though some say so in another way.
	if name == "" || errors.Is(fileErr, fs.ErrNotExist) && !strings.ContainsAny(strings.Split(name, " ")[0], `./\`) {
		return v, usageError{err.Error() + textSuggestion(err)}
	}
	return v, fileErr
}

func (e *env) readVariant(file string) (foppen.Variant, error) {
	text, err := e.readAll(file, maxVariantFile, "variant")
	if e.ctx.Err() != nil {
		return foppen.Variant{}, e.ctx.Err()
	}
	if fault := (*fs.PathError)(nil); errors.As(err, &fault) {
		return foppen.Variant{}, err // it names the file
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
