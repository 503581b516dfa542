package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestTheReaperGivesAShellsStatus(t *testing.T) {
	r := NewReaper()
	defer r.Close()
	for script, want := range map[string]int{"exit 0": 0, "exit 42": 42, "kill -9 $$": 137} {
		child, err := r.Start(exec.Command("sh", "-c", script))
		must(t, err)
		if got := child.Wait(); got != want {
			t.Errorf("%s: %d, expected %d", script, got, want)
		}
	}
}

func TestACommandThatDoesNotExistIsAnErrorAndNoChild(t *testing.T) {
	r := NewReaper()
	defer r.Close()
	if child, err := r.Start(exec.Command("/none")); err == nil {
		t.Fatalf("child %+v", child)
	}
}

// A child of ours that nobody has waited for yet must not hide an orphan.
func TestTheReaperCollectsOrphans(t *testing.T) {
	const setChildSubreaper = 36 // prctl(2): orphans below come to us, as they come to PID 1
	if _, _, errno := syscall.Syscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0); errno != 0 {
		t.Fatal(errno)
	}
	defer syscall.Syscall(syscall.SYS_PRCTL, setChildSubreaper, 0, 0)
	r := NewReaper()
	defer r.Close()
	command := exec.Command("sh", "-c", "setsid sleep 1000 >&- & echo $!")
	output, err := command.StdoutPipe()
	must(t, err)
	child, err := r.Start(command)
	must(t, err)
	said := make([]byte, 32)
	n, err := output.Read(said)
	must(t, err)
	orphan, err := strconv.Atoi(strings.TrimSpace(string(said[:n])))
	must(t, err)
	child.Wait()
	must(t, syscall.Kill(orphan, syscall.SIGKILL))
	// A zombie still has a directory here; one that was collected has none.
	for end := time.Now().Add(patience); fileExists("/proc/" + strconv.Itoa(orphan)); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			stat, _ := os.ReadFile("/proc/" + strconv.Itoa(orphan) + "/stat")
			t.Fatalf("the orphan was not collected: %s", stat)
		}
	}
}
