package jvm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"faultlab/live/internal/answer"
)

// minThreads is how many threads must be in a place, in every dump, for it to count.
const minThreads = 4

// Judge says what a JVM's dumps show. Fewer than three show nothing. Soon has the dump that was taken soon after each of them, or nil.
func Judge(pid int, dumps, soon [][]Thread) answer.Part {
	var part answer.Part
	for _, dump := range append(slices.Clone(dumps), soon...) {
		if Virtual(dump) {
			part.Unseen = append(part.Unseen, fmt.Sprintf("JVM %d has virtual threads. A dump shows none that waits, so queues of them were not seen.", pid))
			break
		}
	}
	if len(dumps) < Dumps {
		return part
	}
	for _, p := range places {
		if p.stuck {
			p.judgeStuck(pid, dumps, &part)
			continue
		}
		p.judge(pid, dumps, soon, &part)
	}
	return part
}

// takesTurns looks at all dumps in the order in which they were taken.
func (p place) takesTurns(dumps, soon [][]Thread) (taken bool, all []queue) {
	for i, dump := range dumps {
		all = append(all, p.queueAt(dump))
		if i < len(soon) && soon[i] != nil {
			all = append(all, p.queueAt(soon[i]))
		}
	}
	for i := range len(all) - 1 {
		taken = taken || turn(all[i], all[i+1])
	}
	return taken, all
}

// maxIdleMillis is the processor time in milliseconds that a thread may take between the first and the last dump and still stands.
const maxIdleMillis = 1

// judgeStuck looks for a thread that is in the place in every dump.
func (p place) judgeStuck(pid int, dumps [][]Thread, part *answer.Part) {
	stuck := 0.0
	for _, thread := range dumps[0] {
		cpu := []string{}
		for _, dump := range dumps {
			for _, again := range dump {
				if again.ID == thread.ID && p.holds(again.Frames) {
					cpu = append(cpu, again.CPU)
				}
			}
		}
		if len(cpu) < len(dumps) {
			continue
		}
		facts := fmt.Sprintf("In %d thread dumps, %q is in SeedGenerator's read (%s)", len(dumps), thread.Name, p.look)
		began, err := strconv.ParseFloat(cpu[0], 64)
		ended, errAfter := strconv.ParseFloat(cpu[len(cpu)-1], 64)
		switch {
		case err != nil || errAfter != nil:
			part.AddUndecided(p.id, fmt.Sprintf("JVM %d: %s. This JVM's dumps have no processor time, so it is not known whether one"+
				" read waits or many short reads follow each other.", pid, facts))
		case ended-began <= maxIdleMillis:
			stuck++
			part.Findings = append(part.Findings, answer.Finding{
				ID: p.id, Confidence: answer.Likely, Lab: p.lab,
				Subject: fmt.Sprintf("JVM %d: %s (tid %s)", pid, p.title, thread.ID),
				Where:   fmt.Sprintf("process %d, thread %s", pid, thread.Name),
				Why:     facts + fmt.Sprintf(", and used %.2f ms of processor time between the first dump and the last.", ended-began),
				Not:     p.not, Do: p.do,
			})
		}
	}
	part.Samples = append(part.Samples, answer.Sample{Name: "jvm_waiting_threads",
		Labels: [][2]string{{"pid", strconv.Itoa(pid)}, {"id", p.id}}, Value: stuck})
}

func (p place) judge(pid int, dumps, soon [][]Thread, part *answer.Part) {
	var queues []queue
	smallest := -1
	var counts []string
	holders := map[string]string{}
	unknown := 0
	for _, dump := range dumps {
		q := p.queueAt(dump)
		queues = append(queues, q)
		counts = append(counts, strconv.Itoa(q.threads))
		if smallest < 0 || q.threads < smallest {
			smallest = q.threads
		}
		if q.id == "" {
			unknown++
		} else {
			holders[q.id] = q.holder
		}
	}
	part.Samples = append(part.Samples, answer.Sample{Name: "jvm_waiting_threads",
		Labels: [][2]string{{"pid", strconv.Itoa(pid)}, {"id", p.id}}, Value: float64(smallest)})
	if smallest < minThreads {
		return
	}
	found := answer.Finding{
		ID: p.id, Confidence: answer.Likely, Lab: p.lab,
		Subject: fmt.Sprintf("JVM %d: %s", pid, p.title),
		Where:   fmt.Sprintf("process %d", pid),
		Not:     p.not + fmt.Sprintf(" %d dumps show only %d moments.", len(dumps), len(dumps)),
		Do:      p.do,
	}
	if p.busy {
		found.Why = fmt.Sprintf("In %d thread dumps, %s threads are in this place (%s); %s.", len(dumps), strings.Join(counts, ", "), p.look, waitingFor(queues))
		part.Findings = append(part.Findings, found)
		return
	}
	facts := fmt.Sprintf("In %d thread dumps, %s threads wait for one lock of class %s (%s).", len(dumps), strings.Join(counts, ", "),
		queues[0].lock.Class, p.look)
	if p.turns != nil {
		var taken bool
		if taken, queues = p.takesTurns(dumps, soon); taken {
			found.Where += ", lock of class " + queues[0].lock.Class
			found.Why = facts + " Its holder changes, while the same threads wait: " + names(queues) + "."
			part.Findings = append(part.Findings, found)
			return
		}
	}
	switch {
	case unknown == len(dumps):
		part.AddUndecided(p.id, fmt.Sprintf("JVM %d: %s The dumps do not show the thread that holds it.", pid, facts))
		return
	case p.turns != nil && len(holders) == 1 && unknown == 0:
		part.AddUndecided(p.id, fmt.Sprintf("JVM %d: %s In each dump the same thread looks up (%s). This is one slow lookup, not"+
			" lookups that take turns.", pid, facts, first(holders)))
		return
	case p.turns != nil && len(holders) == 1:
		part.AddUndecided(p.id, fmt.Sprintf("JVM %d: %s Only one thread was seen in a lookup (%s).", pid, facts, first(holders)))
		return
	case p.turns != nil:
		part.AddUndecided(p.id, fmt.Sprintf("JVM %d: %s Different threads look up (%s), but no dump shows that one began while"+
			" threads still waited for another. Slow lookups with cached answers look the same.", pid, facts, names(queues)))
		return
	}
	held := "the same in all dumps: " + first(holders)
	if len(holders) > 1 {
		held = "different in the dumps: " + names(queues)
	}
	if unknown > 0 {
		held += fmt.Sprintf(" (%d dumps do not show it)", unknown)
	}
	found.Where += ", lock of class " + queues[0].lock.Class
	found.Why = facts + " Its holder is " + held + "."
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
	return strings.Join(counts, ", ") + " of them wait for one lock, first seen as class " + class
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
