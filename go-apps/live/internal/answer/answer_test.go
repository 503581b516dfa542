package answer

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"faultlab/live/internal/check"
)

var update = flag.Bool("update", false, "write the files that the output is compared with")

var finding = Answer{
	Host: Host{Name: "broker", Kernel: "5.4.43", Seconds: 10, CPUSeconds: 0.05, Connections: 2, Listeners: 1,
		Seen: []string{"DNS: servers 192.0.2.53; ndots 1, 0 search suffixes."}},
	Findings: []Finding{{ID: "window-scale-mismatch", Confidence: Likely, Subject: "listener [::]:9092",
		Where: "2 of 2 connections: 192.0.2.30:41000, 192.0.2.30:41002",
		Why:   "Receive scales of its connections: 7 on 2. A sentence that is long enough to be broken into two lines of the answer, and with \"quotes\".",
		Not:   "What the SYN-ACKs declared is computed, not seen.", Do: "Close them.", Lab: "syncookie"}},
	Undecided: []Undecided{{"dead-resolver", "1 lookup stood for 5 s."}},
	Unseen:    []string{"3 JVMs of other users were not asked."},
	Samples:   []Sample{{"receive_scale", [][2]string{{"listener", "[::]:9092"}, {"scale", "7"}}, 2}, {"syncookies_sent", nil, 12}},
}

func TestOutputIsThatOfTheFiles(t *testing.T) {
	for name, write := range map[string]func(*bytes.Buffer) error{
		"finding.json": func(b *bytes.Buffer) error { return finding.WriteJSON(b) },
		"finding.txt":  func(b *bytes.Buffer) error { return finding.WriteText(b) },
		"finding.prom": func(b *bytes.Buffer) error { return finding.WritePrometheus(b) },
		"nothing.json": func(b *bytes.Buffer) error { return Answer{Host: Host{Name: "h", Kernel: "6.1"}}.WriteJSON(b) },
		"nothing.txt":  func(b *bytes.Buffer) error { return Answer{Host: Host{Name: "h", Kernel: "6.1"}}.WriteText(b) },
	} {
		var got bytes.Buffer
		check.Must(t, write(&got))
		file := "../../testdata/" + name
		if *update {
			check.Must(t, os.WriteFile(file, got.Bytes(), 0o644))
		}
		want, err := os.ReadFile(file)
		check.Must(t, err)
		check.ErrorIf(t, got.String() != string(want),
			"%s: now it is\n%s\n(go test ./internal/answer -update rewrites it)", name, got.String())
	}
}

func TestLinesAreNotLongerThanAScreen(t *testing.T) {
	var text bytes.Buffer
	check.Must(t, finding.WriteText(&text))
	lines := strings.Split(text.String(), "\n")
	for _, line := range lines[1:] {
		check.ErrorIf(t, len(line) > width, "%d characters: %s", len(line), line)
	}
}

func TestEveryMetricIsExplained(t *testing.T) {
	var text bytes.Buffer
	check.Must(t, finding.WritePrometheus(&text))
	for _, line := range strings.Split(text.String(), "\n") {
		check.ErrorIf(t, strings.HasPrefix(line, "# HELP ") && len(strings.Fields(line)) < 5,
			"no explanation: %q", line)
	}
	if !strings.Contains(text.String(), `faultlab_live_finding{id="window-scale-mismatch",confidence="likely",subject="listener [::]:9092"} 1`) {
		t.Errorf("no finding in\n%s", text.String())
	}
}

func TestLabelsAreEscaped(t *testing.T) {
	var text bytes.Buffer
	a := Answer{Samples: []Sample{{"dns_sockets", [][2]string{{"x", "a\"b\\c\nd"}}, 1}}}
	check.Must(t, a.WritePrometheus(&text))
	check.ErrorIf(t, !strings.Contains(text.String(), `{x="a\"b\\c\nd"}`), "not escaped: %s", text.String())
}
