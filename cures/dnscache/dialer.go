package dnscache

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
)

// Dialer connects to addresses that a Resolver finds. Its DialContext goes where package net's
// would: http.Transport.DialContext, or grpc.WithContextDialer around it.
//
// Addresses are tried one after the other in the order given; the race of IPv4 and IPv6 (RFC 8305)
// that net.Dialer runs for a name is left out.
type Dialer struct {
	Resolver Resolver

	// TCP makes the connection itself, with its timeouts.
	TCP net.Dialer
}

// DialContext connects to host:port.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return d.TCP.DialContext(ctx, network, address)
	}
	answer, err := d.Resolver.Resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	failed := fmt.Errorf("dnscache: cannot connect to %s", host)
	for _, addr := range answer.Addrs {
		if ctx.Err() != nil {
			return nil, errors.Join(failed, context.Cause(ctx))
		}
		conn, err := d.TCP.DialContext(ctx, network, net.JoinHostPort(addr.String(), port))
		if err == nil {
			return conn, nil
		}
		failed = errors.Join(failed, err)
	}
	return nil, failed
}
