package window

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"faultlab/live/internal/answer"
	"faultlab/live/internal/host"
	"faultlab/live/internal/sockets"
)

const (
	mismatch = "window-scale-mismatch"
	lab      = "syncookie"
	cure     = "`./faultlab fixes syncookie` lists fixes that need no other kernel. For new connections: a window on the route," +
		" as large as SO_RCVBUF (half of rb in `ss -ltnm`; undo: the same `ip route change` line without `window`)." +
		" For open connections: close them with `ss -K`, a few at a time (nothing to undo; their clients connect again)"
	// shown is how many connections a finding names.
	shown = 4
	// Linux that remembers the buffer, where that was not taken out.
	fixedMajor, fixedMinor = 5, 10
)

// group is a listening socket with the connections that came through it.
type group struct {
	socket      sockets.Socket
	listener    Listener
	connections []sockets.Socket
}

// Server looks at one side alone: does a connection have a receive scale that its listener's buffer cannot mean?
func Server(listing Listing) answer.Part {
	var part answer.Part
	all := listing.listeners()
	groups := map[uint64]*group{}
	unclear := map[uint16]bool{}
	for _, connection := range listing.Connections() {
		if !connection.Info.Knows(sockets.Scales) {
			continue
		}
		socket, listener, ok := all.one(connection)
		if !ok {
			if all.accepted(connection) {
				unclear[connection.Local.Port()] = true
			}
			continue
		}
		if groups[socket.Cookie] == nil {
			groups[socket.Cookie] = &group{socket: socket, listener: listener}
		}
		groups[socket.Cookie].connections = append(groups[socket.Cookie].connections, connection)
	}
	for port := range unclear {
		part.Unseen = append(part.Unseen, fmt.Sprintf(
			"Several sockets listen on port %d with different buffers, so it is not known which of them accepted a connection.", port))
	}
	sort.Strings(part.Unseen)
	ordered := make([]*group, 0, len(groups))
	for _, g := range groups {
		ordered = append(ordered, g)
	}
	sort.Slice(ordered, func(i, j int) bool { return ordered[i].socket.Local.Compare(ordered[j].socket.Local) < 0 })
	for _, g := range ordered {
		g.judge(listing, &part)
	}
	part.Samples = append(part.Samples,
		answer.Sample{Name: "syncookies_sent", Value: float64(listing.Counters.CookiesSent)},
		answer.Sample{Name: "syncookies_received", Value: float64(listing.Counters.CookiesReceived)})
	return part
}

func (g *group) judge(listing Listing, part *answer.Part) {
	name := g.socket.Local.String()
	byScale := map[string]int{}
	var over []sockets.Socket
	for _, connection := range g.connections {
		if !connection.Info.Scaling {
			byScale["none"]++
			continue
		}
		byScale[strconv.Itoa(int(connection.Info.ReceiveScale))]++
		if g.isOver(connection) {
			over = append(over, connection)
		}
	}
	for _, scale := range sortedKeys(byScale) {
		part.Samples = append(part.Samples, answer.Sample{Name: "receive_scale",
			Labels: [][2]string{{"listener", name}, {"scale", scale}}, Value: float64(byScale[scale])})
	}
	cookies := listing.Counters.CookiesReceived
	switch {
	case len(over) > 0 && cookies >= uint64(len(over)) && !host.Older(listing.Kernel, fixedMajor, fixedMinor):
		part.AddUndecided(mismatch, fmt.Sprintf("%d of %d connections of the listener %s have a receive scale (%s) that does not fit"+
			" a buffer of %d bytes if SO_RCVBUF set it, and %d SYN cookies have come back. But Linux 5.10 and later do not"+
			" have this fault, and this kernel is %s. A change of net.ipv4.tcp_rmem while the socket listened looks the same."+
			" A kernel that was built without the fix has the fault. Capture a handshake (`./faultlab diagnose`).", len(over), len(g.connections), name,
			scales(byScale), g.listener.ReceiveBuffer, cookies, listing.Kernel))
	case len(over) > 0 && cookies >= uint64(len(over)) && listing.Settings.ReceiveDefault == 0:
		part.AddUndecided(mismatch, fmt.Sprintf("%d of %d connections of the listener %s have a receive scale (%s) that does not fit"+
			" a buffer of %d bytes if SO_RCVBUF set it, and %d SYN cookies have come back. But it may be the kernel's default"+
			" buffer: net.ipv4.tcp_rmem is not visible in this network namespace. Capture a handshake"+
			" (`./faultlab diagnose`).", len(over),
			len(g.connections), name, scales(byScale), g.listener.ReceiveBuffer, cookies))
	case len(over) > 0 && cookies >= uint64(len(over)):
		part.Findings = append(part.Findings, g.finding(listing, over, byScale))
	case len(over) > 0 && cookies > 0:
		part.AddUndecided(mismatch, fmt.Sprintf("%d of %d connections of the listener %s have a receive scale that does not fit its"+
			" buffer (%s), but only %d SYN cookies have come back, fewer than there are such connections. Capture a"+
			" handshake (`./faultlab diagnose`).", len(over), len(g.connections), name, scales(byScale), cookies))
	case len(over) == 0 && cookies > 0 && differ(byScale):
		part.AddUndecided(mismatch, fmt.Sprintf("Connections of the listener %s have different receive scales (%s) and SYN cookies have"+
			" come back (%d), but its buffer of %d bytes allows the larger one. A window on the route to some clients, or a"+
			" setting that was changed in between, has the same effect. Capture a handshake (`./faultlab diagnose`).",
			name, scales(byScale), cookies, g.listener.ReceiveBuffer))
	}
}

// isOver says that the scale is not one that the listener's buffer can mean, and is one that forgetting it gives. The
// connection's own buffer must still be the listener's: it was born of this socket, with this buffer, and SO_RCVBUF was set
// then. One that an earlier listener accepted has the default, or has grown.
func (g *group) isOver(connection sockets.Socket) bool {
	scale := connection.Info.ReceiveScale
	return connection.ReceiveBuffer == g.socket.ReceiveBuffer &&
		scale > g.listener.Declares && scale <= g.listener.Forgets
}

func (g *group) finding(listing Listing, over []sockets.Socket, byScale map[string]int) answer.Finding {
	return answer.Finding{
		ID:         mismatch,
		Confidence: answer.Likely,
		Subject:    "listener " + g.socket.Local.String(),
		Where:      fmt.Sprintf("%d of %d connections: %s", len(over), len(g.connections), peers(over)),
		Why: fmt.Sprintf("Receive scales of its connections: %s. The listener's receive buffer of %d bytes (SO_RCVBUF) allows"+
			" scale %d at most, so its SYN-ACKs declared no more. Without the buffer, the kernel would compute %s. The"+
			" connections have the same buffer, and %d SYN cookies have come back since the network namespace was created."+
			" Clients then see windows that are up to %d times too small.", scales(byScale), g.listener.ReceiveBuffer, g.listener.Declares, g.listener.forgotten(),
			listing.Counters.CookiesReceived, 1<<(over[0].Info.ReceiveScale-g.listener.Declares)),
		Not: fmt.Sprintf("The scale in the SYN-ACKs is computed, not seen. These look the same: a listener that set its buffer"+
			" after it began to listen, connections from before a change of net.ipv4.tcp_adv_win_scale, and a listener with"+
			" the kernel's default buffer from before a change of net.ipv4.tcp_rmem. Linux 5.10 and later have the fix, and"+
			" so do some earlier releases; this kernel is %s. A capture of a handshake (`./faultlab diagnose`) confirms"+
			" the finding or rules it out.", listing.Kernel),
		Do:  cure,
		Lab: lab,
	}
}

func differ(byScale map[string]int) bool {
	numbers := len(byScale)
	if byScale["none"] > 0 {
		numbers--
	}
	return numbers > 1
}

func scales(byScale map[string]int) string {
	var parts []string
	for _, scale := range sortedKeys(byScale) {
		parts = append(parts, fmt.Sprintf("%s on %d", scale, byScale[scale]))
	}
	return strings.Join(parts, ", ")
}

func sortedKeys(counts map[string]int) []string {
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func peers(connections []sockets.Socket) string {
	var names []string
	for i, connection := range connections {
		if i == shown {
			names = append(names, fmt.Sprintf("and %d more", len(connections)-shown))
			break
		}
		names = append(names, connection.Remote.String())
	}
	return strings.Join(names, ", ")
}
