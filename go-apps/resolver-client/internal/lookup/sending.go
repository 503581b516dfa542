package lookup

import (
	"context"
	"net"
	"sync"
)

// Sending is for net.Resolver.Dial: it connects package net's own resolver to a name server, as that
// does by itself, and a lookup that a Counter counts enters its Sent with the first query it writes.
//
// That moment divides a cancellation of LookupHost in two: the resolver looks at the context while it
// connects its socket, and not again while it waits for the answer (exchange in
// net/dnsclient_unix.go). With netdns=cgo it is not called.
func Sending(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	udp, datagrams := conn.(*net.UDPConn)
	by, counted := ctx.Value(senderKey{}).(*sender)
	if !datagrams || !counted {
		return conn, nil
	}
	// Embedding keeps it a net.PacketConn: the resolver tells datagrams from streams by that.
	return &sending{UDPConn: udp, by: by}, nil
}

// senderKey is where a lookup's context has its sender: LookupHost hands its context on to Dial.
type senderKey struct{}

// sender is a lookup that may have written a query: it writes one for A and one for AAAA.
type sender struct {
	sent  *Gauge
	first sync.Once
}

type sending struct {
	*net.UDPConn
	by *sender
}

func (c *sending) Write(query []byte) (int, error) {
	n, err := c.UDPConn.Write(query)
	if err == nil {
		c.by.first.Do(c.by.sent.Enter)
	}
	return n, err
}
