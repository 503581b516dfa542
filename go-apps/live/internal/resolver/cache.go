package resolver

import (
	"os"
	"path/filepath"
)

// Caches names the caches of this host that stand before the servers, as far as files and addresses tell.
func (c Configuration) Caches(root string) []string {
	var caches []string
	for _, socket := range []string{"run/nscd/socket", "var/run/nscd/socket"} {
		if _, err := os.Stat(filepath.Join(root, socket)); err == nil {
			caches = append(caches, "nscd")
			break
		}
	}
	for _, server := range c.Servers {
		switch {
		case server.String() == "127.0.0.53":
			return append(caches, "systemd-resolved (127.0.0.53)")
		case server.IsLoopback():
			return append(caches, "a server of this host ("+server.String()+"), if it keeps answers")
		}
	}
	return caches
}
