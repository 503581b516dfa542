package samples

import (
	"container/heap"
	"context"
	"sync"
	"time"

	"faultlab/resolver-client/internal/lookup"
)

// RecordTTL is the cache with all four faults mended.
//
//  1. A caller leaves when its context ends. The lookup goes on: others may wait for it, and its
//     answer is worth keeping.
//  2. An answer is kept for as long as its records say, from the question on, and one of unknown
//     age not at all.
//  3. What has expired is taken out, by whoever comes next; a heap knows it without a search.
//  4. Callers share a lookup that is under way.
//
// Not mended, because no cache can: a connection that is kept open never asks again (05_dialer.go).
// Failures are not kept; negative caching (RFC 2308) would be another sample, and its trap is the
// one of lab dns-java: a short outage is prolonged by the cache.
type RecordTTL struct {
	ask lookup.Func
	now func() time.Time

	mu      sync.Mutex
	entries map[string]*recordEntry
	expiry  byExpiry
	flights map[string]*flight
}

type recordEntry struct {
	host    string
	answer  lookup.Answer
	expires time.Time
}

// NewRecordTTL needs an ask that tells the TTL, see lookup.Record.
func NewRecordTTL(ask lookup.Func, now func() time.Time) *RecordTTL {
	return &RecordTTL{
		ask:     ask,
		now:     now,
		entries: map[string]*recordEntry{},
		flights: map[string]*flight{},
	}
}

// Resolve answers from the cache, joins a lookup, or asks.
func (c *RecordTTL) Resolve(ctx context.Context, host string) (lookup.Answer, error) {
	c.mu.Lock()
	c.evict()
	if entry, ok := c.entries[host]; ok {
		c.mu.Unlock()
		return entry.answer, nil
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
	asked := c.now()
	f.fly(c.ask, host)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.flights, host)
	if f.err != nil || f.answer.TTL <= 0 {
		return
	}
	entry := &recordEntry{host: host, answer: f.answer, expires: asked.Add(f.answer.TTL)}
	c.entries[host] = entry
	heap.Push(&c.expiry, entry)
}

// evict takes out what has expired. A host has at most one entry: it is looked up again only after
// its entry was taken out.
func (c *RecordTTL) evict() {
	now := c.now()
	for len(c.expiry) > 0 && !now.Before(c.expiry[0].expires) {
		delete(c.entries, heap.Pop(&c.expiry).(*recordEntry).host)
	}
}

// Held counts entries.
func (c *RecordTTL) Held() (entries, expired int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for _, entry := range c.entries {
		if !now.Before(entry.expires) {
			expired++
		}
	}
	return len(c.entries), expired
}

// byExpiry has the entry that expires first at its top.
type byExpiry []*recordEntry

func (h byExpiry) Len() int           { return len(h) }
func (h byExpiry) Less(i, j int) bool { return h[i].expires.Before(h[j].expires) }
func (h byExpiry) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *byExpiry) Push(x any)        { *h = append(*h, x.(*recordEntry)) }

func (h *byExpiry) Pop() any {
	last := len(*h) - 1
	entry := (*h)[last]
	// Without this the array behind the slice would keep the entry alive.
	(*h)[last] = nil
	*h = (*h)[:last]
	return entry
}
