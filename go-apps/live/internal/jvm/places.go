package jvm

import (
	"slices"
	"strings"
)

// place is a piece of the JDK where threads are known to queue.
type place struct {
	id, lab string
	// what is said of it
	title, look, not, do string
	// waits recognises a waiting thread by its frames: the first that is not machinery of locks, and all.
	waits func(first string, frames []string) bool
	// holds recognises a thread that is at work in the place, for locks whose holder a dump does not name.
	holds func(frames []string) bool
	// turns recognises, by its first frame, a waiting thread whose lock is for one name. Where it is set, that they wait is a fault
	// only if different threads are at work one after the other, while others keep waiting. nil where waiting is enough.
	turns func(first string) bool
	// busy: threads that are at work there count as those that wait do. What they do takes the processor and now one lock, now
	// another, so how many wait for one of them says little.
	busy bool
	// stuck: one thread is enough that is at work in the place in every dump and has taken no processor time meanwhile.
	stuck bool
}

const anotherAgent = " An agent of cures/ can be switched off again with `jcmd PID JVMTI.agent_load AGENT.jar enabled=false`."

// ofOneName is where threads wait for the lookup of one name. Who finds that this has ended and left no address behind, since
// nothing is kept, calls it again from within, for the next lookup.
const ofOneName = "java.net.InetAddress$NameServiceAddresses.get"

var places = []place{
	{
		id: "serialised-lookups", lab: "dns-java",
		title: "threads wait for one lookup of a name in InetAddress",
		look:  "InetAddress looks a name up for one thread at a time",
		not: "If a name is looked up for the first time, or its cache entry has just expired, callers wait as well. But then" +
			" all wait for one lookup and continue together. Here another thread looked up next, while the same threads still" +
			" waited.",
		do: "`./faultlab fixes dns-java`: a cache (networkaddress.cache.ttl=1; undo: the old value, and a restart), or inetaddress-agent." +
			anotherAgent,
		waits: func(first string, _ []string) bool {
			return strings.HasPrefix(first, ofOneName) || first == "java.net.InetAddress.checkLookupTable"
		},
		holds: func(frames []string) bool {
			return contains(frames, ".lookupAllHostAddr") && contains(frames, "java.net.InetAddress")
		},
		// checkLookupTable's lock is for all names: one thread after the other may look up another name.
		turns: func(first string) bool { return strings.HasPrefix(first, ofOneName) },
	},
	{
		id: "entropy-lock", lab: "random",
		title: "threads wait for the lock of the strong NativePRNG",
		look:  "SecureRandom reads the kernel's device under one lock",
		not:   "A short queue at a generator that many threads share is normal; this one was there in every dump.",
		do: "`./faultlab fixes random`: strong-drbg by -Djava.security.properties, or one shared `new SecureRandom()` (undo: take the" +
			" option away, and restart).",
		waits: func(first string, frames []string) bool { return atNativePRNG(first) && strong(frames) },
		holds: func(frames []string) bool {
			return contains(frames, "sun.security.provider.NativePRNG$RandomIO.") && strong(frames)
		},
	},
	{
		id: "random-lock", lab: "random",
		title: "threads wait for the lock of the ordinary NativePRNG",
		look:  "UUID.randomUUID() and every `new SecureRandom()` of a JVM draw from one NativePRNG, one thread at a time",
		not:   "A short queue is normal where many threads draw at once; this one was there in every dump.",
		do: "Another `new SecureRandom()` does not help: it has the same lock. Draw less often, or give each thread a" +
			" generator that is not a NativePRNG: SecureRandom.getInstance(\"DRBG\") in a ThreadLocal (JDK 9 and later; undo:" +
			" the old code). UUID.randomUUID() cannot use it: make the UUID from 16 bytes of that generator.",
		waits: func(first string, frames []string) bool {
			return atNativePRNG(first) && contains(frames, "sun.security.provider.NativePRNG") && !strong(frames)
		},
		holds: func(frames []string) bool {
			return contains(frames, "sun.security.provider.NativePRNG$RandomIO.") && !strong(frames)
		},
	},
	{
		id: "seed-wait", lab: "random",
		title: "a thread waits for a seed that the system does not deliver",
		look:  "SHA1PRNG, DRBG and generateSeed() read the device that java.security.egd names, /dev/random by default",
		not:   "A thread that seeds repeatedly looks the same, but uses processor time.",
		do: "-Djava.security.egd=file:/dev/./urandom, which `./faultlab fixes random` describes as egd (undo: take the option away, and restart);" +
			" from 5.6 on, the kernel's /dev/random does not wait once its generator is seeded.",
		holds: func(frames []string) bool {
			return len(frames) > 0 && strings.HasPrefix(frames[0], "java.io.FileInputStream.read") &&
				contains(frames, "sun.security.provider.SeedGenerator")
		},
		stuck: true,
	},
	{
		id: "stdout-lock", lab: "random",
		title: "threads wait for a PrintStream's lock",
		look:  "System.out and System.err are written by one thread at a time",
		not:   "A short queue is normal where much is printed; this one was there in every dump.",
		do: "Find out what reads the program's output (a full pipe, a paused terminal, a slow log driver), and print less: no" +
			" System.out in a request's path. Nothing to undo. Lab random's README shows it.",
		waits: func(first string, _ []string) bool { return strings.HasPrefix(first, "java.io.PrintStream.") },
		holds: func(frames []string) bool { return contains(frames, "java.io.PrintStream.") },
	},
	{
		id: "local-host-lock", lab: "dns-java",
		title: "threads wait for the lock of InetAddress.getLocalHost",
		look:  "early updates of JDK 8 hold one lock while they look this host's own name up",
		not:   "One slow lookup of this host's name shows the same; here threads waited in every dump.",
		do: "Put this host's name into /etc/hosts, with `files` before `dns` in /etc/nsswitch.conf (undo: take the line out); a later update of" +
			" JDK 8, or a later JDK, takes no lock there. Ask once and keep the address.",
		waits: func(first string, _ []string) bool { return first == "java.net.InetAddress.getLocalHost" },
		holds: func(frames []string) bool {
			return contains(frames, ".lookupAllHostAddr") && contains(frames, "java.net.InetAddress.getLocalHost")
		},
	},
	{
		id: "charset-table-lock", lab: "charset",
		title: "threads wait for the lock of the JDK's own charsets",
		look:  "if a name is not in the JDK's cache of two, Java looks it up in a table, one thread at a time",
		not:   "A short queue is normal where many threads use charsets by name; this one was there in every dump.",
		do: "Keep Charset objects instead of names (`new String(bytes, charset)`, StandardCharsets.UTF_8); undo: the old code." +
			" charset-agent does not help: it remembers the answers of providers, and the JDK reads the table before it asks" +
			" them.",
		waits: func(first string, _ []string) bool { return charsetTable(first) },
		holds: func(frames []string) bool { return slices.ContainsFunc(frames, charsetTable) },
	},
	{
		id: "provider-lookups", lab: "charset",
		title: "threads look charsets up by name on the class path, in every dump",
		look:  "if a name is not in the JDK's cache of two, Java searches all jars on the class path for a provider",
		not:   "The first use of each charset after a start looks the same; but this was in every dump.",
		do: "`./faultlab fixes charset`: keep Charset objects instead of names, or charset-agent (undo: switch it off)." +
			anotherAgent,
		waits: func(_ string, frames []string) bool {
			return contains(frames, "java.nio.charset.Charset.lookupViaProviders")
		},
		holds: func(frames []string) bool { return contains(frames, "java.nio.charset.Charset.lookupViaProviders") },
		busy:  true,
	},
}

// atNativePRNG recognises where threads wait for NativePRNG: for its own lock, or for that of the generator that it mixes in.
func atNativePRNG(first string) bool {
	return strings.HasPrefix(first, "sun.security.provider.NativePRNG") || first == "sun.security.provider.SecureRandom.engineNextBytes"
}

// strong tells what reads /dev/random from what reads /dev/urandom, by the frame that calls into their common code.
func strong(frames []string) bool {
	return contains(frames, "sun.security.provider.NativePRNG$Blocking.") || contains(frames, "sun.security.provider.NativePRNG$RandomIO.implGenerateSeed")
}

// charsetTable is a method of the table of the JDK's own charsets: FastCharsetProvider in JDK 8, StandardCharsets later.
func charsetTable(frame string) bool {
	return frame == "sun.nio.cs.StandardCharsets.charsetForName" || frame == "sun.nio.cs.FastCharsetProvider.charsetForName"
}

func contains(frames []string, part string) bool {
	for _, frame := range frames {
		if strings.Contains(frame, part) {
			return true
		}
	}
	return false
}

// machinery are frames between the code that wants a lock and the place where it stands still.
var machinery = []string{"java.lang.Object.wait", "jdk.internal.misc.Unsafe.park", "sun.misc.Unsafe.park", "java.util.concurrent.locks.",
	"jdk.internal.misc.InternalLock.", "java.lang.VirtualThread.", "java.lang.System$", "java.util.concurrent.ForkJoinPool"}

// firstOwn is the innermost frame that is not machinery of locks.
func firstOwn(frames []string) string {
	for _, frame := range frames {
		own := true
		for _, part := range machinery {
			own = own && !strings.HasPrefix(frame, part)
		}
		if own {
			return frame
		}
	}
	return ""
}

// queue is what one dump shows of a place.
type queue struct {
	threads int // those that count: who waits for one lock, and where a place is busy also who is at work there or waits for another
	waiting int // threads that wait for the lock that most of them wait for
	lock    Lock
	holder  string // the holder's name, empty where it is not known
	id      string // and number
	atWork  bool   // and it is at work in the place
	// waiters are, where turns count, the threads that wait for the lock of one name, and how often they have begun to.
	waiters map[string]int
}

// turn says whether the lock passed on from one dump to the next: another thread is at work, and two that waited before still wait,
// for the same lock, or because what they waited for has left them nothing.
func turn(before, after queue) bool {
	if before.id == "" || after.id == "" || before.id == after.id || !before.atWork || !after.atWork {
		return false
	}
	same := before.lock == after.lock && before.lock.Address != ""
	stayed := 0
	for thread := range before.waiters {
		if depth, still := after.waiters[thread]; still && (same || depth > 1) {
			stayed++
		}
	}
	return stayed >= 2
}

// Crowded says whether a dump shows a queue of which only another dump, soon after, tells whether it takes turns.
func Crowded(threads []Thread) bool {
	for _, p := range places {
		if p.turns != nil && p.queueAt(threads).threads >= minThreads {
			return true
		}
	}
	return false
}

// queueAt looks at one dump.
func (p place) queueAt(threads []Thread) queue {
	waiting := map[Lock]int{}
	var busy []Thread
	for _, thread := range threads {
		switch {
		case thread.Waits():
			if p.waits != nil && p.waits(firstOwn(thread.Frames), thread.Frames) {
				waiting[thread.WaitsFor]++
			}
		case p.holds(thread.Frames):
			busy = append(busy, thread)
		}
	}
	var longestQueue queue
	inside := len(busy)
	for lock, count := range waiting {
		inside += count
		if count > longestQueue.waiting || count == longestQueue.waiting && lock.Address < longestQueue.lock.Address {
			longestQueue = queue{threads: count, waiting: count, lock: lock}
		}
	}
	if p.busy {
		longestQueue.threads = inside
		return longestQueue
	}
	if longestQueue.waiting == 0 {
		return longestQueue
	}
	for _, thread := range threads {
		for _, lock := range thread.Holds {
			// Who waits in a monitor has "locked" it before, and gave it up.
			if lock == longestQueue.lock && lock.Address != "" && thread.WaitsFor != lock {
				longestQueue.holder, longestQueue.id = thread.Name, thread.ID
			}
		}
	}
	if longestQueue.id == "" && len(busy) == 1 {
		longestQueue.holder, longestQueue.id = busy[0].Name, busy[0].ID
	}
	for _, thread := range busy {
		longestQueue.atWork = longestQueue.atWork || thread.ID == longestQueue.id
	}
	if p.turns != nil {
		longestQueue.waiters = map[string]int{}
		for _, thread := range threads {
			if thread.WaitsFor == longestQueue.lock && p.turns(firstOwn(thread.Frames)) {
				for _, frame := range thread.Frames {
					if strings.HasPrefix(frame, ofOneName) {
						longestQueue.waiters[thread.ID+" "+thread.Name]++
					}
				}
			}
		}
	}
	return longestQueue
}
