// Package samples holds the caches that the lab compares, each fault next to its cure. The files are numbered in the
// order in which they are best read; every one opens with what it shows and names the source of the claim.
package samples

import (
	"context"
	"sync/atomic"
	"time"

	"faultlab/resolver-client/internal/lookup"
)

// Resolver finds the addresses of a host.
type Resolver interface {
	Resolve(ctx context.Context, host string) (lookup.Answer, error)
}

// Holder is a Resolver that keeps answers.
type Holder interface {
	Resolver

	// Held is how many entries it keeps, and how many of these have expired.
	Held() (entries, expired int)
}

// Uncached asks every time.
type Uncached struct{ Ask lookup.Func }

// Resolve asks.
func (u Uncached) Resolve(ctx context.Context, host string) (lookup.Answer, error) {
	return u.Ask(ctx, host)
}

// Clock is the wall clock, and can be put forward: an expiry can then be brought about instead of
// waited for.
type Clock struct{ ahead atomic.Int64 }

// Now is the time that entries are stored and judged by.
func (c *Clock) Now() time.Time {
	return time.Now().Add(time.Duration(c.ahead.Load()))
}

// Forward puts the clock forward.
func (c *Clock) Forward(by time.Duration) {
	c.ahead.Add(int64(by))
}
