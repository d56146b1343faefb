package prepare

import "github.com/tourmaline-opt/tourmaline/internal/params"

// Params are the preparation parameters, which all tour algorithms share.
type Params struct {
	Start      string `json:"start" choices:"greedy,nearest,curve,random" usage:"start tour: shortest edges first, nearest neighbour from a random city, along a space-filling curve, or random"`
	Neighbours int    `json:"neighbours" range:"2..1000" usage:"length of the neighbour lists"`
	Lists      string `json:"lists" choices:"nearest,quadrant,equal-quadrant" usage:"neighbour lists: nearest cities, quadrant (nearest cities, but at least two of each quadrant, made symmetric) or equal-quadrant (a quarter of them from each quadrant)"`
}

// Defaults returns the parameters for n cities. Quadrant lists give better tours where cities form
// clusters or rows, but take three times as long to build, which is not worthwhile for very large
// instances.
func Defaults(start string, n int) Params {
	if n > 150_000 {
		return Params{Start: start, Neighbours: 8, Lists: "nearest"}
	}
	return Params{Start: start, Neighbours: 10, Lists: "quadrant"}
}

// Validate reports all invalid parameters.
func (p Params) Validate() error { return params.Validate(p) }
