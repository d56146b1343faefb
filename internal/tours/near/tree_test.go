package near

import (
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// checkTree checks that every node has the bounding box of its cities, that its halves are
// separated along its widest side, and that leaves are full.
func checkTree(t *testing.T, tr *tree, i, lo, hi, level int) {
	t.Helper()
	b := box{[3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}}
	for _, c := range tr.items[lo:hi] {
		for k := range 3 {
			b.lo[k], b.hi[k] = min(b.lo[k], c.p[k]), max(b.hi[k], c.p[k])
		}
	}
	if tr.boxes[i] != b {
		t.Fatalf("node %d has the box %v, its cities %v", i, tr.boxes[i], b)
	}
	if level == tr.depth {
		if hi-lo > leafSize || tr.depth > 0 && hi-lo < leafSize/2 {
			t.Fatalf("a leaf of %d cities", hi-lo)
		}
		return
	}
	mid, axis := (lo+hi)/2, 0
	for k := range 3 {
		if b.hi[k]-b.lo[k] > b.hi[axis]-b.lo[axis] {
			axis = k
		}
	}
	last := slices.MaxFunc(tr.items[lo:mid], func(a, b item) int { return int(a.p[axis] - b.p[axis]) })
	first := slices.MinFunc(tr.items[mid:hi], func(a, b item) int { return int(a.p[axis] - b.p[axis]) })
	if last.p[axis] > first.p[axis] {
		t.Fatalf("node %d is not split along its widest side: %v before %v", i, last.p, first.p)
	}
	checkTree(t, tr, 2*i+1, lo, mid, level+1)
	checkTree(t, tr, 2*i+2, mid, hi, level+1)
}

// places returns cities in a box with different sides, far from the origin, on a coarse or fine
// grid.
func places(t *testing.T, n, dims int, fine int32) *tsp.Instance {
	t.Helper()
	random := rng.At(uint64(n), uint32(dims), uint32(fine))
	coords := make([]float64, n*dims)
	for i := range coords {
		coords[i] = float64(random.IntN(fine*int32(1+i%dims))) - float64(1000*(i%dims))
	}
	in, err := tsp.FromCoords(map[int]tsp.Metric{2: tsp.Euc2D, 3: tsp.Euc3D}[dims], dims, coords)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestTrees(t *testing.T) {
	for _, n := range []int{1, 7, 8, 9, 16, 17, 100, 1000} {
		for dims := 2; dims <= 3; dims++ {
			for _, fine := range []int32{1, 3, 500} {
				in := places(t, n, dims, fine)
				g, _ := geometryOf(in)
				one, err := newTree(t.Context(), g, 1)
				if err != nil {
					t.Fatal(err)
				}
				checkTree(t, one, 0, 0, n, 0)
				for _, threads := range []int{0, 2, 5} {
					if other, err := newTree(t.Context(), g, threads); err != nil || !slices.Equal(one.items, other.items) || !slices.Equal(one.boxes, other.boxes) {
						t.Errorf("%d cities: %d threads make another tree", n, threads)
					}
				}
			}
		}
	}
}

// A finder counts the remaining cities in every part of its tree, so that it can skip empty parts.
func TestFindersCount(t *testing.T) {
	in := places(t, 200, 2, 40)
	f, err := NewFinder(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	for c := range int32(200) {
		checkLeft(t, f, 0, 0, 200, 0)
		f.Remove(c * 7 % 200)
	}
	if left := f.query.left; slices.Max(left) != 0 || slices.Min(left) != 0 {
		t.Errorf("left when all are gone: %v", left)
	}
}

func checkLeft(t *testing.T, f *Finder, i, lo, hi, level int) {
	t.Helper()
	left := int32(0)
	for _, c := range f.query.t.items[lo:hi] {
		if !f.gone[c.id] {
			left++
		}
	}
	if f.query.left[i] != left {
		t.Fatalf("node %d has %d left, believes %d", i, left, f.query.left[i])
	}
	if mid := (lo + hi) / 2; level < f.query.t.depth {
		checkLeft(t, f, 2*i+1, lo, mid, level+1)
		checkLeft(t, f, 2*i+2, mid, hi, level+1)
	}
}

func TestGap(t *testing.T) {
	for _, c := range [][4]float64{{5, 3, 9, 0}, {3, 3, 9, 0}, {9, 3, 9, 0}, {1, 3, 9, 2}, {13, 3, 9, 4}, {-5, -3, 9, 2}} {
		if got := gap(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%v is %v outside %v to %v, want %v", c[0], got, c[1], c[2], c[3])
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range [][3]float64{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}} {
		if got := median(c[0], c[1], c[2]); got != 2 {
			t.Errorf("of %v: %v", c, got)
		}
	}
	if median(1, 1, 5) != 1 || median(5, 1, 5) != 5 || median(4, 4, 4) != 4 {
		t.Error("wrong on ties")
	}
}

// selectMiddle works for any order, including bad orders for the choice of pivots.
func TestSelectMiddle(t *testing.T) {
	random := rng.At(1, 0, 0)
	for n := 1; n < 200; n += 7 {
		for _, most := range []int32{1, 3, 1000} {
			s := make([]item, n)
			for i := range s {
				s[i] = item{[3]float64{float64(random.IntN(most))}, int32(i)}
			}
			if n%2 == 0 { // ascending, then descending
				slices.SortFunc(s, func(a, b item) int { return int(a.p[0] - b.p[0]) })
				slices.Reverse(s[n/2:])
			}
			k := int(random.IntN(int32(n)))
			selectMiddle(s, k, 0)
			for i, x := range s {
				if i < k && x.p[0] > s[k].p[0] || i > k && x.p[0] < s[k].p[0] {
					t.Fatalf("n = %d, k = %d: %v at %d, %v at %d", n, k, x.p[0], i, s[k].p[0], k)
				}
			}
		}
	}
}
