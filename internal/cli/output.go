package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

var outputs = []string{"text", "tour", "json", "geojson", "gpx", "csv"}

// outputForm is what the result is written as.
func (v *solve) outputForm() string {
	switch {
	case v.form != "":
		return v.form
	case v.output == "" || v.output == "-":
		return "text"
	}
	return string(format.ByExtension(v.output))
}

// checkOutput finds faults in what is asked of the output before any work is
// done: nobody wants to learn them after an hour.
func (v *solve) checkOutput(input string) error {
	form := v.outputForm()
	if !slices.Contains(outputs, form) {
		if v.form == "" {
			return usageError("%s: expected a name that ends in .tour, .json, .geojson, .gpx or .csv, or --format; pictures go to --plot", v.output)
		}
		return usageError("unknown output format %q: expected one of %s", form, strings.Join(outputs, ", "))
	}
	if v.picture != "" {
		if _, err := pictureFormat(v.picture); err != nil {
			return err
		}
	}
	for _, f := range []named{{v.trace, "--trace"}, {v.checkpoint, "--checkpoint"}} {
		if f.path == "-" {
			return usageError("%s -: expected a file; standard output is for the result", f.name)
		}
	}
	return v.checkFiles(input)
}

// A named file is one that the command line gives a part to play.
type named struct{ path, name string }

// checkFiles finds outputs that cannot be written, or would overwrite another file of this
// search, however that is spelled. Only the result may take the place of the solution that
// the search starts from.
func (v *solve) checkFiles(input string) error {
	taken := []named{{input, "the input"}, {v.config, "--config"}}
	for _, f := range []named{{v.output, "--output"}, {v.init, "--init"}, {v.picture, "--plot"}, {v.trace, "--trace"}, {v.checkpoint, "--checkpoint"}} {
		if f.path == "" || f.path == "-" {
			continue
		}
		if f.name != "--init" {
			for _, other := range taken {
				if outfile.Same(f.path, other.path) {
					return usageError("%s would overwrite %s: %s", f.name, other.name, f.path)
				}
			}
			if err := v.canWrite(f.path); err != nil {
				return err
			}
		}
		taken = append(taken, f)
	}
	return nil
}

// write writes the result, and then the picture of it.
func (v *solve) write(in *tsp.Instance, r *tourmaline.Result) error {
	fault := v.deliver(func(w io.Writer, form string) error { return writeResult(w, in, r, form) })
	if v.picture == "" {
		return fault
	}
	return errors.Join(fault, drawTour(v.streams, in, r.Order(), picture{output: v.picture}))
}

func writeResult(w io.Writer, in *tsp.Instance, r *tourmaline.Result, form string) error {
	switch form {
	case "text":
		return writeText(w, in, r)
	case "json":
		return writeJSON(w, r)
	}
	return format.WriteTour(w, in, r.Order(), format.Format(form))
}

func writeJSON(w io.Writer, r *tourmaline.Result) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// textOrJSON is the --format flag of verbs that tell something: text or JSON.
type textOrJSON string

func (r *textOrJSON) flags(c *cobra.Command) {
	c.Flags().StringVar((*string)(r), "format", "text", "text or json")
}

// write writes value as JSON, or lets text write it for people.
func (r textOrJSON) write(s streams, value any, text func() error) error {
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

// writeText is the summary for people, with the tour itself where it is short.
func writeText(w io.Writer, in *tsp.Instance, r *tourmaline.Result) error {
	good := quality(in, r.Cost)
	if good == "" && r.Termination == search.Optimal {
		good = ", the optimum"
	}
	_, err := fmt.Fprintf(w, "%s: %s of %s, cost %s%s\n%s%s, seed %d, %s, %s in %.2f s: %s\n%s%s",
		printable(in.Name), kind(in), count(in.N(), "city"), price(in, r.Cost), good, stops(in, r.Order()),
		r.Algorithm, r.Seed, host(r), count(r.Steps, "step"), r.Seconds, endings[r.Termination], phases(r), doubts(in, r))
	return err
}

// phases is a line with what the time went into, where an algorithm tells more
// apart than its preparation.
func phases(r *tourmaline.Result) string {
	if len(r.Phases) < 3 {
		return ""
	}
	parts := make([]string, len(r.Phases))
	for i, p := range r.Phases {
		parts[i] = fmt.Sprintf("%s %.2f s", p.Name, p.Seconds)
	}
	return strings.Join(parts, ", ") + "\n"
}

// host is what a run ran on.
func host(r *tourmaline.Result) string {
	threads := count(r.Threads, "thread")
	if r.Device == "" {
		return threads
	}
	return threads + " and " + r.Device
}

// stops is a line with the cities in order, if it is one that can be read.
func stops(in *tsp.Instance, t tsp.Tour) string {
	const most = 40
	if len(t) > most {
		return ""
	}
	names := make([]string, len(t), len(t)+1)
	for i, c := range t {
		if names[i] = fmt.Sprint(in.ID(c)); in.Labels() != nil {
			names[i] = printable(in.Labels()[c])
		}
	}
	if !in.Open() && len(t) > 1 {
		names = append(names, names[0])
	}
	return strings.Join(names, " → ") + "\n"
}
