// Package verify reads the tours of an instance from files, checks the properties that the files
// state, and compares the tours.
package verify

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// An Error is the reason why a file fails the check. Other errors are reasons why a file could not
// be read.
type Error struct{ error }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.error }

// A Tour is a tour and the properties that its file states.
type Tour struct {
	Path     string
	Instance *tsp.Instance // open if the file states that the tour is a path
	Order    tsp.Tour
	Stated   format.Stated
	// lower bound that the certificate proves; nil unless CheckCertificate verified it
	Proven *float64
}

// ReadTour reads a tour and checks that it visits every city once. If auto is true and the file
// states that the tour is a path, the Instance of the result is a path problem, even if in is not.
func ReadTour(path string, in *tsp.Instance, auto bool) (Tour, error) {
	t, stated, err := format.ReadTourFile(path, in)
	if errors.Is(err, format.ErrNoTour) {
		return Tour{}, &Error{err}
	}
	if err != nil {
		return Tour{}, err
	}
	if stated.Path && auto && !in.Open() && len(t) > 1 {
		if in, err = asPath(in, t); err != nil {
			return Tour{}, err
		}
	}
	if err := in.Check(t); err != nil {
		return Tour{}, &Error{fmt.Errorf("%s does not contain a valid tour of %s: %w", path, in.Name(), err)}
	}
	return Tour{Path: path, Instance: in, Order: t, Stated: stated}, nil
}

// asPath returns the path problem of an instance. The path starts at the start city of the
// instance, or else at the first city of t.
func asPath(in *tsp.Instance, t tsp.Tour) (*tsp.Instance, error) {
	start, _ := in.Ends()
	if start < 0 {
		start = t[0]
	}
	return in.Path(start, -1)
}

// Check compares the stated properties with the tour.
func (t Tour) Check() error {
	if err := t.Stated.Check(t.Instance, t.Order); err != nil {
		return &Error{fmt.Errorf("%s: %w%s", t.Path, err, t.hint())}
	}
	if !t.knowsInstance() {
		return &Error{fmt.Errorf("%s: states the instance %s, but the hash of %s is %s%s", t.Path, budget.Quote(t.Stated.Hash), t.Instance.Name(), t.Instance.Hash(), t.hint())}
	}
	return nil
}

// knowsInstance reports whether the stated hash, if any, is that of the instance, possibly with the
// first and last city of the tour as its ends.
func (t Tour) knowsInstance() bool {
	if t.Stated.Hash == "" || len(t.Order) == 0 || t.Stated.Hash == t.Instance.Hash() {
		return true
	}
	first, last := t.Order[0], t.Order[len(t.Order)-1]
	same := func(in *tsp.Instance, err error) bool { return err == nil && in.Hash() == t.Stated.Hash }
	if !t.Instance.Open() {
		return same(t.Instance.StartAt(first))
	}
	for _, start := range []int32{-1, first} {
		for _, end := range []int32{-1, last} {
			if same(t.Instance.Path(start, end)) {
				return true
			}
		}
	}
	return false
}

// hint suggests a reason for a wrong stated cost.
func (t Tour) hint() string {
	if !t.Instance.Open() && t.Stated.Cost != nil {
		if open, err := t.Instance.Path(-1, -1); err == nil && search.SameCost(*t.Stated.Cost, open.Cost(t.Order)) {
			return ": this is its cost as a path; is --open missing?"
		}
	}
	if t.Stated.Hash != "" && t.Stated.Hash != t.Instance.Hash() {
		return ": was the tour made for a different instance, metric or start?"
	}
	return ""
}

// A Report is the outcome of a check.
type Report struct {
	Name      string   `json:"name"`
	N         int      `json:"n"`
	Problem   string   `json:"problem"`
	Cost      float64  `json:"cost"`
	Stated    *float64 `json:"stated_cost"` // cost stated by the file, or null
	BestKnown *float64 `json:"best_known"`
	Gap       *float64 `json:"gap_percent"`
	// lower bound and gap that a verified certificate proves
	LowerBound *float64 `json:"lower_bound,omitempty"`
	ProvenGap  *float64 `json:"proven_gap_percent,omitempty"`
}

// Report returns the outcome of a check that the tour has passed.
func (t Tour) Report() Report {
	in, value := t.Instance, t.Instance.Cost(t.Order)
	r := Report{Name: in.Name(), N: in.N(), Problem: output.Kind(in), Cost: value, Stated: t.Stated.Cost}
	if known, ok := tsp.BestKnown(in); ok {
		r.BestKnown, r.Gap = new(float64(known.Value)), new(100*(value/float64(known.Value)-1))
	}
	if r.LowerBound = t.Proven; t.Proven != nil {
		if gap, ok := (tourmaline.Known{Value: *t.Proven}).Gap(value); ok {
			r.ProvenGap = &gap
		}
	}
	return r
}

// StatedText returns a remark on whether the file states a cost. A stated cost has passed the
// check.
func (r Report) StatedText() string {
	if r.Stated == nil {
		return " (the file states no cost)"
	}
	return " as stated"
}

// A Comparison compares one of several tours of an instance with the first.
type Comparison struct {
	File string `json:"file"`
	Report
	SameLegs int `json:"same_legs"` // number of legs in common with the first tour
	Tour     `json:"-"`
}

// Compare compares each tour with the first.
func Compare(tours []Tour) []Comparison {
	return list.Map(tours, func(t Tour) Comparison {
		return Comparison{File: t.Path, Report: t.Report(), SameLegs: sameLegs(tours[0], t), Tour: t}
	})
}

// Text describes the difference from the first tour.
func (c Comparison) Text(first Comparison, system humanize.System) string {
	if c.File == first.File {
		return ""
	}
	legs := fmt.Sprintf("%d of %d legs the same", c.SameLegs, len(c.Instance.Stops(c.Order))-1)
	change := c.Cost - first.Cost
	if change == 0 {
		return fmt.Sprintf(", as long as %s; %s", humanize.Printable(first.File), legs)
	}
	word := map[int]string{-1: "less", 1: "more"}[cmp.Compare(change, 0)]
	percent := ""
	if first.Cost != 0 {
		percent = fmt.Sprintf(" (%.1f %%)", 100*math.Abs(change/first.Cost))
	}
	return fmt.Sprintf(", %s%s %s than %s; %s", humanize.Amount(math.Abs(change), c.Instance.Details().Unit, system), percent, word, humanize.Printable(first.File), legs)
}

// sameLegs returns the number of legs that two tours share. The direction of a leg counts only if
// the instance is asymmetric.
func sameLegs(a, b Tour) int {
	same, mine := 0, a.legs()
	for l := range b.legs() {
		if mine[l] {
			same++
		}
	}
	return same
}

func (t Tour) legs() map[[2]int32]bool {
	legs := map[[2]int32]bool{}
	stops := t.Instance.Stops(t.Order)
	for k := 1; k < len(stops); k++ {
		from, to := stops[k-1].City, stops[k].City
		if t.Instance.Symmetric() {
			from, to = min(from, to), max(from, to)
		}
		legs[[2]int32{from, to}] = true
	}
	return legs
}
