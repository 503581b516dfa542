// go-mptcp OPTION PROTOCOL LISTENERS listens, and counts the listeners on which the kernel refuses an option of TCP: md5
// (TCP_MD5SIG, of BGP) or fastopen (TCP_FASTOPEN). PROTOCOL is default (that of the Go release) or tcp.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"
	"syscall"
)

const tcpMD5Sig, tcpFastOpen = 14, 23

var refused int

func main() {
	if len(os.Args) != 4 {
		fmt.Println(runtime.Version())
		return
	}
	listeners, err := strconv.Atoi(os.Args[3])
	for i := 0; i < listeners && err == nil; i++ {
		err = listen(os.Args[1], os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "go-mptcp:", err)
		os.Exit(1)
	}
	fmt.Printf("{\"listeners\":%d,\"refused\":%d}\n", listeners, refused)
}

func listen(option, protocol string) error {
	var failed error
	config := net.ListenConfig{Control: func(_, _ string, connection syscall.RawConn) error {
		return connection.Control(func(fd uintptr) { failed = set(int(fd), option) })
	}}
	if protocol == "tcp" {
		config.SetMultipathTCP(false)
	}
	listener, err := config.Listen(context.Background(), "tcp4", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if errors.Is(failed, syscall.ENOPROTOOPT) {
		refused, failed = refused+1, nil // anything else is not the fault
	}
	return errors.Join(failed, listener.Close())
}

func set(fd int, option string) error {
	switch option {
	case "fastopen":
		return syscall.SetsockoptInt(fd, syscall.IPPROTO_TCP, tcpFastOpen, 16)
	case "md5":
		key := make([]byte, 216)                                  // struct tcp_md5sig
		copy(key, []byte{syscall.AF_INET, 0, 0, 0, 192, 0, 2, 1}) // the router that it is for, in a sockaddr_storage
		key[130] = 4                                              // length of the key
		copy(key[136:], "word")
		return syscall.SetsockoptString(fd, syscall.IPPROTO_TCP, tcpMD5Sig, string(key))
	}
	return fmt.Errorf("%s is no option", option)
}
