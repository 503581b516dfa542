package host

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"faultlab/live/internal/check"
)

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, name)
	check.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	check.Must(t, os.WriteFile(path, []byte(text), 0o644))
}

const netstat = "TcpExt: SyncookiesSent SyncookiesRecv SyncookiesFailed TCPReqQFullDoCookies\nTcpExt: 12 3 1 11\nIpExt: InNoRoutes\nIpExt: 0\n"

func TestCountersAreThoseOfTheirNames(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "net/netstat", netstat)
	got, err := ReadCounters(folder)
	if want := (Counters{CookiesSent: 12, CookiesReceived: 3, QueueFull: 11}); err != nil || got != want {
		t.Errorf("%+v %v, expected %+v", got, err, want)
	}
	for _, text := range []string{"", "TcpExt: A B\nTcpExt: 1\n", "TcpExt: SyncookiesSent\nTcpExt: 1\n"} {
		write(t, folder, "net/netstat", text)
		if _, err := ReadCounters(folder); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestSettingsOfAContainerThatSeesFewOfThem(t *testing.T) {
	folder := t.TempDir()
	if _, err := ReadSettings(folder, "6.1.0"); err == nil {
		t.Error("no tcp_rmem, and no error")
	}
	write(t, folder, "sys/net/ipv4/tcp_rmem", "4096\t131072\t6291456\n")
	if got, err := ReadSettings(folder, "6.6.1"); err != nil || got != (Settings{131072, 6291456, 0, 1}) {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := ReadSettings(folder, "6.1.0"); err == nil {
		t.Error("no tcp_adv_win_scale before 6.6, and no error")
	}
	write(t, folder, "sys/net/ipv4/tcp_adv_win_scale", "-2\n")
	write(t, folder, "sys/net/core/rmem_max", "1048576\n")
	for release, scale := range map[string]int{"5.4.0-42-generic": -2, "6.5.13": -2, "6.6.0": 1, "6.12.1+deb13-amd64": 1, "7.0": 1} {
		if got, err := ReadSettings(folder, release); err != nil || got != (Settings{131072, 6291456, 1048576, scale}) {
			t.Errorf("%s: %+v %v", release, got, err)
		}
	}
	write(t, folder, "sys/net/ipv4/tcp_rmem", "4096 131072\n")
	if _, err := ReadSettings(folder, "6.6.1"); err == nil {
		t.Error("two numbers of three, and no error")
	}
}

// Before 4.15 a container sees none of them; that is no reason to look at no connection.
func TestSettingsThatAnOldKernelHidesAreUnknown(t *testing.T) {
	folder := t.TempDir()
	if got, err := ReadSettings(folder, "4.14.336"); err != nil || got != (Settings{0, 0, 0, wholeBuffer}) {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := ReadSettings(folder, "4.15.0"); err == nil {
		t.Error("no tcp_rmem from 4.15 on, and no error")
	}
	write(t, folder, "sys/net/ipv4/tcp_rmem", "4096 87380 6291456\n")
	write(t, folder, "sys/net/ipv4/tcp_adv_win_scale", "1\n")
	if got, err := ReadSettings(folder, "4.14.336"); err != nil || got != (Settings{87380, 6291456, 0, 1}) {
		t.Errorf("%+v %v", got, err)
	}
}

func TestReleasesAreCompared(t *testing.T) {
	for release, want := range map[string]bool{"5.9.16": true, "4.18.0-553.el8": true, "5.10.0": false, "5.10-rc4": false, "6.1.0": false, "unknown": false, "": false} {
		check.ErrorIf(t, Older(release, 5, 10) != want, "%q: expected %v", release, want)
	}
}

func FuzzParsePairs(f *testing.F) {
	f.Add([]byte(netstat))
	f.Fuzz(func(t *testing.T, data []byte) { _, _ = parsePairs(bytes.NewReader(data)) })
}
