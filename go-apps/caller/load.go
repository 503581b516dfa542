package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
)

// A load asks a service over HTTP, each time on a new connection. Certificates are not verified.
type load struct {
	// To is the address of the service, whatever the host in a URL.
	To    string
	Kinds map[string]struct {
		Method, URL string
		Headers     map[string]string
		Body        *string
	}
	transport *http.Transport
}

func newLoad(file string) (*load, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	l := &load{}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, err
	}
	l.transport = &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			_, port, err := net.SplitHostPort(address)
			if err != nil {
				return nil, err
			}
			return (&net.Dialer{}).DialContext(ctx, network, net.JoinHostPort(l.To, port))
		},
		TLSClientConfig:    &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10},
		ForceAttemptHTTP2:  true,
		DisableKeepAlives:  true,
		DisableCompression: true,
	}
	return l, nil
}

func (l *load) call(kind string) (int, error) {
	what, ok := l.Kinds[kind]
	if !ok {
		return 0, fmt.Errorf("no request %s", kind)
	}
	var body io.Reader
	if what.Body != nil {
		body = strings.NewReader(*what.Body)
	}
	request, err := http.NewRequest(what.Method, what.URL, body)
	if err != nil {
		return 0, err
	}
	request.Header.Set("User-Agent", "faultlab")
	request.Header.Set("Accept", "*/*")
	if what.Body != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, value := range what.Headers {
		request.Header.Set(name, value)
		if http.CanonicalHeaderKey(name) == "Host" {
			request.Host = value
		}
	}
	response, err := l.transport.RoundTrip(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return 0, fmt.Errorf("status %d, then %w", response.StatusCode, err)
	}
	if response.StatusCode < 200 || response.StatusCode >= 400 {
		return 0, fmt.Errorf("status %d", response.StatusCode)
	}
	return 0, nil
}
