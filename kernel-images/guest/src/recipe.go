package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
)

// keyDigits of a digest name a recipe.
const keyDigits = 16

// Recipe is all that makes a guest what it is. QEMU restores a state into a machine with another CPU, other drives or
// other devices without a word, so whatever differs must differ here.
type Recipe struct {
	QEMU      string   `json:"qemu"` // version
	Backend   string   `json:"backend"`
	Host      string   `json:"host,omitempty"` // KVM hands the host's own CPU on
	Arguments []string `json:"arguments"`
	Memory    int      `json:"memory"` // MiB
	Kernel    string   `json:"kernelSha256"`
	Modules   []string `json:"modulesSha256"`
	Root      string   `json:"rootSha256"`
	Tools     string   `json:"toolsSha256"`
	Extra     string   `json:"extraSha256,omitempty"`
	Program   string   `json:"programSha256"` // this one: it is the guest's init
	Spec      Spec     `json:"spec"`
	Ready     string   `json:"ready"` // when it was saved
}

// Key names the recipe.
func (r Recipe) Key() string {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // strings and numbers
	}
	return digest(text)[:keyDigits]
}

// isKey tells the folder of a snapshot from another folder.
func isKey(name string) bool {
	_, err := hex.DecodeString(name)
	return len(name) == keyDigits && err == nil
}

// describe reads what a guest is to be made of.
func describe(store *Store, s Settings, b Backend, spec Spec) (Recipe, error) {
	// What a container gets at each start, a restored guest is told.
	spec.Network, spec.Hostname, spec.Hosts, spec.Resolv, spec.Now = Network{}, "", "", "", 0
	r := Recipe{
		Backend: b.Name, Memory: s.Memory, Spec: spec,
		Arguments: qemuArguments(s, b, "", memoryFile{path: memoryName, shared: true}, false),
	}
	if s.Ready != nil {
		r.Ready = s.Ready.String()
	}
	version, err := exec.Command(qemu, "--version").Output()
	if err != nil {
		return r, fmt.Errorf("%s --version: %w", qemu, err)
	}
	r.QEMU, _, _ = strings.Cut(string(version), "\n")
	if b.Name == "kvm" {
		r.Host = hostCPU(readOr("/proc/cpuinfo", ""))
	}
	files := []struct {
		path string
		to   *string
	}{{s.Kernel.Image, &r.Kernel}, {rootFile, &r.Root}, {toolsFile, &r.Tools}, {"/proc/self/exe", &r.Program}}
	if extra := stateDir + "/extra.sqfs"; fileExists(extra) {
		files = append(files, struct {
			path string
			to   *string
		}{extra, &r.Extra})
	}
	r.Modules = make([]string, len(s.Kernel.Modules))
	for i, module := range s.Kernel.Modules {
		files = append(files, struct {
			path string
			to   *string
		}{module, &r.Modules[i]})
	}
	for _, f := range files {
		compute := func() (string, error) { return digestFile(f.path) }
		if f.path == rootFile {
			*f.to, err = store.remembered(f.path, compute)
		} else {
			*f.to, err = compute()
		}
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

// hostCPU is the first processor's model and abilities.
func hostCPU(cpuinfo string) string {
	first, _, _ := strings.Cut(cpuinfo, "\n\n")
	var kept []string
	for _, line := range strings.Split(first, "\n") {
		name, value, _ := strings.Cut(line, ":")
		switch strings.TrimSpace(name) {
		case "vendor_id", "cpu family", "model", "stepping", "microcode", "flags":
			kept = append(kept, strings.TrimSpace(value))
		}
	}
	return strings.Join(kept, " / ")
}
