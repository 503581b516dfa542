// Package dnscache keeps a Go program from asking the DNS more than it has to, without using any
// address for longer than its record says.
//
// [ZeroTime] merges look-ups and keeps nothing: callers share the answer of a look-up that begins
// after they have asked. [RecordTTL] keeps an answer for as long as the smallest TTL of its records.
// Either goes into an http.Client by way of [Dialer]:
//
//	dialer := dnscache.Dialer{Resolver: dnscache.NewRecordTTL(dnscache.Lookup)}
//	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
//
// Keep connections first: a program that does (http.Transport does unless told otherwise) looks up
// once per connection, and needs no cache.
package dnscache

import (
	"context"
	"net/netip"
	"time"
)

// Answer is what a look-up brought. It is shared: do not change it.
type Answer struct {
	Addrs []netip.Addr

	// TTL is how long it may be kept: the smallest of its records' (RFC 1035, 3.2.1; RFC 2181, 5.2
	// and 8), or 0 where nobody has told.
	TTL time.Duration
}

// Func asks. It must return when ctx ends.
type Func func(ctx context.Context, host string) (Answer, error)

// Resolver finds the addresses of a host.
type Resolver interface {
	// Resolve returns when there is an answer, or with the context's cause when ctx ends.
	Resolve(ctx context.Context, host string) (Answer, error)
}

// limit bounds a look-up that no caller's context bounds, because several callers share it. Package
// net's resolver gives up after 10 s by itself (5 s, two attempts: resolv.conf(5)).
const limit = 20 * time.Second
