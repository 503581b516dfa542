package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"faultlab/live/internal/answer"
	"faultlab/live/internal/jvm"
)

// soon is how long after a dump that shows a queue another one is taken, to see whether the queue moves.
const soon = 200 * time.Millisecond

// jvms is what the JVMs have said.
type jvms struct {
	asked int
	// silent: one that was named did not answer.
	silent bool
	part   answer.Part
}

// dumpAll asks each JVM for thread dumps, spread over the time. When it returns, no goroutine waits for a JVM any more, also where the
// context has ended.
func dumpAll(ctx context.Context, machine *jvm.Machine, which string, began time.Time, duration time.Duration) jvms {
	var result jvms
	found, named, err := choose(machine, which, &result)
	if err != nil {
		result.part.Unseen = append(result.part.Unseen, "JVMs: "+err.Error())
		return result
	}
	parts := make([]answer.Part, len(found))
	answered := make([]bool, len(found))
	var all sync.WaitGroup
	for i, process := range found {
		all.Add(1)
		guarded(func() {
			parts[i], answered[i] = dump(ctx, process, began, duration)
			all.Done() // not after a panic: half of it must not be used
		})
	}
	all.Wait()
	for i, part := range parts {
		if answered[i] {
			result.asked++
		} else if named {
			result.silent = true
		}
		result.part.Findings = append(result.part.Findings, part.Findings...)
		result.part.Undecided = append(result.part.Undecided, part.Undecided...)
		result.part.Unseen = append(result.part.Unseen, part.Unseen...)
		result.part.Seen = append(result.part.Seen, part.Seen...)
		result.part.Samples = append(result.part.Samples, part.Samples...)
	}
	return result
}

// choose also says whether they are those that were named.
func choose(machine *jvm.Machine, which string, result *jvms) (found []jvm.Process, named bool, err error) {
	if which == "none" {
		return nil, false, nil
	}
	numbers, err := processes(which)
	if err != nil {
		return nil, false, err
	}
	if numbers == nil {
		found, others, err := machine.Find()
		if others > 0 {
			result.part.Unseen = append(result.part.Unseen, fmt.Sprintf("%d JVMs of other users were not asked.", others))
		}
		return found, false, err
	}
	slices.Sort(numbers)
	for _, number := range slices.Compact(numbers) {
		process, err := machine.At(number)
		if err != nil {
			result.silent = true
			result.part.Unseen = append(result.part.Unseen, "JVMs: "+err.Error())
			continue
		}
		found = append(found, process)
	}
	return found, true, nil
}

// dump takes the dumps of one JVM: at the beginning, in the middle and at the end.
func dump(ctx context.Context, process jvm.Process, began time.Time, duration time.Duration) (answer.Part, bool) {
	var part answer.Part
	var dumps, after [][]jvm.Thread
	due := began
	for i := range jvm.Dumps {
		sleep(ctx, time.Until(due))
		threads, err := process.Threads(ctx)
		if err != nil {
			part.Unseen = append(part.Unseen, fmt.Sprintf("JVM %d: no thread dump: %v", process.PID, err))
			return part, false
		}
		// A JVM that was slow to answer is not asked again at once: what is there in each dump should be there for a while.
		due = began.Add(duration * time.Duration(i+1) / (jvm.Dumps - 1))
		if earliest := time.Now().Add(duration / (2 * jvm.Dumps)); due.Before(earliest) {
			due = earliest
		}
		dumps, after = append(dumps, threads), append(after, nil)
		if jvm.Crowded(threads) {
			sleep(ctx, soon)
			// Without it the queue is inconclusive.
			if threads, err := process.Threads(ctx); err == nil {
				after[i] = threads
			}
		}
	}
	judged := jvm.Judge(process.PID, dumps, after)
	if setting, err := process.NameCache(ctx); err == nil {
		judged.Seen = append(judged.Seen, setting)
	} else {
		judged.Unseen = append(judged.Unseen, fmt.Sprintf("JVM %d: no system properties: %v", process.PID, err))
	}
	return judged, true
}

// sleep ends with the context.
func sleep(ctx context.Context, howLong time.Duration) {
	timer := time.NewTimer(howLong)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
