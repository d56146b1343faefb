package tsp

// A Stop is a city on a tour: how far it is from the city before, and from the beginning.
type Stop struct {
	City       int32
	Leg, Total float64
}

// Stops returns the cities of a tour in visiting order. A closed tour has its first city
// once more at the end, with the way back. The first leg is 0, the last total is the cost.
func (in *Instance) Stops(t Tour) []Stop {
	stops := make([]Stop, 0, len(t)+1)
	if len(t) > 0 {
		stops = append(stops, Stop{City: t[0]})
	}
	add := in.adder()
	for i, j := range in.legs(t) {
		stops = append(stops, Stop{City: j, Leg: in.Leg(i, j), Total: add(i, j)})
	}
	return stops
}

// adder returns a function that adds up edges as Cost does.
func (in *Instance) adder() func(i, j int32) float64 {
	if in.asGiven() {
		var sum compensated
		return func(i, j int32) float64 { return sum.add(in.Unrounded(i, j)) }
	}
	length := in.offset
	return func(i, j int32) float64 {
		length += in.Dist(i, j)
		return in.CostOf(length)
	}
}

// A compensated sum carries on what float64 rounds off.
type compensated struct{ sum, rest float64 }

func (c *compensated) add(v float64) float64 {
	next := v - c.rest
	was := c.sum
	c.sum += next
	c.rest = (c.sum - was) - next
	return c.sum
}
