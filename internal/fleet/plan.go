package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// A PlanTable is a plan in a table, with the rows of each of its routes.
type PlanTable struct {
	Plan   vrp.Plan
	Titles []string
	Routes [][][]string
}

// ErrPlan is wrapped by the errors about tables that are not plans of the problem.
var ErrPlan = errors.New("not a plan")

// ReadPlan reads a table with a row per place, the titles first, as package tsp/format writes it:
// the columns vehicle and position, and the columns of the places. Rows without a vehicle are
// places that are not served. name appears in errors. Check the plan with vrp.Instance.Check.
func (j *Job) ReadPlan(rows [][]string, name string) (t PlanTable, err error) {
	if len(rows) == 0 {
		return t, fmt.Errorf("%s: %w: the file is empty: expected a table with the columns vehicle and position", name, ErrPlan)
	}
	r := &planReader{job: j, PlanTable: PlanTable{Titles: rows[0]}, vehicle: titled(rows[0], "vehicle"), position: titled(rows[0], "position")}
	if r.vehicle < 0 {
		return t, fmt.Errorf("%s: %w: the column vehicle is missing: expected a table that 'solve' wrote for several vehicles; columns: %s", name, ErrPlan, strings.Join(rows[0], ", "))
	}
	r.index(rows[1:])
	for k, row := range rows[1:] {
		if err := r.take(row); err != nil {
			return t, fmt.Errorf("%s: row %d: %w", name, k+2, err)
		}
	}
	if err := r.finish(); err != nil {
		return t, fmt.Errorf("%s: %w", name, err)
	}
	return r.PlanTable, nil
}

// titled returns the column with a title, or -1.
func titled(titles []string, title string) int {
	return slices.IndexFunc(titles, func(s string) bool { return strings.EqualFold(strings.TrimSpace(s), title) })
}

// A planReader collects the rows of each vehicle.
type planReader struct {
	PlanTable
	job               *Job
	vehicle, position int // columns; -1 if missing
	name              int // column with the names of places; -1 if there is none
	whole             map[string]int32
	columns           []int // of the places, in the order of their table
	places            map[string]int32
	routes            []*plannedRoute
}

// A plannedRoute holds the rows of a vehicle.
type plannedRoute struct {
	vehicle string
	rows    []plannedRow
}

type plannedRow struct {
	position float64
	city     int32
	row      []string
}

// index prepares the search for places: by all columns of their table, and by their names.
func (r *planReader) index(rows [][]string) {
	in := r.job.Places
	if table := in.Details().Columns; table != nil {
		for _, title := range table.Titles() {
			r.columns = append(r.columns, titled(r.Titles, strings.TrimSpace(title)))
		}
		r.indexRows(table)
	}
	r.places = make(map[string]int32, in.N())
	for c := range int32(in.N()) {
		r.places[strings.TrimSpace(in.NameOf(c))] = c
	}
	r.name = r.nameColumn(rows)
}

// indexRows prepares the search for places by all columns. Equal rows identify no place.
func (r *planReader) indexRows(table tsp.Columns) {
	r.whole = make(map[string]int32, table.Len())
	for c := range int32(table.Len()) {
		key := r.key(func(k int) string { return strings.TrimSpace(table.Text(c, k)) })
		if _, twice := r.whole[key]; twice {
			c = -1
		}
		r.whole[key] = c
	}
}

// key joins the texts in the columns of the places.
func (r *planReader) key(text func(k int) string) string {
	var key strings.Builder
	for k := range r.columns {
		key.WriteString(text(k) + "\x00")
	}
	return key.String()
}

// nameColumn returns the column in which most texts are names of places, or -1.
func (r *planReader) nameColumn(rows [][]string) int {
	best, most := -1, 0
	for k := range r.Titles {
		found := 0
		for _, row := range rows {
			if _, ok := r.places[cell(row, k)]; ok && k != r.vehicle && k != r.position {
				found++
			}
		}
		if found > most {
			best, most = k, found
		}
	}
	return best
}

// cell returns a cell of a row, or "".
func cell(row []string, column int) string {
	if column < 0 || column >= len(row) {
		return ""
	}
	return strings.TrimSpace(row[column])
}

// city returns the place of a row.
func (r *planReader) city(row []string) (int32, error) {
	key := r.key(func(k int) string { return cell(row, r.columns[k]) })
	if c, ok := r.whole[key]; ok && c >= 0 {
		return c, nil
	}
	c, ok := r.places[cell(row, r.name)]
	if !ok {
		_, err := r.job.Places.Find(cell(row, r.name))
		return 0, fmt.Errorf("%w: unknown place: %w", ErrPlan, cmp.Or(err, fmt.Errorf("expected the name of a place of %s", r.job.Places.Name())))
	}
	return c, nil
}

// take reads a row.
func (r *planReader) take(row []string) error {
	vehicle := cell(row, r.vehicle)
	if vehicle == "" {
		return nil
	}
	c, err := r.city(row)
	if err != nil {
		return err
	}
	p := r.route(vehicle)
	position := float64(len(p.rows) + 1)
	if text := cell(row, r.position); text != "" {
		if position, err = number(text); err != nil {
			return fmt.Errorf("%w: position: %w", ErrPlan, err)
		}
	}
	p.rows = append(p.rows, plannedRow{position, c, row})
	return nil
}

// route returns the route of a vehicle.
func (r *planReader) route(vehicle string) *plannedRoute {
	for _, p := range r.routes {
		if p.vehicle == vehicle {
			return p
		}
	}
	p := &plannedRoute{vehicle: vehicle}
	r.routes = append(r.routes, p)
	return p
}

// finish makes the plan of the routes.
func (r *planReader) finish() error {
	if len(r.routes) == 0 {
		return fmt.Errorf("%w: no row has a vehicle", ErrPlan)
	}
	stops := r.job.stopAt()
	kinds, seen := r.job.kinds(), make([]bool, len(stops))
	slices.SortStableFunc(r.routes, func(a, b *plannedRoute) int { return cmp.Compare(kinds.order(a.vehicle), kinds.order(b.vehicle)) })
	for _, p := range r.routes {
		kind, err := kinds.of(p.vehicle)
		if err == nil {
			err = r.finishRoute(p, kind, stops, seen)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// stopAt returns the stop at each place that is no depot.
func (j *Job) stopAt() map[int32]int32 {
	stops := make(map[int32]int32, len(j.Problem.Stops))
	for s, stop := range j.Problem.Stops {
		stops[stop.Place] = int32(s)
	}
	return stops
}

// finishRoute adds a route, whose rows it orders by position.
func (r *planReader) finishRoute(p *plannedRoute, kind int32, stops map[int32]int32, seen []bool) error {
	slices.SortStableFunc(p.rows, func(a, b plannedRow) int { return cmp.Compare(a.position, b.position) })
	route, rows := vrp.Plan{-1 - kind}, [][]string{}
	for _, row := range p.rows {
		rows = append(rows, row.row)
		s, ok := stops[row.city]
		if !ok {
			continue // a depot
		}
		if seen[s] {
			return fmt.Errorf("%w: %s is served twice", ErrPlan, strings.TrimSpace(r.job.Places.NameOf(row.city)))
		}
		seen[s] = true
		route = append(route, s)
	}
	if len(route) > 1 {
		r.Plan, r.Routes = append(r.Plan, route...), append(r.Routes, rows)
	}
	return nil
}

// vehicleKinds finds the type of a vehicle by its name; see Job.vehicle.
type vehicleKinds struct {
	job   *Job
	names map[string]int32 // type of the only vehicle, or of vehicles with a number
}

func (j *Job) kinds() vehicleKinds {
	v := vehicleKinds{j, map[string]int32{}}
	for kind := range j.Problem.Fleet {
		name := j.vehicle(int32(kind), 1)
		if j.Problem.Fleet[kind].Count != 1 {
			name = strings.TrimSuffix(name, " 1")
		}
		if _, taken := v.names[name]; !taken {
			v.names[name] = int32(kind)
		}
	}
	return v
}

// split returns the name of a vehicle without its number, and the number.
func (v vehicleKinds) split(vehicle string) (name string, number int) {
	if _, whole := v.names[vehicle]; whole {
		return vehicle, 0
	}
	if k := strings.LastIndexByte(vehicle, ' '); k > 0 {
		if n, err := strconv.Atoi(vehicle[k+1:]); err == nil {
			return vehicle[:k], n
		}
	}
	return vehicle, 0
}

// of returns the type of a vehicle.
func (v vehicleKinds) of(vehicle string) (int32, error) {
	name, _ := v.split(vehicle)
	if kind, ok := v.names[name]; ok {
		return kind, nil
	}
	var known []string
	for kind := range v.job.Problem.Fleet {
		known = append(known, strconv.Quote(v.job.vehicle(int32(kind), 1)))
	}
	return 0, fmt.Errorf("%w: unknown vehicle %q: expected a vehicle of the fleet: %s", ErrPlan, vehicle, strings.Join(known[:min(len(known), 5)], ", "))
}

// order returns the place of a vehicle in the fleet.
func (v vehicleKinds) order(vehicle string) int {
	name, number := v.split(vehicle)
	return int(v.names[name])<<32 + number
}
