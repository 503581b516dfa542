// Command caller sends requests and reports what became of each: the canaries beside a checked service, and the load on it.
//
//	caller serve SOCKET KEY=VALUE...            sends the requests of "ask", until it is killed
//	caller ask SOCKET REQUESTS AT_ONCE KIND MS  sends requests, waits for them so long, and prints all since "forget"
//	caller forget SOCKET
//	caller close                                ends connections of others just as they are used, until it is killed
//	caller end                                  ends idle connections of others as a server does
//	caller delay DEVICE MS                      sends on what comes in at a device, so much later, until it is killed
//	caller certify FOLDER new|same|expired      replaces the certificates in PEM files, and their keys
//	caller await FOLDER ADDRESS                 returns when a server presents a certificate of the folder
//	caller echo FOLDER PORT NAME                answers over TLS with what it is sent, until it is killed
//
// Connections are read as conntrack lists them. A line per request: round, begin and end in milliseconds of Unix time (0: still open), outcome, local port, detail.
// Nothing that is open is ever cancelled.
package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A client makes one call at a time on behalf of a user.
type client interface {
	// call makes a call of a kind and returns its local port; an error says how it failed.
	call(kind string) (port int, err error)
}

type request struct {
	round, port int
	begin, end  int64
	outcome     string
	detail      string
}

type ledger struct {
	mu       sync.Mutex
	ended    *sync.Cond
	client   client
	rounds   int
	requests []*request
}

func newLedger(c client) *ledger {
	l := &ledger{client: c}
	l.ended = sync.NewCond(&l.mu)
	return l
}

// ask starts a round and returns when all of it has ended, or after the wait.
func (l *ledger) ask(requests, atOnce int, kind string, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rounds++
	round, left, over := l.rounds, requests, false
	for user := 0; user < atOnce && user < requests; user++ {
		turns := (requests + atOnce - 1 - user) / atOnce
		go func() {
			for turn := range turns {
				l.mu.Lock()
				if over && turn > 0 {
					l.mu.Unlock()
					return
				}
				each := &request{round: round, begin: time.Now().UnixMilli(), outcome: "open", detail: "-"}
				l.requests = append(l.requests, each)
				l.mu.Unlock()
				port, err := l.client.call(kind)
				l.mu.Lock()
				each.end, each.port, each.outcome = time.Now().UnixMilli(), port, "answered"
				if err != nil {
					each.outcome, each.detail = "failed", strings.Join(strings.Fields(err.Error()), " ")
				}
				left--
				l.ended.Broadcast()
				l.mu.Unlock()
			}
		}()
	}
	timer := time.AfterFunc(wait, func() {
		l.mu.Lock()
		over = true
		l.ended.Broadcast()
		l.mu.Unlock()
	})
	defer timer.Stop()
	open := func() bool {
		for _, each := range l.requests {
			if each.end == 0 {
				return true
			}
		}
		return false
	}
	// Without requests of its own, it waits for those that are open.
	for !over && (left > 0 || requests == 0 && open()) {
		l.ended.Wait()
	}
}

func (l *ledger) print(to io.Writer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.requests {
		fmt.Fprintf(to, "%d %d %d %s %d %s\n", r.round, r.begin, r.end, r.outcome, r.port, r.detail)
	}
}

func (l *ledger) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests, l.rounds = nil, 0
}

func (l *ledger) answer(conn net.Conn) {
	defer conn.Close()
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return
	}
	if strings.TrimSpace(line) == "forget" {
		l.forget()
		return
	}
	var requests, atOnce int
	var kind string
	var millis int64
	if _, err := fmt.Sscanf(line, "ask %d %d %s %d", &requests, &atOnce, &kind, &millis); err != nil {
		fmt.Fprintln(conn, "cannot read", line, err)
		return
	}
	l.ask(requests, atOnce, kind, time.Duration(millis)*time.Millisecond)
	l.print(conn)
}

func serve(socket string, options []string) error {
	c, err := newClient(options)
	if err != nil {
		return err
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	l := newLedger(c)
	for {
		conn, err := listener.Accept()
		if err != nil {
			return err
		}
		go l.answer(conn)
	}
}

func tell(socket, line string, to io.Writer) error {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return err
	}
	defer conn.Close()
	fmt.Fprintln(conn, line)
	_, err = io.Copy(to, conn)
	return err
}

func main() {
	signal.Ignore(syscall.SIGHUP, syscall.SIGPIPE)
	args := os.Args[1:]
	var err error
	switch {
	case len(args) > 1 && args[0] == "serve":
		err = serve(args[1], args[2:])
	case len(args) == 1 && args[0] == "close":
		err = closeReused(os.Stdin)
	case len(args) == 1 && args[0] == "end":
		err = endPolitely(os.Stdin)
	case len(args) == 3 && args[0] == "certify":
		err = certify(args[1], args[2])
	case len(args) == 3 && args[0] == "await":
		err = await(args[1], args[2], time.Minute)
	case len(args) == 4 && args[0] == "echo":
		err = serveEcho(args[1], args[2], args[3])
	case len(args) == 3 && args[0] == "delay":
		var by time.Duration
		if by, err = time.ParseDuration(args[2] + "ms"); err == nil {
			err = delay(args[1], by)
		}
	case len(args) == 6 && args[0] == "ask" || len(args) == 2 && args[0] == "forget":
		err = tell(args[1], args[0]+" "+strings.Join(args[2:], " "), os.Stdout)
	default:
		err = fmt.Errorf("usage: caller serve|ask|forget SOCKET ..., caller close|end, or caller delay|certify|await|echo ...")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "caller:", err)
		os.Exit(1)
	}
}
