// go-cpus prints how many threads run Go code at once, and how many processors the program's control group may use.
//
// Up to Go 1.24 the first number is that of the machine's processors, whatever the group's quota is (cpu.max). The kernel
// stops a program that has used its quota up for the rest of the period, its garbage collector included. Go 1.25 takes the
// quota into account, rounded up and at least 2 (golang/go#73193).
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Println(runtime.Version())
		return
	}
	quota, err := quota()
	if err != nil {
		fmt.Fprintln(os.Stderr, "go-cpus:", err)
		os.Exit(1)
	}
	fmt.Printf("{\"cpus\":%d,\"quota\":%d,\"gomaxprocs\":%d}\n", runtime.NumCPU(), quota, runtime.GOMAXPROCS(0))
}

// quota is the number of processors that this process's group may use, rounded up; those of the machine without a limit.
func quota() (int, error) {
	group, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return 0, err
	}
	own := strings.TrimPrefix(strings.TrimSpace(string(group)), "0::")
	limit, err := os.ReadFile(filepath.Join("/sys/fs/cgroup", own, "cpu.max"))
	if err != nil {
		return 0, err
	}
	var used, period int
	if _, err := fmt.Sscan(string(limit), &used, &period); err != nil {
		return runtime.NumCPU(), nil // "max"
	}
	return (used + period - 1) / period, nil
}
