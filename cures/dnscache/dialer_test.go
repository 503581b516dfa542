package dnscache

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"
)

// known is a Resolver that has its answers and asks no context.
type known map[string][]netip.Addr

func (k known) Resolve(_ context.Context, host string) (Answer, error) {
	return Answer{Addrs: k[host]}, nil
}

// failing is a Resolver that has none.
type failing func(ctx context.Context) error

func (f failing) Resolve(ctx context.Context, _ string) (Answer, error) {
	return Answer{}, f(ctx)
}

// attempts are what a net.Dialer was asked to do that makes no connection.
type attempts struct {
	addresses []string
	deadlines []time.Time
}

// dialer ends each attempt with what fail says, before a packet is sent.
func (a *attempts) dialer(fail func(address string) error) net.Dialer {
	return net.Dialer{ControlContext: func(ctx context.Context, _, address string, _ syscall.RawConn) error {
		deadline, _ := ctx.Deadline()
		a.addresses = append(a.addresses, address)
		a.deadlines = append(a.deadlines, deadline)
		return fail(address)
	}}
}

func refused(string) error { return syscall.ECONNREFUSED }

// outcomes are the failures of some addresses.
func outcomes(by map[string]error) func(string) error {
	return func(address string) error { return by[address] }
}

func addrs(texts ...string) []netip.Addr {
	var parsed []netip.Addr
	for _, text := range texts {
		parsed = append(parsed, netip.MustParseAddr(text))
	}
	return parsed
}

func TestShareOfTheTime(t *testing.T) {
	now := time.Unix(1000, 0)
	for _, each := range []struct {
		remains time.Duration
		left    int
		want    time.Duration
	}{
		{30 * time.Second, 1, 30 * time.Second},
		{30 * time.Second, 3, 10 * time.Second},
		{6 * time.Second, 3, 2 * time.Second},
		{5 * time.Second, 3, 2 * time.Second},
		{time.Second, 3, 2 * time.Second}, // the whole ends it after 1 s
	} {
		if got := share(now, now.Add(each.remains), each.left).Sub(now); got != each.want {
			t.Errorf("%v for %d addresses: the first gets %v, want %v", each.remains, each.left, got, each.want)
		}
	}
}

func TestDeadlineOfACall(t *testing.T) {
	now := time.Unix(1000, 0)
	for _, each := range []struct {
		timeout, deadline, want time.Duration
	}{
		{0, 0, 30 * time.Second},
		{time.Minute, 0, time.Minute},
		{time.Second, 0, time.Second},
		{0, time.Hour, time.Hour},
		{time.Minute, time.Hour, time.Minute},
		{time.Hour, time.Minute, time.Minute},
		{-time.Second, 0, -time.Second},
	} {
		dialer := Dialer{TCP: net.Dialer{Timeout: each.timeout}}
		if each.deadline != 0 {
			dialer.TCP.Deadline = now.Add(each.deadline)
		}
		if got := dialer.deadline(now).Sub(now); got != each.want {
			t.Errorf("Timeout %v and Deadline in %v: ends after %v, want %v", each.timeout, each.deadline, got, each.want)
		}
	}
}

// One deadline for all, from the context or from TCP.Timeout, whichever is earlier.
func TestEachAddressGetsItsShareOfTheTime(t *testing.T) {
	resolver := known{"one.test": addrs("192.0.2.1", "192.0.2.2", "192.0.2.3")}
	for _, each := range []struct{ context, timeout time.Duration }{
		{time.Hour, 2 * time.Hour},
		{2 * time.Hour, time.Hour},
	} {
		var made attempts
		dialer := Dialer{Resolver: resolver, TCP: made.dialer(refused)}
		dialer.TCP.Timeout = each.timeout
		before := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), each.context)
		_, err := dialer.DialContext(ctx, "tcp", "one.test:80")
		cancel()
		after := time.Now()
		fatalIf(t, err == nil || len(made.deadlines) != 3,
			"%d attempts (%v), want 3 that fail", len(made.deadlines), err)
		whole := made.deadlines[2]
		errorIf(t, whole.Before(before.Add(time.Hour)) || whole.After(after.Add(time.Hour)),
			"%+v: the last address has until %v after the call, want 1h", each, whole.Sub(before))
		for i, got := range made.deadlines {
			earliest, latest := share(before, whole, 3-i), share(after, whole, 3-i)
			errorIf(t, got.Before(earliest) || got.After(latest),
				"%+v: address %d has %v, want %v", each, i, got.Sub(before), earliest.Sub(before))
		}
	}
}

func TestAnAddressIsNotLookedUpAndHasATimeout(t *testing.T) {
	var made attempts
	dialer := Dialer{
		Resolver: failing(func(context.Context) error { return errors.New("looked up") }),
		TCP:      made.dialer(refused),
	}
	_, err := dialer.DialContext(t.Context(), "tcp", "192.0.2.1:80")
	fatalIf(t, !errors.Is(err, syscall.ECONNREFUSED), "got %v", err)
	errorIf(t, made.deadlines[0].IsZero(), "no deadline, want one of 30 s")
}

func TestTheErrorIsTheFirstFailure(t *testing.T) {
	for _, each := range []struct {
		name          string
		first, second error
		timeout       bool
	}{
		{"timed out, refused", os.ErrDeadlineExceeded, syscall.ECONNREFUSED, true},
		{"refused, timed out", syscall.ECONNREFUSED, os.ErrDeadlineExceeded, false},
		{"the kernel's time-out, refused", os.NewSyscallError("connect", syscall.ETIMEDOUT), syscall.ECONNREFUSED, true},
	} {
		t.Run(each.name, func(t *testing.T) {
			var made attempts
			dialer := Dialer{
				Resolver: known{"one.test": addrs("192.0.2.1", "192.0.2.2")},
				TCP:      made.dialer(outcomes(map[string]error{"192.0.2.1:80": each.first, "192.0.2.2:80": each.second})),
			}
			_, err := dialer.DialContext(t.Context(), "tcp", "one.test:80")
			op, ok := err.(*net.OpError)
			fatalIf(t, !ok, "got a %T (%v), want a *net.OpError", err, err)
			if want := "dial tcp 192.0.2.1:80: " + each.first.Error(); op.Error() != want {
				t.Errorf("says %q, want %q", op, want)
			}
			errorIf(t, !errors.Is(err, each.first) || !errors.Is(err, each.second),
				"one of the failures is not in %v", err)
			errorIf(t, op.Timeout() != each.timeout || op.Temporary() != each.timeout,
				"Timeout %v, Temporary %v, want %v", op.Timeout(), op.Temporary(), each.timeout)
		})
	}
}

func TestATimeoutOfTheDialerIsOneOfTheClient(t *testing.T) {
	var made attempts
	dialer := Dialer{
		Resolver: known{"one.test": addrs("192.0.2.1", "192.0.2.2")},
		TCP:      made.dialer(func(string) error { return os.ErrDeadlineExceeded }),
	}
	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
	_, err := client.Get("http://one.test/")
	var failed *url.Error
	errorIf(t, !errors.As(err, &failed) || !failed.Timeout(),
		"got %v, want an error of the client whose Timeout is true", err)
}

func TestTheContextEndsBetweenTwoAddresses(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	enough := errors.New("enough")
	var made attempts
	dialer := Dialer{
		Resolver: known{"one.test": addrs("192.0.2.1", "192.0.2.2", "192.0.2.3")},
		TCP: made.dialer(func(string) error {
			cancel(enough)
			return syscall.ECONNREFUSED
		}),
	}
	_, err := dialer.DialContext(ctx, "tcp", "one.test:80")
	op, ok := err.(*net.OpError)
	errorIf(t, !ok || op.Timeout() || op.Addr == nil || op.Addr.String() != "192.0.2.2:80",
		"got %v, want a *net.OpError of the second address that is no time-out", err)
	for _, cause := range []error{context.Canceled, enough, syscall.ECONNREFUSED} {
		errorIf(t, !errors.Is(err, cause), "%q is not in %v", cause, err)
	}
	errorIf(t, !slices.Equal(made.addresses, []string{"192.0.2.1:80"}),
		"tried %v, want the first address only", made.addresses)
}

func TestTheTimeEndsBeforeTheFirstAddress(t *testing.T) {
	var made attempts
	dialer := Dialer{Resolver: known{"one.test": addrs("192.0.2.1", "192.0.2.2")}, TCP: made.dialer(refused)}
	dialer.TCP.Deadline = time.Unix(1000, 0)
	_, err := dialer.DialContext(t.Context(), "tcp", "one.test:80")
	op, ok := err.(*net.OpError)
	errorIf(t, !ok || !op.Timeout() || !errors.Is(err, context.DeadlineExceeded) || len(made.addresses) != 0,
		"got %v after %d attempts, want a time-out after none", err, len(made.addresses))
}

func TestErrorsOfALookup(t *testing.T) {
	over := errors.New("over")
	past, cancel := context.WithDeadlineCause(t.Context(), time.Unix(1000, 0), over)
	defer cancel()
	cancelled, cancelCause := context.WithCancelCause(t.Context())
	cancelCause(over)
	for _, each := range []struct {
		name    string
		ctx     context.Context
		err     error
		timeout bool
		is      error
		text    string
	}{
		{"no such host", t.Context(), &net.DNSError{Err: "no such host", Name: "one.test", IsNotFound: true}, false,
			nil, "dial tcp: lookup one.test: no such host"},
		{"no answer", t.Context(), &net.DNSError{Err: "i/o timeout", Name: "one.test", IsTimeout: true}, true,
			nil, "dial tcp: lookup one.test: i/o timeout"},
		{"a time-out, wrapped", t.Context(), fmt.Errorf("asked: %w", os.ErrDeadlineExceeded), true,
			os.ErrDeadlineExceeded, "dial tcp: lookup one.test: asked: i/o timeout"},
		{"something else", t.Context(), over, false,
			over, "dial tcp: lookup one.test: over"},
		{"the caller's time is over, with a cause", past, over, true,
			context.DeadlineExceeded, "dial tcp: lookup one.test: over"},
		{"the caller is cancelled, with a cause", cancelled, over, false,
			context.Canceled, "dial tcp: lookup one.test: over"},
	} {
		t.Run(each.name, func(t *testing.T) {
			dialer := Dialer{Resolver: failing(func(context.Context) error { return each.err })}
			_, err := dialer.DialContext(each.ctx, "tcp", "one.test:80")
			op, ok := err.(*net.OpError)
			fatalIf(t, !ok || op.Timeout() != each.timeout,
				"got a %T (%v), want a *net.OpError whose Timeout is %v", err, err, each.timeout)
			errorIf(t, !errors.Is(err, each.err) || each.is != nil && !errors.Is(err, each.is),
				"a cause is not in %v", err)
			errorIf(t, op.Error() != each.text, "says %q, want %q", op, each.text)
		})
	}
}

func TestAHostWithoutAddresses(t *testing.T) {
	dialer := Dialer{Resolver: known{"six.test": addrs("2001:db8::1")}}
	for network, address := range map[string]string{"tcp": "none.test:80", "tcp4": "six.test:80"} {
		_, err := dialer.DialContext(t.Context(), network, address)
		var none *net.AddrError
		if _, ok := err.(*net.OpError); !ok || !errors.As(err, &none) {
			t.Errorf("%s %s: got %v, want a *net.OpError with a *net.AddrError", network, address, err)
		}
	}
}

func TestOrderOfTheAddresses(t *testing.T) {
	const middle = 1 << 31
	for _, each := range []struct {
		name      string
		network   string
		turn      uint32
		from, got []netip.Addr
	}{
		{"as they came", "tcp", 0, addrs("192.0.2.1", "192.0.2.2"), addrs("192.0.2.1", "192.0.2.2")},
		{"the second begins", "tcp", middle, addrs("192.0.2.1", "192.0.2.2"), addrs("192.0.2.2", "192.0.2.1")},
		{"the last begins", "tcp", 1<<32 - 1, addrs("192.0.2.1", "192.0.2.2", "192.0.2.3"),
			addrs("192.0.2.3", "192.0.2.1", "192.0.2.2")},
		{"the first family first", "tcp", 0, addrs("192.0.2.1", "2001:db8::1", "192.0.2.2", "2001:db8::2"),
			addrs("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2")},
		{"only the first family turns", "tcp", middle, addrs("2001:db8::1", "192.0.2.1", "2001:db8::2", "192.0.2.2"),
			addrs("2001:db8::2", "2001:db8::1", "192.0.2.1", "192.0.2.2")},
		{"IPv4 within IPv6 is IPv4", "tcp", 0, addrs("::ffff:192.0.2.1", "2001:db8::1", "192.0.2.2"),
			addrs("::ffff:192.0.2.1", "192.0.2.2", "2001:db8::1")},
		{"IPv4 only", "tcp4", middle, addrs("2001:db8::1", "192.0.2.1", "192.0.2.2"), addrs("192.0.2.2", "192.0.2.1")},
		{"IPv6 only", "tcp6", middle, addrs("2001:db8::1", "192.0.2.1", "192.0.2.2"), addrs("2001:db8::1")},
		{"none", "tcp", middle, nil, nil},
	} {
		came := slices.Clone(each.from)
		if got := order(each.from, each.network, each.turn); !slices.Equal(got, each.got) {
			t.Errorf("%s: got %v, want %v", each.name, got, each.got)
		}
		errorIf(t, !slices.Equal(each.from, came),
			"%s: what others share was changed from %v to %v", each.name, came, each.from)
	}
}

// Also where two hosts are dialled alternately.
func TestConnectionsBeginAtEachAddressEquallyOften(t *testing.T) {
	resolver := known{
		"one.test": addrs("192.0.2.1", "192.0.2.2"),
		"two.test": addrs("192.0.2.3", "192.0.2.4"),
	}
	for _, hosts := range [][]string{{"one.test"}, {"one.test", "two.test"}} {
		const rounds = 100
		var made attempts
		dialer := Dialer{Resolver: resolver, TCP: made.dialer(refused)}
		for range rounds {
			for _, host := range hosts {
				if _, err := dialer.DialContext(t.Context(), "tcp", host+":80"); err == nil {
					t.Fatal("connected, want a failure")
				}
			}
		}
		if len(made.addresses) != 2*rounds*len(hosts) || made.addresses[0] != "192.0.2.1:80" {
			t.Fatalf("%d attempts from %s on, want %d from 192.0.2.1:80 on",
				len(made.addresses), made.addresses[0], 2*rounds*len(hosts))
		}
		began := map[string]int{}
		for attempt := 0; attempt < len(made.addresses); attempt += 2 {
			began[made.addresses[attempt]]++
		}
		for address, count := range began {
			errorIf(t, len(began) != 2*len(hosts) || count < 45 || count > 55,
				"%v: %d of %d calls began at %s, want about half", hosts, count, rounds, address)
		}
	}
}

// What doc.go and README.md advise.
func TestAClonedTransportKeepsHTTP2(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())

	dialer := Dialer{Resolver: known{"example.com": addrs("127.0.0.1")}} // a name in the server's certificate
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = dialer.DialContext
	transport.Proxy = nil // the environment's
	transport.TLSClientConfig = &tls.Config{RootCAs: server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
	defer transport.CloseIdleConnections()

	response, err := (&http.Client{Transport: transport}).Get("https://example.com:" + port + "/")
	must(t, err)
	response.Body.Close()
	errorIf(t, response.ProtoMajor != 2, "spoke %s, want HTTP/2.0", response.Proto)
}
