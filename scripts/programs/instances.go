package main

import (
	"errors"
	"slices"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An instance stands for all instances for which the host builds the same programs.
type instance struct {
	name    string
	problem tourmaline.Problem
	choices bool     // whether all choices of parameters are listed, not only the defaults
	only    []string // algorithms, if not all
}

func (in instance) uses(algorithm string) bool {
	return len(in.only) == 0 || slices.Contains(in.only, algorithm)
}

// instances returns the instances. Their sizes select code only where the comments say so.
func instances() ([]instance, error) {
	tours, err := cities()
	others, fault := others()
	return append(tours, others...), errors.Join(err, fault)
}

// cities returns instances of every way to compute distances (distances.Place), and large ones:
// with 25,000 cities the tabus of ants are in global memory, and with 70,000 they have 32 bits.
func cities() ([]instance, error) {
	var points []tsp.Point
	var matrix []float64
	const n = 40
	for i := range n {
		points = append(points, tsp.Point{float64(i) + 0.25, float64(i*i%n) + 0.5})
		for j := range n {
			matrix = append(matrix, float64(10*i+j))
		}
	}
	whole, err1 := tsp.Generate(tsp.Uniform, n, 1)
	ceil, err2 := tsp.FromCoords(tsp.Ceil2D, 2, whole.Coords())
	fraction, err3 := tsp.FromPoints(tsp.Euc2D, points)
	up, err4 := tsp.FromPoints(tsp.Ceil2D, points)
	globe, err5 := tsp.FromPoints(tsp.Haversine, points)
	asymmetric, err6 := tsp.FromMatrix(n, matrix)
	large, err7 := tsp.Generate(tsp.Uniform, 25_000, 1)
	huge, err8 := tsp.Generate(tsp.Uniform, 70_000, 1)
	some := []string{"mmas20", "ls13", "ga16", "tabu"}
	return []instance{
		{"tour", tourmaline.Tours(whole), true, nil},
		{"tour_ceil", tourmaline.Tours(ceil), false, some},
		{"tour_double", tourmaline.Tours(fraction), false, some},
		{"tour_ceil_double", tourmaline.Tours(up), false, some},
		{"tour_globe_double", tourmaline.Tours(globe), false, some[:3]},
		{"tour_asymmetric", tourmaline.Tours(asymmetric), false, []string{"mmas20", "acs", "acs16-alt", "ga16"}},
		{"tour_25000", tourmaline.Tours(large), true, []string{"mmas"}},
		{"tour_70000", tourmaline.Tours(huge), true, []string{"mmas"}},
	}, errors.Join(err1, err2, err3, err4, err5, err6, err7, err8)
}

// others returns instances of the other problems.
func others() (all []instance, err error) {
	add := func(name string, p tourmaline.Problem, fault error) {
		all, err = append(all, instance{name, p, true, nil}), errors.Join(err, fault)
	}
	const n = 5
	symmetric, skewed, far := make([]int64, n*n), make([]int64, n*n), make([]int64, n*n)
	for i := range n {
		for j := range n {
			symmetric[i*n+j], skewed[i*n+j], far[i*n+j] = int64(i+j), int64(i-2*j), int64(i+j)<<13
		}
	}
	office, fault := qap.New("symmetric", n, symmetric, symmetric)
	add("qap", tourmaline.Assignments(office), fault)
	office, fault = qap.New("asymmetric", n, skewed, skewed)
	add("qap_asymmetric", tourmaline.Assignments(office), fault)
	office, fault = qap.New("long", n, far, far)
	add("qap_long", tourmaline.Assignments(office), fault)
	signs, _, fault := perceptron.Generate(73, 73, 1)
	add("perceptron", tourmaline.Perceptrons(signs), fault)
	graph, fault := maxcut.New("cut", n, []maxcut.Edge{{From: 0, To: 1, Weight: 1}})
	add("maxcut", tourmaline.Cut(graph), fault)
	colours, fault := colouring.Generate(9, 20, 3, 1)
	add("colouring", tourmaline.Colouring(colours), fault)
	for _, f := range continuous.Functions() {
		in, fault := continuous.New(f, 10)
		add("double_"+f.Name, tourmaline.Minimum(in), fault)
	}
	return all, err
}
