package scenario

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Rounds: every caller asks again as soon as it has its answer (closed load).
//
// It is the load under which a zero-time cache is at its worst: callers come back together, one of
// them starts the next lookup and all others have just missed it.
func Rounds(args []string, out io.Writer) error {
	var result struct {
		Setting
		Clients int `json:"clients"`
		Calls   int `json:"calls"`
		Asking
	}
	set := result.flags("rounds")
	set.IntVar(&result.Clients, "clients", 16, "callers")
	set.IntVar(&result.Calls, "calls", 10, "how often each of them asks")
	if err := result.parse(set, args); err != nil {
		return err
	}
	if err := positive("clients", result.Clients); err != nil {
		return err
	}
	if err := positive("calls", result.Calls); err != nil {
		return err
	}
	c := newCallers(result.bench(), result.Host)
	c.together(result.Clients, func() {
		for range result.Calls {
			c.ask(time.Now())
		}
	})
	var err error
	if result.Asking, err = c.result(); err != nil {
		return err
	}
	return print(out, result)
}

// Arrivals: callers come at a constant rate, whether or not the ones before have their answer (open
// load). The wait counts from when a caller was due, so that a stalled program cannot hide it.
func Arrivals(args []string, out io.Writer) error {
	var result struct {
		Setting
		Rate  int `json:"rate"`
		Calls int `json:"calls"`
		Asking
	}
	set := result.flags("arrivals")
	set.IntVar(&result.Rate, "rate", 200, "callers per second")
	set.IntVar(&result.Calls, "calls", 400, "callers in all")
	if err := result.parse(set, args); err != nil {
		return err
	}
	if result.Rate < 1 || result.Rate > 100_000 {
		return fmt.Errorf("--rate %d: expected 1 to 100000 per second", result.Rate)
	}
	if err := positive("calls", result.Calls); err != nil {
		return err
	}
	c := newCallers(result.bench(), result.Host)
	var waiting sync.WaitGroup
	began := time.Now()
	for i := range result.Calls {
		due := began.Add(time.Duration(i) * time.Second / time.Duration(result.Rate))
		time.Sleep(time.Until(due))
		waiting.Add(1)
		go func() {
			defer waiting.Done()
			c.ask(due)
		}()
	}
	waiting.Wait()
	var err error
	if result.Asking, err = c.result(); err != nil {
		return err
	}
	return print(out, result)
}
