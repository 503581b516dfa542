package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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
	held  chan struct{} // told of readiness in place of everybody else

	Backend
	Kernel json.RawMessage `json:"kernel"`
	// cold, or restored from a snapshot: guests of one snapshot share what they had drawn from the random pool.
	Start     string         `json:"start"`
	StartedBy string         `json:"startReason,omitempty"`
	Snapshot  *SnapshotFacts `json:"snapshot,omitempty"`
	Panics    int            `json:"startPanics,omitempty"` // of the kernel, before userspace
	Userspace float64        `json:"userspaceSeconds"`      // the guest's init runs
	Starts    int            `json:"starts"`                // how often the service's command was started
	Started   float64        `json:"startedSeconds"`        // the last time
	Ready     bool           `json:"ready"`
	ReadyAt   float64        `json:"readySeconds"`   // of the last start
	Over      string         `json:"over,omitempty"` // why no service runs any more
	// What the guest's own clock said when userspace was reached: /proc/uptime.
	GuestUptime string `json:"guestUptime"`
}

// SnapshotFacts says which snapshot a guest comes from.
type SnapshotFacts struct {
	ID    string    `json:"id"`
	Key   string    `json:"key"` // of the recipe: what the guest is made of
	Saved time.Time `json:"saved"`
}

// NewState writes the first state file.
func NewState(dir string, s Settings, b Backend, begin time.Time) *State {
	state := &State{file: filepath.Join(dir, stateName), begin: begin, ready: s.Ready, Backend: b, Kernel: s.Kernel.Provenance, Start: "cold"}
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
		s.Started, s.Ready, s.ReadyAt = s.seconds(), false, 0
	})
	if s.ready == nil {
		s.becomeReady()
	}
}

// startPanic counts one and gives how many there were.
func (s *State) startPanic() int {
	s.update(func() { s.Panics++ })
	return s.Panics
}

func (s *State) stopping() {
	s.update(func() { s.Ready, s.ReadyAt = false, 0 })
}

func (s *State) over(why string) {
	s.update(func() { s.Ready, s.ReadyAt, s.Over = false, 0, why })
}

// line looks at one line of the service's output.
func (s *State) line(text string) {
	if s.ready == nil || !s.ready.MatchString(text) {
		return
	}
	s.mu.Lock()
	already := s.Ready
	s.mu.Unlock()
	if !already {
		s.becomeReady()
	}
}

func (s *State) becomeReady() {
	s.mu.Lock()
	held := s.held
	s.mu.Unlock()
	if held == nil {
		s.announce()
		return
	}
	select {
	case held <- struct{}{}:
	default:
	}
}

func (s *State) announce() {
	s.update(func() { s.Ready, s.ReadyAt = true, s.seconds() })
	fmt.Fprintf(os.Stderr, "vm: ready %.1f s after the container's start\n", s.ReadyAt)
}

// hold keeps readiness back: a guest that is about to be saved serves no client.
func (s *State) hold() <-chan struct{} {
	held := make(chan struct{}, 1)
	s.update(func() { s.held = held })
	return held
}

// cold lets readiness be known again, of a guest that is none of a snapshot's.
func (s *State) cold(why string) {
	s.update(func() { s.held, s.StartedBy = nil, why })
}

// restored: the guest goes on here, with its service as ready as it was.
func (s *State) restored(snapshot Snapshot, uptime string) {
	s.update(func() {
		s.held = nil
		s.Start, s.StartedBy = "restored", "a snapshot fits"
		s.Snapshot = &SnapshotFacts{snapshot.ID, snapshot.Recipe.Key(), snapshot.Saved}
		s.GuestUptime, s.Starts = strings.TrimSpace(uptime), 1
		s.Userspace = s.seconds()
		s.Started = s.Userspace
	})
	say("goes on from %s", snapshot.ID)
	s.announce()
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

// restartMain returns when the service is ready again, however long that takes: callers set a limit.
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
