package format

import (
	"errors"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/vrp"
)

// hundredths is the number of units of cost in one unit of distance, for files that state costs of
// vehicles, which they do in hundredths.
const hundredths = 100

// fleet sets the vehicles. Consecutive equal vehicles become a type.
func (f *file) fleet(d *vrp.Data, round Rounding) error {
	c := &converter{round: round}
	vehicles, fault := f.number("VEHICLES", float64(len(d.Stops)))
	capacity, err := f.number("CAPACITY", 1<<30)
	common := vrp.Type{PerDistance: 1, Capacity: []int32{c.plain(capacity)}}
	common.MaxDuration, common.MaxDistance = f.limit(c, "VEHICLES_MAX_DURATION"), f.limit(c, "VEHICLES_MAX_DISTANCE")
	if common.MaxDistance == 0 {
		common.MaxDistance = f.limit(c, "DISTANCE")
	}
	if err := errors.Join(fault, err, c.err); err != nil {
		return err
	}
	if f.rows["VEHICLES_UNIT_DISTANCE_COST"] != nil {
		d.CostScale *= hundredths
	}
	if f.sameVehicles() {
		common.Count = c.plain(vehicles)
		d.Fleet = []vrp.Type{common}
		return c.err
	}
	// checkRows has checked that some section has a row for each vehicle
	for i := range int(vehicles) {
		t, err := f.vehicle(c, i, common, len(d.Depots))
		if err := errors.Join(err, c.err); err != nil {
			return fmt.Errorf("vehicle %d: %w", i+1, err)
		}
		f.add(d, t)
	}
	return nil
}

// limit returns a limit of the header, or 0.
func (f *file) limit(c *converter, key string) int64 {
	v, err := f.number(key, 0)
	if err != nil {
		c.err = errors.Join(c.err, err)
	}
	return c.amount(v)
}

// sameVehicles reports whether no section describes single vehicles.
func (f *file) sameVehicles() bool {
	for _, section := range []string{"CAPACITY", "VEHICLES_FIXED_COST", "VEHICLES_UNIT_DISTANCE_COST", "VEHICLES_DEPOT"} {
		if f.rows[section] != nil {
			return false
		}
	}
	return true
}

func (f *file) vehicle(c *converter, i int, common vrp.Type, depots int) (vrp.Type, error) {
	t := common
	t.Count = 1
	t.Capacity = []int32{c.plain(f.value("CAPACITY", i, float64(common.Capacity[0])))}
	t.PerDistance = int64(c.plain(f.value("VEHICLES_UNIT_DISTANCE_COST", i, float64(common.PerDistance))))
	t.Fixed = c.amount(f.value("VEHICLES_FIXED_COST", i, 0))
	depot := f.value("VEHICLES_DEPOT", i, 1)
	if depot != math.Floor(depot) || depot < 1 || depot > float64(depots) {
		return t, fmt.Errorf("depot %v, expected 1 to %d", depot, depots)
	}
	t.Start = int32(depot) - 1
	t.End = t.Start
	return t, nil
}

// add adds a vehicle to the last type, or as a new type if it differs.
func (f *file) add(d *vrp.Data, t vrp.Type) {
	if n := len(d.Fleet); n > 0 {
		last := &d.Fleet[n-1]
		if last.Capacity[0] == t.Capacity[0] && last.PerDistance == t.PerDistance && last.Fixed == t.Fixed && last.Start == t.Start {
			last.Count++
			return
		}
	}
	d.Fleet = append(d.Fleet, t)
}
