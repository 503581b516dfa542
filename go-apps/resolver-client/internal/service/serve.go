package service

import (
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ServerHeader tells which server answered.
const ServerHeader = "X-Server"

// RedirectPath is where requests are sent on from, to the same query at the root.
const RedirectPath = "/moved"

// Server answers every request with its name, and as many bytes as asked for.
func Server(name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == RedirectPath {
			http.Redirect(w, r, "/?"+r.URL.RawQuery, http.StatusFound)
			return
		}
		size, err := strconv.Atoi(r.URL.Query().Get("bytes"))
		if err != nil {
			size = 0
		}
		w.Header().Set(ServerHeader, name)
		w.Header().Set("Content-Length", strconv.Itoa(size))
		// A client that leaves in the middle is one of the scenarios.
		_, _ = io.CopyN(w, strings.NewReader(strings.Repeat("x", size)), int64(size))
	})
}

// Serve is a server that requests reach, over plain TCP and over TLS.
func Serve(args []string, out io.Writer) error {
	set := flag.NewFlagSet("serve", flag.ContinueOnError)
	name := set.String("name", "", "what it answers")
	listen := set.String("listen", ":8080", "address")
	listenTLS := set.String("listen-tls", ":8443", "address for TLS, with HTTP/2")
	if err := set.Parse(args); err != nil {
		return err
	}
	if *name == "" {
		return errors.New("serve: --name is not given")
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	certificate, err := ownCertificate(time.Now())
	if err != nil {
		return err
	}
	plain := http.Server{Addr: *listen, Handler: Server(*name), ReadHeaderTimeout: 10 * time.Second}
	secure := http.Server{Addr: *listenTLS, Handler: Server(*name), ReadHeaderTimeout: 10 * time.Second,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS13}}
	failed := make(chan error, 2)
	go func() { failed <- plain.ListenAndServe() }()
	go func() { failed <- secure.ListenAndServeTLS("", "") }()
	fmt.Fprintf(out, "%s listens on %s and %s\n", *name, *listen, *listenTLS)
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	return errors.Join(err, plain.Close(), secure.Close())
}

// Wait prepares a container for scenarios and idles until it is told to end.
//
// It writes resolv.conf itself, because Docker's own name server would stand between the program
// and the one under observation: it would ask on the program's behalf, from a socket of its own.
func Wait(args []string, out io.Writer) error {
	set := flag.NewFlagSet("wait", flag.ContinueOnError)
	nameserver := set.String("nameserver", "", "address of the name server")
	resolvConf := set.String("resolv-conf", "/etc/resolv.conf", "file that names it")
	hosts := set.String("hosts", HostsFile, "file that the name server reads")
	points := set.String("points", "", "NAME=ADDRESS: what that file says at first")
	if err := set.Parse(args); err != nil {
		return err
	}
	server, err := netip.ParseAddr(*nameserver)
	if err != nil {
		return fmt.Errorf("--nameserver: %w", err)
	}
	name, text, _ := strings.Cut(*points, "=")
	address, err := netip.ParseAddr(text)
	if err != nil {
		return fmt.Errorf("--points: %w", err)
	}
	if err := WriteHosts(*hosts, address, name, Witness(name)); err != nil {
		return err
	}
	if err := os.WriteFile(*resolvConf, []byte(fmt.Sprintf("nameserver %s\n", server)), 0o644); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	fmt.Fprintf(out, "asks %s; %s is %s\n", server, name, address)
	<-ctx.Done()
	return nil
}
