package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
)

// A prompt asks a person for one line after the other.
type prompt struct {
	page  *page
	echo  bool // the input is no terminal, which would show what is typed
	lines <-chan inputLine
}

// An inputLine is a line of the input, or the error at its end.
type inputLine struct {
	text string
	err  error
}

func newPrompt(ctx context.Context, stdin io.Reader, p *page) *prompt {
	lines := make(chan inputLine)
	in := bufio.NewReader(stdin)
	// Reading cannot be interrupted, but the game need not wait for it.
	go func() {
		for {
			line := readLine(in)
			select {
			case lines <- line:
			case <-ctx.Done():
				return
			}
			if line.err != nil {
				return
			}
		}
	}()
	f, ok := stdin.(*os.File)
	return &prompt{page: p, echo: !ok || !isTerminal(f), lines: lines}
}

// maxInput is how much of a line is kept, in bytes. No command is as long.
const maxInput = 4096

// readLine reads a line without the white space around it. What comes before the end
// of the input is a line too.
func readLine(in *bufio.Reader) inputLine {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part[:min(len(part), maxInput+1-len(line))]...)
		if err == bufio.ErrBufferFull {
			continue
		}
		text := string(line)
		if len(line) > maxInput {
			text = text[:maxInput] + "..." // so that it is no command
		}
		text = strings.TrimSpace(text)
		if err == io.EOF && text != "" {
			err = nil
		}
		return inputLine{text, err}
	}
}

// read asks for a line. At the end of the input it fails with errLeave.
func (p *prompt) read(ctx context.Context, question string) (string, error) {
	p.page.blank()
	for columns(question) >= p.page.width { // the cursor stands behind it
		at := breakOf(question, 0, p.page.width)
		if at == 0 {
			break
		}
		p.page.put(question[:at])
		question = strings.TrimLeft(question[at:], " ")
	}
	p.page.w.WriteString(question + " ")
	p.page.apart = false
	if err := p.page.end(); err != nil {
		return "", err
	}
	line := inputLine{err: ctx.Err()}
	if line.err == nil {
		select {
		case line = <-p.lines:
		case <-ctx.Done():
			line.err = ctx.Err()
		}
	}
	p.page.width = p.page.measure() // the window may have another size by now
	switch {
	case line.err != nil:
		p.page.line("") // the question stands in the line
	case p.echo:
		p.page.line("%s", cut(safe(line.text), p.page.width-columns(question)-1))
	}
	switch {
	case line.err == io.EOF:
		return "", errLeave
	case line.err != nil && ctx.Err() == nil:
		return "", fmt.Errorf("reading the input: %w", line.err)
	}
	return line.text, line.err
}
