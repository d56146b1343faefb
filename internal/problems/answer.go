package problems

import (
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// An Answer is a solution read from a file.
type Answer struct {
	Solution any      // type depends on the problem
	Cost     float64  // recomputed from scratch
	Stated   *float64 // cost that the file states, or nil
}

// ReadAnswer reads a solution of a problem other than tours; see Problem.ReadSolution.
func ReadAnswer(p tourmaline.Problem, data []byte, name string) (a Answer, err error) {
	a.Solution, a.Cost, a.Stated, err = p.ReadSolution(data, name)
	return a, err
}

// IsTrue reports whether the stated cost, if any, is correct; see search.SameCost.
func (a Answer) IsTrue() bool { return a.Stated == nil || search.SameCost(*a.Stated, a.Cost) }
