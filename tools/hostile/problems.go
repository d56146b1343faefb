package main

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/tools/hostile/referee"
)

// A puzzle is an instance of another problem than tours, with its referee.
type puzzle struct {
	problem string
	args    []string // file or flags
	cost    func(r result) (float64, error)
}

// problems solves an instance of another problem by any algorithm with any allowed parameters.
func problems(a *attempt) {
	p := choose(a, a.assignment, a.cut, a.colouring, a.perceptron, a.function)()
	algorithm := a.algorithm(p.problem)
	parameters, invalid := a.extremes(algorithm)
	args, limit := a.limits(slices.Concat([]string{"solve", "-a", algorithm.Name}, p.args))
	o := a.do(slices.Concat(args, parameters, []string{"--format", "json", "-q"})...)
	a.within(o, limit)
	if invalid {
		a.expect(o, 2)
	}
	r, ok := a.result(o)
	if !ok {
		return
	}
	switch cost, err := p.cost(r); {
	case err != nil:
		a.found("not a solution: %s: %v", o, err)
	case p.problem == "function" && math.Abs(cost-r.Cost) <= 1e-9*(1+math.Abs(cost)):
		a.cost(o, r, r.Cost) // functions are computed in another order
	default:
		a.cost(o, r, cost)
	}
}

// whole returns the numbers of a solution, minus an offset.
func whole(numbers []float64, offset int) []int {
	all := make([]int, len(numbers))
	for i, x := range numbers {
		all[i] = int(x) - offset
	}
	return all
}

// integer turns a cost into a floating-point number.
func integer(cost int64, err error) (float64, error) { return float64(cost), err }

func (a *attempt) assignment() puzzle {
	n := a.size(60)
	x, y := a.weights(n), a.weights(n)
	var text bytes.Buffer
	fmt.Fprintln(&text, n)
	for _, row := range append(slices.Clone(x), y...) {
		for _, weight := range row {
			fmt.Fprintf(&text, "%d ", weight)
		}
		fmt.Fprintln(&text)
	}
	return puzzle{"qap", []string{a.write("x.dat", text.Bytes())}, func(r result) (float64, error) {
		return integer(referee.Assignment(x, y, whole(r.Solution, 1)))
	}}
}

// edges returns the edges of a random graph without loops.
func (a *attempt) edges(n int, weight func() int64) (edges []referee.Edge) {
	density := a.Float64()
	for i := range n {
		for j := range i {
			if a.chance(density) {
				edges = append(edges, referee.Edge{A: i, B: j, Weight: weight()})
			}
		}
	}
	return edges
}

func (a *attempt) cut() puzzle {
	n, most := a.size(120), choose(a, 1, 1000)
	edges := a.edges(n, func() int64 { return int64(a.IntN(2*most+1) - most) })
	var text bytes.Buffer
	fmt.Fprintln(&text, n, len(edges))
	for _, e := range edges {
		fmt.Fprintln(&text, e.A+1, e.B+1, e.Weight)
	}
	return puzzle{"maxcut", []string{a.write("x.mc", text.Bytes())}, func(r result) (float64, error) {
		return integer(referee.Cut(n, edges, whole(r.Solution, 0)))
	}}
}

func (a *attempt) colouring() puzzle {
	n := a.size(120)
	colours := 2 + a.IntN(12)
	edges := a.edges(n, func() int64 { return 1 })
	var text bytes.Buffer
	fmt.Fprintln(&text, "p edge", n, len(edges), colours)
	for _, e := range edges {
		fmt.Fprintln(&text, "e", e.A+1, e.B+1)
	}
	return puzzle{"colouring", []string{a.write("x.col", text.Bytes())}, func(r result) (float64, error) {
		return integer(referee.Conflicts(n, colours, edges, whole(r.Solution, 0)))
	}}
}

func (a *attempt) perceptron() puzzle {
	rows, columns := 1+a.IntN(60), 1+2*a.IntN(40)
	matrix, products := make([][]int, rows), make([]int, rows)
	var text bytes.Buffer
	fmt.Fprintln(&text, "PERCEPTRON", rows, columns)
	for i := range matrix {
		matrix[i] = make([]int, columns)
		sum := 0
		for j := range matrix[i] {
			matrix[i][j] = choose(a, -1, 1)
			sum += matrix[i][j]
			text.WriteByte("-?+"[matrix[i][j]+1])
		}
		products[i] = max(sum, -sum)
		fmt.Fprintln(&text)
	}
	fmt.Fprintln(&text, "PRODUCTS")
	for _, p := range products {
		fmt.Fprintln(&text, p)
	}
	return puzzle{"perceptron", []string{a.write("x.ppp", text.Bytes())}, func(r result) (float64, error) {
		return integer(referee.Perceptron(matrix, products, whole(r.Solution, 0)))
	}}
}

func (a *attempt) function() puzzle {
	all := referee.Functions()
	name := choose(a, slices.Sorted(maps.Keys(all))...)
	f := all[name]
	dimensions := f.Fewest + a.IntN(20)
	return puzzle{"function", []string{"--problem", name, "--dim", strconv.Itoa(dimensions)}, func(r result) (float64, error) {
		if len(r.Solution) != dimensions {
			return 0, fmt.Errorf("%d coordinates, expected %d", len(r.Solution), dimensions)
		}
		for _, x := range r.Solution {
			if !(x >= f.Low && x <= f.High) {
				return 0, fmt.Errorf("coordinate %v outside of %v to %v", x, f.Low, f.High)
			}
		}
		return f.Value(r.Solution), nil
	}}
}
