package main

// Where the specification stands in the initramfs; its presence also tells the binary that it is the guest's init.
const specInInitramfs = "/faultlab.json"

// Spec is everything that the guest is told. It travels as one JSON document in the initramfs, so that the guest
// needs no network and no tool of the service's image to become the service.
type Spec struct {
	Hostname  string            `json:"hostname"`
	Network   Network           `json:"network"`
	Resolv    string            `json:"resolv"`           // contents of /etc/resolv.conf
	Hosts     string            `json:"hosts"`            // contents of /etc/hosts
	Sysctls   map[string]string `json:"sysctls"`          // net.ipv4.tcp_syncookies -> 2
	Cgroup    map[string]string `json:"cgroup,omitempty"` // memory.max -> 128M
	Modules   []string          `json:"modules"`          // files in the initramfs, in loading order
	Process   Process           `json:"process"`          // the service's command
	OpenFiles uint64            `json:"openFiles"`        // the container's limit of open files a process (RLIMIT_NOFILE)
	KillAfter int               `json:"killAfter"`        // seconds between the stop signal and SIGKILL
	Now       int64             `json:"now"`              // seconds since 1970, for a machine without a real-time clock
	NoACPI    bool              `json:"noACPI"`           // the machine cannot be switched off: restart it, which ends QEMU as well
	Probe     bool              `json:"probe"`            // only start and power off: does this backend work at all?
}

// Network is the container's, handed on to the guest.
type Network struct {
	MAC       string   `json:"mac"`
	MTU       int      `json:"mtu"`
	Addresses []string `json:"addresses"` // CIDR notation, IPv4 and IPv6
	Gateway4  string   `json:"gateway4"`  // empty on an internal network
	Gateway6  string   `json:"gateway6"`
}

// Process is a command as an image declares it.
type Process struct {
	Argv       []string `json:"argv"`
	Env        []string `json:"env"`
	Dir        string   `json:"dir"`
	User       string   `json:"user"` // user, uid, user:group or uid:gid; empty is root
	StopSignal string   `json:"stopSignal"`
}
