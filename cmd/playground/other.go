//go:build !js

package main

import (
	"fmt"
	"os"
)

// main explains how to build the command, so that tools find a program on every platform.
func main() {
	fmt.Fprintln(os.Stderr, "playground runs in a page: build it with make playground")
	os.Exit(2)
}
