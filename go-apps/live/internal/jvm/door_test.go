package jvm

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"faultlab/live/internal/check"
)

const inner = 3 // its number in its own name space

// fake is a process that would be asked, below a folder that is a /proc. It has this test's number, as whoever listens must have.
// No signal is sent: told counts those that would have been.
type fake struct {
	t       *testing.T
	machine *Machine
	folder  string
	told    int
}

func newFake(t *testing.T) *fake {
	t.Helper()
	proc := t.TempDir()
	f := &fake{t: t, machine: NewMachine(proc), folder: filepath.Join(proc, strconv.Itoa(os.Getpid()))}
	f.machine.opening = 0
	f.machine.signal = func(Process) error { f.told++; return nil }
	for _, folder := range []string{"root/tmp", "cwd", "net", "fd"} {
		check.Must(t, os.MkdirAll(filepath.Join(f.folder, folder), 0o755))
	}
	f.write("status", fmt.Sprintf("Name:\tjava\nUid:\t%d\t%[1]d\t0\t0\nGid:\t%d\t%[2]d\t0\t0\nNSpid:\t9\t%d\nSigCgt:\t1000000181005ccf\n", os.Geteuid(), os.Getegid(), inner))
	f.write("stat", "7 (a) b) S"+strings.Repeat(" 0", 18)+" 4711 0 0\n")
	f.write("maps", "7f00 r-xp 0 08:01 1   /usr/lib/jvm/lib/server/libjvm.so (deleted)\n")
	f.write("cmdline", "java\x00-Xmx1g\x00-jar\x00app.jar\x00")
	f.write("environ", "HOME=/root\x00")
	f.write("net/unix", "Num       RefCount Protocol Flags    Type St Inode Path\n")
	return f
}

func (f *fake) path(name string) string { return filepath.Join(f.folder, name) }

func (f *fake) write(name, text string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(f.path(name)), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(f.path(name), []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fake) link(target, name string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(f.path(name)), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.Symlink(target, f.path(name)); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fake) process() Process {
	f.t.Helper()
	process, err := f.machine.At(os.Getpid())
	if err != nil {
		f.t.Fatal(err)
	}
	return process
}

// listen opens the door, by the way through a descriptor that is short enough.
func (f *fake) listen(answer string) {
	f.t.Helper()
	folder, err := os.Open(f.path("root/tmp"))
	if err != nil {
		f.t.Fatal(err)
	}
	defer folder.Close()
	listener, err := net.Listen("unix", entry(int(folder.Fd()), fmt.Sprintf(".java_pid%d", inner)))
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			question := bufio.NewReader(connection)
			for range 5 {
				_, _ = question.ReadString(0)
			}
			_, _ = io.WriteString(connection, answer)
			connection.Close()
		}
	}()
}

func (f *fake) there(name string) bool {
	_, err := os.Lstat(f.path(name))
	return err == nil
}

const triggerFile = "root/tmp/.attach_pid3"

func TestWhoIsNotAsked(t *testing.T) {
	status, err := os.ReadFile(newFake(t).path("status"))
	check.Must(t, err)
	signals := func(mask string) string { return strings.Replace(string(status), "1000000181005ccf", mask, 1) }
	for name, test := range map[string]struct {
		prepare func(*fake)
		why     string
	}{
		"-Xrs":            {func(f *fake) { f.write("status", signals("0000000000000000")) }, "SIGQUIT"},
		"all but SIGQUIT": {func(f *fake) { f.write("status", signals("fffffffffffffffb")) }, "SIGQUIT"},
		"stopped":         {func(f *fake) { f.write("stat", "7 (java) T"+strings.Repeat(" 0", 18)+" 4711 0\n") }, "is stopped"},
		"no JVM":          {func(f *fake) { f.write("maps", "7f00 r-xp 0 08:01 1   /usr/lib/libc.so.6\n") }, "not a HotSpot"},
		"nothing mapped":  {func(f *fake) { os.Remove(f.path("maps")) }, "cannot be determined"},
		"OpenJ9":          {func(f *fake) { f.write("maps", "1 r 0 0:1 1 /x/libjvm.so\n1 r 0 0:1 1 /x/libj9vm29.so\n") }, "OpenJ9"},
		"minimal":         {func(f *fake) { f.write("maps", "1 r 0 0:1 1 /x/minimal/libjvm.so\n") }, "minimal"},
		"option":          {func(f *fake) { f.write("cmdline", "java\x00-XX:+DisableAttachMechanism\x00A\x00") }, "DisableAttachMechanism"},
		"option twice": {func(f *fake) {
			f.write("cmdline", "java\x00-XX:-DisableAttachMechanism\x00-XX:+DisableAttachMechanism\x00A\x00")
		}, "DisableAttachMechanism"},
		"allowed in arguments": {func(f *fake) {
			f.write("cmdline", "java\x00-XX:+DisableAttachMechanism\x00-cp\x00x\x00A\x00-XX:-DisableAttachMechanism\x00")
		}, "DisableAttachMechanism"},
		"_JAVA_OPTIONS":      {func(f *fake) { f.write("environ", "A=b\x00_JAVA_OPTIONS=-Xmx1g '-XX:+DisableAttachMechanism'\x00") }, "DisableAttachMechanism"},
		"JAVA_TOOL_OPTIONS":  {func(f *fake) { f.write("environ", "JAVA_TOOL_OPTIONS=-XX:+DisableAttachMechanism\x00") }, "DisableAttachMechanism"},
		"environment unread": {func(f *fake) { os.Remove(f.path("environ")) }, "environment"},
		"file of options": {func(f *fake) {
			f.write("cmdline", "java\x00@/etc/options\x00A\x00")
			f.link("/opt/real", "root/etc/options")
			f.write("root/opt/real", "-Xmx1g\n-XX:+DisableAttachMechanism\n")
		}, "DisableAttachMechanism"},
		"file beside the program": {func(f *fake) {
			f.write("cmdline", "java\x00-XX:Flags=flags\x00A\x00")
			f.write("cwd/flags", "+DisableAttachMechanism\n")
		}, "DisableAttachMechanism"},
		"file that is gone": {func(f *fake) { f.write("cmdline", "java\x00-XX:VMOptionsFile=/etc/gone\x00A\x00") }, "cannot be read"},
		"socket removed": {func(f *fake) {
			f.write("net/unix", "header\n0000: 00000002 00000000 00010000 0001 01 815 /tmp/.java_pid3.tmp\n")
			f.link("socket:[815]", "fd/9")
		}, "removed"},
		"trigger in its folder":   {func(f *fake) { f.write("cwd/.attach_pid3", "") }, "another tool"},
		"trigger in its /tmp":     {func(f *fake) { f.write(triggerFile, "") }, "another tool"},
		"link in its /tmp":        {func(f *fake) { f.link("/etc/passwd", triggerFile) }, "another tool"},
		"stranger's door":         {func(f *fake) { f.link("/nowhere", "root/tmp/.java_pid3"); f.write(triggerFile, "") }, "another tool"},
		"door that stays closed":  {func(f *fake) { f.write("root/tmp/.java_pid3", "") }, "refused"},
		"file of options, looped": {func(f *fake) { f.write("cmdline", "java\x00@a\x00A\x00"); f.write("cwd/a", "@a") }, "name each other"},
	} {
		f := newFake(t)
		test.prepare(f)
		had := f.there(triggerFile)
		for range 2 { // a refusal is remembered
			if _, err := f.process().Threads(context.Background()); err == nil || !strings.Contains(err.Error(), test.why) {
				t.Errorf("%s: %v", name, err)
			}
		}
		check.ErrorIf(t, f.told != 0 || f.there(triggerFile) != had,
			"%s: %d signals, trigger there: %v, before: %v", name, f.told, f.there(triggerFile), had)
	}
}

// The harness's own check of a process, in Java, is held to the same file.
func TestWhoGetsTheSignal(t *testing.T) {
	text, err := os.ReadFile("../../testdata/attach.json")
	check.Must(t, err)
	type files map[string]*string
	var table struct {
		JVM   files
		Cases []struct {
			Name, Refused string
			Files         files
		}
	}
	if err := json.Unmarshal(text, &table); err != nil || len(table.Cases) == 0 {
		t.Fatal(err, len(table.Cases))
	}
	numbers := strings.NewReplacer("{pid}", strconv.Itoa(os.Getpid()), "{uid}", strconv.Itoa(os.Geteuid()), "{gid}", strconv.Itoa(os.Getegid()))
	for _, test := range table.Cases {
		f := newFake(t)
		for _, some := range []files{table.JVM, test.Files} {
			for name, text := range some {
				if text == nil {
					os.Remove(f.path(name))
				} else {
					f.write(name, numbers.Replace(*text))
				}
			}
		}
		process, err := f.machine.At(os.Getpid())
		if err == nil {
			_, err = process.Threads(context.Background())
		}
		if test.Refused == "" {
			check.ErrorIf(t, f.told != 1, "%s: %d signals, %v", test.Name, f.told, err)
		} else if f.told != 0 || err == nil || !strings.Contains(err.Error(), test.Refused) {
			t.Errorf("%s: %d signals, %v", test.Name, f.told, err)
		}
	}
}

func TestWhoIsAsked(t *testing.T) {
	for name, prepare := range map[string]func(*fake){
		"as it is": func(*fake) {},
		"allowed last": func(f *fake) {
			f.write("cmdline", "java\x00-XX:+DisableAttachMechanism\x00-XX:-DisableAttachMechanism\x00A\x00")
		},
		"allowed by the last variable": func(f *fake) {
			f.write("environ", "_JAVA_OPTIONS=-XX:-DisableAttachMechanism\x00JAVA_TOOL_OPTIONS=-XX:+DisableAttachMechanism\x00")
		},
		"a neighbour's socket": func(f *fake) {
			f.write("net/unix", "header\n0000: 00000002 00000000 00010000 0001 01 815 /tmp/.java_pid3.tmp\n")
		},
	} {
		f := newFake(t)
		prepare(f)
		f.machine.signal = func(Process) error {
			f.told++
			info, err := os.Lstat(f.path(triggerFile))
			check.ErrorIf(t, err != nil || info.Mode() != 0o600, "%s: trigger %v, %v", name, info, err)
			f.listen("0\n" + lookups(1, 2))
			return nil
		}
		for range 2 {
			if threads, err := f.process().Threads(context.Background()); err != nil || len(threads) != 2 {
				t.Errorf("%s: %d threads, %v", name, len(threads), err)
			}
		}
		check.ErrorIf(t, f.told != 1 || f.there(triggerFile),
			"%s: %d signals, trigger there: %v", name, f.told, f.there(triggerFile))
	}
}

// Who has not opened in time may do it later: the trigger stays for him, and he gets no second signal.
func TestASlowJVMKeepsItsTrigger(t *testing.T) {
	f := newFake(t)
	for range 3 {
		if _, err := f.process().Threads(context.Background()); err == nil || !strings.Contains(err.Error(), "/tmp/.attach_pid3 stays") {
			t.Errorf("%v", err)
		}
	}
	check.ErrorIf(t, f.told != 1 || !f.there(triggerFile),
		"%d signals, trigger there: %v", f.told, f.there(triggerFile))
	// Another process with the same number is another one.
	f.write("stat", "7 (java) S"+strings.Repeat(" 0", 18)+" 4712 0\n")
	if _, err := f.process().Threads(context.Background()); err == nil || !strings.Contains(err.Error(), "another tool") {
		t.Errorf("%v", err)
	}
}

func TestWhatFailsLeavesNothing(t *testing.T) {
	f := newFake(t)
	f.machine.signal = func(Process) error { f.told++; return unix.EPERM }
	for range 2 {
		if _, err := f.process().Threads(context.Background()); !errors.Is(err, unix.EPERM) {
			t.Errorf("%v", err)
		}
	}
	check.ErrorIf(t, f.told != 1 || f.there(triggerFile),
		"%d signals, trigger there: %v", f.told, f.there(triggerFile))
	f = newFake(t)
	f.machine.opening = time.Hour
	f.machine.signal = func(Process) error { return os.Remove(f.path("stat")) }
	if _, err := f.process().Threads(context.Background()); err == nil || !strings.Contains(err.Error(), "ended") || f.there(triggerFile) {
		t.Errorf("%v, trigger there: %v", err, f.there(triggerFile))
	}
	f = newFake(t)
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := f.process().Threads(ended); !errors.Is(err, context.Canceled) || f.told != 0 || f.there(triggerFile) {
		t.Errorf("%v, %d signals", err, f.told)
	}
}

// Ctrl-C between the signal and the door: the door is awaited, the trigger taken away, and then it ends.
func TestAnInterruptionTakesTheTriggerAway(t *testing.T) {
	f := newFake(t)
	f.machine.opening = time.Hour
	ctx, end := context.WithCancel(context.Background())
	f.machine.signal = func(Process) error {
		end()
		f.listen("0\n")
		return nil
	}
	if _, err := f.process().Threads(ctx); err == nil {
		t.Error("answered after its end")
	}
	check.ErrorIf(t, f.there(triggerFile), "the trigger is there")
}

// Only the file that was made is taken away.
func TestASwappedTriggerStays(t *testing.T) {
	f := newFake(t)
	f.machine.signal = func(Process) error {
		if err := os.Rename(f.path(triggerFile), f.path("root/tmp/away")); err != nil {
			return err
		}
		f.write(triggerFile, "a stranger's")
		return unix.EPERM
	}
	if _, err := f.process().Threads(context.Background()); !errors.Is(err, unix.EPERM) {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(f.path(triggerFile)); err != nil || string(text) != "a stranger's" {
		t.Errorf("%q, %v", text, err)
	}
}

// A /tmp that leads elsewhere by a link leads there within the process's own root.
func TestTheTriggerStaysInTheProcessesRoot(t *testing.T) {
	f := newFake(t)
	check.Must(t, os.Remove(f.path("root/tmp")))
	const outside = "/var/tmp" // this machine has one too
	f.link(outside, "root/tmp")
	if _, err := f.process().Threads(context.Background()); !errors.Is(err, fs.ErrNotExist) || f.told != 0 {
		t.Errorf("%v, %d signals", err, f.told)
	}
	check.Must(t, os.MkdirAll(f.path("root"+outside), 0o755))
	if _, err := f.process().Threads(context.Background()); err == nil || f.told != 1 || !f.there("root"+outside+"/.attach_pid3") {
		t.Errorf("%v, %d signals", err, f.told)
	}
	if _, err := os.Lstat(outside + "/.attach_pid3"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("outside: %v", err)
	}
}

// The trigger is given to the effective user of status, not to who owns /proc/PID.
func TestTheTriggerIsTheUsersOfTheJVM(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	f := newFake(t)
	f.write("status", "Uid:\t0\t54321\t0\t0\nGid:\t0\t54322\t0\t0\nNSpid:\t3\nSigCgt:\t0000000000000004\n")
	f.machine.signal = func(Process) error {
		f.told++
		var info unix.Stat_t
		if err := unix.Stat(f.path(triggerFile), &info); err != nil || info.Uid != 54321 || info.Gid != 54322 {
			t.Errorf("%d:%d, %v", info.Uid, info.Gid, err)
		}
		return unix.EPERM
	}
	if _, err := f.process().Threads(context.Background()); err == nil || f.told != 1 {
		t.Errorf("%v, %d signals", err, f.told)
	}
}

// Somebody else who listens in the JVM's place is not believed.
func TestAnotherProcessBehindTheDoor(t *testing.T) {
	f := newFake(t)
	f.listen("0\n")
	process := f.process()
	process.PID++
	if _, err := process.Threads(context.Background()); err == nil || !strings.Contains(err.Error(), "is process") || f.told != 0 {
		t.Errorf("%v", err)
	}
}

// SIGQUIT is for the process that was looked at, not for the next one with its number.
func TestQuitIsForTheSameProcess(t *testing.T) {
	child := exec.Command("sleep", "60")
	if err := child.Start(); err != nil {
		t.Skip(err)
	}
	defer func() { _ = child.Process.Kill(); _ = child.Wait() }()
	process, err := NewMachine("/proc").At(child.Process.Pid)
	check.Must(t, err)
	process.start++
	if err := quit(process); err == nil {
		t.Error("another process got the signal")
	}
	if err := process.refusal(); err == nil || !strings.Contains(err.Error(), "not a HotSpot") {
		t.Errorf("%v", err)
	}
}

// A real JVM, where this machine has one that runs a source file.
func TestARealJVM(t *testing.T) {
	java, err := exec.LookPath("java")
	if err != nil {
		t.Skip("no java here")
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "Waits.java"),
		[]byte("public class Waits { public static void main(String[] a) throws Exception { System.out.println(\"here\"); System.in.read(); } }"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, option := range []string{"-XX:-DisableAttachMechanism", "-XX:+DisableAttachMechanism"} {
		child := exec.Command(java, option, "Waits.java")
		child.Dir = folder
		in, err1 := child.StdinPipe()
		out, err2 := child.StdoutPipe()
		if err := errors.Join(err1, err2, child.Start()); err != nil {
			t.Skip(err)
		}
		text := bufio.NewReader(out)
		if line, err := text.ReadString('\n'); err != nil || line != "here\n" {
			in.Close()
			_ = child.Wait()
			t.Skipf("no JVM that runs a source file: %q, %v", line, err)
		}
		process, err := NewMachine("/proc").At(child.Process.Pid)
		check.Must(t, err)
		threads, err := process.Threads(context.Background())
		if option == "-XX:-DisableAttachMechanism" {
			check.ErrorIf(t, err != nil || len(threads) < 5, "%d threads, %v", len(threads), err)
			if setting, err := process.NameCache(context.Background()); err != nil || !strings.Contains(setting, "is set: 30 s") {
				t.Errorf("%q, %v", setting, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), "DisableAttachMechanism") {
			t.Errorf("%d threads, %v", len(threads), err)
		}
		for _, where := range []string{folder, "/tmp"} {
			if _, err := os.Lstat(filepath.Join(where, process.triggerName())); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %v", where, err)
			}
		}
		in.Close()
		rest, _ := io.ReadAll(text)
		_ = child.Wait()
		check.ErrorIf(t, len(rest) > 0, "%s: it printed %q", option, rest)
	}
}
