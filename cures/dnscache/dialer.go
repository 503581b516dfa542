package dnscache

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"
)

const (
	// defaultTimeout is that of http.DefaultTransport's dialer (Go's net/http/transport.go).
	defaultTimeout = 30 * time.Second

	// leastShare is saneMinimum of partialDeadline (Go's net/dial.go).
	leastShare = 2 * time.Second
)

// Dialer connects to addresses that a Resolver finds. Its DialContext goes where net.Dialer's would:
// into http.Transport.DialContext, or into a function for grpc.WithContextDialer with a target
// passthrough:///host:port (with dns, grpc.NewClient's default, gRPC looks up by itself and hands its
// dialer an address).
//
// Addresses are tried one after the other until one connects, as net.Dialer does it within a family
// (dialSerial in Go's net/dial.go): each may take an equal part of the time that is left, but at least
// 2 s. Two things are different:
//
//   - net.Dialer lets IPv4 and IPv6 race (RFC 8305). Here the family of the first address comes first,
//     and the other one after all its addresses have failed.
//   - The addresses of the first family take turns at being tried first, so that the connections made
//     from one kept answer spread over them. An order of preference within that family (RFC 6724) is
//     lost by it. The other family stays in the order in which it came.
//
// A Dialer may be used by several goroutines at once. Do not copy it after its first use.
type Dialer struct {
	Resolver Resolver

	// TCP makes the connection itself; its Resolver and its FallbackDelay have no part in it.
	//
	// Its Timeout and its Deadline bound all of DialContext: the lookup and every address. Where both
	// are zero it is as if Timeout were 30 s, as that of http.DefaultTransport's dialer is. (net.Dialer
	// would wait for as long as the kernel does, on Linux about two minutes for an address that does not
	// answer.) A context's deadline makes it shorter, never longer. Do not rely on that alone:
	// http.Transport dials without the deadline of the request.
	TCP net.Dialer

	// turn says which address a call begins with, see order.
	turn atomic.Uint32
}

// DialContext connects to host:port. It gives up at the earliest of the context's deadline, TCP.Timeout
// from now, and TCP.Deadline.
//
// Its error is a *net.OpError, as net.Dialer's is: that of the lookup; that of the first address that
// failed; or, when the context or the time ended before every address had had its turn, that of this
// end. It says itself whether it is a time-out, and errors.Is and errors.As find in it the failures of
// all addresses that were tried, and the context's cause.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: err}
	}
	ctx, cancel := context.WithDeadline(ctx, d.deadline(time.Now()))
	defer cancel()
	if _, err := netip.ParseAddr(host); err == nil {
		return d.TCP.DialContext(ctx, network, address)
	}
	answer, err := d.Resolver.Resolve(ctx, host)
	if err != nil {
		return nil, unresolved(ctx, network, host, err)
	}
	addrs := order(answer.Addrs, network, d.turn.Add(step)-step)
	if len(addrs) == 0 {
		return nil, &net.OpError{Op: "dial", Net: network, Err: &net.AddrError{Err: "no suitable address found", Addr: host}}
	}
	var failed []error
	for i, addr := range addrs {
		// An attempt after the end sends nothing. It is made for the error that package net has for it.
		ended := ctx.Err() != nil
		conn, err := d.attempt(ctx, network, net.JoinHostPort(addr.String(), port), len(addrs)-i)
		if err == nil {
			return conn, nil
		}
		if ended {
			failed = slices.Insert(failed, 0, err)
			break
		}
		failed = append(failed, err)
	}
	return nil, unreached(ctx, failed)
}

// deadline is that of a call that begins now, but for its context's.
func (d *Dialer) deadline(now time.Time) time.Time {
	timeout := d.TCP.Timeout
	if timeout == 0 {
		if !d.TCP.Deadline.IsZero() {
			return d.TCP.Deadline
		}
		timeout = defaultTimeout
	}
	end := now.Add(timeout)
	if !d.TCP.Deadline.IsZero() && d.TCP.Deadline.Before(end) {
		return d.TCP.Deadline
	}
	return end
}

// attempt dials one address while left of them, this one included, have not had their turn.
func (d *Dialer) attempt(ctx context.Context, network, address string, left int) (net.Conn, error) {
	whole, _ := ctx.Deadline() // DialContext has set one
	ctx, cancel := context.WithDeadline(ctx, share(time.Now(), whole, left))
	defer cancel()
	return d.TCP.DialContext(ctx, network, address)
}

// share is when an attempt has to end that begins now: after an equal part of the time until whole, but
// not before 2 s have passed (partialDeadline in Go's net/dial.go). It may be later than whole; then
// whole ends the attempt.
func share(now, whole time.Time, left int) time.Time {
	return now.Add(max(whole.Sub(now)/time.Duration(left), leastShare))
}
