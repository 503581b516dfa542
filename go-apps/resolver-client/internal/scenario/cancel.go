package scenario

import (
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

// Cancel: callers are cancelled while the name server has not answered yet. Do they come back?
//
// The order of events decides, not a clock: a caller is deaf when, at its return, an answer had
// come in since the cancellation. The name server takes a second for the name, so that a caller who
// does hear comes back long before.
func Cancel(args []string, out io.Writer) error {
	var result struct {
		Setting
		Through string `json:"through"`
		Clients int    `json:"clients"`
		Times   int    `json:"times"`
		// Cancelled is how many callers were cancelled inside.
		Cancelled int `json:"cancelled"`
		// Deaf is how many of them came back only when an answer had come.
		Deaf int `json:"deaf"`
		// ForNobody is how many look-ups ended, with an answer, after all their callers had left.
		ForNobody int `json:"forNobody"`
		// After is how long they took to come back.
		After Spread `json:"after"`
	}
	set := result.flags("cancel")
	set.StringVar(&result.Through, "through", "dialer", "what the callers call: dialer or http (a client over it)")
	set.IntVar(&result.Clients, "clients", 8, "callers")
	set.IntVar(&result.Times, "times", 3, "how often")
	if err := result.parse(set, args); err != nil {
		return err
	}
	if err := errors.Join(positive("clients", result.Clients), positive("times", result.Times)); err != nil {
		return err
	}
	if result.Through != "dialer" && result.Through != "http" {
		return fmt.Errorf("--through %s: expected dialer or http", result.Through)
	}
	var after times
	for range result.Times {
		// A new cache each time, so that nothing is in it.
		b := result.bench()
		call := connect(b)
		if result.Through == "http" {
			call = get(b)
		}
		inside := lookup.NewGauge()
		cancelled, deaf, forNobody := cancelOnce(b, result.Clients, inside, &after, func(ctx context.Context) error {
			return call(ctx, net.JoinHostPort(result.Host, lookup.Port))
		})
		result.Cancelled += cancelled
		result.Deaf += deaf
		result.ForNobody += forNobody
	}
	result.After = after.spread()
	return print(out, result)
}

// cancelOnce counts callers in and, once it is known whether they heard, out of inside.
func cancelOnce(b bench, clients int, inside *lookup.Gauge, after *times, call func(context.Context) error) (
	cancelled, deaf, forNobody int,
) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var mu sync.Mutex
	var since time.Time
	for range clients {
		go func() {
			inside.Enter()
			defer inside.Leave()
			// The outcome is not asked: a dialer that has waited for the look-up finds the context
			// over as well, and fails as it should, only late.
			_ = call(ctx)
			late := b.asks.Answered() > 0
			mu.Lock()
			defer mu.Unlock()
			after.add(time.Since(since))
			if late {
				deaf++
			}
		}()
	}
	inside.Await(func(n int) bool { return n == clients })
	b.asks.Inside.Await(func(n int) bool { return n > 0 })
	mu.Lock()
	since = time.Now()
	mu.Unlock()
	cancel()
	inside.Await(func(n int) bool { return n == 0 })
	gone := b.asks.Answered()
	b.asks.Inside.Await(func(n int) bool { return n == 0 })
	return clients, deaf, b.asks.Answered() - gone
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
