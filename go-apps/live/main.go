// Command faultlab-live says whether this host has one of the labs' faults now, from what its kernel and its JVMs say of
// themselves. No packets. docs/how-to/live.md explains it.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"faultlab/live/internal/answer"
)

// Exit statuses are those of ./faultlab diagnose.
const (
	exitNothing   = 0
	exitFindings  = 1
	exitNotJudged = 2
	exitUsage     = 64
	exitNotThere  = 69
	exitFault     = 70
	exitSignal    = 128 // and the signal's number, as a shell says it
	defaultFor    = 10 * time.Second
	longest       = time.Hour
	shortest      = 100 * time.Millisecond
)

const usage = `Usage: faultlab-live [OPTIONS]

Says whether this host has a fault of the labs, now, without a capture: from its TCP sockets (inet_diag, as ss), the kernel's
counters and tables (accept queues, local ports, conntrack, neighbours), thread dumps of its JVMs, and its sockets to name
servers. It changes nothing, except that a JVM that is asked opens its attach socket, as for jstack. Run it in the service's own
network name space.

  --for TIME       how long to look (default 10s)
  --json           JSON in the schema of ./faultlab diagnose --json, instead of text
  --jvm WHICH      JVMs to ask for three thread dumps: auto (all of this user, or all as root; the default), none, or process
                   numbers, separated by commas
  --watch          look again and again, and print each answer in Prometheus' text format
  --listen ADDR    with --watch: serve the last answer at http://ADDR/metrics instead of printing it

  faultlab-live --for 30s

Exit status: 0 nothing found in what could be judged, 1 findings, 2 nothing could be judged, or nothing found and a process of --jvm
did not answer, 64 wrong usage, 69 something needed cannot be read or written, 70 a fault in faultlab-live itself, 130 Ctrl-C, 143 SIGTERM
`

// options are what the command line says.
type options struct {
	duration time.Duration
	json     bool
	jvms     string
	watch    bool
	listen   string
}

func main() {
	// What nothing can catch ends with SIGABRT then, and not with 2, which is an answer here.
	debug.SetTraceback("crash")
	defer noAnswer()
	os.Exit(run(interruptible(), os.Args[1:], disarmed{os.Stdout}, disarmed{os.Stderr}))
}

// disarmed keeps a text of others from commanding GitHub's runner, which obeys :: at the start of a line and ##[ anywhere.
type disarmed struct{ io.Writer }

var command = regexp.MustCompile(`(?m)^[^!-~\n]*::|##\[`)

func (d disarmed) Write(text []byte) (int, error) {
	if os.Getenv("GITHUB_ACTIONS") == "" {
		return d.Writer.Write(text)
	}
	_, err := d.Writer.Write(command.ReplaceAllFunc(text, func(found []byte) []byte {
		at := bytes.IndexAny(found, ":[")
		return fmt.Appendf(nil, `%s\u%04x%s`, found[:at], found[at], found[at+1:])
	}))
	return len(text), err
}

// noAnswer is deferred in every goroutine: a panic is a fault of this program and must not pass for an answer.
func noAnswer() {
	if fault := recover(); fault != nil {
		fmt.Fprintf(os.Stderr, "faultlab-live: %v\n%s", fault, debug.Stack())
		os.Exit(exitFault)
	}
}

// guarded starts a goroutine that ends the program where it panics.
func guarded(work func()) {
	go func() {
		defer noAnswer()
		work()
	}()
}

// interrupted is why a context ended.
type interrupted struct{ by syscall.Signal }

func (i interrupted) Error() string { return "interrupted (" + i.by.String() + ")" }

// interruptible ends with a signal that asks this program to end, so that it can take away what it made. The second one ends it at once.
func interruptible() context.Context {
	ctx, end := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	for _, one := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(one) { // nohup
			signal.Notify(signals, one)
		}
	}
	guarded(func() {
		by := (<-signals).(syscall.Signal)
		signal.Stop(signals)
		end(interrupted{by})
	})
	return ctx
}

func run(ctx context.Context, arguments []string, out, problems io.Writer) int {
	chosen, err := parse(arguments)
	if errors.Is(err, flag.ErrHelp) {
		if _, err = fmt.Fprint(out, usage); err != nil {
			fmt.Fprintf(problems, "faultlab-live: %v\n", err)
			return exitNotThere
		}
		return exitNothing
	}
	if err != nil {
		fmt.Fprintf(problems, "faultlab-live: %s\nSee faultlab-live --help.\n", answer.Visible(err.Error()))
		return exitUsage
	}
	if chosen.watch {
		err = watch(ctx, chosen, out)
	} else {
		var status int
		if status, err = once(ctx, chosen, out, problems); err == nil {
			return status
		}
	}
	var ended interrupted
	if errors.As(err, &ended) {
		fmt.Fprintf(problems, "faultlab-live: %s\n", answer.Visible(err.Error()))
		return exitSignal + int(ended.by)
	}
	if err != nil {
		fmt.Fprintf(problems, "faultlab-live: %s\n", answer.Visible(err.Error()))
		return exitNotThere
	}
	return exitNothing
}

func parse(arguments []string) (options, error) {
	chosen := options{duration: defaultFor, jvms: "auto"}
	flags := flag.NewFlagSet("faultlab-live", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&chosen.json, "json", false, "")
	flags.StringVar(&chosen.jvms, "jvm", chosen.jvms, "")
	flags.BoolVar(&chosen.watch, "watch", false, "")
	flags.StringVar(&chosen.listen, "listen", "", "")
	flags.DurationVar(&chosen.duration, "for", chosen.duration, "")
	if err := flags.Parse(arguments); err != nil {
		return options{}, err
	}
	switch {
	case flags.NArg() > 0:
		return options{}, fmt.Errorf("found %q, expected options only", flags.Arg(0))
	case chosen.duration < shortest || chosen.duration > longest:
		return options{}, fmt.Errorf("--for: found %v, expected between %v and %v", chosen.duration, shortest, longest)
	case chosen.listen != "" && !chosen.watch:
		return options{}, errors.New("--listen goes with --watch")
	case chosen.watch && chosen.json:
		return options{}, errors.New("--watch prints metrics: it does not go with --json")
	}
	if _, err := processes(chosen.jvms); err != nil {
		return options{}, err
	}
	return chosen, nil
}

// processes reads --jvm's numbers; none for auto and for none.
func processes(which string) ([]int, error) {
	if which == "auto" || which == "none" {
		return nil, nil
	}
	var numbers []int
	for _, word := range strings.Split(which, ",") {
		number, err := strconv.Atoi(word)
		if err != nil || number <= 0 {
			return nil, fmt.Errorf("--jvm: found %q, expected auto, none or process numbers", word)
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}
