package main

import (
	"fmt"
	"os/exec"
	"strings"
)

// commands of bash ask a service: one for each request. A status of 0 is an answer.
type commands struct{ ask, upload string }

func (c commands) call(kind string) (int, error) {
	command := c.ask
	if kind == "upload" {
		command = c.upload
	}
	output, err := exec.Command("bash", "-c", command).CombinedOutput()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(output)), "\n")
		err = fmt.Errorf("%v: %s", err, lines[len(lines)-1])
	}
	return 0, err
}
