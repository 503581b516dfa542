package resolver

import (
	"fmt"
	"time"

	"faultlab/live/internal/answer"
)

const (
	// A wait counts when a socket stood for the resolver's patience, give or take what looks cannot tell; the answer of the
	// next server comes soon after, and the socket is closed.
	early       = 300 * time.Millisecond
	late        = 700 * time.Millisecond
	fewestWaits = 3
	// A and AAAA go over one socket.
	answersEach = 2
)

// Watch follows the sockets that are connected to name servers.
type Watch struct {
	proc      string
	conf      Configuration
	tracks    map[uint64]*track
	first     bool
	last      time.Time
	began     uint64 // datagrams that had come by then
	datagrams uint64
}

type track struct {
	query
	born, seen time.Time
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
	for _, q := range found {
		t := w.tracks[q.Inode]
		if t == nil || t.Server != q.Server {
			t = &track{query: q, born: now, before: w.first}
			w.tracks[q.Inode] = t
		}
		t.seen = now
	}
	w.first, w.last = false, now
}

// Judge looks for a first server that answers nobody: its sockets stand for the resolver's patience and are closed then,
// because the next server has answered. That one's sockets live too shortly to be counted on.
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
	first := w.conf.Servers[0]
	waits, quick := 0, 0
	var stood time.Duration
	for _, t := range w.tracks {
		switch {
		case t.Server != first:
		case w.waited(t):
			waits++
			stood += t.seen.Sub(t.born)
		case !t.before && t.seen.Before(w.last):
			quick++
		}
	}
	if waits == 0 {
		return part
	}
	came := w.datagrams - w.began
	if waits < fewestWaits || quick > 0 || came > uint64(answersEach*len(w.tracks)) {
		part.Doubt("dead-resolver", fmt.Sprintf("%d look-ups stood for %d s at %s, the first server of resolv.conf, as if it had not"+
			" answered; %d others did not, and %d datagrams came. It may be slow, or lose some queries. A capture tells (`./faultlab"+
			" diagnose`).", waits, w.conf.Timeout, first, quick, came))
		return part
	}
	part.Findings = append(part.Findings, answer.Finding{
		ID:         "dead-resolver",
		Confidence: answer.Likely,
		Subject:    "first name server " + first.String(),
		Where:      fmt.Sprintf("resolv.conf, and %d UDP sockets to %s:53", waits, first),
		Why: fmt.Sprintf("%d look-ups stood for %d s each, the resolver's time-out, at %s, the first server of resolv.conf, and ended then. No"+
			" look-up was seen that it answered, and no more datagrams came to this host (%d) than another server's answers to those seen. They"+
			" stood for %.1f s in all.", waits, w.conf.Timeout, first, came, stood.Seconds()),
		Not: "Queries that were answered between two looks are not seen; nor is a server that answers other clients. A capture makes it" +
			" certain (`./faultlab diagnose`).",
		Do: "Take it out of resolv.conf, or put one that answers first (undo: the old line). `options timeout:1` shortens each wait. A" +
			" cache hides most of them: `./faultlab cures dns-java`.",
		Lab: "dns-java",
	})
	return part
}

// waited says that a socket stood for the resolver's patience, and no longer.
func (w *Watch) waited(t *track) bool {
	patience := time.Duration(w.conf.Timeout) * time.Second
	stood := t.seen.Sub(t.born)
	return !t.before && t.seen.Before(w.last) && stood >= patience-early && stood <= patience+late
}
