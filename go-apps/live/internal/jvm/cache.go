package jvm

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"
)

// NameCache says how long InetAddress keeps an address, as far as that can be known from outside: a program may set the
// security property itself.
func (p Process) NameCache(ctx context.Context) (string, error) {
	system, err := p.Properties(ctx)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("JVM %d (Java %s): name cache: %s.", p.PID, system["java.version"], p.keeps(system)), nil
}

func (p Process) keeps(system map[string]string) string {
	const property, old = "networkaddress.cache.ttl", "sun.net.inetaddr.ttl"
	security, err := p.security(system)
	if err != nil {
		return "not known, " + err.Error()
	}
	// The security property wins (sun.net.InetAddressCachePolicy).
	if value := security[property]; value != "" {
		return property + "=" + value + ", unless the program sets it itself"
	}
	if value, set := system[old]; set {
		return old + "=" + value + ", unless the program sets " + property + " itself"
	}
	neither := "neither " + property + " nor " + old + " is set: "
	if manager, set := system["java.security.manager"]; set && manager != "allow" && manager != "disallow" {
		return neither + "for ever with a security manager (before Java 24), unless the program sets it itself"
	}
	return neither + "30 s, unless the program sets it itself"
}

// security are the properties of java.security and of the file that -Djava.security.properties names: beside it with one equals sign,
// in its place with two (java.security.Security).
func (p Process) security(system map[string]string) (map[string]string, error) {
	own, alone := strings.CutPrefix(system["java.security.properties"], "=")
	values := map[string]string{}
	if home := system["java.home"]; !alone {
		text, err := p.read(path.Join(home, "conf/security/java.security"))
		if errors.Is(err, fs.ErrNotExist) {
			text, err = p.read(path.Join(home, "lib/security/java.security")) // before Java 9
		}
		if err != nil {
			return nil, fmt.Errorf("since java.security could not be read (%w)", err)
		}
		if err := addSecurity(values, text); err != nil {
			return nil, err
		}
		if values["security.overridePropertiesFile"] == "false" {
			own = ""
		}
	}
	if own == "" {
		return values, nil
	}
	file, err := own, error(nil)
	if scheme, _, found := strings.Cut(own, ":"); found && !strings.Contains(scheme, "/") {
		address, failed := url.Parse(own)
		if failed != nil || address.Scheme != "file" || address.Host != "" {
			return nil, fmt.Errorf("since -Djava.security.properties=%s is not read here", own)
		}
		if file = address.Path; file == "" {
			file = address.Opaque
		}
	}
	file = strings.ReplaceAll(file, "${java.home}", system["java.home"])
	text, err := p.read(file)
	if err != nil {
		return nil, fmt.Errorf("since -Djava.security.properties=%s could not be read (%w)", own, err)
	}
	return values, addSecurity(values, text)
}

func addSecurity(values map[string]string, text []byte) error {
	read, err := parseProperties(strings.NewReader(string(text)))
	if err != nil {
		return err
	}
	if _, more := read["include"]; more { // since Java 24
		return errors.New("since java.security includes other files")
	}
	for key, value := range read {
		values[key] = value
	}
	return nil
}
