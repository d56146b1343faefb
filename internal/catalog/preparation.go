package catalog

import "github.com/tourmaline-opt/tourmaline/internal/params"

// Preparation is what happens before an algorithm takes over; all algorithms
// share these parameters.
type Preparation struct {
	Start      string `json:"start" choices:"greedy,nearest,curve,random" usage:"start tour: greedy, nearest, curve or random"`
	Neighbours int    `json:"neighbours" range:"2..1000" usage:"length of the neighbour lists"`
	Lists      string `json:"lists" choices:"nearest,quadrant" usage:"neighbour lists: nearest or quadrant"`
}

// prepared are the defaults for n cities. Quadrant lists make for better tours
// wherever cities lie in clusters or rows, but take three times as long to make,
// which very large instances do not get back.
func prepared(start string, n int) Preparation {
	if n > 150_000 {
		return Preparation{Start: start, Neighbours: 8, Lists: "nearest"}
	}
	return Preparation{Start: start, Neighbours: 10, Lists: "quadrant"}
}

func (p Preparation) preparation() Preparation { return p }

// preparationOf are the parameters that all algorithms for tours share.
func preparationOf(p Params) Preparation {
	return p.(interface{ preparation() Preparation }).preparation()
}

// Validate names everything that is wrong.
func (p Preparation) Validate() error { return params.Validate(p) }
