package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"faultlab/live/internal/check"
)

func start(arguments ...string) (int, string, string) {
	var out, problems bytes.Buffer
	status := run(context.Background(), arguments, &out, &problems)
	return status, out.String(), problems.String()
}

func TestWrongUsage(t *testing.T) {
	for _, words := range [][]string{{"--nosuch"}, {"file"}, {"--for", "0s"}, {"--for", "x"}, {"--listen", "127.0.0.1:0"},
		{"--watch", "--json"}, {"--jvm", "x"}, {"--jvm", "-1"}, {"--peer", "-"}, {"sockets"}} {
		if status, _, problems := start(words...); status != exitUsage || !strings.Contains(problems, "--help") {
			t.Errorf("%v: status %d, %q", words, status, problems)
		}
	}
}

// TestAPanicIsNoAnswer runs itself once more: Go's own status for a panic is 2, which is an answer here.
func TestAPanicIsNoAnswer(t *testing.T) {
	const inside = "FAULTLAB_LIVE_PANIC"
	if os.Getenv(inside) != "" {
		guarded(func() { panic("on purpose") })
		time.Sleep(time.Minute) // until the other one ends the program
	}
	again := exec.Command(os.Args[0], "-test.run=^TestAPanicIsNoAnswer$")
	again.Env = append(os.Environ(), inside+"=1")
	output, err := again.CombinedOutput()
	var ended *exec.ExitError
	check.ErrorIf(t, !errors.As(err, &ended) || ended.ExitCode() != exitFault || !strings.Contains(string(output), "on purpose"),
		"%v: %s", err, output)
}

func TestHelp(t *testing.T) {
	for _, words := range [][]string{{"--help"}, {"-h"}} {
		if status, out, _ := start(words...); status != exitNothing || !strings.Contains(out, "--watch") || !strings.Contains(out, "Exit status") {
			t.Errorf("%v: status %d, %q", words, status, out)
		}
	}
}

func TestNoTextIsACommandOfTheRunner(t *testing.T) {
	t.Setenv("GITHUB_ACTIONS", "true")
	var out bytes.Buffer
	_, err := disarmed{&out}.Write([]byte("a [::1]:80\n\u00a0\u2003::error::x\n::error::y\nz ##[group]"))
	check.Must(t, err)
	if got, want := out.String(), "a [::1]:80\n\u00a0\u2003\\u003a:error::x\n\\u003a:error::y\nz ##\\u005bgroup]"; got != want {
		t.Errorf("found %q, expected %q", got, want)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	check.Must(t, err)
	status := run(context.Background(), []string{"--help"}, disarmed{full}, &out)
	check.ErrorIf(t, status != exitNotThere, "help into a full output: status %d", status)
}

func TestPausesLeaveTimeForTheClientsSide(t *testing.T) {
	for _, test := range []struct{ cost, duration, want time.Duration }{
		{0, 10 * time.Second, time.Second},
		{time.Millisecond, 10 * time.Second, time.Second},
		{5 * time.Millisecond, 10 * time.Second, 2 * time.Second},
		{time.Second, 10 * time.Second, 2500 * time.Millisecond},
		{time.Second, time.Hour, 400 * time.Second},
		{time.Second, time.Second, time.Second},
	} {
		if got := pauses(test.cost, test.duration); got != test.want {
			t.Errorf("a look of %v in %v: %v apart, expected %v", test.cost, test.duration, got, test.want)
		}
	}
}

// What other threads use is not a look's.
func TestALookCostsWhatItsOwnThreadUses(t *testing.T) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	before := cpu()
	_, cost, err := timed(func() (int, error) {
		for cpu()-before < 50*time.Millisecond {
			time.Sleep(time.Millisecond)
		}
		return 0, nil
	})
	close(stop)
	<-stopped
	check.ErrorIf(t, err != nil || cost > 25*time.Millisecond,
		"a look that waits costs %v while another thread uses 50 ms: %v", cost, err)
}

// A connection of this machine's own kernel, which is healthy, from the list to the answer.
func TestAHealthyConnection(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Skipf("no TCP here: %v", err)
	}
	defer listener.Close()
	client, err := net.Dial("tcp4", listener.Addr().String())
	check.Must(t, err)
	defer client.Close()
	server, err := listener.Accept()
	check.Must(t, err)
	defer server.Close()

	_, out, problems := start("--for", "200ms", "--jvm", "none", "--json")
	var answer struct {
		Host     struct{ Connections, Listeners int }
		Findings []struct{ Subject, Where string }
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatalf("%v: %s %s", err, out, problems)
	}
	check.ErrorIf(t, answer.Host.Connections < 2 || answer.Host.Listeners < 1, "%+v", answer.Host)
	for _, f := range answer.Findings {
		check.ErrorIf(t, strings.Contains(f.Subject+f.Where, listener.Addr().String()), "found %+v", f)
	}
}
