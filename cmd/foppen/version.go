package main

import (
	"flag"
	"runtime"
	"runtime/debug"
)

// version says which version of the program this is.
func version(*flag.FlagSet) func(e *env, args []string) error {
	return func(e *env, args []string) error {
		if err := noArgs(args); err != nil {
			return err
		}
		p := newPage(e)
		p.text("foppen %s, %s %s/%s", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		return p.end()
	}
}

// buildVersion returns the version of the module that the program was built from, or
// else the commit.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown origin"
	}
	version, commit, changed := info.Main.Version, "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = " (commit " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed"
		}
	}
	if version == "" {
		version = "(devel)"
	}
	if commit != "" {
		commit += changed + ")"
	}
	return version + commit
}
