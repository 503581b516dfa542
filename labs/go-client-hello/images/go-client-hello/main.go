// go-client-hello URL CLIENT CONNECTIONS asks a server over TLS, each time on a new connection; the server measures the
// ClientHellos. CLIENT is default, x25519 (the only key exchange that it offers), tls12 (at most TLS 1.2) or many-protocols.
package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Println(runtime.Version())
		return
	}
	connections, err := strconv.Atoi(os.Args[3])
	config := &tls.Config{InsecureSkipVerify: true, ServerName: "service.example.com", NextProtos: []string{"h2", "http/1.1"}}
	switch os.Args[2] {
	case "default":
	case "x25519":
		config.CurvePreferences = []tls.CurveID{tls.X25519}
	case "tls12":
		config.MaxVersion = tls.VersionTLS12
	case "many-protocols":
		for name := byte('a'); name < 'g'; name++ {
			config.NextProtos = append(config.NextProtos, strings.Repeat(string(name), 250))
		}
	default:
		err = fmt.Errorf("%s is no client", os.Args[2])
	}
	client := http.Client{Transport: &http.Transport{TLSClientConfig: config, DisableKeepAlives: true}}
	for i := 0; i < connections && err == nil; i++ {
		err = ask(client, os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "go-client-hello:", err)
		os.Exit(1)
	}
}

func ask(client http.Client, url string) error {
	answer, err := client.Get(url)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}
