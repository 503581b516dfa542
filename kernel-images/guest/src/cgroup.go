package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
)

// Where cgroup2 is mounted, as everywhere else.
const cgroupRoot = "/sys/fs/cgroup"

// mountCgroups is for programs that look for their limits there. A kernel without control groups has no such directory.
func mountCgroups(root string) {
	_ = syscall.Mount("cgroup2", root+cgroupRoot, "cgroup2", 0, "")
}

// Group is the control group of the service and of what `vm exec` runs beside it; nil is none.
type Group struct {
	root, own string
}

// newGroup makes the group below root and sets its files (memory.max -> 128M). The controllers are what is before the
// point.
func newGroup(root string, settings map[string]string) (*Group, error) {
	if len(settings) == 0 {
		return nil, nil
	}
	g := &Group{root: root, own: filepath.Join(root, "service")}
	controllers := map[string]bool{}
	names := []string{}
	for name := range settings {
		controllers["+"+strings.SplitN(name, ".", 2)[0]] = true
		names = append(names, name)
	}
	for controller := range controllers {
		if err := write(filepath.Join(root, "cgroup.subtree_control"), controller); err != nil {
			there := strings.TrimSpace(readOr(filepath.Join(root, "cgroup.controllers"), ""))
			return nil, fmt.Errorf("control group: %s: %w; this kernel has the controllers %q", controller, err, there)
		}
	}
	if err := os.MkdirAll(g.own, 0o755); err != nil {
		return nil, fmt.Errorf("control group: %w", err)
	}
	sort.Strings(names)
	for _, name := range names {
		if err := write(filepath.Join(g.own, name), settings[name]); err != nil {
			return nil, fmt.Errorf("control group: %s=%s: %w", name, settings[name], err)
		}
	}
	return g, nil
}

// start runs a function that starts a child, which is born where its parent is: the parent goes there and back. One at a
// time, and no other child may be started meanwhile.
func (g *Group) start(child func() error) error {
	if g == nil {
		return child()
	}
	if err := write(filepath.Join(g.own, "cgroup.procs"), "0"); err != nil {
		return fmt.Errorf("control group: %w", err)
	}
	err := child()
	if back := write(filepath.Join(g.root, "cgroup.procs"), "0"); back != nil && err == nil {
		err = fmt.Errorf("control group: %w", back)
	}
	return err
}

// write sets a control file, which has to be there.
func write(path, text string) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.WriteString(text)
	return err
}
