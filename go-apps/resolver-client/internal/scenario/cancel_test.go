package scenario

import (
	"context"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"faultlab/resolver-client/internal/lookup"
	"faultlab/resolver-client/internal/samples"
)

// The name server answers when the witness has come back; a caller that hears has gone by then.
func TestCancelTellsTheDeafFromThoseWhoHear(t *testing.T) {
	for name, each := range map[string]struct {
		build     func(lookup.Func) samples.Resolver
		deaf      int
		forNobody int
	}{
		"fixed-ttl":  {func(ask lookup.Func) samples.Resolver { return samples.NewFixedTTL(ask, time.Hour, time.Now) }, 4, 0},
		"record-ttl": {func(ask lookup.Func) samples.Resolver { return samples.NewRecordTTL(ask, time.Now) }, 0, 1},
	} {
		for _, deadline := range []bool{false, true} {
			released := make(chan struct{})
			b := uncached()
			b.Resolver = each.build(b.asks.Count(answerWhen(released)))
			c := cancellation{
				bench: b, deadline: deadline, clients: 4, inside: lookup.NewGauge(),
				seen: make(chan struct{}), after: &times{},
			}
			c.call = func(ctx context.Context) error {
				_, err := b.Resolve(ctx, "late.lab")
				return err
			}
			c.witness = func() error {
				c.inside.AwaitEntered(4)
				if each.deaf == 0 {
					c.inside.AwaitEmpty()
				}
				return nil
			}
			go func() {
				<-c.seen
				for each.forNobody > 0 && c.counted() == 0 {
					runtime.Gosched()
				}
				close(released)
			}()
			if err := c.run(); err != nil {
				t.Fatal(err)
			}
			if c.deaf != each.deaf || c.forNobody != each.forNobody {
				t.Errorf("%s, deadline %v: %d deaf, %d for nobody; want %d, %d",
					name, deadline, c.deaf, c.forNobody, each.deaf, each.forNobody)
			}
		}
	}
}

func (c *cancellation) counted() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.forNobody
}

func uncached() bench {
	order := &lookup.Sequence{}
	return bench{asks: lookup.NewCounter(order), order: order, clock: &samples.Clock{}}
}

func answerWhen(released chan struct{}) lookup.Func {
	return func(context.Context, string) (lookup.Answer, error) {
		<-released
		return lookup.Answer{Addrs: []netip.Addr{netip.MustParseAddr("192.0.2.1")}, TTL: time.Minute}, nil
	}
}
