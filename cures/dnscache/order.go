package dnscache

import (
	"net/netip"
	"slices"
	"strings"
)

// step is by how much a Dialer's turn goes on with each call: 2^32 divided by the golden ratio. The
// turns spread evenly over the 32 bits, and so do every second one, or every third (Knuth, The Art of
// Computer Programming, 6.4). With a step of 1, two hosts of two addresses each that are dialled
// alternately would have the same address picked each time.
const step = 0x9E3779B9

// order is a copy of addrs, which are shared, in the order in which they are tried: the family of the
// first address, from the one on that has its turn, and then the other family. What network (tcp4, tcp6)
// cannot reach is left out. The first address has its turn at 0, the last one at the largest number.
func order(addrs []netip.Addr, network string, turn uint32) []netip.Addr {
	var first, other []netip.Addr
	for _, addr := range addrs {
		switch {
		case !suits(addr, network):
		case len(first) == 0 || is4(addr) == is4(first[0]):
			first = append(first, addr)
		default:
			other = append(other, addr)
		}
	}
	start := uint64(turn) * uint64(len(first)) >> 32
	return slices.Concat(first[start:], first[:start], other)
}

func suits(addr netip.Addr, network string) bool {
	if is4(addr) {
		return !strings.HasSuffix(network, "6")
	}
	return !strings.HasSuffix(network, "4")
}

func is4(addr netip.Addr) bool {
	return addr.Unmap().Is4()
}
