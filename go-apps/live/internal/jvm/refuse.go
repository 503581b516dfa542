package jvm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// refusal is the reason not to send this process SIGQUIT; nil where it opens its door upon it. What is not HotSpot dies of it or writes
// a file; a HotSpot that does not attach prints a thread dump to its standard output, and blocks if its output is not read. What
// is not known is a reason too.
func (p Process) refusal() error {
	for _, reason := range []func() error{p.own, p.hotspot, p.listensToQuit, p.attaches, p.unopened, p.strangersTrigger} {
		if err := reason(); err != nil {
			return err
		}
	}
	return nil
}

// own: the trigger has to be the JVM's user's.
func (p Process) own() error {
	if me := uint32(os.Geteuid()); me != 0 && me != p.uid {
		return fmt.Errorf("it runs as user %d, this program as %d; not asked", p.uid, me)
	}
	return nil
}

func (p Process) hotspot() error {
	maps, err := os.ReadFile(filepath.Join(p.proc, "maps"))
	if err != nil {
		return fmt.Errorf("whether it is a HotSpot JVM cannot be determined (%w), so it was not asked", err)
	}
	there := false
	for line := range strings.Lines(string(maps)) {
		at := strings.IndexByte(line, '/')
		if at < 0 {
			continue
		}
		path := strings.TrimSuffix(strings.TrimSpace(line[at:]), " (deleted)")
		switch name := filepath.Base(path); {
		case strings.HasPrefix(name, "libj9vm"):
			return errors.New("it is an OpenJ9 JVM, which writes a javacore upon SIGQUIT; not asked")
		case name == "libjvm.so" && filepath.Base(filepath.Dir(path)) == "minimal":
			return errors.New("it is a minimal JVM, which does not attach; not asked")
		case name == "libjvm.so":
			there = true
		}
	}
	if !there {
		return errors.New("it is not a HotSpot JVM (no libjvm.so is mapped), and SIGQUIT would end it; not asked")
	}
	return nil
}

func (p Process) listensToQuit() error {
	if !p.catchesQuit() {
		return errors.New("it does not handle SIGQUIT (-Xrs?), which would end it; not asked")
	}
	stat, err := os.ReadFile(filepath.Join(p.proc, "stat"))
	if err != nil {
		return err
	}
	if state := statFields(stat)[0]; strings.Contains("TtZX", state) {
		return fmt.Errorf("it is stopped (state %s) and would handle SIGQUIT later, so it was not asked", state)
	}
	return nil
}

// unopened: a JVM whose door was opened before, and whose socket was removed since (cleaners of /tmp do it), prints a dump instead
// of opening it again, before JDK 14 and its backports (JDK-8225690). The socket is still listed, by the name that it was bound to.
func (p Process) unopened() error {
	bound, err := os.ReadFile(filepath.Join(p.proc, "net/unix"))
	if err != nil {
		return fmt.Errorf("whether its attach socket is open cannot be determined (%w), so it was not asked", err)
	}
	name := fmt.Sprintf(".java_pid%d", p.inner)
	var inodes []string
	for line := range strings.Lines(string(bound)) {
		words := strings.Fields(line)
		if len(words) < 8 {
			continue
		}
		if base := filepath.Base(words[7]); base == name || base == name+".tmp" {
			inodes = append(inodes, "socket:["+words[6]+"]")
		}
	}
	if len(inodes) == 0 {
		return nil
	}
	// In a pod another container's JVM may have the same number.
	open, err := os.ReadDir(filepath.Join(p.proc, "fd"))
	if err != nil {
		return fmt.Errorf("whether its attach socket is open cannot be determined (%w), so it was not asked", err)
	}
	for _, descriptor := range open {
		if target, err := os.Readlink(filepath.Join(p.proc, "fd", descriptor.Name())); err == nil && slices.Contains(inodes, target) {
			return errors.New("its attach socket is open, but was removed from /tmp, so it was not asked")
		}
	}
	return nil
}

// strangersTrigger: HotSpot looks for the trigger in its working directory first, and takes what is there for it.
func (p Process) strangersTrigger() error {
	folder, err := p.within(".")
	if err != nil {
		return fmt.Errorf("its working directory cannot be seen (%w); not asked", err)
	}
	defer unix.Close(folder)
	var info unix.Stat_t
	err = unix.Fstatat(folder, p.triggerName(), &info, unix.AT_SYMLINK_NOFOLLOW)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("its working directory cannot be seen (%w); not asked", err)
	}
	return fmt.Errorf("%s is in its working directory and not this program's: another tool asks it, or was killed; not asked", p.triggerName())
}

// attaches goes through the JVM's options in the order in which HotSpot takes them; the last one holds.
func (p Process) attaches() error {
	command, err := os.ReadFile(filepath.Join(p.proc, "cmdline"))
	if err != nil {
		return fmt.Errorf("its options cannot be read (%w); not asked", err)
	}
	environment, err := os.ReadFile(filepath.Join(p.proc, "environ"))
	if err != nil {
		return fmt.Errorf("its environment, which may have options, cannot be read (%w); not asked", err)
	}
	variables := map[string][]string{}
	for _, variable := range strings.Split(string(environment), "\x00") {
		name, value, _ := strings.Cut(variable, "=")
		variables[name] = strings.Fields(strings.NewReplacer(`"`, "", "'", "").Replace(value))
	}
	options, rest := jvmOptions(strings.Split(strings.TrimSuffix(string(command), "\x00"), "\x00"))
	disabled := false
	for _, words := range [][]string{variables["JAVA_TOOL_OPTIONS"], variables["JDK_JAVA_OPTIONS"], options, variables["_JAVA_OPTIONS"]} {
		if err := p.takeOptions(words, &disabled, 0); err != nil {
			return err
		}
	}
	for _, word := range rest {
		disabled = disabled || strings.Contains(word, disabling)
	}
	if disabled {
		return errors.New("it was started with -XX:+DisableAttachMechanism; not asked")
	}
	return nil
}

const (
	disabling = "+DisableAttachMechanism"
	deepest   = 3 // files of options in files of options
)

// takeOptions takes words for options, and those in the files that they name.
func (p Process) takeOptions(words []string, disabled *bool, depth int) error {
	for _, word := range words {
		file := ""
		for _, prefix := range []string{"@", "-XX:Flags=", "-XX:VMOptionsFile="} {
			if name, found := strings.CutPrefix(word, prefix); found {
				file = name
			}
		}
		switch {
		case file != "":
			text, err := p.read(file)
			if err == nil && depth == deepest {
				err = errors.New("files of options name each other")
			}
			if err != nil {
				return fmt.Errorf("its options in %s cannot be read (%w); not asked", file, err)
			}
			// How comments and quotes are read differs. What forbids counts wherever it stands, what allows does not.
			if strings.Contains(string(text), disabling) {
				*disabled = true
			}
			never := false
			if err := p.takeOptions(strings.Fields(strings.NewReplacer(`"`, "", "'", "").Replace(string(text))), &never, depth+1); err != nil {
				return err
			}
			*disabled = *disabled || never
		case strings.Contains(word, disabling):
			*disabled = true
		case word == "-XX:-DisableAttachMechanism":
			*disabled = false
		}
	}
	return nil
}

// withValue are the launcher's options whose value is the next word.
var withValue = []string{"-cp", "-classpath", "--class-path", "-p", "--module-path", "--upgrade-module-path", "--add-modules", "--limit-modules",
	"--add-reads", "--add-exports", "--add-opens", "--patch-module", "--enable-native-access", "--source"}

// jvmOptions parts the options from the program and what is handed to it.
func jvmOptions(command []string) (options, rest []string) {
	for i := 1; i < len(command); i++ {
		switch word := command[i]; {
		case slices.Contains(withValue, word):
			i++
		case word == "-jar" || word == "-m" || word == "--module" || !strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "@"):
			return options, command[i:]
		default:
			options = append(options, word)
		}
	}
	return options, nil
}

// catchesQuit says whether the process handles SIGQUIT. One that does not (-Xrs) would be ended by it.
func (p Process) catchesQuit() bool {
	status, err := os.ReadFile(filepath.Join(p.proc, "status"))
	if err != nil {
		return false
	}
	words := field(status, "SigCgt")
	if len(words) != 1 {
		return false
	}
	mask, err := strconv.ParseUint(words[0], 16, 64)
	return err == nil && mask>>(uint(syscall.SIGQUIT)-1)&1 == 1
}
