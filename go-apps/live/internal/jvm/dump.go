// Package jvm asks the JVMs of this machine for thread dumps, and finds the places where many threads wait for one.
package jvm

import (
	"bufio"
	"io"
	"regexp"
	"strings"
)

// Thread is one thread of a dump.
type Thread struct {
	Name, ID string
	State    string
	// Frames are methods with their classes, innermost first: java.io.PrintStream.println.
	Frames []string
	// WaitsFor is the lock that the thread wants or waits on, Holds those that it has.
	WaitsFor Lock
	Holds    []Lock
	// Carries a virtual thread now.
	Carries bool
	// CPU is the processor time that it has taken, in milliseconds; empty where a dump has none, as before JDK 11.
	CPU string
}

// Lock is an object's address and class, as a dump has them. No address where the dump has none.
type Lock struct{ Address, Class string }

// Waits says that the thread stands still for a lock: it wants to enter a monitor, waits in one, or is parked for an object.
func (t Thread) Waits() bool { return t.WaitsFor != Lock{} }

var (
	threadLine = regexp.MustCompile(`^"(.*)" .*\btid=(0x[0-9a-f]+)`)
	stateLine  = regexp.MustCompile(`^\s+java\.lang\.Thread\.State: (\w+)`)
	frameLine  = regexp.MustCompile(`^\s+at ([^\s(]+)\(`)
	cpuTime    = regexp.MustCompile(`" .*\bcpu=([0-9.]+)ms`)
	lockLine   = regexp.MustCompile(`^\s+- (waiting to lock|waiting to re-lock in wait\(\)|waiting on|parking to wait for|locked|eliminated)\s+<([^>]*)>(?: \(an? ([^)]+)\))?`)
)

// maxLine is the longest line of a dump that is read; names of threads have no limit of their own.
const maxLine = 1 << 20

// ParseDump reads a thread dump as HotSpot prints it since JDK 6.
func ParseDump(from io.Reader) ([]Thread, error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxLine)
	var threads []Thread
	var current *Thread
	for lines.Scan() {
		line := lines.Text()
		if m := threadLine.FindStringSubmatch(line); m != nil {
			threads = append(threads, Thread{Name: m[1], ID: m[2]})
			current = &threads[len(threads)-1]
			if m := cpuTime.FindStringSubmatch(line); m != nil {
				current.CPU = m[1]
			}
			continue
		}
		switch {
		case current == nil:
		case strings.TrimSpace(line) == "":
			current = nil // what follows a blank line belongs to no thread: lists of classes, of locked synchronizers
		default:
			current.read(line)
		}
	}
	return threads, lines.Err()
}

// Virtual says whether a dump shows that its JVM uses virtual threads: one that is carried, or what wakes those that sleep.
func Virtual(threads []Thread) bool {
	for _, thread := range threads {
		if thread.Carries || contains(thread.Frames, "jdk.internal.vm.Continuation.") || strings.HasPrefix(thread.Name, "VirtualThread-unparker") {
			return true
		}
	}
	return false
}

func (t *Thread) read(line string) {
	if carried := strings.TrimSpace(line); strings.HasPrefix(carried, "Carrying virtual thread") || strings.HasPrefix(carried, "Mounted virtual thread") {
		t.Carries = true
		return
	}
	if m := stateLine.FindStringSubmatch(line); m != nil {
		t.State = m[1]
	} else if m := frameLine.FindStringSubmatch(line); m != nil {
		t.Frames = append(t.Frames, bare(m[1]))
	} else if m := lockLine.FindStringSubmatch(line); m != nil {
		lock := Lock{Class: m[3]}
		if strings.HasPrefix(m[2], "0x") {
			lock.Address = m[2]
		}
		switch m[1] {
		case "locked":
			t.Holds = append(t.Holds, lock)
		case "eliminated":
		default:
			t.WaitsFor = lock
		}
	}
}

// bare takes away what a frame may have before the class: a loader's name and a module, with slashes between.
func bare(method string) string {
	if at := strings.LastIndexByte(method, '/'); at >= 0 && !strings.Contains(method[at:], "Lambda") {
		// Hidden classes have a slash and an address in their own name: Foo$$Lambda/0x01234.apply
		if !strings.HasPrefix(method[at+1:], "0x") {
			return method[at+1:]
		}
	}
	return method
}
