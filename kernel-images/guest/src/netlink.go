package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
	"unsafe"
)

// configureNetwork sets addresses and routes with rtnetlink (rtnetlink(7)): the image may have no `ip`.
func configureNetwork(n Network) error {
	nl, err := openNetlink()
	if err != nil {
		return err
	}
	defer nl.close()
	lo, err := net.InterfaceByName("lo")
	if err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	if err := nl.up(lo.Index, lo.MTU); err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	if n.MAC == "" {
		return nil
	}
	var link *net.Interface
	if err := await("network interface with address "+n.MAC, func() bool {
		links, _ := net.Interfaces()
		for i := range links {
			if strings.EqualFold(links[i].HardwareAddr.String(), n.MAC) {
				link = &links[i]
				return true
			}
		}
		return false
	}); err != nil {
		return err
	}
	if err := nl.up(link.Index, n.MTU); err != nil {
		return fmt.Errorf("%s up with MTU %d: %w", link.Name, n.MTU, err)
	}
	for _, address := range n.Addresses {
		if err := nl.address(link.Index, address); err != nil {
			return fmt.Errorf("address %s: %w", address, err)
		}
	}
	for _, gateway := range []string{n.Gateway4, n.Gateway6} {
		if gateway == "" {
			continue
		}
		if err := nl.defaultRoute(link.Index, gateway); err != nil {
			return fmt.Errorf("default route by %s: %w", gateway, err)
		}
	}
	return nil
}

type netlink struct {
	fd  int
	seq uint32
}

func openNetlink() (*netlink, error) {
	fd, err := syscall.Socket(syscall.AF_NETLINK, syscall.SOCK_RAW, syscall.NETLINK_ROUTE)
	if err != nil {
		return nil, os.NewSyscallError("netlink socket", err)
	}
	return &netlink{fd: fd}, nil
}

func (n *netlink) close() { syscall.Close(n.fd) }

func (n *netlink) up(index, mtu int) error {
	message := syscall.IfInfomsg{Family: syscall.AF_UNSPEC, Index: int32(index), Flags: syscall.IFF_UP, Change: syscall.IFF_UP}
	return n.request(syscall.RTM_NEWLINK, 0, structBytes(&message), attribute(syscall.IFLA_MTU, u32(uint32(mtu))))
}

func (n *netlink) down(index int) error {
	message := syscall.IfInfomsg{Family: syscall.AF_UNSPEC, Index: int32(index), Change: syscall.IFF_UP}
	return n.request(syscall.RTM_NEWLINK, 0, structBytes(&message))
}

func (n *netlink) setMAC(index int, address string) error {
	mac, err := net.ParseMAC(address)
	if err != nil {
		return err
	}
	message := syscall.IfInfomsg{Family: syscall.AF_UNSPEC, Index: int32(index)}
	return n.request(syscall.RTM_NEWLINK, 0, structBytes(&message), attribute(syscall.IFLA_ADDRESS, mac))
}

func (n *netlink) removeAddress(index int, cidr string) error {
	ip, network, err := net.ParseCIDR(cidr)
	if err != nil {
		return err
	}
	length, _ := network.Mask.Size()
	family, raw := familyOf(ip)
	message := syscall.IfAddrmsg{Family: family, Prefixlen: uint8(length), Index: uint32(index)}
	return n.request(syscall.RTM_DELADDR, 0, structBytes(&message), attribute(syscall.IFA_LOCAL, raw), attribute(syscall.IFA_ADDRESS, raw))
}

func (n *netlink) address(index int, cidr string) error {
	ip, network, err := net.ParseCIDR(cidr)
	if err != nil {
		return err
	}
	length, _ := network.Mask.Size()
	family, raw := familyOf(ip)
	// 0x02 is IFA_F_NODAD: the address was the container's a moment ago, so no other host can have it, and
	// duplicate address detection would hold IPv6 back for a second.
	message := syscall.IfAddrmsg{Family: family, Prefixlen: uint8(length), Flags: 0x02, Index: uint32(index)}
	return n.request(syscall.RTM_NEWADDR, syscall.NLM_F_CREATE|syscall.NLM_F_REPLACE, structBytes(&message),
		attribute(syscall.IFA_LOCAL, raw), attribute(syscall.IFA_ADDRESS, raw))
}

func (n *netlink) defaultRoute(index int, gateway string) error {
	ip := net.ParseIP(gateway)
	if ip == nil {
		return fmt.Errorf("%q is no address", gateway)
	}
	family, raw := familyOf(ip)
	message := syscall.RtMsg{
		Family: family, Table: syscall.RT_TABLE_MAIN, Protocol: syscall.RTPROT_BOOT,
		Scope: syscall.RT_SCOPE_UNIVERSE, Type: syscall.RTN_UNICAST,
	}
	return n.request(syscall.RTM_NEWROUTE, syscall.NLM_F_CREATE|syscall.NLM_F_REPLACE, structBytes(&message),
		attribute(syscall.RTA_GATEWAY, raw), attribute(syscall.RTA_OIF, u32(uint32(index))))
}

// request sends one message and reads the kernel's acknowledgement.
func (n *netlink) request(kind, flags uint16, parts ...[]byte) error {
	n.seq++
	body := bytes.Join(parts, nil)
	header := syscall.NlMsghdr{
		Len: uint32(syscall.NLMSG_HDRLEN + len(body)), Type: kind,
		Flags: syscall.NLM_F_REQUEST | syscall.NLM_F_ACK | flags, Seq: n.seq,
	}
	message := append(structBytes(&header), body...)
	if err := syscall.Sendto(n.fd, message, 0, &syscall.SockaddrNetlink{Family: syscall.AF_NETLINK}); err != nil {
		return err
	}
	answer := make([]byte, 4096)
	for {
		length, _, err := syscall.Recvfrom(n.fd, answer, 0)
		if err != nil {
			return err
		}
		messages, err := syscall.ParseNetlinkMessage(answer[:length])
		if err != nil {
			return err
		}
		for _, m := range messages {
			if m.Header.Seq != n.seq || m.Header.Type != syscall.NLMSG_ERROR {
				continue
			}
			if code := int32(binary.LittleEndian.Uint32(m.Data)); code != 0 {
				return syscall.Errno(-code)
			}
			return nil
		}
	}
}

func familyOf(ip net.IP) (uint8, []byte) {
	if four := ip.To4(); four != nil {
		return syscall.AF_INET, four
	}
	return syscall.AF_INET6, ip.To16()
}

func attribute(kind uint16, value []byte) []byte {
	const header = syscall.SizeofRtAttr
	padded := (header + len(value) + syscall.NLMSG_ALIGNTO - 1) &^ (syscall.NLMSG_ALIGNTO - 1)
	out := make([]byte, padded)
	binary.LittleEndian.PutUint16(out, uint16(header+len(value)))
	binary.LittleEndian.PutUint16(out[2:], kind)
	copy(out[header:], value)
	return out
}

func u32(value uint32) []byte {
	out := make([]byte, 4)
	binary.LittleEndian.PutUint32(out, value)
	return out
}

// structBytes is the memory of a kernel structure (as x86-64 and arm64 have it: 64 bits, little-endian).
func structBytes[T any](value *T) []byte {
	return append([]byte(nil), unsafe.Slice((*byte)(unsafe.Pointer(value)), unsafe.Sizeof(*value))...)
}
