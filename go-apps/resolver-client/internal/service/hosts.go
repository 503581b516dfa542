// Package service holds the parts of the stack that run all the time: the servers that requests
// reach, and the container in which the scenarios are started.
package service

import (
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// HostsFile is read by the name server, again whenever it changes.
const HostsFile = "/zone/hosts"

// Witness is a name in the zone of host that moves with it.
func Witness(host string) string {
	_, zone, _ := strings.Cut(host, ".")
	return "witness." + zone
}

// WriteHosts points names to an address. The file appears at once as a whole: the name server may
// read at any moment. Each file has a modification time of its own: CoreDNS (hosts plugin,
// readHosts) reads a file again only where time or size differ, addresses are often as long as each
// other, and what the kernel stamps by itself may be some milliseconds old.
func WriteHosts(file string, address netip.Addr, names ...string) error {
	temporary, err := os.CreateTemp(filepath.Dir(file), ".hosts-")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	if _, err := fmt.Fprintf(temporary, "%s %s\n", address, strings.Join(names, " ")); err != nil {
		return err
	}
	// CreateTemp makes it private; the name server may be another user.
	if err := temporary.Chmod(0o644); err != nil {
		return err
	}
	if err := temporary.Close(); err != nil {
		return err
	}
	now := time.Now()
	if err := os.Chtimes(temporary.Name(), now, now); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), file)
}
