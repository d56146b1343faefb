package vrp

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
)

// A Plan is a flat list of routes. The number -1-t starts a route of vehicle type t, and the stops
// of the route follow. Stops that are in no route are not served.
type Plan []int32

// Routes returns the vehicle type and the stops of each route. A list that starts without a vehicle
// type yields type -1.
func (p Plan) Routes() iter.Seq2[int32, []int32] {
	return func(yield func(int32, []int32) bool) {
		kind, from := int32(-1), 0
		for i, v := range p {
			if v >= 0 {
				continue
			}
			if i > 0 && !yield(kind, p[from:i]) {
				return
			}
			kind, from = -1-v, i+1
		}
		if len(p) > 0 {
			yield(kind, p[from:])
		}
	}
}

// Check returns nil if each route of a plan keeps every limit, no stop is served twice, and no type
// has more routes than vehicles. Stops that are not served are no fault: see Cost.
func (in *Instance) Check(p Plan) error {
	served, used := make([]bool, in.N()), make([]int32, len(in.Fleet))
	number := 0
	for kind, stops := range p.Routes() {
		number++
		if kind < 0 || int(kind) >= len(in.Fleet) {
			return fmt.Errorf("route %d: vehicle type %d, expected 0 to %d", number, kind, len(in.Fleet)-1)
		}
		for _, s := range stops {
			if int(s) >= in.N() {
				return fmt.Errorf("route %d: stop number %d, expected 0 to %d", number, s, in.N()-1)
			}
			if served[s] {
				return fmt.Errorf("route %d: stop %d is served twice", number, in.Stops[s].ID)
			}
			served[s] = true
		}
		if used[kind]++; used[kind] > in.Fleet[kind].Count {
			return fmt.Errorf("route %d: more routes of vehicle type %d than its %d vehicles", number, kind+1, in.Fleet[kind].Count)
		}
		if faults := in.drive(kind, stops, nil).faults; len(faults) > 0 {
			return fmt.Errorf("route %d: %w", number, faults[0])
		}
	}
	return nil
}

// Units returns the cost of a plan in units of cost: fixed costs, distances and times of its
// routes, prizes of optional stops that are not served, and Missing for each other stop that is not
// served.
func (in *Instance) Units(p Plan) int64 {
	total := int64(0)
	for kind, stops := range p.Routes() {
		if len(stops) > 0 {
			total += in.drive(kind, stops, nil).cost(&in.Fleet[kind])
		}
	}
	for _, s := range in.Unserved(p) {
		if in.Stops[s].Optional {
			total += in.Stops[s].Prize
		} else {
			total += in.missing
		}
	}
	return total
}

// Cost returns the cost of a plan in the unit of the file; see Units. With Cost and Check, an
// Instance is a search.Problem[Plan].
func (in *Instance) Cost(p Plan) float64 { return in.CostOf(in.Units(p)) }

// Unserved returns the stops that are in no route, in ascending order.
func (in *Instance) Unserved(p Plan) []int32 {
	served := make([]bool, in.N())
	for _, s := range p {
		if s >= 0 {
			served[s] = true
		}
	}
	var left []int32
	for s := range served {
		if !served[s] {
			left = append(left, int32(s))
		}
	}
	return left
}

// Canonical returns the plan with its routes ordered by vehicle type and first stop, without empty
// routes.
func (p Plan) Canonical() Plan {
	type route struct {
		kind  int32
		stops []int32
	}
	var all []route
	for kind, stops := range p.Routes() {
		if len(stops) > 0 {
			all = append(all, route{kind, stops})
		}
	}
	slices.SortFunc(all, func(a, b route) int {
		if a.kind != b.kind {
			return int(a.kind - b.kind)
		}
		return int(a.stops[0] - b.stops[0])
	})
	var out Plan
	for _, r := range all {
		out = append(append(out, -1-r.kind), r.stops...)
	}
	return out
}

// Hash identifies the data of an instance, except for its name.
func (in *Instance) Hash() string {
	h := sha256.New()
	times := ""
	if in.Duration != nil {
		times = in.Duration.Hash()
	}
	// The error cannot occur, because all fields are plain numbers.
	_ = json.NewEncoder(h).Encode([]any{in.Distance.Hash(), times, in.Points, in.Stops, in.Depots, in.Fleet, in.CostScale, in.Backhauls})
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}
