package tourmaline

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Problem is an instance of one of the kinds that Tourmaline solves.
type Problem struct {
	task func(Config) (catalog.Task, error)
	fill func(r *Result, best any) // writes the solution
}

// Tours is the problem of finding a tour: what Solve does.
func Tours(in *tsp.Instance) Problem {
	if in == nil {
		return Problem{}
	}
	return Problem{
		task: func(cfg Config) (catalog.Task, error) { return catalog.Tours(in, cfg.Init), nil },
		fill: func(r *Result, best any) {
			r.Order = best.(tsp.Tour)
			r.name(in)
		},
	}
}

// Assignments is a quadratic assignment problem.
func Assignments(in *qap.Instance) Problem {
	if in == nil {
		return Problem{}
	}
	return other(func() catalog.Task { return catalog.Assignment(in) })
}

// Perceptrons is a permuted perceptron problem.
func Perceptrons(in *perceptron.Instance) Problem {
	if in == nil {
		return Problem{}
	}
	return other(func() catalog.Task { return catalog.Perceptron(in) })
}

// Cut is the problem of cutting a graph in two; costs are those of the cut, with a minus.
func Cut(in *maxcut.Instance) Problem {
	if in == nil {
		return Problem{}
	}
	return other(func() catalog.Task { return catalog.Cut(in) })
}

// Minimum is the search for the minimum of a function of real numbers.
func Minimum(in *continuous.Instance) Problem {
	if in == nil {
		return Problem{}
	}
	return other(func() catalog.Task { return catalog.Minimum(in) })
}

var (
	errNone = errors.New("no instance")
	errInit = errors.New("only tours can be started from, so far")
)

// other is a problem whose solution a result has under Solution.
func other(task func() catalog.Task) Problem {
	return Problem{
		task: func(cfg Config) (catalog.Task, error) {
			if cfg.Init != nil {
				return nil, errInit
			}
			return task(), nil
		},
		fill: func(r *Result, best any) { r.Solution = best },
	}
}

// Kinds are the names of the problems that ReadProblem takes.
func Kinds() []string {
	var names []string
	for _, k := range catalog.Problems() {
		names = append(names, k.Name)
	}
	return names
}

// ReadProblem reads an instance of a kind other than tours, which package tsp/format
// reads. The name is for messages and results.
func ReadProblem(r io.Reader, kind, name string) (Problem, error) {
	for _, k := range catalog.Problems() {
		if k.Name != kind {
			continue
		}
		task, err := k.Read(r, name)
		if err != nil {
			return Problem{}, err
		}
		return other(func() catalog.Task { return task }), nil
	}
	return Problem{}, fmt.Errorf("unknown problem %q: expected one of %s", kind, strings.Join(Kinds(), ", "))
}

// Info says what the instance is.
func (p Problem) Info() (InstanceInfo, error) {
	task, err := p.begin()
	if err != nil {
		return InstanceInfo{}, err
	}
	return InstanceInfo(task.Info()), nil
}

// BestKnown is what has been published for the instance.
func (p Problem) BestKnown() (Known, bool) {
	task, err := p.begin()
	if err != nil {
		return Known{}, false
	}
	known, ok := task.Known()
	return Known(known), ok
}

// Check reads a solution, a result in JSON or a file of the problem's own, and costs
// it from scratch. What is no solution is an ErrNoSolution.
func (p Problem) Check(data []byte, name string) (float64, error) {
	task, err := p.begin()
	if err != nil {
		return 0, err
	}
	return task.Check(data, name)
}

// ErrNoSolution says that a file has something that is no solution of the instance.
var ErrNoSolution = catalog.ErrNoSolution

func (p Problem) begin() (catalog.Task, error) {
	if p.task == nil {
		return nil, errNone
	}
	return p.task(Config{})
}

// Known is a cost that has been published.
type Known struct {
	Value  float64
	Proven bool // nothing is cheaper
}

// Gap is how much a cost is over what is known, in percent. There is none over zero.
func (k Known) Gap(cost float64) (percent float64, ok bool) { return catalog.Known(k).Gap(cost) }
