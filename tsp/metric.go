package tsp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
)

// A Metric determines how the distance between two cities is computed.
type Metric uint8

// The metrics. The first eleven are TSPLIB's [TSPLIB95 §2]; their distances are whole numbers by
// definition. Euclidean and Haversine are for ordinary coordinates: distances are not rounded to
// whole units but stored as fixed-point numbers (see Instance.Scale).
const (
	Euc2D  Metric = iota // Euclidean, rounded to the nearest integer
	Ceil2D               // Euclidean, rounded up
	Euc3D                // Euclidean in space, rounded
	Man2D                // Manhattan, rounded
	Man3D                // Manhattan in space, rounded
	Max2D                // maximum of the coordinate differences, each rounded
	Max3D                // maximum of the coordinate differences in space, each rounded
	// distance in kilometres on TSPLIB's sphere, from coordinates as degrees.minutes
	Geo
	Att       // pseudo-Euclidean distance of att48 and att532
	Xray1     // X-ray crystallography, version 1
	Xray2     // X-ray crystallography, version 2
	Explicit  // distance matrix
	Function  // Go function
	Euclidean // Euclidean in the plane or in space, not rounded
	// great-circle distance in metres between pairs of latitude and longitude
	Haversine
	closed  // instance created by Closed
	doubled // instance created by Doubled
)

var metricNames = [...]string{
	"EUC_2D", "CEIL_2D", "EUC_3D", "MAN_2D", "MAN_3D", "MAX_2D", "MAX_3D", "GEO", "ATT", "XRAY1", "XRAY2",
	"EXPLICIT", "FUNCTION", "EUCLIDEAN", "HAVERSINE", "CLOSED", "DOUBLED",
}

// String returns the TSPLIB name of the metric.
func (m Metric) String() string {
	if int(m) < len(metricNames) {
		return metricNames[m]
	}
	return fmt.Sprintf("Metric(%d)", uint8(m))
}

// ParseMetric returns the metric with the given TSPLIB name, ignoring case.
func ParseMetric(name string) (Metric, error) {
	for m := range closed {
		if m != Function && strings.EqualFold(name, metricNames[m]) {
			return m, nil
		}
	}
	return 0, fmt.Errorf("unknown metric %q: expected one of %s", name, strings.Join(MetricNames(), ", "))
}

// MetricNames returns the names of the metrics that compute distances from coordinates.
func MetricNames() []string {
	return slices.Concat(metricNames[:Explicit], []string{Euclidean.String(), Haversine.String()})
}

// Dims returns the number of coordinates per city in a file with this metric: 2 or 3, or 0 for
// metrics without coordinates. Euclidean accepts both 2 and 3.
func (m Metric) Dims() int {
	switch m {
	case Euc3D, Man3D, Max3D, Xray1, Xray2:
		return 3
	case Explicit, Function, closed:
		return 0
	}
	return 2
}

// unit returns the unit that a metric implies, or "".
func (m Metric) unit() string {
	switch m {
	case Geo:
		return "km"
	case Haversine:
		return "m"
	}
	return ""
}

// nint rounds like TSPLIB: floor(x + 0.5) [TSPLIB95 §2]. math.Round and rounding to even give
// different results.
func nint(x float64) int64 { return int64(math.Floor(float64(x) + 0.5)) }

// arc returns the great-circle distance in units of 1/scale metres, computed from the chord between
// two unit vectors.
func arc(squaredChord, scale float64) int64 {
	return nint(float64(2*geom.EarthRadius*scale) * geom.HalfAngle(squaredChord))
}

// Every product is converted to float64 before it is added. Otherwise Go may fuse a*b + c into one
// rounding on some machines, even in the argument of nint, and some distances would differ.

func squared2(p []float64, i, j int32) float64 {
	dx, dy := p[2*i]-p[2*j], p[2*i+1]-p[2*j+1]
	return float64(dx*dx) + float64(dy*dy)
}

func squared3(p []float64, i, j int32) float64 {
	dx, dy, dz := p[3*i]-p[3*j], p[3*i+1]-p[3*j+1], p[3*i+2]-p[3*j+2]
	return float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
}

// att returns nint(r), or nint(r)+1 if nint(r) is less than r, where r is the square root of
// squared/10 [TSPLIB95 §2.7].
func att(squared float64) int64 {
	return int64(math.Ceil(math.Sqrt(squared / 10)))
}

// geo returns TSPLIB's distance on a sphere [TSPLIB95 §2.4]. p holds latitude and longitude in
// radians, computed by geoRadians.
func geo(p []float64, i, j int32) int64 {
	const radius = 6378.388
	q1 := math.Cos(p[2*i+1] - p[2*j+1])
	q2 := math.Cos(p[2*i] - p[2*j])
	q3 := math.Cos(p[2*i] + p[2*j])
	return int64(float64(radius*math.Acos(0.5*(float64((1+q1)*q2)-float64((1-q1)*q3)))) + 1)
}

// geoRadians converts DDD.MM to radians with TSPLIB's value of pi. Degrees are truncated, not
// rounded as the documentation says, because the published optima were computed this way. Minutes
// above .60 (ali535) are not normalised.
func geoRadians(v float64) float64 {
	const pi = 3.141592
	deg := math.Trunc(v)
	return pi * (deg + 5*(v-deg)/3) / 180
}

// xray returns the movement time of a diffractometer [TSPLIB95 §2.8], which is the time of the
// slowest of its three motors. The first motor can turn a full circle.
func xray(p []float64, i, j int32, speed [3]float64) int64 {
	phi := math.Abs(p[3*i] - p[3*j])
	phi = math.Min(phi, math.Abs(phi-360))
	chi := math.Abs(p[3*i+1] - p[3*j+1])
	theta := math.Abs(p[3*i+2] - p[3*j+2])
	return nint(100 * math.Max(phi/speed[0], math.Max(chi/speed[1], theta/speed[2])))
}
