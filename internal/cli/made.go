package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/generate"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// made is an instance that needs no file: SHAPE:N, SHAPE:N:SEED, perceptron:ROWSxCOLS,
// perceptron:ROWSxCOLS:SEED or FUNCTION:DIM.
type made struct {
	name string
	size string
	seed uint64
}

// isMade tells whether a name is that of an instance that can be made.
func isMade(name string) bool {
	first, _, found := strings.Cut(name, ":")
	return found && (first == generate.Perceptron || slices.Contains(tsp.Shapes(), tsp.Shape(first)) || slices.Contains(functions(), first))
}

func parseMade(text string) (m made, err error) {
	parts := strings.Split(text, ":")
	m = made{parts[0], parts[1], 1}
	switch {
	case len(parts) == 2:
		return m, nil
	case len(parts) == 3 && !slices.Contains(functions(), m.name):
		if m.seed, err = strconv.ParseUint(parts[2], 10, 64); err == nil {
			return m, nil
		}
	}
	return m, usageError("instance %q: expected SHAPE:N or SHAPE:N:SEED, perceptron:ROWSxCOLS or FUNCTION:DIM", text)
}

// problem makes the instance.
func (m made) problem() (p tourmaline.Problem, err error) {
	if m.name == generate.Perceptron {
		return m.perceptron()
	}
	n, err := strconv.Atoi(m.size)
	if err != nil {
		return p, usageError("instance %s: %q is not a number", m.name, m.size)
	}
	if slices.Contains(functions(), m.name) {
		return question{problem: m.name, dim: n}.minimum()
	}
	in, err := tsp.Generate(tsp.Shape(m.name), n, m.seed)
	if err != nil {
		return p, usageError("instance %s: %w", m.name, err)
	}
	return tourmaline.Tours(in), nil
}

func (m made) perceptron() (p tourmaline.Problem, err error) {
	rows, cols, ok := m.shape()
	if !ok {
		return p, usageError("instance perceptron:%s: expected ROWSxCOLS such as 73x73", m.size)
	}
	in, _, err := perceptron.Generate(rows, cols, m.seed)
	if err != nil {
		return p, usageError("instance perceptron:%s: %w", m.size, err)
	}
	return tourmaline.Perceptrons(in), nil
}

func (m made) shape() (rows, cols int, ok bool) {
	r, c, _ := strings.Cut(m.size, "x")
	rows, err1 := strconv.Atoi(r)
	cols, err2 := strconv.Atoi(c)
	return rows, cols, err1 == nil && err2 == nil
}

// commands are the command that makes the instance, "" for a function, and what solve is
// given.
func (m made) commands() (maker, solve string) {
	file := fmt.Sprintf("%s-%s-%d", m.name, m.size, m.seed)
	switch {
	case slices.Contains(functions(), m.name):
		return "", fmt.Sprintf("--problem %s --dim %s", m.name, m.size)
	case m.name == generate.Perceptron:
		rows, cols, _ := m.shape()
		return fmt.Sprintf("tourmaline generate perceptron --rows %d --cols %d --seed %d -o %s.ppp", rows, cols, m.seed, file), file + ".ppp"
	}
	return fmt.Sprintf("tourmaline generate %s %s --seed %d -o %s.tsp", m.name, m.size, m.seed, file), file + ".tsp"
}
