package cli

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/sheet"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// vans holds the flags that make a table of places a problem for several vehicles.
type vans struct {
	job.Fleet
	file string
}

func (v *vans) flags(c *cobra.Command) {
	addFlags(c, &v.Fleet)
	c.Flags().StringVar(&v.file, "fleet", "", "`file` with a row per kind of vehicle: name, count, capacity, start, end, from, to, costs and limits; see docs/vehicles.md")
}

// asked reports whether the flags ask for several vehicles.
func (v vans) asked() bool { return v.Asked() || v.file != "" }

// applies reports whether a file is read as stops of several vehicles. It returns an error for
// flags that do not apply.
func (v vans) applies(kind, path string) (bool, error) {
	if kind == "" && isRequest(path) {
		if v.asked() || v.Limited() || v.Shift != "" {
			return false, usageError("%s states its vehicles: --vehicles, --capacity, --fleet, --shift and limits do not apply", path)
		}
		return true, nil
	}
	switch {
	case (v.Limited() || v.Shift != "") && !v.asked():
		return false, usageError("--max-stops, --max-distance, --max-duration and --shift limit the routes of several vehicles: add --vehicles N, --capacity or --fleet")
	case v.asked() && (kind != "" && kind != problems.Tours || path == "" || problems.OfFile(path) != problems.Tours):
		return false, usageError("--vehicles, --capacity and --fleet apply to tables of places: other files state their vehicles themselves")
	case v.file != "" && (v.Asked() || v.Limited()):
		return false, usageError("--fleet states numbers, capacities and limits of vehicles: it cannot be combined with --vehicles, --capacity or --max-…")
	}
	return v.asked(), nil
}

// A dispatch is everything that the flags of a command say about several vehicles.
type dispatch struct {
	vans
	reading
	route
	timing schedule
}

// spec returns the job without its file and its search.
func (d dispatch) spec() (s job.Spec, err error) {
	s = job.Spec{Reading: d.Reading, Route: d.Route, Fleet: d.Fleet, Schedule: d.timing.metric()}
	if d.file != "" {
		s.Fleet.Name = d.file
		s.Fleet.Table, err = d.table()
	}
	return s, err
}

// job reads the stops and the vehicles.
func (d dispatch) job(path string) (*fleet.Job, error) {
	spec, err := d.spec()
	if err != nil {
		return nil, err
	}
	if isRequest(path) {
		return d.request(spec, path)
	}
	d.several = true
	in, err := d.instance(path)
	if err != nil {
		return nil, err
	}
	j, err := spec.Dispatch(in)
	if err != nil {
		return nil, readError(withFleetHint(err))
	}
	d.printFleet(j)
	return j, nil
}

// request reads a request of the solver VROOM.
func (d dispatch) request(spec job.Spec, path string) (*fleet.Job, error) {
	if spec.Route != (job.Route{}) || d.external() {
		return nil, usageError("%s states its places and times: --start, --end, --open, --matrix and --osrm do not apply", path)
	}
	j, err := unpack.FileUntil(d.until, path, int64(d.maxInput), spec.ReadRequest)
	if err != nil {
		return nil, inputError(tooLarge(err))
	}
	d.printFleet(j)
	return j, nil
}

// isRequest reports whether a file is a request of the solver VROOM.
func isRequest(path string) bool {
	if strings.ToLower(filepath.Ext(unpack.Name(path))) != ".json" || !isFile(path) {
		return false
	}
	found, err := unpack.File(path, 0, fleet.IsRequest)
	return err == nil && found
}

// printFleet prints how the tables were interpreted.
func (d dispatch) printFleet(j *fleet.Job) {
	if isQuiet(d.command) {
		return
	}
	for _, note := range j.Notes {
		d.streams.say("note: %s\n", humanize.Printable(note))
	}
}

// withFleetHint adds a hint about the flags that name columns of loads.
func withFleetHint(err error) error {
	if errors.Is(err, fleet.ErrLoads) {
		return fmt.Errorf("%w\n--columns demand=TITLE names the column of loads, and --capacity TITLE=AMOUNT,… several", err)
	}
	return err
}

// rows reads the rows of a CSV file or of the first sheet of a workbook.
func (d dispatch) rows(path string) ([][]string, error) {
	rows, err := budget.FileUntil(d.until, path, func(r io.Reader, name string) ([][]string, error) {
		if !d.IsWorkbook(path) {
			return format.ReadTable(r, name, format.Options{MaxBytes: int64(d.maxInput)})
		}
		return firstSheet(r, name, int64(d.maxInput))
	})
	return rows, inputError(tooLarge(err))
}

// table reads the --fleet file as CSV.
func (d dispatch) table() (string, error) {
	rows, err := d.rows(d.file)
	if err == nil && len(rows) == 0 {
		err = inputError(fmt.Errorf("%s: the file is empty: expected titles such as name,count,capacity", d.file))
	}
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = csv.NewWriter(&text).WriteAll(rows) // cannot fail
	return text.String(), err
}

// firstSheet returns the rows of the first sheet of a workbook that are not empty.
func firstSheet(r io.Reader, name string, most int64) (all [][]string, err error) {
	book, err := sheet.Open(r, most)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	rows, err := book.Rows("")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for row, err := range rows {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if strings.TrimSpace(strings.Join(row, "")) != "" {
			all = append(all, slices.Clone(row))
		}
	}
	return all, nil
}
