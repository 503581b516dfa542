package main

// What differs between processors. A guest has the one that this program was built for, which is its init.
const (
	qemu            = "qemu-system-x86_64"
	standardMachine = "q35"
	emulatedCPU     = "max"
	consoleDevice   = "ttyS0"
	finitModule     = 313 // not in package syscall
)
