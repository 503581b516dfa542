package connect

import (
	"fmt"
	"net/netip"
	"sort"

	"faultlab/live/internal/answer"
	"faultlab/live/internal/host"
	"faultlab/live/internal/sockets"
)

// judgeQueues looks for accept queues that overflow, and gives the listening sockets that were full at a sample.
func (w *Watch) judgeQueues(part *answer.Part) []sockets.Socket {
	before, now := w.first, w.last
	part.Samples = append(part.Samples, answer.Sample{Name: "listen_overflows", Value: float64(now.ListenOverflows)},
		answer.Sample{Name: "listen_drops", Value: float64(now.ListenDrops)},
		answer.Sample{Name: "syn_retransmits", Value: float64(now.SynRetransmits)})
	var full []sockets.Socket
	busy := 0
	for _, socket := range w.queues {
		if socket.Queued > 0 {
			busy++
		}
		if socket.Queued > socket.Backlog { // sk_acceptq_is_full
			full = append(full, socket)
		}
	}
	sort.Slice(full, func(i, j int) bool { return full[i].Local.Compare(full[j].Local) < 0 })
	text := fmt.Sprintf("ListenOverflows %s, ListenDrops %s", grown(before.ListenOverflows, now.ListenOverflows),
		grown(before.ListenDrops, now.ListenDrops))
	if now.ListenOverflows == before.ListenOverflows {
		if now.ListenDrops > 0 {
			part.Seen = append(part.Seen, text+".")
		}
		for _, socket := range full {
			part.Seen = append(part.Seen, "The accept queue of "+w.queue(socket)+" was full at a sample, and nothing was dropped.")
		}
		return nil
	}
	finding := answer.Finding{
		ID:         "accept-queue-overflow",
		Confidence: answer.Certain,
		Where:      "/proc/net/netstat",
		Why: text + ". If the queue of connections that wait for accept() is full, the kernel drops the SYN or the last ACK of the" +
			" handshake. The client repeats it after 1 s, 3 s, 7 s, and takes the server for slow or dead.",
		Not: "A queue that was full between two samples only is not visible.",
		Do: "Find out why the process does not call accept() (a full thread pool, a pause, too little CPU). For bursts, raise the" +
			" backlog that the program gives to listen(), and net.core.somaxconn, which limits it.",
	}
	if len(full) == 0 {
		finding.Subject = "a listening socket of this network namespace"
		finding.Why += " Which queue it was is not known: none was full at a sample."
	} else {
		var names, details []string
		for _, socket := range full {
			names = append(names, socket.Local.String())
			details = append(details, w.queue(socket))
		}
		finding.Subject = "accept queue of " + listed(names)
		finding.Where = listed(details)
		if busy > 1 {
			finding.Confidence = answer.Likely
			finding.Not = "Connections waited in other queues too, and the kernel does not count the queues apart."
		}
	}
	part.Findings = append(part.Findings, finding)
	return full
}

// queue names a listening socket, its process, how long its queue is, and what limits it.
func (w *Watch) queue(socket sockets.Socket) string {
	limit := "the backlog of listen()"
	if socket.Backlog == host.SomaxConn(w.proc) {
		limit += ", or net.core.somaxconn"
	}
	return fmt.Sprintf("%s (%s; %d connections wait, %s is %d)", socket.Local, host.Owner(w.proc, socket.Inode), socket.Queued, limit,
		socket.Backlog)
}

// judgeAttempts looks for destinations that do not answer this host's SYNs. An overflowing queue of this host explains its own.
func (w *Watch) judgeAttempts(overflowing []sockets.Socket, part *answer.Part) {
	waiting, patient := map[netip.AddrPort]int{}, map[netip.AddrPort]int{}
	var maxRetransmits uint8
	for _, socket := range w.attempts {
		if socket.Retransmits > 0 {
			waiting[socket.Remote]++
			maxRetransmits = max(maxRetransmits, socket.Retransmits)
		}
		if socket.Retransmits >= patientRetransmits {
			patient[socket.Remote]++
		}
	}
	if again := w.last.SynRetransmits - w.first.SynRetransmits; again > 0 || len(waiting) > 0 {
		part.Seen = append(part.Seen, fmt.Sprintf("SYN and SYN-ACK retransmissions: %d. Destinations of attempts that were sent again: %s.",
			again, attempts(waiting)))
	}
	for _, socket := range overflowing {
		for remote := range patient {
			if remote == socket.Local || remote.Port() == socket.Local.Port() && socket.Local.Addr().IsUnspecified() {
				delete(patient, remote)
			}
		}
	}
	for _, remote := range ordered(patient) {
		if patient[remote] < minAttempts {
			continue
		}
		works := "No connection to it was open at any sample."
		if w.open[remote] > 0 {
			works = "Other connections to it were open meanwhile."
		}
		part.Findings = append(part.Findings, answer.Finding{
			ID:         "unanswered-attempts",
			Confidence: answer.Likely,
			Subject:    "connection attempts to " + remote.String(),
			Where:      fmt.Sprintf("%d sockets in SYN_SENT", patient[remote]),
			Why: fmt.Sprintf("%d attempts got no answer to their SYN, which was sent at least %d times. %s", patient[remote],
				patientRetransmits+1, works),
			Not: "Why is not visible from here: the destination may be dead, or its accept queue full; a filter may drop the SYN; a NAT" +
				" may have no port left. If other connections to it are accepted, it is not dead.",
			Do: "Run `live` at the destination (accept queue), and at the NAT (conntrack). A capture at both ends shows where the SYN" +
				" is lost (`./faultlab diagnose`).",
		})
	}
}

func attempts(counts map[netip.AddrPort]int) string {
	var names []string
	for _, remote := range ordered(counts) {
		names = append(names, fmt.Sprintf("%s (%d)", remote, counts[remote]))
	}
	if names == nil {
		return "none was waiting at a sample"
	}
	return listed(names)
}

func ordered(counts map[netip.AddrPort]int) []netip.AddrPort {
	names := make([]netip.AddrPort, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool { return names[i].Compare(names[j]) < 0 })
	return names
}
