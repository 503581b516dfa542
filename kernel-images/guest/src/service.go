package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"
)

// Service is the image's command. It can be started again on the same kernel, which is what a rolling restart of a
// broker is; the machine ends when the service ends for any other reason, or does not come back.
type Service struct {
	spec   Spec
	frames *FrameWriter
	reaper *Reaper

	mu         sync.Mutex
	run        *run
	restarting bool
	stopping   bool // for good
	over       bool
	end        chan Ending
}

// Ending is how the service ended: with a status, or because it could not be started again.
type Ending struct {
	Status  int
	Failure error
}

// run is one start of the command.
type run struct {
	child  *Child
	status int
	gone   chan struct{} // closed when the command has ended and its output was handed on
}

// NewService does not start it yet.
func NewService(spec Spec, frames *FrameWriter, reaper *Reaper) *Service {
	return &Service{spec: spec, frames: frames, reaper: reaper, end: make(chan Ending, 1)}
}

// Start runs the command; its output goes to the container as session 0.
func (s *Service) Start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.start()
}

func (s *Service) start() error {
	command, err := prepare(s.spec.Process)
	if err != nil {
		return err
	}
	output, stdout, err := os.Pipe()
	if err != nil {
		return err
	}
	problems, stderr, err := os.Pipe()
	if err != nil {
		output.Close()
		stdout.Close()
		return err
	}
	command.Stdout, command.Stderr = stdout, stderr
	child, err := s.reaper.Start(command)
	stdout.Close()
	stderr.Close()
	if err != nil {
		output.Close()
		problems.Close()
		return fmt.Errorf("start %q: %w", s.spec.Process.Argv, err)
	}
	_ = s.frames.Send(0, kindStarted, nil)
	this := &run{child: child, gone: make(chan struct{})}
	s.run = this
	var copied sync.WaitGroup
	copied.Add(2)
	go s.relay(&copied, output, kindOutput)
	go s.relay(&copied, problems, kindError)
	go func() {
		this.status = child.Wait()
		// A container ends with its first process: so do the others of the service.
		_ = syscall.Kill(-child.Pid, syscall.SIGKILL)
		// Orphans that left its session may hold the output open: what is in it now is the last.
		_ = output.SetReadDeadline(time.Now())
		_ = problems.SetReadDeadline(time.Now())
		copied.Wait()
		output.Close()
		problems.Close()
		close(this.gone)
		s.mu.Lock()
		defer s.mu.Unlock()
		// A restart decides itself what comes of the run that it ended.
		if !s.restarting && s.run == this {
			s.finish(Ending{Status: this.status})
		}
	}()
	return nil
}

func (s *Service) finish(ending Ending) {
	if !s.over {
		s.over = true
		s.end <- ending
	}
}

// relay hands output on until its end or its deadline, and then what is left in the pipe.
func (s *Service) relay(done *sync.WaitGroup, from *os.File, kind Kind) {
	defer done.Done()
	buffer := make([]byte, maxPayload)
	for {
		n, err := from.Read(buffer)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			n, err = readNow(from, buffer)
		}
		if n > 0 && s.frames.Send(0, kind, buffer[:n]) != nil || err != nil {
			return
		}
	}
}

// readNow takes what a pipe holds, whatever its deadline. An empty one is its end.
func readNow(from *os.File, buffer []byte) (n int, err error) {
	raw, err := from.SyscallConn()
	if err != nil {
		return 0, err
	}
	if controlled := raw.Control(func(fd uintptr) { n, err = syscall.Read(int(fd), buffer) }); controlled != nil {
		return 0, controlled
	}
	if n <= 0 && err == nil {
		err = io.EOF
	}
	return n, err
}

// Wait tells how the service ended, once it has.
func (s *Service) Wait() Ending { return <-s.end }

// steady tells that the service runs and is not being ended.
func (s *Service) steady() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.restarting && !s.stopping && !s.over
}

// resume continues in this container, with its identity.
func (s *Service) resume(identity *Identity) error {
	if identity == nil {
		return nil
	}
	if err := identity.assume(s.spec.Network); err != nil {
		return err
	}
	s.spec.Network = identity.Network
	return nil
}

// Stop ends the service, and one that is being restarted does not come back.
func (s *Service) Stop() {
	s.mu.Lock()
	s.stopping = true
	this := s.run
	s.mu.Unlock()
	s.halt(this)
}

// halt asks a run to end, and insists after the time that the container granted.
func (s *Service) halt(this *run) {
	_ = syscall.Kill(-this.child.Pid, signalNumber(s.spec.Process.StopSignal))
	select {
	case <-this.gone:
	case <-time.After(time.Duration(s.spec.KillAfter) * time.Second):
		_ = syscall.Kill(-this.child.Pid, syscall.SIGKILL)
		<-this.gone
	}
}

// Restart stops and starts the service on the running kernel. A service that does not start again is over, and so is
// the machine; the answer is given before that is known to anybody else.
func (s *Service) Restart(answer func(error)) {
	s.mu.Lock()
	if s.restarting || s.stopping || s.over {
		s.mu.Unlock()
		answer(errors.New("the service is being restarted or stopped already"))
		return
	}
	s.restarting = true
	this := s.run
	s.mu.Unlock()
	_ = s.frames.Send(0, kindStopping, nil)
	s.halt(this)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.restarting = false
	if s.stopping {
		answer(errors.New("the service was stopped before it had been started again"))
		s.finish(Ending{Status: this.status})
		return
	}
	err := s.start()
	answer(err)
	if err != nil {
		s.finish(Ending{Failure: fmt.Errorf("after a stop for a restart: %w", err)})
	}
}
