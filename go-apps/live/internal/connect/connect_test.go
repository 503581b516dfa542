package connect

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"faultlab/live/internal/check"
	"faultlab/live/internal/host"
	"faultlab/live/internal/sockets"
	"faultlab/live/internal/window"
)

var at = netip.MustParseAddrPort

// attempts are sockets in SYN_SENT, numbered from 1.
func syn(count int, to string, retransmits uint8) []sockets.Socket {
	var all []sockets.Socket
	for i := range count {
		all = append(all, sockets.Socket{Local: at(fmt.Sprintf("192.0.2.1:%d", 40100+i)), Remote: at(to),
			State: sockets.SynSent, Retransmits: retransmits, Cookie: uint64(i + 1)})
	}
	return all
}

// closed are sockets in TIME_WAIT that have so many milliseconds left, each at a port of its own.
func closed(from, count int, local, to string, left uint32) []sockets.Socket {
	var all []sockets.Socket
	for i := range count {
		all = append(all, sockets.Socket{Local: at(fmt.Sprintf("%s:%d", local, from+i)), Remote: at(to),
			State: sockets.TimeWait, Expires: left})
	}
	return all
}

func queue(address string, queued, backlog uint32) sockets.Socket {
	return sockets.Socket{Local: at(address), State: sockets.Listen, Queued: queued, Backlog: backlog, Cookie: uint64(at(address).Port())}
}

// Each row is what a first and a second look gave, and the findings.
func TestFindingsAndTheirLookAlikes(t *testing.T) {
	overflow := host.Counters{ListenOverflows: 5, ListenDrops: 5}
	server := "198.51.100.7:443"
	tracked := func(entries, limit, dropped uint64) host.Counters {
		return host.Counters{Conntrack: host.Conntrack{Known: true, Entries: entries, Max: limit, Dropped: dropped}}
	}
	neighbours := func(full uint64) host.Counters {
		return host.Counters{Neighbours: [2]host.Neighbours{{Known: true, Entries: 1024, Max: 1024, Full: full}}}
	}
	for name, test := range map[string]struct {
		before, now host.Counters
		first       []sockets.Socket
		listed      []sockets.Socket
		others      []sockets.Socket
		reuse       host.PortReuse
		want        string
	}{
		"nothing": {},
		"a queue overflows": {now: overflow, listed: []sockets.Socket{queue("0.0.0.0:80", 129, 128)},
			want: "accept-queue-overflow certain accept queue of 0.0.0.0:80"},
		"two queues are in use": {now: overflow, listed: []sockets.Socket{queue("0.0.0.0:80", 129, 128), queue("0.0.0.0:81", 3, 128)},
			want: "accept-queue-overflow likely accept queue of 0.0.0.0:80"},
		"it overflowed between two looks": {now: overflow, listed: []sockets.Socket{queue("0.0.0.0:80", 128, 128)},
			want: "accept-queue-overflow certain a listening socket of this network namespace"},
		"it overflowed before":           {before: overflow, now: overflow, listed: []sockets.Socket{queue("0.0.0.0:80", 128, 128)}},
		"full, and nothing is dropped":   {listed: []sockets.Socket{queue("0.0.0.0:80", 129, 128)}},
		"dropped for another reason":     {now: host.Counters{ListenDrops: 9}, listed: []sockets.Socket{queue("0.0.0.0:80", 2, 128)}},
		"attempts wait":                  {others: syn(3, server, 2), want: "unanswered-attempts likely connection attempts to " + server},
		"answered at last":               {first: syn(3, server, 2), listed: []sockets.Socket{{Remote: at(server), State: sockets.Established, Cookie: 2}}},
		"two attempts":                   {others: syn(2, server, 6)},
		"sent again once":                {others: syn(9, server, 1)},
		"attempts at an overflowing one": {now: overflow, listed: []sockets.Socket{queue("0.0.0.0:443", 9, 8)}, others: syn(3, server, 2), want: "accept-queue-overflow certain accept queue of 0.0.0.0:443"},
		"all ports in TIME_WAIT": {others: closed(40000, 10, "192.0.2.1", server, 59_000),
			want: "local-ports-used-up likely connections from 192.0.2.1 to " + server},
		"one of them is listening": {listed: []sockets.Socket{queue("0.0.0.0:40009", 0, 8)}, others: closed(40000, 9, "192.0.2.1", server, 59_000),
			want: "local-ports-used-up likely connections from 192.0.2.1 to " + server},
		"one is free":                {others: closed(40000, 9, "192.0.2.1", server, 59_000)},
		"outside the range":          {others: closed(40001, 20, "192.0.2.1", server, 59_000)},
		"two destinations":           {others: append(closed(40000, 5, "192.0.2.1", server, 1), closed(40005, 5, "192.0.2.1", "198.51.100.7:80", 1)...)},
		"two addresses of this host": {others: append(closed(40000, 5, "192.0.2.1", server, 1), closed(40005, 5, "192.0.2.2", server, 1)...)},
		"all ports of two addresses": {others: append(closed(40000, 10, "192.0.2.1", server, 59_000), closed(40000, 10, "192.0.2.2", server, 59_000)...),
			want: "local-ports-used-up likely connections from 192.0.2.1 to " + server + "; local-ports-used-up likely connections from 192.0.2.2 to " + server},
		"the server closes first":       {others: reversed(closed(40000, 10, "192.0.2.1", server, 59_000))},
		"used again after a second":     {reuse: host.AllReuse, others: closed(40000, 10, "192.0.2.1", server, 58_000)},
		"used again, not yet a second":  {reuse: host.AllReuse, others: closed(40000, 10, "192.0.2.1", server, 59_500), want: "local-ports-used-up likely connections from 192.0.2.1 to " + server},
		"used again over loopback":      {reuse: host.LoopbackReuse, others: closed(40000, 10, "127.0.0.1", "127.0.0.1:80", 30_000)},
		"not used again over the wire":  {reuse: host.LoopbackReuse, others: closed(40000, 10, "192.0.2.1", server, 30_000), want: "local-ports-used-up likely connections from 192.0.2.1 to " + server},
		"tracking is full":              {before: tracked(1000, 1000, 4), now: tracked(1000, 1000, 5), want: "conntrack-full certain connection tracking of this network namespace"},
		"it was full":                   {before: tracked(400, 1000, 4), now: tracked(400, 1000, 4)},
		"dropped for an invalid packet": {before: tracked(400, 1000, 4), now: tracked(400, 1000, 9)},
		"nearly full":                   {before: tracked(999, 1000, 0), now: tracked(999, 1000, 0)},
		"no neighbour fits":             {before: neighbours(1), now: neighbours(2), want: "neighbour-table-full certain neighbour table (ARP, IPv4)"},
		"the table was full":            {before: neighbours(2), now: neighbours(2)},
	} {
		t.Run(name, func(t *testing.T) {
			watch := NewWatch(t.TempDir())
			watch.ports, watch.portsError = host.Ports{First: 40000, Last: 40010, Reserved: map[int]bool{40010: true}, Reuse: test.reuse}, nil
			watch.Look(window.Listing{Counters: test.before, Others: test.first})
			watch.Look(window.Listing{Counters: test.now, Sockets: test.listed, Others: test.others})
			var found []string
			for _, f := range watch.Judge().Findings {
				found = append(found, fmt.Sprintf("%s %s %s", f.ID, f.Confidence, f.Subject))
			}
			slices.Sort(found)
			check.ErrorIf(t, strings.Join(found, "; ") != test.want, "found %q, expected %q", found, test.want)
		})
	}
}

// reversed gives the other end of each connection.
func reversed(all []sockets.Socket) []sockets.Socket {
	for i := range all {
		all[i].Local, all[i].Remote = all[i].Remote, all[i].Local
	}
	return all
}
