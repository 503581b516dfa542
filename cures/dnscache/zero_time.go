package dnscache

import (
	"context"
	"sync"
	"time"
)

// ZeroTime merges lookups and keeps nothing, not even for an instant.
//
// The rule: a caller is given the answer of a lookup that began after the caller asked, so no
// answer is older than its question. The price: who comes while a lookup is under way waits for it
// to end, and then for the next one, up to twice the time of a lookup. One lookup of a host is in
// flight at any load.
type ZeroTime struct {
	// Limit is how long one lookup may take, however long its callers would wait; 60 s where it is not
	// positive. Set it before the first use.
	Limit time.Duration

	ask Func

	mu    sync.Mutex
	hosts map[string]*queue
}

// queue is one host's turn of lookups; it exists only while there are callers.
type queue struct {
	// next is the lookup that has not begun and that everyone who asks now may still join.
	next *flight
}

// NewZeroTime merges calls of ask.
func NewZeroTime(ask Func) *ZeroTime {
	return &ZeroTime{ask: ask, hosts: map[string]*queue{}}
}

// Resolve waits for a lookup that begins from now on.
func (c *ZeroTime) Resolve(ctx context.Context, host string) (Answer, error) {
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
		now.fly(c.ask, host, c.Limit)
		now.land()
	}
}
