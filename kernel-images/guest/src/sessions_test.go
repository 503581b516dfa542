package main

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestACommandGetsItsInputAndGivesItsStatus(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	input := strings.Repeat("0123456789abcdef\n", 20000)
	status, said := r.vm(input, "exec", "sh", "-c", "wc -c; echo bad >&2; exit 9")
	if status != 9 || !strings.Contains(said, strconv.Itoa(len(input))) || !strings.Contains(said, "bad") {
		t.Fatalf("status %d: %s", status, said)
	}
}

func TestACommandThatIsNotThereIsAFailure(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	if status, said := r.vm("", "exec", "no-such-command"); status != exitMachine || !strings.Contains(said, "not found in") {
		t.Fatalf("status %d: %s", status, said)
	}
}

// A command that does not take its input must not stop the channel for the others.
func TestACommandThatDoesNotReadIsNobodyElsesConcern(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	slow := r.session(t, "sh", "-c", "echo $$; exec sleep 1000")
	part := make([]byte, maxPayload)
	for i := 0; i < 64; i++ { // 2 MiB; a pipe holds 64 KiB
		if err := slow.frames.Send(0, kindInput, part); err != nil {
			t.Fatal(err)
		}
	}
	if status, said := r.vm("", "exec", "echo", "through"); status != 0 || !strings.Contains(said, "through") {
		t.Fatalf("status %d: %s", status, said)
	}
	slow.connection.Close()
}

// A client that goes away takes its command along.
func TestAHangUpEndsTheCommand(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	s := r.session(t, "sh", "-c", "echo $$; sleep 1000; echo over")
	frame, err := ReadFrame(s.connection)
	if err != nil || frame.Kind != kindOutput {
		t.Fatalf("%+v, %v", frame, err)
	}
	pid := strings.TrimSpace(string(frame.Payload))
	s.connection.Close()
	for end := time.Now().Add(patience); fileExists("/proc/" + pid); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the command goes on although nobody listens")
		}
	}
}

func TestATerminalHasTheClientsSize(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	if _, err := os.Stat("/dev/pts/ptmx"); err != nil {
		t.Skip("no pseudo-terminals here")
	}
	connection, err := net.Dial("unix", filepath.Join(r.dir, clientSocket))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	request := Request{Verb: verbExec, Argv: []string{"sh", "-c", "test -t 0 && stty size"}, TTY: true, Rows: 33, Cols: 101}
	if err := NewFrameWriter(connection).SendJSON(0, kindRequest, request); err != nil {
		t.Fatal(err)
	}
	said, status := readSession(t, connection)
	if status != 0 || !strings.Contains(said, "33 101") {
		t.Fatalf("status %d: %q", status, said)
	}
}

func TestAnUnknownVerbIsRefused(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	connection, err := net.Dial("unix", filepath.Join(r.dir, clientSocket))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if err := NewFrameWriter(connection).SendJSON(0, kindRequest, Request{Verb: "dance"}); err != nil {
		t.Fatal(err)
	}
	if frame, err := ReadFrame(connection); err != nil || frame.Kind != kindFailure {
		t.Fatalf("%+v, %v", frame, err)
	}
}

type openSession struct {
	connection net.Conn
	frames     *FrameWriter
}

// session opens a command and leaves it open.
func (r *rig) session(t *testing.T, argv ...string) openSession {
	t.Helper()
	connection, err := net.Dial("unix", filepath.Join(r.dir, clientSocket))
	if err != nil {
		t.Fatal(err)
	}
	s := openSession{connection, NewFrameWriter(connection)}
	if err := s.frames.SendJSON(0, kindRequest, Request{Verb: verbExec, Argv: argv}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	return s
}

func readSession(t *testing.T, connection net.Conn) (string, int) {
	t.Helper()
	said := ""
	for {
		frame, err := ReadFrame(connection)
		if err != nil {
			t.Fatalf("the session ended without a status after %q: %v", said, err)
		}
		switch frame.Kind {
		case kindExit:
			return said, ExitStatus(frame.Payload)
		case kindFailure:
			t.Fatalf("%s", frame.Payload)
		default:
			said += string(frame.Payload)
		}
	}
}
