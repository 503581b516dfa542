package samples

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"faultlab/resolver-client/internal/check"
	"faultlab/resolver-client/internal/lookup"
)

// Who comes while a lookup is under way shares the next one, not this one.
func TestZeroTimeWaitsForTheNextLookup(t *testing.T) {
	d := holding(0)
	cache := NewZeroTime(d.ask())
	began := make(chan uint64, 16)
	var all sync.WaitGroup
	resolve := func() {
		all.Add(1)
		go func() {
			defer all.Done()
			asked := d.order.Next()
			answer, err := cache.Resolve(t.Context(), host)
			if err != nil {
				t.Error(err)
			}
			check.ErrorIf(t, answer.Begun < asked,
				"asked at %d, and got the answer of a lookup begun at %d", asked, answer.Begun)
			began <- answer.Begun
		}()
	}
	resolve()
	d.counter.Inside.AwaitEntered(t.Context(), 1)
	for range 15 {
		resolve()
	}
	await(t, cache)
	d.release <- struct{}{}
	d.counter.Inside.AwaitEntered(t.Context(), 2)
	close(d.release)
	all.Wait()
	close(began)
	shared := map[uint64]int{}
	for begun := range began {
		shared[begun]++
	}
	// A caller that was slow to get here may be served by a third lookup, never by the first.
	check.ErrorIf(t, shared[least(shared)] != 1,
		"callers per lookup: %v; want the first one alone in its lookup", shared)
	check.ErrorIf(t, d.counter.Inside.Most() != 1, "%d lookups at once, want 1", d.counter.Inside.Most())
}

func TestZeroTimeForgetsHosts(t *testing.T) {
	cache := NewZeroTime(answering(0).ask())
	for range 10 {
		address(t, cache)
	}
	// The last lookup's goroutine may not have got to it yet.
	for {
		cache.mu.Lock()
		left := len(cache.hosts)
		cache.mu.Unlock()
		if left == 0 {
			return
		}
	}
}

// Singleflight alone: an answer can be older than its question. Whether the second caller gets there
// in time to join is up to the scheduler, so it is tried until it does.
func TestMergedSharesWhatIsUnderWay(t *testing.T) {
	for range 10_000 {
		d := holding(0)
		cache := NewMerged(d.ask(), 0, time.Now)
		first := make(chan error, 1)
		go func() { _, err := cache.Resolve(t.Context(), host); first <- err }()
		d.counter.Inside.AwaitEntered(t.Context(), 1)
		asked := d.order.Next()
		second := make(chan lookup.Answer, 1)
		go func() { answer, _ := cache.Resolve(t.Context(), host); second <- answer }()
		runtime.Gosched()
		close(d.release)
		answer := <-second
		check.Must(t, <-first)
		if answer.Begun < asked {
			return
		}
	}
	t.Error("nobody ever joined a lookup that was under way")
}

// await returns when somebody waits for the next lookup.
func await(t *testing.T, c *ZeroTime) {
	t.Helper()
	for t.Context().Err() == nil {
		c.mu.Lock()
		waiting := c.hosts[host] != nil && c.hosts[host].next != nil
		c.mu.Unlock()
		if waiting {
			return
		}
	}
	t.Fatal("nobody waits")
}

func least(of map[uint64]int) uint64 {
	var least uint64
	for each := range of {
		if least == 0 || each < least {
			least = each
		}
	}
	return least
}
