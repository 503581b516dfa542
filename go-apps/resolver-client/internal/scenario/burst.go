package scenario

import (
	"fmt"
	"io"
	"time"
)

// longerThanAny is further than any entry of the lab is kept.
const longerThanAny = 24 * time.Hour

// Burst: many callers ask at the moment at which an entry has expired, again and again.
//
// The expiry is brought about by putting the cache's clock forward, so that it lies between two
// bursts and never inside one. What is expected without merging is one lookup per caller and
// expiry, with merging one per expiry. Put forward by less than the entry has left, the clock
// brings none about, and every burst has to find the entry.
func Burst(args []string, out io.Writer) error {
	var result struct {
		Setting
		Clients  int `json:"clients"`
		Expiries int `json:"expiries"`
		// Forward is by how much the cache's clock is put forward before each burst.
		Forward string `json:"forward"`
		Asking
		// Enough is how many lookups would do where each time an entry expires: one to fill the cache
		// and one per expiry.
		Enough int `json:"enough"`
	}
	var forward time.Duration
	set := result.flags("burst")
	set.IntVar(&result.Clients, "clients", 64, "callers at every expiry")
	set.IntVar(&result.Expiries, "expiries", 5, "how many times the entry expires")
	set.DurationVar(&forward, "forward", longerThanAny, "by how much the cache's clock is put forward before each burst")
	if err := result.parse(set, args); err != nil {
		return err
	}
	if err := positive("clients", result.Clients); err != nil {
		return err
	}
	if err := positive("expiries", result.Expiries); err != nil {
		return err
	}
	if forward <= 0 {
		return fmt.Errorf("--forward %v: expected a time to put the clock forward by", forward)
	}
	result.Forward = forward.String()
	b := result.bench()
	fill := newCallers(b, result.Host)
	fill.ask(time.Now())
	if _, err := fill.result(); err != nil {
		return err
	}
	c := newCallers(b, result.Host)
	for range result.Expiries {
		b.clock.Forward(forward)
		c.together(result.Clients, func() { c.ask(time.Now()) })
	}
	var err error
	if result.Asking, err = c.result(); err != nil {
		return err
	}
	result.Asked++
	result.Enough = result.Expiries + 1
	return print(out, result)
}
