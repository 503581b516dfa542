package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestDrivesAreKnownByTheirSerialNumbers(t *testing.T) {
	sys, dev := t.TempDir(), t.TempDir()
	// In the order of discovery, which is nobody's promise; vdc has a driver and no device yet, sr0 has no serial number.
	for name, serial := range map[string]string{"vda": serialTools + "\n", "vdb": serialRoot + "\x00", "vdc": serialExtra, "sr0": ""} {
		must(t, os.MkdirAll(filepath.Join(sys, name), 0o755))
		if serial != "" {
			must(t, os.WriteFile(filepath.Join(sys, name, "serial"), []byte(serial), 0o644))
		}
		if name != "vdc" {
			must(t, os.WriteFile(filepath.Join(dev, name), nil, 0o644))
		}
	}
	drives := findDrives(sys, dev)
	fatalIf(t, len(drives) != 2 || drives[serialRoot] != dev+"/vdb" || drives[serialTools] != dev+"/vda", "%v", drives)
}

func TestTheContainersFilesLieAboveTheImages(t *testing.T) {
	images, overlay := layers("/l", map[string]string{serialRoot: "/dev/a", serialTools: "/dev/b", serialExtra: "/dev/c"})
	if !strings.HasPrefix(overlay.data, "lowerdir=/l/extra:/l/image,") {
		t.Fatal(overlay.data)
	}
	for _, m := range images[1:] {
		errorIf(t, m.flags&syscall.MS_RDONLY == 0, "%s could be written to", m.target)
	}
	images, overlay = layers("/l", map[string]string{serialRoot: "/dev/a", serialTools: "/dev/b"})
	fatalIf(t, len(images) != 3 || !strings.HasPrefix(overlay.data, "lowerdir=/l/image,"), "%v %v", images, overlay)
}

// Real mounts, in name spaces of a child's own.
func TestMounts(t *testing.T) {
	const inside = "FAULTLAB_TEST_MOUNTS"
	if dir := os.Getenv(inside); dir != "" {
		reallyMount(t, dir)
		return
	}
	child := exec.Command("/proc/self/exe", "-test.run=^TestMounts$", "-test.v")
	child.Env = append(os.Environ(), inside+"="+t.TempDir())
	child.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	output, err := child.CombinedOutput()
	if err != nil && len(output) == 0 {
		t.Skipf("no name spaces to be had here (%v)", err)
	}
	fatalIf(t, err != nil, "%v\n%s", err, output)
}

func reallyMount(t *testing.T, dir string) {
	// The target's directories are made.
	target := filepath.Join(dir, "some", "where")
	must(t, (mount{"tmpfs", target, "tmpfs", 0, "mode=700"}).do())
	if text := readOr("/proc/self/mounts", ""); !strings.Contains(text, " "+target+" tmpfs ") {
		t.Fatal(text)
	}
	err := (mount{"/none", filepath.Join(dir, "image"), "squashfs", 0, ""}).do()
	fatalIf(t, err == nil || !strings.Contains(err.Error(), "/none (squashfs)"),
		"the error must name what was to be mounted: %v", err)
	// Busy is an answer for devtmpfs only: a kernel may have mounted that itself.
	open, err := os.Create(filepath.Join(target, "open"))
	must(t, err)
	defer open.Close()
	if err := (mount{"", target, "", syscall.MS_REMOUNT | syscall.MS_RDONLY, ""}).do(); err == nil {
		t.Fatal("a file system with a file open for writing became read-only")
	}
}
