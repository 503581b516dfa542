package main

import (
	"io"
	"sync"
)

// inputQueue holds what a reader has not taken yet. It is unbounded on purpose: with a bound, one command that does
// not read its input (or one client that does not read its output) would stop the channel for all the others.
type inputQueue struct {
	mu     sync.Mutex
	filled *sync.Cond
	parts  [][]byte
	ended  bool
}

func newInputQueue() *inputQueue {
	q := &inputQueue{}
	q.filled = sync.NewCond(&q.mu)
	return q
}

func (q *inputQueue) put(part []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.ended {
		q.parts = append(q.parts, part)
		q.filled.Signal()
	}
}

func (q *inputQueue) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended = true
	q.filled.Broadcast()
}

// feed writes everything to w until the end, and then closes w if asked to.
func (q *inputQueue) feed(w io.WriteCloser, closing bool) {
	if closing {
		defer w.Close()
	}
	for {
		q.mu.Lock()
		for len(q.parts) == 0 && !q.ended {
			q.filled.Wait()
		}
		parts := q.parts
		q.parts = nil
		over := q.ended && len(parts) == 0
		q.mu.Unlock()
		if over {
			return
		}
		for _, part := range parts {
			if _, err := w.Write(part); err != nil {
				q.end()
				return
			}
		}
	}
}
