// Package tours contains functions that all tour algorithms need: CheckFixed checks a tour and its
// fixed edges, and Canonical returns the canonical form of a tour.
package tours

import (
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// CheckFixed returns an error unless t is a tour of in. If in was created by Closed, the tour must
// also contain all tied edges. Local search relies on this, because it never cuts them.
func CheckFixed(in *tsp.Instance, t tsp.Tour) error {
	p := in.Plain()
	if err := in.Check(t); err != nil || p == nil {
		return err
	}
	if have, want := countTied(p, t), countTied(p, p.Fit(p.Back(t))); have != want {
		return fmt.Errorf("the tour contains only %d of the %d fixed edges", have, want)
	}
	return nil
}

// countTied returns the number of tied edges in a tour.
func countTied(p *tsp.Plain, t tsp.Tour) int {
	edges := 0
	for i, c := range t {
		if p.Tied(c, t[(i+1)%len(t)]) {
			edges++
		}
	}
	return edges
}

// Canonical returns t in the form used for results. The tour starts at the first city, or at the
// required start. Of the two directions of a symmetric tour, Canonical uses the one whose second
// city has the smaller id. A path with free ends starts at the end with the smaller id.
func Canonical(in *tsp.Instance, t tsp.Tour) tsp.Tour {
	c := slices.Clone(t)
	if len(c) < 2 {
		return c
	}
	start, end := in.Ends()
	if in.Open() {
		if in.Symmetric() && start < 0 && end < 0 && in.ID(c[0]) > in.ID(c[len(c)-1]) {
			slices.Reverse(c)
		}
		return c
	}
	at := slices.Index(c, max(start, 0))
	c = append(c[at:len(c):len(c)], c[:at]...)
	if in.Symmetric() && in.ID(c[1]) > in.ID(c[len(c)-1]) {
		slices.Reverse(c[1:])
	}
	return c
}
