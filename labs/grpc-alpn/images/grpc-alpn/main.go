// grpc-alpn ADDRESS CALLS PROTOCOLS calls a server over TLS, each time on a new connection; the server counts the calls that
// arrive. PROTOCOLS are those that the client's own TLS configuration offers, none if it is empty.
package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health/grpc_health_v1"
)

func main() {
	calls, err := strconv.Atoi(os.Args[2])
	for range calls {
		if err == nil {
			err = call(os.Args[1])
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "grpc-alpn:", err)
		os.Exit(1)
	}
}

// call ignores that the server selects no protocol: that is the fault. Anything else is not.
func call(address string) error {
	secure := credentials.NewTLS(&tls.Config{InsecureSkipVerify: true})
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(secure))
	if err != nil {
		return err
	}
	defer connection.Close()
	limit, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	_, err = grpc_health_v1.NewHealthClient(connection).Check(limit, &grpc_health_v1.HealthCheckRequest{})
	if err != nil && strings.Contains(err.Error(), "ALPN") {
		return nil
	}
	return err
}
