package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// As this variable says, the test's own binary is the program `vm` in the container, on a directory of the test.
const asProgram = "FAULTLAB_TEST_VM_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(asProgram); dir != "" {
		switch os.Args[1] {
		case "restart":
			os.Exit(restartMain(dir))
		case "ready":
			os.Exit(readyMain(dir))
		case "exec":
			os.Exit(requestMain(dir, Request{Verb: verbExec, Argv: os.Args[2:]}))
		}
		os.Exit(exitUsage)
	}
	os.Exit(m.Run())
}

// No test's verdict depends on this: it only ends what hangs.
const patience = 30 * time.Second

// rig is a container and a guest without a machine between them: the channel is a socket, and the guest's processes are
// ours.
type rig struct {
	t       *testing.T
	dir     string
	reaper  *Reaper
	service *Service
	hub     *Hub
	out     *lines
}

// newRig starts a service, which is ready when it prints "ready".
func newRig(t *testing.T, process Process) *rig {
	t.Helper()
	r := &rig{t: t, dir: t.TempDir(), reaper: NewReaper(), out: newLines()}
	listener, err := net.Listen("unix", filepath.Join(r.dir, "channel"))
	must(t, err)
	guest, err := net.Dial("unix", filepath.Join(r.dir, "channel"))
	must(t, err)
	host, err := listener.Accept()
	must(t, err)
	listener.Close()
	settings := Settings{Ready: regexp.MustCompile("^ready")}
	r.hub = NewHub(host, NewState(r.dir, settings, Backend{}, time.Now()), r.out, &bytes.Buffer{})
	must(t, r.hub.Listen(filepath.Join(r.dir, clientSocket)))
	go r.hub.Run()
	frames := NewFrameWriter(guest)
	r.service = NewService(Spec{Process: process, KillAfter: 10}, frames, r.reaper)
	must(t, r.service.Start())
	go serve(guest, frames, r.service, r.reaper)
	go func() {
		lastWord(frames, r.service.Wait())
		guest.Close()
	}()
	t.Cleanup(func() {
		r.service.Stop()
		r.ended()
		r.hub.Close()
		r.reaper.Close()
	})
	return r
}

// ended waits for the end of the guest.
func (r *rig) ended() {
	r.t.Helper()
	select {
	case <-r.hub.Ended():
	case <-time.After(patience):
		r.t.Fatal("the guest goes on without a service")
	}
}

// vm runs the program with a verb, and gives its status and all that it printed.
func (r *rig) vm(input string, arguments ...string) (int, string) {
	r.t.Helper()
	command := exec.Command("/proc/self/exe", arguments...)
	command.Env = append(os.Environ(), asProgram+"="+r.dir)
	// Files, since nobody calls Wait here: children are the reaper's.
	file, err := os.Create(filepath.Join(r.t.TempDir(), "output"))
	if err != nil {
		r.t.Fatal(err)
	}
	defer file.Close()
	stdin := filepath.Join(r.t.TempDir(), "input")
	if err := os.WriteFile(stdin, []byte(input), 0o600); err != nil {
		r.t.Fatal(err)
	}
	if command.Stdin, err = os.Open(stdin); err != nil {
		r.t.Fatal(err)
	}
	command.Stdout, command.Stderr = file, file
	child, err := r.reaper.Start(command)
	if err != nil {
		r.t.Fatal(err)
	}
	select {
	case <-child.ended:
	case <-time.After(patience):
		r.t.Fatalf("vm %v does not return", arguments)
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		r.t.Fatal(err)
	}
	return child.Wait(), string(text)
}

// shell is a service that runs a script.
func shell(script string) Process {
	return Process{Argv: []string{"sh", "-c", script}, Env: []string{"PATH=" + os.Getenv("PATH")}}
}

// lines collects the service's output and lets a test wait for a line of it.
type lines struct {
	mu    sync.Mutex
	text  string
	more  chan struct{}
	taken int
}

func newLines() *lines { return &lines{more: make(chan struct{}, 1)} }

func (l *lines) Write(part []byte) (int, error) {
	l.mu.Lock()
	l.text += string(part)
	l.mu.Unlock()
	select {
	case l.more <- struct{}{}:
	default:
	}
	return len(part), nil
}

// await waits until the output, from where the last call stopped, contains the words.
func (l *lines) await(t *testing.T, words string) {
	t.Helper()
	limit := time.After(patience)
	for {
		l.mu.Lock()
		at := strings.Index(l.text[l.taken:], words)
		if at >= 0 {
			l.taken += at + len(words)
		}
		text := l.text
		l.mu.Unlock()
		if at >= 0 {
			return
		}
		select {
		case <-l.more:
		case <-limit:
			t.Fatalf("%q did not come; output:\n%s", words, text)
		}
	}
}
