// roll serve | version | ready node=N | work server=N seq=S | keep up=N,... until=FILE: gRPC's own health service over TLS, for rolls.
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
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
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
			connection := dial(nodes[given["server"]] + ":7443")
			if call(connection) {
				late++
			}
			connection.Close()
		}
	case "keep":
		var all []resolver.Address
		for _, name := range strings.Split(given["up"], ",") {
			all = append(all, resolver.Address{Addr: nodes[name] + ":7443"})
		}
		names := manual.NewBuilderWithScheme("nodes")
		names.InitialState(resolver.State{Addresses: all})
		connection := dial("nodes:///all", grpc.WithResolvers(names),
			grpc.WithDefaultServiceConfig(`{"loadBalancingConfig": [{"round_robin": {}}]}`))
		for _, err := os.Stat(given["until"]); err != nil; _, err = os.Stat(given["until"]) {
			call(connection)
			time.Sleep(50 * time.Millisecond)
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

func dial(target string, options ...grpc.DialOption) *grpc.ClientConn {
	secure := credentials.NewTLS(&tls.Config{InsecureSkipVerify: true})
	connection, err := grpc.NewClient(target, append(options, grpc.WithTransportCredentials(secure))...)
	must(err)
	return connection
}

// call prints the status code of gRPC, as the text of a refusal changes at random; true if it exceeded its limit.
func call(connection *grpc.ClientConn) bool {
	limit, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	_, err := grpc_health_v1.NewHealthClient(connection).Check(limit, &grpc_health_v1.HealthCheckRequest{})
	code := status.Code(err)
	late := code == codes.DeadlineExceeded
	line := map[string]any{"op": "call", "code": code.String(), "ok": err == nil, "late": late}
	must(json.NewEncoder(os.Stdout).Encode(line))
	return late
}
