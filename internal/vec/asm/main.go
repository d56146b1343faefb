// Command asm generates the assembly of package vec and its Go declarations with avo:
//
//	go run .          # writes the files
//	go run . -check   # fails if they are out of date
//
// To add a routine, write a function that emits it and add a row to units.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// units lists the generated file pairs, name_amd64.s and name_amd64.go. Each pair has the name of
// the Go file with the equivalent code.
var units = []struct {
	name string
	emit func(*build.Context)
}{
	{"draws", emitDraws},
	{"pick", emitPick},
	{"walk", emitWalk},
	{"swaps", emitSwaps},
}

func main() {
	check := flag.Bool("check", false, "write nothing, fail if a file would change")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "asm:", err)
		os.Exit(1)
	}
}

// run writes or checks all units. Package vec is in the parent folder.
func run(check bool) error {
	for _, unit := range units {
		assembly, stubs, err := generate(unit.emit)
		if err != nil {
			return fmt.Errorf("%s: %w", unit.name, err)
		}
		base := filepath.Join("..", unit.name+"_amd64")
		for name, text := range map[string][]byte{base + ".s": assembly, base + ".go": stubs} {
			if err := put(name, text, check); err != nil {
				return err
			}
		}
	}
	return nil
}

// generate uses avo to emit one unit, allocate registers and print the result. It replaces avo's
// main function, which can only write files.
func generate(emit func(*build.Context)) (assembly, stubs []byte, err error) {
	c := build.NewContext()
	c.ConstraintExpr("amd64,!noasm")
	emit(c)
	file, err := c.Result()
	if err != nil {
		return nil, nil, err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, nil, err
	}
	for _, f := range file.Functions() {
		if err := verify(f); err != nil {
			return nil, nil, err
		}
	}
	// The command in the header must not depend on the caller, because -check compares it.
	config := printer.Config{Name: "avo", Argv: []string{"go", "generate", "./internal/vec"}, Pkg: "vec"}
	if assembly, err = printer.NewGoAsm(config).Print(file); err != nil {
		return nil, nil, err
	}
	stubs, err = printer.NewStubs(config).Print(file)
	return assembly, stubs, err
}

// put writes a file or, with check, compares it with the existing file.
func put(name string, text []byte, check bool) error {
	if !check {
		return os.WriteFile(name, text, 0o644)
	}
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if !bytes.Equal(old, text) {
		return fmt.Errorf("%s is not what the generator writes: run go generate ./internal/vec", name)
	}
	return nil
}
