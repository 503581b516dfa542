package resolver

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// dnsPort is where queries go.
const dnsPort = 53

// query is a UDP socket that is connected to a name server.
type query struct {
	Server netip.Addr
	Inode  uint64
}

// queries gives the sockets of this name space that are connected to port 53. What a program asks without connect(2) does not
// show.
func queries(proc string) ([]query, error) {
	var all []query
	for _, name := range []string{"net/udp", "net/udp6"} {
		file, err := os.Open(filepath.Join(proc, name))
		if os.IsNotExist(err) {
			continue // no IPv6 here
		}
		if err != nil {
			return nil, err
		}
		found, err := parseUDP(file)
		file.Close()
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// parseUDP reads /proc/net/udp or udp6: number, local and remote address, state, queues, timer, retransmits, user, timeout, inode.
func parseUDP(from io.Reader) ([]query, error) {
	var found []query
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) < 10 || words[0] == "sl" {
			continue
		}
		remote, err := parseEndpoint(words[2])
		if err != nil {
			return nil, err
		}
		inode, err := strconv.ParseUint(words[9], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("inode: %w", err)
		}
		if remote.Port() == dnsPort && inode != 0 {
			found = append(found, query{remote.Addr(), inode})
		}
	}
	return found, lines.Err()
}

// parseEndpoint reads an address as the kernel prints it: words of 32 bits in this machine's order, and the port.
func parseEndpoint(text string) (netip.AddrPort, error) {
	address, port, found := strings.Cut(text, ":")
	bytes, err := hex.DecodeString(address)
	number, portErr := strconv.ParseUint(port, 16, 16)
	if !found || err != nil || portErr != nil || len(bytes) != 4 && len(bytes) != 16 {
		return netip.AddrPort{}, fmt.Errorf("not an address of /proc/net/udp: %q", text)
	}
	for i := 0; i < len(bytes); i += 4 {
		binary.NativeEndian.PutUint32(bytes[i:], binary.BigEndian.Uint32(bytes[i:]))
	}
	ip, _ := netip.AddrFromSlice(bytes)
	return netip.AddrPortFrom(ip.Unmap(), uint16(number)), nil
}

// datagrams is how many UDP datagrams have come to this name space, of both families.
func datagrams(proc string) (uint64, error) {
	var total uint64
	text, err := os.ReadFile(filepath.Join(proc, "net/snmp"))
	if err != nil {
		return 0, err
	}
	var names []string
	for _, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "Udp:" {
			continue
		}
		if names == nil {
			names = words
			continue
		}
		for i, name := range names {
			if name == "InDatagrams" && i < len(words) {
				if total, err = strconv.ParseUint(words[i], 10, 64); err != nil {
					return 0, err
				}
			}
		}
	}
	text, err = os.ReadFile(filepath.Join(proc, "net/snmp6"))
	if os.IsNotExist(err) {
		return total, nil
	}
	if err != nil {
		return 0, err
	}
	for _, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		if len(words) == 2 && words[0] == "Udp6InDatagrams" {
			more, err := strconv.ParseUint(words[1], 10, 64)
			return total + more, err
		}
	}
	return total, nil
}
