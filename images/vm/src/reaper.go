package main

import (
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"unsafe"
)

// Reaper does what is asked of PID 1: it collects orphans, and leaves our own children to those who wait for them.
type Reaper struct {
	mu   sync.Mutex
	ours map[int]bool
}

// NewReaper starts collecting.
func NewReaper() *Reaper {
	r := &Reaper{ours: map[int]bool{}}
	children := make(chan os.Signal, 1)
	signal.Notify(children, syscall.SIGCHLD)
	go func() {
		for range children {
			r.collect()
		}
	}()
	return r
}

// Start starts a command whose end somebody will Wait for.
func (r *Reaper) Start(command *exec.Cmd) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := command.Start(); err != nil {
		return err
	}
	r.ours[command.Process.Pid] = true
	return nil
}

// Wait waits for a command of Start and gives its exit status as a shell would: 128 plus the signal's number.
func (r *Reaper) Wait(command *exec.Cmd) int {
	_ = command.Wait()
	r.mu.Lock()
	delete(r.ours, command.Process.Pid)
	r.mu.Unlock()
	// A zombie of ours hides orphans behind it from collect, so look again.
	r.collect()
	state, ok := command.ProcessState.Sys().(syscall.WaitStatus)
	if !ok {
		return exitMachine
	}
	if state.Signaled() {
		return 128 + int(state.Signal())
	}
	return state.ExitStatus()
}

func (r *Reaper) collect() {
	const (
		waitAll = 0 // P_ALL
		options = syscall.WEXITED | syscall.WNOHANG | syscall.WNOWAIT
	)
	for {
		// siginfo_t of SIGCHLD on x86-64: signal, errno, code, padding, pid.
		var info [32]int32
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, waitAll, 0, uintptr(unsafe.Pointer(&info)), options, 0, 0)
		pid := int(info[3])
		if errno != 0 || pid == 0 {
			return
		}
		r.mu.Lock()
		mine := r.ours[pid]
		if !mine {
			_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		}
		r.mu.Unlock()
		if mine {
			return
		}
	}
}
