package fleet

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/daytime"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// mostRequest is the maximum size in bytes of a VROOM request, which is read as a whole.
const mostRequest = 1 << 28

// A request is the input of the solver VROOM. Members that a problem cannot express have the type
// unsupported.
type request struct {
	Vehicles  []json.RawMessage
	Jobs      []json.RawMessage
	Shipments unsupported
	Matrix    [][]float64 // of times, in older files
	Matrices  map[string]matrices
	Options   json.RawMessage // of the server
}

type matrices struct {
	Durations, Distances, Costs [][]float64
}

type vehicle struct {
	ID            int64
	Description   string
	Profile       string
	Start, End    []float64
	StartIndex    *int `json:"start_index"`
	EndIndex      *int `json:"end_index"`
	Capacity      []int32
	Skills        []uint64
	TimeWindow    []float64 `json:"time_window"`
	MaxTasks      int32     `json:"max_tasks"`
	MaxDistance   int64     `json:"max_distance"`
	Costs         costs
	SpeedFactor   *float64    `json:"speed_factor"`
	MaxTravelTime unsupported `json:"max_travel_time"`
	Breaks        unsupported
	Steps         unsupported
	Type          unsupported
}

// costs are prices per vehicle, hour of travel and kilometre.
type costs struct {
	Fixed   int64
	PerHour *int64      `json:"per_hour"`
	PerKm   int64       `json:"per_km"`
	PerTask unsupported `json:"per_task_hour"`
}

type task struct {
	ID             int64
	Description    string
	Location       []float64
	LocationIndex  *int `json:"location_index"`
	Service        int32
	Delivery       []int32
	Amount         []int32 // in older files
	Pickup         []int32
	Skills         []uint64
	TimeWindows    [][]float64 `json:"time_windows"`
	Setup          unsupported
	Priority       unsupported
	SetupPerType   unsupported `json:"setup_per_type"`
	ServicePerType unsupported `json:"service_per_type"`
}

// unsupported is a member that must be missing, zero or empty.
type unsupported struct{ set bool }

func (u *unsupported) UnmarshalJSON(data []byte) error {
	u.set = !slices.Contains([]string{"null", "0", "0.0", "[]", "{}", `""`}, string(bytes.TrimSpace(data)))
	return nil
}

// IsRequest reports whether a JSON document is a VROOM request: an object with a list of vehicles
// and one of jobs or shipments. Only members of a request may precede them.
func IsRequest(r io.Reader, _ string) (bool, error) {
	d := json.NewDecoder(io.LimitReader(r, mostRequest))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false, nil //nolint:nilerr // other readers report the error
	}
	lists := map[string]bool{}
	for d.More() {
		key, err := d.Token()
		name, _ := key.(string)
		if err != nil || !slices.Contains([]string{"vehicles", "jobs", "shipments", "matrix", "matrices", "options"}, name) {
			return false, nil //nolint:nilerr // see above
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return false, nil
		}
		lists[name] = value[0] == '['
		if lists["vehicles"] && (lists["jobs"] || lists["shipments"]) {
			return true, nil
		}
	}
	return false, nil
}

// ReadRequest reads a VROOM request. A member that a problem cannot express is an error. Without
// matrices, travel is the number of seconds for a metre in a straight line.
func ReadRequest(r io.Reader, name string, travel float64) (*Job, error) {
	data, err := budget.ReadAll(r, mostRequest)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b := &requester{travel: travel, job: &Job{Timed: true, Priced: true}, data: vrp.Data{Name: name}}
	if err := b.read(data); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if b.job.Problem, err = vrp.New(b.data); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b.job, nil
}

// A requester makes a problem of a request.
type requester struct {
	request
	travel   float64
	job      *Job
	data     vrp.Data
	vehicles []vehicle
	tasks    []task
	spots    []spot // of the places: depots first, then a place for each job
	depots   map[string]int32
	day      float64 // start of the first day, in seconds
}

// A spot is where a place is: a row of the matrices, or longitude and latitude.
type spot struct {
	row    int // -1 if there is no index
	lonlat []float64
	id     int64
	label  string
}

func (b *requester) read(data []byte) error {
	if err := strict(data, &b.request, ""); err != nil {
		return err
	}
	if b.Shipments.set {
		return errors.New("shipments: pickups with deliveries are not supported: expected jobs only")
	}
	for _, step := range []func() error{b.readVehicles, b.readTasks, b.place, b.measure, b.fleet, b.stops} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// strict decodes JSON and rejects unknown members. where names the value in errors.
func strict(data []byte, to any, where string) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(to)
	if err == nil {
		return nil
	}
	text := strings.TrimPrefix(err.Error(), "json: ")
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		text = fmt.Sprintf("%s: found a %s, expected a value of the type %v", strings.ToLower(wrong.Field), wrong.Value, wrong.Type)
	}
	return errors.New(strings.TrimPrefix(where+": "+text, ": "))
}

// member is a member that must not be set.
type member struct {
	name, hint string
	value      unsupported
}

// reject returns an error for the first member that is set.
func reject(where string, members ...member) error {
	for _, m := range members {
		if m.value.set {
			return fmt.Errorf("%s.%s is not supported%s", where, m.name, m.hint)
		}
	}
	return nil
}

func (b *requester) readVehicles() error {
	if len(b.Vehicles) == 0 {
		return errors.New("vehicles: expected at least one vehicle")
	}
	for i, raw := range b.Vehicles {
		var v vehicle
		where := fmt.Sprintf("vehicles[%d]", i)
		if err := strict(raw, &v, where); err != nil {
			return err
		}
		b.vehicles = append(b.vehicles, v)
		if err := v.check(where, b.vehicles[0].Profile); err != nil {
			return err
		}
	}
	return nil
}

// check rejects members that are not supported, given the profile of the first vehicle.
func (v *vehicle) check(where, profile string) error {
	switch {
	case v.SpeedFactor != nil && *v.SpeedFactor != 1:
		return fmt.Errorf("%s.speed_factor is %v, expected 1: vehicles of different speeds are not supported", where, *v.SpeedFactor)
	case v.Profile != profile:
		return fmt.Errorf("%s.profile is %.40q, expected %.40q as for the first vehicle: several profiles are not supported", where, v.Profile, profile)
	}
	return reject(where, member{"breaks", "", v.Breaks}, member{"steps", ": expected them as a start plan instead", v.Steps},
		member{"max_travel_time", ": expected a time_window", v.MaxTravelTime}, member{"type", "", v.Type}, member{"costs.per_task_hour", "", v.Costs.PerTask})
}

func (b *requester) readTasks() error {
	if len(b.Jobs) == 0 {
		return errors.New("jobs: expected at least one job")
	}
	for i, raw := range b.Jobs {
		var t task
		where := fmt.Sprintf("jobs[%d]", i)
		if err := strict(raw, &t, where); err != nil {
			return err
		}
		if err := t.check(where); err != nil {
			return err
		}
		b.tasks = append(b.tasks, t)
	}
	return nil
}

// check rejects members that are not supported.
func (t *task) check(where string) error {
	if len(t.TimeWindows) > 1 {
		return fmt.Errorf("%s.time_windows: found %d windows, expected one: several are not supported", where, len(t.TimeWindows))
	}
	return reject(where, member{"setup", ": expected it as part of service", t.Setup}, member{"priority", "", t.Priority},
		member{"setup_per_type", "", t.SetupPerType}, member{"service_per_type", "", t.ServicePerType})
}

// place collects the places: the depots, and a place for each job.
func (b *requester) place() error {
	b.depots = map[string]int32{}
	for i, v := range b.vehicles {
		err := b.placeDepot(fmt.Sprintf("vehicles[%d].start", i), v.StartIndex, v.Start)
		if err == nil {
			err = b.placeDepot(fmt.Sprintf("vehicles[%d].end", i), v.EndIndex, v.End)
		}
		if err != nil {
			return err
		}
	}
	return b.placeTasks()
}

// placeDepot adds the place of a depot, if it is given and new.
func (b *requester) placeDepot(where string, index *int, lonlat []float64) error {
	if index == nil && len(lonlat) == 0 {
		return nil
	}
	s, err := b.spot(where, index, lonlat)
	if err != nil {
		return err
	}
	if _, known := b.depots[s.key()]; !known {
		b.depots[s.key()] = int32(len(b.spots))
		s.label = fmt.Sprint("depot ", len(b.spots)+1)
		b.data.Depots = append(b.data.Depots, vrp.Depot{Place: int32(len(b.spots))})
		b.spots = append(b.spots, s)
	}
	return nil
}

// placeTasks adds a place for each job.
func (b *requester) placeTasks() error {
	taken := map[int64]bool{}
	for i, t := range b.tasks {
		s, err := b.spot(fmt.Sprintf("jobs[%d].location", i), t.LocationIndex, t.Location)
		switch {
		case err != nil:
			return err
		case taken[t.ID]:
			return fmt.Errorf("jobs[%d].id: %d is the id of two jobs", i, t.ID)
		}
		taken[t.ID] = true
		s.id, s.label = t.ID, cmp.Or(t.Description, fmt.Sprint("job ", t.ID))
		b.spots = append(b.spots, s)
	}
	b.numberDepots(taken)
	return nil
}

// numberDepots gives the depots ids of their own.
func (b *requester) numberDepots(taken map[int64]bool) {
	for d := range b.data.Depots {
		for id := int64(d + 1); ; id++ {
			if !taken[id] {
				b.spots[d].id, taken[id] = id, true
				break
			}
		}
	}
}

// spot returns where a place is.
func (b *requester) spot(where string, index *int, lonlat []float64) (spot, error) {
	s := spot{row: -1, lonlat: lonlat}
	if len(lonlat) > 0 && (len(lonlat) != 2 || !(math.Abs(lonlat[0]) <= 180) || !(math.Abs(lonlat[1]) <= 90)) {
		return s, fmt.Errorf("%s: expected longitude and latitude in degrees", where)
	}
	if rows := b.rows(); rows > 0 {
		switch {
		case index == nil:
			return s, fmt.Errorf("%s_index is missing: expected a row of the matrices, 0 to %d", where, rows-1)
		case *index < 0 || *index >= rows:
			return s, fmt.Errorf("%s_index is %d, expected a row of the matrices, 0 to %d", where, *index, rows-1)
		}
		s.row = *index
	} else if len(lonlat) == 0 {
		return s, fmt.Errorf("%s is missing: expected longitude and latitude, or matrices and %s_index", where, where)
	}
	return s, nil
}

func (s spot) key() string {
	if s.row >= 0 {
		return fmt.Sprint(s.row)
	}
	return fmt.Sprint(s.lonlat)
}

// given returns the matrices of the profile of the vehicles.
func (b *requester) given() matrices {
	if b.Matrix != nil {
		return matrices{Durations: b.Matrix}
	}
	return b.Matrices[cmp.Or(b.vehicles[0].Profile, "car")]
}

// rows returns the number of rows of the matrices, or 0.
func (b *requester) rows() int { return len(b.given().Durations) }

// stops sets the stops.
func (b *requester) stops() error {
	for i, t := range b.tasks {
		w, err := b.window(fmt.Sprintf("jobs[%d].time_windows", i), slices.Concat(t.TimeWindows...))
		if err != nil {
			return err
		}
		deliver := t.Delivery
		if deliver == nil {
			deliver = t.Amount
		}
		skills, err := b.skills(t.Skills)
		if err != nil {
			return fmt.Errorf("jobs[%d].skills: %w", i, err)
		}
		b.data.Stops = append(b.data.Stops, vrp.Stop{
			ID: t.ID, Place: int32(len(b.data.Depots) + i), Deliver: deliver, Fetch: t.Pickup, Window: w, Service: t.Service, Skills: skills,
		})
	}
	return nil
}

func (b *requester) skills(list []uint64) (bits uint64, err error) {
	for _, v := range list {
		if v >= 64 {
			return 0, fmt.Errorf("found %d, expected 0 to 63", v)
		}
		bits |= 1 << v
	}
	return bits, nil
}

// window converts a window, if it is given, to seconds since the first day began.
func (b *requester) window(where string, ends []float64) (w vrp.Window, err error) {
	if ends == nil {
		return w, nil
	}
	if len(ends) != 2 || !(ends[0] >= 0) || !(ends[1] >= ends[0]) || !(ends[1]-b.day < 1<<30) {
		return w, fmt.Errorf("%s: found %v, expected a start and a later end in seconds", where, ends)
	}
	return vrp.Window{Open: int32(ends[0] - b.day), Close: int32(ends[1] - b.day)}, nil
}

// begin sets the start of the first day, for windows that are points in time.
func (b *requester) begin() {
	first := math.Inf(1)
	for _, v := range b.vehicles {
		if len(v.TimeWindow) > 0 {
			first = min(first, v.TimeWindow[0])
		}
	}
	for _, t := range b.tasks {
		if len(t.TimeWindows) > 0 && len(t.TimeWindows[0]) > 0 {
			first = min(first, t.TimeWindows[0][0])
		}
	}
	day := daytime.Day.Seconds()
	if b.day = day * math.Floor(first/day); !(b.day >= 100*day && b.day < 1e12) {
		b.day = 0
		return
	}
	b.job.Notes = append(b.job.Notes, "times of day are in UTC and refer to "+time.Unix(int64(b.day), 0).UTC().Format(time.DateOnly))
}

// fleet sets the vehicles. Equal ones become a type.
func (b *requester) fleet() error {
	b.begin()
	dimensions := 0
	for _, v := range b.vehicles {
		dimensions = max(dimensions, len(v.Capacity))
	}
	for i, v := range b.vehicles {
		t, err := b.kind(i, v, dimensions)
		if err != nil {
			return err
		}
		b.data.Fleet = append(b.data.Fleet, t)
	}
	b.titleLoads(dimensions)
	return nil
}

// titleLoads names the dimensions of the loads.
func (b *requester) titleLoads(dimensions int) {
	for d := range dimensions {
		title := "amount"
		if dimensions > 1 {
			title = fmt.Sprint("amount ", d+1)
		}
		b.job.Loads = append(b.job.Loads, Load{title, 1})
	}
}

// kind returns the type of vehicle i.
func (b *requester) kind(i int, v vehicle, dimensions int) (t vrp.Type, err error) {
	where := fmt.Sprintf("vehicles[%d]", i)
	t = vrp.Type{
		Name: cmp.Or(v.Description, fmt.Sprint("vehicle ", v.ID)), Count: 1, Capacity: make([]int32, dimensions), Start: b.home(v.StartIndex, v.Start), End: b.home(v.EndIndex, v.End),
		MaxStops: v.MaxTasks, MaxDistance: v.MaxDistance,
	}
	for k := range t.Capacity {
		t.Capacity[k] = Unlimited
	}
	copy(t.Capacity, v.Capacity)
	if t.Skills, err = b.skills(v.Skills); err != nil {
		return t, fmt.Errorf("%s.skills: %w", where, err)
	}
	if t.Shift, err = b.window(where+".time_window", v.TimeWindow); err != nil {
		return t, err
	}
	return t, b.price(where, v, &t)
}

// home returns the depot at an end of a route, or -1.
func (b *requester) home(index *int, lonlat []float64) int32 {
	if index == nil && len(lonlat) == 0 {
		return -1
	}
	s, _ := b.spot("", index, lonlat) // placeDepot has checked it
	return b.depots[s.key()]
}

// measure sets the distances and times between the places.
func (b *requester) measure() error {
	d := tsp.Details{Name: b.data.Name}
	for _, s := range b.spots {
		d.IDs, d.Labels = append(d.IDs, s.id), append(d.Labels, s.label)
		if len(s.lonlat) == 2 {
			d.Locations = append(d.Locations, s.lonlat[1], s.lonlat[0])
		}
	}
	if len(d.Locations) < 2*len(b.spots) {
		d.Locations = nil
	}
	if b.rows() == 0 {
		return b.straight(d)
	}
	return b.tabled(d)
}

// straight measures straight lines on the globe.
func (b *requester) straight(d tsp.Details) error {
	if len(b.Matrices) > 0 {
		return fmt.Errorf("matrices: the profile %q is missing, or has no durations", cmp.Or(b.vehicles[0].Profile, "car"))
	}
	globe, err := tsp.FromCoords(tsp.Haversine, 2, d.Locations)
	if err != nil {
		return err
	}
	d.Locations = nil
	if b.job.Places, err = globe.With(d); err != nil {
		return err
	}
	meters := func(scale float64) (*tsp.Instance, error) {
		return tsp.FromFunc(len(b.spots), true, 1, func(i, j int) int64 {
			return int64(math.Round(float64(globe.Dist(int32(i), int32(j))) / globe.Scale() * scale))
		})
	}
	b.job.Notes = append(b.job.Notes, fmt.Sprintf("the file has no matrices: distances are straight lines, times assume %.0f km/h", 3.6/b.travel))
	b.data.Distance, err = meters(1)
	if err == nil {
		b.data.Duration, err = meters(b.travel)
	}
	return err
}

// tabled measures by the matrices.
func (b *requester) tabled(d tsp.Details) (err error) {
	m := b.given()
	if b.data.Duration, err = b.table("durations", m.Durations); err != nil {
		return err
	}
	d.Unit, b.data.Distance = "s", b.data.Duration
	if m.Distances != nil {
		d.Unit = "m"
		if b.data.Distance, err = b.table("distances", m.Distances); err != nil {
			return err
		}
	}
	if m.Costs != nil {
		return errors.New("matrices: costs are not supported: expected durations and distances")
	}
	b.job.Places, err = b.data.Distance.With(d)
	return err
}

// table returns the numbers between the places of a matrix.
func (b *requester) table(name string, rows [][]float64) (*tsp.Instance, error) {
	n := b.rows()
	if len(rows) != n {
		return nil, fmt.Errorf("matrices: %s has %d rows, expected %d", name, len(rows), n)
	}
	for i, row := range rows {
		if len(row) != n {
			return nil, fmt.Errorf("matrices: row %d of %s has %d numbers, expected %d", i, name, len(row), n)
		}
		for j, v := range row {
			if !(v >= 0 && v <= 1<<30) || v != math.Trunc(v) {
				return nil, fmt.Errorf("matrices: row %d, column %d of %s is %v, expected a whole number of at most 2^30", i, j, name, v)
			}
		}
	}
	return tsp.FromFunc(len(b.spots), symmetric(rows), 1, func(i, j int) int64 { return int64(rows[b.spots[i].row][b.spots[j].row]) })
}

// symmetric reports whether a matrix is symmetric.
func symmetric(rows [][]float64) bool {
	for i := range rows {
		for j := range i {
			if rows[i][j] != rows[j][i] {
				return false
			}
		}
	}
	return true
}

// price sets the costs of a vehicle. VROOM's cost of an hour applies to travel only, so the travel
// times take the place of the distances if no vehicle has a cost per kilometre.
func (b *requester) price(where string, v vehicle, t *vrp.Type) error {
	first, own := b.vehicles[0].Costs, v.Costs
	hour, km := own.hour(), own.PerKm
	byTime := !slices.ContainsFunc(b.vehicles, func(v vehicle) bool { return v.Costs.PerKm != 0 })
	byDistance := !slices.ContainsFunc(b.vehicles, func(v vehicle) bool { return v.Costs.hour() != 0 })
	switch {
	case own.Fixed < 0 || hour < 0 || km < 0 || max(own.Fixed, hour, km) > mostAmount:
		return fmt.Errorf("%s.costs: expected numbers from 0 to %.0f", where, mostAmount)
	case km > 0 && b.rows() > 0 && b.given().Distances == nil:
		return fmt.Errorf("%s.costs.per_km needs distances: matrices have durations only", where)
	case v.MaxDistance > 0 && !byDistance:
		return fmt.Errorf("%s.max_distance is not supported if travel times cost anything: expected costs with per_hour 0", where)
	case byDistance:
		b.data.CostScale, t.PerDistance = 1000, km
	case byTime:
		b.data.CostScale, b.data.Distance, t.PerDistance = 3600, b.data.Duration, hour
	case hour != first.hour() || km != first.PerKm:
		return fmt.Errorf("%s.costs differ from those of the first vehicle: vehicles with different costs need costs per hour only, or per km only", where)
	default:
		b.data.CostScale, t.PerDistance = 1000, 1
		if where == "vehicles[0]" {
			if err := b.combine(float64(hour)/3600, float64(km)/1000); err != nil {
				return err
			}
		}
	}
	t.Fixed = own.Fixed * int64(b.data.CostScale)
	return nil
}

// hour returns the cost of an hour, which is 3600 by default.
func (c costs) hour() int64 {
	if c.PerHour == nil {
		return 3600
	}
	return *c.PerHour
}

// combine replaces the distances by costs in thousandths, given the costs of a second and a metre.
func (b *requester) combine(second, metre float64) (err error) {
	times, distances := b.data.Duration, b.data.Distance
	b.data.Distance, err = tsp.FromFunc(times.N(), times.Symmetric() && distances.Symmetric(), 1, func(i, j int) int64 {
		cost := second*float64(times.Dist(int32(i), int32(j))) + metre*float64(distances.Dist(int32(i), int32(j)))
		return int64(math.Round(min(1000*cost, tsp.MaxDistance)))
	})
	return err
}
