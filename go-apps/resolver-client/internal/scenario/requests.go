package scenario

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"

	"faultlab/resolver-client/internal/lookup"
	"faultlab/resolver-client/internal/samples"
	"faultlab/resolver-client/internal/service"
)

// Requests: one http.Client makes a number of requests, and httptrace tells what each of them cost.
//
// Without a cache the client connects with package net's own dialer, as http.DefaultTransport does;
// the lookup is then seen through the hooks of httptrace. With a cache, the dialer measures its
// call of the cache, since package net is handed an address and has nothing to trace.
func Requests(args []string, out io.Writer) error {
	var result struct {
		Setting
		KeepAlive string `json:"keepAlive"`
		Body      string `json:"body"`
		Bytes     int    `json:"bytes"`
		Idle      int    `json:"idlePerHost"`
		AtOnce    int    `json:"atOnce"`
		Requests  int    `json:"requests"`
		Over      string `json:"over"`
		Redirect  bool   `json:"redirect"`
		// Protocols counts the responses by the protocol that client and server settled on.
		Protocols map[string]int `json:"protocols"`
		// Connections is how many were opened, whether or not a request went over them.
		Connections int `json:"connections"`
		// Reused is how many requests went over a connection that had been used before; one that is
		// redirected is two.
		Reused int `json:"reused"`
		// First is what the first request waited for.
		First struct {
			LookupMillis   *float64 `json:"lookupMillis"`
			ConnectMillis  *float64 `json:"connectMillis"`
			TLSMillis      *float64 `json:"tlsMillis"`
			ServerMillis   *float64 `json:"serverMillis"`
			TransferMillis *float64 `json:"transferMillis"`
		} `json:"first"`
		// Later is the same over all other requests; one that found a connection waited 0 for it.
		Later struct {
			Lookup   Spread `json:"lookup"`
			Connect  Spread `json:"connect"`
			TLS      Spread `json:"tls"`
			Server   Spread `json:"server"`
			Transfer Spread `json:"transfer"`
		} `json:"later"`
	}
	set := result.flags("requests")
	set.StringVar(&result.KeepAlive, "keep-alive", "on", "on or off")
	set.StringVar(&result.Body, "body", "drain", "what becomes of a response: drain or leave")
	set.IntVar(&result.Bytes, "bytes", 1<<20, "size of a response")
	set.IntVar(&result.Idle, "idle", http.DefaultMaxIdleConnsPerHost, "MaxIdleConnsPerHost")
	set.IntVar(&result.AtOnce, "at-once", 1, "requests at the same time")
	set.IntVar(&result.Requests, "requests", 50, "requests in all, a multiple of --at-once")
	set.StringVar(&result.Over, "over", "http", "http, https (HTTP/1.1) or h2 (HTTP/2 over TLS)")
	set.BoolVar(&result.Redirect, "redirect", false, "the server sends each request on, once")
	if err := result.parse(set, args); err != nil {
		return err
	}
	if err := errors.Join(oneOf("over", result.Over, "http", "https", "h2"), positive("at-once", result.AtOnce), positive("requests", result.Requests), positive("bytes", result.Bytes),
		oneOf("keep-alive", result.KeepAlive, "on", "off"), oneOf("body", result.Body, "drain", "leave")); err != nil {
		return err
	}
	if result.Requests%result.AtOnce != 0 {
		return fmt.Errorf("--requests %d: expected a multiple of --at-once %d", result.Requests, result.AtOnce)
	}
	finish := samples.Drain
	if result.Body == "leave" {
		finish = samples.Leave
	}
	dialling := lookup.NewGauge()
	dial := (&net.Dialer{}).DialContext
	if result.Cache != "none" {
		dial = traced(result.bench())
	}
	client := samples.Client{
		KeepAlive: result.KeepAlive == "on",
		Idle:      result.Idle,
		HTTP2:     result.Over == "h2",
		// The server's certificate is its own word; what it costs to check a chain is not in these figures.
		TLS: &tls.Config{InsecureSkipVerify: true},
	}
	client.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		dialling.Enter()
		defer dialling.Leave()
		return dial(ctx, network, address)
	}
	r := requester{
		client: &http.Client{Transport: client.Transport()},
		url:    address(result.Host, result.Over, result.Redirect, result.Bytes),
		finish: finish,
	}
	c := callers{}
	for range result.Requests / result.AtOnce {
		c.together(result.AtOnce, r.once)
	}
	if r.failed != nil {
		return r.failed
	}
	// A request that was served by another request's connection leaves its own dial behind.
	dialling.AwaitEmpty()
	result.Connections = dialling.Entered()
	result.Reused = r.reused
	result.Protocols = r.protocols
	result.First.LookupMillis = millis(r.costs[0].lookup)
	result.First.ConnectMillis = millis(r.costs[0].connect)
	result.First.ServerMillis = millis(r.costs[0].server)
	var lookups, connects, handshakes, servers, transfers times
	for _, each := range r.costs[1:] {
		lookups.add(each.lookup)
		connects.add(each.connect)
		handshakes.add(each.tls)
		servers.add(each.server)
		transfers.add(each.transfer)
	}
	// Nothing, and not 0 ms, where no TLS was spoken.
	if result.Over != "http" {
		result.First.TLSMillis = millis(r.costs[0].tls)
		result.Later.TLS = handshakes.spread()
	}
	// Nothing, and not the time until it was closed, where a body is left unread.
	if result.Body == "drain" {
		result.First.TransferMillis = millis(r.costs[0].transfer)
		result.Later.Transfer = transfers.spread()
	}
	result.Later.Server = servers.spread()
	result.Later.Lookup = lookups.spread()
	result.Later.Connect = connects.spread()
	return print(out, result)
}

func address(host, over string, redirect bool, bytes int) string {
	scheme, port := "http", lookup.Port
	if over != "http" {
		scheme, port = "https", lookup.PortTLS
	}
	path := "/"
	if redirect {
		path = service.RedirectPath
	}
	return fmt.Sprintf("%s://%s%s?bytes=%d", scheme, net.JoinHostPort(host, port), path, bytes)
}

// requester makes requests and keeps what they cost.
type requester struct {
	client *http.Client
	url    string
	finish func(*http.Response) error

	mu        sync.Mutex
	reused    int
	protocols map[string]int
	costs     []cost
	failed    error
}

// cost of a request, phase by phase; of one that is redirected, of both.
type cost struct {
	connection
	// server is from the request written to the first byte of the answer.
	server time.Duration
	// transfer is from the first byte of the last answer to the end of its body.
	transfer time.Duration
}

// connection is what it cost to make one.
type connection struct {
	lookup  time.Duration
	connect time.Duration
	tls     time.Duration
}

func (c *connection) add(other connection) {
	c.lookup += other.lookup
	c.connect += other.connect
	c.tls += other.tls
}

// tracer times one request. Its hooks run on goroutines of the transport, and may run after the
// request has found a connection elsewhere: hence the lock.
type tracer struct {
	mu     sync.Mutex
	cost   cost
	reused int

	// dialled is what the connection that is being made has cost so far. It counts once the request
	// has got it, and not where the request has found another.
	dialled         connection
	lookupBegan     time.Time
	connectionBegan time.Time
	handshakeBegan  time.Time

	// written is when the request that is under way was, answered when the first byte came.
	written  time.Time
	answered time.Time
}

type tracerKey struct{}

func (r *requester) once() {
	t := &tracer{}
	ctx := context.WithValue(httptrace.WithClientTrace(context.Background(), t.hooks()), tracerKey{}, t)
	protocol, err := r.get(ctx)
	ended := time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil && r.failed == nil {
		r.failed = err
	}
	if err == nil {
		if r.protocols == nil {
			r.protocols = map[string]int{}
		}
		r.protocols[protocol]++
		t.cost.transfer = ended.Sub(t.answered)
	}
	r.reused += t.reused
	r.costs = append(r.costs, t.cost)
}

// get says which protocol was spoken.
func (r *requester) get(ctx context.Context) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url, nil)
	if err != nil {
		return "", err
	}
	response, err := r.client.Do(request)
	if err != nil {
		return "", err
	}
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s answered %s", r.url, response.Status)
	}
	return response.Proto, r.finish(response)
}

func (t *tracer) hooks() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		DNSStart:     func(httptrace.DNSStartInfo) { t.set(func() { t.lookupBegan = time.Now() }) },
		DNSDone:      func(httptrace.DNSDoneInfo) { t.set(func() { t.dialled.lookup = time.Since(t.lookupBegan) }) },
		ConnectStart: func(string, string) { t.set(func() { t.connectionBegan = time.Now() }) },
		ConnectDone: func(string, string, error) {
			t.set(func() { t.dialled.connect = time.Since(t.connectionBegan) })
		},
		TLSHandshakeStart: func() { t.set(func() { t.handshakeBegan = time.Now() }) },
		TLSHandshakeDone: func(tls.ConnectionState, error) {
			t.set(func() { t.dialled.tls = time.Since(t.handshakeBegan) })
		},
		GotConn:              func(info httptrace.GotConnInfo) { t.set(func() { t.got(info.Reused) }) },
		WroteRequest:         func(httptrace.WroteRequestInfo) { t.set(func() { t.written = time.Now() }) },
		GotFirstResponseByte: func() { t.set(t.answer) },
	}
}

func (t *tracer) got(reused bool) {
	if reused {
		t.reused++
	} else {
		t.cost.add(t.dialled)
	}
	t.dialled = connection{}
	t.written = time.Time{}
}

// answer notes the first byte. Over HTTP/2 it may come before the transport says that the request is
// written, and counts as no wait then.
func (t *tracer) answer() {
	t.answered = time.Now()
	if !t.written.IsZero() {
		t.cost.server += t.answered.Sub(t.written)
	}
}

func (t *tracer) set(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
}

// traced dials through a cache and tells the request's tracer how long the cache took.
func traced(b bench) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		dialer := samples.Dialer{Resolver: b}
		if t, ok := ctx.Value(tracerKey{}).(*tracer); ok {
			dialer.Looked = func(d time.Duration) { t.set(func() { t.dialled.lookup = d }) }
		}
		return dialer.DialContext(ctx, network, address)
	}
}

func oneOf(name, value string, allowed ...string) error {
	for _, each := range allowed {
		if value == each {
			return nil
		}
	}
	return fmt.Errorf("--%s %s: expected one of %v", name, value, allowed)
}
