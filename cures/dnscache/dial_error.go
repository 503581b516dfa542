package dnscache

import (
	"context"
	"errors"
	"net"
)

// causes is the Err of a *net.OpError that has several, or one that others have wrapped. Its Timeout and
// its Temporary are what the *net.OpError answers: that, and url.Error, ask their Err alone and do not
// unwrap it.
type causes struct {
	text      string
	timeout   bool
	temporary bool
	all       []error
}

func (c *causes) Error() string   { return c.text }
func (c *causes) Timeout() bool   { return c.timeout }
func (c *causes) Temporary() bool { return c.temporary }
func (c *causes) Unwrap() []error { return c.all }

// unresolved is the error of a call that has no addresses because of err.
func unresolved(ctx context.Context, network, host string, err error) error {
	if _, ok := err.(*net.DNSError); !ok {
		decides, all := err, []error{err}
		if end := ctx.Err(); end != nil {
			// Where somebody gave the context a cause, only this tells a time-out from a cancellation.
			decides, all = end, []error{end, err}
		}
		var timed interface{ Timeout() bool }
		timeout := errors.As(decides, &timed) && timed.Timeout()
		err = &causes{text: "lookup " + host + ": " + err.Error(), timeout: timeout, temporary: timeout, all: all}
	}
	return &net.OpError{Op: "dial", Net: network, Err: err}
}

// unreached is the first error of failed, which are a net.Dialer's and therefore *net.OpErrors. The others
// can be found in it, and the cause of ctx if that has ended.
func unreached(ctx context.Context, failed []error) error {
	first, others := failed[0], failed[1:]
	if cause := context.Cause(ctx); cause != nil && !errors.Is(first, cause) {
		others = append(others, cause)
	}
	op, ok := first.(*net.OpError)
	if !ok || len(others) == 0 {
		return first
	}
	whole := *op
	whole.Err = &causes{
		text:      op.Err.Error(),
		timeout:   op.Timeout(),
		temporary: op.Temporary(),
		all:       append([]error{op.Err}, others...),
	}
	return &whole
}
