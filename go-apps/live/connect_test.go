package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"faultlab/live/internal/check"
)

// Each of this test's faults is made in a network name space of its own, and must be the only finding. The same without the
// fault is silent.
func TestWhatKeepsConnectionsFromBeingMade(t *testing.T) {
	if !inNamespace(t) {
		return
	}
	prepare(t)
	for name, value := range map[string]string{"ip_local_port_range": "40000 40009", "tcp_tw_reuse": "0", "tcp_syncookies": "0"} {
		check.Must(t, os.WriteFile("/proc/sys/net/ipv4/"+name, []byte(value), 0o644))
	}
	listener, err := net.Listen("tcp4", "127.0.0.1:9000")
	check.Must(t, err)
	defer listener.Close()
	connectAndClose := func(times int) {
		for range times {
			client, err := net.Dial("tcp4", "127.0.0.1:9000")
			check.Must(t, err)
			server, err := listener.Accept()
			check.Must(t, err)
			client.Close()
			server.Close()
		}
	}
	connectAndClose(9)
	if found := findings(t, "200ms"); len(found) != 0 {
		t.Errorf("one port of ten is free: %v", found)
	}
	connectAndClose(1)
	if found := findings(t, "200ms"); len(found) != 1 || found["local-ports-used-up"] != "connections from 127.0.0.1 to 127.0.0.1:9000" {
		t.Errorf("all ports are used: %v", found)
	}
	overflow(t, listener, "127.0.0.2:9000")
}

// overflow makes a queue of one overflow while live looks.
func overflow(t *testing.T, other net.Listener, address string) {
	t.Helper()
	descriptor, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	check.Must(t, err)
	defer unix.Close(descriptor)
	check.Must(t, unix.Bind(descriptor, &unix.SockaddrInet4{Port: 9000, Addr: [4]byte{127, 0, 0, 2}}))
	check.Must(t, unix.Listen(descriptor, 0))
	ended, dialled := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(dialled)
		for {
			select {
			case <-ended:
				return
			default:
				attempt, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
				if err == nil {
					_ = unix.Connect(attempt, &unix.SockaddrInet4{Port: 9000, Addr: [4]byte{127, 0, 0, 2}})
					_, _ = unix.Poll([]unix.PollFd{{Fd: int32(attempt), Events: unix.POLLOUT}}, 10)
					_ = unix.Close(attempt)
				}
			}
		}
	}()
	found := findings(t, "1200ms")
	close(ended)
	<-dialled
	check.ErrorIf(t, !strings.Contains(found["accept-queue-overflow"], address), "expected %s beside %s: %v", address, other.Addr(), found)
}

// findings gives the subject of each.
func findings(t *testing.T, duration string) map[string]string {
	t.Helper()
	_, out, problems := start("--for", duration, "--jvm", "none", "--json")
	var answer struct {
		Findings []struct{ ID, Subject, Where string }
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatalf("%v: %s %s", err, out, problems)
	}
	found := map[string]string{}
	for _, f := range answer.Findings {
		found[f.ID] = f.Subject
		own := fmt.Sprintf("process %d;", os.Getpid())
		check.ErrorIf(t, f.ID == "accept-queue-overflow" && !strings.Contains(f.Where, own), "not %s: %s", own, f.Where)
	}
	return found
}
