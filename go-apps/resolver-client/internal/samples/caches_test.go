package samples

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"faultlab/resolver-client/internal/check"
	"faultlab/resolver-client/internal/lookup"
)

const host = "svc.lab"

// dns answers lookups when it is told to; each answer has another address than the one before.
type dns struct {
	order   lookup.Sequence
	counter *lookup.Counter
	release chan struct{}
	ttl     time.Duration
}

func answering(ttl time.Duration) *dns {
	d := holding(ttl)
	close(d.release)
	return d
}

// holding keeps every lookup waiting until release is closed, or has something for each.
func holding(ttl time.Duration) *dns {
	d := &dns{release: make(chan struct{}), ttl: ttl}
	d.counter = lookup.NewCounter(&d.order)
	return d
}

func (d *dns) ask() lookup.Func {
	return d.counter.Count(func(ctx context.Context, _ string) (lookup.Answer, error) {
		select {
		case <-d.release:
		case <-ctx.Done():
			return lookup.Answer{}, ctx.Err()
		}
		last := byte(d.counter.Answered() + 1)
		return lookup.Answer{Addrs: []netip.Addr{netip.AddrFrom4([4]byte{192, 0, 2, last})}, TTL: d.ttl}, nil
	})
}

// together resolves n times at once, and returns when all have come back.
func together(t *testing.T, r Resolver, n int, meanwhile func()) {
	t.Helper()
	var done sync.WaitGroup
	for range n {
		done.Add(1)
		go func() {
			defer done.Done()
			if _, err := r.Resolve(context.Background(), host); err != nil {
				t.Error(err)
			}
		}()
	}
	meanwhile()
	done.Wait()
}

// Fault 4: at an expiry everyone asks.
func TestFixedTTLAsksOncePerCaller(t *testing.T) {
	d := holding(0)
	together(t, NewFixedTTL(d.ask(), time.Hour, time.Now), 16, func() {
		d.counter.Inside.AwaitEntered(t.Context(), 16)
		close(d.release)
	})
	check.ErrorIf(t, d.counter.Begun() != 16, "%d lookups for 16 callers, want 16", d.counter.Begun())
}

// Cure 4, whatever the order in which callers come.
func TestMergedAndRecordTTLAskOncePerExpiry(t *testing.T) {
	clock := &Clock{}
	for name, build := range map[string]func(lookup.Func) Resolver{
		"merged":     func(ask lookup.Func) Resolver { return NewMerged(ask, time.Minute, clock.Now) },
		"record-ttl": func(ask lookup.Func) Resolver { return NewRecordTTL(ask, clock.Now) },
	} {
		t.Run(name, func(t *testing.T) {
			d := answering(time.Minute)
			cache := build(d.ask())
			for expiry := 1; expiry <= 50; expiry++ {
				together(t, cache, 16, func() {})
				check.FatalIf(t, d.counter.Begun() != expiry,
					"%d lookups after %d expiries", d.counter.Begun(), expiry)
				clock.Forward(time.Hour)
			}
		})
	}
}

// Between a caller's look at the cache and its joining a flight, somebody else's flight may take off
// and land.
func TestMergedLooksAgainInsideTheFlight(t *testing.T) {
	clock := &Clock{}
	meanwhile := func() {}
	d := answering(0)
	cache := NewMerged(d.ask(), time.Minute, func() time.Time {
		now, run := clock.Now(), meanwhile
		meanwhile = func() {}
		run()
		return now
	})
	address(t, cache)
	clock.Forward(time.Hour)
	meanwhile = func() { address(t, cache) }
	address(t, cache)
	check.ErrorIf(t, d.counter.Begun() != 2,
		"%d lookups for one expiry and the first filling, want 2", d.counter.Begun())
}

func TestCachesAnswerFromMemory(t *testing.T) {
	clock := &Clock{}
	d := answering(time.Minute)
	for name, cache := range map[string]Resolver{
		"fixed-ttl":  NewFixedTTL(d.ask(), time.Minute, clock.Now),
		"merged":     NewMerged(d.ask(), time.Minute, clock.Now),
		"record-ttl": NewRecordTTL(d.ask(), clock.Now),
	} {
		before := d.counter.Begun()
		first := address(t, cache)
		if again := address(t, cache); again != first || d.counter.Begun() != before+1 {
			t.Errorf("%s: %v and then %v, %d lookups", name, first, again, d.counter.Begun()-before)
		}
		clock.Forward(time.Minute)
		if later := address(t, cache); later == first {
			t.Errorf("%s: still %v at the moment of expiry", name, later)
		}
	}
}

// Fault 1 and its cure: does a caller whose context is over come back before the answer?
func TestWhoHearsACancellation(t *testing.T) {
	for name, each := range map[string]struct {
		build func(lookup.Func) Resolver
		hears bool
	}{
		"fixed-ttl":  {func(ask lookup.Func) Resolver { return NewFixedTTL(ask, time.Hour, time.Now) }, false},
		"merged":     {func(ask lookup.Func) Resolver { return NewMerged(ask, time.Hour, time.Now) }, false},
		"uncached":   {func(ask lookup.Func) Resolver { return Uncached{Ask: ask} }, true},
		"zero-time":  {func(ask lookup.Func) Resolver { return NewZeroTime(ask) }, true},
		"record-ttl": {func(ask lookup.Func) Resolver { return NewRecordTTL(ask, time.Now) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			d := holding(time.Minute)
			cache := each.build(d.ask())
			ctx, cancel := context.WithCancel(context.Background())
			back := make(chan error, 1)
			go func() {
				_, err := cache.Resolve(ctx, host)
				back <- err
			}()
			d.counter.Inside.AwaitEntered(t.Context(), 1)
			cancel()
			if each.hears {
				if err := <-back; !errors.Is(err, context.Canceled) {
					t.Errorf("came back with %v", err)
				}
				close(d.release)
				return
			}
			close(d.release)
			if err := <-back; err != nil {
				t.Errorf("a cache that knows no context came back with %v", err)
			}
		})
	}
}

// One caller's cancellation must not fail another one who waits for the same lookup.
func TestRecordTTLCancellationIsOnesOwn(t *testing.T) {
	d := holding(time.Minute)
	cache := NewRecordTTL(d.ask(), time.Now)
	ctx, cancel := context.WithCancel(context.Background())
	first, second := make(chan error, 1), make(chan error, 1)
	go func() { _, err := cache.Resolve(ctx, host); first <- err }()
	d.counter.Inside.AwaitEntered(t.Context(), 1)
	go func() { _, err := cache.Resolve(context.Background(), host); second <- err }()
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the first came back with %v", err)
	}
	close(d.release)
	if err := <-second; err != nil {
		t.Errorf("the second came back with %v", err)
	}
	check.ErrorIf(t, d.counter.Begun() != 1, "%d lookups, want 1", d.counter.Begun())
}

// Fault 2 and its cure.
func TestWhoBelievesTheRecord(t *testing.T) {
	clock := &Clock{}
	d := answering(time.Second)
	fixed, record := NewFixedTTL(d.ask(), time.Hour, clock.Now), NewRecordTTL(d.ask(), clock.Now)
	fixedAddress, recordAddress := address(t, fixed), address(t, record)
	clock.Forward(2 * time.Second)
	if now := address(t, fixed); now != fixedAddress {
		t.Errorf("fixed-ttl has %v after 2 s, it was to keep %v for an hour", now, fixedAddress)
	}
	if now := address(t, record); now == recordAddress {
		t.Errorf("record-ttl still has %v after the record's second", now)
	}
}

// Nor a flight that has landed: who came next would join it. Often, since the moment would be short.
func TestRecordTTLCountsFromTheQuestion(t *testing.T) {
	clock := &Clock{}
	var asked atomic.Int64
	slow := func(context.Context, string) (lookup.Answer, error) {
		asked.Add(1)
		clock.Forward(29 * time.Second)
		return lookup.Answer{TTL: 30 * time.Second}, nil
	}
	cache := NewRecordTTL(slow, clock.Now)
	for range 2 { // 29 s of 30 are gone with the answer; 2 s more, and it is over
		if _, err := cache.Resolve(t.Context(), "one.test"); err != nil {
			t.Fatal(err)
		}
		clock.Forward(2 * time.Second)
	}
	check.ErrorIf(t, asked.Load() != 2, "%d lookups, want 2", asked.Load())
}

func TestRecordTTLKeepsNothingOfUnknownAge(t *testing.T) {
	d := answering(0)
	cache := NewRecordTTL(d.ask(), time.Now)
	for asked := 1; asked <= 30_000; asked++ {
		address(t, cache)
		cache.mu.Lock()
		flights := len(cache.flights)
		cache.mu.Unlock()
		if entries, _ := cache.Held(); entries+flights != 0 || d.counter.Begun() != asked {
			t.Fatalf("%d entries, %d flights, %d lookups; want 0, 0, %d", entries, flights, d.counter.Begun(), asked)
		}
	}
}

// Fault 3 and its cure.
func TestWhoTidiesUp(t *testing.T) {
	clock := &Clock{}
	d := answering(time.Minute)
	for name, each := range map[string]struct {
		cache   Holder
		expired int
	}{
		"fixed-ttl":  {NewFixedTTL(d.ask(), time.Minute, clock.Now), 100},
		"merged":     {NewMerged(d.ask(), time.Minute, clock.Now), 100},
		"record-ttl": {NewRecordTTL(d.ask(), clock.Now), 0},
	} {
		for i := range 100 {
			if _, err := each.cache.Resolve(t.Context(), fmt.Sprintf("n%d.lab", i)); err != nil {
				t.Fatal(err)
			}
		}
		clock.Forward(time.Minute)
		address(t, each.cache)
		entries, expired := each.cache.Held()
		if expired != each.expired || entries != each.expired+1 {
			t.Errorf("%s holds %d entries, %d expired; want %d expired and one more",
				name, entries, expired, each.expired)
		}
	}
}

func TestFailuresAreNotKept(t *testing.T) {
	broken := errors.New("SERVFAIL")
	for name, build := range map[string]func(lookup.Func) Resolver{
		"fixed-ttl":  func(ask lookup.Func) Resolver { return NewFixedTTL(ask, time.Hour, time.Now) },
		"merged":     func(ask lookup.Func) Resolver { return NewMerged(ask, time.Hour, time.Now) },
		"zero-time":  func(ask lookup.Func) Resolver { return NewZeroTime(ask) },
		"record-ttl": func(ask lookup.Func) Resolver { return NewRecordTTL(ask, time.Now) },
	} {
		var failing sync.Once
		d := answering(time.Minute)
		ask := d.ask()
		cache := build(func(ctx context.Context, host string) (answer lookup.Answer, err error) {
			failing.Do(func() { err = broken })
			if err != nil {
				return answer, err
			}
			return ask(ctx, host)
		})
		if _, err := cache.Resolve(t.Context(), host); !errors.Is(err, broken) {
			t.Errorf("%s: the failure came back as %v", name, err)
		}
		if _, err := cache.Resolve(t.Context(), host); err != nil {
			t.Errorf("%s: failed again with %v", name, err)
		}
	}
}

func address(t *testing.T, r Resolver) netip.Addr {
	t.Helper()
	answer, err := r.Resolve(t.Context(), host)
	check.FatalIf(t, err != nil || len(answer.Addrs) != 1, "%v, %v", answer, err)
	return answer.Addrs[0]
}
