package tsp

import (
	"fmt"
	"math"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
)

// A Metric says how the distance between two cities is computed.
type Metric uint8

// The metrics. The first eleven are TSPLIB's [TSPLIB95 §2]; their distances are
// whole numbers by definition. Euclidean and Haversine are for ordinary
// coordinates: distances are not rounded to whole units but kept as fixed-point
// numbers (see Instance.Scale).
const (
	Euc2D     Metric = iota // Euclidean, rounded to the nearest integer
	Ceil2D                  // Euclidean, rounded up
	Euc3D                   // Euclidean in space, rounded
	Man2D                   // Manhattan, rounded
	Man3D                   // Manhattan in space, rounded
	Max2D                   // maximum of the coordinate differences, each rounded
	Max3D                   // the same in space
	Geo                     // TSPLIB's sphere: degrees.minutes, kilometres
	Att                     // pseudo-Euclidean of att48 and att532
	Xray1                   // X-ray crystallography, version 1
	Xray2                   // X-ray crystallography, version 2
	Explicit                // a matrix of weights
	Function                // a Go function
	Euclidean               // Euclidean in the plane or in space, not rounded
	Haversine               // great-circle distance in metres between latitude, longitude pairs
	closed                  // an instance made by Closed
)

var metricNames = [...]string{
	"EUC_2D", "CEIL_2D", "EUC_3D", "MAN_2D", "MAN_3D", "MAX_2D", "MAX_3D", "GEO", "ATT", "XRAY1", "XRAY2",
	"EXPLICIT", "FUNCTION", "EUCLIDEAN", "HAVERSINE", "CLOSED",
}

// String returns the name as in TSPLIB.
func (m Metric) String() string {
	if int(m) < len(metricNames) {
		return metricNames[m]
	}
	return fmt.Sprintf("Metric(%d)", uint8(m))
}

// ParseMetric finds a metric by its TSPLIB name, in upper or lower case.
func ParseMetric(name string) (Metric, error) {
	for m := range Explicit {
		if strings.EqualFold(name, metricNames[m]) {
			return m, nil
		}
	}
	for _, m := range []Metric{Explicit, Euclidean, Haversine} {
		if strings.EqualFold(name, metricNames[m]) {
			return m, nil
		}
	}
	return 0, fmt.Errorf("unknown metric %q: expected one of %s", name, strings.Join(MetricNames(), ", "))
}

// MetricNames returns the names of the metrics that compute distances from coordinates.
func MetricNames() []string {
	names := append([]string{}, metricNames[:Explicit]...)
	return append(names, Euclidean.String(), Haversine.String())
}

// Dims returns the number of coordinates of a city in a file with this metric: 2 or
// 3, or 0 for metrics without coordinates. Euclidean accepts both 2 and 3.
func (m Metric) Dims() int {
	switch m {
	case Euc3D, Man3D, Max3D, Xray1, Xray2:
		return 3
	case Explicit, Function, closed:
		return 0
	}
	return 2
}

// geographic reports whether coordinates are latitude and longitude.
func (m Metric) geographic() bool { return m == Geo || m == Haversine }

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

// nint rounds as TSPLIB does, floor(x + 0.5) [TSPLIB95 §2]. math.Round and
// rounding to even differ.
func nint(x float64) int64 { return int64(math.Floor(float64(x) + 0.5)) }

// arc returns the great-circle distance in units of 1/scale metres, computed from
// the chord between two unit vectors.
func arc(squaredChord, scale float64) int64 {
	return nint(float64(2*geom.EarthRadius*scale) * geom.HalfAngle(squaredChord))
}

// Every product is converted before it is added. On some machines Go may fuse
// a*b + c into one rounding, even in the argument of nint, and some distances
// would then differ.

func squared2(p []float64, i, j int32) float64 {
	dx, dy := p[2*i]-p[2*j], p[2*i+1]-p[2*j+1]
	return float64(dx*dx) + float64(dy*dy)
}

func squared3(p []float64, i, j int32) float64 {
	dx, dy, dz := p[3*i]-p[3*j], p[3*i+1]-p[3*j+1], p[3*i+2]-p[3*j+2]
	return float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
}

// att returns nint(r), or one more if that is less than r [TSPLIB95 §2.7].
func att(squared float64) int64 {
	return int64(math.Ceil(math.Sqrt(squared / 10)))
}

// geo returns TSPLIB's distance on a sphere [TSPLIB95 §2.4]; p holds latitude and
// longitude in radians, made by geoRadians.
func geo(p []float64, i, j int32) int64 {
	const radius = 6378.388
	q1 := math.Cos(p[2*i+1] - p[2*j+1])
	q2 := math.Cos(p[2*i] - p[2*j])
	q3 := math.Cos(p[2*i] + p[2*j])
	return int64(float64(radius*math.Acos(0.5*(float64((1+q1)*q2)-float64((1-q1)*q3)))) + 1)
}

// geoRadians turns DDD.MM into radians with TSPLIB's own pi. Degrees are
// truncated, not rounded as the documentation says: that is how the published
// optima were computed. Minutes above .60 (ali535) are not normalised.
func geoRadians(v float64) float64 {
	const pi = 3.141592
	deg := math.Trunc(v)
	return pi * (deg + 5*(v-deg)/3) / 180
}

// xray returns the movement time of a diffractometer [TSPLIB95 §2.8]: that of the
// slowest of three motors; the first turns a full circle.
func xray(p []float64, i, j int32, speed [3]float64) int64 {
	phi := math.Abs(p[3*i] - p[3*j])
	phi = math.Min(phi, math.Abs(phi-360))
	chi := math.Abs(p[3*i+1] - p[3*j+1])
	theta := math.Abs(p[3*i+2] - p[3*j+2])
	return nint(100 * math.Max(phi/speed[0], math.Max(chi/speed[1], theta/speed[2])))
}
