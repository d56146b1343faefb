package tsp

import (
	"fmt"
	"math"
	"slices"
)

// SetDisplay sets the places to draw for an instance without coordinates.
func (in *Instance) SetDisplay(xy []float64) error {
	if len(xy) != 2*in.n {
		return fmt.Errorf("%d display coordinates for %d cities: expected %d, x and y for each city", len(xy), in.n, 2*in.n)
	}
	in.display = xy
	return nil
}

// Display returns what SetDisplay set, or nil. The caller must not change it.
func (in *Instance) Display() []float64 { return in.display }

// SetLocations sets where on the globe the cities are, latitude and longitude in degrees for
// each, for an instance whose distances are a matrix or a function.
func (in *Instance) SetLocations(latlon []float64) error {
	if len(latlon) != 2*in.n {
		return fmt.Errorf("%d latitudes and longitudes for %d cities: expected %d, two for each city", len(latlon), in.n, 2*in.n)
	}
	for i := 0; i < len(latlon); i += 2 {
		if !(math.Abs(latlon[i]) <= 90) || !(math.Abs(latlon[i+1]) <= 360) {
			return fmt.Errorf("city %d: latitude %v and longitude %v: expected -90 to 90 and -360 to 360", i/2+1, latlon[i], latlon[i+1])
		}
	}
	in.locations = latlon
	return nil
}

// Locations returns latitude and longitude of the cities in decimal degrees, or nil if they
// are not on the globe. The caller must not change it.
func (in *Instance) Locations() []float64 {
	switch {
	case in.locations != nil:
		return in.locations
	case in.metric == Geo:
		latlon := make([]float64, len(in.coords))
		for i, v := range in.coords {
			whole := math.Trunc(v)
			latlon[i] = whole + (v-whole)*5/3
		}
		return latlon
	case in.Geographic():
		return in.coords
	}
	return nil
}

// Drawable reports whether the cities have places to draw.
func (in *Instance) Drawable() bool { return in.dims > 0 || in.display != nil || in.locations != nil }

// Picture returns x, y per city for drawing, with y growing upwards: the places on the
// globe as Projection shows them, else the display data, else the first two coordinates.
// It returns nil if the cities have no places.
func (in *Instance) Picture() []float64 {
	latlon := in.Locations()
	switch {
	case latlon != nil:
		p := in.Projection()
		xy := make([]float64, len(latlon))
		for i := 0; i < len(xy); i += 2 {
			xy[i], xy[i+1] = p.XY(latlon[i], latlon[i+1])
		}
		return xy
	case in.display != nil:
		return in.display
	case in.dims == 0:
		return nil
	}
	xy := make([]float64, 0, 2*in.n)
	for i := 0; i < len(in.coords); i += in.dims {
		xy = append(xy, in.coords[i], in.coords[i+1])
	}
	return xy
}

// A Projection maps the globe to the plane: longitudes from West on, squeezed so that the
// aspect ratio is true at the middle of the map. Its unit is a degree of latitude.
type Projection struct {
	West    float64 // the longitude at the left edge
	Squeeze float64 // of a degree of longitude
}

// DegreeLength is the length of a degree of latitude in metres.
const DegreeLength = math.Pi / 180 * EarthRadius

// Projection returns the one that Picture uses. It is zero for cities that are not on the
// globe.
func (in *Instance) Projection() Projection {
	latlon := in.Locations()
	if latlon == nil {
		return Projection{}
	}
	box := boxOf(latlon, 2)
	return Projection{West: westEnd(latlon), Squeeze: math.Max(0.05, math.Cos((box.Lo[0]+box.Hi[0])/2*math.Pi/180))}
}

// XY projects a place. Longitudes that differ by 360 degrees give the same point.
func (p Projection) XY(lat, lon float64) (x, y float64) {
	if lon < p.West || lon >= p.West+360 {
		lon = p.West + math.Mod(math.Mod(lon-p.West, 360)+360, 360)
	}
	return lon * p.Squeeze, lat
}

// World is the width of the whole globe, which a line may leave on one side and enter on
// the other.
func (p Projection) World() float64 { return 360 * p.Squeeze }

// westEnd is the longitude at which a map should begin: just east of the widest
// gap between longitudes. Cities on both sides of the date line then stay
// together.
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
