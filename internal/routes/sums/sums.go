// Package sums provides what a stretch of a route adds up to: distance, times, loads, stops and
// skills. Two stretches are joined in O(1), so a changed route is judged without visiting its stops
// again. The results equal those of a simulation.
package sums

// A Stretch is the sum of consecutive stops of a route. The zero Stretch has no stops and must not
// be joined, because it has no time in which it can begin: see Time.
type Stretch struct {
	Distance int64
	Time     Time
	Skills   uint64 // all that its stops need
	Stops    int32
	Order    Order
}

// Join returns the stretch of a and then b, with a given distance and time from the end of a to the
// start of b. It reports false if b cannot begin in time, or breaks the order of backhauls.
func (a *Stretch) Join(b *Stretch, distance, time int64) (Stretch, bool) {
	t, ok := a.Time.Join(b.Time, time)
	return Stretch{
		Distance: a.Distance + distance + b.Distance, Time: t,
		Skills: a.Skills | b.Skills, Stops: a.Stops + b.Stops, Order: a.Order | b.Order,
	}, ok && !a.Order.Breaks(b.Order)
}

// An Order says which kinds of stops a stretch has. With backhauls, a route delivers at one stop or
// more, and fetches only afterwards.
type Order uint8

// The kinds of stops. Without backhauls, an Order is 0.
const (
	Delivers Order = 1 << iota
	Fetches
)

// Breaks reports whether a stretch with the order b must not follow one with the order a.
func (a Order) Breaks(b Order) bool { return a&Fetches != 0 && b&Delivers != 0 }

// Lacks reports whether a whole route has backhauls without a delivery.
func (a Order) Lacks() bool { return a == Fetches }
