// Hostile attacks the command with random instances, algorithms, parameters, damaged files and
// kills, and judges every result by a referee that shares no code with it. It reports what it has
// tried and what was wrong; the exit code is 1 if anything was.
//
// Each case depends only on the seed and its number, so that a finding can be repeated:
//
//	hostile -minutes 60 -seed 7 bin/tourmaline
//	hostile -seed 7 -only 1234 bin/tourmaline
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
	"time"
)

// errFound means that the campaign has found something wrong.
var errFound = errors.New("something is wrong: see the findings above")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(1)
	}
}

type options struct {
	seed    uint64
	length  time.Duration  // of the campaign
	cases   uint64         // at most so many cases; 0 means no limit
	only    int64          // number of the only case to run, or -1
	kinds   *regexp.Regexp // only cases of these kinds
	jobs    int
	devices bool   // also compare engines
	folder  string // for the files of cases
	binary  string
}

func run(ctx context.Context, args []string, w io.Writer) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	if o.folder == "" {
		if o.folder, err = os.MkdirTemp("", "hostile"); err != nil {
			return err
		}
	}
	c := campaign{options: o, began: time.Now(), kinds: selected(o), tallies: map[string]*tally{}}
	if len(c.kinds) == 0 {
		return fmt.Errorf("no kind of cases matches %q", o.kinds)
	}
	if c.algorithms, err = listAlgorithms(ctx, o.binary); err != nil {
		return err
	}
	c.run(ctx, w)
	c.report(w)
	if len(c.findings) > 0 {
		return errFound
	}
	return os.RemoveAll(o.folder)
}

func parse(args []string) (o options, err error) {
	f := flag.NewFlagSet("hostile", flag.ContinueOnError)
	f.Uint64Var(&o.seed, "seed", 1, "seed that selects the cases")
	minutes := f.Float64("minutes", 5, "length of the campaign")
	f.Uint64Var(&o.cases, "cases", 0, "maximum number of cases (default: no limit)")
	f.Int64Var(&o.only, "only", -1, "run only the case with this number, and print its commands")
	kinds := f.String("kinds", "", "run only kinds of cases whose names match this regular expression, such as 'kills|damaged'")
	f.IntVar(&o.jobs, "jobs", 2, "number of cases to run at the same time")
	f.BoolVar(&o.devices, "devices", false, "also compare the results of OpenCL devices with those of the CPU")
	f.StringVar(&o.folder, "keep", "", "folder for the files of the cases (default: a temporary folder, kept after findings)")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() != 1 || o.jobs < 1 {
		return o, fmt.Errorf("expected the path of a tourmaline command and at least one job; for example: hostile -minutes 5 bin/tourmaline")
	}
	if o.kinds, err = regexp.Compile(*kinds); err != nil {
		return o, err
	}
	o.length = time.Duration(*minutes * float64(time.Minute))
	o.binary, err = filepath.Abs(f.Arg(0))
	return o, err
}
