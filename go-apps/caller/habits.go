package main

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// Where a canary has the certificates that it trusts over TLS.
var issuersFile = "/faultlab-issuers"

// habits of a canary, which calls an echo server.
type habits struct {
	name, port string
	lookup     string        // each: for each connection; ttl: kept for its TTL; once: kept for ever
	connection string        // each: one per call; kept: closed after a failure; stuck: not even then; polite: closed once it was idle; tested: before its use, once it was idle
	trust      string        // over TLS; its issuers are read once, again after a failure (after), or for each connection (each); fatal: once, and no call after a failure
	workers    int           // 1: all calls go one after the other
	servers    []string      // name servers
	tries      int           // how often they are asked, in turn
	wait       time.Duration // for each query
	idle       time.Duration
	burn       time.Duration // of CPU for each call
	limit      time.Duration // of a call; 0: none
	retry      time.Duration // how long a failed call is repeated
}

type worker struct {
	number int
	conn   net.Conn
	reader *bufio.Reader
	used   time.Time
}

type canary struct {
	habits
	mu      sync.Mutex
	free    []*worker
	freed   *sync.Cond
	kept    string
	expires time.Time
	issuers *x509.CertPool
	failure error
}

// newClient reads KEY=VALUE; with http=FILE or run=COMMAND it is the load on a service.
func newClient(options []string) (client, error) {
	given := map[string]string{
		"name": "canary.faultlab", "port": "47007", "lookup": "each", "connection": "each", "workers": "24",
		"ask": "all", "tries": "2", "wait": "2s", "idle": "1s", "burn": "0s", "limit": "0s", "retry": "0s",
	}
	for _, option := range options {
		key, value, _ := strings.Cut(option, "=")
		given[key] = value
	}
	if file := given["http"]; file != "" {
		return newLoad(file)
	}
	if run := given["run"]; run != "" {
		return commands{run, given["large"]}, nil
	}
	h := habits{name: given["name"], port: given["port"], lookup: given["lookup"], connection: given["connection"], trust: given["trust"]}
	var errs [7]error
	h.workers, errs[0] = strconv.Atoi(given["workers"])
	h.tries, errs[1] = strconv.Atoi(given["tries"])
	h.wait, errs[2] = time.ParseDuration(given["wait"])
	h.idle, errs[3] = time.ParseDuration(given["idle"])
	h.limit, errs[4] = time.ParseDuration(given["limit"])
	h.retry, errs[5] = time.ParseDuration(given["retry"])
	h.burn, errs[6] = time.ParseDuration(given["burn"])
	h.servers = strings.Split(given["servers"], ",")
	if given["ask"] == "first" {
		h.servers = h.servers[:1]
	}
	c := &canary{habits: h}
	c.freed = sync.NewCond(&c.mu)
	for k := range h.workers {
		c.free = append(c.free, &worker{number: k})
	}
	return c, errors.Join(errs[:]...)
}

// before says which of two free workers takes the next call: the one whose connection was idle for longer, so that no
// connection is left out when others fail at once.
func (w *worker) before(other *worker) bool {
	if w.conn != nil && other.conn != nil {
		return w.used.Before(other.used)
	}
	return w.conn != nil || other.conn == nil && w.number < other.number
}

// call takes a free worker, so that connections are used again.
func (c *canary) call(kind string) (int, error) {
	bytes, err := strconv.Atoi(kind)
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	for len(c.free) == 0 {
		c.freed.Wait()
	}
	first := 0
	for k, each := range c.free {
		if each.before(c.free[first]) {
			first = k
		}
	}
	w := c.free[first]
	c.free = append(c.free[:first], c.free[first+1:]...)
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.free = append(c.free, w)
		c.mu.Unlock()
		c.freed.Signal()
	}()
	compute(c.burn)
	port, err := c.with(w, bytes)
	for until := time.Now().Add(c.retry); err != nil && time.Now().Before(until); {
		time.Sleep(100 * time.Millisecond)
		port, err = c.with(w, bytes)
	}
	return port, err
}

// compute takes so much time of a CPU, however long that takes.
func compute(time time.Duration) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	spent := func() int64 {
		var used syscall.Rusage
		syscall.Getrusage(1, &used) // RUSAGE_THREAD
		return used.Utime.Nano() + used.Stime.Nano()
	}
	for until := spent() + time.Nanoseconds(); spent() < until; {
	}
}

func (c *canary) with(w *worker, bytes int) (int, error) {
	idle := w.conn != nil && time.Since(w.used) >= c.idle
	if idle && (c.connection == "polite" || c.connection == "tested" && c.echo(w, 16) != nil) {
		w.close()
	}
	if w.conn == nil {
		to, err := c.address()
		if err == nil {
			// A keepalive would keep an idle connection alive.
			dialer := net.Dialer{Timeout: c.limit, KeepAlive: -1}
			w.conn, err = dialer.Dial("tcp", net.JoinHostPort(to, c.port))
		}
		if err == nil && c.trust != "" {
			w.conn, err = c.secure(w.conn)
		}
		if err != nil {
			w.conn = nil
			return 0, err
		}
		w.reader = bufio.NewReader(w.conn)
	}
	port := w.conn.LocalAddr().(*net.TCPAddr).Port
	err := c.echo(w, bytes)
	w.used = time.Now()
	if c.connection == "each" || err != nil && c.connection != "stuck" {
		w.close()
	}
	return port, err
}

// secure makes TLS of a connection.
func (c *canary) secure(conn net.Conn) (net.Conn, error) {
	c.mu.Lock()
	if c.issuers == nil || c.trust == "each" {
		text, _ := os.ReadFile(issuersFile)
		c.issuers = x509.NewCertPool()
		c.issuers.AppendCertsFromPEM(text)
	}
	issuers, err := c.issuers, c.failure
	c.mu.Unlock()
	secured := tls.Client(conn, &tls.Config{RootCAs: issuers, ServerName: c.name})
	if err == nil {
		err = secured.Handshake()
	}
	if err != nil {
		conn.Close()
		c.mu.Lock()
		if c.trust == "fatal" {
			c.failure = err
		} else if c.trust == "after" {
			c.issuers = nil
		}
		c.mu.Unlock()
	}
	return secured, err
}

func (w *worker) close() {
	w.conn.Close()
	w.conn = nil
}

func (c *canary) echo(w *worker, bytes int) error {
	deadline := time.Time{}
	if c.limit > 0 {
		deadline = time.Now().Add(c.limit)
	}
	w.conn.SetDeadline(deadline)
	sent := strings.Repeat("x", bytes) + "\n"
	if _, err := w.conn.Write([]byte(sent)); err != nil {
		return err
	}
	back, err := w.reader.ReadString('\n')
	if err == nil && back != sent {
		err = fmt.Errorf("expected %d bytes back, found %d", len(sent), len(back))
	}
	return err
}

func (c *canary) address() (string, error) {
	if c.lookup == "each" {
		address, _, err := c.query()
		return address, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == "" || c.lookup == "ttl" && time.Now().After(c.expires) {
		if address, ttl, err := c.query(); err == nil {
			c.kept, c.expires = address, time.Now().Add(ttl)
		} else if c.kept == "" {
			return "", err
		}
	}
	return c.kept, nil
}

// query asks the name servers in turn.
func (c *canary) query() (address string, ttl time.Duration, err error) {
	for range c.tries {
		for _, server := range c.servers {
			if address, ttl, err = c.queryOne(server); err == nil {
				return address, ttl, nil
			}
		}
	}
	return "", 0, err
}

func (c *canary) queryOne(server string) (string, time.Duration, error) {
	name, err := dnsmessage.NewName(c.name + ".")
	if err != nil {
		return "", 0, err
	}
	id := uint16(time.Now().UnixNano())
	question := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: id, RecursionDesired: true},
		Questions: []dnsmessage.Question{{Name: name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET}},
	}
	packed, err := question.Pack()
	if err != nil {
		return "", 0, err
	}
	if _, _, err := net.SplitHostPort(server); err != nil {
		server = net.JoinHostPort(server, "53")
	}
	conn, err := net.Dial("udp", server)
	if err != nil {
		return "", 0, err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(c.wait))
	if _, err := conn.Write(packed); err != nil {
		return "", 0, err
	}
	buffer := make([]byte, 1500)
	n, err := conn.Read(buffer)
	if err != nil {
		return "", 0, err
	}
	var answer dnsmessage.Message
	if err := answer.Unpack(buffer[:n]); err != nil {
		return "", 0, err
	}
	for _, each := range answer.Answers {
		if a, ok := each.Body.(*dnsmessage.AResource); ok && answer.ID == id {
			return net.IP(a.A[:]).String(), time.Duration(each.Header.TTL) * time.Second, nil
		}
	}
	return "", 0, fmt.Errorf("no address of %s: %s", c.name, answer.RCode)
}
