package main

import (
	"encoding/binary"
	"fmt"
	"net"
	"syscall"
)

// An end of TCP at each side: addresses, then ports.
type ends [12]byte

func newEnds(from, fromPort, to, toPort string) (e ends, err error) {
	var ports [2]uint16
	if _, err = fmt.Sscan(fromPort+" "+toPort, &ports[0], &ports[1]); err != nil {
		return e, err
	}
	copy(e[:4], net.ParseIP(from).To4())
	copy(e[4:8], net.ParseIP(to).To4())
	binary.BigEndian.PutUint16(e[8:], ports[0])
	binary.BigEndian.PutUint16(e[10:], ports[1])
	return e, nil
}

// closing is what a server says whose FIN crosses this packet: a FIN that does not acknowledge the data, then the reset
// that its closed socket answers the data with. Nothing for other packets.
func closing(packet []byte, open map[ends]bool) [][]byte {
	if len(packet) < 40 || packet[0]>>4 != 4 || packet[9] != syscall.IPPROTO_TCP {
		return nil
	}
	header, total := int(packet[0]&15)*4, int(binary.BigEndian.Uint16(packet[2:]))
	if total > len(packet) || header+20 > total {
		return nil
	}
	tcp := packet[header:total]
	var e ends
	copy(e[:8], packet[12:20])
	copy(e[8:], tcp[:4])
	if !open[e] || len(tcp) <= int(tcp[12]>>4)*4 {
		return nil
	}
	seq, ack := binary.BigEndian.Uint32(tcp[4:]), binary.BigEndian.Uint32(tcp[8:])
	const fin, reset, acknowledges = 1, 4, 16
	return [][]byte{e.answer(ack, seq, fin|acknowledges), e.answer(ack+1, seq, reset|acknowledges)}
}

// answer is a packet in the other direction.
func (e ends) answer(seq, ack uint32, flags byte) []byte {
	p := make([]byte, 40)
	p[0], p[8], p[9] = 4<<4|5, 64, syscall.IPPROTO_TCP
	binary.BigEndian.PutUint16(p[2:], 40)
	copy(p[12:], e[4:8])
	copy(p[16:], e[:4])
	tcp := p[20:]
	copy(tcp, e[10:12])
	copy(tcp[2:], e[8:10])
	binary.BigEndian.PutUint32(tcp[4:], seq)
	binary.BigEndian.PutUint32(tcp[8:], ack)
	tcp[12], tcp[13] = 5<<4, flags
	binary.BigEndian.PutUint16(tcp[14:], 1024)
	// The addresses, the protocol and the length belong to the sum (RFC 9293, section 3.1).
	binary.BigEndian.PutUint16(tcp[16:], checksum(p[12:], syscall.IPPROTO_TCP+20))
	return p
}

func checksum(words []byte, sum uint32) uint16 {
	for k := 0; k < len(words); k += 2 {
		sum += uint32(binary.BigEndian.Uint16(words[k:]))
	}
	for sum > 0xffff {
		sum = sum>>16 + sum&0xffff
	}
	return ^uint16(sum)
}

// closeReused closes connections whenever the client sends data on them, until it is killed.
func closeReused(connections []string) error {
	open := map[ends]bool{}
	for ; len(connections) >= 4; connections = connections[4:] {
		e, err := newEnds(connections[0], connections[1], connections[2], connections[3])
		if err != nil {
			return err
		}
		open[e] = true
	}
	protocol := syscall.ETH_P_IP<<8&0xff00 | syscall.ETH_P_IP>>8
	in, err := syscall.Socket(syscall.AF_PACKET, syscall.SOCK_DGRAM, protocol)
	if err != nil {
		return err
	}
	out, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_RAW, syscall.IPPROTO_RAW)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	buffer := make([]byte, 1<<16)
	for {
		n, _, err := syscall.Recvfrom(in, buffer, 0)
		if err == syscall.EINTR {
			continue
		} else if err != nil {
			return err
		}
		for _, each := range closing(buffer[:n], open) {
			if err := syscall.Sendto(out, each, 0, &syscall.SockaddrInet4{Addr: [4]byte(each[16:20])}); err != nil {
				return err
			}
		}
	}
}
