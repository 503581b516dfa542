package answer

import (
	"fmt"
	"io"
	"sort"
	"strings"
)

const prefix = "faultlab_live_"

var help = map[string]string{
	"finding":             "A finding; the value is 1.",
	"findings":            "Number of findings in the last check.",
	"undecided":           "Number of suspicions that are inconclusive.",
	"judged":              "1 if there was anything to judge, otherwise 0.",
	"cpu_seconds":         "CPU time that this program used for the check.",
	"connections":         "Established TCP connections.",
	"receive_scale":       "Connections of a listener by the window scale that this host applies.",
	"syncookies_sent":     "SYN cookies sent since the network namespace was created.",
	"syncookies_received": "SYN cookies that came back since the network namespace was created.",
	"listen_overflows":    "Connections that met a full accept queue since the network namespace was created.",
	"listen_drops":        "SYNs and ACKs that listening sockets dropped since the network namespace was created.",
	"syn_retransmits":     "SYNs and SYN-ACKs sent again since the network namespace was created.",
	"conntrack_entries":   "Tracked connections of this network namespace.",
	"conntrack_dropped":   "Packets that connection tracking dropped since the network namespace was created.",
	"jvm_waiting_threads": "Threads of a JVM that waited in one place: the minimum over the thread dumps of the last check.",
	"dns_sockets":         "UDP sockets to port 53 that the last check saw; there were at least as many queries.",
}

// WritePrometheus writes the answer in Prometheus' text format.
func (a Answer) WritePrometheus(to io.Writer) error {
	judged := 0.0
	if a.Judged() {
		judged = 1
	}
	samples := append([]Sample{
		{Name: "findings", Value: float64(len(a.Findings))},
		{Name: "undecided", Value: float64(len(a.Undecided))},
		{Name: "judged", Value: judged},
		{Name: "cpu_seconds", Value: a.Host.CPUSeconds},
		{Name: "connections", Value: float64(a.Host.Connections)},
	}, a.Samples...)
	for _, f := range a.Findings {
		samples = append(samples, Sample{"finding",
			[][2]string{{"id", f.ID}, {"confidence", string(f.Confidence)}, {"subject", f.Subject}}, 1})
	}
	// One metric's samples stand together.
	sort.SliceStable(samples, func(i, j int) bool { return samples[i].Name < samples[j].Name })
	var out strings.Builder
	last := ""
	for _, sample := range samples {
		if sample.Name != last {
			fmt.Fprintf(&out, "# HELP %s%s %s\n# TYPE %s%s gauge\n", prefix, sample.Name, help[sample.Name], prefix, sample.Name)
			last = sample.Name
		}
		out.WriteString(prefix + sample.Name)
		if len(sample.Labels) > 0 {
			labels := make([]string, len(sample.Labels))
			for i, label := range sample.Labels {
				labels[i] = label[0] + `="` + escape.Replace(Visible(label[1])) + `"`
			}
			out.WriteString("{" + strings.Join(labels, ",") + "}")
		}
		fmt.Fprintf(&out, " %g\n", sample.Value)
	}
	_, err := io.WriteString(to, out.String())
	return err
}

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
