package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/daytime"
	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/sheet"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// vans holds the flags that make a table of places a problem for several vehicles.
type vans struct {
	vehicles    int
	capacity    string
	file        string
	maxStops    int
	maxDistance float64
	maxDuration string
	shift       string
}

func (v *vans) flags(c *cobra.Command) {
	f := c.Flags()
	f.IntVar(&v.vehicles, "vehicles", 0, "number of vehicles: plans a route for each, for the stops of a table (default with --capacity: as many as needed)")
	f.StringVar(&v.capacity, "capacity", "", "load that a vehicle carries: `100`, or kg=800,boxes=40 for several columns (default: no limit)")
	f.StringVar(&v.file, "fleet", "", "`file` with a row per kind of vehicle: name, count, capacity, start, end, from, to, costs and limits; see docs/vehicles.md")
	f.IntVar(&v.maxStops, "max-stops", 0, "maximum number of stops of a vehicle")
	f.Float64Var(&v.maxDistance, "max-distance", 0, "maximum distance of a vehicle in km, or in the unit of --matrix")
	f.StringVar(&v.maxDuration, "max-duration", "", "maximum `time` of a vehicle between start and end: hours, such as 8, or 7:30")
	f.StringVar(&v.shift, "shift", "", "working `hours` of all vehicles, such as 08:00-17:00")
}

// asked reports whether the flags ask for several vehicles.
func (v vans) asked() bool { return v.vehicles != 0 || v.capacity != "" || v.file != "" }

// applies reports whether a file is read as stops of several vehicles. It returns an error for
// flags that do not apply.
func (v vans) applies(kind, path string) (bool, error) {
	limits := v.maxStops != 0 || v.maxDistance != 0 || v.maxDuration != "" || v.shift != ""
	switch {
	case limits && !v.asked():
		return false, usageError("--max-stops, --max-distance, --max-duration and --shift limit the routes of several vehicles: add --vehicles N, --capacity or --fleet")
	case v.asked() && (kind != "" && kind != problems.Tours || path == "" || problems.OfFile(path) != problems.Tours):
		return false, usageError("--vehicles, --capacity and --fleet apply to tables of places: other files state their vehicles themselves")
	case v.file != "" && (v.vehicles != 0 || v.capacity != "" || v.maxStops != 0 || v.maxDistance != 0 || v.maxDuration != ""):
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

// job reads the stops and the vehicles.
func (d dispatch) job(path string) (*fleet.Job, error) {
	own := d.fleetColumns()
	in, err := d.places(path)
	if err != nil {
		return nil, err
	}
	o, err := d.options(in)
	if err != nil {
		return nil, err
	}
	o.Columns = own
	j, err := fleet.New(in, o)
	if err != nil {
		return nil, inputError(withFleetHint(err))
	}
	if !isQuiet(d.command) {
		for _, note := range j.Notes {
			d.streams.say("note: %s\n", humanize.Printable(note))
		}
	}
	return j, nil
}

// check checks a plan for several vehicles.
func (d dispatch) check(s streams, form textOrJSON, m measures, instance string, plans []string) error {
	d.timing.system = m.system()
	if len(plans) != 1 {
		return usageError("expected one plan for several vehicles, got %d", len(plans))
	}
	j, err := d.job(instance)
	if err != nil {
		return err
	}
	return checkOther(s, tourmaline.Vehicles(j.Problem), form, plans[0])
}

// places reads the stops and the depots.
func (d dispatch) places(path string) (*tsp.Instance, error) {
	d.several = true
	in, err := d.instance(path)
	if err != nil {
		return nil, err
	}
	in, err = d.timing.roadLength(in)
	return in, withCode(exitUsage, err)
}

// withFleetHint adds a hint about the flags that name columns of loads.
func withFleetHint(err error) error {
	if errors.Is(err, fleet.ErrLoads) {
		return fmt.Errorf("%w\n--columns demand=TITLE names the column of loads, and --capacity TITLE=AMOUNT,… several", err)
	}
	return err
}

// fleetColumns takes the columns of loads, times and the like out of the columns of places.
func (d *dispatch) fleetColumns() map[string]string {
	own, places := map[string]string{}, map[string]string{}
	for kind, title := range d.Columns {
		if kind = strings.ToLower(strings.TrimSpace(kind)); slices.Contains(fleet.Keys(), kind) {
			own[kind] = title
		} else {
			places[kind] = title
		}
	}
	d.Columns = places
	if len(places) == 0 {
		d.Columns = nil
	}
	return own
}

// options returns what the flags state.
func (d dispatch) options(in *tsp.Instance) (o fleet.Options, err error) {
	if d.vehicles < 0 || d.maxStops < 0 || !(d.maxDistance >= 0) {
		return o, usageError("--vehicles, --max-stops and --max-distance must not be negative")
	}
	o = fleet.Options{
		Vehicles: d.vehicles, MaxStops: d.maxStops, MaxDistance: d.maxDistance, Start: d.Start, End: d.End, Open: d.Open, Stay: d.timing.stay(),
	}
	if o.Capacity, err = capacities(d.capacity); err != nil {
		return o, err
	}
	if err := d.times(&o, in); err != nil {
		return o, err
	}
	if d.file != "" {
		o.Vans, err = d.table()
	}
	return o, err
}

// times sets what the flags state about times.
func (d dispatch) times(o *fleet.Options, in *tsp.Instance) (err error) {
	if o.MaxDuration, err = fleet.ParseHours(d.maxDuration); err != nil && d.maxDuration != "" {
		return usageError("--max-duration: %w", err)
	}
	if o.Shift, err = d.hours(); err != nil {
		return err
	}
	o.Assumption = d.timing.assumedSpeed(in)
	o.Travel, o.Assumed, err = d.timing.fleetTravel(in.Details().Unit)
	return withCode(exitUsage, err)
}

// hours returns the working hours.
func (d dispatch) hours() (w daytime.Window, err error) {
	if w, err = daytime.ParseWindow(d.shift); err != nil {
		return w, usageError("--shift: %w", err)
	}
	if d.timing.depart != "" {
		if w.Open, err = clock(d.timing.depart); err != nil {
			return w, withCode(exitUsage, err)
		}
	}
	if err := w.Check(); err != nil {
		return w, usageError("--shift: %w", err)
	}
	return w, nil
}

// capacities parses the value of --capacity.
func capacities(text string) (all []fleet.Capacity, err error) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		name, amount, named := strings.Cut(part, "=")
		if !named {
			name, amount = "", part
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(amount), 64)
		if err != nil || !(v >= 0) || !named && strings.Contains(text, ",") {
			return nil, usageError("--capacity %s: expected an amount such as 100, or amounts by column such as kg=800,boxes=40", text)
		}
		all = append(all, fleet.Capacity{Column: strings.TrimSpace(name), Amount: v})
	}
	return all, nil
}

// table reads the --fleet file.
func (d dispatch) table() (*fleet.Table, error) {
	rows, err := budget.FileUntil(d.until, d.file, func(r io.Reader, name string) ([][]string, error) {
		if !d.IsWorkbook(d.file) {
			return format.ReadTable(r, name, format.Options{MaxBytes: int64(d.maxInput)})
		}
		return firstSheet(r, name, int64(d.maxInput))
	})
	if err == nil && len(rows) == 0 {
		err = fmt.Errorf("%s: the file is empty: expected titles such as name,count,capacity", d.file)
	}
	if err != nil {
		return nil, inputError(tooLarge(err))
	}
	return &fleet.Table{Name: d.file, Titles: rows[0], Rows: rows[1:]}, nil
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

// usualSpeed is the speed in km/h if times are needed and none is given.
const usualSpeed = 40

// assumedSpeed states what times assume if no speed is given.
func (s schedule) assumedSpeed(in *tsp.Instance) string {
	s.speed, s.system = usualSpeed, humanize.Metric
	return s.assumption(in.Metric() == tsp.Haversine) + "; --speed states another speed"
}

// fleetTravel returns the number of seconds for a unit of distance, and whether the speed is
// assumed. It returns 0 if the unit is not known.
func (s schedule) fleetTravel(unit string) (seconds float64, assumed bool, err error) {
	_, isLength := humanize.Metres(unit)
	_, isTime := humanize.Seconds(unit)
	if !isLength && !isTime && s.speed == 0 {
		return 0, false, nil
	}
	if assumed = isLength && s.speed == 0; assumed {
		s.speed, s.system = usualSpeed, humanize.Metric
	}
	seconds, err = s.travel(unit)
	return seconds, assumed, err
}
