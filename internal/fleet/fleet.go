// Package fleet turns tables of stops and vehicles into vehicle routing problems, and plans back
// into a route, a timetable and reasons for each vehicle.
package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/daytime"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// Options state what the table of stops does not state. The zero value of a field means that
// nothing is known or limited.
type Options struct {
	Vehicles    int // number of equal vehicles; 0 for one per stop
	Capacity    []Capacity
	MaxStops    int           // of a route
	MaxDistance float64       // of a route, in kilometres or in the unit of the distances
	MaxDuration time.Duration // of a route
	Shift       daytime.Window
	Start, End  string // depots; Start is the first place by default, End is Start
	Open        bool   // routes end at their last stop

	Travel  float64 // seconds for a unit of distance; 0 if unknown
	Assumed bool    // whether Travel is only used if the tables or options state times

	Assumption string            // note about an assumed Travel
	Stay       time.Duration     // service at a stop whose row states none
	Columns    map[string]string // columns by kind; see Keys
	Vans       *Table            // vehicles, instead of Vehicles; nil for equal ones
}

// A Capacity is a limit on one dimension of loads.
type Capacity struct {
	Column string // "" for the only column with loads
	Amount float64
}

// A Load is a dimension of the loads.
type Load struct {
	Title string
	Scale float64 // number of whole units in a unit of the table
}

// A Job is a vehicle routing problem with the places and titles from which it was made.
type Job struct {
	Places  *tsp.Instance
	Problem *vrp.Instance
	Loads   []Load
	Timed   bool     // whether times are known
	Priced  bool     // whether costs are money rather than distances
	Notes   []string // how the tables were interpreted
}

// horizon is the end of windows and shifts that have none.
const horizon = 30 * daytime.Day

// A builder collects the parts of a problem.
type builder struct {
	in    *tsp.Instance
	opt   Options
	job   *Job
	data  vrp.Data
	cells *cells

	rooms  []room
	vans   []van // as many as vehicle types
	prizes []float64
	depots map[int32]int32 // number of the depot at a place
	skills map[string]uint64

	depotNoted bool // whether a note names the depot
}

// New returns the problem that a table of places and options describe.
func New(in *tsp.Instance, o Options) (*Job, error) {
	b := &builder{in: in, opt: o, job: &Job{Places: in}, depots: map[int32]int32{}, skills: map[string]uint64{}}
	b.data.Name = in.Name()
	if len(in.FixedEdges()) > 0 {
		return nil, errors.New("fixed edges do not apply to several vehicles")
	}
	b.cells = newCells(in, b)
	for _, step := range []func() error{b.readColumns, b.readFleet, b.readStops, b.measure} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("%s: %w", in.Name(), err)
		}
	}
	var err error
	b.job.Problem, err = b.build()
	return b.job, err
}

func (b *builder) note(format string, a ...any) {
	b.job.Notes = append(b.job.Notes, fmt.Sprintf(format, a...))
}

// measure sets distances and times.
func (b *builder) measure() error {
	b.data.Distance = b.in
	b.data.CostScale = b.in.Scale()
	timed := b.cells.timed() || b.opt.Shift != (daytime.Window{}) || b.opt.MaxDuration > 0 || b.fleetTimed()
	switch {
	case b.opt.Travel == 0 && timed:
		return errors.New("opening hours and other times need a unit for the distances, such as km or min")
	case b.opt.Travel == 0 || b.opt.Assumed && !timed:
		return nil
	}
	b.job.Timed = true
	if b.opt.Assumed {
		b.note("%s", b.opt.Assumption)
	}
	b.depart()
	var err error
	b.data.Duration, err = b.multiplied(b.opt.Travel / b.in.Scale())
	return err
}

// multiplied returns the distances, multiplied by a factor and rounded to whole numbers.
func (b *builder) multiplied(factor float64) (*tsp.Instance, error) {
	return tsp.FromFunc(b.in.N(), b.in.Symmetric(), 1, func(i, j int) int64 {
		return int64(math.Round(min(float64(b.in.Dist(int32(i), int32(j)))*factor, tsp.MaxDistance)))
	})
}

// usualDeparture is when vehicles depart if times are known but nothing states a time of day.
const usualDeparture = 8 * time.Hour

// depart sets the time of departure if nothing else determines it.
func (b *builder) depart() {
	if b.cells.timed() || slices.ContainsFunc(b.data.Fleet, func(t vrp.Type) bool { return t.Shift != vrp.Window{} }) {
		return
	}
	for t := range b.data.Fleet {
		b.data.Fleet[t].Shift = window(daytime.Window{Open: usualDeparture})
	}
	b.note("the vehicles depart at %s", humanize.Clock(usualDeparture))
}

// build returns the problem. Without prices, distances are the costs, and prizes are kilometres or
// units of distance. Prices per kilometre and per hour are rounded to a fraction of the currency
// that is small, but large enough for the costs of all plans to be exact.
func (b *builder) build() (*vrp.Instance, error) {
	if !b.job.Priced {
		return b.shortest()
	}
	metres, isLength := humanize.Metres(b.in.Details().Unit)
	if err := b.checkPrices(isLength); err != nil {
		return nil, err
	}
	if isLength {
		if err := b.inMetres(metres); err != nil {
			return nil, err
		}
	}
	for scale := 1e6; ; scale /= 10 {
		b.setPrices(scale)
		in, err := vrp.New(b.data)
		if err == nil || scale <= leastPrecise {
			return in, err
		}
	}
}

// shortest returns the problem whose costs are distances.
func (b *builder) shortest() (*vrp.Instance, error) {
	for t := range b.data.Fleet {
		b.data.Fleet[t].PerDistance = 1
	}
	for i, v := range b.prizes {
		b.data.Stops[i].Prize = b.distance(v)
	}
	return vrp.New(b.data)
}

// leastPrecise is the smallest number of units of cost in a unit of the currency.
const leastPrecise = 1e4

// checkPrices rejects prices that do not suit the distances. If no price depends on a route, a
// kilometre costs 1, so that routes are short.
func (b *builder) checkPrices(lengths bool) error {
	perKm, perHour := 0.0, 0.0
	for _, v := range b.vans {
		perKm, perHour = max(perKm, v.price.perKm), max(perHour, v.price.perHour)
	}
	switch {
	case perKm > 0 && !lengths:
		return fmt.Errorf("%s: prices per kilometre need distances that are lengths: expected a unit such as km, or prices per hour", b.opt.Vans.Name)
	case perKm == 0 && perHour == 0 && lengths:
		for t := range b.vans {
			b.vans[t].price.perKm = 1
		}
		b.note("the vehicles have fixed costs only: a kilometre costs 1")
	}
	return nil
}

// setPrices sets all prices for a number of units of cost in a unit of the currency.
func (b *builder) setPrices(scale float64) {
	b.data.CostScale = scale
	for t := range b.vans {
		v, p := &b.data.Fleet[t], b.vans[t].price
		v.Fixed = int64(math.Round(p.fixed * scale))
		v.PerDistance = int64(math.Round(p.perKm / 1000 * scale))
		v.PerTime = int64(math.Round(p.perHour / 3600 * scale))
	}
	for i, v := range b.prizes {
		b.data.Stops[i].Prize = int64(math.Round(v * scale))
	}
}

// inMetres replaces the distances by whole metres.
func (b *builder) inMetres(metres float64) error {
	per := metres / b.in.Scale()
	for t := range b.data.Fleet {
		b.data.Fleet[t].MaxDistance = int64(float64(b.data.Fleet[t].MaxDistance) * per)
	}
	var err error
	b.data.Distance, err = b.multiplied(per)
	return err
}

// depot returns the number of the depot at a place.
func (b *builder) depot(place int32) int32 {
	if d, ok := b.depots[place]; ok {
		return d
	}
	d := int32(len(b.data.Depots))
	b.depots[place] = d
	b.data.Depots = append(b.data.Depots, vrp.Depot{Place: place})
	return d
}

// called returns the number of the depot with a name.
func (b *builder) called(name string) (int32, error) {
	place, err := b.in.Find(name)
	if err != nil {
		return 0, err
	}
	return b.depot(place), nil
}

// home returns the depots at which vehicles start and end, unless their own row names others.
func (b *builder) home(start, end string, open bool) (from, to int32, err error) {
	switch {
	case start != "":
		from, err = b.called(start)
	default:
		first, _ := b.in.Ends()
		from = b.depot(max(first, 0))
		b.noteDepot(first, b.in.NameOf(max(first, 0)))
	}
	switch {
	case err != nil || open && end == "":
		return from, -1, err
	case end != "":
		to, err = b.called(end)
		return from, to, err
	}
	return from, from, nil
}

// noteDepot adds a note that the first place is the depot, unless the instance states a start or
// the name of the place says so.
func (b *builder) noteDepot(stated int32, name string) {
	lower := strings.ToLower(name)
	if stated < 0 && !b.depotNoted && !slices.ContainsFunc(depotWords, func(word string) bool { return strings.Contains(lower, word) }) {
		b.note("the depot is the first place, %q: state a start if it is another one", name)
		b.depotNoted = true
	}
}

// depotWords are parts of the names of depots, in several languages.
var depotWords = []string{"depot", "dépôt", "deposito", "depósito", "lager", "warehouse", "almac", "armaz", "entrepôt", "magaz", "zentrale"}

// window converts a window to seconds.
func window(w daytime.Window) vrp.Window {
	if w == (daytime.Window{}) {
		return vrp.Window{}
	}
	return vrp.Window{Open: int32(w.Open / time.Second), Close: int32(cmp.Or(w.Close, horizon) / time.Second)}
}

// skillsOf returns the bits of a list of skills.
func (b *builder) skillsOf(text string) (bits uint64, err error) {
	for _, name := range splitWords(text) {
		if b.skills[name] == 0 {
			if len(b.skills) == 64 {
				return 0, fmt.Errorf("more than 64 skills, the last of them is %q", name)
			}
			b.skills[name] = 1 << len(b.skills)
		}
		bits |= b.skills[name]
	}
	return bits, nil
}
