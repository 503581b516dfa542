package jvm

import (
	"fmt"
	"strconv"
	"strings"

	"faultlab/live/internal/answer"
)

// fewestThreads is how many threads must be in a place, in every dump, for it to count.
const fewestThreads = 4

// Judge says what a JVM's dumps show. Fewer than three show nothing.
func Judge(pid int, dumps [][]Thread) answer.Part {
	var part answer.Part
	if len(dumps) < Dumps {
		return part
	}
	for _, p := range places {
		p.judge(pid, dumps, &part)
	}
	return part
}

func (p place) judge(pid int, dumps [][]Thread, part *answer.Part) {
	var queues []queue
	fewest := -1
	var counts []string
	holders := map[string]string{}
	unknown := 0
	for _, dump := range dumps {
		q := p.queueAt(dump)
		queues = append(queues, q)
		counts = append(counts, strconv.Itoa(q.threads))
		if fewest < 0 || q.threads < fewest {
			fewest = q.threads
		}
		if q.id == "" {
			unknown++
		} else {
			holders[q.id] = q.holder
		}
	}
	part.Samples = append(part.Samples, answer.Sample{Name: "jvm_waiting_threads",
		Labels: [][2]string{{"pid", strconv.Itoa(pid)}, {"id", p.id}}, Value: float64(fewest)})
	if fewest < fewestThreads {
		return
	}
	found := answer.Finding{
		ID: p.id, Confidence: answer.Likely, Lab: p.lab,
		Subject: fmt.Sprintf("JVM %d: %s", pid, p.title),
		Where:   fmt.Sprintf("process %d", pid),
		Not:     p.not + fmt.Sprintf(" %d dumps are %d moments; what was between them was not seen.", len(dumps), len(dumps)),
		Do:      p.do,
	}
	if p.busy {
		found.Why = fmt.Sprintf("In %d thread dumps, %s threads are at it (%s); %s.", len(dumps), strings.Join(counts, ", "), p.look, waitingFor(queues))
		part.Findings = append(part.Findings, found)
		return
	}
	facts := fmt.Sprintf("In %d thread dumps, %s threads wait for one lock of class %s (%s).", len(dumps), strings.Join(counts, ", "),
		queues[0].lock.Class, p.look)
	switch {
	case unknown == len(dumps):
		part.Doubt(p.id, fmt.Sprintf("JVM %d: %s Who holds it cannot be told from the dumps.", pid, facts))
		return
	case p.turns && len(holders) == 1 && unknown == 0:
		part.Doubt(p.id, fmt.Sprintf("JVM %d: %s In each dump the same thread looks up (%s): one look-up that takes long, and not"+
			" look-ups that take turns.", pid, facts, first(holders)))
		return
	case p.turns && len(holders) == 1:
		part.Doubt(p.id, fmt.Sprintf("JVM %d: %s Only one thread was seen looking up (%s).", pid, facts, first(holders)))
		return
	}
	held := "the holder is the same in all: " + first(holders)
	if len(holders) > 1 {
		held = "the holders take turns: " + names(queues)
	}
	if unknown > 0 {
		held += fmt.Sprintf(" (in %d dumps it cannot be told)", unknown)
	}
	found.Where += ", lock of class " + queues[0].lock.Class
	found.Why = facts + " As to who has it: " + held + "."
	part.Findings = append(part.Findings, found)
}

// waitingFor says how many of the threads in a busy place stand still for one lock, dump by dump.
func waitingFor(queues []queue) string {
	var counts []string
	class := ""
	for _, q := range queues {
		counts = append(counts, strconv.Itoa(q.waiting))
		if q.waiting > 0 && class == "" {
			class = q.lock.Class
		}
	}
	if class == "" {
		return "none of them waits for a lock"
	}
	return strings.Join(counts, ", ") + " of them wait for one lock, of class " + class + " where it was seen first"
}

func first(holders map[string]string) string {
	for _, name := range holders {
		return strconv.Quote(name)
	}
	return "unknown"
}

func names(queues []queue) string {
	var all []string
	seen := map[string]bool{}
	for _, q := range queues {
		if q.id != "" && !seen[q.id] {
			seen[q.id] = true
			all = append(all, strconv.Quote(q.holder))
		}
	}
	return strings.Join(all, ", ")
}
