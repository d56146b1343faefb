package continuous

import (
	"fmt"
	"math"
	"strings"
)

// A Function is a function to minimise, in any number of dimensions.
type Function struct {
	Name      string
	Low, High float64 // bounds of each coordinate

	value  func(x []float64) float64 // value for coordinates in the domain
	fewest int                       // minimum number of dimensions
	known  bool                      // whether the minimum is known, in which case it is 0
}

// Functions returns all built-in functions.
func Functions() []Function {
	return []Function{
		{Name: "weierstrass", Low: -1, High: 1, value: weierstrass, fewest: 1},
		{Name: "rastrigin", Low: -5.12, High: 5.12, value: rastrigin, fewest: 1, known: true},
		{Name: "rosenbrock", Low: -5, High: 10, value: rosenbrock, fewest: 2, known: true},
		{Name: "ackley", Low: -32.768, High: 32.768, value: ackley, fewest: 1, known: true},
		{Name: "griewank", Low: -600, High: 600, value: griewank, fewest: 1, known: true},
	}
}

// Find returns the function with the given name.
func Find(name string) (Function, error) {
	var names []string
	for _, f := range Functions() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Function{}, fmt.Errorf("no function is called %q, expected one of %s", name, strings.Join(names, ", "))
}

// rastrigin returns the sum of x² + 10 (1 - cos 2πx). Its graph is a bowl with dents at all whole
// numbers.
func rastrigin(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(v*v) + float64(10*ripple(v))
	}
	return sum
}

// rosenbrock returns the sum of 100 (y - x²)² + (1 - x)² over adjacent coordinates x and y. Its
// graph is a long, bent valley with a nearly flat floor.
func rosenbrock(x []float64) float64 {
	sum := 0.0
	for i, y := range x[1:] {
		off := y - float64(x[i]*x[i])
		left := 1 - x[i]
		sum += float64(100*float64(off*off)) + float64(left*left)
	}
	return sum
}

// ackley returns 20 (1 - e^(-q/5)) + e - e^c, where q is the square root of the mean of x² and c is
// the mean of cos 2πx. Its graph is a plain of dents with a funnel in the middle. The last two
// terms are computed as e (1 - e^(c-1)).
func ackley(x []float64) float64 {
	squares, ripples := 0.0, 0.0
	for _, v := range x {
		squares += float64(v * v)
		ripples += ripple(v)
	}
	n := float64(len(x))
	return float64(20*decay(math.Sqrt(squares/n)/5)) + float64(math.E*decay(ripples/n))
}

// griewank returns the sum of x²/4000, plus 1 minus the product of cos(x/√i), where i counts the
// coordinates from 1. Its graph is a wide bowl with fine dents.
func griewank(x []float64) float64 {
	squares, less := 0.0, 0.0 // less is 1 minus the product
	for i, v := range x {
		squares += float64(v * v)
		less += float64((1 - less) * bend(v/math.Sqrt(float64(i+1))))
	}
	return squares/4000 + less
}
