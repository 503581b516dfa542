package jvm

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	patience = 5 * time.Second       // for a JVM to open its door, and to answer
	pause    = 20 * time.Millisecond // between two looks whether it has: nothing tells
	maxDump  = 256 << 20             // bytes
)

// Threads asks for a thread dump: what jstack and jcmd do, without a JDK. HotSpot answers on a socket in its /tmp.
func (p Process) Threads() ([]Thread, error) {
	answer, err := p.ask("threaddump")
	if err != nil {
		return nil, err
	}
	defer answer.Close()
	return ParseDump(io.LimitReader(answer, maxDump))
}

// Properties asks for the system properties.
func (p Process) Properties() (map[string]string, error) {
	answer, err := p.ask("properties")
	if err != nil {
		return nil, err
	}
	defer answer.Close()
	return parseProperties(io.LimitReader(answer, maxDump))
}

func (p Process) ask(command string) (io.ReadCloser, error) {
	connection, err := p.connect()
	if err != nil {
		return nil, err
	}
	_ = connection.SetDeadline(time.Now().Add(patience))
	// Version 1 of the protocol: command and three arguments, each with a NUL after it.
	if _, err = io.WriteString(connection, "1\x00"+command+"\x00\x00\x00\x00"); err != nil {
		connection.Close()
		return nil, err
	}
	reader := bufio.NewReader(connection)
	status, err := reader.ReadString('\n')
	if err != nil || strings.TrimSpace(status) != "0" {
		connection.Close()
		return nil, fmt.Errorf("the JVM refused %s (status %q): it takes only its own user's questions, or root's", command, strings.TrimSpace(status))
	}
	return struct {
		io.Reader
		io.Closer
	}{reader, connection}, nil
}

// connect opens the JVM's door. A JVM that nobody has asked before opens it when it gets SIGQUIT and finds a file by that name.
func (p Process) connect() (net.Conn, error) {
	path := filepath.Join(p.proc, "root/tmp", fmt.Sprintf(".java_pid%d", p.inner))
	connection, err := net.Dial("unix", path)
	if err == nil {
		return connection, nil
	}
	if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ECONNREFUSED) {
		return nil, err
	}
	if !p.catchesQuit() {
		return nil, errors.New("it does not handle SIGQUIT (-Xrs?), which would end it; not asked")
	}
	trigger, err := p.trigger()
	if err != nil {
		return nil, err
	}
	defer os.Remove(trigger)
	if err := syscall.Kill(p.PID, syscall.SIGQUIT); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(pause) {
		if connection, err = net.Dial("unix", path); err == nil || time.Now().After(deadline) {
			return connection, err
		}
	}
}

// trigger makes the file that turns SIGQUIT from "print a thread dump" to "open the door". It has to be the JVM's user's.
func (p Process) trigger() (string, error) {
	var problem error
	for _, folder := range []string{"cwd", "root/tmp"} {
		path := filepath.Join(p.proc, folder, fmt.Sprintf(".attach_pid%d", p.inner))
		file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o660)
		if errors.Is(err, fs.ErrExist) {
			return path, nil
		}
		if err != nil {
			problem = err
			continue
		}
		file.Close()
		if os.Geteuid() == 0 {
			if err := os.Chown(path, int(p.uid), int(p.gid)); err != nil {
				os.Remove(path)
				return "", err
			}
		}
		return path, nil
	}
	return "", problem
}

// parseProperties reads java.util.Properties' form as far as JVMs write it.
func parseProperties(from io.Reader) (map[string]string, error) {
	properties := map[string]string{}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := strings.TrimLeft(lines.Text(), " \t")
		if line == "" || line[0] == '#' || line[0] == '!' {
			continue
		}
		if key, value, found := strings.Cut(line, "="); found {
			properties[strings.TrimSpace(unescape(key))] = strings.TrimSpace(unescape(value))
		}
	}
	return properties, lines.Err()
}

var unescape = strings.NewReplacer(`\:`, ":", `\=`, "=", `\\`, `\`, `\ `, " ", `\#`, "#", `\!`, "!").Replace
