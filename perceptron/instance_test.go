package perceptron

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// small returns an instance with two rows, for which (-, -, +) has the products 1 and 3.
func small() *Instance {
	return must(New("small", 3, []int8{1, -1, 1, -1, -1, 1}, []int32{3, 1}))
}

func TestCostByHand(t *testing.T) {
	in := small()
	for _, c := range []struct {
		v    Solution
		want float64
		why  string
	}{
		{Solution{1, -1, 1}, 0, "products 3 and 1"},
		{Solution{-1, -1, 1}, 0, "products 1 and 3"},
		{Solution{1, 1, 1}, 30*2 + 2, "products 1 and -1: 3 is missing, -1 is too many"},
		{Solution{-1, 1, -1}, 30*8 + 4, "products -3 and -1"},
		{Solution{-1, -1, -1}, 30*2 + 2, "products -1 and 1"},
	} {
		if got := in.Cost(c.v); got != c.want {
			t.Errorf("%v costs %v, want %v: %s", c.v, got, c.want, c.why)
		}
	}
}

func TestCostIsThatOfThePaper(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t, 50, 50)
		v := drawSolution(t, in)
		if got, want := in.Cost(v), naiveCost(in, v); got != want {
			t.Fatalf("%v costs %v, want %v", v, got, want)
		}
	})
}

// The cost is 0 if and only if the vector is a solution.
func TestNoCostMeansSolved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t, 4, 7)
		v := drawSolution(t, in)
		var y []int32
		for i := range in.rows {
			row := slices.Clone(in.Row(i))
			product := towards(v, row)
			if !slices.Equal(row, in.Row(i)) {
				product = -product
			}
			y = append(y, product)
		}
		slices.Sort(y)
		if solved := slices.Equal(y, in.Products()); solved != (in.Cost(v) == 0) {
			t.Fatalf("products %v of %v cost %v", y, in.Products(), in.Cost(v))
		}
	})
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		v    Solution
		want string
	}{
		{Solution{1, -1, 1}, ""},
		{Solution{1, -1}, "got 2 entries for 3 columns, expected one for each"},
		{Solution{1, -1, 0}, "entry 3 is 0, expected 1 or -1"},
		{nil, "got 0 entries for 3 columns, expected one for each"},
	} {
		if got := text(small().Check(c.v)); got != c.want {
			t.Errorf("%v: %q, want %q", c.v, got, c.want)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		cols     int
		entries  []int8
		products []int32
		want     string
	}{
		{1, nil, nil, "got 0 rows and 1 columns, expected 1 to 20000 of each"},
		{0, nil, []int32{1}, "got 1 rows and 0 columns, expected 1 to 20000 of each"},
		{1, make([]int8, 20001), make([]int32, 20001), "got 20001 rows and 1 columns, expected 1 to 20000 of each"},
		{16000, nil, make([]int32, 16000), "16000 rows and 16000 columns have 256000000 entries, but the limit is 100000000"},
		{2, []int8{1}, []int32{0}, "got 1 entries, expected 1·2 = 2"},
		{2, []int8{1, 1, 1, 2}, []int32{0, 0}, "row 2, column 2 is 2, expected 1 or -1"},
		{2, []int8{1, 1}, []int32{4}, "product 4: expected 0 to 2, the number of columns"},
		{2, []int8{1, 1}, []int32{-2}, "product -2: expected 0 to 2, the number of columns"},
		{2, []int8{1, 1}, []int32{1}, "product 1: a sum of 2 terms of ±1 is always even"},
		{3, []int8{1, 1, 1}, []int32{0}, "product 0: a sum of 3 terms of ±1 is always odd"},
	} {
		if _, err := New("", c.cols, c.entries, c.products); text(err) != c.want {
			t.Errorf("%q, want %q", text(err), c.want)
		}
	}
}

func TestHashKnowsTheContentOnly(t *testing.T) {
	want := small().Hash()
	if !strings.HasPrefix(want, "sha256:") || len(want) != len("sha256:")+64 {
		t.Fatalf("the hash is %s", want)
	}
	same := must(New("another name", 3, []int8{1, -1, 1, -1, -1, 1}, []int32{1, 3}))
	if same.Hash() != want {
		t.Error("the name or the order of the products changed the hash")
	}
	for _, other := range []*Instance{
		must(New("small", 3, []int8{1, -1, 1, -1, -1, -1}, []int32{1, 3})),
		must(New("small", 3, []int8{1, -1, 1, -1, -1, 1}, []int32{1, 1})),
		must(New("small", 1, []int8{1, -1, 1, -1, -1, 1}, []int32{1, 1, 1, 1, 1, 1})),
	} {
		if other.Hash() == want {
			t.Errorf("%v has the same hash", other)
		}
	}
}
