package resolver

import (
	"bytes"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"faultlab/live/internal/check"
)

func conf(t *testing.T, text string) Configuration {
	t.Helper()
	c, err := ParseConfiguration(strings.NewReader(text))
	check.Must(t, err)
	return c
}

const cluster = `search shop.svc.cluster.local svc.cluster.local cluster.local
nameserver 10.96.0.10
options ndots:5
`

func TestConfigurationIsReadAsResolversReadIt(t *testing.T) {
	c := conf(t, "# nameserver 192.0.2.1\n; x\nnameserver 192.0.2.53\nnameserver ::ffff:192.0.2.54\nnameserver nonsense\n"+
		"domain a.example\nsearch b.example c.example\noptions ndots:99 timeout:0 attempts:9 rotate edns0 ndots:x\n"+
		"nameserver 2001:db8::53\nnameserver 192.0.2.55\n")
	want := Configuration{Servers: []netip.Addr{netip.MustParseAddr("192.0.2.53"), netip.MustParseAddr("192.0.2.54"), netip.MustParseAddr("2001:db8::53")},
		Search: []string{"b.example", "c.example"}, Dots: 15, Timeout: 1, Rotate: true}
	check.ErrorIf(t, !reflect.DeepEqual(c, want), "%+v, expected %+v", c, want)
	if c := conf(t, ""); c.Dots != 1 || c.Timeout != 5 {
		t.Errorf("defaults %+v", c)
	}
}

func TestASearchListIsASuspicionAndNoFinding(t *testing.T) {
	part := conf(t, cluster).Judge(nil)
	if len(part.Findings) != 0 || len(part.Undecided) != 1 || !strings.Contains(part.Undecided[0].Why, "costs 4 queries") {
		t.Errorf("%+v", part)
	}
	for _, text := range []string{"nameserver 192.0.2.1\nsearch a.example b.example\n", "nameserver 192.0.2.1\nsearch a.example\noptions ndots:5\n", ""} {
		if part := conf(t, text).Judge(nil); len(part.Undecided) != 0 {
			t.Errorf("%q: %+v", text, part)
		}
	}
}

func TestCachesAreNamed(t *testing.T) {
	root := t.TempDir()
	if caches := conf(t, "nameserver 192.0.2.1\n").Caches(root); len(caches) != 0 {
		t.Errorf("%v", caches)
	}
	if caches := conf(t, "nameserver 127.0.0.53\n").Caches(root); len(caches) != 1 || !strings.Contains(caches[0], "systemd-resolved") {
		t.Errorf("%v", caches)
	}
	check.Must(t, os.MkdirAll(filepath.Join(root, "run/nscd"), 0o755))
	check.Must(t, os.WriteFile(filepath.Join(root, "run/nscd/socket"), nil, 0o644))
	if caches := conf(t, "nameserver ::1\n").Caches(root); len(caches) != 2 || caches[0] != "nscd" {
		t.Errorf("%v", caches)
	}
}

// As Linux printed them.
const (
	udp = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops            
 2385: 0100007F:A0E1 350200C0:0035 01 00000000:00000000 00:00000000 00000000     0        0 31337 2 000000003b5d1c2e 0        
 9014: 00000000:0044 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 15555 2 00000000aaaaaaaa 0        
`
	udp6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
 2386: B80D0120000000000000000001000000:A0E2 B80D0120000000000000000053000000:0035 01 00000000:00000000 00:00000000 00000000     0        0 31338 2 000000003b5d1c2f 0
 2387: 0000000000000000FFFF00000100007F:A0E3 0000000000000000FFFF0000360200C0:0035 01 00000000:00000000 00:00000000 00000000     0        0 31339 2 000000003b5d1c30 0
`
)

func TestSocketsToPort53AreRead(t *testing.T) {
	four, err := parseUDP(strings.NewReader(udp))
	check.ErrorIf(t, err != nil || !reflect.DeepEqual(four, []query{{netip.MustParseAddr("192.0.2.53"), 31337}}),
		"%v %v", four, err)
	six, err := parseUDP(strings.NewReader(udp6))
	want := []query{{netip.MustParseAddr("2001:db8::53"), 31338}, {netip.MustParseAddr("192.0.2.54"), 31339}}
	check.ErrorIf(t, err != nil || !reflect.DeepEqual(six, want), "%v %v", six, err)
}

// play lets sockets come and go: each is there from one moment to another, in milliseconds.
type life struct {
	server   string
	from, to int
}

func replay(t *testing.T, text string, datagrams uint64, lives ...life) *Watch {
	t.Helper()
	w := &Watch{conf: conf(t, text), tracks: map[uint64]*track{}, first: true, datagrams: datagrams}
	begin := time.Unix(1000, 0)
	for now := 0; now <= 10000; now += 100 {
		var found []query
		for i, l := range lives {
			if l.from <= now && now < l.to {
				found = append(found, query{netip.MustParseAddr(l.server), uint64(i + 1)})
			}
		}
		w.take(begin.Add(time.Duration(now)*time.Millisecond), found)
	}
	return w
}

func TestDeadFirstServer(t *testing.T) {
	const servers = "nameserver 192.0.2.1\nnameserver 192.0.2.2\n"
	const dead, other = "192.0.2.1", "192.0.2.2"
	three := []life{{dead, 1000, 6100}, {dead, 1500, 6600}, {dead, 2000, 7100}}
	for name, test := range map[string]struct {
		conf             string
		datagrams        uint64
		lives            []life
		findings, doubts int
	}{
		"three lookups that waited":            {servers, 6, three, 1, 0},
		"the second server's sockets as well":  {servers, 6, append([]life{{other, 6000, 6100}}, three...), 1, 0},
		"two":                                  {servers, 4, three[:2], 0, 1},
		"it answers others":                    {servers, 6, append([]life{{dead, 500, 700}}, three...), 0, 1},
		"more datagrams came than it explains": {servers, 7, three, 0, 1},
		"asked in turns":                       {servers + "options rotate\n", 6, three, 0, 0},
		"only this server":                     {"nameserver 192.0.2.1\n", 6, three, 0, 0},
		"kept open":                            {servers, 0, []life{{dead, 1000, 9000}, {dead, 1100, 9000}, {dead, 1200, 9000}}, 0, 0},
		"there from the beginning":             {servers, 0, []life{{dead, 0, 5000}, {dead, 0, 5000}, {dead, 0, 5000}}, 0, 0},
		"there at the end":                     {servers, 0, []life{{dead, 5000, 11000}, {dead, 5100, 11000}, {dead, 5200, 11000}}, 0, 0},
		"another patience":                     {servers + "options timeout:2\n", 0, three, 0, 0},
		"slow, but answers":                    {servers, 6, []life{{dead, 1000, 4000}, {dead, 1500, 4500}, {dead, 2000, 5000}}, 0, 0},
		"the second one":                       {servers, 6, []life{{other, 1000, 6100}, {other, 1500, 6600}, {other, 2000, 7100}}, 0, 0},
		"healthy":                              {servers, 30, []life{{dead, 1000, 1100}, {dead, 3000, 3100}}, 0, 0},
	} {
		part := replay(t, test.conf, test.datagrams, test.lives...).Judge()
		check.ErrorIf(t, len(part.Findings) != test.findings || len(part.Undecided) != test.doubts,
			"%s: %+v", name, part)
	}
}

// sampled lets sockets be seen at these moments only, in milliseconds.
func sampled(t *testing.T, text string, datagrams uint64, moments []int, lives ...life) *Watch {
	t.Helper()
	w := &Watch{conf: conf(t, text), tracks: map[uint64]*track{}, first: true, datagrams: datagrams}
	for _, now := range moments {
		var found []query
		for i, l := range lives {
			if l.from <= now && now < l.to {
				found = append(found, query{netip.MustParseAddr(l.server), uint64(i + 1)})
			}
		}
		w.take(time.Unix(1000, 0).Add(time.Duration(now)*time.Millisecond), found)
	}
	return w
}

// moments are those of looks so far apart, up to an end; without those that fall between two others.
func moments(every, end, from, to int) []int {
	var all []int
	for now := 0; now <= end; now += every {
		if now <= from || now >= to {
			all = append(all, now)
		}
	}
	return all
}

func TestWhatCannotBeJudgedIsSaidOncePerReason(t *testing.T) {
	const two = "nameserver 192.0.2.1\nnameserver 192.0.2.2\n"
	for name, test := range map[string]struct {
		conf    string
		moments []int
		want    []string
	}{
		"two servers":          {two, moments(100, 10000, 0, 0), nil},
		"a pod's one":          {cluster, moments(100, 10000, 0, 0), []string{"only this server"}},
		"the stub":             {"nameserver 127.0.0.53\n", moments(100, 10000, 0, 0), []string{"127.0.0.53"}},
		"in turns":             {two + "options rotate\n", moments(100, 10000, 0, 0), []string{"rotate"}},
		"as short as a wait":   {two, moments(100, 5000, 0, 0), []string{"takes 5s"}},
		"a shorter wait":       {two + "options timeout:2\n", moments(100, 5000, 0, 0), nil},
		"too far apart":        {two, moments(500, 10000, 0, 0), []string{"0.5 s apart"}},
		"a machine that slept": {two, moments(100, 10000, 3000, 5000), []string{"2.0 s apart"}},
		"one, and too short":   {cluster, moments(100, 3000, 0, 0), []string{"only this server", "takes 5s"}},
		"one, in turns":        {cluster + "options rotate\n", moments(100, 10000, 0, 0), []string{"only this server"}},
		"none":                 {"", moments(500, 1000, 0, 0), nil},
	} {
		part := sampled(t, test.conf, 0, test.moments).Judge()
		if len(part.Unseen) != len(test.want) || len(part.Findings)+len(part.Undecided) != 0 {
			t.Errorf("%s: %+v", name, part)
			continue
		}
		for i, words := range test.want {
			check.ErrorIf(t, !strings.Contains(part.Unseen[i], words), "%s: %q lacks %q", name, part.Unseen[i], words)
		}
	}
}

func TestLooksThatAreFurtherApartTellLess(t *testing.T) {
	const two = "nameserver 192.0.2.1\nnameserver 192.0.2.2\n"
	lives := func(of int) []life {
		return []life{{"192.0.2.1", 1050, 1050 + of}, {"192.0.2.1", 1450, 1450 + of}, {"192.0.2.1", 2110, 2110 + of}}
	}
	for name, test := range map[string]struct {
		moments  []int
		lives    []life
		findings int
		unseen   int
	}{
		"100 ms":                           {moments(100, 10000, 0, 0), lives(5010), 1, 0},
		"300 ms, where the wait may fall":  {moments(300, 10000, 0, 0), lives(5010), 1, 0},
		"500 ms":                           {moments(500, 10000, 0, 0), lives(5010), 0, 2},
		"the beginning of one is not seen": {moments(100, 10000, 2000, 2600), lives(5010), 0, 2},
		"a gap where none comes or goes":   {moments(100, 10000, 3000, 4000), lives(5010), 1, 1},
		"shorter than the patience":        {moments(100, 10000, 0, 0), lives(4700), 0, 0},
	} {
		part := sampled(t, two, 6, test.moments, test.lives...).Judge()
		check.ErrorIf(t, len(part.Findings) != test.findings || len(part.Unseen) != test.unseen, "%s: %+v", name, part)
	}
}

func TestAServerWithAZoneIsThatOfItsSockets(t *testing.T) {
	const text = "nameserver fe80::1%eth0\nnameserver 192.0.2.2\n"
	part := replay(t, text, 6, life{"fe80::1", 1000, 6100}, life{"fe80::1", 1500, 6600}, life{"fe80::1", 2000, 7100}).Judge()
	check.ErrorIf(t, len(part.Findings) != 1 || !strings.Contains(part.Findings[0].Subject, "fe80::1%eth0"),
		"%+v", part)
}

func TestDatagramsOfBothFamiliesAreCounted(t *testing.T) {
	folder := t.TempDir()
	check.Must(t, os.MkdirAll(filepath.Join(folder, "net"), 0o755))
	four := "Tcp: A B\nTcp: 1 2\nUdp: InDatagrams NoPorts\nUdp: 40 2\nUdpLite: InDatagrams\nUdpLite: 9\n"
	check.Must(t, os.WriteFile(filepath.Join(folder, "net/snmp"), []byte(four), 0o644))
	if n, err := datagrams(folder); n != 40 || err != nil {
		t.Errorf("%d %v", n, err)
	}
	if err := os.WriteFile(filepath.Join(folder, "net/snmp6"), []byte("Ip6InReceives 7\nUdp6InDatagrams 2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if n, err := datagrams(folder); n != 42 || err != nil {
		t.Errorf("%d %v", n, err)
	}
}

func FuzzParseConfiguration(f *testing.F) {
	f.Add([]byte(cluster))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConfiguration(bytes.NewReader(data))
		if err == nil {
			c.Judge(nil)
		}
	})
}

func FuzzParseUDP(f *testing.F) {
	f.Add([]byte(udp))
	f.Add([]byte(udp6))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = parseUDP(bytes.NewReader(data))
	})
}
