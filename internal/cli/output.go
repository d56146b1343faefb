package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

var outputs = []string{"text", "tour", "json", "geojson", "gpx", "csv"}

// writer checks what is asked of the output before any work is done.
func (v *solve) writer() (func(*tsp.Instance, *tourmaline.Result) error, error) {
	form := v.form
	if form == "" && v.output != "" {
		form = string(format.ByExtension(v.output))
		if form == string(format.TSPLIB) || form == "" {
			form = "tour"
		}
	}
	if form == "" {
		form = "text"
	}
	if !slices.Contains(outputs, form) {
		return nil, usageError("unknown output format %q: expected one of %s", form, strings.Join(outputs, ", "))
	}
	if v.picture != "" {
		if _, err := pictureFormat(v.picture); err != nil {
			return nil, err
		}
	}
	return func(in *tsp.Instance, r *tourmaline.Result) error { return v.write(in, r, form) }, nil
}

func (v *solve) write(in *tsp.Instance, r *tourmaline.Result, form string) error {
	path := v.output
	if path == "" {
		path = "-"
	}
	err := v.create(path, func(w io.Writer) error { return writeResult(w, in, r, form) })
	if err != nil {
		return err
	}
	switch {
	case path != "-":
		err = writeText(v.out, in, r)
	case form != "text" && !v.quiet:
		err = writeText(v.err, in, r)
	}
	if err != nil || v.picture == "" {
		return err
	}
	return drawTour(v.streams, in, r.Order, picture{output: v.picture})
}

func writeResult(w io.Writer, in *tsp.Instance, r *tourmaline.Result, form string) error {
	switch form {
	case "text":
		return writeText(w, in, r)
	case "json":
		return writeJSON(w, r)
	}
	return format.WriteTour(w, in, r.Order, format.Format(form))
}

func writeJSON(w io.Writer, r *tourmaline.Result) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// report is the --format flag of verbs that tell something: text or JSON.
type report string

func (r *report) flags(c *cobra.Command) {
	c.Flags().StringVar((*string)(r), "format", "text", "text or json")
}

// write writes value as JSON, or lets text write it for people.
func (r report) write(s streams, value any, text func() error) error {
	switch r {
	case "text":
		return text()
	case "json":
		e := json.NewEncoder(s.out)
		e.SetIndent("", "  ")
		return e.Encode(value)
	}
	return usageError("unknown format %q: expected text or json", string(r))
}

var endings = map[search.Reason]string{
	search.Time:        "time is up",
	search.StepsDone:   "all steps done",
	search.Stall:       "no further improvement",
	search.Target:      "target reached",
	search.Interrupted: "interrupted",
	search.Optimal:     "proven optimal",
}

// writeText is the summary for people.
func writeText(w io.Writer, in *tsp.Instance, r *tourmaline.Result) error {
	kind := "tour"
	if in.Open() {
		kind = "path"
	}
	good := quality(in, r.Cost)
	if good == "" && r.Termination == search.Optimal {
		good = ", the optimum"
	}
	_, err := fmt.Fprintf(w, "%s: %s of %s, cost %s%s\n%s, seed %d, %s, %s in %.2f s: %s\n",
		in.Name, kind, count(in.N(), "city"), cost(r.Cost), good,
		r.Algorithm, r.Seed, count(r.Threads, "thread"), count(r.Steps, "step"), r.Seconds, endings[r.Termination])
	return err
}
