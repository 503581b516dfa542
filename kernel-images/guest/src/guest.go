package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// How long devices may take to appear after the drivers are there. Emulated machines on a busy host need seconds.
const deviceWait = 30 * time.Second

// guestMain is PID 1 of the guest. It never returns to the kernel but through power off or a panic, which the
// container reports with the console log.
func guestMain() int {
	if err := guest(); err != nil {
		// The kernel panics when init exits; that is the clear failure that the container waits for.
		fmt.Fprintf(os.Stderr, "faultlab: guest cannot start: %v\n", err)
		return 1
	}
	return 0
}

func guest() error {
	for _, m := range []mount{
		{"devtmpfs", "/dev", "devtmpfs", 0, ""},
		{"proc", "/proc", "proc", 0, ""},
		{"sysfs", "/sys", "sysfs", 0, ""},
	} {
		if err := m.do(); err != nil {
			return err
		}
	}
	if console, err := os.OpenFile("/dev/console", os.O_WRONLY, 0); err == nil {
		os.Stderr = console
	}
	var spec Spec
	text, err := os.ReadFile(specInInitramfs)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		return fmt.Errorf("%s: %w", specInInitramfs, err)
	}
	if time.Now().Unix() < spec.Now {
		if err := syscall.Settimeofday(&syscall.Timeval{Sec: spec.Now}); err != nil {
			return fmt.Errorf("clock: %w", err)
		}
	}
	if err := loadModules(spec.Modules); err != nil {
		return err
	}
	if spec.Probe {
		fmt.Fprintln(os.Stderr, probeAnswer)
		return powerOff(spec)
	}
	port, err := openControlPort()
	if err != nil {
		return err
	}
	frames := NewFrameWriter(port)
	uptime, err := os.ReadFile("/proc/uptime")
	if err != nil {
		return err
	}
	if err := frames.Send(0, kindUserspace, uptime); err != nil {
		return fmt.Errorf("control channel: %w", err)
	}
	if err := enterRoot(); err != nil {
		return err
	}
	if err := becomeTheService(spec); err != nil {
		return err
	}
	reaper := NewReaper()
	service := NewService(spec, frames, reaper)
	if reaper.Group, err = newGroup(cgroupRoot, spec.Cgroup); err == nil {
		err = service.Start()
	}
	if err != nil {
		_ = frames.Send(0, kindFailure, []byte(err.Error()))
		return powerOff(spec)
	}
	go serve(port, frames, service, reaper)

	// A power button press (QEMU's system_powerdown) is not used; SIGTERM reaches init only by hand.
	terminated := make(chan os.Signal, 1)
	signal.Notify(terminated, syscall.SIGTERM)
	go func() {
		<-terminated
		service.Stop()
	}()
	lastWord(frames, service.Wait())
	return powerOff(spec)
}

// lastWord tells the container how the service ended: it is the status of `vm run`, or its failure.
func lastWord(frames *FrameWriter, ending Ending) {
	if ending.Failure != nil {
		_ = frames.Send(0, kindFailure, []byte(ending.Failure.Error()))
		return
	}
	_ = frames.SendExit(0, ending.Status)
}

// powerOff ends the machine; the file systems are read-only or in memory, so there is nothing to lose.
func powerOff(spec Spec) error {
	syscall.Sync()
	if spec.NoACPI {
		return syscall.Reboot(syscall.LINUX_REBOOT_CMD_RESTART)
	}
	return syscall.Reboot(syscall.LINUX_REBOOT_CMD_POWER_OFF)
}

// openControlPort finds our virtio console port by the name that QEMU was given for it.
func openControlPort() (*os.File, error) {
	var found string
	err := await("virtio console port "+portName, func() bool {
		names, _ := filepath.Glob("/sys/class/virtio-ports/*/name")
		for _, name := range names {
			text, _ := os.ReadFile(name)
			if strings.TrimSpace(string(text)) == portName {
				found = "/dev/" + filepath.Base(filepath.Dir(name))
				return fileExists(found)
			}
		}
		return false
	})
	if err != nil {
		return nil, err
	}
	return os.OpenFile(found, os.O_RDWR, 0)
}

// await polls for something that the kernel does on its own: device discovery has no call to wait on that works
// without udev on every kernel from 4.14 on.
func await(what string, there func() bool) error {
	for end := time.Now().Add(deviceWait); ; time.Sleep(5 * time.Millisecond) {
		if there() {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("%s did not appear in %s; does the kernel have the driver?", what, deviceWait)
		}
	}
}

// becomeTheService gives the guest the container's name, addresses and settings.
func becomeTheService(spec Spec) error {
	if err := nameGuest(spec.Hostname, spec.Hosts, spec.Resolv); err != nil {
		return err
	}
	if err := configureNetwork(spec.Network); err != nil {
		return err
	}
	for name, value := range spec.Sysctls {
		path := "/proc/sys/" + strings.ReplaceAll(name, ".", "/")
		if err := os.WriteFile(path, []byte(value), 0o644); err != nil {
			return fmt.Errorf("sysctl %s=%s: %w", name, value, err)
		}
	}
	return limitOpenFiles(spec.OpenFiles)
}

func nameGuest(hostname, hosts, resolv string) error {
	if err := syscall.Sethostname([]byte(hostname)); err != nil {
		return fmt.Errorf("hostname: %w", err)
	}
	for path, text := range map[string]string{
		"/etc/hostname": hostname + "\n", "/etc/hosts": hosts, "/etc/resolv.conf": resolv,
	} {
		// An image may carry a link here that leads nowhere in the guest.
		_ = os.Remove(path)
		_ = os.MkdirAll("/etc", 0o755)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// limitOpenFiles gives the guest's processes what the container's have; a bare kernel starts init with 4096, too few
// for a broker with thousands of connections. The kernel refuses more than fs.nr_open, "unlimited" among it.
func limitOpenFiles(wanted uint64) error {
	text, err := os.ReadFile("/proc/sys/fs/nr_open")
	if err != nil {
		return err
	}
	if most, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil && wanted > most {
		wanted = most
	}
	limit := syscall.Rlimit{Cur: wanted, Max: wanted}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("limit of open files %d: %w", wanted, err)
	}
	return nil
}
