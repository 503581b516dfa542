package main

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// The in-kernel witness: what window scale does the kernel itself use for a connection, and from which clamp did it
// compute it? Two kprobes, counted by histograms in the kernel, so that a storm costs one line per connection:
//
//	__tcp_transmit_skb         rx_opt.rcv_wscale of the socket that sends (tcp_select_window, which divides by it, is inlined)
//	tcp_select_initial_window  *window_clamp and the caller: tcp_openreq_init_rwin for a SYN-ACK, cookie_v4_check or
//	                           cookie_v6_check for a connection that is rebuilt from its cookie
//
// Source: include/linux/tcp.h, net/ipv4/tcp_output.c; Documentation/trace/kprobetrace.rst and histogram.rst.

const (
	probeGroup    = "faultlab"
	transmitProbe = "transmit"
	initialProbe  = "initial"
	tracing       = "/sys/kernel/tracing"
	// One entry per pair of ports and scale, here for LINE's 18,000 before and after a restart; a histogram that is too small drops and says so.
	histogramSize = 65536
)

// field is one line of offsets.json (kernel-images/offsets).
type field struct{ Offset, Size, Bit, Width int }

// ProbeReport is what `vm probe read` prints.
type ProbeReport struct {
	Available bool            `json:"available"`
	Why       string          `json:"why,omitempty"`
	Transmits []Transmit      `json:"transmits"`
	Initial   []InitialWindow `json:"initialWindows"`
	Dropped   int             `json:"dropped"`
}

// Transmit is a connection's window scale as the kernel applies it when it sends.
type Transmit struct {
	LocalPort   int `json:"localPort"`
	RemotePort  int `json:"remotePort"`
	WindowScale int `json:"windowScale"`
	Segments    int `json:"segments"`
}

// InitialWindow is one way in which the kernel computed a window scale.
type InitialWindow struct {
	Caller string `json:"caller"`
	Clamp  int    `json:"windowClamp"` // bytes; 0 means none
	Times  int    `json:"times"`
}

func probeMain(arguments []string) int {
	if len(arguments) != 1 || arguments[0] != "start" && arguments[0] != "read" {
		fmt.Fprint(os.Stderr, usage)
		return exitUsage
	}
	text, err := os.ReadFile(kernelDir + "/offsets.json")
	if err != nil {
		return printProbe(ProbeReport{Why: "this kernel comes without offsets.json, so the probe does not know its structures"})
	}
	if arguments[0] == "start" {
		script, err := probeScript(text)
		if err != nil {
			fmt.Fprintf(os.Stderr, "vm: %v\n", err)
			return exitMachine
		}
		// Not `sh`, whose libraries take an emulated guest longer to load than all that follows.
		return requestMain(stateDir, Request{Verb: verbExec, Tools: true, Argv: []string{"busybox", "sh", "-ec", script}})
	}
	events := tracing + "/events/" + probeGroup
	output, err := exec.Command("/proc/self/exe", "exec", "--tools", "--",
		"cat", events+"/"+transmitProbe+"/hist", events+"/"+initialProbe+"/hist").Output()
	if err != nil {
		fmt.Fprintf(os.Stderr, "vm: the probe cannot be read; was it started? %v\n", err)
		return exitMachine
	}
	return printProbe(parseProbe(string(output)))
}

// probeScript has both probes count from nothing: it empties their histograms, or defines the probes where the guest has
// none yet. To define them again takes an emulated guest several times as long: code is patched, and the histograms are
// allocated. The first argument of a function is in %di, the fifth in %r8 (System V ABI).
func probeScript(offsets []byte) (string, error) {
	var o map[string]map[string]field
	if err := json.Unmarshal(offsets, &o); err != nil {
		return "", fmt.Errorf("offsets.json: %w", err)
	}
	scale := o["tcp_options_received"]["rcv_wscale"]
	if scale.Width == 0 {
		return "", fmt.Errorf("offsets.json has no bit field rcv_wscale")
	}
	transmit := fmt.Sprintf("hist:keys=lport,rport,scale:size=%d", histogramSize)
	initial := "hist:keys=caller.sym,clamp"
	counting := func(probe string) string {
		return "grep -q ^hist: events/" + probeGroup + "/" + probe + "/trigger 2>/dev/null"
	}
	// `>` instead of `>>` would take the histogram away.
	histogram := func(probe, what string) string {
		return fmt.Sprintf("echo '%s' >>events/%s/%s/trigger", what, probeGroup, probe)
	}
	lines := []string{
		"cd " + tracing,
		"if " + counting(transmitProbe) + " && " + counting(initialProbe) + "; then",
		histogram(transmitProbe, transmit+":clear"),
		histogram(initialProbe, initial+":clear"),
		"exit",
		"fi",
		// What is left of a start that was broken off. Removing a probe that is in use fails, so its histogram goes first.
		"for t in events/" + probeGroup + "/*/trigger; do [ ! -e $t ] || grep -v '^#' $t | cut -d' ' -f1 | sed 's/^/!/' | while read -r h; do echo \"$h\" >$t; done; done",
		"echo >kprobe_events",
		fmt.Sprintf("echo 'p:%s/%s __tcp_transmit_skb lport=+%d(%%di):u16 rport=+%d(%%di):u16 scale=+%d(%%di):b%d@%d/%d' >>kprobe_events",
			probeGroup, transmitProbe, o["sock_common"]["skc_num"].Offset, o["sock_common"]["skc_dport"].Offset,
			o["tcp_sock"]["rx_opt"].Offset+scale.Offset, scale.Width, scale.Bit, scale.Size*8),
		fmt.Sprintf("echo 'p:%s/%s tcp_select_initial_window clamp=+0(%%r8):u32 caller=$stack0:x64' >>kprobe_events", probeGroup, initialProbe),
		histogram(transmitProbe, transmit),
		histogram(initialProbe, initial),
	}
	return strings.Join(lines, "\n"), nil
}

var (
	transmitLine = regexp.MustCompile(`\{ lport: +(\d+), rport: +(\d+), scale: +(\d+) +\} hitcount: +(\d+)`)
	initialLine  = regexp.MustCompile(`\{ caller: \[[0-9a-f]+\] (\S+) +, clamp: +(\d+) +\} hitcount: +(\d+)`)
	droppedLine  = regexp.MustCompile(`Dropped: (\d+)`)
)

func parseProbe(text string) ProbeReport {
	report := ProbeReport{Available: true, Transmits: []Transmit{}, Initial: []InitialWindow{}}
	for _, line := range strings.Split(text, "\n") {
		if m := transmitLine.FindStringSubmatch(line); m != nil {
			report.Transmits = append(report.Transmits, Transmit{
				LocalPort: integer(m[1]),
				// The kernel keeps the peer's port as it is on the wire (big-endian).
				RemotePort:  int(bits.ReverseBytes16(uint16(integer(m[2])))),
				WindowScale: integer(m[3]), Segments: integer(m[4]),
			})
		} else if m := initialLine.FindStringSubmatch(line); m != nil {
			report.Initial = append(report.Initial, InitialWindow{m[1], integer(m[2]), integer(m[3])})
		} else if m := droppedLine.FindStringSubmatch(line); m != nil {
			report.Dropped += integer(m[1])
		}
	}
	return report
}

func integer(text string) int { n, _ := strconv.Atoi(text); return n }

func printProbe(report ProbeReport) int {
	if report.Transmits == nil {
		report.Transmits, report.Initial = []Transmit{}, []InitialWindow{}
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(report); err != nil {
		fmt.Fprintf(os.Stderr, "vm: %v\n", err)
		return exitMachine
	}
	return 0
}
