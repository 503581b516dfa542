package main

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func start(arguments ...string) (int, string, string) {
	var out, problems bytes.Buffer
	status := run(arguments, &out, &problems)
	return status, out.String(), problems.String()
}

func TestWrongUsage(t *testing.T) {
	for _, words := range [][]string{{"--nosuch"}, {"file"}, {"--for", "0s"}, {"--for", "x"}, {"--listen", "127.0.0.1:0"},
		{"--watch", "--json"}, {"--watch", "--peer", "-"}, {"--jvm", "x"}, {"--jvm", "-1"}, {"sockets", "--json"}, {"sockets", "more"}} {
		if status, _, problems := start(words...); status != exitUsage || !strings.Contains(problems, "--help") {
			t.Errorf("%v: status %d, %q", words, status, problems)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, words := range [][]string{{"--help"}, {"-h"}, {"sockets", "--help"}} {
		if status, out, _ := start(words...); status != exitNothing || !strings.Contains(out, "--peer") || !strings.Contains(out, "Exit status") {
			t.Errorf("%v: status %d, %q", words, status, out)
		}
	}
}

func TestAPeerThatIsNoneIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "peer")
	if err := os.WriteFile(file, []byte("State Recv-Q Send-Q"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, file + ".missing"} {
		if status, _, problems := start("--for", "100ms", "--jvm", "none", "--peer", name); status != exitNotJudged || !strings.Contains(problems, name) {
			t.Errorf("%s: status %d, %q", name, status, problems)
		}
	}
}

// A connection of this machine's own kernel, which is healthy, from the list to the answer.
func TestAHealthyConnection(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Skipf("no TCP here: %v", err)
	}
	defer listener.Close()
	client, err := net.Dial("tcp4", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	server, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()

	status, listed, problems := start("sockets", "--for", "100ms")
	if status != exitNothing {
		t.Skipf("no inet_diag here: %s", problems)
	}
	if !strings.Contains(listed, client.LocalAddr().String()) {
		t.Errorf("the listing lacks %s: %s", client.LocalAddr(), listed)
	}
	file := filepath.Join(t.TempDir(), "peer")
	if err := os.WriteFile(file, []byte(listed), 0o644); err != nil {
		t.Fatal(err)
	}
	_, out, problems := start("--for", "200ms", "--jvm", "none", "--json", "--peer", file)
	var answer struct {
		Host     struct{ Connections, Listeners int }
		Findings []struct{ Subject, Where string }
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatalf("%v: %s %s", err, out, problems)
	}
	if answer.Host.Connections < 2 || answer.Host.Listeners < 1 {
		t.Errorf("%+v", answer.Host)
	}
	for _, f := range answer.Findings {
		if strings.Contains(f.Subject+f.Where, listener.Addr().String()) {
			t.Errorf("found %+v", f)
		}
	}
}
