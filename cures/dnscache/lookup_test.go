package dnscache

import (
	"context"
	"math"
	"net"
	"net/netip"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

func TestSmallestTTLOfSeveralRecords(t *testing.T) {
	ttl, ok := smallestTTL(message(t, true, 300, 7, 60))
	errorIf(t, !ok || ttl != 7*time.Second, "got %v, %v, want 7s", ttl, ok)
}

func TestTTLWithTheTopBitSetIsZero(t *testing.T) {
	ttl, ok := smallestTTL(message(t, true, 300, math.MaxUint32))
	errorIf(t, !ok || ttl != 0, "got %v, %v, want 0s (RFC 2181, 8)", ttl, ok)
}

func TestNoTTLInWhatAnswersNothing(t *testing.T) {
	for name, bytes := range map[string][]byte{
		"an empty answer": message(t, true),
		"a query":         message(t, false, 9),
		"not a message":   []byte("no"),
		"nothing":         {},
	} {
		if ttl, ok := smallestTTL(bytes); ok {
			t.Errorf("%s has TTL %v", name, ttl)
		}
	}
}

// A message that was cut off still must not be believed for longer than what can be read of it.
func TestCutOffMessage(t *testing.T) {
	whole := message(t, true, 300, 7)
	for length := range whole {
		if ttl, ok := smallestTTL(whole[:length]); ok && ttl > 300*time.Second {
			t.Errorf("%d bytes have TTL %v", length, ttl)
		}
	}
}

func TestListenerHearsWhatIsRead(t *testing.T) {
	server, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	must(t, err)
	defer server.Close()
	heard := &listener{ttl: math.MaxInt64}
	if got := heard.smallest(); got != 0 {
		t.Errorf("an answer of unknown age may be kept for %v", got)
	}
	for _, ttl := range []uint32{30, 5, 40} {
		conn, err := heard.dial(t.Context(), "udp", server.LocalAddr().String())
		must(t, err)
		if _, ok := conn.(net.PacketConn); !ok {
			t.Fatal("the resolver would take this socket for a stream")
		}
		if _, err := server.WriteTo(message(t, true, ttl), conn.LocalAddr()); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Read(make([]byte, 512)); err != nil {
			t.Fatal(err)
		}
		conn.Close()
	}
	if got := heard.smallest(); got != 5*time.Second {
		t.Errorf("heard %v, want 5s", got)
	}
}

func TestAServerThatCannotBeDialledSaysNothingOfTheTTL(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, network := range []string{"udp", "tcp"} {
		heard := &listener{ttl: math.MaxInt64}
		heard.take(time.Minute)
		conn, err := heard.dial(ended, network, "127.0.0.1:53")
		fatalIf(t, err == nil || conn != nil, "%s: got %v, %v, want an error and no connection", network, conn, err)
		if got := heard.smallest(); got != time.Minute {
			t.Errorf("%s: what another server answered may be kept for %v, want 1m0s", network, got)
		}
	}
}

func TestWhatCameOverTCPIsNotKept(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer server.Close()
	heard := &listener{ttl: math.MaxInt64}
	heard.take(time.Minute)
	conn, err := heard.dial(t.Context(), "tcp", server.Addr().String())
	must(t, err)
	conn.Close()
	if got := heard.smallest(); got != 0 {
		t.Errorf("kept for %v", got)
	}
}

func message(t *testing.T, response bool, ttls ...uint32) []byte {
	t.Helper()
	name := dnsmessage.MustNewName("svc.lab.")
	builder := dnsmessage.NewBuilder(nil, dnsmessage.Header{ID: 1, Response: response})
	builder.EnableCompression()
	check := func(err error) {
		must(t, err)
	}
	check(builder.StartQuestions())
	check(builder.Question(dnsmessage.Question{Name: name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET}))
	check(builder.StartAnswers())
	for _, ttl := range ttls {
		header := dnsmessage.ResourceHeader{Name: name, Class: dnsmessage.ClassINET, TTL: ttl}
		check(builder.AResource(header, dnsmessage.AResource{A: netip.MustParseAddr("198.18.0.20").As4()}))
	}
	bytes, err := builder.Finish()
	check(err)
	return bytes
}
