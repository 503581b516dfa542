package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"time"
)

// Hub stands between the one channel to the guest and the many clients in the container.
type Hub struct {
	port   net.Conn
	frames *FrameWriter
	state  *State
	out    io.Writer // the service's standard output
	errs   io.Writer

	mu        sync.Mutex
	clients   map[uint32]*inputQueue
	next      uint32
	listener  net.Listener
	listening chan struct{} // closed when no client is accepted any more
	userspace chan struct{}
	ended     chan struct{}
	answers   chan Frame // to freeze and resume
	failure   string
	status    *int
	partial   bytes.Buffer
}

// NewHub serves one guest, and hands its service's output on.
func NewHub(port net.Conn, state *State, out, errs io.Writer) *Hub {
	return &Hub{
		port: port, frames: NewFrameWriter(port), state: state, out: out, errs: errs,
		clients: map[uint32]*inputQueue{}, userspace: make(chan struct{}, 1), ended: make(chan struct{}),
		answers: make(chan Frame, 1),
	}
}

// Ended is closed when everything that the guest sent has been taken up, its last word among it.
func (h *Hub) Ended() <-chan struct{} { return h.ended }

// Userspace is signalled once, when the guest's init runs.
func (h *Hub) Userspace() <-chan struct{} { return h.userspace }

// Failure is why the service could not be started, or empty.
func (h *Hub) Failure() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failure
}

// ExitStatus is the service's, once it has ended.
func (h *Hub) ExitStatus() (int, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.status == nil {
		return 0, false
	}
	return *h.status, true
}

// Stop asks the service to end and the guest to switch off.
func (h *Hub) Stop() {
	_ = h.frames.SendJSON(0, kindRequest, Request{Verb: verbStop})
}

// Close turns the clients away.
func (h *Hub) Close() {
	h.Deafen()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.clients {
		c.end()
	}
}

// Run reads the guest's frames until it ends.
func (h *Hub) Run() {
	defer close(h.ended)
	for {
		frame, err := ReadFrame(h.port)
		if err != nil {
			return
		}
		if frame.Session == 0 {
			h.ofService(frame)
			continue
		}
		h.mu.Lock()
		client := h.clients[frame.Session]
		h.mu.Unlock()
		if client == nil {
			continue
		}
		var out bytes.Buffer
		_ = NewFrameWriter(&out).Send(0, frame.Kind, frame.Payload)
		client.put(out.Bytes())
		if frame.Kind == kindExit || frame.Kind == kindFailure {
			client.end()
		}
	}
}

func (h *Hub) ofService(frame Frame) {
	switch frame.Kind {
	case kindUserspace:
		h.state.userspace(strings.TrimSpace(string(frame.Payload)))
		h.userspace <- struct{}{}
	case kindFrozen, kindResumed, kindRefused:
		h.answers <- frame
	case kindStarted:
		h.state.started()
	case kindStopping:
		h.state.stopping()
	case kindOutput:
		h.out.Write(frame.Payload)
		h.scan(frame.Payload)
	case kindError:
		h.errs.Write(frame.Payload)
	case kindFailure:
		h.state.over("the service did not start: " + string(frame.Payload))
		h.mu.Lock()
		h.failure = string(frame.Payload)
		h.mu.Unlock()
	case kindExit:
		status := ExitStatus(frame.Payload)
		h.state.over(fmt.Sprintf("the service ended with status %d", status))
		h.mu.Lock()
		h.status = &status
		h.mu.Unlock()
	}
}

// scan hands whole lines of the service's output to those that wait for one.
func (h *Hub) scan(part []byte) {
	h.partial.Write(part)
	for {
		line, err := h.partial.ReadString('\n')
		if err != nil {
			h.partial.WriteString(line)
			return
		}
		h.state.line(strings.TrimRight(line, "\r\n"))
	}
}

// Listen accepts clients on a socket that only the container sees.
func (h *Hub) Listen(path string) error {
	listener, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	listening := make(chan struct{})
	h.mu.Lock()
	h.listener, h.listening = listener, listening
	h.mu.Unlock()
	go func() {
		defer close(listening)
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			queue := newInputQueue()
			h.mu.Lock()
			h.next++
			id := h.next
			h.clients[id] = queue
			h.mu.Unlock()
			go h.serve(id, client, queue)
		}
	}()
	return nil
}

// Deafen takes no client in any more, and gives the number of those that are still there.
func (h *Hub) Deafen() int {
	h.mu.Lock()
	listener, listening := h.listener, h.listening
	h.mu.Unlock()
	if listener != nil {
		listener.Close()
		<-listening
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.clients)
}

// Freeze brings the channel to rest, so that the machine can be stopped between two frames. A client prevents it: its
// session could not go on in another container.
func (h *Hub) Freeze(late <-chan time.Time) error {
	if clients := h.Deafen(); clients > 0 {
		return refused{fmt.Errorf("%d clients (vm exec, vm restart) are at work", clients)}
	}
	_, err := h.ask(Request{Verb: verbFreeze}, kindFrozen, late)
	return err
}

// Resume lets a frozen guest go on: as it was, or with another identity. It gives the guest's /proc/uptime.
func (h *Hub) Resume(identity *Identity, late <-chan time.Time) (string, error) {
	return h.ask(Request{Verb: verbResume, Identity: identity}, kindResumed, late)
}

// refused is why a guest has stayed as it was.
type refused struct{ error }

// ask waits for one kind of answer, or a refusal. Another one is to a question that was given up.
func (h *Hub) ask(request Request, expected Kind, late <-chan time.Time) (string, error) {
	if err := h.frames.SendJSON(0, kindRequest, request); err != nil {
		return "", err
	}
	for {
		select {
		case answer := <-h.answers:
			switch answer.Kind {
			case kindRefused:
				return "", refused{fmt.Errorf("the guest refuses to %s: %s", request.Verb, answer.Payload)}
			case expected:
				return string(answer.Payload), nil
			}
		case <-h.ended:
			return "", fmt.Errorf("the guest ended when it was to %s", request.Verb)
		case <-late:
			return "", fmt.Errorf("the guest does not answer the request to %s", request.Verb)
		}
	}
}

func (h *Hub) serve(id uint32, client net.Conn, queue *inputQueue) {
	written := make(chan struct{})
	go func() {
		queue.feed(client, true)
		close(written)
	}()
	defer func() {
		h.mu.Lock()
		delete(h.clients, id)
		h.mu.Unlock()
	}()
	for {
		frame, err := ReadFrame(client)
		if err != nil {
			break
		}
		if frame.Kind == kindRequest {
			var request Request
			if err := json.Unmarshal(frame.Payload, &request); err != nil {
				fmt.Fprintf(os.Stderr, "vm: a client sent what is no request: %v\n", err)
				break
			}
		}
		if h.frames.Send(id, frame.Kind, frame.Payload) != nil {
			break
		}
	}
	// Whether the client went away or has everything: the guest need not go on for it.
	_ = h.frames.Send(id, kindHangUp, nil)
	queue.end()
	<-written
}
