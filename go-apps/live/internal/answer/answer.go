// Package answer is what a look at this host comes to: findings, suspicions and blind spots, as diagnose has them.
package answer

// Confidence is certain or likely; anything less is no finding.
type Confidence string

const (
	// Certain: what was seen leaves no other reading.
	Certain Confidence = "certain"
	// Likely: there is another reading, less plausible, and Not names it.
	Likely Confidence = "likely"
)

// Finding says that this host has a fault.
type Finding struct {
	ID         string     `json:"id"`
	Confidence Confidence `json:"confidence"`
	Subject    string     `json:"subject"`
	Where      string     `json:"where"`
	Why        string     `json:"why"`
	Not        string     `json:"not"`
	Do         string     `json:"do"`
	Lab        string     `json:"lab,omitempty"`
}

// A suspicion that can be neither confirmed nor ruled out from here.
type Undecided struct {
	ID  string `json:"id"`
	Why string `json:"why"`
}

// Host is what was looked at.
type Host struct {
	Name    string  `json:"name"`
	Kernel  string  `json:"kernel"`
	Seconds float64 `json:"seconds"`
	// CPUSeconds is what this program itself has used.
	CPUSeconds  float64 `json:"cpuSeconds"`
	Connections int     `json:"connections"`
	Listeners   int     `json:"listeners"`
	JVMs        int     `json:"jvms"`
	// Seen are facts that are no fault by themselves.
	Seen []string `json:"seen"`
}

// Answer is one look at this host.
type Answer struct {
	Host      Host        `json:"host"`
	Findings  []Finding   `json:"findings"`
	Undecided []Undecided `json:"undecided"`
	Unseen    []string    `json:"unseen"`
	// Silent: a JVM that was asked for by its number did not answer, so that silence says nothing of it.
	Silent bool `json:"-"`
	// Samples are numbers for --watch.
	Samples []Sample `json:"-"`
}

// Sample is a metric in Prometheus' sense.
type Sample struct {
	Name   string
	Labels [][2]string
	Value  float64
}

// Judged says whether anything was there that a finding could have been about.
func (a Answer) Judged() bool { return a.Host.Connections+a.Host.JVMs > 0 }

// Add takes up what one part of the look has found.
func (a *Answer) Add(part Part) {
	a.Findings = append(a.Findings, part.Findings...)
	a.Undecided = append(a.Undecided, part.Undecided...)
	a.Unseen = append(a.Unseen, part.Unseen...)
	a.Host.Seen = append(a.Host.Seen, part.Seen...)
	a.Samples = append(a.Samples, part.Samples...)
}

// Part is what one part of the look has found.
type Part struct {
	Findings  []Finding
	Undecided []Undecided
	Unseen    []string
	Seen      []string
	Samples   []Sample
}

// AddUndecided adds a suspicion.
func (p *Part) AddUndecided(id, why string) { p.Undecided = append(p.Undecided, Undecided{id, why}) }
