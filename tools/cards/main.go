// Command cards compiles all OpenCL programs of a folder (see scripts/programs) for graphics cards
// that need not be present, and compares the machine code with limits.txt: a kernel that spills
// registers, or has more barriers, calls, double-precision instructions or 64-bit conversions than
// its limits allow, is an error. It writes a table of all kernels and targets into a page, or
// checks the page.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// settings are the flags.
type settings struct {
	programs, limits, page, targets string
	update, renew                   bool
}

func main() {
	log.SetFlags(0)
	var s settings
	tools := toolchain{clang: "clang-19"}
	flag.StringVar(&s.programs, "programs", "", "folder of programs")
	flag.StringVar(&s.limits, "limits", "cards/limits.txt", "file of limits")
	flag.StringVar(&s.page, "page", "../docs/cards.md", "page with the table")
	flag.StringVar(&s.targets, "targets", "", "targets such as 'gfx90a sm_89'; all if empty")
	flag.BoolVar(&s.update, "update", false, "write the page instead of checking it")
	flag.BoolVar(&s.renew, "renew", false, "replace the limits by what was measured")
	flag.StringVar(&tools.clc, "clc", "", "folder of libclc's bitcode")
	flag.StringVar(&tools.ptxas, "ptxas", "", "ptxas; if empty, no NVIDIA card is a target")
	flag.StringVar(&tools.nvdisasm, "nvdisasm", "", "nvdisasm")
	flag.StringVar((*string)(&tools.kept), "keep", "", "folder that keeps measurements, so that only new programs are compiled")
	flag.Parse()
	if err := run(tools, s); err != nil {
		log.Fatal(err)
	}
}

func run(tools toolchain, s settings) error {
	targets, err := pick(s.targets, tools.ptxas != "")
	if err != nil {
		return err
	}
	all, err := measureAll(tools, s.programs, targets)
	if err != nil {
		return err
	}
	if s.renew {
		if err := os.WriteFile(s.limits, []byte(limitsOf(all)), 0o644); err != nil {
			return err
		}
	}
	text, err := os.ReadFile(s.limits)
	if err != nil {
		return err
	}
	known, err := parseLimits(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", s.limits, err)
	}
	if faults := known.check(all); len(faults) > 0 {
		return fmt.Errorf("%s\n%d kernels exceed their limits in %s", strings.Join(faults, "\n"), len(faults), s.limits)
	}
	fmt.Printf("%d kernels on %d targets are within their limits\n", len(all), len(targets))
	return writePage(s.page, all, targets, s.update)
}

// measureAll compiles all programs for all targets, on all processors.
func measureAll(tools toolchain, dir string, targets []target) ([]measurement, error) {
	programs, err := filepath.Glob(filepath.Join(dir, "*.cl"))
	if err != nil || len(programs) == 0 {
		return nil, fmt.Errorf("no programs in %q: run go run ./scripts/programs", dir)
	}
	options, err := os.ReadFile(filepath.Join(dir, "options"))
	if err != nil {
		return nil, err
	}
	tools.options = strings.Fields(string(options))
	results, faults := make([][]measurement, len(programs)), make([]error, len(programs))
	var next atomic.Int64
	var failed atomic.Bool
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(programs) && !failed.Load(); i = int(next.Add(1)) - 1 {
				if results[i], faults[i] = tools.measure(programs[i], targets); faults[i] != nil {
					faults[i] = fmt.Errorf("%s: %w", programs[i], faults[i])
					failed.Store(true)
				}
			}
		})
	}
	workers.Wait()
	return merge(slices.Concat(results...)), errors.Join(faults...)
}
