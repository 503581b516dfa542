package scenario

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"testing"
	"time"

	"faultlab/resolver-client/internal/samples"
)

// Exhibit: what package testing makes of a benchmark without its loop.
//
// The article's works slept 997 and 1100 ms under a benchmark time of 1 s; the rows are the same at
// --bench-time, with more room for a busy machine between what is just too short and just too long.
func Exhibit(args []string, out io.Writer) error {
	type row struct {
		Work       string  `json:"work"`
		WorkMillis float64 `json:"workMillis"`
		// Claimed is the N of the run that was reported, Done how often the work was done in it.
		Claimed     int     `json:"claimedIterations"`
		Done        int     `json:"doneIterations"`
		MillisPerOp float64 `json:"claimedMillisPerOp"`
		// Share is the claimed time per operation over the true one.
		Share float64 `json:"claimedOverTrue"`
	}
	var result struct {
		Scenario    string  `json:"scenario"`
		Go          string  `json:"go"`
		BenchMillis float64 `json:"benchMillis"`
		Rows        []row   `json:"rows"`
	}
	result.Scenario = "exhibit"
	result.Go = runtime.Version()
	set := flag.NewFlagSet("exhibit", flag.ContinueOnError)
	benchTime := set.Duration("bench-time", 200*time.Millisecond, "stands for the second of `go test`")
	if err := set.Parse(args); err != nil {
		return err
	}
	if *benchTime < 10*time.Millisecond || *benchTime > 2*time.Second {
		return fmt.Errorf("--bench-time %v: expected 10ms to 2s", *benchTime)
	}
	testing.Init()
	if err := flag.CommandLine.Set("test.benchtime", benchTime.String()); err != nil {
		return err
	}
	result.BenchMillis = *millis(*benchTime)
	of := func(share float64) time.Duration { return time.Duration(share * float64(*benchTime)) }
	for _, each := range []struct {
		work  string
		form  func(func()) func(*testing.B)
		takes []time.Duration
	}{
		{"0.9, looped", samples.Looped, []time.Duration{of(0.9)}},
		{"0.9 then 1.01", samples.Unlooped, []time.Duration{of(0.9), of(1.01)}},
		{"1.1", samples.Unlooped, []time.Duration{of(1.1)}},
		{"0.5", samples.Unlooped, []time.Duration{of(0.5)}},
	} {
		done := 0
		work := samples.Sleeper(each.takes...)
		form := each.form(func() { done++; work() })
		measured := testing.Benchmark(func(b *testing.B) { done = 0; form(b) })
		last := *millis(each.takes[len(each.takes)-1])
		claimed := *millis(measured.T) / float64(measured.N)
		result.Rows = append(result.Rows, row{each.work, last, measured.N, done, claimed, claimed / last})
	}
	return print(out, result)
}
