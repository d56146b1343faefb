package prepare

import "github.com/tourmaline-opt/tourmaline/internal/params"

// Params are the preparation parameters, which all tour algorithms share.
type Params struct {
	Start      string `json:"start" choices:"greedy,nearest,curve,random" usage:"start tour: greedy (shortest edges first), nearest (nearest neighbour from a random city), curve (along a space-filling curve) or random"`
	Neighbours int    `json:"neighbours" range:"2..1000" usage:"number of neighbours per city in the neighbour lists"`
	Lists      string `json:"lists" choices:"nearest,quadrant,equal-quadrant" usage:"neighbour lists: nearest (nearest cities), quadrant (nearest cities, but at least two from each quadrant, made symmetric) or equal-quadrant (a quarter from each quadrant)"`
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
