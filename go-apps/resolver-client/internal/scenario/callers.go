package scenario

import (
	"context"
	"fmt"
	"sync"
	"time"

	"faultlab/resolver-client/internal/lookup"
)

// callers ask a bench, and keep count.
type callers struct {
	bench  bench
	host   string
	inside *lookup.Gauge
	wait   times

	mu     sync.Mutex
	asked  int
	older  int
	failed error
}

func newCallers(b bench, host string) *callers {
	return &callers{bench: b, host: host, inside: lookup.NewGauge()}
}

// ask asks once. since is when the caller wanted to: with an open load that is before it got to.
func (c *callers) ask(since time.Time) {
	asked := c.bench.order.Next()
	c.inside.Enter()
	answer, err := c.bench.Resolve(context.Background(), c.host)
	c.inside.Leave()
	c.wait.add(time.Since(since))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	if answer.Begun < asked {
		c.older++
	}
	if err == nil && len(answer.Addrs) == 0 {
		err = fmt.Errorf("%s has no address", c.host)
	}
	if err != nil && c.failed == nil {
		c.failed = err
	}
}

// together lets n callers ask at the same moment, and returns when all have their answer.
func (c *callers) together(n int, each func()) {
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for range n {
		ready.Add(1)
		done.Add(1)
		go func() {
			defer done.Done()
			ready.Done()
			<-start
			each()
		}()
	}
	ready.Wait()
	close(start)
	done.Wait()
}

// Asking is what all asking came to.
type Asking struct {
	// Asked is how often callers wanted the address.
	Asked int `json:"asked"`
	// Begun is how many lookups the cache let through, as the program counts them; what package
	// net merged below that, only the capture tells.
	Begun int `json:"begun"`
	// MostAtOnce is how many callers waited at the same time.
	MostAtOnce int `json:"mostAtOnce"`
	// Older is how many were given an answer whose lookup had begun before they asked.
	Older int `json:"older"`
	// Wait is how long a caller waited.
	Wait Spread `json:"wait"`
}

func (c *callers) result() (Asking, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Asking{
		Asked:      c.asked,
		Begun:      c.bench.asks.Begun(),
		MostAtOnce: c.inside.Most(),
		Older:      c.older,
		Wait:       c.wait.spread(),
	}, c.failed
}
