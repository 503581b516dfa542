package scenario

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"faultlab/resolver-client/internal/check"
	"faultlab/resolver-client/internal/lookup"
	"faultlab/resolver-client/internal/samples"
	"faultlab/resolver-client/internal/service"
)

func TestRequesterTellsConnectionsAndWhatTheyCost(t *testing.T) {
	server := httptest.NewServer(service.Server("old"))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	check.Must(t, err)
	b := uncached()
	b.Resolver = samples.Uncached{Ask: b.asks.Count(func(context.Context, string) (lookup.Answer, error) {
		return lookup.Answer{Addrs: []netip.Addr{netip.MustParseAddr("127.0.0.1")}}, nil
	})}
	for name, each := range map[string]struct {
		keepAlive   bool
		finish      func(*http.Response) error
		connections int
	}{
		"kept":      {true, samples.Drain, 1},
		"not kept":  {false, samples.Drain, 6},
		"left":      {true, samples.Leave, 6},
		"both ills": {false, samples.Leave, 6},
	} {
		before := b.asks.Begun()
		r := requester{
			client: &http.Client{Transport: samples.Client{KeepAlive: each.keepAlive, Dial: traced(b)}.Transport()},
			url:    "http://svc.lab:" + port + "/?bytes=1048576",
			finish: each.finish,
		}
		c := callers{}
		for range 6 {
			c.together(1, r.once)
		}
		r.client.CloseIdleConnections()
		if r.failed != nil {
			t.Fatal(r.failed)
		}
		if asked := b.asks.Begun() - before; 6-r.reused != each.connections || asked != each.connections {
			t.Errorf("%s: %d reused, %d lookups, want %d", name, r.reused, asked, each.connections)
		}
		check.ErrorIf(t, len(r.costs) != 6 || r.costs[0].lookup <= 0,
			"%s: costs %v, want six and a first that looked up", name, r.costs)
		if last := r.costs[5].lookup; (last == 0) != (each.connections == 1) {
			t.Errorf("%s: the last lookup took %v", name, last)
		}
	}
}

func TestRequesterTellsProtocolsAndWhatARedirectCosts(t *testing.T) {
	server := httptest.NewUnstartedServer(service.Server("old"))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	check.Must(t, err)
	for name, each := range map[string]struct {
		client   samples.Client
		path     string
		protocol string
		reused   int
	}{
		"HTTP/2 asked for":      {samples.Client{KeepAlive: true, HTTP2: true}, "/", "HTTP/2.0", 3},
		"a dialer of one's own": {samples.Client{KeepAlive: true}, "/", "HTTP/1.1", 3},
		"redirected":            {samples.Client{KeepAlive: true}, service.RedirectPath, "HTTP/1.1", 7},
		"not kept, redirected":  {samples.Client{}, service.RedirectPath, "HTTP/1.1", 0},
	} {
		each.client.Dial = (&net.Dialer{}).DialContext
		each.client.TLS = &tls.Config{InsecureSkipVerify: true}
		r := requester{
			client: &http.Client{Transport: each.client.Transport()},
			url:    "https://127.0.0.1:" + port + each.path + "?bytes=1000",
			finish: samples.Drain,
		}
		for range 4 {
			r.once()
		}
		r.client.CloseIdleConnections()
		if r.failed != nil {
			t.Fatal(r.failed)
		}
		check.ErrorIf(t, r.protocols[each.protocol] != 4 || len(r.protocols) != 1 || r.reused != each.reused,
			"%s: %v, %d reused; want 4 by %s, %d reused", name, r.protocols, r.reused, each.protocol, each.reused)
		check.ErrorIf(t, r.costs[0].tls <= 0 || (r.costs[3].tls > 0) != (each.reused == 0),
			"%s: %v; want a handshake where a connection is made, and nowhere else", name, r.costs)
	}
}

// What the server takes and what the body takes are apart, and neither is in the other.
func TestRequesterTellsTheServersTimeFromTheTransfers(t *testing.T) {
	const pause = 20 * time.Millisecond
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(pause)
		_, _ = w.Write(make([]byte, 1000))
	}))
	defer server.Close()
	r := requester{client: server.Client(), url: server.URL, finish: func(response *http.Response) error {
		time.Sleep(pause)
		return samples.Drain(response)
	}}
	for i := range 2 {
		began := time.Now()
		r.once()
		took := time.Since(began)
		if r.failed != nil {
			t.Fatal(r.failed)
		}
		if got := r.costs[i]; got.server < pause || got.transfer < pause || got.server+got.transfer > took {
			t.Errorf("request %d took %v, server %v, transfer %v; want %v or more of each", i, took, got.server, got.transfer, pause)
		}
	}
}

func TestRequesterRefusesAFailingServer(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	r := requester{client: server.Client(), url: server.URL, finish: samples.Drain}
	r.once()
	check.ErrorIf(t, r.failed == nil, "a 404 passed for an answer")
}
