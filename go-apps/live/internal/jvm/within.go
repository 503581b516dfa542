package jvm

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	maxLinks = 40      // as the kernel's
	maxFile  = 4 << 20 // bytes of a file of settings
)

// within opens a path as the process sees it: an absolute link leads into the process's root, and .. not out of it. What is
// below /proc/PID/root resolves links in this program's own root. Step by step, since openat2 came with Linux 5.6 and containers
// often forbid it. The descriptor is one for looking only (O_PATH).
func (p Process) within(path string) (descriptor int, err error) {
	var open []int
	shut := func() {
		for _, one := range open {
			unix.Close(one)
		}
		open = nil
	}
	defer func() {
		if err != nil {
			shut()
			err = &fs.PathError{Op: "open", Path: path, Err: err}
			return
		}
		last := len(open) - 1
		descriptor = open[last]
		open = open[:last]
		shut()
	}()
	fromRoot := false
	begin := func(steps string) error {
		shut()
		name := "cwd"
		if fromRoot = strings.HasPrefix(steps, "/"); fromRoot {
			name = "root"
		}
		folder, err := unix.Open(filepath.Join(p.proc, name), unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err == nil {
			open = []int{folder}
		}
		return err
	}
	if err := begin(path); err != nil {
		return -1, err
	}
	steps := strings.Split(path, "/")
	for links := 0; len(steps) > 0; {
		step := steps[0]
		steps = steps[1:]
		switch last := len(open) - 1; {
		case step == "" || step == ".":
			continue
		case step == ".." && last > 0:
			unix.Close(open[last])
			open = open[:last]
			continue
		case step == ".." && fromRoot:
			continue
		case step == "..":
			return -1, errors.New("leads out of the process's folder")
		}
		next, err := unix.Openat(open[len(open)-1], step, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		if err != nil {
			return -1, err
		}
		var info unix.Stat_t
		if err := unix.Fstat(next, &info); err != nil {
			unix.Close(next)
			return -1, err
		}
		if info.Mode&unix.S_IFMT != unix.S_IFLNK {
			open = append(open, next)
			continue
		}
		target := make([]byte, unix.PathMax)
		length, err := unix.Readlinkat(next, "", target)
		unix.Close(next)
		if err != nil {
			return -1, err
		}
		if links++; links > maxLinks {
			return -1, unix.ELOOP
		}
		link := string(target[:length])
		if strings.HasPrefix(link, "/") {
			if err := begin(link); err != nil {
				return -1, err
			}
		}
		steps = append(strings.Split(link, "/"), steps...)
	}
	return -1, nil
}

// read reads a file as the process sees it. Nothing but a file: a pipe might never answer.
func (p Process) read(path string) ([]byte, error) {
	descriptor, err := p.within(path)
	if err != nil {
		return nil, err
	}
	defer unix.Close(descriptor)
	var info unix.Stat_t
	if err := unix.Fstat(descriptor, &info); err != nil {
		return nil, err
	}
	if info.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	file, err := os.Open(entry(descriptor, ""))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxFile))
}

// entry is a name for what is in an open folder, wherever the folder is moved to; also short enough for a socket's address.
func entry(folder int, name string) string {
	return strings.TrimSuffix(fmt.Sprintf("/proc/self/fd/%d/%s", folder, name), "/")
}
