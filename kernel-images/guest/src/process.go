package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// prepare turns an image's command into one that can be started: as a container engine would.
func prepare(p Process) (*exec.Cmd, error) {
	if len(p.Argv) == 0 {
		return nil, errors.New("the image declares no command, and none was given")
	}
	path, err := lookPath(p.Argv[0], p.Env)
	if err != nil {
		return nil, err
	}
	command := &exec.Cmd{Path: path, Args: p.Argv, Env: p.Env, Dir: p.Dir}
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if command.Dir == "" {
		command.Dir = "/"
	}
	if p.User != "" {
		credential, home, err := lookUser(p.User)
		if err != nil {
			return nil, err
		}
		command.SysProcAttr.Credential = credential
		command.Env = append([]string{"HOME=" + home}, command.Env...)
	}
	return command, nil
}

func lookPath(name string, env []string) (string, error) {
	if strings.Contains(name, "/") {
		return name, nil
	}
	search := "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
	for _, e := range env {
		if strings.HasPrefix(e, "PATH=") {
			search = strings.TrimPrefix(e, "PATH=")
		}
	}
	for _, dir := range filepath.SplitList(search) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && !info.IsDir() && info.Mode()&0o111 != 0 {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: not found in %s of the guest", name, search)
}

// lookUser reads the image's own /etc/passwd and /etc/group.
func lookUser(user string) (*syscall.Credential, string, error) {
	name, group, hasGroup := strings.Cut(user, ":")
	fields, err := entry("/etc/passwd", name, 2)
	if err != nil {
		return nil, "", err
	}
	credential, home := &syscall.Credential{}, "/"
	switch {
	case len(fields) >= 6:
		credential.Uid, credential.Gid, home = number(fields[2]), number(fields[3]), fields[5]
	case isNumber(name):
		credential.Uid = number(name)
	default:
		return nil, "", fmt.Errorf("user %q is not in the image's /etc/passwd", name)
	}
	if hasGroup {
		fields, err := entry("/etc/group", group, 2)
		switch {
		case err == nil && len(fields) >= 3:
			credential.Gid = number(fields[2])
		case isNumber(group):
			credential.Gid = number(group)
		default:
			return nil, "", fmt.Errorf("group %q is not in the image's /etc/group", group)
		}
	}
	return credential, home, nil
}

// entry finds the line whose name, or whose number in the given column, is key.
func entry(path, key string, numberColumn int) ([]string, error) {
	file, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), ":")
		if len(fields) > numberColumn && (fields[0] == key || fields[numberColumn] == key) {
			return fields, nil
		}
	}
	return nil, lines.Err()
}

func isNumber(text string) bool { _, err := strconv.ParseUint(text, 10, 32); return err == nil }

func number(text string) uint32 { n, _ := strconv.ParseUint(text, 10, 32); return uint32(n) }

// signalNumber reads an image's STOPSIGNAL: a number or a name; SIGTERM when there is none.
func signalNumber(name string) syscall.Signal {
	if n, err := strconv.Atoi(name); err == nil {
		return syscall.Signal(n)
	}
	switch strings.TrimPrefix(name, "SIG") {
	case "INT":
		return syscall.SIGINT
	case "QUIT":
		return syscall.SIGQUIT
	case "HUP":
		return syscall.SIGHUP
	case "USR1":
		return syscall.SIGUSR1
	case "USR2":
		return syscall.SIGUSR2
	case "KILL":
		return syscall.SIGKILL
	}
	return syscall.SIGTERM
}
