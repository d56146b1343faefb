package tourmaline

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
)

// AlgorithmInfo describes an algorithm for a problem.
type AlgorithmInfo struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
	// whether "auto" picks the algorithm on one thread, without limits or parameters
	Default bool        `json:"default"`
	Engines []string    `json:"engines"` // "cpu", and "opencl" if the algorithm has kernels
	Params  []ParamInfo `json:"params"`
}

// Algorithms returns the algorithms for this problem, with their default parameters for its size.
// Their names are valid in Config.Algorithm. Algorithms fails if a user-defined algorithm is
// faulty.
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

// usual returns the algorithm that auto picks on one thread, without limits or parameters.
func (p Problem) usual() string {
	limit := DefaultTimeLimit(p.task.info().N)
	return p.task.auto(catalog.Budget{Time: limit, Threads: 1}, nil).Algorithm
}

// Algorithm returns the algorithm that New uses: Config.Algorithm, or the algorithm that "auto"
// picks on this machine.
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
