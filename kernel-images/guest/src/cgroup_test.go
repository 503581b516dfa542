package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// controlFiles are plain ones, as a kernel with a memory controller and no other would have them.
func controlFiles(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	must(t, os.Mkdir(filepath.Join(root, "service"), 0o755))
	for _, name := range []string{
		"cgroup.subtree_control", "cgroup.procs", "service/memory.max", "service/cgroup.procs",
	} {
		must(t, os.WriteFile(filepath.Join(root, name), nil, 0o644))
	}
	must(t, os.WriteFile(filepath.Join(root, "cgroup.controllers"), []byte("memory\n"), 0o644))
	return root
}

func TestAGroupHasItsControllersAndLimits(t *testing.T) {
	root := controlFiles(t)
	_, err := newGroup(root, map[string]string{"memory.max": "128M"})
	must(t, err)
	for name, text := range map[string]string{"cgroup.subtree_control": "+memory", "service/memory.max": "128M"} {
		if got := readOr(filepath.Join(root, name), ""); got != text {
			t.Errorf("%s is %q, want %q", name, got, text)
		}
	}
}

func TestAControllerThatTheKernelLacksIsNamedWithThoseThatItHas(t *testing.T) {
	root := controlFiles(t)
	must(t, os.Remove(filepath.Join(root, "cgroup.subtree_control")))
	_, err := newGroup(root, map[string]string{"cpu.max": "50000 100000"})
	if err == nil || !strings.Contains(err.Error(), "+cpu") || !strings.Contains(err.Error(), `"memory"`) {
		t.Fatal(err)
	}
}

func TestWithoutSettingsThereIsNoGroup(t *testing.T) {
	group, err := newGroup(t.TempDir(), nil)
	must(t, err)
	ran := false
	must(t, group.start(func() error { ran = true; return nil }))
	fatalIf(t, group != nil || !ran, "%v %v", group, ran)
}

func TestTheParentGoesIntoTheGroupAndComesBack(t *testing.T) {
	root := controlFiles(t)
	group, err := newGroup(root, map[string]string{"memory.max": "1G"})
	must(t, err)
	failure := errors.New("no such program")
	err = group.start(func() error {
		fatalIf(t, readOr(filepath.Join(root, "service/cgroup.procs"), "") != "0", "not in the group")
		fatalIf(t, readOr(filepath.Join(root, "cgroup.procs"), "") != "", "back already")
		return failure
	})
	fatalIf(t, err != failure, "%v", err)
	fatalIf(t, readOr(filepath.Join(root, "cgroup.procs"), "") != "0", "not back")
}

func TestTheToolsAreOutsideTheGroup(t *testing.T) {
	root := controlFiles(t)
	group, err := newGroup(root, map[string]string{"memory.max": "1G"})
	must(t, err)
	reaper := NewReaper()
	defer reaper.Close()
	reaper.Group = group
	tool := exec.Command("/bin/true")
	tool.SysProcAttr = &syscall.SysProcAttr{Chroot: "/"}
	child, err := reaper.Start(tool)
	must(t, err)
	child.Wait()
	fatalIf(t, readOr(filepath.Join(root, "service/cgroup.procs"), "") != "", "a tool was started in the group")
	child, err = reaper.Start(exec.Command("/bin/true"))
	must(t, err)
	child.Wait()
	fatalIf(t, readOr(filepath.Join(root, "service/cgroup.procs"), "") != "0", "the service was started outside it")
}
