package main

import (
	"fmt"
	"os/exec"
	"syscall"
	"unsafe"
)

// A group is the processes of one program, the one that was started and its children: a
// job of the system, which ends them all when its handle is closed, and so also when
// foppen is gone.
type group struct{ job syscall.Handle }

const (
	jobExtendedLimits     = 9      // JobObjectExtendedLimitInformation
	jobLimitKillOnClose   = 0x2000 // JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	processSetQuotaAndEnd = 0x0101 // PROCESS_SET_QUOTA | PROCESS_TERMINATE
)

// jobLimits is JOBOBJECT_EXTENDED_LIMIT_INFORMATION.
type jobLimits struct {
	processTime, jobTime             int64
	flags                            uint32
	minWorkingSet, maxWorkingSet     uintptr
	activeProcesses                  uint32
	affinity                         uintptr
	priority, scheduling             uint32
	io                               [6]uint64
	processMemory, jobMemory         uintptr
	peakProcessMemory, peakJobMemory uintptr
}

// startGroup starts a command in a job, without the ctrl-C that is meant for foppen.
func startGroup(cmd *exec.Cmd) (group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
	if err := cmd.Start(); err != nil {
		return group{}, err
	}
	g, err := newJob(cmd.Process.Pid)
	if err != nil {
		cmd.Process.Kill()
		cmd.Wait()
	}
	return g, err
}

// newJob puts a process into a job.
func newJob(pid int) (group, error) {
	kernel := syscall.NewLazyDLL("kernel32.dll")
	job, _, err := kernel.NewProc("CreateJobObjectW").Call(0, 0)
	if job == 0 {
		return group{}, fmt.Errorf("no job for the program: %w", err)
	}
	g := group{syscall.Handle(job)}
	limits := jobLimits{flags: jobLimitKillOnClose}
	ok, _, err := kernel.NewProc("SetInformationJobObject").Call(job, jobExtendedLimits, uintptr(unsafe.Pointer(&limits)), unsafe.Sizeof(limits))
	if ok != 0 {
		var process syscall.Handle
		if process, err = syscall.OpenProcess(processSetQuotaAndEnd, false, uint32(pid)); err == nil {
			ok, _, err = kernel.NewProc("AssignProcessToJobObject").Call(job, uintptr(process))
			syscall.CloseHandle(process)
			if ok != 0 {
				return g, nil
			}
		}
	}
	g.kill()
	return group{}, fmt.Errorf("no job for the program: %w", err)
}

// kill ends all processes of the group. It is called once.
func (g group) kill() {
	if g.job != 0 {
		syscall.CloseHandle(g.job)
	}
}
