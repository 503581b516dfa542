// peer is the other end of a lab's program: HTTP servers, with TLS or without, that count what their clients do.
//
//	peer LISTENER...     serves, each LISTENER a text of words; the first is its port
//	peer reset           forgets what was counted, as soon as a peer on this host answers
//	peer counts PORT     prints the counts of a listener as JSON, once no handshake and no request is under way
//
// Words of a listener:
//
//	tls                  with TLS; the certificate's authority is at http://PEER:8099/ca.pem?port=PORT
//	suites=A,B           TLS 1.2 with these suites only, by Go's names: TLS_RSA_WITH_AES_128_GCM_SHA256
//	alpn=h2,http/1.1     the protocols that it selects from; without this word it selects none
//	key=rsa:1024         the key of its certificate; rsa:2048 by default, or ecdsa
//	no-aki               its certificate has no authority key identifier
//	hello=1448           counts the ClientHellos of more bytes
//	body=TEXT            counts the bodies that are something else
//	WHEN/WHAT            a rule; of several the first that fits. WHEN: header:NAME, chunked, nth:N (of its connection),
//	                     forged:KEY (X-Signature is not the body's HMAC), http1.1, always. WHAT: a status, reset (the connection), or both (lengths in one answer)
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

const control = "8099"

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 1 && args[0] == "reset":
		_, err = ask("reset")
	case len(args) == 2 && args[0] == "counts":
		var counts []byte
		counts, err = ask("counts?port=" + args[1])
		os.Stdout.Write(counts)
	case len(args) > 0:
		err = serve(args)
	default:
		err = fmt.Errorf("usage: peer LISTENER... | peer reset | peer counts PORT")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

// ask waits until the peer of this container listens.
func ask(what string) ([]byte, error) {
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get("http://127.0.0.1:" + control + "/" + what)
		if err == nil {
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			if err == nil && answer.StatusCode != http.StatusOK {
				err = fmt.Errorf("%s", strings.TrimSpace(string(body)))
			}
			return body, err
		}
		if time.Now().After(deadline) {
			return nil, err
		}
	}
}

func serve(texts []string) error {
	listeners := map[string]*listener{}
	for _, text := range texts {
		one, err := parse(text)
		if err != nil {
			return fmt.Errorf("%q: %w", text, err)
		}
		listeners[one.port] = one
	}
	for _, one := range listeners {
		if err := one.start(); err != nil {
			return err
		}
	}
	return http.ListenAndServe(":"+control, controls(listeners))
}

func controls(listeners map[string]*listener) http.Handler {
	mux := http.NewServeMux()
	of := func(show func(*listener, http.ResponseWriter)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if one := listeners[r.FormValue("port")]; one != nil {
				show(one, w)
			} else {
				http.Error(w, "no listener has port "+r.FormValue("port"), http.StatusNotFound)
			}
		}
	}
	mux.HandleFunc("/reset", func(http.ResponseWriter, *http.Request) {
		for _, one := range listeners {
			one.reset()
		}
	})
	mux.HandleFunc("/counts", of(func(one *listener, w http.ResponseWriter) {
		counts, err := one.settled()
		if err != nil {
			http.Error(w, err.Error(), http.StatusConflict)
			return
		}
		_ = json.NewEncoder(w).Encode(counts)
	}))
	mux.HandleFunc("/ca.pem", of(func(one *listener, w http.ResponseWriter) { _, _ = w.Write(one.authority) }))
	return mux
}

// addresses of this host, for its certificates.
func addresses() (ips []net.IP) {
	found, _ := net.InterfaceAddrs()
	for _, address := range found {
		if network, ok := address.(*net.IPNet); ok {
			ips = append(ips, network.IP)
		}
	}
	return ips
}
