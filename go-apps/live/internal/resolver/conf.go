// Package resolver looks at this host as a DNS client: what its configuration makes of a lookup, and which queries hang.
package resolver

import (
	"bufio"
	"fmt"
	"io"
	"net/netip"
	"strconv"
	"strings"

	"faultlab/live/internal/answer"
)

// Configuration is resolv.conf(5), with its defaults.
type Configuration struct {
	Servers []netip.Addr
	Search  []string
	Dots    int
	Timeout int // seconds
	Rotate  bool
}

// What glibc takes (resolv.h: MAXNS, RES_MAXNDOTS, RES_MAXRETRANS).
const (
	maxServers = 3
	maxDots    = 15
	maxTimeout = 30
)

// ParseConfiguration reads resolv.conf. What it does not know it leaves out, as resolvers do.
func ParseConfiguration(from io.Reader) (Configuration, error) {
	conf := Configuration{Dots: 1, Timeout: 5}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		switch words[0] {
		case "nameserver":
			if address, err := netip.ParseAddr(words[1]); err == nil && len(conf.Servers) < maxServers {
				conf.Servers = append(conf.Servers, address.Unmap())
			}
		case "domain":
			conf.Search = words[1:2]
		case "search":
			conf.Search = words[1:]
		case "options":
			for _, option := range words[1:] {
				conf.option(option)
			}
		}
	}
	return conf, lines.Err()
}

func (c *Configuration) option(text string) {
	if text == "rotate" {
		c.Rotate = true
	}
	name, value, found := strings.Cut(text, ":")
	number, err := strconv.Atoi(value)
	if !found || err != nil || number < 0 {
		return
	}
	switch name {
	case "ndots":
		c.Dots = min(number, maxDots)
	case "timeout":
		c.Timeout = min(max(number, 1), maxTimeout)
	}
}

// Judge says what the configuration costs. A configuration is not a fault that was seen.
func (c Configuration) Judge(caches []string) answer.Part {
	var part answer.Part
	if len(c.Servers) == 0 {
		part.Unseen = append(part.Unseen, "resolv.conf names no server.")
		return part
	}
	var servers []string
	for _, server := range c.Servers {
		servers = append(servers, server.String())
	}
	cache := "no local cache was found (nscd, systemd-resolved, a server on 127.0.0.0/8 or ::1)"
	if len(caches) > 0 {
		cache = "cached by " + strings.Join(caches, " and ")
	}
	part.Seen = append(part.Seen, fmt.Sprintf("DNS: servers %s; ndots %d, %d search suffixes; %s.", strings.Join(servers, ", "), c.Dots,
		len(c.Search), cache))
	if c.Dots > 1 && len(c.Search) > 1 {
		part.AddUndecided("search-list-multiplication", fmt.Sprintf("ndots:%d with %d suffixes (%s): a name with fewer than %d dots costs %d"+
			" queries instead of 1, twice that with AAAA, unless an earlier one exists. Only a capture shows whether such"+
			" names are looked up (`./faultlab diagnose`). A dot at the end of a name, or ndots:1, avoids it (undo: the"+
			" old options"+
			" line).", c.Dots, len(c.Search), strings.Join(c.Search, ", "), c.Dots, len(c.Search)+1))
	}
	return part
}
