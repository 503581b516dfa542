package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	controlSocket = stateDir + "/control.sock" // QEMU connects here, and here
	qmpSocket     = stateDir + "/qmp.sock"
	initramfsFile = stateDir + "/initramfs.cpio"
	clientSocket  = "exec.sock" // in stateDir; `vm exec` connects here
	consoleLog    = stateDir + "/console.log"
	panicSign     = "Kernel panic - not syncing"
)

// runMain is PID 1 of the container; its exit status is the service's, or exitMachine with a reason on stderr.
func runMain(arguments []string) int {
	if len(arguments) > 0 && (arguments[0] == "-h" || arguments[0] == "--help") {
		fmt.Print(usage)
		return 0
	}
	settings, err := ReadSettings(arguments)
	if err != nil {
		fmt.Fprintf(os.Stderr, "vm: %v\n", err)
		return exitUsage
	}
	status, err := boot(settings)
	if err != nil {
		fmt.Fprintf(os.Stderr, "vm: FAILED: %v\n", err)
		return exitMachine
	}
	return status
}

func boot(s Settings) (int, error) {
	begin := time.Now()
	stop := make(chan os.Signal, 2)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	if err := os.MkdirAll(stateDir, 0o755); err != nil {
		return 0, err
	}
	// A container that is started again brings its old files along.
	for _, old := range []string{controlSocket, qmpSocket, stateDir + "/" + clientSocket, consoleLog} {
		os.Remove(old)
	}
	backend, err := chooseBackend(s)
	if err != nil {
		return 0, err
	}
	announce(s, backend)
	if err := packExtra(); err != nil {
		return 0, err
	}
	network, err := takeOver()
	if err != nil {
		return 0, err
	}
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return 0, fmt.Errorf("limit of open files: %w", err)
	}
	spec := Spec{
		Hostname: s.Hostname, Network: network, Sysctls: s.Sysctls, Cgroup: s.Cgroup, Process: s.Image, KillAfter: s.Grace,
		NoACPI: s.Kernel.Machine == microvm, Now: time.Now().Unix(), OpenFiles: files.Max,
		Hosts: readOr("/etc/hosts", "127.0.0.1 localhost\n"), Resolv: readOr("/etc/resolv.conf", ""),
	}
	if err := writeInitramfs(initramfsFile, spec, s.Kernel.Modules); err != nil {
		return 0, err
	}
	m := &machinery{settings: s, backend: backend, spec: spec, state: NewState(stateDir, s, backend, begin), stop: stop}
	if s.Snapshot.Mode == snapshotOff {
		return m.cold()
	}
	return m.bySnapshot()
}

// outcome says how the machine ended: with the service's status, or not.
func outcome(hub *Hub, watcher *console) (int, error) {
	if failure := hub.Failure(); failure != "" {
		return 0, fmt.Errorf("the service did not start: %s", failure)
	}
	if status, ended := hub.ExitStatus(); ended {
		fmt.Fprintf(os.Stderr, "vm: the service ended with status %d\n", status)
		return status, nil
	}
	if watcher.panicked() {
		return 0, fmt.Errorf("the guest's kernel panicked; last of its console:\n%s", watcher.tail())
	}
	return 0, fmt.Errorf("the guest ended without its service having ended; last of its console:\n%s", watcher.tail())
}

func announce(s Settings, b Backend) {
	fmt.Fprintf(os.Stderr, "vm: backend %s: %s\n", b.Name, b.Reason)
	if b.Name == "tcg" {
		fmt.Fprintln(os.Stderr, "vm: EMULATED CPU: start and latencies are many times those of a real one; compare within this run only")
	}
	fmt.Fprintf(os.Stderr, "vm: kernel %s\n", s.Kernel.Image)
}

// packExtra packs /guest, if the container has one, as a second layer over the image.
func packExtra() error {
	if !fileExists(extraDir) {
		return nil
	}
	target := stateDir + "/extra.sqfs"
	os.Remove(target)
	// Not compressed: the guest's CPU is what is scarce. Without times, so that the same files are the same bytes.
	output, err := exec.Command("mksquashfs", extraDir, target, "-noI", "-noD", "-noF", "-noX",
		"-mkfs-time", "0", "-all-time", "0",
		"-no-progress", "-quiet", "-all-root").CombinedOutput()
	if err != nil {
		return fmt.Errorf("mksquashfs %s: %w: %s", extraDir, err, output)
	}
	return nil
}

// console relays the kernel's console to the container's log and keeps its end for error messages.
type console struct {
	mu    sync.Mutex
	lines []string
	panic bool
	ended chan struct{}
}

func watchConsole(from io.Reader) *console {
	c := &console{ended: make(chan struct{})}
	log, err := os.OpenFile(consoleLog, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		fmt.Fprintf(os.Stderr, "vm: %v\n", err)
	}
	go func() {
		defer close(c.ended)
		if log != nil {
			defer log.Close()
		}
		lines := bufio.NewReader(from)
		for {
			line, err := lines.ReadString('\n')
			if line != "" {
				c.keep(strings.TrimRight(line, "\r\n"))
				if log != nil {
					io.WriteString(log, line)
				}
				fmt.Fprintf(os.Stderr, "console| %s\n", strings.TrimRight(line, "\r\n"))
			}
			if err != nil {
				return
			}
		}
	}()
	return c
}

func (c *console) keep(line string) {
	const kept = 40
	c.mu.Lock()
	defer c.mu.Unlock()
	c.panic = c.panic || strings.Contains(line, panicSign)
	c.lines = append(c.lines, line)
	if len(c.lines) > kept {
		c.lines = c.lines[1:]
	}
}

func (c *console) panicked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.panic
}

func (c *console) tail() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.lines) == 0 {
		return "  (the console stayed silent)"
	}
	return "  " + strings.Join(c.lines, "\n  ")
}
