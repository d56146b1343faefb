// Mutate measures how many faults the tests of a package detect. It introduces one small fault at a
// time, compiles the package's tests with it by go test -overlay, and runs them. It prints the
// surviving faults, and a score for each package: the share of mutants that were killed. A mutant
// that does not compile does not count.
//
// The faults depend only on the seed and the source.
//
//	mutate [-n 30] [-seed 1] [-jobs 2] [-only 'stream.go:45'] ./rng ./search
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"syscall"
	"time"
)

type options struct {
	count    int
	seed     uint64
	jobs     int
	only     *regexp.Regexp
	skip     string        // pattern of the tests to skip
	folder   string        // folder for the mutants
	patience time.Duration // added to three times the usual test time to give the time limit
	all      bool
	reach    bool // whether to run only the tests that execute the line of a mutant
}

func main() {
	ctx, stop := interruptible(context.Background())
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// interruptible returns a context that ends when the process is asked to stop.
func interruptible(parent context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
}

// run prints a report on the packages named in the arguments. After an error it prints what it has
// tried so far.
func run(ctx context.Context, args []string, w io.Writer) error {
	o, packages, err := parse(args)
	if err != nil {
		return err
	}
	if o.folder == "" {
		if o.folder, err = os.MkdirTemp("", "mutate"); err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(o.folder) }()
	}
	reports, err := examineAll(ctx, packages, o, w)
	if len(reports) > 0 {
		_, _ = fmt.Fprintln(w)
		err = errors.Join(err, table(w, reports))
	}
	return err
}

func parse(args []string) (o options, packages []string, err error) {
	f := flag.NewFlagSet("mutate", flag.ContinueOnError)
	f.IntVar(&o.count, "n", 30, "number of mutants per package")
	f.Uint64Var(&o.seed, "seed", 1, "seed that selects the mutants")
	f.IntVar(&o.jobs, "jobs", 2, "number of mutants to test at the same time")
	only := f.String("only", "", "test only mutants whose report line matches this regular expression")
	f.StringVar(&o.skip, "skip", "", "skip tests that match this regular expression, such as those that fail on a busy machine")
	f.StringVar(&o.folder, "keep", "", "folder to keep mutants and their overlays in, for running them by hand")
	f.DurationVar(&o.patience, "patience", 10*time.Second, "time after which tests count as hung, in addition to three times their usual time")
	f.BoolVar(&o.all, "all", false, "also print killed and discarded mutants")
	f.BoolVar(&o.reach, "reach", false, "run only the tests that execute the line of a mutant, for long suites; not for tests that start processes")
	if err := f.Parse(args); err != nil {
		return o, nil, err
	}
	if o.only, err = regexp.Compile(*only); err != nil {
		return o, nil, err
	}
	if o.count < 1 || o.jobs < 1 {
		return o, nil, fmt.Errorf("got %d mutants, %d at a time: expected at least one of each", o.count, o.jobs)
	}
	if f.NArg() == 0 {
		return o, nil, fmt.Errorf("no packages given; for example: mutate ./rng ./search")
	}
	return o, f.Args(), nil
}
