// Resolver-client shows what a DNS cache buys a Go http.Client, and what it breaks.
//
// Its samples (internal/samples) are the text; its scenarios put them under load; lab dns-go starts
// the scenarios and decides, from the packets and the counts, what happened.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"faultlab/resolver-client/internal/scenario"
	"faultlab/resolver-client/internal/service"
)

type command struct {
	name  string
	about string
	run   func(args []string, out io.Writer) error
}

var commands = []command{
	{"burst", "many callers ask when an entry expires", scenario.Burst},
	{"rounds", "callers who ask again at once (closed load)", scenario.Rounds},
	{"arrivals", "callers at a constant rate (open load)", scenario.Arrivals},
	{"requests", "HTTP requests with and without keep-alive", scenario.Requests},
	{"move", "the address behind a name moves", scenario.Move},
	{"outage", "a name that the server loses for a moment", scenario.Outage},
	{"names", "many names, all expired", scenario.Names},
	{"cancel", "callers cancelled during a lookup", scenario.Cancel},
	{"exhibit", "a benchmark without its loop", scenario.Exhibit},
	{"serve", "a server that requests reach", service.Serve},
	{"version", "the Go release that it was built with", service.Version},
	{"wait", "idle in a container in which scenarios are started", service.Wait},
}

// exitUsage is EX_USAGE of sysexits.h.
const exitUsage = 64

func main() {
	if len(os.Args) > 1 {
		for _, each := range commands {
			if each.name == os.Args[1] {
				os.Exit(status(each, os.Args[2:]))
			}
		}
	}
	fmt.Fprintln(os.Stderr, "usage: resolver-client COMMAND [flags]; a command's --help lists its flags")
	for _, each := range commands {
		fmt.Fprintf(os.Stderr, "  %-9s %s\n", each.name, each.about)
	}
	os.Exit(exitUsage)
}

func status(c command, args []string) int {
	err := c.run(args, os.Stdout)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, flag.ErrHelp):
		return exitUsage
	}
	fmt.Fprintf(os.Stderr, "resolver-client %s: %v\n", c.name, err)
	return 1
}
