package qap

import (
	"context"
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
)

// instances returns small instances of every form that boards support.
func instances(n int) map[string]*Instance {
	random := rng.At(7, uint32(n), 0)
	matrix := func(most int32, symmetric, diagonal bool) []int64 {
		m := make([]int64, n*n)
		for i := range n {
			for j := range n {
				m[i*n+j] = int64(random.IntN(most))
				if symmetric && j < i {
					m[i*n+j] = m[j*n+i]
				}
			}
			if !diagonal {
				m[i*n+i] = 0
			}
		}
		return m
	}
	all := map[string]*Instance{}
	for name, m := range map[string][2][]int64{
		"symmetric":        {matrix(100, true, false), matrix(100, true, false)},
		"one is symmetric": {matrix(100, false, false), matrix(100, true, true)},
		"large":            {matrix(2000, true, true), matrix(1_000_000, false, false)},
		"neither":          {matrix(100, false, true), matrix(100, false, true)},
		"both diagonals":   {matrix(100, true, true), matrix(100, true, true)},
	} {
		in, err := New(name, n, m[0], m[1])
		if err != nil {
			panic(err)
		}
		all[name] = in
	}
	return all
}

func TestSwapsKeepTheContract(t *testing.T) {
	for _, n := range []int{2, 3, 15, 16, 17, 33} {
		for name, in := range instances(n) {
			t.Run(name, func(t *testing.T) {
				searchtest.Neighbourhood(t, in, 40, func() moves.Neighbourhood[Assignment] {
					random := rng.At(3, 0, 0)
					s, err := NewSwaps(in, Random(n, &random))
					if err != nil {
						t.Fatal(err)
					}
					return s
				})
			})
		}
	}
}

func TestRotationsKeepTheContract(t *testing.T) {
	for _, n := range []int{3, 4, 9} {
		for name, in := range instances(n) {
			t.Run(name, func(t *testing.T) {
				searchtest.Neighbourhood(t, in, 30, func() moves.Neighbourhood[Assignment] {
					random := rng.At(4, 0, 0)
					s, err := NewRotations(in, Random(n, &random))
					if err != nil {
						t.Fatal(err)
					}
					return s
				})
			})
		}
	}
}

// A table that is updated during a walk equals a newly computed one.
func TestTheTableFollowsALongWalk(t *testing.T) {
	for name, in := range instances(37) {
		random := rng.At(5, 0, 0)
		h, err := NewSwaps(in, Random(37, &random))
		if err != nil {
			t.Fatal(err)
		}
		s := h.(*swaps)
		r := &moves.Rule{Until: make([]int32, s.Attributes()), Long: -1 << 20, Aspire: -1e18}
		for step := range 400 {
			r.Step = int32(step + 1)
			c, err := s.Pick(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			fresh, err := NewSwaps(in, s.Snapshot())
			if err != nil {
				t.Fatal(err)
			}
			if want, _ := fresh.(moves.Picker).Pick(t.Context(), r); c != want {
				t.Fatalf("%s, step %d: %+v, want %+v", name, step, c, want)
			}
			if c.Move < 0 {
				continue
			}
			touch := s.Touched(c.Move)
			s.Apply(c.Move, c.Delta)
			for _, a := range touch.Leaves[:2] {
				r.Until[a] = r.Step + random.IntN(40)
			}
			if random.IntN(10) == 0 { // apply two moves without a pick between them
				move, d := int(random.IntN(int32(s.Len()))), [1]float64{}
				s.Deltas(move, d[:])
				s.Apply(move, d[0])
			}
		}
		if s.Cost() != in.Cost(s.Snapshot()) {
			t.Errorf("%s: cost %v, want %v", name, s.Cost(), in.Cost(s.Snapshot()))
		}
	}
}

func TestInstancesAreChecked(t *testing.T) {
	if _, err := New("x", 2, make([]int64, 3), make([]int64, 4)); err == nil {
		t.Error("a matrix of 3 numbers passed")
	}
	if _, err := New("x", 0, nil, nil); err == nil {
		t.Error("no facilities passed")
	}
	in := instances(3)["symmetric"]
	for _, c := range []struct {
		p    Assignment
		want string
	}{
		{nil, "0 places for 3 facilities: expected one for each"},
		{Assignment{0, 1}, "2 places for 3 facilities: expected one for each"},
		{Assignment{0, 1, 1}, "facilities 2 and 3 are both at place 2"},
		{Assignment{2, 1, 2}, "facilities 1 and 3 are both at place 3"},
		{Assignment{0, 1, 3}, "facility 3 is at place 4, expected 1 to 3"},
		{Assignment{-1, 0, 1}, "facility 1 is at place 0, expected 1 to 3"},
	} {
		p := c.p
		if err := in.Check(p); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", p, err, c.want)
		}
		if _, err := NewSwaps(in, p); err == nil {
			t.Errorf("exchanges from %v", p)
		}
		if _, err := NewRotations(in, p); err == nil {
			t.Errorf("rotations from %v", p)
		}
	}
}

// NewRotations rejects instances whose rotations a 32-bit int cannot number.
func TestTooManyRotationsAreRefused(t *testing.T) {
	n := moves.MostInTriples + 1
	if n > Largest {
		return
	}
	in, err := New("large", n, make([]int64, n*n), make([]int64, n*n))
	if err != nil {
		t.Fatal(err)
	}
	p := make(Assignment, n)
	for i := range p {
		p[i] = int32(i)
	}
	if _, err := NewRotations(in, p); err == nil {
		t.Errorf("rotations of %d facilities passed", n)
	}
}

// Two departments with much flow between them should be next to each other.
func Example() {
	flow := []int64{0, 9, 1, 9, 0, 1, 1, 1, 0}
	distance := []int64{0, 1, 5, 1, 0, 4, 5, 4, 0}
	in, err := New("office", 3, flow, distance)
	if err != nil {
		panic(err)
	}
	h, err := NewSwaps(in, Assignment{0, 2, 1})
	if err != nil {
		panic(err)
	}
	for {
		c, err := h.(moves.Picker).Pick(context.Background(), moves.Everything())
		if err != nil || c.Delta >= 0 {
			break
		}
		h.Apply(c.Move, c.Delta)
	}
	fmt.Println(h.Snapshot(), h.Cost())
	// Output: [0 1 2] 36
}
