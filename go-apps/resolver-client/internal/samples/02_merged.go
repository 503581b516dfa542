package samples

import (
	"context"
	"time"

	"golang.org/x/sync/singleflight"

	"faultlab/resolver-client/internal/lookup"
)

// Merged is FixedTTL with fault 4 mended and nothing else: those who find an entry expired share
// one lookup.
//
// The look inside the flight matters. Between a caller's own look at the cache and its call of Do
// the flight that it would have joined may land; without the second look it would then take off on
// a new one, and "one lookup per expiry" would be true only mostly. With a TTL of 0 what is left
// is singleflight alone: callers share a lookup that is under way, and nothing is kept. Such an
// answer can be older than the question, by as much as a lookup takes: see ZeroTime.
type Merged struct {
	cache   *FixedTTL
	flights singleflight.Group
}

// NewMerged keeps answers for ttl.
func NewMerged(ask lookup.Func, ttl time.Duration, now func() time.Time) *Merged {
	return &Merged{cache: NewFixedTTL(ask, ttl, now)}
}

// Resolve answers from the cache, joins a lookup, or asks.
func (c *Merged) Resolve(_ context.Context, host string) (lookup.Answer, error) {
	if answer, ok := c.cache.fresh(host); ok {
		return answer, nil
	}
	shared, err, _ := c.flights.Do(host, func() (any, error) {
		if answer, ok := c.cache.fresh(host); ok {
			return answer, nil
		}
		return c.cache.refresh(host)
	})
	if err != nil {
		return lookup.Answer{}, err
	}
	return shared.(lookup.Answer), nil
}

// Held counts entries: fault 3 is still there.
func (c *Merged) Held() (entries, expired int) {
	return c.cache.Held()
}
