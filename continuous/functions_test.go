package continuous

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// textbook holds the functions in their usual form.
var textbook = map[string]func(x []float64) float64{
	"weierstrass": func(x []float64) (sum float64) {
		for _, v := range x {
			sum += plainRough(v)
		}
		return sum
	},
	"rastrigin": func(x []float64) float64 {
		sum := 10 * float64(len(x))
		for _, v := range x {
			sum += v*v - 10*math.Cos(2*math.Pi*v)
		}
		return sum
	},
	"rosenbrock": func(x []float64) (sum float64) {
		for i := 1; i < len(x); i++ {
			off := x[i] - x[i-1]*x[i-1]
			sum += 100*off*off + (1-x[i-1])*(1-x[i-1])
		}
		return sum
	},
	"ackley": func(x []float64) float64 {
		squares, cosines, n := 0.0, 0.0, float64(len(x))
		for _, v := range x {
			squares += v * v
			cosines += math.Cos(2 * math.Pi * v)
		}
		return -20*math.Exp(-0.2*math.Sqrt(squares/n)) - math.Exp(cosines/n) + 20 + math.E
	},
	"griewank": func(x []float64) float64 {
		squares, product := 0.0, 1.0
		for i, v := range x {
			squares += v * v
			product *= math.Cos(v / math.Sqrt(float64(i+1)))
		}
		return 1 + squares/4000 - product
	},
}

// create returns an instance of the function with the given name.
func create(t testing.TB, name string, dim int) *Instance {
	t.Helper()
	f, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	in, err := New(f, dim)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestFunctionsAreThoseOfTheTextbook(t *testing.T) {
	for _, f := range Functions() {
		t.Run(f.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				x := rapid.SliceOfN(rapid.Float64Range(f.Low, f.High), f.fewest, 12).Draw(t, "x")
				got, want := f.value(x), textbook[f.Name](x)
				within(t, f.Name, x[0], got, want, 3e-14*max(1, math.Abs(want))*float64(len(x)))
			})
		})
	}
}

func TestMinima(t *testing.T) {
	for _, c := range []struct {
		name string
		at   float64
	}{
		{"rastrigin", 0}, {"rosenbrock", 1}, {"ackley", 0}, {"griewank", 0},
	} {
		for _, dim := range []int{2, 3, 10, 1000} {
			in := create(t, c.name, dim)
			s := make(Solution, dim)
			for i := range s {
				s[i] = c.at
			}
			best, known := in.Best()
			if cost := in.Cost(s); cost != best || !known {
				t.Errorf("%s costs %v at its minimum %v (known: %v)", in.Name, cost, best, known)
			}
			s[dim/2] += 1e-9
			if cost := in.Cost(s); !(cost > 0 && cost < 1e-8) {
				t.Errorf("%s costs %v a billionth beside its minimum", in.Name, cost)
			}
		}
	}
	if _, known := create(t, "weierstrass", 1).Best(); known {
		t.Error("nobody knows the minimum of weierstrass")
	}
}

// No point costs less than the minimum, even very close to it.
func TestNothingIsBelowTheMinimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := math.Ldexp(1, -rapid.IntRange(0, 200).Draw(t, "halvings"))
		x := rapid.SliceOfN(rapid.Float64Range(-5, 5), 2, 6).Draw(t, "x")
		for i := range x {
			x[i] *= scale
		}
		for _, f := range Functions() {
			if v := f.value(x); f.known && !(v >= 0) {
				t.Fatalf("%s(%v) = %v", f.Name, x, v)
			}
		}
	})
}

func TestFindNamesWhatThereIs(t *testing.T) {
	for _, f := range Functions() {
		if found, err := Find(f.Name); err != nil || found.Name != f.Name {
			t.Errorf("Find(%q) = %q, %v", f.Name, found.Name, err)
		}
	}
	_, err := Find("sphere")
	if err == nil {
		t.Fatal("found what there is not")
	}
	for _, f := range Functions() {
		if !strings.Contains(err.Error(), f.Name) {
			t.Errorf("%q does not name %s", err, f.Name)
		}
	}
}
