package samples

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Dialer connects to addresses that a Resolver finds: how a cache gets into http.Client.
//
// With keep-alive, which is the default, only the first request comes here. Every later one takes
// the connection that is open, neither looks up nor connects, and a DNS cache has nothing to speed
// up; the article's gain is that of DisableKeepAlives. It also means that no cache, however good,
// notices a moved address while a connection is kept: see Client.
type Dialer struct {
	Resolver Resolver

	// Looked is told how long each Resolve took; nil for nobody.
	Looked func(time.Duration)

	tcp net.Dialer
}

// DialContext is for http.Transport. Addresses are tried in the order given; the race of IPv4 and
// IPv6 (RFC 8305) that net.Dialer runs is left out, since the lab has no IPv6.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	answer, err := d.Resolver.Resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	if d.Looked != nil {
		d.Looked(time.Since(began))
	}
	failed := fmt.Errorf("no address for %s", host)
	for _, addr := range answer.Addrs {
		conn, err := d.tcp.DialContext(ctx, network, net.JoinHostPort(addr.String(), port))
		if err == nil {
			return conn, nil
		}
		failed = errors.Join(failed, err)
	}
	return nil, failed
}

// Client describes an http.Client.
type Client struct {
	// Dial is how it connects; nil for package net's own way.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	// KeepAlive keeps connections after a response for the next request.
	KeepAlive bool

	// Idle is how many unused connections are kept per host. The default is 2
	// (http.DefaultMaxIdleConnsPerHost): ten requests at a time then close eight of ten
	// connections as they come back, and open eight again, as if keep-alive were nearly off.
	Idle int

	// HTTP2 asks servers for HTTP/2 over TLS. A transport that has a DialContext of its own does
	// not ask by itself (http.Transport.ForceAttemptHTTP2): who puts a DNS cache into the dialer
	// falls back to HTTP/1.1 and its many connections, without a word.
	HTTP2 bool

	// TLS is nil for the defaults.
	TLS *tls.Config
}

// Transport is what to put into http.Client. Its CloseIdleConnections, called once per TTL, is the
// cure for the moved address: the next request connects, and so looks up.
func (c Client) Transport() *http.Transport {
	return &http.Transport{
		DialContext:         c.Dial,
		DisableKeepAlives:   !c.KeepAlive,
		MaxIdleConnsPerHost: c.Idle,
		ForceAttemptHTTP2:   c.HTTP2,
		TLSClientConfig:     c.TLS,
	}
}
