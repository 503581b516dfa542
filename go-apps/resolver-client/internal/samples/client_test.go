package samples

import (
	"context"
	"flag"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"faultlab/resolver-client/internal/check"
	"faultlab/resolver-client/internal/lookup"
)

// How many of five requests need a lookup.
func TestWhoNeedsALookup(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		// More than Go 1.27 reads by itself when a body is closed.
		_, _ = w.Write([]byte(strings.Repeat("x", 1<<20)))
	}))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	check.Must(t, err)
	for name, each := range map[string]struct {
		client  Client
		finish  func(*http.Response) error
		lookups int64
	}{
		"keep-alive":               {Client{KeepAlive: true}, Drain, 1},
		"no keep-alive":            {Client{}, Drain, 5},
		"keep-alive, body is left": {Client{KeepAlive: true}, Leave, 5},
	} {
		var lookups atomic.Int64
		dialer := Dialer{Resolver: Uncached{Ask: func(context.Context, string) (lookup.Answer, error) {
			lookups.Add(1)
			return lookup.Answer{Addrs: []netip.Addr{netip.MustParseAddr("127.0.0.1")}}, nil
		}}}
		each.client.Dial = dialer.DialContext
		client := http.Client{Transport: each.client.Transport()}
		for range 5 {
			response, err := client.Get("http://svc.lab:" + port + "/")
			check.Must(t, err)
			check.Must(t, each.finish(response))
		}
		client.CloseIdleConnections()
		check.ErrorIf(t, lookups.Load() != each.lookups,
			"%s: %d lookups for 5 requests, want %d", name, lookups.Load(), each.lookups)
	}
}

func TestDialerTriesEveryAddress(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	check.Must(t, err)
	defer server.Close()
	_, port, _ := net.SplitHostPort(server.Addr().String())
	// 127.0.0.2 is this host too, but nobody listens there.
	addresses := []netip.Addr{netip.MustParseAddr("127.0.0.2"), netip.MustParseAddr("127.0.0.1")}
	dialer := Dialer{Resolver: Uncached{Ask: func(context.Context, string) (lookup.Answer, error) {
		return lookup.Answer{Addrs: addresses}, nil
	}}}
	conn, err := dialer.DialContext(t.Context(), "tcp", "svc.lab:"+port)
	check.Must(t, err)
	conn.Close()
	addresses = addresses[:1]
	if _, err := dialer.DialContext(t.Context(), "tcp", "svc.lab:"+port); err == nil {
		t.Error("connected to where nobody listens")
	}
	addresses = nil
	_, err = dialer.DialContext(t.Context(), "tcp", "svc.lab:"+port)
	check.ErrorIf(t, err == nil || !strings.Contains(err.Error(), "svc.lab"), "no address, and the error is %v", err)
}

// The work takes no time at all, so that N reaches its limit whatever the machine does.
func TestUnloopedClaimsWhatItDidNotDo(t *testing.T) {
	before := flag.Lookup("test.benchtime").Value.String()
	check.Must(t, flag.Set("test.benchtime", "20ms"))
	defer func() { _ = flag.Set("test.benchtime", before) }()
	done := 0
	form := Unlooped(func() { done++ })
	measured := testing.Benchmark(func(b *testing.B) { done = 0; form(b) })
	check.ErrorIf(t, measured.N != 1_000_000_000 || done != 1,
		"claimed %d iterations and did %d, want 1000000000 and 1", measured.N, done)
	form = Looped(func() { done++ })
	measured = testing.Benchmark(func(b *testing.B) { done = 0; form(b) })
	check.ErrorIf(t, measured.N != done, "with the loop: claimed %d iterations and did %d", measured.N, done)
}

func TestSleeperTakesItsTimesInTurn(t *testing.T) {
	work := Sleeper(0, 20*time.Millisecond)
	work()
	for range 2 {
		began := time.Now()
		work()
		if took := time.Since(began); took < 20*time.Millisecond {
			t.Errorf("took %v, want 20ms or more", took)
		}
	}
}
