package tsp

import "github.com/tourmaline-opt/tourmaline/internal/permutation"

// A Tour lists the cities in visiting order, 0-based. It returns from the last city to the first
// unless the instance requires a path.
type Tour []int32

// Identity returns the tour 0, 1, …, n-1.
func Identity(n int) Tour {
	t := make(Tour, n)
	for i := range t {
		t[i] = int32(i)
	}
	return t
}

// Length returns the sum of the distances along t in units of 1/Scale, computed from scratch. t
// must be a permutation.
func (in *Instance) Length(t Tour) int64 {
	if len(t) < 2 {
		return 0
	}
	sum := int64(0)
	for k := 1; k < len(t); k++ {
		sum += in.Dist(t[k-1], t[k])
	}
	if in.route.open {
		return sum
	}
	return sum + in.Dist(t[len(t)-1], t[0])
}

// CostOf converts a length to a cost.
func (in *Instance) CostOf(length int64) float64 {
	length -= in.offset
	if in.barred.count == 0 {
		return float64(length) / in.scale
	}
	// a tour without forbidden edges is shorter than the weight
	forbidden := length / in.barred.weight
	return float64(length%in.barred.weight)/in.scale + float64(float64(forbidden)*in.barred.value)
}

// Check returns an error unless t is a tour of this instance: a permutation with the required ends
// and fixed edges.
func (in *Instance) Check(t Tour) error {
	if err := permutation.Check(t, in.n); err != nil {
		return err
	}
	if in.doubled != nil {
		return in.doubled.check(t)
	}
	return in.route.check(in, t)
}

// A Stop is a city on a tour, with its distance from the previous stop and from the start of the
// tour.
type Stop struct {
	City       int32
	Leg, Total float64
}

// Stops returns the cities of a tour in visiting order: n stops for a path, and n+1 for a closed
// tour, which ends with its first city again. The first leg is 0, and the last total is the cost. A
// closed tour of one city also has two stops, at distance 0.
func (in *Instance) Stops(t Tour) []Stop {
	if len(t) == 0 {
		return nil
	}
	stops := append(make([]Stop, 0, len(t)+1), Stop{City: t[0]})
	add := in.adder()
	for i, j := range in.legs(t) {
		leg, _ := in.Leg(i, j)
		stops = append(stops, Stop{City: j, Leg: leg, Total: add(i, j)})
	}
	if len(t) == 1 && !in.route.open {
		stops = append(stops, stops[0])
	}
	return stops
}

// adder returns a function that adds an edge and returns the sum so far, computed as in Cost.
func (in *Instance) adder() func(i, j int32) float64 {
	if in.asGiven() {
		var sum compensated
		return func(i, j int32) float64 { return sum.add(in.unrounded(i, j)) }
	}
	length := in.offset
	return func(i, j int32) float64 {
		length += in.Dist(i, j)
		return in.CostOf(length)
	}
}

// A compensated is a sum that also records the part that float64 rounds off.
type compensated struct{ sum, rest float64 }

func (c *compensated) add(v float64) float64 {
	next := v - c.rest
	was := c.sum
	c.sum += next
	c.rest = (c.sum - was) - next
	return c.sum
}
