package samples

import (
	"context"
	"sync"
	"time"

	"faultlab/resolver-client/internal/lookup"
)

// flightLimit bounds a lookup that no caller's context bounds, because several callers share it.
// Package net's resolver gives up after 10 s by itself (5 s, two attempts: resolv.conf(5)).
const flightLimit = 20 * time.Second

// ZeroTime is the "zero time cache" that the author of the article names as the answer: it merges
// lookups and keeps nothing, not even for an instant.
//
// The rule: a caller is given the answer of a lookup that began after the caller asked. So no
// answer is ever older than its question, which singleflight cannot say: there a caller joins a
// lookup that is under way, whose answer the server may have decided on before. The price is in
// the same rule: who comes while a lookup is under way waits for that one to end, and then for the
// next one, up to twice the time of a lookup. At any load there is one lookup in flight for a
// host, so the DNS server sees 1/latency queries per second whatever the number of clients.
type ZeroTime struct {
	ask lookup.Func

	mu    sync.Mutex
	hosts map[string]*queue
}

// queue is one host's turn of lookups; it exists only while there are callers.
type queue struct {
	// next is the lookup that has not begun and that everyone who asks now may still join.
	next *flight
}

// flight is one lookup that several callers wait for.
type flight struct {
	done   chan struct{}
	answer lookup.Answer
	err    error
}

func newFlight() *flight {
	return &flight{done: make(chan struct{})}
}

// wait is over when the lookup has ended or the caller has had enough.
func (f *flight) wait(ctx context.Context) (lookup.Answer, error) {
	select {
	case <-f.done:
		return f.answer, f.err
	case <-ctx.Done():
		return lookup.Answer{}, context.Cause(ctx)
	}
}

// fly looks up, and leaves it to the caller to land: whoever keeps flights must forget this one
// before it lands, or somebody who comes in between is given an answer that is over.
func (f *flight) fly(ask lookup.Func, host string) {
	// Nobody's context in particular: the first caller's cancellation must not fail the others.
	ctx, cancel := context.WithTimeout(context.Background(), flightLimit)
	defer cancel()
	f.answer, f.err = ask(ctx, host)
}

// land tells everyone who waits.
func (f *flight) land() {
	close(f.done)
}

// NewZeroTime keeps nothing.
func NewZeroTime(ask lookup.Func) *ZeroTime {
	return &ZeroTime{ask: ask, hosts: map[string]*queue{}}
}

// Resolve waits for a lookup that begins from now on.
func (c *ZeroTime) Resolve(ctx context.Context, host string) (lookup.Answer, error) {
	c.mu.Lock()
	q, busy := c.hosts[host]
	if !busy {
		q = &queue{}
		c.hosts[host] = q
	}
	if q.next == nil {
		q.next = newFlight()
	}
	mine := q.next
	c.mu.Unlock()
	if !busy {
		go c.serve(host, q)
	}
	return mine.wait(ctx)
}

// serve flies one lookup after the other for as long as somebody waits for the next.
func (c *ZeroTime) serve(host string, q *queue) {
	for {
		c.mu.Lock()
		now := q.next
		q.next = nil
		if now == nil {
			delete(c.hosts, host)
			c.mu.Unlock()
			return
		}
		c.mu.Unlock()
		now.fly(c.ask, host)
		now.land()
	}
}
