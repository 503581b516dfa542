package dnscache

import (
	"context"
	"fmt"
	"time"
)

// flight is one lookup that several callers wait for.
type flight struct {
	done   chan struct{}
	answer Answer
	err    error
}

func newFlight() *flight {
	return &flight{done: make(chan struct{})}
}

// wait is over when the lookup has ended or the caller has had enough.
func (f *flight) wait(ctx context.Context) (Answer, error) {
	select {
	case <-f.done:
		return f.answer, f.err
	case <-ctx.Done():
		return Answer{}, context.Cause(ctx)
	}
}

// fly looks up, for at most limit, or defaultLimit where that is not positive. Whoever keeps flights
// must forget this one before it lands, or somebody who comes in between is given an answer that is
// over. A panic of ask becomes everybody's error: nobody would land otherwise.
func (f *flight) fly(ask Func, host string, limit time.Duration) {
	if limit <= 0 {
		limit = defaultLimit
	}
	// Nobody's context in particular: the first caller's cancellation must not fail the others.
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			f.err = fmt.Errorf("dnscache: looking up %s: panic: %v", host, r)
		}
	}()
	f.answer, f.err = ask(ctx, host)
}

// land tells everyone who waits.
func (f *flight) land() {
	close(f.done)
}
