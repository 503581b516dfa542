package main

// What differs between processors. A guest has the one that this program was built for, which is its init.
const (
	qemu            = "qemu-system-aarch64"
	standardMachine = "virt"
	// Pointers are signed by an algorithm of QEMU's own: the architecture's takes an emulated CPU long.
	emulatedCPU    = "max,pauth-impdef=on"
	consoleDevice  = "ttyAMA0"
	clockArguments = ""
	finitModule    = 273 // not in package syscall
)
