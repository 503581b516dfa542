package main

// What differs between processors. A guest has the one that this program was built for, which is its init.
const (
	qemu            = "qemu-system-x86_64"
	standardMachine = "q35"
	emulatedCPU     = "max"
	consoleDevice   = "ttyS0"
	// A kernel panics where the emulated timer of a busy machine misses its check; with KVM it makes no check.
	clockArguments = "no_timer_check "
	finitModule    = 313 // not in package syscall
)
