package continuous

import (
	"math"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"pgregory.net/rapid"
)

var _ search.Problem[Solution] = (*Instance)(nil)

func TestNewRefuses(t *testing.T) {
	rastrigin, _ := Find("rastrigin")
	rosenbrock, _ := Find("rosenbrock")
	wide := rastrigin
	wide.High = 10
	for _, c := range []struct {
		name string
		f    Function
		dim  int
		want string
	}{
		{"no function", Function{}, 2, `unknown function ""`},
		{"no dimension", rastrigin, 0, "rastrigin with 0 dimensions: expected 1 to 10000"},
		{"too many", rastrigin, maxDim + 1, "rastrigin with 10001 dimensions"},
		{"a valley in one dimension", rosenbrock, 1, "expected 2 to 10000"},
		{"another domain", wide, 2, "rastrigin has the domain -5.12 to 10, expected -5.12 to 5.12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := New(c.f, c.dim); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestInstance(t *testing.T) {
	in := create(t, "weierstrass", 10)
	if in.Name != "weierstrass-10" || in.Dim() != 10 || in.Function().Name != "weierstrass" {
		t.Errorf("%q in %d dimensions of %q", in.Name, in.Dim(), in.Function().Name)
	}
	seen := map[string]string{}
	for _, f := range Functions() {
		for _, dim := range []int{2, 3, 100} {
			in := create(t, f.Name, dim)
			if other, twice := seen[in.Hash()]; twice {
				t.Errorf("%s and %s have the same hash", in.Name, other)
			}
			seen[in.Hash()] = in.Name
			if in.Hash() != create(t, f.Name, dim).Hash() {
				t.Errorf("%s has two hashes", in.Name)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	in := create(t, "rastrigin", 2)
	for _, c := range []struct {
		name string
		s    Solution
		want string
	}{
		{"inside", Solution{0, 5}, ""},
		{"at the corner", Solution{-5.12, 5.12}, ""},
		{"none", nil, "0 coordinates, expected 2"},
		{"too long", Solution{1, 2, 3}, "3 coordinates, expected 2"},
		{"below", Solution{0, -5.13}, "coordinate 2 is -5.13, expected -5.12 to 5.12"},
		{"above", Solution{6, 0}, "coordinate 1 is 6"},
		{"not a number", Solution{0, math.NaN()}, "coordinate 2 is NaN"},
		{"infinite", Solution{math.Inf(-1), 0}, "coordinate 1 is -Inf"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := in.Check(c.s)
			if c.want == "" {
				if err != nil || math.IsInf(in.Cost(c.s), 0) {
					t.Errorf("%v at a cost of %v", err, in.Cost(c.s))
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if !math.IsInf(in.Cost(c.s), 1) {
				t.Errorf("what is no solution costs %v", in.Cost(c.s))
			}
		})
	}
}

func TestRandomIsInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Functions()[rapid.IntRange(0, len(Functions())-1).Draw(t, "function")]
		in, err := New(f, rapid.IntRange(f.fewest, 50).Draw(t, "dim"))
		if err != nil {
			t.Fatal(err)
		}
		s := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
		if err := in.Check(Random(in, &s)); err != nil {
			t.Fatal(err)
		}
	})
}
