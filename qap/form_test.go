package qap

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// signed returns a random instance with positive and negative numbers.
func signed(n int, symmetric, diagonal bool, seed uint64) *Instance {
	random := rng.At(seed, 0, 0)
	var m [2][]int64
	for x := range m {
		m[x] = make([]int64, n*n)
		for i := range n {
			for j := range n {
				m[x][i*n+j] = int64(random.IntN(201) - 100)
				if symmetric && j < i {
					m[x][i*n+j] = m[x][j*n+i]
				}
			}
			if !diagonal {
				m[x][i*n+i] = 0
			}
		}
	}
	in, err := New("signed", n, m[0], m[1])
	if err != nil {
		panic(err)
	}
	return in
}

// No exchange changes the cost by more than the reach, even with negative numbers. The reach
// decides whether 32 bits are enough.
func TestReachBoundsEveryExchange(t *testing.T) {
	for seed := range uint64(30) {
		for _, symmetric := range []bool{true, false} {
			in := signed(6, symmetric, !symmetric, seed)
			f := in.form()
			random := rng.At(seed, 1, 0)
			s, err := NewSwaps(in, Random(6, &random))
			if err != nil {
				t.Fatal(err)
			}
			deltas := make([]float64, s.Len())
			s.Deltas(0, deltas)
			for move, d := range deltas {
				if math.Abs(d) > f.reach(6)*float64(f.unit) {
					t.Errorf("symmetric %v: exchange %d changes the cost by %v, the reach is %v times %d", symmetric, move, d, f.reach(6), f.unit)
				}
			}
		}
	}
}

// The reach depends on absolute values, not on signs. The size of a row is the sum of its absolute
// values.
func TestReach(t *testing.T) {
	a := []int64{0, -3, 4, -3, 0, 1, 4, 1, 0} // largest row 7, largest number 4
	b := []int64{0, 5, 0, 5, 0, -2, 0, -2, 0} // largest row 7, largest number 5
	for _, c := range []struct {
		form form
		want float64
	}{
		{form{a: a, b: b, symmetric: true}, 4 * min(7*5, 7*4)},
		{form{a: b, b: a, symmetric: true}, 4 * min(7*4, 7*5)},
		{form{a: a, b: b}, 8 * 3 * 4 * 5},
	} {
		if got := c.form.reach(3); got != c.want {
			t.Errorf("%+v: %v, want %v", c.form, got, c.want)
		}
	}
}

// A form gives the same cost as the instance, up to a constant, so the deltas of exchanges are the
// same.
func TestFormsKeepTheDifferences(t *testing.T) {
	for name, in := range instances(7) {
		f := in.form()
		if want := name == "symmetric" || name == "one is symmetric" || name == "large"; f.symmetric != want {
			t.Errorf("%s: symmetric %v", name, f.symmetric)
		}
		random := rng.At(1, 2, 3)
		first := Random(7, &random)
		constant := in.Cost(first) - costOf(f, first)
		for range 20 {
			p := Random(7, &random)
			if got := costOf(f, p) + constant; got != in.Cost(p) {
				t.Fatalf("%s: %v costs %v, by its form %v", name, p, in.Cost(p), got)
			}
		}
	}
}

// costOf returns the cost of an assignment according to a form, without the constant.
func costOf(f form, p Assignment) float64 {
	n, sum := len(p), int64(0)
	for i := range n {
		for j := range n {
			sum += f.a[i*n+j] * f.b[int(p[i])*n+int(p[j])]
		}
	}
	if f.symmetric {
		return float64(sum*f.unit) / 2
	}
	return float64(sum)
}

// The absolute value of any cost must be less than 2^53.
func TestCostsAreLimited(t *testing.T) {
	for _, c := range []struct {
		a, b int64
		fits bool
	}{
		{1 << 26, 1<<27 - 1, true},
		{1 << 26, 1 << 27, false},
		{-1 << 26, 1 << 27, false},
		{1 << 26, -1 << 27, false},
		{math.MinInt64, 1, false},
	} {
		if _, err := New("x", 1, []int64{c.a}, []int64{c.b}); (err == nil) != c.fits {
			t.Errorf("%d times %d: %v", c.a, c.b, err)
		}
	}
}
