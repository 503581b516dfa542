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
// Callers share a look-up that is under way; failures are not kept.
type RecordTTL struct {
	// Now is the clock, time.Now unless it is set before the first use; a test puts it forward.
	Now func() time.Time

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
}

// NewRecordTTL needs an ask that tells the TTL, as [Lookup] does.
func NewRecordTTL(ask Func) *RecordTTL {
	return &RecordTTL{ask: ask, Now: time.Now, entries: map[string]*entry{}, flights: map[string]*flight{}}
}

// Resolve answers from the cache, joins a look-up, or asks.
func (c *RecordTTL) Resolve(ctx context.Context, host string) (Answer, error) {
	c.mu.Lock()
	c.evict()
	if kept, ok := c.entries[host]; ok {
		c.mu.Unlock()
		return kept.answer, nil
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
	f.fly(c.ask, host)
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

// evict takes out what has expired. A host has at most one entry: it is looked up again only after
// its entry was taken out.
func (c *RecordTTL) evict() {
	now := c.Now()
	for len(c.expiry) > 0 && !now.Before(c.expiry[0].expires) {
		delete(c.entries, heap.Pop(&c.expiry).(*entry).host)
	}
}

// byExpiry has the entry that expires first at its top.
type byExpiry []*entry

func (h byExpiry) Len() int           { return len(h) }
func (h byExpiry) Less(i, j int) bool { return h[i].expires.Before(h[j].expires) }
func (h byExpiry) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *byExpiry) Push(x any)        { *h = append(*h, x.(*entry)) }

func (h *byExpiry) Pop() any {
	last := len(*h) - 1
	popped := (*h)[last]
	// Without this the array behind the slice would keep the entry alive.
	(*h)[last] = nil
	*h = (*h)[:last]
	return popped
}
