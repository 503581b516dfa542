package main

import (
	"strings"
	"testing"
)

func TestTheMachineOnArm(t *testing.T) {
	s := Settings{Memory: 512, CPUs: 2, Kernel: Kernel{Image: "/k", Machine: standardMachine}}
	got := strings.Join(qemuArguments(s, Backend{Name: "tcg"}, "02:00:00:00:00:01", memoryFile{}, false), " ")
	for _, want := range []string{" -M virt ", "-cpu max,pauth-impdef=on ", "console=ttyAMA0 ", "virtio-net-pci,"} {
		errorIf(t, !strings.Contains(got, want), "%q is not in %s", want, got)
	}
}
