package samples

import (
	"testing"
	"time"
)

// Unlooped is the article's benchmark: it does its work once, whatever b.N is.
//
// Package testing runs a benchmark with N = 1, 2, 3, 5 ... until one run takes the time it wants
// (1 s), and then reports that run's time divided by its N. Without the loop the work is one in
// every run and only the divisor grows. The article's 997 ms of sleep needed a second run, with
// N = 2, and came out as 500,677,841 ns/op; its 1100 ms ended with the first, as 1,104,960,703. So
// half the time is N, and no cache. With luck otherwise the run is never long enough and N grows to
// its limit: 1,000,000,000 iterations of 0.9 ns.
func Unlooped(work func()) func(*testing.B) {
	return func(b *testing.B) {
		work()
	}
}

// Looped does the work b.N times. B.Loop (Go 1.24) is the form that is hard to get wrong; neither
// the compiler nor vet says anything when either is missing.
func Looped(work func()) func(*testing.B) {
	return func(b *testing.B) {
		for b.Loop() {
			work()
		}
	}
}

// Sleeper works for a time that is known.
func Sleeper(durations ...time.Duration) func() {
	call := 0
	return func() {
		time.Sleep(durations[min(call, len(durations)-1)])
		call++
	}
}
