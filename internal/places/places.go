// Package places computes where the cities of an instance are: on the globe, in a picture and in a
// bounding box.
package places

import (
	"math"
	"slices"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Geographic reports whether the coordinates of an instance are latitude and longitude.
func Geographic(in *tsp.Instance) bool {
	return in.Metric() == tsp.Geo || in.Metric() == tsp.Haversine
}

// IDText returns the id of city i as in its file: a code or a number.
func IDText(in *tsp.Instance, i int32) string {
	if codes := in.Details().Codes; codes != nil {
		return codes[i]
	}
	return strconv.FormatInt(in.ID(i), 10)
}

// Box returns the bounding box of the unprojected coordinates. It returns a zero box for an
// instance without coordinates.
func Box(in *tsp.Instance) geom.Box { return geom.BoxOf(in.Coords(), in.Dims()) }

// Locations returns the latitude and longitude of each city in decimal degrees, or nil if the
// cities are not on the globe. The caller must not change the slice.
func Locations(in *tsp.Instance) []float64 {
	switch latlon := in.Details().Locations; {
	case latlon != nil:
		return latlon
	case in.Metric() == tsp.Geo:
		latlon = make([]float64, len(in.Coords()))
		for i, v := range in.Coords() {
			whole := math.Trunc(v)
			latlon[i] = whole + (v-whole)*5/3
		}
		return latlon
	case Geographic(in):
		return in.Coords()
	}
	return nil
}

// Coordinates returns a function that returns the coordinates of a city: longitude and latitude on
// the globe, or else x and y. The function is nil if the cities have no coordinates.
func Coordinates(in *tsp.Instance) (at func(i int) (x, y float64), geographic bool) {
	if latlon := Locations(in); latlon != nil {
		return func(i int) (x, y float64) { return latlon[2*i+1], latlon[2*i] }, true
	}
	xy, step := in.Details().Display, 2
	if xy == nil {
		xy, step = in.Coords(), in.Dims()
	}
	if xy == nil {
		return nil, false
	}
	return func(i int) (x, y float64) { return xy[step*i], xy[step*i+1] }, false
}

// Drawable reports whether the cities have coordinates for a picture.
func Drawable(in *tsp.Instance) bool {
	d := in.Details()
	return in.Dims() > 0 || d.Display != nil || d.Locations != nil
}

// Picture returns x and y for each city, with y growing upwards. It uses the projected places on
// the globe if available, otherwise the display data, otherwise the first two coordinates. It
// returns nil if the cities have no places.
func Picture(in *tsp.Instance) []float64 {
	latlon, coords, dims := Locations(in), in.Coords(), in.Dims()
	switch display := in.Details().Display; {
	case latlon != nil:
		p := Project(in)
		xy := make([]float64, len(latlon))
		for i := 0; i < len(xy); i += 2 {
			xy[i], xy[i+1] = p.XY(latlon[i], latlon[i+1])
		}
		return xy
	case display != nil:
		return display
	case dims == 0:
		return nil
	}
	xy := make([]float64, 0, 2*in.N())
	for i := 0; i < len(coords); i += dims {
		xy = append(xy, coords[i], coords[i+1])
	}
	return xy
}

// A Projection maps the globe to the plane. Longitudes start at West. They are scaled so that the
// aspect ratio is correct at the middle of the map. The unit is one degree of latitude.
type Projection struct {
	West    float64 // longitude at the left edge
	Squeeze float64 // scale of a degree of longitude
}

// Project returns the projection that Picture uses. It returns a zero Projection if the cities are
// not on the globe.
func Project(in *tsp.Instance) Projection {
	latlon := Locations(in)
	if latlon == nil {
		return Projection{}
	}
	box := geom.BoxOf(latlon, 2)
	return Projection{West: westEnd(latlon), Squeeze: math.Max(0.05, math.Cos((box.Lo[0]+box.Hi[0])/2*math.Pi/180))}
}

// XY projects a place. Longitudes that differ by 360 degrees give the same point.
func (p Projection) XY(lat, lon float64) (x, y float64) {
	if lon < p.West || lon >= p.West+360 {
		lon = p.West + math.Mod(math.Mod(lon-p.West, 360)+360, 360)
	}
	return lon * p.Squeeze, lat
}

// World returns the width of the whole globe. A line may leave the map on one side and enter it on
// the other.
func (p Projection) World() float64 { return 360 * p.Squeeze }

// westEnd returns the longitude just east of the widest gap between longitudes. On a map that
// starts there, cities on both sides of the date line stay together.
func westEnd(latlon []float64) float64 {
	var lons []float64
	for i := 1; i < len(latlon); i += 2 {
		lons = append(lons, latlon[i])
	}
	slices.Sort(lons)
	west, widest := lons[0], lons[0]+360-lons[len(lons)-1]
	for i := 1; i < len(lons); i++ {
		if gap := lons[i] - lons[i-1]; gap > widest {
			west, widest = lons[i], gap
		}
	}
	return west
}

// RandomTourEstimate returns the expected cost of an optimal tour if the cities were uniformly
// random in their bounding box: 0.7124·√(n·A)·(1+0.33/n) [JM97]. It returns 0 except for Euclidean
// metrics in the plane. The formula assumes a square without borders. In real squares, optimal
// tours are longer by about 2.5 % for a thousand cities, 0.9 % for ten thousand and 0.1 % for a
// million, as the random instances of the DIMACS challenge show.
func RandomTourEstimate(in *tsp.Instance) float64 {
	if !slices.Contains([]tsp.Metric{tsp.Euc2D, tsp.Ceil2D, tsp.Euclidean}, in.Metric()) || in.Dims() != 2 {
		return 0
	}
	box, n := Box(in), float64(in.N())
	area := (box.Hi[0] - box.Lo[0]) * (box.Hi[1] - box.Lo[1])
	return 0.7124 * math.Sqrt(n*area) * (1 + 0.33/n)
}
