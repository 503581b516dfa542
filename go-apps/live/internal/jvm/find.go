package jvm

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Dumps is how many thread dumps are taken of a JVM.
const Dumps = 3

// Process is a JVM of this machine.
type Process struct {
	PID int
	// inner is its number in its own process name space, by which it names its files.
	inner int
	// uid and gid are the effective ones. Who owns /proc/PID may be root instead.
	uid, gid uint32
	// start tells it from another process that gets its number later; ticks since the machine's start.
	start   uint64
	proc    string
	machine *Machine
}

// Machine is where JVMs are looked for. It remembers whom it sent a signal, or why not: no JVM gets a second one.
type Machine struct {
	proc    string
	signal  func(Process) error
	opening time.Duration
	mu      sync.Mutex
	settled map[identity]error
}

type identity struct {
	pid   int
	start uint64
}

// NewMachine is the machine of a /proc.
func NewMachine(proc string) *Machine {
	return &Machine{proc: proc, signal: quit, opening: opening, settled: map[identity]error{}}
}

// claim lets one caller per process go on towards a signal; the others get what came of it.
func (m *Machine) claim(p Process) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	id := identity{p.PID, p.start}
	if err, known := m.settled[id]; known {
		return err
	}
	m.settled[id] = errors.New("it is being asked")
	return nil
}

// settle keeps what came of it, and hands it back.
func (m *Machine) settle(p Process, what error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.settled[identity{p.PID, p.start}] = what
	return what
}

// Find gives the JVMs that this user may ask: its own, or all as root. The others are counted.
func (m *Machine) Find() (found []Process, others int, err error) {
	folders, err := os.ReadDir(m.proc)
	if err != nil {
		return nil, 0, err
	}
	for _, folder := range folders {
		pid, err := strconv.Atoi(folder.Name())
		if err != nil {
			continue
		}
		if !isJava(filepath.Join(m.proc, folder.Name())) {
			continue
		}
		process, err := m.At(pid)
		if err != nil {
			continue // it has ended meanwhile
		}
		if me := uint32(os.Geteuid()); me != 0 && me != process.uid {
			others++
			continue
		}
		found = append(found, process)
	}
	sort.Slice(found, func(i, j int) bool { return found[i].PID < found[j].PID })
	return found, others, nil
}

// isJava goes by the program's name: whether libjvm.so is mapped only its own user may see.
func isJava(folder string) bool {
	command, err := os.ReadFile(filepath.Join(folder, "cmdline"))
	if err != nil {
		return false
	}
	program, _, _ := bytes.Cut(command, []byte{0})
	return filepath.Base(string(program)) == "java"
}

// At is the process with this number. Whether it is a JVM is looked at before it is asked.
func (m *Machine) At(pid int) (Process, error) {
	folder := filepath.Join(m.proc, strconv.Itoa(pid))
	status, err := os.ReadFile(filepath.Join(folder, "status"))
	if err != nil {
		return Process{}, fmt.Errorf("no process %d: %w", pid, err)
	}
	if group := field(status, "Tgid"); len(group) == 1 && group[0] != strconv.Itoa(pid) {
		return Process{}, fmt.Errorf("%d is a thread of process %s; give that number instead", pid, group[0])
	}
	inner := pid
	if numbers := field(status, "NSpid"); len(numbers) > 0 {
		if inner, err = strconv.Atoi(numbers[len(numbers)-1]); err != nil {
			return Process{}, fmt.Errorf("process %d: NSpid %q", pid, numbers)
		}
	}
	uid, err := effective(status, "Uid")
	if err != nil {
		return Process{}, fmt.Errorf("process %d: %w", pid, err)
	}
	gid, err := effective(status, "Gid")
	if err != nil {
		return Process{}, fmt.Errorf("process %d: %w", pid, err)
	}
	start, err := startTime(folder)
	if err != nil {
		return Process{}, fmt.Errorf("process %d: %w", pid, err)
	}
	return Process{PID: pid, inner: inner, uid: uid, gid: gid, start: start, proc: folder, machine: m}, nil
}

// effective is the second of the four numbers of a user or group in /proc/PID/status: real, effective, saved, of the file system.
func effective(status []byte, name string) (uint32, error) {
	words := field(status, name)
	if len(words) != 4 {
		return 0, fmt.Errorf("%s %q, four numbers expected", name, words)
	}
	number, err := strconv.ParseUint(words[1], 10, 32)
	return uint32(number), err
}

// statFields are those of /proc/PID/stat from the state on: the name before may have anything in it.
func statFields(stat []byte) []string {
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) == 0 {
		return []string{"?"}
	}
	return fields
}

func startTime(folder string) (uint64, error) {
	stat, err := os.ReadFile(filepath.Join(folder, "stat"))
	if err != nil {
		return 0, err
	}
	const start = 22 - 3 // proc(5) counts from 1, and the state is the third
	fields := statFields(stat)
	if len(fields) <= start {
		return 0, fmt.Errorf("stat has %d fields after the name", len(fields))
	}
	return strconv.ParseUint(fields[start], 10, 64)
}

// lives says whether the number is still the same process's, and it has not ended.
func (p Process) lives() bool {
	stat, err := os.ReadFile(filepath.Join(p.proc, "stat"))
	if err != nil {
		return false
	}
	start, err := startTime(p.proc)
	return err == nil && start == p.start && statFields(stat)[0] != "Z"
}

// field gives the words after a name in /proc/PID/status.
func field(status []byte, name string) []string {
	for _, line := range strings.Split(string(status), "\n") {
		if rest, found := strings.CutPrefix(line, name+":"); found {
			return strings.Fields(rest)
		}
	}
	return nil
}
