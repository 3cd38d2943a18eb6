//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// writeSite writes the page that needs no server into a folder. It has to be run in the
// folder of this program, because it builds it for the browser.
func writeSite(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "web"), 0o755); err != nil {
		return err
	}
	entries, err := fs.ReadDir(webFiles, "web")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := fs.ReadFile(webFiles, "web/"+e.Name())
		if err != nil {
			return err
		}
		name := filepath.Join(dir, "web", e.Name())
		switch e.Name() {
		case "transport-server.js":
			continue
		case "transport-wasm.js":
			name = filepath.Join(dir, "web", "transport.js")
		case "index.html":
			name = filepath.Join(dir, "index.html")
			// A static host sends no policy, so the page has it. To compile the engine is the one thing it
			// may do that the page of the server may not.
			text = bytes.Replace(text, []byte("<!-- policy -->"), []byte(`<meta http-equiv="Content-Security-Policy" content="`+sitePolicy+`">`), 1)
			text = bytes.ReplaceAll(text, []byte(`"/web/`), []byte(`"web/`))
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	goroot, err := output(nil, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "web", "wasm_exec.js"), glue, 0o644); err != nil {
		return err
	}
	return writeEngine(filepath.Join(dir, "web", "engine.wasm.gz"))
}

const sitePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
	"connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"

// writeEngine builds this program for the browser and compresses it, since a static host
// may not. Calls are not inlined: that makes it smaller by a tenth, and a hint still takes
// less than a blink.
func writeEngine(name string) error {
	raw := name + ".tmp"
	defer os.Remove(raw)
	abs, err := filepath.Abs(raw)
	if err != nil {
		return err
	}
	if _, err := output([]string{"GOOS=js", "GOARCH=wasm"}, "go", "build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l", "-o", abs, "."); err != nil {
		return err
	}
	text, err := os.ReadFile(raw)
	if err != nil {
		return err
	}
	var small bytes.Buffer
	z, err := gzip.NewWriterLevel(&small, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, small.Bytes(), 0o644)
}

// output runs a command with more of an environment.
func output(env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	var problem bytes.Buffer
	cmd.Stderr = &problem
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(append([]string{name}, args...), " "), err, problem.Bytes())
	}
	return out, nil
}
