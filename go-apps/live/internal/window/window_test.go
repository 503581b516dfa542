package window

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"faultlab/live/internal/answer"
	"faultlab/live/internal/check"
	"faultlab/live/internal/host"
	"faultlab/live/internal/sockets"
)

// Kafka's own buffer of 102400 on Linux' own settings: the numbers of lab syncookie.
const kafkaBuffer = 204800

var usual = host.Settings{ReceiveDefault: 131072, ReceiveMax: 6291456, CoreMax: 212992, AdvScale: 1}

const whole = 240 // bytes of a tcp_info that has everything

func at(text string) netip.AddrPort { return netip.MustParseAddrPort(text) }

var numbers uint64

// one is a socket; its cookie is its own.
func one(local, remote string, buffer uint32, send, receive uint8) sockets.Socket {
	numbers++
	return sockets.Socket{Local: at(local), Remote: at(remote), Cookie: numbers, ReceiveBuffer: buffer,
		Info: sockets.Info{Scaling: true, SendScale: send, ReceiveScale: receive, Segment: 1448, Advertised: 1460, Length: whole}}
}

func listening(local string, buffer uint32) sockets.Socket {
	numbers++
	return sockets.Socket{Local: at(local), Remote: at("0.0.0.0:0"), State: sockets.Listen, Cookie: numbers, ReceiveBuffer: buffer}
}

func listing(cookies uint64, all ...sockets.Socket) Listing {
	return Listing{Kernel: "5.4.0", Counters: host.Counters{CookiesReceived: cookies},
		Settings: usual, Sockets: all}
}

func sick(buffer uint32) sockets.Socket {
	return one("192.0.2.40:9092", "192.0.2.30:41000", buffer, 7, 7)
}

func TestScalesAreThoseThatTheLabMeasured(t *testing.T) {
	for name, test := range map[string]struct {
		buffer            uint64
		settings          host.Settings
		declares, forgets uint8
	}{
		"Kafka's own":           {kafkaBuffer, usual, 1, 7},
		"the kernel's own":      {131072, usual, 7, 7},
		"an older kernel's":     {87380, usual, 7, 7},
		"small":                 {8192, usual, 0, 7},
		"not told":              {0, usual, 7, 7},
		"cure rmem":             {kafkaBuffer, host.Settings{ReceiveDefault: 131072, ReceiveMax: 131071, CoreMax: 131071, AdvScale: 1}, 1, 1},
		"cure tcp-rmem-alone":   {kafkaBuffer, host.Settings{ReceiveDefault: 131072, ReceiveMax: 131071, CoreMax: 212992, AdvScale: 1}, 1, 2},
		"all of it is a window": {kafkaBuffer, host.Settings{ReceiveDefault: 131072, ReceiveMax: 6291456, CoreMax: 212992, AdvScale: 31}, 2, 7},
		"an eighth of it is":    {kafkaBuffer, host.Settings{ReceiveDefault: 131072, ReceiveMax: 6291456, CoreMax: 212992, AdvScale: -3}, 0, 7},
		"the largest":           {131072 << 30, host.Settings{ReceiveDefault: 1, ReceiveMax: 1 << 40, CoreMax: 1, AdvScale: 1}, 14, 14},
	} {
		l := NewListener(test.buffer, test.settings)
		check.ErrorIf(t, l.Declares != test.declares || l.Forgets != test.forgets,
			"%s: declares %d, forgets %d; expected %d, %d", name, l.Declares, l.Forgets, test.declares, test.forgets)
	}
}

// A container sees neither net.core.rmem_max nor, before 4.15, tcp_rmem: then no scale is too large to come from forgetting.
func TestSettingsThatAreNotToldBoundNothing(t *testing.T) {
	listener := func(buffer, receiveDefault, receiveMax, coreMax uint64, adv int) Listener {
		return NewListener(buffer, host.Settings{ReceiveDefault: receiveDefault, ReceiveMax: receiveMax, CoreMax: coreMax, AdvScale: adv})
	}
	for name, test := range map[string]struct {
		got, want Listener
	}{
		"all told":           {listener(kafkaBuffer, 131072, 6291456, 212992, 1), Listener{kafkaBuffer, 1, 7, false}},
		"no rmem_max":        {listener(kafkaBuffer, 131072, 6291456, 0, 1), Listener{kafkaBuffer, 1, 14, true}},
		"nothing at all":     {listener(kafkaBuffer, 0, 0, 0, 31), Listener{kafkaBuffer, 2, 14, true}},
		"the kernel's own":   {listener(131072, 131072, 6291456, 0, 1), Listener{131072, 14, 14, true}},
		"an older kernel's":  {listener(87380, 0, 0, 0, 31), Listener{87380, 14, 14, true}},
		"the host's own now": {listener(262144, 262144, 6291456, 212992, 1), Listener{262144, 7, 7, false}},
	} {
		check.ErrorIf(t, test.got != test.want, "%s: %+v, expected %+v", name, test.got, test.want)
	}
}

func TestTheFaultOfATunedHostIsFoundFromItsContainer(t *testing.T) {
	// net.core.rmem_max of 64 MiB on the host: a kernel that forgets computes 10.
	server := one("192.0.2.40:9092", "192.0.2.30:41000", kafkaBuffer, 7, 10)
	for name, test := range map[string]struct {
		change          func(*Listing)
		findings, doubt int
	}{
		"rmem_max is not told":           {func(l *Listing) { l.Settings.CoreMax = 0 }, 1, 0},
		"the usual rmem_max":             {func(l *Listing) {}, 0, 0},
		"nor tcp_rmem":                   {func(l *Listing) { l.Settings = host.Settings{AdvScale: 31} }, 0, 1},
		"not told, and no cookies":       {func(l *Listing) { l.Settings.CoreMax, l.Counters.CookiesReceived = 0, 0 }, 0, 0},
		"not told, by a kernel with fix": {func(l *Listing) { l.Settings.CoreMax, l.Kernel = 0, "5.10.0" }, 0, 1},
	} {
		broker := listing(2, listening("[::]:9092", kafkaBuffer), server)
		test.change(&broker)
		part := Server(broker)
		check.ErrorIf(t, len(part.Findings) != test.findings || len(part.Undecided) != test.doubt, "%s: %+v", name, part)
		for _, f := range part.Findings {
			check.ErrorIf(t, !strings.Contains(f.Why, "up to 14"), "%s: %s", name, f.Why)
		}
	}
}

// A kernel with the fix, whose tcp_rmem[1] was 102400 when the socket began to listen: its buffer was nobody's choice.
func TestAChangedDefaultIsNoFindingOnAKernelWithTheFix(t *testing.T) {
	for kernel, want := range map[string]struct{ findings, doubts int }{
		"5.4.0": {1, 0}, "5.9.16": {1, 0}, "4.18.0-553.el8.x86_64": {1, 0}, "5.10.0": {0, 1}, "6.12.1+deb13-amd64": {0, 1}, "unknown": {0, 1},
	} {
		l := listing(3, listening("[::]:9092", 102400), sick(102400))
		l.Kernel = kernel
		part := Server(l)
		check.ErrorIf(t, len(part.Findings) != want.findings || len(part.Undecided) != want.doubts,
			"%s: %+v", kernel, part)
		for _, f := range part.Findings {
			check.ErrorIf(t, !strings.Contains(f.Not, "before a change of net.ipv4.tcp_rmem"), "%s: %s", kernel, f.Not)
		}
	}
}

func TestServerAlone(t *testing.T) {
	listener := listening("[::]:9092", kafkaBuffer)
	healthy := one("192.0.2.40:9092", "192.0.2.30:41001", kafkaBuffer, 7, 1)
	unscaled := healthy
	unscaled.Info.Scaling, unscaled.Info.ReceiveScale = false, 0
	for name, test := range map[string]struct {
		cookies  uint64
		sockets  []sockets.Socket
		findings int
		doubts   int
	}{
		"a scale that the buffer cannot mean":     {3, []sockets.Socket{listener, sick(kafkaBuffer), healthy}, 1, 0},
		"all of them":                             {1, []sockets.Socket{listener, sick(kafkaBuffer)}, 1, 0},
		"no cookie came back":                     {0, []sockets.Socket{listener, sick(kafkaBuffer), healthy}, 0, 0},
		"fewer cookies than connections":          {1, []sockets.Socket{listener, sick(kafkaBuffer), sick(kafkaBuffer)}, 0, 1},
		"healthy with cookies":                    {3, []sockets.Socket{listener, healthy}, 0, 0},
		"no scaling at all":                       {3, []sockets.Socket{listener, unscaled}, 0, 0},
		"unscaled beside healthy":                 {3, []sockets.Socket{listener, unscaled, healthy}, 0, 0},
		"of an earlier listener with no buffer":   {3, []sockets.Socket{listener, sick(131072)}, 0, 0},
		"the same, grown, beside a healthy one":   {3, []sockets.Socket{listener, sick(6291456), healthy}, 0, 1},
		"a listener with the kernel's own buffer": {3, []sockets.Socket{listening("[::]:9092", 131072), sick(131072)}, 0, 0},
		"a larger scale than forgetting gives":    {3, []sockets.Socket{listener, one("192.0.2.40:9092", "192.0.2.30:41000", kafkaBuffer, 7, 8)}, 0, 0},
		"two listeners with different buffers": {3, []sockets.Socket{listener, listening("[::]:9092", 131072),
			sick(kafkaBuffer), healthy}, 0, 0},
		"two scales, and no cookie came back": {0, []sockets.Socket{listener, sick(6291456), healthy}, 0, 0},
		"its own address has another buffer than all addresses": {3, []sockets.Socket{listening("192.0.2.40:9092", kafkaBuffer),
			listening("[::]:9092", 131072), sick(kafkaBuffer)}, 1, 0},
		"no listener there":       {3, []sockets.Socket{listening("[::]:80", kafkaBuffer), sick(kafkaBuffer)}, 0, 0},
		"another address listens": {3, []sockets.Socket{listening("192.0.2.41:9092", kafkaBuffer), sick(kafkaBuffer)}, 0, 0},
	} {
		part := Server(listing(test.cookies, test.sockets...))
		if len(part.Findings) != test.findings || len(part.Undecided) != test.doubts {
			t.Errorf("%s: findings %+v, undecided %+v; expected %d and %d", name, part.Findings, part.Undecided, test.findings, test.doubts)
		}
		for _, f := range part.Findings {
			if f.Confidence != answer.Likely || !strings.Contains(f.Do, "faultlab fixes syncookie") || !strings.Contains(f.Do, "undo") {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
}

func TestAnOldKernelThatDoesNotTellScalesIsNotJudged(t *testing.T) {
	short := sick(kafkaBuffer)
	short.Info.Length = 6
	if part := Server(listing(3, listening("[::]:9092", kafkaBuffer), short)); len(part.Findings) != 0 {
		t.Errorf("found %+v", part.Findings)
	}
}

// watched lets a connection be seen so often, with these windows, and this share of its time held up.
func watched(w *Watch, begin time.Time, looks int, windows map[string][]uint32, share map[string]float64) {
	cookies := map[string]uint64{}
	for i := 0; i < looks; i++ {
		l := listing(0)
		l.Time = begin.Add(time.Duration(i) * time.Second)
		n := uint64(0)
		for _, name := range []string{"a", "b", "c"} {
			granted, there := windows[name]
			if !there {
				continue
			}
			n++
			cookies[name] = n
			s := one("192.0.2.30:4100"+string(rune('0'+n)), "192.0.2.40:9092", 131072, 1, 7)
			s.Cookie = cookies[name]
			s.Info.SendWindow = granted[i%len(granted)]
			s.Info.Busy = uint64(i) * 900000
			s.Info.WindowLimited = uint64(float64(s.Info.Busy) * share[name])
			s.Info.BytesAcked = uint64(i) * 10000
			l.Sockets = append(l.Sockets, s)
		}
		w.Look(l)
	}
}

func TestClientAlone(t *testing.T) {
	large, small := []uint32{100992}, []uint32{1578}
	for name, test := range map[string]struct {
		looks            int
		windows          map[string][]uint32
		share            map[string]float64
		findings, doubts int
	}{
		"held up beside a healthy one":     {6, map[string][]uint32{"a": small, "b": large}, map[string]float64{"a": 0.99, "b": 0.1}, 1, 0},
		"the same but for whole segments":  {6, map[string][]uint32{"a": {1578, 1566}, "b": large}, map[string]float64{"a": 0.99, "b": 0.1}, 1, 0},
		"a window that moves":              {6, map[string][]uint32{"a": {1578, 2500}, "b": large}, map[string]float64{"a": 0.99, "b": 0.1}, 0, 0},
		"a large window holds up as well":  {6, map[string][]uint32{"a": small, "b": large}, map[string]float64{"a": 0.99, "b": 0.95}, 1, 0},
		"alone":                            {6, map[string][]uint32{"a": small}, map[string]float64{"a": 0.99}, 0, 1},
		"beside one that is small as well": {6, map[string][]uint32{"a": small, "b": {4096}}, map[string]float64{"a": 0.99, "b": 0.99}, 0, 2},
		"a slow reader":                    {6, map[string][]uint32{"a": {1578, 0, 3000}, "b": large}, map[string]float64{"a": 0.99}, 0, 0},
		"a window of zero":                 {6, map[string][]uint32{"a": {0}, "b": large}, map[string]float64{"a": 0.99}, 0, 0},
		"not held up":                      {6, map[string][]uint32{"a": small, "b": large}, map[string]float64{"a": 0.5}, 0, 0},
		"a healthy one that gets small":    {6, map[string][]uint32{"a": small, "b": {100992, 5000}}, map[string]float64{"a": 0.99}, 0, 1},
		"16 times, and not a byte more":    {6, map[string][]uint32{"a": small, "b": {25248}}, map[string]float64{"a": 0.99}, 1, 0},
		"less than 16 times":               {6, map[string][]uint32{"a": small, "b": {25247}}, map[string]float64{"a": 0.99}, 0, 1},
		"too few looks":                    {3, map[string][]uint32{"a": small, "b": large}, map[string]float64{"a": 0.99}, 0, 0},
	} {
		var w Watch
		watched(&w, time.Unix(1000, 0), test.looks, test.windows, test.share)
		part := w.Clients()
		doubts := 0
		for _, u := range part.Undecided {
			doubts += strings.Count(u.Why, "192.0.2.30:4100")
		}
		check.ErrorIf(t, len(part.Findings) != test.findings || doubts != test.doubts,
			"%s: findings %+v, undecided %+v; expected %d, %d", name, part.Findings, part.Undecided, test.findings, test.doubts)
	}
}

// A server that is short of memory announces 2 or 4 of its own segments, rounded up to its scale, whatever its buffer is.
func TestWhatMemoryPressureDoesIsNoFinding(t *testing.T) {
	large := []uint32{1 << 20}
	for name, test := range map[string]struct {
		windows             []uint32
		scale               uint8
		segment, advertised uint32
		finding             bool
	}{
		"4 segments":                         {[]uint32{5840}, 7, 1448, 1460, false},
		"4 segments, rounded up":             {[]uint32{5888}, 7, 1448, 1460, false},
		"4 segments of a tunnel's path":      {[]uint32{5840}, 7, 1188, 1460, false},
		"2 segments":                         {[]uint32{2920}, 1, 1448, 1460, false},
		"2 segments, as they are sent":       {[]uint32{2896}, 1, 1448, 1460, false},
		"large segments":                     {[]uint32{35840}, 1, 8948, 8960, false},
		"one segment without a scale":        {[]uint32{1460}, 0, 1448, 1460, false},
		"a segment that is not told":         {[]uint32{1578}, 1, 0, 0, false},
		"moves into it":                      {[]uint32{2895, 2900}, 1, 1448, 1460, false},
		"the lab's":                          {[]uint32{1578}, 1, 1448, 1460, true},
		"less than a segment, without scale": {[]uint32{500}, 0, 1448, 1460, true},
		"more than 4 segments":               {[]uint32{16384}, 3, 1448, 1460, true},
	} {
		var w Watch
		for i := range 6 {
			l := listing(0)
			l.Time = time.Unix(1000+int64(i), 0)
			for n, windows := range [][]uint32{test.windows, large} {
				s := one([]string{"192.0.2.30:41001", "192.0.2.30:41002"}[n], "192.0.2.40:9092", 131072, test.scale, 7)
				s.Cookie, s.Info.SendWindow, s.Info.BytesAcked = uint64(n+1), windows[i%len(windows)], uint64(i)*10000
				s.Info.Segment, s.Info.Advertised = test.segment, test.advertised
				if n == 0 {
					s.Info.Busy, s.Info.WindowLimited = uint64(i)*900000, uint64(i)*890000
				}
				l.Sockets = append(l.Sockets, s)
			}
			w.Look(l)
		}
		part := w.Clients()
		if len(part.Findings)+len(part.Undecided) != 1 || (len(part.Findings) == 1) != test.finding {
			t.Errorf("%s: %+v", name, part)
			continue
		}
		reason := ""
		for _, f := range part.Findings {
			reason = f.Not
		}
		for _, u := range part.Undecided {
			reason = u.Why
		}
		check.ErrorIf(t, !strings.Contains(reason, "tcp_mem") || !strings.Contains(reason, "memory cgroup"),
			"%s: does not name memory pressure: %s", name, reason)
	}
}

// Without a scale a receiver rounds down to segments: 2896 of a buffer of 65535, which is less than a sixteenth.
func TestWithoutAScaleASegmentMoreIsAllowedFor(t *testing.T) {
	for healthy, want := range map[uint32]bool{16*(500+1448) - 1: false, 16 * (500 + 1448): true} {
		granted := func(window uint32) *track {
			s := one("192.0.2.30:41000", "192.0.2.40:9092", 131072, 0, 7)
			s.Info.BytesAcked = 1000
			return &track{last: s, smallest: window, widest: window}
		}
		if got := (&Watch{}).healthy(granted(500), []*track{granted(healthy)}); (got != nil) != want {
			t.Errorf("beside %d: %v", healthy, got)
		}
	}
}

func TestTooFewLooksAreSaid(t *testing.T) {
	for looks, want := range map[int]int{1: 1, 3: 1, 4: 0} {
		var w Watch
		watched(&w, time.Unix(1000, 0), looks, map[string][]uint32{"a": {1578}}, map[string]float64{"a": 0.99})
		part := w.Clients()
		if len(part.Unseen) != want || want > 0 && (!strings.Contains(part.Unseen[0], "--for") || len(part.Undecided) > 0) {
			t.Errorf("%d looks: %+v", looks, part)
		}
	}
	// Where nothing would have been judged, nothing was missed.
	var w Watch
	w.Look(listing(0, listening("0.0.0.0:9092", kafkaBuffer), sick(kafkaBuffer)))
	if part := w.Clients(); len(part.Unseen) != 0 {
		t.Errorf("%+v", part)
	}
}

// A clock that is set back would make any share of the time enough.
func TestAClockThatIsSetDoesNotChangeHowLongWasWatched(t *testing.T) {
	taken, err := Take("/proc")
	if err == nil && taken.Time == taken.Time.Round(0) {
		t.Error("a listing without the monotonic clock")
	}
}

// Held up whenever it sends; but nothing is acknowledged (a peer that is gone), or it hardly sends.
func TestAConnectionThatCarriesHardlyAnythingIsNotJudged(t *testing.T) {
	for name, each := range map[string]struct{ busy, acked uint64 }{"gone": {900000, 0}, "hardly sends": {1000, 1000}} {
		var w Watch
		for i := uint64(0); i < 6; i++ {
			s := one("192.0.2.30:41000", "192.0.2.40:9092", 131072, 1, 7)
			s.Cookie, s.Info.SendWindow = 1, 1578
			s.Info.Busy, s.Info.WindowLimited, s.Info.BytesAcked = i*each.busy, i*each.busy, i*each.acked
			l := listing(0, s)
			l.Time = time.Unix(1000+int64(i), 0)
			w.Look(l)
		}
		if part := w.Clients(); len(part.Findings)+len(part.Undecided) != 0 {
			t.Errorf("%s: %+v", name, part)
		}
	}
}

func TestWhatIsAcceptedIsNoClient(t *testing.T) {
	var w Watch
	for i := 0; i < 6; i++ {
		s := one("192.0.2.40:9092", "192.0.2.30:41000", kafkaBuffer, 7, 1)
		s.Cookie, s.Info.SendWindow = 1, 1578
		s.Info.Busy, s.Info.WindowLimited, s.Info.BytesAcked = uint64(i)*900000, uint64(i)*900000, uint64(i)*1000
		l := listing(0, listening("0.0.0.0:9092", kafkaBuffer), s)
		l.Time = time.Unix(1000+int64(i), 0)
		w.Look(l)
	}
	if part := w.Clients(); len(part.Findings)+len(part.Undecided) != 0 {
		t.Errorf("%+v", part)
	}
}
