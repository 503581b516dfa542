package scenario

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"faultlab/resolver-client/internal/lookup"
	"faultlab/resolver-client/internal/samples"
)

// Cancel: the context of callers ends while the name server has not answered yet. Do they come back?
//
// The order of events decides, not a clock: a witness looks up another name, for which the name
// server takes less than half as long. A caller that comes back after the witness has waited for the answer,
// whether it reports the answer or an error in the end. One that hears comes back long before.
//
// The contexts end when every lookup is under way that there will be: one for each caller, or one
// for all where the cache merges. Where the witness is back by then, or the deadline has passed, the
// order of events says nothing, and Cancel fails.
func Cancel(args []string, out io.Writer) error {
	var result struct {
		Setting
		Through string `json:"through"`
		End     string `json:"end"`
		Clients int    `json:"clients"`
		Times   int    `json:"times"`
		// Ended is how many callers were inside when their context ended.
		Ended int `json:"ended"`
		// UnderWay is how many lookups were under way for them; where package net's own resolver
		// looked up for LookupHost, each had sent a query.
		UnderWay int `json:"underWay"`
		// Deaf is how many of them came back only after the witness.
		Deaf int `json:"deaf"`
		// ForNobody is how many lookups were still under way when all callers had left.
		ForNobody int `json:"forNobody"`
		// After is how long callers took to come back from when they asked.
		After Spread `json:"after"`
	}
	witness := ""
	set := result.flags("cancel")
	set.StringVar(&witness, "witness", "", "name for which the name server takes less than half as long as for --host")
	set.StringVar(&result.Through, "through", "dialer", "what the callers call: dialer or http (a client over it)")
	set.StringVar(&result.End, "end", "cancel", "how the context ends: cancel, or deadline (after 0.4 s)")
	set.IntVar(&result.Clients, "clients", 8, "callers")
	set.IntVar(&result.Times, "times", 3, "how often")
	if err := result.parse(set, args); err != nil {
		return err
	}
	if err := errors.Join(positive("clients", result.Clients), positive("times", result.Times),
		oneOf("through", result.Through, "dialer", "http"), oneOf("end", result.End, "cancel", "deadline")); err != nil {
		return err
	}
	lookups, queries := result.Clients, 0
	if result.merges() {
		lookups = 1
	}
	// Up to its query package net's own resolver hears that LookupHost is cancelled.
	if result.Lookup == "host" && result.Netdns == "go" {
		net.DefaultResolver.Dial = lookup.Sending
		queries = lookups
	}
	var limit time.Duration
	if result.End == "deadline" {
		limit = deadline
	}
	var after times
	for range result.Times {
		// A new cache each time, so that nothing is in it.
		b := result.bench()
		call := connect(b)
		if result.Through == "http" {
			call = get(b)
		}
		c := cancellation{
			bench:    b,
			deadline: limit,
			clients:  result.Clients,
			lookups:  lookups,
			queries:  queries,
			inside:   lookup.NewGauge(),
			seen:     make(chan struct{}),
			after:    &after,
			witness: func() error {
				_, err := lookup.IPAddr(context.Background(), witness)
				return err
			},
			call: func(ctx context.Context) error {
				return call(ctx, net.JoinHostPort(result.Host, lookup.Port))
			},
		}
		if err := c.run(); err != nil {
			return err
		}
		result.Ended += result.Clients
		result.UnderWay += lookups
		result.Deaf += c.deaf
		result.ForNobody += c.forNobody
	}
	result.After = after.spread()
	return print(out, result)
}

// deadline leaves callers half of the witness's 800 ms to get under way, and half to come back.
const deadline = 400 * time.Millisecond

// errWitnessed is why it is too late to end a context.
var errWitnessed = errors.New("the witness is back")

// cancellation of one group of callers.
type cancellation struct {
	bench bench
	// deadline is that of the callers' context; 0 for none, it is cancelled then.
	deadline time.Duration
	clients  int
	// lookups is how many there are once all callers wait, queries how many of them are seen to
	// send one.
	lookups int
	queries int
	witness func() error
	call    func(context.Context) error
	// inside counts a caller in, and out once it is known whether it heard.
	inside *lookup.Gauge
	// seen is closed when the witness is back.
	seen  chan struct{}
	after *times

	mu        sync.Mutex
	deaf      int
	forNobody int
}

func (c *cancellation) run() error {
	ctx, cancel := context.WithCancel(context.Background())
	if c.deadline > 0 {
		ctx, cancel = context.WithTimeout(context.Background(), c.deadline)
	}
	defer cancel()
	inTime, late := context.WithCancelCause(ctx)
	witnessed := make(chan error, 1)
	go func() {
		err := c.witness()
		// A context says that it has ended before those hear it that are derived from it.
		if ctx.Err() == nil {
			late(cmp.Or(err, errWitnessed))
		}
		close(c.seen)
		witnessed <- err
	}()
	for range c.clients {
		go c.caller(ctx)
	}
	if err := c.awaitUnderWay(inTime); err != nil {
		return err
	}
	if c.deadline == 0 {
		cancel()
	}
	if err := awaitEnd(ctx, inTime); err != nil {
		return err
	}
	c.inside.AwaitEmpty()
	c.mu.Lock()
	c.forNobody = c.bench.asks.Inside.Now()
	c.mu.Unlock()
	// The next group must not share a lookup with this one.
	c.bench.asks.Inside.AwaitEmpty()
	return <-witnessed
}

// awaitEnd returns when ctx is over; an error where inTime, which is derived from it, was ended before,
// by the witness.
func awaitEnd(ctx, inTime context.Context) error {
	<-inTime.Done()
	// What ended it first is its cause.
	if cause := context.Cause(inTime); cause != context.Cause(ctx) {
		return fmt.Errorf("the contexts ended too late: %w", cause)
	}
	return nil
}

// awaitUnderWay returns when every caller has begun and every lookup is under way; an error where ctx is over before, or a lookup is.
func (c *cancellation) awaitUnderWay(ctx context.Context) error {
	asks := c.bench.asks
	if !c.inside.AwaitEntered(ctx, c.clients) || !asks.Inside.AwaitEntered(ctx, c.lookups) ||
		!asks.Sent.AwaitEntered(ctx, c.queries) {
		return fmt.Errorf("%d of %d callers came, %d of %d lookups began and %d of %d sent a query before it was too late: %w",
			c.inside.Entered(), c.clients, asks.Inside.Entered(), c.lookups, asks.Sent.Entered(), c.queries, context.Cause(ctx))
	}
	if now := asks.Inside.Now(); now < c.lookups {
		return fmt.Errorf("%d lookups are under way, expected %d: the others are over already", now, c.lookups)
	}
	return nil
}

func (c *cancellation) caller(ctx context.Context) {
	began := time.Now()
	c.inside.Enter()
	defer c.inside.Leave()
	// The outcome is not asked: a dialer that has waited for the lookup finds the context over as
	// well, and fails as it should, only late.
	_ = c.call(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.after.add(time.Since(began))
	select {
	case <-c.seen:
		c.deaf++
	default:
	}
}

func connect(b bench) func(context.Context, string) error {
	dialer := samples.Dialer{Resolver: b}
	return func(ctx context.Context, address string) error {
		conn, err := dialer.DialContext(ctx, "tcp", address)
		if err == nil {
			err = conn.Close()
		}
		return err
	}
}

func get(b bench) func(context.Context, string) error {
	dialer := samples.Dialer{Resolver: b}
	client := http.Client{Transport: samples.Client{Dial: dialer.DialContext}.Transport()}
	return func(ctx context.Context, address string) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/", nil)
		if err != nil {
			return err
		}
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		return samples.Drain(response)
	}
}
