package main

import (
	"strings"
	"testing"
)

// Words that change make every snapshot another one, and maybe another guest: so they are written out here.
func TestTheMachineOnX86(t *testing.T) {
	const (
		console = "console=ttyS0 quiet panic=-1 mitigations=off net.ifnames=0 no_timer_check "
		before  = " -nodefaults -no-user-config -display none -no-reboot -m 512 -smp 2 -kernel /k -initrd /run/vm/initramfs.cpio -append "
		network = " -netdev tap,id=net,ifname=tap0,script=no,downscript=no,vhost=off"
		control = " -chardev socket,id=control,path=/run/vm/control.sock,server=off -device virtserialport,chardev=control,name=faultlab -serial stdio"
		root    = " -drive file=/vm/root.sqfs,if=none,id=faultlab-root,format=raw,readonly=on,file.locking=off"
		tools   = " -drive file=/vm/tools.sqfs,if=none,id=faultlab-tools,format=raw,readonly=on,file.locking=off"
	)
	for _, c := range []struct {
		machine, backend string
		memory           memoryFile
		incoming         bool
		want             string
	}{
		{"q35", "tcg", memoryFile{}, false, "-accel tcg,thread=single -cpu max -M q35" + before + console + "a=b" + network +
			" -device virtio-net-pci,netdev=net,guest_announce=off,mac=02:00:00:00:00:01 -device virtio-rng-pci -device virtio-serial-pci" + control +
			root + " -device virtio-blk-pci,drive=faultlab-root,serial=faultlab-root" +
			tools + " -device virtio-blk-pci,drive=faultlab-tools,serial=faultlab-tools"},
		{"microvm", "kvm", memoryFile{"/m", true}, true, "-accel kvm -cpu host -M microvm,acpi=off,pit=on,pic=on" + before + console + "reboot=t a=b" + network +
			" -device virtio-net-device,netdev=net,guest_announce=off,mac=02:00:00:00:00:01 -device virtio-rng-device -device virtio-serial-device" + control +
			root + " -device virtio-blk-device,drive=faultlab-root,serial=faultlab-root" +
			tools + " -device virtio-blk-device,drive=faultlab-tools,serial=faultlab-tools" +
			" -object memory-backend-file,id=memory,size=512M,mem-path=/m,share=on -machine memory-backend=memory" +
			" -qmp unix:/run/vm/qmp.sock,server=off -incoming defer -S"},
	} {
		s := Settings{Memory: 512, CPUs: 2, Append: "a=b", Kernel: Kernel{Image: "/k", Machine: c.machine}}
		got := strings.Join(qemuArguments(s, Backend{Name: c.backend}, "02:00:00:00:00:01", c.memory, c.incoming), " ")
		errorIf(t, got != c.want, "%s\nexpected\n%s", got, c.want)
	}
}
