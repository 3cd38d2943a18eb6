//go:build !unix && !windows

package main

import "os/exec"

// A group is the process of one program. This system has no better way to end it.
type group struct{ cmd *exec.Cmd }

func startGroup(cmd *exec.Cmd) (group, error) { return group{cmd}, cmd.Start() }

func (g group) kill() { g.cmd.Process.Kill() }
