package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// An echo server on loopback that swallows what old connections send once it is silent.
func echo(t *testing.T) (port string, silence func()) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	old := make(chan struct{})
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			var silent chan struct{}
			select {
			case <-old:
			default:
				silent = old
			}
			go func() {
				buffer := make([]byte, 1<<16)
				for {
					n, err := conn.Read(buffer)
					if err != nil {
						return
					}
					select {
					case <-silent:
					default:
						conn.Write(buffer[:n])
					}
				}
			}()
		}
	}()
	_, port, _ = net.SplitHostPort(listener.Addr().String())
	return port, func() { close(old) }
}

// canaryAt calls a server on loopback without a lookup.
func canaryAt(t *testing.T, port string, options ...string) *canary {
	c, err := newClient(append(options, "port="+port, "lookup=once"))
	if err != nil {
		t.Fatal(err)
	}
	c.(*canary).kept = "127.0.0.1"
	return c.(*canary)
}

func endings(l *ledger, round int) string {
	var printed bytes.Buffer
	l.print(&printed)
	var output []string
	for _, line := range strings.Split(strings.TrimSpace(printed.String()), "\n") {
		if words := strings.Fields(line); words[0] == fmt.Sprint(round) {
			output = append(output, words[3])
		}
	}
	return strings.Join(output, " ")
}

func TestHabitsAreWhatTheyAreCalled(t *testing.T) {
	for _, row := range []struct{ options, second, third string }{
		{"connection=stuck limit=200ms", "failed failed", "failed failed"},
		{"connection=kept limit=200ms", "failed failed", "answered answered"},
		{"connection=kept limit=200ms retry=2s", "answered answered", "answered answered"},
		{"connection=kept", "open open", "answered answered"},
		{"connection=tested idle=0s limit=200ms", "answered answered", "answered answered"},
		{"connection=polite idle=0s limit=200ms", "answered answered", "answered answered"},
		{"connection=each limit=200ms", "answered answered", "answered answered"},
		{"connection=kept workers=1", "open open", "open open"},
	} {
		t.Run(row.options, func(t *testing.T) {
			port, silence := echo(t)
			l := newLedger(canaryAt(t, port, strings.Fields(row.options)...))
			l.ask(2, 2, "64", 5*time.Second)
			if got := endings(l, 1); got != "answered answered" {
				t.Fatal("before:", got)
			}
			silence()
			wait := 5 * time.Second
			if strings.Contains(row.second+row.third, "open") {
				wait = 100 * time.Millisecond
			}
			l.ask(2, 2, "64", wait)
			l.ask(2, 2, "64", wait)
			if got := endings(l, 2); got != row.second {
				t.Errorf("second round: %s, expected %s", got, row.second)
			}
			if got := endings(l, 3); got != row.third {
				t.Errorf("third round: %s, expected %s", got, row.third)
			}
		})
	}
}

func TestANameServerThatIsSilentIsFollowedByTheNext(t *testing.T) {
	silent, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	go func() {
		buffer := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(buffer)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buffer[:n]) != nil {
				return
			}
			m.Response = true
			m.Answers = []dnsmessage.Resource{{
				Header: dnsmessage.ResourceHeader{Name: m.Questions[0].Name, Class: dnsmessage.ClassINET, TTL: 7},
				Body:   &dnsmessage.AResource{A: [4]byte{127, 0, 0, 9}},
			}}
			packed, _ := m.Pack()
			server.WriteTo(packed, from)
		}
	}()
	c := &canary{habits: habits{name: "a.test", tries: 1, wait: 100 * time.Millisecond, servers: []string{silent.LocalAddr().String(), server.LocalAddr().String()}}}
	address, ttl, err := c.query()
	if err != nil || address != "127.0.0.9" || ttl != 7*time.Second {
		t.Errorf("%s %s %v", address, ttl, err)
	}
	c.servers = c.servers[:1]
	if _, _, err := c.query(); err == nil {
		t.Error("answered by a silent server")
	}
}

func TestACommandAsks(t *testing.T) {
	c, err := newClient([]string{"run=SERVICE=1; test $SERVICE = 1", "large=echo first; echo why; exit 3"})
	if err != nil {
		t.Fatal(err)
	}
	for kind, expected := range map[string]string{"ask": "<nil>", "64": "<nil>", "upload": "exit status 3: why"} {
		if _, err := c.call(kind); fmt.Sprint(err) != expected {
			t.Errorf("%s: %v, expected %s", kind, err, expected)
		}
	}
	// A request is a line, whatever its command prints.
	l := newLedger(commands{upload: `printf '50 %%\rwhy\n'; exit 3`})
	l.ask(1, 1, "upload", time.Minute)
	var printed bytes.Buffer
	l.print(&printed)
	if !strings.HasSuffix(printed.String(), " failed 0 exit status 3: 50 % why\n") {
		t.Errorf("%q", printed.String())
	}
}

func TestALoadSendsWhatItsFileSays(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Host != "shop:"+r.URL.Query().Get("port") || r.Method != "POST" || string(body) != "x=1" || r.Header.Get("Token") != "secret" {
			w.WriteHeader(http.StatusBadGateway)
		} else if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/nowhere", http.StatusFound)
		}
	}))
	defer server.Close()
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	kind := `{"method": "POST", "url": "https://shop:%s/%s?port=%s", "headers": {"Token": "%s"}, "body": "x=1"}`
	text := fmt.Sprintf(`{"to": "127.0.0.1", "kinds": {"ask": %s, "upload": %s, "wrong": %s}}`,
		fmt.Sprintf(kind, port, "", port, "secret"), fmt.Sprintf(kind, port, "moved", port, "secret"), fmt.Sprintf(kind, port, "", port, "none"))
	file := filepath.Join(t.TempDir(), "requests.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := newClient([]string{"http=" + file})
	if err != nil {
		t.Fatal(err)
	}
	for kind, expected := range map[string]string{"ask": "<nil>", "upload": "<nil>", "wrong": "status 502", "other": "no request other"} {
		if _, err := c.call(kind); fmt.Sprint(err) != expected {
			t.Errorf("%s: %v, expected %s", kind, err, expected)
		}
	}
}

func TestTheProgramAnswersOverItsSocket(t *testing.T) {
	port, _ := echo(t)
	socket := filepath.Join(t.TempDir(), "s")
	go serve(socket, []string{"port=" + port, "name=nowhere.invalid", "servers=127.0.0.1:1", "tries=1", "wait=100ms"})
	var output bytes.Buffer
	for _, err := os.Stat(socket); err != nil; _, err = os.Stat(socket) {
		time.Sleep(time.Millisecond)
	}
	if err := tell(socket, "ask 2 1 64 5000", &output); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(output.String()), "\n")
	if len(lines) != 2 || len(strings.Fields(lines[0])) < 6 || !strings.Contains(lines[1], " failed 0 ") {
		t.Errorf("%q", lines)
	}
	tell(socket, "forget", io.Discard)
	output.Reset()
	tell(socket, "ask 0 1 64 0", &output)
	if output.Len() > 0 {
		t.Errorf("%q after forget", output.String())
	}
}

// The server closes every connection after one answer, once it has four requests. A failure is quick, so that its worker
// is free for the next call.
func TestAConnectionThatIsDeadIsNotLeftOutForOthers(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		var all sync.WaitGroup
		all.Add(4)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				buffer := make([]byte, 100)
				n, _ := conn.Read(buffer)
				all.Done()
				all.Wait()
				conn.Write(buffer[:n])
				conn.Close()
			}()
		}
	}()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	l := newLedger(canaryAt(t, port, "connection=kept"))
	l.ask(4, 4, "64", 5*time.Second)
	if got := endings(l, 1); got != "answered answered answered answered" {
		t.Fatal(got)
	}
	l.ask(4, 1, "64", 5*time.Second)
	if got := endings(l, 2); got != "failed failed failed failed" {
		t.Error(got)
	}
}
