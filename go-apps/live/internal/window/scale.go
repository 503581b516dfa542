// Package window compares TCP window scales, on the server and on the client.
//
// The fault: Linux without commit 909172a14974 forgets the listener's SO_RCVBUF when it rebuilds a connection from a SYN
// cookie, and applies a larger scale than its SYN-ACK declared (lab syncookie).
package window

import (
	"fmt"
	"math/bits"

	"faultlab/live/internal/host"
)

// maxScale is RFC 7323's 14.
const maxScale = 14

// Listener is a listening socket with what its kernel's arithmetic comes to.
type Listener struct {
	// ReceiveBuffer is the listening socket's sk_rcvbuf in bytes.
	ReceiveBuffer uint64
	// Declares is the largest scale that a SYN-ACK can declare while the buffer is remembered, Forgets the one that a
	// kernel without the fix computes for a cookie. A window on the route or on the socket makes either smaller.
	// Both are the same where no call of SO_RCVBUF is known: then there is nothing to forget.
	Declares, Forgets uint8
	// Open says that Forgets is only RFC 7323's bound: a setting that it follows from is not to be seen in this name space.
	Open bool
}

// NewListener does the arithmetic of tcp_openreq_init_rwin, cookie_v4_check and tcp_select_initial_window.
func NewListener(buffer uint64, settings host.Settings) Listener {
	offer := fromSpace(buffer, settings.AdvScale)
	free := scaleOf(max(offer, settings.ReceiveMax, settings.CoreMax))
	open := settings.ReceiveMax == 0 || settings.CoreMax == 0
	if open {
		free = maxScale
	}
	listener := Listener{ReceiveBuffer: buffer, Declares: scaleOf(offer), Forgets: free, Open: open}
	for _, usual := range []uint64{0, settings.ReceiveDefault, 131072, 87380} {
		if buffer == usual {
			listener.Declares = free
		}
	}
	return listener
}

// forgotten says what a kernel computes that forgets the buffer.
func (l Listener) forgotten() string {
	if l.Open {
		return "more, up to 14 (not known exactly: net.core.rmem_max or tcp_rmem is not visible in this network namespace)"
	}
	return fmt.Sprintf("up to %d", l.Forgets)
}

// fromSpace is tcp_win_from_space: how much of a buffer is offered as a window.
func fromSpace(space uint64, advScale int) uint64 {
	if advScale <= 0 {
		return space >> min(uint(-advScale), 63)
	}
	return space - space>>min(uint(advScale), 63)
}

// scaleOf is ilog2(space) - 15, between 0 and 14.
func scaleOf(space uint64) uint8 {
	return uint8(min(max(bits.Len64(space)-16, 0), maxScale))
}
