// Package connect judges what keeps connections from being made: full accept queues, attempts without an answer, local ports
// that are used up, and full tables of the kernel.
package connect

import (
	"fmt"
	"net/netip"
	"sort"
	"strings"

	"faultlab/live/internal/answer"
	"faultlab/live/internal/host"
	"faultlab/live/internal/sockets"
	"faultlab/live/internal/window"
)

const (
	// shown is how many sockets a text names.
	shown = 4
	// A SYN that was repeated twice has waited for three seconds.
	patientRetransmits = 2
	minAttempts        = 3
	// How long TIME_WAIT lasts (TCP_TIMEWAIT_LEN), and how much of it a port must at least be through to be used again (tcp_tw_reuse).
	timeWait   = 60_000
	reuseAfter = 1000
	// A port that is freed while the sockets are listed does not count: one in a thousand.
	spare = 1000
)

// Watch follows, over several listings, the sockets that wait and the kernel's counters.
type Watch struct {
	proc        string
	ports       host.Ports
	portsError  error
	first, last host.Counters
	looks       int
	queues      map[uint64]sockets.Socket // listening sockets, each with its longest queue
	attempts    map[uint64]sockets.Socket
	open        map[netip.AddrPort]int
	smallest    map[route]taken
}

// route is what a local port must be free for: one port can serve several destinations.
type route struct {
	from netip.Addr
	to   netip.AddrPort
}

// taken are the local ports that a route cannot have, at one look.
type taken struct{ waiting, open, free int }

// NewWatch begins to watch.
func NewWatch(proc string) *Watch {
	ports, err := host.ReadPorts(proc)
	return &Watch{proc: proc, ports: ports, portsError: err, queues: map[uint64]sockets.Socket{},
		attempts: map[uint64]sockets.Socket{}, open: map[netip.AddrPort]int{}, smallest: map[route]taken{}}
}

// Look takes up one listing.
func (w *Watch) Look(listing window.Listing) {
	if w.looks == 0 {
		w.first = listing.Counters
	}
	w.last = listing.Counters
	w.looks++
	bound := map[uint16]bool{}
	for _, socket := range listing.Sockets {
		if socket.State == sockets.Listen {
			bound[socket.Local.Port()] = true
			if known, there := w.queues[socket.Cookie]; !there || socket.Queued > known.Queued {
				w.queues[socket.Cookie] = socket
			}
		} else {
			w.open[socket.Remote]++
			delete(w.attempts, socket.Cookie)
		}
	}
	for _, socket := range listing.Others {
		if socket.State == sockets.SynSent {
			w.attempts[socket.Cookie] = socket
		}
	}
	w.countPorts(listing, bound)
}

// countPorts counts, for each route, the ports that connect(2) can still take.
func (w *Watch) countPorts(listing window.Listing, bound map[uint16]bool) {
	if w.portsError != nil {
		return
	}
	usable := 0
	for port := w.ports.First; port <= w.ports.Last; port++ {
		if !w.ports.Reserved[port] && !bound[uint16(port)] {
			usable++
		}
	}
	now := map[route]taken{}
	for _, some := range [][]sockets.Socket{listing.Sockets, listing.Others} {
		for _, socket := range some {
			port := int(socket.Local.Port())
			if socket.State == sockets.Listen || port < w.ports.First || port > w.ports.Last || w.ports.Reserved[port] ||
				bound[uint16(port)] {
				continue
			}
			key := route{socket.Local.Addr(), socket.Remote}
			counted := now[key]
			switch {
			case socket.State != sockets.TimeWait:
				counted.open++
			case !w.reusable(socket):
				counted.waiting++
			}
			now[key] = counted
		}
	}
	for key, counted := range now {
		counted.free = usable - counted.open - counted.waiting
		if known, there := w.smallest[key]; !there || counted.free < known.free {
			w.smallest[key] = counted
		}
	}
}

func (w *Watch) reusable(socket sockets.Socket) bool {
	if w.ports.Reuse == host.NoReuse || w.ports.Reuse == host.LoopbackReuse && !socket.Remote.Addr().IsLoopback() {
		return false
	}
	return socket.Expires <= timeWait-reuseAfter
}

// Judge says what was found.
func (w *Watch) Judge() answer.Part {
	var part answer.Part
	if w.looks == 0 {
		return part
	}
	overflowing := w.judgeQueues(&part)
	w.judgeAttempts(overflowing, &part)
	w.judgePorts(&part)
	w.judgeConntrack(&part)
	w.judgeNeighbours(&part)
	return part
}

func (w *Watch) judgePorts(part *answer.Part) {
	if w.portsError != nil {
		part.Unseen = append(part.Unseen, "local ports: "+w.portsError.Error())
		return
	}
	size := w.ports.Last - w.ports.First + 1 - len(w.ports.Reserved)
	routes := make([]route, 0, len(w.smallest))
	for key, counted := range w.smallest {
		if counted.free < size/2 {
			routes = append(routes, key)
		}
	}
	sort.Slice(routes, func(i, j int) bool { return w.smallest[routes[i]].free < w.smallest[routes[j]].free })
	for i, key := range routes {
		counted := w.smallest[key]
		text := fmt.Sprintf("%d in TIME_WAIT, %d in other states and %d free, of %d ports (net.ipv4.ip_local_port_range %d to %d)",
			counted.waiting, counted.open, counted.free, size, w.ports.First, w.ports.Last)
		if counted.free > size/spare {
			if i < shown {
				part.Seen = append(part.Seen, fmt.Sprintf("local ports for %s: %s.", key.to, text))
			}
			continue
		}
		part.Findings = append(part.Findings, answer.Finding{
			ID:         "local-ports-used-up",
			Confidence: answer.Likely,
			Subject:    fmt.Sprintf("connections from %s to %s", key.from, key.to),
			Where:      fmt.Sprintf("local ports of %s for %s", key.from, key.to),
			Why: fmt.Sprintf("At one sample: %s. Without a free port, connect() to this destination fails with EADDRNOTAVAIL"+
				" (\"Cannot assign requested address\"). TIME_WAIT keeps a port for 60 s after this side closes a connection (1 s where"+
				" net.ipv4.tcp_tw_reuse applies).", text),
			Not: "Failed calls of connect() are not visible, because the kernel does not count them. Programs that choose their own" +
				" local address or port are not affected.",
			Do: "Keep connections open and use them again (keep-alive, a pool). If that is not possible, widen" +
				" net.ipv4.ip_local_port_range (undo: the old values), or use more addresses of the destination or of this host.",
		})
	}
}

func (w *Watch) judgeConntrack(part *answer.Part) {
	before, now := w.first.Conntrack, w.last.Conntrack
	if !now.Known {
		return // nothing is tracked here
	}
	part.Samples = append(part.Samples, answer.Sample{Name: "conntrack_entries", Value: float64(now.Entries)},
		answer.Sample{Name: "conntrack_dropped", Value: float64(now.Dropped)})
	limitText := "a maximum that is not visible here"
	if now.Max > 0 {
		limitText = fmt.Sprintf("at most %d", now.Max)
	}
	text := fmt.Sprintf("%d entries, %s; dropped %s, evicted early %s, not inserted %s", now.Entries, limitText,
		grown(before.Dropped, now.Dropped), grown(before.EarlyDropped, now.EarlyDropped), grown(before.NotInserted, now.NotInserted))
	if now.Dropped > before.Dropped && now.Max > 0 && max(before.Entries, now.Entries) >= now.Max-now.Max/20 {
		part.Findings = append(part.Findings, answer.Finding{
			ID:         "conntrack-full",
			Confidence: answer.Certain,
			Subject:    "connection tracking of this network namespace",
			Where:      "/proc/net/stat/nf_conntrack, net.netfilter.nf_conntrack_max",
			Why: "The table of tracked connections is full, and the kernel drops packets of new ones: " + text + "." +
				" The kernel's log says \"nf_conntrack: table full, dropping packet\".",
			Not: "It does not say whose connections fill the table: `conntrack -L` does.",
			Do: "Raise net.netfilter.nf_conntrack_max (undo: the old value), shorten its time-outs, or exempt traffic that needs no" +
				" tracking (NOTRACK).",
		})
	} else if now.Entries > 0 || now.Dropped+now.EarlyDropped+now.NotInserted > 0 {
		part.Seen = append(part.Seen, "connection tracking: "+text+".")
	}
}

func (w *Watch) judgeNeighbours(part *answer.Part) {
	hidden := true
	for i, now := range w.last.Neighbours {
		if !now.Known {
			continue
		}
		hidden = false
		before := w.first.Neighbours[i]
		name := [2]string{"ARP, IPv4", "NDP, IPv6"}[i]
		text := fmt.Sprintf("%d entries, at most %d (gc_thresh3); full %s", now.Entries, now.Max, grown(before.Full, now.Full))
		if now.Full > before.Full {
			part.Findings = append(part.Findings, answer.Finding{
				ID:         "neighbour-table-full",
				Confidence: answer.Certain,
				Subject:    "neighbour table (" + name + ")",
				Where:      "/proc/net/stat, " + [2]string{"arp_cache", "ndisc_cache"}[i],
				Why: "The kernel had no room for another neighbour: " + text + ". Packets to an address without an entry are dropped" +
					" (\"neighbour: table overflow!\").",
				Not: "All network namespaces of the host share this table.",
				Do:  "Raise gc_thresh3, and gc_thresh2 with it, in net.ipv4.neigh.default or net.ipv6.neigh.default (undo: the old values).",
			})
		} else if now.Full > 0 || now.Entries >= now.Max/2 {
			part.Seen = append(part.Seen, fmt.Sprintf("neighbour table (%s): %s.", name, text))
		}
	}
	if hidden {
		part.Unseen = append(part.Unseen, "The neighbour table: only the host's first network namespace shows it.")
	}
}

// grown says what was counted, and how much of it while this program watched.
func grown(before, now uint64) string {
	return fmt.Sprintf("%d times (%d of them now)", now, now-before)
}

func listed(names []string) string {
	if len(names) > shown {
		names = append(names[:shown:shown], fmt.Sprintf("and %d more", len(names)-shown))
	}
	return strings.Join(names, ", ")
}
