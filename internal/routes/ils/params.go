package ils

import "github.com/tourmaline-opt/tourmaline/internal/params"

// Params holds the parameters of iterated local search.
type Params struct {
	Removed int     `json:"removed" range:"1..1000" usage:"usual number of stops that a kick removes and inserts again"`
	String  int     `json:"string" range:"1..1000" usage:"maximum number of consecutive stops that a kick removes from a route"`
	Blink   float64 `json:"blink" range:"0..0.9" usage:"probability with which an insertion skips a place"`
	Heat    float64 `json:"heat" range:"0..1000000" usage:"how much worse a kick may make the plan initially, as a multiple of the usual change; 0: not at all"`
	Descent string  `json:"descent" choices:"queue,none" usage:"local search after a kick: queue (around the changed stops) or none"`
	Reach   float64 `json:"reach" range:"0..1000000" usage:"a descent follows only kicks that worsen the plan by at most this multiple of what descents usually repair; 0: every kick"`
	Lanes   int     `json:"lanes" range:"1..255" usage:"number of parts of the plan that are kicked at the same time, which limits the threads that the search can use; if there are fewer than 16 routes per lane, number of separate plans"`
	Kicks   int     `json:"kicks" range:"1..1000000" usage:"number of kicks in a step"`
}

// none is the Descent without local search.
const none = "none"

// Defaults returns the default parameters for n stops.
func Defaults(n int) Params {
	return Params{
		Removed: 10, String: 10, Blink: 0.01, Heat: 0.25, Descent: "queue", Reach: 4,
		Lanes: defaultLanes(n), Kicks: max(200, n/1000),
	}
}

// defaultLanes returns the number of lanes for n stops. Borders between lanes hinder kicks beside
// them.
func defaultLanes(n int) int {
	switch {
	case n < 200:
		return 1
	case n < 5000:
		return 2
	case n < 20_000:
		return 4
	}
	return 8
}

// Validate returns an error that lists all invalid parameters.
func (p Params) Validate() error { return params.Validate(p) }
