package sockets

import (
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"testing"

	"golang.org/x/sys/unix"

	"faultlab/live/internal/check"
)

// connect makes a connection over loopback that has carried 1000 bytes from the first end to the second.
func connect(t *testing.T) (listener net.Listener, client, server net.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Skipf("no TCP here: %v", err)
	}
	t.Cleanup(func() { listener.Close() })
	if client, err = net.Dial("tcp4", listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	if server, err = listener.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	if _, err := client.Write(make([]byte, 1000)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(server, make([]byte, 1000)); err != nil {
		t.Fatal(err)
	}
	return listener, client, server
}

func TestTheListHasBothEndsOfAConnection(t *testing.T) {
	listener, client, server := connect(t)
	all, err := List()
	if err != nil {
		t.Skipf("no inet_diag here: %v", err)
	}
	expectSocket(t, all, addressOf(listener.Addr()), addressOf(client.LocalAddr()), addressOf(server.LocalAddr()))
}

// check looks for the listener and both ends of connect's connection.
func expectSocket(t *testing.T, all []Socket, listener, client, server netip.AddrPort) {
	t.Helper()
	ends := map[netip.AddrPort]Socket{}
	listening := false
	for _, socket := range all {
		if socket.State == Listen {
			listening = listening || socket.Local == listener && socket.ReceiveBuffer > 0
			continue
		}
		ends[socket.Local] = socket
	}
	check.ErrorIf(t, !listening, "the listening socket is not in the list, or has no buffer")
	near, far := ends[client], ends[server]
	if !near.Info.Scaling || near.Info.SendScale != far.Info.ReceiveScale || near.Info.ReceiveScale != far.Info.SendScale {
		t.Errorf("scales differ between the ends of a healthy connection: %+v, %+v", near.Info, far.Info)
	}
	if near.Info.Segment == 0 || near.Info.Segment > near.Info.Advertised || near.Info.Segment > far.Info.Advertised {
		t.Errorf("segments of %d bytes, where %d and %d were told", near.Info.Segment, near.Info.Advertised, far.Info.Advertised)
	}
	check.ErrorIf(t, near.Cookie == 0 || near.Cookie == far.Cookie || near.ReceiveBuffer == 0,
		"cookies %d and %d, buffer %d", near.Cookie, far.Cookie, near.ReceiveBuffer)
}

func addressOf(address net.Addr) netip.AddrPort { return address.(*net.TCPAddr).AddrPort() }

func TestScalesAreTwoHalvesOfAByte(t *testing.T) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		t.Skip("the recorded bytes are of a little-endian machine")
	}
	for both, want := range map[byte][2]uint8{0x71: {1, 7}, 0x17: {7, 1}, 0xe0: {0, 14}, 0: {0, 0}} {
		if send, receive := nibbles(both); send != want[0] || receive != want[1] {
			t.Errorf("%#x: sends by %d, receives by %d, expected %v", both, send, receive, want)
		}
	}
}

func TestAShorterStructureLeavesFieldsUnknown(t *testing.T) {
	whole := make([]byte, 240)
	whole[5], whole[6] = optionScale, 0x71
	for length, want := range map[int]struct{ scales, windows bool }{
		6: {}, 104: {scales: true}, 208: {scales: true}, 240: {true, true},
	} {
		info := parseInfo(whole[:length])
		if got := (struct{ scales, windows bool }{info.Knows(Scales), info.Knows(Windows)}); got != want {
			t.Errorf("%d bytes: knows %+v, expected %+v", length, got, want)
		}
		check.ErrorIf(t, info.Scaling != want.scales, "%d bytes: scaling %v", length, info.Scaling)
	}
}

func TestAddressesOfMappedSocketsAreThoseOfIPv4(t *testing.T) {
	message := make([]byte, messageSize)
	message[0], message[1] = unix.AF_INET6, 1
	copy(message[8:], netip.MustParseAddr("::ffff:192.0.2.40").AsSlice())
	copy(message[24:], netip.MustParseAddr("2001:db8::1").AsSlice())
	binary.BigEndian.PutUint16(message[4:], 9092)
	socket, err := Parse(message)
	check.Must(t, err)
	if socket.Local != netip.MustParseAddrPort("192.0.2.40:9092") || socket.Remote.Addr() != netip.MustParseAddr("2001:db8::1") {
		t.Errorf("read %v and %v", socket.Local, socket.Remote)
	}
	if _, err := Parse(message[:messageSize-1]); err == nil {
		t.Error("a message that is cut off was taken")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(make([]byte, messageSize))
	f.Fuzz(func(t *testing.T, data []byte) {
		socket, err := Parse(data)
		check.ErrorIf(t, err == nil && (socket.Info.SendScale > 15 || socket.Info.ReceiveScale > 15),
			"scales %d and %d do not fit four bits", socket.Info.SendScale, socket.Info.ReceiveScale)
	})
}
