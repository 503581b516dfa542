package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// The control channel is one virtio console port between the guest's init and `vm run`, which hands sessions of
// `vm exec` on to it. It carries frames: session (4 bytes), kind (1), length (4), payload; big-endian. Session 0 is
// the service itself. Nothing of it touches the network under test.

const (
	portName = "faultlab" // virtio console port, as the guest sees it in /sys/class/virtio-ports/*/name
	// A virtio console port takes at most 32 KiB a write; larger frames would only be cut there.
	maxPayload = 32 << 10
)

// Kind says what a frame's payload is.
type Kind byte

const (
	kindRequest    Kind = 'r' // container -> guest: Request as JSON
	kindInput      Kind = 'i' // container -> guest: standard input
	kindInputEnd   Kind = 'c' // container -> guest: no more input
	kindHangUp     Kind = 'h' // container -> guest: this session has no reader any more
	kindOutput     Kind = 'o' // guest -> container: standard output
	kindError      Kind = 'e' // guest -> container: standard error
	kindExit       Kind = 'x' // guest -> container: exit status, 4 bytes
	kindFailure    Kind = 'f' // guest -> container: why the request could not be carried out
	kindUserspace  Kind = 'u' // guest -> container, session 0: init runs; payload is /proc/uptime
	kindStarted    Kind = 's' // guest -> container, session 0: the service's command was started
	kindStopping   Kind = 'd' // guest -> container, session 0: the service is being stopped, to be started again
	kindFrozen     Kind = 'z' // guest -> container, session 0: nothing more comes until the request to resume
	kindResumed    Kind = 'a' // guest -> container, session 0: it goes on; payload is /proc/uptime
	kindRefused    Kind = 'n' // guest -> container, session 0: why it was not frozen, or cannot go on
	kindWindowSize Kind = 'w' // container -> guest: rows and columns, 2 bytes each
)

// Verbs of a Request.
const (
	verbExec    = "exec"
	verbRestart = "restart"
	verbStop    = "stop"
	verbFreeze  = "freeze" // before a snapshot, so that no frame is cut in two
	verbResume  = "resume" // with an identity when the guest was restored in another container
)

// Request opens a session.
type Request struct {
	Verb  string   `json:"verb"`
	Argv  []string `json:"argv,omitempty"`
	Env   []string `json:"env,omitempty"`
	Tools bool     `json:"tools,omitempty"`
	TTY   bool     `json:"tty,omitempty"`
	Rows  uint16   `json:"rows,omitempty"`
	Cols  uint16   `json:"cols,omitempty"`

	Identity *Identity `json:"identity,omitempty"`
}

// Frame is one message on the channel.
type Frame struct {
	Session uint32
	Kind    Kind
	Payload []byte
}

// FrameWriter writes whole frames from several goroutines.
type FrameWriter struct {
	mu sync.Mutex
	to io.Writer
}

// NewFrameWriter writes frames to w.
func NewFrameWriter(w io.Writer) *FrameWriter { return &FrameWriter{to: w} }

// Send writes one frame; a payload above maxPayload goes out as several frames of the same kind.
func (w *FrameWriter) Send(session uint32, kind Kind, payload []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.send(session, kind, payload)
}

// Hold sends a frame, and other senders wait until Release.
func (w *FrameWriter) Hold(session uint32, kind Kind, payload []byte) error {
	w.mu.Lock()
	return w.send(session, kind, payload)
}

// Release sends a frame and lets the others go on.
func (w *FrameWriter) Release(session uint32, kind Kind, payload []byte) error {
	defer w.mu.Unlock()
	return w.send(session, kind, payload)
}

func (w *FrameWriter) send(session uint32, kind Kind, payload []byte) error {
	for {
		part := payload
		if len(part) > maxPayload {
			part = part[:maxPayload]
		}
		message := make([]byte, 9+len(part))
		binary.BigEndian.PutUint32(message, session)
		message[4] = byte(kind)
		binary.BigEndian.PutUint32(message[5:], uint32(len(part)))
		copy(message[9:], part)
		if _, err := w.to.Write(message); err != nil {
			return err
		}
		payload = payload[len(part):]
		if len(payload) == 0 {
			return nil
		}
	}
}

// SendJSON sends a value that cannot fail to encode (our own structures).
func (w *FrameWriter) SendJSON(session uint32, kind Kind, value any) error {
	payload, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if len(payload) > maxPayload {
		return fmt.Errorf("request of %d bytes is larger than the %d that one frame carries", len(payload), maxPayload)
	}
	return w.Send(session, kind, payload)
}

// SendExit reports an exit status.
func (w *FrameWriter) SendExit(session uint32, status int) error {
	var payload [4]byte
	binary.BigEndian.PutUint32(payload[:], uint32(int32(status)))
	return w.Send(session, kindExit, payload[:])
}

// ExitStatus reads the payload of a kindExit frame.
func ExitStatus(payload []byte) int {
	if len(payload) != 4 {
		return exitMachine
	}
	return int(int32(binary.BigEndian.Uint32(payload)))
}

// ReadFrame reads one frame. io.EOF means the channel ended between two frames.
func ReadFrame(r io.Reader) (Frame, error) {
	var head [9]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return Frame{}, err
	}
	length := binary.BigEndian.Uint32(head[5:])
	if length > maxPayload {
		return Frame{}, fmt.Errorf("frame of %d bytes, at most %d expected: the control channel is out of step", length, maxPayload)
	}
	payload := make([]byte, length)
	if _, err := io.ReadFull(r, payload); err != nil {
		return Frame{}, io.ErrUnexpectedEOF
	}
	return Frame{binary.BigEndian.Uint32(head[:]), Kind(head[4]), payload}, nil
}
