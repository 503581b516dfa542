package window

import (
	"encoding/json"
	"fmt"
	"io"
	"net/netip"
	"os"
	"time"

	"faultlab/live/internal/host"
	"faultlab/live/internal/sockets"
)

// listingFormat is the first thing that a reader checks.
const listingFormat = "faultlab-live sockets 1"

// maxListing bounds what is read from a peer: a connection takes some 400 bytes.
const maxListing = 1 << 30

// Listing is one side's sockets with what is needed to judge them: what `faultlab-live sockets` prints.
type Listing struct {
	Format   string           `json:"format"`
	Host     string           `json:"host"`
	Kernel   string           `json:"kernel"`
	Time     time.Time        `json:"time"`
	Counters host.Counters    `json:"counters"`
	Settings host.Settings    `json:"settings"`
	Sockets  []sockets.Socket `json:"sockets"`
	// taken is Time with the monotonic clock, which steps of the other one do not move. No peer is told.
	taken time.Time
}

// moment is when the listing was taken, to be subtracted from another one's of this process.
func (l Listing) moment() time.Time {
	if l.taken.IsZero() {
		return l.Time
	}
	return l.taken
}

// Take lists the sockets of this network name space.
func Take(proc string) (Listing, error) {
	name, err := os.Hostname()
	if err != nil {
		name = "this host"
	}
	now := time.Now()
	// UTC drops the monotonic clock.
	listing := Listing{Format: listingFormat, Host: name, Kernel: host.Release(), Time: now.UTC(), taken: now}
	if listing.Counters, err = host.ReadCounters(proc); err != nil {
		return Listing{}, err
	}
	if listing.Settings, err = host.ReadSettings(proc, listing.Kernel); err != nil {
		return Listing{}, err
	}
	listing.Sockets, err = sockets.List()
	return listing, err
}

// ReadListing reads what `faultlab-live sockets` printed on the other side.
func ReadListing(from io.Reader) (Listing, error) {
	var listing Listing
	decoder := json.NewDecoder(io.LimitReader(from, maxListing))
	if err := decoder.Decode(&listing); err != nil {
		return Listing{}, fmt.Errorf("not what `faultlab-live sockets` prints: %w", err)
	}
	if listing.Format != listingFormat {
		return Listing{}, fmt.Errorf("found format %q, expected %q as `faultlab-live sockets` prints it", listing.Format, listingFormat)
	}
	for i, socket := range listing.Sockets {
		// Addresses from elsewhere may be written in the mapped form.
		listing.Sockets[i].Local = unmapped(socket.Local)
		listing.Sockets[i].Remote = unmapped(socket.Remote)
	}
	return listing, nil
}

func unmapped(a netip.AddrPort) netip.AddrPort { return netip.AddrPortFrom(a.Addr().Unmap(), a.Port()) }

// Write writes the listing for the other side.
func (l Listing) Write(to io.Writer) error { return json.NewEncoder(to).Encode(l) }

// Both keeps the connections that were there in an earlier listing as well, by the kernel's own numbers.
func (l Listing) Both(earlier Listing) Listing {
	before := map[uint64]bool{}
	for _, socket := range earlier.Sockets {
		before[socket.Cookie] = true
	}
	kept := l
	kept.Sockets = nil
	for _, socket := range l.Sockets {
		if before[socket.Cookie] {
			kept.Sockets = append(kept.Sockets, socket)
		}
	}
	return kept
}

// Connections are the established sockets.
func (l Listing) Connections() []sockets.Socket {
	var connections []sockets.Socket
	for _, socket := range l.Sockets {
		if !socket.Listening {
			connections = append(connections, socket)
		}
	}
	return connections
}

// listeners finds the listening socket that a connection came through.
type listeners struct {
	settings host.Settings
	byPort   map[uint16][]sockets.Socket
}

func (l Listing) listeners() listeners {
	found := listeners{l.Settings, map[uint16][]sockets.Socket{}}
	for _, socket := range l.Sockets {
		if socket.Listening {
			found.byPort[socket.Local.Port()] = append(found.byPort[socket.Local.Port()], socket)
		}
	}
	return found
}

// accepted says whether a listening socket has the connection's local port, at its address or at all of them.
func (l listeners) accepted(connection sockets.Socket) bool { return len(l.of(connection)) > 0 }

// one is the listening socket of a connection; false where there is none, or where several with different buffers may be.
func (l listeners) one(connection sockets.Socket) (sockets.Socket, Listener, bool) {
	candidates := l.of(connection)
	if len(candidates) == 0 {
		return sockets.Socket{}, Listener{}, false
	}
	for _, other := range candidates[1:] {
		if other.ReceiveBuffer != candidates[0].ReceiveBuffer {
			return sockets.Socket{}, Listener{}, false
		}
	}
	return candidates[0], NewListener(uint64(candidates[0].ReceiveBuffer), l.settings), true
}

// of gives the listening sockets at the connection's own address, or, where there is none, those at all addresses.
func (l listeners) of(connection sockets.Socket) []sockets.Socket {
	var exact, wild []sockets.Socket
	for _, listener := range l.byPort[connection.Local.Port()] {
		address := listener.Local.Addr()
		switch {
		case address == connection.Local.Addr():
			exact = append(exact, listener)
		case address.IsUnspecified() && (address.Is6() || connection.Local.Addr().Is4()):
			wild = append(wild, listener)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return wild
}
