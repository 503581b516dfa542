package sockets

import (
	"encoding/binary"
	"fmt"

	"github.com/mdlayher/netlink"
	"golang.org/x/sys/unix"
)

// List gives every TCP socket of this network name space, of both families, save those that are requests only (SYN_RECV).
func List() ([]Socket, error) {
	connection, err := netlink.Dial(unix.NETLINK_SOCK_DIAG, nil)
	if err != nil {
		return nil, fmt.Errorf("inet_diag (netlink): %w", err)
	}
	defer connection.Close()
	var all []Socket
	seen := map[uint64]bool{}
	for _, family := range []byte{unix.AF_INET, unix.AF_INET6} {
		messages, err := connection.Execute(request(family))
		if err != nil {
			return nil, fmt.Errorf("inet_diag: %w", err)
		}
		for _, message := range messages {
			socket, err := Parse(message.Data)
			if err != nil {
				return nil, err
			}
			// A socket that moves within the kernel's table while it is read can come twice.
			if !seen[socket.Cookie] {
				seen[socket.Cookie] = true
				all = append(all, socket)
			}
		}
	}
	return all, nil
}

// request asks for the family's sockets: struct inet_diag_req_v2.
func request(family byte) netlink.Message {
	data := make([]byte, requestSize)
	data[0] = family
	data[1] = unix.IPPROTO_TCP
	data[2] = 1<<(attributeInfo-1) | 1<<(attributeSkmem-1)
	binary.NativeEndian.PutUint32(data[4:], ^uint32(1<<unix.BPF_TCP_SYN_RECV|1<<unix.BPF_TCP_NEW_SYN_RECV))
	return netlink.Message{
		Header: netlink.Header{Type: unix.SOCK_DIAG_BY_FAMILY, Flags: netlink.Request | netlink.Dump},
		Data:   data,
	}
}

// Parse reads one answer: struct inet_diag_msg and its attributes.
func Parse(data []byte) (Socket, error) {
	socket, rest, err := parseMessage(data)
	if err != nil {
		return Socket{}, err
	}
	attributes, err := netlink.NewAttributeDecoder(rest)
	if err != nil {
		return Socket{}, fmt.Errorf("inet_diag attributes: %w", err)
	}
	for attributes.Next() {
		switch attributes.Type() {
		case attributeInfo:
			socket.Info = parseInfo(attributes.Bytes())
		case attributeSkmem:
			socket.ReceiveBuffer = word(attributes.Bytes(), memReceiveBuf*4)
		}
	}
	if err := attributes.Err(); err != nil {
		return Socket{}, fmt.Errorf("inet_diag attributes: %w", err)
	}
	return socket, nil
}
