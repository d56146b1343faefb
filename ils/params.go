package ils

import (
	"errors"
	"fmt"
)

// Params are the knobs of iterated local search.
type Params struct {
	Segment int `json:"segment" usage:"longest segment that a kick moves, in cities"`
	Kicks   int `json:"kicks" usage:"kicks per step and lane; 0 stops at the first local optimum"`
	Piece   int `json:"piece" usage:"cities per piece on instances too large for one"`
	Lanes   int `json:"lanes" usage:"pieces per step: how many threads a large instance can keep busy"`
}

// Defaults are the parameters that suit an instance of that many cities.
func Defaults(int) Params {
	return Params{Segment: 50, Kicks: 1000, Piece: 25_000, Lanes: 8}
}

// Validate names everything that is wrong.
func (p Params) Validate() error {
	var faults []error
	for _, f := range []struct {
		name      string
		value, lo int
	}{
		{"segment", p.Segment, 1}, {"kicks", p.Kicks, 0}, {"piece", p.Piece, 1000}, {"lanes", p.Lanes, 1},
	} {
		if f.value < f.lo || f.value > 1<<30 {
			faults = append(faults, fmt.Errorf("%s = %d, expected at least %d", f.name, f.value, f.lo))
		}
	}
	return errors.Join(faults...)
}
