package dnscache

import (
	"container/heap"
	"context"
	"sync"
	"time"
)

// Most is how many hosts RecordTTL keeps at most. Beyond that the one that expires first goes.
const Most = 10_000

// RecordTTL keeps an answer for as long as its records say, and one of unknown age not at all.
// Callers share a lookup that is under way; failures are not kept.
//
// An answer's time is over when either of the two clocks in a time.Time says so. The monotonic one
// stands still while the machine is suspended (CLOCK_MONOTONIC, clock_gettime(2)), the wall clock can be
// put back.
type RecordTTL struct {
	// Now is the clock, time.Now unless it is set before the first use; a test puts it forward.
	Now func() time.Time

	// Limit is how long one lookup may take, however long its callers would wait; 60 s where it is not
	// positive. Set it before the first use.
	Limit time.Duration

	ask Func

	mu      sync.Mutex
	entries map[string]*entry
	expiry  byExpiry
	flights map[string]*flight
}

type entry struct {
	host    string
	answer  Answer
	expires time.Time

	// index is where it stands in byExpiry.
	index int
}

// expired asks the monotonic clock and, Round takes that one away, the wall clock.
func (e *entry) expired(now time.Time) bool {
	return !now.Before(e.expires) || !now.Round(0).Before(e.expires.Round(0))
}

// NewRecordTTL needs an ask that tells the TTL, as [Lookup] does.
func NewRecordTTL(ask Func) *RecordTTL {
	return &RecordTTL{ask: ask, Now: time.Now, entries: map[string]*entry{}, flights: map[string]*flight{}}
}

// Resolve answers from the cache, joins a lookup, or asks.
func (c *RecordTTL) Resolve(ctx context.Context, host string) (Answer, error) {
	c.mu.Lock()
	now := c.Now()
	c.evict(now)
	if kept, ok := c.entries[host]; ok {
		if !kept.expired(now) {
			c.mu.Unlock()
			return kept.answer, nil
		}
		heap.Remove(&c.expiry, kept.index)
		delete(c.entries, host)
	}
	f, ok := c.flights[host]
	if !ok {
		f = newFlight()
		c.flights[host] = f
		go c.fly(host, f)
	}
	c.mu.Unlock()
	return f.wait(ctx)
}

func (c *RecordTTL) fly(host string, f *flight) {
	defer f.land()
	// Before it is asked: an answer that took long has been on its way for that long.
	asked := c.Now()
	f.fly(c.ask, host, c.Limit)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.flights, host)
	if f.err != nil || f.answer.TTL <= 0 {
		return
	}
	kept := &entry{host: host, answer: f.answer, expires: asked.Add(f.answer.TTL)}
	c.entries[host] = kept
	heap.Push(&c.expiry, kept)
	if len(c.entries) > Most {
		delete(c.entries, heap.Pop(&c.expiry).(*entry).host)
	}
}

// evict takes out what has expired, from the top. Below an entry that has not there may be one that has,
// by the wall clock alone: kept before a suspend, below one kept after it. That one stays until it comes
// to the top, or until Resolve is asked for its host. A host has at most one entry: it is looked up again
// only after its entry was taken out.
func (c *RecordTTL) evict(now time.Time) {
	for len(c.expiry) > 0 && c.expiry[0].expired(now) {
		delete(c.entries, heap.Pop(&c.expiry).(*entry).host)
	}
}

// byExpiry has the entry that expires first at its top, by the monotonic clock where both have one.
type byExpiry []*entry

func (h byExpiry) Len() int           { return len(h) }
func (h byExpiry) Less(i, j int) bool { return h[i].expires.Before(h[j].expires) }

func (h byExpiry) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *byExpiry) Push(x any) {
	pushed := x.(*entry)
	pushed.index = len(*h)
	*h = append(*h, pushed)
}

func (h *byExpiry) Pop() any {
	last := len(*h) - 1
	popped := (*h)[last]
	// Without this the array behind the slice would keep the entry alive.
	(*h)[last] = nil
	*h = (*h)[:last]
	return popped
}
