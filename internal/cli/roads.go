package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/osrm"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// roads holds the flags that select a source of distances other than the coordinates.
type roads struct {
	matrix          string // file name
	server, profile string // OSRM server and profile
	save            string // file in which the server's table is saved

	streams streams
	command *cobra.Command
}

func (r *roads) flags(s streams, c *cobra.Command) {
	r.streams, r.command = s, c
	c.Flags().StringVar(&r.matrix, "matrix", "", "`file` with the times or distances between the places, in the same order: an OSRM table, a matrix as CSV, workbook, NPY, JSON or TSPLIB")
	c.Flags().StringVar(&r.server, "osrm", "", "OSRM `server` to ask for times and roads between the places, such as http://localhost:5000")
	c.Flags().StringVar(&r.profile, "osrm-profile", "driving", "`profile` for requests to the OSRM server, such as driving, car, bike or foot")
	c.Flags().StringVar(&r.save, "save-matrix", "", "`file` to save the OSRM server's table to, for --matrix")
}

// external reports whether the distances come from a matrix file or a server.
func (r roads) external() bool { return r.matrix != "" || r.server != "" }

// check rejects invalid flags before anything is read. metric is the value of --metric.
func (r roads) check(path, metric string) error {
	switch {
	case r.matrix != "" && r.server != "":
		return usageError("--matrix and --osrm cannot be combined: the distances must come from one source")
	case r.save != "" && r.server == "":
		return usageError("--save-matrix saves the table of an OSRM server: it needs --osrm")
	case r.save == "-":
		return usageError("--save-matrix -: expected a file; standard output is for the result")
	case r.save != "" && outfile.Same(r.save, path):
		return usageError("--save-matrix would overwrite the input: %s", r.save)
	case r.matrix == "-" && path == "-":
		return usageError("standard input can be read only once: name a file for the places or for --matrix")
	case r.external() && metric != "" && metric != "distances":
		return usageError("--metric %s: a metric does not apply to given distances: expected 'distances', for an OSRM table, or no --metric", metric)
	}
	return r.streams.canWrite(r.save)
}

// travel returns the instance with times or distances from the matrix file or the server.
func (r roads) travel(path string, in *tsp.Instance, metric string, maxInput flagvalue.Size) (*tsp.Instance, error) {
	if r.server != "" {
		return r.queryTable(path, in, metric == "distances")
	}
	m, err := r.readMatrix(metric, maxInput)
	if err != nil {
		return nil, readError(tooLarge(err))
	}
	out, err := places.WithDistances(in, m)
	if err != nil {
		return nil, inputError(fmt.Errorf("%s: %w", r.matrix, r.explainMismatch(path, in, err)))
	}
	return out, nil
}

// readMatrix reads the --matrix file. From a workbook it reads the first sheet.
func (r roads) readMatrix(metric string, maxInput flagvalue.Size) (*tsp.Instance, error) {
	how := job.Reading{Metric: metric}
	if how.IsWorkbook(r.matrix) || format.ByExtension(r.matrix) == format.CSV {
		how.Format = string(format.Matrix)
	}
	doc, err := reading{}.load(r.matrix, how, format.Options{MaxBytes: int64(maxInput)})
	if err != nil {
		return nil, err
	}
	return doc.Instance, nil
}

// explainMismatch returns an error that explains which row of the matrix does not match its city.
// It returns other errors unchanged.
func (r roads) explainMismatch(path string, in *tsp.Instance, err error) error {
	var m *places.Mismatch
	if !errors.As(err, &m) {
		return err
	}
	fault := fmt.Sprintf("row %d is named %q, but city %d of %s is named %q", m.City+1, m.Row, m.City+1, path, m.Name)
	if m.Row == "" {
		fault = fmt.Sprintf("row %d is %s away from city %d of %s, %q", m.City+1, humanize.Length(m.Apart, humanize.Metric), m.City+1, path, m.Name)
	}
	if m.Belong >= 0 {
		fault += fmt.Sprintf("; it seems to be city %d, %q", m.Belong+1, in.NameOf(m.Belong))
	}
	return errors.New(fault + ": are the files in the same order?")
}

// client returns a client for the OSRM server.
func (r roads) client() (*osrm.Client, error) {
	c, err := osrm.New(r.server, r.profile)
	if err != nil {
		return nil, usageError("--osrm: %w", err)
	}
	return c, nil
}

// queryTable returns the instance with the distance table of the OSRM server.
func (r roads) queryTable(path string, in *tsp.Instance, distances bool) (*tsp.Instance, error) {
	c, err := r.client()
	if err != nil {
		return nil, err
	}
	latlon := places.Locations(in)
	if latlon == nil {
		return nil, inputError(fmt.Errorf("%s: --osrm needs latitudes and longitudes, expected columns such as lat and lon", path))
	}
	c.Progress = r.progress
	table, err := c.Table(r.command.Context(), latlon)
	if err != nil {
		return nil, withCode(exitServer, err)
	}
	if r.save != "" {
		if err := r.streams.create(r.save, table.Write); err != nil {
			return nil, err
		}
	}
	out, err := table.Instance(in, distances)
	var m *places.Mismatch
	if errors.As(err, &m) {
		err = fmt.Errorf("%q is %s from the nearest road known to %s: does the server's map cover the places?", m.Name, humanize.Length(m.Apart, humanize.Metric), r.server)
	}
	if err != nil {
		return nil, inputError(fmt.Errorf("%s: %w", path, err))
	}
	return out, nil
}

// progress prints how many of all requests are complete, if all is large.
func (r roads) progress(done, all int) {
	const many = 20
	if all < many || isQuiet(r.command) {
		return
	}
	if tenth := all / 10; done%tenth == 0 || done == all {
		r.streams.say("%s: %s of %s\n", r.server, humanize.Number(float64(done)), humanize.Count(all, "request"))
	}
}

// files returns the files that the flags name.
func (r roads) files() []string {
	return slices.DeleteFunc([]string{r.matrix, r.save}, func(s string) bool { return s == "" })
}

// roadTime is the time limit for requesting the roads of a tour.
const roadTime = time.Minute

// tourRoads returns the roads of a tour. If the server fails, it prints a warning and returns nil,
// and the tour is drawn with straight lines.
func (r roads) tourRoads(in *tsp.Instance, t tsp.Tour) format.Roads {
	if r.server == "" || len(t) < 2 {
		return nil
	}
	c, err := r.client()
	if err == nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.command.Context()), roadTime)
		defer cancel()
		var found format.Roads
		if found, err = c.Roads(ctx, osrm.Stops(in, t)); err == nil {
			return found
		}
	}
	r.streams.say("warning: drawing straight lines instead of roads: %s\n", humanize.Printable(err.Error()))
	return nil
}

// drawsRoads reports whether a format shows roads.
func drawsRoads(form string) bool {
	return form == "html" || output.Form(form).DrawsRoads()
}
