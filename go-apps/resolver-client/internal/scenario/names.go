package scenario

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
)

// Names: many names are asked for once each, and expire; what does the cache still hold?
//
// One more lookup follows the expiry, so that a cache that tidies up when it is used has its
// chance. The expiry is brought about by putting the cache's clock forward.
func Names(args []string, out io.Writer) error {
	var result struct {
		Setting
		Names int `json:"names"`
		// Expired is how many entries came to their end.
		Expired int `json:"expired"`
		// Kept is how many of them the cache still holds.
		Kept int `json:"kept"`
		// Entries is what it holds in all.
		Entries int `json:"entries"`
		// BytesPerName is what the garbage collector could not take back; null for none kept, and
		// with lookups over the network, whose own memory would be in it.
		BytesPerName *float64 `json:"bytesPerName"`
	}
	workers := 0
	set := result.flags("names")
	set.IntVar(&result.Names, "names", 2000, "names asked for: n0.HOST, n1.HOST, ...")
	set.IntVar(&workers, "workers", 8, "callers who ask for them")
	if err := result.parse(set, args); err != nil {
		return err
	}
	if err := positive("names", result.Names); err != nil {
		return err
	}
	if err := positive("workers", workers); err != nil {
		return err
	}
	before := heap()
	b := result.bench()
	if err := askEach(b, result.Names, workers, result.Host); err != nil {
		return err
	}
	filled, _ := b.held()
	if filled != result.Names {
		return fmt.Errorf("%d entries after %d names: the cache keeps nothing, or not for long enough",
			filled, result.Names)
	}
	b.clock.Forward(longerThanAny)
	result.Expired = filled
	if _, err := b.Resolve(context.Background(), "last."+result.Host); err != nil {
		return err
	}
	result.Entries, result.Kept = b.held()
	if result.Lookup == "memory" && result.Kept > 0 {
		perName := float64(int64(heap())-int64(before)) / float64(result.Kept)
		result.BytesPerName = &perName
	}
	runtime.KeepAlive(b)
	return print(out, result)
}

func askEach(b bench, names, workers int, zone string) error {
	todo := make(chan int)
	failures := make(chan error, workers)
	var done sync.WaitGroup
	for range workers {
		done.Add(1)
		go func() {
			defer done.Done()
			var failed error
			for i := range todo {
				if _, err := b.Resolve(context.Background(), fmt.Sprintf("n%d.%s", i, zone)); err != nil {
					failed = err
				}
			}
			failures <- failed
		}()
	}
	for i := range names {
		todo <- i
	}
	close(todo)
	done.Wait()
	for range workers {
		if err := <-failures; err != nil {
			return err
		}
	}
	return nil
}

// heap is what is in use after a collection, in bytes.
func heap() uint64 {
	// Twice: what a finalizer held goes with the second.
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
