// Results writes docs/results.md, which compares the figures of the papers with the figures of our
// records, and the overview of the plans in docs/papers.md. It is not part of the product.
//
//	results [-check] -records plans/results -o docs/results.md -papers docs/papers.md plans/*.toml
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "results:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("results", flag.ContinueOnError)
	folder := flags.String("records", "plans/results", "folder with the records")
	output := flags.String("o", "docs/results.md", "file to write")
	papers := flags.String("papers", "docs/papers.md", "page with the overview of all plans, or empty")
	check := flags.Bool("check", false, "write nothing, and fail if the file is not up to date")
	if err := flags.Parse(args); err != nil {
		return err
	}
	plans, err := readPlans(flags.Args())
	if err != nil {
		return err
	}
	records, err := readRecords(*folder)
	if err != nil {
		return err
	}
	var page strings.Builder
	if err := write(&page, plans, records); err != nil {
		return err
	}
	if err := replace(*output, page.String(), *check); err != nil || *papers == "" {
		return err
	}
	return replaceOverview(*papers, overview(states(plans, records)), *check)
}

// replaceOverview replaces the generated part of a page or, with check, only compares it.
func replaceOverview(file, table string, check bool) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text, err := withOverview(string(old), table)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return replace(file, text, check)
}

// replace writes a generated file or, with check, only compares it.
func replace(file, text string, check bool) error {
	if !check {
		return os.WriteFile(file, []byte(text), 0o644)
	}
	old, err := os.ReadFile(file)
	if err == nil && string(old) != text {
		err = fmt.Errorf("%s is not up to date: run make results", file)
	}
	return err
}

// A plan is an experiment that repeats a result of a paper, and the name of its plan file.
type plan struct {
	*experiment.Plan
	name string
}

// readPlans reads the plans that repeat a result of a paper, sorted by the papers' keys, tables and
// figures.
func readPlans(files []string) ([]plan, error) {
	if len(files) == 0 {
		return nil, errors.New("no plans found")
	}
	var plans []plan
	for _, file := range files {
		p, err := budget.File(file, experiment.ReadPlan)
		if err != nil {
			return nil, err
		}
		if p.Paper != nil {
			plans = append(plans, plan{p, strings.TrimSuffix(filepath.Base(file), ".toml")})
		}
	}
	slices.SortFunc(plans, func(a, b plan) int { return natural(a.name, b.name) })
	return plans, nil
}

// A stored record is in a file.
type stored struct {
	experiment.Record
	file string // base name
}

// An archive holds records by the keys of their runs.
type archive map[string]stored

// readRecords returns all records in a directory by the keys of their runs. Plans with the same
// runs share the records.
func readRecords(folder string) (archive, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.ndjson"))
	if err != nil {
		return nil, err
	}
	all, hashes := archive{}, map[string]string{}
	for _, file := range files {
		records, err := experiment.ReadLog(file)
		// the first run of a benchmark may not have finished
		if err != nil && !errors.Is(err, fs.ErrInvalid) {
			return nil, err
		}
		for _, r := range records {
			if err := sameInstance(hashes, r); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			if before, has := all[r.Key]; r.Result != nil && (!has || before.Busy && !r.Busy) {
				all[r.Key] = stored{r, filepath.Base(file)}
			}
		}
	}
	return all, nil
}

// sameInstance returns an error if an earlier record is from a different instance of the same name,
// because keys contain only the name.
func sameInstance(hashes map[string]string, r experiment.Record) error {
	if r.Result == nil {
		return nil
	}
	hash, seen := hashes[r.Instance]
	if seen && hash != r.Result.Instance.Hash {
		return fmt.Errorf("instance %s has the hash %s, but in another record it has %s", r.Instance, r.Result.Instance.Hash, hash)
	}
	hashes[r.Instance] = r.Result.Instance.Hash
	return nil
}
