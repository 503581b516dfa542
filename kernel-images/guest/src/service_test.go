package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const untilStopped = "echo ready; trap 'exit 0' TERM; while :; do sleep 1000 & wait; done"

func TestARestartReturnsWhenTheServiceIsReadyAgain(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	if status, said := r.vm("", "restart"); status != 0 {
		t.Fatalf("status %d: %s", status, said)
	}
	r.out.await(t, "ready")
	if status, said := r.vm("", "ready"); status != 0 {
		t.Fatalf("not ready after a restart: %s", said)
	}
}

// The command is gone when it is to be started again: no run, so no end of a run either.
func TestARestartThatCannotStartEndsTheMachineWithTheReason(t *testing.T) {
	program := filepath.Join(t.TempDir(), "service")
	must(t, os.WriteFile(program, []byte("#!/bin/sh\n"+untilStopped), 0o700))
	process := shell("")
	process.Argv = []string{program}
	r := newRig(t, process)
	r.out.await(t, "ready")
	must(t, os.Remove(program))
	if status, said := r.vm("", "restart"); status != exitMachine || !strings.Contains(said, "no such file") {
		t.Fatalf("status %d: %s", status, said)
	}
	r.ended()
	if failure := r.hub.Failure(); !strings.Contains(failure, "after a stop for a restart") {
		t.Fatalf("the container does not learn why it ends: %q", failure)
	}
	if status, said := r.vm("", "ready"); status != 1 || !strings.Contains(said, "no such file") {
		t.Fatalf("status %d: %s", status, said)
	}
}

// The command starts and ends at once, perhaps before the restart has noticed that it started.
func TestAServiceThatDoesNotComeBackEndsTheMachineWithItsStatus(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "second")
	r := newRig(t, shell("[ ! -e "+mark+" ] || exit 7; >"+mark+"; "+untilStopped))
	r.out.await(t, "ready")
	if status, said := r.vm("", "restart"); status != exitMachine || !strings.Contains(said, "status 7") {
		t.Fatalf("status %d: %s", status, said)
	}
	r.ended()
	if status, ended := r.hub.ExitStatus(); !ended || status != 7 {
		t.Fatalf("status %d, ended %v", status, ended)
	}
	if status, said := r.vm("", "ready"); status != 1 || !strings.Contains(said, "status 7") {
		t.Fatalf("status %d: %s", status, said)
	}
}

func TestAServiceThatIsStoppingIsNotReady(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	must(t, syscall.Mkfifo(gate, 0o600))
	// It ends when somebody opens the gate.
	r := newRig(t, shell("trap 'echo stopping; : <"+gate+"; exit 0' TERM; echo ready; while :; do sleep 1000 & wait; done"))
	r.out.await(t, "ready")
	answer := make(chan error, 1)
	go r.service.Restart(func(err error) { answer <- err })
	r.out.await(t, "stopping")
	if status, _ := r.vm("", "ready"); status != 1 {
		t.Fatal("ready while the service is being stopped")
	}
	open, err := os.OpenFile(gate, os.O_WRONLY, 0)
	must(t, err)
	open.Close()
	must(t, <-answer)
	r.out.await(t, "ready")
	// The gate is needed once more, at the end.
	must(t, os.Remove(gate))
}

func TestAStopDuringARestartIsNotForgotten(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	must(t, syscall.Mkfifo(gate, 0o600))
	r := newRig(t, shell("trap 'trap \"\" TERM; echo stopping; : <"+gate+"; exit 3' TERM; echo ready; while :; do sleep 1000 & wait; done"))
	r.out.await(t, "ready")
	answer := make(chan error, 1)
	go r.service.Restart(func(err error) { answer <- err })
	r.out.await(t, "stopping")
	r.hub.Stop()
	// What is sent after the stop is carried out after it.
	if status, said := r.vm("", "restart"); status != exitMachine || !strings.Contains(said, "already") {
		t.Fatalf("status %d: %s", status, said)
	}
	open, err := os.OpenFile(gate, os.O_WRONLY, 0)
	must(t, err)
	open.Close()
	if err := <-answer; err == nil {
		t.Fatal("the service was started again although it had been stopped for good")
	}
	r.ended()
	if status, ended := r.hub.ExitStatus(); !ended || status != 3 {
		t.Fatalf("status %d, ended %v", status, ended)
	}
}

// A process that left the service's session holds its output open, and nobody waits for it.
func TestAnOrphanThatHoldsTheOutputDoesNotKeepTheServiceAlive(t *testing.T) {
	dir := t.TempDir()
	pid, alive := filepath.Join(dir, "pid"), filepath.Join(dir, "alive")
	must(t, syscall.Mkfifo(alive, 0o600))
	r := newRig(t, shell("setsid sh -c 'echo $$ >"+pid+"; echo >"+alive+"; exec sleep 1000' & read -r line <"+alive+"; exit 5"))
	r.ended()
	text, err := os.ReadFile(pid)
	must(t, err)
	orphan := int(number(strings.TrimSpace(string(text))))
	if err := syscall.Kill(orphan, 0); err != nil {
		t.Fatalf("the orphan is to outlive the service here: %v", err)
	}
	_ = syscall.Kill(orphan, syscall.SIGKILL)
	if status, ended := r.hub.ExitStatus(); !ended || status != 5 {
		t.Fatalf("status %d, ended %v", status, ended)
	}
}

func TestWhatAServiceSaysLastIsHandedOn(t *testing.T) {
	r := newRig(t, shell("head -c 300000 /dev/zero | tr '\\0' x; echo; echo last"))
	r.ended()
	r.out.await(t, "last")
	if got := strings.Count(r.out.text, "x"); got != 300000 {
		t.Fatalf("%d of 300000 bytes", got)
	}
}

// However slow the channel is: what stood in the pipe when the service ended is its output.
func TestAnOutputThatIsOverIsHandedOnToItsLastByte(t *testing.T) {
	from, to, err := os.Pipe()
	must(t, err)
	defer from.Close()
	defer to.Close() // as an orphan holds it
	written := bytes.Repeat([]byte{7}, 2*maxPayload-1)
	if _, err := to.Write(written); err != nil {
		t.Fatal(err)
	}
	must(t, from.SetReadDeadline(time.Now()))
	var channel bytes.Buffer
	var done sync.WaitGroup
	done.Add(1)
	NewService(Spec{}, NewFrameWriter(&channel), nil).relay(&done, from, kindOutput)
	got := 0
	for channel.Len() > 0 {
		frame, err := ReadFrame(&channel)
		must(t, err)
		got += len(frame.Payload)
	}
	fatalIf(t, got != len(written), "%d of %d bytes", got, len(written))
}
