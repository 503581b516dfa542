// Package host reads what the kernel says of itself and of this network name space: counters, settings, release.
package host

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Counters are what /proc/net/netstat and /proc/net/stat have counted since the name space began.
type Counters struct {
	CookiesSent     uint64
	CookiesReceived uint64
	// ListenOverflows counts what met a full accept queue; ListenDrops that, and what was dropped for another reason.
	ListenOverflows, ListenDrops uint64
	// SynRetransmits counts SYNs and SYN-ACKs that were sent again.
	SynRetransmits uint64
	Conntrack      Conntrack
	// Neighbours are the tables of IPv4 (ARP) and IPv6.
	Neighbours [2]Neighbours
}

// Conntrack is the table of tracked connections of this name space; Known says whether there is one.
type Conntrack struct {
	Known                              bool
	Entries, Max                       uint64 // Max is 0 where the kernel does not show it
	Dropped, EarlyDropped, NotInserted uint64
}

// Neighbours is one table, which all name spaces share and only the first shows; Known says whether it does.
type Neighbours struct {
	Known              bool
	Entries, Max, Full uint64
}

// Settings are the sysctls from which Linux computes a window scale (tcp_select_initial_window). 0 bytes: not told. A network
// name space other than the first does not show the host's, and may still be ruled by them.
type Settings struct {
	// ReceiveDefault and ReceiveMax are tcp_rmem[1] and [2] in bytes. Before 4.15 only the first name space shows them.
	ReceiveDefault uint64
	ReceiveMax     uint64
	// CoreMax is net.core.rmem_max in bytes. Only later kernels show it in each name space.
	CoreMax  uint64
	AdvScale int
}

// wholeBuffer is a tcp_adv_win_scale by which all of a buffer is offered: the most that an unknown one can come to.
const wholeBuffer = 31

// ReadCounters reads /proc/net/netstat below proc.
func ReadCounters(proc string) (Counters, error) {
	file, err := os.Open(filepath.Join(proc, "net/netstat"))
	if err != nil {
		return Counters{}, err
	}
	defer file.Close()
	values, err := parsePairs(file)
	if err != nil {
		return Counters{}, err
	}
	for _, name := range []string{"TcpExt.SyncookiesSent", "TcpExt.SyncookiesRecv"} {
		if _, there := values[name]; !there {
			return Counters{}, fmt.Errorf("%s has no %s", file.Name(), name)
		}
	}
	counters := Counters{
		CookiesSent:     values["TcpExt.SyncookiesSent"],
		CookiesReceived: values["TcpExt.SyncookiesRecv"],
		ListenOverflows: values["TcpExt.ListenOverflows"],
		ListenDrops:     values["TcpExt.ListenDrops"],
		SynRetransmits:  values["TcpExt.TCPSynRetrans"],
	}
	if found := readTable(proc, "nf_conntrack"); found != nil {
		counters.Conntrack = Conntrack{true, found["entries"], 0, found["drop"], found["early_drop"], found["insert_failed"]}
		if limit, err := numbers(proc, "net/netfilter/nf_conntrack_max", 1); err == nil {
			counters.Conntrack.Max = uint64(limit[0])
		}
	}
	for i, table := range []struct{ statistics, limit string }{
		{"arp_cache", "net/ipv4/neigh/default/gc_thresh3"}, {"ndisc_cache", "net/ipv6/neigh/default/gc_thresh3"},
	} {
		found := readTable(proc, table.statistics)
		limit, err := numbers(proc, table.limit, 1)
		if found != nil && err == nil {
			counters.Neighbours[i] = Neighbours{true, found["entries"], uint64(limit[0]), found["table_fulls"]}
		}
	}
	return counters, nil
}

// readTable reads a file of /proc/net/stat: a line of names, and one of hexadecimal values for each processor. The number of
// entries is the same in each line, all else adds up. nil where there is no such file.
func readTable(proc, name string) map[string]uint64 {
	text, err := os.ReadFile(filepath.Join(proc, "net/stat", name))
	if err != nil {
		return nil
	}
	lines := strings.Split(string(text), "\n")
	names := strings.Fields(lines[0])
	values := map[string]uint64{}
	for _, line := range lines[1:] {
		for i, word := range strings.Fields(line) {
			number, err := strconv.ParseUint(word, 16, 64)
			switch {
			case err != nil || i >= len(names):
			case names[i] == "entries":
				values[names[i]] = number
			default:
				values[names[i]] += number
			}
		}
	}
	return values
}

// Ports are the settings from which the kernel takes a local port for connect(2).
type Ports struct {
	First, Last int
	Reserved    map[int]bool
	// Reuse says to which destinations a port in TIME_WAIT is used again after a second: none, all, or those of this host.
	Reuse PortReuse
}

// PortReuse is net.ipv4.tcp_tw_reuse.
type PortReuse int64

const (
	// NoReuse: a port in TIME_WAIT is not used again.
	NoReuse PortReuse = iota
	// AllReuse: it is, to any destination.
	AllReuse
	// LoopbackReuse: it is, over loopback.
	LoopbackReuse
)

// ReadPorts reads them below proc. What cannot be read is taken to leave more ports.
func ReadPorts(proc string) (Ports, error) {
	within, err := numbers(proc, "net/ipv4/ip_local_port_range", 2)
	if err != nil {
		return Ports{}, err
	}
	ports := Ports{First: int(within[0]), Last: int(within[1]), Reserved: map[int]bool{}, Reuse: AllReuse}
	reserved, _ := os.ReadFile(filepath.Join(proc, "sys/net/ipv4/ip_local_reserved_ports"))
	for _, part := range strings.FieldsFunc(string(reserved), func(r rune) bool { return r == ',' || r == '\n' }) {
		var from, to int
		if n, _ := fmt.Sscanf(part, "%d-%d", &from, &to); n == 1 {
			to = from
		}
		for port := max(from, ports.First); port <= min(to, ports.Last); port++ {
			ports.Reserved[port] = true
		}
	}
	if reuse, err := numbers(proc, "net/ipv4/tcp_tw_reuse", 1); err == nil {
		ports.Reuse = PortReuse(reuse[0])
	}
	// Without timestamps the kernel cannot tell old segments from new ones.
	if timestamps, err := numbers(proc, "net/ipv4/tcp_timestamps", 1); err == nil && timestamps[0] == 0 {
		ports.Reuse = NoReuse
	}
	return ports, nil
}

// SomaxConn is net.core.somaxconn, which limits every accept queue; 0 where it is not told.
func SomaxConn(proc string) uint32 {
	limit, err := numbers(proc, "net/core/somaxconn", 1)
	if err != nil {
		return 0
	}
	return uint32(limit[0])
}

// Owner names the process that has a socket open, or says that it is not visible.
func Owner(proc string, inode uint32) string {
	want := fmt.Sprintf("socket:[%d]", inode)
	descriptors, _ := filepath.Glob(filepath.Join(proc, "[0-9]*/fd/*"))
	for _, descriptor := range descriptors {
		if link, err := os.Readlink(descriptor); err == nil && link == want {
			process := filepath.Dir(filepath.Dir(descriptor))
			name, _ := os.ReadFile(filepath.Join(process, "comm"))
			return fmt.Sprintf("%s, process %s", strings.TrimSpace(string(name)), filepath.Base(process))
		}
	}
	return "a process that is not visible from here"
}

// parsePairs reads lines that come in twos: a group's names, and their values.
func parsePairs(from io.Reader) (map[string]uint64, error) {
	values := map[string]uint64{}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	var names []string
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if names == nil {
			names = words
			continue
		}
		if names[0] != words[0] || len(names) != len(words) {
			return nil, fmt.Errorf("netstat: %d values after %d names of %s", len(words)-1, len(names)-1, names[0])
		}
		for i, word := range words[1:] {
			if number, err := strconv.ParseUint(word, 10, 64); err == nil {
				values[strings.TrimSuffix(names[0], ":")+"."+names[i+1]] = number
			}
		}
		names = nil
	}
	return values, lines.Err()
}

// ReadSettings reads the sysctls below proc, for the kernel of this release.
func ReadSettings(proc, release string) (Settings, error) {
	settings := Settings{AdvScale: 1}
	// Each name space has had its own since 4.15 (356d1833b638).
	const ownSince = 15
	memory, err := numbers(proc, "net/ipv4/tcp_rmem", 3)
	switch {
	case err == nil:
		settings.ReceiveDefault, settings.ReceiveMax = uint64(memory[1]), uint64(memory[2])
	case !errors.Is(err, fs.ErrNotExist) || !Older(release, 4, ownSince):
		return Settings{}, err
	}
	if limit, err := numbers(proc, "net/core/rmem_max", 1); err == nil {
		settings.CoreMax = uint64(limit[0])
	} else if !errors.Is(err, fs.ErrNotExist) {
		return Settings{}, err
	}
	// From 6.6 on the share is half, whatever the sysctl says (dfa2f0483360).
	if Older(release, 6, 6) {
		scale, err := numbers(proc, "net/ipv4/tcp_adv_win_scale", 1)
		switch {
		case err == nil:
			settings.AdvScale = int(scale[0])
		case errors.Is(err, fs.ErrNotExist) && Older(release, 4, ownSince):
			settings.AdvScale = wholeBuffer
		default:
			return Settings{}, err
		}
	}
	return settings, nil
}

func numbers(proc, name string, count int) ([]int64, error) {
	text, err := os.ReadFile(filepath.Join(proc, "sys", name))
	if err != nil {
		return nil, err
	}
	words := strings.Fields(string(text))
	if len(words) != count {
		return nil, fmt.Errorf("%s has %d numbers, %d expected: %q", name, len(words), count, text)
	}
	values := make([]int64, count)
	for i, word := range words {
		if values[i], err = strconv.ParseInt(word, 10, 64); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return values, nil
}

// Older says whether a release is known to be before major.minor.
func Older(release string, major, minor int) bool {
	var a, b int
	if n, _ := fmt.Sscanf(release, "%d.%d", &a, &b); n != 2 {
		return false
	}
	return a < major || a == major && b < minor
}

// Release is what uname -r prints.
func Release() string {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return "unknown"
	}
	return unix.ByteSliceToString(name.Release[:])
}
