package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// reading holds the flags for reading an instance.
type reading struct {
	roads
	job.Reading
	maxInput flagvalue.Size
	merge    bool
	several  bool          // whether the places are for several vehicles
	count    *atomic.Int64 // number of bytes read, for the display
	// ends the reading of a file; nil if nothing ends it
	until context.Context

	command *cobra.Command // command to whose standard error notes are printed
}

func (r *reading) flags(c *cobra.Command) {
	r.command = c
	for _, v := range job.Values(&r.Reading) {
		if v.Flag == "input-format" {
			v.Choices = append(v.Choices, drill.Format)
		}
		addFlag(c, v)
	}
	c.Flags().BoolVar(&r.merge, "merge-duplicates", false, "join the stops of a table that have the same coordinates into one stop with all names")
	c.Flags().Var(&r.maxInput, "max-input", "maximum unpacked size of a file (default: 4GiB, and 200 times the size of a compressed file)")
}

// instance reads an instance and prints notes about it.
func (r reading) instance(path string) (*tsp.Instance, error) {
	doc, err := r.document(path)
	if err != nil {
		return nil, err
	}
	r.printNotes(path, doc)
	return doc.Instance, nil
}

// document reads an instance. Its distances may come from a matrix file or a server.
func (r reading) document(path string) (*format.Document, error) {
	if err := r.Validate(); err != nil {
		return nil, flagError(err)
	}
	if err := r.check(path, r.Metric); err != nil {
		return nil, err
	}
	how := r.Reading
	if r.external() {
		how.Metric, how.Unit = "", "" // --metric and --unit apply to the external distances
	}
	doc, err := r.load(path, how, format.Options{Merge: r.merge, Vehicles: r.several, MaxBytes: int64(r.maxInput), Count: r.count})
	if err != nil {
		return nil, readError(withHint(err))
	}
	if !r.external() {
		return doc, nil
	}
	if doc.Instance, err = r.travel(path, doc.Instance, r.Metric, r.maxInput); err != nil {
		return nil, err
	}
	doc.Instance, err = r.WithUnit(doc.Instance)
	return doc, flagError(err)
}

// load reads an instance file.
func (r reading) load(path string, how job.Reading, opt format.Options) (*format.Document, error) {
	return budget.FileUntil(r.until, path, func(from io.Reader, name string) (*format.Document, error) { return how.Read(from, name, opt) })
}

// sheetFlag is the flag that selects a sheet, as error messages show it.
const sheetFlag = "--sheet NAME"

// withHint adds a hint about a flag that avoids the error.
func withHint(err error) error {
	var sheets *job.SheetError
	if errors.As(err, &sheets) {
		sheets.Field = sheetFlag
	}
	switch {
	case errors.Is(err, format.ErrColumns):
		return fmt.Errorf("%w\n--columns lat=TITLE,lon=TITLE names the columns by title or number; use x and y for places in the plane", err)
	case errors.Is(err, format.ErrInvalid):
		return fmt.Errorf("%w\n--skip-invalid skips such rows", err)
	}
	return tooLarge(err)
}

// printNotes prints warnings about a file and, unless the command is quiet, the columns used.
func (r reading) printNotes(path string, doc *format.Document) {
	if r.command == nil {
		return
	}
	w := r.command.ErrOrStderr()
	for _, line := range notes(path, doc) {
		// a failure cannot be reported
		_, _ = fmt.Fprintf(w, "note: %s\n", humanize.Printable(line))
	}
	if doc.Used != "" && !isQuiet(r.command) {
		_, _ = fmt.Fprintf(w, "note: %s\n", humanize.Printable(doc.Used))
	}
}

// isQuiet reports whether a command has the flag --quiet and it is set.
func isQuiet(c *cobra.Command) bool { return textOf(c, "quiet") == "true" }

// notes returns the skipped rows and the warnings, one per line.
func notes(path string, doc *format.Document) []string {
	const limit = 10
	var lines []string
	if doc.Left > 0 {
		lines = append(lines, fmt.Sprintf("%s: %s skipped", path, humanize.Count(doc.Left, "row")))
	}
	for i, e := range doc.Skipped {
		if i == limit {
			lines = append(lines, fmt.Sprintf("… and %d more", doc.Left-limit))
			break
		}
		lines = append(lines, "skipped "+e.Error())
	}
	return append(lines, warnings(doc)...)
}

// warnings returns the doubts about a document, each with the flag that resolves it.
func warnings(doc *format.Document) (lines []string) {
	for _, e := range doc.Doubts {
		line := job.Note(e, sheetFlag)
		if errors.Is(e, format.ErrColumns) {
			line += ", as in --columns lat=1,lon=2"
		}
		lines = append(lines, line)
	}
	return lines
}

// route holds the flags for the ends of a route.
type route struct{ job.Route }

func (r *route) flags(c *cobra.Command) {
	addFlags(c, &r.Route)
}

// apply returns the instance with the ends that the flags set. An end that no flag sets remains as
// in the file.
func (r route) apply(in *tsp.Instance) (*tsp.Instance, error) {
	in, err := r.Apply(in)
	return in, flagError(err)
}

// shortestReading is the time that reading may take even if the time limit is shorter.
const shortestReading = time.Second

// limitReading ends the reading of the file at the time limit.
func (v *solve) limitReading(ctx context.Context) (cancel context.CancelFunc) {
	limit := v.request.Config().Limits.Time
	if limit <= 0 {
		return func() {}
	}
	end := v.began.Add(limit)
	if least := time.Now().Add(shortestReading); end.Before(least) {
		end = least
	}
	v.until, cancel = context.WithDeadlineCause(ctx, end, fmt.Errorf("the time limit of %v ended before the file was read: use a longer --time-limit", limit))
	return cancel
}
