// Command vm runs a service on a kernel of choice. One static binary has three faces:
//
//	vm run [command...]   PID 1 of the container: boots QEMU and lends the guest the container's address
//	vm init               PID 1 of the guest: mounts the service's image and runs the service's command
//	vm exec -- command    in the container: runs a command in the guest, without the network under test
//
// The data's journey is: run.go (what the container was told) -> spec.go (one JSON document in the initramfs)
// -> guest.go (what the guest does with it) -> control.go (the channel back, over a virtio console port).
package main

import (
	"fmt"
	"os"
)

const usage = `usage: vm <verb>
  run [command...]              boot VM_KERNEL with VM_ROOT and run the image's command, or the one given
  exec [options] -- command...  run a command in the guest
      --tools   in the tools' file system (ss, nstat, ip, tc, nft, sh) instead of the service's
      --tty     with a terminal
  restart                       stop the service's command in the guest and start it again; returns when ready
  probe start|read              count, in the guest's kernel, the window scales that it applies (JSON)
  ready                         exit status 0 when the service is ready, 1 when it is not (health check)
  info                          what runs: backend, kernel, times (JSON)
exit status: that of the command; 125 when the guest did not start or ended by a panic; 64 usage
`

// Exit statuses of `vm run` that are not the service's own; 125 is what `docker run` uses for its own faults.
const (
	exitUsage   = 64
	exitMachine = 125
)

func main() {
	// The kernel starts /init without arguments that are ours.
	if os.Getpid() == 1 && fileExists(specInInitramfs) {
		os.Exit(guestMain())
	}
	if len(os.Args) < 2 {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(exitUsage)
	}
	verb, arguments := os.Args[1], os.Args[2:]
	switch verb {
	case "run":
		os.Exit(runMain(arguments))
	case "exec":
		os.Exit(execMain(arguments))
	case "restart":
		os.Exit(restartMain(stateDir))
	case "probe":
		os.Exit(probeMain(arguments))
	case "ready":
		os.Exit(readyMain(stateDir))
	case "info":
		os.Exit(infoMain(stateDir))
	case "-h", "--help", "help":
		fmt.Print(usage)
	default:
		fmt.Fprintf(os.Stderr, "vm: unknown verb %q\n%s", verb, usage)
		os.Exit(exitUsage)
	}
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
