package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeInitramfs packs this very binary as /init, the specification and the kernel's modules. The format is the
// "newc" cpio of the kernel's Documentation/driver-api/early-userspace/buffer-format.rst.
func writeInitramfs(path string, spec Spec, modules []string) error {
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		return err
	}
	archive := &cpio{}
	archive.add("init", 0o100755, self)
	archive.add("dev", 0o040755, nil)
	// Until devtmpfs is mounted the kernel looks for its console here.
	archive.addDevice("dev/console", 0o020600, 5, 1)
	for _, module := range modules {
		text, err := os.ReadFile(module)
		if err != nil {
			return err
		}
		name := filepath.Base(module)
		archive.add(name, 0o100644, text)
		spec.Modules = append(spec.Modules, "/"+name)
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	archive.add(specInInitramfs[1:], 0o100600, text)
	archive.end()
	return os.WriteFile(path, archive.out.Bytes(), 0o600)
}

type cpio struct {
	out   bytes.Buffer
	inode int
}

func (c *cpio) add(name string, mode int, content []byte) { c.entry(name, mode, content, 0, 0) }

func (c *cpio) addDevice(name string, mode, major, minor int) { c.entry(name, mode, nil, major, minor) }

func (c *cpio) entry(name string, mode int, content []byte, major, minor int) {
	c.inode++
	links := 1
	fields := []int{c.inode, mode, 0, 0, links, 0, len(content), 0, 0, major, minor, len(name) + 1, 0}
	io.WriteString(&c.out, "070701")
	for _, f := range fields {
		fmt.Fprintf(&c.out, "%08X", f)
	}
	c.out.WriteString(name)
	c.out.WriteByte(0)
	c.pad()
	c.out.Write(content)
	c.pad()
}

func (c *cpio) end() { c.entry("TRAILER!!!", 0, nil, 0, 0) }

func (c *cpio) pad() {
	for c.out.Len()%4 != 0 {
		c.out.WriteByte(0)
	}
}
