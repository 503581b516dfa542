package window

import (
	"fmt"
	"net/netip"
	"sort"

	"faultlab/live/internal/answer"
	"faultlab/live/internal/sockets"
)

// side is one end of a connection, with the listing that it stands in.
type side struct {
	*Listing
	socket sockets.Socket
	// accepted says that a socket of its host listens on its port; single, that it is known which one.
	accepted, single bool
	listener         Listener
}

// pair is a connection as one end names it.
type pair struct{ local, remote netip.AddrPort }

// joined is a connection of which both ends are known.
type joined struct {
	server, client side
	fresh          bool
}

// Join holds the ends of connections against each other: one here and one in the peer's listing, or both here.
//
// fresh says that the peer's listing was made while this host's sockets were there. Without that a pair of ports may have been
// used again in between.
func Join(mine Listing, theirs *Listing, fresh bool) answer.Part {
	var part answer.Part
	here := mine.sides()
	var both []joined
	for _, end := range here {
		if other, there := here[pair{end.socket.Remote, end.socket.Local}]; there && end.accepted && !other.accepted {
			both = append(both, joined{end, other, true})
		}
	}
	if theirs != nil {
		both = append(both, across(here, *theirs, fresh, &part)...)
	}
	conclude(both, &part)
	return part
}

func (l *Listing) sides() map[pair]side {
	all := l.listeners()
	sides := map[pair]side{}
	for _, socket := range l.Connections() {
		if socket.Info.Knows(sockets.Scales) {
			_, listener, single := all.one(socket)
			sides[pair{socket.Local, socket.Remote}] = side{l, socket, all.accepted(socket), single, listener}
		}
	}
	return sides
}

func across(here map[pair]side, theirs Listing, fresh bool, part *answer.Part) []joined {
	var both []joined
	strangers := 0
	there := theirs.sides()
	for name, mine := range here {
		other, found := there[pair{name.remote, name.local}]
		switch {
		case !found:
		case !oneConnection(mine.socket.Info, other.socket.Info):
			strangers++
		case other.accepted && !mine.accepted:
			both = append(both, joined{other, mine, fresh})
		case mine.accepted && !other.accepted:
			both = append(both, joined{mine, other, fresh})
		}
	}
	if strangers > 0 {
		part.Unseen = append(part.Unseen, fmt.Sprintf("%d pairs of addresses are in both listings, but their byte counts do"+
			" not belong to one connection: the ports were used again, or the listing is old.", strangers))
	}
	if len(both) == 0 {
		part.Unseen = append(part.Unseen, fmt.Sprintf("No connection is in both listings (%d here, %d at %s), so nothing was"+
			" compared. There is an address translation or a proxy in between, or the namespaces are not the right ones.", len(here), len(there), theirs.Host))
	} else {
		part.Seen = append(part.Seen, fmt.Sprintf("%d connections are in both listings.", len(both)))
	}
	return both
}

// oneConnection says whether the later end can be the other end of the earlier one: it has sent all that had come, and
// received all that had been acknowledged. A SYN and a FIN count as a byte each.
func oneConnection(later, earlier sockets.Info) bool {
	if !later.Knows(sockets.Sent) || !earlier.Knows(sockets.Bytes) {
		return true
	}
	return earlier.BytesReceived <= later.BytesSent+2 && earlier.BytesAcked <= later.BytesReceived+2
}

// A verdict about one connection.
type verdict int

const (
	agrees verdict = iota
	larger         // the server applies a larger scale than the client was told
	removed
	otherwise
)

func (j joined) verdict() verdict {
	s, c := j.server.socket.Info, j.client.socket.Info
	switch {
	case s.Scaling != c.Scaling:
		if max(s.ReceiveScale, s.SendScale, c.ReceiveScale, c.SendScale) == 0 {
			return agrees
		}
		return removed
	case s.ReceiveScale == c.SendScale && c.ReceiveScale == s.SendScale:
		return agrees
	case s.ReceiveScale > c.SendScale && c.ReceiveScale == s.SendScale:
		return larger
	default:
		return otherwise
	}
}

// explained says that the fault of lab syncookie gives exactly these two scales on this listener, and that cookies came back.
func (j joined) explained() bool {
	l := j.server.listener
	told, applied := j.client.socket.Info.SendScale, j.server.socket.Info.ReceiveScale
	return j.server.single && told <= l.Declares && l.Declares < applied && applied <= l.Forgets &&
		j.server.Counters.CookiesReceived > 0
}

// unexplained says why the fault of lab syncookie is not known to give these two scales.
func (s side) unexplained() string {
	switch {
	case s.Counters.CookiesReceived == 0:
		return "No SYN cookie has come back there."
	case !s.single:
		return "It is not known which socket listened there, so the scale that a forgotten buffer would give is not known either."
	case s.listener.Unset:
		return fmt.Sprintf("The listener's buffer of %d bytes may be the kernel's default, and then the kernel has nothing to"+
			" forget.",
			s.listener.ReceiveBuffer)
	case s.listener.Open:
		return "The scale that a forgotten buffer would give on this listener is not known: net.core.rmem_max or tcp_rmem is" +
			" not visible there."
	default:
		return fmt.Sprintf("A forgotten buffer would give other scales on this listener (declared: %d at most; applied: up to"+
			" %d).", s.listener.Declares, s.listener.Forgets)
	}
}

// kind is what connections of one finding have in common.
type kind struct {
	verdict   verdict
	certain   bool
	explained bool
	server    netip.AddrPort
	told, by  uint8
}

func conclude(both []joined, part *answer.Part) {
	kinds := map[kind][]joined{}
	total := map[netip.AddrPort]int{}
	for _, j := range both {
		total[j.server.socket.Local]++
		k := kind{verdict: j.verdict(), server: j.server.socket.Local}
		if k.verdict == larger {
			k.explained = j.explained()
			// Where tcp_rmem is not known, the buffer may be the kernel's own, with nothing to forget.
			k.certain = k.explained && j.fresh && j.server.Settings.ReceiveDefault > 0
			k.told, k.by = j.client.socket.Info.SendScale, j.server.socket.Info.ReceiveScale
		}
		if k.verdict != agrees {
			kinds[k] = append(kinds[k], j)
		}
	}
	ordered := make([]kind, 0, len(kinds))
	for k := range kinds {
		ordered = append(ordered, k)
	}
	sort.Slice(ordered, func(i, j int) bool {
		a, b := ordered[i], ordered[j]
		if c := a.server.Compare(b.server); c != 0 {
			return c < 0
		}
		return fmt.Sprint(a.verdict, !a.certain, a.told, a.by) < fmt.Sprint(b.verdict, !b.certain, b.told, b.by)
	})
	for _, k := range ordered {
		group, of := kinds[k], total[k.server]
		sort.Slice(group, func(i, j int) bool {
			return group[i].client.socket.Local.Compare(group[j].client.socket.Local) < 0
		})
		switch k.verdict {
		case larger:
			part.Findings = append(part.Findings, k.finding(group, of))
		case removed:
			part.Doubt(mismatch, fmt.Sprintf("%d of %d connections of the server %s: one side scales its windows and the other"+
				" does not. A SYN cookie does not cause that. A middlebox removed the option from a handshake, or a proxy"+
				" that keeps the addresses joins two connections. Capture packets at the client (`./faultlab diagnose`).",
				len(group), of, k.server))
		default:
			part.Doubt(mismatch, fmt.Sprintf("%d of %d connections of the server %s: the scales of the two sides differ, but"+
				" not as after a SYN cookie. With a proxy that keeps the addresses, two connections look like one. Capture"+
				" packets on either side (`./faultlab diagnose`).", len(group), of, k.server))
		}
	}
}

func (k kind) finding(group []joined, of int) answer.Finding {
	var clients []sockets.Socket
	for _, j := range group {
		clients = append(clients, sockets.Socket{Remote: j.client.socket.Local})
	}
	f := answer.Finding{
		ID:         mismatch,
		Confidence: answer.Likely,
		Subject:    "server " + k.server.String() + " and its clients",
		Where:      fmt.Sprintf("%d of %d connections that both sides list: clients %s", len(group), of, peers(clients)),
		Why: fmt.Sprintf("The client received scale %d, but the server applies %d, so the client sees windows that are %d"+
			" times too small. In the other direction both sides agree.", k.told, k.by, 1<<(k.by-k.told)),
		Do:  cure,
		Lab: lab,
	}
	server := group[0].server
	if k.explained {
		f.Why += fmt.Sprintf(" The listener's receive buffer of %d bytes allows scale %d at most; a kernel that forgets it"+
			" computes %s. %d SYN cookies have come back there.", server.listener.ReceiveBuffer, server.listener.Declares, server.listener.forgotten(),
			server.Counters.CookiesReceived)
		f.Not = "Not a small buffer, a slow reader or a missing option, because then both sides have the same scales."
	} else {
		f.Not = server.unexplained() + " A middlebox that rewrites the option, or a proxy that keeps the addresses, has the" +
			" same effect. Capture packets on both sides."
	}
	if k.certain {
		f.Confidence = answer.Certain
	} else if k.explained && server.Settings.ReceiveDefault == 0 {
		f.Not += " But net.ipv4.tcp_rmem is not visible there, so the buffer may be the kernel's default, and then the kernel" +
			" has nothing to forget. A middlebox that rewrites the option has the same effect. Capture packets on both sides."
	} else if k.explained {
		f.Not += " But the peer's listing may be older than this host's connections, and the ports may have been used again." +
			" Use a pipe instead of a file (`ssh SERVER faultlab-live sockets | faultlab-live --peer -`)."
	}
	return f
}
