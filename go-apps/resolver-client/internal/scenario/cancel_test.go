package scenario

import (
	"context"
	"net/netip"
	"sync"
	"testing"
	"time"

	"faultlab/resolver-client/internal/lookup"
	"faultlab/resolver-client/internal/samples"
)

func TestCancelFindsTheDeaf(t *testing.T) {
	released := make(chan struct{})
	b := uncached()
	b.Resolver = samples.NewFixedTTL(b.asks.Count(answerWhen(released)), time.Hour, time.Now)
	var once sync.Once
	cancelled, deaf, forNobody := cancelOnce(b, 4, lookup.NewGauge(), &times{}, func(ctx context.Context) error {
		// The name server answers, but not before everyone was cancelled.
		go func() {
			<-ctx.Done()
			once.Do(func() { close(released) })
		}()
		_, err := b.Resolve(ctx, "late.lab")
		return err
	})
	if cancelled != 4 || deaf != 4 || forNobody != 0 {
		t.Errorf("%d cancelled, %d deaf, %d for nobody; want 4, 4, 0", cancelled, deaf, forNobody)
	}
}

func TestCancelFindsThatAllHear(t *testing.T) {
	released := make(chan struct{})
	b := uncached()
	b.Resolver = samples.NewRecordTTL(b.asks.Count(answerWhen(released)), time.Now)
	inside := lookup.NewGauge()
	var after times
	// The name server answers when everyone has gone.
	go func() {
		inside.Await(func(n int) bool { return n == 4 })
		inside.Await(func(n int) bool { return n == 0 })
		close(released)
	}()
	cancelled, deaf, forNobody := cancelOnce(b, 4, inside, &after, func(ctx context.Context) error {
		_, err := b.Resolve(ctx, "late.lab")
		return err
	})
	if cancelled != 4 || deaf != 0 || forNobody != 1 {
		t.Errorf("%d cancelled, %d deaf, %d for nobody; want 4, 0, 1", cancelled, deaf, forNobody)
	}
	if after.spread().Count != 4 {
		t.Errorf("%d waits, want 4", after.spread().Count)
	}
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
