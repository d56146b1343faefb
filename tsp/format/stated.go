package format

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Stated holds the properties that a file states about its tour besides the order of the cities.
// Properties that the file does not state are zero.
type Stated struct {
	Cost *float64
	Path bool      // whether the tour does not return to its first city
	Legs []float64 // distance to each city from the previous one
	// distance along the tour from the first city to each city, and finally back to the first city
	Totals []float64
	Labels []string  // labels in visiting order, if the cities are identified by ids
	Places []float64 // coordinates in visiting order: x, y or longitude, latitude
	Roads  Roads     // roads between the cities
	Hash   string    // hash of the instance
	Bound  *float64  // lower bound on the cost of every tour
	// proof of a lower bound in a result of Tourmaline; nil if there is none
	Certificate json.RawMessage
	also        []float64 // further costs stated in comments
	ahead       []float64 // distance to each city from the previous one; the first is 0
}

// Check compares the stated cost, bound, legs, totals, labels and coordinates with the actual
// values. in must be a path if the tour's cost is to be computed as a path. Costs are compared by
// [search.SameCost].
func (s Stated) Check(in *tsp.Instance, t tsp.Tour) error {
	for _, check := range []func(*tsp.Instance, tsp.Tour) error{s.checkCost, s.checkBound, s.checkLegs, s.checkAhead, s.checkTotals, s.checkLabels, s.checkPlaces} {
		if err := check(in, t); err != nil {
			return err
		}
	}
	return nil
}

func (s Stated) checkCost(in *tsp.Instance, t tsp.Tour) error {
	stated := s.also
	if s.Cost != nil && s.Legs == nil { // with legs, each leg is checked instead
		stated = append([]float64{*s.Cost}, stated...)
	}
	kind := "tour"
	if in.Open() {
		kind = "path"
	}
	cost := in.Cost(t)
	for _, v := range stated {
		if !search.SameCost(v, cost) {
			return fmt.Errorf("states cost %s, but the %s costs %s", show(v), kind, show(cost))
		}
	}
	return nil
}

// checkBound rejects a lower bound above the cost of the tour or above a proven optimum.
func (s Stated) checkBound(in *tsp.Instance, t tsp.Tour) error {
	if s.Bound == nil {
		return nil
	}
	cost, what := in.Cost(t), "the tour costs"
	if known, ok := tsp.BestKnown(in); ok && known.Proven && float64(known.Value) < cost {
		cost, what = float64(known.Value), "the optimum is"
	}
	if !(*s.Bound <= cost) && !search.SameCost(*s.Bound, cost) {
		return fmt.Errorf("states the lower bound %s, but %s %s", show(*s.Bound), what, show(cost))
	}
	return nil
}

// checkAhead checks legs of which the first is 0 even if the tour is closed.
func (s Stated) checkAhead(in *tsp.Instance, t tsp.Tour) error {
	if len(s.ahead) != len(t) {
		return nil
	}
	legs := append([]float64{}, s.ahead...)
	if legs[0] == 0 {
		legs[0] = legTo(in, t, 0)
	}
	return Stated{Legs: legs}.checkLegs(in, t)
}

func (s Stated) checkLegs(in *tsp.Instance, t tsp.Tour) error {
	for k, leg := range s.Legs[:min(len(s.Legs), len(t))] {
		if is := legTo(in, t, k); !search.SameCost(leg, is) {
			return fmt.Errorf("states leg %s to city %d at position %d, but the distance is %s", show(leg), in.ID(t[k]), k+1, show(is))
		}
	}
	return nil
}

func (s Stated) checkTotals(in *tsp.Instance, t tsp.Tour) error {
	if s.Totals == nil {
		return nil
	}
	stops := in.Stops(t)
	for k, total := range s.Totals[:min(len(s.Totals), len(stops))] {
		if is := stops[k].Total; !search.SameCost(total, is) {
			return fmt.Errorf("states total %s at position %d, but the total is %s", show(total), k+1, show(is))
		}
	}
	return nil
}

// legTo returns the distance to the k-th city of a tour from the previous city. The first leg of a
// closed tour is the leg from the last city to the first.
func legTo(in *tsp.Instance, t tsp.Tour, k int) float64 {
	if len(t) == 1 || k == 0 && in.Open() {
		return 0
	}
	leg, _ := in.Leg(t[(k+len(t)-1)%len(t)], t[k])
	return leg
}

func (s Stated) checkLabels(in *tsp.Instance, t tsp.Tour) error {
	labels := in.Details().Labels
	if labels == nil {
		return nil
	}
	// a closed tour may list its first city again at the end
	for k, stated := range s.Labels[:min(len(s.Labels), len(t))] {
		if is := labels[t[k]]; is != "" && visible(stated) != visible(is) {
			return fmt.Errorf("gives city %d at position %d the label %s, but its label is %s", in.ID(t[k]), k+1, quote([]byte(stated)), quote([]byte(is)))
		}
	}
	return nil
}

// checkPlaces accepts coordinates rounded to five decimals, and longitudes beyond the date line.
func (s Stated) checkPlaces(in *tsp.Instance, t tsp.Tour) error {
	if s.Places == nil {
		return nil
	}
	drawn, globe := drawing(in)
	if drawn == nil {
		return nil
	}
	for k, c := range t[:min(len(s.Places)/2, len(t))] {
		stated, is := s.Places[2*k:2*k+2], drawn[2*c:2*c+2]
		for axis := range is {
			off := math.Abs(stated[axis] - is[axis])
			if globe {
				off = min(off, math.Abs(off-360))
			}
			if !(off <= 1e-5) {
				return fmt.Errorf("states that city %d at position %d is at %v, but it is at %v", in.ID(c), k+1, stated, is)
			}
		}
	}
	return nil
}

// visible returns a label without white space and characters that XML cannot represent.
func visible(label string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar || r > 0xfffd && r < 0x10000 {
			return -1
		}
		return r
	}, label)
}

// openPath is the comment that marks a path in a .tour file.
const openPath = "Open path"

var (
	// statedLength matches a tour length as LKH, this package and some TSPLIB tours write it.
	statedLength = regexp.MustCompile(`(?i)\blength\s*(?:=|:|is|of)?\s*([-+]?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?)(?:[^0-9.,e]|[.,]?$|[.,]\s)`)
	// statedOptimum matches a tour length as most TSPLIB tours write it: "Optimal tour for pr76
	// (108159)".
	statedOptimum = regexp.MustCompile(`(?i)\boptim(?:al|um) (?:tour|solution)\b.*\(([0-9]+)\)\s*$`)
)

// comments adds the properties stated in the comments of a .tour file.
func (s *Stated) comments(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		s.Path = s.Path || strings.EqualFold(line, openPath)
		for _, form := range []*regexp.Regexp{statedLength, statedOptimum} {
			found := form.FindStringSubmatch(line)
			if found == nil {
				continue
			}
			// a number that is too large becomes infinite, which no cost is
			v, _ := strconv.ParseFloat(found[1], 64)
			if s.Cost == nil {
				s.Cost = &v
			} else {
				s.also = append(s.also, v)
			}
		}
	}
}
