package format

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Stated is what a file says of the tour in it, beside the cities. What it does
// not say is zero.
type Stated struct {
	Cost   *float64
	Path   bool      // it does not return to its first city
	Legs   []float64 // the distance to each city from the one before
	Labels []string  // of the cities in visiting order, where ids identify them
	Hash   string    // of the instance
}

// ErrFalse is wrapped by the error of [Stated.Check].
var ErrFalse = errors.New("the file states what is not so")

// Check compares what a file states of its tour with what is so: the cost, each
// leg and each label. The instance is a path if the tour is to be costed as one.
// Costs are compared by [search.SameCost].
func (s Stated) Check(in *tsp.Instance, t tsp.Tour) error {
	if err := s.checkLegs(in, t); err != nil {
		return err
	}
	if err := s.checkLabels(in, t); err != nil {
		return err
	}
	if cost := in.Cost(t); s.Cost != nil && s.Legs == nil && !search.SameCost(*s.Cost, cost) {
		kind := "tour"
		if in.Open() {
			kind = "path"
		}
		return fmt.Errorf("%w: it states a cost of %s, its %s costs %s", ErrFalse, show(*s.Cost), kind, show(cost))
	}
	return nil
}

func (s Stated) checkLegs(in *tsp.Instance, t tsp.Tour) error {
	for k, leg := range s.Legs {
		if is := legTo(in, t, k); !search.SameCost(leg, is) {
			return fmt.Errorf("%w: it states a leg of %s to city %d at position %d, which is %s", ErrFalse, show(leg), in.ID(t[k]), k+1, show(is))
		}
	}
	return nil
}

// legTo is the distance to the k-th city of a tour from the one before. The
// first leg of a closed tour is the way back from the last city.
func legTo(in *tsp.Instance, t tsp.Tour, k int) float64 {
	switch {
	case len(t) == 1 || k == 0 && in.Open():
		return 0
	case k == 0:
		return float64(in.Dist(t[len(t)-1], t[0])) / in.Scale()
	}
	return float64(in.Dist(t[k-1], t[k])) / in.Scale()
}

func (s Stated) checkLabels(in *tsp.Instance, t tsp.Tour) error {
	labels := in.Labels()
	if labels == nil {
		return nil
	}
	for k, stated := range s.Labels {
		if is := labels[t[k]]; is != "" && !sameLabel(stated, is) {
			return fmt.Errorf("%w: it calls city %d at position %d %s, its label is %s", ErrFalse, in.ID(t[k]), k+1, quote([]byte(stated)), quote([]byte(is)))
		}
	}
	return nil
}

// sameLabel compares labels but for white space and for characters that XML
// cannot hold.
func sameLabel(a, b string) bool {
	return a == b || visible(a) == visible(b)
}

func visible(label string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar || r > 0xfffd && r < 0x10000 {
			return -1
		}
		return r
	}, label)
}

// openPath is the comment of a .tour file that holds a path.
const openPath = "Open path"

var (
	// statedLength is how LKH, TSPLIB and this package state the cost of a tour.
	statedLength = regexp.MustCompile(`(?i)\blength\s*(?:=|:|is|of)?\s*([-+]?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?)(?:[^0-9.,e]|[.,]?$|[.,]\s)`)
	// statedOptimum is how most tours of TSPLIB state it: "Optimal tour for pr76 (108159)".
	statedOptimum = regexp.MustCompile(`(?i)\boptim(?:al|um) (?:tour|solution)\b.*\(([0-9]+)\)\s*$`)
)

// comments takes what the comments of a .tour file state.
func (s *Stated) comments(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		s.Path = s.Path || strings.EqualFold(line, openPath)
		for _, form := range []*regexp.Regexp{statedLength, statedOptimum} {
			if found := form.FindStringSubmatch(line); found != nil && s.Cost == nil {
				s.Cost = number(found[1])
			}
		}
	}
}

// number is nil if the text is too large a number.
func number(text string) *float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil
	}
	return &v
}
