package main

import (
	"fmt"
	"sync"
	"time"

	"faultlab/live/internal/answer"
	"faultlab/live/internal/jvm"
)

// jvms is what the JVMs have said.
type jvms struct {
	asked int
	part  answer.Part
}

// dumpAll asks each JVM for thread dumps, spread over the time.
func dumpAll(which string, began time.Time, duration time.Duration) jvms {
	var result jvms
	found, err := choose(which, &result.part)
	if err != nil {
		result.part.Unseen = append(result.part.Unseen, "JVMs: "+err.Error())
		return result
	}
	parts := make([]answer.Part, len(found))
	answered := make([]bool, len(found))
	var all sync.WaitGroup
	for i, process := range found {
		all.Add(1)
		go func() {
			defer all.Done()
			parts[i], answered[i] = dump(process, began, duration)
		}()
	}
	all.Wait()
	for i, part := range parts {
		if answered[i] {
			result.asked++
		}
		result.part.Findings = append(result.part.Findings, part.Findings...)
		result.part.Undecided = append(result.part.Undecided, part.Undecided...)
		result.part.Unseen = append(result.part.Unseen, part.Unseen...)
		result.part.Seen = append(result.part.Seen, part.Seen...)
		result.part.Samples = append(result.part.Samples, part.Samples...)
	}
	return result
}

func choose(which string, part *answer.Part) ([]jvm.Process, error) {
	if which == "none" {
		return nil, nil
	}
	numbers, err := processes(which)
	if err != nil {
		return nil, err
	}
	if numbers == nil {
		found, others, err := jvm.Find(proc)
		if others > 0 {
			part.Unseen = append(part.Unseen, fmt.Sprintf("%d JVMs of other users were not asked.", others))
		}
		return found, err
	}
	var found []jvm.Process
	for _, number := range numbers {
		process, err := jvm.At(proc, number)
		if err != nil {
			return nil, err
		}
		found = append(found, process)
	}
	return found, nil
}

// dump takes the dumps of one JVM: at the beginning, in the middle and at the end.
func dump(process jvm.Process, began time.Time, duration time.Duration) (answer.Part, bool) {
	var part answer.Part
	var dumps [][]jvm.Thread
	for i := range jvm.Dumps {
		time.Sleep(time.Until(began.Add(duration * time.Duration(i) / (jvm.Dumps - 1))))
		threads, err := process.Threads()
		if err != nil {
			part.Unseen = append(part.Unseen, fmt.Sprintf("JVM %d: no thread dump: %v", process.PID, err))
			return part, false
		}
		dumps = append(dumps, threads)
	}
	judged := jvm.Judge(process.PID, dumps)
	if said, err := process.NameCache(); err == nil {
		judged.Seen = append(judged.Seen, said)
	} else {
		judged.Unseen = append(judged.Unseen, fmt.Sprintf("JVM %d: no system properties: %v", process.PID, err))
	}
	return judged, true
}
