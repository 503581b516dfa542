package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

var errStartPanic = errors.New("no userspace")

// machinery starts guests in this container: one, or a second one that goes on from what was saved of the first.
type machinery struct {
	settings Settings
	backend  Backend
	spec     Spec
	state    *State
	stop     <-chan os.Signal
}

// running is one QEMU and the channels to it.
type running struct {
	command *exec.Cmd
	console *console
	hub     *Hub
	qmp     *QMP // nil where no snapshot is in play
}

// cold starts the guest's kernel and stays until the end.
func (m *machinery) cold() (int, error) {
	_, _, status, err := m.start(memoryFile{}, nil)
	return status, err
}

// start boots a guest and follows it until it ends, or until something comes on ready. A kernel that panics before
// userspace is booted once more: emulated processors make some do that, and no service has run yet. The state counts it.
func (m *machinery) start(memory memoryFile, ready <-chan struct{}) (r *running, ended bool, status int, err error) {
	for {
		if r, err = m.launch(memory, false); err != nil {
			return nil, true, 0, err
		}
		late := time.After(time.Duration(m.settings.Start) * time.Second)
		ended, status, err = m.follow(r, late, ready)
		if !errors.Is(err, errStartPanic) || m.state.startPanic() > 1 {
			return r, ended, status, err
		}
		fmt.Fprintln(os.Stderr, "vm: PANIC before userspace: the guest is started once more")
		if memory.path != "" {
			os.Remove(memory.path) // the next guest begins with empty memory
		}
	}
}

// toItsEnd gives the status of a service that is in userspace already.
func (m *machinery) toItsEnd(r *running) (int, error) {
	_, status, err := m.follow(r, nil, nil)
	return status, err
}

// launch starts QEMU and waits until it has connected.
func (m *machinery) launch(memory memoryFile, incoming bool) (*running, error) {
	sockets := []string{controlSocket}
	if memory.path != "" {
		sockets = append(sockets, qmpSocket)
	}
	var listeners []net.Listener
	for _, socket := range sockets {
		listener, err := net.Listen("unix", socket)
		if err != nil {
			return nil, err
		}
		// Closing removes the socket, so that the next QEMU finds its own.
		defer listener.Close()
		listeners = append(listeners, listener)
	}
	command := exec.Command(qemu, qemuArguments(m.settings, m.backend, m.spec.Network.MAC, memory, incoming)...)
	command.Stderr = os.Stderr
	// Ctrl-C at a terminal is for `vm run`, which asks the service to end first.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	r := &running{command: command, console: watchConsole(output)}
	if err := m.connect(r, listeners); err != nil {
		r.kill()
		return nil, err
	}
	return r, nil
}

// connect takes QEMU's connections: the guest's channel, and QEMU's own where it has one.
func (m *machinery) connect(r *running, listeners []net.Listener) error {
	for i, listener := range listeners {
		channel, err := acceptQEMU(listener, r.command)
		if err != nil {
			return err
		}
		if i > 0 {
			r.qmp, err = NewQMP(channel, m.deadline())
			return err
		}
		r.hub = NewHub(channel, m.state, os.Stdout, os.Stderr)
		go r.hub.Run()
		if err := r.hub.Listen(stateDir + "/" + clientSocket); err != nil {
			return err
		}
	}
	return nil
}

// deadline is when a guest must have been saved or restored.
func (m *machinery) deadline() time.Time {
	return time.Now().Add(time.Duration(m.settings.Snapshot.Seconds) * time.Second)
}

// kill ends a machine that is of no use.
func (r *running) kill() {
	_ = r.command.Process.Kill()
	r.drain()
}

// drain takes up what a machine that is ending has still to say.
func (r *running) drain() {
	<-r.console.ended
	_ = r.command.Wait()
	if r.hub != nil {
		<-r.hub.Ended()
		r.hub.Close()
	}
}

// follow watches a guest until it ends, or until something comes on ready; userspace must be reached before late.
func (m *machinery) follow(r *running, late <-chan time.Time, ready <-chan struct{}) (ended bool, status int, err error) {
	stopped, userspace := false, false
	for {
		select {
		case <-r.hub.Userspace():
			late, userspace = nil, true
		case <-ready:
			return false, 0, nil
		case <-late:
			_ = r.command.Process.Kill()
			return true, 0, fmt.Errorf("the guest did not reach userspace within %d s (VM_START_SECONDS); last of its console:\n%s",
				m.settings.Start, r.console.tail())
		case <-m.stop:
			if stopped {
				_ = r.command.Process.Kill()
				return true, 0, fmt.Errorf("killed: a second stop signal came before the service had ended")
			}
			stopped = true
			r.hub.Stop()
		case <-r.console.ended:
			r.drain()
			status, err := outcome(r.hub, r.console)
			if r.console.panicked() && !userspace && !stopped {
				err = fmt.Errorf("%w: %v", errStartPanic, err)
			}
			return true, status, err
		}
	}
}

// acceptQEMU waits for QEMU to connect, or to fail before it does.
func acceptQEMU(listener net.Listener, guest *exec.Cmd) (net.Conn, error) {
	type result struct {
		conn net.Conn
		err  error
	}
	accepted := make(chan result, 1)
	go func() {
		conn, err := listener.Accept()
		accepted <- result{conn, err}
	}()
	for {
		select {
		case r := <-accepted:
			return r.conn, r.err
		case <-time.After(50 * time.Millisecond):
			// Not Wait: that would close the console's pipe. A zombie answers signal 0, so look at its state.
			stat := readOr(fmt.Sprintf("/proc/%d/stat", guest.Process.Pid), "")
			if _, after, found := strings.Cut(stat, ") "); !found || strings.HasPrefix(after, "Z") {
				return nil, fmt.Errorf("%s ended before the guest started; its message stands above", qemu)
			}
		}
	}
}
