package jvm

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faultlab/live/internal/answer"
	"faultlab/live/internal/check"
)

var record = flag.String("record", "", "number of a JVM whose thread dump is printed, instead of testing; - where there is only one")

// TestRecord makes the files of testdata.
func TestRecord(t *testing.T) {
	if *record == "" {
		t.Skip("only with -record")
	}
	process, err := recordable()
	check.Must(t, err)
	text, err := process.ask(context.Background(), "threaddump")
	check.Must(t, err)
	defer text.Close()
	if _, err := io.Copy(os.Stdout, text); err != nil {
		t.Fatal(err)
	}
}

func recordable() (Process, error) {
	if number, err := strconv.Atoi(*record); err == nil {
		return NewMachine("/proc").At(number)
	}
	found, _, err := NewMachine("/proc").Find()
	if err != nil || len(found) != 1 {
		return Process{}, fmt.Errorf("%d JVMs, one expected: %v", len(found), err)
	}
	return found[0], nil
}

// thread writes one thread of a dump.
func thread(name string, number int, state string, lines ...string) string {
	return fmt.Sprintf("%q #%d prio=5 os_prio=0 tid=0x%016x nid=0x1 runnable [0x00007f]\n   java.lang.Thread.State: %s\n%s\n\n", name, number, number, state,
		strings.Join(lines, "\n"))
}

func parsed(t *testing.T, text string) []Thread {
	t.Helper()
	threads, err := ParseDump(strings.NewReader(text))
	check.Must(t, err)
	return threads
}

// lookups is a dump in which threads wait in NameServiceAddresses.get while another one looks up.
func lookups(waiting, holder int) string {
	var text strings.Builder
	for i := range waiting {
		text.WriteString(thread(fmt.Sprintf("exec-%d", i), 100+i, "BLOCKED (on object monitor)",
			"\tat java.net.InetAddress$NameServiceAddresses.get(java.base@17.0.1/InetAddress.java:907)",
			"\t- waiting to lock <0x00000000e1> (a java.net.InetAddress$NameServiceAddresses)",
			"\tat java.net.InetAddress.getAllByName0(java.base@17.0.1/InetAddress.java:1533)"))
	}
	text.WriteString(thread(fmt.Sprintf("exec-at-work-%d", holder), holder, "RUNNABLE",
		"\tat java.net.Inet4AddressImpl.lookupAllHostAddr(java.base@17.0.1/Native Method)",
		"\tat java.net.InetAddress$PlatformNameService.lookupAllHostAddr(java.base@17.0.1/InetAddress.java:934)",
		"\tat java.net.InetAddress$NameServiceAddresses.get(java.base@17.0.1/InetAddress.java:911)",
		"\t- locked <0x00000000e1> (a java.net.InetAddress$NameServiceAddresses)"))
	return text.String()
}

func judge(t *testing.T, dumps ...string) answer.Part {
	t.Helper()
	var all [][]Thread
	for _, text := range dumps {
		all = append(all, parsed(t, text))
	}
	return Judge(42, all, nil)
}

func TestLookupsThatTakeTurns(t *testing.T) {
	part := judge(t, lookups(9, 1), lookups(4, 2), lookups(30, 3))
	check.FatalIf(t, len(part.Findings) != 1 || part.Findings[0].ID != "serialised-lookups", "%+v", part)
	f := part.Findings[0]
	for _, want := range []string{"9, 4, 30 threads", "java.net.InetAddress$NameServiceAddresses", `"exec-at-work-1", "exec-at-work-2", "exec-at-work-3"`} {
		check.ErrorIf(t, !strings.Contains(f.Why, want), "no %q in %q", want, f.Why)
	}
	check.ErrorIf(t, !strings.Contains(f.Do, "faultlab fixes dns-java"), "no cure in %q", f.Do)
}

func TestWhatIsNoFinding(t *testing.T) {
	for name, test := range map[string]struct {
		dumps  []string
		doubts int
	}{
		"one slow lookup":              {[]string{lookups(9, 1), lookups(9, 1), lookups(9, 1)}, 1},
		"few threads in one dump":      {[]string{lookups(9, 1), lookups(3, 2), lookups(9, 3)}, 0},
		"two dumps":                    {[]string{lookups(9, 1), lookups(9, 2)}, 0},
		"none waits":                   {[]string{lookups(0, 1), lookups(0, 2), lookups(0, 3)}, 0},
		"empty dumps":                  {[]string{"", "", ""}, 0},
		"parked in a pool that prints": {[]string{pool(), pool(), pool()}, 0},
	} {
		part := judge(t, test.dumps...)
		check.ErrorIf(t, len(part.Findings) != 0 || len(part.Undecided) != test.doubts, "%s: %+v", name, part)
	}
}

// queued is a dump in which pool threads wait for the lock of one name, for so many lookups of it already.
func queued(prefix, lock string, depth, holder int) string {
	get := "\tat java.net.InetAddress$NameServiceAddresses.get(java.base@17.0.1/InetAddress.java:907)"
	var text strings.Builder
	for i := range 6 {
		text.WriteString(thread(fmt.Sprintf("%s-%d", prefix, i), 100+i, "BLOCKED (on object monitor)", get,
			"\t- waiting to lock <"+lock+"> (a java.net.InetAddress$NameServiceAddresses)"+strings.Repeat("\n"+get, depth-1)))
	}
	text.WriteString(thread(fmt.Sprintf("exec-at-work-%d", holder), holder, "RUNNABLE",
		"\tat java.net.Inet4AddressImpl.lookupAllHostAddr(java.base@17.0.1/Native Method)",
		"\tat java.net.InetAddress$PlatformNameService.lookupAllHostAddr(java.base@17.0.1/InetAddress.java:934)", get,
		"\t- locked <"+lock+"> (a java.net.InetAddress$NameServiceAddresses)"))
	return text.String()
}

// One slow lookup after another, each of which leaves an address behind, shows other threads at work as well.
func TestTurnsAreSeenAndNotSupposed(t *testing.T) {
	slow := []string{queued("a", "0xe1", 1, 1), queued("b", "0xe2", 1, 2), queued("c", "0xe3", 1, 3)}
	for name, test := range map[string]struct {
		dumps, soon []string
		found       int
	}{
		"slow lookups":                       {slow, nil, 0},
		"the same one soon after":            {slow, slow, 0},
		"the same threads, another name":     {[]string{queued("a", "0xe1", 1, 1), queued("a", "0xe2", 1, 2), queued("a", "0xe3", 1, 3)}, nil, 0},
		"other threads soon after":           {slow, []string{queued("x", "0xe1", 1, 9)}, 0},
		"the lock passes on":                 {slow, []string{queued("a", "0xe1", 1, 9)}, 1},
		"the lock passes on, last":           {slow, []string{"", "", queued("c", "0xe3", 1, 9)}, 1},
		"another lookup of it, another lock": {slow, []string{queued("a", "0xe9", 2, 9)}, 1},
		"one slow lookup, then its turns":    {[]string{slow[0], slow[0], slow[0]}, []string{queued("a", "0xe1", 1, 9)}, 1},
	} {
		var dumps, soon [][]Thread
		for _, text := range test.dumps {
			dumps = append(dumps, parsed(t, text))
		}
		for _, text := range test.soon {
			if text == "" {
				soon = append(soon, nil)
			} else {
				soon = append(soon, parsed(t, text))
			}
		}
		part := Judge(42, dumps, soon)
		check.ErrorIf(t, len(part.Findings) != test.found || len(part.Undecided) != 1-test.found,
			"%s: %+v", name, part)
		check.ErrorIf(t, !Crowded(dumps[0]), "%s: not crowded", name)
	}
}

// The lock of checkLookupTable is for all names.
func TestALockForAllNamesShowsNoTurns(t *testing.T) {
	dump := func(holder int) string {
		var text strings.Builder
		for i := range 5 {
			text.WriteString(thread(fmt.Sprintf("w-%d", i), 100+i, "WAITING (on object monitor)", "\tat java.lang.Object.wait(Native Method)",
				"\t- waiting on <0xe1> (a java.util.HashMap)", "\tat java.net.InetAddress.checkLookupTable(InetAddress.java:1393)"))
		}
		text.WriteString(thread("at-work", holder, "RUNNABLE", "\tat java.net.InetAddress$2.lookupAllHostAddr(InetAddress.java:1)"))
		return text.String()
	}
	if part := judge(t, dump(1), dump(2), dump(3)); len(part.Findings) != 0 || len(part.Undecided) != 1 {
		t.Errorf("%+v", part)
	}
}

func TestVirtualThreadsAreNotSeen(t *testing.T) {
	plain := thread("ForkJoinPool-1-worker-1", 1, "WAITING (parking)", "\tat java.util.concurrent.ForkJoinPool.awaitWork(java.base@21/ForkJoinPool.java:1)")
	for text, virtual := range map[string]bool{
		plain: false,
		thread("ForkJoinPool-1-worker-1", 1, "RUNNABLE", "\tat jdk.internal.vm.Continuation.run(java.base@21/Continuation.java:251)"): true,
		thread("ForkJoinPool-1-worker-1", 1, "RUNNABLE", "   Carrying virtual thread #22"):                                            true,
		thread("ForkJoinPool-1-worker-1", 1, "RUNNABLE", "   Mounted virtual thread \"x\" #22"):                                       true,
		thread("VirtualThread-unparker-1", 1, "WAITING (parking)"):                                                                    true,
	} {
		part := judge(t, plain, text, plain)
		if said := len(part.Unseen) == 1 && strings.Contains(part.Unseen[0], "virtual"); said != virtual {
			t.Errorf("%s: %q", text, part.Unseen)
		}
	}
}

// decoding is a dump of threads that look a charset up: some at work, some waiting for a jar.
func decoding(atWork, waiting int) string {
	var text strings.Builder
	below := "\tat java.nio.charset.Charset.lookupViaProviders(java.base@17.0.1/Charset.java:424)\n" +
		"\tat java.nio.charset.Charset.lookup2(java.base@17.0.1/Charset.java:498)"
	for i := range atWork {
		text.WriteString(thread(fmt.Sprintf("exec-%d", i), 100+i, "RUNNABLE",
			"\tat java.util.zip.ZipFile$Source.getEntryPos(java.base@17.0.1/ZipFile.java:1689)", below))
	}
	for i := range waiting {
		text.WriteString(thread(fmt.Sprintf("blocked-%d", i), 200+i, "BLOCKED (on object monitor)",
			"\tat java.util.zip.ZipFile.getEntry(java.base@17.0.1/ZipFile.java:336)",
			"\t- waiting to lock <0x00000000e3> (a java.util.jar.JarFile)", below))
	}
	text.WriteString(thread("cached", 300, "RUNNABLE", "\tat java.nio.charset.Charset.lookup(java.base@17.0.1/Charset.java:465)"))
	return text.String()
}

// Who looks a charset up counts at work as well: the locks of jars are held in turns, so a dump shows any number who wait for one.
func TestLookupsOfCharsetsCountAtWork(t *testing.T) {
	for name, test := range map[string]struct {
		dumps []string
		why   string
	}{
		"at work":          {[]string{decoding(6, 0), decoding(4, 0), decoding(7, 0)}, "6, 4, 7 threads are in this place"},
		"some wait":        {[]string{decoding(4, 0), decoding(1, 5), decoding(2, 2)}, "0, 5, 2 of them wait for one lock, first seen as class java.util.jar.JarFile"},
		"few in one dump":  {[]string{decoding(6, 0), decoding(1, 2), decoding(7, 0)}, ""},
		"none in one dump": {[]string{decoding(6, 0), decoding(0, 0), decoding(7, 0)}, ""},
	} {
		part := judge(t, test.dumps...)
		if found := len(part.Findings) == 1 && strings.Contains(part.Findings[0].Why, test.why); found != (test.why != "") || len(part.Undecided) != 0 {
			t.Errorf("%s: %+v", name, part)
		}
	}
}

// pool is a dump of threads that wait for work, and of threads that wait for another lock below a println.
func pool() string {
	var text strings.Builder
	for i := range 20 {
		text.WriteString(thread(fmt.Sprintf("pool-%d", i), 100+i, "WAITING (parking)",
			"\tat jdk.internal.misc.Unsafe.park(java.base@21/Native Method)",
			"\t- parking to wait for  <0x00000000e1> (a java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject)",
			"\tat java.util.concurrent.LinkedBlockingQueue.take(java.base@21/LinkedBlockingQueue.java:435)"))
		text.WriteString(thread(fmt.Sprintf("appender-%d", i), 200+i, "BLOCKED (on object monitor)",
			"\tat com.example.Appender.append(Appender.java:10)",
			"\t- waiting to lock <0x00000000e2> (a com.example.Appender)",
			"\tat com.example.Tee.write(Tee.java:10)",
			"\tat java.io.PrintStream.println(java.base@21/PrintStream.java:1)"))
	}
	return text.String()
}

// Who waits in a monitor has locked it and given it up: it is not the holder.
func TestWaitersAreNotHolders(t *testing.T) {
	var text strings.Builder
	for i := range 5 {
		text.WriteString(thread(fmt.Sprintf("w-%d", i), 100+i, "WAITING (on object monitor)",
			"\tat java.lang.Object.wait(Native Method)",
			"\t- waiting on <0x00000000e1> (a java.util.HashMap)",
			"\tat java.lang.Object.wait(Object.java:502)",
			"\tat java.net.InetAddress.checkLookupTable(InetAddress.java:1393)",
			"\t- locked <0x00000000e1> (a java.util.HashMap)"))
	}
	part := judge(t, text.String(), text.String(), text.String())
	if len(part.Findings) != 0 || len(part.Undecided) != 1 || !strings.Contains(part.Undecided[0].Why, "do not show the thread that holds it") {
		t.Errorf("%+v", part)
	}
}

// real are dumps of the labs' programs, during the fault and without it.
func TestRealDumps(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	check.FatalIf(t, err != nil || len(files) == 0, "no dumps in testdata: %v", err)
	expected := map[string]string{"shared-name": "serialised-lookups", "starved-strong": "entropy-lock",
		"stalled-println": "stdout-lock", "crowded-jars": "provider-lookups", "crowded-table": "charset-table-lock",
		"strong": "entropy-lock", "uuid": "random-lock"}
	for _, file := range files {
		text, err := os.ReadFile(file)
		check.Must(t, err)
		threads := parsed(t, string(text))
		check.ErrorIf(t, len(threads) < 8, "%s: %d threads", file, len(threads))
		base := filepath.Base(file)
		name := base[:strings.LastIndexByte(base, '-')]
		check.ErrorIf(t, expected[name] != "" && !slices.ContainsFunc(places, func(p place) bool { return p.id == expected[name] }),
			"%s: no place %s", file, expected[name])
		for _, p := range places {
			q := p.queueAt(threads)
			if present := expected[name] == p.id; present != (q.threads >= minThreads) {
				t.Errorf("%s: %d threads at %s", file, q.threads, p.id)
			} else if present && !p.busy && (q.id == "" || q.lock.Class == "") {
				t.Errorf("%s: %s: holder %q, class %q", file, p.id, q.holder, q.lock.Class)
			}
		}
	}
}

// One thread that waits for a seed is enough, if it took no processor time between the dumps.
func TestAThreadThatWaitsForASeed(t *testing.T) {
	for name, test := range map[string]struct {
		first, last      string
		found, undecided int
	}{
		"waits":                   {"seed-wait-17", "seed-wait-later-17", 1, 0},
		"waits, no cpu on 8":      {"seed-wait-8", "seed-wait-8", 0, 1},
		"seeds over and over":     {"seed-loop-17", "seed-loop-later-17", 0, 0},
		"has its seed in the end": {"seed-wait-17", "uuid-17", 0, 0},
	} {
		first, err := os.ReadFile("testdata/" + test.first + ".txt")
		check.Must(t, err)
		last, err := os.ReadFile("testdata/" + test.last + ".txt")
		check.Must(t, err)
		part := judge(t, string(first), string(first), string(last))
		found := 0
		for _, f := range part.Findings {
			if f.ID == "seed-wait" && strings.Contains(f.Why, "localhost-startStop-1") && strings.Contains(f.Subject, "(tid 0x") {
				found++
			}
		}
		if found != test.found || len(part.Undecided) != test.undecided {
			t.Errorf("%s: %+v", name, part)
		}
	}
}

// The holder's frames are those of dCache/dcache#2211; JDK 8u504 takes no such lock (local-host-8).
func TestThreadsThatWaitForTheLocalHost(t *testing.T) {
	dump := func(waiting int) string {
		text := thread("pool-18-thread-3", 318, "RUNNABLE", "\tat java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)",
			"\tat java.net.InetAddress$2.lookupAllHostAddr(InetAddress.java:928)",
			"\tat java.net.InetAddress.getAddressesFromNameService(InetAddress.java:1323)",
			"\tat java.net.InetAddress.getLocalHost(InetAddress.java:1500)", "\t- locked <0x0000000640050980> (a java.lang.Object)")
		for i := range waiting {
			text += thread(fmt.Sprintf("w-%d", i), 400+i, "BLOCKED (on object monitor)", "\tat java.net.InetAddress.getLocalHost(InetAddress.java:1486)",
				"\t- waiting to lock <0x0000000640050980> (a java.lang.Object)")
		}
		return text
	}
	part := judge(t, dump(5), dump(4), dump(6))
	if len(part.Findings) != 1 || part.Findings[0].ID != "local-host-lock" || !strings.Contains(part.Findings[0].Why, "pool-18-thread-3") {
		t.Errorf("%+v", part)
	}
	if part := judge(t, dump(5), dump(3), dump(6)); len(part.Findings)+len(part.Undecided) != 0 {
		t.Errorf("a short queue: %+v", part)
	}
}

func TestFramesAreMethodsOfClasses(t *testing.T) {
	for text, want := range map[string]string{
		"java.io.PrintStream.println":                       "java.io.PrintStream.println",
		"app//java.io.PrintStream.println":                  "java.io.PrintStream.println",
		"java.base@21.0.1/java.io.PrintStream.println":      "java.io.PrintStream.println",
		"com.example.A$$Lambda/0x00007f01.run":              "com.example.A$$Lambda/0x00007f01.run",
		"com.example.A$$Lambda$14/0x0000000800c03000.apply": "com.example.A$$Lambda$14/0x0000000800c03000.apply",
	} {
		if got := bare(text); got != want {
			t.Errorf("%s: %s, expected %s", text, got, want)
		}
	}
}

func TestPropertiesAreReadAsJavaWritesThem(t *testing.T) {
	properties, err := parseProperties(strings.NewReader("#Sun Nov 22\njava.home=/opt/java\\:17\nsun.net.inetaddr.ttl=5\npath.separator=\\:\n"))
	check.Must(t, err)
	for key, want := range map[string]string{"java.home": "/opt/java:17", "sun.net.inetaddr.ttl": "5", "path.separator": ":"} {
		check.ErrorIf(t, properties[key] != want, "%s is %q, expected %q", key, properties[key], want)
	}
}

func FuzzParseDump(f *testing.F) {
	f.Add([]byte(lookups(1, 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		threads, err := ParseDump(bytes.NewReader(data))
		if err == nil {
			Judge(1, [][]Thread{threads, threads, threads}, [][]Thread{threads})
		}
	})
}
