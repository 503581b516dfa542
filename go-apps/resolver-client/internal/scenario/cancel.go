package scenario

import (
	"context"
	"errors"
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
func Cancel(args []string, out io.Writer) error {
	var result struct {
		Setting
		Through string `json:"through"`
		End     string `json:"end"`
		Clients int    `json:"clients"`
		Times   int    `json:"times"`
		// Ended is how many callers were inside when their context ended.
		Ended int `json:"ended"`
		// Deaf is how many of them came back only after the witness.
		Deaf int `json:"deaf"`
		// ForNobody is how many look-ups were still under way when all callers had left.
		ForNobody int `json:"forNobody"`
		// After is how long callers took to come back from when they asked.
		After Spread `json:"after"`
	}
	witness := ""
	set := result.flags("cancel")
	set.StringVar(&witness, "witness", "", "name for which the name server takes less than half as long as for --host")
	set.StringVar(&result.Through, "through", "dialer", "what the callers call: dialer or http (a client over it)")
	set.StringVar(&result.End, "end", "cancel", "how the context ends: cancel, or deadline (after a tenth of a second)")
	set.IntVar(&result.Clients, "clients", 8, "callers")
	set.IntVar(&result.Times, "times", 3, "how often")
	if err := result.parse(set, args); err != nil {
		return err
	}
	if err := errors.Join(positive("clients", result.Clients), positive("times", result.Times),
		oneOf("through", result.Through, "dialer", "http"), oneOf("end", result.End, "cancel", "deadline")); err != nil {
		return err
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
			deadline: result.End == "deadline",
			clients:  result.Clients,
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
		result.Deaf += c.deaf
		result.ForNobody += c.forNobody
	}
	result.After = after.spread()
	return print(out, result)
}

// deadline is short against the 800 ms of the witness.
const deadline = 100 * time.Millisecond

// cancellation of one group of callers.
type cancellation struct {
	bench    bench
	deadline bool
	clients  int
	witness  func() error
	call     func(context.Context) error
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
	witnessed := make(chan error, 1)
	go func() {
		err := c.witness()
		close(c.seen)
		witnessed <- err
	}()
	ctx, cancel := context.WithCancel(context.Background())
	if c.deadline {
		ctx, cancel = context.WithTimeout(context.Background(), deadline)
	}
	defer cancel()
	for range c.clients {
		go c.caller(ctx)
	}
	c.inside.AwaitEntered(c.clients)
	c.bench.asks.Inside.AwaitEntered(1)
	if !c.deadline {
		cancel()
	}
	c.inside.AwaitEmpty()
	c.mu.Lock()
	c.forNobody = c.bench.asks.Inside.Now()
	c.mu.Unlock()
	// The next group must not share a look-up with this one.
	c.bench.asks.Inside.AwaitEmpty()
	return <-witnessed
}

func (c *cancellation) caller(ctx context.Context) {
	began := time.Now()
	c.inside.Enter()
	defer c.inside.Leave()
	// The outcome is not asked: a dialer that has waited for the look-up finds the context over as
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
