package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An item is one of several input files, with its own copy of the solve command.
type item struct {
	path string
	*solve
}

// runAll solves several files one after the other and prints a line for each. A file that fails
// does not stop the remaining files; the exit code is the code of the first failure.
func (v *solve) runAll(c *cobra.Command, paths []string) error {
	items, err := v.items(c, paths)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context(), term.EndSignals()...)
	defer stop()
	c.SetContext(ctx)
	table := v.newSummaries(paths)
	var failed []string
	var first error
	for i, one := range items {
		err := one.solveInto(c, table)
		if err == nil {
			continue
		}
		if ctx.Err() != nil && errors.Is(err, context.Canceled) { // before a solution was found
			v.say("tourmaline: interrupted: %s not solved\n", humanize.Count(len(items)-i, "file"))
			break
		}
		v.printFailure(one.path, err)
		if v.printsLines() {
			_ = v.print(func(w io.Writer) error { return output.WriteFailureJSON(w, one.path, err) }) // the failure itself is reported
		}
		failed = append(failed, one.path)
		first = cmp.Or(first, err)
	}
	if first == nil {
		return nil
	}
	return &exitError{exitCode(first), fmt.Errorf("%d of %s failed: %s", len(failed), humanize.Count(len(paths), "file"), strings.Join(failed, ", "))}
}

// printsLines reports whether standard output receives a line of JSON for each of several files.
func (v *solve) printsLines() bool { return v.form == "json" && (v.output == "" || v.output == "-") }

// writeJSON writes a result, with the name of its file if there are several files. in is nil for
// problems other than tours.
func (v *solve) writeJSON(w io.Writer, in *tsp.Instance, r *tourmaline.Result) error {
	if v.onResult != nil && v.printsLines() {
		return output.WriteFileJSON(w, v.input, in, r)
	}
	return output.WriteTourJSON(w, in, r)
}

// solveInto solves the file and, after writing its outputs, adds its line to the table.
func (one item) solveInto(c *cobra.Command, t *summaries) error {
	if err := c.Context().Err(); err != nil {
		return err
	}
	var found *digest
	one.began = time.Now()
	one.onResult = func(l digest) { found = &l }
	err := one.run(c, one.path)
	if found == nil {
		return err
	}
	return errors.Join(err, t.add(one.path, *found))
}

// printFailure prints the error for one of several files.
func (v *solve) printFailure(path string, err error) {
	text := err.Error()
	if !strings.Contains(text, path) {
		text = path + ": " + text
	}
	v.say("tourmaline: %s\n%s", humanize.PrintableLines(text), deviceHint(err))
}

// onlyOne lists the flags that apply only to a single input file.
var onlyOne = []string{"init", "checkpoint", "resume", "trace", "save-matrix", "view"}

// items assigns output names to each file and rejects conflicting names before any work is done.
func (v *solve) items(c *cobra.Command, paths []string) ([]item, error) {
	for _, name := range onlyOne {
		if c.Flags().Changed(name) {
			return nil, usageError("--%s applies only to a single input file, got %d: solve them one at a time", name, len(paths))
		}
	}
	if _, err := v.settings(); err != nil {
		return nil, err
	}
	if len(v.more) > 0 {
		return nil, usageError("--output can be repeated only for a single input file, got %d: solve them one at a time", len(paths))
	}
	if toScreen := v.output == "" || v.output == "-"; toScreen && v.form != "" && v.form != "text" && v.form != "json" {
		return nil, usageError("--format %s can write only one result to standard output, got %d files: name a folder, such as -o %ss/", v.form, len(paths), v.form)
	}
	taken := map[string]string{} // description of each file in use, for error messages
	for _, path := range paths {
		taken[outfile.Canonical(path)] = "the input " + path
	}
	if v.config != "" {
		taken[outfile.Canonical(v.config)] = "--config " + v.config
	}
	items := make([]item, len(paths))
	for i, path := range paths {
		if path == "-" || path == "" {
			return nil, usageError("expected file names, found %q: solve standard input separately", path)
		}
		one := *v
		items[i] = item{path, &one}
		if err := items[i].nameOutputs(taken); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// nameOutputs names the outputs of a file. taken maps each file in use to its description for error
// messages.
func (one item) nameOutputs(taken map[string]string) (err error) {
	if one.output == "-" {
		one.output = ""
	}
	stem := experiment.InstanceName(one.path)
	if one.output, err = nameFor(stem, one.output, "--output", one.ending()); err != nil {
		return err
	}
	if one.picture, err = nameFor(stem, one.picture, "--plot", ".svg"); err != nil {
		return err
	}
	for _, out := range []string{one.output, one.picture} {
		if out == "" {
			continue
		}
		if who := taken[outfile.Canonical(out)]; who != "" {
			return usageError("the output of %s would overwrite %s: %s", one.path, who, out)
		}
		taken[outfile.Canonical(out)] = "the output of " + one.path
	}
	if one.problem == "" && one.isDrill(one.path) {
		copied := *one.solve
		return copied.checkDrillOutput(one.path)
	}
	return one.checkOutput(one.path)
}

// ending returns the extension of an output file that the user did not name.
func (one item) ending() string {
	switch {
	case one.form == "text":
		return ".txt"
	case one.form != "":
		return "." + one.form
	case one.problem == "" && one.isDrill(one.path):
		return filepath.Ext(unpack.Name(one.path))
	case one.problem != "" && one.problem != problems.Tours, one.problem == "" && problems.OfFile(one.path) != problems.Tours:
		return ".json"
	}
	return ".tour"
}

// nameFor returns the output name for one of several results with the given stem: a file in the
// folder output, or output with {name} replaced.
func nameFor(stem, output, flag, ending string) (string, error) {
	const hole = "{name}"
	switch {
	case output == "":
		return "", nil
	case strings.Contains(output, hole):
		return strings.ReplaceAll(output, hole, stem), nil
	case os.IsPathSeparator(output[len(output)-1]):
		if err := os.MkdirAll(output, 0o777); err != nil {
			return "", outputError(err)
		}
	case !isFolder(output):
		return "", usageError("%s %s: cannot write several results to one file: expected a folder such as %s/, or a pattern such as %s", flag, output, strings.TrimSuffix(output, filepath.Ext(output)), hole+ending)
	}
	return filepath.Join(output, stem+ending), nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// A digest is the summary of a result.
type digest struct {
	size, cost, note string
	seconds          float64
	end              string // why the search stopped
}

func (v *solve) digest(r *tourmaline.Result) digest {
	noun := "city"
	if r.Instance.Unit != "" {
		noun = "stop"
	}
	size := humanize.Count(r.Instance.N, noun)
	if r.Order() == nil {
		size = "size " + humanize.Cost(float64(r.Instance.N))
	}
	l := digest{size: size, cost: humanize.Amount(r.Cost, r.Instance.Unit, v.system()), seconds: r.Seconds, end: output.Ending(r)}
	if r.GapPercent != nil {
		l.note = fmt.Sprintf("gap %.2f %%", *r.GapPercent)
	}
	return l
}

// summaries is a table with one line for each file.
type summaries struct {
	to    io.Writer
	width int // length of the longest name
}

// newSummaries returns the table for several files. The table goes to standard output, or to
// standard error if standard output carries the results.
func (v *solve) newSummaries(paths []string) *summaries {
	t := &summaries{to: v.out}
	switch {
	case v.quiet && (v.output != "" || v.form == "json"):
		t.to = io.Discard
	case v.printsLines():
		t.to = v.err
	}
	for _, path := range paths {
		t.width = max(t.width, len([]rune(humanize.Printable(path))))
	}
	return t
}

func (t *summaries) add(path string, l digest) error {
	_, err := fmt.Fprintf(t.to, "%-*s  %13s  %14s  %12s  %8.2f s  %s\n", t.width, humanize.Printable(path), l.size, l.cost, l.note, l.seconds, l.end)
	return outputError(err)
}
