package jvm

import (
	"fmt"
	"os"
	"path/filepath"
)

// NameCache says how long InetAddress keeps an address, as far as that can be known from outside: a program may set the
// security property itself.
func (p Process) NameCache() (string, error) {
	system, err := p.Properties()
	if err != nil {
		return "", err
	}
	const property, old = "networkaddress.cache.ttl", "sun.net.inetaddr.ttl"
	security := map[string]string{}
	home := system["java.home"]
	files := []string{"conf/security/java.security", "lib/security/java.security"}
	for i := range files {
		files[i] = filepath.Join(home, files[i])
	}
	if own := system["java.security.properties"]; own != "" {
		files = append(files, own)
	}
	for _, file := range files {
		opened, err := os.Open(filepath.Join(p.proc, "root", file))
		if err != nil {
			continue
		}
		values, err := parseProperties(opened)
		opened.Close()
		if err != nil {
			return "", err
		}
		for key, value := range values {
			security[key] = value
		}
	}
	said := "neither " + property + " nor " + old + " is set: 30 s, unless the program sets it itself"
	// The security property wins (sun.net.InetAddressCachePolicy).
	if value, set := security[property]; set && value != "" {
		said = property + "=" + value + ", unless the program sets it itself"
	} else if value, set := system[old]; set {
		said = old + "=" + value + ", unless the program sets " + property + " itself"
	}
	return fmt.Sprintf("JVM %d (Java %s): name cache: %s.", p.PID, system["java.version"], said), nil
}
