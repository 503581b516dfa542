// Package sockets reads this network name space's TCP sockets from the kernel, as ss does: inet_diag over netlink,
// which needs no privilege.
package sockets

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Socket is one TCP socket as the kernel has it. Addresses are unmapped: ::ffff:192.0.2.1 is 192.0.2.1.
type Socket struct {
	Local  netip.AddrPort
	Remote netip.AddrPort
	State  State
	// Retransmits is how often what is unanswered was repeated: the SYN, in SynSent.
	Retransmits uint8
	// Expires is when the socket's timer ends, in milliseconds: in TimeWait, when its port is free.
	Expires uint32
	// Queued is how many connections of a listening socket wait for accept(2). One more than Backlog may.
	Queued, Backlog uint32
	// Inode is how /proc names the socket in a process's descriptors; 0 in TimeWait.
	Inode uint32
	// Cookie is the kernel's own number of the socket, never used twice.
	Cookie uint64
	// ReceiveBuffer is sk_rcvbuf in bytes, twice what SO_RCVBUF asked for; 0 where the kernel did not say.
	ReceiveBuffer uint32
	Info          Info
}

// State is a socket's, with the kernel's number.
type State uint8

// The states that are asked about.
const (
	Established State = unix.BPF_TCP_ESTABLISHED
	SynSent     State = unix.BPF_TCP_SYN_SENT
	TimeWait    State = unix.BPF_TCP_TIME_WAIT
	Listen      State = unix.BPF_TCP_LISTEN
)

// Info is what faultlab needs of struct tcp_info (include/uapi/linux/tcp.h). What an older kernel does not have stays
// zero; Knows tells.
type Info struct {
	// Scaling says whether both sides agreed to scale windows (TCPI_OPT_WSCALE). Without it both scales are 0.
	Scaling bool
	// SendScale is the shift count that the peer declared, ReceiveScale the one that this side applies to what it sends.
	SendScale    uint8
	ReceiveScale uint8
	// SendWindow is the window that the peer granted, in bytes as this side reads it.
	SendWindow uint32
	// Segment is the most that this side sends in one segment (tcpi_snd_mss), Advertised what it told the peer that it takes
	// (tcpi_advmss), both in bytes.
	Segment    uint32
	Advertised uint32
	// Busy and WindowLimited are microseconds: with data to send, and held up by the peer's window.
	Busy          uint64
	WindowLimited uint64
	BytesAcked    uint64
	// Length is that of the kernel's answer in bytes.
	Length int
}

// Field is a part of tcp_info that came with a later kernel.
type Field int

// What each release of the kernel added, by where it ends in the structure.
var (
	Scales  = Field(unsafe.Offsetof(unix.TCPInfo{}.Rto))
	Windows = Field(unsafe.Offsetof(unix.TCPInfo{}.Rcv_wnd)) // Linux 5.4
)

// Knows says whether the kernel's answer was long enough to hold the field.
func (i Info) Knows(field Field) bool { return i.Length >= int(field) }

const (
	// include/uapi/linux/inet_diag.h
	requestSize    = 56
	messageSize    = 72
	attributeInfo  = 2
	attributeSkmem = 7
	optionScale    = 4 // TCPI_OPT_WSCALE
	memReceiveBuf  = 1 // SK_MEMINFO_RCVBUF, in 32-bit words
)

// parseMessage reads struct inet_diag_msg. What follows it are attributes.
func parseMessage(data []byte) (Socket, []byte, error) {
	if len(data) < messageSize {
		return Socket{}, nil, fmt.Errorf("inet_diag message of %d bytes, at least %d expected", len(data), messageSize)
	}
	local, remote := data[8:24], data[24:40]
	address := func(bytes []byte) netip.Addr {
		if data[0] == unix.AF_INET {
			return netip.AddrFrom4([4]byte(bytes))
		}
		return netip.AddrFrom16([16]byte(bytes)).Unmap()
	}
	return Socket{
		Local:       netip.AddrPortFrom(address(local), binary.BigEndian.Uint16(data[4:])),
		Remote:      netip.AddrPortFrom(address(remote), binary.BigEndian.Uint16(data[6:])),
		State:       State(data[1]),
		Retransmits: data[3],
		Expires:     word(data, 52),
		Queued:      word(data, 56),
		Backlog:     word(data, 60),
		Inode:       word(data, 68),
		Cookie:      binary.NativeEndian.Uint64(data[44:]),
	}, data[messageSize:], nil
}

// parseInfo reads struct tcp_info, which is as long as the kernel that wrote it is new.
func parseInfo(data []byte) Info {
	info := Info{Length: len(data)}
	if info.Knows(Scales) {
		info.Scaling = data[5]&optionScale != 0
		info.SendScale, info.ReceiveScale = nibbles(data[6])
	}
	var at unix.TCPInfo
	info.SendWindow = word(data, unsafe.Offsetof(at.Snd_wnd))
	info.Segment = word(data, unsafe.Offsetof(at.Snd_mss))
	info.Advertised = word(data, unsafe.Offsetof(at.Advmss))
	info.BytesAcked = long(data, unsafe.Offsetof(at.Bytes_acked))
	info.Busy = long(data, unsafe.Offsetof(at.Busy_time))
	info.WindowLimited = long(data, unsafe.Offsetof(at.Rwnd_limited))
	return info
}

// nibbles takes tcpi_snd_wscale and tcpi_rcv_wscale apart: two bit fields of four bits, which a compiler lays out from the
// low end on a little-endian machine and from the high end on the others.
func nibbles(both byte) (send, receive uint8) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 {
		return both & 15, both >> 4
	}
	return both >> 4, both & 15
}

func word(data []byte, at uintptr) uint32 {
	if uintptr(len(data)) < at+4 {
		return 0
	}
	return binary.NativeEndian.Uint32(data[at:])
}

func long(data []byte, at uintptr) uint64 {
	if uintptr(len(data)) < at+8 {
		return 0
	}
	return binary.NativeEndian.Uint64(data[at:])
}
