package problems

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Name identifies a generated instance: SHAPE:N, SHAPE:N:SEED, perceptron:ROWSxCOLS,
// perceptron:ROWSxCOLS:SEED or FUNCTION:DIM.
type Name struct {
	shape string
	size  string
	seed  uint64
}

// IsName reports whether a text starts like a Name.
func IsName(text string) bool {
	first, _, found := strings.Cut(text, ":")
	return found && (first == PerceptronShape || slices.Contains(CityShapes(), first) || slices.Contains(Functions(), first))
}

// Functions returns the names of the functions to minimise.
func Functions() []string {
	return list.Map(continuous.Functions(), func(f continuous.Function) string { return f.Name })
}

// ParseName parses a text for which IsName returns true.
func ParseName(text string) (n Name, err error) {
	parts := strings.Split(text, ":")
	n = Name{parts[0], parts[1], 1}
	switch {
	case len(parts) == 2:
		return n, nil
	case len(parts) == 3 && !n.isFunction():
		if n.seed, err = strconv.ParseUint(parts[2], 10, 64); err == nil {
			return n, nil
		}
	}
	return n, fmt.Errorf("instance %q: expected SHAPE:N or SHAPE:N:SEED, perceptron:ROWSxCOLS or FUNCTION:DIM", text)
}

func (n Name) isFunction() bool { return slices.Contains(Functions(), n.shape) }

// Problem generates the instance.
func (n Name) Problem() (p tourmaline.Problem, err error) {
	if n.shape == PerceptronShape {
		return n.perceptron()
	}
	size, err := strconv.Atoi(n.size)
	if err != nil {
		return p, fmt.Errorf("instance %s: expected a number, got %q", n.shape, n.size)
	}
	if n.isFunction() {
		return minimum(n.shape, size)
	}
	if err := Afford(size); err != nil {
		return p, fmt.Errorf("instance %s: %w", n.shape, err)
	}
	in, err := tsp.Generate(tsp.Shape(n.shape), size, n.seed)
	if err != nil {
		return p, fmt.Errorf("instance %s: %w", n.shape, err)
	}
	return tourmaline.Tours(in), nil
}

// minimum returns the problem of minimising a function.
func minimum(function string, dim int) (p tourmaline.Problem, err error) {
	f, err := continuous.Find(function)
	if err != nil {
		return p, err
	}
	in, err := continuous.New(f, dim)
	if err != nil {
		return p, fmt.Errorf("instance %s: %w", function, err)
	}
	return tourmaline.Minimum(in), nil
}

func (n Name) perceptron() (p tourmaline.Problem, err error) {
	rows, cols, ok := n.matrix()
	if !ok {
		return p, fmt.Errorf("instance perceptron:%s: expected ROWSxCOLS such as 73x73", n.size)
	}
	in, _, err := perceptron.Generate(rows, cols, n.seed)
	if err != nil {
		return p, fmt.Errorf("instance perceptron:%s: %w", n.size, err)
	}
	return tourmaline.Perceptrons(in), nil
}

// matrix parses the size of a perceptron.
func (n Name) matrix() (rows, cols int, ok bool) {
	r, c, _ := strings.Cut(n.size, "x")
	rows, err1 := strconv.Atoi(r)
	cols, err2 := strconv.Atoi(c)
	return rows, cols, err1 == nil && err2 == nil
}

// Commands returns the command that generates the instance, or "" for a function, and the arguments
// for solve.
func (n Name) Commands() (generate, solve string) {
	file := fmt.Sprintf("%s-%s-%d", n.shape, n.size, n.seed)
	switch {
	case n.isFunction():
		return "", fmt.Sprintf("--problem %s --dim %s", n.shape, n.size)
	case n.shape == PerceptronShape:
		rows, cols, _ := n.matrix()
		return fmt.Sprintf("tourmaline generate perceptron --rows %d --cols %d --seed %d -o %s.ppp", rows, cols, n.seed, file), file + ".ppp"
	}
	return fmt.Sprintf("tourmaline generate %s %s --seed %d -o %s.tsp", n.shape, n.size, n.seed, file), file + ".tsp"
}
