package scenario

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"faultlab/resolver-client/internal/check"
	"faultlab/resolver-client/internal/lookup"
	"faultlab/resolver-client/internal/samples"
)

// The name server answers when the witness has come back; a caller that hears has gone by then.
func TestCancelTellsTheDeafFromThoseWhoHear(t *testing.T) {
	for name, each := range map[string]struct {
		build     func(lookup.Func) samples.Resolver
		lookups   int
		deaf      int
		forNobody int
	}{
		"fixed-ttl":  {func(ask lookup.Func) samples.Resolver { return samples.NewFixedTTL(ask, time.Hour, time.Now) }, 4, 4, 0},
		"record-ttl": {func(ask lookup.Func) samples.Resolver { return samples.NewRecordTTL(ask, time.Now) }, 1, 0, 1},
	} {
		for _, limit := range []time.Duration{0, deadline} {
			released := make(chan struct{})
			b := uncached()
			b.Resolver = each.build(b.asks.Count(answerWhen(released)))
			c, ended := group(b, 4, each.lookups)
			c.deadline = limit
			c.witness = func() error {
				<-ended
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
			check.Must(t, c.run())
			if c.deaf != each.deaf || c.forNobody != each.forNobody {
				t.Errorf("%s, deadline %v: %d deaf, %d for nobody; want %d, %d",
					name, limit, c.deaf, c.forNobody, each.deaf, each.forNobody)
			}
		}
	}
}

// A caller of LookupHost that is cancelled earlier hears it, and sends nothing any more.
func TestCancelEndsNoContextBeforeEachLookupHostHasSentItsQuery(t *testing.T) {
	released := make(chan struct{})
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	check.Must(t, err)
	defer server.Close()
	go refuseWhen(released, server)
	before := net.DefaultResolver
	defer func() { net.DefaultResolver = before }()
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return lookup.Sending(ctx, network, server.LocalAddr().String())
	}}
	b := uncached()
	b.Resolver = samples.Uncached{Ask: b.asks.Count(lookup.Host)}
	c, ended := group(b, 16, 16)
	c.queries = 16
	c.witness = func() error {
		<-ended
		return nil
	}
	go func() {
		<-c.seen
		close(released)
	}()
	check.Must(t, c.run())
	if sent := b.asks.Sent.Entered(); sent != 16 || c.deaf != 16 {
		t.Errorf("%d of 16 lookups sent a query and %d callers were deaf, want all", sent, c.deaf)
	}
}

func TestCancelFailsWhereTheContextEndsTooEarlyOrTooLate(t *testing.T) {
	released := make(chan struct{})
	defer close(released)
	broken := errors.New("SERVFAIL")
	for name, each := range map[string]struct {
		deadline time.Duration
		witness  func() error
		because  error
	}{
		"the witness is back":  {0, func() error { return nil }, errWitnessed},
		"the witness fails":    {0, func() error { return broken }, broken},
		"the deadline is over": {time.Millisecond, func() error { <-released; return nil }, context.DeadlineExceeded},
	} {
		b := uncached()
		b.Resolver = samples.Uncached{Ask: b.asks.Count(answerWhen(released))}
		// There is no third lookup.
		c, _ := group(b, 2, 3)
		c.deadline = each.deadline
		c.witness = each.witness
		if err := c.run(); !errors.Is(err, each.because) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestAWitnessWhoIsBackBeforeTheContextEndsIsTold(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	inTime, late := context.WithCancelCause(ctx)
	late(errWitnessed)
	if err := awaitEnd(ctx, inTime); !errors.Is(err, errWitnessed) {
		t.Errorf("the witness came first: got %v", err)
	}
	inTime, late = context.WithCancelCause(ctx)
	cancel()
	late(errWitnessed)
	if err := awaitEnd(ctx, inTime); err != nil {
		t.Errorf("the context ended first: got %v", err)
	}
}

func TestCancelFailsWhereALookupIsOverBeforeTheContext(t *testing.T) {
	released := make(chan struct{})
	b := uncached()
	b.Resolver = samples.Uncached{Ask: b.asks.Count(answerWhen(released))}
	c, _ := group(b, 2, 1)
	close(released)
	check.Must(t, c.call(t.Context()))
	over := make(chan struct{})
	defer close(over)
	c.call = func(context.Context) error { <-over; return nil }
	c.witness = func() error { <-over; return nil }
	if err := c.run(); err == nil || !strings.Contains(err.Error(), "over already") {
		t.Errorf("got %v", err)
	}
}

// group is of callers who ask b, and ended is closed when their context is over.
func group(b bench, callers, lookups int) (c *cancellation, ended chan struct{}) {
	ended = make(chan struct{})
	var first sync.Once
	return &cancellation{
		bench: b, clients: callers, lookups: lookups, inside: lookup.NewGauge(),
		seen: make(chan struct{}), after: &times{},
		call: func(ctx context.Context) error {
			first.Do(func() { context.AfterFunc(ctx, func() { close(ended) }) })
			// A full stop, so that no search list is gone through.
			_, err := b.Resolve(ctx, "late.lab.")
			return err
		},
	}, ended
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

// refuseWhen makes NXDOMAIN of each query (RFC 1035, 4.1.1: QR, and RCODE 3).
func refuseWhen(released chan struct{}, server net.PacketConn) {
	message := make([]byte, 512)
	for {
		n, from, err := server.ReadFrom(message)
		if err != nil {
			return
		}
		<-released
		message[2] |= 0x80
		message[3] = 3
		_, _ = server.WriteTo(message[:n], from)
	}
}
