package dnscache

import (
	"context"
	"testing"
	"time"
	"unsafe"
)

// wallAhead is at with its wall clock put on by d, whole seconds, and the monotonic one left where it is.
// No function makes such a time: they put on both clocks, or take the monotonic one away.
func wallAhead(t *testing.T, at time.Time, d time.Duration) time.Time {
	t.Helper()
	// time.Time, as Go's time/time.go has it; nsecShift there is 30.
	type layout struct {
		wall uint64
		ext  int64
		loc  *time.Location
	}
	moved := at
	(*layout)(unsafe.Pointer(&moved)).wall += uint64(d/time.Second) << 30
	fatalIf(t, moved.Sub(at) != 0 || moved.Round(0).Sub(at.Round(0)) != d,
		"the fields of time.Time are not what they were: %v became %v", at, moved)
	return moved
}

func TestRecordTTLExpiresByEitherClock(t *testing.T) {
	const ttl = 30 * time.Second
	for _, passed := range []struct {
		what            string
		monotonic, wall time.Duration
		lookups         int64
	}{
		{"nothing of note", ttl - time.Second, ttl - time.Second, 1},
		{"eight hours of suspend", time.Second, 8 * time.Hour, 2},
		{"the wall clock was put back and the time is over", ttl, -8 * time.Hour, 2},
		{"the wall clock was put back and the time is not over", ttl - time.Second, -8 * time.Hour, 1},
	} {
		var asked int64
		begin := time.Now()
		now := begin
		cache := NewRecordTTL(func(context.Context, string) (Answer, error) {
			asked++
			return Answer{Addrs: one, TTL: ttl}, nil
		})
		cache.Now = func() time.Time { return now }
		for range 2 {
			if _, err := cache.Resolve(t.Context(), "one.test"); err != nil {
				t.Fatal(err)
			}
			now = wallAhead(t, begin.Add(passed.monotonic), passed.wall-passed.monotonic)
		}
		errorIf(t, asked != passed.lookups, "%s: %d lookups, want %d", passed.what, asked, passed.lookups)
	}
}

// The heap is in the order of the monotonic clock. Here the wall clock says that the entry below is over,
// and that the one at the top is not.
func TestRecordTTLExpiresByTheWallClockOutOfTurn(t *testing.T) {
	ttls := map[string]time.Duration{"early.test": time.Hour, "late.test": 20 * time.Minute}
	asked := map[string]int{}
	begin := time.Now()
	now := begin
	cache := NewRecordTTL(func(_ context.Context, host string) (Answer, error) {
		asked[host]++
		return Answer{Addrs: one, TTL: ttls[host]}, nil
	})
	cache.Now = func() time.Time { return now }
	resolve := func(host string, want int) {
		t.Helper()
		if _, err := cache.Resolve(t.Context(), host); err != nil || asked[host] != want {
			t.Errorf("%d lookups of %s (%v), want %d", asked[host], host, err, want)
		}
	}
	resolve("early.test", 1)
	// 50 minutes of suspend: early.test has 10 minutes left by the wall clock, 60 by the other.
	now = wallAhead(t, begin, 50*time.Minute)
	resolve("late.test", 1)
	now = wallAhead(t, begin.Add(15*time.Minute), 50*time.Minute)
	resolve("late.test", 1)
	resolve("early.test", 2)
	errorIf(t, len(cache.entries) != 2 || len(cache.expiry) != 2,
		"%d entries and %d in the heap, want 2 each", len(cache.entries), len(cache.expiry))
	for index, kept := range cache.expiry {
		errorIf(t, kept.index != index || cache.entries[kept.host] != kept,
			"%s stands at %d and says %d", kept.host, index, kept.index)
	}
}
