// go-redis-setinfo NAME=ADDRESS... SERVER HOW COMMANDS writes to one of the servers, each time on a new connection, and
// counts the commands that fail. HOW: default, disabled (the client does not introduce itself), by-hand (the program does).
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

func main() {
	failed := 0
	args := os.Args[len(os.Args)-3:]
	commands, err := strconv.Atoi(args[2])
	options := &redis.Options{MaxRetries: -1}
	for _, server := range os.Args[1 : len(os.Args)-3] {
		if name, address, _ := strings.Cut(server, "="); name == args[0] {
			options.Addr = address + ":6379"
		}
	}
	if args[1] != "default" { // a setting that came with 9.3; its name was misspelled up to 9.6
		for _, name := range []string{"DisableIndentity", "DisableIdentity"} {
			if field := reflect.ValueOf(options).Elem().FieldByName(name); field.IsValid() {
				field.SetBool(true)
			}
		}
	}
	for deadline := time.Now().Add(30 * time.Second); err == nil && !listens(options.Addr); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			err = fmt.Errorf("%s does not listen", options.Addr)
		}
	}
	for i := 0; i < commands && err == nil; i++ {
		if err = write(options, args[1] == "by-hand", i); err != nil && strings.Contains(strings.ToLower(err.Error()), "setinfo") {
			failed, err = failed+1, nil // anything else is not the fault
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "go-redis-setinfo:", err)
		os.Exit(1)
	}
	fmt.Printf("{\"commands\":%d,\"failed\":%d}\n", commands, failed)
}

func listens(address string) bool {
	connection, err := net.Dial("tcp", address)
	if err == nil {
		connection.Close()
	}
	return err == nil
}

func write(options *redis.Options, introduced bool, value int) error {
	client := redis.NewClient(options)
	defer client.Close()
	if introduced {
		if err := client.Do(context.Background(), "client", "setinfo", "lib-name", "program").Err(); err != nil {
			return err
		}
	}
	return client.Set(context.Background(), "key", value, 0).Err()
}
