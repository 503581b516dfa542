package scenario

import (
	"math"
	"slices"
	"sync"
	"time"
)

// Spread is a sample of durations in milliseconds, exact to the nanosecond: percentiles by nearest
// rank over all values. Absent (null) where there are none.
type Spread struct {
	Count     int      `json:"count"`
	P50Millis *float64 `json:"p50Millis"`
	P99Millis *float64 `json:"p99Millis"`
	MaxMillis *float64 `json:"maxMillis"`
}

// times collects durations from several goroutines.
type times struct {
	mu     sync.Mutex
	values []time.Duration
}

func (t *times) add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.values = append(t.values, d)
}

func (t *times) spread() Spread {
	t.mu.Lock()
	defer t.mu.Unlock()
	sorted := slices.Sorted(slices.Values(t.values))
	at := func(share float64) *float64 {
		if len(sorted) == 0 {
			return nil
		}
		rank := max(1, int(math.Ceil(share*float64(len(sorted)))))
		return millis(sorted[rank-1])
	}
	return Spread{Count: len(sorted), P50Millis: at(0.5), P99Millis: at(0.99), MaxMillis: at(1)}
}

func millis(d time.Duration) *float64 {
	value := float64(d.Nanoseconds()) / 1e6
	return &value
}
