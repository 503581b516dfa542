package samples

import (
	"context"
	"sync"
	"time"

	"faultlab/resolver-client/internal/lookup"
)

// FixedTTL is the cache of the article: it keeps every answer for the same time.
//
// A benchmark with package nett's CacheResolver in http.Client took 500 ms less, it was said; this
// is the same construction (github.com/abursavich/nett, resolve.go: a map behind an RWMutex, one
// TTL for all, net.LookupIP underneath). It is short, it looks right, and it has four faults, each
// marked below. Each is mended in one of the files that follow, and lab dns-go shows each on its
// own. Which of them hurts depends on what is underneath: net.LookupIP and LookupIPAddr merge
// concurrent lookups by themselves, so that over them fault 4 never reaches the DNS server, while
// over LookupHost, or a Resolver made for each call, it does.
type FixedTTL struct {
	ask lookup.Func
	ttl time.Duration
	now func() time.Time

	mu      sync.RWMutex
	entries map[string]fixedEntry
}

type fixedEntry struct {
	answer  lookup.Answer
	expires time.Time
}

// NewFixedTTL keeps answers for ttl.
func NewFixedTTL(ask lookup.Func, ttl time.Duration, now func() time.Time) *FixedTTL {
	return &FixedTTL{ask: ask, ttl: ttl, now: now, entries: map[string]fixedEntry{}}
}

// Resolve answers from the cache, or asks.
func (c *FixedTTL) Resolve(_ context.Context, host string) (lookup.Answer, error) {
	if answer, ok := c.fresh(host); ok {
		return answer, nil
	}
	// Fault 4: nobody looks whether somebody is asking already. Everyone who comes between the
	// expiry and the first answer gets here, and asks.
	return c.refresh(host)
}

func (c *FixedTTL) fresh(host string) (lookup.Answer, bool) {
	c.mu.RLock()
	entry, ok := c.entries[host]
	c.mu.RUnlock()
	return entry.answer, ok && c.now().Before(entry.expires)
}

func (c *FixedTTL) refresh(host string) (lookup.Answer, error) {
	// Fault 1: the caller's context ended at Resolve. The interface of nett has none (Resolve(host
	// string)), so neither a time-out nor a cancelled request reaches the lookup.
	answer, err := c.ask(context.Background(), host)
	if err != nil {
		return lookup.Answer{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	// Fault 2: the record says how long it is good for (answer.TTL); the cache knows better.
	// Fault 3: nothing is ever taken out. An entry that is not asked for again stays for good.
	c.entries[host] = fixedEntry{answer: answer, expires: c.now().Add(c.ttl)}
	return answer, nil
}

// Held counts entries; there is nothing that would make it smaller.
func (c *FixedTTL) Held() (entries, expired int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	now := c.now()
	for _, entry := range c.entries {
		if !now.Before(entry.expires) {
			expired++
		}
	}
	return len(c.entries), expired
}
