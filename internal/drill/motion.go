package drill

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Motion is the way in which a machine moves from hole to hole. It determines the lengths of
// paths.
type Motion int

// The motions.
const (
	Straight Motion = iota // along a straight line
	Together               // both axes at the same time, each at its own speed: the longer one counts
	InTurn                 // one axis after the other: both count
)

// metrics are the metrics of the motions.
var metrics = [...]tsp.Metric{Straight: tsp.Euclidean, Together: tsp.Max2D, InTurn: tsp.Man2D}

// ParseMotion returns the motion with the given metric. Without a metric, it returns Straight.
func ParseMotion(metric string) (Motion, error) {
	var names []string
	for m := range Motion(len(metrics)) {
		name := m.metric().String()
		if strings.EqualFold(metric, name) || metric == "" {
			return m, nil
		}
		names = append(names, name)
	}
	return 0, fmt.Errorf("%s does not apply to drill files: expected one of %s", metric, strings.Join(names, ", "))
}

// String returns the name of the metric, or "" for straight lines.
func (m Motion) String() string {
	if m == Straight {
		return ""
	}
	return m.metric().String()
}

func (m Motion) metric() tsp.Metric { return metrics[m] }

// scale returns a factor for coordinates. TSPLIB rounds distances to whole numbers, so the factor
// is the largest power of ten, up to a million, that leaves room for the longest path edge.
func (m Motion) scale(xy []float64) float64 {
	if m == Straight {
		return 1
	}
	reach := 0.0
	for k := range 2 {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := k; i < len(xy); i += 2 {
			lo, hi = min(lo, xy[i]), max(hi, xy[i])
		}
		reach += max(hi-lo, 0)
	}
	scale := 1e6
	for scale > 1 && reach*scale > tsp.MaxDistance/8 {
		scale /= 10
	}
	return scale
}

// unit returns the unit of costs, such as 0.001 mm.
func (m Motion) unit(unit string, scale float64) string {
	if scale == 1 {
		return unit
	}
	return strconv.FormatFloat(1/scale, 'f', -1, 64) + " " + unit
}
