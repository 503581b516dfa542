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

// Counters are those of /proc/net/netstat that tell of SYN cookies, since the name space began.
type Counters struct {
	CookiesSent     uint64
	CookiesReceived uint64
	// QueueFull counts SYNs that met a full queue and were answered with a cookie.
	QueueFull uint64
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
	return Counters{
		CookiesSent:     values["TcpExt.SyncookiesSent"],
		CookiesReceived: values["TcpExt.SyncookiesRecv"],
		QueueFull:       values["TcpExt.TCPReqQFullDoCookies"],
	}, nil
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
	if most, err := numbers(proc, "net/core/rmem_max", 1); err == nil {
		settings.CoreMax = uint64(most[0])
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
