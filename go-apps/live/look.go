package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"faultlab/live/internal/answer"
	"faultlab/live/internal/connect"
	"faultlab/live/internal/host"
	"faultlab/live/internal/jvm"
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
	// How many pauses there are at least, however much a look costs.
	minPauses = 4
)

func once(ctx context.Context, chosen options, out, problems io.Writer) (int, error) {
	answer, err := look(ctx, jvm.NewMachine(proc), chosen)
	if err != nil {
		return exitNotThere, err
	}
	if chosen.json {
		err = answer.WriteJSON(out)
	} else {
		err = answer.WriteText(out)
	}
	switch {
	case err != nil:
		return exitNotThere, err
	case len(answer.Findings) > 0:
		return exitFindings, nil
	case !answer.Judged():
		fmt.Fprintln(problems, "faultlab-live: "+nothing)
		return exitNotJudged, nil
	case answer.Silent:
		fmt.Fprintln(problems, "faultlab-live: not each process of --jvm answered; see what was not seen")
		return exitNotJudged, nil
	}
	return exitNothing, nil
}

const nothing = answer.NothingToJudge

// look looks at this host for a while. However it ends, no goroutine waits for a JVM when it returns.
func look(ctx context.Context, machine *jvm.Machine, chosen options) (answer.Answer, error) {
	if ctx.Err() != nil {
		return answer.Answer{}, context.Cause(ctx)
	}
	began, spent := time.Now(), cpu()
	deadline := began.Add(chosen.duration)
	var result answer.Answer

	dumping, stop := context.WithCancel(ctx)
	defer stop()
	dumped := make(chan jvms, 1)
	guarded(func() { dumped <- dumpAll(dumping, machine, chosen.jvms, began, chosen.duration) })
	asked := make(chan answer.Part, 1)
	guarded(func() { asked <- watchResolver(deadline) })
	watched := make(chan error, 1)
	guarded(func() { watched <- watchSockets(chosen.duration, &result) })
	var err error
	select {
	case err = <-watched:
	case <-ctx.Done(): // what only reads need not be waited for
		err = context.Cause(ctx)
	}
	if err != nil {
		stop()
		<-dumped
		return answer.Answer{}, err
	}
	all := <-dumped
	if ctx.Err() != nil {
		return answer.Answer{}, context.Cause(ctx)
	}
	result.Add(<-asked)
	result.Add(all.part)
	result.Silent = all.silent

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
func watchSockets(duration time.Duration, result *answer.Answer) error {
	mine, cost, err := timed(func() (window.Listing, error) { return window.Take(proc) })
	if err != nil {
		result.Unseen = append(result.Unseen, "TCP sockets: "+err.Error())
		return nil
	}
	deadline := time.Now().Add(duration)
	var clients window.Watch
	waiting := connect.NewWatch(proc)
	clients.Look(mine)
	waiting.Look(mine)
	last := mine
	for pause := pauses(cost, duration); time.Now().Add(pause).Before(deadline); {
		time.Sleep(pause)
		if last, err = window.Take(proc); err != nil {
			return err
		}
		clients.Look(last)
		waiting.Look(last)
	}
	if rest := time.Until(deadline); rest > 0 {
		time.Sleep(rest)
		if last, err = window.Take(proc); err != nil {
			return err
		}
		clients.Look(last)
		waiting.Look(last)
	}
	result.Host.Connections = len(last.Connections())
	result.Host.Listeners = len(last.Sockets) - result.Host.Connections
	result.Add(window.Server(last))
	result.Add(clients.Clients())
	result.Add(waiting.Judge())
	return nil
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
	for err == nil && time.Now().Before(deadline) {
		var cost time.Duration
		_, cost, err = timed(func() (struct{}, error) { return struct{}{}, watch.Look(time.Now()) })
		time.Sleep(min(every(udpEvery, cost), time.Until(deadline)))
	}
	if err == nil {
		err = watch.Look(time.Now())
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
	part.Unseen = append(part.Unseen, seen.Unseen...)
	return part
}

// timed also says what CPU time a look took: of its own thread, since others ask JVMs meanwhile.
func timed[T any](look func() (T, error)) (T, time.Duration, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := used(unix.RUSAGE_THREAD)
	value, err := look()
	return value, used(unix.RUSAGE_THREAD) - before, err
}

// every is how long to wait between looks that cost so much, to stay within the budget.
func every(usual, cost time.Duration) time.Duration {
	return max(usual, time.Duration(float64(cost)/budget))
}

// pauses is how long to wait between looks at TCP: however much one costs, there are enough for the client's side, unless that
// would mean to look more than once a second.
func pauses(cost, duration time.Duration) time.Duration {
	return max(tcpEvery, min(every(tcpEvery, cost), duration/minPauses))
}

// cpu is the CPU time of this process.
func cpu() time.Duration { return used(unix.RUSAGE_SELF) }

func used(who int) time.Duration {
	var usage unix.Rusage
	if unix.Getrusage(who, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
