package main

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// Identity is what a guest is told that was restored in another container.
type Identity struct {
	Network  Network `json:"network"`
	Hostname string  `json:"hostname"`
	Hosts    string  `json:"hosts"`
	Resolv   string  `json:"resolv"`
	Now      int64   `json:"now"`     // nanoseconds since 1970
	Entropy  []byte  `json:"entropy"` // for the kernel's pool: all guests of one snapshot have the same
}

const entropyBytes = 64

func identityOf(spec Spec) (Identity, error) {
	i := Identity{Network: spec.Network, Hostname: spec.Hostname, Hosts: spec.Hosts, Resolv: spec.Resolv,
		Entropy: make([]byte, entropyBytes)}
	_, err := rand.Read(i.Entropy)
	i.Now = time.Now().UnixNano()
	return i, err
}

// assume makes the guest who it is now. Whatever fails here would be a guest that is not as it says.
func (i Identity) assume(old Network) error {
	// First, so that nothing is drawn from the pool that another guest has as well.
	if err := reseed(i.Entropy); err != nil {
		return err
	}
	now := syscall.NsecToTimeval(i.Now)
	if err := syscall.Settimeofday(&now); err != nil {
		return fmt.Errorf("clock: %w", err)
	}
	if err := nameGuest(i.Hostname, i.Hosts, i.Resolv); err != nil {
		return err
	}
	return moveNetwork(old, i.Network)
}

// reseed mixes the bytes into the kernel's pool and lets its generator start from them at once (random(4)).
func reseed(entropy []byte) error {
	const (
		addEntropy = 0x40085203 // RNDADDENTROPY, include/uapi/linux/random.h
		reseedCRNG = 0x5207     // RNDRESEEDCRNG
	)
	file, err := os.OpenFile("/dev/urandom", os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	// struct rand_pool_info: bits of entropy, bytes, the bytes.
	info := make([]byte, 8, 8+len(entropy))
	binary.LittleEndian.PutUint32(info, uint32(8*len(entropy)))
	binary.LittleEndian.PutUint32(info[4:], uint32(len(entropy)))
	info = append(info, entropy...)
	if err := ioctl(file, addEntropy, unsafe.Pointer(&info[0])); err != nil {
		return fmt.Errorf("random pool: %w", err)
	}
	if err := ioctl(file, reseedCRNG, nil); err != nil {
		return fmt.Errorf("random generator: %w", err)
	}
	return nil
}

// moveNetwork takes the old addresses off the interface and gives it the new ones. It is down in between, so that its
// link-local address follows the new MAC.
func moveNetwork(old, now Network) error {
	nl, err := openNetlink()
	if err != nil {
		return err
	}
	defer nl.close()
	links, err := net.Interfaces()
	if err != nil {
		return err
	}
	for _, link := range links {
		if !strings.EqualFold(link.HardwareAddr.String(), old.MAC) {
			continue
		}
		if err := nl.down(link.Index); err != nil {
			return fmt.Errorf("%s down: %w", link.Name, err)
		}
		for _, address := range old.Addresses {
			// IPv6 addresses went with the link.
			if err := nl.removeAddress(link.Index, address); err != nil && !errors.Is(err, syscall.EADDRNOTAVAIL) {
				return fmt.Errorf("remove %s from %s: %w", address, link.Name, err)
			}
		}
		if err := nl.setMAC(link.Index, now.MAC); err != nil {
			return fmt.Errorf("%s gets %s: %w", link.Name, now.MAC, err)
		}
		return configureNetwork(now)
	}
	return fmt.Errorf("no interface has the address %s that the saved guest had", old.MAC)
}
