package jvm

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

const (
	patience = 5 * time.Second // for a JVM to answer
	maxDump  = 256 << 20       // bytes
)

// Threads asks for a thread dump: what jstack and jcmd do, without a JDK. HotSpot answers on a socket in its /tmp.
func (p Process) Threads(ctx context.Context) ([]Thread, error) {
	answer, err := p.ask(ctx, "threaddump")
	if err != nil {
		return nil, err
	}
	defer answer.Close()
	return ParseDump(io.LimitReader(answer, maxDump))
}

// Properties asks for the system properties.
func (p Process) Properties(ctx context.Context) (map[string]string, error) {
	answer, err := p.ask(ctx, "properties")
	if err != nil {
		return nil, err
	}
	defer answer.Close()
	return parseProperties(io.LimitReader(answer, maxDump))
}

func (p Process) ask(ctx context.Context, command string) (io.ReadCloser, error) {
	connection, err := p.connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil { // ended while the door was awaited: a quick JVM would answer all the same
		connection.Close()
		return nil, err
	}
	_ = connection.SetDeadline(time.Now().Add(patience))
	stop := context.AfterFunc(ctx, func() { _ = connection.SetDeadline(time.Unix(1, 0)) })
	// Version 1 of the protocol: command and three arguments, each with a NUL after it.
	if _, err = io.WriteString(connection, "1\x00"+command+"\x00\x00\x00\x00"); err != nil {
		stop()
		connection.Close()
		return nil, err
	}
	reader := bufio.NewReader(connection)
	status, err := reader.ReadString('\n')
	if err != nil || strings.TrimSpace(status) != "0" {
		stop()
		connection.Close()
		return nil, fmt.Errorf("the JVM refused %s (status %q): it answers only its own user and root", command, strings.TrimSpace(status))
	}
	return reply{reader, func() error {
		stop()
		return connection.Close()
	}}, nil
}

// reply is what a JVM answers.
type reply struct {
	io.Reader
	close func() error
}

func (r reply) Close() error { return r.close() }

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
		key, value := line, ""
		for i := 0; i < len(line); i++ {
			if line[i] == '\\' {
				i++ // a separator after it is the key's own
			} else if strings.IndexByte("=: \t", line[i]) >= 0 {
				key, value = line[:i], strings.TrimLeft(line[i:], " \t")
				if value != "" && (value[0] == '=' || value[0] == ':') {
					value = value[1:]
				}
				break
			}
		}
		properties[unescape(key)] = strings.TrimSpace(unescape(value))
	}
	return properties, lines.Err()
}

var unescape = strings.NewReplacer(`\:`, ":", `\=`, "=", `\\`, `\`, `\ `, " ", `\#`, "#", `\!`, "!").Replace
