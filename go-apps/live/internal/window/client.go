package window

import (
	"fmt"
	"net/netip"
	"sort"
	"time"

	"faultlab/live/internal/answer"
	"faultlab/live/internal/sockets"
)

// When a connection is taken to be held up by its peer's window, and when another one shows that its peer grants more.
const (
	heldShare   = 0.9  // of the time with data to send
	busyShare   = 0.05 // of the time that was watched
	smallWindow = 1 << 16
	minLooks    = 4
	// A receiver whose buffer is full announces no window below a sixteenth of it but 0, save for a segment to which it rounds
	// when there is no scale (__tcp_select_window).
	windowFactor = 16
	// One that is short of memory caps it after that test: at 4 of the segments that it told of (tcp_adjust_rcv_ssthresh), or
	// at 2 (tcp_clamp_window), rounded up to its scale.
	minPressedSegments = 2
	maxPressedSegments = 4
)

// Watch follows this host's connections as a sender, over several listings.
type Watch struct {
	began, ended time.Time
	looks        int
	tracks       map[uint64]*track
}

type track struct {
	first, last      sockets.Socket
	looks            int
	smallest, widest uint32
}

// Look takes up one listing.
func (w *Watch) Look(listing Listing) {
	if w.tracks == nil {
		w.began, w.tracks = listing.Time, map[uint64]*track{}
	}
	w.ended = listing.Time
	w.looks++
	all := listing.listeners()
	for _, socket := range listing.Connections() {
		if all.accepted(socket) {
			continue
		}
		t := w.tracks[socket.Cookie]
		if t == nil {
			t = &track{first: socket, smallest: socket.Info.SendWindow, widest: socket.Info.SendWindow}
			w.tracks[socket.Cookie] = t
		}
		t.last = socket
		t.looks++
		t.smallest = min(t.smallest, socket.Info.SendWindow)
		t.widest = max(t.widest, socket.Info.SendWindow)
	}
}

// Clients looks at this host as a client: is one connection held up by a small constant window, while another one to the same
// server is not?
func (w *Watch) Clients() answer.Part {
	var part answer.Part
	servers := map[netip.AddrPort][]*track{}
	old, scaled := 0, 0
	for _, t := range w.tracks {
		switch {
		case !t.last.Info.Knows(sockets.Windows):
			old++
		case t.last.Info.Scaling && w.looks < minLooks:
			scaled++
		case t.last.Info.Scaling && t.looks == w.looks && t.looks >= minLooks:
			servers[t.last.Remote] = append(servers[t.last.Remote], t)
		}
	}
	if old > 0 {
		part.Unseen = append(part.Unseen, fmt.Sprintf(
			"This kernel does not show the windows of %d connections (Linux 5.4 and later do).", old))
	}
	if scaled > 0 {
		part.Unseen = append(part.Unseen, fmt.Sprintf("The windows of %d connections: there was time for %d samples, and it"+
			" takes %d to see whether a window stays the same. Use a longer --for.", scaled, w.looks, minLooks))
	}
	names := make([]netip.AddrPort, 0, len(servers))
	for name := range servers {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool { return names[i].Compare(names[j]) < 0 })
	for _, name := range names {
		w.judge(name, servers[name], &part)
	}
	return part
}

func (w *Watch) judge(server netip.AddrPort, tracks []*track, part *answer.Part) {
	sort.Slice(tracks, func(i, j int) bool { return tracks[i].last.Local.Compare(tracks[j].last.Local) < 0 })
	var alone, pressed, sick []sockets.Socket
	var example, healthy *track
	for _, t := range tracks {
		if !w.isHeld(t) {
			continue
		}
		other := w.healthy(t, tracks)
		switch {
		case other == nil:
			alone = append(alone, reversed(t.last))
		case t.pressed():
			pressed = append(pressed, reversed(t.last))
		default:
			sick = append(sick, reversed(t.last))
			example, healthy = t, other
		}
	}
	if len(sick) > 0 {
		part.Findings = append(part.Findings, answer.Finding{
			ID:         mismatch,
			Confidence: answer.Likely,
			Subject:    "connections to " + server.String(),
			Where:      fmt.Sprintf("%d of %d: from %s", len(sick), len(tracks), peers(sick)),
			Why: fmt.Sprintf("The connection from %s had a window of %d bytes in each of %d samples, and waited for it during"+
				" %.0f %% of the time in which it had data to send. Another sending connection, from %s, with the same scale"+
				" %d from the same server, always had at least %d bytes. A receiver with a full buffer advertises 0 or at"+
				" least a sixteenth of it. A receiver that is short of memory advertises %d or %d segments, and this window"+
				" is of another size (a segment has %d bytes here).", example.last.Local, example.widest, w.looks,
				100*example.share(), healthy.last.Local, healthy.last.Info.SendScale, healthy.smallest, minPressedSegments, maxPressedSegments,
				example.last.Info.Segment),
			Not: "The scale that the server applies is not visible from here. A server that gives some connections a much" +
				" smaller buffer than others looks the same. So does memory pressure on the server (tcp_mem, or its memory" +
				" cgroup) if its segments are larger than this host's. A capture at the client confirms the finding or rules it" +
				" out (`./faultlab diagnose`).",
			Do:  cure,
			Lab: lab,
		})
	}
	if len(pressed) > 0 {
		part.AddUndecided(mismatch, fmt.Sprintf("%d connections to %s have a small constant window and wait for it nearly all the"+
			" time (from %s), while another connection has a much larger one. But their window is of %d to %d segments, and a"+
			" server that is short of memory (tcp_mem, or its memory cgroup) advertises the same. Check"+
			" `TCPMemoryPressures` in its /proc/net/netstat, or capture a handshake (`./faultlab diagnose`).", len(pressed), server, peers(pressed), minPressedSegments, maxPressedSegments))
	}
	if len(alone) > 0 {
		part.AddUndecided(mismatch, fmt.Sprintf("%d connections to %s have a small constant window and wait for it nearly all the"+
			" time (from %s), and no other connection to the same server has a larger one. A small buffer on the server, or"+
			" too little memory there, looks the same. Capture a handshake (`./faultlab diagnose`).", len(alone), server, peers(alone)))
	}
}

// reversed makes the local end what is shown.
func reversed(s sockets.Socket) sockets.Socket { return sockets.Socket{Remote: s.Local} }

// isHeld: data moved, the window stayed small, the same and open, and it was what held the sender up.
func (w *Watch) isHeld(t *track) bool {
	watched := float64(w.ended.Sub(w.began).Microseconds())
	// In whole segments, the same window is now some bytes more and now less.
	return t.sent() > 0 && t.widest-t.smallest <= t.smallest/4 && t.widest > 0 && t.widest < smallWindow &&
		t.busy() >= busyShare*watched && t.share() >= heldShare
}

// healthy finds a connection to the same server that has the same scale, sends, and is granted far more.
func (w *Watch) healthy(sick *track, among []*track) *track {
	minBytes := windowFactor * uint64(sick.widest)
	if sick.last.Info.SendScale == 0 {
		minBytes += windowFactor * uint64(sick.last.Info.Segment)
	}
	for _, t := range among {
		if t.last.Info.SendScale == sick.last.Info.SendScale && t.sent() > 0 &&
			uint64(t.smallest) >= minBytes {
			return t
		}
	}
	return nil
}

// pressed says that the window is one that a server announces under memory pressure. Its segments are no smaller than those
// that are sent to it; how much larger is not known, beyond what this side takes itself.
func (t *track) pressed() bool {
	info := t.last.Info
	minBytes := minPressedSegments * uint64(info.Segment)
	if info.SendScale == 0 {
		minBytes -= uint64(info.Segment)
	}
	maxBytes := maxPressedSegments*uint64(max(info.Segment, info.Advertised)) + 1<<info.SendScale
	return info.Segment == 0 || uint64(t.widest) >= minBytes && uint64(t.smallest) <= maxBytes
}

func (t *track) sent() uint64 { return t.last.Info.BytesAcked - t.first.Info.BytesAcked }

func (t *track) busy() float64 { return float64(t.last.Info.Busy - t.first.Info.Busy) }

// share is how much of the time with data to send the peer's window held it up.
func (t *track) share() float64 {
	if t.busy() == 0 {
		return 0
	}
	return float64(t.last.Info.WindowLimited-t.first.Info.WindowLimited) / t.busy()
}
