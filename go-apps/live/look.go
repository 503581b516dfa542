package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"faultlab/live/internal/answer"
	"faultlab/live/internal/host"
	"faultlab/live/internal/resolver"
	"faultlab/live/internal/window"
)

const (
	proc = "/proc"
	// What a kind of look may take of a core. There are two kinds, and the JVM's dumps beside them: to be below 1 % together.
	budget = 0.0025
	// How often sockets are looked at where that costs little.
	tcpEvery = time.Second
	udpEvery = 100 * time.Millisecond
)

func printSockets(apart time.Duration, out io.Writer) error {
	first, err := window.Take(proc)
	if err != nil {
		return err
	}
	time.Sleep(apart)
	second, err := window.Take(proc)
	if err != nil {
		return err
	}
	return second.Both(first).Write(out)
}

func once(chosen options, out, problems io.Writer) (int, error) {
	answer, err := look(chosen)
	if err != nil {
		return exitNotJudged, err
	}
	if chosen.json {
		err = answer.WriteJSON(out)
	} else {
		err = answer.WriteText(out)
	}
	switch {
	case err != nil:
		return exitNotJudged, err
	case len(answer.Findings) > 0:
		return exitFindings, nil
	case !answer.Judged():
		fmt.Fprintln(problems, "faultlab-live: "+nothing)
		return exitNotJudged, nil
	}
	return exitNothing, nil
}

const nothing = answer.NothingToJudge

// look looks at this host for a while.
func look(chosen options) (answer.Answer, error) {
	began, spent := time.Now(), cpu()
	deadline := began.Add(chosen.duration)
	var result answer.Answer

	dumped := make(chan jvms, 1)
	go func() { dumped <- dumpAll(chosen.jvms, began, chosen.duration) }()
	asked := make(chan answer.Part, 1)
	go func() { asked <- watchResolver(deadline) }()
	if err := watchSockets(chosen, deadline, &result); err != nil {
		return answer.Answer{}, err
	}
	result.Add(<-asked)
	all := <-dumped
	result.Add(all.part)

	name, err := os.Hostname()
	if err != nil {
		name = "this host"
	}
	result.Host.Name, result.Host.Kernel, result.Host.JVMs = name, host.Release(), all.asked
	result.Host.Seconds = time.Since(began).Seconds()
	result.Host.CPUSeconds = (cpu() - spent).Seconds()
	return result, nil
}

// watchSockets looks at TCP. That it cannot is not the end: JVMs and name servers are still to be seen.
func watchSockets(chosen options, deadline time.Time, result *answer.Answer) error {
	first, cost, err := timed(func() (window.Listing, error) { return window.Take(proc) })
	if err != nil {
		if chosen.peer != "" {
			return err
		}
		result.Unseen = append(result.Unseen, "TCP sockets: "+err.Error())
		return nil
	}
	mine := first
	var theirs *window.Listing
	fresh := false
	if chosen.peer != "" {
		peer, live, err := readPeer(chosen.peer)
		if err != nil {
			return err
		}
		if mine, err = window.Take(proc); err != nil {
			return err
		}
		theirs, fresh = &peer, live
	}
	joined := mine.Both(first)

	var clients window.Watch
	clients.Look(mine)
	last := mine
	for pause := every(tcpEvery, cost); time.Now().Add(pause).Before(deadline); {
		time.Sleep(pause)
		if last, err = window.Take(proc); err != nil {
			return err
		}
		clients.Look(last)
	}
	if rest := time.Until(deadline); rest > 0 {
		time.Sleep(rest)
		if last, err = window.Take(proc); err != nil {
			return err
		}
		clients.Look(last)
	}
	if theirs == nil {
		joined = last.Both(first)
	}
	result.Host.Connections = len(last.Connections())
	result.Host.Listeners = len(last.Sockets) - result.Host.Connections
	result.Add(window.Join(joined, theirs, fresh))
	result.Add(window.Server(last))
	result.Add(clients.Clients())
	return nil
}

// readPeer reads the other side's listing. It is live when nothing had come yet after this side's sockets were listed: then they
// were there when the other side listed its own for the second time.
func readPeer(name string) (window.Listing, bool, error) {
	file := os.Stdin
	if name != "-" {
		opened, err := os.Open(name)
		if err != nil {
			return window.Listing{}, false, err
		}
		defer opened.Close()
		file = opened
	}
	waiting := []unix.PollFd{{Fd: int32(file.Fd()), Events: unix.POLLIN}}
	ready, err := unix.Poll(waiting, 0)
	live := err == nil && ready == 0
	listing, err := window.ReadListing(file)
	if err != nil {
		return window.Listing{}, false, fmt.Errorf("--peer %s: %w", name, err)
	}
	return listing, live, nil
}

func watchResolver(deadline time.Time) answer.Part {
	var part answer.Part
	file, err := os.Open("/etc/resolv.conf")
	if err != nil {
		part.Unseen = append(part.Unseen, "DNS: "+err.Error())
		return part
	}
	defer file.Close()
	conf, err := resolver.ParseConfiguration(file)
	if err != nil {
		part.Unseen = append(part.Unseen, "DNS: "+err.Error())
		return part
	}
	part = conf.Judge(conf.Caches("/"))
	watch, err := resolver.NewWatch(proc, conf)
	for pause := udpEvery; err == nil && time.Now().Before(deadline); time.Sleep(pause) {
		_, cost, failed := timed(func() (struct{}, error) { return struct{}{}, watch.Look(time.Now()) })
		pause, err = every(udpEvery, cost), failed
	}
	if err == nil {
		err = watch.End()
	}
	if err != nil {
		part.Unseen = append(part.Unseen, "DNS sockets: "+err.Error())
		return part
	}
	seen := watch.Judge()
	part.Findings, part.Samples = seen.Findings, seen.Samples
	part.Undecided = append(part.Undecided, seen.Undecided...)
	part.Seen = append(part.Seen, seen.Seen...)
	return part
}

// timed also says what CPU time a look took.
func timed[T any](look func() (T, error)) (T, time.Duration, error) {
	before := cpu()
	value, err := look()
	return value, cpu() - before, err
}

// every is how long to wait between looks that cost so much, to stay within the budget.
func every(usual, cost time.Duration) time.Duration {
	return max(usual, time.Duration(float64(cost)/budget))
}

// cpu is the CPU time of this process.
func cpu() time.Duration {
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
