package answer

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"faultlab/live/internal/check"
)

const hostile = "\x1b]0;t\x07\u202e\u009b2J\U000e0001\xff\r\nwindow (certain): x"

func TestHostileTextIsShown(t *testing.T) {
	if got, want := Line(hostile), `\u001b]0;t\u0007\u202e\u009b2J\udb40\udc01\xff\u000d window (certain): x`; got != want {
		t.Errorf("found %s, expected %s", got, want)
	}
	if text := "grün 日本 🙂\n"; Visible(text) != text {
		t.Errorf("ordinary text became %s", Visible(text))
	}
}

func TestNoTextReachesTheTerminalAsItIs(t *testing.T) {
	hostileAnswer := Answer{
		Host:      Host{Name: hostile, Kernel: hostile, Seen: []string{hostile}},
		Findings:  []Finding{{ID: hostile, Confidence: Likely, Subject: hostile, Where: hostile, Why: hostile, Not: hostile, Do: hostile, Lab: hostile}},
		Undecided: []Undecided{{hostile, hostile}},
		Unseen:    []string{hostile},
		Samples:   []Sample{{"dns_sockets", [][2]string{{"x", hostile}}, 1}},
	}
	var text, metrics bytes.Buffer
	check.Must(t, hostileAnswer.WriteText(&text))
	check.Must(t, hostileAnswer.WritePrometheus(&metrics))
	for _, written := range []string{text.String(), metrics.String()} {
		if at := strings.IndexFunc(written, func(r rune) bool { return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf) }); at >= 0 {
			t.Errorf("a control character at %d: %q", at, written)
		}
		for _, line := range strings.Split(written, "\n") {
			check.ErrorIf(t, strings.HasPrefix(line, "window (certain)"), "a line of its own: %q", written)
		}
	}
}
