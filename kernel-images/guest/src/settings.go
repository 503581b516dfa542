package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// Settings is what the container was told, all of it through environment variables and three mounts:
//
//	/vm/kernel      directory with the kernel and its provenance.json
//	/vm/root.sqfs   the service's image as a squashfs, /vm/root.json what the image declares about itself
//	/guest          files laid over the image, at their path below /guest
type Settings struct {
	Kernel   Kernel
	Image    Process
	Backend  string // kvm, tcg or empty: try
	Memory   int    // MiB
	CPUs     int
	Append   string            // VM_APPEND: added to the kernel's command line
	Sysctls  map[string]string // VM_SYSCTLS: "name=value name=value"
	Cgroup   map[string]string // VM_CGROUP: the same, of the service's control group
	Ready    *regexp.Regexp    // VM_READY_LOG: the service is ready when a line of its output matches; nil: when started
	Start    int               // VM_START_SECONDS: userspace must be there by then
	Grace    int               // VM_STOP_SECONDS between stop signal and SIGKILL
	Hostname string
	Snapshot SnapshotSettings
}

// SnapshotSettings says where snapshots of ready guests are and what is done with them.
type SnapshotSettings struct {
	Mode    string // VM_SNAPSHOT_MODE: off, save, restore or auto
	Dir     string // VM_SNAPSHOT
	Seconds int    // VM_SNAPSHOT_SECONDS: a guest must be saved or restored by then
}

// Modes of VM_SNAPSHOT_MODE.
const (
	snapshotOff     = "off"     // start cold
	snapshotSave    = "save"    // make sure that there is one, and end
	snapshotRestore = "restore" // start from one, or fail
	snapshotAuto    = "auto"    // start from one; make it first where none fits
)

const (
	kernelDir = "/vm/kernel"
	rootFile  = "/vm/root.sqfs"
	rootFacts = "/vm/root.json"
	extraDir  = "/guest"
	toolsFile = "/vm/tools.sqfs"
	stateDir  = "/run/vm"
)

// Kernel is a directory of the kernel store (dev.faultlab.kernel): see kernel-images/README.md.
type Kernel struct {
	Provenance json.RawMessage
	Image      string   // path of the bzImage, or of an Image
	Machine    string   // QEMU machine: q35, microvm or virt
	Modules    []string // paths, in loading order
}

// ReadSettings fails with a sentence that says what to set.
func ReadSettings(arguments []string) (Settings, error) {
	s := Settings{Append: os.Getenv("VM_APPEND")}
	var err error
	if s.Kernel, err = readKernel(kernelDir); err != nil {
		return s, err
	}
	if s.Image, err = readImage(arguments); err != nil {
		return s, err
	}
	switch s.Backend = os.Getenv("KERNEL_BACKEND"); s.Backend {
	case "", "kvm", "tcg":
	case "auto":
		s.Backend = ""
	default:
		return s, fmt.Errorf("KERNEL_BACKEND=%s: expected kvm, tcg or auto", s.Backend)
	}
	for _, n := range []struct {
		to       *int
		variable string
		standard int
	}{
		{&s.Memory, "VM_MEMORY", 1024}, {&s.CPUs, "VM_CPUS", 2},
		{&s.Start, "VM_START_SECONDS", 120}, {&s.Grace, "VM_STOP_SECONDS", 10},
		{&s.Snapshot.Seconds, "VM_SNAPSHOT_SECONDS", 60},
	} {
		*n.to = n.standard
		if text := os.Getenv(n.variable); text != "" {
			if *n.to, err = strconv.Atoi(text); err != nil || *n.to <= 0 {
				return s, fmt.Errorf("%s=%s: expected a number above 0", n.variable, text)
			}
		}
	}
	if s.Sysctls, err = pairs("VM_SYSCTLS"); err != nil {
		return s, err
	}
	if s.Cgroup, err = pairs("VM_CGROUP"); err != nil {
		return s, err
	}
	if text := os.Getenv("VM_READY_LOG"); text != "" {
		if s.Ready, err = regexp.Compile(text); err != nil {
			return s, fmt.Errorf("VM_READY_LOG: %w", err)
		}
	}
	if s.Snapshot.Mode, s.Snapshot.Dir, err = readSnapshot(); err != nil {
		return s, err
	}
	s.Hostname, err = os.Hostname()
	return s, err
}

// pairs reads "name=value name=value". Values of several numbers (tcp_rmem) are written with commas, since blanks part
// the settings.
func pairs(variable string) (map[string]string, error) {
	values := map[string]string{}
	for _, setting := range strings.Fields(os.Getenv(variable)) {
		name, value, found := strings.Cut(setting, "=")
		if !found {
			return nil, fmt.Errorf("%s: %q is not name=value", variable, setting)
		}
		values[name] = strings.ReplaceAll(value, ",", " ")
	}
	return values, nil
}

func readSnapshot() (mode, dir string, err error) {
	mode, dir = os.Getenv("VM_SNAPSHOT_MODE"), os.Getenv("VM_SNAPSHOT")
	switch mode {
	case "":
		mode = snapshotOff
	case snapshotOff:
	case snapshotSave, snapshotRestore, snapshotAuto:
		if dir == "" {
			err = fmt.Errorf("VM_SNAPSHOT_MODE=%s needs VM_SNAPSHOT, the directory of the snapshots", mode)
		}
	default:
		err = fmt.Errorf("VM_SNAPSHOT_MODE=%s: expected off, auto, save or restore", mode)
	}
	return mode, dir, err
}

func readKernel(dir string) (Kernel, error) {
	text, err := os.ReadFile(dir + "/provenance.json")
	if err != nil {
		return Kernel{}, fmt.Errorf("no kernel at %s (mount a directory of `faultlab kernels` there): %w", dir, err)
	}
	var facts struct {
		Image struct {
			File string `json:"file"`
		} `json:"image"`
		Machine string   `json:"machine"`
		Modules []string `json:"modules"`
	}
	if err := json.Unmarshal(text, &facts); err != nil {
		return Kernel{}, fmt.Errorf("%s/provenance.json: %w", dir, err)
	}
	kernel := Kernel{Provenance: text, Image: dir + "/" + facts.Image.File, Machine: facts.Machine}
	if kernel.Machine == "" {
		kernel.Machine = standardMachine
	}
	for _, module := range facts.Modules {
		kernel.Modules = append(kernel.Modules, dir+"/"+module)
	}
	for _, file := range append([]string{kernel.Image}, kernel.Modules...) {
		if !fileExists(file) {
			return kernel, fmt.Errorf("%s is named by provenance.json and is not there", file)
		}
	}
	return kernel, nil
}

// readImage joins what the image declares with what the container was given: the container's command replaces the
// image's, its environment comes on top.
func readImage(arguments []string) (Process, error) {
	if !fileExists(rootFile) {
		return Process{}, fmt.Errorf("no root file system at %s (mount one of `faultlab guest-root IMAGE` there)", rootFile)
	}
	text, err := os.ReadFile(rootFacts)
	if err != nil {
		return Process{}, err
	}
	var config struct {
		Entrypoint, Cmd, Env         []string
		WorkingDir, User, StopSignal string
	}
	if err := json.Unmarshal(text, &config); err != nil {
		return Process{}, fmt.Errorf("%s: %w", rootFacts, err)
	}
	p := Process{
		Argv: append(append([]string{}, config.Entrypoint...), config.Cmd...),
		Dir:  config.WorkingDir, User: config.User, StopSignal: config.StopSignal,
	}
	if len(arguments) > 0 {
		p.Argv = arguments
	}
	if user, set := os.LookupEnv("VM_USER"); set {
		p.User = user
	}
	p.Env = environment(config.Env, os.Environ())
	return p, nil
}

// environment puts what the container was given over what the image declares. Sorted: compose hands variables on in any
// order, and equal guests have one snapshot.
func environment(image, container []string) []string {
	values := map[string]string{}
	for _, e := range image {
		name, value, _ := strings.Cut(e, "=")
		values[name] = value
	}
	for _, e := range container {
		name, value, _ := strings.Cut(e, "=")
		if name == "PATH" || name == "HOME" || name == "HOSTNAME" || name == "KERNEL_BACKEND" || strings.HasPrefix(name, "VM_") {
			continue
		}
		values[name] = value
	}
	env := make([]string, 0, len(values))
	for name, value := range values {
		env = append(env, name+"="+value)
	}
	sort.Strings(env)
	return env
}
