package answer

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

const width = 100

// NothingToJudge is said where silence would be taken for health.
const NothingToJudge = "nothing to judge: no established TCP connection, and no JVM that answered"

// WriteJSON writes the answer in the schema of ./faultlab diagnose --json.
func (a Answer) WriteJSON(to io.Writer) error {
	// An empty list is a list.
	a.Host.Seen = append([]string{}, a.Host.Seen...)
	a.Findings = append([]Finding{}, a.Findings...)
	a.Undecided = append([]Undecided{}, a.Undecided...)
	a.Unseen = append([]string{}, a.Unseen...)
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(a)
}

// WriteText writes the answer for people: findings first, then doubts, then blind spots.
func (a Answer) WriteText(to io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, Linux %s, %.1f s: %d connections, %d listening sockets, %d JVMs; %.3f s of CPU used\n", Line(a.Host.Name),
		Line(a.Host.Kernel), a.Host.Seconds, a.Host.Connections, a.Host.Listeners, a.Host.JVMs, a.Host.CPUSeconds)
	if len(a.Findings) == 0 {
		if a.Judged() {
			out.WriteString("no finding\n")
		} else {
			out.WriteString(NothingToJudge + "\n")
		}
	}
	for _, f := range a.Findings {
		fmt.Fprintf(&out, "\n%s (%s): %s\n", Line(f.ID), f.Confidence, Line(f.Subject))
		paragraph(&out, "where", f.Where)
		paragraph(&out, "why", f.Why)
		paragraph(&out, "not", f.Not)
		paragraph(&out, "do", f.Do)
		if f.Lab != "" {
			paragraph(&out, "lab", "make lab-"+f.Lab+" shows the fault, ./faultlab fixes "+f.Lab+" lists fixes")
		}
	}
	if len(a.Undecided) > 0 {
		out.WriteString("\ninconclusive:\n")
		for _, u := range a.Undecided {
			paragraph(&out, u.ID, u.Why)
		}
	}
	list(&out, "seen", a.Host.Seen)
	list(&out, "not seen", a.Unseen)
	_, err := io.WriteString(to, out.String())
	return err
}

func list(out *strings.Builder, title string, items []string) {
	if len(items) == 0 {
		return
	}
	out.WriteString("\n" + title + ":\n")
	for _, item := range items {
		wrap(out, "  - ", item)
	}
}

func paragraph(out *strings.Builder, label, text string) { wrap(out, "  "+label+": ", text) }

func wrap(out *strings.Builder, first, text string) {
	line := Line(first)
	for _, word := range strings.Fields(Line(text)) {
		if len(line)+len(word) > width && strings.TrimSpace(line) != "" {
			out.WriteString(strings.TrimRight(line, " ") + "\n")
			line = "    "
		}
		line += word + " "
	}
	out.WriteString(strings.TrimRight(line, " ") + "\n")
}
