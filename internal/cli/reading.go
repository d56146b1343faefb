package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// reading are the flags that say how to read an instance.
type reading struct {
	roads
	job.Reading
	maxInput fileSize
	count    *atomic.Int64 // of the bytes read, for whoever watches

	command *cobra.Command // whose standard error notes go to
}

func (r *reading) flags(c *cobra.Command) {
	r.command = c
	c.Flags().StringVar(&r.Metric, "metric", "", "`metric` for coordinates: "+strings.Join(tsp.MetricNames(), ", ")+"; for an OSRM table, distances instead of durations (default: what the file says)")
	c.Flags().StringVar(&r.Format, "input-format", "", "`format` of the input: "+strings.Join(job.Formats(), ", ")+", or drl for a drill file (default: by name or content)")
	c.Flags().StringVar(&r.Unit, "unit", "", "`unit` of distances that the file gives none for, such as those of a matrix: "+strings.Join(humanize.Units(), ", "))
	c.Flags().StringToStringVar(&r.Columns, "columns", nil, "which columns of a table hold lat, lon, x, y, z, id or name, by title or number: `lat=Breite,lon=3`")
	c.Flags().Lookup("columns").DefValue = ""
	c.Flags().StringVar(&r.Sheet, "sheet", "", "`sheet` of a workbook (default: the first)")
	c.Flags().BoolVar(&r.SkipInvalid, "skip-invalid", false, "leave out rows without a valid place instead of failing")
	c.Flags().Var(&r.maxInput, "max-input", "how much of a file to read at most, unpacked (default: 4GiB, and 200 times the size of a compressed file)")
}

// instance reads an instance, and says on standard error what was noticed.
func (r reading) instance(path string) (*tsp.Instance, error) {
	doc, err := r.document(path)
	if err != nil {
		return nil, err
	}
	r.tell(path, doc)
	return doc.Instance, nil
}

// document reads an instance with what was noticed. Its distances may come from elsewhere.
func (r reading) document(path string) (*format.Document, error) {
	if err := r.Validate(); err != nil {
		return nil, misused(err)
	}
	if err := r.check(path, r.Metric); err != nil {
		return nil, err
	}
	how := r.Reading
	if r.elsewhere() {
		how.Metric, how.Unit = "", "" // they are for the distances
	}
	doc, err := load(path, how, format.Options{MaxBytes: int64(r.maxInput), Count: r.count})
	if err != nil {
		return nil, unread(advised(err))
	}
	if !r.elsewhere() {
		return doc, nil
	}
	if doc.Instance, err = r.travel(path, doc.Instance, r.Metric, r.maxInput); err != nil {
		return nil, err
	}
	doc.Instance, err = r.WithUnit(doc.Instance)
	return doc, misused(err)
}

// load reads a file.
func load(path string, how job.Reading, opt format.Options) (*format.Document, error) {
	return budget.File(path, func(r io.Reader, name string) (*format.Document, error) { return how.Read(r, name, opt) })
}

// advised says which flag helps.
func advised(err error) error {
	switch {
	case errors.Is(err, format.ErrColumns):
		return fmt.Errorf("%w\n--columns lat=TITLE,lon=TITLE says which, by title or number; x and y for places in the plane", err)
	case errors.Is(err, format.ErrInvalid):
		return fmt.Errorf("%w\n--skip-invalid leaves out such rows", err)
	}
	return tooLarge(err)
}

// tell says what was noticed while a file was read, unless the command is to be quiet.
func (r reading) tell(path string, doc *format.Document) {
	if r.command == nil {
		return
	}
	if q := r.command.Flags().Lookup("quiet"); q != nil && q.Value.String() == "true" {
		return
	}
	w := r.command.ErrOrStderr()
	for _, line := range notes(path, doc) {
		_, _ = fmt.Fprintf(w, "note: %s\n", humanize.Printable(line)) // if that fails there is nobody to tell
	}
}

// notes are the rows that were left out and the doubts, a line each.
func notes(path string, doc *format.Document) []string {
	const most = 10
	var lines []string
	if doc.Left > 0 {
		lines = append(lines, fmt.Sprintf("%s: %s left out", path, humanize.Count(doc.Left, "row")))
	}
	for i, e := range doc.Skipped {
		if i == most {
			lines = append(lines, fmt.Sprintf("… and %d more", doc.Left-most))
			break
		}
		lines = append(lines, "left out "+e.Error())
	}
	return append(lines, doubtsAbout(doc)...)
}

// doubtsAbout are the doubts about a document, with the flag that helps.
func doubtsAbout(doc *format.Document) (lines []string) {
	for _, e := range doc.Doubts {
		line := flagNames.Replace(e.Error())
		if errors.Is(e, format.ErrColumns) {
			line += ", as in --columns lat=1,lon=2"
		}
		lines = append(lines, line)
	}
	return lines
}
