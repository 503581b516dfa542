// Package lookup asks the DNS in each of the ways that a Go program has, and counts.
package lookup

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"time"

	"faultlab/dnscache"
)

// Port is where the program dials when a way of asking consists of dialling.
const Port = "8080"

// PortTLS is where the same server speaks TLS.
const PortTLS = "8443"

// Answer is what a lookup brought.
type Answer struct {
	Addrs []netip.Addr

	// TTL is how long the answer may be kept: the smallest of its records (RFC 1035, 3.2.1;
	// RFC 2181, 5.2 and 8). It is 0 where the way of asking does not tell, and that is every way
	// that package net offers; see Record.
	TTL time.Duration

	// Begun numbers lookups in the order in which they began, on the Sequence of their Counter.
	// It is 0 for a lookup that is not counted.
	Begun uint64
}

// Func is one way of asking.
type Func func(ctx context.Context, host string) (Answer, error)

// Host asks with Resolver.LookupHost. It does not pass through the resolver's lookupGroup
// (net/lookup.go), so N callers at once are N lookups on the wire.
func Host(ctx context.Context, host string) (Answer, error) {
	texts, err := net.DefaultResolver.LookupHost(ctx, host)
	if err != nil {
		return Answer{}, err
	}
	addrs := make([]netip.Addr, 0, len(texts))
	for _, text := range texts {
		addr, err := netip.ParseAddr(text)
		if err != nil {
			return Answer{}, err
		}
		addrs = append(addrs, addr.Unmap())
	}
	return Answer{Addrs: addrs}, nil
}

// IPAddr asks with Resolver.LookupIPAddr, as net.Dialer and therefore http.Client do. Callers of
// one host at one time share a lookup (lookupGroup in net/lookup.go).
func IPAddr(ctx context.Context, host string) (Answer, error) {
	return ipAddr(ctx, net.DefaultResolver, host)
}

// NewResolver asks with LookupIPAddr of a Resolver made for this call. The lookupGroup belongs to
// the Resolver, so nothing is shared.
func NewResolver(ctx context.Context, host string) (Answer, error) {
	return ipAddr(ctx, &net.Resolver{}, host)
}

// IP asks with net.LookupIP, which the cache of the article (package nett) stands on. It takes no
// context, and shares lookups as IPAddr does.
func IP(_ context.Context, host string) (Answer, error) {
	ips, err := net.LookupIP(host)
	return addresses(ips, err)
}

// Record asks with package net's own resolver and listens in on the answers for their time to live,
// as module dnscache does.
func Record(ctx context.Context, host string) (Answer, error) {
	found, err := dnscache.Lookup(ctx, host)
	return Answer{Addrs: found.Addrs, TTL: found.TTL}, err
}

// Dial connects, as http.Client does for a request that finds no idle connection, and hangs up.
func Dial(ctx context.Context, host string) (Answer, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", net.JoinHostPort(host, Port))
	if err != nil {
		return Answer{}, err
	}
	defer conn.Close()
	remote, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	return Answer{Addrs: []netip.Addr{remote.Addr().Unmap()}}, err
}

// Memory answers from memory, for measurements in which no packet may have a part.
func Memory(context.Context, string) (Answer, error) {
	return Answer{Addrs: []netip.Addr{netip.AddrFrom4([4]byte{192, 0, 2, 53})}, TTL: time.Minute}, nil
}

// Ways are all of them, by the name that the command line uses.
func Ways() map[string]Func {
	return map[string]Func{
		"host":         Host,
		"ipaddr":       IPAddr,
		"ip":           IP,
		"new-resolver": NewResolver,
		"dial":         Dial,
		"record":       Record,
		"memory":       Memory,
	}
}

func ipAddr(ctx context.Context, resolver *net.Resolver, host string) (Answer, error) {
	found, err := resolver.LookupIPAddr(ctx, host)
	ips := make([]net.IP, 0, len(found))
	for _, each := range found {
		ips = append(ips, each.IP)
	}
	return addresses(ips, err)
}

func addresses(ips []net.IP, err error) (Answer, error) {
	if err != nil {
		return Answer{}, err
	}
	addrs := make([]netip.Addr, 0, len(ips))
	for _, ip := range ips {
		if addr, ok := netip.AddrFromSlice(ip); ok {
			addrs = append(addrs, addr.Unmap())
		}
	}
	return Answer{Addrs: slices.Clip(addrs)}, nil
}
