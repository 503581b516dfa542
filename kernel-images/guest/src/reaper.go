package main

import (
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
)

// Reaper does what is asked of PID 1: it collects every child that has ended, and reports those of ours to the one that waits.
// No other code may wait for a process: exec.Cmd.Wait would find its child gone.
type Reaper struct {
	Group *Group // in which it starts all but the tools

	mu       sync.Mutex
	children map[int]*Child
	signals  chan os.Signal
	done     chan struct{}
}

// Child is a process that Reaper started.
type Child struct {
	Pid    int
	ended  chan struct{}
	status int
}

// NewReaper starts collecting.
func NewReaper() *Reaper {
	r := &Reaper{children: map[int]*Child{}, signals: make(chan os.Signal, 1), done: make(chan struct{})}
	signal.Notify(r.signals, syscall.SIGCHLD)
	go func() {
		defer close(r.done)
		for range r.signals {
			r.collect()
		}
	}()
	return r
}

// Close stops collecting.
func (r *Reaper) Close() {
	signal.Stop(r.signals)
	close(r.signals)
	<-r.done
}

// Start starts a command. The lock is held until the child is known, so that its end cannot come before.
func (r *Reaper) Start(command *exec.Cmd) (*Child, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	group := r.Group
	if command.SysProcAttr != nil && command.SysProcAttr.Chroot != "" {
		group = nil // one of the tools
	}
	if err := group.start(command.Start); err != nil {
		return nil, err
	}
	child := &Child{Pid: command.Process.Pid, ended: make(chan struct{})}
	r.children[child.Pid] = child
	_ = command.Process.Release()
	return child, nil
}

// Wait gives the exit status as a shell would: 128 plus the number of the signal that ended the process.
func (c *Child) Wait() int {
	<-c.ended
	return c.status
}

func (r *Reaper) collect() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		var state syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &state, syscall.WNOHANG, nil)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || pid == 0 {
			return
		}
		child := r.children[pid]
		if child == nil {
			continue // an orphan
		}
		delete(r.children, pid)
		child.status = state.ExitStatus()
		if state.Signaled() {
			child.status = 128 + int(state.Signal())
		}
		close(child.ended)
	}
}
