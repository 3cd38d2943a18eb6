package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

const (
	maxLine   = 1 << 16         // how long a line of a program may be, in bytes
	keptLast  = 1 << 13         // how much of its standard error is kept, the last of it
	farewell  = time.Second     // how long a program may take to end when it is told to
	afterKill = time.Second / 2 // how long its output is waited for when it has been killed
)

// A program is a process that answers line by line, with its children.
type program struct {
	stdin  io.WriteCloser
	stdout *os.File
	group  group
	owner  *programs

	answers chan answers  // closed when there are no more
	stopped chan struct{} // closed when nobody wants answers any more
	exited  chan struct{} // closed when the process is gone, and killed its children
	state   string        // how it has ended; to be read after exited
	said    tail          // its standard error
	ending  sync.Once
	killing sync.Once
}

// answers is what a program has written in one go: whole lines, or why there are no more.
type answers struct {
	lines [][]byte
	err   error
}

// start starts a program.
func (p *programs) start(words []string) (*program, error) {
	cmd := exec.Command(words[0], words[1:]...)
	var ours, theirs []*os.File
	pipe := func(ourEnd int) *os.File {
		r, w, err := os.Pipe()
		if err != nil {
			return nil
		}
		ends := [2]*os.File{r, w}
		ours, theirs = append(ours, ends[ourEnd]), append(theirs, ends[1-ourEnd])
		return ends[1-ourEnd]
	}
	stdin, stdout, stderr := pipe(1), pipe(0), pipe(0)
	closeAll := func(files []*os.File) {
		for _, f := range files {
			f.Close()
		}
	}
	defer func() { closeAll(theirs) }()
	if stdin == nil || stdout == nil || stderr == nil {
		closeAll(ours)
		return nil, errors.New("no more pipes")
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, stderr
	group, err := startGroup(cmd)
	if err != nil {
		closeAll(ours)
		return nil, err
	}
	r := &program{
		stdin: ours[0], stdout: ours[1], group: group, owner: p,
		answers: make(chan answers), stopped: make(chan struct{}), exited: make(chan struct{}),
	}
	p.add(r)
	go r.read()
	r.said.done = make(chan struct{})
	go r.said.fill(ours[2])
	go func() {
		r.state = ended(cmd.Wait())
		r.kill()    // its children
		p.remove(r) // before anybody is told that it has exited
		close(r.exited)
	}()
	return r, nil
}

// ended says how a process has ended.
func ended(err error) string {
	if err == nil {
		return "exit status 0"
	}
	return err.Error()
}

// read passes on what the program writes to its standard output, until nobody wants it.
func (r *program) read() {
	defer close(r.answers)
	buf := make([]byte, 0, maxLine+1)
	for {
		n, err := r.stdout.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		var a answers
		for {
			line, rest, whole := bytes.Cut(buf, []byte("\n"))
			if !whole {
				break
			}
			a.lines = append(a.lines, bytes.Clone(bytes.TrimSuffix(line, []byte("\r"))))
			buf = append(buf[:0], rest...)
		}
		switch {
		case len(buf) > maxLine:
			a.err = fmt.Errorf("wrote a line of more than %d bytes", maxLine)
		case err != nil && len(buf) > 0:
			a.err = fmt.Errorf("ended in the middle of a line: %s", printable(string(buf)))
		case err != nil:
			a.err = io.EOF
		}
		if len(a.lines) > 0 || a.err != nil {
			select {
			case r.answers <- a:
			case <-r.stopped:
				return
			}
		}
		if a.err != nil {
			return
		}
	}
}

// end tells the program to end, which it learns from the end of its input, and kills it
// with its children if it does not.
func (r *program) end(grace time.Duration) {
	r.ending.Do(func() {
		close(r.stopped)
		r.stdin.Close()
		patience := time.NewTimer(grace)
		defer patience.Stop()
		select {
		case <-r.exited:
		case <-r.owner.killed:
			r.kill()
		case <-patience.C:
			r.kill()
		}
		<-r.exited
		r.said.wait(afterKill)
		r.stdout.Close() // a child that has left the group may still have the other end
	})
}

// howEnded says why there are no more answers.
func (r *program) howEnded() string {
	select {
	case <-r.exited:
		return "the program ended: " + r.state
	case <-time.After(afterKill):
		return "the program closed its output"
	}
}

// kill ends the program and its children at once. What is called twice must not hit a
// process that has come by the same number since.
func (r *program) kill() { r.killing.Do(r.group.kill) }

// A tail keeps the last of what a program writes to its standard error, and reads all of
// it, so that the program never waits.
type tail struct {
	mu   sync.Mutex
	last []byte
	left int // how many bytes before are no longer there
	done chan struct{}
}

func (t *tail) fill(from *os.File) {
	defer close(t.done)
	defer from.Close()
	buf := make([]byte, 1<<15)
	for {
		n, err := from.Read(buf)
		t.mu.Lock()
		t.last = append(t.last, buf[:n]...)
		if more := len(t.last) - keptLast; more > 0 {
			t.last = append(t.last[:0], t.last[more:]...)
			t.left += more
		}
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// wait waits until all has been read, but not for ever.
func (t *tail) wait(most time.Duration) {
	select {
	case <-t.done:
	case <-time.After(most):
	}
}

// lines returns what has been kept, line by line.
func (t *tail) lines() (lines []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.left > 0 {
		lines = append(lines, fmt.Sprintf("(%d bytes before are left out)", t.left))
	}
	s := bufio.NewScanner(bytes.NewReader(t.last))
	s.Buffer(nil, 2*keptLast)
	for s.Scan() {
		lines = append(lines, safe(s.Text()))
	}
	return lines
}

// programs is all the programs that a command has started and that may still be at work.
// The zero value is none.
type programs struct {
	mu     sync.Mutex
	alive  map[*program]bool
	killed chan struct{} // closed when the command is interrupted
}

func newPrograms() *programs {
	return &programs{alive: map[*program]bool{}, killed: make(chan struct{})}
}

func (p *programs) add(r *program) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.alive[r] = true
	select {
	case <-p.killed:
		r.kill()
	default:
	}
}

func (p *programs) remove(r *program) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.alive, r)
}

// list returns the programs that are alive.
func (p *programs) list() (list []*program) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for r := range p.alive {
		list = append(list, r)
	}
	return list
}

// kill ends all programs at once, and those that are still to be started.
func (p *programs) kill() {
	close(p.killed)
	for _, r := range p.list() {
		r.kill()
	}
}

// end ends all programs that are left.
func (p *programs) end() {
	var all sync.WaitGroup
	for _, r := range p.list() {
		all.Go(func() { r.end(farewell) })
	}
	all.Wait()
}
