package format

import (
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An atlas holds the coordinates of the cities as tables show them: latitude and longitude in
// decimal degrees on the globe, x, y and z otherwise. A matrix may have no coordinates.
type atlas struct {
	places []float64
	dims   int
	globe  bool
}

func atlasOf(in *tsp.Instance) atlas {
	if latlon := places.Locations(in); latlon != nil {
		return atlas{latlon, 2, true}
	}
	return atlas{in.Coords(), in.Dims(), false}
}

// at returns the coordinates of a city.
func (a atlas) at(c int32) []float64 { return a.places[int(c)*a.dims : (int(c)+1)*a.dims] }

// titles returns the column titles, each preceded by a comma.
func (a atlas) titles() string {
	if a.globe {
		return ",lat,lon"
	}
	return ",x,y,z"[:2*a.dims]
}

// drawing returns the coordinates at which to draw the cities: longitude and latitude on the globe,
// otherwise x and y or the display data. xy is nil if the cities have no coordinates.
func drawing(in *tsp.Instance) (xy []float64, globe bool) {
	a := atlasOf(in)
	if a.dims == 0 {
		return in.Details().Display, false
	}
	xy = make([]float64, 0, 2*in.N())
	for c := range int32(in.N()) {
		if v := a.at(c); a.globe {
			xy = append(xy, v[1], v[0])
		} else {
			xy = append(xy, v[0], v[1])
		}
	}
	return xy, a.globe
}
