package main

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"faultlab/live/internal/check"
	"faultlab/live/internal/host"
	"faultlab/live/internal/sockets"
)

const (
	insideVariable = "FAULTLAB_LIVE_TEST_INSIDE"
	optionWindow   = 3 // TCPOPT_WINDOW
)

// The fault is a wrong number in one field of the server's socket. A repaired socket (TCP_REPAIR, made for checkpoints) can be
// given that number, so that this machine's own kernel shows what a kernel without the fix shows, to the end of the answer.
// In a network name space of its own, where every connection comes from a SYN cookie.
func TestAWrongScaleInTheKernelIsFound(t *testing.T) {
	if !inNamespace(t) {
		return
	}
	prepare(t)
	listener, client, server := connectWithBuffer(t)
	defer listener.Close()
	defer client.Close()
	defer server.Close()

	if status, found := asked(t); status != exitNothing || len(found) != 0 {
		t.Fatalf("healthy: status %d, %v", status, found)
	}
	applyScale(t, server, 7)
	status, found := asked(t)
	// It is a finding where the kernel may have the fault, and a doubt on all others.
	alone := map[bool]string{true: "likely", false: "undecided"}[host.Older(host.Release(), 5, 10)]
	check.FatalIf(t, len(found) != 1 || found["listener"] != alone || (status == exitFindings) != (alone == "likely"),
		"faulty: status %d, %v", status, found)
}

// inNamespace runs the test once more, in a network name space of its own, and says whether this is that run.
func inNamespace(t *testing.T) bool {
	t.Helper()
	if os.Getenv(insideVariable) == "" {
		inside := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
		inside.Env = append(os.Environ(), insideVariable+"=1")
		inside.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWNET}
		output, err := inside.CombinedOutput()
		if inside.ProcessState == nil {
			t.Skipf("no name space of its own: %v", err)
		}
		if strings.Contains(string(output), "--- SKIP") {
			t.Skip(string(output))
		}
		check.FatalIf(t, err != nil, "%v\n%s", err, output)
		return false
	}
	return true
}

// prepare brings loopback up and makes every SYN meet a cookie.
func prepare(t *testing.T) {
	t.Helper()
	if output, err := exec.Command("ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
		t.Skipf("loopback: %v %s", err, output)
	}
	for name, value := range map[string]string{"tcp_syncookies": "2", "tcp_rmem": "4096 131072 6291456"} {
		if err := os.WriteFile("/proc/sys/net/ipv4/"+name, []byte(value), 0o644); err != nil {
			t.Skipf("%s: %v", name, err)
		}
	}
}

// connectWithBuffer makes a connection to a socket that listens with Kafka's buffer.
func connectWithBuffer(t *testing.T) (listener net.Listener, client, server net.Conn) {
	t.Helper()
	descriptor, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	check.Must(t, err)
	file := os.NewFile(uintptr(descriptor), "listener")
	defer file.Close()
	for _, err := range []error{
		unix.SetsockoptInt(descriptor, unix.SOL_SOCKET, unix.SO_RCVBUF, 102400),
		unix.Bind(descriptor, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}),
		unix.Listen(descriptor, 8),
	} {
		check.Must(t, err)
	}
	accepting, err := net.FileListener(file)
	check.Must(t, err)
	if client, err = net.Dial("tcp4", accepting.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if server, err = accepting.Accept(); err != nil {
		t.Fatal(err)
	}
	return accepting, client, server
}

// applyScale sets the shift count that the server's socket applies, and leaves the one that its peer declared.
func applyScale(t *testing.T, server net.Conn, scale uint32) {
	t.Helper()
	all, err := sockets.List()
	check.Must(t, err)
	var declared uint32
	for _, socket := range all {
		if socket.State != sockets.Listen && socket.Local.String() == server.LocalAddr().String() {
			declared = uint32(socket.Info.SendScale)
		}
	}
	raw, err := server.(*net.TCPConn).SyscallConn()
	check.Must(t, err)
	var failed error
	if err := raw.Control(func(descriptor uintptr) {
		fd := int(descriptor)
		failed = errors.Join(
			unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_REPAIR, unix.TCP_REPAIR_ON),
			unix.SetsockoptTCPRepairOpt(fd, unix.IPPROTO_TCP, unix.TCP_REPAIR_OPTIONS,
				[]unix.TCPRepairOpt{{Code: optionWindow, Val: declared | scale<<16}}),
			unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_REPAIR, unix.TCP_REPAIR_OFF_NO_WP),
		)
	}); err != nil {
		t.Fatal(err)
	}
	if failed != nil {
		t.Skipf("this kernel repairs no sockets: %v", failed)
	}
}

// asked gives the status, and the first word of each finding's subject with its confidence.
func asked(t *testing.T) (int, map[string]string) {
	t.Helper()
	status, out, problems := start("--for", "200ms", "--jvm", "none", "--json")
	var answer struct {
		Findings  []struct{ ID, Confidence, Subject string }
		Undecided []struct{ ID, Why string }
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatalf("%v: %s %s", err, out, problems)
	}
	found := map[string]string{}
	for _, f := range answer.Findings {
		check.ErrorIf(t, f.ID != "window-scale-mismatch", "found %+v", f)
		found[strings.Fields(f.Subject)[0]] = f.Confidence
	}
	for _, u := range answer.Undecided {
		if u.ID == "window-scale-mismatch" && strings.Contains(u.Why, "of the listener") {
			found["listener"] = "undecided"
		}
	}
	return status, found
}
