package tourmaline

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
)

// AlgorithmInfo describes an algorithm for a problem.
type AlgorithmInfo struct {
	Name    string      `json:"name"`
	Summary string      `json:"summary"`
	Default bool        `json:"default"` // the pick of "auto" on one thread, without limits or parameters
	Engines []string    `json:"engines"` // "cpu", and "opencl" where there are kernels
	Params  []ParamInfo `json:"params"`
}

// Algorithms returns the algorithms for this problem, whose names are valid in
// Config.Algorithm, with the defaults of their parameters at its size. It fails if a
// user-defined algorithm is faulty.
func (p Problem) Algorithms() (all []AlgorithmInfo, err error) {
	defer catch(&err)
	if p.task == nil {
		return nil, errNoProblem
	}
	if err := p.task.validate(); err != nil {
		return nil, withParamError(err)
	}
	auto := p.usual()
	for _, r := range p.task.rows() {
		all = append(all, describe(r, p.task.params(r), auto))
	}
	return all, nil
}

// usual returns the pick of auto on one thread, without limits or parameters.
func (p Problem) usual() string {
	limit := DefaultTimeLimit(p.task.info().N)
	return p.task.auto(catalog.Budget{Time: limit, Threads: 1}, nil).Algorithm
}

// Algorithm returns the algorithm that New uses: that of Config, or the pick of "auto" on
// this machine.
func (p Problem) Algorithm(cfg Config) (a AlgorithmInfo, err error) {
	defer catch(&err)
	r, err := newRequest(p, cfg)
	if err != nil {
		return a, err
	}
	r.algorithm = r.pick(context.Background()).Algorithm
	row, err := r.row()
	if err != nil {
		return a, err
	}
	return describe(row, p.task.params(row), p.usual()), nil
}

func describe(r catalog.Row, p params.Group, auto string) AlgorithmInfo {
	return AlgorithmInfo{r.Name, r.Summary, r.Name == auto, r.Engines, paramInfos(p)}
}

// An Offer is an algorithm for a built-in problem of a typical size.
type Offer struct {
	Problem string `json:"problem"`
	Typical string `json:"typical"` // the size whose defaults are shown
	AlgorithmInfo
}

// Offers is the table of all built-in problems and algorithms: what forms, flags and
// schemas can be made from. Of one's own instance, Problem.Algorithms has the defaults.
func Offers() []Offer {
	rastrigin, _ := continuous.Find("rastrigin")
	function, _ := continuous.New(rastrigin, 10)
	crowns := continuous.Defaults(function)
	var all []Offer
	for _, p := range []struct {
		problem, rows, typical, auto string
		size                         catalog.Size
		extra                        any
	}{
		{"tsp", catalog.Tours, "1,000 cities", "eax", catalog.Size{N: 1000}, nil},
		{"qap", catalog.Moves, "100 facilities", "tabu", catalog.Size{N: 100, Attributes: 100 * 100}, nil},
		{"perceptron", catalog.Moves, "117 signs", "tabu", catalog.Size{N: 117, Attributes: 2 * 117}, &distance{1}},
		{"maxcut", catalog.Moves, "800 vertices", "tabu", catalog.Size{N: 800, Attributes: 2 * 800}, nil},
		{"colouring", catalog.Moves, "500 vertices, 10 colours", "tabu", catalog.Size{N: 500, Attributes: 500 * 10}, nil},
		{"function", catalog.Moves, "10 dimensions", "climb", catalog.Size{N: 10, Attributes: crowns.Neighbours}, &crowns},
	} {
		for _, r := range catalog.Of(p.rows) {
			group := r.Params(p.size)
			if p.extra != nil {
				group = append(group, params.Tagged{Struct: p.extra})
			}
			all = append(all, Offer{p.problem, p.typical, describe(r, group, p.auto)})
		}
	}
	return all
}
