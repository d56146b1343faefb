package problems

import (
	"encoding/json"
	"fmt"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/search"
)

// An Answer is a solution read from a file.
type Answer struct {
	Solution any      // type depends on the problem
	Cost     float64  // recomputed from scratch
	Stated   *float64 // cost that the file states, or nil

	bound *float64 // lower bound that the file states, or nil
	hash  string   // hash of the instance that the file states, or ""
}

// ReadAnswer reads a solution of a problem other than tours; see Problem.ReadSolution.
func ReadAnswer(p tourmaline.Problem, data []byte, name string) (a Answer, err error) {
	if a.Solution, a.Cost, a.Stated, err = p.ReadSolution(data, name); err != nil {
		return a, err
	}
	var result struct {
		Instance json.RawMessage
		Bound    *float64 `json:"lower_bound"`
	}
	var of struct{ Hash string }
	// not all files are JSON, and in files of other programs "instance" may have any meaning
	if json.Unmarshal(data, &result) == nil && json.Unmarshal(result.Instance, &of) == nil {
		a.bound, a.hash = result.Bound, of.Hash
	}
	return a, nil
}

// Check returns an error if the stated cost, lower bound or instance is false.
func (a Answer) Check(p tourmaline.Problem) error {
	if a.Stated != nil && !search.SameCost(*a.Stated, a.Cost) {
		return fmt.Errorf("states cost %v, but the solution costs %v", *a.Stated, a.Cost)
	}
	least, what := a.Cost, "the solution costs"
	if known, ok := p.BestKnown(); ok && known.Proven && known.Value < least {
		least, what = known.Value, "the optimum is"
	}
	if a.bound != nil && *a.bound > least && !search.SameCost(*a.bound, least) {
		return fmt.Errorf("states the lower bound %v, but %s %v", *a.bound, what, least)
	}
	info, err := p.Info()
	if err == nil && a.hash != "" && a.hash != info.Hash {
		err = fmt.Errorf("states the instance %s, but the hash of %s is %s", budget.Quote(a.hash), info.Name, info.Hash)
	}
	return err
}
