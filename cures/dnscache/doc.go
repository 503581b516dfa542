// Package dnscache keeps a Go program from asking the DNS more than it has to, without using any
// address for longer than its record says.
//
// [ZeroTime] merges lookups and keeps nothing: callers share the answer of a lookup that begins
// after they have asked. [RecordTTL] keeps an answer for as long as the smallest TTL of its records.
// Either goes into an http.Client by way of [Dialer]:
//
//	dialer := dnscache.Dialer{Resolver: dnscache.NewRecordTTL(dnscache.Lookup)}
//	transport := http.DefaultTransport.(*http.Transport).Clone()
//	transport.DialContext = dialer.DialContext
//	client := &http.Client{Transport: transport}
//
// The clone keeps what http.DefaultTransport has besides: HTTP/2, the proxy of the environment, and
// limits for idle connections and the TLS handshake. In a Transport of your own, DialContext turns HTTP/2
// off unless ForceAttemptHTTP2 is set.
//
// Keep connections first: a program that does (http.Transport does unless told otherwise) looks up
// once per connection, and needs no cache.
package dnscache

import (
	"context"
	"net/netip"
	"time"
)

// Answer is what a lookup brought. It is shared: do not change it.
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

// defaultLimit bounds a lookup that no caller's context bounds, because several callers share it.
// Package net's resolver ends by itself, but late: it waits 5 s for an answer, twice, and does so for
// each name server and each name of the search list (resolv.conf(5); tryOneName in Go's
// net/dnsclient_unix.go). That is 10 s for one server and one name, and 60 s for two servers and three
// names.
const defaultLimit = 60 * time.Second
