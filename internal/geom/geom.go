// Package geom computes bounding boxes of places, and angles and distances on the globe.
package geom

import "math"

const (
	// EarthRadius is the mean radius of the Earth in metres.
	EarthRadius = 6371008.8
	// DegreeLength is the length of a degree of latitude in metres.
	DegreeLength = math.Pi / 180 * EarthRadius
)

// A Box is an axis-aligned bounding box.
type Box struct{ Lo, Hi [3]float64 }

// BoxOf returns the bounding box of interleaved coordinates with dims values per point, or the zero
// Box if there are no points.
func BoxOf(coords []float64, dims int) Box {
	var b Box
	if len(coords) == 0 {
		return b
	}
	copy(b.Lo[:dims], coords[:dims])
	b.Hi = b.Lo
	for i := dims; i < len(coords); i += dims {
		for k, v := range coords[i : i+dims] {
			b.Lo[k] = math.Min(b.Lo[k], v)
			b.Hi[k] = math.Max(b.Hi[k], v)
		}
	}
	return b
}

// UnitVectors converts pairs of latitude and longitude in degrees to points on the unit sphere.
func UnitVectors(latlon []float64) []float64 {
	v := make([]float64, 0, len(latlon)/2*3)
	for i := 0; i < len(latlon); i += 2 {
		sinLat, cosLat := math.Sincos(latlon[i] * math.Pi / 180)
		sinLon, cosLon := math.Sincos(latlon[i+1] * math.Pi / 180)
		v = append(v, cosLat*cosLon, cosLat*sinLon, sinLat)
	}
	return v
}

// Metres returns the great-circle distance in metres between two places, given as latitude and
// longitude in degrees.
func Metres(a, b [2]float64) float64 {
	v := UnitVectors([]float64{a[0], a[1], b[0], b[1]})
	dx, dy, dz := v[0]-v[3], v[1]-v[4], v[2]-v[5]
	return 2 * EarthRadius * HalfAngle(math.Min(4, float64(dx*dx)+float64(dy*dy)+float64(dz*dz)))
}
