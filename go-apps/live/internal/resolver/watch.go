package resolver

import (
	"fmt"
	"time"

	"faultlab/live/internal/answer"
)

const (
	// A wait counts when it took this share of the resolver's patience.
	waitedShare = 0.9
	// The next server is asked at once after that; looks come some time later.
	lateBy      = time.Second
	fewestWaits = 3
)

// Watch follows the sockets that are connected to name servers.
type Watch struct {
	proc      string
	conf      Configuration
	tracks    map[uint64]*track
	first     bool
	began     uint64 // datagrams that had come by then
	datagrams uint64
}

type track struct {
	query
	born, seen time.Time
	// early: it was there at the first look, so that its age is not known.
	early bool
}

// NewWatch begins to watch.
func NewWatch(proc string, conf Configuration) (*Watch, error) {
	began, err := datagrams(proc)
	return &Watch{proc: proc, conf: conf, tracks: map[uint64]*track{}, first: true, began: began, datagrams: began}, err
}

// Look takes up what there is now.
func (w *Watch) Look(now time.Time) error {
	found, err := queries(w.proc)
	if err != nil {
		return err
	}
	if w.datagrams, err = datagrams(w.proc); err != nil {
		return err
	}
	w.take(now, found)
	return nil
}

func (w *Watch) take(now time.Time, found []query) {
	for _, q := range found {
		t := w.tracks[q.Inode]
		if t == nil || t.Server != q.Server {
			t = &track{query: q, born: now, early: w.first}
			w.tracks[q.Inode] = t
		}
		t.seen = now
	}
	w.first = false
}

// Judge looks for a first server that answers nobody: its sockets stand for the whole of the resolver's patience, and then
// another server is asked.
func (w *Watch) Judge() answer.Part {
	var part answer.Part
	part.Samples = append(part.Samples, answer.Sample{Name: "dns_sockets", Value: float64(len(w.tracks))})
	if len(w.tracks) > 0 {
		part.Seen = append(part.Seen, fmt.Sprintf("DNS: %d UDP sockets to port 53 were seen; queries between two looks are not counted,"+
			" nor those of sockets that are not connected.", len(w.tracks)))
	}
	if len(w.conf.Servers) < 2 || w.conf.Rotate {
		return part
	}
	dead := w.conf.Servers[0]
	patience := time.Duration(w.conf.Timeout) * time.Second
	waits, others, quick := 0, 0, 0
	var stood time.Duration
	for _, t := range w.tracks {
		switch {
		case t.Server != dead:
			others++
		case w.followed(t, patience):
			waits++
			stood += t.seen.Sub(t.born)
		case !t.early && t.seen.Before(w.latest()):
			quick++
		}
	}
	if waits == 0 {
		return part
	}
	came := w.datagrams - w.began
	// A and AAAA go over one socket.
	if waits >= fewestWaits && quick == 0 && came <= uint64(2*others) {
		part.Findings = append(part.Findings, answer.Finding{
			ID:         "dead-resolver",
			Confidence: answer.Likely,
			Subject:    "first name server " + dead.String(),
			Where:      fmt.Sprintf("resolv.conf, and %d UDP sockets to %s:53", waits, dead),
			Why: fmt.Sprintf("%d look-ups stood for %d s at %s, the first server of resolv.conf, and then asked another one. No look-up was"+
				" seen that it answered, and no more datagrams came (%d) than the other servers' answers. They stood for %.1f s in all.",
				waits, w.conf.Timeout, dead, came, stood.Seconds()),
			Not: "Queries that were answered between two looks are not seen; nor is a server that answers other clients. A capture makes it" +
				" certain (`./faultlab diagnose`).",
			Do: "Take it out of resolv.conf, or put one that answers first (undo: the old line). `options timeout:1` shortens each wait. A" +
				" cache on this host hides most of them.",
			Lab: "dns-java",
		})
		return part
	}
	part.Doubt("dead-resolver", fmt.Sprintf("%d look-ups stood for %d s at %s, the first server of resolv.conf, before another one was"+
		" asked; %d others did not, and %d datagrams came. It may be slow, or lose some queries. A capture tells (`./faultlab diagnose`).",
		waits, w.conf.Timeout, dead, quick, came))
	return part
}

func (w *Watch) latest() time.Time {
	var latest time.Time
	for _, t := range w.tracks {
		if t.seen.After(latest) {
			latest = t.seen
		}
	}
	return latest
}

// followed says that a socket stood for the resolver's patience, and that a socket to another server came just then.
func (w *Watch) followed(t *track, patience time.Duration) bool {
	least := time.Duration(waitedShare * float64(patience))
	if t.early || t.seen.Sub(t.born) < least {
		return false
	}
	for _, other := range w.tracks {
		after := other.born.Sub(t.born)
		if other.Server != t.Server && !other.early && after >= least && after <= patience+lateBy {
			return true
		}
	}
	return false
}
