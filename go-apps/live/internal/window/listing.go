package window

import (
	"time"

	"faultlab/live/internal/host"
	"faultlab/live/internal/sockets"
)

// Listing is this side's sockets with what is needed to judge them.
type Listing struct {
	Kernel   string
	Time     time.Time // with the monotonic clock
	Counters host.Counters
	Settings host.Settings
	// Sockets are the established and the listening ones; Others are in other states, such as TIME_WAIT.
	Sockets, Others []sockets.Socket
}

// Take lists the sockets of this network name space.
func Take(proc string) (Listing, error) {
	listing := Listing{Kernel: host.Release(), Time: time.Now()}
	var err error
	if listing.Counters, err = host.ReadCounters(proc); err != nil {
		return Listing{}, err
	}
	if listing.Settings, err = host.ReadSettings(proc, listing.Kernel); err != nil {
		return Listing{}, err
	}
	all, err := sockets.List()
	for _, socket := range all {
		if socket.State == sockets.Established || socket.State == sockets.Listen {
			listing.Sockets = append(listing.Sockets, socket)
		} else {
			listing.Others = append(listing.Others, socket)
		}
	}
	return listing, err
}

// Connections are the established sockets.
func (l Listing) Connections() []sockets.Socket {
	var connections []sockets.Socket
	for _, socket := range l.Sockets {
		if socket.State != sockets.Listen {
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
		if socket.State == sockets.Listen {
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
	var exact, wildcard []sockets.Socket
	for _, listener := range l.byPort[connection.Local.Port()] {
		address := listener.Local.Addr()
		switch {
		case address == connection.Local.Addr():
			exact = append(exact, listener)
		case address.IsUnspecified() && (address.Is6() || connection.Local.Addr().Is4()):
			wildcard = append(wildcard, listener)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return wildcard
}
