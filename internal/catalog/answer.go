package catalog

import "github.com/tourmaline-opt/tourmaline/search"

// An Answer is a solution read from a file.
type Answer struct {
	Solution any      // of the problem's type
	Cost     float64  // computed from scratch
	Stated   *float64 // cost stated by the file; nil: none
}

// IsTrue reports whether the stated cost, if any, is correct; see search.SameCost.
func (a Answer) IsTrue() bool { return a.Stated == nil || search.SameCost(*a.Stated, a.Cost) }

// ReadAnswer reads a solution of a tourmaline.Problem other than tours, from a result in
// JSON or a file of the problem's own format. It checks the solution and computes its cost.
// Package tourmaline sets it, so that its readers stay out of the public API.
var ReadAnswer func(problem any, data []byte, name string) (Answer, error)
