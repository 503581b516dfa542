package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// The names inside the container. The capture sidecar listens on linkName: everything of the guest passes there.
const (
	linkName   = "eth0"
	bridgeName = "br0"
	tapName    = "tap0"
)

// takeOver hands the container's address on: the container's interface becomes a port of a bridge, under another MAC
// (a bridge port that owned the guest's MAC would swallow its frames), and the guest gets addresses and MAC.
// Not QEMU's user-mode network: that terminates TCP, and TCP is what is under test.
func takeOver() (Network, error) {
	link, err := net.InterfaceByName(linkName)
	if err != nil {
		return Network{}, fmt.Errorf("the container has no interface %s: %w", linkName, err)
	}
	network := Network{MAC: link.HardwareAddr.String(), MTU: link.MTU}
	var shown []struct {
		Addresses []struct {
			Local  string `json:"local"`
			Length int    `json:"prefixlen"`
			Scope  string `json:"scope"`
		} `json:"addr_info"`
	}
	if err := ipJSON(&shown, "addr", "show", "dev", linkName); err != nil {
		return network, err
	}
	for _, l := range shown {
		for _, a := range l.Addresses {
			// The guest makes its own link-local address, out of the same MAC.
			if a.Scope != "link" {
				network.Addresses = append(network.Addresses, a.Local+"/"+strconv.Itoa(a.Length))
			}
		}
	}
	if len(network.Addresses) == 0 {
		return network, fmt.Errorf("%s has no address to hand on; is another machine running in this container?", linkName)
	}
	for family, to := range map[string]*string{"-4": &network.Gateway4, "-6": &network.Gateway6} {
		var routes []struct {
			Gateway string `json:"gateway"`
		}
		if err := ipJSON(&routes, family, "route", "show", "default"); err != nil {
			return network, err
		}
		if len(routes) > 0 {
			*to = routes[0].Gateway
		}
	}
	return network, buildBridge(network, otherMAC(link.HardwareAddr))
}

func buildBridge(n Network, mac net.HardwareAddr) error {
	if !fileExists("/dev/net/tun") {
		return fmt.Errorf("/dev/net/tun is not there: give the container `devices: [/dev/net/tun]`")
	}
	mtu := strconv.Itoa(n.MTU)
	for _, arguments := range []string{
		"link add " + bridgeName + " type bridge forward_delay 0 mcast_snooping 0",
		"addr flush dev " + linkName,
		"link set " + linkName + " down",
		"link set " + linkName + " address " + mac.String() + " addrgenmode none",
		"tuntap add dev " + tapName + " mode tap vnet_hdr",
		"link set " + tapName + " mtu " + mtu + " addrgenmode none",
		"link set " + bridgeName + " mtu " + mtu + " addrgenmode none",
		"link set " + linkName + " master " + bridgeName,
		"link set " + tapName + " master " + bridgeName,
		"link set " + linkName + " up",
		"link set " + tapName + " up",
		"link set " + bridgeName + " up",
	} {
		output, err := exec.Command("ip", strings.Fields(arguments)...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("ip %s: %s (the container needs cap_add: [NET_ADMIN])", arguments, strings.TrimSpace(string(output)))
		}
	}
	return nil
}

// otherMAC is a locally administered address (second bit of the first byte) that differs from the guest's.
func otherMAC(mac net.HardwareAddr) net.HardwareAddr {
	other := append(net.HardwareAddr{}, mac...)
	other[0] = other[0]&^1 | 2
	other[1] ^= 0xff
	return other
}

func ipJSON(to any, arguments ...string) error {
	output, err := exec.Command("ip", append([]string{"-json"}, arguments...)...).Output()
	if err != nil {
		return fmt.Errorf("ip %s: %w", strings.Join(arguments, " "), err)
	}
	if len(strings.TrimSpace(string(output))) == 0 {
		return nil
	}
	return json.Unmarshal(output, to)
}

func readOr(path, otherwise string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return otherwise
	}
	return string(text)
}
