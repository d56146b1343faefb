// Command tourmaline finds good tours through many cities.
package main

import (
	"os"

	"github.com/tourmaline-opt/tourmaline/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}
