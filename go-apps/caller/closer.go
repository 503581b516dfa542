package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"syscall"
	"time"
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

const fin, reset, acknowledges = 1, 4, 16

// position of a TCP segment: its ends, where in both streams it is, and how much data it has; none (-1) in other packets.
func position(packet []byte) (e ends, seq, ack uint32, data int) {
	if len(packet) < 40 || packet[0]>>4 != 4 || packet[9] != syscall.IPPROTO_TCP {
		return e, 0, 0, -1
	}
	header, total := int(packet[0]&15)*4, int(binary.BigEndian.Uint16(packet[2:]))
	if total > len(packet) || header+20 > total {
		return e, 0, 0, -1
	}
	tcp := packet[header:total]
	copy(e[:8], packet[12:20])
	copy(e[8:], tcp[:4])
	return e, binary.BigEndian.Uint32(tcp[4:]), binary.BigEndian.Uint32(tcp[8:]), len(tcp) - int(tcp[12]>>4)*4
}

// closing is what a server says whose FIN crosses this packet: a FIN that does not acknowledge the data, then the reset
// that its closed socket answers the data with. Nothing for other packets.
func closing(packet []byte, open map[ends]bool) [][]byte {
	e, seq, ack, data := position(packet)
	if !open[e] || data <= 0 {
		return nil
	}
	return [][]byte{e.answer(ack, seq, fin|acknowledges), e.answer(ack+1, seq, reset|acknowledges)}
}

func (e ends) reversed() (r ends) {
	copy(r[:], e[4:8])
	copy(r[4:], e[:4])
	copy(r[8:], e[10:])
	copy(r[10:], e[8:10])
	return r
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

// entries reads what conntrack lists: the ends of each connection at the client, and those behind the router.
func entries(listed io.Reader) (all [][2]ends, err error) {
	lines := bufio.NewScanner(listed)
	for lines.Scan() {
		var values []string
		for _, word := range strings.Fields(lines.Text()) {
			if key, value, _ := strings.Cut(word, "="); key == "src" || key == "dst" || key == "sport" || key == "dport" {
				values = append(values, value)
			}
		}
		if len(values) != 8 {
			return nil, fmt.Errorf("expected a connection as conntrack lists it, found %q", lines.Text())
		}
		client, err := newEnds(values[0], values[2], values[1], values[3])
		if err != nil {
			return nil, err
		}
		router, err := newEnds(values[5], values[7], values[4], values[6])
		if err != nil {
			return nil, err
		}
		all = append(all, [2]ends{client, router})
	}
	return all, lines.Err()
}

// A wire reads all IPv4 packets of an interface, or of all, and sends others.
type wire struct{ in, out int }

func newWire(device string) (w wire, err error) {
	const protocol = syscall.ETH_P_IP<<8&0xff00 | syscall.ETH_P_IP>>8
	if w.in, err = syscall.Socket(syscall.AF_PACKET, syscall.SOCK_DGRAM, protocol); err != nil {
		return w, err
	}
	if device != "" {
		its, err := net.InterfaceByName(device)
		if err != nil {
			return w, err
		}
		if err := syscall.Bind(w.in, &syscall.SockaddrLinklayer{Protocol: protocol, Ifindex: its.Index}); err != nil {
			return w, err
		}
	}
	w.out, err = syscall.Socket(syscall.AF_INET, syscall.SOCK_RAW, syscall.IPPROTO_RAW)
	return w, err
}

// read returns the next packet.
func (w wire) read(buffer []byte) ([]byte, error) {
	for {
		n, _, err := syscall.Recvfrom(w.in, buffer, 0)
		if err != syscall.EINTR {
			return buffer[:max(n, 0)], err
		}
	}
}

func (w wire) send(packet []byte) error {
	return syscall.Sendto(w.out, packet, 0, &syscall.SockaddrInet4{Addr: [4]byte(packet[16:20])})
}

// closeReused closes connections whenever the client sends data on them, until it is killed.
func closeReused(listed io.Reader) error {
	all, err := entries(listed)
	if err != nil {
		return err
	}
	open := map[ends]bool{}
	for _, each := range all {
		open[each[0]] = true
	}
	w, err := newWire("")
	if err != nil {
		return err
	}
	fmt.Println("ready")
	buffer := make([]byte, 1<<16)
	for {
		packet, err := w.read(buffer)
		if err != nil {
			return err
		}
		for _, each := range closing(packet, open) {
			if err := w.send(each); err != nil {
				return err
			}
		}
	}
}

// endPolitely ends idle connections at both ends, as if the other end had closed it. A FIN far outside of the client's
// window makes it say where in the stream it is (RFC 9293, section 3.10.7.4).
func endPolitely(listed io.Reader) error {
	all, err := entries(listed)
	if err != nil || len(all) == 0 {
		return err
	}
	w, err := newWire("")
	if err != nil {
		return err
	}
	if err := syscall.SetsockoptTimeval(w.in, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &syscall.Timeval{Usec: 50_000}); err != nil {
		return err
	}
	asked := map[ends]ends{}
	for _, each := range all {
		asked[each[0]] = each[1]
		if err := w.send(each[0].answer(rand.Uint32(), 0, fin|acknowledges)); err != nil {
			return err
		}
	}
	buffer := make([]byte, 1<<16)
	for until := time.Now().Add(time.Second); len(asked) > 0 && time.Now().Before(until); {
		packet, err := w.read(buffer)
		if err != nil && err != syscall.EAGAIN {
			return err
		}
		client, seq, ack, data := position(packet)
		router, ok := asked[client]
		if !ok || data != 0 {
			continue
		}
		delete(asked, client)
		for _, each := range [][]byte{client.answer(ack, seq, fin|acknowledges), router.reversed().answer(seq, ack, fin|acknowledges)} {
			if err := w.send(each); err != nil {
				return err
			}
		}
	}
	return nil
}

// delay sends what comes in at a device on its way so much later, until it is killed.
func delay(device string, by time.Duration) error {
	w, err := newWire(device)
	if err != nil {
		return err
	}
	type late struct {
		packet []byte
		due    time.Time
	}
	queue := make(chan late, 1<<16)
	go func() {
		for each := range queue {
			time.Sleep(time.Until(each.due))
			w.send(each.packet) // What cannot be sent is lost, as on a wire.
		}
	}()
	fmt.Println("ready")
	buffer := make([]byte, 1<<16)
	for {
		packet, err := w.read(buffer)
		if err != nil {
			return err
		}
		queue <- late{bytes.Clone(packet), time.Now().Add(by)}
	}
}
