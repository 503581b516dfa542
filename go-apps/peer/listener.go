package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Counts is what a lab reads.
type Counts struct {
	Connections    int            `json:"connections"`
	Handshakes     int            `json:"handshakes"`     // TLS handshakes that both sides completed
	Refused        int            `json:"refused"`        // connections that ended without one
	LargestHello   int            `json:"largestHello"`   // bytes of the largest ClientHello, with its record's header
	LargeHellos    int            `json:"largeHellos"`    // ClientHellos beyond the word hello=
	WithoutRequest int            `json:"withoutRequest"` // connections on which nothing was asked
	Requests       int            `json:"requests"`
	AnsweredByRule int            `json:"ruled"` // requests that a rule answered
	Chunked        int            `json:"chunked"`
	WithLength     int            `json:"withLength"`
	OtherBodies    int            `json:"otherBodies"` // bodies that are not the word body=
	Headers        map[string]int `json:"headers"`     // requests that have a header, by its name
}

type listener struct {
	port      string
	config    *tls.Config
	authority []byte
	hello     int
	body      string
	rules     []rule
	accepted  chan net.Conn

	lock   sync.Mutex
	counts Counts
	asked  int // connections with a request
	active int // handshakes and requests under way
}

// conn hides that a connection is TLS: the HTTP server takes the protocol from the first bytes, not from ALPN.
type conn struct {
	net.Conn
	tcp      *net.TCPConn
	requests int
}

type key struct{}

func parse(text string) (*listener, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, errors.New("has no port")
	}
	one := &listener{port: words[0], accepted: make(chan net.Conn)}
	if _, err := strconv.ParseUint(one.port, 10, 16); err != nil {
		return nil, fmt.Errorf("%s is no port", one.port)
	}
	var err error
	secure, keyKind, aki := false, "rsa:2048", true
	config := &tls.Config{}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		switch {
		case word == "tls":
			secure = true
		case word == "no-aki":
			aki = false
		case name == "suites":
			config.CipherSuites, err = suites(value)
			config.MaxVersion = tls.VersionTLS12
		case name == "alpn":
			config.NextProtos = strings.Split(value, ",")
		case name == "key":
			keyKind = value
		case name == "hello":
			one.hello, err = strconv.Atoi(value)
		case name == "body":
			one.body = value
		default:
			var parsed rule
			parsed, err = parseRule(word)
			one.rules = append(one.rules, parsed)
		}
		if err != nil {
			return nil, err
		}
	}
	if secure {
		one.config = config
		var certificate tls.Certificate
		certificate, one.authority, err = issue(keyKind, aki)
		config.Certificates = []tls.Certificate{certificate}
	}
	return one, err
}

func suites(names string) (ids []uint16, err error) {
	for _, name := range strings.Split(names, ",") {
		found := false
		for _, suite := range append(tls.CipherSuites(), tls.InsecureCipherSuites()...) {
			if suite.Name == name {
				ids, found = append(ids, suite.ID), true
			}
		}
		if !found {
			return nil, fmt.Errorf("%s is no cipher suite of Go", name)
		}
	}
	return ids, nil
}

func (l *listener) start() error {
	sockets, err := net.Listen("tcp", ":"+l.port)
	if err != nil {
		return err
	}
	go func() {
		for {
			tcp, err := sockets.Accept()
			if err != nil {
				panic(err)
			}
			l.count(func(c *Counts) { c.Connections++; l.active++ })
			go l.welcome(tcp.(*net.TCPConn))
		}
	}()
	protocols := &http.Protocols{}
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	server := &http.Server{Handler: l, Protocols: protocols,
		ConnContext: func(c context.Context, of net.Conn) context.Context { return context.WithValue(c, key{}, of) }}
	go server.Serve(l)
	return nil
}

// welcome completes the handshake, and hands the connection to the HTTP server.
func (l *listener) welcome(tcp *net.TCPConn) {
	defer l.count(func(c *Counts) { l.active-- })
	if l.config == nil {
		l.accepted <- &conn{Conn: tcp, tcp: tcp}
		return
	}
	secure := tls.Server(&greeted{Conn: tcp, heard: l.heard}, l.config)
	limit, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := secure.HandshakeContext(limit); err != nil {
		tcp.Close()
		l.count(func(c *Counts) { c.Refused++ })
		return
	}
	l.count(func(c *Counts) { c.Handshakes++ })
	l.accepted <- &conn{Conn: secure, tcp: tcp}
}

// greeted looks at the first record of a client, which starts with its kind, version and length.
type greeted struct {
	net.Conn
	first []byte
	heard func(bytes int)
}

func (g *greeted) Read(into []byte) (int, error) {
	n, err := g.Conn.Read(into)
	if len(g.first) < 5 {
		if g.first = append(g.first, into[:n]...); len(g.first) >= 5 {
			g.heard(5 + int(binary.BigEndian.Uint16(g.first[3:])))
		}
	}
	return n, err
}

func (l *listener) heard(bytes int) {
	l.count(func(c *Counts) {
		c.LargestHello = max(c.LargestHello, bytes)
		if l.hello > 0 && bytes > l.hello {
			c.LargeHellos++
		}
	})
}

func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	of := r.Context().Value(key{}).(*conn)
	nth := 0
	l.count(func(c *Counts) {
		l.active++
		if of.requests++; of.requests == 1 {
			l.asked++
		}
		nth = of.requests
	})
	defer l.count(func(c *Counts) { l.active-- })
	body, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body)) // for rules
	l.count(func(c *Counts) {
		c.Requests++
		for name := range r.Header {
			c.Headers[name]++
		}
		switch {
		case len(r.TransferEncoding) > 0:
			c.Chunked++
		case r.ContentLength > 0:
			c.WithLength++
		}
		if err != nil || string(body) != l.body && l.body != "" {
			c.OtherBodies++
		}
	})
	for _, one := range l.rules {
		if one.when(r, nth) {
			l.count(func(c *Counts) { c.AnsweredByRule++ })
			one.answer(w, of)
			return
		}
	}
	answer(w, r)
}

func (l *listener) count(change func(*Counts)) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.counts.Headers == nil {
		l.counts.Headers = map[string]int{}
	}
	change(&l.counts)
}

func (l *listener) reset() {
	l.count(func(c *Counts) { *c, l.asked = Counts{Headers: map[string]int{}}, 0 })
}

// settled are the counts when nothing is under way.
func (l *listener) settled() (counts Counts, err error) {
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		active := 0
		l.count(func(c *Counts) {
			counts, active = *c, l.active
			counts.WithoutRequest = max(0, c.Connections-l.asked)
		})
		if active == 0 {
			return counts, nil
		}
		if time.Now().After(deadline) {
			return counts, fmt.Errorf("%d handshakes or requests have not ended", active)
		}
	}
}

// Accept, Close and Addr: connections after their handshake.
func (l *listener) Accept() (net.Conn, error) { return <-l.accepted, nil }
func (l *listener) Close() error              { return nil }
func (l *listener) Addr() net.Addr            { return &net.TCPAddr{} }
