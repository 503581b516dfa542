package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"
)

// Serial numbers of the drives, as QEMU is told and /sys/block/*/serial shows them: device names (vda, vdb) follow
// the order of discovery and are no names.
const (
	serialRoot  = "faultlab-root"  // the service's image
	serialExtra = "faultlab-extra" // files laid over the image (/guest in the container); optional
	serialTools = "faultlab-tools" // ss, nstat, ip, tc, nft and a shell, with their libraries
)

// Where the tools' file system is seen from the service's.
const toolsRoot = "/.faultlab/tools"

type mount struct {
	source, target, kind string
	flags                uintptr
	data                 string
}

func (m mount) do() error {
	if err := os.MkdirAll(m.target, 0o755); err != nil {
		return err
	}
	err := syscall.Mount(m.source, m.target, m.kind, m.flags, m.data)
	if err == syscall.EBUSY && m.kind == "devtmpfs" {
		return nil // some kernels mount it themselves
	}
	if err != nil {
		return fmt.Errorf("mount %s (%s) on %s: %w", m.source, m.kind, m.target, err)
	}
	return nil
}

// enterRoot lays a writable layer in memory over the read-only image and moves into it.
func enterRoot() error {
	var drives map[string]string
	// QEMU adds all drives before the guest starts, but drivers find them one after the other.
	if err := await("drive "+serialTools, func() bool {
		drives = findDrives("/sys/block", "/dev")
		return drives[serialRoot] != "" && drives[serialTools] != ""
	}); err != nil {
		return err
	}
	const l = "/layers"
	images, overlay := layers(l, drives)
	for _, m := range images {
		if err := m.do(); err != nil {
			return err
		}
	}
	for _, d := range []string{"/upper", "/work", "/root"} {
		if err := os.MkdirAll(l+d, 0o755); err != nil {
			return err
		}
	}
	if err := overlay.do(); err != nil {
		return err
	}
	// The root directory shows the upper layer's mode; services that drop privileges must be able to pass it.
	if err := os.Chmod(l+"/root", 0o755); err != nil {
		return err
	}
	return switchRoot(l + "/root")
}

// layers says what is mounted below dir, in this order, and what is laid over it: the files of /guest above the image's.
func layers(dir string, drives map[string]string) (images []mount, overlay mount) {
	images = []mount{
		{"tmpfs", dir, "tmpfs", 0, "mode=755"},
		{drives[serialRoot], dir + "/image", "squashfs", syscall.MS_RDONLY, ""},
		{drives[serialTools], dir + "/tools", "squashfs", syscall.MS_RDONLY, ""},
	}
	lower := dir + "/image"
	if extra := drives[serialExtra]; extra != "" {
		images = append(images, mount{extra, dir + "/extra", "squashfs", syscall.MS_RDONLY, ""})
		lower = dir + "/extra:" + lower
	}
	data := fmt.Sprintf("lowerdir=%s,upperdir=%s/upper,workdir=%s/work", lower, dir, dir)
	return images, mount{"overlay", dir + "/root", "overlay", 0, data}
}

func switchRoot(root string) error {
	move := uintptr(syscall.MS_MOVE)
	bind := uintptr(syscall.MS_BIND | syscall.MS_REC)
	tools := root + toolsRoot
	if err := (mount{"/sys", root + "/sys", "", move, ""}).do(); err != nil {
		return err
	}
	mountCgroups(root)
	// For the probe; a kernel without ftrace has no such file system, and only the probe needs it.
	_ = syscall.Mount("tracefs", root+"/sys/kernel/tracing", "tracefs", 0, "")
	for _, m := range []mount{
		{"/dev", root + "/dev", "", move, ""},
		{"/proc", root + "/proc", "", move, ""},
		{"devpts", root + "/dev/pts", "devpts", 0, "ptmxmode=666,mode=620,gid=5"},
		{"tmpfs", root + "/dev/shm", "tmpfs", 0, "mode=1777"},
		{"tmpfs", root + "/run", "tmpfs", 0, "mode=755"},
		{"/layers/tools", tools, "", bind, ""},
		{root + "/dev", tools + "/dev", "", bind, ""},
		{root + "/proc", tools + "/proc", "", bind, ""},
		{root + "/sys", tools + "/sys", "", bind, ""},
		{"tmpfs", tools + "/tmp", "tmpfs", 0, "mode=1777"},
		{root, tools + "/service", "", syscall.MS_BIND, ""},
	} {
		if err := m.do(); err != nil {
			return err
		}
	}
	for link, target := range map[string]string{
		"/dev/fd": "/proc/self/fd", "/dev/stdin": "/proc/self/fd/0",
		"/dev/stdout": "/proc/self/fd/1", "/dev/stderr": "/proc/self/fd/2",
	} {
		_ = os.Symlink(target, root+link)
	}
	if err := os.Chdir(root); err != nil {
		return err
	}
	if err := syscall.Mount(".", "/", "", move, ""); err != nil {
		return fmt.Errorf("move the root: %w", err)
	}
	if err := syscall.Chroot("."); err != nil {
		return err
	}
	return os.Chdir("/")
}

// findDrives gives the devices by their serial numbers.
func findDrives(sys, dev string) map[string]string {
	drives := map[string]string{}
	paths, _ := filepath.Glob(sys + "/*/serial")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		device := dev + "/" + filepath.Base(filepath.Dir(path))
		if serial := strings.TrimRight(string(text), "\n\x00 "); err == nil && fileExists(device) {
			drives[serial] = device
		}
	}
	return drives
}

// loadModules loads what the initramfs carries, in the order that the container worked out from modules.dep.
func loadModules(files []string) error {
	empty := []byte{0}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		_, _, errno := syscall.Syscall(finitModule, file.Fd(), uintptr(unsafe.Pointer(&empty[0])), 0)
		file.Close()
		if errno != 0 && errno != syscall.EEXIST {
			return fmt.Errorf("load module %s: %w", name, errno)
		}
	}
	return nil
}
