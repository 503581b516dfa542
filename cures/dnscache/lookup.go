package dnscache

import (
	"context"
	"math"
	"net"
	"sync"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// Lookup asks with package net's own resolver and listens in on the answers for their time to
// live, which that resolver reads past.
//
// No function of package net tells a TTL, so a cache that wants to honour it must either speak
// DNS itself (search lists, retries, truncation, resolv.conf: all over again) or, as here, stand
// between the resolver and its socket. PreferGo, because getaddrinfo has no TTL to tell either.
// A new Resolver per call keeps the TTLs of different lookups apart; merging is the caller's.
func Lookup(ctx context.Context, host string) (Answer, error) {
	heard := &listener{ttl: math.MaxInt64}
	resolver := &net.Resolver{PreferGo: true, Dial: heard.dial}
	addrs, err := resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return Answer{}, err
	}
	for i, addr := range addrs {
		addrs[i] = addr.Unmap()
	}
	return Answer{Addrs: addrs, TTL: heard.smallest()}, nil
}

// listener remembers the smallest TTL in the answers of one lookup: its A and its AAAA query run
// side by side, each on a socket of its own.
type listener struct {
	mu  sync.Mutex
	ttl time.Duration
}

func (l *listener) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		// Nothing can be heard from this server, and nothing follows from that for what others answer.
		return nil, err
	}
	if udp, ok := conn.(*net.UDPConn); ok {
		// Embedding keeps it a net.PacketConn: the resolver tells datagrams from streams by that.
		return &listening{UDPConn: udp, heard: l}, nil
	}
	// An answer over TCP (after a truncated one) is not listened to; it counts as TTL 0, not kept.
	l.take(0)
	return conn, nil
}

type listening struct {
	*net.UDPConn
	heard *listener
}

func (c *listening) Read(buffer []byte) (int, error) {
	n, err := c.UDPConn.Read(buffer)
	if ttl, ok := smallestTTL(buffer[:max(n, 0)]); ok {
		c.heard.take(ttl)
	}
	return n, err
}

func (l *listener) take(ttl time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ttl = min(l.ttl, ttl)
}

// smallest is 0 when no record was heard: what has no known end must not be kept.
func (l *listener) smallest() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ttl == math.MaxInt64 {
		return 0
	}
	return l.ttl
}

// smallestTTL of the answer section; false for a message without answers, or that is none.
func smallestTTL(message []byte) (time.Duration, bool) {
	var parser dnsmessage.Parser
	header, err := parser.Start(message)
	if err != nil || !header.Response || parser.SkipAllQuestions() != nil {
		return 0, false
	}
	smallest, found := uint32(math.MaxUint32), false
	for {
		record, err := parser.AnswerHeader()
		if err != nil {
			break
		}
		ttl := record.TTL
		if ttl > math.MaxInt32 {
			ttl = 0 // RFC 2181, 8: with the top bit set, as if it were 0
		}
		smallest, found = min(smallest, ttl), true
		if parser.SkipAnswer() != nil {
			break
		}
	}
	return time.Duration(smallest) * time.Second, found
}
