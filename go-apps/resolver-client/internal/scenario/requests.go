package scenario

import (
	"context"
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
)

// Requests: one http.Client makes a number of requests, and httptrace tells what each of them cost.
//
// Without a cache the client connects with package net's own dialer, as http.DefaultTransport does;
// the look-up is then seen through the hooks of httptrace. With a cache, the dialer measures its
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
		// Connections is how many were opened, whether or not a request went over them.
		Connections int `json:"connections"`
		// Reused is how many requests went over a connection that had been used before.
		Reused int `json:"reused"`
		// First is what the first request waited for.
		First struct {
			LookupMillis  *float64 `json:"lookupMillis"`
			ConnectMillis *float64 `json:"connectMillis"`
		} `json:"first"`
		// Later is the same over all other requests; one that found a connection waited 0.
		Later struct {
			Lookup  Spread `json:"lookup"`
			Connect Spread `json:"connect"`
		} `json:"later"`
	}
	set := result.flags("requests")
	set.StringVar(&result.KeepAlive, "keep-alive", "on", "on or off")
	set.StringVar(&result.Body, "body", "drain", "what becomes of a response: drain or leave")
	set.IntVar(&result.Bytes, "bytes", 1<<20, "size of a response")
	set.IntVar(&result.Idle, "idle", http.DefaultMaxIdleConnsPerHost, "MaxIdleConnsPerHost")
	set.IntVar(&result.AtOnce, "at-once", 1, "requests at the same time")
	set.IntVar(&result.Requests, "requests", 50, "requests in all, a multiple of --at-once")
	if err := result.parse(set, args); err != nil {
		return err
	}
	if err := errors.Join(positive("at-once", result.AtOnce), positive("requests", result.Requests), positive("bytes", result.Bytes),
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
	client := samples.Client{KeepAlive: result.KeepAlive == "on", Idle: result.Idle}
	client.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		dialling.Enter()
		defer dialling.Leave()
		return dial(ctx, network, address)
	}
	r := requester{
		client: &http.Client{Transport: client.Transport()},
		url:    "http://" + net.JoinHostPort(result.Host, lookup.Port) + fmt.Sprintf("/?bytes=%d", result.Bytes),
		finish: finish,
	}
	c := callers{}
	for range result.Requests / result.AtOnce {
		c.together(result.AtOnce, r.once)
	}
	if r.failed != nil {
		return r.failed
	}
	// A request that was served by somebody else's connection leaves its own dial behind.
	dialling.AwaitEmpty()
	result.Connections = dialling.Entered()
	result.Reused = r.reused
	result.First.LookupMillis = millis(r.costs[0].lookup)
	result.First.ConnectMillis = millis(r.costs[0].connect)
	var lookups, connects times
	for _, each := range r.costs[1:] {
		lookups.add(each.lookup)
		connects.add(each.connect)
	}
	result.Later.Lookup = lookups.spread()
	result.Later.Connect = connects.spread()
	return print(out, result)
}

// requester makes requests and keeps what they cost.
type requester struct {
	client *http.Client
	url    string
	finish func(*http.Response) error

	mu     sync.Mutex
	reused int
	costs  []cost
	failed error
}

// cost of a request before its first byte was sent.
type cost struct {
	lookup  time.Duration
	connect time.Duration
}

// tracer times one request. Its hooks run on goroutines of the transport, and may run after the
// request has found a connection elsewhere: hence the lock.
type tracer struct {
	mu              sync.Mutex
	cost            cost
	reused          bool
	lookupBegan     time.Time
	connectionBegan time.Time
}

type tracerKey struct{}

func (r *requester) once() {
	t := &tracer{}
	ctx := context.WithValue(httptrace.WithClientTrace(context.Background(), t.hooks()), tracerKey{}, t)
	err := r.get(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil && r.failed == nil {
		r.failed = err
	}
	if t.reused {
		t.cost = cost{}
		r.reused++
	}
	r.costs = append(r.costs, t.cost)
}

func (r *requester) get(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url, nil)
	if err != nil {
		return err
	}
	response, err := r.client.Do(request)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", r.url, response.Status)
	}
	return r.finish(response)
}

func (t *tracer) hooks() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		DNSStart:     func(httptrace.DNSStartInfo) { t.set(func() { t.lookupBegan = time.Now() }) },
		DNSDone:      func(httptrace.DNSDoneInfo) { t.set(func() { t.cost.lookup = time.Since(t.lookupBegan) }) },
		ConnectStart: func(string, string) { t.set(func() { t.connectionBegan = time.Now() }) },
		ConnectDone: func(string, string, error) {
			t.set(func() { t.cost.connect = time.Since(t.connectionBegan) })
		},
		GotConn: func(info httptrace.GotConnInfo) { t.set(func() { t.reused = info.Reused }) },
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
			dialer.Looked = func(d time.Duration) { t.set(func() { t.cost.lookup = d }) }
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
