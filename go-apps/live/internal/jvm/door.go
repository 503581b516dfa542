package jvm

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

const (
	opening = 10 * time.Second      // for a JVM to open its door, as jcmd waits
	pause   = 20 * time.Millisecond // between two looks whether it has: nothing tells
)

// connect opens the JVM's door. A JVM that was not asked before opens it when it gets SIGQUIT and finds a file by that name. Once the
// signal is sent, no context ends the waiting: a signal that finds no file makes the JVM print a dump.
func (p Process) connect(ctx context.Context) (net.Conn, error) {
	folder, err := p.within("/tmp")
	if err != nil {
		return nil, err
	}
	defer unix.Close(folder)
	connection, err := p.dial(folder)
	if !errors.Is(err, fs.ErrNotExist) {
		return connection, err
	}
	if err := p.machine.claim(p); err != nil {
		return nil, err
	}
	if err := p.refusal(); err != nil {
		return nil, p.machine.settle(p, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, p.machine.settle(p, err)
	}
	made, err := p.makeTrigger(folder)
	if err != nil {
		return nil, p.machine.settle(p, err)
	}
	defer made.Close()
	// Another tool may have opened it meanwhile; a signal that comes after makes older JVMs print a dump.
	if connection, err := p.dial(folder); !errors.Is(err, fs.ErrNotExist) {
		p.machine.settle(p, errors.New("another tool has opened its attach socket, which is gone; not asked"))
		return connection, errors.Join(err, made.remove())
	}
	if err := p.machine.signal(p); err != nil {
		return nil, p.machine.settle(p, errors.Join(err, made.remove()))
	}
	for deadline := time.Now().Add(p.machine.opening); ; time.Sleep(pause) {
		connection, err := p.dial(folder)
		switch {
		case !errors.Is(err, fs.ErrNotExist):
			p.machine.settle(p, errors.New("it has opened its attach socket once, which is gone; it gets no second SIGQUIT"))
			if failed := made.remove(); failed != nil && connection != nil {
				connection.Close()
				return nil, failed
			}
			return connection, err
		case !p.lives():
			return nil, p.machine.settle(p, errors.Join(errors.New("it has ended"), made.remove()))
		case time.Now().After(deadline):
			return nil, p.machine.settle(p, fmt.Errorf("it has not opened its attach socket within %v; it gets no second"+
				" SIGQUIT. /tmp/%s stays in the JVM's own file system, because without that file the JVM would print a thread"+
				" dump when it handles the signal. Remove it when the JVM has answered or ended", p.machine.opening, p.triggerName()))
		}
	}
}

// dial makes sure that the JVM itself answers: others may write in /tmp as well.
func (p Process) dial(folder int) (net.Conn, error) {
	name := fmt.Sprintf(".java_pid%d", p.inner)
	connection, err := net.DialTimeout("unix", entry(folder, name), patience)
	if err != nil {
		return nil, err
	}
	raw, err := connection.(*net.UnixConn).SyscallConn()
	if err != nil {
		connection.Close()
		return nil, err
	}
	var peer *unix.Ucred
	var failed error
	if err := raw.Control(func(descriptor uintptr) {
		peer, failed = unix.GetsockoptUcred(int(descriptor), unix.SOL_SOCKET, unix.SO_PEERCRED)
	}); err != nil || failed != nil {
		connection.Close()
		return nil, errors.Join(err, failed)
	}
	if int(peer.Pid) != p.PID {
		connection.Close()
		return nil, fmt.Errorf("/tmp/%s is process %d's; not asked", name, peer.Pid)
	}
	return connection, nil
}

// trigger is the file that turns SIGQUIT from "print a thread dump" to "open the door".
type trigger struct {
	folder int
	name   string
	file   *os.File
}

func (p Process) triggerName() string { return fmt.Sprintf(".attach_pid%d", p.inner) }

// makeTrigger makes it in the JVM's /tmp, where the door will be as well, and not in its working directory, where a program may
// look. It has to be the JVM's user's. By descriptors only: a process that writes there cannot swap anything in.
func (p Process) makeTrigger(folder int) (*trigger, error) {
	made := trigger{folder: folder, name: p.triggerName()}
	descriptor, err := unix.Openat(folder, made.name, unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_WRONLY|unix.O_CLOEXEC, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("/tmp/%s is there and not this program's: another tool asks it, or was killed; not asked", made.name)
	}
	if err != nil {
		return nil, fmt.Errorf("/tmp/%s: %w", made.name, err)
	}
	made.file = os.NewFile(uintptr(descriptor), made.name)
	if os.Geteuid() == 0 {
		if err := made.file.Chown(int(p.uid), int(p.gid)); err != nil {
			err = errors.Join(err, made.remove())
			made.Close()
			return nil, err
		}
	}
	return &made, nil
}

// remove removes the file if it is still the one that was made.
func (t *trigger) remove() error {
	var mine, there unix.Stat_t
	if err := unix.Fstat(int(t.file.Fd()), &mine); err != nil {
		return err
	}
	err := unix.Fstatat(t.folder, t.name, &there, unix.AT_SYMLINK_NOFOLLOW)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if mine.Dev != there.Dev || mine.Ino != there.Ino {
		return nil
	}
	return unix.Unlinkat(t.folder, t.name, 0)
}

func (t *trigger) Close() { t.file.Close() }

// quit sends SIGQUIT to the process that was looked at, and to no other that has got its number since.
func quit(p Process) error {
	// The numbers in a /proc of another name space are not those that kill takes.
	if self, err := os.Readlink(filepath.Join(filepath.Dir(p.proc), "self")); err != nil || self != strconv.Itoa(os.Getpid()) {
		return errors.New("/proc is of another process name space; not asked")
	}
	descriptor, err := unix.PidfdOpen(p.PID, 0)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) { // before Linux 5.3, or forbidden in a container
		if !p.lives() {
			return errors.New("it has ended")
		}
		return unix.Kill(p.PID, unix.SIGQUIT)
	}
	if err != nil {
		return err
	}
	defer unix.Close(descriptor)
	if !p.lives() {
		return errors.New("it has ended")
	}
	return unix.PidfdSendSignal(descriptor, unix.SIGQUIT, nil, 0)
}
