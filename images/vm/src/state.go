package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"
)

const stateName = "state.json"

// State is what `vm info` prints. Times are seconds since the container's first process started.
type State struct {
	mu    sync.Mutex
	file  string
	begin time.Time
	ready *regexp.Regexp

	Backend
	Kernel    json.RawMessage `json:"kernel"`
	Userspace float64         `json:"userspaceSeconds"` // the guest's init runs
	Starts    int             `json:"starts"`           // how often the service's command was started
	Started   float64         `json:"startedSeconds"`   // the last time
	Ready     bool            `json:"ready"`
	ReadyAt   float64         `json:"readySeconds"`   // of the last start
	Over      string          `json:"over,omitempty"` // why no service runs any more
	// What the guest's own clock said when userspace was reached: /proc/uptime.
	GuestUptime string `json:"guestUptime"`
}

// NewState writes the first state file.
func NewState(dir string, s Settings, b Backend, begin time.Time) *State {
	state := &State{file: filepath.Join(dir, stateName), begin: begin, ready: s.Ready, Backend: b, Kernel: s.Kernel.Provenance}
	state.update(func() {})
	return state
}

func (s *State) update(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
	text, err := json.MarshalIndent(s, "", "  ")
	if err == nil {
		// Readers see the old or the new file, never half of one.
		if err = os.WriteFile(s.file+".new", append(text, '\n'), 0o644); err == nil {
			err = os.Rename(s.file+".new", s.file)
		}
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "vm: %s: %v\n", s.file, err)
	}
}

func (s *State) seconds() float64 {
	return time.Since(s.begin).Round(time.Millisecond).Seconds()
}

func (s *State) userspace(uptime string) {
	s.update(func() { s.Userspace, s.GuestUptime = s.seconds(), uptime })
	fmt.Fprintf(os.Stderr, "vm: userspace after %.1f s\n", s.Userspace)
}

func (s *State) started() {
	s.update(func() {
		s.Starts++
		s.Started, s.Ready, s.ReadyAt = s.seconds(), s.ready == nil, 0
		if s.Ready {
			s.ReadyAt = s.Started
		}
	})
}

func (s *State) stopping() {
	s.update(func() { s.Ready, s.ReadyAt = false, 0 })
}

func (s *State) over(why string) {
	s.update(func() { s.Ready, s.ReadyAt, s.Over = false, 0, why })
}

// line looks at one line of the service's output.
func (s *State) line(text string) {
	if s.ready == nil || s.Ready || !s.ready.MatchString(text) {
		return
	}
	s.update(func() { s.Ready, s.ReadyAt = true, s.seconds() })
	fmt.Fprintf(os.Stderr, "vm: ready %.1f s after the container's start\n", s.ReadyAt)
}

// status is what other processes of the container read of the state.
type status struct {
	Ready  bool   `json:"ready"`
	Starts int    `json:"starts"`
	Over   string `json:"over"`
}

func readStatus(dir string) (status, error) {
	var s status
	text, err := os.ReadFile(filepath.Join(dir, stateName))
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	return s, err
}

func readyMain(dir string) int {
	switch s, err := readStatus(dir); {
	case err != nil:
		fmt.Printf("not ready: no guest runs here: %v\n", err)
	case s.Over != "":
		fmt.Printf("not ready: %s\n", s.Over)
	case !s.Ready:
		fmt.Println("not ready")
	default:
		return 0
	}
	return 1
}

// restartMain returns when the service is ready again, however long that takes: whoever calls has a limit.
func restartMain(dir string) int {
	before, err := readStatus(dir)
	if err != nil {
		fmt.Fprintf(os.Stderr, "vm: no guest runs in this container: %v\n", err)
		return exitMachine
	}
	if status := requestMain(dir, Request{Verb: verbRestart}); status != 0 {
		return status
	}
	for {
		s, err := readStatus(dir)
		switch {
		case err != nil:
			fmt.Fprintf(os.Stderr, "vm: %v\n", err)
			return exitMachine
		case s.Over != "":
			fmt.Fprintf(os.Stderr, "vm: %s, before it was ready again; see the container's log\n", s.Over)
			return exitMachine
		case s.Starts > before.Starts && s.Ready:
			return 0
		}
		// `vm run` ends with the guest, and its socket with it.
		if !fileExists(filepath.Join(dir, clientSocket)) {
			fmt.Fprintln(os.Stderr, "vm: the guest ended before the service was ready again; see the container's log")
			return exitMachine
		}
		// A file of another process: there is nothing to wait on.
		time.Sleep(20 * time.Millisecond)
	}
}

func infoMain(dir string) int {
	text, err := os.ReadFile(filepath.Join(dir, stateName))
	if err != nil {
		fmt.Fprintf(os.Stderr, "vm: no guest runs here: %v\n", err)
		return 1
	}
	os.Stdout.Write(text)
	return 0
}
