//go:build unix

package main

import (
	"io"
	"os/exec"
	"syscall"
)

// A group is the processes of one program: the one that was started, its children, and a
// guard, which ends them all when foppen is gone, however that came about.
type group struct {
	leader int
	guard  *exec.Cmd // leads the group; nil where there is no shell
	held   io.Closer // the input of the guard
}

// guardScript ends the group when its input ends.
const guardScript = `trap "" HUP INT TERM QUIT; read -r line; kill -9 -$$`

// startGroup starts a command in a group of its own, so that it can be ended with its
// children, and does not get the ctrl-C that is meant for foppen. The guard is there first:
// so no program is ever without one.
func startGroup(cmd *exec.Cmd) (g group, err error) {
	g.guard = exec.Command("/bin/sh", "-c", guardScript)
	g.guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if g.held, err = g.guard.StdinPipe(); err != nil {
		return g, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if g.guard.Start() == nil {
		g.leader = g.guard.Process.Pid
		cmd.SysProcAttr.Pgid = g.leader
	} else {
		g.guard = nil
	}
	err = cmd.Start()
	switch {
	case err != nil && g.guard != nil:
		g.kill()
	case g.guard == nil && err == nil:
		g.leader = cmd.Process.Pid
	}
	return g, err
}

// kill ends all processes of the group. It is called once.
func (g group) kill() {
	syscall.Kill(-g.leader, syscall.SIGKILL)
	if g.guard != nil {
		g.guard.Wait() // closes its input, too
	}
}
