package playground

import (
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Drawing is an instance as the page draws it, with the fields of a drawing of the service.
type Drawing struct {
	Problem    string     `json:"problem"`
	Kind       string     `json:"kind"`
	Name       string     `json:"name"`
	N          int        `json:"n"`
	Geographic bool       `json:"geographic"`
	Unit       string     `json:"unit"`
	Open       bool       `json:"open"`
	Start      *int32     `json:"start,omitempty"`
	End        *int32     `json:"end,omitempty"`
	Named      bool       `json:"named"`
	Origin     [2]float64 `json:"origin"`
	Places     []float32  `json:"places"` // x and y of each city, relative to the origin
	Names      []string   `json:"names"`
}

func drawingOf(in *tsp.Instance) *Drawing {
	at, geographic := places.Coordinates(in)
	d := &Drawing{Problem: "tsp", Kind: "places", Name: in.Name(), N: in.N(), Geographic: geographic, Unit: in.Details().Unit, Open: in.Open(), Named: true}
	if start, end := in.Ends(); d.Open || start >= 0 {
		d.Start, d.End = known(start), known(end)
	}
	d.Origin = places.BoundsOf(in.N(), at).Centre()
	for i := range in.N() {
		x, y := at(i)
		d.Places = append(d.Places, float32(x-d.Origin[0]), float32(y-d.Origin[1]))
		d.Names = append(d.Names, in.NameOf(int32(i)))
	}
	return d
}

// known returns nil for a missing city.
func known(city int32) *int32 {
	if city < 0 {
		return nil
	}
	return &city
}
