package resolver

import (
	"fmt"
	"time"

	"faultlab/live/internal/answer"
)

const (
	// A wait counts when a socket can have stood for the resolver's patience, between the looks that did not have it yet or
	// any more, and not for much longer: the answer of the next server comes soon after, and the socket is closed.
	late = 700 * time.Millisecond
	// Between looks further apart anything may have come and gone: a socket whose beginning or end falls there is not judged.
	coarse   = 300 * time.Millisecond
	minWaits = 3
	// A and AAAA go over one socket.
	answersEach = 2
)

// Watch follows the sockets that are connected to name servers.
type Watch struct {
	proc      string
	conf      Configuration
	tracks    map[uint64]*track
	first     bool
	since     time.Time // the first look
	last      time.Time
	widest    time.Duration // between two looks
	began     uint64        // datagrams that had come by then
	datagrams uint64
}

type track struct {
	query
	firstSeen, seen time.Time
	// prior is the last look that did not have it yet, gone the first one that did not have it any more.
	prior, gone time.Time
	// before: it was there at the first look, so that its age is not known.
	before bool
}

// NewWatch begins to watch.
func NewWatch(proc string, conf Configuration) (*Watch, error) {
	began, err := datagrams(proc)
	return &Watch{proc: proc, conf: conf, tracks: map[uint64]*track{}, first: true, began: began}, err
}

// Look takes up what there is now.
func (w *Watch) Look(now time.Time) error {
	found, err := queries(w.proc)
	if err != nil {
		return err
	}
	w.take(now, found)
	return nil
}

// End counts the datagrams that came. Once is enough, after the last look: what comes in between only adds to the doubt.
func (w *Watch) End() error {
	var err error
	w.datagrams, err = datagrams(w.proc)
	return err
}

func (w *Watch) take(now time.Time, found []query) {
	if w.first {
		w.since = now
	} else {
		w.widest = max(w.widest, now.Sub(w.last))
	}
	for _, q := range found {
		t := w.tracks[q.Inode]
		if t == nil || t.Server != q.Server {
			t = &track{query: q, firstSeen: now, prior: w.last, before: w.first}
			w.tracks[q.Inode] = t
		}
		t.seen, t.gone = now, time.Time{}
	}
	for _, t := range w.tracks {
		if t.gone.IsZero() && t.seen.Before(now) {
			t.gone = now
		}
	}
	w.first, w.last = false, now
}

// Judge looks for a first server that does not answer: its sockets stand for the resolver's patience and are closed then,
// because the next server has answered. That one's sockets live too shortly to be counted on.
func (w *Watch) Judge() answer.Part {
	var part answer.Part
	part.Samples = append(part.Samples, answer.Sample{Name: "dns_sockets", Value: float64(len(w.tracks))})
	if len(w.tracks) > 0 {
		part.Seen = append(part.Seen, fmt.Sprintf("DNS: %d UDP sockets to port 53 were seen; this does not include queries"+
			" between two samples, or queries on unconnected sockets.", len(w.tracks)))
	}
	part.Unseen = append(part.Unseen, w.blindSpots()...)
	if len(w.conf.Servers) < 2 || w.conf.Rotate {
		return part
	}
	first := w.conf.Servers[0]
	waits, quick, unclear := 0, 0, 0
	var stood time.Duration
	for _, t := range w.tracks {
		switch {
		case t.Server != first.WithZone("") || t.before || t.gone.IsZero():
		case !w.waited(t):
			quick++
		case t.firstSeen.Sub(t.prior) > coarse || t.gone.Sub(t.seen) > coarse:
			unclear++
		default:
			waits++
			stood += t.seen.Sub(t.firstSeen)
		}
	}
	if unclear > 0 {
		part.Unseen = append(part.Unseen, fmt.Sprintf("DNS: how long %d sockets to %s were open: they were opened or closed"+
			" between samples more than %v apart.", unclear, first, coarse))
	}
	if waits == 0 {
		return part
	}
	arrived := w.datagrams - w.began
	if waits < minWaits || quick > 0 || arrived > uint64(answersEach*len(w.tracks)) {
		part.AddUndecided("dead-resolver", fmt.Sprintf("%d lookups waited for %d s at %s, the first server of resolv.conf, as if it"+
			" had not answered. But %d others did not wait, and %d datagrams came. The server may be slow, or lose some"+
			" queries. Use a capture (`./faultlab diagnose`).", waits, w.conf.Timeout, first, quick, arrived))
		return part
	}
	part.Findings = append(part.Findings, answer.Finding{
		ID:         "dead-resolver",
		Confidence: answer.Likely,
		Subject:    "first name server " + first.String(),
		Where:      fmt.Sprintf("resolv.conf, and %d UDP sockets to %s:53", waits, first),
		Why: fmt.Sprintf("%d lookups waited for %d s each, the resolver's time-out, at %s, the first server of resolv.conf,"+
			" and then gave up. No lookup was answered by it, and the %d datagrams that came to this host are no more than"+
			" the answers of another server. In all, the lookups waited for %.1f s.", waits, w.conf.Timeout, first, arrived, stood.Seconds()),
		Not: "Queries that were answered between two samples are not visible; the server may also answer other clients. A" +
			" capture shows it for certain (`./faultlab diagnose`).",
		Do: "Remove it from resolv.conf, or put a server that answers first (undo: the old line). `options timeout:1` shortens" +
			" each wait. A" +
			" cache hides most of them: `./faultlab fixes dns-java`.",
		Lab: "dns-java",
	})
	return part
}

// waited says that a socket can have stood for the resolver's patience, and not for much longer.
func (w *Watch) waited(t *track) bool {
	return t.gone.Sub(t.prior) >= w.patience() && t.seen.Sub(t.firstSeen) <= w.patience()+late
}

func (w *Watch) patience() time.Duration { return time.Duration(w.conf.Timeout) * time.Second }

// blindSpots says why a dead server could not have shown: silence would be taken for its health.
func (w *Watch) blindSpots() []string {
	var reasons []string
	switch len(w.conf.Servers) {
	case 0: // Configuration.Judge says it.
		return nil
	case 1:
		reasons = append(reasons, fmt.Sprintf("DNS: whether %s answers: resolv.conf has only this server, so no other answer"+
			" ends a wait, and servers behind it are not visible.", w.conf.Servers[0]))
	default:
		if w.conf.Rotate {
			reasons = append(reasons, "DNS: whether a server answers: with `options rotate` each lookup begins at another"+
				" server.")
		}
	}
	if watched := w.last.Sub(w.since); watched <= w.patience() {
		reasons = append(reasons, fmt.Sprintf("DNS: lookups that wait for a server: such a wait takes %v, and sockets were"+
			" sampled for %.1f s only. Use a longer --for.", w.patience(), watched.Seconds()))
	}
	if w.widest > coarse {
		reasons = append(reasons, fmt.Sprintf("DNS: sockets to name servers between two samples that were %.1f s apart; to see"+
			" a wait, it takes at most %v.", w.widest.Seconds(), coarse))
	}
	return reasons
}
