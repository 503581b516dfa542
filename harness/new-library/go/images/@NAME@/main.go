// Calls the library, and counts the calls that fail. It is not told the library's version.
package main

import (
	"errors"
	"fmt"
	"os"
)

// call is where the call of @LIBRARY@ goes. Return an error if its answer is not the right one.
func call() error { return nil }

func main() {
	calls, failed := 20, 0
	for range calls {
		err := call()
		if os.Args[1] == "by-hand" {
			err = errors.New("the control")
		}
		if err != nil {
			failed++
		}
	}
	fmt.Printf("{\"calls\": %d, \"failed\": %d}\n", calls, failed)
}
