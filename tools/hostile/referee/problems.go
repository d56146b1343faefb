package referee

import (
	"fmt"
	"math"
)

// Assignment returns the cost of an assignment: the sum of a[i][j] b[p(i)][p(j)], as QAPLIB defines
// it.
func Assignment(a, b [][]int64, p []int) (int64, error) {
	if err := Permutation(p, len(a)); err != nil {
		return 0, err
	}
	var sum int64
	for i := range a {
		for j := range a {
			sum += a[i][j] * b[p[i]][p[j]]
		}
	}
	return sum, nil
}

// An Edge of a graph joins two vertices, which are numbered from 0.
type Edge struct {
	A, B   int
	Weight int64
}

// Cut returns the negative weight of the edges between vertices of different sides.
func Cut(n int, edges []Edge, side []int) (int64, error) {
	if err := within(side, n, 0, 1); err != nil {
		return 0, err
	}
	var sum int64
	for _, e := range edges {
		if side[e.A] != side[e.B] {
			sum -= e.Weight
		}
	}
	return sum, nil
}

// Conflicts returns the number of edges between vertices of the same colour.
func Conflicts(n, colours int, edges []Edge, colour []int) (int64, error) {
	if err := within(colour, n, 0, colours-1); err != nil {
		return 0, err
	}
	var sum int64
	for _, e := range edges {
		if colour[e.A] == colour[e.B] {
			sum++
		}
	}
	return sum, nil
}

// Perceptron returns the cost of a vector by Knudsen and Meier (1999): 30 for each unit of |y|-y, and
// the differences of the histograms of the products.
func Perceptron(matrix [][]int, products []int, vector []int) (int64, error) {
	if err := within(vector, len(matrix[0]), -1, 1); err != nil {
		return 0, err
	}
	histogram := map[int]int64{}
	for _, p := range products {
		histogram[p]++
	}
	var sum int64
	for _, row := range matrix {
		y := 0
		for i, entry := range row {
			y += entry * vector[i]
		}
		if y < 0 {
			sum += int64(-2 * y * 30)
		}
		histogram[y]--
	}
	for _, difference := range histogram {
		sum += max(difference, -difference)
	}
	return sum, nil
}

// within returns an error if there are not n numbers, or if one of them is out of range.
func within(numbers []int, n, low, high int) error {
	if len(numbers) != n {
		return fmt.Errorf("%d entries, expected %d", len(numbers), n)
	}
	for i, number := range numbers {
		if number < low || number > high || (low == -1 && number == 0) {
			return fmt.Errorf("entry %d is %d, expected %d to %d", i+1, number, low, high)
		}
	}
	return nil
}

// A Domain is a function to minimise, with the bounds of each coordinate.
type Domain struct {
	Low, High float64
	Fewest    int // least number of dimensions
	Value     func(x []float64) float64
}

// Functions returns the functions by their names.
func Functions() map[string]Domain {
	return map[string]Domain{
		"weierstrass": {-1, 1, 1, weierstrass},
		"rastrigin":   {-5.12, 5.12, 1, rastrigin},
		"rosenbrock":  {-5, 10, 2, rosenbrock},
		"ackley":      {-32.768, 32.768, 1, ackley},
		"griewank":    {-600, 600, 1, griewank},
	}
}

func weierstrass(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		for i := range 100 {
			sum += math.Pow(2, -float64(i+1)/4) * math.Sin(math.Ldexp(v, i+1))
		}
	}
	return sum
}

func rastrigin(x []float64) float64 {
	sum := 10 * float64(len(x))
	for _, v := range x {
		sum += v*v - 10*math.Cos(2*math.Pi*v)
	}
	return sum
}

func rosenbrock(x []float64) float64 {
	sum := 0.0
	for i, v := range x[:len(x)-1] {
		off := x[i+1] - v*v
		sum += 100*off*off + (1-v)*(1-v)
	}
	return sum
}

func ackley(x []float64) float64 {
	squares, cosines := 0.0, 0.0
	for _, v := range x {
		squares += v * v
		cosines += math.Cos(2 * math.Pi * v)
	}
	n := float64(len(x))
	return 20 + math.E - 20*math.Exp(-0.2*math.Sqrt(squares/n)) - math.Exp(cosines/n)
}

func griewank(x []float64) float64 {
	sum, product := 0.0, 1.0
	for i, v := range x {
		sum += v * v / 4000
		product *= math.Cos(v / math.Sqrt(float64(i+1)))
	}
	return sum + 1 - product
}
