package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	microvm = "microvm"
	// A KVM guest of ours is in userspace within half a second. A device that is there and does not work hangs.
	kvmTrial = 3 * time.Second
	// Character device 10:232 (Documentation/admin-guide/devices.txt), as stat(2) packs it.
	kvmDevice = 10<<8 | 232
	// What the guest's init prints when it was only asked whether the backend works.
	probeAnswer = "faultlab: userspace reached"
)

// Backend is how the guest's instructions are carried out.
type Backend struct {
	Name   string `json:"backend"` // kvm or tcg
	Reason string `json:"reason"`  // why it is this one
}

// chooseBackend tries KVM for real: /dev/kvm can be there and not be permitted, or be permitted and not work (nested
// virtualisation, an emulated device). Only a guest that reached userspace counts.
func chooseBackend(s Settings) (Backend, error) {
	if s.Backend == "tcg" {
		return Backend{"tcg", "KERNEL_BACKEND=tcg"}, nil
	}
	err := tryKVM(s)
	switch {
	case err == nil:
		return Backend{"kvm", "a guest reached userspace with it"}, nil
	case s.Backend == "kvm":
		return Backend{}, fmt.Errorf("KERNEL_BACKEND=kvm, but KVM cannot be used here: %w", err)
	}
	return Backend{"tcg", "KVM cannot be used here: " + err.Error()}, nil
}

func tryKVM(s Settings) error {
	// compose.yaml has to name a device; where the host's KVM is of no use, it is given /dev/null in its place.
	var device syscall.Stat_t
	if err := syscall.Stat("/dev/kvm", &device); err != nil || device.Rdev != kvmDevice {
		return errors.New("the container was given no KVM device")
	}
	file, err := os.OpenFile("/dev/kvm", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	file.Close()
	initramfs := stateDir + "/probe.cpio"
	if err := writeInitramfs(initramfs, Spec{Probe: true, NoACPI: s.Kernel.Machine == microvm}, nil); err != nil {
		return err
	}
	defer os.Remove(initramfs)
	limit, cancel := context.WithTimeout(context.Background(), kvmTrial)
	defer cancel()
	arguments := append(machine(s, Backend{Name: "kvm"}), "-m", "256", "-smp", "1",
		"-kernel", s.Kernel.Image, "-initrd", initramfs, "-append", commandLine(s, ""), "-serial", "stdio")
	output, err := exec.CommandContext(limit, qemu, arguments...).CombinedOutput()
	if strings.Contains(string(output), probeAnswer) {
		return nil
	}
	last := strings.TrimSpace(string(output))
	if cut := strings.LastIndex(last, "\n"); cut >= 0 {
		last = strings.TrimSpace(last[cut+1:])
	}
	if limit.Err() != nil {
		return fmt.Errorf("/dev/kvm is there, but a guest did not reach userspace within %s (last output: %q)", kvmTrial, last)
	}
	return fmt.Errorf("/dev/kvm is there, but a guest did not reach userspace: %v, %q", err, last)
}

// machine is what does not depend on the service.
func machine(s Settings, b Backend) []string {
	accelerator, cpu := "tcg,thread=multi", emulatedCPU
	if s.CPUs > 1 {
		// Kernels patch their own code while they start. Emulated processors in threads of their own can run a half
		// patched instruction: 2 of 34 boots of a stock 7.2 panicked (int3), and 0 of 80 in one thread.
		accelerator = "tcg,thread=single"
	}
	if b.Name == "kvm" {
		accelerator, cpu = "kvm", "host"
	}
	kind := s.Kernel.Machine
	if kind == microvm {
		// Without ACPI, so that old kernels find their virtio devices on the command line; with the PC's timer, or an
		// emulated CPU has no clock to measure its own by. Its real-time clock would take a device's interrupt.
		kind += ",acpi=off,pit=on,pic=on"
	}
	return []string{
		"-accel", accelerator, "-cpu", cpu, "-M", kind, "-nodefaults", "-no-user-config",
		"-display", "none", "-no-reboot",
	}
}

// commandLine: panic=-1 with -no-reboot ends QEMU at a panic; mitigations cost an emulated CPU a lot and protect
// nobody here; net.ifnames=0 is for stock kernels' habits.
func commandLine(s Settings, more string) string {
	line := "console=" + consoleDevice + " quiet panic=-1 mitigations=off net.ifnames=0 " + clockArguments
	if s.Kernel.Machine == microvm {
		line += "reboot=t " // a triple fault: there is neither ACPI nor a keyboard controller to ask
	}
	return strings.TrimSpace(line + more)
}

// memoryFile is where the guest's RAM lies when it can be saved or was.
type memoryFile struct {
	path   string // empty: anonymous memory
	shared bool   // the guest writes into the file, else into pages of its own
}

// qemuArguments is the whole machine. A restored guest is not asked to announce its address, which changes anyway: in Linux
// 6.12.118, taking the interface down waits, with the RTNL lock held, for the announcement, which needs that lock
// (virtnet_close and virtnet_config_changed_work in drivers/net/virtio_net.c).
func qemuArguments(s Settings, b Backend, mac string, memory memoryFile, incoming bool) []string {
	// microvm has no PCI: the same devices sit on the MMIO bus there.
	bus := "-pci"
	if s.Kernel.Machine == microvm {
		bus = "-device"
	}
	arguments := append(machine(s, b),
		"-m", strconv.Itoa(s.Memory), "-smp", strconv.Itoa(s.CPUs),
		"-kernel", s.Kernel.Image, "-initrd", initramfsFile, "-append", commandLine(s, s.Append),
		"-netdev", "tap,id=net,ifname="+tapName+",script=no,downscript=no,vhost=off",
		"-device", "virtio-net"+bus+",netdev=net,guest_announce=off,mac="+mac,
		"-device", "virtio-rng"+bus,
		"-device", "virtio-serial"+bus,
		"-chardev", "socket,id=control,path="+controlSocket+",server=off",
		"-device", "virtserialport,chardev=control,name="+portName,
		"-serial", "stdio",
	)
	drives := []struct{ file, serial string }{{rootFile, serialRoot}, {toolsFile, serialTools}}
	if extra := stateDir + "/extra.sqfs"; fileExists(extra) {
		drives = append(drives, struct{ file, serial string }{extra, serialExtra})
	}
	for _, d := range drives {
		arguments = append(arguments,
			"-drive", "file="+d.file+",if=none,id="+d.serial+",format=raw,readonly=on,file.locking=off",
			"-device", "virtio-blk"+bus+",drive="+d.serial+",serial="+d.serial)
	}
	if memory.path == "" {
		return arguments
	}
	share := "off"
	if memory.shared {
		share = "on"
	}
	arguments = append(arguments,
		"-object", fmt.Sprintf("memory-backend-file,id=memory,size=%dM,mem-path=%s,share=%s", s.Memory, memory.path, share),
		"-machine", "memory-backend=memory", "-qmp", "unix:"+qmpSocket+",server=off")
	if incoming {
		// Stopped until all is known to be well.
		arguments = append(arguments, "-incoming", "defer", "-S")
	}
	return arguments
}
