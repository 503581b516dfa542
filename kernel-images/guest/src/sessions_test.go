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
	fatalIf(t, status != 9 || !strings.Contains(said, strconv.Itoa(len(input))) || !strings.Contains(said, "bad"),
		"status %d: %s", status, said)
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
		must(t, slow.frames.Send(0, kindInput, part))
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
	fatalIf(t, err != nil || frame.Kind != kindOutput, "%+v, %v", frame, err)
	pid := strings.TrimSpace(string(frame.Payload))
	s.connection.Close()
	for end := time.Now().Add(patience); fileExists("/proc/" + pid); time.Sleep(time.Millisecond) {
		fatalIf(t, time.Now().After(end), "the command goes on although nobody listens")
	}
}

func TestATerminalHasTheClientsSize(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	if _, err := os.Stat("/dev/pts/ptmx"); err != nil {
		t.Skip("no pseudo-terminals here")
	}
	connection, err := net.Dial("unix", filepath.Join(r.dir, clientSocket))
	must(t, err)
	defer connection.Close()
	request := Request{Verb: verbExec, Argv: []string{"sh", "-c", "test -t 0 && stty size"}, TTY: true, Rows: 33, Cols: 101}
	must(t, NewFrameWriter(connection).SendJSON(0, kindRequest, request))
	said, status := readSession(t, connection)
	fatalIf(t, status != 0 || !strings.Contains(said, "33 101"), "status %d: %q", status, said)
}

func TestAnUnknownVerbIsRefused(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	connection, err := net.Dial("unix", filepath.Join(r.dir, clientSocket))
	must(t, err)
	defer connection.Close()
	must(t, NewFrameWriter(connection).SendJSON(0, kindRequest, Request{Verb: "dance"}))
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
	must(t, err)
	s := openSession{connection, NewFrameWriter(connection)}
	must(t, s.frames.SendJSON(0, kindRequest, Request{Verb: verbExec, Argv: argv}))
	t.Cleanup(func() { connection.Close() })
	return s
}

func readSession(t *testing.T, connection net.Conn) (string, int) {
	t.Helper()
	said := ""
	for {
		frame, err := ReadFrame(connection)
		fatalIf(t, err != nil, "the session ended without a status after %q: %v", said, err)
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
