package dnscache

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var one = []netip.Addr{netip.MustParseAddr("192.0.2.1")}

// held is a name server that answers when it is told to, and counts.
type held struct {
	begun   atomic.Int64
	inside  atomic.Int64
	most    atomic.Int64
	release chan Answer
}

func newHeld() *held { return &held{release: make(chan Answer)} }

func (h *held) ask(ctx context.Context, _ string) (Answer, error) {
	h.begun.Add(1)
	inside := h.inside.Add(1)
	defer h.inside.Add(-1)
	for most := h.most.Load(); inside > most && !h.most.CompareAndSwap(most, inside); most = h.most.Load() {
	}
	select {
	case answer := <-h.release:
		return answer, nil
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
}

func (h *held) awaitBegun(count int64) {
	for h.begun.Load() < count {
		time.Sleep(time.Microsecond) // gives the processor away; the condition is awaited
	}
}

func answering(ttl time.Duration, count *atomic.Int64) Func {
	return func(context.Context, string) (Answer, error) {
		count.Add(1)
		return Answer{Addrs: one, TTL: ttl}, nil
	}
}

func TestZeroTimeAnswersWithLookupsThatBeginLater(t *testing.T) {
	server := newHeld()
	cache := NewZeroTime(server.ask)
	first := make(chan Answer, 1)
	go func() {
		answer, _ := cache.Resolve(t.Context(), "one.test")
		first <- answer
	}()
	server.awaitBegun(1)
	const callers = 15
	later := make(chan Answer, callers)
	for range callers {
		go func() {
			answer, _ := cache.Resolve(t.Context(), "one.test")
			later <- answer
		}()
	}
	old := Answer{Addrs: one}
	server.release <- old
	if got := <-first; got.Addrs[0] != one[0] {
		t.Errorf("the first caller got %v", got)
	}
	young := Answer{Addrs: []netip.Addr{netip.MustParseAddr("192.0.2.2")}}
	for answered := 0; answered < callers; {
		select {
		case server.release <- young:
		case got := <-later:
			answered++
			errorIf(t, got.Addrs[0] != young.Addrs[0],
				"a caller got the answer of a lookup that began before it asked: %v", got)
		}
	}
	if most := server.most.Load(); most != 1 {
		t.Errorf("%d lookups at once, want 1", most)
	}
}

func TestZeroTimeKeepsNothing(t *testing.T) {
	var asked atomic.Int64
	cache := NewZeroTime(answering(time.Hour, &asked))
	for range 10 {
		if _, err := cache.Resolve(t.Context(), "one.test"); err != nil {
			t.Fatal(err)
		}
	}
	errorIf(t, asked.Load() != 10, "%d lookups for 10 callers one after the other, want 10", asked.Load())
	for {
		cache.mu.Lock()
		left := len(cache.hosts)
		cache.mu.Unlock()
		if left == 0 {
			return
		}
	}
}

func TestRecordTTLKeepsAsLongAsTheRecordSaysAndNoLonger(t *testing.T) {
	var asked atomic.Int64
	now := time.Unix(0, 0)
	cache := NewRecordTTL(answering(30*time.Second, &asked))
	cache.Now = func() time.Time { return now }
	resolve := func(want int64) {
		t.Helper()
		if _, err := cache.Resolve(t.Context(), "one.test"); err != nil || asked.Load() != want {
			t.Errorf("%d lookups (%v), want %d", asked.Load(), err, want)
		}
	}
	resolve(1)
	now = now.Add(30*time.Second - 1)
	resolve(1)
	now = now.Add(1)
	resolve(2)
	errorIf(t, len(cache.entries) != 1 || len(cache.expiry) != 1,
		"%d entries and %d in the heap, want 1 each", len(cache.entries), len(cache.expiry))
}

// An answer has been on its way for as long as the lookup took.
func TestRecordTTLCountsFromTheQuestion(t *testing.T) {
	now := time.Unix(0, 0)
	slow := func(context.Context, string) (Answer, error) {
		now = now.Add(29 * time.Second)
		return Answer{Addrs: one, TTL: 30 * time.Second}, nil
	}
	cache := NewRecordTTL(slow)
	cache.Now = func() time.Time { return now }
	if _, err := cache.Resolve(t.Context(), "one.test"); err != nil {
		t.Fatal(err)
	}
	if left := cache.entries["one.test"].expires.Sub(now); left != time.Second {
		t.Errorf("kept for another %v, want 1s", left)
	}
}

func TestRecordTTLDoesNotKeepWhatHasNoTTLNorFailures(t *testing.T) {
	var asked atomic.Int64
	cache := NewRecordTTL(answering(0, &asked))
	for range 3 {
		_, _ = cache.Resolve(t.Context(), "one.test")
	}
	errorIf(t, asked.Load() != 3, "%d lookups of a name without TTL, want 3", asked.Load())
	failing := NewRecordTTL(func(context.Context, string) (Answer, error) {
		asked.Add(1)
		return Answer{TTL: time.Hour}, errors.New("no such host")
	})
	for range 3 {
		if _, err := failing.Resolve(t.Context(), "two.test"); err == nil {
			t.Error("a failure was lost")
		}
	}
	errorIf(t, asked.Load() != 6 || len(failing.entries) != 0,
		"%d lookups, want 6; %d entries, want none", asked.Load(), len(failing.entries))
}

func TestRecordTTLIsBounded(t *testing.T) {
	var asked atomic.Int64
	cache := NewRecordTTL(answering(time.Hour, &asked))
	for i := range Most + 100 {
		if _, err := cache.Resolve(t.Context(), fmt.Sprint(i, ".test")); err != nil {
			t.Fatal(err)
		}
	}
	errorIf(t, len(cache.entries) != Most || len(cache.expiry) != Most,
		"%d entries, %d in the heap, want %d", len(cache.entries), len(cache.expiry), Most)
}

func TestCallersShareALookupAndLeaveWhenTheyLike(t *testing.T) {
	for name, cache := range map[string]func(Func) Resolver{
		"zero-time":  func(ask Func) Resolver { return NewZeroTime(ask) },
		"record-ttl": func(ask Func) Resolver { return NewRecordTTL(ask) },
	} {
		t.Run(name, func(t *testing.T) {
			server := newHeld()
			resolver := cache(server.ask)
			ctx, cancel := context.WithCancel(t.Context())
			left := make(chan error, 1)
			go func() {
				_, err := resolver.Resolve(ctx, "one.test")
				left <- err
			}()
			server.awaitBegun(1)
			cancel()
			if err := <-left; !errors.Is(err, context.Canceled) {
				t.Errorf("who was cancelled got %v", err)
			}
			stays := make(chan error, 1)
			go func() {
				_, err := resolver.Resolve(t.Context(), "one.test")
				stays <- err
			}()
			for done := false; !done; {
				select {
				case server.release <- Answer{Addrs: one}:
				case err := <-stays:
					done = true
					errorIf(t, err != nil, "the cancelled caller took the other's answer along: %v", err)
				}
			}
		})
	}
}

func TestAPanicIsAnErrorForEverybody(t *testing.T) {
	ask := func(context.Context, string) (Answer, error) { panic("broken") }
	for _, resolver := range []Resolver{NewZeroTime(ask), NewRecordTTL(ask)} {
		if _, err := resolver.Resolve(t.Context(), "one.test"); err == nil || !strings.Contains(err.Error(), "broken") {
			t.Errorf("got %v", err)
		}
	}
}

func TestDialerReachesAServerThroughTheCache(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }))
	defer server.Close()
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	var asked atomic.Int64
	ask := func(context.Context, string) (Answer, error) {
		asked.Add(1)
		// Nobody listens at one of them, so the other is tried.
		return Answer{Addrs: []netip.Addr{netip.MustParseAddr("127.0.0.2"), netip.MustParseAddr("127.0.0.1")}, TTL: time.Hour}, nil
	}
	dialer := Dialer{Resolver: NewRecordTTL(ask)}
	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}}
	for range 5 {
		response, err := client.Get("http://one.test:" + port + "/")
		must(t, err)
		response.Body.Close()
	}
	errorIf(t, asked.Load() != 1, "%d lookups for 5 connections, want 1", asked.Load())
	response, err := client.Get(server.URL)
	must(t, err)
	response.Body.Close()
	errorIf(t, asked.Load() != 1, "an address was looked up")
}

func TestALookupHasALimit(t *testing.T) {
	for _, limit := range []struct{ set, want time.Duration }{{0, 60 * time.Second}, {time.Hour, time.Hour}} {
		var deadline time.Time
		ask := func(ctx context.Context, _ string) (Answer, error) {
			deadline, _ = ctx.Deadline()
			return Answer{Addrs: one}, nil
		}
		zeroTime, recordTTL := NewZeroTime(ask), NewRecordTTL(ask)
		zeroTime.Limit, recordTTL.Limit = limit.set, limit.set
		for _, resolver := range []Resolver{zeroTime, recordTTL} {
			before := time.Now()
			if _, err := resolver.Resolve(t.Context(), "one.test"); err != nil {
				t.Fatal(err)
			}
			after := time.Now()
			errorIf(t, deadline.Before(before.Add(limit.want)) || deadline.After(after.Add(limit.want)),
				"%T with Limit %v may take %v, want %v", resolver, limit.set, deadline.Sub(before), limit.want)
		}
	}
}

// Every caller at once; with -race.
func TestManyCallersOfManyHosts(t *testing.T) {
	var asked atomic.Int64
	for _, resolver := range []Resolver{NewZeroTime(answering(time.Nanosecond, &asked)), NewRecordTTL(answering(time.Nanosecond, &asked))} {
		var all sync.WaitGroup
		for i := range 64 {
			all.Add(1)
			go func() {
				defer all.Done()
				for j := range 100 {
					if _, err := resolver.Resolve(t.Context(), fmt.Sprint((i+j)%7, ".test")); err != nil {
						t.Error(err)
					}
				}
			}()
		}
		all.Wait()
	}
}

func BenchmarkRecordTTLHit(b *testing.B) {
	var asked atomic.Int64
	cache := NewRecordTTL(answering(time.Hour, &asked))
	b.ReportAllocs()
	b.RunParallel(func(each *testing.PB) {
		for each.Next() {
			if _, err := cache.Resolve(b.Context(), "one.test"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkZeroTime(b *testing.B) {
	var asked atomic.Int64
	cache := NewZeroTime(answering(0, &asked))
	b.ReportAllocs()
	b.RunParallel(func(each *testing.PB) {
		for each.Next() {
			if _, err := cache.Resolve(b.Context(), "one.test"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.ReportMetric(float64(asked.Load())/float64(b.N), "lookups/op")
}
