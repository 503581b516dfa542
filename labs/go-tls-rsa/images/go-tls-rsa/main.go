// go-tls-rsa SERVER CLIENT HANDSHAKES asks a TLS 1.2 server for handshakes, and counts those that the server refuses.
//
// SERVER and CLIENT name the cipher suites of each side: rsa (RSA key exchange only), ecdhe (ECDHE only), or default (those
// of the Go release). Up to Go 1.21 a client offers RSA key exchange by default. Since Go 1.22 it does not, so an old server
// that has nothing else answers with the alert handshake_failure (golang/go#63413).
package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"math/big"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

var suites = map[string][]uint16{
	"rsa":     {tls.TLS_RSA_WITH_AES_128_GCM_SHA256},
	"ecdhe":   {tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256},
	"default": nil,
}

func main() {
	if len(os.Args) != 4 {
		fmt.Println(runtime.Version())
		return
	}
	if err := count(suites[os.Args[1]], suites[os.Args[2]], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "go-tls-rsa:", err)
		os.Exit(1)
	}
}

func count(server, client []uint16, handshakes string) error {
	asked, err := strconv.Atoi(handshakes)
	if err != nil {
		return err
	}
	certificate, err := selfSigned()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	offered := make(chan int, asked)
	go serve(listener, &tls.Config{
		Certificates: []tls.Certificate{certificate}, CipherSuites: server, MaxVersion: tls.VersionTLS12,
		GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
			offered <- rsaSuites(hello.CipherSuites)
			return nil, nil
		}})
	refused, inRsa := 0, 0
	for range make([]struct{}, asked) {
		connection, err := tls.Dial("tcp", listener.Addr().String(), &tls.Config{CipherSuites: client, InsecureSkipVerify: true})
		inRsa = <-offered
		if err == nil {
			connection.Close()
		} else if refused++; err.Error() != "remote error: tls: handshake failure" {
			return err // anything else is not the fault
		}
	}
	fmt.Printf("{\"handshakes\":%d,\"refused\":%d,\"rsaSuitesOffered\":%d}\n", asked, refused, inRsa)
	return nil
}

func serve(listener net.Listener, config *tls.Config) {
	for connection, err := listener.Accept(); err == nil; connection, err = listener.Accept() {
		_ = tls.Server(connection, config).Handshake()
		connection.Close()
	}
}

// rsaSuites counts the suites with RSA key exchange.
func rsaSuites(offered []uint16) (count int) {
	for _, id := range offered {
		if strings.HasPrefix(tls.CipherSuiteName(id), "TLS_RSA_") {
			count++
		}
	}
	return count
}

func selfSigned() (tls.Certificate, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}
