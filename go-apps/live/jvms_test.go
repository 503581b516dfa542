package main

import (
	"bytes"
	"context"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"faultlab/live/internal/check"
	"faultlab/live/internal/jvm"
)

// A process that is no JVM gets no signal, one that is gone is named, and the others are asked all the same.
func TestNamedProcessesThatDoNotAnswer(t *testing.T) {
	child := exec.Command("sleep", "60")
	if err := child.Start(); err != nil {
		t.Skip(err)
	}
	defer func() { _ = child.Process.Kill(); _ = child.Wait() }()
	number := strconv.Itoa(child.Process.Pid)
	status, out, problems := start("--for", "100ms", "--jvm", "2147483646,"+number+","+number)
	check.ErrorIf(t, strings.Count(out, "JVM "+number+": no thread dump") != 1 || !strings.Contains(out, "no process 2147483646"),
		"%s", out)
	check.ErrorIf(t, status == exitNothing, "status %d, %q", status, problems)
	if err := child.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("it has ended: %v", err)
	}
}

func TestAnInterruptionIsTheStatus(t *testing.T) {
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		for _, words := range [][]string{{"--for", "1h", "--jvm", "none"}, {"--for", "1h", "--jvm", "none", "--watch"}} {
			ctx, end := context.WithCancelCause(context.Background())
			time.AfterFunc(50*time.Millisecond, func() { end(interrupted{signal}) })
			var out, problems bytes.Buffer
			if status := run(ctx, words, &out, &problems); status != want && !strings.Contains(problems.String(), "inet_diag") {
				t.Errorf("%v: status %d, %q", words, status, problems.String())
			}
		}
	}
}

// Connections can be judged, and still nothing is known of what was asked for.
func TestAMissingProcessIsNoHealth(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	defer listener.Close()
	client, err := net.Dial("tcp4", listener.Addr().String())
	check.Must(t, err)
	defer client.Close()
	if status, out, problems := start("--for", "100ms", "--jvm", "2147483646"); status == exitNothing ||
		status == exitNotJudged && !strings.Contains(out, " 0 connections") && !strings.Contains(problems, "--jvm") {
		t.Errorf("status %d, %q, %s", status, problems, out)
	}
	if all := dumpAll(context.Background(), jvm.NewMachine(proc), "2147483646", time.Now(), 0); !all.silent || len(all.part.Unseen) != 1 {
		t.Errorf("%+v", all)
	}
}
