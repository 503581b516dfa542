package service

import (
	"fmt"
	"io"
	"runtime"
)

// Version says what the program was built with, so that a result can tell what really ran.
func Version(_ []string, out io.Writer) error {
	_, err := fmt.Fprintln(out, runtime.Version())
	return err
}
