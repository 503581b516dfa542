package lookup

import (
	"context"
	"sync"
)

// Sequence orders events of one process without a clock.
type Sequence struct {
	mu   sync.Mutex
	last uint64
}

// Next is greater than every number given before.
func (s *Sequence) Next() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	return s.last
}

// Gauge counts how many are inside something, and can be waited for.
type Gauge struct {
	changed *sync.Cond
	now     int
	most    int
	entered int
}

// NewGauge is empty.
func NewGauge() *Gauge {
	return &Gauge{changed: sync.NewCond(&sync.Mutex{})}
}

// Enter counts one in.
func (g *Gauge) Enter() { g.add(1) }

// Leave counts one out.
func (g *Gauge) Leave() { g.add(-1) }

// Now is how many are inside.
func (g *Gauge) Now() int {
	g.changed.L.Lock()
	defer g.changed.L.Unlock()
	return g.now
}

// Most is the largest number that was ever inside.
func (g *Gauge) Most() int {
	g.changed.L.Lock()
	defer g.changed.L.Unlock()
	return g.most
}

// Entered is how many ever were.
func (g *Gauge) Entered() int {
	g.changed.L.Lock()
	defer g.changed.L.Unlock()
	return g.entered
}

// AwaitEntered waits until n have come in, whether or not they have left again, and tells whether
// they had when ctx was not over yet.
func (g *Gauge) AwaitEntered(ctx context.Context, n int) bool {
	// Closed: those that wait are to look again.
	stop := context.AfterFunc(ctx, func() { g.add(0) })
	defer stop()
	g.await(func() bool { return g.entered >= n || ctx.Err() != nil })
	return ctx.Err() == nil
}

// AwaitEmpty returns once it is empty.
func (g *Gauge) AwaitEmpty() {
	g.await(func() bool { return g.now == 0 })
}

func (g *Gauge) await(condition func() bool) {
	g.changed.L.Lock()
	defer g.changed.L.Unlock()
	for !condition() {
		g.changed.Wait()
	}
}

func (g *Gauge) add(n int) {
	g.changed.L.Lock()
	defer g.changed.L.Unlock()
	g.now += n
	g.entered += max(n, 0)
	g.most = max(g.most, g.now)
	g.changed.Broadcast()
}

// Counter counts the lookups that pass through a Func.
type Counter struct {
	// Inside counts lookups under way.
	Inside *Gauge

	// Sent counts lookups that have written a query, of a resolver that dials with Sending. None
	// leaves it.
	Sent *Gauge

	order    *Sequence
	mu       sync.Mutex
	begun    int
	answered int
}

// NewCounter numbers the beginnings of lookups on order, see Answer.Begun.
func NewCounter(order *Sequence) *Counter {
	return &Counter{Inside: NewGauge(), Sent: NewGauge(), order: order}
}

// Count returns f, counted.
func (c *Counter) Count(f Func) Func {
	return func(ctx context.Context, host string) (Answer, error) {
		c.mu.Lock()
		c.begun++
		begun := c.order.Next()
		c.mu.Unlock()
		c.Inside.Enter()
		answer, err := f(context.WithValue(ctx, senderKey{}, &sender{sent: c.Sent}), host)
		if err == nil {
			c.mu.Lock()
			c.answered++
			c.mu.Unlock()
		}
		// Last, so that those that wait for Inside to be empty find every count complete.
		c.Inside.Leave()
		answer.Begun = begun
		return answer, err
	}
}

// Begun is how many lookups were begun.
func (c *Counter) Begun() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begun
}

// Answered is how many brought an answer; those that failed or were cancelled did not.
func (c *Counter) Answered() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.answered
}
