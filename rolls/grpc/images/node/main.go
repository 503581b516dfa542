// roll serve | version | ready node=N | work server=N seq=S: gRPC's own health service over TLS, for rolls.
// The server sets its certificate in GetConfigForClient, as servers do that reload it.
package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"math/big"
	"net"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

const (
	calls    = 20
	mostLate = 3
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "roll:", err)
		os.Exit(1)
	}
}

// pairs reads NAME=VALUE, separated by commas in ROLL_NODES.
func pairs(words []string) map[string]string {
	all := map[string]string{}
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		all[name] = value
	}
	return all
}

func main() {
	given := pairs(os.Args[2:])
	nodes := pairs(strings.Split(os.Getenv("ROLL_NODES"), ","))
	switch os.Args[1] {
	case "serve":
		must(serve())
	case "version":
		fmt.Println(grpc.Version)
	case "ready":
		connection, err := net.DialTimeout("tcp", nodes[given["node"]]+":7443", 5*time.Second)
		must(err)
		connection.Close()
	case "work":
		late := 0
		for i := 0; i < calls && late < mostLate; i++ {
			code := call(nodes[given["server"]] + ":7443")
			slow := code == "DeadlineExceeded"
			if slow {
				late++
			}
			line := map[string]any{"op": "call", "code": code, "ok": code == "OK", "late": slow}
			must(json.NewEncoder(os.Stdout).Encode(line))
		}
	}
}

func serve() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	form := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	must(err)
	inner := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	outer := &tls.Config{GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return inner, nil }}
	server := grpc.NewServer(grpc.Creds(credentials.NewTLS(outer)))
	grpc_health_v1.RegisterHealthServer(server, health.NewServer())
	listener, err := net.Listen("tcp", ":7443")
	must(err)
	return server.Serve(listener)
}

// call uses a connection of its own, and returns the status code of gRPC: the text of a refusal changes at random.
func call(address string) string {
	secure := credentials.NewTLS(&tls.Config{InsecureSkipVerify: true})
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(secure))
	must(err)
	defer connection.Close()
	limit, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	_, err = grpc_health_v1.NewHealthClient(connection).Check(limit, &grpc_health_v1.HealthCheckRequest{})
	return status.Code(err).String()
}
