// Package window compares TCP window scales: on the server, on the client, and on both sides of a connection.
//
// The fault: Linux without commit 909172a14974 forgets the listener's SO_RCVBUF when it rebuilds a connection from a SYN
// cookie, and applies a larger scale than its SYN-ACK declared (lab syncookie).
package window

import (
	"math/bits"

	"faultlab/live/internal/host"
)

// maxScale is RFC 7323's 14.
const maxScale = 14

// Listener is a listening socket with what its kernel's arithmetic comes to.
type Listener struct {
	// ReceiveBuffer is the listening socket's sk_rcvbuf in bytes.
	ReceiveBuffer uint64 `json:"receiveBuffer"`
	// BufferSet says that somebody has called SO_RCVBUF: no default of the kernel has this size.
	BufferSet bool `json:"bufferSet"`
	// Declares is the largest scale that a SYN-ACK can declare while the buffer is remembered, Forgets the one that a
	// kernel without the fix computes for a cookie. A window on the route or on the socket makes either smaller.
	Declares uint8 `json:"declares"`
	Forgets  uint8 `json:"forgets"`
}

// NewListener does the arithmetic of tcp_openreq_init_rwin, cookie_v4_check and tcp_select_initial_window.
func NewListener(buffer uint64, settings host.Settings) Listener {
	offer := fromSpace(buffer, settings.AdvScale)
	free := scaleOf(max(offer, settings.ReceiveMax, settings.CoreMax))
	listener := Listener{ReceiveBuffer: buffer, BufferSet: buffer != 0, Declares: free, Forgets: free}
	for _, usual := range []uint64{settings.ReceiveDefault, 131072, 87380} {
		listener.BufferSet = listener.BufferSet && buffer != usual
	}
	if listener.BufferSet {
		listener.Declares = scaleOf(offer)
	}
	return listener
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
