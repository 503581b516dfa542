package jvm

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"syscall"
)

// Dumps is how many thread dumps are taken of a JVM.
const Dumps = 3

// Process is a JVM of this machine.
type Process struct {
	PID int
	// inner is its number in its own process name space, by which it names its files.
	inner int
	uid   uint32
	gid   uint32
	proc  string
}

// Find gives the JVMs that this user may ask: its own, or all as root. The others are counted.
func Find(proc string) (found []Process, others int, err error) {
	folders, err := os.ReadDir(proc)
	if err != nil {
		return nil, 0, err
	}
	for _, folder := range folders {
		pid, err := strconv.Atoi(folder.Name())
		if err != nil {
			continue
		}
		if !isJava(filepath.Join(proc, folder.Name())) {
			continue
		}
		process, err := At(proc, pid)
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

// At is the JVM with this process number.
func At(proc string, pid int) (Process, error) {
	folder := filepath.Join(proc, strconv.Itoa(pid))
	status, err := os.ReadFile(filepath.Join(folder, "status"))
	if err != nil {
		return Process{}, fmt.Errorf("no process %d: %w", pid, err)
	}
	inner := pid
	if numbers := field(status, "NSpid"); len(numbers) > 0 {
		if inner, err = strconv.Atoi(numbers[len(numbers)-1]); err != nil {
			return Process{}, fmt.Errorf("process %d: NSpid %q", pid, numbers)
		}
	}
	info, err := os.Stat(folder)
	if err != nil {
		return Process{}, err
	}
	owner := info.Sys().(*syscall.Stat_t)
	return Process{pid, inner, owner.Uid, owner.Gid, folder}, nil
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

// catchesQuit says whether the process handles SIGQUIT. One that does not (-Xrs) would be ended by it.
func (p Process) catchesQuit() bool {
	status, err := os.ReadFile(filepath.Join(p.proc, "status"))
	if err != nil {
		return false
	}
	words := field(status, "SigCgt")
	if len(words) != 1 {
		return false
	}
	mask, err := strconv.ParseUint(words[0], 16, 64)
	return err == nil && mask>>(uint(syscall.SIGQUIT)-1)&1 == 1
}
