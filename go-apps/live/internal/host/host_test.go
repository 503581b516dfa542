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

const netstat = "TcpExt: SyncookiesSent SyncookiesRecv SyncookiesFailed\nTcpExt: 12 3 1\nIpExt: InNoRoutes\nIpExt: 0\n"

func TestCountersAreThoseOfTheirNames(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "net/netstat", netstat)
	got, err := ReadCounters(folder)
	if want := (Counters{CookiesSent: 12, CookiesReceived: 3}); err != nil || got != want {
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

func TestTablesAddUpOverProcessors(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "net/netstat", netstat)
	write(t, folder, "net/stat/nf_conntrack", "entries  found insert_failed drop early_drop\n00000021 1 2 3 4\n00000021 1 0 a 1\n")
	write(t, folder, "net/stat/arp_cache", "entries  allocs table_fulls\n00000011 1 2\n00000011 1 1f\n")
	write(t, folder, "sys/net/netfilter/nf_conntrack_max", "262144\n")
	write(t, folder, "sys/net/ipv4/neigh/default/gc_thresh3", "1024\n")
	got, err := ReadCounters(folder)
	check.Must(t, err)
	check.ErrorIf(t, got.Conntrack != (Conntrack{true, 33, 262144, 13, 5, 2}), "%+v", got.Conntrack)
	check.ErrorIf(t, got.Neighbours != [2]Neighbours{{true, 17, 1024, 33}, {}}, "%+v", got.Neighbours)
}

// A port that is reserved is not taken; a setting that is not visible is one that leaves more ports.
func TestLocalPorts(t *testing.T) {
	folder := t.TempDir()
	if _, err := ReadPorts(folder); err == nil {
		t.Error("no range, and no error")
	}
	write(t, folder, "sys/net/ipv4/ip_local_port_range", "32768\t32780\n")
	write(t, folder, "sys/net/ipv4/ip_local_reserved_ports", "80,32770-32771,32780-40000\n")
	for _, test := range []struct {
		name, text string
		want       PortReuse
	}{{"tcp_timestamps", "1", AllReuse}, {"tcp_tw_reuse", "2", LoopbackReuse}, {"tcp_tw_reuse", "0", NoReuse}, {"tcp_tw_reuse", "1", AllReuse},
		{"tcp_timestamps", "0", NoReuse}} {
		write(t, folder, "sys/net/ipv4/"+test.name, test.text+"\n")
		got, err := ReadPorts(folder)
		check.Must(t, err)
		check.ErrorIf(t, got.First != 32768 || got.Last != 32780 || len(got.Reserved) != 3 || got.Reuse != test.want, "%s: %+v", test.name, got)
	}
}
