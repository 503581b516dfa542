// Looks names up one after the other, from two goroutines, with Go's own resolver.
//
// Usage: walk NAMES
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"time"
)

func main() {
	names, err := strconv.Atoi(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "Usage: walk NAMES")
		os.Exit(64)
	}
	resolver := &net.Resolver{PreferGo: true}
	var group sync.WaitGroup
	for worker := 0; worker < 2; worker++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := worker; i < names; i += 2 {
				// Whether there is an answer is the relay's choice.
				_, _ = resolver.LookupHost(context.Background(), fmt.Sprintf("n%d.walk.lab", i))
				time.Sleep(200 * time.Millisecond)
			}
		}()
	}
	group.Wait()
}
