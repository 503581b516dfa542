package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"unsafe"
)

// serve carries out the container's requests, in the guest, until the channel ends.
func serve(port io.Reader, frames *FrameWriter, service *Service, reaper *Reaper) {
	sessions := &sessionTable{open: map[uint32]*session{}}
	frozen := false
	for {
		frame, err := ReadFrame(port)
		if err != nil {
			fmt.Fprintf(os.Stderr, "faultlab: control channel: %v\n", err)
			return
		}
		if frame.Kind != kindRequest {
			sessions.pass(frame)
			continue
		}
		var request Request
		if err := json.Unmarshal(frame.Payload, &request); err != nil {
			_ = frames.Send(frame.Session, kindFailure, []byte(err.Error()))
			continue
		}
		if frozen && request.Verb != verbResume {
			continue // there is no client to answer
		}
		switch request.Verb {
		case verbFreeze:
			if why := cannotFreeze(service, sessions); why != "" {
				_ = frames.Send(0, kindRefused, []byte(why))
				continue
			}
			frozen = true
			_ = frames.Hold(0, kindFrozen, nil)
		case verbResume:
			if !frozen {
				_ = frames.Send(0, kindRefused, []byte("it was not frozen"))
				continue
			}
			frozen = false
			if err := service.resume(request.Identity); err != nil {
				_ = frames.Release(0, kindRefused, []byte(err.Error()))
				continue
			}
			_ = frames.Release(0, kindResumed, []byte(readOr("/proc/uptime", "")))
		case verbStop:
			go service.Stop()
		case verbRestart:
			go func(id uint32) {
				service.Restart(func(err error) {
					if err != nil {
						_ = frames.Send(id, kindFailure, []byte(err.Error()))
						return
					}
					_ = frames.SendExit(id, 0)
				})
			}(frame.Session)
		case verbExec:
			start(frame.Session, request, service.spec, frames, reaper, sessions)
		default:
			_ = frames.Send(frame.Session, kindFailure, []byte("unknown verb "+request.Verb))
		}
	}
}

// cannotFreeze: what a client in this container has begun cannot go on in another one.
func cannotFreeze(service *Service, sessions *sessionTable) string {
	sessions.mu.Lock()
	defer sessions.mu.Unlock()
	switch {
	case len(sessions.open) > 0:
		return fmt.Sprintf("%d commands of vm exec run in the guest", len(sessions.open))
	case !service.steady():
		return "the service is being restarted, or has ended"
	}
	return ""
}

// session is one command of `vm exec` in the guest.
type session struct {
	pid      int
	input    *inputQueue
	terminal *os.File // nil without --tty
}

type sessionTable struct {
	mu   sync.Mutex
	open map[uint32]*session
}

func (t *sessionTable) add(id uint32, s *session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open[id] = s
}

func (t *sessionTable) remove(id uint32) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.open, id)
}

// pass hands input to a session; frames for one that has ended are late and mean nothing.
func (t *sessionTable) pass(frame Frame) {
	t.mu.Lock()
	s := t.open[frame.Session]
	t.mu.Unlock()
	if s == nil {
		return
	}
	switch frame.Kind {
	case kindInput:
		s.input.put(frame.Payload)
	case kindInputEnd:
		s.input.end()
	case kindHangUp:
		s.input.end()
		_ = syscall.Kill(-s.pid, syscall.SIGKILL)
	case kindWindowSize:
		if s.terminal != nil && len(frame.Payload) == 4 {
			resize(s.terminal, binary.BigEndian.Uint16(frame.Payload), binary.BigEndian.Uint16(frame.Payload[2:]))
		}
	}
}

func start(id uint32, request Request, spec Spec, frames *FrameWriter, reaper *Reaper, sessions *sessionTable) {
	fail := func(err error) { _ = frames.Send(id, kindFailure, []byte(err.Error())) }
	process := Process{Argv: request.Argv, Env: append(append([]string{}, spec.Process.Env...), request.Env...), Dir: spec.Process.Dir}
	if request.Tools {
		process.Env = append([]string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}, request.Env...)
		process.Dir = "/"
	}
	command, err := command(process, request.Tools)
	if err != nil {
		fail(err)
		return
	}
	s := &session{input: newInputQueue()}
	var done sync.WaitGroup
	var outputs []io.ReadCloser
	if request.TTY {
		master, slave, err := openTerminal()
		if err != nil {
			fail(err)
			return
		}
		resize(master, request.Rows, request.Cols)
		command.Stdin, command.Stdout, command.Stderr = slave, slave, slave
		command.SysProcAttr.Setctty = true
		s.terminal = master
		outputs = []io.ReadCloser{master}
		defer slave.Close()
		go s.input.feed(master, false)
	} else {
		input, err := command.StdinPipe()
		if err != nil {
			fail(err)
			return
		}
		output, err := command.StdoutPipe()
		if err != nil {
			fail(err)
			return
		}
		problems, err := command.StderrPipe()
		if err != nil {
			fail(err)
			return
		}
		outputs = []io.ReadCloser{output, problems}
		go s.input.feed(input, true)
	}
	child, err := reaper.Start(command)
	if err != nil {
		s.input.end()
		if s.terminal != nil {
			s.terminal.Close()
		}
		fail(fmt.Errorf("start %q: %w", request.Argv, err))
		return
	}
	s.pid = child.Pid
	sessions.add(id, s)
	done.Add(len(outputs))
	for i, from := range outputs {
		kind := kindOutput
		if i == 1 {
			kind = kindError
		}
		go func(from io.Reader, kind Kind) {
			defer done.Done()
			buffer := make([]byte, maxPayload)
			for {
				n, err := from.Read(buffer)
				if n > 0 && frames.Send(id, kind, buffer[:n]) != nil {
					return
				}
				if err != nil {
					return
				}
			}
		}(from, kind)
	}
	go func() {
		done.Wait()
		status := child.Wait()
		s.input.end()
		sessions.remove(id)
		for _, output := range outputs {
			output.Close()
		}
		_ = frames.SendExit(id, status)
	}()
}

// command prepares a process in the service's root, or in the tools' one.
func command(p Process, tools bool) (*exec.Cmd, error) {
	if !tools {
		return prepare(p)
	}
	// The path is looked up in the child's root.
	argv := p.Argv
	if len(argv) == 0 {
		return nil, fmt.Errorf("no command was given")
	}
	found := argv[0]
	for _, dir := range []string{"/usr/sbin", "/usr/bin", "/sbin", "/bin"} {
		if fileExists(toolsRoot + dir + "/" + argv[0]) {
			found = dir + "/" + argv[0]
			break
		}
	}
	c := &exec.Cmd{Path: found, Args: argv, Env: p.Env, Dir: p.Dir}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Chroot: toolsRoot}
	return c, nil
}

// openTerminal makes a pseudo-terminal pair (pts(4)).
func openTerminal() (master, slave *os.File, err error) {
	master, err = os.OpenFile("/dev/pts/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	var unlock, number int32
	if err = ioctl(master, syscall.TIOCSPTLCK, unsafe.Pointer(&unlock)); err == nil {
		err = ioctl(master, syscall.TIOCGPTN, unsafe.Pointer(&number))
	}
	if err == nil {
		slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err != nil {
		master.Close()
		return nil, nil, fmt.Errorf("pseudo-terminal: %w", err)
	}
	return master, slave, nil
}

func resize(terminal *os.File, rows, cols uint16) {
	size := [4]uint16{rows, cols}
	_ = ioctl(terminal, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
}

func ioctl(file *os.File, request uintptr, argument unsafe.Pointer) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), request, uintptr(argument)); errno != 0 {
		return errno
	}
	return nil
}
