package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"faultlab/live/internal/jvm"
)

const headerLimit = 5 * time.Second

// watch looks again and again. It ends when it cannot look or cannot write.
func watch(ctx context.Context, chosen options, out io.Writer) error {
	machine := jvm.NewMachine(proc)
	var last page
	failed := make(chan error, 1)
	if chosen.listen != "" {
		listener, err := net.Listen("tcp", chosen.listen)
		if err != nil {
			return err
		}
		mux := http.NewServeMux()
		mux.Handle("/metrics", &last)
		server := http.Server{Handler: mux, ReadHeaderTimeout: headerLimit}
		guarded(func() { failed <- server.Serve(listener) })
		out = &last
	}
	for {
		answer, err := look(ctx, machine, chosen)
		if err != nil {
			return err
		}
		var text bytes.Buffer
		if err := answer.WritePrometheus(&text); err != nil {
			return err
		}
		if _, err := out.Write(text.Bytes()); err != nil {
			return err
		}
		select {
		case err := <-failed:
			return err
		default:
		}
	}
}

// page keeps the last answer for all requests.
type page struct {
	mu   sync.Mutex
	text []byte
}

// Write replaces the page.
func (p *page) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = bytes.Clone(text)
	return len(text), nil
}

func (p *page) ServeHTTP(to http.ResponseWriter, _ *http.Request) {
	p.mu.Lock()
	text := p.text
	p.mu.Unlock()
	if text == nil {
		http.Error(to, "the first check has not finished yet", http.StatusServiceUnavailable)
		return
	}
	to.Header().Set("Content-Type", "text/plain; version=0.0.4")
	_, _ = to.Write(text)
}
