// The Go programs of the DNS test captures: workers that call a backend by name through a cache of
// fixed lifetime, with or without merging lookups, or that look up one name without a cache.
//
// Usage: stampede fixed|merged|plain WORKERS SECONDS TTL_MS
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

type cache struct {
	lock    sync.Mutex
	merge   sync.Mutex
	merged  bool
	ttl     time.Duration
	address string
	until   time.Time
}

func (c *cache) get(name string) (string, error) {
	if address := c.fresh(); address != "" {
		return address, nil
	}
	if c.merged {
		c.merge.Lock()
		defer c.merge.Unlock()
		if address := c.fresh(); address != "" {
			return address, nil
		}
	}
	found, err := net.DefaultResolver.LookupHost(context.Background(), name)
	if err != nil {
		return "", err
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	c.address, c.until = found[0], time.Now().Add(c.ttl)
	return found[0], nil
}

func (c *cache) fresh() string {
	c.lock.Lock()
	defer c.lock.Unlock()
	if time.Now().Before(c.until) {
		return c.address
	}
	return ""
}

func call(address string) error {
	connection, err := net.Dial("tcp", net.JoinHostPort(address, "80"))
	if err != nil {
		return err
	}
	defer connection.Close()
	fmt.Fprintf(connection, "GET / HTTP/1.0\r\n\r\n")
	buffer := make([]byte, 512)
	_, err = connection.Read(buffer)
	return err
}

func main() {
	workers, _ := strconv.Atoi(os.Args[2])
	seconds, _ := strconv.Atoi(os.Args[3])
	ttl, _ := strconv.Atoi(os.Args[4])
	shared := &cache{merged: os.Args[1] == "merged", ttl: time.Duration(ttl) * time.Millisecond}
	end := time.Now().Add(time.Duration(seconds) * time.Second)
	var group sync.WaitGroup
	for i := 0; i < workers; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for time.Now().Before(end) {
				address, err := shared.get("backend.lab")
				if err == nil && os.Args[1] != "plain" {
					err = call(address)
				}
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
				}
				time.Sleep(200 * time.Millisecond) // the pace of a worker, not a wait for something
			}
		}()
	}
	group.Wait()
}
